/* position_request.h: arguments of the routes about a shogi position: a start, and the moves made
 * since. */
#ifndef KIFU_WEB_API_POSITION_REQUEST_H
#define KIFU_WEB_API_POSITION_REQUEST_H

#include "engine/natural/natural.h"
#include "games/shogi/shogi.h"
#include "web/api.h"

enum { POSITION_MAX_MOVES = 2000 };

/* A position and how it came about.  Lists are of the call's arena. */
struct position_request {
    struct shogi_pos start, pos;
    struct natural_past past;
    shogi_move *moves;                   /* ply of them */
    struct shogi_history_entry *history; /* the present position last */
    unsigned count;                      /* of the history: one more than moves */
    int last_to;                         /* where the last move went; -1: nowhere */
    unsigned ply;
};

/* Reads the arguments sfen and moves. */
enum status position_request_read(struct api_call *call, struct position_request *s,
                                  struct err *err) CHECK_RESULT;
/* Makes a move; STATUS_RANGE or STATUS_LIMIT if it can't be made there. */
enum status position_request_play(struct position_request *s, shogi_move m,
                                  struct err *err) CHECK_RESULT;
/* Reads the argument class; without it, professionals. */
enum status position_request_class(const struct api_call *call, enum natural_class *out,
                                   struct err *err) CHECK_RESULT;

/* "moves":["7g7f"…],"ja":"▲７六歩…","en":"P-7f …": a line of play in words; illegal moves end it.
 */
void position_add_line(struct json *j, const struct position_request *s, const shogi_move *moves,
                       uint32_t n);
/* "centipawns" or "mate" (plies, with the winner's sign): a search's value for the side to move,
 * given for Black, as in records. */
void position_add_value(struct json *j, int turn, int value);

#endif
