/* segment.h: a segment: one immutable file of a database.
 *
 * A segment is a bag of named sections, each a run of bytes with a checksum.  It is written once,
 * from front to back, and appears under its name only when it is complete and on disk; after that
 * it is never changed.  What the sections mean is the business of those who write them.
 *
 *     offset 0     8  "KIFUSEG" and a newline
 *            8     4  version, now 1
 *           12     4  zero
 *           16        sections, each beginning at a multiple of 64
 *            t        table: for each section
 *                       0   8  name, padded with zero bytes
 *                       8   8  offset
 *                      16   8  length
 *                      24   8  XXH3-64 of its bytes
 *     end - 32     8  t, the offset of the table
 *     end - 24     4  number of sections
 *     end - 20     4  zero
 *     end - 16     8  XXH3-64 of bytes 0 to 15, the table, and the 16 bytes before this field
 *     end -  8     8  "kifuend" and a newline
 *
 * All numbers are little-endian.  Opening checks the frame and the table.  Checksums of whole
 * sections cost a pass over all bytes, so the last section, `sums`, has one for each block of
 * SEGMENT_BLOCK bytes of the file, from its beginning up to `sums` itself:
 *
 *     sums       0     4  SEGMENT_BLOCK
 *                4     4  number of blocks; the last one may be shorter
 *                8        for each block 4 bytes: the lower half of its XXH3-64
 *
 * Who reads bytes of a section has them verified first (segment_verify()): each block once, then a
 * bit says that it is whole.  A segment that has no `sums`, as older ones, or damaged ones, is
 * verified a whole section at a time.  Damage that was found stays found: whoever answers from a
 * segment asks segment_status() last, and has no answer if it says so. */
#ifndef KIFU_STORE_SEGMENT_H
#define KIFU_STORE_SEGMENT_H

#include <stdatomic.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/io/file.h"
#include "base/span.h"

enum { SEGMENT_VERSION = 1, SEGMENT_MAX_SECTIONS = 64, SEGMENT_NAME_BYTES = 8, SEGMENT_ALIGN = 64 };
enum { SEGMENT_BLOCK_BITS = 12, SEGMENT_BLOCK = 1 << SEGMENT_BLOCK_BITS };
#define SEGMENT_SUMS "sums"

struct segment_section {
    char name[SEGMENT_NAME_BYTES + 1]; /* NUL-terminated */
    uint64_t offset, length, checksum;
};

/* --- Writing --------------------------------------------------------------------------------- */

struct segment_writer {
    struct file_writer file;
    void *hash; /* of the section being written; NULL between sections */
    struct segment_section sections[SEGMENT_MAX_SECTIONS];
    unsigned count;
    struct buf sums; /* of the blocks that are complete */
    size_t in_block; /* bytes of the one that is not */
    char block[SEGMENT_BLOCK];
};

/* Begins a segment that will be called path. */
enum status segment_writer_open(struct segment_writer *w, const char *path,
                                struct err *err) CHECK_RESULT;
/* Begins a section; name has at most SEGMENT_NAME_BYTES and was not used before. */
enum status segment_writer_begin(struct segment_writer *w, const char *name,
                                 struct err *err) CHECK_RESULT;
enum status segment_writer_add(struct segment_writer *w, struct span bytes,
                               struct err *err) CHECK_RESULT;
/* Ends the section. */
enum status segment_writer_end(struct segment_writer *w, struct err *err) CHECK_RESULT;
/* A whole section at once. */
enum status segment_writer_section(struct segment_writer *w, const char *name, struct span bytes,
                                   struct err *err) CHECK_RESULT;
/* Writes the table, flushes to disk, and gives the file its name; closes w in any case. */
enum status segment_writer_commit(struct segment_writer *w, struct err *err) CHECK_RESULT;
/* Throws away what was written; nothing happens if w is closed. */
void segment_writer_abort(struct segment_writer *w);

/* --- Reading --------------------------------------------------------------------------------- */

/* What is known of the bytes of an open segment; shared by all threads that read it. */
struct segment_state;

struct segment {
    struct file_view view;
    char *path; /* owned */
    struct segment_section sections[SEGMENT_MAX_SECTIONS];
    unsigned count;
    /* Owned; NULL for bytes that are no file, which nothing is verified of. */
    struct segment_state *state;
    const _Atomic uint64_t *verified; /* in state: a bit for each block that is whole */
};

/* Maps the file and checks its frame.  STATUS_SYNTAX, with the byte in err, if it is damaged;
 * STATUS_UNSUPPORTED if a newer Kifu wrote it. */
enum status segment_open(struct segment *s, const char *path, struct err *err) CHECK_RESULT;
/* May be called on a segment that failed to open or is closed. */
void segment_close(struct segment *s);

/* A section's bytes, borrowed until the segment is closed.  False if there is none of that name. */
bool segment_find(const struct segment *s, const char *name, struct span *bytes);
/* The same where it must be there: STATUS_SYNTAX if not. */
enum status segment_need(const struct segment *s, const char *name, struct span *bytes,
                         struct err *err) CHECK_RESULT;
/* Verifies the checksum of one section, by its place in the table. */
enum status segment_check_section(const struct segment *s, unsigned number,
                                  struct err *err) CHECK_RESULT;
/* No checksum covers what is between sections: it must be zero, and short. */
enum status segment_check_gaps(const struct segment *s, struct err *err) CHECK_RESULT;
/* Verifies all of these. */
enum status segment_check(const struct segment *s, struct err *err) CHECK_RESULT;

/* --- Verifying ------------------------------------------------------------------------------- */

/* Verifies what was not yet.  False if it is damaged; segment_status() says so from then on. */
bool segment_verify_blocks(const struct segment *s, struct span bytes);
/* Before these bytes of a section are believed: the same, quick where it was done before. */
static inline bool segment_verify(const struct segment *s, struct span bytes)
{
    if (!s || !s->state || !bytes.n)
        return true;
    uint64_t at = (uint64_t)(bytes.p - s->view.bytes.p);
    uint64_t block = at >> SEGMENT_BLOCK_BITS;
    if (block == (at + bytes.n - 1) >> SEGMENT_BLOCK_BITS &&
        atomic_load_explicit(&s->verified[block / 64], memory_order_relaxed) >> block % 64 & 1)
        return true;
    return segment_verify_blocks(s, bytes);
}
/* As above, with an error: STATUS_SYNTAX with file, section and byte if they are damaged. */
enum status segment_verify_span(const struct segment *s, struct span bytes,
                                struct err *err) CHECK_RESULT;
/* The same of a whole section, which must be there. */
enum status segment_need_whole(const struct segment *s, const char *name, struct span *bytes,
                               struct err *err) CHECK_RESULT;
/* Reads without recording damage, for salvage: segment_status() does not change. */
bool segment_is_whole(const struct segment *s, struct span bytes);

/* STATUS_SYNTAX if damage was found by any of these calls, the first that was found; or if the file
 * was cut short since it was opened.  Costs two reads: after every answer. */
enum status segment_status(const struct segment *s, struct err *err) CHECK_RESULT;

/* For readers of sections: fills *err for a fault at `at`, which points into one of them.  If the
 * checksum of that one is wrong, the error says so with its name instead of `what`. */
enum status segment_damaged(const struct segment *s, const void *at, const struct msg *what,
                            struct err *err);

#endif
