/* meta_games.h: the games of a segment that meet a condition on the game itself, as bits by number.
 *
 * Conditions on columns are evaluated there, game by game; names, tags and sources are looked up in
 * the metadata.  Either way it is done once for a segment, not for each game that is walked
 * through. */
#ifndef KIFU_QUERY_PLAN_META_GAMES_H
#define KIFU_QUERY_PLAN_META_GAMES_H

#include <stdatomic.h>

#include "db/db.h"
#include "query/language/query.h"

/* Words that the bits of all games take, at least 1. */
static inline size_t game_words(const struct lines *l)
{
    return l->games == 0 ? 1 : ((size_t)l->games + 63) / 64;
}

/* Fills in bits (game_words() of them, whatever is in them) for a node that is query_is_meta().
 * STATUS_CANCELLED soon after *cancelled, which may be NULL, is set. */
enum status meta_games(const struct query *q, uint32_t node, const struct db_segment *s,
                       const atomic_bool *cancelled, uint64_t *bits, struct err *err) CHECK_RESULT;

/* As meta_games(), of a node that leaves the player open (query_has_sides()): the games in which
 * each player plays the part. */
enum status meta_side_games(const struct query *q, uint32_t node, const struct db_segment *s,
                            const atomic_bool *cancelled, uint64_t *const bits[2],
                            struct err *err) CHECK_RESULT;

/* The games in which the player of a META node that names one has a seat. */
enum status meta_player_games(const struct query *q, uint32_t node, int seat,
                              const struct db_segment *s, uint64_t *bits,
                              struct err *err) CHECK_RESULT;

#endif
