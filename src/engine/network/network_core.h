/* network_core.h: the sums of a convolution: compiled once for any processor and once for each kind
 * that has better instructions.
 *
 * The including file defines CORE(name), CORE_PANEL, the outputs of a panel, the functions
 * CORE(activate) and CORE(add_gated) of struct network_kernel, and
 *
 *     static inline void CORE(tile)(const struct network_tile *t, int32_t *sums, int points)
 *
 * which is put in place with the number of points known, so that its sums stay in registers: those
 * of a panel's outputs for so many points of a row, over all taps and inputs. */
#include "engine/network/network_internal.h"

static void CORE(convolve_row)(const struct network_conv *c, struct network_tile *t, int32_t *sums,
                               uint32_t points)
{
    uint32_t y = 0;
    for (; y + NETWORK_TILE <= points; y += NETWORK_TILE) {
        CORE(tile)(t, sums, NETWORK_TILE);
        t->in += NETWORK_TILE * c->in_stride;
        sums += NETWORK_TILE * c->out_stride;
    }
    for (; y < points; y++) {
        CORE(tile)(t, sums, 1);
        t->in += c->in_stride;
        sums += c->out_stride;
    }
}

static void CORE(convolve)(const struct network_conv *c, uint32_t width, uint32_t height,
                           const struct network_sums *boards, size_t count)
{
    struct network_tile t;
    size_t column = height + 2; /* of the board with its edge */
    network_tile_init(&t, c, column);
    for (uint32_t out = 0; out < c->out; out += CORE_PANEL) {
        t.weights = c->packed + (size_t)out * c->taps * t.pairs * 2;
        for (size_t i = 0; i < count; i++)
            for (uint32_t x = 0; x < width; x++) {
                t.in = boards[i].in + (column * (x + 1) + 1) * c->in_stride;
                CORE(convolve_row)
                (c, &t, boards[i].sums + (size_t)height * x * c->out_stride + out, height);
            }
    }
}

const struct network_kernel CORE(network_kernel) = {.panel = CORE_PANEL,
                                                    .convolve = CORE(convolve),
                                                    .activate = CORE(activate),
                                                    .add_gated = CORE(add_gated)};
