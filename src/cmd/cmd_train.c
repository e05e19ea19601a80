/* cmd_train.c: `kifu train DB|FILE.games... -o WEIGHTS`: learns the engine's evaluation from records. */
#include <math.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/io/file.h"
#include "base/text/json.h"
#include "cmd/frame/cmd.h"
#include "cmd/frame/train_progress.h"
#include "cmd/parts/part_option.h"
#include "formats/shogi/games_file.h"
#include "values/learn/engine_rows.h"
#include "values/learn/net_fit.h"
#include "values/samples.h"

enum {
    OPT_OUTPUT,
    OPT_ROWS,
    OPT_EPOCHS,
    OPT_LAMBDA,
    OPT_SCALE,
    OPT_RATE,
    OPT_LAST_RATE,
    OPT_BATCH,
    OPT_DECAY,
    OPT_DELTA_DECAY,
    OPT_SKIP,
    OPT_MAX_VALUE,
    OPT_HELD_OUT,
    OPT_PART,
    OPT_ALL,
    OPT_SEED,
    OPT_COUNT
};

static const struct option_spec OPTIONS[] = {
    FILE_OPTION(OPT_OUTPUT, "output", "WEIGHTS", "weights file to write", "重みの出力先",
                .letter = 'o', .writes = WRITES_FILE),
    FILE_OPTION(OPT_ROWS, "rows", "FILE",
                "write the positions as rows of equal length for other trainers",
                "局面を他の学習プログラム用の固定長の行として書く", .writes = WRITES_FILE),
    INT_OPTION(OPT_EPOCHS, "epochs", "N", 1, 10000, "number of epochs (default 10)",
               "エポック数（既定は 10）", .letter = 'n'),
    TEXT_OPTION(OPT_LAMBDA, "lambda", "X",
                "weight of the values in the records, from 0 (results only) to 1 (values only); "
                "default 0.7",
                "棋譜中の評価値の重み。0（勝敗だけ）から 1（評価値だけ）、既定は 0.7"),
    INT_OPTION(OPT_SCALE, "scale", "N", 0, 100000,
               "value at which the odds of winning are e to 1; 0: fitted to the results of each "
               "database (default 600)",
               "勝ちと負けのオッズが e 対 1 になる評価値（既定は 600）。0 "
               "ならデータベースごとに勝敗から求める"),
    TEXT_OPTION(OPT_RATE, "rate", "X", "initial learning rate (default 0.002)",
                "学習率の初期値（既定は 0.002）"),
    TEXT_OPTION(OPT_LAST_RATE, "last-rate", "X", "final learning rate (default 0.00001)",
                "学習率の最終値（既定は 0.00001）"),
    INT_OPTION(OPT_BATCH, "batch", "N", 1, 100000000, "batch size in positions (default 8192)",
               "バッチの局面数（既定は 8192）"),
    TEXT_OPTION(OPT_DECAY, "decay", "X", "weight decay (default 0.01)", "重み減衰（既定は 0.01）"),
    TEXT_OPTION(OPT_DELTA_DECAY, "delta-decay", "X",
                "weight decay for differences by king square (default 5)",
                "玉の位置ごとの差の重み減衰（既定は 5）"),
    INT_OPTION(OPT_SKIP, "skip", "N", 0, 10000, "skip the first N plies of each game (default 8)",
               "各局の最初の手数を除く（既定は 8）"),
    INT_OPTION(OPT_MAX_VALUE, "max-value", "N", 1, INT16_MAX,
               "skip positions whose value exceeds this (default 3000)",
               "評価値がこれを超える局面を除く（既定は 3000）"),
    INT_OPTION(OPT_HELD_OUT, "held-out", "N", 0, 999,
               "games per thousand held out for validation (default 50)",
               "千局のうち学習せず検証に使う局数（既定は 50）"),
    PART_OPTION(OPT_PART),
    FLAG_OPTION(OPT_ALL, "all", "also use positions without a value if others have one",
                "評価値のある局面があっても、ない局面も使う"),
    INT_OPTION(OPT_SEED, "seed", "S", 0, INT64_MAX, "random seed (default 1)",
               "乱数の種（既定は 1）"),
    [OPT_COUNT] = {.name = NULL},
};

