/* net_fit.c: see net_fit.h. */
#include "values/learn/net_fit.h"

#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "base/cpu.h"
#include "base/rng.h"
#include "engine/eval/see.h"

#define CORE(name) name##_base
#include "values/learn/net_fit_core.h"

#if NET_FIT_HAVE_V3
#define ADD(...)                                                                                   \
    (cpu_level() >= CPU_V3 ? net_fit_add_v3(__VA_ARGS__) : net_fit_add_base(__VA_ARGS__))
#else
#define ADD(...) net_fit_add_base(__VA_ARGS__)
#endif

enum { WEIGHT, MOMENT_M, MOMENT_V, ALIGNMENT = 64 };

/* --- Beginning -------------------------------------------------------------------------------- */

static bool allocate(struct net_fit *f)
{
    bool good = true;
    for (int i = 0; i < 3 && good; i++) {
        f->base[i] = mem_calloc_aligned(ALIGNMENT, (size_t)NET_FEATURES * NET_FIT_STRIDE, 4);
        f->delta[i] = mem_calloc_aligned(ALIGNMENT, (size_t)NET_FIT_ROWS * NET_FIT_STRIDE, 4);
        f->head[i] = mem_calloc_aligned(ALIGNMENT, 1, sizeof *f->head[i]);
        good = f->base[i] && f->delta[i] && f->head[i];
    }
    f->rows = mem_calloc_aligned(ALIGNMENT, (size_t)NET_FIT_ROWS * NET_FIT_STRIDE, 4);
    good = good && f->rows;
    for (int i = 0; i < ADAM_SHARDS && good; i++) {
        struct net_fit_shard *s = &f->shards[i];
        s->rows = mem_calloc_aligned(ALIGNMENT, (size_t)NET_FIT_ROWS * NET_FIT_STRIDE, 4);
        s->touched = mem_calloc(NET_FIT_ROWS, 1);
        s->head = mem_calloc_aligned(ALIGNMENT, 1, sizeof *s->head);
        good = s->rows && s->touched && s->head;
    }
    return good;
}

void net_fit_close(struct net_fit *f)
{
    if (!f)
        return;
    for (int i = 0; i < 3; i++) {
        mem_free(f->base[i]);
        mem_free(f->delta[i]);
        mem_free(f->head[i]);
    }
    mem_free(f->rows);
    for (int i = 0; i < ADAM_SHARDS; i++) {
        mem_free(f->shards[i].rows);
        mem_free(f->shards[i].touched);
        mem_free(f->shards[i].head);
    }
    mem_free(f);
}

static bool item_exists(int item)
{
    static const uint8_t MOST[8] = {0, 18, 4, 4, 4, 2, 2, 4};
    if (item & NET_HAND_ITEM)
        return (item & 31) >= 1 && (item & 31) <= MOST[item >> 5 & 7] && !(item >> 9 & 7);
    int kind = shogi_kind_of(item >> 7);
    return kind != SHOGI_NONE && kind < SHOGI_KINDS && (item & 127) < SHOGI_SQUARES;
}

/* The usual values of pieces; half of it, for both sides' eyes count. */
static float usual_worth(int side, int item)
{
    bool hand = item & NET_HAND_ITEM;
    int color = hand ? item >> 8 & 1 : shogi_color_of(item >> 7);
    int kind = hand ? item >> 5 & 7 : shogi_kind_of(item >> 7);
    float worth = kind == SHOGI_KING ? 0 : (float)see_piece_value[kind] / 2 / NET_SCALE;
    return color == side ? worth : -worth;
}

static float random_between(struct rng *rng, float low, float high)
{
    return low + (high - low) * (float)rng_double(rng);
}

/* Small enough that nothing is clamped, large enough that units differ: 40 rows add up. */
static void begin_hidden(struct net_fit *f)
{
    struct rng rng;
    rng_seed_stream(&rng, f->o.seed, UINT64_MAX);
    for (int i = 0; i < NET_FEATURES; i++)
        for (int h = 0; h < NET_HIDDEN; h++)
            f->base[WEIGHT][i * NET_FIT_STRIDE + h] = random_between(&rng, -0.05F, 0.05F);
    for (int h = 0; h < NET_HIDDEN; h++)
        f->head[WEIGHT]->bias[h] = 0.4F;
    for (int h = 0; h < 2 * NET_HIDDEN; h++) {
        float out = random_between(&rng, -0.2F, 0.2F);
        for (int phase = 0; phase < NET_PHASES; phase++)
            f->head[WEIGHT]->out[phase][h] = out;
    }
}

