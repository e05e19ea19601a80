/* post.h: letters between the ranks of a crew: each puts things into boxes for the others, all are
 * exchanged at once, and are taken out in the order in which each sender put them in.
 *
 *     post_open(&p, crew, err)
 *     post_add(&p, owner, bytes, n)  …
 *     post_exchange(&p, status, err)           a meeting
 *     post_take(&p, from, n)  …                NULL: there is no more
 *     post_close(&p) */
#ifndef KIFU_DB_POST_H
#define KIFU_DB_POST_H

#include "base/work/crew.h"

struct post {
    const struct crew *crew;
    uint32_t size;
    struct buf *to;         /* for each rank */
    size_t *taken;          /* bytes of what came from each */
    struct crew_parts came; /* after the exchange */
};

enum status post_open(struct post *p, const struct crew *crew, struct err *err) CHECK_RESULT;
void post_close(struct post *p); /* a closed or zero one is fine */
void post_add(struct post *p, uint32_t rank, const void *bytes, size_t n);
enum status post_exchange(struct post *p, enum status status, struct err *err) CHECK_RESULT;
/* The next n bytes from a rank, borrowed until closing; NULL if there are not so many. */
const char *post_take(struct post *p, uint32_t rank, size_t n);
/* Bytes from a rank that were not taken yet. */
size_t post_left(const struct post *p, uint32_t rank);

#endif
