/* beginnings.c: see beginnings.h. */
#include "facts/beginnings.h"

#include <stdlib.h>

#include "base/alloc.h"

struct beginnings_collector {
    const struct fact_index *index;
    const struct lines *lines;
    const uint64_t *allowed;
    uint32_t later;
    struct fact_candidates *out;
};

static bool is_allowed(const struct beginnings_collector *g, uint32_t line)
{
    uint32_t number = line_game(g->lines, line);
    return !g->allowed || (g->allowed[number / 64] >> number % 64 & 1);
}

static uint32_t add_plies(uint32_t ply, uint32_t more)
{
    return ply > UINT32_MAX - more ? UINT32_MAX : ply + more;
}

/* Adds plies from … to - 1 as far as they are indexed.  False if there is no memory. */
static bool add_window(const struct beginnings_collector *g, uint32_t line, uint32_t from,
                       uint32_t to)
{
    struct fact_candidates *c = g->out;
    uint32_t fresh = line_fresh(g->lines, line), end = line_plies(g->lines, line) + 1;
    from = from < fresh ? fresh : from;
    to = to > end ? end : to;
    if (from >= to)
        return true;
    struct fact_candidate *at =
        mem_grow(c->at, c->count, &c->cap, SIZE_MAX / sizeof *at, sizeof *at);
    if (!at)
        return false;
    c->at = at;
    at[c->count++] = (struct fact_candidate){line, from, to, 1};
    return true;
}

static enum status add_list(const struct beginnings_collector *g, uint32_t fact,
                            struct fact_cursor *c, struct err *err)
{
    fact_cursor_open(c, g->index, fact);
    while (fact_cursor_next(c)) {
        uint32_t from, until, line = fact_cursor_line(c);
        if (g->later && line >= g->lines->games)
            return STATUS_OK; /* only variations are left */
        if (!is_allowed(g, line))
            continue;
        fact_cursor_beginning(c, &from, &until);
        if (!add_window(g, line, add_plies(from, g->later), add_plies(until, g->later)))
            return err_nomem(err);
    }
    return fact_cursor_status(c, err);
}

static enum status add_variations(const struct beginnings_collector *g, struct err *err)
{
    for (uint32_t line = g->lines->games; line < g->lines->count; line++)
        if (is_allowed(g, line) && !add_window(g, line, 0, UINT32_MAX))
            return err_nomem(err);
    return STATUS_OK;
}

static int compare_windows(const void *x, const void *y)
{
    const struct fact_candidate *a = x, *b = y;
    if (a->line != b->line)
        return a->line < b->line ? -1 : 1;
    return a->from < b->from ? -1 : a->from > b->from;
}

/* Sorts the windows from `first` on and makes those of a line that touch one. */
static void tidy(struct fact_candidates *c, size_t first, bool sorted)
{
    size_t kept = first;
    if (!sorted && c->count > first)
        qsort(c->at + first, c->count - first, sizeof *c->at, compare_windows);
    for (size_t i = first; i < c->count; i++) {
        struct fact_candidate *last = &c->at[kept - (kept > first)], *next = &c->at[i];
        if (kept > first && last->line == next->line && next->from <= last->to)
            last->to = next->to > last->to ? next->to : last->to;
        else
            c->at[kept++] = *next;
    }
    c->count = kept;
}

enum status fact_beginnings(const struct fact_index *x, const uint32_t *facts, size_t n,
                            uint32_t later, const uint64_t *allowed, const struct lines *l,
                            struct fact_candidates *out, struct err *err)
{
    struct beginnings_collector g = {x, l, allowed, later, out};
    struct fact_cursor *cursor = mem_alloc(sizeof *cursor);
    size_t first = out->count;
    enum status st = STATUS_OK;
    if (!cursor)
        return err_nomem(err);
    for (size_t i = 0; i < n && st == STATUS_OK; i++)
        st = add_list(&g, facts[i], cursor, err);
    mem_free(cursor);
    if (st == STATUS_OK && later)
        st = add_variations(&g, err);
    tidy(out, first, n == 1);
    return st;
}
