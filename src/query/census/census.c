/* census.c: counting equal positions; see census.h.
 *
 * Each bucket that census_collect.c fills is counted by itself with a table of the keys in it, and
 * what it says is added up in the order of buckets. */
#include "query/census/census.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/work/pool.h"
#include "query/census/census_internal.h"

enum {
    OFTEN = 1024, /* up to here frequencies are counted in an array; those above are listed */
    MAX_TEXT_BYTES = 1 << 30,
};
static const size_t MANY = SIZE_MAX / 64;
static const size_t DEFAULT_MEMORY = (size_t)512 << 20;

struct counted {
    uint64_t key, times, place; /* times 0: a free slot */
};

/* --- The most frequent ones -------------------------------------------------------------------
 * A heap with the least of those kept on top. */

struct census_top {
    struct counted *at;
    size_t count, cap, most;
};

/* a is to be shown before b. */
static bool comes_first(const struct counted *a, const struct counted *b)
{
    return a->times != b->times ? a->times > b->times : a->place < b->place;
}

static void sink(struct census_top *t)
{
    size_t i = 0;
    for (;;) {
        size_t child = 2 * i + 1;
        if (child >= t->count)
            return;
        if (child + 1 < t->count && comes_first(&t->at[child], &t->at[child + 1]))
            child++;
        if (!comes_first(&t->at[i], &t->at[child]))
            return;
        struct counted c = t->at[i];
        t->at[i] = t->at[child];
        t->at[child] = c;
        i = child;
    }
}

static void rise(struct census_top *t)
{
    for (size_t i = t->count - 1; i;) {
        size_t parent = (i - 1) / 2;
        if (!comes_first(&t->at[parent], &t->at[i]))
            return;
        struct counted c = t->at[i];
        t->at[i] = t->at[parent];
        t->at[parent] = c;
        i = parent;
    }
}

static bool top_offer(struct census_top *t, const struct counted *c)
{
    if (t->count == t->most) {
        if (t->most && comes_first(c, &t->at[0])) {
            t->at[0] = *c;
            sink(t);
        }
        return true;
    }
    struct counted *more = mem_grow(t->at, t->count, &t->cap, t->most, sizeof *more);
    if (!more)
        return false;
    t->at = more;
    t->at[t->count++] = *c;
    rise(t);
    return true;
}

static int by_place_in_top(const void *a, const void *b)
{
    const struct counted *x = a, *y = b;
    return comes_first(x, y) ? -1 : comes_first(y, x);
}

/* --- Sums ------------------------------------------------------------------------------------- */

struct census_sums {
    uint64_t distinct;
    uint64_t seldom[OFTEN]; /* [n]: positions that occur n times */
    uint64_t *often;        /* times of those that occur OFTEN times or more, one by one */
    size_t often_count, often_cap;
    uint64_t *fresh; /* by step: positions seen for the first time */
    struct census_top top;
};

static bool sums_init(struct census_sums *s, const struct census_options *opt)
{
    *s = (struct census_sums){.top.most = opt->top};
    s->fresh = mem_calloc((size_t)opt->steps + 1, sizeof *s->fresh);
    return s->fresh != NULL;
}

static void sums_release(struct census_sums *s)
{
    mem_free(s->often);
    mem_free(s->fresh);
    mem_free(s->top.at);
    *s = (struct census_sums){0};
}

static bool note_often(struct census_sums *s, uint64_t times)
{
    uint64_t *more = mem_grow(s->often, s->often_count, &s->often_cap, MANY, sizeof *more);
    if (!more)
        return false;
    s->often = more;
    s->often[s->often_count++] = times;
    return true;
}

/* One bucket, counted by a worker. */
struct bucket_count {
    struct census_bucket *bucket;
    struct counted *table;
    size_t table_cap;
    struct census_sums sums;
};

struct census_counter {
    struct census_work *w;
    struct census_sums total;
};

static bool make_table(struct bucket_count *b, size_t *size)
{
    *size = 16;
    while (*size < 2 * b->bucket->count)
        *size *= 2;
    if (*size > b->table_cap) {
        mem_free(b->table);
        b->table = mem_calloc(*size, sizeof *b->table);
        b->table_cap = b->table ? *size : 0;
        return b->table != NULL;
    }
    memset(b->table, 0, *size * sizeof *b->table);
    return true;
}

/* Of one part occurrences come in the order of games, but not those of several. */
static void fill_table(struct bucket_count *b, size_t size)
{
    for (size_t i = 0; i < b->bucket->count; i++) {
        struct census_occurrence o = b->bucket->at[i];
        size_t slot = o.key & (size - 1); /* the top bits are those of pass and bucket */
        while (b->table[slot].times && b->table[slot].key != o.key)
            slot = (slot + 1) & (size - 1);
        if (!b->table[slot].times)
            b->table[slot] = (struct counted){.key = o.key, .place = o.place};
        else if (o.place < b->table[slot].place)
            b->table[slot].place = o.place;
        b->table[slot].times++;
    }
}

