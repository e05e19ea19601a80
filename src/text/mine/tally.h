/* tally.h: counts of short byte strings.
 *
 * Everything is kept until the end and then sorted, so that what comes out does not depend on the
 * order in which things were seen. */
#ifndef KIFU_TEXT_MINE_TALLY_H
#define KIFU_TEXT_MINE_TALLY_H

#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"

struct tally_entry {
    const char *p; /* borrowed from the tally; set by tally_finish() */
    uint32_t at, n;
    uint32_t count;
};

struct tally {
    struct buf bytes;
    struct tally_entry *entries;
    size_t count, cap;
    uint64_t total; /* all that were added */
};

void tally_init(struct tally *t);
void tally_release(struct tally *t);
void tally_clear(struct tally *t); /* keeps the memory */

enum status tally_add(struct tally *t, const void *p, size_t n, struct err *err) CHECK_RESULT;
/* One entry for each different string, the most frequent first, equals in the order of bytes.
 * Nothing may be added afterwards. */
void tally_finish(struct tally *t);

static inline struct span tally_key(const struct tally_entry *e)
{
    return span_make(e->p, e->n);
}

#endif
