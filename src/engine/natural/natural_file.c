/* natural_file.c: models of people's moves as files; see natural.h.
 *
 *     0    8   "KIFUNAT4"
 *     8   16   u32 rows, lanes of a row, items around, units of the whole: what this version has
 *     24   4   u32 bytes of the frame
 *     28       one frame of zstd with, in this order,
 *                  int8   row[rows][lanes]                   the last two lanes are the worth
 *                  int16  neighbour[items][lanes]            all low bytes, then all high bytes
 *                  int8   head[rows of positions][units]
 *                  int8   head_to[sort and square][units]
 *                  int8   head_from[sort and square][units]
 *                  int16  out[lanes]                         as neighbour
 *                  int16  whole[units]                       as neighbour
 *                  u32    counts: units, whole, neighbours
 *              the section of what a search adds: natural_values.h
 *     -8   8   XXH3 of everything before
 *
 * All numbers are little-endian. */
#include <math.h>
#include <string.h>
#include <xxhash.h>
#include <zstd.h>

#include "base/alloc.h"
#include "base/io/file.h"
#include "base/le.h"
#include "engine/natural/natural_model.h"

#define MAGIC "KIFUNAT4"
enum {
    MAGIC_BYTES = 8,
    SIZE_COUNT = 4,
    HEAD_BYTES = MAGIC_BYTES + 4 * SIZE_COUNT + 4,
    SUM_BYTES = 8,
    RAW_BYTES = sizeof((struct natural *)0)->row + sizeof((struct natural *)0)->neighbour +
                sizeof((struct natural *)0)->head + sizeof((struct natural *)0)->head_to +
                sizeof((struct natural *)0)->head_from + sizeof((struct natural *)0)->out +
                sizeof((struct natural *)0)->whole + 3 * 4,
    LEVEL = 2, /* hardly anything repeats: level 19 takes a hundred times as long, for more bytes */
};

static const uint32_t SIZES[SIZE_COUNT] = {NATURAL_ROWS, NATURAL_LANES, NATURAL_ITEMS,
                                           NATURAL_HEAD};

static enum status damaged(struct err *err)
{
    static const struct msg DAMAGED = {"the model of moves is damaged or of another version",
                                       "指し手モデルのファイルが壊れているか、別の版です"};
    return err_plain(err, STATUS_SYNTAX, &DAMAGED);
}

/* --- Fields, in order ------------------------------------------------------------------------- */

static const uint8_t *get_halves(int16_t *to, size_t n, const uint8_t *p)
{
    for (size_t i = 0; i < n; i++)
        to[i] = (int16_t)(p[i] | p[n + i] << 8);
    return p + 2 * n;
}

static uint8_t *put_halves(const int16_t *from, size_t n, uint8_t *p)
{
    for (size_t i = 0; i < n; i++) {
        p[i] = (uint8_t)from[i];
        p[n + i] = (uint8_t)((uint16_t)from[i] >> 8);
    }
    return p + 2 * n;
}

static const uint8_t *get_bytes(void *to, size_t n, const uint8_t *p)
{
    memcpy(to, p, n);
    return p + n;
}

static uint8_t *put_bytes(const void *from, size_t n, uint8_t *p)
{
    memcpy(p, from, n);
    return p + n;
}

static void get_fields(struct natural *n, const uint8_t *p)
{
    p = get_bytes(n->row, sizeof n->row, p);
    p = get_halves(&n->neighbour[0][0], sizeof n->neighbour / 2, p);
    p = get_bytes(n->head, sizeof n->head, p);
    p = get_bytes(n->head_to, sizeof n->head_to, p);
    p = get_bytes(n->head_from, sizeof n->head_from, p);
    p = get_halves(n->out, NATURAL_LANES, p);
    p = get_halves(n->whole, NATURAL_HEAD, p);
    n->counts.units = (int32_t)le_get32(p);
    n->counts.whole = (int32_t)le_get32(p + 4);
    n->counts.neighbours = (int32_t)le_get32(p + 8);
}

static void put_fields(const struct natural *n, uint8_t *p)
{
    p = put_bytes(n->row, sizeof n->row, p);
    p = put_halves(&n->neighbour[0][0], sizeof n->neighbour / 2, p);
    p = put_bytes(n->head, sizeof n->head, p);
    p = put_bytes(n->head_to, sizeof n->head_to, p);
    p = put_bytes(n->head_from, sizeof n->head_from, p);
    p = put_halves(n->out, NATURAL_LANES, p);
    p = put_halves(n->whole, NATURAL_HEAD, p);
    le_put32(p, (uint32_t)n->counts.units);
    le_put32(p + 4, (uint32_t)n->counts.whole);
    le_put32(p + 8, (uint32_t)n->counts.neighbours);
}

static bool is_count(int32_t x)
{
    return x > 0 && x <= NATURAL_COUNT_MOST;
}