static uint64_t step_of(const struct census_work *w, uint64_t place)
{
    return (place >> 32) * w->opt->steps / w->games.count;
}

static enum status count_bucket(void *ctx, void *item, unsigned worker, struct err *err)
{
    struct census_counter *c = ctx;
    struct bucket_count *b = item;
    struct census_sums *s = &b->sums;
    size_t size;
    (void)worker;
    if (c->w->opt->cancelled && atomic_load(c->w->opt->cancelled))
        return err_cancelled(err);
    bool room = make_table(b, &size);
    if (!room)
        return err_nomem(err);
    fill_table(b, size);
    for (size_t i = 0; i < size && room; i++) {
        const struct counted *k = &b->table[i];
        if (!k->times)
            continue;
        s->distinct++;
        s->fresh[step_of(c->w, k->place)]++;
        if (k->times < OFTEN)
            s->seldom[k->times]++;
        else
            room = note_often(s, k->times);
        room = room && top_offer(&s->top, k);
    }
    return room ? STATUS_OK : err_nomem(err);
}

/* Adds a bucket's sums to the total and empties them. */
static enum status add_sums(void *ctx, void *item, struct err *err)
{
    struct census_counter *c = ctx;
    struct census_sums *s = &((struct bucket_count *)item)->sums, *t = &c->total;
    bool room = true;
    t->distinct += s->distinct;
    for (int i = 0; i < OFTEN; i++) {
        t->seldom[i] += s->seldom[i];
        s->seldom[i] = 0;
    }
    for (uint32_t i = 0; i < c->w->opt->steps; i++) {
        t->fresh[i] += s->fresh[i];
        s->fresh[i] = 0;
    }
    for (size_t i = 0; i < s->often_count && room; i++)
        room = note_often(t, s->often[i]);
    for (size_t i = 0; i < s->top.count && room; i++)
        room = top_offer(&t->top, &s->top.at[i]);
    s->distinct = 0;
    s->often_count = s->top.count = 0;
    return room ? STATUS_OK : err_nomem(err);
}

static void release_bucket_count(void *ctx, void *item)
{
    struct bucket_count *b = item;
    (void)ctx;
    mem_free(b->table);
    sums_release(&b->sums);
}

static enum status count_buckets(struct census_counter *c, struct err *err)
{
    const struct pool_ops ops = {.ctx = c,
                                 .item_bytes = sizeof(struct bucket_count),
                                 .work = count_bucket,
                                 .consume = add_sums,
                                 .release = release_bucket_count};
    struct pool *pool = NULL;
    void *slot;
    enum status status = pool_open(&pool, c->w->threads, &ops, err);
    for (int i = 0; i < CENSUS_BUCKETS && status == STATUS_OK; i++) {
        status = pool_slot(pool, &slot, err);
        if (status != STATUS_OK)
            break;
        struct bucket_count *b = slot;
        b->bucket = &c->w->buckets[i];
        if (!b->sums.fresh && !sums_init(&b->sums, c->w->opt))
            status = err_nomem(err);
        else
            status = pool_submit(pool, err);
    }
    if (status == STATUS_OK)
        status = pool_finish(pool, err);
    pool_close(pool);
    for (int i = 0; i < CENSUS_BUCKETS; i++)
        c->w->buckets[i].count = 0;
    return status;
}

/* --- Together --------------------------------------------------------------------------------- */

/* Adds what another part counted, in buckets of its own. */
static enum status add_others(struct census_sums *s, const struct census_work *w, struct span often,
                              struct span top, struct err *err)
{
    bool room = true;
    if (often.n % sizeof *s->often || top.n % sizeof *s->top.at)
        return reduction_damaged(err);
    for (size_t i = 0; i < often.n && room; i += sizeof *s->often) {
        uint64_t times;
        memcpy(&times, often.p + i, sizeof times);
        room = note_often(s, times);
    }
    for (size_t i = 0; i < top.n && room; i += sizeof *s->top.at) {
        struct counted c;
        memcpy(&c, top.p + i, sizeof c);
        if (!census_has_place(w, c.place))
            return reduction_damaged(err);
        room = top_offer(&s->top, &c);
    }
    return room ? STATUS_OK : err_nomem(err);
}

