/* test_network.c: networks on boards: what they give is what the page of the format says, reckoned
 * slowly in double precision; every kernel and every batch gives the same bits; damaged, hostile and
 * too large files are refused; no memory. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "base/cpu.h"
#include "random_network.h"
#include "scratch.h"

static const struct network_shape TINY = {.game = NETWORK_SHOGI,
                                          .width = 9,
                                          .height = 9,
                                          .planes = 5,
                                          .globals = 3,
                                          .channels = 8,
                                          .blocks = 1,
                                          .squeezed = 1,
                                          .policy = 3,
                                          .units = 4,
                                          .classes = 2};

/* Odd numbers, a board that is no square, one smaller than a tile and one larger than two. */
static const struct network_shape SHAPES[] = {
    {NETWORK_SHOGI, 9, 9, 5, 3, 8, 1, 1, 3, 4, 2},
    {NETWORK_SHOGI, 9, 9, 42, 60, 48, 3, 6, 27, 64, 4},
    {NETWORK_GO, 19, 19, 7, 2, 12, 2, 3, 2, 8, 1},
    {NETWORK_GO, 5, 7, 1, 0, 33, 2, 33, 1, 1, 1},
    {NETWORK_GO, 1, 1, 128, 256, 1, 1, 1, 64, 256, 16},
    {NETWORK_SHOGI, 9, 9, 42, 60, 64, 0, 8, 27, 64, 4},
};
enum { SHAPE_COUNT = sizeof SHAPES / sizeof *SHAPES };

static uint32_t points_of(const struct network_shape *s)
{
    return s->width * s->height;
}

/* --- Inputs ----------------------------------------------------------------------------------- */

struct network_case {
    uint16_t ones[NETWORK_MOST_PLANES * NETWORK_MOST_POINTS], globals[NETWORK_MOST_GLOBALS];
    struct network_input input;
    struct network_output output;
    float logits[NETWORK_MOST_POLICY * NETWORK_MOST_POINTS];
};

static void case_init(struct network_case *c, const struct network_shape *s, struct rng *r)
{
    c->input = (struct network_input){.ones = c->ones, .globals = c->globals};
    c->output = (struct network_output){.logits = c->logits};
    for (uint32_t i = 0; i < s->planes * points_of(s); i++)
        if (rng_below(r, 8) == 0)
            c->ones[c->input.ones_count++] = (uint16_t)i;
    for (uint32_t i = 0; i < s->globals; i++)
        if (rng_below(r, 2) == 0)
            c->globals[c->input.globals_count++] = (uint16_t)i;
}

static struct network *read_whole(const struct buf *file)
{
    struct network *n;
    struct err err = {0};
    assert_int_equal(network_read(&n, buf_span(file), &err), STATUS_OK);
    return n;
}

/* All cases at once. */
static void run(const struct network *n, struct network_case *cases, size_t count)
{
    struct network_scratch *s;
    struct network_input *inputs = calloc(count, sizeof *inputs);
    struct network_output *outputs = calloc(count, sizeof *outputs);
    assert_true(inputs && outputs);
    for (size_t i = 0; i < count; i++) {
        inputs[i] = cases[i].input;
        outputs[i] = cases[i].output;
    }
    assert_int_equal(network_scratch_open(&s, n, count, NULL), STATUS_OK);
    network_run(n, s, inputs, outputs, count);
    for (size_t i = 0; i < count; i++)
        cases[i].output = outputs[i];
    network_scratch_close(s);
    free(inputs);
    free(outputs);
}

/* --- The network as its file says, slowly ----------------------------------------------------- */

struct slow {
    const struct network_shape *s;
    const char *p; /* the next section */
    double step;
    double x[NETWORK_MOST_CHANNELS][NETWORK_MOST_POINTS];
    double y[NETWORK_MOST_CHANNELS][NETWORK_MOST_POINTS];
    double z[NETWORK_MOST_CHANNELS][NETWORK_MOST_POINTS];
    double logits[NETWORK_MOST_POLICY * NETWORK_MOST_POINTS];
    double win;
};

static const char *section(struct slow *w, size_t bytes)
{
    const char *p = w->p;
    w->p += (bytes + 15) / 16 * 16;
    return p;
}

