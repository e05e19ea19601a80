/* kifu_calibrate.c: calibration curves for other programs; see kifu_report.h. */
#include "base/alloc.h"
#include "base/text/json.h"
#include "engine/eval/eval.h"
#include "engine/eval/weights.h"
#include "kifu_game.h"
#include "kifu_query.h"
#include "kifu_report.h"
#include "query/language/tree.h"
#include "query/plan/db_lookup.h"
#include "values/curves/curves.h"
#include "values/fit/effects.h"
#include "values/fit/term_refit.h"
#include "values/sheet/outcome.h"
#include "view/report/curve_report.h"
#include "view/report/effect_report.h"

static const struct msg NOT_SHOGI = {"%1 is not a shogi database",
                                     "%1 は将棋のデータベースではありません"};
static const struct msg NOT_A_VALUE = {
    "unknown kind of value \"%1\"; use static, quiescence or record",
    "評価値の種類「%1」はありません。static、quiescence、record "
    "のいずれかです"};
static const struct msg NOT_A_PRESET = {
    "unknown preset %1; use progress, rooks, bishops, knights, paper or common",
    "プリセット %1 はありません。progress、rooks、bishops、knights、paper、common のいずれかです"};

struct kifu_calibration {
    const struct kifu_calibrate_options *options;
    struct kifu_query in;
    uint32_t count;
    struct conditions conditions;
    struct weights *weights;
    struct value_source *value_source;
    struct sheet_options sheet_options;
    struct curve_options curve_options;
    struct sheets sheets;
    struct curves curves;
    struct effects effects;
    struct buf out;
};

static void calibration_release(struct kifu_calibration *c)
{
    effects_release(&c->effects);
    curves_release(&c->curves);
    sheets_close(&c->sheets);
    conditions_release(&c->conditions);
    value_source_close(c->value_source);
    weights_close(c->weights);
    kifu_query_release(&c->in);
}

/* --- What is wanted ---------------------------------------------------------------------------- */

static enum status add_condition(struct kifu_calibration *c, const char *text, struct err *err)
{
    struct query q;
    enum status st = db_lookup_parse(&q, c->in.dbs[0]->game, c->in.named, span_of(text), c->in.dbs,
                                     c->count, err);
    if (st == STATUS_OK)
        return conditions_add(&c->conditions, &q, err);
    query_release(&q);
    return st;
}

static enum status add_conditions(struct kifu_calibration *c, struct err *err)
{
    const struct kifu_calibrate_options *o = c->options;
    const char *name = o->preset ? o->preset : "progress";
    const struct condition_preset *preset = condition_preset(name);
    enum status st = STATUS_OK;
    for (size_t i = 0; i < o->when_count && st == STATUS_OK; i++)
        st = add_condition(c, o->when[i], err);
    if (st != STATUS_OK || (o->when_count && !o->preset))
        return st;
    if (!preset)
        return err_set(err, STATUS_RANGE, &NOT_A_PRESET, span_of(name), (struct span){0});
    for (size_t i = 0; preset->queries[i] && st == STATUS_OK; i++)
        st = add_condition(c, preset->queries[i], err);
    return st;
}

/* Engines are not started for other programs: those have their own ways to run one. */
static enum status open_values(struct kifu_calibration *c, struct err *err)
{
    static const char *const KINDS[] = {"static", "quiescence", "record"};
    const char *kind = c->options->value ? c->options->value : KINDS[0];
    const char *weights = c->options->weights ? c->options->weights : "paper";
    const struct value_source_options o = {.weights = weights,
                                           .cancelled = kifu_stop_flag(c->options->stop)};
    bool known = false;
    for (size_t i = 0; i < sizeof KINDS / sizeof *KINDS; i++)
        known |= span_eq(span_of(kind), span_of(KINDS[i]));
    if (!known)
        return err_set(err, STATUS_RANGE, &NOT_A_VALUE, span_of(kind), (struct span){0});
    enum status st = weights_open(&c->weights, weights, err);
    if (st != STATUS_OK)
        return st;
    const struct eval eval = weights_eval(c->weights);
    if (eval.type == &eval_paper) /* its rule of progress is that of the terms */
        c->sheet_options.rule = ((const struct paper *)eval.weights)->rule;
    st = value_source_open(&c->value_source, kind, &o, err);
    c->sheet_options.value_source = c->value_source;
    return st;
}

