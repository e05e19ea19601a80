/* exact_spans.c: see exact_spans.h. */
#include "query/run/exact_spans.h"

#include "base/alloc.h"
#include "facts/fact_spans.h"
#include "query/language/tree.h"

/* --- What is asked ---------------------------------------------------------------------------- */

static bool add_fact(struct exact_query *x, uint32_t fact)
{
    if (x->fact_count == EXACT_FACTS)
        return false;
    x->facts[x->fact_count++] = fact;
    return true;
}

/* The facts of an AND that hold, or those that don't; false if anything else is asked.  An OR, for
 * which there is room (either), is left out, and so is what is about the game. */
// NOLINTNEXTLINE(misc-no-recursion): as deep as the tree, which is checked
static bool add_facts(struct exact_query *x, const struct query *q, uint32_t node, bool holding,
                      uint32_t *either)
{
    const struct query_node *n = &q->nodes[node];
    uint32_t fact;
    if (n->op == Q_TRUE)
        return true;
    if (query_is_meta(q, node)) {
        x->about_games = true;
        return either != NULL;
    }
    if (query_is_fact(n, &fact))
        return !holding || add_fact(x, fact);
    if (n->op == Q_NOT && n->child && query_is_fact(&q->nodes[n->child], &fact))
        return holding || add_fact(x, fact);
    if (query_is_absence(n)) {
        for (uint32_t t = 0; t < n->term_count && !holding; t++)
            if (!add_fact(x, n->terms[t].fact))
                return false;
        return true;
    }
    if (n->op == Q_OR && either && (*either == 0 || *either == node)) {
        *either = node;
        return true;
    }
    for (uint32_t c = n->op == Q_AND ? n->child : 0; c; c = q->nodes[c].next)
        if (!add_facts(x, q, c, holding, either))
            return false;
    return n->op == Q_AND;
}

/* Those of up to two nodes together; the second may be 0. */
static bool add_part(struct exact_query *x, const struct query *q, uint32_t outer, uint32_t inner,
                     uint8_t plays)
{
    struct exact_part *p = &x->parts[x->part_count];
    uint32_t either = 0;
    if (x->part_count == EXACT_PARTS)
        return false;
    *p = (struct exact_part){.first = x->fact_count, .plays = plays};
    for (int holding = 1; holding >= 0; holding--) {
        uint32_t before = x->fact_count;
        if ((outer && !add_facts(x, q, outer, holding, &either)) ||
            (inner && !add_facts(x, q, inner, holding, NULL)))
            return false;
        *(holding ? &p->holding : &p->absent) = x->fact_count - before;
    }
    x->part_count++;
    return p->holding + p->absent > 0;
}

bool exact_query_of(struct exact_query *x, const struct query *q)
{
    uint32_t either = 0;
    struct exact_query all = {0};
    x->fact_count = x->part_count = 0;
    x->about_games = false;
    if (!q->root || !add_facts(&all, q, q->root, true, &either))
        return false;
    bool sided = query_is_sided(q);
    if (sided && (!either || q->nodes[either].sides != SIDES_IMAGES || all.about_games))
        return false;
    uint32_t outer = q->root == either ? 0 : q->root;
    if (!either)
        return add_part(x, q, outer, 0, 0);
    for (uint32_t c = q->nodes[either].child; c; c = q->nodes[c].next)
        if (!add_part(x, q, outer, c, sided ? q->nodes[c].plays : 0))
            return false;
    return x->part_count > 0;
}

/* --- What it costs ---------------------------------------------------------------------------- */

/* Nanoseconds: of a posting that is read, of a line that is looked at. */
enum { READ_COST = 5, LOOK_COST = 100, FEW_LINES = 256 };

