/* test_net_fit.c: the network's gradient is that of its error; both compilations agree to the last
 * bit; learning makes the error smaller; integers judge like floats; no memory. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "base/cpu.h"
#include "shogi_random.h"
#include "values/learn/net_fit.h"
#include "values/learn/net_fit_internal.h"

enum { POSITIONS = 300 };

/* Positions of random games; the side with more pieces in hand mostly wins. */
static void make(struct samples *s)
{
    static struct sample rows[SAMPLES_PARTS][POSITIONS];
    uint64_t random = 5;
    samples_init(s);
    for (int p = 0; p < SAMPLES_PARTS; p++) {
        for (int i = 0; i < POSITIONS;) {
            struct shogi_pos pos;
            struct sample *row = &rows[p][i];
            random_game(&pos, &random);
            if (!sample_of(row, &pos))
                continue;
            int lead = 0;
            for (int kind = SHOGI_PAWN; kind < SHOGI_HAND_KINDS; kind++)
                lead += pos.hand[0][kind] - pos.hand[1][kind];
            row->points = lead > 0 ? POINTS_WIN : lead < 0 ? POINTS_LOSS : POINTS_DRAW;
            row->value = i % 3 == 0 ? SAMPLE_NO_VALUE : (int16_t)(lead * 100);
            i++;
        }
        s->part[p].rows = rows[p];
        s->part[p].count = POSITIONS;
    }
}

static struct net_fit *open(const struct samples *s)
{
    struct net_fit_options o = NET_FIT_DEFAULTS;
    struct net_fit *f;
    assert_int_equal(net_fit_open(&f, s, &o, NULL), STATUS_OK);
    return f;
}

static struct adam_sums judge(struct net_fit *f, size_t n, int shard)
{
    const struct adam_model m = net_fit_model(f);
    struct adam_sums sums = {0};
    uint32_t which[POSITIONS];
    for (uint32_t i = 0; i < n; i++)
        which[i] = i;
    m.add(m.ctx, ADAM_TRAINING, which, n, shard, &sums);
    return sums;
}

/* The slope by going a little to both sides. */
static double slope(struct net_fit *f, float *weight)
{
    const float was = *weight, step = 0.02F;
    *weight = was + step;
    double up = judge(f, 1, -1).loss;
    *weight = was - step;
    double down = judge(f, 1, -1).loss;
    *weight = was;
    return (up - down) / (2 * (double)step);
}

static void check_slopes(struct net_fit *f, float *weights, const float *gradient, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        double want = slope(f, &weights[i]);
        if (fabs(want - (double)gradient[i]) > 2e-3 + 0.03 * fabs(want))
            fail_msg("weight %zu: slope %g, gradient %g", i, want, (double)gradient[i]);
    }
}

static void gradient_is_the_slope(void **state)
{
    (void)state;
    struct samples s;
    make(&s);
    for (int round = 0; round < 5; round++) {
        struct net_fit *f = open(&s);
        size_t rows = 0;
        s.part[0].rows += round;
        judge(f, 1, 0);
        for (size_t row = 0; row < NET_FIT_ROWS; row++) {
            if (!f->shards[0].touched[row])
                continue;
            rows++;
            if (rows % 7 == 0) /* each takes a while */
                check_slopes(f, f->rows + row * NET_FIT_STRIDE,
                             f->shards[0].rows + row * NET_FIT_STRIDE, NET_FIT_WORTH + 1);
        }
        assert_in_range(rows, 40, 2 * NET_MOST_ACTIVE);
        check_slopes(f, f->head[0]->bias, f->shards[0].head->bias, NET_HIDDEN);
        check_slopes(f, &f->head[0]->out[0][0], &f->shards[0].head->out[0][0],
                     NET_PHASES * 2 * NET_HIDDEN + NET_PHASES);
        net_fit_close(f);
    }
}

static void same_on_any_processor(void **state)
{
    (void)state;
    struct samples s;
    make(&s);
    struct net_fit *plain = open(&s), *fast = open(&s);
    cpu_level_limit(CPU_BASE);
    struct adam_sums one = judge(plain, POSITIONS, 0);
    cpu_level_limit(CPU_V3);
    struct adam_sums two = judge(fast, POSITIONS, 0);
    assert_memory_equal(&one, &two, sizeof one);
    assert_memory_equal(plain->shards[0].rows, fast->shards[0].rows,
                        (size_t)NET_FIT_ROWS * NET_FIT_STRIDE * sizeof(float));
    assert_memory_equal(plain->shards[0].head, fast->shards[0].head, sizeof(struct net_fit_head));
    net_fit_close(plain);
    net_fit_close(fast);
}

static void hear(void *ctx, const struct adam_report *r)
{
    struct adam_report *kept = ctx; /* of before, of the last epoch */
    kept[r->epoch != 0] = *r;
}

