/* adam.c: see adam.h. */
#include "values/learn/adam.h"

#include <math.h>
#include <string.h>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "base/alloc.h"
#include "base/rng.h"
#include "base/steady.h"
#include "base/work/pool.h"

enum { HELD_OUT_GRAIN = 16384 }; /* held-out examples a piece */

static const struct msg TOO_MANY = {"too many samples", "学習データが多すぎます"};
static const struct msg DIVERGED = {"the weights diverged; use a lower learning rate",
                                    "重みが発散しました。学習率を小さくしてください"};

/* --- Steps ------------------------------------------------------------------------------------ */

static const float BETA_M = 0.9F, BETA_V = 0.999F, EPSILON = 1e-8F;

typedef float four __attribute__((vector_size(16), may_alias));

/* The compiler makes no vector of sqrtf(), which may set errno. */
static inline four root_of(four x)
{
#if defined(__SSE2__)
    return (four)_mm_sqrt_ps((__m128)x);
#else
    return (four){sqrtf(x[0]), sqrtf(x[1]), sqrtf(x[2]), sqrtf(x[3])};
#endif
}

void adam_update(const struct adam_step *step, float decay, float *weight, float *m, float *v,
                 const float *gradient, size_t n)
{
    const float keep = 1 - step->learning_rate * decay;
    for (size_t i = 0; i < n; i += 4) {
        four *mean = (four *)(m + i), *square = (four *)(v + i), *w = (four *)(weight + i);
        four g = *(const four *)(gradient + i) * step->scale;
        *mean = BETA_M * *mean + (1 - BETA_M) * g;
        *square = BETA_V * *square + (1 - BETA_V) * g * g;
        four towards = *mean * step->correct_m / (root_of(*square * step->correct_v) + EPSILON);
        *w = *w * keep - step->learning_rate * towards;
    }
}

float adam_loss(float logit, float target, float result, struct adam_sums *sums)
{
    double x = logit, e = exp(-fabs(x));
    double p = x > 0 ? 1 / (1 + e) : e / (1 + e);
    double plus = (x > 0 ? x : 0) + log1p(e); /* log(1 + exp x), without overflow */
    sums->examples += 1;
    sums->loss += plus - (double)target * x;
    if (result >= 0) {
        sums->results += 1;
        sums->result_loss += plus - (double)result * x;
        if (result != 0.5F) {
            sums->decided += 1;
            sums->agreed += logit == 0 ? 0.5 : (logit > 0) == (result > 0.5F);
        }
    }
    return (float)(p - (double)target);
}

/* --- Running ---------------------------------------------------------------------------------- */

enum adam_phase { PHASE_GRADIENT, PHASE_UPDATE, PHASE_HELD_OUT };

struct adam {
    const struct adam_model *model;
    const struct adam_options *o;
    struct pool *pool;
    uint32_t *order[ADAM_PARTS];
    enum adam_phase phase;
    struct adam_step step;
    uint64_t steps_taken, steps; /* so far, altogether */
    struct adam_report report;   /* of this epoch */
    struct adam_sums *into;      /* the part of it that the pieces' sums go to */
};

struct adam_task {
    size_t from, n;
    unsigned number;
    struct adam_sums sums;
};

static void sums_add(struct adam_sums *to, const struct adam_sums *more)
{
    to->examples += more->examples;
    to->loss += more->loss;
    to->result_loss += more->result_loss;
    to->results += more->results;
    to->decided += more->decided;
    to->agreed += more->agreed;
    for (int i = 0; i < ADAM_TALLIES; i++)
        to->tally[i] += more->tally[i];
}

static enum status work(void *ctx, void *item, unsigned worker, struct err *err)
{
    const struct adam *d = ctx;
    struct adam_task *p = item;
    const struct adam_model *m = d->model;
    (void)worker;
    (void)err;
    p->sums = (struct adam_sums){0};
    if (d->phase == PHASE_UPDATE)
        m->update(m->ctx, &d->step, p->number, ADAM_SHARDS);
    else if (d->phase == PHASE_GRADIENT)
        m->add(m->ctx, ADAM_TRAINING, d->order[ADAM_TRAINING] + p->from, p->n, (int)p->number,
               &p->sums);
    else
        m->add(m->ctx, ADAM_HELD_OUT, d->order[ADAM_HELD_OUT] + p->from, p->n, -1, &p->sums);
    return STATUS_OK;
}

static enum status consume(void *ctx, void *item, struct err *err)
{
    struct adam *d = ctx;
    sums_add(d->into, &((struct adam_task *)item)->sums);
    (void)err;
    return STATUS_OK;
}

/* Does a phase with examples from … from + n - 1, in pieces of at most `grain`. */
static enum status run_phase(struct adam *d, enum adam_phase phase, size_t from, size_t n,
                             size_t grain, struct err *err)
{
    d->phase = phase;
    for (unsigned number = 0; n > 0; number++) {
        void *slot;
        enum status status = pool_slot(d->pool, &slot, err);
        if (status != STATUS_OK)
            return status;
        struct adam_task *p = slot;
        p->from = from;
        p->n = n < grain ? n : grain;
        p->number = number;
        from += p->n;
        n -= p->n;
        status = pool_submit(d->pool, err);
        if (status != STATUS_OK)
            return status;
    }
    return pool_finish(d->pool, err);
}

