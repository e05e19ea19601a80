/* ioctl.h: the width of the terminal. */
#ifndef KIFU_WINDOWS_INCLUDE_SYS_IOCTL_H
#define KIFU_WINDOWS_INCLUDE_SYS_IOCTL_H

enum { TIOCGWINSZ = 1 };
struct winsize {
    unsigned short ws_row, ws_col;
};
int ioctl(int fd, int request, struct winsize *size);

#endif
