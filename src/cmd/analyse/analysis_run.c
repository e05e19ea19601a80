/* analysis_run.c: see analysis_run.h.
 *
 * A block of the work queue is a game; its result is what analysis_encode() makes of the searched
 * positions, or nothing if the game could not be read, which is found again when it is taken. */
#include "cmd/analyse/analysis_run.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <xxhash.h>

#include "base/alloc.h"
#include "base/work/pool.h"
#include "cluster/work_queue.h"
#include "cmd/analyse/analysis_table.h"
#include "cmd/frame/msg_fold.h"
#include "view/analysis/analysis_json.h"
#include "view/analysis/analysis_record.h"
#include "view/analysis/analysis_svg.h"

/* A thread's own. */
struct analysis_worker {
    struct analysis_run *run;
    struct analyst_worker *analyst;
    struct analysis_reader reader;
    struct analysed_position *positions;
    size_t cap;
};

struct analysis_run {
    struct cmd_env *env;
    const struct analysis_list *list;
    const struct analysis_options *o;
    struct analyst *analyst;
    struct analysis_worker *workers; /* owned: one for each thread, and one for taking */
    unsigned threads;
    struct journal *journal;
    atomic_bool over;
    pthread_mutex_t lock; /* of progress, and of messages beside it */
    struct progress progress;
    struct game_output records, plots;
    struct player_table table;
    struct msg_fold fold;
    struct buf text, bytes, utf8;
    uint64_t done, failed; /* games */
    unsigned losses;
};

/* --- A game searched -------------------------------------------------------------------------- */

static bool count_position(void *ctx, uint32_t ply, const struct analysed_position *at)
{
    struct analysis_run *r = ctx;
    (void)ply;
    (void)at;
    pthread_mutex_lock(&r->lock);
    progress_add(&r->progress, 1);
    pthread_mutex_unlock(&r->lock);
    return true;
}

static enum status grow_positions(struct analysis_worker *w, struct err *err)
{
    const size_t count = (size_t)w->reader.plies + 1;
    if (count <= w->cap)
        return STATUS_OK;
    struct analysed_position *grown = mem_realloc_array(w->positions, count, sizeof *grown);
    if (!grown)
        return err_nomem(err);
    w->positions = grown;
    w->cap = count;
    return STATUS_OK;
}

static enum status open_worker(struct analysis_worker *w, struct err *err)
{
    return w->analyst ? STATUS_OK : analyst_worker_open(&w->analyst, w->run->analyst, err);
}

static bool ends_all(enum status status)
{
    return status == STATUS_NOMEM || status == STATUS_CANCELLED;
}

static enum status search_game(void *ctx, uint64_t block, unsigned worker, struct buf *out,
                               struct err *err)
{
    struct analysis_run *r = ctx;
    struct analysis_worker *w = &r->workers[worker];
    struct record *rec;
    enum status status = analysis_list_read(r->list, block, &w->reader, &rec, err);
    if (status != STATUS_OK)
        return ends_all(status) ? status : STATUS_OK;
    status = grow_positions(w, err);
    if (status == STATUS_OK)
        status = open_worker(w, err);
    const struct analyst_game game = {.start = &w->reader.start,
                                      .moves = w->reader.moves,
                                      .plies = w->reader.plies,
                                      .done = count_position,
                                      .ctx = r};
    if (status == STATUS_OK)
        status = analyst_run(w->analyst, &game, w->positions, err);
    if (status == STATUS_OK)
        analysis_encode(w->positions, w->reader.plies, out);
    return status == STATUS_OK && buf_status(out) != STATUS_OK ? err_nomem(err) : status;
}

/* --- What becomes of it ----------------------------------------------------------------------- */

static void warn(struct analysis_run *r, const struct err *err)
{
    pthread_mutex_lock(&r->lock);
    if (msg_fold_add(&r->fold, r->env, err)) {
        progress_wipe(&r->progress);
        cmd_warn(r->env, err);
    }
    pthread_mutex_unlock(&r->lock);
}

/* Files are called by the game's id, or as the record is. */
static enum status write_game(struct analysis_run *r, struct game_output *out,
                              const struct analysis_item *item, const struct record *rec,
                              struct span text, struct err *err)
{
    char id[16];
    snprintf(id, sizeof id, "%" PRIu32, item->id);
    struct span label =
        item->has_id ? span_of(id) : output_name_in_operand(rec->label, item->strip);
    const uint32_t number = !item->has_id && rec->number_in_file ? rec->number_in_file + 1 : 0;
    enum status status = game_output_write(out, label, number, text, err);
    if (status != STATUS_RANGE)
        return status;
    warn(r, err);
    r->failed++;
    return STATUS_OK;
}

