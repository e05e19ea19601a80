/* moves.c: what was played next; see search.h.
 *
 * Of one whole position the figures are stored, if it occurs often: they are read, segment by
 * segment, and added.  Everything else is counted from the plies that match. */
#include <stdlib.h>

#include "base/alloc.h"
#include "query/language/patterns.h"
#include "query/language/tree.h"
#include "query/run/moves_internal.h"
#include "query/search_internal.h"

/* What is asked, and what was found so far. */
struct moves_counter {
    struct query_search *state;
    const struct query *q;
    const struct search_options *opt;
    struct moves_table *out;
    struct next_moves by_seat[GAME_MAX_SEATS]; /* of the segment at hand */
    struct plan *plans;    /* of one whole position: the games left, for each segment in turn */
    uint32_t games, moved; /* of the segment at hand: see struct moves_table */
    uint32_t last_line, last_moved; /* counted last */
    bool drawn;                     /* moves as the drawn diagram shows them */
    struct turned_position turned;  /* as the position shows them that was asked for */
    bool failed;                    /* no memory */
    size_t plan_count;
    uint64_t *after; /* for moves_after(): games with the position after each row */
};

/* --- Segments --------------------------------------------------------------------------------- */

/* The figures of a game's period; NULL, remembered, if there is no memory. */
static struct moves_period *period_of(struct moves_counter *c, uint32_t line)
{
    struct moves_table *t = c->out;
    uint32_t number = next_moves_period(&c->by_seat[0], line);
    struct moves_period *period = moves_find_period(t, number);
    if (period)
        return period;
    struct moves_period *grown = mem_grow(t->periods, t->period_count, &t->period_cap,
                                          SIZE_MAX / sizeof *grown, sizeof *grown);
    c->failed |= !grown;
    if (!grown)
        return NULL;
    t->periods = grown;
    t->periods[t->period_count] = (struct moves_period){.period = number};
    return &t->periods[t->period_count++];
}

static enum status take_segment(struct moves_counter *c, struct err *err)
{
    enum status status = STATUS_OK;
    for (int seat = 0; seat < c->q->game->seats && status == STATUS_OK; seat++) {
        struct next_moves *n = &c->by_seat[seat];
        status = next_moves_finish(n, err);
        if (status == STATUS_OK)
            status = moves_add_rows(c->out, n->moves, n->count, seat, err);
    }
    c->out->games += c->games;
    c->out->moved += c->moved;
    return status == STATUS_OK && c->failed ? err_nomem(err) : status;
}

static void begin_segment(struct moves_counter *c, const struct db_segment *s)
{
    c->games = c->moved = 0;
    c->last_line = c->last_moved = UINT32_MAX;
    for (int seat = 0; seat < c->q->game->seats; seat++)
        next_moves_begin(&c->by_seat[seat], &s->lines, &s->columns);
}

/* Lines in ascending order; moved: something was played there. */
static void count_line(struct moves_counter *c, uint32_t line, bool moved)
{
    bool new = line != c->last_line, goes_on = moved &&line != c->last_moved;
    c->games += new;
    c->last_line = line;
    c->moved += goes_on;
    c->last_moved = moved ? line : c->last_moved;
    struct moves_period *period = c->opt->by_years && (new || goes_on) ? period_of(c, line) : NULL;
    if (period) {
        period->games += new;
        period->moved += goes_on;
    }
}

static void count_ply(struct moves_counter *c, const struct lines *l, uint32_t line, uint32_t ply)
{
    count_line(c, line, ply < line_plies(l, line));
}

/* --- By walking ------------------------------------------------------------------------------- */

