/* move_orders.h: by which orders of moves games came to where a query holds for the first time.
 *
 * A whole position of an opening is reached in many ways, and next moves count all of them together;
 * this says which ways there are.  Boards that are looked at from any side (Go) are folded: an order
 * and its images are one, in the orientation whose moves come first by number. */
#ifndef KIFU_QUERY_GROUPS_MOVE_ORDERS_H
#define KIFU_QUERY_GROUPS_MOVE_ORDERS_H

#include "query/search.h"

/* Later positions are not of an opening; their games are counted, their ways are not. */
enum { MOVE_ORDER_PLIES = 64 };

struct move_order {
    game_move moves[MOVE_ORDER_PLIES];
    uint32_t length;
    uint32_t games;
};
struct move_orders {
    struct move_order *at; /* owned; most games first */
    uint32_t count;
    uint32_t distinct; /* different ones, listed or not */
    uint32_t games;    /* of the hits */
    uint32_t counted; /* of these: from the start that most of them have, and no longer than that */
};

/* hits: of games, sorted by database and id, as search_run() finds them with no limit; the first
 * of each game counts.  At most `most` orders are listed.  Released with move_orders_release(),
 * whatever is returned. */
enum status move_orders_count(struct move_orders *out, struct db *const *dbs,
                              const struct hits *hits, uint32_t most, struct err *err) CHECK_RESULT;
void move_orders_release(struct move_orders *o);

#endif
