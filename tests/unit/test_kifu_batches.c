/* test_kifu_batches.c: batches against boards that are played move by move. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/rng.h"
#include "db/import/import.h"
#include "kifu_batches.h"
#include "kifu_board.h"
#include "scratch.h"

enum { GAMES = 60, MOST_ROWS = 8000, MOST_FEATURES = 32 };

/* A game with values, ratings and a result: White wins. */
static const char RATED[] =
    "V2.2\nN+Sente\nN-Gote\n'black_rate:a:1800.4\n'white_rate:b:1650.2\nPI\n+\n"
    "+7776FU\n'** 94\n-3334FU\n'** -120\n+8822UM\n-3122GI\n'** 31111\n"
    "%TORYO\n";

static void import_bytes(const char *path, const char *label, struct span bytes, const char *tag)
{
    const struct span tags[] = {span_of(tag ? tag : "")};
    const struct import_options opt = {
        .threads = 1, .duplicates = DUP_KEEP, .tags = tags, .tag_count = tag != NULL};
    const struct import_events none = {0};
    struct importer *im = NULL;
    struct err err = {0};
    assert_int_equal(importer_open(&im, path, &opt, &none, &err), STATUS_OK);
    assert_int_equal(importer_run_bytes(im, span_of(label), bytes, false, &err), STATUS_OK);
    assert_int_equal(importer_commit(im, &err), STATUS_OK);
    importer_close(im);
}

static void random_line(struct rng *rng, struct buf *out)
{
    struct kifu_error error;
    struct kifu_board *b = kifu_board_new("startpos", &error);
    kifu_shogi_move moves[KIFU_MAX_MOVES];
    int n, plies = 30 + (int)rng_below(rng, 150);
    while ((int)kifu_board_plies(b) < plies && (n = kifu_board_legal_moves(b, moves)) > 0)
        assert_int_equal(kifu_board_push(b, moves[rng_below(rng, (uint64_t)n)], &error), 0);
    char *usi = kifu_board_usi(b, &error);
    buf_add_str(out, usi);
    buf_add_char(out, '\n');
    kifu_free(usi);
    kifu_board_free(b);
}

static int set_up(void **state)
{
    struct rng rng;
    struct buf lines;
    if (scratch_set_up(state) != 0)
        return -1;
    rng_seed(&rng, 11);
    buf_init(&lines, BUF_DEFAULT_MAX);
    for (int i = 0; i < GAMES; i++)
        random_line(&rng, &lines);
    import_bytes("games.kifu", "random.usi", buf_span(&lines), NULL);
    import_bytes("games.kifu", "rated.csa", span_of(RATED), "pro");
    buf_release(&lines);
    return 0;
}

/* All features of all rows, in the order in which they came. */
struct table {
    struct kifu_feature feature[MOST_FEATURES];
    const char *name[MOST_FEATURES];
    char *array[MOST_FEATURES];
    size_t bytes[MOST_FEATURES], features, rows;
};

static size_t bytes_of(const struct kifu_feature *f)
{
    size_t element = f->type == 'B' ? 1 : f->type == 'H' ? 2 : 4;
    return element * (f->shape[0] ? f->shape[0] : 1) * (f->shape[1] ? f->shape[1] : 1);
}

static void read_table(struct table *t, struct kifu_db *db, const char *query,
                       const struct kifu_batch_options *opt, size_t batch)
{
    struct kifu_error error;
    void *arrays[MOST_FEATURES];
    long long n;
    *t = (struct table){0};
    while (kifu_feature("shogi", t->features, &t->feature[t->features])) {
        size_t i = t->features++;
        t->name[i] = t->feature[i].name;
        t->bytes[i] = bytes_of(&t->feature[i]);
        t->array[i] = calloc(MOST_ROWS, t->bytes[i]);
    }
    struct kifu_batches *b = kifu_batches_open(&db, 1, query, t->name, t->features, opt, &error);
    if (!b)
        fail_msg("%s", error.message);
    do {
        for (size_t i = 0; i < t->features; i++)
            arrays[i] = t->array[i] + t->rows * t->bytes[i];
        assert_true(t->rows + batch <= MOST_ROWS);
        n = kifu_batches_next(b, arrays, batch, NULL, &error);
        assert_true(n >= 0);
        t->rows += (size_t)n;
    } while (n > 0);
    assert_int_equal(t->rows, kifu_batches_positions(b));
    kifu_batches_close(b);
}