static enum status moves_of_line(void *ctx, void *sum, const struct plan *p,
                                 const struct planned_line *at, const struct evaluation *v,
                                 struct err *err)
{
    const struct moves_counter *c = ctx;
    const struct lines *l = &p->segment->lines;
    enum status status = STATUS_OK;
    if (c->drawn)
        return made_by_patterns(sum, p, at->line, v, err);
    if (c->turned.count)
        return made_turned(sum, &c->turned, p, at->line, v, err);
    for (uint32_t ply = plies_next(v->matches, v->count, 0); ply < v->count && status == STATUS_OK;
         ply = plies_next(v->matches, v->count, ply + 1)) {
        struct made_move made = {.line = at->line, .seat = v->seats[ply]};
        if (ply < line_plies(l, at->line))
            made.move = next_moves_group(l->game, line_move(l, at->line, ply));
        status = made_moves_add(sum, &made, err);
    }
    return status;
}

static enum status merge_moves(void *ctx, void *sum, bool *enough, struct err *err)
{
    (void)enough;
    (void)err;
    struct moves_counter *c = ctx;
    struct made_moves *m = sum;
    for (size_t i = 0; i < m->count; i++) {
        const struct made_move *made = &m->at[i];
        count_line(c, made->line, made->move != 0);
        if (made->move)
            next_moves_add_named(&c->by_seat[made->seat], made->line, made->move, made->swapped);
    }
    m->count = 0;
    return STATUS_OK;
}

static void release_moves(void *ctx, void *sum)
{
    (void)ctx;
    struct made_moves *m = sum;
    mem_free(m->at);
    replay_close(m->replay);
    *m = (struct made_moves){0};
}

static enum status count_by_walk(struct moves_counter *c, const struct db_segment *s,
                                 struct err *err)
{
    const struct walk_ops ops = {.ctx = c,
                                 .sum_bytes = sizeof(struct made_moves),
                                 .line = moves_of_line,
                                 .merge = merge_moves,
                                 .release = release_moves};
    struct plan p;
    enum status status = search_plan(c->state, s, &p, err);
    if (status != STATUS_OK)
        return status;
    begin_segment(c, s);
    if (p.all) /* next_moves wants lines in order */
        status = plan_list_stored(&p, false, err);
    if (status == STATUS_OK && p.count)
        status = walk_lines(&c->state->walkers, &p, c->opt, &ops, err);
    if (status == STATUS_OK)
        status = take_segment(c, err);
    plan_release(&p);
    return status;
}

/* --- One whole position ----------------------------------------------------------------------- */

static bool seat_matches(const struct query_node *n, int seat)
{
    return n->seat < 0 || n->seat == seat;
}

/* The games of a segment that count; NULL: all. */
static enum status games_left(struct moves_counter *c, const struct db_segment *s, struct plan *p,
                              struct err *err)
{
    struct planner with = {
        .q = c->q, .segment = s, .opt = c->opt, .replay = &c->state->replay, .notes = NULL};
    return plan_games(p, &with, err);
}

static int by_line_and_ply(const void *x, const void *y)
{
    const struct occurrence *a = x, *b = y;
    if (a->line != b->line)
        return a->line < b->line ? -1 : 1;
    return a->ply < b->ply ? -1 : a->ply > b->ply;
}

static enum status need_replay(struct moves_counter *c, struct err *err)
{
    return c->state->replay ? STATUS_OK : replay_open(&c->state->replay, c->q->game, err);
}

/* Games, among those left, in which a position occurs. */
static enum status count_games_at(struct moves_counter *c, const struct db_segment *s,
                                  const struct plan *p, struct position_key key,
                                  struct occurrences *room, uint32_t *games, struct err *err)
{
    struct position_summary summary = {0};
    bool found = false;
    enum status status = STATUS_OK;
    if (!p->games)
        status = position_summary(&s->positions, key, &summary, &found, err);
    uint32_t count = summary.games, last = UINT32_MAX;
    position_summary_release(&summary);
    room->count = 0;
    if (status == STATUS_OK && !found)
        status = position_find(&s->positions, key, c->state->replay, room, err);
    for (size_t i = 0; i < room->count && !found; i++) {
        uint32_t line = room->at[i].line;
        if (line < s->lines.games && line != last && plan_has_game(p, line))
            count++;
        last = line;
    }
    *games += count;
    return status;
}

