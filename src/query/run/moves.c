/* moves.c: what was played next; see search.h.
 *
 * Of one whole position the figures are stored, if it occurs often: they are read, segment by
 * segment, and added.  Everything else is counted from the plies that match. */
#include <stdlib.h>

#include "base/alloc.h"
#include "query/language/patterns.h"
#include "query/language/tree.h"
#include "query/run/run_internal.h"

/* Tallies find a row without a hash, but have half a megabyte, which is touched all over where every
 * ply counts: worth it from here on. */
enum { TALLY_FROM_LINES = 1024 };

/* Moves by seat that have to do with moves elsewhere (struct tenuki_move). */
struct tenuki_list {
    struct next_moves moves; /* not finished, so that rows stay where they are */
    uint64_t *plies;         /* owned; by row */
    size_t cap;
};

struct moves_counter {
    const struct query *q;
    const struct search_options *opt;
    struct game_sides *sides;
    struct moves_table *out;
    enum moves_at at;              /* not MOVES_AT_USUAL */
    struct drawn_shape drawn;      /* moves as the drawn diagram shows them */
    struct turned_position turned; /* as the position shows them that was asked for */
    struct moves_shape shape;      /* as the shape shows them that was asked for */
    /* the segment at hand */
    struct next_moves by_seat[GAME_MAX_SEATS];
    struct tenuki_list elsewhere[GAME_MAX_SEATS], later[GAME_MAX_SEATS];
    uint32_t games, moved;          /* see struct moves_table */
    uint32_t last_line, last_moved; /* counted last */
    struct move_tallies *tallies;   /* NULL until they are needed */
    bool by_line;                   /* without them */
    bool failed;                    /* no memory */
};

enum status moves_counter_open(struct moves_counter **out, const struct query *q,
                               const struct search_options *opt, struct game_sides *sides,
                               struct moves_table *table, struct err *err)
{
    struct moves_counter *c = *out = mem_calloc(1, sizeof *c);
    if (!c)
        return err_nomem(err);
    *c = (struct moves_counter){.q = q, .opt = opt, .sides = sides, .out = table};
    c->at = moves_at_of(q, opt);
    for (int seat = 0; seat < GAME_MAX_SEATS; seat++)
        c->by_seat[seat].years = opt->by_years;
    enum status status = shape_open(&c->shape, q, c->at, err);
    if (status == STATUS_OK)
        status = drawn_open(&c->drawn, q, err);
    table->shape = c->shape.count || (c->drawn.drawn && c->at != MOVES_AT_EVERY);
    return status == STATUS_OK ? turned_open(&c->turned, q, err) : status;
}

static void release_list(struct tenuki_list *list)
{
    next_moves_release(&list->moves);
    mem_free(list->plies);
}

static void release_seat(struct moves_counter *c, int seat)
{
    next_moves_release(&c->by_seat[seat]);
    release_list(&c->elsewhere[seat]);
    release_list(&c->later[seat]);
}

void moves_counter_close(struct moves_counter *c)
{
    if (!c)
        return;
    for (int seat = 0; seat < GAME_MAX_SEATS; seat++)
        release_seat(c, seat);
    shape_close(&c->shape);
    tallies_close(c->tallies);
    mem_free(c);
}

/* --- Plies ------------------------------------------------------------------------------------ */

enum moves_at moves_at_of(const struct query *q, const struct search_options *opt)
{
    if (opt->at != MOVES_AT_USUAL)
        return opt->at;
    return query_is_whole(q) ? MOVES_AT_EVERY : MOVES_AT_FIRST;
}

uint32_t moves_first_ply(const struct evaluation *v, enum moves_at at)
{
    return at == MOVES_AT_LAST ? plies_last(v->matches, v->count)
                               : plies_next(v->matches, v->count, 0);
}

uint32_t moves_next_ply(const struct evaluation *v, enum moves_at at, uint32_t ply)
{
    return at == MOVES_AT_EVERY ? plies_next(v->matches, v->count, ply + 1) : v->count;
}

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

