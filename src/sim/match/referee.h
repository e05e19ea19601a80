/* referee.h: when a played game is over, and who won it.
 *
 * Whoever has games played (self-play, matches) asks here and nowhere else.  A referee keeps the
 * board, the moves and the positions so far; it never trusts a player.
 *
 *     referee_begin(&r, &start, 320);
 *     while (referee_goes_on(&r))
 *         referee_play(&r, move);            a player's move, or referee_stop() for anything else
 *     r.end, r.points                        how it went
 *
 * After each move, in this order: no legal move for the other side is mate; a position for the
 * fourth time is a draw, unless one side gave check at every move between, which loses; and a game
 * that has lasted max_plies is a draw. */
#ifndef KIFU_SIM_MATCH_REFEREE_H
#define KIFU_SIM_MATCH_REFEREE_H

#include "games/record.h"
#include "games/shogi/shogi.h"

enum { REFEREE_MOST_PLIES = 2000 };

struct referee {
    struct shogi_pos start;
    struct shogi_pos pos; /* after the last move */
    unsigned plies;       /* moves made */
    unsigned max_plies;
    shogi_move moves[REFEREE_MOST_PLIES];
    /* every position from the start on, plies + 1 of them: what struct think_request asks for */
    struct shogi_history_entry history[REFEREE_MOST_PLIES + 1];

    enum record_end end; /* END_NONE: it goes on */
    int end_seat;        /* of END_ILLEGAL_ACTION: who gave perpetual check; otherwise -1 */
    int8_t points[2];    /* POINTS_WIN …; POINTS_UNKNOWN as long as it goes on */
};

/* A new game from a position that can be played on, with at most max_plies moves (0, or more than
 * REFEREE_MOST_PLIES: that many).  It may be over at once: the side to move may be mated. */
void referee_begin(struct referee *r, const struct shogi_pos *start, unsigned max_plies);

static inline bool referee_goes_on(const struct referee *r)
{
    return r->end == END_NONE;
}

/* The side to move plays m; any sixteen bits.  What is not legal is not played: the game ends with
 * END_ILLEGAL_MOVE.  Of a game that is over nothing changes.  Returns referee_goes_on(). */
bool referee_play(struct referee *r, shogi_move m);

/* The game ends without a move: END_RESIGN, END_TIME_UP, END_ERROR … of the side to move.  A
 * declaration (END_DECLARATION) is checked: one that does not hold by rule 27 is END_ILLEGAL_MOVE.
 * END_ERROR, which leaves the points unknown in a record that was read, is a loss here: the player
 * whose turn it was broke down. */
void referee_stop(struct referee *r, enum record_end end);

/* May the side to move declare?  (Nobody does it for the players.) */
bool referee_may_declare(const struct referee *r);

#endif
