/* http_head.h: the parser for the head of a request, from its request line to the empty line.
 *
 * Strict where leniency would let two programs on the way disagree about a request (RFC 9112):
 * lines end in CRLF, names are tokens with the colon directly after them, values have no control
 * characters, and nothing is folded.  No sockets here, so that it can be tested and fuzzed. */
#ifndef KIFU_WEB_HTTP_HTTP_HEAD_H
#define KIFU_WEB_HTTP_HTTP_HEAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/span.h"

enum { HTTP_MAX_HEADERS = 100 };

enum http_head_result {
    HTTP_HEAD_OK,
    HTTP_HEAD_MALFORMED, /* 400 */
    HTTP_HEAD_TOO_MANY,  /* 431: headers */
    HTTP_HEAD_VERSION,   /* 505: neither HTTP/1.1 nor 1.0 */
};

struct http_header {
    struct span name, value;
};

/* All spans are borrowed from the bytes that were read. */
struct http_head {
    struct span method;
    struct span authority;   /* "localhost:8017" of an absolute target; empty: of another */
    struct span path, query; /* not decoded; the path of "*" and of an authority is empty */
    bool http10;
    struct http_header headers[HTTP_MAX_HEADERS];
    size_t header_count;
};

/* Where the empty line of the head ends: how many bytes it has in all; 0: it has not come yet.
 * *scanned: bytes that were looked at before; 0 at first.  *malformed: a line ends in LF alone. */
size_t http_head_end(struct span bytes, size_t *scanned, bool *malformed);

/* Reads a whole head. */
enum http_head_result http_head_read(struct http_head *h, struct span bytes);

/* The value of a header; empty if there is none. */
struct span http_head_value(const struct http_head *h, const char *name);
/* Whether a header that is a list has this word, as "Connection: close" has. */
bool http_head_has(const struct http_head *h, const char *name, struct span word);

/* Where the request ends. */
enum http_framing { HTTP_FRAMED, HTTP_AMBIGUOUS, HTTP_LENGTH_TOO_LARGE };
struct http_length {
    bool chunked;
    uint64_t bytes; /* if not chunked */
};
/* HTTP_AMBIGUOUS if somebody on the way here might have understood host or length otherwise: what
 * follows could be a request of its own that nobody looked at.  max: bytes a body may have. */
enum http_framing http_head_length(const struct http_head *h, uint64_t max,
                                   struct http_length *out);

#endif
