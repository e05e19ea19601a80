/* net_fit.h: learning the engine's network (engine/eval/net.h) from samples.
 *
 * The same network in floats, as a model for adam.h.  A logit of 1 is NET_SCALE hundredths of a
 * pawn.  A row of the network is learnt as the sum of two,
 *
 *     row[bucket][feature] = base[feature] + delta[bucket][feature]
 *
 * so that what a piece on a square is worth in general is learnt from all positions, and what is
 * particular to where the king stands only as far as there is evidence: delta decays.  Worths
 * begin as the usual values of the pieces, all else near 0. */
#ifndef KIFU_VALUES_LEARN_NET_FIT_H
#define KIFU_VALUES_LEARN_NET_FIT_H

#include "values/learn/adam.h"
#include "values/samples.h"

struct net_fit_options {
    float lambda;      /* target = lambda * sigmoid(value / NET_SCALE) + (1 - lambda) * result */
    float decay;       /* of base */
    float delta_decay; /* of delta */
    uint64_t seed;
};
#define NET_FIT_DEFAULTS                                                                           \
    ((struct net_fit_options){.lambda = 0.7F, .decay = 0.01F, .delta_decay = 5, .seed = 1})

struct net_fit;
/* Borrows the samples.  A sample without a value has its result for a target. */
enum status net_fit_open(struct net_fit **out, const struct samples *samples,
                         const struct net_fit_options *o, struct err *err) CHECK_RESULT;
void net_fit_close(struct net_fit *f); /* NULL is fine */
/* For adam_run(); valid until net_fit_close(). */
struct adam_model net_fit_model(struct net_fit *f);
/* The logit for the side to move. */
float net_fit_logit(const struct net_fit *f, const struct sample *s);

/* In integers.  *out is some 900 kB. */
void net_fit_quantise(const struct net_fit *f, struct net *out);

/* How far integers are from floats, in hundredths of a pawn, over the samples held out. */
struct net_fit_difference {
    double mean, most;
};
enum status net_fit_compare(const struct net_fit *f, const struct net *net,
                            struct net_fit_difference *out, struct err *err) CHECK_RESULT;

#endif