/* In how many games a move followed: as many as the rows add up to, but for the games that had the
 * position more than once, which may be in several rows and are counted anew. */
static enum status count_moved(struct moves_counter *c, const struct db_segment *s,
                               struct replay *r, const struct query_node *n,
                               const struct position_summary *summary, struct err *err)
{
    struct occurrences found = {0};
    struct next_moves *repeated = &c->by_seat[n->seat];
    enum status status = STATUS_OK;
    begin_segment(c, s);
    if (summary->occurrences > summary->games)
        status = position_find_repeated(&s->positions, n->keys[n->seat], r, &found, err);
    for (size_t i = 0; i < found.count; i++)
        if (found.at[i].line < s->lines.games) {
            next_moves_add(repeated, found.at[i].line, found.at[i].ply);
            count_ply(c, &s->lines, found.at[i].line, found.at[i].ply);
        }
    if (status == STATUS_OK)
        status = next_moves_finish(repeated, err);
    for (size_t i = 0; i < summary->count; i++)
        c->moved += summary->moves[i].games;
    for (size_t i = 0; i < repeated->count; i++)
        c->moved -= repeated->moves[i].games;
    occurrences_release(&found);
    return status;
}

/* The stored figures of the one seat that is asked about; *done says whether there are any. */
static enum status take_summary(struct moves_counter *c, const struct db_segment *s,
                                const struct query_node *n, bool *done, struct err *err)
{
    struct position_summary summary = {0};
    *done = false;
    if (n->seat < 0 || c->opt->by_years)
        return STATUS_OK;
    enum status status = position_summary(&s->positions, n->keys[n->seat], &summary, done, err);
    if (status == STATUS_OK && *done)
        status = need_replay(c, err);
    if (status == STATUS_OK && *done)
        status = count_moved(c, s, c->state->replay, n, &summary, err);
    if (status == STATUS_OK && *done) {
        c->out->games += summary.games;
        c->out->moved += c->moved;
        status = moves_add_rows(c->out, summary.moves, summary.count, n->seat, err);
    }
    position_summary_release(&summary);
    return status;
}

/* From the occurrences, those with any seat to move in order of lines. */
static enum status take_occurrences(struct moves_counter *c, const struct db_segment *s,
                                    const struct query_node *n, const struct plan *p,
                                    struct err *err)
{
    struct occurrences found = {0};
    enum status status = STATUS_OK;
    begin_segment(c, s);
    for (int seat = 0; seat < c->q->game->seats && status == STATUS_OK; seat++) {
        size_t before = found.count;
        if (!seat_matches(n, seat))
            continue;
        status = position_find(&s->positions, n->keys[seat], c->state->replay, &found, err);
        for (size_t i = before; i < found.count && status == STATUS_OK; i++)
            if (found.at[i].line < s->lines.games && plan_has_game(p, found.at[i].line))
                next_moves_add(&c->by_seat[seat], found.at[i].line, found.at[i].ply);
    }
    if (n->seat < 0 && found.count)
        qsort(found.at, found.count, sizeof *found.at, by_line_and_ply);
    for (size_t i = 0; i < found.count; i++)
        if (found.at[i].line < s->lines.games && plan_has_game(p, found.at[i].line))
            count_ply(c, &s->lines, found.at[i].line, found.at[i].ply);
    occurrences_release(&found);
    return status == STATUS_OK ? take_segment(c, err) : status;
}

static enum status take_turned(struct moves_counter *c, const struct db_segment *s,
                               const struct query_node *n, const struct plan *p, struct err *err)
{
    struct made_moves made = {0};
    bool enough;
    begin_segment(c, s);
    enum status status = made_turned_at(&made, &c->turned, n, p, s, c->state->replay, err);
    if (status == STATUS_OK)
        status = merge_moves(c, &made, &enough, err);
    release_moves(c, &made);
    return status == STATUS_OK ? take_segment(c, err) : status;
}

