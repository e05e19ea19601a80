/* test_match_clock.c: games by the clock.  Clocks run as in a GUI: what a move took comes off, what is
 * added comes after it, byoyomi begins when nothing is left, and who oversteps it has lost.  The
 * program that plays writes down what it was told, and is slow when it is told to be: it loses
 * however busy the machine is, if its opponent is not so unlucky as to be late before it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/io/file.h"
#include "scratch.h"
#include "sim/match/match.h"

/* Pushes its edge pawn twice; "slow N" sleeps at its Nth move for longer than it has. */
static const char PROGRAM[] =
    "#!/bin/sh\n"
    "n=0\n"
    "while read -r line; do\n"
    "    case $line in\n"
    "    usi) echo 'option name Pace type spin default 1 min 0 max 9'; echo usiok ;;\n"
    "    isready) n=0; echo readyok ;;\n"
    "    quit) exit ;;\n"
    "    go*) n=$((n + 1)); echo \"$line\" >>\"$1\"\n"
    "        [ \"$n\" = \"$2\" ] && sleep 2\n"
    "        [ \"$n\" = \"$2\" ] && [ \"$3\" = mute ] && exec sleep 600\n"
    "        case $((n % 2)) in 1) echo bestmove 1g1f ;; *) echo bestmove 1f1e ;; esac ;;\n"
    "    esac\n"
    "done\n";

struct match_clock_stage {
    char command[100];
    struct openings openings;
};

static void open_stage(struct match_clock_stage *a, const char *arguments)
{
    struct err err;
    snprintf(a->command, sizeof a->command, "usi:./program said %s", arguments);
    remove("said");
    FILE *f = fopen("program", "w");
    assert_non_null(f);
    assert_true(fputs(PROGRAM, f) >= 0 && fclose(f) == 0 && chmod("program", 0755) == 0);
    openings_init(&a->openings, 0);
    assert_int_equal(openings_add_book(&a->openings, &err), STATUS_OK);
    assert_int_equal(openings_settle(&a->openings, 1, &err), STATUS_OK);
}

static void close_stage(struct match_clock_stage *a)
{
    openings_release(&a->openings);
}

/* A is the program, Black in game 0; B is our own engine, which takes no more than so many nodes (0: as many
 * as its clock gives it). */
static struct match_game *play(struct match_clock_stage *a, const struct match_rules *rules,
                               uint64_t nodes)
{
    const struct player_spec a_spec = {
        .name = a->command, .limits = {.by_clock = true}, .path = getenv("PATH")};
    const struct player_spec b_spec = {.name = "kifu:material",
                                       .limits = {.by_clock = true, .nodes = nodes}};
    const struct player_spec *const specs[2] = {&a_spec, &b_spec};
    struct player *players[2] = {NULL, NULL};
    struct err err = {0};
    struct match_game *g = calloc(1, sizeof *g);
    assert_non_null(g);
    for (int i = 0; i < 2; i++)
        assert_int_equal(player_open(&players[i], specs[i], &err), STATUS_OK);
    assert_int_equal(match_play(rules, &a->openings, players, specs, g, &err), STATUS_OK);
    assert_true(g->finished);
    player_close(players[0]);
    player_close(players[1]);
    return g;
}

static void slow_ones_lose(void **state)
{
    static const char *const arguments[] = {"1", "2",
                                            "1 mute"}; /* with byoyomi the other side has no move */
    static const struct match_time times[] = {
        {.main_ms = 1500}, {.main_ms = 1500, .increment_ms = 10}, {.byoyomi_ms = 1500}};
    (void)state;
    for (int i = 0; i < 3; i++) {
        struct match_clock_stage a;
        struct match_rules rules = {.time = times[i], .max_plies = 20};
        struct record rec;
        open_stage(&a, arguments[i]);
        struct match_game *g = play(&a, &rules, 0);
        for (int tries = 1; g->culprit == 1 && tries < 20; tries++) {
            free(g);
            g = play(&a, &rules, 0);
        }
        assert_int_equal(g->trouble, TROUBLE_TIME);
        assert_int_equal(g->end, END_TIME_UP);
        assert_int_equal(g->culprit, 0);
        assert_int_equal(g->points, POINTS_LOSS);
        record_init(&rec);
        assert_int_equal(match_write(g, (const char *const[]){"a", "b"}, &rec), STATUS_OK);
        assert_int_equal(rec.end, END_TIME_UP);
        record_release(&rec);
        free(g);
        close_stage(&a);
    }
}

/* "go" of each move, against what the moves took as the record has it. */
static void clocks_are_sent(void **state)
{
    static const struct match_time times[] = {{.main_ms = 900000},
                                              {.main_ms = 900000, .increment_ms = 7000},
                                              {.main_ms = 800000, .byoyomi_ms = 5000}};
    (void)state;
    for (int i = 0; i < 3; i++) {
        struct match_clock_stage a;
        struct match_rules rules = {.time = times[i], .max_plies = 3};
        struct buf bad_word;
        char wanted[400];
        open_stage(&a, "");
        /* of a quarter of an hour it would think for seconds */
        struct match_game *g = play(&a, &rules, 20000);
        uint32_t first = times[i].main_ms + times[i].increment_ms;
        uint32_t black = first - g->sheet[0].time_ms + times[i].increment_ms;
        uint32_t white = first - g->sheet[1].time_ms + times[i].increment_ms;
        const char *rest = i == 0 ? "byoyomi 0" : i == 1 ? "binc 7000 winc 7000" : "byoyomi 5000";
        snprintf(wanted, sizeof wanted, "go btime %u wtime %u %s\ngo btime %u wtime %u %s\n", first,
                 first, rest, black, white, rest);
        buf_init(&bad_word, BUF_DEFAULT_MAX);
        assert_int_equal(file_read("said", BUF_DEFAULT_MAX, &bad_word, NULL), STATUS_OK);
        assert_string_equal(buf_cstr(&bad_word), wanted);
        assert_int_equal(g->trouble, TROUBLE_NONE);
        buf_release(&bad_word);
        free(g);
        close_stage(&a);
    }
}

/* An option that a program does not list is a mistake of whoever wrote it; two need no listing. */
static void unknown_options_are_refused(void **state)
{
    static const struct {
        const char *option;
        bool good;
    } kinds[] = {{"Pace=3", true},          {"pace=3", true},  {"USI_Hash=64", true},
                 {"USI_Ponder=true", true}, {"Pcae=3", false}, {"Threads=2", false}};
    struct match_clock_stage a;
    (void)state;
    open_stage(&a, "");
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const struct player_spec spec = {.name = a.command,
                                         .options = &kinds[i].option,
                                         .option_count = 1,
                                         .limits = {.nodes = 1},
                                         .path = getenv("PATH")};
        struct player *p;
        struct err err = {0};
        enum status st = player_open(&p, &spec, &err);
        assert_int_equal(st, kinds[i].good ? STATUS_OK : STATUS_RANGE);
        player_close(p);
    }
    close_stage(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slow_ones_lose),
        cmocka_unit_test(clocks_are_sent),
        cmocka_unit_test(unknown_options_are_refused),
    };
    return cmocka_run_group_tests(tests, scratch_set_up, scratch_tear_down);
}
