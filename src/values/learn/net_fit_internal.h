/* net_fit_internal.h: the network in floats, and the two compilations of net_fit_core.h.
 *
 * A row is what one feature adds: to the hidden units, and in its last vector to the worth (one
 * float; the others stay 0).
 *
 *     row    [ hidden 0 … H-1 | worth 0 0 0 0 0 0 0 ]        NET_FIT_STRIDE floats
 */
#ifndef KIFU_VALUES_LEARN_NET_FIT_INTERNAL_H
#define KIFU_VALUES_LEARN_NET_FIT_INTERNAL_H

#include "values/learn/net_fit.h"

enum {
    NET_FIT_STRIDE = NET_HIDDEN + ADAM_LANES,
    NET_FIT_ROWS = NET_BUCKETS * NET_FEATURES,
    NET_FIT_WORTH = NET_HIDDEN, /* its place in a row */
};
_Static_assert(NET_HIDDEN % ADAM_LANES == 0, "hidden units fill whole vectors");

/* What is not rows; only floats, so that it can be learnt as an array. */
struct net_fit_head {
    _Alignas(32) float bias[NET_FIT_STRIDE];
    float out[NET_PHASES][2 * NET_HIDDEN];
    float out_bias[(NET_PHASES + ADAM_LANES - 1) / ADAM_LANES * ADAM_LANES];
};
enum { NET_FIT_HEAD = sizeof(struct net_fit_head) / sizeof(float) };
_Static_assert(NET_FIT_HEAD % ADAM_LANES == 0, "whole vectors");

struct net_fit_shard {
    float *rows;               /* gradient of each row */
    uint8_t *touched;          /* rows that have one */
    struct net_fit_head *head; /* its gradient */
};

struct net_fit {
    const struct samples *samples;
    struct net_fit_options o;
    uint16_t feature[2][2][NET_ITEMS]; /* by side, mirrored, item */
    /* learnt: weights and their moments */
    float *base[3], *delta[3];
    struct net_fit_head *head[3];
    float *rows; /* base + delta, within what a row of struct net holds */
    struct net_fit_shard shards[ADAM_SHARDS];
};

#pragma GCC visibility push(hidden)

/* Judges samples; shard NULL: no gradient.  logits, if not NULL: what they were. */
void net_fit_add_base(const struct net_fit *f, const struct sample *samples, const uint32_t *which,
                      size_t n, const struct net_fit_shard *shard, float *logits,
                      struct adam_sums *sums);

#if defined(__x86_64__)
#define NET_FIT_HAVE_V3 1
void net_fit_add_v3(const struct net_fit *f, const struct sample *samples, const uint32_t *which,
                    size_t n, const struct net_fit_shard *shard, float *logits,
                    struct adam_sums *sums);
#else
#define NET_FIT_HAVE_V3 0
#endif

#pragma GCC visibility pop

#endif
