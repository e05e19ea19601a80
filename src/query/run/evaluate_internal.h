/* evaluate_internal.h: a compiled query: what evaluate_compile.c makes and evaluate.c runs
 * (evaluate_walk.c fills the leaves, evaluate_steps.c takes the steps).
 *
 * Every part of the query has a value: two registers, one for the plies at which it holds and one
 * for those that match (the same register unless the query has sides to move).  A register is a set
 * of plies.  Those of leaves come first: they are emptied before a line and filled while walking
 * through it.  Then the steps are taken one after another, each writing its own.
 *
 *     s99ou s88gi turn:s (sfu3 then g11ry)
 *
 *     counters  c0: s99ou + s88gi >= 2     → r1
 *               c1: sfu3 >= 1              → r2
 *               c2: g11ry >= 1             → r3
 *     turns     seat 0                     → r4
 *     steps     r5 = THEN r2, r3
 *               r6, r7 = AND (r1, r1) (r0, r4) (r5, r5)          r0: all plies */
#ifndef KIFU_QUERY_RUN_EVALUATE_INTERNAL_H
#define KIFU_QUERY_RUN_EVALUATE_INTERNAL_H

#include "facts/captures.h"
#include "query/language/measures.h"
#include "query/language/patterns.h"
#include "query/run/evaluate.h"
#include "query/stop.h"

enum { REGISTER_ALL = 0 };

struct eval_value {
    uint32_t holds, matches; /* registers */
};

/* A sum of facts compared with a number. */
struct counter {
    int64_t sum, bound;
    uint32_t reg;
    uint32_t since; /* the ply since which it is true */
    enum query_compare compare;
    bool is;      /* true at the ply before */
    bool touched; /* its sum changed with this ply */
};

/* What a fact does to a counter. */
struct effect {
    uint32_t counter;
    int32_t weight;
};

struct exact_leaf {
    const struct query_node *node;
    struct eval_value out;
};

/* Moves in a row: bit i of `progress` says that the first i + 1 were made just now. */
struct move_leaf {
    const struct query_node *node;
    uint64_t *progress; /* of words words */
    uint32_t words;
    uint32_t reg;
};

/* A drawn diagram; several may share a register: any of them. */
struct drawn_leaf {
    const struct query_node *node;
    uint32_t pattern; /* its number for the matcher */
    uint32_t reg;
};

struct measure_leaf {
    const struct query_node *node;
    uint32_t scale, reg;
    struct measure_range range;
};

/* All that is measured, and what it takes. */
struct measure_state {
    const struct measure_game *game;
    struct measure_leaf *leaves;
    size_t cap;
    uint32_t count;
    uint32_t gate;   /* register of plies outside of which nothing needs to be known */
    uint64_t wanted; /* rows of the game's own */
    const struct query_values *values;
    const struct found_log *found;
    struct measure_columns kept; /* of the segment at hand */
    bool all_kept;               /* of its main lines */
    void *pos, *start;           /* full positions: where it is, and where lines last began */
    struct buf start_text;
    bool start_known;
    bool by_values;      /* measures of others than the game … */
    uint64_t found_rows; /* … and which of them found_log.h has */
    int32_t *parts;      /* by row */
    int32_t *given_parts;
    size_t given_cap;
};

/* Counters whose sums are followed through a stored line; see struct game_scan. */
struct sum_state {
    void **tables; /* by counter; NULL: by its places */
    int32_t *sums; /* of the line at hand */
    size_t cap;
};

struct ply_leaf {
    uint32_t low, high, reg;
};

struct meta_leaf {
    uint32_t node, reg;
    uint8_t plays;        /* PLAYS_…: the games in which that player plays the part; 0: all */
    const uint64_t *bits; /* by number of the game */
};

struct eval_step {
    enum query_op op;
    enum query_compare compare;
    uint32_t number;
    uint32_t arg, arg_count; /* in evaluator.args */
    struct eval_value out;
};

