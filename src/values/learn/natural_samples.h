/* natural_samples.h: positions of people's games of shogi with the move that was played, to learn
 * from: every position of the main lines of the games that natural_games.h chooses, with the moves
 * before it. */
#ifndef KIFU_VALUES_LEARN_NATURAL_SAMPLES_H
#define KIFU_VALUES_LEARN_NATURAL_SAMPLES_H

#include "engine/natural/natural.h"
#include "values/learn/natural_games.h"

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

/* What a network says of a sample: its likeliest moves, as outputs of people_input.h, and how likely
 * each is; NATURAL_SHARE_ONE is 1, and the rest is that of all other moves.  Of a sample without a label
 * all shares are 0.  docs/formats/rows.md has the bytes. */
enum { NATURAL_LABEL_MOVES = 12, NATURAL_LABEL_BYTES = 52, NATURAL_SHARE_ONE = 65535 };
struct natural_label {
    uint16_t output[NATURAL_LABEL_MOVES], share[NATURAL_LABEL_MOVES];
};

struct natural_sample_set {
    struct natural_sample *rows; /* owned */
    size_t count, cap;
    struct natural_label *labels; /* owned: of the first samples */
    size_t labelled, label_cap;
};

struct natural_samples {
    struct natural_sample_set part[NATURAL_PARTS];
    struct natural_games chosen;
};

void natural_samples_init(struct natural_samples *s);
void natural_samples_release(struct natural_samples *s);
/* A natural_db_taker; ctx is a struct natural_samples. */
enum status natural_samples_add(void *ctx, const struct db *db,
                                const struct natural_game_options *o, struct err *err) CHECK_RESULT;

/* Those of one game, none of which is kept. */
typedef enum status natural_sample_taker(void *ctx, const struct natural_sample *sample, int part,
                                         struct err *err);
enum status natural_samples_of_game(const struct natural_game *game, natural_sample_taker *take,
                                    void *ctx, struct err *err) CHECK_RESULT;

#endif
