/* The position index against a list of all occurrences sorted by key, over generated games, odd
 * starts, variations and repetitions; with keys made to collide; and with every byte flipped. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "base/file.h"
#include "facts/position_index.h"
#include "lines_fixture.h"

static char folder[] = "/tmp/kifu-positions-XXXXXX";
static char path[64];

static int set_up(void **state)
{
    (void)state;
    if (!mkdtemp(folder))
        return -1;
    snprintf(path, sizeof path, "%s/a.seg", folder);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    unlink(path);
    return rmdir(folder);
}

static enum status try_write(const struct lines *l, const struct columns *c, unsigned threads,
                             size_t memory, struct err *err)
{
    struct segment_writer w;
    struct index_options opt = {.threads = threads, .memory = memory};
    enum status st = segment_writer_open(&w, path, err);
    if (st != STATUS_OK)
        return st;
    st = position_index_write(l, c, &opt, &w, err);
    if (st == STATUS_OK)
        return segment_writer_commit(&w, err);
    segment_writer_abort(&w);
    return st;
}

static void write_index(const struct lines *l, const struct columns *c, unsigned threads,
                        size_t memory)
{
    struct err err;
    assert_int_equal(try_write(l, c, threads, memory, &err), STATUS_OK);
}

/* --- The slow way ---------------------------------------------------------------------------- */

struct naive {
    struct position_key key;
    struct occurrence at;
};

static int compare_naive(const void *x, const void *y)
{
    const struct naive *m = x, *n = y;
    if (m->key.a != n->key.a)
        return m->key.a < n->key.a ? -1 : 1;
    if (m->key.b != n->key.b)
        return m->key.b < n->key.b ? -1 : 1;
    if (m->at.line != n->at.line)
        return m->at.line < n->at.line ? -1 : 1;
    return m->at.ply < n->at.ply ? -1 : m->at.ply > n->at.ply;
}

struct naive_list {
    struct naive *at;
    size_t count, cap;
};

static void naive_line(struct naive_list *list, const struct lines *l, struct replay *r,
                       uint32_t line)
{
    struct err err;
    assert_int_equal(replay_start_text(r, lines_start_text(l, line_start(l, line)), &err),
                     STATUS_OK);
    for (uint32_t ply = 0;; ply++) {
        if (ply >= line_fresh(l, line)) {
            list->at = fixture_more(list->at, list->count, &list->cap, sizeof *list->at);
            list->at[list->count++] = (struct naive){r->key, {line, ply}};
        }
        if (ply == line_plies(l, line))
            break;
        assert_true(replay_step(r, line_move(l, line, ply)));
    }
}

static struct naive_list naive_all(const struct lines *l, struct replay *r)
{
    struct naive_list list = {0};
    for (uint32_t line = 0; line < l->count; line++)
        naive_line(&list, l, r, line);
    qsort(list.at, list.count, sizeof *list.at, compare_naive);
    return list;
}

/* Figures of one move, counted anew for each: slow and plain. */
static struct next_move naive_move(const struct naive *at, size_t n, game_move move,
                                   const struct lines *l, const struct columns *c)
{
    struct next_move m = {.move = move};
    uint32_t before = UINT32_MAX;
    for (size_t i = 0; i < n; i++) {
        uint32_t line = at[i].at.line, ply = at[i].at.ply;
        if (line >= l->games || line == before || ply == line_plies(l, line) ||
            line_move(l, line, ply) != move)
            continue;
        before = line;
        m.games++;
        bool unknown = column_points(c, line, 0) == POINTS_UNKNOWN;
        m.unknown += unknown;
        m.draws += column_points(c, line, 0) == POINTS_DRAW;
        for (int seat = 0; seat < l->game->seats; seat++)
            m.wins[seat] += column_points(c, line, seat) == POINTS_WIN;
        if (date_year(column_date(c, line)) > m.last_year)
            m.last_year = date_year(column_date(c, line));
    }
    return m;
}

