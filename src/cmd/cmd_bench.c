/* cmd_bench.c: `kifu bench [NAME...]`: how fast this machine is at what Kifu does most.
 *
 * What is compared with other programs is in bench/ and needs them; this needs nothing. */
#include <string.h>
#include <time.h>

#include "base/buf.h"
#include "cmd/frame/cmd.h"
#include "engine/eval/weights.h"
#include "engine/search/engine_bench.h"
#include "games/shogi/shogi.h"

enum { OPT_DEPTH, OPT_THREADS, OPT_HASH, OPT_WEIGHTS, OPT_TUNE, OPT_CONSTANTS, OPT_COUNT };

static const struct option_spec OPTIONS[] = {
    INT_OPTION(OPT_DEPTH, "depth", "N", 1, 30, "engine: search depth (default 9)",
               "engine: 探索の深さ（既定は 9）"),
    INT_OPTION(OPT_THREADS, "threads", "N", 1, 512, "engine: number of search threads (default 1)",
               "engine: 探索のスレッド数（既定は 1）"),
    INT_OPTION(OPT_HASH, "hash", "MB", 1, 1 << 20,
               "engine: transposition table size in MiB (default 64)",
               "engine: 置換表の大きさ（MiB、既定は 64）"),
    FILE_OPTION(OPT_WEIGHTS, "weights", "NAME|FILE",
                "engine: evaluation, a name or a weights file (default: built in)",
                "engine: 評価関数の名前か重みのファイル（既定は内蔵のもの）"),
    TEXT_OPTION(OPT_TUNE, "tune", "NAME=N,...", "engine: other constants of the search",
                "engine: 探索の定数を変える"),
    FLAG_OPTION(OPT_CONSTANTS, "constants",
                "list the constants of the search, with defaults and limits, instead",
                "測らずに、探索の定数を既定値と範囲とともに並べる"),
    [OPT_COUNT] = {.name = NULL},
};

static double cpu_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* One line: what, how much of it, seconds of processor time, rate. */
static int print_report(struct cmd_env *env, const char *name, const char *unit, uint64_t count,
                        double seconds, unsigned threads)
{
    double rate = seconds > 0 ? (double)count / seconds * threads : 0;
    if (env->json)
        fprintf(env->out, "{\"bench\":\"%s\",\"%s\":%llu,\"seconds\":%.3f,\"rate\":%.0f}\n", name,
                unit, (unsigned long long)count, seconds / threads, rate);
    else
        fprintf(env->out, "%-8s %12llu %s %8.2f s %12.0f %s/s\n", name, (unsigned long long)count,
                unit, seconds / threads, rate, unit);
    return CMD_OK;
}

/* --- engine ----------------------------------------------------------------------------------- */

struct bench_report {
    struct cmd_env *env;
    bool each;
};

static bool report_position(void *ctx, unsigned number, const char *sfen, uint64_t nodes,
                            uint64_t ms)
{
    const struct bench_report *t = ctx;
    (void)ms;
    if (!t->env->json && t->each)
        fprintf(t->env->out, "%2u %10llu %s\n", number + 1, (unsigned long long)nodes, sfen);
    return !cmd_should_stop(t->env);
}

static int list_constants(struct cmd_env *env)
{
    if (!env->json)
        fprintf(env->out, "%-18s %8s %8s %8s\n", "name", "default", "least", "most");
    for (int i = 0; i < TUNED_COUNT; i++) {
        const struct tuning_row *row = &tuning_rows[i];
        fprintf(env->out,
                env->json ? "{\"name\":\"%s\",\"default\":%d,\"least\":%d,\"most\":%d}\n"
                          : "%-18s %8d %8d %8d\n",
                row->name, row->value, row->least, row->most);
    }
    return CMD_OK;
}

