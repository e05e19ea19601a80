/* partition.c: see partition.h. */
#include "cluster/partition.h"

#include <stdlib.h>
#include <xxhash.h>

#include "base/alloc.h"
#include "base/le.h"

static const struct msg NOBODY = {"shard %1 is on a host where no process of this job runs",
                                  "シャード %1 のホストでは、このジョブのプロセスが動いていません"};
static const struct msg BAD_MESSAGE = {"database data from another process is damaged",
                                       "他のプロセスから届いた情報が壊れています"};

static const struct msg OTHER_LIST = {
    "the processes of this job have different numbers of databases",
    "プロセスごとに指定されたデータベースの数が違います"};

/* A number that is the same for those who see the same segments. */
static uint64_t fingerprint_of(const struct db *db)
{
    const struct manifest *m = &db->manifest;
    struct buf seen;
    buf_init(&seen, SIZE_MAX);
    buf_printf(&seen, "%s %u %u\n", m->game, (unsigned)m->next_id, (unsigned)m->next_segment);
    for (uint32_t i = 0; i < m->count; i++)
        buf_printf(&seen, "%s %u %llu\n", m->entries[i].name, (unsigned)m->entries[i].count,
                   (unsigned long long)m->entries[i].plies);
    uint64_t fingerprint = buf_status(&seen) == STATUS_OK ? XXH3_64bits(seen.p, seen.n) : 0;
    buf_release(&seen);
    return fingerprint;
}

/* --- Who has what ------------------------------------------------------------------------------
 * Everyone tells of every database whether it has it, and in which state. */

enum { SEEN_BYTES = 9 };

static bool has(const struct byte_parts *all, uint32_t process, uint32_t db)
{
    return all->at[process].p[(size_t)db * SEEN_BYTES] != 0;
}

static enum status differs(const struct db *db, struct err *err)
{
    static const struct msg text = {
        "the processes see different states of %1; an import is running, or the folder is not "
        "shared by all hosts",
        "プロセスごとに %1 の内容が違います。取り込み中か、フォルダが共有されていません"};
    return err_set(err, STATUS_IO, &text, span_of(db->path), (struct span){0});
}

static enum status compare(struct db *db, uint32_t d, const struct byte_parts *all,
                           uint32_t process, struct err *err)
{
    uint32_t count = 0;
    for (uint32_t r = all->count; r-- > 0;) {
        if (!has(all, r, d))
            continue;
        if (count++ && memcmp(all->at[r].p + (size_t)d * SEEN_BYTES,
                              all->at[db->keeper].p + (size_t)d * SEEN_BYTES, SEEN_BYTES) != 0)
            return differs(db, err);
        db->keeper = r;
    }
    db->apart = count < all->count;
    db->elsewhere = db->keeper != process;
    return count ? STATUS_OK
                 : err_set(err, STATUS_NOT_FOUND, &NOBODY, span_of(db->path), (struct span){0});
}

/* *all stays for has(). */
static enum status check_same(struct db *const *dbs, uint32_t count, const struct cluster *cluster,
                              enum status opened, struct byte_parts *all, struct err *err)
{
    struct buf mine;
    buf_init(&mine, SIZE_MAX);
    for (uint32_t d = 0; d < count && opened == STATUS_OK; d++) {
        char seen[SEEN_BYTES] = {0};
        seen[0] = !dbs[d]->away;
        le_put64(seen + 1, dbs[d]->away ? 0 : fingerprint_of(dbs[d]));
        buf_add(&mine, seen, sizeof seen);
    }
    if (opened == STATUS_OK && buf_status(&mine) != STATUS_OK)
        opened = err_nomem(err);
    opened = cluster_allgather(cluster, opened, buf_span(&mine), all, err);
    buf_release(&mine);
    for (uint32_t r = 0; r < all->count && opened == STATUS_OK; r++)
        if (all->at[r].n != (size_t)count * SEEN_BYTES)
            opened = err_plain(err, STATUS_UNSUPPORTED, &OTHER_LIST);
    for (uint32_t d = 0; d < count && opened == STATUS_OK; d++)
        opened = compare(dbs[d], d, all, cluster->process, err);
    return opened;
}

