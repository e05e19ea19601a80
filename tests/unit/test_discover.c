/* test_discover.c: a blind spot that was planted is found, and named; where there is none nothing
 * is; threads do not matter; cancelling; no memory. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/rng.h"
#include "db_sample.h"
#include "games/replay.h"
#include "games/shogi/shogi_facts.h"
#include "lines_fixture.h"
#include "scratch.h"
#include "values/discover/discover.h"
#include "values/discover/discover_internal.h"

/* Games with marks and rows that count; values and results are made anew for each question. */
struct discover_fixture {
    struct lines_fixture f;
    struct db_segment segment;
    struct sheet sheet;
    struct sheets sheets;
    struct sheet_mark *marks;
    int16_t *values;
    uint8_t *points;
};

static void world_open(struct discover_fixture *w, uint64_t games)
{
    memset(w, 0, sizeof *w);
    fixture_init(&w->f);
    fixture_add_generated(&w->f, 5, games, 0);
    fixture_finish(&w->f);
    w->segment.lines = w->f.lines;
    struct sheet *s = &w->sheet;
    *s = (struct sheet){.segment = &w->segment, .games = w->f.lines.games};
    s->rows = sheet_row(s, s->games); /* all moves, and one for each game */
    w->marks = calloc(s->rows, sizeof *w->marks);
    w->values = calloc(s->rows, sizeof *w->values);
    w->points = calloc(s->games, 1);
    s->chosen = calloc(sheet_words(s) + 1, sizeof *s->chosen);
    assert_true(w->marks && w->values && w->points && s->chosen);
    s->marks = w->marks;
    s->values = w->values;
    s->points = w->points;
    for (uint32_t g = 0; g < s->games; g++)
        for (uint64_t row = sheet_row(s, g); row < sheet_row(s, g + 1); row++) {
            w->marks[row].flags = (row - sheet_row(s, g)) % 2 ? MARK_WHITE : 0;
            if (row >= sheet_row(s, g) + 10)
                s->chosen[row / 64] |= (uint64_t)1 << row % 64;
        }
    w->sheets = (struct sheets){.at = s, .count = 1, .rows = s->rows, .games = s->games};
}

static void world_close(struct discover_fixture *w)
{
    free(w->marks);
    free(w->values);
    free(w->points);
    free(w->sheet.chosen);
    fixture_release(&w->f);
}

static double bell(struct rng *rng)
{
    double sum = -6;
    for (int i = 0; i < 12; i++)
        sum += rng_double(rng);
    return sum;
}

/* A condition by facts that hold together for Black; and for White with all exchanged. */
struct discover_spot {
    uint32_t facts[2], count;
};

static struct discover_spot spot_of(const char *a, const char *b)
{
    struct discover_spot s = {.count = b ? 2 : 1};
    assert_true(shogi_fact_parse(span_of(a), &s.facts[0]));
    if (b)
        assert_true(shogi_fact_parse(span_of(b), &s.facts[1]));
    return s;
}

static bool spot_holds(const struct discover_spot *s, int side, const uint32_t *facts, uint32_t n)
{
    uint32_t found = 0;
    for (uint32_t k = 0; k < s->count; k++) {
        uint32_t wanted = side ? shogi_fact_image(s->facts[k], SHOGI_FLIP) : s->facts[k];
        for (uint32_t i = 0; i < n; i++)
            found += facts[i] == wanted;
    }
    return found == s->count;
}

/* Black's less White's, at a ply. */
static int spot_at(const struct discover_fixture *w, const struct discover_spot *s,
                   struct replay *r, uint32_t game, uint32_t ply)
{
    uint32_t facts[SHOGI_MAX_FACTS];
    assert_int_equal(replay_start_text(r, (struct span){0}, NULL), STATUS_OK);
    for (uint32_t p = 0; p < ply; p++)
        assert_true(replay_step(r, line_move(&w->segment.lines, game, p)));
    uint32_t n = shogi_lite_facts(r->lite, facts);
    return spot_holds(s, 0, facts, n) - spot_holds(s, 1, facts, n);
}

/* A game is worth something to Black, of which every position's value is a noisy reading; the
 * result is drawn from it and, by `term`, from whether the spot holds at some ply of the game.
 * Without a term values are all that can be known. */
