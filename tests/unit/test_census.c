/* test_census.c: counts against sorting every position's text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "lines_fixture.h"
#include "query/census/census.h"

enum { MAX_POSITIONS = 100000, MAX_STEPS = 40 };

/* A database of one segment, as far as a census looks at it. */
struct fake_db {
    struct lines_fixture fixture;
    struct db_segment segment;
    struct db db;
    uint64_t removed[64];
};

static void fake_finish(struct fake_db *f)
{
    fixture_finish(&f->fixture);
    f->segment.lines = f->fixture.lines;
    f->segment.removed = f->removed;
    f->db = (struct db){.game = &shogi_game, .segments = &f->segment, .segment_count = 1};
}

static void fake_make(struct fake_db *f, uint64_t seed, uint64_t games)
{
    memset(f, 0, sizeof *f);
    fixture_init(&f->fixture);
    fixture_add_generated(&f->fixture, seed, games, 0);
    fixture_add_odd(&f->fixture, seed, games / 4);
    fixture_add_variations(&f->fixture, seed, 20);
    fake_finish(f);
}

/* --- Slow and obvious ------------------------------------------------------------------------- */

struct census_log {
    char sfen[120];
    unsigned order; /* of the position, counting all */
    unsigned game;
    uint32_t ply;
};

struct naive_census {
    struct census_log *at;
    size_t count, games;
};

static void naive_add_game(struct naive_census *n, const struct fixture_game *g)
{
    struct shogi_pos pos;
    struct shogi_undo undo;
    struct buf text;
    buf_init(&text, 4096);
    fixture_go_to(&pos, g->start);
    for (uint32_t ply = 0;; ply++) {
        buf_clear(&text);
        shogi_sfen_print(&pos, 1, &text);
        assert_true(n->count < MAX_POSITIONS && text.n < sizeof n->at->sfen);
        struct census_log *s = &n->at[n->count];
        *s = (struct census_log){
            .order = (unsigned)n->count, .game = (unsigned)n->games, .ply = ply};
        memcpy(s->sfen, text.p, text.n);
        n->count++;
        if (ply == g->plies)
            break;
        shogi_play(&pos, g->moves[ply], &undo);
    }
    buf_release(&text);
    n->games++;
}

static void naive_add(struct naive_census *n, const struct fake_db *f)
{
    for (size_t id = 0; id < f->fixture.game_count; id++) {
        const struct fixture_game *g = &f->fixture.games[id];
        if (!db_is_removed(&f->segment, g->number))
            naive_add_game(n, g);
    }
}

static int by_text(const void *a, const void *b)
{
    const struct census_log *x = a, *y = b;
    int order = strcmp(x->sfen, y->sfen);
    return order ? order : (x->order > y->order) - (x->order < y->order);
}

/* Distinct positions among the first so many games, which are sorted by text. */
static uint64_t naive_distinct(const struct naive_census *n, uint64_t games, uint64_t *positions)
{
    uint64_t distinct = 0;
    *positions = 0;
    for (size_t i = 0; i < n->count; i++) {
        *positions += n->at[i].game < games;
        bool first = i == 0 || strcmp(n->at[i].sfen, n->at[i - 1].sfen) != 0;
        distinct += first && n->at[i].game < games;
    }
    return distinct;
}

static size_t run_length(const struct naive_census *n, size_t at)
{
    size_t end = at;
    while (end < n->count && strcmp(n->at[end].sfen, n->at[at].sfen) == 0)
        end++;
    return end - at;
}

static uint64_t naive_times(const struct naive_census *n, uint64_t times)
{
    uint64_t positions = 0;
    for (size_t i = 0, k; i < n->count; i += k) {
        k = run_length(n, i);
        positions += k == times;
    }
    return positions;
}

/* How many positions stand before one that occurs so often, and first at that place. */
static size_t naive_rank(const struct naive_census *n, uint64_t times, unsigned order)
{
    size_t rank = 0;
    for (size_t i = 0, k; i < n->count; i += k) {
        k = run_length(n, i);
        rank += k > times || (k == times && n->at[i].order < order);
    }
    return rank;
}

static const struct census_log *naive_find(const struct naive_census *n, struct span sfen,
                                           size_t *times)
{
    for (size_t i = 0; i < n->count; i += *times) {
        *times = run_length(n, i);
        if (span_eq(span_of(n->at[i].sfen), sfen))
            return &n->at[i];
    }
    return NULL;
}

/* --- Comparing -------------------------------------------------------------------------------- */

