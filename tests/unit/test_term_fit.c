/* test_term_fit.c: weights that were planted in results are found again; the same with any number
 * of threads, from a file or counted anew; what is written reads back and evaluates as was said. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>

#include "base/alloc.h"
#include "lines_fixture.h"
#include "values/fit/term_fit.h"
#include "values/fit/term_spool.h"

/* Positions of random games, each the start of a game of one move of which the first row counts: so
 * every example has a result of its own. */
struct term_fit_examples {
    struct lines_fixture fixture;
    struct db_segment segment;
    struct sheet sheet;
    struct sheets sheets;
    struct paper old;
    struct sheet_mark *marks;
    int16_t *values;
    uint8_t *points;
    double scale;
};

static int from_black(const struct paper *w, const struct shogi_pos *pos)
{
    static char state[1 << 14];
    assert_true(eval_paper.state_bytes <= sizeof state);
    eval_paper.begin(w, state, pos);
    int value = eval_paper.value(w, state, pos);
    return pos->turn == SHOGI_BLACK ? value : -value;
}

static void add_starts(struct term_fit_examples *e, uint32_t count, uint64_t seed)
{
    struct shogi_pos pos;
    struct rng rng;
    struct buf sfen;
    rng_seed(&rng, seed);
    buf_init(&sfen, 1 << 12);
    shogi_move moves[SHOGI_MAX_MOVES];
    shogi_pos_start(&pos);
    for (uint32_t made = 0, ply = 0; made < count; ply++) {
        if (ply % 130 == 0 || shogi_count_few_moves(&pos, 2) < 2)
            shogi_pos_start(&pos);
        fixture_wander(&pos, moves, 0, 1, &rng);
        if (ply % 130 < 30 || ply % 5 || shogi_has_no_move(&pos))
            continue;
        buf_clear(&sfen);
        shogi_sfen_print(&pos, 1, &sfen);
        int n = shogi_legal_moves(&pos, moves);
        fixture_add(&e->fixture, buf_cstr(&sfen), &moves[rng_below(&rng, (uint64_t)n)], 1, 1);
        made++;
    }
    buf_release(&sfen);
}

static void mark_row(struct term_fit_examples *e, uint64_t row, const struct shogi_pos *pos)
{
    struct advance a;
    struct sheet_mark *m = &e->marks[row];
    advance_of(pos, &a);
    for (int color = 0; color < 2; color++) {
        m->attack[color] = (uint8_t)a.attack[color];
        m->defence[color] = (uint8_t)a.defence[color];
    }
    m->whole = (uint8_t)a.whole;
    e->values[row] = (int16_t)from_black(&e->old, pos);
}

/* Results as the true weights have it. */
static void play_out(struct term_fit_examples *e, const struct paper *truth, uint64_t seed)
{
    struct rng rng;
    rng_seed(&rng, seed);
    for (uint32_t g = 0; g < e->sheet.games; g++) {
        struct term_walk w;
        struct err err;
        assert_int_equal(term_walk_begin(&w, &e->segment, g, &err), STATUS_OK);
        mark_row(e, sheet_row(&e->sheet, g), &w.pos);
        double chance = 1 / (1 + exp(-from_black(truth, &w.pos) / e->scale));
        e->points[g] = rng_double(&rng) < chance ? 2 : 0;
    }
}

static void examples_make(struct term_fit_examples *e, uint32_t count, const struct paper *old,
                          const struct paper *truth)
{
    memset(e, 0, sizeof *e);
    fixture_init(&e->fixture);
    add_starts(e, count, 3);
    fixture_finish(&e->fixture);
    e->old = *old;
    e->scale = 600;
    e->segment.lines = e->fixture.lines;
    e->sheet = (struct sheet){.segment = &e->segment, .games = count, .rows = 2 * (uint64_t)count};
    e->sheet.progress = e->sheet.marks = e->marks = mem_calloc(2 * count, sizeof *e->marks);
    e->sheet.values = e->values = mem_calloc(2 * count, sizeof *e->values);
    e->sheet.points = e->points = mem_calloc(count, sizeof *e->points);
    e->sheet.chosen = mem_calloc(sheet_words(&e->sheet), sizeof *e->sheet.chosen);
    assert_true(e->marks && e->values && e->points && e->sheet.chosen);
    for (uint32_t g = 0; g < count; g++) {
        uint64_t row = sheet_row(&e->sheet, g);
        e->sheet.chosen[row / 64] |= 1ULL << row % 64;
    }
    e->sheets = (struct sheets){.at = &e->sheet, .count = 1};
    play_out(e, truth, 5);
}