static void world_fill(struct discover_fixture *w, uint64_t seed, const struct discover_spot *spot,
                       double term)
{
    struct replay *r = NULL;
    assert_int_equal(replay_open(&r, &shogi_game, NULL), STATUS_OK);
    for (uint32_t g = 0; g < w->sheet.games; g++) {
        struct rng rng;
        uint32_t plies = line_plies(&w->segment.lines, g);
        rng_seed_stream(&rng, seed, g);
        double worth = 600 * bell(&rng), truth = worth / 400;
        uint32_t ply = (uint32_t)rng_below(&rng, plies + 1);
        if (spot)
            truth += term * spot_at(w, spot, r, g, ply);
        w->points[g] = rng_double(&rng) < 1 / (1 + exp(-truth)) ? 2 : 0;
        for (uint32_t p = 0; p <= plies; p++)
            w->values[sheet_row(&w->sheet, g) + p] = (int16_t)(worth + 200 * bell(&rng));
    }
    replay_close(r);
}

static struct discover_options usual(void)
{
    struct discover_options o = DISCOVER_DEFAULTS;
    o.threads = 1;
    o.curves.min_positions = 300;
    o.curves.resamples = 50;
    return o;
}

static bool is_pair_of(const char *query, const char *a, const char *b)
{
    char text[2][64];
    snprintf(text[0], sizeof text[0], "%s %s", a, b);
    snprintf(text[1], sizeof text[1], "%s %s", b, a);
    return strcmp(query, text[0]) == 0 || strcmp(query, text[1]) == 0;
}

/* --- What is there is found ------------------------------------------------------------------- */

static void finds_a_planted_spot(void **state)
{
    struct discover_fixture *w = *state;
    struct discover_options o = usual();
    struct discoveries d;
    struct discover_spot spot = spot_of("s38gi", NULL);
    for (uint64_t seed = 4; seed < 8; seed++) {
        world_fill(w, seed, &spot, 1.5);
        assert_int_equal(discover_run(&d, &w->sheets, &o, NULL), STATUS_OK);
        assert_true(d.count >= 1 && d.count <= 3);
        const struct discovery *x = &d.at[0];
        assert_string_equal(x->query, "s38gi");
        assert_string_equal(x->flipped, "g72gi");
        assert_false(x->tilted || x->symmetric);
        assert_true(x->adjusted < 1e-6 && x->adjusted >= x->p);
        assert_true(x->score > 6 && x->shift > 0.05 && x->shift < 0.3);
        assert_true(x->low > 0 && x->distortion > x->low && x->high > x->distortion);
        assert_true(x->positions > 10000 && x->games > 300);
        assert_true(x->explained > 0); /* its neighbours in the castle */
        assert_true(d.tested > 700 && d.significant > x->explained);
        assert_int_equal(d.scored_games + d.held_out_games, w->sheet.games);
        discoveries_release(&d);
    }
    /* the other way round */
    world_fill(w, 4, &spot, -1.5);
    assert_int_equal(discover_run(&d, &w->sheets, &o, NULL), STATUS_OK);
    assert_string_equal(d.at[0].query, "s38gi");
    assert_true(d.at[0].score < -6 && d.at[0].shift < -0.05);
    discoveries_release(&d);
}

static void finds_a_planted_pair(void **state)
{
    struct discover_fixture *w = *state;
    struct discover_options o = usual();
    struct discoveries d;
    struct discover_spot spot = spot_of("s88ou", "s78ki");
    world_fill(w, 4, &spot, 3);
    assert_int_equal(discover_run(&d, &w->sheets, &o, NULL), STATUS_OK);
    assert_true(d.count >= 1);
    assert_true(is_pair_of(d.at[0].query, "s88ou", "s78ki"));
    assert_true(is_pair_of(d.at[0].flipped, "g22ou", "g32ki"));
    assert_true(d.significant_pairs >= 1 && d.tested_pairs > d.significant_pairs);
    discoveries_release(&d);
    /* without pairs, the nearest there is */
    o.pairs_of = 0;
    assert_int_equal(discover_run(&d, &w->sheets, &o, NULL), STATUS_OK);
    assert_true(d.count >= 1);
    assert_string_equal(d.at[0].query, "s88ou");
    assert_int_equal(d.tested_pairs, 0);
    discoveries_release(&d);
}

