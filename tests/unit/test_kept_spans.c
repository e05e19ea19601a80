/* test_kept_spans.c: lists of spans survive being written, damaged ones are refused; what is kept
 * answers as a search does, in every way in which results are taken. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "base/rng.h"
#include "db/kept_columns.h"
#include "db_sample.h"
#include "query/language/named.h"
#include "query/run/kept_spans.h"
#include "query/run/plies.h"
#include "query/run/runner.h"
#include "query/search.h"
#include "scratch.h"

/* --- Lists ------------------------------------------------------------------------------------ */

enum { LINES = 200, MOST_PLIES = 300 };

/* Lines of which nothing but their lengths matters. */
struct lengths {
    struct lines lines;
    char first[4 * (LINES + 1)];
};

static void make_lengths(struct lengths *l, struct rng *rng)
{
    uint32_t at = 0;
    for (uint32_t i = 0; i <= LINES; i++) {
        le_put32(l->first + 4 * (size_t)i, at);
        at += (uint32_t)rng_below(rng, MOST_PLIES);
    }
    l->lines = (struct lines){.games = LINES, .count = LINES, .first = l->first};
}

static void add_span(struct result_part *p, uint32_t line, uint32_t from, uint32_t to,
                     struct rng *rng)
{
    struct result_span s = {.line = line,
                            .from = from,
                            .to = to,
                            .first = from,
                            .plies = to - from,
                            .bits = RESULT_ALL_MATCH,
                            .plays = (uint8_t)rng_below(rng, 4)};
    if (rng_below(rng, 3) == 0) {
        uint64_t *set = p->words + p->word_count;
        s.bits = (uint32_t)p->word_count;
        p->word_count += plies_words(to - from);
        for (uint32_t ply = 0; ply < to - from; ply++)
            if (rng_below(rng, 3))
                plies_add(set, ply);
        plies_add(set, (uint32_t)rng_below(rng, to - from));
        s.first = from + plies_next(set, to - from, 0);
        s.plies = plies_count(set, 0, to - from);
    }
    p->at[p->count++] = s;
}

static void make_part(struct result_part *p, const struct lengths *l, struct rng *rng)
{
    *p = (struct result_part){.at = mem_calloc(LINES * MOST_PLIES, sizeof *p->at),
                              .words = mem_calloc(LINES * MOST_PLIES, sizeof *p->words)};
    for (uint32_t line = 0; line < LINES; line += 1 + (uint32_t)rng_below(rng, 3)) {
        uint32_t plies = line_plies(&l->lines, line) + 1, to;
        for (uint32_t from = (uint32_t)rng_below(rng, 9); from < plies;
             from = to + (uint32_t)rng_below(rng, 99)) {
            to = from + 1 + (uint32_t)rng_below(rng, plies - from);
            add_span(p, line, from, to, rng);
        }
    }
}

static void compare_span(const struct result_part *a, const struct result_span *x,
                         const struct result_part *b, const struct result_span *y)
{
    assert_int_equal(x->line, y->line);
    assert_int_equal(x->from, y->from);
    assert_int_equal(x->to, y->to);
    assert_int_equal(x->first, y->first);
    assert_int_equal(x->plies, y->plies);
    assert_int_equal(x->plays, y->plays);
    assert_int_equal(x->bits == RESULT_ALL_MATCH, y->bits == RESULT_ALL_MATCH);
    if (x->bits != RESULT_ALL_MATCH)
        assert_memory_equal(a->words + x->bits, b->words + y->bits,
                            plies_words(x->to - x->from) * sizeof *a->words);
}

