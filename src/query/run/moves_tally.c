/* moves_tally.c: what was played next, read off spans; see run_internal.h.
 *
 * A query about one common piece holds at millions of plies.  Moves have sixteen bits here, so a
 * table by move finds a row without a hash, and what is the same for all plies of a game (its
 * result, its year) is looked up once: about 3 ns a ply, where walking through the game and
 * counting by hash took 50. */
#include <stdlib.h>

#include "base/alloc.h"
#include "base/le.h"
#include "query/language/patterns.h"
#include "query/language/tree.h"
#include "query/run/plies.h"
#include "query/run/run_internal.h"

enum { MOVES = 1 << 16, SEATS = 2 };

/* What is known about one move of one seat. */
enum { ENDED_DRAWN = SEATS, ENDED_UNKNOWN, ENDS };
struct move_tally {
    uint32_t ends[ENDS];                /* games by their end: won by a seat, drawn, not known */
    uint32_t sides[ENDS_OF][SIDE_ENDS]; /* by their end for the players whose results are told */
    uint32_t games, last_year;
    uint32_t last_line; /* counted last */
    uint16_t move;
    uint8_t seat;
};

struct move_tallies {
    const struct lines *lines;
    struct columns columns;
    struct game_sides *sides; /* NULL: nobody's results are told */
    enum moves_at at_plies;
    struct move_tally *at; /* owned */
    size_t count, cap;
    uint32_t *row;    /* owned: by seat and move the number of its tally + 1; 0: none yet */
    int *start_seats; /* owned: by start position */
    uint32_t games, moved;
    /* the game at hand */
    uint32_t line, first, plies, year;
    int start_seat;
    uint32_t ends[ENDS]; /* how its result counts */
    enum side_end side_ends[ENDS_OF];
    const char *moves;
    bool did_move;
};

bool query_has_result_moves(const struct query *q)
{
    const struct game *g = q->game;
    return !query_drawn(q) && !query_may_fold(q) && g->seats == SEATS && g->move_bytes == 2 &&
           !g->rules.move_group && (g->by_turns || g->rules.seat_after);
}

/* --- Seats ------------------------------------------------------------------------------------ */

static enum status find_start_seats(struct move_tallies *t, struct err *err)
{
    mem_free(t->start_seats);
    const struct game *game = t->lines->game;
    void *pos = mem_calloc_aligned(64, 1, (game->pos_bytes + 63) / 64 * 64);
    enum status status = STATUS_OK;
    t->start_seats = mem_calloc((size_t)t->lines->starts + 1, sizeof *t->start_seats);
    if (!pos || !t->start_seats) {
        mem_free(pos);
        return err_nomem(err);
    }
    for (uint32_t i = 0; i < t->lines->starts && status == STATUS_OK; i++) {
        struct span start = lines_start_text(t->lines, i);
        if (start.n == 0)
            game->rules.pos_start(pos);
        else
            status = game->text.pos_parse(pos, start, err);
        t->start_seats[i] = game->rules.seat_to_move(pos);
    }
    mem_free(pos);
    return status;
}

/* Who is to move at a ply of the game at hand. */
static int seat_at(const struct move_tallies *t, uint32_t ply)
{
    const struct game *game = t->lines->game;
    if (game->by_turns)
        return t->start_seat ^ (int)(ply & 1);
    while (ply > 0) {
        int seat = game->rules.seat_after(line_move(t->lines, t->line, --ply));
        if (seat >= 0)
            return seat;
    }
    return t->start_seat;
}

/* --- Counting --------------------------------------------------------------------------------- */

static void begin_line(struct move_tallies *t, uint32_t line, uint8_t plays)
{
    const struct columns *c = &t->columns;
    bool drawn = false, unknown = false;
    t->line = line;
    t->games++;
    t->did_move = false;
    t->plies = line_plies(t->lines, line);
    t->year = date_year(column_date(c, line));
    t->moves = line_stored(t->lines, line);
    t->start_seat = t->start_seats[t->lines->starts > 1 ? line_start(t->lines, line) : 0];
    for (int seat = 0; seat < SEATS; seat++) {
        int points = column_points(c, line, seat);
        t->ends[seat] = points == POINTS_WIN;
        drawn |= points == POINTS_DRAW;
        unknown |= points == POINTS_UNKNOWN;
    }
    t->ends[ENDED_DRAWN] = drawn && !unknown;
    t->ends[ENDED_UNKNOWN] = unknown;
    if (t->sides)
        game_ends(t->sides, line, plays, t->side_ends);
}

static struct move_tally *new_tally(struct move_tallies *t, int seat, uint16_t move)
{
    struct move_tally *grown = mem_grow(t->at, t->count, &t->cap, SEATS * MOVES, sizeof *grown);
    if (!grown)
        return NULL;
    t->at = grown;
    t->at[t->count] =
        (struct move_tally){.last_line = UINT32_MAX, .move = move, .seat = (uint8_t)seat};
    t->row[(size_t)seat * MOVES + move] = (uint32_t)t->count + 1;
    return &t->at[t->count++];
}

