/* fuzz_http.c: any bytes as what a client sends: heads one after the other, each with its body.
 * Where a head ends does not depend on the pieces it comes in; what is taken is within its bounds.
 */
#include <stdlib.h>
#include <string.h>

#include "web/http/http_body.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool good)
{
    if (!good)
        abort();
}

static void require_within(struct span part, struct span all)
{
    require(part.n == 0 || span_eq(part, SPAN("/")) ||
            (part.p >= all.p && part.p + part.n <= all.p + all.n));
}

static void check_head(const struct http_head *h, struct span bytes)
{
    require(h->method.n > 0 && h->header_count <= HTTP_MAX_HEADERS);
    require_within(h->method, bytes);
    require_within(h->authority, bytes);
    require_within(h->path, bytes);
    require_within(h->query, bytes);
    require(h->path.n == 0 || h->path.p[0] == '/');
    for (size_t i = 0; i < h->header_count; i++) {
        require_within(h->headers[i].value, bytes);
        require(!memchr(h->headers[i].name.p, ' ', h->headers[i].name.n));
        for (size_t k = 0; k < h->headers[i].value.n; k++)
            require(h->headers[i].value.p[k] != '\n' && h->headers[i].value.p[k] != '\r');
    }
    (void)http_head_has(h, "Connection", SPAN("close"));
}

/* As if the bytes came one after the other. */
static size_t end_by_bytes(struct span bytes, bool *malformed)
{
    size_t scanned = 0, end = 0;
    *malformed = false;
    for (size_t n = 1; n <= bytes.n && n < 4096 && !end && !*malformed; n++)
        end = http_head_end(span_make(bytes.p, n), &scanned, malformed);
    return end;
}

static size_t body_bytes(const struct http_length *length, struct span *in, size_t step, bool *bad)
{
    struct http_body body;
    size_t sum = 0;
    enum http_body_result result = HTTP_BODY_MORE;
    http_body_begin(&body, length);
    *bad = false;
    do {
        struct span piece = span_make(in->p, in->n < step ? in->n : step), data;
        const size_t before = piece.n;
        do {
            result = http_body_read(&body, &piece, &data);
            sum += data.n;
        } while (result == HTTP_BODY_DATA);
        *in = span_skip(*in, before - piece.n);
    } while (result == HTTP_BODY_MORE && in->n);
    *bad = result == HTTP_BODY_BAD;
    return sum;
}

/* Whether another request may follow. */
static bool check_request(struct span *rest)
{
    struct http_head head;
    struct http_length length;
    size_t scanned = 0;
    bool malformed, by_bytes, bad, bad_by_bytes;
    const size_t end = http_head_end(*rest, &scanned, &malformed);
    if (rest->n < 4096) {
        require(end_by_bytes(*rest, &by_bytes) == end);
        require(by_bytes == malformed);
    }
    if (end == 0)
        return false;
    require(end <= rest->n);
    const struct span bytes = span_make(rest->p, end);
    if (http_head_read(&head, bytes) != HTTP_HEAD_OK)
        return false;
    check_head(&head, bytes);
    if (http_head_length(&head, 1 << 20, &length) != HTTP_FRAMED)
        return false;
    struct span in = span_skip(*rest, end), again = in;
    const size_t sum = body_bytes(&length, &in, SIZE_MAX, &bad);
    require(sum == body_bytes(&length, &again, 1, &bad_by_bytes) && bad == bad_by_bytes);
    require(in.n == again.n);
    *rest = in;
    return !bad;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct span rest = span_make((const char *)data, size);
    while (rest.n && check_request(&rest))
        ;
    return 0;
}
