/* test_value_source_usi.c: values from engines that behave, and from those that don't.  The engines are
 * lines of shell; real ones are asked whether they say the same twice. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "base/io/child.h"
#include "base/rng.h"
#include "values/sheet/value_source.h"

/* An engine that is given a position and does what stands in `go`: $n is how many moves were made,
 * $asked how many positions it was asked of since it was started. */
#define ENGINE(go)                                                                                 \
    "usi:sh -c 'asked=0; while read l; do case \"$l\" in usi) echo id name Fake 1; "               \
    "echo option name Skill type spin; echo option name EvalFile type string; echo usiok;; "       \
    "isready) echo readyok;; position*) set -- ${l#*moves}; n=$#; case \"$l\" in *moves*) ;; *) "  \
    "n=0;; esac;; go*) asked=$((asked+1)); " go ";; quit) exit;; esac; done'"
#define BEST "; echo bestmove 7g7f"

enum { MOST_PLIES = 400 };

struct test_game {
    struct shogi_pos start;
    shogi_move moves[MOST_PLIES];
    uint32_t plies;
};

static const char *path;

static struct value_source_game evaluated(const struct test_game *g)
{
    return (struct value_source_game){.start = &g->start, .moves = g->moves, .plies = g->plies};
}

/* Moves in USI, from a position. */
static void make_game(struct test_game *g, const char *sfen, const char *moves)
{
    struct span rest = span_of(moves), word;
    struct shogi_undo undo;
    struct err err;
    assert_int_equal(shogi_sfen_parse(&g->start, span_of(sfen), SHOGI_SFEN_TOLERANT, NULL, &err),
                     STATUS_OK);
    struct shogi_pos pos = g->start;
    g->plies = 0;
    while ((word = span_eat_word(&rest)).n) {
        shogi_move m;
        assert_true(shogi_usi_parse(word, &m) && shogi_move_is_legal(&pos, m));
        shogi_play(&pos, m, &undo);
        g->moves[g->plies++] = m;
    }
}

static void random_game(struct test_game *g, uint64_t number, uint32_t plies)
{
    shogi_move moves[SHOGI_MAX_MOVES];
    struct shogi_undo undo;
    struct rng rng;
    int count;
    rng_seed_stream(&rng, 1, number);
    shogi_pos_start(&g->start);
    struct shogi_pos pos = g->start;
    for (g->plies = 0; g->plies < plies && (count = shogi_legal_moves(&pos, moves)); g->plies++) {
        g->moves[g->plies] = moves[rng_below(&rng, (uint64_t)count)];
        shogi_play(&pos, g->moves[g->plies], &undo);
    }
}

static const char *const OPENING = "7g7f 3c3d 2g2f 8c8d";

static struct value_source *open_judge(const char *spec, const struct value_source_options *o)
{
    struct value_source *j;
    struct err err;
    struct value_source_options all = *o;
    all.path = path;
    enum status st = value_source_open(&j, spec, &all, &err);
    if (st != STATUS_OK)
        print_message("%s: %s %s\n", status_name(st), err.what->en, err.arg[0]);
    assert_int_equal(st, STATUS_OK);
    return j;
}

static enum status refused(const char *spec, uint32_t patience_ms)
{
    struct value_source *j;
    struct err err;
    const struct value_source_options o = {.path = path, .patience_ms = patience_ms};
    enum status st = value_source_open(&j, spec, &o, &err);
    assert_true(st == STATUS_OK || err.code == st);
    value_source_close(j);
    return st;
}

static void evaluate_with(struct value_source *j, const struct test_game *g, int16_t *values)
{
    struct value_source_worker *w;
    struct err err;
    const struct value_source_game game = evaluated(g);
    assert_int_equal(value_source_worker_open(&w, j, &err), STATUS_OK);
    assert_int_equal(value_source_run_game(w, &game, values, &err), STATUS_OK);
    value_source_worker_close(w);
}

