/* plan.h: the plan of a query for one segment: the lines, and the plies of them, to evaluate.
 *
 * For each part of a query there is a set of windows (line, from, to) outside of which it can't
 * hold; as far as they are known, and as far as it pays to find out:
 *
 *     facts that must hold together    fact_intersect(), rarest list first
 *     k of n facts, sets, like         fact_union_at_least()
 *     a whole position                 position_find()
 *     moves in a row                   where each may have begun one of its facts: the rarest first
 *     AND                              the cheapest first; stops when walking is cheaper
 *     OR                               all of its parts together
 *     THEN                             lines that both parts have; of variations those of the
 *                                      second: the first may hold where the line is not indexed
 *     NEVER, FOR                       those of the first part
 *     EVER                             those of the first part in lines that the second has;
 *                                      variations may have it where they are not indexed
 *     SINCE                            from the first window on; variations as with EVER
 *     NOT, TURN, MEASURE, material, …  anywhere
 *
 * Conditions on the game itself become a set of games that all the rest is limited to.  Windows
 * hold every ply that the index knows (of a variation from line_fresh() on) at which the part
 * holds; hits of a variation have a matching ply there, so none is missed. */
#ifndef KIFU_QUERY_PLAN_PLAN_H
#define KIFU_QUERY_PLAN_PLAN_H

#include "query/plan/meta_games.h"
#include "query/search.h"

enum plan_kind {
    PLAN_WALK,        /* walk through the lines */
    PLAN_OCCURRENCES, /* one whole position, and perhaps something about the game: no walk */
    PLAN_GAMES,       /* about the game alone: every ply of the games that are left */
};

/* Added to the ply of an occurrence. */
#define OCCURRENCE_NO_MATCH ((uint32_t)1 << 31)

struct planned_line {
    uint32_t id, line;    /* of the game; in the segment */
    uint32_t from, until; /* plies outside can't be in a hit; 0, UINT32_MAX: look at all */
};

struct meta_part {
    uint32_t node;
    uint64_t *bits;     /* owned */
    uint64_t *sides[2]; /* owned; of a part that leaves the player open: meta_side_games() */
};

struct plan {
    enum plan_kind kind;
    const struct query *q;
    const struct db_segment *segment;
    const atomic_bool *cancelled;
    uint32_t exact;       /* PLAN_OCCURRENCES: the node */
    bool all;             /* every line of the games left; `lines` is then not made */
    uint32_t from, until; /* with all: as in planned_line */
    uint64_t *games;      /* the games left; NULL: all */
    uint64_t game_count;
    struct planned_line *lines; /* sorted by line; order by plan_sort_by_id() */
    size_t count;
    struct occurrences found; /* PLAN_OCCURRENCES: where it holds, sorted by line and ply; plies
                                 with OCCURRENCE_NO_MATCH have the other side to move */
    uint32_t *drawn; /* diagrams of the whole board: the node of each of `found`; else NULL */
    struct meta_part *metas; /* the parts that are about games, for the evaluator */
    uint32_t meta_count;
};

/* What a plan is made with; replay is opened when it is needed. */
struct planner {
    const struct query *q;
    const struct db_segment *segment;
    const struct search_options *opt;
    struct replay **replay; /* borrowed; *replay may be NULL */
    struct buf *notes;      /* what was done, for people; NULL: not wanted */
    enum lang lang;
    const uint64_t *only; /* games that are known to be all that have a hit, as bits; NULL: any */
    bool kept;            /* all that the query measures is kept of the segment */
    bool hits; /* hits are wanted, for which diagrams of the whole board need not be walked for */
};

/* The kind of plan that a query gets; *exact is the node of a whole position. */
enum plan_kind plan_kind_of(const struct query *q, uint32_t *exact);
/* A plan of which only the games left are wanted. */
enum status plan_games(struct plan *p, const struct planner *with, struct err *err) CHECK_RESULT;
enum status plan_make(struct plan *p, const struct planner *with, struct err *err) CHECK_RESULT;
void plan_release(struct plan *p);

/* Orders the lines as hits are: by id, the game itself first, then its variations. */
void plan_sort_by_id(struct plan *p);
/* With all: makes the list of lines after all, by id. */
enum status plan_list_all(struct plan *p, bool variations, struct err *err) CHECK_RESULT;
/* As plan_list_all(), in the order in which the lines are stored: going through memory from its
 * beginning to its end takes a seventh to a third less time (drawn diagrams in 33,226 games of
 * Go). */
enum status plan_list_stored(struct plan *p, bool variations, struct err *err) CHECK_RESULT;

static inline bool plan_has_game(const struct plan *p, uint32_t number)
{
    return !p->games || (p->games[number / 64] >> number % 64 & 1);
}

#endif
