/* natural_values.h: what a search adds to ln p of people's moves.
 *
 *     score = Σ weight[term] · x(term)
 *
 * The terms of a move are ln p without a search, by the model or by a network (scaled by how far the
 * game has come, who plays, and whether the search thinks much of the move), how far it is behind the
 * best and its order, and what kind of thing it is that the search likes or dislikes.  These weights
 * are learnt after the model and apart from it (values/learn/natural_value_fit.h); in a model's file
 * they are a section of their own (natural_file.c), for a network they are a file
 * (people_predictor.h), and their bytes are known only here:
 *
 *     0   4    u32 how many numbers follow
 *     4   4n   i32 each, in thousandths: struct natural_values in order
 *
 * New terms come at the end: in a section with fewer numbers, of an older version, they weigh
 * nothing.  A section with more, of a newer version, is as if there were none. */
#ifndef KIFU_ENGINE_NATURAL_NATURAL_VALUES_H
#define KIFU_ENGINE_NATURAL_NATURAL_VALUES_H

#include "base/buf.h"
#include "engine/natural/natural.h"

enum {
    NATURAL_SPANS = 4,  /* of the game, by moves made */
    NATURAL_STATES = 3, /* ahead, even, behind */
    NATURAL_KNOTS = 10, /* of gaps: between them x is divided between both */
    NATURAL_LEADS = 6,
    NATURAL_ORDERS = 8,
    NATURAL_DEEDS = 6, /* takes, gives check, drops, moves the king, promotes, none of these */
};

enum natural_value_terms {
    /* of ln p */
    TERM_SCALE = 0,                                /* by span */
    TERM_SCALE_CLASS = TERM_SCALE + NATURAL_SPANS, /* by class */
    TERM_SCALE_BEST = TERM_SCALE_CLASS + NATURAL_CLASSES,
    TERM_SCALE_NEAR,    /* nearly as good as the best */
    TERM_SCALE_FAR,     /* much worse */
    TERM_SCALE_UNKNOWN, /* not searched */
    /* of how far it is behind */
    TERM_GAP,                                   /* by knot */
    TERM_SLOPE_SPAN = TERM_GAP + NATURAL_KNOTS, /* in pawns, by span … */
    TERM_SLOPE_CLASS = TERM_SLOPE_SPAN + NATURAL_SPANS,
    TERM_SLOPE_STATE = TERM_SLOPE_CLASS + NATURAL_CLASSES,
    TERM_SLOPE_DEED = TERM_SLOPE_STATE + NATURAL_STATES,
    TERM_ORDER = TERM_SLOPE_DEED + NATURAL_DEEDS,
    TERM_UNKNOWN = TERM_ORDER + NATURAL_ORDERS, /* by span */
    TERM_LOST = TERM_UNKNOWN + NATURAL_SPANS,   /* it is mated, as the search has seen */
    /* of the best */
    TERM_BEST_CLASS,
    TERM_BEST_STATE = TERM_BEST_CLASS + NATURAL_CLASSES,
    TERM_BEST_DEED = TERM_BEST_STATE + NATURAL_STATES,
    TERM_BEST_LEAD = TERM_BEST_DEED + NATURAL_DEEDS, /* by how much better than the second */
    TERM_MATES = TERM_BEST_LEAD + NATURAL_LEADS,     /* it mates */
    TERM_MATED,                                      /* everything loses, it longest */
    /* where the best neither mates nor is mated: of what is lost of the chance to win */
    TERM_CHANCE,
    TERM_CHANCE_ROOT,
    /* of the best and the likeliest move */
    TERM_BEST_P,          /* of the best: its p without a search */
    TERM_BEST_LIKELIEST,  /* of the best: p of the likeliest */
    TERM_LIKELIEST_BEST,  /* of the likeliest: p of the best */
    TERM_SLOPE_LIKELIEST, /* in pawns, times p of the likeliest */
    /* of the number of legal moves: times its logarithm / 4 */
    TERM_SCALE_LEGAL,
    TERM_SLOPE_LEGAL,
    TERM_BEST_LEGAL,
    NATURAL_VALUE_TERMS,
    NATURAL_FIRST_TERMS = TERM_CHANCE, /* as many as the first version had */
};

struct natural_values {
    float weight[NATURAL_VALUE_TERMS];
};

struct natural_value_term {
    uint16_t term;
    float x;
};
enum { NATURAL_MOST_TERMS = 32 };

/* What is the same for all moves of a position. */
struct natural_value_context {
    const struct natural_input *q; /* with values */
    const struct natural_move *moves;
    int count, span, state;
    int best, lead; /* the best's place; how much better it is than the second */
    int likeliest;  /* its place, without a search */
    double best_ln_p, likeliest_p, legal; /* legal: ln of how many moves there are, / 4 */
    bool settled;                         /* the best mates or is mated */
    double ln_sum;                        /* ln p = score - ln_sum */
    uint8_t order[SHOGI_MAX_MOVES], deed[SHOGI_MAX_MOVES];
};

#pragma GCC visibility push(hidden)

/* moves: with their scores without a search; borrowed. */
void natural_values_prepare(struct natural_value_context *s, const struct natural_input *q,
                            const struct natural_move *moves, int count);
/* The terms of a move; returns how many, at most NATURAL_MOST_TERMS. */
int natural_values_terms(const struct natural_value_context *s, int place,
                         struct natural_value_term *out);

/* Changes the scores of all moves. */
void natural_values_add(const struct natural_values *v, const struct natural_input *q,
                        struct natural_move *moves, int count);

/* What a model has before anything was learnt of searches. */
void natural_values_begin(struct natural_values *v);

/* The section of a file.  Reading: false if these are not the bytes of such a section, or numbers
 * are too large to reckon with. */
bool natural_values_read(struct natural_values *v, struct span bytes);
/* False: the section is of a version that reading takes for none. */
bool natural_values_are_known(struct span bytes);
void natural_values_write(const struct natural_values *v, struct buf *out);

#pragma GCC visibility pop

#endif