/* Judges one game with one engine. */
static struct value_source_tally evaluate_once(const char *spec,
                                               const struct value_source_options *o,
                                               const struct test_game *g, int16_t *values)
{
    struct value_source_tally tally;
    struct value_source *j = open_judge(spec, o);
    evaluate_with(j, g, values);
    value_source_read_tally(j, &tally);
    value_source_close(j);
    return tally;
}

static void assert_values(const int16_t *values, const int16_t *expected, size_t n)
{
    for (size_t i = 0; i < n; i++)
        assert_int_equal(values[i], expected[i]);
}

/* --- What it says ----------------------------------------------------------------------------- */

static void values_stand_at_their_plies(void **state)
{
    struct test_game g;
    int16_t values[MOST_PLIES + 1];
    (void)state;
    make_game(&g, "startpos", OPENING);
    struct value_source_tally t = evaluate_once(ENGINE("echo info score cp $((n * 10 + 3))" BEST),
                                                &(struct value_source_options){0}, &g, values);
    assert_values(values, (int16_t[]){3, -13, 23, -33, 43}, 5);
    assert_int_equal(t.requests, 5);
    assert_int_equal(t.failed + t.silent + t.restarts + t.stopped, 0);
    /* White begins */
    make_game(&g, "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1", "3c3d 7g7f");
    evaluate_once(ENGINE("echo info score cp $((n * 10 + 3))" BEST),
                  &(struct value_source_options){0}, &g, values);
    assert_values(values, (int16_t[]){-3, 13, -23}, 3);
}

/* The number of nodes and the moves so far are what it is told. */
static void is_asked_as_it_should_be(void **state)
{
    struct test_game g;
    int16_t values[MOST_PLIES + 1];
    (void)state;
    make_game(&g, "startpos", OPENING);
    evaluate_once(ENGINE("[ \"$l\" = \"go nodes 77\" ] && echo info score cp 1" BEST),
                  &(struct value_source_options){.nodes = 77}, &g, values);
    assert_values(values, (int16_t[]){1, -1, 1, -1, 1}, 5);
    evaluate_once(
        ENGINE("[ \"$l\" = \"go nodes 1000\" ] && case \"$*\" in 7g7f?3c3d) echo info score "
               "cp 5;; *) echo info score cp 1;; esac" BEST),
        &(struct value_source_options){0}, &g, values);
    assert_values(values, (int16_t[]){1, -1, 5, -1, 1}, 5);
}

static void all_kinds_of_scores(void **state)
{
    enum { UNKNOWN = VALUE_SOURCE_MOST + 1 };
    static const struct {
        const char *spec;
        int16_t black, white; /* before and after Black's first move */
    } rows[] = {
        {ENGINE("echo info score mate 5" BEST), VALUE_SOURCE_MATE - 5, -(VALUE_SOURCE_MATE - 5)},
        {ENGINE("echo info score mate -4" BEST), -(VALUE_SOURCE_MATE - 4), VALUE_SOURCE_MATE - 4},
        {ENGINE("echo info score mate +" BEST), UNKNOWN, -UNKNOWN},
        {ENGINE("echo info score mate -" BEST), -UNKNOWN, UNKNOWN},
        {ENGINE("echo info score mate 300" BEST), UNKNOWN, -UNKNOWN},
        {ENGINE("echo info score cp 999999" BEST), VALUE_SOURCE_MOST, -VALUE_SOURCE_MOST},
        {ENGINE("echo info score cp -31000" BEST), -VALUE_SOURCE_MOST, VALUE_SOURCE_MOST},
        /* bounds, other lines than the first, and what is no info are passed over */
        {ENGINE("echo info score cp 8; echo info score cp 700 lowerbound" BEST), 8, -8},
        {ENGINE("echo info score cp 8; echo info score mate -3 upperbound nodes 7" BEST), 8, -8},
        {ENGINE("echo info multipv 1 score cp 9; echo info multipv 2 score cp -50" BEST), 9, -9},
        {ENGINE("echo info score cp 4; echo info score cp 6; echo info string score cp 99" BEST), 6,
         -6},
        {ENGINE("echo; echo rubbish score cp 1; echo info score cp 2; echo info score cp x; echo "
                "info score; echo info currmove 7g7f" BEST),
         2, -2},
        /* what it does then does not matter */
        {ENGINE("echo info score cp -900; echo bestmove resign"), -900, 900},
        {ENGINE("[ $n = 0 ] && echo info score cp 0" BEST), 0, VALUE_SOURCE_NO_VALUE},
        {ENGINE("[ $n = 0 ] && echo info score cp 0; echo bestmove resign"), 0,
         VALUE_SOURCE_NO_VALUE},
        {ENGINE("[ $n = 0 ] && echo info score cp 0; echo bestmove win"), 0,
         -(VALUE_SOURCE_MATE - 1)},
    };
    struct test_game g;
    int16_t values[MOST_PLIES + 1];
    (void)state;
    make_game(&g, "startpos", "7g7f");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct value_source_tally t =
            evaluate_once(rows[i].spec, &(struct value_source_options){0}, &g, values);
        assert_values(values, (int16_t[]){rows[i].black, rows[i].white}, 2);
        assert_int_equal(t.silent, values[1] == VALUE_SOURCE_NO_VALUE);
        assert_int_equal(t.failed + t.restarts, 0);
    }
}

