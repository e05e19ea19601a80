/* eval.h: evaluations of a position, in hundredths of a pawn, as a table.
 *
 * A search tells of every move that it makes and takes back, so that a judge can carry along what
 * is costly to work out anew, for as many moves as a search is deep (EVAL_MAX_PLY); who goes
 * further begins again on the way.  Weights are shared by all threads; a state belongs to one. */
#ifndef KIFU_ENGINE_EVAL_EVAL_H
#define KIFU_ENGINE_EVAL_EVAL_H

#include "base/err.h"
#include "games/game.h"
#include "games/shogi/shogi.h"
#include "games/shogi/shogi_advance.h"

enum { EVAL_MAX_PLY = 120 }; /* of a search */

/* A value taken apart, from Black's side.  Numbers that an evaluation does not have are NAN. */
enum { EVAL_NAME_BYTES = 64, EVAL_MAX_TERMS = 640 };

struct eval_term {
    char name[EVAL_NAME_BYTES]; /* "opening.pawn"; for programs and people alike */
    double count;               /* how often Black has it, less how often White has it */
    double opening, endgame;    /* what it is worth in these parts, before they are blended */
    double value;               /* what it adds */
};

struct eval_account {
    struct advance advance; /* by the rule that the evaluation goes by; else the paper's */
    int value;              /* exactly the sum of the terms' values */
    int term_count;
    struct eval_term terms[EVAL_MAX_TERMS];
};

/* Does the engine evaluate positions of the game, and play it? */
bool engine_has_game(const struct game *game);

struct eval_type {
    const char *name;
    size_t state_bytes;
    void (*begin)(const void *weights, void *state, const struct shogi_pos *pos);
    /* Before the move is played on pos. */
    void (*play)(const void *weights, void *state, const struct shogi_pos *pos, shogi_move m);
    void (*unplay)(void *state);
    /* For the side to move. */
    int (*value)(const void *weights, void *state, const struct shogi_pos *pos);
    /* From scratch, without shortcuts; terms that count for nothing are left out. */
    void (*explain)(const void *weights, const struct shogi_pos *pos, struct eval_account *out);
};

struct eval {
    const struct eval_type *type;
    const void *weights;
};

/* Pieces alone: what see.h says they are worth. */
extern const struct eval_type eval_material;

/* What each piece contributes, from Black's side: the value less the value without it; kings have
 * 0.  Of pieces in hand: without one of them. */
struct eval_shares {
    int value;
    int board[SHOGI_SQUARES];
    int hand[2][SHOGI_HAND_KINDS];
};
enum status eval_share(const struct eval *eval, const struct shogi_pos *pos,
                       struct eval_shares *out, struct err *err) CHECK_RESULT;

/* "tokin", "promoted-lance": what kinds are called in names of terms; "" for SHOGI_NONE. */
extern const char *const eval_kind_names[SHOGI_KINDS];

/* Adds a term with nothing but a count and a value; the sum is the caller's. */
void eval_add_term(struct eval_account *account, const char *name, double count, double value);
/* The same, named "group.kind". */
void eval_add_kind(struct eval_account *account, const char *group, int kind, double count,
                   double value);
/* The term of that name, or NULL. */
const struct eval_term *eval_find_term(const struct eval_account *account, const char *name);

#endif
