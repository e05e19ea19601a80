/* Files of training positions: PSV and HCPE. */
#include "base/le.h"
#include "format_dump.h"
#include "formats/shogi/packed_position.h"
#include "formats/shogi/position_file.h"

/* The even start as both programs pack it. */
static const uint8_t START_PSV[] = {
    0x58, 0xa4, 0x51, 0x22, 0x0c, 0xeb, 0x67, 0x22, 0x7e, 0x96, 0x53, 0x22, 0x1c, 0xaf, 0x44, 0x78,
    0x24, 0xc2, 0x2b, 0x11, 0x9e, 0x53, 0x22, 0x1c, 0xeb, 0x6f, 0x22, 0x3e, 0x96, 0x51, 0x22, 0x0c};

static const uint8_t START_HCP[] = {
    0x58, 0xa4, 0x49, 0x21, 0x0c, 0xd7, 0x57, 0x21, 0x7e, 0x8e, 0x4d, 0x21, 0x2c, 0xaf, 0x42, 0x78,
    0x14, 0xc2, 0xab, 0x10, 0x9e, 0x4d, 0x21, 0x2c, 0xd7, 0x5f, 0x21, 0x3e, 0x8e, 0x49, 0x21, 0x0c};

static void parse(struct shogi_pos *pos, const char *sfen)
{
    assert_int_equal(shogi_sfen_parse(pos, span_of(sfen), SHOGI_SFEN_TOLERANT, NULL, NULL),
                     STATUS_OK);
}

static void test_start_is_packed_as_by_others(void **state)
{
    (void)state;
    struct shogi_pos pos;
    uint8_t packed[PACKED_POSITION_BYTES];
    shogi_pos_start(&pos);
    assert_true(packed_position_write(&packed_sfen, &pos, packed));
    assert_memory_equal(packed, START_PSV, sizeof START_PSV);
    assert_true(packed_position_write(&huffman_coded_pos, &pos, packed));
    assert_memory_equal(packed, START_HCP, sizeof START_HCP);
}

static void check_round_trip(const struct packed_code *code, const struct shogi_pos *pos)
{
    uint8_t packed[PACKED_POSITION_BYTES];
    struct shogi_pos back;
    assert_true(packed_position_write(code, pos, packed));
    assert_int_equal(packed_position_read(code, packed, &back, NULL), STATUS_OK);
    assert_true(shogi_pos_equal(pos, &back));
}

/* Whatever random play leads to, in both codes. */
static void test_positions_come_back(void **state)
{
    (void)state;
    uint64_t seed = 1;
    for (int game = 0; game < 40; game++) {
        struct shogi_pos pos;
        shogi_pos_start(&pos);
        for (int ply = 0; ply < 300; ply++) {
            shogi_move moves[SHOGI_MAX_MOVES];
            struct shogi_undo undo;
            int n = shogi_legal_moves(&pos, moves);
            check_round_trip(&packed_sfen, &pos);
            check_round_trip(&huffman_coded_pos, &pos);
            if (n == 0)
                break;
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            shogi_play(&pos, moves[(seed >> 33) % (unsigned)n], &undo);
        }
    }
}

static void test_what_has_no_room(void **state)
{
    (void)state;
    struct shogi_pos pos;
    uint8_t packed[PACKED_POSITION_BYTES];
    for (int handicap = SHOGI_HANDICAP_LANCE; handicap < SHOGI_HANDICAPS; handicap++) {
        shogi_pos_handicap(&pos, (enum shogi_handicap)handicap);
        check_round_trip(&packed_sfen, &pos);
        assert_false(packed_position_write(&huffman_coded_pos, &pos, packed));
    }
    parse(&pos, "4k4/9/9/9/9/9/9/9/4K4 b G2r2b3g4s4n4l18p 1");
    check_round_trip(&packed_sfen, &pos);
    check_round_trip(&huffman_coded_pos, &pos);
    parse(&pos, "4k4/9/9/9/9/9/9/9/9 b G 1");
    assert_false(packed_position_write(&packed_sfen, &pos, packed));
    assert_false(packed_position_write(&huffman_coded_pos, &pos, packed));
}

static void test_bits_that_are_no_position(void **state)
{
    (void)state;
    uint8_t packed[PACKED_POSITION_BYTES];
    struct shogi_pos pos;
    memset(packed, 0, sizeof packed); /* both kings on one square */
    assert_int_equal(packed_position_read(&packed_sfen, packed, &pos, NULL), STATUS_SYNTAX);
    memset(packed, 0xFF, sizeof packed); /* a king off the board */
    assert_int_equal(packed_position_read(&huffman_coded_pos, packed, &pos, NULL), STATUS_SYNTAX);
    memcpy(packed, START_PSV, sizeof packed);
    packed[31] |= 0xF0; /* a piece that the bits end in */
    assert_int_not_equal(packed_position_read(&packed_sfen, packed, &pos, NULL), STATUS_OK);
    memset(packed, 0, sizeof packed);
    packed[0] = 2; /* kings on 1-2 and 1-1, and nothing but pawns in hand */
    assert_int_equal(packed_position_read(&packed_sfen, packed, &pos, NULL), STATUS_ILLEGAL);
}

