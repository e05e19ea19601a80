/* posting_block.h: the packed encoding of the lines of up to 128 postings.
 *
 * Lines of a list ascend, and one may come several times.  A block stores the gaps between them:
 * each gap less `base` in `width` bits, and the few that do not fit as exceptions.
 *
 *     byte    width (0 … 31) + 32 * base (0 or 1)
 *     byte    number of exceptions
 *     bits    of a full block: 4 columns of 32 values side by side, so that four are unpacked at
 *             a time: value 4 * i + k is number i of column k; a column is `width` words of 32
 *             bits, its first value lowest, and word i of all columns comes before word i + 1.
 *             Of a shorter block: one value after another, lowest first, padded to a byte.
 *     for each exception: byte index, varint the whole gap
 *
 * Width and base are those that make the block smallest.  On 239,793 generated games of 178
 * postings, sorted by opening, blocks take 80 bytes a game.  Elias-Fano coding of the same blocks
 * was estimated at a tenth less, but is slower to go through, and going through lists is what
 * searching does most. */
#ifndef KIFU_FACTS_POSTING_BLOCK_H
#define KIFU_FACTS_POSTING_BLOCK_H

#include <stdint.h>

#include "base/buf.h"
#include "base/le.h"
#include "base/span.h"
#include "facts/fact_collect.h"

enum { POSTING_BLOCK = 128 };

/* Appends a block of n lines, 1 to POSTING_BLOCK, ascending, none before base: the first gap is
 * counted from there. */
void posting_block_encode(const uint32_t *lines, size_t n, uint32_t base, struct buf *out);

/* Unpacks a block of n lines that fills bytes; out has room for POSTING_BLOCK.  False if the bytes
 * are no block or a line is greater than `most`: they may be hostile, and then the lines of a block
 * that is accepted need not even ascend. */
bool posting_block_decode(struct span bytes, size_t n, uint32_t base, uint32_t most, uint32_t *out);

/* --- The encoding of spans of plies in up to six bits, rounded outward ------------------------
 * Lists find candidates and replaying settles them, so a span need not be exact: it may be wider
 * than the truth, never narrower.  Every list has a code of its own, fitted to its spans: up to 64
 * pairs of a first ply (rounded down to one of the list's `from` values) and a distance from there
 * to the end (rounded up to one of its `reach` values, or "to the end of the line", which is
 * exact).  A pair takes the same number of bits everywhere in the list, so that the span of any
 * posting is read without looking at others.
 *
 * Measured on 100,000 generated games and 200 partial positions of 17 pieces: exact spans leave
 * 1.59 games for a query, spans rounded to 8 plies 1.89, to 16 plies 2.43, codes of up to 7 bits
 * 2.27, of up to 6 bits 2.67, of up to 5 bits 4.58, lists of games without spans 104; on 4,708 real
 * games 1.40, 1.70, 2.00, 1.66, 1.84, 2.12, and 7.84.  Codes of up to 6 bits take 130 bytes a game,
 * where bit-packing of spans in steps of 8 took 164.
 *
 * A code as it is stored:
 *
 *     byte    number of `from` values, 1 … 64
 *     byte    number of `reach` values, 0 … 63
 *     varint  each `from`, the first as it is, others less the one before
 *     varint  each `reach`, as the `from` values
 *
 * With n reaches, a span is the number  from * (n + 1) + reach,  reach n being the end of the line,
 * in as many bits as the largest such number needs. */

enum { SPAN_CODE_BITS = 6, SPAN_CODE_VALUES = 1 << SPAN_CODE_BITS };

struct span_code {
    unsigned bits;
    unsigned n_from, n_reach;
    unsigned inverse; /* 65536 / (n_reach + 1), rounded up; replaces a division */
    uint16_t from[SPAN_CODE_VALUES], reach[SPAN_CODE_VALUES];
};

/* A code that fits these spans, n > 0.  False if there is no memory. */
bool span_code_choose(struct span_code *code, const struct fact_span *spans, uint32_t n);
/* Appends the numbers of the spans, which are those that it was chosen for.  False if there is no
 * memory for work; see out for the rest. */
bool span_code_put_numbers(const struct span_code *code, const struct fact_span *spans, uint32_t n,
                           struct buf *out);

void span_code_put(const struct span_code *code, struct buf *out);
/* Removes one from the front of *bytes; false if there is none. */
bool span_code_get(struct span_code *code, struct span *bytes);

/* Number i of those that were put; two bytes at a time are read. */
static inline unsigned span_code_number(const struct span_code *code, const char *numbers,
                                        uint32_t i)
{
    size_t bit = (size_t)i * code->bits;
    unsigned number = (unsigned)le_get16(numbers + bit / 8) >> bit % 8;
    return number & ((1U << code->bits) - 1);
}
/* What a number stands for.  *to is UINT32_MAX for the end of the line.  Numbers outside of the
 * code give an arbitrary span. */
static inline void span_code_span(const struct span_code *code, unsigned number, uint32_t *from,
                                  uint32_t *to)
{
    unsigned f = number * code->inverse >> 16, r = number - f * (code->n_reach + 1);
    *from = code->from[f];
    *to = r == code->n_reach ? UINT32_MAX : *from + code->reach[r];
}
/* When a span with that number may have begun: at *from or later, before *until. */
static inline void span_code_beginning(const struct span_code *code, unsigned number,
                                       uint32_t *from, uint32_t *until)
{
    unsigned f = number * code->inverse >> 16;
    span_code_span(code, number, from, until);
    if (f + 1 < code->n_from && code->from[f + 1] < *until)
        *until = code->from[f + 1];
}

#endif
