/* sequence_profiles.h: the profiles of all sequences of a mining, made in many threads and handed over
 * in the order of their scores. */
#ifndef KIFU_TEXT_PROFILE_SEQUENCE_PROFILES_H
#define KIFU_TEXT_PROFILE_SEQUENCE_PROFILES_H

#include "text/profile/sequence_profile.h"

/* A sequence with its place in the list; all borrowed. */
struct sequence_entry {
    uint64_t nth; /* 1: the best */
    const struct sequence_profile *profile;
    const uint32_t *symbols; /* as the corpus has them */
    uint32_t symbol_count;
    const struct sequence_source *source;
};

/* Texts that are made of one sequence: what they are is the caller's business. */
enum { SEQUENCE_TEXTS = 2 };

struct sequence_profiles {
    const struct sequence_source *source;
    unsigned threads; /* 0: one for each processor */
    void *ctx;
    /* In some thread: appends to the texts, which are empty. */
    enum status (*write)(void *ctx, const struct sequence_entry *t,
                         struct buf texts[SEQUENCE_TEXTS], struct err *err);
    /* In the caller's thread, the best first.  Anything but STATUS_OK ends it all. */
    enum status (*take)(void *ctx, const struct sequence_entry *t,
                        const struct buf texts[SEQUENCE_TEXTS], struct err *err);
};

enum status sequence_profiles_make(const struct sequence_profiles *all,
                                   struct err *err) CHECK_RESULT;

#endif
