/* test_usi_proxy.c: `kifu usi --over`: engines that behave and all the ways in which they don't.
 * The engines are lines of shell. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include <time.h>

#include "base/alloc.h"
#include "base/io/child.h"
#include "engine/usi/usi_inner.h"
#include "engine/usi/usi_proxy.h"

enum { PATIENCE_MS = 60000 };

/* go has it do what stands there; $set is what it was told, $go the line. */
#define ENGINE(go)                                                                                 \
    "sh -c 'while read l; do case \"$l\" in usi) echo id name Fake 1; echo option name MultiPV "   \
    "type spin default 1 min 1 max 500; echo option name Skill Level type spin default 3 min 0 "   \
    "max 9; echo option name Natural type check default false; echo usiok;; isready) echo "        \
    "readyok;; setoption*) set=\"$set $l;\";; go*) " go ";; quit) exit;; esac; done'"

/* Two lines, the second out of an older round. */
#define LINES                                                                                      \
    "echo info depth 7 multipv 1 score cp 45 pv 2g2f 8c8d; "                                       \
    "echo info depth 6 multipv 2 score cp 60 pv 7g7f 3c3d; "

struct usi_proxy_session {
    struct usi_proxy *p;
    struct buf out;
};

static void keep(void *ctx, struct span lines)
{
    buf_add_span(ctx, lines);
}

static void start_with(struct usi_proxy_session *t, const char *engine, int dial, uint32_t hang_ms)
{
    struct err err = {0};
    struct usi_proxy_config c = {.ctx = &t->out,
                                 .write = keep,
                                 .name = SPAN("Test"),
                                 .command = span_of(engine),
                                 .path = getenv("PATH"),
                                 .late_ms = 100,
                                 .hang_ms = hang_ms};
    usi_rows_init(&style_rows, &c.style);
    c.style.natural = dial;
    buf_init(&t->out, BUF_DEFAULT_MAX);
    assert_int_equal(usi_proxy_open(&t->p, &c, &err), STATUS_OK);
}

static void start(struct usi_proxy_session *t, const char *engine, int dial)
{
    start_with(t, engine, dial, PATIENCE_MS);
}

static void end(struct usi_proxy_session *t)
{
    usi_proxy_close(t->p);
    buf_release(&t->out);
}

static void say(struct usi_proxy_session *t, const char *line)
{
    assert_true(usi_proxy_feed(t->p, span_of(line)));
    assert_true(usi_proxy_feed(t->p, SPAN("\n")));
}

static bool has(const struct usi_proxy_session *t, const char *text)
{
    return t->out.n && strstr(buf_cstr((struct buf *)&t->out), text) != NULL;
}

/* Until the text has been said. */
static void wait_for(struct usi_proxy_session *t, const char *text)
{
    uint64_t until = steady_ms() + PATIENCE_MS;
    while (!has(t, text)) {
        struct pollfd fd = {.fd = usi_proxy_fd(t->p), .events = POLLIN};
        int due = usi_proxy_due_ms(t->p);
        if (steady_ms() > until)
            fail_msg("no \"%s\" in:\n%s", text, buf_cstr(&t->out));
        poll(&fd, 1, due < 0 || due > 50 ? 50 : due);
        usi_proxy_read(t->p);
    }
}

static void wait_for_own_move(struct usi_proxy_session *t)
{
    wait_for(t, "playing Kifu's own\nbestmove ");
    assert_false(has(t, "bestmove resign"));
}

static void offers_both_sorts_of_options(void **state)
{
    struct usi_proxy_session t;
    (void)state;
    start(&t, ENGINE("echo info string $set; echo bestmove 7g7f"), 0);
    say(&t, "usi");
    assert_true(has(&t, "id name Test over Fake 1\n"));
    assert_true(has(&t, "option name Skill Level type spin default 3 min 0 max 9\n"));
    assert_true(has(&t, "option name Inner_Natural type check default false\n"));
    assert_true(has(&t, "option name Natural type spin default 0 min 0 max 100\n"));
    assert_true(has(&t, "option name Natural_Lines type spin default 10 "));
    assert_true(has(&t, "usiok\n"));
    say(&t, "setoption name Skill Level value 7");
    say(&t, "setoption name Inner_Natural value true");
    say(&t, "setoption name natural value 0");
    say(&t, "isready");
    wait_for(&t, "readyok\n");
    say(&t, "position startpos");
    say(&t, "go nodes 1");
    wait_for(&t, "bestmove 7g7f\n");
    assert_true(has(&t, "Skill Level value 7; setoption name Natural value true;"));
    assert_false(has(&t, "natural value 0"));
    say(&t, "setoption name Natural value many");
    assert_true(has(&t, "option Natural cannot be many"));
    end(&t);
}

