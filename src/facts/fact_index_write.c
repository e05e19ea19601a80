/* fact_index_write.c: making a fact index; see fact_index.h for what it is made of. */
#include "base/alloc.h"
#include "base/work/pool.h"
#include "facts/fact_collect.h"
#include "facts/fact_spans.h"

struct list_job {
    const struct fact_span *spans;
    uint32_t count;
    struct buf bytes, skips;
    struct buf last, starts; /* of blocks */
    struct buf map;          /* empty if it gets none */
    struct buf exact;        /* its spans; empty if they stay rounded */
    uint32_t exact_width;
};

struct fact_writer {
    const struct index_options *opt;
    struct fact_collector *collector;
    struct segment_writer *out;
    const struct game *game;
    uint32_t lines;
    struct buf skips, directory;
    struct buf mapped, maps; /* facts that have maps, and the maps */
    struct fact_spans_writer exact;
    uint32_t next;    /* the fact whose list is written next */
    uint64_t written; /* bytes of lists */
};

/* --- One list -------------------------------------------------------------------------------- */

static void put_u32(struct buf *out, uint32_t v)
{
    char bytes[4];
    le_put32(bytes, v);
    buf_add(out, bytes, sizeof bytes);
}

static void put_u16(struct buf *out, uint32_t v)
{
    char bytes[2];
    le_put16(bytes, (uint16_t)v);
    buf_add(out, bytes, sizeof bytes);
}

static bool put_spans(struct list_job *job, const struct fact_writer *w)
{
    struct span_code code;
    if (!span_code_choose(&code, job->spans, job->count))
        return false;
    span_code_put(&code, &job->bytes);
    size_t numbers = job->bytes.n;
    if (!span_code_put_numbers(&code, job->spans, job->count, &job->bytes))
        return false;
    return !fact_spans_wanted(w->game, job->count, w->lines) ||
           buf_status(&job->bytes) != STATUS_OK ||
           fact_spans_encode(&code, job->bytes.p + numbers, job->spans, job->count, &job->exact,
                             &job->exact_width);
}

/* The blocks; where each ends and begins goes to last and starts. */
static void put_blocks(struct list_job *job)
{
    size_t first = job->bytes.n;
    uint32_t base = 0;
    for (uint32_t at = 0; at < job->count;) {
        uint32_t lines[POSTING_BLOCK];
        uint32_t n = job->count - at < POSTING_BLOCK ? job->count - at : POSTING_BLOCK;
        for (uint32_t i = 0; i < n; i++)
            lines[i] = job->spans[at + i].line;
        put_u32(&job->last, lines[n - 1]);
        put_u32(&job->starts, (uint32_t)(job->bytes.n - first));
        posting_block_encode(lines, n, base, &job->bytes);
        base = lines[n - 1];
        at += n;
    }
}

static void put_skips(struct list_job *job)
{
    size_t blocks = job->last.n / 4;
    if (blocks < 2)
        return;
    buf_add_span(&job->skips, buf_span(&job->last));
    for (size_t i = 0; i < blocks; i += FACT_SKIP_GROUP)
        put_u32(&job->skips, le_get32(job->starts.p + 4 * i));
    for (size_t i = 0; i < blocks; i++)
        put_u16(&job->skips,
                le_get32(job->starts.p + 4 * i) -
                    le_get32(job->starts.p + 4 * (i / FACT_SKIP_GROUP * FACT_SKIP_GROUP)));
}

static bool put_map(struct list_job *job, uint32_t lines)
{
    if (!fact_map_wanted(job->count, lines))
        return true;
    if (!fact_map_begin(&job->map, lines))
        return false;
    for (uint32_t i = 0; i < job->count; i++)
        fact_map_set(job->map.p, job->spans[i].line);
    return true;
}