/* Nothing that a move does may overflow. */
static bool is_sane(const struct natural *n)
{
    bool sane =
        is_count(n->counts.units) && is_count(n->counts.whole) && is_count(n->counts.neighbours);
    int outs = 0;
    for (int i = 0; i < NATURAL_LANES; i++)
        outs += n->out[i] < 0 ? -n->out[i] : n->out[i];
    sane &= outs <= NATURAL_OUTS_MOST;
    for (int i = 0; i < NATURAL_HEAD; i++)
        sane &= n->whole[i] >= 0;
    for (int i = 0; i < NATURAL_ROWS; i++)
        for (int h = 0; h < NATURAL_LANES; h++)
            sane &= n->row[i][h] >= -NATURAL_ROW_MOST;
    for (int i = 0; i < NATURAL_ITEMS; i++)
        for (int h = 0; h < NATURAL_LANES; h++)
            sane &= n->neighbour[i][h] >= -NATURAL_NEIGHBOUR_MOST &&
                    n->neighbour[i][h] <= NATURAL_NEIGHBOUR_MOST;
    return sane;
}

/* --- Files ------------------------------------------------------------------------------------ */

static bool head_fits(struct span bytes)
{
    if (bytes.n < HEAD_BYTES + SUM_BYTES || memcmp(bytes.p, MAGIC, MAGIC_BYTES) != 0)
        return false;
    for (int i = 0; i < SIZE_COUNT; i++)
        if (le_get32(bytes.p + MAGIC_BYTES + 4 * i) != SIZES[i])
            return false;
    return le_get64(bytes.p + bytes.n - SUM_BYTES) == XXH3_64bits(bytes.p, bytes.n - SUM_BYTES);
}

static enum status read_frame(struct natural *n, struct span frame, struct err *err)
{
    uint8_t *raw = mem_alloc(RAW_BYTES);
    if (!raw)
        return err_nomem(err);
    size_t got = ZSTD_decompress(raw, RAW_BYTES, frame.p, frame.n);
    if (got == RAW_BYTES)
        get_fields(n, raw);
    mem_free(raw);
    return got == RAW_BYTES && is_sane(n) ? STATUS_OK : damaged(err);
}

enum status natural_read(struct natural **out, struct span bytes, struct err *err)
{
    *out = NULL;
    if (!head_fits(bytes))
        return damaged(err);
    struct span rest = span_make(bytes.p + HEAD_BYTES, bytes.n - HEAD_BYTES - SUM_BYTES);
    struct span frame = span_make(rest.p, le_get32(bytes.p + HEAD_BYTES - 4));
    if (frame.n > rest.n || ZSTD_getFrameContentSize(frame.p, frame.n) != RAW_BYTES)
        return damaged(err);
    struct natural *n = mem_calloc_aligned(64, 1, sizeof *n);
    if (!n)
        return err_nomem(err);
    enum status status = read_frame(n, frame, err);
    struct span values = span_make(rest.p + frame.n, rest.n - frame.n);
    if (status == STATUS_OK && !natural_values_read(&n->values, values))
        status = damaged(err);
    if (status == STATUS_OK)
        *out = n;
    else
        natural_close(n);
    return status;
}

enum status natural_write(const struct natural *n, struct buf *out, struct err *err)
{
    size_t room = ZSTD_compressBound(RAW_BYTES), first = out->n;
    uint8_t *raw = mem_alloc(RAW_BYTES), word[8];
    if (!raw || !buf_reserve(out, HEAD_BYTES + room + SUM_BYTES)) {
        mem_free(raw);
        return err_nomem(err);
    }
    buf_add(out, MAGIC, MAGIC_BYTES);
    for (int i = 0; i < SIZE_COUNT; i++) {
        le_put32(word, SIZES[i]);
        buf_add(out, word, 4);
    }
    put_fields(n, raw);
    size_t bytes = ZSTD_compress(out->p + out->n + 4, room, raw, RAW_BYTES, LEVEL);
    mem_free(raw);
    if (ZSTD_isError(bytes))
        return err_nomem(err);
    le_put32(out->p + out->n, (uint32_t)bytes);
    out->n += 4 + bytes;
    natural_values_write(&n->values, out);
    le_put64(word, XXH3_64bits(out->p + first, out->n - first));
    buf_add(out, word, 8);
    return buf_status(out) == STATUS_OK ? STATUS_OK : err_nomem(err);
}

enum status natural_save(const struct natural *n, const char *path, struct err *err)
{
    struct buf bytes;
    buf_init(&bytes, BUF_DEFAULT_MAX);
    enum status status = natural_write(n, &bytes, err);
    if (status == STATUS_OK)
        status = file_replace(path, buf_span(&bytes), err);
    buf_release(&bytes);
    return status;
}