static bool reports_to_stdout(const struct analysis_run *r)
{
    return !(r->o->records && !r->records.to_file && !r->records.to_directory);
}

/* "#12 ▲Name 92.3 %  △Name 88.1 %  112 moves", for one of many games. */
static void add_row(const struct analysis_view *v, enum lang lang, struct buf *out)
{
    static const struct msg MOVES = {"%1 moves", "%1手"};
    if (v->has_id)
        buf_printf(out, "#%" PRIu32 " ", v->id);
    for (int side = 0; side < 2; side++) {
        const struct analysed_player *p = &v->a->players[side];
        analysis_add_player(v, side, lang, out);
        if (p->moves)
            buf_printf(out, " %.1f %% (%u-%u-%u)  ", p->accuracy, p->classes[MOVE_INACCURACY],
                       p->classes[MOVE_MISTAKE], p->classes[MOVE_BLUNDER]);
        else
            buf_add_str(out, " –  ");
    }
    msg_format(&MOVES, lang, SPAN_U64(v->a->plies), (struct span){0}, out);
    buf_add_char(out, '\n');
}

static enum status print_game(struct analysis_run *r, const struct analysis_view *v,
                              struct err *err)
{
    const bool full = r->o->full || r->list->count == 1;
    buf_clear(&r->text);
    if (!reports_to_stdout(r))
        return STATUS_OK;
    if (r->env->json) {
        struct json j;
        json_init(&j, &r->text);
        analysis_to_json(v, &j);
        json_line(&j);
    } else if (full) {
        buf_add_str(&r->text, r->done ? "\n" : "");
        analysis_add_report(v, r->env->lang, &r->text);
    } else {
        add_row(v, r->env->lang, &r->text);
    }
    if (buf_status(&r->text) != STATUS_OK)
        return err_nomem(err);
    fwrite(r->text.p, 1, r->text.n, r->env->out);
    return STATUS_OK;
}

static enum status plot_game(struct analysis_run *r, const struct analysis_view *v,
                             const struct analysis_item *item, struct err *err)
{
    if (!r->o->plots)
        return STATUS_OK;
    buf_clear(&r->bytes);
    enum status status = analysis_to_svg(v, r->env->lang, &r->bytes, err);
    return status == STATUS_OK ? write_game(r, &r->plots, item, v->rec, buf_span(&r->bytes), err)
                               : status;
}

/* The last thing that is done with the record, which it changes. */
static enum status record_game(struct analysis_run *r, const struct analysis_view *v,
                               const struct analysis_item *item, struct record *rec,
                               struct err *err)
{
    unsigned losses = 0;
    if (!r->o->format)
        return STATUS_OK;
    buf_clear(&r->bytes);
    buf_clear(&r->utf8);
    enum status status = analysis_annotate(v, rec, r->env->lang, err);
    if (status == STATUS_OK)
        status = format_write(r->o->format, rec, r->o->charset, &r->utf8, &r->bytes, &losses, err);
    r->losses |= losses;
    return status == STATUS_OK ? write_game(r, &r->records, item, rec, buf_span(&r->bytes), err)
                               : status;
}

static enum status add_to_table(struct analysis_run *r, const struct analysis_view *v,
                                struct err *err)
{
    enum status status = STATUS_OK;
    for (int side = 0; side < 2 && status == STATUS_OK; side++)
        status = player_table_add(&r->table, record_header(v->rec, HEADER_PLAYER + side),
                                  &v->a->players[side], err);
    return status;
}

/* Counts the game: one of which no move has both values has come to nothing. */
static void count_game(struct analysis_run *r, const struct game_analysis *a, struct span label)
{
    static const struct msg WITHOUT = {"%1 of %2 positions have no value: the engine gave none",
                                       "%2 局面中 %1 "
                                       "局面の評価値がありません（エンジンが返しませんでした）"};
    const bool known = a->players[0].moves || a->players[1].moves;
    uint64_t missing = 0;
    struct err err;
    for (uint32_t p = 0; p <= a->plies; p++)
        missing += a->positions[p].value == THINK_NO_VALUE;
    if (missing) {
        err_set(&err, STATUS_NOT_FOUND, &WITHOUT, SPAN_U64(missing),
                SPAN_U64((uint64_t)a->plies + 1));
        err_in_file(&err, label);
        warn(r, &err);
    }
    if (a->plies && !known)
        r->failed++;
    else
        r->done++;
}

