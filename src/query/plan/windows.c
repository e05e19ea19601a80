/* windows.c: sets of windows of plies; see windows.h. */
#include "query/plan/windows.h"

#include "base/alloc.h"

void windows_release(struct windows *w)
{
    candidates_release(&w->c);
}

static enum status add(struct fact_candidates *c, struct fact_candidate window, struct err *err)
{
    if (window.from >= window.to)
        return STATUS_OK;
    struct fact_candidate *at =
        mem_grow(c->at, c->count, &c->cap, SIZE_MAX / sizeof *at, sizeof *at);
    if (!at)
        return err_nomem(err);
    c->at = at;
    at[c->count++] = window;
    return STATUS_OK;
}

static uint32_t larger(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

static uint32_t smaller(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* Keeps what lies between low and high. */
static void clip(struct windows *w, uint32_t low, uint32_t high)
{
    size_t kept = 0;
    for (size_t i = 0; i < w->c.count; i++) {
        struct fact_candidate window = w->c.at[i];
        window.from = larger(window.from, low);
        window.to = smaller(window.to, high);
        if (window.from < window.to)
            w->c.at[kept++] = window;
    }
    w->c.count = kept;
}

static enum status meet(const struct fact_candidates *a, const struct fact_candidates *b,
                        struct fact_candidates *out, struct err *err)
{
    enum status status = STATUS_OK;
    size_t i = 0, j = 0;
    while (i < a->count && j < b->count && status == STATUS_OK) {
        const struct fact_candidate *x = &a->at[i], *y = &b->at[j];
        if (x->line == y->line)
            status = add(out,
                         (struct fact_candidate){x->line, larger(x->from, y->from),
                                                 smaller(x->to, y->to), 0},
                         err);
        if (x->line < y->line || (x->line == y->line && x->to <= y->to))
            i++;
        else
            j++;
    }
    return status;
}

enum status windows_intersect(struct windows *a, struct windows *b, struct err *err)
{
    struct windows old = *a;
    enum status status = STATUS_OK;
    if (a->all && b->all) {
        a->low = larger(a->low, b->low);
        a->high = smaller(a->high, b->high);
    } else if (a->all) {
        *a = *b;
        clip(a, old.low, old.high);
        *b = windows_all();
    } else if (b->all) {
        clip(a, b->low, b->high);
    } else {
        a->c = (struct fact_candidates){0};
        status = meet(&old.c, &b->c, &a->c, err);
        windows_release(&old);
    }
    windows_release(b);
    return status;
}

/* Does a's i-th window come before b's j-th?  One of them may be behind the end. */
static bool comes_first(const struct fact_candidates *a, size_t i, const struct fact_candidates *b,
                        size_t j)
{
    if (i == a->count || j == b->count)
        return j == b->count;
    const struct fact_candidate *x = &a->at[i], *y = &b->at[j];
    return x->line < y->line || (x->line == y->line && x->from <= y->from);
}

/* Both are sorted; so is what comes out, with windows that touch made one. */
static enum status merge(const struct fact_candidates *a, const struct fact_candidates *b,
                         struct fact_candidates *out, struct err *err)
{
    enum status status = STATUS_OK;
    size_t i = 0, j = 0;
    while ((i < a->count || j < b->count) && status == STATUS_OK) {
        const struct fact_candidate *next = comes_first(a, i, b, j) ? &a->at[i++] : &b->at[j++];
        struct fact_candidate *last = out->count ? &out->at[out->count - 1] : NULL;
        if (last && last->line == next->line && next->from <= last->to)
            last->to = larger(last->to, next->to);
        else
            status = add(out, *next, err);
    }
    return status;
}

enum status windows_join(struct windows *a, struct windows *b, struct err *err)
{
    enum status status = STATUS_OK;
    if (a->all || b->all) {
        windows_release(a);
        *a = windows_all();
    } else {
        struct fact_candidates old = a->c;
        a->c = (struct fact_candidates){0};
        status = merge(&old, &b->c, &a->c, err);
        candidates_release(&old);
    }
    windows_release(b);
    return status;
}

static struct fact_candidate whole(uint32_t line)
{
    return (struct fact_candidate){line, 0, UINT32_MAX, 0};
}

static enum status then_lines(const struct windows *x, const struct windows *y, uint32_t games,
                              struct fact_candidates *out, struct err *err)
{
    enum status status = STATUS_OK;
    const struct fact_candidates *lead = y->all ? &x->c : &y->c;
    size_t j = 0;
    for (size_t i = 0; i < lead->count && status == STATUS_OK; i++) {
        uint32_t line = lead->at[i].line;
        if (i > 0 && lead->at[i - 1].line == line)
            continue;
        bool both = x->all || y->all || line >= games;
        while (!both && j < x->c.count && x->c.at[j].line < line)
            j++;
        if (both || (j < x->c.count && x->c.at[j].line == line))
            status = add(out, whole(line), err);
    }
    return status;
}

enum status windows_then(struct windows *x, struct windows *y, uint32_t games, bool variations,
                         struct windows *out, struct err *err)
{
    enum status status = STATUS_OK;
    *out = windows_all();
    /* of variations the first part may hold where they have no index */
    if (!y->all || !(x->all || variations)) {
        out->all = false;
        status = then_lines(x, y, games, &out->c, err);
    }
    windows_release(x);
    windows_release(y);
    return status;
}

/* The lines of y that are games, each once, from its first window on, and all that are none. */
static enum status lines_from(const struct windows *y, uint32_t games, uint32_t lines,
                              struct fact_candidates *out, struct err *err)
{
    enum status status = STATUS_OK;
    for (size_t i = 0; i < y->c.count && status == STATUS_OK; i++) {
        struct fact_candidate window = y->c.at[i];
        window.to = UINT32_MAX;
        if (window.line < games && (i == 0 || y->c.at[i - 1].line != window.line))
            status = add(out, window, err);
    }
    for (uint32_t line = games; line < lines && status == STATUS_OK; line++)
        status = add(out, whole(line), err);
    return status;
}

enum status windows_ever(struct windows *x, struct windows *y, uint32_t games, uint32_t lines,
                         struct windows *out, struct err *err)
{
    enum status status = STATUS_OK;
    struct windows has = {0};
    *out = *x;
    if (!y->all) {
        status = lines_from(y, games, lines, &has.c, err);
        for (size_t i = 0; i < has.c.count; i++)
            has.c.at[i].from = 0;
        if (status == STATUS_OK)
            status = windows_intersect(out, &has, err);
        else
            windows_release(&has);
    }
    windows_release(y);
    *x = windows_all();
    return status;
}

enum status windows_since(struct windows *x, uint32_t games, uint32_t lines, struct windows *out,
                          struct err *err)
{
    enum status status = STATUS_OK;
    *out = windows_all();
    if (x->all && lines == games)
        out->low = x->low;
    if (!x->all) {
        out->all = false;
        status = lines_from(x, games, lines, &out->c, err);
    }
    windows_release(x);
    return status;
}

enum status windows_of_occurrences(const struct occurrences *o, struct windows *out,
                                   struct err *err)
{
    enum status status = STATUS_OK;
    *out = (struct windows){0};
    for (size_t i = 0; i < o->count && status == STATUS_OK; i++) {
        const struct occurrence *at = &o->at[i];
        struct fact_candidate *last = out->c.count ? &out->c.at[out->c.count - 1] : NULL;
        if (last && last->line == at->line && last->to == at->ply)
            last->to++;
        else
            status = add(&out->c, (struct fact_candidate){at->line, at->ply, at->ply + 1, 0}, err);
    }
    return status;
}

enum status windows_of_games(const uint64_t *bits, const struct lines *l, bool variations,
                             struct windows *out, struct err *err)
{
    enum status status = STATUS_OK;
    uint32_t lines = variations ? l->count : l->games;
    *out = (struct windows){0};
    for (uint32_t line = 0; line < lines && status == STATUS_OK; line++) {
        uint32_t number = line_game(l, line);
        if (bits[number / 64] >> number % 64 & 1)
            status = add(&out->c, whole(line), err);
    }
    return status;
}
