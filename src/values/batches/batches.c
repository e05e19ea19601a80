/* batches.c: see batches.h. */
#include "values/batches/batches.h"

#include <string.h>

#include "base/alloc.h"
#include "base/rng.h"
#include "base/work/pool.h"
#include "engine/natural/natural.h"
#include "query/run/query_result.h"
#include "values/batches/batch_rows.h"

/* Games of one piece of work: long enough that handing it out costs nothing, short enough that
 * stopping does not wait. */
enum { PIECE_GAMES = 16, MOST_WINDOW_BYTES_SHIFT = 40 };

/* Rows that a piece of work gave, in order. */
struct piece {
    uint32_t first, count; /* of the list of games */
    struct buf rows;
    size_t used; /* bytes taken out of it */
};

struct batches {
    struct batch_source source;
    struct batch_list games;
    struct pool *pool;
    struct batch_walker **walkers; /* owned: one for each thread */
    unsigned threads;
    uint32_t handed_out; /* games */
    /* Pieces that came back and are not used up, a queue; places behind it keep their memory. */
    struct piece *pieces;
    size_t piece_head, piece_count, piece_cap;
    /* The window: count of cap rows are in it. */
    char *window;
    size_t window_count, window_cap;
    bool shuffled, drained;
    struct rng rng;
    size_t filled; /* rows of the caller's arrays */
};

/* --- Making rows in threads ------------------------------------------------------------------- */

static enum status work(void *ctx, void *item, unsigned worker, struct err *err)
{
    struct batches *b = ctx;
    struct piece *p = item;
    enum status st = STATUS_OK;
    if (!p->rows.max)
        buf_init(&p->rows, BUF_DEFAULT_MAX);
    buf_clear(&p->rows);
    for (uint32_t i = p->first; i < p->first + p->count && st == STATUS_OK; i++)
        st = batch_walker_add(b->walkers[worker], &b->games.at[i], &p->rows, err);
    return st;
}

/* Takes the rows of the piece, and leaves it the memory of one that was used up. */
static enum status consume(void *ctx, void *item, struct err *err)
{
    struct batches *b = ctx;
    struct piece *p = item, *place;
    if (b->piece_count == b->piece_cap)
        return err_nomem(err); /* never: there are as many places as slots */
    place = &b->pieces[(b->piece_head + b->piece_count++) % b->piece_cap];
    struct buf emptied = place->rows;
    place->rows = p->rows;
    place->used = 0;
    p->rows = emptied;
    return STATUS_OK;
}

static void release_piece(void *ctx, void *item)
{
    struct piece *p = item;
    (void)ctx;
    if (p->rows.max)
        buf_release(&p->rows);
}

/* Hands out the next games, or waits for the last. */
static enum status advance(struct batches *b, struct err *err)
{
    void *item;
    if (b->handed_out == b->games.count) {
        b->drained = true;
        return pool_finish(b->pool, err);
    }
    enum status st = pool_slot(b->pool, &item, err);
    if (st != STATUS_OK)
        return st;
    struct piece *p = item;
    uint32_t left = b->games.count - b->handed_out;
    p->first = b->handed_out;
    p->count = left < PIECE_GAMES ? left : PIECE_GAMES;
    b->handed_out += p->count;
    return pool_submit(b->pool, err);
}

/* The next row in order, borrowed until the next call; NULL if there are no more. */
static enum status next_row(struct batches *b, const atomic_bool *cancelled, const char **row,
                            struct err *err)
{
    *row = NULL;
    for (;;) {
        struct piece *p = &b->pieces[b->piece_head];
        if (b->piece_count && p->used < p->rows.n) {
            *row = p->rows.p + p->used;
            p->used += b->source.row_bytes;
            return STATUS_OK;
        }
        if (b->piece_count) {
            b->piece_head = (b->piece_head + 1) % b->piece_cap;
            b->piece_count--;
            continue;
        }
        if (b->drained)
            return STATUS_OK;
        if (cancelled && atomic_load_explicit(cancelled, memory_order_relaxed))
            return err_cancelled(err);
        enum status st = advance(b, err);
        if (st != STATUS_OK)
            return st;
    }
}

/* --- Shuffling -------------------------------------------------------------------------------- */

static void put_row(struct batches *b, void *const *arrays, const char *row)
{
    for (size_t i = 0; i < b->source.feature_count; i++) {
        size_t n = b->source.bytes[i];
        memcpy((char *)arrays[i] + b->filled * n, row, n);
        row += n;
    }
    b->filled++;
}

static char *window_row(struct batches *b, size_t i)
{
    return b->window + i * b->source.row_bytes;
}

/* A random row goes out; the new one, or the last one if there is none, takes its place. */
static void put_random_row(struct batches *b, void *const *arrays, const char *fresh)
{
    char *out = window_row(b, (size_t)rng_below(&b->rng, b->window_count));
    put_row(b, arrays, out);
    if (!fresh)
        fresh = window_row(b, --b->window_count);
    if (fresh != out)
        memcpy(out, fresh, b->source.row_bytes);
}

