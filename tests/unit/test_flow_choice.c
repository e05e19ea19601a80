/* test_flow_choice.c: points as in the paper's examples, whose sequences count, and the best sum.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>

#include "engine/natural/style.h"

#define FILE_HEAD                                                                                  \
    "kifu flow 1\nfrom-ply 1\nmin-count 1\nalpha 0.05\ncorrect no\nboth yes\nshuffled no\n"        \
    "games 100 100\npoints one-frame 150\npoints both-frames 300\nagain pawn 100\n"                \
    "again bishop 100\n"

/* Black's king on 8-8, White's on 2-2; White's pawn has just gone to 1-4 (flow_keys.h). */
#define EDGE "sfen 9/7k1/8p/9/8P/9/9/1K7/9 w - 1"

static void read_table(struct flow_table *t, const char *rows)
{
    struct buf text;
    struct err err = {0};
    buf_init(&text, BUF_DEFAULT_MAX);
    buf_add_str(&text, FILE_HEAD);
    buf_add_str(&text, rows);
    enum status st = flow_read(t, buf_span(&text), &err);
    if (st != STATUS_OK) {
        err_format(&err, LANG_EN, &text);
        print_error("%s\n", buf_cstr(&text));
    }
    assert_int_equal(st, STATUS_OK);
    buf_release(&text);
}

struct flow_choice_played {
    struct shogi_pos pos;
    struct natural_past past;
};

static void begin(struct flow_choice_played *g, const char *sfen)
{
    natural_past_clear(&g->past);
    assert_int_equal(shogi_sfen_parse(&g->pos, span_of(sfen), SHOGI_SFEN_TOLERANT, NULL, NULL),
                     STATUS_OK);
}

static shogi_move move_of(const char *usi)
{
    shogi_move m;
    assert_true(shogi_usi_parse(span_of(usi), &m));
    return m;
}

static void play(struct flow_choice_played *g, const char *usi)
{
    struct shogi_undo undo;
    shogi_move m = move_of(usi);
    assert_true(shogi_move_is_legal(&g->pos, m));
    natural_past_add(&g->past, &g->pos, m);
    shogi_play(&g->pos, m, &undo);
}

static int points_of(const struct flow_table *t, enum flow_side style,
                     const struct flow_choice_played *g, const char *usi, struct flow_reason *r)
{
    flow_score(t, &t->points, style, &g->past, &g->pos, move_of(usi), r);
    return r->points;
}

/* White's pawn to 1-4, Black takes it. */
static void one_frame_and_both(void **state)
{
    struct flow_table one, both, none;
    struct flow_reason r;
    struct flow_choice_played g;
    (void)state;
    read_table(&one, "class two/own-king/capture 1000 1000 10 10\n"
                     "(-7,-4,P),(-7,-4,P),1 392 141 1e-9 1e-9 2.78\n");
    read_table(&both, "class two/own-king/capture 1000 1000 10 10\n"
                      "(-7,-4,P),(-7,-4,P),1 392 141 1e-9 1e-9 2.78\n"
                      "class two/enemy-king/capture 1000 1000 10 10\n"
                      "(-1,2,P),(-1,2,P),1 50 5 1e-9 1e-9 10\n");
    /* the same without taking anything is another sequence */
    read_table(&none, "class two/own-king/capture 1000 1000 10 10\n"
                      "(-7,-4,P),(-7,-4,P),0 392 141 1e-9 1e-9 2.78\n");
    begin(&g, EDGE);
    play(&g, "1c1d");
    assert_int_equal(points_of(&one, FLOW_HUMAN, &g, "1e1d", &r), 150);
    assert_non_null(r.row[FLOW_OWN_KING]);
    assert_null(r.row[FLOW_ENEMY_KING]);
    assert_int_equal(r.row[FLOW_OWN_KING]->count[FLOW_HUMAN], 392);
    assert_int_equal(points_of(&both, FLOW_HUMAN, &g, "1e1d", &r), 300);
    assert_non_null(r.row[FLOW_ENEMY_KING]);
    assert_false(r.again);
    assert_int_equal(points_of(&none, FLOW_HUMAN, &g, "1e1d", &r), 0);
    assert_int_equal(points_of(&both, FLOW_HUMAN, &g, "8h8g", &r), 0);
    flow_release(&one);
    flow_release(&both);
    flow_release(&none);
}

