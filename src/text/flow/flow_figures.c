/* flow_figures.c: chi-squared of 2 × 2 tables, and its probability; see flow.h. */
#include <math.h>

#include "text/flow/flow_internal.h"

double flow_p(uint64_t a, uint64_t whole_a, uint64_t b, uint64_t whole_b)
{
    double with = (double)a + (double)b, whole = (double)whole_a + (double)whole_b;
    double without = whole - with;
    if (with <= 0 || without <= 0 || whole_a == 0 || whole_b == 0)
        return 1;
    /* The cross product a·(B - b) - b·(A - a) is a·B - b·A. */
    double cross = (double)a * (double)whole_b - (double)b * (double)whole_a;
    double chi2 = cross / with * cross / without * whole / (double)whole_a / (double)whole_b;
    return erfc(sqrt(chi2 / 2));
}

double flow_ratio(uint64_t a, uint64_t whole_a, uint64_t b, uint64_t whole_b)
{
    return ((double)a + 0.5) / ((double)whole_a + 1) / (((double)b + 0.5) / ((double)whole_b + 1));
}

void flow_judge_twice(struct flow_table *t)
{
    for (int kind = 0; kind < SHOGI_KINDS; kind++) {
        struct flow_twice *w = &t->twice[kind];
        w->p = flow_p(w->count[0], t->pairs[0], w->count[1], t->pairs[1]);
        w->rate_p = flow_p(w->count[0], w->moves[0], w->count[1], w->moves[1]);
    }
}
