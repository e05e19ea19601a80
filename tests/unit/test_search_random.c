/* test_search_random.c: thousands of random questions, answered by the index, by a scan, and the
 * slow way (naive_query.h), over segments with variations and removed games.
 *
 * KIFU_RANDOM_QUERIES sets how many (default 1000; 300 in the quick scope, 30000 in the long one);
 * a difference prints the question, what each way answered, and the game. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <math.h>

#include "base/alloc.h"
#include "base/steady.h"
#include "base/text/num.h"
#include "lines_fixture.h"
#include "query/language/tree.h"
#include "query/plan/plan.h"
#include "query/run/query_result.h"
#include "query/run/run_internal.h"
#include "query/run/top_hits.h"
#include "query/search.h"
#include "random_query.h"
#include "scratch.h"

enum { SEGMENTS = 3, REMOVED = 5, ID_STEP = 1000 };

/* Segments made by hand, so that no database stands between the question and the index. */
struct search_random_fixture {
    struct lines_fixture f[SEGMENTS];
    struct db_segment segments[SEGMENTS];
    struct db db;
    struct naive_line *naive[SEGMENTS]; /* by line */
    uint8_t *marks[SEGMENTS];           /* as columns */
    int16_t *values[SEGMENTS];
    struct query_values with_columns, without;
    uint32_t line_count;
    struct naive_line *all; /* of all segments, to take facts from */
};

static void write_segment(const struct lines_fixture *f, const char *path)
{
    struct segment_writer w;
    struct index_options opt = {.threads = 1, .memory = 64 << 20};
    assert_int_equal(segment_writer_open(&w, path, NULL), STATUS_OK);
    assert_int_equal(fact_index_write(&f->lines, &opt, &w, NULL), STATUS_OK);
    assert_int_equal(position_index_write(&f->lines, &f->columns, &opt, &w, NULL), STATUS_OK);
    assert_int_equal(segment_writer_commit(&w, NULL), STATUS_OK);
}

/* Ids go on from segment to segment. */
static void move_ids(struct lines_fixture *f, uint32_t base)
{
    char *ids = f->bytes[FIXTURE_ID].p;
    for (uint32_t i = 0; i < f->lines.games; i++)
        le_put32(ids + 4 * (size_t)i, le_get32(ids + 4 * (size_t)i) + base);
    for (size_t i = 0; i < f->game_count; i++)
        f->games[i].id += base;
}

static void remove_games(struct db_segment *s, struct rng *rng)
{
    s->removed = calloc((s->lines.games + 63) / 64, sizeof *s->removed);
    for (int i = 0; i < REMOVED; i++) {
        uint32_t number = (uint32_t)rng_below(rng, s->lines.games);
        s->removed_count += !db_is_removed(s, number);
        s->removed[number / 64] |= (uint64_t)1 << number % 64;
    }
}

static void make_segment(struct search_random_fixture *w, uint32_t n, struct rng *rng)
{
    struct lines_fixture *f = &w->f[n];
    struct db_segment *s = &w->segments[n];
    char path[32];
    snprintf(path, sizeof path, "s%u.seg", (unsigned)n);
    fixture_init(f);
    fixture_add_generated(f, 100 + n, n == 1 ? 70 : 40, 0);
    fixture_add_odd(f, 200 + n, 12);
    if (n != 2)
        fixture_add_variations(f, 300 + n, 30);
    fixture_finish(f);
    move_ids(f, n * ID_STEP);
    write_segment(f, path);
    s->lines = f->lines;
    s->columns = f->columns;
    assert_int_equal(segment_open(&s->file, path, NULL), STATUS_OK);
    assert_int_equal(fact_index_open(&s->facts, &shogi_game, &s->lines, &s->file, NULL), STATUS_OK);
    assert_int_equal(position_index_open(&s->positions, &s->lines, &s->columns, &s->file, NULL),
                     STATUS_OK);
    if (n != 2)
        remove_games(s, rng);
    w->naive[n] = calloc(s->lines.count, sizeof *w->naive[n]);
    for (uint32_t i = 0; i < s->lines.count; i++) {
        game_move *moves = calloc(line_plies(&s->lines, i) + 1, sizeof *moves);
        line_moves(&s->lines, i, moves);
        naive_line_make(&w->naive[n][i], lines_start_text(&s->lines, line_start(&s->lines, i)),
                        moves, line_plies(&s->lines, i));
        free(moves);
    }
    w->line_count += s->lines.count;
}

/* --- Values, and what a database keeps of positions -------------------------------------------- */

static enum status values_of_line(void *ctx, const struct lines *l, uint32_t line, uint32_t from,
                                  uint32_t to, int32_t *out, struct err *err)
{
    const struct search_random_fixture *w = ctx;
    uint32_t n = 0;
    (void)err;
    while (&w->segments[n].lines != l)
        n++;
    for (uint32_t ply = from; ply < to; ply++)
        out[ply - from] = naive_value(&w->naive[n][line].advance[ply]);
    return STATUS_OK;
}

static struct measure_columns columns_of_segment(void *ctx, const struct db_segment *s)
{
    const struct search_random_fixture *w = ctx;
    ptrdiff_t n = s - w->segments;
    return (struct measure_columns){w->marks[n], w->values[n]};
}

static void keep_columns(struct search_random_fixture *w, uint32_t n)
{
    const struct lines *l = &w->segments[n].lines;
    size_t rows = (size_t)lines_u32(l->first, l->games) + l->games, row = 0;
    w->marks[n] = calloc(rows, KEPT_MARK_BYTES);
    w->values[n] = calloc(rows, sizeof *w->values[n]);
    for (uint32_t g = 0; g < l->games; g++)
        for (uint32_t ply = 0; ply <= line_plies(l, g); ply++, row++) {
            const struct advance *a = &w->naive[n][g].advance[ply];
            int32_t value = naive_value(a);
            const int bytes[] = {a->attack[0],  a->attack[1], a->defence[0],
                                 a->defence[1], a->whole,     (int)ply & 7};
            for (int i = 0; i < KEPT_MARK_BYTES; i++)
                w->marks[n][row * KEPT_MARK_BYTES + (size_t)i] = (uint8_t)bytes[i];
            w->values[n][row] =
                value == QUERY_NO_VALUE ? (ply % 2 ? INT16_MIN : INT16_MIN + 1) : (int16_t)value;
        }
    assert_int_equal(row, rows);
}

static void make_world(struct search_random_fixture *w)
{
    struct rng rng;
    rng_seed(&rng, 77);
    for (uint32_t n = 0; n < SEGMENTS; n++)
        make_segment(w, n, &rng);
    for (uint32_t n = 0; n < SEGMENTS; n++)
        keep_columns(w, n);
    w->without = (struct query_values){w, values_of_line, NULL};
    w->with_columns = (struct query_values){w, values_of_line, columns_of_segment};
    w->db = (struct db){.path = (char *)"random.kifu",
                        .game = &shogi_game,
                        .segments = w->segments,
                        .segment_count = SEGMENTS};
    w->all = calloc(w->line_count, sizeof *w->all);
    uint32_t at = 0;
    for (uint32_t n = 0; n < SEGMENTS; n++)
        for (uint32_t i = 0; i < w->segments[n].lines.count; i++)
            w->all[at++] = w->naive[n][i];
}

