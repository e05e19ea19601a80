/* test_usi_clock.c: every "go" is answered before its clock runs out.
 *
 * The session reads a clock of the test's, which moves a step each time it is looked at and not
 * otherwise: what the answers take does not depend on how busy the machine is, and a minute passes
 * in a moment.  A search that does not look at its clock, or has no limit, never ends, and who
 * runs the tests stops it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <pthread.h>
#include <stdio.h>

#include "base/buf.h"
#include "engine/search/clock.h"
#include "engine/usi/usi_session.h"

enum { MS = 1000000, LOOKS = 100 };

#define WHITE_TO_MOVE "position startpos moves 7g7f\n"
#define MOST_MOVES "position sfen R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1\n"
#define HARD_TO_MATE "position sfen 9/9/9/9/4k4/9/9/9/4K4 b 2R2B2G2S2N2L9P2g2s2n2l9p 1\n"

struct table_clock {
    struct think_clock clock;
    _Atomic uint64_t now, step;
};

static uint64_t look(void *ctx)
{
    struct table_clock *t = ctx;
    return atomic_fetch_add(&t->now, atomic_load(&t->step));
}

struct usi_clock_session {
    struct table_clock time;
    struct usi *usi;
    pthread_mutex_t lock;
    pthread_cond_t news;
    unsigned infos, answers;
    uint64_t answered_at;
    struct buf text; /* since the last "go" */
};

static void hear(void *ctx, struct span lines)
{
    struct usi_clock_session *t = ctx;
    pthread_mutex_lock(&t->lock);
    t->infos += span_starts(lines, SPAN("info depth "));
    if (span_starts(lines, SPAN("bestmove ")) || span_find(lines, SPAN("checkmate ")) >= 0) {
        t->answers++;
        t->answered_at = atomic_load(&t->time.now);
    }
    buf_add_span(&t->text, lines);
    pthread_cond_signal(&t->news);
    pthread_mutex_unlock(&t->lock);
}

static void begin(struct usi_clock_session *t, const char *options)
{
    static char material[] = "material";
    *t = (struct usi_clock_session){.time.clock = {.ns = look}};
    t->time.clock.ctx = &t->time;
    buf_init(&t->text, BUF_DEFAULT_MAX);
    pthread_mutex_init(&t->lock, NULL);
    pthread_cond_init(&t->news, NULL);
    struct usi_config config = {.ctx = t,
                                .write = hear,
                                .name = SPAN("Test 1"),
                                .most_hash_mb = 1,
                                .watch = &t->time.clock};
    usi_settings_init(&config.settings);
    config.settings.weights = material;
    assert_int_equal(usi_open(&t->usi, &config, NULL), STATUS_OK);
    assert_true(usi_feed(t->usi, span_of(options)));
    assert_true(usi_feed(t->usi, SPAN("isready\n")));
}

static void end(struct usi_clock_session *t)
{
    usi_close(t->usi);
    pthread_mutex_destroy(&t->lock);
    pthread_cond_destroy(&t->news);
    buf_release(&t->text);
}

static void await(struct usi_clock_session *t, const unsigned *counter, unsigned wanted)
{
    pthread_mutex_lock(&t->lock);
    while (*counter < wanted)
        pthread_cond_wait(&t->news, &t->lock);
    pthread_mutex_unlock(&t->lock);
}

static void say(struct usi_clock_session *t, const char *line)
{
    assert_true(usi_feed(t->usi, span_of(line)));
}

/* Says a line and waits for the answer; how many milliseconds of the table's clock that took. */
static double ask(struct usi_clock_session *t, const char *line, uint32_t all_ms)
{
    uint64_t step = (uint64_t)all_ms * MS / LOOKS;
    atomic_store(&t->time.step, step > MS / 10 ? step : MS / 10);
    uint64_t began = atomic_load(&t->time.now);
    unsigned answers = t->answers;
    say(t, line);
    await(t, &t->answers, answers + 1);
    return (double)(t->answered_at - began) / MS;
}

/* Before the clock runs out; where that shows next to nothing, at once. */
static void expect_in_time(struct usi_clock_session *t, const char *line, uint32_t all_ms)
{
    double ms = ask(t, line, all_ms), most = all_ms > 2 * CLOCK_OWN_MS ? all_ms : CLOCK_OWN_MS;
    most += (double)(8 * all_ms) / LOOKS; /* it looks several times after its last node */
    if (ms > most)
        fail_msg("%.1f ms of %u: %s", ms, all_ms, line);
}

/* How long a clock runs: an increment counts where less than it is left (clock.c). */
static uint32_t all_of(uint32_t left, uint32_t byoyomi, uint32_t increment)
{
    return left + byoyomi + (left < increment ? increment : 0);
}

static void try_clocks(struct usi_clock_session *t, uint32_t left)
{
    static const uint32_t byoyomis[] = {0, 1, 10, 300}, increments[] = {0, 5, 200};
    char line[200];
    for (int b = 0; b < 5; b++)
        for (int i = 0; i < 4; i++) {
            int n = snprintf(line, sizeof line, "go btime %u wtime %u", left, left);
            uint32_t byoyomi = b ? byoyomis[b - 1] : 0, increment = i ? increments[i - 1] : 0;
            if (b)
                n += snprintf(line + n, sizeof line - (size_t)n, " byoyomi %u", byoyomi);
            if (i)
                n += snprintf(line + n, sizeof line - (size_t)n, " binc %u winc %u", increment,
                              increment);
            snprintf(line + n, sizeof line - (size_t)n, "\n");
            expect_in_time(t, line, all_of(left, byoyomi, increment));
        }
}

