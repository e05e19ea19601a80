/* search.c: hits: ask every segment, merge; see search.h. */
#include "query/search.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "query/language/tree.h"
#include "query/run/hit_place.h"
#include "query/run/top_hits.h"
#include "query/search_internal.h"

void hits_release(struct hits *h)
{
    mem_free(h->at);
    *h = (struct hits){0};
}

/* --- Asking ----------------------------------------------------------------------------------- */

enum status search_begin(struct query_search *s, const struct query *q,
                         const struct search_options *opt, struct err *err)
{
    *s = (struct query_search){.q = q, .opt = opt};
    enum status status = query_check_values(q, opt->values, err);
    if (status == STATUS_OK)
        status = walkers_open(&s->walkers, q, opt->threads, err);
    s->walkers.playing = opt->scan;
    s->walkers.values = opt->values;
    return status;
}

void search_end(struct query_search *s)
{
    walkers_close(&s->walkers);
    replay_close(s->replay);
}

enum status search_plan(struct query_search *s, const struct db_segment *segment, struct plan *out,
                        struct err *err)
{
    struct planner with = {
        .q = s->q, .segment = segment, .opt = s->opt, .replay = &s->replay, .hits = s->hits};
    return plan_make(out, &with, err);
}

/* --- Hits of lines ---------------------------------------------------------------------------- */

/* What is being asked of one segment. */
struct hit_collector {
    const struct query *q;
    const struct search_options *opt;
    struct hits *totals;
    struct top_hits *top;
    uint32_t db, segment;
    uint64_t *games; /* bits of games that have a hit, where lines of a game come one by one */
    uint64_t wanted; /* hits after which it is enough */
};

/* What a piece of the lines has. */
struct hits_piece {
    struct hit *at;
    size_t count, cap;
    uint64_t spans, positions, games, places;
};

static void hits_piece_release(void *ctx, void *sum)
{
    (void)ctx;
    struct hits_piece *f = sum;
    mem_free(f->at);
    *f = (struct hits_piece){0};
}

/* The best ply of a ranked hit: the first among those that match and have the largest sum. */
static void rank_hit(struct hit *h, const struct evaluation *v)
{
    h->score = v->sums[h->first];
    for (uint32_t p = h->first; p < h->to; p++)
        if (plies_has(v->matches, p) && v->sums[p] > h->score) {
            h->score = v->sums[p];
            h->first = p;
        }
}

static uint32_t line_in_game(const struct lines *l, uint32_t line)
{
    uint32_t from, to;
    if (line < l->games)
        return 0;
    lines_of_game(l, line_game(l, line), &from, &to);
    return line - from + 1;
}

static struct hit hit_at(const struct lines *l, uint32_t line)
{
    uint32_t number = line_game(l, line);
    return (struct hit){.id = game_id(l, number),
                        .line = line_in_game(l, line),
                        .number = number,
                        .stored_line = line};
}

static enum status hits_piece_add(struct hits_piece *f, const struct hit *h, struct err *err)
{
    struct hit *grown = mem_grow(f->at, f->count, &f->cap, SIZE_MAX / sizeof *grown, sizeof *grown);
    if (!grown)
        return err_nomem(err);
    f->at = grown;
    f->at[f->count++] = *h;
    return STATUS_OK;
}

/* The hits of a line; those of a variation need a match that is its own. */
static enum status hits_of_line(void *ctx, void *sum, const struct plan *p,
                                const struct planned_line *at, const struct evaluation *v,
                                struct err *err)
{
    const struct hit_collector *g = ctx;
    const struct lines *l = &p->segment->lines;
    struct hits_piece *f = sum;
    struct plies_span span;
    uint32_t fresh = line_fresh(l, at->line);
    bool any = false, keep = !g->opt->count || g->games;
    struct hit h = keep ? hit_at(l, at->line) : (struct hit){0};
    for (uint32_t from = 0; evaluation_next(v, from, &span); from = span.to) {
        if (fresh > span.first && plies_next(v->matches, v->count, fresh) >= span.to)
            continue;
        h.from = span.from;
        h.to = span.to;
        h.first = span.first;
        h.plies = plies_count(v->matches, span.from, span.to);
        if (v->sums)
            rank_hit(&h, v);
        if (keep && v->place_count)
            hit_find_place(&h, v);
        f->spans++;
        f->positions += h.plies;
        any = true;
        enum status status = keep ? hits_piece_add(f, &h, err) : STATUS_OK;
        if (status != STATUS_OK)
            return status;
    }
    f->games += any;
    if (any && v->place_count)
        f->places += places_matching(v, fresh);
    return STATUS_OK;
}

