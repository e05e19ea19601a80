/* moves_internal.h: what counting next moves is made of: moves.c (walks, whole positions),
 * moves_rows.c (the table), moves_patterns.c (moves as drawn diagrams show them), moves_turned.c
 * (as a position shows them that was found turned), moves_result.c (of what was found before).
 */
#ifndef KIFU_QUERY_RUN_MOVES_INTERNAL_H
#define KIFU_QUERY_RUN_MOVES_INTERNAL_H

#include "query/plan/plan.h"
#include "query/run/evaluate.h"
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
    struct replay *replay; /* owned; NULL until it is needed */
};

enum status made_moves_add(struct made_moves *m, const struct made_move *made,
                           struct err *err) CHECK_RESULT;
/* Adds what was done while drawn diagrams were on the board, each distinct move once for the line,
 * as somebody sees it who looks at the diagram as it was drawn. */
enum status made_by_patterns(struct made_moves *m, const struct plan *p, uint32_t line,
                             const struct evaluation *v, struct err *err) CHECK_RESULT;

/* --- Whole positions in several orientations: moves_turned.c --------------------------------- */

enum { TURNED_MOST = 16 };
struct turned_image {
    struct position_key keys[2]; /* by seat to move */
    int seat;                    /* who is to move there; -1: anyone */
    unsigned symmetry;
    bool flips; /* players change places */
};
struct turned_position {
    const struct game_words *words;
    struct board_shape board;
    unsigned count; /* 0: the question is another */
    struct turned_image at[TURNED_MOST];
};
/* Is it about one whole position in several orientations, with or without further conditions? */
bool query_is_turned(const struct query *q);
enum status turned_open(struct turned_position *t, const struct query *q,
                        struct err *err) CHECK_RESULT;
/* A move in a position of that key, made by made->seat, becomes the one that was asked about. */
void turned_move(const struct turned_position *t, struct position_key key, struct made_move *made);
/* Adds what was done in a line, so. */
enum status made_turned(struct made_moves *m, const struct turned_position *t, const struct plan *p,
                        uint32_t line, const struct evaluation *v, struct err *err) CHECK_RESULT;

/* The same for a position that is its own image, n being its node: from its occurrences in a
 * segment, among the games that the plan leaves. */
enum status made_turned_at(struct made_moves *m, const struct turned_position *t,
                           const struct query_node *n, const struct plan *p,
                           const struct db_segment *s, struct replay *r,
                           struct err *err) CHECK_RESULT;

/* Adds the moves of a segment, made by a seat. */
enum status moves_add_rows(struct moves_table *t, const struct next_move *moves, size_t count,
                           int seat, struct err *err) CHECK_RESULT;

/* The figures of a period; NULL if it has none yet. */
struct moves_period *moves_find_period(const struct moves_table *t, uint32_t period);

#endif
