/* test_go_pattern.c: diagrams read as drawn, say where they are wrong, print so that they read
 * back, and come back from each of their images. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/rng.h"
#include "games/go/go_pattern.h"

/* The pattern printed, or "line:byte: message". */
static const char *read_back(const char *text, struct buf *out)
{
    struct go_pattern p;
    struct err err = {0};
    buf_clear(out);
    if (go_pattern_parse(&p, span_of(text), &err) == STATUS_OK) {
        go_pattern_print(&p, out);
    } else {
        assert_int_equal(err.code, STATUS_SYNTAX);
        buf_printf(out, "%u:%u: ", err.line, (unsigned)err.byte);
        err_message(&err, LANG_EN, out);
    }
    return buf_cstr(out);
}

static void reads(const char *text, const char *expected)
{
    struct buf out;
    buf_init(&out, 10000);
    assert_string_equal(read_back(text, &out), expected);
    buf_release(&out);
}

static void test_signs(void **state)
{
    (void)state;
    reads(". X O\n* x o\n? ? .", ".XO/*xo/??.");
    reads(".XO/*xo/??.", ".XO/*xo/??.");
    reads("\r\n. X\r\n\r\nO .\r\n", ".X/O.");
    reads("●○/.+", "XO/..");
    reads("　●　○", "XO");
    reads("X", "X");
    reads(".(X).", ".X.");
}

static void test_cells(void **state)
{
    (void)state;
    struct go_pattern p;
    assert_int_equal(go_pattern_parse(&p, SPAN("X.*/xo?"), NULL), STATUS_OK);
    assert_int_equal(p.width, 3);
    assert_int_equal(p.height, 2);
    const uint8_t cells[6] = {GO_WANT_BLACK | GO_WANT_EMPTY,
                              GO_WANT_WHITE | GO_WANT_EMPTY,
                              GO_WANT_ANY, /* the bottom row comes first */
                              GO_WANT_BLACK,
                              GO_WANT_EMPTY,
                              GO_WANT_BLACK | GO_WANT_WHITE};
    assert_memory_equal(p.cell, cells, 6);
}

static void test_edges(void **state)
{
    (void)state;
    reads("----+\n. . |\nX . |\n? O |", "--+/..|/X.|/?O|");
    reads("|X./|../---", "|X./|../+--");
    reads("---/X.", "--/X.");
    reads("+-+/|X|/+-+", "+-+/|X|/+-+");
    reads("|--|/|X.|", "+--+/|X.|");
    reads("| X", "|X");
}

static void test_moves(void **state)
{
    (void)state;
    struct go_pattern p;
    reads(".1./2X3", ".1./2X3");
    reads("O: . 1 . / 2 X 3", "O:.1./2X3");
    reads("X: . 1 . / 2 X 3", ".1./2X3");
    assert_int_equal(go_pattern_parse(&p, SPAN("1./.2"), NULL), STATUS_OK);
    assert_int_equal(p.move_count, 2);
    assert_int_equal(p.moves[0].column, 0);
    assert_int_equal(p.moves[0].row, 1);
    assert_int_equal(p.moves[0].color, GO_BLACK);
    assert_int_equal(p.moves[1].color, GO_WHITE);
    assert_int_equal(p.cell[2], GO_WANT_EMPTY);
    reads("123456789abcdefghijklmnpqrstuvw", "123456789abcdefghijklmnpqrstuvw");
    reads("1.3", "1:2: move “2” is missing");
    reads("1.\n.1", "2:4: move “1” occurs twice");
}

static void test_errors(void **state)
{
    (void)state;
    reads("", "1:0: the diagram has no points");
    reads(" \n\n", "2:0: the diagram has no points");
    reads("---", "1:0: the diagram has no points");
    reads("||", "1:0: the diagram has no points");
    reads("?\?/?\?", "1:0: all points of the diagram are “?”");
    reads("X./X", "1:3: this row has 1 points, the first has 2");
    reads("X./\nXX.", "2:4: this row has 3 points, the first has 2");
    reads("X|X", "1:1: “|” is allowed only at an end of a row");
    reads("X-X", "1:1: “-” is allowed only in the first or last row");
    reads("X.\n--\nX.", "3:6: “-” is allowed only in the first or last row");
    reads("--\n--\nX.", "2:3: “-” is allowed only in the first or last row");
    reads("-+-/...", "1:1: “-” is allowed only in the first or last row");
    reads("|X\nX", "2:3: the edge is missing from some rows");
    reads("X\nX|", "2:2: the edge is missing from some rows");
    reads("-+/X", "1:3: the edge is missing from some rows");
    reads("X/-+", "1:2: the edge is missing from some rows");
    reads("X.\n.z", "2:4: invalid character “z” in a diagram");
    reads("X黒", "1:1: invalid character “黒” in a diagram");
}

static void test_too_large(void **state)
{
    (void)state;
    struct buf text;
    struct go_pattern p;
    struct err err;
    buf_init(&text, 10000);
    for (int i = 0; i < 53 * 53; i++)
        buf_add_str(&text, i % 53 == 52 ? "\n" : "X");
    assert_int_equal(go_pattern_parse(&p, span_make(text.p, 53 * 52), &err), STATUS_OK);
    assert_int_equal(p.width, 52);
    assert_int_equal(p.height, 52);
    assert_int_equal(go_pattern_parse(&p, buf_span(&text), &err), STATUS_SYNTAX);
    assert_int_equal(err.line, 53);
    buf_clear(&text);
    for (int i = 0; i < 300; i++)
        buf_add_char(&text, 'X');
    assert_int_equal(go_pattern_parse(&p, buf_span(&text), &err), STATUS_SYNTAX);
    buf_release(&text);
}