static void count_game(struct hit_collector *g, uint32_t number)
{
    uint64_t bit = (uint64_t)1 << number % 64;
    g->totals->games += !(g->games[number / 64] & bit);
    g->games[number / 64] |= bit;
}

static enum status keep_hit(struct hit_collector *g, struct hit *h, struct err *err)
{
    h->db = g->db;
    h->segment = g->segment;
    if (g->games)
        count_game(g, h->number);
    return g->opt->count ? STATUS_OK : top_hits_add(g->top, h, err);
}

static enum status hits_piece_merge(void *ctx, void *sum, bool *enough, struct err *err)
{
    struct hit_collector *g = ctx;
    struct hits_piece *f = sum;
    enum status status = STATUS_OK;
    g->totals->spans += f->spans;
    g->totals->positions += f->positions;
    g->totals->places += f->places;
    if (!g->games)
        g->totals->games += f->games;
    for (size_t i = 0; i < f->count && status == STATUS_OK; i++)
        status = keep_hit(g, &f->at[i], err);
    f->count = 0;
    f->spans = f->positions = f->games = f->places = 0;
    *enough = g->totals->spans >= g->wanted;
    return status;
}

/* --- Hits without a walk ---------------------------------------------------------------------- */

/* A run of occurrences of a line at one ply after another, as a hit without its place.  Returns the
 * first occurrence behind it. */
static size_t run_of_plies(const struct occurrences *o, size_t i, struct hit *h)
{
    const struct occurrence *at = o->at;
    uint32_t line = at[i].line, ply = at[i].ply & ~OCCURRENCE_NO_MATCH;
    h->from = ply;
    h->first = UINT32_MAX;
    h->plies = 0;
    for (; i < o->count && at[i].line == line && (at[i].ply & ~OCCURRENCE_NO_MATCH) == ply;
         i++, ply++)
        if (!(at[i].ply & OCCURRENCE_NO_MATCH)) {
            h->first = h->first == UINT32_MAX ? ply : h->first;
            h->plies++;
        }
    h->to = ply;
    return i;
}

static void place_hit(struct hit *h, const struct lines *l, uint32_t line)
{
    struct hit place = hit_at(l, line);
    h->id = place.id;
    h->line = place.line;
    h->number = place.number;
    h->stored_line = line;
}

/* A run of plies at which diagrams of the whole board are there; they may change from one ply to
 * the next. */
static void place_whole_board(struct hit_collector *g, const struct plan *p, size_t from, size_t to,
                              struct hit *h)
{
    h->placed = true;
    h->symmetry = (uint8_t)p->q->nodes[p->drawn[from]].symmetry;
    g->totals->places++;
    for (size_t i = from + 1; i < to; i++)
        g->totals->places += p->drawn[i] != p->drawn[i - 1];
}

/* One whole position: runs of plies at which it holds, with one that matches.  Of the hundreds of
 * thousands that an opening has, most are only counted: one look at the id tells. */
static enum status hits_of_occurrences(struct hit_collector *g, const struct plan *p,
                                       struct err *err)
{
    const struct lines *l = &p->segment->lines;
    const struct occurrences *o = &p->found;
    enum status status = STATUS_OK;
    uint32_t counted = UINT32_MAX, lines = g->opt->lines ? l->count : l->games;
    struct hit h = {0};
    for (size_t i = 0; i < o->count && status == STATUS_OK;) {
        uint32_t line = o->at[i].line;
        if (line >= lines)
            break; /* they are sorted */
        size_t first = i;
        i = run_of_plies(o, i, &h);
        if (h.plies == 0 || !plan_has_game(p, line_game(l, line)))
            continue;
        g->totals->spans++;
        g->totals->positions += h.plies;
        g->totals->games += !g->games && line != counted;
        counted = line;
        if (p->drawn)
            place_whole_board(g, p, first, i, &h);
        if (!g->games && !top_hits_wants(g->top, g->db, game_id(l, line)))
            continue;
        place_hit(&h, l, line);
        status = keep_hit(g, &h, err);
    }
    return status;
}

