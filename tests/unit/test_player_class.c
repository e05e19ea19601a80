/* test_player_class.c: who played the games of a database: by the word before it, by queries, and
 * what is wrong with those. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "cmd/frame/player_class.h"
#include "db_sample.h"
#include "scratch.h"

enum { OPT_CLASS, GAMES = 12 };
static const struct option_spec OPTIONS[] = {CLASS_OPTION(OPT_CLASS), {.name = NULL}};
static const struct option_spec *const TABLES[] = {OPTIONS, NULL};

struct player_class_fixture {
    struct classed_db db;
    int code;
    unsigned of[NATURAL_CLASSES]; /* games */
};

/* Opens with up to two --class (NULL: none) and counts. */
static struct player_class_fixture open_with(const char *operand, const char *one, const char *two)
{
    const char *const words[] = {"--class", one, "--class", two};
    const struct command command = {.name = "natural"};
    struct cmd_env env = {.err = fopen("messages", "w"), .threads = 1, .command = &command};
    struct cmd_args args;
    struct player_class_fixture o = {0};
    assert_non_null(env.err);
    env.out = env.err;
    assert_int_equal(args_parse(&args, TABLES, PARSE_ALL,
                                two   ? 4
                                : one ? 2
                                      : 0,
                                words, NULL),
                     STATUS_OK);
    o.code = classed_db_open(&o.db, &env, operand, &args, OPT_CLASS);
    for (uint32_t i = 0; o.code == CMD_OK && i < o.db.db->segment_count; i++) {
        const struct db_segment *segment = &o.db.db->segments[i];
        for (uint32_t k = 0; k < segment->lines.games; k++)
            o.of[classed_db_class(&o.db, segment, k)]++;
    }
    classed_db_release(&o.db);
    args_release(&args);
    fclose(env.err);
    return o;
}

static void test_the_word_before(void **state)
{
    (void)state;
    assert_int_equal(open_with("games.kifu", NULL, NULL).of[NATURAL_AMATEUR], GAMES);
    assert_int_equal(open_with("pro=games.kifu", NULL, NULL).of[NATURAL_PRO], GAMES);
    assert_int_equal(open_with("amateur=games.kifu", NULL, NULL).of[NATURAL_AMATEUR], GAMES);
    assert_int_equal(open_with("online=games.kifu", NULL, NULL).of[NATURAL_ONLINE], GAMES);
}

static void test_queries(void **state)
{
    (void)state;
    struct player_class_fixture o = open_with("pro=games.kifu", "online=source:net", NULL);
    assert_int_equal(o.code, CMD_OK);
    assert_int_equal(o.of[NATURAL_ONLINE], GAMES / 3);
    assert_int_equal(o.of[NATURAL_PRO], GAMES - GAMES / 3);
    o = open_with("games.kifu", "online=source:net", "pro=source:net"); /* the last counts */
    assert_int_equal(o.of[NATURAL_PRO], GAMES / 3);
    assert_int_equal(o.of[NATURAL_ONLINE], 0);
    o = open_with("games.kifu", "online=source:net", "pro=not source:net");
    assert_int_equal(o.of[NATURAL_PRO] + o.of[NATURAL_ONLINE], GAMES);
}

static void test_mistakes(void **state)
{
    (void)state;
    assert_int_equal(open_with("strong=games.kifu", NULL, NULL).code, CMD_MISUSE); /* no class */
    assert_int_equal(open_with("none.kifu", NULL, NULL).code, CMD_ERROR);
    assert_int_equal(open_with("games.kifu", "strong=source:net", NULL).code, CMD_MISUSE);
    assert_int_equal(open_with("games.kifu", "source:net", NULL).code, CMD_MISUSE);
    assert_int_equal(open_with("games.kifu", "pro=nonsense:", NULL).code, CMD_ERROR);
}

static int set_up(void **state)
{
    int failed = scratch_set_up(state);
    struct db_writer *w = sample_writer("games.kifu", 5);
    for (uint64_t n = 0; n < GAMES; n++)
        sample_add(w, n, n % 3 ? "club/a.kif" : "net/a.kif");
    sample_commit(w);
    db_writer_close(w);
    return failed;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_word_before),
        cmocka_unit_test(test_queries),
        cmocka_unit_test(test_mistakes),
    };
    return cmocka_run_group_tests(tests, set_up, scratch_tear_down);
}
