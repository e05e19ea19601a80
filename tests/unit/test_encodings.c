/* test_encodings.c: Go as symbols: the alphabets, the octants and their borders, that images of a
 * game are one text, and where texts break. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/rng.h"
#include "text/mine/go_steps.h"

enum { SIZE = 19, MOST = 400 };

static struct go_pos board;

static void encode(const struct encoding *e, const game_move *moves, uint32_t count,
                   struct corpus *out)
{
    const struct encoding_input in = {.start = &board, .moves = moves, .count = count, .line = 7};
    struct err err = {0};
    corpus_init(out, e->alphabet);
    assert_int_equal(e->encode(NULL, &in, out, &err), STATUS_OK);
    assert_int_equal(corpus_end(out, &err), STATUS_OK);
}

/* The text of a game as people read it, sentences between bars. */
static void expect_text(const struct encoding *e, const char *const *points, const char *expected)
{
    game_move moves[MOST];
    uint32_t count = 0;
    struct corpus c;
    struct buf text;
    buf_init(&text, 10000);
    for (; points[count]; count++) {
        go_move m;
        struct go_pos turn = board;
        turn.turn = count % 2;
        assert_true(go_move_parse(&turn, span_of(points[count]), &m));
        moves[count] = m;
    }
    encode(e, moves, count, &c);
    for (uint32_t i = 0; i < c.n; i++) {
        if (i && c.text[i] && c.text[i - 1])
            buf_add_char(&text, ' ');
        if (c.text[i])
            e->print(c.text[i], &text);
        else
            buf_add_char(&text, '|');
    }
    assert_string_equal(buf_cstr(&text), expected);
    buf_release(&text);
    corpus_release(&c);
}

/* --- Alphabets -------------------------------------------------------------------------------- */

static uint32_t count_marks(const bool *marks, uint32_t n)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < n; i++)
        count += marks[i];
    return count;
}

static void mark_steps(bool *es, bool *er, int from, const struct go_axes *before)
{
    for (int row = 0; row < SIZE; row++)
        for (int column = 0; column < SIZE; column++) {
            struct go_symbol_step s = {.from = from,
                                       .to = go_point(column, row),
                                       .across = column - go_column(from),
                                       .up = row - go_row(from)};
            struct go_axes axes = *before;
            if (s.from == s.to)
                continue;
            er[go_er_symbol(&axes, SIZE, SIZE, &s)] = true;
            es[go_es_symbol(s.across, s.up)] = true;
        }
}

static void test_alphabets(void **state)
{
    (void)state;
    static bool es[20000], er[20000], first_es[20000];
    for (int at = 0; at < SIZE * SIZE; at++)
        for (int axes = 0; axes < 8; axes++) {
            struct go_axes before = {
                .across = axes & 1 ? 1 : -1, .up = axes & 2 ? 1 : -1, .order = axes & 4 ? 1 : -1};
            mark_steps(es, er, go_point(at % SIZE, at / SIZE), &before);
        }
    assert_int_equal(count_marks(er, 20000), 738);
    assert_int_equal(count_marks(es, 20000), 189);
    /* first moves, through the encoding itself */
    for (int at = 0; at < SIZE * SIZE; at++) {
        game_move m = go_move_make(GO_PLAY, GO_BLACK, go_point(at % SIZE, at / SIZE));
        struct corpus c;
        encode(&go_es_encoding, &m, 1, &c);
        assert_false(es[c.text[1]]);
        first_es[c.text[1]] = true;
        corpus_release(&c);
        encode(&go_er_encoding, &m, 1, &c);
        assert_false(er[c.text[1]]);
        corpus_release(&c);
    }
    assert_int_equal(count_marks(first_es, 20000), 55);
}

/* --- Examples --------------------------------------------------------------------------------- */

static void test_paper(void **state)
{
    (void)state;
    /* (4,7) then (3,9), counted from 1: in the octant that is nearest to the left edge */
    expect_text(&go_er_encoding, (const char *const[]){"D7", "C9", NULL}, "|@3,6 2,-1|");
    /* the same in another octant: nearest to the bottom */
    expect_text(&go_er_encoding, (const char *const[]){"G4", "J3", NULL}, "|@3,6 2,-1|");
    expect_text(&go_es_encoding, (const char *const[]){"D7", "C9", NULL}, "|@3,6 1,2|");
    expect_text(&go_es_encoding, (const char *const[]){"G5", "E4", NULL}, "|@4,6 1,2|");
}

