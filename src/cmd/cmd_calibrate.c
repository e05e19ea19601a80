/* cmd_calibrate.c: `kifu calibrate DB... [QUERY]`: where an evaluation is wrong, and the weights
 * that put it right.
 *
 *     values and results of all positions (values/sheet/sheet.h)
 *       ──▶ a curve for each condition (curves.h)     ──▶ table, JSON, --plot
 *       ──▶ its effect, with a sign (effects.h)       ──▶ the same, classes of games side by side
 *       ──▶ --fit: weights of new terms (term_fit.h)  ──▶ -o, and the curves once more
 *       ──▶ --discover: conditions by itself (discover.h) */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/io/file.h"
#include "cmd/frame/query_operands.h"
#include "cmd/parts/calibrate_classes.h"
#include "cmd/parts/calibrate_options.h"
#include "cmd/parts/fit_output.h"
#include "engine/eval/eval.h"
#include "values/discover/discover.h"
#include "values/fit/effects.h"
#include "view/report/curve_report.h"
#include "view/report/curve_svg.h"
#include "view/report/discovery_report.h"
#include "view/report/effect_report.h"

static const struct msg NOT_ON_CLUSTER = {
    "--discover cannot run in several processes; use kifu, not kifu-mpi",
    "--discover は複数のプロセスでは使えません。kifu-mpi ではなく kifu を使ってください"};

struct calibrate_cmd {
    struct cmd_env *env;
    const struct cmd_args *args;
    const struct calibrate_class *class; /* of the games; its name is NULL if there is but one */
    struct query_operands input;
    struct value_source *value_source;
    const char **engine_options; /* owned; the judge's as long as it is open */
    struct weights *weights;     /* of the evaluation */
    struct conditions conditions;
    struct sheet_options sheet_options;
    struct curve_options curve_options;
    bool fits;
    struct term_fit_options fit_options;
    struct sheets sheets;
    struct curves curves;
    struct effects effects; /* none if they are not wanted */
    struct progress progress;
};

/* --- What is asked
 * ---------------------------------------------------------------------------------- */

static int add_condition(struct calibrate_cmd *c, const char *text)
{
    struct query q;
    struct err err = {0};
    int code = query_operands_parse(&c->input, c->env, span_of(text), &q);
    if (code != CMD_OK) {
        query_release(&q);
        return code;
    }
    return conditions_add(&c->conditions, &q, &err) == STATUS_OK ? CMD_OK : cmd_fail(c->env, &err);
}

static int add_preset(struct calibrate_cmd *c, const char *name)
{
    static const struct msg UNKNOWN = {
        "unknown preset %1; use progress, rooks, bishops, knights, paper or common",
        "プリセット %1 はありません。progress、rooks、bishops、knights、paper、common "
        "のいずれかを指定してください"};
    const struct condition_preset *p = condition_preset(name);
    int code = p ? CMD_OK : cmd_misuse(c->env, &UNKNOWN, name);
    for (size_t i = 0; p && p->queries[i] && code == CMD_OK; i++)
        code = add_condition(c, p->queries[i]);
    return code;
}

/* In the order of the command line: presets and conditions as they come. */
static int read_conditions(struct calibrate_cmd *c)
{
    int code = CMD_OK;
    for (size_t i = 0; i < c->args->n_values && code == CMD_OK; i++) {
        const struct option_value *v = &c->args->values[i];
        if (v->id == OPT_WHEN)
            code = add_condition(c, v->text);
        else if (v->id == OPT_PRESET)
            code = add_preset(c, v->text);
    }
    if (code == CMD_OK && c->conditions.count == 0 && !args_flag(c->args, OPT_DISCOVER))
        code = add_preset(c, "progress");
    return code;
}