/* What is off changes nothing: lines and answer are the engine's. */
static void plain_passes_through(void **state)
{
    struct usi_proxy_session t;
    (void)state;
    start(&t, ENGINE(LINES "echo info string told $set $l; echo bestmove 2g2f ponder 8c8d"), 0);
    say(&t, "position startpos");
    say(&t, "go btime 1000 wtime 1000");
    wait_for(&t, "bestmove 2g2f ponder 8c8d\n");
    assert_true(has(&t, "info depth 6 multipv 2 score cp 60 pv 7g7f 3c3d\n"));
    assert_true(has(&t, "told go btime 1000 wtime 1000\n"));
    end(&t);
}

static void chooses_and_explains(void **state)
{
    struct usi_proxy_session t;
    (void)state;
    start(&t, ENGINE(LINES "echo info string told $set; echo bestmove 2g2f ponder 8c8d"), 50);
    say(&t, "position startpos");
    say(&t, "go nodes 5");
    wait_for(&t, "bestmove ");
    assert_true(has(&t, "told setoption name MultiPV value 10;"));
    assert_true(has(&t, "multipv 1 "));
    assert_false(has(&t, "multipv 2 ")); /* the GUI asked for one line */
    assert_true(has(&t, ": people play it "));
    assert_true(has(&t, "bestmove 2g2f ponder 8c8d\n") || has(&t, "bestmove 7g7f ponder 3c3d\n"));
    buf_clear(&t.out);
    say(&t, "setoption name Explain value japanese");
    say(&t, "setoption name MultiPV value 2");
    say(&t, "go nodes 5");
    wait_for(&t, "bestmove ");
    assert_true(has(&t, "人が指す割合"));
    assert_true(has(&t, "multipv 2 "));
    /* off again: it is told what the GUI wants */
    buf_clear(&t.out);
    say(&t, "setoption name Natural value 0");
    say(&t, "go nodes 5");
    wait_for(&t, "bestmove 2g2f ponder 8c8d\n");
    assert_true(has(&t, "MultiPV value 10; setoption name MultiPV value 2;"));
    end(&t);
}

/* Mates, declarations, resignations and what is no move are passed on. */
static void leaves_alone(void **state)
{
    struct usi_proxy_session t;
    (void)state;
    start(&t,
          ENGINE("echo info multipv 1 score mate 3 pv 2g2f; echo info multipv 2 score cp 60 pv "
                 "7g7f; echo bestmove 2g2f"),
          99);
    say(&t, "position startpos");
    say(&t, "go nodes 5");
    wait_for(&t, "bestmove 2g2f\n");
    end(&t);
    start(&t, ENGINE(LINES "echo bestmove resign"), 99);
    say(&t, "go nodes 5");
    wait_for(&t, "bestmove resign\n");
    end(&t);
    start(&t, ENGINE(LINES "echo bestmove win"), 99);
    say(&t, "go nodes 5");
    wait_for(&t, "bestmove win\n");
    end(&t);
    start(&t, ENGINE("echo checkmate nomate"), 99);
    say(&t, "go mate 1000");
    wait_for(&t, "checkmate nomate\n");
    end(&t);
}

/* An engine that listens meanwhile. */
#define PONDERER                                                                                   \
    ENGINE(LINES "read m; echo \"info string heard $m\"; "                                         \
                 "case \"$m\" in stop|ponderhit*) echo bestmove 2g2f;; esac")

