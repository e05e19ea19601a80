/* plan_sums.c: where a sum of facts may reach its number; see plan.h.
 *
 * A sum that must be so large needs at least k of its n facts at once, and thus one of the n - k +
 * 1 rarest; of the m rarest it needs k - (n - m).  The facts of `like` that stand in nearly every
 * opening are never asked about in this way. */
#include <stdlib.h>

#include "base/alloc.h"
#include "query/plan/plan_internal.h"

/* What a posting costs where k of n are wanted, for each list that is asked: `like` of 40 pieces
 * took from 0.05 s (>= 39, 0.2 million postings) to 0.7 s (>= 34, 1.2 million) with 240,000
 * generated games, which took 0.9 s to walk through. */
enum { SHARED_COST = 15 };
/* Lists asked besides the n - k + 1 rarest.  Of seven such questions, each asked once on a busy
 * machine, 2 took up to four times the processor time of 9, 5 from three quarters to one and a
 * half times. */
enum { MORE_LISTS = 9 };

static const struct fact_index *facts_of(const struct plan_work *w)
{
    return &w->with->segment->facts;
}

/* "At least k of these facts" as it follows from a sum; facts are different, the rarest first. */
struct at_least {
    uint32_t *facts; /* owned */
    size_t n, k;     /* k 0: nothing follows */
};

static int compare_terms(const void *x, const void *y)
{
    const struct query_term *a = x, *b = y;
    return a->fact < b->fact ? -1 : a->fact > b->fact;
}

static int compare_weights(const void *x, const void *y)
{
    const int64_t *a = x, *b = y;
    return *a > *b ? -1 : *a < *b;
}

/* How many of the largest weights it takes to reach the value; n + 1 if all are not enough. */
static size_t how_many(int64_t *weights, size_t n, int64_t value)
{
    int64_t sum = 0;
    if (n)
        qsort(weights, n, sizeof *weights, compare_weights);
    for (size_t k = 0; k < n; k++) {
        sum += weights[k];
        if (sum >= value)
            return k + 1;
    }
    return n + 1;
}

/* The least sum for which the comparison can be true; 0 if it says nothing. */
static int64_t least_sum(const struct query_node *n)
{
    if (n->compare == COMPARE_GE || n->compare == COMPARE_EQ)
        return n->value > 0 ? n->value : 0;
    if (n->compare == COMPARE_GT)
        return n->value >= 0 && n->value < INT64_MAX ? n->value + 1 : 0;
    return 0;
}

static enum status terms_of(const struct query_node *n, struct at_least *out, struct err *err)
{
    *out = (struct at_least){0};
    int64_t value = least_sum(n);
    if (value == 0)
        return STATUS_OK;
    struct query_term *terms = mem_alloc((n->term_count + 1) * sizeof *terms);
    int64_t *weights = mem_alloc((n->term_count + 1) * sizeof *weights);
    out->facts = mem_alloc((n->term_count + 1) * sizeof *out->facts);
    if (terms && weights && out->facts) {
        if (n->term_count) {
            memcpy(terms, n->terms, n->term_count * sizeof *terms);
            qsort(terms, n->term_count, sizeof *terms, compare_terms);
        }
        for (uint32_t i = 0; i < n->term_count;) {
            int64_t weight = 0;
            uint32_t fact = terms[i].fact;
            for (; i < n->term_count && terms[i].fact == fact; i++)
                weight += terms[i].weight;
            if (weight <= 0)
                continue;
            weights[out->n] = weight;
            out->facts[out->n++] = fact;
        }
        out->k = how_many(weights, out->n, value);
    }
    bool good = terms && weights && out->facts;
    mem_free(terms);
    mem_free(weights);
    return good ? STATUS_OK : err_nomem(err);
}

struct fact_length {
    uint32_t fact, length;
};

static int compare_lengths(const void *x, const void *y)
{
    const struct fact_length *a = x, *b = y;
    if (a->length != b->length)
        return a->length < b->length ? -1 : 1;
    return a->fact < b->fact ? -1 : a->fact > b->fact;
}

