/* natural_eval.c: `kifu natural eval [CLASS=]DB...`: how often people play what programs would. */
#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "base/text/json.h"
#include "cmd/frame/player_class.h"
#include "cmd/natural/natural_bands.h"
#include "cmd/natural/natural_figures.h"
#include "cmd/natural/natural_train.h"
#include "cmd/parts/part_option.h"
#include "engine/eval/weights.h"
#include "values/natural/natural_predict.h"

enum { USUAL_NODES = 50000, USUAL_POSITIONS = 12000, USUAL_FROM = 41, USUAL_DIAL = 80 };

struct natural_eval_cmd {
    struct cmd_env *env;
    const struct cmd_args *args;
    struct natural_game_options sampling;
    struct natural_predict_options predict;
    struct natural_samples samples;
    struct weights *weights;
    struct natural_predictor *asker;
    struct answer_file *answers;
    struct agreement agreement;
    enum natural_bands by;
    struct progress progress;
};

/* --- Options ---------------------------------------------------------------------------------- */

enum game_part natural_judged_part(const struct cmd_args *args)
{
    enum game_part part = part_option(args, NATURAL_OPT_PART, GAME_PART_RESERVED);
    /* Games held out are numbered as in train, for resamples are drawn by these numbers. */
    return part == GAME_PART_HELD_OUT ? GAME_PART_ALL : part;
}

static int method_named(struct span name)
{
    for (int m = 0; m < NATURAL_METHODS; m++)
        if (span_eq(name, span_of(natural_method_names[m])))
            return m;
    return -1;
}

/* Words with commas between; returns false at one that is none. */
static bool read_methods(const char *list, unsigned *methods)
{
    struct span rest = span_of(list);
    while (rest.n) {
        const char *comma = memchr(rest.p, ',', rest.n);
        size_t n = comma ? (size_t)(comma - rest.p) : rest.n;
        int m = method_named(span_make(rest.p, n));
        if (m < 0)
            return false;
        *methods |= 1U << m;
        rest = span_make(rest.p + n + (comma ? 1 : 0), rest.n - n - (comma ? 1 : 0));
    }
    return *methods != 0;
}

static int read_options(struct natural_eval_cmd *j)
{
    static const struct msg BAD = {
        "--method %1: use plain, paper, sum, model, model+search, dial, network or network+search",
        "--method %1: plain、paper、sum、model、model+search、dial、network、network+search "
        "から指定してください"};
    static const struct msg NO_FLOW = {
        "methods paper and sum need --flow FILE, made by kifu flow",
        "paper と sum には kifu flow で作ったファイルを --flow で指定してください"};
    static const struct msg NO_VALUE = {"--by value needs the method plain",
                                        "--by value には方法 plain が必要です"};
    const struct cmd_args *args = j->args;
    const char *list = args_text(args, NATURAL_OPT_METHOD, NULL);
    j->by = (enum natural_bands)args_choice(args, NATURAL_OPT_BY, NATURAL_BY_NOTHING);
    j->predict.nodes = (uint64_t)args_int(args, NATURAL_OPT_NODES, USUAL_NODES);
    j->predict.model_file = args_text(args, NATURAL_OPT_MODEL, NULL);
    j->predict.network_file = args_text(args, NATURAL_OPT_NETWORK, NULL);
    j->predict.values_file = args_text(args, NATURAL_OPT_VALUES, NULL);
    j->predict.one_way = args_flag(args, NATURAL_OPT_NO_MIRROR);
    j->predict.flow_file = args_text(args, NATURAL_OPT_FLOW, NULL);
    j->predict.flow_weight = (int)args_int(args, NATURAL_OPT_FLOW_WEIGHT, 100);
    j->predict.dial = (int)args_int(args, NATURAL_OPT_DIAL, USUAL_DIAL);
    if (list && !read_methods(list, &j->predict.methods))
        return cmd_misuse(j->env, &BAD, list);
    if (!list)
        j->predict.methods = (1U << NATURAL_METHODS) - 1 -
                             (j->predict.flow_file ? 0 : (unsigned)NATURAL_BY_FLOW) -
                             (j->predict.network_file ? 0 : (unsigned)NATURAL_BY_NETWORK);
    /* where moves that changed are counted, so are those that change by themselves */
    if (j->predict.methods & 1U << NATURAL_PLAIN)
        j->predict.methods = natural_with_controls(j->predict.methods);
    if (j->predict.methods & NATURAL_BY_FLOW && !j->predict.flow_file)
        return cmd_misuse(j->env, &NO_FLOW, NULL);
    if ((j->by == NATURAL_BY_VALUE || j->by == NATURAL_BY_BOTH) &&
        !(j->predict.methods & 1U << NATURAL_PLAIN))
        return cmd_misuse(j->env, &NO_VALUE, NULL);
    j->sampling.reserve = (unsigned)args_int(args, NATURAL_OPT_RESERVE, GAME_SPLIT_RESERVED);
    j->sampling.held_out = (unsigned)args_int(args, NATURAL_OPT_HELD_OUT, GAME_SPLIT_HELD_OUT);
    j->sampling.only = natural_judged_part(args);
    j->sampling.share = 1000; /* what is learnt from need not be kept */
    return CMD_OK;
}