/* Hands over what a segment has of a list. */
static enum status take_list(struct moves_counter *c, const struct tenuki_list *list, int seat,
                             bool later, struct err *err)
{
    enum status status = list->moves.failed ? err_nomem(err) : STATUS_OK;
    for (size_t i = 0; i < list->moves.count && status == STATUS_OK; i++) {
        const struct tenuki_move more = {.move = list->moves.moves[i].move,
                                         .games = list->moves.moves[i].games,
                                         .plies = later ? list->plies[i] : 0,
                                         .seat = seat,
                                         .later = later};
        status = moves_add_tenuki(c->out, &more, err);
    }
    return status;
}

static enum status take_by_seat(struct moves_counter *c, struct err *err)
{
    enum status status = STATUS_OK;
    for (int seat = 0; seat < c->q->game->seats && status == STATUS_OK; seat++) {
        struct next_moves *n = &c->by_seat[seat];
        status = next_moves_finish(n, err);
        if (status == STATUS_OK)
            status = moves_add_rows(c->out, n->moves, n->count, seat, err);
        if (status == STATUS_OK)
            status = take_list(c, &c->elsewhere[seat], seat, false, err);
        if (status == STATUS_OK)
            status = take_list(c, &c->later[seat], seat, true, err);
    }
    c->out->games += c->games;
    c->out->moved += c->moved;
    return status == STATUS_OK && c->failed ? err_nomem(err) : status;
}

