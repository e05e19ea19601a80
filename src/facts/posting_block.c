/* posting_block.c: see posting_block.h. */
#include "facts/posting_block.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "base/le.h"
#include "base/varint.h"

/* --- The encoding of spans of plies in up to six bits, rounded outward ------------------------ */

/* A code is fitted to so many spans of its list, and never gets more values than a list of so few
 * spans pays for: a value takes a byte or two. */
enum { SAMPLE = 1024, SPANS_PER_VALUE = 8, MAX_PLY = UINT16_MAX };
/* Plies that a span may grow on average, at both ends together, if fewer bits will do. */
enum { ENOUGH = 7 };

/* A value of the sample, how often it occurs, and what that weighs. */
struct span_value {
    uint32_t value, count, weight;
};

/* How often each value occurs in the sample, and the values themselves. */
struct span_counts {
    uint32_t *of; /* by value; zero but for those below */
    uint32_t total;
    uint32_t least, most;
    struct span_value *seen; /* ascending, all that occur; made when they are first wanted */
    uint32_t n_seen;
    uint64_t weight; /* of all */
};

static void count(struct span_counts *c, uint32_t value)
{
    c->least = c->total == 0 || value < c->least ? value : c->least;
    c->most = c->total == 0 || value > c->most ? value : c->most;
    c->of[value]++;
    c->total++;
}

static void uncount(struct span_counts *c)
{
    if (c->total)
        memset(c->of + c->least, 0, ((size_t)c->most - c->least + 1) * sizeof *c->of);
    c->total = 0;
    c->n_seen = 0;
}

/* The same counts are cut into many numbers of classes. */
static void list_values(struct span_counts *c)
{
    if (c->n_seen || c->total == 0)
        return;
    c->weight = 0;
    for (uint32_t v = c->least; v <= c->most; v++) {
        uint32_t n = c->of[v];
        if (n == 0)
            continue;
        uint32_t weight = (uint32_t)(sqrt((double)n) * 1024);
        c->seen[c->n_seen++] = (struct span_value){v, n, weight};
        c->weight += weight;
    }
}

/* Cuts the values into at most k classes and gives the least of each (the greatest if `up`), in
 * ascending order.  The mean distance from a value to the end of its class is about least when
 * classes get equal shares of the square roots of the counts.  *sum: all those distances. */
static unsigned cut(struct span_counts *c, unsigned k, bool up, uint16_t *ends, uint64_t *sum)
{
    uint64_t before = 0, next = 0; /* where the next class begins, in parts of k */
    unsigned n = 0;
    *sum = 0;
    list_values(c);
    for (uint32_t i = 0; i < c->n_seen; i++) {
        const struct span_value *s = &c->seen[up ? c->n_seen - 1 - i : i];
        if (n == 0 || before * k >= next) {
            ends[n++] = (uint16_t)s->value;
            next = (before * k / c->weight + 1) * c->weight;
        }
        *sum += (uint64_t)s->count * (up ? ends[n - 1] - s->value : s->value - ends[n - 1]);
        before += s->weight;
    }
    for (unsigned i = 0; up && i < n / 2; i++) {
        uint16_t swap = ends[i];
        ends[i] = ends[n - 1 - i];
        ends[n - 1 - i] = swap;
    }
    return n;
}

