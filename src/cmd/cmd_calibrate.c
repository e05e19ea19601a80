/* cmd_calibrate.c: `kifu calibrate DB... [QUERY]`: where an evaluation is wrong, and the weights
 * that put it right.
 *
 *     values and results of all positions (values/sheet.h)
 *       ──▶ a curve for each condition (curves.h)     ──▶ table, JSON, --plot
 *       ──▶ --fit: weights of new terms (term_fit.h)  ──▶ -o, and the curves once more
 *       ──▶ --discover: conditions by itself (discover.h) */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/file.h"
#include "cmd/cmd.h"
#include "cmd/fitting.h"
#include "cmd/question.h"
#include "engine/weights.h"
#include "values/discover.h"
#include "view/curve_json.h"
#include "view/curve_svg.h"
#include "view/curve_text.h"
#include "view/discovery_json.h"
#include "view/discovery_text.h"

enum {
    OPT_WHEN,
    OPT_PRESET,
    OPT_VALUE,
    OPT_WEIGHTS,
    OPT_VALUE_NODES,
    OPT_ENGINE_OPTION,
    OPT_SAMPLE,
    OPT_BIN,
    OPT_MIN_POSITIONS,
    OPT_MATE_NODES,
    OPT_SKIP,
    OPT_NO_CHECKS,
    OPT_NO_HANGING,
    OPT_INTERVAL,
    OPT_REPLICATES,
    OPT_SEED,
    OPT_BINS,
    OPT_FIT,
    OPT_TERMS,
    OPT_RIDGE,
    OPT_LASSO,
    OPT_HELD_OUT,
    OPT_OUTPUT,
    OPT_DISCOVER,
    OPT_TOP,
    OPT_PLOT,
    OPT_NO_CACHE,
    OPT_QUERY_FILE,
    OPT_COUNT
};

enum {
    DEFAULT_MATE_NODES = 10000,
    DEFAULT_HELD_OUT = 200,
    DEFAULT_TOP = 10,
    DISCOVER_MIN_POSITIONS = 100
};

static const char *const FITS[] = {"ls", "ml", NULL}; /* enum regression_model */
static const char *const INTERVALS[] = {"game", "binomial", NULL};
/* In the order of enum term_set. */
static const char *const TERMS[] = {"progress", "material", "all", "conditions", NULL};

