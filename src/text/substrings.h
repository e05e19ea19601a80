/* substrings.h: every substring of a corpus, its frequency and what stands beside it.
 *
 * A text of n symbols has up to n²/2 substrings but only some 2n different histories: substrings
 * that occur at the same places form one node, the intervals of the array of suffixes by what
 * neighbours have in common.  One pass over that array, bottom up, with a stack, visits them all.
 */
#ifndef KIFU_TEXT_SUBSTRINGS_H
#define KIFU_TEXT_SUBSTRINGS_H

#include "text/corpus.h"

struct substring_index {
    const struct corpus *corpus; /* borrowed */
    uint32_t *order, *lcp;       /* of all suffixes: suffix_array.h */
    uint32_t *rank;              /* where a place of the text stands in the order */
};
enum status substring_index_build(struct substring_index *x, const struct corpus *c,
                                  struct err *err) CHECK_RESULT;
void substring_index_release(struct substring_index *x);

/* Substrings of `shortest` to `longest` symbols that occur at order[from … to - 1]. */
struct substring_node {
    uint32_t from, to;
    uint32_t shortest, longest;
};

/* One that was found to be a unit: `length` symbols at each of order[from … to - 1]. */
struct sequence {
    double score;
    uint32_t from, to; /* occurrences */
    uint32_t length;   /* symbols */
};
struct sequences {
    struct sequence *at; /* best first; equal scores by frequency, length and then by symbols, so
                            that the order is always the same */
    size_t count, cap;
};
void sequences_release(struct sequences *s);

#endif