/* Which `from` a ply belongs to: the last that is not after it. */
static unsigned from_of(const struct span_code *code, uint32_t ply)
{
    unsigned low = 0, high = code->n_from;
    while (high - low > 1) {
        unsigned middle = (low + high) / 2;
        if (code->from[middle] <= ply)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static void settle(struct span_code *code)
{
    assert(code->n_from && code->n_reach < SPAN_CODE_VALUES);
    unsigned numbers = code->n_from * (code->n_reach + 1);
    code->bits = numbers > 1 ? 32 - (unsigned)__builtin_clz(numbers - 1) : 0;
    code->inverse = (65536 + code->n_reach) / (code->n_reach + 1);
}

/* --- Choosing -------------------------------------------------------------------------------- */

struct span_code_fit {
    const struct fact_span *spans;
    uint32_t n, stride;
    struct span_counts from, reach;
    uint64_t best[SPAN_CODE_BITS + 1]; /* growth of the best code of so many bits */
    unsigned best_from[SPAN_CODE_BITS + 1];
};

static void count_reaches(struct span_code_fit *f, const struct span_code *code, uint32_t stride)
{
    uncount(&f->reach);
    for (uint32_t i = 0; i < f->n; i += stride)
        if (f->spans[i].to != FACT_SPAN_END)
            count(&f->reach, f->spans[i].to - code->from[from_of(code, f->spans[i].from)]);
}

/* Tries a number of `from` values with all numbers of bits. */
static void try_from(struct span_code_fit *f, unsigned n_from)
{
    struct span_code code = {0};
    uint64_t grown_from, grown_to = 0;
    code.n_from = cut(&f->from, n_from, false, code.from, &grown_from);
    count_reaches(f, &code, f->stride);
    for (unsigned bits = 0; bits <= SPAN_CODE_BITS; bits++) {
        unsigned n_reach = (1U << bits) / n_from;
        if (n_reach < (f->reach.total ? 2 : 1) ||
            (n_from + n_reach > 4 && (n_from + n_reach) * SPANS_PER_VALUE > f->n))
            continue;
        if (f->reach.total)
            cut(&f->reach, n_reach - 1, true, code.reach, &grown_to);
        if (grown_from + grown_to < f->best[bits]) {
            f->best[bits] = grown_from + grown_to;
            f->best_from[bits] = n_from;
        }
    }
}

/* The fewest bits with which spans grow little, or else the best there are. */
static unsigned choose_bits(const struct span_code_fit *f)
{
    unsigned chosen = 1;
    for (unsigned bits = 0; bits <= SPAN_CODE_BITS; bits++) {
        if (f->best[bits] <= (uint64_t)ENOUGH * f->from.total)
            return bits;
        if (f->best[bits] < f->best[chosen])
            chosen = bits;
    }
    return chosen;
}

/* The sample may have missed the first ply and the longest reach. */
static void cover_all(struct span_code_fit *f, struct span_code *code, unsigned bits)
{
    uint64_t sum;
    uint32_t longest = 0, first = code->from[0];
    for (uint32_t i = 0; i < f->n; i++)
        first = f->spans[i].from < first ? f->spans[i].from : first;
    code->from[0] = (uint16_t)first;
    count_reaches(f, code, f->stride);
    unsigned most = (1U << bits) / code->n_from;
    if (f->reach.total && most > 1)
        code->n_reach = cut(&f->reach, most - 1, true, code->reach, &sum);
    for (uint32_t i = 0; i < f->n; i++) {
        const struct fact_span *s = &f->spans[i];
        uint32_t reach = s->to == FACT_SPAN_END ? 0 : s->to - code->from[from_of(code, s->from)];
        longest = reach > longest ? reach : longest;
    }
    if (longest && code->n_reach == 0)
        code->n_reach = 1;
    if (longest)
        code->reach[code->n_reach - 1] = (uint16_t)longest;
    settle(code);
}

static void fit(struct span_code_fit *f, struct span_code *code)
{
    static const unsigned TRIED[] = {1, 2, 3, 4, 5, 6, 8, 10, 13, 16};
    uint64_t sum;
    for (unsigned bits = 0; bits <= SPAN_CODE_BITS; bits++)
        f->best[bits] = UINT64_MAX;
    for (uint32_t i = 0; i < f->n; i += f->stride)
        count(&f->from, f->spans[i].from);
    for (size_t i = 0; i < sizeof TRIED / sizeof *TRIED; i++)
        try_from(f, TRIED[i]);
    unsigned bits = choose_bits(f);
    unsigned n_from = f->best[bits] == UINT64_MAX ? 1 : f->best_from[bits];
    code->n_from = cut(&f->from, n_from, false, code->from, &sum);
    cover_all(f, code, bits);
}

static size_t plies_in(const struct fact_span *spans, uint32_t n)
{
    size_t most = 0;
    for (uint32_t i = 0; i < n; i++) {
        size_t to = spans[i].to == FACT_SPAN_END ? spans[i].from : spans[i].to;
        most = to > most ? to : most;
    }
    return most + 1;
}

bool span_code_choose(struct span_code *code, const struct fact_span *spans, uint32_t n)
{
    struct span_code_fit f = {.spans = spans, .n = n, .stride = (n + SAMPLE - 1) / SAMPLE};
    size_t plies = plies_in(spans, n);
    *code = (struct span_code){0};
    size_t most = n > 0 && n < plies ? n : plies; /* values that can occur */
    f.from.of = mem_calloc(2 * plies, sizeof *f.from.of);
    f.from.seen = mem_alloc(2 * most * sizeof *f.from.seen);
    bool ok = f.from.of && f.from.seen;
    if (ok) {
        f.reach.of = f.from.of + plies;
        f.reach.seen = f.from.seen + most;
        fit(&f, code);
    }
    mem_free(f.from.of);
    mem_free(f.from.seen);
    return ok;
}

/* --- Numbers --------------------------------------------------------------------------------- */

/* Tables by ply: the number that a first ply gives, and what a reach adds. */
static void fill_tables(const struct span_code *code, uint8_t *from, uint8_t *reach, size_t plies)
{
    unsigned f = 0, r = 0;
    for (size_t ply = 0; ply < plies; ply++) {
        f += f + 1 < code->n_from && code->from[f + 1] <= ply;
        r += r < code->n_reach && code->reach[r] < ply;
        from[ply] = (uint8_t)f;
        reach[ply] = (uint8_t)r;
    }
}

static void put_numbers(const struct span_code *code, const struct fact_span *spans, uint32_t n,
                        const uint8_t *from, const uint8_t *reach, struct buf *out)
{
    uint64_t pending = 0;
    unsigned held = 0;
    for (uint32_t i = 0; i < n; i++) {
        unsigned f = from[spans[i].from], r = code->n_reach;
        if (spans[i].to != FACT_SPAN_END)
            r = reach[spans[i].to - code->from[f]];
        pending |= (uint64_t)(f * (code->n_reach + 1) + r) << held;
        held += code->bits;
        if (held >= 32) {
            le_put32(out->p + out->n, (uint32_t)pending);
            out->n += 4;
            pending >>= 32;
            held -= 32;
        }
    }
    for (; held > 0; held = held > 8 ? held - 8 : 0, pending >>= 8)
        out->p[out->n++] = (char)pending;
}

bool span_code_put_numbers(const struct span_code *code, const struct fact_span *spans, uint32_t n,
                           struct buf *out)
{
    size_t plies = plies_in(spans, n);
    uint8_t *tables = mem_alloc(2 * plies);
    if (!tables)
        return false;
    fill_tables(code, tables, tables + plies, plies);
    if (buf_reserve(out, ((size_t)n * code->bits + 7) / 8 + 4))
        put_numbers(code, spans, n, tables, tables + plies, out);
    mem_free(tables);
    return true;
}

/* --- In files -------------------------------------------------------------------------------- */

static void put_values(const uint16_t *values, unsigned n, struct buf *out)
{
    for (unsigned i = 0; i < n; i++)
        varint_put(out, i ? (uint64_t)(values[i] - values[i - 1]) : values[0]);
}

void span_code_put(const struct span_code *code, struct buf *out)
{
    buf_add_char(out, (char)code->n_from);
    buf_add_char(out, (char)code->n_reach);
    put_values(code->from, code->n_from, out);
    put_values(code->reach, code->n_reach, out);
}

static bool get_values(uint16_t *values, unsigned n, struct span *bytes)
{
    uint64_t sum = 0, more;
    for (unsigned i = 0; i < n; i++) {
        if (!varint_get(bytes, &more) || more > MAX_PLY || sum + more > MAX_PLY)
            return false;
        sum += more;
        values[i] = (uint16_t)sum;
    }
    return true;
}

bool span_code_get(struct span_code *code, struct span *bytes)
{
    *code = (struct span_code){0};
    if (bytes->n < 2)
        return false;
    code->n_from = (unsigned char)bytes->p[0];
    code->n_reach = (unsigned char)bytes->p[1];
    *bytes = span_skip(*bytes, 2);
    if (code->n_from == 0 || code->n_from * (code->n_reach + 1) > SPAN_CODE_VALUES)
        return false;
    settle(code);
    return get_values(code->from, code->n_from, bytes) &&
           get_values(code->reach, code->n_reach, bytes);
}

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
