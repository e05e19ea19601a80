/* matrix.h: a cross table of games: how many there are of each row and column, and how the side of
 * the row fared in them.
 *
 *     rows, columns              games of a cell                       whose score
 *     castle, opening            both in the game, by any side         that of the row's first hit
 *                                with `against`: one side's castle    the row's
 *                                and the other side's opening
 *     castle, year               the castle in that year               the one with the castle
 *     year, castle               as above                              as above
 *     castle, castle             one side has the row's castle, the    the row's
 *                                other side the column's
 *     player, player             both play each other                  the row's
 *     player, castle             the player has the castle             the player's
 *     year, event                of both                               the side of the query, or
 *                                                                      the first player
 *
 * Where both sides have the part the one counts who has it first; if that is at the same ply, the
 * game counts, but for no score.
 *
 * A cell with enough decided games is tested: its wins and losses against one half, draws left out.
 * Of many cells some stand out by chance, so there is a false discovery rate, too, over all that
 * were tested.  In a table of castles against castles nearly every pair is there twice, as a row's
 * and as a column's: the rates are as if it were there once. */
#ifndef KIFU_QUERY_GROUPS_MATRIX_H
#define KIFU_QUERY_GROUPS_MATRIX_H

#include "query/groups/game_axis.h"

struct matrix_cell {
    uint64_t games;
    uint64_t wins, losses, draws; /* the rest: no result is known, or both sides have the part */
};

/* NaN, both, if the cell has too few games. */
struct matrix_test {
    double p;   /* binomial_half_p() */
    double fdr; /* the smallest false discovery rate at which it is kept */
};

/* The usual least number of wins and losses of a cell that is tested, and the rate at which a cell
 * stands out. */
enum { MATRIX_USUAL_LEAST = 20, MATRIX_FDR_PERCENT = 5 };

struct matrix {
    struct game_axis rows, columns;
    struct matrix_cell *cells; /* owned; row by row */
    struct matrix_test *tests; /* owned; of the cells */
    uint64_t least, tested;    /* games of a cell that is tested; how many are */
    enum matrix_relation {
        MATRIX_BESIDE,  /* in the same game */
        MATRIX_AGAINST, /* one side's against the other's */
        MATRIX_OF_SAME, /* of the same side */
    } relation;
};

struct matrix_request {
    struct span rows, columns; /* axis_open() */
    bool against;              /* of names and players: the column's part is the other side's */
    const struct query *query; /* only the games that it finds */
    const struct named_queries *named;
    uint32_t limit; /* groups of an axis; 0: the usual number */
    uint64_t least; /* wins and losses of a cell that is tested; 0: the usual number */
    struct search_options search;
    const struct reduction *reduction; /* as in axis_options; all get all cells.  May be NULL */
};

/* Released with matrix_release(), whatever is returned.  STATUS_UNSUPPORTED in games of more than
 * two.  A meeting if there is a reduction. */
enum status matrix_run(struct matrix *m, const struct matrix_request *r, struct db *const *dbs,
                       uint32_t count, struct err *err) CHECK_RESULT;
void matrix_release(struct matrix *m);

static inline const struct matrix_cell *matrix_at(const struct matrix *m, uint32_t row,
                                                  uint32_t column)
{
    return &m->cells[(size_t)row * m->columns.group_count + column];
}
static inline const struct matrix_test *matrix_test_at(const struct matrix *m, uint32_t row,
                                                       uint32_t column)
{
    return &m->tests[(size_t)row * m->columns.group_count + column];
}
static inline bool matrix_stands_out(const struct matrix_test *t)
{
    return t->fdr <= MATRIX_FDR_PERCENT / 100.0; /* not if it is NaN */
}
/* Of the row's side, 95 %. */
struct wilson matrix_score(const struct matrix_cell *c);
/* Appends the query that finds the games of a cell; query: the text of the request's, "" for all. */
void matrix_cell_query(const struct matrix *m, uint32_t row, uint32_t column, struct span query,
                       struct buf *out);

#endif