enum status batches_next(struct batches *b, void *const *arrays, size_t most,
                         const atomic_bool *cancelled, size_t *rows, struct err *err)
{
    const char *row = NULL;
    *rows = 0;
    while (b->filled < most) {
        enum status st = next_row(b, cancelled, &row, err);
        if (st != STATUS_OK)
            return st;
        if (!b->shuffled && row) {
            put_row(b, arrays, row);
        } else if (row && b->window_count < b->window_cap) {
            memcpy(window_row(b, b->window_count++), row, b->source.row_bytes);
        } else if (row || b->window_count) {
            put_random_row(b, arrays, row);
        } else {
            break;
        }
    }
    *rows = b->filled;
    b->filled = 0;
    return STATUS_OK;
}

/* --- Opening and closing ---------------------------------------------------------------------- */

static enum status open_pool(struct batches *b, struct err *err)
{
    enum { SLOTS_EACH = 4 };
    b->piece_cap = (size_t)b->threads * SLOTS_EACH + 1;
    const struct pool_ops ops = {.ctx = b,
                                 .item_bytes = sizeof(struct piece),
                                 .slots = b->piece_cap - 1,
                                 .work = work,
                                 .consume = consume,
                                 .release = release_piece};
    b->pieces = mem_calloc(b->piece_cap, sizeof *b->pieces);
    b->walkers = mem_calloc(b->threads, sizeof(struct batch_walker *));
    if (!b->pieces || !b->walkers)
        return err_nomem(err);
    for (unsigned i = 0; i < b->threads; i++) {
        enum status st = batch_walker_open(&b->walkers[i], &b->source, err);
        if (st != STATUS_OK)
            return st;
    }
    return pool_open(&b->pool, b->threads, &ops, err);
}

/* The window is never larger than what passes through it. */
static enum status open_window(struct batches *b, const struct batch_options *opt, struct err *err)
{
    static const struct msg TOO_LARGE = {"the window of %1 rows is too large",
                                         "並べ替えの窓 %1 行は大きすぎます"};
    size_t bytes, rows = opt->window;
    if (!opt->shuffled)
        return STATUS_OK;
    if (rows > b->games.positions)
        rows = (size_t)b->games.positions;
    if (!size_mul(rows ? rows : 1, b->source.row_bytes, &bytes) || bytes >> MOST_WINDOW_BYTES_SHIFT)
        return err_set(err, STATUS_RANGE, &TOO_LARGE, SPAN_U64(opt->window), (struct span){0});
    b->window = mem_alloc(bytes);
    if (!b->window)
        return err_nomem(err);
    b->window_cap = rows;
    rng_seed_stream(&b->rng, opt->seed, 0);
    rng_shuffle(&b->rng, b->games.at, b->games.count, sizeof *b->games.at);
    rng_seed_stream(&b->rng, opt->seed, 1);
    return STATUS_OK;
}

enum status batches_open(struct batches **out, struct db *const *dbs, uint32_t count,
                         const struct query *query, const struct query_values *values,
                         const struct batch_feature *const *features, size_t feature_count,
                         const struct batch_options *opt, struct err *err)
{
    struct batches *b = mem_calloc(1, sizeof *b);
    *out = NULL;
    if (!b)
        return err_nomem(err);
    b->threads = opt->threads ? opt->threads : pool_cpu_count();
    if (b->threads > POOL_MAX_THREADS)
        b->threads = POOL_MAX_THREADS;
    b->shuffled = opt->shuffled;
    enum status st = batch_source_open(&b->source, dbs, count, features, feature_count, opt, err);
    if (st == STATUS_OK)
        st = batch_list_fill(&b->games, &b->source, query, values, opt, err);
    if (st == STATUS_OK)
        st = open_window(b, opt, err);
    if (st == STATUS_OK)
        st = open_pool(b, err);
    if (st == STATUS_OK)
        *out = b;
    else
        batches_close(b);
    return st;
}

void batches_close(struct batches *b)
{
    if (!b)
        return;
    if (b->pool)
        pool_cancel(b->pool);
    pool_close(b->pool);
    for (unsigned i = 0; b->walkers && i < b->threads; i++)
        batch_walker_close(b->walkers[i]);
    mem_free(b->walkers);
    for (size_t i = 0; b->pieces && i < b->piece_cap; i++)
        release_piece(NULL, &b->pieces[i]);
    mem_free(b->pieces);
    mem_free(b->window);
    batch_list_release(&b->games);
    batch_source_release(&b->source);
    mem_free(b);
}

const struct batch_feature *batches_feature(const struct batches *b, size_t n)
{
    return n < b->source.feature_count ? b->source.features[n] : NULL;
}

uint64_t batches_positions(const struct batches *b)
{
    return b->games.positions;
}

uint32_t batches_games(const struct batches *b)
{
    return b->games.count;
}
