/* mate_table.c: see mate_table.h.
 *
 * Boards that differ in hands only stand together, in the window of slots that begins where the
 * board's key points; a window that is full gives the place of what took least work.
 *
 *   growing     Most problems need a few thousand slots.  The table begins so small that it stays
 *               in the processor's cache, and doubles, up to the size asked for, as it fills.
 *   forgetting  Each slot says in which round it was written: the next round finds all of them
 *               empty, and nothing has to be wiped. */
#include "engine/search/mate_table.h"

#include <string.h>

#include "base/alloc.h"

/* Coming back is rare: a table that stays in the processor's cache does. */
enum { WINDOW = 8, WAYS = 1 << 12, FIRST_SLOTS = 1 << 12 };

/* By kind, as shogi.h has them. */
static const uint8_t SHIFT[8] = {0, 0, 6, 10, 14, 22, 25, 18};

uint32_t mate_hand_of(int kind)
{
    return UINT32_C(1) << SHIFT[kind];
}

uint32_t mate_hand_field(int kind)
{
    static const uint8_t GUARD[8] = {0, 5, 9, 13, 17, 24, 27, 21};
    return (UINT32_C(1) << GUARD[kind]) - mate_hand_of(kind);
}

uint32_t mate_hand_union(uint32_t a, uint32_t b)
{
    const uint32_t wide = UINT32_C(1) << 5, narrow = UINT32_C(1) << 24 | UINT32_C(1) << 27;
    uint32_t ge = ((a | MATE_GUARDS) - b) & MATE_GUARDS; /* guards of kinds of which a has more */
    uint32_t lowest =
        (ge & wide) >> 5 | (ge & narrow) >> 2 | (ge & (MATE_GUARDS ^ wide ^ narrow)) >> 3;
    uint32_t from_a = ge - lowest;
    return (a & from_a) | (b & ~from_a);
}

uint32_t mate_hand(const uint8_t hand[8])
{
    uint32_t packed = 0;
    for (int kind = 1; kind < 8; kind++)
        packed |= (uint32_t)hand[kind] << SHIFT[kind];
    return packed;
}

static size_t power_of_two(size_t n)
{
    size_t p = 1024;
    while (p <= n / 2)
        p *= 2;
    return p;
}

enum status mate_table_open(struct mate_table *t, size_t bytes, struct err *err)
{
    *t = (struct mate_table){0};
    t->most = power_of_two(bytes / sizeof *t->slots);
    t->way_count = WAYS;
    t->memory = mem_calloc(t->most + WINDOW + 1, sizeof *t->slots);
    t->ways = mem_calloc(t->way_count, sizeof *t->ways);
    if (!t->memory || !t->ways) {
        mate_table_close(t);
        return err_nomem(err);
    }
    size_t beyond = (uintptr_t)t->memory % sizeof *t->slots;
    t->slots = (void *)((char *)t->memory + (beyond ? sizeof *t->slots - beyond : 0));
    mate_table_clear(t);
    return STATUS_OK;
}

void mate_table_close(struct mate_table *t)
{
    mem_free(t->memory);
    mem_free(t->ways);
    *t = (struct mate_table){0};
}

void mate_table_clear(struct mate_table *t)
{
    if (++t->round == 0) { /* after four thousand million rounds */
        memset(t->slots, 0, (t->most + WINDOW) * sizeof *t->slots);
        t->round = 1;
    }
    memset(t->ways, 0, t->way_count * sizeof *t->ways);
    t->count = t->most < FIRST_SLOTS ? t->most : FIRST_SLOTS;
    t->full = 0;
}

static struct mate_slot *window(const struct mate_table *t, uint64_t key)
{
    return t->slots + (key & (t->count - 1));
}

bool mate_table_find(const struct mate_table *t, uint64_t key, uint32_t hand, uint32_t length,
                     struct mate_value *out)
{
    const struct mate_slot *at = window(t, key);
    bool known = false;
    *out = (struct mate_value){.pn = 1, .dn = 1, .mate = MATE_NO_LENGTH};
    for (int i = 0; i < WINDOW; i++, at++) {
        if (at->key != key || at->round != t->round)
            continue;
        bool richer = mate_hand_covers(hand, at->hand), poorer = mate_hand_covers(at->hand, hand);
        if (richer && at->mate <= length) {
            *out = (struct mate_value){0, MATE_INFINITE, at->mate, 0, at->hand};
            return true;
        }
        if (poorer && at->none >= length) {
            *out = (struct mate_value){MATE_INFINITE, 0, MATE_NO_LENGTH, at->none, 0};
            return true;
        }
        /* with less in hand it can't be easier, with more not harder */
        if (poorer && at->pn > out->pn && at->pn < MATE_INFINITE)
            out->pn = at->pn;
        if (richer && at->dn > out->dn && at->dn < MATE_INFINITE)
            out->dn = at->dn;
        known |= richer && poorer;
    }
    return known;
}

/* The slot of a board and hand, or the one that has to make room; *found tells which. */
static struct mate_slot *slot_for(const struct mate_table *t, uint64_t key, uint32_t hand,
                                  bool *found)
{
    struct mate_slot *at = window(t, key), *least = NULL;
    *found = false;
    for (int i = 0; i < WINDOW; i++, at++) {
        if (at->round != t->round) {
            if (!least || least->round == t->round)
                least = at;
            continue;
        }
        if (at->key == key && at->hand == hand) {
            *found = true;
            return at;
        }
        if (!least || (least->round == t->round && at->work < least->work))
            least = at;
    }
    return least;
}

/* Twice as many slots are in use: those whose key has the new bit move up. */
static void grow(struct mate_table *t)
{
    size_t before = t->count;
    bool found;
    t->count *= 2;
    for (size_t i = 0; i < before + WINDOW; i++) {
        struct mate_slot *at = &t->slots[i];
        if (at->round != t->round || !(at->key & before))
            continue;
        struct mate_slot moved = *at;
        at->round = 0;
        *slot_for(t, moved.key, moved.hand, &found) = moved;
    }
}

void mate_table_store(struct mate_table *t, uint64_t key, uint32_t hand,
                      const struct mate_value *value, uint32_t work)
{
    bool found;
    struct mate_slot *at = slot_for(t, key, hand, &found);
    if (!found && t->full++ >= t->count / 2 && t->count < t->most) {
        grow(t);
        at = slot_for(t, key, hand, &found);
    }
    if (!found)
        *at =
            (struct mate_slot){.key = key, .hand = hand, .mate = MATE_NO_LENGTH, .round = t->round};
    at->work = work > UINT32_MAX - at->work ? UINT32_MAX : at->work + work;
    if (value->pn == 0) {
        at->mate = value->mate < at->mate ? value->mate : at->mate;
        at->pn = at->dn = 1; /* of shorter mates nothing is known */
    } else if (value->dn == 0) {
        at->none = value->none > at->none ? value->none : at->none;
        at->pn = at->dn = 1;
    } else {
        at->pn = value->pn;
        at->dn = value->dn;
    }
}

bool mate_way_known(const struct mate_table *t, uint64_t way)
{
    return t->ways[way % t->way_count] == way;
}

void mate_way_store(struct mate_table *t, uint64_t way)
{
    t->ways[way % t->way_count] = way;
}
