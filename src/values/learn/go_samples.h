/* go_samples.h: positions of people's games of Go with the move that was played, to learn from.
 *
 * As natural_samples.h, on boards of 19 by 19.  A game is left out if White has stones at the start:
 * it is a problem or a part of a game.  It ends, for this purpose, before the first move that is
 * none of a game played by turns: stones put down or taken off by hand, a move out of turn, a stone
 * on a stone or a forbidden point.  A game that ended by counting, and whose record does not end with
 * a pass, gets one.
 *
 * A class is that of the mover, for players of two classes meet in one game: a professional if the
 * game is one of professionals, a program if it is one of programs; otherwise by the player's rank,
 * and strong if there is none. */
#ifndef KIFU_VALUES_LEARN_GO_SAMPLES_H
#define KIFU_VALUES_LEARN_GO_SAMPLES_H

#include "engine/natural/go_people_input.h"
#include "values/learn/natural_games.h"

struct go_sample {
    struct go_people_input in;
    uint16_t played; /* of GO_PEOPLE_MOVES */
    uint16_t ply;    /* moves made so far */
    uint8_t class;   /* of the mover: enum go_people_class */
    int8_t points;   /* of the side to move: POINTS_… of record.h */
    uint16_t split;  /* game_split() */
    uint32_t game;   /* counted from 0 in the order of reading */
};

typedef enum status go_sample_taker(void *ctx, const struct go_sample *sample, struct err *err);
enum status go_samples_of_game(const struct natural_game *game, bool *left_out,
                               go_sample_taker *take, void *ctx, struct err *err) CHECK_RESULT;

#endif