struct evaluator {
    const struct query *q;
    const atomic_bool *cancelled; /* NULL: never */
    const struct game *game;
    /* Where it is in the line: the light position, whose turn it is, what the last move changed. */
    void *lite, *parsed;
    struct fact_changes *changes;
    struct replay *replay; /* keeps the key instead, if the query has whole positions; else NULL */
    int seat, start_seat;

    struct counter *counters, *fresh; /* fresh: as they are at the start position */
    uint32_t *first_effect;           /* by fact; one more at the end */
    struct effect *effects;
    uint32_t *touched; /* counters that changed with this ply */
    size_t counter_cap;
    uint32_t counter_count, touched_count;

    struct fact_places watched;        /* what the counters depend on */
    bool scanning;                     /* that is little enough to scan for its changes alone */
    struct fact_places *places_wanted; /* by counter: the same as what is wanted of places, if all
                                          of them can be written so; else NULL */
    struct sum_state summing;          /* with tables: each counter has one of both */
    bool spans_alone; /* there are places_wanted, and nothing else matters: one of them, or any of
                         several */
    bool leaf_alone;  /* the query is one leaf, and it is moves in a row, something measured or a
                         sum that is followed */
    bool moves_given; /* of all moves in a row it is known exactly which move it is */

    struct exact_leaf *exacts;
    struct move_leaf *moves;
    struct ply_leaf *plies;
    struct meta_leaf *metas;
    size_t exact_cap, move_cap, ply_cap, meta_cap;
    uint32_t exact_count, move_count, ply_count, meta_count;
    uint32_t turns[GAME_MAX_SEATS]; /* register of turn:; 0: not in the query */

    struct drawn_leaf *drawn; /* by pattern */
    size_t drawn_cap;
    uint32_t drawn_count, pattern_count;
    const struct pattern_game *pattern_game;
    const struct query_node **patterns; /* each diagram once */
    size_t pattern_cap;
    void *matcher; /* opened when it is needed */
    bool playing;  /* it plays the moves */
    const struct captures *captures;
    struct taken_list taken; /* of the line at hand, for a scan */
    uint8_t stands[GAME_MAX_PLACES];
    const struct pattern_place *places; /* of the line at hand */
    size_t place_count;
    struct buf stored_moves;

    struct measure_state measuring;

    struct eval_step *steps;
    struct eval_value *args;
    size_t step_cap, arg_cap;
    uint32_t step_count, arg_count;
    struct eval_value root;
    /* Of OWN_BY_HIT (tree.h): the query read for each player, and what each counter says about them
     * if there is nothing but counters. */
    bool sided;
    struct eval_value sides[2];
    uint8_t *counter_plays; /* NULL unless spans_alone */
    uint32_t *alternatives; /* by node, of children of ORs: the register of its matches; NULL: the
                               query has no OR */

    uint64_t *bits; /* the registers, words each */
    size_t bits_cap;
    uint32_t leaf_registers, registers, words;
    uint32_t ranked; /* counter whose sums are kept; UINT32_MAX: none */
    int32_t *sums;
    uint8_t *seats;
    uint32_t summed; /* plies whose sum is written down */
    int32_t sum;     /* since then */
    size_t sums_cap, seats_cap;

    /* The start position last used, and what holds there. */
    struct span start; /* in start_text */
    struct buf start_text;
    void *start_lite;
    struct position_key start_key;
    bool start_known, want_seats;
};

static inline uint64_t *evaluator_register(const struct evaluator *e, uint32_t number)
{
    return e->bits + (size_t)number * e->words;
}

/* Reads what came off the board in a line of a segment, if the scan needs that; *known: it is, and
 * moves are not to be made anyway. */
