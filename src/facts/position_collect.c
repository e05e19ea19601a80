/* position_collect.c: the nodes of all lines, by ranges of their keys; see position_internal.h.
 *
 * Workers replay some lines each and keep the nodes of the present pass; the caller's thread deals
 * them out to the parts in the order of lines, so that it does not matter who replayed what. */
#include "base/alloc.h"
#include "base/work/pool.h"
#include "facts/position_internal.h"

enum { LINES_AT_A_TIME = 256 };

static const struct msg BAD_LINE = {"line %1 cannot be replayed", "手順 %1 を再生できません"};
static const struct msg TOO_LONG = {"line %1 is too long", "手順 %1 が長すぎます"};

/* --- Shares ---------------------------------------------------------------------------------- */

/* The plies that a game shares with the one before it, at most 254; both have the same start. */
static uint32_t shared_plies(const struct lines *l, uint32_t game)
{
    uint32_t n = line_plies(l, game), before = line_plies(l, game - 1), i = 0;
    n = n < before ? n : before;
    n = n < 254 ? n : 254;
    while (i < n && line_move(l, game, i) == line_move(l, game - 1, i))
        i++;
    return i;
}

uint64_t position_shares(const struct lines *l, uint8_t *share)
{
    uint64_t nodes = 0;
    for (uint32_t start = 0; start < l->starts; start++) {
        uint32_t from = lines_u32(l->start_line, start), to = lines_u32(l->start_line, start + 1);
        for (uint32_t game = from; game < to; game++)
            share[game] = game == from ? 0 : (uint8_t)(1 + shared_plies(l, game));
    }
    for (uint32_t line = 0; line < l->count; line++)
        nodes += (uint64_t)line_plies(l, line) + 1 - own_ply(l, share, line);
    return nodes;
}

/* --- Replaying ------------------------------------------------------------------------------- */

struct collect_item {
    uint32_t from, to; /* lines */
    struct position_node *nodes;
    size_t count, cap;
};

static enum status line_error(const struct msg *what, uint32_t line, struct err *err)
{
    return err_set(err, what == &TOO_LONG ? STATUS_LIMIT : STATUS_SYNTAX, what, SPAN_U64(line),
                   (struct span){0});
}

/* Whether the key belongs to this pass; *part: to which of its parts. */
static inline bool part_of_key(const struct position_build *b, uint64_t a, uint64_t *part)
{
    uint64_t below;
    *part = key_slot(a, b->passes * b->part_count, &below) - b->pass * b->part_count;
    return *part < b->part_count;
}

static bool reserve(struct collect_item *item, size_t more)
{
    if (item->cap - item->count >= more)
        return true;
    size_t cap = item->count + more + item->cap;
    void *p = mem_realloc_array(item->nodes, cap, sizeof *item->nodes);
    if (!p)
        return false;
    item->nodes = p;
    item->cap = cap;
    return true;
}

static enum status collect_line(const struct position_build *b, struct replay *r, uint32_t line,
                                struct collect_item *item, struct err *err)
{
    const struct lines *l = b->lines;
    uint32_t plies = line_plies(l, line), own = own_ply(l, b->share, line);
    uint64_t part;
    if (plies > POSITION_MAX_PLY)
        return line_error(&TOO_LONG, line, err);
    if (!reserve(item, plies + 1))
        return err_nomem(err);
    enum status st = replay_start_text(r, lines_start_text(l, line_start(l, line)), err);
    if (st != STATUS_OK)
        return st;
    for (uint32_t ply = 0;; ply++) {
        if (ply >= own && part_of_key(b, r->key.a, &part))
            item->nodes[item->count++] = node_make(r->key, line, ply);
        if (ply == plies)
            return STATUS_OK;
        if (!replay_step(r, line_move(l, line, ply)))
            return line_error(&BAD_LINE, line, err);
    }
}

static enum status collect_work(void *ctx, void *it, unsigned worker, struct err *err)
{
    const struct position_build *b = ctx;
    struct collect_item *item = it;
    enum status st = STATUS_OK;
    item->count = 0;
    for (uint32_t line = item->from; line < item->to && st == STATUS_OK; line++)
        st = collect_line(b, b->workers[worker].replay, line, item, err);
    return st;
}

/* --- Dealing out ----------------------------------------------------------------------------- */

static struct node_chunk *take_chunk(struct position_build *b)
{
    struct node_chunk *chunk = b->spare;
    if (chunk)
        b->spare = chunk->next;
    else
        chunk = mem_alloc(sizeof *chunk);
    return chunk;
}

static bool part_add(struct position_build *b, struct node_part *p, const struct position_node *n)
{
    if (!p->last || p->last->count == NODE_CHUNK) {
        struct node_chunk *chunk = take_chunk(b);
        if (!chunk)
            return false;
        chunk->next = NULL;
        chunk->count = 0;
        if (p->last)
            p->last->next = chunk;
        else
            p->first = chunk;
        p->last = chunk;
    }
    p->last->nodes[p->last->count++] = *n;
    p->count++;
    return true;
}

void node_chunks_release(struct node_chunk *first)
{
    for (struct node_chunk *next, *chunk = first; chunk; chunk = next) {
        next = chunk->next;
        mem_free(chunk);
    }
}

bool build_cancelled(const struct position_build *b)
{
    return b->options->cancelled && atomic_load(b->options->cancelled);
}

enum status build_stop(struct err *err)
{
    return err_cancelled(err);
}

static enum status collect_consume(void *ctx, void *it, struct err *err)
{
    struct position_build *b = ctx;
    struct collect_item *item = it;
    uint64_t part;
    if (build_cancelled(b))
        return build_stop(err);
    for (size_t i = 0; i < item->count; i++)
        if (part_of_key(b, item->nodes[i].a, &part) &&
            !part_add(b, &b->parts[part], &item->nodes[i]))
            return err_nomem(err);
    return STATUS_OK;
}

static void collect_release(void *ctx, void *it)
{
    struct collect_item *item = it;
    (void)ctx;
    mem_free(item->nodes);
}

enum status position_collect(struct position_build *b, struct err *err)
{
    struct pool_ops ops = {.ctx = b,
                           .item_bytes = sizeof(struct collect_item),
                           .work = collect_work,
                           .consume = collect_consume,
                           .release = collect_release};
    struct pool *pool = NULL;
    enum status st = pool_open(&pool, b->threads, &ops, err);
    for (uint32_t line = 0; line < b->lines->count && st == STATUS_OK;) {
        void *slot;
        st = pool_slot(pool, &slot, err);
        if (st != STATUS_OK)
            break;
        struct collect_item *item = slot;
        uint32_t left = b->lines->count - line;
        item->from = line;
        item->to = line += left < LINES_AT_A_TIME ? left : LINES_AT_A_TIME;
        st = pool_submit(pool, err);
    }
    if (st == STATUS_OK)
        st = pool_finish(pool, err);
    pool_close(pool);
    return st;
}
