/* test_eval.c: evaluations taken apart: terms that add up, shares of pieces, captures played out.
 * The paper's evaluation has tests of its own. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "engine/eval/net.h"
#include "engine/eval/see.h"
#include "engine/eval/weights.h"
#include "engine/search/engine_search.h"
#include "shogi_random.h"

static void read_sfen(struct shogi_pos *pos, const char *sfen)
{
    assert_int_equal(shogi_sfen_parse(pos, span_of(sfen), SHOGI_SFEN_TOLERANT, NULL, NULL), 0);
}

static int value_of(const struct eval *eval, const struct shogi_pos *pos)
{
    struct eval_shares shares;
    assert_int_equal(eval_share(eval, pos, &shares, NULL), STATUS_OK);
    return shares.value;
}

static void adds_up(const struct eval *eval, int positions)
{
    struct eval_account *a = mem_calloc(1, sizeof *a);
    uint64_t seed = 21;
    assert_non_null(a);
    for (int i = 0; i < positions; i++) {
        struct shogi_pos pos;
        double sum = 0;
        if (i % 2)
            random_game(&pos, &seed);
        else
            random_throw(&pos, &seed, WITH_BOTH_KINGS);
        eval->type->explain(eval->weights, &pos, a);
        for (int k = 0; k < a->term_count; k++)
            sum += a->terms[k].value;
        assert_true(sum == a->value);
        assert_int_equal(a->value, value_of(eval, &pos));
    }
    mem_free(a);
}

static void terms_add_up_to_the_value(void **state)
{
    (void)state;
    static const char *const NAMES[] = {"material", "paper", "calibrated", "net"};
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
        struct weights *w;
        assert_int_equal(weights_open(&w, NAMES[i], NULL), STATUS_OK);
        struct eval eval = weights_eval(w);
        adds_up(&eval, 200);
        weights_close(w);
    }
}

/* Whatever network is built in: one in which every part matters. */
static void a_network_adds_up(void **state)
{
    (void)state;
    struct net *net = mem_calloc_aligned(64, 1, sizeof *net);
    uint64_t seed = 4;
    assert_non_null(net);
    for (int b = 0; b < NET_BUCKETS; b++)
        for (int f = 0; f < NET_FEATURES; f++) {
            for (int h = 0; h < NET_HIDDEN; h++)
                net->row[b][f][h] = (int8_t)((int)random_below(&seed, 41) - 20);
            net->worth[b][f] = (int16_t)((int)random_below(&seed, 2001) - 1000);
        }
    for (int p = 0; p < NET_PHASES; p++) {
        for (int h = 0; h < 2 * NET_HIDDEN; h++)
            net->out[p][h] = (int8_t)((int)random_below(&seed, 255) - 127);
        net->out_bias[p] = (int)random_below(&seed, 201) - 100;
    }
    net->out_gain = 777;
    struct eval eval = {.type = &eval_net, .weights = net};
    adds_up(&eval, 300);
    mem_free(net);
}

static void a_share_is_what_would_be_missing(void **state)
{
    (void)state;
    struct shogi_pos pos;
    struct eval_shares shares;
    struct eval eval = {.type = &eval_material};
    read_sfen(&pos, "4k4/1r7/9/9/4P4/9/9/7+B1/4K4 w 2P2g 1");
    assert_int_equal(eval_share(&eval, &pos, &shares, NULL), STATUS_OK);
    assert_int_equal(shares.board[shogi_square(5, 5)], see_piece_value[SHOGI_PAWN]);
    assert_int_equal(shares.board[shogi_square(8, 2)], -see_piece_value[SHOGI_ROOK]);
    assert_int_equal(shares.board[shogi_square(2, 8)], see_piece_value[SHOGI_HORSE]);
    assert_int_equal(shares.board[shogi_square(5, 1)], 0);
    assert_int_equal(shares.hand[0][SHOGI_PAWN], see_piece_value[SHOGI_PAWN]);
    assert_int_equal(shares.hand[1][SHOGI_GOLD], -see_piece_value[SHOGI_GOLD]);
    assert_int_equal(shares.hand[1][SHOGI_PAWN], 0);
    mem_fail_after(0);
    enum status st = eval_share(&eval, &pos, &shares, NULL);
    mem_fail_never();
    assert_int_equal(st, STATUS_NOMEM);
}

