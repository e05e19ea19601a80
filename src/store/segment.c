/* segment.c: see segment.h. */
#include "store/segment.h"

#include <xxhash.h>

#include "base/alloc.h"
#include "base/le.h"

static const char MAGIC[8] = "KIFUSEG\n";
static const char END_MAGIC[8] = "kifuend\n";
enum { HEAD_BYTES = 16, ROW_BYTES = 32, TAIL_BYTES = 32 };

static const struct msg NOT_A_SEGMENT = {"not a segment of a Kifu database",
                                         "Kifu データベースのセグメントではありません"};
static const struct msg CUT_OFF = {"the file was cut off or damaged at its end",
                                   "ファイルの末尾が欠けているか壊れています"};
static const struct msg NEWER = {"written by a newer Kifu (format %1); update Kifu to read it",
                                 "新しい Kifu の形式（%1）です。Kifu を更新してください"};
static const struct msg BAD_TABLE = {"the table of sections is damaged", "区画表が壊れています"};
static const struct msg BAD_SECTION = {"section %1 is damaged", "区画 %1 が壊れています"};
static const struct msg BAD_GAP = {"bytes between sections are not zero",
                                   "区画の間のバイトが 0 ではありません"};
static const struct msg NO_SECTION = {"section %1 is missing", "区画 %1 がありません"};
static const struct msg TOO_MANY = {"too many sections", "区画が多すぎます"};

/* --- Writing --------------------------------------------------------------------------------- */

enum status segment_writer_open(struct segment_writer *w, const char *path, struct err *err)
{
    char head[HEAD_BYTES] = {0};
    *w = (struct segment_writer){0};
    enum status st = file_writer_open(&w->file, path, err);
    if (st != STATUS_OK)
        return st;
    memcpy(head, MAGIC, sizeof MAGIC);
    le_put32(head + 8, SEGMENT_VERSION);
    st = file_writer_add(&w->file, span_make(head, sizeof head), err);
    if (st != STATUS_OK)
        segment_writer_abort(w);
    return st;
}

static enum status pad(struct segment_writer *w, struct err *err)
{
    static const char zeros[SEGMENT_ALIGN];
    size_t n = (size_t)(-w->file.written & (SEGMENT_ALIGN - 1));
    return file_writer_add(&w->file, span_make(zeros, n), err);
}

enum status segment_writer_begin(struct segment_writer *w, const char *name, struct err *err)
{
    if (w->count == SEGMENT_MAX_SECTIONS)
        return err_plain(err, STATUS_LIMIT, &TOO_MANY);
    enum status st = pad(w, err);
    if (st != STATUS_OK)
        return st;
    w->hash = XXH3_createState();
    if (!w->hash || XXH3_64bits_reset(w->hash) != XXH_OK)
        return err_nomem(err);
    struct segment_section *s = &w->sections[w->count++];
    *s = (struct segment_section){.offset = w->file.written};
    size_t n = strlen(name);
    memcpy(s->name, name, n < SEGMENT_NAME_BYTES ? n : SEGMENT_NAME_BYTES);
    return STATUS_OK;
}

enum status segment_writer_add(struct segment_writer *w, struct span bytes, struct err *err)
{
    if (!bytes.n)
        return STATUS_OK;
    XXH3_64bits_update(w->hash, bytes.p, bytes.n);
    return file_writer_add(&w->file, bytes, err);
}

enum status segment_writer_end(struct segment_writer *w, struct err *err)
{
    struct segment_section *s = &w->sections[w->count - 1];
    (void)err;
    s->length = w->file.written - s->offset;
    s->checksum = XXH3_64bits_digest(w->hash);
    XXH3_freeState(w->hash);
    w->hash = NULL;
    return STATUS_OK;
}

enum status segment_writer_section(struct segment_writer *w, const char *name, struct span bytes,
                                   struct err *err)
{
    enum status st = segment_writer_begin(w, name, err);
    if (st == STATUS_OK)
        st = segment_writer_add(w, bytes, err);
    return st == STATUS_OK ? segment_writer_end(w, err) : st;
}

static void put_row(char *row, const struct segment_section *s)
{
    memcpy(row, s->name, SEGMENT_NAME_BYTES);
    le_put64(row + 8, s->offset);
    le_put64(row + 16, s->length);
    le_put64(row + 24, s->checksum);
}

