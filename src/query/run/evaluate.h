/* evaluate.h: evaluation of a query on one line of play: the plies at which it holds.
 *
 * A query is compiled once and then run on line after line.  The line is walked through with the
 * game's light position; what changes with a move moves counters, and only where a counter crosses
 * its bound is anything written: the plies at which a condition holds, as bits (plies.h).  At the
 * end and, or, not, then, never and for are worked out on those bits.
 *
 *     evaluator_open(&e, q, err);
 *     evaluate_line(e, lines, line, 0, UINT32_MAX, &found, err);
 *     for (at = 0; evaluation_next(&found, at, &span); at = span.to)
 *         …
 *     evaluator_close(e);
 *
 * One evaluator for each thread.  20 facts at once in a game of 107 plies: about 1 µs. */
#ifndef KIFU_QUERY_RUN_EVALUATE_H
#define KIFU_QUERY_RUN_EVALUATE_H

#include <stdatomic.h>

#include "query/language/measures.h"
#include "query/language/patterns.h"
#include "query/language/query.h"
#include "query/run/plies.h"
#include "store/lines.h"

struct evaluator;

/* Borrows the query. */
enum status evaluator_open(struct evaluator **out, const struct query *q,
                           struct err *err) CHECK_RESULT;
void evaluator_close(struct evaluator *e); /* NULL is fine */

/* Sets the games (bits by number) for which a part of the query that is about the game alone is
 * true: query_is_meta(), and not within another such part.  Borrowed until it is set again.  A part
 * that was not set, or set to NULL, is false. */
void evaluator_set_games(struct evaluator *e, uint32_t node, const uint64_t *bits);
/* The outermost parts of that kind: the i-th one, 0 if there are no more. */
uint32_t evaluator_meta_node(const struct evaluator *e, uint32_t i);

struct evaluation {
    uint32_t count;          /* of plies looked at: 0 … count - 1 */
    const uint64_t *holds;   /* borrowed until the next run */
    const uint64_t *matches; /* a part of holds */
    const int32_t *sums;     /* of a ranked query: the sum at each ply; else NULL */
    /* places of the drawn diagrams, whether or not the rest of the query holds at their plies,
     * sorted by pattern; and by pattern the node */
    const struct pattern_place *places;
    size_t place_count;
    const struct query_node *const *patterns;
    /* for evaluation_alternative() */
    const uint32_t *alternatives;
    const uint64_t *registers;
    uint32_t words;
    const uint8_t *seats; /* who is to move at each ply, if evaluator_want_seats(); else NULL */
    /* of OWN_BY_HIT (tree.h): plies that match with the part of s or b played by each player; else
     * NULL */
    const uint64_t *sides[2];
};

/* As evaluator_set_games(), of a part that leaves the player open (query_has_sides()): the games in
 * which each of them plays it. */
void evaluator_set_side_games(struct evaluator *e, uint32_t node, const uint64_t *const bits[2]);

void evaluator_want_seats(struct evaluator *e, bool wanted);
/* Drawn diagrams are found by making every move and looking, instead of without playing. */
void evaluator_play_patterns(struct evaluator *e, bool playing);
/* What came off the board in the lines that evaluate_line() is given, so that it need not be played
 * to find out; borrowed; NULL: not known. */
void evaluator_set_captures(struct evaluator *e, const struct captures *captures);

/* What `value` means in the lines that evaluate_line() is given; borrowed; NULL: nothing. */
void evaluator_set_values(struct evaluator *e, const struct query_values *values);

/* What is kept of the segment whose lines evaluate_line() is given, so that it need not be measured. */
void evaluator_set_columns(struct evaluator *e, struct measure_columns kept);

struct found_log;
/* What `found` and `surprise` mean in them; borrowed; NULL: nothing. */
void evaluator_set_found(struct evaluator *e, const struct found_log *found);

/* Evaluation gives up with STATUS_CANCELLED soon after it is set, also within a line; borrowed;
 * NULL: never. */
void evaluator_set_cancelled(struct evaluator *e, const atomic_bool *cancelled);

/* Runs on a line.  Only plies from … until - 1 are looked at, the others don't hold (0, UINT32_MAX:
 * all): only for queries that are query_is_local().  Plies before `from` cost a third of others.
 * STATUS_SYNTAX if a move can't be made; STATUS_UNSUPPORTED if the query compares values and
 * evaluator_set_values() gave none. */
enum status evaluate_line(struct evaluator *e, const struct lines *l, uint32_t line, uint32_t from,
                          uint32_t until, struct evaluation *out, struct err *err) CHECK_RESULT;
/* As evaluate_line(), for queries that are about the contents of squares alone, without sets of
 * plies, or about one thing that is kept or can be seen in the moves as they are stored: hits as
 * spans, all plies of which match, at most `room`.  False: evaluate_line() has to be used. */
bool evaluate_spans(struct evaluator *e, const struct lines *l, uint32_t line, uint32_t until,
                    struct plies_span *spans, uint32_t room, uint32_t *count);
/* Runs on n moves from a start position in the game's notation ("": the usual one); parts about the
 * game are false, values are not known. */
enum status evaluate_moves(struct evaluator *e, struct span start, const game_move *moves,
                           uint32_t n, struct evaluation *out, struct err *err) CHECK_RESULT;

/* Whether a child of an OR, by its node, matches at a ply. */
static inline bool evaluation_alternative(const struct evaluation *v, uint32_t node, uint32_t ply)
{
    uint32_t number = v->alternatives ? v->alternatives[node] : 0;
    return number && plies_has(v->registers + (size_t)number * v->words, ply);
}

/* The first hit at ply `at` or later. */
static inline bool evaluation_next(const struct evaluation *v, uint32_t at, struct plies_span *out)
{
    return plies_next_span(v->holds, v->matches, v->count, at, out);
}

/* Who plays the part of s or b in a hit, PLAYS_…; 0 if the query does not leave it open. */
static inline uint8_t evaluation_plays(const struct evaluation *v, const struct plies_span *span)
{
    if (!v->sides[0])
        return 0;
    uint32_t written = plies_next(v->sides[0], span->to, span->first);
    uint32_t exchanged = plies_next(v->sides[1], span->to, span->first);
    if (written == exchanged)
        return PLAYS_BOTH;
    return written < exchanged ? PLAYS_WRITTEN : PLAYS_EXCHANGED;
}

#endif
