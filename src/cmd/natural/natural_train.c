/* natural_train.c: `kifu natural train [CLASS=]DB... -o MODEL`. */
#include "cmd/natural/natural_train.h"

#include <math.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/text/json.h"
#include "cmd/frame/player_class.h"
#include "cmd/frame/train_progress.h"
#include "cmd/parts/part_option.h"
#include "engine/natural/natural_model.h"
#include "values/learn/natural_fit.h"
#include "values/learn/natural_rows.h"

struct natural_train_cmd {
    struct cmd_env *env;
    const struct cmd_args *args;
    const char *path;
    struct natural_game_options sampling;
    struct natural_fit_options fitting;
    struct adam_options adam;
    float temper; /* 0: to be found */
    struct natural_samples samples;
    struct natural_fit *fit;
    struct progress progress;
};

/* --- Options ---------------------------------------------------------------------------------- */

int natural_check_part(struct cmd_env *env, const struct cmd_args *args, enum game_part learnt)
{
    static const struct msg OTHER = {
        "--part must be %1 here: these games are learnt from",
        "ここでは --part に %1 以外は指定できません（学習に使う区分）"};
    return part_option(args, NATURAL_OPT_PART, learnt) == learnt
               ? CMD_OK
               : cmd_misuse(env, &OTHER, game_part_names[learnt - GAME_PART_TRAIN]);
}

static int read_options(struct natural_train_cmd *t)
{
    static const struct msg WHERE = {"missing output file; use -o MODEL",
                                     "出力先を -o MODEL で指定してください"};
    static const struct msg NONE_LEFT = {
        "--held-out and --reserve leave no games to train on",
        "--held-out と --reserve を除くと学習に使う棋譜が残りません"};
    const struct cmd_args *args = t->args;
    t->path = args_text(args, NATURAL_OPT_OUTPUT, NULL);
    if (!t->path)
        return cmd_misuse(t->env, &WHERE, NULL);
    int part = natural_check_part(t->env, args, GAME_PART_TRAIN);
    if (part != CMD_OK)
        return part;
    t->sampling.held_out = (unsigned)args_int(args, NATURAL_OPT_HELD_OUT, GAME_SPLIT_HELD_OUT);
    t->sampling.reserve = (unsigned)args_int(args, NATURAL_OPT_RESERVE, GAME_SPLIT_RESERVED);
    if (t->sampling.held_out + t->sampling.reserve >= 1000)
        return cmd_misuse(t->env, &NONE_LEFT, NULL);
    t->sampling.share = (unsigned)args_int(args, NATURAL_OPT_SHARE, 1);
    t->fitting = NATURAL_FIT_DEFAULTS;
    t->fitting.seed = t->adam.seed = (uint64_t)args_int(args, NATURAL_OPT_SEED, 1);
    t->adam.threads = t->env->threads;
    t->adam.cancelled = t->env->cancelled;
    t->adam.epochs = (unsigned)args_int(args, NATURAL_OPT_EPOCHS, 4);
    t->adam.batch = (size_t)args_int(args, NATURAL_OPT_BATCH, 1024);
    t->adam.grain = 64;
    t->adam.learning_rate = 2e-3F;
    t->adam.final_rate = 2e-5F;
    static const struct msg BAD = {"%1: number out of range", "%1: 値が範囲外です"};
    const struct {
        size_t option;
        double most;
        float *to;
    } REALS[] = {
        {NATURAL_OPT_RATE, 1, &t->adam.learning_rate},
        {NATURAL_OPT_DECAY, 100, &t->fitting.decay},
        {NATURAL_OPT_NEIGHBOUR_DECAY, 100, &t->fitting.neighbour_decay},
        {NATURAL_OPT_HEAD_DECAY, 100, &t->fitting.head_decay},
        {NATURAL_OPT_DROP, 0.9, &t->fitting.drop},
        {NATURAL_OPT_EARLY, 1, &t->fitting.early},
        {NATURAL_OPT_LABELS, 1, &t->fitting.labels},
        {NATURAL_OPT_TEMPER, 1.5, &t->temper},
    };
    for (size_t i = 0; i < sizeof REALS / sizeof *REALS; i++) {
        const char *text = args_text(t->args, REALS[i].option, NULL);
        char *end;
        if (!text)
            continue;
        double x = strtod(text, &end);
        if (end == text || *end || !(x >= 0 && x <= REALS[i].most))
            return cmd_misuse(t->env, &BAD, text);
        *REALS[i].to = (float)x;
    }
    return CMD_OK;
}

