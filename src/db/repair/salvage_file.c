/* salvage_file.c: see salvage_file.h. */
#include "db/repair/salvage_file.h"

#include <xxhash.h>
#include <zstd.h>

#include "base/alloc.h"
#include "base/le.h"
#include "db/repair/byte_trial.h"

static const char MAGIC[8] = "KIFUSEG\n";
enum { HEAD_BYTES = 16, ROW_BYTES = 32, TAIL_BYTES = 32, SUMS_HEAD = 8 };

/* Looking for a wrong bit takes 0.5 ms a block, for a wrong byte 16 ms. */
enum { MAX_BIT_TRIALS = 256, MAX_BYTE_TRIALS = 4, MAX_MENDED_SECTION = 32 << 10 };

static const struct msg NEWER = {"written by a newer Kifu (format %1); update Kifu",
                                 "新しい Kifu の形式（%1）です。Kifu を更新してください"};

static char *bytes_of(struct salvage_file *f, uint64_t at)
{
    /* file_view_make_writable() has made them ours */
    return (char *)(uintptr_t)f->file.view.bytes.p + at;
}

/* --- The table of sections ------------------------------------------------------------------- */

/* What the checksum of the frame covers, side by side. */
struct salvage_frame {
    char bytes[HEAD_BYTES + SEGMENT_MAX_SECTIONS * ROW_BYTES + 16];
    size_t n;
};

/* The frame of a file with so many sections; head and place of the table as they must be. */
static bool lay_out_frame(const struct salvage_file *f, uint32_t count, struct salvage_frame *frame)
{
    struct span file = f->file.view.bytes;
    uint64_t table = (uint64_t)count * ROW_BYTES;
    if (count > SEGMENT_MAX_SECTIONS || file.n < HEAD_BYTES + table + TAIL_BYTES)
        return false;
    uint64_t at = file.n - TAIL_BYTES - table;
    *frame = (struct salvage_frame){.n = HEAD_BYTES + (size_t)table + 16};
    memcpy(frame->bytes, MAGIC, sizeof MAGIC);
    le_put32(frame->bytes + 8, SEGMENT_VERSION);
    memcpy(frame->bytes + HEAD_BYTES, file.p + at, (size_t)table);
    le_put64(frame->bytes + HEAD_BYTES + table, at);
    le_put32(frame->bytes + HEAD_BYTES + table + 8, count);
    return true;
}

static bool has_one_bit(uint64_t v)
{
    return v && (v & (v - 1)) == 0;
}

/* Puts one bit of the rows, or of the checksum, right. */
static bool mend_frame(struct salvage_frame *frame, uint64_t sum)
{
    if (has_one_bit(XXH3_64bits(frame->bytes, frame->n) ^ sum))
        return true;
    for (size_t i = HEAD_BYTES; i < frame->n - 16; i++)
        for (unsigned bit = 0; bit < 8; bit++) {
            frame->bytes[i] = (char)(frame->bytes[i] ^ 1 << bit);
            if (XXH3_64bits(frame->bytes, frame->n) == sum)
                return true;
            frame->bytes[i] = (char)(frame->bytes[i] ^ 1 << bit);
        }
    return false;
}

static bool find_frame(const struct salvage_file *f, struct salvage_frame *frame)
{
    struct span file = f->file.view.bytes;
    if (file.n < HEAD_BYTES + TAIL_BYTES)
        return false;
    uint64_t sum = le_get64(file.p + file.n - 16);
    uint32_t stored = le_get32(file.p + file.n - 24);
    for (uint32_t count = 0; count <= SEGMENT_MAX_SECTIONS; count++)
        if (lay_out_frame(f, count, frame) && XXH3_64bits(frame->bytes, frame->n) == sum)
            return true;
    return lay_out_frame(f, stored, frame) && mend_frame(frame, sum);
}

/* Versions count from 1: a large number is damage, and so is any if the rest of the frame is that
 * of our version. */
