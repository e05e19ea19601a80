/* api_calibrate.c: /api/calibrate: how often positions of a value are won, under conditions; the
 * conditions under which values are most wrong; and weights that put it right.  The same steps as
 * `kifu calibrate`, told while they go on:
 *
 *     progress …      whatever takes a while
 *     judged          what there is to look at
 *     curve …         of all positions, and of each condition with its opposite
 *     term … fit after …   or unfit: these values say nothing that could be fitted
 *     suspect …       as it is found; then
 *     findings finding …
 *     done
 *
 * Columns (values/sheet/sheet.h) are kept in the database's folder, as the command keeps them: there is
 * one for each of the few ways to judge.  Where queries match is not kept, for anybody may ask any
 * number of them.  Sheets that could not be kept live in memory while the question is answered; so
 * that they are there once, one calibration goes on at a time, and others wait. */
#include <string.h>
#include <time.h>

#include "base/alloc.h"
#include "view/report/curve_report.h"
#include "view/report/discovery_report.h"
#include "view/report/fit_json.h"
#include "web/api/calibrate_request.h"
#include "web/api/events.h"

struct calibration {
    struct api_call *call;
    struct calibrate_request request;
    struct conditions opposites;
    struct sheets sheets;
    struct curves curves; /* of the conditions, then of their opposites */
    struct progress progress;
};

/* --- Progress --------------------------------------------------------------------------------- */

/* What --progress=json would print, with what it is about in the asker's language. */
static void send_progress(void *ctx, struct span text)
{
    struct calibration *c = ctx;
    struct buf *body = &c->call->reply->body;
    struct json label;
    text = span_trim(text);
    buf_add_str(body, "event: progress\ndata: ");
    buf_add(body, text.p, text.n - 1); /* without the bracket that closes it */
    buf_add_str(body, ",\"label\":");
    json_init(&label, body);
    json_cstr(&label, msg_in(c->progress.what, c->call->lang));
    buf_add_char(body, '}');
    events_send(c->call);
}

static void show_step(void *ctx, unsigned step, double loss)
{
    struct calibration *c = ctx;
    (void)loss;
    progress_set(&c->progress, step);
}

static enum status wait_for_turn(struct calibration *c, struct err *err)
{
    static const struct msg WAITING = {"waiting", "待機中"}, UNIT = {"seconds", "秒"};
    const struct timespec pause = {.tv_nsec = 20000000};
    atomic_bool *busy = &c->call->site->calibrating;
    bool is_free = false;
    if (atomic_compare_exchange_strong(busy, &is_free, true))
        return STATUS_OK;
    progress_start(&c->progress, &WAITING, &UNIT, 0);
    for (uint64_t n = 0; !atomic_load(c->call->request->cancelled); n++) {
        is_free = false;
        if (atomic_compare_exchange_strong(busy, &is_free, true))
            return STATUS_OK;
        nanosleep(&pause, NULL);
        progress_set(&c->progress, n / 50);
    }
    return err_cancelled(err);
}

/* --- Curves ----------------------------------------------------------------------------------- */

static void report_judged(struct calibration *c)
{
    struct json *j = events_open(c->call, "judged");
    json_open_object(j);
    json_key_u64(j, "positions", c->sheets.chosen);
    json_key_u64(j, "games", c->sheets.games);
    json_key_u64(j, "of", c->sheets.rows);
    json_key_u64(j, "twins", c->sheets.twins);
    json_key_str(j, "by", value_source_line(c->request.value_source));
    json_key_bool(j, "kept", !c->sheets.unwritten);
    json_end(j);
    events_send(c->call);
}

static void report_curve(struct calibration *c, uint32_t condition)
{
    struct json *j = events_open(c->call, "curve");
    json_open_object(j);
    json_key(j, "curve");
    curve_to_json(j, span_of(c->request.conditions.at[condition].name),
                  &c->curves.conditions[condition]);
    json_key(j, "opposite");
    curve_to_json(j, span_of(c->opposites.at[condition].name),
                  &c->curves.conditions[c->request.conditions.count + condition]);
    json_end(j);
    events_send(c->call);
}

static void report_curves(struct calibration *c)
{
    struct json *j = events_open(c->call, "curve");
    json_open_object(j);
    json_key(j, "curve");
    curve_to_json(j, SPAN(""), &c->curves.all);
    json_end(j);
    events_send(c->call);
    for (uint32_t i = 0; i < c->request.conditions.count; i++)
        report_curve(c, i);
}

static enum status draw_curves(struct calibration *c, struct err *err)
{
    const uint32_t n = c->request.conditions.count;
    struct curve_condition *list = mem_calloc((size_t)n * 2 + 1, sizeof *list);
    enum status st = list ? STATUS_OK : err_nomem(err);
    if (st == STATUS_OK)
        st = conditions_oppose(&c->opposites, &c->request.conditions, &c->sheets, err);
    if (st == STATUS_OK) {
        conditions_for_curves(&c->request.conditions, list);
        conditions_for_curves(&c->opposites, list + n);
        const struct curve_request q = {
            .sheets = &c->sheets, .conditions = list, .count = n * 2, .part = CURVES_ALL};
        st = curves_run(&c->curves, &q, &c->request.curves, err);
    }
    mem_free(list);
    if (st == STATUS_OK)
        report_curves(c);
    return st;
}

