/* text_table.c: see text_table.h. */
#include "store/metadata/text_table.h"

#include <stdlib.h>
#include <xxhash.h>

#include "base/alloc.h"

enum { MIN_SLOTS = 64 };

void text_table_init(struct text_table *t)
{
    *t = (struct text_table){0};
    buf_init(&t->bytes, SIZE_MAX / 2);
}

void text_table_release(struct text_table *t)
{
    buf_release(&t->bytes);
    mem_free(t->ends);
    mem_free(t->slots);
}

struct span text_table_get(const struct text_table *t, uint32_t number)
{
    size_t from = number ? t->ends[number - 1] : 0, n = t->ends[number] - from;
    return n ? span_make(t->bytes.p + from, n) : SPAN("");
}

static uint32_t hash_of(struct span text)
{
    return (uint32_t)XXH3_64bits(text.n ? text.p : "", text.n);
}

/* The slot of a text, or the free one where it belongs. */
static uint32_t slot_of(const struct text_table *t, struct span text)
{
    uint32_t mask = t->slot_count - 1, i = hash_of(text) & mask;
    while (t->slots[i] && !span_eq(text_table_get(t, t->slots[i] - 1), text))
        i = (i + 1) & mask;
    return i;
}

/* At most half of the slots are taken. */
static bool grow_slots(struct text_table *t)
{
    if (t->count < t->slot_count / 2)
        return true;
    if (t->slot_count > UINT32_MAX / 2)
        return false;
    uint32_t count = t->slot_count ? 2 * t->slot_count : MIN_SLOTS;
    uint32_t *slots = mem_calloc(count, sizeof *slots);
    if (!slots)
        return false;
    mem_free(t->slots);
    t->slots = slots;
    t->slot_count = count;
    for (uint32_t i = 0; i < t->count; i++)
        t->slots[slot_of(t, text_table_get(t, i))] = i + 1;
    return true;
}

bool text_table_add(struct text_table *t, struct span text, uint32_t *number)
{
    if (!grow_slots(t))
        return false;
    uint32_t slot = slot_of(t, text);
    if (t->slots[slot]) {
        *number = t->slots[slot] - 1;
        return true;
    }
    size_t *ends = mem_grow(t->ends, t->count, &t->cap, UINT32_MAX - 1, sizeof *ends);
    if (!ends)
        return false;
    t->ends = ends;
    buf_add_span(&t->bytes, text);
    if (buf_status(&t->bytes) != STATUS_OK)
        return false;
    ends[t->count] = t->bytes.n;
    *number = t->count++;
    t->slots[slot] = t->count;
    return true;
}

static int compare_texts(const void *a, const void *b, void *ctx)
{
    struct span x = text_table_get(ctx, *(const uint32_t *)a);
    struct span y = text_table_get(ctx, *(const uint32_t *)b);
    size_t n = x.n < y.n ? x.n : y.n;
    int order = n ? memcmp(x.p, y.p, n) : 0;
    return order ? order : (x.n > y.n) - (x.n < y.n);
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
    return t->bytes.cap + t->cap * sizeof *t->ends + t->slot_count * sizeof *t->slots;
}
