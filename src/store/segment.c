/* segment.c: see segment.h. */
#include "store/segment.h"

#include <xxhash.h>

#include "base/alloc.h"
#include "base/le.h"
#include "store/segment_hash.h"

static const char MAGIC[8] = "KIFUSEG\n";
static const char END_MAGIC[8] = "kifuend\n";
enum { HEAD_BYTES = 16, ROW_BYTES = 32, TAIL_BYTES = 32, SUMS_HEAD = 8 };

static const struct msg NOT_A_SEGMENT = {"not a segment of a Kifu database",
                                         "Kifu データベースのセグメントではありません"};
static const struct msg CUT_OFF = {"the file is truncated or damaged at its end",
                                   "ファイルの末尾が欠けているか壊れています"};
static const struct msg NEWER = {"written by a newer Kifu (format %1); update Kifu",
                                 "新しい Kifu の形式（%1）です。Kifu を更新してください"};
static const struct msg BAD_TABLE = {"the table of sections is damaged", "区画表が壊れています"};
static const struct msg BAD_SECTION = {"section %1 is damaged", "区画 %1 が壊れています"};
static const struct msg BAD_GAP = {"nonzero bytes between sections",
                                   "区画の間のバイトが 0 ではありません"};
static const struct msg LOST = {"the file was truncated while in use",
                                "使用中にファイルが切り詰められました"};
static const struct msg NO_SECTION = {"section %1 is missing", "区画 %1 がありません"};
static const struct msg TOO_MANY = {"too many sections", "区画が多すぎます"};

static uint32_t block_sum(struct span block)
{
    return (uint32_t)segment_hash(block);
}

/* --- Writing --------------------------------------------------------------------------------- */

static void put_sum(struct segment_writer *w, struct span block)
{
    char four[4];
    le_put32(four, block_sum(block));
    buf_add(&w->sums, four, sizeof four);
}

/* Counts bytes into blocks; those that come whole are not copied. */
static void sum_blocks(struct segment_writer *w, struct span bytes)
{
    while (bytes.n) {
        size_t room = SEGMENT_BLOCK - w->in_block, n = bytes.n < room ? bytes.n : room;
        if (n == SEGMENT_BLOCK) {
            put_sum(w, span_make(bytes.p, n));
        } else {
            memcpy(w->block + w->in_block, bytes.p, n);
            w->in_block += n;
        }
        if (w->in_block == SEGMENT_BLOCK) {
            put_sum(w, span_make(w->block, SEGMENT_BLOCK));
            w->in_block = 0;
        }
        bytes = span_skip(bytes, n);
    }
}

static enum status put(struct segment_writer *w, struct span bytes, struct err *err)
{
    sum_blocks(w, bytes);
    return file_writer_add(&w->file, bytes, err);
}

enum status segment_writer_open(struct segment_writer *w, const char *path, struct err *err)
{
    char head[HEAD_BYTES] = {0};
    *w = (struct segment_writer){0};
    enum status status = file_writer_open(&w->file, path, err);
    if (status != STATUS_OK)
        return status;
    memcpy(head, MAGIC, sizeof MAGIC);
    le_put32(head + 8, SEGMENT_VERSION);
    buf_init(&w->sums, UINT32_MAX);
    status = put(w, span_make(head, sizeof head), err);
    if (status != STATUS_OK)
        segment_writer_abort(w);
    return status;
}

static enum status pad(struct segment_writer *w, struct err *err)
{
    static const char zeros[SEGMENT_ALIGN];
    size_t n = (size_t)(-w->file.written & (SEGMENT_ALIGN - 1));
    return put(w, span_make(zeros, n), err);
}

