/* Facts that hold together: no ply at which they do is missing from the windows, and the windows
 * are no wider than the lists say. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "facts/intersect.h"
#include "games/replay.h"
#include "lines_fixture.h"
#include "scratch.h"

#define PATH "facts.seg"
enum { MAX_WANTED = 40 };

struct intersect_fixture {
    struct lines_fixture fixture;
    struct segment segment;
    struct fact_index index;
    struct replay *replay;
    uint64_t *allowed;
};

static void open_world(struct intersect_fixture *w, uint64_t games)
{
    struct index_options opt = {.threads = 2, .memory = 1 << 26};
    struct segment_writer out;
    struct err err;
    struct rng rng;
    struct lines_fixture *f = &w->fixture;
    fixture_init(f);
    fixture_add_generated(f, 7, games, 0);
    fixture_add_odd(f, 8, games / 10);
    fixture_add_variations(f, 9, games / 4);
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

static void close_world(struct intersect_fixture *w)
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

/* Goes to a line's position after `plies` moves; the facts it has there. */
static uint32_t facts_at(struct intersect_fixture *w, uint32_t line, uint32_t plies,
                         uint32_t *facts)
{
    const struct lines *l = &w->fixture.lines;
    struct shogi_pos pos;
    struct err err;
    struct span text = lines_start_text(l, line_start(l, line));
    if (text.n)
        assert_int_equal(shogi_sfen_parse(&pos, text, SHOGI_SFEN_TOLERANT, NULL, &err), STATUS_OK);
    else
        shogi_pos_start(&pos);
    for (uint32_t i = 0; i < plies; i++) {
        struct shogi_undo undo;
        shogi_play(&pos, (shogi_move)line_move(l, line, i), &undo);
    }
    return shogi_game.rules.facts(&pos, facts);
}

/* Some facts of a random position, sometimes with one that is not of it. */
static size_t ask_for(struct intersect_fixture *w, struct rng *rng, uint32_t *facts_wanted)
{
    const struct lines *l = &w->fixture.lines;
    uint32_t facts[GAME_MAX_FACTS], line = (uint32_t)rng_below(rng, l->count);
    uint32_t n = facts_at(w, line, (uint32_t)rng_below(rng, line_plies(l, line) + 1), facts);
    size_t want = 1 + (size_t)rng_below(rng, rng_below(rng, 2) ? 6 : MAX_WANTED);
    rng_shuffle(rng, facts, n, sizeof *facts);
    want = want < n ? want : n;
    memcpy(facts_wanted, facts, want * sizeof *facts_wanted);
    if (rng_below(rng, 3) == 0) {
        uint32_t other = (uint32_t)rng_below(rng, shogi_game.fact_count);
        bool there = false;
        for (size_t i = 0; i < want; i++)
            there = there || facts_wanted[i] == other;
        if (!there)
            facts_wanted[rng_below(rng, want)] = other;
    }
    return want;
}

static void expect_order(const struct intersect_fixture *w, const struct fact_candidates *c)
{
    const struct lines *l = &w->fixture.lines;
    for (size_t i = 0; i < c->count; i++) {
        const struct fact_candidate *a = &c->at[i];
        assert_true(a->line < l->count && a->from < a->to);
        assert_true(a->from >= line_fresh(l, a->line) && a->to <= line_plies(l, a->line) + 1);
        if (i)
            assert_true(a[-1].line < a->line || (a[-1].line == a->line && a[-1].to <= a->from));
    }
}

/* Every ply at which at least k of the facts hold is in a window that says so. */
static void expect_complete(struct intersect_fixture *w, const uint32_t *facts_wanted, size_t n,
                            size_t k, const uint64_t *allowed, const struct fact_candidates *c)
{
    static bool wanted[4096];
    const struct lines *l = &w->fixture.lines;
    struct err err;
    size_t at = 0;
    memset(wanted, 0, sizeof wanted);
    for (size_t i = 0; i < n; i++)
        wanted[facts_wanted[i]] = true;
    for (uint32_t line = 0; line < l->count; line++) {
        size_t hold = 0;
        assert_int_equal(
            replay_start_text(w->replay, lines_start_text(l, line_start(l, line)), &err),
            STATUS_OK);
        for (uint32_t ply = 0;; ply++) {
            const struct fact_changes *changes = &w->replay->changes;
            for (uint32_t i = 0; i < changes->n_ends; i++)
                hold -= wanted[changes->ends[i]];
            for (uint32_t i = 0; i < changes->n_begins; i++)
                hold += wanted[changes->begins[i]];
            while (at < c->count &&
                   (c->at[at].line < line || (c->at[at].line == line && c->at[at].to <= ply)))
                at++;
            bool inside = at < c->count && c->at[at].line == line && c->at[at].from <= ply;
            if (inside)
                assert_true(is_allowed(allowed, l, line) && c->at[at].most >= hold);
            if (hold >= k && ply >= line_fresh(l, line) && is_allowed(allowed, l, line))
                assert_true(inside);
            if (ply == line_plies(l, line))
                break;
            assert_true(replay_step(w->replay, line_move(l, line, ply)));
        }
    }
}

