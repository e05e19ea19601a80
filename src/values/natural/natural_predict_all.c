/* natural_predict_all.c: asking about many positions at once; see natural_predict.h. */
#include "base/alloc.h"
#include "base/work/pool.h"
#include "engine/search/engine_search.h"
#include "values/natural/natural_predict.h"

struct predict_job {
    const struct natural_predictor *asker;
    const struct natural_predict_work *work;
    struct agreement *out;
    struct thinker **thinkers; /* owned: by worker */
    unsigned threads;
};

struct predict_item {
    size_t number; /* among the places */
    struct agreement_row row;
    struct style_line *lines; /* owned; if those are asked for */
    int line_count;
};

static enum status cancelled(struct err *err)
{
    return err_cancelled(err);
}

static enum status predict_item_lines(struct predict_job *all, struct predict_item *item,
                                      unsigned worker, struct err *err)
{
    const struct natural_predict_work *w = all->work;
    if (!item->lines)
        item->lines = mem_calloc(SHOGI_MAX_MOVES, sizeof *item->lines);
    if (!item->lines)
        return err_nomem(err);
    return natural_predict_lines(all->asker, all->thinkers[worker],
                                 &w->set->rows[w->places[item->number]], item->lines,
                                 &item->line_count, err);
}

static enum status predict_one(void *ctx, void *data, unsigned worker, struct err *err)
{
    struct predict_job *all = ctx;
    struct predict_item *item = data;
    const struct natural_predict_work *w = all->work;
    const struct natural_sample *s = &w->set->rows[w->places[item->number]];
    enum status status = STATUS_OK;
    if (w->cancelled && atomic_load(w->cancelled))
        return cancelled(err);
    if (!all->thinkers[worker])
        status = natural_predictor_thinker(all->asker, &all->thinkers[worker], err);
    if (status != STATUS_OK)
        return status;
    if (w->lines)
        return predict_item_lines(all, item, worker, err);
    item->row = (struct agreement_row){
        .game = s->game,
        .class = s->class,
        .third = (uint8_t)natural_third(w->set, w->places[item->number]),
    };
    return natural_predict(all->asker, all->thinkers[worker], s, item->number % NATURAL_LINED == 0,
                           &item->row, err);
}

static enum status keep_item(void *ctx, void *data, struct err *err)
{
    const struct predict_job *all = ctx;
    const struct natural_predict_work *w = all->work;
    const struct predict_item *item = data;
    if (w->done)
        w->done(w->ctx, 1);
    if (!w->lines)
        return agreement_add(all->out, &item->row, err);
    w->lines(w->ctx, &w->set->rows[w->places[item->number]], item->lines, item->line_count);
    return STATUS_OK;
}

static void release_item(void *ctx, void *data)
{
    (void)ctx;
    mem_free(((struct predict_item *)data)->lines);
}

static enum status predict_each(struct predict_job *all, struct err *err)
{
    const struct pool_ops ops = {.ctx = all,
                                 .item_bytes = sizeof(struct predict_item),
                                 .work = predict_one,
                                 .consume = keep_item,
                                 .release = release_item};
    struct pool *pool;
    void *item;
    enum status status = pool_open(&pool, all->threads, &ops, err);
    if (status != STATUS_OK)
        return status;
    for (size_t i = 0; i < all->work->count && status == STATUS_OK; i++) {
        status = pool_slot(pool, &item, err);
        if (status != STATUS_OK)
            break;
        ((struct predict_item *)item)->number = i;
        status = pool_submit(pool, err);
    }
    if (status == STATUS_OK)
        status = pool_finish(pool, err);
    pool_close(pool);
    return status;
}

enum status natural_predict_all(const struct natural_predictor *a,
                                const struct natural_predict_work *w, struct agreement *out,
                                struct err *err)
{
    struct predict_job all = {.asker = a, .work = w, .out = out, .threads = w->threads};
    if (!all.threads)
        all.threads = pool_cpu_count();
    all.thinkers = mem_calloc(all.threads, sizeof(struct thinker *));
    enum status status = all.thinkers ? predict_each(&all, err) : err_nomem(err);
    for (unsigned i = 0; all.thinkers && i < all.threads; i++)
        thinker_close(all.thinkers[i]);
    mem_free(all.thinkers);
    return status;
}
