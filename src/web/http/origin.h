/* origin.h: the check of Host and Origin that decides which requests are served.
 *
 * A page of somebody else, open in the same browser, can send requests to our port.  Two headers
 * distinguish such requests from our own page's:
 *
 *   Host     A name of the attacker's that points to our address ("DNS rebinding") arrives here.
 *            We answer to literal addresses, to localhost and to names in the options, with our
 *            port: an attacker's page has none of these in its address.
 *   Origin   Browsers send it with requests that scripts of other pages make, and it can't be
 *   and      forged there.  It must be the Host itself.  Sec-Fetch-Site says the same where there
 *   Sec-…    is no Origin (pictures, forms); a link that somebody follows to the page is fine.
 *
 * Programs such as curl send neither Origin nor Sec-Fetch-Site and may send any request. */
#ifndef KIFU_WEB_HTTP_ORIGIN_H
#define KIFU_WEB_HTTP_ORIGIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/span.h"

struct allowed_hosts {
    uint16_t port;
    const char *const *names; /* further hosts to answer to; borrowed */
    size_t name_count;
};

/* The header's value, "127.0.0.1:8017"; empty if there was none. */
bool origin_allows_host(const struct allowed_hosts *g, struct span host);
/* The values of Host, which must have passed, Origin and Sec-Fetch-Site; empty: not sent. */
bool origin_is_same(struct span host, struct span origin, struct span fetch_site);

#endif
