/* test_selfplay.c: the engine's games are the same for a seed whoever makes them, legal, properly
 * ended, and carry the values that they should. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "engine/search/engine_search.h"
#include "formats/shogi/shogi_line.h"
#include "sim/match/scoresheet.h"
#include "sim/match/selfplay.h"

enum { GAMES = 6 };

static struct selfplay_options options(struct generator *g, uint64_t seed)
{
    struct err err;
    generator_init(g, seed);
    assert_int_equal(generator_add_book(g, &err), STATUS_OK);
    return (struct selfplay_options){.openings = g,
                                     .eval = {&eval_material, NULL},
                                     .name = SPAN("somebody"),
                                     .nodes = 50,
                                     .random_plies = SELFPLAY_RANDOM_PLIES,
                                     .resign = SELFPLAY_RESIGN,
                                     .max_plies = SELFPLAY_MAX_PLIES};
}

static struct selfplay *player(const struct selfplay_options *opt)
{
    struct selfplay *s;
    assert_int_equal(selfplay_open(&s, opt, NULL), STATUS_OK);
    return s;
}

static uint64_t fingerprint(struct selfplay *s, uint64_t number)
{
    struct record rec;
    struct err err;
    record_init(&rec);
    assert_int_equal(selfplay_game(s, number, &rec, &err), STATUS_OK);
    uint64_t hash = (uint64_t)rec.end;
    for (uint32_t i = 1; i < rec.node_count; i++) {
        const struct record_note *note = record_note_at(&rec, i);
        hash = (hash ^ rec.nodes[i].move) * 0x9E3779B97F4A7C15U;
        hash = (hash ^ (uint64_t)(uint32_t)note->value.number) * 0x9E3779B97F4A7C15U;
    }
    record_release(&rec);
    return hash;
}

static void test_same_for_seed_and_number(void **state)
{
    (void)state;
    struct generator g, other;
    struct selfplay_options opt = options(&g, 5), opt_other = options(&other, 6);
    struct selfplay *a = player(&opt), *b = player(&opt), *c = player(&opt_other);
    uint64_t hash[GAMES];
    for (uint64_t n = 0; n < GAMES; n++)
        hash[n] = fingerprint(a, n);
    for (uint64_t n = GAMES; n-- > 0;) /* what was played before has no influence */
        assert_true(fingerprint(b, n) == hash[n]);
    for (uint64_t n = 0; n < GAMES; n++) {
        assert_true(fingerprint(c, n) != hash[n]);
        for (uint64_t k = 0; k < n; k++)
            assert_true(hash[k] != hash[n]);
    }
    selfplay_close(a);
    selfplay_close(b);
    selfplay_close(c);
    generator_release(&g);
    generator_release(&other);
}

/* Goes through a game with a referee of its own. */
static void check_game(const struct record *rec, const struct selfplay_options *opt)
{
    struct referee *r = malloc(sizeof *r);
    struct shogi_pos start;
    unsigned silent = 0, plies = 0;
    uint32_t node = rec->nodes[0].child;
    shogi_pos_start(&start);
    referee_begin(r, &start, opt->max_plies);
    for (; !record_is_end(rec, node); node = rec->nodes[node].child, plies++) {
        const struct record_note *note = record_note_at(rec, node);
        struct record_value read = comment_value(note->comment);
        assert_true(referee_goes_on(r));
        referee_play(r, (shogi_move)rec->nodes[node].move);
        assert_int_equal(read.kind, note->value.kind);
        assert_int_equal(read.number, note->value.number);
        if (note->value.kind == VALUE_NONE)
            assert_int_equal(silent++, plies); /* only at the beginning */
        if (note->value.kind == VALUE_MATE)
            assert_int_not_equal(note->value.number, 0);
    }
    assert_int_equal(r->plies, plies);
    assert_true(silent >= opt->random_plies && silent < plies);
    assert_true(silent <= GENERATOR_OPENING_PLIES + opt->random_plies);
    if (rec->end == END_RESIGN || rec->end == END_DECLARATION)
        referee_stop(r, rec->end);
    assert_int_equal(rec->end, r->end);
    assert_int_equal(record_note_at(rec, node)->end, r->end);
    assert_int_equal(rec->points[0], r->points[0]);
    assert_int_equal(rec->points[1], r->points[1]);
    free(r);
}

