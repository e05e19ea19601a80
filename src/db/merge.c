/* merge.c: see merge.h.
 *
 * Which segments to merge: a segment's tier is the logarithm (base MERGE_FACTOR) of its number of
 * games.  When at least MERGE_FACTOR segments at the end are of tier t or below, they become one,
 * which is then of a higher tier; so there are never more than MERGE_FACTOR - 1 of each, and a game
 * is written again only once a tier.  Segments of the highest tier, and those of few games that
 * take many bytes, stay as they are: as one they would not fit into a segment. */
#include "db/merge.h"

#include "base/alloc.h"
#include "db/db_people.h"
#include "db/db_writer.h"
#include "db/import_folder.h"
#include "db/segment_build.h"

/* --- Compaction of a database ----------------------------------------------------------------- */

static uint64_t all_bytes(const struct db *db)
{
    struct db_bytes b;
    db_bytes(db, &b);
    return b.games + b.facts + b.hashes + b.metadata;
}

struct compact_progress {
    const struct compact_options *opt;
    uint64_t total;
};

static void report_progress(void *ctx, uint64_t done)
{
    const struct compact_progress *t = ctx;
    if (t->opt->progress)
        t->opt->progress(t->opt->ctx, done, t->total);
}

/* Writes the new segments and the manifest that names them and the edits. */
static enum status rewrite(const struct db *db, const struct compact_options *opt,
                           struct compact_result *result, struct err *err)
{
    struct manifest next;
    struct compact_progress progress = {opt, result->games + result->removed};
    const struct merge_options merge = {
        .index = {.threads = opt->threads,
                  .memory = opt->memory ? opt->memory : (size_t)256 << 20,
                  .cancelled = opt->cancelled},
        .max_games = opt->segment_games ? opt->segment_games : DB_COMPACT_GAMES,
        .fold_sources = true,
        .progress = report_progress,
        .ctx = &progress};
    enum status st = manifest_copy_head(&db->manifest, &next, err);
    if (st == STATUS_OK)
        st = merge_segments(db, 0, db->segment_count, &merge, &next, err);
    for (uint32_t i = 0; i < db->manifest.count && st == STATUS_OK; i++)
        if (db->manifest.entries[i].kind == SEGMENT_EDITS) /* they stay beside the records */
            st = manifest_add(&next, &db->manifest.entries[i], err);
    if (st == STATUS_OK)
        st = manifest_write(&next, db->path, err);
    manifest_release(&next);
    return st;
}

/* What the manifest on disk does not name is deleted, whether it is the new one or the old. */
static void sweep_and_count(const char *path, struct compact_result *result)
{
    struct db *db;
    struct err err;
    if (db_open_parts(&db, path, DB_GAMES, &err) != STATUS_OK)
        return;
    segment_sweep(&db->manifest, path);
    import_folder_clear(path, "");
    result->segments = db->segment_count + db->extra_count;
    result->bytes = all_bytes(db);
    db_close(db);
}

enum status db_compact(const char *path, const struct compact_options *opt,
                       struct compact_result *result, struct err *err)
{
    struct db *db = NULL;
    int lock;
    *result = (struct compact_result){0};
    enum status st = db_open_parts(&db, path, DB_GAMES, err); /* no lock where is no database */
    db_close(db);
    if (st != STATUS_OK)
        return st;
    st = manifest_lock(path, &lock, err);
    if (st != STATUS_OK)
        return st;
    st = db_open_parts(&db, path, DB_GAMES, err);
    if (st == STATUS_OK) {
        result->games = db->games;
        for (uint32_t i = 0; i < db->segment_count; i++)
            result->removed += db->segments[i].removed_count;
        result->segments_before = db->segment_count + db->extra_count;
        result->bytes_before = all_bytes(db);
        st = rewrite(db, opt, result, err);
        db_close(db);
        sweep_and_count(path, result);
    }
    manifest_unlock(&lock);
    if (st == STATUS_OK)
        db_people_refresh(path);
    return st;
}

enum { MERGE_FACTOR = 8, MERGE_TIERS = 6, FIRST_TIER_GAMES = 8 };

/* On disk.  Segments are also finished when they take much memory (segment_is_full()): what comes
 * near that is not worth merging. */
static const uint64_t LARGE_BYTES = (uint64_t)128 << 20;

