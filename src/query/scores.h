/* scores.h: results of the games with a hit: by colour, for the player who has the part of s or b
 * in the query (tree.h), and for the one that it names by player:.
 *
 * Each game counts once: by the part in its first hit, the main line before its variations. */
#ifndef KIFU_QUERY_SCORES_H
#define KIFU_QUERY_SCORES_H

#include <stdint.h>

#include "base/wilson.h"
#include "facts/next_moves.h"
#include "store/metadata/columns.h"

enum game_result { RESULT_FIRST, RESULT_SECOND, RESULT_DRAWN, RESULT_UNKNOWN, RESULT_KINDS };
enum { PLAYS_KINDS = 4 }; /* PLAYS_… (query.h), and 0 */

struct game_scores {
    uint64_t games[PLAYS_KINDS][PLAYS_KINDS][RESULT_KINDS]; /* by part, named player, result */
};

/* Of one player. */
struct side_score {
    uint64_t wins, losses, draws, unknown;
    uint64_t both;      /* games in which both are that player; not in the other figures */
    struct wilson rate; /* (wins + draws / 2) / games with a result, 95 % */
};

/* How a game ends for a player with the colour of `plays`, PLAYS_…; SIDE_ENDS for nobody. */
enum side_end side_end_of(unsigned plays, enum game_result result);
/* Of games by end. */
struct side_score side_score_of_ends(const uint32_t ends[SIDE_ENDS]);

void scores_add(struct game_scores *to, const struct game_scores *from);
uint64_t scores_by_result(const struct game_scores *s, enum game_result result);
struct side_score scores_of_part(const struct game_scores *s);
struct side_score scores_of_player(const struct game_scores *s);
/* Games that it counts: all but those of `both`. */
uint64_t side_score_games(const struct side_score *s);

/* As columns.h stores it, of a game for two. */
static inline enum game_result game_result_of(uint32_t stored)
{
    if (column_points_of(stored, 0) == POINTS_WIN)
        return RESULT_FIRST;
    if (column_points_of(stored, 1) == POINTS_WIN)
        return RESULT_SECOND;
    return column_points_of(stored, 0) == POINTS_DRAW ? RESULT_DRAWN : RESULT_UNKNOWN;
}

#endif