/* In how many lines the facts of a part may hold together, as far as maps tell. */
static uint64_t lines_of_part(const struct exact_query *x, const struct exact_part *p,
                              const struct fact_index *index, uint64_t *bits)
{
    const struct fact_maps *maps = &index->maps;
    uint64_t lines = 0, least = index->lines.count;
    memset(bits, 0xFF, maps->words * sizeof *bits);
    for (uint32_t i = 0; i < p->holding; i++) {
        uint64_t length = fact_list_length(index, x->facts[p->first + i]);
        const char *map = fact_map_find(maps, x->facts[p->first + i]);
        least = length < least ? length : least;
        if (map)
            fact_map_and(bits, map, maps->words);
    }
    for (size_t i = 0; i < maps->words; i++)
        lines += (uint64_t)__builtin_popcountll(bits[i]);
    return lines < least ? lines : least;
}

bool exact_spans_pay(const struct exact_query *x, const struct db_segment *s,
                     const struct search_options *opt)
{
    const struct fact_index *index = &s->facts;
    uint64_t read = 0, look = 0;
    /* where some hits are enough they are found sooner by looking; variations have hits that began
     * before they did */
    bool some = opt->no_totals && !opt->count && opt->order.by == ORDER_USUAL;
    if (!x->part_count || opt->scan || some || (opt->lines && s->lines.count > s->lines.games))
        return false;
    for (uint32_t i = 0; i < x->fact_count; i++) {
        if (!fact_spans_has(index, x->facts[i]))
            return false;
        read += fact_list_length(index, x->facts[i]);
    }
    uint64_t *bits = mem_alloc((index->maps.words + 1) * sizeof *bits);
    for (uint32_t i = 0; bits && i < x->part_count; i++)
        look += lines_of_part(x, &x->parts[i], index, bits);
    mem_free(bits);
    return read * READ_COST < look * LOOK_COST || s->lines.games < FEW_LINES;
}

/* --- Intervals -------------------------------------------------------------------------------- */

/* Ply p of line n is at n << PLY_BITS | p; a span that ends with its line ends at FACT_SPAN_END. */
enum { PLY_BITS = 16 };

struct interval {
    uint64_t from, to;
    uint64_t plays;
};

struct intervals {
    struct interval *at; /* owned */
    size_t count, cap;
};

/* Room for so many, with nothing in them; two more are written to than count. */
static bool make_room(struct intervals *v, size_t wanted)
{
    v->count = 0;
    if (wanted + 2 <= v->cap)
        return true;
    struct interval *grown = mem_realloc_array(v->at, wanted + wanted / 2 + 64, sizeof *grown);
    if (!grown)
        return false;
    v->at = grown;
    v->cap = wanted + wanted / 2 + 64;
    return true;
}

/* Where both are; without branches that could be guessed wrong. */
static bool intersect(const struct intervals *a, const struct intervals *b, struct intervals *out)
{
    if (!make_room(out, a->count + b->count))
        return false;
    for (size_t i = 0, j = 0; i < a->count && j < b->count;) {
        const struct interval *x = &a->at[i], *y = &b->at[j];
        uint64_t from = x->from > y->from ? x->from : y->from, to = x->to < y->to ? x->to : y->to;
        out->at[out->count] = (struct interval){from, to, x->plays};
        out->count += from < to;
        i += x->to <= y->to;
        j += y->to <= to; /* to is not after x->to */
    }
    return true;
}

/* What is left of a where b is not. */
static bool subtract(const struct intervals *a, const struct intervals *b, struct intervals *out)
{
    size_t j = 0;
    if (!make_room(out, a->count + b->count))
        return false;
    for (size_t i = 0; i < a->count; i++) {
        struct interval x = a->at[i];
        while (j < b->count && b->at[j].to <= x.from)
            j++;
        for (size_t k = j; k < b->count && b->at[k].from < x.to; k++) {
            out->at[out->count] = (struct interval){x.from, b->at[k].from, x.plays};
            out->count += x.from < b->at[k].from;
            x.from = b->at[k].to;
        }
        out->at[out->count] = x;
        out->count += x.from < x.to;
    }
    return true;
}