static enum status take_analysis(struct analysis_run *r, struct analysis_worker *w,
                                 const struct analysis_item *item, struct record *rec,
                                 struct err *err)
{
    struct game_analysis a = {.start = &w->reader.start,
                              .moves = w->reader.moves,
                              .plies = w->reader.plies,
                              .positions = w->positions,
                              .scale = analyst_scale(r->analyst)};
    struct analysis_view v = {.a = &a,
                              .rec = rec,
                              .engine = analyst_name(r->analyst),
                              .nodes = r->o->analyst.nodes,
                              .has_id = item->has_id,
                              .id = item->id};
    enum status status = game_analysis_compute(&a, err);
    if (status == STATUS_OK)
        status = analysis_view_open(&v, err);
    if (status == STATUS_OK)
        status = print_game(r, &v, err);
    if (status == STATUS_OK)
        status = plot_game(r, &v, item, err);
    if (status == STATUS_OK)
        status = add_to_table(r, &v, err);
    if (status == STATUS_OK)
        status = record_game(r, &v, item, rec, err);
    if (status == STATUS_OK)
        count_game(r, &a, rec->label);
    analysis_view_release(&v);
    game_analysis_release(&a);
    return status;
}

/* A game that cannot be read costs that game. */
static enum status take_game(void *ctx, uint64_t block, const struct work_queue_result *result,
                             struct err *err)
{
    struct analysis_run *r = ctx;
    struct analysis_worker *w = &r->workers[r->threads];
    const struct analysis_item *item = &r->list->at[block];
    struct record *rec;
    struct err why;
    if (cmd_should_stop(r->env))
        return STATUS_CANCELLED;
    enum status status = analysis_list_read(r->list, block, &w->reader, &rec, &why);
    if (status == STATUS_OK)
        status = grow_positions(w, &why);
    if (status == STATUS_OK)
        status = analysis_decode(result->bytes, &w->reader.start, w->reader.moves, w->reader.plies,
                                 w->positions, &why);
    if (status == STATUS_OK)
        return take_analysis(r, w, item, rec, err);
    if (ends_all(status)) {
        *err = why;
        return status;
    }
    warn(r, &why);
    r->failed++;
    return STATUS_OK;
}

/* --- All of it -------------------------------------------------------------------------------- */

static enum status open_journal(struct analysis_run *r, struct err *err)
{
    static const struct msg GOING_ON = {"resuming: %1 of %2 games are done",
                                        "再開します: %2 局のうち %1 局は済んでいます"};
    char there[24], all[24];
    if (!r->o->journal)
        return STATUS_OK;
    const uint64_t parts[] = {r->list->fingerprint, analyst_fingerprint(r->analyst),
                              r->list->count};
    enum status status =
        journal_open(&r->journal, r->o->journal, XXH3_64bits(parts, sizeof parts), err);
    if (status != STATUS_OK || journal_count(r->journal) == 0)
        return status;
    snprintf(there, sizeof there, "%" PRIu64, journal_count(r->journal));
    snprintf(all, sizeof all, "%zu", r->list->count);
    cmd_note(r->env, &GOING_ON, there, all);
    r->env->force = true; /* files in a folder are those of the run before */
    for (uint64_t i = 0; i < r->list->count; i++)
        if (journal_has(r->journal, i))
            r->progress.done += (uint64_t)r->list->at[i].plies + 1;
    return STATUS_OK;
}

static void close_journal(struct analysis_run *r, bool finished)
{
    static const struct msg KEPT = {
        "games analysed so far are in %1; run the same command again to resume",
        "途中までの解析は %1 にあります。同じコマンドを実行すると再開します"};
    if (!r->journal)
        return;
    if (finished) {
        journal_finish(r->journal);
        return;
    }
    const bool some = journal_size(r->journal) > JOURNAL_HEAD_BYTES;
    journal_close(r->journal);
    if (some)
        cmd_note(r->env, &KEPT, r->o->journal, NULL);
}

static enum status open_run(struct analysis_run *r, struct err *err)
{
    struct analyst_options opt = r->o->analyst;
    opt.cancelled = &r->over;
    opt.open_cancelled = r->env->cancelled; /* nothing looks after `over` yet */
    r->workers = mem_calloc((size_t)r->threads + 1, sizeof *r->workers);
    if (!r->workers)
        return err_nomem(err);
    for (unsigned i = 0; i <= r->threads; i++) {
        r->workers[i].run = r;
        analysis_reader_init(&r->workers[i].reader);
    }
    enum status status = analyst_open(&r->analyst, &opt, err);
    if (status == STATUS_OK && r->o->records)
        status = game_output_open(&r->records, err);
    if (status == STATUS_OK && r->o->plots)
        status = game_output_open(&r->plots, err);
    return status;
}

