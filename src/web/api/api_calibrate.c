/* api_calibrate.c: /api/calibrate: how often positions of a value are won, under conditions; the
 * conditions under which values are most wrong; and weights that put it right.  The same steps as
 * `kifu calibrate`, told while they go on:
 *
 *     progress …      whatever takes a while
 *     judged          what there is to look at        } for each class of
 *     curve …         of all positions, and of each    } games, if there are
 *                     condition with its opposite      } several
 *     difference …    of effects in classes
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
#include "view/report/effect_report.h"
#include "view/report/fit_json.h"
#include "web/api/calibrate_request.h"
#include "web/api/events.h"

struct calibration {
    struct api_call *call;
    struct calibrate_request request;
    const struct class_request *class; /* that is looked at now, as the next three */
    struct conditions opposites;
    struct sheets sheets;
    struct curves curves; /* of the conditions, then of their opposites */
    struct effects effects[CALIBRATE_MOST_CLASSES];
    struct progress progress;
};

static struct effects *effects_of(struct calibration *c)
{
    return &c->effects[c->class - c->request.classes];
}

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

static void class_to_json(const struct calibration *c, struct json *j)
{
    if (c->class->name)
        json_key_cstr(j, "class", c->class->name);
}

static void report_judged(struct calibration *c)
{
    struct json *j = events_open(c->call, "judged");
    json_open_object(j);
    class_to_json(c, j);
    json_key_u64(j, "positions", c->sheets.chosen);
    json_key_u64(j, "games", c->sheets.games);
    json_key_u64(j, "of", c->sheets.rows);
    json_key_u64(j, "twins", c->sheets.twins);
    json_key_u64(j, "min_positions", curve_min_positions(&c->request.curves, &c->sheets));
    json_key_str(j, "by", value_source_line(c->request.value_source));
    json_key_bool(j, "kept", !c->sheets.unwritten);
    json_end(j);
    events_send(c->call);
}

/* The fields that the command prints. */
static void curve_as_json(const struct calibration *c, uint32_t condition, struct json *j)
{
    const struct effects *e = &c->effects[c->class - c->request.classes];
    json_key(j, "curve");
    json_open_object(j);
    curve_fields_to_json(j, span_of(c->class->conditions.at[condition].name),
                         &c->curves.conditions[condition]);
    if (e->count)
        effect_to_json(j, &e->at[condition]);
    class_to_json(c, j);
    json_end(j);
}

static void report_curve(struct calibration *c, uint32_t condition)
{
    struct json *j = events_open(c->call, "curve");
    json_open_object(j);
    curve_as_json(c, condition, j);
    json_key(j, "opposite");
    curve_to_json(j, span_of(c->opposites.at[condition].name),
                  &c->curves.conditions[c->class->conditions.count + condition]);
    json_end(j);
    events_send(c->call);
}

static void report_curves(struct calibration *c)
{
    struct json *j = events_open(c->call, "curve");
    json_open_object(j);
    json_key(j, "curve");
    json_open_object(j);
    curve_fields_to_json(j, SPAN(""), &c->curves.all);
    class_to_json(c, j);
    json_end(j);
    json_end(j);
    events_send(c->call);
    for (uint32_t i = 0; i < c->class->conditions.count; i++)
        report_curve(c, i);
}

static enum status find_effects(struct calibration *c, struct err *err)
{
    if (!c->request.has_effects || !c->class->conditions.count)
        return STATUS_OK;
    return effects_run(effects_of(c), &c->sheets, &c->request.sheet, &c->class->conditions,
                       &c->request.effects, err);
}

static enum status draw_curves(struct calibration *c, struct err *err)
{
    const uint32_t n = c->class->conditions.count;
    struct curve_condition *list = mem_calloc((size_t)n * 2 + 1, sizeof *list);
    enum status st = list ? STATUS_OK : err_nomem(err);
    if (st == STATUS_OK)
        st = conditions_oppose(&c->opposites, &c->class->conditions, &c->sheets, err);
    if (st == STATUS_OK) {
        conditions_for_curves(&c->class->conditions, list);
        conditions_for_curves(&c->opposites, list + n);
        const struct curve_request q = {
            .sheets = &c->sheets, .conditions = list, .count = n * 2, .part = CURVES_ALL};
        st = curves_run(&c->curves, &q, &c->request.curves, err);
    }
    mem_free(list);
    progress_set(&c->progress, 2);
    if (st == STATUS_OK)
        st = find_effects(c, err);
    if (st == STATUS_OK)
        report_curves(c);
    return st;
}

/* What the first class has more than each that shares no database with it. */
static void report_differences(struct calibration *c)
{
    const struct class_request *classes = c->request.classes;
    const struct effect_class first = {classes[0].name, &c->effects[0]};
    for (uint32_t k = 1; k < c->request.class_count; k++) {
        const struct effect_class other = {classes[k].name, &c->effects[k]};
        if (class_requests_share(&classes[0], &classes[k]) || !other.effects->count)
            continue;
        for (uint32_t i = 0; i < first.effects->count; i++) {
            effect_difference_to_json(events_open(c->call, "difference"), &first, &other, i);
            events_send(c->call);
        }
    }
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
                           .conditions = &c->class->conditions,
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

static void report_findings(struct calibration *c, const struct discoveries *d)
{
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
        discovery_to_json(events_open(c->call, "finding"), &d->at[i], c->class->names);
        events_send(c->call);
    }
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
        report_findings(c, &d);
    discoveries_release(&d);
    return st;
}

/* --- All of it -------------------------------------------------------------------------------- */

/* Where conditions hold, their curves, their effects. */
enum { STEPS = 3 };

static enum status run_class(struct calibration *c, struct err *err)
{
    static const struct msg COMPARING = {"comparing", "比較中"}, UNIT = {"steps", "段階"};
    struct calibrate_request *a = &c->request;
    struct class_request *class = &a->classes[c->class - a->classes];
    /* an empty query is about everything */
    const bool is_all = class->query.nodes[class->query.root].op == Q_TRUE;
    a->sheet.q = is_all ? NULL : &class->query;
    enum status st =
        api_stored(sheets_open(&c->sheets, class->dbs, class->count, &a->sheet, err), err);
    progress_start(&c->progress, &COMPARING, &UNIT, STEPS);
    if (st == STATUS_OK)
        st = api_stored(conditions_match(&class->conditions, &c->sheets, &a->sheet, err), err);
    if (st != STATUS_OK)
        return st;
    progress_set(&c->progress, 1);
    report_judged(c);
    if (c->sheets.chosen == 0) /* said by what was judged: there is nothing to draw */
        return STATUS_OK;
    if (class->conditions.count || !a->discovers)
        st = draw_curves(c, err);
    if (st == STATUS_OK && a->fits)
        st = fit(c, err);
    if (st == STATUS_OK && a->discovers)
        st = discover(c, err);
    return st;
}

/* One class after another, so that only one has its sheets in memory. */
static enum status calibrate(struct calibration *c, struct err *err)
{
    enum status st = STATUS_OK;
    c->request.sheet.progress = &c->progress;
    for (uint32_t i = 0; i < c->request.class_count && st == STATUS_OK; i++) {
        c->class = &c->request.classes[i];
        st = run_class(c, err);
        curves_release(&c->curves);
        conditions_release(&c->opposites);
        sheets_close(&c->sheets);
    }
    if (st == STATUS_OK)
        report_differences(c);
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
        for (uint32_t i = 0; i < c->request.class_count; i++)
            effects_release(&c->effects[i]);
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