static void free_table(struct table *t)
{
    for (size_t i = 0; i < t->features; i++)
        free(t->array[i]);
}

static const void *cell(const struct table *t, size_t row, const char *name)
{
    for (size_t i = 0; i < t->features; i++)
        if (strcmp(t->name[i], name) == 0)
            return t->array[i] + row * t->bytes[i];
    fail_msg("no feature %s", name);
    return NULL;
}
static uint32_t number_at(const struct table *t, size_t row, const char *name, size_t bytes)
{
    uint32_t v = 0;
    memcpy(&v, cell(t, row, name), bytes);
    return v;
}
static float float_at(const struct table *t, size_t row, const char *name)
{
    float v;
    memcpy(&v, cell(t, row, name), sizeof v);
    return v;
}

/* The position of a row, found another way. */
struct wanted {
    const struct table *t;
    size_t row;
    bool absolute;
};

static void check_board(const struct wanted *w, const struct kifu_board *b)
{
    static const int HAND[7] = {1, 2, 3, 4, 7, 5, 6};
    bool turned = !w->absolute && kifu_board_turn(b) == 1;
    const uint8_t *board = cell(w->t, w->row, "board"), *hand = cell(w->t, w->row, "hand");
    const uint8_t *attacks = cell(w->t, w->row, "attacks"), *last = cell(w->t, w->row, "last");
    uint8_t counts[2][KIFU_SQUARES];
    kifu_board_attacks(b, counts);
    for (int square = 0; square < KIFU_SQUARES; square++) {
        int seen = turned ? 80 - square : square, piece = kifu_board_piece(b, seen);
        assert_int_equal(board[square], turned && piece ? (piece + 16) % 32 : piece);
        for (int side = 0; side < 2; side++)
            assert_int_equal(attacks[side * 81 + square], counts[side ^ turned][seen]);
    }
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < 7; i++)
            assert_int_equal(hand[side * 7 + i], kifu_board_hand(b, side ^ turned, HAND[i]));
    unsigned plies = kifu_board_plies(b);
    for (unsigned i = 0; i < 8; i++) {
        int to = i < plies ? kifu_board_move(b, plies - 1 - i) & 127 : 81;
        assert_int_equal(last[i], turned && to < 81 ? 80 - to : to);
    }
    assert_int_equal(*(const uint8_t *)cell(w->t, w->row, "check"), kifu_board_in_check(b));
    assert_int_equal(*(const uint8_t *)cell(w->t, w->row, "turn"), kifu_board_turn(b));
}

static int check_game(void *ctx, struct kifu_game *game)
{
    struct wanted *w = ctx;
    struct kifu_error error;
    char *text = strdup(kifu_game_moves(game)), *rest = text;
    struct kifu_board *b = kifu_board_new(kifu_game_start(game), &error);
    unsigned ply = number_at(w->t, w->row, "ply", 2);
    for (unsigned i = 0; i < ply; i++)
        assert_int_equal(kifu_board_push(b, kifu_move_parse(strsep(&rest, " ")), &error), 0);
    kifu_shogi_move next = kifu_move_parse(strsep(&rest, " "));
    int side = w->absolute ? 0 : kifu_board_turn(b);
    check_board(w, b);
    assert_int_equal(number_at(w->t, w->row, "move16", 2), next);
    assert_int_equal(number_at(w->t, w->row, "move", 2), kifu_move_label(next, side));
    kifu_board_free(b);
    free(text);
    return 0;
}

static void check_rows(const struct table *t, struct kifu_db *db, bool absolute)
{
    struct kifu_error error;
    for (size_t row = 0; row < t->rows; row++) {
        struct wanted w = {t, row, absolute};
        assert_int_equal(kifu_db_game(db, number_at(t, row, "game", 4), check_game, &w, &error), 0);
    }
}