/* --- What it is not asked --------------------------------------------------------------------- */

static void repeated_positions_are_asked_once(void **state)
{
    struct test_game g;
    int16_t values[MOST_PLIES + 1];
    (void)state;
    make_game(&g, "startpos", "2h3h 8b7b 3h2h 7b8b 2h3h 8b7b 7g7f");
    struct value_source_tally t = evaluate_once(ENGINE("echo info score cp $asked" BEST),
                                                &(struct value_source_options){0}, &g, values);
    /* the first question was only to see whether it works */
    assert_values(values, (int16_t[]){2, -3, 4, -5, 2, -3, 4, -6}, 8);
    assert_int_equal(t.requests, 5);
}

static void ends_of_games_are_not_asked(void **state)
{
    struct test_game g;
    int16_t values[MOST_PLIES + 1];
    (void)state;
    make_game(&g, "4k4/9/4P4/9/9/9/9/9/4K4 b G 1", "G*5b");
    evaluate_once(ENGINE("echo info score cp 1" BEST), &(struct value_source_options){0}, &g,
                  values);
    assert_values(values, (int16_t[]){1, VALUE_SOURCE_MATE}, 2);
    make_game(&g, "4k4/9/9/9/9/9/4p4/9/4K4 w g 1", "G*5h");
    evaluate_once(ENGINE("echo info score cp 1" BEST), &(struct value_source_options){0}, &g,
                  values);
    assert_values(values, (int16_t[]){-1, -VALUE_SOURCE_MATE}, 2);
    /* Black could have declared all the time; at the end he did */
    make_game(&g, "K1GGGGSSS/+P+P+P+P+P4/9/9/9/9/9/9/8k b 2R2B10P 1", "4a4b 1i2i");
    evaluate_once(ENGINE("echo info score cp 1" BEST), &(struct value_source_options){0}, &g,
                  values);
    assert_values(values, (int16_t[]){1, -1, VALUE_SOURCE_MATE - 1}, 3);
}

/* --- What goes wrong -------------------------------------------------------------------------- */

static void a_crash_costs_one_position(void **state)
{
    struct test_game g;
    int16_t values[MOST_PLIES + 1];
    (void)state;
    make_game(&g, "startpos", OPENING);
    struct value_source_tally t =
        evaluate_once(ENGINE("[ $n = 2 ] && kill -9 $$; echo info score cp $((n + 1))" BEST),
                      &(struct value_source_options){0}, &g, values);
    assert_values(values, (int16_t[]){1, -2, VALUE_SOURCE_NO_VALUE, -4, 5}, 5);
    assert_int_equal(t.requests, 5);
    assert_int_equal(t.failed, 1);
    assert_int_equal(t.restarts, 2);
    t = evaluate_once(
        ENGINE("[ $n = 2 ] && echo bestmove nonsense || { echo info score cp $((n + 1))" BEST
               "; }"),
        &(struct value_source_options){0}, &g, values);
    assert_values(values, (int16_t[]){1, -2, VALUE_SOURCE_NO_VALUE, -4, 5}, 5);
    assert_int_equal(t.failed, 1);
}

