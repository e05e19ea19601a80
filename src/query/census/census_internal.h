/* census_internal.h: the two halves of a census: collecting positions, and counting equal ones. */
#ifndef KIFU_QUERY_CENSUS_CENSUS_INTERNAL_H
#define KIFU_QUERY_CENSUS_CENSUS_INTERNAL_H

#include "games/replay.h"
#include "query/census/census.h"

/* --- The games, in order (census_games.c) ----------------------------------------------------- */

/* Every part knows of all games, and replays its own. */
struct census_game {
    const struct lines *lines; /* NULL: another part's */
    uint32_t db, id, number, plies;
};

struct census_games {
    struct census_game *at;
    size_t count, cap;
};

/* The games that the options select, in their order.  A meeting of the parts if some databases are
 * apart: each sends the others the games of those. */
enum status census_games_list(struct census_games *g, struct db *const *dbs, uint32_t count,
                              const struct census_options *opt, struct err *err) CHECK_RESULT;

/* A position that occurs: 64 bits of its key; its game's place in the order, and the ply. */
struct census_occurrence {
    uint64_t key;
    uint64_t place; /* game << 32 | ply */
};

/* --- Collecting ------------------------------------------------------------------------------- */

/* Occurrences are kept apart by ten bits of their keys, so that the equal ones of a bucket can be
 * counted within a processor's cache. */
enum { CENSUS_BUCKET_BITS = 10, CENSUS_BUCKETS = 1 << CENSUS_BUCKET_BITS };

struct census_bucket {
    struct census_occurrence *at;
    size_t count, cap;
};

struct census_work {
    const struct census_options *opt;
    const struct game *game;
    struct db *const *dbs;
    uint32_t db_count;
    struct census_games games;
    unsigned threads;
    struct replay **replays; /* one for each worker */
    unsigned pass_bits;      /* there are 1 << pass_bits passes */
    uint64_t pass;           /* keys whose top bits are this are collected now */
    struct census_bucket buckets[CENSUS_BUCKETS];
};

/* Whether there is a position at that place: what came from another part may be anything. */
static inline bool census_has_place(const struct census_work *w, uint64_t place)
{
    return place >> 32 < w->games.count && (uint32_t)place <= w->games.at[place >> 32].plies;
}

/* Fills the buckets with the occurrences of this pass, in the order of the games; each part its
 * own games. */
enum status census_collect(struct census_work *w, struct err *err) CHECK_RESULT;

/* Appends to a bucket occurrences that stand at any address; false if there is no memory. */
bool census_append(struct census_bucket *b, const void *at, size_t n);
/* In parts: whoever replays the game of a frequent position sends it to the others
 * (census_shuffle.c).  A meeting. */
enum status census_top_merge(struct census *out, const struct census_work *w, enum status status,
                             struct err *err) CHECK_RESULT;
/* In parts: sends buckets to those that count them (census_shuffle.c).  A meeting: `status` is
 * how collecting went. */
enum status census_shuffle(struct census_work *w, enum status status, struct err *err) CHECK_RESULT;

/* STATUS_SYNTAX: a stored move of this game can't be made. */
enum status census_bad_game(const struct census_game *g, struct err *err);

#endif
