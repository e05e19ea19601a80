/* network.h: a residual convolutional network on a board: moves and the winner, predicted.
 *
 * It knows no game: a position is a set of points for each input plane and a set of globals, and
 * what comes out is a number for each policy plane and point and the probability that the side to
 * move wins.  The layers, the arithmetic and the file are in docs/formats/network.md; people_network.h
 * binds it to shogi.
 *
 *     planes ─▶ 3x3 ─▶ x ─┬─▶ 3x3 ─▶ y ─▶ 3x3 ─▶ · gate ─▶ + ─▶ x … ─┬─▶ 1x1 ─▶ policy
 *     globals ──▲         └──────────────────────────────▲           └─▶ mean ─▶ value
 *                          (blocks)
 *
 * Weights are 8 bits, activations 12, sums 32, and what is not an integer is reckoned in one
 * order without fused operations: every processor gives the same bits.
 *
 * A network is read-only once it is open, and shared by threads; each has a scratch of its own. */
#ifndef KIFU_ENGINE_NETWORK_NETWORK_H
#define KIFU_ENGINE_NETWORK_NETWORK_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

enum network_game { NETWORK_SHOGI = 1, NETWORK_GO = 2 };

/* What a file may ask for at most. */
enum {
    NETWORK_MOST_SIDE = 19,
    NETWORK_MOST_POINTS = NETWORK_MOST_SIDE * NETWORK_MOST_SIDE,
    NETWORK_MOST_PLANES = 128,
    NETWORK_MOST_GLOBALS = 256,
    NETWORK_MOST_CHANNELS = 256, /* sums of 9 * 256 products of 4095 and 127 fit in 32 bits */
    NETWORK_MOST_BLOCKS = 64,
    NETWORK_MOST_UNITS = 256, /* squeezed; of the value */
    NETWORK_MOST_POLICY = 64,
    NETWORK_MOST_CLASSES = 16,
    NETWORK_MOST_TEXT = 1 << 16,
};

/* The head of a file, in its order. */
struct network_shape {
    uint32_t game; /* enum network_game */
    uint32_t width, height;
    uint32_t planes, globals, channels, blocks, squeezed, policy, units, classes;
};

struct network;
/* NULL: the network of people's moves that is installed.  STATUS_NOT_FOUND if there is none,
 * STATUS_SYNTAX for bytes that are none, STATUS_LIMIT for one that is too large, and
 * STATUS_UNSUPPORTED for another version. */
enum status network_open(struct network **out, const char *path, struct err *err) CHECK_RESULT;
enum status network_read(struct network **out, struct span bytes, struct err *err) CHECK_RESULT;
void network_close(struct network *n); /* NULL is fine */

const struct network_shape *network_shape_of(const struct network *n);
/* How it was made: UTF-8, borrowed from the network. */
struct span network_text(const struct network *n);
/* The checksum at the end of its file, by which networks are told apart. */
uint64_t network_checksum(const struct network *n);
/* That of a file that is not opened otherwise; NULL: of the installed one. */
enum status network_file_checksum(uint64_t *out, const char *path, struct err *err) CHECK_RESULT;
/* What logits of a class of player are multiplied by before their exponentials are taken. */
float network_temperature(const struct network *n, uint32_t class);

/* One position.  A point is height * x + y; every number is in range and stands once. */
struct network_input {
    const uint16_t *ones; /* plane * points + point, of what is set */
    size_t ones_count;
    const uint16_t *globals; /* which are set */
    size_t globals_count;
};

struct network_output {
    float *logits; /* room for policy * points: plane * points + point */
    float win;     /* probability, for the side to move */
};

/* Memory to work in, for up to `batch` positions at a time. */
struct network_scratch;
enum status network_scratch_open(struct network_scratch **out, const struct network *n,
                                 size_t batch, struct err *err) CHECK_RESULT;
void network_scratch_close(struct network_scratch *s); /* NULL is fine */

/* Several positions at once, at most the scratch's batch: weights are fetched from memory once for
 * all of them.  The result of each is the same in any company. */
void network_run(const struct network *n, struct network_scratch *s,
                 const struct network_input *inputs, struct network_output *outputs, size_t count);

/* e^x, within a few units of the last place and the same everywhere: nothing of the C library. */
float network_exp(float x);

#endif
