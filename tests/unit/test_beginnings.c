/* Where facts may have begun: no ply that comes so much later is missing from the windows, and they
 * are narrower than where the facts may have held. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "facts/beginnings.h"
#include "games/replay.h"
#include "lines_fixture.h"
#include "scratch.h"

#define PATH "facts.seg"
enum { MAX_WANTED = 5, MAX_LATER = 6 };

struct beginnings_fixture {
    struct lines_fixture fixture;
    struct segment segment;
    struct fact_index index;
    struct replay *replay;
    uint64_t *allowed;
};

struct beginnings_query {
    uint32_t facts[MAX_WANTED], later;
    size_t n;
    const uint64_t *allowed;
};

static void open_world(struct beginnings_fixture *w, uint64_t games)
{
    struct index_options opt = {.threads = 2, .memory = 1 << 26};
    struct segment_writer out;
    struct err err;
    struct rng rng;
    struct lines_fixture *f = &w->fixture;
    fixture_init(f);
    fixture_add_generated(f, 17, games, 0);
    fixture_add_odd(f, 18, games / 10);
    fixture_add_variations(f, 19, games / 4);
    fixture_finish(f);
    assert_int_equal(segment_writer_open(&out, PATH, &err), STATUS_OK);
    assert_int_equal(fact_index_write(&f->lines, &opt, &out, &err), STATUS_OK);
    assert_int_equal(segment_writer_commit(&out, &err), STATUS_OK);
    assert_int_equal(segment_open(&w->segment, PATH, &err), STATUS_OK);
    assert_int_equal(fact_index_open(&w->index, &shogi_game, &f->lines, &w->segment, &err),
                     STATUS_OK);
    assert_int_equal(replay_open(&w->replay, &shogi_game, &err), STATUS_OK);
    w->allowed = calloc(f->lines.games / 64 + 1, sizeof *w->allowed);
    rng_seed(&rng, 1);
    for (uint32_t i = 0; i < f->lines.games / 64 + 1; i++)
        w->allowed[i] = rng_next(&rng);
}

static void close_world(struct beginnings_fixture *w)
{
    replay_close(w->replay);
    segment_close(&w->segment);
    fixture_release(&w->fixture);
    free(w->allowed);
}

static bool is_allowed(const uint64_t *allowed, const struct lines *l, uint32_t line)
{
    uint32_t number = line_game(l, line);
    return !allowed || allowed[number / 64] >> number % 64 & 1;
}

static void start_line(struct beginnings_fixture *w, uint32_t line)
{
    const struct lines *l = &w->fixture.lines;
    struct err err;
    assert_int_equal(replay_start_text(w->replay, lines_start_text(l, line_start(l, line)), &err),
                     STATUS_OK);
}

/* Facts that moves of some line begin. */
static struct beginnings_query ask_for(struct beginnings_fixture *w, struct rng *rng)
{
    const struct lines *l = &w->fixture.lines;
    struct beginnings_query q = {.later = (uint32_t)rng_below(rng, MAX_LATER),
                                 .allowed = rng_below(rng, 2) ? w->allowed : NULL};
    uint32_t line = (uint32_t)rng_below(rng, l->count);
    size_t want = 1 + (size_t)rng_below(rng, MAX_WANTED);
    start_line(w, line);
    for (uint32_t ply = 0; ply < line_plies(l, line) && q.n < want; ply++) {
        assert_true(replay_step(w->replay, line_move(l, line, ply)));
        if (w->replay->changes.n_begins && rng_below(rng, 8) == 0)
            q.facts[q.n++] = w->replay->changes.begins[0];
    }
    return q;
}

static struct fact_candidates answer(struct beginnings_fixture *w, const struct beginnings_query *q)
{
    struct fact_candidates c = {0};
    struct err err;
    assert_int_equal(fact_beginnings(&w->index, q->facts, q->n, q->later, q->allowed,
                                     &w->fixture.lines, &c, &err),
                     STATUS_OK);
    return c;
}

static void expect_order(const struct beginnings_fixture *w, const struct beginnings_query *q,
                         const struct fact_candidates *c)
{
    const struct lines *l = &w->fixture.lines;
    for (size_t i = 0; i < c->count; i++) {
        const struct fact_candidate *a = &c->at[i];
        assert_true(a->line < l->count && a->from < a->to);
        assert_true(a->from >= line_fresh(l, a->line) && a->to <= line_plies(l, a->line) + 1);
        assert_true(is_allowed(q->allowed, l, a->line));
        if (i)
            assert_true(a[-1].line < a->line || (a[-1].line == a->line && a[-1].to < a->from));
    }
}

