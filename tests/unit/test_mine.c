/* test_mine.c: databases as corpora: which games, in which order, the same in any number of
 * threads, and sequences found again in their games. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "base/io/file.h"
#include "base/rng.h"
#include "cluster_of_threads.h"
#include "db/import/import.h"
#include "query/language/query.h"
#include "scratch.h"
#include "text/mine/go_steps.h"
#include "text/mine/mine.h"

/* --- Databases of our own --------------------------------------------------------------------- */

static void add_move(struct buf *out, uint32_t ply, int column, int row)
{
    buf_add_str(out, ply % 2 ? ";W[" : ";B[");
    buf_add_char(out, (char)('a' + column));
    buf_add_char(out, (char)('a' + row));
    buf_add_str(out, "]");
}

/* A game of random moves, some of which go on near the last one; game n has n % 5 == 4 on a small
 * board. */
static void add_game(struct buf *out, uint32_t n)
{
    struct rng rng;
    int size = n % 5 == 4 ? 9 : 19, column = 3, row = 3;
    rng_seed(&rng, n + 1);
    buf_add_str(out, "(;GM[1]FF[4]SZ[");
    buf_add_u64(out, (uint64_t)size);
    buf_add_str(out, n % 7 == 3 ? "]HA[2]AB[dd][ce]PB[Ko]" : "]PB[Otsu]");
    for (uint32_t ply = n % 7 == 3; ply < 60; ply++) {
        bool near = rng_below(&rng, 3) != 0;
        column = near ? column + 1 + (int)rng_below(&rng, 2) : (int)rng_below(&rng, 19);
        row = near ? row + 1 : (int)rng_below(&rng, 19);
        add_move(out, ply, column %= size, row %= size);
    }
    buf_add_str(out, n % 3 ? ")\n" : "(;B[aa];W[bb])(;B[cc];W[dd]))\n");
}

static void make_db(const char *path, uint32_t from, uint32_t to, uint32_t segment_games)
{
    const struct import_options opt = {
        .game = &go_game, .threads = 1, .segment_games = segment_games};
    const struct import_events events = {0};
    const char *file = "games.sgf";
    struct importer *im;
    struct buf text;
    struct err err;
    buf_init(&text, BUF_DEFAULT_MAX);
    for (uint32_t n = from; n < to; n++)
        add_game(&text, n);
    assert_int_equal(file_replace(file, buf_span(&text), &err), STATUS_OK);
    buf_release(&text);
    assert_int_equal(importer_open(&im, path, &opt, &events, &err), STATUS_OK);
    assert_int_equal(importer_run(im, &file, 1, &err), STATUS_OK);
    assert_int_equal(importer_commit(im, &err), STATUS_OK);
    importer_close(im);
}

static struct db *dbs[2];

static int set_up(void **state)
{
    struct err err;
    if (scratch_set_up(state))
        return -1;
    make_db("one.kifu", 0, 700, 100);
    make_db("two.kifu", 700, 1000, 0);
    return db_open(&dbs[0], "one.kifu", &err) || db_open(&dbs[1], "two.kifu", &err);
}

static int tear_down(void **state)
{
    db_close(dbs[0]);
    db_close(dbs[1]);
    return scratch_tear_down(state);
}

static struct mine_options options(const struct encoding *e, unsigned threads)
{
    return (struct mine_options){.encoding = e,
                                 .threads = threads,
                                 .scoring = {.min_length = 3, .threshold = NAN, .top = 500}};
}

/* --- Tests ------------------------------------------------------------------------------------ */