static double float_at(const char *p, size_t i)
{
    uint32_t bits = le_get32(p + 4 * i);
    float x;
    memcpy(&x, &bits, sizeof x);
    return (double)x;
}

static double clamp(double x, double step)
{
    return x < 0 ? 0 : x > 4095 * step ? 4095 * step : x;
}

/* One output of a 3x3 convolution at one point. */
static double at_point(const struct slow *w, const int8_t *weights, uint32_t in_count,
                       double (*in)[NETWORK_MOST_POINTS], int x, int y)
{
    int width = (int)w->s->width, height = (int)w->s->height;
    double sum = 0;
    for (uint32_t i = 0; i < in_count; i++)
        for (int dx = -1; dx <= 1; dx++)
            for (int dy = -1; dy <= 1; dy++)
                if (x + dx >= 0 && x + dx < width && y + dy >= 0 && y + dy < height)
                    sum += weights[i * 9 + (unsigned)((dx + 1) * 3 + dy + 1)] *
                           in[i][(x + dx) * height + y + dy];
    return sum;
}

/* to[c] = scale * (conv(in) + more[c]) + bias */
static void slow_conv(struct slow *w, uint32_t in_count, double (*in)[NETWORK_MOST_POINTS],
                      const char *scale, const char *bias, const int *more,
                      double (*to)[NETWORK_MOST_POINTS])
{
    const struct network_shape *s = w->s;
    const int8_t *weights = (const int8_t *)section(w, (size_t)s->channels * in_count * 9);
    for (uint32_t c = 0; c < s->channels; c++)
        for (int x = 0; x < (int)s->width; x++)
            for (int y = 0; y < (int)s->height; y++)
                to[c][x * (int)s->height + y] =
                    float_at(scale, c) *
                        (at_point(w, weights + c * in_count * 9, in_count, in, x, y) + more[c]) +
                    float_at(bias, c);
}

static void slow_input(struct slow *w, const struct network_input *in)
{
    const struct network_shape *s = w->s;
    int more[NETWORK_MOST_CHANNELS] = {0};
    const char *scale = section(w, 4 * s->channels), *bias = section(w, 4 * s->channels);
    const int8_t *globals = (const int8_t *)section(w, (size_t)s->globals * s->channels);
    for (size_t i = 0; i < in->globals_count; i++)
        for (uint32_t c = 0; c < s->channels; c++)
            more[c] += globals[in->globals[i] * s->channels + c];
    for (size_t i = 0; i < in->ones_count; i++)
        w->y[in->ones[i] / points_of(s)][in->ones[i] % points_of(s)] = 1;
    slow_conv(w, s->planes, w->y, scale, bias, more, w->x);
    for (uint32_t c = 0; c < s->channels; c++)
        for (uint32_t p = 0; p < points_of(s); p++)
            w->x[c][p] = clamp(w->x[c][p], w->step);
}

/* to = from * matrix + bias, both of which come next in the file */
static void slow_dense(struct slow *w, uint32_t in_count, const double *in, uint32_t out_count,
                       double *out)
{
    const char *matrix = section(w, (size_t)4 * in_count * out_count);
    const char *bias = section(w, (size_t)4 * out_count);
    for (uint32_t o = 0; o < out_count; o++) {
        out[o] = float_at(bias, o);
        for (uint32_t i = 0; i < in_count; i++)
            out[o] += float_at(matrix, (size_t)o * in_count + i) * in[i];
    }
}

static void slow_means(const struct slow *w, double (*of)[NETWORK_MOST_POINTS], double *mean)
{
    for (uint32_t c = 0; c < w->s->channels; c++) {
        mean[c] = 0;
        for (uint32_t p = 0; p < points_of(w->s); p++)
            mean[c] += of[c][p] / points_of(w->s);
    }
}

static double slow_sigmoid(double x)
{
    return 1 / (1 + exp(-x));
}

