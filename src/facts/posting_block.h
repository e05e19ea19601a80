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
#include "base/span.h"

enum { POSTING_BLOCK = 128 };

/* Appends a block of n lines, 1 to POSTING_BLOCK, ascending, none before base: the first gap is
 * counted from there. */
void posting_block_encode(const uint32_t *lines, size_t n, uint32_t base, struct buf *out);

/* Unpacks a block of n lines that fills bytes; out has room for POSTING_BLOCK.  False if the bytes
 * are no block or a line is greater than `most`: they may be hostile, and then the lines of a block
 * that is accepted need not even ascend. */
bool posting_block_decode(struct span bytes, size_t n, uint32_t base, uint32_t most, uint32_t *out);

#endif
