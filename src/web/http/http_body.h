/* http_body.h: the framing of a request's body: of a known length, or in chunks (RFC 9112, 7.1).
 * Strict, as http_head.h is. */
#ifndef KIFU_WEB_HTTP_HTTP_BODY_H
#define KIFU_WEB_HTTP_HTTP_BODY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "base/span.h"
#include "web/http/http_head.h"

enum http_body_result {
    HTTP_BODY_DATA, /* *data has bytes; there may be more in *in */
    HTTP_BODY_MORE, /* all of *in was taken, and it goes on */
    HTTP_BODY_END,  /* what is left in *in comes after it */
    HTTP_BODY_BAD,
};

/* Of a line of the framing: the size of a chunk with its extensions, and all trailers together. */
enum { HTTP_MAX_CHUNK_LINE = 256, HTTP_MAX_TRAILERS = 4096 };

struct http_body {
    uint64_t left; /* bytes of the body, or of this chunk */
    uint8_t state;
    uint32_t line;     /* bytes of the line at hand */
    uint32_t trailers; /* of all trailers */
    uint8_t digits;
};

void http_body_begin(struct http_body *b, const struct http_length *length);
/* Takes bytes from the front of *in; *data is borrowed from it. */
enum http_body_result http_body_read(struct http_body *b, struct span *in, struct span *data);

/* --- A temporary file for bytes that arrive piece by piece and are too many for memory --------
 * The file has no name from the beginning (or, where the file system can't do that, from a moment
 * later on): nobody else can open it, and it is gone with the process, however that ends. */

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
