/* test_chaturanga.c: the rules of chaturanga: figures that can be checked by hand, special rules
 * one by one, notation, symmetry. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/cpu.h"
#include "bench/chaturanga_slow.h"
#include "games/chaturanga/chaturanga.h"
#include "games/chaturanga/chaturanga_board.h"

static struct chaturanga_pos start_under(const char *rules)
{
    struct chaturanga_rules read;
    struct chaturanga_pos pos;
    assert_int_equal(chaturanga_rules_parse(&read, span_of(rules), NULL), STATUS_OK);
    chaturanga_start(&pos, &read);
    return pos;
}

static struct chaturanga_pos read_pos(const char *text)
{
    struct chaturanga_pos pos;
    struct err err;
    if (chaturanga_parse(&pos, span_of(text), &err) != STATUS_OK)
        fail_msg("%s: %s", text, err.what->en);
    return pos;
}

static game_move read_turn(const char *text)
{
    game_move turn;
    if (!chaturanga_turn_parse(NULL, span_of(text), &turn))
        fail_msg("%s can't be read", text);
    return turn;
}

static bool legal(const struct chaturanga_pos *pos, const char *turn)
{
    return chaturanga_is_legal(pos, read_turn(turn));
}

static void play(struct chaturanga_pos *pos, const char *turn)
{
    if (!legal(pos, turn))
        fail_msg("%s is not legal", turn);
    chaturanga_play_turn(pos, read_turn(turn));
}

/* What stands on the square: "rR", or "" if nothing does. */
static const char *piece_on(const struct chaturanga_pos *pos, const char *name, char out[3])
{
    unsigned square = (unsigned)(name[0] - 'a') + 8 * (unsigned)(name[1] - '1');
    out[0] = 0;
    for (unsigned c = 0; c < CHATURANGA_COLOURS; c++)
        for (unsigned kind = 0; kind < CHATURANGA_KINDS; kind++)
            if (chaturanga_pieces(pos, c, kind) >> square & 1) {
                assert_int_equal(out[0], 0);
                out[0] = "rgyb"[c];
                out[1] = "BHERP"[kind];
                out[2] = 0;
            }
    return out;
}

static void stands(const struct chaturanga_pos *pos, const char *square, const char *piece)
{
    char found[3];
    assert_string_equal(piece_on(pos, square, found), piece);
}

static void near(double a, double b)
{
    if (a - b > 6e-7 || b - a > 6e-7)
        fail_msg("%.7f is not %.7f", a, b);
}

/* --- Figures ---------------------------------------------------------------------------------- */

static void first_rolls(void **state)
{
    (void)state;
    static const struct {
        unsigned first, second;
        uint32_t asc, any, samekind;
    } ROWS[] = {
        {2, 2, 6, 6, 6},    {2, 3, 11, 11, 11}, {2, 4, 2, 2, 2},    {2, 5, 13, 13, 13},
        {3, 3, 12, 12, 12}, {3, 4, 5, 5, 5},    {3, 5, 19, 20, 20}, {4, 4, 1, 1, 1},
        {4, 5, 7, 13, 13},  {5, 5, 22, 22, 38},
    };
    struct chaturanga_pos asc = start_under(""), any = start_under("order=any");
    struct chaturanga_pos kind = start_under("order=any doubles=samekind");
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        unsigned roll = chaturanga_roll(ROWS[i].first, ROWS[i].second);
        unsigned turned = chaturanga_roll(ROWS[i].second, ROWS[i].first);
        assert_int_equal(chaturanga_turns(&asc, roll, NULL), ROWS[i].asc);
        assert_int_equal(chaturanga_turns(&asc, turned, NULL), ROWS[i].asc);
        assert_int_equal(chaturanga_turns(&any, roll, NULL), ROWS[i].any);
        assert_int_equal(chaturanga_turns(&kind, roll, NULL), ROWS[i].samekind);
    }
    static const struct {
        const char *rules;
        struct chaturanga_counts counts;
    } COUNTS[] = {
        {"", {56, 155}}, {"order=any", {63, 169}}, {"order=any doubles=samekind", {79, 185}}};
    for (size_t i = 0; i < sizeof COUNTS / sizeof *COUNTS; i++) {
        struct chaturanga_pos pos = start_under(COUNTS[i].rules);
        struct chaturanga_counts counts;
        chaturanga_count(&pos, &counts);
        assert_int_equal(counts.before, COUNTS[i].counts.before);
        assert_int_equal(counts.sixteenths, COUNTS[i].counts.sixteenths);
    }
}

