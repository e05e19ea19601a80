/* test_kifu_report.c: games of one's own, calls that are stopped, import, and tables of games, as other
 * programs see them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <stdio.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "base/alloc.h"
#include "kifu.h"
#include "kifu_report.h"
#include "scratch.h"

static const char GAMES[] =
    "N+Habu\nN-Sato\n$EVENT:Open\n$START_TIME:1994/05/"
    "06\nPI\n+\n+2726FU\n'*pawn\n-3334FU\n+7776FU\nT5\n"
    "-4344FU\n+1716FU\n%TORYO\n/\n"
    "N+Sato\nN-Habu\n$EVENT:Open\n$START_TIME:2003/05/"
    "06\nPI\n+\n+7776FU\n-8384FU\n+1716FU\n-1314FU\n"
    "%TORYO\n/\n"
    "N+Sato\nN-Mori\nPI\n+\n+2726FU\n-8384FU\n+1716FU\n-1314FU\n%SENNICHITE\n";

static const char *write_games(void)
{
    FILE *f = fopen("games.csa", "wb");
    assert_non_null(f);
    fputs(GAMES, f);
    assert_int_equal(fclose(f), 0);
    return "games.csa";
}

/* --- Import ----------------------------------------------------------------------------------- */

struct import_log {
    size_t problems, calls;
    size_t stop_at; /* this call of the progress stops it; 0: none does */
    char severity[16];
};

static void see_problem(void *ctx, const char *severity, const struct kifu_error *error)
{
    struct import_log *log = ctx;
    assert_true(error->message[0] != '\0');
    log->problems++;
    snprintf(log->severity, sizeof log->severity, "%s", severity);
}

static int see_progress(void *ctx, unsigned long long bytes, unsigned long long all,
                        unsigned long long games)
{
    struct import_log *log = ctx;
    assert_true(bytes <= all);
    assert_true(games <= 3);
    return ++log->calls == log->stop_at;
}

static struct kifu_db *open_games(void)
{
    struct kifu_import_counts counts;
    struct kifu_error error;
    const char *path = write_games();
    assert_int_equal(kifu_import("games.kifu", &path, 1, NULL, &counts, &error), 0);
    struct kifu_db *db = kifu_db_open("games.kifu", &error);
    assert_non_null(db);
    return db;
}

static void test_import(void **state)
{
    (void)state;
    const char *paths[] = {write_games(), "no such file"}, *tags[] = {"mine"};
    struct import_log log = {0};
    struct kifu_import_counts counts;
    struct kifu_error error;
    struct kifu_import_options o = {.tags = tags,
                                    .tag_count = 1,
                                    .threads = 1,
                                    .problem = see_problem,
                                    .progress = see_progress,
                                    .ctx = &log};
    assert_int_equal(kifu_import("new.kifu", paths, 1, &o, &counts, &error), 0);
    assert_int_equal(counts.added, 3);
    assert_int_equal(counts.files, 1);
    assert_true(log.calls > 0);
    assert_int_equal(kifu_import("new.kifu", paths, 2, &o, &counts, &error), 0);
    assert_int_equal(counts.added, 0);
    assert_int_equal(counts.known_files, 1);
    assert_int_equal(counts.unreadable, 1);
    assert_int_equal(log.problems, 1);
    assert_string_equal(log.severity, "rejected");

    o.game = "chess";
    assert_int_equal(kifu_import("new.kifu", paths, 1, &o, &counts, &error), -1);
    assert_string_equal(error.code, "range");
    o.game = NULL;
    o.duplicates = "perhaps";
    assert_int_equal(kifu_import("new.kifu", paths, 1, &o, &counts, &error), -1);
    assert_string_equal(error.code, "range");

    struct kifu_db *db = kifu_db_open("new.kifu", &error);
    assert_non_null(db);
    struct kifu_search *search = kifu_search(&db, 1, "tag:mine", NULL, &error);
    assert_non_null(search);
    assert_int_equal(kifu_search_games(search), 3);
    kifu_search_close(search);
    kifu_db_close(db);
}

