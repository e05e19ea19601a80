/* import_log.h: what was imported into a database when, so that it can be shown and taken back.
 *
 * The file "imports" of a database, replaced as a whole under the lock of writers, the oldest import
 * first.  Words are parted by tabs:
 *
 *     kifu-imports 1
 *     import  1  1795182780  20  604  603  597  584  13  3  6  0  4  records.zip  20-25,31  mine  club
 *     taken   1  584
 *     checksum 1f2e3d4c5b6a7988
 *
 * An import has its number, the time (seconds since 1970), the first id that it could give and the
 * one after its last, numbers of files, games, new ones, duplicates, games read in part, rejected
 * records, results that conflict, files that were sent, the name of the first of them, ids of older
 * games that came again, and its tags.  "taken": that many games of an import were removed again.
 * The checksum is XXH3-64 of all lines before its own. */
#ifndef KIFU_DB_IMPORT_LOG_H
#define KIFU_DB_IMPORT_LOG_H

#include <stdatomic.h>
#include <stdbool.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/span.h"

#define IMPORT_LOG_FILE "imports"

/* Imports that are remembered; of one, runs of ids that came again. */
enum { IMPORT_LOG_MOST = 500, IMPORT_LOG_MOST_RUNS = 20000 };

struct import_entry {
    uint64_t number, time;
    uint32_t first, end; /* ids of its new games are in [first, end) */
    uint64_t files, games, added, duplicates, partial, rejected, conflicts;
    uint64_t sent;     /* files, archives counted as one */
    struct span what;  /* name of the first */
    struct span again; /* ids of games that were there before: "3,7-9", ascending */
    struct span tags;  /* parted by tabs */
    bool taken;        /* it was taken back: */
    uint64_t removed;  /* games that went then */
};

struct import_log {
    struct buf text;
    struct import_entry *at; /* borrow the text; the oldest first */
    size_t count;
};

/* None if there is no such file.  STATUS_SYNTAX with file, line and byte if it is damaged. */
enum status import_log_read(struct import_log *log, const char *database,
                            struct err *err) CHECK_RESULT;
void import_log_release(struct import_log *log);

/* Adds an import and sets its number; the oldest are dropped beyond IMPORT_LOG_MOST.  The caller holds
 * the lock of writers.  A log that is damaged is begun anew. */
enum status import_log_add(const char *database, struct import_entry *e,
                           struct err *err) CHECK_RESULT;

/* Appends ids as runs, "3,7-9", at most IMPORT_LOG_MOST_RUNS of them.  They may come in any order and
 * more than once; they are sorted. */
void import_log_runs(uint32_t *ids, size_t count, struct buf *out);

struct taken_back {
    uint32_t removed; /* games */
    uint32_t kept;    /* those that came again in a later import, and stay */
};
/* Removes the games that an import added, but for those that another import, not taken back, has
 * brought again.  What it merged into games that were there before stays.  dry_run: only counts.
 * STATUS_NOT_FOUND if there is no such import, or it was taken back before; STATUS_IO with
 * MANIFEST_LOCKED if another process is writing. */
enum status import_take_back(const char *database, uint64_t number, bool dry_run,
                             const atomic_bool *cancelled, struct taken_back *out,
                             struct err *err) CHECK_RESULT;

#endif
