/* record_check.h: the check that a stored record is one that could have been read.
 *
 * Whoever prints or draws a record relies on it: every move, variations included, is by the rules,
 * no line is longer than the game's max_plies, and the handicap is that of the start position. */
#ifndef KIFU_DB_RECORD_CHECK_H
#define KIFU_DB_RECORD_CHECK_H

#include "games/record.h"

/* Memory kept from record to record; zero bytes at first. */
struct record_check {
    char *positions; /* along the line being followed, one after another */
    size_t position_cap;
    uint32_t *depths; /* of nodes */
    size_t depth_cap;
};

void record_check_release(struct record_check *c);
/* STATUS_ILLEGAL if a move is not by the rules; STATUS_SYNTAX if the start position is none, or not
 * that of the handicap; STATUS_LIMIT if a line is too long. */
enum status record_check_moves(struct record_check *c, const struct record *rec,
                               struct err *err) CHECK_RESULT;

#endif
