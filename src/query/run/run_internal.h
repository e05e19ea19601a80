/* run_internal.h: declarations that the files of the executor (query_run.c) share, besides the walk
 * (walk.h): query_result.c and, for next moves, moves.c (walks, whole positions), moves_tally.c (of
 * spans), moves_result.c (of what a query found), moves_rows.c (the table), moves_patterns.c (as drawn diagrams show them), moves_shape.c (as
 * a shape shows them that was given by its stones), moves_turned.c (as a position shows them that
 * was found turned). */
#ifndef KIFU_QUERY_RUN_RUN_INTERNAL_H
#define KIFU_QUERY_RUN_RUN_INTERNAL_H

#include "query/plan/plan.h"
#include "query/run/evaluate.h"
#include "query/run/game_sides.h"
#include "query/run/query_result.h"

struct hit hit_of_span(const struct result_span *s, const struct lines *l, uint32_t db,
                       uint32_t segment);

/* The first or the last ply of a span that matches. */
static inline uint32_t span_ply(const struct result_part *p, const struct result_span *s,
                                enum moves_at at)
{
    uint32_t n = s->to - s->from;
    if (s->bits == RESULT_ALL_MATCH)
        return at == MOVES_AT_FIRST ? s->from : s->to - 1;
    const uint64_t *set = p->words + s->bits;
    return s->from + (at == MOVES_AT_FIRST ? plies_next(set, n, 0) : plies_last(set, n));
}

/* As query_run() that keeps moves, in the lines that have a span in `known`, the result of the same
 * query; looked_at is the share of those. */
enum status query_run_known(struct query_result *f, const struct query_result *known,
                            const struct query *q, struct db *const *dbs, uint32_t count,
                            const struct search_options *opt, struct err *err) CHECK_RESULT;

/* --- What was played next, while a query runs: moves.c ---------------------------------------- */

/* The plies of a line that count: the first one, and the one after it; v->count if there is none. */
uint32_t moves_first_ply(const struct evaluation *v, enum moves_at at);
uint32_t moves_next_ply(const struct evaluation *v, enum moves_at at, uint32_t ply);

/* A move that was made where a query held. */
struct made_move {
    game_move move; /* 0: the line ended there */
    uint32_t line, ply;
    uint8_t seat;
    uint8_t plays; /* who plays in the first hit of the game: PLAYS_…, or 0 */
    bool swapped;  /* results count for the other player */
    /* of MOVE_ELSEWHERE, 0 if not known: where it was, and the first move afterwards that has to do
     * with the shape, so many plies later */
    game_move place, later;
    uint32_t later_plies;
};
/* Among the ways in which several places show the same move, whether one is better than another:
 * first those that are in the shape, then the highest, which does not depend on where it is. */
bool made_shows_better(const struct made_move *a, const struct made_move *b);
/* Notes a move as `later` if none was that soon; of several at one ply the highest. */
void made_note_later(struct made_move *made, game_move move, uint32_t plies);

struct made_moves {
    struct made_move *at; /* owned; lines in ascending order */
    size_t count, cap;
};

enum status made_moves_add(struct made_moves *m, const struct made_move *made,
                           struct err *err) CHECK_RESULT;
void made_moves_release(struct made_moves *m);

/* Counts into *out, rows of each segment by themselves.  Borrows q, opt and sides, which it begins
 * for each segment where results by player are to be told. */
struct moves_counter;
enum status moves_counter_open(struct moves_counter **out, const struct query *q,
                               const struct search_options *opt, struct game_sides *sides,
                               struct moves_table *table, struct err *err) CHECK_RESULT;
void moves_counter_close(struct moves_counter *c); /* NULL is fine */

/* The node of the one position that the query is about; 0 if it is about anything else. */
uint32_t moves_exact_node(const struct query *q, const struct search_options *opt);
/* Counts that position in the games that a plan leaves; *replay is opened if it is NULL. */
enum status moves_of_position(struct moves_counter *c, const struct plan *p, struct replay **replay,
                              struct err *err) CHECK_RESULT;

/* Otherwise segments are walked through; lines: how many there are to walk. */
enum status moves_begin_segment(struct moves_counter *c, const struct db_segment *s, size_t lines,
                                struct err *err) CHECK_RESULT;
/* Then moves are taken either from lines while they are evaluated: moves_of_line() in any thread,
 * for which it may want to know who is to move, and moves_take(); or off spans. */
bool moves_by_line(const struct moves_counter *c);
bool moves_want_seats(const struct moves_counter *c);
/* Of spans that are known: whether tallies of them say all, and whether, of a shape at one place,
 * moves_of_spans() does, for which lines need not be evaluated. */
bool moves_in_tallies(const struct moves_counter *c);
bool moves_in_spans(const struct moves_counter *c);
enum status moves_of_spans(const struct moves_counter *c, struct made_moves *m,
                           const struct db_segment *s, const struct result_part *p, size_t from,
                           size_t to, struct err *err) CHECK_RESULT;
enum status moves_of_line(const struct moves_counter *c, struct made_moves *m, const struct plan *p,
                          uint32_t line, const struct evaluation *v, struct err *err) CHECK_RESULT;
void moves_take(struct moves_counter *c, const struct made_moves *m);
enum status moves_take_spans(struct moves_counter *c, const struct result_part *p,
                             struct err *err) CHECK_RESULT;
enum status moves_end_segment(struct moves_counter *c, struct err *err) CHECK_RESULT;

