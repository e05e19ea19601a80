/* engine_bench.h: a fixed amount of searching, to time it and to notice when it changes.
 *
 * Positions of an opening, of middle games and of endings are searched one after another to a
 * depth, each from an empty table.  With one thread the number of positions visited is always the
 * same for the same weights; a test holds on to it, so that a change meant to be one of speed alone
 * can be shown to be. */
#ifndef KIFU_ENGINE_SEARCH_ENGINE_BENCH_H
#define KIFU_ENGINE_SEARCH_ENGINE_BENCH_H

#include "base/err.h"
#include "engine/eval/eval.h"
#include "engine/search/tuning.h"

struct engine_bench {
    struct eval eval;
    const struct tuning *tuning; /* NULL: the defaults */
    int depth;
    unsigned threads;
    size_t tt_bytes;
    /* after each position; false stops; may be NULL */
    bool (*report)(void *ctx, unsigned number, const char *sfen, uint64_t nodes, uint64_t ms);
    void *ctx;
};

struct engine_bench_result {
    uint64_t nodes, ms;
    unsigned positions;
};

enum { ENGINE_BENCH_DEPTH = 9, ENGINE_BENCH_POSITIONS = 12 };
enum status engine_bench_run(const struct engine_bench *w, struct engine_bench_result *out,
                             struct err *err) CHECK_RESULT;

#endif
