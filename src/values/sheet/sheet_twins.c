/* sheet_twins.c: a game that stands in several of the databases given counts once.
 *
 * Within a database imports merge what is the same (or were told not to); who calibrates several
 * together would count such a game several times, and intervals would be too narrow.  Same are
 * games of the same start and moves, by a hash of 128 bits.  It counts in the first database that
 * knows who won it, or, if none does, in the first that has it.
 *
 * In parts, each hashes the games of its own segments, and may not even have the others.  Every
 * hash goes to the part that owns it, which answers where the game counts:
 *
 *     own games ──▶ hash, database, known ──▶ owner of the hash ──▶ database ──▶ table of own games
 */
#include <xxhash.h>

#include "base/alloc.h"
#include "base/le.h"
#include "base/work/exchange.h"
#include "values/sheet/sheet_internal.h"

struct sheet_twin {
    uint64_t low, high; /* the hash */
    uint32_t db;        /* 1 + where it counts; 0: the slot is free */
    bool known;         /* who won is */
};

static XXH128_hash_t hash_of(const struct lines *l, uint32_t number)
{
    struct span start = lines_start_text(l, line_start(l, number));
    size_t plies = line_plies(l, number);
    return XXH3_128bits_withSeed(line_stored(l, number), plies * l->move_bytes,
                                 XXH3_64bits(start.p, start.n));
}

/* Its slot, or the free one where it belongs; there always is one. */
static struct sheet_twin *slot_of(const struct sheet_twins *t, uint64_t low, uint64_t high)
{
    size_t at = (size_t)low & t->mask;
    while (t->slots[at].db && (t->slots[at].low != low || t->slots[at].high != high))
        at = (at + 1) & t->mask;
    return &t->slots[at];
}

static bool knows_winner(const struct db_segment *s, uint32_t number)
{
    return column_points(&s->columns, number, 0) != POINTS_UNKNOWN ||
           column_end(&s->columns, number) == END_RESIGN;
}

/* The first that knows who won; if none does, the first.  In whichever order they are offered. */
static void offer(struct sheet_twins *t, const struct sheet_twin *game)
{
    struct sheet_twin *slot = slot_of(t, game->low, game->high);
    if (!slot->db || game->known > slot->known ||
        (game->known == slot->known && game->db < slot->db))
        *slot = *game;
}

static struct sheet_twin twin_of(const struct db_segment *s, uint32_t number, uint32_t db)
{
    XXH128_hash_t hash = hash_of(&s->lines, number);
    return (struct sheet_twin){hash.low64, hash.high64, db + 1, knows_winner(s, number)};
}

static enum status make_room(struct sheet_twins *t, size_t games, struct err *err)
{
    size_t room = 1024;
    while (room < games * 2)
        room *= 2;
    t->slots = mem_calloc(room, sizeof *t->slots);
    if (!t->slots)
        return err_nomem(err);
    t->mask = room - 1;
    return STATUS_OK;
}

/* --- Games of this part ----------------------------------------------------------------------- */

struct own_games {
    struct db *const *dbs;
    uint32_t count;
    const struct reduction *reduction;
    size_t games;
};

static bool is_own(const struct own_games *own, const struct db_segment *s)
{
    return !(own->reduction && s->elsewhere);
}

typedef void each_game(void *ctx, const struct sheet_twin *game);

static void walk_own(const struct own_games *own, each_game *each, void *ctx)
{
    for (uint32_t d = 0; d < own->count; d++)
        for (uint32_t i = 0; i < own->dbs[d]->segment_count; i++) {
            const struct db_segment *s = &own->dbs[d]->segments[i];
            for (uint32_t g = 0; g < s->lines.games && is_own(own, s); g++) {
                if (db_is_removed(s, g))
                    continue;
                const struct sheet_twin game = twin_of(s, g, d);
                each(ctx, &game);
            }
        }
}

static void offer_own(void *ctx, const struct sheet_twin *game)
{
    offer(ctx, game);
}

/* --- Together ---------------------------------------------------------------------------------
 * A game: u64 and u64 of its hash, u32 its database plus one, u8 whether who won is known.  The
 * answers, u32 each, come in the order of the games. */

enum { GAME_BYTES = 21, ANSWER_BYTES = 4 };

/* The low bits say which slot: the owner is told by others. */
static uint32_t owner_of(const struct sheet_twin *game, uint32_t parts)
{
    return (uint32_t)(game->high % parts);
}

