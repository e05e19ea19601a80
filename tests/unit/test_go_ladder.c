/* test_go_ladder.c: ladders by diagrams (working, broken, across the board, captures of the chasing
 * stones, ko, the edge), and on random boards the same as a slow reader that copies
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

static void test_ko(void **state)
{
    static const char *const MOVES[] = {"C4", "D4", "C2", "D2", "B3", "E3", "D3", "C3"};
    struct go_pos pos;
    int point = 0;
    (void)state;
    go_pos_empty(&pos, 9, 9);
    for (size_t i = 0; i < sizeof MOVES / sizeof *MOVES; i++) {
        struct span text = span_of(MOVES[i]);
        assert_true(go_point_parse(&text, &point));
        go_play(&pos, go_move_make(GO_PLAY, pos.turn, point), NULL);
    }
    go_ladder_init(&board);
    go_ladder_begin(&board, &pos);
    assert_false(go_ladder_captures(&board, point, GO_BLACK)); /* not at once */
    assert_false(go_ladder_captures(&board, point, GO_WHITE)); /* White fills the ko */
    go_play(&pos, go_pass_make(GO_BLACK), NULL);
    go_play(&pos, go_pass_make(GO_WHITE), NULL);
    go_ladder_begin(&board, &pos);
    assert_true(go_ladder_captures(&board, point, GO_BLACK));
}

/* --- A slow reader ---------------------------------------------------------------------------- */

struct slow {
    int left; /* positions; below 0: too many */
};

static int liberty_points(const struct go_pos *pos, int point, int *out)
{
    static const int STEP[4] = {1, -1, GO_STRIDE, -GO_STRIDE};
    bool seen[GO_CELLS] = {false};
    int first = go_cell(point), cell = first, count = 0;
    do {
        for (int i = 0; i < 4; i++) {
            int side = cell + STEP[i];
            if (pos->cell[side] == GO_EMPTY && !seen[side])
                out[count++] = go_point_of_cell(side);
            seen[side] = true;
        }
        cell = pos->next[cell];
    } while (cell != first);
    return count;
}

static bool slow_captures(struct slow *s, const struct go_pos *pos, int point, int color);

/* Whether the chain is captured after a move; *legal: whether it may be made. */
static bool slow_try(struct slow *s, const struct go_pos *pos, int move, int color, int point,
                     bool *legal)
{
    struct go_pos next;
    go_move m = go_move_make(GO_PLAY, color, move);
    go_pos_copy(&next, pos);
    next.turn = (uint8_t)color;
    *legal = go_why_illegal(&next, m) == GO_LEGAL;
    if (!*legal)
        return false;
    s->left--;
    go_play(&next, m, NULL);
    return slow_captures(s, &next, point, color ^ 1);
}

/* The side of that colour moves. */
static bool slow_captures(struct slow *s, const struct go_pos *pos, int point, int color)
{
    int liberties[GO_POINTS], others[GO_POINTS];
    int owner = go_stone_at(pos, point) - 1;
    int count = liberty_points(pos, point, liberties);
    bool legal;
    if (s->left < 0)
        return false;
    if (color != owner) {
        if (count == 1)
            return !(pos->ko && pos->ko == go_cell(liberties[0]) && pos->turn == color);
        for (int i = 0; i < count && count == 2; i++)
            if (slow_try(s, pos, liberties[i], color, point, &legal))
                return true;
        return false;
    }
    if (count > 1)
        return false;
    if (!slow_try(s, pos, liberties[0], color, point, &legal) && legal)
        return false;
    /* any capture of a stone beside the chain */
    for (int p = 0; p < GO_POINTS; p++) {
        if (!go_on_board(pos, p) || go_stone_at(pos, p) != 1 + (owner ^ 1) ||
            liberty_points(pos, p, others) != 1)
            continue;
        bool beside = false;
        int cell = go_cell(p), at = cell;
        do {
            static const int STEP[4] = {1, -1, GO_STRIDE, -GO_STRIDE};
            for (int i = 0; i < 4; i++)
                beside |= pos->cell[at + STEP[i]] == 1 + owner &&
                          pos->head[at + STEP[i]] == pos->head[go_cell(point)];
            at = pos->next[at];
        } while (at != cell);
        if (beside && !slow_try(s, pos, others[0], color, point, &legal) && legal)
            return false;
    }
    return true;
}

/* Random play, mostly near the last stone, so that chains are short of liberties. */
static void play_on(struct go_pos *pos, struct rng *r, int *last)
{
    for (int tries = 0; tries < 50; tries++) {
        int column = (int)rng_below(r, pos->width), row = (int)rng_below(r, pos->height);
        if (*last >= 0 && tries < 40) {
            column = go_column(*last) + (int)rng_below(r, 5) - 2;
            row = go_row(*last) + (int)rng_below(r, 5) - 2;
        }
        int point = go_point(column < 0 ? 0 : column, row < 0 ? 0 : row);
        go_move m = go_move_make(GO_PLAY, pos->turn, point);
        if (!go_on_board(pos, point) || go_why_illegal(pos, m) != GO_LEGAL)
            continue;
        go_play(pos, m, NULL);
        *last = rng_below(r, 12) ? point : -1;
        return;
    }
}

/* Every chain of a position, whoever moves first; returns how many ladders there were. */
static int compare_all(struct go_ladder_board *kept, const struct go_pos *pos)
{
    int found = 0;
    go_ladder_begin(kept, pos);
    go_ladder_init(&board);
    go_ladder_begin(&board, pos);
    for (int p = 0; p < GO_POINTS; p++)
        for (int first = 0; first < 2 && go_on_board(pos, p); first++) {
            if (go_stone_at(pos, p) == GO_EMPTY || pos->head[go_cell(p)] != go_cell(p))
                continue;
            struct slow s = {.left = 60};
            struct go_pos at;
            go_pos_copy(&at, pos);
            if (first != pos->turn)
                at.ko = 0;
            bool expected = slow_captures(&s, &at, p, first);
            bool answer = go_ladder_captures(kept, p, first);
            assert_int_equal(answer, go_ladder_captures(&board, p, first));
            if (s.left < 0 || !board.left)
                continue; /* too long for one of them: they try moves in another order */
            assert_int_equal(answer, expected);
            assert_int_equal(go_ladder_captures(kept, p, first), answer);
            found += answer;
        }
    return found;
}

static void test_random_boards(void **state)
{
    static struct go_ladder_board kept;
    struct rng r;
    int found = 0;
    (void)state;
    rng_seed(&r, 3);
    go_ladder_init(&kept);
    for (int game = 0; game < 16; game++) {
        struct go_pos pos;
        int last = -1, size = game % 2 ? 19 : 9;
        go_pos_empty(&pos, size, game % 8 == 4 ? 13 : size);
        for (int ply = 0; ply < 250; ply++) {
            play_on(&pos, &r, &last);
            found += compare_all(&kept, &pos);
        }
    }
    assert_true(found > 500);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ladders),
        cmocka_unit_test(test_owner_moves_first),
        cmocka_unit_test(test_ko),
        cmocka_unit_test(test_random_boards),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
