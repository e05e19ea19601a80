/* sequence_trends.h: mined sequences in time: when each was played, came into fashion and went out.
 *
 * A sequence is a choice among others: its share is that of the games in which it was played among
 * those in which its beginning was, its first few symbols, and play went on there.  So a corner that
 * is opened more often, or years of which more games are known, do not look like a fashion of all that
 * is played in it.  Each game counts once; games without a year do not count.
 *
 * Shares by year have change points (base/change_points.h).  The test of a change, and those of the
 * silence before the first and after the last game, are made for all sequences that have enough games;
 * each kind is adjusted for false discovery over all of them.  A sequence that is no longer played when
 * the records end died only if that silence is too long for chance: a database ends somewhere.  As
 * well, a sequence that is there early was born only if a silence before it says so. */
#ifndef KIFU_TEXT_PROFILE_SEQUENCE_TRENDS_H
#define KIFU_TEXT_PROFILE_SEQUENCE_TRENDS_H

#include "base/change_points.h"
#include "text/profile/sequence_profile.h"

struct trend_options {
    uint32_t beginning;   /* symbols; 0: shares of all games */
    uint32_t bin_games;   /* of the beginning that years are joined for; 0: TREND_BIN_GAMES */
    uint32_t least_games; /* of a sequence that is tested; 0: TREND_LEAST_GAMES */
    double level;         /* false discovery rate */
    const atomic_bool *cancelled; /* may be NULL */
};
enum { TREND_BIN_GAMES = 50, TREND_LEAST_GAMES = 20 };

/* What its change points say, by their signs: none; up only; down only; up first and down last; down
 * first and up last.  Of several turns the first and the last count; if these are alike, one in between
 * makes it a revival (up) or a fashion (down). */
enum trend_shape {
    TREND_STEADY,
    TREND_ROSE,
    TREND_FELL,
    TREND_FASHION,
    TREND_REVIVAL,
    TREND_SHAPES
};
const char *trend_shape_name(enum trend_shape shape); /* "steady" "rose" … */

struct sequence_trend {
    const struct sequence *sequence; /* borrowed from the mining */
    uint64_t nth;                    /* in its order, from 1 */
    uint32_t games, reached;         /* with the sequence, with its beginning */
    uint32_t first_year, last_year;  /* of the sequence; 0: no year is known */
    struct share_count *counts;      /* by year, from that of the trends; owned */
    struct share_changes changes;    /* times are years less the first of the trends */
    bool tested;
    double q, born_q, died_q; /* false discovery rates; 1 if it was not tested */
    bool changed, born, died; /* at the level; changed: and it has a change point */
    enum trend_shape shape;
    /* Change points are numbered by the segment that they begin; 0: there is none. */
    size_t rise, fall; /* the greatest */
    size_t peak;       /* the segment of the largest share */
};

struct sequence_trends {
    uint32_t first_year, year_count; /* of all games with a year */
    uint32_t games, undated;         /* with a year, and without */
    uint32_t beginnings;             /* different ones */
    struct sequence_trend *at;       /* in the order of the mining */
    size_t count, tested, changed, born, died;
    size_t shapes[TREND_SHAPES]; /* of those tested */
};

/* The mining is of one process: its index is whole.  Fails leaving nothing to release. */
enum status sequence_trends_make(struct sequence_trends *out, const struct sequence_source *from,
                                 const struct trend_options *opt, struct err *err) CHECK_RESULT;
void sequence_trends_release(struct sequence_trends *t);

/* The difference of the shares on both sides of a change point, with its interval. */
struct proportion_difference sequence_trend_step(const struct sequence_trend *t, size_t change);
/* Does one of two sequences begin with the other? */
bool sequence_trend_related(const struct mine_result *m, const struct sequence_trend *a,
                            const struct sequence_trend *b);

#endif
