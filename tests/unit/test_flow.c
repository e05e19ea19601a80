/* test_flow.c: counts against counting by hand, for any number of threads and with a query; figures
 * against known ones; the file there and back, and what is refused; no memory. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

#include "base/alloc.h"
#include "cluster_of_threads.h"
#include "db_sample.h"
#include "query/language/named.h"
#include "scratch.h"
#include "text/flow/flow_internal.h"

enum { ALL_CLASSES = (1 << FLOW_CLASSES) - 1 };

/* --- Figures ---------------------------------------------------------------------------------- */

static void assert_close(double got, double want)
{
    if (!(fabs(got - want) <= 1e-5 * fabs(want) + 1e-300))
        fail_msg("%.9g is not %.9g", got, want);
}

/* Worked out apart: chi-squared by fractions, then erfc(sqrt(chi²/2)); chi² = 2 is in every table.
 */
static void known_probabilities(void **state)
{
    (void)state;
    assert_close(flow_p(10, 100, 20, 100), 0.0476703807); /* chi² = 200/51 */
    assert_close(flow_p(20, 100, 10, 100), 0.0476703807);
    assert_close(flow_p(5, 10, 5, 10), 1);
    assert_close(flow_p(0, 50, 5, 50), 0.0217814628); /* chi² = 100/19 */
    assert_close(flow_p(3, 4, 1, 4), 0.1572992071);   /* chi² = 2 */
    assert_true(flow_p(0, 100, 0, 100) == 1);
    assert_true(flow_p(100, 100, 100, 100) == 1);
    assert_true(flow_p(0, 0, 5, 10) == 1);
    assert_true(flow_p(5, 10, 0, 0) == 1);
    assert_true(flow_p(100000, 200000, 1000, 200000) == 0);
    /* no overflow on the way */
    assert_true(flow_p(UINT64_MAX / 8, UINT64_MAX / 4, UINT64_MAX / 8, UINT64_MAX / 4) == 1);
}

static void ratios_have_half_a_count(void **state)
{
    (void)state;
    assert_close(flow_ratio(10, 99, 4, 49), 10.5 / 100 / (4.5 / 50));
    assert_close(flow_ratio(3, 9, 0, 9), 7);
    assert_true(isfinite(flow_ratio(0, 0, 0, 0)));
}

/* --- Counting by hand ------------------------------------------------------------------------- */

struct naive_flow {
    struct flow_count rows[200000];
    size_t count;
    uint64_t twice[SHOGI_KINDS][FLOW_SIDES], could[SHOGI_KINDS][FLOW_SIDES], pairs[FLOW_SIDES];
};

struct flow_shown { /* what a move is, as a person would say it */
    int to, kind, color;
    bool promotes, takes;
};

static int turned(int color, int square)
{
    return color ? 80 - square : square;
}

static void say_step(struct buf *text, const struct flow_shown *s, int own, int origin)
{
    static const char *const NAMES[] = {"",  "P",  "L",  "N",  "S",  "B",  "R", "G",
                                        "K", "+P", "+L", "+N", "+S", "+B", "+R"};
    int to = turned(own, s->to), from = turned(own, origin);
    buf_printf(text, "(%d,%d,%s%s)", to / 9 - from / 9, to % 9 - from % 9,
               NAMES[s->kind - (s->promotes ? 8 : 0)], s->promotes ? "+" : "");
}

/* The sequence that a class makes of the last moves: moves[0] the latest; false: there is none. */
static bool say(struct buf *text, unsigned class, const struct flow_shown *moves, uint32_t made,
                const int kings[2])
{
    const struct flow_class *c = &flow_classes[class];
    const int which[FLOW_LENGTHS][3] = {{1, 0, -1}, {2, 1, 0}, {2, 0, -1}};
    const int *order = which[c->length];
    int own = moves[0].color;
    if ((uint32_t)order[0] >= made)
        return false;
    int origin = c->frame == FLOW_MOVED      ? moves[order[0]].to
                 : c->frame == FLOW_OWN_KING ? kings[own]
                                             : kings[!own];
    buf_clear(text);
    for (int i = 0; i < 3 && order[i] >= 0; i++) {
        if (i)
            buf_add_char(text, ',');
        say_step(text, &moves[order[i]], own, origin);
    }
    if (c->capture)
        buf_add_str(text, moves[0].takes ? ",1" : ",0");
    return true;
}

