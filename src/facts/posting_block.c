/* posting_block.c: see posting_block.h. */
#include "facts/posting_block.h"

#include "base/le.h"
#include "base/varint.h"

enum { MAX_WIDTH = 32, EXCEPTION_BITS = 16 /* what one costs, about: index and a byte or so */ };

/* --- Encoding -------------------------------------------------------------------------------- */

static unsigned bits_of(uint32_t v)
{
    return v ? 32 - (unsigned)__builtin_clz(v) : 0;
}

/* The width with the smallest sum of packed bits and exceptions. */
static unsigned best_width(const uint32_t *v, size_t n)
{
    size_t by_width[MAX_WIDTH + 1] = {0};
    for (size_t i = 0; i < n; i++)
        by_width[bits_of(v[i])]++;
    size_t wider = 0, best_cost = SIZE_MAX;
    unsigned best = MAX_WIDTH;
    for (unsigned w = MAX_WIDTH + 1; w-- > 0;) {
        size_t cost = n * w + wider * EXCEPTION_BITS;
        if (cost <= best_cost) {
            best_cost = cost;
            best = w;
        }
        wider += by_width[w];
    }
    return best;
}

static void put_packed(const uint32_t *v, size_t n, unsigned width, struct buf *out)
{
    uint64_t pending = 0;
    unsigned held = 0;
    for (size_t i = 0; i < n; i++) {
        uint64_t low = width == 32 ? v[i] : v[i] & ((UINT64_C(1) << width) - 1);
        pending |= low << held;
        for (held += width; held >= 8; held -= 8, pending >>= 8)
            buf_add_char(out, (char)pending);
    }
    if (held)
        buf_add_char(out, (char)pending);
}

static void put_column(uint32_t *v, size_t n, struct buf *out)
{
    uint32_t least = v[0];
    size_t exceptions = 0;
    for (size_t i = 1; i < n; i++)
        least = v[i] < least ? v[i] : least;
    for (size_t i = 0; i < n; i++)
        v[i] -= least;
    unsigned width = best_width(v, n);
    for (size_t i = 0; i < n; i++)
        exceptions += bits_of(v[i]) > width;
    buf_add_char(out, (char)width);
    buf_add_char(out, (char)exceptions);
    varint_put(out, least);
    put_packed(v, n, width, out);
    for (size_t i = 0; i < n; i++)
        if (bits_of(v[i]) > width) {
            buf_add_char(out, (char)i);
            varint_put(out, v[i] >> width);
        }
}

void posting_block_encode(const struct posting *p, size_t n, uint32_t base, struct buf *out)
{
    uint32_t gap[POSTING_BLOCK], start[POSTING_BLOCK], length[POSTING_BLOCK];
    if (n == 0 || n > POSTING_BLOCK)
        return;
    for (size_t i = 0; i < n; i++) {
        uint32_t end = (p[i].to + POSTING_STEP - 1) / POSTING_STEP;
        gap[i] = p[i].line - base;
        base = p[i].line;
        start[i] = p[i].from / POSTING_STEP;
        length[i] = end - start[i] - 1; /* a span is never empty */
    }
    put_column(gap, n, out);
    put_column(start, n, out);
    put_column(length, n, out);
}

/* --- Decoding -------------------------------------------------------------------------------- */

/* The value at a bit; the eight bytes from its first one are read. */
static uint32_t packed_at(const char *bits, size_t at, unsigned width)
{
    return (uint32_t)(le_get64(bits + at / 8) >> (at & 7) & ((UINT64_C(1) << width) - 1));
}

/* Reading eight bytes at a value would go beyond the column for the last of them: those come from
 * a copy of its end with room behind. */
static void unpack(struct span bits, size_t n, unsigned width, uint32_t least, uint32_t *out)
{
    char tail[24] = {0};
    size_t tail_from = bits.n < 16 ? 0 : bits.n - 16;
    size_t i = 0;
    if (!width) {
        for (; i < n; i++)
            out[i] = least;
        return;
    }
    for (; i < n && i * width / 8 + 8 <= bits.n; i++)
        out[i] = packed_at(bits.p, i * width, width) + least;
    memcpy(tail, bits.p + tail_from, bits.n - tail_from);
    for (; i < n; i++)
        out[i] = packed_at(tail, i * width - tail_from * 8, width) + least;
}

static bool get_column(struct span *s, size_t n, uint32_t *out)
{
    if (s->n < 2)
        return false;
    unsigned width = (unsigned char)s->p[0], exceptions = (unsigned char)s->p[1];
    uint64_t least;
    *s = span_skip(*s, 2);
    if (width > MAX_WIDTH || exceptions > n || !varint_get(s, &least) || least > UINT32_MAX)
        return false;
    size_t packed = (n * width + 7) / 8;
    if (packed > s->n)
        return false;
    unpack(span_make(s->p, packed), n, width, (uint32_t)least, out);
    *s = span_skip(*s, packed);
    for (unsigned i = 0; i < exceptions; i++) {
        uint64_t above;
        if (!s->n)
            return false;
        size_t index = (unsigned char)s->p[0];
        *s = span_skip(*s, 1);
        if (index >= n || width == MAX_WIDTH || !varint_get(s, &above) ||
            above > UINT32_MAX >> width)
            return false;
        out[index] += (uint32_t)(above << width);
    }
    return true;
}

bool posting_block_decode(struct span *bytes, size_t n, uint32_t base, struct posting *out)
{
    uint32_t gap[POSTING_BLOCK], start[POSTING_BLOCK], length[POSTING_BLOCK];
    if (n == 0 || n > POSTING_BLOCK || !get_column(bytes, n, gap) || !get_column(bytes, n, start) ||
        !get_column(bytes, n, length))
        return false;
    for (size_t i = 0; i < n; i++) {
        base += gap[i];
        out[i].line = base;
        out[i].from = start[i] * POSTING_STEP;
        out[i].to = (start[i] + length[i] + 1) * POSTING_STEP;
    }
    return true;
}