static void lists_survive_writing(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 20; seed++) {
        struct lengths l;
        struct result_part part, again;
        struct rng rng;
        struct buf bytes;
        bool placed;
        uint64_t removed[(LINES + 63) / 64] = {0};
        size_t at = 0;
        rng_seed_stream(&rng, 12, seed);
        make_lengths(&l, &rng);
        make_part(&part, &l, &rng);
        buf_init(&bytes, BUF_DEFAULT_MAX);
        part.at[0].placed = seed % 2;
        span_list_write(&part, &bytes);
        assert_true(span_list_read(buf_span(&bytes), &l.lines, NULL, &again, &placed));
        assert_int_equal(placed, seed % 2);
        assert_int_equal(again.count, part.count);
        for (size_t i = 0; i < part.count; i++)
            compare_span(&part, &part.at[i], &again, &again.at[i]);
        result_part_release(&again);
        for (uint32_t line = 0; line < LINES; line += 3)
            plies_add(removed, line);
        assert_true(span_list_read(buf_span(&bytes), &l.lines, removed, &again, &placed));
        for (size_t i = 0; i < part.count; i++)
            if (part.at[i].line % 3)
                compare_span(&part, &part.at[i], &again, &again.at[at++]);
        assert_int_equal(again.count, at);
        result_part_release(&again);
        result_part_release(&part);
        buf_release(&bytes);
    }
}

/* Whatever is accepted is what the executor relies on. */
static void check_part(const struct result_part *p, const struct lengths *l)
{
    for (size_t i = 0; i < p->count; i++) {
        const struct result_span *s = &p->at[i];
        assert_true(s->line < LINES && s->from < s->to &&
                    s->to <= line_plies(&l->lines, s->line) + 1);
        if (i)
            assert_true(s->line > s[-1].line || (s->line == s[-1].line && s->from >= s[-1].to));
        assert_true(s->first >= s->from && s->first < s->to && s->plies > 0);
        if (s->bits != RESULT_ALL_MATCH)
            assert_int_equal(s->plies, plies_count(p->words + s->bits, 0, s->to - s->from));
        else
            assert_int_equal(s->plies, s->to - s->from);
    }
}

static void damaged_lists_are_refused(void **state)
{
    (void)state;
    struct lengths l;
    struct result_part part, read;
    struct rng rng;
    struct buf bytes;
    bool placed;
    unsigned refused = 0;
    rng_seed_stream(&rng, 12, 99);
    make_lengths(&l, &rng);
    make_part(&part, &l, &rng);
    buf_init(&bytes, BUF_DEFAULT_MAX);
    span_list_write(&part, &bytes);
    for (size_t n = 0; n < bytes.n; n++)
        assert_false(span_list_read(span_make(bytes.p, n), &l.lines, NULL, &read, &placed));
    for (int i = 0; i < 20000; i++) {
        char *at = bytes.p + rng_below(&rng, bytes.n), was = *at;
        *at = (char)rng_below(&rng, 256);
        if (span_list_read(buf_span(&bytes), &l.lines, NULL, &read, &placed)) {
            check_part(&read, &l);
            result_part_release(&read);
        } else {
            assert_null(read.at);
            assert_null(read.words);
            refused++;
        }
        *at = was;
    }
    assert_true(refused > 5000);
    for (long n = 0; n < 3; n++) {
        mem_fail_after(n);
        bool good = span_list_read(buf_span(&bytes), &l.lines, NULL, &read, &placed);
        mem_fail_never();
        assert_false(good);
    }
    result_part_release(&part);
    buf_release(&bytes);
}

/* --- Answers ---------------------------------------------------------------------------------- */

static const char PATH[] = "kept.kifu";
static const char *const NAMES[] = {"castle:mino", "shape:tare-fu", "shape:koshikake-gin",
                                    "all ever opening:shiken-bisha",
                                    "castle:no-such-piece-is-there"};

static const struct search_options WAYS[] = {
    {.limit = UINT64_MAX, .threads = 1},
    {.limit = 3, .offset = 2, .threads = 1},
    {.limit = 4, .threads = 1, .no_totals = true},
    {.threads = 1, .count = true},
    {.limit = UINT64_MAX, .threads = 1, .scores = true},
    {.limit = UINT64_MAX, .threads = 1, .lines = true},
    {.limit = 9, .threads = 1, .order = {ORDER_LENGTH, true}},
};
enum { WAY_COUNT = sizeof WAYS / sizeof *WAYS };

