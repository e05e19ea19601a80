/* hash_index.h: numbers found by hash: open addressing for tables whose rows lie elsewhere.
 *
 *     uint32_t row;
 *     for (size_t at = hash_index_first(&ix, hash); hash_index_next(&ix, hash, &at, &row);)
 *         if (is_equal(&rows[row], key))
 *             return &rows[row];
 *     if (!hash_index_add(&ix, hash, row_count)) …no memory…
 *
 * The index knows no keys: it yields the rows whose hash has the same low 32 bits, in the order in
 * which they were added, and the caller compares.  At most half of the slots, of eight bytes each,
 * are taken.  A hash_set is for those who need to know only whether a hash was there: it keeps all
 * 64 bits and no numbers. */
#ifndef KIFU_BASE_HASH_INDEX_H
#define KIFU_BASE_HASH_INDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct hash_index {
    struct hash_slot {
        uint32_t hash, number; /* number + 1; 0: free */
    } * slots;                 /* owned */
    size_t room, count;        /* room: 0 or a power of two */
};

/* {0} is an empty one. */
void hash_index_release(struct hash_index *ix);
/* Forgets all numbers and keeps the memory. */
void hash_index_clear(struct hash_index *ix);
/* Room for so many numbers in all, so that adding them can't fail; false without memory. */
bool hash_index_reserve(struct hash_index *ix, size_t count);
/* number: below UINT32_MAX.  False without memory. */
bool hash_index_add(struct hash_index *ix, uint64_t hash, uint32_t number);

static inline size_t hash_index_first(const struct hash_index *ix, uint64_t hash)
{
    return ix->room ? (uint32_t)hash & (ix->room - 1) : 0;
}

/* The next number under a hash; false: there are no more. */
static inline bool hash_index_next(const struct hash_index *ix, uint64_t hash, size_t *at,
                                   uint32_t *number)
{
    if (!ix->room)
        return false;
    for (;;) {
        struct hash_slot slot = ix->slots[*at];
        if (!slot.number)
            return false;
        *at = (*at + 1) & (ix->room - 1);
        if (slot.hash == (uint32_t)hash) {
            *number = slot.number - 1;
            return true;
        }
    }
}

struct hash_set {
    uint64_t *slots; /* owned; 0: free */
    size_t room, count;
};

void hash_set_release(struct hash_set *set);
bool hash_set_reserve(struct hash_set *set, size_t count);
bool hash_set_has(const struct hash_set *set, uint64_t hash);
/* *is_new (which may be NULL): it was not there.  False without memory. */
bool hash_set_add(struct hash_set *set, uint64_t hash, bool *is_new);

#endif
