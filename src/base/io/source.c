/* source.c: files, folders and stdin; see source.h.  Archives are in source_archive.c.
 *
 * Folders are walked with a stack of paths yet to visit: a folder that is popped pushes its entries
 * in reverse order, so the next popped is its first entry. */
#include "base/io/source.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/io/file.h"
#include "base/io/source_internal.h"
#include "base/text/charset.h"
#include "base/text/utf8.h"

static const struct msg CANNOT_OPEN = {"cannot open: %1", "開けません: %1"};
static const struct msg CANNOT_LIST = {"cannot read the folder: %1", "フォルダを読めません: %1"};
static const struct msg CANNOT_READ = {"cannot read: %1", "読めません: %1"};
static const struct msg NOT_A_FILE = {"neither a file nor a folder",
                                      "ファイルでもフォルダでもありません"};

enum { HEAD_BYTES = 512, NAME_BYTES = 1 << 16 };

struct source_limits source_limits_default(void)
{
    return (struct source_limits){
        .item_bytes = (size_t)256 << 20,
        .piece_bytes = (size_t)32 << 20,
        .record_bytes = SOURCE_RECORD_BYTES,
        .total_bytes = (uint64_t)64 << 30,
        .ratio = 200, /* records pack 5 to 30 fold; gzip's best is about 1000 */
        .ratio_free_bytes = (uint64_t)64 << 20,
        .members = 10000000,
        .depth = 3,
    };
}

static struct span last_part(struct span label)
{
    size_t at = label.n;
    while (at && label.p[at - 1] != '/' && label.p[at - 1] != ':')
        at--;
    return span_skip(label, at);
}

enum status source_give_item(struct source_walker *w, struct span label, struct span bytes,
                             unsigned depth)
{
    struct source_item item = {.label = label,
                               .name = last_part(label),
                               .bytes = bytes,
                               .depth = depth,
                               .disk_bytes = w->disk_bytes};
    return w->handler->item(w->handler->ctx, &item);
}

/* --- Pieces ----------------------------------------------------------------------------------- */

void source_pieces_init(struct source_pieces *p, struct source_walker *w)
{
    *p = (struct source_pieces){.w = w};
    buf_init(&p->bytes, SIZE_MAX / 2);
    source_pieces_clear(p);
}

void source_pieces_release(struct source_pieces *p)
{
    buf_release(&p->bytes);
}

void source_pieces_clear(struct source_pieces *p)
{
    buf_clear(&p->bytes);
    p->want = p->w->limits.piece_bytes;
    p->offset = 0;
    p->begun = false;
}

enum status source_give_piece(struct source_pieces *p, struct span label, unsigned depth, bool last)
{
    const struct source_limits *limits = &p->w->limits;
    struct source_piece piece = {.item = {.label = label,
                                          .name = last_part(label),
                                          .bytes = buf_span(&p->bytes),
                                          .depth = depth,
                                          .disk_bytes = p->w->disk_bytes},
                                 .offset = p->offset,
                                 .last = last,
                                 .full = p->want >= limits->record_bytes};
    p->begun = true;
    enum status status = p->w->handler->piece(p->w->handler->ctx, &piece);
    if (status != STATUS_OK || last)
        return status;
    /* What was not used comes to the front. */
    p->bytes.n -= piece.used;
    p->offset += piece.used;
    if (piece.used && p->bytes.n)
        memmove(p->bytes.p, p->bytes.p + piece.used, p->bytes.n);
    if (piece.used)
        p->want = limits->piece_bytes;
    else if (p->want < limits->record_bytes)
        p->want = limits->record_bytes / 2 < p->want ? limits->record_bytes : 2 * p->want;
    if (p->want <= p->bytes.n) /* what is left is a piece itself */
        p->want = p->bytes.n + 1;
    return source_check_stopped(p->w);
}

enum status source_check_stopped(struct source_walker *w)
{
    const struct source_handler *h = w->handler;
    return h->stopped && h->stopped(h->ctx) ? err_cancelled(w->err) : STATUS_OK;
}

enum status source_give_problem(struct source_walker *w, struct span label, struct err *problem)
{
    if (!w->handler->problem)
        return STATUS_OK;
    err_in_file(problem, label);
    return w->handler->problem(w->handler->ctx, label, problem);
}

