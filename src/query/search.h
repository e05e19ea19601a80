/* search.h: hits and next moves of a query; query_result.h has the executor behind both.
 *
 * Two steps, for one machine as for many: search every segment, merge.  In one segment: find the
 * lines that can match at all by intersecting the lists of facts that must hold, rarest first, with
 * the games that the metadata leaves (plan.c); then walk through each of them and see where the
 * whole query holds (evaluate.c).  The second step alone, over all lines, gives the same result
 * without any index: search_options.scan, `--verify`. */
#ifndef KIFU_QUERY_SEARCH_H
#define KIFU_QUERY_SEARCH_H

#include <stdatomic.h>

#include "db/db.h"
#include "query/language/measures.h"
#include "query/language/query.h"
#include "query/scores.h"

/* Hits of a variation are those that have a matching ply which the game does not share with an
 * earlier line: the others are the earlier line's. */
struct hit {
    uint32_t db;       /* which of the databases searched */
    uint32_t id;       /* of the game */
    uint32_t line;     /* 0: the game itself; n: its n-th variation */
    uint32_t from, to; /* plies, end excluded */
    uint32_t plies;    /* of these that match */
    uint32_t first;    /* the first ply that matches (the best one, if ranked) */
    int32_t score;     /* of a ranked search: pieces in common */
    /* of a query with drawn diagrams: where one is at that ply (its lower left cell), and which
     * symmetry of the board made it of what was drawn */
    bool placed;
    uint8_t symmetry;
    int16_t column, row;
    uint8_t plays; /* who has the part of s or b: PLAYS_… (query.h); 0: the query names no player */
    /* where it is, for those who go on from here */
    uint32_t segment, number, stored_line;
    /* of hits that are sorted (query/run/hit_order.h): a number or a text */
    uint64_t key;
    struct span text; /* in hits.texts */
};

/* What hits are sorted by. */
enum hit_order_by {
    ORDER_USUAL, /* by database, id, line and ply; if the query is ranked by score first */
    ORDER_ID,
    ORDER_DATE,
    ORDER_EVENT,
    ORDER_LENGTH,  /* plies of the game */
    ORDER_PLAYERS, /* names, folded: the first seat's, then the second's and so on */
    ORDER_PLIES,   /* that match */
    ORDER_RATING,  /* the mean of those that are known */
    ORDER_RESULT,  /* wins of the first seat, of the second and so on, draws */
    ORDER_SCORE,   /* of a ranked search */
};
struct hit_order {
    enum hit_order_by by;
    bool descending;
};

/* The plies of a game whose moves are next moves.  The first and the last ply are those of all hits
 * of the game that match: where what the query is about arises, and where it ends. */
enum moves_at {
    MOVES_AT_USUAL, /* every ply of a whole position, which seldom has two; otherwise the first */
    MOVES_AT_FIRST,
    MOVES_AT_EVERY,
    MOVES_AT_LAST,
};

struct search_options {
    bool lines;             /* variations too */
    bool scan;              /* no index: walk through everything */
    bool count;             /* only counts are wanted */
    bool no_totals;         /* how many there are in all need not be known: stops early */
    uint64_t limit, offset; /* of hits; limit UINT64_MAX: all */
    unsigned threads;       /* 0: one for each processor */
    uint32_t grain;         /* lines a thread takes at a time; 0: the usual number */
    const atomic_bool *cancelled;
    const struct query_values *values; /* what `value` means; NULL: queries cannot use it */
    double deadline;   /* for query_run() that keeps spans or moves: of steady_seconds(); 0: none */
    bool scores;       /* results by player are wanted: hits.scores */
    uint32_t by_years; /* next moves: years in a period that has its own rows; 0: one for all */
    enum moves_at at;  /* next moves: at which plies */
    bool own; /* only segments that were not assigned to another process (db_segment.elsewhere) */
    struct hit_order order; /* of hits */
};

struct hits {
    struct hit *at; /* sorted as search_options.order says */
    size_t count, cap;
    struct arena texts;               /* of sorted hits; all zero until there is one */
    uint64_t games, spans, positions; /* of all, whatever the limit, unless no_totals */
    uint64_t places; /* of drawn diagrams, with a ply that matches; counted in the same way */
    struct game_scores scores; /* of all games; zero unless they are wanted */
};
void hits_release(struct hits *h);

/* Several databases of the same game; merges. */
enum status search_run(const struct query *q, struct db *const *dbs, uint32_t count,
                       const struct search_options *opt, struct hits *out,
                       struct err *err) CHECK_RESULT;

/* As search_run(), for one part of the segments: the first offset + limit hits, to be merged with
 * those of other parts (cluster/query_parts.h), from which `offset` is left out then. */
enum status search_part(const struct query *q, struct db *const *dbs, uint32_t count,
                        const struct search_options *opt, struct hits *out,
                        struct err *err) CHECK_RESULT;
