/* posting_block.c: see posting_block.h. */
#include "facts/posting_block.h"

#include "base/le.h"
#include "base/varint.h"

enum { MAX_WIDTH = 31, LANES = 4, ROWS = POSTING_BLOCK / LANES, HEAD_BYTES = 2 };

/* Four values side by side: one instruction each on any machine that has vectors of 16 bytes. */
typedef uint32_t lanes __attribute__((vector_size(16)));

/* --- Encoding -------------------------------------------------------------------------------- */

static unsigned bits_of(uint32_t v)
{
    return v ? 32 - (unsigned)__builtin_clz(v) : 0;
}

static size_t varint_bytes(uint32_t v)
{
    return v < 0x80 ? 1 : ((size_t)bits_of(v) + 6) / 7;
}

static bool is_exception(uint32_t gap, unsigned width, uint32_t base)
{
    return gap < base || (gap - base) >> width != 0;
}

/* The width that makes the block smallest; returns its bytes without the head. */
static size_t best_width(const uint32_t *gaps, size_t n, uint32_t base, unsigned *width)
{
    size_t exceptions[MAX_WIDTH + 2] = {0}, below = 0, best = SIZE_MAX; /* bytes, by bits needed */
    for (size_t i = 0; i < n; i++) {
        size_t cost = 1 + varint_bytes(gaps[i]);
        if (gaps[i] < base)
            below += cost;
        else
            exceptions[bits_of(gaps[i] - base)] += cost;
    }
    size_t above = exceptions[MAX_WIDTH + 1];
    for (unsigned w = MAX_WIDTH + 1; w-- > 0; above += exceptions[w]) {
        size_t cost = (n * w + 7) / 8 + above + below;
        if (cost <= best) {
            best = cost;
            *width = w;
        }
    }
    return best;
}

static void put_lanes(const uint32_t *gaps, unsigned width, uint32_t base, struct buf *out)
{
    unsigned char words[MAX_WIDTH * LANES * 4] = {0};
    for (unsigned i = 0; i < POSTING_BLOCK; i++) {
        if (is_exception(gaps[i], width, base))
            continue;
        unsigned bit = i / LANES * width;
        uint64_t value = (uint64_t)(gaps[i] - base) << bit % 32;
        for (unsigned word = bit / 32; value; word++, value >>= 32) {
            unsigned char *p = words + (word * LANES + i % LANES) * 4;
            le_put32(p, le_get32(p) | (uint32_t)value);
        }
    }
    buf_add(out, words, (size_t)width * LANES * 4);
}

static void put_sequence(const uint32_t *gaps, size_t n, unsigned width, uint32_t base,
                         struct buf *out)
{
    uint64_t pending = 0;
    unsigned held = 0;
    for (size_t i = 0; i < n; i++) {
        if (!is_exception(gaps[i], width, base))
            pending |= (uint64_t)(gaps[i] - base) << held;
        for (held += width; held >= 8; held -= 8, pending >>= 8)
            buf_add_char(out, (char)pending);
    }
    if (held)
        buf_add_char(out, (char)pending);
}

void posting_block_encode(const uint32_t *lines, size_t n, uint32_t from, struct buf *out)
{
    uint32_t gaps[POSTING_BLOCK];
    unsigned width, width0 = 0, width1 = 0, exceptions = 0;
    if (n == 0 || n > POSTING_BLOCK)
        return;
    for (size_t i = 0; i < n; i++)
        gaps[i] = lines[i] - (i ? lines[i - 1] : from);
    uint32_t base = best_width(gaps, n, 1, &width1) < best_width(gaps, n, 0, &width0);
    width = base ? width1 : width0;
    for (size_t i = 0; i < n; i++)
        exceptions += is_exception(gaps[i], width, base);
    buf_add_char(out, (char)(width | base << 5));
    buf_add_char(out, (char)exceptions);
    if (n == POSTING_BLOCK)
        put_lanes(gaps, width, base, out);
    else
        put_sequence(gaps, n, width, base, out);
    for (size_t i = 0; i < n; i++)
        if (is_exception(gaps[i], width, base)) {
            buf_add_char(out, (char)i);
            varint_put(out, gaps[i]);
        }
}

/* --- Decoding -------------------------------------------------------------------------------- */

static lanes load_lanes(const char *p)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    lanes v;
    memcpy(&v, p, sizeof v);
    return v;
#else
    return (lanes){le_get32(p), le_get32(p + 4), le_get32(p + 8), le_get32(p + 12)};
#endif
}

static lanes all(uint32_t v)
{
    return (lanes){v, v, v, v};
}