static void free_world(struct search_random_fixture *w)
{
    for (uint32_t n = 0; n < SEGMENTS; n++) {
        for (uint32_t i = 0; i < w->segments[n].lines.count; i++)
            naive_line_free(&w->naive[n][i]);
        free(w->naive[n]);
        free(w->marks[n]);
        free(w->values[n]);
        free(w->segments[n].removed);
        segment_close(&w->segments[n].file);
        fixture_release(&w->f[n]);
    }
    free(w->all);
}

/* One for all tests, which only read it. */
static int set_up(void **state)
{
    if (scratch_set_up(state))
        return -1;
    *state = calloc(1, sizeof(struct search_random_fixture));
    make_world(*state);
    return 0;
}

static int tear_down(void **state)
{
    free_world(*state);
    free(*state);
    return scratch_tear_down(state);
}

/* --- The slow way ----------------------------------------------------------------------------- */

struct naive_game {
    const struct fixture_game *game;
};

static bool date_fits(uint32_t date, uint32_t low, uint32_t high)
{
    /* every day the date may stand for */
    if (date == 0)
        return false;
    for (uint32_t month = 0; month < 16; month++)
        for (uint32_t day = 0; day < 32; day++) {
            if (date_month(date) && date_month(date) != month)
                continue;
            if (date_day(date) && date_day(date) != day)
                continue;
            uint32_t one = date_make(date_year(date), month, day);
            bool below =
                date_year(one) < date_year(high) ||
                (date_year(one) == date_year(high) &&
                 (date_month(high) == 0 || month < date_month(high) ||
                  (month == date_month(high) && (date_day(high) == 0 || day <= date_day(high)))));
            if (one >= low && below)
                return true;
        }
    return false;
}

static bool game_is_such(void *ctx, const struct query_node *n)
{
    const struct fixture_game *g = ((struct naive_game *)ctx)->game;
    int two[2] = {g->result & 3, g->result >> 2 & 3};
    switch (n->ask) {
    case META_PLIES:
        return naive_compare(g->plies, n->compare, n->number);
    case META_RESULT:
        return n->seat >= 0 ? two[n->seat] == 2 : n->seat == -1 ? two[0] == 1 : two[0] == 3;
    case META_ID:
        return g->id >= n->low && g->id <= n->high;
    case META_DATE:
        return date_fits(g->date, n->low, n->high);
    case META_END:
        return g->end == n->number;
    case META_HANDICAP:
        return n->number == 0; /* the fixture knows no other */
    case META_RATING:
        return naive_compare(1500 + g->id % ID_STEP % 1000, n->compare, n->number);
    default:
        return false;
    }
}

static const struct fixture_game *game_of(const struct lines_fixture *f, uint32_t number)
{
    for (size_t i = 0; i < f->game_count; i++)
        if (f->games[i].number == number)
            return &f->games[i];
    abort();
}

struct slow_hits {
    struct hit *at;
    size_t count, cap;
    uint64_t games, positions;
};

static void slow_add(struct slow_hits *h, struct hit hit)
{
    h->at = fixture_more(h->at, h->count, &h->cap, sizeof *h->at);
    h->at[h->count++] = hit;
}

static void slow_line(const struct query *q, const struct search_random_fixture *w, uint32_t n,
                      uint32_t line, struct slow_hits *out)
{
    const struct lines *l = &w->segments[n].lines;
    const struct naive_line *naive = &w->naive[n][line];
    uint32_t number = line_game(l, line), fresh = line_fresh(l, line), to, ranked = query_ranked(q);
    struct naive_game game = {game_of(&w->f[n], number)};
    struct naive_answer a = naive_answer_new(naive);
    uint32_t in_game = 0;
    for (uint32_t i = l->games; i <= line; i++)
        in_game += line_game(l, i) == number;
    naive_evaluate(q, q->root, naive, game_is_such, &game, &a);
    for (uint32_t from = 0; from < naive->n; from++) {
        if (!naive_span(&a, naive->n, from, &to))
            continue;
        struct hit h = {.id = game.game->id, .line = in_game, .from = from, .to = to};
        bool own = false, first = true;
        for (uint32_t p = from; p < to; p++) {
            if (!a.matches[p])
                continue;
            own = own || p >= fresh;
            h.plies++;
            int32_t score = ranked ? (int32_t)naive_sum(&q->nodes[ranked], naive, p) : 0;
            if (first || score > h.score) {
                h.first = p;
                h.score = score;
            }
            first = false;
        }
        if (own)
            slow_add(out, h);
    }
    naive_answer_free(&a);
}

static int slow_compare(const void *x, const void *y)
{
    const struct hit *a = x, *b = y;
    if (a->score != b->score)
        return a->score > b->score ? -1 : 1;
    if (a->id != b->id)
        return a->id < b->id ? -1 : 1;
    if (a->line != b->line)
        return a->line < b->line ? -1 : 1;
    return a->from < b->from ? -1 : a->from > b->from;
}

static void slow_search(const struct query *q, const struct search_random_fixture *w, bool lines,
                        struct slow_hits *out)
{
    for (uint32_t n = 0; n < SEGMENTS; n++) {
        const struct lines *l = &w->segments[n].lines;
        for (uint32_t line = 0; line < (lines ? l->count : l->games); line++)
            if (!db_is_removed(&w->segments[n], line_game(l, line)))
                slow_line(q, w, n, line, out);
    }
    if (out->count)
        qsort(out->at, out->count, sizeof *out->at, slow_compare);
    for (size_t i = 0; i < out->count; i++) {
        bool seen = false;
        for (size_t j = 0; j < i && !seen; j++)
            seen = out->at[j].id == out->at[i].id;
        out->games += !seen;
        out->positions += out->at[i].plies;
    }
}

/* --- Comparing -------------------------------------------------------------------------------- */

static void print_hits(const char *who, const struct hit *at, size_t count)
{
    print_error("%s: %zu\n", who, count);
    for (size_t i = 0; i < count && i < 8; i++)
        print_error("  game %u line %u  %u:%u  %u plies, first %u, score %d\n", at[i].id,
                    at[i].line, at[i].from, at[i].to, at[i].plies, at[i].first, at[i].score);
}

static void print_query(const struct query *q, const struct search_random_fixture *w,
                        uint64_t number)
{
    struct buf text;
    struct search_options opt = {.limit = UINT64_MAX};
    buf_init(&text, BUF_DEFAULT_MAX);
    query_print(q, &text);
    buf_add_char(&text, '\n');
    for (uint32_t n = 0; n < SEGMENTS; n++)
        if (search_explain(q, &w->segments[n], &opt, LANG_EN, &text, NULL) != STATUS_OK)
            buf_add_str(&text, "no plan\n");
    print_error("query %llu: %s\n", (unsigned long long)number, buf_cstr(&text));
    buf_release(&text);
}

static bool same_hit(const struct hit *a, const struct hit *b)
{
    return a->id == b->id && a->line == b->line && a->from == b->from && a->to == b->to &&
           a->plies == b->plies && a->first == b->first && a->score == b->score;
}