/* --- Off spans: moves_tally.c ----------------------------------------------------------------- */

/* The games of a segment with a hit, counted by move; zeroed at first.  Spans come by whole lines;
 * ending adds to *out what there is, and empties it for the next segment. */
struct move_tallies;
enum status tallies_open(struct move_tallies **out, struct game_sides *sides,
                         struct err *err) CHECK_RESULT; /* borrows sides */
void tallies_close(struct move_tallies *t);             /* NULL is fine */
enum status tallies_begin(struct move_tallies *t, const struct db_segment *s, enum moves_at at,
                          struct err *err) CHECK_RESULT;
enum status tallies_add(struct move_tallies *t, const struct result_part *p, size_t from, size_t to,
                        struct err *err) CHECK_RESULT;
enum status tallies_end(struct move_tallies *t, struct moves_table *out,
                        struct err *err) CHECK_RESULT;

/* --- Drawn diagrams: moves_patterns.c --------------------------------------------------------- */

/* The diagram that a query has drawn, if it is about one, and the symmetries that leave it as it is
 * where the query looks for it in any orientation. */
struct drawn_shape {
    const void *drawn; /* NULL: none */
    unsigned alike[16];
    unsigned alike_count;
};
enum status drawn_open(struct drawn_shape *d, const struct query *q, struct err *err) CHECK_RESULT;

/* Adds what was done while drawn diagrams were on the board, each distinct move once for the line,
 * as somebody sees it who looks at the diagram as it was drawn. */
enum status made_by_patterns(struct made_moves *m, const struct drawn_shape *d,
                             const struct plan *p, uint32_t line, const struct evaluation *v,
                             enum moves_at at, struct err *err) CHECK_RESULT;

/* --- Shapes given by their stones: moves_shape.c ---------------------------------------------- */

enum { SHAPE_MOST = 256 };
struct shape_image {
    uint32_t inner, outer; /* nodes that match where it is, 0: none needs to */
    unsigned back;         /* the symmetry that takes it back to the shape as written */
    bool swapped;          /* players change places */
    uint64_t near[SHAPE_POINTS / 64 + 1]; /* points in and next to it, as bits */
};
struct moves_shape {
    const struct game_words *words;
    const struct pattern_game *game;
    struct board_shape board; /* that it is turned on */
    struct shape_image *at;   /* owned */
    size_t count, cap;        /* 0: the query is about no shape */
    enum moves_at at_plies;   /* of shape_open() */
    bool none;
    unsigned alike[16]; /* symmetries that leave the shape as it is */
    unsigned alike_count;
};
enum status shape_open(struct moves_shape *s, const struct query *q, enum moves_at at,
                       struct err *err) CHECK_RESULT;
void shape_close(struct moves_shape *s);
/* The shape is at one place, wherever the query holds. */
bool shape_is_fixed(const struct moves_shape *s);
/* Adds what was done at a ply where the shape is, in one of its images. */
enum status made_at_shape(struct made_moves *m, const struct moves_shape *s, const struct lines *l,
                          uint32_t line, uint32_t ply, struct err *err) CHECK_RESULT;
/* Adds the move of a line at the first or last ply that matches. */
enum status made_of_shape(struct made_moves *m, const struct moves_shape *s, const struct plan *p,
                          uint32_t line, const struct evaluation *v, enum moves_at at,
                          struct err *err) CHECK_RESULT;

/* --- Whole positions in several orientations: moves_turned.c --------------------------------- */

enum { TURNED_MOST = 16 };
struct turned_image {
    struct position_key keys[2]; /* by seat to move */
    int seat;                    /* who is to move there; -1: anyone */
    unsigned symmetry;
    bool flips; /* players change places */
};
struct turned_position {
    const struct query *q;
    uint32_t node; /* the whole position, or the OR of its images */
    const struct game_words *words;
    struct board_shape board;
    unsigned count;  /* 0: the query is another, or nothing is folded */
    bool as_written; /* the one orientation that was asked for, which is its own image */
    struct turned_image at[TURNED_MOST];
};
/* Whether it is about one whole position in several orientations, with or without further
 * conditions. */
bool query_is_turned(const struct query *q);
/* Whether moves of its whole position may have to be turned. */
bool query_may_fold(const struct query *q);
enum status turned_open(struct turned_position *t, const struct query *q,
                        struct err *err) CHECK_RESULT;
/* The moves that are one row with a move of the position as written, itself first. */
unsigned turned_moves_alike(const struct turned_position *t, game_move move,
                            game_move alike[TURNED_MOST]);
/* A move in a position of that key, made by made->seat, becomes the one in the position as the
 * query has it. */
void turned_move(const struct turned_position *t, struct position_key key, struct made_move *made);
/* Adds the moves of a line, turned in this way. */
enum status made_turned(struct made_moves *m, const struct turned_position *t, const struct plan *p,
                        uint32_t line, const struct evaluation *v, enum moves_at at,
                        struct err *err) CHECK_RESULT;

/* --- The table: moves_rows.c ------------------------------------------------------------------ */

/* Adds the moves of a segment, made by a seat. */
enum status moves_add_rows(struct moves_table *t, const struct next_move *moves, size_t count,
                           int seat, struct err *err) CHECK_RESULT;
/* The figures of a period; NULL if it has none yet. */
struct moves_period *moves_find_period(const struct moves_table *t, uint32_t period);

#endif
