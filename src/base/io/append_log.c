/* append_log.c: see append_log.h. */
#include "base/io/append_log.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/io/file.h"

static const struct msg CANNOT_OPEN = {"cannot open: %2", "開けません: %2"};
static const struct msg CANNOT_WRITE = {"cannot write: %2", "書き込めません: %2"};
static const struct msg NO_FILE = {"not a regular file", "通常のファイルではありません"};
static const struct msg IN_USE = {"another process is writing this file",
                                  "別のプロセスが書き込み中です"};

static enum status fail_errno(const struct append_log *log, const struct msg *what, struct err *err)
{
    enum status status = err_errno(err, errno, what, (struct span){0});
    err_in_file(err, buf_span(&log->path));
    return status;
}

static enum status fail(const struct append_log *log, const struct msg *what, struct err *err)
{
    enum status status = err_plain(err, STATUS_IO, what);
    err_in_file(err, buf_span(&log->path));
    return status;
}

/* flock() is of the open file: one that was replaced or removed meanwhile is let go. */
static enum status open_locked(struct append_log *log, const char *path, int flags, struct err *err)
{
    struct stat opened, named;
    log->fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK | flags, 0666);
    if (log->fd < 0 || fstat(log->fd, &opened) != 0)
        return fail_errno(log, &CANNOT_OPEN, err);
    if (!S_ISREG(opened.st_mode))
        return fail(log, &NO_FILE, err);
    bool locked = flock(log->fd, LOCK_EX | LOCK_NB) == 0;
    if (!locked && errno != EWOULDBLOCK)
        return fail_errno(log, &CANNOT_OPEN, err);
    if (!locked || stat(path, &named) != 0 || named.st_ino != opened.st_ino ||
        named.st_dev != opened.st_dev || fstat(log->fd, &opened) != 0)
        return fail(log, &IN_USE, err);
    log->size = (uint64_t)opened.st_size;
    return STATUS_OK;
}

enum status append_log_open(struct append_log *log, const char *path, int flags, struct err *err)
{
    *log = (struct append_log){.fd = -1};
    buf_init(&log->path, BUF_DEFAULT_MAX);
    buf_add_str(&log->path, path);
    (void)buf_cstr(&log->path);
    enum status status =
        buf_status(&log->path) == STATUS_OK ? open_locked(log, path, flags, err) : err_nomem(err);
    if (status != STATUS_OK)
        append_log_close(log);
    return status;
}

void append_log_close(struct append_log *log)
{
    if (log->fd >= 0)
        close(log->fd);
    log->fd = -1;
    buf_release(&log->path);
}

void append_log_remove(struct append_log *log)
{
    if (log->fd >= 0)
        (void)unlink(buf_cstr(&log->path));
    append_log_close(log);
}

enum status append_log_load(struct append_log *log, size_t most, struct buf *out, struct err *err)
{
    enum status status = file_read_fd(log->fd, most, out, err);
    if (status != STATUS_OK)
        err_in_file(err, buf_span(&log->path));
    return status;
}

bool append_log_read_at(const struct append_log *log, uint64_t at, void *p, size_t n)
{
    char *to = p;
    while (n) {
        ssize_t got = pread(log->fd, to, n, (off_t)at);
        if (got == 0 || (got < 0 && errno != EINTR))
            return false;
        size_t step = got > 0 ? (size_t)got : 0;
        to += step;
        at += step;
        n -= step;
    }
    return true;
}

enum status append_log_cut(struct append_log *log, uint64_t size, struct err *err)
{
    if (log->size != size && ftruncate(log->fd, (off_t)size) != 0)
        return fail_errno(log, &CANNOT_WRITE, err);
    log->size = size;
    return STATUS_OK;
}

enum status append_log_add(struct append_log *log, struct span entry, struct err *err)
{
    for (uint64_t at = log->size; entry.n;) {
        ssize_t put = pwrite(log->fd, entry.p, entry.n, (off_t)at);
        if (put < 0 && errno != EINTR)
            return fail_errno(log, &CANNOT_WRITE, err);
        at += put > 0 ? (uint64_t)put : 0;
        entry = span_skip(entry, put > 0 ? (size_t)put : 0);
        if (!entry.n)
            log->size = at;
    }
    return STATUS_OK;
}

enum status append_log_replace(struct append_log *log, struct append_log *by, struct err *err)
{
    if (rename(buf_cstr(&by->path), buf_cstr(&log->path)) != 0) {
        enum status status = fail_errno(log, &CANNOT_WRITE, err);
        append_log_remove(by);
        return status;
    }
    close(log->fd);
    log->fd = by->fd;
    log->size = by->size;
    by->fd = -1;
    append_log_close(by);
    return STATUS_OK;
}