static enum status count_position(struct moves_counter *c, const struct db_segment *s,
                                  uint32_t exact, struct plan *p, struct err *err)
{
    const struct query_node *n = &c->q->nodes[exact];
    bool done = false;
    enum status status = games_left(c, s, p, err);
    if (status == STATUS_OK && !p->games && !c->turned.count)
        status = take_summary(c, s, n, &done, err);
    if (status == STATUS_OK && !done)
        status = need_replay(c, err);
    if (status == STATUS_OK && !done)
        status = (c->turned.count ? take_turned : take_occurrences)(c, s, n, p, err);
    return status;
}

/* --- Transpositions --------------------------------------------------------------------------- */

/* The keys of the positions after each row's move; false in `known` where they can't be told. */
static enum status keys_after(struct moves_counter *c, const struct query_node *n,
                              struct position_key *keys, bool *known, struct err *err)
{
    struct replay *r = c->state->replay;
    enum status status = replay_start_text(r, n->position, err);
    for (size_t i = 0; i < c->out->count && status == STATUS_OK; i++) {
        const struct moves_row *row = &c->out->rows[i];
        if (i > 0)
            replay_start(r, r->parsed);
        known[i] = r->seat == row->seat && replay_step(r, row->next.move);
        keys[i] = r->key;
    }
    return status;
}

/* A segment that has the move has a way to the position after it.  If there are no more ways than
 * that, none is another one: the usual case, seen without counting. */
static enum status find_ways(struct moves_counter *c, const struct db_segment *s,
                             const struct position_key *keys, const bool *known, uint64_t *ways,
                             struct err *err)
{
    enum status status = STATUS_OK;
    for (size_t i = 0; i < c->out->count && status == STATUS_OK; i++) {
        uint32_t here = 0;
        if (known[i])
            status = position_ways(&s->positions, keys[i], &here, err);
        ways[i] += here;
    }
    return status;
}

static enum status count_in_segment(struct moves_counter *c, const struct db_segment *s,
                                    const struct plan *p, const struct position_key *keys,
                                    const bool *known, uint64_t *games, struct err *err)
{
    struct occurrences room = {0};
    enum status status = STATUS_OK;
    for (size_t i = 0; i < c->out->count && status == STATUS_OK; i++) {
        uint32_t here = 0;
        if (known[i])
            status = count_games_at(c, s, p, keys[i], &room, &here, err);
        games[i] += here;
    }
    occurrences_release(&room);
    return status;
}

/* sums has a place for each row: first for ways, then for games. */
static enum status count_transposed(struct moves_counter *c, struct db *const *dbs, uint32_t count,
                                    const struct position_key *keys, bool *known, uint64_t *sums,
                                    struct err *err)
{
    enum status status = STATUS_OK;
    size_t number = 0, rows = c->out->count;
    for (uint32_t d = 0; d < count; d++)
        for (uint32_t s = 0; s < dbs[d]->segment_count && status == STATUS_OK; s++)
            if (!(c->opt->own && dbs[d]->segments[s].elsewhere))
                status = find_ways(c, &dbs[d]->segments[s], keys, known, sums, err);
    for (size_t i = 0; i < rows; i++) {
        known[i] = known[i] && sums[i] > c->out->rows[i].segments;
        sums[i] = 0;
    }
    for (uint32_t d = 0; d < count; d++)
        for (uint32_t s = 0; s < dbs[d]->segment_count && status == STATUS_OK; s++, number++)
            if (!(c->opt->own && dbs[d]->segments[s].elsewhere))
                status = count_in_segment(c, &dbs[d]->segments[s], &c->plans[number], keys, known,
                                          sums, err);
    if (status == STATUS_OK)
        status = db_status_all(dbs, count, err);
    moves_set_after(c->out, sums);
    return status;
}

