/* test_curve_view.c: curves as picture, table, plot in characters and JSON: by structure; figures
 * that are not known; names from outside; no memory. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

#include "base/alloc.h"
#include "view/draw/drawing_png.h"
#include "view/report/curve_report.h"
#include "view/report/curve_svg.h"

/* A curve of five bins, the outermost of which do not count. */
static struct curve_bin bins[] = {
    {-1000, 9, 3, 0.1, 0, 0.4, 3, false},
    {-500, 15000, 40, 0.25, 0.15, 0.375, 41.4, true},
    {0, 1234567, 4000, 0.5, 0.48, 0.52, 4000, true},
    {500, 20000, 50, 0.75, 0.6, 0.9, 45, true},
    {1000, 7, 1, 1, 0.2, 1, 1, false},
};
static const struct curve whole = {.bins = bins,
                                   .count = 5,
                                   .positions = 1269583,
                                   .games = 4001,
                                   .rate = 0.5,
                                   .mean_value = -7.25};
static const struct curve part = {.bins = bins,
                                  .count = 4,
                                  .positions = 3509,
                                  .games = 60,
                                  .mates = 2,
                                  .rate = 0.2827,
                                  .mean_value = -1060.68,
                                  .raw = 0.0625,
                                  .chance = 0.03125,
                                  .distortion = 0.03125,
                                  .low = -0.015625,
                                  .high = 0.09375,
                                  .signed_raw = -0.0625,
                                  .signed_low = -0.09375,
                                  .signed_high = 0.015625};
static const struct curve unknown = {.raw = NAN,
                                     .chance = NAN,
                                     .distortion = NAN,
                                     .low = NAN,
                                     .high = NAN,
                                     .signed_raw = NAN,
                                     .signed_low = NAN,
                                     .signed_high = NAN,
                                     .rate = NAN,
                                     .mean_value = NAN};

static struct curve_series series[3];

static int set_up(void **state)
{
    (void)state;
    series[0] = (struct curve_series){.curve = &whole};
    series[1] = (struct curve_series){span_of("value>=0 <&>"), &part};
    series[2] = (struct curve_series){span_of("nothing"), &unknown};
    return 0;
}

static size_t times(struct buf *b, const char *what)
{
    size_t n = 0;
    for (const char *at = buf_cstr(b); (at = strstr(at, what)); at += strlen(what))
        n++;
    return n;
}

static void json_has_the_fields_others_rely_on(void **state)
{
    (void)state;
    struct buf out;
    struct json j;
    buf_init(&out, BUF_DEFAULT_MAX);
    json_init(&j, &out);
    curve_to_json(&j, series[1].name, series[1].curve);
    json_line(&j);
    assert_string_equal(
        buf_cstr(&out),
        "{\"condition\":\"value>=0 <&>\",\"positions\":3509,\"distortion\":0.03125,"
        "\"low\":-0.015625,\"high\":0.09375,\"bins\":["
        "{\"value\":-500,\"positions\":15000,\"rate\":0.25,\"low\":0.15,\"high\":0.375,"
        "\"games\":40,\"effective\":41.4},"
        "{\"value\":0,\"positions\":1234567,\"rate\":0.5,\"low\":0.48,\"high\":0.52,"
        "\"games\":4000,\"effective\":4000},"
        "{\"value\":500,\"positions\":20000,\"rate\":0.75,\"low\":0.6,\"high\":0.9,"
        "\"games\":50,\"effective\":45}],"
        "\"games\":60,\"rate\":0.2827,\"mean_value\":-1060.68,\"mates\":2,\"raw\":0.0625,"
        "\"chance\":0.03125,\"shift\":-0.0625,\"shift_low\":-0.09375,\"shift_high\":0.015625}\n");
    buf_clear(&out);
    curve_to_json(&j, span_of(""), &unknown);
    assert_non_null(strstr(buf_cstr(&out), "{\"condition\":\"all\",\"positions\":0,"
                                           "\"distortion\":null,\"low\":null,\"high\":null,"
                                           "\"bins\":[],"));
    buf_release(&out);
}

static void words(void **state)
{
    (void)state;
    struct buf out;
    buf_init(&out, BUF_DEFAULT_MAX);
    static const uint64_t COUNTS[] = {0, 999, 1000, 1234567, 1000000, UINT64_MAX};
    for (int i = 0; i < 6; i++) {
        curve_add_count(&out, COUNTS[i]);
        buf_add_char(&out, ' ');
    }
    assert_string_equal(buf_cstr(&out),
                        "0 999 1,000 1,234,567 1,000,000 18,446,744,073,709,551,615 ");
    buf_clear(&out);
    curve_add_interval(&out, -0.0001, -0.0123, 0.5);
    curve_add_interval(&out, NAN, 0, 1);
    assert_string_equal(buf_cstr(&out), "0.0 [-1.2, 50.0]-");
    buf_release(&out);
}

