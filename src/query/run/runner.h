/* runner.h: one run of a query, shared by the executor (query_run.c) and by what finds and keeps spans
 * (run_spans.c). */
#ifndef KIFU_QUERY_RUN_RUNNER_H
#define KIFU_QUERY_RUN_RUNNER_H

#include "query/run/exact_spans.h"
#include "query/run/game_sides.h"
#include "query/run/run_internal.h"
#include "query/run/top_hits.h"
#include "query/run/walk.h"

struct query_runner {
    const struct query *q;
    struct search_options opt;
    struct walkers walkers;
    struct replay *replay; /* opened when it is needed */
    struct query_result *out;
    struct top_hits top;         /* KEEP_HITS */
    uint64_t wanted;             /* spans after which it is enough */
    struct moves_counter *moves; /* KEEP_MOVES */
    uint64_t *bits;              /* of query_matches(), which keeps nothing else */
    struct game_sides sides;
    unsigned char spans_key[16];       /* of kept_spans.h */
    bool may_be_kept;                  /* there is such a key */
    struct exact_query exact_facts;    /* no part: it is about other things, too */
    struct found_log *found;           /* owned; of the database at hand, if the query needs it */
    const struct query_result *result; /* of the same query, to find moves in; NULL: none */
    /* the segment at hand */
    const struct db_segment *segment;
    uint32_t db, number;
    struct result_part *part;
    uint64_t *only;          /* owned; the games that are known to have a hit; NULL: not known */
    struct result_part kept; /* owned; spans that are kept (kept_spans.h) */
    const struct result_part *known; /* all spans, sorted by line, if they are; else NULL */
    uint64_t *games;                 /* those with a hit, where spans of a game may come apart */
    bool keep_spans, by_line; /* spans are looked at; moves are taken while a line is evaluated */
    bool spread;              /* lines are taken all over, until the deadline */
    size_t *ends; /* of each piece in the order they were taken: spans until then; NULL: in order */
    size_t pieces;
};

/* What is found in a piece of the lines. */
struct query_piece {
    struct result_part part;
    struct made_moves made;
    uint64_t games, spans, positions, places;
    struct game_scores scores;
};

/* --- Who plays, and with what result ----------------------------------------------------------- */

/* Counts a game by who plays in its first hit. */
void runner_count_game(const struct query_runner *r, struct game_scores *scores, uint32_t number,
                       uint8_t plays);
/* Counts a line with hits, unless games may come in several lines. */
void runner_count_line(const struct query_runner *r, struct query_piece *piece, uint32_t line,
                       uint8_t plays);

/* --- Finding spans, in any thread -------------------------------------------------------------- */

bool runner_add_span(const struct query_runner *r, struct result_part *p, struct result_span *span,
                     uint64_t **set);
enum status runner_spans_of_line(void *ctx, void *sum, const struct plan *p,
                                 const struct planned_line *at, const struct evaluation *v,
                                 struct err *err);
enum status runner_spans_alone(void *ctx, void *sum, const struct planned_line *at,
                               const struct plies_span *spans, uint32_t count, struct err *err);

/* --- Keeping, in the caller's thread ----------------------------------------------------------- */

enum status runner_take_piece(void *ctx, void *sum, bool *enough, struct err *err);
void result_part_release(struct result_part *p);
void runner_release_piece(void *ctx, void *sum);

#endif
