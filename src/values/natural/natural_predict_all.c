/* natural_predict_all.c: asking about many positions at once; see natural_predict.h. */
#include "base/alloc.h"
#include "base/work/pool.h"
#include "engine/search/engine_search.h"
#include "values/natural/natural_predict.h"

/* What a thread has of its own. */
struct predict_worker {
    struct thinker *thinker;
    struct people_work *network;   /* NULL: not asked */
    struct people_answer *answers; /* owned: PEOPLE_BATCH of them */
};

struct predict_job {
    const struct natural_predictor *asker;
    const struct natural_predict_work *work;
    struct agreement *out;
    struct predict_worker *workers; /* owned */
    unsigned threads;
};

/* Some positions at a time for the network, else one. */
struct predict_item {
    size_t number, count; /* the first among the places */
    struct agreement_row rows[PEOPLE_BATCH];
    struct style_line *lines;    /* owned; if those are asked for */
    struct people_answer *prior; /* owned; the same */
    int line_count;
};

static enum status cancelled(struct err *err)
{
    return err_cancelled(err);
}

/* What the network says of some positions. */
static void ask_network(const struct predict_job *all, const struct predict_item *item,
                        struct people_work *work, struct people_answer *answers)
{
    const struct natural_predict_work *w = all->work;
    struct natural_input q[PEOPLE_BATCH];
    for (size_t i = 0; i < item->count; i++)
        q[i] = natural_sample_input(&w->set->rows[w->places[item->number + i]]);
    people_predict(natural_predictor_network(all->asker), work, q, answers, item->count);
}

static enum status predict_item_lines(struct predict_job *all, struct predict_item *item,
                                      struct predict_worker *worker, struct err *err)
{
    const struct natural_predict_work *w = all->work;
    if (!item->lines)
        item->lines = mem_calloc(SHOGI_MAX_MOVES, sizeof *item->lines);
    if (!item->prior)
        item->prior = mem_calloc(1, sizeof *item->prior);
    if (!item->lines || !item->prior)
        return err_nomem(err);
    if (worker->network)
        ask_network(all, item, worker->network, item->prior);
    return natural_predict_lines(all->asker, worker->thinker,
                                 &w->set->rows[w->places[item->number]], item->prior, item->lines,
                                 &item->line_count, err);
}

static enum status predict_rows(struct predict_job *all, struct predict_item *item,
                                struct predict_worker *worker, struct err *err)
{
    const struct natural_predict_work *w = all->work;
    enum status status = STATUS_OK;
    if (worker->network)
        ask_network(all, item, worker->network, worker->answers);
    for (size_t i = 0; i < item->count && status == STATUS_OK; i++) {
        size_t number = item->number + i;
        const struct natural_sample *sample = &w->set->rows[w->places[number]];
        item->rows[i] = (struct agreement_row){
            .game = sample->game,
            .class = sample->class,
            .third = (uint8_t)natural_third(w->set, w->places[number]),
        };
        status = natural_predict(all->asker, worker->thinker, sample,
                                 worker->network ? &worker->answers[i] : NULL,
                                 number % NATURAL_LINED == 0, &item->rows[i], err);
    }
    return status;
}

static enum status open_worker(const struct predict_job *all, struct predict_worker *worker,
                               struct err *err)
{
    const struct people_predictor *network = natural_predictor_network(all->asker);
    enum status status = natural_predictor_thinker(all->asker, &worker->thinker, err);
    if (status != STATUS_OK || !network)
        return status;
    worker->answers = mem_calloc(PEOPLE_BATCH, sizeof *worker->answers);
    return worker->answers ? people_work_open(&worker->network, network, err) : err_nomem(err);
}

static enum status predict_some(void *ctx, void *data, unsigned number, struct err *err)
{
    struct predict_job *all = ctx;
    struct predict_item *item = data;
    struct predict_worker *worker = &all->workers[number];
    const struct natural_predict_work *w = all->work;
    if (w->cancelled && atomic_load(w->cancelled))
        return cancelled(err);
    enum status status = worker->thinker ? STATUS_OK : open_worker(all, worker, err);
    if (status != STATUS_OK)
        return status;
    return w->lines ? predict_item_lines(all, item, worker, err)
                    : predict_rows(all, item, worker, err);
}

static enum status keep_item(void *ctx, void *data, struct err *err)
{
    const struct predict_job *all = ctx;
    const struct natural_predict_work *w = all->work;
    const struct predict_item *item = data;
    enum status status = STATUS_OK;
    if (w->done)
        w->done(w->ctx, item->count);
    for (size_t i = 0; i < item->count && !w->lines && status == STATUS_OK; i++)
        status = agreement_add(all->out, &item->rows[i], err);
    if (!w->lines)
        return status;
    w->lines(w->ctx, &w->set->rows[w->places[item->number]], item->prior, item->lines,
             item->line_count);
    return STATUS_OK;
}

static void release_item(void *ctx, void *data)
{
    struct predict_item *item = data;
    (void)ctx;
    mem_free(item->lines);
    mem_free(item->prior);
}

static enum status predict_each(struct predict_job *all, struct err *err)
{
    const struct pool_ops ops = {.ctx = all,
                                 .item_bytes = sizeof(struct predict_item),
                                 .work = predict_some,
                                 .consume = keep_item,
                                 .release = release_item};
    size_t most = natural_predictor_network(all->asker) && !all->work->lines ? PEOPLE_BATCH : 1;
    size_t count = all->work->count;
    struct pool *pool;
    void *slot;
    enum status status = pool_open(&pool, all->threads, &ops, err);
    if (status != STATUS_OK)
        return status;
    for (size_t i = 0; i < count && status == STATUS_OK; i += most) {
        status = pool_slot(pool, &slot, err);
        if (status != STATUS_OK)
            break;
        struct predict_item *item = slot;
        item->number = i;
        item->count = count - i < most ? count - i : most;
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
    all.workers = mem_calloc(all.threads, sizeof *all.workers);
    enum status status = all.workers ? predict_each(&all, err) : err_nomem(err);
    for (unsigned i = 0; all.workers && i < all.threads; i++) {
        thinker_close(all.workers[i].thinker);
        people_work_close(all.workers[i].network);
        mem_free(all.workers[i].answers);
    }
    mem_free(all.workers);
    return status;
}
