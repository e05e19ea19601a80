/* record_check.h: is every move of a record, variations included, by the rules? */
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
/* STATUS_ILLEGAL if a move is not; STATUS_SYNTAX if the start position is none. */
enum status record_check_moves(struct record_check *c, const struct record *rec,
                               struct err *err) CHECK_RESULT;

#endif
