/* shogi_facts.h: what is true of a shogi position, as numbers; see shogi_facts.c for the numbering. */
#ifndef KIFU_GAMES_SHOGI_SHOGI_FACTS_H
#define KIFU_GAMES_SHOGI_SHOGI_FACTS_H

#include "base/buf.h"
#include "games/game.h"
#include "games/shogi/shogi.h"

enum {
    SHOGI_FACT_COUNT = 2344,  /* facts are 0 … 2343 */
    SHOGI_MAX_FACTS = 81 + 76 /* of one position */
};

uint32_t shogi_fact_on_board(int color, int square, int kind);
/* At least n of a plain kind in hand, n from 1 to as many as there are. */
uint32_t shogi_fact_in_hand(int color, int kind, int n);

/* All facts of a position; out holds SHOGI_MAX_FACTS.  Returns how many. */
uint32_t shogi_facts(const struct shogi_pos *pos, uint32_t *out);
/* What a legal move, not yet played, changes. */
void shogi_fact_changes(const struct shogi_pos *pos, shogi_move m, struct fact_changes *out);

/* What walking through a stored game needs of the position. */
struct shogi_lite {
    uint8_t board[SHOGI_SQUARES]; /* piece by square, 0: empty */
    uint8_t hand[2][SHOGI_HAND_KINDS];
    uint8_t turn;
};
void shogi_lite_begin(struct shogi_lite *lite, const struct shogi_pos *pos);
/* False, with nothing changed, if there is no such piece to move or drop. */
bool shogi_lite_play(struct shogi_lite *lite, shogi_move m, struct fact_changes *out);

/* Makes n moves of two bytes without telling what changes. */
bool shogi_lite_skip(struct shogi_lite *lite, const char *moves, uint32_t n);
uint32_t shogi_lite_facts(const struct shogi_lite *lite, uint32_t *out);

/* See game.h: places are squares; others are hands, 8 * colour + kind; the sieve is for shogi_touch.c. */
void shogi_watch_fact(struct fact_watch *w, uint32_t fact);
uint32_t shogi_lite_watch(struct shogi_lite *lite, const char *moves, uint32_t first, uint32_t n,
                          const struct fact_watch *w);

enum { SHOGI_FLIP = 1, SHOGI_MIRROR = 2, SHOGI_SYMMETRIES = 4 };
uint32_t shogi_fact_image(uint32_t fact, unsigned symmetry);
int shogi_square_image(int square, unsigned symmetry);

/* "s76fu", "gfu01": as the query language writes them. */
void shogi_fact_print(uint32_t fact, struct buf *out);
/* Reads such a name (a count of pawns may have one digit); false if it is none. */
bool shogi_fact_parse(struct span name, uint32_t *out);

#endif
