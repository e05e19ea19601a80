/* manifest.h: the manifest: the segments of a database.
 *
 * A small text file, replaced as a whole: whoever reads it sees the database before an import or
 * after it, and never in between.  People can read it too:
 *
 *     kifu-manifest 1
 *     game shogi
 *     next-id 240379
 *     next-segment 4
 *     segment s000001 games 0 100000 10571234
 *     segment s000002 games 100000 140379 14839021
 *     segment s000003 removals 0 12 0
 *     checksum 1f2e3d4c5b6a7988
 *
 * A segment line is: name, kind, first game id, number of games (or entries), plies.  The checksum
 * is XXH3-64 of all lines before its own.  Lines that a newer Kifu adds make an older one refuse.
 *
 * Readers need no lock: segments are never changed, and one that a manifest no longer names stays
 * until compact removes it.  Writers hold manifest_lock(). */
#ifndef KIFU_STORE_MANIFEST_H
#define KIFU_STORE_MANIFEST_H

#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/span.h"

enum segment_kind {
    SEGMENT_GAMES,
    SEGMENT_REMOVALS,
    SEGMENT_SOURCES,
    SEGMENT_EDITS,
    SEGMENT_KINDS
};

enum { MANIFEST_NAME_BYTES = 24 };

struct manifest_entry {
    char name[MANIFEST_NAME_BYTES]; /* of its file, without ending; letters, digits, - and _ */
    enum segment_kind kind;
    uint32_t first_id, count;
    uint64_t plies;
};

struct manifest {
    char game[MANIFEST_NAME_BYTES]; /* "shogi" */
    uint32_t next_id;               /* the id the next game gets; ids are never used again */
    uint32_t next_segment;          /* likewise for names */
    struct manifest_entry *entries; /* owned; in the order they were added */
    uint32_t count;
    size_t cap;
};

void manifest_init(struct manifest *m, const char *game);
void manifest_release(struct manifest *m);
enum status manifest_add(struct manifest *m, const struct manifest_entry *entry,
                         struct err *err) CHECK_RESULT;
/* The smallest id that games of the segment at `entry`, a line of m, do not have: the first of the
 * next games segment, or the next id. */
uint32_t manifest_id_behind(const struct manifest *m, const struct manifest_entry *entry);

/* Reads DIRECTORY/MANIFEST into m, which is initialised by this.  STATUS_NOT_FOUND if there is
 * none; STATUS_SYNTAX with line and byte if it is damaged. */
enum status manifest_read(struct manifest *m, const char *directory, struct err *err) CHECK_RESULT;
/* The same for its text; file is for messages. */
enum status manifest_parse(struct manifest *m, struct span text, struct span file,
                           struct err *err) CHECK_RESULT;
/* Appends its text. */
void manifest_print(const struct manifest *m, struct buf *out);
/* Replaces DIRECTORY/MANIFEST; when this returns STATUS_OK the new one is on disk. */
enum status manifest_write(const struct manifest *m, const char *directory,
                           struct err *err) CHECK_RESULT;

/* Only one process writes to a database: takes the lock or fails with STATUS_IO saying so
 * (MANIFEST_LOCKED if another has it).  *fd is -1 on failure.  The lock ends with manifest_unlock()
 * or with the process, however it ends. */
enum status manifest_lock(const char *directory, int *fd, struct err *err) CHECK_RESULT;
void manifest_unlock(int *fd);
extern const struct msg MANIFEST_LOCKED;

#endif