struct train_cmd {
    struct cmd_env *env;
    const struct cmd_args *args;
    const char *path, *rows; /* of weights, of rows; one of them may be NULL */
    struct sample_options sampling;
    struct net_fit_options fitting;
    struct adam_options adam;
    struct samples samples;
    struct net_fit *fit;
    struct progress progress;
};

/* --- Options ---------------------------------------------------------------------------------- */

static int get_real(struct train_cmd *t, size_t option, double least, double most, float *out)
{
    static const struct msg BAD = {"--%1: number out of range", "--%1 の値が範囲外です"};
    const char *text = args_text(t->args, option, NULL);
    char *end;
    if (!text)
        return CMD_OK;
    double x = strtod(text, &end);
    if (end == text || *end || !(x >= least && x <= most))
        return cmd_misuse(t->env, &BAD, OPTIONS[option].name);
    *out = (float)x;
    return CMD_OK;
}

static int read_options(struct train_cmd *t)
{
    static const struct msg WHERE = {"missing output file; use -o WEIGHTS or --rows FILE",
                                     "出力先を -o WEIGHTS か --rows FILE で指定してください"};
    const struct cmd_args *args = t->args;
    t->path = args_text(args, OPT_OUTPUT, NULL);
    t->rows = args_text(args, OPT_ROWS, NULL);
    if (!t->path && !t->rows)
        return cmd_misuse(t->env, &WHERE, NULL);
    t->sampling.skip_plies = (uint32_t)args_int(args, OPT_SKIP, t->sampling.skip_plies);
    t->sampling.max_value = (int)args_int(args, OPT_MAX_VALUE, t->sampling.max_value);
    t->sampling.held_out = (unsigned)args_int(args, OPT_HELD_OUT, t->sampling.held_out);
    t->sampling.part = part_option(args, OPT_PART, GAME_PART_ALL);
    t->sampling.keep_value_less = args_flag(args, OPT_ALL);
    t->sampling.threads = t->adam.threads = t->env->threads;
    t->sampling.cancelled = t->adam.cancelled = t->env->cancelled;
    t->fitting.seed = t->adam.seed = (uint64_t)args_int(args, OPT_SEED, 1);
    t->adam.epochs = (unsigned)args_int(args, OPT_EPOCHS, 10);
    t->adam.batch = (size_t)args_int(args, OPT_BATCH, 8192);
    t->adam.learning_rate = 2e-3F;
    t->adam.final_rate = 1e-5F;
    const struct {
        size_t option;
        double least, most;
        float *to;
    } REALS[] = {
        {OPT_LAMBDA, 0, 1, &t->fitting.lambda},
        {OPT_RATE, 0, 1, &t->adam.learning_rate},
        {OPT_LAST_RATE, 0, 1, &t->adam.final_rate},
        {OPT_DECAY, 0, 100, &t->fitting.decay},
        {OPT_DELTA_DECAY, 0, 100, &t->fitting.delta_decay},
    };
    for (size_t i = 0; i < sizeof REALS / sizeof *REALS; i++) {
        int code = get_real(t, REALS[i].option, REALS[i].least, REALS[i].most, REALS[i].to);
        if (code != CMD_OK)
            return code;
    }
    return CMD_OK;
}

/* --- Telling ---------------------------------------------------------------------------------- */

static void walked(void *ctx, uint64_t games)
{
    progress_add(&((struct train_cmd *)ctx)->progress, games);
}

static double mean(double sum, double n)
{
    return n > 0 ? sum / n : 0;
}

static void add_json(struct buf *out, const struct adam_report *r)
{
    struct json j;
    json_init(&j, out);
    json_open_object(&j);
    json_key_u64(&j, "epoch", r->epoch);
    json_key_double(&j, "loss", mean(r->training.loss, r->training.examples));
    json_key_double(&j, "held_out_loss", mean(r->held_out.loss, r->held_out.examples));
    json_key_double(&j, "result_loss", mean(r->held_out.result_loss, r->held_out.results));
    json_key_double(&j, "agreement", mean(r->held_out.agreed, r->held_out.decided));
    json_key_double(&j, "rate", (double)r->learning_rate);
    json_key_double(&j, "positions_per_second", mean(r->training.examples, r->seconds));
    json_end(&j);
    json_line(&j);
}