static void test_import_is_stopped(void **state)
{
    (void)state;
    const char *path = write_games();
    struct import_log log = {.stop_at = 1};
    struct kifu_import_counts counts;
    struct kifu_error error;
    struct kifu_stop *stop = kifu_stop_make();
    const struct kifu_import_options o = {
        .threads = 1, .stop = stop, .progress = see_progress, .ctx = &log};
    assert_int_equal(kifu_import("stopped.kifu", &path, 1, &o, &counts, &error), -1);
    assert_string_equal(error.code, "cancelled");
    assert_true(kifu_stop_requested(stop));
    kifu_stop_free(stop);
}

/* --- Games ------------------------------------------------------------------------------------ */

static int take_game(void *ctx, struct kifu_game *game)
{
    struct kifu_game **kept = ctx;
    struct kifu_error error;
    while (*kept)
        kept++;
    *kept = kifu_game_take(game, &error);
    return !*kept;
}

static void test_games_of_ones_own(void **state)
{
    (void)state;
    struct kifu_game *kept[8] = {0};
    const char *path = write_games();
    struct kifu_error error;
    assert_int_equal(kifu_read_paths(&path, 1, take_game, NULL, kept, &error), 0);
    assert_non_null(kept[2]);
    assert_null(kept[3]);
    assert_string_equal(kifu_game_player(kept[0], 0), "Habu"); /* the file is closed by now */
    assert_string_equal(kifu_game_player(kept[2], 1), "Mori");
    assert_string_equal(kifu_game_moves(kept[1]), "7g7f 8c8d 1g1f 1c1d");
    assert_string_equal(kifu_game_source(kept[1]), path);
    size_t n;
    assert_memory_equal(kifu_game_move(kept[1], 0, &n), "7g7f", 4);
    assert_memory_equal(kifu_game_move(kept[1], 3, &n), "1c1d", 4);
    assert_int_equal(n, 4);
    assert_string_equal(kifu_game_move(kept[1], 4, &n), "");
    assert_int_equal(n, 0);
    assert_string_equal(kifu_game_kind(kept[1]), "shogi");
    assert_int_equal(kifu_game_seats(kept[1]), 2);
    for (int i = 0; i < 3; i++)
        kifu_game_close(kept[i]);
    kifu_game_close(NULL);
}

static void test_games_of_a_database(void **state)
{
    (void)state;
    struct kifu_db *db = open_games();
    struct kifu_error error;
    assert_string_equal(kifu_db_kind(db), "shogi");
    assert_int_equal(kifu_db_seats(db), 2);
    assert_int_equal(kifu_db_ids(db), 3);
    assert_true(kifu_db_has(db, 2) && !kifu_db_has(db, 3));
    struct kifu_game *game = kifu_db_game_open(db, 0, &error);
    assert_non_null(game);
    assert_string_equal(kifu_game_charset(game), "UTF-8");
    char *json = kifu_game_json(game, NULL, &error);
    assert_non_null(json);
    json_t *parsed = json_loads(json, 0, NULL);
    json_t *positions = json_object_get(parsed, "positions");
    assert_int_equal(json_array_size(positions), 6);
    assert_string_equal(json_string_value(json_object_get(json_array_get(positions, 1), "comment")),
                        "pawn");
    json_decref(parsed);
    kifu_free(json);
    char *svg = kifu_game_svg(game, 5, NULL, &error);
    assert_non_null(svg);
    assert_memory_equal(svg, "<svg", 4);
    kifu_free(svg);
    assert_null(kifu_game_svg(game, 6, NULL, &error));
    assert_string_equal(error.code, "range");
    kifu_game_close(game);
    assert_null(kifu_db_game_open(db, 3, &error));
    assert_string_equal(error.code, "not-found");
    kifu_db_close(db);
}

/* --- Searches ---------------------------------------------------------------------------------- */

