/* cluster_exchange.h: letters between the processes of a cluster: each puts things into boxes for the others, all are
 * exchanged at once, and are taken out in the order in which each sender put them in.
 *
 *     exchange_open(&p, cluster, err)
 *     exchange_add(&p, owner, bytes, n)  …
 *     exchange_run(&p, status, err)           a meeting
 *     exchange_take(&p, from, n)  …                NULL: there is no more
 *     exchange_close(&p) */
#ifndef KIFU_DB_CLUSTER_EXCHANGE_H
#define KIFU_DB_CLUSTER_EXCHANGE_H

#include "base/work/cluster.h"

struct cluster_exchange {
    const struct cluster *cluster;
    uint32_t size;
    struct buf *to;            /* for each process */
    size_t *taken;             /* bytes of what came from each */
    struct cluster_parts came; /* after the exchange */
};

enum status exchange_open(struct cluster_exchange *p, const struct cluster *cluster,
                          struct err *err) CHECK_RESULT;
void exchange_close(struct cluster_exchange *p); /* a closed or zero one is fine */
void exchange_add(struct cluster_exchange *p, uint32_t process, const void *bytes, size_t n);
enum status exchange_run(struct cluster_exchange *p, enum status status,
                         struct err *err) CHECK_RESULT;
/* The next n bytes from a process, borrowed until closing; NULL if there are not so many. */
const char *exchange_take(struct cluster_exchange *p, uint32_t process, size_t n);
/* Bytes from a process that were not taken yet. */
size_t exchange_left(const struct cluster_exchange *p, uint32_t process);

#endif