static void slow_block(struct slow *w)
{
    static const int NOTHING[NETWORK_MOST_CHANNELS];
    const struct network_shape *s = w->s;
    double mean[NETWORK_MOST_CHANNELS], h[NETWORK_MOST_UNITS], gate[NETWORK_MOST_CHANNELS];
    double step = float_at(section(w, 4), 0);
    for (int half = 0; half < 2; half++) {
        const char *scale = section(w, 4 * s->channels), *bias = section(w, 4 * s->channels);
        slow_conv(w, s->channels, half ? w->y : w->x, scale, bias, NOTHING, half ? w->z : w->y);
        for (uint32_t c = 0; c < s->channels && !half; c++)
            for (uint32_t p = 0; p < points_of(s); p++)
                w->y[c][p] = clamp(w->y[c][p], step);
    }
    slow_means(w, w->z, mean);
    slow_dense(w, s->channels, mean, s->squeezed, h);
    for (uint32_t i = 0; i < s->squeezed; i++)
        h[i] = fmax(h[i], 0);
    slow_dense(w, s->squeezed, h, s->channels, gate);
    for (uint32_t c = 0; c < s->channels; c++)
        for (uint32_t p = 0; p < points_of(s); p++)
            w->x[c][p] = clamp(w->x[c][p] + slow_sigmoid(gate[c]) * w->z[c][p], w->step);
}

static void slow_heads(struct slow *w)
{
    const struct network_shape *s = w->s;
    double mean[NETWORK_MOST_CHANNELS], h[NETWORK_MOST_UNITS], value = 0;
    const char *scale = section(w, 4 * s->policy);
    const int8_t *weights = (const int8_t *)section(w, s->policy * s->channels);
    const char *bias = section(w, (size_t)4 * s->policy * points_of(s));
    for (uint32_t i = 0; i < s->policy * points_of(s); i++) {
        uint32_t plane = i / points_of(s);
        double sum = 0;
        for (uint32_t c = 0; c < s->channels; c++)
            sum += weights[plane * s->channels + c] * w->x[c][i % points_of(s)];
        w->logits[i] = float_at(scale, plane) * sum + float_at(bias, i);
    }
    slow_means(w, w->x, mean);
    slow_dense(w, s->channels, mean, s->units, h);
    const char *v2 = section(w, 4 * s->units), *c2 = section(w, 4);
    for (uint32_t i = 0; i < s->units; i++)
        value += float_at(v2, i) * fmax(h[i], 0);
    w->win = slow_sigmoid(value + float_at(c2, 0));
}

static void slow_run(struct slow *w, const struct buf *file, const struct network_shape *s,
                     const struct network_input *in)
{
    memset(w, 0, sizeof *w);
    w->s = s;
    w->p = file->p + 64;
    w->step = float_at(file->p, 14);
    slow_input(w, in);
    for (uint32_t b = 0; b < s->blocks; b++)
        slow_block(w);
    slow_heads(w);
}

/* --- Tests ------------------------------------------------------------------------------------ */

static void test_outputs_are_those_of_the_format(void **state)
{
    static struct network_case c;
    static struct slow slow;
    struct rng r;
    (void)state;
    rng_seed(&r, 3);
    for (int i = 0; i < SHAPE_COUNT; i++) {
        const struct network_shape *s = &SHAPES[i];
        struct buf file;
        double worst = 0, spread = 0;
        buf_init(&file, BUF_DEFAULT_MAX);
        random_network_write(&file, s, (uint64_t)i + 1);
        struct network *n = read_whole(&file);
        c = (struct network_case){0};
        case_init(&c, s, &r);
        run(n, &c, 1);
        slow_run(&slow, &file, s, &c.input);
        for (uint32_t k = 0; k < s->policy * points_of(s); k++) {
            worst = fmax(worst, fabs((double)c.logits[k] - slow.logits[k]));
            spread = fmax(spread, fabs(slow.logits[k] - slow.logits[0]));
        }
        /* half a step of 1/512 in every activation, and a few layers */
        if (worst > 0.01 || fabs((double)c.output.win - slow.win) > 0.001)
            fail_msg("shape %d: logits differ by %g of %g, wins are %g and %g", i, worst, spread,
                     (double)c.output.win, slow.win);
        network_close(n);
        buf_release(&file);
    }
}