/* The extra turns of "any" that the table names. */
static void either_order(void **state)
{
    (void)state;
    static const char *const EXTRA[] = {"35 d2d3 b1d2", "45 c2c3 c1c2", "45 d1e1 c1d1",
                                        "45 d1e2 c1d1", "45 d1e2 c1e1", "45 d1e2 c1f1",
                                        "45 d1e2 c1g1"};
    struct chaturanga_pos asc = start_under(""), any = start_under("order=any");
    struct chaturanga_pos desc = start_under("order=desc"), rolled = start_under("order=rolled");
    for (size_t i = 0; i < sizeof EXTRA / sizeof *EXTRA; i++) {
        assert_false(legal(&asc, EXTRA[i]));
        assert_true(legal(&any, EXTRA[i]));
        assert_true(legal(&desc, EXTRA[i]));
        assert_false(legal(&rolled, EXTRA[i]));
    }
    assert_true(legal(&rolled, "53 d2d3 b1d2"));
    assert_true(legal(&asc, "53 b1c3 d2d3")); /* the lower die first, however they fell */
    assert_true(legal(&any, "53 d2d3 b1c3")); /* listed as b1c3 d2d3 */
    assert_false(legal(&asc, "53 d2d3 b1c3"));
    assert_true(legal(&asc, "23 d2d3"));       /* by the sum */
    assert_false(legal(&asc, "23 d2d3 b1c3")); /* which uses up both */
    assert_false(legal(&asc, "22 d2d3"));
    assert_false(legal(&asc, "55 a2a3 b2b3"));
    assert_true(legal(&asc, "55 a2a3 a3a4"));
    assert_true(legal(&asc, "44 -"));
    assert_false(legal(&asc, "44 a1c3"));
}

/* --- Trees, by both sets of rules ------------------------------------------------------------- */

struct tree {
    uint64_t count;
    double mean;
};

/* The same with the slow rules.  Depth is at most 3. */
// NOLINTNEXTLINE(misc-no-recursion)
static struct tree slow_tree(const struct slow_game *g, int depth)
{
    struct tree tree = {0};
    if (depth == 0)
        return (struct tree){1, 1};
    struct slow_turn *turns = malloc(sizeof *turns * 2000);
    assert_non_null(turns);
    for (int d1 = 2; d1 <= 5; d1++)
        for (int d2 = d1; d2 <= 5; d2++) {
            int n = slow_turns(g, d1, d2, turns);
            assert_true(n < 2000);
            double share = (d1 == d2 ? 1 : 2) / 16.0;
            if (depth == 1) {
                tree.count += (uint64_t)n;
                tree.mean += n * share;
            }
            for (int i = 0; i < n && depth > 1; i++) {
                struct slow_game next = *g;
                slow_play(&next, &turns[i], false);
                struct tree below = slow_tree(&next, depth - 1);
                tree.count += below.count;
                double mean = below.mean;
                if (turns[i].exchange) {
                    next = *g;
                    slow_play(&next, &turns[i], true);
                    double yes = turns[i].exchange == 2 ? 0.25 : 0.5;
                    mean = (1 - yes) * mean + yes * slow_tree(&next, depth - 1).mean;
                }
                tree.mean += mean * share;
            }
        }
    free(turns);
    return tree;
}

static const struct {
    const char *rules;
    unsigned depth;
    uint64_t count;
    double mean;
} TREES[] = {
    {"", 1, 98, 9.6875},
    {"", 2, 9671, 94.242188},
    {"", 3, 954007, 916.673096},
    {"", 4, 95551384, 9007.398758},
    {"order=any", 1, 105, 10.5625},
    {"order=any", 2, 11078, 111.726562},
    {"order=any", 3, 1168418, 1181.668701},
    {"order=any", 4, 125127790, 12620.379166},
};

static void trees(void **state)
{
    (void)state;
#if defined(__SANITIZE_ADDRESS__)
    bool quick = true;
#else
    const char *scope = getenv("KIFU_TEST_SCOPE");
    bool quick = !scope || strcmp(scope, "quick") == 0;
#endif
    for (size_t i = 0; i < sizeof TREES / sizeof *TREES; i++) {
        struct chaturanga_pos pos = start_under(TREES[i].rules);
        if (TREES[i].depth > (quick ? 3 : 4))
            continue;
        assert_int_equal(chaturanga_count_tree(&pos, TREES[i].depth, NULL), TREES[i].count);
        near(chaturanga_weigh_tree(&pos, TREES[i].depth, NULL), TREES[i].mean);
        if (TREES[i].depth > (quick ? 2 : 3))
            continue;
        struct slow_game slow;
        slow_start(&slow, &pos.rules);
        struct tree tree = slow_tree(&slow, (int)TREES[i].depth);
        assert_int_equal(tree.count, TREES[i].count);
        near(tree.mean, TREES[i].mean);
    }
}