static void test_rows(void **state)
{
    (void)state;
    struct kifu_error error;
    struct kifu_db *db = kifu_db_open("games.kifu", &error);
    for (int absolute = 0; absolute < 2; absolute++) {
        struct kifu_batch_options opt = {.threads = 2, .absolute = absolute};
        struct table t;
        read_table(&t, db, "", &opt, 1000);
        check_rows(&t, db, absolute);
        for (size_t row = 1; row < t.rows; row++) { /* by game and ply */
            uint32_t game = number_at(&t, row, "game", 4),
                     before = number_at(&t, row - 1, "game", 4);
            assert_true(game > before ||
                        (game == before &&
                         number_at(&t, row, "ply", 2) == number_at(&t, row - 1, "ply", 2) + 1));
        }
        free_table(&t);
    }
    kifu_db_close(db);
}

/* Values, ratings, results and the class, of the last game. */
static void test_facts(void **state)
{
    (void)state;
    struct kifu_error error;
    struct kifu_db *db = kifu_db_open("games.kifu", &error);
    struct table t;
    read_table(&t, db, "tag:=pro", NULL, 100);
    assert_int_equal(t.rows, 4);
    assert_float_equal(float_at(&t, 0, "value"), 94, 0);
    assert_float_equal(float_at(&t, 1, "value"), 120, 0); /* of White, who moves */
    assert_true(isnan(float_at(&t, 2, "value")));
    for (size_t row = 0; row < 4; row++) {
        const uint16_t *rating = cell(&t, row, "rating");
        assert_float_equal(float_at(&t, row, "result"), (row % 2 ? 1 : 0), 0);
        assert_int_equal(rating[row % 2], 1800);
        assert_int_equal(rating[(row + 1) % 2], 1650);
        assert_int_equal(number_at(&t, row, "player_class", 1), 0);
        assert_int_equal(number_at(&t, row, "game", 4), GAMES);
    }
    free_table(&t);
    read_table(&t, db, "not tag:=pro", NULL, 1000);
    assert_true(isnan(float_at(&t, 0, "result")) && isnan(float_at(&t, 0, "value")));
    assert_int_equal(number_at(&t, 0, "player_class", 1), 255);
    free_table(&t);
    kifu_db_close(db);
}

/* The same rows for any number of threads and any size of a batch; others for another seed. */
static void test_shuffling(void **state)
{
    (void)state;
    struct kifu_error error;
    struct kifu_db *db = kifu_db_open("games.kifu", &error);
    struct table first, again, plain;
    struct kifu_batch_options opt = {.shuffled = 1, .seed = 5, .threads = 1, .window = 700};
    read_table(&first, db, "", &opt, 512);
    check_rows(&first, db, false);
    for (unsigned threads = 2; threads < 5; threads++) {
        opt.threads = threads;
        read_table(&again, db, "", &opt, 100 * threads);
        assert_int_equal(again.rows, first.rows);
        for (size_t i = 0; i < first.features; i++)
            assert_memory_equal(first.array[i], again.array[i], first.rows * first.bytes[i]);
        free_table(&again);
    }
    opt.seed = 6;
    read_table(&again, db, "", &opt, 512);
    read_table(&plain, db, "", NULL, 512);
    assert_int_equal(again.rows, plain.rows);
    size_t same = 0, neighbours = 0;
    uint8_t *seen = calloc((GAMES + 1) * 256, 1);
    for (size_t row = 0; row < again.rows; row++) {
        uint32_t game = number_at(&again, row, "game", 4);
        same += game == number_at(&first, row, "game", 4);
        neighbours += row && game == number_at(&again, row - 1, "game", 4);
        assert_false(seen[game * 256 + number_at(&again, row, "ply", 2)]++); /* each once */
    }
    assert_true(same < again.rows / 4);
    assert_true(neighbours < again.rows / 4);
    free(seen);
    free_table(&first);
    free_table(&again);
    free_table(&plain);
    kifu_db_close(db);
}

