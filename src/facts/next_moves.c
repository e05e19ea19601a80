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
    hash_index_clear(&n->by_move);
}

void next_moves_release(struct next_moves *n)
{
    mem_free(n->moves);
    mem_free(n->last_line);
    hash_index_release(&n->by_move);
    *n = (struct next_moves){0};
}

static bool is_row(const struct next_move *row, game_move move, uint32_t period)
{
    return row->move == move && row->period == period;
}

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
    n->cap = cap;
    return true;
}

/* Goes to the row of a move, which is made if need be. */
static bool go_to_row(struct next_moves *n, game_move move, uint32_t period)
{
    if (n->row < n->count && is_row(&n->moves[n->row], move, period))
        return true;
    uint64_t hash = (move ^ (uint64_t)period << 40) * UINT64_C(0x9E3779B97F4A7C15) >> 32;
    uint32_t row;
    for (size_t at = hash_index_first(&n->by_move, hash);
         hash_index_next(&n->by_move, hash, &at, &row);)
        if (is_row(&n->moves[row], move, period)) {
            n->row = row;
            return true;
        }
    if ((n->count == n->cap && !make_room(n)) ||
        !hash_index_add(&n->by_move, hash, (uint32_t)n->count))
        return false;
    n->moves[n->count] = (struct next_move){.move = move, .period = period};
    n->last_line[n->count] = UINT32_MAX;
    n->row = n->count++;
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

bool next_moves_add_named(struct next_moves *n, uint32_t line, game_move move, bool swapped)
{
    if (!go_to_row(n, move, next_moves_period(n, line))) {
        n->failed = true;
        return false;
    }
    if (n->last_line[n->row] == line)
        return false;
    n->last_line[n->row] = line;
    struct next_move *m = &n->moves[n->row];
    uint32_t year = date_year(column_date(n->columns, line));
    m->games++;
    m->last_year = year > m->last_year ? year : m->last_year;
    count_result(m, n->columns, line, swapped);
    return true;
}

game_move next_moves_group(const struct game *game, game_move move)
{
    return game->rules.move_group ? game->rules.move_group(move) : move;
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