/* All that a query is asked for, as numbers; the number of its hits. */
static size_t ask(struct db *db, const struct query *q, struct buf *out)
{
    struct hits hits;
    struct moves_table moves;
    struct query_result games;
    size_t found = 0;
    for (size_t i = 0; i < WAY_COUNT; i++) {
        assert_int_equal(search_run(q, &db, 1, &WAYS[i], &hits, NULL), STATUS_OK);
        found += hits.count;
        buf_printf(out, "%zu", hits.count);
        if (!WAYS[i].no_totals)
            buf_printf(out, " %d %d %d", (int)hits.games, (int)hits.spans, (int)hits.positions);
        for (size_t h = 0; h < hits.count; h++)
            buf_printf(out, " %u:%u-%u,%u,%u,%d", hits.at[h].id, hits.at[h].from, hits.at[h].to,
                       hits.at[h].first, hits.at[h].plies, hits.at[h].plays);
        for (int who = 0; WAYS[i].scores && who < 4; who++)
            for (int end = 0; end < RESULT_KINDS; end++)
                buf_printf(out, " %d", (int)hits.scores.games[who][0][end]);
        buf_add_char(out, '\n');
        hits_release(&hits);
    }
    for (enum moves_at at = MOVES_AT_USUAL; at <= MOVES_AT_LAST; at++)
        for (uint32_t years = 0; years < 20; years += 10) {
            const struct search_options opt = {.threads = 1, .at = at, .by_years = years};
            assert_int_equal(moves_run(q, &db, 1, &opt, &moves, NULL), STATUS_OK);
            buf_printf(out, "%d %d:", (int)moves.games, (int)moves.moved);
            for (size_t i = 0; i < moves.count; i++)
                buf_printf(out, " %d %d %d", (int)moves.rows[i].next.move, moves.rows[i].seat,
                           (int)moves.rows[i].next.games);
            buf_add_char(out, '\n');
            moves_release(&moves);
        }
    const struct search_options opt = {.threads = 1};
    assert_int_equal(query_run(&games, q, &db, 1, &opt, KEEP_GAMES, NULL), STATUS_OK);
    for (uint32_t i = 0; i < games.part_count; i++)
        for (size_t w = 0; w < game_words(&db->segments[i].lines); w++)
            buf_printf(out, "%llx ", (unsigned long long)games.parts[i].games[w]);
    query_result_release(&games);
    return found;
}

static void parse(struct query *q, const struct named_queries *named, const char *text)
{
    struct err err = {0};
    if (query_parse(q, &shogi_game, named, span_of(text), &err) != STATUS_OK) {
        query_release(q);
        *q = (struct query){0};
    }
}

static void keep(struct db *db, const struct named_queries *named)
{
    const struct search_options opt = {.threads = 1};
    for (uint32_t i = 0; i < db->segment_count; i++) {
        struct kept_spans *k = kept_spans_open(&db->segments[i]);
        for (size_t n = 0; n < sizeof NAMES / sizeof *NAMES; n++) {
            unsigned char key[SPANS_KEY_BYTES];
            struct query_result f;
            struct query q;
            parse(&q, named, NAMES[n]);
            if (!q.game)
                continue;
            assert_true(kept_spans_key(&q, key));
            assert_int_equal(query_run(&f, &q, &db, 1, &opt, KEEP_SPANS, NULL), STATUS_OK);
            kept_spans_add(k, key, &f.parts[i]);
            query_result_release(&f);
            query_release(&q);
        }
        kept_spans_write(k);
        kept_spans_close(k);
    }
}

/* How many segments have something kept of a query. */
static unsigned count_kept(const struct db *db, const struct query *q)
{
    unsigned char key[SPANS_KEY_BYTES];
    unsigned n = 0;
    for (uint32_t i = 0; i < db->segment_count; i++) {
        struct result_part part;
        n += kept_spans_key(q, key) && kept_spans_find(&db->segments[i], key, &part);
        result_part_release(&part);
    }
    return n;
}