static const struct option_spec OPTIONS[] = {
    [OPT_WHEN] = {.name = "when",
                  .letter = 'w',
                  .kind = OPTION_TEXT,
                  .metavar = "QUERY",
                  .repeatable = true,
                  .help = {"a curve for positions where this holds (may be given often)",
                           "この条件を満たす局面の曲線を描く（何度でも指定できる）"}},
    [OPT_PRESET] = {.name = "preset",
                    .kind = OPTION_TEXT,
                    .metavar = "NAME",
                    .repeatable = true,
                    .help = {"the paper's conditions: progress, rooks, bishops, knights, or paper "
                             "for all (default progress)",
                             "論文の条件: progress、rooks、bishops、knights、全部なら paper"
                             "（既定は progress）"}},
    [OPT_VALUE] = {.name = "value",
                   .kind = OPTION_TEXT,
                   .metavar = "static|quiescence|record|usi:CMD",
                   .help = {"where values come from (default static)",
                            "評価値の出所（既定は static）"}},
    [OPT_WEIGHTS] = {.name = "weights",
                     .kind = OPTION_TEXT,
                     .metavar = "FILE",
                     .completes = COMPLETE_FILE,
                     .help = {"the evaluation: paper (default), calibrated, net, material or a "
                              "file",
                              "評価関数: paper（既定）、calibrated、net、material かファイル"}},
    [OPT_VALUE_NODES] = {.name = "value-nodes",
                         .kind = OPTION_INT,
                         .metavar = "N",
                         .min = 1,
                         .max = 1000000000,
                         .help = {"nodes a position for a USI engine (default 1000)",
                                  "USI エンジンが一局面に使うノード数（既定は 1000）"}},
    [OPT_ENGINE_OPTION] = {.name = "engine-option",
                           .kind = OPTION_TEXT,
                           .metavar = "NAME=VALUE",
                           .repeatable = true,
                           .help = {"an option for the USI engine",
                                    "USI エンジンに渡すオプション"}},
    [OPT_SAMPLE] = {.name = "sample",
                    .kind = OPTION_INT,
                    .metavar = "N",
                    .min = 1,
                    .max = 1000000,
                    .help = {"judge only one position in N (default 1: all)",
                             "N 局面に一つだけ評価する（既定は 1、全部）"}},
    [OPT_BIN] = {.name = "bin",
                 .kind = OPTION_INT,
                 .metavar = "N",
                 .min = 1,
                 .max = 10000,
                 .help = {"width of a bin of values (default 500)",
                          "評価値の区間の幅（既定は 500）"}},
    [OPT_MIN_POSITIONS] = {.name = "min-positions",
                           .kind = OPTION_INT,
                           .metavar = "N",
                           .min = 1,
                           .max = INT64_MAX,
                           .help = {"a bin counts from so many positions on (default 1000)",
                                    "この局面数以上ある区間だけを使う（既定は 1000）"}},
    [OPT_MATE_NODES] = {.name = "mate-nodes",
                        .kind = OPTION_INT,
                        .metavar = "N",
                        .min = 0,
                        .max = 1000000000,
                        .help = {"search so many nodes for a mate at a game's end to see who won; "
                                 "0: as recorded (default 10000)",
                                 "終局図でこのノード数だけ詰みを探して勝敗を決める。0 なら"
                                 "棋譜のまま（既定は 10000）"}},
    [OPT_SKIP] = {.name = "skip",
                  .kind = OPTION_INT,
                  .metavar = "N",
                  .min = 0,
                  .max = 10000,
                  .help = {"leave out positions before ply N; 1: the start (default 0)",
                           "N 手目より前の局面を除く。1 なら開始局面だけ（既定は 0）"}},
    [OPT_NO_CHECKS] = {.name = "no-checks",
                       .kind = OPTION_FLAG,
                       .help = {"leave out positions in check", "王手のかかった局面を除く"}},
    [OPT_NO_HANGING] = {.name = "no-hanging",
                        .kind = OPTION_FLAG,
                        .help = {"leave out positions where something can be won by a capture",
                                 "駒得になる取りがある局面を除く"}},
    [OPT_INTERVAL] = {.name = "interval",
                      .kind = OPTION_CHOICE,
                      .choices = INTERVALS,
                      .help = {"of a bin's win rate: by games (default), or as if positions were "
                               "independent, as in the paper",
                               "区間の勝率の信頼区間: 対局単位（既定）か、論文のように局面を"
                               "独立とみなす二項分布"}},
    [OPT_REPLICATES] = {.name = "replicates",
                        .kind = OPTION_INT,
                        .metavar = "N",
                        .min = 20,
                        .max = 10000,
                        .help = {"of the bootstrap (default 400)",
                                 "ブートストラップの回数（既定は 400）"}},
    [OPT_SEED] = {.name = "seed",
                  .kind = OPTION_INT,
                  .metavar = "S",
                  .min = 0,
                  .max = INT64_MAX,
                  .help = {"of the bootstrap (default 1)", "乱数の種（既定は 1）"}},
    [OPT_BINS] = {.name = "bins",
                  .kind = OPTION_FLAG,
                  .help = {"show every bin of every curve", "曲線の区間をすべて表示する"}},
    [OPT_FIT] = {.name = "fit",
                 .kind = OPTION_CHOICE,
                 .choices = FITS,
                 .help = {"fit weights: by least squares or maximum likelihood (logistic "
                          "regression)",
                          "重みを求める: 最小二乗法か最尤法（ロジスティック回帰）"}},
    [OPT_TERMS] = {.name = "terms",
                   .kind = OPTION_CHOICE,
                   .choices = TERMS,
                   .help = {"which weights: of progress (default), of material too, all, or one "
                            "for each condition",
                            "求める重み: 進行度差（既定）、駒の価値も、全部、条件ごと"}},
    [OPT_RIDGE] = {.name = "ridge",
                   .kind = OPTION_TEXT,
                   .metavar = "X",
                   .help = {"how strongly weights are drawn to what they were",
                            "重みを元の値に引き戻す強さ（リッジ）"}},
    [OPT_LASSO] = {.name = "lasso",
                   .kind = OPTION_TEXT,
                   .metavar = "X",
                   .help = {"how strongly weights without evidence are drawn to 0",
                            "根拠の弱い重みを 0 にする強さ（ラッソ）"}},
    [OPT_HELD_OUT] = {.name = "held-out",
                      .kind = OPTION_INT,
                      .metavar = "N",
                      .min = 0,
                      .max = 900,
                      .help = {"games in a thousand that a fit does not see but is judged on "
                               "(default 200)",
                               "千局のうち重みを求めるのに使わず検証に使う局数（既定は 200）"}},
    [OPT_OUTPUT] = {.name = "output",
                    .letter = 'o',
                    .kind = OPTION_TEXT,
                    .metavar = "WEIGHTS",
                    .completes = COMPLETE_FILE,
                    .help = {"write the fitted weights, for --weights of other commands",
                             "求めた重みを書き出す（他のコマンドの --weights で使える）"}},
    [OPT_DISCOVER] = {.name = "discover",
                      .letter = 'd',
                      .kind = OPTION_FLAG,
                      .help = {"find the conditions under which values are most wrong",
                               "評価値が最も狂っている条件を探す"}},
    [OPT_TOP] = {.name = "top",
                 .kind = OPTION_INT,
                 .metavar = "N",
                 .min = 1,
                 .max = 1000,
                 .help = {"so many of those (default 10)", "その個数（既定は 10）"}},
    [OPT_PLOT] = {.name = "plot",
                  .kind = OPTION_TEXT,
                  .metavar = "FILE.svg",
                  .completes = COMPLETE_FILE,
                  .help = {"draw the curves", "曲線を図にする"}},
    [OPT_NO_CACHE] = {.name = "no-cache",
                      .kind = OPTION_FLAG,
                      .help = {"work out all values anew and keep nothing in the database",
                               "評価値を計算し直し、データベースに保存しない"}},
    [OPT_QUERY_FILE] = QUERY_FILE_OPTION,
    [OPT_COUNT] = {.name = NULL},
};

