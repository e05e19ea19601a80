/* intersect.c: see intersect.h. */
#include "facts/intersect.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

void candidates_release(struct fact_candidates *c)
{
    mem_free(c->at);
    *c = (struct fact_candidates){0};
}

/* --- Facts by length ------------------------------------------------------------------------- */

struct ordered_fact {
    uint32_t fact, length;
};

static int compare_ordered(const void *x, const void *y)
{
    const struct ordered_fact *a = x, *b = y;
    if (a->length != b->length)
        return a->length < b->length ? -1 : 1;
    return a->fact < b->fact ? -1 : a->fact > b->fact;
}

/* Rarest first; to be freed.  NULL if there is no memory. */
static struct ordered_fact *order_facts(const struct fact_index *x, const uint32_t *facts, size_t n)
{
    struct ordered_fact *ordered = mem_calloc(n, sizeof *ordered);
    for (size_t i = 0; ordered && i < n; i++)
        ordered[i] = (struct ordered_fact){facts[i], fact_list_length(x, facts[i])};
    if (ordered)
        qsort(ordered, n, sizeof *ordered, compare_ordered);
    return ordered;
}

static bool is_allowed(const uint64_t *allowed, const struct lines *l, uint32_t line)
{
    if (!allowed)
        return true;
    uint32_t number = line_game(l, line);
    return allowed[number / 64] >> number % 64 & 1;
}

/* --- Windows --------------------------------------------------------------------------------- */

static bool put_window(struct fact_candidates *c, const struct fact_candidate *w)
{
    struct fact_candidate *at =
        mem_grow(c->at, c->count, &c->cap, SIZE_MAX / sizeof *at, sizeof *at);
    if (!at)
        return false;
    c->at = at;
    at[c->count++] = *w;
    return true;
}

/* Adds a window that does not begin before the last one does.  Rounding makes spans of a line
 * overlap: those become one.  False if there is no memory. */
static inline bool add_window(struct fact_candidates *c, uint32_t line, uint32_t from, uint32_t to,
                              uint32_t most)
{
    struct fact_candidate *last = c->count ? &c->at[c->count - 1] : NULL;
    if (from >= to)
        return true;
    if (last && last->line == line && from <= last->to) {
        last->to = to > last->to ? to : last->to;
        return true;
    }
    return put_window(c, &(struct fact_candidate){line, from, to, most});
}

/* Adds a window as far as it lies within the plies that are indexed. */
static bool put_clipped(struct fact_candidates *c, const struct lines *l, struct fact_candidate w)
{
    uint32_t fresh = line_fresh(l, w.line), end = line_plies(l, w.line) + 1;
    w.from = w.from < fresh ? fresh : w.from;
    w.to = w.to > end ? end : w.to;
    return w.from >= w.to || put_window(c, &w);
}

static enum status all_lines(const uint64_t *allowed, const struct lines *l, size_t most,
                             struct fact_candidates *out, struct err *err)
{
    for (uint32_t line = 0; line < l->count; line++)
        if (is_allowed(allowed, l, line) &&
            !put_clipped(out, l, (struct fact_candidate){line, 0, UINT32_MAX, (uint32_t)most}))
            return err_nomem(err);
    return STATUS_OK;
}

/* --- All of them -----------------------------------------------------------------------------
 *
 * Windows that are left (at first the spans of the rarest list) meet the next list in one of two
 * ways.  Few windows: the list is probed for each.  Many: their lines are marked in a bitmap, the
 * list is gone through block by block, and only postings whose line is marked are looked at; a test
 * of a bit costs less than the wrong guesses of a merge (and no more than gathering eight words at
 * a time with AVX2: 1.3 ns a line against 1.2 to 3.2).
 *
 * On 239,793 generated games a partial position of 17 pieces would leave, without maps, 14,700
 * windows of the first list, 1,430 after the second (26,000 postings), 254 after the third
 * (40,000), 66 after the fourth, then 30, 18, 14; maps leave 78 to begin with, and the whole takes
 * a quarter of the time (62 µs against 238, mean of 300 positions, settling included). */

/* Nanoseconds, about, on a Xeon at 2.8 GHz: what the choice of a way and the end of asking go by.
 */
