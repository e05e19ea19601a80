/* games_file.h: files of games with the value of every move, two bytes a position.
 *
 * `kifu generate --engine FILE.games` writes them, for training.  A file has a head and blocks of some
 * hundred games; each block has a checksum and is coded by itself (games_coder.h), so that damage
 * costs one block, what a kill leaves of the last one is recognised, and blocks are read side by
 * side.  Only main lines are kept: moves, values, how the game ended; no comments, no times.
 *
 *     head     8  "KIFUGAME"
 *              4  u32 version: 1
 *              4  u32 number of this file among those of its run, from 1
 *              8  u64 fingerprint of the run
 *              4  u32 bytes of the name, at most GAMES_NAME_MOST
 *              n  name of both players, UTF-8
 *              8  u64 XXH3 of everything before
 *     block    4  "GBLK"
 *              4  u32 bytes of the coded games
 *              4  u32 games, at most GAMES_BLOCK_MOST
 *              4  u32 plies
 *              4  u32 of them: moves with a value
 *              4  0
 *              8  u64 number of the first game in the run
 *              8  u64 XXH3 of the 32 bytes before and of the coded games
 *              n  coded games
 *
 * docs/formats/games.md has the code. */
#ifndef KIFU_FORMATS_SHOGI_GAMES_FILE_H
#define KIFU_FORMATS_SHOGI_GAMES_FILE_H

#include "base/buf.h"
#include "formats/format.h"
#include "formats/shogi/games_coder.h"

enum {
    GAMES_FILE_MOST_BYTES = 32 << 20,
    GAMES_NAME_MOST = 1000,
    GAMES_BLOCK_HEAD_BYTES = 40,
    GAMES_BLOCK_GAMES = 512, /* what writers put into a block: fewer cost bytes, 256 of them 2 % */
    GAMES_BLOCK_MOST = 1 << 16,
};

struct games_head {
    uint32_t part;
    uint64_t fingerprint;
    struct span name; /* borrowed */
};

struct games_block {
    uint64_t first; /* game */
    uint32_t games, plies, valued;
    struct span coded; /* borrowed */
};

extern const struct format games_format;

/* Does a file begin like this? */
bool games_file_probe(struct span bytes);
void games_head_put(const struct games_head *head, struct buf *out);
/* Removes the head from the front of *bytes.  STATUS_SYNTAX, STATUS_UNSUPPORTED (another version). */
enum status games_head_get(struct span *bytes, struct games_head *out,
                           struct err *err) CHECK_RESULT;
/* Removes the next block from the front of *bytes, which is not empty.  STATUS_SYNTAX: it is damaged;
 * *bytes begins behind it, or is empty if nobody knows where that is. */
enum status games_block_get(struct span *bytes, struct games_block *out,
                            struct err *err) CHECK_RESULT;

/* The main line of a record of shogi, which was checked against the rules.  STATUS_LIMIT,
 * STATUS_UNSUPPORTED. */
enum status coded_game_of_record(const struct record *rec, struct coded_game *out,
                                 struct err *err) CHECK_RESULT;

/* --- Reading the games of blocks -------------------------------------------------------------- */

struct games_block_reader {
    struct games_coder *coder; /* owned */
    struct coded_game game;    /* the last one read */
};
enum status games_block_reader_open(struct games_block_reader *r, struct err *err) CHECK_RESULT;
void games_block_reader_close(struct games_block_reader *r);
/* Hands every game of a block to `each`.  STATUS_SYNTAX, after those before the damage, if the block
 * does not hold what its head says; what `each` returns if that is not STATUS_OK. */
enum status games_block_reader_read(struct games_block_reader *r, const struct games_block *block,
                                    enum status (*each)(void *ctx, const struct coded_game *game,
                                                        struct err *err),
                                    void *ctx, struct err *err) CHECK_RESULT;

/* --- Writing blocks --------------------------------------------------------------------------- */

struct games_block_writer {
    struct games_coder *coder; /* owned */
    struct buf coded;
    struct coded_game game;
    uint64_t first;
    uint32_t games, plies, valued; /* of the block that is being made */
};
enum status games_block_writer_open(struct games_block_writer *w, struct err *err) CHECK_RESULT;
void games_block_writer_close(struct games_block_writer *w);
/* Adds a game to the block; number is its number in the run if it is the first.  After a failure the
 * block is of no use. */
enum status games_block_writer_add(struct games_block_writer *w, const struct record *rec,
                                   uint64_t number, struct err *err) CHECK_RESULT;
/* Appends the block, which has at least one game, to out, and begins another one. */
enum status games_block_writer_end(struct games_block_writer *w, struct buf *out,
                                   struct err *err) CHECK_RESULT;

#endif
