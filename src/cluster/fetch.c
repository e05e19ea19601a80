/* fetch.c: see fetch.h.
 *
 * One file of a database after another, in the order of manifests, which all processes know.  Its
 * keeper sends it, without indexes, to those who have it not:
 *
 *     to all        how many bytes of sections there are, each filled up to a multiple of 64
 *     the head      for each section: name, filled with zeros to 8 bytes; u64 its length
 *     the sections  at most 16 MiB at a time
 *
 * and last, the files that say who is who in it.
 *
 * What arrives looks like a mapped segment (store/segment.h) to those who read it, and is believed
 * as little as a file is. */
#include "cluster/fetch.h"

#include "base/alloc.h"
#include "base/le.h"
#include "db/db_people.h"

static const struct msg BAD_FILE = {"data of %1 from another process is damaged",
                                    "別のプロセスから届いた %1 が壊れています"};

enum { HEAD_BYTES = SEGMENT_NAME_BYTES + 8, CHUNK_BYTES = 16 << 20 };

struct db_fetcher {
    const struct cluster *cluster;
    uint32_t processes;
    struct span *to;     /* one for each process */
    const bool *wanting; /* likewise: of the database at hand */
};

static enum status damaged(const struct db *db, struct err *err)
{
    return err_set(err, STATUS_SYNTAX, &BAD_FILE, span_of(db->path), (struct span){0});
}

static uint64_t filled_up(uint64_t n)
{
    return (n + SEGMENT_ALIGN - 1) / SEGMENT_ALIGN * SEGMENT_ALIGN;
}

/* --- The keeper's side ------------------------------------------------------------------------ */

/* The file of a line of the manifest. */
static const struct segment *file_of(const struct db *db, uint32_t line)
{
    uint32_t games = 0;
    for (uint32_t i = 0; i < line; i++)
        games += db->manifest.entries[i].kind == SEGMENT_GAMES;
    return db->manifest.entries[line].kind == SEGMENT_GAMES ? &db->segments[games].file
                                                            : &db->extras[line - games].file;
}

/* Head and sections of a file. */
static enum status pack(const struct segment *file, struct buf *head, struct buf *body,
                        struct err *err)
{
    static const char zeros[SEGMENT_ALIGN] = {0};
    for (unsigned i = 0; i < file->count; i++) {
        const struct segment_section *s = &file->sections[i];
        char bytes[HEAD_BYTES] = {0};
        if (db_is_index(s->name) || strcmp(s->name, SEGMENT_SUMS) == 0)
            continue;
        enum status st = segment_verify_span(
            file, span_make(file->view.bytes.p + s->offset, (size_t)s->length), err);
        if (st != STATUS_OK)
            return st;
        memcpy(bytes, s->name, strlen(s->name));
        le_put64(bytes + SEGMENT_NAME_BYTES, s->length);
        buf_add(head, bytes, sizeof bytes);
        buf_add(body, file->view.bytes.p + s->offset, (size_t)s->length);
        buf_add(body, zeros, (size_t)(filled_up(s->length) - s->length));
    }
    bool good = buf_status(head) == STATUS_OK && buf_status(body) == STATUS_OK;
    return good ? STATUS_OK : err_nomem(err);
}

/* --- The other side --------------------------------------------------------------------------- */

/* Sections as the head has them, in n bytes. */
static bool read_head(struct segment *file, struct span head, uint64_t n)
{
    uint64_t at = 0;
    if (head.n % HEAD_BYTES || head.n / HEAD_BYTES > SEGMENT_MAX_SECTIONS)
        return false;
    for (; head.n; head = span_skip(head, HEAD_BYTES)) {
        struct segment_section *s = &file->sections[file->count++];
        memcpy(s->name, head.p, SEGMENT_NAME_BYTES);
        s->offset = at;
        s->length = le_get64(head.p + SEGMENT_NAME_BYTES);
        if (s->length > n - at || filled_up(s->length) > n - at)
            return false;
        at += filled_up(s->length);
    }
    return at == n;
}

static enum status name_file(struct segment *file, const struct db *db, uint32_t line,
                             struct err *err)
{
    struct buf path;
    const char *text =
        db_file_path(&path, db->path, db->manifest.entries[line].name, DB_SEGMENT_ENDING);
    file->path = text ? mem_alloc(path.n + 1) : NULL;
    if (file->path)
        memcpy(file->path, text, path.n + 1);
    buf_release(&path);
    return file->path ? STATUS_OK : err_nomem(err);
}

/* --- One file --------------------------------------------------------------------------------- */

/* The same bytes to all who want them; *parts is what came. */
static enum status send(const struct db_fetcher *f, enum status st, struct span bytes,
                        struct byte_parts *parts, struct err *err)
{
    for (uint32_t r = 0; r < cluster_size(f->cluster); r++)
        f->to[r] = f->wanting[r] ? bytes : (struct span){0};
    return cluster_exchange(f->cluster, st, f->to, parts, err);
}

/* file: NULL on processes that don't want it. */
static enum status fetch_head(const struct db_fetcher *f, const struct db *db, uint32_t line,
                              struct span mine, uint64_t n, struct segment *file, struct err *err)
{
    struct byte_parts parts = {0};
    enum status st = send(f, STATUS_OK, mine, &parts, err);
    if (st == STATUS_OK && file)
        st = file_view_room(&file->view, n, err);
    if (st == STATUS_OK && file)
        st = name_file(file, db, line, err);
    if (st == STATUS_OK && file && !read_head(file, parts.at[db->keeper], n))
        st = damaged(db, err);
    byte_parts_release(&parts);
    return st;
}

