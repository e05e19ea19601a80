/* self_players.h: an engine for each thread of `kifu generate --engine`. */
#ifndef KIFU_CMD_PARTS_SELF_PLAYERS_H
#define KIFU_CMD_PARTS_SELF_PLAYERS_H

#include "sim/match/selfplay.h"

struct self_players;

/* For `threads` threads.  opt's eval and name come from weights: a name or a file, NULL for the
 * default. */
enum status self_players_open(struct self_players **out, const char *weights, unsigned threads,
                              const struct selfplay_options *opt, struct err *err) CHECK_RESULT;
void self_players_close(struct self_players *p); /* NULL is fine */
/* Of the weights and the name they go by. */
uint64_t self_players_print(const struct self_players *p);

/* Game `number`, in the thread with that number. */
enum status self_players_game(struct self_players *p, unsigned thread, uint64_t number,
                              struct record *rec, struct err *err) CHECK_RESULT;

#endif
