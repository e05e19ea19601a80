/* range_coder.h: adaptive binary arithmetic coding: a bit costs as much as it is unexpected.
 *
 * A model holds the probability of a bit and learns from every bit that is coded with it.  Decoding
 * with models in the same state gives the same bits, so both sides use the same functions: code a
 * bit, and get the bit that was coded.
 *
 *     struct range_coder c;                            struct range_coder c;
 *     range_coder_write(&c, &out);                     range_coder_read(&c, bytes);
 *     range_code(&c, &model, bit);                     bit = range_code(&c, &model, 0);
 *     range_coder_flush(&c);                           if (c.failed) …the bytes ended too early…
 *
 * The numbers are those of a range coder with carry: 32 bits of range, a byte leaves when the range
 * falls below 2^24.  The first byte is always 0, and the last five flush the rest. */
#ifndef KIFU_BASE_RANGE_CODER_H
#define KIFU_BASE_RANGE_CODER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/span.h"

/* The probability of a 1, in 2^-16, as the mean of two that learn at different speeds. */
struct bit_model {
    uint16_t fast, slow;
};

enum { BIT_FAST = 5, BIT_SLOW = 8, BIT_LEAST = 48 /* of 2^16: what is never quite certain */ };

struct range_coder {
    struct buf *out; /* NULL: reading */
    struct span in;
    uint64_t low;     /* writing */
    uint64_t waiting; /* writing: 0xff bytes behind `held` that a carry may still change */
    uint32_t range, code;
    uint8_t held;
    bool failed; /* reading: more was wanted than there is */
};

static inline struct bit_model bit_model_make(uint16_t probability)
{
    return (struct bit_model){probability, probability};
}

static inline uint32_t bit_probability(const struct bit_model *m)
{
    uint32_t p = ((uint32_t)m->fast + m->slow) / 2;
    return p < BIT_LEAST ? BIT_LEAST : p > 65536 - BIT_LEAST ? 65536 - BIT_LEAST : p;
}

static inline void bit_model_learn(struct bit_model *m, bool bit)
{
    if (bit) {
        m->fast = (uint16_t)(m->fast + ((65535 - m->fast) >> BIT_FAST));
        m->slow = (uint16_t)(m->slow + ((65535 - m->slow) >> BIT_SLOW));
    } else {
        m->fast = (uint16_t)(m->fast - (m->fast >> BIT_FAST));
        m->slow = (uint16_t)(m->slow - (m->slow >> BIT_SLOW));
    }
}

void range_coder_write(struct range_coder *c, struct buf *out);
void range_coder_flush(struct range_coder *c);
void range_coder_read(struct range_coder *c, struct span bytes);
/* The range has become small: moves a byte out or in. */
void range_coder_shift(struct range_coder *c);

/* A bit of known probability of a 1, in 2^-16, neither 0 nor 2^16. */
static inline bool range_code_known(struct range_coder *c, uint32_t probability, bool bit)
{
    uint32_t bound = (c->range >> 16) * probability;
    if (!c->out)
        bit = c->code < bound;
    if (bit) {
        c->range = bound;
    } else {
        c->low += bound;
        c->code -= bound;
        c->range -= bound;
    }
    while (c->range < (uint32_t)1 << 24)
        range_coder_shift(c);
    return bit;
}

static inline bool range_code(struct range_coder *c, struct bit_model *m, bool bit)
{
    bit = range_code_known(c, bit_probability(m), bit);
    bit_model_learn(m, bit);
    return bit;
}

/* A number of so many bits by a tree of 2^bits models, of which the first is not used. */
uint32_t range_code_tree(struct range_coder *c, struct bit_model *tree, int bits, uint32_t number);
/* Bits that no model knows anything of; at most 32. */
uint32_t range_code_plain(struct range_coder *c, int bits, uint32_t number);

#endif
