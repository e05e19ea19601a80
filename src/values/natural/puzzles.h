/* puzzles.h: moves that teach: strong players find them more often than others, whose favourite is
 * worse.
 *
 * A position comes from somebody's game, where the network of people's moves (people_network.h) says
 * who finds the move.  Whether it is right is another question, which a search answers: the move
 * must be nearly the best one, and clearly better than the one that the others like most. */
#ifndef KIFU_VALUES_NATURAL_PUZZLES_H
#define KIFU_VALUES_NATURAL_PUZZLES_H

#include "engine/eval/eval.h"
#include "values/natural/found_moves.h"

/* Values are for the side to move, in hundredths of a pawn. */
struct puzzle_rule {
    int class;                    /* enum natural_class: who misses the move */
    float likelier;               /* professionals play it so many times as often, at least */
    int within;                   /* at most so much less than the best */
    int better;                   /* at least so much more than what they play */
    uint64_t nodes;               /* of the search */
    const atomic_bool *cancelled; /* ends a search early; may be NULL */
};

struct puzzle {
    struct shogi_pos pos;
    struct natural_past past;
    uint32_t ply;            /* moves made so far */
    shogi_move move, missed; /* the solution, and what the class plays most */
    float p[NATURAL_CLASSES], missed_p[NATURAL_CLASSES];
    int value, missed_value;
    bool missed_worse; /* it is worth at most missed_value */
};

struct puzzle_judge; /* for one thread */
enum status puzzle_judge_open(struct puzzle_judge **out, const struct people_network *n,
                              const struct eval *eval, const struct puzzle_rule *rule,
                              struct err *err) CHECK_RESULT;
void puzzle_judge_close(struct puzzle_judge *j); /* NULL is fine */
/* Fills in the rest of a puzzle whose pos, past, ply and move are set; *good: it is one.  Depends
 * on the position alone, not on those before; after cancelling, on nothing. */
enum status puzzle_judge_try(struct puzzle_judge *j, struct puzzle *p, bool *good,
                             struct err *err) CHECK_RESULT;

#endif