static int open_judge(struct calibrate_cmd *c)
{
    struct value_source_options o = {
        .weights = args_text(c->args, OPT_WEIGHTS, "paper"),
        .nodes = (uint64_t)args_int(c->args, OPT_VALUE_NODES, 0),
        .path = getenv("PATH"),
        .sample = (uint32_t)args_int(c->args, OPT_SAMPLE, 0),
        .cancelled = c->env->cancelled,
    };
    struct err err = {0};
    size_t n = args_count(c->args, OPT_ENGINE_OPTION);
    c->engine_options = mem_calloc(n + 1, sizeof *c->engine_options);
    if (!c->engine_options) {
        err_nomem(&err);
        return cmd_fail(c->env, &err);
    }
    for (size_t i = 0; i < n; i++)
        c->engine_options[i] = args_nth(c->args, OPT_ENGINE_OPTION, i);
    o.engine_options = c->engine_options;
    o.engine_option_count = n;
    enum status st =
        value_source_open(&c->value_source, args_text(c->args, OPT_VALUE, "static"), &o, &err);
    int code = st == STATUS_OK ? CMD_OK : cmd_fail(c->env, &err);
    return st == STATUS_NOT_FOUND ? CMD_MISUSE : code; /* there is no such way to judge */
}

/* Which evaluation is asked about; its rule of progress is that of the terms. */
static int open_weights(struct calibrate_cmd *c)
{
    struct err err = {0};
    if (weights_open(&c->weights, args_text(c->args, OPT_WEIGHTS, "paper"), &err) != STATUS_OK)
        return cmd_fail(c->env, &err);
    const struct eval eval = weights_eval(c->weights);
    if (eval.type == &eval_paper)
        c->sheet_options.rule = ((const struct paper *)eval.weights)->rule;
    return CMD_OK;
}

static void show_step(void *ctx, unsigned step, double loss)
{
    struct calibrate_cmd *c = ctx;
    (void)loss;
    progress_set(&c->progress, step);
}

static int read_fit(struct calibrate_cmd *c)
{
    const struct eval eval = weights_eval(c->weights);
    int code = calibrate_fit_options(c->env, c->args, &eval, &c->fit_options);
    c->fit_options.ctx = c;
    c->fit_options.step = show_step;
    return code;
}

static int check_game(struct calibrate_cmd *c)
{
    static const struct msg NOT_SHOGI = {"%1 is not a shogi database",
                                         "%1 は将棋のデータベースではありません"};
    for (uint32_t i = 0; i < c->input.count; i++)
        if (!engine_has_game(c->input.dbs[i]->game))
            return cmd_fail_msg(c->env, &NOT_SHOGI, c->input.paths[i]);
    return CMD_OK;
}

static int open_all(struct calibrate_cmd *c)
{
    int code = query_operands_open(&c->input, c->env, c->class->operands, c->class->count,
                                   args_text(c->args, OPT_QUERY_FILE, NULL));
    if (code == CMD_OK)
        code = check_game(c);
    c->curve_options = calibrate_curve_options(c->env, c->args);
    c->sheet_options = calibrate_sheet_options(c->env, c->args);
    c->sheet_options.progress = &c->progress;
    if (code == CMD_OK)
        code = read_conditions(c);
    if (code == CMD_OK)
        code = open_weights(c);
    if (code == CMD_OK && c->fits)
        code = read_fit(c);
    if (code == CMD_OK)
        code = open_judge(c);
    c->sheet_options.value_source = c->value_source;
    /* an empty question is about everything */
    if (code == CMD_OK && c->input.query.nodes[c->input.query.root].op != Q_TRUE)
        c->sheet_options.q = &c->input.query;
    return code;
}

/* --- What was judged -------------------------------------------------------------------------- */

static void note_engine(struct calibrate_cmd *c)
{
    static const struct msg REQUESTS = {"positions sent to the engine: %1, unanswered: %2",
                                        "エンジンに送った局面 %1、応答のなかった局面 %2"};
    static const struct msg BROKE_DOWN = {"the engine crashed %1 times and was restarted",
                                          "エンジンが %1 回異常終了し、再起動しました"};
    struct value_source_tally tally;
    char one[32], two[32];
    value_source_read_tally(c->value_source, &tally);
    if (!tally.requests)
        return;
    snprintf(one, sizeof one, "%llu", (unsigned long long)tally.requests);
    snprintf(two, sizeof two, "%llu", (unsigned long long)tally.failed + tally.silent);
    cmd_note(c->env, &REQUESTS, one, two);
    if (!tally.restarts)
        return;
    snprintf(one, sizeof one, "%llu", (unsigned long long)tally.restarts);
    cmd_note(c->env, &BROKE_DOWN, one, NULL);
}

