/* test_mate.c: mates against a search that simply tries everything, on positions thrown together;
 * lines are played through; limits, stops and small tables; nothing is called a mate that is none.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>
#include <time.h>

#include "base/alloc.h"
#include "engine/search/mate.h"
#include "engine/search/mate_tt.h"
#include "shogi_random.h"

enum { SMALL = 1 << 20 };

static struct mate_solver *solver(size_t bytes)
{
    struct mate_solver *s;
    assert_int_equal(mate_open(&s, bytes, NULL), STATUS_OK);
    return s;
}

static void read_sfen(struct shogi_pos *pos, const char *sfen)
{
    assert_int_equal(shogi_sfen_parse(pos, span_of(sfen), SHOGI_SFEN_TOLERANT, NULL, NULL), 0);
}

/* Can the side to move mate within so many plies?  Tries everything. */
static bool mates_within(struct shogi_pos *pos, int plies) // NOLINT(misc-no-recursion)
{
    shogi_move moves[SHOGI_MAX_MOVES], replies[SHOGI_MAX_MOVES];
    struct shogi_undo undo, undo_reply;
    int n = shogi_legal_moves(pos, moves);
    bool mate = false;
    for (int i = 0; i < n && !mate; i++) {
        shogi_play(pos, moves[i], &undo);
        if (shogi_in_check(pos)) {
            int answers = shogi_legal_moves(pos, replies);
            mate = answers == 0 || plies > 2;
            for (int j = 0; j < answers && mate; j++) {
                shogi_play(pos, replies[j], &undo_reply);
                mate = mates_within(pos, plies - 2);
                shogi_unplay(pos, replies[j], &undo_reply);
            }
        }
        shogi_unplay(pos, moves[i], &undo);
    }
    return mate;
}

static void play_line(struct shogi_pos pos, const struct mate_answer *a)
{
    struct shogi_undo undo;
    assert_int_equal(a->length % 2, 1);
    for (uint32_t i = 0; i < a->length; i++) {
        assert_true(shogi_move_is_legal(&pos, a->line[i]));
        shogi_play(&pos, a->line[i], &undo);
        if (i % 2 == 0)
            assert_true(shogi_in_check(&pos));
    }
    assert_true(shogi_has_no_move(&pos));
}

/* A king, some pieces of the attacker around it, a few of the defender's. */
static void throw_problem(struct shogi_pos *pos, uint64_t *seed)
{
    do {
        static const int KINDS[] = {SHOGI_GOLD,   SHOGI_SILVER, SHOGI_ROOK,   SHOGI_BISHOP,
                                    SHOGI_KNIGHT, SHOGI_LANCE,  SHOGI_PAWN,   SHOGI_PRO_PAWN,
                                    SHOGI_DRAGON, SHOGI_HORSE,  SHOGI_SILVER, SHOGI_GOLD};
        int file = 1 + (int)random_below(seed, 9), rank = 1 + (int)random_below(seed, 4);
        shogi_pos_clear(pos);
        shogi_pos_put(pos, shogi_square(file, rank), shogi_piece(SHOGI_WHITE, SHOGI_KING));
        for (int i = 0; i < 6; i++) {
            int kind = KINDS[random_below(seed, 12)], color = (int)random_below(seed, 3) == 0;
            int f = file + (int)random_below(seed, 5) - 2,
                r = rank + (int)random_below(seed, 5) - 2;
            if (f < 1 || f > 9 || r < 1 || r > 9 || shogi_piece_at(pos, shogi_square(f, r)))
                continue;
            shogi_pos_put(pos, shogi_square(f, r), shogi_piece(color, kind));
        }
        for (int i = 0; i < 3; i++)
            shogi_pos_set_hand(pos, (int)random_below(seed, 4) == 0, 1 + (int)random_below(seed, 7),
                               1);
    } while (shogi_pos_finish(pos, NULL) != STATUS_OK);
}