/* rows = base + delta, as far as integers can say it. */
static void merge_row(struct net_fit *f, int bucket, int feature)
{
    const float *base = f->base[WEIGHT] + (size_t)feature * NET_FIT_STRIDE;
    size_t at = ((size_t)bucket * NET_FEATURES + (size_t)feature) * NET_FIT_STRIDE;
    const float *delta = f->delta[WEIGHT] + at;
    float *row = f->rows + at;
    const float most = (float)NET_ROW_MOST / NET_ONE;
    for (int i = 0; i < NET_HIDDEN; i++) {
        float sum = base[i] + delta[i];
        row[i] = sum < -most ? -most : sum > most ? most : sum;
    }
    row[NET_FIT_WORTH] = base[NET_FIT_WORTH] + delta[NET_FIT_WORTH];
}

enum status net_fit_open(struct net_fit **out, const struct samples *samples,
                         const struct net_fit_options *o, struct err *err)
{
    *out = NULL;
    struct net_fit *f = mem_calloc(1, sizeof *f);
    if (!f || !allocate(f)) {
        net_fit_close(f);
        return err_nomem(err);
    }
    f->samples = samples;
    f->o = *o;
    for (int item = 0; item < NET_ITEMS; item++)
        for (int side = 0; side < 2 && item_exists(item); side++)
            for (int mirrored = 0; mirrored < 2; mirrored++) {
                int feature = net_feature(side, mirrored, item);
                f->feature[side][mirrored][item] = (uint16_t)feature;
                f->base[WEIGHT][(size_t)feature * NET_FIT_STRIDE + NET_FIT_WORTH] =
                    usual_worth(side, item);
            }
    begin_hidden(f);
    for (int bucket = 0; bucket < NET_BUCKETS; bucket++)
        for (int feature = 0; feature < NET_FEATURES; feature++)
            merge_row(f, bucket, feature);
    *out = f;
    return STATUS_OK;
}

/* --- Learning --------------------------------------------------------------------------------- */

static void add(void *ctx, int part, const uint32_t *which, size_t n, int shard,
                struct adam_sums *sums)
{
    const struct net_fit *f = ctx;
    ADD(f, f->samples->part[part].rows, which, n, shard < 0 ? NULL : &f->shards[shard], NULL, sums);
}

/* The sum of the shards' gradients of a row, in place of the first one; NULL if there is none. */
static float *sum_shards(struct net_fit *f, size_t row)
{
    float *sum = NULL;
    for (int s = 0; s < ADAM_SHARDS; s++) {
        float *part = f->shards[s].rows + row * NET_FIT_STRIDE;
        if (!f->shards[s].touched[row])
            continue;
        f->shards[s].touched[row] = 0;
        if (!sum) {
            sum = part;
            continue;
        }
        for (int i = 0; i < NET_FIT_STRIDE; i++)
            sum[i] += part[i];
        memset(part, 0, NET_FIT_STRIDE * sizeof *part);
    }
    return sum;
}

/* Only rows that were seen in the batch take a step: those of rare features would else go on by
 * their moments long after. */
static void update_feature(struct net_fit *f, const struct adam_step *step, int feature)
{
    _Alignas(32) float all[NET_FIT_STRIDE] = {0};
    size_t base = (size_t)feature * NET_FIT_STRIDE;
    bool any = false;
    for (int bucket = 0; bucket < NET_BUCKETS; bucket++) {
        size_t row = (size_t)bucket * NET_FEATURES + (size_t)feature, at = row * NET_FIT_STRIDE;
        float *sum = sum_shards(f, row);
        if (!sum)
            continue;
        any = true;
        adam_update(step, f->o.delta_decay, f->delta[WEIGHT] + at, f->delta[MOMENT_M] + at,
                    f->delta[MOMENT_V] + at, sum, NET_FIT_STRIDE);
        for (int i = 0; i < NET_FIT_STRIDE; i++)
            all[i] += sum[i];
        memset(sum, 0, NET_FIT_STRIDE * sizeof *sum);
    }
    if (!any)
        return;
    adam_update(step, f->o.decay, f->base[WEIGHT] + base, f->base[MOMENT_M] + base,
                f->base[MOMENT_V] + base, all, NET_FIT_STRIDE);
    for (int bucket = 0; bucket < NET_BUCKETS; bucket++)
        merge_row(f, bucket, feature);
}