static void naive_count(struct naive_flow *n, unsigned class, struct span text, int side)
{
    flow_key key = 0;
    if (flow_key_read(class, text, &key, NULL) != STATUS_OK)
        fail_msg("no sequence: %.*s", (int)text.n, text.p);
    size_t i = 0;
    while (i < n->count && n->rows[i].key != key)
        i++;
    assert_true(i < sizeof n->rows / sizeof *n->rows);
    if (i == n->count)
        n->rows[n->count++] = (struct flow_count){.key = key};
    n->rows[i].count[side]++;
}

static void naive_game(struct naive_flow *n, uint64_t game, int side, uint32_t from_ply,
                       uint32_t classes)
{
    struct record rec;
    struct buf text;
    struct shogi_pos pos;
    struct shogi_undo undo;
    struct flow_shown moves[3] = {0};
    uint32_t ply = 0;
    record_init(&rec);
    buf_init(&text, 200);
    sample_game(game, &rec);
    shogi_pos_start(&pos);
    for (uint32_t node = rec.nodes[0].child; node && !record_is_end(&rec, node);
         node = rec.nodes[node].child) {
        shogi_move m = (shogi_move)rec.nodes[node].move;
        int kings[2] = {shogi_king_square(&pos, 0), shogi_king_square(&pos, 1)};
        bool drop = shogi_move_is_drop(m);
        int kind = drop ? shogi_move_kind(m) : shogi_kind_of(pos.board[shogi_move_from(m)]);
        moves[2] = moves[1];
        moves[1] = moves[0];
        moves[0] =
            (struct flow_shown){shogi_move_to(m), kind, pos.turn, !drop && shogi_move_promotes(m),
                                pos.board[shogi_move_to(m)] != 0};
        moves[0].kind += moves[0].promotes ? 8 : 0;
        if (++ply >= from_ply) {
            for (unsigned class = 0; class < FLOW_CLASSES; class ++)
                if (classes >> class & 1 && say(&text, class, moves, ply, kings))
                    naive_count(n, class, buf_span(&text), side);
            if (ply > 2) {
                n->pairs[side]++;
                int before = moves[2].to, there = pos.board[before];
                if (shogi_color_of(there) == pos.turn) {
                    n->could[moves[2].kind][side]++;
                    n->twice[moves[2].kind][side] += !drop && shogi_move_from(m) == before;
                }
            }
        }
        shogi_play(&pos, m, &undo);
    }
    buf_release(&text);
    record_release(&rec);
}

/* --- Mining ----------------------------------------------------------------------------------- */

static struct db *people, *programs;
enum { PEOPLE = 25, PROGRAMS = 20 };

static int make_databases(void **state)
{
    if (scratch_set_up(state) != 0)
        return -1;
    sample_make("people.kifu", 0, PEOPLE, 10);
    sample_make("programs.kifu", 100, 100 + PROGRAMS, 50);
    people = sample_open("people.kifu");
    programs = sample_open("programs.kifu");
    return 0;
}

static int drop_databases(void **state)
{
    db_close(people);
    db_close(programs);
    return scratch_tear_down(state);
}

static enum status mine(struct flow_table *t, const struct flow_options *o, struct err *err)
{
    struct db *const one[] = {people}, *const other[] = {programs};
    const struct flow_source sides[FLOW_SIDES] = {{.dbs = one, .count = 1},
                                                  {.dbs = other, .count = 1}};
    return flow_mine(t, sides, o, err);
}

