/* test_paper.c: the paper's evaluation: carried along against term by term, turned round, by hand;
 * its file written, read and refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/io/file.h"
#include "engine/eval/paper.h"
#include "engine/eval/see.h"
#include "engine/eval/weights.h"
#include "games/shogi/shogi_advance.h"
#include "scratch.h"
#include "shogi_random.h"

static void read_sfen(struct shogi_pos *pos, const char *sfen)
{
    assert_int_equal(shogi_sfen_parse(pos, span_of(sfen), SHOGI_SFEN_TOLERANT, NULL, NULL), 0);
}

static int16_t any_weight(uint64_t *seed)
{
    return (int16_t)((int)random_below(seed, 2001) - 1000);
}

/* Every weight different, so that none can be taken for another. */
static void random_weights(struct paper *w, uint64_t *seed)
{
    *w = (struct paper){.rule = random_below(seed, 2) ? ADVANCE_OSL : ADVANCE_PAPER,
                        .attack = any_weight(seed),
                        .defence = any_weight(seed)};
    for (int kind = SHOGI_PAWN; kind < SHOGI_KINDS; kind++) {
        for (int r = 0; r < PAPER_RELATIONS; r++)
            for (int other = r == PAPER_BESIDE ? kind : SHOGI_PAWN; other < SHOGI_KINDS; other++)
                w->pair[r][kind][other] = any_weight(seed);
        if (kind == SHOGI_KING)
            continue;
        for (int part = 0; part < PAPER_PARTS; part++) {
            w->board[part][kind] = any_weight(seed);
            if (kind < SHOGI_HAND_KINDS)
                w->hand[part][kind] = any_weight(seed);
        }
        for (int k = 0; k < PAPER_KINGS; k++)
            for (int row = 0; row < PAPER_ROWS; row++)
                for (int c = 0; c < PAPER_COLUMNS; c++)
                    w->place[k][kind][row][c] = any_weight(seed);
    }
}

static int by_terms(const struct paper *w, const struct shogi_pos *pos)
{
    static struct eval_account a; /* large */
    double sum = 0;
    eval_paper.explain(w, pos, &a);
    for (int i = 0; i < a.term_count; i++)
        sum += a.terms[i].value;
    assert_true(sum == a.value);
    return pos->turn == SHOGI_BLACK ? a.value : -a.value;
}

static int from_scratch(const struct paper *w, const struct shogi_pos *pos)
{
    static char state[1 << 14];
    assert_true(eval_paper.state_bytes <= sizeof state);
    eval_paper.begin(w, state, pos);
    return eval_paper.value(w, state, pos);
}

/* --- Values ----------------------------------------------------------------------------------- */

/* A random game; a value is asked for now and then only, so that moves pile up in between. */
static void follow_game(const struct paper *w, uint64_t *seed)
{
    static char state[1 << 14];
    enum { PLIES = 120 };
    struct shogi_pos pos;
    struct shogi_undo undo[PLIES];
    shogi_move moves[SHOGI_MAX_MOVES], played[PLIES];
    int ply = 0;
    random_game(&pos, seed);
    eval_paper.begin(w, state, &pos);
    while (ply < PLIES) {
        int n = shogi_legal_moves(&pos, moves);
        if (n == 0)
            break;
        played[ply] = moves[random_below(seed, (unsigned)n)];
        eval_paper.play(w, state, &pos, played[ply]);
        shogi_play(&pos, played[ply], &undo[ply]);
        ply++;
        if (random_below(seed, 3) == 0)
            assert_int_equal(eval_paper.value(w, state, &pos), by_terms(w, &pos));
    }
    while (ply-- > 0) {
        shogi_unplay(&pos, played[ply], &undo[ply]);
        eval_paper.unplay(state);
        if (random_below(seed, 3) == 0)
            assert_int_equal(eval_paper.value(w, state, &pos), by_terms(w, &pos));
    }
}

static void carries_its_sums(void **state)
{
    (void)state;
    uint64_t seed = 5;
    struct paper w;
    for (int game = 0; game < 2000; game++) {
        if (game % 10 == 0)
            random_weights(&w, &seed);
        follow_game(&w, &seed);
    }
}

