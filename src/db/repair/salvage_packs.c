/* salvage_packs.c: see salvage_packs.h. */
#include "db/repair/salvage_packs.h"

#include <zstd.h>

#include "base/alloc.h"
#include "base/le.h"
#include "base/varint.h"
#include "store/entries.h"

enum { DIRECTORY_HEAD = 8, DIRECTORY_ROW = 16, PACK_SLACK = 1 << 18, FRAME_DESCRIPTOR = 4 };
enum { HAS_CHECKSUM = 4 }; /* a bit of the descriptor, RFC 8878 */

static const char FRAME_MAGIC[4] = {0x28, (char)0xb5, 0x2f, (char)0xfd};

/* --- Frames ---------------------------------------------------------------------------------- */

bool salvage_unpack(void *zstd, struct span frame, struct buf *out, bool *checked)
{
    unsigned long long bytes = ZSTD_getFrameContentSize(frame.p, frame.n);
    *checked = frame.n > FRAME_DESCRIPTOR && frame.p[FRAME_DESCRIPTOR] & HAS_CHECKSUM;
    buf_clear(out);
    if (bytes > ENTRY_MAX_BYTES + PACK_SLACK || !buf_reserve(out, (size_t)bytes))
        return false; /* errors are larger than any size */
    size_t n = ZSTD_decompressDCtx(zstd, out->p, (size_t)bytes, frame.p, frame.n);
    if (n != bytes)
        return false;
    out->n = n;
    return true;
}

/* How many entries a pack has: as many lengths as make what follows them as long as they say. */
static uint32_t count_entries(struct span pack)
{
    struct span rest = pack;
    uint64_t length, total = 0;
    for (uint32_t n = 1; n < UINT32_MAX && varint_get(&rest, &length); n++) {
        if (length > rest.n || (total += length) > rest.n)
            return 0;
        if (total == rest.n)
            return n;
    }
    return 0;
}

/* --- The directory --------------------------------------------------------------------------- */

static bool add_pack(struct salvage_packs *p, struct salvage_pack pack)
{
    void *more = mem_grow(p->packs, p->count, &p->cap, UINT32_MAX, sizeof *p->packs);
    if (!more)
        return false;
    p->packs = more;
    p->packs[p->count++] = pack;
    return true;
}

/* Row i: a pack's offset and the order of its first entry. */
static uint64_t row_offset(struct span directory, uint64_t i)
{
    return le_get64(directory.p + DIRECTORY_HEAD + i * DIRECTORY_ROW);
}

static uint32_t row_first(struct span directory, uint64_t i)
{
    return le_get32(directory.p + DIRECTORY_HEAD + i * DIRECTORY_ROW + 8);
}

static uint64_t row_count(struct span directory)
{
    return directory.n < DIRECTORY_HEAD ? 0 : (directory.n - DIRECTORY_HEAD) / DIRECTORY_ROW;
}

static bool directory_is_sound(const struct salvage_packs *p, struct span d)
{
    uint64_t rows = row_count(d);
    if (!rows || !salvage_is_whole(p->file, d) || rows != (uint64_t)le_get32(d.p) + 1 ||
        row_offset(d, 0) != 0 || row_first(d, 0) != 0 || row_first(d, rows - 1) != p->games)
        return false;
    for (uint64_t i = 0; i + 1 < rows; i++)
        if (row_offset(d, i) >= row_offset(d, i + 1) || row_first(d, i) >= row_first(d, i + 1))
            return false;
    return true;
}

/* Packs behind the end of a file that was cut off are there without bytes. */
static bool take_directory(struct salvage_packs *p, struct span d)
{
    uint64_t rows = row_count(d);
    for (uint64_t i = 0; i + 1 < rows; i++) {
        uint64_t from = row_offset(d, i), to = row_offset(d, i + 1);
        uint64_t end = to < p->data.n ? to : p->data.n;
        uint32_t first = row_first(d, i);
        if (!add_pack(p, (struct salvage_pack){from < p->data.n ? from : p->data.n,
                                               from < end ? end - from : 0, first,
                                               row_first(d, i + 1) - first}))
            return false;
    }
    return true;
}

/* --- Without a directory ---------------------------------------------------------------------- */

static uint64_t next_magic(struct span data, uint64_t at)
{
    while (at < data.n && data.n - at >= sizeof FRAME_MAGIC &&
           memcmp(data.p + at, FRAME_MAGIC, sizeof FRAME_MAGIC) != 0)
        at++;
    return data.n - at >= sizeof FRAME_MAGIC ? at : data.n;
}

/* The order that the directory, damaged as it is, has for the pack at this offset. */
static uint32_t nth_by_offset(struct span d, uint64_t offset)
{
    for (uint64_t i = 0; i < row_count(d); i++)
        if (row_offset(d, i) == offset)
            return row_first(d, i);
    return UINT32_MAX;
}

