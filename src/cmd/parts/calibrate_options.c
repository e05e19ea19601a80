/* calibrate_options.c: see calibrate_options.h. */
#include "cmd/parts/calibrate_options.h"

#include <stdlib.h>
#include <string.h>

#include "cmd/frame/query_operands.h"
#include "cmd/parts/part_option.h"
#include "values/fit/term_refit.h"
#include "values/sheet/outcome.h"

static const char *const FITS[] = {"ls", "ml", NULL}; /* enum regression_model */
static const char *const EFFECTS[] = {[CALIBRATE_EFFECTS_JOINT] = "joint",
                                      [CALIBRATE_EFFECTS_ALONE] = "alone",
                                      [CALIBRATE_EFFECTS_NONE] = "none",
                                      NULL};
static const char *const INTERVALS[] = {"game", "binomial", NULL};
/* In the order of enum term_set. */
static const char *const TERMS[] = {"progress", "material", "all", "conditions", NULL};

const struct option_spec calibrate_options[] = {
    TEXT_OPTION(OPT_WHEN, "when", "QUERY", "condition with a curve of its own (repeatable)",
                "この条件を満たす局面の曲線を求める（繰り返し可）", .letter = 'w',
                .repeatable = true),
    TEXT_OPTION(OPT_PRESET, "preset", "NAME",
                "conditions of the paper: progress, rooks, bishops, knights, or paper for all; or "
                "common: castles and hands (default progress)",
                "論文の条件: progress、rooks、bishops、knights、全部なら paper。common "
                "は囲いや持駒など（既定は progress）",
                .repeatable = true),
    TEXT_OPTION(OPT_VALUE, "value", "static|quiescence|record|usi:CMD",
                "source of the values (default static)", "評価値の出所（既定は static）"),
    FILE_OPTION(OPT_WEIGHTS, "weights", "FILE",
                "evaluation: paper (default), calibrated, net, material or a weights file",
                "評価関数: paper（既定）、calibrated、net、material、または重みのファイル"),
    INT_OPTION(OPT_VALUE_NODES, "value-nodes", "N", 1, 1000000000,
               "nodes per position for a USI engine (default 1000)",
               "USI エンジンが一局面に使うノード数（既定は 1000）"),
    TEXT_OPTION(OPT_ENGINE_OPTION, "engine-option", "NAME=VALUE",
                "USI option of the engine (repeatable)", "エンジンの USI オプション（繰り返し可）",
                .repeatable = true),
    INT_OPTION(OPT_SAMPLE, "sample", "N", 1, 1000000, "evaluate one position in N (default 1)",
               "N 局面に一つだけ評価する（既定は 1）"),
    INT_OPTION(OPT_BIN, "bin", "N", 1, 10000, "width of a bin in values (default 500)",
               "評価値の区間の幅（既定は 500）"),
    INT_OPTION(OPT_MIN_POSITIONS, "min-positions", "N", 1, 1000000000000,
               "minimum number of positions in a bin (default: a five-hundredth of all, from 20 to "
               "1000)",
               "区間の最小の局面数（既定は全局面の 500 分の 1、20～1000）"),
    INT_OPTION(OPT_MATE_NODES, "mate-nodes", "N", 0, 1000000000,
               "nodes of the mate search that settles the result at a game's end; 0: as recorded "
               "(default 10000)",
               "終局図で勝敗を確かめる詰み探索のノード数（既定は 10000）。0 なら棋譜のまま"),
    INT_OPTION(OPT_SKIP, "skip", "N", 0, 10000,
               "skip positions before ply N; 1: the start only (default 0)",
               "N 手目より前の局面を除く。1 なら開始局面だけ（既定は 0）"),
    FLAG_OPTION(OPT_NO_CHECKS, "no-checks", "skip positions in check", "王手のかかった局面を除く"),
    FLAG_OPTION(OPT_NO_HANGING, "no-hanging", "skip positions where a capture wins material",
                "駒得になる取りがある局面を除く"),
    CHOICE_OPTION(OPT_INTERVAL, "interval", INTERVALS,
                  "confidence interval of win rates: clustered by game (default), or binomial as "
                  "in the paper",
                  "勝率の信頼区間: game は対局単位（既定）、binomial "
                  "は論文のように局面を独立とみなす二項分布"),
    INT_OPTION(OPT_REPLICATES, "replicates", "N", 20, 10000,
               "number of bootstrap resamples (default 400)",
               "ブートストラップの再抽出回数（既定は 400）"),
    INT_OPTION(OPT_SEED, "seed", "S", 0, INT64_MAX, "random seed (default 1)",
               "乱数の種（既定は 1）"),
    FLAG_OPTION(OPT_BINS, "bins", "print every bin of every curve", "曲線の区間をすべて表示する"),
    CHOICE_OPTION(OPT_EFFECTS, "effects", EFFECTS,
                  "signed effects of the conditions beyond the value, both sides pooled: all "
                  "fitted together (joint, default), each by itself (alone), or none",
                  "評価値を超える条件の効果（符号付き、先後を合わせて求める）: joint "
                  "は同時に（既定）、alone は一つずつ、none は求めない"),
    CHOICE_OPTION(
        OPT_FIT, "fit", FITS,
        "fit weights by least squares or maximum likelihood (logistic regression); default ml if "
        "another fit option is given",
        "重みを最小二乗法か最尤法（ロジスティック回帰）で求める。以下のオプションだけなら ml"),
    CHOICE_OPTION(
        OPT_TERMS, "terms", TERMS,
        "weights to fit: of progress (default), also of material, all, or one per condition",
        "求める重み: 進行度差（既定）、駒の価値も、全部、条件ごと"),
    TEXT_OPTION(OPT_RIDGE, "ridge", "X", "ridge penalty towards the old weights (default 0)",
                "元の重みへのリッジ正則化の強さ（既定は 0）"),
    TEXT_OPTION(OPT_LASSO, "lasso", "X", "lasso penalty towards 0 (default 0)",
                "0 へのラッソ正則化の強さ（既定は 0）"),
    INT_OPTION(OPT_HELD_OUT, "held-out", "N", 0, 900,
               "games per thousand held out for validation (default 200)",
               "千局のうち重みを求めるのに使わず検証に使う局数（既定は 200）"),
    FILE_OPTION(OPT_OUTPUT, "output", "WEIGHTS",
                "write the fitted weights to a file, for --weights of other commands",
                "求めた重みを書き出す（他のコマンドの --weights で使える）", .letter = 'o',
                .writes = WRITES_FILE),
    FLAG_OPTION(OPT_DISCOVER, "discover",
                "find the conditions under which values are most distorted",
                "評価値の歪みが最も大きい条件を探す", .letter = 'd'),
    INT_OPTION(OPT_TOP, "top", "N", 1, 1000,
               "number of conditions that --discover lists (default 10)",
               "--discover で示す条件の数（既定は 10）"),
    FILE_OPTION(
        OPT_PLOT, "plot", "FILE.svg", "draw the curves to a file; of several classes: the effects",
        "曲線を図にする。階級が複数なら効果を図にする", .writes = WRITES_FILE, .ending = ".svg"),
    PART_OPTION(OPT_PART),
    FLAG_OPTION(OPT_NO_CACHE, "no-cache", "recompute all values, and store none in the database",
                "評価値を計算し直し、データベースに保存しない"),
    QUERY_FILE_OPTION(OPT_QUERY_FILE),
    [OPT_COUNT] = {.name = NULL},
};

