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
#include <math.h>

#include "base/alloc.h"
#include "db/import/import.h"
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

static int see_game(void *ctx, struct kifu_game *game)
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

static int see_numbers(void *ctx, struct kifu_game *game)
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

static int count_game(void *ctx, struct kifu_game *game)
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

/* --- Databases -------------------------------------------------------------------------------- */

/* Black pushes the pawn before the rook in games 0, 2 and 3, White in games 1, 2 and 4. */
static const char SIDED[] =
    "N+Habu\nN-Sato\nPI\n+\n+2726FU\n-3334FU\n+7776FU\n-4344FU\n+1716FU\n%TORYO\n/\n"
    "N+Sato\nN-Habu\nPI\n+\n+7776FU\n-8384FU\n+1716FU\n-1314FU\n%TORYO\n/\n"
    "N+Sato\nN-Mori\nPI\n+\n+2726FU\n-8384FU\n+1716FU\n-1314FU\n%SENNICHITE\n/\n"
    "N+Habu\nN-Habu\nPI\n+\n+2726FU\n-3334FU\n+1716FU\n%CHUDAN\n/\n"
    "N+Mori\nN-Habu\nPI\n+\n+7776FU\n-8384FU\n+1716FU\n%TORYO\n";

static struct kifu_db *open_sided(void)
{
    const struct import_options opt = {.threads = 1, .duplicates = DUP_KEEP};
    const struct import_events none = {0};
    struct importer *im = NULL;
    struct kifu_error error;
    struct err err;
    if (access("sided.kifu", F_OK) != 0) {
        assert_int_equal(importer_open(&im, "sided.kifu", &opt, &none, &err), STATUS_OK);
        assert_int_equal(importer_run_bytes(im, SPAN("sided.csa"), span_of(SIDED), false, &err),
                         STATUS_OK);
        assert_int_equal(importer_commit(im, &err), STATUS_OK);
        importer_close(im);
    }
    struct kifu_db *db = kifu_db_open("sided.kifu", &error);
    assert_non_null(db);
    assert_int_equal(kifu_db_games(db), 5);
    return db;
}

static void check_score(const struct kifu_score *s, unsigned wins, unsigned losses, unsigned draws,
                        unsigned unknown, unsigned both)
{
    assert_int_equal(s->wins, wins);
    assert_int_equal(s->losses, losses);
    assert_int_equal(s->draws, draws);
    assert_int_equal(s->unknown, unknown);
    assert_int_equal(s->both, both);
    if (wins + losses + draws == 0) {
        assert_true(isnan(s->score));
        return;
    }
    assert_true(fabs(s->score - (wins + draws / 2.0) / (wins + losses + draws)) < 1e-12);
    assert_true(0 <= s->low && s->low <= s->score && s->score <= s->high && s->high <= 1);
}

/* The `own` of all hits, as one text, and the results. */
static void search_sided(const char *query, char own[16], struct kifu_results *results)
{
    const struct kifu_search_options all = {.threads = 1};
    struct kifu_db *db = open_sided();
    struct kifu_error error;
    struct kifu_hit hit;
    size_t n = 0;
    struct kifu_search *search = kifu_search(&db, 1, query, &all, &error);
    assert_non_null(search);
    while (kifu_search_next(search, &hit) && n < 15)
        own[n++] = hit.own ? hit.own : '-';
    own[n] = '\0';
    kifu_search_results(search, results);
    kifu_search_close(search);
    kifu_db_close(db);
}

