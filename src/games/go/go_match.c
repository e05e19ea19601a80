/* go_match.c: see go_match.h.
 *
 * For each line: its times (go_times.h), then for each pattern the places where it can have been
 * (go_sieve.h), then for each of those the plies.  Most places have no restless point in them, and
 * a maximum and a minimum over the times of their cells are the answer.  Otherwise the plies during
 * which each restless point was as the pattern has it are cut with each other.  Where moves are
 * numbered, all that ever happened in a place is sorted by time, and the moves must stand there one
 * after another. */
#include "games/go/go_match.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/le.h"
#include "games/go/go_sieve.h"

struct go_ply_run {
    uint32_t from, to;
};

/* Something that happened in a place. */
struct go_cell_event {
    uint32_t ply;
    uint16_t cell;
    uint8_t content;
};

struct go_matcher {
    struct go_times times;
    struct go_sieve sieve;
    struct go_ply_run *runs[2]; /* owned: plies during which all points so far agree */
    size_t runs_cap;
    struct go_cell_event *events; /* owned */
    size_t events_cap;
    uint8_t *contents; /* owned: by cell of a shape */
};

/* The place being looked at. */
struct go_match_site {
    struct go_matcher *m;
    const struct go_match_line *line;
    const struct go_shape *shape;
    int column, row, slot; /* of the lower left cell */
    uint16_t pattern;
    struct go_hits *out;
};

void go_hits_release(struct go_hits *p)
{
    mem_free(p->at);
    *p = (struct go_hits){0};
}

static enum status add_hit(const struct go_match_site *s, uint32_t from, uint32_t to,
                           struct err *err)
{
    struct go_hits *out = s->out;
    void *grown = mem_grow(out->at, out->count, &out->cap, SIZE_MAX, sizeof *out->at);
    if (!grown)
        return err_nomem(err);
    out->at = grown;
    out->at[out->count++] =
        (struct go_hit){from, to, (int16_t)s->column, (int16_t)s->row, s->pattern};
    return STATUS_OK;
}

/* --- By times alone --------------------------------------------------------------------------- */

/* The plies during which all points but the restless ones, which have GO_NEVER for a time, were as
 * wanted; false if there are none.  All stones came at some time, the sieve has seen to that. */
static bool calm_run(const struct go_match_site *s, struct go_ply_run *run)
{
    const struct go_shape *shape = s->shape;
    const uint32_t *came = s->m->times.came + 2 * s->slot;
    uint32_t from = 0; /* plus 1, so that GO_NEVER is the earliest */
    for (uint16_t i = 0; i < shape->need_count; i++) {
        uint32_t after = came[shape->needs[i]] + 1;
        from = after > from ? after : from;
    }
    for (uint16_t i = 0; i < shape->either_count; i++) {
        const uint32_t *both = &came[shape->eithers[i]];
        uint32_t after = (both[0] < both[1] ? both[0] : both[1]) + 1;
        from = after > from ? after : from;
    }
    run->from = from ? from - 1 : 0;
    run->to = s->m->times.plies + 1;
    for (uint16_t i = 0; i < shape->empty_count; i++) {
        const uint32_t *both = &came[shape->empties[i]];
        uint32_t ply = both[0] < both[1] ? both[0] : both[1];
        if (ply <= run->from)
            return false; /* here nearly all places end */
        run->to = ply < run->to ? ply : run->to;
    }
    for (uint16_t i = 0; i < shape->limit_count; i++) {
        uint32_t ply = came[shape->limits[i]];
        run->to = ply < run->to ? ply : run->to;
    }
    return run->from < run->to;
}

/* --- Places with restless points -------------------------------------------------------------- */

static int cell_slot(const struct go_match_site *s, const struct go_shape_cell *cell)
{
    return s->slot + cell->row * s->m->times.width + cell->column;
}

static bool cell_is_restless(const struct go_match_site *s, const struct go_shape_cell *cell)
{
    return go_is_restless(&s->m->times, s->column + cell->column, s->row + cell->row);
}