static unsigned long long positions(struct kifu_db *db, const char *query, const char *part)
{
    static const char *const NAMES[] = {"ply"};
    struct kifu_batch_options opt = {.part = part};
    struct kifu_error error;
    struct kifu_batches *b = kifu_batches_open(&db, 1, query, NAMES, 1, &opt, &error);
    if (!b)
        fail_msg("%s", error.message);
    unsigned long long n = kifu_batches_positions(b);
    kifu_batches_close(b);
    return n;
}

static void test_parts_and_queries(void **state)
{
    (void)state;
    struct kifu_error error;
    struct kifu_db *db = kifu_db_open("games.kifu", &error);
    unsigned long long all = positions(db, "", NULL);
    assert_true(positions(db, "", "train") > positions(db, "", "held-out"));
    assert_int_equal(positions(db, "", "train") + positions(db, "", "held-out") +
                         positions(db, "", "reserved"),
                     all);
    assert_int_equal(positions(db, "ply:0..9", NULL), 10 * GAMES + 4);
    assert_int_equal(positions(db, "turn:s", NULL) + positions(db, "turn:g", NULL), all);
    assert_int_equal(positions(db, "ply:5000..", NULL), 0);
    kifu_db_close(db);
}

static void test_errors(void **state)
{
    (void)state;
    static const char *const GOOD[] = {"board"}, *const BAD[] = {"board", "bord"};
    struct kifu_error error;
    struct kifu_db *db = kifu_db_open("games.kifu", &error);
    struct kifu_batch_options opt = {.part = "test"};
    assert_null(kifu_batches_open(&db, 1, "", BAD, 2, NULL, &error));
    assert_non_null(strstr(error.message, "bord"));
    assert_non_null(strstr(error.message, "attacks"));
    assert_null(kifu_batches_open(&db, 1, "", GOOD, 0, NULL, &error));
    assert_null(kifu_batches_open(&db, 1, "", GOOD, 1, &opt, &error));
    assert_null(kifu_batches_open(&db, 1, "s99xx", GOOD, 1, NULL, &error));
    assert_string_equal(error.code, "syntax");
    opt = (struct kifu_batch_options){.shuffled = 1, .window = SIZE_MAX};
    struct kifu_batches *b = kifu_batches_open(&db, 1, "", GOOD, 1, &opt, &error);
    struct kifu_feature f;
    assert_non_null(b); /* no larger than what there is */
    assert_int_equal(kifu_batches_feature(b, 0, &f), 1);
    assert_string_equal(f.name, "board");
    assert_int_equal(kifu_batches_feature(b, 1, &f), 0);
    kifu_batches_close(b);
    assert_int_equal(kifu_feature("chess", 0, &f), 0);
    assert_int_equal(kifu_feature("chaturanga", 0, &f), 0);
    assert_int_equal(kifu_feature("go", 0, &f), 1);
    kifu_db_close(db);
}

/* A call that was stopped goes on when it is made again. */
static void test_stopping(void **state)
{
    (void)state;
    static const char *const NAMES[] = {"game"};
    static uint32_t whole[MOST_ROWS], pieces[MOST_ROWS];
    struct kifu_error error;
    struct kifu_db *db = kifu_db_open("games.kifu", &error);
    struct kifu_stop *stop = kifu_stop_make();
    struct kifu_batch_options opt = {.shuffled = 1, .window = 100, .threads = 2};
    struct kifu_batches *b = kifu_batches_open(&db, 1, "", NAMES, 1, &opt, &error);
    void *arrays[] = {whole};
    long long n = kifu_batches_next(b, arrays, MOST_ROWS, stop, &error);
    assert_int_equal(n, kifu_batches_positions(b));
    kifu_batches_close(b);
    b = kifu_batches_open(&db, 1, "", NAMES, 1, &opt, &error);
    arrays[0] = pieces;
    kifu_stop_request(stop);
    assert_int_equal(kifu_batches_next(b, arrays, MOST_ROWS, stop, &error), -1);
    assert_string_equal(error.code, "cancelled");
    kifu_stop_clear(stop);
    assert_int_equal(kifu_batches_next(b, arrays, MOST_ROWS, stop, &error), n);
    assert_memory_equal(whole, pieces, (size_t)n * sizeof *whole);
    assert_int_equal(kifu_batches_next(b, arrays, MOST_ROWS, stop, &error), 0);
    kifu_batches_close(b);
    kifu_stop_free(stop);
    kifu_db_close(db);
}