/* --- Asking ----------------------------------------------------------------------------------- */

static void advanced(void *ctx, size_t positions)
{
    progress_add(&((struct natural_eval_cmd *)ctx)->progress, positions);
}

static enum status predict_moves(struct natural_eval_cmd *j, const size_t *places, size_t count,
                                 struct err *err)
{
    static const struct msg PREDICTING = {"searching", "探索中"}, UNIT = {"positions", "局面"};
    const struct natural_predict_work work = {.set = &j->samples.part[NATURAL_HELD_OUT],
                                              .places = places,
                                              .count = count,
                                              .threads = j->env->threads,
                                              .cancelled = j->env->cancelled,
                                              .done = advanced,
                                              .ctx = j};
    const char *answers = args_text(j->args, NATURAL_OPT_ANSWERS, NULL);
    enum status st = weights_open(&j->weights, WEIGHTS_SMALL, err);
    if (st == STATUS_OK && answers)
        st = answer_file_open(&j->answers, answers, err);
    if (st == STATUS_OK) {
        j->predict.eval = weights_eval(j->weights);
        j->predict.eval_hash = weights_hash(j->weights);
        j->predict.answers = j->answers;
        st = natural_predictor_open(&j->asker, &j->predict, err);
    }
    if (st != STATUS_OK)
        return st;
    progress_start(&j->progress, &PREDICTING, &UNIT, count);
    st = natural_predict_all(j->asker, &work, &j->agreement, err);
    progress_finish(&j->progress);
    return st;
}

static int predict_samples(struct natural_eval_cmd *j)
{
    static const struct msg NOTHING = {
        "no positions to evaluate: no game is in this part, or all are too short",
        "対象の局面がありません（この区分の棋譜がないか、手数が足りません）"};
    size_t *places = NULL, count = 0;
    struct err err = {0};
    int code = CMD_OK;
    unsigned from = (unsigned)args_int(j->args, NATURAL_OPT_FROM_PLY, USUAL_FROM) - 1;
    size_t wanted = (size_t)args_int(j->args, NATURAL_OPT_POSITIONS, USUAL_POSITIONS);
    enum status st = natural_choose_samples(&j->samples.part[NATURAL_HELD_OUT], from, wanted,
                                            &places, &count, &err);
    if (st == STATUS_OK && !count)
        code = cmd_fail_msg(j->env, &NOTHING, NULL);
    else if (st == STATUS_OK)
        st = predict_moves(j, places, count, &err);
    mem_free(places);
    if (st != STATUS_OK)
        code = st == STATUS_CANCELLED ? CMD_ERROR : cmd_fail(j->env, &err);
    return code;
}

/* --- Telling ---------------------------------------------------------------------------------- */

static const char *class_name(int class)
{
    return class == AGREEMENT_MEAN ? "mean" : natural_class_names[class];
}

static enum status json_thirds(struct natural_eval_cmd *j, struct json *json, int method, int class,
                               struct err *err)
{
    enum status st = STATUS_OK;
    json_key(json, "thirds");
    json_open_array(json);
    for (int third = 0; third < AGREEMENT_THIRDS && st == STATUS_OK; third++) {
        struct agreement_figures f;
        st = agreement_of(&j->agreement, method, class, third, &f, err);
        json_open_object(json);
        natural_json_figures(json, NATURAL_TOP3, &f);
        json_end(json);
    }
    json_end(json);
    return st;
}

static bool has_base(const struct natural_eval_cmd *j, int method)
{
    return method != NATURAL_PLAIN && j->predict.methods & 1U << NATURAL_PLAIN;
}