/* Values that say twice as much as there is, late in the game: nobody wins more often for it. */
static void finds_values_that_say_too_much(void **state)
{
    struct discover_fixture *w = *state;
    struct discover_options o = usual();
    struct discoveries d;
    world_fill(w, 1, NULL, 0);
    for (uint32_t g = 0; g < w->sheet.games; g++)
        for (uint64_t row = sheet_row(&w->sheet, g) + 100; row < sheet_row(&w->sheet, g + 1); row++)
            w->values[row] = (int16_t)(3 * w->values[row]);
    o.most = 2;
    o.pairs_of = 0;
    assert_int_equal(discover_run(&d, &w->sheets, &o, NULL), STATUS_OK);
    assert_true(d.count >= 1);
    const struct discovery *x = &d.at[0];
    assert_true(x->tilted && x->tilt < -5 && x->lean < -0.02);
    assert_true(fabs(x->shift) < fabs(x->lean));
    assert_int_equal(x->example_count, o.examples);
    for (uint32_t i = 0; i < x->example_count; i++) { /* somebody is ahead, and did not win */
        const struct discover_example *e = &x->examples[i];
        assert_in_range(abs(e->value), 400, 600);
        assert_int_equal(e->points, e->value > 0 ? 0 : 2);
    }
    discoveries_release(&d);
}

/* --- What is not there is not ----------------------------------------------------------------- */

static void finds_nothing_where_nothing_is(void **state)
{
    struct discover_fixture *w = *state;
    struct discover_options o = usual();
    uint32_t found = 0;
    for (uint64_t seed = 1; seed <= 10; seed++) {
        struct discoveries d;
        world_fill(w, seed, NULL, 0);
        assert_int_equal(discover_run(&d, &w->sheets, &o, NULL), STATUS_OK);
        assert_true(d.tested > 700);
        found += d.count > 0;
        assert_true(d.count <= 1);
        discoveries_release(&d);
    }
    assert_true(found <= 2); /* of 10 with one chance in twenty each: more than 2 once in 80 */
}

/* No results, or no rows: nothing to say, and nothing wrong. */
static void little_is_no_failure(void **state)
{
    struct discover_fixture *w = *state;
    struct discover_options o = usual();
    struct discoveries d;
    const struct sheets none = {0};
    world_fill(w, 1, NULL, 0);
    memset(w->points, SHEET_NO_POINTS, w->sheet.games);
    assert_int_equal(discover_run(&d, &w->sheets, &o, NULL), STATUS_OK);
    assert_int_equal(d.count + d.tested, 0);
    discoveries_release(&d);
    assert_int_equal(discover_run(&d, &none, &o, NULL), STATUS_OK);
    assert_int_equal(d.count + d.tested, 0);
    discoveries_release(&d);
}

/* --- How it is told --------------------------------------------------------------------------- */

/* What a discovery says can be asked for: its queries mean what was counted; its examples are where
 * they say. */
static void queries_and_examples_are_right(void **state)
{
    struct discover_fixture *w = *state;
    struct discover_options o = usual();
    struct discoveries d;
    struct discover_spot spot = spot_of("s38gi", NULL);
    struct replay *r = NULL;
    uint32_t facts[SHOGI_MAX_FACTS];
    o.held_out_per_mille = 0; /* all games judge */
    world_fill(w, 4, &spot, 1.5);
    assert_int_equal(discover_run(&d, &w->sheets, &o, NULL), STATUS_OK);
    const struct discovery *x = &d.at[0];
    assert_string_equal(x->query, "s38gi");
    assert_int_equal(replay_open(&r, &shogi_game, NULL), STATUS_OK);
    uint64_t positions = 0, games = 0;
    double sum = 0;
    for (uint32_t g = 0; g < w->sheet.games; g++) {
        uint64_t before = positions;
        assert_int_equal(replay_start_text(r, (struct span){0}, NULL), STATUS_OK);
        for (uint32_t p = 0; p <= line_plies(&w->segment.lines, g); p++) {
            if (p > 0)
                assert_true(replay_step(r, line_move(&w->segment.lines, g, p - 1)));
            if (!sheet_has(w->sheet.chosen, sheet_row(&w->sheet, g) + p))
                continue;
            uint32_t n = shogi_lite_facts(r->lite, facts);
            positions +=
                (uint64_t)spot_holds(&spot, 0, facts, n) + (uint64_t)spot_holds(&spot, 1, facts, n);
        }
        games += positions > before;
    }
    assert_int_equal(x->positions, positions);
    assert_int_equal(x->games, games);
    assert_int_equal(x->curve.positions + x->flipped_curve.positions, positions);
    for (uint32_t i = 0; i < x->curve.count; i++)
        sum += (double)x->curve.bins[i].positions;
    assert_true(sum == (double)x->curve.positions);
    assert_int_equal(x->example_count, o.examples);
    for (uint32_t i = 0; i < x->example_count; i++) {
        const struct discover_example *e = &x->examples[i];
        uint32_t number;
        assert_true(lines_find_id(&w->segment.lines, e->id, &number));
        int side = spot_at(w, &spot, r, number, e->ply);
        assert_true(side == 0 || (side < 0) == e->flipped);
        assert_int_equal(e->value, w->values[sheet_row(&w->sheet, number) + e->ply]);
        assert_int_equal(e->points, e->flipped ? 0 : 2); /* won against the value */
        assert_true(abs(e->value) < 100);                /* it looks even */
        for (uint32_t k = 0; k < i; k++)
            assert_int_not_equal(e->id, x->examples[k].id);
    }
    replay_close(r);
    discoveries_release(&d);
}