static void pondering_and_stopping(void **state)
{
    struct usi_proxy_session t;
    (void)state;
    start(&t, PONDERER, 50);
    say(&t, "position startpos");
    say(&t, "go ponder btime 1000 wtime 1000");
    wait_for(&t, "multipv 1");
    assert_false(usi_proxy_ends_by_itself(t.p));
    say(&t, "ponderhit btime 500 wtime 500");
    wait_for(&t, "bestmove ");
    assert_true(has(&t, "heard ponderhit btime 500 wtime 500\n"));
    assert_true(has(&t, "people play it"));
    buf_clear(&t.out);
    say(&t, "go infinite");
    wait_for(&t, "multipv 1");
    say(&t, "stop");
    wait_for(&t, "bestmove 2g2f\n");
    assert_false(has(&t, "likely"));
    /* a "go" too early stops the one before; both are answered */
    buf_clear(&t.out);
    say(&t, "go infinite");
    wait_for(&t, "multipv 1");
    say(&t, "go infinite");
    wait_for(&t, "bestmove 2g2f\n");
    buf_clear(&t.out);
    wait_for(&t, "multipv 1");
    say(&t, "gameover win");
    wait_for(&t, "bestmove 2g2f\n");
    assert_false(usi_proxy_feed(t.p, SPAN("quit\n")));
    end(&t);
}

/* It dies once (a file remembers), and is asked again. */
static void dies_and_comes_back(void **state)
{
    struct usi_proxy_session t;
    (void)state;
    char folder[] = "/tmp/kifu-proxy-XXXXXX";
    assert_non_null(mkdtemp(folder));
    struct buf engine;
    buf_init(&engine, BUF_DEFAULT_MAX);
    buf_printf(&engine,
               ENGINE("if mkdir %s/died 2>/dev/null; then exit 3; fi; echo info string told $set; "
                      "echo bestmove 7g7f"),
               folder);
    start(&t, buf_cstr(&engine), 0);
    say(&t, "setoption name Skill Level value 7");
    say(&t, "position startpos");
    say(&t, "go nodes 5");
    wait_for(&t, "bestmove 7g7f\n");
    assert_true(has(&t, "exited or crashed"));
    assert_true(has(&t, "told setoption name Skill Level value 7;"));
    end(&t);
    buf_clear(&engine);
    buf_printf(&engine, "rm -r %s", folder);
    assert_int_equal(system(buf_cstr(&engine)), 0); // NOLINT(cert-env33-c): our own folder
    buf_release(&engine);
}

static void dies_again_and_again(void **state)
{
    struct usi_proxy_session t;
    (void)state;
    start(&t, ENGINE("exit 3"), 50);
    say(&t, "position startpos");
    say(&t, "go nodes 5");
    wait_for_own_move(&t);
    say(&t, "go mate 1000");
    wait_for(&t, "checkmate timeout\n");
    say(&t, "isready");
    wait_for(&t, "readyok\n");
    /* with something said before, that is played */
    buf_clear(&t.out);
    end(&t);
    start(&t, ENGINE(LINES "exit 3"), 0);
    say(&t, "position startpos");
    say(&t, "go nodes 5");
    wait_for(&t, "bestmove 2g2f\n");
    end(&t);
}

/* One that says no bestmove, whatever it is told: what it has said in time is played. */
static bool is_given_up(uint32_t hang_ms)
{
    struct usi_proxy_session t;
    start_with(&t, ENGINE(LINES ":"), 0, hang_ms);
    say(&t, "position startpos");
    say(&t, "go movetime 50");
    wait_for(&t, "bestmove ");
    const bool in_time = has(&t, "bestmove 2g2f\n");
    assert_true(has(&t, "does not answer"));
    say(&t, "isready");
    wait_for(&t, "readyok\n");
    end(&t);
    return in_time;
}

static void silence_and_noise(void **state)
{
    struct usi_proxy_session t;
    uint32_t ms = 300;
    (void)state;
    while (!is_given_up(ms)) /* the machine may be too busy for the shell to say anything */
        assert_true((ms *= 2) < PATIENCE_MS);
    start(&t, ENGINE("while :; do echo noise; echo bestmove; done"), 50);
    say(&t, "position startpos");
    say(&t, "go movetime 50");
    wait_for(&t, "bestmove");
    end(&t);
    start(&t, ENGINE("head -c 3000000 /dev/zero; echo; echo bestmove 7g7f"), 50);
    say(&t, "position startpos");
    say(&t, "go movetime 50");
    wait_for_own_move(&t);
    end(&t);
}

