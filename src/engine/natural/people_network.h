/* people_network.h: how likely people are to play each move, by a network of their moves.
 *
 *     p(move) = exp(t * logit(move)) / Σ exp(t * logit(other))          over all legal moves
 *
 * where t belongs to the class of player.  What the network sees and what its outputs mean is in
 * people_input.h; network.h reckons.  It takes hundreds of times as long as the model of
 * natural.h. */
#ifndef KIFU_ENGINE_NATURAL_PEOPLE_NETWORK_H
#define KIFU_ENGINE_NATURAL_PEOPLE_NETWORK_H

#include "engine/natural/people_input.h"

/* Beyond the classes of natural.h a network knows programs. */
enum { PEOPLE_PROGRAM = NATURAL_CLASSES, PEOPLE_CLASSES };

struct people_network; /* shared by threads */
/* NULL: the one that is installed; STATUS_NOT_FOUND if there is none.  STATUS_UNSUPPORTED if it is a
 * network of something else. */
enum status people_network_open(struct people_network **out, const char *path,
                                struct err *err) CHECK_RESULT;
enum status people_network_read(struct people_network **out, struct span bytes,
                                struct err *err) CHECK_RESULT;
void people_network_close(struct people_network *n); /* NULL is fine */
/* How it was made; borrowed from the network. */
struct span people_network_text(const struct people_network *n);

/* network_checksum(). */
uint64_t people_network_checksum(const struct people_network *n);

/* What a network is shown of a position: numbers of struct network_input. */
enum {
    PEOPLE_INPUT_PLANES = 42,
    PEOPLE_GLOBALS = 60,
    /* a piece and three bits of attacks by each side on every square, and the last moves */
    PEOPLE_MOST_ONES = 7 * SHOGI_SQUARES + 2 * NATURAL_PAST,
};
struct people_seen {
    uint16_t ones[PEOPLE_MOST_ONES], globals[PEOPLE_GLOBALS];
    size_t ones_count, globals_count;
};
/* mirrored: with left and right exchanged. */
void people_see(struct people_seen *out, const struct people_input *in, int class, bool mirrored);
/* The output of the mirrored move. */
int people_mirrored_output(int output);

struct people_position {
    const struct shogi_pos *pos;
    const struct natural_past *past;
    int class; /* enum natural_class or PEOPLE_PROGRAM */
};

struct people_answer {
    struct natural_move moves[SHOGI_MAX_MOVES]; /* in the order of shogi_legal_moves(); p alone */
    int count;
    float win; /* probability, for the side to move */
};

/* Memory to work in: each thread has its own. */
struct people_scratch;
enum { PEOPLE_BATCH = 8 }; /* positions at a time */
/* mirrored: the mirror image is judged, too, and the mean of both probabilities is the answer; that
 * takes twice as long. */
enum status people_scratch_open(struct people_scratch **out, const struct people_network *n,
                                bool mirrored, struct err *err) CHECK_RESULT;
void people_scratch_close(struct people_scratch *s); /* NULL is fine */

/* At most PEOPLE_BATCH at a time. */
void people_infer(const struct people_network *n, struct people_scratch *s,
                  const struct people_position *positions, struct people_answer *answers,
                  size_t count);

#endif
