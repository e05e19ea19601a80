/* test_shogi_advance.c: progress against a count of single effects, against values worked out by OSL,
 * and turned round. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/cpu.h"
#include "games/shogi/shogi_advance.h"
#include "games/shogi/shogi_attacks.h"
#include "shogi_random.h"

static void read_sfen(struct shogi_pos *pos, const char *sfen)
{
    assert_int_equal(shogi_sfen_parse(pos, span_of(sfen), SHOGI_SFEN_TOLERANT, NULL, NULL), 0);
}

static int effects_one_by_one(const struct shogi_pos *pos, int king_color, int by)
{
    int king = shogi_king_square(pos, king_color), n = 0;
    int file = shogi_file_of(king), rank = shogi_rank_of(king);
    file = file < 3 ? 3 : file > 7 ? 7 : file;
    rank = rank < 2 ? 2 : rank > 8 ? 8 : rank;
    for (int f = file - 2; f <= file + 2; f++)
        for (int r = rank - 1; r <= rank + 1; r++)
            n += bb_count(square_attackers(pos, shogi_square(f, r), by, shogi_occupied(pos)));
    return n;
}

static int points_in_hand(const struct shogi_pos *pos, int color)
{
    return shogi_hand(pos, color, SHOGI_PAWN) + 4 * shogi_hand(pos, color, SHOGI_LANCE) +
           8 * (shogi_hand(pos, color, SHOGI_KNIGHT) + shogi_hand(pos, color, SHOGI_SILVER) +
                shogi_hand(pos, color, SHOGI_GOLD)) +
           12 * (shogi_hand(pos, color, SHOGI_BISHOP) + shogi_hand(pos, color, SHOGI_ROOK));
}

static int at_most_64(int x)
{
    return x < 64 ? x : 64;
}

static void counts_every_effect(void **state)
{
    (void)state;
    uint64_t seed = 3;
    for (int i = 0; i < 2000; i++) {
        struct shogi_pos pos;
        struct advance p;
        if (i % 2)
            random_game(&pos, &seed);
        else
            random_throw(&pos, &seed, WITH_BOTH_KINGS);
        if (shogi_king_square(&pos, 0) < 0 || shogi_king_square(&pos, 1) < 0)
            continue; /* both were thrown on one square */
        struct advance base;
        cpu_level_limit(CPU_BASE);
        advance_of(&pos, &base);
        cpu_level_limit(CPU_V3);
        advance_of(&pos, &p);
        assert_memory_equal(&p, &base, sizeof p);
        int black = 8 * effects_one_by_one(&pos, 0, 1) + points_in_hand(&pos, 1);
        int white = 8 * effects_one_by_one(&pos, 1, 0) + points_in_hand(&pos, 0);
        assert_int_equal(p.attack[0], at_most_64(black));
        assert_int_equal(p.attack[1], at_most_64(white));
        assert_int_equal(p.defence[0], at_most_64(8 * effects_one_by_one(&pos, 0, 0)));
        assert_int_equal(p.defence[1], at_most_64(8 * effects_one_by_one(&pos, 1, 1)));
        assert_int_equal(p.whole, at_most_64(black + white));
    }
}

static void agrees_with_osl(void **state)
{
    (void)state;
    static const struct {
        const char *sfen;
        int attack[2], sixteenths, defence[2];
    } WORKED[] = {
        {"startpos", {0, 0}, 0, {207, 207}},
        {"l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w GR5pnsg 1",
         {79, 86},
         15,
         {127, 121}},
        {"ln1g5/1r2S1k2/p2pppn2/2ps2p2/1p7/2P6/PPSPPPPLP/2G2K1pr/LN4G1b w BGSLPnp 62",
         {30, 77},
         13,
         {119, 89}},
        {"6n1l/2+S1k4/2lp4p/1np1B2b1/3PP4/1N1S3rP/1P2+pPP+p1/1p1G5/3KG2r1 b GSN2L4Pgs2p 1",
         {84, 87},
         15,
         {136, 91}},
    };
    for (size_t i = 0; i < sizeof WORKED / sizeof *WORKED; i++) {
        struct shogi_pos pos;
        struct advance_osl p;
        read_sfen(&pos, WORKED[i].sfen);
        advance_of_osl(&pos, &p);
        assert_int_equal(p.sixteenths, WORKED[i].sixteenths);
        for (int color = 0; color < 2; color++) {
            assert_int_equal(p.attack[color], WORKED[i].attack[color]);
            assert_int_equal(p.defence[color], WORKED[i].defence[color]);
        }
    }
}

static void both_rules_on_one_scale(void **state)
{
    (void)state;
    struct shogi_pos pos;
    struct advance osl, plain, chosen;
    read_sfen(&pos, "ln1g5/1r2S1k2/p2pppn2/2ps2p2/1p7/2P6/PPSPPPPLP/2G2K1pr/LN4G1b w BGSLPnp 62");
    advance_by(ADVANCE_OSL, &pos, &osl);
    assert_int_equal(osl.whole, 4 * 13);
    assert_int_equal(osl.attack[0], 4 * (30 / 8));
    assert_int_equal(osl.attack[1], 4 * (77 / 8));
    assert_int_equal(osl.defence[0], 4 * (119 / 8 - 8));
    assert_int_equal(osl.defence[1], 4 * (89 / 8 - 8));
    advance_of(&pos, &plain);
    advance_by(ADVANCE_PAPER, &pos, &chosen);
    assert_memory_equal(&plain, &chosen, sizeof plain);
}

static void kings_may_be_missing(void **state)
{
    (void)state;
    struct shogi_pos pos;
    struct advance p;
    read_sfen(&pos, "4k4/9/4P4/9/9/9/9/9/9 b G 1");
    advance_of(&pos, &p);
    assert_int_equal(p.attack[0], 0);
    assert_int_equal(p.attack[1], 8 + 8); /* the pawn before the king's box hits it once */
    assert_int_equal(p.whole, 16);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_every_effect),
        cmocka_unit_test(agrees_with_osl),
        cmocka_unit_test(both_rules_on_one_scale),
        cmocka_unit_test(kings_may_be_missing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
