/* merge.h: merging of several segments into one, or a few.
 *
 * Games are read back from their entries and written as an import would write them: ids stay,
 * removed games are left out, columns, metadata and indexes are made anew.  So a merge also mends
 * indexes, and brings segments of an older version up to date.  What games are read from is
 * verified first: damaged segments are not merged, and STATUS_SYNTAX says which. */
#ifndef KIFU_DB_MERGE_H
#define KIFU_DB_MERGE_H

#include <stdatomic.h>

#include "base/err.h"
#include "db/db.h"
#include "facts/fact_index.h"

struct merge_options {
    struct index_options index;
    uint32_t max_games; /* of a segment */
    uint64_t large;     /* merge_tail() leaves segments of so many bytes alone; 0: the default */
    uint32_t full;      /* and those of so many games; 0: the default, 262,144 */
    bool fold_sources;  /* sources from segments of their own become part of the games' segments */
    /* Called after every REPORT_EVERY games (merge.c); may be NULL. */
    void (*progress)(void *ctx, uint64_t games);
    void *ctx;
};

/* Merges the games segments from … to-1 of db into new ones whose lines are added to *next, with
 * the rows of files that still count.  Nothing of db is deleted. */
enum status merge_segments(const struct db *db, uint32_t from, uint32_t to,
                           const struct merge_options *opt, struct manifest *next,
                           struct err *err) CHECK_RESULT;

/* Keeps the number of segments small: when many small ones have piled up at the end (as when a
 * folder is watched), they are merged, and so are segments of sources.  *next is what the manifest
 * then should be; *changed says whether that is anything new.  STATUS_LIMIT if there would not be
 * fewer segments; files that no manifest names may lie about after any failure. */
enum status merge_tail(const struct db *db, const struct merge_options *opt, struct manifest *next,
                       bool *changed, struct err *err) CHECK_RESULT;

/* A copy of a manifest without its segments; and with them. */
enum status manifest_copy_head(const struct manifest *m, struct manifest *out, struct err *err);
enum status manifest_copy(const struct manifest *m, struct manifest *out, struct err *err);

/* --- Compaction of a database -----------------------------------------------------------------
 * Games of all segments go into a few large ones; removed games are gone, further sources are
 * beside their games, and metadata and indexes are made anew from the records.  Ids stay.  The old
 * files are deleted when the new manifest is on disk; readers that have them open go on. */

struct compact_options {
    unsigned threads;       /* 0: one for each processor */
    size_t memory;          /* for indexes; 0: 256 MiB */
    uint32_t segment_games; /* 0: the default */
    const atomic_bool *cancelled;
    void *ctx;
    /* May be NULL.  done: games of total. */
    void (*progress)(void *ctx, uint64_t done, uint64_t total);
};

struct compact_result {
    uint64_t games, removed; /* that there are; that were dropped */
    uint32_t segments_before, segments;
    uint64_t bytes_before, bytes;
};

enum status db_compact(const char *path, const struct compact_options *opt,
                       struct compact_result *result, struct err *err) CHECK_RESULT;

#endif