/* --- Telling ---------------------------------------------------------------------------------- */

static void json_figures(struct json *j, const char *class, const struct natural_figures *f)
{
    json_key(j, class);
    json_open_object(j);
    json_key_double(j, "positions", f->positions);
    json_key_double(j, "top1", f->positions > 0 ? f->top1 : NAN);
    json_key_double(j, "top3", f->positions > 0 ? f->top3 : NAN);
    json_key_double(j, "likelihood", f->positions > 0 ? -f->loss : NAN);
    json_end(j);
}

static void scale(struct natural_figures *f)
{
    double n = f->positions > 0 ? f->positions : 1;
    f->loss /= n;
    f->top1 /= n;
    f->top3 /= n;
}

static void add_json(struct buf *out, const struct adam_report *r, double loss)
{
    const struct natural_figures mean = natural_fit_mean(&r->held_out);
    struct json j;
    json_init(&j, out);
    json_open_object(&j);
    json_key_u64(&j, "epoch", r->epoch);
    json_key_double(&j, "loss", loss);
    json_figures(&j, "held_out", &mean);
    for (int c = 0; c < NATURAL_CLASSES; c++) {
        struct natural_figures one = natural_fit_figures(&r->held_out, c);
        scale(&one);
        json_figures(&j, natural_class_names[c], &one);
    }
    json_end(&j);
    json_line(&j);
}

static void add_figures(struct buf *out, const struct natural_figures *f)
{
    if (f->positions > 0)
        buf_printf(out, "  %5.2f %5.2f %7.4f", 100 * f->top1, 100 * f->top3, -f->loss);
    else
        buf_printf(out, "  %5s %5s %7s", "-", "-", "-");
}

static void add_text(struct buf *out, enum lang lang, const struct adam_report *r, double loss)
{
    static const struct msg HEAD = {
        "epoch  learnt   held out               pro                    amateur                "
        "online\n",
        "回     学習     検証                   pro                    amateur                "
        "online\n"};
    const struct natural_figures mean = natural_fit_mean(&r->held_out);
    if (r->epoch == 0)
        buf_add_str(out, msg_in(&HEAD, lang));
    buf_printf(out, "%-5u  %.4f", r->epoch, loss);
    add_figures(out, &mean);
    for (int c = 0; c < NATURAL_CLASSES; c++) {
        struct natural_figures one = natural_fit_figures(&r->held_out, c);
        scale(&one);
        buf_add_str(out, " ");
        add_figures(out, &one);
    }
    buf_add_str(out, "\n");
}

static void report(void *ctx, const struct adam_report *r)
{
    struct natural_train_cmd *t = ctx;
    struct buf text;
    double loss = r->training.examples > 0 ? r->training.loss / r->training.examples : 0;
    buf_init(&text, BUF_DEFAULT_MAX);
    if (t->env->json)
        add_json(&text, r, loss);
    else
        add_text(&text, t->env->lang, r, loss);
    progress_wipe(&t->progress);
    fwrite(text.p, 1, text.n, t->env->out);
    fflush(t->env->out);
    buf_release(&text);
    if (r->epoch < t->adam.epochs) /* what is written is as the last epoch has rounded it */
        natural_fit_round(t->fit);
}

