/* query_result.h: all that a question found, once, for whoever wants to know several things about it.
 *
 * The page asks after every change for the first hits, next moves, years, players and castles.
 * Going through the lines is nearly all of the work of each of these, so it is done once: a finding
 * has every hit of the games (not of variations) in the order of lines, with the plies that match.
 * The rest is read off it:
 *
 *     query_run(&f, q, dbs, count, &opt, &err)     walks
 *     query_result_hits(&f, dbs, count, &opt, &hits, &err)       what search_run() says
 *     query_result_moves(&f, q, dbs, count, &opt, &table, &err)  what moves_run() says
 *     query_result_release(&f)
 *
 * It has numbers of lines and no pointers into databases, so it may be kept: for as long as the
 * databases are the same.
 *
 * With a deadline a walk that takes too long stops: lines are then taken in an order that leaves
 * out parts of all openings alike (every so many lines, in pieces), and `looked_at` says which
 * share of the lines it was.  What was found is right, but it is not all; and what is said of it in
 * shares is an estimate from a sample. */
#ifndef KIFU_QUERY_RUN_QUERY_RESULT_H
#define KIFU_QUERY_RUN_QUERY_RESULT_H

#include "query/search.h"

struct result_span {
    uint32_t line, from, to; /* plies, end excluded */
    uint32_t first, plies;   /* as in struct hit */
    uint32_t bits; /* where its plies that match are in `words`; RESULT_ALL_MATCH: all of them do */
    bool placed;
    uint8_t symmetry;
    int16_t column, row;
};
#define RESULT_ALL_MATCH UINT32_MAX

/* Of one segment. */
struct result_part {
    struct result_span *at; /* owned; sorted by line and ply */
    size_t count, cap;
    uint64_t *words; /* owned; sets as in plies.h, the first ply being `from` of the span */
    size_t word_count, word_cap;
};

struct query_result {
    struct result_part *parts; /* owned; the segments of all databases in turn */
    uint32_t part_count;
    uint64_t games, spans, positions;
    double looked_at; /* the share of the games that were left to look at; 1: the whole answer */
};

/* When a finding of this question is of use: hits are not ranked. */
bool query_has_result(const struct query *q);
/* The same for next moves: nothing drawn is asked for, and who moved can be told without playing.
 */
bool query_has_result_moves(const struct query *q);

/* Of opt: threads, grain, cancelled, values.  STATUS_LIMIT if too much is found to be kept (more
 * than four million spans in a segment).  deadline: of steady_seconds(), 0: none.  Released with
 * query_result_release(), whatever is returned. */
enum status query_run(struct query_result *f, const struct query *q, struct db *const *dbs,
                      uint32_t count, const struct search_options *opt, double deadline,
                      struct err *err) CHECK_RESULT;
void query_result_release(struct query_result *f); /* a zeroed one is fine */
size_t query_result_bytes(const struct query_result *f);

/* The hits offset … offset + limit - 1, by id, and the totals. */
enum status query_result_hits(const struct query_result *f, struct db *const *dbs, uint32_t count,
                              const struct search_options *opt, struct hits *out,
                              struct err *err) CHECK_RESULT;

/* Next moves; only where query_has_result_moves().  With a deadline it may leave out lines like
 * query_run(): *looked_at is the share of all lines that had a hit. */
enum status query_result_moves(const struct query_result *f, const struct query *q,
                               struct db *const *dbs, uint32_t count,
                               const struct search_options *opt, double deadline,
                               struct moves_table *out, double *looked_at,
                               struct err *err) CHECK_RESULT;

/* In how many games both have a ply that matches: what (A) (B) finds.  Both of the same databases.
 */
uint64_t query_result_common_games(const struct query_result *a, const struct query_result *b);

#endif
