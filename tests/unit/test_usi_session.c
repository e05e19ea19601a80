/* test_usi_session.c: lines in pieces, options, words of "go" and "position"; and that want of
 * memory is an answer like any other.  Whole conversations are in test_usi.c. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "engine/search/clock.h"
#include "engine/usi/usi_parse.h"
#include "engine/usi/usi_session.h"

static void keep(void *ctx, struct span lines)
{
    buf_add_span(ctx, lines);
}

static struct usi_config config_for(struct buf *out)
{
    struct usi_config config = {
        .ctx = out, .write = keep, .name = SPAN("Test 1"), .most_hash_mb = 1, .most_nodes = 500};
    static char material[] = "material";
    usi_settings_init(&config.settings);
    config.settings.weights = material;
    return config;
}

static void lines_in_pieces(void **state)
{
    struct buf out;
    struct usi *u;
    (void)state;
    buf_init(&out, BUF_DEFAULT_MAX);
    struct usi_config config = config_for(&out);
    assert_int_equal(usi_open(&u, &config, NULL), STATUS_OK);
    const char *text = "isready\r\nis ready\n\n  isready  \nnothing\nisready";
    for (const char *p = text; *p; p++)
        assert_true(usi_feed(u, span_make(p, 1)));
    assert_string_equal(buf_cstr(&out), "readyok\nreadyok\n");
    assert_true(usi_feed(u, SPAN("\n")));
    assert_string_equal(buf_cstr(&out), "readyok\nreadyok\nreadyok\n");
    buf_clear(&out);
    /* a line that is too long is told of and dropped, whatever it says at its end */
    for (int i = 0; i < USI_MAX_LINE / 8 + 2; i++)
        assert_true(usi_feed(u, SPAN("isready ")));
    assert_int_equal(out.n, 0);
    assert_true(usi_feed(u, SPAN("\nisready\n")));
    assert_string_equal(buf_cstr(&out), "info string line too long; ignored\nreadyok\n");
    assert_false(usi_feed(u, SPAN("quit\nisready\n")));
    usi_close(u);
    buf_release(&out);
}

static void options_as_set(void **state)
{
    struct usi_settings s;
    struct buf b;
    (void)state;
    buf_init(&b, BUF_DEFAULT_MAX);
    usi_settings_init(&s);
    assert_int_equal(usi_settings_set(&s, SPAN("usi_hash"), SPAN("77")), USI_SET);
    assert_int_equal(usi_settings_set(&s, SPAN("MultiPV"), SPAN("593")), USI_SET);
    /* beyond what is allowed: the value stays */
    assert_int_equal(usi_settings_set(&s, SPAN("Threads"), SPAN("-5")), USI_SET_NO_VALUE);
    assert_int_equal(usi_settings_set(&s, SPAN("MultiPV"), SPAN("5000")), USI_SET_NO_VALUE);
    assert_int_equal(usi_settings_set(&s, SPAN("Natural"), SPAN("101")), USI_SET_NO_VALUE);
    assert_int_equal(usi_settings_set(&s, SPAN("USI_Ponder"), SPAN("true")), USI_SET);
    assert_int_equal(usi_settings_set(&s, SPAN("EnteringKingRule"), SPAN("csarule24")), USI_SET);
    assert_int_equal(usi_settings_set(&s, SPAN("Weights"), SPAN("a b.bin")), USI_SET_FILE);
    assert_int_equal(usi_settings_set(&s, SPAN("Weights"), SPAN("a\0b")), USI_SET_NO_VALUE);
    assert_int_equal(usi_settings_set(&s, SPAN("Weights"), SPAN("a\tb")), USI_SET_NO_VALUE);
    assert_int_equal(usi_settings_set(&s, SPAN("Threads"), SPAN("two")), USI_SET_NO_VALUE);
    assert_int_equal(usi_settings_set(&s, SPAN("USI_Ponder"), SPAN("")), USI_SET_NO_VALUE);
    assert_int_equal(usi_settings_set(&s, SPAN("Thread"), SPAN("2")), USI_SET_NO_OPTION);
    assert_int_equal(s.hash_mb, 77);
    assert_int_equal(s.threads, 1);
    assert_int_equal(s.lines, 593);
    assert_int_equal(s.rule, USI_RULE_24);
    usi_settings_print(&s, &b);
    const char *text = buf_cstr(&b);
    assert_non_null(strstr(text, "option name USI_Hash type spin default 77 min 1 max "));
    assert_non_null(strstr(text, "option name USI_Ponder type check default true\n"));
    assert_non_null(strstr(text, "option name Weights type filename default a b.bin\n"));
    assert_non_null(
        strstr(text, " type combo default CSARule24 var NoEnteringKing var CSARule27 "));
    assert_int_equal(usi_settings_set(&s, SPAN("Weights"), SPAN("<empty>")), USI_SET_FILE);
    assert_null(s.weights);
    usi_settings_release(&s);
    buf_release(&b);
}

