/* moves_internal.h: what counting next moves is made of: moves.c (walks, whole positions),
 * moves_rows.c (the table), moves_patterns.c (moves as drawn diagrams show them), moves_found.c (of
 * what was found before).
 */
#ifndef KIFU_QUERY_MOVES_INTERNAL_H
#define KIFU_QUERY_MOVES_INTERNAL_H

#include "query/evaluate.h"
#include "query/plan.h"
#include "query/search.h"

/* What was done where a question held. */
struct made_move {
    game_move move; /* 0: the line ended there */
    uint32_t line;
    uint8_t seat;
    bool swapped; /* results count for the other player */
};

struct made_moves {
    struct made_move *at; /* owned; lines in ascending order */
    size_t count, cap;
};

enum status made_moves_add(struct made_moves *m, const struct made_move *made,
                           struct err *err) CHECK_RESULT;
/* Adds what was done while drawn diagrams were on the board, each distinct move once for the line,
 * as somebody sees it who looks at the diagram as it was drawn. */
enum status made_by_patterns(struct made_moves *m, const struct plan *p, uint32_t line,
                             const struct evaluation *v, struct err *err) CHECK_RESULT;

/* Adds the moves of a segment, made by a seat. */
enum status moves_add_rows(struct moves_table *t, const struct next_move *moves, size_t count,
                           int seat, struct err *err) CHECK_RESULT;
/* Rows of several segments become one for each move, with shares and scores. */
void moves_finish(struct moves_table *t);

/* The figures of a period; NULL if it has none yet. */
struct moves_period *moves_find_period(const struct moves_table *t, uint32_t period);

#endif