static void test_hits_by_number(void **state)
{
    (void)state;
    struct kifu_db *db = open_games();
    struct kifu_search_options o = {.threads = 1};
    struct kifu_error error;
    struct kifu_hit hit, next;
    struct kifu_search *search = kifu_search(&db, 1, "s26fu", &o, &error);
    assert_int_equal(kifu_search_count(search), 2);
    for (size_t i = 0; i < 2; i++) {
        assert_true(kifu_search_hit(search, i, &hit) && kifu_search_next(search, &next));
        assert_true(hit.game == next.game && hit.from == next.from && hit.to == next.to);
        assert_int_equal(hit.game, i == 0 ? 0 : 2);
    }
    assert_false(kifu_search_hit(search, 2, &hit));
    kifu_search_close(search);
    o.count = 1;
    search = kifu_search(&db, 1, "s26fu", &o, &error);
    assert_int_equal(kifu_search_count(search), 0);
    assert_int_equal(kifu_search_games(search), 2);
    kifu_search_close(search);
    assert_int_equal(kifu_query_check(&db, 1, "s26fu", &error), 0);
    assert_int_equal(kifu_query_check(&db, 1, "s26fu (", &error), -1);
    assert_string_equal(error.code, "syntax");
    assert_int_equal(error.byte, 7);
    kifu_db_close(db);
}

static int see_move(void *ctx, const struct kifu_move *move)
{
    (void)move;
    ++*(size_t *)ctx;
    return 0;
}

/* --- Tables ------------------------------------------------------------------------------------ */

static char *facets(struct kifu_db *db, const struct kifu_stop *stop, struct kifu_error *error)
{
    const struct kifu_search_options o = {.threads = 1, .stop = stop};
    return kifu_facets(&db, 1, "s26fu", "decade", &o, error);
}

static char *matrix(struct kifu_db *db, const struct kifu_stop *stop, struct kifu_error *error)
{
    const struct kifu_search_options o = {.threads = 1, .stop = stop};
    return kifu_matrix(&db, 1, "", "player", "player", 1, &o, error);
}

static char *census(struct kifu_db *db, const struct kifu_stop *stop, struct kifu_error *error)
{
    const struct kifu_search_options o = {.threads = 1, .limit = 2, .stop = stop};
    return kifu_census(&db, 1, &o, error);
}

static char *names(struct kifu_db *db, const struct kifu_stop *stop, struct kifu_error *error)
{
    const struct kifu_search_options o = {.threads = 1, .stop = stop};
    return kifu_names(&db, 1, &o, error);
}

static char *players(struct kifu_db *db, const struct kifu_stop *stop, struct kifu_error *error)
{
    (void)stop;
    return kifu_players(db, "", NULL, error);
}

static char *calibrate(struct kifu_db *db, const struct kifu_stop *stop, struct kifu_error *error)
{
    static const char *const when[] = {"turn:s"};
    const struct kifu_calibrate_options o = {.when = when,
                                             .when_count = 1,
                                             .min_positions = 1,
                                             .resamples = 10,
                                             .threads = 1,
                                             .stop = stop};
    return kifu_calibrate(&db, 1, &o, error);
}

static char *joseki(struct kifu_db *db, const struct kifu_stop *stop, struct kifu_error *error)
{
    const struct kifu_joseki_options o = {.min_length = 2, .threads = 1, .stop = stop};
    return kifu_joseki(&db, 1, &o, error);
}

/* Each with a member that its values have, and how many there are; 0: any number. */
static const struct {
    const char *name;
    char *(*make)(struct kifu_db *db, const struct kifu_stop *stop, struct kifu_error *error);
    const char *member;
    size_t lines;
    bool stops; /* it can be stopped */
} TABLES[] = {
    {"facets", facets, "group", 1, true},        {"matrix", matrix, "row", 9, false},
    {"census", census, "distinct", 1, true},     {"names", names, "titles", 0, true},
    {"players", players, "spellings", 3, false}, {"calibrate", calibrate, "condition", 2, true},
    {"joseki", joseki, "moves", 0, true},
};
enum { TABLE_COUNT = sizeof TABLES / sizeof *TABLES };

static size_t check_lines(const char *text, const char *member)
{
    size_t n = 0;
    for (const char *end; (end = strchr(text, '\n')) != NULL; text = end + 1, n++) {
        json_t *value = json_loadb(text, (size_t)(end - text), 0, NULL);
        assert_non_null(json_object_get(value, member));
        json_decref(value);
    }
    assert_string_equal(text, "");
    return n;
}