static void advanced(void *ctx, uint64_t positions)
{
    progress_add(&((struct natural_train_cmd *)ctx)->progress, positions);
}

/* --- Working ---------------------------------------------------------------------------------- */

static enum status add_rows(struct natural_train_cmd *t, const char *path, bool before,
                            struct err *err)
{
    const struct natural_rows_options o = {.held_out = t->sampling.held_out,
                                           .reserve = t->sampling.reserve,
                                           .before = before,
                                           .labelled =
                                               args_text(t->args, NATURAL_OPT_LABELS, NULL) != NULL,
                                           .cancelled = t->env->cancelled};
    return natural_rows_add(&t->samples, path, &o, err);
}

/* Rows are taken here, databases are left for others. */
static int add_rows_of(struct natural_train_cmd *t, const char *const *operands, size_t n,
                       const char **others, size_t *left)
{
    struct err err = {0};
    enum status status = STATUS_OK;
    *left = 0;
    for (size_t i = 0; i < n && status == STATUS_OK; i++) {
        if (natural_rows_is(operands[i]))
            status = add_rows(t, operands[i], false, &err);
        else
            others[(*left)++] = operands[i];
    }
    if (status == STATUS_OK)
        return CMD_OK;
    return status == STATUS_CANCELLED ? CMD_ERROR : cmd_fail(t->env, &err);
}

static int add_people(struct natural_train_cmd *t, const char *const *operands, size_t n)
{
    const char **others = mem_calloc(n + 1, sizeof *others);
    struct err err = {0};
    size_t left;
    if (!others) {
        (void)err_nomem(&err);
        return cmd_fail(t->env, &err);
    }
    int code = add_rows_of(t, operands, n, others, &left);
    if (code == CMD_OK && (left || !n))
        code = classed_samples(&t->samples, t->env, t->args, NATURAL_OPT_CLASS, &t->sampling,
                               others, left);
    mem_free(others);
    return code;
}

static int collect_samples(struct natural_train_cmd *t, const char *const *operands, size_t n)
{
    static const struct msg NOTHING = {"no positions to train on", "学習できる局面がありません"};
    static const struct msg DONE = {"training on %1 positions, %2 held out",
                                    "学習に %1 局面、検証に %2 局面"};
    char one[32], two[32];
    int code = add_people(t, operands, n);
    if (code != CMD_OK)
        return code;
    if (!t->samples.part[NATURAL_TRAINING].count)
        return cmd_fail_msg(t->env, &NOTHING, NULL);
    snprintf(one, sizeof one, "%zu", t->samples.part[NATURAL_TRAINING].count);
    snprintf(two, sizeof two, "%zu", t->samples.part[NATURAL_HELD_OUT].count);
    cmd_note(t->env, &DONE, one, two);
    return CMD_OK;
}

static enum status add_program(struct cmd_env *env, const struct cmd_args *args, const char *path,
                               natural_db_taker *take, void *ctx, struct err *err)
{
    const struct natural_game_options o = {
        .before = true,
        .share = (unsigned)args_int(args, NATURAL_OPT_BEFORE_SHARE, 1),
        .cancelled = env->cancelled};
    return natural_games_open(path, &o, take, ctx, err);
}

enum status natural_add_programs(struct cmd_env *env, const struct cmd_args *args,
                                 natural_db_taker *take, void *ctx, struct err *err)
{
    enum status st = STATUS_OK;
    for (size_t i = 0; i < args_count(args, NATURAL_OPT_BEFORE) && st == STATUS_OK; i++)
        st = add_program(env, args, args_nth(args, NATURAL_OPT_BEFORE, i), take, ctx, err);
    return st;
}

static enum status add_programs(struct natural_train_cmd *t, struct err *err)
{
    enum status st = STATUS_OK;
    for (size_t i = 0; i < args_count(t->args, NATURAL_OPT_BEFORE) && st == STATUS_OK; i++) {
        const char *path = args_nth(t->args, NATURAL_OPT_BEFORE, i);
        st = natural_rows_is(path)
                 ? add_rows(t, path, true, err)
                 : add_program(t->env, t->args, path, natural_samples_add, &t->samples, err);
    }
    return st;
}