/* Always inlined with a constant width, so that all shifts are constants too. */
static inline __attribute__((always_inline)) void unpack_width(const char *p, unsigned width,
                                                               uint32_t base, lanes *out)
{
    const lanes mask = all((UINT32_C(1) << width) - 1), add = all(base);
    lanes word = width ? load_lanes(p) : all(0);
#pragma GCC unroll 32
    for (unsigned i = 0; i < ROWS; i++) {
        unsigned bit = i * width, shift = bit % 32;
        if (shift == 0 && i && width)
            word = load_lanes(p + bit / 32 * 16);
        lanes value = word >> shift;
        if (shift + width > 32) {
            word = load_lanes(p + (bit / 32 + 1) * 16);
            value |= word << (32 - shift);
        }
        out[i] = (value & mask) + add;
    }
}

static void unpack_lanes(const char *p, unsigned width, uint32_t base, lanes *out)
{
#define WIDTH(w)                                                                                   \
    case w:                                                                                        \
        unpack_width(p, w, base, out);                                                             \
        break;
    switch (width) {
        WIDTH(0);
        WIDTH(1);
        WIDTH(2);
        WIDTH(3);
        WIDTH(4);
        WIDTH(5);
        WIDTH(6);
        WIDTH(7);
        WIDTH(8);
        WIDTH(9);
        WIDTH(10);
        WIDTH(11);
        WIDTH(12);
        WIDTH(13);
        WIDTH(14);
        WIDTH(15);
        WIDTH(16);
    default: /* so wide only in lists with few postings among very many lines */
        unpack_width(p, width, base, out);
    }
#undef WIDTH
}

static void unpack_sequence(struct span bits, size_t n, unsigned width, uint32_t base,
                            uint32_t *out)
{
    uint64_t pending = 0;
    unsigned held = 0;
    size_t at = 0;
    for (size_t i = 0; i < n; i++) {
        for (; held < width; held += 8)
            pending |= (uint64_t)(unsigned char)bits.p[at++] << held;
        out[i] = (uint32_t)(pending & ((UINT64_C(1) << width) - 1)) + base;
        pending >>= width;
        held -= width;
    }
}

static bool get_exceptions(struct span bytes, unsigned count, size_t n, uint32_t *gaps)
{
    for (; count; count--) {
        uint64_t gap;
        if (!bytes.n)
            return false;
        size_t index = (unsigned char)bytes.p[0];
        bytes = span_skip(bytes, 1);
        if (index >= n || !varint_get(&bytes, &gap) || gap > UINT32_MAX)
            return false;
        gaps[index] = (uint32_t)gap;
    }
    return bytes.n == 0;
}

/* Gaps become lines.  False if one is too great. */
static bool add_up(lanes *v, uint32_t base, uint32_t greatest)
{
    const lanes zero = all(0), most = all(greatest);
    lanes before = all(base), beyond = zero;
    for (unsigned i = 0; i < ROWS; i++) {
        lanes x = v[i];
        x += __builtin_shufflevector(zero, x, 0, 4, 5, 6);
        x += __builtin_shufflevector(zero, x, 0, 1, 4, 5);
        x += before;
        beyond |= (lanes)(x > most);
        v[i] = x;
        before = __builtin_shufflevector(x, x, 3, 3, 3, 3);
    }
    return !(beyond[0] | beyond[1] | beyond[2] | beyond[3]);
}

bool posting_block_decode(struct span bytes, size_t n, uint32_t base, uint32_t most, uint32_t *out)
{
    lanes rows[ROWS];
    uint32_t *gaps = (uint32_t *)rows;
    if (n == 0 || n > POSTING_BLOCK || bytes.n < HEAD_BYTES || bytes.p[0] & 0xc0)
        return false;
    unsigned width = (unsigned char)bytes.p[0] & 31, exceptions = (unsigned char)bytes.p[1];
    uint32_t least = (unsigned char)bytes.p[0] >> 5;
    size_t packed = (n * width + 7) / 8;
    bytes = span_skip(bytes, HEAD_BYTES);
    if (packed > bytes.n)
        return false;
    if (n == POSTING_BLOCK)
        unpack_lanes(bytes.p, width, least, rows);
    else
        unpack_sequence(span_make(bytes.p, packed), n, width, least, gaps);
    if (n < POSTING_BLOCK)
        memset(gaps + n, 0, (POSTING_BLOCK - n) * sizeof *gaps);
    bytes = span_skip(bytes, packed);
    if ((exceptions || bytes.n) && !get_exceptions(bytes, exceptions, n, gaps))
        return false;
    if (!add_up(rows, base, most))
        return false;
    memcpy(out, rows, sizeof rows);
    return true;
}
