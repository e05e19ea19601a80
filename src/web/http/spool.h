/* spool.h: a temporary file for bytes that arrive piece by piece and are too many for memory.
 *
 * The file has no name from the beginning (or, where the file system can't do that, from a moment
 * later on): nobody else can open it, and it is gone with the process, however that ends. */
#ifndef KIFU_WEB_HTTP_SPOOL_H
#define KIFU_WEB_HTTP_SPOOL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "base/span.h"

struct spool {
    int fd; /* -1: closed */
    uint64_t bytes, max;
    bool too_large; /* more came: thrown away */
    int failed;     /* errno of the first write that went wrong; 0: none did */
    void *map;
};

/* folder: where to keep it; NULL: /tmp. */
enum status spool_open(struct spool *s, const char *folder, uint64_t max,
                       struct err *err) CHECK_RESULT;
void spool_add(struct spool *s, struct span more); /* what goes wrong is remembered */
/* All of it, borrowed until spool_close().  Fails with what went wrong on the way: STATUS_LIMIT,
 * STATUS_IO. */
enum status spool_view(struct spool *s, struct span *out, struct err *err) CHECK_RESULT;
void spool_close(struct spool *s); /* closing a closed one does nothing */

#endif
