/* match_file.h: the games of a match in an append-only file of records.
 *
 * Games are added to a CSA file as they end, each in one write; a line "$MATCH:PRINT NUMBER" in a
 * game's head says of which match (a hash of players, limits, openings …) and which game it is.  A
 * match that was broken off reads the file, counts the games that it finds and plays the others.  A
 * game of which only a part got into the file is cut off. */
#ifndef KIFU_SIM_MATCH_MATCH_FILE_H
#define KIFU_SIM_MATCH_MATCH_FILE_H

#include "base/io/append_log.h"
#include "formats/format.h"
#include "sim/match/match.h"

struct match_file {
    struct append_log log;
    uint64_t fingerprint;
    uint64_t found_games; /* games of this match that were there */
    struct buf text;
};

/* Opens or makes the file, which nobody else may write meanwhile, and puts the results of games
 * found in it into tally->points, those beyond its size aside.  STATUS_RANGE if it holds games of
 * something else. */
enum status match_file_open(struct match_file *f, const char *path, uint64_t fingerprint,
                            struct match_tally *tally, struct err *err) CHECK_RESULT;
void match_file_close(struct match_file *f);
/* Adds a finished game; rec gets a header. */
enum status match_file_add(struct match_file *f, struct record *rec, uint64_t number,
                           struct err *err) CHECK_RESULT;

#endif