static void answers_by_any_clock(void **state)
{
    static const uint32_t lefts[] = {0,  1,  2,  3,  4,   5,   10,   19,   20,    35,
                                     49, 50, 54, 55, 100, 400, 1000, 3000, 10000, 60000};
    (void)state;
    for (int threads = 1; threads <= 2; threads++) {
        struct usi_clock_session t;
        begin(&t, threads == 1 ? "" : "setoption name Threads value 2\n");
        for (size_t i = 0; i < sizeof lefts / sizeof *lefts; i++) {
            say(&t, i % 2 ? "position startpos\n" : WHITE_TO_MOVE);
            try_clocks(&t, lefts[i]);
        }
        end(&t);
    }
}

/* Limits that stand for themselves, on a board with 593 moves as well. */
static void answers_by_any_limit(void **state)
{
    static const struct {
        const char *line;
        uint32_t ms;
    } kinds[] = {
        {"go movetime 0\n", 0},
        {"go movetime -7\n", 0},
        {"go movetime 1\n", 1},
        {"go movetime 2\n", 2},
        {"go movetime 7\n", 7},
        {"go movetime 100\n", 100},
        {"go movetime 30000\n", 30000},
        {"go movetime 0 nodes 100000000\n", 0},
        {"go btime 0 wtime 0 depth 50\n", 0},
        {"go btime 50\n", 50},
        {"go wtime 50\n", 50},
        {"go binc 0 winc 0\n", 0},
        {"go byoyomi 0\n", 0},
        {"go byoyomi 1\n", 1},
        {"go\n", 1000},
        {"go nodes 1\n", 0},
        {"go nodes 0\n", 0},
        {"go depth 1\n", 0},
        {"go depth 0\n", 0},
        {"go btime 0 wtime 0 mate 0\n", 0},
    };
    static const char *const positions[] = {"position startpos\n", WHITE_TO_MOVE, MOST_MOVES,
                                            HARD_TO_MATE};
    struct usi_clock_session t;
    (void)state;
    begin(&t, "setoption name NetworkDelay value 0\n");
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        for (size_t k = 0; k < sizeof positions / sizeof *positions; k++) {
            say(&t, positions[k]);
            expect_in_time(&t, kinds[i].line, kinds[i].ms);
        }
    end(&t);
}

/* Pondering takes no time of ours: the clock runs from the hit. */
static void answers_after_a_hit(void **state)
{
    static const struct {
        const char *go, *hit;
        uint32_t ms;
    } kinds[] = {
        {"go ponder btime 50 wtime 50\n", "ponderhit\n", 50},
        {"go ponder btime 0 wtime 0\n", "ponderhit\n", 0},
        {"go ponder btime 3 wtime 3 byoyomi 100\n", "ponderhit\n", 103},
        {"go ponder btime 60000 wtime 60000\n", "ponderhit btime 20 wtime 20\n", 20},
        {"go ponder\n", "ponderhit btime 0 wtime 0 byoyomi 30\n", 30},
        {"go ponder\n", "ponderhit\n", 1000},
        {"go ponder movetime 0\n", "ponderhit\n", 0},
        {"go ponder nodes 1\n", "ponderhit\n", 0},
    };
    (void)state;
    for (size_t i = 0; i < 2 * sizeof kinds / sizeof *kinds; i++) {
        struct usi_clock_session t;
        begin(&t, i % 2 ? "setoption name Threads value 2\n" : "");
        atomic_store(&t.time.step, MS);
        say(&t, kinds[i / 2].go);
        await(&t, &t.infos, 1);
        assert_int_equal(t.answers, 0);
        expect_in_time(&t, kinds[i / 2].hit, kinds[i / 2].ms);
        end(&t);
    }
}

static void stops_at_any_moment(void **state)
{
    static const char *const kinds[] = {"go infinite\n", "go ponder btime 0 wtime 0\n",
                                        "go movetime 100000000\n", "go mate infinite\n"};
    (void)state;
    for (unsigned i = 0; i < 80; i++) {
        struct usi_clock_session t;
        begin(&t, i % 2 ? "setoption name Threads value 2\n" : "");
        say(&t, i % 8 < 4 ? HARD_TO_MATE : "position startpos\n");
        say(&t, kinds[i / 2 % 4]);
        if (i / 2 % 4 < 3)
            await(&t, &t.infos, i / 8);
        say(&t, i % 3 ? "stop\n" : "gameover lose\n");
        await(&t, &t.answers, 1);
        end(&t);
    }
}

/* A session that was not told to get ready opens tables and threads in the time of its move, and
 * answers in time with whatever there is: usi_tick() sees to it. */
static void answers_before_it_is_ready(void **state)
{
    static const char *const kinds[] = {"go btime 0 wtime 0\n", "go movetime 3\n", "go mate 3\n"};
    (void)state;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        struct usi_clock_session t;
        begin(&t, "setoption name Threads value 512\n");
        atomic_store(&t.time.step, 0);
        say(&t, HARD_TO_MATE "setoption name Threads value 300\n");
        say(&t, kinds[i]);
        /* time goes by before the search has looked at its clock even once */
        atomic_fetch_add(&t.time.now, (uint64_t)10 * MS);
        usi_tick(t.usi);
        assert_int_equal(t.answers, 1);
        end(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_by_any_clock),       cmocka_unit_test(answers_by_any_limit),
        cmocka_unit_test(answers_after_a_hit),        cmocka_unit_test(stops_at_any_moment),
        cmocka_unit_test(answers_before_it_is_ready),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
