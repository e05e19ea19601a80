/* halfka_file.c: reading the files of halfka networks; see docs/formats/halfka.md. */
#include <string.h>
#include <xxhash.h>

#include "base/alloc.h"
#include "base/le.h"
#include "engine/eval/halfka_internal.h"

enum { MAGIC_BYTES = 8, SIZES = 8, REGION_BYTES = 48, SUM_BYTES = 8, ALIGN = 64 };
enum { HEAD_BYTES = MAGIC_BYTES + 4 * SIZES + REGION_BYTES };
enum { SCALE_MOST = 100000, TEXT_MOST = 65536, TABLE_ALIGN = 64 };

static const struct msg DAMAGED = {"the weights file is damaged", "評価関数ファイルが壊れています"};
static const struct msg OTHER_SIZES = {"a network of sizes that this program does not have",
                                       "対応していない大きさのネットワークです"};

static enum status damaged(struct err *err)
{
    return err_plain(err, STATUS_SYNTAX, &DAMAGED);
}

/* --- The layout in memory --------------------------------------------------------------------- */

static size_t place(size_t *end, size_t bytes)
{
    size_t at = *end;
    *end = (at + bytes + ALIGN - 1) / ALIGN * ALIGN;
    return at;
}

static size_t rows_of(const struct halfka *h)
{
    return (size_t)h->regions * NET_FEATURES * h->units;
}

/* Fills in where everything is but the rows; these come last, from h->bytes. */
static void lay_out(struct halfka *h)
{
    size_t end = 0, units = h->units, first = h->first, second = halfka_outs(h->second);
    (void)place(&end, sizeof *h);
    h->bias = place(&end, units * 2);
    for (int p = 0; p < NET_PHASES; p++) {
        struct halfka_tail *t = &h->tail[p];
        t->bias1 = place(&end, first * 4);
        t->dense1 = place(&end, first * units);
        t->bias2 = place(&end, second * 4);
        t->dense2 = place(&end, second * 2 * first);
        t->dense3 = place(&end, second * 2);
    }
    h->bytes = end;
}

/* --- Fields ----------------------------------------------------------------------------------- */

/* Arrays in a file are followed by zeros up to a multiple of 16 bytes. */
static size_t stored(size_t bytes)
{
    return (bytes + 15) / 16 * 16;
}

static size_t stored_bytes(const struct halfka *h)
{
    size_t units = h->units, first = h->first, second = h->second;
    return stored(units * 2) + stored(rows_of(h)) +
           NET_PHASES * (stored(first * 4) + stored(first * units) + stored(second * 4) +
                         stored(second * 2 * first) + stored(4) + stored(second * 2));
}

static struct span take(struct span *rest, size_t bytes)
{
    struct span got = span_make(rest->p, bytes);
    *rest = span_skip(*rest, stored(bytes));
    return got;
}

static bool get_words(struct halfka *h, size_t at, struct span from, int most)
{
    int16_t *to = (int16_t *)((char *)h + at);
    bool sane = true;
    for (size_t i = 0; i < from.n / 2; i++) {
        to[i] = (int16_t)le_get16(from.p + 2 * i);
        sane &= to[i] >= -most && to[i] <= most;
    }
    return sane;
}

static bool get_longs(int32_t *to, struct span from)
{
    bool sane = true;
    for (size_t i = 0; i < from.n / 4; i++) {
        to[i] = (int32_t)le_get32(from.p + 4 * i);
        sane &= to[i] >= -HALFKA_TAIL_BIAS_MOST && to[i] <= HALFKA_TAIL_BIAS_MOST;
    }
    return sane;
}

/* Of n inputs; −128 would not fit the sums of pairs. */
static bool get_weights(struct halfka *h, size_t at, struct span from, size_t n)
{
    char *to = (char *)h + at;
    for (size_t i = 0; i < from.n; i++)
        to[halfka_place(i / n, i % n, n)] = from.p[i];
    return memchr(from.p, 0x80, from.n) == NULL;
}

static bool get_tail(struct halfka *h, struct halfka_tail *t, struct span *rest)
{
    size_t units = h->units, first = h->first, second = h->second;
    bool sane = get_longs((int32_t *)((char *)h + t->bias1), take(rest, first * 4));
    sane &= get_weights(h, t->dense1, take(rest, first * units), units);
    sane &= get_longs((int32_t *)((char *)h + t->bias2), take(rest, second * 4));
    sane &= get_weights(h, t->dense2, take(rest, second * 2 * first), 2 * first);
    sane &= get_longs(&t->bias3, take(rest, 4));
    return get_words(h, t->dense3, take(rest, second * 2), INT16_MAX) && sane;
}