/* The run that has a line; NULL if none does. */
static const struct position_run *run_of_line(const struct position_runs *runs, uint32_t line)
{
    size_t low = 0, high = runs->count;
    while (low < high) { /* the first that ends behind the line */
        size_t middle = low + (high - low) / 2;
        if (runs->at[middle].to <= line)
            low = middle + 1;
        else
            high = middle;
    }
    return low < runs->count && runs->at[low].from <= line ? &runs->at[low] : NULL;
}

static enum status keep_run_hit(struct hit_collector *g, const struct lines *l, uint32_t line,
                                uint32_t ply, struct err *err)
{
    struct hit h = hit_at(l, line);
    h.from = h.first = ply;
    h.to = ply + 1;
    h.plies = 1;
    return keep_hit(g, &h, err);
}

/* The first hits by id: games are tried in that order where the position is frequent, otherwise all
 * that have it are looked at.  A try costs about as much as two looks. */
static enum status first_of_runs(struct hit_collector *g, const struct lines *l,
                                 const struct position_runs *runs, uint64_t games, struct err *err)
{
    enum status status = STATUS_OK;
    uint64_t wanted = g->top->keep, have = 0;
    if (games * games >= 2 * wanted * l->games) {
        for (uint32_t i = 0; i < l->games && have < wanted && status == STATUS_OK; i++) {
            uint32_t line = lines_u32(l->by_id, i);
            const struct position_run *run = run_of_line(runs, line);
            if (run)
                status = keep_run_hit(g, l, line, run->ply, err);
            have += run != NULL;
        }
        return status;
    }
    for (size_t i = 0; i < runs->count; i++)
        for (uint32_t line = runs->at[i].from; line < runs->at[i].to && status == STATUS_OK; line++)
            if (line < l->games && top_hits_wants(g->top, g->db, game_id(l, line)))
                status = keep_run_hit(g, l, line, runs->at[i].ply, err);
    return status;
}

/* Is the question one position and nothing else, asked for its first hits in games from which none
 * was removed? */
static bool is_plain_position(const struct query_search *s, const struct hit_collector *g,
                              const struct db_segment *segment)
{
    const struct query_node *n = &s->q->nodes[s->q->root];
    return n->op == Q_EXACT && n->seat >= 0 && !s->q->game->passes && !s->opt->scan &&
           !s->opt->lines && !segment->removed && g->top->keep <= segment->lines.games &&
           g->wanted == UINT64_MAX;
}

/* A position that occurs often has its totals stored: of its hits only the first are made.  *done
 * is false if it has to be looked up in the usual way. */
static enum status hits_of_frequent(struct query_search *s, struct hit_collector *g,
                                    const struct db_segment *segment, bool *done, struct err *err)
{
    const struct query_node *n = &s->q->nodes[s->q->root];
    struct position_summary summary = {0};
    struct position_runs runs = {0};
    *done = false;
    if (!is_plain_position(s, g, segment))
        return STATUS_OK;
    struct position_key key = n->keys[n->seat];
    enum status status = position_summary(&segment->positions, key, &summary, done, err);
    if (status == STATUS_OK && *done && g->top->keep) {
        status = position_find_runs(&segment->positions, key, NULL, &runs, err);
        *done = !runs.again;
        if (status == STATUS_OK && *done)
            status = first_of_runs(g, &segment->lines, &runs, summary.games, err);
    }
    if (*done) {
        g->totals->games += summary.games;
        g->totals->spans += summary.occurrences;
        g->totals->positions += summary.occurrences;
    }
    position_runs_release(&runs);
    position_summary_release(&summary);
    return status;
}

/* Every ply of the games that are left. */
static enum status hits_of_games(struct hit_collector *g, const struct plan *p, struct err *err)
{
    const struct lines *l = &p->segment->lines;
    enum status status = STATUS_OK;
    for (size_t i = 0; i < p->count && status == STATUS_OK; i++) {
        struct hit h = hit_at(l, p->lines[i].line);
        h.to = h.plies = line_plies(l, h.stored_line) + 1;
        if (line_fresh(l, h.stored_line) >= h.to)
            continue;
        g->totals->spans++;
        g->totals->positions += h.plies;
        g->totals->games += !g->games;
        status = keep_hit(g, &h, err);
        if (g->totals->spans >= g->wanted)
            break;
    }
    return status;
}

/* --- Segments --------------------------------------------------------------------------------- */

