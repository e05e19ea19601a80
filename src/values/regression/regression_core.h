/* regression_core.h: a block of examples judged and multiplied out, compiled once for any processor
 * and once for those with AVX2 (regression_internal.h names both).
 *
 * Doubles are added in vectors of four in both, and products are rounded before they are added (no
 * fused instructions), so both give the same sums to the last bit. */
#include <math.h>
#include <string.h>

#include "values/regression/regression_internal.h"

typedef double lanes __attribute__((vector_size(32), may_alias));
typedef double unaligned_lanes __attribute__((vector_size(32), may_alias, aligned(8)));
typedef int64_t masks __attribute__((vector_size(32), may_alias));

static inline lanes lanes_of(double x)
{
    return (lanes){x, x, x, x};
}

static inline double lanes_sum(lanes x)
{
    return (x[0] + x[1]) + (x[2] + x[3]);
}

static inline lanes choose(masks which, lanes a, lanes b)
{
    return (lanes)(((masks)a & which) | ((masks)b & ~which));
}

/* exp(-x) for 0 <= x: x = k log 2 - r with |r| <= log 2 / 2, the series of exp(r) up to the 13th
 * power, k put into the exponent.  Within two units of the last place; what lies beyond 700 counts
 * as 700. */
static inline lanes exp_of_minus(lanes x)
{
    const lanes magic = lanes_of(0x1.8p52), one = lanes_of(1);
    x = choose(x < lanes_of(700), -x, lanes_of(-700));
    const lanes shifted = x * lanes_of(0x1.71547652b82fep+0) + magic, k = shifted - magic;
    const lanes r = (x - k * lanes_of(0x1.62e42fefa38p-1)) - k * lanes_of(0x1.ef35793c7673p-45);
    const lanes r2 = r * r, r4 = r2 * r2, r8 = r4 * r4;
    const lanes low = ((one + r) + r2 * (lanes_of(1.0 / 2) + r * (1.0 / 6))) +
                      r4 * ((lanes_of(1.0 / 24) + r * (1.0 / 120)) +
                            r2 * (lanes_of(1.0 / 720) + r * (1.0 / 5040)));
    const lanes high = (lanes_of(1.0 / 40320) + r * (1.0 / 362880)) +
                       r2 * (lanes_of(1.0 / 3628800) + r * (1.0 / 39916800)) +
                       r4 * (lanes_of(1.0 / 479001600) + r * (1.0 / 6227020800));
    const masks exponent = (masks)shifted << 52;
    return (lanes)((masks)(low + r8 * high) + exponent);
}

/* With e = exp(-|logit|): p = 1 / (1 + e), or that times e on the other side, and the error is
 *
 *     max(logit, 0) - y logit + log(1 + e).
 *
 * The logarithms of a block are one: that of the product, which is at most 2^32 in a lane. */
static double logistic_loss(const struct regression_block *b)
{
    const lanes zero = lanes_of(0), one = lanes_of(1);
    lanes sum = zero, product = one;
    for (size_t i = 0; i < b->rows; i += REGRESSION_LANES) {
        const lanes logit = *(const lanes *)(b->logit + i), y = *(const lanes *)(b->y + i);
        const masks positive = logit >= zero;
        const lanes e = exp_of_minus(choose(positive, logit, -logit)), s = one / (one + e);
        const lanes es = e * s;
        *(lanes *)(b->residual + i) = choose(positive, s, es) - y;
        *(lanes *)(b->curvature + i) = es * s;
        sum += choose(positive, logit, zero) - y * logit;
        product *= one + e;
    }
    return lanes_sum(sum) +
           ((log(product[0]) + log(product[1])) + (log(product[2]) + log(product[3])));
}

static double squared_loss(const struct regression_block *b)
{
    lanes sum = lanes_of(0);
    for (size_t i = 0; i < b->rows; i += REGRESSION_LANES) {
        const lanes residual = *(const lanes *)(b->logit + i) - *(const lanes *)(b->y + i);
        *(lanes *)(b->residual + i) = residual;
        *(lanes *)(b->curvature + i) = lanes_of(1);
        sum += residual * residual;
    }
    return lanes_sum(sum) / 2;
}

double CORE(regression_loss)(const struct regression_block *b)
{
    return b->model == REGRESSION_ML ? logistic_loss(b) : squared_loss(b);
}

/* --- Columns ---------------------------------------------------------------------------------- */

