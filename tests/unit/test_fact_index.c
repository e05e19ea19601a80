/* The fact index: its lists are what a plain walk over full positions gives, rounded outward; it
 * does not depend on threads and memory; damage is noticed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "base/io/file.h"
#include "facts/fact_spans.h"
#include "lines_fixture.h"
#include "query/run/exact_spans.h"
#include "scratch.h"

#define PATH "facts.seg"

struct naive_fact_list {
    struct posting *at;
    size_t count, cap;
};

static struct naive_fact_list naive[4096];

static void naive_add(uint32_t fact, uint32_t line, uint32_t from, uint32_t to)
{
    struct naive_fact_list *n = &naive[fact];
    n->at = fixture_more(n->at, n->count, &n->cap, sizeof *n->at);
    n->at[n->count++] = (struct posting){line, from, to};
}

/* Asks the full position at every ply which facts hold. */
static void naive_line(const struct lines *l, uint32_t line)
{
    static uint32_t since[4096];
    uint32_t facts[GAME_MAX_FACTS], plies = line_plies(l, line);
    struct shogi_pos pos;
    char start[256] = "";
    struct span text = lines_start_text(l, line_start(l, line));
    memcpy(start, text.p, text.n);
    fixture_go_to(&pos, start);
    memset(since, 0xff, sizeof since);
    for (uint32_t ply = 0;; ply++) {
        static bool now[4096];
        struct shogi_undo undo;
        uint32_t n = shogi_game.rules.facts(&pos, facts);
        memset(now, 0, sizeof now);
        for (uint32_t i = 0; i < n && ply >= line_fresh(l, line); i++)
            now[facts[i]] = true;
        for (uint32_t fact = 0; fact < shogi_game.fact_count; fact++) {
            if (!now[fact] && since[fact] == UINT32_MAX)
                continue;
            if (now[fact] && since[fact] == UINT32_MAX)
                since[fact] = ply;
            if (since[fact] != UINT32_MAX && !now[fact]) {
                naive_add(fact, line, since[fact], ply);
                since[fact] = UINT32_MAX;
            }
            if (since[fact] != UINT32_MAX && ply == plies)
                naive_add(fact, line, since[fact], ply + 1);
        }
        if (ply == plies)
            return;
        shogi_play(&pos, (shogi_move)line_move(l, line, ply), &undo);
    }
}

static void naive_walk(const struct lines *l)
{
    for (int i = 0; i < 4096; i++)
        naive[i].count = 0;
    for (uint32_t line = 0; line < l->count; line++)
        naive_line(l, line);
}

static void naive_release(void)
{
    for (int i = 0; i < 4096; i++) {
        free(naive[i].at);
        naive[i] = (struct naive_fact_list){0};
    }
}

static enum status write_index(const struct lines *l, unsigned threads, size_t memory,
                               struct err *err)
{
    struct index_options opt = {.threads = threads, .memory = memory};
    struct segment_writer w;
    enum status st = segment_writer_open(&w, PATH, err);
    if (st != STATUS_OK)
        return st;
    st = fact_index_write(l, &opt, &w, err);
    if (st != STATUS_OK) {
        segment_writer_abort(&w);
        return st;
    }
    return segment_writer_commit(&w, err);
}

static void open_index(const struct lines *l, struct segment *s, struct fact_index *x)
{
    struct err err;
    assert_int_equal(write_index(l, 2, 1 << 20, &err), STATUS_OK);
    assert_int_equal(segment_open(s, PATH, &err), STATUS_OK);
    assert_int_equal(fact_index_open(x, &shogi_game, l, s, &err), STATUS_OK);
}

static void make_mixed(struct lines_fixture *f, uint64_t games)
{
    fixture_init(f);
    fixture_add_usi(f, "", "", POINTS_UNKNOWN);
    fixture_add_usi(f, "", "7g7f 3c3d 8h2b+ 3a2b", POINTS_WIN);
    fixture_add_generated(f, 1, games, 0);
    fixture_add_odd(f, 2, games / 5);
    fixture_add_variations(f, 3, games / 3);
    fixture_finish(f);
}

/* Spans are rounded outward; `grown` sums up by how much. */
static uint64_t grown;