static float learning_rate_now(const struct adam *d)
{
    const struct adam_options *o = d->o;
    double done = (double)d->steps_taken / (double)d->steps;
    /* moments of the first steps are a guess: begin with smaller ones */
    double warm = (double)(d->steps_taken + 1) / fmin(100, 1 + (double)d->steps / 10);
    double learning_rate =
        o->final_rate + ((double)o->learning_rate - o->final_rate) * (1 + cos(done * acos(-1))) / 2;
    return (float)(warm < 1 ? learning_rate * warm : learning_rate);
}

static size_t batches_of(const struct adam *d)
{
    return (d->model->examples[ADAM_TRAINING] + d->o->batch - 1) / d->o->batch;
}

static size_t shard_of(const struct adam *d, size_t batch)
{
    size_t most = (batch + ADAM_SHARDS - 1) / ADAM_SHARDS;
    size_t least = d->o->grain ? d->o->grain : ADAM_GRAIN;
    return most > least ? most : least;
}

static enum status run_batches(struct adam *d, struct err *err)
{
    size_t examples = d->model->examples[ADAM_TRAINING], batches = batches_of(d), from = 0;
    for (size_t i = 0; i < batches; i++) {
        size_t to = (uint64_t)examples * (i + 1) / batches, n = to - from;
        enum status status = run_phase(d, PHASE_GRADIENT, from, n, shard_of(d, n), err);
        d->step.learning_rate = learning_rate_now(d);
        d->steps_taken++;
        d->step.scale = 1 / (float)n;
        d->step.correct_m = (float)(1 / (1 - pow((double)BETA_M, (double)d->steps_taken)));
        d->step.correct_v = (float)(1 / (1 - pow((double)BETA_V, (double)d->steps_taken)));
        if (status == STATUS_OK)
            status = run_phase(d, PHASE_UPDATE, 0, ADAM_SHARDS, 1, err);
        if (status != STATUS_OK)
            return status;
        if (d->o->cancelled && atomic_load(d->o->cancelled))
            return err_cancelled(err);
        if (d->o->progress)
            d->o->progress(d->o->ctx, n);
        from = to;
    }
    return STATUS_OK;
}

static enum status run_epoch(struct adam *d, unsigned epoch, struct err *err)
{
    struct rng rng;
    enum status status = STATUS_OK;
    d->report = (struct adam_report){.epoch = epoch};
    if (epoch > 0) {
        double began = steady_seconds();
        rng_seed_stream(&rng, d->o->seed, epoch);
        rng_shuffle(&rng, d->order[ADAM_TRAINING], d->model->examples[ADAM_TRAINING],
                    sizeof(uint32_t));
        d->into = &d->report.training;
        status = run_batches(d, err);
        d->report.seconds = steady_seconds() - began;
    }
    if (status != STATUS_OK)
        return status;
    d->into = &d->report.held_out;
    d->report.learning_rate = d->step.learning_rate;
    status =
        run_phase(d, PHASE_HELD_OUT, 0, d->model->examples[ADAM_HELD_OUT], HELD_OUT_GRAIN, err);
    if (status == STATUS_OK &&
        !(isfinite(d->report.training.loss) && isfinite(d->report.held_out.loss)))
        return err_plain(err, STATUS_RANGE, &DIVERGED);
    if (status == STATUS_OK && d->o->report)
        d->o->report(d->o->ctx, &d->report);
    return status;
}

static enum status make_orders(struct adam *d, struct err *err)
{
    for (int p = 0; p < ADAM_PARTS; p++) {
        size_t n = d->model->examples[p];
        if (n > UINT32_MAX)
            return err_plain(err, STATUS_LIMIT, &TOO_MANY);
        d->order[p] = mem_calloc(n + 1, sizeof *d->order[p]);
        if (!d->order[p])
            return err_nomem(err);
        for (size_t i = 0; i < n; i++)
            d->order[p][i] = (uint32_t)i;
    }
    return STATUS_OK;
}

enum status adam_run(const struct adam_model *model, const struct adam_options *o, struct err *err)
{
    struct adam d = {.model = model, .o = o};
    const struct pool_ops ops = {.ctx = &d,
                                 .item_bytes = sizeof(struct adam_task),
                                 .slots = ADAM_SHARDS,
                                 .work = work,
                                 .consume = consume};
    enum status status = make_orders(&d, err);
    if (status == STATUS_OK)
        status = pool_open(&d.pool, o->threads, &ops, err);
    d.steps = batches_of(&d) * o->epochs;
    for (unsigned epoch = 0; epoch <= o->epochs && status == STATUS_OK; epoch++)
        status = run_epoch(&d, epoch, err);
    pool_close(d.pool);
    for (int p = 0; p < ADAM_PARTS; p++)
        mem_free(d.order[p]);
    return status;
}
