/* exchange.h: every part of an answer (reduction.h) sends something to every other: bytes are put
 * into one buffer for each receiver, all are exchanged at once, and are taken out in the order in
 * which each sender put them in.
 *
 *     status = exchange_open(&x, reduction, status, err)
 *     exchange_add(&x, owner, bytes, n)  …
 *     exchange_run(&x, status, err)           a meeting
 *     exchange_take(&x, from, n)  …           NULL: there is no more
 *     exchange_close(&x) */
#ifndef KIFU_BASE_WORK_EXCHANGE_H
#define KIFU_BASE_WORK_EXCHANGE_H

#include "base/work/reduction.h"

struct exchange {
    const struct reduction *reduction;
    uint32_t parts;
    struct buf *to;             /* for each part; empty after the exchange */
    size_t *taken;              /* bytes of what came from each */
    struct byte_parts received; /* after the exchange */
};

/* `status` is how it went so far.  After a failure, there are no buffers; x can still be run, so
 * that the other parts learn of it, and must be closed. */
enum status exchange_open(struct exchange *x, const struct reduction *reduction, enum status status,
                          struct err *err) CHECK_RESULT;
void exchange_close(struct exchange *x); /* a closed or zero one is fine */
static inline void exchange_add(struct exchange *x, uint32_t part, const void *bytes, size_t n)
{
    buf_add(&x->to[part], bytes, n);
}
enum status exchange_run(struct exchange *x, enum status status, struct err *err) CHECK_RESULT;
/* The next n bytes from a part, borrowed until closing; NULL if there are not so many. */
const char *exchange_take(struct exchange *x, uint32_t part, size_t n);
/* Bytes from a part that were not taken yet. */
size_t exchange_left(const struct exchange *x, uint32_t part);

#endif