static void a_table_with_a_line_for_each(void **state)
{
    (void)state;
    struct buf out;
    buf_init(&out, BUF_DEFAULT_MAX);
    curve_text_table(series, 3, LANG_EN, &out);
    assert_int_equal(times(&out, "\n"), 4);
    assert_non_null(strstr(buf_cstr(&out), "*  all positions     1,269,583     4,001    50.0"
                                           "        -7.3\n"));
    assert_non_null(strstr(buf_cstr(&out), "a  value>=0 <&>          3,509        60    28.3"
                                           "     -1060.7       3.1 [-1.6, 9.4]"));
    assert_non_null(strstr(buf_cstr(&out), "b  nothing                   0         0       -"));
    buf_clear(&out);
    char lengthy[80];
    memset(lengthy, 'x', sizeof lengthy);
    lengthy[40] = '\n'; /* takes over no line */
    series[2].name = span_make(lengthy, sizeof lengthy);
    curve_text_table(series, 3, LANG_JA, &out);
    assert_int_equal(times(&out, "\n"), 5);
    assert_int_equal(times(&out, "全局面"), 1);
    buf_clear(&out);
    curve_text_bins(&series[0], LANG_EN, &out);
    assert_int_equal(times(&out, "\n"), 6);
    assert_non_null(strstr(buf_cstr(&out), "    -500        15,000        40"
                                           "     25.0 [15.0, 37.5]          41\n"));
    assert_non_null(strstr(buf_cstr(&out), "16 positions in bins with too few\n"));
    buf_release(&out);
}

static void a_plot_in_characters(void **state)
{
    (void)state;
    struct buf out;
    buf_init(&out, BUF_DEFAULT_MAX);
    curve_text_plot(series, 2, 60, LANG_EN, &out);
    assert_int_equal(times(&out, "\n"), 23);
    assert_int_equal(times(&out, "*"), 3); /* in front of the other */
    assert_int_equal(times(&out, "a"), 1); /* of "value" */
    assert_non_null(strstr(buf_cstr(&out), " 75 % ┤                    .                   *\n"));
    assert_non_null(strstr(buf_cstr(&out), " 25 % ┤*                   .\n"));
    assert_non_null(strstr(buf_cstr(&out), "-500                0                 500  value\n"));
    buf_clear(&out);
    curve_text_plot(series + 2, 1, 60, LANG_EN, &out);
    assert_int_equal(out.n, 0);
    curve_text_plot(series, 3, 100000, LANG_JA, &out); /* however wide */
    curve_text_plot(series, 3, -5, LANG_JA, &out);
    assert_int_equal(times(&out, "\n"), 46);
    buf_release(&out);
}

static void assert_sound(struct buf *svg)
{
    assert_int_equal(buf_status(svg), STATUS_OK);
    assert_int_equal(times(svg, "<svg "), 1);
    assert_int_equal(times(svg, "</svg>"), 1);
    assert_int_equal(times(svg, "nan"), 0);
    assert_int_equal(times(svg, "<g "), times(svg, "</g>"));
    assert_int_equal(times(svg, "<text "), times(svg, "</text>"));
}

static void one_panel(void **state)
{
    (void)state;
    struct buf out;
    buf_init(&out, BUF_DEFAULT_MAX);
    const struct curve_panel panel = {.title = span_of(""), .series = series, .count = 3};
    curve_svg(&(struct curve_figure){.panels = &panel, .count = 1}, DRAW_ADAPTS, &out);
    assert_sound(&out);
    assert_int_equal(times(&out, "<g class=\"panel\">"), 1);
    /* two curves have lines; three swatches */
    assert_int_equal(times(&out, "<polyline "), 5);
    /* markers: three bins that count each, and swatches; discs, triangles up, and down */
    assert_int_equal(times(&out, "<circle "), 4);
    assert_int_equal(times(&out, "<polygon "), 5);
    assert_non_null(strstr(buf_cstr(&out), ">value&gt;=0 &lt;&amp;&gt;</text>"));
    assert_non_null(strstr(buf_cstr(&out), ">3.1 [−1.6, 9.4]</text>"));
    assert_non_null(strstr(buf_cstr(&out), ">1,269,583</text>"));
    assert_non_null(strstr(buf_cstr(&out), ">all positions</text>"));
    assert_non_null(strstr(buf_cstr(&out), "rotate(-90 "));
    assert_non_null(strstr(buf_cstr(&out), ">−400</text>")); /* ends at 500: 1000 counts not */
    assert_null(strstr(buf_cstr(&out), "1000</text>"));
    assert_non_null(strstr(buf_cstr(&out), "prefers-color-scheme:dark"));
    buf_clear(&out);
    curve_svg(&(struct curve_figure){.panels = &panel, .count = 1, .reach = 3000}, DRAW_DARK, &out);
    assert_sound(&out);
    assert_non_null(strstr(buf_cstr(&out), ">−3000</text>"));
    assert_int_equal(times(&out, "<circle "), 4); /* bins that do not count are not drawn */
    assert_null(strstr(buf_cstr(&out), "prefers-color-scheme:dark"));
    buf_clear(&out);
    const struct curve_panel empty = {.title = span_of("title"), .series = series + 2, .count = 1};
    curve_svg(&(struct curve_figure){.panels = &empty, .count = 1}, DRAW_LIGHT, &out);
    assert_sound(&out);
    buf_release(&out);
}

