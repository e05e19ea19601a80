/* query_result.c: see query_result.h. */
#include "query/run/query_result.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/steady.h"
#include "query/language/tree.h"
#include "query/plan/sparse_order.h"
#include "query/run/hit_place.h"
#include "query/run/top_hits.h"
#include "query/search_internal.h"

static const struct msg TOO_MUCH = {"too much was found to be kept", "見つかったものが多すぎます"};

bool query_has_result(const struct query *q)
{
    return query_ranked(q) == 0;
}

void query_result_release(struct query_result *f)
{
    for (uint32_t i = 0; f->parts && i < f->part_count; i++) {
        mem_free(f->parts[i].at);
        mem_free(f->parts[i].words);
    }
    mem_free(f->parts);
    *f = (struct query_result){0};
}

size_t query_result_bytes(const struct query_result *f)
{
    size_t bytes = sizeof *f + f->part_count * sizeof *f->parts;
    for (uint32_t i = 0; i < f->part_count; i++)
        bytes += f->parts[i].cap * sizeof *f->parts[i].at +
                 f->parts[i].word_cap * sizeof *f->parts[i].words;
    return bytes;
}

/* --- Collecting ------------------------------------------------------------------------------ */

static enum status add_span(struct result_part *p, const struct result_span *span, struct err *err)
{
    struct result_span *grown =
        mem_grow(p->at, p->count, &p->cap, SIZE_MAX / sizeof *grown, sizeof *grown);
    if (!grown)
        return err_nomem(err);
    p->at = grown;
    p->at[p->count++] = *span;
    return STATUS_OK;
}

/* Room for n more words. */
static bool reserve_words(struct result_part *p, size_t n)
{
    if (p->word_count + n <= p->word_cap)
        return true;
    size_t cap = 2 * p->word_cap + n + 64;
    uint64_t *grown = mem_realloc_array(p->words, cap, sizeof *grown);
    if (!grown)
        return false;
    p->words = grown;
    p->word_cap = cap;
    return true;
}

/* Room for n more spans. */
static bool reserve_spans(struct result_part *p, size_t n)
{
    if (p->count + n <= p->cap)
        return true;
    size_t cap = 2 * p->cap + n + 64;
    struct result_span *grown = mem_realloc_array(p->at, cap, sizeof *grown);
    if (!grown)
        return false;
    p->at = grown;
    p->cap = cap;
    return true;
}

/* The plies of a span that match, if it is not all of them. */
static enum status keep_matches(struct result_part *p, const uint64_t *matches, uint32_t count,
                                struct result_span *span, struct err *err)
{
    uint32_t words = plies_words(span->to - span->from);
    span->bits = RESULT_ALL_MATCH;
    if (span->plies == span->to - span->from)
        return STATUS_OK;
    if (p->word_count + words >= RESULT_ALL_MATCH || !reserve_words(p, words))
        return err_nomem(err);
    span->bits = (uint32_t)p->word_count;
    uint64_t *to = p->words + p->word_count;
    memset(to, 0, words * sizeof *to);
    for (uint32_t ply = span->first; ply < span->to; ply = plies_next(matches, count, ply + 1))
        plies_add(to, ply - span->from);
    p->word_count += words;
    return STATUS_OK;
}

static enum status spans_of_line(void *ctx, void *sum, const struct plan *p,
                                 const struct planned_line *at, const struct evaluation *v,
                                 struct err *err)
{
    struct result_part *part = sum;
    struct plies_span span;
    enum status status = STATUS_OK;
    (void)ctx;
    (void)p;
    for (uint32_t from = 0; status == STATUS_OK && evaluation_next(v, from, &span);
         from = span.to) {
        struct result_span found = {
            .line = at->line, .from = span.from, .to = span.to, .first = span.first};
        found.plies = plies_count(v->matches, span.from, span.to);
        if (v->place_count) {
            struct hit h = {.from = span.from, .to = span.to, .first = span.first};
            hit_find_place(&h, v);
            found.placed = h.placed;
            found.symmetry = h.symmetry;
            found.column = h.column;
            found.row = h.row;
        }
        status = keep_matches(part, v->matches, v->count, &found, err);
        if (status == STATUS_OK)
            status = add_span(part, &found, err);
    }
    return status;
}

