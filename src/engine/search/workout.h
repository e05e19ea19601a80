/* workout.h: a fixed amount of searching, to time it and to notice when it changes.
 *
 * Positions of an opening, of middle games and of endings are searched one after another to a
 * depth, each from an empty table.  With one thread the number of positions visited is always the
 * same for the same weights; a test holds on to it, so that a change meant to be one of speed alone
 * can be shown to be. */
#ifndef KIFU_ENGINE_SEARCH_WORKOUT_H
#define KIFU_ENGINE_SEARCH_WORKOUT_H

#include "base/err.h"
#include "engine/eval/eval.h"

struct workout {
    struct eval eval;
    int depth;
    unsigned threads;
    size_t table_bytes;
    /* after each position; false stops; may be NULL */
    bool (*told)(void *ctx, unsigned number, const char *sfen, uint64_t nodes, uint64_t ms);
    void *ctx;
};

struct workout_result {
    uint64_t nodes, ms;
    unsigned positions;
};

enum { WORKOUT_DEPTH = 9, WORKOUT_POSITIONS = 12 };
enum status workout_run(const struct workout *w, struct workout_result *out,
                        struct err *err) CHECK_RESULT;

#endif
