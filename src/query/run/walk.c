/* walk.c: running a question on the lines of a plan; see walk.h. */
#include "query/run/walk.h"

#include "base/alloc.h"
#include "base/work/pool.h"
#include "query/stop.h"

/* Lines in a piece, from 0.2 ms of work (a few squares of shogi, shogi_scan.c) to several, and how many
 * pieces make threads worth starting, against about 50 µs for a thread. */
enum { PIECE_LINES = 512, THREADS_FROM_PIECES = 4 };

enum status walkers_open(struct walkers *w, const struct query *q, unsigned threads,
                         struct err *err)
{
    w->q = q;
    w->count = threads ? threads : pool_cpu_count();
    if (w->count > POOL_MAX_THREADS)
        w->count = POOL_MAX_THREADS;
    w->at = mem_calloc(w->count, sizeof(struct evaluator *));
    return w->at ? STATUS_OK : err_nomem(err);
}

void walkers_close(struct walkers *w)
{
    for (unsigned i = 0; w->at && i < w->count; i++)
        evaluator_close(w->at[i]);
    mem_free(w->at);
    *w = (struct walkers){0};
}

static enum status walker(struct walkers *w, unsigned number, const struct plan *p,
                          struct evaluator **out, struct err *err)
{
    enum status status = STATUS_OK;
    if (!w->at[number])
        status = evaluator_open(&w->at[number], w->q, err);
    *out = w->at[number];
    if (status != STATUS_OK)
        return status;
    evaluator_want_seats(*out, w->want_seats);
    evaluator_play_patterns(*out, w->playing);
    evaluator_set_values(*out, w->values);
    evaluator_set_found(*out, w->found);
    evaluator_set_columns(*out, w->kept);
    evaluator_set_captures(*out, p->segment->captures.segment ? &p->segment->captures : NULL);
    for (uint32_t i = 0; i < p->meta_count; i++) {
        const struct meta_part *part = &p->metas[i];
        evaluator_set_games(*out, part->node, part->bits);
        if (part->sides[0])
            evaluator_set_side_games(*out, part->node, (const uint64_t *const *)part->sides);
    }
    return STATUS_OK;
}

struct line_walk {
    struct walkers *walkers;
    const struct plan *plan;
    const struct search_options *opt;
    const struct walk_ops *ops;
    size_t grain; /* lines in a piece */
    bool enough;
};

/* Spans of a line that are taken as such; there are hardly ever more. */
enum { SPANS = 16 };

/* Does a line in the quick way, if that can be done. */
static bool take_spans(const struct line_walk *w, struct evaluator *e,
                       const struct planned_line *at, void *sum, enum status *status,
                       struct err *err)
{
    struct plies_span spans[SPANS];
    uint32_t count;
    if (!w->ops->spans ||
        !evaluate_spans(e, &w->plan->segment->lines, at->line, at->until, spans, SPANS, &count))
        return false;
    if (count)
        *status = w->ops->spans(w->ops->ctx, sum, at, spans, count, err);
    return true;
}

static enum status walk_piece(const struct line_walk *w, size_t from, size_t to, void *sum,
                              unsigned number, struct err *err)
{
    const struct plan *p = w->plan;
    struct evaluator *e;
    struct evaluation v;
    struct plies_span span;
    enum status status = walker(w->walkers, number, p, &e, err);
    if (status == STATUS_OK)
        evaluator_set_cancelled(e, w->opt->cancelled);
    for (size_t i = from; i < to && status == STATUS_OK; i++) {
        const struct planned_line *at = &p->lines[i];
        status = query_stopped(w->opt->cancelled, err);
        if (status != STATUS_OK || take_spans(w, e, at, sum, &status, err))
            continue;
        status = evaluate_line(e, &p->segment->lines, at->line, at->from, at->until, &v, err);
        if (status == STATUS_SYNTAX)
            status = db_segment_fault(p->segment, err);
        if (status == STATUS_OK && evaluation_next(&v, 0, &span))
            status = w->ops->line(w->ops->ctx, sum, p, at, &v, err);
    }
    return status;
}

static enum status walk_alone(struct line_walk *w, struct err *err)
{
    void *sum = mem_calloc(1, w->ops->sum_bytes);
    if (!sum)
        return err_nomem(err);
    enum status status = STATUS_OK;
    for (size_t from = 0; from < w->plan->count && status == STATUS_OK && !w->enough;
         from += w->grain) {
        size_t to = from + w->grain < w->plan->count ? from + w->grain : w->plan->count;
        status = walk_piece(w, from, to, sum, 0, err);
        if (status == STATUS_OK)
            status = w->ops->merge(w->ops->ctx, sum, &w->enough, err);
    }
    w->ops->release(w->ops->ctx, sum);
    mem_free(sum);
    return status;
}

/* --- In threads ------------------------------------------------------------------------------- */

/* An item of the pool: this, and behind it the sum. */
struct walk_piece {
    _Alignas(max_align_t) size_t from;
    size_t to;
};

static enum status piece_work(void *ctx, void *item, unsigned worker, struct err *err)
{
    struct line_walk *w = ctx;
    struct walk_piece *piece = item;
    return walk_piece(w, piece->from, piece->to, piece + 1, worker, err);
}

static enum status piece_consume(void *ctx, void *item, struct err *err)
{
    struct line_walk *w = ctx;
    struct walk_piece *piece = item;
    return w->enough ? STATUS_OK : w->ops->merge(w->ops->ctx, piece + 1, &w->enough, err);
}

static void piece_release(void *ctx, void *item)
{
    struct line_walk *w = ctx;
    struct walk_piece *piece = item;
    w->ops->release(w->ops->ctx, piece + 1);
}

static enum status walk_threads(struct line_walk *w, struct err *err)
{
    const struct pool_ops ops = {.ctx = w,
                                 .item_bytes = sizeof(struct walk_piece) + w->ops->sum_bytes,
                                 .work = piece_work,
                                 .consume = piece_consume,
                                 .release = piece_release};
    struct pool *pool;
    void *item;
    enum status status = pool_open(&pool, w->walkers->count, &ops, err);
    if (status != STATUS_OK)
        return status;
    for (size_t from = 0; from < w->plan->count && !w->enough; from += w->grain) {
        status = pool_slot(pool, &item, err);
        if (status != STATUS_OK)
            break;
        struct walk_piece *piece = item;
        piece->from = from;
        piece->to = from + w->grain < w->plan->count ? from + w->grain : w->plan->count;
        status = pool_submit(pool, err);
        if (status != STATUS_OK)
            break;
    }
    if (status == STATUS_OK)
        status = pool_finish(pool, err);
    pool_close(pool);
    return status;
}

enum status walk_lines(struct walkers *w, const struct plan *p, const struct search_options *opt,
                       const struct walk_ops *ops, struct err *err)
{
    struct line_walk walk = {.walkers = w, .plan = p, .opt = opt, .ops = ops};
    walk.grain = opt->grain ? opt->grain : PIECE_LINES;
    /* who wants a few hits only is not helped by others running ahead */
    bool few = opt->no_totals && opt->limit < walk.grain;
    if (w->count == 1 || few || p->count < THREADS_FROM_PIECES * walk.grain)
        return walk_alone(&walk, err);
    return walk_threads(&walk, err);
}
