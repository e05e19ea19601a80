/* fact_collect.c: see fact_collect.h. */
#include "facts/fact_collect.h"

#include "base/alloc.h"
#include "base/work/pool.h"
#include "facts/captures.h"
#include "games/replay.h"

/* Lines walked by one thread at a time.  Their counts take 4 bytes a fact. */
enum { CHUNK_LINES = 4096 };

_Static_assert((int)GAME_MAX_PLIES < (int)FACT_SPAN_END,
               "spans of the longest line need their ends");

static const struct msg NO_SUCH_MOVE = {"line %1 contains an illegal move",
                                        "%1 番の手順に指せない手があります"};
static const struct msg TOO_LONG = {"line %1 is too long to be indexed",
                                    "%1 番の手順が長すぎて索引に入りません"};
static const struct msg TOO_MANY = {"too many lines for one index", "索引にする手順が多すぎます"};

/* What one thread has: since which ply each fact holds, and which hold. */
struct fact_walker {
    struct replay *replay;
    uint32_t start;  /* whose start position the replay last saw */
    uint16_t *since; /* by fact */
    uint64_t *held;  /* a bit for each fact */
    /* Where spans go: counted, or put into lists. */
    uint32_t *counts;
    uint64_t *next; /* place of the next span of each fact, from `first` on */
    uint32_t first, range;
    struct fact_span *spans;        /* NULL: count */
    struct captures_part *captures; /* while counting, for games that want them; else NULL */
    const struct capture_game *capturing;
    uint16_t *emptied; /* by the present move */
};

struct fact_collector {
    const struct lines *lines;
    const atomic_bool *cancelled;
    unsigned threads;
    uint32_t facts, chunks;
    uint32_t *counts; /* [chunk][fact]: spans in the chunk; after counting, in earlier chunks */
    uint32_t *totals; /* [fact] */
    struct captures_part *captures; /* by chunk; NULL if the game needs none */
    struct fact_walker *walkers;
    /* of the walk under way */
    uint32_t first, end;
    struct fact_span *spans;
    uint64_t *places; /* where the first list, and each one after it, begins */
};

/* --- One line -------------------------------------------------------------------------------- */

static inline void put_span(struct fact_walker *w, uint32_t fact, uint32_t line, uint32_t to)
{
    if (!w->spans) {
        w->counts[fact]++;
        return;
    }
    uint32_t place = fact - w->first;
    if (place < w->range)
        w->spans[w->next[place]++] = (struct fact_span){line, w->since[fact], (uint16_t)to};
}

static inline void begin_facts(struct fact_walker *w, const struct fact_changes *c, uint32_t ply)
{
    for (uint32_t i = 0; i < c->n_begins; i++) {
        uint32_t fact = c->begins[i];
        w->since[fact] = (uint16_t)ply;
        w->held[fact / 64] |= UINT64_C(1) << fact % 64;
    }
}

/* Facts that begin before the first ply that counts are said to begin there. */
static inline void end_facts(struct fact_walker *w, const struct fact_changes *c, uint32_t line,
                             uint32_t ply, uint32_t fresh)
{
    for (uint32_t i = 0; i < c->n_ends; i++) {
        uint32_t fact = c->ends[i];
        w->held[fact / 64] &= ~(UINT64_C(1) << fact % 64);
        if (ply > fresh)
            put_span(w, fact, line, ply);
    }
}

/* Ends all that still hold, or only forgets them. */
static void end_all(struct fact_walker *w, uint32_t facts, uint32_t line, bool put)
{
    for (uint32_t i = 0; i < (facts + 63) / 64; i++) {
        for (uint64_t bits = w->held[i]; bits && put; bits &= bits - 1)
            put_span(w, 64 * i + (uint32_t)__builtin_ctzll(bits), line, FACT_SPAN_END);
        w->held[i] = 0;
    }
}

/* Nearly every move begins a fact and ends none. */
static inline void note_emptied(struct fact_walker *w, game_move move, uint32_t ply)
{
    const struct fact_changes *changes = &w->replay->changes;
    if (!w->captures || (changes->n_ends == 0 && changes->n_begins != 0))
        return;
    uint32_t count = w->capturing->emptied(move, changes, w->held, w->emptied);
    if (count)
        captures_add(w->captures, ply, move, w->emptied, count);
}

