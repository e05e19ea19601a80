/* plan.c: which lines have to be looked at; see plan.h.
 *
 * The functions that follow the tree call themselves, QUERY_MAX_DEPTH deep at most. */
#include "query/plan/plan.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "query/language/tree.h"
#include "query/plan/plan_internal.h"

/* --- Games ----------------------------------------------------------------------------------- */

static enum status own_games(struct plan *p, struct err *err)
{
    if (p->games)
        return STATUS_OK;
    size_t words = game_words(&p->segment->lines);
    p->games = mem_alloc(words * sizeof *p->games);
    if (!p->games)
        return err_nomem(err);
    memset(p->games, 0xFF, words * sizeof *p->games);
    uint32_t games = p->segment->lines.games;
    if (games % 64)
        p->games[words - 1] = ~(uint64_t)0 >> (64 - games % 64);
    return STATUS_OK;
}

static enum status leave_out_removed(struct plan *p, struct err *err)
{
    const struct db_segment *s = p->segment;
    if (!s->removed)
        return STATUS_OK;
    enum status status = own_games(p, err);
    for (size_t w = 0; status == STATUS_OK && w < game_words(&s->lines); w++)
        p->games[w] &= ~s->removed[w];
    return status;
}

static enum status plan_side_games(const struct plan *p, struct meta_part *part, struct err *err)
{
    size_t words = game_words(&p->segment->lines);
    if (!query_is_sided(p->q) || !query_has_sides(p->q, part->node))
        return STATUS_OK;
    for (int side = 0; side < 2; side++)
        if (!(part->sides[side] = mem_alloc(words * sizeof *part->bits)))
            return err_nomem(err);
    return meta_side_games(p->q, part->node, p->segment, p->cancelled, part->sides, err);
}

/* Adds the bits of a part of the question that is about the game; borrowed from the plan. */
static enum status plan_meta_games(struct plan *p, uint32_t node, const uint64_t **bits,
                                   struct err *err)
{
    for (uint32_t i = 0; i < p->meta_count; i++)
        if (p->metas[i].node == node) {
            *bits = p->metas[i].bits;
            return STATUS_OK;
        }
    struct meta_part *grown = mem_realloc_array(p->metas, p->meta_count + 1, sizeof *grown);
    if (!grown)
        return err_nomem(err);
    p->metas = grown;
    uint64_t *own = mem_alloc(game_words(&p->segment->lines) * sizeof *own);
    if (!own)
        return err_nomem(err);
    struct meta_part *part = &p->metas[p->meta_count++];
    *part = (struct meta_part){.node = node, .bits = own};
    *bits = own;
    enum status status = meta_games(p->q, node, p->segment, p->cancelled, own, err);
    return status == STATUS_OK ? plan_side_games(p, part, err) : status;
}

/* Limits the plan to the games that every outer part about games is true of. */
// NOLINTNEXTLINE(misc-no-recursion)
static enum status limit_games(struct plan *p, uint32_t node, struct err *err)
{
    const struct query_node *n = &p->q->nodes[node];
    enum status status = STATUS_OK;
    if (!query_is_meta(p->q, node)) {
        for (uint32_t c = n->op == Q_AND ? n->child : 0; c && status == STATUS_OK;
             c = p->q->nodes[c].next)
            status = limit_games(p, c, err);
        return status;
    }
    const uint64_t *bits = NULL;
    status = plan_meta_games(p, node, &bits, err);
    if (status == STATUS_OK)
        status = own_games(p, err);
    for (size_t w = 0; bits && status == STATUS_OK && w < game_words(&p->segment->lines); w++)
        p->games[w] &= bits[w];
    return status;
}

/* The parts about games that are further inside: the evaluator asks for them. */
// NOLINTNEXTLINE(misc-no-recursion)
static enum status plan_inner_games(struct plan *p, uint32_t node, struct err *err)
{
    const uint64_t *bits;
    if (query_is_meta(p->q, node))
        return plan_meta_games(p, node, &bits, err);
    enum status status = STATUS_OK;
    for (uint32_t c = p->q->nodes[node].child; c && status == STATUS_OK; c = p->q->nodes[c].next)
        status = plan_inner_games(p, c, err);
    return status;
}

