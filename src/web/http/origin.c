/* origin.c: see origin.h. */
#include "web/http/origin.h"

#include <arpa/inet.h>
#include <string.h>

#include "base/text/num.h"

/* Cuts ":8017" off the end of *host; a missing port is 80. */
static bool eat_port(struct span *host, uint64_t *port)
{
    size_t at = host->n;
    *port = 80;
    while (at > 0 && host->p[at - 1] >= '0' && host->p[at - 1] <= '9')
        at--;
    if (at == 0 || host->p[at - 1] != ':')
        return true;
    if (!num_parse_u64(span_skip(*host, at), UINT16_MAX, port))
        return false;
    host->n = at - 1;
    return true;
}

/* "127.0.0.1", "[::1]": nobody can make such an address point elsewhere. */
static bool is_address(struct span host)
{
    char text[INET6_ADDRSTRLEN + 1];
    unsigned char bytes[sizeof(struct in6_addr)];
    int family = AF_INET;
    if (host.n >= 2 && host.p[0] == '[' && host.p[host.n - 1] == ']') {
        host = span_make(host.p + 1, host.n - 2);
        family = AF_INET6;
    }
    if (host.n == 0 || host.n >= sizeof text)
        return false;
    memcpy(text, host.p, host.n);
    text[host.n] = '\0';
    return strlen(text) == host.n && inet_pton(family, text, bytes) == 1;
}

bool origin_allows_host(const struct allowed_hosts *g, struct span host)
{
    uint64_t port;
    if (!eat_port(&host, &port) || port != g->port)
        return false;
    if (is_address(host) || span_eq_nocase(host, SPAN("localhost")))
        return true;
    for (size_t i = 0; i < g->name_count; i++)
        if (host.n && span_eq_nocase(host, span_of(g->names[i])))
            return true;
    return false;
}

bool origin_is_same(struct span host, struct span origin, struct span fetch_site)
{
    if (origin.n)
        return span_eat(&origin, SPAN("http://")) && span_eq_nocase(origin, host);
    return fetch_site.n == 0 || span_eq(fetch_site, SPAN("same-origin")) ||
           span_eq(fetch_site, SPAN("none"));
}
