/* next_moves.h: counts of the next moves at given plies, with the results of the games.
 *
 *     struct next_moves n = {0};
 *     next_moves_begin(&n, lines, columns);
 *     for (…)
 *         next_moves_add(&n, line, ply);       lines in ascending order
 *     status = next_moves_finish(&n, err);     n.moves, n.count, n.games, n.occurrences
 *     next_moves_release(&n);
 *
 * Games count, variations don't; each game counts once for each distinct move, however often the
 * position came up in it.  Running out of memory is reported by next_moves_finish(). */
#ifndef KIFU_FACTS_NEXT_MOVES_H
#define KIFU_FACTS_NEXT_MOVES_H

#include <stdint.h>

#include "base/err.h"
#include "base/hash_index.h"
#include "games/game.h"
#include "store/lines.h"
#include "store/metadata/columns.h"

/* Of a game for two, how it ended for one of the players. */
enum side_end { END_WON, END_LOST, END_DRAWN, END_UNKNOWN, END_BOTH, SIDE_ENDS };
/* The players whose ends are counted: who has the part of s or b in a query, and who it names. */
enum { ENDS_OWN, ENDS_PLAYER, ENDS_OF };

/* A next move at a position or at the hits of a query, in games (not variations), each game counted
 * once for each distinct move. */
struct next_move {
    game_move move;
    uint32_t games;
    uint32_t wins[GAME_MAX_SEATS]; /* games that the seat won */
    uint32_t draws, unknown;       /* games drawn; games whose result is not known */
    uint32_t last_year;            /* 0: no date known */
    uint32_t period; /* where they are counted by periods: its first year; 0: no date known */
    uint32_t ends[ENDS_OF][SIDE_ENDS]; /* games by end, where the caller counts them */
};

struct next_moves {
    const struct lines *lines;
    const struct columns *columns;
    struct next_move *moves; /* owned; sorted by games, most first, then by move, after finish */
    size_t count;
    uint32_t games;       /* in which there was an occurrence, with a next move or not */
    uint32_t occurrences; /* in games */
    uint32_t years;       /* how many make a period, each of which has rows of its own; 0: all */
    /* for next_moves.c */
    uint32_t *last_line; /* by row: the game that was counted last */
    struct hash_index by_move;
    size_t cap;
    uint32_t line; /* of the last occurrence; UINT32_MAX: none */
    size_t row;    /* the last one added to */
    bool failed;
};

/* Empties it; memory of earlier use is kept, and so is `years`. */
void next_moves_begin(struct next_moves *n, const struct lines *l, const struct columns *c);
/* ply <= line_plies(); at the end of a line there is no next move, but the game is counted. */
void next_moves_add(struct next_moves *n, uint32_t line, uint32_t ply);
/* A move that the caller names instead of the stored one; swapped: each player's result counts as
 * the other one's (of two).  True if the row, n->moves[n->row], did not have the game before. */
bool next_moves_add_named(struct next_moves *n, uint32_t line, game_move move, bool swapped);
/* The move that a move counts as (game.h). */
game_move next_moves_group(const struct game *game, game_move move);
/* The period of a game. */
uint32_t next_moves_period(const struct next_moves *n, uint32_t game);
enum status next_moves_finish(struct next_moves *n, struct err *err) CHECK_RESULT;
void next_moves_release(struct next_moves *n); /* a zeroed one is fine */

#endif