static bool same_hits(const struct slow_hits *slow, const struct hits *fast,
                      const struct search_options *opt)
{
    size_t from = opt->offset < slow->count ? (size_t)opt->offset : slow->count;
    size_t count = slow->count - from < opt->limit ? slow->count - from : (size_t)opt->limit;
    if (!opt->no_totals && (fast->spans != slow->count || fast->games != slow->games ||
                            fast->positions != slow->positions))
        return false;
    if (opt->count)
        return fast->count == 0;
    for (size_t i = 0; i < count && i < fast->count; i++)
        if (!same_hit(&slow->at[from + i], &fast->at[i]))
            return false;
    return fast->count == count;
}

static void compare_ways(const struct query *q, struct search_random_fixture *w, uint64_t number,
                         struct rng *rng, const struct slow_hits *slow, bool lines)
{
    struct db *dbs[] = {&w->db};
    for (int way = 0; way < 6; way++) {
        struct search_options opt = {.lines = lines, .limit = UINT64_MAX, .threads = 1};
        struct hits fast;
        struct err err = {0};
        opt.scan = way == 1;
        opt.threads = way == 2 ? 3 : 1;
        opt.grain = way == 2 ? 2 : 0; /* so that there is work for threads */
        opt.count = way == 4;
        opt.values = way == 5 ? &w->without : &w->with_columns;
        if (way >= 2 && way < 4) {
            opt.limit = rng_below(rng, 30);
            opt.offset = rng_below(rng, 2) * rng_below(rng, 20);
            opt.no_totals = way == 3;
        }
        enum status status = search_run(q, dbs, 1, &opt, &fast, &err);
        if (status != STATUS_OK || !same_hits(slow, &fast, &opt)) {
            print_query(q, w, number);
            print_hits("the slow way", slow->at, slow->count);
            print_hits(opt.scan ? "scan" : "index", fast.at, fast.count);
            print_error("totals %llu games %llu spans %llu positions; way %d, limit %llu + %llu\n",
                        (unsigned long long)fast.games, (unsigned long long)fast.spans,
                        (unsigned long long)fast.positions, way, (unsigned long long)opt.offset,
                        (unsigned long long)opt.limit);
            fail_msg("query %llu: a difference", (unsigned long long)number);
        }
        hits_release(&fast);
    }
}

static uint64_t queries_wanted(void)
{
    const char *text = getenv("KIFU_RANDOM_QUERIES"), *scope = getenv("KIFU_TEST_SCOPE");
    uint64_t n = scope && strcmp(scope, "quick") == 0 ? 300 : 1000;
    if (scope && strcmp(scope, "long") == 0)
        n = 30000;
    if (text)
        assert_true(num_parse_u64(span_of(text), 100000000, &n));
    return n;
}

static void index_and_scan_agree_with_the_slow_way(void **state)
{
    struct search_random_fixture *w = *state;
    uint64_t queries = queries_wanted(), found = 0;
    for (uint64_t i = 0; i < queries; i++) {
        struct query q;
        struct rng rng;
        struct slow_hits slow = {0};
        rng_seed_stream(&rng, 4711, i);
        struct random_query r = {&q, &rng, w->all, w->line_count, true, true};
        bool lines = rng_below(&rng, 2);
        random_query_make(&r);
        slow_search(&q, w, lines, &slow);
        compare_ways(&q, w, i, &rng, &slow, lines);
        found += slow.count > 0;
        free(slow.at);
        query_release(&q);
    }
    assert_in_range(found, queries / 3, queries);
}

/* Something of the shared part of a variation and then something of its own: the index knows only
 * the latter of that line. */
static bool make_across(struct random_query *r, const struct search_random_fixture *w, uint32_t n)
{
    const struct lines *l = &w->segments[n].lines;
    if (l->count == l->games)
        return false;
    uint32_t line = l->games + random_under(r, l->count - l->games), fresh = line_fresh(l, line);
    const struct naive_line *naive = &w->naive[n][line];
    if (fresh < 2 || fresh >= naive->n)
        return false;
    uint32_t before = random_under(r, fresh), after = fresh + random_under(r, naive->n - fresh);
    for (uint32_t f = 0; f < SHOGI_FACT_COUNT; f++)
        if (naive_fact(naive, before, f) && !naive_fact(naive, fresh, f)) {
            r->q->root = query_add(r->q, Q_THEN);
            r->q->nodes[r->q->root].number = UINT32_MAX;
            query_adopt(r->q, r->q->root, random_one_fact(r, f));
            query_adopt(r->q, r->q->root, random_one_fact(r, random_fact(r, naive, after)));
            return true;
        }
    return false;
}

static void sequences_cross_into_variations(void **state)
{
    struct search_random_fixture *w = *state;
    for (uint64_t i = 0; i < 200; i++) {
        struct query q;
        struct rng rng;
        struct slow_hits slow = {0};
        rng_seed_stream(&rng, 815, i);
        struct random_query r = {&q, &rng, w->all, w->line_count, false, false};
        query_init(&q, &shogi_game);
        if (make_across(&r, w, (uint32_t)rng_below(&rng, SEGMENTS))) {
            slow_search(&q, w, true, &slow);
            compare_ways(&q, w, i, &rng, &slow, true);
        }
        free(slow.at);
        query_release(&q);
    }
}

/* --- Next moves ------------------------------------------------------------------------------- */

struct slow_move {
    game_move move;
    int seat;
    uint32_t games, wins[2], draws, unknown, last_year, reached;
    uint32_t own[5]; /* wins, losses, draws, unknown, both of the part of s */
};

struct slow_moves {
    struct slow_move *at;
    size_t count, cap;
    uint32_t games, moved;
};

/* How a game ended for the part of s: the place in slow_move.own. */
static int slow_end(const struct fixture_game *g, uint8_t plays)
{
    int black = g->result & 3, white = g->result >> 2 & 3;
    int result = black == 2 ? 0 : white == 2 ? 1 : black == 1 ? 2 : 3;
    if (plays == PLAYS_BOTH || result >= 2)
        return plays == PLAYS_BOTH ? 4 : result;
    return plays == PLAYS_WRITTEN ? result : 1 - result;
}

static void slow_count(struct slow_moves *m, game_move move, int seat, const struct fixture_game *g,
                       uint8_t plays)
{
    size_t i = 0;
    while (i < m->count && (m->at[i].move != move || m->at[i].seat != seat))
        i++;
    if (i == m->count) {
        m->at = fixture_more(m->at, m->count, &m->cap, sizeof *m->at);
        m->at[m->count++] = (struct slow_move){.move = move, .seat = seat};
    }
    m->at[i].games++;
    m->at[i].wins[0] += (g->result & 3) == 2;
    m->at[i].wins[1] += (g->result >> 2 & 3) == 2;
    m->at[i].draws += (g->result & 3) == 1;
    m->at[i].unknown += (g->result & 3) == 3;
    if (plays)
        m->at[i].own[slow_end(g, plays)]++;
    if (date_year(g->date) > m->at[i].last_year)
        m->at[i].last_year = date_year(g->date);
}

/* Leaves the first ply that matches, or the last. */
static void leave_one(struct naive_answer *a, uint32_t plies, enum moves_at at)
{
    uint32_t kept = plies;
    for (uint32_t p = 0; p < plies; p++)
        if (a->matches[p] && (kept == plies || at == MOVES_AT_LAST))
            kept = p;
    for (uint32_t p = 0; p < plies; p++)
        a->matches[p] = p == kept;
}

