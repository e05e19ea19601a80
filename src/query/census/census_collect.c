/* census_collect.c: all positions of all games, by their keys; see census_internal.h.
 *
 * Workers replay a few hundred games at a time and put what they find in the order of buckets; the
 * caller's thread appends these pieces to the buckets in the order of the games.  So the buckets
 * are the same for any number of threads. */
#include <stdlib.h>

#include "base/alloc.h"
#include "base/work/pool.h"
#include "query/census/census_internal.h"

enum { PIECE_POSITIONS = 1 << 16 };

/* --- Replaying -------------------------------------------------------------------------------- */

enum status census_bad_game(const struct census_game *g, struct err *err)
{
    static const struct msg BAD = {"cannot replay game %1; run kifu check",
                                   "対局 %1 を再生できません。kifu check で調べてください"};
    return err_set(err, STATUS_SYNTAX, &BAD, SPAN_U64(g->id), (struct span){0});
}

/* Goes to a game's start. */
static enum status census_enter(struct replay *r, const struct census_game *g, struct err *err)
{
    uint32_t start = line_start(g->lines, g->number);
    return replay_start_text(r, lines_start_text(g->lines, start), err);
}

/* Some games in a row, and what was found in them. */
struct census_piece {
    size_t from, to; /* games */
    struct census_occurrence *occurrences, *sorted;
    size_t count, cap;
    uint32_t ends[CENSUS_BUCKETS]; /* of buckets, in sorted */
};

static bool is_cancelled(const struct census_work *w)
{
    return w->opt->cancelled && atomic_load_explicit(w->opt->cancelled, memory_order_relaxed);
}

static void note(const struct census_work *w, struct census_piece *p, uint64_t key, uint64_t place)
{
    p->occurrences[p->count] = (struct census_occurrence){key, place};
    p->count += w->pass_bits == 0 || key >> (64 - w->pass_bits) == w->pass;
}

static enum status replay_game(const struct census_work *w, struct census_piece *p, size_t game,
                               struct replay *r, struct err *err)
{
    const struct census_game *g = &w->games.at[game];
    if (!g->lines)
        return STATUS_OK;
    if (census_enter(r, g, err) != STATUS_OK)
        return census_bad_game(g, err);
    note(w, p, r->key.a, (uint64_t)game << 32);
    for (uint32_t ply = 0; ply < g->plies; ply++) {
        if (!replay_step(r, line_move(g->lines, g->number, ply)))
            return census_bad_game(g, err);
        note(w, p, r->key.a, (uint64_t)game << 32 | (ply + 1));
    }
    return STATUS_OK;
}

static unsigned bucket_of(const struct census_work *w, uint64_t key)
{
    return (unsigned)(key << w->pass_bits >> (64 - CENSUS_BUCKET_BITS));
}

/* By bucket, otherwise in order. */
static void sort_piece(const struct census_work *w, struct census_piece *p)
{
    uint32_t sum = 0;
    for (int b = 0; b < CENSUS_BUCKETS; b++)
        p->ends[b] = 0;
    for (size_t i = 0; i < p->count; i++)
        p->ends[bucket_of(w, p->occurrences[i].key)]++;
    for (int b = 0; b < CENSUS_BUCKETS; b++) {
        uint32_t n = p->ends[b];
        p->ends[b] = sum; /* where it begins, until it is filled */
        sum += n;
    }
    for (size_t i = 0; i < p->count; i++)
        p->sorted[p->ends[bucket_of(w, p->occurrences[i].key)]++] = p->occurrences[i];
}

static bool piece_room(const struct census_work *w, struct census_piece *p)
{
    size_t positions = 1; /* one more: what is not kept is written all the same */
    for (size_t i = p->from; i < p->to; i++)
        positions += w->games.at[i].lines ? (size_t)w->games.at[i].plies + 1 : 0;
    if (positions <= p->cap)
        return true;
    mem_free(p->occurrences);
    mem_free(p->sorted);
    p->occurrences = mem_calloc(positions, sizeof *p->occurrences);
    p->sorted = mem_calloc(positions, sizeof *p->sorted);
    p->cap = p->occurrences && p->sorted ? positions : 0;
    return p->cap != 0;
}

static enum status work(void *ctx, void *item, unsigned worker, struct err *err)
{
    struct census_work *w = ctx;
    struct census_piece *p = item;
    enum status status = piece_room(w, p) ? STATUS_OK : err_nomem(err);
    p->count = 0;
    for (size_t i = p->from; i < p->to && status == STATUS_OK; i++)
        status = is_cancelled(w) ? STATUS_CANCELLED : replay_game(w, p, i, w->replays[worker], err);
    if (status == STATUS_OK)
        sort_piece(w, p);
    return status;
}

/* --- Into the buckets ------------------------------------------------------------------------- */

bool census_append(struct census_bucket *b, const void *at, size_t n)
{
    if (b->cap - b->count < n) {
        size_t cap = b->cap + b->cap / 4 + n;
        struct census_occurrence *more = mem_realloc_array(b->at, cap, sizeof *more);
        if (!more)
            return false;
        b->at = more;
        b->cap = cap;
    }
    if (n)
        memcpy(b->at + b->count, at, n * sizeof *b->at);
    b->count += n;
    return true;
}

static uint64_t own_games(const struct census_work *w, const struct census_piece *p)
{
    uint64_t n = 0;
    for (size_t i = p->from; i < p->to; i++)
        n += w->games.at[i].lines != NULL;
    return n;
}

static enum status consume(void *ctx, void *item, struct err *err)
{
    struct census_work *w = ctx;
    const struct census_piece *p = item;
    uint32_t from = 0;
    for (int b = 0; b < CENSUS_BUCKETS; b++) {
        if (!census_append(&w->buckets[b], p->sorted + from, p->ends[b] - from))
            return err_nomem(err);
        from = p->ends[b];
    }
    if (w->opt->progress)
        progress_add(w->opt->progress, own_games(w, p));
    return STATUS_OK;
}

static void release(void *ctx, void *item)
{
    struct census_piece *p = item;
    (void)ctx;
    mem_free(p->occurrences);
    mem_free(p->sorted);
}

/* How many games from `from` on make a piece; those of other ranks in between cost nothing. */
static size_t piece_end(const struct census_games *g, size_t from)
{
    size_t positions = 0, to = from;
    while (to < g->count && positions < PIECE_POSITIONS) {
        positions += g->at[to].lines ? (size_t)g->at[to].plies + 1 : 0;
        to++;
    }
    return to;
}

enum status census_collect(struct census_work *w, struct err *err)
{
    const struct pool_ops ops = {.ctx = w,
                                 .item_bytes = sizeof(struct census_piece),
                                 .work = work,
                                 .consume = consume,
                                 .release = release};
    struct pool *pool = NULL;
    void *slot;
    enum status status = pool_open(&pool, w->threads, &ops, err);
    for (size_t from = 0; from < w->games.count && status == STATUS_OK;) {
        status = pool_slot(pool, &slot, err);
        if (status != STATUS_OK)
            break;
        struct census_piece *p = slot;
        p->from = from;
        p->to = from = piece_end(&w->games, from);
        status = pool_submit(pool, err);
    }
    if (status == STATUS_OK)
        status = pool_finish(pool, err);
    pool_close(pool);
    return status;
}
