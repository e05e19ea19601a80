/* game_analysis.h: what the searched values of a game say about its moves.
 *
 * Position p has p moves before it; move p is the one made there.  Values are for the side to move,
 * as in engine_search.h.
 *
 *   loss        of a move: the mover's win probability before it less that after it, if that is
 *               positive; 0 if the move is the one that the search would have made
 *   class       by the loss: an inaccuracy from 0.05 on, a mistake from 0.1, a blunder from 0.15
 *   accuracy    of a move, 0 … 100: 103.1668 exp(-4.354 loss) - 3.1669, as Lichess has it.  Of a
 *               player: the mean of two means of these, the harmonic one, and one in which a move
 *               counts by how much the game swings around it (the standard deviation of the win
 *               probability over a tenth of the game, 2 to 8 positions)
 *   mates       missed: the mover had a forced mate and after the move no longer has one, counted
 *               once a move.  Found: the game ends with a forced mate that the player kept
 *   turning points  moves at which the favourite changes (from 55 % to the other side's 55 %: of
 *               those in between the one that loses most), and the three that lose most
 *
 * Everything here is computed from positions: nothing is searched. */
#ifndef KIFU_VALUES_ANALYSIS_GAME_ANALYSIS_H
#define KIFU_VALUES_ANALYSIS_GAME_ANALYSIS_H

#include "base/buf.h"
#include "engine/search/win_rate.h"
#include "games/shogi/shogi.h"

enum { ANALYSIS_LINE_MOST = 16, ANALYSIS_LARGEST = 3 };

/* What a search says of a position. */
struct analysed_position {
    int value; /* THINK_NO_VALUE: nothing */
    uint8_t length;
    shogi_move line[ANALYSIS_LINE_MOST]; /* the best move first */
};

enum move_class { MOVE_GOOD, MOVE_INACCURACY, MOVE_MISTAKE, MOVE_BLUNDER, MOVE_CLASSES };
extern const char *const move_class_names[MOVE_CLASSES]; /* "good", "inaccuracy", … */

struct analysed_move {
    shogi_move move, best; /* best 0: not known */
    uint8_t side;          /* who made it */
    bool known;            /* both values are; the rest is 0 otherwise */
    bool misses_mate, allows_mate;
    enum move_class class;
    int before, after; /* values for the mover */
    double win_before, win_after, loss, accuracy;
};

struct analysed_player {
    uint32_t moves;                 /* that are known */
    uint32_t classes[MOVE_CLASSES]; /* how many of each */
    uint32_t mates_missed, mates_found;
    double accuracy, loss; /* loss: mean of the moves; both 0 without moves */
};

struct turning_point {
    uint32_t move; /* 0-based */
    bool changes;  /* the favourite */
    bool large;    /* among those that lose most */
    int favourite; /* changes: the side that is it from now on */
};

struct game_analysis {
    const struct shogi_pos *start; /* borrowed, like all that the caller fills in */
    const shogi_move *moves;       /* legal */
    uint32_t plies;
    const struct analysed_position *positions; /* plies + 1 */
    int scale;                                 /* win_rate.h */
    /* computed */
    struct analysed_move *at; /* owned: plies */
    struct analysed_player players[2];
    struct turning_point *turning_points; /* owned, by move */
    uint32_t turning_point_count;
};

enum status game_analysis_compute(struct game_analysis *a, struct err *err) CHECK_RESULT;
void game_analysis_release(struct game_analysis *a); /* what it owns; zeroed is fine */

/* Black's win probability in position p; below 0 if it is not known. */
double game_analysis_win(const struct game_analysis *a, uint32_t p);

/* A forced mate holds as long as the moves of its line are made: gives the positions behind it the
 * value and line that follow, where their own searches have seen less. */
void analysis_carry_mates(struct analysed_position *positions, const shogi_move *moves,
                          uint32_t plies);

/* Appends positions 0 … plies as bytes, and reads them back: STATUS_SYNTAX unless the bytes are
 * plies + 1 positions whose lines are legal, whoever wrote them. */
void analysis_encode(const struct analysed_position *positions, uint32_t plies, struct buf *out);
enum status analysis_decode(struct span bytes, const struct shogi_pos *start,
                            const shogi_move *moves, uint32_t plies, struct analysed_position *out,
                            struct err *err) CHECK_RESULT;

#endif
