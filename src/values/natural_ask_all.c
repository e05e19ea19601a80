/* natural_ask_all.c: asking about many positions at once; see natural_ask.h. */
#include "base/alloc.h"
#include "base/pool.h"
#include "engine/think.h"
#include "values/natural_ask.h"

struct all {
    const struct natural_asker *asker;
    const struct natural_ask_work *work;
    struct agreement *out;
    struct thinker **thinkers; /* owned: by worker */
    unsigned threads;
};

struct item {
    size_t number; /* among the places */
    struct agreement_row row;
};

static enum status cancelled(struct err *err)
{
    static const struct msg CANCELLED = {"cancelled", "中止されました"};
    return err_plain(err, STATUS_CANCELLED, &CANCELLED);
}

static enum status ask_item(void *ctx, void *data, unsigned worker, struct err *err)
{
    struct all *all = ctx;
    struct item *item = data;
    const struct natural_ask_work *w = all->work;
    const struct natural_sample *s = &w->set->rows[w->places[item->number]];
    enum status st = STATUS_OK;
    if (w->cancelled && atomic_load(w->cancelled))
        return cancelled(err);
    if (!all->thinkers[worker])
        st = natural_asker_thinker(all->asker, &all->thinkers[worker], err);
    item->row = (struct agreement_row){
        .game = s->game,
        .class = s->class,
        .third = (uint8_t)natural_third(w->set, w->places[item->number]),
    };
    if (st == STATUS_OK)
        st = natural_ask(all->asker, all->thinkers[worker], s, item->number % NATURAL_LINED == 0,
                         &item->row, err);
    return st;
}

static enum status keep_item(void *ctx, void *data, struct err *err)
{
    struct all *all = ctx;
    if (all->work->done)
        all->work->done(all->work->ctx, 1);
    return agreement_add(all->out, &((struct item *)data)->row, err);
}

static enum status ask_each(struct all *all, struct err *err)
{
    const struct pool_ops ops = {
        .ctx = all, .item_bytes = sizeof(struct item), .work = ask_item, .consume = keep_item};
    struct pool *pool;
    void *item;
    enum status st = pool_open(&pool, all->threads, &ops, err);
    if (st != STATUS_OK)
        return st;
    for (size_t i = 0; i < all->work->count && st == STATUS_OK; i++) {
        st = pool_slot(pool, &item, err);
        if (st != STATUS_OK)
            break;
        ((struct item *)item)->number = i;
        st = pool_submit(pool, err);
    }
    if (st == STATUS_OK)
        st = pool_finish(pool, err);
    pool_close(pool);
    return st;
}

enum status natural_ask_all(const struct natural_asker *a, const struct natural_ask_work *w,
                            struct agreement *out, struct err *err)
{
    struct all all = {.asker = a, .work = w, .out = out, .threads = w->threads};
    if (!all.threads)
        all.threads = pool_cpu_count();
    all.thinkers = mem_calloc(all.threads, sizeof *all.thinkers);
    enum status st = all.thinkers ? ask_each(&all, err) : err_nomem(err);
    for (unsigned i = 0; all.thinkers && i < all.threads; i++)
        thinker_close(all.thinkers[i]);
    mem_free(all.thinkers);
    return st;
}
