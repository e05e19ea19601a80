/* tally.c: see tally.h. */
#include "text/mine/tally.h"

#include <stdlib.h>

#include "base/alloc.h"

void tally_init(struct tally *t)
{
    *t = (struct tally){0};
    buf_init(&t->bytes, UINT32_MAX);
}

void tally_release(struct tally *t)
{
    buf_release(&t->bytes);
    mem_free(t->entries);
    *t = (struct tally){0};
}

void tally_clear(struct tally *t)
{
    buf_clear(&t->bytes);
    t->count = 0;
    t->total = 0;
}

enum status tally_add(struct tally *t, const void *p, size_t n, struct err *err)
{
    size_t at = t->bytes.n;
    struct tally_entry *grown =
        mem_grow(t->entries, t->count, &t->cap, UINT32_MAX, sizeof *t->entries);
    if (!grown)
        return err_nomem(err);
    t->entries = grown;
    if (n)
        buf_add(&t->bytes, p, n);
    if (buf_status(&t->bytes) != STATUS_OK)
        return err_nomem(err);
    t->entries[t->count++] = (struct tally_entry){.at = (uint32_t)at, .n = (uint32_t)n, .count = 1};
    t->total++;
    return STATUS_OK;
}

static int compare_keys(const struct tally_entry *x, const struct tally_entry *y)
{
    return span_compare(span_make(x->p, x->n), span_make(y->p, y->n));
}

static int by_key(const void *a, const void *b)
{
    return compare_keys(a, b);
}

static int by_count(const void *a, const void *b)
{
    const struct tally_entry *x = a, *y = b;
    if (x->count != y->count)
        return x->count < y->count ? 1 : -1;
    return compare_keys(x, y);
}

void tally_finish(struct tally *t)
{
    size_t kept = 0;
    if (t->count == 0)
        return;
    for (size_t i = 0; i < t->count; i++)
        t->entries[i].p = t->bytes.n ? t->bytes.p + t->entries[i].at : "";
    qsort(t->entries, t->count, sizeof *t->entries, by_key);
    for (size_t i = 0; i < t->count; i++)
        if (kept && compare_keys(&t->entries[kept - 1], &t->entries[i]) == 0)
            t->entries[kept - 1].count += t->entries[i].count;
        else
            t->entries[kept++] = t->entries[i];
    t->count = kept;
    qsort(t->entries, kept, sizeof *t->entries, by_count);
}
