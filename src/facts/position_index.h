/* position_index.h: where a whole position occurs, by its key.
 *
 * A table of short entries in buckets by the top bits of the key: a few more bits of the key, and
 * either a line or a group.  A position that occurs once, twice or thrice has an entry for each
 * line: whoever asks replays that one line, which finds the ply and settles false matches, 1 µs
 * each.  One that occurs more often has a group: the whole key, all its occurrences, and, if they
 * are many, what was played next and how it ended, ready to be read.  Two positions with the same
 * first 64 bits of their keys are told apart when the index is written.
 *
 * An occurrence is (line, ply); of a variation only plies from `fresh` on are indexed. */
#ifndef KIFU_FACTS_POSITION_INDEX_H
#define KIFU_FACTS_POSITION_INDEX_H

#include <stdint.h>

#include "base/err.h"
#include "facts/fact_index.h"
#include "games/replay.h"
#include "store/columns.h"
#include "store/lines.h"
#include "store/segment.h"

struct occurrence {
    uint32_t line, ply;
};

/* What was played next at a position or at the plies of a search, in games (not variations), each
 * game counted once for each distinct move. */
struct next_move {
    game_move move;
    uint32_t games;
    uint32_t wins[GAME_MAX_SEATS]; /* games that the seat won */
    uint32_t draws, unknown;       /* games drawn; games whose result is not known */
    uint32_t last_year;            /* 0: no date known */
};

/* Writes the sections of the position index. */
enum status position_index_write(const struct lines *l, const struct columns *c,
                                 const struct index_options *opt, struct segment_writer *w,
                                 struct err *err) CHECK_RESULT;

struct position_index {
    const struct segment *segment;
    const struct lines *lines;
    const struct columns *columns;
    /* more, for position_index.c */
    uint32_t bucket_bits, print_bits, value_bits, groups;
    uint64_t entries;
    struct span table, counts, group_directory, group_data;
};

enum status position_index_open(struct position_index *x, const struct lines *l,
                                const struct columns *c, const struct segment *s,
                                struct err *err) CHECK_RESULT;

/* All occurrences, sorted by line and ply; the array grows as needed and stays the caller's. */
struct occurrences {
    struct occurrence *at;
    size_t count, cap;
};
void occurrences_release(struct occurrences *o);
/* Appends to *o.  r is the calling thread's.  STATUS_SYNTAX if the index is damaged. */
enum status position_find(const struct position_index *x, struct position_key key, struct replay *r,
                          struct occurrences *o, struct err *err) CHECK_RESULT;

/* The figures that are stored for a position that occurs often.  Counts are of games, not of
 * variations, removed ones included: only for segments from which nothing was removed. */
struct position_summary {
    uint32_t games;       /* in which it occurs */
    uint32_t occurrences; /* in games */
    struct next_move *moves;
    size_t count, cap; /* of moves, sorted by games, most first, then by move */
};
/* *found says whether there are any; if not, use position_find().  Moves are the caller's, to be
 * released with position_summary_release(). */
enum status position_summary(const struct position_index *x, struct position_key key,
                             struct position_summary *out, bool *found,
                             struct err *err) CHECK_RESULT;
void position_summary_release(struct position_summary *s);

#endif
