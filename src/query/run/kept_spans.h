/* kept_spans.h: spans of queries in all games of a segment, kept beside it: for the hundred castles
 * and openings that the page wants to know of every game after each start.
 *
 * Spans of queries about moves alone never change, so they are kept in the folder of columns (db.h),
 * where anybody may delete them:
 *
 *     NAME.kifu/columns/SEGMENT-spans.idx     a segment file (store/segment.h) with the sections
 *         about    text: "kifu-spans 1", then the segment's name and a hash of its table
 *         keys     for each list: 16 bytes, the XXH3-128 of its query; u64 where it ends in "lists"
 *         lists    each: varint 2 × the number of spans, + 1 if there were places of drawn diagrams
 *                  in them, which are not kept; for each span, by line and ply:
 *                    varint    8 × the distance from the line before (the first: its line)
 *                              + 2 × PLAYS_… + 1 if not all of its plies match
 *                    varint    its first ply
 *                    varint    how many plies it has
 *                  and if not all match: varint how many runs of plies do; for each of them
 *                    varint    plies since the run before (the first: since the span began)
 *                    varint    how many plies
 *
 * The file appears whole or not at all, and counts only if its "about" fits the segment and all
 * checksums are right; a list counts only if it is as above.  Where it cannot be written, nothing
 * is kept. */
#ifndef KIFU_QUERY_RUN_KEPT_SPANS_H
#define KIFU_QUERY_RUN_KEPT_SPANS_H

#include "query/run/query_result.h"

enum { SPANS_KEY_BYTES = 16 };

/* The key of a query; false if its spans may not be kept, or there is no memory. */
bool kept_spans_key(const struct query *q, unsigned char key[SPANS_KEY_BYTES]);

/* The lists of a segment, and those to be added to them. */
struct kept_spans;
/* NULL: no memory. */
struct kept_spans *kept_spans_open(const struct db_segment *s);
void kept_spans_close(struct kept_spans *k); /* NULL is fine */

/* The spans with a key, but for games that were removed.  False, with nothing in *out, if they are
 * not kept.  Released as those of a result. */
bool kept_spans_read(const struct kept_spans *k, const unsigned char key[SPANS_KEY_BYTES],
                     struct result_part *out);
/* Adds all spans of a query. */
void kept_spans_add(struct kept_spans *k, const unsigned char key[SPANS_KEY_BYTES],
                    const struct result_part *spans);
/* Writes the file, if anything was added, with what it had before. */
void kept_spans_write(struct kept_spans *k);

/* The spans of a query that are kept beside an open segment, places of diagrams and all; false, with
 * nothing in *out, if there are none. */
bool kept_spans_find(const struct db_segment *s, const unsigned char key[SPANS_KEY_BYTES],
                     struct result_part *out);

/* Reads a list of a segment with these lines; false if it is damaged, and *out is empty then.
 * removed: bits by number; may be NULL.  *placed: places were left out. */
bool span_list_read(struct span bytes, const struct lines *l, const uint64_t *removed,
                    struct result_part *out, bool *placed);
void span_list_write(const struct result_part *spans, struct buf *out);

#endif
