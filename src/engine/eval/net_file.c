/* net_file.c: networks as files; see net.h. */
#include <string.h>
#include <xxhash.h>
#include <zstd.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/le.h"
#include "engine/eval/net.h"

enum {
    MAGIC_BYTES = 8,
    SIZE_COUNT = 5,
    HEAD_BYTES = MAGIC_BYTES + 4 * SIZE_COUNT,
    SUM_BYTES = 8,
    ROW_BYTES = NET_BUCKETS * NET_FEATURES * NET_HIDDEN,
    WORTHS = NET_BUCKETS * NET_FEATURES,
    OUTS = NET_PHASES * 2 * NET_HIDDEN,
    RAW_BYTES = ROW_BYTES + 2 * NET_HIDDEN + 2 * WORTHS + 2 * OUTS + 4 * NET_PHASES + 4,
    LEVEL = 19,
};

static const uint32_t SIZES[SIZE_COUNT] = {NET_BUCKETS, NET_FEATURES, NET_HIDDEN, NET_PHASES,
                                           NET_ONE};

static enum status damaged(struct err *err)
{
    static const struct msg DAMAGED = {"the network is damaged or of another version",
                                       "評価関数ファイルが壊れているか、別の版です"};
    return err_plain(err, STATUS_SYNTAX, &DAMAGED);
}

/* --- Fields, in order ------------------------------------------------------------------------- */

static void get_fields(struct net *net, const uint8_t *p)
{
    memcpy(net->row, p, ROW_BYTES);
    p += ROW_BYTES;
    for (int i = 0; i < NET_HIDDEN; i++, p += 2)
        net->bias[i] = (int16_t)le_get16(p);
    for (int i = 0; i < WORTHS; i++, p += 2)
        net->worth[i / NET_FEATURES][i % NET_FEATURES] = (int16_t)le_get16(p);
    for (int i = 0; i < OUTS; i++, p += 2)
        net->out[i / (2 * NET_HIDDEN)][i % (2 * NET_HIDDEN)] = (int16_t)le_get16(p);
    for (int i = 0; i < NET_PHASES; i++, p += 4)
        net->out_bias[i] = (int32_t)le_get32(p);
    net->out_gain = (int32_t)le_get32(p);
}

static void put_fields(const struct net *net, uint8_t *p)
{
    memcpy(p, net->row, ROW_BYTES);
    p += ROW_BYTES;
    for (int i = 0; i < NET_HIDDEN; i++, p += 2)
        le_put16(p, (uint16_t)net->bias[i]);
    for (int i = 0; i < WORTHS; i++, p += 2)
        le_put16(p, (uint16_t)net->worth[i / NET_FEATURES][i % NET_FEATURES]);
    for (int i = 0; i < OUTS; i++, p += 2)
        le_put16(p, (uint16_t)net->out[i / (2 * NET_HIDDEN)][i % (2 * NET_HIDDEN)]);
    for (int i = 0; i < NET_PHASES; i++, p += 4)
        le_put32(p, (uint32_t)net->out_bias[i]);
    le_put32(p, (uint32_t)net->out_gain);
}

static bool is_within(int32_t x, int32_t most)
{
    return x >= -most && x <= most;
}

/* Nothing that a position does may overflow. */
static bool is_sane(const struct net *net)
{
    bool sane = is_within(net->out_gain, NET_OUT_GAIN_MOST);
    for (int i = 0; i < NET_HIDDEN; i++)
        sane &= is_within(net->bias[i], NET_BIAS_MOST);
    for (int i = 0; i < OUTS; i++)
        sane &= is_within(net->out[i / (2 * NET_HIDDEN)][i % (2 * NET_HIDDEN)], NET_OUT_ONE);
    for (int i = 0; i < NET_PHASES; i++)
        sane &= is_within(net->out_bias[i], NET_OUT_BIAS_MOST);
    return sane;
}

/* --- Files ------------------------------------------------------------------------------------ */

static bool head_fits(struct span bytes)
{
    if (bytes.n < HEAD_BYTES + SUM_BYTES || memcmp(bytes.p, NET_MAGIC, MAGIC_BYTES) != 0)
        return false;
    for (int i = 0; i < SIZE_COUNT; i++)
        if (le_get32(bytes.p + MAGIC_BYTES + 4 * i) != SIZES[i])
            return false;
    return le_get64(bytes.p + bytes.n - SUM_BYTES) == XXH3_64bits(bytes.p, bytes.n - SUM_BYTES);
}

enum status net_read(struct span bytes, struct net *out, struct err *err)
{
    if (!head_fits(bytes))
        return damaged(err);
    struct span frame = span_make(bytes.p + HEAD_BYTES, bytes.n - HEAD_BYTES - SUM_BYTES);
    if (ZSTD_getFrameContentSize(frame.p, frame.n) != RAW_BYTES)
        return damaged(err);
    uint8_t *raw = mem_alloc(RAW_BYTES);
    if (!raw)
        return err_nomem(err);
    size_t n = ZSTD_decompress(raw, RAW_BYTES, frame.p, frame.n);
    if (n == RAW_BYTES)
        get_fields(out, raw);
    mem_free(raw);
    return n == RAW_BYTES && is_sane(out) ? STATUS_OK : damaged(err);
}

enum status net_write(const struct net *net, struct buf *out, struct err *err)
{
    size_t room = ZSTD_compressBound(RAW_BYTES), first = out->n;
    uint8_t *raw = mem_alloc(RAW_BYTES), word[8];
    if (!raw || !buf_reserve(out, HEAD_BYTES + room + SUM_BYTES)) {
        mem_free(raw);
        return err_nomem(err);
    }
    buf_add(out, NET_MAGIC, MAGIC_BYTES);
    for (int i = 0; i < SIZE_COUNT; i++) {
        le_put32(word, SIZES[i]);
        buf_add(out, word, 4);
    }
    put_fields(net, raw);
    size_t n = ZSTD_compress(out->p + out->n, room, raw, RAW_BYTES, LEVEL);
    mem_free(raw);
    if (ZSTD_isError(n))
        return err_nomem(err);
    out->n += n;
    le_put64(word, XXH3_64bits(out->p + first, out->n - first));
    buf_add(out, word, 8);
    return buf_status(out) == STATUS_OK ? STATUS_OK : err_nomem(err);
}