/* Where either is.  What touches becomes one; whoever is the first in it plays the part. */
static bool unite(const struct intervals *a, const struct intervals *b, struct intervals *out)
{
    size_t i = 0, j = 0;
    if (!make_room(out, a->count + b->count))
        return false;
    while (i < a->count || j < b->count) {
        bool first = j == b->count || (i < a->count && a->at[i].from <= b->at[j].from);
        const struct interval *x = first ? &a->at[i++] : &b->at[j++];
        struct interval *last = out->count ? &out->at[out->count - 1] : NULL;
        if (!last || last->to < x->from) {
            out->at[out->count++] = *x;
            continue;
        }
        last->plays |= last->from == x->from ? x->plays : 0;
        last->to = x->to > last->to ? x->to : last->to;
    }
    return true;
}

/* --- Reading ---------------------------------------------------------------------------------- */

/* Lines that are gone through at a time: all that is known of them stays in the cache. */
enum { STRETCH = 4096 };

/* A list, and the block at hand as far as it was read. */
struct exact_list {
    struct fact_span_cursor cursor;
    uint32_t at;  /* in the block */
    uint64_t end; /* of the interval read last */
    bool ended;
};

struct exact_reader {
    const struct exact_query *x;
    const struct db_segment *segment;
    struct exact_list *lists; /* by fact of the query */
    uint32_t line;            /* the next */
    struct intervals spans, part, list, room;
};

enum status exact_reader_open(struct exact_reader **out, const struct exact_query *x,
                              const struct db_segment *s, struct err *err)
{
    struct exact_reader *r = mem_calloc(1, sizeof *r);
    *out = r;
    if (!r)
        return err_nomem(err);
    *r = (struct exact_reader){.x = x, .segment = s};
    r->lists = mem_calloc((size_t)x->fact_count + 1, sizeof *r->lists);
    if (!r->lists)
        return err_nomem(err);
    for (uint32_t i = 0; i < x->fact_count; i++) {
        struct exact_list *l = &r->lists[i];
        l->ended = !fact_span_cursor_open(&l->cursor, &s->facts, x->facts[i]) ||
                   !fact_span_cursor_next(&l->cursor, 0);
    }
    return STATUS_OK;
}

void exact_reader_close(struct exact_reader *r)
{
    if (!r)
        return;
    mem_free(r->lists);
    mem_free(r->spans.at);
    mem_free(r->part.at);
    mem_free(r->list.at);
    mem_free(r->room.at);
    mem_free(r);
}

static void swap(struct intervals *a, struct intervals *b)
{
    struct intervals was = *a;
    *a = *b;
    *b = was;
}

/* The spans of a list in the lines first … end - 1.  Bytes may be anybody's: what is not one after another
 * would, subtracted, be more than there is room for. */
static bool read_list(struct exact_list *l, uint32_t first, uint32_t end, struct intervals *out)
{
    struct fact_span_cursor *c = &l->cursor;
    bool good = true;
    if (!make_room(out, 0))
        return false;
    while (!l->ended) {
        if (out->count + POSTING_BLOCK + 2 > out->cap) {
            size_t had = out->count;
            if (!make_room(out, 2 * (had + POSTING_BLOCK)))
                return false;
            out->count = had;
        }
        uint32_t i = l->at, n = c->list.in_block;
        while (i < n && c->list.lines[i] < first)
            i++;
        for (; i < n && c->list.lines[i] < end; i++) {
            uint64_t line = (uint64_t)c->list.lines[i] << PLY_BITS;
            uint64_t from = line | c->from[i], to = line | c->to[i];
            good &= (from >= l->end) & (from < to);
            l->end = to;
            out->at[out->count++] = (struct interval){from, to, 0};
        }
        if (!good) {
            fact_cursor_fail(&c->list);
            l->ended = true;
            out->count = 0;
            return true;
        }
        l->at = i;
        if (i < n)
            return true;
        l->at = 0;
        l->ended = !fact_span_cursor_next(c, first);
    }
    return true;
}