/* It dies once in a while: the second try helps. */
static void a_second_try_helps(void **state)
{
    struct test_game g;
    int16_t values[MOST_PLIES + 1];
    (void)state;
    make_game(&g, "startpos", OPENING);
    struct value_source_tally t =
        evaluate_once(ENGINE("[ $asked = 4 ] && exit 3; echo info score cp $((n + 1))" BEST),
                      &(struct value_source_options){0}, &g, values);
    assert_values(values, (int16_t[]){1, -2, 3, -4, 5}, 5);
    assert_int_equal(t.failed, 0);
    assert_int_equal(t.restarts, 1);
}

/* Whether it was asked of three positions with so much patience that these values came of it.  A
 * machine may be so busy that the shell does not answer in time where it should. */
static bool comes_to(const char *spec, uint32_t patience_ms, const int16_t *expected,
                     struct value_source_tally *t)
{
    struct test_game g;
    int16_t values[MOST_PLIES + 1];
    struct value_source *j;
    struct value_source_worker *w;
    struct err err;
    const struct value_source_options o = {.path = path, .patience_ms = patience_ms};
    make_game(&g, "startpos", "7g7f 3c3d");
    const struct value_source_game game = evaluated(&g);
    if (value_source_open(&j, spec, &o, &err) != STATUS_OK)
        return false;
    bool done = value_source_worker_open(&w, j, &err) == STATUS_OK;
    if (done) {
        done = value_source_run_game(w, &game, values, &err) == STATUS_OK &&
               memcmp(values, expected, 3 * sizeof *values) == 0;
        value_source_worker_close(w);
    }
    value_source_read_tally(j, t);
    value_source_close(j);
    return done;
}

static void one_that_hangs_is_given_up(void **state)
{
    enum { FIRST_MS = 250, MOST_MS = 32000 };
    struct value_source_tally t;
    uint32_t ms = FIRST_MS;
    (void)state;
    while (!comes_to(ENGINE("[ $n = 1 ] || { echo info score cp $((n + 1))" BEST "; }"), ms,
                     (int16_t[]){1, VALUE_SOURCE_NO_VALUE, 3}, &t) ||
           t.failed != 1)
        assert_true((ms *= 2) <= MOST_MS);
    /* one that only answers when it is stopped has a value, but that is told */
    ms = FIRST_MS;
    while (!comes_to(ENGINE("[ $n = 1 ] && read l; echo info score cp $((n + 1))" BEST), ms,
                     (int16_t[]){1, -2, 3}, &t) ||
           t.stopped != 1)
        assert_true((ms *= 2) <= MOST_MS);
}

static void a_hopeless_game_is_left(void **state)
{
    struct test_game g;
    int16_t values[MOST_PLIES + 1];
    (void)state;
    random_game(&g, 1, 12);
    struct value_source_tally t = evaluate_once(
        ENGINE("[ $n -ge 7 ] && { echo x >>\"$KIFU_TEST_LOG\"; exit; }; echo info score cp 1" BEST),
        &(struct value_source_options){0}, &g, values);
    assert_int_equal(values[6], 1);
    for (int ply = 7; ply <= 12; ply++)
        assert_int_equal(values[ply], VALUE_SOURCE_NO_VALUE);
    assert_int_equal(t.requests, 13);
    assert_int_equal(t.failed, 6);
    FILE *f = fopen(getenv("KIFU_TEST_LOG"), "r");
    int lines = 0;
    assert_non_null(f);
    for (int c; (c = fgetc(f)) != EOF;)
        lines += c == '\n';
    fclose(f);
    assert_int_equal(lines, 3 * 2); /* three positions, two tries each */
}

