/* posix.h: the calls of POSIX that the tree makes and Windows does not have.
 *
 * The compiler includes it before every file of the Windows build (Makefile), so that no other file
 * knows which system it is for.  Names of files are UTF-8 in the whole program; the functions below
 * hand them to Windows as UTF-16.  Declared here is what mingw's headers lack; headers that they lack
 * are in include/. */
#ifndef KIFU_WINDOWS_POSIX_H
#define KIFU_WINDOWS_POSIX_H

#include <direct.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

/* --- Files ----------------------------------------------------------------------------------- */

#define O_CLOEXEC 0
#define O_NONBLOCK 0
#define F_GETFD 1
int posix_open(const char *path, int flags, ...);
FILE *posix_fopen(const char *path, const char *mode); /* also with x: only a new file */
int posix_stat(const char *path, struct stat *st);
int posix_access(const char *path, int mode);
int posix_mkdir(const char *path, mode_t mode);
int posix_unlink(const char *path);
int posix_rename(const char *from, const char *to); /* in place of a file that is there */
ssize_t pread(int fd, void *bytes, size_t n, off_t at);
char *realpath(const char *path, char *out); /* out has PATH_MAX bytes */
static inline int fcntl(int fd, int command)
{
    return command == F_GETFD && _get_osfhandle(fd) == -1 ? -1 : 0;
}
#define open posix_open
#define fopen posix_fopen
#define stat(path, st) posix_stat(path, st)
#define access posix_access
#define mkdir posix_mkdir
#define unlink posix_unlink
#define rename posix_rename

/* Folders cannot be opened as files are, and are not walked through. */
static inline DIR *fdopendir(int fd)
{
    (void)fd;
    errno = ENOSYS;
    return NULL;
}

/* A stream with functions of its own: there is none, and callers take the usual one. */
typedef struct {
    ssize_t (*write)(void *cookie, const char *bytes, size_t n);
} cookie_io_functions_t;
static inline FILE *fopencookie(void *cookie, const char *mode, cookie_io_functions_t functions)
{
    (void)cookie;
    (void)mode;
    (void)functions;
    return NULL;
}

/* --- Signals: SIGINT and SIGTERM are there, the others never come ---------------------------- */

#define SIGPIPE 13
#define SA_RESETHAND 1
typedef unsigned sigset_t;
struct sigaction {
    void (*sa_handler)(int);
    sigset_t sa_mask;
    int sa_flags;
};
int sigaction(int signum, const struct sigaction *action, struct sigaction *before);
static inline int sigemptyset(sigset_t *set)
{
    return (int)(*set = 0);
}
static inline int sigfillset(sigset_t *set)
{
    *set = ~0U;
    return 0;
}
static inline int sigaddset(sigset_t *set, int signum)
{
    *set |= 1U << signum;
    return 0;
}
#undef SIG_SETMASK
#undef SIG_UNBLOCK
#undef pthread_sigmask
enum { SIG_SETMASK, SIG_UNBLOCK };
static inline int pthread_sigmask(int how, const sigset_t *set, sigset_t *before)
{
    (void)how;
    (void)set;
    if (before)
        *before = 0;
    return 0;
}
#define sigprocmask pthread_sigmask

/* --- Processors, memory, and numbers in the C locale, which the program never leaves ------------------ */

typedef struct {
    unsigned count;
} cpu_set_t;
int sched_getaffinity(int process, size_t bytes, cpu_set_t *set);
#define CPU_COUNT(set) ((int)(set)->count)

/* Of physical memory; a page is what Windows says it is. */
enum { _SC_PAGESIZE, _SC_PHYS_PAGES };
long sysconf(int name);

typedef int locale_t;
#define LC_ALL_MASK 0
#define newlocale(mask, name, base) ((locale_t)1)
static inline locale_t uselocale(locale_t locale)
{
    return locale;
}
#define freelocale(locale) ((void)(locale))

#endif
