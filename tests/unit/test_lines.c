/* Lines and columns: opening refuses whatever later access could not stand, and tells where. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/shogi/shogi.h"
#include "store/lines.h"
#include "store/metadata/columns.h"

/* Two starts, three games of 2, 0 and 1 moves with ids 7, 5, 9, and a variation of the first:
 *
 *     word   0 games  1 lines  2 move bytes  3 starts
 *            4 … 8    first    9 … 11 id    12 … 14 by_id   15 … 17 start_line
 *           18 … 20   start_text            21, 22 variation                    texts "" and START
 */
enum {
    FIRST = 4,
    ID = 9,
    BY_ID = 12,
    START_LINE = 15,
    START_TEXT = 18,
    VARIATION = 21,
    WORDS = 23
};
#define START "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/7R1/LNSGKGSNL w - 1"

struct lines_sample {
    uint32_t words[WORDS];
    char moves[10];
    struct buf bytes;
};

static void put_move(char *p, const char *usi)
{
    shogi_move move;
    assert_true(shogi_usi_parse(span_of(usi), &move));
    le_put16(p, move);
}

static void sample_init(struct lines_sample *s)
{
    static const uint32_t words[WORDS] = {
        3, 4, 2, 2, 0, 0, 2, 3, 5, 5, 7, 9, 0, 1, 2, 0, 2, 3, 0, 0, sizeof START - 1, 1, 2};
    memcpy(s->words, words, sizeof words);
    put_move(s->moves, "7g7f"); /* game 1 */
    put_move(s->moves + 2, "3c3d");
    put_move(s->moves + 4, "3c3d"); /* game 2 */
    put_move(s->moves + 6, "7g7f"); /* the variation */
    put_move(s->moves + 8, "8c8d");
    buf_init(&s->bytes, 1 << 16);
}

static struct span encode(struct lines_sample *s)
{
    buf_clear(&s->bytes);
    for (int i = 0; i < WORDS; i++) {
        char word[4];
        le_put32(word, s->words[i]);
        buf_add(&s->bytes, word, 4);
    }
    buf_add_str(&s->bytes, START);
    return buf_span(&s->bytes);
}

static const struct msg *open_sample(struct lines_sample *s, struct lines *l)
{
    const char *at;
    return lines_from_bytes(l, &shogi_game, encode(s), span_make(s->moves, sizeof s->moves), &at);
}

static void test_good_lines(void **state)
{
    (void)state;
    struct lines_sample s;
    struct lines l;
    uint32_t number, from, to;
    sample_init(&s);
    assert_null(open_sample(&s, &l));
    assert_int_equal(l.games, 3);
    assert_int_equal(l.count, 4);
    assert_int_equal(line_plies(&l, 0), 0);
    assert_int_equal(line_plies(&l, 1), 2);
    assert_true(lines_find_id(&l, 7, &number));
    assert_int_equal(number, 1);
    assert_int_equal(line_order(&l, 2), 2);
    assert_false(lines_find_id(&l, 6, &number));
    assert_false(lines_find_id(&l, 0, &number));
    assert_false(lines_find_id(&l, UINT32_MAX, &number));
    assert_int_equal(line_start(&l, 0), 0);
    assert_int_equal(line_start(&l, 1), 0);
    assert_int_equal(line_start(&l, 2), 1);
    assert_int_equal(line_start(&l, 3), 0);
    assert_int_equal(lines_start_text(&l, 0).n, 0);
    assert_true(span_eq(lines_start_text(&l, 1), SPAN(START)));
    lines_of_game(&l, 1, &from, &to);
    assert_int_equal(from, 3);
    assert_int_equal(to, 4);
    lines_of_game(&l, 0, &from, &to);
    assert_int_equal(from, to);
    assert_int_equal(line_game(&l, 3), 1);
    assert_int_equal(line_fresh(&l, 3), 2);
    buf_release(&s.bytes);
}

/* One word changed at a time. */
static void test_bad_words(void **state)
{
    (void)state;
    static const struct {
        int word;
        uint32_t value;
    } BAD[] = {
        {0, 2},
        {0, 5},
        {0, UINT32_MAX},
        {1, 3},
        {1, UINT32_MAX},
        {2, 1},
        {2, 4},
        {2, 8},
        {3, 1},
        {3, 3},
        {3, UINT32_MAX},
        {FIRST, 1},
        {FIRST + 1, 3},
        {FIRST + 2, 6},
        {FIRST + 4, 6},
        {FIRST + 4, 4},
        {ID, 7},
        {ID + 1, 9},
        {ID + 2, 0},
        {BY_ID, 3},
        {BY_ID, 1},
        {BY_ID + 2, 0},
        {START_LINE, 1},
        {START_LINE + 1, 0},
        {START_LINE + 1, 3},
        {START_LINE + 2, 2},
        {START_TEXT, 1},
        {START_TEXT + 1, 99},
        {START_TEXT + 2, 0},
        {START_TEXT + 2, 999},
        {VARIATION, 3},
        {VARIATION + 1, 0},
        {VARIATION + 1, 3},
    };
    for (size_t i = 0; i < sizeof BAD / sizeof BAD[0]; i++) {
        struct lines_sample s;
        struct lines l;
        sample_init(&s);
        s.words[BAD[i].word] = BAD[i].value;
        if (!open_sample(&s, &l))
            fail_msg("word %d = %u was not noticed", BAD[i].word, BAD[i].value);
        buf_release(&s.bytes);
    }
}