// NOLINTNEXTLINE(misc-no-recursion)
static bool has_meta_part(const struct query *q, uint32_t node)
{
    if (query_is_meta(q, node))
        return true;
    for (uint32_t c = q->nodes[node].op == Q_AND ? q->nodes[node].child : 0; c;
         c = q->nodes[c].next)
        if (has_meta_part(q, c))
            return true;
    return false;
}

static void count_games(struct plan *p)
{
    p->game_count = p->segment->lines.games;
    if (!p->games)
        return;
    p->game_count = 0;
    for (size_t w = 0; w < game_words(&p->segment->lines); w++)
        p->game_count += (uint64_t)__builtin_popcountll(p->games[w]);
}

/* --- What kind of question it is -------------------------------------------------------------- */

/* Looks for one EXACT in an AND whose other parts are about the game, or say nothing. */
// NOLINTNEXTLINE(misc-no-recursion)
static void classify(const struct query *q, uint32_t node, uint32_t *exact, bool *walk)
{
    const struct query_node *n = &q->nodes[node];
    if (n->op == Q_TRUE || query_is_meta(q, node))
        return;
    if (n->op == Q_EXACT && *exact == 0)
        *exact = node;
    else if (n->op == Q_AND)
        for (uint32_t c = n->child; c; c = q->nodes[c].next)
            classify(q, c, exact, walk);
    else
        *walk = true;
}

enum plan_kind plan_kind_of(const struct query *q, uint32_t *exact)
{
    bool walk = false;
    *exact = 0;
    classify(q, q->root, exact, &walk);
    return walk ? PLAN_WALK : *exact ? PLAN_OCCURRENCES : PLAN_GAMES;
}

/* --- Lines ----------------------------------------------------------------------------------- */

/* One planned line for each line that has a window, up to the end of its last one. */
static enum status lines_of_windows(struct plan *p, const struct windows *w, bool variations,
                                    struct err *err)
{
    const struct lines *l = &p->segment->lines;
    bool local = query_is_local(p->q, p->q->root);
    p->lines = mem_alloc((w->c.count + 1) * sizeof *p->lines);
    if (!p->lines)
        return err_nomem(err);
    for (size_t i = 0; i < w->c.count; i++) {
        const struct fact_candidate *c = &w->c.at[i];
        uint32_t number = line_game(l, c->line);
        if (!plan_has_game(p, number) || (c->line >= l->games && !variations))
            continue;
        if (p->count == 0 || p->lines[p->count - 1].line != c->line)
            /* a variation's hits may begin where it is not indexed */
            p->lines[p->count++] = (struct planned_line){
                game_id(l, number), c->line, local && c->line < l->games ? c->from : 0, 0};
        p->lines[p->count - 1].until = local ? c->to : UINT32_MAX;
    }
    return STATUS_OK;
}

static int compare_lines(const void *x, const void *y)
{
    const struct planned_line *a = x, *b = y;
    if (a->id != b->id)
        return a->id < b->id ? -1 : 1;
    return a->line < b->line ? -1 : a->line > b->line;
}

void plan_sort_by_id(struct plan *p)
{
    if (p->count)
        qsort(p->lines, p->count, sizeof *p->lines, compare_lines);
}

enum status plan_list_all(struct plan *p, bool variations, struct err *err)
{
    const struct lines *l = &p->segment->lines;
    p->lines =
        mem_realloc_array(NULL, (size_t)(variations ? l->count : l->games) + 1, sizeof *p->lines);
    if (!p->lines)
        return err_nomem(err);
    p->count = 0;
    for (uint32_t nth = 0; nth < l->games; nth++) {
        uint32_t number = lines_u32(l->by_id, nth), from = 0, to = 0;
        if (!plan_has_game(p, number))
            continue;
        if (variations)
            lines_of_game(l, number, &from, &to);
        uint32_t id = game_id(l, number);
        p->lines[p->count++] = (struct planned_line){id, number, p->from, p->until};
        for (uint32_t line = from; line < to; line++)
            p->lines[p->count++] = (struct planned_line){id, line, 0, p->until};
    }
    p->all = false;
    return STATUS_OK;
}

