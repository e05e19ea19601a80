/* cmd_analyse.c: `kifu analyse DB:ID | FILE... | DB QUERY`: whole games searched, position by
 * position. */
#include <stdlib.h>

#include "base/alloc.h"
#include "base/text/charset.h"
#include "cmd/analyse/analysis_run.h"
#include "cmd/frame/output_check.h"
#include "cmd/frame/shared_options.h"

enum {
    OPT_NODES,
    OPT_MATE_NODES,
    OPT_WEIGHTS,
    OPT_ENGINE,
    OPT_ENGINE_OPTION,
    OPT_SCALE,
    OPT_OUTPUT,
    OPT_FORCE,
    OPT_TO,
    OPT_CHARSET,
    OPT_PLOT,
    OPT_TABLE,
    OPT_FULL,
    OPT_LIMIT,
    OPT_JOURNAL,
    OPT_COUNT
};

/* Those that hold comments. */
static const char *const FORMATS[] = {"kif", "kifu", "ki2", "ki2u", "csa", "jkf", NULL};

enum { USUAL_NODES = 100000, USUAL_MATE_NODES = 10000 };

static const struct option_spec OPTIONS[] = {
    INT_OPTION(OPT_NODES, "nodes", "N", 1, 1000000000000, "nodes per position (default 100000)",
               "一局面に使うノード数（既定は 100000）"),
    INT_OPTION(OPT_MATE_NODES, "mate-nodes", "N", 0, 1000000000,
               "nodes of the mate search before that; 0: none (default 10000)",
               "その前に行う詰み探索のノード数（既定は 10000）。0 なら行わない"),
    FILE_OPTION(OPT_WEIGHTS, "weights", "NAME|FILE",
                "evaluation: halfka (default), net, paper, calibrated, material, or a weights file",
                "評価関数: halfka（既定）、net、paper、calibrated、material、または重みのファイル",
                .letter = 'w'),
    TEXT_OPTION(OPT_ENGINE, "engine", "usi:COMMAND", "search with another USI engine",
                "別の USI エンジンで探索する"),
    TEXT_OPTION(OPT_ENGINE_OPTION, "engine-option", "NAME=VALUE",
                "USI option of the engine (repeatable)", "エンジンの USI オプション（繰り返し可）",
                .repeatable = true),
    INT_OPTION(OPT_SCALE, "scale", "N", 1, 100000,
               "value at which a side wins 73 % of the games (default: of the evaluation)",
               "勝率 73 % に当たる評価値（既定は評価関数による）"),
    FILE_OPTION(
        OPT_OUTPUT, "output", "FILE|DIR|-",
        "records with values, comments and variations: one file, a directory (existing, or "
        "ending in /) for one file per game, or - for standard output in place of the report",
        "評価値、コメント、変化手順を加えた棋譜の出力先: ファイル、1 局 1 "
        "ファイルで収めるディレクトリ（既存、または末尾が /）、- "
        "は標準出力（報告の代わりに）",
        .letter = 'o', .writes = WRITES_GAMES),
    OUTPUT_FORCE_OPTION(OPT_FORCE),
    CHOICE_OPTION(OPT_TO, "to", FORMATS,
                  "format of the records of -o (default: by the name of the file, or kif)",
                  "-o で書き出す棋譜の形式（既定はファイル名による。なければ kif）", .letter = 't'),
    OUTPUT_CHARSET_OPTION(OPT_CHARSET),
    FILE_OPTION(OPT_PLOT, "plot", "FILE.svg|DIR",
                "graph of the win probability; a directory for one file per game",
                "勝率のグラフ。ディレクトリなら 1 局 1 ファイル", .writes = WRITES_GAMES),
    FILE_OPTION(OPT_TABLE, "table", "FILE",
                "figures of each player: tab-separated values, or JSON lines if FILE ends in .json",
                "対局者ごとの集計。タブ区切り、FILE が .json で終われば JSON",
                .writes = WRITES_FILE),
    FLAG_OPTION(OPT_FULL, "full", "print the report of each game, even of several",
                "複数の対局でも一局ごとの報告を表示する"),
    INT_OPTION(OPT_LIMIT, "limit", "N", 1, INT64_MAX, "maximum number of games",
               "解析する対局の最大数"),
    FILE_OPTION(OPT_JOURNAL, "journal", "FILE",
                "keep finished games in FILE, so that an interrupted run can resume",
                "途中経過を FILE に残し、中断しても再開できるようにする", .writes = WRITES_ON),
    [OPT_COUNT] = {.name = NULL},
};