static void check_moves(const struct next_move *moves, size_t count, uint32_t games,
                        uint32_t occurrences, const struct naive *at, size_t n,
                        const struct lines *l, const struct columns *c)
{
    uint32_t seen = 0, seen_games = 0, before = UINT32_MAX;
    uint64_t counted = 0, expected = 0;
    for (size_t i = 0; i < n && at[i].at.line < l->games; i++) {
        seen++;
        seen_games += at[i].at.line != before;
        before = at[i].at.line;
    }
    assert_int_equal(occurrences, seen);
    assert_int_equal(games, seen_games);
    for (size_t i = 0; i < count; i++) {
        struct next_move m = naive_move(at, n, moves[i].move, l, c);
        assert_memory_equal(&m, &moves[i], sizeof m);
        counted += m.games;
        if (i) {
            assert_true(m.games <= moves[i - 1].games);
            assert_true(m.games < moves[i - 1].games || m.move > moves[i - 1].move);
        }
    }
    /* no move is missing: every game with a next move is in some row */
    for (size_t i = 0; i < n && at[i].at.line < l->games; i++) {
        game_move move = at[i].at.ply < line_plies(l, at[i].at.line)
                             ? line_move(l, at[i].at.line, at[i].at.ply)
                             : 0;
        bool earlier = move == 0;
        for (size_t k = i; k-- > 0 && at[k].at.line == at[i].at.line && !earlier;)
            earlier = line_move(l, at[k].at.line, at[k].at.ply) == move;
        expected += !earlier;
    }
    assert_int_equal(counted, expected);
}

struct question {
    const struct position_index *x;
    struct replay *replay;
    struct occurrences found;
    struct position_summary summary;
    struct next_moves moves;
    size_t summaries;
};

static void check_position(struct question *q, const struct naive *at, size_t n)
{
    const struct lines *l = q->x->lines;
    struct err err;
    bool found;
    q->found.count = 0;
    assert_int_equal(position_find(q->x, at->key, q->replay, &q->found, &err), STATUS_OK);
    assert_int_equal(q->found.count, n);
    for (size_t i = 0; i < n; i++)
        assert_memory_equal(&q->found.at[i], &at[i].at, sizeof at[i].at);
    assert_int_equal(position_summary(q->x, at->key, &q->summary, &found, &err), STATUS_OK);
    q->summaries += found;
    if (found)
        check_moves(q->summary.moves, q->summary.count, q->summary.games, q->summary.occurrences,
                    at, n, l, q->x->columns);
    if (n < 2)
        return;
    next_moves_begin(&q->moves, l, q->x->columns);
    for (size_t i = 0; i < n; i++)
        next_moves_add(&q->moves, q->found.at[i].line, q->found.at[i].ply);
    assert_int_equal(next_moves_finish(&q->moves, &err), STATUS_OK);
    check_moves(q->moves.moves, q->moves.count, q->moves.games, q->moves.occurrences, at, n, l,
                q->x->columns);
}

static void check_misses(struct question *q, const struct naive_list *list)
{
    struct err err;
    for (size_t i = 0; i < list->count; i += 1 + list->count / 5000) {
        struct position_key key = list->at[i].key;
        bool found;
        key.b ^= UINT64_C(1) << (i % 64);
        if (i % 3 == 0)
            key.a ^= UINT64_C(1) << (i % 64);
        q->found.count = 0;
        assert_int_equal(position_find(q->x, key, q->replay, &q->found, &err), STATUS_OK);
        /* a group keeps 80 bits of the key */
        if (i % 3 == 0 || i % 64 >= 48) {
            assert_int_equal(q->found.count, 0);
            assert_int_equal(position_summary(q->x, key, &q->summary, &found, &err), STATUS_OK);
            assert_false(found);
        }
    }
}

/* Every position of the lines, and thousands that are in none; returns how many have a summary. */
static size_t check_all(const struct lines *l, const struct columns *c)
{
    struct segment s;
    struct position_index x;
    struct question q = {.x = &x};
    struct err err;
    assert_int_equal(segment_open(&s, path, &err), STATUS_OK);
    assert_int_equal(position_index_open(&x, l, c, &s, &err), STATUS_OK);
    assert_int_equal(replay_open(&q.replay, l->game, &err), STATUS_OK);
    struct naive_list list = naive_all(l, q.replay);
    for (size_t from = 0, to; from < list.count; from = to) {
        for (to = from + 1;
             to < list.count && position_key_equal(list.at[to].key, list.at[from].key);)
            to++;
        check_position(&q, list.at + from, to - from);
    }
    check_misses(&q, &list);
    free(list.at);
    occurrences_release(&q.found);
    position_summary_release(&q.summary);
    next_moves_release(&q.moves);
    replay_close(q.replay);
    segment_close(&s);
    return q.summaries;
}

/* --- Games ----------------------------------------------------------------------------------- */