static enum status find_transposed(struct moves_counter *c, struct db *const *dbs, uint32_t count,
                                   uint32_t exact, struct err *err)
{
    if (c->out->count == 0)
        return STATUS_OK;
    struct position_key *keys = mem_calloc(c->out->count, sizeof *keys);
    bool *known = mem_calloc(c->out->count, sizeof *known);
    uint64_t *sums = mem_calloc(c->out->count, sizeof *sums);
    enum status status = keys && known && sums ? need_replay(c, err) : err_nomem(err);
    if (status == STATUS_OK)
        status = keys_after(c, &c->q->nodes[exact], keys, known, err);
    if (status == STATUS_OK)
        status = count_transposed(c, dbs, count, keys, known, sums, err);
    mem_free(keys);
    mem_free(known);
    mem_free(sums);
    return status;
}

/* ------------------------------------------------------------------------------------------------
 */

/* Every segment by walking, or, if exact is not 0, by looking up that position. */
static enum status count_segments(struct moves_counter *c, struct db *const *dbs, uint32_t count,
                                  uint32_t exact, struct err *err)
{
    enum status status = STATUS_OK;
    size_t number = 0;
    for (uint32_t d = 0; d < count; d++)
        for (uint32_t s = 0; s < dbs[d]->segment_count && status == STATUS_OK; s++, number++) {
            const struct db_segment *segment = &dbs[d]->segments[s];
            if (c->opt->own && segment->elsewhere)
                continue;
            status = exact ? count_position(c, segment, exact, &c->plans[number], err)
                           : count_by_walk(c, segment, err);
        }
    return status == STATUS_OK ? db_status_all(dbs, count, err) : status;
}

/* The node of the one position that is asked about; 0 if the question is another. */
static uint32_t exact_node(const struct query *q, const struct search_options *opt)
{
    uint32_t exact = 0;
    return !opt->scan && plan_kind_of(q, &exact) == PLAN_OCCURRENCES ? exact : 0;
}

static enum status make_plans(struct moves_counter *c, struct db *const *dbs, uint32_t count,
                              struct err *err)
{
    for (uint32_t d = 0; d < count; d++)
        c->plan_count += dbs[d]->segment_count;
    c->plans = mem_calloc(c->plan_count + 1, sizeof *c->plans);
    return c->plans ? STATUS_OK : err_nomem(err);
}

static enum status count_all(struct moves_counter *c, struct db *const *dbs, uint32_t count,
                             struct err *err)
{
    uint32_t exact = exact_node(c->q, c->opt);
    enum status status = count_segments(c, dbs, count, exact, err);
    if (status == STATUS_OK)
        moves_finish(c->out);
    if (status == STATUS_OK && exact && !c->opt->by_years && !c->turned.count)
        status = find_transposed(c, dbs, count, exact, err);
    return status;
}

static enum status count_part(struct moves_counter *c, struct db *const *dbs, uint32_t count,
                              struct err *err)
{
    return count_segments(c, dbs, count, exact_node(c->q, c->opt), err);
}

/* In the segments of this part, the games that have each position. */
static enum status count_after(struct moves_counter *c, struct db *const *dbs, uint32_t count,
                               struct err *err)
{
    const struct query_node *n = &c->q->nodes[exact_node(c->q, c->opt)];
    struct position_key *keys = mem_calloc(c->out->count + 1, sizeof *keys);
    bool *known = mem_calloc(c->out->count + 1, sizeof *known);
    enum status status = keys && known ? need_replay(c, err) : err_nomem(err);
    size_t number = 0;
    if (status == STATUS_OK)
        status = keys_after(c, n, keys, known, err);
    for (uint32_t d = 0; d < count; d++)
        for (uint32_t s = 0; s < dbs[d]->segment_count && status == STATUS_OK; s++, number++) {
            const struct db_segment *segment = &dbs[d]->segments[s];
            if (c->opt->own && segment->elsewhere)
                continue;
            status = games_left(c, segment, &c->plans[number], err);
            if (status == STATUS_OK)
                status =
                    count_in_segment(c, segment, &c->plans[number], keys, known, c->after, err);
        }
    if (status == STATUS_OK)
        status = db_status_all(dbs, count, err);
    mem_free(keys);
    mem_free(known);
    return status;
}

