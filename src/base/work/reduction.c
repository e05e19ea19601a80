/* reduction.c: see reduction.h. */
#include "base/work/reduction.h"

#include <string.h>

#include "base/alloc.h"

void byte_parts_release(struct byte_parts *p)
{
    mem_free(p->at);
    mem_free(p->bytes);
    *p = (struct byte_parts){0};
}

enum status byte_parts_make(struct byte_parts *p, const uint64_t *lengths, uint32_t count,
                            struct err *err)
{
    size_t total = 0;
    byte_parts_release(p);
    for (uint32_t i = 0; i < count; i++)
        if (!size_add(total, (size_t)lengths[i], &total))
            return err_nomem(err);
    p->at = mem_calloc(count, sizeof *p->at);
    p->bytes = mem_alloc(total);
    if (!p->at || !p->bytes)
        return err_nomem(err);
    total = 0;
    for (uint32_t i = 0; i < count; i++) {
        p->at[i] = span_make(p->bytes + total, (size_t)lengths[i]);
        total += (size_t)lengths[i];
    }
    p->count = count;
    return STATUS_OK;
}

enum status reduction_damaged(struct err *err)
{
    static const struct msg text = {"data from another process is damaged",
                                    "別のプロセスから届いたデータが壊れています"};
    return err_plain(err, STATUS_SYNTAX, &text);
}

enum status reduction_exchange(const struct reduction *r, enum status mine, const struct span *to,
                               struct byte_parts *out, struct err *err)
{
    if (r)
        return r->exchange(r->ctx, mine, to, out, err);
    if (mine != STATUS_OK)
        return mine;
    const uint64_t length = to[0].n;
    mine = byte_parts_make(out, &length, 1, err);
    if (mine == STATUS_OK && length)
        memcpy(out->bytes, to[0].p, to[0].n);
    return mine;
}

/* The same bytes for the first so many parts. */
static enum status send_same(const struct reduction *r, enum status mine, struct span bytes,
                             uint32_t receivers, struct byte_parts *out, struct err *err)
{
    struct span *to = NULL;
    if (mine == STATUS_OK) {
        to = mem_calloc(reduction_parts(r), sizeof *to);
        mine = to ? STATUS_OK : err_nomem(err);
    }
    for (uint32_t i = 0; to && i < receivers; i++)
        to[i] = bytes;
    mine = reduction_exchange(r, mine, to, out, err);
    mem_free(to);
    return mine;
}

enum status reduction_share(const struct reduction *r, enum status mine, struct span bytes,
                            struct byte_parts *out, struct err *err)
{
    return send_same(r, mine, bytes, reduction_parts(r), out, err);
}

enum status reduction_gather(const struct reduction *r, enum status mine, struct span bytes,
                             struct byte_parts *out, struct err *err)
{
    return send_same(r, mine, bytes, 1, out, err);
}

static enum status send_buf(const struct reduction *r, enum status mine, struct buf *bytes,
                            uint32_t receivers, struct byte_parts *out, struct err *err)
{
    if (mine == STATUS_OK && buf_status(bytes) != STATUS_OK)
        mine = err_nomem(err);
    mine = send_same(r, mine, buf_span(bytes), receivers, out, err);
    buf_release(bytes);
    return mine;
}

enum status reduction_share_buf(const struct reduction *r, enum status mine, struct buf *bytes,
                                struct byte_parts *out, struct err *err)
{
    return send_buf(r, mine, bytes, reduction_parts(r), out, err);
}

enum status reduction_gather_buf(const struct reduction *r, enum status mine, struct buf *bytes,
                                 struct byte_parts *out, struct err *err)
{
    return send_buf(r, mine, bytes, 1, out, err);
}

static void *join_rows(const struct reduction *r, enum status *status, uint32_t receivers,
                       void *rows, size_t *count, size_t size, struct err *err)
{
    struct byte_parts all = {0};
    size_t total = 0;
    if (!r)
        return rows;
    *status = send_same(r, *status, span_make(rows, *status == STATUS_OK ? *count * size : 0),
                        receivers, &all, err);
    mem_free(rows);
    for (uint32_t i = 0; i < all.count && *status == STATUS_OK; i++) {
        total += all.at[i].n;
        if (all.at[i].n % size)
            *status = reduction_damaged(err);
    }
    void *joined = *status == STATUS_OK && r->part < receivers ? all.bytes : NULL;
    *count = joined ? total / size : 0;
    if (joined)
        all.bytes = NULL;
    byte_parts_release(&all);
    return joined;
}

void *reduction_join(const struct reduction *r, enum status *status, void *rows, size_t *count,
                     size_t size, struct err *err)
{
    return join_rows(r, status, reduction_parts(r), rows, count, size, err);
}

void *reduction_collect(const struct reduction *r, enum status *status, void *rows, size_t *count,
                        size_t size, struct err *err)
{
    return join_rows(r, status, 1, rows, count, size, err);
}

enum status reduction_merge(const struct reduction *r, enum status mine, void *total, size_t n,
                            void (*merge)(void *ctx, void *total, const void *sum), void *ctx,
                            struct err *err)
{
    struct byte_parts all = {0};
    if (!r)
        return mine;
    mine = reduction_share(r, mine, span_make(total, n), &all, err);
    for (uint32_t i = 0; i < all.count && mine == STATUS_OK; i++)
        if (all.at[i].n != n)
            mine = reduction_damaged(err);
        else if (i == 0)
            memcpy(total, all.bytes, n);
        else
            merge(ctx, total, all.bytes + i * n);
    byte_parts_release(&all);
    return mine;
}

enum status reduction_broadcast(const struct reduction *r, enum status mine, struct buf *bytes,
                                struct err *err)
{
    struct byte_parts all = {0};
    if (!r)
        return mine;
    if (mine == STATUS_OK && reduction_leads(r) && buf_status(bytes) != STATUS_OK)
        mine = err_nomem(err);
    mine = reduction_share(r, mine, reduction_leads(r) ? buf_span(bytes) : SPAN(""), &all, err);
    if (mine == STATUS_OK && !reduction_leads(r)) {
        buf_clear(bytes);
        buf_add_span(bytes, all.at[0]);
        if (buf_status(bytes) != STATUS_OK)
            mine = err_nomem(err);
    }
    byte_parts_release(&all);
    return reduction_agree(r, mine, err);
}