/* --- Turned by a quarter ---------------------------------------------------------------------- */

static uint64_t turn_set(uint64_t set)
{
    uint64_t out = 0;
    for (; set; set &= set - 1)
        out |= chaturanga_bit(chaturanga_quarter_turn(chaturanga_first_square(set)));
    return out;
}

static struct chaturanga_pos turned(const struct chaturanga_pos *pos)
{
    struct chaturanga_pos out = *pos;
    for (unsigned c = 0; c < 4; c++) {
        unsigned to = (c + 1) & 3;
        out.colours[to] = turn_set(pos->colours[c]);
        out.state[to] = pos->state[c];
        out.taken[to] = pos->taken[c];
        out.taker[to] = pos->taken[c] ? (pos->taker[c] + 1) & 3 : 0;
    }
    for (int kind = 0; kind < CHATURANGA_KINDS; kind++)
        out.kinds[kind] = turn_set(pos->kinds[kind]);
    out.turn = (pos->turn + 1) & 3;
    return out;
}

/* --- Special rules ---------------------------------------------------------------------------- */

static void green_falls_before_it_moved(void **state)
{
    (void)state;
    struct chaturanga_pos pos = start_under("");
    play(&pos, "22 a1c3 c3a5");
    assert_int_equal(pos.state[CHATURANGA_GREEN], CHATURANGA_FROZEN);
    assert_int_equal(pos.taken[CHATURANGA_GREEN], 1);
    assert_int_equal(pos.taker[CHATURANGA_GREEN], CHATURANGA_RED);
    assert_int_equal(pos.turn, CHATURANGA_YELLOW); /* green is skipped */
    assert_int_equal(pos.ply, 1);
    assert_int_equal(pos.phase, CHATURANGA_TEAMS);
    stands(&pos, "a5", "rB");
    stands(&pos, "b5", "gP");
}

static void boats_never_meet(void **state)
{
    (void)state;
    uint64_t orbits[4];
    static const unsigned STARTS[4] = {0, 56, 63, 7};
    for (int i = 0; i < 4; i++) {
        orbits[i] = UINT64_C(1) << STARTS[i];
        for (int n = 0; n < 8; n++)
            for (uint64_t set = orbits[i]; set; set &= set - 1)
                orbits[i] |= chaturanga_boat_leaps[chaturanga_first_square(set)];
        assert_int_equal(__builtin_popcountll(orbits[i]), 8);
        for (int j = 0; j < i; j++)
            assert_int_equal(orbits[i] & orbits[j], 0);
    }
    int blocks = 0;
    for (unsigned sw = 0; sw < 55; sw++) {
        uint64_t block = (UINT64_C(0x303)) << sw;
        if ((sw & 7) == 7)
            continue;
        blocks += block & orbits[0] && block & orbits[1] && block & orbits[2] && block & orbits[3];
    }
    assert_int_equal(blocks, 5);
}

