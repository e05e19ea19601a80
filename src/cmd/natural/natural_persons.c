/* natural_persons.c: `kifu natural persons [CLASS=]DB...`: how well persons to play against agree with
 * people, or, with --fit, what weights they would have to have. */
#include <math.h>

#include "base/text/json.h"
#include "cmd/frame/player_class.h"
#include "cmd/natural/natural_train.h"
#include "cmd/parts/part_option.h"
#include "engine/eval/weights.h"
#include "values/natural/person_fit.h"

enum { USUAL_POSITIONS = 6000, USUAL_FROM = 41, TABLE_BYTES = 1 << 20 };

struct persons_cmd {
    struct cmd_env *env;
    const struct cmd_args *args;
    struct person_samples samples;
    struct weights *weights;
    struct people_network *network;
    struct person_mind *mind;
    struct thinker *thinker;
    struct person_fitting fitting;
    struct progress progress;
};

/* --- Preparing -------------------------------------------------------------------------------- */

static int collect(struct persons_cmd *p, const char *const *operands, size_t n)
{
    static const struct msg WHICH = {"missing operand: [CLASS=]DB...",
                                     "引数が足りません: [CLASS=]DB..."};
    struct natural_game_options o = {
        .held_out = (unsigned)args_int(p->args, NATURAL_OPT_HELD_OUT, GAME_SPLIT_HELD_OUT),
        .reserve = (unsigned)args_int(p->args, NATURAL_OPT_RESERVE, GAME_SPLIT_RESERVED),
        .only = part_option(p->args, NATURAL_OPT_PART,
                            args_flag(p->args, NATURAL_OPT_FIT) ? GAME_PART_HELD_OUT
                                                                : GAME_PART_RESERVED),
        .class_of = classed_db_class};
    int code = n ? CMD_OK : cmd_misuse(p->env, &WHICH, NULL);
    for (size_t i = 0; i < n && code == CMD_OK; i++) {
        struct classed_db db;
        struct err err = {0};
        code = classed_db_open(&db, p->env, operands[i], p->args, NATURAL_OPT_CLASS);
        o.ctx = &db;
        if (code == CMD_OK && person_samples_add(&p->samples, db.db, &o, &err) != STATUS_OK)
            code = cmd_fail(p->env, &err);
        classed_db_release(&db);
    }
    return code;
}

static void advanced(void *ctx, size_t positions)
{
    progress_add(&((struct persons_cmd *)ctx)->progress, positions);
}

static enum status open_all(struct persons_cmd *p, struct err *err)
{
    struct think_options options = {.tt_bytes = TABLE_BYTES, .threads = 1};
    enum status st = weights_open(&p->weights, WEIGHTS_SMALL, err);
    if (st == STATUS_OK) {
        options.eval = weights_eval(p->weights);
        st = thinker_open(&p->thinker, &options, err);
    }
    if (st == STATUS_OK)
        st = people_network_open(&p->network, args_text(p->args, NATURAL_OPT_NETWORK, NULL), err);
    if (st == STATUS_OK)
        st = person_mind_open(&p->mind, p->network, err);
    p->fitting = (struct person_fitting){
        .samples = &p->samples,
        .mind = p->mind,
        .thinker = p->thinker,
        .from_ply = (unsigned)args_int(p->args, NATURAL_OPT_FROM_PLY, USUAL_FROM),
        .positions = ((size_t)args_int(p->args, NATURAL_OPT_POSITIONS, USUAL_POSITIONS) +
                      NATURAL_CLASSES - 1) /
                     NATURAL_CLASSES, /* 0 stays all of them */
        .cancelled = p->env->cancelled,
        .done = advanced,
        .ctx = p};
    return st;
}

static enum status no_positions(struct err *err)
{
    static const struct msg NOTHING = {
        "no positions: no game is in this part, or all are too short",
        "局面がありません（この区分に棋譜がないか、どれも短すぎます）"};
    return err_plain(err, STATUS_NOT_FOUND, &NOTHING);
}

/* --- Fitting ---------------------------------------------------------------------------------- */