static void slow_moves_of_game(const struct query *q, const struct search_random_fixture *w,
                               uint32_t n, uint32_t number, enum moves_at at, uint8_t plays,
                               struct slow_moves *out)
{
    const struct naive_line *l = &w->naive[n][number];
    struct naive_game game = {game_of(&w->f[n], number)};
    struct naive_answer a = naive_answer_new(l);
    bool any = false, moved = false;
    naive_evaluate(q, q->root, l, game_is_such, &game, &a);
    if (at != MOVES_AT_EVERY)
        leave_one(&a, l->n, at);
    for (uint32_t p = 0; p < l->n; p++) {
        bool again = false;
        any = any || a.matches[p];
        moved = moved || (a.matches[p] && p + 1 < l->n);
        for (uint32_t before = 0; before < p; before++)
            again = again || (a.matches[before] && l->moves[before] == l->moves[p] &&
                              shogi_turn(&l->pos[before]) == shogi_turn(&l->pos[p]));
        if (a.matches[p] && p + 1 < l->n && !again)
            slow_count(out, l->moves[p], shogi_turn(&l->pos[p]), game.game, plays);
    }
    out->games += any;
    out->moved += moved;
    naive_answer_free(&a);
}

/* Games, those that fit the question's other parts, in which a position occurs. */
static uint32_t slow_reached(const struct query *q, uint32_t meta,
                             const struct search_random_fixture *w, const struct shogi_pos *pos)
{
    uint32_t games = 0;
    for (uint32_t n = 0; n < SEGMENTS; n++)
        for (uint32_t number = 0; number < w->segments[n].lines.games; number++) {
            const struct naive_line *l = &w->naive[n][number];
            struct naive_game game = {game_of(&w->f[n], number)};
            bool there = false;
            if (db_is_removed(&w->segments[n], number) ||
                (meta && !game_is_such(&game, &q->nodes[meta])))
                continue;
            for (uint32_t p = 0; p < l->n; p++)
                there = there || shogi_pos_equal(pos, &l->pos[p]);
            games += there;
        }
    return games;
}

static void compare_row(const struct moves_row *row, const struct slow_move *slow)
{
    assert_int_equal(row->next.games, slow->games);
    assert_int_equal(row->next.wins[0], slow->wins[0]);
    assert_int_equal(row->next.wins[1], slow->wins[1]);
    assert_int_equal(row->next.draws, slow->draws);
    assert_int_equal(row->next.unknown, slow->unknown);
    assert_int_equal(row->next.last_year, slow->last_year);
    for (int end = 0; end < SIDE_ENDS; end++) {
        assert_int_equal(row->next.ends[ENDS_OWN][end], slow->own[end]);
        assert_int_equal(row->next.ends[ENDS_PLAYER][end], 0);
    }
    double n = slow->games - slow->unknown;
    if (n == 0) {
        assert_true(isnan(row->score));
        return;
    }
    assert_true(fabs(row->score - (slow->wins[slow->seat] + 0.5 * slow->draws) / n) < 1e-12);
    assert_true(row->low <= row->score + 1e-12 && row->score <= row->high + 1e-12);
}

static void compare_moves(const struct query *q, uint32_t exact, uint32_t meta,
                          struct search_random_fixture *w, enum moves_at at,
                          const struct slow_moves *slow)
{
    struct db *dbs[] = {&w->db};
    for (int scan = 0; scan < 2; scan++) {
        struct moves_table t;
        struct search_options opt = {.limit = UINT64_MAX, .threads = 1 + 2 * (unsigned)scan};
        opt.scan = scan;
        opt.grain = scan ? 3 : 0;
        opt.at = at;
        opt.values = &w->with_columns;
        assert_int_equal(moves_at_of(q, &opt), at);
        /* a query drawn by lot may be a whole position, too */
        if (at == (exact || query_is_whole(q) ? MOVES_AT_EVERY : MOVES_AT_FIRST)) {
            opt.at = MOVES_AT_USUAL;
            assert_int_equal(moves_at_of(q, &opt), at);
        }
        assert_int_equal(moves_run(q, dbs, 1, &opt, &t, NULL), STATUS_OK);
        assert_int_equal(t.games, slow->games);
        assert_int_equal(t.moved, slow->moved);
        assert_int_equal(t.count, slow->count);
        for (size_t i = 0; i < t.count; i++) {
            size_t j = 0;
            while (j < slow->count &&
                   (slow->at[j].move != t.rows[i].next.move || slow->at[j].seat != t.rows[i].seat))
                j++;
            assert_true(j < slow->count);
            compare_row(&t.rows[i], &slow->at[j]);
            assert_true(fabs(t.rows[i].share - slow->at[j].games / (double)slow->moved) < 1e-12);
            if (i > 0)
                assert_true(t.rows[i - 1].next.games >= t.rows[i].next.games);
            if (!exact || scan)
                continue;
            struct shogi_pos pos;
            struct shogi_undo undo;
            assert_int_equal(q->game->text.pos_parse(&pos, q->nodes[exact].position, NULL),
                             STATUS_OK);
            if (shogi_turn(&pos) != t.rows[i].seat)
                continue;
            shogi_play(&pos, (shogi_move)t.rows[i].next.move, &undo);
            assert_int_equal(t.rows[i].transposed,
                             slow_reached(q, meta, w, &pos) - t.rows[i].next.games);
        }
        moves_release(&t);
    }
}

static void next_moves_agree_with_the_slow_way(void **state)
{
    struct search_random_fixture *w = *state;
    uint64_t queries = queries_wanted() / 4, found = 0;
    for (uint64_t i = 0; i < queries; i++) {
        struct query q;
        struct rng rng;
        struct slow_moves slow = {0};
        uint32_t exact = 0, meta = 0;
        enum moves_at at = (enum moves_at)(MOVES_AT_FIRST + i / 4 % 3);
        rng_seed_stream(&rng, 1147, i);
        struct random_query r = {&q, &rng, w->all, w->line_count, true, true};
        if (i % 2) {
            random_query_make(&r);
        } else {
            query_init(&q, &shogi_game);
            q.root = exact = random_exact(&r);
            if (i % 4 == 0) {
                q.root = query_add(&q, Q_AND);
                meta = random_meta(&r);
                query_adopt(&q, q.root, exact);
                query_adopt(&q, q.root, meta);
            }
        }
        uint8_t plays = query_own(&q) == OWN_NONE ? 0 : PLAYS_WRITTEN;
        assert_int_not_equal(query_own(&q), OWN_BY_HIT);
        for (uint32_t n = 0; n < SEGMENTS; n++)
            for (uint32_t number = 0; number < w->segments[n].lines.games; number++)
                if (!db_is_removed(&w->segments[n], number))
                    slow_moves_of_game(&q, w, n, number, at, plays, &slow);
        compare_moves(&q, exact, meta, w, at, &slow);
        found += slow.count > 0;
        free(slow.at);
        query_release(&q);
    }
    assert_in_range(found, queries / 4, queries);
}

/* --- Other things ----------------------------------------------------------------------------- */

static void dates_with_missing_parts(void **state)
{
    (void)state;
    uint32_t may = date_make(2001, 5, 0), year = date_make(2001, 0, 0);
    assert_true(date_fits(may, date_make(2001, 5, 20), date_make(2001, 6, 1)));
    assert_false(date_fits(may, date_make(2001, 6, 1), date_make(2001, 7, 1)));
    assert_true(date_fits(year, date_make(2001, 12, 31), date_make(2003, 0, 0)));
    assert_true(date_fits(date_make(2003, 3, 3), year, date_make(2003, 0, 0)));
    assert_false(date_fits(0, 0, UINT32_MAX));
}