static void words_of_go(void **state)
{
    struct usi_go go;
    (void)state;
    usi_go_parse(&go, SPAN(" ponder btime 1 wtime 2 byoyomi 3 binc 4 winc 5 x"));
    assert_true(go.ponder && go.timed && !go.infinite && !go.mate);
    assert_true(go.time_ms[0] == 1 && go.time_ms[1] == 2 && go.byoyomi_ms == 3);
    assert_true(go.increment_ms[0] == 4 && go.increment_ms[1] == 5);
    usi_go_parse(&go, SPAN("btime -3 wtime 99999999999999999999999999 byoyomi"));
    assert_true(go.time_ms[0] == 0 && go.time_ms[1] == CLOCK_MOST_MS && go.byoyomi_ms == 0);
    usi_go_parse(&go, SPAN("depth 1000 nodes 12 movetime 34"));
    assert_true(go.depth == THINK_MAX_PLY && go.nodes == 12 && go.movetime_ms == 34 && !go.timed);
    usi_go_parse(&go, SPAN("mate infinite"));
    assert_true(go.mate && !go.mate_timed);
    usi_go_parse(&go, SPAN("nodes 5 mate 60000"));
    assert_true(go.mate && go.mate_timed && go.mate_ms == 60000 && go.nodes == 5);
    /* nothing is the least there is, and not the same as no limit */
    usi_go_parse(&go, SPAN("depth 0 nodes 0 movetime 0 mate 0 btime 0"));
    assert_true(go.depth == 1 && go.nodes == 1 && go.has_movetime && go.mate_timed && go.timed);
    usi_go_parse(&go, SPAN("movetime mate"));
    assert_true(!go.has_movetime && go.mate && !go.mate_timed);
    usi_go_parse(&go, SPAN("searchmoves 7g7f P*5e infinite"));
    assert_true(go.only_count == 2 && go.infinite);
}

static void words_of_position(void **state)
{
    struct usi_game g;
    struct err err = {0};
    (void)state;
    assert_int_equal(usi_game_init(&g, NULL), STATUS_OK);
    assert_int_equal(usi_game_set(&g, SPAN(" startpos moves 7g7f 3c3d"), &err), STATUS_OK);
    assert_true(g.ply == 3 && g.count == 3 && g.history[2].hash == g.pos.hash);
    assert_true(g.known);
    /* what is no position, or comes to none, leaves none: neither the one before nor a part */
    static const char *const bad[] = {"startpos moves 7g7f 7g7f 3c3d", "sfen 9/9 moves 7g7f", "",
                                      "startpos moves 7g7f x", "sfen"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(usi_game_set(&g, SPAN("startpos"), &err), STATUS_OK);
        assert_true(g.known);
        assert_int_not_equal(usi_game_set(&g, span_of(bad[i]), &err), STATUS_OK);
        assert_false(g.known);
    }
    assert_int_equal(usi_game_set(&g, SPAN("sfen 4k4/9/9/9/9/9/9/9/4K4 w - 30 moves 5a5b"), &err),
                     STATUS_OK);
    assert_true(g.known && g.ply == 31 && g.count == 2);
    usi_game_release(&g);
}

static int count(const char *text, const char *word)
{
    int n = 0;
    while ((text = strstr(text, word))) {
        n++;
        text++;
    }
    return n;
}

/* Any allocation may fail: what can't be done is said, and every "go" is answered. */
static void memory_may_run_out(void **state)
{
    (void)state;
    for (long n = 0; n < 60; n++) {
        struct usi *u;
        struct buf out;
        char room[1 << 14];
        buf_init(&out, sizeof room);
        out.p = room; /* writing must not fail */
        out.cap = sizeof room;
        struct usi_config config = config_for(&out);
        mem_fail_after(n);
        if (usi_open(&u, &config, NULL) == STATUS_OK) {
            assert_true(usi_feed(u, SPAN("usi\nisready\nposition startpos moves 7g7f\n"
                                         "setoption name Weights value material\n"
                                         "go depth 2\ngo depth 1\ngo mate 10\nquit\n")) == false);
            usi_close(u);
            mem_fail_never();
            assert_int_equal(count(buf_cstr(&out), "bestmove "), 2);
            assert_int_equal(count(out.p, "checkmate "), 1);
        }
        mem_fail_never();
    }
}

/* --- What must not lose a game ---------------------------------------------------------------- */

struct usi_session_log {
    pthread_mutex_t lock;
    struct buf text;
};

static void hear(void *ctx, struct span lines)
{
    struct usi_session_log *h = ctx;
    pthread_mutex_lock(&h->lock);
    buf_add_span(&h->text, lines);
    pthread_mutex_unlock(&h->lock);
}

/* All that a session says to some lines, until its searches have ended by themselves. */
static const char *converse(struct usi_session_log *h, const struct usi_config *like,
                            const char *lines)
{
    struct usi_config config = *like;
    struct usi *u;
    config.ctx = h;
    config.write = hear;
    pthread_mutex_init(&h->lock, NULL);
    buf_init(&h->text, BUF_DEFAULT_MAX);
    assert_int_equal(usi_open(&u, &config, NULL), STATUS_OK);
    if (usi_feed(u, span_of(lines)))
        while (usi_ends_by_itself(u)) {
            poll(NULL, 0, 1);
            usi_tick(u);
        }
    usi_close(u);
    pthread_mutex_destroy(&h->lock);
    return buf_cstr(&h->text);
}