static void a_hopeless_engine_is_an_error(void **state)
{
    struct value_source_worker *w;
    struct err err;
    struct test_game g;
    int16_t values[MOST_PLIES + 1];
    enum status st = STATUS_OK;
    (void)state;
    struct value_source *j = open_judge(ENGINE("[ $n = 0 ] || exit; echo info score cp 1" BEST),
                                        &(struct value_source_options){0});
    assert_int_equal(value_source_worker_open(&w, j, &err), STATUS_OK);
    for (uint64_t i = 0; i < 10 && st == STATUS_OK; i++) {
        random_game(&g, i, 20);
        const struct value_source_game game = evaluated(&g);
        st = value_source_run_game(w, &game, values, &err);
    }
    assert_int_equal(st, STATUS_IO);
    assert_int_equal(err.code, STATUS_IO);
    value_source_worker_close(w);
    value_source_close(j);
}

static void engines_that_never_work(void **state)
{
    (void)state;
    assert_int_equal(refused("usi:no-such-program", 0), STATUS_IO);
    assert_int_equal(refused("usi:", 0), STATUS_NOT_FOUND);
    assert_int_equal(refused("usi:sh -c 'open", 0), STATUS_SYNTAX);
    assert_int_equal(refused("usi:true", 0), STATUS_IO);
    assert_int_equal(refused("usi:sleep 60", 200), STATUS_IO);
    assert_int_equal(refused(ENGINE("exit"), 0), STATUS_IO);
    assert_int_equal(refused(ENGINE(":"), 300), STATUS_IO);
    assert_int_equal(refused(ENGINE("echo bestmove nonsense"), 0), STATUS_IO);
    assert_int_equal(refused(ENGINE("head -c 3000000 /dev/zero; echo"), 0), STATUS_IO);
    assert_int_equal(refused(ENGINE("echo bestmove 7g7f"), 0), STATUS_IO);
    assert_int_equal(refused(ENGINE("read l; echo info score cp 1" BEST), 600), STATUS_IO);
}

static void is_cancelled(void **state)
{
    atomic_bool cancelled = false;
    struct value_source_worker *w;
    struct err err;
    struct test_game g;
    int16_t values[MOST_PLIES + 1];
    (void)state;
    make_game(&g, "startpos", OPENING);
    const struct value_source_game game = evaluated(&g);
    struct value_source *j = open_judge(ENGINE("[ $n = 1 ] || { echo info score cp 1" BEST "; }"),
                                        &(struct value_source_options){.cancelled = &cancelled});
    assert_int_equal(value_source_worker_open(&w, j, &err), STATUS_OK);
    atomic_store(&cancelled, true);
    assert_int_equal(value_source_run_game(w, &game, values, &err), STATUS_CANCELLED);
    value_source_worker_close(w);
    value_source_close(j);
}

/* --- Which engine it was ---------------------------------------------------------------------- */

static void assert_line(const char *spec, const struct value_source_options *o, const char *start,
                        char *whole, size_t size)
{
    struct value_source *j = open_judge(spec, o);
    struct span line = value_source_line(j);
    assert_true(span_starts(line, span_of(start)));
    assert_true(line.n < size);
    memcpy(whole, line.p, line.n);
    whole[line.n] = '\0';
    value_source_close(j);
}

static void write_file(const char *name, const char *text)
{
    FILE *f = fopen(name, "w");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
}

