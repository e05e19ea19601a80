/* file.c: see file.h. */
#include "base/io/file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"

/* --- Mapping ----------------------------------------------------------------------------------
 * A signal handler finds its data in a static variable or not at all: this is the list of
 * mappings, which only grows.  Its nodes are used again, so it is as long as there were mappings at
 * a time.  The handler takes no lock: it reads atomics and calls mmap(2). */

struct mapping {
    _Atomic uintptr_t begin; /* 0: the node is free */
    _Atomic size_t bytes;
    atomic_bool taken, lost;
    struct mapping *next;
};

static _Atomic(struct mapping *) mappings;
static struct sigaction before;
static uintptr_t page_bytes;

/* --- The handler ----------------------------------------------------------------------------- */

static struct mapping *mapping_at(uintptr_t at)
{
    for (struct mapping *m = atomic_load(&mappings); m; m = m->next) {
        uintptr_t begin = atomic_load(&m->begin);
        if (begin && at >= begin && at - begin < atomic_load(&m->bytes))
            return m;
    }
    return NULL;
}

/* Zero bytes from the page on to the end: after a cut all of them are gone.  They can be written
 * to, as a view may have been made writable (file_view_make_writable). */
static bool replace_pages(struct mapping *m, uintptr_t at)
{
    uintptr_t from = at & ~(page_bytes - 1);
    size_t n = atomic_load(&m->begin) + atomic_load(&m->bytes) - from;
    atomic_store(&m->lost, true);
    /* cppcheck-suppress intToPointerCast */
    return mmap((void *)from, n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED,
                -1, 0) != MAP_FAILED;
}

/* To who was there before; if that was nobody, the signal comes again and ends the process. */
static void pass_on(int signal, siginfo_t *info, void *context)
{
    if (before.sa_flags & SA_SIGINFO)
        before.sa_sigaction(signal, info, context);
    else if (before.sa_handler != SIG_DFL && before.sa_handler != SIG_IGN)
        before.sa_handler(signal);
    else
        (void)sigaction(signal, &(struct sigaction){.sa_handler = SIG_DFL}, NULL);
}

static void on_bus_error(int signal, siginfo_t *info, void *context)
{
    int saved = errno;
    uintptr_t at = (uintptr_t)info->si_addr;
    struct mapping *m = info->si_code > 0 ? mapping_at(at) : NULL; /* 0 and below: by kill(2) */
    if (!m || !replace_pages(m, at))
        pass_on(signal, info, context);
    errno = saved;
}

static void install(void)
{
    struct sigaction action = {.sa_sigaction = on_bus_error, .sa_flags = SA_SIGINFO | SA_RESTART};
    page_bytes = (uintptr_t)sysconf(_SC_PAGESIZE);
    sigemptyset(&action.sa_mask);
    (void)sigaction(SIGBUS, &action, &before);
}

/* --- The list -------------------------------------------------------------------------------- */

static struct mapping *take_free(void)
{
    for (struct mapping *m = atomic_load(&mappings); m; m = m->next) {
        bool taken = false;
        if (atomic_compare_exchange_strong(&m->taken, &taken, true))
            return m;
    }
    return NULL;
}

static struct mapping *add_node(void)
{
    struct mapping *m = mem_calloc(1, sizeof *m);
    if (!m)
        return NULL;
    atomic_store(&m->taken, true);
    m->next = atomic_load(&mappings);
    while (!atomic_compare_exchange_weak(&mappings, &m->next, m))
        ;
    return m;
}

struct mapping *mapping_register(void *p, size_t n)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    (void)pthread_once(&once, install);
    struct mapping *m = take_free();
    if (!m && !(m = add_node()))
        return NULL;
    atomic_store(&m->lost, false);
    atomic_store(&m->bytes, n);
    atomic_store(&m->begin, (uintptr_t)p);
    return m;
}

void mapping_forget(struct mapping *m)
{
    if (!m)
        return;
    atomic_store(&m->begin, 0);
    atomic_store(&m->taken, false);
}

