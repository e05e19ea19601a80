/* test_shogi_position.c: setting up positions: SFEN, handicaps, what is refused, hash keys. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "shogi_random.h"

static enum status parse(struct shogi_pos *pos, const char *text, enum shogi_sfen_mode mode)
{
    struct err err;
    unsigned ply;
    return shogi_sfen_parse(pos, span_of(text), mode, &ply, &err);
}

static void assert_prints(const struct shogi_pos *pos, unsigned ply, const char *expected)
{
    struct buf out;
    buf_init(&out, 1000);
    shogi_sfen_print(pos, ply, &out);
    assert_string_equal(buf_cstr(&out), expected);
    buf_release(&out);
}

static void sfen_round_trip(void **state)
{
    (void)state;
    uint64_t seed = 11;
    for (int i = 0; i < 500; i++) {
        struct shogi_pos pos;
        struct shogi_pos again;
        struct buf out;
        unsigned ply;
        random_throw(&pos, &seed, (unsigned)i % 4);
        buf_init(&out, 1000);
        shogi_sfen_print(&pos, (unsigned)i + 1, &out);
        assert_int_equal(shogi_sfen_parse(&again, buf_span(&out), SHOGI_SFEN_STRICT, &ply, NULL),
                         STATUS_OK);
        assert_int_equal(ply, i + 1);
        assert_memory_equal(&pos, &again, sizeof pos);
        buf_release(&out);
    }
}

static const char START[] = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

static void sfen_of_start(void **state)
{
    (void)state;
    struct shogi_pos pos;
    struct shogi_pos read;
    shogi_pos_start(&pos);
    assert_prints(&pos, 1, START);
    assert_int_equal(parse(&read, START, SHOGI_SFEN_STRICT), STATUS_OK);
    assert_memory_equal(&pos, &read, sizeof pos);
}

static void sfen_tolerant(void **state)
{
    (void)state;
    static const char *const SAME[] = {
        "startpos",
        "position startpos\n",
        "  sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
        "position sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL  b\t-",
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b",
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL\r\n",
        "lnsgkgsnl/1r5b1/ppppppppp/9/81/72/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
    };
    struct shogi_pos start;
    shogi_pos_start(&start);
    for (size_t i = 0; i < sizeof SAME / sizeof SAME[0]; i++) {
        struct shogi_pos pos;
        assert_int_equal(parse(&pos, SAME[i], SHOGI_SFEN_TOLERANT), STATUS_OK);
        assert_memory_equal(&pos, &start, sizeof pos);
    }
    for (size_t i = 0; i < 6; i++) {
        struct shogi_pos pos;
        assert_int_equal(parse(&pos, SAME[i], SHOGI_SFEN_STRICT), STATUS_SYNTAX);
    }
}

static void sfen_malformed(void **state)
{
    (void)state;
    static const char *const BAD[] = {
        "",
        " ",
        "sfen",
        "lnsgkgsnl",
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSN b - 1",
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNLL b - 1",
        "lnsgkgsnl/1r5b1/ppppppppp/91/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL/9 b - 1",
        "lnsgkgsnl/1r5b1/ppppppppp/0/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
        "ln+ggkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
        "lnsg+kgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
        "lnsgkgsnl/1r5b1/ppppppp+/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL x - 1",
        "4k4/9/9/9/9/9/9/9/4K4 b 0P 1",
        "4k4/9/9/9/9/9/9/9/4K4 b 19P 1",
        "4k4/9/9/9/9/9/9/9/4K4 b 99999999999999999999P 1",
        "4k4/9/9/9/9/9/9/9/4K4 b K 1",
        "4k4/9/9/9/9/9/9/9/4K4 b 3 1",
        "4k4/9/9/9/9/9/9/9/4K4 b - x",
        "4k4/9/9/9/9/9/9/9/4K4 b - 1 x",
        "4k4/9/9/9/9/9/9/9/4K4 b - 99999999999999999999",
    };
    for (size_t i = 0; i < sizeof BAD / sizeof BAD[0]; i++)
        for (int mode = SHOGI_SFEN_STRICT; mode <= SHOGI_SFEN_TOLERANT; mode++) {
            struct shogi_pos pos;
            if (parse(&pos, BAD[i], (enum shogi_sfen_mode)mode) != STATUS_SYNTAX)
                fail_msg("taken: %s", BAD[i]);
        }
}

static void sfen_error_has_a_place(void **state)
{
    (void)state;
    struct shogi_pos pos;
    struct err err;
    struct span text = SPAN("4k4/9/9/9/9/9/9/9/4K4 b 2Pz 1");
    assert_int_equal(shogi_sfen_parse(&pos, text, SHOGI_SFEN_STRICT, NULL, &err), STATUS_SYNTAX);
    assert_int_equal(err.byte, 26);
}

static void impossible_positions(void **state)
{
    (void)state;
    static const char *const BAD[] = {
        "4k4/9/9/9/4P4/4P4/9/9/4K4 b - 1",             /* two pawns on a file */
        "4k3P/9/9/9/9/9/9/9/4K4 b - 1",                /* dead pawn */
        "4k3L/9/9/9/9/9/9/9/4K4 b - 1",                /* dead lance */
        "4k4/8N/9/9/9/9/9/9/4K4 b - 1",                /* dead knight */
        "4k4/9/9/9/9/9/9/8n/4K4 b - 1",                /* White's */
        "4k4/9/9/9/9/9/9/9/3KK4 b - 1",                /* two kings */
        "4k4/9/9/9/9/9/9/9/4K4 b 10P9p 1",             /* nineteen pawns */
        "4k4/ppppppppp/PPPPPPPPP/9/9/9/9/9/4K4 b P 1", /* nineteen pawns */
        "4k4/9/9/9/9/9/9/9/4K4 b 3R 1",                /* three rooks */
        "4k4/9/9/9/4+R4/9/9/9/4K4 b 2r 1",             /* three rooks */
        "4k4/9/9/9/9/9/9/4R4/4K4 b - 1",               /* the king could be taken */
        "4k4/4K4/9/9/9/9/9/9/9 w - 1",                 /* the kings touch */
        "4k4/9/9/9/9/9/9/4l4/4K4 w - 1",               /* the king could be taken */
    };
    for (size_t i = 0; i < sizeof BAD / sizeof BAD[0]; i++) {
        struct shogi_pos pos;
        if (parse(&pos, BAD[i], SHOGI_SFEN_STRICT) != STATUS_ILLEGAL)
            fail_msg("taken: %s", BAD[i]);
        assert_prints(&pos, 1, BAD[i]); /* still printable */
    }
}

