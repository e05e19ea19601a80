/* spool.c: see spool.h. */
#include "web/http/spool.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/buf.h"

static const struct msg NOT_KEPT = {
    "cannot store the upload: %2; set TMPDIR to a folder with free space",
    "アップロードを保存できません: %2。空きのあるフォルダを TMPDIR で指定してください"};
static const struct msg TOO_LARGE = {"larger than %1 bytes", "%1 バイトを超えています"};

/* Not every file system has files without names. */
static int open_unnamed(const char *folder)
{
    struct buf path;
    int fd = open(folder, O_TMPFILE | O_RDWR | O_EXCL | O_CLOEXEC, 0600);
    if (fd >= 0 || (errno != EOPNOTSUPP && errno != EISDIR))
        return fd;
    buf_init(&path, 1 << 16);
    buf_printf(&path, "%s/kifu-XXXXXX", folder);
    if (buf_cstr(&path) && buf_status(&path) == STATUS_OK &&
        (fd = mkostemp(path.p, O_CLOEXEC)) >= 0)
        unlink(path.p);
    buf_release(&path);
    return fd;
}

enum status spool_open(struct spool *s, const char *folder, uint64_t max, struct err *err)
{
    *s = (struct spool){.fd = -1, .max = max};
    if (!folder || !folder[0])
        folder = "/tmp";
    s->fd = open_unnamed(folder);
    return s->fd >= 0 ? STATUS_OK : err_errno(err, errno, &NOT_KEPT, SPAN(""));
}

void spool_add(struct spool *s, struct span more)
{
    if (more.n > s->max - s->bytes)
        s->too_large = true;
    while (more.n && !s->too_large && !s->failed) {
        ssize_t n = write(s->fd, more.p, more.n);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0) {
            s->failed = n < 0 ? errno : ENOSPC;
            return;
        }
        s->bytes += (uint64_t)n;
        more = span_skip(more, (size_t)n);
    }
}

static enum status report_too_large(const struct spool *s, struct err *err)
{
    return err_set(err, STATUS_LIMIT, &TOO_LARGE, SPAN_U64(s->max), SPAN(""));
}

enum status spool_view(struct spool *s, struct span *out, struct err *err)
{
    *out = SPAN("");
    if (s->too_large)
        return report_too_large(s, err);
    if (s->failed)
        return err_errno(err, s->failed, &NOT_KEPT, SPAN(""));
    if (s->bytes == 0)
        return STATUS_OK;
    void *map = mmap(NULL, (size_t)s->bytes, PROT_READ, MAP_PRIVATE, s->fd, 0);
    if (map == MAP_FAILED)
        return err_errno(err, errno, &NOT_KEPT, SPAN(""));
    s->map = map;
    *out = span_make(map, (size_t)s->bytes);
    return STATUS_OK;
}

void spool_close(struct spool *s)
{
    if (s->map)
        munmap(s->map, (size_t)s->bytes);
    if (s->fd >= 0)
        close(s->fd);
    *s = (struct spool){.fd = -1};
}