/* --- Findings --------------------------------------------------------------------------------- */

static void same_page(const struct hits *a, const struct hits *b)
{
    assert_int_equal(a->games, b->games);
    assert_int_equal(a->spans, b->spans);
    assert_int_equal(a->positions, b->positions);
    assert_int_equal(a->count, b->count);
    for (size_t i = 0; i < a->count; i++) {
        assert_true(same_hit(&a->at[i], &b->at[i]));
        assert_int_equal(a->at[i].segment, b->at[i].segment);
        assert_int_equal(a->at[i].stored_line, b->at[i].stored_line);
    }
}

static void same_moves(const struct moves_table *a, const struct moves_table *b)
{
    assert_int_equal(a->games, b->games);
    assert_int_equal(a->moved, b->moved);
    assert_int_equal(a->count, b->count);
    for (size_t i = 0; i < a->count; i++) {
        assert_memory_equal(&a->rows[i].next, &b->rows[i].next, sizeof a->rows[i].next);
        assert_int_equal(a->rows[i].seat, b->rows[i].seat);
        assert_int_equal(a->rows[i].segments, b->rows[i].segments);
        assert_true(a->rows[i].share == b->rows[i].share);
    }
}

/* The games with a hit, kept by themselves, are those of the spans. */
static void compare_games(const struct query *q, struct search_random_fixture *w,
                          const struct query_result *spans)
{
    struct db *dbs[] = {&w->db};
    const struct search_options opt = {.threads = 1};
    struct query_result games;
    assert_int_equal(query_run(&games, q, dbs, 1, &opt, KEEP_GAMES, NULL), STATUS_OK);
    for (uint32_t i = 0; i < games.part_count; i++) {
        uint32_t count = w->segments[i].lines.games, a, b;
        for (size_t at = 0, to = 0; result_part_next_game(&games.parts[i], &at, count, &a);) {
            assert_true(result_part_next_game(&spans->parts[i], &to, count, &b));
            assert_int_equal(a, b);
        }
    }
    query_result_release(&games);
}

/* Everything that is read off a result is what is found when it is asked for by itself. */
static void compare_result(const struct query *q, struct search_random_fixture *w, double deadline,
                           bool lines)
{
    struct db *dbs[] = {&w->db};
    struct search_options opt = {.limit = 7, .offset = 3, .threads = 1};
    struct query_result f;
    struct hits hits, page;
    struct moves_table moves, table;
    uint32_t exact;
    opt.deadline = deadline;
    opt.grain = deadline > 0 ? 3 : 0;
    opt.lines = lines;
    assert_int_equal(query_run(&f, q, dbs, 1, &opt, KEEP_SPANS, NULL), STATUS_OK);
    assert_true(f.looked_at == 1);
    assert_int_equal(search_run(q, dbs, 1, &opt, &hits, NULL), STATUS_OK);
    assert_int_equal(query_result_hits(&f, dbs, 1, &opt, &page, NULL), STATUS_OK);
    same_page(&page, &hits);
    compare_games(q, w, &f);
    for (opt.at = MOVES_AT_FIRST; !lines && opt.at <= MOVES_AT_LAST; opt.at++) {
        if (!query_has_result_moves(q) || plan_kind_of(q, &exact) == PLAN_OCCURRENCES)
            break;
        assert_int_equal(moves_run(q, dbs, 1, &opt, &moves, NULL), STATUS_OK);
        assert_int_equal(query_result_moves(&f, q, dbs, 1, &opt, &table, NULL), STATUS_OK);
        assert_true(table.looked_at == 1 && moves.looked_at == 1);
        same_moves(&table, &moves);
        moves_release(&moves);
        moves_release(&table);
    }
    hits_release(&hits);
    hits_release(&page);
    query_result_release(&f);
}

static void results_agree_with_search_and_moves(void **state)
{
    struct search_random_fixture *w = *state;
    uint64_t queries = queries_wanted() / 4;
    for (uint64_t i = 0; i < queries; i++) {
        struct query q;
        struct rng rng;
        rng_seed_stream(&rng, 4711, i);
        struct random_query r = {&q, &rng, w->all, w->line_count, true, false};
        random_query_make(&r);
        compare_result(&q, w, 0, i % 2);
        compare_result(&q, w, steady_seconds() + 1000, i % 3 == 0); /* in another order */
        query_release(&q);
    }
}

static bool same_span(const struct result_span *a, const struct result_span *b)
{
    return a->line == b->line && a->from == b->from && a->to == b->to && a->plies == b->plies;
}

/* What was found until the time was up is right, as far as it goes. */
static void a_stopped_query_is_partial(void **state)
{
    struct search_random_fixture *w = *state;
    struct query q;
    struct query_result all, part;
    struct moves_table table;
    struct db *dbs[] = {&w->db};
    struct search_options opt = {.limit = UINT64_MAX, .threads = 1};
    assert_int_equal(query_parse(&q, &shogi_game, NULL, SPAN("not s55fu"), NULL), STATUS_OK);
    assert_int_equal(query_run(&all, &q, dbs, 1, &opt, KEEP_SPANS, NULL), STATUS_OK);
    opt.deadline = 1e-9;
    assert_int_equal(query_run(&part, &q, dbs, 1, &opt, KEEP_SPANS, NULL), STATUS_OK);
    assert_true(part.looked_at > 0 && part.looked_at < 0.5); /* a piece of the first segment */
    assert_true(part.games > 0 && part.games < all.games);
    for (uint32_t i = 0; i < part.part_count; i++)
        for (size_t k = 0, at = 0; k < part.parts[i].count; k++, at++) {
            while (at < all.parts[i].count &&
                   !same_span(&all.parts[i].at[at], &part.parts[i].at[k]))
                at++;
            assert_true(at < all.parts[i].count);
        }
    assert_int_equal(query_result_moves(&all, &q, dbs, 1, &opt, &table, NULL), STATUS_OK);
    assert_true(table.looked_at > 0 && table.looked_at <= 1);
    assert_true(query_result_bytes(&all) > all.spans * sizeof(struct result_span));
    moves_release(&table);
    query_result_release(&all);
    query_result_release(&part);
    query_release(&q);
}

/* Texts of hits that are dropped go with them. */
static void keeps_texts_of_the_first(void **state)
{
    (void)state;
    enum { ALL = 20000, KEEP = 50, MOST_BYTES = 64 << 10 };
    struct hits h = {0};
    struct top_hits c;
    char text[16];
    top_hits_init(&c, &h, false, (struct hit_order){.by = ORDER_PLAYERS, .descending = true}, KEEP);
    for (uint32_t i = 0; i < ALL; i++) { /* each better than those before */
        int n = snprintf(text, sizeof text, "%06u", (unsigned)(i / 2));
        const struct hit hit = {.id = i, .text = span_make(text, (size_t)n)};
        assert_int_equal(top_hits_add_keyed(&c, &hit, NULL), STATUS_OK);
        assert_true(h.texts.total < MOST_BYTES);
    }
    assert_int_equal(top_hits_finish(&c, NULL), STATUS_OK);
    assert_int_equal(h.count, KEEP);
    for (uint32_t i = 0; i < KEEP; i++) { /* ties by id */
        uint32_t pair = ALL / 2 - 1 - i / 2;
        (void)snprintf(text, sizeof text, "%06u", (unsigned)pair);
        assert_int_equal(h.at[i].id, 2 * pair + i % 2);
        assert_true(span_eq(h.at[i].text, span_of(text)));
    }
    hits_release(&h);
}