static struct flow_options options(uint32_t min_count, uint32_t classes)
{
    struct flow_options o = FLOW_DEFAULTS;
    o.settings.min_count = min_count;
    o.settings.both = true;
    o.classes = classes;
    o.threads = 1;
    return o;
}

static void counts_are_those_by_hand(void **state)
{
    (void)state;
    struct naive_flow *n = mem_calloc(1, sizeof *n);
    struct flow_options o = options(1, 1 << 0 | 1 << 3 | 1 << 11 | 1 << 16);
    struct flow_table t;
    uint64_t sums[FLOW_CLASSES][FLOW_SIDES] = {0};
    assert_non_null(n);
    o.settings.from_ply = 61;
    for (uint64_t i = 0; i < PEOPLE; i++)
        naive_game(n, i, FLOW_HUMAN, 61, o.classes);
    for (uint64_t i = 0; i < PROGRAMS; i++)
        naive_game(n, 100 + i, FLOW_COMPUTER, 61, o.classes);
    assert_int_equal(mine(&t, &o, NULL), STATUS_OK);
    assert_int_equal(t.count, n->count);
    for (size_t i = 0; i < n->count; i++) {
        unsigned class = flow_key_class(n->rows[i].key);
        const struct flow_row *r = flow_find(&t, class, n->rows[i].key);
        assert_non_null(r);
        for (int side = 0; side < FLOW_SIDES; side++) {
            assert_int_equal(r->count[side], n->rows[i].count[side]);
            sums[class][side] += r->count[side];
        }
    }
    assert_memory_equal(sums, t.totals, sizeof sums);
    assert_memory_equal(n->pairs, t.pairs, sizeof n->pairs);
    for (int kind = 0; kind < SHOGI_KINDS; kind++) {
        assert_memory_equal(n->twice[kind], t.twice[kind].count, sizeof n->twice[kind]);
        assert_memory_equal(n->could[kind], t.twice[kind].moves, sizeof n->could[kind]);
    }
    assert_int_equal(t.games[FLOW_HUMAN], PEOPLE);
    assert_int_equal(t.games[FLOW_COMPUTER], PROGRAMS);
    flow_release(&t);
    mem_free(n);
}

static void same_for_any_number_of_threads(void **state)
{
    (void)state;
    struct flow_options o = options(2, ALL_CLASSES);
    struct flow_table one, three;
    struct buf a, b;
    o.settings.alpha = 1;
    assert_int_equal(mine(&one, &o, NULL), STATUS_OK);
    o.threads = 3;
    assert_int_equal(mine(&three, &o, NULL), STATUS_OK);
    buf_init(&a, BUF_DEFAULT_MAX);
    buf_init(&b, BUF_DEFAULT_MAX);
    flow_write(&one, &a);
    flow_write(&three, &b);
    assert_true(span_eq(buf_span(&a), buf_span(&b)));
    assert_int_equal(one.count, three.count);
    flow_release(&one);
    flow_release(&three);
    buf_release(&a);
    buf_release(&b);
}

/* Rows by class, kept first, then by p; what is kept is so by its own figures. */
static void rows_are_judged_by_their_figures(void **state)
{
    (void)state;
    for (int how = 0; how < 4; how++) {
        struct flow_options o = options(3, ALL_CLASSES);
        struct flow_table t;
        o.settings.alpha = 0.3;
        o.settings.both = how & 1;
        o.settings.correct = how & 2;
        assert_int_equal(mine(&t, &o, NULL), STATUS_OK);
        assert_true(t.count > 100);
        for (size_t i = 0; i < t.count; i++) {
            const struct flow_row *r = &t.rows[i], *before = i ? r - 1 : r;
            const uint64_t *all = t.totals[r->class];
            bool people_more =
                (double)r->count[0] / (double)all[0] >= (double)r->count[1] / (double)all[1];
            assert_true(r->p == flow_p(r->count[0], all[0], r->count[1], all[1]));
            assert_true(r->adjusted >= r->p && r->adjusted <= 1);
            assert_int_equal(r->kept, (o.settings.correct ? r->adjusted : r->p) < 0.3 &&
                                          r->count[!people_more] >= 3 &&
                                          (people_more || o.settings.both));
            assert_true(r->count[0] >= 3 || (o.settings.both && r->count[1] >= 3));
            assert_true(before->class <= r->class);
            assert_true(before->class < r->class || before->kept > r->kept ||
                        (before->kept == r->kept && before->p <= r->p));
        }
        flow_release(&t);
    }
}

