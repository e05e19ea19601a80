/* near_duplicates.h: games that are nearly the same as an earlier one.
 *
 * Collections hold the same game twice: turned on the board, with a move put right, broken off
 * earlier.  Such pairs are few, but each makes hundreds of long substrings "occur twice".  Two games
 * are near-duplicates if of the stretches of 32 symbols that the shorter one has, a third or more
 * are in the other, too.  One stretch in eight is looked at, chosen by its own hash and so the same
 * ones in every game.  What two players know by heart is shorter, in Go much: no pair of different
 * games was found among professionals'. */
#ifndef KIFU_TEXT_MINE_NEAR_DUPLICATES_H
#define KIFU_TEXT_MINE_NEAR_DUPLICATES_H

#include "text/mine/corpus.h"

struct near_duplicates;

enum status near_duplicates_open(struct near_duplicates **out, struct err *err) CHECK_RESULT;
void near_duplicates_close(struct near_duplicates *n); /* NULL is fine */
/* Takes the next game, as a corpus of its own, and says whether it is a near-duplicate of one before;
 * if so, it is forgotten.  Symbols must be the same however the board is turned. */
enum status near_duplicates_add(struct near_duplicates *n, const struct corpus *game, bool *found,
                                struct err *err) CHECK_RESULT;

#endif