/* --- What is away -------------------------------------------------------------------------------
 * The keeper of a database that some do not have tells of it: u32 its number, u64 games, u64 plies,
 * u32 length of the manifest, u64 bytes on disk of games, facts, hashes and metadata, the text of
 * the manifest. */

enum { SUMMARY_BYTES = 56 };

static void write_summary(const struct db *db, uint32_t d, struct buf *out)
{
    char head[SUMMARY_BYTES];
    struct db_bytes bytes;
    struct buf text;
    buf_init(&text, BUF_DEFAULT_MAX);
    manifest_print(&db->manifest, &text);
    db_bytes(db, &bytes);
    le_put32(head, d);
    le_put64(head + 4, db->games);
    le_put64(head + 12, db->plies);
    le_put32(head + 20, (uint32_t)text.n);
    le_put64(head + 24, bytes.games);
    le_put64(head + 32, bytes.facts);
    le_put64(head + 40, bytes.hashes);
    le_put64(head + 48, bytes.metadata);
    buf_add(out, head, sizeof head);
    buf_add_span(out, buf_span(&text));
    if (buf_status(&text) != STATUS_OK)
        out->bad = STATUS_NOMEM;
    buf_release(&text);
}

static enum status read_summary(struct db *const *dbs, uint32_t count, struct span *message,
                                struct err *err)
{
    uint32_t d = message->n < SUMMARY_BYTES ? count : le_get32(message->p);
    if (d >= count || le_get32(message->p + 20) > message->n - SUMMARY_BYTES)
        return err_plain(err, STATUS_SYNTAX, &BAD_MESSAGE);
    struct db *db = dbs[d];
    struct span head = *message;
    struct span text = span_make(head.p + SUMMARY_BYTES, le_get32(head.p + 20));
    *message = span_skip(head, SUMMARY_BYTES + text.n);
    if (!db->away)
        return STATUS_OK;
    manifest_release(&db->manifest);
    enum status st = manifest_parse(&db->manifest, text, span_of(db->path), err);
    if (st != STATUS_OK)
        return st;
    db->game = game_by_name(span_of(db->manifest.game));
    db->games = le_get64(head.p + 4);
    db->plies = le_get64(head.p + 12);
    db->away_bytes = (struct db_bytes){le_get64(head.p + 24), le_get64(head.p + 32),
                                       le_get64(head.p + 40), le_get64(head.p + 48)};
    return db->game ? STATUS_OK : db_unknown_game(db->path, db->manifest.game, err);
}

static enum status share_figures(struct db *const *dbs, uint32_t count,
                                 const struct cluster *cluster, struct err *err)
{
    struct byte_parts all = {0};
    struct buf mine;
    bool apart = false;
    buf_init(&mine, SIZE_MAX);
    for (uint32_t d = 0; d < count; d++) {
        apart |= dbs[d]->apart;
        if (dbs[d]->apart && dbs[d]->keeper == cluster_process(cluster))
            write_summary(dbs[d], d, &mine);
    }
    enum status st = buf_status(&mine) == STATUS_OK ? STATUS_OK : err_nomem(err);
    if (apart) /* which all know alike */
        st = cluster_allgather(cluster, st, buf_span(&mine), &all, err);
    for (uint32_t r = 0; r < all.count && st == STATUS_OK; r++)
        for (struct span message = all.at[r]; message.n && st == STATUS_OK;)
            st = read_summary(dbs, count, &message, err);
    for (uint32_t d = 0; d < count && st == STATUS_OK; d++)
        if (!dbs[d]->game)
            st = err_plain(err, STATUS_SYNTAX, &BAD_MESSAGE);
    byte_parts_release(&all);
    buf_release(&mine);
    return st;
}