static void agrees_with_trying_everything(void **state)
{
    (void)state;
    uint64_t seed = 7;
    static struct mate_answer a;
    struct mate_solver *s = solver(SMALL);
    int mates = 0, none = 0;
    for (int i = 0; i < 150; i++) {
        struct shogi_pos pos;
        struct mate_options opt = {.nodes = 20000, .shortest = true};
        throw_problem(&pos, &seed);
        assert_int_equal(mate_solve(s, &pos, &opt, &a, NULL), STATUS_OK);
        int shortest = mates_within(&pos, 1) ? 1 : mates_within(&pos, 3) ? 3 : 0;
        if (a.result == MATE_PROVEN)
            play_line(pos, &a);
        if (shortest) {
            assert_int_equal(a.result, MATE_PROVEN);
            assert_true(a.shortest);
            assert_int_equal(a.length, shortest);
        } else if (a.result == MATE_PROVEN) {
            assert_true(a.length >= 5);
        }
        mates += a.result == MATE_PROVEN;
        none += a.result == MATE_DISPROVEN;
    }
    assert_true(mates > 15);
    assert_true(none > 15);
    mate_close(s);
}

/* The same problem asked of Black and of White, upside down, in one table. */
static void both_sides_attack(void **state)
{
    (void)state;
    static struct mate_answer a;
    struct mate_solver *s = solver(SMALL);
    struct mate_options opt = {.nodes = 10000};
    struct shogi_pos pos;
    read_sfen(&pos, "4k4/9/4P4/9/9/9/9/9/4K4 b G 1");
    assert_int_equal(mate_solve(s, &pos, &opt, &a, NULL), STATUS_OK);
    assert_int_equal(a.result, MATE_PROVEN);
    assert_int_equal(a.length, 1);
    read_sfen(&pos, "4k4/9/9/9/9/9/4p4/9/4K4 w g 1");
    assert_int_equal(mate_solve(s, &pos, &opt, &a, NULL), STATUS_OK);
    assert_int_equal(a.result, MATE_PROVEN);
    play_line(pos, &a);
    read_sfen(&pos, "4k4/9/4P4/9/9/9/9/9/4K4 w g 1");
    assert_int_equal(mate_solve(s, &pos, &opt, &a, NULL), STATUS_OK);
    assert_int_equal(a.result, MATE_DISPROVEN);
    mate_close(s);
}

/* A pawn dropped would mate, which the rules forbid; the same pawn pushed mates. */
static void pawns_dropped_do_not_mate(void **state)
{
    (void)state;
    static struct mate_answer a;
    struct mate_solver *s = solver(SMALL);
    struct mate_options opt = {.nodes = 10000};
    struct shogi_pos pos;
    read_sfen(&pos, "7nk/9/7G1/9/9/9/9/9/4K4 b P 1");
    assert_int_equal(mate_solve(s, &pos, &opt, &a, NULL), STATUS_OK);
    assert_int_not_equal(a.length, 1);
    read_sfen(&pos, "7nk/9/7GP/9/9/9/9/9/4K4 b - 1");
    assert_int_equal(mate_solve(s, &pos, &opt, &a, NULL), STATUS_OK);
    assert_int_equal(a.result, MATE_PROVEN);
    assert_int_equal(a.length, 1);
    mate_close(s);
}

/* A dragon that only gives check for ever proves nothing. */
static void checks_without_end_are_no_mate(void **state)
{
    (void)state;
    static struct mate_answer a;
    struct mate_solver *s = solver(SMALL);
    struct mate_options opt = {.nodes = 200000};
    struct shogi_pos pos;
    read_sfen(&pos, "9/9/9/9/4k4/9/9/9/R3K4 b - 1");
    assert_int_equal(mate_solve(s, &pos, &opt, &a, NULL), STATUS_OK);
    assert_int_equal(a.result, MATE_DISPROVEN);
    mate_close(s);
}