static void note_twins(struct calibrate_cmd *c)
{
    static const struct msg TWINS = {"games in several databases, counted once: %1",
                                     "複数のデータベースにあり、一度だけ数えた対局: %1"};
    char n[32];
    if (!c->sheets.twins)
        return;
    snprintf(n, sizeof n, "%llu", (unsigned long long)c->sheets.twins);
    cmd_note(c->env, &TWINS, n, NULL);
}

static int judge_all(struct calibrate_cmd *c)
{
    static const struct msg KEPT_NOT = {"cannot store the values in the database:",
                                        "評価値をデータベースに保存できません:"};
    static const struct msg NOTHING = {
        "no positions to analyse: no game has a result, or no position has a value",
        "分析する局面がありません: 勝敗のある棋譜か、評価値のある局面がありません"};
    struct err err = {0};
    enum status st = sheets_open(&c->sheets, c->input.dbs, c->input.count, &c->sheet_options, &err);
    if (st == STATUS_OK)
        st = conditions_match(&c->conditions, &c->sheets, &c->sheet_options, &err);
    if (st != STATUS_OK)
        return st == STATUS_CANCELLED ? CMD_ERROR : cmd_fail(c->env, &err);
    note_engine(c);
    if (c->sheets.unwritten) {
        cmd_note(c->env, &KEPT_NOT, NULL, NULL);
        cmd_warn(c->env, &c->sheets.why);
    }
    note_twins(c);
    if (c->sheets.chosen)
        return CMD_OK;
    cmd_note(c->env, &NOTHING, NULL, NULL);
    return CMD_NOTHING;
}

/* --- Curves ----------------------------------------------------------------------------------- */

static struct term_refit fitting_of(struct calibrate_cmd *c)
{
    return (struct term_refit){.sheets = &c->sheets,
                               .sheet_options = &c->sheet_options,
                               .curve_options = &c->curve_options,
                               .conditions = &c->conditions};
}

/* Text that is printed, or that goes into a file. */
static int write_picture(struct calibrate_cmd *c, const struct buf *svg, const char *path)
{
    struct err err = {0};
    if (!c->env->leads)
        return CMD_OK;
    enum status st =
        buf_status(svg) == STATUS_OK ? file_replace(path, buf_span(svg), &err) : err_nomem(&err);
    return st == STATUS_OK ? CMD_OK : cmd_fail(c->env, &err);
}

enum { PLOT_COLUMNS = 78 };

static void curves_to_text(const struct calibrate_cmd *c, const struct curve_series *series,
                           struct buf *out)
{
    const uint32_t n = c->curves.count + 1;
    if (c->class->name)
        buf_printf(out, "%s\n", c->class->name);
    curve_text_table(series, n, c->env->lang, out);
    buf_add_char(out, '\n');
    if (!c->class->name)
        curve_text_plot(series, n, PLOT_COLUMNS, c->env->lang, out);
    for (uint32_t i = 0; i < n && args_flag(c->args, OPT_BINS); i++) {
        buf_add_char(out, '\n');
        curve_text_bins(&series[i], c->env->lang, out);
    }
    if (c->effects.count && !c->class->name) {
        const struct effect_class alone = {NULL, &c->effects};
        buf_add_char(out, '\n');
        effect_text_table(&alone, 1, 0, c->env->lang, out);
    }
}

/* The curve of all positions has no effect. */
static void curve_as_json(const struct calibrate_cmd *c, const struct curve_series *series,
                          uint32_t i, struct json *j)
{
    json_open_object(j);
    curve_fields_to_json(j, series[i].name, series[i].curve);
    if (i > 0 && c->effects.count)
        effect_to_json(j, &c->effects.at[i - 1]);
    if (c->class->name)
        json_key_cstr(j, "class", c->class->name);
    json_end(j);
    json_line(j);
}

