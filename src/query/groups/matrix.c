/* matrix.c: see matrix.h. */
#include "query/groups/matrix.h"

#include <math.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/proportions.h"
#include "query/run/plies.h"
#include "query/run/query_result.h"

static bool names_games(struct span what)
{
    return !span_eq(what, SPAN("year")) && !span_eq(what, SPAN("decade")) &&
           !span_eq(what, SPAN("event")) && !span_eq(what, SPAN("place"));
}

static enum matrix_relation relation_of(const struct matrix_request *r)
{
    if (!names_games(r->rows) || !names_games(r->columns))
        return MATRIX_BESIDE;
    if (r->against || span_eq(r->rows, r->columns))
        return MATRIX_AGAINST;
    bool player = span_eq(r->rows, SPAN("player")) || span_eq(r->columns, SPAN("player"));
    return player ? MATRIX_OF_SAME : MATRIX_BESIDE;
}

/* Of two who both have the part the one who has it first. */
static int first_of(int plays, const struct axis_entry *e)
{
    return plays == PLAYS_BOTH && e->first ? e->first : plays;
}

/* Who has the part in a cell: PLAYS_…; -1: the game is not of the cell. */
static int plays_in(const struct matrix *m, const struct axis_entry *row,
                    const struct axis_entry *column, int by_query)
{
    int crossed = (column->plays >> 1 & 1) | (column->plays & 1) << 1;
    int both = row->plays & (m->relation == MATRIX_AGAINST ? crossed : column->plays);
    if (m->relation != MATRIX_BESIDE)
        return both ? first_of(both, m->rows.kind == AXIS_NAMES ? row : column) : -1;
    if (axis_has_players(&m->rows))
        return row->plays;
    return axis_has_players(&m->columns) ? column->plays : by_query;
}

static void count_cell(struct matrix_cell *c, int plays, enum game_result result)
{
    c->games++;
    if (plays != PLAYS_WRITTEN && plays != PLAYS_EXCHANGED)
        return;
    if (result == RESULT_DRAWN)
        c->draws++;
    else if (result != RESULT_UNKNOWN && (result == RESULT_FIRST) == (plays == PLAYS_WRITTEN))
        c->wins++;
    else if (result != RESULT_UNKNOWN)
        c->losses++;
}

static void count_game(struct matrix *m, uint32_t part, uint32_t number, int by_query,
                       enum game_result result)
{
    const struct axis_part *rows = &m->rows.parts[part], *columns = &m->columns.parts[part];
    for (uint32_t r = rows->first[number]; r < rows->first[number + 1]; r++)
        for (uint32_t c = columns->first[number]; c < columns->first[number + 1]; c++) {
            const struct axis_entry *row = &rows->at[r], *column = &columns->at[c];
            int plays = plays_in(m, row, column, by_query);
            if (plays >= 0)
                count_cell(&m->cells[(size_t)row->group * m->columns.group_count + column->group],
                           plays, result);
        }
}

static void count_part(struct matrix *m, uint32_t part, const struct db_segment *s,
                       const struct result_part *p)
{
    const struct columns results = columns_verify(&s->columns, COLUMN_RESULT, COLUMN_RESULT + 1);
    uint32_t number;
    for (size_t at = 0; p->games && result_part_next_game(p, &at, s->lines.games, &number);) {
        int by_query = PLAYS_WRITTEN;
        if (p->sides[0])
            by_query = plies_has(p->sides[0], number) | plies_has(p->sides[1], number) << 1;
        uint32_t stored = column_value(&results.column[COLUMN_RESULT], number);
        count_game(m, part, number, by_query, game_result_of(stored));
    }
}

static enum status count_all(struct matrix *m, const struct matrix_request *r,
                             struct db *const *dbs, uint32_t count, struct err *err)
{
    const size_t cells = (size_t)m->rows.group_count * m->columns.group_count;
    struct search_options search = r->search;
    struct query_result found = {0};
    uint32_t part = 0;
    search.own = r->reduction != NULL;
    m->cells = mem_calloc(cells + 1, sizeof *m->cells);
    enum status status = m->cells ? STATUS_OK : err_nomem(err);
    if (status == STATUS_OK)
        status = query_run(&found, r->query, dbs, count, &search, KEEP_GAMES, err);
    for (uint32_t d = 0; d < count && status == STATUS_OK; d++)
        for (uint32_t i = 0; i < dbs[d]->segment_count; i++, part++)
            count_part(m, part, &dbs[d]->segments[i], &found.parts[part]);
    query_result_release(&found);
    status = reduction_sum(r->reduction, status, (uint64_t *)m->cells,
                           cells * (sizeof *m->cells / sizeof(uint64_t)), err);
    return status == STATUS_OK ? db_status_all(dbs, count, err) : status;
}

/* --- Which cells stand out --------------------------------------------------------------------- */

static int by_p(const void *a, const void *b)
{
    const struct matrix_test *const *x = a, *const *y = b;
    return ((*x)->p > (*y)->p) - ((*x)->p < (*y)->p);
}