/* Each of the five blocks: three boats in it, the fourth comes. */
static void triumphs(void **state)
{
    (void)state;
    /* Red's boat comes to each block's square of its own orbit, from two squares off. */
    static const char *const BLOCKS[5] = {"b2", "f2", "b6", "f6", "d4"}; /* south-west corners */
    for (int i = 0; i < 5; i++) {
        struct chaturanga_pos pos = start_under("");
        memset(pos.colours, 0, sizeof pos.colours);
        memset(pos.kinds, 0, sizeof pos.kinds);
        unsigned corner = (unsigned)(BLOCKS[i][0] - 'a') + 8 * (unsigned)(BLOCKS[i][1] - '1');
        unsigned square[4] = {corner, corner + 1, corner + 8, corner + 9};
        unsigned to = 64;
        for (unsigned c = 0; c < 4; c++) { /* rajas and a pawn each, out of the way */
            static const unsigned RAJAS[4] = {3, 32, 60, 31}, PAWNS[4] = {8, 57, 55, 6};
            pos.colours[c] |= chaturanga_bit(RAJAS[c]) | chaturanga_bit(PAWNS[c]);
            pos.kinds[CHATURANGA_RAJA] |= chaturanga_bit(RAJAS[c]);
            pos.kinds[CHATURANGA_PAWN] |= chaturanga_bit(PAWNS[c]);
        }
        unsigned next = 1;
        for (int j = 0; j < 4; j++) {
            /* a1's orbit: both coordinates even, and of the same half */
            unsigned f = square[j] & 7, r = square[j] >> 3;
            if (!(f & 1) && !(r & 1) && ((f + r) & 3) == 0) {
                to = square[j];
                continue;
            }
            pos.colours[next++] |= chaturanga_bit(square[j]);
            pos.kinds[CHATURANGA_BOAT] |= chaturanga_bit(square[j]);
        }
        assert_int_not_equal(to, 64);
        uint64_t origins = chaturanga_boat_leaps[to] & ~chaturanga_occupied(&pos);
        unsigned from = chaturanga_first_square(origins);
        pos.colours[0] |= chaturanga_bit(from);
        pos.kinds[CHATURANGA_BOAT] |= chaturanga_bit(from);
        game_move turn = chaturanga_add_step(chaturanga_make_turn(chaturanga_roll(2, 4)), from, to);
        struct chaturanga_pos without = pos;
        without.rules.triumph = 1;
        assert_true(chaturanga_is_legal(&pos, turn));
        chaturanga_play_turn(&pos, turn);
        chaturanga_play_turn(&without, turn);
        assert_int_equal(pos.kinds[CHATURANGA_BOAT], chaturanga_bit(to));
        assert_int_equal(__builtin_popcountll(without.kinds[CHATURANGA_BOAT]), 4);
    }
}

static void promotions(void **state)
{
    (void)state;
    /* Three pawns: it waits.  The second is taken: two left, the one on b8 becomes a horse. */
    struct chaturanga_pos pos =
        read_pos("8/1rP6/4yRyP2/gRgP6/8/5rPbPbR/5rP2/rB2rR4 r oooo 0,0,0,0 10");
    play(&pos, "55 b7b8");
    stands(&pos, "b8", "rP");
    play(&pos, "44 -");    /* green */
    play(&pos, "44 -");    /* yellow */
    play(&pos, "55 g3f2"); /* black takes a pawn */
    stands(&pos, "b8", "rH");
    /* A promoted pawn moves by its new number, at once: 5 then 3. */
    pos = read_pos("8/1rP6/4yRyP2/gRgP6/8/6bPbR/5rP2/rB2rR4 r oooo 0,0,0,0 10 order=any");
    play(&pos, "35 b7b8 b8c6");
    stands(&pos, "c6", "rH");
    /* The last pawn beside a raja and at most one boat: a boat on a boat's lane, a raja on a
     * raja's. */
    pos = read_pos("8/rP7/4yRyP2/gRgP6/8/6bPbR/8/rB2rR4 r oooo 0,0,0,0 10");
    play(&pos, "25 a7a8");
    stands(&pos, "a8", "rB");
    pos = read_pos("8/3rP4/5gR2/1gP6/8/yR5bPbR/yP7/rB2rR4 r oooo 0,0,0,0 10");
    struct chaturanga_pos no_raja = pos, none = pos;
    no_raja.rules.promotion = 1;
    none.rules.promotion = 2;
    play(&pos, "55 d7d8 d8e8");
    stands(&pos, "e8", "rR");
    play(&no_raja, "55 d7d8");
    stands(&no_raja, "d8", "rP");
    play(&none, "55 d7d8");
    stands(&none, "d8", "rP");
    /* Out when the last raja goes, not before. */
    play(&pos, "55 f6e7 e7e8");
    assert_int_equal(pos.state[CHATURANGA_RED], CHATURANGA_PLAYING);
    assert_int_equal(pos.taken[CHATURANGA_RED], 0);
}

static void sinhasana(void **state)
{
    (void)state;
    struct chaturanga_pos pos = read_pos("4rR2yH/8/8/gR6gP/8/5bPbR1/rP7/6yPyR r oooo 0,0,0,0 30");
    assert_true(legal(&pos, "34 h8g6"));
    assert_true(legal(&pos, "35 h8g6 a2a3")); /* mixed */
    struct chaturanga_pos off = pos;
    off.rules.sinhasana = 1;
    assert_false(legal(&off, "34 h8g6"));
    /* Leaving the throne gives it up, coming to it takes it, within a turn. */
    pos.rules.order = 1;
    assert_false(legal(&pos, "35 e8e7 h8g6"));
    assert_true(legal(&pos, "35 h8g6 e8e7"));
    pos = read_pos("7yH/4rR3/8/gR6gP/8/5bPbR1/rP7/6yPyR r oooo 0,0,0,0 30 order=any");
    assert_true(legal(&pos, "35 e7e8 h8g6"));
    assert_false(legal(&pos, "34 h8g6"));
    /* Not in the partners' fight. */
    pos = read_pos("4rR2yH/8/8/7gP/8/5bP2/rP7/6yPyR r oxox 0,1r,0,1r 30");
    assert_int_equal(pos.phase, CHATURANGA_PARTNERS);
    assert_false(legal(&pos, "34 h8g6"));
}

