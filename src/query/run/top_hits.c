/* top_hits.c: the first so many hits in order; see top_hits.h.
 *
 * When twice as many as are wanted have come in, they are sorted and the second half is dropped,
 * with its texts; from then on most that come are seen to be too late at once. */
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

static int compare(const struct top_hits *c, const struct hit *a, const struct hit *b)
{
    int order = 0;
    if (c->order.by != ORDER_USUAL)
        order = hit_order_compare(&c->order, a, b);
    else if (c->ranked && a->score != b->score)
        order = a->score > b->score ? -1 : 1;
    return order ? order : by_place(a, b);
}

static int compare_hits(const void *x, const void *y, void *c)
{
    return compare(c, x, y);
}

void top_hits_init(struct top_hits *c, struct hits *out, bool ranked, struct hit_order order,
                   uint64_t keep)
{
    *c = (struct top_hits){
        .out = out, .ranked = ranked, .order = order, .keep = keep, .first = out->count};
    buf_init(&c->scratch, BUF_DEFAULT_MAX);
}

/* Hits mostly come in order. */
static bool is_sorted(const struct top_hits *c)
{
    for (size_t i = c->first + 1; i < c->out->count; i++)
        if (compare(c, &c->out->at[i - 1], &c->out->at[i]) > 0)
            return false;
    return true;
}

/* Those of the hits that are left, and no others. */
static enum status copy_texts(struct hits *h, struct err *err)
{
    struct arena old = h->texts;
    bool good = true;
    arena_init(&h->texts, SIZE_MAX / 2);
    for (size_t i = 0; i < h->count && good; i++)
        good = arena_copy(&h->texts, h->at[i].text, &h->at[i].text);
    arena_release(&old);
    return good ? STATUS_OK : err_nomem(err);
}

static enum status sort_and_cut(struct top_hits *c, struct err *err)
{
    struct hits *h = c->out;
    if (h->count > c->first && !is_sorted(c))
        qsort_r(h->at + c->first, h->count - c->first, sizeof *h->at, compare_hits, c);
    if (h->count - c->first <= c->keep)
        return STATUS_OK;
    h->count = c->first + (size_t)c->keep;
    c->full = true;
    return h->texts.head ? copy_texts(h, err) : STATUS_OK;
}

enum status top_hits_finish(struct top_hits *c, struct err *err)
{
    buf_release(&c->scratch);
    return sort_and_cut(c, err);
}

static bool keep_text(struct hits *h, struct hit *kept)
{
    if (kept->text.n == 0)
        return true;
    if (!h->texts.max)
        arena_init(&h->texts, SIZE_MAX / 2);
    return arena_copy(&h->texts, kept->text, &kept->text);
}

enum status top_hits_add_keyed(struct top_hits *c, const struct hit *hit, struct err *err)
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
    h->at[h->count] = *hit;
    if (!keep_text(h, &h->at[h->count]))
        return err_nomem(err);
    h->count++;
    if (c->keep < SIZE_MAX / 4 && have >= 2 * c->keep + KEEP_AT_LEAST)
        return sort_and_cut(c, err);
    return STATUS_OK;
}

enum status top_hits_add(struct top_hits *c, const struct db_segment *s, struct hit *hit,
                         struct err *err)
{
    enum status status = STATUS_OK;
    if (c->keep)
        status = hit_order_key(&c->order, s, hit, &c->scratch, err);
    return status == STATUS_OK ? top_hits_add_keyed(c, hit, err) : status;
}
