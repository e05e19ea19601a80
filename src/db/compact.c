/* compact.c: see compact.h. */
#include "db/compact.h"

#include "db/db_writer.h"
#include "db/import_folder.h"
#include "db/merge.h"
#include "db/segment_build.h"

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

/* Writes the new segments and the manifest that names them and nothing else. */
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
    if (st == STATUS_OK)
        st = manifest_write(&next, db->path, err);
    manifest_release(&next);
    return st;
}

static void count_before(const struct db *db, struct compact_result *result)
{
    result->games = db->games;
    for (uint32_t i = 0; i < db->segment_count; i++)
        result->removed += db->segments[i].removed_count;
    result->segments_before = db->segment_count + db->extra_count;
    result->bytes_before = all_bytes(db);
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
        count_before(db, result);
        st = rewrite(db, opt, result, err);
        db_close(db);
        sweep_and_count(path, result);
    }
    manifest_unlock(&lock);
    return st;
}