static enum status begin_by_seat(struct moves_counter *c, const struct db_segment *s,
                                 struct err *err)
{
    c->games = c->moved = 0;
    c->last_line = c->last_moved = UINT32_MAX;
    for (int seat = 0; seat < c->q->game->seats; seat++) {
        next_moves_begin(&c->by_seat[seat], &s->lines, &s->columns);
        next_moves_begin(&c->elsewhere[seat].moves, &s->lines, &s->columns);
        next_moves_begin(&c->later[seat].moves, &s->lines, &s->columns);
    }
    return game_sides_wanted(c->sides) ? game_sides_begin(c->sides, s, err) : STATUS_OK;
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

/* --- By walking ------------------------------------------------------------------------------- */

enum status made_moves_add(struct made_moves *m, const struct made_move *made, struct err *err)
{
    struct made_move *grown =
        mem_grow(m->at, m->count, &m->cap, SIZE_MAX / sizeof *grown, sizeof *grown);
    if (!grown)
        return err_nomem(err);
    m->at = grown;
    m->at[m->count++] = *made;
    return STATUS_OK;
}

void made_moves_release(struct made_moves *m)
{
    mem_free(m->at);
    *m = (struct made_moves){0};
}

bool made_shows_better(const struct made_move *a, const struct made_move *b)
{
    bool in_a = a->move && a->move != MOVE_ELSEWHERE, in_b = b->move && b->move != MOVE_ELSEWHERE;
    if (in_a != in_b)
        return in_a;
    return a->move != b->move ? a->move > b->move : a->place > b->place;
}

void made_note_later(struct made_move *made, game_move move, uint32_t plies)
{
    bool sooner = !made->later || plies < made->later_plies;
    if (sooner || (plies == made->later_plies && move > made->later)) {
        made->later = move;
        made->later_plies = plies;
    }
}

/* The sum of plies has to be kept beside the row that was added to. */
static void count_later(struct moves_counter *c, const struct made_move *made)
{
    struct tenuki_list *list = &c->later[made->seat];
    size_t before = list->moves.count;
    next_moves_add_named(&list->moves, made->line, made->later, made->swapped);
    if (list->moves.failed)
        return;
    if (list->moves.count > list->cap) {
        uint64_t *grown = mem_realloc_array(list->plies, list->moves.cap, sizeof *grown);
        if (!grown) {
            c->failed = true;
            list->moves.failed = true;
            return;
        }
        list->plies = grown;
        list->cap = list->moves.cap;
    }
    if (list->moves.count > before)
        list->plies[before] = 0;
    list->plies[list->moves.row] += made->later_plies;
}

static void count_ends(const struct moves_counter *c, const struct made_move *made,
                       struct next_move *row)
{
    enum side_end ends[ENDS_OF];
    if (!game_sides_wanted(c->sides))
        return;
    game_ends(c->sides, made->line, made->plays, ends);
    for (int of = 0; of < ENDS_OF; of++)
        if (ends[of] < SIDE_ENDS)
            row->ends[of][ends[of]]++;
}

static void count_made(struct moves_counter *c, const struct made_move *made)
{
    struct next_moves *n = &c->by_seat[made->seat];
    count_line(c, made->line, made->move != 0);
    if (made->move && next_moves_add_named(n, made->line, made->move, made->swapped))
        count_ends(c, made, &n->moves[n->row]);
    if (c->opt->by_years)
        return; /* these are not known by period */
    if (made->place)
        next_moves_add_named(&c->elsewhere[made->seat].moves, made->line, made->place,
                             made->swapped);
    if (made->later)
        count_later(c, made);
}

enum status moves_begin_segment(struct moves_counter *c, const struct db_segment *s, size_t lines,
                                struct err *err)
{
    bool few = c->at == MOVES_AT_EVERY && lines < TALLY_FROM_LINES;
    c->by_line = c->opt->by_years || few || c->shape.count || !query_has_result_moves(c->q);
    if (c->by_line)
        return begin_by_seat(c, s, err);
    enum status status = c->tallies ? STATUS_OK : tallies_open(&c->tallies, c->sides, err);
    return status == STATUS_OK ? tallies_begin(c->tallies, s, c->at, err) : status;
}

bool moves_by_line(const struct moves_counter *c)
{
    return c->by_line;
}

bool moves_want_seats(const struct moves_counter *c)
{
    return c->by_line && !c->drawn.drawn && !c->shape.count; /* seen moves say whose they are */
}

bool moves_in_tallies(const struct moves_counter *c)
{
    return !c->opt->by_years && !c->shape.count && query_has_result_moves(c->q);
}

bool moves_in_spans(const struct moves_counter *c)
{
    return !c->opt->by_years && shape_is_fixed(&c->shape) && !c->drawn.drawn;
}

enum status moves_of_spans(const struct moves_counter *c, struct made_moves *m,
                           const struct db_segment *s, const struct result_part *p, size_t from,
                           size_t to, struct err *err)
{
    enum status status = STATUS_OK;
    uint8_t plays = 0;
    for (size_t i = from; i < to && status == STATUS_OK; i++) {
        const struct result_span *at = &p->at[i];
        bool first = i == from || at[-1].line != at->line;
        bool last = i + 1 == to || at[1].line != at->line;
        size_t before = m->count;
        plays = first ? at->plays : plays;
        if (c->at == MOVES_AT_FIRST ? first : last)
            status = made_at_shape(m, &c->shape, &s->lines, at->line, span_ply(p, at, c->at), err);
        if (m->count > before)
            m->at[before].plays = plays;
    }
    return status;
}

static enum status find_made(const struct moves_counter *c, struct made_moves *m,
                             const struct plan *p, uint32_t line, const struct evaluation *v,
                             struct err *err)
{
    const struct lines *l = &p->segment->lines;
    enum status status = STATUS_OK;
    if (c->drawn.drawn)
        return made_by_patterns(m, &c->drawn, p, line, v, c->at, err);
    if (c->shape.count)
        return made_of_shape(m, &c->shape, p, line, v, c->at, err);
    if (c->turned.count)
        return made_turned(m, &c->turned, p, line, v, c->at, err);
    for (uint32_t ply = moves_first_ply(v, c->at); ply < v->count && status == STATUS_OK;
         ply = moves_next_ply(v, c->at, ply)) {
        struct made_move made = {.line = line, .seat = v->seats[ply]};
        if (ply < line_plies(l, line))
            made.move = next_moves_group(l->game, line_move(l, line, ply));
        status = made_moves_add(m, &made, err);
    }
    return status;
}

enum status moves_of_line(const struct moves_counter *c, struct made_moves *m, const struct plan *p,
                          uint32_t line, const struct evaluation *v, struct err *err)
{
    struct plies_span hit;
    size_t i = m->count;
    enum status status = find_made(c, m, p, line, v, err);
    if (status != STATUS_OK || i == m->count || !evaluation_next(v, 0, &hit))
        return status;
    for (uint8_t plays = game_plays(c->sides, evaluation_plays(v, &hit)); i < m->count; i++)
        m->at[i].plays = plays;
    return STATUS_OK;
}

void moves_take(struct moves_counter *c, const struct made_moves *m)
{
    for (size_t i = 0; i < m->count; i++)
        count_made(c, &m->at[i]);
}

enum status moves_take_spans(struct moves_counter *c, const struct result_part *p, struct err *err)
{
    return tallies_add(c->tallies, p, 0, p->count, err);
}

enum status moves_end_segment(struct moves_counter *c, struct err *err)
{
    return c->by_line ? take_by_seat(c, err) : tallies_end(c->tallies, c->out, err);
}

/* --- One whole position ----------------------------------------------------------------------- */

uint32_t moves_exact_node(const struct query *q, const struct search_options *opt)
{
    uint32_t exact = 0;
    return !opt->scan && plan_kind_of(q, &exact) == PLAN_OCCURRENCES ? exact : 0;
}

/* In how many games a move followed: as many as the rows add up to, but for the games that had the
 * position more than once, which may be in several rows and are counted anew. */
static enum status count_moved(struct moves_counter *c, const struct db_segment *s,
                               struct replay *r, const struct query_node *n,
                               const struct position_summary *summary, struct err *err)
{
    struct occurrences found = {0};
    struct next_moves *repeated = &c->by_seat[n->seat];
    enum status status = begin_by_seat(c, s, err);
    if (status == STATUS_OK && summary->occurrences > summary->games)
        status = position_find_repeated(&s->positions, n->keys[n->seat], r, &found, err);
    for (size_t i = 0; i < found.count; i++)
        if (found.at[i].line < s->lines.games) {
            next_moves_add(repeated, found.at[i].line, found.at[i].ply);
            count_line(c, found.at[i].line,
                       found.at[i].ply < line_plies(&s->lines, found.at[i].line));
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

/* Moves that mean the same get the same name; rows of one name become one in the end. */
static void fold_summary(const struct moves_counter *c, const struct query_node *n,
                         struct position_summary *summary)
{
    for (size_t i = 0; c->turned.count && i < summary->count; i++) {
        struct made_move made = {.move = summary->moves[i].move, .seat = (uint8_t)n->seat};
        turned_move(&c->turned, n->keys[n->seat], &made);
        summary->moves[i].move = made.move;
    }
}

/* Without a condition on the game nobody is named, and who plays is the same in all games. */
static void find_summary_ends(struct position_summary *summary, uint8_t plays)
{
    for (size_t i = 0; i < summary->count; i++) {
        struct next_move *m = &summary->moves[i];
        const uint32_t games[RESULT_KINDS] = {[RESULT_FIRST] = m->wins[0],
                                              [RESULT_SECOND] = m->wins[1],
                                              [RESULT_DRAWN] = m->draws,
                                              [RESULT_UNKNOWN] = m->unknown};
        for (int result = 0; result < RESULT_KINDS && plays; result++)
            m->ends[ENDS_OWN][side_end_of(plays, (enum game_result)result)] += games[result];
    }
}

/* The stored figures of the one seat that is asked about; *done says whether there are any, and no
 * source told results or dates later. */
static enum status take_summary(struct moves_counter *c, const struct plan *p,
                                const struct query_node *n, struct replay *r, bool *done,
                                struct err *err)
{
    const struct db_segment *s = p->segment;
    struct position_summary summary = {0};
    if (s->columns.own[COLUMN_RESULT] || s->columns.own[COLUMN_DATE])
        return STATUS_OK;
    enum status status = position_summary(&s->positions, n->keys[n->seat], &summary, done, err);
    bool once = summary.occurrences == summary.games;
    *done = *done && (once || (c->at == MOVES_AT_EVERY && !c->turned.count));
    fold_summary(c, n, &summary);
    find_summary_ends(&summary, game_plays_unwalked(c->sides, p, 0, NULL));
    if (status == STATUS_OK && *done)
        status = count_moved(c, s, r, n, &summary, err);
    if (status == STATUS_OK && *done) {
        c->out->games += summary.games;
        c->out->moved += c->moved;
        status = moves_add_rows(c->out, summary.moves, summary.count, n->seat, err);
    }
    position_summary_release(&summary);
    return status;
}

/* What was done at an occurrence, with that seat to move. */
static struct made_move made_at(const struct moves_counter *c, const struct lines *l,
                                const struct occurrence *at, struct position_key key, int seat)
{
    struct made_move made = {.line = at->line, .ply = at->ply, .seat = (uint8_t)seat};
    if (at->ply >= line_plies(l, at->line))
        return made;
    made.move = line_move(l, at->line, at->ply);
    if (c->turned.count)
        turned_move(&c->turned, key, &made);
    else
        made.move = next_moves_group(l->game, made.move);
    return made;
}

static int by_line_and_ply(const void *x, const void *y)
{
    const struct made_move *a = x, *b = y;
    if (a->line != b->line)
        return a->line < b->line ? -1 : 1;
    return a->ply < b->ply ? -1 : a->ply > b->ply;
}

/* Counts moves of whole lines, in order, of each line those that count. */
static void take_counted(struct moves_counter *c, const struct made_moves *m)
{
    for (size_t i = 0; i < m->count; i++) {
        bool first = i == 0 || m->at[i - 1].line != m->at[i].line;
        bool last = i + 1 == m->count || m->at[i + 1].line != m->at[i].line;
        if (c->at == MOVES_AT_EVERY || (c->at == MOVES_AT_FIRST ? first : last))
            count_made(c, &m->at[i]);
    }
}

/* From the occurrences; those with any seat to move are put in the order of lines and plies. */
static enum status take_occurrences(struct moves_counter *c, const struct plan *p,
                                    const struct query_node *n, struct replay *r, struct err *err)
{
    const struct db_segment *s = p->segment;
    struct occurrences found = {0};
    struct made_moves all = {0};
    enum status status = begin_by_seat(c, s, err);
    for (int seat = 0; seat < c->q->game->seats && status == STATUS_OK; seat++) {
        if (n->seat >= 0 && n->seat != seat)
            continue;
        found.count = 0;
        status = position_find(&s->positions, n->keys[seat], r, &found, err);
        for (size_t i = 0; i < found.count && status == STATUS_OK; i++) {
            if (found.at[i].line >= s->lines.games || !plan_has_game(p, found.at[i].line))
                continue;
            struct made_move made = made_at(c, &s->lines, &found.at[i], n->keys[seat], seat);
            made.plays = game_plays_unwalked(c->sides, p, made.line, NULL);
            if (n->seat >= 0 && c->at == MOVES_AT_EVERY)
                count_made(c, &made);
            else
                status = made_moves_add(&all, &made, err);
        }
    }
    if (all.count && n->seat < 0)
        qsort(all.at, all.count, sizeof *all.at, by_line_and_ply);
    take_counted(c, &all);
    made_moves_release(&all);
    occurrences_release(&found);
    return status == STATUS_OK ? take_by_seat(c, err) : status;
}

enum status moves_of_position(struct moves_counter *c, const struct plan *p, struct replay **replay,
                              struct err *err)
{
    const struct query_node *n = &c->q->nodes[moves_exact_node(c->q, c->opt)];
    bool done = false;
    enum status status = *replay ? STATUS_OK : replay_open(replay, c->q->game, err);
    if (status == STATUS_OK && !p->games && (!c->turned.count || c->turned.as_written) &&
        n->seat >= 0 && !c->opt->by_years)
        status = take_summary(c, p, n, *replay, &done, err);
    return status == STATUS_OK && !done ? take_occurrences(c, p, n, *replay, err) : status;
}

/* --- Transpositions --------------------------------------------------------------------------- */

/* The positions after a row's move, and after those that are one row with it. */
struct row_after {
    struct position_key keys[TURNED_MOST];
    unsigned count; /* 0: they can't be told, or need not be counted */
};

static void find_after(struct row_after *a, const struct moves_row *row,
                       const struct turned_position *turned, struct replay *r)
{
    game_move alike[TURNED_MOST];
    unsigned count = turned_moves_alike(turned, row->next.move, alike);
    for (unsigned k = 0; k < count; k++) {
        replay_start(r, r->parsed);
        if (r->seat == row->seat && replay_step(r, alike[k]))
            a->keys[a->count++] = r->key;
    }
}

/* Adds the games, among those left, in which a position occurs. */
static enum status count_games_at(const struct db_segment *s, const struct plan *p,
                                  struct position_key key, struct replay *r,
                                  struct occurrences *room, uint64_t *games, struct err *err)
{
    struct position_summary summary = {0};
    bool found = false;
    uint32_t last = UINT32_MAX;
    enum status status = STATUS_OK;
    if (!p->games)
        status = position_summary(&s->positions, key, &summary, &found, err);
    *games += summary.games;
    position_summary_release(&summary);
    room->count = 0;
    if (status == STATUS_OK && !found)
        status = position_find(&s->positions, key, r, room, err);
    for (size_t i = 0; i < room->count && !found; i++) {
        uint32_t line = room->at[i].line;
        *games += line < s->lines.games && line != last && plan_has_game(p, line);
        last = line;
    }
    return status;
}

/* What counting the games after each row takes. */
struct after_counter {
    const struct query *q;
    struct db *const *dbs;
    uint32_t count;
    const struct search_options *opt;
    struct turned_position turned;
    struct row_after *after; /* owned; by row */
    struct replay *replay;
};

static enum status after_open(struct after_counter *a, const struct moves_table *rows,
                              struct err *err)
{
    const struct query_node *n = &a->q->nodes[moves_exact_node(a->q, a->opt)];
    a->after = mem_calloc(rows->count + 1, sizeof *a->after);
    enum status status = a->after ? turned_open(&a->turned, a->q, err) : err_nomem(err);
    if (status == STATUS_OK && !a->replay)
        status = replay_open(&a->replay, a->q->game, err);
    if (status == STATUS_OK)
        status = replay_start_text(a->replay, n->position, err);
    for (size_t i = 0; i < rows->count && status == STATUS_OK; i++)
        find_after(&a->after[i], &rows->rows[i], &a->turned, a->replay);
    return status;
}

static void after_close(struct after_counter *a)
{
    mem_free(a->after);
    replay_close(a->replay);
}

/* A segment that has the move has a way to the position after it.  If there are no more ways than
 * that, none is another one: the usual case, seen without counting. */
static enum status find_ways(const struct after_counter *a, size_t rows, uint64_t *ways,
                             struct err *err)
{
    enum status status = STATUS_OK;
    for (uint32_t d = 0; d < a->count; d++)
        for (uint32_t s = 0; s < a->dbs[d]->segment_count; s++) {
            const struct db_segment *segment = &a->dbs[d]->segments[s];
            if (a->opt->own && segment->elsewhere)
                continue;
            for (size_t i = 0; i < rows; i++)
                for (unsigned k = 0; k < a->after[i].count && status == STATUS_OK; k++) {
                    uint32_t here = 0;
                    status = position_ways(&segment->positions, a->after[i].keys[k], &here, err);
                    ways[i] += here;
                }
        }
    return status;
}

/* In the segments of this part, the games that have each position; f: in which games it was
 * looked for before, NULL: to be found out. */
static enum status count_after(const struct after_counter *a, size_t rows,
                               const struct query_result *f, uint64_t *games, struct err *err)
{
    struct occurrences room = {0};
    enum status status = STATUS_OK;
    size_t number = 0;
    for (uint32_t d = 0; d < a->count; d++)
        for (uint32_t s = 0; s < a->dbs[d]->segment_count && status == STATUS_OK; s++, number++) {
            const struct db_segment *segment = &a->dbs[d]->segments[s];
            struct replay *replay = a->replay;
            const struct planner with = {
                .q = a->q, .segment = segment, .opt = a->opt, .replay = &replay};
            struct plan p = {0};
            if (a->opt->own && segment->elsewhere)
                continue;
            if (f)
                p.games = f->parts[number].games;
            else
                status = plan_games(&p, &with, err);
            for (size_t i = 0; i < rows; i++)
                for (unsigned k = 0; k < a->after[i].count && status == STATUS_OK; k++)
                    status = count_games_at(segment, &p, a->after[i].keys[k], a->replay, &room,
                                            &games[i], err);
            if (!f)
                plan_release(&p);
        }
    occurrences_release(&room);
    return status == STATUS_OK ? db_status_all(a->dbs, a->count, err) : status;
}

static enum status find_transposed(struct after_counter *a, const struct query_result *f,
                                   struct moves_table *table, struct err *err)
{
    uint64_t *sums = mem_calloc(table->count, sizeof *sums);
    enum status status = sums ? after_open(a, table, err) : err_nomem(err);
    if (status == STATUS_OK && sums) {
        status = find_ways(a, table->count, sums, err);
        for (size_t i = 0; i < table->count; i++) {
            if (sums[i] <= table->rows[i].segments)
                a->after[i].count = 0;
            sums[i] = 0;
        }
        if (status == STATUS_OK)
            status = count_after(a, table->count, f, sums, err);
        moves_set_after(table, sums);
    }
    mem_free(sums);
    return status;
}

/* ------------------------------------------------------------------------------------------------
 */

enum status moves_run(const struct query *q, struct db *const *dbs, uint32_t count,
                      const struct search_options *opt, struct moves_table *out, struct err *err)
{
    struct query_result f;
    struct after_counter after = {.q = q, .dbs = dbs, .count = count, .opt = opt};
    enum status status = query_run(&f, q, dbs, count, opt, KEEP_MOVES, err);
    *out = f.moves;
    out->looked_at = f.looked_at;
    after.replay = f.replay;
    f.moves = (struct moves_table){0};
    f.replay = NULL;
    if (status == STATUS_OK)
        moves_finish(out);
    if (status == STATUS_OK && out->looked_at >= 1 && moves_wants_after(q, opt, out))
        status = find_transposed(&after, &f, out, err);
    after_close(&after);
    query_result_release(&f);
    if (status != STATUS_OK)
        moves_release(out);
    return status;
}

/* --- In parts --------------------------------------------------------------------------------- */

enum status moves_part(const struct query *q, struct db *const *dbs, uint32_t count,
                       const struct search_options *opt, struct moves_table *out, struct err *err)
{
    struct query_result f;
    enum status status = query_run(&f, q, dbs, count, opt, KEEP_MOVES, err);
    *out = f.moves;
    f.moves = (struct moves_table){0};
    query_result_release(&f);
    if (status != STATUS_OK)
        moves_release(out);
    return status;
}

bool moves_wants_after(const struct query *q, const struct search_options *opt,
                       const struct moves_table *table)
{
    return table->count && !opt->by_years && moves_exact_node(q, opt);
}

enum status moves_after(const struct query *q, struct db *const *dbs, uint32_t count,
                        const struct search_options *opt, struct moves_table *rows, uint64_t *games,
                        struct err *err)
{
    static const struct msg NOT_ONE = {"the query is not about one position",
                                       "検索式が一つの局面を表していません"};
    struct after_counter after = {.q = q, .dbs = dbs, .count = count, .opt = opt};
    if (!moves_exact_node(q, opt))
        return err_plain(err, STATUS_SYNTAX, &NOT_ONE);
    memset(games, 0, rows->count * sizeof *games);
    enum status status = after_open(&after, rows, err);
    if (status == STATUS_OK)
        status = count_after(&after, rows->count, NULL, games, err);
    after_close(&after);
    return status;
}

void moves_set_after(struct moves_table *table, const uint64_t *games)
{
    for (size_t i = 0; i < table->count; i++) {
        uint32_t here = table->rows[i].next.games;
        table->rows[i].transposed = games[i] > here ? (uint32_t)(games[i] - here) : 0;
    }
}
