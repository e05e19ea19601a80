/* natural_value_fit.c: see natural_value_fit.h. */
#include "values/learn/natural_value_fit.h"

#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "values/regression/cholesky.h"

/* --- Choices ----------------------------------------------------------------------------------
 * With p the probabilities of the options and x̄ = Σ p x, a choice adds to
 *
 *     gradient    x(chosen) - x̄
 *     curvature   Σ p x xᵀ - x̄ x̄ᵀ
 *
 * ln p is concave in w, so Newton's steps lead to the one best place; a step that makes things
 * worse is halved. */

enum { MOST = INT32_MAX, MOST_ROUNDS = 50, MOST_HALVINGS = 20, MOST_FEATURES = 4096 };
#define ENOUGH 1e-9 /* of mean ln p, gained by a round */

/* --- Gathering -------------------------------------------------------------------------------- */

void choices_init(struct choices *c, uint32_t features)
{
    *c = (struct choices){.features = features};
}

void choices_release(struct choices *c)
{
    mem_free(c->at);
    mem_free(c->option);
    mem_free(c->terms);
    choices_init(c, 0);
}

void choices_begin(struct choices *c, float weight, uint32_t group)
{
    struct choice *at = mem_grow(c->at, c->count, &c->cap, MOST, sizeof *at);
    if (!at) {
        c->no_memory = true;
        return;
    }
    c->at = at;
    at[c->count++] =
        (struct choice){.first = c->options, .chosen = SIZE_MAX, .weight = weight, .group = group};
}

void choices_option(struct choices *c, bool chosen)
{
    size_t *option = mem_grow(c->option, c->options, &c->option_cap, MOST, sizeof *option);
    if (!option || !c->count) {
        c->no_memory = true;
        return;
    }
    c->option = option;
    struct choice *last = &c->at[c->count - 1];
    option[c->options++] = c->term_count;
    if (chosen)
        last->chosen = last->options;
    last->options++;
}

void choices_term(struct choices *c, uint32_t feature, double x)
{
    struct choice_term *terms =
        mem_grow(c->terms, c->term_count, &c->term_cap, MOST, sizeof *terms);
    if (!terms) {
        c->no_memory = true;
        return;
    }
    c->terms = terms;
    if (feature < c->features && x != 0)
        terms[c->term_count++] = (struct choice_term){feature, (float)x};
}

static size_t terms_end(const struct choices *c, size_t option)
{
    return option + 1 < c->options ? c->option[option + 1] : c->term_count;
}

static bool takes_part(const struct choice_part *part, const struct choice *at)
{
    if (at->chosen == SIZE_MAX)
        return false;
    return !part || (at->group % part->by == part->rest) != part->others;
}

/* --- One choice ------------------------------------------------------------------------------- */

static double score(const struct choices *c, size_t option, const double *w)
{
    double sum = 0;
    for (size_t i = c->option[option]; i < terms_end(c, option); i++)
        sum += w[c->terms[i].feature] * (double)c->terms[i].x;
    return sum;
}

/* Probabilities of the options, ln p of the chosen one, and how many are no worse. */
struct choice_chance {
    double ln_p;
    size_t order; /* 0: better than all others */
};

static struct choice_chance weigh(const struct choices *c, const struct choice *at, const double *w,
                                  double *p)
{
    double most = -INFINITY, sum = 0;
    struct choice_chance out = {0};
    for (size_t i = 0; i < at->options; i++) {
        p[i] = score(c, at->first + i, w);
        most = fmax(most, p[i]);
    }
    double own = p[at->chosen];
    for (size_t i = 0; i < at->options; i++) {
        out.order += i != at->chosen && p[i] >= own;
        p[i] = exp(p[i] - most);
        sum += p[i];
    }
    for (size_t i = 0; i < at->options; i++)
        p[i] /= sum;
    out.ln_p = own - most - log(sum);
    return out;
}

