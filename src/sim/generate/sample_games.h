/* sample_games.h: sample games for somebody who has no records yet. */
#ifndef KIFU_SIM_GENERATE_SAMPLE_GAMES_H
#define KIFU_SIM_GENERATE_SAMPLE_GAMES_H

#include "db/db_writer.h"
#include "games/game.h"

/* How many there are for a game; 0: none can be made. */
uint32_t sample_games_count(const struct game *game);
/* Adds them, always the same ones, tagged "sample"; about a second.  They are stored by the next
 * commit.  STATUS_CANCELLED if *cancelled was set meanwhile. */
enum status sample_games_add(struct db_writer *w, const struct game *game,
                             const atomic_bool *cancelled, struct err *err) CHECK_RESULT;

#endif