static bool is_newer(const struct salvage_file *f)
{
    enum { MAX_VERSION = 255 };
    struct span file = f->file.view.bytes;
    struct salvage_frame frame;
    if (file.n < HEAD_BYTES || memcmp(file.p, MAGIC, sizeof MAGIC) != 0)
        return false;
    uint32_t version = le_get32(file.p + 8);
    return version > SEGMENT_VERSION && version <= MAX_VERSION && !find_frame(f, &frame);
}

static enum status check_version(const struct salvage_file *f, struct err *err)
{
    if (!is_newer(f))
        return STATUS_OK;
    err_set(err, STATUS_UNSUPPORTED, &NEWER, SPAN_U64(le_get32(f->file.view.bytes.p + 8)),
            (struct span){0});
    err_in_file(err, span_of(f->file.path));
    return STATUS_UNSUPPORTED;
}

static bool checksum_fits(const struct salvage_file *f, const struct segment_section *s)
{
    return XXH3_64bits(f->file.view.bytes.p + s->offset, (size_t)s->length) == s->checksum;
}

static bool take_row(struct salvage_file *f, const char *row, uint64_t table)
{
    struct segment_section s = {0};
    memcpy(s.name, row, SEGMENT_NAME_BYTES);
    s.offset = le_get64(row + 8);
    s.length = le_get64(row + 16);
    s.checksum = le_get64(row + 24);
    bool fits = s.offset >= HEAD_BYTES && s.offset <= table && s.length <= table - s.offset &&
                s.offset % SEGMENT_ALIGN == 0;
    if (!fits || (!f->framed && !checksum_fits(f, &s)))
        return false;
    f->section_whole[f->file.count] = checksum_fits(f, &s);
    f->file.sections[f->file.count++] = s;
    return true;
}

static void take_table(struct salvage_file *f)
{
    struct salvage_frame frame;
    struct span file = f->file.view.bytes;
    f->framed = find_frame(f, &frame);
    if (!f->framed &&
        !(file.n >= TAIL_BYTES && lay_out_frame(f, le_get32(file.p + file.n - 24), &frame)))
        return;
    size_t rows = (frame.n - HEAD_BYTES - 16) / ROW_BYTES;
    for (size_t i = 0; i < rows; i++)
        (void)take_row(f, frame.bytes + HEAD_BYTES + i * ROW_BYTES,
                       le_get64(frame.bytes + frame.n - 16));
}

/* --- Sections without a table ----------------------------------------------------------------- */

static bool is_known(const struct salvage_file *f, const char *name)
{
    for (unsigned i = 0; i < f->file.count; i++)
        if (strcmp(f->file.sections[i].name, name) == 0)
            return true;
    return false;
}

/* How long a section is by what it says itself; 0 if it says nothing that can be.  `before` is the
 * section before it. */
typedef uint64_t section_length(struct span bytes, struct span before);

static uint64_t length_of_lines(struct span s, struct span before)
{
    (void)before;
    if (s.n < 16)
        return 0;
    uint64_t games = le_get32(s.p), lines = le_get32(s.p + 4), starts = le_get32(s.p + 12);
    uint32_t move = le_get32(s.p + 8);
    uint64_t fixed = 16 + 4 * (lines + 1) + 8 * games + 8 * (starts + 1) + 8 * (lines - games);
    if (games == 0 || games > lines || starts == 0 || starts > games ||
        (move != 2 && move != 4 && move != 8) || fixed > s.n)
        return 0;
    uint64_t texts_at = 16 + 4 * (lines + 1) + 8 * games + 8 * (starts + 1) - 4;
    return fixed + le_get32(s.p + texts_at);
}

static uint64_t length_of_moves(struct span s, struct span lines)
{
    (void)s;
    uint64_t last = 16 + 4 * (uint64_t)le_get32(lines.p + 4);
    return (uint64_t)le_get32(lines.p + last) * le_get32(lines.p + 8);
}