static void examples_release(struct term_fit_examples *e)
{
    fixture_release(&e->fixture);
    mem_free(e->marks);
    mem_free(e->values);
    mem_free(e->points);
    mem_free(e->sheet.chosen);
}

static void usual_weights(struct paper *w)
{
    struct err err;
    assert_int_equal(paper_default(w, &err), STATUS_OK);
}

static const struct fitted_term *term(const struct term_fit *fit, const char *name)
{
    for (uint32_t i = 0; i < fit->count; i++)
        if (strcmp(fit->terms[i].name, name) == 0)
            return &fit->terms[i];
    fail_msg("no term %s", name);
    return NULL;
}

static void near(const struct fitted_term *t, double truth, double most_error)
{
    if (!(t->error > 0 && t->error < most_error) || fabs(t->weight - truth) > 3.5 * t->error)
        fail_msg("%s: %f ± %f, not %f", t->name, t->weight, t->error, truth);
}

static void run(struct term_fit *fit, const struct term_fit_examples *e,
                const struct term_fit_options *o)
{
    struct err err = {0};
    struct buf text;
    if (term_fit_run(fit, &e->sheets, o, &err) == STATUS_OK)
        return;
    buf_init(&text, 1000);
    err_format(&err, LANG_EN, &text);
    fail_msg("%s", buf_cstr(&text));
}

/* --- The paper's terms ------------------------------------------------------------------------ */

static void progress_is_found(void **state)
{
    (void)state;
    static struct term_fit_examples e;
    struct paper old, truth;
    usual_weights(&old);
    truth = old;
    truth.attack = -900;
    truth.defence = 500;
    examples_make(&e, 12000, &old, &truth);
    struct term_fit_options o = {
        .model = REGRESSION_ML, .old = &old, .held_out = 100, .threads = 1};
    struct term_fit fit;
    run(&fit, &e, &o);
    assert_int_equal(fit.count, 3);
    near(term(&fit, "attack"), -900, 150);
    near(term(&fit, "defence"), 500, 5000); /* rarely differs: capped */
    assert_true(term(&fit, "value")->weight == 1 && term(&fit, "value")->error == 0);
    assert_true(fabs(fit.scale - e.scale) < 60);
    assert_int_equal(fit.examples[0] + fit.examples[1], 12000);
    assert_true(fit.examples[1] > 600 && fit.examples[1] < 2400);
    assert_true(fit.after[REGRESSION_HELD_OUT] < fit.before[REGRESSION_HELD_OUT]);
    assert_true(fit.has_paper);
    assert_int_equal(fit.paper.attack, lround(term(&fit, "attack")->weight));

    int16_t *values = NULL;
    struct err err;
    assert_int_equal(term_fit_values(&fit, &e.sheets, &o, &values, &err), STATUS_OK);
    for (uint32_t g = 0; g < e.sheet.games; g += 7) {
        struct term_walk w;
        assert_int_equal(term_walk_begin(&w, &e.segment, g, &err), STATUS_OK);
        assert_in_range(values[sheet_row(&e.sheet, g)] - from_black(&fit.paper, &w.pos) + 2, 0, 4);
    }
    mem_free(values);
    term_fit_release(&fit);
    o.model = REGRESSION_LS;
    run(&fit, &e, &o);
    near(term(&fit, "attack"), -900, 200); /* a line through a curve: near enough */
    term_fit_release(&fit);
    examples_release(&e);
}

/* Values that have the terms already say so. */
static void progress_counts_on(void **state)
{
    (void)state;
    static struct term_fit_examples e;
    struct paper old;
    usual_weights(&old);
    old.attack = -400;
    examples_make(&e, 6000, &old, &old);
    struct term_fit_options o = {
        .model = REGRESSION_ML, .old = &old, .held_out = 100, .threads = 1};
    struct term_fit fit;
    run(&fit, &e, &o);
    near(term(&fit, "attack"), -400, 200);
    assert_true(term(&fit, "attack")->old == -400);
    term_fit_release(&fit);
    examples_release(&e);
}