/* The same name and command, but another program: it is told apart by what is in its files. */
static void the_line_identifies_the_engine(void **state)
{
#define SAME ENGINE("echo info score cp 1" BEST)
    const char *const skill[] = {"Skill=1"};
    char plain[4096], again[4096], other[4096], file[4096], option[4200];
    (void)state;
    assert_line(SAME, &(struct value_source_options){0}, "usi Fake 1 nodes 1000 command sh -c",
                plain, sizeof plain);
    assert_line(SAME, &(struct value_source_options){0}, "", again, sizeof again);
    assert_string_equal(plain, again);
    assert_line(SAME,
                &(struct value_source_options){
                    .engine_options = skill, .engine_option_count = 1, .nodes = 5},
                "usi Fake 1 nodes 5 options Skill=1 command sh -c", other, sizeof other);
    assert_line(SAME, &(struct value_source_options){.sample = 3, .games = 4, .games_there = 50},
                "usi", other, sizeof other);
    assert_non_null(strstr(other, " sample 3 games 4/50"));
    snprintf(file, sizeof file, "%s", getenv("KIFU_TEST_LOG"));
    snprintf(option, sizeof option, "EvalFile=%s", file);
    const char *const eval[] = {option};
    const struct value_source_options o = {.engine_options = eval, .engine_option_count = 1};
    write_file(file, "weights\n");
    assert_line(SAME, &o, "usi", plain, sizeof plain);
    write_file(file, "Weights\n");
    assert_line(SAME, &o, "usi", other, sizeof other);
    assert_string_not_equal(plain, other);
    write_file(file, "weights\n");
    assert_line(SAME, &o, "usi", other, sizeof other);
    assert_string_equal(plain, other);
#undef SAME
}

/* --- Samples ---------------------------------------------------------------------------------- */

enum { SAMPLE_GAMES = 60, SAMPLE_PLIES = 50 };

static unsigned count_values(const struct value_source_options *o, int16_t values[][MOST_PLIES + 1])
{
    unsigned count = 0;
    struct value_source *j = open_judge("static", o);
    for (uint64_t i = 0; i < SAMPLE_GAMES; i++) {
        struct test_game g;
        random_game(&g, i, SAMPLE_PLIES);
        evaluate_with(j, &g, values[i]);
        for (uint32_t ply = 0; ply <= g.plies; ply++)
            count += values[i][ply] != VALUE_SOURCE_NO_VALUE;
    }
    value_source_close(j);
    return count;
}

static void samples_are_fractions_and_nested(void **state)
{
    static int16_t all[SAMPLE_GAMES][MOST_PLIES + 1], some[SAMPLE_GAMES][MOST_PLIES + 1],
        few[SAMPLE_GAMES][MOST_PLIES + 1];
    unsigned total = count_values(&(struct value_source_options){.sample = 1}, all);
    unsigned fourth = count_values(&(struct value_source_options){.sample = 4}, some);
    unsigned twentieth = count_values(&(struct value_source_options){.sample = 20}, few);
    (void)state;
    assert_int_equal(total, SAMPLE_GAMES * (SAMPLE_PLIES + 1));
    assert_in_range(fourth, total / 4 - 100, total / 4 + 100); /* four standard errors */
    assert_in_range(twentieth, total / 20 - 50, total / 20 + 50);
    for (int i = 0; i < SAMPLE_GAMES; i++) {
        for (int ply = 0; ply <= SAMPLE_PLIES; ply++) {
            assert_true(some[i][ply] == all[i][ply] || some[i][ply] == VALUE_SOURCE_NO_VALUE);
            assert_true(few[i][ply] == VALUE_SOURCE_NO_VALUE || few[i][ply] == some[i][ply]);
        }
    }
    unsigned games = count_values(
        &(struct value_source_options){.games = 20, .games_there = SAMPLE_GAMES}, some);
    assert_int_equal(games % (SAMPLE_PLIES + 1), 0);
    assert_in_range(games / (SAMPLE_PLIES + 1), 5, 35);
}

/* The engine is asked for no more than the sample, and it is the one that any judge has. */
static void an_engine_is_asked_for_the_sample_alone(void **state)
{
    struct test_game g;
    int16_t values[MOST_PLIES + 1], expected[MOST_PLIES + 1];
    uint64_t count = 0;
    const struct value_source_options o = {.sample = 5};
    (void)state;
    random_game(&g, 3, 60);
    struct value_source_tally t =
        evaluate_once(ENGINE("echo info score cp 1" BEST), &o, &g, values);
    evaluate_once("static", &o, &g, expected);
    for (uint32_t ply = 0; ply <= g.plies; ply++) {
        assert_int_equal(values[ply] == VALUE_SOURCE_NO_VALUE,
                         expected[ply] == VALUE_SOURCE_NO_VALUE);
        count += values[ply] != VALUE_SOURCE_NO_VALUE;
    }
    assert_true(count > 3 && count < 30);
    assert_int_equal(t.requests, count);
}

