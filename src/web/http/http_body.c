/* http_body.c: see http_body.h.
 *
 *     SIZE ──▶ SIZE_LF ──▶ CHUNK ──▶ CHUNK_CR ──▶ CHUNK_LF ──▶ SIZE …
 *      │  ▲                                                 of size 0: TRAILER … ──▶ DONE
 *      ▼  │
 *     EXTENSION                                             of a known length: PLAIN ──▶ DONE */
#include "web/http/http_body.h"

#include "base/text/num.h"

enum { PLAIN, SIZE, EXTENSION, SIZE_LF, CHUNK, CHUNK_CR, CHUNK_LF, TRAILER, TRAILER_LF, DONE };

enum { MAX_DIGITS = 15 }; /* hexadecimal; so many can't overflow */

void http_body_begin(struct http_body *b, const struct http_length *length)
{
    *b = (struct http_body){.left = length->chunked ? 0 : length->bytes,
                            .state = length->chunked ? SIZE : PLAIN};
}

/* The digits of a size, and what ends them. */
static bool size_byte(struct http_body *b, char c)
{
    const int digit = num_hex_digit(c);
    if (digit >= 0) {
        b->left = b->left << 4 | (unsigned)digit;
        return ++b->digits <= MAX_DIGITS;
    }
    b->state = c == '\r' ? SIZE_LF : EXTENSION;
    return b->digits && (c == '\r' || c == ';');
}

static bool size_line_end(struct http_body *b, char c)
{
    b->state = b->left ? CHUNK : TRAILER;
    b->digits = 0;
    b->line = 0;
    return c == '\n';
}

static bool extension_byte(struct http_body *b, char c)
{
    if (c == '\r')
        b->state = SIZE_LF;
    return c == '\r' || c == '\t' || (unsigned char)c >= ' ';
}

/* Trailers are not looked at. */
static bool trailer_byte(struct http_body *b, char c)
{
    if (c == '\r')
        b->state = TRAILER_LF;
    else
        b->line++;
    return ++b->trailers <= HTTP_MAX_TRAILERS &&
           (c == '\r' || c == '\t' || (unsigned char)c >= ' ');
}

static bool trailer_line_end(struct http_body *b, char c)
{
    b->state = b->line ? TRAILER : DONE;
    b->line = 0;
    return c == '\n';
}

/* One byte of the framing; false if it can't stand there. */
static bool framing_byte(struct http_body *b, char c)
{
    if ((b->state == SIZE || b->state == EXTENSION) && ++b->line > HTTP_MAX_CHUNK_LINE)
        return false;
    switch (b->state) {
    case SIZE:
        return size_byte(b, c);
    case EXTENSION:
        return extension_byte(b, c);
    case SIZE_LF:
        return size_line_end(b, c);
    case CHUNK_CR:
        b->state = CHUNK_LF;
        return c == '\r';
    case CHUNK_LF:
        b->state = SIZE;
        return c == '\n';
    case TRAILER:
        return trailer_byte(b, c);
    default:
        return trailer_line_end(b, c);
    }
}

static struct span take_data(struct http_body *b, struct span *in)
{
    const size_t n = in->n < b->left ? in->n : (size_t)b->left;
    struct span data = span_make(in->p, n);
    *in = span_skip(*in, n);
    b->left -= n;
    if (b->left == 0)
        b->state = b->state == CHUNK ? CHUNK_CR : DONE;
    return data;
}

enum http_body_result http_body_read(struct http_body *b, struct span *in, struct span *data)
{
    *data = SPAN("");
    if (b->state == PLAIN && b->left == 0)
        b->state = DONE;
    while (b->state != DONE && in->n) {
        if (b->state == PLAIN || b->state == CHUNK) {
            *data = take_data(b, in);
            return HTTP_BODY_DATA;
        }
        const char c = in->p[0];
        *in = span_skip(*in, 1);
        if (!framing_byte(b, c))
            return HTTP_BODY_BAD;
    }
    return b->state == DONE ? HTTP_BODY_END : HTTP_BODY_MORE;
}
