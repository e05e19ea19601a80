/* natural_values.h: what a search adds to the model of people's moves (natural.h).
 *
 *     score = scale · score without a search + gap[how far behind the best] + rank[its place]
 *
 * by how far the game has come.  These weights are learnt after the model and apart from it; in a
 * model's file they are a section of their own (natural_file.c), whose bytes are known only here:
 *
 *     0   4    u32 how many numbers follow
 *     4   4n   i32 each, in thousandths: struct natural_values in order */
#ifndef KIFU_ENGINE_NATURAL_VALUES_H
#define KIFU_ENGINE_NATURAL_VALUES_H

#include "base/buf.h"
#include "engine/natural.h"

enum { NATURAL_GAPS = 16, NATURAL_RANKS = 8, NATURAL_SPANS = 4 };
struct natural_values {
    float scale[NATURAL_SPANS];               /* by span of the game */
    float gap[NATURAL_SPANS][NATURAL_GAPS];   /* how much worse than the best; the last: unknown */
    float rank[NATURAL_SPANS][NATURAL_RANKS]; /* 0: the best */
};

#pragma GCC visibility push(hidden)

/* Where what a search says of a move stands among what it says of all. */
struct natural_placed {
    uint8_t gap, rank;
};
int natural_gap(int gap);
void natural_place_values(const int16_t *values, int count, struct natural_placed *out);

/* Changes the scores of all moves; values as in struct natural_question, phase as in
 * struct natural_scene. */
void natural_values_add(const struct natural_values *v, int phase, const int16_t *values,
                        struct natural_move *moves, int count);

/* What a model has before anything was learnt of searches. */
void natural_values_begin(struct natural_values *v);

/* The section of a file.  Reading: false if these are not the bytes of such a section, or numbers
 * are too large to reckon with. */
bool natural_values_read(struct natural_values *v, struct span bytes);
void natural_values_write(const struct natural_values *v, struct buf *out);

#pragma GCC visibility pop

#endif
