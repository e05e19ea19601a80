/* paper_terms.h: the paper's evaluation as a sum of weights times counts.
 *
 *     value = Σ weight[t] × coefficient[t]                     (before it is rounded)
 *
 * so that all weights can be fitted at once.  Coefficients are sparse: a position has some hundred
 * that are not 0.  Progress is in them, since the value is linear in weights for a given progress:
 * a pawn more on the board has the coefficient 1 - P under "board.pawn opening" and P under
 * "board.pawn endgame". */
#ifndef KIFU_ENGINE_PAPER_TERMS_H
#define KIFU_ENGINE_PAPER_TERMS_H

#include "engine/paper.h"

/* Which weights are free; the others stay as they are. */
enum paper_terms {
    PAPER_TERMS_PROGRESS, /* attack, defence */
    PAPER_TERMS_MATERIAL, /* and board and hand */
    PAPER_TERMS_ALL,      /* and pairs and places */
    PAPER_TERMS_SETS
};
extern const char *const paper_terms_names[PAPER_TERMS_SETS]; /* "progress", "material", "all" */

enum { PAPER_MOST_COEFFICIENTS = 1024 }; /* of a position */
struct paper_coefficient {
    uint16_t term;
    float value;
};

uint32_t paper_term_count(enum paper_terms set);
/* "attack", "board.pawn.opening", "own.gold.+1.2", …: as the weights file has it. */
void paper_term_name(enum paper_terms set, uint32_t term, char name[EVAL_NAME_BYTES]);
/* The weight itself, in *paper. */
int16_t *paper_term_weight(struct paper *paper, enum paper_terms set, uint32_t term);
/* From Black's side, by the rule of progress given, in the order of terms; returns how many. */
size_t paper_coefficients(enum advance_rule rule, enum paper_terms set, const struct shogi_pos *pos,
                          struct paper_coefficient *out);

#endif