static void limits_are_kept(void **state)
{
    (void)state;
    static struct mate_answer a;
    struct mate_solver *s = solver(SMALL);
    atomic_bool stop = true;
    struct shogi_pos pos;
    read_sfen(&pos, "4k4/9/4P4/9/9/9/9/9/4K4 b 2R2B4G4S 1");
    struct mate_options opt = {.nodes = 1, .length = 1};
    assert_int_equal(mate_solve(s, &pos, &opt, &a, NULL), STATUS_OK);
    assert_int_equal(a.result, MATE_PROVEN); /* one look is enough for a mate in one */
    read_sfen(&pos, "startpos");
    opt = (struct mate_options){.stop = &stop};
    assert_int_equal(mate_solve(s, &pos, &opt, &a, NULL), STATUS_OK);
    assert_int_not_equal(a.result, MATE_PROVEN);
    /* far more checks than a moment suffices for */
    read_sfen(&pos, "9/9/9/9/4k4/9/9/9/4K4 b RBSN4P 1");
    opt = (struct mate_options){.milliseconds = 1};
    clock_t before = clock(); /* of the processor: others may be using it */
    assert_int_equal(mate_solve(s, &pos, &opt, &a, NULL), STATUS_OK);
    assert_true(clock() - before < 5 * CLOCKS_PER_SEC);
    assert_int_equal(a.result, MATE_UNKNOWN);
    mate_close(s);
}

/* Numbers of pieces by kind, for mate_hand(). */
static void throw_hand(uint8_t hand[8], uint64_t *seed)
{
    static const int MOST[8] = {0, 18, 4, 4, 4, 2, 2, 4};
    for (int kind = 0; kind < 8; kind++)
        hand[kind] = (uint8_t)random_below(seed, (unsigned)MOST[kind] + 1);
}

static void hands_compare_kind_by_kind(void **state)
{
    (void)state;
    uint64_t seed = 3;
    for (int i = 0; i < 20000; i++) {
        uint8_t a[8], b[8], most[8];
        bool covers = true;
        throw_hand(a, &seed);
        throw_hand(b, &seed);
        for (int kind = 0; kind < 8; kind++) {
            most[kind] = a[kind] > b[kind] ? a[kind] : b[kind];
            covers &= a[kind] >= b[kind];
        }
        assert_int_equal(mate_hand_union(mate_hand(a), mate_hand(b)), mate_hand(most));
        assert_int_equal(mate_hand_covers(mate_hand(a), mate_hand(b)), covers);
        for (int kind = 1; kind < 8; kind++)
            assert_int_equal(mate_hand(a) & mate_hand_field(kind), a[kind] * mate_hand_of(kind));
    }
}

static uint64_t random_key(uint64_t *seed)
{
    uint64_t high = random_below(seed, 1U << 31);
    return high << 33 ^ (uint64_t)random_below(seed, 1U << 31) << 16 ^ random_below(seed, 1U << 16);
}

/* What is stored is found again while the table grows to its size, is gone after it was cleared,
 * and does not come back when the same slots are used again. */
static void tables_grow_and_forget(void **state)
{
    (void)state;
    enum { ENTRIES = 8000 };
    struct mate_tt t;
    struct mate_value v = {0, MATE_INFINITE, 5, 0, 0};
    uint64_t seed = 11, keys[3] = {0};
    int found = 0;
    assert_int_equal(mate_tt_open(&t, SMALL, NULL), STATUS_OK);
    size_t first = t.count;
    for (int round = 0; round < 3; round++) {
        keys[round] = seed;
        for (int i = 0; i < ENTRIES; i++)
            mate_tt_store(&t, random_key(&seed), 0, &v, 1);
        assert_true(t.count > first);
        for (int earlier = 0; earlier <= round; earlier++) {
            uint64_t again = keys[earlier];
            found = 0;
            for (int i = 0; i < ENTRIES; i++) {
                struct mate_value back;
                found += mate_tt_probe(&t, random_key(&again), 0, 7, &back) && back.mate == 5;
            }
            if (earlier < round)
                assert_int_equal(found, 0);
        }
        assert_true(found > ENTRIES * 99 / 100);
        mate_tt_clear(&t);
        assert_int_equal(t.count, first);
    }
    mate_tt_close(&t);
}