static bool walk_packs(struct salvage_packs *p, struct span directory)
{
    uint32_t nth = 0;
    for (uint64_t at = 0; at < p->data.n;) {
        struct span rest = span_make(p->data.p + at, (size_t)(p->data.n - at));
        size_t n = ZSTD_findFrameCompressedSize(rest.p, rest.n);
        bool checked;
        uint32_t count =
            !ZSTD_isError(n) && salvage_unpack(p->zstd, span_make(rest.p, n), &p->raw, &checked)
                ? count_entries(buf_span(&p->raw))
                : 0;
        if (!count) {
            nth = UINT32_MAX;
            at = next_magic(p->data, at + 1);
            continue;
        }
        if (nth == UINT32_MAX)
            nth = nth_by_offset(directory, at);
        if (!add_pack(p, (struct salvage_pack){at, n, nth, count}))
            return false;
        nth = nth == UINT32_MAX || count > p->games - nth ? UINT32_MAX : nth + count;
        at += n;
    }
    return true;
}

/* The last pack ends with the last entry, if the section is there to its end. */
static void count_from_end(struct salvage_packs *p)
{
    uint64_t end = p->data.n;
    uint32_t nth = p->games;
    for (size_t i = p->count; i-- > 0;) {
        struct salvage_pack *pack = &p->packs[i];
        if (pack->offset + pack->length != end || pack->count > nth)
            return;
        nth -= pack->count;
        end = pack->offset;
        if (pack->first == UINT32_MAX)
            pack->first = nth;
    }
}

/* --- Opening and reading ---------------------------------------------------------------------- */

static bool find_packs(struct salvage_packs *p, const struct salvage_file *f)
{
    struct span directory = salvage_section(f, "entrydir");
    if (directory_is_sound(p, directory))
        return take_directory(p, directory);
    if (!walk_packs(p, directory))
        return false;
    if (f->framed)
        count_from_end(p);
    return true;
}

enum status salvage_packs_open(struct salvage_packs *p, const struct salvage_file *f,
                               uint32_t games, struct err *err)
{
    *p = (struct salvage_packs){.file = f,
                                .data = salvage_section(f, "entries"),
                                .games = games,
                                .zstd = ZSTD_createDCtx(),
                                .loaded = SIZE_MAX};
    buf_init(&p->raw, SIZE_MAX / 2);
    if (p->zstd && find_packs(p, f))
        return STATUS_OK;
    salvage_packs_close(p);
    return err_nomem(err);
}

void salvage_packs_close(struct salvage_packs *p)
{
    ZSTD_freeDCtx(p->zstd);
    mem_free(p->packs);
    buf_release(&p->raw);
    *p = (struct salvage_packs){0};
}

/* The pack that holds the nth entry; NULL if none is known to. */
static const struct salvage_pack *find_pack(const struct salvage_packs *p, uint32_t nth)
{
    /* the pack of the entry before, or the one behind it, as a rule */
    for (size_t i = p->loaded; i < p->count && i <= p->loaded + 1; i++)
        if (p->packs[i].first != UINT32_MAX && nth - p->packs[i].first < p->packs[i].count)
            return &p->packs[i];
    for (size_t i = 0; i < p->count; i++)
        if (p->packs[i].first != UINT32_MAX && nth - p->packs[i].first < p->packs[i].count)
            return &p->packs[i];
    return NULL;
}

static void load(struct salvage_packs *p, size_t number, bool *checked)
{
    const struct salvage_pack *pack = &p->packs[number];
    struct span frame = span_make(p->data.p + pack->offset, (size_t)pack->length);
    p->loaded = number;
    p->good = salvage_unpack(p->zstd, frame, &p->raw, checked) &&
              count_entries(buf_span(&p->raw)) == pack->count;
}

/* The n-th entry of the pack that is loaded; its lengths were added up. */
static struct span entry_at(const struct salvage_packs *p, uint32_t count, uint32_t n)
{
    struct span rest = buf_span(&p->raw);
    uint64_t length = 0, before = 0, wanted = 0;
    for (uint32_t i = 0; i < count; i++) {
        (void)varint_get(&rest, &length);
        before += i < n ? length : 0;
        wanted = i == n ? length : wanted;
    }
    return span_make(rest.p + before, (size_t)wanted);
}

bool salvage_packs_get(struct salvage_packs *p, uint32_t nth, struct span *entry, bool *whole,
                       uint64_t *byte)
{
    const struct salvage_pack *pack = find_pack(p, nth);
    bool checked = false;
    *byte = p->data.p ? (uint64_t)(p->data.p - p->file->file.view.bytes.p) : 0;
    *whole = false;
    if (!pack)
        return false;
    *byte += pack->offset;
    struct span frame = span_make(p->data.p + pack->offset, (size_t)pack->length);
    if (p->loaded != (size_t)(pack - p->packs))
        load(p, (size_t)(pack - p->packs), &checked);
    else
        checked = pack->length > FRAME_DESCRIPTOR && frame.p[FRAME_DESCRIPTOR] & HAS_CHECKSUM;
    if (!p->good)
        return false;
    *entry = entry_at(p, pack->count, nth - pack->first);
    *whole = checked || salvage_is_whole(p->file, frame);
    return true;
}