enum {
    COST_BLOCK = 80,    /* unpacking one */
    COST_PROBE = 30,    /* finding a line in it */
    COST_SCAN = 160,    /* testing the lines of a block */
    COST_MARK = 3,      /* marking a line */
    COST_REPLAY = 1200, /* settling a window, by the caller: half a game */
};

struct intersection {
    const struct fact_index *index;
    const struct lines *lines;
    const uint64_t *allowed;
    uint32_t facts; /* how many */
    struct fact_candidates now, next;
    struct fact_cursor lead, cursor;
    bool leading; /* windows are still those of `lead`, and not yet in `now` */
    /* The bitmap of lines; for each word, how many lines are marked before it (if any are in it);
     * and for each marked line its first window or posting. */
    uint32_t *bits, *before, *first;
    size_t first_cap, marked;
    uint32_t hits[POSTING_BLOCK]; /* places in a block of the postings whose line is marked */
};

static size_t windows_left(const struct intersection *x)
{
    return x->leading ? x->lead.length : x->now.count;
}

/* Marks a line that comes after all others, or again; w is the number of its window. */
static inline void mark(struct intersection *x, uint32_t line, uint32_t w)
{
    uint32_t *word = &x->bits[line / 32], bit = UINT32_C(1) << line % 32;
    bool is_new = !(*word & bit);
    x->before[line / 32] = *word ? x->before[line / 32] : (uint32_t)x->marked;
    x->first[x->marked] = w; /* overwritten by the next if the line is not new */
    x->marked += is_new;
    *word |= bit;
}

static bool begin_marking(struct intersection *x)
{
    size_t words = (size_t)x->lines->count / 32 + 1, windows = windows_left(x) + 2;
    if (!x->bits) {
        x->bits = mem_alloc(words * sizeof *x->bits);
        x->before = mem_alloc(words * sizeof *x->before);
    }
    if (windows > x->first_cap) {
        mem_free(x->first);
        x->first = mem_alloc(windows * sizeof *x->first);
        x->first_cap = x->first ? windows : 0;
    }
    if (!x->bits || !x->before || !x->first)
        return false;
    memset(x->bits, 0, words * sizeof *x->bits);
    x->marked = 0;
    return true;
}

static enum status mark_lines(struct intersection *x, struct err *err)
{
    if (!begin_marking(x))
        return err_nomem(err);
    if (x->leading) {
        uint32_t w = 0;
        while (fact_cursor_next_block(&x->lead))
            for (uint32_t i = 0; i < x->lead.in_block; i++)
                mark(x, x->lead.lines[i], w++);
        x->first[x->marked] = w;
        return fact_cursor_status(&x->lead, err);
    }
    for (size_t i = 0; i < x->now.count; i++)
        mark(x, x->now.at[i].line, (uint32_t)i);
    x->first[x->marked] = (uint32_t)x->now.count;
    return STATUS_OK;
}

static inline void window_span(const struct intersection *x, uint32_t w, uint32_t *from,
                               uint32_t *to)
{
    if (x->leading) {
        fact_list_span(&x->lead, w, from, to);
        return;
    }
    *from = x->now.at[w].from;
    *to = x->now.at[w].to;
}

/* Plain processors have no instruction for it, and a call for each posting would show. */
static inline uint32_t ones_in(uint32_t v)
{
    v -= v >> 1 & 0x55555555;
    v = (v & 0x33333333) + (v >> 2 & 0x33333333);
    v = (v + (v >> 4)) & 0x0f0f0f0f;
    return v * 0x01010101 >> 24;
}

/* A posting of the list meets the windows of its line, which is marked. */
static inline bool meet(struct intersection *x, uint32_t at)
{
    uint32_t line = x->cursor.lines[at], from, to, other_from, other_to;
    uint32_t below = x->bits[line / 32] & ((UINT32_C(1) << line % 32) - 1);
    size_t place = x->before[line / 32] + ones_in(below);
    if (x->leading && !is_allowed(x->allowed, x->lines, line))
        return true;
    fact_cursor_span(&x->cursor, at, &from, &to);
    for (uint32_t w = x->first[place]; w < x->first[place + 1]; w++) {
        window_span(x, w, &other_from, &other_to);
        other_from = other_from > from ? other_from : from;
        other_to = other_to < to ? other_to : to;
        if (!add_window(&x->next, line, other_from, other_to, x->facts))
            return false;
    }
    return true;
}

