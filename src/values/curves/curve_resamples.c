/* curve_resamples.c: drawing games, some hundred times at once.
 *
 * The bootstrap draws as many games as there are, with replacement; for many games that is the same
 * as every game being there a Poisson number of times, each on its own, which needs no list of
 * games and one pass (Hanley and MacGibbon, 2006, and what large databases do).  The numbers of a
 * game come from a random stream of its own, so a condition's replicate and that of all positions
 * draw the same games, whatever the threads.
 *
 * The inner loop runs over replicates: sum[r] += weight[r] · n.  Sums of a piece of work are
 * floats, exact because they are whole numbers (halves, for points) far below 2^24 / 2; pieces are
 * merged into doubles. */
#include "base/alloc.h"
#include "base/rng.h"
#include "base/work/pool.h"
#include "values/curves/curves_internal.h"

/* Of 65536 numbers so many are below: 0 copies, at most 1, …; rounded so that the mean is 1. */
static const uint16_t POISSON[] = {24109, 48219, 60273, 64292, 65296, 65497, 65531, 65535};

void curve_weights(uint64_t seed, uint64_t stream, float *weights, uint32_t count)
{
    struct rng rng;
    rng_seed_stream(&rng, seed, stream);
    for (uint32_t i = 0; i < count; i += CURVE_LANES) {
        uint16_t drawn[CURVE_LANES], copies[CURVE_LANES] = {0};
        for (int k = 0; k < CURVE_LANES; k += 4) {
            uint64_t bits = rng_next(&rng);
            for (int j = 0; j < 4; j++)
                drawn[k + j] = (uint16_t)(bits >> 16 * j);
        }
        for (size_t t = 0; t < sizeof POISSON / sizeof *POISSON; t++)
            for (int k = 0; k < CURVE_LANES; k++)
                copies[k] = (uint16_t)(copies[k] + (drawn[k] >= POISSON[t]));
        for (int k = 0; k < CURVE_LANES; k++)
            weights[i + (uint32_t)k] = copies[k];
    }
}

/* Four floats, wherever they stand: every x86-64 adds them at once, and -O2 does not find that out
 * by itself. */
typedef float quad __attribute__((vector_size(16), aligned(4), may_alias));

/* sum += weight · n, for stride replicates. */
static void add_weighted(float *restrict sum, const float *restrict weights, float n,
                         uint32_t stride)
{
    quad *to = (quad *)sum;
    const quad *from = (const quad *)weights;
    for (uint32_t i = 0; i < stride / 4; i += 4) {
        to[i] += from[i] * n;
        to[i + 1] += from[i + 1] * n;
        to[i + 2] += from[i + 2] * n;
        to[i + 3] += from[i + 3] * n;
    }
}

struct resampled_games {
    const struct curve_batch *batch;
    uint32_t stride;
    float *weights;
    float *positions, *points;
};

static void resample_game(void *ctx, const struct curve_game *g)
{
    struct resampled_games *d = ctx;
    bool drawn = false;
    for (uint32_t i = 0; i < g->touched_count; i++) {
        uint32_t slot = d->batch->slots[g->touched[i]];
        if (slot == UINT32_MAX)
            continue;
        if (!drawn)
            curve_weights(d->batch->o->seed, g->stream, d->weights, d->stride);
        drawn = true;
        float n = (float)g->counts[g->touched[i]], won = n * (float)g->points;
        add_weighted(d->positions + (size_t)slot * d->stride, d->weights, n, d->stride);
        if (won > 0)
            add_weighted(d->points + (size_t)slot * d->stride, d->weights, won, d->stride);
    }
}

struct curve_resampler {
    const struct curve_batch *batch;
    struct curve_resamples *out;
    size_t sums; /* slots × stride */
};

static enum status resample_games(void *ctx, size_t from, size_t to, void *sum, unsigned worker,
                                  struct err *err)
{
    const struct curve_resampler *r = ctx;
    (void)worker;
    struct resampled_games d = {.batch = r->batch,
                                .stride = r->out->stride,
                                .weights = mem_calloc(r->out->stride, sizeof *d.weights),
                                .positions = sum,
                                .points = (float *)sum + r->sums};
    if (!d.weights)
        return err_nomem(err);
    enum status status = curve_walk(r->batch, from, to, resample_game, &d, err);
    mem_free(d.weights);
    return status;
}

static void merge_resamples(void *ctx, void *total, const void *sum)
{
    const struct curve_resampler *r = ctx;
    const float *positions = sum, *points = positions + r->sums;
    (void)total;
    for (size_t i = 0; i < r->sums; i++) {
        r->out->positions[i] += positions[i];
        r->out->points[i] += points[i];
    }
}

enum status curve_resample(struct curve_resamples *out, const struct curve_batch *b,
                           struct err *err)
{
    static const struct msg TOO_MANY = {
        "too many bins for this number of resamples; use wider bins or a larger minimum",
        "区間が多すぎます。区間を広くするか、区間ごとの最小局面数を増やしてください"};
    const size_t most = (size_t)1 << 26;
    uint32_t count = b->o->resamples, stride = (count + CURVE_LANES - 1) / CURVE_LANES;
    stride *= CURVE_LANES;
    size_t sums = (size_t)b->slot_count * stride;
    if (sums > most)
        return err_plain(err, STATUS_LIMIT, &TOO_MANY);
    *out = (struct curve_resamples){.count = count,
                                    .stride = stride,
                                    .positions = mem_calloc(sums + 1, sizeof *out->positions),
                                    .points = mem_calloc(sums + 1, sizeof *out->points)};
    if (!out->positions || !out->points)
        return err_nomem(err);
    struct curve_resampler r = {.batch = b, .out = out, .sums = sums};
    if (sums == 0)
        return STATUS_OK;
    const struct pool_reduction drawing = {.ctx = &r,
                                           .n = b->games,
                                           .grain = b->grain,
                                           .sum_bytes = 2 * sums * sizeof(float),
                                           .add = resample_games,
                                           .merge = merge_resamples};
    enum status status = pool_reduce(b->o->threads, &drawing, out, err);
    status = reduction_sum_reals(b->o->reduction, status, out->positions, sums, err);
    return reduction_sum_reals(b->o->reduction, status, out->points, sums, err);
}

void curve_resamples_release(struct curve_resamples *r)
{
    mem_free(r->positions);
    mem_free(r->points);
    *r = (struct curve_resamples){0};
}