/* What cannot be played is not passed on: the best that was said is played, or our own move. */
static void plays_nothing_illegal(void **state)
{
    static const char *const engines[] = {
        ENGINE("echo bestmove 5e5d"), ENGINE("echo bestmove P*5e"),
        ENGINE("echo bestmove nonsense"), ENGINE("echo bestmove")};
    struct usi_proxy_session t;
    (void)state;
    for (int i = 0; i < 8; i++) {
        start(&t, engines[i / 2], i % 2 ? 50 : 0);
        say(&t, "position startpos moves 7g7f");
        say(&t, "go nodes 5");
        wait_for_own_move(&t);
        assert_true(has(&t, "which is not a legal move"));
        end(&t);
    }
    start(&t, ENGINE(LINES "echo bestmove 5e5d"), 0);
    say(&t, "position startpos");
    say(&t, "go nodes 5");
    wait_for(&t, "bestmove 2g2f\n");
    say(&t, "position startpos moves 7g7f 7g7f");
    say(&t, "go nodes 5");
    wait_for(&t, "bestmove resign\n");
    assert_true(has(&t, "no position"));
    end(&t);
}

static double processor_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return 1e3 * (double)t.tv_sec + (double)t.tv_nsec / 1e6;
}

/* One that is silent is answered for before the clock has run out, as far as the proxy is let: it
 * is due by then. */
static void hangs_by_the_clock(void **state)
{
    static const char *const lines[] = {"go btime 600 wtime 600", "go btime 0 wtime 0 byoyomi 600",
                                        "go btime 100 wtime 100 binc 500 winc 500"};
    struct usi_proxy_session t;
    (void)state;
    for (int i = 0; i < 3; i++) {
        start(&t, ENGINE(":"), 0);
        say(&t, "position startpos");
        double began = processor_ms(); /* others may have had the processor in between */
        say(&t, lines[i]);
        int due = usi_proxy_due_ms(t.p);
        assert_true(due >= 0 && due + (processor_ms() - began) < 600);
        assert_true(due <= 600 - 50); /* what a move of our own may take */
        wait_for_own_move(&t);
        assert_true(has(&t, "does not answer"));
        end(&t);
    }
}

/* It answers what the last position wants: the first moves of a game, one after the other. */
#define FOLLOWER                                                                                   \
    "sh -c 'while read l; do case \"$l\" in usi) echo usiok;; isready) echo readyok;; "            \
    "position*) p=\"$l\";; go*) echo \"info string heard $p, $l\"; case \"$l\" in *infinite) "     \
    "read l;; esac; case \"$p\" in *3c3d) echo bestmove 2g2f;; *7g7f) echo bestmove 3c3d;; *) "    \
    "echo bestmove 7g7f;; esac;; quit) exit;; esac; done'"
#define IN_ORDER "bestmove 7g7f\n", "bestmove 3c3d\n", "bestmove 2g2f\n"

static void has_in_order(const struct usi_proxy_session *t, const char *const *texts, int n)
{
    const char *at = buf_cstr((struct buf *)&t->out);
    for (int i = 0; i < n; i++) {
        const char *found = strstr(at, texts[i]);
        if (!found)
            fail_msg("no \"%s\" in:\n%s", texts[i], at);
        at = found + strlen(texts[i]);
    }
    assert_null(strstr(at, "bestmove"));
    assert_false(has(t, "not a legal move"));
}

