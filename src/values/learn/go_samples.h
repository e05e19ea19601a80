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
    uint8_t third;   /* of the game, by moves: 0 … 2 */
    int8_t points;   /* of the side to move: POINTS_… of record.h */
    uint16_t split;  /* game_split() */
    uint32_t game;   /* counted from 0 in the order of reading */
};

struct go_sample_taker {
    /* Whether a position is taken, of a mover of this class; NULL: each.  What is not costs next to
     * nothing. */
    bool (*wants)(void *ctx, int class, uint32_t ply);
    enum status (*take)(void *ctx, const struct go_sample *sample, struct err *err);
    void *ctx;
};
enum status go_samples_of_game(const struct natural_game *game, bool *left_out,
                               const struct go_sample_taker *taker, struct err *err) CHECK_RESULT;

/* Positions to judge by, of games that are held out: about as many of each class, evenly spread.
 * While more come than are needed, each second one of a class is dropped again, and from then on
 * only every second is taken, so that there are never many more. */
struct go_sample_set {
    struct go_kept_sample {
        struct go_sample sample;
        uint64_t nth; /* among those of its class */
    } * rows;         /* owned; in the order of reading */
    size_t count, cap;
    size_t most;       /* of a class; 0: all */
    uint32_t from_ply; /* the first ply that counts */
    struct {
        uint64_t seen, step; /* positions there were; one in so many is kept */
        size_t kept;
    } class[GO_PEOPLE_CLASSES];
    struct natural_games chosen;
};
/* positions: of all classes together; 0: all that there are. */
void go_sample_set_init(struct go_sample_set *set, size_t positions, uint32_t from_ply);
void go_sample_set_release(struct go_sample_set *set);
/* A natural_db_taker; ctx is a struct go_sample_set. */
enum status go_sample_set_add(void *ctx, const struct db *db, const struct natural_game_options *o,
                              struct err *err) CHECK_RESULT;
/* Drops what is too much, when all databases were added: about positions / classes remain of each
 * class that is there. */
void go_sample_set_finish(struct go_sample_set *set, size_t positions);

#endif
