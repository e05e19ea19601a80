/* test_usi_session.c: lines in pieces, options, words of "go" and "position"; and that want of
 * memory is an answer like any other.  Whole conversations are in test_usi.c. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <pthread.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "engine/clock.h"
#include "engine/usi_session.h"
#include "engine/usi_words.h"

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
    assert_string_equal(buf_cstr(&out),
                        "info string a line was too long and is ignored\nreadyok\n");
    assert_false(usi_feed(u, SPAN("quit\nisready\n")));
    usi_close(u);
    buf_release(&out);
}

static void options_as_told(void **state)
{
    struct usi_settings s;
    struct buf b;
    (void)state;
    buf_init(&b, BUF_DEFAULT_MAX);
    usi_settings_init(&s);
    assert_int_equal(usi_settings_set(&s, SPAN("usi_hash"), SPAN("77")), USI_SET);
    assert_int_equal(usi_settings_set(&s, SPAN("Threads"), SPAN("-5")), USI_SET);
    assert_int_equal(usi_settings_set(&s, SPAN("MultiPV"), SPAN("5000")), USI_SET);
    assert_int_equal(usi_settings_set(&s, SPAN("USI_Ponder"), SPAN("true")), USI_SET);
    assert_int_equal(usi_settings_set(&s, SPAN("EnteringKingRule"), SPAN("csarule24")), USI_SET);
    assert_int_equal(usi_settings_set(&s, SPAN("Weights"), SPAN("a b.bin")), USI_SET_FILE);
    assert_int_equal(usi_settings_set(&s, SPAN("Weights"), SPAN("a\0b")), USI_SET_NO_VALUE);
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
    assert_true(go.mate && go.mate_ms == 0);
    usi_go_parse(&go, SPAN("nodes 5 mate 60000"));
    assert_true(go.mate && go.mate_ms == 60000 && go.nodes == 5);
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
    /* the moves before a bad one are played */
    assert_int_equal(usi_game_set(&g, SPAN("startpos moves 7g7f 7g7f 3c3d"), &err), STATUS_ILLEGAL);
    assert_true(g.ply == 2 && g.count == 2);
    uint64_t hash = g.pos.hash;
    /* what is no position changes nothing */
    assert_int_not_equal(usi_game_set(&g, SPAN("sfen 9/9 moves 7g7f"), &err), STATUS_OK);
    assert_int_not_equal(usi_game_set(&g, SPAN(""), &err), STATUS_OK);
    assert_true(g.pos.hash == hash && g.ply == 2 && g.count == 2);
    assert_int_equal(usi_game_set(&g, SPAN("sfen 4k4/9/9/9/9/9/9/9/4K4 w - 30 moves 5a5b"), &err),
                     STATUS_OK);
    assert_true(g.ply == 31 && g.count == 2);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_in_pieces),    cmocka_unit_test(options_as_told),
        cmocka_unit_test(words_of_go),        cmocka_unit_test(words_of_position),
        cmocka_unit_test(memory_may_run_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