static void add_text(struct buf *out, enum lang lang, const struct adam_report *r)
{
    static const struct msg HEAD = {"epoch  learnt    held out  results   agreement  positions/s\n",
                                    "回     学習      検証      勝敗      一致       局面/秒\n"};
    if (r->epoch == 0)
        buf_add_str(out, msg_in(&HEAD, lang));
    buf_printf(
        out, "%-5u  %.6f  %.6f  %.6f  %.4f     %.0f\n", r->epoch,
        mean(r->training.loss, r->training.examples), mean(r->held_out.loss, r->held_out.examples),
        mean(r->held_out.result_loss, r->held_out.results),
        mean(r->held_out.agreed, r->held_out.decided), mean(r->training.examples, r->seconds));
}

static void report(void *ctx, const struct adam_report *r)
{
    struct train_cmd *t = ctx;
    struct buf text;
    buf_init(&text, BUF_DEFAULT_MAX);
    if (t->env->json)
        add_json(&text, r);
    else
        add_text(&text, t->env->lang, r);
    progress_wipe(&t->progress);
    fwrite(text.p, 1, text.n, t->env->out);
    fflush(t->env->out);
    buf_release(&text);
}

static void note_samples(struct train_cmd *t)
{
    static const struct msg DONE = {"training on %1 positions, %2 held out",
                                    "学習に %1 局面、検証に %2 局面"};
    static const struct msg NO_VALUES = {"no values in the records; using results only",
                                         "棋譜に評価値がないため、勝敗だけを使います"};
    char one[32], two[32];
    snprintf(one, sizeof one, "%zu", t->samples.part[SAMPLES_TRAINING].count);
    snprintf(two, sizeof two, "%zu", t->samples.part[SAMPLES_HELD_OUT].count);
    cmd_note(t->env, &DONE, one, two);
    if (!t->samples.valued)
        cmd_note(t->env, &NO_VALUES, NULL, NULL);
}

/* --- Working ---------------------------------------------------------------------------------- */

/* Brings the values of the samples from *first on to one scale. */
static enum status scale_values(struct train_cmd *t, const char *path, size_t *first,
                                struct err *err)
{
    static const struct msg SCALE = {"%1: the odds of winning are e to 1 at value %2",
                                     "%1: 評価値 %2 で勝ちと負けのオッズが e 対 1"};
    struct sample_set *training = &t->samples.part[SAMPLES_TRAINING];
    struct sample_set *held = &t->samples.part[SAMPLES_HELD_OUT];
    double scale = (double)args_int(t->args, OPT_SCALE, NET_SCALE);
    if (scale == 0) {
        char text[32];
        enum status st =
            value_scale_fit(training->rows + first[0], training->count - first[0], &scale, err);
        if (st != STATUS_OK)
            return st;
        snprintf(text, sizeof text, "%.0f", scale);
        if (t->samples.valued)
            cmd_note(t->env, &SCALE, path, text);
    }
    value_scale_apply(training->rows + first[0], training->count - first[0], scale);
    value_scale_apply(held->rows + first[1], held->count - first[1], scale);
    first[0] = training->count;
    first[1] = held->count;
    return STATUS_OK;
}

static enum status add_database(struct train_cmd *t, const char *path, struct err *err)
{
    struct db *db = NULL;
    enum status st = db_open_parts(&db, path, DB_GAMES, err);
    if (st == STATUS_OK)
        st = samples_add(&t->samples, db, &t->sampling, err);
    if (st == STATUS_OK)
        st = db_status(db, err);
    db_close(db);
    return st;
}

static bool is_games_path(const char *path)
{
    return format_by_path(span_of(path)) == &games_format;
}

static void note_damage(struct train_cmd *t)
{
    static const struct msg DAMAGED = {"skipping %1 damaged blocks of games",
                                       "壊れたブロック %1 個を除外します"};
    char text[32];
    snprintf(text, sizeof text, "%llu", (unsigned long long)t->samples.damaged);
    if (t->samples.damaged)
        cmd_note(t->env, &DAMAGED, text, NULL);
}

