/* evaluate.c: runs a compiled question on a line of play; see evaluate.h and evaluate_internal.h.
 *
 * Leaves are filled (by walking through the line, matching diagrams, measuring, or at once), then
 * the steps make everything else of them. */
#include "query/run/evaluate.h"

#include "base/alloc.h"
#include "query/language/tree.h"
#include "query/run/evaluate_internal.h"

/* The key of positions costs as much as all the rest: only where it is asked for. */
static enum status open_position(struct evaluator *e, struct err *err)
{
    const struct game *game = e->game;
    enum status status = STATUS_OK;
    e->start_lite = mem_calloc(1, game->lite_bytes);
    if (e->exact_count)
        status = replay_open(&e->replay, game, err);
    if (e->replay) {
        e->lite = e->replay->lite;
        e->parsed = e->replay->parsed;
        e->changes = &e->replay->changes;
    } else {
        e->lite = mem_calloc(1, game->lite_bytes);
        e->parsed = mem_calloc_aligned(64, 1, (game->pos_bytes + 63) / 64 * 64);
        e->changes = mem_alloc(sizeof *e->changes);
    }
    if (status == STATUS_OK && !(e->start_lite && e->lite && e->parsed && e->changes))
        status = err_nomem(err);
    return status;
}

enum status evaluator_open(struct evaluator **out, const struct query *q, struct err *err)
{
    *out = NULL;
    struct evaluator *e = mem_calloc(1, sizeof *e);
    if (!e)
        return err_nomem(err);
    e->q = q;
    e->game = q->game;
    buf_init(&e->start_text, BUF_DEFAULT_MAX);
    buf_init(&e->stored_moves, BUF_DEFAULT_MAX);
    enum status status = evaluator_compile(e, err);
    if (status == STATUS_OK)
        status = evaluator_open_patterns(e, err);
    if (status == STATUS_OK)
        status = evaluator_open_measures(e, err);
    if (status == STATUS_OK)
        status = open_position(e, err);
    if (status == STATUS_OK)
        *out = e;
    else
        evaluator_close(e);
    return status;
}

void evaluator_close(struct evaluator *e)
{
    if (!e)
        return;
    for (uint32_t i = 0; i < e->move_count; i++)
        mem_free(e->moves[i].progress);
    void *const arrays[] = {e->counters,      e->fresh,       e->first_effect, e->effects,
                            e->touched,       e->exacts,      e->moves,        e->plies,
                            e->metas,         e->steps,       e->args,         e->bits,
                            e->sums,          e->seats,       e->start_lite,   e->places_wanted,
                            e->counter_plays, e->alternatives};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        mem_free(arrays[i]);
    if (!e->replay) {
        mem_free(e->lite);
        mem_free(e->parsed);
        mem_free(e->changes);
    }
    replay_close(e->replay);
    taken_list_release(&e->taken);
    evaluator_close_patterns(e);
    evaluator_close_measures(e);
    evaluator_close_sums(e);
    buf_release(&e->start_text);
    mem_free(e);
}

void evaluator_set_games(struct evaluator *e, uint32_t node, const uint64_t *bits)
{
    for (uint32_t i = 0; i < e->meta_count; i++)
        if (e->metas[i].node == node && e->metas[i].plays == 0)
            e->metas[i].bits = bits;
}

void evaluator_set_side_games(struct evaluator *e, uint32_t node, const uint64_t *const bits[2])
{
    for (uint32_t i = 0; i < e->meta_count; i++)
        if (e->metas[i].node == node && e->metas[i].plays)
            e->metas[i].bits = bits[e->metas[i].plays == PLAYS_EXCHANGED];
}

uint32_t evaluator_meta_node(const struct evaluator *e, uint32_t i)
{
    return i < e->meta_count ? e->metas[i].node : 0;
}

void evaluator_set_cancelled(struct evaluator *e, const atomic_bool *cancelled)
{
    e->cancelled = cancelled;
}

void evaluator_want_seats(struct evaluator *e, bool wanted)
{
    e->want_seats = wanted;
}

/* --- A line ---------------------------------------------------------------------------------- */

static bool reserve(void **array, size_t *cap, size_t wanted, size_t size)
{
    if (wanted <= *cap)
        return true;
    void *grown = mem_realloc_array(*array, wanted, size);
    if (!grown)
        return false;
    *array = grown;
    *cap = wanted;
    return true;
}

