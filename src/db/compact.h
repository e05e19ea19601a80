/* compact.h: compaction of a database.
 *
 * Games of all segments go into a few large ones; removed games are gone, further sources are
 * beside their games, and metadata and indexes are made anew from the records.  Ids stay.  The old
 * files are deleted when the new manifest is on disk; readers that have them open go on. */
#ifndef KIFU_DB_COMPACT_H
#define KIFU_DB_COMPACT_H

#include <stdatomic.h>

#include "base/err.h"
#include "db/db.h"

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
