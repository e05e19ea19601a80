/* evaluate_steps.c: and, or, not, then, never, ever, since, for: sets of plies made of others; see
 * evaluate_internal.h. */
#include "query/language/tree.h"
#include "query/run/evaluate_internal.h"

static bool is_empty(const struct evaluator *e, const uint64_t *set)
{
    for (uint32_t w = 0; w < e->words; w++)
        if (set[w])
            return false;
    return true;
}

static void do_join(struct evaluator *e, const struct eval_step *s, uint32_t to, uint32_t a,
                    uint32_t b)
{
    uint64_t *out = evaluator_register(e, to);
    const uint64_t *x = evaluator_register(e, a), *y = evaluator_register(e, b);
    for (uint32_t w = 0; w < e->words; w++)
        out[w] = s->op == Q_AND ? x[w] & y[w] : x[w] | y[w];
}

static void do_not(struct evaluator *e, const struct eval_step *s, struct eval_value x)
{
    const uint64_t *all = evaluator_register(e, REGISTER_ALL),
                   *matches = evaluator_register(e, x.matches);
    uint64_t *out = evaluator_register(e, s->out.matches);
    for (uint32_t w = 0; w < e->words; w++)
        out[w] = all[w] & ~matches[w];
    if (s->out.holds != s->out.matches)
        memcpy(evaluator_register(e, s->out.holds), all, e->words * sizeof *all);
}

static void do_then(struct evaluator *e, const struct eval_step *s, struct eval_value x,
                    struct eval_value y, uint32_t count)
{
    uint64_t *out = evaluator_register(e, s->out.holds);
    struct plies_span a, b = {0};
    uint32_t after_b = 0;
    bool more = plies_next_span(evaluator_register(e, y.holds), evaluator_register(e, y.matches),
                                count, 0, &b);
    memset(out, 0, e->words * sizeof *out);
    for (uint32_t at = 0; plies_next_span(evaluator_register(e, x.holds),
                                          evaluator_register(e, x.matches), count, at, &a);
         at = a.to) {
        while (more && b.from <= a.from) {
            after_b = b.to;
            more = plies_next_span(evaluator_register(e, y.holds), evaluator_register(e, y.matches),
                                   count, after_b, &b);
        }
        if (!more)
            return;
        if (b.from - a.from <= s->number)
            plies_add_range(out, a.from, b.to);
    }
}

/* X where Y matches nowhere, or with EVER somewhere. */
static void do_never(struct evaluator *e, const struct eval_step *s, struct eval_value x,
                     struct eval_value y)
{
    size_t bytes = e->words * sizeof(uint64_t);
    bool kept = is_empty(e, evaluator_register(e, y.matches)) == (s->op == Q_NEVER);
    const uint32_t to[2] = {s->out.holds, s->out.matches}, from[2] = {x.holds, x.matches};
    for (int i = 0; i < 2; i++)
        if (kept)
            memcpy(evaluator_register(e, to[i]), evaluator_register(e, from[i]), bytes);
        else
            memset(evaluator_register(e, to[i]), 0, bytes);
}

static void do_since(struct evaluator *e, const struct eval_step *s, struct eval_value x,
                     uint32_t count)
{
    uint64_t *out = evaluator_register(e, s->out.holds);
    uint32_t first = plies_next(evaluator_register(e, x.matches), count, 0);
    memset(out, 0, e->words * sizeof *out);
    if (first < count)
        plies_add_range(out, first, count);
}

static void do_for(struct evaluator *e, const struct eval_step *s, struct eval_value x,
                   uint32_t count)
{
    uint64_t *holds = evaluator_register(e, s->out.holds),
             *matches = evaluator_register(e, s->out.matches);
    const uint64_t *filter = evaluator_register(e, x.matches);
    struct plies_span span;
    memset(holds, 0, e->words * sizeof *holds);
    for (uint32_t at = 0; plies_next_span(evaluator_register(e, x.holds), filter, count, at, &span);
         at = span.to)
        if (query_compare(span.to - span.from, s->compare, s->number))
            plies_add_range(holds, span.from, span.to);
    if (matches != holds)
        for (uint32_t w = 0; w < e->words; w++)
            matches[w] = holds[w] & filter[w];
}

static void do_step(struct evaluator *e, const struct eval_step *s, uint32_t count)
{
    const struct eval_value *args = e->args + s->arg;
    switch (s->op) {
    case Q_AND:
    case Q_OR:
        do_join(e, s, s->out.holds, args[0].holds, args[1].holds);
        if (s->out.holds != s->out.matches)
            do_join(e, s, s->out.matches, args[0].matches, args[1].matches);
        return;
    case Q_NOT:
        do_not(e, s, args[0]);
        return;
    case Q_THEN:
        do_then(e, s, args[0], args[1], count);
        return;
    case Q_NEVER:
    case Q_EVER:
        do_never(e, s, args[0], args[1]);
        return;
    case Q_SINCE:
        do_since(e, s, args[0], count);
        return;
    case Q_FOR:
        do_for(e, s, args[0], count);
        return;
    default:
        return; /* leaves are no steps */
    }
}

/* A question may have thousands of them. */
void evaluator_take_steps(struct evaluator *e, uint32_t count)
{
    enum { AT_ONCE = 256 };
    for (uint32_t i = 0; i < e->step_count; i++) {
        if (i % AT_ONCE == 0 && evaluator_is_cancelled(e))
            return;
        do_step(e, &e->steps[i], count);
    }
}