static bool is_wanted(uint8_t want, uint8_t content)
{
    return want >> content & 1;
}

/* Appends what a run has in common with each of those before. */
static size_t cut_run(const struct go_ply_run *before, size_t count, struct go_ply_run with,
                      struct go_ply_run *out)
{
    size_t n = 0;
    for (size_t i = 0; i < count; i++) {
        struct go_ply_run both = {before[i].from > with.from ? before[i].from : with.from,
                                  before[i].to < with.to ? before[i].to : with.to};
        if (both.from < both.to)
            out[n++] = both;
    }
    return n;
}

/* The plies of `before` during which the cell was as wanted. */
static size_t cut_cell(const struct go_match_site *s, const struct go_shape_cell *cell,
                       const struct go_ply_run *before, size_t count, struct go_ply_run *out)
{
    const struct go_times *t = &s->m->times;
    struct go_walk walk = go_walk_begin(t, cell_slot(s, cell), true);
    bool wanted = is_wanted(cell->want, walk.first);
    uint32_t since = 0, ply;
    uint8_t content;
    size_t n = 0;
    while (go_walk_next(t, &walk, &ply, &content)) {
        bool now = is_wanted(cell->want, content);
        if (wanted && !now)
            n += cut_run(before, count, (struct go_ply_run){since, ply}, out + n);
        if (!wanted && now)
            since = ply;
        wanted = now;
    }
    if (wanted)
        n += cut_run(before, count, (struct go_ply_run){since, t->plies + 1}, out + n);
    return n;
}

static enum status make_room(struct go_matcher *m, size_t runs, struct err *err)
{
    if (runs <= m->runs_cap)
        return STATUS_OK;
    for (int i = 0; i < 2; i++) {
        void *grown = mem_realloc_array(m->runs[i], 2 * runs, sizeof *m->runs[i]);
        if (!grown)
            return err_nomem(err);
        m->runs[i] = grown;
    }
    m->runs_cap = 2 * runs;
    return STATUS_OK;
}

static enum status match_restless(const struct go_match_site *s, struct go_ply_run calm,
                                  struct err *err)
{
    struct go_matcher *m = s->m;
    size_t most, count = 1;
    enum status st = go_times_stories(&m->times, &most, err);
    if (st == STATUS_OK)
        st = make_room(m, most, err);
    if (st != STATUS_OK)
        return st;
    int have = 0;
    m->runs[have][0] = calm;
    for (uint16_t i = 0; i < s->shape->cell_count && count > 0; i++) {
        const struct go_shape_cell *cell = &s->shape->cells[i];
        if (!cell_is_restless(s, cell))
            continue;
        count = cut_cell(s, cell, m->runs[have], count, m->runs[have ^ 1]);
        have ^= 1;
    }
    for (size_t i = 0; i < count && st == STATUS_OK; i++)
        st = add_hit(s, m->runs[have][i].from, m->runs[have][i].to, err);
    return st;
}

/* --- Numbered moves --------------------------------------------------------------------------- */

/* Nearly all places end here: the first stones on the points do not come in order. */
static bool is_out_of_order(const struct go_match_site *s)
{
    const struct go_pattern *p = s->shape->source;
    const struct go_times *t = &s->m->times;
    uint32_t before = 0;
    for (int i = 0; i < p->move_count; i++) {
        int column = p->moves[i].column, row = p->moves[i].row;
        uint32_t ply = t->came[2 * (s->slot + row * t->width + column) + p->moves[i].color];
        if (go_is_restless(t, s->column + column, s->row + row))
            continue;
        if (ply <= before || ply == GO_NEVER)
            return true;
        before = ply;
    }
    return false;
}

