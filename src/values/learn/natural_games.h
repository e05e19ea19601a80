/* natural_games.h: which games of databases are learnt from and judged by, of any game.
 *
 * A game that was seen before (the same start and moves, in whatever database) is left out.
 *
 * Games are split by their moves alone (store/game_split.h): some are learnt from, some are held
 * out, by which settings are chosen, and some are reserved: neither learnt from nor judged while
 * learning, so that a finished model is judged by these. */
#ifndef KIFU_VALUES_LEARN_NATURAL_GAMES_H
#define KIFU_VALUES_LEARN_NATURAL_GAMES_H

#include <stdatomic.h>

#include "base/hash_index.h"
#include "db/db.h"
#include "store/game_split.h"

enum { NATURAL_TRAINING, NATURAL_HELD_OUT, NATURAL_BEFORE, NATURAL_PARTS };

struct natural_game_options {
    unsigned held_out; /* so many games in a thousand */
    unsigned reserve;  /* so many others */
    /* Games of this part as held out, and nothing else; GAME_PART_ALL: each game as its part. */
    enum game_part only;
    bool before;    /* games of programs, all of which are learnt from before the others */
    unsigned share; /* learn from one game in so many; 0 or 1: from all */
    /* The class of a game, or -1 to leave it out; not asked of programs' games, which are of class
     * NATURAL_CLASSES. */
    int (*class_of)(void *ctx, const struct db_segment *segment, uint32_t number);
    void *ctx;
    const atomic_bool *cancelled; /* NULL: never */
};

/* {0} has seen none. */
struct natural_games {
    uint32_t games, repeated; /* taken; left out because they were there before */
    struct hash_set seen;
};
void natural_games_release(struct natural_games *g);

/* One that is taken. */
struct natural_game {
    const struct db_segment *segment;
    uint32_t number; /* in the segment */
    uint32_t nth;    /* counted from 0 in the order of reading */
    int class, part;
    unsigned split; /* game_split() */
};
/* Sets *left_out, which is false before, of a game that it has no use for. */
typedef enum status natural_game_taker(void *ctx, const struct natural_game *game, bool *left_out,
                                       struct err *err);
/* Hands on each game of a database in the order of ids. */
enum status natural_games_each(struct natural_games *g, const struct db *db,
                               const struct natural_game_options *o, natural_game_taker *take,
                               void *ctx, struct err *err) CHECK_RESULT;

/* Takes the games of a database. */
typedef enum status natural_db_taker(void *ctx, const struct db *db,
                                     const struct natural_game_options *o, struct err *err);
/* Opens it for that. */
enum status natural_games_open(const char *path, const struct natural_game_options *o,
                               natural_db_taker *take, void *ctx, struct err *err) CHECK_RESULT;

/* STATUS_SYNTAX: the game has a move that cannot be. */
enum status natural_game_bad_move(const struct natural_game *game, struct err *err);

#endif
