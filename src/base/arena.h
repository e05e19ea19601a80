/* arena.h: an arena: allocations that are freed together.
 *
 * One arena per record, query or request.  Blocks double up to a ceiling; reset keeps the largest
 * block, so that reading a hundred thousand games of usual size allocates a handful of times. */
#ifndef KIFU_BASE_ARENA_H
#define KIFU_BASE_ARENA_H

#include <stdbool.h>
#include <stddef.h>

#include "base/span.h"

struct arena_block;

struct arena {
    struct arena_block *head; /* the block in use; older ones behind it */
    size_t used;              /* bytes used in head */
    size_t total;             /* bytes in all blocks */
    size_t max;               /* total never exceeds this */
};

void arena_init(struct arena *a, size_t max);
void arena_release(struct arena *a);
/* All that was allocated becomes invalid. */
void arena_reset(struct arena *a);

/* n bytes aligned for anything; NULL if there is no memory or the limit is reached. */
void *arena_alloc(struct arena *a, size_t n);
void *arena_alloc_array(struct arena *a, size_t count, size_t size);
/* A copy in the arena.  False if there is no room; *out is then empty. */
bool arena_copy(struct arena *a, struct span s, struct span *out);

#endif