static enum status spans_alone(void *sum, const struct planned_line *at,
                               const struct plies_span *spans, uint32_t count, struct err *err)
{
    struct result_part *part = sum;
    if (!reserve_spans(part, count))
        return err_nomem(err);
    for (uint32_t i = 0; i < count; i++)
        part->at[part->count++] = (struct result_span){.line = at->line,
                                                       .from = spans[i].from,
                                                       .to = spans[i].to,
                                                       .first = spans[i].first,
                                                       .plies = spans[i].to - spans[i].from,
                                                       .bits = RESULT_ALL_MATCH};
    return STATUS_OK;
}

/* More than this, 32 bytes each, is not kept: conditions that change with every ply. */
enum { MOST_SPANS = 4 << 20 };

/* What is done with a span after the walk: put in order, counted, looked at for the first hits.  A
 * deadline is for all of it.  About 10 ns by a profile of common pieces in 240,000 generated games,
 * and more for what is not in it. */
static const double SECONDS_TO_FINISH = 25e-9;

/* What is being found in a segment. */
struct result_collector {
    struct result_part *part;
    size_t *ends; /* of each piece in the order they were taken: spans until then; NULL: in order */
    size_t pieces;
    double deadline;
};

static enum status take_piece(void *ctx, void *sum, bool *enough, struct err *err)
{
    struct result_collector *g = ctx;
    struct result_part *piece = sum, *part = g->part;
    enum status status = STATUS_OK;
    if ((piece->word_count && !reserve_words(part, piece->word_count)) ||
        (piece->count && !reserve_spans(part, piece->count)))
        return err_nomem(err);
    if (piece->count)
        memcpy(part->at + part->count, piece->at, piece->count * sizeof *piece->at);
    for (size_t i = part->count; i < part->count + piece->count && piece->word_count; i++)
        if (part->at[i].bits != RESULT_ALL_MATCH)
            part->at[i].bits += (uint32_t)part->word_count;
    part->count += piece->count;
    if (piece->word_count)
        memcpy(part->words + part->word_count, piece->words,
               piece->word_count * sizeof *piece->words);
    part->word_count += piece->word_count;
    piece->count = piece->word_count = 0;
    if (g->ends)
        g->ends[g->pieces] = part->count;
    g->pieces++;
    *enough =
        g->deadline > 0 && steady_seconds() + (double)part->count * SECONDS_TO_FINISH > g->deadline;
    if (status == STATUS_OK && (part->count > MOST_SPANS || part->word_count > 4 * MOST_SPANS))
        status = err_plain(err, STATUS_LIMIT, &TOO_MUCH);
    return status;
}

static void release_piece(void *ctx, void *sum)
{
    (void)ctx;
    struct result_part *piece = sum;
    mem_free(piece->at);
    mem_free(piece->words);
    *piece = (struct result_part){0};
}

/* --- Walking, all of it or some of everything ------------------------------------------------ */

/* A piece is some tens of microseconds of work, so that a deadline is kept. */
enum { PIECE_LINES = 128 };

/* The order in which pieces are taken: the whole ones all over, the one that is shorter last. */
struct spread {
    size_t pieces, whole, step;
};

static struct spread spread_of(size_t lines)
{
    size_t whole = lines / PIECE_LINES;
    return (struct spread){(lines + PIECE_LINES - 1) / PIECE_LINES, whole, sparse_step(whole)};
}

static size_t piece_at(const struct spread *s, size_t i)
{
    return i < s->whole ? sparse_order(i, s->step, s->whole) : i;
}

/* Puts the lines of a plan into that order. */
static enum status spread_lines(struct plan *p, const struct spread *s, struct err *err)
{
    struct planned_line *lines = mem_alloc(p->count * sizeof *lines);
    if (!lines)
        return err_nomem(err);
    for (size_t i = 0, to = 0; i < s->pieces; i++) {
        size_t from = piece_at(s, i) * PIECE_LINES;
        size_t n = p->count - from < PIECE_LINES ? p->count - from : PIECE_LINES;
        memcpy(lines + to, p->lines + from, n * sizeof *lines);
        to += n;
    }
    mem_free(p->lines);
    p->lines = lines;
    return STATUS_OK;
}