static void larger_than_memory(void **state)
{
    struct usi_session_log h;
    (void)state;
    struct usi_config config = config_for(NULL);
    config.most_hash_mb = 0;
    config.memory = 16 << 20;
    const char *text = converse(&h, &config,
                                "setoption name USI_Hash value 32768\nisready\n"
                                "position startpos\ngo depth 1\nposition startpos\n"
                                "go mate 10\n");
    assert_int_equal(count(text, "info string USI_Hash 32768 does not fit in memory; using 14 MB"),
                     2);
    assert_true(strstr(text, "does not fit") < strstr(text, "readyok"));
    assert_int_equal(count(text, "bestmove "), 1);
    assert_null(strstr(text, "resign"));
    assert_non_null(strstr(text, "checkmate "));
    buf_release(&h.text);
    /* what the machine really has is asked for, too */
    config.memory = 0;
    text =
        converse(&h, &config, "setoption name USI_Hash value 1048576\nposition startpos\nquit\n");
    assert_int_equal(h.text.n, 0);
    buf_release(&h.text);
}

static void refusals_are_reported(void **state)
{
    static const char *const lines[][2] = {
        {"setoption name Nope value 1", "unknown option Nope"},
        {"setoption name Threads value 513", "option Threads cannot be 513"},
        {"setoption name Threads value 0", "option Threads cannot be 0"},
        {"setoption name MultiPV value many", "option MultiPV cannot be many"},
        {"setoption name USI_Ponder value maybe", "option USI_Ponder cannot be maybe"},
        {"setoption name EnteringKingRule value 7", "option EnteringKingRule cannot be 7"},
        {"setoption MultiPV 3", "setoption without a name"},
        {"setoption name Weights value a\tb\xff", "option Weights cannot be a?b?"},
        {"position startpos moves 7g7f 7g7f", "7g7f is not a legal move"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        struct usi_session_log h;
        char input[200];
        struct usi_config config = config_for(NULL);
        snprintf(input, sizeof input, "%s\n", lines[i][0]);
        const char *text = converse(&h, &config, input);
        if (strncmp(text, "info string ", 12) != 0 || !strstr(text, lines[i][1]))
            fail_msg("%s: %s", lines[i][0], text);
        assert_int_equal(count(text, "\n"), 1);
        buf_release(&h.text);
    }
}

static void no_move_without_a_position(void **state)
{
    struct usi_session_log h;
    struct usi_config config = config_for(NULL);
    (void)state;
    const char *text =
        converse(&h, &config,
                 "position startpos moves 7g7f\nposition startpos moves 7g7f 3c3d 3c3d\n"
                 "go depth 1\ngo mate 100\nposition startpos\ngo depth 1\n");
    const char *first = strstr(text, "bestmove resign\n");
    assert_non_null(first);
    assert_true(strstr(text, "info string no position") < first);
    assert_non_null(strstr(first, "checkmate timeout\n"));
    assert_non_null(strstr(first + 1, "bestmove "));
    assert_int_equal(count(text, "resign"), 1);
    buf_release(&h.text);
}

/* A second question waits for the first: none is cut short, all are answered in their order. */
static void commands_in_a_row(void **state)
{
    struct usi_session_log h;
    struct usi_config config = config_for(NULL);
    (void)state;
    config.most_nodes = 0;
    const char *text = converse(&h, &config,
                                "position startpos\ngo depth 5\n"
                                "position startpos moves 7g7f\nsetoption name MultiPV value 2\n"
                                "go depth 4\nusinewgame\nposition startpos\n"
                                "go depth 3 searchmoves 9g9f\n");
    const char *first = strstr(text, "bestmove "),
               *second = first ? strstr(first + 1, "bestmove ") : 0;
    assert_true(first && second);
    const char *deep = strstr(text, "info depth 5 ");
    assert_true(deep && deep < first);
    assert_non_null(strstr(first, "info depth 4 "));
    assert_non_null(strstr(first, " multipv 2 "));
    assert_non_null(strstr(second + 1, "bestmove 9g9f"));
    assert_int_equal(count(text, "bestmove "), 3);
    buf_release(&h.text);
    /* one that has no end is told of, and ended by "stop" with all that wait */
    text = converse(&h, &config, "go infinite\ngo infinite\ngo depth 60\nstop\ngo depth 2\nquit\n");
    assert_int_equal(count(text, "info string go waits"), 1);
    assert_int_equal(count(text, "bestmove "), 4);
    buf_release(&h.text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_in_pieces),       cmocka_unit_test(options_as_set),
        cmocka_unit_test(words_of_go),           cmocka_unit_test(words_of_position),
        cmocka_unit_test(memory_may_run_out),    cmocka_unit_test(larger_than_memory),
        cmocka_unit_test(refusals_are_reported), cmocka_unit_test(no_move_without_a_position),
        cmocka_unit_test(commands_in_a_row),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