static void expect_same(const struct posting *is, const struct posting *exact)
{
    assert_int_equal(is->line, exact->line);
    assert_true(is->from <= exact->from && is->to >= exact->to);
    grown += exact->from - is->from + is->to - exact->to;
}

static void test_lists_are_those_of_a_plain_walk(void **state)
{
    (void)state;
    struct lines_fixture f;
    struct segment s;
    struct fact_index x;
    struct err err;
    make_mixed(&f, 1500);
    naive_walk(&f.lines);
    open_index(&f.lines, &s, &x);
    size_t total = 0;
    grown = 0;
    for (uint32_t fact = 0; fact < x.facts; fact++) {
        struct fact_cursor c;
        assert_int_equal(fact_list_length(&x, fact), naive[fact].count);
        fact_cursor_open(&c, &x, fact);
        for (size_t i = 0; i < naive[fact].count; i++) {
            assert_true(fact_cursor_next(&c));
            expect_same(fact_cursor_get(&c), &naive[fact].at[i]);
        }
        assert_false(fact_cursor_next(&c));
        assert_false(fact_cursor_next(&c));
        assert_false(fact_cursor_seek(&c, 0));
        assert_int_equal(fact_cursor_status(&c, &err), STATUS_OK);
        total += naive[fact].count;
    }
    assert_true(total > 200000);
    assert_true(grown / total < 16);
    segment_close(&s);
    naive_release();
    fixture_release(&f);
}

static void seek_about(const struct fact_index *x, uint32_t fact, struct rng *rng)
{
    struct fact_cursor c;
    const struct naive_fact_list *n = &naive[fact];
    size_t at = 0;
    uint32_t line = 0;
    uint64_t stride = 1 + rng_below(rng, 1u << rng_below(rng, 13));
    fact_cursor_open(&c, x, fact);
    for (;;) {
        bool more;
        if (rng_below(rng, 4) == 0 && line) {
            more = fact_cursor_next(&c);
            at++;
        } else {
            line += (uint32_t)rng_below(rng, stride);
            more = fact_cursor_seek(&c, line);
            while (at < n->count && n->at[at].line < line)
                at++;
        }
        assert_int_equal(more, at < n->count);
        if (!more)
            return;
        expect_same(fact_cursor_get(&c), &n->at[at]);
        line = fact_cursor_get(&c)->line + (uint32_t)rng_below(rng, 2);
        if (line == 0)
            line = 1;
    }
}

/* Reads the exact spans of a list, the block that has a line first and those behind it. */
static void expect_exact(const struct fact_index *x, uint32_t fact, uint32_t line)
{
    struct fact_span_cursor c;
    const struct naive_fact_list *list = &naive[fact];
    uint32_t at = 0;
    assert_true(fact_span_cursor_open(&c, x, fact));
    while (fact_span_cursor_next(&c, line)) {
        at = line ? c.list.block * POSTING_BLOCK : at;
        assert_int_equal(at, c.list.block * POSTING_BLOCK);
        assert_true(c.list.lines[c.list.in_block - 1] >= line);
        for (uint32_t i = 0; i < c.list.in_block; i++, at++) {
            uint32_t end = line_plies(&x->lines, list->at[at].line) + 1;
            assert_int_equal(c.list.lines[i], list->at[at].line);
            assert_int_equal(c.from[i], list->at[at].from);
            assert_int_equal(c.to[i] == FACT_SPAN_END ? end : c.to[i], list->at[at].to);
        }
        line = 0;
    }
    assert_int_equal(fact_cursor_status(&c.list, NULL), STATUS_OK);
    assert_true(at == list->count || line > list->at[list->count - 1].line);
}

static void test_frequent_spans_are_exact(void **state)
{
    (void)state;
    struct lines_fixture f;
    struct segment s;
    struct fact_index x;
    uint32_t exact = 0, blocks = 0;
    make_mixed(&f, 600);
    open_index(&f.lines, &s, &x);
    naive_walk(&f.lines);
    for (uint32_t fact = 0; fact < x.facts; fact++) {
        bool frequent = naive[fact].count && naive[fact].count * 4 >= f.lines.count;
        assert_true(fact_spans_has(&x, fact) == frequent);
        exact += frequent;
        blocks += naive[fact].count > 2 * POSTING_BLOCK;
        for (uint32_t line = 0; frequent && line <= f.lines.count; line += 97)
            expect_exact(&x, fact, line);
    }
    assert_true(exact > 100 && blocks > 50);
    naive_release();
    segment_close(&s);
    fixture_release(&f);
}

