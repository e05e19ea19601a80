/* query_result.h: execution of a query, and what is read off its result.
 *
 * There is one executor.  query_run() plans each segment (plan.h), walks through the lines that are
 * left or takes a whole position from its index, and keeps as much of the hits as `keep` says:
 *
 *     query_run(&r, q, dbs, count, &opt, KEEP_SPANS, &err)    walks
 *     query_result_hits(&r, dbs, count, &opt, &hits, &err)    what search_run() finds
 *     query_result_moves(&r, q, dbs, count, &opt, &table, …)  what moves_run() finds
 *     query_result_release(&r)
 *
 * Walking is nearly all of the work of each query, and the page requests after every change the
 * first hits, next moves, years, players and castles: so KEEP_SPANS keeps every span, and all of
 * these are read off it.  It has numbers of lines and no pointers into databases, so it may be kept
 * for as long as the databases are the same.  Callers that need one of these keep that alone: spans
 * are then dropped piece by piece, and memory does not depend on how many there are.
 *
 * With a deadline a walk that takes too long stops: lines are then taken in an order that leaves
 * out parts of all openings alike (every so many lines, in pieces), and `looked_at` is the share of
 * the lines that were evaluated.  The hits are right, but they are not all; and shares that are
 * computed from them are estimates from a sample. */
#ifndef KIFU_QUERY_RUN_QUERY_RESULT_H
#define KIFU_QUERY_RUN_QUERY_RESULT_H

#include "query/search.h"

struct result_span {
    uint32_t line, from, to; /* plies, end excluded */
    uint32_t first, plies;   /* as in struct hit */
    uint32_t bits; /* where its plies that match are in `words`; RESULT_ALL_MATCH: all of them do */
    int32_t score;
    bool placed;
    uint8_t symmetry;
    int8_t column, row;
    uint8_t plays; /* as in struct hit */
};
#define RESULT_ALL_MATCH UINT32_MAX

/* Of one segment. */
struct result_part {
    struct result_span *at; /* owned; sorted by line and ply */
    size_t count, cap;
    uint64_t *words; /* owned; sets as in plies.h, the first ply being `from` of the span */
    size_t word_count, word_cap;
    /* owned, bits by number.  KEEP_GAMES: the games with a hit.  KEEP_MOVES of one whole position:
     * the games that it was looked for in; NULL: all. */
    uint64_t *games;
    /* KEEP_GAMES of a query that names a player, owned: the games in whose first hit each of them
     * plays the part of s or b, both bits if both do; else NULL */
    uint64_t *sides[2];
};

enum query_keep {
    KEEP_SPANS, /* everything */
    KEEP_HITS,  /* the first offset + limit hits: `hits` */
    KEEP_MOVES, /* what was played next, rows of each segment by themselves: `moves` */
    KEEP_GAMES, /* which games have a hit */
};

struct query_result {
    enum query_keep keep;
    bool ranked;
    struct result_part *parts; /* owned; the segments of all databases in turn */
    uint32_t part_count;
    uint64_t games, spans, positions, places; /* as in struct hits; not of KEEP_MOVES */
    struct game_scores scores;
    double looked_at; /* the share of the games that were left to look at; 1: the whole answer */
    bool too_much;    /* KEEP_SPANS: there were too many to be kept; nothing is */
    struct hits hits;
    struct moves_table moves;
    struct replay *replay; /* owned; KEEP_MOVES: what it was found with; NULL: nothing */
};

/* Of opt KEEP_HITS heeds limit, offset, count and no_totals, KEEP_MOVES by_years, KEEP_SPANS the
 * deadline.  More than four
 * million spans in a segment are not kept: too_much.  Released with query_result_release(),
 * whatever is returned. */
enum status query_run(struct query_result *f, const struct query *q, struct db *const *dbs,
                      uint32_t count, const struct search_options *opt, enum query_keep keep,
                      struct err *err) CHECK_RESULT;
void query_result_release(struct query_result *f); /* a zeroed one is fine */
size_t query_result_bytes(const struct query_result *f);

/* The rest is read off KEEP_SPANS. */

/* The hits offset … offset + limit - 1, by id or score, and the totals. */
enum status query_result_hits(const struct query_result *f, struct db *const *dbs, uint32_t count,
                              const struct search_options *opt, struct hits *out,
                              struct err *err) CHECK_RESULT;

/* Whether next moves can be counted off spans: if the query has no drawn diagrams, and who moved is
 * known without playing. */
bool query_has_result_moves(const struct query *q);
/* Whether they can be read off a result: then, and if it has a diagram, which is then looked at in
 * the lines that have a span. */
bool query_tells_moves(const struct query *q);
/* Next moves, if so, without by_years and transpositions.  With a deadline it may leave out lines
 * like query_run(): out->looked_at is the share of all lines that had a hit. */
enum status query_result_moves(const struct query_result *f, const struct query *q,
                               struct db *const *dbs, uint32_t count,
                               const struct search_options *opt, struct moves_table *out,
                               struct err *err) CHECK_RESULT;

/* The next game with a hit from span or, of KEEP_GAMES, game *at on, which is moved behind it;
 * false if there are no more.  Not of variations. */
bool result_part_next_game(const struct result_part *p, size_t *at, uint32_t games,
                           uint32_t *number);

/* Sets a bit for every ply that matches in the games of a segment that were not removed, and leaves
 * the others as they are.  Positions are numbered as sheets have them: those of a game one after
 * another, games as lines are sorted; ply p of game number g is bit first[g] + g + p.  Of opt
 * count: threads, cancelled, values, scan. */
enum status query_matches(const struct query *q, const struct db_segment *s,
                          const struct search_options *opt, uint64_t *bits,
                          struct err *err) CHECK_RESULT;

#endif
