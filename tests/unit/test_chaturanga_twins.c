/* test_chaturanga_twins.c: the fast rules of chaturanga beside the slow ones: the same turns, the
 * same counts, the same positions, through random games under random readings. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "base/text/num.h"
#include "bench/chaturanga_slow.h"
#include "games/chaturanga/chaturanga.h"

struct twin_boards {
    struct chaturanga_pos fast;
    struct slow_game slow;
    game_move list[CHATURANGA_MAX_TURNS], expected[CHATURANGA_MAX_TURNS];
    struct slow_turn slow_list[SLOW_MAX_TURNS];
    struct rng rng;
};

static unsigned below(struct twin_boards *t, unsigned n)
{
    return (unsigned)rng_below(&t->rng, n);
}

static uint64_t square(struct slow_place p)
{
    return (uint64_t)p.file + 8 * (uint64_t)p.rank;
}

/* The layout that chaturanga.h draws. */
static game_move encode(const struct slow_turn *turn, unsigned roll)
{
    uint64_t code = UINT64_C(1) << 63 | roll | (uint64_t)turn->n << 4;
    for (int i = 0; i < turn->n; i++)
        code |= square(turn->step[i].from) << (6 + 12 * i) | square(turn->step[i].to)
                                                                 << (12 + 12 * i);
    if (turn->comes_back)
        code |= UINT64_C(1) << 30;
    return turn->exchange ? code | UINT64_C(1) << 32 : code;
}

