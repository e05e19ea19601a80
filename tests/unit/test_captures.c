/* test_captures.c: what came off is what playing takes, whatever the threads; damage is noticed and
 * never leads outside of the line or the board. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "base/io/file.h"
#include "facts/captures.h"
#include "facts/fact_index.h"
#include "random_go_game.h"
#include "scratch.h"

#define PATH "captures.seg"
enum { GAMES = 60 };

struct captures_corpus {
    struct lines lines;
    struct buf first, start_line, start_text, texts, moves;
    struct random_go_game games[GAMES];
};

static void put_u32(struct buf *out, size_t v)
{
    char bytes[4];
    le_put32(bytes, (uint32_t)v);
    buf_add(out, bytes, sizeof bytes);
}

/* Each game has a start of its own, in no order: only who checks lines asks for one. */
static struct captures_corpus *make_corpus(uint64_t seed, uint32_t games)
{
    struct captures_corpus *c = calloc(1, sizeof *c);
    struct rng rng;
    assert_non_null(c);
    struct buf *all[] = {&c->first, &c->start_line, &c->start_text, &c->texts, &c->moves};
    for (size_t i = 0; i < 5; i++)
        buf_init(all[i], BUF_DEFAULT_MAX);
    for (uint32_t i = 0; i < games; i++) {
        rng_seed_stream(&rng, seed, i);
        random_go_game(&c->games[i], &rng);
        put_u32(&c->first, c->moves.n / 2);
        put_u32(&c->start_line, i);
        put_u32(&c->start_text, c->texts.n);
        go_pos_print(&c->games[i].start, &c->texts);
        buf_add(&c->moves, c->games[i].moves, 2 * (size_t)c->games[i].count);
    }
    put_u32(&c->first, c->moves.n / 2);
    put_u32(&c->start_line, games);
    put_u32(&c->start_text, c->texts.n);
    c->lines = (struct lines){.game = &go_game,
                              .games = games,
                              .count = games,
                              .starts = games,
                              .move_bytes = 2,
                              .first = c->first.p,
                              .start_line = c->start_line.p,
                              .start_text = c->start_text.p,
                              .texts = c->texts.p,
                              .moves = c->moves.p};
    return c;
}

static void free_corpus(struct captures_corpus *c)
{
    struct buf *all[] = {&c->first, &c->start_line, &c->start_text, &c->texts, &c->moves};
    for (size_t i = 0; i < 5; i++)
        buf_release(all[i]);
    free(c);
}

static enum status write_segment(const struct captures_corpus *c, unsigned threads, struct err *err)
{
    struct index_options opt = {.threads = threads, .memory = 1 << 20};
    struct segment_writer w;
    enum status st = segment_writer_open(&w, PATH, err);
    if (st != STATUS_OK)
        return st;
    st = fact_index_write(&c->lines, &opt, &w, err);
    if (st == STATUS_OK)
        return segment_writer_commit(&w, err);
    segment_writer_abort(&w);
    return st;
}

static int by_ply_and_point(const void *a, const void *b)
{
    const struct go_taken *x = a, *y = b;
    if (x->ply != y->ply)
        return x->ply < y->ply ? -1 : 1;
    return (x->point > y->point) - (x->point < y->point);
}

static void assert_same_taken(struct random_go_game *game, struct taken_list *found)
{
    assert_int_equal(found->count, game->taken_count);
    if (found->count == 0)
        return;
    qsort(found->at, found->count, sizeof *found->at, by_ply_and_point);
    qsort(game->taken, game->taken_count, sizeof *game->taken, by_ply_and_point);
    for (uint32_t i = 0; i < game->taken_count; i++) {
        assert_int_equal(found->at[i].ply, game->taken[i].ply);
        assert_int_equal(found->at[i].point, game->taken[i].point);
    }
}

static void test_what_playing_takes(void **state)
{
    (void)state;
    struct captures_corpus *c = make_corpus(1, GAMES);
    struct taken_list found = {0};
    struct err err;
    size_t stones = 0;
    for (unsigned threads = 1; threads <= 2; threads++) {
        struct segment s;
        struct captures captures;
        assert_int_equal(write_segment(c, threads, &err), STATUS_OK);
        assert_int_equal(segment_open(&s, PATH, &err), STATUS_OK);
        assert_int_equal(captures_open(&captures, &c->lines, &s, &err), STATUS_OK);
        assert_non_null(captures.segment);
        for (uint32_t i = 0; i < GAMES; i++) {
            assert_int_equal(captures_of_line(&captures, &c->lines, i, &found, &err), STATUS_OK);
            stones += found.count;
            assert_same_taken(&c->games[i], &found);
        }
        segment_close(&s);
    }
    assert_true(stones > 2000);
    taken_list_release(&found);
    free_corpus(c);
}