/* The same two steps, but other pieces: the raja takes its partner's pawn and goes on, or follows
 * it. */
static void steps_alike(void **state)
{
    (void)state;
    struct chaturanga_pos pos = read_pos("4rR1gPyB/4yP2yH/8/8/8/8/8/3gR4 r ooxx 0,0,1g,1g 226 "
                                         "doubles=samekind ally=any bare=never promotion=none");
    uint32_t n = chaturanga_turns(&pos, chaturanga_roll(5, 5), NULL), found = 0;
    for (uint32_t k = 0; k < n; k++) {
        game_move turn = chaturanga_turn_at(&pos, chaturanga_roll(5, 5), k);
        found += turn == read_turn("55 e8e7 e7e6") || turn == read_turn("55 e7e6 e8e7");
    }
    assert_int_equal(found, 2);
    for (int quarter = 0; quarter < 3; quarter++) { /* the squares' order must not matter */
        pos = turned(&pos);
        assert_int_equal(chaturanga_turns(&pos, chaturanga_roll(5, 5), NULL), n);
    }
}

static void draws(void **state)
{
    (void)state;
    struct chaturanga_pos pos = read_pos("8/8/4yRyP2/gRgP6/8/3bR1bP2/3rP4/3rR4 b oooo 0,0,0,0 10");
    struct chaturanga_pos never = pos, final = pos, all = pos;
    never.rules.bare = 4;
    final.rules.bare = 2;
    all.rules.bare = 1;
    play(&pos, "55 d3d2"); /* takes red's last piece */
    assert_int_equal(pos.phase, CHATURANGA_DRAWN);
    play(&never, "55 d3d2");
    play(&final, "55 d3d2");
    play(&all, "55 d3d2");
    assert_false(chaturanga_over(&never) || chaturanga_over(&final) || chaturanga_over(&all));
    /* On the partner's throne, with a partner's piece to move, it goes on. */
    pos = read_pos("4rR3/4rPbR2/6yRyP/gRgP6/8/5bP2/8/8 b oooo 0,0,0,0 10");
    play(&pos, "55 f7e7");
    assert_false(chaturanga_over(&pos));
}

static void exchange(void **state)
{
    (void)state;
    /* Red has taken green; black takes yellow: red and black may exchange. */
    static const char TEXT[] = "8/6yP1/4yR1bR1/1gP6/8/6bP1/3rP4/3rR4 b oxoo 0,1r,0,0 10";
    struct chaturanga_pos pos = read_pos(TEXT);
    assert_false(legal(&pos, "55 g6f6 f6e6"));
    assert_true(legal(&pos, "55 g6f6 f6e6 =no"));
    struct chaturanga_pos no = pos, off = pos;
    off.rules.exchange = 1;
    play(&no, "55 g6f6 f6e6 =no");
    assert_int_equal(no.state[CHATURANGA_YELLOW], CHATURANGA_FROZEN);
    play(&off, "55 g6f6 f6e6");
    play(&pos, "55 g6f6 f6e6 =yes");
    assert_int_equal(pos.state[CHATURANGA_GREEN], CHATURANGA_WAITING);
    assert_int_equal(pos.state[CHATURANGA_YELLOW], CHATURANGA_WAITING);
    assert_int_equal(pos.turn, CHATURANGA_RED);
    play(&pos, "44 -");
    assert_int_equal(pos.turn, CHATURANGA_GREEN);
    assert_true(legal(&pos, "44 -"));
    assert_false(legal(&pos, "35 -")); /* he must come back now */
    assert_false(legal(&pos, "35 *d2"));
    assert_false(legal(&pos, "35 *e3")); /* attacked by red's pawn */
    assert_true(legal(&pos, "23 *h8"));
    play(&pos, "35 *h8");
    assert_int_equal(pos.state[CHATURANGA_GREEN], CHATURANGA_PLAYING);
    stands(&pos, "h8", "gR");
    /* One of them was taken twice: its holder alone decides; both twice: never again. */
    struct rng rng;
    rng_seed(&rng, 1);
    int agreed[3] = {0};
    for (int twice = 0; twice < 3; twice++) {
        pos = read_pos(TEXT);
        pos.taken[CHATURANGA_GREEN] = twice > 0 ? 2 : 1;
        pos.taken[CHATURANGA_YELLOW] = twice > 1;
        game_move turns[CHATURANGA_MAX_TURNS], turn = 0;
        uint32_t n = chaturanga_turns(&pos, chaturanga_roll(5, 5), turns);
        for (uint32_t i = 0; i < n; i++)
            if ((turns[i] & ~CHATURANGA_EXCHANGE) == read_turn("55 g6f6 f6e6"))
                turn = turns[i];
        assert_int_not_equal(turn, 0);
        static const unsigned DECIDERS[] = {1U << CHATURANGA_RED | 1U << CHATURANGA_BLACK,
                                            1U << CHATURANGA_RED, 0};
        assert_int_equal(chaturanga_deciders(&pos, turn), DECIDERS[twice]);
        for (int i = 0; i < 4000; i++)
            agreed[twice] +=
                (chaturanga_chance(&pos, turn, &rng) & CHATURANGA_EXCHANGE) == CHATURANGA_AGREED;
    }
    assert_in_range(agreed[0], 850, 1150);
    assert_in_range(agreed[1], 1850, 2150);
    assert_int_equal(agreed[2], 0);
}