/* Where hit i of the usual order comes in another one: hits that are before it there. */
static size_t place_of(const struct hit_order *order, const struct search_random_fixture *w,
                       const struct hits *all, size_t i)
{
    struct buf none;
    size_t before = 0;
    buf_init(&none, 64);
    for (size_t k = 0; k < all->count; k++) {
        struct hit a = all->at[k], b = all->at[i];
        assert_int_equal(hit_order_key(order, &w->db.segments[a.segment], &a, &none, NULL),
                         STATUS_OK);
        assert_int_equal(hit_order_key(order, &w->db.segments[b.segment], &b, &none, NULL),
                         STATUS_OK);
        int sign = hit_order_compare(order, &a, &b);
        before += sign < 0 || (sign == 0 && k < i);
    }
    return before;
}

static void sorted_hits_are_all_hits_sorted(void **state)
{
    static const enum hit_order_by KEYS[] = {ORDER_ID,    ORDER_DATE,   ORDER_LENGTH,
                                             ORDER_PLIES, ORDER_RATING, ORDER_RESULT};
    struct search_random_fixture *w = *state;
    struct db *dbs[] = {&w->db};
    size_t compared = 0;
    for (uint64_t i = 0; i < 60; i++) {
        struct query q;
        struct rng rng;
        struct hits all = {0}, some = {0}, kept = {0};
        struct query_result spans = {0};
        rng_seed_stream(&rng, 91, i);
        struct random_query r = {&q, &rng, w->all, w->line_count, true, false};
        random_query_make(&r);
        struct search_options opt = {.limit = UINT64_MAX, .lines = i % 2};
        opt.order.by = ORDER_ID; /* those of ranked queries, too */
        assert_int_equal(search_run(&q, dbs, 1, &opt, &all, NULL), STATUS_OK);
        opt.order = (struct hit_order){KEYS[i % 6], i / 6 % 2 != 0};
        opt.limit = i % 7 * 5 + 1;
        opt.offset = i % 3;
        opt.no_totals = i % 4 == 0;
        assert_int_equal(search_run(&q, dbs, 1, &opt, &some, NULL), STATUS_OK);
        assert_int_equal(query_run(&spans, &q, dbs, 1, &opt, KEEP_SPANS, NULL), STATUS_OK);
        assert_int_equal(query_result_hits(&spans, dbs, 1, &opt, &kept, NULL), STATUS_OK);
        for (size_t k = 0; k < all.count && all.count < 3000; k++) {
            size_t at = place_of(&opt.order, w, &all, k);
            if (at < opt.offset || at - opt.offset >= opt.limit)
                continue;
            const struct hit *a = &all.at[k], *b = &some.at[at - opt.offset];
            assert_true(at - opt.offset < some.count);
            assert_true(a->id == b->id && a->line == b->line && a->from == b->from);
            if (!spans.too_much) {
                b = &kept.at[at - opt.offset];
                assert_true(a->id == b->id && a->line == b->line && a->from == b->from);
            }
            compared++;
        }
        query_result_release(&spans);
        hits_release(&all);
        hits_release(&some);
        hits_release(&kept);
        query_release(&q);
    }
    assert_true(compared > 100);
}

static enum status find_something(const struct query *q, struct db *const *dbs)
{
    const struct search_options opt = {
        .limit = 10, .threads = 1, .deadline = steady_seconds() + 1000};
    struct query_result f = {0}, games = {0};
    struct hits hits = {0};
    struct moves_table moves = {0};
    enum status status = query_run(&f, q, dbs, 1, &opt, KEEP_SPANS, NULL);
    if (status == STATUS_OK)
        status = query_run(&games, q, dbs, 1, &opt, KEEP_GAMES, NULL);
    if (status == STATUS_OK)
        status = query_result_hits(&f, dbs, 1, &opt, &hits, NULL);
    if (status == STATUS_OK && query_has_result_moves(q))
        status = query_result_moves(&f, q, dbs, 1, &opt, &moves, NULL);
    query_result_release(&f);
    query_result_release(&games);
    hits_release(&hits);
    moves_release(&moves);
    return status;
}

/* Each allocation in turn fails: a status, nothing lost, nothing torn. */
static void survives_want_of_memory(void **state)
{
    struct search_random_fixture *w = *state;
    struct db *dbs[] = {&w->db};
    for (uint64_t i = 0; i < 24; i++) {
        struct query q;
        struct rng rng;
        rng_seed_stream(&rng, 33, i);
        struct random_query r = {&q, &rng, w->all, w->line_count, true, false};
        random_query_make(&r);
        struct search_options opt = {.limit = 10, .threads = 1, .lines = i % 2};
        enum status status = STATUS_NOMEM;
        for (long n = 0; status == STATUS_NOMEM && n < 10000; n += 1 + n / 8) {
            struct hits hits = {0};
            struct moves_table moves = {0};
            mem_fail_after(n);
            status = search_run(&q, dbs, 1, &opt, &hits, NULL);
            if (status == STATUS_OK)
                status = moves_run(&q, dbs, 1, &opt, &moves, NULL);
            if (status == STATUS_OK)
                status = find_something(&q, dbs);
            mem_fail_never();
            hits_release(&hits);
            moves_release(&moves);
        }
        assert_int_equal(status, STATUS_OK);
        query_release(&q);
    }
}

static void keeps_the_first_hits_in_order(void **state)
{
    (void)state;
    struct rng rng;
    rng_seed(&rng, 9);
    for (uint64_t keep = 0; keep < 300; keep += 37) {
        struct hits h = {0};
        struct top_hits c;
        top_hits_init(&c, &h, keep % 2, (struct hit_order){0}, keep);
        for (uint32_t i = 0; i < 5000; i++) {
            uint32_t id = i * 2711 % 5000; /* each once */
            struct hit hit = {.id = id, .score = (int32_t)(id % 7)};
            if (top_hits_wants(&c, 0, id))
                assert_int_equal(top_hits_add_keyed(&c, &hit, NULL), STATUS_OK);
        }
        assert_int_equal(top_hits_finish(&c, NULL), STATUS_OK);
        assert_int_equal(h.count, keep);
        for (uint32_t i = 0; i < keep; i++)
            if (keep % 2) /* by score, best first: ids 6, 13, 20, … */
                assert_int_equal(h.at[i].id, 7 * i + 6);
            else
                assert_int_equal(h.at[i].id, i);
        hits_release(&h);
    }
}