static bool begins_one(const struct beginnings_fixture *w, const struct beginnings_query *q)
{
    const struct fact_changes *changes = &w->replay->changes;
    for (uint32_t i = 0; i < changes->n_begins; i++)
        for (size_t j = 0; j < q->n; j++)
            if (changes->begins[i] == q->facts[j])
                return true;
    return false;
}

static bool has_ply(const struct fact_candidates *c, uint32_t line, uint32_t ply)
{
    size_t low = 0, high = c->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        const struct fact_candidate *a = &c->at[middle];
        if (a->line < line || (a->line == line && a->to <= ply))
            low = middle + 1;
        else
            high = middle;
    }
    return low < c->count && c->at[low].line == line && c->at[low].from <= ply;
}

static void expect_complete(struct beginnings_fixture *w, const struct beginnings_query *q,
                            const struct fact_candidates *c)
{
    const struct lines *l = &w->fixture.lines;
    for (uint32_t line = 0; line < l->count; line++) {
        uint32_t plies = line_plies(l, line), fresh = line_fresh(l, line);
        start_line(w, line);
        for (uint32_t ply = 1; ply <= plies && is_allowed(q->allowed, l, line); ply++) {
            assert_true(replay_step(w->replay, line_move(l, line, ply - 1)));
            uint32_t at = ply + q->later;
            if (at >= fresh && at <= plies && begins_one(w, q))
                assert_true(has_ply(c, line, at));
        }
    }
}

static uint64_t plies_in(const struct fact_candidates *c)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < c->count; i++)
        sum += c->at[i].to - c->at[i].from;
    return sum;
}

static void nothing_is_missing(void **state)
{
    struct beginnings_fixture w;
    struct rng rng;
    (void)state;
    open_world(&w, 300);
    rng_seed(&rng, 3);
    for (int i = 0; i < 60; i++) {
        struct beginnings_query q = ask_for(&w, &rng);
        struct fact_candidates c = answer(&w, &q);
        expect_order(&w, &q, &c);
        expect_complete(&w, &q, &c);
        candidates_release(&c);
    }
    close_world(&w);
}

/* One fact: never wider than where it may hold, and over all much narrower. */
static void windows_are_narrow(void **state)
{
    struct beginnings_fixture w;
    struct rng rng;
    struct err err;
    uint64_t begun = 0, held = 0;
    (void)state;
    open_world(&w, 300);
    rng_seed(&rng, 4);
    for (int i = 0; i < 60; i++) {
        struct beginnings_query q = ask_for(&w, &rng);
        if (q.n == 0)
            continue;
        q.n = 1;
        q.later = 0;
        struct fact_candidates c = answer(&w, &q), all = {0};
        assert_int_equal(
            fact_intersect(&w.index, q.facts, 1, q.allowed, &w.fixture.lines, &all, &err),
            STATUS_OK);
        assert_true(plies_in(&c) <= plies_in(&all));
        begun += plies_in(&c);
        held += plies_in(&all);
        candidates_release(&c);
        candidates_release(&all);
    }
    assert_true(begun > 0 && begun < held / 2);
    close_world(&w);
}

/* What is asked of a variation later than the move may lie before its index: every ply. */
static void variations_are_left_open(void **state)
{
    struct beginnings_fixture w;
    struct rng rng;
    (void)state;
    open_world(&w, 40);
    rng_seed(&rng, 5);
    const struct lines *l = &w.fixture.lines;
    struct beginnings_query q = ask_for(&w, &rng);
    q.later = 1;
    q.allowed = NULL;
    struct fact_candidates c = answer(&w, &q);
    assert_true(l->games < l->count);
    for (uint32_t line = l->games; line < l->count; line++)
        for (uint32_t ply = line_fresh(l, line); ply <= line_plies(l, line); ply++)
            assert_true(has_ply(&c, line, ply));
    candidates_release(&c);
    close_world(&w);
}

static void without_memory(void **state)
{
    struct beginnings_fixture w;
    struct rng rng;
    struct err err;
    (void)state;
    open_world(&w, 40);
    rng_seed(&rng, 6);
    struct beginnings_query q = ask_for(&w, &rng);
    enum status st;
    long failing = 0;
    do {
        struct fact_candidates c = {0};
        mem_fail_after(failing++);
        st = fact_beginnings(&w.index, q.facts, q.n, 1, NULL, &w.fixture.lines, &c, &err);
        mem_fail_never();
        candidates_release(&c);
        assert_true(st == STATUS_OK || st == STATUS_NOMEM);
    } while (st != STATUS_OK && failing < 1000);
    assert_int_equal(st, STATUS_OK);
    assert_true(failing > 2);
    close_world(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_missing),
        cmocka_unit_test(windows_are_narrow),
        cmocka_unit_test(variations_are_left_open),
        cmocka_unit_test(without_memory),
    };
    return cmocka_run_group_tests(tests, scratch_set_up, scratch_tear_down);
}