/* Is the next method, which then is its control, judged too? */
static bool has_control(const struct natural_eval_cmd *j, int method)
{
    return natural_with_controls(1U << method) != 1U << method &&
           j->predict.methods & 1U << (method + 1);
}

/* How many moves of a game from the first ply that counts on differ from the plain ones, those of
 * both players. */
static double changed_a_game(const struct natural_eval_cmd *j, int class, uint64_t positions,
                             const struct agreement_pair *p)
{
    unsigned from = (unsigned)args_int(j->args, NATURAL_OPT_FROM_PLY, USUAL_FROM) - 1;
    double moves = natural_moves_a_game(&j->samples.part[NATURAL_HELD_OUT], from,
                                        class == AGREEMENT_MEAN ? NATURAL_CLASSES : class);
    return positions ? moves * (double)p->changed / (double)positions : NAN;
}

static void json_pair(struct json *j, const char *key, int base, const struct agreement_pair *p,
                      double a_game)
{
    json_key(j, key);
    json_open_object(j);
    json_key_cstr(j, "method", natural_method_names[base]);
    natural_json_figure(j, "top1", &p->top1);
    natural_json_figure(j, "top3", &p->top3);
    natural_json_figure(j, "likelihood", &p->likelihood);
    json_key_u64(j, "changed", p->changed);
    json_key_double(j, "changed_a_game", a_game);
    json_key_u64(j, "ours", p->ours_played);
    json_key_u64(j, "theirs", p->theirs_played);
    natural_json_figure(j, "ours_share", &p->ours);
    natural_json_figure(j, "theirs_share", &p->theirs);
    json_end(j);
}

static enum status report_json(struct natural_eval_cmd *j, struct buf *out, int method, int class,
                               const struct agreement_figures *f, struct err *err)
{
    struct agreement_pair pair;
    struct json json;
    json_init(&json, out);
    json_open_object(&json);
    json_key_cstr(&json, "method", natural_method_names[method]);
    json_key_cstr(&json, "class", class_name(class));
    natural_json_figures(&json, NATURAL_TOP3, f);
    json_key_u64(&json, "nodes",
                 method == NATURAL_MODEL || method == NATURAL_NETWORK ? 0 : j->predict.nodes);
    enum status st = json_thirds(j, &json, method, class, err);
    if (st == STATUS_OK && has_base(j, method)) {
        st = agreement_against(&j->agreement, method, NATURAL_PLAIN, class, AGREEMENT_WHOLE, &pair,
                               err);
        if (st == STATUS_OK)
            json_pair(&json, "against", NATURAL_PLAIN, &pair,
                      changed_a_game(j, class, f->positions, &pair));
    }
    if (st == STATUS_OK && has_control(j, method)) {
        st = agreement_against(&j->agreement, method, method + 1, class, AGREEMENT_WHOLE, &pair,
                               err);
        if (st == STATUS_OK)
            json_pair(&json, "against_control", method + 1, &pair,
                      changed_a_game(j, class, f->positions, &pair));
    }
    json_end(&json);
    json_line(&json);
    return st;
}

static enum status report_text(struct natural_eval_cmd *j, struct buf *out, int method, int class,
                               const struct agreement_figures *f, struct err *err)
{
    struct agreement_pair p;
    enum status st = STATUS_OK;
    buf_printf(out, "%-14s %-8s %7llu", natural_method_names[method], class_name(class),
               (unsigned long long)f->positions);
    natural_text_share(out, &f->top1);
    natural_text_share(out, &f->top3);
    natural_text_likelihood(out, &f->likelihood);
    for (int third = 0; third < AGREEMENT_THIRDS && st == STATUS_OK; third++) {
        struct agreement_figures part;
        st = agreement_of(&j->agreement, method, class, third, &part, err);
        buf_printf(out, part.positions ? "  %4.1f" : "     -", 100 * part.top1.value);
    }
    if (st == STATUS_OK && has_base(j, method)) {
        st = agreement_against(&j->agreement, method, NATURAL_PLAIN, class, AGREEMENT_WHOLE, &p,
                               err);
        buf_printf(out, "  %+5.1f [%+4.1f, %+4.1f]  %llu: %llu, %llu; %.1f", 100 * p.top1.value,
                   100 * p.top1.low, 100 * p.top1.high, (unsigned long long)p.changed,
                   (unsigned long long)p.ours_played, (unsigned long long)p.theirs_played,
                   changed_a_game(j, class, f->positions, &p));
    }
    if (st == STATUS_OK && has_control(j, method)) {
        st = agreement_against(&j->agreement, method, method + 1, class, AGREEMENT_WHOLE, &p, err);
        buf_printf(out, "  %llu: %llu, %llu; %.1f", (unsigned long long)p.changed,
                   (unsigned long long)p.ours_played, (unsigned long long)p.theirs_played,
                   changed_a_game(j, class, f->positions, &p));
    }
    buf_add_char(out, '\n');
    return st;
}

