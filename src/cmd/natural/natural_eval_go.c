/* natural_eval_go.c: `kifu natural eval [CLASS=]DB...` of Go: how likely people's moves were to the
 * network. */
#include <string.h>

#include "base/text/json.h"
#include "cmd/frame/player_class.h"
#include "cmd/natural/natural_figures.h"
#include "cmd/natural/natural_train.h"
#include "values/natural/go_predict.h"

enum { USUAL_POSITIONS = 12000, USUAL_FROM = 1, USUAL_IMAGES = 1 /* the second of the names */ };

const char *const natural_image_names[] = {"1", "2", "4", "8", NULL};

struct natural_eval_go_cmd {
    struct cmd_env *env;
    const struct cmd_args *args;
    struct go_people_network *network;
    struct go_sample_set set;
    struct agreement agreement;
    struct progress progress;
};

/* --- Asking ----------------------------------------------------------------------------------- */

static int check_options(struct cmd_env *env, const struct cmd_args *args)
{
    static const struct msg METHOD = {"--method %1: games of Go have the method network alone",
                                      "--method %1: 囲碁で使えるのは network だけです"};
    static const struct msg BY = {"--by is not for games of Go", "--by は囲碁では使えません"};
    const char *method = args_text(args, NATURAL_OPT_METHOD, "network");
    if (strcmp(method, "network") != 0)
        return cmd_misuse(env, &METHOD, method);
    return args_count(args, NATURAL_OPT_BY) ? cmd_misuse(env, &BY, NULL) : CMD_OK;
}

static int collect(struct natural_eval_go_cmd *j, const char *const *operands, size_t n)
{
    static const struct msg NOTHING = {
        "no positions to evaluate: no game of 19 by 19 is in this part, or all are too short",
        "対象の局面がありません（この区分に 19 路の棋譜がないか、手数が足りません）"};
    const struct cmd_args *args = j->args;
    const struct natural_game_options o = {
        .held_out = (unsigned)args_int(args, NATURAL_OPT_HELD_OUT, GAME_SPLIT_HELD_OUT),
        .reserve = (unsigned)args_int(args, NATURAL_OPT_RESERVE, GAME_SPLIT_RESERVED),
        .only = natural_judged_part(args),
        .share = 1000, /* what is learnt from is not judged by */
        .cancelled = j->env->cancelled};
    size_t positions = (size_t)args_int(args, NATURAL_OPT_POSITIONS, USUAL_POSITIONS);
    go_sample_set_init(&j->set, positions,
                       (uint32_t)args_int(args, NATURAL_OPT_FROM_PLY, USUAL_FROM) - 1);
    int code = classed_databases(j->env, args, NATURAL_OPT_CLASS, &o, operands, n,
                                 go_sample_set_add, &j->set);
    if (code != CMD_OK)
        return code;
    go_sample_set_finish(&j->set, positions);
    return j->set.count ? CMD_OK : cmd_fail_msg(j->env, &NOTHING, NULL);
}

static void advanced(void *ctx, size_t positions)
{
    progress_add(&((struct natural_eval_go_cmd *)ctx)->progress, positions);
}

static int predict(struct natural_eval_go_cmd *j)
{
    static const struct msg PREDICTING = {"predicting", "予測中"}, UNIT = {"positions", "局面"};
    size_t images = args_flag(j->args, NATURAL_OPT_NO_MIRROR)
                        ? 0
                        : (size_t)args_choice(j->args, NATURAL_OPT_IMAGES, USUAL_IMAGES);
    struct err err = {0};
    const char *path = args_text(j->args, NATURAL_OPT_NETWORK, NULL);
    enum status status = go_people_network_open(&j->network, path, &err);
    const struct go_predict_work work = {.network = j->network,
                                         .images = 1 << images,
                                         .set = &j->set,
                                         .threads = j->env->threads,
                                         .cancelled = j->env->cancelled,
                                         .done = advanced,
                                         .ctx = j};
    if (status == STATUS_OK) {
        progress_start(&j->progress, &PREDICTING, &UNIT, j->set.count);
        status = go_predict_all(&work, &j->agreement, &err);
        progress_finish(&j->progress);
    }
    if (status == STATUS_OK)
        return CMD_OK;
    return status == STATUS_CANCELLED ? CMD_ERROR : cmd_fail(j->env, &err);
}

