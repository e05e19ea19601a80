/* sequence_profiles.c: see sequence_profiles.h. */
#include "text/profile/sequence_profiles.h"

#include "base/alloc.h"
#include "base/work/pool.h"

/* One sequence on its way through the threads. */
struct profile_item {
    uint64_t number; /* 0: the best */
    struct sequence_profile *profile;
    struct buf texts[SEQUENCE_TEXTS];
};

static enum status begin_item(struct profile_item *item, struct err *err)
{
    if (item->profile) {
        for (int i = 0; i < SEQUENCE_TEXTS; i++)
            buf_clear(&item->texts[i]);
        return STATUS_OK;
    }
    for (int i = 0; i < SEQUENCE_TEXTS; i++)
        buf_init(&item->texts[i], BUF_DEFAULT_MAX);
    item->profile = mem_alloc(sizeof *item->profile);
    return item->profile ? sequence_profile_init(item->profile, err) : err_nomem(err);
}

static struct sequence_entry entry_of(const struct sequence_profiles *all,
                                      const struct profile_item *item)
{
    const struct mine_result *m = all->source->mining;
    const struct sequence *s = &m->found.at[item->number];
    return (struct sequence_entry){
        .nth = item->number + 1,
        .profile = item->profile,
        .symbols = m->corpus.text + m->index.order[s->from],
        .symbol_count = s->length,
        .source = all->source,
    };
}

static enum status work(void *ctx, void *slot, unsigned worker, struct err *err)
{
    const struct sequence_profiles *all = ctx;
    struct profile_item *item = slot;
    (void)worker;
    enum status status = begin_item(item, err);
    if (status == STATUS_OK)
        status = sequence_profile_make(item->profile, all->source,
                                       &all->source->mining->found.at[item->number], err);
    if (status != STATUS_OK)
        return status;
    const struct sequence_entry t = entry_of(all, item);
    status = all->write(all->ctx, &t, item->texts, err);
    for (int i = 0; i < SEQUENCE_TEXTS && status == STATUS_OK; i++)
        if (buf_status(&item->texts[i]) != STATUS_OK)
            status = err_nomem(err);
    return status;
}

static enum status consume(void *ctx, void *slot, struct err *err)
{
    const struct sequence_profiles *all = ctx;
    const struct profile_item *item = slot;
    const struct sequence_entry t = entry_of(all, item);
    return all->take(all->ctx, &t, item->texts, err);
}

static void release(void *ctx, void *slot)
{
    struct profile_item *item = slot;
    (void)ctx;
    if (!item->profile)
        return;
    sequence_profile_release(item->profile);
    mem_free(item->profile);
    for (int i = 0; i < SEQUENCE_TEXTS; i++)
        buf_release(&item->texts[i]);
}

static enum status submit_all(const struct sequence_profiles *all, struct pool *pool,
                              struct err *err)
{
    enum status status = STATUS_OK;
    for (uint64_t i = 0; i < all->source->mining->found.count && status == STATUS_OK; i++) {
        void *slot;
        status = pool_slot(pool, &slot, err);
        if (status != STATUS_OK)
            break;
        ((struct profile_item *)slot)->number = i;
        status = pool_submit(pool, err);
    }
    return status == STATUS_OK ? pool_finish(pool, err) : status;
}

enum status sequence_profiles_make(const struct sequence_profiles *all, struct err *err)
{
    const struct pool_ops ops = {
        .ctx = (void *)(uintptr_t)all, /* it is only read */
        .item_bytes = sizeof(struct profile_item),
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