static void one_thread_is_like_three(void **state)
{
    struct discover_fixture *w = *state;
    struct discover_options o = usual();
    struct discoveries a, b;
    struct discover_spot spot = spot_of("s38gi", NULL);
    world_fill(w, 5, &spot, 1.5);
    assert_int_equal(discover_run(&a, &w->sheets, &o, NULL), STATUS_OK);
    o.threads = 3;
    assert_int_equal(discover_run(&b, &w->sheets, &o, NULL), STATUS_OK);
    assert_int_equal(a.count, b.count);
    assert_int_equal(a.tested, b.tested);
    assert_int_equal(a.significant, b.significant);
    for (uint32_t i = 0; i < a.count; i++) {
        assert_string_equal(a.at[i].query, b.at[i].query);
        assert_true(a.at[i].score == b.at[i].score && a.at[i].p == b.at[i].p);
        assert_true(a.at[i].shift == b.at[i].shift && a.at[i].lean == b.at[i].lean);
        assert_true(isnan(a.at[i].distortion) || a.at[i].distortion == b.at[i].distortion);
        assert_int_equal(a.at[i].folded_count, b.at[i].folded_count);
        assert_int_equal(a.at[i].explained, b.at[i].explained);
        assert_int_equal(a.at[i].example_count, b.at[i].example_count);
        for (uint32_t k = 0; k < a.at[i].example_count; k++)
            assert_int_equal(a.at[i].examples[k].id, b.at[i].examples[k].id);
    }
    discoveries_release(&a);
    discoveries_release(&b);
}

/* --- What goes wrong -------------------------------------------------------------------------- */

static void stops_when_asked(void **state)
{
    struct discover_fixture *w = *state;
    struct discover_options o = usual();
    struct discoveries d;
    const atomic_bool cancelled = true;
    world_fill(w, 1, NULL, 0);
    o.cancelled = &cancelled;
    assert_int_equal(discover_run(&d, &w->sheets, &o, NULL), STATUS_CANCELLED);
    assert_null(d.at);
    discoveries_release(&d); /* nothing happens */
}

/* The n-th allocation fails, n going up until all is well. */
static void survives_want_of_memory(void **state)
{
    (void)state;
    struct discover_fixture w;
    struct discover_options o = usual();
    struct discoveries d;
    enum status status = STATUS_NOMEM;
    struct discover_spot spot = spot_of("s76fu", NULL);
    long n = 0;
    world_open(&w, 60);
    world_fill(&w, 1, &spot, 20);
    o.most = 2;
    o.pairs_of = 3;
    o.level = 0.9;
    o.min_games = 5;
    o.curves.resamples = 2;
    for (long step = 1; status == STATUS_NOMEM && n < 1000000; n += step) {
        mem_fail_after(n);
        status = discover_run(&d, &w.sheets, &o, NULL);
        mem_fail_never();
        step = n < 200 ? 1 : 1 + n / 100;
        if (status == STATUS_NOMEM)
            assert_null(d.at);
    }
    assert_int_equal(status, STATUS_OK);
    assert_true(d.count > 0 && n > 50);
    discoveries_release(&d);
    world_close(&w);
}

