/* The position index against a list of all occurrences sorted by key, over generated games, odd
 * starts, variations and repetitions; with keys made to collide; and with every byte flipped. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "base/io/file.h"
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

struct naive_position {
    struct position_key key;
    struct occurrence at;
};

static int compare_naive(const void *x, const void *y)
{
    const struct naive_position *m = x, *n = y;
    if (m->key.a != n->key.a)
        return m->key.a < n->key.a ? -1 : 1;
    if (m->key.b != n->key.b)
        return m->key.b < n->key.b ? -1 : 1;
    if (m->at.line != n->at.line)
        return m->at.line < n->at.line ? -1 : 1;
    return m->at.ply < n->at.ply ? -1 : m->at.ply > n->at.ply;
}

struct naive_position_list {
    struct naive_position *at;
    size_t count, cap;
};

static void naive_line(struct naive_position_list *list, const struct lines *l, struct replay *r,
                       uint32_t line)
{
    struct err err;
    assert_int_equal(replay_start_text(r, lines_start_text(l, line_start(l, line)), &err),
                     STATUS_OK);
    for (uint32_t ply = 0;; ply++) {
        if (ply >= line_fresh(l, line)) {
            list->at = fixture_more(list->at, list->count, &list->cap, sizeof *list->at);
            list->at[list->count++] = (struct naive_position){r->key, {line, ply}};
        }
        if (ply == line_plies(l, line))
            break;
        assert_true(replay_step(r, line_move(l, line, ply)));
    }
}

static struct naive_position_list naive_all(const struct lines *l, struct replay *r)
{
    struct naive_position_list list = {0};
    for (uint32_t line = 0; line < l->count; line++)
        naive_line(&list, l, r, line);
    if (list.count)
        qsort(list.at, list.count, sizeof *list.at, compare_naive);
    return list;
}

/* Figures of one move, counted anew for each: slow and plain. */
static struct next_move naive_move(const struct naive_position *at, size_t n, game_move move,
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
                        uint32_t occurrences, const struct naive_position *at, size_t n,
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

struct position_query {
    const struct position_index *x;
    struct replay *replay;
    struct occurrences found;
    struct position_summary summary;
    struct next_moves moves;
    size_t summaries;
};

static void check_position(struct position_query *q, const struct naive_position *at, size_t n)
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

static void check_misses(struct position_query *q, const struct naive_position_list *list)
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
    struct position_query q = {.x = &x};
    struct err err;
    assert_int_equal(segment_open(&s, path, &err), STATUS_OK);
    assert_int_equal(position_index_open(&x, l, c, &s, &err), STATUS_OK);
    assert_int_equal(replay_open(&q.replay, l->game, &err), STATUS_OK);
    struct naive_position_list list = naive_all(l, q.replay);
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

/* Games that share more plies than a byte can say. */
static void add_long_repetitions(struct lines_fixture *f)
{
    static const char *const ENDS[] = {"", "9g9f", "1g1f", "1g1f 9c9d"};
    for (int i = 0; i < 4; i++) {
        struct buf usi;
        buf_init(&usi, BUF_DEFAULT_MAX);
        buf_add_str(&usi, "5g5f 5c5d ");
        for (int k = 0; k < 70; k++)
            buf_add_str(&usi, "2h3h 8b7b 3h2h 7b8b ");
        buf_add_str(&usi, ENDS[i]);
        fixture_add_usi(f, "", buf_cstr(&usi), i % 3);
        buf_release(&usi);
    }
}

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
    /* the same where nobody else goes: the second game comes back to a position that both share */
    fixture_add_usi(f, "", "9g9f 1c1d 2h3h 8b7b 3h2h 7b8b 1g1f", 2);
    fixture_add_usi(f, "", "9g9f 1c1d 2h3h 8b7b 3h2h 7b8b 2h3h 8b7b 3h2h", 0);
}

static void make_games(struct lines_fixture *f, uint64_t count)
{
    fixture_init(f);
    fixture_add_generated(f, 7, count, 0);
    fixture_add_odd(f, 8, count / 10);
    add_repetitions(f);
    add_long_repetitions(f);
    fixture_add_variations(f, 9, count / 5);
    fixture_finish(f);
}