/* --- Assigning --------------------------------------------------------------------------------- */

/* A segment, by its line in the manifest. */
struct partition_item {
    uint32_t db, segment; /* which of its games segments */
    uint64_t size;
    size_t order;
};

static int largest_first(const void *a, const void *b)
{
    const struct partition_item *x = a, *y = b;
    if (x->size != y->size)
        return x->size > y->size ? -1 : 1;
    return x->order < y->order ? -1 : x->order > y->order;
}

/* Each to the process that has least, of those that have the database. */
static void assign_segments(struct partition_item *items, size_t n, struct db *const *dbs,
                            const struct byte_parts *all, uint32_t process, uint64_t *loads)
{
    if (n)
        qsort(items, n, sizeof *items, largest_first);
    for (size_t i = 0; i < n; i++) {
        struct db *db = dbs[items[i].db];
        uint32_t least = db->keeper;
        for (uint32_t r = 0; r < all->count; r++)
            if (has(all, r, items[i].db) && loads[r] < loads[least])
                least = r;
        if (db->away) {
            db->owners[items[i].segment] = least;
        } else {
            db->segments[items[i].segment].process = least;
            db->segments[items[i].segment].elsewhere = least != process;
        }
        loads[least] += items[i].size;
    }
}

static size_t list_segments(struct db *const *dbs, uint32_t count, struct partition_item *items)
{
    size_t n = 0;
    for (uint32_t d = 0; d < count; d++) {
        const struct manifest *m = &dbs[d]->manifest;
        for (uint32_t i = 0, segment = 0; i < m->count; i++) {
            if (m->entries[i].kind != SEGMENT_GAMES)
                continue;
            if (items)
                items[n] = (struct partition_item){
                    .db = d, .segment = segment, .size = m->entries[i].plies + 1, .order = n};
            segment++;
            n++;
        }
    }
    return n;
}

/* So that whoever has not the segments knows whose they are. */
static enum status make_room(struct db *const *dbs, uint32_t count, struct err *err)
{
    for (uint32_t d = 0; d < count; d++) {
        if (!dbs[d]->away)
            continue;
        mem_free(dbs[d]->owners);
        dbs[d]->owners = mem_calloc((size_t)dbs[d]->manifest.count + 1, sizeof(*dbs[d]->owners));
        if (!dbs[d]->owners)
            return err_nomem(err);
    }
    return STATUS_OK;
}

static enum status partition_alone(struct db *db, struct err *err)
{
    db->apart = false;
    return db->away ? err_set(err, STATUS_NOT_FOUND, &NOBODY, span_of(db->path), (struct span){0})
                    : STATUS_OK;
}

enum status db_partition(struct db *const *dbs, uint32_t count, const struct cluster *cluster,
                         enum status opened, struct err *err)
{
    struct byte_parts all = {0};
    if (cluster_size(cluster) < 2) {
        for (uint32_t d = 0; d < count && opened == STATUS_OK; d++)
            opened = partition_alone(dbs[d], err);
        return opened;
    }
    opened = check_same(dbs, count, cluster, opened, &all, err);
    if (opened == STATUS_OK)
        opened = share_figures(dbs, count, cluster, err);
    if (opened == STATUS_OK)
        opened = make_room(dbs, count, err);
    size_t n = opened == STATUS_OK ? list_segments(dbs, count, NULL) : 0;
    struct partition_item *items = mem_calloc(n + 1, sizeof *items);
    uint64_t *loads = mem_calloc(cluster->size, sizeof *loads);
    if (opened == STATUS_OK && (!items || !loads))
        opened = err_nomem(err);
    if (opened == STATUS_OK)
        assign_segments(items, list_segments(dbs, count, items), dbs, &all, cluster->process,
                        loads);
    byte_parts_release(&all);
    mem_free(items);
    mem_free(loads);
    return opened;
}
