/* segment.h: one immutable file of a database.
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
 * All numbers are little-endian.  Opening checks the frame and the table; the sections' own
 * checksums cost a pass over all bytes and are verified by segment_check(). */
#ifndef KIFU_STORE_SEGMENT_H
#define KIFU_STORE_SEGMENT_H

#include "base/buf.h"
#include "base/err.h"
#include "base/file.h"
#include "base/span.h"

enum { SEGMENT_VERSION = 1, SEGMENT_MAX_SECTIONS = 64, SEGMENT_NAME_BYTES = 8, SEGMENT_ALIGN = 64 };

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

struct segment {
    struct file_view view;
    char *path; /* owned */
    struct segment_section sections[SEGMENT_MAX_SECTIONS];
    unsigned count;
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

/* For readers of sections: fills *err for a fault at `at`, which points into one of them. */
enum status segment_damaged(const struct segment *s, const void *at, const struct msg *what,
                            struct err *err);

#endif