/* --- Scores by hand --------------------------------------------------------------------------- */

static void corrects_for_many(void **state)
{
    (void)state;
    /* Benjamini and Hochberg: p (i) * m / i, never more than of a larger p */
    static const double P[] = {0.01, 0.9, 0.02, 0.03, 0.005};
    static const double ADJUSTED[] = {0.025, 0.9, 0.1 / 3, 0.0375, 0.025};
    struct score s[6] = {{.p = 1e-9}}; /* the first was not tested */
    double passes;
    for (int i = 0; i < 5; i++)
        s[i + 1] = (struct score){.tested = true, .p = P[i]};
    assert_int_equal(discover_correct(s, 6, 0.035, &passes, NULL), STATUS_OK);
    for (int i = 0; i < 5; i++)
        assert_true(fabs(s[i + 1].adjusted - ADJUSTED[i]) < 1e-12);
    assert_true(passes == 0.02);
    assert_int_equal(discover_correct(s, 6, 0.02, &passes, NULL), STATUS_OK);
    assert_true(passes == 0);
}

/* One game's residuals where a side has something, as it sees them, less those of White's. */
struct plain {
    double r, n;
};
static struct plain plain_sum(const struct discover_job *job, const uint64_t *const bits[2],
                              uint32_t g)
{
    const struct sheet *s = &job->sheets->at[0];
    struct plain sum = {0};
    for (uint64_t row = sheet_row(s, g); row < sheet_row(s, g + 1); row++)
        for (int side = 0; side < 2; side++)
            if (sheet_has(bits[side], row)) {
                double r = 0.5 * s->points[g] - scale_rate(job->scale, s->values[row]);
                sum.r += side ? -r : r;
                sum.n += 1;
            }
    return sum;
}

/* How many standard errors two means lie apart, by going through the games twice. */
static double plain_difference(const struct plain *a, const struct plain *b, uint32_t games)
{
    struct plain all[2] = {{0}};
    double variance = 0;
    for (uint32_t g = 0; g < games; g++) {
        all[0] = (struct plain){all[0].r + a[g].r, all[0].n + a[g].n};
        all[1] = (struct plain){all[1].r + b[g].r, all[1].n + b[g].n};
    }
    double m = all[0].r / all[0].n, rest = all[1].r / all[1].n;
    for (uint32_t g = 0; g < games; g++) {
        double e = (a[g].r - m * a[g].n) / all[0].n - (b[g].r - rest * b[g].n) / all[1].n;
        variance += e * e;
    }
    return (m - rest) / sqrt(variance) * (m < 0 ? -1 : 1);
}