static void add_request(void *ctx, const struct sheet_twin *game)
{
    struct exchange *to = ctx;
    char bytes[GAME_BYTES];
    le_put64(bytes, game->low);
    le_put64(bytes + 8, game->high);
    le_put32(bytes + 16, game->db);
    bytes[20] = game->known;
    exchange_add(to, owner_of(game, to->parts), bytes, sizeof bytes);
}

static struct sheet_twin game_in(struct span part, size_t at)
{
    const char *p = part.p + at * GAME_BYTES;
    return (struct sheet_twin){le_get64(p), le_get64(p + 8), le_get32(p + 16), p[20] != 0};
}

/* What the owner of some hashes says to those who asked. */
static enum status make_replies(const struct byte_parts *received, uint32_t databases,
                                struct exchange *out, struct err *err)
{
    struct sheet_twins all = {0};
    size_t games = 0;
    for (uint32_t r = 0; r < received->count; r++) {
        if (received->at[r].n % GAME_BYTES)
            return reduction_damaged(err);
        games += received->at[r].n / GAME_BYTES;
    }
    enum status status = make_room(&all, games, err);
    for (uint32_t r = 0; r < received->count && status == STATUS_OK; r++)
        for (size_t i = 0; i < received->at[r].n / GAME_BYTES && status == STATUS_OK; i++) {
            const struct sheet_twin game = game_in(received->at[r], i);
            if (game.db == 0 || game.db > databases)
                status = reduction_damaged(err);
            else
                offer(&all, &game);
        }
    for (uint32_t r = 0; r < received->count && status == STATUS_OK; r++)
        for (size_t i = 0; i < received->at[r].n / GAME_BYTES; i++) {
            const struct sheet_twin game = game_in(received->at[r], i);
            char bytes[ANSWER_BYTES];
            le_put32(bytes, slot_of(&all, game.low, game.high)->db);
            exchange_add(out, r, bytes, sizeof bytes);
        }
    sheet_twins_release(&all);
    return status;
}

struct reply_reader {
    struct sheet_twins *t;
    struct exchange *replies;
    uint32_t databases;
    bool good;
};

static void read_reply(void *ctx, const struct sheet_twin *game)
{
    struct reply_reader *h = ctx;
    const char *reply = exchange_take(h->replies, owner_of(game, h->replies->parts), ANSWER_BYTES);
    uint32_t db = reply ? le_get32(reply) : 0;
    struct sheet_twin *slot = slot_of(h->t, game->low, game->high);
    h->good &= db > 0 && db <= h->databases;
    if (h->good)
        *slot = (struct sheet_twin){game->low, game->high, db, game->known};
}

static enum status find_in_parts(struct sheet_twins *t, const struct own_games *own,
                                 enum status status, struct err *err)
{
    struct exchange requests, replies;
    if (status == STATUS_OK)
        status = make_room(t, own->games, err);
    status = exchange_open(&requests, own->reduction, status, err);
    status = exchange_open(&replies, own->reduction, status, err);
    if (status == STATUS_OK)
        walk_own(own, add_request, &requests);
    status = exchange_run(&requests, status, err);
    if (status == STATUS_OK)
        status = make_replies(&requests.received, own->count, &replies, err);
    exchange_close(&requests);
    status = exchange_run(&replies, status, err);
    if (status == STATUS_OK) {
        struct reply_reader h = {t, &replies, own->count, true};
        walk_own(own, read_reply, &h);
        if (!h.good)
            status = reduction_damaged(err);
    }
    exchange_close(&replies);
    return status;
}

/* ----------------------------------------------------------------------------------------------
 */

enum status sheet_twins_find(struct sheet_twins *t, struct db *const *dbs, uint32_t count,
                             const struct reduction *reduction, enum status status, struct err *err)
{
    struct own_games own = {dbs, count, reduction, 0};
    *t = (struct sheet_twins){0};
    if (count < 2)
        return status;
    for (uint32_t d = 0; d < count; d++)
        for (uint32_t i = 0; i < dbs[d]->segment_count; i++)
            if (is_own(&own, &dbs[d]->segments[i]))
                own.games += dbs[d]->segments[i].lines.games;
    if (reduction)
        return find_in_parts(t, &own, status, err);
    if (status != STATUS_OK || own.games == 0)
        return status;
    status = make_room(t, own.games, err);
    if (status == STATUS_OK)
        walk_own(&own, offer_own, t);
    return status;
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
    XXH128_hash_t hash = hash_of(&s->segment->lines, number);
    return slot_of(t, hash.low64, hash.high64)->db != s->db + 1;
}