static void test_lines(void **state)
{
    (void)state;
    struct mine_options opt = options(&go_er_encoding, 2);
    struct mine_result m;
    struct err err;
    assert_int_equal(mine_read(&m, dbs, 2, NULL, &opt, &err), STATUS_OK);
    assert_true(dbs[0]->segment_count > 1);
    assert_int_equal(m.line_count, 800);
    for (uint32_t i = 0; i < m.line_count; i++) {
        const struct mined_line *line = &m.lines[i];
        const struct lines *l = &dbs[line->db]->segments[line->segment].lines;
        /* four games of five, in the order of input: 0 1 2 3, 5 6 7 8, … */
        assert_int_equal(line->db, i < 560 ? 0 : 1);
        assert_int_equal(line->id + (line->db ? 700 : 0), i / 4 * 5 + i % 4);
        assert_int_equal(game_id(l, line->number), line->id);
    }
    /* sentences come in the order of lines; variations are not there */
    for (uint32_t i = 0; i < m.corpus.sentence_count; i++) {
        const struct sentence *s = &m.corpus.sentences[i];
        assert_true(i == 0 || s->line >= s[-1].line);
        assert_ptr_equal(corpus_sentence(&m.corpus, s->first), s);
        assert_ptr_equal(corpus_sentence(&m.corpus, s->first + s->count - 1), s);
        for (uint32_t k = s->first; k < s->first + s->count; k++)
            assert_true(m.corpus.ply[k] < 62);
    }
    mine_result_release(&m);
    opt.width = 9;
    assert_int_equal(mine_read(&m, dbs, 2, NULL, &opt, &err), STATUS_OK);
    assert_int_equal(m.line_count, 200);
    mine_result_release(&m);
    opt.height = 7;
    assert_int_equal(mine_read(&m, dbs, 2, NULL, &opt, &err), STATUS_OK);
    assert_int_equal(m.line_count, 0);
    assert_int_equal(m.corpus.n, 1);
    mine_result_release(&m);
}

static void test_query(void **state)
{
    (void)state;
    const struct mine_options opt = options(&go_es_encoding, 2);
    struct mine_result m;
    struct query q;
    struct err err;
    assert_int_equal(query_parse(&q, &go_game, NULL, SPAN("player:Ko"), &err), STATUS_OK);
    assert_int_equal(mine_run(&m, dbs, 2, &q, &opt, &err), STATUS_OK);
    uint32_t expected = 0;
    for (uint32_t n = 0; n < 1000; n++)
        expected += n % 7 == 3 && n % 5 != 4;
    assert_int_equal(m.line_count, expected);
    for (uint32_t i = 0; i < m.line_count; i++)
        assert_int_equal((m.lines[i].id + (m.lines[i].db ? 700 : 0)) % 7, 3);
    mine_result_release(&m);
    query_release(&q);
}

static void same(const struct mine_result *a, const struct mine_result *b)
{
    assert_int_equal(a->corpus.n, b->corpus.n);
    assert_memory_equal(a->corpus.text, b->corpus.text, a->corpus.n * sizeof *a->corpus.text);
    assert_memory_equal(a->corpus.ply, b->corpus.ply, a->corpus.n * sizeof *a->corpus.ply);
    assert_int_equal(a->found.count, b->found.count);
    for (size_t i = 0; i < a->found.count; i++)
        assert_true(!sequence_before(&a->found.at[i], &b->found.at[i]) &&
                    !sequence_before(&b->found.at[i], &a->found.at[i]));
}

static void test_threads(void **state)
{
    (void)state;
    struct err err;
    for (const struct encoding *const *e = all_encodings; *e; e++)
        for (const struct scorer *const *s = all_scorers; *s && (*e)->game == &go_game; s++) {
            struct mine_result one, more;
            struct mine_options opt = options(*e, 1);
            opt.scorer = *s;
            assert_int_equal(mine_run(&one, dbs, 2, NULL, &opt, &err), STATUS_OK);
            assert_true(one.corpus.n > 10000);
            for (opt.threads = 2; opt.threads < 4; opt.threads++) {
                assert_int_equal(mine_run(&more, dbs, 2, NULL, &opt, &err), STATUS_OK);
                same(&one, &more);
                mine_result_release(&more);
            }
            mine_result_release(&one);
        }
}

/* --- Several processes ---------------------------------------------------------------------------- */

struct mined_cluster {
    struct mine_options opt;
    struct mine_result m; /* of process 0 */
    enum status status[MAX_PROCESSES];
};

static void mine_in_cluster(const struct cluster *cluster, void *ctx)
{
    struct mined_cluster *t = ctx;
    struct mine_options opt = t->opt;
    struct mine_result other, *m = cluster_leads(cluster) ? &t->m : &other;
    struct err err;
    opt.reduction = cluster_reduction(cluster);
    t->status[cluster->process] = mine_run(m, dbs, 2, NULL, &opt, &err);
    if (!cluster_leads(cluster) && t->status[cluster->process] == STATUS_OK)
        mine_result_release(m);
}

