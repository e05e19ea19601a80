/* peer_user.c: see peer_user.h.  The lists are text, a line for each socket:
 *
 *     sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
 *      0: 0100007F:D2C4 0100007F:1F51 01 00000000:00000000 00:00000000 00000000  1000        0 4711
 *
 * Addresses are 32-bit words in the machine's byte order, ports are numbers.  tcp6 has four words:
 * a program may reach an IPv4 address through a socket for IPv6. */
#include "web/http/peer_user.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <sys/socket.h>

#include "base/buf.h"
#include "base/io/file.h"
#include "base/text/num.h"

static const char *const LISTS[] = {"/proc/net/tcp", "/proc/net/tcp6"};
enum { MAX_LIST = 64 << 20, END_BYTES = 48, UID_WORD = 7, TRIES = 3 };

/* "0100007F:1F51", or mapped to IPv6. */
static struct span end_text(const struct sockaddr_in *a, bool mapped, char text[END_BYTES])
{
    int n = snprintf(
        text, END_BYTES, "%s%08X:%04X",
        mapped ? htonl(1) == 1 ? "00000000000000000000FFFF" : "0000000000000000FFFF0000" : "",
        (unsigned)a->sin_addr.s_addr, (unsigned)ntohs(a->sin_port));
    return span_make(text, (size_t)n);
}

struct ends {
    struct span from, to;
};

/* The owner if the line is of an established connection between these ends. */
static bool read_line(struct span line, const struct ends *ends, uid_t *user)
{
    uint64_t uid;
    span_eat_word(&line);
    struct span from = span_eat_word(&line), to = span_eat_word(&line),
                state = span_eat_word(&line);
    if (!span_eq(from, ends->from) || !span_eq(to, ends->to) || !span_eq(state, SPAN("01")))
        return false;
    for (int word = 4; word < UID_WORD; word++)
        span_eat_word(&line);
    if (!num_parse_u64(span_eat_word(&line), UINT32_MAX, &uid))
        return false;
    *user = (uid_t)uid;
    return true;
}

bool peer_user_find(struct span list, const struct sockaddr_in *from, const struct sockaddr_in *to,
                    uid_t *user)
{
    char text[4][END_BYTES];
    const struct ends plain = {end_text(from, false, text[0]), end_text(to, false, text[1])};
    const struct ends mapped = {end_text(from, true, text[2]), end_text(to, true, text[3])};
    while (list.n) {
        ptrdiff_t end = span_find(list, SPAN("\n"));
        struct span line = span_make(list.p, end < 0 ? list.n : (size_t)end);
        if (read_line(line, &plain, user) || read_line(line, &mapped, user))
            return true;
        list = span_skip(list, line.n + (end >= 0));
    }
    return false;
}

static bool ends_of(int fd, struct sockaddr_in *from, struct sockaddr_in *to)
{
    union {
        struct sockaddr any;
        struct sockaddr_in v4;
        struct sockaddr_storage room;
    } peer = {0}, own = {0};
    socklen_t n = sizeof peer, m = sizeof own;
    if (getpeername(fd, &peer.any, &n) != 0 || getsockname(fd, &own.any, &m) != 0 ||
        peer.any.sa_family != AF_INET || own.any.sa_family != AF_INET)
        return false;
    *from = peer.v4;
    *to = own.v4;
    return true;
}

bool peer_is_user(int fd, uid_t user)
{
    struct sockaddr_in from, to;
    const size_t lists = sizeof LISTS / sizeof *LISTS;
    struct buf list;
    bool found = false;
    uid_t owner = 0;
    if (!ends_of(fd, &from, &to))
        return false;
    buf_init(&list, MAX_LIST);
    /* A list that changes while it is read may leave a socket out. */
    for (size_t i = 0; i < TRIES * lists && !found; i++) {
        buf_clear(&list);
        found = file_read(LISTS[i % lists], MAX_LIST, &list, NULL) == STATUS_OK &&
                peer_user_find(buf_span(&list), &from, &to, &owner);
    }
    buf_release(&list);
    return found && owner == user;
}

enum status peer_user_check(struct err *err)
{
    struct buf list;
    buf_init(&list, MAX_LIST);
    enum status st = file_read(LISTS[0], MAX_LIST, &list, err);
    buf_release(&list);
    return st;
}