static void test_seeking_is_a_linear_search(void **state)
{
    (void)state;
    struct lines_fixture f;
    struct segment s;
    struct fact_index x;
    struct rng rng;
    rng_seed(&rng, 5);
    make_mixed(&f, 1500);
    naive_walk(&f.lines);
    open_index(&f.lines, &s, &x);
    for (uint32_t fact = 0; fact < x.facts; fact++)
        for (int i = 0; i < 4; i++)
            seek_about(&x, fact, &rng);
    segment_close(&s);
    naive_release();
    fixture_release(&f);
}

static void test_threads_and_memory_change_nothing(void **state)
{
    (void)state;
    static const struct {
        unsigned threads;
        size_t memory;
    } WAYS[] = {{1, 1 << 30}, {2, 1 << 30}, {5, 1 << 30}, {0, 1 << 20}, {3, 300000}};
    struct lines_fixture f;
    struct buf first, other;
    struct err err;
    fixture_init(&f);
    fixture_add_generated(&f, 4, 300, 0);
    for (uint32_t i = 0; i < 9000; i++) /* more than a chunk of lines, quickly */
        fixture_add(&f, "", f.games[i % 300].moves, i % 40 % (f.games[i % 300].plies + 1),
                    POINTS_DRAW);
    fixture_add_variations(&f, 3, 50);
    fixture_finish(&f);
    buf_init(&first, SIZE_MAX / 2);
    buf_init(&other, SIZE_MAX / 2);
    for (size_t i = 0; i < sizeof WAYS / sizeof *WAYS; i++) {
        assert_int_equal(write_index(&f.lines, WAYS[i].threads, WAYS[i].memory, &err), STATUS_OK);
        buf_clear(&other);
        assert_int_equal(file_read(PATH, SIZE_MAX / 2, i ? &other : &first, &err), STATUS_OK);
        if (i)
            assert_true(span_eq(buf_span(&first), buf_span(&other)));
    }
    buf_release(&first);
    buf_release(&other);
    fixture_release(&f);
}

static void test_nothing_to_index(void **state)
{
    (void)state;
    struct lines_fixture f;
    struct segment s;
    struct fact_index x;
    fixture_init(&f);
    fixture_finish(&f);
    open_index(&f.lines, &s, &x);
    for (uint32_t fact = 0; fact < x.facts; fact++) {
        struct fact_cursor c;
        fact_cursor_open(&c, &x, fact);
        assert_false(fact_cursor_seek(&c, 0));
        fact_cursor_open(&c, &x, fact);
        assert_false(fact_cursor_next(&c));
    }
    segment_close(&s);
    fixture_release(&f);
}

static void test_a_move_that_cannot_be_made(void **state)
{
    (void)state;
    struct lines_fixture f;
    struct err err;
    fixture_init(&f);
    fixture_add_usi(&f, "", "7g7f", POINTS_WIN);
    fixture_add_usi(&f, "", "7g7f 7g7f", POINTS_WIN);
    fixture_finish(&f);
    assert_int_equal(write_index(&f.lines, 2, 1 << 20, &err), STATUS_SYNTAX);
    assert_string_equal(err.arg[0], "1");
    fixture_release(&f);
}

static void test_stopping(void **state)
{
    (void)state;
    struct lines_fixture f;
    struct segment_writer w;
    struct err err;
    atomic_bool yes = true;
    struct index_options opt = {.threads = 2, .memory = 1 << 20, .cancelled = &yes};
    make_mixed(&f, 20);
    assert_int_equal(segment_writer_open(&w, PATH, &err), STATUS_OK);
    assert_int_equal(fact_index_write(&f.lines, &opt, &w, &err), STATUS_CANCELLED);
    segment_writer_abort(&w);
    fixture_release(&f);
}