/* Examples are the first games, and the sequence is there. */
static void examples_are_where_they_say(void **state)
{
    (void)state;
    struct flow_options o = options(4, 1 << 1);
    struct flow_table t;
    assert_int_equal(mine(&t, &o, NULL), STATUS_OK);
    assert_true(t.count > 20);
    for (size_t i = 0; i < t.count; i++) {
        const struct flow_row *r = &t.rows[i];
        struct naive_flow *n = mem_calloc(1, sizeof *n);
        uint32_t listed = 0;
        assert_non_null(n);
        /* game by game: as soon as the count rises, that game is the next example */
        for (uint32_t id = 0; id < PEOPLE && listed < FLOW_EXAMPLES && i < 8; id++) {
            n->count = 0;
            naive_game(n, id, FLOW_HUMAN, 41, 1 << 1);
            size_t k = 0;
            while (k < n->count && n->rows[k].key != r->key)
                k++;
            if (k == n->count)
                continue;
            assert_int_equal(r->examples[FLOW_HUMAN][listed].db, 0);
            assert_int_equal(r->examples[FLOW_HUMAN][listed].id, id);
            assert_true(r->examples[FLOW_HUMAN][listed++].ply >= 40);
        }
        for (; listed < FLOW_EXAMPLES && i < 8; listed++)
            assert_int_equal(r->examples[FLOW_HUMAN][listed].ply, UINT32_MAX);
        mem_free(n);
    }
    flow_release(&t);
}

static void queries_leave_games_and_plies(void **state)
{
    (void)state;
    struct query black, white;
    struct db *const one[] = {people};
    struct flow_options o = options(1, 1 << 0), whole = o;
    struct flow_table halves, all;
    assert_int_equal(query_parse(&black, &shogi_game, NULL, SPAN("turn:s"), NULL), STATUS_OK);
    assert_int_equal(query_parse(&white, &shogi_game, NULL, SPAN("turn:g"), NULL), STATUS_OK);
    const struct flow_source sides[FLOW_SIDES] = {{.dbs = one, .count = 1, .q = &black},
                                                  {.dbs = one, .count = 1, .q = &white}};
    assert_int_equal(flow_mine(&halves, sides, &o, NULL), STATUS_OK);
    assert_int_equal(mine(&all, &whole, NULL), STATUS_OK);
    assert_int_equal(halves.totals[0][0] + halves.totals[0][1], all.totals[0][0]);
    assert_true(halves.totals[0][0] > 0 && halves.totals[0][1] > 0);
    for (size_t i = 0; i < halves.count; i++) {
        const struct flow_row *r = &halves.rows[i];
        const struct flow_row *both = flow_find(&all, r->class, r->key);
        assert_non_null(both);
        assert_int_equal(r->count[0] + r->count[1], both->count[FLOW_HUMAN]);
    }
    flow_release(&halves);
    flow_release(&all);
    query_release(&black);
    query_release(&white);
}