static void test_borders(void **state)
{
    (void)state;
    /* on the diagonal after the octant at the left: x stays vertical; after the one at the bottom
     * it stays horizontal */
    expect_text(&go_er_encoding, (const char *const[]){"D7", "E5", "F7", NULL}, "|@3,6 -2,1 2,1|");
    expect_text(&go_er_encoding, (const char *const[]){"G4", "E5", "F7", NULL}, "|@3,6 -2,1 1,2|");
    /* on the line through the centre: the direction across it stays */
    expect_text(&go_er_encoding, (const char *const[]){"G4", "K4", "L4", NULL}, "|@3,6 3,0 1,0|");
    expect_text(&go_er_encoding, (const char *const[]){"N4", "K4", "L4", NULL}, "|@3,6 3,0 -1,0|");
    /* in the centre everything stays */
    expect_text(&go_er_encoding, (const char *const[]){"G4", "K10", "M9", NULL}, "|@3,6 3,6 2,-1|");
    expect_text(&go_er_encoding, (const char *const[]){"D7", "K10", "M9", NULL}, "|@3,6 3,6 -1,2|");
    /* nothing to inherit: the farther axis is x, directions point to the move */
    expect_text(&go_er_encoding, (const char *const[]){"D4", "Q4", "Q16", NULL},
                "|@3,3 12,0 0,12|");
    expect_text(&go_er_encoding, (const char *const[]){"K10", "H11", "J11", NULL},
                "|@9,9 2,1 0,1|");
    /* as far along both: the choice is put off until it matters */
    expect_text(&go_er_encoding, (const char *const[]){"D4", "E5", "E8", NULL}, "|@3,3 1,1 3,0|");
    expect_text(&go_er_encoding, (const char *const[]){"D4", "E5", "H5", NULL}, "|@3,3 1,1 3,0|");
}

static void test_breaks(void **state)
{
    (void)state;
    const struct encoding *es = &go_es_encoding;
    expect_text(es, (const char *const[]){"D4", "D6", "B[pass]", "W[C3]", "B[C4]", NULL},
                "|@3,3 0,2|0,1|");
    expect_text(es, (const char *const[]){"D4", "D6", "W[E6]", "B[E5]", NULL}, "|@3,3 0,2|0,1|");
    expect_text(es, (const char *const[]){"D4", "D6", "+B[Q4]", "B[E5]", "W[E6]", NULL},
                "|@3,3 0,2|0,1|");
    expect_text(es, (const char *const[]){"D4", "D6", "=W", "W[E5]", "B[E6]", NULL},
                "|@3,3 0,2|0,1|");
    expect_text(es, (const char *const[]){"D4", "D6", "D6", "E6", NULL}, "|@3,3 0,2|0,1|");
    /* the first stone of the game, whatever was before it */
    expect_text(es, (const char *const[]){"+B[D4]", "W[D6]", "B[D7]", NULL}, "|@3,5 0,1|");
    expect_text(es, (const char *const[]){NULL}, "|");
}

static void test_places(void **state)
{
    (void)state;
    const game_move moves[] = {
        go_move_make(GO_PLAY, GO_BLACK, go_point(3, 3)),
        go_pass_make(GO_WHITE),
        go_move_make(GO_PLAY, GO_BLACK, go_point(5, 3)),
        go_move_make(GO_PLAY, GO_WHITE, go_point(5, 4)),
    };
    struct corpus c;
    encode(&go_er_encoding, moves, 4, &c);
    assert_int_equal(c.sentence_count, 2);
    assert_int_equal(c.sentences[0].mark, GO_FROM_FIRST_MOVE);
    assert_int_equal(c.sentences[1].mark, GO_AFTER_BREAK);
    assert_int_equal(c.sentences[1].line, 7);
    assert_int_equal(c.ply[c.sentences[0].first], 0);
    assert_int_equal(c.ply[c.sentences[1].first], 3);
    corpus_release(&c);
    const game_move off = go_move_make(GO_PLAY, GO_BLACK, go_point(19, 3));
    struct err err;
    const struct encoding_input in = {.start = &board, .moves = &off, .count = 1};
    corpus_init(&c, go_er_encoding.alphabet);
    assert_int_equal(go_er_encoding.encode(NULL, &in, &c, &err), STATUS_SYNTAX);
    corpus_release(&c);
}

/* --- Properties ------------------------------------------------------------------------------- */

static int image(int point, int symmetry, int size)
{
    int column = go_column(point), row = go_row(point);
    column = symmetry & 1 ? size - 1 - column : column;
    row = symmetry & 2 ? size - 1 - row : row;
    return symmetry & 4 ? go_point(row, column) : go_point(column, row);
}