enum status source_fail_nomem(struct source_walker *w)
{
    return err_nomem(w->err);
}

/* Control characters could do things to a terminal; shown as U+FFFD. */
static void add_without_controls(struct buf *label, struct span utf8)
{
    while (utf8.n) {
        uint32_t c;
        size_t n = utf8_decode(utf8, &c);
        if (n == 0 || c < 0x20 || (c >= 0x7F && c < 0xA0))
            buf_add_str(label, UTF8_REPLACEMENT_TEXT);
        else
            buf_add(label, utf8.p, n);
        utf8 = span_skip(utf8, n ? n : 1);
    }
}

/* A name in no charset that we know: bytes that are not UTF-8 as %FF. */
static void add_escaped(struct buf *label, struct span name)
{
    while (name.n) {
        uint32_t c;
        size_t n = utf8_decode(name, &c);
        if (n)
            add_without_controls(label, span_make(name.p, n));
        else
            buf_printf(label, "%%%02X", (unsigned)(unsigned char)name.p[0]);
        name = span_skip(name, n ? n : 1);
    }
}

static bool has_controls(struct span utf8)
{
    uint32_t c;
    for (size_t n; utf8.n && (n = utf8_decode(utf8, &c)); utf8 = span_skip(utf8, n))
        if (c >= 0x7F && c < 0xA0)
            return true;
    return false;
}

/* File names are bytes, and begin with no mark: what looks like that of UTF-16 is none. */
static bool has_utf16_mark(struct span name)
{
    return span_starts(name, SPAN("\xFF\xFE")) || span_starts(name, SPAN("\xFE\xFF"));
}

static enum status add_part(struct buf *label, struct span name)
{
    struct buf scratch;
    struct text text;
    if (utf8_is_valid(name) || has_utf16_mark(name)) {
        add_escaped(label, name);
        return buf_status(label);
    }
    buf_init(&scratch, NAME_BYTES);
    enum status status = charset_decode_text(name, span_make(NULL, 0), CHARSET_FAMILY_JAPANESE,
                                             &scratch, &text, NULL);
    if (status == STATUS_OK && !text.bad_bytes && !has_controls(text.utf8))
        add_without_controls(label, text.utf8);
    else if (status == STATUS_OK)
        add_escaped(label, name);
    if (status == STATUS_OK)
        status = buf_status(label);
    buf_release(&scratch);
    return status;
}

/* Part by part: folders and files may have got their names from different systems. */
enum status source_add_label(struct buf *label, struct span name)
{
    enum status status = STATUS_OK;
    while (name.n && status == STATUS_OK) {
        const char *slash = memchr(name.p, '/', name.n);
        size_t n = slash ? (size_t)(slash - name.p) + 1 : name.n;
        status = add_part(label, span_make(name.p, n));
        name = span_skip(name, n);
    }
    return status;
}

/* Paths yet to visit, and folders visited */

struct folder_id {
    dev_t dev;
    ino_t ino;
};

struct walk_state {
    struct source_walker *w;
    char **pending; /* owned strings; the last is next */
    size_t pending_n, pending_cap;
    struct folder_id *seen; /* sorted */
    size_t seen_n, seen_cap;
    struct buf bytes; /* of the file being read */
    struct source_pieces pieces;
    struct buf label;
};

/* A copy of folder/name, or of name alone if folder is NULL. */
static char *join_path(const char *folder, const char *name)
{
    size_t front = folder ? strlen(folder) : 0, back = strlen(name), n;
    bool slash = front && folder[front - 1] != '/';
    if (!size_add(front, back, &n) || !size_add(n, 2, &n))
        return NULL;
    char *path = mem_alloc(n);
    if (!path)
        return NULL;
    if (front)
        memcpy(path, folder, front);
    if (slash)
        path[front++] = '/';
    memcpy(path + front, name, back + 1);
    return path;
}

static enum status push_path(struct walk_state *s, const char *folder, const char *name)
{
    void *array = mem_grow(s->pending, s->pending_n, &s->pending_cap, SIZE_MAX, sizeof *s->pending);
    if (!array)
        return source_fail_nomem(s->w);
    s->pending = array;
    char *path = join_path(folder, name);
    if (!path)
        return source_fail_nomem(s->w);
    s->pending[s->pending_n++] = path;
    return STATUS_OK;
}

