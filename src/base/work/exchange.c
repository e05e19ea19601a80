/* exchange.c: see exchange.h. */
#include "base/work/exchange.h"

#include "base/alloc.h"

enum status exchange_open(struct exchange *x, const struct reduction *reduction, enum status status,
                          struct err *err)
{
    *x = (struct exchange){.reduction = reduction};
    if (status != STATUS_OK)
        return status;
    x->to = mem_calloc(reduction_parts(reduction), sizeof *x->to);
    x->taken = mem_calloc(reduction_parts(reduction), sizeof *x->taken);
    if (!x->to || !x->taken)
        return err_nomem(err);
    x->parts = reduction_parts(reduction);
    for (uint32_t i = 0; i < x->parts; i++)
        buf_init(&x->to[i], SIZE_MAX / 2);
    return STATUS_OK;
}

static void release_outgoing(struct exchange *x)
{
    for (uint32_t i = 0; x->to && i < x->parts; i++)
        buf_release(&x->to[i]);
}

void exchange_close(struct exchange *x)
{
    release_outgoing(x);
    mem_free(x->to);
    mem_free(x->taken);
    byte_parts_release(&x->received);
    *x = (struct exchange){0};
}

enum status exchange_run(struct exchange *x, enum status status, struct err *err)
{
    struct span *to = status == STATUS_OK ? mem_calloc(x->parts, sizeof *to) : NULL;
    if (status == STATUS_OK && !to)
        status = err_nomem(err);
    for (uint32_t i = 0; to && status == STATUS_OK && i < x->parts; i++) {
        to[i] = buf_span(&x->to[i]);
        if (buf_status(&x->to[i]) != STATUS_OK)
            status = err_nomem(err);
    }
    status = reduction_exchange(x->reduction, status, to, &x->received, err);
    mem_free(to);
    release_outgoing(x);
    return status;
}

const char *exchange_take(struct exchange *x, uint32_t part, size_t n)
{
    if (n > exchange_left(x, part))
        return NULL;
    const char *at = x->received.at[part].p + x->taken[part];
    x->taken[part] += n;
    return at;
}

size_t exchange_left(const struct exchange *x, uint32_t part)
{
    return part < x->received.count ? x->received.at[part].n - x->taken[part] : 0;
}
