/* test_curves.c: positions fall into the right bins and curves; rates and their intervals; the
 * distortion is 0 where nothing is wrong, right where something is, and its interval holds it as
 * often as it says; nothing depends on threads or on how conditions are put together. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

#include "base/alloc.h"
#include "base/rng.h"
#include "base/wilson.h"
#include "pretend_sheets.h"
#include "values/curves/curves_internal.h"

#define NEAR 1e-12
#define assert_near(a, b, most) assert_true(fabs((a) - (b)) <= (most))

/* --- Small sets, by hand ---------------------------------------------------------------------- */

static struct curves run(const struct curve_request *q, const struct curve_options *o)
{
    struct curves c;
    assert_int_equal(curves_run(&c, q, o, NULL), STATUS_OK);
    return c;
}

static struct curve_options plain(int bin)
{
    struct curve_options o = CURVE_DEFAULTS;
    o.bin = bin;
    o.min_positions = 1;
    o.resamples = 0;
    o.threads = 1;
    return o;
}

static void bins_are_the_same_for_both_sides(void **state)
{
    (void)state;
    struct pretend p;
    pretend_init(&p, 1);
    pretend_game(&p, 0, 2,
                 (int16_t[]){0, 249, -249, 250, -250, 749, -749, 750, -750, 30000, -30000}, 11);
    pretend_finish(&p);
    struct curve_options o = plain(500);
    struct curves c = run(&(struct curve_request){.sheets = &p.sheets}, &o);
    static const struct {
        int value;
        unsigned positions;
    } WANTED[] = {{-30000, 1}, {-1000, 1}, {-500, 2}, {0, 3}, {500, 2}, {1000, 1}, {30000, 1}};
    assert_int_equal(c.all.count, 7);
    for (int i = 0; i < 7; i++) {
        assert_int_equal(c.all.bins[i].value, WANTED[i].value);
        assert_int_equal(c.all.bins[i].positions, WANTED[i].positions);
    }
    curves_release(&c);
    o.bin = 5; /* no value is halfway */
    c = run(&(struct curve_request){.sheets = &p.sheets}, &o);
    assert_int_equal(c.all.bins[1].value, -750);
    assert_int_equal(c.all.bins[2].value, -250);
    assert_int_equal(c.all.bins[2].positions, 2); /* -250 and -249 */
    curves_release(&c);
    pretend_release(&p);
}

static void draws_are_half_a_win_and_mates_no_value(void **state)
{
    (void)state;
    struct pretend p;
    pretend_init(&p, 2);
    pretend_game(&p, 0, 2, (int16_t[]){100, 120, VALUE_SOURCE_MATE - 3}, 3);
    pretend_game(&p, 0, 1, (int16_t[]){-100, VALUE_SOURCE_NO_VALUE, 90}, 3);
    pretend_game(&p, 1, 0, (int16_t[]){110, 3 - VALUE_SOURCE_MATE}, 2);
    pretend_game(&p, 1, SHEET_NO_POINTS, (int16_t[]){110, 110}, 2);
    pretend_finish(&p);
    uint64_t *bits[2] = {pretend_bits(&p, 0), pretend_bits(&p, 1)};
    pretend_mark_game(&p, 0, 0, bits[0]);
    pretend_mark_game(&p, 1, 1, bits[1]);
    const struct curve_condition condition = {(const uint64_t *const *)bits};
    struct curve_options o = plain(100);
    struct curve_request q = {.sheets = &p.sheets, .conditions = &condition, .count = 1};
    struct curves c = run(&q, &o);
    assert_int_equal(c.all.positions, 5);
    assert_int_equal(c.all.games, 3);
    assert_int_equal(c.all.mates, 2);
    assert_near(c.all.rate, (2 * 1 + 2 * 0.5) / 5, NEAR);
    assert_near(c.all.mean_value, (100 + 120 - 100 + 90 + 110) / 5.0, NEAR);
    assert_int_equal(c.all.count, 2);
    assert_int_equal(c.all.bins[1].value, 100);
    assert_int_equal(c.all.bins[1].positions, 4);
    assert_int_equal(c.all.bins[1].games, 3);
    assert_near(c.all.bins[1].rate, 2.5 / 4, NEAR);
    assert_int_equal(c.conditions[0].positions, 2);
    assert_int_equal(c.conditions[0].games, 1);
    assert_int_equal(c.conditions[0].mates, 1);
    assert_near(c.conditions[0].rate, 1, NEAR);
    assert_true(isnan(c.conditions[0].distortion)); /* not asked for */
    curves_release(&c);

    /* Other values; a row that is not chosen. */
    static const int16_t first[6] = {900, 900, 900, 900, 900, 900}, second[4] = {-900, 900, 0, 0};
    p.at[1].chosen[0] = 1 | 4; /* and one of a game without a result, which is no use */
    q.values = (const int16_t *const[]){first, second};
    c = run(&q, &o);
    assert_int_equal(c.all.positions, 6); /* the row without a value of its own is not chosen */
    assert_int_equal(c.all.mates, 0);
    assert_int_equal(c.all.count, 2);
    assert_int_equal(c.all.bins[0].value, -900);
    assert_int_equal(c.all.bins[1].positions, 5);
    curves_release(&c);
    free(bits[0]);
    free(bits[1]);
    pretend_release(&p);
}