static int compare_ids(struct folder_id a, struct folder_id b)
{
    if (a.dev != b.dev)
        return a.dev < b.dev ? -1 : 1;
    return a.ino < b.ino ? -1 : a.ino > b.ino;
}

/* Notes a folder; *again says that it was noted before. */
static enum status note_folder(struct walk_state *s, struct folder_id id, bool *again)
{
    size_t low = 0, high = s->seen_n;
    while (low < high) {
        size_t mid = low + (high - low) / 2;
        if (compare_ids(s->seen[mid], id) < 0)
            low = mid + 1;
        else
            high = mid;
    }
    *again = low < s->seen_n && compare_ids(s->seen[low], id) == 0;
    if (*again)
        return STATUS_OK;
    void *array = mem_grow(s->seen, s->seen_n, &s->seen_cap, SIZE_MAX, sizeof *s->seen);
    if (!array)
        return source_fail_nomem(s->w);
    s->seen = array;
    memmove(s->seen + low + 1, s->seen + low, (s->seen_n - low) * sizeof *s->seen);
    s->seen[low] = id;
    s->seen_n++;
    return STATUS_OK;
}

static int compare_paths_descending(const void *a, const void *b)
{
    return strcmp(*(char *const *)b, *(char *const *)a);
}

static enum status fail_interrupted(struct walk_state *s)
{
    return err_cancelled(s->w->err);
}

/* Reports errno about the path whose label is set. */
static enum status report_errno(struct walk_state *s, const struct msg *what, int why)
{
    if (why == EINTR)
        return fail_interrupted(s);
    struct err problem;
    err_set(&problem, why == ENOENT ? STATUS_NOT_FOUND : STATUS_IO, what, span_of(strerror(why)),
            span_make(NULL, 0));
    return source_give_problem(s->w, buf_span(&s->label), &problem);
}

static enum status push_entries(struct walk_state *s, DIR *dir, const char *path, int *why)
{
    size_t first = s->pending_n;
    enum status status = STATUS_OK;
    for (;;) {
        errno = 0;
        const struct dirent *entry = readdir(dir);
        if (!entry)
            break;
        if (entry->d_name[0] == '.')
            continue;
        status = push_path(s, path, entry->d_name);
        if (status != STATUS_OK)
            return status;
    }
    *why = errno;
    if (s->pending_n > first)
        qsort(s->pending + first, s->pending_n - first, sizeof *s->pending,
              compare_paths_descending);
    return status;
}

/* The first folder is what the caller named, and is never the exception.  It may come into being
 * meanwhile, so it is looked for each time. */
static bool is_excepted(const struct walk_state *s, const struct stat *st)
{
    const char *except = s->w->handler->except;
    struct stat other;
    return except && s->seen_n && stat(except, &other) == 0 && other.st_dev == st->st_dev &&
           other.st_ino == st->st_ino;
}

static enum status visit_folder(struct walk_state *s, int fd, const struct stat *st,
                                const char *path)
{
    bool again = is_excepted(s, st);
    enum status status = STATUS_OK;
    if (!again)
        status = note_folder(s, (struct folder_id){st->st_dev, st->st_ino}, &again);
    if (status != STATUS_OK || again) {
        close(fd);
        return status;
    }
    DIR *dir = fdopendir(fd);
    if (!dir) {
        int why = errno;
        close(fd);
        return report_errno(s, &CANNOT_LIST, why);
    }
    int why = 0;
    status = push_entries(s, dir, path, &why);
    closedir(dir);
    if (status == STATUS_OK && why)
        status = report_errno(s, &CANNOT_LIST, why);
    return status;
}

static enum status give_bytes(struct source_walker *w, struct span label, struct span bytes)
{
    w->disk_bytes = bytes.n;
    if (!source_is_archive(bytes))
        return source_give_item(w, label, bytes, 0);
    struct source_packed packed = {.bytes = bytes, .fd = -1, .size = bytes.n};
    return source_walk_archive(w, label, bytes, &packed);
}

