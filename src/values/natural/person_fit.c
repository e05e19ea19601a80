/* person_fit.c: see person_fit.h. */
#include "values/natural/person_fit.h"

#include <math.h>

#include "games/record.h"

enum { FIFTHS = 5 };
#define RIDGE 2.0 /* about as much as two positions */

/* --- Positions -------------------------------------------------------------------------------- */

typedef bool sample_filter(const struct person_sample *row);

static bool is_move(const struct person_sample *row)
{
    return row->at.played != 0;
}

static bool is_resignation(const struct person_sample *row)
{
    return !row->at.played;
}

static bool is_played_on(const struct person_sample *row)
{
    return row->at.played && row->to_the_end;
}

/* Records without times have zeros. */
static bool is_timed(const struct person_sample *row)
{
    return row->at.played && row->ms != RECORD_NO_TIME && row->ms > 0;
}

/* Walks evenly through the positions of a class. */
struct person_walk {
    const struct person_fitting *f;
    sample_filter *filter;
    int class;
    size_t most; /* 0: all */
    size_t next, seen, of;
};

static bool belongs(const struct person_walk *w, const struct person_sample *row)
{
    return row->at.class == w->class && row->at.ply + 1U >= w->f->from_ply && w->filter(row);
}

static void walk_begin(struct person_walk *w)
{
    const struct person_samples *s = w->f->samples;
    for (size_t i = 0; i < s->count; i++)
        w->of += belongs(w, &s->rows[i]);
}

static size_t walk_count(const struct person_walk *w)
{
    return w->most && w->most < w->of ? w->most : w->of;
}

/* NULL at the end. */
static const struct person_sample *walk_next(struct person_walk *w)
{
    const struct person_samples *s = w->f->samples;
    size_t wanted = walk_count(w);
    while (w->next < s->count) {
        const struct person_sample *row = &s->rows[w->next++];
        if (!belongs(w, row))
            continue;
        size_t nth = w->seen++;
        if ((nth + 1) * wanted / w->of > nth * wanted / w->of)
            return row;
    }
    return NULL;
}

static bool is_cancelled(const struct person_fitting *f)
{
    return f->cancelled && atomic_load(f->cancelled);
}

/* Each position is searched as if it were the first. */
static enum status look(const struct person_fitting *f, const struct person_kind *who,
                        const struct person_sample *row, struct person_view *v, struct err *err)
{
    const struct think_request search = {.pos = &row->at.pos};
    const struct person_question q = {.search = &search, .past = &row->at.past, .ply = row->at.ply};
    if (is_cancelled(f))
        return err_cancelled(err);
    thinker_new_game(f->thinker);
    enum status status = person_look(f->mind, who, f->thinker, &q, v, err);
    if (f->done)
        f->done(f->ctx, 1);
    return status;
}

/* --- Moves ------------------------------------------------------------------------------------ */

static void add_choice(struct choices *c, const struct person_sample *row,
                       const struct person_view *v)
{
    double x[PERSON_TERMS];
    choices_begin(c, 1, row->at.game);
    for (int i = 0; i < v->count; i++) {
        person_terms(v, i, x);
        choices_option(c, v->moves[i].move == row->at.played);
        for (uint32_t k = 0; k < PERSON_TERMS; k++)
            choices_term(c, k, x[k]);
    }
}

static enum status cross(const struct choices *c, const double *ridge, struct choice_figures *out,
                         struct err *err)
{
    struct choice_figures sum = {0}, one;
    enum status status = STATUS_OK;
    for (uint32_t fifth = 0; fifth < FIFTHS && status == STATUS_OK; fifth++) {
        const struct choice_part others = {.by = FIFTHS, .rest = fifth, .others = true};
        const struct choice_part it = {.by = FIFTHS, .rest = fifth};
        double w[PERSON_TERMS] = {[PERSON_LN_P] = 1};
        status = choices_fit(c, &others, ridge, w, NULL, err);
        choices_evaluate(c, &it, w, &one);
        sum.weight += one.weight;
        sum.likelihood += one.weight * one.likelihood;
        sum.top1 += one.weight * one.top1;
        sum.top3 += one.weight * one.top3;
    }
    double n = sum.weight > 0 ? sum.weight : 1;
    *out = (struct choice_figures){sum.weight, sum.likelihood / n, sum.top1 / n, sum.top3 / n, 0};
    return status;
}