static int by_code(const void *a, const void *b)
{
    const game_move *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static void same_position(const struct twin_boards *t)
{
    for (int i = 0; i < 64; i++) {
        struct slow_square s = t->slow.board[i % 8][i / 8];
        for (int c = 0; c < 4; c++)
            assert_int_equal(t->fast.colours[c] >> i & 1, s.colour == c);
        for (int kind = 0; kind < CHATURANGA_KINDS; kind++)
            assert_int_equal(t->fast.kinds[kind] >> i & 1,
                             s.colour != SLOW_NOBODY && s.kind == kind);
    }
    for (int c = 0; c < 4; c++) {
        assert_int_equal(t->fast.state[c], t->slow.state[c]);
        assert_int_equal(t->fast.taken[c], t->slow.taken[c]);
        assert_int_equal(t->fast.taker[c], t->slow.taker[c]);
    }
    assert_int_equal(t->fast.turn, t->slow.turn);
    assert_int_equal(t->fast.ply, t->slow.ply);
    assert_int_equal(chaturanga_over(&t->fast), t->slow.over);
    assert_int_equal(t->fast.phase == CHATURANGA_DRAWN, t->slow.drawn);
    if (!t->slow.over)
        assert_int_equal(t->fast.phase == CHATURANGA_PARTNERS, t->slow.team_out);
    else if (!t->slow.drawn)
        assert_int_equal(t->fast.winner, t->slow.winner);
}

/* Tells what one list has and the other has not. */
static void print_list(const struct twin_boards *t, const char *who, const game_move *has,
                       uint32_t n, const game_move *lacks, uint32_t n_lacks)
{
    struct buf text;
    buf_init(&text, BUF_DEFAULT_MAX);
    for (uint32_t i = 0; i < n; i++) {
        bool found = false;
        for (uint32_t j = 0; j < n_lacks; j++)
            found |= has[i] == lacks[j];
        if (found)
            continue;
        buf_add_str(&text, "  ");
        chaturanga_turn_print(&t->fast, has[i], &text);
    }
    print_message("%s only:%s\n", who, buf_cstr(&text));
    buf_release(&text);
}

static void same_lists(struct twin_boards *t, uint32_t n_fast, uint32_t n_slow)
{
    qsort(t->list, n_fast, sizeof *t->list, by_code);
    qsort(t->expected, n_slow, sizeof *t->expected, by_code);
    if (n_fast == n_slow && memcmp(t->list, t->expected, n_slow * sizeof *t->list) == 0)
        return;
    struct buf text;
    buf_init(&text, BUF_DEFAULT_MAX);
    chaturanga_print(&t->fast, &text);
    print_message("%s\n", buf_cstr(&text));
    print_list(t, "fast", t->list, n_fast, t->expected, n_slow);
    print_list(t, "slow", t->expected, n_slow, t->list, n_fast);
    buf_release(&text);
    fail();
}

/* Both lists of turns by the roll; returns the length of the slow one. */
static int same_turns(struct twin_boards *t, unsigned roll)
{
    int die1 = (int)(roll & 3) + 2, die2 = (int)(roll >> 2) + 2;
    int n = slow_turns(&t->slow, die1, die2, t->slow_list);
    uint32_t listed = chaturanga_turns(&t->fast, roll, t->list);
    assert_int_equal(chaturanga_turns(&t->fast, roll, NULL), listed);
    for (int i = 0; i < n; i++) {
        t->expected[i] = encode(&t->slow_list[i], roll);
        assert_true(chaturanga_is_legal(&t->fast, t->expected[i]));
        if (t->slow_list[i].exchange)
            assert_true(chaturanga_is_legal(&t->fast, t->expected[i] + CHATURANGA_REFUSED));
    }
    for (int i = 0; i < 3; i++) {
        uint32_t k = below(t, listed);
        assert_int_equal(chaturanga_turn_at(&t->fast, roll, k), t->list[k]);
    }
    if (n && t->slow_list[0].comes_back) {
        assert_int_equal(listed, 1);
        assert_int_equal(t->list[0], t->expected[0]);
        return n;
    }
    same_lists(t, listed, (uint32_t)n);
    return n;
}

static int number_at(const struct twin_boards *t, struct slow_place p)
{
    static const int NUMBERS[] = {2, 3, 4, 5, 5};
    struct slow_square s = t->slow.board[p.file][p.rank];
    return s.colour == SLOW_NOBODY ? 0 : NUMBERS[s.kind];
}

/* Whether an exchange is asked for after it or not. */
static bool in_list(const struct twin_boards *t, int n, game_move turn)
{
    game_move other = turn ^ CHATURANGA_REFUSED;
    return bsearch(&turn, t->expected, (size_t)n, sizeof turn, by_code) ||
           bsearch(&other, t->expected, (size_t)n, sizeof other, by_code);
}

/* Sets of two in the other order, and turns with a square changed: legal if they are in the list,
 * or if their other order is and both are allowed. */
static void same_verdicts(struct twin_boards *t, unsigned roll, int n)
{
    struct slow_turn turn = t->slow_list[below(t, (unsigned)n)];
    if (turn.comes_back)
        return;
    if (turn.n == 2 && below(t, 2)) {
        struct slow_step step = turn.step[0];
        turn.step[0] = turn.step[1];
        turn.step[1] = step;
    } else if (turn.n) {
        struct slow_place *p = below(t, 2) ? &turn.step[turn.n - 1].to : &turn.step[0].from;
        p->file = (int)below(t, 8);
        p->rank = (int)below(t, 8);
    }
    game_move code = encode(&turn, roll);
    bool legal = in_list(t, n, code);
    if (!legal && turn.n == 2) {
        struct slow_turn other = turn;
        other.step[0] = turn.step[1];
        other.step[1] = turn.step[0];
        int die1 = (int)(roll & 3) + 2, die2 = (int)(roll >> 2) + 2;
        int number = number_at(t, turn.step[0].from), rest = number == die1 ? die2 : die1;
        if (in_list(t, n, encode(&other, roll)))
            legal = (t->slow.rules.order == 1 || die1 == die2) &&
                    (number == die1 || number == die2) &&
                    slow_set_is_legal(&t->slow, number, turn.step[0], rest, turn.step[1]);
    }
    assert_int_equal(chaturanga_is_legal(&t->fast, code) ||
                         chaturanga_is_legal(&t->fast, code ^ CHATURANGA_REFUSED),
                     legal);
}

static void same_counts(struct twin_boards *t)
{
    struct chaturanga_counts fast, slow;
    chaturanga_count(&t->fast, &fast);
    slow_count(&t->slow, t->slow_list, &slow);
    assert_int_equal(fast.before, slow.before);
    assert_int_equal(fast.sixteenths, slow.sixteenths);
    if (t->fast.rules.pass || t->slow.over)
        return;
    uint32_t sum = 0;
    for (unsigned roll = 0; roll < CHATURANGA_ROLLS; roll++)
        sum += chaturanga_turns(&t->fast, roll, NULL);
    assert_int_equal(sum, fast.sixteenths);
}

static void play_one(struct twin_boards *t)
{
    unsigned roll = below(t, CHATURANGA_ROLLS);
    int n = same_turns(t, roll);
    same_verdicts(t, roll, n);
    const struct slow_turn *turn = &t->slow_list[below(t, (unsigned)n)];
    bool agreed = turn->exchange && below(t, 2);
    game_move code = encode(turn, roll) + (agreed ? CHATURANGA_REFUSED : 0);
    assert_true(chaturanga_can_play(&t->fast, code));
    chaturanga_play_turn(&t->fast, code);
    slow_play(&t->slow, turn, agreed);
    same_position(t);
}

/* Half of the games under the usual readings, and a fifth of the others' readings changed. */
static void random_rules(struct twin_boards *t, struct chaturanga_rules *rules)
{
    *rules = (struct chaturanga_rules){0};
    if (below(t, 2))
        return;
    for (int i = 0; i < CHATURANGA_READINGS; i++)
        if (below(t, 100) < 35)
            *chaturanga_rule(rules, i) = (uint8_t)below(t, (unsigned)chaturanga_rule_values(i));
}

static uint64_t turns_to_play(void)
{
    const char *scope = getenv("KIFU_TEST_SCOPE"), *seed_text = getenv("KIFU_TWIN_TURNS");
    uint64_t n = scope && strcmp(scope, "full") == 0 ? 1000000 : 100000;
    if (scope && strcmp(scope, "long") == 0)
        n = 20000000;
#if defined(__SANITIZE_ADDRESS__)
    n = 20000; /* ten times slower */
#endif
    if (seed_text)
        assert_true(num_parse_u64(span_of(seed_text), UINT64_MAX, &n));
    return n;
}

static void play_beside_each_other(void **state)
{
    (void)state;
    struct twin_boards *t = calloc(1, sizeof *t);
    assert_non_null(t);
    rng_seed(&t->rng, 8);
    uint64_t turns = turns_to_play();
    unsigned long n = 0, exchanges = 0, drawn = 0;
    while (n < turns) {
        struct chaturanga_rules rules;
        random_rules(t, &rules);
        chaturanga_start(&t->fast, &rules);
        slow_start(&t->slow, &rules);
        for (; !t->slow.over; n++) {
            if (below(t, 16) == 0)
                same_counts(t);
            play_one(t);
        }
        assert_int_equal(chaturanga_turns(&t->fast, 0, NULL), 0);
        for (int c = 0; c < 4; c++)
            exchanges += t->slow.taken[c] > 1;
        drawn += t->slow.drawn;
    }
    print_message("%lu turns; %lu games drawn, %lu rajas lost again\n", n, drawn, exchanges);
    free(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(play_beside_each_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
