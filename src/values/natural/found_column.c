/* found_column.c: see found_column.h. */
#include "values/natural/found_column.h"

#include "base/alloc.h"
#include "base/work/pool.h"
#include "values/natural/found_moves.h"

struct column_job {
    const struct found_column *column;
    const struct db_segment *segment;
    struct found_moves **workers; /* owned; by worker, opened when needed */
    unsigned threads;
};

/* A game. */
struct column_item {
    uint32_t number, count;
    uint64_t hash;
    shogi_move *moves;   /* owned; room for cap */
    uint16_t *surprises; /* owned; FOUND_CLASSES times as many */
    size_t cap;
};

/* --- Which games ------------------------------------------------------------------------------ */

static bool is_wanted(const struct found_column *c, const struct db_segment *s,
                      const uint64_t *games, uint32_t number)
{
    const struct lines *l = &s->lines;
    return !db_is_removed(s, number) && line_plies(l, number) <= FOUND_MOST_MOVES &&
           (!games || (games[number / 64] >> number % 64 & 1)) &&
           !found_writer_has(c->writer, line_hash(l, number));
}

uint64_t found_column_count(const struct found_column *c, const struct db_segment *s,
                            const uint64_t *games, uint64_t *moves)
{
    uint64_t count = 0;
    *moves = 0;
    for (uint32_t number = 0; number < s->lines.games; number++)
        if (is_wanted(c, s, games, number)) {
            count++;
            *moves += line_plies(&s->lines, number);
        }
    return count;
}

/* --- One game --------------------------------------------------------------------------------- */

static enum status bad_game(const struct db_segment *s, uint32_t number, struct err *err)
{
    static const struct msg BAD = {"game %1 contains an illegal move",
                                   "%1 番の棋譜に反則手があります"};
    err_set(err, STATUS_SYNTAX, &BAD, SPAN_U64(game_id(&s->lines, number)), (struct span){0});
    return db_segment_fault(s, err);
}

static enum status make_room(struct column_item *item, struct err *err)
{
    if (item->count <= item->cap)
        return STATUS_OK;
    shogi_move *moves = mem_realloc_array(item->moves, item->count, sizeof *moves);
    if (moves)
        item->moves = moves;
    uint16_t *surprises =
        mem_realloc_array(item->surprises, (size_t)item->count * FOUND_CLASSES, sizeof *surprises);
    if (surprises)
        item->surprises = surprises;
    if (!moves || !surprises)
        return err_nomem(err);
    item->cap = item->count;
    return STATUS_OK;
}

static enum status read_game(const struct db_segment *s, struct column_item *item,
                             struct shogi_pos *start, struct err *err)
{
    const struct lines *l = &s->lines;
    struct span text = lines_start_text(l, line_start(l, item->number));
    item->count = line_plies(l, item->number);
    enum status status = make_room(item, err);
    if (status != STATUS_OK)
        return status;
    shogi_pos_start(start);
    if (text.n && shogi_game.text.pos_parse(start, text, err) != STATUS_OK)
        return bad_game(s, item->number, err);
    for (uint32_t ply = 0; ply < item->count; ply++) {
        game_move m = line_move(l, item->number, ply);
        if (m > UINT16_MAX)
            return bad_game(s, item->number, err);
        item->moves[ply] = (shogi_move)m;
    }
    return STATUS_OK;
}

static enum status keep_ply(void *ctx, const struct found_ply *p, struct err *err)
{
    struct column_item *item = ctx;
    (void)err;
    for (int class = 0; class < NATURAL_CLASSES; class ++)
        item->surprises[(size_t)p->ply * FOUND_CLASSES + (size_t) class] =
            found_stored(p->p[class]);
    return STATUS_OK;
}

static enum status judge_game(void *ctx, void *data, unsigned worker, struct err *err)
{
    struct column_job *job = ctx;
    struct column_item *item = data;
    struct found_moves **work = &job->workers[worker];
    struct found_game game = {.cancelled = job->column->cancelled};
    enum status status = read_game(job->segment, item, &game.start, err);
    if (status == STATUS_OK && !*work)
        status = found_moves_open(work, job->column->network, err);
    if (status != STATUS_OK)
        return status;
    game.moves = item->moves;
    game.count = item->count;
    status = found_moves_run(*work, &game, keep_ply, item, err);
    return status == STATUS_ILLEGAL ? bad_game(job->segment, item->number, err) : status;
}

static enum status keep_game(void *ctx, void *data, struct err *err)
{
    const struct found_column *c = ((struct column_job *)ctx)->column;
    const struct column_item *item = data;
    if (found_writer_has(c->writer, item->hash)) /* the same game was there twice */
        return STATUS_OK;
    enum status status = found_writer_add(c->writer, item->hash, item->surprises, item->count, err);
    if (status == STATUS_OK && c->done)
        c->done(c->ctx, item->count);
    return status;
}

static void release_item(void *ctx, void *data)
{
    struct column_item *item = data;
    (void)ctx;
    mem_free(item->moves);
    mem_free(item->surprises);
}

/* --- A segment -------------------------------------------------------------------------------- */

static enum status judge_games(struct column_job *job, const uint64_t *games, struct err *err)
{
    const struct pool_ops ops = {.ctx = job,
                                 .item_bytes = sizeof(struct column_item),
                                 .slots = 2 * (size_t)job->threads,
                                 .work = judge_game,
                                 .consume = keep_game,
                                 .release = release_item};
    const struct lines *l = &job->segment->lines;
    struct pool *pool;
    void *slot;
    enum status status = pool_open(&pool, job->threads, &ops, err);
    if (status != STATUS_OK)
        return status;
    for (uint32_t nth = 0; nth < l->games && status == STATUS_OK; nth++) {
        uint32_t number = lines_u32(l->by_id, nth);
        if (!is_wanted(job->column, job->segment, games, number))
            continue;
        status = pool_slot(pool, &slot, err);
        if (status != STATUS_OK)
            break;
        struct column_item *item = slot;
        item->number = number;
        item->hash = line_hash(l, number);
        status = pool_submit(pool, err);
    }
    if (status == STATUS_OK)
        status = pool_finish(pool, err);
    pool_close(pool);
    return status;
}

enum status found_column_make(const struct found_column *c, const struct db_segment *s,
                              const uint64_t *games, struct err *err)
{
    struct column_job job = {.column = c, .segment = s, .threads = c->threads};
    if (!job.threads)
        job.threads = pool_cpu_count();
    job.workers = mem_calloc(job.threads, sizeof(struct found_moves *));
    enum status status = job.workers ? judge_games(&job, games, err) : err_nomem(err);
    for (unsigned i = 0; job.workers && i < job.threads; i++)
        found_moves_close(job.workers[i]);
    mem_free(job.workers);
    return status;
}
