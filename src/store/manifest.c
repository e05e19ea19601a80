/* manifest.c: see manifest.h. */
#include "store/manifest.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>
#include <xxhash.h>

#include "base/alloc.h"
#include "base/io/file.h"
#include "base/text/num.h"
#include "formats/cursor.h"

enum { MAX_MANIFEST_BYTES = 64 << 20 };

static const char *const KIND_NAMES[SEGMENT_KINDS] = {"games", "removals", "sources", "edits"};

static const struct msg DAMAGED = {"the manifest is damaged: %1", "目録が壊れています: %1"};
static const struct msg NEWER = {"the database was written by a newer Kifu; update Kifu",
                                 "新しい Kifu のデータベースです。Kifu を更新してください"};
const struct msg MANIFEST_LOCKED = {
    "%1 is being written by another process; try again when it has finished",
    "%1 は別のプロセスが書き込み中です。終わってからやり直してください"};
static const struct msg CANNOT_LOCK = {"cannot lock %1: %2", "%1 をロックできません: %2"};

void manifest_init(struct manifest *m, const char *game)
{
    *m = (struct manifest){.next_segment = 1};
    size_t n = strlen(game);
    memcpy(m->game, game, n < MANIFEST_NAME_BYTES ? n : MANIFEST_NAME_BYTES - 1);
}

void manifest_release(struct manifest *m)
{
    mem_free(m->entries);
    *m = (struct manifest){0};
}

enum status manifest_add(struct manifest *m, const struct manifest_entry *entry, struct err *err)
{
    void *p = mem_grow(m->entries, m->count, &m->cap, UINT32_MAX, sizeof *m->entries);
    if (!p)
        return err_nomem(err);
    m->entries = p;
    m->entries[m->count++] = *entry;
    return STATUS_OK;
}

uint32_t manifest_id_behind(const struct manifest *m, const struct manifest_entry *entry)
{
    for (const struct manifest_entry *e = entry + 1; e < m->entries + m->count; e++)
        if (e->kind == SEGMENT_GAMES)
            return e->first_id;
    return m->next_id;
}

/* --- Reading --------------------------------------------------------------------------------- */

/* Words of a line, parted by single blanks. */
static struct span next_word(struct span *line)
{
    const char *blank = line->n ? memchr(line->p, ' ', line->n) : NULL;
    struct span word = span_make(line->p, blank ? (size_t)(blank - line->p) : line->n);
    *line = span_skip(*line, word.n + (blank ? 1 : 0));
    return word;
}

static bool take_u32(struct span *line, uint32_t *out)
{
    uint64_t v;
    if (!num_parse_u64(next_word(line), UINT32_MAX, &v))
        return false;
    *out = (uint32_t)v;
    return true;
}

static bool is_name(struct span s)
{
    for (size_t i = 0; i < s.n; i++) {
        char c = s.p[i];
        if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
              c == '-' || c == '_'))
            return false;
    }
    return s.n > 0 && s.n < MANIFEST_NAME_BYTES;
}

/* A name ends up in a path: nothing but plain characters may come through. */
static bool take_name(struct span *line, char out[MANIFEST_NAME_BYTES])
{
    struct span word = next_word(line);
    if (!is_name(word))
        return false;
    memset(out, 0, MANIFEST_NAME_BYTES);
    memcpy(out, word.p, word.n);
    return true;
}

static bool take_kind(struct span *line, enum segment_kind *out)
{
    struct span word = next_word(line);
    for (int i = 0; i < SEGMENT_KINDS; i++)
        if (span_eq(word, span_of(KIND_NAMES[i]))) {
            *out = (enum segment_kind)i;
            return true;
        }
    return false;
}

static bool take_entry(struct span *line, struct manifest_entry *e)
{
    return take_name(line, e->name) && take_kind(line, &e->kind) && take_u32(line, &e->first_id) &&
           take_u32(line, &e->count) && num_parse_u64(next_word(line), UINT64_MAX, &e->plies);
}

/* A line between the first and the checksum. */
static bool parse_line(struct manifest *m, struct span line, struct err *err)
{
    struct span word = next_word(&line);
    struct manifest_entry e = {0};
    bool ok = false;
    if (span_eq(word, SPAN("game")))
        ok = take_name(&line, m->game);
    else if (span_eq(word, SPAN("next-id")))
        ok = take_u32(&line, &m->next_id);
    else if (span_eq(word, SPAN("next-segment")))
        ok = take_u32(&line, &m->next_segment);
    else if (span_eq(word, SPAN("segment")))
        ok = take_entry(&line, &e) && manifest_add(m, &e, err) == STATUS_OK;
    return ok && line.n == 0;
}

static bool checksum_fits(struct span text, const char *line_at, struct span value)
{
    char expected[17];
    static const char digits[] = "0123456789abcdef";
    uint64_t sum = XXH3_64bits(text.p, (size_t)(line_at - text.p));
    for (int i = 0; i < 16; i++)
        expected[i] = digits[sum >> (60 - 4 * i) & 15];
    return span_eq(value, span_make(expected, 16));
}

static enum status damaged(struct span file, uint32_t line, uint64_t byte, struct span what,
                           struct err *err)
{
    err_set(err, STATUS_SYNTAX, &DAMAGED, what, (struct span){0});
    err_in_file(err, file);
    err_at(err, line, byte);
    return STATUS_SYNTAX;
}

