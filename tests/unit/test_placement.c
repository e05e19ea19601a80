/* test_placement.c: normal forms are the same for all images of a sequence, lie where dictionaries
 * draw them, and say truly which symmetries lead there. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/rng.h"
#include "games/go/go_pattern.h"
#include "text/profile/surroundings.h"

/* "Q16 R14 …", colours alternating. */
static uint32_t moves_of(const char *text, go_move *out)
{
    struct span s = span_of(text);
    uint32_t n = 0;
    for (int point; s.n; n++) {
        s = span_trim(s);
        assert_true(go_point_parse(&s, &point));
        out[n] = go_move_make(GO_PLAY, (int)(n & 1), point);
    }
    return n;
}

static void assert_normal(const char *from, const char *to)
{
    go_move moves[32], want[32], out[32];
    uint32_t n = moves_of(from, moves);
    assert_int_equal(moves_of(to, want), n);
    placement_normalise(moves, n, 19, 19, out);
    assert_memory_equal(out, want, n * sizeof *out);
}

static void as_dictionaries_draw(void **state)
{
    (void)state;
    assert_normal("D4 C6 F3", "Q16 R14 O17");
    assert_normal("D4 F3 C6", "Q16 R14 O17");
    assert_normal("Q3 O4", "R16 Q14");        /* 3-4 is R16, the high approach from the right */
    assert_normal("C4 E3", "R16 P17");        /* from above */
    assert_normal("D3 Q3 C16", "R16 R4 D17"); /* all over the board: the first stone decides */
    assert_normal("K10 K11", "K10 L10");
}

static void images_agree(void **state)
{
    (void)state;
    struct rng r;
    rng_seed(&r, 4);
    for (int round = 0; round < 3000; round++) {
        go_move moves[12], image[12], a[12], b[12];
        int width = round % 3 ? 19 : 13, height = round % 5 ? width : 9;
        uint32_t n = 1 + (uint32_t)rng_below(&r, 12);
        for (uint32_t i = 0; i < n; i++)
            moves[i] = go_move_make(GO_PLAY, (int)rng_below(&r, 2),
                                    go_point((int)rng_below(&r, (uint64_t)width),
                                             (int)rng_below(&r, (uint64_t)height)));
        unsigned ways = placement_normalise(moves, n, width, height, a);
        assert_int_not_equal(ways, 0);
        assert_int_equal(go_move_color(a[0]), GO_BLACK);
        for (unsigned s = 0; s < (width == height ? 8U : 4U); s++) {
            bool same = true;
            for (uint32_t i = 0; i < n; i++) {
                int point = go_point_image(go_move_point(moves[i]), width, height, s);
                image[i] = go_move_make(GO_PLAY, 1 ^ go_move_color(moves[i]), point);
                same = same && point == go_move_point(a[i]);
            }
            placement_normalise(image, n, width, height, b);
            assert_memory_equal(a, b, n * sizeof *a);
            assert_int_equal(ways >> s & 1, same);
        }
    }
}

static void rectangles(void **state)
{
    (void)state;
    go_move moves[8];
    uint32_t n = moves_of("Q16 R14 S17", moves);
    struct placement_rect r = placement_grow(placement_around(moves, n), 2, 19, 19);
    assert_int_equal(r.left, 13);
    assert_int_equal(r.right, 18);
    assert_int_equal(r.bottom, 11);
    assert_int_equal(r.top, 18);
    assert_true(placement_holds(&r, go_point(13, 11)) && !placement_holds(&r, go_point(12, 11)));
    assert_int_equal(placement_first(moves, 19, 19), 404);
    moves_of("C16", moves);
    assert_int_equal(placement_first(moves, 19, 19), 304);
    moves_of("K10", moves);
    assert_int_equal(placement_first(moves, 19, 19), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(as_dictionaries_draw),
                                       cmocka_unit_test(images_agree),
                                       cmocka_unit_test(rectangles)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
