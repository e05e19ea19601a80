/* go_player.h: an opponent at Go who plays as people do: a move out of what people would play.
 *
 * By itself it plays the likeliest move, and in the first moves of a game one of the likely ones, so
 * that not all games begin alike.  As a person it takes any move as often as such people do, but not
 * those far behind the likeliest: they are the network's doubt more than anybody's habit.  It never
 * fills an eye of its own, never brings an earlier position back, passes when people do or when its
 * opponent has passed and nothing is left, and resigns as people do.
 *
 * Nothing is remembered from move to move: the same game with the same seed gets the same answer. */
#ifndef KIFU_ENGINE_GTP_GO_PLAYER_H
#define KIFU_ENGINE_GTP_GO_PLAYER_H

#include "engine/gtp/go_chooser.h"
#include "engine/gtp/go_ownership.h"

enum {
    GO_OPENING_MOVES = 20, /* in which a player with no temperature varies */
    GO_RESIGN_PERCENT = 3,
    GO_RESIGN_MOVES = 3, /* of its own running, with so little hope */
    GO_RESIGN_FROM = 60, /* moves of a game before it does so; people play on longer than that */
};

struct go_player {
    const struct go_chooser *chooser; /* borrowed */
    enum go_person person;
    /* Probabilities are raised to 1 / temperature; 0: the likeliest move.  Negative: 0 but in the
     * opening. */
    double temperature;
    double resign; /* below this probability of winning; 0: never */
    uint64_t seed;
};

struct go_decision {
    bool resigns;
    go_move move; /* unless it resigns */
    float p;      /* how likely people were to play it */
    float win;    /* for the player, before the move */
};

/* A move of the side to move, which is not made.  STATUS_NOMEM. */
enum status go_player_decide(const struct go_player *player, const struct gtp_game *g,
                             struct go_decision *out) CHECK_RESULT;
/* A move that takes dead stones off the board, while there are any; then a pass.  For opponents that
 * do not agree on what is dead. */
enum status go_player_clean_up(const struct go_player *player, const struct gtp_game *g,
                               struct go_decision *out) CHECK_RESULT;

struct go_count {
    double score;  /* go_score() */
    float win;     /* of the winner by it, as the network sees the position; 0.5: nobody won */
    bool doubtful; /* the network takes the other one to have won */
};

/* Of a finished game: what is on the board by the estimate, and whether the network agrees; a player
 * without a chooser has no doubts. */
void go_player_count(const struct go_player *player, const struct gtp_game *g,
                     const struct go_ownership *o, enum go_counting counting, struct go_count *out);

#endif