/* --- Files ------------------------------------------------------------------------------------ */

static bool read_head(struct span file, struct halfka *h)
{
    const char *p = file.p + MAGIC_BYTES;
    *h = (struct halfka){.regions = le_get32(p),
                         .units = le_get32(p + 8),
                         .first = le_get32(p + 12),
                         .second = le_get32(p + 16),
                         .scale = (int32_t)le_get32(p + 24)};
    memcpy(h->region, p + 4 * SIZES, HALFKA_KING_SQUARES);
    bool fits = le_get32(p + 4) == NET_FEATURES && le_get32(p + 20) == NET_PHASES &&
                h->regions >= 1 && h->regions <= HALFKA_KING_SQUARES && h->units % 32 == 0 &&
                h->units >= 32 && h->units <= HALFKA_MOST_UNITS && h->first % 16 == 0 &&
                h->first >= 16 && h->first <= HALFKA_MOST_DENSE && h->second % 8 == 0 &&
                h->second >= 8 && h->second <= HALFKA_MOST_DENSE && h->scale >= 1 &&
                h->scale <= SCALE_MOST;
    for (int i = 0; i < HALFKA_KING_SQUARES; i++)
        fits &= h->region[i] < h->regions;
    return fits;
}

/* rows: where to copy them; NULL: they stay where they are. */
static bool read_fields(struct span rest, struct halfka *h, char *rows)
{
    bool sane = get_words(h, h->bias, take(&rest, (size_t)h->units * 2), HALFKA_BIAS_MOST);
    const char *stored_rows = take(&rest, rows_of(h)).p;
    h->rows = (const int8_t *)(rows ? memcpy(rows, stored_rows, rows_of(h)) : stored_rows);
    for (int p = 0; p < NET_PHASES; p++)
        sane &= get_tail(h, &h->tail[p], &rest);
    return sane;
}

bool halfka_is_whole(struct span file)
{
    return file.n >= HEAD_BYTES + 4 + SUM_BYTES && span_starts(file, SPAN(HALFKA_MAGIC)) &&
           le_get64(file.p + file.n - SUM_BYTES) == XXH3_64bits(file.p, file.n - SUM_BYTES);
}

static bool rows_are_aligned(struct span file, const struct halfka *h)
{
    return ((uintptr_t)file.p + HEAD_BYTES + stored((size_t)h->units * 2)) % TABLE_ALIGN == 0;
}

static enum status read_checked(struct span file, bool stays, struct halfka **out, struct err *err)
{
    struct halfka head;
    if (!read_head(file, &head))
        return err_plain(err, STATUS_UNSUPPORTED, &OTHER_SIZES);
    lay_out(&head);
    size_t fields = stored_bytes(&head);
    struct span rest = span_make(file.p + HEAD_BYTES, file.n - HEAD_BYTES - SUM_BYTES);
    if (rest.n < fields + 4 || rest.n - fields - 4 > TEXT_MOST ||
        rest.n - fields - 4 != le_get32(rest.p + fields))
        return damaged(err);
    stays = stays && rows_are_aligned(file, &head);
    struct halfka *h = mem_calloc_table(1, stays ? head.bytes : head.bytes + rows_of(&head));
    if (!h)
        return err_nomem(err);
    *h = head;
    if (!read_fields(rest, h, stays ? NULL : (char *)h + head.bytes)) {
        mem_free(h);
        return damaged(err);
    }
    *out = h;
    return STATUS_OK;
}

enum status halfka_read(struct span file, struct halfka **out, struct err *err)
{
    *out = NULL;
    return halfka_is_whole(file) ? read_checked(file, false, out, err) : damaged(err);
}

enum status halfka_read_built_in(struct span file, struct halfka **out, struct err *err)
{
    *out = NULL;
    return read_checked(file, true, out, err);
}

uint64_t halfka_hash(const struct halfka *h)
{
    const uint32_t sizes[] = {h->regions, h->units, h->first, h->second, (uint32_t)h->scale};
    uint64_t hash = XXH3_64bits_withSeed(sizes, sizeof sizes, XXH3_64bits(h->rows, rows_of(h)));
    hash = XXH3_64bits_withSeed(h->region, sizeof h->region, hash);
    for (int p = 0; p < NET_PHASES; p++)
        hash = XXH3_64bits_withSeed(&h->tail[p].bias3, sizeof h->tail[p].bias3, hash);
    return XXH3_64bits_withSeed(halfka_at(h, h->bias), h->bytes - h->bias, hash);
}