static size_t most_options(const struct choices *c)
{
    size_t most = 1;
    for (size_t i = 0; i < c->count; i++)
        most = c->at[i].options > most ? c->at[i].options : most;
    return most;
}

/* --- Sums of all ------------------------------------------------------------------------------ */

struct choice_sums {
    const struct choices *c;
    const struct choice_part *part;
    const double *ridge;
    double *p;                    /* owned: of the options of a choice */
    double *mean;                 /* owned: x̄ */
    double *gradient, *curvature; /* owned */
    double *step, *tried;         /* owned */
};

static bool sums_init(struct choice_sums *s, size_t options, size_t n)
{
    s->p = mem_calloc(options, sizeof *s->p);
    s->mean = mem_calloc(n, sizeof *s->mean);
    s->gradient = mem_calloc(n, sizeof *s->gradient);
    s->curvature = mem_calloc(n * n, sizeof *s->curvature);
    s->step = mem_calloc(n, sizeof *s->step);
    s->tried = mem_calloc(n, sizeof *s->tried);
    return s->p && s->mean && s->gradient && s->curvature && s->step && s->tried;
}

static void add_option(struct choice_sums *s, size_t option, double p, double weight)
{
    const struct choices *c = s->c;
    size_t from = c->option[option], to = terms_end(c, option);
    for (size_t i = from; i < to; i++) {
        const struct choice_term *a = &c->terms[i];
        s->mean[a->feature] += p * (double)a->x;
        double *row = s->curvature + (size_t)a->feature * c->features;
        for (size_t k = from; k < to; k++)
            row[c->terms[k].feature] += weight * p * (double)a->x * (double)c->terms[k].x;
    }
}

static void add_choice(struct choice_sums *s, const struct choice *at)
{
    const struct choices *c = s->c;
    double weight = (double)at->weight;
    memset(s->mean, 0, c->features * sizeof *s->mean);
    for (size_t i = 0; i < at->options; i++)
        if (s->p[i] > 1e-12)
            add_option(s, at->first + i, s->p[i], weight);
    size_t chosen = at->first + at->chosen;
    for (size_t i = c->option[chosen]; i < terms_end(c, chosen); i++)
        s->gradient[c->terms[i].feature] += weight * (double)c->terms[i].x;
    for (size_t i = 0; i < c->features; i++) {
        if (s->mean[i] == 0)
            continue;
        s->gradient[i] -= weight * s->mean[i];
        double *row = s->curvature + i * c->features;
        for (size_t k = 0; k <= i; k++)
            row[k] -= weight * s->mean[i] * s->mean[k];
    }
}

static double penalty(const struct choice_sums *s, const double *w)
{
    double sum = 0;
    for (size_t i = 0; i < s->c->features; i++)
        sum += s->ridge[i] * w[i] * w[i] / 2;
    return sum;
}

/* Σ ln p less the penalty; with the sums for a step, if those are wanted. */
static double look(struct choice_sums *s, const double *w, bool for_step, double *weight)
{
    const struct choices *c = s->c;
    double total = -penalty(s, w);
    *weight = 0;
    if (for_step) {
        for (size_t i = 0; i < c->features; i++) {
            double *row = s->curvature + i * c->features;
            for (size_t k = 0; k < c->features; k++)
                row[k] = i == k ? s->ridge[i] : 0;
            s->gradient[i] = -s->ridge[i] * w[i];
        }
    }
    for (size_t i = 0; i < c->count; i++) {
        const struct choice *at = &c->at[i];
        if (!takes_part(s->part, at))
            continue;
        total += (double)at->weight * weigh(c, at, w, s->p).ln_p;
        *weight += (double)at->weight;
        if (for_step)
            add_choice(s, at);
    }
    return total;
}

/* --- Fitting ---------------------------------------------------------------------------------- */