static uint64_t length_of_columns(struct span s, struct span before)
{
    (void)before;
    if (s.n < 12 || le_get32(s.p + 8) > 64 || s.n < 12 + 4 * (uint64_t)le_get32(s.p + 8))
        return 0;
    uint64_t games = le_get32(s.p), columns = le_get32(s.p + 8), n = 12 + 4 * columns;
    for (uint64_t i = 0; i < columns; i++)
        n += (games * le_get32(s.p + 12 + 4 * i) + 3) / 4 * 4;
    return n;
}

static uint64_t length_of_fingerprints(struct span s, struct span before)
{
    (void)before;
    if (s.n < 8 || le_get32(s.p + 4) > 28)
        return 0;
    return 8 + 4 * (((uint64_t)1 << le_get32(s.p + 4)) + 1) + le_get32(s.p);
}

static uint64_t length_of_entries(struct span s, struct span before)
{
    (void)before;
    size_t at = 0;
    while (at < s.n) {
        size_t n = ZSTD_findFrameCompressedSize(s.p + at, s.n - at);
        if (ZSTD_isError(n))
            break;
        at += n;
    }
    return at;
}

static uint64_t length_of_directory(struct span s, struct span before)
{
    (void)before;
    return s.n < 8 ? 0 : 8 + 16 * ((uint64_t)le_get32(s.p) + 1);
}

static uint64_t length_of_more(struct span s, struct span before)
{
    (void)before;
    uint64_t count = s.n < 4 ? 0 : le_get32(s.p), end = 0;
    if (s.n < 4 || 4 + 12 * count > s.n)
        return 0;
    for (uint64_t i = 0; i < count; i++) {
        const char *row = s.p + 4 + 12 * i;
        uint64_t to = (uint64_t)le_get32(row + 4) + le_get32(row + 8);
        end = to > end ? to : end;
    }
    return 4 + 12 * count + end;
}

static uint64_t length_of_removed(struct span s, struct span before)
{
    (void)before;
    return s.n < 4 ? 0 : 4 + 4 * (uint64_t)le_get32(s.p);
}

struct section_measure {
    const char *name;
    section_length *length;
};

/* A section that the file was cut off in ends with the file. */
static bool walk_section(struct salvage_file *f, const struct section_measure *w, uint64_t *at,
                         struct span *before)
{
    struct span file = f->file.view.bytes;
    if (*at >= file.n || f->file.count == SEGMENT_MAX_SECTIONS)
        return false;
    struct span rest = span_make(file.p + *at, (size_t)(file.n - *at));
    uint64_t n = w->length(rest, *before);
    bool empty = n == 0 && w->length != length_of_moves;
    if (n > rest.n)
        n = rest.n;
    if (!empty && !is_known(f, w->name)) {
        struct segment_section *s = &f->file.sections[f->file.count++];
        *s = (struct segment_section){.offset = *at, .length = n};
        memcpy(s->name, w->name, strlen(w->name));
    }
    *before = span_make(rest.p, (size_t)n);
    *at = (*at + n + SEGMENT_ALIGN - 1) / SEGMENT_ALIGN * SEGMENT_ALIGN;
    return !empty;
}

static void walk(struct salvage_file *f, enum segment_kind kind)
{
    static const struct section_measure GAMES[] = {
        {"lines", length_of_lines},     {"moves", length_of_moves},
        {"columns", length_of_columns}, {"prints", length_of_fingerprints},
        {"entries", length_of_entries}, {"entrydir", length_of_directory},
        {"more", length_of_more},       {NULL, NULL}};
    static const struct section_measure SOURCES[] = {{"more", length_of_more}, {NULL, NULL}};
    static const struct section_measure NONE[] = {{NULL, NULL}};
    static const struct section_measure REMOVALS[] = {{"removed", length_of_removed}, {NULL, NULL}};
    const struct section_measure *all = kind == SEGMENT_SOURCES    ? SOURCES
                                        : kind == SEGMENT_REMOVALS ? REMOVALS
                                        : kind == SEGMENT_EDITS    ? NONE
                                                                   : GAMES;
    uint64_t at = SEGMENT_ALIGN;
    struct span before = {0};
    for (unsigned i = 0; all[i].name; i++)
        if (!walk_section(f, &all[i], &at, &before))
            return;
}

