/* top_hits.c: the first so many hits in order; see top_hits.h.
 *
 * When twice as many as are wanted have come in, they are sorted and the second half is dropped;
 * from then on most that come are seen to be too late at once. */
#include "query/run/top_hits.h"

#include <stdlib.h>

#include "base/alloc.h"

enum { KEEP_AT_LEAST = 64 };

static int by_place(const struct hit *a, const struct hit *b)
{
    if (a->db != b->db)
        return a->db < b->db ? -1 : 1;
    if (a->id != b->id)
        return a->id < b->id ? -1 : 1;
    if (a->line != b->line)
        return a->line < b->line ? -1 : 1;
    return a->from < b->from ? -1 : a->from > b->from;
}

static int compare_places(const void *x, const void *y)
{
    return by_place(x, y);
}

static int compare_scores(const void *x, const void *y)
{
    const struct hit *a = x, *b = y;
    return a->score != b->score ? (a->score > b->score ? -1 : 1) : by_place(a, b);
}

void top_hits_init(struct top_hits *c, struct hits *out, bool ranked, uint64_t keep)
{
    *c = (struct top_hits){.out = out, .ranked = ranked, .keep = keep, .first = out->count};
}

static int compare(const struct top_hits *c, const struct hit *a, const struct hit *b)
{
    return c->ranked ? compare_scores(a, b) : by_place(a, b);
}

/* Hits mostly come in order. */
static bool is_sorted(const struct top_hits *c)
{
    for (size_t i = c->first + 1; i < c->out->count; i++)
        if (compare(c, &c->out->at[i - 1], &c->out->at[i]) > 0)
            return false;
    return true;
}

void top_hits_finish(struct top_hits *c)
{
    struct hits *h = c->out;
    if (h->count > c->first && !is_sorted(c))
        qsort(h->at + c->first, h->count - c->first, sizeof *h->at,
              c->ranked ? compare_scores : compare_places);
    if (h->count - c->first > c->keep) {
        h->count = c->first + (size_t)c->keep;
        c->full = true;
    }
}

enum status top_hits_add(struct top_hits *c, const struct hit *hit, struct err *err)
{
    struct hits *h = c->out;
    size_t have = h->count - c->first;
    if (c->keep == 0 ||
        (c->full && have >= c->keep && compare(c, hit, &h->at[c->first + (size_t)c->keep - 1]) > 0))
        return STATUS_OK;
    struct hit *grown = mem_grow(h->at, h->count, &h->cap, SIZE_MAX / sizeof *grown, sizeof *grown);
    if (!grown)
        return err_nomem(err);
    h->at = grown;
    h->at[h->count++] = *hit;
    if (c->keep < SIZE_MAX / 4 && have >= 2 * c->keep + KEEP_AT_LEAST)
        top_hits_finish(c);
    return STATUS_OK;
}