/* As many games of either side as before, and the same sequences in all. */
static void shuffling_keeps_the_sums(void **state)
{
    (void)state;
    struct flow_options o = options(1, 1 << 2);
    struct flow_table plain, shuffled;
    size_t different = 0;
    assert_int_equal(mine(&plain, &o, NULL), STATUS_OK);
    o.settings.shuffled = true;
    o.seed = 3;
    assert_int_equal(mine(&shuffled, &o, NULL), STATUS_OK);
    assert_int_equal(shuffled.games[0], PEOPLE);
    assert_int_equal(shuffled.count, plain.count);
    for (size_t i = 0; i < plain.count; i++) {
        const struct flow_row *a = &plain.rows[i], *b = flow_find(&shuffled, a->class, a->key);
        assert_non_null(b);
        assert_int_equal(a->count[0] + a->count[1], b->count[0] + b->count[1]);
        assert_int_equal(b->examples[0][0].ply, UINT32_MAX);
        different += a->count[0] != b->count[0];
    }
    assert_true(different > plain.count / 10);
    flow_release(&plain);
    flow_release(&shuffled);
}

/* What each part counts adds up to what all games have. */
static void parts_make_up_the_whole(void **state)
{
    (void)state;
    struct flow_options o = options(1, 1 << 2);
    struct flow_table whole, part;
    uint64_t games = 0, pairs = 0;
    assert_int_equal(mine(&whole, &o, NULL), STATUS_OK);
    for (int p = GAME_PART_TRAIN; p <= GAME_PART_RESERVED; p++) {
        struct buf text;
        struct flow_table back;
        o.settings.part = (enum game_part)p;
        assert_int_equal(mine(&part, &o, NULL), STATUS_OK);
        assert_true(part.games[0] < whole.games[0]);
        games += part.games[0] + part.games[1];
        pairs += part.pairs[0] + part.pairs[1];
        buf_init(&text, BUF_DEFAULT_MAX);
        flow_write(&part, &text);
        assert_int_equal(flow_read(&back, buf_span(&text), NULL), STATUS_OK);
        assert_int_equal(back.settings.part, p);
        flow_release(&back);
        flow_release(&part);
        buf_release(&text);
    }
    assert_int_equal(games, whole.games[0] + whole.games[1]);
    assert_int_equal(pairs, whole.pairs[0] + whole.pairs[1]);
    assert_int_equal(flow_read(&part, SPAN("kifu flow 1\npart all\n"), NULL), STATUS_SYNTAX);
    flow_release(&whole);
}

/* --- The file --------------------------------------------------------------------------------- */

static void there_and_back(void **state)
{
    (void)state;
    struct flow_options o = options(2, 0);
    struct flow_table t, back;
    struct buf once, again;
    o.settings.alpha = 0.4;
    assert_int_equal(mine(&t, &o, NULL), STATUS_OK);
    assert_int_equal(t.classes, flow_adopted_classes);
    t.points.again[SHOGI_KING] = -30;
    buf_init(&once, BUF_DEFAULT_MAX);
    buf_init(&again, BUF_DEFAULT_MAX);
    flow_write(&t, &once);
    assert_int_equal(flow_read(&back, buf_span(&once), NULL), STATUS_OK);
    flow_write(&back, &again);
    assert_true(span_eq(buf_span(&once), buf_span(&again)));
    assert_memory_equal(&t.points, &back.points, sizeof t.points);
    assert_memory_equal(t.totals, back.totals, sizeof t.totals);
    assert_memory_equal(t.kept, back.kept, sizeof t.kept);
    assert_true(back.count > 0);
    for (size_t i = 0; i < t.count; i++) {
        const struct flow_row *r = &t.rows[i], *b = flow_find(&back, r->class, r->key);
        assert_int_equal(b != NULL, r->kept);
        if (b) {
            assert_memory_equal(b->count, r->count, sizeof r->count);
            assert_memory_equal(b->examples, r->examples, sizeof r->examples);
            assert_close(b->p, r->p);
        }
    }
    assert_null(flow_find(&back, 0, 0));
    flow_release(&t);
    flow_release(&back);
    buf_release(&once);
    buf_release(&again);
}