static void intervals_know_that_games_are_few(void **state)
{
    (void)state;
    struct pretend p;
    int16_t values[100];
    pretend_init(&p, 1);
    for (int i = 0; i < 100; i++)
        values[i] = 0;
    pretend_game(&p, 0, 2, values, 100);
    for (int i = 0; i < 100; i++)
        values[i] = 1000;
    for (int g = 0; g < 50; g++) /* one position of each game: as good as independent */
        pretend_game(&p, 0, g % 2 ? 2 : 0, values, 1);
    for (int i = 0; i < 100; i++)
        values[i] = 2000;
    for (int g = 0; g < 40; g++)
        pretend_game(&p, 0, 2, values, 100);
    for (int i = 0; i < 100; i++)
        values[i] = 3000;
    for (int g = 0; g < 1000; g++)
        pretend_game(&p, 0, g % 4 ? 2 : 0, values, 20);
    pretend_finish(&p);
    struct curve_options o = plain(500);
    const struct curve_request q = {.sheets = &p.sheets};
    struct curves c = run(&q, &o);
    const struct curve_bin *b = c.all.bins;
    assert_near(b[0].effective, 1, NEAR); /* a single game */
    assert_near(b[0].high, 1, NEAR);
    assert_true(b[0].low < 0.25);
    assert_true(b[1].effective > 48 && b[1].effective <= 50);
    assert_near(b[2].effective, 40, 1e-9); /* all won */
    assert_near(b[2].low, wilson_interval(40, 40).low, 1e-9);
    assert_true(b[3].effective > 990 && b[3].effective < 1010);
    for (int i = 0; i < 4; i++)
        assert_true(b[i].low <= b[i].rate && b[i].rate <= b[i].high &&
                    b[i].effective <= (double)b[i].positions);
    curves_release(&c);
    o.binomial = true;
    c = run(&q, &o);
    assert_near(c.all.bins[3].effective, 20000, NEAR);
    assert_near(c.all.bins[3].low, wilson_interval(15000, 20000).low, NEAR);
    assert_near(c.all.bins[3].high, wilson_interval(15000, 20000).high, NEAR);
    curves_release(&c);
    pretend_release(&p);
}

/* --- Random sets ------------------------------------------------------------------------------ */

static double normal(struct rng *r)
{
    double u = rng_double(r) + 0x1p-60, v = rng_double(r);
    return sqrt(-2 * log(u)) * cos(6.283185307179586 * v);
}

/* Games of strongly dependent positions: a game has a strength, all its values are about it, and
 * all its positions have its one result.  The condition holds for whole games, and those are won
 * more often than their values say. */
struct synthetic {
    uint32_t sheets, games;
    double share;   /* of games with the condition */
    double blunder; /* so much, in log-odds, the values miss of it */
};

