/* The network: sums carried along against sums made anew, both compilations, files. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "base/alloc.h"
#include "base/cpu.h"
#include "base/rng.h"
#include "engine/eval/halfka.h"
#include "engine/eval/large_net.h"
#include "engine/eval/net_internal.h"
#include "engine/eval/see.h"
#include "engine/eval/weights.h"
#include "engine/search/engine_search.h"

static struct net *some_net(uint64_t seed)
{
    struct rng rng;
    struct net *net = mem_calloc_aligned(64, 1, (sizeof *net + 63) / 64 * 64);
    assert_non_null(net);
    rng_seed(&rng, seed);
    for (int b = 0; b < NET_BUCKETS; b++)
        for (int f = 0; f < NET_FEATURES; f++) {
            net->worth[b][f] = (int16_t)((int)rng_below(&rng, 4001) - 2000);
            for (int h = 0; h < NET_HIDDEN; h++)
                net->row[b][f][h] = (int8_t)((int)rng_below(&rng, 41) - 20);
        }
    for (int h = 0; h < NET_HIDDEN; h++)
        net->bias[h] = (int16_t)((int)rng_below(&rng, 101) - 50);
    for (int p = 0; p < NET_PHASES; p++) {
        net->out_bias[p] = (int32_t)rng_below(&rng, 21) - 10;
        for (int h = 0; h < 2 * NET_HIDDEN; h++)
            net->out[p][h] = (int16_t)((int)rng_below(&rng, 257) - 128);
    }
    net->out_gain = 500;
    return net;
}

/* Plays at random, a few moves forward and some back, asking now and then. */
static void wander(const struct net *net, void *state, uint64_t seed, int *evaluated)
{
    struct shogi_pos pos;
    struct shogi_undo undo[100];
    shogi_move line[100], moves[SHOGI_MAX_MOVES];
    struct rng rng;
    int depth = 0;
    rng_seed(&rng, seed);
    shogi_pos_start(&pos);
    eval_net.begin(net, state, &pos);
    for (int step = 0; step < 400; step++) {
        int n = shogi_legal_moves(&pos, moves);
        if (depth == 100 || n == 0 || (depth && rng_below(&rng, 5) == 0)) {
            depth--;
            shogi_unplay(&pos, line[depth], &undo[depth]);
            eval_net.unplay(state);
        } else {
            line[depth] = moves[rng_below(&rng, (uint32_t)n)];
            eval_net.play(net, state, &pos, line[depth]);
            shogi_play(&pos, line[depth], &undo[depth]);
            depth++;
        }
        if (rng_below(&rng, 3) == 0) {
            assert_int_equal(eval_net.value(net, state, &pos), net_value_plain(net, &pos));
            (*evaluated)++;
        }
    }
}

static void test_carried_along(void **unused)
{
    (void)unused;
    struct net *net = some_net(1);
    void *state = mem_calloc_aligned(64, 1, (eval_net.state_bytes + 63) / 64 * 64);
    int evaluated = 0;
    assert_non_null(state);
    for (uint64_t seed = 0; seed < 40; seed++)
        wander(net, state, seed, &evaluated);
    assert_true(evaluated > 4000);
    mem_free(state);
    mem_free(net);
}

static void test_both_sides_see_alike(void **unused)
{
    (void)unused;
    struct net *net = some_net(2);
    struct shogi_pos pos, turned;
    shogi_move moves[SHOGI_MAX_MOVES];
    struct shogi_undo undo;
    struct rng rng;
    struct err err;
    rng_seed(&rng, 3);
    shogi_pos_start(&pos);
    for (int ply = 0; ply < 200; ply++) {
        shogi_pos_clear(&turned);
        for (int square = 0; square < SHOGI_SQUARES; square++)
            if (pos.board[square])
                shogi_pos_put(&turned, 80 - square, pos.board[square] ^ 16);
        for (int kind = SHOGI_PAWN; kind < SHOGI_HAND_KINDS; kind++)
            for (int color = 0; color < 2; color++)
                shogi_pos_set_hand(&turned, color ^ 1, kind, pos.hand[color][kind]);
        shogi_pos_set_turn(&turned, pos.turn ^ 1);
        assert_int_equal(shogi_pos_finish(&turned, &err), STATUS_OK);
        assert_int_equal(net_value_plain(net, &pos), net_value_plain(net, &turned));
        int n = shogi_legal_moves(&pos, moves);
        if (n == 0)
            break;
        shogi_play(&pos, moves[rng_below(&rng, (uint32_t)n)], &undo);
    }
    mem_free(net);
}

static void test_features_are_distinct(void **unused)
{
    (void)unused;
    static uint8_t seen[NET_FEATURES];
    for (int side = 0; side < 2; side++)
        for (int mirrored = 0; mirrored < 2; mirrored++) {
            memset(seen, 0, sizeof seen);
            for (int color = 0; color < 2; color++) {
                for (int kind = SHOGI_PAWN; kind < SHOGI_KINDS; kind++)
                    for (int square = 0; square < SHOGI_SQUARES; square++)
                        seen[net_feature(side, mirrored,
                                         net_board_item(shogi_piece(color, kind), square))]++;
                static const uint8_t SET[] = {0, 18, 4, 4, 4, 2, 2, 4};
                for (int kind = SHOGI_PAWN; kind < SHOGI_HAND_KINDS; kind++)
                    for (int n = 1; n <= SET[kind]; n++)
                        seen[net_feature(side, mirrored, net_hand_item(color, kind, n))]++;
            }
            for (int f = 0; f < NET_FEATURES; f++) {
                bool gold = f < NET_BOARD_FEATURES && f / SHOGI_SQUARES % NET_KINDS == 8;
                assert_int_equal(seen[f], gold ? 3 : 1);
            }
        }
}

