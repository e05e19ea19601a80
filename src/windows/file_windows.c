/* file_windows.c: base/io/file.h on Windows: files are read whole, never mapped. */
#include <errno.h>
#include <limits.h>

#include "base/alloc.h"
#include "base/io/file.h"

static const struct msg CANNOT_OPEN = {"cannot open: %2", "開けません: %2"};
static const struct msg CANNOT_READ = {"cannot read: %2", "読めません: %2"};
static const struct msg CANNOT_WRITE = {"cannot write %1: %2", "%1 に書けません: %2"};
static const struct msg TOO_LARGE = {"larger than %1 bytes", "%1 バイトを超えています"};

/* --- Nothing is mapped ------------------------------------------------------------------------ */

struct mapping *mapping_register(void *p, size_t n)
{
    (void)p;
    (void)n;
    return NULL;
}

void mapping_forget(struct mapping *m)
{
    (void)m;
}

bool mapping_is_lost(const struct mapping *m)
{
    (void)m;
    return false;
}

/* --- Reading ---------------------------------------------------------------------------------- */

enum status file_read_fd(int fd, size_t max, struct buf *out, struct err *err)
{
    enum { STEP = 1 << 16 };
    size_t start = out->n;
    for (;;) {
        if (!buf_reserve(out, STEP))
            return err_nomem(err);
        int n = _read(fd, out->p + out->n, STEP);
        if (n < 0)
            return err_errno(err, errno, &CANNOT_READ, (struct span){0});
        if (n == 0)
            return STATUS_OK;
        out->n += (size_t)n;
        if (out->n - start > max)
            return err_set(err, STATUS_LIMIT, &TOO_LARGE, SPAN_U64(max), (struct span){0});
    }
}

enum status file_read(const char *path, size_t max, struct buf *out, struct err *err)
{
    int fd = open(path, O_RDONLY);
    if (fd < 0) {
        enum status st = err_errno(err, errno, &CANNOT_OPEN, (struct span){0});
        err_in_file(err, span_of(path));
        return st;
    }
    enum status st = file_read_fd(fd, max, out, err);
    close(fd);
    if (st != STATUS_OK)
        err_in_file(err, span_of(path));
    return st;
}

enum status file_view_open(struct file_view *v, const char *path, size_t max, struct err *err)
{
    *v = (struct file_view){0};
    buf_init(&v->copy, SIZE_MAX / 2);
    enum status st = file_read(path, max, &v->copy, err);
    v->bytes = buf_span(&v->copy);
    if (st != STATUS_OK)
        file_view_close(v);
    return st;
}

enum status file_view_room(struct file_view *v, uint64_t n, struct err *err)
{
    *v = (struct file_view){0};
    buf_init(&v->copy, SIZE_MAX / 2);
    if (!buf_reserve(&v->copy, (size_t)n))
        return err_nomem(err);
    v->map = v->copy.p;
    v->bytes = span_make(v->copy.p, (size_t)n);
    return STATUS_OK;
}

enum status file_view_make_writable(struct file_view *v, struct err *err)
{
    (void)v;
    (void)err;
    return STATUS_OK;
}

void file_view_close(struct file_view *v)
{
    buf_release(&v->copy);
    *v = (struct file_view){0};
}

/* --- Writing ---------------------------------------------------------------------------------- */

bool file_write_fd(int fd, struct span bytes)
{
    while (bytes.n) {
        int n = _write(fd, bytes.p, bytes.n > INT_MAX ? INT_MAX : (unsigned)bytes.n);
        if (n < 0)
            return false;
        bytes = span_skip(bytes, (size_t)n);
    }
    return true;
}

static enum status cannot_write(struct file_writer *w, int why, struct err *err)
{
    enum status st = err_errno(err, why, &CANNOT_WRITE, buf_span(&w->path));
    file_writer_abort(w);
    return st;
}

enum status file_writer_open(struct file_writer *w, const char *path, struct err *err)
{
    *w = (struct file_writer){.fd = -1};
    buf_init(&w->path, 1 << 16);
    buf_init(&w->temp, 1 << 16);
    buf_add_str(&w->path, path);
    buf_printf(&w->temp, "%s.%d.tmp", path, (int)getpid());
    if (!*buf_cstr(&w->path) || !*buf_cstr(&w->temp))
        return cannot_write(w, ENOENT, err);
    w->fd = open(w->temp.p, O_WRONLY | O_CREAT | O_EXCL, 0666);
    return w->fd < 0 ? cannot_write(w, errno, err) : STATUS_OK;
}

enum status file_writer_add(struct file_writer *w, struct span bytes, struct err *err)
{
    if (!file_write_fd(w->fd, bytes))
        return cannot_write(w, errno, err);
    w->written += bytes.n;
    return STATUS_OK;
}

enum status file_writer_commit(struct file_writer *w, struct err *err)
{
    bool written = _commit(w->fd) == 0;
    int why = errno;
    if (close(w->fd) != 0 && written) {
        written = false;
        why = errno;
    }
    w->fd = -1;
    if (written && rename(buf_cstr(&w->temp), buf_cstr(&w->path)) != 0) {
        written = false;
        why = errno;
    }
    if (!written) {
        unlink(buf_cstr(&w->temp));
        return cannot_write(w, why, err);
    }
    buf_release(&w->path);
    buf_release(&w->temp);
    return STATUS_OK;
}

void file_writer_abort(struct file_writer *w)
{
    if (w->fd >= 0) {
        close(w->fd);
        unlink(buf_cstr(&w->temp));
    }
    w->fd = -1;
    buf_release(&w->path);
    buf_release(&w->temp);
}

enum status file_check_writable(const char *path, struct err *err)
{
    struct file_writer w;
    enum status st = file_writer_open(&w, path, err);
    if (st == STATUS_OK)
        file_writer_abort(&w);
    return st;
}

enum status file_replace(const char *path, struct span bytes, struct err *err)
{
    struct file_writer w;
    enum status st = file_writer_open(&w, path, err);
    if (st == STATUS_OK)
        st = file_writer_add(&w, bytes, err);
    return st == STATUS_OK ? file_writer_commit(&w, err) : st;
}
