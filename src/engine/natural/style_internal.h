/* style_internal.h: what the files of style.h share. */
#ifndef KIFU_ENGINE_NATURAL_STYLE_INTERNAL_H
#define KIFU_ENGINE_NATURAL_STYLE_INTERNAL_H

#include "engine/natural/style.h"

struct style {
    struct style_settings settings; /* numbers only */
    bool has_flow;
    struct flow_table flow;
    struct natural *model;
};

/* No points if there is nothing to get any for. */
void style_score_flow(const struct style *s, const struct style_position *at, shogi_move m,
                      struct flow_reason *out);
/* How likely people are to play each move, without any search. */
int style_infer_moves(const struct style *s, const struct style_position *at,
                      struct natural_move *out);
/* What all legal moves have to show for themselves beside their value, in the units of values; in
 * the order of shogi_legal_moves().  Returns how many there are. */
int style_favour(const struct style *s, const struct style_position *at, struct natural_move *moves,
                 double *sums);
/* Fills in what is known of a choice beside moves and values. */
void style_describe(const struct style *s, const struct style_position *at, struct style_choice *c);

#endif
