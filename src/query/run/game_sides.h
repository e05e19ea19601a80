/* game_sides.h: who plays the part of s or b in the games of a segment, in which of them the player
 * that the query names has which seat, and how they ended: what results by player are counted with.
 *
 *     struct game_sides s;
 *     game_sides_init(&s, q);
 *     for each segment
 *         status = game_sides_begin(&s, segment, err);
 *     game_sides_release(&s); */
#ifndef KIFU_QUERY_RUN_GAME_SIDES_H
#define KIFU_QUERY_RUN_GAME_SIDES_H

#include "query/language/tree.h"
#include "query/plan/plan.h"
#include "query/run/plies.h"
#include "query/scores.h"

struct game_sides {
    const struct query *q;
    enum query_own own;
    uint32_t player; /* the node that names one, or 0 */
    /* the segment at hand */
    struct columns columns; /* results are verified */
    uint64_t *players[2];   /* owned: the games in which that player has each seat; NULL: none */
};

void game_sides_init(struct game_sides *s, const struct query *q); /* borrows q */
void game_sides_release(struct game_sides *s);
enum status game_sides_begin(struct game_sides *s, const struct db_segment *segment,
                             struct err *err) CHECK_RESULT;

/* Whether anybody's results are to be told. */
static inline bool game_sides_wanted(const struct game_sides *s)
{
    return s->own != OWN_NONE || s->player;
}

/* Who plays, PLAYS_…: of a query whose hits do not tell, or of a hit that does. */
static inline uint8_t game_plays(const struct game_sides *s, uint8_t told)
{
    return s->own == OWN_NONE ? 0 : s->own == OWN_FIRST ? PLAYS_WRITTEN : told;
}

/* In a game for which nothing has to be walked through; drawn: the node of its diagram, or NULL. */
uint8_t game_plays_unwalked(const struct game_sides *s, const struct plan *p, uint32_t number,
                            const uint32_t *drawn);

/* The seats of the named player, as bits. */
static inline unsigned game_player(const struct game_sides *s, uint32_t number)
{
    if (!s->players[0])
        return 0;
    return (unsigned)plies_has(s->players[0], number) | (unsigned)plies_has(s->players[1], number)
                                                            << 1;
}

static inline enum game_result game_result(const struct game_sides *s, uint32_t number)
{
    return game_result_of(column_value(&s->columns.column[COLUMN_RESULT], number));
}

/* How the game ended for each of the players whose results are counted, SIDE_ENDS where it does not
 * count; plays: as in its first hit. */
void game_ends(const struct game_sides *s, uint32_t number, uint8_t plays,
               enum side_end ends[ENDS_OF]);

#endif
