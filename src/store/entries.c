/* entries.c: reading packed entries; see entries.h. */
#include "store/entries.h"

#include <zstd.h>

#include "base/le.h"
#include "base/varint.h"

enum { DIRECTORY_HEAD = 8, DIRECTORY_ROW = 16, MORE_HEAD = 4, MORE_ROW = 12 };
/* what a pack may hold beside one entry of the greatest length */
enum { PACK_SLACK = 1 << 18 };

static const struct msg BAD_DIRECTORY = {"the directory of entries is damaged",
                                         "棋譜の目録が壊れています"};
static const struct msg BAD_PACK = {"a pack of entries is damaged", "棋譜の束が壊れています"};
static const struct msg BAD_MORE = {"the list of further sources is damaged",
                                    "追加の出典の表が壊れています"};
static const struct msg NO_ENTRY = {"no such entry", "その棋譜はありません"};

/* --- Opening --------------------------------------------------------------------------------- */

static uint64_t pack_offset(const struct entries *e, uint32_t pack)
{
    return le_get64(e->directory.p + DIRECTORY_HEAD + (size_t)pack * DIRECTORY_ROW);
}

static uint32_t pack_first(const struct entries *e, uint32_t pack)
{
    return le_get32(e->directory.p + DIRECTORY_HEAD + (size_t)pack * DIRECTORY_ROW + 8);
}

static uint32_t pack_unpacked(const struct entries *e, uint32_t pack)
{
    return le_get32(e->directory.p + DIRECTORY_HEAD + (size_t)pack * DIRECTORY_ROW + 12);
}

/* Packs follow each other without gaps or empty ones, from the first entry to the last. */
static bool directory_is_sound(const struct entries *e)
{
    if (pack_offset(e, 0) != 0 || pack_first(e, 0) != 0 || pack_offset(e, e->packs) != e->data.n ||
        pack_first(e, e->packs) != e->games)
        return false;
    for (uint32_t i = 0; i < e->packs; i++)
        if (pack_offset(e, i) >= pack_offset(e, i + 1) ||
            pack_first(e, i) >= pack_first(e, i + 1) ||
            pack_unpacked(e, i) > ENTRY_MAX_BYTES + PACK_SLACK)
            return false;
    return true;
}

static enum status open_more(struct entries *e, struct err *err)
{
    uint64_t count = e->more.n >= MORE_HEAD ? le_get32(e->more.p) : 0;
    if (e->more.n < MORE_HEAD || MORE_HEAD + count * MORE_ROW > e->more.n)
        return segment_damaged(e->segment, e->more.p, &BAD_MORE, err);
    e->more_count = (uint32_t)count;
    enum status status = segment_verify_span(
        e->segment, span_make(e->more.p, MORE_HEAD + (size_t)count * MORE_ROW), err);
    if (status != STATUS_OK)
        return status;
    uint64_t room = e->more.n - MORE_HEAD - count * MORE_ROW;
    for (uint32_t i = 0, before = 0; i < count; i++) {
        const char *row = e->more.p + MORE_HEAD + (size_t)i * MORE_ROW;
        uint32_t id = le_get32(row);
        if (id < before || (uint64_t)le_get32(row + 4) + le_get32(row + 8) > room)
            return segment_damaged(e->segment, row, &BAD_MORE, err);
        before = id;
    }
    return STATUS_OK;
}

enum status entries_open_sources(struct entries *e, const struct segment *s, struct err *err)
{
    *e = (struct entries){.segment = s};
    enum status status = segment_need(s, "more", &e->more, err);
    return status == STATUS_OK ? open_more(e, err) : status;
}

enum status entries_open(struct entries *e, const struct segment *s, const struct lines *l,
                         struct err *err)
{
    enum status status = entries_open_sources(e, s, err);
    if (status == STATUS_OK)
        status = segment_need(s, "entries", &e->data, err);
    if (status == STATUS_OK)
        status = segment_need_whole(s, "entrydir", &e->directory, err);
    if (status != STATUS_OK)
        return status;
    e->games = l->games;
    if (e->directory.n >= DIRECTORY_HEAD + DIRECTORY_ROW) {
        e->packs = le_get32(e->directory.p);
        uint64_t bytes = DIRECTORY_HEAD + ((uint64_t)e->packs + 1) * DIRECTORY_ROW;
        if (bytes == e->directory.n && le_get32(e->directory.p + 4) == e->games &&
            directory_is_sound(e))
            return STATUS_OK;
    }
    return segment_damaged(s, e->directory.p, &BAD_DIRECTORY, err);
}

/* --- Unpacking ------------------------------------------------------------------------------- */

/* Appends what a frame holds, which is `bytes` long. */
static enum status unpack(const struct entries *e, ZSTD_DCtx *zstd, struct span frame, size_t bytes,
                          struct buf *out, const struct msg *what, struct err *err)
{
    enum status status = segment_verify_span(e->segment, frame, err);
    if (status != STATUS_OK)
        return status;
    if (ZSTD_getFrameContentSize(frame.p, frame.n) != bytes)
        return segment_damaged(e->segment, frame.p, what, err);
    if (!buf_reserve(out, bytes))
        return err_nomem(err);
    size_t n = ZSTD_decompressDCtx(zstd, out->p + out->n, bytes, frame.p, frame.n);
    if (n != bytes)
        return segment_damaged(e->segment, frame.p, what, err);
    out->n += bytes;
    return STATUS_OK;
}

void entry_cursor_init(struct entry_cursor *c, const struct entries *e)
{
    *c = (struct entry_cursor){.entries = e};
    buf_init(&c->pack, SIZE_MAX / 2);
}

void entry_cursor_release(struct entry_cursor *c)
{
    ZSTD_freeDCtx(c->zstd);
    buf_release(&c->pack);
}

