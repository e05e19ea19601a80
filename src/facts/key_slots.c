/* key_slots.c: see key_slots.h. */
#include "facts/key_slots.h"

/* --- Writing --------------------------------------------------------------------------------- */

static void put_rank(struct key_slots_writer *w)
{
    char four[4];
    le_put32(four, (uint32_t)w->entries);
    buf_add(&w->ranks, four, sizeof four);
}

void key_slots_begin(struct key_slots_writer *w, uint64_t slots)
{
    *w = (struct key_slots_writer){.slots = slots};
    buf_init(&w->ranks, SIZE_MAX / 2);
    bits_init(&w->bits);
    put_rank(w);
}

void key_slots_release(struct key_slots_writer *w)
{
    buf_release(&w->ranks);
    buf_release(&w->bits.bytes);
}

/* Zeros up to a slot, which is in the same block or begins the next one. */
static void put_zeros(struct key_slots_writer *w, uint64_t slot)
{
    for (uint64_t n = slot - w->slot; n;) {
        unsigned some = n < PACKED_MAX_WIDTH ? (unsigned)n : PACKED_MAX_WIDTH;
        bits_put(&w->bits, 0, some);
        n -= some;
    }
    w->slot = slot;
}

/* Goes to the beginning of the block that a slot is in. */
static void go_to_block(struct key_slots_writer *w, uint64_t slot)
{
    while (w->slot / KEY_SLOT_BLOCK < slot / KEY_SLOT_BLOCK) {
        put_zeros(w, (w->slot / KEY_SLOT_BLOCK + 1) * KEY_SLOT_BLOCK);
        if (w->slot < w->slots)
            put_rank(w);
    }
}

void key_slots_add(struct key_slots_writer *w, uint64_t slot)
{
    go_to_block(w, slot);
    if (slot - w->slot >= PACKED_MAX_WIDTH)
        put_zeros(w, slot);
    unsigned gap = (unsigned)(slot - w->slot);
    bits_put(&w->bits, UINT64_C(1) << gap, gap + 1);
    w->slot = slot;
    w->entries++;
}

void key_slots_finish(struct key_slots_writer *w)
{
    go_to_block(w, w->slots);
    put_zeros(w, w->slots);
    bits_finish(&w->bits);
}

/* --- Reading --------------------------------------------------------------------------------- */

bool key_slots_open(struct key_slots *s, struct span bytes, uint64_t slots, uint64_t entries)
{
    if (slots == 0 || slots > UINT32_MAX || entries > UINT32_MAX)
        return false;
    uint64_t ranks = 4 * ((slots - 1) / KEY_SLOT_BLOCK + 1);
    *s = (struct key_slots){.slots = slots, .entries = entries, .ranks = bytes.p};
    if (bytes.n != ranks + bits_bytes(slots + entries))
        return false;
    s->bits = bytes.p + ranks;
    return true;
}

void key_slots_ranks(const struct key_slots *s, uint64_t slot, struct span *bytes)
{
    uint64_t block = slot / KEY_SLOT_BLOCK, last = (s->slots - 1) / KEY_SLOT_BLOCK;
    *bytes = span_make(s->ranks + 4 * block, block < last ? 8 : 4);
}

bool key_slots_bits(const struct key_slots *s, uint64_t slot, struct span *bytes)
{
    struct span ranks;
    key_slots_ranks(s, slot, &ranks);
    uint64_t block = slot / KEY_SLOT_BLOCK, from = block * KEY_SLOT_BLOCK + le_get32(ranks.p);
    uint64_t to =
        ranks.n == 8 ? (block + 1) * KEY_SLOT_BLOCK + le_get32(ranks.p + 4) : s->slots + s->entries;
    if (from > to || to > s->slots + s->entries)
        return false;
    *bytes = span_make(s->bits + from / 8, (size_t)(bits_bytes(to) - from / 8));
    return true;
}

/* Goes on from bit *at until n zeros were passed; false at the end of the string. */
static bool skip_zeros(const struct key_slots *s, uint64_t *at, uint32_t n)
{
    uint64_t end = s->slots + s->entries;
    while (n) {
        if (*at >= end)
            return false;
        uint64_t zeros = ~bits_at(s->bits, *at) & ((UINT64_C(1) << PACKED_MAX_WIDTH) - 1);
        uint32_t here = (uint32_t)__builtin_popcountll(zeros);
        if (here < n) {
            n -= here;
            *at += PACKED_MAX_WIDTH;
            continue;
        }
        while (--n)
            zeros &= zeros - 1;
        *at += (uint64_t)__builtin_ctzll(zeros) + 1;
        break;
    }
    return *at < end;
}

bool key_slots_find(const struct key_slots *s, uint64_t slot, uint64_t *first, uint64_t *count)
{
    uint64_t block = slot / KEY_SLOT_BLOCK, begin = block * KEY_SLOT_BLOCK;
    uint64_t rank = le_get32(s->ranks + 4 * block), from = begin + rank, at = from;
    if (rank > s->entries || !skip_zeros(s, &at, (uint32_t)(slot - begin)))
        return false;
    *first = rank + (at - from) - (slot - begin);
    *count = 0;
    for (uint64_t ones;
         (ones = ~bits_at(s->bits, at + *count) | UINT64_C(1) << PACKED_MAX_WIDTH) != 0;) {
        unsigned run = (unsigned)__builtin_ctzll(ones);
        *count += run;
        if (run < PACKED_MAX_WIDTH || *first + *count > s->entries)
            break;
    }
    return *first + *count <= s->entries;
}