static void check_kernels(const struct network_shape *s, uint64_t seed)
{
    enum { BATCH = 3 };
    static struct network_case plain[BATCH], other[BATCH];
    struct buf file;
    struct rng r;
    rng_seed(&r, seed);
    buf_init(&file, BUF_DEFAULT_MAX);
    random_network_write(&file, s, seed);
    memset(plain, 0, sizeof plain);
    for (int i = 0; i < BATCH; i++)
        case_init(&plain[i], s, &r);
    cpu_level_limit(CPU_BASE);
    struct network *n = read_whole(&file);
    for (int i = 0; i < BATCH; i++)
        run(n, &plain[i], 1);
    network_close(n);
    for (int level = CPU_BASE; level <= (int)CPU_V4; level++) {
        cpu_level_limit((enum cpu_level)level);
        n = read_whole(&file);
        memset(other, 0, sizeof other);
        rng_seed(&r, seed);
        for (int i = 0; i < BATCH; i++)
            case_init(&other[i], s, &r);
        run(n, other, BATCH);
        for (int i = 0; i < BATCH; i++) {
            assert_memory_equal(plain[i].logits, other[i].logits, sizeof plain[i].logits);
            assert_true(plain[i].output.win == other[i].output.win);
        }
        network_close(n);
    }
    buf_release(&file);
}

static void test_kernels_and_batches_agree(void **state)
{
    (void)state;
    for (int i = 0; i < SHAPE_COUNT; i++)
        check_kernels(&SHAPES[i], 10 + (uint64_t)i);
    /* sums of as many products as there may be */
    const struct network_shape wide = {NETWORK_SHOGI, 9, 9, 42, 60, 256, 1, 32, 27, 64, 4};
    check_kernels(&wide, 30);
}

/* The same on every machine and by every compiler: what these bits are is of no importance, that
 * they stay what they are is. */
static void test_bits_never_change(void **state)
{
    static struct network_case c;
    const struct network_shape *s = &SHAPES[1];
    struct buf file;
    struct rng r;
    (void)state;
    rng_seed(&r, 5);
    buf_init(&file, BUF_DEFAULT_MAX);
    random_network_write(&file, s, 5);
    struct network *n = read_whole(&file);
    case_init(&c, s, &r);
    run(n, &c, 1);
    uint64_t sum = XXH3_64bits(c.logits, s->policy * points_of(s) * sizeof *c.logits);
    assert_int_equal(sum, UINT64_C(0xA6A6842CDA79972F));
    assert_true(lrintf(c.output.win * 1e6F) == 54385);
    network_close(n);
    buf_release(&file);
}

/* Where all weights and activations are as large as they can be nothing overflows, and every kernel
 * says the same. */
static void test_largest_sums(void **state)
{
    struct network_shape s = {NETWORK_SHOGI, 3, 3, 1, 0, 256, 1, 1, 1, 1, 1};
    static struct network_case c;
    struct buf file;
    float logits[2][9];
    (void)state;
    buf_init(&file, BUF_DEFAULT_MAX);
    random_network_write(&file, &s, 1);
    size_t weights = 256 * 9;
    size_t input_at = 64 + 2 * 4 * 256, block_at = input_at + weights + 16;
    for (size_t i = 0; i < 256; i++) /* biases that fill all activations */
        le_put32(file.p + 64 + 4 * 256 + 4 * i, 0x42C80000);
    for (int half = 0; half < 2; half++) {
        size_t at = block_at + (size_t)half * (2 * 4 * 256 + 256 * weights) + 2 * 4 * 256;
        memset(file.p + at, 127, 256 * weights);
    }
    file.n -= 8;
    random_network_seal(&file);
    for (int level = CPU_BASE; level <= (int)CPU_V4; level++) {
        cpu_level_limit((enum cpu_level)level);
        struct network *n = read_whole(&file);
        c = (struct network_case){.output.logits = c.logits};
        run(n, &c, 1);
        memcpy(logits[level > CPU_BASE], c.logits, sizeof logits[0]);
        assert_memory_equal(logits[0], logits[level > CPU_BASE], sizeof logits[0]);
        /* all of x is 4095 steps: only weights and bias are left in a logit */
        assert_true(isfinite(c.logits[0]));
        network_close(n);
    }
    buf_release(&file);
}