static const struct msg NOT_FEWER = {"merging would not make fewer segments",
                                     "併合してもセグメントは減りません"};

/* --- Manifests ------------------------------------------------------------------------------- */

enum status manifest_copy_head(const struct manifest *m, struct manifest *out, struct err *err)
{
    (void)err;
    manifest_init(out, m->game);
    out->next_id = m->next_id;
    out->next_segment = m->next_segment;
    return STATUS_OK;
}

enum status manifest_copy(const struct manifest *m, struct manifest *out, struct err *err)
{
    enum status st = manifest_copy_head(m, out, err);
    for (uint32_t i = 0; i < m->count && st == STATUS_OK; i++)
        st = manifest_add(out, &m->entries[i], err);
    if (st != STATUS_OK)
        manifest_release(out);
    return st;
}

/* --- Games ----------------------------------------------------------------------------------- */

struct db_merger {
    const struct db *db;
    const struct merge_options *opt;
    struct manifest *next;
    struct games_writer *games; /* NULL: none collected yet */
    struct file_table files;
    struct record rec;
    const struct db_segment *segment; /* being read */
    struct entry_cursor entries;      /* its */
    uint32_t number;
    bool first; /* of the sources of a game */
    uint64_t done;
};

static bool is_cancelled(const struct db_merger *m)
{
    return m->opt->index.cancelled && atomic_load(m->opt->index.cancelled);
}

static enum status finish_segment(struct db_merger *m, bool last, struct err *err)
{
    if (!m->games)
        return STATUS_OK;
    /* the files come with the last one: all their games are there then */
    enum status st = segment_build_next(m->games, m->next, m->db->path, &m->opt->index,
                                        last ? &m->files : NULL, err);
    games_writer_close(m->games);
    m->games = NULL;
    return st;
}

static enum status add_source(void *ctx, uint32_t id, struct span bytes, struct err *err)
{
    struct db_merger *m = ctx;
    enum status st = db_decode(m->segment, m->number, bytes, &m->rec, err);
    if (st != STATUS_OK)
        return st;
    if (m->first)
        st = games_writer_add(m->games, id, &m->rec, bytes, err);
    else
        st = games_writer_add_source(m->games, id, &m->rec, bytes, err);
    m->first = false;
    return st;
}

static enum status add_further_sources(struct db_merger *m, uint32_t id, struct err *err)
{
    enum status st = entries_more(&m->segment->entries, id, add_source, m, err);
    for (uint32_t i = 0; m->opt->fold_sources && i < m->db->extra_count && st == STATUS_OK; i++)
        if (m->db->extras[i].listed.kind == SEGMENT_SOURCES)
            st = entries_more(&m->db->extras[i].sources, id, add_source, m, err);
    return st;
}

static enum status add_game(struct db_merger *m, uint32_t nth, struct err *err)
{
    uint32_t id = game_id(&m->segment->lines, m->number);
    enum status st = STATUS_OK;
    if (m->games && segment_is_full(m->games, m->opt->max_games, 0))
        st = finish_segment(m, false, err);
    if (st == STATUS_OK && !m->games)
        st = games_writer_open(&m->games, m->db->game, err);
    struct span bytes;
    m->first = true;
    if (st == STATUS_OK)
        st = entry_cursor_get(&m->entries, nth, &bytes, err);
    if (st == STATUS_OK)
        st = add_source(m, id, bytes, err);
    return st == STATUS_OK ? add_further_sources(m, id, err) : st;
}

static enum status add_segment(struct db_merger *m, const struct db_segment *s, struct err *err)
{
    enum { REPORT_EVERY = 1024 };
    enum status st = STATUS_OK;
    m->segment = s;
    entry_cursor_init(&m->entries, &s->entries);
    for (uint32_t nth = 0; nth < s->lines.games && st == STATUS_OK; nth++) {
        m->number = lines_u32(s->lines.by_id, nth);
        if (!db_is_removed(s, m->number))
            st = add_game(m, nth, err);
        if (++m->done % REPORT_EVERY == 0 && m->opt->progress)
            m->opt->progress(m->opt->ctx, m->done);
        if (st == STATUS_OK && is_cancelled(m))
            st = err_plain(err, STATUS_CANCELLED, NULL);
    }
    entry_cursor_release(&m->entries);
    return st;
}