static void turn_round(const struct shogi_pos *pos, struct shogi_pos *out)
{
    shogi_pos_clear(out);
    for (int square = 0; square < SHOGI_SQUARES; square++)
        if (pos->board[square])
            shogi_pos_put(out, SHOGI_SQUARES - 1 - square, pos->board[square] ^ 16);
    for (int kind = SHOGI_PAWN; kind < SHOGI_HAND_KINDS; kind++)
        for (int color = 0; color < 2; color++)
            shogi_pos_set_hand(out, color, kind, pos->hand[color ^ 1][kind]);
    shogi_pos_set_turn(out, pos->turn ^ 1);
    assert_int_equal(shogi_pos_finish(out, NULL), STATUS_OK);
}

static void both_sides_see_the_same(void **state)
{
    (void)state;
    static const unsigned KINGS[] = {WITH_BOTH_KINGS, WITH_BLACK_KING, WITH_WHITE_KING, 0};
    uint64_t seed = 8;
    struct paper w;
    struct shogi_pos pos, turned;
    for (int i = 0; i < 2000; i++) {
        if (i % 20 == 0)
            random_weights(&w, &seed);
        if (i % 2)
            random_game(&pos, &seed);
        else
            random_throw(&pos, &seed, KINGS[i / 2 % 4]);
        turn_round(&pos, &turned);
        assert_int_equal(from_scratch(&w, &pos), from_scratch(&w, &turned));
        assert_int_equal(from_scratch(&w, &pos), by_terms(&w, &pos));
    }
}

static double term(const struct eval_account *a, const char *name)
{
    const struct eval_term *t = eval_find_term(a, name);
    return t ? t->value : 0;
}

/* Kings on 5a and 5i, whose boxes are the three ranks nearest to them; a gold on 5d. */
static void is_the_formula(void **state)
{
    (void)state;
    static struct eval_account a;
    struct paper w = {.attack = -128, .defence = 64};
    struct shogi_pos pos;
    struct advance p;
    read_sfen(&pos, "4k4/9/9/4G4/9/9/9/9/4K4 b P 1");
    advance_of(&pos, &p);
    assert_int_equal(p.attack[1], 3 * 8 + 1); /* 4c 5c 6c, a pawn in hand */
    assert_int_equal(p.attack[0], 0);
    assert_int_equal(p.defence[0], 5 * 8); /* what a king on the edge reaches */
    assert_int_equal(p.defence[1], 5 * 8);
    assert_int_equal(p.whole, 25);
    w.board[PAPER_OPENING][SHOGI_GOLD] = 640;
    w.board[PAPER_ENDGAME][SHOGI_GOLD] = 1280;
    w.hand[PAPER_ENDGAME][SHOGI_PAWN] = 64;
    w.place[PAPER_ENEMY][SHOGI_GOLD][8 + 3][0] = 128; /* three ranks behind where it wants to go */
    w.place[PAPER_OWN][SHOGI_GOLD][8 - 5][0] = -64;   /* five ahead of its own king */
    eval_paper.explain(&w, &pos, &a);
    assert_int_equal(a.advance.whole, 25);
    assert_true(term(&a, "board.gold") == (39 * 640 + 25 * 1280) / 64.);
    assert_true(term(&a, "hand.pawn") == 25);
    assert_true(term(&a, "enemy.gold") == 50);
    assert_true(term(&a, "own.gold") == -25);
    assert_true(term(&a, "attack") == 25 / 64. * -128 * (-25 / 64.));
    assert_true(eval_find_term(&a, "attack")->count == -25 / 64.);
    assert_true(eval_find_term(&a, "defence")->count == 0);
    assert_int_equal(a.value, 890 + 25 + 50 - 25 + 19); /* and 0.53 rounded away */
    assert_int_equal(from_scratch(&w, &pos), a.value);
}

