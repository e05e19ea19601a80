/* chaturanga_slow.h: the rules of chaturanga once more, slowly.
 *
 * Written from the text of the rules (docs/chaturanga.md), with a board of squares and plain loops,
 * and nothing taken from src/games/chaturanga but the names of readings and kinds.  Tests play it
 * beside the fast rules; the benchmark says how much faster these are. */
#ifndef KIFU_BENCH_CHATURANGA_SLOW_H
#define KIFU_BENCH_CHATURANGA_SLOW_H

#include "games/chaturanga/chaturanga.h"

enum { SLOW_NOBODY = -1 };

struct slow_square {
    int colour; /* SLOW_NOBODY: empty */
    int kind;
};

struct slow_game {
    struct slow_square board[8][8]; /* by file and rank */
    int turn;
    int state[4]; /* enum chaturanga_state */
    int taken[4], taker[4];
    bool team_out; /* the partners fight */
    bool over, drawn;
    int winner, ply;
    struct chaturanga_rules rules;
};

struct slow_place {
    int file, rank;
};
struct slow_step {
    struct slow_place from, to;
};
struct slow_turn {
    int n; /* steps */
    struct slow_step step[2];
    bool comes_back; /* a raja, on step[0].to */
    int exchange;    /* in question: 0 not; 1 one half, 2 one quarter is its probability */
};

enum { SLOW_MAX_TURNS = CHATURANGA_MAX_TURNS };

void slow_start(struct slow_game *g, const struct chaturanga_rules *rules);
/* All turns by that roll; for a raja that comes back, one for each square. */
int slow_turns(const struct slow_game *g, int die1, int die2, struct slow_turn *out);
/* May a step by one number be followed by a step by the other? */
bool slow_set_is_legal(const struct slow_game *g, int number1, struct slow_step one, int number2,
                       struct slow_step two);
/* Plays it; agreed: the exchange, if it is in question, is made. */
void slow_play(struct slow_game *g, const struct slow_turn *turn, bool agreed);
/* What chaturanga_count() has; turns has room for SLOW_MAX_TURNS. */
void slow_count(const struct slow_game *g, struct slow_turn *turns, struct chaturanga_counts *out);

#endif