/* Checksum over the frame: head, table, and the tail up to the checksum itself. */
static uint64_t frame_checksum(const char *head, const char *table, size_t table_bytes,
                               const char *tail, void *state)
{
    XXH3_64bits_reset(state);
    XXH3_64bits_update(state, head, HEAD_BYTES);
    XXH3_64bits_update(state, table, table_bytes);
    XXH3_64bits_update(state, tail, 16);
    return XXH3_64bits_digest(state);
}

static enum status write_table(struct segment_writer *w, struct err *err)
{
    char head[HEAD_BYTES] = {0}, table[SEGMENT_MAX_SECTIONS * ROW_BYTES], tail[TAIL_BYTES] = {0};
    size_t n = (size_t)w->count * ROW_BYTES;
    enum status st = pad(w, err);
    XXH3_state_t *state = XXH3_createState();
    if (st != STATUS_OK || !state) {
        XXH3_freeState(state);
        return st != STATUS_OK ? st : err_nomem(err);
    }
    memcpy(head, MAGIC, sizeof MAGIC);
    le_put32(head + 8, SEGMENT_VERSION);
    for (unsigned i = 0; i < w->count; i++)
        put_row(table + (size_t)i * ROW_BYTES, &w->sections[i]);
    le_put64(tail, w->file.written);
    le_put32(tail + 8, w->count);
    le_put64(tail + 16, frame_checksum(head, table, n, tail, state));
    memcpy(tail + 24, END_MAGIC, sizeof END_MAGIC);
    XXH3_freeState(state);
    st = file_writer_add(&w->file, span_make(table, n), err);
    return st == STATUS_OK ? file_writer_add(&w->file, span_make(tail, sizeof tail), err) : st;
}

enum status segment_writer_commit(struct segment_writer *w, struct err *err)
{
    enum status st = write_table(w, err);
    if (st == STATUS_OK)
        return file_writer_commit(&w->file, err);
    segment_writer_abort(w);
    return st;
}

void segment_writer_abort(struct segment_writer *w)
{
    XXH3_freeState(w->hash);
    w->hash = NULL;
    file_writer_abort(&w->file);
}

/* --- Reading --------------------------------------------------------------------------------- */

static enum status damaged_at(const struct segment *s, uint64_t byte, const struct msg *what,
                              struct span arg, struct err *err)
{
    err_set(err, STATUS_SYNTAX, what, arg, (struct span){0});
    err_in_file(err, span_of(s->path));
    err_at(err, 1, byte);
    return STATUS_SYNTAX;
}

enum status segment_damaged(const struct segment *s, const void *at, const struct msg *what,
                            struct err *err)
{
    return damaged_at(s, (uint64_t)((const char *)at - s->view.bytes.p), what, (struct span){0},
                      err);
}

static enum status check_version(const struct segment *s, const char *head, struct err *err)
{
    uint32_t version = le_get32(head + 8);
    if (version <= SEGMENT_VERSION)
        return STATUS_OK;
    struct buf number;
    buf_init(&number, 32);
    buf_add_u64(&number, version);
    err_set(err, STATUS_UNSUPPORTED, &NEWER, buf_span(&number), (struct span){0});
    err_in_file(err, span_of(s->path));
    buf_release(&number);
    return STATUS_UNSUPPORTED;
}

static bool section_fits(const struct segment_section *s, uint64_t table)
{
    return s->offset >= HEAD_BYTES && s->offset <= table && s->length <= table - s->offset &&
           s->offset % SEGMENT_ALIGN == 0;
}

