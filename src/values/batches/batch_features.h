/* batch_features.h: what a network can be shown of a position, one row of a table for each.
 *
 * A feature fills a fixed number of bytes of a row (batches.h) from a view of the position.  Numbers
 * are as the processor has them: rows become arrays, never files. */
#ifndef KIFU_VALUES_BATCHES_BATCH_FEATURES_H
#define KIFU_VALUES_BATCHES_BATCH_FEATURES_H

#include <stdint.h>

#include "base/err.h"
#include "games/game.h"
#include "values/sheet/value_source.h"

/* Things that are not in the moves and cost something to find. */
enum batch_need {
    BATCH_NEEDS_VALUES = 1 << 0,  /* the record of the game */
    BATCH_NEEDS_CLASSES = 1 << 1, /* which games have the tags pro, amateur, online */
    BATCH_NEEDS_GAME = 1 << 2,    /* any of it: not to be had of a position alone */
};

enum { BATCH_NO_CLASS = 255 };

/* What is the same for all positions of a game. */
struct batch_game_facts {
    uint32_t db, id;
    int points[2]; /* of each seat: POINTS_… */
    unsigned rating[2];
    uint8_t class; /* enum natural_class, or BATCH_NO_CLASS */
};

/* A position before a move. */
struct batch_view {
    const struct batch_game_facts *game;
    const void *pos;      /* of the game */
    int turn;             /* seat to move */
    bool turned;          /* the board is shown to White as he sees it */
    const char *moves;    /* stored, of the line */
    uint32_t ply;         /* moves made so far */
    game_move next;       /* the move that was played here */
    const int16_t *value; /* for seat 0: value_source.h; NULL: not asked for */
};

struct batch_feature {
    const char *name;
    char type; /* B, H, I: unsigned numbers of 8, 16, 32 bits; f: float */
    unsigned shape[2];
    unsigned needs; /* enum batch_need */
    void (*fill)(const struct batch_view *v, char *out);
};

/* A game whose positions can be had. */
struct batch_kind {
    const struct game *game;
    const struct batch_feature
        *features; /* a name of NULL ends them; all of the game's usual board */
    /* Who plays the move; and whether it is one that a player chose. */
    int (*mover)(const void *pos, game_move m);
    bool (*takes)(game_move m);
};
/* NULL: the game has no row. */
const struct batch_kind *batch_kind_of(const struct game *game);
const struct batch_feature *batch_feature_by_name(const struct batch_kind *game, struct span name);
/* Bytes of a row that it takes. */
size_t batch_feature_bytes(const struct batch_feature *f);

#endif