static void test_exponential(void **state)
{
    (void)state;
    for (double x = -86; x < 87; x += 0.0173) {
        double of = exp((double)(float)x);
        assert_true(fabs((double)network_exp((float)x) - of) < 4e-7 * of);
    }
    assert_true(network_exp(0) == 1);
    assert_true(network_exp(-1e30F) > 0 && network_exp(-1e30F) < 1e-37F);
    assert_true(isfinite(network_exp(1e30F)));
}

static void test_what_is_in_the_file(void **state)
{
    struct buf file;
    (void)state;
    buf_init(&file, BUF_DEFAULT_MAX);
    random_network_write(&file, &TINY, 1);
    struct network *n = read_whole(&file);
    assert_memory_equal(network_shape_of(n), &TINY, sizeof TINY);
    assert_true(span_eq(network_text(n), SPAN("random weights")));
    for (uint32_t i = 0; i < TINY.classes; i++)
        assert_true(network_temperature(n, i) > 0.79F && network_temperature(n, i) < 1.21F);
    network_close(n);
    buf_release(&file);
}

/* --- Files that are none ---------------------------------------------------------------------- */

/* Reads the first n bytes with a checksum that fits. */
static enum status read_sealed(const struct buf *file, size_t n)
{
    struct network *net;
    struct buf copy;
    struct err err = {0};
    buf_init(&copy, BUF_DEFAULT_MAX);
    buf_add(&copy, file->p, n);
    random_network_seal(&copy);
    enum status status = network_read(&net, buf_span(&copy), &err);
    assert_true(status == STATUS_OK ? net != NULL : net == NULL);
    assert_int_equal(err.code, status);
    network_close(net);
    buf_release(&copy);
    return status;
}

static enum status read_with(const struct buf *file, size_t at, uint32_t word)
{
    uint32_t was = le_get32(file->p + at);
    le_put32(file->p + at, word);
    enum status status = read_sealed(file, file->n - 8);
    le_put32(file->p + at, was);
    return status;
}

static void test_damaged_files(void **state)
{
    struct buf file;
    struct network *n;
    (void)state;
    buf_init(&file, BUF_DEFAULT_MAX);
    random_network_write(&file, &TINY, 1);
    size_t whole = file.n - 8;
    assert_int_equal(read_sealed(&file, whole), STATUS_OK);
    for (size_t cut = 0; cut < whole; cut += cut < 128 ? 1 : 16)
        assert_int_equal(read_sealed(&file, cut), STATUS_SYNTAX);
    for (int i = 0; i < 16; i++)
        buf_add_char(&file, '\0'); /* more than there should be */
    assert_int_equal(read_sealed(&file, whole + 16), STATUS_SYNTAX);
    file.n = whole + 8;
    for (size_t at = 0; at < file.n; at += 97) {
        file.p[at] ^= 4;
        assert_true(network_read(&n, buf_span(&file), NULL) != STATUS_OK);
        file.p[at] ^= 4;
    }
    buf_release(&file);
}