static int report_curves(struct calibrate_cmd *c, const struct curve_series *series)
{
    struct buf text;
    buf_init(&text, BUF_DEFAULT_MAX);
    if (c->env->json) {
        struct json j;
        json_init(&j, &text);
        for (uint32_t i = 0; i <= c->curves.count; i++)
            curve_as_json(c, series, i, &j);
    } else {
        curves_to_text(c, series, &text);
    }
    int code = cmd_print(c->env, &text);
    buf_release(&text);
    return code;
}

static int plot_curves(struct calibrate_cmd *c, const struct curve_series *series, const char *path)
{
    struct buf svg;
    const struct curve_panel panel = {.series = series, .count = c->curves.count + 1};
    const struct curve_figure figure = {.panels = &panel, .count = 1, .lang = c->env->lang};
    buf_init(&svg, BUF_DEFAULT_MAX);
    curve_svg(&figure, DRAW_ADAPTS, &svg);
    int code = write_picture(c, &svg, path);
    buf_release(&svg);
    return code;
}

static enum status find_effects(struct calibrate_cmd *c, struct err *err)
{
    size_t how = args_choice(c->args, OPT_EFFECTS, CALIBRATE_EFFECTS_JOINT);
    const struct effect_options o = {.alone = how == CALIBRATE_EFFECTS_ALONE,
                                     .threads = c->env->threads,
                                     .cancelled = c->env->cancelled,
                                     .reduction = cluster_reduction(c->env->cluster)};
    if (how == CALIBRATE_EFFECTS_NONE || !c->conditions.count)
        return STATUS_OK;
    return effects_run(&c->effects, &c->sheets, &c->sheet_options, &c->conditions, &o, err);
}

static int show_curves(struct calibrate_cmd *c, bool plot)
{
    struct term_refit f = fitting_of(c);
    struct err err = {0};
    const uint32_t n = c->conditions.count;
    const char **names = mem_calloc((size_t)n + 1, sizeof *names);
    struct curve_series *series = mem_calloc((size_t)n + 1, sizeof *series);
    enum status st =
        names && series ? term_refit_curves(&f, NULL, &c->curves, &err) : err_nomem(&err);
    int code = CMD_OK;
    for (uint32_t i = 0; names && i < n; i++)
        names[i] = c->conditions.at[i].name;
    if (st == STATUS_OK)
        st = find_effects(c, &err);
    if (st == STATUS_OK && series)
        curve_series_of(&c->curves, names, series);
    else
        code = st == STATUS_CANCELLED ? CMD_ERROR : cmd_fail(c->env, &err);
    if (code == CMD_OK && series)
        code = report_curves(c, series);
    if (code == CMD_OK && series && plot)
        code = plot_curves(c, series, args_text(c->args, OPT_PLOT, NULL));
    mem_free(names);
    mem_free(series);
    return code;
}

/* --- The fit ---------------------------------------------------------------------------------- */

static int report_fit(struct calibrate_cmd *c, const struct term_refit *f)
{
    const char *plot = args_text(c->args, OPT_PLOT, NULL);
    const char *output = args_text(c->args, OPT_OUTPUT, NULL);
    struct err err = {0};
    struct buf text;
    buf_init(&text, BUF_DEFAULT_MAX);
    fit_report(f, c->env, &text);
    int code = cmd_print(c->env, &text);
    buf_release(&text);
    if (code == CMD_OK && output && c->env->leads && fit_write(f, output, &err) != STATUS_OK)
        code = cmd_fail(c->env, &err);
    if (code != CMD_OK || !plot || args_flag(c->args, OPT_DISCOVER))
        return code;
    buf_init(&text, BUF_DEFAULT_MAX);
    code = fit_draw(f, c->env->lang, &text, &err) == STATUS_OK ? write_picture(c, &text, plot)
                                                               : cmd_fail(c->env, &err);
    buf_release(&text);
    return code;
}

static int fit(struct calibrate_cmd *c)
{
    static const struct msg FITTING = {"fitting", "当てはめ中"}, UNIT = {"steps", "回"};
    struct term_refit f = fitting_of(c);
    struct err err = {0};
    int code;
    f.options = c->fit_options;
    progress_start(&c->progress, &FITTING, &UNIT, 0);
    enum status st = term_refit_run(&f, &err);
    progress_finish(&c->progress);
    if (st == STATUS_OK)
        code = report_fit(c, &f);
    else
        code = st == STATUS_CANCELLED ? CMD_ERROR : cmd_fail(c->env, &err);
    term_refit_release(&f);
    return code;
}