/* --- The same for any number of workers ------------------------------------------------------- */

enum { REPEAT_GAMES = 5, REPEAT_PLIES = 24 };

/* Games dealt out to so many workers in turn, forwards or backwards. */
static void run_workers(const char *spec, const struct value_source_options *o, unsigned workers,
                        bool backwards, int16_t values[][MOST_PLIES + 1])
{
    struct value_source_worker *w[3] = {NULL};
    struct err err;
    struct value_source *j = open_judge(spec, o);
    for (unsigned i = 0; i < workers; i++)
        assert_int_equal(value_source_worker_open(&w[i], j, &err), STATUS_OK);
    for (unsigned i = 0; i < REPEAT_GAMES; i++) {
        unsigned number = backwards ? REPEAT_GAMES - 1 - i : i;
        struct test_game g;
        random_game(&g, number, REPEAT_PLIES);
        const struct value_source_game game = evaluated(&g);
        assert_int_equal(value_source_run_game(w[i % workers], &game, values[number], &err),
                         STATUS_OK);
    }
    for (unsigned i = 0; i < workers; i++)
        value_source_worker_close(w[i]);
    value_source_close(j);
}

static void assert_same_for_all(const char *spec, const struct value_source_options *o)
{
    static int16_t one[REPEAT_GAMES][MOST_PLIES + 1], three[REPEAT_GAMES][MOST_PLIES + 1];
    unsigned known = 0;
    run_workers(spec, o, 1, false, one);
    run_workers(spec, o, 3, true, three);
    for (int i = 0; i < REPEAT_GAMES; i++) {
        assert_values(three[i], one[i], REPEAT_PLIES + 1);
        for (int ply = 0; ply <= REPEAT_PLIES; ply++)
            known += one[i][ply] != VALUE_SOURCE_NO_VALUE;
    }
    assert_true(known > REPEAT_GAMES * REPEAT_PLIES * 9 / 10 || o->sample);
}

static void same_values_for_any_number_of_workers(void **state)
{
    struct buf program, command;
    const char *kifu = getenv("KIFU");
    (void)state;
    assert_same_for_all("static", &(struct value_source_options){0});
    assert_same_for_all("quiescence", &(struct value_source_options){0});
    buf_init(&program, 1000);
    buf_init(&command, 1000);
    if (kifu) {
        buf_printf(&command, "usi:%s usi", kifu);
        assert_same_for_all(buf_cstr(&command), &(struct value_source_options){0});
        assert_same_for_all(buf_cstr(&command), &(struct value_source_options){.sample = 4});
    } else {
        print_message("skipped: KIFU does not name the program\n");
    }
    if (child_find(SPAN("fairy-stockfish"), path, &program))
        assert_same_for_all("usi:fairy-stockfish", &(struct value_source_options){0});
    else
        print_message("skipped: fairy-stockfish is not installed\n");
    buf_release(&program);
    buf_release(&command);
}

/* One that keeps something from game to game, unless it is told how many threads to use: the value
 * is how many positions it remembers. */
static void engines_are_made_to_forget(void **state)
{
    struct value_source_worker *w;
    struct err err;
    struct test_game g;
    int16_t values[MOST_PLIES + 1];
    const char *const threads[] = {"Threads=3"};
    (void)state;
    make_game(&g, "startpos", OPENING);
    const struct value_source_game game = evaluated(&g);
    struct value_source *j = open_judge(
        "usi:sh -c 'while read l; do case \"$l\" in usi) echo option name Threads type spin; echo "
        "usiok;; isready) echo readyok;; \"setoption name Threads value 3\") n=0;; go*) echo info "
        "score cp $n; n=$((n+1)); echo bestmove 7g7f;; quit) exit;; esac; done'",
        &(struct value_source_options){.engine_options = threads, .engine_option_count = 1});
    assert_int_equal(value_source_worker_open(&w, j, &err), STATUS_OK);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(value_source_run_game(w, &game, values, &err), STATUS_OK);
        assert_values(values, (int16_t[]){0, -1, 2, -3, 4}, 5);
    }
    value_source_worker_close(w);
    value_source_close(j);
}

