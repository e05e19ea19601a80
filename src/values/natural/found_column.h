/* found_column.h: making what a database keeps of how likely people were to find its moves
 * (db/found_log.h), with the network of people's moves.
 *
 * Games are judged by several threads, each with some kilobytes of its own, and appended one by one
 * in the order of their ids: whoever stops it loses the games being worked on, and the next run goes
 * on behind the others. */
#ifndef KIFU_VALUES_NATURAL_FOUND_COLUMN_H
#define KIFU_VALUES_NATURAL_FOUND_COLUMN_H

#include <stdatomic.h>

#include "db/found_log.h"
#include "engine/natural/people_network.h"

struct found_column {
    const struct people_network *network;
    struct found_writer *writer; /* open */
    unsigned threads;            /* 0: one for each processor */
    const atomic_bool *cancelled;
    void (*done)(void *ctx, uint32_t moves); /* of another game, in the caller's thread */
    void *ctx;
};

/* The games of a segment that the log lacks, of those whose bits are set (NULL: all) and that were
 * not removed; *moves: in them. */
uint64_t found_column_count(const struct found_column *c, const struct db_segment *s,
                            const uint64_t *games, uint64_t *moves);
/* Makes them. */
enum status found_column_make(const struct found_column *c, const struct db_segment *s,
                              const uint64_t *games, struct err *err) CHECK_RESULT;

#endif