static void pairs_are_distinct(void **state)
{
    (void)state;
    static struct eval_account a;
    struct paper w = {0};
    struct shogi_pos pos;
    w.pair[PAPER_BESIDE][SHOGI_SILVER][SHOGI_GOLD] = 1;
    w.pair[PAPER_AHEAD][SHOGI_PAWN][SHOGI_SILVER] = 20;
    w.pair[PAPER_SLANT][SHOGI_GOLD][SHOGI_KING] = 300;
    /* Black: gold 5h beside silver 4h, pawn 4g before it, gold before the king on 6i. White: the
     * king before its gold is no pair that counts. */
    read_sfen(&pos, "4g4/5k3/9/9/9/9/5P3/4GS3/3K5 b - 1");
    eval_paper.explain(&w, &pos, &a);
    assert_true(term(&a, "beside.silver.gold") == 1);
    assert_true(term(&a, "ahead.pawn.silver") == 20);
    assert_true(term(&a, "slant.gold.king") == 300);
    assert_int_equal(a.value, 321);
}

static void the_usual_weights_make_sense(void **state)
{
    (void)state;
    struct paper w;
    struct shogi_pos pos;
    assert_int_equal(paper_default(&w, NULL), STATUS_OK);
    assert_int_equal(w.rule, ADVANCE_PAPER);
    assert_int_equal(w.attack, 0);
    assert_int_equal(w.defence, 0);
    read_sfen(&pos, "startpos");
    assert_int_equal(from_scratch(&w, &pos), 0);
    for (int kind = SHOGI_PAWN; kind < SHOGI_KINDS; kind++)
        for (int part = 0; part < PAPER_PARTS && kind != SHOGI_KING; part++) {
            int usual = see_piece_value[kind];
            assert_in_range(w.board[part][kind], usual * 6 / 10, usual * 15 / 10);
        }
}

/* --- The file --------------------------------------------------------------------------------- */

static void survives_its_file(void **state)
{
    (void)state;
    uint64_t seed = 13;
    struct buf text;
    buf_init(&text, BUF_DEFAULT_MAX);
    for (int i = 0; i < 20; i++) {
        struct paper w, back;
        random_weights(&w, &seed);
        assert_int_equal(paper_default(&back, NULL), STATUS_OK);
        buf_clear(&text);
        paper_write(&w, &text);
        assert_int_equal(paper_read(buf_span(&text), &back, NULL), STATUS_OK);
        assert_memory_equal(&w, &back, sizeof w);
    }
    buf_release(&text);
}

static void names_change_what_they_name(void **state)
{
    (void)state;
    struct paper w, usual;
    assert_int_equal(paper_default(&usual, NULL), STATUS_OK);
    w = usual;
    assert_int_equal(paper_read(SPAN("kifu-weights paper 1\r\n# nothing but this\r\n\r\n"
                                     "attack\t-141 # fitted\r\n progress osl\r\n"
                                     "hand.pawn 101 102\nslant 7\nslant.gold.king -8"),
                                &w, NULL),
                     STATUS_OK);
    assert_int_equal(w.attack, -141);
    assert_int_equal(w.rule, ADVANCE_OSL);
    assert_int_equal(w.hand[PAPER_OPENING][SHOGI_PAWN], 101);
    assert_int_equal(w.hand[PAPER_ENDGAME][SHOGI_PAWN], 102);
    assert_int_equal(w.pair[PAPER_SLANT][SHOGI_PAWN][SHOGI_DRAGON], 7);
    assert_int_equal(w.pair[PAPER_SLANT][SHOGI_GOLD][SHOGI_KING], -8);
    assert_int_equal(w.defence, usual.defence);
    assert_memory_equal(w.board, usual.board, sizeof w.board);
    assert_memory_equal(w.place, usual.place, sizeof w.place);
}

static void refuses(const char *text, unsigned line, const char *word)
{
    struct paper w = {0};
    struct err err = {0};
    struct buf message;
    buf_init(&message, BUF_DEFAULT_MAX);
    assert_int_equal(paper_read(span_of(text), &w, &err), STATUS_SYNTAX);
    err_message(&err, LANG_EN, &message);
    if (err.line != line || !strstr(buf_cstr(&message), word))
        fail_msg("line %u: %s", err.line, buf_cstr(&message));
    assert_true(err.byte <= strlen(text));
    buf_release(&message);
}

