/* import_cluster.h: import of records into a database by several processes (cluster/cluster.h).
 *
 * The database comes out as it would from import.h, byte for byte: the same games under the same
 * ids in the same segments.  Three things are done one after the other, each by all processes:
 *
 *   read:
 *     Files are partitioned (inputs.h) and read into parts (part.h).
 *   number:
 *     A hash of each game goes to the process that owns the hash, which sees all games of the same
 *     moves and decides which come first in the order of input; these are counted, and so get
 *     their ids.  Files of the same bytes are found in this way, too.
 *   write:
 *     The new games, in the order of ids, are cut into ranges of a segment each; each range is
 *     written by one process.
 *
 * Then process 0 puts a manifest in place that names all of it: until that moment the database is
 * as it was before.  (Segments differ from those of import.h only where a range takes so much
 * memory that it is cut: import.h cuts counting from there, this counts on.)
 *
 * A part and a range that are finished are kept (import_folder.h), and who begins again with the
 * same input goes on from there, with any number of processes.  All processes must see the same
 * files, those of the input and those of the database. */
#ifndef KIFU_DB_IMPORT_IMPORT_CLUSTER_H
#define KIFU_DB_IMPORT_IMPORT_CLUSTER_H

#include "base/work/reduction.h"
#include "db/import/import.h"

/* Messages about problems go from the process that met them to the one that prints, perhaps in a
 * later run: as bytes that the caller makes and understands. */
struct import_job_events {
    void *ctx;
    /* Appends the message; on any process. */
    void (*render)(void *ctx, enum problem_severity severity, const struct err *err,
                   struct buf *out);
    /* Prints everything that was rendered, in the order of input; on process 0. */
    void (*report)(void *ctx, struct span rendered);
    /* Bytes on disk gone through by this process, of all that it is to read; may be NULL. */
    void (*advance)(void *ctx, uint64_t bytes, uint64_t all);
};

/* How much of it an earlier run had done. */
struct import_reused {
    uint64_t parts, ranges;
};

/* Bytes of input between two checkpoints. */
#define IMPORT_CHECKPOINT_BYTES ((uint64_t)16 << 20)

/* Imports all that the paths hold.  counts and reused: of all processes, on all of them. */
enum status import_cluster(const char *path, const char *const *paths, size_t n,
                           const struct import_options *opt, const struct import_job_events *events,
                           const struct reduction *reduction, struct import_counts *counts,
                           struct import_reused *reused, struct err *err) CHECK_RESULT;

#endif
