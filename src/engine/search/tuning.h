/* tuning.h: the numbers that the search prunes, reduces and orders by, so that games can tell better ones
 * (scripts/engine-tune).
 *
 * A name each, a default, and limits within which any set of numbers gives a search that ends; that it
 * plays well is another matter.  What the default is worth is measured, or was never doubted: see docs/engine.md. */
#ifndef KIFU_ENGINE_SEARCH_TUNING_H
#define KIFU_ENGINE_SEARCH_TUNING_H

#include <stdbool.h>
#include <stdint.h>

#include "base/span.h"

/* Values are hundredths of a pawn, shares hundredths of a ply. */
enum tuned_constant {
    TUNED_RAZOR_BASE, /* a static value so far below alpha, and so much a ply, leads to captures */
    TUNED_RAZOR_DEPTH,
    TUNED_FUTILITY_DEPTH,    /* a static value so far above beta a ply ends the search */
    TUNED_NULL_BASE,         /* how much less deep a null move is searched: so many hundredths, */
    TUNED_NULL_DEPTH,        /* so many a ply, */
    TUNED_NULL_GAP,          /* and a ply for each such gap above beta */
    TUNED_REDUCTION_BASE,    /* late moves: so many hundredths, */
    TUNED_REDUCTION_SLOPE,   /* and so many a product of logarithms */
    TUNED_REDUCTION_HISTORY, /* a ply less for so much history */
    TUNED_LATE_BASE,         /* late move pruning after so many moves, in hundredths, */
    TUNED_LATE_SQUARE,       /* and so many a squared ply */
    TUNED_QUIET_BASE,        /* no quiet moves with a static value so far below alpha, */
    TUNED_QUIET_DEPTH,       /* and so much a ply */
    TUNED_HISTORY_PRUNING,   /* none with history so bad a ply */
    TUNED_LOSS_CAPTURE,      /* captures may lose so much a ply, */
    TUNED_LOSS_QUIET,        /* quiet moves so much */
    TUNED_SINGULAR_MARGIN,   /* hundredths of a value a ply */
    TUNED_QSEARCH_MARGIN,    /* captures that gain less, and so much, do not help */
    TUNED_WINDOW,            /* of the first search of a round, to both sides */
    TUNED_BONUS_SQUARE,      /* of history: so much a squared ply, */
    TUNED_BONUS_DEPTH,       /* and so much a ply, */
    TUNED_BONUS_MOST,        /* but no more */
    TUNED_SORT_LIMIT,        /* quiet moves with history so bad a ply are not sorted */
    TUNED_COUNT
};

struct tuning {
    int32_t at[TUNED_COUNT];
};

struct tuning_row {
    const char *name;
    int32_t value, least, most; /* the default and its limits */
};
extern const struct tuning_row tuning_rows[TUNED_COUNT];

void tuning_init(struct tuning *t);
/* "window=25,null-gap=300": sets these.  False, with t untouched: an unknown name, or a number that is
 * none or outside its limits. */
bool tuning_read(struct tuning *t, struct span text);

#endif