/* Reads the rest behind what s->bytes holds already. */
static enum status visit_whole(struct walk_state *s, int fd)
{
    struct err problem;
    enum status status =
        file_read_fd(fd, s->w->limits.item_bytes - s->bytes.n, &s->bytes, &problem);
    if (status == STATUS_NOMEM)
        return source_fail_nomem(s->w);
    if (status == STATUS_CANCELLED)
        return fail_interrupted(s);
    if (status != STATUS_OK)
        return source_give_problem(s->w, buf_span(&s->label), &problem);
    return give_bytes(s->w, buf_span(&s->label), buf_span(&s->bytes));
}

/* Reads until there are want bytes; *end: there are no more. */
static enum status fill(struct walk_state *s, int fd, struct buf *bytes, size_t want, bool *end)
{
    enum { BLOCK_BYTES = 1 << 20 };
    while (bytes->n < want) {
        size_t ask = want - bytes->n < BLOCK_BYTES ? want - bytes->n : BLOCK_BYTES;
        if (!buf_reserve(bytes, ask))
            return source_fail_nomem(s->w);
        ssize_t got = read(fd, bytes->p + bytes->n, ask);
        if (got < 0)
            return report_errno(s, &CANNOT_READ, errno) == STATUS_OK ? STATUS_IO : STATUS_CANCELLED;
        *end = got == 0;
        if (*end)
            return STATUS_OK;
        bytes->n += (size_t)got;
        enum status status = source_check_stopped(s->w);
        if (status != STATUS_OK)
            return status;
    }
    return STATUS_OK;
}

/* Some kinds are unpacked as they come; the others want to seek, and must fit into memory. */
static enum status visit_piped_archive(struct walk_state *s, int fd)
{
    struct span head = buf_span(&s->pieces.bytes);
    const struct source_packed packed = {.bytes = head, .fd = fd, .piped = true};
    if (source_is_streamable(head))
        return source_walk_archive(s->w, buf_span(&s->label), head, &packed);
    buf_add_span(&s->bytes, head);
    return buf_status(&s->bytes) == STATUS_OK ? visit_whole(s, fd) : source_fail_nomem(s->w);
}

/* A pipe, stdin, or a file that is no archive, piece by piece.  Archives want to seek, and what is
 * small is handed out whole. */
static enum status visit_pieces(struct walk_state *s, int fd)
{
    struct source_pieces *p = &s->pieces;
    bool end = false;
    enum status status = STATUS_OK;
    source_pieces_clear(p);
    while (status == STATUS_OK && !end) {
        status = fill(s, fd, &p->bytes, p->want, &end);
        if (status != STATUS_OK)
            break;
        if (!p->begun && end)
            return give_bytes(s->w, buf_span(&s->label), buf_span(&p->bytes));
        if (!p->begun && source_is_archive(buf_span(&p->bytes)))
            return visit_piped_archive(s, fd);
        s->w->disk_bytes = p->offset + p->bytes.n;
        status = source_give_piece(p, buf_span(&s->label), 0, end);
    }
    return status == STATUS_IO ? STATUS_OK : status; /* reported */
}

static enum status visit_stream(struct walk_state *s, int fd)
{
    buf_clear(&s->bytes);
    return s->w->handler->piece ? visit_pieces(s, fd) : visit_whole(s, fd);
}

/* An archive in a file is unpacked from the file. */
static enum status visit_seekable(struct walk_state *s, int fd, uint64_t size)
{
    char head[HEAD_BYTES];
    ssize_t got = pread(fd, head, sizeof head, 0);
    if (got < 0)
        return report_errno(s, &CANNOT_READ, errno);
    struct span start = span_make(head, (size_t)got);
    if (!source_is_archive(start))
        return visit_stream(s, fd);
    struct source_packed packed = {.fd = fd, .size = size};
    return source_walk_archive(s->w, buf_span(&s->label), start, &packed);
}

static enum status set_label(struct walk_state *s, const char *path)
{
    buf_clear(&s->label);
    enum status status = source_add_label(&s->label, span_of(path));
    if (status == STATUS_NOMEM)
        return source_fail_nomem(s->w);
    if (status != STATUS_OK) { /* a name beyond all measure */
        buf_clear(&s->label);
        buf_add_str(&s->label, UTF8_REPLACEMENT_TEXT);
    }
    return buf_status(&s->label) == STATUS_OK ? STATUS_OK : source_fail_nomem(s->w);
}

