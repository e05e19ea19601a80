/* posix.c: see posix.h. */
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

#include <poll.h>
#include <sys/ioctl.h>

/* --- Names of files --------------------------------------------------------------------------- */

enum { PATH_UNITS = 32768 }; /* the most that Windows takes */

struct wide_path {
    wchar_t text[PATH_UNITS];
};

/* In memory of the thread: names are used at once, and are too large for a stack. */
static const wchar_t *widen(const char *path, int which)
{
    static _Thread_local struct wide_path paths[2];
    wchar_t *out = paths[which].text;
    const char *known = strcmp(path, "/dev/null") == 0 ? "NUL" : path;
    if (MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, known, -1, out, PATH_UNITS) > 0)
        return out;
    errno = ENOENT;
    return NULL;
}

int posix_open(const char *path, int flags, ...)
{
    const wchar_t *wide = widen(path, 0);
    int mode = 0;
    if (flags & O_CREAT) {
        va_list args;
        va_start(args, flags);
        mode = va_arg(args, int);
        va_end(args);
    }
    return wide ? _wopen(wide, flags | _O_BINARY | _O_NOINHERIT, mode & (_S_IREAD | _S_IWRITE))
                : -1;
}

FILE *posix_fopen(const char *path, const char *mode)
{
    wchar_t wide_mode[8] = {0};
    bool only_new = strchr(mode, 'x') != NULL;
    const wchar_t *wide = widen(path, 0);
    size_t n = 0;
    for (; *mode && n < 7; mode++)
        if (*mode != 'x')
            wide_mode[n++] = (wchar_t)*mode;
    if (!wide)
        return NULL;
    if (!only_new)
        return _wfopen(wide, wide_mode);
    int fd = _wopen(wide, _O_WRONLY | _O_CREAT | _O_EXCL | _O_BINARY, _S_IREAD | _S_IWRITE);
    return fd < 0 ? NULL : _fdopen(fd, "wb");
}

/* A slash at the end, which a folder may have, is not for Windows. */
int posix_stat(const char *path, struct stat *st)
{
    const wchar_t *wide = widen(path, 0);
    struct _stat64 found;
    if (!wide)
        return -1;
    size_t n = wcslen(wide);
    if (n > 1 && (wide[n - 1] == L'/' || wide[n - 1] == L'\\') && wide[n - 2] != L':')
        ((wchar_t *)wide)[n - 1] = L'\0';
    if (_wstat64(wide, &found) != 0)
        return -1;
    memset(st, 0, sizeof *st);
    st->st_mode = found.st_mode;
    st->st_size = (off_t)found.st_size;
    st->st_mtime = found.st_mtime;
    return 0;
}

int posix_access(const char *path, int mode)
{
    const wchar_t *wide = widen(path, 0);
    return wide ? _waccess(wide, mode) : -1;
}

int posix_mkdir(const char *path, mode_t mode)
{
    const wchar_t *wide = widen(path, 0);
    (void)mode;
    return wide ? _wmkdir(wide) : -1;
}

int posix_unlink(const char *path)
{
    const wchar_t *wide = widen(path, 0);
    return wide ? _wunlink(wide) : -1;
}

int posix_rename(const char *from, const char *to)
{
    const wchar_t *wide_from = widen(from, 0), *wide_to = widen(to, 1);
    if (!wide_from || !wide_to)
        return -1;
    if (MoveFileExW(wide_from, wide_to, MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH))
        return 0;
    errno = GetLastError() == ERROR_FILE_NOT_FOUND ? ENOENT : EACCES;
    return -1;
}

char *realpath(const char *path, char *out)
{
    wchar_t full[PATH_MAX];
    const wchar_t *wide = widen(path, 0);
    if (!wide || _waccess(wide, 0) != 0 || !_wfullpath(full, wide, PATH_MAX) ||
        WideCharToMultiByte(CP_UTF8, 0, full, -1, out, PATH_MAX, NULL, NULL) == 0)
        return NULL;
    for (char *p = out; *p; p++)
        *p = *p == '\\' ? '/' : *p;
    return out;
}

ssize_t pread(int fd, void *bytes, size_t n, off_t at)
{
    __int64 before = _telli64(fd);
    if (before < 0 || _lseeki64(fd, at, SEEK_SET) < 0)
        return -1;
    int got = _read(fd, bytes, n > INT_MAX ? INT_MAX : (unsigned)n);
    return _lseeki64(fd, before, SEEK_SET) < 0 ? -1 : got;
}

/* --- Signals and processors -------------------------------------------------------------------- */

int sigaction(int signum, const struct sigaction *action, struct sigaction *before)
{
    (void)before;
    if (signum != SIGINT && signum != SIGTERM)
        return 0;
    return signal(signum, action->sa_handler) == SIG_ERR ? -1 : 0;
}

int sched_getaffinity(int process, size_t bytes, cpu_set_t *set)
{
    DWORD_PTR own, all;
    (void)process;
    (void)bytes;
    if (!GetProcessAffinityMask(GetCurrentProcess(), &own, &all))
        return -1;
    set->count = (unsigned)__builtin_popcountll(own);
    return 0;
}

long sysconf(int name)
{
    SYSTEM_INFO system;
    MEMORYSTATUSEX memory = {.dwLength = sizeof memory};
    GetSystemInfo(&system);
    if (name == _SC_PAGESIZE)
        return (long)system.dwPageSize;
    bool known = name == _SC_PHYS_PAGES && GlobalMemoryStatusEx(&memory);
    return known ? (long)(memory.ullTotalPhys / system.dwPageSize) : -1;
}

/* --- The terminal and standard input ----------------------------------------------------------- */

int ioctl(int fd, int request, struct winsize *size)
{
    CONSOLE_SCREEN_BUFFER_INFO info;
    if (request != TIOCGWINSZ || !GetConsoleScreenBufferInfo((HANDLE)_get_osfhandle(fd), &info))
        return -1;
    size->ws_col = (unsigned short)(info.srWindow.Right - info.srWindow.Left + 1);
    size->ws_row = (unsigned short)(info.srWindow.Bottom - info.srWindow.Top + 1);
    return 0;
}

/* Whether something can be read at once, an end included. */
static bool is_ready(HANDLE in)
{
    DWORD bytes = 0;
    if (GetFileType(in) != FILE_TYPE_PIPE)
        return GetFileType(in) == FILE_TYPE_DISK || WaitForSingleObject(in, 0) == WAIT_OBJECT_0;
    return !PeekNamedPipe(in, NULL, 0, NULL, &bytes, NULL) || bytes > 0;
}

/* A pipe cannot be waited for: it is looked at every few milliseconds. */
int poll(struct pollfd *fds, unsigned long n, int timeout_ms)
{
    enum { EVERY_MS = 2 };
    ULONGLONG start = GetTickCount64();
    bool none = n == 0 || fds[0].fd < 0;
    for (;;) {
        if (!none && is_ready((HANDLE)_get_osfhandle(fds[0].fd))) {
            fds[0].revents = POLLIN;
            return 1;
        }
        if (timeout_ms >= 0 && GetTickCount64() - start >= (ULONGLONG)timeout_ms)
            break;
        Sleep(EVERY_MS);
    }
    if (!none)
        fds[0].revents = 0;
    return 0;
}
