/* intersect.c: see intersect.h. */
#include "facts/intersect.h"

#include <stdlib.h>

#include "base/alloc.h"

void candidates_release(struct candidates *c)
{
    mem_free(c->at);
    *c = (struct candidates){0};
}

/* --- Facts by length ------------------------------------------------------------------------- */

struct ranked_fact {
    uint32_t fact, length;
};

static int compare_ranked(const void *x, const void *y)
{
    const struct ranked_fact *a = x, *b = y;
    if (a->length != b->length)
        return a->length < b->length ? -1 : 1;
    return a->fact < b->fact ? -1 : a->fact > b->fact;
}

/* Rarest first; to be freed.  NULL if there is no memory. */
static struct ranked_fact *rank_facts(const struct fact_index *x, const uint32_t *facts, size_t n)
{
    struct ranked_fact *ranked = mem_calloc(n, sizeof *ranked);
    for (size_t i = 0; ranked && i < n; i++)
        ranked[i] = (struct ranked_fact){facts[i], fact_list_length(x, facts[i])};
    if (ranked)
        qsort(ranked, n, sizeof *ranked, compare_ranked);
    return ranked;
}

static bool is_allowed(const uint64_t *allowed, const struct lines *l, uint32_t line)
{
    if (!allowed)
        return true;
    uint32_t number = line_game(l, line);
    return allowed[number / 64] >> number % 64 & 1;
}

/* --- Windows --------------------------------------------------------------------------------- */

/* Adds a window that does not begin before the last one does.  Rounding makes spans of a line
 * overlap: those become one.  False if there is no memory. */
static bool add_window(struct candidates *c, size_t first, uint32_t line, uint32_t from,
                       uint32_t to, uint32_t most)
{
    struct candidate *last = c->count > first ? &c->at[c->count - 1] : NULL;
    if (from >= to)
        return true;
    if (last && last->line == line && from <= last->to) {
        last->to = to > last->to ? to : last->to;
        return true;
    }
    struct candidate *at = mem_grow(c->at, c->count, &c->cap, SIZE_MAX / sizeof *at, sizeof *at);
    if (!at)
        return false;
    c->at = at;
    at[c->count++] = (struct candidate){line, from, to, most};
    return true;
}

/* A posting's span, cut to the plies that are indexed. */
static void clip(const struct lines *l, uint32_t line, uint32_t *from, uint32_t *to)
{
    uint32_t fresh = line_fresh(l, line), end = line_plies(l, line) + 1;
    *from = *from < fresh ? fresh : *from;
    *to = *to > end ? end : *to;
}

static enum status all_lines(const uint64_t *allowed, const struct lines *l, size_t most,
                             struct candidates *out, struct err *err)
{
    size_t first = out->count;
    for (uint32_t line = 0; line < l->count; line++)
        if (is_allowed(allowed, l, line) && !add_window(out, first, line, line_fresh(l, line),
                                                        line_plies(l, line) + 1, (uint32_t)most))
            return err_nomem(err);
    return STATUS_OK;
}

/* --- All of them ----------------------------------------------------------------------------- */

struct intersection {
    const struct fact_index *index;
    const struct lines *lines;
    const uint64_t *allowed;
    uint32_t facts; /* how many */
    struct candidates now, next;
    struct fact_cursor cursor;
};

/* The spans of the rarest list are the first windows. */
static enum status lead(struct intersection *x, uint32_t fact, struct err *err)
{
    struct fact_cursor *c = &x->cursor;
    fact_cursor_open(c, x->index, fact);
    while (fact_cursor_next(c)) {
        struct posting p = *fact_cursor_get(c);
        if (!is_allowed(x->allowed, x->lines, p.line))
            continue;
        clip(x->lines, p.line, &p.from, &p.to);
        if (!add_window(&x->now, 0, p.line, p.from, p.to, x->facts))
            return err_nomem(err);
    }
    return fact_cursor_status(c, err);
}

/* What a list leaves of the windows of one line, the cursor being in that line; returns the window
 * after them, or SIZE_MAX if there is no memory. */
static size_t narrow_line(struct intersection *x, size_t at, bool *more)
{
    struct fact_cursor *c = &x->cursor;
    uint32_t line = x->now.at[at].line;
    size_t end = at;
    while (end < x->now.count && x->now.at[end].line == line)
        end++;
    while (*more && fact_cursor_get(c)->line == line) {
        struct posting p = *fact_cursor_get(c);
        for (size_t i = at; i < end; i++) {
            const struct candidate *w = &x->now.at[i];
            uint32_t from = w->from > p.from ? w->from : p.from, to = w->to < p.to ? w->to : p.to;
            if (!add_window(&x->next, 0, line, from, to, x->facts))
                return SIZE_MAX;
        }
        *more = fact_cursor_next(c);
    }
    return end;
}

