/* sheet_fill.c: making columns: one replay of a segment's games for all that are missing.
 *
 * Games are cut into blocks, whatever the threads; a thread writes what it finds where it belongs,
 * so nothing has to be joined and the columns do not depend on threads.  A judge that reads records
 * gets the games by id, as records are packed; the others get them as lines are sorted. */
#include <pthread.h>

#include "base/alloc.h"
#include "base/work/pool.h"
#include "values/sheet/sheet_internal.h"

/* Games that a thread takes at a time: some 7 ms of static values; of a slow judge one, so that
 * little is lost when it is stopped. */
enum { BLOCK_GAMES = 64 };

struct fill_worker {
    struct value_source_worker *value_source; /* opened when it is needed, as the others */
    struct outcome_solver solver;
    struct sheet_line line;
};

struct fill {
    const struct sheet_filling *f;
    struct fill_worker *workers; /* by number */
    unsigned worker_count;
    pthread_mutex_t keeping; /* held by the one who calls keep() */
};

struct fill_block {
    uint32_t from, to; /* places */
    uint64_t rows;     /* positions that it dealt with */
};

static bool by_id(const struct sheet_filling *f)
{
    return f->values && f->o->value_source->type->by_id;
}

static uint64_t first_row(const struct sheet_filling *f, uint32_t number)
{
    return (uint64_t)lines_u32(f->segment->lines.first, number) + number;
}

static enum status stopped(const struct sheet_filling *f, struct err *err)
{
    return f->o->cancelled && atomic_load(f->o->cancelled) ? err_cancelled(err) : STATUS_OK;
}

/* --- One game --------------------------------------------------------------------------------- */

static void mark_position(const struct sheet_filling *f, uint64_t row, const struct shogi_pos *pos)
{
    if (f->marks)
        f->marks[row] = sheet_mark_of(pos, ADVANCE_PAPER);
    if (f->progress)
        f->progress[row] = sheet_mark_of(pos, f->o->rule);
}

/* Plays the game through: checks its moves, which come from a file, and marks positions. */
static enum status replay_game(const struct sheet_filling *f, struct fill_worker *w,
                               uint32_t number, struct shogi_pos *pos, struct err *err)
{
    const struct sheet_line *l = &w->line;
    uint64_t row = first_row(f, number);
    struct shogi_undo undo;
    *pos = l->start;
    for (uint32_t ply = 0; ply < l->plies; ply++) {
        if (!shogi_move_is_legal(pos, l->moves[ply]))
            return sheet_bad_game(f->segment, number, err);
        mark_position(f, row + ply, pos);
        shogi_play(pos, l->moves[ply], &undo);
    }
    mark_position(f, row + l->plies, pos);
    return STATUS_OK;
}

static enum status find_mate(const struct sheet_filling *f, struct fill_worker *w, uint32_t number,
                             const struct shogi_pos *last, struct err *err)
{
    w->solver.nodes = f->o->mate_nodes;
    if (outcome_needs_search(column_end(&f->segment->columns, number)))
        return outcome_solve(&w->solver, last, &f->mates[number], err);
    f->mates[number] = OUTCOME_UNSEARCHED;
    return STATUS_OK;
}

static enum status fill_game(const struct sheet_filling *f, struct fill_worker *w, uint32_t number,
                             struct err *err)
{
    struct shogi_pos last;
    enum status status = line_status(&f->segment->lines, number, err);
    if (status == STATUS_OK)
        status = sheet_line_read(&w->line, f->segment, number, err);
    if (status == STATUS_OK)
        status = replay_game(f, w, number, &last, err);
    if (status == STATUS_OK && f->mates)
        status = find_mate(f, w, number, &last, err);
    if (status == STATUS_OK && f->values && !w->value_source)
        status = value_source_worker_open(&w->value_source, f->o->value_source, err);
    if (status != STATUS_OK || !f->values)
        return status;
    const struct value_source_game g = {.segment = f->segment,
                                        .number = number,
                                        .start = &w->line.start,
                                        .moves = w->line.moves,
                                        .plies = w->line.plies,
                                        .marks = f->known ? f->known + first_row(f, number) : NULL,
                                        .wanted = f->wanted,
                                        .first_row = first_row(f, number)};
    return value_source_run_game(w->value_source, &g, f->values + first_row(f, number), err);
}

