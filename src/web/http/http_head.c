/* http_head.c: see http_head.h. */
#include "web/http/http_head.h"

#include <string.h>

#include "base/text/num.h"

/* An empty line before a request is skipped: some clients send one after a body. */
static size_t leading_blank(struct span bytes)
{
    return bytes.n >= 2 && bytes.p[0] == '\r' && bytes.p[1] == '\n' ? 2 : 0;
}

size_t http_head_end(struct span bytes, size_t *scanned, bool *malformed)
{
    const size_t start = leading_blank(bytes);
    *malformed = false;
    for (size_t i = *scanned > start ? *scanned : start; i < bytes.n; i++) {
        if (bytes.p[i] != '\n')
            continue;
        *malformed = i == start || bytes.p[i - 1] != '\r';
        if (*malformed)
            return 0;
        if (i >= start + 3 && bytes.p[i - 2] == '\n')
            return i + 1;
    }
    *scanned = bytes.n;
    return 0;
}

static bool is_token_char(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
           (c && strchr("!#$%&'*+-.^_`|~", c));
}

static bool is_token(struct span s)
{
    for (size_t i = 0; i < s.n; i++)
        if (!is_token_char(s.p[i]))
            return false;
    return s.n > 0;
}

/* Neither control characters nor blanks. */
static bool is_visible(struct span s)
{
    for (size_t i = 0; i < s.n; i++)
        if ((unsigned char)s.p[i] <= ' ' || s.p[i] == 0x7f)
            return false;
    return true;
}

static bool is_value(struct span s)
{
    for (size_t i = 0; i < s.n; i++)
        if (((unsigned char)s.p[i] < ' ' && s.p[i] != '\t') || s.p[i] == 0x7f)
            return false;
    return true;
}

/* What comes before the first c, and *rest after it; all of it and nothing if there is none. */
static struct span eat_to(struct span *rest, char c, bool *found)
{
    const char *at = rest->n ? memchr(rest->p, c, rest->n) : NULL;
    const size_t n = at ? (size_t)(at - rest->p) : rest->n;
    struct span before = span_make(rest->p, n);
    *found = at != NULL;
    *rest = span_skip(*rest, n + (at != NULL));
    return before;
}

/* Without the CRLF at its end. */
static struct span eat_line(struct span *rest)
{
    bool found;
    struct span line = eat_to(rest, '\n', &found);
    return line.n && line.p[line.n - 1] == '\r' ? span_make(line.p, line.n - 1) : line;
}

/* "/path?query", "http://host:port/path?query", "*". */
static bool read_target(struct http_head *h, struct span target)
{
    bool found;
    if (target.n == 0 || !is_visible(target))
        return false;
    if (target.n > 7 && span_eq_nocase(span_make(target.p, 7), SPAN("http://"))) {
        target = span_skip(target, 7);
        size_t n = 0;
        while (n < target.n && target.p[n] != '/' && target.p[n] != '?')
            n++;
        h->authority = span_make(target.p, n);
        target = span_skip(target, n);
        if (h->authority.n == 0)
            return false;
        if (target.n == 0 || target.p[0] == '?') {
            h->path = SPAN("/");
            h->query = target.n ? span_skip(target, 1) : SPAN("");
            return true;
        }
    }
    if (target.p[0] != '/') /* for methods that are not served */
        return true;
    h->path = eat_to(&target, '?', &found);
    h->query = target;
    return true;
}

static enum http_head_result read_request_line(struct http_head *h, struct span line)
{
    bool found;
    h->method = eat_to(&line, ' ', &found);
    if (!found || !is_token(h->method))
        return HTTP_HEAD_MALFORMED;
    struct span target = eat_to(&line, ' ', &found);
    if (!found || !read_target(h, target))
        return HTTP_HEAD_MALFORMED;
    h->http10 = span_eq(line, SPAN("HTTP/1.0"));
    if (h->http10 || span_eq(line, SPAN("HTTP/1.1")))
        return HTTP_HEAD_OK;
    return span_starts(line, SPAN("HTTP/")) && is_visible(line) ? HTTP_HEAD_VERSION
                                                                : HTTP_HEAD_MALFORMED;
}

static struct span trim_blanks(struct span s)
{
    while (s.n && (s.p[0] == ' ' || s.p[0] == '\t'))
        s = span_skip(s, 1);
    while (s.n && (s.p[s.n - 1] == ' ' || s.p[s.n - 1] == '\t'))
        s.n--;
    return s;
}

enum http_head_result http_head_read(struct http_head *h, struct span bytes)
{
    *h = (struct http_head){.http10 = false};
    bytes = span_skip(bytes, leading_blank(bytes));
    enum http_head_result result = read_request_line(h, eat_line(&bytes));
    while (result == HTTP_HEAD_OK && bytes.n) {
        bool found;
        struct span line = eat_line(&bytes);
        if (line.n == 0)
            return HTTP_HEAD_OK;
        struct span name = eat_to(&line, ':', &found);
        if (!found || !is_token(name) || !is_value(line))
            return HTTP_HEAD_MALFORMED;
        if (h->header_count == HTTP_MAX_HEADERS)
            return HTTP_HEAD_TOO_MANY;
        h->headers[h->header_count++] = (struct http_header){name, trim_blanks(line)};
    }
    return result == HTTP_HEAD_OK ? HTTP_HEAD_MALFORMED : result; /* without an empty line */
}

struct span http_head_value(const struct http_head *h, const char *name)
{
    for (size_t i = 0; i < h->header_count; i++)
        if (span_eq_nocase(h->headers[i].name, span_of(name)))
            return h->headers[i].value;
    return SPAN("");
}

bool http_head_has(const struct http_head *h, const char *name, struct span word)
{
    for (size_t i = 0; i < h->header_count; i++) {
        struct span rest = h->headers[i].value;
        bool more = span_eq_nocase(h->headers[i].name, span_of(name));
        while (more)
            if (span_eq_nocase(trim_blanks(eat_to(&rest, ',', &more)), word))
                return true;
    }
    return false;
}

static size_t count_named(const struct http_head *h, const char *name)
{
    size_t n = 0;
    for (size_t i = 0; i < h->header_count; i++)
        n += span_eq_nocase(h->headers[i].name, span_of(name));
    return n;
}

static bool is_number(struct span s)
{
    for (size_t i = 0; i < s.n; i++)
        if (s.p[i] < '0' || s.p[i] > '9')
            return false;
    return s.n > 0;
}

enum http_framing http_head_length(const struct http_head *h, uint64_t max, struct http_length *out)
{
    const size_t lengths = count_named(h, "Content-Length");
    const size_t codings = count_named(h, "Transfer-Encoding");
    const struct span length = http_head_value(h, "Content-Length");
    *out = (struct http_length){.chunked = codings == 1};
    if (count_named(h, "Host") > 1 || lengths + codings > 1)
        return HTTP_AMBIGUOUS;
    if (codings &&
        (h->http10 || !span_eq_nocase(http_head_value(h, "Transfer-Encoding"), SPAN("chunked"))))
        return HTTP_AMBIGUOUS;
    if (lengths && !is_number(length))
        return HTTP_AMBIGUOUS;
    return !lengths || num_parse_u64(length, max, &out->bytes) ? HTTP_FRAMED
                                                               : HTTP_LENGTH_TOO_LARGE;
}