static enum status bad_line(uint32_t line, const struct msg *what, struct err *err)
{
    return err_set(err, STATUS_SYNTAX, what, SPAN_U64(line), (struct span){0});
}

static enum status go_to_start(struct fact_walker *w, const struct lines *l, uint32_t line,
                               struct err *err)
{
    uint32_t start = line_start(l, line);
    if (start == w->start) {
        replay_restart(w->replay);
        return STATUS_OK;
    }
    w->start = UINT32_MAX;
    enum status st = replay_start_text(w->replay, lines_start_text(l, start), err);
    if (st == STATUS_OK)
        w->start = start;
    return st;
}

static enum status walk_line(struct fact_walker *w, const struct lines *l, uint32_t line,
                             struct err *err)
{
    const struct game *game = l->game;
    struct fact_changes *changes = &w->replay->changes;
    uint32_t plies = line_plies(l, line), fresh = line_fresh(l, line);
    if (plies > GAME_MAX_PLIES)
        return bad_line(line, &TOO_LONG, err);
    enum status st = go_to_start(w, l, line, err);
    if (st != STATUS_OK)
        return st;
    begin_facts(w, changes, fresh);
    if (w->captures)
        captures_begin_line(w->captures);
    for (uint32_t ply = 1; ply <= plies; ply++) {
        game_move move = line_move(l, line, ply - 1);
        /* without the key, which replay_step() would work out */
        if (game->rules.lite_play(w->replay->lite, move, changes) < 0) {
            end_all(w, game->fact_count, line, false);
            return bad_line(line, &NO_SUCH_MOVE, err);
        }
        end_facts(w, changes, line, ply, fresh);
        begin_facts(w, changes, ply > fresh ? ply : fresh);
        note_emptied(w, move, ply);
    }
    if (w->captures)
        captures_end_line(w->captures);
    end_all(w, game->fact_count, line, plies >= fresh);
    return STATUS_OK;
}

/* --- Many lines ------------------------------------------------------------------------------ */

static enum status walk_chunk(void *ctx, void *item, unsigned worker, struct err *err)
{
    struct fact_collector *c = ctx;
    struct fact_walker *w = &c->walkers[worker];
    uint32_t chunk = *(const uint32_t *)item, count = c->lines->count;
    uint32_t line = chunk * CHUNK_LINES;
    uint32_t end = count - line < CHUNK_LINES ? count : line + CHUNK_LINES;
    w->counts = c->counts + (size_t)chunk * c->facts;
    w->spans = c->spans;
    w->captures = c->captures && !c->spans ? &c->captures[chunk] : NULL;
    w->first = c->first;
    w->range = c->end - c->first;
    for (uint32_t i = 0; c->spans && i < w->range; i++)
        w->next[i] = c->places[i] + w->counts[c->first + i];
    enum status st = STATUS_OK;
    for (; line < end && st == STATUS_OK; line++) {
        if (c->cancelled && atomic_load_explicit(c->cancelled, memory_order_relaxed))
            return err_cancelled(err);
        st = walk_line(w, c->lines, line, err);
    }
    return st;
}

static enum status chunk_done(void *ctx, void *item, struct err *err)
{
    (void)ctx, (void)item, (void)err;
    return STATUS_OK;
}

static enum status walk_all(struct fact_collector *c, struct err *err)
{
    struct pool_ops ops = {
        .ctx = c, .item_bytes = sizeof(uint32_t), .work = walk_chunk, .consume = chunk_done};
    struct pool *pool;
    enum status st = pool_open(&pool, c->threads, &ops, err);
    if (st != STATUS_OK)
        return st;
    for (uint32_t chunk = 0; chunk < c->chunks && st == STATUS_OK; chunk++) {
        void *item;
        st = pool_slot(pool, &item, err);
        if (st != STATUS_OK)
            break;
        *(uint32_t *)item = chunk;
        st = pool_submit(pool, err);
    }
    if (st == STATUS_OK)
        st = pool_finish(pool, err);
    pool_close(pool);
    return st;
}

/* --- The collector --------------------------------------------------------------------------- */

