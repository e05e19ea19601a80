/* openings.h: the openings from which the games of a match begin.
 *
 * Each opening is a position and the moves that lead to the first one the players decide about.
 * Two that lead to the same position are one; those after which there is nothing to play are left
 * out.  They come in an order that a seed decides. */
#ifndef KIFU_SIM_MATCH_OPENINGS_H
#define KIFU_SIM_MATCH_OPENINGS_H

#include "base/err.h"
#include "games/record.h"
#include "games/shogi/shogi.h"

enum { OPENING_MOST_PLIES = 400 };

struct opening {
    struct shogi_pos start;
    size_t first; /* of its moves in openings.moves */
    unsigned plies;
    uint64_t reached; /* hash of the position at its end */
};

struct openings {
    unsigned most_plies; /* moves beyond so many are left out */
    struct opening *list;
    size_t count, cap;
    shogi_move *moves;
    size_t move_count, move_cap;
    size_t *order; /* the k-th to be played; NULL before openings_settle() */
};

void openings_init(struct openings *o, unsigned most_plies);
void openings_release(struct openings *o);
/* The main line of a game of shogi; other games are passed over. */
enum status openings_add_record(struct openings *o, const struct record *rec,
                                struct err *err) CHECK_RESULT;
/* The small book that is built in. */
enum status openings_add_book(struct openings *o, struct err *err) CHECK_RESULT;
/* When all are in: removes what is there twice and shuffles.  STATUS_NOT_FOUND if there is none. */
enum status openings_settle(struct openings *o, uint64_t seed, struct err *err) CHECK_RESULT;
/* The k-th, from the first again when all were played. */
const struct opening *openings_get(const struct openings *o, uint64_t k);
/* A number that tells one set of openings in its order from another. */
uint64_t openings_fingerprint(const struct openings *o);

#endif
