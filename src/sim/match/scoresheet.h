/* scoresheet.h: a played game as a record, with what the players thought of it.
 *
 * A value is kept twice: as a number, and as the comment in which floodgate's CSA files have it
 * ("* 94" there, "'** 94" in the file), so that it survives every format that has comments. */
#ifndef KIFU_SIM_MATCH_SCORESHEET_H
#define KIFU_SIM_MATCH_SCORESHEET_H

#include "games/record.h"
#include "sim/match/referee.h"

/* What is known of a move but the move itself.  All zero is a move without a value. */
struct scoresheet_entry {
    struct record_value value; /* of the position before it, after thinking; Black's view */
    bool timed;
    uint32_t time_ms;
    struct span line; /* what follows the value in the comment: the moves expected; may be empty */
};

/* A search's value (engine_search.h) for the side to move as a record's. */
struct record_value scoresheet_value(int value, int turn);

/* Fills rec, which it clears, with the game as the referee saw it: start, moves, end, points.
 * entries has r->plies rows, or is NULL.  STATUS_NOMEM, or nothing. */
enum status scoresheet_write(const struct referee *r, const struct scoresheet_entry *entries,
                             struct record *rec) CHECK_RESULT;

#endif
