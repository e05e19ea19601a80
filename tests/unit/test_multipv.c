/* test_multipv.c: what an analysis shows can be trusted, wherever it ends: by depth, by nodes, by
 * time or by "stop".  Lines come in blocks; in each they are numbered from 1, have different moves
 * and are sorted; all are of one depth, or the last ones, which were not searched again, of the one
 * before; and the answer is the first line of the last block. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>

#include "base/buf.h"
#include "base/rng.h"
#include "engine/usi/usi_info.h"
#include "engine/usi/usi_session.h"

enum { MOST_LINES = 593 };

static const char *const POSITIONS[] = {
    "position startpos\n",
    "position startpos moves 7g7f 3c3d 2g2f 4c4d\n",
    "position sfen l4S2l/4g1gs1/5p1p1/pr2N1pkp/4Gn3/PP3PPPP/2GPP4/1K7/L3r+s2L w BS2N5Pb 1\n",
    "position sfen ln1B4+B/3+R5/3sp3p/pskps4/2p3p1+r/4P1n2/P2PKP3/2G1G1P2/LNS6 b 2GNLl7p 1\n",
    "position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b 2G2r2b2g4s4n4l17p 1\n", /* a mate among others */
    "position sfen 7nk/9/7G1/9/9/9/9/9/4K4 w P 1\n",                 /* hardly a move */
};
enum { POSITION_COUNT = sizeof POSITIONS / sizeof *POSITIONS };

struct multipv_shown {
    shogi_move move;
    int value, depth;
};

struct multipv_session {
    pthread_mutex_t lock;
    pthread_cond_t news;
    struct multipv_shown block[MOST_LINES];
    unsigned lines, blocks, answers, mixed;
};

static void check_line(struct multipv_session *t, const struct usi_info *info, shogi_move move)
{
    struct multipv_shown line = {move, info->value, info->depth};
    assert_int_equal(info->number, t->lines + 1);
    for (unsigned i = 0; i < t->lines; i++)
        assert_int_not_equal(t->block[i].move, move);
    if (t->lines) {
        const struct multipv_shown *above = &t->block[t->lines - 1];
        assert_true(line.value <= above->value);
        assert_true(line.depth == above->depth || line.depth == above->depth - 1);
        assert_true(t->block[0].depth - line.depth <= 1);
        t->mixed += line.depth != above->depth;
    }
    t->block[t->lines++] = line;
}

static void hear_line(struct multipv_session *t, struct span line)
{
    struct usi_info info;
    shogi_move move;
    struct span word = span_eat_word(&line);
    if (span_eq(word, SPAN("bestmove"))) {
        t->answers++;
        if (shogi_usi_parse(span_eat_word(&line), &move) && t->lines)
            assert_int_equal(move, t->block[0].move);
        return;
    }
    usi_info_parse(line, &info);
    if (!span_eq(word, SPAN("info")) || !info.has_moves)
        return;
    assert_true(shogi_usi_parse(span_eat_word(&info.moves), &move));
    if (info.number == 1) {
        t->lines = 0;
        t->blocks++;
    }
    check_line(t, &info, move);
}

static void hear(void *ctx, struct span text)
{
    struct multipv_session *t = ctx;
    pthread_mutex_lock(&t->lock);
    while (text.n) {
        size_t n = (size_t)((const char *)memchr(text.p, '\n', text.n) - text.p);
        hear_line(t, span_make(text.p, n));
        text = span_skip(text, n + 1);
    }
    pthread_cond_signal(&t->news);
    pthread_mutex_unlock(&t->lock);
}

static void await(struct multipv_session *t, const unsigned *counter, unsigned wanted)
{
    pthread_mutex_lock(&t->lock);
    while (*counter < wanted)
        pthread_cond_wait(&t->news, &t->lock);
    pthread_mutex_unlock(&t->lock);
}