/* Room for count plies; empties the leaves. */
static enum status make_room(struct evaluator *e, uint32_t count, struct err *err)
{
    e->words = plies_words(count);
    void *bits = e->bits, *sums = e->sums, *seats = e->seats;
    bool good = reserve(&bits, &e->bits_cap, (size_t)e->registers * e->words, sizeof *e->bits);
    if (e->ranked != UINT32_MAX)
        good = good && reserve(&sums, &e->sums_cap, count, sizeof *e->sums);
    if (e->want_seats)
        good = good && reserve(&seats, &e->seats_cap, count, sizeof *e->seats);
    e->bits = bits;
    e->sums = sums;
    e->seats = seats;
    if (!good)
        return err_nomem(err);
    memset(e->bits, 0, (size_t)e->leaf_registers * e->words * sizeof *e->bits);
    return STATUS_OK;
}

/* The leaves that need no walk.  number: of the game, UINT32_MAX: unknown. */
static void fill_constant_leaves(struct evaluator *e, uint32_t from, uint32_t count,
                                 uint32_t number)
{
    plies_add_range(evaluator_register(e, REGISTER_ALL), from, count);
    for (uint32_t i = 0; i < e->ply_count; i++) {
        const struct ply_leaf *p = &e->plies[i];
        uint32_t to = p->high < count ? p->high + 1 : count;
        plies_add_range(evaluator_register(e, p->reg), p->low > from ? p->low : from, to);
    }
    for (uint32_t i = 0; i < e->meta_count; i++) {
        const struct meta_leaf *m = &e->metas[i];
        if (m->bits && number != UINT32_MAX && plies_has(m->bits, number))
            plies_add_range(evaluator_register(e, m->reg), from, count);
    }
}

static enum status fail_at_ply(uint32_t ply, struct err *err)
{
    static const struct msg damaged = {"illegal stored move at ply %1",
                                       "%1 手目に指せない手が保存されています"};
    return err_set(err, STATUS_SYNTAX, &damaged, SPAN_U64(ply), (struct span){0});
}

static enum status walk(struct evaluator *e, struct span start, const struct moves_source *s,
                        uint32_t *from, uint32_t moves, struct err *err)
{
    uint32_t bad_ply;
    enum status status = evaluator_walk(e, start, s, from, moves, &bad_ply, err);
    return status == STATUS_OK && bad_ply ? fail_at_ply(bad_ply, err) : status;
}

static enum status measure(struct evaluator *e, struct span start, const struct moves_source *s,
                           uint32_t from, uint32_t moves, struct err *err)
{
    uint32_t bad_ply;
    enum status status = evaluator_measure(e, start, s, from, moves, &bad_ply, err);
    return status == STATUS_OK && bad_ply ? fail_at_ply(bad_ply, err) : status;
}

static enum status run(struct evaluator *e, struct span start, const struct moves_source *source,
                       uint32_t from, uint32_t moves, uint32_t number, struct evaluation *out,
                       struct err *err)
{
    uint32_t count = moves + 1;
    enum status status = make_room(e, count, err);
    if (status == STATUS_OK && evaluator_needs_walk(e))
        status = walk(e, start, source, &from, moves, err);
    if (status == STATUS_OK)
        status = query_stopped(e->cancelled, err); /* it did not get to the end of the line */
    if (status == STATUS_OK && e->drawn_count)
        status = evaluator_find_patterns(e, start, source, from, moves, err);
    if (status == STATUS_OK && e->measuring.count)
        status = measure(e, start, source, from, moves, err);
    if (status != STATUS_OK)
        return status;
    fill_constant_leaves(e, from, count, number);
    evaluator_take_steps(e, count);
    status = query_stopped(e->cancelled, err);
    if (status != STATUS_OK)
        return status;
    *out = (struct evaluation){.count = count,
                               .holds = evaluator_register(e, e->root.holds),
                               .matches = evaluator_register(e, e->root.matches),
                               .sums = e->ranked == UINT32_MAX ? NULL : e->sums,
                               .places = e->places,
                               .place_count = e->place_count,
                               .patterns = e->patterns,
                               .alternatives = e->alternatives,
                               .registers = e->bits,
                               .words = e->words,
                               .seats = e->want_seats ? e->seats : NULL};
    for (int side = 0; side < 2 && e->sided; side++)
        out->sides[side] = evaluator_register(e, e->sides[side].matches);
    return STATUS_OK;
}

enum status evaluate_line(struct evaluator *e, const struct lines *l, uint32_t line, uint32_t from,
                          uint32_t until, struct evaluation *out, struct err *err)
{
    struct moves_source source = {.lines = l, .line = line, .stored = line_stored(l, line)};
    uint32_t moves = line_plies(l, line);
    if (until > 0 && moves >= until)
        moves = until - 1;
    struct span start = lines_start_text(l, line_start(l, line));
    from = from < moves ? from : moves;
    return run(e, start, &source, from, moves, line_game(l, line), out, err);
}