static enum status open_walker(struct fact_walker *w, const struct game *game, struct err *err)
{
    w->start = UINT32_MAX;
    w->since = mem_calloc(game->fact_count, sizeof *w->since);
    w->held = mem_calloc((game->fact_count + 63) / 64, sizeof *w->held);
    w->next = mem_calloc(game->fact_count, sizeof *w->next);
    w->capturing = captures_of_game(game);
    w->emptied = mem_calloc(game->max_facts, sizeof *w->emptied);
    if (!w->since || !w->held || !w->next || !w->emptied)
        return err_nomem(err);
    return replay_open(&w->replay, game, err);
}

static enum status set_up(struct fact_collector *c, struct err *err)
{
    c->counts = mem_calloc((size_t)c->chunks * c->facts, sizeof *c->counts);
    c->totals = mem_calloc(c->facts, sizeof *c->totals);
    c->places = mem_calloc((size_t)c->facts + 1, sizeof *c->places);
    c->walkers = mem_calloc(c->threads, sizeof *c->walkers);
    if (!c->counts || !c->totals || !c->places || !c->walkers)
        return err_nomem(err);
    if (captures_of_game(c->lines->game)) {
        c->captures = mem_calloc(c->chunks, sizeof *c->captures);
        if (!c->captures)
            return err_nomem(err);
        for (uint32_t i = 0; i < c->chunks; i++)
            captures_part_init(&c->captures[i]);
    }
    enum status st = STATUS_OK;
    for (unsigned i = 0; i < c->threads && st == STATUS_OK; i++)
        st = open_walker(&c->walkers[i], c->lines->game, err);
    return st;
}

static enum status add_up(struct fact_collector *c, struct err *err)
{
    for (uint32_t chunk = 0; chunk < c->chunks; chunk++)
        for (uint32_t fact = 0; fact < c->facts; fact++) {
            uint32_t *count = &c->counts[(size_t)chunk * c->facts + fact];
            uint32_t before = c->totals[fact];
            if (*count > UINT32_MAX - before)
                return err_plain(err, STATUS_LIMIT, &TOO_MANY);
            c->totals[fact] += *count;
            *count = before;
        }
    return STATUS_OK;
}

enum status fact_collector_open(struct fact_collector **out, const struct lines *l,
                                unsigned threads, const atomic_bool *cancelled, struct err *err)
{
    struct fact_collector *c = mem_calloc(1, sizeof *c);
    *out = NULL;
    if (!c)
        return err_nomem(err);
    *c = (struct fact_collector){.lines = l, .cancelled = cancelled, .facts = l->game->fact_count};
    c->threads = threads ? threads : pool_cpu_count();
    c->threads = c->threads > POOL_MAX_THREADS ? POOL_MAX_THREADS : c->threads;
    c->chunks = l->count / CHUNK_LINES + (l->count % CHUNK_LINES != 0);
    enum status st = set_up(c, err);
    if (st == STATUS_OK)
        st = walk_all(c, err);
    if (st == STATUS_OK)
        st = add_up(c, err);
    if (st != STATUS_OK) {
        fact_collector_close(c);
        return st;
    }
    *out = c;
    return STATUS_OK;
}

void fact_collector_close(struct fact_collector *c)
{
    if (!c)
        return;
    for (unsigned i = 0; c->walkers && i < c->threads; i++) {
        replay_close(c->walkers[i].replay);
        mem_free(c->walkers[i].since);
        mem_free(c->walkers[i].held);
        mem_free(c->walkers[i].next);
        mem_free(c->walkers[i].emptied);
    }
    for (uint32_t i = 0; c->captures && i < c->chunks; i++)
        captures_part_release(&c->captures[i]);
    mem_free(c->captures);
    mem_free(c->walkers);
    mem_free(c->counts);
    mem_free(c->totals);
    mem_free(c->places);
    mem_free(c);
}

uint32_t fact_collector_count(const struct fact_collector *c, uint32_t fact)
{
    return c->totals[fact];
}

enum status fact_collector_captures(const struct fact_collector *c, struct segment_writer *w,
                                    struct err *err)
{
    return c->captures ? captures_write(c->captures, c->chunks, w, err) : STATUS_OK;
}

enum status fact_collect(struct fact_collector *c, uint32_t first, uint32_t end,
                         struct fact_span *spans, struct err *err)
{
    c->first = first;
    c->end = end;
    c->spans = spans;
    c->places[0] = 0;
    for (uint32_t fact = first; fact < end; fact++)
        c->places[fact - first + 1] = c->places[fact - first] + c->totals[fact];
    return walk_all(c, err);
}
