/* substrings.h: enumerates the substrings of a corpus with their frequencies and neighbours.
 *
 * A text of n symbols has up to n²/2 substrings but only some 2n different histories: substrings
 * that occur at the same places form one node, the intervals of the array of suffixes by what
 * neighbours have in common.  One pass over that array, bottom up, with a stack, visits them all.
 *
 *     order  suffix            lcp
 *       3    a                  0
 *       1    a b a              1     nodes: [0,3) "a", 1 symbol
 *       5    a b a c            3            [1,3) "a b", "a b a", 2 to 3 symbols
 *       …
 */
#ifndef KIFU_TEXT_MINE_SUBSTRINGS_H
#define KIFU_TEXT_MINE_SUBSTRINGS_H

#include <stdatomic.h>
#include <stdbool.h>

#include "base/work/reduction.h"
#include "text/mine/corpus.h"
#include "text/mine/suffix_array.h"

/* Suffixes that agree up to a break stand in the order of the text: nothing depends on what happens
 * to come after it. */
struct substring_index {
    const struct corpus *corpus; /* borrowed */
    uint32_t *order, *lcp;       /* of `count` suffixes: suffix_array.h; lcp has one more, for what
                                    the suffix after the last shares with it */
    uint32_t count;              /* suffixes here: all, or those of a part */
    uint32_t before;             /* suffixes that stand before these: 0 if all are here */
    const struct suffix_parts *parts;  /* borrowed; NULL: all are here */
    const struct reduction *reduction; /* borrowed: who has the other parts */
    const atomic_bool *cancelled;      /* borrowed; may be NULL */
};
/* STATUS_CANCELLED when `cancelled`, which may be NULL, becomes true, now or in a later walk. */
enum status substring_index_build(struct substring_index *x, const struct corpus *c,
                                  const atomic_bool *cancelled, struct err *err) CHECK_RESULT;
/* Only this part; there are as many as there are of the reduction.  All have the same text.  What is
 * then said of substrings of at least parts->depth symbols is right, and each is seen by one part;
 * of shorter ones a part sees its own occurrences only.  A meeting. */
enum status substring_index_build_part(struct substring_index *x, const struct corpus *c,
                                       const struct suffix_parts *parts,
                                       const struct reduction *reduction,
                                       const atomic_bool *cancelled, struct err *err) CHECK_RESULT;
void substring_index_release(struct substring_index *x);

/* --- Nodes ------------------------------------------------------------------------------------ */

/* Substrings of `shortest` to `longest` symbols that occur at order[from … to - 1]. */
struct substring_node {
    uint32_t from, to;
    uint32_t shortest, longest;
};

/* Children before their parents, and from left to right.  Anything but STATUS_OK ends the walk. */
typedef enum status substring_visit(void *ctx, const struct substring_node *node, struct err *err);
enum substring_scope {
    SUBSTRINGS_REPEATED, /* those that occur twice or more */
    SUBSTRINGS_ALL,      /* those that occur once too: each suffix has at most one node of them */
};
enum status substring_walk(const struct substring_index *x, enum substring_scope scope,
                           substring_visit *visit, void *ctx, struct err *err) CHECK_RESULT;

/* --- Counts ----------------------------------------------------------------------------------- */

/* How many symbols there are from each place to the end of its sentence; 0 at breaks.  counts has
 * room for the whole text. */
void substring_reach(const struct corpus *c, uint32_t *counts);

/* How often the w symbols that begin at each place of the text occur; 0 where the sentence has
 * fewer: counts[at * stride], room for the whole text, filled in all parts.  A meeting if the index
 * is a part; w is then at least parts->depth. */
enum status substring_windows(const struct substring_index *x, uint32_t w, uint32_t *counts,
                              size_t stride, struct err *err) CHECK_RESULT;

/* How many different substrings of each length there are: counts[length - 1], owned by the caller
 * (mem_free), up to the longest sentence.  Of the whole text, in all parts: a meeting. */
struct substring_lengths {
    uint64_t *all, *repeated; /* at all; twice or more */
    uint32_t longest;
};
enum status substring_count_lengths(const struct substring_index *x, struct substring_lengths *out,
                                    struct err *err) CHECK_RESULT;
void substring_lengths_release(struct substring_lengths *l);

/* --- Results ---------------------------------------------------------------------------------- */

/* One that was found to be a unit: `length` symbols at each of order[from … to - 1]. */
struct sequence {
    double score;
    uint32_t from, to; /* occurrences */
    uint32_t length;   /* symbols */
};
struct sequences {
    struct sequence *at; /* best first; equal scores by frequency, length (more first) and then by
                            symbols, so that the order is always the same */
    size_t count, cap;
};
void sequences_release(struct sequences *s);
/* Is a to be ranked before b? */
bool sequence_before(const struct sequence *a, const struct sequence *b);

/* Keeps the best `top` of those offered, in whatever order they come: a heap with the last of those
 * kept on top.  sequences_finish() puts them in order. */
enum status sequences_offer(struct sequences *s, uint64_t top, const struct sequence *one,
                            struct err *err) CHECK_RESULT;
/* Would one with this score certainly not be kept? */
static inline bool sequences_too_low(const struct sequences *s, uint64_t top, double score)
{
    return s->count >= top && (top == 0 || score < s->at[0].score);
}
void sequences_finish(struct sequences *s);

#endif