static void test_boards(void **state)
{
    (void)state;
    reads("Somebody/Else\nBlack (X): x\n   A B C\n 3 . X . 3\n 2 . +(O)2\n 1 . 1 . 1\n   A B "
          "C\nMove 2: "
          "White C2; Black to play\n",
          "+---+/|.X.|/|..O|/|.1.|/+---+");
    reads("   C B A\n 1 . X . 1\n 2 .(O). 2\n 3 X 1 . 3\n   C B A\n",
          "+---+/|.1X|/|.O.|/|.X.|/+---+");
    reads("A\n1 X", "+-+/|X|/+-+");
    reads("A B\n2 X . 2\n1 . .", "+--+/|X.|/|..|/+--+");
    reads("A B\n2 X . 2\n",
          "2:4: rows of a board with coordinates begin with their numbers, in order, "
          "down to 1");
    reads("A B\n3 X . 3\n1 . .",
          "3:12: rows of a board with coordinates begin with their numbers, in order, "
          "down to 1");
    reads("A B\n1 X", "2:4: this row has 1 points, the first has 2");
    reads("A B\n1 X X X", "2:10: only the row number may follow its points");
    reads("A B", "1:0: the diagram has no points");
}

static void random_pattern(struct go_pattern *p, struct rng *rng)
{
    memset(p, 0, sizeof *p);
    p->width = (uint8_t)(1 + rng_below(rng, 8));
    p->height = (uint8_t)(1 + rng_below(rng, 8));
    p->edges = (uint8_t)rng_below(rng, 16);
    for (int i = 0; i < p->width * p->height; i++)
        p->cell[i] = (uint8_t)(1 + rng_below(rng, 7));
    p->cell[0] = GO_WANT_BLACK;
    unsigned first = (unsigned)rng_below(rng, 2);
    for (int tries = (int)rng_below(rng, 6); tries > 0; tries--) {
        int at = 1 + (int)rng_below(rng, 64), n = p->move_count;
        bool used = at >= p->width * p->height;
        for (int i = 0; i < n; i++)
            used |= p->moves[i].row * p->width + p->moves[i].column == at;
        if (used)
            continue;
        p->cell[at] = GO_WANT_EMPTY;
        p->moves[n].column = (uint8_t)(at % p->width);
        p->moves[n].row = (uint8_t)(at / p->width);
        p->moves[n].color = (uint8_t)((first + (unsigned)n) & 1);
        p->move_count++;
    }
}

static void test_images(void **state)
{
    (void)state;
    struct rng rng;
    struct buf out;
    struct go_pattern p, image, back, again;
    rng_seed(&rng, 5);
    buf_init(&out, 10000);
    for (int n = 0; n < 300; n++) {
        random_pattern(&p, &rng);
        for (unsigned s = 0; s < GO_SYMMETRIES; s++) {
            go_pattern_image(&p, s, &image);
            go_pattern_image(&image, go_symmetry_inverse(s), &back);
            assert_true(go_pattern_equal(&p, &back));
            buf_clear(&out);
            go_pattern_print(&image, &out);
            assert_int_equal(go_pattern_parse(&again, buf_span(&out), NULL), STATUS_OK);
            assert_true(go_pattern_equal(&image, &again));
        }
    }
    buf_release(&out);
}

static void test_one_image(void **state)
{
    (void)state;
    static const char *const expected[GO_SYMMETRIES] = {
        "--+/12|/XO|",   "+--/|21/|OX",   "XO|/12|/--+",   "|OX/|21/+--",
        "--+/O2|/X1|",   "X1|/O2|/--+",   "+--/|2O/|1X",   "|1X/|2O/+--",
        "O:--+/12|/OX|", "O:+--/|21/|XO", "O:OX|/12|/--+", "O:|XO/|21/+--",
        "O:--+/X2|/O1|", "O:O1|/X2|/--+", "O:+--/|2X/|1O", "O:|1O/|2X/+--",
    };
    struct go_pattern p, image;
    struct buf out;
    buf_init(&out, 1000);
    assert_int_equal(go_pattern_parse(&p, SPAN("--+/12|/XO|"), NULL), STATUS_OK);
    for (unsigned s = 0; s < GO_SYMMETRIES; s++) {
        buf_clear(&out);
        go_pattern_image(&p, s, &image);
        go_pattern_print(&image, &out);
        assert_string_equal(buf_cstr(&out), expected[s]);
    }
    buf_release(&out);
}

static void test_points(void **state)
{
    (void)state;
    assert_int_equal(go_point_image(go_point(2, 3), 9, 7, GO_MIRROR), go_point(6, 3));
    assert_int_equal(go_point_image(go_point(2, 3), 9, 7, GO_UPSIDE_DOWN), go_point(2, 3));
    assert_int_equal(go_point_image(go_point(2, 3), 9, 7, GO_MIRROR | GO_TRANSPOSE),
                     go_point(3, 6));
    assert_int_equal(go_point_image(go_point(2, 3), 9, 7, GO_COLORS), go_point(2, 3));
    for (unsigned s = 0; s < GO_SYMMETRIES; s++) {
        bool transposed = s & GO_TRANSPOSE;
        int there = go_point_image(go_point(2, 3), 9, 7, s);
        assert_int_equal(
            go_point_image(there, transposed ? 7 : 9, transposed ? 9 : 7, go_symmetry_inverse(s)),
            go_point(2, 3));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_signs),     cmocka_unit_test(test_cells),
        cmocka_unit_test(test_edges),     cmocka_unit_test(test_moves),
        cmocka_unit_test(test_errors),    cmocka_unit_test(test_too_large),
        cmocka_unit_test(test_boards),    cmocka_unit_test(test_images),
        cmocka_unit_test(test_one_image), cmocka_unit_test(test_points),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