static enum status bad_pack(const struct entry_cursor *c, struct err *err)
{
    const struct entries *e = c->entries;
    return segment_damaged(e->segment, e->data.p + pack_offset(e, c->pack_number), &BAD_PACK, err);
}

/* Goes to the first entry of the pack: the lengths must add up to the bytes behind them. */
static enum status begin_pack(struct entry_cursor *c, struct err *err)
{
    const struct entries *e = c->entries;
    struct span rest = buf_span(&c->pack);
    uint64_t length, total = 0;
    uint32_t count = pack_first(e, c->pack_number + 1) - pack_first(e, c->pack_number);
    for (uint32_t i = 0; i < count; i++) {
        if (!varint_get(&rest, &length) || length > rest.n)
            return bad_pack(c, err);
        total += length; /* each is at most the pack, of which there are at most 2^32 */
    }
    if (total != rest.n)
        return bad_pack(c, err);
    c->first = pack_first(e, c->pack_number);
    c->count = count;
    c->body = c->pack.n - rest.n;
    c->next = 0;
    c->next_length = 0;
    c->next_at = c->body;
    return STATUS_OK;
}

static enum status load_pack(struct entry_cursor *c, uint32_t nth, struct err *err)
{
    const struct entries *e = c->entries;
    uint32_t low = 0, high = e->packs;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (pack_first(e, middle) <= nth)
            low = middle;
        else
            high = middle;
    }
    if (!c->zstd && !(c->zstd = ZSTD_createDCtx()))
        return err_nomem(err);
    buf_clear(&c->pack);
    c->count = 0;
    c->pack_number = low;
    uint64_t from = pack_offset(e, low), to = pack_offset(e, low + 1);
    struct span frame = span_make(e->data.p + from, (size_t)(to - from));
    enum status status = unpack(e, c->zstd, frame, pack_unpacked(e, low), &c->pack, &BAD_PACK, err);
    return status == STATUS_OK ? begin_pack(c, err) : status;
}

enum status entry_cursor_get(struct entry_cursor *c, uint32_t nth, struct span *bytes,
                             struct err *err)
{
    if (nth >= c->entries->games)
        return err_plain(err, STATUS_RANGE, &NO_ENTRY);
    if (nth - c->first >= c->count) {
        enum status status = load_pack(c, nth, err);
        if (status != STATUS_OK)
            return status;
    }
    uint32_t wanted = nth - c->first;
    if (wanted < c->next) {
        c->next = 0;
        c->next_length = 0;
        c->next_at = c->body;
    }
    for (;;) {
        struct span rest = span_skip(buf_span(&c->pack), c->next_length);
        uint64_t length = 0;
        (void)varint_get(&rest, &length); /* begin_pack() has seen that it can be read */
        struct span entry = span_make(c->pack.p + c->next_at, (size_t)length);
        c->next_length = c->pack.n - rest.n;
        c->next_at += entry.n;
        if (c->next++ == wanted) {
            *bytes = entry;
            return STATUS_OK;
        }
    }
}

enum status entries_get(const struct entries *e, uint32_t nth, struct buf *out, struct err *err)
{
    struct entry_cursor c;
    struct span bytes = {0};
    entry_cursor_init(&c, e);
    enum status status = entry_cursor_get(&c, nth, &bytes, err);
    if (status == STATUS_OK) {
        buf_add_span(out, bytes);
        status = buf_status(out) == STATUS_OK ? STATUS_OK : err_nomem(err);
    }
    entry_cursor_release(&c);
    return status;
}

/* --- Further sources ------------------------------------------------------------------------- */

static uint32_t more_id(const struct entries *e, uint32_t i)
{
    return le_get32(e->more.p + MORE_HEAD + (size_t)i * MORE_ROW);
}

static enum status give_more(const struct entries *e, uint32_t i, ZSTD_DCtx *zstd, struct buf *raw,
                             entry_sink *each, void *ctx, struct err *err)
{
    const char *row = e->more.p + MORE_HEAD + (size_t)i * MORE_ROW;
    const char *data = e->more.p + MORE_HEAD + (size_t)e->more_count * MORE_ROW;
    struct span frame = span_make(data + le_get32(row + 4), le_get32(row + 8));
    enum status status = segment_verify_span(e->segment, frame, err);
    if (status != STATUS_OK)
        return status;
    unsigned long long bytes = ZSTD_getFrameContentSize(frame.p, frame.n);
    if (bytes > ENTRY_MAX_BYTES) /* errors are larger than any size */
        return segment_damaged(e->segment, row, &BAD_MORE, err);
    buf_clear(raw);
    status = unpack(e, zstd, frame, (size_t)bytes, raw, &BAD_MORE, err);
    return status == STATUS_OK ? each(ctx, more_id(e, i), buf_span(raw), err) : status;
}

static uint32_t first_more(const struct entries *e, uint32_t id)
{
    uint32_t low = 0, high = e->more_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (more_id(e, middle) < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

enum status entries_more(const struct entries *e, uint32_t id, entry_sink *each, void *ctx,
                         struct err *err)
{
    bool all = id == UINT32_MAX;
    uint32_t i = all ? 0 : first_more(e, id);
    if (i == e->more_count || (!all && more_id(e, i) != id))
        return STATUS_OK;
    ZSTD_DCtx *zstd = ZSTD_createDCtx();
    if (!zstd)
        return err_nomem(err);
    struct buf raw;
    buf_init(&raw, SIZE_MAX / 2);
    enum status status = STATUS_OK;
    for (; i < e->more_count && (all || more_id(e, i) == id) && status == STATUS_OK; i++)
        status = give_more(e, i, zstd, &raw, each, ctx, err);
    ZSTD_freeDCtx(zstd);
    buf_release(&raw);
    return status;
}
