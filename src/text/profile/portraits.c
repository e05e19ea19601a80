/* portraits.c: see portraits.h. */
#include "text/profile/portraits.h"

#include "base/alloc.h"
#include "base/work/pool.h"

/* One sequence on its way through the threads. */
struct item {
    uint64_t number; /* 0: the best */
    struct portrait *portrait;
    struct buf texts[PORTRAIT_TEXTS];
};

static enum status begin_item(struct item *item, struct err *err)
{
    if (item->portrait) {
        for (int i = 0; i < PORTRAIT_TEXTS; i++)
            buf_clear(&item->texts[i]);
        return STATUS_OK;
    }
    for (int i = 0; i < PORTRAIT_TEXTS; i++)
        buf_init(&item->texts[i], BUF_DEFAULT_MAX);
    item->portrait = mem_alloc(sizeof *item->portrait);
    return item->portrait ? portrait_init(item->portrait, err) : err_nomem(err);
}

static struct told_sequence told(const struct portraits *all, const struct item *item)
{
    const struct mining *m = all->source->mining;
    const struct sequence *s = &m->found.at[item->number];
    return (struct told_sequence){
        .rank = item->number + 1,
        .portrait = item->portrait,
        .symbols = m->corpus.text + m->index.order[s->from],
        .symbol_count = s->length,
        .source = all->source,
    };
}

static enum status work(void *ctx, void *slot, unsigned worker, struct err *err)
{
    const struct portraits *all = ctx;
    struct item *item = slot;
    (void)worker;
    enum status status = begin_item(item, err);
    if (status == STATUS_OK)
        status = portrait_draw(item->portrait, all->source,
                               &all->source->mining->found.at[item->number], err);
    if (status != STATUS_OK)
        return status;
    const struct told_sequence t = told(all, item);
    status = all->write(all->ctx, &t, item->texts, err);
    for (int i = 0; i < PORTRAIT_TEXTS && status == STATUS_OK; i++)
        if (buf_status(&item->texts[i]) != STATUS_OK)
            status = err_nomem(err);
    return status;
}

static enum status consume(void *ctx, void *slot, struct err *err)
{
    const struct portraits *all = ctx;
    const struct item *item = slot;
    const struct told_sequence t = told(all, item);
    return all->take(all->ctx, &t, item->texts, err);
}

static void release(void *ctx, void *slot)
{
    struct item *item = slot;
    (void)ctx;
    if (!item->portrait)
        return;
    portrait_release(item->portrait);
    mem_free(item->portrait);
    for (int i = 0; i < PORTRAIT_TEXTS; i++)
        buf_release(&item->texts[i]);
}

static enum status submit_all(const struct portraits *all, struct pool *pool, struct err *err)
{
    enum status status = STATUS_OK;
    for (uint64_t i = 0; i < all->source->mining->found.count && status == STATUS_OK; i++) {
        void *slot;
        status = pool_slot(pool, &slot, err);
        if (status != STATUS_OK)
            break;
        ((struct item *)slot)->number = i;
        status = pool_submit(pool, err);
    }
    return status == STATUS_OK ? pool_finish(pool, err) : status;
}

enum status portraits_draw(const struct portraits *all, struct err *err)
{
    const struct pool_ops ops = {
        .ctx = (void *)(uintptr_t)all, /* it is only read */
        .item_bytes = sizeof(struct item),
        .work = work,
        .consume = consume,
        .release = release,
    };
    struct pool *pool = NULL;
    enum status status = pool_open(&pool, all->threads, &ops, err);
    if (status != STATUS_OK)
        return status;
    status = submit_all(all, pool, err);
    pool_close(pool);
    return status;
}