struct calibrate {
    struct cmd_env *env;
    const struct cmd_args *args;
    struct question question;
    struct judge *judge;
    const char **engine_options; /* owned; the judge's as long as it is open */
    struct weights *weights;     /* of the evaluation */
    struct conditions conditions;
    struct sheet_options sheet_options;
    struct curve_options curve_options;
    struct sheets sheets;
    struct curves curves;
    struct progress progress;
};

/* --- Options ---------------------------------------------------------------------------------- */

static int get_real(struct calibrate *c, size_t option, double *out)
{
    static const struct msg BAD = {"--%1 takes a number from 0 on", "--%1 には 0 以上の数を"
                                                                    "指定してください"};
    const char *text = args_text(c->args, option, NULL);
    char *end;
    *out = 0;
    if (!text)
        return CMD_OK;
    double x = strtod(text, &end);
    if (end == text || *end || !(x >= 0 && x <= 1e9))
        return cmd_misuse(c->env, &BAD, OPTIONS[option].name);
    *out = x;
    return CMD_OK;
}

static void read_options(struct calibrate *c)
{
    const struct cmd_args *args = c->args;
    c->curve_options = CURVE_DEFAULTS;
    c->curve_options.bin = (int)args_int(args, OPT_BIN, c->curve_options.bin);
    c->curve_options.min_positions =
        (uint64_t)args_int(args, OPT_MIN_POSITIONS, (int64_t)c->curve_options.min_positions);
    c->curve_options.replicates =
        (unsigned)args_int(args, OPT_REPLICATES, c->curve_options.replicates);
    c->curve_options.seed = (uint64_t)args_int(args, OPT_SEED, 1);
    c->curve_options.binomial = args_choice(args, OPT_INTERVAL, 0) == 1;
    c->curve_options.threads = c->env->threads;
    c->curve_options.cancelled = c->env->cancelled;
    c->sheet_options = (struct sheet_options){
        .mate_nodes = (uint32_t)args_int(args, OPT_MATE_NODES, DEFAULT_MATE_NODES),
        .skip_plies = (uint32_t)args_int(args, OPT_SKIP, 0),
        .no_checks = args_flag(args, OPT_NO_CHECKS),
        .no_hanging = args_flag(args, OPT_NO_HANGING),
        .no_cache = args_flag(args, OPT_NO_CACHE),
        .threads = c->env->threads,
        .cancelled = c->env->cancelled,
        .progress = &c->progress,
    };
}