static void test_tables(void **state)
{
    (void)state;
    struct kifu_db *db = open_games();
    struct kifu_error error;
    for (size_t i = 0; i < TABLE_COUNT; i++) {
        char *text = TABLES[i].make(db, NULL, &error);
        if (!text)
            fail_msg("%s: %s", TABLES[i].name, error.message);
        size_t n = check_lines(text, TABLES[i].member);
        if (TABLES[i].lines)
            assert_int_equal(n, TABLES[i].lines);
        kifu_free(text);
    }
    kifu_db_close(db);
}

static void test_stopped(void **state)
{
    (void)state;
    struct kifu_db *db = open_games();
    struct kifu_stop *stop = kifu_stop_make();
    struct kifu_error error;
    size_t moves = 0;
    const struct kifu_search_options o = {.threads = 1, .stop = stop};
    kifu_stop_request(stop);
    assert_null(kifu_search(&db, 1, "count(sfu,rank:5)>=1", &o, &error));
    assert_string_equal(error.code, "cancelled");
    assert_int_equal(
        kifu_moves_run(&db, 1, "count(sfu,rank:7)>=1", KIFU_AT_FIRST, &o, see_move, &moves, &error),
        -1);
    assert_string_equal(error.code, "cancelled");
    for (size_t i = 0; i < TABLE_COUNT; i++)
        if (TABLES[i].stops) {
            char *text = TABLES[i].make(db, stop, &error);
            if (text)
                fail_msg("%s was not stopped", TABLES[i].name);
            assert_string_equal(error.code, "cancelled");
        }
    kifu_stop_clear(stop);
    assert_int_equal(
        kifu_moves_run(&db, 1, "count(sfu,rank:7)>=1", KIFU_AT_FIRST, &o, see_move, &moves, &error),
        0);
    assert_true(moves > 0);
    kifu_stop_free(stop);
    kifu_db_close(db);
}

static void test_wrong_requests(void **state)
{
    (void)state;
    struct kifu_db *db = open_games();
    struct kifu_error error;
    assert_null(kifu_facets(&db, 1, "s26fu", "colour", NULL, &error));
    assert_string_equal(error.code, "range");
    assert_null(kifu_facets(&db, 0, "s26fu", "year", NULL, &error));
    assert_null(kifu_facets(&db, 1, "(", "year", NULL, &error));
    assert_string_equal(error.code, "syntax");
    const struct kifu_calibrate_options preset = {.preset = "x"}, value = {.value = "usi:x"};
    assert_null(kifu_calibrate(&db, 1, &preset, &error));
    assert_string_equal(error.code, "range");
    assert_null(kifu_calibrate(&db, 1, &value, &error));
    assert_string_equal(error.code, "range");
    const struct kifu_joseki_options method = {.method = "x"}, encoding = {.encoding = "er"};
    assert_null(kifu_joseki(&db, 1, &method, &error));
    assert_null(kifu_joseki(&db, 1, &encoding, &error)); /* of Go */
    assert_string_equal(error.code, "range");
    kifu_db_close(db);
}

/* Whatever cannot be had, the call fails and nothing is left behind.  The first allocations are
 * tried one by one, later ones now and then: there are thousands. */
static void test_allocation_failures(void **state)
{
    (void)state;
    struct kifu_db *db = open_games();
    struct kifu_error error;
    for (size_t i = 0; i < TABLE_COUNT; i++) {
        char *text = NULL;
        for (long n = 0; !text && n < 200000; n += 1 + n / 4) {
            mem_fail_after(n);
            text = TABLES[i].make(db, NULL, &error);
            mem_fail_never();
            if (!text)
                assert_string_equal(error.code, "nomem");
        }
        assert_non_null(text);
        kifu_free(text);
    }
    kifu_db_close(db);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_import),
        cmocka_unit_test(test_import_is_stopped),
        cmocka_unit_test(test_games_of_ones_own),
        cmocka_unit_test(test_games_of_a_database),
        cmocka_unit_test(test_hits_by_number),
        cmocka_unit_test(test_tables),
        cmocka_unit_test(test_stopped),
        cmocka_unit_test(test_wrong_requests),
        cmocka_unit_test(test_allocation_failures),
    };
    return cmocka_run_group_tests(tests, scratch_set_up, scratch_tear_down);
}