enum status segment_writer_begin(struct segment_writer *w, const char *name, struct err *err)
{
    if (w->count == SEGMENT_MAX_SECTIONS)
        return err_plain(err, STATUS_LIMIT, &TOO_MANY);
    enum status status = pad(w, err);
    if (status != STATUS_OK)
        return status;
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
    return put(w, bytes, err);
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
    enum status status = segment_writer_begin(w, name, err);
    if (status == STATUS_OK)
        status = segment_writer_add(w, bytes, err);
    return status == STATUS_OK ? segment_writer_end(w, err) : status;
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
    enum status status = pad(w, err);
    XXH3_state_t *state = XXH3_createState();
    if (status != STATUS_OK || !state) {
        XXH3_freeState(state);
        return status != STATUS_OK ? status : err_nomem(err);
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
    status = put(w, span_make(table, n), err);
    return status == STATUS_OK ? put(w, span_make(tail, sizeof tail), err) : status;
}

/* The last section: the sums of all before it, and of the zero bytes in front of it. */
static enum status write_sums(struct segment_writer *w, struct err *err)
{
    char head[SUMS_HEAD];
    enum status status = pad(w, err);
    if (status != STATUS_OK)
        return status;
    if (w->in_block)
        put_sum(w, span_make(w->block, w->in_block));
    w->in_block = 0;
    struct buf all = w->sums;
    buf_init(&w->sums, UINT32_MAX);
    le_put32(head, SEGMENT_BLOCK);
    le_put32(head + 4, (uint32_t)(all.n / 4));
    status =
        buf_status(&all) == STATUS_OK ? segment_writer_begin(w, SEGMENT_SUMS, err) : err_nomem(err);
    if (status == STATUS_OK)
        status = segment_writer_add(w, span_make(head, sizeof head), err);
    if (status == STATUS_OK)
        status = segment_writer_add(w, buf_span(&all), err);
    buf_release(&all);
    return status == STATUS_OK ? segment_writer_end(w, err) : status;
}

enum status segment_writer_commit(struct segment_writer *w, struct err *err)
{
    enum status status = write_sums(w, err);
    if (status == STATUS_OK)
        status = write_table(w, err);
    if (status == STATUS_OK) {
        buf_release(&w->sums);
        return file_writer_commit(&w->file, err);
    }
    segment_writer_abort(w);
    return status;
}

void segment_writer_abort(struct segment_writer *w)
{
    XXH3_freeState(w->hash);
    w->hash = NULL;
    buf_release(&w->sums);
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

static enum status check_version(const struct segment *s, const char *head, struct err *err)
{
    uint32_t version = le_get32(head + 8);
    if (version <= SEGMENT_VERSION)
        return STATUS_OK;
    err_set(err, STATUS_UNSUPPORTED, &NEWER, SPAN_U64(version), (struct span){0});
    err_in_file(err, span_of(s->path));
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
    enum status status = check_version(s, file.p, err);
    if (status != STATUS_OK)
        return status;
    if (memcmp(file.p + file.n - 8, END_MAGIC, sizeof END_MAGIC) != 0)
        return damaged_at(s, file.n - 8, &CUT_OFF, (struct span){0}, err);
    return read_table(s, err);
}

/* Bits are only ever set, and each says something that is true whoever sets it, so that threads
 * need no order among themselves. */
struct segment_state {
    const char *sums;        /* of the blocks, in the file; NULL: there are none */
    _Atomic uint64_t whole;  /* a bit for each section whose checksum was right */
    _Atomic uint64_t damage; /* the first that was found: 1 + its section + its byte times
                                SEGMENT_MAX_SECTIONS + 1; 0: none */
    _Atomic uint64_t verified[];
};

static const struct segment_section *find(const struct segment *s, const char *name)
{
    for (unsigned i = 0; i < s->count; i++)
        if (strcmp(s->sections[i].name, name) == 0)
            return &s->sections[i];
    return NULL;
}

/* The sums, if they are those of this file and whole. */
static const char *find_sums(const struct segment *s)
{
    const struct segment_section *section = find(s, SEGMENT_SUMS);
    if (!section || section->length < SUMS_HEAD)
        return NULL;
    const char *p = s->view.bytes.p + section->offset;
    uint64_t blocks = (section->offset + SEGMENT_BLOCK - 1) / SEGMENT_BLOCK;
    if (le_get32(p) != SEGMENT_BLOCK || le_get32(p + 4) != blocks ||
        section->length != SUMS_HEAD + 4 * blocks ||
        segment_hash(span_make(p, (size_t)section->length)) != section->checksum)
        return NULL;
    return p + SUMS_HEAD;
}

static bool make_state(struct segment *s)
{
    size_t words = (s->view.bytes.n >> SEGMENT_BLOCK_BITS) / 64 + 1;
    s->state = mem_calloc(1, sizeof *s->state + words * sizeof *s->state->verified);
    if (!s->state)
        return false;
    s->state->sums = find_sums(s);
    s->verified = s->state->verified;
    return true;
}

enum status segment_open(struct segment *s, const char *path, struct err *err)
{
    size_t n = strlen(path) + 1;
    *s = (struct segment){.path = mem_alloc(n)};
    if (!s->path)
        return err_nomem(err);
    memcpy(s->path, path, n);
    enum status status = file_view_open(&s->view, path, SIZE_MAX / 2, err);
    if (status == STATUS_OK)
        status = check_frame(s, err);
    if (status == STATUS_OK && !make_state(s))
        status = err_nomem(err);
    if (status != STATUS_OK)
        segment_close(s);
    return status;
}

void segment_close(struct segment *s)
{
    file_view_close(&s->view);
    mem_free(s->path);
    mem_free(s->state);
    *s = (struct segment){0};
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

/* --- Verifying ------------------------------------------------------------------------------- */

static bool is_verified(const struct segment *s, uint64_t block)
{
    return atomic_load_explicit(&s->verified[block / 64], memory_order_relaxed) >> block % 64 & 1;
}

static void set_verified(const struct segment *s, uint64_t block)
{
    atomic_fetch_or_explicit(&s->state->verified[block / 64], (uint64_t)1 << block % 64,
                             memory_order_relaxed);
}

/* Verifies a block by its sum; false also if it has none. */
static bool block_is_whole(const struct segment *s, uint64_t block)
{
    const char *sums = s->state->sums;
    if (is_verified(s, block))
        return true;
    if (!sums)
        return false;
    uint64_t from = block * SEGMENT_BLOCK;
    uint64_t end = (uint64_t)(sums - SUMS_HEAD - s->view.bytes.p);
    if (from >= end)
        return false;
    size_t n = end - from < SEGMENT_BLOCK ? (size_t)(end - from) : SEGMENT_BLOCK;
    if (block_sum(span_make(s->view.bytes.p + from, n)) != le_get32(sums + 4 * block))
        return false;
    set_verified(s, block);
    return true;
}

/* Verifies a section by its own checksum: where there are no sums, or where a block that is not
 * whole has parts of several sections. */
static bool section_is_whole(const struct segment *s, unsigned number)
{
    const struct segment_section *section = &s->sections[number];
    _Atomic uint64_t *whole = &s->state->whole;
    uint64_t bit = (uint64_t)1 << number;
    if (atomic_load_explicit(whole, memory_order_relaxed) & bit)
        return true;
    if (segment_hash(span_make(s->view.bytes.p + section->offset, (size_t)section->length)) !=
        section->checksum)
        return false;
    uint64_t end = (section->offset + section->length) / SEGMENT_BLOCK;
    for (uint64_t block = (section->offset + SEGMENT_BLOCK - 1) / SEGMENT_BLOCK; block < end;
         block++)
        set_verified(s, block);
    atomic_fetch_or_explicit(whole, bit, memory_order_relaxed);
    return true;
}

/* The section that a byte of the file is in; count if it is in none. */
static unsigned section_at(const struct segment *s, uint64_t byte)
{
    unsigned i = 0;
    while (i < s->count && byte - s->sections[i].offset >= s->sections[i].length)
        i++;
    return i;
}

/* The first block of these bytes that is damaged; false if there is none. */
static bool find_damage(const struct segment *s, struct span bytes, uint64_t *byte,
                        unsigned *section)
{
    uint64_t from = (uint64_t)(bytes.p - s->view.bytes.p);
    uint64_t last = (from + bytes.n - 1) >> SEGMENT_BLOCK_BITS;
    for (uint64_t block = from >> SEGMENT_BLOCK_BITS; block <= last; block++) {
        if (block_is_whole(s, block))
            continue;
        *byte = block * SEGMENT_BLOCK > from ? block * SEGMENT_BLOCK : from;
        *section = section_at(s, *byte);
        if (*section == s->count)
            return true;
        if (section_is_whole(s, *section))
            continue;
        /* a section begins within its first block, and has no other sums without those of blocks */
        uint64_t begin = s->sections[*section].offset;
        bool exact = s->state->sums && block * SEGMENT_BLOCK > begin;
        *byte = exact ? block * SEGMENT_BLOCK : begin;
        return true;
    }
    return false;
}

bool segment_is_whole(const struct segment *s, struct span bytes)
{
    uint64_t byte;
    unsigned section;
    return !s->state || !bytes.n || !find_damage(s, bytes, &byte, &section);
}

bool segment_verify_blocks(const struct segment *s, struct span bytes)
{
    uint64_t byte;
    unsigned section;
    if (!find_damage(s, bytes, &byte, &section))
        return true;
    uint64_t none = 0, damage = byte * (SEGMENT_MAX_SECTIONS + 1) + section + 1;
    atomic_compare_exchange_strong(&s->state->damage, &none, damage);
    return false;
}

static enum status section_damaged(const struct segment *s, uint64_t byte, unsigned section,
                                   struct err *err)
{
    struct span name = section < s->count ? span_of(s->sections[section].name) : SPAN("-");
    return damaged_at(s, byte, &BAD_SECTION, name, err);
}

enum status segment_verify_span(const struct segment *s, struct span bytes, struct err *err)
{
    uint64_t byte;
    unsigned section;
    if (segment_verify(s, bytes) || !find_damage(s, bytes, &byte, &section))
        return STATUS_OK;
    return section_damaged(s, byte, section, err);
}

enum status segment_need_whole(const struct segment *s, const char *name, struct span *bytes,
                               struct err *err)
{
    enum status status = segment_need(s, name, bytes, err);
    return status == STATUS_OK ? segment_verify_span(s, *bytes, err) : status;
}

/* Was it cut short since it was opened?  Then its end is gone, too, and looking there shows it. */
static bool is_lost(const struct segment *s)
{
    struct span file = s->view.bytes;
    bool ends = memcmp(file.p + file.n - sizeof END_MAGIC, END_MAGIC, sizeof END_MAGIC) == 0;
    return !ends || file_view_is_lost(&s->view);
}

enum status segment_status(const struct segment *s, struct err *err)
{
    if (s->state && is_lost(s))
        return damaged_at(s, s->view.bytes.n, &LOST, (struct span){0}, err);
    uint64_t damage = s->state ? atomic_load(&s->state->damage) : 0;
    if (!damage)
        return STATUS_OK;
    damage--;
    return section_damaged(s, damage / (SEGMENT_MAX_SECTIONS + 1),
                           (unsigned)(damage % (SEGMENT_MAX_SECTIONS + 1)), err);
}

/* What does not fit together is damaged bytes, perhaps of another section, which was noticed before;
 * and then the error says of which; or it was written so. */
enum status segment_damaged(const struct segment *s, const void *at, const struct msg *what,
                            struct err *err)
{
    uint64_t byte = (uint64_t)((const char *)at - s->view.bytes.p);
    unsigned section = s->state ? section_at(s, byte) : s->count;
    enum status known = segment_status(s, err);
    if (known != STATUS_OK)
        return known;
    if (section < s->count && !section_is_whole(s, section))
        return section_damaged(s, byte, section, err);
    return damaged_at(s, byte, what, (struct span){0}, err);
}

/* --- Checking -------------------------------------------------------------------------------- */

/* Every time anew, of what is there now; where blocks have sums, those say where the damage is. */
enum status segment_check_section(const struct segment *s, unsigned number, struct err *err)
{
    const struct segment_section *section = &s->sections[number];
    struct span bytes = span_make(s->view.bytes.p + section->offset, (size_t)section->length);
    uint64_t byte = section->offset;
    unsigned other;
    if (segment_hash(bytes) == section->checksum)
        return STATUS_OK;
    if (s->state && strcmp(section->name, SEGMENT_SUMS) != 0 &&
        !find_damage(s, bytes, &byte, &other))
        byte = section->offset;
    return damaged_at(s, byte, &BAD_SECTION, span_of(section->name), err);
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
    enum status status = segment_check_gaps(s, err);
    for (unsigned i = 0; i < s->count && status == STATUS_OK; i++)
        status = segment_check_section(s, i, err);
    return status;
}