/* Their scores to the last bit, their symbols, and where each of them occurs, one after another. */
static void same_sequences(const struct mine_result *a, const struct mine_result *b)
{
    assert_int_equal(a->found.count, b->found.count);
    for (size_t i = 0; i < a->found.count; i++) {
        const struct sequence *s = &a->found.at[i], *t = &b->found.at[i];
        assert_true(s->score == t->score);
        assert_int_equal(s->length, t->length);
        assert_int_equal(s->to - s->from, t->to - t->from);
        assert_memory_equal(a->index.order + s->from, b->index.order + t->from,
                            (s->to - s->from) * sizeof *a->index.order);
    }
}

static void same_text(const struct corpus *a, const struct corpus *b)
{
    assert_int_equal(a->n, b->n);
    assert_int_equal(a->sentence_count, b->sentence_count);
    assert_memory_equal(a->text, b->text, a->n * sizeof *a->text);
    assert_memory_equal(a->ply, b->ply, a->n * sizeof *a->ply);
    assert_memory_equal(a->note, b->note, a->n * sizeof *a->note);
    assert_memory_equal(a->sentences, b->sentences, a->sentence_count * sizeof *a->sentences);
}

static void check_ranks(const struct mine_options *opt, uint32_t size)
{
    struct mined_cluster t = {.opt = *opt};
    struct mine_result alone;
    struct err err;
    assert_int_equal(mine_run(&alone, dbs, 2, NULL, opt, &err), STATUS_OK);
    cluster_of_threads(size, mine_in_cluster, &t);
    for (uint32_t r = 0; r < size; r++)
        assert_int_equal(t.status[r], STATUS_OK);
    same_text(&t.m.corpus, &alone.corpus);
    same_sequences(&t.m, &alone);
    mine_result_release(&t.m);
    mine_result_release(&alone);
}

static void test_ranks(void **state)
{
    (void)state;
    uint32_t turn = 0;
    for (const struct scorer *const *s = all_scorers; *s; s++) {
        const struct encoding *e = (*s)->needs_pauses ? &go_thread_encoding : &go_er_encoding;
        struct mine_options opt = options(e, 1);
        opt.scorer = *s;
        check_ranks(&opt, 2 + turn++ % 3);
        opt.scoring.min_length = 1; /* then only the first symbols divide */
        opt.scoring.windows[0] = 2;
        opt.scoring.window_count = 1;
        check_ranks(&opt, 5);
    }
}

/* A board of a size that nobody used: no text at all. */
static void test_ranks_without_games(void **state)
{
    (void)state;
    struct mine_options opt = options(&go_er_encoding, 1);
    opt.width = opt.height = 7;
    check_ranks(&opt, 3);
}

/* The moves of every occurrence, encoded again, are the symbols of the sequence. */
static void test_occurrences(void **state)
{
    (void)state;
    struct mine_options opt = options(&go_es_encoding, 2);
    struct mine_result m;
    struct err err;
    opt.scorer = scorer_by_name(SPAN("nf"));
    assert_int_equal(mine_run(&m, dbs, 2, NULL, &opt, &err), STATUS_OK);
    assert_int_equal(m.found.count, 500);
    for (size_t i = 0; i < m.found.count; i++) {
        const struct sequence *s = &m.found.at[i];
        for (uint32_t k = 0; k < s->to - s->from; k++) {
            struct occurrence_in_line o = sequence_occurrence(&m, s, k);
            const struct mined_line *line = &m.lines[o.line];
            const struct lines *l = &dbs[line->db]->segments[line->segment].lines;
            const uint32_t lead = sequence_plies(&m, s) - s->length;
            for (uint32_t at = 1; at < s->length + lead; at++) {
                go_move a = (go_move)line_move(l, line->number, o.plies[at - 1]);
                go_move b = (go_move)line_move(l, line->number, o.plies[at]);
                int across = go_column(go_move_point(a)) - go_column(go_move_point(b));
                int up = go_row(go_move_point(a)) - go_row(go_move_point(b));
                assert_int_equal(o.plies[at], o.plies[at - 1] + 1);
                assert_int_equal(go_es_symbol(across, up),
                                 m.corpus.text[m.index.order[s->from] + at - lead]);
            }
        }
    }
    mine_result_release(&m);
}

