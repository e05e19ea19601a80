/* text_table.c: see text_table.h. */
#include "store/metadata/text_table.h"

#include <stdlib.h>
#include <xxhash.h>

#include "base/alloc.h"

void text_table_init(struct text_table *t)
{
    *t = (struct text_table){0};
    buf_init(&t->bytes, SIZE_MAX / 2);
}

void text_table_release(struct text_table *t)
{
    buf_release(&t->bytes);
    mem_free(t->ends);
    hash_index_release(&t->by_hash);
}

struct span text_table_get(const struct text_table *t, uint32_t number)
{
    size_t from = number ? t->ends[number - 1] : 0, n = t->ends[number] - from;
    return n ? span_make(t->bytes.p + from, n) : SPAN("");
}

static uint64_t hash_of(struct span text)
{
    return XXH3_64bits(text.n ? text.p : "", text.n);
}

static bool find_hashed(const struct text_table *t, struct span text, uint64_t hash,
                        uint32_t *number)
{
    for (size_t at = hash_index_first(&t->by_hash, hash);
         hash_index_next(&t->by_hash, hash, &at, number);)
        if (span_eq(text_table_get(t, *number), text))
            return true;
    return false;
}

bool text_table_find(const struct text_table *t, struct span text, uint32_t *number)
{
    return find_hashed(t, text, hash_of(text), number);
}

bool text_table_add(struct text_table *t, struct span text, uint32_t *number)
{
    uint64_t hash = hash_of(text);
    if (find_hashed(t, text, hash, number))
        return true;
    size_t *ends = mem_grow(t->ends, t->count, &t->cap, UINT32_MAX - 1, sizeof *ends);
    if (!ends)
        return false;
    t->ends = ends;
    if (!hash_index_reserve(&t->by_hash, (size_t)t->count + 1))
        return false;
    buf_add_span(&t->bytes, text);
    if (buf_status(&t->bytes) != STATUS_OK)
        return false;
    ends[t->count] = t->bytes.n;
    *number = t->count++;
    return hash_index_add(&t->by_hash, hash, *number);
}

static int compare_texts(const void *a, const void *b, void *ctx)
{
    return span_compare(text_table_get(ctx, *(const uint32_t *)a),
                        text_table_get(ctx, *(const uint32_t *)b));
}

uint32_t *text_table_sorted(const struct text_table *t)
{
    uint32_t *numbers = mem_alloc((size_t)t->count * sizeof *numbers);
    for (uint32_t i = 0; i < t->count && numbers; i++)
        numbers[i] = i;
    if (numbers)
        qsort_r(numbers, t->count, sizeof *numbers, compare_texts, (void *)t);
    return numbers;
}

size_t text_table_bytes(const struct text_table *t)
{
    return t->bytes.cap + t->cap * sizeof *t->ends + t->by_hash.room * sizeof *t->by_hash.slots;
}