/* --- What goes together ----------------------------------------------------------------------- */

bool calibrate_fits(const struct cmd_args *args)
{
    static const int OF_FIT[] = {OPT_FIT, OPT_TERMS, OPT_RIDGE, OPT_LASSO, OPT_OUTPUT};
    for (size_t i = 0; i < sizeof OF_FIT / sizeof *OF_FIT; i++)
        if (args_count(args, (size_t)OF_FIT[i]))
            return true;
    return false;
}

/* Values of the evaluation that --weights names, not of others? */
static bool judges_itself(const struct cmd_args *args)
{
    const char *value = args_text(args, OPT_VALUE, "static");
    return strcmp(value, "static") == 0 || strcmp(value, "quiescence") == 0;
}

/* --- Reading them ----------------------------------------------------------------------------- */

struct sheet_options calibrate_sheet_options(const struct cmd_env *env, const struct cmd_args *args)
{
    struct sheet_options o = SHEET_DEFAULTS;
    o.mate_nodes = (uint32_t)args_int(args, OPT_MATE_NODES, o.mate_nodes);
    o.skip_plies = (uint32_t)args_int(args, OPT_SKIP, 0);
    o.no_checks = args_flag(args, OPT_NO_CHECKS);
    o.no_hanging = args_flag(args, OPT_NO_HANGING);
    o.part = part_option(args, OPT_PART, GAME_PART_ALL);
    o.no_cache = args_flag(args, OPT_NO_CACHE);
    o.threads = env->threads;
    o.reduction = cluster_reduction(env->cluster);
    o.cancelled = env->cancelled;
    return o;
}