bool mapping_is_lost(const struct mapping *m)
{
    return m && atomic_load_explicit(&m->lost, memory_order_relaxed);
}

/* The file is named by err->file; where one is written, by the message. */
static const struct msg CANNOT_OPEN = {"cannot open: %2", "開けません: %2"};
static const struct msg CANNOT_READ = {"cannot read: %2", "読めません: %2"};
static const struct msg CANNOT_WRITE = {"cannot write %1: %2", "%1 に書けません: %2"};
static const struct msg TOO_LARGE = {"larger than %1 bytes", "%1 バイトを超えています"};

/* A system call ends with EINTR only for a signal that somebody caught in order to stop. */
static enum status fail_errno(struct err *err, const struct msg *what, struct span label)
{
    int why = errno;
    enum status status = err_errno(err, why, what, label);
    if (why == ENOENT || why == ENOTDIR)
        status = STATUS_NOT_FOUND;
    else if (why == EINTR)
        status = STATUS_CANCELLED;
    if (err)
        err->code = status;
    return status;
}

static enum status too_large(struct err *err, size_t max)
{
    return err_set(err, STATUS_LIMIT, &TOO_LARGE, SPAN_U64(max), SPAN(""));
}

/* A first guess at how much there is to read: the size of a regular file, and a byte more, so that
 * its end is seen without growing. */
static size_t expected_bytes(int fd, size_t max)
{
    enum { UNKNOWN_BYTES = 1 << 16 };
    struct stat st;
    if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode) || st.st_size <= 0)
        return UNKNOWN_BYTES;
    return (uint64_t)st.st_size < max ? (size_t)st.st_size + 1 : UNKNOWN_BYTES;
}

enum status file_read_fd(int fd, size_t max, struct buf *out, struct err *err)
{
    size_t start = out->n, want = expected_bytes(fd, max);
    for (;;) {
        /* One byte more than allowed is asked for, to see that there is more. */
        size_t left = max - (out->n - start);
        size_t ask = left < want ? left + 1 : want;
        if (ask > out->max - out->n)
            ask = out->max - out->n;
        char beyond;
        bool full = ask == 0; /* out is: only the end may follow */
        if (!full && !buf_reserve(out, ask))
            return err_nomem(err);
        ssize_t got = full ? read(fd, &beyond, 1) : read(fd, out->p + out->n, ask);
        if (got < 0)
            return fail_errno(err, &CANNOT_READ, SPAN(""));
        if (got == 0)
            return STATUS_OK;
        if (full || (size_t)got > left)
            return too_large(err, full ? out->max : max);
        out->n += (size_t)got;
        size_t spare = out->cap - out->n; /* used up before out grows */
        want = spare ? spare : out->n - start > 4096 ? out->n - start : 4096;
    }
}

enum status file_read(const char *path, size_t max, struct buf *out, struct err *err)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    enum status status =
        fd < 0 ? fail_errno(err, &CANNOT_OPEN, SPAN("")) : file_read_fd(fd, max, out, err);
    if (fd >= 0)
        close(fd);
    if (status != STATUS_OK)
        err_in_file(err, span_of(path));
    return status;
}

bool file_write_fd(int fd, struct span bytes)
{
    while (bytes.n) {
        ssize_t put = write(fd, bytes.p, bytes.n);
        if (put < 0)
            return false;
        bytes = span_skip(bytes, (size_t)put);
    }
    return true;
}

static enum status view_fd(struct file_view *v, int fd, size_t max, struct err *err)
{
    static const struct msg NO_FILE = {"not a regular file", "通常のファイルではありません"};
    struct stat st;
    if (fstat(fd, &st) != 0)
        return fail_errno(err, &CANNOT_READ, SPAN(""));
    if (!S_ISREG(st.st_mode)) /* a pipe may never end, nor may a device */
        return err_plain(err, STATUS_UNSUPPORTED, &NO_FILE);
    if (st.st_size < FILE_MAP_BYTES) {
        enum status status = file_read_fd(fd, max, &v->copy, err);
        v->bytes = buf_span(&v->copy);
        return status;
    }
    if ((uint64_t)st.st_size > max)
        return too_large(err, max);
    size_t n = (size_t)st.st_size;
    void *map = mmap(NULL, n, PROT_READ, MAP_PRIVATE, fd, 0);
    if (map == MAP_FAILED)
        return fail_errno(err, &CANNOT_READ, SPAN(""));
    v->map = map;
    v->bytes = span_make(map, n);
    v->mapping = mapping_register(map, n);
    return v->mapping ? STATUS_OK : err_nomem(err);
}

