/* Replay: the light position agrees with the full one over whole games, whatever it is given. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "games/replay.h"
#include "games/shogi/shogi_facts.h"
#include "shogi_random.h"
#include "sim/generate/generate.h"

static void mark(const struct shogi_pos *pos, bool *holds)
{
    uint32_t list[SHOGI_MAX_FACTS], n = shogi_facts(pos, list);
    memset(holds, 0, SHOGI_FACT_COUNT);
    for (uint32_t i = 0; i < n; i++)
        holds[list[i]] = true;
}

/* Applies the changes to what held; each must change something. */
static void apply(bool *holds, const struct fact_changes *c)
{
    for (uint32_t i = 0; i < c->n_ends; i++) {
        assert_true(holds[c->ends[i]]);
        holds[c->ends[i]] = false;
    }
    for (uint32_t i = 0; i < c->n_begins; i++) {
        assert_false(holds[c->begins[i]]);
        holds[c->begins[i]] = true;
    }
}

static void assert_agrees(const struct replay *r, const struct shogi_pos *pos, const bool *holds)
{
    bool expected[SHOGI_FACT_COUNT];
    mark(pos, expected);
    assert_memory_equal(holds, expected, sizeof expected);
    assert_int_equal(r->seat, shogi_turn(pos));
    assert_true(position_key_equal(r->key, position_key(&shogi_game, pos)));
}

/* Plays a list of moves on both. */
static void compare_game(struct replay *r, struct shogi_pos pos, const shogi_move *moves,
                         uint32_t plies)
{
    bool holds[SHOGI_FACT_COUNT] = {false};
    struct shogi_undo undo;
    replay_start(r, &pos);
    assert_int_equal(r->changes.n_ends, 0);
    apply(holds, &r->changes);
    assert_agrees(r, &pos, holds);
    for (uint32_t i = 0; i < plies; i++) {
        assert_true(shogi_move_is_legal(&pos, moves[i]));
        shogi_play(&pos, moves[i], &undo);
        assert_true(replay_step(r, moves[i]));
        assert_int_equal(r->ply, i + 1);
        apply(holds, &r->changes);
        assert_agrees(r, &pos, holds);
    }
}

static void test_generated_games(void **state)
{
    (void)state;
    struct generator g;
    struct record rec;
    struct replay *r;
    struct err err;
    shogi_move moves[GENERATOR_MAX_PLIES];
    generator_init(&g, 5);
    assert_int_equal(generator_add_book(&g, &err), STATUS_OK);
    assert_int_equal(replay_open(&r, &shogi_game, &err), STATUS_OK);
    record_init(&rec);
    for (uint64_t game = 0; game < 60; game++) {
        struct shogi_pos pos;
        uint32_t n = 0;
        assert_int_equal(generator_game(&g, game, &rec), STATUS_OK);
        for (uint32_t node = rec.nodes[0].child; node && rec.nodes[node].move;
             node = rec.nodes[node].child)
            moves[n++] = (shogi_move)rec.nodes[node].move;
        shogi_pos_start(&pos);
        compare_game(r, pos, moves, n);
    }
    record_release(&rec);
    replay_close(r);
    generator_release(&g);
}

static void test_odd_starts(void **state)
{
    (void)state;
    struct replay *r;
    struct err err;
    uint64_t seed = 77;
    assert_int_equal(replay_open(&r, &shogi_game, &err), STATUS_OK);
    for (int game = 0; game < 60; game++) {
        struct shogi_pos start, pos;
        struct shogi_undo undo;
        shogi_move moves[60], legal[SHOGI_MAX_MOVES];
        uint32_t n = 0;
        random_throw(&start, &seed, (unsigned)game % 4);
        pos = start;
        for (int left; n < 60 && (left = shogi_legal_moves(&pos, legal)) > 0; n++) {
            moves[n] = legal[random_below(&seed, (unsigned)left)];
            shogi_play(&pos, moves[n], &undo);
        }
        compare_game(r, start, moves, n);
    }
    replay_close(r);
}

static void test_start_texts(void **state)
{
    (void)state;
    struct replay *r;
    struct err err;
    struct shogi_pos pos;
    shogi_pos_start(&pos);
    assert_int_equal(replay_open(&r, &shogi_game, &err), STATUS_OK);
    assert_int_equal(replay_start_text(r, SPAN(""), &err), STATUS_OK);
    assert_true(position_key_equal(r->key, position_key(&shogi_game, &pos)));
    assert_int_equal(r->changes.n_begins, 40);
    shogi_pos_handicap(&pos, SHOGI_HANDICAP_2);
    struct buf text;
    buf_init(&text, 1000);
    shogi_sfen_print(&pos, 1, &text);
    assert_int_equal(replay_start_text(r, buf_span(&text), &err), STATUS_OK);
    assert_true(position_key_equal(r->key, position_key(&shogi_game, &pos)));
    assert_int_equal(r->seat, SHOGI_WHITE);
    struct position_key before = r->key;
    assert_int_not_equal(replay_start_text(r, SPAN("no position"), &err), STATUS_OK);
    assert_true(position_key_equal(r->key, before));
    buf_release(&text);
    replay_close(r);
}

/* Keys stand in files. */
static void test_keys_never_change(void **state)
{
    (void)state;
    struct shogi_pos pos;
    shogi_pos_start(&pos);
    struct position_key key = position_key(&shogi_game, &pos);
    assert_true(key.a == UINT64_C(0x0E5DE53237C1F039));
    assert_true(key.b == UINT64_C(0xE8EB9B393ED6A955));
}