/* --- Finding conditions ----------------------------------------------------------------------- */

static int report_discoveries(struct calibrate_cmd *c, const struct discoveries *d)
{
    const char *plot = args_text(c->args, OPT_PLOT, NULL);
    struct buf text;
    buf_init(&text, BUF_DEFAULT_MAX);
    if (c->env->json) {
        struct json j;
        json_init(&j, &text);
        for (uint32_t i = 0; i < d->count; i++) {
            discovery_to_json(&j, &d->at[i], c->input.paths);
            json_line(&j);
        }
    } else {
        discoveries_to_text(d, c->input.paths, c->env->lang, &text);
    }
    int code = cmd_print(c->env, &text);
    buf_release(&text);
    if (code != CMD_OK || !plot)
        return code;
    buf_init(&text, BUF_DEFAULT_MAX);
    curve_svg_discoveries(d, c->env->lang, DRAW_ADAPTS, &text);
    code = write_picture(c, &text, plot);
    buf_release(&text);
    return code;
}

static int discover(struct calibrate_cmd *c)
{
    struct discover_options o = DISCOVER_DEFAULTS;
    struct discoveries d = {0};
    struct err err = {0};
    o.most = (uint32_t)args_int(c->args, OPT_TOP, o.most);
    o.curves = c->curve_options;
    if (!args_count(c->args, OPT_MIN_POSITIONS))
        o.curves.min_positions = DISCOVER_MIN_POSITIONS;
    o.named = &c->input.named;
    o.threads = c->env->threads;
    o.cancelled = c->env->cancelled;
    o.progress = &c->progress;
    enum status st = discover_run(&d, &c->sheets, &o, &err);
    if (st == STATUS_CANCELLED)
        return CMD_ERROR;
    if (st != STATUS_OK)
        return cmd_fail(c->env, &err);
    int code = report_discoveries(c, &d);
    discoveries_release(&d);
    return code;
}

/* ----------------------------------------------------------------------------------------------
 */

static int calibrate_one(struct calibrate_cmd *c)
{
    bool discovers = args_flag(c->args, OPT_DISCOVER);
    bool plots = args_text(c->args, OPT_PLOT, NULL) && !c->class->name && !c->fits && !discovers;
    int code = open_all(c);
    if (code == CMD_OK)
        code = judge_all(c);
    if (code == CMD_OK && (c->conditions.count || !discovers))
        code = show_curves(c, plots);
    if (code == CMD_OK && c->fits)
        code = fit(c);
    if (code == CMD_OK && discovers)
        code = discover(c);
    return query_operands_check(&c->input, c->env, code);
}

static void calibrate_release(struct calibrate_cmd *c)
{
    effects_release(&c->effects);
    curves_release(&c->curves);
    sheets_close(&c->sheets);
    conditions_release(&c->conditions);
    value_source_close(c->value_source);
    mem_free(c->engine_options);
    weights_close(c->weights);
    query_operands_release(&c->input);
    progress_release(&c->progress);
}

/* --- Classes of games side by side ------------------------------------------------------------ */

/* The first class that shares no database with class 0, from `from` on; n: there is none. */
static uint32_t class_apart(const struct calibrate_cmd *all, uint32_t n, uint32_t from)
{
    while (from < n && calibrate_classes_share(all[0].class, all[from].class))
        from++;
    return from;
}

static void classes_as_json(const struct calibrate_cmd *all, const struct effect_class *list,
                            uint32_t n, struct buf *out)
{
    struct json j;
    json_init(&j, out);
    for (uint32_t k = class_apart(all, n, 1); k < n; k = class_apart(all, n, k + 1))
        for (uint32_t i = 0; i < list[0].effects->count; i++) {
            effect_difference_to_json(&j, &list[0], &list[k], i);
            json_line(&j);
        }
}

