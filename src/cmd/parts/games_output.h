/* games_output.h: the games files that `kifu generate` writes: NAME.games, and when that is full
 * NAME-2.games, NAME-3.games …
 *
 * Games are collected and appended as whole blocks (formats/shogi/games_file.h).  Where the last
 * block ended is for the caller to keep: a run that goes on cuts off what is behind it. */
#ifndef KIFU_CMD_PARTS_GAMES_OUTPUT_H
#define KIFU_CMD_PARTS_GAMES_OUTPUT_H

#include "base/io/append_log.h"
#include "formats/shogi/games_file.h"

/* The end of what is written for good; part 0: nothing is. */
struct games_place {
    uint64_t part, size;
};

struct games_output {
    const char *path;
    uint64_t most_bytes; /* of a file */
    struct games_head head;
    struct games_block_writer blocks;
    struct append_log log; /* of the present file */
    struct buf name, bytes;
};

/* path and name are borrowed.  Nothing is written yet. */
enum status games_output_open(struct games_output *o, const char *path, uint64_t most_bytes,
                              uint64_t fingerprint, struct span name, struct err *err) CHECK_RESULT;
void games_output_close(struct games_output *o); /* all zero, or closed, is fine */

/* "NAME.games", "NAME-2.games" …, borrowed until the next call; NULL: no memory. */
const char *games_output_path(struct games_output *o, uint32_t part);
/* Goes on from there.  STATUS_RANGE: the file is another one.  With part 0 existing files are
 * overwritten. */
enum status games_output_resume(struct games_output *o, struct games_place from,
                                struct err *err) CHECK_RESULT;
enum status games_output_add(struct games_output *o, const struct record *rec, uint64_t number,
                             struct err *err) CHECK_RESULT;
/* Is there enough for a block? */
bool games_output_is_due(const struct games_output *o);
/* Appends what was added since the last time, if anything. */
enum status games_output_flush(struct games_output *o, struct err *err) CHECK_RESULT;
struct games_place games_output_place(const struct games_output *o);

#endif
