/* flow_choice.h: the paper's way to play naturally: points for moves that continue a sequence.
 *
 *     sum(move) = value by the search + weight × points          (style.h adds them up)
 *
 * Points are a table in the flow file (struct flow_points of flow.h): the paper's are 150 for a
 * match in one king's frame, 300 for both, 100 more when the same pawn or bishop moves twice
 * running.  The rule itself is lost from the paper's text; that the 100 are only added to points
 * for a sequence is read off its appendix, where none of the moves was chosen for 100 alone. */
#ifndef KIFU_ENGINE_NATURAL_FLOW_CHOICE_H
#define KIFU_ENGINE_NATURAL_FLOW_CHOICE_H

#include "engine/natural/natural.h"
#include "text/flow/flow.h"

/* Why a move got its points. */
struct flow_reason {
    int points;
    const struct flow_row *row[FLOW_FRAMES]; /* NULL: no match in that frame; of several the
                                                surest (the least p) */
    bool again;
};

/* style: whose sequences count, those that people play more or those of programs.  The points for
 * moving the same piece twice are for people's habits: they are not given for FLOW_COMPUTER. */
void flow_score(const struct flow_table *t, const struct flow_points *points, enum flow_side style,
                const struct natural_past *past, const struct shogi_pos *pos, shogi_move m,
                struct flow_reason *out);
#endif
