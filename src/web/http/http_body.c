/* http_body.c: see http_body.h.
 *
 *     SIZE ──▶ SIZE_LF ──▶ CHUNK ──▶ CHUNK_CR ──▶ CHUNK_LF ──▶ SIZE …
 *      │  ▲                                                 of size 0: TRAILER … ──▶ DONE
 *      ▼  │
 *     EXTENSION                                             of a known length: PLAIN ──▶ DONE */
#include "web/http/http_body.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/text/num.h"

/* --- A temporary file for bytes that arrive piece by piece and are too many for memory -------- */

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

enum status spool_view(struct spool *s, struct span *out, struct err *err)
{
    *out = SPAN("");
    if (s->too_large)
        return err_set(err, STATUS_LIMIT, &TOO_LARGE, SPAN_U64(s->max), SPAN(""));
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

enum { PLAIN, SIZE, EXTENSION, SIZE_LF, CHUNK, CHUNK_CR, CHUNK_LF, TRAILER, TRAILER_LF, DONE };

enum { MAX_DIGITS = 15 }; /* hexadecimal; so many can't overflow */

void http_body_begin(struct http_body *b, const struct http_length *length)
{
    *b = (struct http_body){.left = length->chunked ? 0 : length->bytes,
                            .state = length->chunked ? SIZE : PLAIN};
}

/* The digits of a size, and what ends them. */
static bool size_byte(struct http_body *b, char c)
{
    const int digit = num_hex_digit(c);
    if (digit >= 0) {
        b->left = b->left << 4 | (unsigned)digit;
        return ++b->digits <= MAX_DIGITS;
    }
    b->state = c == '\r' ? SIZE_LF : EXTENSION;
    return b->digits && (c == '\r' || c == ';');
}

static bool size_line_end(struct http_body *b, char c)
{
    b->state = b->left ? CHUNK : TRAILER;
    b->digits = 0;
    b->line = 0;
    return c == '\n';
}

static bool extension_byte(struct http_body *b, char c)
{
    if (c == '\r')
        b->state = SIZE_LF;
    return c == '\r' || c == '\t' || (unsigned char)c >= ' ';
}

/* Trailers are not looked at. */
static bool trailer_byte(struct http_body *b, char c)
{
    if (c == '\r')
        b->state = TRAILER_LF;
    else
        b->line++;
    return ++b->trailers <= HTTP_MAX_TRAILERS &&
           (c == '\r' || c == '\t' || (unsigned char)c >= ' ');
}

static bool trailer_line_end(struct http_body *b, char c)
{
    b->state = b->line ? TRAILER : DONE;
    b->line = 0;
    return c == '\n';
}

/* One byte of the framing; false if it can't stand there. */
static bool framing_byte(struct http_body *b, char c)
{
    if ((b->state == SIZE || b->state == EXTENSION) && ++b->line > HTTP_MAX_CHUNK_LINE)
        return false;
    switch (b->state) {
    case SIZE:
        return size_byte(b, c);
    case EXTENSION:
        return extension_byte(b, c);
    case SIZE_LF:
        return size_line_end(b, c);
    case CHUNK_CR:
        b->state = CHUNK_LF;
        return c == '\r';
    case CHUNK_LF:
        b->state = SIZE;
        return c == '\n';
    case TRAILER:
        return trailer_byte(b, c);
    default:
        return trailer_line_end(b, c);
    }
}

static struct span take_data(struct http_body *b, struct span *in)
{
    const size_t n = in->n < b->left ? in->n : (size_t)b->left;
    struct span data = span_make(in->p, n);
    *in = span_skip(*in, n);
    b->left -= n;
    if (b->left == 0)
        b->state = b->state == CHUNK ? CHUNK_CR : DONE;
    return data;
}

enum http_body_result http_body_read(struct http_body *b, struct span *in, struct span *data)
{
    *data = SPAN("");
    if (b->state == PLAIN && b->left == 0)
        b->state = DONE;
    while (b->state != DONE && in->n) {
        if (b->state == PLAIN || b->state == CHUNK) {
            *data = take_data(b, in);
            return HTTP_BODY_DATA;
        }
        const char c = in->p[0];
        *in = span_skip(*in, 1);
        if (!framing_byte(b, c))
            return HTTP_BODY_BAD;
    }
    return b->state == DONE ? HTTP_BODY_END : HTTP_BODY_MORE;
}