static enum status narrow(struct intersection *x, uint32_t fact, struct err *err)
{
    struct fact_cursor *c = &x->cursor;
    x->next.count = 0;
    fact_cursor_open(c, x->index, fact);
    for (size_t at = 0; at < x->now.count;) {
        uint32_t line = x->now.at[at].line;
        bool more = fact_cursor_seek(c, line);
        if (!more)
            break;
        if (fact_cursor_get(c)->line != line) {
            at++;
            continue;
        }
        at = narrow_line(x, at, &more);
        if (at == SIZE_MAX)
            return err_nomem(err);
        if (!more)
            break;
    }
    struct candidates kept = x->next;
    x->next = x->now;
    x->now = kept;
    return fact_cursor_status(c, err);
}

static enum status intersect_ranked(struct intersection *x, const struct ranked_fact *ranked,
                                    size_t n, struct candidates *out, struct err *err)
{
    enum status st = lead(x, ranked[0].fact, err);
    for (size_t i = 1; i < n && x->now.count && st == STATUS_OK; i++)
        st = narrow(x, ranked[i].fact, err);
    size_t first = out->count;
    for (size_t i = 0; i < x->now.count && st == STATUS_OK; i++) {
        const struct candidate *w = &x->now.at[i];
        if (!add_window(out, first, w->line, w->from, w->to, w->most))
            st = err_nomem(err);
    }
    return st;
}

enum status fact_intersect(const struct fact_index *x, const uint32_t *facts, size_t n,
                           const uint64_t *allowed, const struct lines *l, struct candidates *out,
                           struct err *err)
{
    if (n == 0)
        return all_lines(allowed, l, n, out, err);
    struct ranked_fact *ranked = rank_facts(x, facts, n);
    struct intersection *work = mem_alloc(sizeof *work);
    enum status st = STATUS_OK;
    if (!ranked || !work)
        st = err_nomem(err);
    if (st == STATUS_OK && ranked[0].length) {
        work->index = x;
        work->lines = l;
        work->allowed = allowed;
        work->facts = (uint32_t)n;
        work->now = work->next = (struct candidates){0};
        st = intersect_ranked(work, ranked, n, out, err);
        candidates_release(&work->now);
        candidates_release(&work->next);
    }
    mem_free(work);
    mem_free(ranked);
    return st;
}

/* --- At least so many of them ---------------------------------------------------------------- */

struct edge {
    uint32_t ply;
    int32_t change; /* +1: a fact begins; -1: one ends */
};

struct quorum {
    const struct lines *lines;
    size_t n, k, leaders; /* the first so many lists name the lines */
    struct fact_cursor *cursors;
    bool *more; /* by list: its cursor is at a posting */
    struct edge *edges;
    size_t edge_count, edge_cap;
};

static bool add_edge(struct quorum *q, uint32_t ply, int32_t change)
{
    struct edge *at =
        mem_grow(q->edges, q->edge_count, &q->edge_cap, SIZE_MAX / sizeof *at, sizeof *at);
    if (!at)
        return false;
    q->edges = at;
    at[q->edge_count++] = (struct edge){ply, change};
    return true;
}

/* The spans of a list in a line, overlapping ones as one.  False if there is no memory. */
static bool add_edges(struct quorum *q, size_t list, uint32_t line, bool *present)
{
    struct fact_cursor *c = &q->cursors[list];
    uint32_t from = 0, to = 0;
    *present = false;
    for (; q->more[list] && fact_cursor_get(c)->line == line; q->more[list] = fact_cursor_next(c)) {
        const struct posting *p = fact_cursor_get(c);
        if (*present && p->from <= to) {
            to = p->to > to ? p->to : to;
            continue;
        }
        if (*present && (!add_edge(q, from, 1) || !add_edge(q, to, -1)))
            return false;
        from = p->from;
        to = p->to;
        *present = true;
    }
    return !*present || (add_edge(q, from, 1) && add_edge(q, to, -1));
}

/* Ends before beginnings: spans exclude their end. */
static int compare_edges(const void *x, const void *y)
{
    const struct edge *a = x, *b = y;
    if (a->ply != b->ply)
        return a->ply < b->ply ? -1 : 1;
    return a->change < b->change ? -1 : a->change > b->change;
}