static int add_condition(struct calibrate *c, const char *text)
{
    struct query q;
    struct err err = {0};
    int code = question_parse(&c->question, c->env, span_of(text), &q);
    if (code != CMD_OK) {
        query_release(&q);
        return code;
    }
    return conditions_add(&c->conditions, &q, &err) == STATUS_OK ? CMD_OK : cmd_fail(c->env, &err);
}

static int add_preset(struct calibrate *c, const char *name)
{
    static const struct msg UNKNOWN = {
        "no preset is called %1: progress, rooks, bishops, knights, paper",
        "%1 という組はありません: progress、rooks、bishops、knights、paper"};
    const struct condition_preset *p = condition_preset(name);
    int code = p ? CMD_OK : cmd_misuse(c->env, &UNKNOWN, name);
    for (size_t i = 0; p && p->queries[i] && code == CMD_OK; i++)
        code = add_condition(c, p->queries[i]);
    return code;
}

/* In the order of the command line: presets and conditions as they come. */
static int read_conditions(struct calibrate *c)
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

static int open_judge(struct calibrate *c)
{
    struct judge_options o = {
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
    enum status st = judge_open(&c->judge, args_text(c->args, OPT_VALUE, "static"), &o, &err);
    int code = st == STATUS_OK ? CMD_OK : cmd_fail(c->env, &err);
    return st == STATUS_NOT_FOUND ? CMD_MISUSE : code; /* there is no such way to judge */
}

/* Which evaluation is asked about; its rule of progress is that of the terms. */
static int open_weights(struct calibrate *c)
{
    struct err err = {0};
    if (weights_open(&c->weights, args_text(c->args, OPT_WEIGHTS, "paper"), &err) != STATUS_OK)
        return cmd_fail(c->env, &err);
    const struct eval eval = weights_eval(c->weights);
    if (eval.type == &eval_paper)
        c->sheet_options.rule = ((const struct paper *)eval.weights)->rule;
    return CMD_OK;
}

static int check_game(struct calibrate *c)
{
    static const struct msg NOT_SHOGI = {"%1 is not a database of shogi",
                                         "%1 は将棋のデータベースではありません"};
    for (uint32_t i = 0; i < c->question.count; i++)
        if (c->question.dbs[i]->game != &shogi_game)
            return cmd_fail_msg(c->env, &NOT_SHOGI, c->question.paths[i]);
    return CMD_OK;
}

static int open_all(struct calibrate *c)
{
    int code = question_open(&c->question, c->env, c->args->operands, c->args->n_operands,
                             args_text(c->args, OPT_QUERY_FILE, NULL));
    if (code == CMD_OK)
        code = check_game(c);
    if (code == CMD_OK) {
        read_options(c);
        code = read_conditions(c);
    }
    if (code == CMD_OK)
        code = open_weights(c);
    if (code == CMD_OK)
        code = open_judge(c);
    c->sheet_options.judge = c->judge;
    /* an empty question is about everything */
    if (code == CMD_OK && c->question.query.nodes[c->question.query.root].op != Q_TRUE)
        c->sheet_options.q = &c->question.query;
    return code;
}

static void close_all(struct calibrate *c)
{
    curves_release(&c->curves);
    sheets_close(&c->sheets);
    conditions_release(&c->conditions);
    judge_close(c->judge);
    mem_free(c->engine_options);
    weights_close(c->weights);
    question_release(&c->question);
    progress_release(&c->progress);
}

/* --- What was judged -------------------------------------------------------------------------- */

static void note_engine(struct calibrate *c)
{
    static const struct msg ASKED = {"positions asked: %1, without an answer: %2",
                                     "問い合わせた局面 %1、答えのなかった局面 %2"};
    struct judge_tally tally;
    char one[32], two[32];
    judge_tell(c->judge, &tally);
    if (!tally.asked)
        return;
    snprintf(one, sizeof one, "%llu", (unsigned long long)tally.asked);
    snprintf(two, sizeof two, "%llu", (unsigned long long)(tally.failed + tally.silent));
    cmd_note(c->env, &ASKED, one, two);
}

static int judge_all(struct calibrate *c)
{
    static const struct msg KEPT_NOT = {"values are not kept in the database:",
                                        "評価値をデータベースに保存できません:"};
    static const struct msg NOTHING = {
        "no position to look at: no game has a result, or no position a value",
        "調べる局面がありません: 勝敗のある棋譜か、評価値のある局面がありません"};
    struct err err = {0};
    enum status st =
        sheets_open(&c->sheets, c->question.dbs, c->question.count, &c->sheet_options, &err);
    if (st == STATUS_OK)
        st = conditions_match(&c->conditions, &c->sheets, &c->sheet_options, &err);
    if (st != STATUS_OK)
        return st == STATUS_CANCELLED ? CMD_ERROR : cmd_fail(c->env, &err);
    note_engine(c);
    if (c->sheets.unwritten) {
        cmd_note(c->env, &KEPT_NOT, NULL, NULL);
        cmd_warn(c->env, &c->sheets.why);
    }
    if (c->sheets.chosen)
        return CMD_OK;
    cmd_note(c->env, &NOTHING, NULL, NULL);
    return CMD_NOTHING;
}

/* --- Curves ----------------------------------------------------------------------------------- */

static struct fitting fitting_of(struct calibrate *c)
{
    return (struct fitting){.env = c->env,
                            .sheets = &c->sheets,
                            .sheet_options = &c->sheet_options,
                            .curve_options = &c->curve_options,
                            .conditions = &c->conditions};
}

/* Text that is printed, or that goes into a file. */
static int write_picture(struct calibrate *c, const struct buf *svg, const char *path)
{
    struct err err = {0};
    enum status st =
        buf_status(svg) == STATUS_OK ? file_replace(path, buf_span(svg), &err) : err_nomem(&err);
    return st == STATUS_OK ? CMD_OK : cmd_fail(c->env, &err);
}

enum { PLOT_COLUMNS = 78 };

static void curves_to_text(const struct calibrate *c, const struct curve_series *series,
                           struct buf *out)
{
    const uint32_t n = c->curves.count + 1;
    curve_text_table(series, n, c->env->lang, out);
    buf_add_char(out, '\n');
    curve_text_plot(series, n, PLOT_COLUMNS, c->env->lang, out);
    for (uint32_t i = 0; i < n && args_flag(c->args, OPT_BINS); i++) {
        buf_add_char(out, '\n');
        curve_text_bins(&series[i], c->env->lang, out);
    }
}

static void curves_to_json(const struct curve_series *series, uint32_t n, struct buf *out)
{
    struct json j;
    json_init(&j, out);
    for (uint32_t i = 0; i < n; i++) {
        curve_to_json(&j, series[i].name, series[i].curve);
        json_line(&j);
    }
}

static int tell_curves(struct calibrate *c, const struct curve_series *series)
{
    struct buf text;
    buf_init(&text, BUF_DEFAULT_MAX);
    if (c->env->json)
        curves_to_json(series, c->curves.count + 1, &text);
    else
        curves_to_text(c, series, &text);
    int code = cmd_print(c->env, &text);
    buf_release(&text);
    return code;
}

static int plot_curves(struct calibrate *c, const struct curve_series *series, const char *path)
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

static int show_curves(struct calibrate *c, bool plot)
{
    struct fitting f = fitting_of(c);
    struct err err = {0};
    const uint32_t n = c->conditions.count;
    const char **names = mem_calloc((size_t)n + 1, sizeof *names);
    struct curve_series *series = mem_calloc((size_t)n + 1, sizeof *series);
    enum status st = names && series ? fitting_curves(&f, NULL, &c->curves, &err) : err_nomem(&err);
    int code = CMD_OK;
    for (uint32_t i = 0; names && i < n; i++)
        names[i] = c->conditions.at[i].name;
    if (st == STATUS_OK)
        curve_series_of(&c->curves, names, series);
    else
        code = st == STATUS_CANCELLED ? CMD_ERROR : cmd_fail(c->env, &err);
    if (code == CMD_OK)
        code = tell_curves(c, series);
    if (code == CMD_OK && plot)
        code = plot_curves(c, series, args_text(c->args, OPT_PLOT, NULL));
    mem_free(names);
    mem_free(series);
    return code;
}

/* --- The fit ---------------------------------------------------------------------------------- */

static void show_step(void *ctx, unsigned step, double loss)
{
    struct calibrate *c = ctx;
    (void)loss;
    progress_set(&c->progress, step);
}

/* The weights to begin with.  Without any, terms can be fitted but no file can be written. */
static int read_fit_options(struct calibrate *c, struct term_fit_options *o)
{
    static const struct msg NOT_PAPER = {
        "only weights of the paper's evaluation can be fitted and written: --weights paper",
        "重みを求めて書き出せるのは論文の評価関数だけです: --weights paper"};
    static const struct msg NO_FILE = {"terms by conditions have no place in a file of weights",
                                       "条件ごとの重みはファイルに書けません"};
    const struct eval eval = weights_eval(c->weights);
    *o = (struct term_fit_options){
        .set = (enum term_set)args_choice(c->args, OPT_TERMS, TERM_SET_PROGRESS),
        .model = (enum regression_model)args_choice(c->args, OPT_FIT, REGRESSION_ML),
        .held_out = (unsigned)args_int(c->args, OPT_HELD_OUT, DEFAULT_HELD_OUT),
        .threads = c->env->threads,
        .cancelled = c->env->cancelled,
        .ctx = c,
        .step = show_step,
    };
    bool writes = args_text(c->args, OPT_OUTPUT, NULL) != NULL;
    if (eval.type == &eval_paper)
        o->old = eval.weights;
    else if (writes || o->set == TERM_SET_MATERIAL || o->set == TERM_SET_ALL)
        return cmd_misuse(c->env, &NOT_PAPER, NULL);
    if (writes && o->set == TERM_SET_CONDITIONS)
        return cmd_misuse(c->env, &NO_FILE, NULL);
    int code = get_real(c, OPT_RIDGE, &o->ridge);
    return code == CMD_OK ? get_real(c, OPT_LASSO, &o->lasso) : code;
}

static int tell_fit(struct calibrate *c, const struct fitting *f)
{
    const char *plot = args_text(c->args, OPT_PLOT, NULL);
    const char *output = args_text(c->args, OPT_OUTPUT, NULL);
    struct err err = {0};
    struct buf text;
    buf_init(&text, BUF_DEFAULT_MAX);
    fitting_tell(f, &text);
    int code = cmd_print(c->env, &text);
    buf_release(&text);
    if (code == CMD_OK && output && fitting_write(f, output, &err) != STATUS_OK)
        code = cmd_fail(c->env, &err);
    if (code != CMD_OK || !plot || args_flag(c->args, OPT_DISCOVER))
        return code;
    buf_init(&text, BUF_DEFAULT_MAX);
    code = fitting_draw(f, &text, &err) == STATUS_OK ? write_picture(c, &text, plot)
                                                     : cmd_fail(c->env, &err);
    buf_release(&text);
    return code;
}

static int fit(struct calibrate *c)
{
    static const struct msg FITTING = {"fitting", "当てはめ中"}, UNIT = {"steps", "回"};
    struct fitting f = fitting_of(c);
    struct err err = {0};
    int code = read_fit_options(c, &f.options);
    if (code != CMD_OK)
        return code;
    progress_start(&c->progress, &FITTING, &UNIT, 0);
    enum status st = fitting_run(&f, &err);
    progress_finish(&c->progress);
    if (st == STATUS_OK)
        code = tell_fit(c, &f);
    else
        code = st == STATUS_CANCELLED ? CMD_ERROR : cmd_fail(c->env, &err);
    fitting_release(&f);
    return code;
}

/* --- Finding conditions ----------------------------------------------------------------------- */

static int tell_discoveries(struct calibrate *c, const struct discoveries *d)
{
    const char *plot = args_text(c->args, OPT_PLOT, NULL);
    struct buf text;
    buf_init(&text, BUF_DEFAULT_MAX);
    if (c->env->json) {
        struct json j;
        json_init(&j, &text);
        for (uint32_t i = 0; i < d->count; i++) {
            discovery_to_json(&j, &d->at[i], c->question.paths);
            json_line(&j);
        }
    } else {
        discoveries_to_text(d, c->question.paths, c->env->lang, &text);
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

static int discover(struct calibrate *c)
{
    struct discover_options o = DISCOVER_DEFAULTS;
    struct discoveries d = {0};
    struct err err = {0};
    o.most = (uint32_t)args_int(c->args, OPT_TOP, DEFAULT_TOP);
    o.curves = c->curve_options;
    if (!args_count(c->args, OPT_MIN_POSITIONS)) /* they are rarer, and fewer games judge them */
        o.curves.min_positions = DISCOVER_MIN_POSITIONS;
    o.named = &c->question.named;
    o.threads = c->env->threads;
    o.cancelled = c->env->cancelled;
    o.progress = &c->progress;
    enum status st = discover_run(&d, &c->sheets, &o, &err);
    if (st == STATUS_CANCELLED)
        return CMD_ERROR;
    if (st != STATUS_OK)
        return cmd_fail(c->env, &err);
    int code = tell_discoveries(c, &d);
    discoveries_release(&d);
    return code;
}

/* ----------------------------------------------------------------------------------------------
 */

static int run(struct cmd_env *env, const struct cmd_args *args)
{
    struct calibrate c = {.env = env, .args = args};
    bool fits = args_flag(args, OPT_FIT), discovers = args_flag(args, OPT_DISCOVER);
    cmd_progress_init(env, &c.progress);
    conditions_init(&c.conditions);
    int code = open_all(&c);
    if (code == CMD_OK)
        code = judge_all(&c);
    if (code == CMD_OK && (c.conditions.count || !discovers))
        code = show_curves(&c, args_text(args, OPT_PLOT, NULL) && !fits && !discovers);
    if (code == CMD_OK && fits)
        code = fit(&c);
    if (code == CMD_OK && discovers)
        code = discover(&c);
    close_all(&c);
    return code;
}

const struct command CMD_CALIBRATE = {
    .name = "calibrate",
    .group = GROUP_EVALUATION,
    .summary = {"show where an evaluation is wrong, and fit its weights",
                "評価関数の狂いを調べ、重みを求める"},
    .operands = "DB... [QUERY]",
    .min_operands = 1,
    .max_operands = ANY_NUMBER,
    .completes = COMPLETE_DIRECTORY,
    .shared = TAKES_JSON | TAKES_PROGRESS | TAKES_JOBS,
    .options = OPTIONS,
    .details =
        {"Win rate against value, a curve for each condition: where a condition's curve lies "
         "apart from that of all positions, the evaluation is blind to it. The distortion "
         "says how far, with a 95 % interval. --fit finds weights that put it right, "
         "--discover the conditions.",
         "評価値に対する勝率を条件ごとに求めます。ある条件の曲線が全局面の曲線から離れていれば、"
         "評価関数はその条件を見ていません。歪みはその大きさで、95 % 区間を付けます。--fit は"
         "それを直す重みを、--discover は条件を探します。"},
    .run = run,
};
