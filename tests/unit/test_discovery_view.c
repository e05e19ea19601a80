/* test_discovery_view.c: findings as a report in two languages, and as JSON. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "view/report/discovery_report.h"

static const char *const NAMES[] = {"games.kifu", "my games.kifu"};
static const char *const FOLDED[] = {"s49ki", "s38gi s49ki"};
static struct discover_example examples[] = {{0, 17, 83, -812, 2, false}, {1, 4, 7, 90, 0, true}};
static struct curve_bin bins[] = {
    {.value = 0, .positions = 400, .rate = 0.625, .low = 0.5, .high = 0.75, .counts = true},
    {.value = 500, .positions = 4, .rate = 1, .low = 0.5, .high = 1},
};

static struct discovery silver(void)
{
    return (struct discovery){.query = "s38gi",
                              .flipped = "g72gi",
                              .folded = FOLDED,
                              .folded_count = 2,
                              .explained = 1024,
                              .score = 11.5,
                              .tilt = -1,
                              .p = 1e-12,
                              .adjusted = 2.5e-9,
                              .positions = 1037845,
                              .games = 679,
                              .shift = 0.1271,
                              .lean = -0.0107,
                              .curve = {.bins = bins,
                                        .count = 2,
                                        .positions = 600000,
                                        .distortion = 0.15,
                                        .low = 0.1,
                                        .high = 0.2},
                              .flipped_curve = {.positions = 437845, .distortion = NAN},
                              .distortion = 0.125,
                              .low = 0.0625,
                              .high = 0.1875,
                              .examples = examples,
                              .example_count = 2};
}

static struct discovery late(void)
{
    return (struct discovery){.query = "ply:120..159",
                              .flipped = "ply:120..159",
                              .symmetric = true,
                              .tilted = true,
                              .adjusted = 0.004,
                              .positions = 10,
                              .games = 2,
                              .lean = -0.05,
                              .distortion = NAN,
                              .low = NAN,
                              .high = NAN};
}

static void report_for_people(void **state)
{
    (void)state;
    struct discovery at[] = {silver(), late()};
    at[1].contradicted = true;
    struct discoveries d = {.at = at,
                            .count = 2,
                            .tested = 2289,
                            .significant = 272,
                            .scored_games = 20981,
                            .held_out_games = 9019};
    struct buf out;
    buf_init(&out, BUF_DEFAULT_MAX);
    discoveries_to_text(&d, NAMES, LANG_EN, &out);
    assert_string_equal(
        buf_cstr(&out),
        "2,289 conditions tested on 20,981 games; 272 significantly distorted. The worst, measured "
        "on 9,019 other games:\n"
        "\n"
        "  1  s38gi\n"
        "     the side that has it wins 12.7 percentage points more than its value predicts\n"
        "     1,037,845 positions of 679 games; distortion 12.5 % [6.2, 18.8]; p 2.5e-09 "
        "(adjusted for multiple tests)\n"
        "     Black has it: 600,000 positions, distortion 15.0 % [10.0, 20.0]; White has it: "
        "437,845 positions\n"
        "     as White has it: g72gi\n"
        "     grouped with it: s49ki, s38gi s49ki\n"
        "     explains 1,024 other conditions\n"
        "     kifu search games.kifu 's38gi'\n"
        "     kifu show games.kifu:17 --ply 83    value -812, Black won; Black has it\n"
        "     kifu show 'my games.kifu':4 --ply 7     value +90, White won; White has it\n"
        "\n"
        "  2  ply:120..159\n"
        "     the side ahead wins 5.0 percentage points less than the value predicts: the value is "
        "too high\n"
        "     10 positions of 2 games; too few positions to measure the distortion; p 0.004 "
        "(adjusted for multiple tests)\n"
        "     not confirmed: the games that suggested it show the opposite\n"
        "     kifu search games.kifu 'ply:120..159'\n");
    buf_clear(&out);
    discoveries_to_text(&d, NAMES, LANG_JA, &out);
    assert_non_null(
        strstr(buf_cstr(&out), "この条件を持つ側の勝率は、評価値が示すより 12.7 ポイント高い\n"));
    assert_non_null(strstr(buf_cstr(&out), "評価値 -812、先手勝ち；先手側の条件\n"));
    assert_null(strstr(buf_cstr(&out), "percentage"));
    d.count = 0;
    buf_clear(&out);
    discoveries_to_text(&d, NAMES, LANG_EN, &out);
    assert_string_equal(buf_cstr(&out),
                        "2,289 conditions tested on 20,981 games: none significantly distorted\n");
    buf_release(&out);
}

static void claims_have_a_direction(void **state)
{
    (void)state;
    struct discovery d = silver();
    struct buf out;
    buf_init(&out, BUF_DEFAULT_MAX);
    d.shift = -0.0049;
    discovery_claim(&d, LANG_EN, &out);
    assert_string_equal(
        buf_cstr(&out),
        "the side that has it wins 0.5 percentage points less than its value predicts");
    d.symmetric = true;
    buf_clear(&out);
    discovery_claim(&d, LANG_EN, &out);
    assert_string_equal(buf_cstr(&out),
                        "Black wins 0.5 percentage points less than the value predicts");
    buf_release(&out);
}

static void objects_for_machines(void **state)
{
    (void)state;
    struct discovery at[] = {silver(), late()};
    struct buf out;
    struct json j;
    buf_init(&out, BUF_DEFAULT_MAX);
    json_init(&j, &out);
    discovery_to_json(&j, &at[0], NAMES);
    json_line(&j);
    assert_string_equal(
        buf_cstr(&out),
        "{\"condition\":\"s38gi\",\"flipped\":\"g72gi\",\"positions\":1037845,\"games\":679,"
        "\"shift\":0.1271,\"lean\":-0.0107,\"score\":11.5,\"tilt\":-1,\"tilted\":false,"
        "\"confirmed\":true,\"p\":1e-12,"
        "\"adjusted\":2.5e-09,\"distortion\":0.125,\"low\":0.0625,\"high\":0.1875,"
        "\"folded\":[\"s49ki\",\"s38gi s49ki\"],\"explained\":1024,\"examples\":["
        "{\"db\":\"games.kifu\",\"id\":17,\"ply\":83,\"value\":-812,\"points\":2,\"side\":"
        "\"black\"},"
        "{\"db\":\"my "
        "games.kifu\",\"id\":4,\"ply\":7,\"value\":90,\"points\":0,\"side\":\"white\"}],"
        "\"bins\":[{\"value\":0,\"positions\":400,\"rate\":0.625,\"low\":0.5,\"high\":0.75,"
        "\"games\":0,\"effective\":0}],"
        "\"flipped_bins\":[]}\n");
    buf_clear(&out);
    discovery_to_json(&j, &at[1], NAMES);
    assert_non_null(strstr(buf_cstr(&out), "\"distortion\":null,\"low\":null,\"high\":null,"));
    buf_release(&out);
}

/* A report that has no room is known to be none. */
static void survives_want_of_memory(void **state)
{
    (void)state;
    struct discovery at[] = {silver()};
    struct discoveries d = {.at = at, .count = 1};
    struct buf out;
    for (long n = 0;; n++) {
        buf_init(&out, BUF_DEFAULT_MAX);
        mem_fail_after(n);
        discoveries_to_text(&d, NAMES, LANG_JA, &out);
        mem_fail_never();
        enum status status = buf_status(&out);
        buf_release(&out);
        if (status == STATUS_OK)
            return;
        assert_int_equal(status, STATUS_NOMEM);
        assert_true(n < 1000);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(report_for_people),
        cmocka_unit_test(claims_have_a_direction),
        cmocka_unit_test(objects_for_machines),
        cmocka_unit_test(survives_want_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
