/* sheet_twins.c: a game that stands in several of the databases given counts once.
 *
 * Within a database imports merge what is the same (or were told not to); who calibrates several
 * together would count such a game several times, and intervals would be too narrow.  Same are
 * games of the same start and moves, by a hash of 128 bits.  It counts in the first database that
 * knows who won it, or, if none does, in the first that has it.  Every rank of a crew sees all
 * databases and comes to the same. */
#include <xxhash.h>

#include "base/alloc.h"
#include "values/sheet_internal.h"

struct sheet_twin {
    uint64_t low, high; /* the hash */
    uint32_t db;        /* 1 + where it counts; 0: the slot is free */
    bool known;         /* who won is */
};

static XXH128_hash_t hash_of(const struct lines *l, uint32_t number)
{
    struct span start = lines_start_text(l, line_start(l, number));
    size_t from = lines_u32(l->first, number), plies = line_plies(l, number);
    return XXH3_128bits_withSeed(l->moves + from * l->move_bytes, plies * l->move_bytes,
                                 XXH3_64bits(start.p, start.n));
}

/* Its slot, or the free one where it belongs; there always is one. */
static struct sheet_twin *slot_of(const struct sheet_twins *t, XXH128_hash_t hash)
{
    size_t at = (size_t)hash.low64 & t->mask;
    while (t->slots[at].db && (t->slots[at].low != hash.low64 || t->slots[at].high != hash.high64))
        at = (at + 1) & t->mask;
    return &t->slots[at];
}

static bool knows_winner(const struct db_segment *s, uint32_t number)
{
    return column_points(&s->columns, number, 0) != POINTS_UNKNOWN ||
           column_end(&s->columns, number) == END_RESIGN;
}

static void add_segment(struct sheet_twins *t, const struct db_segment *s, uint32_t db)
{
    for (uint32_t g = 0; g < s->lines.games; g++) {
        if (db_is_removed(s, g))
            continue;
        XXH128_hash_t hash = hash_of(&s->lines, g);
        struct sheet_twin *slot = slot_of(t, hash);
        bool known = knows_winner(s, g);
        if (!slot->db || (known && !slot->known))
            *slot = (struct sheet_twin){hash.low64, hash.high64, db + 1, known};
    }
}

enum status sheet_twins_find(struct sheet_twins *t, struct db *const *dbs, uint32_t count,
                             struct err *err)
{
    size_t games = 0, room = 1024;
    *t = (struct sheet_twins){0};
    for (uint32_t d = 0; d < count; d++)
        for (uint32_t i = 0; i < dbs[d]->segment_count; i++)
            games += dbs[d]->segments[i].lines.games;
    if (count < 2 || games == 0)
        return STATUS_OK;
    while (room < games * 2)
        room *= 2;
    t->slots = mem_calloc(room, sizeof *t->slots);
    if (!t->slots)
        return err_nomem(err);
    t->mask = room - 1;
    for (uint32_t d = 0; d < count; d++)
        for (uint32_t i = 0; i < dbs[d]->segment_count; i++)
            add_segment(t, &dbs[d]->segments[i], d);
    return STATUS_OK;
}

void sheet_twins_release(struct sheet_twins *t)
{
    mem_free(t->slots);
    *t = (struct sheet_twins){0};
}

bool sheet_is_twin(const struct sheet_twins *t, const struct sheet *s, uint32_t number)
{
    if (!t->slots || db_is_removed(s->segment, number))
        return false;
    return slot_of(t, hash_of(&s->segment->lines, number))->db != s->db + 1;
}
