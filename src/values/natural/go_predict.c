/* go_predict.c: see go_predict.h. */
#include "values/natural/go_predict.h"

#include <math.h>

#include "base/alloc.h"
#include "base/work/pool.h"

enum { BATCH = 8 };

struct go_predict_job {
    const struct go_predict_work *work;
    struct agreement *out;
    struct go_people_scratch **scratch; /* owned: of each thread */
    unsigned threads;
};

struct go_predict_item {
    size_t from, count; /* of the set's rows */
    struct go_people_answer answers[BATCH];
};

static enum status infer_some(void *ctx, void *data, unsigned number, struct err *err)
{
    struct go_predict_job *job = ctx;
    struct go_predict_item *item = data;
    const struct go_predict_work *w = job->work;
    struct go_people_question questions[BATCH];
    enum status status = STATUS_OK;
    if (w->cancelled && atomic_load(w->cancelled))
        return err_cancelled(err);
    if (!job->scratch[number])
        status = go_people_scratch_open(&job->scratch[number], w->network, w->images, err);
    if (status != STATUS_OK)
        return status;
    for (size_t i = 0; i < item->count; i++) {
        const struct go_sample *sample = &w->set->rows[item->from + i].sample;
        questions[i] = (struct go_people_question){&sample->in, sample->class};
    }
    go_people_infer(w->network, job->scratch[number], questions, item->answers, item->count);
    return STATUS_OK;
}

/* The move that was played among all; ties count against it. */
static struct agreement_row row_of(const struct go_sample *sample,
                                   const struct go_people_answer *answer)
{
    struct agreement_row row = {.game = sample->game,
                                .class = sample->class,
                                .third = sample->third,
                                .ply = sample->ply,
                                .played = (uint16_t)(1 + sample->played)};
    struct agreement_answer *by = &row.by[GO_PREDICT_METHOD];
    int best = 0;
    for (int move = 0; move < GO_PEOPLE_MOVES; move++) {
        if (!go_people_is_legal(&sample->in, move))
            continue;
        row.legal++;
        if (answer->p[move] > answer->p[best])
            best = move;
        by->order += move != sample->played && answer->p[move] >= answer->p[sample->played];
    }
    by->move = (uint16_t)(1 + best);
    by->ln_p = log(fmax((double)answer->p[sample->played], 1e-30));
    return row;
}

static enum status keep_rows(void *ctx, void *data, struct err *err)
{
    const struct go_predict_job *job = ctx;
    const struct go_predict_item *item = data;
    enum status status = STATUS_OK;
    for (size_t i = 0; i < item->count && status == STATUS_OK; i++) {
        const struct agreement_row row =
            row_of(&job->work->set->rows[item->from + i].sample, &item->answers[i]);
        status = agreement_add(job->out, &row, err);
    }
    if (job->work->done)
        job->work->done(job->work->ctx, item->count);
    return status;
}

static enum status predict_each(struct go_predict_job *job, struct err *err)
{
    const struct pool_ops ops = {.ctx = job,
                                 .item_bytes = sizeof(struct go_predict_item),
                                 .work = infer_some,
                                 .consume = keep_rows};
    size_t count = job->work->set->count;
    struct pool *pool;
    void *slot;
    enum status status = pool_open(&pool, job->threads, &ops, err);
    if (status != STATUS_OK)
        return status;
    for (size_t i = 0; i < count && status == STATUS_OK; i += BATCH) {
        status = pool_slot(pool, &slot, err);
        if (status != STATUS_OK)
            break;
        struct go_predict_item *item = slot;
        item->from = i;
        item->count = count - i < BATCH ? count - i : BATCH;
        status = pool_submit(pool, err);
    }
    if (status == STATUS_OK)
        status = pool_finish(pool, err);
    pool_close(pool);
    return status;
}

enum status go_predict_all(const struct go_predict_work *w, struct agreement *out, struct err *err)
{
    struct go_predict_job job = {.work = w, .out = out, .threads = w->threads};
    if (!job.threads)
        job.threads = pool_cpu_count();
    job.scratch = mem_calloc(job.threads, sizeof(struct go_people_scratch *));
    enum status status = job.scratch ? predict_each(&job, err) : err_nomem(err);
    for (unsigned i = 0; job.scratch && i < job.threads; i++)
        go_people_scratch_close(job.scratch[i]);
    mem_free(job.scratch);
    return status;
}