static inline enum status evaluator_know_taken(struct evaluator *e, const struct lines *l,
                                               uint32_t line, bool *known, struct err *err)
{
    *known = !e->game->scan->needs_taken || (e->captures && !e->playing);
    return *known && e->game->scan->needs_taken
               ? captures_of_line(e->captures, l, line, &e->taken, err)
               : STATUS_OK;
}
/* A scan of a stored line from the start that is known. */
static inline struct fact_scan evaluator_scan(struct evaluator *e, const char *stored,
                                              uint32_t plies, const struct fact_places *places)
{
    return (struct fact_scan){.start = e->start_lite,
                              .moves = stored,
                              .plies = plies,
                              .places = places,
                              .taken = e->taken.at,
                              .taken_count = (uint32_t)e->taken.count,
                              .stands = e->stands};
}

/* Where moves come from: a line of a segment, or an array. */
struct moves_source {
    const struct lines *lines; /* NULL: array */
    uint32_t line;
    const char *stored; /* line_stored() of it */
    const game_move *array;
};

static inline game_move moves_source_at(const struct moves_source *s, uint32_t ply)
{
    return s->lines ? stored_move(s->lines, s->stored, ply) : s->array[ply];
}

/* Learns what holds at a start position, if that is not known. */
enum status evaluator_know_start(struct evaluator *e, struct span start,
                                 struct err *err) CHECK_RESULT;

/* Fills the leaves that are found by walking; *from becomes the first ply that was looked at.
 * *bad_ply: whose move can't be made, or 0. */
enum status evaluator_walk(struct evaluator *e, struct span start,
                           const struct moves_source *source, uint32_t *from, uint32_t moves,
                           uint32_t *bad_ply, struct err *err) CHECK_RESULT;
/* False: nothing but drawn diagrams, measures, plies and what is known about the game. */
bool evaluator_needs_walk(const struct evaluator *e);

/* Writes the registers of the steps, one after another; count: of plies. */
void evaluator_take_steps(struct evaluator *e, uint32_t count);

/* What is measured: at plies from … moves of a line.  *bad_ply: whose move can't be made, or 0. */
enum status evaluator_open_measures(struct evaluator *e, struct err *err) CHECK_RESULT;
void evaluator_close_measures(struct evaluator *e);
enum status evaluator_measure(struct evaluator *e, struct span start, const struct moves_source *s,
                              uint32_t from, uint32_t moves, uint32_t *bad_ply,
                              struct err *err) CHECK_RESULT;
/* Whether all that is measured is kept of a line; and what is, for plies from … to - 1. */
bool evaluator_has_kept(const struct evaluator *e, const struct lines *l, uint32_t line);
void evaluator_read_kept(struct evaluator *e, const struct lines *l, uint32_t line, uint32_t from,
                         uint32_t to);
/* Moves in a row, each known exactly, in so many moves of a stored line. */
void evaluator_scan_moves(struct evaluator *e, const struct lines *l, const char *stored,
                          uint32_t moves);

/* Prepares the sum of a counter to be followed; false: it cannot be. */
bool evaluator_weigh(struct evaluator *e, uint32_t counter, const struct fact_weight *weights,
                     uint32_t count);
void evaluator_close_sums(struct evaluator *e);
/* Fills the register of a counter that has a table, for a line from the start that is known.  False:
 * the line is damaged, or there is no memory. */
bool evaluator_follow_sum(struct evaluator *e, uint32_t counter, const char *stored,
                          uint32_t moves);

/* Drawn diagrams: numbers them, and finds them at plies from … moves of a line. */
enum status evaluator_open_patterns(struct evaluator *e, struct err *err) CHECK_RESULT;
void evaluator_close_patterns(struct evaluator *e);
enum status evaluator_find_patterns(struct evaluator *e, struct span start,
                                    const struct moves_source *s, uint32_t from, uint32_t moves,
                                    struct err *err) CHECK_RESULT;

/* Fills in everything that depends on the query alone. */
enum status evaluator_compile(struct evaluator *e, struct err *err) CHECK_RESULT;

/* Looked at by whatever may take long in one line. */
static inline bool evaluator_is_cancelled(const struct evaluator *e)
{
    return e->cancelled && atomic_load_explicit(e->cancelled, memory_order_relaxed);
}

#endif