static void test_line_for_matching(void **state)
{
    (void)state;
    struct captures_corpus *c = make_corpus(2, 3);
    struct taken_list room = {0};
    struct captures captures, none = {0};
    struct segment s;
    struct err err;
    assert_int_equal(write_segment(c, 1, &err), STATUS_OK);
    assert_int_equal(segment_open(&s, PATH, &err), STATUS_OK);
    assert_int_equal(captures_open(&captures, &c->lines, &s, &err), STATUS_OK);
    for (uint32_t i = 0; i < 3; i++) {
        struct go_match_line line;
        const struct go_pos *start = &c->games[i].start;
        assert_int_equal(captures_match_line(&captures, &c->lines, i, start, &room, &line, &err),
                         STATUS_OK);
        assert_true(line.taken_known && line.start == start);
        assert_int_equal(line.count, c->games[i].count);
        assert_int_equal(line.taken_count, c->games[i].taken_count);
        assert_memory_equal(line.moves, c->games[i].moves, 2 * (size_t)line.count);
        assert_int_equal(captures_match_line(&none, &c->lines, i, start, &room, &line, &err),
                         STATUS_OK);
        assert_false(line.taken_known);
    }
    taken_list_release(&room);
    segment_close(&s);
    free_corpus(c);
}

/* Any byte of the section may be another one. */
static void test_damage(void **state)
{
    (void)state;
    struct captures_corpus *c = make_corpus(3, 6);
    struct taken_list found = {0};
    struct segment s;
    struct err err;
    struct span section;
    struct rng rng;
    unsigned errors = 0;
    assert_int_equal(write_segment(c, 1, &err), STATUS_OK);
    assert_int_equal(segment_open(&s, PATH, &err), STATUS_OK);
    assert_true(segment_find(&s, CAPTURES_SECTION, &section));
    size_t length = s.view.bytes.n, offset = (size_t)(section.p - s.view.bytes.p);
    char *copy = malloc(length);
    assert_non_null(copy);
    memcpy(copy, s.view.bytes.p, length);
    struct segment damaged = s;
    damaged.state = NULL; /* as if its checksums were right */
    damaged.view.bytes = span_make(copy, length);
    rng_seed(&rng, 4);
    for (int n = 0; n < 5000; n++) {
        size_t at = offset + rng_below(&rng, section.n);
        char before = copy[at];
        struct captures captures;
        copy[at] = (char)rng_next(&rng);
        enum status st = captures_open(&captures, &c->lines, &damaged, &err);
        for (uint32_t i = 0; i < 6 && st == STATUS_OK; i++) {
            st = captures_of_line(&captures, &c->lines, i, &found, &err);
            for (size_t k = 0; k < found.count && st == STATUS_OK; k++) {
                assert_in_range(found.at[k].ply, 1, c->games[i].count);
                assert_true(found.at[k].point < GO_POINTS);
            }
        }
        assert_true(st == STATUS_OK || (st == STATUS_SYNTAX && err.byte < length));
        errors += st != STATUS_OK;
        copy[at] = before;
    }
    assert_true(errors > 250);
    free(copy);
    taken_list_release(&found);
    segment_close(&s);
    free_corpus(c);
}

static void test_no_memory(void **state)
{
    (void)state;
    struct captures_corpus *c = make_corpus(5, 4);
    struct err err;
    enum status st = STATUS_NOMEM;
    for (long n = 0; st != STATUS_OK; n++) {
        struct taken_list found = {0};
        struct captures captures;
        struct segment s;
        mem_fail_after(n);
        st = write_segment(c, 1, &err);
        mem_fail_never();
        assert_true(st == STATUS_OK || st == STATUS_NOMEM);
        if (st != STATUS_OK)
            continue;
        assert_int_equal(segment_open(&s, PATH, &err), STATUS_OK);
        assert_int_equal(captures_open(&captures, &c->lines, &s, &err), STATUS_OK);
        uint32_t line = 0;
        while (c->games[line].taken_count == 0)
            line++;
        mem_fail_after(0);
        assert_int_equal(captures_of_line(&captures, &c->lines, line, &found, &err), STATUS_NOMEM);
        mem_fail_never();
        taken_list_release(&found);
        segment_close(&s);
    }
    free_corpus(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_playing_takes), cmocka_unit_test(test_line_for_matching),
        cmocka_unit_test(test_damage), cmocka_unit_test(test_no_memory)};
    return cmocka_run_group_tests(tests, scratch_set_up, scratch_tear_down);
}
