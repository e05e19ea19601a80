/* paths.c: see paths.h. */
#include "store/metadata/paths.h"

#include "base/alloc.h"
#include "base/le.h"
#include "base/varint.h"
#include "store/metadata/name_fold.h"

enum { HEAD_BYTES = 8, MAX_PATH_BYTES = 1 << 16 };

static const struct msg BAD_PATHS = {"the list of files is damaged",
                                     "ファイルの一覧が壊れています"};

/* --- Reading --------------------------------------------------------------------------------- */

static uint32_t block_at(const struct paths *p, uint32_t block)
{
    return le_get32(p->offsets + 4 * (size_t)block);
}

static bool lay_out(struct paths *p, struct span s)
{
    if (s.n < HEAD_BYTES || !segment_verify(p->segment, span_make(s.p, HEAD_BYTES)))
        return false;
    p->count = le_get32(s.p);
    p->blocks = le_get32(s.p + 4);
    uint64_t head = HEAD_BYTES + 4 * ((uint64_t)p->blocks + 1);
    if (p->blocks != ((uint64_t)p->count + PATHS_BLOCK - 1) / PATHS_BLOCK || head > s.n)
        return false;
    if (!segment_verify(p->segment, span_make(s.p, (size_t)head)))
        return false;
    p->offsets = s.p + HEAD_BYTES;
    p->data = span_skip(s, (size_t)head);
    for (uint32_t i = 0; i < p->blocks; i++)
        if (block_at(p, i) >= block_at(p, i + 1))
            return false;
    return block_at(p, 0) == 0 && block_at(p, p->blocks) == p->data.n;
}

enum status paths_open(struct paths *p, const struct segment *s, struct err *err)
{
    struct span bytes;
    *p = (struct paths){.segment = s};
    enum status status = segment_need(s, "paths", &bytes, err);
    if (status != STATUS_OK || lay_out(p, bytes))
        return status;
    status = segment_status(s, err);
    return status != STATUS_OK ? status : segment_damaged(s, bytes.p, &BAD_PATHS, err);
}

/* One path after another: the bytes left, the path so far. */
struct path_cursor {
    struct span rest;
    struct buf path;
    uint64_t kind, shared;
};

static enum status next_path(const struct paths *p, struct path_cursor *w, struct err *err)
{
    uint64_t length;
    const char *at = w->rest.p;
    if (!varint_get(&w->rest, &w->kind) || !varint_get(&w->rest, &w->shared) ||
        !varint_get(&w->rest, &length) || length > w->rest.n || w->shared > w->path.n ||
        length > MAX_PATH_BYTES - w->shared || w->kind > UINT32_MAX)
        return segment_damaged(p->segment, at, &BAD_PATHS, err);
    w->path.n = (size_t)w->shared;
    buf_add(&w->path, w->rest.p, (size_t)length);
    w->rest = span_skip(w->rest, (size_t)length);
    return buf_status(&w->path) == STATUS_OK ? STATUS_OK : err_nomem(err);
}

enum status paths_get(const struct paths *p, uint32_t number, struct buf *out, uint32_t *kind,
                      struct err *err)
{
    uint32_t from = block_at(p, number / PATHS_BLOCK), to = block_at(p, number / PATHS_BLOCK + 1);
    struct path_cursor w = {.rest = span_make(p->data.p + from, to - from)};
    buf_init(&w.path, MAX_PATH_BYTES);
    enum status status = segment_verify_span(p->segment, w.rest, err);
    for (uint32_t i = 0; i <= number % PATHS_BLOCK && status == STATUS_OK; i++)
        status = next_path(p, &w, err);
    if (status == STATUS_OK) {
        buf_add_span(out, buf_span(&w.path));
        *kind = (uint32_t)w.kind;
        status = buf_status(out) == STATUS_OK ? STATUS_OK : err_nomem(err);
    }
    buf_release(&w.path);
    return status;
}

/* --- Matching -------------------------------------------------------------------------------- */

/* A path folded, and where in it each byte of the path itself would stand: what two paths share is
 * folded and searched once. */
struct folded_path {
    char *text; /* room for the longest path */
    size_t n;
    uint32_t *at;    /* by byte of the path: bytes of text before it */
    size_t hit_ends; /* where in text the first hit ends; SIZE_MAX: there is none */
};

/* One character of the path that is not ASCII; says how many bytes it takes. */
static size_t fold_wide(struct folded_path *f, struct span path, size_t i)
{
    char bytes[FOLD_MAX_BYTES];
    size_t n, used = fold_next(span_skip(path, i), bytes, &n);
    for (size_t k = i; k < i + used; k++)
        f->at[k] = (uint32_t)f->n;
    for (size_t k = 0; k < n; k++)
        f->text[f->n++] = bytes[k];
    return used;
}

