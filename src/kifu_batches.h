/* kifu_batches.h: positions of databases as arrays of numbers, for machine learning.
 *
 *     struct kifu_batch_options options = {.part = "train", .shuffled = 1, .seed = 7};
 *     static const char *const NAMES[] = {"board", "hand", "move", "result"};
 *     struct kifu_batches *b = kifu_batches_open(&db, 1, "rating>=2000", NAMES, 4, &options, &error);
 *     void *arrays[] = {board, hand, move, result};
 *     long long n;
 *     while ((n = kifu_batches_next(b, arrays, 4096, NULL, &error)) > 0)
 *         …                              n rows in each of the arrays
 *     kifu_batches_close(b);
 *
 * A row is a position of a game's main line from which a move was played, at a ply at which the query
 * holds.  Games are replayed by threads ahead of the caller.  The rows, and their order, depend on the
 * databases, the query and the options, and never on the number of threads.
 *
 * Shuffling.  The games come in a random order, each order being equally likely.  Their positions pass
 * through a window of so many rows: a new row takes the place of a random one, which goes out.  A row
 * waits in it for as many others as the window has rows on average, and for x times that with
 * probability exp(-x); so with a window of 131,072 rows the 120 positions of a game are spread over
 * some hundred thousand rows, and a batch has few of one game.  Memory is that of the window: rows
 * times bytes of a row, and 8 bytes for each game, whatever the size of the databases. */
#ifndef KIFU_BATCHES_H
#define KIFU_BATCHES_H

#include <stdint.h>

#include "kifu_board.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What can be had of a position; docs/python-boards.md has the meaning of the numbers. */
struct kifu_feature {
    const char *name;
    char type;         /* of an element: 'B' uint8_t, 'H' uint16_t, 'I' uint32_t, 'f' float */
    unsigned shape[2]; /* elements of a row; 0: no such dimension */
};
/* The n-th feature of a game ("shogi", "go"): 1 with *out filled, or 0 if there is none. */
KIFU_API int kifu_feature(const char *game, size_t n, struct kifu_feature *out);

enum { KIFU_WINDOW_ROWS = 1 << 17 };

/* What is not set (all zero) is as usual. */
struct kifu_batch_options {
    const char *part; /* "train", "held-out" or "reserved" (docs/parts.md); NULL: all games */
    int shuffled;     /* else: games by database and id, their positions as played */
    uint64_t seed;    /* of the order */
    size_t window;    /* rows; 0: KIFU_WINDOW_ROWS */
    int absolute;     /* the board as it is; else as the side to move sees it */
    unsigned threads; /* 0: one for each processor */
    const struct kifu_stop *stop; /* ends the opening, which runs the query; may be NULL */
};

struct kifu_batches;

/* The databases stay open as long as it does.  query may be "": all positions.  NULL with *error filled
 * if it fails; error->byte is the place in a query that cannot be read. */
KIFU_API struct kifu_batches *kifu_batches_open(struct kifu_db *const *dbs, size_t count,
                                                const char *query, const char *const *features,
                                                size_t feature_count,
                                                const struct kifu_batch_options *options,
                                                struct kifu_error *error);
KIFU_API void kifu_batches_close(struct kifu_batches *b); /* NULL is fine */
/* The n-th of the features that were named: 1 with *out filled, or 0 if there is none. */
KIFU_API int kifu_batches_feature(const struct kifu_batches *b, size_t n, struct kifu_feature *out);
/* Positions in all, and their games. */
KIFU_API unsigned long long kifu_batches_positions(const struct kifu_batches *b);
KIFU_API unsigned long long kifu_batches_games(const struct kifu_batches *b);

/* Fills the next rows of the arrays, one for each feature in the order in which they were named, each
 * with room for `rows`.  Returns how many: fewer than `rows` only at the end, 0 after it; -1 with
 * *error filled if a game is damaged or the call was stopped (code "cancelled").  A call that was
 * stopped may be made again with the same arrays, and goes on where it was. */
KIFU_API long long kifu_batches_next(struct kifu_batches *b, void *const *arrays, size_t rows,
                                     const struct kifu_stop *stop, struct kifu_error *error);

/* One position as a row, so that a network sees in play what it has seen in batches: the features
 * that a position has without its game ("board", "hand", "last", "attacks", "check", "turn", "ply";
 * plies are the moves of the board).  0, or -1 with *error filled. */
KIFU_API int kifu_board_features(const struct kifu_board *board, const char *const *features,
                                 size_t feature_count, int absolute, void *const *arrays,
                                 struct kifu_error *error);

#ifdef __cplusplus
}
#endif

#endif