/* A pair of one's own and the other's, against sums that were made without any cleverness. */
static void check_pair(struct discover_fixture *w, bool swapped)
{
    struct discover_options o = usual();
    struct discover_candidates c;
    struct scale scale;
    struct chosen k[3];
    uint32_t games = w->sheet.games;
    struct plain *pair = calloc(games, sizeof *pair), *rest = calloc(games, sizeof *rest);
    struct discover_spot spot = spot_of("s38gi", "g84fu");
    /* the silver alone is what matters: beside it the pair is little more */
    world_fill(w, 4, &(struct discover_spot){.facts = {spot.facts[0]}, .count = 1}, 1.5);
    o.held_out_per_mille = 0;
    assert_true(pair && rest);
    assert_int_equal(candidates_open(&c, &w->sheets, &o, NULL), STATUS_OK);
    assert_int_equal(scale_open(&scale, &w->sheets, &o, NULL), STATUS_OK);
    uint32_t a = c.of_fact[spot.facts[swapped]], b = c.of_fact[spot.facts[!swapped]];
    uint32_t number = c.count;
    uint32_t *item_of = calloc(c.count, sizeof *item_of);
    struct score *scores = calloc(c.count + 1, sizeof *scores);
    assert_true(item_of && scores);
    assert_int_equal(candidates_add_pair(&c, a, b, true, NULL), STATUS_OK);
    for (uint32_t i = 0; i < c.singles; i++)
        item_of[i] = i == a ? 0 : i == b ? 1 : UINT32_MAX;
    const struct discover_job job = {.sheets = &w->sheets,
                                     .o = &o,
                                     .candidates = &c,
                                     .scale = &scale,
                                     .item_of = item_of,
                                     .items = 2};
    assert_int_equal(discover_score(&job, scores, NULL), STATUS_OK);
    const uint32_t WHO[] = {number, a, b};
    for (int i = 0; i < 3; i++)
        assert_int_equal(chosen_open(&k[i], &job, WHO[i], NULL), STATUS_OK);
    double least = fabs(scores[number].z_shift);
    for (int part = 0; part < 2; part++) {
        for (uint32_t g = 0; g < games; g++) {
            /* of the other's fact, whoever does not have it is looked at */
            const uint64_t *bits[2] = {k[1 + part].bits[part], k[1 + part].bits[!part]};
            pair[g] = plain_sum(&job, (const uint64_t *const *)k[0].bits, g);
            rest[g] = plain_sum(&job, bits, g);
            rest[g] = (struct plain){rest[g].r - pair[g].r, rest[g].n - pair[g].n};
        }
        double z = plain_difference(pair, rest, games);
        least = fmin(least, fmax(z, 0));
    }
    assert_true(least > 0.1 && least < 0.9 * fabs(scores[number].z_shift));
    /* the floor of the variance takes off a little */
    assert_true(scores[number].z_least < 1.0001 * least);
    assert_true(scores[number].z_least > 0.9 * least);
    for (int i = 0; i < 3; i++)
        chosen_close(&k[i], 1);
    scale_close(&scale);
    candidates_close(&c);
    free(item_of);
    free(scores);
    free(pair);
    free(rest);
}

static void pairs_are_scored_as_defined(void **state)
{
    check_pair(*state, false);
    check_pair(*state, true);
}

/* Steps as the query language means them, for both sides. */
static void steps_are_what_they_say(void **state)
{
    (void)state;
    struct sheet_mark m[61] = {0}, turned[61] = {0};
    int room[61];
    bool black[61], white[61];
    struct discover_options o = usual();
    struct discover_candidates c;
    const struct sheets none = {0};
    struct buf text;
    m[60] = (struct sheet_mark){.attack = {40, 8}, .whole = 48, .flags = MARK_WHITE};
    turned[60] = (struct sheet_mark){.attack = {8, 40}, .whole = 48};
    buf_init(&text, BUF_DEFAULT_MAX);
    assert_int_equal(candidates_open(&c, &none, &o, NULL), STATUS_OK);
    for (uint32_t i = 0; i < discover_step_count(); i++) {
        discover_step_plies(i, m, 61, SHOGI_BLACK, room, black);
        discover_step_plies(i, turned, 61, SHOGI_WHITE, room, white);
        assert_int_equal(black[60], white[60]);
        if (!black[60])
            continue;
        candidate_print(&c, c.first_step + i, SHOGI_BLACK, NULL, &text);
        buf_add_char(&text, ';');
        candidate_print(&c, c.first_step + i, SHOGI_WHITE, NULL, &text);
        buf_add_char(&text, '\n');
    }
    assert_string_equal(buf_cstr(&text), "ply:60..79;ply:60..79\n"
                                         "progress>=0.75 progress<1;progress>=0.75 progress<1\n"
                                         "progress.diff>=0.125;progress.diff<=-0.125\n"
                                         "progress.diff>=0.25;progress.diff<=-0.25\n"
                                         "progress.diff>=0.375;progress.diff<=-0.375\n"
                                         "progress.diff>=0.5;progress.diff<=-0.5\n"
                                         "attack.s>=0.5 attack.s<0.75;attack.g>=0.5 "
                                         "attack.g<0.75\n"
                                         "defence.s<0.5;defence.g<0.5\n");
    candidates_close(&c);
    buf_release(&text);
}