static void partners_fight(void **state)
{
    (void)state;
    static const char TEXT[] = "8/8/4yRyP2/8/8/3rR1bP2/3bR4/3rP4 r oxoo 0,1y,0,0 10";
    struct chaturanga_pos pos = read_pos(TEXT);
    play(&pos, "55 d3d2");
    assert_int_equal(pos.phase, CHATURANGA_PARTNERS);
    assert_int_equal(pos.turn, CHATURANGA_YELLOW);
    assert_true(chaturanga_enemies(&pos, CHATURANGA_RED, CHATURANGA_YELLOW));
    pos = read_pos("8/8/8/8/8/3rR1bP2/3yR1yP2/3rP4 r oxox 0,1y,0,1r 10");
    play(&pos, "55 d3d2");
    assert_int_equal(pos.phase, CHATURANGA_WON);
    assert_true(chaturanga_wins(&pos, CHATURANGA_RED) && !chaturanga_wins(&pos, CHATURANGA_YELLOW));
    pos = read_pos(TEXT);
    pos.rules.partners = 1;
    play(&pos, "55 d3d2");
    assert_true(chaturanga_wins(&pos, CHATURANGA_RED) && chaturanga_wins(&pos, CHATURANGA_YELLOW));
    assert_false(chaturanga_wins(&pos, CHATURANGA_GREEN));
}

/* --- Symmetry --------------------------------------------------------------------------------- */

/* Through a random game: turned by a quarter, everything counts the same. */
static void quarter_turns(void **state)
{
    (void)state;
    struct rng rng;
    rng_seed(&rng, 4);
    for (int game = 0; game < 20; game++) {
        struct chaturanga_pos pos = start_under(game & 1 ? "order=any" : "");
        while (!chaturanga_over(&pos)) {
            struct chaturanga_pos image = turned(&pos);
            struct chaturanga_counts here, there;
            chaturanga_count(&pos, &here);
            chaturanga_count(&image, &there);
            assert_int_equal(here.before, there.before);
            assert_int_equal(here.sixteenths, there.sixteenths);
            unsigned roll = (unsigned)rng_below(&rng, CHATURANGA_ROLLS);
            uint32_t n;
            game_move turn = chaturanga_random_turn(&pos, roll, &rng, &n);
            assert_int_equal(n, chaturanga_turns(&image, roll, NULL));
            assert_true(chaturanga_is_legal(&pos, turn));
            chaturanga_play_turn(&pos, turn);
        }
    }
}

/* The quick way for each kind of processor, and the plain way, which a reading forces that changes
 * nothing unless a game ends: the same lists in the same order, the same counts and choices. */