/* Folds what is new in the path.  Most of it is ASCII, for which fold_next() does what stands
 * here. */
static void fold_rest(struct folded_path *f, struct span path, size_t shared)
{
    f->n = shared ? f->at[shared] : 0;
    for (size_t i = shared; i < path.n;) {
        unsigned char c = (unsigned char)path.p[i];
        if (c >= 0x80) {
            i += fold_wide(f, path, i);
            continue;
        }
        f->at[i++] = (uint32_t)f->n;
        f->text[f->n] = (char)(c >= 'A' && c <= 'Z' ? c | 0x20 : c);
        f->n += c > 0x20 && c < 0x7F;
    }
    f->at[path.n] = (uint32_t)f->n;
}

/* Is text in it?  A hit within what is shared stays one; otherwise one can only begin so near the
 * end of that part that it reaches out of it. */
static bool matches(struct folded_path *f, struct span text, size_t shared_text)
{
    if (f->hit_ends <= shared_text)
        return true;
    size_t from = shared_text >= text.n ? shared_text - text.n + 1 : 0;
    ptrdiff_t at = span_find(span_skip(span_make(f->text, f->n), from), text);
    f->hit_ends = at >= 0 ? from + (size_t)at + text.n : SIZE_MAX;
    return at >= 0;
}

static enum status match_all(const struct paths *p, struct path_cursor *w, struct folded_path *f,
                             struct span text, bool whole, uint64_t *bits, struct err *err)
{
    for (uint32_t i = 0; i < p->count; i++) {
        if (i % PATHS_BLOCK == 0) {
            w->rest = span_skip(p->data, block_at(p, i / PATHS_BLOCK));
            w->path.n = 0;
        }
        enum status status = next_path(p, w, err);
        if (status != STATUS_OK)
            return status;
        fold_rest(f, buf_span(&w->path), (size_t)w->shared);
        if (whole ? span_eq(span_make(f->text, f->n), text) : matches(f, text, f->at[w->shared]))
            bits[i / 64] |= (uint64_t)1 << i % 64;
    }
    return STATUS_OK;
}

enum status paths_match(const struct paths *p, struct span text, bool whole, uint64_t *bits,
                        struct err *err)
{
    struct path_cursor w = {0};
    struct folded_path f = {.hit_ends = SIZE_MAX,
                            .text = mem_alloc((size_t)MAX_PATH_BYTES * FOLD_MAX_BYTES),
                            .at = mem_alloc((MAX_PATH_BYTES + 1) * sizeof *f.at)};
    buf_init(&w.path, MAX_PATH_BYTES);
    enum status status = segment_verify_span(p->segment, p->data, err);
    if (status == STATUS_OK)
        status = f.at && f.text ? match_all(p, &w, &f, text, whole, bits, err) : err_nomem(err);
    mem_free(f.at);
    mem_free(f.text);
    buf_release(&w.path);
    return status;
}

/* --- Writing --------------------------------------------------------------------------------- */

static size_t shared_bytes(struct span a, struct span b)
{
    size_t n = 0;
    while (n < a.n && n < b.n && a.p[n] == b.p[n])
        n++;
    while (n && (unsigned char)a.p[n - 1] >= 0x80)
        n--;
    return n;
}

static void put32(struct buf *out, size_t v)
{
    char bytes[4];
    le_put32(bytes, (uint32_t)v);
    buf_add(out, bytes, sizeof bytes);
}

static void put_path(struct buf *data, struct span before, struct span path, uint32_t kind)
{
    size_t shared = shared_bytes(before, path);
    varint_put(data, kind);
    varint_put(data, shared);
    varint_put(data, path.n - shared);
    buf_add_span(data, span_skip(path, shared));
}

void paths_encode(const struct text_table *paths, const uint32_t *kinds, struct buf *out)
{
    struct buf data;
    struct span before = {0};
    buf_init(&data, UINT32_MAX);
    put32(out, paths->count);
    put32(out, ((size_t)paths->count + PATHS_BLOCK - 1) / PATHS_BLOCK);
    for (uint32_t i = 0; i < paths->count; i++) {
        if (i % PATHS_BLOCK == 0) {
            put32(out, data.n);
            before = (struct span){0};
        }
        struct span path = text_table_get(paths, i);
        if (path.n > MAX_PATH_BYTES)
            path.n = MAX_PATH_BYTES; /* longer than any system allows */
        put_path(&data, before, path, kinds[i]);
        before = path;
    }
    put32(out, data.n);
    buf_add_span(out, buf_span(&data));
    if (buf_status(&data) != STATUS_OK)
        out->bad = buf_status(&data);
    buf_release(&data);
}