/* The king is driven to the edge and a rook mates him there, unless there is something to put
 * between: what the attacker holds and what nobody has is not the defender's. */
static void proofs_know_what_could_be_put_between(void **state)
{
    (void)state;
    static const struct {
        const char *sfen;
        enum mate_result result;
    } cases[] = {
        {"9/k1p6/9/G8/9/9/9/9/L7R b N 1", MATE_PROVEN},
        {"9/k1p6/9/G8/9/9/9/9/L7R b n 1", MATE_DISPROVEN},
        {"9/k1p6/9/G8/9/9/9/9/L7R b - 1", MATE_PROVEN},
        {"9/k1p6/9/G8/9/9/9/9/L7R b s 1", MATE_DISPROVEN},
        {"9/k1p6/9/G8/9/9/9/9/L7R b N 1", MATE_PROVEN},
    };
    static struct mate_answer a;
    struct mate_solver *s = solver(SMALL);
    struct mate_options opt = {.nodes = 20000, .length = 3};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct shogi_pos pos;
        read_sfen(&pos, cases[i].sfen);
        assert_int_equal(mate_solve(s, &pos, &opt, &a, NULL), STATUS_OK);
        assert_int_equal(a.result, cases[i].result);
        assert_int_equal(mates_within(&pos, 3), cases[i].result == MATE_PROVEN);
    }
    mate_close(s);
}

/* Many problems that differ in hands only, in one table that is never cleared: what is known of one
 * must be true of the next. */
static void hands_share_a_table(void **state)
{
    (void)state;
    uint64_t seed = 5;
    static struct mate_answer a;
    struct mate_solver *s = solver(SMALL);
    int mates = 0, none = 0;
    for (int i = 0; i < 120; i++) {
        struct shogi_pos board;
        throw_problem(&board, &seed);
        for (int j = 0; j < 12; j++) {
            struct shogi_pos pos = board;
            struct mate_options opt = {.nodes = 20000, .length = 3};
            for (int kind = SHOGI_PAWN; kind < SHOGI_HAND_KINDS; kind++) {
                int owner = (int)random_below(&seed, 3);
                shogi_pos_set_hand(&pos, SHOGI_BLACK, kind, owner == 0);
                shogi_pos_set_hand(&pos, SHOGI_WHITE, kind, owner == 1);
            }
            if (shogi_pos_finish(&pos, NULL) != STATUS_OK)
                continue;
            assert_int_equal(mate_solve(s, &pos, &opt, &a, NULL), STATUS_OK);
            assert_int_equal(a.result, mates_within(&pos, 3) ? MATE_PROVEN : MATE_DISPROVEN);
            if (a.result == MATE_PROVEN)
                play_line(pos, &a);
            mates += a.result == MATE_PROVEN;
            none += a.result == MATE_DISPROVEN;
        }
    }
    assert_true(mates > 10);
    assert_true(none > 10);
    mate_close(s);
}

static void memory_may_run_out(void **state)
{
    (void)state;
    struct mate_solver *s = NULL;
    for (long n = 0; n < 8; n++) {
        mem_fail_after(n);
        enum status status = mate_open(&s, SMALL, NULL);
        mem_fail_never();
        if (status == STATUS_OK)
            mate_close(s);
        else
            assert_int_equal(status, STATUS_NOMEM);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_trying_everything),
        cmocka_unit_test(both_sides_attack),
        cmocka_unit_test(pawns_dropped_do_not_mate),
        cmocka_unit_test(checks_without_end_are_no_mate),
        cmocka_unit_test(limits_are_kept),
        cmocka_unit_test(hands_compare_kind_by_kind),
        cmocka_unit_test(tables_grow_and_forget),
        cmocka_unit_test(proofs_know_what_could_be_put_between),
        cmocka_unit_test(hands_share_a_table),
        cmocka_unit_test(memory_may_run_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