/* Goes through the list. */
static enum status scan(struct intersection *x, struct err *err)
{
    struct fact_cursor *c = &x->cursor;
    enum status st = mark_lines(x, err);
    while (st == STATUS_OK && fact_cursor_next_block(c)) {
        uint32_t n = 0;
        for (uint32_t i = 0; i < c->in_block; i++) {
            x->hits[n] = i; /* stays if it is one */
            n += x->bits[c->lines[i] / 32] >> c->lines[i] % 32 & 1;
        }
        for (uint32_t i = 0; i < n; i++)
            if (!meet(x, x->hits[i]))
                return err_nomem(err);
    }
    return st == STATUS_OK ? fact_cursor_status(c, err) : st;
}

/* --- Maps ------------------------------------------------------------------------------------
 *
 * Before any list but the rarest is asked, the maps of the others say which of its lines have them
 * at all (fact_index.h).  If the rarest has few lines, each is looked up in each map; if many, whole
 * maps are put upon one another. */

enum { MOST_MAPS = 64 };

struct sieve {
    const char *maps[MOST_MAPS];
    size_t count;
    uint64_t *bits; /* NULL: lines are looked up one by one */
};

/* Reading a word of a map costs about as much as looking up a line in it. */
static bool few_lines(const struct intersection *x)
{
    return x->lead.length < x->index->maps.words;
}

static bool passes(const struct sieve *s, uint32_t line)
{
    if (s->bits)
        return s->bits[line / 64] >> line % 64 & 1;
    for (size_t i = 0; i < s->count; i++)
        if (!fact_map_has(s->maps[i], line))
            return false;
    return true;
}

/* The lines of the rarest list that are in all maps. */
static enum status lay_maps(struct intersection *x, struct sieve *s, struct err *err)
{
    const struct fact_maps *maps = &x->index->maps;
    const char *own = fact_map_find(maps, x->lead.fact);
    s->bits = mem_calloc(maps->words, sizeof *s->bits);
    if (!s->bits)
        return err_nomem(err);
    if (own) {
        memset(s->bits, 0xFF, maps->words * sizeof *s->bits);
        fact_map_and(s->bits, own, maps->words);
    } else {
        while (fact_cursor_next_block(&x->lead))
            for (uint32_t i = 0; i < x->lead.in_block; i++)
                s->bits[x->lead.lines[i] / 64] |= (uint64_t)1 << x->lead.lines[i] % 64;
    }
    for (size_t i = 0; i < s->count; i++)
        fact_map_and(s->bits, s->maps[i], maps->words);
    enum status st = fact_cursor_status(&x->lead, err);
    fact_cursor_open(&x->lead, x->index, x->lead.fact);
    return st;
}

/* The next line at or after `line` that has a bit; UINT32_MAX if there is none. */
static uint32_t next_marked(const struct sieve *s, uint32_t line, uint32_t lines)
{
    size_t word = line / 64, words = fact_map_words(lines);
    uint64_t rest = s->bits[word] & UINT64_MAX << line % 64;
    while (!rest && ++word < words)
        rest = s->bits[word];
    uint32_t found = rest ? (uint32_t)(word * 64) + (uint32_t)__builtin_ctzll(rest) : UINT32_MAX;
    return found < lines ? found : UINT32_MAX;
}

/* Windows of the line at which the leading cursor stands; it goes on to another line. */
static bool take_line(struct intersection *x, uint32_t line, bool *more)
{
    for (*more = true; *more && fact_cursor_line(&x->lead) == line;
         *more = fact_cursor_next(&x->lead)) {
        uint32_t from, to;
        fact_cursor_span(&x->lead, x->lead.at, &from, &to);
        if (!add_window(&x->now, line, from, to, x->facts))
            return false;
    }
    return true;
}

