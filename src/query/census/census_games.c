/* census_games.c: all games that are counted, in order; see census_internal.h.
 *
 * Places are numbers of games in the order of databases and ids, so every part needs to know of all
 * games; what it need not have is their moves.  If all parts have all databases, each lists the
 * games by itself and replays a range of them.  Of databases that some have not, those to whom
 * their segments were assigned tell the others:
 *
 *     u32 database, u32 games, then of each game u32 id, u32 plies
 *
 * and then everybody replays the segments that are its own. */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/le.h"
#include "base/rng.h"
#include "query/census/census_internal.h"

static const size_t MANY = SIZE_MAX / 64;
enum { HEAD_BYTES = 8, GAME_BYTES = 8 };

static enum status add_game(struct census_games *g, struct census_game game, struct err *err)
{
    struct census_game *at = mem_grow(g->at, g->count, &g->cap, MANY, sizeof *at);
    if (!at)
        return err_nomem(err);
    g->at = at;
    g->at[g->count++] = game;
    return STATUS_OK;
}

static enum status add_segment(struct census_games *g, uint32_t db, const struct db_segment *s,
                               bool mine, struct err *err)
{
    enum status status = STATUS_OK;
    for (uint32_t nth = 0; nth < s->lines.games && status == STATUS_OK; nth++) {
        uint32_t number = lines_u32(s->lines.by_id, nth);
        if (!db_is_removed(s, number))
            status = add_game(g,
                              (struct census_game){mine ? &s->lines : NULL, db,
                                                   game_id(&s->lines, number), number,
                                                   line_plies(&s->lines, number)},
                              err);
    }
    return status;
}

/* --- Databases that some parts have not -------------------------------------------------------- */

static void write_segment(uint32_t db, const struct db_segment *s, struct buf *out)
{
    char bytes[GAME_BYTES];
    le_put32(bytes, db);
    le_put32(bytes + 4, s->lines.games - s->removed_count);
    buf_add(out, bytes, HEAD_BYTES);
    for (uint32_t number = 0; number < s->lines.games; number++) {
        if (db_is_removed(s, number))
            continue;
        le_put32(bytes, game_id(&s->lines, number));
        le_put32(bytes + 4, line_plies(&s->lines, number));
        buf_add(out, bytes, GAME_BYTES);
    }
}

/* Takes one segment off what a part told; games that are at hand are listed already. */
static enum status read_segment(struct census_games *g, struct db *const *dbs, uint32_t count,
                                struct span *received, struct err *err)
{
    uint32_t db = received->n < HEAD_BYTES ? count : le_get32(received->p);
    if (db >= count || le_get32(received->p + 4) > (received->n - HEAD_BYTES) / GAME_BYTES)
        return reduction_damaged(err);
    uint32_t games = le_get32(received->p + 4);
    const char *at = received->p + HEAD_BYTES;
    *received = span_skip(*received, HEAD_BYTES + (size_t)games * GAME_BYTES);
    enum status status = STATUS_OK;
    for (uint32_t i = 0; i < games && dbs[db]->away && status == STATUS_OK; i++, at += GAME_BYTES)
        status = add_game(
            g, (struct census_game){.db = db, .id = le_get32(at), .plies = le_get32(at + 4)}, err);
    return status;
}

static enum status read_others(struct census_games *g, struct db *const *dbs, uint32_t count,
                               const struct reduction *reduction, enum status status,
                               struct err *err)
{
    struct byte_parts all = {0};
    struct buf mine;
    buf_init(&mine, SIZE_MAX);
    for (uint32_t db = 0; db < count && status == STATUS_OK; db++)
        for (uint32_t i = 0; i < dbs[db]->segment_count && dbs[db]->apart; i++)
            if (!dbs[db]->segments[i].elsewhere)
                write_segment(db, &dbs[db]->segments[i], &mine);
    status = reduction_share_buf(reduction, status, &mine, &all, err);
    for (uint32_t r = 0; r < all.count && status == STATUS_OK; r++)
        for (struct span received = all.at[r]; received.n && status == STATUS_OK;)
            status = read_segment(g, dbs, count, &received, err);
    byte_parts_release(&all);
    return status;
}

/* --- All games -------------------------------------------------------------------------------- */

static int by_id(const void *a, const void *b)
{
    const struct census_game *x = a, *y = b;
    if (x->db != y->db)
        return x->db < y->db ? -1 : 1;
    return (x->id > y->id) - (x->id < y->id);
}

/* Segments hold ranges of ids, so that there is next to never anything to sort; every part would
 * do it for all games. */
static bool is_sorted(const struct census_games *g)
{
    for (size_t i = 1; i < g->count; i++)
        if (by_id(&g->at[i - 1], &g->at[i]) > 0)
            return false;
    return true;
}

/* Ranges of about as many games for everybody. */
static void keep_range(struct census_games *g, const struct reduction *reduction)
{
    uint64_t from, to;
    reduction_range(reduction, g->count, &from, &to);
    for (size_t i = 0; i < g->count; i++)
        if (i < from || i >= to)
            g->at[i].lines = NULL;
}

static void keep_part(struct census_games *g, uint32_t part, uint32_t parts)
{
    size_t from = (size_t)((uint64_t)g->count * part / parts);
    size_t to = (size_t)((uint64_t)g->count * (part + 1) / parts);
    memmove(g->at, g->at + from, (to - from) * sizeof *g->at);
    g->count = to - from;
}

static void keep_first(struct census_games *g, uint64_t most_positions)
{
    uint64_t positions = 0;
    size_t n = 0;
    while (n < g->count && positions < most_positions)
        positions += (uint64_t)g->at[n++].plies + 1;
    g->count = n;
}

/* Every part of a cluster puts the same games in the same order. */
static void select_games(struct census_games *g, const struct census_options *opt)
{
    struct rng rng;
    if (g->count == 0)
        return;
    if (opt->shuffled) {
        rng_seed(&rng, opt->seed);
        rng_shuffle(&rng, g->at, g->count, sizeof *g->at);
    }
    if (opt->parts)
        keep_part(g, opt->part, opt->parts);
    if (opt->most_positions)
        keep_first(g, opt->most_positions);
}

enum status census_games_list(struct census_games *g, struct db *const *dbs, uint32_t count,
                              const struct census_options *opt, struct err *err)
{
    const struct reduction *reduction = opt->reduction;
    enum status status = STATUS_OK;
    bool apart = false;
    for (uint32_t db = 0; db < count; db++)
        apart |= dbs[db]->apart;
    for (uint32_t db = 0; db < count; db++)
        for (uint32_t i = 0; i < dbs[db]->segment_count && status == STATUS_OK; i++) {
            const struct db_segment *s = &dbs[db]->segments[i];
            status = add_segment(g, db, s, !(apart && reduction && s->elsewhere), err);
        }
    if (apart) /* which all know alike */
        status = read_others(g, dbs, count, reduction, status, err);
    if (status == STATUS_OK && g->count && !is_sorted(g))
        qsort(g->at, g->count, sizeof *g->at, by_id);
    if (status == STATUS_OK)
        select_games(g, opt);
    if (!apart)
        keep_range(g, reduction);
    return status;
}
