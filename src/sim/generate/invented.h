/* invented.h: players, events and dates for generated games.
 *
 * All names are made up from common parts.  As in real collections a few players have many games
 * and many have few. */
#ifndef KIFU_SIM_GENERATE_INVENTED_H
#define KIFU_SIM_GENERATE_INVENTED_H

#include "games/record.h"

/* Adds headers for both players, the event and the day to the record of game `number` of `seed`;
 * they depend on nothing else. */
enum status invented_headers(uint64_t seed, uint64_t number, struct record *rec) CHECK_RESULT;

#endif