struct set {
    struct pretend p;
    uint64_t *bits[PRETEND_MOST];
    struct curve_condition condition;
    struct curve_request request;
};

static void set_make(struct set *s, const struct synthetic *what, uint64_t seed)
{
    struct rng r;
    rng_seed_stream(&r, 2025, seed);
    pretend_init(&s->p, what->sheets);
    bool *has = calloc(what->games, sizeof *has);
    assert_non_null(has);
    for (uint32_t g = 0; g < what->games; g++) {
        int16_t values[60];
        uint32_t n = 20 + (uint32_t)rng_below(&r, 40);
        has[g] = rng_double(&r) < what->share;
        double strength = 500 * normal(&r);
        double odds = strength / 400 + (has[g] ? what->blunder : 0);
        bool drawn = rng_double(&r) < 0.06, won = rng_double(&r) < 1 / (1 + exp(-odds));
        for (uint32_t i = 0; i < n; i++)
            values[i] = (int16_t)(strength + 300 * normal(&r));
        pretend_game(&s->p, g % what->sheets, drawn ? 1 : won ? 2 : 0, values, n);
    }
    pretend_finish(&s->p);
    for (uint32_t i = 0; i < what->sheets; i++)
        s->bits[i] = pretend_bits(&s->p, i);
    for (uint32_t g = 0; g < what->games; g++)
        if (has[g])
            pretend_mark_game(&s->p, g % what->sheets, g / what->sheets, s->bits[g % what->sheets]);
    free(has);
    s->condition = (struct curve_condition){(const uint64_t *const *)s->bits};
    s->request =
        (struct curve_request){.sheets = &s->p.sheets, .conditions = &s->condition, .count = 1};
}

static void set_release(struct set *s)
{
    for (uint32_t i = 0; i < s->p.sheets.count; i++)
        free(s->bits[i]);
    pretend_release(&s->p);
}

static double rate_at(const struct curve *c, int value)
{
    for (uint32_t i = 0; i < c->count; i++)
        if (c->bins[i].value == value)
            return c->bins[i].rate;
    fail_msg("no bin at %d", value);
    return NAN;
}

static double raw_by_hand(const struct curves *c, double *with_sign)
{
    const struct curve *own = &c->conditions[0];
    double sum = 0, n = 0, sloped = 0;
    for (uint32_t i = 0; i < own->count; i++) {
        if (!own->bins[i].counts)
            continue;
        double d = own->bins[i].rate - rate_at(&c->all, own->bins[i].value);
        sum += (double)own->bins[i].positions * fabs(d);
        sloped += (double)own->bins[i].positions * d;
        n += (double)own->bins[i].positions;
    }
    *with_sign = sloped / n;
    return sum / n;
}