enum status file_view_open(struct file_view *v, const char *path, size_t max, struct err *err)
{
    *v = (struct file_view){0};
    buf_init(&v->copy, max);
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    enum status status =
        fd < 0 ? fail_errno(err, &CANNOT_OPEN, SPAN("")) : view_fd(v, fd, max, err);
    if (fd >= 0)
        close(fd);
    if (status != STATUS_OK) {
        err_in_file(err, span_of(path));
        file_view_close(v);
    }
    return status;
}

enum status file_view_room(struct file_view *v, uint64_t n, struct err *err)
{
    *v = (struct file_view){0};
    buf_init(&v->copy, 0);
    if (n == 0)
        return STATUS_OK;
    void *map = n > SIZE_MAX / 2 ? MAP_FAILED
                                 : mmap(NULL, (size_t)n, PROT_READ | PROT_WRITE,
                                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (map == MAP_FAILED)
        return err_nomem(err);
    v->map = map;
    v->bytes = span_make(map, (size_t)n);
    return STATUS_OK;
}

enum status file_view_make_writable(struct file_view *v, struct err *err)
{
    if (v->map && mprotect(v->map, v->bytes.n, PROT_READ | PROT_WRITE) != 0)
        return fail_errno(err, &CANNOT_READ, SPAN(""));
    return STATUS_OK;
}

void file_view_close(struct file_view *v)
{
    mapping_forget(v->mapping);
    if (v->map)
        munmap(v->map, v->bytes.n);
    buf_release(&v->copy);
    v->map = NULL;
    v->mapping = NULL;
    v->bytes = span_make(NULL, 0);
}

enum { PATH_LIMIT = 1 << 16, NAMES_TRIED = 1000 };

static int open_to_write(const char *path, int flags)
{
    return open(path, O_WRONLY | O_CLOEXEC | flags, 0666);
}

/* Length of the folder's part of a path, its slash included; 0 if there is none. */
static size_t folder_part(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) + 1 : 0;
}

/* The temporary name does not grow with the file's own, which may be as long as names can be. */
static enum status open_temporary(struct file_writer *w, const char *path, struct err *err)
{
    for (int attempt = 0; attempt < NAMES_TRIED; attempt++) {
        buf_clear(&w->temp);
        buf_add(&w->temp, path, folder_part(path));
        buf_printf(&w->temp, ".kifu-tmp-%ld-%d", (long)getpid(), attempt);
        const char *temp = buf_cstr(&w->temp);
        if (buf_status(&w->temp) != STATUS_OK)
            return err_nomem(err);
        w->fd = open_to_write(temp, O_CREAT | O_EXCL);
        if (w->fd >= 0 || errno != EEXIST)
            break;
    }
    return w->fd >= 0 ? STATUS_OK : fail_errno(err, &CANNOT_WRITE, span_of(path));
}

/* Where a symbolic link leads, if it leads anywhere; else the path itself. */
static const char *follow_link(const char *path, char target[PATH_MAX])
{
    struct stat st;
    bool link = lstat(path, &st) == 0 && S_ISLNK(st.st_mode);
    return link && realpath(path, target) ? target : path;
}

