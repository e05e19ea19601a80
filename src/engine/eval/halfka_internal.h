/* halfka_internal.h: what halfka.c shares with the compilations of halfka_core.h. */
#ifndef KIFU_ENGINE_EVAL_HALFKA_INTERNAL_H
#define KIFU_ENGINE_EVAL_HALFKA_INTERNAL_H

#include "engine/eval/halfka.h"

static inline const void *halfka_at(const struct halfka *h, size_t offset)
{
    return (const char *)h + offset;
}

static inline const int8_t *halfka_row(const struct halfka *h, int region, int feature)
{
    return h->rows + ((size_t)region * NET_FEATURES + (size_t)feature) * h->units;
}

/* Of the second dense layer, in memory: those that are too many have no weights and give 0. */
static inline size_t halfka_outs(size_t n)
{
    return (n + HALFKA_GROUP - 1) / HALFKA_GROUP * HALFKA_GROUP;
}

/* Where the weight of an input for an output stands in a dense layer of n inputs. */
static inline size_t halfka_place(size_t out, size_t in, size_t n)
{
    return out / HALFKA_GROUP * HALFKA_GROUP * n + in / 4 * 4 * HALFKA_GROUP +
           out % HALFKA_GROUP * 4 + in % 4;
}

/* Where a side's king stands in its own eyes. */
struct halfka_view {
    bool mirrored;
    uint8_t region;
};

/* What a move changes in the eyes of one side: the second of each only with a capture. */
struct halfka_rows {
    const int8_t *plus[NET_MOST_CHANGES], *minus[NET_MOST_CHANGES];
};

struct halfka_frame {
    _Alignas(64) int16_t unit[2][HALFKA_MOST_UNITS];
    struct halfka_rows rows[2];
    struct halfka_view view[2];
    bool known[2]; /* the units are right */
    bool moved[2]; /* that king came to another region with this move: there are no rows */
    bool captures;
};

/* One compilation of halfka_core.h.  Units are a multiple of 32, arrays of them aligned to 64 bytes. */
struct halfka_kernels {
    /* Makes the units of the next `count` frames from those of this one. */
    void (*update)(struct halfka_frame *last, int side, int count, size_t units);
    /* unit += all rows of plus - all rows of minus; copy is the same. */
    void (*add)(int16_t *unit, int16_t *copy, const int8_t *const *plus, int plus_count,
                const int8_t *const *minus, int minus_count, size_t units);
    /* The sum of the last layer. */
    int32_t (*tail)(const struct halfka *h, const struct halfka_tail *t, const int16_t *own,
                    const int16_t *enemy);
};

#pragma GCC visibility push(hidden)
extern const struct halfka_kernels halfka_kernels_base;
#if defined(__x86_64__)
#define HALFKA_HAVE_X86 1
extern const struct halfka_kernels halfka_kernels_v3, halfka_kernels_v4;
#else
#define HALFKA_HAVE_X86 0
#endif
#pragma GCC visibility pop

#endif