static enum status fit_moves(const struct person_fitting *f, struct person_fit *out,
                             struct err *err)
{
    struct person_walk walk = {
        .f = f, .filter = is_move, .class = (int)out->fitted.class, .most = f->positions};
    double w[PERSON_TERMS] = {[PERSON_LN_P] = 1}, ridge[PERSON_TERMS];
    const struct person_sample *row;
    struct person_view v;
    struct choices c;
    enum status status = STATUS_OK;
    for (int i = 0; i < PERSON_TERMS; i++)
        ridge[i] = i == PERSON_LN_P ? 0 : RIDGE;
    choices_init(&c, PERSON_TERMS);
    walk_begin(&walk);
    while (status == STATUS_OK && (row = walk_next(&walk)) != NULL) {
        status = look(f, &out->fitted, row, &v, err);
        if (status == STATUS_OK && v.count > 1)
            add_choice(&c, row, &v);
    }
    if (status == STATUS_OK)
        status = choices_fit(&c, NULL, ridge, w, &out->fit, err);
    if (status == STATUS_OK)
        status = cross(&c, ridge, &out->crossed, err);
    for (int i = 0; i < PERSON_TERMS; i++)
        out->fitted.weight[i] = w[i];
    choices_release(&c);
    return status;
}

/* --- Resignation ------------------------------------------------------------------------------ */

/* Turns at which the game was resigned are few: more of them are looked at than of others, and each
 * stands for so many as there are. */
static enum status add_turns(const struct person_fitting *f, struct person_fit *out,
                             sample_filter *filter, size_t most, struct choices *c, struct err *err)
{
    struct person_walk walk = {
        .f = f, .filter = filter, .class = (int)out->fitted.class, .most = most};
    double x[PERSON_RESIGNATION_TERMS];
    const struct person_sample *row;
    struct person_view v;
    enum status status = STATUS_OK;
    walk_begin(&walk);
    float weight = walk.of ? (float)walk.of / (float)walk_count(&walk) : 0;
    while (status == STATUS_OK && (row = walk_next(&walk)) != NULL) {
        status = look(f, &out->fitted, row, &v, err);
        if (status != STATUS_OK || v.value > -PERSON_RESIGNS_BEHIND)
            continue;
        person_resignation_terms(&v, x);
        out->turns++;
        out->resigned += !row->at.played;
        choices_begin(c, weight, row->at.game);
        choices_option(c, row->at.played != 0);
        choices_option(c, row->at.played == 0);
        for (uint32_t k = 0; k < PERSON_RESIGNATION_TERMS; k++)
            choices_term(c, k, x[k]);
    }
    return status;
}

static enum status fit_resignation(const struct person_fitting *f, struct person_fit *out,
                                   struct err *err)
{
    const double ridge[PERSON_RESIGNATION_TERMS] = {0.1, 0.1, 0.1};
    double w[PERSON_RESIGNATION_TERMS] = {0};
    struct choices c;
    choices_init(&c, PERSON_RESIGNATION_TERMS);
    enum status status = add_turns(f, out, is_resignation, f->positions / 8, &c, err);
    if (status == STATUS_OK)
        status = add_turns(f, out, is_played_on, f->positions / 2, &c, err);
    if (status == STATUS_OK)
        status = choices_fit(&c, NULL, ridge, w, NULL, err);
    for (int i = 0; i < PERSON_RESIGNATION_TERMS; i++)
        out->fitted.resignation[i] = w[i];
    choices_release(&c);
    return status;
}

/* --- Times ------------------------------------------------------------------------------------ */

struct time_sums {
    double n, x, y, xx, xy, yy;
};

static void fit_line(const struct time_sums *s, struct person_kind *out)
{
    double sxx = s->xx - s->x * s->x / s->n, sxy = s->xy - s->x * s->y / s->n;
    double syy = s->yy - s->y * s->y / s->n;
    out->time_by_entropy = sxx > 0 ? sxy / sxx : 0;
    out->time = (s->y - out->time_by_entropy * s->x) / s->n;
    out->time_deviation = sqrt(fmax(syy - out->time_by_entropy * sxy, 0) / s->n);
}