/* What was found in that order, in the usual one. */
static enum status gather_lines(struct result_part *part, const struct result_collector *g,
                                const struct spread *s, struct err *err)
{
    struct result_span *sorted = mem_alloc((part->count + 1) * sizeof *sorted);
    size_t *taken = mem_alloc((s->pieces + 1) * sizeof *taken), to = 0;
    if (!sorted || !taken) {
        mem_free(sorted);
        mem_free(taken);
        return err_nomem(err);
    }
    for (size_t i = 0; i < s->pieces; i++)
        taken[piece_at(s, i)] = i;
    for (size_t piece = 0; piece < s->pieces; piece++) {
        size_t at = taken[piece];
        if (at >= g->pieces)
            continue; /* nobody came to it */
        size_t from = at ? g->ends[at - 1] : 0, n = g->ends[at] - from;
        memcpy(sorted + to, part->at + from, n * sizeof *sorted);
        to += n;
    }
    mem_free(taken);
    mem_free(part->at);
    part->at = sorted;
    part->cap = part->count + 1;
    return STATUS_OK;
}

/* *share becomes the share of the lines that were looked at. */
static enum status walk_part(struct query_search *s, struct plan *p, struct result_part *part,
                             double deadline, double *share, struct err *err)
{
    struct result_collector g = {.part = part, .deadline = deadline};
    struct search_options opt = *s->opt;
    const struct walk_ops ops = {.ctx = &g,
                                 .sum_bytes = sizeof(struct result_part),
                                 .line = spans_of_line,
                                 .spans = spans_alone,
                                 .merge = take_piece,
                                 .release = release_piece};
    struct spread order = spread_of(p->count);
    bool spread = deadline > 0 && order.pieces > 1;
    enum status status = STATUS_OK;
    if (spread) {
        opt.grain = PIECE_LINES;
        g.ends = mem_alloc((order.pieces + 1) * sizeof *g.ends);
        status = g.ends ? spread_lines(p, &order, err) : err_nomem(err);
    }
    if (status == STATUS_OK)
        status = walk_lines(&s->walkers, p, &opt, &ops, err);
    if (status == STATUS_OK && spread) {
        *share = (double)g.pieces / (double)order.pieces;
        status = gather_lines(part, &g, &order, err);
    }
    mem_free(g.ends);
    return status;
}

/* --- Without a walk --------------------------------------------------------------------------- */

/* The plies of occurrences from … to - 1, a span, that match. */
static enum status keep_run(struct result_part *part, const struct occurrence *at, size_t n,
                            struct result_span *span, struct err *err)
{
    uint32_t words = plies_words((uint32_t)n);
    span->bits = RESULT_ALL_MATCH;
    if (span->plies == n)
        return STATUS_OK;
    if (!reserve_words(part, words))
        return err_nomem(err);
    span->bits = (uint32_t)part->word_count;
    memset(part->words + part->word_count, 0, words * sizeof *part->words);
    for (size_t i = 0; i < n; i++)
        if (!(at[i].ply & OCCURRENCE_NO_MATCH))
            plies_add(part->words + part->word_count, (uint32_t)i);
    part->word_count += words;
    return STATUS_OK;
}

/* The run of plies at which a whole position holds that begins with occurrence *i, which becomes
 * the first one behind it. */
static enum status add_run(struct result_part *part, const struct plan *p, size_t *i,
                           struct err *err)
{
    const struct occurrence *at = &p->found.at[*i];
    size_t n = 0, left = p->found.count - *i;
    uint32_t from = at->ply & ~OCCURRENCE_NO_MATCH;
    struct result_span span = {.line = at->line, .from = from, .first = UINT32_MAX};
    if (p->drawn) {
        span.placed = true;
        span.symmetry = (uint8_t)p->q->nodes[p->drawn[*i]].symmetry;
    }
    for (; n < left && at[n].line == at->line && (at[n].ply & ~OCCURRENCE_NO_MATCH) == from + n;
         n++)
        if (!(at[n].ply & OCCURRENCE_NO_MATCH)) {
            span.first = span.first == UINT32_MAX ? at[n].ply : span.first;
            span.plies++;
        }
    *i += n;
    span.to = from + (uint32_t)n;
    if (span.plies == 0 || !plan_has_game(p, at->line))
        return STATUS_OK;
    enum status status = keep_run(part, at, n, &span, err);
    return status == STATUS_OK ? add_span(part, &span, err) : status;
}