enum status plan_list_stored(struct plan *p, bool variations, struct err *err)
{
    const struct lines *l = &p->segment->lines;
    uint32_t count = variations ? l->count : l->games;
    p->lines = mem_realloc_array(NULL, (size_t)count + 1, sizeof *p->lines);
    if (!p->lines)
        return err_nomem(err);
    p->count = 0;
    for (uint32_t line = 0; line < count; line++) {
        uint32_t number = line_game(l, line);
        if (plan_has_game(p, number))
            p->lines[p->count++] = (struct planned_line){game_id(l, number), line,
                                                         line < l->games ? p->from : 0, p->until};
    }
    p->all = false;
    return STATUS_OK;
}

/* --- Making it -------------------------------------------------------------------------------- */

/* Facts whose lists are so long that it pays to know first which games are left.  Asking the names
 * of 240,000 games costs about as much as going through a list of this length. */
enum { LONG_LIST = 20000 };

static enum status find_lines(struct plan *p, struct plan_work *w, struct err *err)
{
    struct windows windows = windows_all();
    enum status status = STATUS_OK;
    bool early = plan_estimate(w, p->q->root) > LONG_LIST;
    if (early)
        status = limit_games(p, p->q->root, err);
    w->allowed = p->games;
    if (status == STATUS_OK && !w->with->opt->scan && !w->with->only)
        status = plan_windows(w, p->q->root, &windows, err);
    if (status == STATUS_OK && !early && (windows.all || windows.c.count))
        status = limit_games(p, p->q->root, err);
    p->all = windows.all;
    p->until = UINT32_MAX;
    if (windows.all && query_is_local(p->q, p->q->root)) {
        p->from = windows.low;
        p->until = windows.high;
    }
    if (status == STATUS_OK && !windows.all)
        status = lines_of_windows(p, &windows, w->with->opt->lines, err);
    if (status == STATUS_OK && (p->all || p->count))
        status = plan_inner_games(p, p->q->root, err);
    windows_release(&windows);
    return status;
}

static enum status leave_only(struct plan *p, const uint64_t *only, struct err *err)
{
    enum status status = only ? own_games(p, err) : STATUS_OK;
    for (size_t i = 0; only && status == STATUS_OK && i < game_words(&p->segment->lines); i++)
        p->games[i] &= only[i];
    return status;
}

static enum status make(struct plan *p, struct plan_work *w, struct err *err)
{
    enum status status = leave_out_removed(p, err);
    if (status == STATUS_OK)
        status = leave_only(p, w->with->only, err);
    if (status != STATUS_OK)
        return status;
    if (p->kind == PLAN_WALK)
        return find_lines(p, w, err);
    if (p->kind == PLAN_OCCURRENCES && !p->exact)
        status = plan_find_boards_drawn(w, p, err);
    else if (p->kind == PLAN_OCCURRENCES)
        status = plan_find_position(w, p->exact, true, &p->found, err);
    if (status == STATUS_OK && (p->kind == PLAN_GAMES || p->found.count))
        status = limit_games(p, p->q->root, err);
    p->all = p->kind == PLAN_GAMES;
    p->until = UINT32_MAX;
    return status;
}

enum status plan_games(struct plan *p, const struct planner *with, struct err *err)
{
    *p = (struct plan){.q = with->q, .segment = with->segment, .cancelled = with->opt->cancelled};
    enum status status = leave_out_removed(p, err);
    if (status == STATUS_OK)
        status = limit_games(p, with->q->root, err);
    if (status != STATUS_OK)
        plan_release(p);
    return status;
}