/* How many of the facts hold at a ply, going by the lists. */
static size_t rounded_count(const struct intersect_fixture *w, const uint32_t *facts_wanted,
                            size_t n, uint32_t line, uint32_t ply)
{
    size_t count = 0;
    for (size_t i = 0; i < n; i++) {
        struct fact_cursor c;
        bool here = false;
        fact_cursor_open(&c, &w->index, facts_wanted[i]);
        for (bool more = fact_cursor_seek(&c, line); more && fact_cursor_get(&c)->line == line;
             more = fact_cursor_next(&c))
            here = here || (fact_cursor_get(&c)->from <= ply && ply < fact_cursor_get(&c)->to);
        count += here;
    }
    return count;
}

static void test_all_of_them(void **state)
{
    (void)state;
    struct intersect_fixture w;
    struct rng rng;
    struct err err;
    rng_seed(&rng, 3);
    open_world(&w, 600);
    size_t found = 0, lines = 0;
    for (int round = 0; round < 400; round++) {
        uint32_t facts_wanted[MAX_WANTED];
        struct fact_candidates c = {0};
        size_t n = ask_for(&w, &rng, facts_wanted);
        const uint64_t *allowed = round % 3 == 0 ? w.allowed : NULL;
        assert_int_equal(
            fact_intersect(&w.index, facts_wanted, n, allowed, &w.fixture.lines, &c, &err),
            STATUS_OK);
        expect_order(&w, &c);
        expect_complete(&w, facts_wanted, n, n, allowed, &c);
        for (size_t i = 0; i < c.count; i++)
            lines += rounded_count(&w, facts_wanted, n, c.at[i].line, c.at[i].from) == n;
        found += c.count;
        candidates_release(&c);
    }
    assert_true(found > 1000);
    /* lists need not all be asked, but most windows are as narrow as they can be */
    assert_true(lines * 10 >= found * 9);
    close_world(&w);
}

static void test_at_least_so_many(void **state)
{
    (void)state;
    struct intersect_fixture w;
    struct rng rng;
    struct err err;
    rng_seed(&rng, 4);
    open_world(&w, 300);
    size_t found = 0;
    for (int round = 0; round < 200; round++) {
        uint32_t facts_wanted[MAX_WANTED];
        struct fact_candidates c = {0};
        size_t n = ask_for(&w, &rng, facts_wanted);
        size_t k = n - (size_t)rng_below(&rng, n < 6 ? n : 6);
        const uint64_t *allowed = round % 3 == 0 ? w.allowed : NULL;
        assert_int_equal(
            fact_union_at_least(&w.index, facts_wanted, n, k, allowed, &w.fixture.lines, &c, &err),
            STATUS_OK);
        expect_order(&w, &c);
        expect_complete(&w, facts_wanted, n, k, allowed, &c);
        for (size_t i = 0; i < c.count; i += 7) {
            const struct fact_candidate *a = &c.at[i];
            assert_int_equal(rounded_count(&w, facts_wanted, n, a->line, a->from), a->most);
            assert_int_equal(rounded_count(&w, facts_wanted, n, a->line, a->to - 1), a->most);
            assert_true(a->most >= k);
        }
        found += c.count;
        candidates_release(&c);
    }
    assert_true(found > 1000);
    close_world(&w);
}

static void test_edge_cases(void **state)
{
    (void)state;
    struct intersect_fixture w;
    struct err err;
    struct fact_candidates c = {0};
    uint32_t facts_wanted[2] = {0, 1};
    open_world(&w, 50);
    const struct lines *l = &w.fixture.lines;
    assert_int_equal(fact_intersect(&w.index, facts_wanted, 0, NULL, l, &c, &err), STATUS_OK);
    assert_int_equal(c.count, l->count);
    expect_order(&w, &c);
    c.count = 0;
    assert_int_equal(fact_union_at_least(&w.index, facts_wanted, 2, 3, NULL, l, &c, &err),
                     STATUS_OK);
    assert_int_equal(c.count, 0);
    assert_int_equal(fact_union_at_least(&w.index, facts_wanted, 2, 0, NULL, l, &c, &err),
                     STATUS_OK);
    assert_int_equal(c.count, l->count);
    candidates_release(&c);
    assert_int_equal(c.count, 0);
    close_world(&w);
}

static void test_no_memory(void **state)
{
    (void)state;
    struct intersect_fixture w;
    struct err err;
    uint32_t facts_wanted[GAME_MAX_FACTS];
    open_world(&w, 50);
    size_t n = facts_at(&w, 3, 10, facts_wanted);
    for (int way = 0; way < 2; way++) {
        enum status st;
        long failing = 0;
        do {
            struct fact_candidates c = {0};
            mem_fail_after(failing++);
            st = way ? fact_union_at_least(&w.index, facts_wanted, n, n - 2, NULL, &w.fixture.lines,
                                           &c, &err)
                     : fact_intersect(&w.index, facts_wanted, n, NULL, &w.fixture.lines, &c, &err);
            mem_fail_never();
            candidates_release(&c);
            assert_true(st == STATUS_OK || st == STATUS_NOMEM);
        } while (st != STATUS_OK && failing < 1000);
        assert_true(failing > 2);
    }
    close_world(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_of_them),
        cmocka_unit_test(test_at_least_so_many),
        cmocka_unit_test(test_edge_cases),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, scratch_set_up, scratch_tear_down);
}
