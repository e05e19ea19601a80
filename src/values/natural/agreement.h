/* agreement.h: how often programs play what people played, and how sure of that one can be.
 *
 * A position has an answer of each method: where the move that was played stands among what the
 * method would play, how likely it was to the method, and the method's own move.  Of these
 *
 *     figures    top 1, 3 and 5, mean ln p: by class of player and third of the game; the mean of the
 *                classes, each counting the same
 *     bands      the same by moves made and by the value of the position, where there is a choice
 *     pairs      a method against another on the same positions: the difference of the figures, and
 *                where their moves differ how often each was the one that was played
 *
 * with intervals of 95 % by game: positions of a game are much alike, so games are drawn, not
 * positions.  In each of REPLICATES replicates a game is there a Poisson number of times (see
 * curve_resamples.c); what 95 % of them lie between is the interval. */
#ifndef KIFU_VALUES_NATURAL_AGREEMENT_H
#define KIFU_VALUES_NATURAL_AGREEMENT_H

#include <limits.h>

#include "base/err.h"

enum {
    AGREEMENT_METHODS = 11,
    AGREEMENT_CLASSES = 4, /* most that a game has */
    AGREEMENT_THIRDS = 3,
    AGREEMENT_RESAMPLES = 1000
};
enum {
    AGREEMENT_MEAN = AGREEMENT_CLASSES, /* of the classes, in place of a class */
    AGREEMENT_WHOLE = AGREEMENT_THIRDS, /* of all thirds, in place of a third */
};

struct agreement_answer {
    uint16_t move; /* a number of it; 0: the method was not asked */
    int order;     /* of the move that was played, 0: the method's own; -1: not known */
    double ln_p;   /* NAN: not known */
};

struct agreement_row {
    uint32_t game;        /* rows of a game follow each other */
    uint8_t class, third; /* 0 … */
    uint16_t ply, legal;  /* moves made so far; moves there are */
    bool valued;
    int value; /* if valued: by a plain search, hundredths of a pawn, of the side to move */
    uint16_t played;
    struct agreement_answer by[AGREEMENT_METHODS];
};

struct agreement {
    struct agreement_row *rows; /* owned */
    size_t count, cap;
    uint64_t seed; /* of the replicates */
};

void agreement_init(struct agreement *a, uint64_t seed);
void agreement_release(struct agreement *a);
enum status agreement_add(struct agreement *a, const struct agreement_row *row,
                          struct err *err) CHECK_RESULT;

/* A figure with its interval; positions 0: there is none. */
struct agreement_figure {
    double value, low, high;
    uint64_t positions;
};

struct agreement_figures {
    uint64_t positions, games;
    struct agreement_figure top1, top3, top5, likelihood; /* likelihood: mean ln p */
};
/* class may be AGREEMENT_MEAN, third AGREEMENT_WHOLE. */
enum status agreement_of(const struct agreement *a, int method, int class, int third,
                         struct agreement_figures *out, struct err *err) CHECK_RESULT;

/* From … up to less than …; INT_MIN and INT_MAX where it is open.  Positions without a value are in
 * no band that is not open in values. */
struct agreement_band {
    int ply_from, ply_to, value_from, value_to;
};
struct agreement_band_figures {
    struct agreement_figures by;
    struct agreement_figure legal; /* how many legal moves there are */
};
/* Of positions with two legal moves or more.  class may be AGREEMENT_MEAN. */
enum status agreement_in_band(const struct agreement *a, int method, int class,
                              const struct agreement_band *band, struct agreement_band_figures *out,
                              struct err *err) CHECK_RESULT;

struct agreement_pair {
    struct agreement_figure top1, top3, likelihood; /* method less base; where both are known */
    uint64_t changed;                               /* positions where their moves differ */
    struct agreement_figure ours, theirs; /* of those, the share whose move was the method's, the
                                             base's: each position counting the same */
    uint64_t ours_played, theirs_played;
};
enum status agreement_against(const struct agreement *a, int method, int base, int class, int third,
                              struct agreement_pair *out, struct err *err) CHECK_RESULT;

#endif