static enum status sums_merge(struct census_sums *s, const struct census_work *w,
                              enum status status, struct err *err)
{
    struct byte_parts often = {0}, top = {0};
    const struct reduction *reduction = w->opt->reduction;
    if (!reduction)
        return status;
    status = reduction_sum(reduction, status, &s->distinct, 1, err);
    status = reduction_sum(reduction, status, s->seldom, OFTEN, err);
    status = reduction_sum(reduction, status, s->fresh, w->opt->steps, err);
    status = reduction_share(reduction, status,
                             span_make((const char *)s->often, s->often_count * sizeof *s->often),
                             &often, err);
    status = reduction_share(reduction, status,
                             span_make((const char *)s->top.at, s->top.count * sizeof *s->top.at),
                             &top, err);
    for (uint32_t r = 0; r < reduction->parts && status == STATUS_OK; r++)
        if (r != reduction->part)
            status = add_others(s, w, often.at[r], top.at[r], err);
    byte_parts_release(&often);
    byte_parts_release(&top);
    return status;
}

/* --- The answer ------------------------------------------------------------------------------- */

static int by_number(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static enum status give_frequencies(struct census *out, struct census_sums *s, struct err *err)
{
    out->frequencies =
        arena_alloc_array(&out->arena, OFTEN + s->often_count, sizeof *out->frequencies);
    if (!out->frequencies)
        return err_nomem(err);
    for (uint64_t n = 1; n < OFTEN; n++)
        if (s->seldom[n])
            out->frequencies[out->frequency_count++] = (struct census_frequency){n, s->seldom[n]};
    if (s->often_count)
        qsort(s->often, s->often_count, sizeof *s->often, by_number);
    for (size_t i = 0; i < s->often_count; i++) {
        struct census_frequency *last = out->frequencies + out->frequency_count;
        if (out->frequency_count && last[-1].times == s->often[i])
            last[-1].positions++;
        else
            out->frequencies[out->frequency_count++] = (struct census_frequency){s->often[i], 1};
    }
    return STATUS_OK;
}

static enum status give_growth(struct census *out, const struct census_work *w,
                               const struct census_sums *s, struct err *err)
{
    uint32_t steps = w->opt->steps;
    struct census_growth now = {0};
    out->growth = arena_alloc_array(&out->arena, (size_t)steps + 1, sizeof *out->growth);
    if (!out->growth)
        return err_nomem(err);
    for (uint32_t step = 0; step < steps; step++) {
        for (; now.games < w->games.count && step_of(w, now.games << 32) == step; now.games++)
            now.positions += (uint64_t)w->games.at[now.games].plies + 1;
        now.distinct += s->fresh[step];
        bool new_point = !step || now.games != out->growth[out->growth_count - 1].games;
        if (new_point)
            out->growth[out->growth_count++] = now;
    }
    return STATUS_OK;
}

/* The texts of one position: itself, and the moves that lead to it. */
static enum status describe(struct census *out, struct census_position *p,
                            const struct census_game *g, void *pos, struct buf *text,
                            struct err *err)
{
    const struct game *game = g->lines->game;
    struct span start = lines_start_text(g->lines, line_start(g->lines, g->number));
    buf_clear(text);
    if (start.n == 0)
        game->rules.pos_start(pos);
    else if (game->text.pos_parse(pos, start, err) != STATUS_OK)
        return census_bad_game(g, err);
    for (uint32_t ply = 0; ply < p->ply; ply++) {
        game_move move = line_move(g->lines, g->number, ply);
        if (!game->rules.move_is_legal(pos, move))
            return census_bad_game(g, err);
        buf_add_str(text, ply ? " " : "");
        game->text.move_print(pos, move, text);
        game->rules.play(pos, move);
    }
    bool kept = arena_copy(&out->arena, buf_span(text), &p->moves) &&
                arena_copy(&out->arena, start, &p->start);
    buf_add_char(text, '\n');
    size_t before = text->n;
    game->text.pos_print(pos, 1, text);
    kept = kept && buf_status(text) == STATUS_OK &&
           arena_copy(&out->arena, span_skip(buf_span(text), before), &p->position);
    return kept ? STATUS_OK : err_nomem(err);
}

static enum status give_top(struct census *out, const struct census_work *w, struct census_top *top,
                            struct err *err)
{
    if (top->count == 0)
        return STATUS_OK;
    const struct game *game = w->game;
    struct buf text;
    enum status status = STATUS_OK;
    out->top = arena_alloc_array(&out->arena, top->count, sizeof *out->top);
    if (!out->top)
        return err_nomem(err);
    void *pos = mem_calloc_aligned(64, 1, (game->pos_bytes + 63) / 64 * 64);
    if (!pos)
        return err_nomem(err);
    buf_init(&text, BUF_DEFAULT_MAX);
    qsort(top->at, top->count, sizeof *top->at, by_place_in_top);
    for (size_t i = 0; i < top->count && status == STATUS_OK; i++) {
        const struct counted *c = &top->at[i];
        const struct census_game *g = &w->games.at[c->place >> 32];
        out->top[i] = (struct census_position){
            .times = c->times, .db = g->db, .id = g->id, .ply = (uint32_t)c->place};
        if (g->lines) /* else another part does */
            status = describe(out, &out->top[i], g, pos, &text, err);
        out->top_count = i + 1;
    }
    mem_free(pos);
    buf_release(&text);
    return status;
}

static enum status give(struct census *out, const struct census_work *w, struct census_sums *s,
                        struct err *err)
{
    out->distinct = s->distinct;
    enum status status = give_frequencies(out, s, err);
    if (status == STATUS_OK)
        status = give_growth(out, w, s, err);
    if (status == STATUS_OK)
        status = give_top(out, w, &s->top, err);
    return census_top_merge(out, w, status, err);
}

/* --- All together ----------------------------------------------------------------------------- */

static void count_games(struct census *out, struct census_work *w)
{
    size_t memory = w->opt->memory ? w->opt->memory : DEFAULT_MEMORY;
    uint64_t parts = reduction_parts(w->opt->reduction);
    if (parts > 1) /* what is sent and what has come are there at the same time */
        memory /= 3;
    enum { MOST_PASS_BITS = 16 };
    out->games = w->games.count;
    for (size_t i = 0; i < w->games.count; i++)
        out->plies += w->games.at[i].plies;
    out->positions = out->plies + out->games;
    while (w->pass_bits < MOST_PASS_BITS &&
           out->positions / parts >> w->pass_bits > memory / sizeof(struct census_occurrence))
        w->pass_bits++;
}

static enum status open_replays(struct census_work *w, const struct game *game, struct err *err)
{
    enum status status = STATUS_OK;
    w->threads = w->opt->threads ? w->opt->threads : pool_cpu_count();
    w->replays = mem_calloc(w->threads, sizeof(struct replay *));
    if (!w->replays)
        return err_nomem(err);
    for (unsigned i = 0; i < w->threads && status == STATUS_OK; i++)
        status = replay_open(&w->replays[i], game, err);
    return status;
}

static void work_release(struct census_work *w)
{
    for (unsigned i = 0; w->replays && i < w->threads; i++)
        replay_close(w->replays[i]);
    mem_free(w->replays);
    for (int i = 0; i < CENSUS_BUCKETS; i++)
        mem_free(w->buckets[i].at);
    mem_free(w->games.at);
    mem_free(w);
}

/* What can't be replayed because it is damaged is reported as damage. */
static enum status damage_or(enum status status, const struct census_work *w, struct err *err)
{
    struct err damage;
    enum status found = db_status_all(w->dbs, w->db_count, &damage);
    if (found != STATUS_OK && (status == STATUS_OK || status == STATUS_SYNTAX)) {
        *err = damage;
        return found;
    }
    return status;
}

static enum status count_all(struct census *out, struct census_work *w, struct err *err)
{
    static const struct msg COUNTING = {"counting", "集計中"}, GAMES = {"games", "局"};
    struct census_counter c = {.w = w};
    enum status status = sums_init(&c.total, w->opt) ? STATUS_OK : err_nomem(err);
    uint64_t passes = UINT64_C(1) << w->pass_bits;
    if (w->opt->progress)
        progress_start(w->opt->progress, &COUNTING, &GAMES,
                       passes * w->games.count / reduction_parts(w->opt->reduction));
    for (w->pass = 0; w->pass < passes && status == STATUS_OK; w->pass++) {
        status = census_shuffle(w, census_collect(w, err), err);
        if (status == STATUS_OK)
            status = count_buckets(&c, err);
    }
    status = damage_or(status, w, err);
    status = sums_merge(&c.total, w, status, err);
    if (w->opt->progress)
        progress_finish(w->opt->progress);
    if (status == STATUS_OK)
        status = give(out, w, &c.total, err);
    sums_release(&c.total);
    return status;
}

enum status census_run(struct census *out, struct db *const *dbs, uint32_t count,
                       const struct census_options *opt, struct err *err)
{
    *out = (struct census){0};
    arena_init(&out->arena, MAX_TEXT_BYTES);
    struct census_work *w = mem_calloc(1, sizeof *w);
    if (!w)
        return err_nomem(err);
    w->opt = opt;
    w->dbs = dbs;
    w->db_count = count;
    enum status status = census_games_list(&w->games, dbs, count, opt, err);
    w->game = count ? dbs[0]->game : NULL;
    if (status == STATUS_OK && w->games.count)
        status = open_replays(w, w->game, err);
    if (status == STATUS_OK && w->games.count) {
        count_games(out, w);
        status = count_all(out, w, err);
    }
    work_release(w);
    if (status != STATUS_OK)
        census_release(out);
    return status;
}

void census_release(struct census *c)
{
    arena_release(&c->arena);
    *c = (struct census){0};
}