static int report_classes(struct calibrate_cmd *all, uint32_t n)
{
    struct effect_class *list = mem_calloc((size_t)n + 1, sizeof *list);
    const char *plot = args_text(all[0].args, OPT_PLOT, NULL);
    struct err err = {0};
    uint32_t other = class_apart(all, n, 1);
    struct buf text;
    if (!list) {
        err_nomem(&err);
        return cmd_fail(all[0].env, &err);
    }
    for (uint32_t i = 0; i < n; i++)
        list[i] = (struct effect_class){all[i].class->name, &all[i].effects};
    buf_init(&text, BUF_DEFAULT_MAX);
    if (all[0].env->json)
        classes_as_json(all, list, n, &text);
    else
        effect_text_table(list, n, other < n ? other : 0, all[0].env->lang, &text);
    int code = cmd_print(all[0].env, &text);
    if (code == CMD_OK && plot) {
        buf_clear(&text);
        effect_svg(list, n, all[0].env->lang, DRAW_ADAPTS, &text);
        code = write_picture(&all[0], &text, plot);
    }
    buf_release(&text);
    mem_free(list);
    return code;
}

static int calibrate_all(struct cmd_env *env, const struct cmd_args *args,
                         const struct calibrate_classes *classes)
{
    struct calibrate_cmd *all = mem_calloc(classes->count, sizeof *all);
    struct err err = {0};
    uint32_t n = 0;
    int code = CMD_OK;
    if (!all) {
        err_nomem(&err);
        return cmd_fail(env, &err);
    }
    for (; n < classes->count && code == CMD_OK; n++) {
        struct calibrate_cmd *c = &all[n];
        *c = (struct calibrate_cmd){
            .env = env, .args = args, .class = &classes->at[n], .fits = calibrate_fits(args)};
        cmd_progress_init(env, &c->progress);
        conditions_init(&c->conditions);
        code = calibrate_one(c);
    }
    if (code == CMD_OK && classes->at[0].name && all[0].effects.count)
        code = report_classes(all, n);
    while (n > 0)
        calibrate_release(&all[--n]);
    mem_free(all);
    return code;
}

static int run(struct cmd_env *env, const struct cmd_args *args)
{
    static const struct msg NOT_BY_CLASS = {
        "--fit and --discover take one set of games; leave CLASS= out",
        "--fit と --discover は一組の棋譜に使います。CLASS= を付けないでください"};
    struct calibrate_classes classes;
    bool discovers = args_flag(args, OPT_DISCOVER);
    if (discovers && env->cluster)
        return cmd_misuse(env, &NOT_ON_CLUSTER, NULL);
    int code = calibrate_classes_read(&classes, env, args);
    if (code == CMD_OK && classes.at[0].name && (discovers || calibrate_fits(args)))
        code = cmd_misuse(env, &NOT_BY_CLASS, NULL);
    if (code == CMD_OK)
        code = calibrate_all(env, args, &classes);
    calibrate_classes_release(&classes);
    return code;
}

const struct command CMD_CALIBRATE = {
    .name = "calibrate",
    .group = GROUP_EVALUATION,
    .summary = {"measure how an evaluation is distorted, and fit its weights",
                "評価関数の歪みを調べ、重みを求める"},
    .operands = "[CLASS=]DB... [QUERY]",
    .min_operands = 1,
    .max_operands = ANY_NUMBER,
    .completes = COMPLETE_DIRECTORY,
    .shared = TAKES_JSON | TAKES_PROGRESS | TAKES_JOBS,
    .options = calibrate_options,
    .details = {"Computes the win rate as a function of the value, one curve per condition. Where "
                "a condition's curve departs from that of all positions, the evaluation misses the "
                "condition; the distortion says by how much, with a 95 % confidence interval. "
                "--fit finds weights that correct it, --discover finds the conditions.",
                "評価値に対する勝率の曲線を条件ごとに求めます。ある条件の曲線が全局面の曲線から離れ"
                "ていれば、評価関数はその条件を見落としています。歪みはその大きさで、95 % "
                "信頼区間を付けます。--fit は歪みを直す重みを求め、--discover は条件を探します。"},
    .run = run,
};
