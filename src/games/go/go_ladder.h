/* go_ladder.h: whether a chain is captured by a ladder, read out.
 *
 * The attacker gives atari after atari, and captures in the end:
 *
 *     attacker moves    1 liberty: takes the chain; 2: tries either; 3 or more: it has escaped
 *     owner moves       extends at the last liberty, or takes a chain of the attacker's beside it
 *                       that has one liberty itself
 *
 * so that stones on the way (ladder breakers), snapbacks and captures of the chasing stones count,
 * and simple ko does.  Nets, and answers that threaten something else, do not: this is the ladder
 * alone.  A ladder that takes more than GO_LADDER_POSITIONS positions to read counts as escaped. */
#ifndef KIFU_GAMES_GO_GO_LADDER_H
#define KIFU_GAMES_GO_GO_LADDER_H

#include "games/go/go.h"

enum { GO_LADDER_POSITIONS = 300 };

enum { GO_LADDER_ANSWERS = 64, GO_LADDER_WORDS = (GO_CELLS + 63) / 64 };

/* Ladders that were read, and where: an answer stays the same as long as nothing changes there or
 * right beside it. */
struct go_ladder_answers {
    uint16_t key[GO_LADDER_ANSWERS]; /* 2 * cell of a stone of the chain + who is first; 0: none */
    bool captured[GO_LADDER_ANSWERS];
    uint64_t read[GO_LADDER_ANSWERS][GO_LADDER_WORDS]; /* a bit for each cell */
    unsigned next;                                     /* that will be forgotten for another */
};

/* A board to read on, 60 kB; not to be looked into.  Used for the positions of a game one after
 * another it reads only what a move may have changed, which takes a quarter of the time. */
struct go_ladder_board {
    uint8_t width, height, turn;
    uint16_t first_ko; /* cell that `turn` may not retake at once; 0: none */
    uint16_t ko;       /* the same while reading, for the side to move */
    unsigned left;     /* positions that may still be read */
    uint32_t stamp;    /* the latest mark */
    uint32_t taken_count;
    uint8_t cell[GO_CELLS];
    uint32_t mark[GO_CELLS];
    uint16_t chain[GO_POINTS];  /* cells of the chain that was looked at last */
    uint16_t beside[GO_POINTS]; /* cells of the attacker's beside a chain */
    /* Cells whose stones came off, of all moves made: each stone that does was there at first or was
     * placed since. */
    uint16_t taken[GO_POINTS + GO_LADDER_POSITIONS];
    struct go_ladder_answers answers;
};

void go_ladder_init(struct go_ladder_board *b);
/* Takes another position. */
void go_ladder_begin(struct go_ladder_board *b, const struct go_pos *pos);
/* Is the chain on the point captured, if that side moves first?  False for an empty point; of a
 * chain whose owner moves first, one that is not in atari is not captured.  A side that is not to
 * move in the position moves as if the other had played elsewhere: no ko binds it. */
bool go_ladder_captures(struct go_ladder_board *b, int point, int first);

#endif