static void read_figures(struct kifu_calibration *c)
{
    const struct kifu_calibrate_options *o = c->options;
    c->sheet_options = SHEET_DEFAULTS;
    c->sheet_options.no_cache = !o->keep;
    c->sheet_options.threads = o->threads;
    c->sheet_options.cancelled = kifu_stop_flag(o->stop);
    c->curve_options = CURVE_DEFAULTS;
    c->curve_options.threads = o->threads;
    c->curve_options.cancelled = kifu_stop_flag(o->stop);
    if (o->bin)
        c->curve_options.bin = o->bin < INT32_MAX ? (int)o->bin : INT32_MAX;
    if (o->min_positions)
        c->curve_options.min_positions = o->min_positions;
    if (o->resamples)
        c->curve_options.resamples = o->resamples;
    if (o->seed)
        c->curve_options.seed = o->seed;
    if (c->in.query.nodes[c->in.query.root].op != Q_TRUE) /* an empty query is about everything */
        c->sheet_options.q = &c->in.query;
}

static enum status calibration_open(struct kifu_calibration *c, struct kifu_db *const *dbs,
                                    size_t count, struct err *err)
{
    enum status st =
        kifu_query_open(&c->in, dbs, count, c->options->query ? c->options->query : "", err);
    if (st != STATUS_OK)
        return st;
    c->count = (uint32_t)count;
    if (!engine_has_game(c->in.dbs[0]->game))
        return err_set(err, STATUS_UNSUPPORTED, &NOT_SHOGI, span_of(c->in.dbs[0]->path),
                       (struct span){0});
    read_figures(c);
    st = add_conditions(c, err);
    return st == STATUS_OK ? open_values(c, err) : st;
}

/* --- Curves ------------------------------------------------------------------------------------ */

static enum status find_curves(struct kifu_calibration *c, struct err *err)
{
    const struct term_refit f = {.sheets = &c->sheets,
                                 .sheet_options = &c->sheet_options,
                                 .curve_options = &c->curve_options,
                                 .conditions = &c->conditions};
    const struct effect_options o = {.threads = c->options->threads,
                                     .cancelled = kifu_stop_flag(c->options->stop)};
    enum status st = sheets_open(&c->sheets, c->in.dbs, c->count, &c->sheet_options, err);
    if (st == STATUS_OK)
        st = conditions_match(&c->conditions, &c->sheets, &c->sheet_options, err);
    if (st != STATUS_OK || c->sheets.chosen == 0)
        return st;
    st = term_refit_curves(&f, NULL, &c->curves, err);
    if (st == STATUS_OK && c->conditions.count)
        st = effects_run(&c->effects, &c->sheets, &c->sheet_options, &c->conditions, &o, err);
    return st;
}

static void add_curve(struct kifu_calibration *c, struct span name, const struct curve *curve,
                      const struct condition_effect *effect)
{
    struct json j;
    json_init(&j, &c->out);
    json_open_object(&j);
    curve_fields_to_json(&j, name, curve);
    if (effect)
        effect_to_json(&j, effect);
    json_end(&j);
    json_line(&j);
}

static void add_curves(struct kifu_calibration *c)
{
    if (c->sheets.chosen == 0) /* there is nothing to draw */
        return;
    add_curve(c, SPAN(""), &c->curves.all, NULL);
    for (uint32_t i = 0; i < c->conditions.count; i++)
        add_curve(c, span_of(c->conditions.at[i].name), &c->curves.conditions[i],
                  c->effects.count ? &c->effects.at[i] : NULL);
}

KIFU_API char *kifu_calibrate(struct kifu_db *const *dbs, size_t count,
                              const struct kifu_calibrate_options *options,
                              struct kifu_error *error)
{
    static const struct kifu_calibrate_options usual = {0};
    struct kifu_calibration c = {.options = options ? options : &usual};
    struct err err;
    buf_init(&c.out, SIZE_MAX / 2);
    conditions_init(&c.conditions);
    enum status st = calibration_open(&c, dbs, count, &err);
    if (st == STATUS_OK)
        st = find_curves(&c, &err);
    if (st == STATUS_OK)
        st = db_status_all(c.in.dbs, c.count, &err);
    if (st == STATUS_OK)
        add_curves(&c);
    calibration_release(&c);
    return kifu_text_from(&c.out, st, &err, NULL, error);
}
