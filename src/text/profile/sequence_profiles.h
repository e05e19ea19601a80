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

/* --- The query that finds the games of a mined sequence ---------------------------------------
 *     thread     size:19 either(sym(pattern "------+/..….|/…"))
 *                a diagram from the corner to one line beyond the sequence's farthest stones, its
 *                moves numbered and everything else empty: what the encoding takes for one reading
 *     er, es     size:19 either(sym(seq:"B[R16] W[P17] …"))
 *                one move after another, on the points that are drawn
 *
 *     moves      either(seq:"7g7f 3c3d …")
 *
 * A diagram has no place for a point that is played twice, nor for more than 31 moves: from there
 * on the moves follow as `then move:wQ17`, which may find some games more. */

/* Appends it; nothing if the sequence has no moves. */
void sequence_query(const struct sequence_entry *t, struct buf *out);

/* The same of games in which `among` holds somewhere, wherever in the game that is: text of the
 * query language, and the same read.  Of all games if it is empty. */
void sequence_query_among(const struct sequence_entry *t, struct span among,
                          const struct query *read, struct buf *out);

#endif