static void reports_what_differs(void **state)
{
    struct search_random_fixture *w = *state;
    struct query q;
    struct rng rng;
    rng_seed(&rng, 2);
    struct random_query r = {&q, &rng, w->all, w->line_count, false, false};
    query_init(&q, &shogi_game);
    q.root = query_add(&q, Q_SUM);
    random_terms(&r, q.root, 30, false);
    q.nodes[q.root].ranked = true;
    q.nodes[q.root].value = 10;
    struct db *dbs[] = {&w->db};
    struct search_options opt = {.limit = 40, .threads = 1, .lines = true};
    struct hits h;
    assert_int_equal(search_run(&q, dbs, 1, &opt, &h, NULL), STATUS_OK);
    assert_true(h.count > 0);
    for (size_t i = 0; i < h.count; i++) {
        const struct hit *hit = &h.at[i];
        const struct naive_line *l = &w->naive[hit->segment][hit->stored_line];
        struct differences d;
        uint32_t there = 0;
        assert_int_equal(search_differences(&q, &w->segments[hit->segment], hit, &d, NULL),
                         STATUS_OK);
        for (uint32_t f = 0; f < SHOGI_FACT_COUNT; f++)
            there += naive_fact(l, hit->first, f);
        assert_int_equal(d.missing_count, 30 - hit->score);
        assert_int_equal(d.extra_count, there - (uint32_t)hit->score);
        for (uint32_t k = 0; k < d.missing_count; k++)
            assert_false(naive_fact(l, hit->first, d.missing[k]));
        for (uint32_t k = 0; k < d.extra_count; k++)
            assert_true(naive_fact(l, hit->first, d.extra[k]));
        differences_release(&d);
    }
    hits_release(&h);
    query_release(&q);
}

/* --- Whose part it is -------------------------------------------------------------------------- */

/* A query that leaves the player open, and the same read for each of the players; a and b are texts
 * of random queries. */
struct sided_form {
    const char *whole, *written, *exchanged; /* %A, %B: the texts */
};
static const struct sided_form SIDED_FORMS[] = {
    {"either(%A)", "(%A)", "flip(%A)"},
    {"either(%A)", "(%A)", "flip(%A)"},
    {"either(%A) (%B)", "(%A) (%B)", "flip(%A) (%B)"},
    {"(%B) either(%A)", "(%B) (%A)", "(%B) flip(%A)"},
    {"either(%A) then (%B)", "(%A) then (%B)", "flip(%A) then (%B)"},
    {"(%B) then<30 either(%A)", "(%B) then<30 (%A)", "(%B) then<30 flip(%A)"},
    {"either(%A) for>=4", "(%A) for>=4", "flip(%A) for>=4"},
    {"either(%A) never (%B)", "(%A) never (%B)", "flip(%A) never (%B)"},
    {"either(%A) ever (%B)", "(%A) ever (%B)", "flip(%A) ever (%B)"},
    {"(%B) ever either(%A)", "(%B) ever (%A)", "(%B) ever flip(%A)"},
    {"since(either(%A))", "since(%A)", "since(flip(%A))"},
    {"either(%A) or (%B)", "(%A) or (%B)", "flip(%A)"},
    {"either(%A) or either(%B)", "(%A) or (%B)", "flip(%A) or flip(%B)"},
    {"either(%A) either(%B)", "(%A) either(%B)", "flip(%A) either(%B)"},
    {"not either(%B) either(%A)", "not either(%B) (%A)", "not either(%B) flip(%A)"},
    {"either(either(%B) (%A) turn:s)", "either(%B) (%A) turn:s", "flip(either(%B) (%A) turn:s)"},
    {"sym(%A)", "(%A) or mirror(%A)", "flip(%A) or flip(mirror(%A))"},
};

static void fill_form(struct query *q, const char *form, struct span a, struct span b)
{
    struct buf text;
    struct err err = {0};
    buf_init(&text, BUF_DEFAULT_MAX);
    for (const char *p = form; *p; p++) {
        if (p[0] != '%') {
            buf_add_char(&text, *p);
            continue;
        }
        buf_add_span(&text, *++p == 'A' ? a : b);
    }
    if (query_parse(q, &shogi_game, NULL, buf_span(&text), &err) != STATUS_OK)
        fail_msg("cannot read %s", buf_cstr(&text));
    buf_release(&text);
}

/* Some of the trees have dates that cannot be written. */
static void random_text(struct random_query *r, struct buf *out)
{
    struct query q, again;
    bool good;
    r->q = &q;
    do {
        query_init(&q, &shogi_game);
        q.root = random_tree(r, random_under(r, 3));
        buf_clear(out);
        query_print(&q, out);
        query_release(&q);
        good = query_parse(&again, &shogi_game, NULL, buf_span(out), NULL) == STATUS_OK;
        query_release(&again);
    } while (!good);
}

/* The answers to three queries in each line, by segment and line: many hits are in one line, and
 * every way of searching finds them again. */
struct sided_answers {
    const struct query *const *q;
    const struct search_random_fixture *w;
    struct naive_answer (*at[SEGMENTS])[3];
};

static void sided_answers_make(struct sided_answers *s, const struct query *const q[3],
                               const struct search_random_fixture *w)
{
    *s = (struct sided_answers){.q = q, .w = w};
    for (uint32_t n = 0; n < SEGMENTS; n++)
        s->at[n] = calloc(w->segments[n].lines.count, sizeof *s->at[n]);
}

static void sided_answers_free(struct sided_answers *s)
{
    for (uint32_t n = 0; n < SEGMENTS; n++) {
        for (uint32_t i = 0; i < s->w->segments[n].lines.count; i++)
            for (int k = 0; k < 3; k++)
                naive_answer_free(&s->at[n][i][k]);
        free(s->at[n]);
    }
}

static const struct naive_answer *answers_in_line(struct sided_answers *s, const struct hit *h)
{
    const struct naive_line *l = &s->w->naive[h->segment][h->stored_line];
    struct naive_game game = {game_of(&s->w->f[h->segment], h->number)};
    struct naive_answer *a = s->at[h->segment][h->stored_line];
    for (int i = 0; i < 3 && !a[i].holds; i++) {
        a[i] = naive_answer_new(l);
        naive_evaluate(s->q[i], s->q[i]->root, l, game_is_such, &game, &a[i]);
    }
    return a;
}

/* Who plays in a hit: whose query matches first from its first matching ply on. */
static uint8_t slow_plays(struct sided_answers *s, const struct hit *h)
{
    const struct naive_answer *a = answers_in_line(s, h);
    uint8_t plays = 0;
    uint32_t ply = h->from;
    while (!a[0].matches[ply])
        ply++;
    for (; ply < h->to && !plays; ply++)
        plays = (uint8_t)(a[1].matches[ply] | a[2].matches[ply] << 1);
    return plays ? plays : PLAYS_BOTH;
}

/* One by one, without any table: {wins, losses, draws, unknown, both}. */
static void slow_score(const struct search_random_fixture *w, const struct hits *hits,
                       const uint8_t *plays, uint64_t score[5], uint64_t results[4])
{
    for (size_t i = 0; i < hits->count; i++) {
        const struct hit *h = &hits->at[i];
        if (i > 0 && hits->at[i - 1].id == h->id)
            continue; /* not the first hit of its game */
        const struct fixture_game *g = game_of(&w->f[h->segment], h->number);
        results[slow_end(g, PLAYS_WRITTEN)]++;
        score[slow_end(g, plays[i])]++;
    }
}

static void compare_scores(const struct game_scores *s, const uint64_t score[5],
                           const uint64_t results[4])
{
    const struct side_score own = scores_of_part(s);
    assert_int_equal(own.wins, score[0]);
    assert_int_equal(own.losses, score[1]);
    assert_int_equal(own.draws, score[2]);
    assert_int_equal(own.unknown, score[3]);
    assert_int_equal(own.both, score[4]);
    for (int i = 0; i < 4; i++)
        assert_int_equal(scores_by_result(s, (enum game_result)i), results[i]);
}

