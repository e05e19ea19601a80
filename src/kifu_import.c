/* kifu_import.c: import for other programs; see kifu.h. */
#include "base/alloc.h"
#include "db/import/import.h"
#include "kifu_game.h"

static const struct msg UNKNOWN_GAME = {
    "unknown game \"%1\"; use shogi, go or chaturanga",
    "ゲーム「%1」はありません。shogi、go、chaturanga のいずれかです"};
static const struct msg UNKNOWN_DUPLICATES = {
    "unknown treatment of duplicates \"%1\"; use merge, skip or keep",
    "重複の扱い「%1」はありません。merge、skip、keep のいずれかです"};

/* An import and those who hear of it. */
struct kifu_import_run {
    const struct kifu_import_options *options;
    struct importer *importer;
    uint64_t all;
    struct kifu_stop *stop; /* the caller's, or own_stop */
    struct kifu_stop own_stop;
};

static void on_problem(void *ctx, enum problem_severity severity, const struct err *err)
{
    static const char *const names[] = {[PROBLEM_NOTE] = "note",
                                        [PROBLEM_LOST] = "lost",
                                        [PROBLEM_PARTIAL] = "partial",
                                        [PROBLEM_REJECTED] = "rejected"};
    const struct kifu_import_run *run = ctx;
    struct kifu_error error;
    if (!run->options->problem)
        return;
    kifu_error_from(&error, err);
    run->options->problem(run->options->ctx, names[severity], &error);
}

static void on_advance(void *ctx, uint64_t bytes)
{
    struct kifu_import_run *run = ctx;
    const struct kifu_import_options *opt = run->options;
    uint64_t games = run->importer ? importer_counts(run->importer)->games : 0;
    if (opt->progress && opt->progress(opt->ctx, bytes, run->all, games) != 0)
        kifu_stop_request(run->stop);
}

static enum status options_of(const struct kifu_import_options *from, struct import_options *to,
                              struct err *err)
{
    static const struct {
        const char *name;
        enum db_duplicates duplicates;
    } TREATMENTS[] = {{"merge", DUP_MERGE}, {"skip", DUP_SKIP}, {"keep", DUP_KEEP}};
    const size_t count = sizeof TREATMENTS / sizeof *TREATMENTS;
    size_t i = 0;
    to->threads = from->threads;
    if (from->game && !(to->game = game_by_name(span_of(from->game))))
        return err_set(err, STATUS_RANGE, &UNKNOWN_GAME, span_of(from->game), (struct span){0});
    while (from->duplicates && i < count &&
           !span_eq(span_of(TREATMENTS[i].name), span_of(from->duplicates)))
        i++;
    if (i == count)
        return err_set(err, STATUS_RANGE, &UNKNOWN_DUPLICATES, span_of(from->duplicates),
                       (struct span){0});
    to->duplicates = TREATMENTS[i].duplicates;
    return STATUS_OK;
}

static void counts_of(const struct import_counts *c, struct kifu_import_counts *out)
{
    *out = (struct kifu_import_counts){.files = c->files,
                                       .known_files = c->known_files,
                                       .games = c->games,
                                       .added = c->added,
                                       .duplicates = c->duplicates,
                                       .partial = c->partial,
                                       .lost = c->lost,
                                       .rejected = c->rejected,
                                       .unreadable = c->unreadable,
                                       .conflicts = c->conflicts,
                                       .plies = c->plies,
                                       .bytes = c->bytes};
}

static enum status import_paths(struct kifu_import_run *run, const char *db,
                                const char *const *paths, size_t n,
                                const struct import_options *opt, struct kifu_import_counts *counts,
                                struct err *err)
{
    const struct import_events events = {.ctx = run, .problem = on_problem, .advance = on_advance};
    enum status st =
        run->options->progress ? import_measure(paths, n, db, &run->all, err) : STATUS_OK;
    if (st == STATUS_OK)
        st = importer_open(&run->importer, db, opt, &events, err);
    if (st != STATUS_OK)
        return st;
    st = importer_run(run->importer, paths, n, err);
    if (st == STATUS_OK)
        st = importer_commit(run->importer, err);
    if (st == STATUS_OK)
        st = importer_status(run->importer, err);
    counts_of(importer_counts(run->importer), counts);
    importer_close(run->importer);
    return st;
}

KIFU_API int kifu_import(const char *db, const char *const *paths, size_t n,
                         const struct kifu_import_options *options,
                         struct kifu_import_counts *counts, struct kifu_error *error)
{
    static const struct kifu_import_options usual = {0};
    struct kifu_import_run run = {.options = options ? options : &usual};
    struct import_options opt = {0};
    struct err err;
    *counts = (struct kifu_import_counts){0};
    enum status st = options_of(run.options, &opt, &err);
    struct span *tags = mem_calloc(run.options->tag_count + 1, sizeof *tags);
    if (st == STATUS_OK && !tags)
        st = err_nomem(&err);
    for (size_t i = 0; i < run.options->tag_count && st == STATUS_OK; i++)
        tags[i] = span_of(run.options->tags[i]);
    run.stop = run.options->stop ? run.options->stop : &run.own_stop;
    opt.cancelled = &run.stop->requested;
    opt.tags = tags;
    opt.tag_count = run.options->tag_count;
    if (st == STATUS_OK)
        st = import_paths(&run, db, paths, n, &opt, counts, &err);
    mem_free(tags);
    if (st != STATUS_OK)
        kifu_error_from(error, &err);
    return st == STATUS_OK ? 0 : -1;
}
