/* peer_user.h: which user of this machine is at the other end of a connection.
 *
 * A port on the loopback address is open to every user of the machine, and a page that one user
 * started in the background is not meant for the others.  Linux lists the sockets of the machine
 * with their owners (/proc/net/tcp); the client's end of a connection from this machine is one of
 * them.  Only an established connection counts: the owner of a socket that its program has closed
 * already is shown as root. */
#ifndef KIFU_WEB_HTTP_PEER_USER_H
#define KIFU_WEB_HTTP_PEER_USER_H

#include <netinet/in.h>
#include <stdbool.h>
#include <sys/types.h>

#include "base/err.h"
#include "base/span.h"

/* Whether the user owns the socket that is connected to fd, an accepted IPv4 connection. */
bool peer_is_user(int fd, uid_t user);
/* STATUS_IO if the list of sockets cannot be read: then nobody would ever be the user. */
enum status peer_user_check(struct err *err) CHECK_RESULT;

/* The owner of the established socket `from`, connected to `to`, by the text of such a list.  False
 * if there is none. */
bool peer_user_find(struct span list, const struct sockaddr_in *from, const struct sockaddr_in *to,
                    uid_t *user);

#endif