/* It is told to be impartial, if it knows how; who wants it otherwise has the last word. */
static void contempt_is_for_players(void **state)
{
#define PARTIAL                                                                                    \
    "usi:sh -c 'while read l; do case \"$l\" in usi) echo option name Contempt type spin; echo "   \
    "usiok;; isready) echo readyok;; \"setoption name Contempt value\"*) n=${l##* };; go*) echo "  \
    "info score cp $n; echo bestmove 7g7f;; quit) exit;; esac; done'"
    struct test_game g;
    int16_t values[MOST_PLIES + 1];
    const char *const contempt[] = {"Contempt=30"};
    (void)state;
    make_game(&g, "startpos", "7g7f");
    evaluate_once(PARTIAL, &(struct value_source_options){0}, &g, values);
    assert_values(values, (int16_t[]){0, 0}, 2);
    evaluate_once(
        PARTIAL,
        &(struct value_source_options){.engine_options = contempt, .engine_option_count = 1}, &g,
        values);
    assert_values(values, (int16_t[]){30, -30}, 2);
#undef PARTIAL
}

static void survives_want_of_memory(void **state)
{
    struct test_game g;
    int16_t values[MOST_PLIES + 1];
    (void)state;
    make_game(&g, "startpos", OPENING);
    const struct value_source_game game = evaluated(&g);
    const struct value_source_options o = {.path = path};
    for (long n = 0;; n++) {
        struct value_source *j = NULL;
        struct value_source_worker *w = NULL;
        struct err err;
        mem_fail_after(n);
        enum status st = value_source_open(&j, ENGINE("echo info score cp 1" BEST), &o, &err);
        if (st == STATUS_OK)
            st = value_source_worker_open(&w, j, &err);
        if (st == STATUS_OK)
            st = value_source_run_game(w, &game, values, &err);
        mem_fail_never();
        value_source_worker_close(w);
        value_source_close(j);
        if (st == STATUS_OK)
            return;
    }
}

int main(void)
{
    char log[] = "/tmp/kifu-test-judge-XXXXXX";
    int fd = mkstemp(log);
    if (fd < 0 || close(fd) || setenv("KIFU_TEST_LOG", log, 1))
        return 1;
    signal(SIGPIPE, SIG_IGN);
    path = getenv("PATH");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_stand_at_their_plies),
        cmocka_unit_test(is_asked_as_it_should_be),
        cmocka_unit_test(all_kinds_of_scores),
        cmocka_unit_test(repeated_positions_are_asked_once),
        cmocka_unit_test(ends_of_games_are_not_asked),
        cmocka_unit_test(a_crash_costs_one_position),
        cmocka_unit_test(a_second_try_helps),
        cmocka_unit_test(one_that_hangs_is_given_up),
        cmocka_unit_test(a_hopeless_game_is_left),
        cmocka_unit_test(a_hopeless_engine_is_an_error),
        cmocka_unit_test(engines_that_never_work),
        cmocka_unit_test(is_cancelled),
        cmocka_unit_test(the_line_identifies_the_engine),
        cmocka_unit_test(samples_are_fractions_and_nested),
        cmocka_unit_test(an_engine_is_asked_for_the_sample_alone),
        cmocka_unit_test(same_values_for_any_number_of_workers),
        cmocka_unit_test(engines_are_made_to_forget),
        cmocka_unit_test(contempt_is_for_players),
        cmocka_unit_test(survives_want_of_memory),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    unlink(log);
    return failed;
}