static void close_run(struct analysis_run *r)
{
    for (unsigned i = 0; r->workers && i <= r->threads; i++) {
        analyst_worker_close(r->workers[i].analyst);
        analysis_reader_release(&r->workers[i].reader);
        mem_free(r->workers[i].positions);
    }
    mem_free(r->workers);
    analyst_close(r->analyst);
    game_output_release(&r->records);
    game_output_release(&r->plots);
    player_table_release(&r->table);
    msg_fold_release(&r->fold);
    progress_release(&r->progress);
    buf_release(&r->text);
    buf_release(&r->bytes);
    buf_release(&r->utf8);
    pthread_mutex_destroy(&r->lock);
}

static enum status search_all(struct analysis_run *r, struct err *err)
{
    static const struct msg ANALYSING = {"analysing", "解析中"}, UNIT = {"positions", "局面"};
    const struct work_queue_ops ops = {.ctx = r,
                                       .blocks = r->list->count,
                                       .threads = r->threads,
                                       .work = search_game,
                                       .take = take_game,
                                       .cancelled = r->env->cancelled,
                                       .over = &r->over,
                                       .journal = r->journal};
    const uint64_t there = r->progress.done;
    progress_start(&r->progress, &ANALYSING, &UNIT, r->list->positions);
    if (there)
        progress_set(&r->progress, there);
    enum status status = work_queue_run(NULL, STATUS_OK, &ops, err);
    progress_finish(&r->progress);
    return status;
}

static enum status report_players(struct analysis_run *r, struct err *err)
{
    player_table_sort(&r->table);
    buf_clear(&r->text);
    if (r->list->count > 1 && reports_to_stdout(r)) {
        if (r->env->json)
            analysis_table_json(&r->table, &r->text);
        else
            analysis_table_text(&r->table, r->env->lang, &r->text);
        if (buf_status(&r->text) != STATUS_OK)
            return err_nomem(err);
        fwrite(r->text.p, 1, r->text.n, r->env->out);
    }
    return r->o->table ? analysis_table_write(&r->table, r->o->table, err) : STATUS_OK;
}

static void report_losses(struct analysis_run *r)
{
    static const struct msg LOSSES = {"not kept in this format: %1",
                                      "この形式に入らなかったもの: %1"};
    struct buf names;
    buf_init(&names, BUF_DEFAULT_MAX);
    record_loss_names(r->losses, r->env->lang, &names);
    if (r->losses)
        cmd_note(r->env, &LOSSES, buf_cstr(&names), NULL);
    buf_release(&names);
}

static int finish(struct analysis_run *r, enum status status, struct err *err)
{
    const bool good = status == STATUS_OK;
    int code = good ? CMD_OK : CMD_ERROR;
    msg_fold_print(&r->fold, r->env);
    if (!good && status != STATUS_CANCELLED)
        code = cmd_fail(r->env, err);
    if (r->o->records)
        code = game_output_close(&r->records, good && r->records.written > 0, code);
    if (r->o->plots)
        code = game_output_close(&r->plots, good && r->plots.written > 0, code);
    close_journal(r, code == CMD_OK);
    if (code != CMD_OK)
        return code;
    report_losses(r);
    return r->done ? CMD_OK : CMD_ERROR;
}

int analysis_run(struct cmd_env *env, const struct analysis_list *list,
                 const struct analysis_options *o)
{
    struct analysis_run r = {.env = env, .list = list, .o = o};
    struct err err = {0};
    r.threads = env->threads ? env->threads : pool_cpu_count();
    if (r.threads > list->count)
        r.threads = (unsigned)list->count;
    pthread_mutex_init(&r.lock, NULL);
    buf_init(&r.text, BUF_DEFAULT_MAX);
    buf_init(&r.bytes, BUF_DEFAULT_MAX);
    buf_init(&r.utf8, BUF_DEFAULT_MAX);
    cmd_progress_init(env, &r.progress);
    game_output_init(&r.records, env, o->records ? o->records : "-");
    game_output_init(&r.plots, env, o->plots ? o->plots : "-");
    r.records.extension = o->format ? o->format->extensions[0] : "kif";
    r.records.separator = o->format ? o->format->separator : NULL;
    r.plots.extension = "svg";
    enum status status = open_run(&r, &err);
    if (status == STATUS_OK)
        status = open_journal(&r, &err);
    if (status == STATUS_OK)
        status = search_all(&r, &err);
    if (status == STATUS_OK)
        status = report_players(&r, &err);
    int code = finish(&r, status, &err);
    close_run(&r);
    return code;
}
