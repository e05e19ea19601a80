/* import_cluster.c: see import_cluster.h: beginning and end; the steps are import_parts.c,
 * import_duplicates.c and import_ranges.c. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include "base/alloc.h"
#include "base/io/file.h"
#include "base/le.h"
#include "db/import/import_cluster_internal.h"
#include "db/import_folder.h"

static const struct msg CANT_MAKE = {"cannot create %1: %2", "%1 を作れません: %2"};
static const struct msg DIFFERS = {
    "this process does not see the same %1 as process 0; the folder must be shared by all hosts",
    "このプロセスから見える %1 がプロセス 0 と違います。フォルダを全ホストで共有してください"};

enum status import_interrupted(struct err *err)
{
    return err_cancelled(err);
}

/* --- The state that everything is prepared for ------------------------------------------------ */

/* A number for the manifest as it is; 0: there is none. */
static enum status read_state(const char *path, uint64_t *state, struct err *err)
{
    struct buf name, text;
    const char *file = db_file_path(&name, path, "MANIFEST", "");
    buf_init(&text, BUF_DEFAULT_MAX);
    enum status st = file ? file_read(file, BUF_DEFAULT_MAX, &text, err) : err_nomem(err);
    *state = st == STATUS_OK ? XXH3_64bits(text.p, text.n) | 1 : 0;
    buf_release(&name);
    buf_release(&text);
    return st == STATUS_NOT_FOUND ? STATUS_OK : st;
}

/* What an import would complain about when it opens the database. */
static enum status try_writing(const struct import_job *t, struct err *err)
{
    const struct db_writer_options opt = {.duplicates = t->opt.duplicates, .threads = 1};
    struct db_writer *w;
    enum status st = db_writer_open(&w, t->path, t->opt.game, &opt, err);
    if (st == STATUS_OK)
        db_writer_close(w);
    return st;
}

/* Process 0 alone writes to the database's own folder, and holds its lock. */
static enum status lock_database(struct import_job *t, struct err *err)
{
    bool there;
    struct stat st_before;
    struct buf path;
    enum status st = db_exists(t->path, &there, err);
    if (st == STATUS_OK && there)
        st = try_writing(t, err);
    t->made = stat(t->path, &st_before) != 0;
    if (st == STATUS_OK && !there)
        st = db_make_folder(t->path, err);
    if (st == STATUS_OK)
        st = manifest_lock(t->path, &t->lock, err);
    if (st != STATUS_OK)
        return st;
    const char *folder = db_file_path(&path, t->path, IMPORT_FOLDER, "");
    if (!folder)
        st = err_nomem(err);
    else if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        st = err_errno(err, errno, &CANT_MAKE, span_of(folder));
    buf_release(&path);
    return st;
}

/* All see the same state, and open it. */
static enum status open_database(struct import_job *t, enum status st, struct err *err)
{
    struct buf word;
    char bytes[8];
    uint64_t mine = 0;
    if (st == STATUS_OK)
        st = read_state(t->path, &mine, err);
    le_put64(bytes, mine);
    buf_init(&word, 64);
    buf_add(&word, bytes, sizeof bytes);
    st = reduction_broadcast(t->reduction, st, &word, err);
    t->state = st == STATUS_OK && word.n == sizeof bytes ? le_get64(word.p) : 0;
    buf_release(&word);
    if (st == STATUS_OK && !reduction_leads(t->reduction))
        st = read_state(t->path, &mine, err);
    if (st == STATUS_OK && mine != t->state)
        st = err_set(err, STATUS_IO, &DIFFERS, span_of(t->path), (struct span){0});
    if (st == STATUS_OK && mine)
        st = db_open_parts(&t->db, t->path, DB_WRITING, err);
    if (st == STATUS_OK && reduction_leads(t->reduction)) {
        char keep[24];
        snprintf(keep, sizeof keep, "%016" PRIx64 "-", t->state);
        import_folder_clear_kind(t->path, keep, ".part");
        import_folder_clear_kind(t->path, "-", ".told"); /* made anew in every run */
    }
    t->game = t->db ? t->db->game : t->opt.game;
    return st;
}

