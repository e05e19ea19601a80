/* test_effect_report.c: effects of conditions as a table, as JSON and as a picture; differences. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "view/report/effect_report.h"

static struct condition_effect effect_made(const char *name, double weight, double error,
                                           bool is_mirror)
{
    return (struct condition_effect){.name = name,
                                     .weight = weight,
                                     .error = error,
                                     .z = weight / error,
                                     .p = erfc(fabs(weight / error) / sqrt(2)),
                                     .positions = 1234,
                                     .games = 56,
                                     .is_mirror = is_mirror};
}

static void differences_add_variances(void **state)
{
    (void)state;
    struct condition_effect a = effect_made("x", -1272, 437, false),
                            b = effect_made("x", 180, 181, false);
    struct condition_effect d = effect_difference(&a, &b);
    assert_true(d.weight == -1452);
    assert_true(fabs(d.error - 473) < 0.01);
    assert_true(fabs(d.z + 3.0698) < 0.001);
    assert_true(fabs(d.p - 0.00214) < 0.0001);
    b.weight = NAN;
    d = effect_difference(&a, &b);
    assert_true(isnan(d.weight) && isnan(d.error) && isnan(d.z) && isnan(d.p));
}

static void table_leaves_mirrors_out(void **state)
{
    (void)state;
    struct condition_effect people[] = {effect_made("s.hand.hi>=2", -1272, 437, false),
                                        effect_made("g.hand.hi>=2", 1272, 437, true),
                                        effect_made("castle:mino", NAN, NAN, false)};
    struct condition_effect engines[] = {effect_made("s.hand.hi>=2", 180, 181, false),
                                         effect_made("g.hand.hi>=2", -180, 181, true),
                                         effect_made("castle:mino", NAN, NAN, false)};
    const struct effects a = {.at = people, .count = 3}, b = {.at = engines, .count = 3};
    const struct effect_class list[] = {{"people", &a}, {"engines", &b}};
    struct buf out;
    buf_init(&out, BUF_DEFAULT_MAX);
    effect_text_table(list, 2, 1, LANG_EN, &out);
    assert_string_equal(
        buf_cstr(&out),
        "effect beyond the value       games          people      z    games         engines      "
        "z      difference      z\n"
        "s.hand.hi>=2                     56     -1272 ± 437   -2.9       56      +180 ± 181   "
        "+1.0     -1452 ± 473   -3.1\n"
        "castle:mino                      56               -      -       56               -      "
        "-               -      -\n"
        "(points for the side of the condition, both sides pooled; standard errors by game)\n"
        "(difference: people less engines)\n"
        "(-: the condition is its own mirror image, or too rare)\n");
    buf_clear(&out);
    effect_text_table(list, 1, 0, LANG_JA, &out);
    assert_non_null(strstr(buf_cstr(&out), "評価値を超える効果"));
    assert_null(strstr(buf_cstr(&out), "（差"));
    buf_release(&out);
}

static void json_has_nulls(void **state)
{
    (void)state;
    struct condition_effect one[] = {effect_made("a", 12.34567, 2, false)},
                            none[] = {effect_made("a", NAN, NAN, false)};
    const struct effects a = {.at = one, .count = 1}, b = {.at = none, .count = 1};
    const struct effect_class list[] = {{"x", &a}, {"y", &b}};
    struct buf out;
    struct json j;
    buf_init(&out, BUF_DEFAULT_MAX);
    json_init(&j, &out);
    json_open_object(&j);
    one[0].share = 0.08123456;
    one[0].share_low = 0.05;
    one[0].share_high = NAN;
    effect_to_json(&j, &one[0]);
    json_end(&j);
    assert_non_null(
        strstr(buf_cstr(&out), "{\"effect\":12.346,\"effect_error\":2,\"effect_z\":6.173,"));
    assert_non_null(strstr(
        buf_cstr(&out), "\"effect_positions\":1234,\"effect_games\":56,\"effect_share\":0.081235,"
                        "\"effect_share_low\":0.05,\"effect_share_high\":null}"));
    buf_clear(&out);
    json_init(&j, &out);
    effect_difference_to_json(&j, &list[0], &list[1], 0);
    assert_string_equal(buf_cstr(&out),
                        "{\"difference\":\"a\",\"classes\":[\"x\",\"y\"],\"effect\":null,"
                        "\"effect_error\":null,\"effect_z\":null,\"effect_p\":null}");
    buf_release(&out);
}

static void picture_needs_memory(void **state)
{
    (void)state;
    struct condition_effect one[] = {
        effect_made("a condition with a name that is far too long for its place", 100, 20, false)};
    const struct effects a = {.at = one, .count = 1};
    const struct effect_class list[] = {{"people", &a}, {"engines", &a}};
    struct buf out;
    enum status status = STATUS_NOMEM;
    long failures = 0;
    for (; status == STATUS_NOMEM; failures++) {
        buf_init(&out, BUF_DEFAULT_MAX);
        mem_fail_after(failures);
        effect_svg(list, 2, LANG_EN, DRAW_ADAPTS, &out);
        mem_fail_never();
        status = buf_status(&out);
        if (status == STATUS_OK) {
            assert_non_null(strstr(buf_cstr(&out), "<svg"));
            assert_non_null(strstr(buf_cstr(&out), "engines"));
        }
        buf_release(&out);
    }
    assert_int_equal(status, STATUS_OK);
    assert_true(failures > 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(differences_add_variances),
        cmocka_unit_test(table_leaves_mirrors_out),
        cmocka_unit_test(json_has_nulls),
        cmocka_unit_test(picture_needs_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
