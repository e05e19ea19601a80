/* selfplay.h: games that the engine plays against itself, by the thousand.
 *
 * A game begins with the first moves of an opening, goes on with a few random moves, so that games
 * from the same opening differ (drawn again if they decide the game), and is then played by short
 * searches for both sides.  Every searched move has its value in the record.
 *
 *     selfplay_open(&s, &options, err);         one for each thread
 *     selfplay_game(s, number, rec, err);
 *     selfplay_close(s);
 *
 * Game n of a seed is always the same, whoever asks for it and in whatever order: the limit is
 * nodes, never time; a game's random numbers are a stream of its own; and nothing that was learnt
 * in one game is known in the next. */
#ifndef KIFU_SIM_MATCH_SELFPLAY_H
#define KIFU_SIM_MATCH_SELFPLAY_H

#include <stdatomic.h>

#include "base/err.h"
#include "engine/eval/eval.h"
#include "games/record.h"
#include "sim/generate/generate.h"

enum {
    SELFPLAY_NODES = 200,
    SELFPLAY_RANDOM_PLIES = 4,
    SELFPLAY_RESIGN = 3000,
    SELFPLAY_MAX_PLIES = 320,
};

struct selfplay_options {
    const struct generator *openings; /* borrowed; the seed is its seed */
    struct eval eval;                 /* borrowed */
    struct span name;                 /* of both players in the record; borrowed */
    uint64_t nodes;                   /* a move; not 0 */
    unsigned random_plies;
    int resign;         /* a side whose last four values were below minus this; 0: never */
    unsigned max_plies; /* then it is a draw */
    const atomic_bool *cancelled; /* may be NULL: never */
};

struct selfplay;
enum status selfplay_open(struct selfplay **out, const struct selfplay_options *opt,
                          struct err *err) CHECK_RESULT;
void selfplay_close(struct selfplay *s); /* NULL is fine */

/* Fills rec, which it clears, with game `number`.  STATUS_NOMEM, or soon STATUS_CANCELLED. */
enum status selfplay_game(struct selfplay *s, uint64_t number, struct record *rec,
                          struct err *err) CHECK_RESULT;

#endif