/* Rows of files of the segments merged, and of sources if these are folded in. */
static enum status collect_files(struct db_merger *m, uint32_t from, uint32_t to, struct err *err)
{
    const struct manifest *all = &m->db->manifest;
    uint32_t games = 0, extras = 0;
    enum status st = STATUS_OK;
    for (uint32_t i = 0; i < all->count && st == STATUS_OK; i++) {
        bool is_games = all->entries[i].kind == SEGMENT_GAMES;
        uint32_t at = is_games ? games++ : extras++;
        bool wanted = is_games ? at >= from && at < to
                               : m->opt->fold_sources && all->entries[i].kind == SEGMENT_SOURCES;
        if (wanted && file_table_counts(all, i))
            st = file_table_add_segment(
                &m->files, is_games ? &m->db->segments[at].file : &m->db->extras[at].file, err);
    }
    return st;
}

/* --- What they are made of ------------------------------------------------------------------- */

/* Verifies what a merge reads, all of it before anything is written: damage must not be given new
 * checksums.  Everything else is made anew. */
static enum status verify_originals(const struct segment *s, struct err *err)
{
    static const char *const NAMES[] = {"lines", "moves", "entries", "entrydir",
                                        "more",  "files", "removed"};
    enum status st = STATUS_OK;
    struct span bytes;
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES && st == STATUS_OK; i++)
        if (segment_find(s, NAMES[i], &bytes))
            st = segment_verify_span(s, bytes, err);
    return st;
}

static enum status verify_sources(const struct db *db, uint32_t from, uint32_t to, struct err *err)
{
    enum status st = STATUS_OK;
    for (uint32_t i = from; i < to && st == STATUS_OK; i++)
        st = verify_originals(&db->segments[i].file, err);
    for (uint32_t i = 0; i < db->extra_count && st == STATUS_OK; i++)
        st = verify_originals(&db->extras[i].file, err);
    return st;
}

enum status merge_segments(const struct db *db, uint32_t from, uint32_t to,
                           const struct merge_options *opt, struct manifest *next, struct err *err)
{
    struct db_merger m = {.db = db, .opt = opt, .next = next};
    file_table_init(&m.files);
    record_init(&m.rec);
    enum status st = verify_sources(db, from, to, err);
    if (st == STATUS_OK)
        st = collect_files(&m, from, to, err);
    for (uint32_t i = from; i < to && st == STATUS_OK; i++)
        st = add_segment(&m, &db->segments[i], err);
    if (st == STATUS_OK)
        st = finish_segment(&m, true, err);
    if (st == STATUS_OK)
        st = db_status(db, err); /* cut short meanwhile? */
    games_writer_close(m.games);
    file_table_release(&m.files);
    record_release(&m.rec);
    return st;
}

/* --- The tail -------------------------------------------------------------------------------- */

/* Tiers from MERGE_TIERS on, of 262,144 games and more, are never merged by the way. */
static unsigned tier_of(uint32_t games)
{
    unsigned tier = 0;
    for (uint64_t n = FIRST_TIER_GAMES; n <= games; n *= MERGE_FACTOR)
        tier++;
    return tier;
}

/* How many of n segments at the end, whose tiers are given, are to become one; 0: none. */
static uint32_t tail_of(const unsigned *tiers, uint32_t n)
{
    uint32_t merge = 0;
    for (unsigned tier = 0; tier < MERGE_TIERS; tier++) {
        uint32_t tail = 0;
        while (tail < n && tiers[n - 1 - tail] <= tier)
            tail++;
        if (tail >= MERGE_FACTOR)
            merge = tail;
    }
    return merge;
}

/* Would the last n games segments become fewer? */
static bool pays(const struct db *db, uint32_t n, uint32_t max_games)
{
    uint64_t games = 0;
    for (uint32_t i = db->segment_count - n; i < db->segment_count; i++)
        games += db->segments[i].listed.count - db->segments[i].removed_count;
    return n && games <= (uint64_t)(n - 1) * max_games;
}