static void update_head(struct net_fit *f, const struct adam_step *step)
{
    _Alignas(32) struct net_fit_head sum = {0};
    float *to = (float *)&sum;
    for (int s = 0; s < ADAM_SHARDS; s++) {
        const float *part = (const float *)f->shards[s].head;
        for (size_t i = 0; i < NET_FIT_HEAD; i++)
            to[i] += part[i];
        *f->shards[s].head = (struct net_fit_head){0};
    }
    adam_update(step, 0, (float *)f->head[WEIGHT], (float *)f->head[MOMENT_M],
                (float *)f->head[MOMENT_V], to, NET_FIT_HEAD);
}

static void update(void *ctx, const struct adam_step *step, unsigned nth, unsigned n)
{
    struct net_fit *f = ctx;
    int from = (int)((unsigned)NET_FEATURES * nth / n);
    int to = (int)((unsigned)NET_FEATURES * (nth + 1) / n);
    if (nth == 0)
        update_head(f, step);
    for (int feature = from; feature < to; feature++)
        update_feature(f, step, feature);
}

struct adam_model net_fit_model(struct net_fit *f)
{
    return (struct adam_model){.ctx = f,
                               .examples = {f->samples->part[SAMPLES_TRAINING].count,
                                            f->samples->part[SAMPLES_HELD_OUT].count},
                               .add = add,
                               .update = update};
}

float net_fit_logit(const struct net_fit *f, const struct sample *s)
{
    const uint32_t first = 0;
    struct adam_sums sums = {0};
    float logit;
    ADD(f, s, &first, 1, NULL, &logit, &sums);
    return logit;
}

/* --- Integers --------------------------------------------------------------------------------- */

static int rounded(double x, int most)
{
    return x > most ? most : x < -most ? -most : (int)lrint(x);
}

/* The largest weight of out becomes NET_OUT_ONE. */
static void quantise_out(const struct net_fit_head *head, struct net *out)
{
    const double unit = (double)NET_SCALE * (1 << 20) / NET_ONE / NET_ONE; /* of a logit */
    double most = 0;
    for (int p = 0; p < NET_PHASES; p++)
        for (int i = 0; i < 2 * NET_HIDDEN; i++)
            most = fmax(most, fabs((double)head->out[p][i]));
    out->out_gain = rounded(ceil(most * unit / NET_OUT_ONE), NET_OUT_GAIN_MOST);
    if (out->out_gain == 0)
        out->out_gain = 1;
    for (int p = 0; p < NET_PHASES; p++) {
        out->out_bias[p] = rounded((double)head->out_bias[p] * NET_SCALE, NET_OUT_BIAS_MOST);
        for (int i = 0; i < 2 * NET_HIDDEN; i++)
            out->out[p][i] =
                (int16_t)rounded((double)head->out[p][i] * unit / out->out_gain, NET_OUT_ONE);
    }
}

void net_fit_quantise(const struct net_fit *f, struct net *out)
{
    memset(out, 0, sizeof *out);
    for (int bucket = 0; bucket < NET_BUCKETS; bucket++)
        for (int feature = 0; feature < NET_FEATURES; feature++) {
            const float *row =
                f->rows + ((size_t)bucket * NET_FEATURES + (size_t)feature) * NET_FIT_STRIDE;
            for (int h = 0; h < NET_HIDDEN; h++)
                out->row[bucket][feature][h] =
                    (int8_t)rounded((double)row[h] * NET_ONE, NET_ROW_MOST);
            out->worth[bucket][feature] =
                (int16_t)rounded((double)row[NET_FIT_WORTH] * NET_SCALE * NET_WORTH_ONE, INT16_MAX);
        }
    for (int h = 0; h < NET_HIDDEN; h++)
        out->bias[h] = (int16_t)rounded((double)f->head[WEIGHT]->bias[h] * NET_ONE, NET_BIAS_MOST);
    quantise_out(f->head[WEIGHT], out);
}

enum status net_fit_compare(const struct net_fit *f, const struct net *net,
                            struct net_fit_difference *out, struct err *err)
{
    const struct sample_set *held = &f->samples->part[SAMPLES_HELD_OUT];
    *out = (struct net_fit_difference){0};
    for (size_t i = 0; i < held->count; i++) {
        struct shogi_pos pos;
        enum status status = sample_position(&held->rows[i], &pos, err);
        if (status != STATUS_OK)
            return status;
        double exact = NET_SCALE * (double)net_fit_logit(f, &held->rows[i]);
        double off = fabs(exact - net_value_plain(net, &pos));
        out->mean += off / (double)held->count;
        out->most = fmax(out->most, off);
    }
    return STATUS_OK;
}