static bool put_window(struct candidates *out, const struct candidate *w)
{
    if (w->from >= w->to)
        return true;
    struct candidate *at =
        mem_grow(out->at, out->count, &out->cap, SIZE_MAX / sizeof *at, sizeof *at);
    if (!at)
        return false;
    out->at = at;
    at[out->count++] = *w;
    return true;
}

/* Sweeps over the edges: a window wherever at least k hold, a new one when their number changes. */
static bool sweep(struct quorum *q, uint32_t line, struct candidates *out)
{
    uint32_t held = 0, since = 0;
    qsort(q->edges, q->edge_count, sizeof *q->edges, compare_edges);
    for (size_t i = 0; i < q->edge_count; i++) {
        const struct edge *e = &q->edges[i];
        if (held >= q->k && e->ply > since) {
            struct candidate w = {line, since, e->ply, held};
            clip(q->lines, line, &w.from, &w.to);
            if (!put_window(out, &w))
                return false;
        }
        held += (uint32_t)e->change;
        since = e->ply;
    }
    return true;
}

/* Asks all lists about a line, giving up when too few are left. */
static bool ask_line(struct quorum *q, uint32_t line, struct candidates *out)
{
    size_t present = 0;
    bool here, enough = true;
    q->edge_count = 0;
    for (size_t i = 0; i < q->n && (enough || i < q->leaders); i++) {
        struct fact_cursor *c = &q->cursors[i];
        if (i >= q->leaders && q->more[i] && fact_cursor_get(c)->line < line)
            q->more[i] = fact_cursor_seek(c, line);
        if (!add_edges(q, i, line, &here))
            return false;
        present += here;
        enough = present + (q->n - 1 - i) >= q->k;
    }
    return !enough || sweep(q, line, out);
}

static bool next_line(const struct quorum *q, uint32_t *line)
{
    bool any = false;
    for (size_t i = 0; i < q->leaders; i++)
        if (q->more[i] && (!any || fact_cursor_get(&q->cursors[i])->line < *line)) {
            *line = fact_cursor_get(&q->cursors[i])->line;
            any = true;
        }
    return any;
}

static void pass_line(struct quorum *q, uint32_t line)
{
    for (size_t i = 0; i < q->leaders; i++)
        if (q->more[i] && fact_cursor_get(&q->cursors[i])->line == line)
            q->more[i] = fact_cursor_seek(&q->cursors[i], line + 1);
}

static enum status run_quorum(struct quorum *q, const uint64_t *allowed, struct candidates *out,
                              struct err *err)
{
    uint32_t line = 0;
    while (next_line(q, &line)) {
        if (!is_allowed(allowed, q->lines, line))
            pass_line(q, line);
        else if (!ask_line(q, line, out))
            return err_nomem(err);
    }
    for (size_t i = 0; i < q->n; i++) {
        enum status st = fact_cursor_status(&q->cursors[i], err);
        if (st != STATUS_OK)
            return st;
    }
    return STATUS_OK;
}

static enum status open_quorum(struct quorum *q, const struct fact_index *x,
                               const struct ranked_fact *ranked, struct err *err)
{
    q->cursors = mem_calloc(q->n, sizeof *q->cursors);
    q->more = mem_calloc(q->n, sizeof *q->more);
    if (!q->cursors || !q->more)
        return err_nomem(err);
    for (size_t i = 0; i < q->n; i++) {
        fact_cursor_open(&q->cursors[i], x, ranked[i].fact);
        q->more[i] = fact_cursor_next(&q->cursors[i]);
    }
    return STATUS_OK;
}

enum status fact_union_at_least(const struct fact_index *x, const uint32_t *facts, size_t n,
                                size_t k, const uint64_t *allowed, const struct lines *l,
                                struct candidates *out, struct err *err)
{
    if (k == 0)
        return all_lines(allowed, l, n, out, err);
    if (k > n)
        return STATUS_OK;
    struct quorum q = {.lines = l, .n = n, .k = k, .leaders = n - k + 1};
    struct ranked_fact *ranked = rank_facts(x, facts, n);
    enum status st = ranked ? open_quorum(&q, x, ranked, err) : err_nomem(err);
    if (st == STATUS_OK)
        st = run_quorum(&q, allowed, out, err);
    mem_free(q.cursors);
    mem_free(q.more);
    mem_free(q.edges);
    mem_free(ranked);
    return st;
}