/* --- Sums ------------------------------------------------------------------------------------ */

static bool sums_are_at(struct span file, uint64_t at)
{
    uint64_t blocks = (at + SEGMENT_BLOCK - 1) / SEGMENT_BLOCK;
    return at <= file.n && file.n - at >= SUMS_HEAD && le_get32(file.p + at) == SEGMENT_BLOCK &&
           le_get32(file.p + at + 4) == blocks && (file.n - at - SUMS_HEAD) / 4 >= blocks;
}

/* Sums need no checksum themselves: a block that has its sum is whole. */
static void find_sums(struct salvage_file *f)
{
    struct span file = f->file.view.bytes;
    uint64_t found = 0;
    for (unsigned i = 0; i < f->file.count; i++)
        if (strcmp(f->file.sections[i].name, SEGMENT_SUMS) == 0 &&
            sums_are_at(file, f->file.sections[i].offset))
            found = f->file.sections[i].offset;
    for (uint64_t at = file.n / SEGMENT_ALIGN * SEGMENT_ALIGN; !found && at; at -= SEGMENT_ALIGN)
        if (!f->framed && sums_are_at(file, at))
            found = at;
    f->summed = found;
    f->sums = found ? file.p + found + SUMS_HEAD : NULL;
}

static struct span block_at(const struct salvage_file *f, uint64_t block)
{
    uint64_t from = block * SEGMENT_BLOCK, left = f->summed - from;
    return span_make(f->file.view.bytes.p + from,
                     left < SEGMENT_BLOCK ? (size_t)left : (size_t)SEGMENT_BLOCK);
}

static bool block_has_sum(const struct salvage_file *f, uint64_t block)
{
    struct span bytes = block_at(f, block);
    return (uint32_t)XXH3_64bits(bytes.p, bytes.n) == le_get32(f->sums + 4 * block);
}

static void set_whole(struct salvage_file *f, uint64_t block)
{
    f->whole[block / 64] |= (uint64_t)1 << block % 64;
}

static void set_damaged(struct salvage_file *f, uint64_t block)
{
    f->whole[block / 64] &= ~((uint64_t)1 << block % 64);
}

static bool is_set(const struct salvage_file *f, uint64_t block)
{
    return f->whole[block / 64] >> block % 64 & 1;
}

/* --- Mending --------------------------------------------------------------------------------- */

/* Bits that were changed by the sums of their blocks alone, by the byte of the file. */
struct changed_bits {
    uint64_t at[MAX_BIT_TRIALS];
    unsigned count;
};

/* The section that a byte lies in; NULL: none. */
static struct segment_section *section_at(struct salvage_file *f, uint64_t byte)
{
    for (unsigned i = 0; i < f->file.count; i++)
        if (byte - f->file.sections[i].offset < f->file.sections[i].length)
            return &f->file.sections[i];
    return NULL;
}

static bool is_in_whole_section(struct salvage_file *f, uint64_t byte)
{
    const struct segment_section *s = section_at(f, byte);
    return s && f->section_whole[s - f->file.sections];
}

/* Whether a block has its sum with one byte changed, which is changed in place where a trial is not enough. */
struct block_trial {
    struct byte_trial trial;
    bool quick;
    uint32_t sum;
};

static void block_trial_begin(struct block_trial *t, const struct salvage_file *f, uint64_t block)
{
    t->quick = byte_trial_begin(&t->trial, block_at(f, block));
    t->sum = le_get32(f->sums + 4 * block);
}

static bool block_trial_fits(const struct block_trial *t, struct salvage_file *f, uint64_t block,
                             size_t at, char byte)
{
    if (t->quick)
        return (uint32_t)byte_trial_checksum(&t->trial, at, (unsigned char)byte) == t->sum;
    char *p = bytes_of(f, block * SEGMENT_BLOCK) + at, old = *p;
    *p = byte;
    bool fits = block_has_sum(f, block);
    *p = old;
    return fits;
}