#if NET_HAVE_V3
static void test_both_compilations(void **unused)
{
    (void)unused;
    struct net *net = some_net(4);
    _Alignas(32) int16_t a[NET_HIDDEN], b[NET_HIDDEN];
    const int8_t *plus[] = {net->row[0][3], net->row[11][99], net->row[5][1000]};
    const int8_t *minus[] = {net->row[2][7], net->row[4][55]};
    if (cpu_level() < CPU_V3)
        skip();
    for (int p = 0; p <= 3; p++)
        for (int m = 0; m <= 2; m++) {
            net_sum_base(a, net->bias, plus, p, minus, m);
            net_sum_v3(b, net->bias, plus, p, minus, m);
            assert_memory_equal(a, b, sizeof a);
            assert_int_equal(net_squares_base(a, net->out[p]), net_squares_v3(a, net->out[p]));
        }
    mem_free(net);
}
#endif

static void test_files(void **unused)
{
    (void)unused;
    struct net *net = some_net(5), *again = some_net(6);
    struct buf file;
    struct err err;
    buf_init(&file, SIZE_MAX / 2);
    assert_int_equal(net_write(net, &file, &err), STATUS_OK);
    assert_int_equal(net_read(span_make(file.p, file.n), again, &err), STATUS_OK);
    assert_memory_equal(net->row, again->row, sizeof net->row);
    assert_memory_equal(net->worth, again->worth, sizeof net->worth);
    assert_memory_equal(net->bias, again->bias, sizeof net->bias);
    assert_memory_equal(net->out, again->out, sizeof net->out);
    assert_memory_equal(net->out_bias, again->out_bias, sizeof net->out_bias);
    assert_int_equal(net->out_gain, again->out_gain);
    for (size_t at = 0; at < file.n; at += 1 + file.n / 97) {
        file.p[at] ^= 1;
        assert_int_equal(net_read(span_make(file.p, file.n), again, &err), STATUS_SYNTAX);
        file.p[at] ^= 1;
    }
    for (size_t n = 0; n < file.n; n += 1 + file.n / 31)
        assert_int_equal(net_read(span_make(file.p, n), again, &err), STATUS_SYNTAX);
    buf_release(&file);
    mem_free(net);
    mem_free(again);
}

static void test_weights_by_name(void **unused)
{
    (void)unused;
    struct weights *w;
    struct err err;
    assert_int_equal(weights_open(&w, NULL, &err), STATUS_OK);
    assert_ptr_equal(weights_eval(w).type, large_net().n ? &eval_halfka : &eval_net);
    weights_close(w);
    assert_int_equal(weights_open(&w, WEIGHTS_SMALL, &err), STATUS_OK);
    assert_ptr_equal(weights_eval(w).type, &eval_net);
    weights_close(w);
    assert_int_equal(weights_open(&w, "material", &err), STATUS_OK);
    assert_ptr_equal(weights_eval(w).type, &eval_material);
    weights_close(w);
    assert_int_equal(weights_open(&w, "/there/is/no/such/file", &err), STATUS_NOT_FOUND);
    assert_null(w);
    weights_close(w);
}

/* Refused memory is reported, leaves nothing behind (the sanitizer looks), and asking again works.
 */
static void test_without_memory(void **unused)
{
    (void)unused;
    struct net *net = some_net(7), *again = some_net(8);
    struct weights *w;
    struct buf file;
    struct err err;
    enum status status = STATUS_NOMEM;
    for (long n = 0; status != STATUS_OK; n++) {
        buf_init(&file, SIZE_MAX / 2);
        mem_fail_after(n);
        status = net_write(net, &file, &err);
        mem_fail_never();
        assert_true(status == (n < 2 ? STATUS_NOMEM : STATUS_OK)); /* fields, file */
        if (status != STATUS_OK)
            buf_release(&file);
    }
    mem_fail_after(0);
    status = net_read(span_make(file.p, file.n), again, &err);
    mem_fail_never();
    assert_int_equal(status, STATUS_NOMEM);
    assert_int_equal(net_read(span_make(file.p, file.n), again, &err), STATUS_OK);
    for (int name = 0; name < 3; name++) {
        static const char *const NAMES[] = {WEIGHTS_SMALL, "paper", "material"};
        long n = 0;
        do {
            mem_fail_after(n++);
            status = weights_open(&w, NAMES[name], &err);
            mem_fail_never();
            assert_true(status == STATUS_NOMEM ? w == NULL : status == STATUS_OK);
        } while (status != STATUS_OK);
        assert_true(n > 1);
        weights_close(w);
    }
    buf_release(&file);
    mem_free(net);
    mem_free(again);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_carried_along),
        cmocka_unit_test(test_both_sides_see_alike),
        cmocka_unit_test(test_features_are_distinct),
#if NET_HAVE_V3
        cmocka_unit_test(test_both_compilations),
#endif
        cmocka_unit_test(test_files),
        cmocka_unit_test(test_weights_by_name),
        cmocka_unit_test(test_without_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
