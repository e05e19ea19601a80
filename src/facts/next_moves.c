/* next_moves.c: see next_moves.h.
 *
 * Rows are found by a hash of the move.  Lines are sorted by their moves, so one line after another
 * mostly has the same next move: the last row is tried first. */
#include "facts/next_moves.h"

#include <stdlib.h>

#include "base/alloc.h"

enum { FIRST_ROWS = 64 };

void next_moves_begin(struct next_moves *n, const struct lines *l, const struct columns *c)
{
    n->lines = l;
    n->columns = c;
    n->count = n->row = 0;
    n->games = n->occurrences = 0;
    n->line = UINT32_MAX;
    n->failed = false;
    if (n->table)
        memset(n->table, 0, n->table_size * sizeof *n->table);
}

void next_moves_release(struct next_moves *n)
{
    mem_free(n->moves);
    mem_free(n->last_line);
    mem_free(n->table);
    *n = (struct next_moves){0};
}

static bool is_row(const struct next_move *row, game_move move, uint32_t period)
{
    return row->move == move && row->period == period;
}

static size_t place_of(const struct next_moves *n, game_move move, uint32_t period)
{
    size_t mask = n->table_size - 1;
    uint64_t key = move ^ (uint64_t)period << 40;
    size_t i = (size_t)(key * UINT64_C(0x9E3779B97F4A7C15) >> 32) & mask;
    while (n->table[i] && !is_row(&n->moves[n->table[i] - 1], move, period))
        i = (i + 1) & mask;
    return i;
}

/* Twice as many rows, and four places in the table for each. */
static bool make_room(struct next_moves *n)
{
    size_t cap = n->cap ? 2 * n->cap : FIRST_ROWS;
    void *moves = mem_realloc_array(n->moves, cap, sizeof *n->moves);
    if (!moves)
        return false;
    n->moves = moves;
    void *last = mem_realloc_array(n->last_line, cap, sizeof *n->last_line);
    if (!last)
        return false;
    n->last_line = last;
    uint32_t *table = mem_calloc(4 * cap, sizeof *table);
    if (!table)
        return false;
    mem_free(n->table);
    n->table = table;
    n->table_size = 4 * cap;
    n->cap = cap;
    for (size_t i = 0; i < n->count; i++)
        n->table[place_of(n, n->moves[i].move, n->moves[i].period)] = (uint32_t)i + 1;
    return true;
}

/* Goes to the row of a move, which is made if need be. */
static bool go_to_row(struct next_moves *n, game_move move, uint32_t period)
{
    if (n->row < n->count && is_row(&n->moves[n->row], move, period))
        return true;
    if (n->count == n->cap && !make_room(n))
        return false;
    size_t place = place_of(n, move, period);
    if (!n->table[place]) {
        n->moves[n->count] = (struct next_move){.move = move, .period = period};
        n->last_line[n->count] = UINT32_MAX;
        n->table[place] = (uint32_t)++n->count;
    }
    n->row = n->table[place] - 1;
    return true;
}

static void count_result(struct next_move *m, const struct columns *c, uint32_t game, bool swapped)
{
    bool unknown = false, drawn = false;
    for (uint32_t seat = 0; seat < c->seats; seat++) {
        int points = column_points(c, game, (int)seat);
        m->wins[swapped && seat < 2 ? 1 - seat : seat] += points == POINTS_WIN;
        drawn |= points == POINTS_DRAW;
        unknown |= points == POINTS_UNKNOWN;
    }
    m->draws += drawn && !unknown;
    m->unknown += unknown;
}

uint32_t next_moves_period(const struct next_moves *n, uint32_t game)
{
    return n->years ? date_year(column_date(n->columns, game)) / n->years * n->years : 0;
}

void next_moves_add_named(struct next_moves *n, uint32_t line, game_move move, bool swapped)
{
    if (!go_to_row(n, move, next_moves_period(n, line))) {
        n->failed = true;
        return;
    }
    if (n->last_line[n->row] == line)
        return;
    n->last_line[n->row] = line;
    struct next_move *m = &n->moves[n->row];
    uint32_t year = date_year(column_date(n->columns, line));
    m->games++;
    m->last_year = year > m->last_year ? year : m->last_year;
    count_result(m, n->columns, line, swapped);
}

game_move next_moves_group(const struct game *game, game_move move)
{
    return game->move_group ? game->move_group(move) : move;
}

void next_moves_add(struct next_moves *n, uint32_t line, uint32_t ply)
{
    if (line >= n->lines->games)
        return;
    n->occurrences++;
    n->games += line != n->line;
    n->line = line;
    if (ply < line_plies(n->lines, line))
        next_moves_add_named(
            n, line, next_moves_group(n->lines->game, line_move(n->lines, line, ply)), false);
}

static int compare(const void *x, const void *y)
{
    const struct next_move *a = x, *b = y;
    if (a->games != b->games)
        return a->games > b->games ? -1 : 1;
    if (a->period != b->period)
        return a->period < b->period ? -1 : 1;
    return a->move < b->move ? -1 : a->move > b->move;
}

enum status next_moves_finish(struct next_moves *n, struct err *err)
{
    if (n->failed)
        return err_nomem(err);
    if (n->count)
        qsort(n->moves, n->count, sizeof *n->moves, compare);
    return STATUS_OK;
}