static void check_totals(const struct census *c, const struct naive_census *n)
{
    uint64_t positions, sum = 0, all = 0;
    assert_int_equal(c->games, n->games);
    assert_int_equal(c->plies + c->games, n->count);
    assert_int_equal(c->positions, n->count);
    assert_int_equal(c->distinct, naive_distinct(n, UINT64_MAX, &positions));
    for (size_t i = 0; i < c->frequency_count; i++) {
        const struct census_frequency *f = &c->frequencies[i];
        assert_true(i == 0 || f->times > f[-1].times);
        assert_int_equal(f->positions, naive_times(n, f->times));
        sum += f->positions;
        all += f->positions * f->times;
    }
    assert_int_equal(sum, c->distinct);
    assert_int_equal(all, c->positions);
}

static void check_growth(const struct census *c, const struct naive_census *n)
{
    for (size_t i = 0; i < c->growth_count; i++) {
        uint64_t positions, distinct = naive_distinct(n, c->growth[i].games, &positions);
        assert_true(i == 0 || c->growth[i].games > c->growth[i - 1].games);
        assert_int_equal(c->growth[i].positions, positions);
        assert_int_equal(c->growth[i].distinct, distinct);
    }
    assert_int_equal(c->growth[c->growth_count - 1].games, c->games);
}

static void check_top(const struct census *c, const struct naive_census *n)
{
    for (size_t i = 0; i < c->top_count; i++) {
        const struct census_position *p = &c->top[i];
        size_t times;
        const struct census_log *s = naive_find(n, p->position, &times);
        assert_non_null(s);
        assert_int_equal(p->times, times);
        assert_int_equal(p->ply, s->ply);
        assert_int_equal(naive_rank(n, times, s->order), i);
        /* its moves lead to it */
        struct shogi_pos pos;
        struct buf text;
        char start[200];
        snprintf(start, sizeof start, "%.*s", (int)p->start.n, p->start.n ? p->start.p : "");
        fixture_go_to(&pos, start);
        for (struct span rest = p->moves; rest.n;) {
            struct shogi_undo undo;
            shogi_move m;
            ptrdiff_t blank = span_find(rest, SPAN(" "));
            size_t length = blank < 0 ? rest.n : (size_t)blank;
            assert_true(shogi_usi_parse(span_make(rest.p, length), &m));
            assert_true(shogi_move_is_legal(&pos, m));
            shogi_play(&pos, m, &undo);
            rest = span_skip(rest, length + (blank >= 0));
        }
        buf_init(&text, 4096);
        shogi_sfen_print(&pos, 1, &text);
        assert_true(span_eq(buf_span(&text), p->position));
        buf_release(&text);
    }
}

static void compare(struct fake_db *fakes, uint32_t count, const struct census_options *opt)
{
    struct db *dbs[4];
    struct naive_census n = {.at = calloc(MAX_POSITIONS, sizeof *n.at)};
    struct census c;
    struct err err;
    for (uint32_t i = 0; i < count; i++) {
        dbs[i] = &fakes[i].db;
        naive_add(&n, &fakes[i]);
    }
    qsort(n.at, n.count, sizeof *n.at, by_text);
    assert_int_equal(census_run(&c, dbs, count, opt, &err), STATUS_OK);
    check_totals(&c, &n);
    if (opt->steps)
        check_growth(&c, &n);
    size_t most = opt->top < c.distinct ? opt->top : c.distinct;
    assert_int_equal(c.top_count, most);
    check_top(&c, &n);
    census_release(&c);
    free(n.at);
}

/* --- Tests ------------------------------------------------------------------------------------ */

static void test_one(void **state)
{
    static struct fake_db f;
    (void)state;
    fake_make(&f, 1, 60);
    compare(&f, 1, &(struct census_options){.top = 40, .steps = 20, .threads = 1});
    compare(&f, 1, &(struct census_options){.top = 1, .steps = 7, .threads = 3});
    compare(&f, 1, &(struct census_options){.threads = 2});
    /* 16 passes */
    compare(&f, 1, &(struct census_options){.top = 30, .steps = 3, .threads = 2, .memory = 8000});
    fixture_release(&f.fixture);
}

static void test_several_and_removed(void **state)
{
    static struct fake_db f[3];
    (void)state;
    fake_make(&f[0], 1, 30);
    fake_make(&f[1], 1, 20); /* the same games again */
    fake_make(&f[2], 2, 30);
    f[0].removed[0] = 0x5A5A;
    f[2].removed[0] = UINT64_MAX;
    compare(f, 3, &(struct census_options){.top = 50, .steps = 20, .threads = 2});
    for (int i = 0; i < 3; i++)
        fixture_release(&f[i].fixture);
}

/* Shuffled games are the same games; parts have each game once; a part, and the first games that
 * have so many positions, are what a census of them alone says. */
