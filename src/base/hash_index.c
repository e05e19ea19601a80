/* hash_index.c: see hash_index.h. */
#include "base/hash_index.h"

#include <string.h>

#include "base/alloc.h"

enum { MIN_ROOM = 64 };

static size_t room_for(size_t count, size_t room)
{
    for (room = room ? room : MIN_ROOM; room / 2 < count;)
        room *= 2;
    return room;
}

/* --- Numbers ---------------------------------------------------------------------------------- */

static void put(struct hash_slot *slots, size_t room, struct hash_slot slot)
{
    size_t at = slot.hash & (room - 1);
    while (slots[at].number)
        at = (at + 1) & (room - 1);
    slots[at] = slot;
}

void hash_index_release(struct hash_index *ix)
{
    mem_free(ix->slots);
    *ix = (struct hash_index){0};
}

void hash_index_clear(struct hash_index *ix)
{
    if (ix->slots)
        memset(ix->slots, 0, ix->room * sizeof *ix->slots);
    ix->count = 0;
}

/* Slots are gone through from a free one on, so that those of one hash keep their order. */
bool hash_index_reserve(struct hash_index *ix, size_t count)
{
    size_t room = room_for(count, ix->room), first = 0;
    if (room == ix->room)
        return true;
    struct hash_slot *slots = mem_calloc(room, sizeof *slots);
    if (!slots)
        return false;
    while (first < ix->room && ix->slots[first].number)
        first++;
    for (size_t i = 0; i < ix->room; i++) {
        struct hash_slot slot = ix->slots[(first + i) & (ix->room - 1)];
        if (slot.number)
            put(slots, room, slot);
    }
    mem_free(ix->slots);
    ix->slots = slots;
    ix->room = room;
    return true;
}

bool hash_index_add(struct hash_index *ix, uint64_t hash, uint32_t number)
{
    if (!hash_index_reserve(ix, ix->count + 1))
        return false;
    put(ix->slots, ix->room, (struct hash_slot){(uint32_t)hash, number + 1});
    ix->count++;
    return true;
}

/* --- Hashes alone ----------------------------------------------------------------------------- */

/* The slot of a hash, or the free one where it belongs.  0 stands for a free slot, and 1 for 0. */
static uint64_t *slot_of(uint64_t *slots, size_t room, uint64_t hash)
{
    size_t at = hash & (room - 1);
    while (slots[at] && slots[at] != hash)
        at = (at + 1) & (room - 1);
    return &slots[at];
}

void hash_set_release(struct hash_set *set)
{
    mem_free(set->slots);
    *set = (struct hash_set){0};
}

bool hash_set_reserve(struct hash_set *set, size_t count)
{
    size_t room = room_for(count, set->room);
    if (room == set->room)
        return true;
    uint64_t *slots = mem_calloc(room, sizeof *slots);
    if (!slots)
        return false;
    for (size_t i = 0; i < set->room; i++)
        if (set->slots[i])
            *slot_of(slots, room, set->slots[i]) = set->slots[i];
    mem_free(set->slots);
    set->slots = slots;
    set->room = room;
    return true;
}

bool hash_set_has(const struct hash_set *set, uint64_t hash)
{
    return set->room && *slot_of(set->slots, set->room, hash ? hash : 1);
}

bool hash_set_add(struct hash_set *set, uint64_t hash, bool *is_new)
{
    hash = hash ? hash : 1;
    if (!hash_set_reserve(set, set->count + 1))
        return false;
    uint64_t *slot = slot_of(set->slots, set->room, hash);
    if (is_new)
        *is_new = !*slot;
    set->count += !*slot;
    *slot = hash;
    return true;
}
