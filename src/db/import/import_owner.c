/* import_owner.c: see import_owner.h. */
#include "db/import/import_owner.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/le.h"

void owned_put(char out[OWNED_BYTES], const struct part_game *g, uint64_t place)
{
    le_put64(out, g->key[0]);
    le_put64(out + 8, g->key[1]);
    le_put64(out + 16, place);
    le_put64(out + 24, g->source_hash);
    memcpy(out + 32, g->points, GAME_MAX_SEATS);
    out[32 + GAME_MAX_SEATS] = g->existing != PART_NO_ID;
}

static void owned_get(const char *p, struct owned *g)
{
    *g = (struct owned){.key = {le_get64(p), le_get64(p + 8)},
                        .place = le_get64(p + 16),
                        .source = le_get64(p + 24),
                        .existing = p[32 + GAME_MAX_SEATS] != 0};
    memcpy(g->points, p + 32, GAME_MAX_SEATS);
    g->earliest = g->place;
}

/* --- Order ------------------------------------------------------------------------------------ */

static int compare_keys(const struct owned *x, const struct owned *y)
{
    if (x->key[0] != y->key[0])
        return x->key[0] < y->key[0] ? -1 : 1;
    return x->key[1] < y->key[1] ? -1 : x->key[1] > y->key[1];
}

static int compare_places(const struct owned *x, const struct owned *y)
{
    return x->place < y->place ? -1 : x->place > y->place;
}

static int by_place(const void *a, const void *b)
{
    const struct owned *x = *(struct owned *const *)a, *y = *(struct owned *const *)b;
    int order = compare_keys(x, y);
    return order ? order : compare_places(x, y);
}

static int by_source(const void *a, const void *b)
{
    const struct owned *x = *(struct owned *const *)a, *y = *(struct owned *const *)b;
    int order = compare_keys(x, y);
    if (order == 0 && x->source != y->source)
        order = x->source < y->source ? -1 : 1;
    return order ? order : compare_places(x, y);
}

static void find_earliest(struct owner *o)
{
    qsort(o->order, (size_t)o->count, sizeof(struct owned *), by_source);
    for (uint64_t i = 1; i < o->count; i++) {
        const struct owned *before = o->order[i - 1];
        if (compare_keys(before, o->order[i]) == 0 && before->source == o->order[i]->source)
            o->order[i]->earliest = before->earliest;
    }
    qsort(o->order, (size_t)o->count, sizeof(struct owned *), by_place);
}

/* --- What came -------------------------------------------------------------------------------- */

enum status owner_collect(struct owner *o, struct exchange *from, struct err *err)
{
    *o = (struct owner){.size = from->parts};
    o->first = mem_calloc((size_t)from->parts + 1, sizeof *o->first);
    for (uint32_t r = 0; r < from->parts; r++) {
        if (exchange_left(from, r) % OWNED_BYTES)
            return reduction_damaged(err);
        o->count += exchange_left(from, r) / OWNED_BYTES;
    }
    o->games = mem_calloc((size_t)o->count + 1, sizeof *o->games);
    o->order = mem_calloc((size_t)o->count + 1, sizeof(struct owned *));
    if (!o->first || !o->games || !o->order)
        return err_nomem(err);
    uint64_t n = 0;
    for (uint32_t r = 0; r < from->parts; r++) {
        o->first[r] = n;
        for (const char *p; (p = exchange_take(from, r, OWNED_BYTES)); n++) {
            owned_get(p, &o->games[n]);
            o->order[n] = &o->games[n];
        }
    }
    o->first[from->parts] = n;
    if (n)
        find_earliest(o);
    return STATUS_OK;
}

void owner_release(struct owner *o)
{
    mem_free(o->games);
    mem_free(o->first);
    mem_free(o->order);
    *o = (struct owner){0};
}

void owner_first(struct owner *o, struct exchange *to)
{
    for (uint64_t i = 0; i < o->count; i++)
        o->order[i]->is_new =
            !o->order[i]->existing && (!i || compare_keys(o->order[i - 1], o->order[i]) != 0);
    for (uint32_t r = 0; r < o->size; r++)
        for (uint64_t i = o->first[r]; i < o->first[r + 1]; i++) {
            char is_new = o->games[i].is_new;
            exchange_add(to, r, &is_new, 1);
        }
}

enum status owner_number(struct owner *o, struct exchange *from, struct err *err)
{
    for (uint32_t r = 0; r < o->size; r++) {
        for (uint64_t i = o->first[r]; i < o->first[r + 1]; i++) {
            if (!o->games[i].is_new)
                continue;
            const char *p = exchange_take(from, r, 4);
            if (!p)
                return reduction_damaged(err);
            o->games[i].id = le_get32(p);
        }
        if (exchange_left(from, r))
            return reduction_damaged(err);
    }
    return STATUS_OK;
}

/* --- What follows from it --------------------------------------------------------------------- */

/* In which range a place is. */
static uint32_t range_of(const struct import_job *t, uint64_t place)
{
    uint32_t low = 0, high = t->range_count ? t->range_count - 1 : 0;
    while (low < high) {
        uint32_t mid = low + (high - low) / 2;
        if (t->starts[mid] <= place)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

static bool is_unknown(const int8_t *points, int seats)
{
    for (int seat = 0; seat < seats; seat++)
        if (points[seat] != POINTS_UNKNOWN)
            return false;
    return true;
}

/* The games of one key, as an import would see them one after the other: while a game is in memory
 * its sources complete its result; once it is on disk, a source that is there as well is not stored
 * again. */
static void decide_group(struct owned **group, uint64_t n, const struct import_job *t)
{
    const struct owned *leader = group[0];
    int seats = t->game->seats;
    uint32_t range = range_of(t, leader->place);
    int8_t points[GAME_MAX_SEATS];
    memcpy(points, leader->points, sizeof points);
    for (uint64_t i = 0; i < n; i++) {
        struct owned *g = group[i];
        uint32_t now = range_of(t, g->place);
        bool on_disk = g->existing || range < now;
        if (g == leader && !g->existing)
            continue;
        g->id = leader->id;
        g->conflict = results_conflict(seats, g->points, points);
        g->stored = on_disk && g->earliest != g->place && range_of(t, g->earliest) < now;
        if (!on_disk && t->opt.duplicates == DUP_MERGE && is_unknown(points, seats))
            memcpy(points, g->points, sizeof points);
    }
}

void owner_reply(struct owner *o, const struct import_job *t, struct exchange *to)
{
    for (uint64_t i = 0, end; i < o->count; i = end) {
        for (end = i + 1; end < o->count && compare_keys(o->order[i], o->order[end]) == 0;)
            end++;
        decide_group(&o->order[i], end - i, t);
    }
    for (uint32_t r = 0; r < o->size; r++)
        for (uint64_t i = o->first[r]; i < o->first[r + 1]; i++) {
            char reply[REPLY_BYTES];
            le_put32(reply, o->games[i].id);
            reply[4] = (char)(o->games[i].stored + 2 * o->games[i].conflict);
            exchange_add(to, r, reply, sizeof reply);
        }
}