static enum status walk_hits(struct query_search *s, struct hit_collector *g, struct plan *p,
                             struct err *err)
{
    const struct walk_ops ops = {.ctx = g,
                                 .sum_bytes = sizeof(struct hits_piece),
                                 .line = hits_of_line,
                                 .merge = hits_piece_merge,
                                 .release = hits_piece_release};
    /* in the order of hits if it may stop early, else in that of the lines in memory */
    if (g->wanted != UINT64_MAX)
        plan_sort_by_id(p);
    return walk_lines(&s->walkers, p, s->opt, &ops, err);
}

static enum status gather(struct query_search *s, struct hit_collector *g,
                          const struct db_segment *segment, struct err *err)
{
    struct plan p;
    bool done;
    enum status status = hits_of_frequent(s, g, segment, &done, err);
    if (status != STATUS_OK || done)
        return status;
    s->hits = true;
    status = search_plan(s, segment, &p, err);
    if (status != STATUS_OK)
        return status;
    if (s->opt->lines && segment->lines.count > segment->lines.games) {
        g->games = mem_calloc(game_words(&segment->lines), sizeof *g->games);
        if (!g->games)
            status = err_nomem(err);
    }
    if (status == STATUS_OK && p.all)
        status = p.kind == PLAN_WALK && g->wanted == UINT64_MAX
                     ? plan_list_stored(&p, s->opt->lines, err)
                     : plan_list_all(&p, s->opt->lines, err);
    if (status == STATUS_OK && p.kind == PLAN_OCCURRENCES)
        status = hits_of_occurrences(g, &p, err);
    else if (status == STATUS_OK && p.kind == PLAN_GAMES)
        status = hits_of_games(g, &p, err);
    else if (status == STATUS_OK && p.count)
        status = walk_hits(s, g, &p, err);
    mem_free(g->games);
    g->games = NULL;
    plan_release(&p);
    return status;
}

static uint64_t first_hits(const struct search_options *opt)
{
    return opt->limit > UINT64_MAX - opt->offset ? UINT64_MAX : opt->limit + opt->offset;
}

/* How many are kept while segments are asked. */
uint64_t search_wanted_hits(const struct search_options *opt)
{
    return opt->count ? 0 : first_hits(opt);
}

static void hit_collector_init(struct hit_collector *g, const struct query *q,
                               const struct search_options *opt, struct hits *out,
                               struct top_hits *top)
{
    bool ranked = query_ranked(q) != 0;
    top_hits_init(top, out, ranked, search_wanted_hits(opt));
    *g = (struct hit_collector){.q = q, .opt = opt, .totals = out, .top = top};
    g->wanted = opt->no_totals && !ranked && !opt->count ? first_hits(opt) : UINT64_MAX;
}

void hits_skip(struct hits *h, uint64_t offset)
{
    size_t skip = offset < h->count ? (size_t)offset : h->count;
    if (skip)
        memmove(h->at, h->at + skip, (h->count - skip) * sizeof *h->at);
    h->count -= skip;
}

enum status search_check_game(const struct query *q, struct db *const *dbs, uint32_t count,
                              struct err *err)
{
    static const struct msg other = {"%1 holds %2, which the query is not about",
                                     "%1 は %2 のデータベースで、検索式の種目と違います"};
    for (uint32_t i = 0; i < count; i++)
        if (dbs[i]->game != q->game)
            return err_set(err, STATUS_UNSUPPORTED, &other, span_of(dbs[i]->path),
                           span_of(dbs[i]->game->name));
    return STATUS_OK;
}

/* All segments of this part. */
static enum status gather_mine(struct query_search *state, struct hit_collector *g,
                               struct db *const *dbs, uint32_t count, struct err *err)
{
    enum status status = STATUS_OK;
    for (uint32_t d = 0; d < count; d++)
        for (uint32_t i = 0; i < dbs[d]->segment_count && status == STATUS_OK; i++) {
            g->db = d;
            g->segment = i;
            if (g->totals->spans < g->wanted && !(g->opt->own && dbs[d]->segments[i].elsewhere))
                status = gather(state, g, &dbs[d]->segments[i], err);
        }
    return status == STATUS_OK ? db_status_all(dbs, count, err) : status;
}

static enum status gather_part(const struct query *q, struct db *const *dbs, uint32_t count,
                               const struct search_options *opt, struct hits *out, struct err *err)
{
    struct query_search state;
    struct hit_collector g;
    struct top_hits top;
    hit_collector_init(&g, q, opt, out, &top);
    enum status status = search_begin(&state, q, opt, err);
    if (status == STATUS_OK)
        status = gather_mine(&state, &g, dbs, count, err);
    top_hits_finish(&top);
    search_end(&state);
    return status;
}

