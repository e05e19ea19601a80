/* chaturanga_query.h: functions shared by the files that parse the query words of chaturanga. */
#ifndef KIFU_QUERY_LANGUAGE_CHATURANGA_QUERY_H
#define KIFU_QUERY_LANGUAGE_CHATURANGA_QUERY_H

#include "games/chaturanga/chaturanga.h"
#include "query/language/parse.h"

/* r, red, 赤 …; -1 if it is none. */
int chaturanga_seat_by_word(struct span word);
/* d4 and nothing else. */
bool chaturanga_whole_square(struct span s, unsigned *square);
/* Where a square goes when the board is turned by `quarters` quarters clockwise, red becoming
 * green. */
unsigned chaturanga_square_turned(unsigned square, unsigned quarters);

/* sfen "…", board "…", like "…", startpos; the word has been taken. */
uint32_t chaturanga_read_position(struct parser *p, struct span word);
enum status chaturanga_exact_image(struct query *q, uint32_t node, unsigned symmetry,
                                   struct err *err) CHECK_RESULT;

/* move:… and dice:…, the colon being next. */
uint32_t chaturanga_read_move(struct parser *p);
uint32_t chaturanga_read_dice(struct parser *p);
uint32_t chaturanga_read_sequence(struct parser *p, struct span text, const char *at);
game_move chaturanga_move_image(game_move move, unsigned symmetry, struct board_shape board);
/* Parts of turns (query_move.mask). */
bool chaturanga_part_parse(struct span text, game_move *move, game_move *mask);
void chaturanga_part_print(game_move move, game_move mask, struct buf *out);
game_move chaturanga_part_image(game_move move, game_move mask, unsigned symmetry);

#endif