static void test_games_hold(void **state)
{
    (void)state;
    struct generator g;
    struct record rec;
    struct selfplay_options opt = options(&g, 9);
    struct selfplay *s = player(&opt);
    record_init(&rec);
    for (uint64_t n = 0; n < 3 * GAMES; n++) {
        assert_int_equal(selfplay_game(s, n, &rec, NULL), STATUS_OK);
        check_game(&rec, &opt);
        assert_true(span_eq(record_header(&rec, HEADER_PLAYER), SPAN("somebody")));
        assert_true(span_eq(record_header(&rec, HEADER_PLAYER + 1), SPAN("somebody")));
    }
    record_release(&rec);
    selfplay_close(s);
    generator_release(&g);
}

static void test_options(void **state)
{
    (void)state;
    struct generator g;
    struct record rec;
    uint32_t plies;
    struct selfplay_options opt = options(&g, 1);
    atomic_bool cancelled = true;
    record_init(&rec);
    opt.resign = 0;
    opt.max_plies = 35;
    struct selfplay *s = player(&opt);
    for (uint64_t n = 0; n < GAMES; n++) {
        assert_int_equal(selfplay_game(s, n, &rec, NULL), STATUS_OK);
        record_last_move(&rec, &plies);
        assert_true(rec.end == END_MAX_MOVES ? plies == 35 : plies <= 35);
        assert_true(rec.end != END_RESIGN);
    }
    selfplay_close(s);
    opt.cancelled = &cancelled;
    s = player(&opt);
    assert_int_equal(selfplay_game(s, 0, &rec, NULL), STATUS_CANCELLED);
    selfplay_close(s);
    record_release(&rec);
    generator_release(&g);
}

static void test_values(void **state)
{
    (void)state;
    struct record_value v = scoresheet_value(-120, SHOGI_BLACK);
    assert_int_equal(v.kind, VALUE_CENTIPAWNS);
    assert_int_equal(v.number, -120);
    assert_int_equal(scoresheet_value(-120, SHOGI_WHITE).number, 120);
    v = scoresheet_value(THINK_MATE - 3, SHOGI_WHITE);
    assert_int_equal(v.kind, VALUE_MATE);
    assert_int_equal(v.number, -3);
    assert_int_equal(scoresheet_value(-THINK_MATE + 4, SHOGI_WHITE).number, 4);
    assert_int_equal(scoresheet_value(-THINK_MATE + 4, SHOGI_BLACK).number, -4);
    assert_int_equal(scoresheet_value(THINK_NO_VALUE, SHOGI_BLACK).kind, VALUE_NONE);
    assert_int_equal(scoresheet_value(-THINK_INFINITE, SHOGI_BLACK).kind, VALUE_NONE);
}

static void test_no_memory(void **state)
{
    (void)state;
    struct generator g;
    struct record rec;
    struct err err;
    struct selfplay_options opt = options(&g, 1);
    enum status status = STATUS_NOMEM;
    opt.max_plies = 40;
    for (long n = 0; status != STATUS_OK; n++) {
        struct selfplay *s;
        assert_true(n < 200);
        record_init(&rec);
        mem_fail_after(n);
        status = selfplay_open(&s, &opt, &err);
        if (status == STATUS_OK)
            status = selfplay_game(s, 1, &rec, &err);
        mem_fail_never();
        assert_true(status == STATUS_OK || status == STATUS_NOMEM);
        selfplay_close(s);
        record_release(&rec);
    }
    generator_release(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_for_seed_and_number),
        cmocka_unit_test(test_games_hold),
        cmocka_unit_test(test_options),
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
