/* test_advance.c: progress against a count of single effects, against values worked out by OSL,
 * and turned round. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/advance.h"
#include "games/shogi/attacks.h"
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
        struct progress p;
        if (i % 2)
            random_game(&pos, &seed);
        else
            random_throw(&pos, &seed, WITH_BOTH_KINGS);
        if (shogi_king_square(&pos, 0) < 0 || shogi_king_square(&pos, 1) < 0)
            continue; /* both were thrown on one square */
        progress_of(&pos, &p);
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
    struct shogi_pos pos;
    struct progress_osl p;
    read_sfen(&pos, "startpos");
    progress_of_osl(&pos, &p);
    assert_int_equal(p.attack[0] + p.attack[1] + p.sixteenths, 0);
    assert_int_equal(p.defence[0], 207);
    assert_int_equal(p.defence[1], 207);
    read_sfen(&pos, "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w GR5pnsg 1");
    progress_of_osl(&pos, &p);
    assert_int_equal(p.attack[0], 79);
    assert_int_equal(p.attack[1], 86);
    assert_int_equal(p.sixteenths, 15);
    assert_int_equal(p.defence[0], 127);
    assert_int_equal(p.defence[1], 121);
}

static void kings_may_be_missing(void **state)
{
    (void)state;
    struct shogi_pos pos;
    struct progress p;
    read_sfen(&pos, "4k4/9/4P4/9/9/9/9/9/9 b G 1");
    progress_of(&pos, &p);
    assert_int_equal(p.attack[0], 0);
    assert_int_equal(p.attack[1], 8 + 8); /* the pawn before the king's box hits it once */
    assert_int_equal(p.whole, 16);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_every_effect),
        cmocka_unit_test(agrees_with_osl),
        cmocka_unit_test(kings_may_be_missing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
