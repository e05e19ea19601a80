/* repertoire.h: openings as somebody plays them: moves of the games of a query.
 *
 * While the position is in those games, a move is drawn by how often it was played there: by the
 * player that the query names (player:, black:, white:), or by anybody if it names none.  Games are
 * found by the index of positions. */
#ifndef KIFU_ENGINE_PERSON_REPERTOIRE_H
#define KIFU_ENGINE_PERSON_REPERTOIRE_H

#include <stdatomic.h>

#include "base/err.h"
#include "base/rng.h"
#include "games/shogi/shogi.h"

struct repertoire; /* belongs to one thread */

/* The query is read, and refused, here; NULL or empty: all games.  STATUS_NOT_FOUND if no game
 * matches.  cancelled: borrowed; ends searches in it with STATUS_CANCELLED; may be NULL. */
enum status repertoire_open(struct repertoire **out, const char *database, const char *query,
                            const atomic_bool *cancelled, struct err *err) CHECK_RESULT;
void repertoire_close(struct repertoire *r); /* NULL is fine */

/* What was played in those games, most often first. */
struct repertoire_row {
    shogi_move move;
    uint32_t games;
    uint32_t wins, draws, losses; /* the mover's */
};
struct repertoire_rows {
    struct repertoire_row at[SHOGI_MAX_MOVES];
    uint32_t count, games; /* all of them */
};
enum status repertoire_list(struct repertoire *r, const struct shogi_pos *pos,
                            struct repertoire_rows *out, struct err *err) CHECK_RESULT;

struct repertoire_move {
    shogi_move move;    /* 0: the position is in none of the games */
    uint32_t games, of; /* in so many of those that went on from here it was played */
};
enum status repertoire_draw(struct repertoire *r, const struct shogi_pos *pos, struct rng *rng,
                            struct repertoire_move *out, struct err *err) CHECK_RESULT;

#endif