/* Are two sequences alike to the coarser encoding? */
static bool alike(const struct mine_result *m, const struct sequence *a, const struct sequence *b)
{
    const uint32_t *x = m->corpus.text + m->index.order[a->from];
    const uint32_t *y = m->corpus.text + m->index.order[b->from];
    if (a->length != b->length)
        return false;
    for (uint32_t i = 0; i < a->length; i++)
        if (go_er_encoding.coarser(x[i]) != go_er_encoding.coarser(y[i]))
            return false;
    return true;
}

static void test_corrected_ranks(void **state)
{
    (void)state;
    struct mine_options opt = options(&go_er_encoding, 2);
    struct mine_result m;
    uint32_t ranks[500], shared = 0;
    struct err err;
    opt.scorer = scorer_by_name(SPAN("nf"));
    assert_int_equal(mine_run(&m, dbs, 2, NULL, &opt, &err), STATUS_OK);
    assert_int_equal(m.found.count, 500);
    assert_int_equal(mine_correct_order(&m, ranks, &err), STATUS_OK);
    for (uint32_t i = 0; i < 500; i++) {
        uint32_t best = 0;
        while (!alike(&m, &m.found.at[best], &m.found.at[i]))
            best++;
        assert_int_equal(ranks[i], best + 1);
        shared += best != i;
    }
    assert_true(shared > 0);
    m.encoding = &go_es_encoding; /* nothing is coarser */
    assert_int_equal(mine_correct_order(&m, ranks, &err), STATUS_OK);
    assert_int_equal(ranks[499], 500);
    m.encoding = &go_er_encoding;
    mem_fail_after(0);
    assert_int_equal(mine_correct_order(&m, ranks, &err), STATUS_NOMEM);
    mem_fail_never();
    mine_result_release(&m);
}

struct mine_progress {
    uint64_t done, total;
    int calls;
};

static void on_progress(void *ctx, uint64_t done, uint64_t total)
{
    struct mine_progress *t = ctx;
    assert_true(done > t->done && done <= total);
    *t = (struct mine_progress){done, total, t->calls + 1};
}

static void test_progress(void **state)
{
    (void)state;
    struct mine_options opt = options(&go_er_encoding, 2);
    struct mine_progress seen = {0};
    struct mine_result m;
    struct err err;
    opt.progress = on_progress;
    opt.progress_ctx = &seen;
    assert_int_equal(mine_run(&m, dbs, 2, NULL, &opt, &err), STATUS_OK);
    assert_true(seen.calls > 0);
    assert_int_equal(seen.done, m.line_count);
    assert_int_equal(seen.total, m.line_count);
    mine_result_release(&m);
}

static void test_refused(void **state)
{
    (void)state;
    struct mine_options opt = options(&go_er_encoding, 2);
    atomic_bool cancelled = true;
    struct encoding shogi = go_er_encoding;
    struct mine_result m;
    struct err err;
    opt.cancelled = &cancelled;
    assert_int_equal(mine_run(&m, dbs, 2, NULL, &opt, &err), STATUS_CANCELLED);
    assert_null(m.corpus.text);
    opt.cancelled = NULL;
    shogi.game = &shogi_game;
    opt.encoding = &shogi;
    assert_int_equal(mine_run(&m, dbs, 2, NULL, &opt, &err), STATUS_UNSUPPORTED);
}

static void test_no_memory(void **state)
{
    (void)state;
    const struct mine_options opt = options(&go_er_encoding, 1);
    struct mine_result m;
    struct err err;
    for (long n = 0;; n++) {
        mem_fail_after(n);
        enum status status = mine_run(&m, dbs, 2, NULL, &opt, &err);
        mem_fail_never();
        if (status == STATUS_OK)
            break;
        assert_int_equal(status, STATUS_NOMEM);
        assert_true(n < 1000);
    }
    mine_result_release(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines),           cmocka_unit_test(test_query),
        cmocka_unit_test(test_threads),         cmocka_unit_test(test_occurrences),
        cmocka_unit_test(test_corrected_ranks), cmocka_unit_test(test_refused),
        cmocka_unit_test(test_no_memory),       cmocka_unit_test(test_progress),
        cmocka_unit_test(test_ranks),           cmocka_unit_test(test_ranks_without_games),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