/* Whenever memory fails there is an error, and all that was made is freed. */
static void test_no_memory(void **state)
{
    (void)state;
    static const char *const NAMES[] = {"board", "value", "player_class"};
    static uint8_t board[MOST_ROWS * 81], class[MOST_ROWS];
    static float value[MOST_ROWS];
    void *arrays[] = {board, value, class};
    struct kifu_error error;
    struct kifu_db *db = kifu_db_open("games.kifu", &error);
    struct kifu_batch_options opt = {.shuffled = 1, .threads = 1};
    long long n = -1;
    for (long step = 0; n < 0 && step < 5000; step++) {
        mem_fail_after(step);
        struct kifu_batches *b = kifu_batches_open(&db, 1, "turn:s", NAMES, 3, &opt, &error);
        n = b ? kifu_batches_next(b, arrays, MOST_ROWS, NULL, &error) : -1;
        mem_fail_never();
        if (n < 0)
            assert_string_equal(error.code, "nomem");
        kifu_batches_close(b);
    }
    assert_true(n > 0);
    kifu_db_close(db);
}

static void test_go(void **state)
{
    (void)state;
    static const char SGF[] = "(;GM[1]SZ[19]RE[B+R];B[pd];W[dp];B[pp];W[];B[qq])\n"
                              "(;GM[1]SZ[9];B[ee];W[cc])\n"
                              "(;GM[1]SZ[19]HA[2]AB[pd][dp];W[aa];B[ba];W[qq];B[ab];W[cc])\n";
    static const char *const NAMES[] = {"board", "liberties", "move", "turn", "result", "game"};
    static uint8_t board[16 * 361], liberties[16 * 361], turn[16];
    static uint16_t move[16];
    static uint32_t game[16];
    static float result[16];
    void *arrays[] = {board, liberties, move, turn, result, game};
    struct kifu_error error;
    import_bytes("go.kifu", "go.sgf", span_of(SGF), NULL);
    struct kifu_db *db = kifu_db_open("go.kifu", &error);
    struct kifu_batches *b = kifu_batches_open(&db, 1, "", NAMES, 6, NULL, &error);
    assert_non_null(b);
    assert_int_equal(kifu_batches_games(b), 2); /* not the one of 9 by 9 */
    assert_int_equal(kifu_batches_next(b, arrays, 16, NULL, &error), 10);
    assert_int_equal(move[0], 15 * 19 + 15);        /* Q16 */
    assert_int_equal(move[3], 361);                 /* a pass */
    assert_int_equal(board[361 + 15 * 19 + 15], 2); /* the opponent's, as White sees it */
    assert_int_equal(liberties[2 * 361 + 15 * 19 + 15], 4);
    assert_int_equal(turn[5], 1); /* White begins with a handicap */
    assert_float_equal(result[0], 1, 0);
    assert_float_equal(result[1], 0, 0);
    assert_int_equal(board[9 * 361 + 18 * 19], 0); /* A19 was taken by A18 */
    assert_int_equal(board[8 * 361 + 18 * 19], 2);
    assert_int_equal(liberties[8 * 361 + 18 * 19], 1);
    kifu_batches_close(b);
    kifu_db_close(db);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows),      cmocka_unit_test(test_facts),
        cmocka_unit_test(test_shuffling), cmocka_unit_test(test_parts_and_queries),
        cmocka_unit_test(test_errors),    cmocka_unit_test(test_stopping),
        cmocka_unit_test(test_no_memory), cmocka_unit_test(test_go),
    };
    return cmocka_run_group_tests(tests, set_up, scratch_tear_down);
}
