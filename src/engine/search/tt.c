/* tt.c: see tt.h. */
#include "engine/search/tt.h"

#include <string.h>

#include "base/alloc.h"

enum { AGES = 64, AGE_WEIGHT = 8 /* depth that a search of age is worth */ };

enum status tt_open(struct tt *t, size_t bytes, struct err *err)
{
    *t = (struct tt){.count = bytes / sizeof *t->lines};
    t->count = t->count == 0 ? 1 : t->count > UINT32_MAX ? UINT32_MAX : t->count;
    t->lines = mem_calloc_table(t->count, sizeof *t->lines);
    return t->lines ? STATUS_OK : err_nomem(err);
}

void tt_close(struct tt *t)
{
    mem_free(t->lines);
    *t = (struct tt){0};
}

void tt_clear(struct tt *t)
{
    memset(t->lines, 0, t->count * sizeof *t->lines);
    t->age = 0;
}

void tt_new_search(struct tt *t)
{
    t->age = (uint8_t)((t->age + 1) % AGES);
}

static struct tt_bucket *bucket_of(const struct tt *t, uint64_t hash)
{
    return &t->lines[(hash >> 32) * t->count >> 32];
}

static uint64_t pack(const struct tt_entry *e, uint8_t age)
{
    return (uint64_t)(uint8_t)e->depth << 56 | (uint64_t)age << 50 | (uint64_t)e->bound << 48 |
           (uint64_t)(uint16_t)(int16_t)e->eval << 32 |
           (uint64_t)(uint16_t)(int16_t)e->value << 16 | e->move;
}

static int depth_in(uint64_t data)
{
    return (int8_t)(data >> 56);
}

static unsigned age_in(uint64_t data)
{
    return data >> 50 & (AGES - 1);
}

bool tt_probe(const struct tt *t, uint64_t hash, struct tt_entry *out)
{
    struct tt_bucket *bucket = bucket_of(t, hash);
    for (int i = 0; i < 4; i++) {
        uint64_t data = atomic_load_explicit(&bucket->at[i].data, memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&bucket->at[i].check, memory_order_relaxed);
        if ((check ^ data) != hash || (data >> 48 & 3) == BOUND_NONE)
            continue;
        *out = (struct tt_entry){.move = (shogi_move)data,
                                 .value = (int16_t)(data >> 16),
                                 .eval = (int16_t)(data >> 32),
                                 .depth = depth_in(data),
                                 .bound = (enum tt_bound)(data >> 48 & 3)};
        return true;
    }
    return false;
}

static int entry_worth(const struct tt *t, uint64_t data)
{
    return depth_in(data) - AGE_WEIGHT * (int)((t->age + AGES - age_in(data)) % AGES);
}

static void store(struct tt *t, uint64_t hash, const struct tt_entry *entry, int most_worth)
{
    struct tt_bucket *bucket = bucket_of(t, hash);
    struct tt_entry e = *entry;
    int place = 0, least = INT32_MAX;
    for (int i = 0; i < 4; i++) {
        uint64_t data = atomic_load_explicit(&bucket->at[i].data, memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&bucket->at[i].check, memory_order_relaxed);
        if ((check ^ data) == hash) {
            /* a deeper answer of this search stays, unless the new one is exact */
            if (e.bound != BOUND_EXACT && age_in(data) == t->age && e.depth + 3 < depth_in(data))
                return;
            if (!e.move)
                e.move = (shogi_move)data;
            place = i;
            least = INT32_MIN;
            break;
        }
        if (entry_worth(t, data) < least) {
            least = entry_worth(t, data);
            place = i;
        }
    }
    if (least > most_worth)
        return;
    uint64_t data = pack(&e, t->age);
    atomic_store_explicit(&bucket->at[place].data, data, memory_order_relaxed);
    atomic_store_explicit(&bucket->at[place].check, hash ^ data, memory_order_relaxed);
}

void tt_store(struct tt *t, uint64_t hash, const struct tt_entry *entry)
{
    store(t, hash, entry, INT32_MAX);
}

void tt_store_minor(struct tt *t, uint64_t hash, const struct tt_entry *entry)
{
    store(t, hash, entry, entry->depth);
}

int tt_hashfull(const struct tt *t)
{
    int used = 0, seen = 0;
    for (uint64_t l = 0; l < t->count && seen < 1000; l++)
        for (int i = 0; i < 4; i++, seen++) {
            uint64_t data = atomic_load_explicit(&t->lines[l].at[i].data, memory_order_relaxed);
            used += (data >> 48 & 3) != BOUND_NONE && age_in(data) == t->age;
        }
    return seen ? used * 1000 / seen : 0;
}