struct curve_options calibrate_curve_options(const struct cmd_env *env, const struct cmd_args *args)
{
    struct curve_options o = CURVE_DEFAULTS;
    o.bin = (int)args_int(args, OPT_BIN, o.bin);
    o.min_positions = (uint64_t)args_int(args, OPT_MIN_POSITIONS, (int64_t)o.min_positions);
    o.resamples = (unsigned)args_int(args, OPT_REPLICATES, o.resamples);
    o.seed = (uint64_t)args_int(args, OPT_SEED, (int64_t)o.seed);
    o.binomial = args_choice(args, OPT_INTERVAL, 0) == 1;
    o.threads = env->threads;
    o.reduction = cluster_reduction(env->cluster);
    o.cancelled = env->cancelled;
    return o;
}

static int get_real(struct cmd_env *env, const struct cmd_args *args, size_t option, double *out)
{
    static const struct msg BAD = {"--%1 takes a number of 0 or more",
                                   "--%1 には 0 以上の数を指定してください"};
    const char *text = args_text(args, option, NULL);
    char *end;
    *out = 0;
    if (!text)
        return CMD_OK;
    double x = strtod(text, &end);
    if (end == text || *end || !(x >= 0 && x <= 1e9))
        return cmd_misuse(env, &BAD, calibrate_options[option].name);
    *out = x;
    return CMD_OK;
}

/* Can this set be fitted to these values, and written? */
static int check_set(struct cmd_env *env, const struct cmd_args *args, enum term_set set,
                     bool is_paper)
{
    static const struct msg NOT_PAPER = {
        "only weights of the paper's evaluation can be fitted and written; use --weights paper",
        "重みを求めて書き出せるのは論文の評価関数だけです: --weights paper"};
    static const struct msg NO_FILE = {"a weights file cannot hold one weight per condition",
                                       "条件ごとの重みはファイルに書けません"};
    static const struct msg NOT_ITS_VALUES = {
        "weights can be fitted only to the evaluation's own values; use --value static",
        "重みはその評価関数自身の評価値から求めます: --value static"};
    static const struct msg NO_LASSO = {"--lasso needs --terms progress or conditions",
                                        "--lasso は --terms progress か conditions で使います"};
    const bool writes = args_text(args, OPT_OUTPUT, NULL) != NULL;
    const bool counts = set == TERM_SET_MATERIAL || set == TERM_SET_ALL;
    if ((writes || counts) && !is_paper)
        return cmd_misuse(env, &NOT_PAPER, NULL);
    if (writes && set == TERM_SET_CONDITIONS)
        return cmd_misuse(env, &NO_FILE, NULL);
    if ((writes && !judges_itself(args)) ||
        (counts && strcmp(args_text(args, OPT_VALUE, "static"), "static") != 0))
        return cmd_misuse(env, &NOT_ITS_VALUES, NULL);
    if (counts && args_count(args, OPT_LASSO))
        return cmd_misuse(env, &NO_LASSO, NULL);
    return CMD_OK;
}

int calibrate_fit_options(struct cmd_env *env, const struct cmd_args *args, const struct eval *eval,
                          struct term_fit_options *out)
{
    const bool is_paper = eval->type == &eval_paper;
    *out = (struct term_fit_options){
        .set = (enum term_set)args_choice(args, OPT_TERMS, TERM_SET_PROGRESS),
        .model = (enum regression_model)args_choice(args, OPT_FIT, REGRESSION_ML),
        /* somebody else's values have none of its terms in them */
        .old = is_paper && judges_itself(args) ? eval->weights : NULL,
        .held_out = (unsigned)args_int(args, OPT_HELD_OUT, TERM_REFIT_HELD_OUT),
        .threads = env->threads,
        .reduction = cluster_reduction(env->cluster),
        .cancelled = env->cancelled,
    };
    int code = check_set(env, args, out->set, is_paper);
    if (code == CMD_OK)
        code = get_real(env, args, OPT_RIDGE, &out->ridge);
    return code == CMD_OK ? get_real(env, args, OPT_LASSO, &out->lasso) : code;
}
