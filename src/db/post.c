/* post.c: see post.h. */
#include "db/post.h"

#include "base/alloc.h"

enum status post_open(struct post *p, const struct crew *crew, struct err *err)
{
    *p = (struct post){.crew = crew, .size = crew_size(crew)};
    p->to = mem_calloc(p->size, sizeof *p->to);
    p->taken = mem_calloc(p->size, sizeof *p->taken);
    if (!p->to || !p->taken) {
        post_close(p);
        return err_nomem(err);
    }
    for (uint32_t r = 0; r < p->size; r++)
        buf_init(&p->to[r], SIZE_MAX / 2);
    return STATUS_OK;
}

void post_close(struct post *p)
{
    for (uint32_t r = 0; p->to && r < p->size; r++)
        buf_release(&p->to[r]);
    mem_free(p->to);
    mem_free(p->taken);
    crew_parts_release(&p->came);
    *p = (struct post){0};
}

void post_add(struct post *p, uint32_t rank, const void *bytes, size_t n)
{
    buf_add(&p->to[rank], bytes, n);
}

enum status post_exchange(struct post *p, enum status status, struct err *err)
{
    struct span *to = status == STATUS_OK ? mem_calloc(p->size, sizeof *to) : NULL;
    if (status == STATUS_OK && !to)
        status = err_nomem(err);
    for (uint32_t r = 0; to && status == STATUS_OK && r < p->size; r++) {
        to[r] = buf_span(&p->to[r]);
        if (buf_status(&p->to[r]) != STATUS_OK)
            status = err_nomem(err);
    }
    status = crew_exchange(p->crew, status, to, &p->came, err);
    mem_free(to);
    return status;
}

const char *post_take(struct post *p, uint32_t rank, size_t n)
{
    if (n > post_left(p, rank))
        return NULL;
    const char *at = p->came.at[rank].p + p->taken[rank];
    p->taken[rank] += n;
    return at;
}

size_t post_left(const struct post *p, uint32_t rank)
{
    return rank < p->came.count ? p->came.at[rank].n - p->taken[rank] : 0;
}
