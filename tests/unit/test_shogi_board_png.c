/* test_shogi_board_png.c: the PNG board has the size asked for, and is refused where it can't be made. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "view/board/shogi_board.h"
#include "view/draw/drawing_png.h"

static uint32_t big_endian(const char *p)
{
    uint32_t v = 0;
    for (int i = 0; i < 4; i++)
        v = v << 8 | (unsigned char)p[i];
    return v;
}

static enum status draw(double width, struct buf *out)
{
    struct shogi_pos pos;
    struct err err;
    unsigned notes = 0;
    shogi_pos_start(&pos);
    struct shogi_picture p = {.pos = &pos, .caption_side = -1};
    struct board_options opt = {.lang = LANG_JA, .width_px = width};
    p.name[0] = SPAN("broken \xff name");
    buf_init(out, BUF_DEFAULT_MAX);
    return shogi_board_png(&p, &opt, out, &notes, &err);
}

static void has_the_size_wanted(void **state)
{
    (void)state;
    struct buf out;
    enum status s = draw(438, &out);
    if (!drawing_png_available()) {
        assert_int_equal(s, STATUS_UNSUPPORTED);
    } else {
        assert_int_equal(s, STATUS_OK);
        assert_true(out.n > 1000);
        assert_memory_equal(out.p, "\x89PNG\r\n\x1a\n", 8);
        assert_int_equal(big_endian(out.p + 16), 438);
        assert_in_range(big_endian(out.p + 20), 350, 370);
    }
    buf_release(&out);
}

static void too_large_is_an_error(void **state)
{
    (void)state;
    struct buf out;
    if (drawing_png_available())
        assert_int_equal(draw(1e9, &out), STATUS_RANGE);
    else
        assert_int_equal(draw(1e9, &out), STATUS_UNSUPPORTED);
    buf_release(&out);
}

/* "XXYY XXYY/XXYY XXYY": whole points, at least two to a stroke. */
static void assert_strokes(const char *p)
{
    size_t points = 0;
    for (;; p++) {
        for (int i = 0; i < 4; i++, p++)
            assert_in_range(*p, '0', '9');
        points++;
        if (*p == ' ')
            continue;
        assert_true(points >= 2);
        points = 0;
        if (*p == '\0')
            return;
        assert_int_equal(*p, '/');
    }
}

static void strokes_are_well_written(void **state)
{
    (void)state;
    int found = 0;
    for (uint32_t c = 0; c < 0x10000; c++) {
        const char *strokes = stroke_glyph(c);
        if (!strokes)
            continue;
        found++;
        assert_strokes(strokes);
    }
    assert_true(found >= 25);
    assert_non_null(stroke_glyph(0x6b69)); /* 歩 */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(has_the_size_wanted),
        cmocka_unit_test(too_large_is_an_error),
        cmocka_unit_test(strokes_are_well_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