static enum status take_marked(struct intersection *x, const struct sieve *s, struct err *err)
{
    bool more = true;
    uint32_t lines = x->lines->count, line = next_marked(s, 0, lines);
    while (line != UINT32_MAX && more) {
        more = fact_cursor_seek(&x->lead, line);
        if (more && fact_cursor_line(&x->lead) == line && is_allowed(x->allowed, x->lines, line) &&
            !take_line(x, line, &more))
            return err_nomem(err);
        line = line + 1 < lines ? next_marked(s, line + 1, lines) : UINT32_MAX;
    }
    return fact_cursor_status(&x->lead, err);
}

static enum status take_passing(struct intersection *x, const struct sieve *s, struct err *err)
{
    bool more = fact_cursor_next(&x->lead);
    while (more) {
        uint32_t line = fact_cursor_line(&x->lead);
        if (!passes(s, line) || !is_allowed(x->allowed, x->lines, line))
            more = fact_cursor_next(&x->lead);
        else if (!take_line(x, line, &more))
            return err_nomem(err);
    }
    return fact_cursor_status(&x->lead, err);
}

/* Makes windows of the lines that have all facts at some time, if maps can tell. */
static enum status sift(struct intersection *x, const struct ordered_fact *ordered, size_t n,
                        struct err *err)
{
    struct sieve s = {.bits = NULL};
    s.count = 0;
    for (size_t i = 1; i < n && s.count < MOST_MAPS; i++) {
        const char *map = fact_map_find(&x->index->maps, ordered[i].fact);
        if (map)
            s.maps[s.count++] = map;
    }
    if (s.count == 0)
        return STATUS_OK;
    x->leading = false;
    enum status st = few_lines(x) ? STATUS_OK : lay_maps(x, &s, err);
    if (st == STATUS_OK)
        st = s.bits ? take_marked(x, &s, err) : take_passing(x, &s, err);
    mem_free(s.bits);
    return st;
}

/* The spans of the rarest list as windows. */
static enum status take_lead(struct intersection *x, struct err *err)
{
    struct fact_cursor *c = &x->lead;
    x->leading = false;
    while (fact_cursor_next(c)) {
        uint32_t from, to, line = fact_cursor_line(c);
        if (!is_allowed(x->allowed, x->lines, line))
            continue;
        fact_cursor_span(c, c->at, &from, &to);
        if (!add_window(&x->now, line, from, to, x->facts))
            return err_nomem(err);
    }
    return fact_cursor_status(c, err);
}

/* What a list leaves of windows `at` … `end` - 1, which are of one line, the cursor being in it.
 * *more: there are further postings.  False if there is no memory. */
static bool narrow_line(struct intersection *x, size_t at, size_t end, bool *more)
{
    struct fact_cursor *c = &x->cursor;
    uint32_t line = x->now.at[at].line;
    for (*more = true; *more && fact_cursor_line(c) == line; *more = fact_cursor_next(c)) {
        uint32_t from, to;
        fact_cursor_span(c, c->at, &from, &to);
        for (size_t i = at; i < end; i++) {
            const struct fact_candidate *w = &x->now.at[i];
            if (!add_window(&x->next, line, w->from > from ? w->from : from,
                            w->to < to ? w->to : to, x->facts))
                return false;
        }
    }
    return true;
}

/* Probes the list for each line. */
static enum status probe(struct intersection *x, struct err *err)
{
    enum status st = x->leading ? take_lead(x, err) : STATUS_OK;
    bool more = true;
    for (size_t at = 0, end; st == STATUS_OK && at < x->now.count && more; at = end) {
        uint32_t line = x->now.at[at].line;
        end = at + 1;
        while (end < x->now.count && x->now.at[end].line == line)
            end++;
        more = fact_cursor_seek(&x->cursor, line);
        if (more && fact_cursor_line(&x->cursor) == line && !narrow_line(x, at, end, &more))
            return err_nomem(err);
    }
    return st == STATUS_OK ? fact_cursor_status(&x->cursor, err) : st;
}

static uint64_t blocks_of(uint32_t postings)
{
    return postings / POSTING_BLOCK + 1;
}

static uint64_t cost_of_scan(const struct intersection *x, uint32_t length)
{
    return blocks_of(length) * (COST_BLOCK + COST_SCAN) + windows_left(x) * COST_MARK +
           x->lines->count / 64;
}