static void test_other_orders_and_parts(void **state)
{
    enum { PARTS = 7, MORE_THAN_GAMES = 200 };
    static struct fake_db f;
    struct db *dbs[1] = {&f.db};
    struct census whole, c;
    struct census_options opt = {.steps = MORE_THAN_GAMES, .top = 5, .threads = 2};
    struct err err;
    (void)state;
    fake_make(&f, 3, 60);
    assert_int_equal(census_run(&whole, dbs, 1, &opt, &err), STATUS_OK);
    opt.shuffled = true;
    unsigned moved = 0;
    for (opt.seed = 0; opt.seed < 3; opt.seed++) {
        assert_int_equal(census_run(&c, dbs, 1, &opt, &err), STATUS_OK);
        assert_int_equal(c.games, whole.games);
        assert_int_equal(c.positions, whole.positions);
        assert_int_equal(c.distinct, whole.distinct);
        assert_int_equal(c.growth_count, whole.growth_count);
        for (size_t i = 0; i < c.growth_count; i++)
            moved += c.growth[i].positions != whole.growth[i].positions;
        census_release(&c);
    }
    assert_true(moved > 100);
    opt.shuffled = false;
    opt.parts = PARTS;
    uint64_t games = 0, positions = 0;
    for (opt.part = 0; opt.part < PARTS; opt.part++) {
        assert_int_equal(census_run(&c, dbs, 1, &opt, &err), STATUS_OK);
        games += c.games;
        positions += c.positions;
        if (opt.part == 0)
            assert_int_equal(c.distinct, whole.growth[c.games - 1].distinct);
        census_release(&c);
    }
    assert_int_equal(games, whole.games);
    assert_int_equal(positions, whole.positions);
    opt.parts = 0;
    opt.most_positions = whole.growth[9].positions - 1; /* the tenth game reaches it */
    assert_int_equal(census_run(&c, dbs, 1, &opt, &err), STATUS_OK);
    assert_int_equal(c.games, 10);
    assert_int_equal(c.distinct, whole.growth[9].distinct);
    census_release(&c);
    census_release(&whole);
    fixture_release(&f.fixture);
}

static void test_small(void **state)
{
    static struct fake_db f;
    struct db *dbs[1] = {&f.db};
    struct census c;
    struct err err;
    (void)state;
    memset(&f, 0, sizeof f);
    fixture_init(&f.fixture);
    fixture_add_usi(&f.fixture, "", "7g7f", 2);
    fixture_add_usi(&f.fixture, "", "", -1);
    fake_finish(&f);
    /* more steps than games, all positions wanted */
    compare(&f, 1, &(struct census_options){.top = 100, .steps = 20, .threads = 2});
    f.removed[0] = 3;
    const struct census_options opt = {.top = 10, .steps = 20};
    assert_int_equal(census_run(&c, dbs, 1, &opt, &err), STATUS_OK);
    assert_int_equal(c.games + c.positions + c.distinct + c.top_count + c.growth_count, 0);
    census_release(&c);
    fixture_release(&f.fixture);
}

/* Positions that occur more often than is counted in an array, two of them equally often. */
static void test_often(void **state)
{
    static struct fake_db f;
    (void)state;
    memset(&f, 0, sizeof f);
    fixture_init(&f.fixture);
    for (int i = 0; i < 3000; i++)
        fixture_add_usi(&f.fixture, "", i % 2 ? "7g7f" : "2g2f", 2);
    fake_finish(&f);
    compare(&f, 1, &(struct census_options){.top = 3, .steps = 20, .threads = 2});
    fixture_release(&f.fixture);
}

static void test_failures(void **state)
{
    static struct fake_db f;
    struct db *dbs[1] = {&f.db};
    struct census c;
    struct err err;
    const struct census_options opt = {.top = 10, .steps = 20, .threads = 1};
    (void)state;
    fake_make(&f, 3, 4);
    enum status status = STATUS_NOMEM;
    for (long n = 0; status != STATUS_OK; n++) {
        mem_fail_after(n);
        status = census_run(&c, dbs, 1, &opt, &err);
        mem_fail_never();
        assert_true(status == STATUS_OK || status == STATUS_NOMEM);
        assert_true(n < 10000);
    }
    census_release(&c);
    atomic_bool stop = true;
    const struct census_options stopped = {.top = 10, .threads = 2, .cancelled = &stop};
    assert_int_equal(census_run(&c, dbs, 1, &stopped, &err), STATUS_CANCELLED);
    /* a move that can't be made */
    f.fixture.bytes[FIXTURE_MOVES].p[0] = (char)0xFF;
    f.fixture.bytes[FIXTURE_MOVES].p[1] = (char)0xFF;
    assert_int_equal(census_run(&c, dbs, 1, &opt, &err), STATUS_SYNTAX);
    fixture_release(&f.fixture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one),
        cmocka_unit_test(test_several_and_removed),
        cmocka_unit_test(test_other_orders_and_parts),
        cmocka_unit_test(test_small),
        cmocka_unit_test(test_often),
        cmocka_unit_test(test_failures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
