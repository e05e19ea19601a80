/* game_profile.h: the substring frequency profile of one game, after Nakamura (2002, Figures 7 to 9).
 *
 * For each move: how often the w symbols that end with it occur in the corpus.  Inside a set
 * sequence that is often, across its end seldom; the mountains of the profile, cut as sfp.c cuts
 * them, are the sequences of the game. */
#ifndef KIFU_TEXT_MINE_GAME_PROFILE_H
#define KIFU_TEXT_MINE_GAME_PROFILE_H

#include "text/mine/mine.h"

struct profile_point {
    uint32_t ply;       /* of the move, 0-based */
    uint32_t frequency; /* of the w symbols that end with it; 0: fewer stand before it */
};
/* The moves from one ply to another, both included, and the highest point of their profile. */
struct profile_mountain {
    uint32_t from, to, peak;
};

struct game_profile {
    uint32_t window;
    double threshold;
    struct profile_point *points;
    size_t point_count;
    struct profile_mountain *mountains; /* in the order of the game */
    size_t mountain_count;
};

/* line: of m's, which has been read and indexed, whole; window 0 and threshold NAN: those of sfp.
 * Only of an encoding that takes the moves of a game in their order. */
enum status game_profile_make(struct game_profile *out, const struct mine_result *m, uint32_t line,
                              uint32_t window, double threshold, struct err *err) CHECK_RESULT;
void game_profile_release(struct game_profile *p);

#endif