/* Every 16-bit number is tried as a move: it is made as the full position would make it, or
 * refused with nothing changed. */
static void try_all_moves(const struct shogi_pos *pos)
{
    struct shogi_lite before, lite;
    static struct fact_changes changes, expected;
    shogi_lite_begin(&before, pos);
    for (uint32_t m = 0; m <= UINT16_MAX; m++) {
        memcpy(&lite, &before, sizeof lite);
        bool made = shogi_lite_play(&lite, (shogi_move)m, &changes) >= 0;
        if (!made) {
            assert_memory_equal(&lite, &before, sizeof lite);
            assert_false(m && shogi_move_is_legal(pos, (shogi_move)m));
        } else if (shogi_move_is_legal(pos, (shogi_move)m)) {
            struct shogi_pos next = *pos;
            struct shogi_lite after;
            struct shogi_undo undo;
            shogi_fact_changes(pos, (shogi_move)m, &expected);
            assert_int_equal(changes.n_ends, expected.n_ends);
            assert_int_equal(changes.n_begins, expected.n_begins);
            shogi_play(&next, (shogi_move)m, &undo);
            memset(&after, 0, sizeof after);
            shogi_lite_begin(&after, &next);
            assert_memory_equal(after.board, lite.board, sizeof lite.board);
            assert_memory_equal(after.hand, lite.hand, sizeof lite.hand);
            assert_int_equal(after.turn, lite.turn);
        }
    }
}

static void test_impossible_moves(void **state)
{
    (void)state;
    uint64_t seed = 3;
    for (int i = 0; i < 30; i++) {
        struct shogi_pos pos;
        if (i % 3)
            random_game(&pos, &seed);
        else
            random_throw(&pos, &seed, WITH_BOTH_KINGS);
        try_all_moves(&pos);
    }
}

/* Rubbish for moves: steps fail or not, but facts stay within what a position can have. */
static void test_rubbish(void **state)
{
    (void)state;
    struct replay *r;
    struct err err;
    uint64_t seed = 9;
    assert_int_equal(replay_open(&r, &shogi_game, &err), STATUS_OK);
    for (int game = 0; game < 20; game++) {
        bool holds[SHOGI_FACT_COUNT] = {false};
        assert_int_equal(replay_start_text(r, SPAN(""), &err), STATUS_OK);
        apply(holds, &r->changes);
        for (int i = 0; i < 20000; i++) {
            struct position_key key = r->key;
            uint32_t ply = r->ply;
            if (replay_step(r, random_below(&seed, 1 << 16))) {
                apply(holds, &r->changes);
                assert_int_equal(r->ply, ply + 1);
            } else {
                assert_true(position_key_equal(r->key, key));
                assert_int_equal(r->ply, ply);
            }
        }
        assert_false(replay_step(r, UINT64_C(1) << 40));
    }
    replay_close(r);
}

static void test_symmetries(void **state)
{
    (void)state;
    for (unsigned symmetry = 0; symmetry < SHOGI_SYMMETRIES; symmetry++) {
        bool seen[SHOGI_FACT_COUNT] = {false};
        for (uint32_t fact = 0; fact < SHOGI_FACT_COUNT; fact++) {
            uint32_t image = shogi_fact_image(fact, symmetry);
            assert_true(image < SHOGI_FACT_COUNT);
            assert_false(seen[image]); /* a permutation */
            seen[image] = true;
            assert_int_equal(shogi_fact_image(image, symmetry), fact); /* its own inverse */
            assert_int_equal(shogi_fact_image(shogi_fact_image(fact, symmetry & 1), symmetry & 2),
                             image);
        }
        for (int square = 0; square < SHOGI_SQUARES; square++)
            assert_int_equal(shogi_square_image(shogi_square_image(square, symmetry), symmetry),
                             square);
    }
    static const struct {
        struct span fact;
        unsigned symmetry;
        struct span image;
    } known[] = {
        {SPAN_INIT("s76fu"), SHOGI_FLIP, SPAN_INIT("g34fu")},
        {SPAN_INIT("s76fu"), SHOGI_MIRROR, SPAN_INIT("s36fu")},
        {SPAN_INIT("s76fu"), SHOGI_FLIP | SHOGI_MIRROR, SPAN_INIT("g74fu")},
        {SPAN_INIT("sgi2"), SHOGI_FLIP, SPAN_INIT("ggi2")},
        {SPAN_INIT("sgi2"), SHOGI_MIRROR, SPAN_INIT("sgi2")},
        {SPAN_INIT("g51ou"), 0, SPAN_INIT("g51ou")},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        uint32_t fact, image;
        assert_true(shogi_fact_parse(known[i].fact, &fact));
        assert_true(shogi_fact_parse(known[i].image, &image));
        assert_int_equal(shogi_fact_image(fact, known[i].symmetry), image);
    }
}

static void test_no_memory(void **state)
{
    (void)state;
    struct err err;
    enum status st = STATUS_NOMEM;
    for (long n = 0; st != STATUS_OK; n++) {
        struct replay *r;
        mem_fail_after(n);
        st = replay_open(&r, &shogi_game, &err);
        mem_fail_never();
        assert_true(st == STATUS_OK || (st == STATUS_NOMEM && !r));
        replay_close(r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_generated_games),  cmocka_unit_test(test_odd_starts),
        cmocka_unit_test(test_start_texts),      cmocka_unit_test(test_keys_never_change),
        cmocka_unit_test(test_impossible_moves), cmocka_unit_test(test_rubbish),
        cmocka_unit_test(test_symmetries),       cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
