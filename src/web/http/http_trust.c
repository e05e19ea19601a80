/* http_trust.c: see http_trust.h. */
#include "web/http/http_trust.h"

#include <stdio.h>
#include <sys/random.h>

bool http_token_make(char out[HTTP_TOKEN_MOST + 1])
{
    static const char DIGITS[] = "0123456789abcdef";
    unsigned char random[HTTP_TOKEN_MADE / 2];
    if (getrandom(random, sizeof random, 0) != (ssize_t)sizeof random)
        return false;
    for (size_t i = 0; i < sizeof random; i++) {
        out[2 * i] = DIGITS[random[i] >> 4];
        out[2 * i + 1] = DIGITS[random[i] & 15];
    }
    out[HTTP_TOKEN_MADE] = '\0';
    return true;
}

bool http_token_is_good(struct span token)
{
    for (size_t i = 0; i < token.n; i++) {
        const char c = token.p[i];
        if (!((c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
              c == '-' || c == '_'))
            return false;
    }
    return token.n >= HTTP_TOKEN_LEAST && token.n <= HTTP_TOKEN_MOST;
}

bool http_token_same(struct span a, struct span b)
{
    unsigned difference = a.n != b.n;
    for (size_t i = 0; i < a.n && i < b.n; i++)
        difference |= (unsigned char)a.p[i] ^ (unsigned char)b.p[i];
    return !difference && a.n;
}

static struct span cookie_name(uint16_t port, char room[32])
{
    const int n = snprintf(room, 32, "kifu-token-%u=", (unsigned)port);
    return span_make(room, (size_t)n);
}

/* "a=1; kifu-token-8017=…" */
static bool is_in_cookies(struct span cookies, struct span name, struct span token)
{
    while (cookies.n) {
        const ptrdiff_t end = span_find(cookies, SPAN(";"));
        struct span one = span_make(cookies.p, end < 0 ? cookies.n : (size_t)end);
        cookies = span_skip(cookies, one.n + (end >= 0));
        one = span_trim(one);
        if (span_eat(&one, name) && http_token_same(one, token))
            return true;
    }
    return false;
}

bool http_token_shown(const struct http_head *h, struct span token, uint16_t port)
{
    char room[32];
    struct span bearer = http_head_value(h, "Authorization");
    if (span_eat(&bearer, SPAN("Bearer ")) && http_token_same(span_trim(bearer), token))
        return true;
    return is_in_cookies(http_head_value(h, "Cookie"), cookie_name(port, room), token);
}

void http_token_cookie(struct span token, uint16_t port, char out[HTTP_COOKIE_BYTES])
{
    char room[32];
    const struct span name = cookie_name(port, room);
    snprintf(out, HTTP_COOKIE_BYTES,
             "%.*s%.*s; Path=/; Max-Age=31536000; HttpOnly; SameSite=Strict", (int)name.n, name.p,
             (int)token.n, token.p);
}