static void test_values(void **state)
{
    (void)state;
    static const int values[] = {0, 1, -1, 31000, -31000, 31001, -31999, 32000, -32000};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        for (int turn = 0; turn < 2; turn++) {
            struct record_value v = position_value_to_record((int16_t)values[i], turn);
            assert_int_equal(position_value_of_record(v, turn), values[i]);
        }
    struct record_value mate = position_value_to_record(31993, SHOGI_WHITE);
    assert_int_equal(mate.kind, VALUE_MATE);
    assert_int_equal(mate.number, -7);
    assert_int_equal(position_value_to_record(POSITION_NO_VALUE, 0).kind, VALUE_NONE);
    assert_int_equal(
        position_value_of_record((struct record_value){VALUE_CENTIPAWNS, -99999}, SHOGI_BLACK),
        -31000);
}

/* Bytes of a game in CSA in another format. */
static struct buf make_bytes(const char *format, const char *csa)
{
    struct rewrite w;
    rewrite_as(span_of(csa), "csa", format, &w);
    assert_int_equal(w.losses, LOSS_END);
    return w.written;
}

#define GAME "V2.2\nPI\n+\n+7776FU\n'** 94\n-3334FU\n'** -m7\n+8822UM\n%TORYO\n"
#define MOVES "1 7g7f c=* 94 v=94\n2 3c3d c=* -m7 v=m-7\n3 8h2b+ c=* 0 v=0\n"

static void test_games_come_back(void **state)
{
    (void)state;
    static const char *const formats[] = {"psv", "hcpe"};
    for (int i = 0; i < 2; i++) {
        struct buf bytes = make_bytes(formats[i], GAME);
        expect_dump(formats[i], buf_span(&bytes), "game 0\nstart even\n" MOVES "result b none\n");
        expect_dump(NULL, buf_span(&bytes), "game 0\nstart even\n" MOVES "result b none\n");
        buf_release(&bytes);
    }
}

/* Entries in another order are records of a move each; so are those whose results differ. */
static void test_positions_alone(void **state)
{
    (void)state;
    struct buf bytes = make_bytes("psv", GAME);
    char shuffled[80];
    memcpy(shuffled, bytes.p + 80, 40);
    memcpy(shuffled + 40, bytes.p, 40);
    expect_dump(NULL, span_make(shuffled, sizeof shuffled),
                "game 0\nstart lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 1 "
                "+2\n1 8h2b+ c=* 0 v=0\nresult b none\n"
                "game 1\nstart even\n1 7g7f c=* 94 v=94\nresult b none\n");
    bytes.p[40 + 38] = 1; /* White, to move, won as well */
    expect_dump(
        NULL, span_make(bytes.p, 80),
        "game 0\nstart even\n1 7g7f c=* 94 v=94\nresult b none\n"
        "game 1\nstart lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 1 +1\n"
        "1 3c3d c=* -m7 v=m-7\nresult w none\n");
    buf_release(&bytes);
}

static void test_damage_costs_an_entry(void **state)
{
    (void)state;
    struct buf bytes = make_bytes("psv", GAME);
    le_put16(bytes.p + 40 + 34, 0x1234);
    memset(bytes.p + 80, 0, 32);
    buf_add_str(&bytes, "tail");
    expect_dump(
        "psv", buf_span(&bytes),
        "game 0\nstart even\n1 7g7f c=* 94 v=94\nresult b none\n"
        "game 1\nstart lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 1 +1\n"
        "0 start c=* -m7 v=m-7\nresult b none\nproblem partial illegal 2:40\n"
        "game 2\nstart even\nresult ? none\nproblem rejected syntax 3:80\n"
        "game 3\nstart even\nresult ? none\nproblem rejected syntax 4:120\n");
    expect_dump("psv", span_make(bytes.p, 47),
                "game 0\nstart even\n1 7g7f c=* 94 v=94\nresult b none\n"
                "problem lost syntax 2:40\n");
    buf_release(&bytes);
    EXPECT_DUMP("psv", "short", "failed syntax 1:0\n");
}

static int probe(const char *format, struct span bytes)
{
    return format_by_name(span_of(format))->probe(bytes);
}

/* One entry among the first may be damaged where the name of the file says what it is; what is cut in
 * the first entry is not taken for one of the shorter code. */
static void test_which_format(void **state)
{
    (void)state;
    struct buf bytes = make_bytes("psv", GAME);
    assert_int_equal(probe("psv", buf_span(&bytes)), 100);
    assert_int_equal(probe("psv", span_make(bytes.p, 40)), 100);
    assert_in_range(probe("psv", span_make(bytes.p, 41)), 1, 99);
    assert_int_equal(probe("psv", span_make(bytes.p, 39)), 0);
    assert_int_equal(probe("psv", (struct span){0}), 0);
    memset(bytes.p, 0, 32);
    assert_in_range(probe("psv", buf_span(&bytes)), 1, 99);
    memset(bytes.p + 40, 0, 32);
    assert_int_equal(probe("psv", buf_span(&bytes)), 0);
    buf_release(&bytes);
    bytes = make_bytes("hcpe", GAME);
    assert_in_range(probe("hcpe", span_make(bytes.p, 39)), 1, 99);
    assert_int_equal(probe("hcpe", span_make(bytes.p, 38)), 100);
    buf_release(&bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_start_is_packed_as_by_others),
        cmocka_unit_test(test_positions_come_back),
        cmocka_unit_test(test_what_has_no_room),
        cmocka_unit_test(test_bits_that_are_no_position),
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_games_come_back),
        cmocka_unit_test(test_positions_alone),
        cmocka_unit_test(test_damage_costs_an_entry),
        cmocka_unit_test(test_which_format),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