/* --- Conditions ------------------------------------------------------------------------------- */

static void conditions_are_weighed(void **state)
{
    (void)state;
    static struct term_fit_examples e;
    struct paper old;
    struct rng rng;
    usual_weights(&old);
    examples_make(&e, 8000, &old, &old);
    size_t words = sheet_words(&e.sheet);
    uint64_t *bits = mem_calloc(2 * words, sizeof *bits), *flipped = bits + words;
    assert_non_null(bits);
    rng_seed(&rng, 9);
    for (uint32_t g = 0; g < e.sheet.games; g++) {
        uint64_t row = sheet_row(&e.sheet, g), kind = rng_below(&rng, 4);
        bits[row / 64] |= (uint64_t)(kind == 0) << row % 64;
        flipped[row / 64] |= (uint64_t)(kind == 1) << row % 64;
        double lift = kind == 0 ? 700 : kind == 1 ? -700 : 0;
        double chance = 1 / (1 + exp(-(e.values[row] + lift) / e.scale));
        e.points[g] = rng_double(&rng) < chance ? 2 : 0;
    }
    const uint64_t *const held[] = {bits}, *const turned[] = {flipped};
    struct term_condition c = {.name = "two rooks", .bits = held, .flipped = turned};
    struct term_fit_options o = {.set = TERM_SET_CONDITIONS,
                                 .model = REGRESSION_ML,
                                 .conditions = &c,
                                 .condition_count = 1,
                                 .held_out = 100};
    struct term_fit fit;
    run(&fit, &e, &o);
    assert_int_equal(fit.count, 2);
    near(term(&fit, "two rooks"), 700, 100);
    assert_false(fit.has_paper);
    int16_t *values = NULL;
    assert_int_equal(term_fit_values(&fit, &e.sheets, &o, &values, NULL), STATUS_OK);
    for (uint64_t row = 0; row < e.sheet.rows; row++) {
        double sign = (double)sheet_has(bits, row) - (double)sheet_has(flipped, row);
        assert_true(fabs(values[row] - (e.values[row] + sign * fit.terms[1].weight)) <= 0.5);
    }
    mem_free(values);
    term_fit_release(&fit);
    mem_free(bits);
    examples_release(&e);
}

static void conditions_flip(void **state)
{
    (void)state;
    struct query q, flipped, again;
    struct err err;
    assert_int_equal(query_parse(&q, &shogi_game, NULL, SPAN("s55gi shi2 turn:s"), &err), 0);
    assert_int_equal(term_flip(&flipped, &q, &err), STATUS_OK);
    assert_int_equal(query_parse(&again, &shogi_game, NULL, SPAN("g55gi ghi2 turn:g"), &err), 0);
    assert_true(query_same_meaning(&flipped, &again));
    assert_false(query_same_meaning(&q, &again));
    query_release(&q);
    query_release(&flipped);
    query_release(&again);
}

/* --- Weights by the dozen, and by the thousand ------------------------------------------------ */

static void material_is_found(void **state)
{
    (void)state;
    static struct term_fit_examples e;
    struct paper old, truth;
    usual_weights(&old);
    truth = old;
    truth.hand[PAPER_OPENING][SHOGI_BISHOP] = truth.hand[PAPER_ENDGAME][SHOGI_BISHOP] = 400;
    truth.board[PAPER_OPENING][SHOGI_ROOK] = truth.board[PAPER_ENDGAME][SHOGI_ROOK] = 1400;
    examples_make(&e, 12000, &old, &truth);
    struct term_fit_options o = {.set = TERM_SET_MATERIAL,
                                 .model = REGRESSION_ML,
                                 .old = &old,
                                 .held_out = 100,
                                 .ridge = 1e-5,
                                 .threads = 1};
    struct term_fit fit;
    run(&fit, &e, &o);
    assert_int_equal(fit.count, paper_term_count(PAPER_TERMS_MATERIAL));
    assert_true(fit.after[REGRESSION_HELD_OUT] < fit.before[REGRESSION_HELD_OUT]);
    assert_true(fit.paper.hand[PAPER_ENDGAME][SHOGI_BISHOP] < 700);
    assert_true(fit.paper.board[PAPER_ENDGAME][SHOGI_ROOK] > 1050);
    /* what is not among the terms is as it was */
    assert_memory_equal(fit.paper.place, old.place, sizeof old.place);
    assert_memory_equal(fit.paper.pair, old.pair, sizeof old.pair);

    struct buf file;
    struct paper back;
    struct err err;
    buf_init(&file, 1 << 20);
    paper_write(&fit.paper, &file);
    usual_weights(&back);
    assert_int_equal(paper_read(buf_span(&file), &back, &err), STATUS_OK);
    assert_memory_equal(&back, &fit.paper, sizeof back);
    buf_release(&file);
    int16_t *values = NULL;
    assert_int_equal(term_fit_values(&fit, &e.sheets, &o, &values, &err), STATUS_OK);
    for (uint32_t g = 0; g < e.sheet.games; g += 7) {
        struct term_walk w;
        assert_int_equal(term_walk_begin(&w, &e.segment, g, &err), STATUS_OK);
        assert_int_equal(values[sheet_row(&e.sheet, g)], from_black(&back, &w.pos));
    }
    mem_free(values);
    term_fit_release(&fit);
    examples_release(&e);
}