static struct usi *begin(struct multipv_session *t, int lines, int threads)
{
    static char material[] = "material";
    struct usi *u;
    *t = (struct multipv_session){0};
    pthread_mutex_init(&t->lock, NULL);
    pthread_cond_init(&t->news, NULL);
    struct usi_config config = {.ctx = t, .write = hear, .name = SPAN("Test 1"), .most_hash_mb = 1};
    usi_settings_init(&config.settings);
    config.settings.weights = material;
    config.settings.lines = lines;
    config.settings.threads = threads;
    assert_int_equal(usi_open(&u, &config, NULL), STATUS_OK);
    return u;
}

static void end(struct multipv_session *t, struct usi *u)
{
    usi_close(u);
    pthread_mutex_destroy(&t->lock);
    pthread_cond_destroy(&t->news);
}

/* What was shown for earlier questions counts no more. */
static void say_go(struct multipv_session *t, struct usi *u, const char *limit,
                   unsigned long long n)
{
    char line[100];
    t->lines = 0;
    snprintf(line, sizeof line, "go %s %llu\n", limit, n);
    assert_true(usi_feed(u, span_of(line)));
}

static void ask(struct multipv_session *t, struct usi *u, const char *limit, unsigned long long n)
{
    unsigned before = t->answers;
    say_go(t, u, limit, n);
    await(t, &t->answers, before + 1);
}

static void by_nodes_and_depth(void **state)
{
    static const int lines[] = {2, 3, 5, 20, MOST_LINES};
    unsigned mixed = 0;
    (void)state;
    for (int i = 0; i < 2 * 5; i++) {
        struct multipv_session t;
        struct usi *u = begin(&t, lines[i / 2], 1 + i % 2);
        for (int k = 0; k < POSITION_COUNT; k++) {
            assert_true(usi_feed(u, span_of(POSITIONS[k])));
            for (unsigned long long nodes = 1; nodes < 12000; nodes += 1 + nodes * 2 / 5)
                ask(&t, u, "nodes", nodes);
            ask(&t, u, "depth", 3);
        }
        mixed += t.mixed;
        end(&t, u);
    }
    assert_true(mixed > 20); /* rounds were cut short between their lines, too */
}

static void by_time(void **state)
{
    struct multipv_session t;
    struct usi *u = begin(&t, 5, 2);
    (void)state;
    for (int i = 0; i < 60; i++) {
        assert_true(usi_feed(u, span_of(POSITIONS[i % 4])));
        ask(&t, u, "movetime", (unsigned)i / 2);
    }
    end(&t, u);
}

/* Somebody who watches the clock answers for the search: nothing may follow that, nor differ. */
static void by_the_watch(void **state)
{
    struct multipv_session t;
    struct usi *u = begin(&t, 5, 1);
    (void)state;
    for (int i = 0; i < 60; i++) {
        unsigned before = t.answers;
        assert_true(usi_feed(u, span_of(POSITIONS[i % 4])));
        say_go(&t, u, "movetime", 9);
        while (usi_due_ms(u) > 1)
            poll(NULL, 0, 1);
        usi_tick(u);
        await(&t, &t.answers, before + 1);
    }
    end(&t, u);
}

static void by_stop(void **state)
{
    struct rng r;
    (void)state;
    rng_seed(&r, 1);
    for (int i = 0; i < 60; i++) {
        struct multipv_session t;
        struct usi *u = begin(&t, 2 + i % 7, 1 + i % 2);
        assert_true(usi_feed(u, span_of(POSITIONS[i % 4])));
        assert_true(usi_feed(u, SPAN("go infinite\n")));
        await(&t, &t.blocks, (unsigned)i % 9);
        /* a few milliseconds of the processor: whoever gives it away, and be it for a moment, may wait
         * for minutes on a busy machine */
        for (volatile uint64_t n = rng_below(&r, 5000000); n; n = n - 1)
            ;
        assert_true(usi_feed(u, SPAN("stop\n")));
        await(&t, &t.answers, 1);
        end(&t, u);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_nodes_and_depth),
        cmocka_unit_test(by_time),
        cmocka_unit_test(by_the_watch),
        cmocka_unit_test(by_stop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