static enum status learn_before(struct natural_train_cmd *t, struct err *err)
{
    static const struct msg FIRST = {"pretraining on %1 positions of program games",
                                     "先にプログラムの %1 局面で事前学習します"};
    char positions[32];
    const struct adam_model model = natural_fit_model(t->fit, true);
    struct adam_options o = t->adam;
    o.epochs = 1;
    o.learning_rate = 4e-3F; /* less far down than with games of people, which go on from there */
    o.final_rate = 1e-3F;
    o.report = NULL;
    if (!model.examples[ADAM_TRAINING])
        return STATUS_OK;
    snprintf(positions, sizeof positions, "%zu", model.examples[ADAM_TRAINING]);
    cmd_note(t->env, &FIRST, positions, NULL);
    return train_with_progress(&t->progress, &model, &o, err);
}

static enum status learn(struct natural_train_cmd *t, struct err *err)
{
    enum status st = natural_fit_open(&t->fit, &t->samples, &t->fitting, err);
    if (st != STATUS_OK)
        return st;
    t->adam.ctx = t;
    t->adam.progress = advanced;
    t->adam.report = report;
    const char *start = args_text(t->args, NATURAL_OPT_START, NULL);
    const char *keep = args_text(t->args, NATURAL_OPT_KEEP, NULL);
    st = start ? natural_fit_start(t->fit, start, err) : learn_before(t, err);
    if (start || t->samples.part[NATURAL_BEFORE].count)
        natural_fit_settle(t->fit);
    if (st == STATUS_OK && keep)
        st = natural_fit_keep(t->fit, keep, err);
    if (st != STATUS_OK)
        return st;
    const struct adam_model model = natural_fit_model(t->fit, false);
    return train_with_progress(&t->progress, &model, &t->adam, err);
}

static void note_temper(struct natural_train_cmd *t, double temper)
{
    static const struct msg TEMPER = {"scores are multiplied by %1", "評価値を %1 倍にします"};
    char text[32];
    snprintf(text, sizeof text, "%.2f", temper);
    cmd_note(t->env, &TEMPER, text, NULL);
}

static enum status write_model(struct natural_train_cmd *t, struct err *err)
{
    struct natural *n = NULL;
    enum status st = natural_fit_quantise(t->fit, &n, err);
    if (st == STATUS_OK)
        note_temper(t, natural_fit_temperature(n, t->temper, &t->samples));
    if (st == STATUS_OK)
        st = natural_save(n, t->path, err);
    if (st == STATUS_OK) {
        /* What is written is judged once more, as it will be used. */
        struct adam_report last = {.epoch = t->adam.epochs + 1};
        natural_fit_evaluate(n, &t->samples, &last.held_out);
        report(t, &last);
    }
    natural_close(n);
    return st;
}

int natural_train(struct cmd_env *env, const struct cmd_args *args, const char *const *operands,
                  size_t n)
{
    struct natural_train_cmd t = {.env = env, .args = args};
    struct err err = {0};
    int code = read_options(&t);
    if (code != CMD_OK)
        return code;
    natural_samples_init(&t.samples);
    cmd_progress_init(env, &t.progress);
    code = collect_samples(&t, operands, n);
    if (code == CMD_OK) {
        enum status st = add_programs(&t, &err);
        if (st == STATUS_OK)
            st = learn(&t, &err);
        if (st == STATUS_OK)
            st = write_model(&t, &err);
        if (st != STATUS_OK)
            code = st == STATUS_CANCELLED ? CMD_ERROR : cmd_fail(env, &err);
    }
    natural_fit_close(t.fit);
    natural_samples_release(&t.samples);
    progress_release(&t.progress);
    return code;
}