static void learns(void **state)
{
    (void)state;
    struct samples s;
    struct adam_report heard[2];
    struct net_fit_difference off;
    struct net *net = mem_calloc_aligned(64, 1, sizeof *net);
    make(&s);
    struct net_fit *f = open(&s);
    const struct adam_model model = net_fit_model(f);
    const struct adam_options o = {.epochs = 20,
                                   .batch = 50,
                                   .learning_rate = 0.01F,
                                   .final_rate = 1e-4F,
                                   .threads = 2,
                                   .ctx = heard,
                                   .report = hear};
    struct adam_sums before = judge(f, POSITIONS, -1);
    assert_int_equal(adam_run(&model, &o, NULL), STATUS_OK);
    struct adam_sums after = judge(f, POSITIONS, -1);
    assert_true(after.loss < before.loss * 0.9);
    assert_true(heard[1].held_out.loss < heard[0].held_out.loss * 0.95);
    assert_true(heard[1].held_out.agreed >= heard[0].held_out.agreed);
    net_fit_quantise(f, net);
    assert_int_equal(net_fit_compare(f, net, &off, NULL), STATUS_OK);
    assert_true(off.mean < 20 && off.most < 150);
    net->worth[0][0] = net->worth[9][0] = 30000; /* that does not go unnoticed */
    for (int b = 0; b < NET_BUCKETS; b++)
        net->worth[b][NET_BOARD_FEATURES + NET_KING_FEATURES] += 8000;
    assert_int_equal(net_fit_compare(f, net, &off, NULL), STATUS_OK);
    assert_true(off.most > 500);
    net_fit_close(f);
    mem_free(net);
}

/* Whatever was learnt, floats stay within what integers hold, and what is written can be read. */
static void stays_within_bounds(void **state)
{
    (void)state;
    struct samples s;
    struct buf file;
    struct net *net = mem_calloc_aligned(64, 1, sizeof *net);
    make(&s);
    struct net_fit *f = open(&s);
    const struct adam_model model = net_fit_model(f);
    const struct adam_step step = {.learning_rate = 0, .scale = 1, .correct_m = 1, .correct_v = 1};
    for (size_t i = 0; i < (size_t)NET_FEATURES * NET_FIT_STRIDE; i++)
        f->base[0][i] = i % 2 ? 0.9F : -0.9F;
    judge(f, POSITIONS, 0);
    model.update(model.ctx, &step, 0, 1);
    uint8_t eyes = s.part[0].rows[0].eyes[0];
    size_t seen = f->feature[0][(eyes & SAMPLE_MIRRORED) != 0][s.part[0].rows[0].item[0]];
    const float *row =
        f->rows + ((size_t)(eyes & (SAMPLE_MIRRORED - 1)) * NET_FEATURES + seen) * NET_FIT_STRIDE;
    assert_true(fabsf(row[0] * NET_ONE + NET_ROW_MOST) < 0.01F);
    assert_true(fabsf(row[1] * NET_ONE - NET_ROW_MOST) < 0.01F);
    for (int h = 0; h < NET_HIDDEN; h++)
        f->head[0]->bias[h] = h % 2 ? 1000 : -1000;
    for (int p = 0; p < NET_PHASES; p++) {
        f->head[0]->out[p][0] = 1e6F;
        f->head[0]->out_bias[p] = -1000;
    }
    net_fit_quantise(f, net);
    buf_init(&file, BUF_DEFAULT_MAX);
    assert_int_equal(net_write(net, &file, NULL), STATUS_OK);
    assert_int_equal(net_read(buf_span(&file), net, NULL), STATUS_OK);
    buf_release(&file);
    net_fit_close(f);
    mem_free(net);
}

/* Steps so large that numbers run out are an error, not weights. */
static void says_when_it_diverges(void **state)
{
    (void)state;
    struct samples s;
    struct net_fit *f;
    struct net_fit_options wild = NET_FIT_DEFAULTS;
    const struct adam_options o = {.epochs = 3, .batch = 10, .learning_rate = 1, .final_rate = 1};
    wild.decay = wild.delta_decay = 100;
    make(&s);
    assert_int_equal(net_fit_open(&f, &s, &wild, NULL), STATUS_OK);
    const struct adam_model model = net_fit_model(f);
    assert_int_equal(adam_run(&model, &o, NULL), STATUS_RANGE);
    net_fit_close(f);
}

/* Before anything is learnt, pieces have their usual values. */
static void begins_with_material(void **state)
{
    (void)state;
    struct samples s;
    struct shogi_pos pos;
    struct sample even, rook;
    make(&s);
    struct net_fit *f = open(&s);
    assert_int_equal(
        shogi_sfen_parse(&pos,
                         SPAN("lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"),
                         SHOGI_SFEN_STRICT, NULL, NULL),
        STATUS_OK);
    assert_true(sample_of(&even, &pos));
    pos.hand[0][SHOGI_ROOK] = 1;
    assert_true(sample_of(&rook, &pos));
    float lead = net_fit_logit(f, &rook) - net_fit_logit(f, &even);
    assert_true(fabsf(lead * NET_SCALE - 990) < 250); /* and a random little */
    net_fit_close(f);
}

static void no_memory(void **state)
{
    (void)state;
    struct samples s;
    struct net_fit *f = NULL;
    struct net_fit_options o = NET_FIT_DEFAULTS;
    long n = 0;
    make(&s);
    for (; !f; n++) {
        mem_fail_after(n);
        enum status st = net_fit_open(&f, &s, &o, NULL);
        mem_fail_never();
        assert_int_equal(st, f ? STATUS_OK : STATUS_NOMEM);
    }
    assert_true(n > 10);
    net_fit_close(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gradient_is_the_slope),
        cmocka_unit_test(same_on_any_processor),
        cmocka_unit_test(learns),
        cmocka_unit_test(stays_within_bounds),
        cmocka_unit_test(says_when_it_diverges),
        cmocka_unit_test(begins_with_material),
        cmocka_unit_test(no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