/* Where k of n hold, k - (n - m) of the m rarest do.  The others, which hold in nearly every game,
 * tell little and cost much: only some more than the n - k + 1 that lead are asked. */
static enum status keep_rarest(const struct plan_work *w, struct at_least *a, struct err *err)
{
    if (a->k == 0 || a->k > a->n)
        return STATUS_OK;
    struct fact_length *ranked = mem_alloc(a->n * sizeof *ranked);
    if (!ranked)
        return err_nomem(err);
    for (size_t i = 0; i < a->n; i++)
        ranked[i] = (struct fact_length){a->facts[i], fact_list_length(facts_of(w), a->facts[i])};
    qsort(ranked, a->n, sizeof *ranked, compare_lengths);
    for (size_t i = 0; i < a->n; i++)
        a->facts[i] = ranked[i].fact;
    mem_free(ranked);
    size_t wanted = a->n - a->k + 1 + MORE_LISTS;
    if (wanted < a->n) {
        a->k -= a->n - wanted;
        a->n = wanted;
    }
    return STATUS_OK;
}

static enum status at_least_of(const struct plan_work *w, const struct query_node *n,
                               struct at_least *out, struct err *err)
{
    enum status status = terms_of(n, out, err);
    if (status == STATUS_OK)
        status = keep_rarest(w, out, err);
    if (status != STATUS_OK) {
        mem_free(out->facts);
        *out = (struct at_least){0};
    }
    return status;
}

/* Postings to go through: those of the n - k + 1 rarest lists. */
static uint64_t postings_of(const struct plan_work *w, const struct at_least *a)
{
    uint64_t sum = 0;
    if (a->k == 0)
        return UINT64_MAX;
    for (size_t i = 0; i + a->k <= a->n; i++)
        sum += fact_list_length(facts_of(w), a->facts[i]);
    return sum;
}

/* Nanoseconds to find the windows of a sum; UINT64_MAX: walking through everything is cheaper. */
static uint64_t sum_cost(const struct plan_work *w, const struct at_least *a)
{
    uint64_t postings = postings_of(w, a), limit = (uint64_t)w->with->segment->lines.count;
    uint64_t each = a->k > 1 ? SHARED_COST * (uint64_t)a->n : UNION_COST;
    if (postings == UINT64_MAX || postings > limit * w->walk_cost / each)
        return UINT64_MAX;
    return postings * each;
}

uint64_t plan_estimate_sum(const struct plan_work *w, const struct query_node *n)
{
    struct at_least a;
    if (at_least_of(w, n, &a, NULL) != STATUS_OK)
        return UINT64_MAX;
    uint64_t cost = sum_cost(w, &a);
    mem_free(a.facts);
    return cost == UINT64_MAX ? cost : cost / POSTING_COST;
}

enum status plan_windows_of_sum(struct plan_work *w, const struct query_node *n,
                                struct windows *out, struct err *err)
{
    static const struct msg some = {"at least %1 of:", "次のうち %1 以上:"};
    static const struct msg never = {"sum that cannot be reached", "届かない合計"};
    const struct lines *l = &w->with->segment->lines;
    struct at_least a;
    enum status status = at_least_of(w, n, &a, err);
    if (status != STATUS_OK)
        return status;
    uint64_t postings = postings_of(w, &a);
    if (a.k > a.n) {
        *out = (struct windows){0};
        plan_note(w, &never, (struct span){0}, 0);
    } else if (sum_cost(w, &a) != UINT64_MAX) {
        struct buf k;
        buf_init(&k, 32);
        buf_add_u64(&k, a.k);
        plan_note(w, &some, buf_span(&k), postings);
        buf_release(&k);
        *out = (struct windows){0};
        plan_note_facts(w, NULL, a.facts, a.n);
        status = fact_union_at_least(facts_of(w), a.facts, a.n, a.k, w->allowed, l, &out->c, err);
    }
    mem_free(a.facts);
    return status;
}