static enum status fit_times(const struct person_fitting *f, struct person_fit *out,
                             struct err *err)
{
    struct person_walk walk = {
        .f = f, .filter = is_timed, .class = (int)out->fitted.class, .most = f->positions / 4};
    struct time_sums s = {0};
    const struct person_sample *row;
    struct person_view v;
    enum status status = STATUS_OK;
    walk_begin(&walk);
    while (status == STATUS_OK && (row = walk_next(&walk)) != NULL) {
        status = look(f, &out->fitted, row, &v, err);
        double y = log((double)row->ms / 1000);
        s.n += 1;
        s.x += v.entropy;
        s.y += y;
        s.xx += v.entropy * v.entropy;
        s.xy += v.entropy * y;
        s.yy += y * y;
    }
    out->times = (uint64_t)s.n;
    if (s.n > 1)
        fit_line(&s, &out->fitted);
    return status;
}

enum status person_fit_run(const struct person_fitting *f, const struct person_kind *who,
                           struct person_fit *out, struct err *err)
{
    *out = (struct person_fit){.fitted = *who};
    out->fitted.steadiness = 1;
    enum status status = fit_moves(f, out, err);
    if (status == STATUS_OK)
        status = fit_resignation(f, out, err);
    return status == STATUS_OK ? fit_times(f, out, err) : status;
}

/* --- Measuring -------------------------------------------------------------------------------- */

void person_measure_init(struct person_measure *m, uint64_t seed)
{
    *m = (struct person_measure){0};
    agreement_init(&m->agreement, seed);
}

void person_measure_release(struct person_measure *m)
{
    agreement_release(&m->agreement);
}

static void add_mistake(struct person_mistakes *m, const struct person_move *move, double p)
{
    m->loss += p * (double)move->loss;
    m->lost_one += move->loss >= 1 ? p : 0;
    m->lost_three += move->loss >= 3 ? p : 0;
    m->mates += move->allows_mate ? p : 0;
}

static void add_mistakes(struct person_mistakes *expected, struct person_mistakes *played,
                         const struct person_view *v, const struct person_move *own)
{
    double seen = 0;
    expected->positions++;
    played->positions++;
    if (!own->seen)
        return;
    for (int i = 0; i < v->count; i++)
        seen += v->moves[i].seen ? v->moves[i].p : 0;
    for (int i = 0; i < v->count; i++)
        if (v->moves[i].seen)
            add_mistake(expected, &v->moves[i], v->moves[i].p / seen);
    add_mistake(played, own, 1);
    expected->seen++;
    played->seen++;
}

static void answer_of(const struct person_view *v, const struct person_move *own,
                      struct agreement_answer *out)
{
    const struct person_move *most = &v->moves[0];
    *out = (struct agreement_answer){.ln_p = log(own->p)};
    for (int i = 0; i < v->count; i++) {
        out->order += &v->moves[i] != own && v->moves[i].p >= own->p;
        most = v->moves[i].p > most->p ? &v->moves[i] : most;
    }
    out->move = most->move;
}

static enum status measure_position(const struct person_fitting *f,
                                    const struct person_sample *sample, struct person_measure *out,
                                    struct err *err)
{
    struct agreement_row row = {.game = sample->at.game,
                                .class = sample->at.class,
                                .ply = sample->at.ply,
                                .played = sample->at.played};
    struct person_view v;
    enum status status = STATUS_OK;
    for (int i = PERSON_NONE + 1; i < PERSON_COUNT && status == STATUS_OK; i++) {
        status = look(f, &persons[i], sample, &v, err);
        if (status != STATUS_OK)
            return status;
        const struct person_move *own = &v.moves[0];
        for (int k = 0; k < v.count; k++)
            own = v.moves[k].move == sample->at.played ? &v.moves[k] : own;
        row.legal = (uint16_t)v.count;
        answer_of(&v, own, &row.by[i]);
        add_mistakes(&out->expected[i][row.class], &out->played[i][row.class], &v, own);
    }
    return agreement_add(&out->agreement, &row, err);
}

enum status person_measure_run(const struct person_fitting *f, struct person_measure *out,
                               struct err *err)
{
    enum status status = STATUS_OK;
    for (int class = 0; class < NATURAL_CLASSES && status == STATUS_OK; class ++) {
        struct person_walk walk = {.f = f, .filter = is_move, .class = class, .most = f->positions};
        const struct person_sample *row;
        walk_begin(&walk);
        while (status == STATUS_OK && (row = walk_next(&walk)) != NULL)
            status = measure_position(f, row, out, err);
    }
    return status;
}
