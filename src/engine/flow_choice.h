/* flow_choice.h: the paper's way to play naturally: points for moves that continue a sequence.
 *
 *     sum(move) = value by the search + weight × points
 *
 * Points are a table in the flow file (struct flow_points of flow.h): the paper's are 150 for a
 * match in one king's frame, 300 for both, 100 more when the same pawn or bishop moves twice
 * running. */
#ifndef KIFU_ENGINE_FLOW_CHOICE_H
#define KIFU_ENGINE_FLOW_CHOICE_H

#include "engine/natural.h"
#include "text/flow.h"

/* Why a move got its points. */
struct flow_reason {
    int points;
    const struct flow_row *row[FLOW_FRAMES]; /* NULL: no match in that frame */
    bool again;
};

void flow_judge(const struct flow_table *t, const struct flow_points *points,
                const struct natural_past *past, const struct shogi_pos *pos, shogi_move m,
                struct flow_reason *out);
/* The place of the best sum; ties go to the better value.  values: one for each move, clamped so
 * that lines of a search that was stopped in the middle of a round are in order. */
int flow_choose(const struct flow_reason *reasons, const int16_t *values, int n, double weight);

#endif