static void test_all_positions_are_found(void **state)
{
    (void)state;
    struct lines_fixture f;
    make_games(&f, 1500);
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
    make_games(&f, 800);
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

/* --- Keys that collide ----------------------------------------------------------------------- */

/* A game whose positions are sets of facts.  Moves 1 … TOGGLES switch a fact and pass the turn;
 * move TWIST switches a set of facts whose random numbers cancel out in the first 64 bits of the
 * key, and keeps the turn: it leads to another position with the same `a`. */
enum { TOGGLES = 100, TWIST = 1000 };
struct toggles {
    uint8_t on[TOGGLES];
    uint8_t turn;
};

static void toggles_start(void *pos)
{
    memset(pos, 0, sizeof(struct toggles));
}

static int toggles_seat(const void *pos)
{
    return ((const struct toggles *)pos)->turn;
}

static uint32_t toggles_facts(const void *pos, uint32_t *out)
{
    const struct toggles *t = pos;
    uint32_t n = 0;
    for (uint32_t i = 0; i < TOGGLES; i++)
        if (t->on[i])
            out[n++] = i;
    return n;
}

static void toggles_begin(void *lite, const void *pos)
{
    memcpy(lite, pos, sizeof(struct toggles));
}

static uint8_t twist[TOGGLES]; /* worked out by find_twist() */

static void switch_fact(struct toggles *t, uint32_t fact, struct fact_changes *c)
{
    if (t->on[fact])
        c->ends[c->n_ends++] = fact;
    else
        c->begins[c->n_begins++] = fact;
    t->on[fact] ^= 1;
}

static int toggles_play(void *lite, game_move move, struct fact_changes *c)
{
    struct toggles *t = lite;
    c->n_ends = c->n_begins = 0;
    if (move == 0 || (move > TOGGLES && move != TWIST))
        return -1;
    if (move == TWIST) {
        for (uint32_t i = 0; i < TOGGLES; i++)
            if (twist[i])
                switch_fact(t, i, c);
        return t->turn;
    }
    switch_fact(t, (uint32_t)move - 1, c);
    t->turn ^= 1;
    return t->turn;
}

static const struct game toggles_game = {
    .name = "toggles",
    .seats = 2,
    .pos_bytes = sizeof(struct toggles),
    .lite_bytes = sizeof(struct toggles),
    .move_bytes = 2,
    .fact_count = TOGGLES,
    .max_facts = TOGGLES,
    .rules = {.pos_start = toggles_start,
              .seat_to_move = toggles_seat,
              .facts = toggles_facts,
              .lite_begin = toggles_begin,
              .lite_play = toggles_play},
};

/* Elimination over bits: of more than 64 numbers some have an exclusive or of nothing. */
static void find_twist(void)
{
    uint64_t reduced[64] = {0};
    uint8_t made_of[64][TOGGLES] = {{0}};
    struct toggles none = {0};
    uint64_t empty = position_key(&toggles_game, &none).a;
    for (uint32_t i = 0; i < TOGGLES; i++) {
        struct toggles one = {0};
        one.on[i] = 1;
        uint64_t v = position_key(&toggles_game, &one).a ^ empty;
        memset(twist, 0, sizeof twist);
        twist[i] = 1;
        for (int bit = 63; bit >= 0 && v; bit--) {
            if (!(v >> bit & 1))
                continue;
            if (!reduced[bit]) {
                reduced[bit] = v;
                memcpy(made_of[bit], twist, sizeof twist);
                break;
            }
            v ^= reduced[bit];
            for (int k = 0; k < TOGGLES; k++)
                twist[k] ^= made_of[bit][k];
        }
        if (v == 0)
            return;
    }
    fail();
}

enum { TWISTED_LINES = 60, TWISTED_PLIES = 12 };

static int compare_twisted(const void *x, const void *y)
{
    const uint16_t *a = x, *b = y;
    for (int i = 0; i < TWISTED_PLIES; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

/* Lines in pairs: the same moves with and without a twist at the start; their first moves in
 * several orders, so that some positions are reached in many ways. */
static void make_twisted(uint16_t moves[TWISTED_LINES][TWISTED_PLIES])
{
    struct rng rng;
    rng_seed(&rng, 5);
    for (int i = 0; i < TWISTED_LINES; i += 2) {
        uint16_t first[4] = {1, 2, 3, 4};
        rng_shuffle(&rng, first, 4, sizeof *first);
        for (int ply = 0; ply < TWISTED_PLIES - 1; ply++)
            moves[i][ply] = ply < 4 ? first[ply] : (uint16_t)(1 + rng_below(&rng, TOGGLES));
        moves[i][TWISTED_PLIES - 1] = TWIST;
        moves[i + 1][0] = TWIST;
        memcpy(&moves[i + 1][1], moves[i], (TWISTED_PLIES - 1) * sizeof **moves);
    }
    qsort(moves, TWISTED_LINES, sizeof *moves, compare_twisted);
}

static void test_equal_halves_of_keys_differ(void **state)
{
    (void)state;
    static uint16_t moves[TWISTED_LINES][TWISTED_PLIES];
    static uint32_t values[TWISTED_LINES * COLUMN_COUNT];
    struct lines l = {.game = &toggles_game,
                      .games = TWISTED_LINES,
                      .count = TWISTED_LINES,
                      .starts = 1,
                      .move_bytes = 2};
    struct buf b[5];
    struct columns c;
    const char *at;
    find_twist();
    make_twisted(moves);
    for (int i = 0; i < 5; i++)
        buf_init(&b[i], BUF_DEFAULT_MAX);
    for (uint32_t i = 0; i <= TWISTED_LINES; i++)
        fixture_u32(&b[0], i * TWISTED_PLIES);
    for (uint32_t i = 0; i < TWISTED_LINES * TWISTED_PLIES; i++)
        buf_add(&b[1], &moves[i / TWISTED_PLIES][i % TWISTED_PLIES], 2);
    fixture_u32(&b[2], 0);
    fixture_u32(&b[2], TWISTED_LINES);
    fixture_u32(&b[3], 0);
    fixture_u32(&b[3], 0);
    columns_encode(values, NULL, TWISTED_LINES, 2, &b[4]);
    assert_null(columns_from_bytes(&c, buf_span(&b[4]), TWISTED_LINES, &at));
    l.first = b[0].p;
    l.moves = b[1].p;
    l.start_line = b[2].p;
    l.start_text = b[3].p;
    l.texts = "";

    struct replay *r;
    struct err err;
    size_t collisions = 0;
    assert_int_equal(replay_open(&r, &toggles_game, &err), STATUS_OK);
    struct naive_position_list list = naive_all(&l, r);
    for (size_t i = 1; i < list.count; i++)
        collisions +=
            list.at[i].key.a == list.at[i - 1].key.a && list.at[i].key.b != list.at[i - 1].key.b;
    assert_true(collisions > 100);
    free(list.at);
    replay_close(r);

    write_index(&l, &c, 2, 1 << 20);
    assert_true(check_all(&l, &c) >= 4);
    for (int i = 0; i < 5; i++)
        buf_release(&b[i]);
}

/* --- Damage ---------------------------------------------------------------------------------- */

/* Asks for many positions of a damaged index: whatever is said must lie within the lines. */
static void ask_damaged(const struct segment *s, const struct lines *l, const struct columns *c,
                        struct replay *r, const struct naive_position_list *list)
{
    struct position_index x;
    struct err err = {0};
    enum status st = position_index_open(&x, l, c, s, &err);
    if (st != STATUS_OK) {
        assert_int_equal(st, STATUS_SYNTAX);
        assert_string_equal(err.file, path);
        return;
    }
    for (size_t i = 0; i < list->count; i += 7) {
        struct occurrences o = {0};
        struct position_summary summary = {0};
        bool found;
        st = position_find(&x, list->at[i].key, r, &o, &err);
        assert_true(st == STATUS_OK || st == STATUS_SYNTAX);
        if (st == STATUS_SYNTAX)
            assert_string_equal(err.file, path);
        for (size_t k = 0; k < o.count; k++)
            assert_true(o.at[k].line < l->count && o.at[k].ply <= line_plies(l, o.at[k].line));
        st = position_summary(&x, list->at[i].key, &summary, &found, &err);
        assert_true(st == STATUS_OK || st == STATUS_SYNTAX);
        occurrences_release(&o);
        position_summary_release(&summary);
    }
}

static void make_small(struct lines_fixture *f)
{
    fixture_init(f);
    add_repetitions(f);
    fixture_add_odd(f, 3, 4);
    fixture_add_variations(f, 4, 4);
    fixture_finish(f);
}

static void test_every_flipped_byte(void **state)
{
    (void)state;
    struct lines_fixture f;
    struct segment s;
    struct replay *r;
    struct err err;
    make_small(&f);
    write_index(&f.lines, &f.columns, 1, 1 << 20);
    assert_int_equal(segment_open(&s, path, &err), STATUS_OK);
    assert_int_equal(replay_open(&r, &shogi_game, &err), STATUS_OK);
    struct naive_position_list list = naive_all(&f.lines, r);
    assert_non_null(s.view.copy.p); /* small files are copied, so the bytes are ours */
    struct segment hostile = s;
    hostile.state = NULL; /* as if its checksums were right */
    for (unsigned i = 0; i < s.count; i++)
        for (size_t k = 0; k < s.sections[i].length; k++) {
            char *byte = s.view.copy.p + s.sections[i].offset + k, was = *byte;
            static const uint8_t CHANGES[] = {0x01, 0x80, 0xff};
            for (int change = 0; change < 3; change++) {
                *byte = (char)(was ^ CHANGES[change]);
                ask_damaged(&hostile, &f.lines, &f.columns, r, &list);
            }
            *byte = was;
        }
    free(list.at);
    replay_close(r);
    segment_close(&s);
    fixture_release(&f);
}

static void test_sections_cut_short_or_missing(void **state)
{
    (void)state;
    struct lines_fixture f;
    struct segment s;
    struct err err;
    struct position_index x;
    make_small(&f);
    write_index(&f.lines, &f.columns, 1, 1 << 20);
    assert_int_equal(segment_open(&s, path, &err), STATUS_OK);
    for (unsigned i = 0; i < s.count; i++) {
        struct segment_section was = s.sections[i];
        if (strcmp(was.name, SEGMENT_SUMS) == 0)
            continue; /* the index does not need them */
        s.sections[i].length = was.length / 2;
        enum status st = position_index_open(&x, &f.lines, &f.columns, &s, &err);
        if (strcmp(was.name, "posgroup") != 0)
            assert_int_equal(st, STATUS_SYNTAX);
        s.sections[i].length = 0;
        assert_int_equal(position_index_open(&x, &f.lines, &f.columns, &s, &err), STATUS_SYNTAX);
        s.sections[i] = was;
        s.sections[i].name[3] = 'x';
        assert_int_equal(position_index_open(&x, &f.lines, &f.columns, &s, &err), STATUS_SYNTAX);
        s.sections[i] = was;
    }
    segment_close(&s);
    fixture_release(&f);
}

/* --- No memory ------------------------------------------------------------------------------- */

static void test_writing_without_memory(void **state)
{
    (void)state;
    struct lines_fixture f;
    struct err err;
    make_small(&f);
    long n = 0;
    for (enum status st = STATUS_NOMEM; st != STATUS_OK; n++) {
        mem_fail_after(n);
        st = try_write(&f.lines, &f.columns, 1, 1 << 20, &err);
        mem_fail_never();
        assert_true(st == STATUS_OK || st == STATUS_NOMEM);
    }
    assert_true(n > 20);
    check_all(&f.lines, &f.columns);
    fixture_release(&f);
}

static void test_queries_without_memory(void **state)
{
    (void)state;
    struct lines_fixture f;
    struct segment s;
    struct position_index x;
    struct replay *r;
    struct err err;
    make_small(&f);
    write_index(&f.lines, &f.columns, 1, 1 << 20);
    assert_int_equal(segment_open(&s, path, &err), STATUS_OK);
    assert_int_equal(position_index_open(&x, &f.lines, &f.columns, &s, &err), STATUS_OK);
    assert_int_equal(replay_open(&r, &shogi_game, &err), STATUS_OK);
    struct naive_position_list list = naive_all(&f.lines, r);
    for (size_t i = 0; i < list.count; i += 11)
        for (long n = 0; n < 4; n++) {
            struct occurrences o = {0};
            struct position_summary summary = {0};
            bool found;
            mem_fail_after(n);
            enum status st = position_find(&x, list.at[i].key, r, &o, &err);
            enum status st2 = position_summary(&x, list.at[i].key, &summary, &found, &err);
            mem_fail_never();
            assert_true(st == STATUS_NOMEM || (st == STATUS_OK && o.count));
            assert_true(st2 == STATUS_NOMEM || st2 == STATUS_OK);
            occurrences_release(&o);
            position_summary_release(&summary);
        }
    free(list.at);
    replay_close(r);
    segment_close(&s);
    fixture_release(&f);
}

/* --- Groups ---------------------------------------------------------------------------------- */

struct walked {
    uint64_t last;
    size_t count;
};

static enum status count_group(void *ctx, uint64_t a, uint16_t b_top, uint32_t nodes,
                               struct err *err)
{
    struct walked *w = ctx;
    (void)b_top;
    (void)err;
    assert_true(a >= w->last && nodes > 0);
    w->last = a;
    w->count++;
    return STATUS_OK;
}

static void test_walking_groups(void **state)
{
    (void)state;
    struct lines_fixture f;
    struct segment s;
    struct position_index x;
    struct err err;
    struct walked w = {0};
    make_games(&f, 500);
    write_index(&f.lines, &f.columns, 1, 1 << 20);
    assert_int_equal(segment_open(&s, path, &err), STATUS_OK);
    assert_int_equal(position_index_open(&x, &f.lines, &f.columns, &s, &err), STATUS_OK);
    assert_int_equal(position_index_walk_groups(&x, count_group, &w, &err), STATUS_OK);
    assert_int_equal(w.count, x.groups);
    assert_true(w.count > 10);
    segment_close(&s);
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
        cmocka_unit_test(test_equal_halves_of_keys_differ),
        cmocka_unit_test(test_every_flipped_byte),
        cmocka_unit_test(test_sections_cut_short_or_missing),
        cmocka_unit_test(test_writing_without_memory),
        cmocka_unit_test(test_queries_without_memory),
        cmocka_unit_test(test_walking_groups),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
