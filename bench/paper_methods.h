/* paper_methods.h: position search as Yokoyama and Hiraga describe it, kept as a yardstick.
 *
 * For every fact a plain array of exact postings, 8 bytes each, in memory; a position is searched
 * by intersecting the arrays of its facts.  Four methods: *sequential* (the two shortest lists
 * first, the result with the next, and so on) and *at once* (one loop over all lists, no
 * intermediate results), each with and without switching to a binary search (here a galloping one)
 * where one list is much longer than the other.  Nothing is compressed and nothing is left out, so
 * these are what our own search is measured against, and an oracle for its tests. */
#ifndef KIFU_BENCH_PAPER_METHODS_H
#define KIFU_BENCH_PAPER_METHODS_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "games/game.h"

/* Where lines of play come from: a database, or games in memory.  Lines are numbered from 0. */
struct paper_source {
    const void *ctx;
    uint32_t lines;
    struct span (*start)(const void *ctx, uint32_t line); /* notation; "": the usual start */
    uint32_t (*plies)(const void *ctx, uint32_t line);
    game_move (*move)(const void *ctx, uint32_t line, uint32_t ply);
};

/* A posting as one number: line, end ply (excluded) and start ply from high to low, so that the
 * order of the numbers is the order of the ends, which is what merging asks for. */
typedef uint64_t paper_posting;

static inline uint32_t paper_line(paper_posting p)
{
    return (uint32_t)(p >> 32);
}
static inline uint32_t paper_from(paper_posting p)
{
    return (uint32_t)(p & 0xFFFF);
}
static inline uint32_t paper_to(paper_posting p)
{
    return (uint32_t)(p >> 16 & 0xFFFF);
}

struct paper_index {
    uint32_t facts, lines;
    uint64_t plies;
    size_t *first;           /* owned: where each fact's list begins; facts + 1 of them */
    paper_posting *postings; /* owned */
};

/* Replays every line twice.  STATUS_SYNTAX if one can't be replayed, STATUS_LIMIT if it has 65,535
 * plies or more. */
enum status paper_index_build(struct paper_index *x, const struct game *game,
                              const struct paper_source *source, struct err *err) CHECK_RESULT;
void paper_index_release(struct paper_index *x);

static inline size_t paper_list_length(const struct paper_index *x, uint32_t fact)
{
    return x->first[fact + 1] - x->first[fact];
}

enum paper_method {
    PAPER_SEQUENTIAL,
    PAPER_SEQUENTIAL_GALLOPING,
    PAPER_AT_ONCE,
    PAPER_AT_ONCE_GALLOPING,
    PAPER_METHODS
};
extern const char *const paper_method_names[PAPER_METHODS];

/* Hits, and room that is kept from search to search. */
struct paper_result {
    paper_posting *hits; /* maximal spans in order; owned */
    size_t count, cap;
    paper_posting *spare;
    size_t spare_cap;
    uint64_t passed; /* by the plain sequential method: postings that the last search went past */
};
void paper_result_release(struct paper_result *r);
/* Lines among the hits. */
uint32_t paper_result_lines(const struct paper_result *r);

/* Where all facts hold together.  At least one fact, at most GAME_MAX_FACTS. */
enum status paper_search(const struct paper_index *x, enum paper_method method,
                         const uint32_t *facts, uint32_t n, struct paper_result *out,
                         struct err *err) CHECK_RESULT;

/* The facts by which the paper searches for a whole position: each piece on the board, and for each
 * kind in hand only "at least as many as there are" (forty pieces leave no others).  Takes the
 * facts of a shogi position and keeps those; returns how many. */
uint32_t paper_shogi_keys(uint32_t *facts, uint32_t n);

#endif