typedef enum status counting_step(struct moves_counter *c, struct db *const *dbs, uint32_t count,
                                  struct err *err);

/* Has `step` done, with what it needs around it. */
static enum status with_counting(const struct query *q, struct db *const *dbs, uint32_t count,
                                 const struct search_options *opt, counting_step *step,
                                 struct moves_table *out, uint64_t *after, struct err *err)
{
    struct query_search state;
    struct search_options games_only = *opt;
    games_only.lines = false;
    games_only.no_totals = false;
    enum status status = search_check_game(q, dbs, count, err);
    if (status == STATUS_OK)
        status = query_check_depth(q, err);
    if (status != STATUS_OK)
        return status;
    struct moves_counter *c = mem_calloc(1, sizeof *c);
    if (!c)
        return err_nomem(err);
    *c = (struct moves_counter){
        .state = &state, .q = q, .opt = &games_only, .out = out, .after = after};
    status = search_begin(&state, q, &games_only, err);
    c->drawn = query_drawn(q) != NULL;
    state.walkers.want_seats = !c->drawn; /* seen moves say whose they are */
    if (status == STATUS_OK)
        status = turned_open(&c->turned, q, err);
    for (int seat = 0; seat < GAME_MAX_SEATS; seat++)
        c->by_seat[seat].years = opt->by_years;
    if (status == STATUS_OK)
        status = make_plans(c, dbs, count, err);
    if (status == STATUS_OK)
        status = step(c, dbs, count, err);
    for (int seat = 0; seat < GAME_MAX_SEATS; seat++)
        next_moves_release(&c->by_seat[seat]);
    for (size_t i = 0; c->plans && i < c->plan_count; i++)
        plan_release(&c->plans[i]);
    mem_free(c->plans);
    search_end(&state);
    mem_free(c);
    return status;
}

enum status moves_run(const struct query *q, struct db *const *dbs, uint32_t count,
                      const struct search_options *opt, struct moves_table *out, struct err *err)
{
    *out = (struct moves_table){0};
    enum status status = with_counting(q, dbs, count, opt, count_all, out, NULL, err);
    if (status != STATUS_OK)
        moves_release(out);
    return status;
}

/* --- In parts --------------------------------------------------------------------------------- */

enum status moves_part(const struct query *q, struct db *const *dbs, uint32_t count,
                       const struct search_options *opt, struct moves_table *out, struct err *err)
{
    *out = (struct moves_table){0};
    enum status status = with_counting(q, dbs, count, opt, count_part, out, NULL, err);
    if (status != STATUS_OK)
        moves_release(out);
    return status;
}

bool moves_wants_after(const struct query *q, const struct search_options *opt,
                       const struct moves_table *table)
{
    return table->count && !opt->by_years && !query_is_turned(q) && exact_node(q, opt);
}

enum status moves_after(const struct query *q, struct db *const *dbs, uint32_t count,
                        const struct search_options *opt, struct moves_table *rows, uint64_t *games,
                        struct err *err)
{
    static const struct msg NOT_ONE = {"the query is not about one position",
                                       "検索式が一つの局面を表していません"};
    if (!exact_node(q, opt))
        return err_plain(err, STATUS_SYNTAX, &NOT_ONE);
    memset(games, 0, rows->count * sizeof *games);
    return with_counting(q, dbs, count, opt, count_after, rows, games, err);
}

void moves_set_after(struct moves_table *table, const uint64_t *games)
{
    for (size_t i = 0; i < table->count; i++) {
        uint32_t here = table->rows[i].next.games;
        table->rows[i].transposed = games[i] > here ? (uint32_t)(games[i] - here) : 0;
    }
}
