/* fact_index_write.c: making a fact index; see fact_index.h for what it is made of. */
#include "base/alloc.h"
#include "base/pool.h"
#include "facts/fact_collect.h"
#include "facts/fact_index.h"

static const struct msg STOPPED = {"stopped", "中止しました"};

struct list_job {
    const struct fact_span *spans;
    uint32_t count;
    struct buf blocks, skips;
};

struct fact_writer {
    const struct index_options *opt;
    struct fact_collector *collector;
    struct segment_writer *out;
    struct buf skips, directory;
    uint64_t written; /* bytes of blocks */
};

/* --- One list -------------------------------------------------------------------------------- */

static void put_u32(struct buf *out, uint32_t v)
{
    char bytes[4];
    le_put32(bytes, v);
    buf_add(out, bytes, sizeof bytes);
}

static enum status encode_list(void *ctx, void *item, unsigned worker, struct err *err)
{
    struct list_job *job = item;
    struct posting block[POSTING_BLOCK];
    uint32_t base = 0;
    (void)ctx, (void)worker;
    buf_clear(&job->blocks);
    buf_clear(&job->skips);
    for (uint32_t at = 0; at < job->count;) {
        uint32_t n = job->count - at < POSTING_BLOCK ? job->count - at : POSTING_BLOCK;
        for (uint32_t i = 0; i < n; i++, at++)
            block[i] =
                (struct posting){job->spans[at].line, job->spans[at].from, job->spans[at].to};
        put_u32(&job->skips, block[n - 1].line);
        put_u32(&job->skips, (uint32_t)job->blocks.n);
        posting_block_encode(block, n, base, &job->blocks);
        base = block[n - 1].line;
    }
    if (buf_status(&job->blocks) != STATUS_OK || buf_status(&job->skips) != STATUS_OK)
        return err_nomem(err);
    return STATUS_OK;
}

static void put_row(struct fact_writer *w, uint32_t count)
{
    char offset[8];
    put_u32(&w->directory, count);
    put_u32(&w->directory, (uint32_t)(w->skips.n / FACT_SKIP_BYTES));
    le_put64(offset, w->written);
    buf_add(&w->directory, offset, sizeof offset);
}

static enum status write_list(void *ctx, void *item, struct err *err)
{
    struct fact_writer *w = ctx;
    struct list_job *job = item;
    put_row(w, job->count);
    buf_add_span(&w->skips, buf_span(&job->skips));
    w->written += job->blocks.n;
    if (w->opt->cancelled && atomic_load(w->opt->cancelled))
        return err_plain(err, STATUS_CANCELLED, &STOPPED);
    return segment_writer_add(w->out, buf_span(&job->blocks), err);
}

static void release_list(void *ctx, void *item)
{
    struct list_job *job = item;
    (void)ctx;
    buf_release(&job->blocks);
    buf_release(&job->skips);
}

/* --- Many lists ------------------------------------------------------------------------------ */

static enum status submit_lists(struct fact_writer *w, struct pool *pool, uint32_t first,
                                uint32_t end, const struct fact_span *spans, struct err *err)
{
    for (uint32_t fact = first; fact < end; fact++) {
        void *item;
        enum status st = pool_slot(pool, &item, err);
        if (st != STATUS_OK)
            return st;
        struct list_job *job = item;
        job->blocks.max = job->skips.max = SIZE_MAX / 2; /* zero in a new item */
        job->spans = spans;
        job->count = fact_collector_count(w->collector, fact);
        spans += job->count;
        st = pool_submit(pool, err);
        if (st != STATUS_OK)
            return st;
    }
    return pool_finish(pool, err);
}

static enum status write_range(struct fact_writer *w, struct pool *pool, uint32_t first,
                               uint32_t end, struct fact_span *spans, struct err *err)
{
    enum status st = fact_collect(w->collector, first, end, spans, err);
    return st == STATUS_OK ? submit_lists(w, pool, first, end, spans, err) : st;
}

/* The end of the range that begins with `first` and whose lists fit into room; at least one. */
static uint32_t range_end(const struct fact_writer *w, uint32_t first, uint32_t facts,
                          uint64_t room, uint64_t *count)
{
    uint32_t end = first;
    for (*count = 0; end < facts; end++) {
        uint64_t more = *count + fact_collector_count(w->collector, end);
        if (end > first && more > room)
            break;
        *count = more;
    }
    return end;
}

static enum status write_ranges(struct fact_writer *w, uint32_t facts, struct err *err)
{
    struct pool_ops ops = {.ctx = w,
                           .item_bytes = sizeof(struct list_job),
                           .work = encode_list,
                           .consume = write_list,
                           .release = release_list};
    struct pool *pool;
    uint64_t room = w->opt->memory / sizeof(struct fact_span);
    enum status st = pool_open(&pool, w->opt->threads, &ops, err);
    if (st != STATUS_OK)
        return st;
    for (uint32_t first = 0, end; first < facts && st == STATUS_OK; first = end) {
        uint64_t count;
        end = range_end(w, first, facts, room, &count);
        struct fact_span *spans = mem_alloc((size_t)count * sizeof *spans);
        st = spans ? write_range(w, pool, first, end, spans, err) : err_nomem(err);
        if (st != STATUS_OK) {
            pool_close(pool); /* its threads may be reading the spans */
            pool = NULL;
        }
        mem_free(spans);
    }
    pool_close(pool);
    return st;
}

/* --- The sections ---------------------------------------------------------------------------- */

static enum status write_sections(struct fact_writer *w, const struct lines *l, struct err *err)
{
    uint32_t facts = l->game->fact_count;
    put_u32(&w->directory, facts);
    put_u32(&w->directory, l->count);
    enum status st = segment_writer_begin(w->out, FACT_BLOCKS_SECTION, err);
    if (st == STATUS_OK)
        st = write_ranges(w, facts, err);
    if (st == STATUS_OK)
        st = segment_writer_end(w->out, err);
    put_row(w, 0);
    if (st == STATUS_OK && (buf_status(&w->skips) != STATUS_OK || buf_status(&w->directory)))
        st = err_nomem(err);
    if (st == STATUS_OK)
        st = segment_writer_section(w->out, FACT_SKIPS_SECTION, buf_span(&w->skips), err);
    if (st == STATUS_OK)
        st = segment_writer_section(w->out, FACT_DIRECTORY_SECTION, buf_span(&w->directory), err);
    return st;
}

enum status fact_index_write(const struct lines *l, const struct index_options *opt,
                             struct segment_writer *out, struct err *err)
{
    struct fact_writer w = {.opt = opt, .out = out};
    enum status st = fact_collector_open(&w.collector, l, opt->threads, opt->cancelled, err);
    if (st != STATUS_OK)
        return st;
    buf_init(&w.skips, SIZE_MAX / 2);
    buf_init(&w.directory, SIZE_MAX / 2);
    st = write_sections(&w, l, err);
    buf_release(&w.skips);
    buf_release(&w.directory);
    fact_collector_close(w.collector);
    return st;
}
