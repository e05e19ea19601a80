/* segment_cache.h: a file beside a segment with what was worked out from it, made again when it is
 * missing, damaged or of other bytes.
 *
 *     columns/SEGMENT-KIND.idx    a segment file (store/segment.h), whose section "about" has
 *         kifu-KIND 1
 *         segment NAME HASH       of the checksums of the segment's sections
 */
#ifndef KIFU_DB_SEGMENT_CACHE_H
#define KIFU_DB_SEGMENT_CACHE_H

#include "db/db.h"

/* Whether there is such a file that is whole and about these bytes; then it is open. */
bool segment_cache_open(struct segment *out, const struct db_segment *s, const char *kind);

/* Begins a new one, with "about" in it; the caller adds its sections and commits.  False if nothing
 * can be written there. */
bool segment_cache_create(struct segment_writer *out, const struct db_segment *s, const char *kind);

#endif