static void same_fit(const struct term_fit *a, const struct term_fit *b)
{
    assert_int_equal(a->count, b->count);
    for (uint32_t i = 0; i < a->count; i++)
        assert_memory_equal(&a->terms[i].weight, &b->terms[i].weight, sizeof a->terms[i].weight);
    assert_memory_equal(a->after, b->after, sizeof a->after);
    assert_memory_equal(&a->paper, &b->paper, sizeof a->paper);
}

static void all_stay_near(void **state)
{
    (void)state;
    static struct term_fit_examples e;
    struct paper old, truth;
    usual_weights(&old);
    truth = old;
    for (int c = 0; c < PAPER_COLUMNS; c++)
        for (int r = 0; r < PAPER_ROWS; r++)
            truth.place[PAPER_ENEMY][SHOGI_GOLD][r][c] = 200;
    examples_make(&e, 4000, &old, &truth);
    struct term_fit_options o = {.set = TERM_SET_ALL,
                                 .model = REGRESSION_ML,
                                 .old = &old,
                                 .held_out = 100,
                                 .ridge = 0.1,
                                 .threads = 1};
    struct term_fit one, other;
    run(&one, &e, &o);
    assert_int_equal(one.count, paper_term_count(PAPER_TERMS_ALL));
    assert_true(one.after[REGRESSION_TRAINING] < one.before[REGRESSION_TRAINING]);
    assert_true(one.after[REGRESSION_HELD_OUT] < one.before[REGRESSION_HELD_OUT] + 0.001);
    for (uint32_t i = 0; i < one.count; i++)
        if (!(fabs(one.terms[i].weight - one.terms[i].old) < 1000))
            fail_msg("%s: %f, was %f", one.terms[i].name, one.terms[i].weight, one.terms[i].old);
    o.threads = 3;
    run(&other, &e, &o);
    same_fit(&one, &other);
    term_fit_release(&other);
    o.spool_bytes = 1 << 18; /* room for a part */
    run(&other, &e, &o);
    same_fit(&one, &other);
    term_fit_release(&other);
    term_fit_release(&one);
    examples_release(&e);
}

static void spool_counts_anew(void **state)
{
    (void)state;
    static struct term_fit_examples e;
    struct paper old;
    struct err err;
    struct term_spool *spool;
    struct regression_piece piece;
    usual_weights(&old);
    examples_make(&e, 500, &old, &old);
    struct term_fit_options o = {
        .set = TERM_SET_ALL, .old = &old, .threads = 2, .spool_bytes = 1 << 15};
    assert_int_equal(term_spool_open(&spool, &e.sheets, &o, &err), STATUS_OK);
    struct regression_source s = term_spool_source(spool, TERM_FEATURE_VALUE);
    size_t seen = 0;
    for (size_t i = 0; i < s.pieces; i++) {
        assert_int_equal(s.piece(s.ctx, REGRESSION_TRAINING, i, 1, &piece, &err), STATUS_OK);
        for (size_t k = 0; k < piece.count; k++) {
            uint64_t row = sheet_row(&e.sheet, piece.cluster[k]);
            assert_true(fabs(piece.x[k] * TERM_PAWN - e.values[row]) < 1.001);
        }
        seen += piece.count;
    }
    assert_int_equal(seen, 500);
    assert_true(term_spool_recounts(spool) > 0 && term_spool_recounts(spool) < s.pieces);
    term_spool_close(spool);
    o.temporary = "/nowhere/at/all";
    assert_int_equal(term_spool_open(&spool, &e.sheets, &o, &err), STATUS_IO);
    examples_release(&e);
}

