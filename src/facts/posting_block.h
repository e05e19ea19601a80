/* posting_block.h: up to 128 postings of one key, packed.
 *
 * A posting says that a fact held in a line of play from a ply to a ply (end excluded).  Spans are
 * rounded outward to multiples of POSTING_STEP plies: a query that needs the exact plies replays
 * the few games that remain.  On 11,804 real and self-played games sorted by opening, 176 postings
 * each, blocks of 128 take 360 bytes a game when exact, 286 in steps of 4, 250 in steps of 8, and
 * 215 in steps of 16; of the 250, 81 are for which games, 80 for starts and 80 for lengths.
 *
 * A block is three columns one after another: gaps between lines, starts, lengths - 1 (the latter
 * two in steps).  A column stores each value less the smallest in `width` bits, and the few that
 * need more as exceptions:
 *
 *     byte    width (0 … 32)
 *     byte    number of exceptions
 *     varint  smallest value
 *     bits    n * width, the first value lowest, padded to a byte
 *     for each exception: byte index, varint what to add above the width
 *
 * The width is the one that makes the column smallest. */
#ifndef KIFU_FACTS_POSTING_BLOCK_H
#define KIFU_FACTS_POSTING_BLOCK_H

#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/span.h"

enum { POSTING_BLOCK = 128, POSTING_STEP = 8 };

struct posting {
    uint32_t line; /* of the segment */
    uint32_t from; /* ply */
    uint32_t to;   /* ply after the last */
};

/* A posting as it comes out of a block: its span rounded outward. */
static inline struct posting posting_round(struct posting p)
{
    p.from = p.from / POSTING_STEP * POSTING_STEP;
    p.to = (p.to + POSTING_STEP - 1) / POSTING_STEP * POSTING_STEP;
    return p;
}

/* Appends a block of n postings, 1 to POSTING_BLOCK, sorted by line.  base is the line before the
 * first: the first gap is counted from it. */
void posting_block_encode(const struct posting *p, size_t n, uint32_t base, struct buf *out);

/* Reads a block of n postings from the front of *bytes, with spans as rounded.  False if the bytes
 * are not a block: they may be hostile. */
bool posting_block_decode(struct span *bytes, size_t n, uint32_t base, struct posting *out);

#endif