static void distortion_is_what_the_header_says(void **state)
{
    (void)state;
    struct set s;
    set_make(&s, &(struct synthetic){1, 3000, 0.3, 1.0}, 1);
    struct curve_options o = plain(500);
    o.resamples = 100;
    o.min_positions = 300;
    struct curves c = run(&s.request, &o);
    const struct curve *own = &c.conditions[0];
    double sloped, raw = raw_by_hand(&c, &sloped);
    assert_near(own->raw, raw, NEAR);
    assert_near(own->signed_raw, sloped, NEAR);
    assert_near(own->distortion, own->raw - own->chance, NEAR);
    assert_true(own->low < own->distortion && own->distortion < own->high);
    assert_true(own->signed_low < sloped && sloped < own->signed_high);
    assert_true(own->low > 0.05 && own->high < 0.25 && own->signed_low > 0.05);
    assert_near(c.all.distortion, 0, 0);
    assert_near(c.all.high, 0, 0);
    curves_release(&c);
    o.min_positions = 1000000; /* nothing counts */
    c = run(&s.request, &o);
    assert_true(isnan(c.conditions[0].raw) && isnan(c.conditions[0].distortion) &&
                isnan(c.all.distortion));
    assert_false(c.all.bins[0].counts);
    curves_release(&c);
    set_release(&s);
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The mean shift of a replicate, less that of the games as they are, drawn the plain way. */
static double naive_noise(const struct set *s, const struct curves *c, uint64_t seed, uint32_t r)
{
    enum { BINS = 64, MIDDLE = 32 };
    double n[2][BINS] = {{0}}, won[2][BINS] = {{0}}, sum = 0, positions = 0;
    const struct sheet *sheet = &s->p.at[0];
    for (uint32_t g = 0; g < sheet->games; g++) {
        float weights[CURVE_LANES];
        curve_weights(seed, lines_u32(sheet->segment->lines.id, g), weights, CURVE_LANES);
        uint64_t row = sheet_row(sheet, g), end = row + line_plies(&sheet->segment->lines, g);
        for (; row <= end; row++) {
            int b = MIDDLE + (int)round(sheet->values[row] / 500.0);
            for (int own = 0; own <= sheet_has(s->bits[0], row); own++) {
                n[own][b] += weights[r];
                won[own][b] += weights[r] * sheet->points[g] / 2.0;
            }
        }
    }
    const struct curve *own = &c->conditions[0];
    for (uint32_t i = 0; i < own->count; i++) {
        int b = MIDDLE + own->bins[i].value / 500;
        if (!own->bins[i].counts)
            continue;
        double d = own->bins[i].rate - rate_at(&c->all, own->bins[i].value);
        assert_true(n[1][b] > 0);
        positions += (double)own->bins[i].positions;
        sum += (double)own->bins[i].positions * (won[1][b] / n[1][b] - won[0][b] / n[0][b] - d);
    }
    return sum / positions;
}

/* The ends of the interval are replicates, or next to them. */
static void compare_with_naive(const struct set *s, uint64_t seed)
{
    double noise[CURVE_LANES];
    struct curve_options o = plain(500);
    o.resamples = CURVE_LANES;
    o.min_positions = 2000;
    o.seed = seed;
    struct curves c = run(&s->request, &o);
    for (uint32_t r = 0; r < CURVE_LANES; r++)
        noise[r] = naive_noise(s, &c, o.seed, r);
    qsort(noise, CURVE_LANES, sizeof *noise, by_size);
    double at = 0.025 * (CURVE_LANES - 1);
    double low = noise[0] + at * (noise[1] - noise[0]);
    double high = noise[CURVE_LANES - 1] - at * (noise[CURVE_LANES - 1] - noise[CURVE_LANES - 2]);
    const struct curve *own = &c.conditions[0];
    /* the correction for few games: less than a hundredth of the noise, with over 50 in each bin */
    double most = 0.01 * (high - low);
    assert_near(own->signed_raw - own->signed_low, high, most);
    assert_near(own->signed_raw - own->signed_high, low, most);
    curves_release(&c);
}

static void resamples_draw_whole_games(void **state)
{
    (void)state;
    struct set s;
    set_make(&s, &(struct synthetic){1, 1000, 0.4, 0.5}, 12);
    for (uint64_t seed = 70; seed < 90; seed++) /* so that all replicates are at an end once */
        compare_with_naive(&s, seed);
    set_release(&s);
}

/* One game, whatever it looks like, proves nothing. */
static void a_single_game_is_no_distortion(void **state)
{
    (void)state;
    struct set s;
    set_make(&s, &(struct synthetic){1, 500, 0, 0}, 3);
    pretend_mark_game(&s.p, 0, 7, s.bits[0]);
    struct curve_options o = plain(500);
    o.resamples = 200;
    struct curves c = run(&s.request, &o);
    assert_true(c.conditions[0].raw > 0.1);
    assert_true(c.conditions[0].low < 0 && c.conditions[0].high >= c.conditions[0].raw);
    curves_release(&c);
    set_release(&s);
}

/* The true figures of a synthetic source: of 60,000 games. */
static struct curves truth_of(struct synthetic what)
{
    struct set s;
    what.games = 60000;
    set_make(&s, &what, 0);
    struct curve_options o = plain(500);
    struct curves c = run(&s.request, &o);
    set_release(&s);
    return c;
}

struct coverage {
    double bias, chance;        /* mean of distortion - truth; of chance */
    double covered, sign, bins; /* shares of intervals that hold the truth */
};

static void cover(struct coverage *sum, const struct curve *c, const struct curves *truth,
                  bool is_null)
{
    double n = 0, d = 0, sloped = 0, held = 0, bins = 0;
    for (uint32_t i = 0; i < c->count; i++) {
        const struct curve_bin *b = &c->bins[i];
        if (!b->counts)
            continue;
        double all = rate_at(&truth->all, b->value);
        double own = is_null ? all : rate_at(&truth->conditions[0], b->value);
        n += (double)b->positions;
        d += (double)b->positions * fabs(own - all);
        sloped += (double)b->positions * (own - all);
        held += b->low <= own && own <= b->high;
        bins++;
    }
    sum->bias += c->distortion - d / n;
    sum->chance += c->chance;
    sum->covered += c->low <= d / n && d / n <= c->high;
    sum->sign += c->signed_low <= sloped / n && sloped / n <= c->signed_high;
    sum->bins += held / bins;
}

static struct coverage coverage_of(struct synthetic what, unsigned draws)
{
    struct curves truth = truth_of(what);
    struct coverage sum = {0};
    for (unsigned i = 0; i < draws; i++) {
        struct set s;
        set_make(&s, &what, 1000 + i);
        struct curve_options o = plain(500);
        o.resamples = 200;
        o.min_positions = 200;
        o.seed = i;
        struct curves c = run(&s.request, &o);
        cover(&sum, &c.conditions[0], &truth, what.blunder < 0.001);
        curves_release(&c);
        set_release(&s);
    }
    curves_release(&truth);
    return (struct coverage){sum.bias / draws, sum.chance / draws, sum.covered / draws,
                             sum.sign / draws, sum.bins / draws};
}

static void assert_covers(const struct coverage *c, double most)
{
    print_message("bias %+.4f, chance %.4f, covered %.3f, signed %.3f, bins %.3f\n", c->bias,
                  c->chance, c->covered, c->sign, c->bins);
    assert_true(c->covered >= 0.90 && c->covered <= most);
    assert_true(c->sign >= 0.90 && c->sign <= 0.99);
    assert_true(c->bins >= 0.91 && c->bins <= 0.99);
}

static void intervals_hold_the_truth(void **state)
{
    (void)state;
    enum { DRAWS = 200 };
    struct coverage c = coverage_of((struct synthetic){1, 300, 0.3, 0}, DRAWS);
    assert_covers(&c, 0.99);
    assert_true(fabs(c.bias) < 0.15 * c.chance); /* the noise is taken away */
    c = coverage_of((struct synthetic){1, 300, 0.3, 0.4}, DRAWS);
    assert_covers(&c, 1); /* about as large as the noise: both ends are careful */
    c = coverage_of((struct synthetic){1, 1200, 0.3, 1.2}, DRAWS);
    assert_covers(&c, 0.99);
    assert_true(fabs(c.bias) < 0.005); /* and a clear distortion is left as it is: 14 % */
}

/* By members: what lies between them is nobody's. */
static void bins_equal(const struct curve_bin *a, const struct curve_bin *b)
{
    assert_int_equal(a->value, b->value);
    assert_int_equal(a->positions, b->positions);
    assert_int_equal(a->games, b->games);
    assert_memory_equal(&a->rate, &b->rate, sizeof a->rate);
    assert_memory_equal(&a->low, &b->low, sizeof a->low);
    assert_memory_equal(&a->high, &b->high, sizeof a->high);
    assert_memory_equal(&a->effective, &b->effective, sizeof a->effective);
    assert_int_equal(a->counts, b->counts);
}

static void curves_equal(const struct curve *a, const struct curve *b)
{
    assert_int_equal(a->count, b->count);
    for (uint32_t i = 0; i < a->count; i++)
        bins_equal(&a->bins[i], &b->bins[i]);
    assert_int_equal(a->positions, b->positions);
    assert_int_equal(a->games, b->games);
    assert_memory_equal(&a->raw, &b->raw, sizeof a->raw);
    assert_memory_equal(&a->chance, &b->chance, sizeof a->chance);
    assert_memory_equal(&a->distortion, &b->distortion, sizeof a->distortion);
    assert_memory_equal(&a->low, &b->low, sizeof a->low);
    assert_memory_equal(&a->high, &b->high, sizeof a->high);
    assert_memory_equal(&a->signed_low, &b->signed_low, sizeof a->signed_low);
    assert_memory_equal(&a->signed_high, &b->signed_high, sizeof a->signed_high);
}

/* Threads change nothing; nor does it matter with which others a condition is asked, though so many
 * are looked at in several batches. */
static void threads_and_company_change_nothing(void **state)
{
    (void)state;
    enum { COPIES = 9 };
    struct set s;
    set_make(&s, &(struct synthetic){3, 5000, 0.4, 0.3}, 5);
    uint64_t *odd[3];
    for (uint32_t i = 0; i < 3; i++) {
        odd[i] = pretend_bits(&s.p, i);
        for (uint64_t row = 1; row < s.p.at[i].rows; row += 2)
            pretend_mark(odd[i], row);
    }
    struct curve_condition many[COPIES];
    for (int i = 0; i < COPIES; i++)
        many[i].bits = (const uint64_t *const *)(i % 2 ? odd : s.bits);
    struct curve_options o = plain(50);
    o.resamples = 400;
    o.min_positions = 100;
    struct curves one = run(&s.request, &o);
    o.threads = 3;
    struct curves three = run(&s.request, &o);
    s.request.conditions = many;
    s.request.count = COPIES;
    struct curves all = run(&s.request, &o);
    curves_equal(&one.all, &three.all);
    curves_equal(&one.conditions[0], &three.conditions[0]);
    curves_equal(&one.all, &all.all);
    for (int i = 0; i < COPIES; i++)
        curves_equal(&all.conditions[i], i % 2 ? &all.conditions[1] : &one.conditions[0]);
    assert_true(all.conditions[1].positions != one.conditions[0].positions);
    o.seed++;
    struct curves other = run(&s.request, &o);
    assert_true(fabs(other.conditions[0].chance - one.conditions[0].chance) > 0);
    assert_near(other.conditions[0].raw, one.conditions[0].raw, 0);
    curves_release(&one);
    curves_release(&three);
    curves_release(&all);
    curves_release(&other);
    for (int i = 0; i < 3; i++)
        free(odd[i]);
    set_release(&s);
}

static void held_out_games_are_apart(void **state)
{
    (void)state;
    struct set s;
    set_make(&s, &(struct synthetic){2, 2000, 0.5, 0}, 6);
    struct curve_options o = plain(500);
    struct curves all = run(&s.request, &o);
    s.request.held_out = 300;
    s.request.part = CURVES_TRAINING;
    struct curves training = run(&s.request, &o);
    s.request.part = CURVES_HELD_OUT;
    struct curves held = run(&s.request, &o);
    uint64_t games = 0;
    for (uint32_t i = 0; i < 2; i++)
        for (uint32_t g = 0; g < s.p.at[i].games; g++)
            games += sheet_is_held_out(&s.p.at[i], g, 300);
    assert_int_equal(held.all.games, games);
    assert_true(games > 400 && games < 800);
    assert_int_equal(training.all.games + held.all.games, all.all.games);
    assert_int_equal(training.all.positions + held.all.positions, all.all.positions);
    assert_int_equal(training.conditions[0].positions + held.conditions[0].positions,
                     all.conditions[0].positions);
    curves_release(&all);
    curves_release(&training);
    curves_release(&held);
    set_release(&s);
}

static void weights_are_poisson(void **state)
{
    (void)state;
    enum { DRAWS = 4096 };
    float w[DRAWS], again[DRAWS];
    double sum = 0, squares = 0, none = 0;
    for (uint64_t stream = 0; stream < 100; stream++) {
        curve_weights(1, stream, w, DRAWS);
        for (int i = 0; i < DRAWS; i++) {
            sum += w[i];
            squares += (double)w[i] * w[i];
            none += w[i] == 0;
        }
    }
    double n = 100.0 * DRAWS, mean = sum / n;
    assert_near(mean, 1, 0.006);
    assert_near(squares / n - mean * mean, 1, 0.015);
    assert_near(none / n, exp(-1), 0.003);
    curve_weights(1, 99, again, DRAWS);
    assert_memory_equal(w, again, sizeof w);
    curve_weights(1, 99, again, 16); /* a beginning is a beginning */
    assert_memory_equal(w, again, 16 * sizeof *w);
    curve_weights(2, 99, again, DRAWS);
    assert_memory_not_equal(w, again, sizeof w);
}

/* --- What goes wrong -------------------------------------------------------------------------- */

static void nothing_to_count(void **state)
{
    (void)state;
    struct pretend p;
    pretend_init(&p, 0);
    struct curve_options o = CURVE_DEFAULTS;
    struct curves c = run(&(struct curve_request){.sheets = &p.sheets}, &o);
    assert_int_equal(c.all.positions, 0);
    assert_int_equal(c.all.count, 0);
    assert_true(isnan(c.all.rate) && isnan(c.all.mean_value) && isnan(c.all.distortion));
    curves_release(&c);
    curves_release(&c); /* twice is fine */
}

static void bad_options(void **state)
{
    (void)state;
    struct set s;
    struct curves c;
    set_make(&s, &(struct synthetic){1, 50, 0.5, 0}, 6);
    struct curve_options o = plain(0);
    assert_int_equal(curves_run(&c, &s.request, &o, NULL), STATUS_RANGE);
    o.bin = VALUE_SOURCE_MOST + 1;
    assert_int_equal(curves_run(&c, &s.request, &o, NULL), STATUS_RANGE);
    o = plain(VALUE_SOURCE_MOST);
    o.resamples = CURVE_MOST_RESAMPLES + 1;
    assert_int_equal(curves_run(&c, &s.request, &o, NULL), STATUS_RANGE);
    o = plain(1); /* over 700 bins that count, twice */
    o.resamples = CURVE_MOST_RESAMPLES;
    assert_int_equal(curves_run(&c, &s.request, &o, NULL), STATUS_LIMIT);
    const atomic_bool stop = true;
    o = plain(500);
    o.cancelled = &stop;
    assert_int_equal(curves_run(&c, &s.request, &o, NULL), STATUS_CANCELLED);
    assert_null(c.conditions);
    set_release(&s);
}

static void no_memory(void **state)
{
    (void)state;
    struct set s;
    set_make(&s, &(struct synthetic){1, 100, 0.5, 0}, 7);
    struct curve_options o = plain(500);
    o.resamples = 10;
    enum status status = STATUS_NOMEM;
    int failures = 0;
    for (; status == STATUS_NOMEM; failures++) {
        struct curves c;
        mem_fail_after(failures);
        status = curves_run(&c, &s.request, &o, NULL);
        mem_fail_never();
        if (status == STATUS_OK)
            curves_release(&c);
    }
    assert_int_equal(status, STATUS_OK);
    assert_true(failures > 15);
    set_release(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bins_are_the_same_for_both_sides),
        cmocka_unit_test(draws_are_half_a_win_and_mates_no_value),
        cmocka_unit_test(intervals_know_that_games_are_few),
        cmocka_unit_test(distortion_is_what_the_header_says),
        cmocka_unit_test(resamples_draw_whole_games),
        cmocka_unit_test(a_single_game_is_no_distortion),
        cmocka_unit_test(intervals_hold_the_truth),
        cmocka_unit_test(threads_and_company_change_nothing),
        cmocka_unit_test(held_out_games_are_apart),
        cmocka_unit_test(weights_are_poisson),
        cmocka_unit_test(nothing_to_count),
        cmocka_unit_test(bad_options),
        cmocka_unit_test(no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