/* --- Telling ---------------------------------------------------------------------------------- */

static const char *class_name(int class)
{
    return class == AGREEMENT_MEAN ? "mean" : go_people_class_names[class];
}

static enum status report_json(const struct natural_eval_go_cmd *j, struct buf *out, int class,
                               const struct agreement_figures *f, struct err *err)
{
    enum status st = STATUS_OK;
    struct json json;
    json_init(&json, out);
    json_open_object(&json);
    json_key_cstr(&json, "method", "network");
    json_key_cstr(&json, "class", class_name(class));
    natural_json_figures(&json, NATURAL_TOP5, f);
    json_key_u64(&json, "nodes", 0);
    json_key(&json, "thirds");
    json_open_array(&json);
    for (int third = 0; third < AGREEMENT_THIRDS && st == STATUS_OK; third++) {
        struct agreement_figures part;
        st = agreement_of(&j->agreement, GO_PREDICT_METHOD, class, third, &part, err);
        json_open_object(&json);
        natural_json_figures(&json, NATURAL_TOP5, &part);
        json_end(&json);
    }
    json_end(&json);
    json_end(&json);
    json_line(&json);
    return st;
}

static enum status report_text(const struct natural_eval_go_cmd *j, struct buf *out, int class,
                               const struct agreement_figures *f, struct err *err)
{
    enum status st = STATUS_OK;
    buf_printf(out, "%-8s %-8s %9llu", "network", class_name(class),
               (unsigned long long)f->positions);
    natural_text_share(out, &f->top1);
    natural_text_share(out, &f->top3);
    natural_text_share(out, &f->top5);
    natural_text_likelihood(out, &f->likelihood);
    for (int third = 0; third < AGREEMENT_THIRDS && st == STATUS_OK; third++) {
        struct agreement_figures part;
        st = agreement_of(&j->agreement, GO_PREDICT_METHOD, class, third, &part, err);
        buf_printf(out, part.positions ? "  %4.1f" : "     -", 100 * part.top1.value);
    }
    buf_add_char(out, '\n');
    return st;
}

static int report(struct natural_eval_go_cmd *j)
{
    static const struct msg HEAD = {
        "method   class    positions  top 1 %             top 3 %             top 5 %             "
        "mean ln p                top 1 by thirds\n",
        "方法     階級        局面数  1位 %               3位以内 %           5位以内 %           "
        "平均 ln p                三分の一ごとの1位\n"};
    struct buf out;
    struct err err = {0};
    enum status st = STATUS_OK;
    buf_init(&out, BUF_DEFAULT_MAX);
    if (!j->env->json)
        buf_add_str(&out, msg_in(&HEAD, j->env->lang));
    for (int class = 0; class <= AGREEMENT_MEAN && st == STATUS_OK; class ++) {
        struct agreement_figures f;
        st = agreement_of(&j->agreement, GO_PREDICT_METHOD, class, AGREEMENT_WHOLE, &f, &err);
        if (st == STATUS_OK && f.positions)
            st = j->env->json ? report_json(j, &out, class, &f, &err)
                              : report_text(j, &out, class, &f, &err);
    }
    int code = st == STATUS_OK ? cmd_print(j->env, &out) : cmd_fail(j->env, &err);
    buf_release(&out);
    return code;
}

int natural_eval_go(struct cmd_env *env, const struct cmd_args *args, const char *const *operands,
                    size_t n)
{
    struct natural_eval_go_cmd j = {.env = env, .args = args};
    int code = check_options(env, args);
    if (code != CMD_OK)
        return code;
    agreement_init(&j.agreement, (uint64_t)args_int(args, NATURAL_OPT_SEED, 1));
    cmd_progress_init(env, &j.progress);
    code = collect(&j, operands, n);
    if (code == CMD_OK)
        code = predict(&j);
    if (code == CMD_OK)
        code = report(&j);
    go_people_network_close(j.network);
    agreement_release(&j.agreement);
    go_sample_set_release(&j.set);
    progress_release(&j.progress);
    return code;
}
