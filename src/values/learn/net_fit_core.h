/* net_fit_core.h: the network forwards and backwards, compiled once for any processor and once for
 * those with AVX2 (net_fit_internal.h names both).
 *
 * Floats are added in vectors of eight in both, so both give the same sums to the last bit. */
#include <math.h>

#include "values/learn/net_fit_internal.h"

typedef float lanes __attribute__((vector_size(32), may_alias));
typedef int32_t masks __attribute__((vector_size(32), may_alias));
enum { VECTORS = NET_HIDDEN / ADAM_LANES, AHEAD = 8 };

/* So that sums stay in registers at -O2. */
#define EACH_VECTOR(v, most) _Pragma("GCC unroll 16") for (int v = 0; v < (most); v++)

/* What a side sees, and what becomes of it. */
struct fit_perspective {
    uint32_t row[NET_MOST_ACTIVE];
    lanes hidden[VECTORS + 1]; /* the last one: worth */
    lanes clamped[VECTORS];
};

static void perspective_forward(const struct net_fit *f, const struct sample *s, int side,
                                struct fit_perspective *l)
{
    const uint8_t eyes = s->eyes[side];
    const uint16_t *feature = f->feature[side][(eyes & SAMPLE_MIRRORED) != 0];
    const uint32_t first = (eyes & (uint8_t)~SAMPLE_MIRRORED) * (uint32_t)NET_FEATURES;
    const lanes *bias = (const lanes *)f->head[0]->bias;
    lanes sum[VECTORS + 1];
    EACH_VECTOR(v, VECTORS + 1)
    {
        sum[v] = bias[v];
    }
    for (int i = 0; i < s->count; i++) {
        uint32_t row = first + feature[s->item[i]];
        const lanes *add = (const lanes *)(f->rows + (size_t)row * NET_FIT_STRIDE);
        l->row[i] = row;
        EACH_VECTOR(v, VECTORS + 1)
        {
            sum[v] += add[v];
        }
    }
    EACH_VECTOR(v, VECTORS + 1)
    {
        l->hidden[v] = sum[v];
    }
    EACH_VECTOR(v, VECTORS)
    {
        const lanes zero = {0}, one = zero + 1.0F;
        masks below = sum[v] < one;
        lanes capped = (lanes)(((masks)sum[v] & below) | ((masks)one & ~below));
        l->clamped[v] = (lanes)((masks)capped & (capped > zero));
    }
}

/* Sum of out · squares. */
static float perspective_weigh(const struct fit_perspective *l, const float *out)
{
    lanes sum = {0};
    EACH_VECTOR(v, VECTORS)
    {
        sum += ((const lanes *)out)[v] * l->clamped[v] * l->clamped[v];
    }
    return ((sum[0] + sum[4]) + (sum[1] + sum[5])) + ((sum[2] + sum[6]) + (sum[3] + sum[7]));
}

/* slope: of the error by the logit; sign: of this side's worths in it. */
static void perspective_backward(const struct fit_perspective *l, const struct net_fit_shard *shard,
                                 int count, const float *out, float *out_gradient, float slope,
                                 float sign)
{
    const lanes s = (lanes){0} + slope, one = (lanes){0} + 1.0F;
    lanes down[VECTORS + 1];
    lanes *bias = (lanes *)shard->head->bias;
    EACH_VECTOR(v, VECTORS)
    {
        const lanes c = l->clamped[v];
        ((lanes *)out_gradient)[v] += s * c * c;
        lanes back = s * ((const lanes *)out)[v] * (c + c); /* 0 where clamped to 0 */
        down[v] = (lanes)((masks)back & (c < one));
        bias[v] += down[v];
    }
    down[VECTORS] = (lanes){sign * slope};
    for (int i = 0; i < count; i++) {
        lanes *row = (lanes *)(shard->rows + (size_t)l->row[i] * NET_FIT_STRIDE);
        shard->touched[l->row[i]] = 1;
        EACH_VECTOR(v, VECTORS + 1)
        {
            row[v] += down[v];
        }
    }
}

static float target_of(const struct net_fit *f, const struct sample *s, float result)
{
    if (s->value == SAMPLE_NO_VALUE)
        return result;
    float p = 1 / (1 + expf((float)-sample_value(s) / NET_SCALE));
    return f->o.lambda * p + (1 - f->o.lambda) * result;
}

static float sample_loss(const struct net_fit *f, const struct sample *s,
                         const struct net_fit_shard *shard, struct adam_sums *sums)
{
    const float *out = f->head[0]->out[s->phase], result = (float)sample_result(s);
    struct fit_perspective own, enemy;
    perspective_forward(f, s, s->turn, &own);
    perspective_forward(f, s, s->turn ^ 1, &enemy);
    float logit = perspective_weigh(&own, out) + perspective_weigh(&enemy, out + NET_HIDDEN) +
                  (own.hidden[VECTORS][0] - enemy.hidden[VECTORS][0]) +
                  f->head[0]->out_bias[s->phase];
    float slope = adam_loss(logit, target_of(f, s, result), result, sums);
    if (shard) {
        float *out_gradient = shard->head->out[s->phase];
        shard->head->out_bias[s->phase] += slope;
        perspective_backward(&own, shard, s->count, out, out_gradient, slope, 1);
        perspective_backward(&enemy, shard, s->count, out + NET_HIDDEN, out_gradient + NET_HIDDEN,
                             slope, -1);
    }
    return logit;
}

void CORE(net_fit_add)(const struct net_fit *f, const struct sample *samples, const uint32_t *which,
                       size_t n, const struct net_fit_shard *shard, float *logits,
                       struct adam_sums *sums)
{
    for (size_t i = 0; i < n; i++) {
        if (i + AHEAD < n) {
            const char *later = (const char *)&samples[which[i + AHEAD]];
            __builtin_prefetch(later);
            __builtin_prefetch(later + sizeof *samples - 1);
        }
        float logit = sample_loss(f, &samples[which[i]], shard, sums);
        if (logits)
            logits[i] = logit;
    }
}
