/* moves_rows.c: the table of what was played next, once it has been counted (moves.c): rows of
 * several segments become one for each move, sorted and rated. */
#include <stdlib.h>

#include "base/alloc.h"
#include "base/wilson.h"
#include "query/language/patterns.h"
#include "query/run/run_internal.h"

void moves_release(struct moves_table *t)
{
    mem_free(t->rows);
    mem_free(t->periods);
    mem_free(t->tenuki);
    *t = (struct moves_table){0};
}

enum status moves_add_rows(struct moves_table *t, const struct next_move *moves, size_t count,
                           int seat, struct err *err)
{
    for (size_t i = 0; i < count; i++) {
        struct moves_row *grown =
            mem_grow(t->rows, t->count, &t->cap, SIZE_MAX / sizeof *grown, sizeof *grown);
        if (!grown)
            return err_nomem(err);
        t->rows = grown;
        t->rows[t->count++] = (struct moves_row){.next = moves[i], .seat = seat, .segments = 1};
    }
    return STATUS_OK;
}

enum status moves_add_tenuki(struct moves_table *t, const struct tenuki_move *more, struct err *err)
{
    struct tenuki_move *grown = mem_grow(t->tenuki, t->tenuki_count, &t->tenuki_cap,
                                         SIZE_MAX / sizeof *grown, sizeof *grown);
    if (!grown)
        return err_nomem(err);
    t->tenuki = grown;
    t->tenuki[t->tenuki_count++] = *more;
    return STATUS_OK;
}

static int by_move(const void *x, const void *y)
{
    const struct moves_row *a = x, *b = y;
    if (a->next.period != b->next.period)
        return a->next.period < b->next.period ? -1 : 1;
    if (a->next.move != b->next.move)
        return a->next.move < b->next.move ? -1 : 1;
    return a->seat < b->seat ? -1 : a->seat > b->seat;
}

static int by_games(const void *x, const void *y)
{
    const struct moves_row *a = x, *b = y;
    if (a->next.period != b->next.period) /* the one without date last */
        return a->next.period - 1 < b->next.period - 1 ? -1 : 1;
    if (a->near != b->near)
        return a->near < b->near ? -1 : 1;
    if (a->next.games != b->next.games)
        return a->next.games > b->next.games ? -1 : 1;
    return by_move(x, y);
}

static void add_figures(struct moves_row *sum, const struct moves_row *more)
{
    struct next_move *to = &sum->next;
    const struct next_move *from = &more->next;
    sum->segments += more->segments;
    to->games += from->games;
    for (int seat = 0; seat < GAME_MAX_SEATS; seat++)
        to->wins[seat] += from->wins[seat];
    to->draws += from->draws;
    to->unknown += from->unknown;
    for (int of = 0; of < ENDS_OF; of++)
        for (int end = 0; end < SIDE_ENDS; end++)
            to->ends[of][end] += from->ends[of][end];
    if (from->last_year > to->last_year)
        to->last_year = from->last_year;
}

static int by_year(const void *x, const void *y)
{
    const struct moves_period *a = x, *b = y;
    uint32_t i = a->period - 1, k = b->period - 1; /* no date last, as in rows */
    return (i > k) - (i < k);
}

static int by_list(const struct tenuki_move *a, const struct tenuki_move *b)
{
    return a->seat != b->seat ? a->seat - b->seat : a->later - b->later;
}

static int by_tenuki_move(const void *x, const void *y)
{
    const struct tenuki_move *a = x, *b = y;
    int list = by_list(a, b);
    return list ? list : a->move < b->move ? -1 : a->move > b->move;
}

static int by_tenuki_games(const void *x, const void *y)
{
    const struct tenuki_move *a = x, *b = y;
    int list = by_list(a, b);
    if (list || a->games == b->games)
        return list ? list : by_tenuki_move(x, y);
    return a->games > b->games ? -1 : 1;
}

static void merge_tenuki(struct moves_table *t)
{
    size_t kept = 0;
    if (t->tenuki_count == 0)
        return;
    qsort(t->tenuki, t->tenuki_count, sizeof *t->tenuki, by_tenuki_move);
    for (size_t i = 0; i < t->tenuki_count; i++)
        if (kept && by_tenuki_move(&t->tenuki[kept - 1], &t->tenuki[i]) == 0) {
            t->tenuki[kept - 1].games += t->tenuki[i].games;
            t->tenuki[kept - 1].plies += t->tenuki[i].plies;
        } else {
            t->tenuki[kept++] = t->tenuki[i];
        }
    t->tenuki_count = kept;
    qsort(t->tenuki, kept, sizeof *t->tenuki, by_tenuki_games);
}

static void mark_near(struct moves_table *t)
{
    for (size_t i = 0; t->shape && i < t->count; i++)
        t->rows[i].near = t->rows[i].next.move == MOVE_ELSEWHERE ? NEAR_ELSEWHERE : NEAR_SHAPE;
}

/* Rows of several segments become one for each move.  Periods, which come in the order of the
 * segments that have them first, get one that does not depend on who has which. */
static void merge_rows(struct moves_table *t)
{
    size_t kept = 0;
    if (t->period_count)
        qsort(t->periods, t->period_count, sizeof *t->periods, by_year);
    if (t->count)
        qsort(t->rows, t->count, sizeof *t->rows, by_move);
    for (size_t i = 0; i < t->count; i++)
        if (kept && by_move(&t->rows[kept - 1], &t->rows[i]) == 0)
            add_figures(&t->rows[kept - 1], &t->rows[i]);
        else
            t->rows[kept++] = t->rows[i];
    t->count = kept;
    if (kept)
        qsort(t->rows, kept, sizeof *t->rows, by_games);
}

/* The mover's score among games with a known result, and Wilson's interval for it. */
static void rate(struct moves_row *row)
{
    double known = row->next.games - row->next.unknown;
    struct wilson w = wilson_interval(row->next.wins[row->seat] + row->next.draws / 2.0, known);
    row->score = w.share;
    row->low = w.low;
    row->high = w.high;
}

struct moves_period *moves_find_period(const struct moves_table *t, uint32_t period)
{
    for (size_t i = 0; i < t->period_count; i++)
        if (t->periods[i].period == period)
            return &t->periods[i];
    return NULL;
}

static void rate_rows(struct moves_table *t)
{
    for (size_t i = 0; i < t->count; i++) {
        const struct moves_period *period = moves_find_period(t, t->rows[i].next.period);
        t->rows[i].share = t->rows[i].next.games / (double)(period ? period->moved : t->moved);
        rate(&t->rows[i]);
    }
}

void moves_finish(struct moves_table *t)
{
    mark_near(t);
    merge_rows(t);
    merge_tenuki(t);
    rate_rows(t);
}
