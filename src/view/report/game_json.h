/* game_json.h: a whole game as JSON, with the position at every ply. */
#ifndef KIFU_VIEW_REPORT_GAME_JSON_H
#define KIFU_VIEW_REPORT_GAME_JSON_H

#include "base/text/json.h"
#include "games/record.h"

/* Appends to the object that is open in *j:
 *
 *     "black","white","event","site","date",   as written in the record, where there is something
 *     "headers":[{"key","value"}…]              all of them
 *     "start","startPly","plies","nodes","result","end",
 *     "summary":{"en","ja"}                     how it ended, in words
 *     "positions":[{"ply","sfen","turn","comment","move","ja","en","ms","value"}…]
 *     "variations":[{"line","ply","positions"}…]
 *
 * positions are those of the main line, the start being 0; move, ja, en and ms (the time spent)
 * tell of the move that led there.  A variation leaves line number `line` (0 is the game itself, 1
 * the first variation of this list …) at ply `ply`, and its positions are those after that.  "sfen"
 * is the position in the game's notation, whatever the game.  Of shogi or Go. */
enum status game_to_json(struct json *j, const struct record *rec, struct err *err) CHECK_RESULT;

#endif