static inline void count_in(struct move_tally *at, uint32_t line, uint32_t year,
                            const uint32_t *ends, const enum side_end *side_ends)
{
    if (at->last_line == line)
        return;
    at->last_line = line;
    at->games++;
    for (int i = 0; i < ENDS; i++)
        at->ends[i] += ends[i];
    at->last_year = year > at->last_year ? year : at->last_year;
    for (int of = 0; of < ENDS_OF && side_ends; of++)
        if (side_ends[of] < SIDE_ENDS)
            at->sides[of][side_ends[of]]++;
}

/* A run of plies, all of which match.  The inner loop of all this: what it needs of *t is kept
 * beside it.  False if there is no memory. */
static bool count_run(struct move_tallies *t, uint32_t from, uint32_t to)
{
    const bool by_turns = t->lines->game->by_turns;
    const uint32_t line = t->line, year = t->year;
    const char *moves = t->moves;
    const enum side_end *side_ends = t->sides ? t->side_ends : NULL;
    uint32_t ends[ENDS];
    to = to < t->plies ? to : t->plies;
    if (from >= to)
        return true;
    memcpy(ends, t->ends, sizeof ends);
    t->moved += !t->did_move;
    t->did_move = true;
    int seat = seat_at(t, from);
    for (uint32_t ply = from; ply < to; ply++) {
        uint16_t move = le_get16(moves + 2 * (size_t)ply);
        uint32_t row = t->row[(size_t)seat * MOVES + move];
        struct move_tally *at = row ? &t->at[row - 1] : new_tally(t, seat, move);
        if (!at)
            return false;
        count_in(at, line, year, ends, side_ends);
        seat = by_turns ? seat ^ 1 : seat_at(t, ply + 1);
    }
    return true;
}

/* The first or the last ply of a span that matches. */
static bool count_one(struct move_tallies *t, const struct result_part *p,
                      const struct result_span *s)
{
    uint32_t ply = span_ply(p, s, t->at_plies);
    return count_run(t, ply, ply + 1);
}

/* The plies of a span that match. */
static bool count_span(struct move_tallies *t, const struct result_part *p,
                       const struct result_span *s)
{
    uint32_t n = s->to - s->from;
    bool good = true;
    if (s->bits == RESULT_ALL_MATCH)
        return count_run(t, s->from, s->to);
    const uint64_t *set = p->words + s->bits;
    for (uint32_t from = plies_next(set, n, 0); from < n && good;) {
        uint32_t to = plies_next_not(set, n, from);
        good = count_run(t, s->from + from, s->from + to);
        from = plies_next(set, n, to);
    }
    return good;
}

enum status tallies_open(struct move_tallies **out, struct game_sides *sides, struct err *err)
{
    struct move_tallies *t = *out = mem_calloc(1, sizeof *t);
    if (t)
        t->sides = game_sides_wanted(sides) ? sides : NULL;
    if (t)
        t->row = mem_calloc((size_t)SEATS * MOVES, sizeof *t->row);
    return t && t->row ? STATUS_OK : err_nomem(err);
}

void tallies_close(struct move_tallies *t)
{
    if (!t)
        return;
    mem_free(t->row);
    mem_free(t->at);
    mem_free(t->start_seats);
    mem_free(t);
}

enum status tallies_begin(struct move_tallies *t, const struct db_segment *s, enum moves_at at,
                          struct err *err)
{
    t->at_plies = at;
    t->lines = &s->lines;
    t->columns = columns_verify(&s->columns, COLUMN_RESULT, COLUMN_DATE + 1);
    t->games = t->moved = 0;
    enum status status = t->sides ? game_sides_begin(t->sides, s, err) : STATUS_OK;
    return status == STATUS_OK ? find_start_seats(t, err) : status;
}

enum status tallies_add(struct move_tallies *t, const struct result_part *p, size_t from, size_t to,
                        struct err *err)
{
    bool good = true;
    for (size_t i = from; i < to && good; i++) {
        bool first = i == from || p->at[i].line != p->at[i - 1].line;
        bool last = i + 1 == to || p->at[i].line != p->at[i + 1].line;
        if (first)
            begin_line(t, p->at[i].line, p->at[i].plays);
        if (t->at_plies == MOVES_AT_EVERY)
            good = count_span(t, p, &p->at[i]);
        else if (t->at_plies == MOVES_AT_FIRST ? first : last)
            good = count_one(t, p, &p->at[i]);
    }
    return good ? STATUS_OK : err_nomem(err);
}

enum status tallies_end(struct move_tallies *t, struct moves_table *out, struct err *err)
{
    enum status status = STATUS_OK;
    for (size_t i = 0; i < t->count && status == STATUS_OK; i++) {
        const struct move_tally *from = &t->at[i];
        struct next_move row = {.move = from->move,
                                .games = from->games,
                                .draws = from->ends[ENDED_DRAWN],
                                .unknown = from->ends[ENDED_UNKNOWN],
                                .last_year = from->last_year};
        memcpy(row.wins, from->ends, SEATS * sizeof *from->ends);
        memcpy(row.ends, from->sides, sizeof row.ends);
        status = moves_add_rows(out, &row, 1, from->seat, err);
        t->row[(size_t)from->seat * MOVES + from->move] = 0;
    }
    t->count = 0;
    out->games += t->games;
    out->moved += t->moved;
    return status;
}