static void points_default_to_the_papers(void **state)
{
    (void)state;
    struct flow_table t;
    assert_int_equal(flow_read(&t, SPAN("kifu flow 1\n"), NULL), STATUS_OK);
    assert_memory_equal(&t.points, &flow_points_paper, sizeof t.points);
    assert_int_equal(t.points.one_frame, 150);
    assert_int_equal(t.points.again[SHOGI_BISHOP], 100);
    flow_release(&t);
    assert_int_equal(flow_read(&t, SPAN("kifu flow 1\nagain horse 7"), NULL), STATUS_OK);
    assert_int_equal(t.points.one_frame, 0);
    assert_int_equal(t.points.again[SHOGI_HORSE], 7);
    assert_int_equal(t.points.again[SHOGI_PAWN], 0);
    flow_release(&t);
}

static void bad_files_are_refused(void **state)
{
    (void)state;
#define HEAD "kifu flow 1\n"
#define CLASS HEAD "class two/moved 10 10 3 3\n"
    static const struct {
        const char *text;
        uint32_t line;
    } BAD[] = {
        {"", 1},
        {"kifu flow 2\n", 1},
        {"flow\n", 1},
        {HEAD "nonsense 3\n", 2},
        {HEAD "from-ply x\n", 2},
        {HEAD "from-ply 41 42\n", 2},
        {HEAD "\n\nalpha 1.5\n", 4},
        {HEAD "alpha nan\n", 2},
        {HEAD "games 1\n", 2},
        {HEAD "games 1 -1\n", 2},
        {HEAD "points both-frames 30001\n", 2},
        {HEAD "points three-frames 1\n", 2},
        {HEAD "again tiger 3\n", 2},
        {HEAD "twice pawn 1 2 3 4 0.5\n", 2},
        {HEAD "class two 1 1 1 1\n", 2},
        {CLASS "class two/moved 1 1 1 1\n", 3},
        {HEAD "(0,0,P),(0,-1,P) 5 0 0.01 0.02 10.9\n", 2},
        {CLASS "(0,0,P),(0,-1,P) 11 0 0.01 0.02 10.9\n", 3},
        {CLASS "(0,0,P),(0,-1,P) 5 0 0.01 0.02 inf\n", 3},
        {CLASS "(0,0,P),(0,-1,P) 5 0 -0.01 0.02 10.9\n", 3},
        {CLASS "(0,0,P),(0,-1,P) 5 0 0.01 0.02\n", 3},
        {CLASS "(0,0,P),(0,-1,P),1 5 0 0.01 0.02 10.9\n", 3},
        {CLASS "(0,0,P),(0,-1,P) 5 0 0.01 0.02 10.9 human:1:2\n", 3},
        {CLASS "(0,0,P),(0,-1,P) 5 0 0.01 0.02 10.9 human:1:2:4294967295\n", 3},
        {CLASS "(0,0,P),(0,-1,P) 5 0 0.01 0.02 10.9 robot:1:2:3\n", 3},
        {CLASS "(0,0,P),(0,-1,P) 5 0 0.01 0.02 10.9 human:1:2:3 human:1:2:3 human:1:2:3 "
               "human:1:2:3\n",
         3},
        {CLASS "(0,0,P),(0,-1,P) 5 0 0.01 0.02 10.9\n(0,0,P),(0,-1,P) 5 0 0.01 0.02 10.9\n", 0},
    };
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        struct flow_table t;
        struct err err = {0};
        if (flow_read(&t, span_of(BAD[i].text), &err) != STATUS_SYNTAX)
            fail_msg("accepted: %s", BAD[i].text);
        assert_int_equal(err.line, BAD[i].line);
        assert_null(t.rows);
    }
}

/* --- No memory -------------------------------------------------------------------------------- */