static enum status take_occurrences(struct result_part *part, const struct plan *p, struct err *err)
{
    enum status status = STATUS_OK;
    for (size_t i = 0; i < p->found.count && status == STATUS_OK;) {
        if (p->found.at[i].line >= p->segment->lines.games)
            break; /* they are sorted */
        status = add_run(part, p, &i, err);
    }
    return status;
}

static enum status take_games(struct result_part *part, const struct plan *p, struct err *err)
{
    enum status status = STATUS_OK;
    for (size_t i = 0; i < p->count && status == STATUS_OK; i++) {
        struct result_span span = {.line = p->lines[i].line, .bits = RESULT_ALL_MATCH};
        span.to = span.plies = line_plies(&p->segment->lines, span.line) + 1;
        status = add_span(part, &span, err);
    }
    return status;
}

/* --- All segments ----------------------------------------------------------------------------- */

static enum status find_in(struct query_search *s, const struct db_segment *segment,
                           struct result_part *part, double deadline, double *share,
                           struct err *err)
{
    struct plan p;
    s->hits = true;
    enum status status = search_plan(s, segment, &p, err);
    if (status != STATUS_OK)
        return status;
    if (p.all)
        status = plan_list_stored(&p, false, err);
    if (status == STATUS_OK && p.kind == PLAN_OCCURRENCES)
        status = take_occurrences(part, &p, err);
    else if (status == STATUS_OK && p.kind == PLAN_GAMES)
        status = take_games(part, &p, err);
    else if (status == STATUS_OK && p.count)
        status = walk_part(s, &p, part, deadline, share, err);
    plan_release(&p);
    return status;
}

static void add_totals(struct query_result *f, const struct result_part *part)
{
    f->spans += part->count;
    for (size_t i = 0; i < part->count; i++) {
        f->games += i == 0 || part->at[i].line != part->at[i - 1].line;
        f->positions += part->at[i].plies;
    }
}

static enum status find_all(struct query_result *f, struct query_search *s, struct db *const *dbs,
                            uint32_t count, double deadline, struct err *err)
{
    enum status status = STATUS_OK;
    double games = 0, looked_at = 0;
    struct result_part *part = f->parts;
    for (uint32_t d = 0; d < count; d++)
        for (uint32_t i = 0; i < dbs[d]->segment_count && status == STATUS_OK; i++, part++) {
            const struct db_segment *segment = &dbs[d]->segments[i];
            double share = 1;
            games += segment->lines.games;
            if (deadline > 0 && games > segment->lines.games && steady_seconds() > deadline)
                continue;
            status = find_in(s, segment, part, deadline, &share, err);
            looked_at += share * segment->lines.games;
            add_totals(f, part);
        }
    f->looked_at = games > 0 ? looked_at / games : 1;
    return status == STATUS_OK ? db_status_all(dbs, count, err) : status;
}

enum status query_run(struct query_result *f, const struct query *q, struct db *const *dbs,
                      uint32_t count, const struct search_options *opt, double deadline,
                      struct err *err)
{
    struct query_search state;
    struct search_options games_only = {.threads = opt->threads,
                                        .grain = opt->grain,
                                        .cancelled = opt->cancelled,
                                        .values = opt->values};
    *f = (struct query_result){0};
    enum status status = search_check_game(q, dbs, count, err);
    if (status != STATUS_OK)
        return status;
    for (uint32_t d = 0; d < count; d++)
        f->part_count += dbs[d]->segment_count;
    f->parts = mem_calloc((size_t)f->part_count + 1, sizeof *f->parts);
    if (!f->parts)
        return err_nomem(err);
    status = search_begin(&state, q, &games_only, err);
    if (status == STATUS_OK)
        status = find_all(f, &state, dbs, count, deadline, err);
    search_end(&state);
    return status;
}

