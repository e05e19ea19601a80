/* think.h: choosing a move by search.
 *
 * Principal-variation search, deepened ply by ply, on any number of threads that share a table of
 * positions.  What it is made of is in think_search.c; docs/engine.md says what each part is worth.
 *
 *     thinker_open(&t, &options, err);
 *     think(t, &question, &answer);          from any thread; thinker_stop() from another
 *     thinker_close(t);
 */
#ifndef KIFU_ENGINE_THINK_H
#define KIFU_ENGINE_THINK_H

#include <stdatomic.h>

#include "base/err.h"
#include "engine/eval.h"
#include "games/shogi/shogi.h"

/* Values.  Mate in n plies is THINK_MATE - n; values beyond THINK_MATE_BOUND are such. */
enum {
    THINK_MATE = 32000,
    THINK_INFINITE = 32001,
    THINK_MAX_PLY = 120,
    THINK_MATE_BOUND = THINK_MATE - 2 * THINK_MAX_PLY,
    THINK_NO_VALUE = 32002,
};

struct think_options {
    size_t table_bytes;
    unsigned threads;
    struct eval eval;
};

/* What is wanted.  0 is "no limit" everywhere. */
struct think_limits {
    int depth;
    uint64_t nodes;
    uint32_t soft_ms, hard_ms; /* begins no new round after soft; stops at hard */
    unsigned lines;            /* MultiPV; 0 is 1 */
};

struct think_line {
    int value, depth, selective_depth;
    uint32_t length;
    shogi_move moves[THINK_MAX_PLY];
};

struct think_report {
    const struct think_line *line;
    unsigned number; /* 1: the best */
    uint64_t nodes;
    uint64_t ms;
    int table_full; /* thousandths */
};

struct think_question {
    const struct shogi_pos *pos;
    /* positions before, the present one last (shogi_repetition()); may be NULL */
    const struct shogi_history_entry *history;
    unsigned history_count;
    struct think_limits limits;
    /* called after each round and line from the thread that thinks; may be NULL */
    void (*report)(void *ctx, const struct think_report *report);
    void *ctx;
};

struct think_answer {
    shogi_move best, ponder; /* 0: none (mated; nothing expected) */
    int value, depth;
    uint64_t nodes, ms;
};

struct thinker;
enum status thinker_open(struct thinker **out, const struct think_options *opt,
                         struct err *err) CHECK_RESULT;
void thinker_close(struct thinker *t); /* NULL is fine */
void thinker_new_game(struct thinker *t);
enum status think(struct thinker *t, const struct think_question *q, struct think_answer *out,
                  struct err *err) CHECK_RESULT;
/* From any thread: think() returns soon. */
void thinker_stop(struct thinker *t);

#endif