static enum status read_table(struct segment *s, struct err *err)
{
    struct span file = s->view.bytes;
    const char *tail = file.p + file.n - TAIL_BYTES;
    uint64_t at = le_get64(tail);
    uint32_t count = le_get32(tail + 8);
    uint64_t bytes = (uint64_t)count * ROW_BYTES;
    if (count > SEGMENT_MAX_SECTIONS || at < HEAD_BYTES || at > file.n ||
        bytes + TAIL_BYTES != file.n - at)
        return damaged_at(s, file.n - TAIL_BYTES, &BAD_TABLE, (struct span){0}, err);
    XXH3_state_t *state = XXH3_createState();
    if (!state)
        return err_nomem(err);
    uint64_t sum = frame_checksum(file.p, file.p + at, (size_t)bytes, tail, state);
    XXH3_freeState(state);
    if (sum != le_get64(tail + 16))
        return damaged_at(s, at, &BAD_TABLE, (struct span){0}, err);
    for (uint32_t i = 0; i < count; i++) {
        const char *row = file.p + at + (uint64_t)i * ROW_BYTES;
        struct segment_section *section = &s->sections[s->count++];
        memcpy(section->name, row, SEGMENT_NAME_BYTES);
        section->offset = le_get64(row + 8);
        section->length = le_get64(row + 16);
        section->checksum = le_get64(row + 24);
        if (!section_fits(section, at))
            return damaged_at(s, at + (uint64_t)i * ROW_BYTES, &BAD_TABLE, (struct span){0}, err);
    }
    return STATUS_OK;
}

static enum status check_frame(struct segment *s, struct err *err)
{
    struct span file = s->view.bytes;
    if (file.n < HEAD_BYTES + TAIL_BYTES || memcmp(file.p, MAGIC, sizeof MAGIC) != 0)
        return damaged_at(s, 0, &NOT_A_SEGMENT, (struct span){0}, err);
    enum status st = check_version(s, file.p, err);
    if (st != STATUS_OK)
        return st;
    if (memcmp(file.p + file.n - 8, END_MAGIC, sizeof END_MAGIC) != 0)
        return damaged_at(s, file.n - 8, &CUT_OFF, (struct span){0}, err);
    return read_table(s, err);
}

enum status segment_open(struct segment *s, const char *path, struct err *err)
{
    size_t n = strlen(path) + 1;
    *s = (struct segment){.path = mem_alloc(n)};
    if (!s->path)
        return err_nomem(err);
    memcpy(s->path, path, n);
    enum status st = file_view_open(&s->view, path, SIZE_MAX / 2, err);
    if (st == STATUS_OK)
        st = check_frame(s, err);
    if (st != STATUS_OK)
        segment_close(s);
    return st;
}

void segment_close(struct segment *s)
{
    file_view_close(&s->view);
    mem_free(s->path);
    *s = (struct segment){0};
}

static const struct segment_section *find(const struct segment *s, const char *name)
{
    for (unsigned i = 0; i < s->count; i++)
        if (strcmp(s->sections[i].name, name) == 0)
            return &s->sections[i];
    return NULL;
}

bool segment_find(const struct segment *s, const char *name, struct span *bytes)
{
    const struct segment_section *section = find(s, name);
    if (section)
        *bytes = span_make(s->view.bytes.p + section->offset, (size_t)section->length);
    return section != NULL;
}

enum status segment_need(const struct segment *s, const char *name, struct span *bytes,
                         struct err *err)
{
    if (segment_find(s, name, bytes))
        return STATUS_OK;
    return damaged_at(s, s->view.bytes.n, &NO_SECTION, span_of(name), err);
}

enum status segment_check_section(const struct segment *s, unsigned number, struct err *err)
{
    const struct segment_section *section = &s->sections[number];
    if (XXH3_64bits(s->view.bytes.p + section->offset, (size_t)section->length) ==
        section->checksum)
        return STATUS_OK;
    return damaged_at(s, section->offset, &BAD_SECTION, span_of(section->name), err);
}

/* Sections stand in the order of the table, and each gap is before one, or before the table. */
enum status segment_check_gaps(const struct segment *s, struct err *err)
{
    uint64_t at = HEAD_BYTES;
    for (unsigned i = 0; i <= s->count; i++) {
        uint64_t table = s->view.bytes.n - TAIL_BYTES - (uint64_t)s->count * ROW_BYTES;
        uint64_t end = i < s->count ? s->sections[i].offset : table;
        for (; at < end; at++)
            if (s->view.bytes.p[at] != 0 || end - at >= SEGMENT_ALIGN)
                return damaged_at(s, at, &BAD_GAP, (struct span){0}, err);
        if (i < s->count && at < end + s->sections[i].length)
            at = end + s->sections[i].length;
    }
    return STATUS_OK;
}

enum status segment_check(const struct segment *s, struct err *err)
{
    enum status st = segment_check_gaps(s, err);
    for (unsigned i = 0; i < s->count && st == STATUS_OK; i++)
        st = segment_check_section(s, i, err);
    return st;
}
