/* plan_internal.h: declarations that the files of planning share: plan.c (the plan), plan_windows.c
 * (windows in which the parts of a query may hold), plan_sums.c (those of sums of facts),
 * plan_moves.c (of moves in a row), plan_patterns.c (of drawn diagrams), plan_notes.c (notes on
 * what was done). */
#ifndef KIFU_QUERY_PLAN_PLAN_INTERNAL_H
#define KIFU_QUERY_PLAN_PLAN_INTERNAL_H

#include "query/plan/plan.h"
#include "query/plan/windows.h"
#include "query/stop.h"

/* What things cost, in nanoseconds: to go on by a posting in a list that leads, or in a union (that
 * of material>=1000 took 7 s for about 40 million), and to walk through a line.  Measured on
 * 240,000 generated games (docs/bench.md has the machine). */
enum { POSTING_COST = 4, UNION_COST = 100, WALK_COST = 1500 };
/* To walk through a line if something is measured at its positions: progress.diff>=0.25 took 1.65 s
 * of one processor in 60,000 games of self-play, 6.9 million positions; value>=500 3 s. */
enum { MEASURE_COST = 27000 };
/* To walk through a line if the query has nothing but one or two conditions on squares
 * (games/shogi/shogi_scan.c), with all that is done for a line (240,000 games took 35 to 60 ms of a
 * busy machine); to find windows in every other line first costs as much again. */
enum { LEAP_COST = 150, FEW_LINES = 20000, MOST_LEAPS_OF_ALL = 2 };

enum { PLAN_MAX_BOARDS = 8 };

struct plan_work {
    const struct planner *with;
    struct plan *plan;
    const uint64_t *allowed; /* games to look for; NULL: all */
    enum status (*plan_meta_games)(struct plan *p, uint32_t node, const uint64_t **bits,
                                   struct err *err);
    uint64_t walk_cost; /* of a line */
    bool leaps;         /* the query is about squares alone */
    unsigned depth;     /* of notes */
    /* the boards of the segment, for drawn diagrams: found when they are needed */
    uint32_t boards[PLAN_MAX_BOARDS];
    uint32_t board_count;
    bool boards_known, boards_many;
};

/* Whether it is cheaper to walk through what is left than to look up a part. */
static inline bool plan_walk_instead(const struct plan_work *w, const struct windows *have,
                                     uint64_t estimate)
{
    return !have->all && have->c.count * w->walk_cost <= estimate * POSTING_COST;
}
/* Whether lines that are no games are to be searched too, and there are some. */
static inline bool plan_with_variations(const struct plan_work *w)
{
    return w->with->opt->lines && w->with->segment->lines.count > w->with->segment->lines.games;
}

/* An estimate of the most windows there can be; UINT64_MAX: it may hold anywhere. */
uint64_t plan_estimate(struct plan_work *w, uint32_t node);
/* Where the node may hold. */
enum status plan_windows(struct plan_work *w, uint32_t node, struct windows *out,
                         struct err *err) CHECK_RESULT;
/* As plan_estimate() and plan_windows(), of a sum. */
uint64_t plan_estimate_sum(const struct plan_work *w, const struct query_node *n);
enum status plan_windows_of_sum(struct plan_work *w, const struct query_node *n,
                                struct windows *out, struct err *err) CHECK_RESULT;
/* As plan_estimate() and plan_windows(), of moves in a row. */
uint64_t plan_estimate_moves(const struct plan_work *w, const struct query_node *n);
enum status plan_windows_of_moves(struct plan_work *w, const struct query_node *n,
                                  struct windows *out, struct err *err) CHECK_RESULT;
/* As plan_estimate(), of a drawn diagram. */
uint64_t plan_estimate_pattern(struct plan_work *w, const struct query_node *n);
/* Fills in the boards. */
void plan_find_boards(struct plan_work *w);
/* Whether the query is about diagrams of the whole board, and perhaps about the game.  Then they
 * are found by their keys: the second fills in p->found and p->drawn. */
bool plan_is_whole_boards(struct plan_work *w);
enum status plan_find_boards_drawn(struct plan_work *w, struct plan *p,
                                   struct err *err) CHECK_RESULT;
/* Of diagrams, alone or joined by OR: whether their stones are so common that nearly every line has
 * those of one of them, so that going through the lists of facts would exclude hardly any. */
bool plan_patterns_common(struct plan_work *w, uint32_t node);
enum status plan_windows_of_pattern(struct plan_work *w, const struct query_node *n,
                                    struct windows *out, struct err *err) CHECK_RESULT;
/* Where a whole position holds, whoever is to move; sorted by line and ply.  alone: nothing but the
 * position makes spans, so places where the board is the same and somebody else's turn need not be
 * found where they can't touch one that matches. */
enum status plan_find_position(struct plan_work *w, uint32_t node, bool alone,
                               struct occurrences *out, struct err *err) CHECK_RESULT;

/* Notes on what was done; they do nothing without a buffer. */
void plan_note(struct plan_work *w, const struct msg *what, struct span arg1, uint64_t number);
void plan_note_facts(struct plan_work *w, const struct msg *what, const uint32_t *facts,
                     size_t count);
void plan_note_windows(struct plan_work *w, const struct windows *found);
void plan_note_end(struct plan_work *w, bool games_limited);

#endif