static void test_no_memory(void **state)
{
    (void)state;
    struct lines_fixture f;
    struct err err;
    make_mixed(&f, 20);
    long n = 0;
    enum status st;
    do {
        mem_fail_after(n++);
        st = write_index(&f.lines, 1, 1 << 20, &err);
        mem_fail_never();
        assert_true(st == STATUS_OK || st == STATUS_NOMEM);
    } while (st != STATUS_OK && n < 10000);
    assert_true(n > 20 && st == STATUS_OK);
    fixture_release(&f);
}

/* --- Damage ---------------------------------------------------------------------------------- */

/* Goes through a list; whatever it says, no line may lie beyond the last. */
static void use_list(const struct fact_index *x, uint32_t fact)
{
    struct fact_cursor c;
    struct err err;
    fact_cursor_open(&c, x, fact);
    while (fact_cursor_next(&c))
        assert_true(fact_cursor_get(&c)->line < x->lines.count);
    enum status st = fact_cursor_status(&c, &err);
    assert_true(st == STATUS_OK || st == STATUS_SYNTAX);
    fact_cursor_open(&c, x, fact);
    for (uint32_t line = 0; fact_cursor_seek(&c, line); line += 3)
        assert_true(fact_cursor_get(&c)->line < x->lines.count &&
                    fact_cursor_get(&c)->line >= line);
    struct fact_span_cursor exact;
    if (!fact_span_cursor_open(&exact, x, fact))
        return;
    while (fact_span_cursor_next(&exact, 0))
        for (uint32_t i = 0; i < exact.list.in_block; i++)
            assert_true(exact.list.lines[i] < x->lines.count);
    st = fact_cursor_status(&exact.list, &err);
    assert_true(st == STATUS_OK || st == STATUS_SYNTAX);
}

/* Uses the lists near an offset of the lists' section, and some others. */
static void use_near(const struct fact_index *x, size_t offset, size_t turn)
{
    for (uint32_t fact = 0; fact < x->facts; fact++) {
        const char *row = x->directory.p + FACT_HEAD_BYTES + (size_t)fact * FACT_ROW_BYTES;
        bool near = offset >= le_get64(row + 8) && offset < le_get64(row + 8 + FACT_ROW_BYTES);
        if (near || fact % 256 == turn % 256)
            use_list(x, fact);
    }
}

static void flip(char *p, int bit)
{
    *p = (char)(*p ^ 1 << bit);
}

static void test_every_flipped_byte(void **state)
{
    (void)state;
    struct lines_fixture f;
    struct segment s;
    struct fact_index x;
    struct err err;
    fixture_init(&f);
    fixture_add_generated(&f, 4, 12, 0);
    for (uint32_t i = 0; i < 300; i++) /* lists of several blocks */
        fixture_add(&f, "", f.games[i % 12].moves, 2 + i % 3, POINTS_DRAW);
    fixture_finish(&f);
    open_index(&f.lines, &s, &x);
    struct buf copy;
    buf_init(&copy, SIZE_MAX / 2);
    buf_add_span(&copy, s.view.bytes);
    struct segment hostile = s;
    hostile.view.bytes = buf_span(&copy);
    hostile.state = NULL; /* as if its checksums were right */
    size_t refused = 0;
    for (size_t i = 0; i < copy.n; i++)
        for (int bit = 0; bit < 8; bit += 5) {
            flip(&copy.p[i], bit);
            enum status st = fact_index_open(&x, &shogi_game, &f.lines, &hostile, &err);
            assert_true(st == STATUS_OK || st == STATUS_SYNTAX);
            refused += st != STATUS_OK;
            if (st == STATUS_OK)
                use_near(&x, (size_t)(copy.p + i - x.lists.p), i);
            flip(&copy.p[i], bit);
        }
    assert_true(refused > 2344);
    buf_release(&copy);
    segment_close(&s);
    fixture_release(&f);
}

/* Facts that hold together while others don't, or others; all that are known exactly take turns. */
static struct exact_query some_parts(const struct fact_index *x, struct rng *rng)
{
    struct exact_query q = {.fact_count = 9, .part_count = 2};
    q.parts[0] = (struct exact_part){.first = 0, .holding = 1, .absent = 4};
    q.parts[1] = (struct exact_part){.first = 5, .holding = 2, .absent = 2};
    for (uint32_t i = 0; i < q.fact_count; i++)
        q.facts[i] = le_get32(x->spans.rows + (size_t)rng_below(rng, x->spans.count) * 16);
    return q;
}