/* Every "go" has an answer, for the position before it, however early the next ones come. */
static void each_go_has_its_answer(void **state)
{
    static const char *const answers[] = {IN_ORDER};
    static const char *const ends[] = {"nodes 5", "btime 100000 wtime 100000", "infinite"};
    struct usi_proxy_session t;
    (void)state;
    for (int i = 0; i < 6; i++) {
        bool is_endless = i / 2 == 2, stops = i % 2;
        struct buf lines;
        buf_init(&lines, BUF_DEFAULT_MAX);
        buf_printf(&lines,
                   "position startpos\ngo %s\nsetoption name Natural value none\nposition startpos "
                   "moves 7g7f\ngo %s\nposition startpos moves 7g7f 3c3d\ngo %s\n%s",
                   ends[i / 2], ends[i / 2], ends[i / 2], stops ? "gameover win\n" : "");
        start(&t, FOLLOWER, 0);
        assert_true(usi_proxy_feed(t.p, buf_span(&lines)));
        assert_true(usi_proxy_ends_by_itself(t.p));
        wait_for(&t, "bestmove 3c3d\n");
        if (is_endless && !stops) {
            wait_for(&t, "moves 7g7f 3c3d, go infinite\n");
            assert_false(usi_proxy_ends_by_itself(t.p));
            say(&t, "stop");
        }
        wait_for(&t, "bestmove 2g2f\n");
        has_in_order(&t, answers, 3);
        assert_true(has(&t, "option Natural cannot be none"));
        assert_false(usi_proxy_ends_by_itself(t.p));
        end(&t);
        buf_release(&lines);
    }
}

/* "ponderhit" is for the search that it follows, also if that has to wait. */
static void a_hit_waits_with_its_go(void **state)
{
    struct usi_proxy_session t;
    (void)state;
    start(&t, PONDERER, 0);
    say(&t, "position startpos");
    say(&t, "go infinite");
    say(&t, "go ponder btime 100000 wtime 100000");
    say(&t, "ponderhit");
    wait_for(&t, "heard stop\n");
    wait_for(&t, "heard ponderhit\n");
    end(&t);
}

/* Where a clock runs, nothing is waited for before the answer: a new start may take long. */
static void answers_before_a_new_start(void **state)
{
    struct usi_proxy_session t;
    (void)state;
    start(&t, ENGINE("exit 3"), 0);
    say(&t, "position startpos");
    say(&t, "go btime 600000 wtime 600000");
    wait_for_own_move(&t);
    const char *output = buf_cstr(&t.out), *restart = strstr(output, "restarting it");
    assert_non_null(restart);
    assert_true(strstr(output, "bestmove ") < restart);
    end(&t);
}

/* What is left of the clock is enough for a move of our own: no search, if it is next to nothing. */
static void own_move_by_the_clock(void **state)
{
    enum { LEFT_MS = 40, OF_A_SEARCH = 1 };
    struct usi_game game = {0};
    struct err err = {0};
    shogi_move moves[SHOGI_MAX_MOVES];
    (void)state;
    assert_int_equal(usi_game_init(&game, &err), STATUS_OK);
    assert_int_equal(usi_game_set(&game, SPAN("startpos moves 7g7f"), &err), STATUS_OK);
    assert_true(shogi_legal_moves(&game.pos, moves) > 0);
    struct usi_fallback *f = usi_fallback_open();
    assert_non_null(f);
    assert_int_equal(usi_fallback_move(f, &game, 0), moves[0]);
    assert_int_equal(usi_fallback_move(NULL, &game, UINT64_MAX), moves[0]);
    double began = processor_ms();
    shogi_move own = usi_fallback_move(f, &game, steady_ms() + LEFT_MS);
    assert_true(processor_ms() - began < LEFT_MS);
    assert_true(shogi_move_is_legal(&game.pos, own));
    /* and nothing is opened for it any more: allocations are those of a search */
    struct span mate = SPAN("sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1");
    assert_int_equal(usi_game_set(&game, mate, &err), STATUS_OK);
    assert_true(shogi_usi_parse(SPAN("G*5b"), &own));
    assert_true(shogi_legal_moves(&game.pos, moves) > 0 && moves[0] != own);
    mem_fail_after(OF_A_SEARCH);
    shogi_move found = usi_fallback_move(f, &game, steady_ms() + PATIENCE_MS);
    mem_fail_never();
    assert_int_equal(found, own);
    usi_fallback_close(f);
    usi_game_release(&game);
}