static int quiet_value(struct thinker *t, const char *sfen)
{
    struct shogi_pos pos;
    read_sfen(&pos, sfen);
    thinker_new_game(t);
    return think_qsearch(t, &pos);
}

static void captures_are_played_out(void **state)
{
    (void)state;
    struct thinker *t;
    const struct think_options opt = {
        .tt_bytes = 1 << 20, .threads = 1, .eval = {.type = &eval_material}};
    assert_int_equal(thinker_open(&t, &opt, NULL), STATUS_OK);
    assert_int_equal(quiet_value(t, "startpos"), 0);
    /* a bishop for nothing; what hangs oneself may still be moved away */
    int rook = see_piece_value[SHOGI_ROOK], bishop = see_piece_value[SHOGI_BISHOP];
    assert_int_equal(quiet_value(t, "k8/9/9/9/b6R1/9/9/9/K8 b - 1"), rook + bishop);
    assert_int_equal(quiet_value(t, "k8/9/9/r7B/p8/9/9/9/K8 b - 1"),
                     bishop - rook - see_piece_value[SHOGI_PAWN]);
    /* mated: no move is left */
    assert_int_equal(quiet_value(t, "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1"), -THINK_MATE);
    thinker_close(t);
}

/* Neither in the next search nor in itself. */
static void quiescence_leaves_no_trace(void **state)
{
    struct shogi_pos pos, other;
    struct think_result answers[2];
    const struct think_options opt = {
        .tt_bytes = 1 << 20, .threads = 1, .eval = {.type = &eval_material}};
    (void)state;
    read_sfen(&pos, "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 1");
    read_sfen(&other, "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 1");
    for (int i = 0; i < 2; i++) {
        struct thinker *t;
        const struct think_request q = {.pos = &pos, .limits = {.depth = 6}};
        assert_int_equal(thinker_open(&t, &opt, NULL), STATUS_OK);
        if (i) {
            int first = think_qsearch(t, &pos);
            think_qsearch(t, &other);
            assert_int_equal(think_qsearch(t, &pos), first);
        }
        assert_int_equal(think(t, &q, &answers[i], NULL), STATUS_OK);
        thinker_close(t);
    }
    assert_int_equal(answers[0].best, answers[1].best);
    assert_int_equal(answers[0].value, answers[1].value);
    assert_int_equal(answers[0].nodes, answers[1].nodes);
}

/* With a table full of a search's findings it says what it says without them. */
static void quiescence_does_not_ask_searches(void **state)
{
    struct shogi_pos pos, before;
    struct thinker *t;
    struct think_result answer;
    const struct think_options opt = {
        .tt_bytes = 1 << 20, .threads = 1, .eval = {.type = &eval_material}};
    (void)state;
    /* mated in two plies, which captures do not show: a search leaves a mate in the table */
    read_sfen(&before, "8k/6G2/p8/8P/9/9/9/9/4K4 b G 1");
    read_sfen(&pos, "8k/6G2/p7P/9/9/9/9/9/4K4 w G 1");
    assert_int_equal(thinker_open(&t, &opt, NULL), STATUS_OK);
    int value = think_qsearch(t, &pos);
    assert_true(value > -THINK_MATE_BOUND);
    const shogi_move pawn = shogi_move_make(shogi_square(1, 4), shogi_square(1, 3), false);
    const struct think_request q = {
        .pos = &before, .limits = {.depth = 5}, .only = &pawn, .only_count = 1};
    assert_int_equal(think(t, &q, &answer, NULL), STATUS_OK);
    assert_true(answer.value >= THINK_MATE_BOUND);
    assert_int_equal(think_qsearch(t, &pos), value);
    thinker_close(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(terms_add_up_to_the_value),
        cmocka_unit_test(a_network_adds_up),
        cmocka_unit_test(a_share_is_what_would_be_missing),
        cmocka_unit_test(captures_are_played_out),
        cmocka_unit_test(quiescence_leaves_no_trace),
        cmocka_unit_test(quiescence_does_not_ask_searches),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