/* Four examples' four features become four features' four examples. */
static inline void turn_tile(const double *x, size_t features, const double *centre, double *z)
{
    const lanes c = *(const unaligned_lanes *)centre;
    const lanes r0 = *(const unaligned_lanes *)x - c;
    const lanes r1 = *(const unaligned_lanes *)(x + features) - c;
    const lanes r2 = *(const unaligned_lanes *)(x + 2 * features) - c;
    const lanes r3 = *(const unaligned_lanes *)(x + 3 * features) - c;
    const lanes even01 = __builtin_shufflevector(r0, r1, 0, 4, 2, 6);
    const lanes odd01 = __builtin_shufflevector(r0, r1, 1, 5, 3, 7);
    const lanes even23 = __builtin_shufflevector(r2, r3, 0, 4, 2, 6);
    const lanes odd23 = __builtin_shufflevector(r2, r3, 1, 5, 3, 7);
    lanes *out = (lanes *)z;
    const size_t column = REGRESSION_BLOCK / REGRESSION_LANES;
    out[0] = __builtin_shufflevector(even01, even23, 0, 1, 4, 5);
    out[column] = __builtin_shufflevector(odd01, odd23, 0, 1, 4, 5);
    out[2 * column] = __builtin_shufflevector(even01, even23, 2, 3, 6, 7);
    out[3 * column] = __builtin_shufflevector(odd01, odd23, 2, 3, 6, 7);
}

void CORE(regression_columns)(const double *x, size_t rows, size_t features, const double *centre,
                              double *z)
{
    const size_t whole = rows / 4 * 4, by_four = features / 4 * 4;
    for (size_t f = 0; f < by_four; f += 4)
        for (size_t i = 0; i < whole; i += 4)
            turn_tile(x + i * features + f, features, centre + f, z + f * REGRESSION_BLOCK + i);
    for (size_t f = 0; f < features; f++)
        for (size_t i = f < by_four ? whole : 0; i < rows; i++)
            z[f * REGRESSION_BLOCK + i] = x[i * features + f] - centre[f];
}

static void find_logits(const struct regression_block *b)
{
    for (size_t i = 0; i < b->rows; i += REGRESSION_LANES) {
        lanes sum = lanes_of(0);
        for (size_t c = 0; c < b->columns; c++)
            sum += lanes_of(b->weights[c]) * *(const lanes *)(b->z + c * REGRESSION_BLOCK + i);
        *(lanes *)(b->logit + i) = sum;
    }
}

static void weigh_columns(const struct regression_block *b)
{
    for (size_t c = 0; c < b->columns; c++)
        for (size_t i = 0; i < b->rows; i += REGRESSION_LANES) {
            const size_t at = c * REGRESSION_BLOCK + i;
            *(lanes *)(b->u + at) =
                *(const lanes *)(b->curvature + i) * *(const lanes *)(b->z + at);
        }
    memcpy(b->u + b->columns * REGRESSION_BLOCK, b->residual, b->rows * sizeof *b->residual);
}

/* Two columns of u by four of z. */
static inline void multiply_tile(const double *u, const double *z, size_t rows, double *sum,
                                 size_t stride)
{
    lanes a[2][4] = {{{0}}};
    for (size_t i = 0; i < rows; i += REGRESSION_LANES) {
        const lanes u0 = *(const lanes *)(u + i), u1 = *(const lanes *)(u + REGRESSION_BLOCK + i);
        _Pragma("GCC unroll 4") for (int c = 0; c < 4; c++)
        {
            const lanes v = *(const lanes *)(z + c * REGRESSION_BLOCK + i);
            a[0][c] += u0 * v;
            a[1][c] += u1 * v;
        }
    }
    _Pragma("GCC unroll 4") for (int c = 0; c < 4; c++)
    {
        sum[c] += lanes_sum(a[0][c]);
        sum[stride + (size_t)c] += lanes_sum(a[1][c]);
    }
}

double CORE(regression_block)(const struct regression_block *b, double *sum)
{
    find_logits(b);
    const double loss = CORE(regression_loss)(b);
    weigh_columns(b);
    for (size_t row = 0; row <= b->columns; row += 2) {
        /* nothing beyond the diagonal, but all of the first derivatives */
        const size_t end = row + 1 < b->columns ? row + 2 : b->columns;
        for (size_t c = 0; c < end; c += 4)
            multiply_tile(b->u + row * REGRESSION_BLOCK, b->z + c * REGRESSION_BLOCK, b->rows,
                          sum + row * b->stride + c, b->stride);
    }
    return loss;
}
