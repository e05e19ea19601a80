/* game_names.h: names that are about the game: opening:NAME, and game.GROUP:NAME of any group.
 *
 * Such a name holds at every ply of a game in which its definition matches at some ply, so that
 *
 *     castle:anaguma opening:shiken-bisha            opening:shiken-bisha then castle:anaguma
 *     castle:anaguma ever opening:shiken-bisha       castle:anaguma then opening:shiken-bisha
 *
 * find the same games.  While a query is read, the definition is wrapped in a node with
 * query_node.about_game.  When all of it is read, what stands around the name decides:
 *
 *     opening:a                         since(X): hits begin where it arises
 *     opening:a player:b turn:s         as above: nothing else is about plies
 *     castle:b opening:a, not opening:a (all ever X)
 *     opening:a then b                  b (all ever X): it is neither before nor after
 *     opening:a then<20 b               X then<20 b: distances and lengths are those of the shape
 *     opening:a for>=10                 X for>=10
 *
 * Only since(X) keeps its mark, for query_is_of_games(). */
#ifndef KIFU_QUERY_LANGUAGE_GAME_NAMES_H
#define KIFU_QUERY_LANGUAGE_GAME_NAMES_H

#include "query/language/parse.h"

/* Marks the definition of a name as one about the game; 0 after a failure, or if node is 0. */
uint32_t game_name_wrap(struct parser *p, uint32_t node);
/* Replaces the marks of the whole tree; false after a failure. */
bool game_names_place(struct parser *p);

#endif