/* --- The fit ---------------------------------------------------------------------------------- */

static void report_fit(struct calibration *c, const struct term_refit *f)
{
    for (uint32_t i = 0; i < f->fit.count; i++) {
        fit_term_to_json(events_open(c->call, "term"), &f->fit.terms[i]);
        events_send(c->call);
    }
    fit_to_json(events_open(c->call, "fit"), &f->fit);
    events_send(c->call);
    for (uint32_t i = 0; i < f->after.count; i++) {
        fit_curve_to_json(events_open(c->call, "after"), f, i);
        events_send(c->call);
    }
}

static enum status fit(struct calibration *c, struct err *err)
{
    static const struct msg FITTING = {"fitting", "当てはめ中"}, UNIT = {"steps", "回"};
    struct term_refit f = {.sheets = &c->sheets,
                           .sheet_options = &c->request.sheet,
                           .curve_options = &c->request.curves,
                           .conditions = &c->request.conditions,
                           .options = c->request.fit};
    f.options.ctx = c;
    f.options.step = show_step;
    progress_start(&c->progress, &FITTING, &UNIT, 0);
    enum status st = term_refit_run(&f, err);
    if (st == STATUS_OK)
        report_fit(c, &f);
    term_refit_release(&f);
    if (st != STATUS_RANGE)
        return st;
    struct json *j = events_open(c->call, "unfit"); /* the rest may still be told */
    json_open_object(j);
    http_error_member(j, err, c->call->lang);
    json_end(j);
    events_send(c->call);
    return STATUS_OK;
}

/* --- Finding conditions ----------------------------------------------------------------------- */

static void report_suspect(void *ctx, const char *query, double score, double tilt)
{
    struct calibration *c = ctx;
    struct json *j = events_open(c->call, "suspect");
    json_open_object(j);
    json_key_cstr(j, "condition", query);
    json_key_double(j, "score", score);
    json_key_double(j, "tilt", tilt);
    json_end(j);
    events_send(c->call);
}

static enum status report_findings(struct calibration *c, const struct discoveries *d,
                                   struct err *err)
{
    const char *const *names = api_database_names(c->call, &c->request.in);
    if (!names)
        return err_nomem(err);
    struct json *j = events_open(c->call, "findings");
    json_open_object(j);
    json_key_u64(j, "tested", d->tested);
    json_key_u64(j, "significant", d->significant);
    json_key_u64(j, "tested_pairs", d->tested_pairs);
    json_key_u64(j, "significant_pairs", d->significant_pairs);
    json_key_u64(j, "scored_games", d->scored_games);
    json_key_u64(j, "judged_games", d->held_out_games);
    curve_bins_to_json(j, "bins", &d->all);
    json_end(j);
    events_send(c->call);
    for (uint32_t i = 0; i < d->count; i++) {
        discovery_to_json(events_open(c->call, "finding"), &d->at[i], names);
        events_send(c->call);
    }
    return STATUS_OK;
}

static enum status discover(struct calibration *c, struct err *err)
{
    struct discover_options o = c->request.discover;
    struct discoveries d = {0};
    o.progress = &c->progress;
    o.suspect = report_suspect;
    o.ctx = c;
    enum status st = discover_run(&d, &c->sheets, &o, err);
    if (st == STATUS_OK)
        st = report_findings(c, &d, err);
    discoveries_release(&d);
    return st;
}

/* --- All of it -------------------------------------------------------------------------------- */

static enum status calibrate(struct calibration *c, struct err *err)
{
    struct calibrate_request *a = &c->request;
    a->sheet.progress = &c->progress;
    enum status st =
        api_stored(sheets_open(&c->sheets, a->in.dbs, a->in.count, &a->sheet, err), err);
    if (st == STATUS_OK)
        st = api_stored(conditions_match(&a->conditions, &c->sheets, &a->sheet, err), err);
    if (st != STATUS_OK)
        return st;
    report_judged(c);
    if (c->sheets.chosen == 0) /* said by what was judged: there is nothing to draw */
        return STATUS_OK;
    if (a->conditions.count || !a->discovers)
        st = draw_curves(c, err);
    if (st == STATUS_OK && a->fits)
        st = fit(c, err);
    if (st == STATUS_OK && a->discovers)
        st = discover(c, err);
    return st;
}

static enum status in_turn(struct calibration *c, struct err *err)
{
    const struct progress_writer writer = {.ctx = c, .write = send_progress};
    progress_init(&c->progress, PROGRESS_JSON, c->call->lang, &writer);
    conditions_init(&c->opposites);
    enum status st = wait_for_turn(c, err);
    if (st == STATUS_OK) {
        st = calibrate(c, err);
        curves_release(&c->curves);
        conditions_release(&c->opposites);
        sheets_close(&c->sheets);
        atomic_store(&c->call->site->calibrating, false);
    }
    progress_release(&c->progress);
    return st;
}

enum status api_calibrate(struct api_call *call, struct err *err)
{
    struct calibration c = {.call = call};
    enum status st = calibrate_request_read(&c.request, call, err);
    if (st == STATUS_OK) {
        events_begin(call);
        st = in_turn(&c, err);
    }
    if (st == STATUS_OK)
        st = events_done(call);
    calibrate_request_release(&c.request);
    return st;
}