static void compare_names(struct db *before, struct db *after, const struct named_queries *named,
                          unsigned kept)
{
    unsigned found = 0;
    for (size_t n = 0; n < sizeof NAMES / sizeof *NAMES; n++) {
        struct query q;
        struct buf want, have;
        parse(&q, named, NAMES[n]);
        if (!q.game)
            continue;
        assert_int_equal(count_kept(after, &q), kept);
        buf_init(&want, BUF_DEFAULT_MAX);
        buf_init(&have, BUF_DEFAULT_MAX);
        found += ask(before, &q, &want) > 0;
        ask(after, &q, &have);
        assert_string_equal(buf_cstr(&want), buf_cstr(&have));
        buf_release(&want);
        buf_release(&have);
        query_release(&q);
    }
    assert_true(found >= 4);
}

static void damage_file(const char *path)
{
    FILE *f = fopen(path, "r+b");
    assert_non_null(f);
    assert_int_equal(fseek(f, 200, SEEK_SET), 0);
    int byte = fgetc(f);
    assert_int_equal(fseek(f, 200, SEEK_SET), 0);
    assert_true(fputc(byte ^ 0x55, f) != EOF);
    assert_int_equal(fclose(f), 0);
}

static void remove_game(struct db *db)
{
    struct db_segment *s = &db->segments[0];
    s->removed = mem_calloc(game_words(&s->lines), sizeof *s->removed);
    for (uint32_t number = 0; number < s->lines.games; number += 4)
        plies_add(s->removed, number);
    s->removed_count = (s->lines.games + 3) / 4;
}

static void kept_spans_answer_as_a_search_does(void **state)
{
    (void)state;
    struct named_queries named;
    named_init(&named);
    assert_int_equal(named_add_builtin(&named, &shogi_game, NULL), STATUS_OK);
    sample_make(PATH, 0, 150, 90);
    struct db *before = sample_open(PATH);
    assert_int_equal(before->segment_count, 2);
    struct db *after = sample_open(PATH);
    compare_names(before, after, &named, 0);
    for (uint32_t i = 0; i < 2; i++)
        assert_null(kept_cache(&before->segments[i], "spans"));
    /* `before` has none: its segments are not told where the files are */
    for (uint32_t i = 0; i < 2; i++) {
        kept_columns_free(before->segments[i].kept);
        before->segments[i].kept = NULL;
    }
    keep(after, &named);
    compare_names(before, after, &named, 2);
    remove_game(before);
    remove_game(after);
    compare_names(before, after, &named, 2);
    db_close(after);
    damage_file("kept.kifu/columns/s000001-spans.idx");
    after = sample_open(PATH);
    remove_game(after);
    compare_names(before, after, &named, 1);
    db_close(after);
    db_close(before);
    named_release(&named);
}

static void conditions_on_games_are_not_kept(void **state)
{
    (void)state;
    static const char *const OTHERS[] = {"castle:mino player:x", "castle:mino value>0",
                                         "found.pro<0.1"};
    for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++) {
        struct named_queries named;
        unsigned char key[SPANS_KEY_BYTES];
        struct query q;
        named_init(&named);
        assert_int_equal(named_add_builtin(&named, &shogi_game, NULL), STATUS_OK);
        parse(&q, &named, OTHERS[i]);
        assert_non_null(q.game);
        assert_false(kept_spans_key(&q, key));
        query_release(&q);
        named_release(&named);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_survive_writing),
        cmocka_unit_test(damaged_lists_are_refused),
        cmocka_unit_test(kept_spans_answer_as_a_search_does),
        cmocka_unit_test(conditions_on_games_are_not_kept),
    };
    return cmocka_run_group_tests(tests, scratch_set_up, scratch_tear_down);
}
