/* cluster_exchange.c: see cluster_exchange.h. */
#include "db/cluster_exchange.h"

#include "base/alloc.h"

enum status exchange_open(struct cluster_exchange *p, const struct cluster *cluster,
                          struct err *err)
{
    *p = (struct cluster_exchange){.cluster = cluster, .size = cluster_size(cluster)};
    p->to = mem_calloc(p->size, sizeof *p->to);
    p->taken = mem_calloc(p->size, sizeof *p->taken);
    if (!p->to || !p->taken) {
        exchange_close(p);
        return err_nomem(err);
    }
    for (uint32_t r = 0; r < p->size; r++)
        buf_init(&p->to[r], SIZE_MAX / 2);
    return STATUS_OK;
}

void exchange_close(struct cluster_exchange *p)
{
    for (uint32_t r = 0; p->to && r < p->size; r++)
        buf_release(&p->to[r]);
    mem_free(p->to);
    mem_free(p->taken);
    cluster_parts_release(&p->came);
    *p = (struct cluster_exchange){0};
}

void exchange_add(struct cluster_exchange *p, uint32_t process, const void *bytes, size_t n)
{
    buf_add(&p->to[process], bytes, n);
}

enum status exchange_run(struct cluster_exchange *p, enum status status, struct err *err)
{
    struct span *to = status == STATUS_OK ? mem_calloc(p->size, sizeof *to) : NULL;
    if (status == STATUS_OK && !to)
        status = err_nomem(err);
    for (uint32_t r = 0; to && status == STATUS_OK && r < p->size; r++) {
        to[r] = buf_span(&p->to[r]);
        if (buf_status(&p->to[r]) != STATUS_OK)
            status = err_nomem(err);
    }
    status = cluster_exchange(p->cluster, status, to, &p->came, err);
    mem_free(to);
    return status;
}

const char *exchange_take(struct cluster_exchange *p, uint32_t process, size_t n)
{
    if (n > exchange_left(p, process))
        return NULL;
    const char *at = p->came.at[process].p + p->taken[process];
    p->taken[process] += n;
    return at;
}

size_t exchange_left(const struct cluster_exchange *p, uint32_t process)
{
    return process < p->came.count ? p->came.at[process].n - p->taken[process] : 0;
}
