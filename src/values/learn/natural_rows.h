/* natural_rows.h: positions of shogi from a file of rows (docs/formats/rows.md), as people_rows.h
 * writes them, with what a network said of each: its labels, in a file beside it. */
#ifndef KIFU_VALUES_LEARN_NATURAL_ROWS_H
#define KIFU_VALUES_LEARN_NATURAL_ROWS_H

#include "values/learn/natural_samples.h"

/* Whether a file is one of rows by its name or its first bytes: a damaged one is, too. */
bool natural_rows_is(const char *path);

struct natural_rows_options {
    unsigned held_out, reserve; /* of struct natural_game_options */
    bool before;                /* all of it is learnt from before the others */
    bool labelled;              /* PATH.rows has labels, in PATH.labels */
    const atomic_bool *cancelled;
};
/* Adds the positions of a file.  STATUS_SYNTAX if it is damaged or the labels are of other rows,
 * STATUS_UNSUPPORTED if it is of another game or version. */
enum status natural_rows_add(struct natural_samples *s, const char *path,
                             const struct natural_rows_options *o, struct err *err) CHECK_RESULT;

#endif
