/* entry_packer.c: writing packed entries; see entries.h.
 *
 * A pack holds as many entries as fit into PACK_BYTES, and at least one.  Measured on one core of a
 * shared two-core machine, bytes a game and time to unpack:
 *
 *                          10,000 generated games   809 real games with clocks   17,050 real games
 *     8 KiB,  level 3       27.9 B   10 µs            111.3 B   11 µs             118.7 B   16 µs
 *     16 KiB, level 3       24.2 B   24 µs             99.4 B   41 µs             110.6 B   29 µs
 *     32 KiB, level 3       21.7 B   28 µs             93.8 B   47 µs             105.0 B   46 µs
 *     64 KiB, level 3       20.0 B   48 µs             89.1 B   62 µs              95.8 B   63 µs
 *     32 KiB, level 9       19.4 B   23 µs             87.5 B   43 µs              94.1 B   44 µs
 *
 * Packing at level 3 takes 0.3 to 2.3 µs a game, at level 9 1.7 to 12; it happens where games are
 * put in order, which no second core helps with.  A trained dictionary of 16 KiB saves a tenth at
 * 8 KiB and nothing at 32. */
#include <stdlib.h>
#include <zstd.h>

#include "base/alloc.h"
#include "base/le.h"
#include "base/varint.h"
#include "store/entries.h"

enum { PACK_BYTES = 32 << 10, LEVEL = 3, DIRECTORY_ROW = 16, MORE_ROW = 12 };

static const struct msg TOO_LARGE = {"a game is too large to store",
                                     "棋譜が大きすぎて保存できません"};
static const struct msg CANT_PACK = {"cannot compress a game: %1", "棋譜を圧縮できません: %1"};

static enum status out_of_room(const struct buf *b, struct err *err)
{
    return buf_status(b) == STATUS_LIMIT ? err_plain(err, STATUS_LIMIT, &TOO_LARGE)
                                         : err_nomem(err);
}

/* Frames have a checksum of their own, of what is unpacked. */
static bool make_zstd(void **zstd)
{
    *zstd = ZSTD_createCCtx();
    return *zstd && !ZSTD_isError(ZSTD_CCtx_setParameter(*zstd, ZSTD_c_compressionLevel, LEVEL)) &&
           !ZSTD_isError(ZSTD_CCtx_setParameter(*zstd, ZSTD_c_checksumFlag, 1));
}

/* Appends raw as one frame.  *zstd is made if need be. */
static enum status pack(void **zstd, struct span raw, struct buf *out, struct err *err)
{
    if (!*zstd && !make_zstd(zstd))
        return err_nomem(err);
    size_t room = ZSTD_compressBound(raw.n);
    if (!buf_reserve(out, room))
        return out_of_room(out, err);
    size_t n = ZSTD_compress2(*zstd, out->p + out->n, room, raw.p, raw.n);
    if (ZSTD_isError(n))
        return err_set(err, STATUS_LIMIT, &CANT_PACK, span_of(ZSTD_getErrorName(n)),
                       (struct span){0});
    out->n += n;
    return STATUS_OK;
}

/* --- First sources --------------------------------------------------------------------------- */

void entry_packer_init(struct entry_packer *p)
{
    *p = (struct entry_packer){0};
    buf_init(&p->lengths, SIZE_MAX / 2);
    buf_init(&p->bodies, SIZE_MAX / 2);
    buf_init(&p->raw, SIZE_MAX / 2);
    buf_init(&p->data, SIZE_MAX / 2);
    buf_init(&p->directory, SIZE_MAX / 2);
}

void entry_packer_release(struct entry_packer *p)
{
    ZSTD_freeCCtx(p->zstd);
    buf_release(&p->lengths);
    buf_release(&p->bodies);
    buf_release(&p->raw);
    buf_release(&p->data);
    buf_release(&p->directory);
}

size_t entry_packer_bytes(const struct entry_packer *p)
{
    return p->lengths.cap + p->bodies.cap + p->raw.cap + p->data.cap + p->directory.cap;
}

static void put_row(struct entry_packer *p, uint32_t first, size_t unpacked)
{
    char row[DIRECTORY_ROW];
    le_put64(row, p->data.n);
    le_put32(row + 8, first);
    le_put32(row + 12, (uint32_t)unpacked);
    buf_add(&p->directory, row, sizeof row);
}

static enum status finish_pack(struct entry_packer *p, struct err *err)
{
    if (p->in_pack == 0)
        return STATUS_OK;
    buf_clear(&p->raw);
    buf_add_span(&p->raw, buf_span(&p->lengths));
    buf_add_span(&p->raw, buf_span(&p->bodies));
    put_row(p, p->games - p->in_pack, p->raw.n);
    if (buf_status(&p->raw) != STATUS_OK || buf_status(&p->directory) != STATUS_OK)
        return err_nomem(err);
    enum status status = pack(&p->zstd, buf_span(&p->raw), &p->data, err);
    p->packs++;
    p->in_pack = 0;
    buf_clear(&p->lengths);
    buf_clear(&p->bodies);
    return status;
}