static void refuses_what_it_does_not_know(void **state)
{
    (void)state;
#define HEAD "kifu-weights paper 1\n"
    refuses("", 0, "first line");
    refuses("attack 1\n", 1, "first line");
    refuses("\n\nkifu-weights paper 2\n", 3, "first line");
    refuses(HEAD "\natack 1\n", 3, "did you mean \"attack\"");
    refuses(HEAD "attack\n", 2, "expected 1 numbers");
    refuses(HEAD "attack 1 2\n", 2, "expected 1 numbers");
    refuses(HEAD "attack 1.5\n", 2, "an integer");
    refuses(HEAD "attack 30001\n", 2, "an integer");
    refuses(HEAD "attack 99999999999999999999\n", 2, "an integer");
    refuses(HEAD "progress gps\n", 2, "\"gps\"");
    refuses(HEAD "board.pawn 90\n", 2, "expected 2 numbers");
    refuses(HEAD "board.king 90 90\n", 2, "unknown weight \"board.king\"");
    refuses(HEAD "hand.tokin 90 90\n", 2, "unknown weight");
    refuses(HEAD "board 90 90\n", 2, "unknown weight");
    refuses(HEAD "board. 90 90\n", 2, "unknown weight");
    refuses(HEAD "board.pawn.pawn 90 90\n", 2, "unknown weight");
    refuses(HEAD "beside.gold.silver 1\n", 2, "in the other order");
    refuses(HEAD "beside.gold 1\n", 2, "unknown weight");
    refuses(HEAD "beside.gold.gold.gold 1\n", 2, "unknown weight");
    refuses(HEAD "own.gold 1\n", 2, "next line");
    refuses(HEAD "own.gold\n1 2 3 4 5 6 7 8 9\n", 3, "seventeen rows");
    refuses(HEAD "own.gold\n1 2 3 4 5 6 7 8\n", 3, "9 numbers");
    refuses(HEAD "own.king\n", 2, "unknown weight");
#undef HEAD
}

static void opens_by_name_and_from_a_file(void **state)
{
    (void)state;
    struct weights *w;
    struct err err = {0};
    assert_int_equal(weights_open(&w, "paper", &err), STATUS_OK);
    assert_ptr_equal(weights_eval(w).type, &eval_paper);
    weights_close(w);
    assert_int_equal(weights_open(&w, "calibrated", &err), STATUS_OK);
    assert_ptr_equal(weights_eval(w).type, &eval_paper);
    assert_true(((const struct paper *)weights_eval(w).weights)->attack < 0);
    weights_close(w);
    const char *path = "mine.txt";
    assert_int_equal(file_replace(path, SPAN(PAPER_HEADING "\ndefence 97\n"), &err), STATUS_OK);
    assert_int_equal(weights_open(&w, path, &err), STATUS_OK);
    assert_ptr_equal(weights_eval(w).type, &eval_paper);
    assert_int_equal(((const struct paper *)weights_eval(w).weights)->defence, 97);
    weights_close(w);
    assert_int_equal(file_replace(path, SPAN(PAPER_HEADING "\ndefense 97\n"), &err), STATUS_OK);
    assert_int_equal(weights_open(&w, path, &err), STATUS_SYNTAX);
    assert_int_equal(err.line, 2);
    assert_non_null(strstr(err.file, "mine.txt"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(carries_its_sums),
        cmocka_unit_test(both_sides_see_the_same),
        cmocka_unit_test(is_the_formula),
        cmocka_unit_test(pairs_are_distinct),
        cmocka_unit_test(the_usual_weights_make_sense),
        cmocka_unit_test(survives_its_file),
        cmocka_unit_test(names_change_what_they_name),
        cmocka_unit_test(refuses_what_it_does_not_know),
        cmocka_unit_test(opens_by_name_and_from_a_file),
    };
    return cmocka_run_group_tests(tests, scratch_set_up, scratch_tear_down);
}