/* All ways of running it; the number of hits. */
static size_t compare_sides(const struct query *const q[3], struct search_random_fixture *w,
                            struct sided_answers *answers, bool lines)
{
    struct db *dbs[] = {&w->db};
    size_t found = 0;
    for (int way = 0; way < 4; way++) {
        struct search_options opt = {.lines = lines, .limit = UINT64_MAX, .threads = 1};
        struct hits hits, only_counted;
        uint64_t score[5] = {0}, results[4] = {0};
        opt.scores = true;
        opt.scan = way == 1;
        opt.threads = way == 2 ? 3 : 1;
        opt.grain = way == 2 ? 2 : 0;
        if (way < 3) {
            assert_int_equal(search_run(q[0], dbs, 1, &opt, &hits, NULL), STATUS_OK);
        } else {
            struct query_result f;
            opt.deadline = steady_seconds() + 1000;
            assert_int_equal(query_run(&f, q[0], dbs, 1, &opt, KEEP_SPANS, NULL), STATUS_OK);
            assert_int_equal(query_result_hits(&f, dbs, 1, &opt, &hits, NULL), STATUS_OK);
            query_result_release(&f);
        }
        uint8_t *plays = calloc(hits.count + 1, 1);
        for (size_t i = 0; i < hits.count; i++) {
            plays[i] = slow_plays(answers, &hits.at[i]);
            if (hits.at[i].plays != plays[i]) {
                print_query(q[0], w, 0);
                print_hits(way == 1 ? "scan" : "index", &hits.at[i], 1);
                fail_msg("way %d: plays %d, slowly %d", way, hits.at[i].plays, plays[i]);
            }
        }
        slow_score(w, &hits, plays, score, results);
        compare_scores(&hits.scores, score, results);
        opt.count = true;
        assert_int_equal(search_run(q[0], dbs, 1, &opt, &only_counted, NULL), STATUS_OK);
        compare_scores(&only_counted.scores, score, results);
        found = hits.count;
        free(plays);
        hits_release(&hits);
        hits_release(&only_counted);
    }
    return found;
}

/* The next moves of each game, by who plays in its first hit. */
static void compare_side_moves(const struct query *const q[3], struct search_random_fixture *w,
                               struct sided_answers *answers, enum moves_at at)
{
    struct db *dbs[] = {&w->db};
    const struct search_options opt = {.limit = UINT64_MAX, .threads = 1};
    struct slow_moves slow = {0};
    struct hits hits;
    assert_int_equal(search_run(q[0], dbs, 1, &opt, &hits, NULL), STATUS_OK);
    for (size_t i = 0; i < hits.count; i++) {
        const struct hit *h = &hits.at[i];
        if (i == 0 || hits.at[i - 1].id != h->id)
            slow_moves_of_game(q[0], w, h->segment, h->number, at, slow_plays(answers, h), &slow);
    }
    compare_moves(q[0], 0, 0, w, at, &slow);
    free(slow.at);
    hits_release(&hits);
}

static void sides_agree_with_the_slow_way(void **state)
{
    struct search_random_fixture *w = *state;
    uint64_t queries = queries_wanted() / 2, found = 0;
    for (uint64_t i = 0; i < queries; i++) {
        struct query q[3];
        struct rng rng;
        struct buf a, b;
        const struct sided_form *form =
            &SIDED_FORMS[i % (sizeof SIDED_FORMS / sizeof *SIDED_FORMS)];
        rng_seed_stream(&rng, 2121, i);
        struct random_query r = {NULL, &rng, w->all, w->line_count, true, false};
        buf_init(&a, BUF_DEFAULT_MAX);
        buf_init(&b, BUF_DEFAULT_MAX);
        random_text(&r, &a);
        random_text(&r, &b);
        fill_form(&q[0], form->whole, buf_span(&a), buf_span(&b));
        fill_form(&q[1], form->written, buf_span(&a), buf_span(&b));
        fill_form(&q[2], form->exchanged, buf_span(&a), buf_span(&b));
        assert_int_equal(query_own(&q[0]), OWN_BY_HIT);
        const struct query *three[] = {&q[0], &q[1], &q[2]};
        struct sided_answers answers;
        sided_answers_make(&answers, three, w);
        size_t hits = compare_sides(three, w, &answers, i % 3 == 0);
        found += hits > 0;
        if (!query_may_fold(&q[0])) /* these moves are turned */
            compare_side_moves(three, w, &answers, (enum moves_at)(MOVES_AT_FIRST + i / 17 % 3));
        sided_answers_free(&answers);
        for (int k = 0; k < 3; k++)
            query_release(&q[k]);
        buf_release(&a);
        buf_release(&b);
    }
    assert_in_range(found, queries / 3, queries);
}

/* Without such a word the part is the first player's, or nobody's. */
static void a_query_names_a_player_or_none(void **state)
{
    static const struct {
        const char *text;
        enum query_own own;
    } cases[] = {
        {"s76fu", OWN_FIRST},
        {"g34fu", OWN_FIRST},
        {"turn:g", OWN_FIRST},
        {"result:s", OWN_FIRST},
        {"startpos", OWN_FIRST},
        {"material>=100", OWN_FIRST},
        {"value>0", OWN_FIRST},
        {"attack.s>0.5", OWN_FIRST},
        {"move:s7776fu", OWN_FIRST},
        {"all", OWN_NONE},
        {"ply:20..40", OWN_NONE},
        {"empty:54", OWN_NONE},
        {"any:54", OWN_NONE},
        {"55:gi", OWN_NONE},
        {"progress>0.5", OWN_NONE},
        {"moves>=100", OWN_NONE},
        {"move:7776fu", OWN_NONE},
        {"date:1990", OWN_NONE},
        {"either(s76fu)", OWN_BY_HIT},
        {"not either(s76fu)", OWN_FIRST},
        {"all never either(s76fu)", OWN_FIRST},
        {"mirror(s76fu)", OWN_FIRST},
        {"either(s76fu g34fu)", OWN_BY_HIT},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct query q;
        assert_int_equal(query_parse(&q, &shogi_game, NULL, span_of(cases[i].text), NULL),
                         STATUS_OK);
        if (query_own(&q) != cases[i].own)
            fail_msg("%s", cases[i].text);
        query_release(&q);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dates_with_missing_parts),
        cmocka_unit_test(keeps_the_first_hits_in_order),
        cmocka_unit_test(keeps_texts_of_the_first),
        cmocka_unit_test(sorted_hits_are_all_hits_sorted),
        cmocka_unit_test(reports_what_differs),
        cmocka_unit_test(survives_want_of_memory),
        cmocka_unit_test(results_agree_with_search_and_moves),
        cmocka_unit_test(a_stopped_query_is_partial),
        cmocka_unit_test(index_and_scan_agree_with_the_slow_way),
        cmocka_unit_test(sequences_cross_into_variations),
        cmocka_unit_test(next_moves_agree_with_the_slow_way),
        cmocka_unit_test(sides_agree_with_the_slow_way),
        cmocka_unit_test(a_query_names_a_player_or_none),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