/* "readyok" of one that hangs is not waited for without end. */
static void never_ready(void **state)
{
    struct usi_proxy *p;
    struct err err = {0};
    struct buf out;
    struct usi_proxy_config c = {
        .ctx = &out,
        .write = keep,
        .command = SPAN("sh -c 'while read l; do case $l in usi) echo usiok;; quit) exit;; esac; "
                        "done'"),
        .path = getenv("PATH"),
        .ready_ms = 200};
    (void)state;
    usi_rows_init(&style_rows, &c.style);
    buf_init(&out, BUF_DEFAULT_MAX);
    while (usi_proxy_open(&p, &c, &err) != STATUS_OK) /* the machine may be busy */
        assert_true((c.ready_ms *= 2) < PATIENCE_MS);
    assert_true(usi_proxy_feed(p, SPAN("isready\n")));
    uint64_t until = steady_ms() + PATIENCE_MS;
    while (usi_proxy_ends_by_itself(p)) {
        assert_true(steady_ms() < until);
        int due = usi_proxy_due_ms(p);
        if (due > 0)
            poll(NULL, 0, due);
        usi_proxy_read(p);
    }
    assert_int_equal(usi_proxy_due_ms(p), -1);
    usi_proxy_close(p);
    buf_release(&out);
}

static bool quits_at_once(void *ctx)
{
    (void)ctx;
    return true;
}

static void quits_while_it_waits(void **state)
{
    struct usi_proxy *p;
    struct err err = {0};
    struct buf out;
    struct usi_proxy_config c = {.ctx = &out,
                                 .write = keep,
                                 .command = SPAN("sleep 600"),
                                 .path = getenv("PATH"),
                                 .quits = quits_at_once,
                                 .ready_ms = 100 * PATIENCE_MS};
    (void)state;
    usi_rows_init(&style_rows, &c.style);
    assert_int_equal(usi_proxy_open(&p, &c, &err), STATUS_IO);
}

/* Without MultiPV there is nothing to choose from: told once, and its moves are played. */
static void without_multipv(void **state)
{
    struct usi_proxy_session t;
    (void)state;
    start(&t,
          "sh -c 'while read l; do case \"$l\" in usi) echo usiok;; isready) echo readyok;; go*) "
          "echo info score cp 5 pv 2g2f; echo bestmove 2g2f;; quit) exit;; esac; done'",
          80);
    say(&t, "isready");
    wait_for(&t, "readyok\n");
    assert_true(has(&t, "has no MultiPV"));
    say(&t, "go nodes 5");
    wait_for(&t, "bestmove 2g2f\n");
    end(&t);
}

static void not_an_engine(void **state)
{
    struct usi_proxy *p;
    struct err err = {0};
    struct buf out;
    struct usi_proxy_config c = {.ctx = &out,
                                 .write = keep,
                                 .command = SPAN("no-such-program"),
                                 .path = getenv("PATH"),
                                 .ready_ms = 200};
    (void)state;
    usi_rows_init(&style_rows, &c.style);
    assert_int_equal(usi_proxy_open(&p, &c, &err), STATUS_NOT_FOUND);
    assert_null(p);
    c.command = SPAN("true");
    assert_int_equal(usi_proxy_open(&p, &c, &err), STATUS_IO);
    c.command = SPAN("sleep 60");
    assert_int_equal(usi_proxy_open(&p, &c, &err), STATUS_IO);
}

int main(void)
{
    signal(SIGPIPE, SIG_IGN);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(offers_both_sorts_of_options),
        cmocka_unit_test(plain_passes_through),
        cmocka_unit_test(chooses_and_explains),
        cmocka_unit_test(leaves_alone),
        cmocka_unit_test(pondering_and_stopping),
        cmocka_unit_test(dies_and_comes_back),
        cmocka_unit_test(dies_again_and_again),
        cmocka_unit_test(silence_and_noise),
        cmocka_unit_test(without_multipv),
        cmocka_unit_test(not_an_engine),
        cmocka_unit_test(plays_nothing_illegal),
        cmocka_unit_test(hangs_by_the_clock),
        cmocka_unit_test(each_go_has_its_answer),
        cmocka_unit_test(a_hit_waits_with_its_go),
        cmocka_unit_test(answers_before_a_new_start),
        cmocka_unit_test(own_move_by_the_clock),
        cmocka_unit_test(never_ready),
        cmocka_unit_test(quits_while_it_waits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