static void test_whose_results(void **state)
{
    (void)state;
    struct kifu_results r;
    char own[16];
    search_sided("either(s26fu)", own, &r);
    assert_string_equal(own, "bwbbw");
    assert_true(r.has_own && !r.has_player);
    assert_int_equal(r.black, 2);
    assert_int_equal(r.white, 1);
    assert_int_equal(r.draws, 1);
    assert_int_equal(r.unknown, 1);
    check_score(&r.own, 2, 1, 1, 1, 0);
    check_score(&r.player, 0, 0, 0, 0, 0);

    search_sided("either(s26fu) player:Habu", own, &r);
    assert_string_equal(own, "bwbw");
    assert_true(r.has_own && r.has_player);
    check_score(&r.own, 2, 1, 0, 1, 0);
    check_score(&r.player, 2, 1, 0, 0, 1);

    search_sided("either(s26fu g84fu)", own, &r);
    assert_string_equal(own, "*");
    check_score(&r.own, 0, 0, 0, 0, 1);

    search_sided("moves>=1", own, &r);
    assert_string_equal(own, "-----");
    assert_false(r.has_own || r.has_player);
    check_score(&r.own, 0, 0, 0, 0, 0);
    assert_int_equal(r.black + r.white + r.draws + r.unknown, 5);
}

struct seen_moves {
    struct kifu_move at[16];
    size_t count;
};

static int see_move(void *ctx, const struct kifu_move *move)
{
    struct seen_moves *seen = ctx;
    assert_true(seen->count < sizeof seen->at / sizeof *seen->at);
    seen->at[seen->count++] = *move;
    return 0;
}

/* The moves at some plies; that one of them is, too. */
static const struct kifu_move *moves_at(struct seen_moves *seen, const char *query, enum kifu_at at,
                                        const char *move)
{
    struct kifu_db *db = open_sided();
    struct kifu_error error;
    size_t i = 0;
    seen->count = 0;
    assert_int_equal(kifu_moves_at(&db, 1, query, at, see_move, seen, &error), 0);
    kifu_db_close(db);
    while (i < seen->count && strcmp(seen->at[i].move, move) != 0)
        i++;
    return i < seen->count ? &seen->at[i] : NULL;
}

static void test_moves_at(void **state)
{
    (void)state;
    static const char query[] = "either(s26fu) player:Habu";
    struct seen_moves seen;
    const struct kifu_move *m = moves_at(&seen, query, KIFU_AT_FIRST, "3c3d");
    assert_non_null(m);
    assert_int_equal(seen.count, 2);
    assert_int_equal(m->games, 2);
    assert_int_equal(m->near, -1);
    check_score(&m->own, 1, 0, 0, 1, 0);
    check_score(&m->player, 1, 0, 0, 0, 1);
    m = moves_at(&seen, query, KIFU_AT_USUAL, "1g1f");
    assert_non_null(m);
    assert_int_equal(seen.count, 2);
    check_score(&m->own, 1, 1, 0, 0, 0);
    check_score(&m->player, 1, 1, 0, 0, 0);

    m = moves_at(&seen, query, KIFU_AT_EVERY, "1g1f");
    assert_non_null(m);
    assert_true(seen.count > 2);
    assert_int_equal(m->games, 4);
    check_score(&m->own, 2, 1, 0, 1, 0);
    check_score(&m->player, 2, 1, 0, 0, 1);

    assert_null(moves_at(&seen, query, KIFU_AT_LAST, "1g1f")); /* these games end so */
    assert_int_equal(seen.count, 0);
    assert_non_null(moves_at(&seen, "s27fu", KIFU_AT_LAST, "2g2f"));
    assert_int_equal(seen.count, 1);
    assert_non_null(moves_at(&seen, "s27fu", KIFU_AT_FIRST, "7g7f"));
    assert_int_equal(seen.count, 2);

    m = moves_at(&seen, "startpos", KIFU_AT_USUAL, "2g2f");
    assert_non_null(m);
    assert_int_equal(m->games, 3);
    check_score(&m->own, 1, 0, 1, 1, 0);
    check_score(&m->player, 0, 0, 0, 0, 0);
    m = moves_at(&seen, "moves>=1", KIFU_AT_FIRST, "2g2f");
    assert_non_null(m);
    check_score(&m->own, 0, 0, 0, 0, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_move_numbers),
        cmocka_unit_test(test_paths),
        cmocka_unit_test(test_stopping),
        cmocka_unit_test(test_allocation_failures),
        cmocka_unit_test(test_whose_results),
        cmocka_unit_test(test_moves_at),
    };
    return cmocka_run_group_tests(tests, scratch_set_up, scratch_tear_down);
}