static void adjust_tests(struct matrix_test **sorted, double *p, size_t n)
{
    qsort(sorted, n, sizeof *sorted, by_p);
    for (size_t i = 0; i < n; i++)
        p[i] = sorted[i]->p;
    adjust_false_discovery(p, n);
    for (size_t i = 0; i < n; i++)
        sorted[i]->fdr = p[i];
}

static enum status test_cells(struct matrix *m, struct err *err)
{
    const size_t cells = (size_t)m->rows.group_count * m->columns.group_count;
    struct matrix_test **sorted = mem_calloc(cells + 1, sizeof *sorted);
    double *p = mem_calloc(cells + 1, sizeof *p);
    m->tests = mem_calloc(cells + 1, sizeof *m->tests);
    enum status status = sorted && p && m->tests ? STATUS_OK : err_nomem(err);
    for (size_t i = 0; i < cells && status == STATUS_OK; i++) {
        const struct matrix_cell *c = &m->cells[i];
        m->tests[i] = (struct matrix_test){NAN, NAN};
        if (c->wins + c->losses < m->least)
            continue;
        m->tests[i].p = binomial_half_p(c->wins, c->losses);
        sorted[m->tested++] = &m->tests[i];
    }
    if (status == STATUS_OK)
        adjust_tests(sorted, p, m->tested);
    mem_free(sorted);
    mem_free(p);
    return status;
}

enum status matrix_run(struct matrix *m, const struct matrix_request *r, struct db *const *dbs,
                       uint32_t count, struct err *err)
{
    static const struct msg TWO = {"a matrix needs a game of two players",
                                   "表は二人で行うゲームにだけ作れます"};
    *m = (struct matrix){.relation = relation_of(r),
                         .least = r->least ? r->least : MATRIX_USUAL_LEAST};
    if (r->query->game->seats != 2)
        return err_plain(err, STATUS_UNSUPPORTED, &TWO);
    struct axis_options opt = {.named = r->named,
                               .ever = m->relation != MATRIX_BESIDE,
                               .limit = r->limit,
                               .search = r->search,
                               .reduction = r->reduction};
    opt.search.own = r->reduction != NULL;
    enum status status = axis_open(&m->rows, r->rows, dbs, count, &opt, err);
    if (status == STATUS_OK)
        status = axis_open(&m->columns, r->columns, dbs, count, &opt, err);
    if (status == STATUS_OK)
        status = count_all(m, r, dbs, count, err);
    return status == STATUS_OK ? test_cells(m, err) : status;
}

void matrix_release(struct matrix *m)
{
    axis_close(&m->rows);
    axis_close(&m->columns);
    mem_free(m->cells);
    mem_free(m->tests);
    *m = (struct matrix){0};
}

struct wilson matrix_score(const struct matrix_cell *c)
{
    return wilson_interval((double)c->wins + (double)c->draws / 2,
                           (double)(c->wins + c->losses + c->draws));
}

/* --- The query of a cell ----------------------------------------------------------------------- */

/* Conditions on the game hold at every ply; of shapes it is enough that they hold at some.  A query
 * is true of the game, too, and stands inside: names about the game are read by what they stand
 * beside (game_names.h). */
static void join(struct buf *out, struct span a, struct span b, bool b_has_plies, struct span query)
{
    buf_add_span(out, a);
    buf_add_str(out, !b_has_plies ? " " : query.n ? " ever (" : " ever ");
    buf_add_span(out, b);
    if (query.n) {
        buf_add_str(out, " ever (");
        buf_add_span(out, query);
        buf_add_str(out, b_has_plies ? "))" : ")");
    }
}

void matrix_cell_query(const struct matrix *m, uint32_t row, uint32_t column, struct span query,
                       struct buf *out)
{
    const struct axis_group *r = &m->rows.groups[row], *c = &m->columns.groups[column];
    const bool of_query = !axis_has_players(&m->rows) && !axis_has_players(&m->columns);
    query = span_trim(query);
    if (query.n && of_query) {
        buf_add_char(out, '(');
        buf_add_span(out, query);
        buf_add_str(out, ") ");
        query = SPAN("");
    }
    if (m->relation == MATRIX_BESIDE) {
        bool rows_first = axis_has_players(&m->rows) || of_query;
        const struct game_axis *second = rows_first ? &m->columns : &m->rows;
        join(out, rows_first ? r->query : c->query, rows_first ? c->query : r->query,
             second->kind == AXIS_NAMES, query);
    } else {
        int other = m->relation == MATRIX_AGAINST;
        bool swap = m->rows.kind == AXIS_PLAYER; /* what has plies stands first */
        buf_add_str(out, "either(");
        join(out, swap ? c->by_player[other] : r->by_player[0],
             swap ? r->by_player[0] : c->by_player[other], !swap && m->columns.kind == AXIS_NAMES,
             SPAN(""));
        buf_add_char(out, ')');
        if (query.n) {
            buf_add_str(out, " ever (");
            buf_add_span(out, query);
            buf_add_char(out, ')');
        }
    }
}