static void no_memory_is_a_status(void **state)
{
    (void)state;
    struct flow_options o = options(2, 0);
    struct flow_table t;
    struct buf text;
    enum status status = STATUS_NOMEM;
    for (long n = 0; status != STATUS_OK; n++) {
        mem_fail_after(n);
        status = mine(&t, &o, NULL);
        mem_fail_never();
        assert_true(status == STATUS_OK || status == STATUS_NOMEM);
        if (status != STATUS_OK)
            assert_null(t.rows);
    }
    buf_init(&text, BUF_DEFAULT_MAX);
    flow_write(&t, &text);
    flow_release(&t);
    status = STATUS_NOMEM;
    for (long n = 0; status != STATUS_OK; n++) {
        mem_fail_after(n);
        status = flow_read(&t, buf_span(&text), NULL);
        mem_fail_never();
        assert_true(status == STATUS_OK || status == STATUS_NOMEM);
    }
    flow_release(&t);
    buf_release(&text);
}

static void a_stop_is_heard(void **state)
{
    (void)state;
    struct flow_options o = options(2, 0);
    struct flow_table t;
    atomic_bool stop = true;
    o.cancelled = &stop;
    assert_int_equal(mine(&t, &o, NULL), STATUS_CANCELLED);
}

/* What process 1 sends as its rows. */
static struct flow_row sent;
static size_t sent_bytes;

static void take_bad_rows(const struct cluster *cluster, void *ctx)
{
    const enum status *wanted = ctx;
    struct flow_table t = {0};
    if (cluster->process == 0) {
        assert_int_equal(flow_rows_share(&t, cluster_reduction(cluster), STATUS_OK, NULL), *wanted);
    } else {
        struct byte_parts parts = {0};
        uint64_t zeros[FLOW_CLASSES] = {0};
        assert_int_equal(cluster_sum(cluster, STATUS_OK, zeros, FLOW_CLASSES, NULL), STATUS_OK);
        assert_int_equal(cluster_sum(cluster, STATUS_OK, zeros, FLOW_CLASSES, NULL), STATUS_OK);
        assert_int_equal(cluster_allgather(cluster, STATUS_OK,
                                           span_make((const char *)&sent, sent_bytes), &parts,
                                           NULL),
                         STATUS_OK);
        byte_parts_release(&parts);
    }
    mem_free(t.rows);
}

/* Rows index tables by their class: nothing that another process sends is believed. */
static void rows_from_elsewhere_are_checked(void **state)
{
    static enum status good = STATUS_OK, bad = STATUS_SYNTAX;
    const flow_key key = (flow_key)3 << 56 | 1; /* of class 2 */
    (void)state;
    sent = (struct flow_row){.key = key, .class = 2};
    sent_bytes = sizeof sent;
    cluster_of_threads(2, take_bad_rows, &good);
    sent_bytes = sizeof sent - 1;
    cluster_of_threads(2, take_bad_rows, &bad);
    sent_bytes = sizeof sent;
    sent.class = FLOW_CLASSES;
    cluster_of_threads(2, take_bad_rows, &bad);
    sent = (struct flow_row){.key = (flow_key)200 << 56, .class = 199};
    cluster_of_threads(2, take_bad_rows, &bad);
    sent = (struct flow_row){.key = key, .class = 2};
    ((unsigned char *)&sent)[offsetof(struct flow_row, kept)] = 7;
    cluster_of_threads(2, take_bad_rows, &bad);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_probabilities),
        cmocka_unit_test(ratios_have_half_a_count),
        cmocka_unit_test(counts_are_those_by_hand),
        cmocka_unit_test(same_for_any_number_of_threads),
        cmocka_unit_test(rows_are_judged_by_their_figures),
        cmocka_unit_test(examples_are_where_they_say),
        cmocka_unit_test(queries_leave_games_and_plies),
        cmocka_unit_test(shuffling_keeps_the_sums),
        cmocka_unit_test(parts_make_up_the_whole),
        cmocka_unit_test(there_and_back),
        cmocka_unit_test(points_default_to_the_papers),
        cmocka_unit_test(bad_files_are_refused),
        cmocka_unit_test(no_memory_is_a_status),
        cmocka_unit_test(a_stop_is_heard),
        cmocka_unit_test(rows_from_elsewhere_are_checked),
    };
    return cmocka_run_group_tests(tests, make_databases, drop_databases);
}
