/* random_network.h: files of networks with random weights, for tests and benchmarks; written from
 * docs/formats/network.md alone.  Scales are such that activations neither vanish nor all reach
 * their most. */
#ifndef KIFU_TESTS_UNIT_RANDOM_NETWORK_H
#define KIFU_TESTS_UNIT_RANDOM_NETWORK_H

#include <math.h>
#include <string.h>
#include <xxhash.h>

#include "base/buf.h"
#include "base/le.h"
#include "base/rng.h"
#include "engine/network/network.h"

/* What people_network.h takes, of any depth. */
static inline struct network_shape random_network_people(uint32_t channels, uint32_t blocks)
{
    return (struct network_shape){.game = NETWORK_SHOGI,
                                  .width = 9,
                                  .height = 9,
                                  .planes = 42,
                                  .globals = 60,
                                  .channels = channels,
                                  .blocks = blocks,
                                  .squeezed = channels / 8,
                                  .policy = 27,
                                  .units = 64,
                                  .classes = 4};
}

/* What go_people_network.h takes. */
static inline struct network_shape random_network_go(uint32_t channels, uint32_t blocks)
{
    return (struct network_shape){.game = NETWORK_GO,
                                  .width = 19,
                                  .height = 19,
                                  .planes = 19,
                                  .globals = 4,
                                  .channels = channels,
                                  .blocks = blocks,
                                  .squeezed = channels / 8,
                                  .policy = 2,
                                  .units = 32,
                                  .classes = 4};
}

static inline void random_network_u32(struct buf *out, uint32_t number)
{
    uint8_t bytes[4];
    le_put32(bytes, number);
    buf_add(out, bytes, sizeof bytes);
}

static inline void random_network_f32(struct buf *out, double number)
{
    float x = (float)number;
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    random_network_u32(out, bits);
}

static inline void random_network_pad(struct buf *out)
{
    while (out->n % 16)
        buf_add_char(out, '\0');
}

static inline void random_network_floats(struct buf *out, struct rng *r, size_t n, double low,
                                         double high)
{
    for (size_t i = 0; i < n; i++)
        random_network_f32(out, low + (high - low) * rng_double(r));
    random_network_pad(out);
}

static inline void random_network_bytes(struct buf *out, struct rng *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        buf_add_char(out, (char)((int)rng_below(r, 255) - 127));
    random_network_pad(out);
}

/* A scale for so many inputs of about 1. */
static inline void random_network_scales(struct buf *out, struct rng *r, size_t n, size_t inputs)
{
    double scale = 1 / (73 * sqrt((double)inputs));
    random_network_floats(out, r, n, 0.7 * scale, 1.3 * scale);
}

static inline void random_network_block(struct buf *out, struct rng *r,
                                        const struct network_shape *s)
{
    random_network_floats(out, r, 1, 1.0 / 1024, 1.0 / 512);
    for (int i = 0; i < 2; i++) {
        random_network_scales(out, r, s->channels, 9 * (size_t)s->channels);
        random_network_floats(out, r, s->channels, -0.5, 0.5);
        random_network_bytes(out, r, (size_t)s->channels * s->channels * 9);
    }
    random_network_floats(out, r, (size_t)s->squeezed * s->channels, -0.5, 0.5);
    random_network_floats(out, r, s->squeezed, -0.5, 0.5);
    random_network_floats(out, r, (size_t)s->channels * s->squeezed, -0.5, 0.5);
    random_network_floats(out, r, s->channels, -0.5, 0.5);
}

static inline void random_network_head(struct buf *out, const struct network_shape *s)
{
    const uint32_t words[] = {1,           s->game,    s->width,    s->height,
                              s->planes,   s->globals, s->channels, s->blocks,
                              s->squeezed, s->policy,  s->units,    s->classes};
    buf_add(out, "KIFUNET", 8);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        random_network_u32(out, words[i]);
    random_network_f32(out, 1.0 / 512);
    random_network_u32(out, 0);
}

static inline void random_network_seal(struct buf *out)
{
    uint8_t sum[8];
    le_put64(sum, XXH3_64bits(out->p, out->n));
    buf_add(out, sum, sizeof sum);
}

/* The whole file. */
static inline void random_network_write(struct buf *out, const struct network_shape *s,
                                        uint64_t seed)
{
    static const char TEXT[] = "random weights";
    size_t points = (size_t)s->width * s->height;
    struct rng r;
    rng_seed(&r, seed);
    random_network_head(out, s);
    random_network_scales(out, &r, s->channels, 64);
    random_network_floats(out, &r, s->channels, -0.5, 0.5);
    random_network_bytes(out, &r, (size_t)s->globals * s->channels);
    random_network_bytes(out, &r, (size_t)s->channels * s->planes * 9);
    for (uint32_t i = 0; i < s->blocks; i++)
        random_network_block(out, &r, s);
    random_network_scales(out, &r, s->policy, s->channels);
    random_network_bytes(out, &r, (size_t)s->policy * s->channels);
    random_network_floats(out, &r, s->policy * points, -0.5, 0.5);
    random_network_floats(out, &r, (size_t)s->units * s->channels, -0.5, 0.5);
    random_network_floats(out, &r, s->units, -0.5, 0.5);
    random_network_floats(out, &r, s->units, -0.5, 0.5);
    random_network_floats(out, &r, 1, -0.5, 0.5);
    random_network_floats(out, &r, s->classes, 0.8, 1.2);
    random_network_u32(out, sizeof TEXT - 1);
    buf_add(out, TEXT, sizeof TEXT - 1);
    random_network_pad(out);
    random_network_seal(out);
}

#endif
