/* shogi_touch.h: following a few squares through a stored game without playing it.
 *
 * What stands on a square changes with moves to it or from it, and those can be seen in the two
 * bytes of a move, sixteen moves at once.  What comes to the square is found by going back: to the
 * last move that went to where it comes from, and so on, to a drop or to the start.
 *
 *     shogi_touched(moves, n, &watch, bits)             which moves touch a square
 *     for each of them in turn
 *         shogi_touch(&lite, &start, moves, ply, &watch, &changes)
 *
 * Only squares that are watched are kept in lite->board; hands are not known.  On 240,000 generated
 * games of 107 plies a whole search for one common piece (g21ke, s17fu, s76fu) took 270 to 320 ms
 * of processor time when the moves were made, and about 100 ms in this way. */
#ifndef KIFU_GAMES_SHOGI_SHOGI_TOUCH_H
#define KIFU_GAMES_SHOGI_SHOGI_TOUCH_H

#include "games/shogi/shogi_facts.h"

/* Makes bit i % 64 of word i / 64 of `bits` say whether move i (0 … n - 1, of two bytes) may change
 * what is watched; a move to or from no square is among them. */
void shogi_touched(const char *moves, uint32_t n, const struct fact_watch *w, uint64_t *bits);

/* Makes that move as far as watched squares are concerned: which facts of theirs end and begin.
 * Every touched move is to be given in turn, lite being `start` at first, where the moves begin.
 * False if it can't be made: damage, which playing the game will find. */
bool shogi_touch(struct shogi_lite *lite, const struct shogi_lite *start, const char *moves,
                 uint32_t ply, const struct fact_watch *w, struct fact_changes *out);

/* What the move at `ply`, which does not drop, moves from its square; 0 if that can't be. */
int shogi_piece_from(const struct shogi_lite *start, const char *moves, uint32_t ply, int square);

#endif