static enum status add_event(struct go_matcher *m, size_t *count, struct go_cell_event what,
                             struct err *err)
{
    void *grown = mem_grow(m->events, *count, &m->events_cap, SIZE_MAX, sizeof *m->events);
    if (!grown)
        return err_nomem(err);
    m->events = grown;
    m->events[(*count)++] = what;
    return STATUS_OK;
}

static int by_ply(const void *a, const void *b)
{
    const struct go_cell_event *x = a, *y = b;
    if (x->ply != y->ply)
        return x->ply < y->ply ? -1 : 1;
    return (x->cell > y->cell) - (x->cell < y->cell);
}

/* All that happened in the place, sorted; fills m->contents with what was there at the start. */
static enum status collect_events(const struct go_match_site *s, size_t *count, struct err *err)
{
    struct go_matcher *m = s->m;
    size_t unused;
    enum status st = go_times_stories(&m->times, &unused, err);
    *count = 0;
    for (uint16_t i = 0; i < s->shape->cell_count; i++) {
        const struct go_shape_cell *cell = &s->shape->cells[i];
        struct go_walk walk =
            go_walk_begin(&m->times, cell_slot(s, cell), cell_is_restless(s, cell));
        struct go_cell_event what = {.cell = i};
        m->contents[i] = walk.first;
        while (st == STATUS_OK && go_walk_next(&m->times, &walk, &what.ply, &what.content))
            st = add_event(m, count, what, err);
    }
    if (st == STATUS_OK && *count)
        qsort(m->events, *count, sizeof *m->events, by_ply);
    return st;
}

/* Is what happened at this ply move number n of the pattern? */
static bool is_move(const struct go_match_site *s, uint32_t ply, int n)
{
    const struct go_pattern *p = s->shape->source;
    go_move m = le_get16(s->line->moves + 2 * (size_t)(ply - 1));
    int point = go_point(s->column + p->moves[n].column, s->row + p->moves[n].row);
    return m == go_move_make(GO_PLAY, p->moves[n].color, point);
}

static int count_unlike(const struct go_match_site *s)
{
    int unlike = 0;
    for (uint16_t i = 0; i < s->shape->cell_count; i++)
        unlike += !is_wanted(s->shape->cells[i].want, s->m->contents[i]);
    return unlike;
}

/* Lets all that happened at one ply happen; the number of cells that are not as wanted. */
static int pass_ply(const struct go_match_site *s, size_t count, size_t *at, int unlike)
{
    const struct go_cell_event *all = s->m->events;
    uint32_t ply = all[*at].ply;
    for (; *at < count && all[*at].ply == ply; ++*at) {
        uint8_t want = s->shape->cells[all[*at].cell].want;
        uint8_t *content = &s->m->contents[all[*at].cell];
        unlike += is_wanted(want, *content) - is_wanted(want, all[*at].content);
        *content = all[*at].content;
    }
    return unlike;
}

/* done: how many of the moves were made one after another, the last one at ply `since`. */
static enum status match_moves(const struct go_match_site *s, struct err *err)
{
    const int moves = s->shape->source->move_count;
    size_t count, at = 0;
    uint32_t since = 0;
    if (is_out_of_order(s))
        return STATUS_OK;
    enum status st = collect_events(s, &count, err);
    int unlike = st == STATUS_OK ? count_unlike(s) : 0, done = 0;
    while (st == STATUS_OK && at < count) {
        uint32_t ply = s->m->events[at].ply;
        if (done == moves)
            st = add_hit(s, since, ply, err);
        if (done && done < moves && is_move(s, ply, done))
            done++;
        else
            done = unlike == 0 && is_move(s, ply, 0);
        since = ply;
        unlike = pass_ply(s, count, &at, unlike);
    }
    if (st == STATUS_OK && done == moves)
        st = add_hit(s, since, s->m->times.plies + 1, err);
    return st;
}

/* --- A line ----------------------------------------------------------------------------------- */

static bool touches_restless(const struct go_match_site *s)
{
    const struct go_times *t = &s->m->times;
    uint64_t both = 0;
    for (int row = 0; row < s->shape->source->height; row++)
        both |= t->restless[s->row + row] >> s->column & s->shape->filled[row];
    return both != 0;
}