/* Changes one bit so that the sum fits; not one of a section that is whole as it is. */
static bool mend_bit(struct salvage_file *f, uint64_t block, struct changed_bits *changed)
{
    struct block_trial t;
    block_trial_begin(&t, f, block);
    uint64_t from = block * SEGMENT_BLOCK;
    char *p = bytes_of(f, from);
    for (size_t i = 0; i < block_at(f, block).n; i++)
        for (unsigned bit = 0; bit < 8; bit++) {
            char byte = (char)(p[i] ^ 1 << bit);
            if (block_trial_fits(&t, f, block, i, byte) && !is_in_whole_section(f, from + i)) {
                p[i] = byte;
                changed->at[changed->count++] = from + i;
                return true;
            }
        }
    return false;
}

/* The first value from `from` on with which the byte fits; BYTE_VALUES: none. */
static unsigned next_fitting(const struct block_trial *t, struct salvage_file *f, uint64_t block,
                             size_t at, unsigned from)
{
    if (t->quick)
        return byte_trial_find(&t->trial, at, from, t->sum);
    while (from < BYTE_VALUES && !block_trial_fits(t, f, block, at, (char)from))
        from++;
    return from;
}

/* Changes one byte so that the sum of the block and the checksum of its section fit. */
static bool mend_byte(struct salvage_file *f, uint64_t block)
{
    struct block_trial t;
    block_trial_begin(&t, f, block);
    char *p = bytes_of(f, block * SEGMENT_BLOCK);
    for (size_t i = 0; i < block_at(f, block).n; i++) {
        const struct segment_section *s = section_at(f, block * SEGMENT_BLOCK + i);
        char old = p[i];
        for (unsigned v = 0; s && (v = next_fitting(&t, f, block, i, v)) < BYTE_VALUES; v++) {
            p[i] = (char)v;
            if (checksum_fits(f, s))
                return true;
            p[i] = old;
        }
    }
    return false;
}

/* A page that was lost: no bit or byte will bring it back. */
static bool is_zero(struct span s)
{
    size_t i = 0;
    while (i < s.n && s.p[i] == 0)
        i++;
    return i == s.n;
}

/* The sections that a block has parts of, and the zero bytes between, are whole: its sum is not. */
static bool sections_of_block_are_whole(struct salvage_file *f, uint64_t block)
{
    struct span bytes = block_at(f, block);
    uint64_t from = block * SEGMENT_BLOCK;
    for (size_t i = 0; i < bytes.n && f->framed; i++) {
        const struct segment_section *s = section_at(f, from + i);
        if (s ? !f->section_whole[s - f->file.sections] : from + i >= HEAD_BYTES && bytes.p[i])
            return false;
    }
    return f->framed;
}

static void check_blocks(struct salvage_file *f, struct changed_bits *changed)
{
    uint64_t blocks = (f->summed + SEGMENT_BLOCK - 1) / SEGMENT_BLOCK;
    unsigned bits = 0, whole_bytes = 0;
    for (uint64_t block = 0; block < blocks; block++) {
        bool good = block_has_sum(f, block) || sections_of_block_are_whole(f, block);
        if (!good && !is_zero(block_at(f, block)) && bits++ < MAX_BIT_TRIALS) {
            good = mend_bit(f, block, changed) ||
                   (f->framed && whole_bytes++ < MAX_BYTE_TRIALS && mend_byte(f, block));
            f->mended += good;
        }
        if (good)
            set_whole(f, block);
    }
}