static enum status encode_list(void *ctx, void *item, unsigned worker, struct err *err)
{
    const struct fact_writer *w = ctx;
    struct list_job *job = item;
    struct buf *all[] = {&job->bytes,  &job->skips, &job->last,
                         &job->starts, &job->map,   &job->exact};
    (void)worker;
    for (int i = 0; i < 6; i++) {
        all[i]->max = SIZE_MAX / 2; /* zero in a new item */
        buf_clear(all[i]);
    }
    if (!job->count)
        return STATUS_OK;
    if (!put_spans(job, w) || !put_map(job, w->lines))
        return err_nomem(err);
    put_blocks(job);
    for (int i = 0; i < 4; i++)
        if (buf_status(all[i]) != STATUS_OK)
            return err_nomem(err);
    put_skips(job);
    return buf_status(&job->skips) == STATUS_OK ? STATUS_OK : err_nomem(err);
}

static void put_row(struct fact_writer *w, uint32_t count)
{
    char at[8];
    put_u32(&w->directory, count);
    put_u32(&w->directory, (uint32_t)w->skips.n);
    le_put64(at, w->written);
    buf_add(&w->directory, at, sizeof at);
}

static enum status write_list(void *ctx, void *item, struct err *err)
{
    struct fact_writer *w = ctx;
    struct list_job *job = item;
    put_row(w, job->count);
    buf_add_span(&w->skips, buf_span(&job->skips));
    w->written += job->bytes.n;
    if (job->map.n) {
        put_u32(&w->mapped, w->next);
        buf_add_span(&w->maps, buf_span(&job->map));
    }
    fact_spans_add(&w->exact, w->next, job->exact_width, buf_span(&job->exact));
    w->next++;
    if (w->opt->cancelled && atomic_load(w->opt->cancelled))
        return err_cancelled(err);
    return segment_writer_add(w->out, buf_span(&job->bytes), err);
}

static void release_list(void *ctx, void *item)
{
    struct list_job *job = item;
    (void)ctx;
    buf_release(&job->bytes);
    buf_release(&job->skips);
    buf_release(&job->last);
    buf_release(&job->starts);
    buf_release(&job->map);
    buf_release(&job->exact);
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
    enum status st = segment_writer_begin(w->out, FACT_LISTS_SECTION, err);
    if (st == STATUS_OK)
        st = write_ranges(w, facts, err);
    if (st == STATUS_OK)
        st = segment_writer_end(w->out, err);
    put_row(w, 0);
    if (st == STATUS_OK && (buf_status(&w->skips) || buf_status(&w->directory) ||
                            buf_status(&w->mapped) || buf_status(&w->maps)))
        st = err_nomem(err);
    if (st == STATUS_OK)
        st = segment_writer_section(w->out, FACT_SKIPS_SECTION, buf_span(&w->skips), err);
    if (st == STATUS_OK)
        st = segment_writer_section(w->out, FACT_DIRECTORY_SECTION, buf_span(&w->directory), err);
    if (st == STATUS_OK)
        st = fact_maps_write(&w->mapped, &w->maps, w->lines, w->out, err);
    if (st == STATUS_OK)
        st = fact_spans_write(&w->exact, w->out, err);
    return st;
}

enum status fact_index_write(const struct lines *l, const struct index_options *opt,
                             struct segment_writer *out, struct err *err)
{
    struct fact_writer w = {.opt = opt, .out = out, .game = l->game, .lines = l->count};
    enum status st = fact_collector_open(&w.collector, l, opt->threads, opt->cancelled, err);
    if (st != STATUS_OK)
        return st;
    buf_init(&w.skips, SIZE_MAX / 2);
    buf_init(&w.directory, SIZE_MAX / 2);
    buf_init(&w.mapped, SIZE_MAX / 2);
    buf_init(&w.maps, SIZE_MAX / 2);
    fact_spans_writer_init(&w.exact);
    st = write_sections(&w, l, err);
    if (st == STATUS_OK)
        st = fact_collector_captures(w.collector, out, err);
    buf_release(&w.skips);
    buf_release(&w.directory);
    buf_release(&w.mapped);
    buf_release(&w.maps);
    fact_spans_writer_release(&w.exact);
    fact_collector_close(w.collector);
    return st;
}
