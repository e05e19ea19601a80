/* http_listen.c: the listening socket, or why there is none. */
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>

#include "web/http/http_internal.h"
#include "web/http/peer_user.h"

static const struct msg CANNOT_LISTEN = {"cannot listen on %1: %2", "%1 で待ち受けられません: %2"};
static const struct msg BAD_ADDRESS = {
    "%1 is not an address; use one such as 127.0.0.1 or ::1",
    "%1 はアドレスではありません。127.0.0.1 や ::1 のように指定してください"};

union any_address {
    struct sockaddr any;
    struct sockaddr_in v4;
    struct sockaddr_in6 v6;
};

static bool parse_address(const char *text, uint16_t port, union any_address *out, socklen_t *bytes)
{
    *out = (union any_address){0};
    if (strcmp(text, "localhost") == 0)
        text = "127.0.0.1";
    if (inet_pton(AF_INET, text, &out->v4.sin_addr) == 1) {
        out->v4.sin_family = AF_INET;
        out->v4.sin_port = htons(port);
        *bytes = sizeof out->v4;
        return true;
    }
    if (inet_pton(AF_INET6, text, &out->v6.sin6_addr) == 1) {
        out->v6.sin6_family = AF_INET6;
        out->v6.sin6_port = htons(port);
        *bytes = sizeof out->v6;
        return true;
    }
    return false;
}

enum status http_listen(struct http_server *s, const struct http_options *opt, struct err *err)
{
    union any_address address;
    socklen_t bytes;
    const int on = 1;
    if (opt->own_user && peer_user_check(err) != STATUS_OK)
        return STATUS_IO;
    if (!parse_address(opt->bind, opt->port, &address, &bytes))
        return err_set(err, STATUS_SYNTAX, &BAD_ADDRESS, span_of(opt->bind), SPAN(""));
    s->listener = socket(address.any.sa_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (s->listener < 0 || setsockopt(s->listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) != 0 ||
        bind(s->listener, &address.any, bytes) != 0 || listen(s->listener, SOMAXCONN) != 0 ||
        getsockname(s->listener, &address.any, &bytes) != 0) {
        int why = errno;
        struct buf where;
        buf_init(&where, ERR_ARG_BYTES);
        buf_printf(&where, "%s:%u", opt->bind, opt->port);
        err_errno(err, why, &CANNOT_LISTEN, buf_span(&where));
        buf_release(&where);
        return STATUS_IO;
    }
    s->guard.port =
        ntohs(address.any.sa_family == AF_INET6 ? address.v6.sin6_port : address.v4.sin_port);
    return STATUS_OK;
}