/* --- Hits ------------------------------------------------------------------------------------- */

static struct hit hit_of(const struct result_span *s, const struct lines *l, uint32_t db,
                         uint32_t segment)
{
    return (struct hit){.db = db,
                        .id = game_id(l, s->line),
                        .from = s->from,
                        .to = s->to,
                        .plies = s->plies,
                        .first = s->first,
                        .placed = s->placed,
                        .symmetry = s->symmetry,
                        .column = s->column,
                        .row = s->row,
                        .segment = segment,
                        .number = s->line,
                        .stored_line = s->line};
}

enum status query_result_hits(const struct query_result *f, struct db *const *dbs, uint32_t count,
                              const struct search_options *opt, struct hits *out, struct err *err)
{
    struct top_hits c;
    enum status status = STATUS_OK;
    const struct result_part *part = f->parts;
    uint64_t keep = opt->limit > UINT64_MAX - opt->offset ? UINT64_MAX : opt->limit + opt->offset;
    *out = (struct hits){.games = f->games, .spans = f->spans, .positions = f->positions};
    top_hits_init(&c, out, false, opt->count ? 0 : keep);
    for (uint32_t d = 0; d < count && keep; d++)
        for (uint32_t i = 0; i < dbs[d]->segment_count; i++, part++) {
            const struct lines *l = &dbs[d]->segments[i].lines;
            for (size_t k = 0; k < part->count && status == STATUS_OK; k++) {
                if (!top_hits_wants(&c, d, game_id(l, part->at[k].line)))
                    continue;
                struct hit h = hit_of(&part->at[k], l, d, i);
                status = top_hits_add(&c, &h, err);
            }
        }
    top_hits_finish(&c);
    size_t skip = opt->offset < out->count ? (size_t)opt->offset : out->count;
    if (skip)
        memmove(out->at, out->at + skip, (out->count - skip) * sizeof *out->at);
    out->count -= skip;
    if (status != STATUS_OK)
        hits_release(out);
    return status;
}

/* --- Two findings ----------------------------------------------------------------------------- */

static bool span_matches(const struct result_part *p, const struct result_span *s, uint32_t ply)
{
    return s->bits == RESULT_ALL_MATCH || plies_has(p->words + s->bits, ply - s->from);
}

static bool meet(const struct result_part *a, const struct result_span *x,
                 const struct result_part *b, const struct result_span *y)
{
    uint32_t from = x->from > y->from ? x->from : y->from, to = x->to < y->to ? x->to : y->to;
    if (from < to && x->bits == RESULT_ALL_MATCH && y->bits == RESULT_ALL_MATCH)
        return true;
    for (uint32_t ply = from; ply < to; ply++)
        if (span_matches(a, x, ply) && span_matches(b, y, ply))
            return true;
    return false;
}

/* The first span from `at` on of `line` or a later one: in steps that double. */
static size_t skip_to_line(const struct result_part *p, size_t at, uint32_t line)
{
    size_t step = 1, low = at;
    while (at < p->count && p->at[at].line < line) {
        low = at + 1;
        at += step;
        step *= 2;
    }
    size_t high = at < p->count ? at : p->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (p->at[middle].line < line)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static uint64_t games_in_both(const struct result_part *a, const struct result_part *b)
{
    uint64_t games = 0;
    size_t i = 0, j = 0;
    while (i < a->count && j < b->count) {
        uint32_t line = a->at[i].line;
        j = skip_to_line(b, j, line);
        if (j < b->count && b->at[j].line > line) {
            i = skip_to_line(a, i, b->at[j].line);
            continue;
        }
        bool both = false;
        for (; i < a->count && a->at[i].line == line; i++)
            for (size_t k = j; k < b->count && b->at[k].line == line && !both; k++)
                both = meet(a, &a->at[i], b, &b->at[k]);
        games += both;
    }
    return games;
}

uint64_t query_result_common_games(const struct query_result *a, const struct query_result *b)
{
    uint64_t games = 0;
    for (uint32_t i = 0; i < a->part_count && i < b->part_count; i++)
        games += games_in_both(&a->parts[i], &b->parts[i]);
    return games;
}