static void test_hostile_numbers(void **state)
{
    enum { SHAPE_AT = 12, STEP_AT = 56, NAN_BITS = 0x7FC00000, INF_BITS = 0x7F800000 };
    static const uint32_t TOO_MUCH[] = {20, 20, 129, 257, 257, 65, 257, 65, 257, 17};
    struct buf file;
    (void)state;
    buf_init(&file, BUF_DEFAULT_MAX);
    random_network_write(&file, &TINY, 1);
    assert_int_equal(read_with(&file, 8, 2), STATUS_UNSUPPORTED);
    for (size_t i = 0; i < sizeof TOO_MUCH / sizeof *TOO_MUCH; i++) {
        size_t at = SHAPE_AT + 4 + 4 * i;
        bool may_be_none = i == 3 || i == 5; /* globals, blocks */
        assert_int_equal(read_with(&file, at, TOO_MUCH[i]), STATUS_LIMIT);
        assert_int_equal(read_with(&file, at, UINT32_MAX), STATUS_LIMIT);
        assert_int_equal(read_with(&file, at, TOO_MUCH[i] - 1), STATUS_SYNTAX); /* too short */
        if (!may_be_none)
            assert_int_equal(read_with(&file, at, 0), STATUS_SYNTAX);
    }
    static const uint32_t NO_STEPS[] = {0, 0xBF800000, NAN_BITS, INF_BITS, 0x00000001, 0x47800001};
    size_t block_at = 64 + 2 * 32 + 32 + 8 * 5 * 9 + 8; /* after the input's sections */
    for (size_t i = 0; i < sizeof NO_STEPS / sizeof *NO_STEPS; i++) {
        assert_int_equal(read_with(&file, STEP_AT, NO_STEPS[i]), STATUS_SYNTAX);
        assert_int_equal(read_with(&file, block_at, NO_STEPS[i]), STATUS_SYNTAX);
    }
    assert_int_equal(read_with(&file, block_at, 0x3F800000), STATUS_OK);
    for (size_t at = 64; at < 64 + 64; at += 4) { /* scales and biases */
        assert_int_equal(read_with(&file, at, NAN_BITS), STATUS_SYNTAX);
        assert_int_equal(read_with(&file, at, INF_BITS), STATUS_SYNTAX);
        assert_int_equal(read_with(&file, at, 0xC7800001), STATUS_SYNTAX); /* below -65536 */
    }
    size_t text_at = file.n - 8 - 32;
    assert_int_equal(le_get32(file.p + text_at), 14);
    assert_int_equal(read_with(&file, text_at, 13), STATUS_OK);
    assert_int_equal(read_with(&file, text_at, 29), STATUS_SYNTAX);
    assert_int_equal(read_with(&file, text_at, NETWORK_MOST_TEXT + 1), STATUS_LIMIT);
    assert_int_equal(read_with(&file, text_at + 4, 0xFFFFFFFF), STATUS_SYNTAX); /* not UTF-8 */
    buf_release(&file);
}

static void test_opening(void **state)
{
    struct network *n;
    struct err err = {0};
    struct buf file;
    (void)state;
    assert_int_equal(network_open(&n, NULL, &err), STATUS_NOT_FOUND);
    assert_non_null(strstr(err.arg[0], "people.network"));
    assert_int_equal(network_open(&n, "nowhere.network", &err), STATUS_NOT_FOUND);
    buf_init(&file, BUF_DEFAULT_MAX);
    random_network_write(&file, &TINY, 1);
    FILE *f = fopen("tiny.network", "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(file.p, 1, file.n, f), file.n);
    assert_int_equal(fclose(f), 0);
    assert_int_equal(network_open(&n, "tiny.network", &err), STATUS_OK);
    network_close(n);
    assert_int_equal(truncate("tiny.network", 100), 0);
    assert_int_equal(network_open(&n, "tiny.network", &err), STATUS_SYNTAX);
    assert_string_equal(err.file, "tiny.network");
    network_close(NULL);
    network_scratch_close(NULL);
    buf_release(&file);
}

static void test_no_memory(void **state)
{
    struct buf file;
    struct network *n = NULL;
    struct network_scratch *s = NULL;
    (void)state;
    buf_init(&file, BUF_DEFAULT_MAX);
    random_network_write(&file, &TINY, 1);
    enum status status = STATUS_NOMEM;
    for (long i = 0; status == STATUS_NOMEM; i++) {
        mem_fail_after(i);
        status = network_read(&n, buf_span(&file), NULL);
        if (status == STATUS_OK)
            status = network_scratch_open(&s, n, 2, NULL);
        mem_fail_never();
        assert_true(status == STATUS_OK || status == STATUS_NOMEM);
        network_scratch_close(s);
        network_close(n);
        n = NULL;
        s = NULL;
    }
    buf_release(&file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_outputs_are_those_of_the_format),
        cmocka_unit_test(test_kernels_and_batches_agree),
        cmocka_unit_test(test_bits_never_change),
        cmocka_unit_test(test_largest_sums),
        cmocka_unit_test(test_exponential),
        cmocka_unit_test(test_what_is_in_the_file),
        cmocka_unit_test(test_damaged_files),
        cmocka_unit_test(test_hostile_numbers),
        cmocka_unit_test(test_opening),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, scratch_set_up, scratch_tear_down);
}
