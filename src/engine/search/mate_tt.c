/* mate_tt.c: see mate_tt.h.
 *
 * Boards that differ in hands only stand together, in the window of slots that begins where the
 * board's key points; a window that is full gives the place of what took least work.
 *
 *   growing     Most problems need a few thousand slots.  The table begins so small that it stays
 *               in the processor's cache, and doubles, up to the size asked for, as it fills.
 *   forgetting  Each slot says in which round it was written: the next round finds all of them
 *               empty, and nothing has to be wiped. */
#include "engine/search/mate_tt.h"

#include <string.h>

#include "base/alloc.h"

/* Coming back is rare: a table that stays in the processor's cache does. */
enum { WINDOW = 8, PATHS = 1 << 12, FIRST_SLOTS = 1 << 12 };

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

enum status mate_tt_open(struct mate_tt *t, size_t bytes, struct err *err)
{
    *t = (struct mate_tt){0};
    t->most = power_of_two(bytes / sizeof *t->slots);
    t->path_count = PATHS;
    t->memory = mem_calloc(t->most + WINDOW + 1, sizeof *t->slots);
    t->paths = mem_calloc(t->path_count, sizeof *t->paths);
    if (!t->memory || !t->paths) {
        mate_tt_close(t);
        return err_nomem(err);
    }
    size_t beyond = (uintptr_t)t->memory % sizeof *t->slots;
    t->slots = (void *)((char *)t->memory + (beyond ? sizeof *t->slots - beyond : 0));
    mate_tt_clear(t);
    return STATUS_OK;
}

void mate_tt_close(struct mate_tt *t)
{
    mem_free(t->memory);
    mem_free(t->paths);
    *t = (struct mate_tt){0};
}

void mate_tt_clear(struct mate_tt *t)
{
    if (++t->round == 0) { /* after four thousand million rounds */
        memset(t->slots, 0, (t->most + WINDOW) * sizeof *t->slots);
        t->round = 1;
    }
    if (t->any_path)
        memset(t->paths, 0, t->path_count * sizeof *t->paths);
    t->any_path = false;
    t->count = t->most < FIRST_SLOTS ? t->most : FIRST_SLOTS;
    t->full = 0;
}

static struct mate_tt_entry *window(const struct mate_tt *t, uint64_t key)
{
    return t->slots + (key & (t->count - 1));
}

bool mate_tt_probe(const struct mate_tt *t, uint64_t key, uint32_t hand, uint32_t length,
                   struct mate_value *out)
{
    const struct mate_tt_entry *at = window(t, key);
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
static struct mate_tt_entry *slot_for(const struct mate_tt *t, uint64_t key, uint32_t hand,
                                      bool *hit)
{
    struct mate_tt_entry *at = window(t, key), *least = NULL;
    *hit = false;
    for (int i = 0; i < WINDOW; i++, at++) {
        if (at->round != t->round) {
            if (!least || least->round == t->round)
                least = at;
            continue;
        }
        if (at->key == key && at->hand == hand) {
            *hit = true;
            return at;
        }
        if (!least || (least->round == t->round && at->work < least->work))
            least = at;
    }
    return least;
}

/* Twice as many slots are in use: those whose key has the new bit move up. */
static void grow(struct mate_tt *t)
{
    size_t before = t->count;
    bool hit;
    t->count *= 2;
    for (size_t i = 0; i < before + WINDOW; i++) {
        struct mate_tt_entry *at = &t->slots[i];
        if (at->round != t->round || !(at->key & before))
            continue;
        struct mate_tt_entry moved = *at;
        at->round = 0;
        *slot_for(t, moved.key, moved.hand, &hit) = moved;
    }
}

void mate_tt_store(struct mate_tt *t, uint64_t key, uint32_t hand, const struct mate_value *value,
                   uint32_t work)
{
    bool hit;
    struct mate_tt_entry *at = slot_for(t, key, hand, &hit);
    if (!hit && t->full++ >= t->count / 2 && t->count < t->most) {
        grow(t);
        at = slot_for(t, key, hand, &hit);
    }
    if (!hit)
        *at = (struct mate_tt_entry){
            .key = key, .hand = hand, .mate = MATE_NO_LENGTH, .round = t->round};
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

bool mate_path_known(const struct mate_tt *t, uint64_t path)
{
    return t->paths[path % t->path_count] == path;
}

void mate_path_store(struct mate_tt *t, uint64_t path)
{
    t->paths[path % t->path_count] = path;
    t->any_path = true;
}
