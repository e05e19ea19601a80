/* natural_values_learn.c: `kifu natural values [CLASS=]DB... -o FILE`: what a search is worth to a
 * model or a network of people's moves. */
#include "base/alloc.h"
#include "base/text/json.h"
#include "cmd/frame/player_class.h"
#include "cmd/natural/natural_train.h"
#include "engine/eval/weights.h"
#include "engine/natural/natural_model.h"
#include "values/learn/natural_fit.h"
#include "values/learn/natural_value_fit.h"
#include "values/natural/natural_predict.h"

enum { USUAL_NODES = 50000, USUAL_POSITIONS = 8000 };

struct natural_values_cmd {
    struct cmd_env *env;
    const struct cmd_args *args;
    struct natural_predict_options predict;
    struct natural_samples samples;
    struct weights *weights;
    struct answer_file *answers;
    struct natural_predictor *asker;
    struct natural *model; /* NULL: a network's weights are fitted */
    struct natural_values values;
    struct natural_value_fit fit;
    struct progress progress;
};

static int collect_samples(struct natural_values_cmd *l, const char *const *operands, size_t n)
{
    const struct natural_game_options o = {
        .held_out = (unsigned)args_int(l->args, NATURAL_OPT_HELD_OUT, GAME_SPLIT_HELD_OUT),
        .reserve = (unsigned)args_int(l->args, NATURAL_OPT_RESERVE, GAME_SPLIT_RESERVED),
        .share = 1000};
    return classed_samples(&l->samples, l->env, l->args, NATURAL_OPT_CLASS, &o, operands, n);
}

static enum status open_all(struct natural_values_cmd *l, struct err *err)
{
    const char *answers = args_text(l->args, NATURAL_OPT_ANSWERS, NULL);
    enum status st = weights_open(&l->weights, WEIGHTS_SMALL, err);
    l->predict.nodes = (uint64_t)args_int(l->args, NATURAL_OPT_NODES, USUAL_NODES);
    l->predict.model_file = args_text(l->args, NATURAL_OPT_MODEL, NULL);
    l->predict.network_file = args_text(l->args, NATURAL_OPT_NETWORK, NULL);
    l->predict.one_way = args_flag(l->args, NATURAL_OPT_NO_MIRROR);
    l->predict.fitting = true;
    l->predict.methods =
        1U << (l->predict.network_file ? NATURAL_NETWORK_SEARCH : NATURAL_MODEL_SEARCH);
    natural_values_begin(&l->values);
    if (st == STATUS_OK && !l->predict.network_file)
        st = natural_open(&l->model, l->predict.model_file, err);
    if (l->model)
        l->values = l->model->values;
    if (st == STATUS_OK && answers)
        st = answer_file_open(&l->answers, answers, err);
    if (st != STATUS_OK)
        return st;
    l->predict.eval = weights_eval(l->weights);
    l->predict.eval_hash = weights_hash(l->weights);
    l->predict.answers = l->answers;
    return natural_predictor_open(&l->asker, &l->predict, err);
}

static void advanced(void *ctx, size_t positions)
{
    progress_add(&((struct natural_values_cmd *)ctx)->progress, positions);
}

static void searched(void *ctx, const struct natural_sample *s, const struct people_answer *prior,
                     const struct style_line *lines, int n)
{
    struct natural_values_cmd *l = ctx;
    natural_value_fit_add(&l->fit, s, prior, lines, n);
}

static enum status search(struct natural_values_cmd *l, struct err *err)
{
    static const struct msg SEARCHING = {"searching", "探索中"}, UNIT = {"positions", "局面"};
    struct natural_predict_work work = {.set = &l->samples.part[NATURAL_HELD_OUT],
                                        .threads = l->env->threads,
                                        .cancelled = l->env->cancelled,
                                        .done = advanced,
                                        .lines = searched,
                                        .ctx = l};
    size_t *places = NULL;
    size_t wanted = (size_t)args_int(l->args, NATURAL_OPT_POSITIONS, USUAL_POSITIONS);
    enum status st =
        natural_choose_samples(work.set, NATURAL_FROM_PLY, wanted, &places, &work.count, err);
    work.places = places;
    if (st == STATUS_OK) {
        progress_start(&l->progress, &SEARCHING, &UNIT, work.count);
        st = natural_predict_all(l->asker, &work, NULL, err);
        progress_finish(&l->progress);
    }
    mem_free(places);
    return st;
}

