/* network_base.c: the sums of a network for any processor. */
#include <string.h>

#include "engine/network/network_internal.h"

#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif

#define CORE(name) name##_base
#define CORE_PANEL 8

static inline __attribute__((always_inline)) void tile_base(const struct network_tile *t,
                                                            int32_t *sums, int points)
{
    int32_t sum[NETWORK_TILE][CORE_PANEL];
    const int16_t *w = t->weights;
    memset(sum, 0, sizeof sum);
    for (uint32_t tap = 0; tap < t->taps; tap++) {
        const int16_t *in = t->in + t->offsets[tap];
        for (size_t pair = 0; pair < t->pairs; pair++, w += 2 * CORE_PANEL, in += 2)
            for (int i = 0; i < points; i++) {
                const int16_t *both = in + (size_t)i * t->in_stride;
                for (int k = 0; k < CORE_PANEL; k++)
                    sum[i][k] += w[2 * k] * both[0] + w[2 * k + 1] * both[1];
            }
    }
    for (int i = 0; i < points; i++)
        memcpy(sums + (size_t)i * t->out_stride, sum[i], sizeof sum[i]);
}

static inline int16_t activation(float value, float step)
{
    static const float ROUND = 8388608.0F; /* 2^23: adding it leaves no place for a fraction */
    float steps = value / step;
    steps = steps > 0 ? steps : 0;
    steps = steps < NETWORK_MOST ? steps : NETWORK_MOST;
    return (int16_t)((steps + ROUND) - ROUND);
}

static void activate_base(const struct network_conv *c, const int32_t *sums, const int32_t *more,
                          float step, int16_t *out)
{
    for (size_t i = 0; i < c->out_stride; i++)
        out[i] = activation((float)(sums[i] + more[i]) * c->mul[i] + c->bias[i], step);
}

static void add_gated_base(const struct network_conv *c, const int32_t *sums, const float *gate,
                           float step, int16_t *x)
{
    for (size_t i = 0; i < c->out_stride; i++) {
        float y = (float)sums[i] * c->mul[i] + c->bias[i];
        x[i] = activation((float)x[i] * step + gate[i] * y, step);
    }
}

#include "engine/network/network_core.h"