/* --- Options ---------------------------------------------------------------------------------- */

static int choose_engine(struct cmd_env *env, const struct cmd_args *args,
                         struct analyst_options *o)
{
    static const struct msg NOT_USI = {"\"%1\" is no engine; use --engine \"usi:COMMAND\"",
                                       "「%1」はエンジンではありません。--engine \"usi:コマンド\" "
                                       "と書いてください"};
    static const struct msg BOTH = {"--engine cannot be used with --%1",
                                    "--engine と --%1 は同時に使えません"};
    static const struct msg NEEDS = {"--engine-option needs --engine",
                                     "--engine-option には --engine が必要です"};
    const char *engine = args_text(args, OPT_ENGINE, NULL);
    struct span spec = span_of(engine);
    if (!engine)
        return args_count(args, OPT_ENGINE_OPTION) ? cmd_misuse(env, &NEEDS, NULL) : CMD_OK;
    if (!span_eat(&spec, SPAN("usi:")) || !span_trim(spec).n)
        return cmd_misuse(env, &NOT_USI, engine);
    if (args_count(args, OPT_WEIGHTS) || args_count(args, OPT_MATE_NODES))
        return cmd_misuse(env, &BOTH, args_count(args, OPT_WEIGHTS) ? "weights" : "mate-nodes");
    o->engine = spec.p;
    o->mate_nodes = 0;
    return CMD_OK;
}

static bool holds_analysis(const struct format *f)
{
    for (size_t i = 0; FORMATS[i]; i++)
        if (f && strcmp(f->name, FORMATS[i]) == 0)
            return true;
    return false;
}

static int choose_format(struct cmd_env *env, const struct cmd_args *args,
                         struct analysis_options *o)
{
    static const struct msg UNKNOWN_CHARSET = {"unknown character set \"%1\"",
                                               "文字コード「%1」には対応していません"};
    static const struct msg NEEDS = {"--%1 needs -o", "--%1 には -o が必要です"};
    static const struct msg NO_RECORD = {
        "a %1 file cannot hold an analysis; use --to kif, ki2, csa or jkf",
        "%1 形式には解析を書けません。--to kif、ki2、csa、jkf を指定してください"};
    static const struct msg MIXED = {
        "records and --json both go to standard output; use -o FILE",
        "--json は標準出力の棋譜と混ざります。-o FILE を指定してください"};
    const char *charset = args_text(args, OPT_CHARSET, NULL);
    const bool chosen = args_count(args, OPT_TO) != 0;
    if (!o->records)
        return chosen || charset ? cmd_misuse(env, &NEEDS, chosen ? "to" : "charset") : CMD_OK;
    if (env->json && strcmp(o->records, "-") == 0)
        return cmd_misuse(env, &MIXED, NULL);
    if (!chosen && !output_is_directory(o->records))
        o->format = format_by_path(span_of(o->records));
    if (!o->format)
        o->format = format_by_name(span_of(FORMATS[args_choice(args, OPT_TO, 0)]));
    if (!holds_analysis(o->format))
        return cmd_misuse(env, &NO_RECORD, o->format->name);
    o->charset = o->format->charset;
    if (charset && !charset_by_name(span_of(charset), &o->charset))
        return cmd_misuse(env, &UNKNOWN_CHARSET, charset);
    return CMD_OK;
}

/* Each of the files is written, or read, as a whole. */
static int check_names(struct cmd_env *env, const struct cmd_args *args,
                       const struct analysis_options *o)
{
    static const struct msg TWICE = {
        "%1 is named twice; every output needs a file of its own",
        "%1 "
        "が二度指定されています。出力先にはそれぞれ別のファイルを指定し"
        "てください"};
    const char *const outputs[] = {o->records, o->plots, o->table, o->journal};
    const size_t count = sizeof outputs / sizeof *outputs;
    for (size_t i = 0; i < count; i++) {
        if (!outputs[i])
            continue;
        for (size_t k = 0; k < i; k++)
            if (outputs[k] && output_is_same(outputs[i], outputs[k]))
                return cmd_misuse(env, &TWICE, outputs[i]);
        for (size_t k = 0; k < args->n_operands; k++)
            if (strcmp(outputs[i], "-") != 0 && output_is_same(outputs[i], args->operands[k]))
                return cmd_misuse(env, &TWICE, outputs[i]);
    }
    return CMD_OK;
}

