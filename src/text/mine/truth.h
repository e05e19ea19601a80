/* truth.h: compares mined sequences with a list of known ones (recall).
 *
 * A file of known lines, as dictionaries of joseki are turned into: one line of the file is one
 * line of play, points as SGF writes them, colours alternating from the first stone:
 *
 *     # empty lines and lines that begin with #, after blanks or not, are left out
 *     pd nc lc qc pc qd pe pb ob qb oc qf
 *
 * Two sequences are the same if stones of the same points and colours follow each other in the same
 * order, up to the eight symmetries, translation, and exchange of the colours.  A line counts as
 * found by a sequence that is the same as the whole of it, or as all but its first stone, which was
 * often there long before; never by one that is longer, or a part.  A line of fewer than
 * TRUTH_SHORTEST stones is never found. */
#ifndef KIFU_TEXT_MINE_TRUTH_H
#define KIFU_TEXT_MINE_TRUTH_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/span.h"

enum {
    TRUTH_SHORTEST = 5,  /* stones of a line that can be found */
    TRUTH_LONGEST = 512, /* stones of a line, or of a sequence that can be one */
    TRUTH_CUTOFFS = 4,
};
/* At which recall is usually told: 1,000, 5,000, 10,000, 25,000. */
extern const uint32_t truth_cutoffs[TRUTH_CUTOFFS];

struct truth_stone {
    uint8_t column, row, colour; /* below 52; which colour is which does not matter */
};

struct truth_line {
    size_t first; /* of its stones */
    uint32_t count;
    uint32_t number; /* in the file, from 1 */
    uint32_t nth;    /* of the best sequence that is the same; 0: none so far */
};
struct truth_form; /* a line, or all but its first stone, as it is compared */

struct truth {
    struct truth_stone *stones;
    struct truth_line *lines;
    struct truth_form *forms; /* by their bytes */
    uint8_t *bytes;
    size_t stone_count, stone_cap, line_count, line_cap, form_count, byte_count;
};

/* Reads the text of a file.  STATUS_SYNTAX or STATUS_LIMIT say line and byte.  Fails leaving
 * nothing to release. */
enum status truth_read(struct truth *t, struct span text, struct err *err) CHECK_RESULT;
void truth_release(struct truth *t);

/* Says that a sequence has a rank, from 1; the order in which this is said does not matter. Returns
 * how many lines it is the same as. */
size_t truth_note(struct truth *t, const struct truth_stone *stones, size_t count, uint32_t nth);
/* Lines found at this rank or a better one. */
size_t truth_count_found(const struct truth *t, uint32_t nth);
/* Forgets all ranks. */
void truth_clear(struct truth *t);

/* Where a sequence goes in the tree of all lines: how many of its first stones, or of its first
 * stones after one that is missing, begin one of them.  `count` if all of it does. */
size_t truth_path(const struct truth *t, const struct truth_stone *stones, size_t count);

/* The form in which two sequences are the same bytes: out[3 * count], column, row and colour of
 * each stone. */
void truth_canonical(const struct truth_stone *stones, size_t count, uint8_t *out);

#endif