/* Reads them; what is read without complaint is in order. */
static enum status read_parts(const struct db_segment *s, const struct exact_query *q)
{
    struct exact_reader *reader;
    struct result_part part = {0};
    struct err err;
    bool more = true;
    enum status st = exact_reader_open(&reader, q, s, &err);
    while (st == STATUS_OK && more)
        st = exact_reader_next(reader, NULL, &part, &more, &err);
    for (size_t i = 0; i < part.count && st == STATUS_OK; i++) {
        const struct result_span *a = &part.at[i], *before = i ? a - 1 : NULL;
        assert_true(a->from < a->to && a->to <= line_plies(&s->lines, a->line) + 1);
        assert_true(!before || before->line < a->line ||
                    (before->line == a->line && before->to < a->from));
    }
    exact_reader_close(reader);
    mem_free(part.at);
    return st;
}

/* Whether the spans of its lists follow one another, as far as main lines go. */
static bool are_in_order(const struct fact_index *x, const struct exact_query *q)
{
    bool good = true;
    for (uint32_t i = 0; i < q->fact_count; i++) {
        struct fact_span_cursor c;
        uint64_t end = 0;
        assert_true(fact_span_cursor_open(&c, x, q->facts[i]));
        while (fact_span_cursor_next(&c, 0))
            for (uint32_t k = 0; k < c.list.in_block && c.list.lines[k] < x->lines.games; k++) {
                uint64_t line = (uint64_t)c.list.lines[k] << 16;
                good &= (line | c.from[k]) >= end && c.from[k] < c.to[k];
                end = line | c.to[k];
            }
        good &= fact_cursor_status(&c.list, NULL) == STATUS_OK;
    }
    return good;
}

/* Bits that checksums don't protect can put spans one into another, or before one another. */
static void test_exact_spans_out_of_order(void **state)
{
    (void)state;
    struct lines_fixture f;
    struct segment s;
    struct err err;
    struct rng rng;
    size_t refused = 0, good = 0;
    static struct db_segment segment;
    rng_seed(&rng, 7);
    make_mixed(&f, 300);
    open_index(&f.lines, &s, &segment.facts);
    segment.lines = f.lines;
    struct buf copy;
    buf_init(&copy, SIZE_MAX / 2);
    buf_add_span(&copy, s.view.bytes);
    struct segment hostile = s;
    hostile.view.bytes = buf_span(&copy);
    hostile.state = NULL;
    const struct span lists = segment.facts.spans.lists;
    char *bytes = copy.p + (lists.p - s.view.bytes.p);
    for (int i = 0; i < 200; i++) {
        memcpy(bytes, lists.p, lists.n);
        for (size_t at = 0; i % 4 && at < lists.n; at += 1 + rng_below(&rng, i % 2 ? 3 : 300))
            bytes[at] = (char)rng_below(&rng, 256);
        assert_int_equal(fact_index_open(&segment.facts, &shogi_game, &f.lines, &hostile, &err),
                         STATUS_OK);
        const struct exact_query q = some_parts(&segment.facts, &rng);
        const enum status st = read_parts(&segment, &q);
        assert_true(st == STATUS_OK || st == STATUS_SYNTAX);
        assert_true(i % 4 || st == STATUS_OK);
        assert_true(st != STATUS_OK || are_in_order(&segment.facts, &q));
        refused += st != STATUS_OK;
        good += st == STATUS_OK;
    }
    assert_true(refused > 100 && good >= 50);
    buf_release(&copy);
    segment_close(&s);
    fixture_release(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lists_are_those_of_a_plain_walk),
        cmocka_unit_test(test_frequent_spans_are_exact),
        cmocka_unit_test(test_seeking_is_a_linear_search),
        cmocka_unit_test(test_threads_and_memory_change_nothing),
        cmocka_unit_test(test_nothing_to_index),
        cmocka_unit_test(test_a_move_that_cannot_be_made),
        cmocka_unit_test(test_stopping),
        cmocka_unit_test(test_no_memory),
        cmocka_unit_test(test_every_flipped_byte),
        cmocka_unit_test(test_exact_spans_out_of_order),
    };
    return cmocka_run_group_tests(tests, scratch_set_up, scratch_tear_down);
}