/* Adds a span in front of or behind others, which lie apart; false if there is no room.  Whoever is
 * the first in what becomes one span plays the part. */
static bool add_span(struct plies_span *spans, uint32_t room, uint32_t *count,
                     struct plies_span added)
{
    uint32_t first = 0, last;
    while (first < *count && spans[first].to < added.from)
        first++;
    for (last = first; last < *count && spans[last].from <= added.to; last++) {
        if (spans[last].from == added.from)
            added.plays = (uint8_t)(added.plays | spans[last].plays);
        else if (spans[last].from < added.from)
            added.plays = spans[last].plays;
        added.from = spans[last].from < added.from ? spans[last].from : added.from;
        added.to = spans[last].to > added.to ? spans[last].to : added.to;
    }
    if (first == last && *count == room)
        return false;
    memmove(spans + first + 1, spans + last, (*count - last) * sizeof *spans);
    *count = *count + 1 - (last - first);
    added.first = added.from;
    spans[first] = added;
    return true;
}

/* The runs of a set of n plies, all of which match; false if there are too many.  Where a run begins
 * or ends a bit differs from the one before it. */
static bool list_runs(const uint64_t *set, uint32_t n, struct plies_span *spans, uint32_t room,
                      uint32_t *count)
{
    uint64_t before = 0;
    bool open = false;
    for (uint32_t word = 0; word < plies_words(n); word++) {
        uint64_t edges = set[word] ^ (set[word] << 1 | before);
        before = set[word] >> 63;
        for (; edges; edges &= edges - 1, open = !open) {
            uint32_t ply = word * 64 + (uint32_t)__builtin_ctzll(edges);
            if (open)
                spans[(*count)++].to = ply;
            else if (*count == room)
                return false;
            else
                spans[*count] = (struct plies_span){.from = ply, .first = ply, .to = n};
        }
    }
    *count += open;
    return true;
}

/* The spans of a query of one leaf, if that is kept or can be seen in the moves. */
static bool spans_of_leaf(struct evaluator *e, const struct lines *l, uint32_t line, uint32_t moves,
                          struct plies_span *spans, uint32_t room, uint32_t *count)
{
    struct err err;
    if ((e->measuring.count && !evaluator_has_kept(e, l, line)) ||
        make_room(e, moves + 1, &err) != STATUS_OK)
        return false;
    if (e->measuring.count)
        evaluator_read_kept(e, l, line, 0, moves + 1);
    else if (evaluator_know_start(e, lines_start_text(l, line_start(l, line)), &err) != STATUS_OK)
        return false;
    else if (!e->summing.tables)
        evaluator_scan_moves(e, l, line_stored(l, line), moves);
    else if (!evaluator_follow_sum(e, 0, line_stored(l, line), moves))
        return false;
    return list_runs(evaluator_register(e, e->root.holds), moves + 1, spans, room, count);
}

bool evaluate_spans(struct evaluator *e, const struct lines *l, uint32_t line, uint32_t until,
                    struct plies_span *spans, uint32_t room, uint32_t *count)
{
    struct err err;
    bool known;
    uint32_t moves = line_plies(l, line);
    *count = 0;
    if (!(e->spans_alone || e->leaf_alone) || until == 0 || e->want_seats)
        return false;
    moves = moves >= until ? until - 1 : moves;
    if (e->leaf_alone)
        return spans_of_leaf(e, l, line, moves, spans, room, count);
    struct span start = lines_start_text(l, line_start(l, line));
    if (evaluator_know_start(e, start, &err) != STATUS_OK ||
        evaluator_know_taken(e, l, line, &known, &err) != STATUS_OK || !known)
        return false;
    const char *stored = line_stored(l, line);
    for (uint32_t i = 0; i < e->counter_count; i++) {
        struct fact_scan scan = evaluator_scan(e, stored, moves, &e->places_wanted[i]);
        enum scan_end end;
        uint8_t plays = e->counter_plays ? e->counter_plays[i] : 0;
        while ((end = e->game->scan->next_span(&scan)) == SCAN_FOUND)
            if (!add_span(spans, room, count,
                          (struct plies_span){.from = scan.from, .to = scan.to, .plays = plays}))
                return false;
        if (end == SCAN_DAMAGED)
            return false;
    }
    return true;
}

enum status evaluate_moves(struct evaluator *e, struct span start, const game_move *moves,
                           uint32_t n, struct evaluation *out, struct err *err)
{
    struct moves_source source = {.array = moves};
    return run(e, start, &source, 0, n, UINT32_MAX, out, err);
}