static void add_numbers(struct json *j, const char *key, const double *numbers, int n)
{
    json_key(j, key);
    json_open_array(j);
    for (int i = 0; i < n; i++)
        json_double(j, numbers[i]);
    json_end(j);
}

static void add_figures(struct json *j, const char *key, const struct choice_figures *f)
{
    json_key(j, key);
    json_open_object(j);
    json_key_double(j, "positions", f->weight);
    json_key_double(j, "top1", f->top1);
    json_key_double(j, "top3", f->top3);
    json_key_double(j, "likelihood", f->likelihood);
    json_end(j);
}

static void add_fit(struct buf *out, int id, const struct person_fit *fit)
{
    const double times[] = {fit->fitted.time, fit->fitted.time_by_entropy,
                            fit->fitted.time_deviation};
    struct json j;
    json_init(&j, out);
    json_open_object(&j);
    json_key_cstr(&j, "person", person_words[id]);
    json_key_u64(&j, "nodes", fit->fitted.nodes);
    add_numbers(&j, "weights", fit->fitted.weight, PERSON_TERMS);
    add_figures(&j, "fitted", &fit->fit);
    add_figures(&j, "crossed", &fit->crossed);
    add_numbers(&j, "resignation", fit->fitted.resignation, PERSON_RESIGNATION_TERMS);
    json_key_u64(&j, "turns", fit->turns);
    json_key_u64(&j, "resigned", fit->resigned);
    add_numbers(&j, "time", times, 3);
    json_key_u64(&j, "times", fit->times);
    json_end(&j);
    json_line(&j);
}

static enum status fit_persons(struct persons_cmd *p, struct buf *out, struct err *err)
{
    size_t only = args_choice(p->args, NATURAL_OPT_PERSON, PERSON_NONE);
    enum status st = STATUS_OK;
    for (int i = PERSON_NONE + 1; i < PERSON_COUNT && st == STATUS_OK; i++) {
        struct person_kind who = persons[i];
        struct person_fit fit;
        if (who.beyond_data || (only != PERSON_NONE && (size_t)i != only))
            continue;
        who.nodes = (uint64_t)args_int(p->args, NATURAL_OPT_NODES, (int64_t)who.nodes);
        st = person_fit_run(&p->fitting, &who, &fit, err);
        if (st == STATUS_OK && fit.fit.weight <= 0)
            st = no_positions(err);
        if (st == STATUS_OK)
            add_fit(out, i, &fit);
    }
    return st;
}

/* --- Measuring -------------------------------------------------------------------------------- */

static void json_figure(struct json *j, const char *name, const struct agreement_figure *f)
{
    const double range[] = {f->low, f->high};
    char key[32];
    json_key_double(j, name, f->value);
    snprintf(key, sizeof key, "%s_range", name);
    add_numbers(j, key, range, 2);
}

static void json_mistakes(struct json *j, const char *key, const struct person_mistakes *m)
{
    double n = (double)m->seen;
    json_key(j, key);
    json_open_object(j);
    json_key_double(j, "loss", m->loss / n);
    json_key_double(j, "lost_one", m->lost_one / n);
    json_key_double(j, "lost_three", m->lost_three / n);
    json_key_double(j, "allows_mate", m->mates / n);
    json_key_double(j, "seen", n / (double)m->positions);
    json_end(j);
}

static void add_json(struct buf *out, const struct person_measure *m, int person, int class,
                     const struct agreement_figures *f)
{
    struct json j;
    json_init(&j, out);
    json_open_object(&j);
    json_key_cstr(&j, "person", person_words[person]);
    json_key_cstr(&j, "class", natural_class_names[class]);
    json_key_u64(&j, "positions", f->positions);
    json_key_u64(&j, "games", f->games);
    json_figure(&j, "top1", &f->top1);
    json_figure(&j, "top3", &f->top3);
    json_figure(&j, "likelihood", &f->likelihood);
    json_mistakes(&j, "expected", &m->expected[person][class]);
    json_mistakes(&j, "played", &m->played[person][class]);
    json_end(&j);
    json_line(&j);
}