/* The paper's question 13: a pawn goes on and promotes, 400 points. */
static void same_pawn_again(void **state)
{
    struct flow_table t;
    struct flow_reason r;
    struct flow_choice_played g;
    (void)state;
    read_table(&t, "class own-two/own-king/capture 1000 1000 10 10\n"
                   "(-7,-4,P),(-7,-5,P+),0 392 141 1e-9 1e-9 2.78\n"
                   "class own-two/enemy-king/capture 1000 1000 10 10\n"
                   "(-1,2,P),(-1,1,P+),0 50 5 1e-9 1e-9 10\n");
    begin(&g, "sfen 9/7k1/9/9/8P/9/9/1K7/9 b - 1");
    play(&g, "1e1d");
    play(&g, "2b3b");
    /* the enemy's king has gone to 3-2: his frame matches no more */
    assert_int_equal(points_of(&t, FLOW_HUMAN, &g, "1d1c+", &r), 250);
    assert_true(r.again);
    begin(&g, "sfen 9/7k1/9/9/8P/9/p8/1K7/9 b - 1");
    play(&g, "1e1d");
    play(&g, "9g9h");
    assert_int_equal(points_of(&t, FLOW_HUMAN, &g, "1d1c+", &r), 400);
    assert_true(r.again);
    /* moving twice alone is worth nothing */
    assert_int_equal(points_of(&t, FLOW_HUMAN, &g, "1d1c", &r), 0);
    assert_false(r.again);
    flow_release(&t);
}

static void whose_sequences(void **state)
{
    struct flow_table t;
    struct flow_reason r;
    struct flow_choice_played g;
    (void)state;
    read_table(&t, "class two/own-king/capture 1000 1000 10 10\n"
                   "(-7,-4,P),(-7,-4,P),1 141 392 1e-9 1e-9 0.36\n");
    begin(&g, EDGE);
    play(&g, "1c1d");
    assert_int_equal(points_of(&t, FLOW_HUMAN, &g, "1e1d", &r), 0);
    assert_int_equal(points_of(&t, FLOW_COMPUTER, &g, "1e1d", &r), 150);
    flow_release(&t);
}

/* For White the board is turned round. */
static void white_sees_it_turned(void **state)
{
    struct flow_table t;
    struct flow_reason r;
    struct flow_choice_played g;
    (void)state;
    read_table(&t, "class two/own-king/capture 1000 1000 10 10\n"
                   "(-7,-4,P),(-7,-4,P),1 392 141 1e-9 1e-9 2.78\n");
    begin(&g, "sfen 9/7k1/9/9/p8/9/P8/1K7/9 b - 1");
    play(&g, "9g9f");
    assert_int_equal(points_of(&t, FLOW_HUMAN, &g, "9e9f", &r), 150);
    flow_release(&t);
}

/* Before there was a move, there is nothing to continue. */
static void nothing_before(void **state)
{
    struct flow_table t;
    struct flow_reason r;
    struct flow_choice_played g;
    (void)state;
    read_table(&t, "class two/own-king/capture 1000 1000 10 10\n"
                   "(-7,-4,P),(-7,-4,P),1 392 141 1e-9 1e-9 2.78\n");
    begin(&g, "sfen 9/7k1/9/8p/8P/9/9/1K7/9 b - 1");
    assert_int_equal(points_of(&t, FLOW_HUMAN, &g, "1e1d", &r), 0);
    flow_release(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_frame_and_both), cmocka_unit_test(same_pawn_again),
        cmocka_unit_test(whose_sequences),    cmocka_unit_test(white_sees_it_turned),
        cmocka_unit_test(nothing_before),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