/* --- The end ---------------------------------------------------------------------------------- */

/* Nothing came of it: no database is begun. */
static void leave_no_trace(struct import_job *t)
{
    struct buf path;
    import_folder_clear(t->path, "");
    const char *lock = db_file_path(&path, t->path, "lock", "");
    if (!t->db && t->made && lock) {
        (void)unlink(lock);
        (void)rmdir(t->path);
    }
    buf_release(&path);
}

/* As after every import: many small segments become few.  If that fails, the next import tries
 * again; what was imported is stored. */
static void merge_small(struct import_job *t)
{
    const struct db_writer_options opt = {.duplicates = t->opt.duplicates,
                                          .threads = t->opt.threads,
                                          .segment_games = t->opt.segment_games,
                                          .cancelled = t->opt.cancelled};
    struct db_writer *w;
    struct err ignored;
    manifest_unlock(&t->lock);
    if (db_writer_open(&w, t->path, NULL, &opt, &ignored) != STATUS_OK)
        return;
    enum status st = db_writer_commit(w, &ignored);
    (void)st;
    db_writer_close(w);
}

static void release(struct import_job *t)
{
    for (size_t i = 0; i < t->held_count; i++) {
        part_close(&t->held[i].part);
        mem_free(t->held[i].verdicts);
        mem_free(t->held[i].copies);
    }
    mem_free(t->held);
    mem_free(t->parts);
    mem_free(t->starts);
    inputs_release(&t->inputs);
    db_close(t->db);
    manifest_unlock(&t->lock);
}

struct import_renderer {
    const struct import_job_events *events;
};

static void render_rejected(void *ctx, const struct err *err, struct buf *out)
{
    const struct import_renderer *r = ctx;
    r->events->render(r->events->ctx, PROBLEM_REJECTED, err, out);
}

static enum status run(struct import_job *t, const char *const *paths, size_t n, struct err *err)
{
    struct import_renderer rendering = {t->events};
    const struct inputs_options list = {.except = t->path,
                                        .window_bytes = t->opt.checkpoint_bytes,
                                        .render = render_rejected,
                                        .ctx = &rendering};
    enum status st = reduction_leads(t->reduction) ? lock_database(t, err) : STATUS_OK;
    st = open_database(t, reduction_agree(t->reduction, st, err), err);
    st = inputs_list(&t->inputs, paths, n, &list, t->reduction, st, err);
    if (st == STATUS_OK)
        st = import_read_parts(t, err);
    if (t->db)
        st = reduction_agree(t->reduction, st == STATUS_OK ? db_status(t->db, err) : st, err);
    if (st == STATUS_OK)
        st = import_number(t, err);
    for (size_t i = 0; i < t->inputs.count && st == STATUS_OK; i++)
        t->counts->unreadable += !t->inputs.at[i].path;
    if (st == STATUS_OK)
        st = import_write_ranges(t, err);
    if (st == STATUS_OK && reduction_leads(t->reduction)) {
        if (t->any)
            merge_small(t);
        else
            leave_no_trace(t);
    }
    return st;
}

enum status import_cluster(const char *path, const char *const *paths, size_t n,
                           const struct import_options *opt, const struct import_job_events *events,
                           const struct reduction *reduction, struct import_counts *counts,
                           struct import_reused *reused, struct err *err)
{
    struct import_job t = {.path = path,
                           .opt = *opt,
                           .events = events,
                           .reduction = reduction,
                           .counts = counts,
                           .reused = reused,
                           .lock = -1};
    *counts = (struct import_counts){0};
    *reused = (struct import_reused){0};
    if (!t.opt.checkpoint_bytes)
        t.opt.checkpoint_bytes = IMPORT_CHECKPOINT_BYTES;
    enum status st = run(&t, paths, n, err);
    release(&t);
    return st;
}
