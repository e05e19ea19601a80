/* batches.h: positions of many games as rows of numbers, shuffled, for machine learning.
 *
 * A row is a position of a game's main line from which a move was played, at a ply that the query
 * matches; it has the bytes of each feature (batch_features.h) one after another.  Threads replay
 * games and make rows; the caller's thread takes them in order, so that the number of threads changes
 * nothing, sends them through the window that shuffles them, and copies each feature into its own
 * array.  kifu_batches.h describes the shuffling.
 *
 *     batches_open(&b, dbs, count, &query, values, features, n, &opt, err);
 *     while (batches_next(b, arrays, 4096, stop, &rows, err) == STATUS_OK && rows)
 *         …
 *     batches_close(b); */
#ifndef KIFU_VALUES_BATCHES_BATCHES_H
#define KIFU_VALUES_BATCHES_BATCHES_H

#include <stdatomic.h>

#include "db/db.h"
#include "query/search.h"
#include "store/game_split.h"
#include "values/batches/batch_features.h"

enum { BATCHES_MOST_FEATURES = 32 };

struct batch_options {
    enum game_part part;
    bool shuffled;
    uint64_t seed;
    size_t window; /* rows */
    bool absolute; /* boards as they are, not as the side to move sees them */
    unsigned threads;
    const atomic_bool *cancelled; /* of the opening; may be NULL */
};

struct batches;

/* The databases are borrowed; they have one game, of which batch_kind_of() has a row.  The query and
 * what `value` means in it (may be NULL) are needed for the call alone. */
enum status batches_open(struct batches **out, struct db *const *dbs, uint32_t count,
                         const struct query *query, const struct query_values *values,
                         const struct batch_feature *const *features, size_t feature_count,
                         const struct batch_options *opt, struct err *err) CHECK_RESULT;
void batches_close(struct batches *b); /* NULL is fine */
/* The n-th feature; NULL if there are fewer. */
const struct batch_feature *batches_feature(const struct batches *b, size_t n);
uint64_t batches_positions(const struct batches *b);
uint32_t batches_games(const struct batches *b);

/* Fills the next `most` rows of the arrays, one for each feature; fewer at the end.  After
 * STATUS_CANCELLED the call may be made again with the same arrays. */
enum status batches_next(struct batches *b, void *const *arrays, size_t most,
                         const atomic_bool *cancelled, size_t *rows, struct err *err) CHECK_RESULT;

#endif
