/* network_base.c: the sums of a network for any processor. */
#include <string.h>

#include "engine/network/network_internal.h"

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

#include "engine/network/network_core.h"