static enum status collect_samples(struct train_cmd *t, struct err *err)
{
    static const struct msg READING = {"reading games", "棋譜を読み込み中"}, UNIT = {"games", "局"};
    static const struct msg NOTHING = {"no positions to train on", "学習できる局面がありません"};
    enum status st = STATUS_OK;
    size_t first[SAMPLES_PARTS] = {0};
    t->sampling.progress = walked;
    t->sampling.progress_ctx = t;
    progress_start(&t->progress, &READING, &UNIT, 0);
    for (size_t i = 0; i < t->args->n_operands && st == STATUS_OK; i++) {
        const char *path = t->args->operands[i];
        st = is_games_path(path) ? samples_add_games(&t->samples, path, &t->sampling, err)
                                 : add_database(t, path, err);
        if (st == STATUS_OK)
            st = scale_values(t, path, first, err);
    }
    progress_finish(&t->progress);
    note_damage(t);
    if (st == STATUS_OK)
        st = samples_finish(&t->samples, &t->sampling, err);
    if (st == STATUS_OK && t->samples.part[SAMPLES_TRAINING].count == 0)
        st = err_plain(err, STATUS_NOT_FOUND, &NOTHING);
    return st;
}

static enum status learn(struct train_cmd *t, struct err *err)
{
    enum status st = net_fit_open(&t->fit, &t->samples, &t->fitting, err);
    if (st != STATUS_OK)
        return st;
    const struct adam_model model = net_fit_model(t->fit);
    t->adam.ctx = t;
    t->adam.progress = walked;
    t->adam.report = report;
    return train_with_progress(&t->progress, &model, &t->adam, err);
}

static void note_difference(struct train_cmd *t, const struct net_fit_difference *d)
{
    static const struct msg OFF = {
        "rounding to integers changes values by %1 hundredths of a pawn on average, %2 at most",
        "整数化による差は平均 %1、最大 %2（歩の 1/100 単位）"};
    char one[32], two[32];
    snprintf(one, sizeof one, "%.1f", d->mean);
    snprintf(two, sizeof two, "%.0f", d->most);
    cmd_note(t->env, &OFF, one, two);
}

static enum status write_net(struct train_cmd *t, struct err *err)
{
    struct net_fit_difference off = {0};
    struct buf bytes;
    struct net *net = mem_calloc_aligned(64, 1, sizeof *net);
    if (!net)
        return err_nomem(err);
    buf_init(&bytes, BUF_DEFAULT_MAX);
    net_fit_quantise(t->fit, net);
    enum status st = net_fit_compare(t->fit, net, &off, err);
    if (st == STATUS_OK)
        st = net_write(net, &bytes, err);
    if (st == STATUS_OK)
        st = file_replace(t->path, buf_span(&bytes), err);
    if (st == STATUS_OK && t->samples.part[SAMPLES_HELD_OUT].count)
        note_difference(t, &off);
    buf_release(&bytes);
    mem_free(net);
    return st;
}

static int run(struct cmd_env *env, const struct cmd_args *args)
{
    struct train_cmd t = {
        .env = env, .args = args, .sampling = SAMPLE_DEFAULTS, .fitting = NET_FIT_DEFAULTS};
    struct err err = {0};
    int code = read_options(&t);
    if (code != CMD_OK)
        return code;
    samples_init(&t.samples);
    cmd_progress_init(env, &t.progress);
    enum status st = collect_samples(&t, &err);
    if (st == STATUS_OK) {
        note_samples(&t);
        if (t.rows)
            st = engine_rows_write(&t.samples, t.rows, &err);
    }
    if (st == STATUS_OK && t.path)
        st = learn(&t, &err);
    if (st == STATUS_OK && t.path)
        st = write_net(&t, &err);
    net_fit_close(t.fit);
    samples_release(&t.samples);
    progress_release(&t.progress);
    if (st == STATUS_CANCELLED)
        return CMD_ERROR;
    return st == STATUS_OK ? CMD_OK : cmd_fail(env, &err);
}

const struct command CMD_TRAIN = {
    .name = "train",
    .group = GROUP_EVALUATION,
    .summary = {"learn the engine's evaluation from records", "棋譜から評価関数を学習する"},
    .operands = "DB|FILE.games... -o WEIGHTS",
    .min_operands = 1,
    .max_operands = ANY_NUMBER,
    .completes = COMPLETE_DIRECTORY,
    .shared = TAKES_JSON | TAKES_PROGRESS | TAKES_JOBS,
    .options = OPTIONS,
    .details = {"Trains the engine's network on the quiet positions of the main lines, towards the "
                "results of the games and the values that engines left in the records. Other "
                "commands take the weights with --weights.",
                "本譜の静かな局面で、勝敗と棋譜中の評価値に近づくようにエンジンのネットワークを学習"
                "します。重みは各コマンドの --weights で使えます。"},
    .run = run,
};