static uint64_t cost_of_probe(const struct intersection *x, uint32_t length)
{
    uint64_t windows = windows_left(x), blocks = blocks_of(length);
    return windows * COST_PROBE + (windows < blocks ? windows : blocks) * COST_BLOCK;
}

static enum status narrow(struct intersection *x, const struct ordered_fact *f, struct err *err)
{
    fact_cursor_open(&x->cursor, x->index, f->fact);
    x->next.count = 0;
    enum status st =
        cost_of_scan(x, f->length) < cost_of_probe(x, f->length) ? scan(x, err) : probe(x, err);
    struct fact_candidates left = x->next;
    x->next = x->now;
    x->now = left;
    x->leading = false;
    return st;
}

/* Asks the lists one after another, until twice in a row one would have cost more than replaying
 * what its predecessor removed. */
static enum status narrow_all(struct intersection *x, const struct ordered_fact *ordered, size_t n,
                              struct err *err)
{
    unsigned dear = 0;
    size_t removed = SIZE_MAX / COST_REPLAY;
    for (size_t i = 1; i < n && windows_left(x) && dear < 2; i++) {
        uint64_t scan_cost = cost_of_scan(x, ordered[i].length);
        uint64_t probe_cost = cost_of_probe(x, ordered[i].length);
        size_t before = windows_left(x);
        dear = removed * COST_REPLAY < (scan_cost < probe_cost ? scan_cost : probe_cost) ? dear + 1
                                                                                         : 0;
        enum status st = dear < 2 ? narrow(x, &ordered[i], err) : STATUS_OK;
        if (st != STATUS_OK)
            return st;
        removed = before - (windows_left(x) < before ? windows_left(x) : before);
    }
    return STATUS_OK;
}

static enum status intersect_ordered(struct intersection *x, const struct ordered_fact *ordered,
                                     size_t n, struct fact_candidates *out, struct err *err)
{
    fact_cursor_open(&x->lead, x->index, ordered[0].fact);
    x->leading = true;
    enum status st = sift(x, ordered, n, err);
    if (st == STATUS_OK)
        st = narrow_all(x, ordered, n, err);
    if (st == STATUS_OK && x->leading)
        st = take_lead(x, err);
    for (size_t i = 0; i < x->now.count && st == STATUS_OK; i++)
        if (!put_clipped(out, x->lines, x->now.at[i]))
            st = err_nomem(err);
    return st;
}

enum status fact_intersect(const struct fact_index *x, const uint32_t *facts, size_t n,
                           const uint64_t *allowed, const struct lines *l,
                           struct fact_candidates *out, struct err *err)
{
    if (n == 0)
        return all_lines(allowed, l, n, out, err);
    struct ordered_fact *ordered = order_facts(x, facts, n);
    struct intersection *work = mem_alloc(sizeof *work);
    enum status st = STATUS_OK;
    if (!ordered || !work)
        st = err_nomem(err);
    if (ordered && work && ordered[0].length) {
        work->index = x;
        work->lines = l;
        work->allowed = allowed;
        work->facts = (uint32_t)n;
        work->now = work->next = (struct fact_candidates){0};
        work->bits = work->before = work->first = NULL;
        work->first_cap = 0;
        st = intersect_ordered(work, ordered, n, out, err);
        candidates_release(&work->now);
        candidates_release(&work->next);
        mem_free(work->bits);
        mem_free(work->before);
        mem_free(work->first);
    }
    mem_free(work);
    mem_free(ordered);
    return st;
}

/* --- At least so many of them ---------------------------------------------------------------- */

struct span_edge {
    uint32_t ply;
    int32_t change; /* +1: a fact begins; -1: one ends */
};

struct quorum {
    const struct lines *lines;
    size_t n, k, leaders; /* the first so many lists name the lines */
    struct fact_cursor *cursors;
    bool *more; /* by list: its cursor is at a posting */
    struct span_edge *edges;
    size_t edge_count, edge_cap;
};

static bool add_edge(struct quorum *q, uint32_t ply, int32_t change)
{
    struct span_edge *at =
        mem_grow(q->edges, q->edge_count, &q->edge_cap, SIZE_MAX / sizeof *at, sizeof *at);
    if (!at)
        return false;
    q->edges = at;
    at[q->edge_count++] = (struct span_edge){ply, change};
    return true;
}

