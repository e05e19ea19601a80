/* captures.h: an index of a segment: what came off the board when, line by line.
 *
 * For games in which pieces are taken from where no piece moves to (Go): with it and the moves,
 * the board at any ply is known without the rules, which is what patterns are found by
 * (go_match.h). A game has it if its table says so; segments of other games have no such section.
 * Like the other indexes it is made from the lines alone, by replay. */
#ifndef KIFU_FACTS_CAPTURES_H
#define KIFU_FACTS_CAPTURES_H

#include "games/go/go_match.h"
#include "store/lines.h"
#include "store/segment.h"

struct captures; /* owner: see captures.c for the layout of the section */

#endif