/* A pair of the person and of people; of positions in which no loss is known there is none. */
static void add_pair(struct buf *out, double expected, double played, double n)
{
    if (n > 0)
        buf_printf(out, "  %5.2f %5.2f", expected / n, played / n);
    else
        buf_add_str(out, "      -     -");
}

static void add_text(struct buf *out, const struct person_measure *m, int person, int class,
                     const struct agreement_figures *f)
{
    const struct person_mistakes *e = &m->expected[person][class], *p = &m->played[person][class];
    double n = (double)e->seen;
    buf_printf(out, "%-14s %-8s %6llu  %5.1f [%4.1f, %4.1f]  %5.1f  %6.3f [%6.3f, %6.3f]",
               person_words[person], natural_class_names[class], (unsigned long long)f->positions,
               100 * f->top1.value, 100 * f->top1.low, 100 * f->top1.high, 100 * f->top3.value,
               f->likelihood.value, f->likelihood.low, f->likelihood.high);
    add_pair(out, e->loss, p->loss, n);
    add_pair(out, 100 * e->lost_three, 100 * p->lost_three, n);
    add_pair(out, 100 * e->mates, 100 * p->mates, n);
    buf_add_char(out, '\n');
}

static enum status measure_persons(struct persons_cmd *p, struct buf *out, struct err *err)
{
    static const struct msg HEAD = {
        "person         class   positions  top 1 [95 %]   top 3  mean ln p [95 %]         of the "
        "person, of "
        "people: loss in pawns; % that lose 3 or more; % that allow mate in one\n",
        "人物           階級    局面数     1 位 [95 %]    3 位内 平均 ln p [95 %]         "
        "人物、実際: "
        "損（歩）; 3 歩以上損する %; 一手詰めを許す %\n"};
    struct person_measure m;
    size_t rows = 0;
    person_measure_init(&m, (uint64_t)args_int(p->args, NATURAL_OPT_SEED, 1));
    enum status st = person_measure_run(&p->fitting, &m, err);
    if (st == STATUS_OK && !p->env->json)
        buf_add_str(out, msg_in(&HEAD, p->env->lang));
    for (int i = PERSON_NONE + 1; i < PERSON_COUNT; i++)
        for (int class = 0; class < NATURAL_CLASSES && st == STATUS_OK; class ++) {
            struct agreement_figures f;
            st = agreement_of(&m.agreement, i, class, AGREEMENT_WHOLE, &f, err);
            if (st != STATUS_OK || !f.positions)
                continue;
            rows++;
            (p->env->json ? add_json : add_text)(out, &m, i, class, &f);
        }
    person_measure_release(&m);
    return st == STATUS_OK && !rows ? no_positions(err) : st;
}

static int work(struct persons_cmd *p)
{
    static const struct msg SEARCHING = {"searching", "探索中"}, UNIT = {"positions", "局面"};
    struct err err = {0};
    struct buf out;
    buf_init(&out, BUF_DEFAULT_MAX);
    enum status st = p->samples.count ? open_all(p, &err) : no_positions(&err);
    if (st == STATUS_OK) {
        progress_start(&p->progress, &SEARCHING, &UNIT, 0);
        st = args_flag(p->args, NATURAL_OPT_FIT) ? fit_persons(p, &out, &err)
                                                 : measure_persons(p, &out, &err);
        progress_finish(&p->progress);
    }
    int code = st == STATUS_OK          ? cmd_print(p->env, &out)
               : st == STATUS_CANCELLED ? CMD_ERROR
                                        : cmd_fail(p->env, &err);
    buf_release(&out);
    return code;
}

int natural_persons(struct cmd_env *env, const struct cmd_args *args, const char *const *operands,
                    size_t n)
{
    struct persons_cmd p = {.env = env, .args = args};
    person_samples_init(&p.samples);
    cmd_progress_init(env, &p.progress);
    int code = collect(&p, operands, n);
    if (code == CMD_OK)
        code = work(&p);
    person_mind_close(p.mind);
    people_network_close(p.network);
    thinker_close(p.thinker);
    weights_close(p.weights);
    person_samples_release(&p.samples);
    progress_release(&p.progress);
    return code;
}