/* Goes on along the step, or a part of it; returns what is gained. */
static double go(struct choice_sums *s, double *w, double from)
{
    double part = 1, weight;
    for (int i = 0; i < MOST_HALVINGS; i++) {
        for (size_t k = 0; k < s->c->features; k++)
            s->tried[k] = w[k] + part * s->step[k];
        double gained = look(s, s->tried, false, &weight) - from;
        if (gained >= 0) {
            memcpy(w, s->tried, s->c->features * sizeof *w);
            return gained;
        }
        part /= 2;
    }
    return 0;
}

static enum status maximise(struct choice_sums *s, double *w, unsigned *rounds, struct err *err)
{
    const struct choices *c = s->c;
    struct cholesky root;
    double weight = 0, gained = INFINITY;
    if (!cholesky_init(&root, c->features)) {
        cholesky_release(&root);
        return err_nomem(err);
    }
    for (*rounds = 0; *rounds < MOST_ROUNDS && gained > ENOUGH * weight; (*rounds)++) {
        double from = look(s, w, true, &weight);
        cholesky_factor(&root, s->curvature, c->features, NULL);
        memcpy(s->step, s->gradient, c->features * sizeof *s->step);
        cholesky_solve(&root, s->step);
        gained = go(s, w, from);
    }
    cholesky_release(&root);
    return STATUS_OK;
}

enum status choices_fit(const struct choices *c, const struct choice_part *part,
                        const double *ridge, double *weights, struct choice_figures *figures,
                        struct err *err)
{
    struct choice_sums s = {.c = c, .part = part, .ridge = ridge};
    unsigned rounds = 0;
    bool ready = !c->no_memory && c->features <= MOST_FEATURES &&
                 sums_init(&s, most_options(c), c->features);
    enum status status = ready ? maximise(&s, weights, &rounds, err) : err_nomem(err);
    mem_free(s.p);
    mem_free(s.mean);
    mem_free(s.gradient);
    mem_free(s.curvature);
    mem_free(s.step);
    mem_free(s.tried);
    if (status == STATUS_OK && figures) {
        choices_evaluate(c, part, weights, figures);
        figures->rounds = rounds;
    }
    return status;
}

/* Without probabilities no memory is needed. */
static struct choice_chance evaluate_choice(const struct choices *c, const struct choice *at,
                                            const double *w)
{
    struct choice_chance out = {0};
    double own = score(c, at->first + at->chosen, w), sum = 0;
    for (size_t i = 0; i < at->options; i++) {
        double other = score(c, at->first + i, w);
        out.order += i != at->chosen && other >= own;
        sum += exp(fmin(other - own, 500));
    }
    out.ln_p = -log(sum);
    return out;
}

void choices_evaluate(const struct choices *c, const struct choice_part *part,
                      const double *weights, struct choice_figures *figures)
{
    struct choice_figures f = {0};
    for (size_t i = 0; i < c->count; i++) {
        const struct choice *at = &c->at[i];
        if (!takes_part(part, at))
            continue;
        struct choice_chance chance = evaluate_choice(c, at, weights);
        double weight = (double)at->weight;
        f.weight += weight;
        f.likelihood += weight * chance.ln_p;
        f.top1 += weight * (chance.order < 1);
        f.top3 += weight * (chance.order < 3);
    }
    if (f.weight > 0) {
        f.likelihood /= f.weight;
        f.top1 /= f.weight;
        f.top3 /= f.weight;
    }
    *figures = f;
}

enum { FIFTHS = 5 };
#define RIDGE 2.0 /* about as much as two positions */

void natural_value_fit_init(struct natural_value_fit *f)
{
    *f = (struct natural_value_fit){0};
    choices_init(&f->choices, NATURAL_VALUE_TERMS);
}

void natural_value_fit_release(struct natural_value_fit *f)
{
    choices_release(&f->choices);
}

/* --- Gathering -------------------------------------------------------------------------------- */

