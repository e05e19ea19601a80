/* network.c: a network's layers, for a batch of boards at a time; see network.h.
 *
 * The kernels (network_core.h) do what is done for every channel of every point, nine tenths of the
 * time in the sums of convolutions; what is done once for a board is here.  The compiler may not
 * fuse a multiplication and an addition, and does not by the standard's rules; clang has to be
 * told. */
#include "engine/network/network.h"

#include <string.h>

#include "base/alloc.h"
#include "engine/network/network_internal.h"

#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif

/* One of a batch. */
struct network_board {
    int16_t *planes, *x, *y; /* with their edges, which stay zero */
    int32_t *sums;
};

struct network_scratch {
    size_t batch;
    struct network_board *boards; /* owned, as is what is in them */
    struct network_sums *work;    /* owned: what a convolution is given */
};

/* --- Scratch ---------------------------------------------------------------------------------- */

static bool board_init(struct network_board *b, const struct network *n)
{
    const struct network_shape *s = &n->shape;
    size_t edged = (size_t)(s->width + 2) * (s->height + 2), points = network_points(s);
    size_t stride = n->input.out_stride, wide = n->policy.out_stride;
    b->planes = mem_calloc_aligned(NETWORK_ALIGN, edged * n->input.in_stride, sizeof *b->planes);
    b->x = mem_calloc_aligned(NETWORK_ALIGN, edged * stride, sizeof *b->x);
    b->y = mem_calloc_aligned(NETWORK_ALIGN, edged * stride, sizeof *b->y);
    b->sums = mem_calloc_aligned(NETWORK_ALIGN, points * (stride > wide ? stride : wide),
                                 sizeof *b->sums);
    return b->planes && b->x && b->y && b->sums;
}

enum status network_scratch_open(struct network_scratch **out, const struct network *n,
                                 size_t batch, struct err *err)
{
    struct network_scratch *s = mem_calloc(1, sizeof *s);
    bool made = s != NULL;
    *out = NULL;
    if (made) {
        s->boards = mem_calloc(batch, sizeof *s->boards);
        s->work = mem_calloc(batch, sizeof *s->work);
        s->batch = s->boards ? batch : 0;
        made = s->boards && s->work;
    }
    for (size_t i = 0; i < batch && made; i++)
        made = board_init(&s->boards[i], n);
    if (!made) {
        network_scratch_close(s);
        return err_nomem(err);
    }
    *out = s;
    return STATUS_OK;
}

void network_scratch_close(struct network_scratch *s)
{
    if (!s)
        return;
    for (size_t i = 0; i < s->batch; i++) {
        mem_free(s->boards[i].planes);
        mem_free(s->boards[i].x);
        mem_free(s->boards[i].y);
        mem_free(s->boards[i].sums);
    }
    mem_free(s->boards);
    mem_free(s->work);
    mem_free(s);
}

/* --- Numbers ---------------------------------------------------------------------------------- */

float network_exp(float x)
{
    /* 2^k * e^r with |r| <= ln 2 / 2; ln 2 in two parts, of which the first times k is exact */
    static const float LN2_HIGH = 0.693359375F, LN2_LOW = -2.12194440e-4F;
    static const float ROUND = 12582912.0F; /* adding it leaves no place for a fraction */
    x = x < -87.0F ? -87.0F : x > 88.0F ? 88.0F : x;
    float k = (x * 1.44269504F + ROUND) - ROUND;
    float r = (x - k * LN2_HIGH) - k * LN2_LOW;
    float p = 1.0F / 720;
    p = p * r + 1.0F / 120;
    p = p * r + 1.0F / 24;
    p = p * r + 1.0F / 6;
    p = p * r + 0.5F;
    p = p * r + 1;
    p = p * r + 1;
    uint32_t bits = (uint32_t)((int32_t)k + 127) << 23;
    float power;
    memcpy(&power, &bits, sizeof power);
    return p * power;
}

static float sigmoid(float x)
{
    return 1.0F / (1.0F + network_exp(-x));
}

/* out = weights * in + bias, weights being turned: [in][stride of out].  Each sum begins at 0, takes
 * the inputs in order, and the bias at the end. */
