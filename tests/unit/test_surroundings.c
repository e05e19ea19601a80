/* test_surroundings.c: what stood around a sequence counts the same in every corner, for either
 * side, and for mirror images of a sequence that is its own. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "games/go/go_pattern.h"
#include "text/profile/surroundings.h"

static void put(struct go_pos *pos, int color, const char *points, unsigned symmetry)
{
    struct span s = span_of(points);
    for (int point; s.n;) {
        s = span_trim(s);
        assert_true(go_point_parse(&s, &point));
        assert_true(go_play(
            pos, go_move_make(GO_PUT, color, go_point_image(point, 19, 19, symmetry)), NULL));
    }
}

/* The sequence Q16 R14, turned, with stones around it; swap: the other side begins. */
static void add(struct surroundings *s, const char *black, const char *white, unsigned symmetry,
                int swap)
{
    go_move moves[2], normal[2];
    struct go_pos pos;
    struct err err;
    const int points[2] = {go_point(15, 15), go_point(16, 13)};
    go_pos_empty(&pos, 19, 19);
    put(&pos, GO_BLACK ^ swap, black, symmetry);
    put(&pos, GO_WHITE ^ swap, white, symmetry);
    for (int i = 0; i < 2; i++)
        moves[i] = go_move_make(GO_PLAY, i ^ swap, go_point_image(points[i], 19, 19, symmetry));
    struct turned_sequence how = {placement_normalise(moves, 2, 19, 19, normal), swap != 0};
    if (s->width == 0)
        surroundings_begin(s, normal, 2, 19, 19);
    assert_int_equal(surroundings_add(s, &pos, NULL, how, &err), STATUS_OK);
}

static void same_in_all_corners(void **state)
{
    (void)state;
    struct surroundings s;
    surroundings_init(&s);
    for (unsigned symmetry = 0; symmetry < 8; symmetry++) {
        add(&s, "R17", "O15", symmetry, (int)(symmetry & 1));
        add(&s, "K10", "", symmetry, 0);     /* too far away to count */
        add(&s, "R17 T18", "", symmetry, 1); /* as far as it reaches */
    }
    surroundings_finish(&s);
    assert_int_equal(s.shapes.total, 24);
    assert_int_equal(s.shapes.count, 3);
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(s.shapes.entries[i].count, 8);
    assert_true(surroundings_usual(&s, GO_BLACK, go_point(16, 16)));
    assert_false(surroundings_usual(&s, GO_WHITE, go_point(13, 14)));
    surroundings_release(&s);
}

/* A stone at 4-4 alone is its own mirror image. */
static void mirror_images_are_one(void **state)
{
    (void)state;
    struct surroundings s;
    struct err err;
    go_move star = go_move_make(GO_PLAY, GO_BLACK, go_point(15, 15)), normal;
    unsigned ways = placement_normalise(&star, 1, 19, 19, &normal);
    assert_int_equal(ways, 1U | 1U << GO_TRANSPOSE);
    surroundings_init(&s);
    surroundings_begin(&s, &normal, 1, 19, 19);
    for (unsigned i = 0; i < 2; i++) {
        struct go_pos pos;
        go_pos_empty(&pos, 19, 19);
        put(&pos, GO_WHITE, i ? "R14" : "O17", 0);
        assert_int_equal(
            surroundings_add(&s, &pos, NULL, (struct turned_sequence){ways, false}, &err),
            STATUS_OK);
    }
    surroundings_finish(&s);
    assert_int_equal(s.shapes.count, 1);
    assert_int_equal(surroundings_stones(&s.shapes.entries[0]), 1);
    assert_int_equal(go_move_color(surroundings_stone(&s.shapes.entries[0], 0)), GO_WHITE);
    surroundings_release(&s);
}

/* What came meanwhile counts; the sequence's own stones do not, and what it took had stood there.
 */
static void meanwhile(void **state)
{
    (void)state;
    struct surroundings s;
    struct err err;
    struct go_pos before, after;
    go_move star = go_move_make(GO_PLAY, GO_BLACK, go_point(15, 15));
    surroundings_init(&s);
    surroundings_begin(&s, &star, 1, 19, 19);
    go_pos_empty(&before, 19, 19);
    put(&before, GO_WHITE, "R16", 0);
    go_pos_empty(&after, 19, 19);
    put(&after, GO_BLACK, "Q16 P17", 0);
    assert_int_equal(
        surroundings_add(&s, &before, &after, (struct turned_sequence){1, false}, &err), STATUS_OK);
    surroundings_finish(&s);
    assert_int_equal(surroundings_stones(&s.shapes.entries[0]), 2);
    assert_true(surroundings_usual(&s, GO_WHITE, go_point(16, 15)));
    assert_true(surroundings_usual(&s, GO_BLACK, go_point(14, 16)));
    surroundings_release(&s);
}

static void no_memory(void **state)
{
    (void)state;
    for (long n = 0; n < 4; n++) {
        struct surroundings s;
        struct err err;
        struct go_pos pos;
        go_move star = go_move_make(GO_PLAY, GO_BLACK, go_point(15, 15));
        go_pos_empty(&pos, 19, 19);
        put(&pos, GO_WHITE, "R14 R17", 0);
        surroundings_init(&s);
        surroundings_begin(&s, &star, 1, 19, 19);
        mem_fail_after(n);
        enum status status =
            surroundings_add(&s, &pos, NULL, (struct turned_sequence){1, false}, &err);
        mem_fail_never();
        assert_int_equal(status, n < 3 ? STATUS_NOMEM : STATUS_OK);
        surroundings_release(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(same_in_all_corners),
                                       cmocka_unit_test(mirror_images_are_one),
                                       cmocka_unit_test(meanwhile), cmocka_unit_test(no_memory)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