static enum status open_writer(struct file_writer *w, const char *path, struct err *err)
{
    char target[PATH_MAX];
    struct stat st;
    bool there = stat(path, &st) == 0, in_place = there && !S_ISREG(st.st_mode);
    buf_add_str(&w->path, in_place ? path : follow_link(path, target));
    const char *real = buf_cstr(&w->path);
    if (buf_status(&w->path) != STATUS_OK)
        return err_nomem(err);
    if (in_place) {
        w->fd = open_to_write(real, 0);
        return w->fd >= 0 ? STATUS_OK : fail_errno(err, &CANNOT_WRITE, span_of(path));
    }
    enum status status = open_temporary(w, real, err);
    if (status == STATUS_OK && there)
        (void)!fchmod(w->fd, st.st_mode & 07777); /* if refused, a new file's permissions do */
    return status;
}

enum status file_writer_open(struct file_writer *w, const char *path, struct err *err)
{
    *w = (struct file_writer){.fd = -1};
    buf_init(&w->path, PATH_LIMIT);
    buf_init(&w->temp, PATH_LIMIT);
    enum status status = open_writer(w, path, err);
    if (status != STATUS_OK)
        file_writer_abort(w);
    return status;
}

enum status file_writer_add(struct file_writer *w, struct span bytes, struct err *err)
{
    if (!file_write_fd(w->fd, bytes))
        return fail_errno(err, &CANNOT_WRITE, buf_span(&w->path));
    w->written += bytes.n;
    return STATUS_OK;
}

/* So that the new name survives a crash.  Some file systems cannot flush a folder (EINVAL). */
static int flush_folder(const char *path, struct buf *scratch)
{
    buf_clear(scratch);
    buf_add(scratch, path, folder_part(path));
    buf_add_char(scratch, '.');
    const char *folder = buf_cstr(scratch);
    if (buf_status(scratch) != STATUS_OK) {
        errno = ENOMEM;
        return -1;
    }
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return -1;
    int result = fsync(fd);
    int why = errno;
    close(fd);
    errno = why;
    return result != 0 && why == EINVAL ? 0 : result;
}

/* A device or a pipe has what it was given already. */
static enum status close_in_place(struct file_writer *w, struct err *err)
{
    int result = close(w->fd);
    w->fd = -1;
    enum status status = STATUS_OK;
    if (result != 0)
        status = fail_errno(err, &CANNOT_WRITE, buf_span(&w->path));
    file_writer_abort(w);
    return status;
}

enum status file_writer_commit(struct file_writer *w, struct err *err)
{
    if (w->temp.n == 0)
        return close_in_place(w, err);
    bool flushed = fsync(w->fd) == 0;
    int why = errno;
    bool closed = close(w->fd) == 0;
    if (flushed && !closed)
        why = errno;
    w->fd = -1;
    errno = why;
    const char *path = w->path.p;
    if (!flushed || !closed || rename(w->temp.p, path) != 0) {
        enum status status = fail_errno(err, &CANNOT_WRITE, buf_span(&w->path));
        unlink(w->temp.p);
        file_writer_abort(w);
        return status;
    }
    enum status status = STATUS_OK;
    if (flush_folder(path, &w->temp) != 0)
        status = fail_errno(err, &CANNOT_WRITE, buf_span(&w->path));
    file_writer_abort(w);
    return status;
}

void file_writer_abort(struct file_writer *w)
{
    if (w->fd >= 0) {
        close(w->fd);
        if (w->temp.n)
            unlink(w->temp.p);
        w->fd = -1;
    }
    buf_release(&w->path);
    buf_release(&w->temp);
}

enum status file_check_writable(const char *path, struct err *err)
{
    struct stat st;
    struct file_writer w;
    /* opening a pipe would wait for who reads it, and closing it would send that one home */
    if (stat(path, &st) == 0 && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode))
        return STATUS_OK;
    enum status status = file_writer_open(&w, path, err);
    if (status == STATUS_OK)
        file_writer_abort(&w);
    return status;
}

enum status file_replace(const char *path, struct span bytes, struct err *err)
{
    struct file_writer w;
    enum status status = file_writer_open(&w, path, err);
    if (status != STATUS_OK)
        return status;
    status = file_writer_add(&w, bytes, err);
    if (status != STATUS_OK) {
        file_writer_abort(&w);
        return status;
    }
    return file_writer_commit(&w, err);
}
