/* position_index.h: the index of whole positions: all occurrences of a position, by its key.
 *
 * Games stand sorted by their moves, so those that reach a position by the same moves stand side by
 * side: one entry, their first line, is enough for all of them, and a byte for each game holds the
 * number of plies that it shares with the one before.  Entries are sorted by key: a slot of the
 * range of keys, a few more bits, and a line.  A look-up replays that one line, which finds the ply
 * and rejects false matches, 2 µs each.  A position that is reached in many ways, or occurs often,
 * has a group instead: its key, all its runs of games, and the counts of its next moves with
 * results.  Two positions with the same first 64 bits of their keys are distinguished: groups by 16
 * more bits, entries by the whole key.
 *
 * An occurrence is (line, ply); of a variation only plies from `fresh` on are indexed. */
#ifndef KIFU_FACTS_POSITION_INDEX_H
#define KIFU_FACTS_POSITION_INDEX_H

#include <stdint.h>

#include "base/err.h"
#include "facts/fact_index.h"
#include "facts/key_slots.h"
#include "facts/next_moves.h"
#include "games/replay.h"
#include "store/lines.h"
#include "store/metadata/columns.h"
#include "store/segment.h"

struct occurrence {
    uint32_t line, ply;
};

/* Writes the sections of the position index.  STATUS_SYNTAX if a line can't be replayed.  Takes
 * the memory of the finished index besides that for work. */
enum status position_index_write(const struct lines *l, const struct columns *c,
                                 const struct index_options *opt, struct segment_writer *w,
                                 struct err *err) CHECK_RESULT;

struct position_index {
    const struct segment *segment;
    const struct lines *lines;
    const struct columns *columns;
    /* more, for position_index.c */
    const uint8_t *share;
    struct key_slots slots;
    unsigned fingerprint_bits, line_bits, bucket_bits;
    uint32_t groups;
    const char *table, *buckets;
    struct span group_data;
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
/* As position_find(), only of lines that have it more than once. */
enum status position_find_repeated(const struct position_index *x, struct position_key key,
                                   struct replay *r, struct occurrences *o,
                                   struct err *err) CHECK_RESULT;

/* Lines from … to - 1 have the position at this ply, having the same moves up to there.  Runs are
 * sorted by line; those of other plies overlap only where a line has the position again. */
struct position_run {
    uint32_t from, to, ply;
};
struct position_runs {
    struct position_run *at; /* owned */
    size_t count, cap;
    bool again; /* some line has it more than once: runs overlap */
};
void position_runs_release(struct position_runs *runs);
/* As position_find(), with the occurrences as runs of lines. */
enum status position_find_runs(const struct position_index *x, struct position_key key,
                               struct replay *r, struct position_runs *out,
                               struct err *err) CHECK_RESULT;

/* In how many ways, at most, lines lead to it (lines that share all moves up to there are one way);
 * 0: it does not occur.  Without a replay: a few may be other positions. */
enum status position_ways(const struct position_index *x, struct position_key key, uint32_t *ways,
                          struct err *err) CHECK_RESULT;

/* The figures that are stored for a position that occurs often.  Counts are of games, not of
 * variations, removed ones included: only for segments from which nothing was removed. */
struct position_summary {
    uint32_t games;       /* in which it occurs */
    uint32_t occurrences; /* in games */
    struct next_move *moves;
    size_t count, cap; /* of moves, sorted by games, most first, then by move */
};
/* *found: whether figures are stored; if not, use position_find().  Moves are the caller's, to be
 * released with position_summary_release(). */
enum status position_summary(const struct position_index *x, struct position_key key,
                             struct position_summary *out, bool *found,
                             struct err *err) CHECK_RESULT;
void position_summary_release(struct position_summary *s);

/* Calls back for every position that has a group (one that occurs often), in the order of keys,
 * with what is stored of its key: a, and the top 16 bits of b.  nodes counts the different ways
 * that led to it.  Anything but STATUS_OK stops it and is returned. */
enum status position_index_walk_groups(const struct position_index *x,
                                       enum status (*each)(void *ctx, uint64_t a, uint16_t b_top,
                                                           uint32_t nodes, struct err *err),
                                       void *ctx, struct err *err) CHECK_RESULT;

#endif