static void dense(const float *restrict weights, const float *restrict bias,
                  const float *restrict in, uint32_t in_count, float *restrict out,
                  uint32_t out_count)
{
    size_t stride = network_stride(out_count);
    for (size_t o = 0; o < stride; o += NETWORK_STRIDE) {
        float sum[NETWORK_STRIDE] = {0};
        for (uint32_t i = 0; i < in_count; i++)
            for (int k = 0; k < NETWORK_STRIDE; k++)
                sum[k] += weights[i * stride + o + (size_t)k] * in[i];
        for (int k = 0; k < NETWORK_STRIDE; k++)
            out[o + (size_t)k] = sum[k] + bias[o + (size_t)k];
    }
}

static void rectify(float *x, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        x[i] = x[i] > 0 ? x[i] : 0;
}

/* --- From sums to activations ----------------------------------------------------------------- */

/* A point of a board with an edge. */
static size_t edged_point(const struct network_shape *s, uint32_t point)
{
    return (size_t)(s->height + 2) * (point / s->height + 1) + point % s->height + 1;
}

/* More is what is added to the sums of every point. */
static void activate_all(const struct network *n, const struct network_conv *c, const int32_t *sums,
                         const int32_t *more, float step, int16_t *out)
{
    for (uint32_t point = 0; point < network_points(&n->shape); point++)
        n->kernel->activate(c, sums + point * c->out_stride, more, step,
                            out + edged_point(&n->shape, point) * c->out_stride);
}

/* --- Layers ----------------------------------------------------------------------------------- */

static void put_planes(const struct network *n, const struct network_input *in,
                       struct network_board *b)
{
    const struct network_shape *s = &n->shape;
    size_t stride = n->input.in_stride;
    uint32_t points = network_points(s);
    memset(b->planes, 0, (size_t)(s->width + 2) * (s->height + 2) * stride * sizeof *b->planes);
    for (size_t i = 0; i < in->ones_count; i++) {
        uint32_t plane = in->ones[i] / points, point = in->ones[i] % points;
        b->planes[edged_point(s, point) * stride + plane] = 1;
    }
}

static void enter(const struct network *n, const struct network_input *in, struct network_board *b)
{
    _Alignas(NETWORK_ALIGN) int32_t more[NETWORK_MOST_CHANNELS] = {0};
    uint32_t channels = n->shape.channels;
    for (size_t i = 0; i < in->globals_count; i++)
        for (uint32_t c = 0; c < channels; c++)
            more[c] += n->globals[(size_t)in->globals[i] * channels + c];
    activate_all(n, &n->input, b->sums, more, n->step, b->x);
}

/* Means over the board of what the second convolution of a block gives. */
static void mean_of_sums(const struct network *n, const struct network_conv *c, const int32_t *sums,
                         float *mean)
{
    int64_t total[NETWORK_MOST_CHANNELS] = {0};
    uint32_t points = network_points(&n->shape);
    for (uint32_t point = 0; point < points; point++)
        for (uint32_t i = 0; i < c->out; i++)
            total[i] += sums[point * c->out_stride + i];
    for (uint32_t i = 0; i < c->out; i++)
        mean[i] = (float)total[i] * c->mul[i] / (float)points + c->bias[i];
}

static void find_gates(const struct network *n, const struct network_block *block,
                       const int32_t *sums, float *gate)
{
    float mean[NETWORK_MOST_CHANNELS] = {0}, squeezed[NETWORK_MOST_UNITS] = {0};
    uint32_t channels = n->shape.channels;
    mean_of_sums(n, &block->b, sums, mean);
    dense(block->w1, block->b1, mean, channels, squeezed, n->shape.squeezed);
    rectify(squeezed, n->shape.squeezed);
    dense(block->w2, block->b2, squeezed, n->shape.squeezed, gate, channels);
    for (uint32_t i = 0; i < channels; i++)
        gate[i] = sigmoid(gate[i]);
}

