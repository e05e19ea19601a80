/* halfka_core.h: the arithmetic of a halfka network, compiled once for each level of processor.
 * Whoever includes it has
 *     words             a vector of LANES numbers of 16 bits; TILE of them are summed in registers
 *     words_of()        one from as many bytes
 *     product()         of words clipped to 0 … 1.0, as bytes are wanted; may be negative for 0
 *     put_product()     stores it as bytes
 *     sixteen           a vector of HALFKA_GROUP numbers of 16 bits
 *     saturated()       makes one of longs; what does not fit is as large as can be
 *     square()          the squares' upper 16 bits
 *     put_sixteen()     stores numbers within 0 … 255 as bytes
 *     sum_products()    longs, some sums of products, that are to be added
 *     dense()           HALFKA_GROUP sums: bias and weights times `blocks` times four inputs;
 *                       blocks are a multiple of 4 */

/* --- Units ------------------------------------------------------------------------------------ */

#define INLINE static inline __attribute__((always_inline))
#define UNROLL _Pragma("GCC unroll 8")

/* One address for all vectors of a tile: an index register for each is what compilers make otherwise. */
#define ADDRESS(p) __asm__("" : "+r"(p))

INLINE void get(words *sum, const int16_t *in, int vectors)
{
    ADDRESS(in);
    UNROLL for (int v = 0; v < vectors; v++)
    {
        sum[v] = *(const words *)(in + v * LANES);
    }
}

INLINE void put(int16_t *out, const words *sum, int vectors)
{
    ADDRESS(out);
    UNROLL for (int v = 0; v < vectors; v++)
    {
        *(words *)(out + v * LANES) = sum[v];
    }
}

/* Adds a row and takes another away. */
INLINE void exchange(words *sum, const int8_t *plus, const int8_t *minus, int vectors)
{
    ADDRESS(plus);
    ADDRESS(minus);
    UNROLL for (int v = 0; v < vectors; v++)
    {
        sum[v] += words_of(plus + v * LANES) - words_of(minus + v * LANES);
    }
}

INLINE void update_tile(struct halfka_frame *last, int side, int count, size_t at, int vectors)
{
    words sum[TILE];
    get(sum, last->unit[side] + at, vectors);
    for (struct halfka_frame *f = last + 1; f <= last + count; f++) {
        const struct halfka_rows *r = &f->rows[side];
        exchange(sum, r->plus[0] + at, r->minus[0] + at, vectors);
        if (f->captures)
            exchange(sum, r->plus[1] + at, r->minus[1] + at, vectors);
        put(f->unit[side] + at, sum, vectors);
    }
}

static void update(struct halfka_frame *last, int side, int count, size_t units)
{
    size_t at = 0;
    for (; at + TILE * LANES <= units; at += TILE * LANES)
        update_tile(last, side, count, at, TILE);
    for (; at + TILE / 2 * LANES <= units; at += TILE / 2 * LANES)
        update_tile(last, side, count, at, TILE / 2);
    for (; at < units; at += 32)
        update_tile(last, side, count, at, 32 / LANES);
}

INLINE void add_tile(int16_t *unit, int16_t *copy, const int8_t *const *plus, int plus_count,
                     const int8_t *const *minus, int minus_count, size_t at, int vectors)
{
    words sum[TILE];
    get(sum, unit + at, vectors);
    for (int i = 0; i < plus_count; i++) {
        const int8_t *row = plus[i] + at;
        ADDRESS(row);
        UNROLL for (int v = 0; v < vectors; v++)
        {
            sum[v] += words_of(row + v * LANES);
        }
    }
    for (int i = 0; i < minus_count; i++) {
        const int8_t *row = minus[i] + at;
        ADDRESS(row);
        UNROLL for (int v = 0; v < vectors; v++)
        {
            sum[v] -= words_of(row + v * LANES);
        }
    }
    put(unit + at, sum, vectors);
    put(copy + at, sum, vectors);
}

static void add(int16_t *unit, int16_t *copy, const int8_t *const *plus, int plus_count,
                const int8_t *const *minus, int minus_count, size_t units)
{
    size_t at = 0;
    for (; at + TILE * LANES <= units; at += TILE * LANES)
        add_tile(unit, copy, plus, plus_count, minus, minus_count, at, TILE);
    for (; at + TILE / 2 * LANES <= units; at += TILE / 2 * LANES)
        add_tile(unit, copy, plus, plus_count, minus, minus_count, at, TILE / 2);
    for (; at < units; at += 32)
        add_tile(unit, copy, plus, plus_count, minus, minus_count, at, 32 / LANES);
}

/* --- The dense tail --------------------------------------------------------------------------- */

/* The last vector may go beyond the half: there is room, and what is written there comes later. */
static inline void multiply(uint8_t *out, const int16_t *in, size_t units)
{
    for (size_t i = 0; i < units / 2; i += LANES)
        put_product(out + i,
                    product(*(const words *)(in + i), *(const words *)(in + units / 2 + i)));
}

static inline sixteen sixteen_within(sixteen x, int16_t most)
{
    const sixteen one = (sixteen){0} + most;
    sixteen below = x < one;
    x = (x & below) | (one & ~below);
    return x & (x > 0);
}

/* Sums of a dense layer as inputs of the next.  1.0 is HALFKA_TAIL_ONE * HALFKA_WEIGHT_ONE: no word
 * that was too large for sixteen bits is less. */
static inline sixteen clipped_words(sixteen x)
{
    x = sixteen_within(x, HALFKA_TAIL_ONE * HALFKA_WEIGHT_ONE);
    return (x + HALFKA_WEIGHT_ONE / 2) >> 6;
}

/* (x² + 2^18) >> 19 from x² >> 16. */
static inline sixteen squared_words(sixteen x)
{
    return sixteen_within((square(x) + 4) >> 3, HALFKA_TAIL_ONE);
}

static int32_t tail(const struct halfka *h, const struct halfka_tail *t, const int16_t *own,
                    const int16_t *enemy)
{
    _Alignas(64) uint8_t input[HALFKA_MOST_UNITS + LANES], first[2 * HALFKA_MOST_DENSE];
    _Alignas(64) int32_t sums[HALFKA_GROUP];
    const int32_t *bias1 = halfka_at(h, t->bias1), *bias2 = halfka_at(h, t->bias2);
    const int8_t *dense1 = halfka_at(h, t->dense1), *dense2 = halfka_at(h, t->dense2);
    const int16_t *dense3 = halfka_at(h, t->dense3);
    multiply(input, own, h->units);
    multiply(input + h->units / 2, enemy, h->units);
    for (size_t o = 0; o < h->first; o += HALFKA_GROUP) {
        dense(sums, input, dense1 + o * h->units, bias1 + o, h->units / 4);
        sixteen x = saturated(sums);
        put_sixteen(first + o, clipped_words(x));
        put_sixteen(first + h->first + o, squared_words(x));
    }
    longs last = {t->bias3}; /* at most 64 * 127 * 32768 + 2^24 */
    for (size_t o = 0; o < h->second; o += HALFKA_GROUP) {
        dense(sums, first, dense2 + o * 2 * h->first, bias2 + o, h->first / 2);
        last += sum_products(clipped_words(saturated(sums)), *(const sixteen *)(dense3 + o));
    }
    int32_t sum = 0;
    for (size_t i = 0; i < sizeof last / sizeof sum; i++)
        sum += last[i];
    return sum;
}

const struct halfka_kernels CORE(halfka_kernels) = {update, add, tail};