static enum status fetch_body(const struct db_fetcher *f, const struct db *db, struct span mine,
                              uint64_t n, struct segment *file, enum status st, struct err *err)
{
    for (uint64_t at = 0; at < n && st == STATUS_OK; at += CHUNK_BYTES) {
        struct byte_parts parts = {0};
        size_t chunk = n - at < CHUNK_BYTES ? (size_t)(n - at) : CHUNK_BYTES;
        st = send(f, st, mine.n ? span_make(mine.p + at, chunk) : mine, &parts, err);
        if (st == STATUS_OK && file && parts.at[db->keeper].n != chunk)
            st = damaged(db, err);
        if (st == STATUS_OK && file)
            memcpy((char *)file->view.map + at, parts.at[db->keeper].p, chunk);
        byte_parts_release(&parts);
    }
    return st;
}

static enum status fetch_file(const struct db_fetcher *f, const struct db *db, uint32_t line,
                              struct segment *file, struct err *err)
{
    bool keeps = db->keeper == cluster_process(f->cluster);
    struct buf head, body;
    buf_init(&head, SIZE_MAX);
    buf_init(&body, SIZE_MAX);
    enum status st = keeps ? pack(file_of(db, line), &head, &body, err) : STATUS_OK;
    uint64_t n = body.n;
    st = cluster_sum(f->cluster, st, &n, 1, err);
    if (st == STATUS_OK) {
        st = fetch_head(f, db, line, buf_span(&head), n, file, err);
        st = cluster_agree(f->cluster, st, err);
    }
    if (st == STATUS_OK)
        st = fetch_body(f, db, buf_span(&body), n, file, st, err);
    buf_release(&head);
    buf_release(&body);
    return st;
}

/* --- All of them ------------------------------------------------------------------------------ */

/* Who is who there: people decided it on the keeper's host. */
static enum status fetch_people(const struct db_fetcher *f, struct db *db, bool wants,
                                enum status st, struct err *err)
{
    struct byte_parts parts = {0};
    struct buf mine;
    buf_init(&mine, SIZE_MAX);
    if (st == STATUS_OK && db->keeper == cluster_process(f->cluster))
        st = db_people_pack(db, &mine, err);
    st = send(f, st, buf_span(&mine), &parts, err);
    if (st == STATUS_OK && wants) {
        st = db_people_unpack(db, parts.at[db->keeper], err);
        if (st == STATUS_SYNTAX)
            st = damaged(db, err);
    }
    byte_parts_release(&parts);
    buf_release(&mine);
    return st;
}

static enum status fetch_database(const struct db_fetcher *f, struct db *db, struct err *err)
{
    bool wants = f->wanting[cluster_process(f->cluster)];
    const uint32_t lines = db->manifest.count;
    struct segment *files = mem_calloc((size_t)(wants ? lines : 0) + 1, sizeof *files);
    enum status st = files ? STATUS_OK : err_nomem(err);
    st = cluster_agree(f->cluster, st, err);
    for (uint32_t i = 0; i < lines && st == STATUS_OK; i++)
        st = fetch_file(f, db, i, wants ? &files[i] : NULL, err);
    if (st == STATUS_OK && wants)
        st = db_fill(db, files, err);
    for (uint32_t i = 0; files && wants && i < lines; i++)
        segment_close(&files[i]);
    mem_free(files);
    st = fetch_people(f, db, wants, st, err);
    return cluster_agree(f->cluster, st, err);
}

/* Who has it not, of the first processes. */
static enum status ask_who_wants(const struct db_fetcher *f, const struct db *db, bool *wanting,
                                 struct err *err)
{
    struct byte_parts all = {0};
    const char wants = db->away && cluster_process(f->cluster) < f->processes;
    enum status st = cluster_allgather(f->cluster, STATUS_OK, span_make(&wants, 1), &all, err);
    for (uint32_t r = 0; r < all.count && st == STATUS_OK; r++)
        wanting[r] = all.at[r].n == 1 && all.at[r].p[0] && r != db->keeper;
    byte_parts_release(&all);
    return st;
}

enum status db_fetch(struct db *const *dbs, uint32_t count, uint32_t processes,
                     const struct cluster *cluster, struct err *err)
{
    bool apart = false;
    for (uint32_t d = 0; d < count; d++)
        apart |= dbs[d]->apart;
    if (cluster_size(cluster) < 2 || !apart)
        return STATUS_OK;
    bool *wanting = mem_calloc(cluster->size, sizeof *wanting);
    struct span *to = mem_calloc(cluster->size, sizeof *to);
    const struct db_fetcher f = {cluster, processes, to, wanting};
    enum status st = cluster_agree(cluster, wanting && to ? STATUS_OK : err_nomem(err), err);
    for (uint32_t d = 0; d < count && st == STATUS_OK; d++) {
        if (!dbs[d]->apart)
            continue;
        st = ask_who_wants(&f, dbs[d], wanting, err);
        if (st == STATUS_OK)
            st = fetch_database(&f, dbs[d], err);
    }
    mem_free(wanting);
    mem_free(to);
    return st;
}
