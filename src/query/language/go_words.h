/* go_words.h: functions shared by the files that parse the query words of Go. */
#ifndef KIFU_QUERY_LANGUAGE_GO_WORDS_H
#define KIFU_QUERY_LANGUAGE_GO_WORDS_H

#include "games/go/go.h"
#include "games/go/go_facts.h"
#include "games/go/go_pattern.h"
#include "query/language/parse.h"

/* b, black, 黒 … removed from the front of a word; -1, with *s untouched, if there is none. */
int go_eat_seat(struct span *s);
/* Q16 and nothing else. */
bool go_whole_point(struct span s, int *point);
/* b or {b,.} as bits of go_pattern.h (GO_WANT_BLACK …), removed; 0 after a failure. */
unsigned go_read_wanted(struct parser *p);

/* sfen "…", board "…", like "…", startpos; the word has been taken. */
uint32_t go_read_position(struct parser *p, struct span word);
/* Makes an EXACT node one of the position as a symmetry shows it. */
enum status go_exact_image(struct query *q, uint32_t node, unsigned symmetry,
                           struct err *err) CHECK_RESULT;

/* count(…), the parenthesis being next. */
uint32_t go_read_count(struct parser *p);

/* move:…, the colon being next. */
uint32_t go_read_move(struct parser *p);
uint32_t go_read_sequence(struct parser *p, struct span text, const char *at);
game_move go_move_image(game_move move, unsigned symmetry, struct board_shape board);

#endif