/* Without sums: one bit of a short section. */
static void mend_section(struct salvage_file *f, unsigned number)
{
    const struct segment_section *s = &f->file.sections[number];
    char *p = bytes_of(f, s->offset);
    if (s->length > MAX_MENDED_SECTION || is_zero(span_make(p, (size_t)s->length)))
        return;
    for (size_t i = 0; i < s->length; i++)
        for (unsigned bit = 0; bit < 8; bit++) {
            p[i] = (char)(p[i] ^ 1 << bit);
            if (checksum_fits(f, s)) {
                f->section_whole[number] = true;
                f->mended++;
                return;
            }
            p[i] = (char)(p[i] ^ 1 << bit);
        }
}

static void check_sections(struct salvage_file *f)
{
    for (unsigned i = 0; i < f->file.count; i++) {
        const struct segment_section *s = &f->file.sections[i];
        if (f->section_whole[i] || !f->framed)
            continue; /* without a table a section has no checksum, or was proved by it */
        f->section_whole[i] = f->mended && checksum_fits(f, s);
        if (!f->section_whole[i] && !f->sums)
            mend_section(f, i);
    }
}

/* A changed bit is right if the checksum of its section says so as well.  If it does not, as other
 * damage is there or there is no table, the bit stays as the sum wants it, which is most likely
 * right, but its block does not count as whole: of larger damages, one in 131,072 has such a bit
 * too. */
static void check_changed_bits(struct salvage_file *f, const struct changed_bits *changed)
{
    for (unsigned i = 0; i < changed->count; i++) {
        uint64_t byte = changed->at[i], block = byte / SEGMENT_BLOCK;
        bool proved = section_at(f, byte) ? is_in_whole_section(f, byte)
                                          : sections_of_block_are_whole(f, block);
        if (!proved) {
            set_damaged(f, block);
            f->mended--;
        }
    }
}

/* --- Opening --------------------------------------------------------------------------------- */

static enum status read_file(struct salvage_file *f, enum segment_kind kind, struct err *err)
{
    struct changed_bits changed = {.count = 0};
    enum status st = check_version(f, err);
    if (st != STATUS_OK)
        return st;
    take_table(f);
    find_sums(f);
    f->whole = mem_calloc((size_t)(f->summed / SEGMENT_BLOCK / 64 + 1), sizeof *f->whole);
    if (!f->whole)
        return err_nomem(err);
    check_blocks(f, &changed);
    if (!f->framed)
        walk(f, kind);
    check_sections(f);
    check_changed_bits(f, &changed);
    return STATUS_OK;
}

enum status salvage_file_open(struct salvage_file *f, const char *path, enum segment_kind kind,
                              struct err *err)
{
    size_t n = strlen(path) + 1;
    *f = (struct salvage_file){.file.path = mem_alloc(n)};
    if (!f->file.path)
        return err_nomem(err);
    memcpy(f->file.path, path, n);
    enum status st = file_view_open(&f->file.view, path, SIZE_MAX / 2, err);
    if (st == STATUS_OK)
        st = file_view_make_writable(&f->file.view, err);
    if (st == STATUS_OK)
        st = read_file(f, kind, err);
    if (st != STATUS_OK)
        salvage_file_close(f);
    return st;
}

void salvage_file_close(struct salvage_file *f)
{
    segment_close(&f->file);
    mem_free(f->whole);
    *f = (struct salvage_file){0};
}

bool salvage_is_whole(const struct salvage_file *f, struct span bytes)
{
    uint64_t from = (uint64_t)(bytes.p - f->file.view.bytes.p), to = from + bytes.n;
    if (!bytes.n)
        return true;
    for (unsigned i = 0; i < f->file.count; i++) {
        const struct segment_section *s = &f->file.sections[i];
        if (from >= s->offset && to <= s->offset + s->length && f->section_whole[i])
            return true;
    }
    if (!f->sums || to > f->summed)
        return false;
    for (uint64_t block = from / SEGMENT_BLOCK; block <= (to - 1) / SEGMENT_BLOCK; block++)
        if (!is_set(f, block))
            return false;
    return true;
}

struct span salvage_section(const struct salvage_file *f, const char *name)
{
    struct span bytes = {0};
    (void)segment_find(&f->file, name, &bytes);
    return bytes;
}