static enum status match_place(const struct go_match_site *s, struct err *err)
{
    struct go_ply_run run;
    if (s->shape->source->move_count)
        return match_moves(s, err);
    if (!calm_run(s, &run))
        return STATUS_OK;
    if (s->m->times.restless_count && touches_restless(s))
        return match_restless(s, run, err);
    return add_hit(s, run.from, run.to, err);
}

static int by_time(const void *a, const void *b)
{
    const struct go_hit *x = a, *y = b;
    if (x->from != y->from)
        return x->from < y->from ? -1 : 1;
    if (x->row != y->row)
        return x->row < y->row ? -1 : 1;
    return (x->column > y->column) - (x->column < y->column);
}

/* Places come by row and column; mostly there are few. */
static void sort_hits(struct go_hit *at, size_t count)
{
    if (count > 24) {
        qsort(at, count, sizeof *at, by_time);
        return;
    }
    for (size_t i = 1; i < count; i++) {
        struct go_hit place = at[i];
        size_t k = i;
        for (; k > 0 && at[k - 1].from > place.from; k--)
            at[k] = at[k - 1];
        at[k] = place;
    }
}

static enum status match_pattern(struct go_match_site *s, struct err *err)
{
    uint64_t places[GO_TIMES_ROWS];
    size_t before = s->out->count;
    uint64_t rows = go_sieve_places(&s->m->sieve, &s->m->times, s->shape, places);
    enum status st = STATUS_OK;
    for (; rows; rows &= rows - 1) {
        s->row = __builtin_ctzll(rows);
        for (uint64_t bits = places[s->row]; bits; bits &= bits - 1) {
            s->column = __builtin_ctzll(bits);
            s->slot = s->row * s->m->times.width + s->column;
            st = match_place(s, err);
            if (st != STATUS_OK)
                return st;
        }
    }
    if (s->out->count - before > 1)
        sort_hits(s->out->at + before, s->out->count - before);
    return STATUS_OK;
}

enum status go_matcher_run(struct go_matcher *m, const struct go_match_line *line,
                           struct go_hits *out, struct err *err)
{
    struct go_match_site site = {.m = m, .line = line, .out = out};
    out->count = 0;
    enum status st = go_times_fill(&m->times, line, err);
    if (st == STATUS_OK)
        st = go_sieve_line(&m->sieve, &m->times, err);
    for (uint32_t i = 0; i < m->sieve.count && st == STATUS_OK; i++) {
        site.shape = &m->sieve.shapes[i];
        site.pattern = (uint16_t)i;
        st = match_pattern(&site, err);
    }
    return st;
}

/* --- The matcher ------------------------------------------------------------------------------ */

enum status go_matcher_open(struct go_matcher **out, const struct go_pattern *patterns,
                            uint32_t count, struct err *err)
{
    static const struct msg too_many = {"too many patterns in one query",
                                        "一つの検索式の図が多すぎます"};
    *out = NULL;
    if (count > UINT16_MAX)
        return err_plain(err, STATUS_LIMIT, &too_many);
    struct go_matcher *m = mem_calloc(1, sizeof *m);
    if (!m)
        return err_nomem(err);
    enum status st = go_sieve_open(&m->sieve, patterns, count, err);
    if (st == STATUS_OK && !(m->contents = mem_alloc(GO_POINTS)))
        st = err_nomem(err);
    if (st != STATUS_OK) {
        go_matcher_close(m);
        return st;
    }
    *out = m;
    return STATUS_OK;
}

void go_matcher_close(struct go_matcher *m)
{
    if (!m)
        return;
    go_times_release(&m->times);
    go_sieve_release(&m->sieve);
    mem_free(m->runs[0]);
    mem_free(m->runs[1]);
    mem_free(m->events);
    mem_free(m->contents);
    mem_free(m);
}