/* Moves near the one before, more often than not, and often on borders of octants. */
static int random_point(struct rng *rng, int before, int size)
{
    int kind = (int)rng_below(rng, 6), column, row;
    column = kind < 3 ? go_column(before) + (int)rng_below(rng, 5) - 2 : (int)rng_below(rng, 64);
    row = kind < 3 ? go_row(before) + (int)rng_below(rng, 5) - 2 : (int)rng_below(rng, 64);
    if (kind == 4)
        row = column;
    if (kind == 5)
        row = size / 2;
    return go_point((column + size) % size, (row + size) % size);
}

static uint32_t random_game(struct rng *rng, go_move *moves, int size)
{
    uint32_t count = 1 + (uint32_t)rng_below(rng, 60);
    int point = go_point(size / 2, size / 2);
    for (uint32_t i = 0; i < count; i++) {
        point = random_point(rng, point, size);
        moves[i] = rng_below(rng, 20) ? go_move_make(GO_PLAY, (int)(i % 2), point)
                                      : go_pass_make((int)(i % 2));
    }
    return count;
}

static void encode_image(const struct encoding *e, const go_move *moves, uint32_t count,
                         int symmetry, int size, struct corpus *out)
{
    game_move turned[MOST];
    for (uint32_t i = 0; i < count; i++)
        turned[i] = go_move_is_pass(moves[i])
                        ? moves[i]
                        : go_move_make(GO_PLAY, go_move_color(moves[i]),
                                       image(go_move_point(moves[i]), symmetry, size));
    encode(e, turned, count, out);
}

static void test_images(void **state)
{
    (void)state;
    static const int sizes[] = {19, 19, 9, 8, 2, 52};
    struct rng rng;
    rng_seed(&rng, 11);
    for (int round = 0; round < 3000; round++) {
        go_move moves[MOST];
        struct corpus es, er, other;
        int size = sizes[round % 6];
        go_pos_empty(&board, size, size);
        uint32_t count = random_game(&rng, moves, size);
        encode_image(&go_er_encoding, moves, count, 0, size, &er);
        encode_image(&go_es_encoding, moves, count, 0, size, &es);
        for (int symmetry = 1; symmetry < 8; symmetry++) {
            encode_image(&go_er_encoding, moves, count, symmetry, size, &other);
            assert_int_equal(other.n, er.n);
            assert_memory_equal(other.text, er.text, er.n * sizeof *er.text);
            corpus_release(&other);
            encode_image(&go_es_encoding, moves, count, symmetry, size, &other);
            assert_memory_equal(other.text, es.text, es.n * sizeof *es.text);
            corpus_release(&other);
        }
        /* what er says is more than es says */
        assert_int_equal(es.n, er.n);
        for (uint32_t i = 0; i < er.n; i++)
            assert_int_equal(er.text[i] ? go_er_encoding.coarser(er.text[i]) : 0, es.text[i]);
        corpus_release(&er);
        corpus_release(&es);
    }
    go_pos_empty(&board, SIZE, SIZE);
}

/* A sequence inside an octant, moved within it. */
static void test_translation(void **state)
{
    (void)state;
    struct rng rng;
    rng_seed(&rng, 12);
    for (int round = 0; round < 1000; round++) {
        go_move here[8], there[8];
        struct corpus a, b;
        /* columns 0 … 2, rows 5 … 7 and one column and row further: a < b < 9 throughout */
        for (int i = 0; i < 8; i++) {
            int column = (int)rng_below(&rng, 3), row = 5 + (int)rng_below(&rng, 3);
            here[i] = go_move_make(GO_PLAY, i % 2, go_point(column, row));
            there[i] = go_move_make(GO_PLAY, i % 2, go_point(column + 1, row + 1));
        }
        encode_image(&go_er_encoding, here, 8, 0, SIZE, &a);
        encode_image(&go_er_encoding, there, 8, (int)rng_below(&rng, 8), SIZE, &b);
        assert_int_equal(a.n, b.n);
        assert_memory_equal(a.text + 2, b.text + 2, (a.n - 2) * sizeof *a.text);
        corpus_release(&a);
        corpus_release(&b);
    }
}

static void test_table(void **state)
{
    (void)state;
    assert_ptr_equal(encoding_by_name(SPAN("es")), &go_es_encoding);
    assert_ptr_equal(encoding_by_name(SPAN("er")), &go_er_encoding);
    assert_null(encoding_by_name(SPAN("e")));
    assert_true(go_er_encoding.on_board(&board, 19, 19));
    assert_false(go_er_encoding.on_board(&board, 13, 13));
}

static int set_up(void **state)
{
    (void)state;
    go_pos_empty(&board, SIZE, SIZE);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_alphabets),   cmocka_unit_test(test_paper),
        cmocka_unit_test(test_borders),     cmocka_unit_test(test_breaks),
        cmocka_unit_test(test_places),      cmocka_unit_test(test_images),
        cmocka_unit_test(test_translation), cmocka_unit_test(test_table),
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}
