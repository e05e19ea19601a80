/* windows.h: sets of windows of plies (line, from, to), which plans are computed with; see
 * plan.h. */
#ifndef KIFU_QUERY_PLAN_WINDOWS_H
#define KIFU_QUERY_PLAN_WINDOWS_H

#include "facts/intersect.h"
#include "facts/position_index.h"

struct windows {
    bool all;           /* anywhere between low and high; c is empty */
    uint32_t low, high; /* with all: plies outside can't hold; high is excluded */
    struct fact_candidates c;
};

static inline struct windows windows_all(void)
{
    return (struct windows){.all = true, .low = 0, .high = UINT32_MAX};
}
void windows_release(struct windows *w);

/* a becomes what a and b have in common; b is released. */
enum status windows_intersect(struct windows *a, struct windows *b, struct err *err) CHECK_RESULT;
/* a becomes what either has; b is released. */
enum status windows_join(struct windows *a, struct windows *b, struct err *err) CHECK_RESULT;
/* Whole lines: those of y that, where they are games, x has too; both are released.  variations:
 * lines that are no games count, too. */
enum status windows_then(struct windows *x, struct windows *y, uint32_t games, bool variations,
                         struct windows *out, struct err *err) CHECK_RESULT;
/* x's windows, of games those that y has too; both are released.  lines: of the segment, variations
 * included if those count.  Where neither is known, anywhere. */
enum status windows_ever(struct windows *x, struct windows *y, uint32_t games, uint32_t lines,
                         struct windows *out, struct err *err) CHECK_RESULT;
/* From x's first window of a game to its end, and all of the other lines; x is released. */
enum status windows_since(struct windows *x, uint32_t games, uint32_t lines, struct windows *out,
                          struct err *err) CHECK_RESULT;
/* A window for each occurrence. */
enum status windows_of_occurrences(const struct occurrences *o, struct windows *out,
                                   struct err *err) CHECK_RESULT;
/* The whole lines of games whose bit is set. */
enum status windows_of_games(const uint64_t *bits, const struct lines *l, bool variations,
                             struct windows *out, struct err *err) CHECK_RESULT;

#endif