/* How many games segments, and how many segments of sources. */
static enum status find_tails(const struct db *db, const struct merge_options *opt, uint32_t *games,
                              uint32_t *sources, struct err *err)
{
    uint64_t large = opt->large ? opt->large : LARGE_BYTES;
    uint32_t full = opt->full ? opt->full : UINT32_MAX;
    unsigned *tiers = mem_calloc((size_t)db->segment_count + db->extra_count, sizeof *tiers);
    uint32_t n = 0;
    if (!tiers)
        return err_nomem(err);
    for (uint32_t i = 0; i < db->segment_count; i++) {
        const struct db_segment *s = &db->segments[i];
        bool stays = s->file.view.bytes.n >= large || s->listed.count >= full;
        tiers[i] = stays ? MERGE_TIERS : tier_of(s->listed.count);
    }
    *games = tail_of(tiers, db->segment_count);
    if (!pays(db, *games, opt->max_games))
        *games = 0;
    for (uint32_t i = 0; i < db->extra_count; i++)
        if (db->extras[i].listed.kind == SEGMENT_SOURCES)
            tiers[n++] = tier_of(db->extras[i].listed.count);
    *sources = tail_of(tiers, n);
    mem_free(tiers);
    return STATUS_OK;
}

/* All lines of the manifest but the last n of a kind. */
static enum status copy_without_tail(const struct manifest *m, enum segment_kind kind, uint32_t n,
                                     struct manifest *out, struct err *err)
{
    uint32_t all = 0, seen = 0;
    enum status st = manifest_copy_head(m, out, err);
    for (uint32_t i = 0; i < m->count; i++)
        all += m->entries[i].kind == kind;
    for (uint32_t i = 0; i < m->count && st == STATUS_OK; i++) {
        bool of_kind = m->entries[i].kind == kind;
        if (!of_kind || seen++ < all - n)
            st = manifest_add(out, &m->entries[i], err);
    }
    return st;
}

struct source_collector {
    struct source_list list;
    struct file_table files;
};

static enum status collect_source(void *ctx, uint32_t id, struct span bytes, struct err *err)
{
    return source_list_add(&((struct source_collector *)ctx)->list, id, bytes, err);
}

static enum status merge_sources(const struct db *db, uint32_t n, struct manifest *next,
                                 struct err *err)
{
    struct source_collector g;
    uint32_t all = 0, seen = 0, extra = 0;
    enum status st = verify_sources(db, 0, 0, err);
    source_list_init(&g.list);
    file_table_init(&g.files);
    for (uint32_t i = 0; i < db->extra_count; i++)
        all += db->extras[i].listed.kind == SEGMENT_SOURCES;
    for (uint32_t i = 0; i < db->manifest.count && st == STATUS_OK; i++) {
        if (db->manifest.entries[i].kind == SEGMENT_GAMES)
            continue;
        const struct db_extra *x = &db->extras[extra++];
        if (x->listed.kind != SEGMENT_SOURCES || seen++ < all - n)
            continue;
        st = entries_more(&x->sources, UINT32_MAX, collect_source, &g, err);
        if (st == STATUS_OK && file_table_counts(&db->manifest, i))
            st = file_table_add_segment(&g.files, &x->file, err);
    }
    if (st == STATUS_OK)
        st = db_status(db, err);
    if (st == STATUS_OK)
        st = segment_build_sources(&g.list, next, db->path, &g.files, err);
    source_list_release(&g.list);
    file_table_release(&g.files);
    return st;
}

enum status merge_tail(const struct db *db, const struct merge_options *opt, struct manifest *next,
                       bool *changed, struct err *err)
{
    uint32_t games = 0, sources = 0;
    enum status st = find_tails(db, opt, &games, &sources, err);
    *changed = st == STATUS_OK && (games || sources);
    if (st != STATUS_OK)
        return st;
    if (games) {
        st = copy_without_tail(&db->manifest, SEGMENT_GAMES, games, next, err);
        if (st == STATUS_OK)
            st = merge_segments(db, db->segment_count - games, db->segment_count, opt, next, err);
    } else if (sources) {
        st = copy_without_tail(&db->manifest, SEGMENT_SOURCES, sources, next, err);
        if (st == STATUS_OK)
            st = merge_sources(db, sources, next, err);
    }
    if (*changed && st == STATUS_OK && next->count >= db->manifest.count)
        st = err_plain(err, STATUS_LIMIT, &NOT_FEWER);
    if (*changed && st != STATUS_OK)
        manifest_release(next);
    return st;
}