static void test_bad_sizes(void **state)
{
    (void)state;
    struct lines_sample s;
    struct lines l;
    const char *at;
    sample_init(&s);
    struct span good = encode(&s), moves = span_make(s.moves, sizeof s.moves);
    for (size_t n = 0; n < good.n; n++)
        assert_non_null(lines_from_bytes(&l, &shogi_game, span_make(good.p, n), moves, &at));
    for (size_t n = 0; n < moves.n; n++)
        assert_non_null(lines_from_bytes(&l, &shogi_game, good, span_make(moves.p, n), &at));
    buf_release(&s.bytes);
}

/* What only lines_check() notices. */
static void check_says(struct lines_sample *s, bool good)
{
    struct lines l;
    struct err err;
    struct segment segment = {.path = (char *)(uintptr_t) "sample"};
    assert_null(open_sample(s, &l));
    segment.view.bytes = buf_span(&s->bytes);
    assert_int_equal(lines_check(&l, &segment, 0, l.count, &err), good ? STATUS_OK : STATUS_SYNTAX);
    buf_release(&s->bytes);
}

static void test_checking(void **state)
{
    (void)state;
    struct lines_sample s;
    sample_init(&s);
    check_says(&s, true);
    sample_init(&s);
    put_move(s.moves, "5e5d"); /* nothing stands there */
    check_says(&s, false);
    sample_init(&s);
    put_move(s.moves + 6, "2g2f"); /* the variation begins otherwise */
    check_says(&s, false);
    sample_init(&s); /* games in the wrong order: two moves, then none */
    s.words[FIRST + 1] = 2;
    s.words[VARIATION] = 0;
    check_says(&s, false);
    sample_init(&s); /* the start texts in the wrong order */
    s.words[START_TEXT + 1] = sizeof START - 1;
    check_says(&s, false);
}

/* --- Columns --------------------------------------------------------------------------------- */

static void test_columns(void **state)
{
    (void)state;
    uint32_t values[3][COLUMN_COUNT] = {{0}};
    const uint32_t order[] = {2, 0, 1};
    struct columns c;
    struct buf out;
    const char *at;
    for (uint32_t i = 0; i < 3; i++) {
        values[i][COLUMN_RESULT] = i == 0 ? 2 : i == 1 ? 8 : 15;
        values[i][COLUMN_END] = END_RESIGN;
        values[i][COLUMN_DATE] = date_make(1990 + i, 0, 0);
        values[i][COLUMN_EVENT] = i * 70000;
        values[i][COLUMN_PLAYER + 1] = i + 1;
        values[i][COLUMN_RATING] = 1000 * i;
    }
    buf_init(&out, 4096);
    columns_encode(&values[0][0], order, 3, 2, &out);
    assert_null(columns_from_bytes(&c, buf_span(&out), 3, &at));
    for (uint32_t number = 0; number < 3; number++) {
        uint32_t i = order[number];
        assert_int_equal(column_date(&c, number), values[i][COLUMN_DATE]);
        assert_int_equal(column_event(&c, number), i * 70000);
        assert_int_equal(column_player(&c, number, 0), 0);
        assert_int_equal(column_player(&c, number, 1), i + 1);
        assert_int_equal(column_rating(&c, number, 0), 1000 * i);
        assert_int_equal(column_end(&c, number), END_RESIGN);
    }
    assert_int_equal(column_points(&c, 1, 0), POINTS_WIN);
    assert_int_equal(column_points(&c, 1, 1), POINTS_LOSS);
    assert_int_equal(column_points(&c, 2, 1), POINTS_WIN);
    assert_int_equal(column_points(&c, 0, 0), POINTS_UNKNOWN);

    assert_non_null(columns_from_bytes(&c, buf_span(&out), 4, &at));
    for (size_t n = 0; n < out.n; n++)
        assert_non_null(columns_from_bytes(&c, span_make(out.p, n), 3, &at));
    for (size_t i = 0; i < 12 + 4 * (COLUMN_RATING + 4); i++) { /* head and widths */
        out.p[i] = (char)(out.p[i] ^ 0x45);
        assert_non_null(columns_from_bytes(&c, buf_span(&out), 3, &at));
        out.p[i] = (char)(out.p[i] ^ 0x45);
    }
    values[1][COLUMN_END] = END_COUNT;
    buf_clear(&out);
    columns_encode(&values[0][0], NULL, 3, 2, &out);
    assert_non_null(columns_from_bytes(&c, buf_span(&out), 3, &at));
    buf_release(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_good_lines), cmocka_unit_test(test_bad_words),
        cmocka_unit_test(test_bad_sizes),  cmocka_unit_test(test_checking),
        cmocka_unit_test(test_columns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
