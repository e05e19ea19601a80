/* Opening books: counts, choices, and the keys of Apery. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/le.h"
#include "formats/shogi/move_book.h"

static const int8_t BLACK_WON[2] = {POINTS_WIN, POINTS_LOSS};
static const int8_t WHITE_WON[2] = {POINTS_LOSS, POINTS_WIN};
static const int8_t NOBODY_KNOWS[2] = {POINTS_UNKNOWN, POINTS_UNKNOWN};

static void add(struct move_book *book, const char *moves, const int8_t points[2])
{
    struct shogi_pos start;
    shogi_move list[16];
    uint32_t n = 0;
    shogi_pos_start(&start);
    for (struct span s = span_of(moves); s.n; n++) {
        assert_true(shogi_usi_parse(span_make(s.p, 4), &list[n]));
        s = span_skip(s, s.n > 5 ? 5 : s.n);
    }
    assert_int_equal(move_book_add(book, &start, 0, list, n, points, NULL), STATUS_OK);
}

static void expect(const struct book_choice *choice, const char *expected)
{
    struct move_book book = {0};
    struct buf out;
    add(&book, "7g7f 3c3d 2g2f", BLACK_WON);
    add(&book, "2g2f 3c3d 7g7f", WHITE_WON); /* the same position by another way */
    add(&book, "7g7f 3c3d 2g2f 8c8d", NOBODY_KNOWS);
    add(&book, "5i5h 5a5b 5h5i 5b5a 5i5h", BLACK_WON); /* one move twice counts once */
    assert_int_equal(move_book_select(&book, choice, NULL), STATUS_OK);
    buf_init(&out, BUF_DEFAULT_MAX);
    assert_int_equal(book_yaneuraou.write(&book, &out, NULL), STATUS_OK);
    assert_string_equal(buf_cstr(&out), expected);
    buf_release(&out);
    move_book_release(&book);
}

#define HEAD "#YANEURAOU-DB2016 1.00\n"
#define START "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\n"

static void test_choices(void **state)
{
    (void)state;
    /* 7g7f won its one game with a result: (1 + 1) / (1 + 2) is 2 : 1, 600 ln 2 = 416 */
    expect(&(struct book_choice){.min_games = 2, .moves = 8},
           HEAD "sfen lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3\n"
                "2g2f none 416 32 2\n"
                "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2\n"
                "3c3d 2g2f -416 32 2\n" START "7g7f 3c3d 416 32 2\n");
    expect(&(struct book_choice){.min_games = 3, .moves = 8}, HEAD);
}

static void test_order(void **state)
{
    (void)state;
    for (int by = 0; by < 2; by++) {
        struct book_choice choice = {.min_games = 1, .moves = 1, .by = (enum book_order)by};
        struct move_book book = {0};
        struct buf out;
        add(&book, "7g7f", WHITE_WON);
        add(&book, "7g7f", WHITE_WON);
        add(&book, "2g2f", BLACK_WON);
        buf_init(&out, BUF_DEFAULT_MAX);
        assert_int_equal(move_book_select(&book, &choice, NULL), STATUS_OK);
        assert_int_equal(book_yaneuraou.write(&book, &out, NULL), STATUS_OK);
        assert_string_equal(buf_cstr(&out), by == BOOK_BY_GAMES ? HEAD START "7g7f none -659 32 2\n"
                                                                : HEAD START
                                                "2g2f none 416 32 1\n");
        buf_release(&out);
        move_book_release(&book);
    }
}

/* The first number and the last are those that ShogiHome's table has. */
static void test_keys(void **state)
{
    (void)state;
    static struct apery_keys keys;
    struct shogi_pos pos;
    apery_keys_make(&keys);
    assert_true(keys.piece[0][0] == 0xc96d191cf6f6aea6u);
    assert_true(keys.hand[0][0] == 0xcf5118f12bfefdbdu);
    assert_true(keys.hand[6][18] == 0x0aebf1eeabed4988u);
    assert_true(keys.turn == 0x3fa51fd0a8bb5298u);
    shogi_pos_start(&pos);
    assert_true(apery_key(&keys, &pos) == 0xeebe8ee7e1ad7e15u);
    shogi_pos_set_turn(&pos, SHOGI_WHITE);
    assert_true(apery_key(&keys, &pos) == (0xeebe8ee7e1ad7e15u ^ keys.turn));
}

static void test_entries(void **state)
{
    (void)state;
    struct move_book book = {0};
    struct buf out;
    add(&book, "7g7f", WHITE_WON);
    buf_init(&out, BUF_DEFAULT_MAX);
    assert_int_equal(
        move_book_select(&book, &(struct book_choice){.min_games = 1, .moves = 1}, NULL),
        STATUS_OK);
    assert_int_equal(book_apery.write(&book, &out, NULL), STATUS_OK);
    assert_int_equal(out.n, 16);
    assert_true(le_get64(out.p) == 0xeebe8ee7e1ad7e15u);
    assert_int_equal(le_get16(out.p + 8), 59 | 60 << 7);
    assert_int_equal(le_get16(out.p + 10), 1);
    assert_int_equal((int32_t)le_get32(out.p + 12), -416);
    buf_release(&out);
    move_book_release(&book);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_choices),
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_keys),
        cmocka_unit_test(test_entries),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
