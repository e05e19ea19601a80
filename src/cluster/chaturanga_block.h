/* chaturanga_block.h: the encoding of some games of a trial, for other threads, processes and runs.
 *
 *     u64[20]  the sums, numbers as they are and reals as their bits
 *     if the games themselves are wanted, for each: varint turns; varint each turn */
#ifndef KIFU_CLUSTER_CHATURANGA_BLOCK_H
#define KIFU_CLUSTER_CHATURANGA_BLOCK_H

#include "base/buf.h"
#include "cluster/chaturanga_trial.h"

enum { CHATURANGA_SUMS_BYTES = 20 * 8 };

void chaturanga_sums_put(struct buf *out, const struct chaturanga_sums *sums);
/* Removes them from the front; false if they are cut off, or can't be the sums of `games` games
 * (any number if it is 0). */
bool chaturanga_sums_get(struct span *bytes, uint64_t games, struct chaturanga_sums *out);

/* The turns of a game. */
void chaturanga_turns_put(struct buf *out, const game_move *turns, uint32_t count);
/* Removes them from the front, into `turns`, which has room for CHATURANGA_MAX_PLIES.  False if
 * they are cut off or too many. */
bool chaturanga_turns_get(struct span *bytes, game_move *turns, uint32_t *count);

#endif