static bool are_moves_given(const struct query_node *n)
{
    for (uint32_t i = 0; i < n->move_count; i++)
        if (!query_move_is_given(&n->moves[i]))
            return false;
    return true;
}

/* How many conditions on places, each of them any number at once, it is made of, besides turns,
 * plies and what is known about games, what is kept or can be seen in the moves counting as one;
 * UINT32_MAX: other things are asked. */
// NOLINTNEXTLINE(misc-no-recursion)
static uint32_t count_leaps(const struct query *q, uint32_t node, bool kept, bool in_and)
{
    const struct query_node *n = &q->nodes[node];
    struct fact_places places = {0};
    uint32_t fact, leaps = 0;
    if (n->op == Q_MOVE || n->op == Q_MEASURE)
        return n->op == Q_MOVE ? (are_moves_given(n) ? 1 : UINT32_MAX) : kept ? 1 : UINT32_MAX;
    if (n->op == Q_EXACT || n->op == Q_PATTERN)
        return UINT32_MAX;
    if (n->op == Q_SUM) {
        for (uint32_t t = 0; t < n->term_count; t++)
            if (n->ranked || !q->game->scan->want(&places, WANT_FACTS, &n->terms[t].fact, 1))
                return UINT32_MAX;
        return in_and && (query_is_fact(n, &fact) || query_is_absence(n)) ? 0 : 1;
    }
    for (uint32_t c = n->child; c; c = q->nodes[c].next) {
        uint32_t these = count_leaps(q, c, kept, n->op == Q_AND || n->op == Q_NOT);
        if (these == UINT32_MAX)
            return these;
        leaps += these;
    }
    return leaps + (n->op == Q_AND);
}

static void estimate_walk(struct plan_work *w)
{
    const struct query *q = w->with->q;
    const struct game_scan *scan = q->game->scan;
    bool can = scan && (!scan->needs_taken || w->with->segment->captures.segment);
    uint32_t leaps = can ? count_leaps(q, q->root, w->with->kept, false) : UINT32_MAX;
    w->leaps = leaps <= MOST_LEAPS_OF_ALL;
    w->walk_cost = query_has_measures(q) && !w->with->kept ? MEASURE_COST
                   : w->leaps                              ? LEAP_COST
                                                           : WALK_COST;
}

enum status plan_make(struct plan *p, const struct planner *with, struct err *err)
{
    *p = (struct plan){.q = with->q, .segment = with->segment, .cancelled = with->opt->cancelled};
    enum status status = query_check_depth(with->q, err);
    if (status != STATUS_OK)
        return status;
    struct plan_work w = {.with = with, .plan = p, .plan_meta_games = plan_meta_games};
    estimate_walk(&w);
    p->kind = plan_kind_of(with->q, &p->exact);
    if (with->opt->scan && p->kind == PLAN_OCCURRENCES)
        p->kind = PLAN_WALK;
    if (p->kind == PLAN_WALK && with->hits && !with->opt->scan && plan_is_whole_boards(&w))
        p->kind = PLAN_OCCURRENCES; /* exact is 0 */
    /* where turns may leave the board as it was, a span may have begun before a variation did */
    const struct lines *l = &with->segment->lines;
    if (p->kind == PLAN_OCCURRENCES && with->q->game->passes && with->opt->lines &&
        l->count > l->games)
        p->kind = PLAN_WALK;
    status = make(p, &w, err);
    count_games(p);
    if (status == STATUS_OK && with->notes)
        plan_note_end(&w, has_meta_part(p->q, p->q->root));
    if (status != STATUS_OK)
        plan_release(p);
    return status;
}

void plan_release(struct plan *p)
{
    for (uint32_t i = 0; i < p->meta_count; i++) {
        mem_free(p->metas[i].bits);
        mem_free(p->metas[i].sides[0]);
        mem_free(p->metas[i].sides[1]);
    }
    mem_free(p->metas);
    mem_free(p->games);
    mem_free(p->lines);
    mem_free(p->drawn);
    occurrences_release(&p->found);
    *p = (struct plan){0};
}