enum status entry_packer_add(struct entry_packer *p, struct span entry, struct err *err)
{
    if (entry.n > ENTRY_MAX_BYTES)
        return err_plain(err, STATUS_LIMIT, &TOO_LARGE);
    enum status status = STATUS_OK;
    if (p->bodies.n + entry.n > PACK_BYTES)
        status = finish_pack(p, err);
    if (status != STATUS_OK)
        return status;
    varint_put(&p->lengths, entry.n);
    buf_add_span(&p->bodies, entry);
    if (buf_status(&p->lengths) != STATUS_OK || buf_status(&p->bodies) != STATUS_OK)
        return err_nomem(err);
    p->in_pack++;
    p->games++;
    return STATUS_OK;
}

enum status entry_packer_write(struct entry_packer *p, struct segment_writer *s, struct err *err)
{
    char head[8];
    enum status status = finish_pack(p, err);
    if (status == STATUS_OK)
        status = segment_writer_section(s, "entries", buf_span(&p->data), err);
    if (status != STATUS_OK)
        return status;
    put_row(p, p->games, 0);
    if (buf_status(&p->directory) != STATUS_OK)
        return err_nomem(err);
    le_put32(head, p->packs);
    le_put32(head + 4, p->games);
    status = segment_writer_begin(s, "entrydir", err);
    if (status == STATUS_OK)
        status = segment_writer_add(s, span_make(head, sizeof head), err);
    if (status == STATUS_OK)
        status = segment_writer_add(s, buf_span(&p->directory), err);
    return status == STATUS_OK ? segment_writer_end(s, err) : status;
}

/* --- Further sources ------------------------------------------------------------------------- */

void source_list_init(struct source_list *l)
{
    *l = (struct source_list){0};
    buf_init(&l->data, UINT32_MAX); /* offsets have 32 bits */
}

void source_list_release(struct source_list *l)
{
    ZSTD_freeCCtx(l->zstd);
    mem_free(l->rows);
    buf_release(&l->data);
}

enum status source_list_add(struct source_list *l, uint32_t id, struct span entry, struct err *err)
{
    if (entry.n > ENTRY_MAX_BYTES)
        return err_plain(err, STATUS_LIMIT, &TOO_LARGE);
    struct source_row *rows =
        mem_grow(l->rows, l->count, &l->cap, UINT32_MAX / MORE_ROW, sizeof *rows);
    if (!rows)
        return err_nomem(err);
    l->rows = rows;
    size_t offset = l->data.n;
    enum status status = pack(&l->zstd, entry, &l->data, err);
    if (status != STATUS_OK)
        return status;
    rows[l->count++] = (struct source_row){id, (uint32_t)offset, (uint32_t)(l->data.n - offset)};
    return STATUS_OK;
}

/* By id; offsets ascend in the order of coming. */
static int compare_rows(const void *a, const void *b)
{
    const struct source_row *x = a, *y = b;
    if (x->id != y->id)
        return x->id < y->id ? -1 : 1;
    return (x->offset > y->offset) - (x->offset < y->offset);
}

void source_list_sort(struct source_list *l)
{
    if (l->count)
        qsort(l->rows, l->count, sizeof *l->rows, compare_rows);
}

enum status source_list_get(const struct source_list *l, size_t n, struct buf *out, struct err *err)
{
    const char *frame = l->data.p + l->rows[n].offset;
    unsigned long long bytes = ZSTD_getFrameContentSize(frame, l->rows[n].length);
    if (bytes > ENTRY_MAX_BYTES)
        return err_plain(err, STATUS_LIMIT, &TOO_LARGE);
    if (!buf_reserve(out, (size_t)bytes))
        return err_nomem(err);
    size_t got = ZSTD_decompress(out->p + out->n, (size_t)bytes, frame, l->rows[n].length);
    if (ZSTD_isError(got))
        return err_nomem(err); /* we packed it ourselves: nothing else can be wrong */
    out->n += got;
    return STATUS_OK;
}

static void put_rows(const struct source_list *l, struct buf *out)
{
    char row[MORE_ROW];
    uint32_t offset = 0;
    le_put32(row, (uint32_t)l->count);
    buf_add(out, row, 4);
    for (size_t i = 0; i < l->count; i++) {
        le_put32(row, l->rows[i].id);
        le_put32(row + 4, offset);
        le_put32(row + 8, l->rows[i].length);
        buf_add(out, row, sizeof row);
        offset += l->rows[i].length;
    }
}

/* In the order of the rows: the bytes are the same in whatever order games were gone through. */
static enum status write_frames(const struct source_list *l, struct segment_writer *s,
                                struct err *err)
{
    enum status status = STATUS_OK;
    for (size_t i = 0; i < l->count && status == STATUS_OK; i++)
        status =
            segment_writer_add(s, span_make(l->data.p + l->rows[i].offset, l->rows[i].length), err);
    return status;
}

enum status source_list_write(struct source_list *l, struct segment_writer *s, struct err *err)
{
    struct buf head;
    buf_init(&head, SIZE_MAX / 2);
    source_list_sort(l);
    put_rows(l, &head);
    enum status status = buf_status(&head) == STATUS_OK ? STATUS_OK : err_nomem(err);
    if (status == STATUS_OK)
        status = segment_writer_begin(s, "more", err);
    if (status == STATUS_OK)
        status = segment_writer_add(s, buf_span(&head), err);
    if (status == STATUS_OK)
        status = write_frames(l, s, err);
    buf_release(&head);
    return status == STATUS_OK ? segment_writer_end(s, err) : status;
}