static void memory_runs_out(void **state)
{
    (void)state;
    static struct term_fit_examples e;
    struct paper old;
    usual_weights(&old);
    examples_make(&e, 300, &old, &old);
    for (int set = 0; set < TERM_SET_CONDITIONS; set++) {
        struct term_fit_options o = {.set = (enum term_set)set,
                                     .model = REGRESSION_ML,
                                     .old = &old,
                                     .held_out = 100,
                                     .most_steps = 3,
                                     .threads = 1};
        struct term_fit fit;
        struct err err;
        enum status st = STATUS_NOMEM;
        for (long n = 0; st == STATUS_NOMEM; n = n < 60 ? n + 1 : n * 2) {
            mem_fail_after(n);
            st = term_fit_run(&fit, &e.sheets, &o, &err);
            mem_fail_never();
            if (st == STATUS_OK)
                term_fit_release(&fit);
        }
        assert_int_equal(st, STATUS_OK);
    }
    examples_release(&e);
}

static void says_what_cannot_be(void **state)
{
    (void)state;
    struct sheets none = {0};
    struct term_fit fit;
    struct err err;
    struct term_fit_options o = {.set = TERM_SET_ALL};
    assert_int_equal(term_fit_run(&fit, &none, &o, &err), STATUS_RANGE);
    o = (struct term_fit_options){.set = TERM_SET_PROGRESS, .threads = 1};
    assert_int_equal(term_fit_run(&fit, &none, &o, &err), STATUS_RANGE);
    assert_string_equal(term_set_names[TERM_SET_PROGRESS], paper_terms_names[PAPER_TERMS_PROGRESS]);
    assert_string_equal(term_set_names[TERM_SET_ALL], paper_terms_names[PAPER_TERMS_ALL]);
}

/* Where values say nothing about results nothing can be told in their units. */
static void values_that_say_nothing(void **state)
{
    (void)state;
    struct paper old;
    struct term_fit_examples e;
    struct term_fit fit;
    struct err err;
    usual_weights(&old);
    examples_make(&e, 500, &old, &old);
    for (int model = REGRESSION_LS; model <= REGRESSION_ML; model++) {
        const struct term_fit_options o = {
            .model = (enum regression_model)model, .old = &old, .threads = 1};
        assert_int_equal(term_fit_run(&fit, &e.sheets, &o, &err), STATUS_OK);
        term_fit_release(&fit);
    }
    for (int kind = 0; kind < 4; kind++)
        for (int model = REGRESSION_LS; model <= REGRESSION_ML; model++) {
            const struct term_fit_options o = {
                .model = (enum regression_model)model, .old = &old, .threads = 1};
            play_out(&e, &old, 5);
            for (uint64_t row = 0; row < e.sheet.rows; row++)
                e.values[row] = (int16_t)(kind == 0   ? 100            /* all the same */
                                          : kind == 1 ? -e.values[row] /* the wrong way round */
                                                      : e.values[row]);
            for (uint32_t g = 0; g < e.sheet.games && kind >= 2; g++)
                e.points[g] = kind == 2 ? 1 : 2; /* all drawn; all won */
            assert_int_equal(term_fit_run(&fit, &e.sheets, &o, &err), STATUS_RANGE);
            assert_null(fit.terms);
        }
    examples_release(&e);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(progress_is_found),      cmocka_unit_test(progress_counts_on),
        cmocka_unit_test(conditions_are_weighed), cmocka_unit_test(conditions_flip),
        cmocka_unit_test(material_is_found),      cmocka_unit_test(all_stay_near),
        cmocka_unit_test(spool_counts_anew),      cmocka_unit_test(memory_runs_out),
        cmocka_unit_test(says_what_cannot_be),    cmocka_unit_test(values_that_say_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