/* Every line, whole. */
static bool take_all(uint32_t first, uint32_t end, struct intervals *out)
{
    if (!make_room(out, end - first))
        return false;
    for (uint32_t line = first; line < end; line++) {
        uint64_t at = (uint64_t)line << PLY_BITS;
        out->at[out->count++] = (struct interval){at, at | FACT_SPAN_END, 0};
    }
    return true;
}

/* A part in these lines, in r->part. */
static bool read_part(struct exact_reader *r, const struct exact_part *p, uint32_t first,
                      uint32_t end)
{
    bool good = p->holding ? read_list(&r->lists[p->first], first, end, &r->part)
                           : take_all(first, end, &r->part);
    for (uint32_t i = p->holding ? 1 : 0; i < p->holding + p->absent && good; i++) {
        good = read_list(&r->lists[p->first + i], first, end, &r->list) &&
               (i < p->holding ? intersect(&r->part, &r->list, &r->room)
                               : subtract(&r->part, &r->list, &r->room));
        swap(&r->part, &r->room);
    }
    for (size_t i = 0; i < r->part.count && p->plays && good; i++)
        r->part.at[i].plays = p->plays;
    return good;
}

/* Adds the spans of games that count; false: no memory.  *damaged: a span is none. */
static bool put_spans(const struct exact_reader *r, const uint64_t *games, struct result_part *out,
                      bool *damaged)
{
    const struct lines *l = &r->segment->lines;
    const struct intervals *v = &r->spans;
    if (out->count + v->count > out->cap) {
        size_t cap = out->count + v->count + out->cap;
        struct result_span *grown = mem_realloc_array(out->at, cap, sizeof *grown);
        if (!grown)
            return false;
        out->at = grown;
        out->cap = cap;
    }
    for (size_t i = 0; i < v->count; i++) {
        uint32_t line = (uint32_t)(v->at[i].from >> PLY_BITS);
        uint32_t from = v->at[i].from & FACT_SPAN_END, to = v->at[i].to & FACT_SPAN_END;
        uint32_t plies = line_plies(l, line) + 1;
        if (games && !(games[line / 64] >> line % 64 & 1))
            continue;
        to = to == FACT_SPAN_END ? plies : to;
        *damaged |= from >= to || to > plies;
        out->at[out->count++] = (struct result_span){.line = line,
                                                     .from = from,
                                                     .to = to,
                                                     .first = from,
                                                     .plies = to - from,
                                                     .bits = RESULT_ALL_MATCH,
                                                     .plays = (uint8_t)v->at[i].plays};
    }
    return true;
}

static enum status lists_status(const struct exact_reader *r, bool damaged, struct err *err)
{
    enum status status = STATUS_OK;
    for (uint32_t i = 0; i < r->x->fact_count && status == STATUS_OK; i++) {
        if (damaged)
            fact_cursor_fail(&r->lists[i].cursor.list);
        status = fact_cursor_status(&r->lists[i].cursor.list, err);
    }
    return status;
}

enum status exact_reader_next(struct exact_reader *r, const uint64_t *games,
                              struct result_part *out, bool *more, struct err *err)
{
    const struct exact_query *x = r->x;
    uint32_t first = r->line, lines = r->segment->lines.games;
    uint32_t end = lines - first > STRETCH ? first + STRETCH : lines;
    bool good = true, damaged = false;
    r->spans.count = 0;
    for (uint32_t i = 0; i < x->part_count && good; i++) {
        good = read_part(r, &x->parts[i], first, end);
        if (good && i == 0) {
            swap(&r->spans, &r->part);
            continue;
        }
        good = good && unite(&r->spans, &r->part, &r->room);
        swap(&r->spans, &r->room);
    }
    if (!good || !put_spans(r, games, out, &damaged))
        return err_nomem(err);
    r->line = end;
    *more = end < lines;
    return damaged || !*more ? lists_status(r, damaged, err) : STATUS_OK;
}