void natural_value_fit_add(struct natural_value_fit *f, const struct natural_sample *s,
                           const struct people_answer *prior, const struct style_line *lines,
                           int count)
{
    struct natural_value_term terms[NATURAL_MOST_TERMS];
    const struct natural_move *moves = prior->moves;
    int16_t values[SHOGI_MAX_MOVES];
    struct natural_value_context context;
    struct natural_input q = {
        .pos = &s->pos, .past = &s->past, .class = (enum natural_class)s->class, .ply = s->ply};
    int legal = prior->count;
    if (legal < 2 || count < 1)
        return;
    style_values(lines, count, moves, legal, values);
    q.values = values;
    natural_values_prepare(&context, &q, moves, legal);
    choices_begin(&f->choices, 1, s->game);
    f->by_class[s->class]++;
    for (int i = 0; i < legal; i++) {
        int have = natural_values_terms(&context, i, terms);
        choices_option(&f->choices, moves[i].move == s->played);
        for (int k = 0; k < have; k++)
            choices_term(&f->choices, terms[k].term, (double)terms[k].x);
    }
    f->choices.at[f->choices.count - 1].class = s->class;
}

/* Each class as much as the others, all together as much as there are positions. */
static void weigh_classes(struct natural_value_fit *f)
{
    double all = 0, classes = 0;
    for (int c = 0; c < NATURAL_CLASSES; c++) {
        all += f->by_class[c];
        classes += f->by_class[c] > 0;
    }
    for (size_t i = 0; i < f->choices.count; i++) {
        struct choice *at = &f->choices.at[i];
        at->weight = (float)(all / classes / f->by_class[at->class]);
    }
}

/* --- Fitting ---------------------------------------------------------------------------------- */

/* Scales begin, and with a penalty stay, near 1: what is fitted is the difference. */
static void begin(double *w, double *ridge)
{
    for (int i = 0; i < NATURAL_VALUE_TERMS; i++) {
        w[i] = 0;
        ridge[i] = RIDGE;
    }
    for (int i = 0; i < NATURAL_SPANS; i++) {
        w[TERM_SCALE + i] = 1;
        ridge[TERM_SCALE + i] = 0;
    }
}

static enum status cross(const struct natural_value_fit *f, struct choice_figures *out,
                         struct err *err)
{
    double w[NATURAL_VALUE_TERMS], ridge[NATURAL_VALUE_TERMS];
    struct choice_figures sum = {0}, one;
    enum status status = STATUS_OK;
    for (uint32_t fifth = 0; fifth < FIFTHS && status == STATUS_OK; fifth++) {
        const struct choice_part others = {.by = FIFTHS, .rest = fifth, .others = true};
        const struct choice_part it = {.by = FIFTHS, .rest = fifth};
        begin(w, ridge);
        status = choices_fit(&f->choices, &others, ridge, w, NULL, err);
        choices_evaluate(&f->choices, &it, w, &one);
        sum.weight += one.weight;
        sum.likelihood += one.weight * one.likelihood;
        sum.top1 += one.weight * one.top1;
        sum.top3 += one.weight * one.top3;
    }
    double n = sum.weight > 0 ? sum.weight : 1;
    *out = (struct choice_figures){sum.weight, sum.likelihood / n, sum.top1 / n, sum.top3 / n, 0};
    return status;
}

enum status natural_value_fit_run(struct natural_value_fit *f, struct natural_values *v,
                                  struct natural_value_figures *out, struct err *err)
{
    double w[NATURAL_VALUE_TERMS], ridge[NATURAL_VALUE_TERMS];
    *out = (struct natural_value_figures){0};
    weigh_classes(f);
    for (int i = 0; i < NATURAL_VALUE_TERMS; i++)
        w[i] = (double)v->weight[i];
    choices_evaluate(&f->choices, NULL, w, &out->before);
    begin(w, ridge);
    enum status status = choices_fit(&f->choices, NULL, ridge, w, &out->after, err);
    if (status == STATUS_OK)
        status = cross(f, &out->crossed, err);
    for (int i = 0; i < NATURAL_VALUE_TERMS && status == STATUS_OK; i++)
        v->weight[i] = (float)w[i];
    return status;
}
