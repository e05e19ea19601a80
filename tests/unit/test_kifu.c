/* test_kifu.c: the library as other programs see it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "kifu.h"
#include "scratch.h"

static const char GAMES[] = "V2.2\nN+Sente\nPI\n+\n+7776FU\n-3334FU\n%TORYO\n/\nPI\n+\n+2726FU\n"
                            "-9999FU\n";

struct kifu_log {
    size_t games, problems, bad;
    int stop_after; /* 0: never */
    char moves[64], written[200];
    struct kifu_error error;
};

static int see_game(void *ctx, const struct kifu_game *game)
{
    struct kifu_log *s = ctx;
    s->games++;
    s->problems += kifu_game_problems(game);
    if (s->games == 1) {
        assert_string_equal(kifu_game_format(game), "csa");
        assert_string_equal(kifu_game_player(game, 0), "Sente");
        assert_string_equal(kifu_game_player(game, 1), "");
        assert_string_equal(kifu_game_player(game, -1), "");
        assert_int_equal(kifu_game_result(game), 'w');
        assert_string_equal(kifu_game_end(game), "resign");
        assert_int_equal(kifu_game_plies(game), 2);
        snprintf(s->moves, sizeof s->moves, "%s", kifu_game_moves(game));
        size_t n = 0;
        char *usi = kifu_game_write(game, "usi", &n, &s->error);
        if (usi) {
            assert_int_equal(strlen(usi), n);
            snprintf(s->written, sizeof s->written, "%s", usi);
        }
        kifu_free(usi);
        assert_null(kifu_game_write(game, "nonsense", NULL, &s->error));
        assert_string_equal(s->error.code, "not-found");
    } else if (kifu_game_problems(game)) {
        kifu_game_problem(game, 0, &s->error);
        assert_string_equal(s->error.code, "illegal");
        assert_int_equal(s->error.line, 12);
    }
    return (int)s->games == s->stop_after;
}

static void see_bad(void *ctx, const struct kifu_error *error)
{
    struct kifu_log *s = ctx;
    s->bad++;
    s->error = *error;
}

static void test_memory(void **state)
{
    (void)state;
    struct kifu_log s = {0};
    struct kifu_error error;
    assert_int_equal(kifu_read_memory(GAMES, strlen(GAMES), "mine", see_game, &s, &error), 0);
    assert_int_equal(s.games, 2);
    assert_int_equal(s.problems, 1);
    assert_string_equal(s.moves, "7g7f 3c3d");
    assert_string_equal(s.written, "startpos moves 7g7f 3c3d\n");
    assert_int_equal(kifu_read_memory("", 0, "mine", see_game, &s, &error), -1);
    assert_string_equal(error.file, "mine");
    assert_string_equal(error.code, "syntax");
}

enum { NUMBERS_BYTES = 64 };

static int see_numbers(void *ctx, const struct kifu_game *game)
{
    char *out = ctx;
    struct kifu_error error;
    for (size_t ply = 0; ply < 4; ply++) {
        char *sfen = kifu_game_position(game, ply, &error);
        assert_non_null(sfen);
        size_t n = strlen(out);
        snprintf(out + n, NUMBERS_BYTES - n, "%s", strrchr(sfen, ' '));
        kifu_free(sfen);
    }
    return 0;
}

/* The last word of an SFEN is the number of the move to come. */
static void test_move_numbers(void **state)
{
    (void)state;
    static const char LATER[] = "sfen 4k4/9/9/9/9/9/9/9/4K4 b G 41 moves G*5b\n";
    char numbers[NUMBERS_BYTES] = "";
    struct kifu_error error;
    assert_int_equal(kifu_read_memory(GAMES, strlen(GAMES), "mine", see_numbers, numbers, &error),
                     0);
    assert_string_equal(numbers, " 1 2 3 3 1 2 2 2");
    numbers[0] = '\0';
    assert_int_equal(kifu_read_memory(LATER, strlen(LATER), "mine", see_numbers, numbers, &error),
                     0);
    assert_string_equal(numbers, " 41 42 42 42");
}

/* A file with two games in the folder we are in; its name. */
static const char *write_games(void)
{
    FILE *f = fopen("games.csa", "wb");
    assert_non_null(f);
    fputs(GAMES, f);
    assert_int_equal(fclose(f), 0);
    return "games.csa";
}

static void test_paths(void **state)
{
    (void)state;
    const char *paths[] = {"no such file", write_games()};
    struct kifu_log s = {0};
    struct kifu_error error;
    assert_int_equal(kifu_read_paths(paths, 2, see_game, see_bad, &s, &error), 0);
    assert_int_equal(s.games, 2);
    assert_int_equal(s.bad, 1);
}

/* Whatever ends the reading, the error says so. */
static void test_stopping(void **state)
{
    (void)state;
    const char *path = write_games();
    struct kifu_log s = {.stop_after = 1};
    struct kifu_error error;
    memset(&error, 0xAA, sizeof error);
    assert_int_equal(kifu_read_paths(&path, 1, see_game, NULL, &s, &error), -1);
    assert_int_equal(s.games, 1);
    assert_string_equal(error.code, "cancelled");
    s = (struct kifu_log){.stop_after = 1};
    assert_int_equal(kifu_read_memory(GAMES, strlen(GAMES), "mine", see_game, &s, &error), -1);
    assert_string_equal(error.code, "cancelled");
}

static int count_game(void *ctx, const struct kifu_game *game)
{
    (void)game;
    ++*(int *)ctx;
    return 0;
}

static void test_allocation_failures(void **state)
{
    (void)state;
    const char *path = write_games();
    int result = -1;
    for (long n = 0; result != 0; n++) {
        int games = 0;
        struct kifu_error error;
        mem_fail_after(n);
        result = kifu_read_paths(&path, 1, count_game, NULL, &games, &error);
        mem_fail_never();
        if (result != 0)
            assert_string_equal(error.code, "nomem");
        else
            assert_int_equal(games, 2);
        assert_true(n < 1000);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_move_numbers),
        cmocka_unit_test(test_paths),
        cmocka_unit_test(test_stopping),
        cmocka_unit_test(test_allocation_failures),
    };
    return cmocka_run_group_tests(tests, scratch_set_up, scratch_tear_down);
}
