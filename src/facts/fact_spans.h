/* fact_spans.h: what rounding took from the spans of frequent facts, so that they are known exactly.
 *
 * Of a rare fact few lines are left, and looking at them settles when it held.  A frequent one is in
 * most lines, and going through those takes many times as long as reading when it held.  So for lists
 * with a share of as many postings as there are lines (game.exact_lines: a quarter in shogi, a
 * hundredth in Go) it is kept how far each span reaches less than its number says (posting_block.h).
 * On 239,972 generated games of shogi that is 112 bytes a game, for 113 of 178 postings; on those of
 * Go 139, for all 212.
 *
 * The number of a span says between which plies it begins, and between which it ends.  So many bits
 * as tell these apart follow for each posting: first those of how much later than the first of them
 * it begins, then those of how much earlier than the last of them it ends, which are none if it ends
 * with the line.
 *
 * Section of a segment, numbers little-endian; segments written before there was one have none:
 *
 *     factspan  u32 lists, u32 0
 *               { u32 fact, u32 width, u64 at }[lists + 1]
 *                                facts ascending; how many bits a beginning takes in the last of the
 *                                list's classes of them, which is open; where the list's bytes
 *                                begin, counted from the first list's; the last row: UINT32_MAX, 0
 *                                and the end of all
 *               for each list:
 *                 u32 start[blocks]   by block of postings: bits of the list before it
 *                 the bits, the first of them lowest, padded to a byte
 *               FACT_SPANS_SLACK zero bytes */
#ifndef KIFU_FACTS_FACT_SPANS_H
#define KIFU_FACTS_FACT_SPANS_H

#include "facts/fact_index.h"

enum { FACT_SPANS_SLACK = POSTING_BLOCK * 4 + 8 };

/* --- Writing ---------------------------------------------------------------------------------- */

/* Whether a fact with this number of postings has its spans exactly. */
bool fact_spans_wanted(const struct game *game, uint32_t postings, uint32_t lines);

struct fact_spans_writer {
    struct buf rows, lists;
};
void fact_spans_writer_init(struct fact_spans_writer *w);
void fact_spans_writer_release(struct fact_spans_writer *w);
/* The bytes of a list, whose code and numbers these are; and the width for its row.  False if there
 * is no memory; of more bits than can be counted nothing is appended. */
bool fact_spans_encode(const struct span_code *code, const char *numbers,
                       const struct fact_span *spans, uint32_t n, struct buf *out, uint32_t *width);
/* Adds a list; facts ascend. */
void fact_spans_add(struct fact_spans_writer *w, uint32_t fact, uint32_t width, struct span bytes);
enum status fact_spans_write(struct fact_spans_writer *w, struct segment_writer *out,
                             struct err *err) CHECK_RESULT;

/* --- Reading ---------------------------------------------------------------------------------- */

/* Whether the spans of a fact are known exactly. */
bool fact_spans_has(const struct fact_index *x, uint32_t fact);

/* What a number says, and how many bits follow: where it begins at the earliest, ends at the
 * latest. */
struct span_class {
    uint16_t from, to;
    uint8_t from_width, to_width;
};

/* Reads a list block by block.  About 2 KiB. */
struct fact_span_cursor {
    struct fact_cursor list; /* its `lines` are those of the spans; list.in_block of them */
    uint16_t from[POSTING_BLOCK], to[POSTING_BLOCK]; /* FACT_SPAN_END: with the line */
    /* more, for fact_spans.c */
    struct span_class classes[SPAN_CODE_VALUES];
    struct span starts, bits;
};

/* Goes before the first block; false, with nothing to be closed, if the spans are not known. */
bool fact_span_cursor_open(struct fact_span_cursor *c, const struct fact_index *x, uint32_t fact);
/* Goes to the next block that has a posting of `line` or a later one; false at the end, and after
 * damage: fact_cursor_status() of the list says which. */
bool fact_span_cursor_next(struct fact_span_cursor *c, uint32_t line);

#endif