/* Both sides go to and fro, in games that share it and in games that don't. */
static void add_repetitions(struct lines_fixture *f)
{
    static const char *const GAMES[] = {
        "2h3h 8b7b 3h2h 7b8b 2h3h 8b7b 3h2h 7b8b 7g7f",
        "2h3h 8b7b 3h2h 7b8b 2h3h 8b7b 3h2h 7b8b 7g7f 3c3d",
        "2h3h 8b7b 3h2h 7b8b 2h3h 8b7b 3h2h 7b8b 2g2f",
        "2h3h 8b7b 3h2h 7b8b 7g7f 8b7b 2h3h 7b8b 3h2h 8b7b",
        "7g7f 8b7b 2h3h 7b8b 3h2h 3c3d",
        "7g7f",
        "",
        "",
    };
    for (size_t i = 0; i < sizeof GAMES / sizeof *GAMES; i++)
        fixture_add_usi(f, "", GAMES[i], (int)(i % 4) - 1)->date =
            date_make(2000 + (unsigned)i, 1, 1);
    for (int i = 0; i < 40; i++)
        fixture_add_usi(f, "", GAMES[i % 3], i % 3)->date = date_make(1980 + (unsigned)i, 1, 1);
}

static void make_games(struct lines_fixture *f, uint64_t count)
{
    fixture_init(f);
    fixture_add_generated(f, 7, count, 0);
    fixture_add_odd(f, 8, count / 10);
    add_repetitions(f);
    fixture_add_variations(f, 9, count / 5);
    fixture_finish(f);
}

static void test_all_positions_are_found(void **state)
{
    (void)state;
    struct lines_fixture f;
    make_games(&f, 3000);
    write_index(&f.lines, &f.columns, 2, 1 << 22);
    assert_true(check_all(&f.lines, &f.columns) > 20);
    fixture_release(&f);
}

static void test_few_games(void **state)
{
    (void)state;
    for (int n = 0; n < 4; n++) {
        struct lines_fixture f;
        fixture_init(&f);
        for (int i = 0; i < n; i++)
            fixture_add_usi(&f, "", i ? "7g7f 3c3d" : "", 2);
        fixture_finish(&f);
        write_index(&f.lines, &f.columns, 1, 1 << 20);
        check_all(&f.lines, &f.columns);
        fixture_release(&f);
    }
}

static void test_many_equal_games(void **state)
{
    (void)state;
    struct lines_fixture f;
    fixture_init(&f);
    for (int i = 0; i < 1000; i++)
        fixture_add_usi(&f, "", "7g7f 3c3d 2g2f 4c4d", i % 4 - 1)->date = (uint32_t)(i * 512);
    fixture_finish(&f);
    write_index(&f.lines, &f.columns, 1, 1 << 20);
    assert_int_equal(check_all(&f.lines, &f.columns), 5);
    fixture_release(&f);
}

static void read_back(struct buf *out)
{
    struct err err;
    buf_clear(out);
    assert_int_equal(file_read(path, 1 << 30, out, &err), STATUS_OK);
}

static void test_same_bytes_whatever_threads_and_memory(void **state)
{
    (void)state;
    static const unsigned THREADS[] = {1, 2, 5, 2, 1};
    static const size_t MEMORY[] = {1 << 28, 1 << 28, 1 << 21, 1 << 16, 0};
    struct lines_fixture f;
    struct buf first, other;
    buf_init(&first, BUF_DEFAULT_MAX);
    buf_init(&other, BUF_DEFAULT_MAX);
    make_games(&f, 2000);
    for (int i = 0; i < 5; i++) {
        write_index(&f.lines, &f.columns, THREADS[i], MEMORY[i]);
        read_back(i ? &other : &first);
        if (i)
            assert_true(span_eq(buf_span(&first), buf_span(&other)));
    }
    fixture_release(&f);
    buf_release(&first);
    buf_release(&other);
}

static void test_cancelling(void **state)
{
    (void)state;
    struct lines_fixture f;
    struct segment_writer w;
    struct err err;
    atomic_bool cancelled = true;
    struct index_options opt = {.threads = 2, .memory = 1 << 24, .cancelled = &cancelled};
    make_games(&f, 10);
    assert_int_equal(segment_writer_open(&w, path, &err), STATUS_OK);
    assert_int_equal(position_index_write(&f.lines, &f.columns, &opt, &w, &err), STATUS_CANCELLED);
    segment_writer_abort(&w);
    fixture_release(&f);
}

static void test_lines_that_can_not_be_replayed(void **state)
{
    (void)state;
    struct lines_fixture f;
    struct err err;
    fixture_init(&f);
    fixture_add_usi(&f, "", "7g7f 3c3d", 2);
    fixture_add_usi(&f, "", "7g7f 5e5d", 2);
    fixture_finish(&f);
    assert_int_equal(try_write(&f.lines, &f.columns, 1, 1 << 20, &err), STATUS_SYNTAX);
    fixture_release(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_positions_are_found),
        cmocka_unit_test(test_few_games),
        cmocka_unit_test(test_many_equal_games),
        cmocka_unit_test(test_same_bytes_whatever_threads_and_memory),
        cmocka_unit_test(test_cancelling),
        cmocka_unit_test(test_lines_that_can_not_be_replayed),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