static void leave_block(const struct network *n, const struct network_block *block,
                        struct network_board *b)
{
    _Alignas(NETWORK_ALIGN) float gate[NETWORK_MOST_CHANNELS] = {0};
    size_t stride = block->b.out_stride;
    find_gates(n, block, b->sums, gate);
    for (uint32_t point = 0; point < network_points(&n->shape); point++)
        n->kernel->add_gated(&block->b, b->sums + point * stride, gate, n->step,
                             b->x + edged_point(&n->shape, point) * stride);
}

/* --- Heads ------------------------------------------------------------------------------------ */

static void find_logits(const struct network *n, const struct network_board *b, float *logits)
{
    uint32_t points = network_points(&n->shape);
    for (uint32_t plane = 0; plane < n->shape.policy; plane++)
        for (uint32_t point = 0; point < points; point++) {
            size_t at = (size_t)plane * points + point;
            logits[at] =
                (float)b->sums[point * n->policy.out_stride + plane] * n->policy.mul[plane] +
                n->policy_bias[at];
        }
}

static float find_value(const struct network *n, const struct network_board *b)
{
    float mean[NETWORK_MOST_CHANNELS] = {0}, hidden[NETWORK_MOST_UNITS] = {0}, value = 0;
    int32_t total[NETWORK_MOST_CHANNELS] = {0};
    uint32_t points = network_points(&n->shape), channels = n->shape.channels;
    for (uint32_t point = 0; point < points; point++)
        for (uint32_t i = 0; i < channels; i++)
            total[i] += b->x[edged_point(&n->shape, point) * n->input.out_stride + i];
    for (uint32_t i = 0; i < channels; i++)
        mean[i] = (float)total[i] * n->step / (float)points;
    dense(n->v1, n->c1, mean, channels, hidden, n->shape.units);
    rectify(hidden, n->shape.units);
    for (uint32_t i = 0; i < n->shape.units; i++)
        value += n->v2[i] * hidden[i];
    return sigmoid(value + n->c2[0]);
}

/* --- All of it -------------------------------------------------------------------------------- */

enum network_side { SIDE_PLANES, SIDE_X, SIDE_Y };

static void convolve(const struct network *n, struct network_scratch *s,
                     const struct network_conv *c, enum network_side from, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct network_board *b = &s->boards[i];
        s->work[i] = (struct network_sums){from == SIDE_PLANES ? b->planes
                                           : from == SIDE_X    ? b->x
                                                               : b->y,
                                           b->sums};
    }
    n->kernel->convolve(c, n->shape.width, n->shape.height, s->work, count);
}

static void run_block(const struct network *n, struct network_scratch *s,
                      const struct network_block *block, size_t count)
{
    static const _Alignas(NETWORK_ALIGN) int32_t NOTHING[NETWORK_MOST_CHANNELS];
    convolve(n, s, &block->a, SIDE_X, count);
    for (size_t i = 0; i < count; i++)
        activate_all(n, &block->a, s->boards[i].sums, NOTHING, block->step, s->boards[i].y);
    convolve(n, s, &block->b, SIDE_Y, count);
    for (size_t i = 0; i < count; i++)
        leave_block(n, block, &s->boards[i]);
}

void network_run(const struct network *n, struct network_scratch *s,
                 const struct network_input *inputs, struct network_output *outputs, size_t count)
{
    for (size_t i = 0; i < count; i++)
        put_planes(n, &inputs[i], &s->boards[i]);
    convolve(n, s, &n->input, SIDE_PLANES, count);
    for (size_t i = 0; i < count; i++)
        enter(n, &inputs[i], &s->boards[i]);
    for (uint32_t b = 0; b < n->shape.blocks; b++)
        run_block(n, s, &n->blocks[b], count);
    convolve(n, s, &n->policy, SIDE_X, count);
    for (size_t i = 0; i < count; i++) {
        find_logits(n, &s->boards[i], outputs[i].logits);
        outputs[i].win = find_value(n, &s->boards[i]);
    }
}

const struct network_shape *network_shape_of(const struct network *n)
{
    return &n->shape;
}

uint64_t network_checksum(const struct network *n)
{
    return n->checksum;
}

struct span network_text(const struct network *n)
{
    return buf_span(&n->text);
}

float network_temperature(const struct network *n, uint32_t class)
{
    return n->temperature[class];
}
