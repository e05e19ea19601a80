/* census.h: a census of the positions in databases: how many there are, and how often each occurs.
 *
 * What Yokoyama and Hiraga counted before they built their index (their Tables 1 and 2 and Figure
 * 1), for any databases: positions in all, distinct ones, how many occur n times, the most frequent
 * ones, and how the share of duplicates grows with the number of games.  A position is everything
 * that its key is made of (games/replay.h): for shogi the board, the hands and the side to move.
 *
 * Games are taken in the order of the databases and of their ids, or in random order; variations
 * and removed games do not count.  Two positions are held to be the same if 64 bits of their keys are equal: among n
 * distinct positions about n² / 2^65 pairs are mistaken, one in a hundred thousand such counts of
 * 20 million.  The result does not depend on the number of threads or on the memory allowed. */
#ifndef KIFU_QUERY_CENSUS_CENSUS_H
#define KIFU_QUERY_CENSUS_CENSUS_H

#include <stdatomic.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/io/progress.h"
#include "base/work/reduction.h"
#include "db/db.h"

struct census_options {
    uint32_t top;            /* how many of the most frequent positions */
    uint32_t steps;          /* points of the curve of growth */
    unsigned threads;        /* 0: one for each processor */
    bool shuffled;           /* games in random order instead of that of their ids */
    uint64_t seed;           /* of that order */
    uint32_t part, parts;    /* only part 0 … parts - 1 of the games in order; parts 0: all */
    uint64_t most_positions; /* the first games that have so many together; 0: all */
    size_t memory;           /* for positions, about; 0: 512 MiB.  With less than 16 bytes a
                                     position, games are replayed several times. */
    const atomic_bool *cancelled;      /* may be NULL */
    struct progress *progress;         /* may be NULL; counts games replayed */
    const struct reduction *reduction; /* who counts together: all get the census; or NULL */
};

/* How many distinct positions occur exactly `times` times. */
struct census_frequency {
    uint64_t times, positions;
};

/* The counts after the first `games` games. */
struct census_growth {
    uint64_t games, positions, distinct;
};

struct census_position {
    uint64_t times;
    /* where it occurs first */
    uint32_t db, id, ply;
    struct span position; /* in the game's notation */
    struct span start;    /* of that game; empty: the usual one */
    struct span moves;    /* from there, in the game's notation, with blanks between */
};

struct census {
    uint64_t games, plies, positions, distinct;
    struct census_frequency *frequencies; /* by times */
    size_t frequency_count;
    struct census_growth *growth;
    size_t growth_count;
    struct census_position *top; /* most frequent first; then the one that occurred first */
    size_t top_count;
    struct arena arena; /* owns all of these */
};

static inline uint64_t census_duplicates(const struct census *c)
{
    return c->positions - c->distinct;
}

/* The databases must be of the same game. */
enum status census_run(struct census *out, struct db *const *dbs, uint32_t count,
                       const struct census_options *opt, struct err *err) CHECK_RESULT;
void census_release(struct census *c);

#endif
