/* halfka_core.h: the arithmetic of a halfka network, compiled once for each level of processor
 * (halfka_internal.h names them).  Whoever includes it has dot4(): four dot products of n inputs. */
typedef int16_t words __attribute__((vector_size(32), may_alias));
typedef uint16_t unsigned_words __attribute__((vector_size(32), may_alias));
typedef int8_t bytes __attribute__((vector_size(16), may_alias, aligned(1)));
typedef uint8_t small __attribute__((vector_size(16), may_alias, aligned(1)));
typedef int32_t longs __attribute__((vector_size(32), may_alias, aligned(4)));
typedef uint8_t tiny __attribute__((vector_size(8), may_alias, aligned(1)));
enum { LANES = 16, TILE = 8 /* vectors that are summed in registers */ };

static inline __attribute__((always_inline)) void
sum_tile(int16_t *out, const int16_t *in, const int8_t *const *plus, int plus_count,
         const int8_t *const *minus, int minus_count, size_t at, int vectors)
{
    words sum[TILE];
    _Pragma("GCC unroll 8") for (int v = 0; v < vectors; v++) sum[v] =
        ((const words *)(in + at))[v];
    for (int i = 0; i < plus_count; i++) {
        const bytes *row = (const bytes *)(plus[i] + at);
        _Pragma("GCC unroll 8") for (int v = 0; v < vectors; v++) sum[v] +=
            __builtin_convertvector(row[v], words);
    }
    for (int i = 0; i < minus_count; i++) {
        const bytes *row = (const bytes *)(minus[i] + at);
        _Pragma("GCC unroll 8") for (int v = 0; v < vectors; v++) sum[v] -=
            __builtin_convertvector(row[v], words);
    }
    _Pragma("GCC unroll 8") for (int v = 0; v < vectors; v++)((words *)(out + at))[v] = sum[v];
}

HALFKA_SUM(CORE(halfka_sum))
{
    size_t at = 0;
    for (; at + TILE * LANES <= units; at += TILE * LANES)
        sum_tile(out, in, plus, plus_count, minus, minus_count, at, TILE);
    for (; at < units; at += 2 * LANES)
        sum_tile(out, in, plus, plus_count, minus, minus_count, at, 2);
}

static inline unsigned_words clip(words x)
{
    const words one = (words){0} + HALFKA_ONE;
    words below = x < one;
    x = (x & below) | (one & ~below);
    return (unsigned_words)(x & (x > 0));
}

/* 255 * 255 + 256 is still sixteen bits. */
HALFKA_PRODUCT(CORE(halfka_product))
{
    for (size_t i = 0; i < units / 2; i += LANES) {
        unsigned_words a = clip(*(const words *)(in + i));
        unsigned_words b = clip(*(const words *)(in + units / 2 + i));
        unsigned_words product = (a * b + 256) >> 9;
        *(small *)(out + i) = __builtin_convertvector(product, small);
    }
}

HALFKA_DENSE(CORE(halfka_dense))
{
    for (size_t o = 0; o < outs; o += 4) {
        dot4(out + o, in, weights + o * n, n);
        for (size_t i = 0; i < 4; i++)
            out[o + i] += bias[o + i];
    }
}

static inline longs within(longs x, int32_t least, int32_t most)
{
    const longs low = (longs){0} + least, high = (longs){0} + most;
    longs below = x<low, above = x> high;
    return (x & ~below & ~above) | (low & below) | (high & above);
}

/* 1.0 is HALFKA_TAIL_ONE * HALFKA_WEIGHT_ONE. */
HALFKA_CLIP(CORE(halfka_clip))
{
    for (size_t i = 0; i < n; i += 8) {
        longs x = (*(const longs *)(sums + i) + HALFKA_WEIGHT_ONE / 2) >> 6;
        *(tiny *)(out + i) = __builtin_convertvector(within(x, 0, HALFKA_TAIL_ONE), tiny);
    }
}

/* Beyond ENOUGH the square is more than 1.0 in any case. */
HALFKA_CLIP(CORE(halfka_square))
{
    enum { ENOUGH = 8192 };
    for (size_t i = 0; i < n; i += 8) {
        longs x = within(*(const longs *)(sums + i), -ENOUGH, ENOUGH);
        longs square = (x * x + (1 << 18)) >> 19;
        *(tiny *)(out + i) = __builtin_convertvector(within(square, 0, HALFKA_TAIL_ONE), tiny);
    }
}
