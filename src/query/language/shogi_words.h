/* shogi_words.h: functions shared by the files that parse the query words of shogi. */
#ifndef KIFU_QUERY_LANGUAGE_SHOGI_WORDS_H
#define KIFU_QUERY_LANGUAGE_SHOGI_WORDS_H

#include "games/shogi/shogi.h"
#include "games/shogi/shogi_facts.h"
#include "games/shogi/shogi_names.h"
#include "query/language/measures.h"
#include "query/language/parse.h"

/* Which pieces: every colour of the mask with every kind of the mask. */
struct piece_set {
    uint32_t kinds[2]; /* by colour: bit k for kind k */
    bool empty;        /* or no piece at all */
};

/* s, sente, black, 先手, ▲ … removed from the front of a word; -1, with *s untouched, if there is
 * none. */
int shogi_eat_seat(struct span *s);
/* fu, 歩 … from the front; 0 if there is none. */
int shogi_eat_kind(struct span *s);

/* Appends the facts that one of these pieces stands on the square; the new count. */
uint32_t shogi_add_facts(const struct piece_set *set, int square, uint32_t *facts, uint32_t n);
/* All facts "at least 1, 2, … of the kind in hand". */
uint32_t shogi_add_hand_facts(int color, int kind, uint32_t *facts, uint32_t n);
/* How many of a kind there are in a set. */
int shogi_most_in_hand(int kind);

/* sfen "…", board "…", like "…", startpos; the word has been taken. */
uint32_t shogi_read_position(struct parser *p, struct span word);
enum status shogi_exact_image(struct query *q, uint32_t node, unsigned symmetry, struct err *err);

/* move:…, the colon being next. */
uint32_t shogi_read_move(struct parser *p);
uint32_t shogi_read_sequence(struct parser *p, struct span text, const char *at);
game_move shogi_move_image(game_move move, unsigned symmetry, struct board_shape board);

#endif