enum status search_part(const struct query *q, struct db *const *dbs, uint32_t count,
                        const struct search_options *opt, struct hits *out, struct err *err)
{
    *out = (struct hits){0};
    enum status status = search_check_game(q, dbs, count, err);
    if (status == STATUS_OK)
        status = gather_part(q, dbs, count, opt, out, err);
    if (status != STATUS_OK)
        hits_release(out);
    return status;
}

enum status search_run(const struct query *q, struct db *const *dbs, uint32_t count,
                       const struct search_options *opt, struct hits *out, struct err *err)
{
    enum status status = search_part(q, dbs, count, opt, out, err);
    hits_skip(out, opt->offset);
    return status;
}

/* --- What differs ----------------------------------------------------------------------------- */

void differences_release(struct differences *d)
{
    mem_free(d->missing);
    mem_free(d->extra);
    *d = (struct differences){0};
}

/* Facts that hold at a ply of a line, as a byte for each fact. */
static enum status facts_at(const struct query *q, const struct db_segment *s, uint32_t line,
                            uint32_t ply, uint8_t *holds, struct err *err)
{
    struct replay *r = NULL;
    const struct lines *l = &s->lines;
    enum status status = replay_open(&r, q->game, err);
    if (status == STATUS_OK)
        status = replay_start_text(r, lines_start_text(l, line_start(l, line)), err);
    for (uint32_t p = 0; status == STATUS_OK; p++) {
        for (uint32_t i = 0; i < r->changes.n_ends; i++)
            holds[r->changes.ends[i]] = 0;
        for (uint32_t i = 0; i < r->changes.n_begins; i++)
            holds[r->changes.begins[i]] = 1;
        if (p == ply || p == line_plies(l, line) || !replay_step(r, line_move(l, line, p)))
            break;
    }
    replay_close(r);
    return status;
}

enum status search_differences(const struct query *q, const struct db_segment *s,
                               const struct hit *hit, struct differences *out, struct err *err)
{
    const struct query_node *n = &q->nodes[query_ranked(q)];
    uint32_t facts = q->game->fact_count;
    uint8_t *holds = mem_calloc(facts, 1);
    *out = (struct differences){0};
    out->missing = mem_alloc((n->term_count + 1) * sizeof *out->missing);
    out->extra = mem_alloc(((size_t)q->game->max_facts + 1) * sizeof *out->extra);
    if (!holds || !out->missing || !out->extra) {
        mem_free(holds);
        differences_release(out);
        return err_nomem(err);
    }
    enum status status = facts_at(q, s, hit->stored_line, hit->first, holds, err);
    for (uint32_t i = 0; status == STATUS_OK && i < n->term_count; i++) {
        if (n->terms[i].fact >= facts)
            continue;
        if (!holds[n->terms[i].fact])
            out->missing[out->missing_count++] = n->terms[i].fact;
        holds[n->terms[i].fact] = 0;
    }
    for (uint32_t f = 0; status == STATUS_OK && f < facts; f++)
        if (holds[f] && out->extra_count < q->game->max_facts)
            out->extra[out->extra_count++] = f;
    mem_free(holds);
    if (status != STATUS_OK)
        differences_release(out);
    return status;
}

/* --- The plan, for people --------------------------------------------------------------------- */

enum status search_explain(const struct query *q, const struct db_segment *s,
                           const struct search_options *opt, enum lang lang, struct buf *out,
                           struct err *err)
{
    static const struct msg head = {"segment %1: %2 games", "セグメント %1: %2 局"};
    struct replay *replay = NULL;
    struct plan p;
    struct buf games;
    struct planner with = {
        .q = q, .segment = s, .opt = opt, .replay = &replay, .notes = out, .lang = lang};
    with.hits = true;
    buf_init(&games, 32);
    buf_add_u64(&games, s->lines.games - s->removed_count);
    msg_format(&head, lang, span_of(s->listed.name), buf_span(&games), out);
    buf_add_char(out, '\n');
    buf_release(&games);
    enum status status = plan_make(&p, &with, err);
    if (status == STATUS_OK)
        plan_release(&p);
    replay_close(replay);
    return status;
}