static void quick_and_plain_agree(void **state)
{
    (void)state;
    static game_move lists[3][CHATURANGA_MAX_TURNS];
    struct rng rng;
    rng_seed(&rng, 6);
    unsigned compared = 0;
    for (int game = 0; game < 30; game++) {
        struct chaturanga_pos pos = start_under("");
        while (!chaturanga_over(&pos)) {
            unsigned roll = (unsigned)rng_below(&rng, CHATURANGA_ROLLS);
            uint32_t n[3], chosen_of;
            struct chaturanga_counts counts[3];
            game_move chosen[3];
            for (int way = 0; way < 3; way++) {
                struct chaturanga_pos here = pos;
                struct rng copy = rng;
                here.rules.ending = way == 2;
                cpu_level_limit(way == 1 ? CPU_BASE : CPU_V3);
                n[way] = chaturanga_turns(&here, roll, lists[way]);
                chaturanga_count(&here, &counts[way]);
                chosen[way] = chaturanga_random_turn(&here, roll, &copy, &chosen_of);
                assert_int_equal(chosen_of, n[way]);
            }
            for (int way = 1; way < 3; way++) {
                if (way == 2 && (n[2] != n[0] || counts[2].before != counts[0].before))
                    continue; /* somebody can win */
                compared++;
                assert_int_equal(n[way], n[0]);
                assert_memory_equal(lists[way], lists[0], n[0] * sizeof **lists);
                assert_memory_equal(&counts[way], &counts[0], sizeof *counts);
                assert_int_equal(chosen[way], chosen[0]);
            }
            rng_next(&rng);
            chaturanga_play_turn(&pos, chosen[0]);
        }
    }
    cpu_level_limit(CPU_V3);
    assert_true(compared > 5000);
}

/* A whole game at once is the game turn by turn. */
static void whole_games(void **state)
{
    (void)state;
    for (uint64_t game = 0; game < 50; game++) {
        struct chaturanga_pos pos = start_under(game & 1 ? "order=any" : ""), whole = pos;
        struct chaturanga_course course = {0}, expected = {0};
        struct rng rng, again;
        rng_seed_stream(&rng, 9, game);
        again = rng;
        chaturanga_random_game(&whole, &rng, true, &course);
        while (!chaturanga_over(&pos)) {
            unsigned roll = (unsigned)(rng_next(&again) >> 60);
            struct chaturanga_counts counts;
            uint32_t n;
            chaturanga_count(&pos, &counts);
            chaturanga_play_turn(&pos, chaturanga_random_turn(&pos, roll, &again, &n));
            expected.turns++;
            expected.after += n;
            expected.before += counts.before;
            expected.sixteenths += counts.sixteenths;
        }
        assert_memory_equal(&course, &expected, sizeof course);
        assert_memory_equal(&pos, &whole, sizeof pos);
    }
}

/* --- Notation --------------------------------------------------------------------------------- */

static void notation(void **state)
{
    (void)state;
    struct buf text, again;
    struct rng rng;
    buf_init(&text, BUF_DEFAULT_MAX);
    buf_init(&again, BUF_DEFAULT_MAX);
    rng_seed(&rng, 5);
    struct chaturanga_pos pos = start_under("");
    chaturanga_print(&pos, &text);
    assert_string_equal(buf_cstr(&text), "gBgP2yRyEyHyB/gHgP2yPyPyPyP/gEgP6/gRgP6/6bPbR/6bPbE/"
                                         "rPrPrPrP2bPbH/rBrHrErR2bPbB r oooo 0,0,0,0 0");
    for (int game = 0; game < 60; game++) {
        pos = start_under(game % 3 ? "" : "order=any bare=never exchange=yes");
        while (!chaturanga_over(&pos)) {
            uint32_t n;
            game_move turn = chaturanga_random_turn(&pos, (unsigned)rng_below(&rng, 16), &rng, &n),
                      read;
            buf_clear(&text);
            chaturanga_turn_print(&pos, turn, &text);
            assert_true(chaturanga_turn_parse(&pos, buf_span(&text), &read));
            assert_int_equal(turn, read);
            chaturanga_play_turn(&pos, turn);
            buf_clear(&text);
            chaturanga_print(&pos, &text);
            struct chaturanga_pos back = read_pos(buf_cstr(&text));
            buf_clear(&again);
            chaturanga_print(&back, &again);
            assert_string_equal(buf_cstr(&text), buf_cstr(&again));
            assert_int_equal(back.phase, pos.phase);
            assert_int_equal(back.winner, pos.winner);
        }
    }
    buf_release(&text);
    buf_release(&again);
}

