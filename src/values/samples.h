/* samples.h: positions of games with what became of them, to learn from.
 *
 * Walks through the main lines of all games of some databases and games files and keeps positions that say
 * something about judging.  Left out are
 *
 *     games without a result or without both kings,
 *     the first plies (option), where games repeat each other,
 *     positions in check, and those in which the next move took or promoted something: a search
 *     would not have judged there but looked on,
 *     positions of which an engine said "mate", or more than max_value.
 *
 * A value that stands beside a move is what the engine that made it thought before making it, so it
 * belongs to the position the move was played from.  If any position has one, those without are
 * left out unless they are wanted, too.
 *
 * One game in so many is held out: never learnt from, but judged to see what was learnt.  Which
 * ones depends on their moves alone, so the same game in two databases is never on both sides.  A
 * position that is learnt from (or was held out before) is not held out again: openings that
 * everybody plays would flatter the judgement. */
#ifndef KIFU_VALUES_SAMPLES_H
#define KIFU_VALUES_SAMPLES_H

#include <stdatomic.h>

#include "db/db.h"
#include "engine/eval/net.h"
#include "store/game_split.h"

#define SAMPLE_NO_VALUE INT16_MIN

struct sample {
    uint16_t item[NET_MOST_ACTIVE]; /* what there is to see: net_items() */
    int16_t value;                  /* for Black; or SAMPLE_NO_VALUE */
    uint8_t count;                  /* of items */
    uint8_t phase;
    uint8_t turn;
    uint8_t points;  /* of Black: POINTS_LOSS, POINTS_DRAW, POINTS_WIN */
    uint8_t eyes[2]; /* how each side looks: bucket | mirrored << 7 */
    uint16_t ply;    /* moves made before, in this game */
};
enum { SAMPLE_MIRRORED = 0x80 };

struct sample_set {
    struct sample *rows; /* owned */
    size_t count, cap;
};

enum { SAMPLES_TRAINING, SAMPLES_HELD_OUT, SAMPLES_PARTS };
struct samples {
    struct sample_set part[SAMPLES_PARTS];
    uint64_t games;      /* that were walked through */
    uint64_t valued;     /* samples that have a value */
    uint64_t repeated;   /* left out of those held out */
    uint64_t value_less; /* left out because others have values */
    uint64_t damaged;    /* blocks of games files */
};

struct sample_options {
    uint32_t skip_plies;
    int max_value;                /* hundredths of a pawn */
    unsigned held_out;            /* so many games in a thousand */
    enum game_part part;          /* only games of this part of the split */
    bool keep_value_less;         /* positions without a value, though others have some */
    unsigned threads;             /* 0: one for each processor */
    const atomic_bool *cancelled; /* may be NULL */
    void (*progress)(void *ctx, uint64_t games); /* may be NULL */
    void *progress_ctx;
};
#define SAMPLE_DEFAULTS                                                                            \
    ((struct sample_options){.skip_plies = 8, .max_value = 3000, .held_out = 50})

void samples_init(struct samples *s);
void samples_release(struct samples *s);
/* Adds those of a database of shogi. */
enum status samples_add(struct samples *s, const struct db *db, const struct sample_options *o,
                        struct err *err) CHECK_RESULT;
/* Adds those of a file that `kifu generate` wrote (formats/shogi/games_file.h), whatever the part: the
 * split is of records of people.  Damaged blocks are passed over and counted. */
enum status samples_add_games(struct samples *s, const char *path, const struct sample_options *o,
                              struct err *err) CHECK_RESULT;
/* After the last database: leaves out what others make superfluous. */
enum status samples_finish(struct samples *s, const struct sample_options *o,
                           struct err *err) CHECK_RESULT;

/* Not in check, and the next move neither captures nor promotes. */
bool sample_is_quiet(const struct shogi_pos *pos, shogi_move m);
/* False if nothing can be said of the position (a king is missing). */
bool sample_of(struct sample *out, const struct shogi_pos *pos);
/* The position back from the sample. */
enum status sample_position(const struct sample *s, struct shogi_pos *pos, struct err *err);
/* For the side to move: of the value (not SAMPLE_NO_VALUE), of the result (0, ½, 1). */
static inline int sample_value(const struct sample *s)
{
    return s->turn == SHOGI_BLACK ? s->value : -s->value;
}
static inline double sample_result(const struct sample *s)
{
    return (s->turn == SHOGI_BLACK ? s->points : POINTS_WIN - s->points) / 2.0;
}

/* --- The units in which engines wrote their values --------------------------------------------
 * "+600" of one engine is won as often as "+400" of another, and what the network learns is how
 * often a position is won.  So values are brought to one scale, by the results of the games that
 * they stand in: the one at which p = 1 / (1 + exp(-value / scale)) fits best, by logistic
 * regression. */

/* At most so many samples are looked at, spread over all; with fewer than the least, and if values
 * tell nothing, the scale is NET_SCALE. */
enum { VALUE_SCALE_SAMPLES = 100000, VALUE_SCALE_LEAST = 100 };

enum status value_scale_fit(const struct sample *rows, size_t n, double *scale,
                            struct err *err) CHECK_RESULT;
/* Makes values of that scale values of NET_SCALE. */
void value_scale_apply(struct sample *rows, size_t n, double scale);

#endif