/* --- Telling and writing ---------------------------------------------------------------------- */

static void report_one(struct natural_values_cmd *l, struct buf *out, const struct msg *what,
                       const char *key, const struct choice_figures *f)
{
    struct json j;
    if (!l->env->json) {
        buf_printf(out, "%s  %5.2f %5.2f %7.4f\n", msg_in(what, l->env->lang), 100 * f->top1,
                   100 * f->top3, f->likelihood);
        return;
    }
    json_init(&j, out);
    json_open_object(&j);
    json_key_cstr(&j, "weights", key);
    json_key_u64(&j, "positions", (uint64_t)(f->weight + 0.5));
    json_key_double(&j, "top1", f->top1);
    json_key_double(&j, "top3", f->top3);
    json_key_double(&j, "likelihood", f->likelihood);
    json_end(&j);
    json_line(&j);
}

/* A model that was learnt from the games held out, too, can't be the one to learn weights with: it
 * is too sure of those games.  Its weights come from one that was not. */
static enum status write_weights(struct natural_values_cmd *l, const char *path, struct err *err)
{
    const char *into = args_text(l->args, NATURAL_OPT_INTO, NULL);
    struct natural *other = NULL;
    if (!l->model)
        return people_values_save(&l->values, path, err);
    enum status st = into ? natural_open(&other, into, err) : STATUS_OK;
    struct natural *to = into ? other : l->model;
    if (st == STATUS_OK) {
        to->values = l->values;
        st = natural_save(to, path, err);
    }
    natural_close(other);
    return st;
}

static int learn(struct natural_values_cmd *l, const char *path)
{
    static const struct msg NOTHING = {"no positions to train on", "学習できる局面がありません"};
    struct natural_value_figures figures;
    struct err err = {0};
    enum status st = open_all(l, &err);
    if (st == STATUS_OK)
        st = search(l, &err);
    if (st == STATUS_OK && !l->fit.choices.count)
        return cmd_fail_msg(l->env, &NOTHING, NULL);
    if (st == STATUS_OK)
        st = natural_value_fit_run(&l->fit, &l->values, &figures, &err);
    if (st == STATUS_OK)
        st = write_weights(l, path, &err);
    if (st != STATUS_OK)
        return st == STATUS_CANCELLED ? CMD_ERROR : cmd_fail(l->env, &err);
    static const struct msg BEFORE = {"before                 ", "これまでの重み     "};
    static const struct msg AFTER = {"fitted                 ", "学習した重み       "};
    static const struct msg CROSSED = {"fitted, cross-validated", "学習（五分割交差検証）"};
    struct buf out;
    buf_init(&out, BUF_DEFAULT_MAX);
    report_one(l, &out, &BEFORE, "before", &figures.before);
    report_one(l, &out, &AFTER, "after", &figures.after);
    report_one(l, &out, &CROSSED, "crossed", &figures.crossed);
    int code = cmd_print(l->env, &out);
    buf_release(&out);
    return code;
}

int natural_values_learn(struct cmd_env *env, const struct cmd_args *args,
                         const char *const *operands, size_t n)
{
    static const struct msg WHERE = {"missing output file; use -o FILE",
                                     "出力先を -o FILE で指定してください"};
    static const struct msg ONE = {"use either --network or --model and --into",
                                   "--network と --model、--into は同時に使えません"};
    struct natural_values_cmd l = {.env = env, .args = args};
    const char *path = args_text(args, NATURAL_OPT_OUTPUT, NULL);
    if (!path)
        return cmd_misuse(env, &WHERE, NULL);
    if (args_text(args, NATURAL_OPT_NETWORK, NULL) &&
        (args_text(args, NATURAL_OPT_MODEL, NULL) || args_text(args, NATURAL_OPT_INTO, NULL)))
        return cmd_misuse(env, &ONE, NULL);
    int code = natural_check_part(env, args, GAME_PART_HELD_OUT);
    if (code != CMD_OK)
        return code;
    natural_samples_init(&l.samples);
    natural_value_fit_init(&l.fit);
    cmd_progress_init(env, &l.progress);
    code = collect_samples(&l, operands, n);
    if (code == CMD_OK)
        code = learn(&l, path);
    natural_value_fit_release(&l.fit);
    natural_predictor_close(l.asker);
    answer_file_close(l.answers);
    natural_close(l.model);
    weights_close(l.weights);
    natural_samples_release(&l.samples);
    progress_release(&l.progress);
    return code;
}