static void editing(void **state)
{
    (void)state;
    struct shogi_pos pos;
    shogi_pos_start(&pos);
    shogi_pos_put(&pos, -1, 1);
    shogi_pos_put(&pos, 81, 1);
    shogi_pos_put(&pos, 40, 15);
    shogi_pos_put(&pos, 40, 16);
    shogi_pos_put(&pos, 40, 33);
    shogi_pos_set_hand(&pos, 2, SHOGI_PAWN, 1);
    shogi_pos_set_hand(&pos, 0, SHOGI_KING, 1);
    shogi_pos_set_hand(&pos, 0, SHOGI_PAWN, -4);
    assert_int_equal(shogi_pos_finish(&pos, NULL), STATUS_OK);
    assert_prints(&pos, 1, START);
    shogi_pos_set_hand(&pos, 0, SHOGI_PAWN, 1000);
    assert_int_equal(shogi_pos_finish(&pos, NULL), STATUS_ILLEGAL);
    shogi_pos_set_hand(&pos, 0, SHOGI_PAWN, 0);
    shogi_pos_put(&pos, shogi_square(7, 7), 0);
    shogi_pos_put(&pos, shogi_square(7, 6), shogi_piece(SHOGI_BLACK, SHOGI_PAWN));
    shogi_pos_set_turn(&pos, SHOGI_WHITE);
    assert_int_equal(shogi_pos_finish(&pos, NULL), STATUS_OK);
    struct shogi_pos played;
    struct shogi_undo undo;
    shogi_pos_start(&played);
    shogi_play(&played, shogi_move_make(shogi_square(7, 7), shogi_square(7, 6), false), &undo);
    assert_memory_equal(&pos, &played, sizeof pos);
}