static int choose_outputs(struct cmd_env *env, const struct cmd_args *args,
                          struct analysis_options *o)
{
    o->records = args_text(args, OPT_OUTPUT, NULL);
    o->plots = args_text(args, OPT_PLOT, NULL);
    o->table = args_text(args, OPT_TABLE, NULL);
    o->journal = args_text(args, OPT_JOURNAL, NULL);
    o->full = args_flag(args, OPT_FULL);
    if (o->plots && !output_is_directory(o->plots) && output_ends_otherwise(o->plots, ".svg"))
        return cmd_misuse(env, &OUTPUT_NOT_SVG, o->plots);
    const int code = check_names(env, args, o);
    return code == CMD_OK ? choose_format(env, args, o) : code;
}

/* A file holds one graph. */
static int check_plots(struct cmd_env *env, const struct analysis_options *o, size_t games)
{
    static const struct msg SEVERAL = {"there are several games; use --plot DIR/",
                                       "棋譜が複数あります。--plot DIR/ を指定してください"};
    bool one = o->plots && !output_is_directory(o->plots);
    return one && games > 1 ? cmd_misuse(env, &SEVERAL, NULL) : CMD_OK;
}

/* --- The command ------------------------------------------------------------------------------ */

static int analyse(struct cmd_env *env, const struct cmd_args *args, struct analysis_list *list,
                   const struct analysis_options *o)
{
    static const struct msg NOTHING = {"no games to analyse", "解析する棋譜がありません"};
    int code = analysis_list_open(list, env, args->operands, args->n_operands,
                                  (uint64_t)args_int(args, OPT_LIMIT, INT64_MAX));
    if (code != CMD_OK)
        return code;
    if (list->count == 0) {
        cmd_note(env, &NOTHING, NULL, NULL);
        return list->rejected ? CMD_ERROR : CMD_NOTHING;
    }
    code = check_plots(env, o, list->count);
    if (code == CMD_OK)
        code = analysis_run(env, list, o);
    return code == CMD_OK && list->unreadable ? CMD_ERROR : code;
}

static int run(struct cmd_env *env, const struct cmd_args *args)
{
    struct analysis_list list = {0};
    struct err err = {0};
    const size_t n = args_count(args, OPT_ENGINE_OPTION);
    const char **engine_options = mem_calloc(n + 1, sizeof *engine_options);
    if (!engine_options) {
        err_nomem(&err);
        return cmd_fail(env, &err);
    }
    for (size_t i = 0; i < n; i++)
        engine_options[i] = args_nth(args, OPT_ENGINE_OPTION, i);
    struct analysis_options o = {
        .analyst = {.weights = args_text(args, OPT_WEIGHTS, NULL),
                    .engine_options = engine_options,
                    .engine_option_count = n,
                    .path = getenv("PATH"),
                    .nodes = (uint64_t)args_int(args, OPT_NODES, USUAL_NODES),
                    .mate_nodes = (uint64_t)args_int(args, OPT_MATE_NODES, USUAL_MATE_NODES),
                    .scale = (int)args_int(args, OPT_SCALE, 0)}};
    int code = choose_engine(env, args, &o.analyst);
    if (code == CMD_OK)
        code = choose_outputs(env, args, &o);
    if (code == CMD_OK) {
        code = analyse(env, args, &list, &o);
        if (list.has_input)
            code = query_operands_check(&list.input, env, code);
        analysis_list_release(&list);
    }
    mem_free(engine_options);
    return code;
}

const struct command CMD_ANALYSE = {
    .name = "analyse",
    .group = GROUP_EVALUATION,
    .summary = {"search every position of games and report mistakes",
                "対局の全局面を探索し、疑問手や悪手を報告する"},
    .operands = "DB:ID|FILE...|DB... [QUERY]",
    .min_operands = 1,
    .max_operands = ANY_NUMBER,
    .completes = COMPLETE_FILE,
    .shared = TAKES_JSON | TAKES_PROGRESS | TAKES_JOBS,
    .options = OPTIONS,
    .details =
        {"Reports for each game the accuracy of both players, the moves that lost win probability, "
         "with what was better, turning points, and mates missed and found. Of several games, one "
         "line each and a table of players. -o writes the records with values, comments and "
         "variations.",
         "対局ごとに、両対局者の正確さ、勝率を下げた手と優った手順、勝負の分かれ目、逃した詰みを報"
         "告します。複数の対局では一局一行と対局者の表になります。-o "
         "は評価値、コメント、変化手順を加えた棋譜を書き出します。"},
    .run = run,
};
