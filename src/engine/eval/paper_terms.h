/* paper_terms.h: the paper's evaluation as a sum of weights times counts.
 *
 *     value = Σ weight[t] × coefficient[t]                     (before it is rounded)
 *
 * so that all weights can be fitted at once.  Coefficients are sparse: a position has some hundred
 * that are not 0.  Progress is in them, since the value is linear in weights for a given progress:
 * a pawn more on the board has the coefficient 1 - P under "board.pawn opening" and P under
 * "board.pawn endgame". */
#ifndef KIFU_ENGINE_EVAL_PAPER_TERMS_H
#define KIFU_ENGINE_EVAL_PAPER_TERMS_H

#include "engine/eval/paper.h"

/* Which weights are free; the others stay as they are. */
enum paper_terms {
    PAPER_TERMS_PROGRESS, /* attack, defence */
    PAPER_TERMS_MATERIAL, /* and board and hand */
    PAPER_TERMS_ALL,      /* and pairs and places */
    PAPER_TERMS_SETS
};
extern const char *const paper_terms_names[PAPER_TERMS_SETS]; /* "progress", "material", "all" */

/* Sets are nested, and a term has the same number in each that it is in. */
enum { PAPER_MOST_COEFFICIENTS = 1024 }; /* of a position */
struct paper_coefficient {
    uint16_t term;
    float value;
};

uint32_t paper_term_count(enum paper_terms set);
/* "attack", "board.pawn.opening", "ahead.pawn.silver", "own.gold.+1.2" (a gold one rank ahead of
 * its own king and two files aside): what the weights file calls it, and which number of it. */
void paper_term_name(uint32_t term, char name[EVAL_NAME_BYTES]);
/* The weight itself, in *paper. */
int16_t *paper_term_weight(struct paper *paper, uint32_t term);
/* From Black's side, by the rule of progress given, in the order of terms, each once; returns how
 * many. */
size_t paper_coefficients(enum advance_rule rule, enum paper_terms set, const struct shogi_pos *pos,
                          struct paper_coefficient *out);

/* The same before progress is brought in, to be kept where room matters: a coefficient is a count,
 * Black's less White's, times a factor of the position that depends on the term's phase. */
enum paper_phase {
    PAPER_IN_OPENING,    /* 1 - P */
    PAPER_IN_ENDGAME,    /* P */
    PAPER_IN_DIFFERENCE, /* P / 64: attack and defence are counted in 64ths */
    PAPER_PHASES
};
struct paper_count {
    uint16_t term;
    int16_t count; /* not 0 */
};
/* out has room for PAPER_MOST_COEFFICIENTS; *whole gets progress in 64ths. */
size_t paper_counts(enum advance_rule rule, enum paper_terms set, const struct shogi_pos *pos,
                    struct paper_count *out, int *whole);
enum paper_phase paper_term_phase(uint32_t term);
void paper_factors(int whole, float factor[PAPER_PHASES]);

#endif
