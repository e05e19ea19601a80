/* usi_info.h: what an engine's "info" line says of its search. */
#ifndef KIFU_ENGINE_USI_USI_INFO_H
#define KIFU_ENGINE_USI_USI_INFO_H

#include "base/span.h"
#include "engine/search/engine_search.h"

struct usi_info {
    uint32_t number;   /* multipv; 1 if it does not say */
    int value;         /* as in engine_search.h, for the side to move; THINK_NO_VALUE */
    bool is_bound;     /* at least or at most so much */
    int depth;         /* -1: it does not say */
    uint64_t nodes;    /* UINT64_MAX: likewise */
    bool has_moves;    /* there was "pv" */
    struct span moves; /* what stood after it */
};

/* rest: what follows the word "info".  Words that mean nothing are passed over, and so is what
 * follows "string". */
void usi_info_parse(struct span rest, struct usi_info *out);

#endif