static bool has_class(const struct natural_eval_cmd *j, int class)
{
    for (size_t i = 0; i < j->agreement.count; i++)
        if (class == AGREEMENT_MEAN || j->agreement.rows[i].class == class)
            return true;
    return false;
}

static enum status report_all(struct natural_eval_cmd *j, struct buf *out, struct err *err)
{
    static const struct msg HEAD = {
        "method         class    positions  top 1 %             top 3 %             mean ln p      "
        " "
        " "
        "        top 1 by thirds    against plain     changed: its move, plain's was played; "
        "changed a game; the same against its control\n",
        "方法           階級        局面数  1位 %               3位以内 %           平均 ln p      "
        " "
        " "
        "        三分の一ごとの1位  plain との差      変えた局面: 新しい手、plain の手が実戦; "
        "一局で変えた手数; 対照との同じ比較\n"};
    enum status st = STATUS_OK;
    if (!j->env->json)
        buf_add_str(out, msg_in(&HEAD, j->env->lang));
    for (int m = 0; m < NATURAL_METHODS; m++)
        for (int class = 0; class <= AGREEMENT_MEAN && st == STATUS_OK; class ++) {
            struct agreement_figures f;
            if (!(j->predict.methods & 1U << m) || !has_class(j, class))
                continue;
            st = agreement_of(&j->agreement, m, class, AGREEMENT_WHOLE, &f, err);
            if (st == STATUS_OK)
                st = j->env->json ? report_json(j, out, m, class, &f, err)
                                  : report_text(j, out, m, class, &f, err);
        }
    return st;
}

static int report(struct natural_eval_cmd *j)
{
    const struct natural_band_report bands = {.by = j->by,
                                              .methods = j->predict.methods,
                                              .nodes = j->predict.nodes,
                                              .json = j->env->json,
                                              .lang = j->env->lang};
    struct buf out;
    struct err err = {0};
    buf_init(&out, BUF_DEFAULT_MAX);
    enum status st = j->by == NATURAL_BY_NOTHING
                         ? report_all(j, &out, &err)
                         : natural_bands_print(&j->agreement, &bands, &out, &err);
    int code = st == STATUS_OK ? cmd_print(j->env, &out) : cmd_fail(j->env, &err);
    buf_release(&out);
    return code;
}

static int eval_shogi(struct cmd_env *env, const struct cmd_args *args, const char *const *operands,
                      size_t n)
{
    struct natural_eval_cmd j = {.env = env, .args = args};
    int code = read_options(&j);
    if (code != CMD_OK)
        return code;
    natural_samples_init(&j.samples);
    agreement_init(&j.agreement, (uint64_t)args_int(args, NATURAL_OPT_SEED, 1));
    cmd_progress_init(env, &j.progress);
    code = classed_samples(&j.samples, env, args, NATURAL_OPT_CLASS, &j.sampling, operands, n);
    if (code == CMD_OK)
        code = predict_samples(&j);
    if (code == CMD_OK)
        code = report(&j);
    natural_predictor_close(j.asker);
    answer_file_close(j.answers);
    weights_close(j.weights);
    agreement_release(&j.agreement);
    natural_samples_release(&j.samples);
    progress_release(&j.progress);
    return code;
}

int natural_eval(struct cmd_env *env, const struct cmd_args *args, const char *const *operands,
                 size_t n)
{
    static const struct {
        const struct game *game;
        int (*eval)(struct cmd_env *env, const struct cmd_args *args, const char *const *operands,
                    size_t n);
    } GAMES[] = {{&shogi_game, eval_shogi}, {&go_game, natural_eval_go}};
    const struct game *game = n ? classed_db_game(operands[0]) : NULL;
    for (size_t i = 0; i < sizeof GAMES / sizeof *GAMES; i++)
        if (GAMES[i].game == game)
            return GAMES[i].eval(env, args, operands, n);
    return eval_shogi(env, args, operands, n); /* says what is wrong */
}