/* How many hits a part has to give at most. */
uint64_t search_wanted_hits(const struct search_options *opt);
/* Leaves out the first `offset`. */
void hits_skip(struct hits *h, uint64_t offset);

/* What a hit of a ranked query (like) has and has not, at its best ply: facts of the query's
 * position that are missing there, and facts that are there instead. */
struct differences {
    uint32_t *missing, *extra; /* owned */
    uint32_t missing_count, extra_count;
};
enum status search_differences(const struct query *q, const struct db_segment *s,
                               const struct hit *hit, struct differences *out,
                               struct err *err) CHECK_RESULT;
void differences_release(struct differences *d);

/* --- What was played next --------------------------------------------------------------------- */

/* Of a shape, drawn or given by its stones (Go): whether a move is in or next to it. */
enum moves_near { NEAR_NOT_KNOWN, NEAR_SHAPE, NEAR_ELSEWHERE };

/* What is known of the moves elsewhere of one seat, in two lists: where they were, and which was
 * the first move afterwards that had to do with the shape. */
struct tenuki_move {
    game_move move;
    uint32_t games;
    uint64_t plies; /* later: from the move elsewhere until then, summed over the games */
    int seat;       /* who played elsewhere */
    bool later;
};

/* Of a query for images of one drawn diagram, moves are those on the diagram as it was drawn
 * (patterns.h): points of the board if it is in a corner, else of the diagram, A1 being its lower
 * left cell; MOVE_ELSEWHERE is a row too, and wins are those of the colours as drawn.  This holds
 * for a whole position in several orientations, too, of games for two. */
struct moves_row {
    struct next_move next;
    double share;            /* games by those of the period that went on: `moved` */
    double score, low, high; /* the mover's, with the 95 % interval of Wilson; NaN if no result */
    uint32_t transposed;     /* games that reach the resulting position in another way; only where
                                the query is one position, otherwise 0 */
    int seat;                /* the mover */
    enum moves_near near;    /* whether it has to do with the shape that the query is about */
    uint32_t segments;       /* in how many it was played */
};
struct moves_period {
    uint32_t period;       /* first year; 0: no date known, or all */
    uint32_t games, moved; /* as in struct moves_table */
};
struct moves_table {
    struct moves_row *rows; /* by period, of a shape those near it first, then by games */
    size_t count, cap;
    bool shape;                 /* rows are near a shape or elsewhere */
    struct tenuki_move *tenuki; /* by seat, list and games; not by period */
    size_t tenuki_count, tenuki_cap;
    struct moves_period *periods; /* by year, the one without date last */
    size_t period_count, period_cap;
    uint32_t games; /* in which the query holds at all */
    uint32_t
        moved; /* in which a move followed at a ply that counts.  With MOVES_AT_EVERY a game can
                       have several next moves: only then this is not the sum of all rows */
    double looked_at; /* of moves_run(): the share of what there was to look at; less than 1 only
                         if there was a deadline */
};
/* Whether the query is one whole position, in one orientation or several, perhaps with further
 * conditions. */
bool query_is_whole(const struct query *q);
/* The plies that are counted: opt->at, or what is usual for the query. */
enum moves_at moves_at_of(const struct query *q, const struct search_options *opt);
enum status moves_run(const struct query *q, struct db *const *dbs, uint32_t count,
                      const struct search_options *opt, struct moves_table *out,
                      struct err *err) CHECK_RESULT;
void moves_release(struct moves_table *t);

/* As moves_run(), for one part of the segments, in two steps: what these have, the rows of all
 * parts then being finished together; and, where the query is one position
 * (moves_wants_after()), in how many games of these segments the position after each row
 * occurs.  The sums of these over all parts are moves_set_after()'s. */
enum status moves_part(const struct query *q, struct db *const *dbs, uint32_t count,
                       const struct search_options *opt, struct moves_table *out,
                       struct err *err) CHECK_RESULT;
/* Adds to what is known of moves elsewhere. */
enum status moves_add_tenuki(struct moves_table *t, const struct tenuki_move *more,
                             struct err *err) CHECK_RESULT;
/* Rows of several segments become one for each move, with shares and scores. */
void moves_finish(struct moves_table *table);
bool moves_wants_after(const struct query *q, const struct search_options *opt,
                       const struct moves_table *table);
/* Of the rows only moves and seats are looked at; games has a number for each. */
enum status moves_after(const struct query *q, struct db *const *dbs, uint32_t count,
                        const struct search_options *opt, struct moves_table *rows, uint64_t *games,
                        struct err *err) CHECK_RESULT;
void moves_set_after(struct moves_table *table, const uint64_t *games);

/* --- The plan --------------------------------------------------------------------------------- */

/* Appends the plan of a segment in words, with the estimates and the windows that came of them. */
enum status search_explain(const struct query *q, const struct db_segment *s,
                           const struct search_options *opt, enum lang lang, struct buf *out,
                           struct err *err) CHECK_RESULT;

#endif