static void before_and_after(void **state)
{
    (void)state;
    struct buf out;
    struct drawing d;
    buf_init(&out, BUF_DEFAULT_MAX);
    const struct curve_panel panels[] = {
        {.title = span_of("適合前"), .series = series, .count = 2},
        {.title = span_of("適合後"), .series = series, .count = 2}};
    const struct curve_figure f = {.panels = panels, .count = 2, .lang = LANG_JA};
    curve_svg(&f, DRAW_LIGHT, &out);
    assert_sound(&out);
    assert_int_equal(times(&out, "<g class=\"panel\">"), 2);
    assert_int_equal(times(&out, ">3.1 [−1.6, 9.4]</text>"), 2); /* one for each */
    assert_int_equal(times(&out, ">適合後</text>"), 1);
    assert_int_equal(times(&out, "先手の勝率"), 1); /* the axis is shared */
    assert_int_equal(times(&out, "xml:lang=\"ja\""), 1);
    buf_clear(&out);
    unsigned notes = 0;
    curve_draw(&d, &f);
    if (drawing_png_available()) {
        assert_int_equal(drawing_to_png(&d, d.width, true, &out, &notes, NULL), STATUS_OK);
        assert_memory_equal(out.p, "\x89PNG", 4);
    }
    drawing_release(&d);
    buf_release(&out);
}

static void ten_small_ones(void **state)
{
    (void)state;
    struct buf out;
    buf_init(&out, BUF_DEFAULT_MAX);
    struct discovery at[10];
    memset(at, 0, sizeof at);
    for (int i = 0; i < 10; i++) {
        at[i].query = "hand.black:rook=2 castle:mino hand.white:gold>=3";
        at[i].curve = part;
        at[i].flipped_curve = i == 3 ? unknown : part;
        at[i].positions = 7018; /* of both sides, as the report has it */
        at[i].distortion = 0.052;
        at[i].low = -0.01;
        at[i].high = 0.081;
    }
    struct discoveries found = {.at = at, .count = 10, .all = whole};
    curve_svg_discoveries(&found, LANG_EN, DRAW_LIGHT, &out);
    assert_sound(&out);
    assert_int_equal(times(&out, "<g class=\"panel\">"), 10);
    assert_int_equal(times(&out, ">n = 7,018</text>"), 10);
    assert_int_equal(times(&out, ">D = 5.2 [−1.0, 8.1] %</text>"), 10);
    assert_int_equal(times(&out, ">Black has it</text>"), 1);
    assert_int_equal(times(&out, ">White has it</text>"), 1);
    assert_int_equal(times(&out, "…</text>"), 10); /* the query is too long, and that is said */
    assert_int_equal(times(&out, "<polyline "), 10 * 3 - 1 + 3);
    buf_clear(&out);
    found.count = 0;
    curve_svg_discoveries(&found, LANG_JA, DRAW_LIGHT, &out);
    assert_sound(&out);
    buf_release(&out);
}

static void no_memory(void **state)
{
    (void)state;
    struct discovery at = {.query = "q", .curve = part, .flipped_curve = part};
    const struct discoveries found = {.at = &at, .count = 1, .all = whole};
    enum status status = STATUS_NOMEM;
    int failures = 0;
    for (; status == STATUS_NOMEM; failures++) {
        struct buf out;
        buf_init(&out, BUF_DEFAULT_MAX);
        mem_fail_after(failures);
        curve_svg_discoveries(&found, LANG_EN, DRAW_LIGHT, &out);
        curve_text_table(series, 3, LANG_EN, &out);
        curve_text_bins(series, LANG_EN, &out);
        curve_text_plot(series, 3, 80, LANG_EN, &out);
        mem_fail_never();
        status = buf_status(&out);
        buf_release(&out);
    }
    assert_int_equal(status, STATUS_OK);
    assert_true(failures > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(json_has_the_fields_others_rely_on, set_up),
        cmocka_unit_test_setup(words, set_up),
        cmocka_unit_test_setup(a_table_with_a_line_for_each, set_up),
        cmocka_unit_test_setup(a_plot_in_characters, set_up),
        cmocka_unit_test_setup(one_panel, set_up),
        cmocka_unit_test_setup(before_and_after, set_up),
        cmocka_unit_test_setup(ten_small_ones, set_up),
        cmocka_unit_test_setup(no_memory, set_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
