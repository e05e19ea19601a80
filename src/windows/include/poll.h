/* poll.h: waiting for standard input, which is a pipe, a terminal or a file. */
#ifndef KIFU_WINDOWS_INCLUDE_POLL_H
#define KIFU_WINDOWS_INCLUDE_POLL_H

enum { POLLIN = 1, POLLHUP = 16 };
struct pollfd {
    int fd;
    short events, revents;
};
/* Of descriptors only the first is looked at; with none it sleeps. */
int poll(struct pollfd *fds, unsigned long n, int timeout_ms);

#endif
