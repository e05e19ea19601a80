/* db_info.h: figures of databases: games, plies, results, sizes. */
#ifndef KIFU_DB_DB_INFO_H
#define KIFU_DB_DB_INFO_H

#include "base/work/reduction.h"
#include "db/db.h"

/* Handicaps from 2 on are stones; 0 and 1 are even games and other starts. */
enum { INFO_HANDICAPS = 10, INFO_MOST_SIZE = 64 };

/* Nothing but numbers that are added up over all parts. */
struct db_info_sums {
    uint64_t games, plies, removed, variations;
    uint64_t wins[GAME_MAX_SEATS], draws, unknown;
    uint64_t segments;
    struct db_bytes bytes;
    /* Of games that have boards of several sizes: how many of each, by width and height. */
    uint64_t sizes[INFO_MOST_SIZE][INFO_MOST_SIZE];
    uint64_t handicaps[INFO_HANDICAPS]; /* by the game's number for it, the last: that or more */
};

struct db_info {
    struct db_info_sums sum;
    uint32_t first_date, last_date; /* 0: none is known */
};

/* Of databases of one game.  In parts each counts the segments that are its own; all get the
 * figures of all. */
enum status db_info_count(struct db_info *info, struct db *const *dbs, uint32_t count,
                          const struct reduction *reduction, struct err *err) CHECK_RESULT;

#endif