static void bad_texts(void **state)
{
    (void)state;
    static const char *const POSITIONS[] = {
        "",
        "8/8/8/8/8/8/8/8",
        "8/8/8/8/8/8/8/8 r oooo 0,0,0,0 0",
        "9/8/8/8/8/8/8/8 r oooo 0,0,0,0 0",
        "8/8/8/8/8/8/8/rR1yR1gR1bR1 r oooo 0,0,0,0",
        "8/8/8/8/8/8/8/rR1yR1gR1bR1 q oooo 0,0,0,0 0",
        "8/8/8/8/8/8/8/rR1yR1gR1bR r oooo 0,0,0,0 0",
        "8/8/8/8/8/8/8/rR1yR1gR1bR1 r oooo 0,0,0 0",
        "8/8/8/8/8/8/8/rR1yR1gR1bR1 r ooox 0,0,0,0 0",
        "8/8/8/8/8/8/8/rR1yR1gR1bR1 r oooo 0,1,0,0 0",
        "8/8/8/8/8/8/8/rR1yR1gR1bR1 r oooo 0,0,0,0 5001",
        "8/8/8/8/8/8/8/rR1yR1gR1bR1 +r oooo 0,0,0,0 0",
        "8/8/8/8/8/8/rPrPrPrPrP3/rR1yR1gR1bR1 r oooo 0,0,0,0 0",
        "8/8/8/8/8/8/8/rR1yR1gR1bR1 r oooo 0,0,0,0 0 order=upside-down",
        "8/8/8/8/8/8/8/rR1yR1gR1bR1 r oooo 0,0,0,0 0 colour=red",
        "startpos order",
        "8/8/8/8/8/8/8/rR7 r oxxx 0,0,0,0 0",
    };
    struct chaturanga_pos pos;
    for (size_t i = 0; i < sizeof POSITIONS / sizeof *POSITIONS; i++)
        if (chaturanga_parse(&pos, span_of(POSITIONS[i]), NULL) == STATUS_OK)
            fail_msg("read: %s", POSITIONS[i]);
    pos = read_pos("8/8/8/8/8/8/8/rR1yR1gR1bR1 r oooo 0,0,0,0 0 order=any # why not");
    assert_int_equal(pos.rules.order, 1);
    static const char *const TURNS[] = {"",         "22",
                                        "66 -",     "2 -",
                                        "222 -",    "22 a1",
                                        "22 a1c9",  "22 a1c3 c3a5 a5c3",
                                        "22 - -",   "22 *",
                                        "22 *a9",   "22 a1c3 =maybe",
                                        "22 a1c3x", "22 a1c3 =yes x"};
    game_move turn;
    for (size_t i = 0; i < sizeof TURNS / sizeof *TURNS; i++)
        if (chaturanga_turn_parse(NULL, span_of(TURNS[i]), &turn))
            fail_msg("read: %s", TURNS[i]);
}

static void rules_as_text(void **state)
{
    (void)state;
    struct chaturanga_rules rules, again;
    struct buf text;
    buf_init(&text, BUF_DEFAULT_MAX);
    for (int i = 0; i < CHATURANGA_READINGS; i++)
        for (int value = 0; value < chaturanga_rule_values(i); value++) {
            rules = (struct chaturanga_rules){0};
            *chaturanga_rule(&rules, i) = (uint8_t)value;
            buf_clear(&text);
            chaturanga_rules_print(&rules, &text);
            assert_int_equal(text.n == 0, value == 0);
            assert_int_equal(chaturanga_rules_parse(&again, buf_span(&text), NULL), STATUS_OK);
            assert_memory_equal(&rules, &again, sizeof rules);
        }
    assert_int_equal(chaturanga_rules_parse(
                         &rules, SPAN("# a club's rules\norder any\nbare  never # ok\n"), NULL),
                     STATUS_OK);
    assert_int_equal(rules.order, 1);
    assert_int_equal(rules.bare, 4);
    buf_release(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(first_rolls),
        cmocka_unit_test(either_order),
        cmocka_unit_test(trees),
        cmocka_unit_test(green_falls_before_it_moved),
        cmocka_unit_test(boats_never_meet),
        cmocka_unit_test(triumphs),
        cmocka_unit_test(promotions),
        cmocka_unit_test(sinhasana),
        cmocka_unit_test(steps_alike),
        cmocka_unit_test(draws),
        cmocka_unit_test(exchange),
        cmocka_unit_test(partners_fight),
        cmocka_unit_test(quarter_turns),
        cmocka_unit_test(quick_and_plain_agree),
        cmocka_unit_test(whole_games),
        cmocka_unit_test(notation),
        cmocka_unit_test(bad_texts),
        cmocka_unit_test(rules_as_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
