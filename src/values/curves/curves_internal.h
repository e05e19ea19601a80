/* curves_internal.h: between the counting of positions (curves.c), the drawing of games
 * (curve_resamples.c) and what is made of both (curve_figures.c). */
#ifndef KIFU_VALUES_CURVES_CURVES_INTERNAL_H
#define KIFU_VALUES_CURVES_CURVES_INTERNAL_H

#include "values/curves/curves.h"

/* A bin of a curve, added up.  With n a game's positions in it and y its points (0, ½, 1): all sums
 * are of whole numbers, or quarters of them, and exact. */
struct curve_cell {
    uint64_t positions, games;
    double points;                             /* Σ ny */
    double squares, won_squares, most_squares; /* Σ n², Σ n²y, Σ n²y² */
};

/* All of a curve. */
struct curve_tally {
    uint64_t positions, games, mates;
    int64_t values;
    double points;
};

/* Conditions that are looked at together, the first of their rows being that of all positions:
 * row r, bin b is cell r * bins + b. */
struct curve_batch {
    const struct curve_request *q;
    const struct curve_options *o;
    const struct curve_condition *conditions;
    uint32_t rows; /* conditions + 1 */
    uint32_t bins, middle;
    size_t games, grain;
    struct curve_tally *tallies;
    struct curve_cell *cells;
    /* For the cells that count, and have replicates: their number; UINT32_MAX: none. */
    uint32_t *slots;
    uint32_t slot_count;
};

/* What a game adds: so many positions to some cells. */
struct curve_game {
    uint64_t stream; /* of its random numbers */
    double points;   /* 0, ½, 1 */
    uint32_t *counts, *touched;
    uint32_t touched_count;
    uint64_t *row_positions, *row_mates; /* by row */
    int64_t *row_values;
};

/* Calls back for each of the games from … to-1 (of all sheets) that has something to add. */
typedef void curve_each_game(void *ctx, const struct curve_game *g);
enum status curve_walk(const struct curve_batch *b, size_t from, size_t to, curve_each_game *each,
                       void *ctx, struct err *err);

/* Sums of the replicates: for slot s, replicate r at s * stride + r. */
struct curve_resamples {
    double *positions, *points;
    uint32_t count, stride;
};
enum status curve_resample(struct curve_resamples *out, const struct curve_batch *b,
                           struct err *err);
void curve_resamples_release(struct curve_resamples *r);

/* Fills in a curve from what was counted; `row` of the batch. */
enum status curve_fill(struct curve *c, const struct curve_batch *b, uint32_t row, struct err *err);
/* And how far it lies from that of all positions. */
enum status curve_distort(struct curve *c, const struct curve_batch *b, uint32_t row,
                          const struct curve_resamples *r, struct err *err);

#endif
