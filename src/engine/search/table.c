/* table.c: see table.h. */
#include "engine/search/table.h"

#include <string.h>

#include "base/alloc.h"

enum { AGES = 64, OLDER = 8 /* depth that a search of age is worth */ };

enum status table_open(struct table *t, size_t bytes, struct err *err)
{
    *t = (struct table){.count = bytes / sizeof *t->lines};
    t->count = t->count == 0 ? 1 : t->count > UINT32_MAX ? UINT32_MAX : t->count;
    t->lines = mem_calloc_table(t->count, sizeof *t->lines);
    return t->lines ? STATUS_OK : err_nomem(err);
}

void table_close(struct table *t)
{
    mem_free(t->lines);
    *t = (struct table){0};
}

void table_clear(struct table *t)
{
    memset(t->lines, 0, t->count * sizeof *t->lines);
    t->age = 0;
}

void table_grow_older(struct table *t)
{
    t->age = (uint8_t)((t->age + 1) % AGES);
}

static struct table_line *line_of(const struct table *t, uint64_t hash)
{
    return &t->lines[(hash >> 32) * t->count >> 32];
}

static uint64_t pack(const struct table_entry *e, uint8_t age)
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

bool table_find(const struct table *t, uint64_t hash, struct table_entry *out)
{
    struct table_line *line = line_of(t, hash);
    for (int i = 0; i < 4; i++) {
        uint64_t data = atomic_load_explicit(&line->at[i].data, memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&line->at[i].check, memory_order_relaxed);
        if ((check ^ data) != hash || (data >> 48 & 3) == BOUND_NONE)
            continue;
        *out = (struct table_entry){.move = (shogi_move)data,
                                    .value = (int16_t)(data >> 16),
                                    .eval = (int16_t)(data >> 32),
                                    .depth = depth_in(data),
                                    .bound = (enum table_bound)(data >> 48 & 3)};
        return true;
    }
    return false;
}

static int worth(const struct table *t, uint64_t data)
{
    return depth_in(data) - OLDER * (int)((t->age + AGES - age_in(data)) % AGES);
}

void table_store(struct table *t, uint64_t hash, const struct table_entry *entry)
{
    struct table_line *line = line_of(t, hash);
    struct table_entry e = *entry;
    int place = 0, least = INT32_MAX;
    for (int i = 0; i < 4; i++) {
        uint64_t data = atomic_load_explicit(&line->at[i].data, memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&line->at[i].check, memory_order_relaxed);
        if ((check ^ data) == hash) {
            /* a deeper answer of this search stays, unless the new one is exact */
            if (e.bound != BOUND_EXACT && age_in(data) == t->age && e.depth + 3 < depth_in(data))
                return;
            if (!e.move)
                e.move = (shogi_move)data;
            place = i;
            break;
        }
        if (worth(t, data) < least) {
            least = worth(t, data);
            place = i;
        }
    }
    uint64_t data = pack(&e, t->age);
    atomic_store_explicit(&line->at[place].data, data, memory_order_relaxed);
    atomic_store_explicit(&line->at[place].check, hash ^ data, memory_order_relaxed);
}

int table_full(const struct table *t)
{
    int used = 0, seen = 0;
    for (uint64_t l = 0; l < t->count && seen < 1000; l++)
        for (int i = 0; i < 4; i++, seen++) {
            uint64_t data = atomic_load_explicit(&t->lines[l].at[i].data, memory_order_relaxed);
            used += (data >> 48 & 3) != BOUND_NONE && age_in(data) == t->age;
        }
    return seen ? used * 1000 / seen : 0;
}
