/* mate_table.c: see mate_table.h.
 *
 * Boards that differ in hands only stand together, in the window of slots that begins where the
 * board's key points; a window that is full gives the place of what took least work. */
#include "engine/mate_table.h"

#include <string.h>

#include "base/alloc.h"

/* Coming back is rare: a table that stays in the processor's cache does. */
enum { WINDOW = 8, WAYS = 1 << 12 };

uint32_t mate_hand(const uint8_t hand[8])
{
    static const uint8_t SHIFT[8] = {0,  0,  6,  10,
                                     14, 22, 25, 18}; /* by kind, as shogi.h has them */
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
    t->count = power_of_two(bytes / sizeof *t->slots);
    t->way_count = WAYS;
    t->slots = mem_calloc_aligned(64, t->count + WINDOW, sizeof *t->slots);
    t->ways = mem_calloc(t->way_count, sizeof *t->ways);
    if (t->slots && t->ways)
        return STATUS_OK;
    mate_table_close(t);
    return err_nomem(err);
}

void mate_table_close(struct mate_table *t)
{
    mem_free(t->slots);
    mem_free(t->ways);
    *t = (struct mate_table){0};
}

void mate_table_clear(struct mate_table *t)
{
    memset(t->slots, 0, (t->count + WINDOW) * sizeof *t->slots);
    memset(t->ways, 0, t->way_count * sizeof *t->ways);
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
        if (at->key != key || !at->work)
            continue;
        bool richer = mate_hand_covers(hand, at->hand), poorer = mate_hand_covers(at->hand, hand);
        if (richer && at->mate <= length) {
            *out = (struct mate_value){0, MATE_INFINITE, at->mate, 0};
            return true;
        }
        if (poorer && at->none >= length) {
            *out = (struct mate_value){MATE_INFINITE, 0, MATE_NO_LENGTH, at->none};
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

static struct mate_slot *slot_for(struct mate_table *t, uint64_t key, uint32_t hand)
{
    struct mate_slot *at = window(t, key), *least = at;
    for (int i = 0; i < WINDOW; i++, at++) {
        if (at->work && at->key == key && at->hand == hand)
            return at;
        if (at->work < least->work)
            least = at;
    }
    *least = (struct mate_slot){.key = key, .hand = hand, .mate = MATE_NO_LENGTH};
    return least;
}

void mate_table_store(struct mate_table *t, uint64_t key, uint32_t hand,
                      const struct mate_value *value, uint32_t work)
{
    struct mate_slot *at = slot_for(t, key, hand);
    at->work = work > UINT32_MAX - 1 - at->work ? UINT32_MAX - 1 : at->work + work;
    at->work += at->work == 0;
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