/* Where a candidate was counted is where its query matches; for both sides. */
static void compare_with_query(const struct discover_job *job, uint32_t candidate, int side)
{
    const struct sheets *s = job->sheets;
    const struct sheet_options so = {.no_cache = true, .threads = 1};
    struct chosen k;
    struct query q;
    struct buf text;
    buf_init(&text, BUF_DEFAULT_MAX);
    candidate_print(job->candidates, candidate, side, job->o->named, &text);
    assert_int_equal(query_parse(&q, &shogi_game, job->o->named, buf_span(&text), NULL), STATUS_OK);
    assert_int_equal(chosen_open(&k, job, candidate, NULL), STATUS_OK);
    for (uint32_t i = 0; i < s->count; i++) {
        size_t words = sheet_words(&s->at[i]);
        uint64_t *bits = calloc(words, sizeof *bits);
        assert_non_null(bits);
        assert_int_equal(sheet_match(&s->at[i], &q, &so, bits, NULL), STATUS_OK);
        if (!job->candidates->at[candidate].symmetric || side == 0)
            assert_memory_equal(bits, k.bits[2 * i + (uint32_t)side], words * sizeof *bits);
        free(bits);
    }
    chosen_close(&k, s->count);
    query_release(&q);
    buf_release(&text);
}

static void queries_mean_what_was_counted(void **state)
{
    (void)state;
    struct db *db;
    struct value_source *value_source = NULL;
    struct sheets sheets;
    struct named_queries named;
    struct discover_candidates c;
    struct scale scale;
    struct discover_options o = usual();
    sample_make("some.kifu", 0, 60, 25);
    db = sample_open("some.kifu");
    named_init(&named);
    assert_int_equal(named_add_builtin(&named, &shogi_game, NULL), STATUS_OK);
    assert_int_equal(value_source_open(&value_source, "static",
                                       &(struct value_source_options){.weights = "material"}, NULL),
                     STATUS_OK);
    const struct sheet_options so = {.value_source = value_source,
                                     .skip_plies = 3,
                                     .no_checks = true,
                                     .no_cache = true,
                                     .threads = 1};
    assert_int_equal(sheets_open(&sheets, &db, 1, &so, NULL), STATUS_OK);
    assert_true(sheets.count == 3 && sheets.chosen > 1000);
    o.named = &named;
    assert_int_equal(candidates_open(&c, &sheets, &o, NULL), STATUS_OK);
    assert_int_equal(scale_open(&scale, &sheets, &o, NULL), STATUS_OK);
    uint32_t fact = c.of_fact[shogi_fact_on_board(0, shogi_square(4, 8), SHOGI_SILVER)];
    uint32_t hand = c.of_fact[shogi_fact_in_hand(0, SHOGI_PAWN, 2)];
    uint32_t turn = c.first_step, ply = c.first_step + 3;
    assert_int_equal(candidates_add_pair(&c, fact, hand, true, NULL), STATUS_OK);
    assert_int_equal(candidates_add_pair(&c, hand, turn, false, NULL), STATUS_OK);
    assert_int_equal(candidates_add_pair(&c, hand, ply, false, NULL), STATUS_OK);
    const struct discover_job job = {
        .sheets = &sheets, .o = &o, .candidates = &c, .scale = &scale, .part = DISCOVER_SCORED};
    for (int side = 0; side < 2; side++) {
        compare_with_query(&job, fact, side);
        compare_with_query(&job, hand, side);
        for (uint32_t i = c.first_step; i < c.count; i++)
            compare_with_query(&job, i, side);
    }
    scale_close(&scale);
    candidates_close(&c);
    sheets_close(&sheets);
    value_source_close(value_source);
    named_release(&named);
    db_close(db);
}

int main(void)
{
    struct discover_fixture w;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(finds_a_planted_spot, &w),
        cmocka_unit_test_prestate(finds_a_planted_pair, &w),
        cmocka_unit_test_prestate(finds_values_that_say_too_much, &w),
        cmocka_unit_test_prestate(finds_nothing_where_nothing_is, &w),
        cmocka_unit_test_prestate(little_is_no_failure, &w),
        cmocka_unit_test_prestate(queries_and_examples_are_right, &w),
        cmocka_unit_test_prestate(one_thread_is_like_three, &w),
        cmocka_unit_test_prestate(stops_when_asked, &w),
        cmocka_unit_test(survives_want_of_memory),
        cmocka_unit_test(corrects_for_many),
        cmocka_unit_test_prestate(pairs_are_scored_as_defined, &w),
        cmocka_unit_test(steps_are_what_they_say),
        cmocka_unit_test(queries_mean_what_was_counted),
    };
    world_open(&w, 3000);
    int failed = cmocka_run_group_tests(tests, scratch_set_up, scratch_tear_down);
    world_close(&w);
    return failed;
}
