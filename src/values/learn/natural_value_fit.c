/* natural_value_fit.c: see natural_value_fit.h. */
#include "values/learn/natural_value_fit.h"

#include <math.h>

#include "base/alloc.h"
#include "engine/natural/natural_model.h"

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

void natural_value_fit_add(struct natural_value_fit *f, const struct natural *n,
                           const struct natural_sample *s, const struct style_line *lines,
                           int count)
{
    struct natural_value_term terms[NATURAL_MOST_TERMS];
    struct natural_move moves[SHOGI_MAX_MOVES];
    int16_t values[SHOGI_MAX_MOVES];
    struct natural_value_context context;
    struct natural_input q = {
        .pos = &s->pos, .past = &s->past, .class = (enum natural_class)s->class, .ply = s->ply};
    int legal = natural_infer(n, &q, moves);
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

static void add_figures(struct choice_figures *to, const struct choice_figures *more)
{
    to->weight += more->weight;
    to->likelihood += more->weight * more->likelihood;
    to->top1 += more->weight * more->top1;
    to->top3 += more->weight * more->top3;
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
        add_figures(&sum, &one);
    }
    double n = sum.weight > 0 ? sum.weight : 1;
    *out = (struct choice_figures){sum.weight, sum.likelihood / n, sum.top1 / n, sum.top3 / n, 0};
    return status;
}

enum status natural_value_fit_run(struct natural_value_fit *f, struct natural *n,
                                  struct natural_value_figures *out, struct err *err)
{
    double w[NATURAL_VALUE_TERMS], ridge[NATURAL_VALUE_TERMS];
    *out = (struct natural_value_figures){0};
    weigh_classes(f);
    for (int i = 0; i < NATURAL_VALUE_TERMS; i++)
        w[i] = (double)n->values.weight[i];
    choices_evaluate(&f->choices, NULL, w, &out->before);
    begin(w, ridge);
    enum status status = choices_fit(&f->choices, NULL, ridge, w, &out->after, err);
    if (status == STATUS_OK)
        status = cross(f, &out->crossed, err);
    for (int i = 0; i < NATURAL_VALUE_TERMS && status == STATUS_OK; i++)
        n->values.weight[i] = (float)w[i];
    return status;
}