/* Has the text a checksum line at its end that does not fit?  One without may be of a newer kind.
 */
static bool checksum_is_wrong(struct span text)
{
    struct cursor cursor = cursor_over(text);
    struct span line = {0}, last = {0};
    while (cursor_next(&cursor, &line))
        last = line;
    const char *at = last.p;
    return last.n && span_eat(&last, SPAN("checksum ")) && !checksum_fits(text, at, last);
}

static enum status parse_lines(struct manifest *m, struct span text, struct span file,
                               struct err *err)
{
    struct cursor cursor = cursor_over(text);
    struct span line;
    struct err memory = {0};
    if (!cursor_next(&cursor, &line) || !span_eat(&line, SPAN("kifu-manifest ")))
        return damaged(file, 1, 0, SPAN("kifu-manifest"), err);
    if (!span_eq(line, SPAN("1")) && checksum_is_wrong(text))
        return damaged(file, 1, 0, SPAN("kifu-manifest"), err);
    if (!span_eq(line, SPAN("1"))) {
        err_plain(err, STATUS_UNSUPPORTED, &NEWER);
        err_in_file(err, file);
        return STATUS_UNSUPPORTED;
    }
    while (cursor_next(&cursor, &line)) {
        const char *at = line.p;
        if (span_eat(&line, SPAN("checksum ")))
            return checksum_fits(text, at, line) && cursor.at == cursor.end
                       ? STATUS_OK
                       : damaged(file, cursor.line, (uint64_t)(at - text.p), SPAN("checksum"), err);
        if (!parse_line(m, line, &memory)) {
            if (memory.code == STATUS_NOMEM)
                return err_nomem(err);
            return damaged(file, cursor.line, (uint64_t)(at - text.p), line, err);
        }
    }
    return damaged(file, cursor.line, text.n, SPAN("checksum"), err);
}

enum status manifest_parse(struct manifest *m, struct span text, struct span file, struct err *err)
{
    manifest_init(m, "");
    enum status status = parse_lines(m, text, file, err);
    if (status != STATUS_OK)
        manifest_release(m);
    return status;
}

static bool manifest_path(const char *directory, const char *name, struct buf *path)
{
    buf_init(path, 1 << 16);
    buf_printf(path, "%s/%s", directory, name);
    buf_cstr(path);
    return buf_status(path) == STATUS_OK;
}

enum status manifest_read(struct manifest *m, const char *directory, struct err *err)
{
    struct buf path, text;
    *m = (struct manifest){0};
    buf_init(&text, MAX_MANIFEST_BYTES);
    enum status status = manifest_path(directory, "MANIFEST", &path) ? STATUS_OK : err_nomem(err);
    if (status == STATUS_OK)
        status = file_read(path.p, MAX_MANIFEST_BYTES, &text, err);
    if (status == STATUS_OK)
        status = manifest_parse(m, buf_span(&text), buf_span(&path), err);
    buf_release(&text);
    buf_release(&path);
    return status;
}

/* --- Writing --------------------------------------------------------------------------------- */

void manifest_print(const struct manifest *m, struct buf *out)
{
    buf_printf(out, "kifu-manifest 1\ngame %s\nnext-id %u\nnext-segment %u\n", m->game, m->next_id,
               m->next_segment);
    for (uint32_t i = 0; i < m->count; i++) {
        const struct manifest_entry *e = &m->entries[i];
        buf_printf(out, "segment %s %s %u %u %llu\n", e->name, KIND_NAMES[e->kind], e->first_id,
                   e->count, (unsigned long long)e->plies);
    }
    buf_printf(out, "checksum %016llx\n", (unsigned long long)XXH3_64bits(out->p, out->n));
}

enum status manifest_write(const struct manifest *m, const char *directory, struct err *err)
{
    struct buf path, text;
    buf_init(&text, MAX_MANIFEST_BYTES);
    manifest_print(m, &text);
    enum status status = manifest_path(directory, "MANIFEST", &path) ? STATUS_OK : err_nomem(err);
    if (status == STATUS_OK && buf_status(&text) != STATUS_OK)
        status = err_nomem(err);
    if (status == STATUS_OK)
        status = file_replace(path.p, buf_span(&text), err);
    buf_release(&text);
    buf_release(&path);
    return status;
}

/* --- The lock -------------------------------------------------------------------------------- */

enum status manifest_lock(const char *directory, int *fd, struct err *err)
{
    struct buf path;
    enum status status = STATUS_OK;
    *fd = -1;
    if (!manifest_path(directory, "lock", &path)) {
        status = err_nomem(err);
    } else if ((*fd = open(path.p, O_RDWR | O_CREAT | O_CLOEXEC, 0666)) < 0) {
        status = err_errno(err, errno, &CANNOT_LOCK, buf_span(&path));
    } else if (flock(*fd, LOCK_EX | LOCK_NB) != 0) {
        status = errno == EWOULDBLOCK
                     ? err_set(err, STATUS_IO, &MANIFEST_LOCKED, span_of(directory), SPAN(""))
                     : err_errno(err, errno, &CANNOT_LOCK, buf_span(&path));
        manifest_unlock(fd);
    }
    buf_release(&path);
    return status;
}

void manifest_unlock(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}