static void handicaps(void **state)
{
    (void)state;
    static const char *const FIRST_TWO_RANKS[SHOGI_HANDICAPS] = {
        "lnsgkgsnl/1r5b1", "lnsgkgsn1/1r5b1", "1nsgkgsnl/1r5b1", "lnsgkgsnl/1r7",
        "lnsgkgsnl/7b1",   "lnsgkgsn1/7b1",   "lnsgkgsnl/9",     "lnsgkgsn1/9",
        "1nsgkgsn1/9",     "2sgkgsn1/9",      "1nsgkgs2/9",      "2sgkgs2/9",
        "2sgkg3/9",        "3gkgs2/9",        "3gkg3/9",         "4k4/9",
    };
    for (int which = 0; which < SHOGI_HANDICAPS; which++) {
        struct shogi_pos pos;
        struct buf expected;
        buf_init(&expected, 1000);
        buf_add_str(&expected, FIRST_TWO_RANKS[which]);
        buf_add_str(&expected, "/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL");
        buf_add_str(&expected, which == SHOGI_EVEN ? " b - 1" : " w - 1");
        shogi_pos_handicap(&pos, (enum shogi_handicap)which);
        assert_prints(&pos, 1, buf_cstr(&expected));
        assert_true(shogi_pos_consistent(&pos));
        assert_int_equal(shogi_pos_which_handicap(&pos), which);
        shogi_pos_set_turn(&pos, !shogi_turn(&pos));
        assert_int_equal(shogi_pos_which_handicap(&pos), SHOGI_HANDICAP_OTHER);
        buf_release(&expected);
    }
}

/* Hashes are written to files: these numbers may never change. */
static void hashes_are_for_ever(void **state)
{
    (void)state;
    struct shogi_pos pos;
    shogi_pos_start(&pos);
    assert_int_equal(shogi_hash(&pos), UINT64_C(0x5290a7ce3ae3c761));
    assert_int_equal(parse(&pos,
                           "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w GR5pnsg 1",
                           SHOGI_SFEN_STRICT),
                     STATUS_OK);
    assert_int_equal(shogi_hash(&pos), UINT64_C(0xa73c8e807b4c1381));
}

/* Side to move, hands and their owners all count. */
static void hashes_differ(void **state)
{
    (void)state;
    static const char *const POSITIONS[] = {
        "4k4/9/9/9/9/9/9/9/4K4 b - 1",   "4k4/9/9/9/9/9/9/9/4K4 w - 1",
        "4k4/9/9/9/9/9/9/9/4K4 b P 1",   "4k4/9/9/9/9/9/9/9/4K4 b p 1",
        "4k4/9/9/9/9/9/9/9/4K4 b 2P 1",  "4k4/9/9/9/9/9/9/9/4K4 b L 1",
        "4k4/9/9/9/9/9/9/9/9 b - 1",     "4k4/9/9/9/P8/9/9/9/4K4 b - 1",
        "4k4/9/9/9/+P8/9/9/9/4K4 b - 1",
    };
    enum { N = sizeof POSITIONS / sizeof POSITIONS[0] };
    uint64_t hash[N];
    for (size_t i = 0; i < N; i++) {
        struct shogi_pos pos;
        assert_int_equal(parse(&pos, POSITIONS[i], SHOGI_SFEN_STRICT), STATUS_OK);
        hash[i] = shogi_hash(&pos);
        for (size_t j = 0; j < i; j++)
            assert_int_not_equal(hash[i], hash[j]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sfen_round_trip),
        cmocka_unit_test(sfen_of_start),
        cmocka_unit_test(sfen_tolerant),
        cmocka_unit_test(sfen_malformed),
        cmocka_unit_test(impossible_positions),
        cmocka_unit_test(sfen_error_has_a_place),
        cmocka_unit_test(editing),
        cmocka_unit_test(handicaps),
        cmocka_unit_test(hashes_are_for_ever),
        cmocka_unit_test(hashes_differ),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