/* top: the path was named by the caller, who may mean a pipe or a device. */
static enum status visit_path(struct walk_state *s, const char *path, bool top)
{
    enum status status = set_label(s, path);
    if (status != STATUS_OK)
        return status;
    struct stat st;
    if (stat(path, &st) != 0)
        return report_errno(s, &CANNOT_OPEN, errno);
    bool plain = S_ISREG(st.st_mode) || S_ISDIR(st.st_mode);
    if (!plain && !top)
        return STATUS_OK; /* sockets and the like are nobody's records */
    if (!plain && !S_ISFIFO(st.st_mode) && !S_ISCHR(st.st_mode)) {
        struct err problem;
        err_plain(&problem, STATUS_UNSUPPORTED, &NOT_A_FILE);
        return source_give_problem(s->w, buf_span(&s->label), &problem);
    }
    const struct source_handler *h = s->w->handler;
    if (S_ISREG(st.st_mode) && h->wanted && !h->wanted(h->ctx, path, &st))
        return STATUS_OK;
    int fd = open(path, O_RDONLY | O_CLOEXEC | (plain ? O_NONBLOCK : 0));
    if (fd < 0)
        return report_errno(s, &CANNOT_OPEN, errno);
    if (fstat(fd, &st) != 0)
        status = report_errno(s, &CANNOT_OPEN, errno);
    else if (S_ISDIR(st.st_mode))
        return visit_folder(s, fd, &st, path); /* closes fd */
    else if (S_ISREG(st.st_mode))
        status = visit_seekable(s, fd, (uint64_t)st.st_size);
    else
        status = visit_stream(s, fd);
    close(fd);
    return status;
}

static enum status walk_path(struct walk_state *s, const char *path)
{
    s->seen_n = 0;
    if (strcmp(path, "-") == 0) {
        enum status status = set_label(s, "stdin");
        return status == STATUS_OK ? visit_stream(s, STDIN_FILENO) : status;
    }
    enum status status = visit_path(s, path, true);
    while (status == STATUS_OK && s->pending_n) {
        char *next = s->pending[--s->pending_n];
        status = visit_path(s, next, false);
        mem_free(next);
    }
    return status;
}

static struct source_walker make_walker(const struct source_limits *limits,
                                        const struct source_handler *handler, struct err *err)
{
    return (struct source_walker){
        .limits = limits ? *limits : source_limits_default(), .handler = handler, .err = err};
}

enum status source_walk(const char *const *paths, size_t n, const struct source_limits *limits,
                        const struct source_handler *handler, struct err *err)
{
    struct source_walker w = make_walker(limits, handler, err);
    struct walk_state s = {.w = &w};
    size_t room = w.limits.item_bytes < SIZE_MAX ? w.limits.item_bytes + 1 : SIZE_MAX;
    buf_init(&s.bytes, room);
    source_pieces_init(&s.pieces, &w);
    buf_init(&s.label, SOURCE_LABEL_BYTES);
    enum status status = STATUS_OK;
    for (size_t i = 0; i < n && status == STATUS_OK; i++)
        status = walk_path(&s, paths[i]);
    while (s.pending_n)
        mem_free(s.pending[--s.pending_n]);
    mem_free(s.pending);
    mem_free(s.seen);
    buf_release(&s.bytes);
    source_pieces_release(&s.pieces);
    buf_release(&s.label);
    return status;
}

enum status source_walk_bytes(struct span label, struct span bytes,
                              const struct source_limits *limits,
                              const struct source_handler *handler, struct err *err)
{
    struct source_walker w = make_walker(limits, handler, err);
    struct buf clean;
    buf_init(&clean, SOURCE_LABEL_BYTES);
    enum status status = label.n ? source_add_label(&clean, label) : STATUS_OK;
    if (status == STATUS_NOMEM)
        status = source_fail_nomem(&w);
    else if (status == STATUS_OK)
        status = give_bytes(&w, buf_span(&clean), bytes);
    else /* a name beyond all measure */
        status = give_bytes(&w, SPAN(UTF8_REPLACEMENT_TEXT), bytes);
    buf_release(&clean);
    return status;
}