static int bench_engine(struct cmd_env *env, const struct cmd_args *args)
{
    static const struct msg NO_CONSTANTS = {
        "--tune: unknown constant, or a value outside its limits: %1",
        "--tune: 知らない定数か、範囲外の値です: %1"};
    struct tuning tuning;
    struct weights *weights;
    struct engine_bench_result result;
    struct err err;
    struct bench_report reporter = {.env = env, .each = true};
    unsigned threads = (unsigned)args_int(args, OPT_THREADS, 1);
    tuning_init(&tuning);
    if (!tuning_read(&tuning, span_of(args_text(args, OPT_TUNE, ""))))
        return cmd_misuse(env, &NO_CONSTANTS, args_text(args, OPT_TUNE, ""));
    enum status status = weights_open(&weights, args_text(args, OPT_WEIGHTS, NULL), &err);
    if (status != STATUS_OK)
        return cmd_fail(env, &err);
    double began = cpu_seconds();
    status = engine_bench_run(
        &(struct engine_bench){.eval = weights_eval(weights),
                               .tuning = &tuning,
                               .depth = (int)args_int(args, OPT_DEPTH, ENGINE_BENCH_DEPTH),
                               .threads = threads,
                               .tt_bytes = (size_t)args_int(args, OPT_HASH, 64) << 20,
                               .report = report_position,
                               .ctx = &reporter},
        &result, &err);
    double seconds = cpu_seconds() - began;
    weights_close(weights);
    if (status != STATUS_OK)
        return cmd_fail(env, &err);
    return cmd_should_stop(env)
               ? CMD_ERROR
               : print_report(env, "engine", "nodes", result.nodes, seconds, threads);
}

/* --- moves ------------------------------------------------------------------------------------ */

static int bench_moves(struct cmd_env *env, const struct cmd_args *args)
{
    enum { DEPTH = 5 };
    struct shogi_pos pos;
    (void)args;
    shogi_pos_start(&pos);
    double began = cpu_seconds();
    uint64_t count = shogi_perft_make_leaves(&pos, DEPTH);
    return print_report(env, "moves", "moves", count, cpu_seconds() - began, 1);
}

/* --- The table -------------------------------------------------------------------------------- */

static const struct bench_kind {
    const char *name;
    int (*run)(struct cmd_env *env, const struct cmd_args *args);
} BENCHES[] = {
    {"engine", bench_engine},
    {"moves", bench_moves},
};
enum { BENCH_COUNT = sizeof BENCHES / sizeof *BENCHES };

static const struct bench_kind *bench_named(const char *name)
{
    for (int i = 0; i < BENCH_COUNT; i++)
        if (strcmp(BENCHES[i].name, name) == 0)
            return &BENCHES[i];
    return NULL;
}

static int run(struct cmd_env *env, const struct cmd_args *args)
{
    static const struct msg NO_SUCH = {
        "unknown benchmark '%1'; use engine or moves",
        "ベンチマーク '%1' はありません。engine か moves を指定してください"};
    int result = CMD_OK;
    for (size_t i = 0; i < args->n_operands; i++)
        if (!bench_named(args->operands[i]))
            return cmd_misuse(env, &NO_SUCH, args->operands[i]);
    if (args_flag(args, OPT_CONSTANTS))
        return list_constants(env);
    for (size_t i = 0; i < args->n_operands && result == CMD_OK; i++)
        result = bench_named(args->operands[i])->run(env, args);
    for (int i = 0; i < BENCH_COUNT && !args->n_operands && result == CMD_OK; i++)
        result = BENCHES[i].run(env, args);
    return result;
}

const struct command CMD_BENCH = {
    .name = "bench",
    .group = GROUP_UPKEEP,
    .summary = {"measure the speed of search and move generation", "探索と指し手生成の速さを測る"},
    .operands = "[NAME]...",
    .min_operands = 0,
    .max_operands = ANY_NUMBER,
    .shared = TAKES_JSON,
    .options = OPTIONS,
    .details =
        {"engine searches a fixed set of positions to a depth; with one thread the node count is "
         "constant for the same weights. moves generates and plays moves. Without a name all "
         "benchmarks run. Times are processor seconds.",
         "engine は決まった局面を決まった深さまで探索します（1 "
         "スレッドなら同じ重みでノード数は一定）。moves "
         "は指し手の生成と適用を測ります。名前を省くとすべて実行します。秒は CPU 時間です。"},
    .run = run,
};
