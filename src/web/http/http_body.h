/* http_body.h: the framing of a request's body: of a known length, or in chunks (RFC 9112, 7.1).
 * Strict, as http_head.h is. */
#ifndef KIFU_WEB_HTTP_HTTP_BODY_H
#define KIFU_WEB_HTTP_HTTP_BODY_H

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

#endif