/* --- All games -------------------------------------------------------------------------------- */

/* How many positions of a game are to be dealt with. */
static uint64_t rows_to_fill(const struct sheet_filling *f, uint32_t number)
{
    const uint64_t first = first_row(f, number);
    const uint64_t end = first + line_plies(&f->segment->lines, number) + 1;
    return f->wanted ? sheet_count_bits(f->wanted, first, end) : end - first;
}

/* Keeps a game as soon as it is there, whatever others are waiting for. */
static enum status keep_game(struct fill *fill, uint32_t number, struct err *err)
{
    const struct sheet_filling *f = fill->f;
    if (!f->keep)
        return STATUS_OK;
    pthread_mutex_lock(&fill->keeping);
    enum status status = f->keep(f->ctx, number, err);
    pthread_mutex_unlock(&fill->keeping);
    return status;
}

static enum status fill_block(void *ctx, void *item, unsigned worker, struct err *err)
{
    struct fill *fill = ctx;
    const struct sheet_filling *f = fill->f;
    struct fill_block *b = item;
    enum status status = STATUS_OK;
    b->rows = 0;
    for (uint32_t place = b->from; place < b->to && status == STATUS_OK; place++) {
        const uint32_t number = by_id(f) ? lines_u32(f->segment->lines.by_id, place) : place;
        const uint64_t rows = rows_to_fill(f, number);
        status = stopped(f, err);
        if (status == STATUS_OK && rows) {
            status = fill_game(f, &fill->workers[worker], number, err);
            if (status == STATUS_OK)
                status = keep_game(fill, number, err);
        }
        b->rows += rows;
    }
    return status;
}

static enum status finish_block(void *ctx, void *item, struct err *err)
{
    const struct fill *fill = ctx;
    const struct fill_block *b = item;
    if (fill->f->o->progress)
        progress_add(fill->f->o->progress, b->rows);
    return stopped(fill->f, err);
}

static enum status submit_all(struct pool *pool, const struct sheet_filling *f, struct err *err)
{
    uint32_t games = f->segment->lines.games, grain = f->keep ? 1 : BLOCK_GAMES;
    enum status status = STATUS_OK;
    for (uint32_t from = 0; from < games && status == STATUS_OK;) {
        void *slot;
        status = pool_slot(pool, &slot, err);
        if (status != STATUS_OK)
            break;
        struct fill_block *b = slot;
        b->from = from;
        b->to = games - from < grain ? games : from + grain;
        from = b->to;
        status = pool_submit(pool, err);
    }
    return status == STATUS_OK ? pool_finish(pool, err) : status;
}

static unsigned count_threads(const struct sheet_options *o)
{
    unsigned threads = o->threads ? o->threads : pool_cpu_count();
    return threads > POOL_MAX_THREADS ? POOL_MAX_THREADS : threads;
}

enum status sheet_fill(const struct sheet_filling *f, struct err *err)
{
    struct fill fill = {.f = f, .worker_count = count_threads(f->o)};
    const struct pool_ops ops = {.ctx = &fill,
                                 .item_bytes = sizeof(struct fill_block),
                                 .work = fill_block,
                                 .consume = finish_block};
    struct pool *pool = NULL;
    pthread_mutex_init(&fill.keeping, NULL);
    fill.workers = mem_calloc(fill.worker_count, sizeof *fill.workers);
    enum status status = fill.workers ? STATUS_OK : err_nomem(err);
    if (status == STATUS_OK)
        status = pool_open(&pool, fill.worker_count, &ops, err);
    if (status == STATUS_OK)
        status = submit_all(pool, f, err);
    pool_close(pool);
    for (unsigned i = 0; fill.workers && i < fill.worker_count; i++) {
        value_source_worker_close(fill.workers[i].value_source);
        outcome_release(&fill.workers[i].solver);
        sheet_line_release(&fill.workers[i].line);
    }
    mem_free(fill.workers);
    pthread_mutex_destroy(&fill.keeping);
    return status;
}
