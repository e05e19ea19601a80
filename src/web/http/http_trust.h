/* http_trust.h: whose requests may change something, where not all may that are answered.
 *
 *     HTTP_TRUST_ALL     everybody who is answered: the others are kept out by the address
 *     HTTP_TRUST_USER    programs of the server's own user on this machine (peer_user.h)
 *     HTTP_TRUST_TOKEN   who shows the token
 *
 * The token is a secret text.  The page is opened once as /?token=…, and keeps it in a cookie that
 * neither its scripts nor other sites can use; programs send "Authorization: Bearer …".  It is sent
 * as it is: on the way it is as safe as the connection. */
#ifndef KIFU_WEB_HTTP_HTTP_TRUST_H
#define KIFU_WEB_HTTP_HTTP_TRUST_H

#include <stdbool.h>
#include <stdint.h>

#include "base/span.h"
#include "web/http/http_head.h"

enum http_trust { HTTP_TRUST_ALL, HTTP_TRUST_USER, HTTP_TRUST_TOKEN };

enum {
    HTTP_TOKEN_LEAST = 16,
    HTTP_TOKEN_MOST = 128,
    HTTP_TOKEN_MADE = 32,
    HTTP_COOKIE_BYTES = 256
};

/* A new token of HTTP_TOKEN_MADE characters.  False: the system has no random numbers. */
bool http_token_make(char out[HTTP_TOKEN_MOST + 1]);
/* Letters, digits, "-" and "_", as many as above. */
bool http_token_is_good(struct span token);
/* In a time that depends on their lengths alone. */
bool http_token_same(struct span a, struct span b);
/* Whether a request shows it, in a header. */
bool http_token_shown(const struct http_head *h, struct span token, uint16_t port);
/* The value of Set-Cookie that has the browser show it from then on.  Cookies know no ports, and
 * servers on other ports have other tokens: its name has the port. */
void http_token_cookie(struct span token, uint16_t port, char out[HTTP_COOKIE_BYTES]);

#endif
