/* mine.h: from databases to ranked sequences of moves, and what can be said about each.
 *
 * Lines are those of the games that a question leaves, main lines only; they are numbered 0, 1, …
 * in the order of databases and game ids, so that the answer does not depend on how a database came
 * to be or on threads. */
#ifndef KIFU_TEXT_MINE_MINE_H
#define KIFU_TEXT_MINE_MINE_H

#include <stdatomic.h>

#include "base/work/reduction.h"
#include "query/search.h"
#include "store/game_split.h"
#include "text/mine/encodings.h"
#include "text/mine/scorers.h"

/* What is being done: games are read, their text is sorted, its substrings are scored. */
enum mine_stage { MINE_READING, MINE_SORTING, MINE_SCORING };

struct mine_options {
    const struct encoding *encoding; /* of the corpus */
    const struct scorer *scorer;     /* NULL: the encoding's own */
    struct scorer_options scoring;
    int width, height;                 /* boards of other sizes are other corpora; 0: 19 by 19 */
    enum game_part part;               /* only games of this part of the split */
    bool drop_near_duplicates;         /* of games before them: near_duplicates.h */
    uint32_t most_games;               /* STATUS_LIMIT if there are more; 0: any number */
    unsigned threads;                  /* 0: one for each processor */
    const atomic_bool *cancelled;      /* may be NULL */
    const struct query_values *values; /* what `value` in the question means; may be NULL */
    /* May be NULL; games that were read, in the caller's thread. */
    void (*progress)(void *ctx, uint64_t done, uint64_t total);
    void *progress_ctx;
    /* May be NULL; when a stage begins, in the caller's thread, with the same ctx. */
    void (*stage)(void *ctx, enum mine_stage stage);
    /* Those who read games together, each its own range of lines, and then sort and score, each its
     * own part of the suffixes; only part 0 gets what was found.  May be NULL. */
    const struct reduction *reduction;
};

/* Where a line of the corpus comes from. */
struct mined_line {
    uint32_t db, segment, number, id;
};

/* Not to be moved once it is filled: its parts point to each other. */
struct mine_result {
    const struct encoding *encoding; /* of the corpus */
    struct corpus corpus;
    struct substring_index index; /* in parts: only the places of what was found, in part 0 */
    struct sequences found;
    uint32_t *plies; /* owned; 0, 1, 2 … for the longest sentence of a gapless corpus */
    struct mined_line *lines;
    uint32_t line_count;
    uint32_t near_duplicates; /* games left out */
};

/* Everything: reads, sorts, scores.  q: which games (a hit anywhere in the game), NULL: all.  Fails
 * leaving nothing to release. */
enum status mine_run(struct mine_result *m, struct db *const *dbs, uint32_t count,
                     const struct query *q, const struct mine_options *opt,
                     struct err *err) CHECK_RESULT;
/* The first part of it alone: lines and corpus.  STATUS_UNSUPPORTED for a database of another game,
 * STATUS_SYNTAX, naming the file, for stored games that can't be read. */
enum status mine_read(struct mine_result *m, struct db *const *dbs, uint32_t count,
                      const struct query *q, const struct mine_options *opt,
                      struct err *err) CHECK_RESULT;
void mine_result_release(struct mine_result *m);

/* How many moves a sequence has: as many as symbols, and one more where the first symbol is told
 * from the move before. */
uint32_t sequence_plies(const struct mine_result *m, const struct sequence *s);
/* The i-th occurrence of a sequence: a line, and the plies of its moves. */
struct occurrence_in_line {
    uint32_t line;
    const uint32_t *plies; /* borrowed: sequence_plies() of them */
};
struct occurrence_in_line sequence_occurrence(const struct mine_result *m, const struct sequence *s,
                                              uint32_t i);

/* The order, from 1, of the sequences found, as the paper corrects them to compare encodings: those
 * that the coarser encoding would write as one string share the best of their places.  `orders` has
 * room for all; without a coarser encoding they are 1, 2, 3, … */
enum status mine_correct_order(const struct mine_result *m, uint32_t *orders,
                               struct err *err) CHECK_RESULT;

#endif
