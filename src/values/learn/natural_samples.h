/* natural_samples.h: positions of people's games with the move that was played, to learn from.
 *
 * Every position of the main lines, with the moves before it.  A game that was seen before (the
 * same start and moves, in whatever database) is left out.
 *
 * Games are split by their moves alone (store/game_split.h): some are learnt from, some are held
 * out, by which settings are chosen, and some are reserved: neither learnt from nor judged while
 * learning, so that a finished model is judged by these. */
#ifndef KIFU_VALUES_LEARN_NATURAL_SAMPLES_H
#define KIFU_VALUES_LEARN_NATURAL_SAMPLES_H

#include <stdatomic.h>

#include "base/hash_index.h"
#include "db/db.h"
#include "engine/natural/natural.h"
#include "store/game_split.h"

struct natural_sample {
    struct shogi_pos pos;
    struct natural_past past;
    shogi_move played;
    uint16_t ply; /* moves made so far */
    uint8_t class;
    int8_t points;  /* of the side to move: POINTS_… of record.h */
    uint16_t split; /* game_split() */
    uint32_t game;  /* counted from 0 in the order of reading */
};

struct natural_sample_set {
    struct natural_sample *rows; /* owned */
    size_t count, cap;
};

enum { NATURAL_TRAINING, NATURAL_HELD_OUT, NATURAL_BEFORE, NATURAL_PARTS };
typedef enum status natural_sample_taker(void *ctx, const struct natural_sample *sample, int part,
                                         struct err *err);
struct natural_samples {
    struct natural_sample_set part[NATURAL_PARTS];
    /* If set, every sample is handed here as it is read, and none is kept. */
    natural_sample_taker *take;
    void *ctx;
    uint32_t games, repeated; /* read; left out because they were there before */
    struct hash_set seen;     /* of games */
};

struct natural_sample_options {
    unsigned held_out; /* so many games in a thousand */
    unsigned reserve;  /* so many others */
    /* Games of this part as held out, and nothing else; GAME_PART_ALL: each game as its part. */
    enum game_part only;
    bool before;    /* games of programs, all of which are learnt from before the others */
    unsigned share; /* learn from one game in so many; 0 or 1: from all */
    /* The class of a game, or -1 to leave it out. */
    int (*class_of)(void *ctx, const struct db_segment *segment, uint32_t number);
    void *ctx;
};

void natural_samples_init(struct natural_samples *s);
void natural_samples_release(struct natural_samples *s);
enum status natural_samples_add(struct natural_samples *s, const struct db *db,
                                const struct natural_sample_options *o,
                                struct err *err) CHECK_RESULT;
/* As natural_samples_add(), of the database of that name. */
enum status natural_samples_add_database(struct natural_samples *s, const char *path,
                                         const struct natural_sample_options *o,
                                         struct err *err) CHECK_RESULT;

#endif