/* The spans of a list in a line, overlapping ones as one.  False if there is no memory. */
static bool add_edges(struct quorum *q, size_t list, uint32_t line, bool *present)
{
    struct fact_cursor *c = &q->cursors[list];
    uint32_t from = 0, to = 0;
    *present = false;
    for (; q->more[list] && fact_cursor_line(c) == line; q->more[list] = fact_cursor_next(c)) {
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
    const struct span_edge *a = x, *b = y;
    if (a->ply != b->ply)
        return a->ply < b->ply ? -1 : 1;
    return a->change < b->change ? -1 : a->change > b->change;
}

/* Sweeps over the edges: a window wherever at least k hold, a new one when their number changes. */
static bool sweep(struct quorum *q, uint32_t line, struct fact_candidates *out)
{
    uint32_t held = 0, since = 0;
    if (q->edge_count)
        qsort(q->edges, q->edge_count, sizeof *q->edges, compare_edges);
    for (size_t i = 0; i < q->edge_count; i++) {
        const struct span_edge *e = &q->edges[i];
        if (held >= q->k && e->ply > since) {
            if (!put_clipped(out, q->lines, (struct fact_candidate){line, since, e->ply, held}))
                return false;
        }
        held += (uint32_t)e->change;
        since = e->ply;
    }
    return true;
}

/* Asks all lists about a line, giving up when too few are left. */
static bool test_line(struct quorum *q, uint32_t line, struct fact_candidates *out)
{
    size_t present = 0;
    bool here, enough = true;
    q->edge_count = 0;
    for (size_t i = 0; i < q->n && (enough || i < q->leaders); i++) {
        struct fact_cursor *c = &q->cursors[i];
        if (i >= q->leaders && q->more[i] && fact_cursor_line(c) < line)
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
        if (q->more[i] && (!any || fact_cursor_line(&q->cursors[i]) < *line)) {
            *line = fact_cursor_line(&q->cursors[i]);
            any = true;
        }
    return any;
}

static void pass_line(struct quorum *q, uint32_t line)
{
    for (size_t i = 0; i < q->leaders; i++)
        if (q->more[i] && fact_cursor_line(&q->cursors[i]) == line)
            q->more[i] = fact_cursor_seek(&q->cursors[i], line + 1);
}

static enum status run_quorum(struct quorum *q, const uint64_t *allowed,
                              struct fact_candidates *out, struct err *err)
{
    uint32_t line = 0;
    while (next_line(q, &line)) {
        if (!is_allowed(allowed, q->lines, line))
            pass_line(q, line);
        else if (!test_line(q, line, out))
            return err_nomem(err);
    }
    for (size_t i = 0; i < q->n; i++) {
        enum status st = fact_cursor_status(&q->cursors[i], err);
        if (st != STATUS_OK)
            return st;
    }
    return STATUS_OK;
}

/* False if there is no memory. */
static bool open_quorum(struct quorum *q, const struct fact_index *x,
                        const struct ordered_fact *ordered)
{
    q->cursors = mem_calloc(q->n, sizeof *q->cursors);
    q->more = mem_calloc(q->n, sizeof *q->more);
    if (!q->cursors || !q->more)
        return false;
    for (size_t i = 0; i < q->n; i++) {
        fact_cursor_open(&q->cursors[i], x, ordered[i].fact);
        q->more[i] = fact_cursor_next(&q->cursors[i]);
    }
    return true;
}

enum status fact_union_at_least(const struct fact_index *x, const uint32_t *facts, size_t n,
                                size_t k, const uint64_t *allowed, const struct lines *l,
                                struct fact_candidates *out, struct err *err)
{
    if (k == 0)
        return all_lines(allowed, l, n, out, err);
    if (k > n)
        return STATUS_OK;
    struct quorum q = {.lines = l, .n = n, .k = k, .leaders = n - k + 1};
    struct ordered_fact *ordered = order_facts(x, facts, n);
    bool ready = ordered && open_quorum(&q, x, ordered);
    enum status st = ready ? run_quorum(&q, allowed, out, err) : err_nomem(err);
    mem_free(q.cursors);
    mem_free(q.more);
    mem_free(q.edges);
    mem_free(ordered);
    return st;
}
