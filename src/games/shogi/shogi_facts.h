/* shogi_facts.h: the facts of shogi positions, as numbers; shogi_facts.c describes the
 * numbering. */
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

/* The parts of a fact. */
struct shogi_fact {
    int color, square; /* square: -1 in hand */
    int kind, count;   /* count: at least this many in hand */
};
struct shogi_fact shogi_fact_parts(uint32_t fact);
/* By kind: which of the facts about a hand is its first, and how many it has. */
struct shogi_hand_facts {
    uint8_t first, most;
};
extern const struct shogi_hand_facts shogi_hand_facts[SHOGI_HAND_KINDS];

/* All facts of a position; out holds SHOGI_MAX_FACTS.  Returns how many. */
uint32_t shogi_facts(const struct shogi_pos *pos, uint32_t *out);
/* What a legal move, not yet played, changes. */
void shogi_fact_changes(const struct shogi_pos *pos, shogi_move m, struct fact_changes *out);

/* A light position, for replaying stored games (game.h). */
struct shogi_lite {
    uint8_t board[SHOGI_SQUARES]; /* piece by square, 0: empty */
    uint8_t hand[2][SHOGI_HAND_KINDS];
    uint8_t turn;
};
void shogi_lite_begin(struct shogi_lite *lite, const struct shogi_pos *pos);
/* Makes a move; returns whose turn it is then, or -1, with nothing changed, if there is no such
 * piece to move or drop. */
int shogi_lite_play(struct shogi_lite *lite, shogi_move m, struct fact_changes *out);

uint32_t shogi_lite_facts(const struct shogi_lite *lite, uint32_t *out);

enum { SHOGI_FLIP = 1, SHOGI_MIRROR = 2, SHOGI_SYMMETRIES = 4 };
uint32_t shogi_fact_image(uint32_t fact, unsigned symmetry);
int shogi_square_image(int square, unsigned symmetry);

/* "s76fu", "gfu01": as the query language writes them. */
void shogi_fact_print(uint32_t fact, struct buf *out);
/* Reads such a name (a count of pawns may have one digit); false if it is none. */
bool shogi_fact_parse(struct span name, uint32_t *out);

extern const struct game_scan shogi_scan; /* shogi_scan.c */

#endif
