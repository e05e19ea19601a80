/* portraits.h: portraits of all sequences of a mining, drawn in many threads, told in the order of
 * ranks: whoever shows them, on a terminal, in a file or on a page, starts here. */
#ifndef KIFU_TEXT_PROFILE_PORTRAITS_H
#define KIFU_TEXT_PROFILE_PORTRAITS_H

#include "text/profile/portrait.h"

/* A sequence with its place in the list; all borrowed. */
struct told_sequence {
    uint64_t rank; /* 1: the best */
    const struct portrait *portrait;
    const uint32_t *symbols; /* as the corpus has them */
    uint32_t symbol_count;
    const struct portrait_source *source;
};

/* Texts that are made of one sequence: what they are is the caller's business. */
enum { PORTRAIT_TEXTS = 2 };

struct portraits {
    const struct portrait_source *source;
    unsigned threads; /* 0: one for each processor */
    void *ctx;
    /* In some thread: appends to the texts, which are empty. */
    enum status (*write)(void *ctx, const struct told_sequence *t, struct buf texts[PORTRAIT_TEXTS],
                         struct err *err);
    /* In the caller's thread, the best first.  Anything but STATUS_OK ends it all. */
    enum status (*take)(void *ctx, const struct told_sequence *t,
                        const struct buf texts[PORTRAIT_TEXTS], struct err *err);
};

enum status portraits_draw(const struct portraits *all, struct err *err) CHECK_RESULT;

#endif
