/* flow_count.c: how often each sequence occurs, in all threads; see flow.h.
 *
 * A thread walks through games and writes down what it sees; when its list is full it sorts it by
 * the first bits of the keys' hashes, and counts it in tables that all threads share: one for each
 * value of those bits, each with its lock.
 *
 *     games ──▶ thread's list ──▶ sorted by first bits ──▶ [00…] [01…] [10…] [11…]  shared
 *
 * Sums do not depend on who adds first, and neither do examples: they are the smallest numbers,
 * whoever found them.  Nearly all the time goes into waiting for memory, so the places that come
 * next in a list are asked for beforehand.
 *
 * Memory: 40 bytes for each different sequence in tables that are between a third and two thirds
 * full, once, whatever the threads; and 2 MB for each thread. */
#include <pthread.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/rng.h"
#include "base/work/pool.h"
#include "query/run/query_result.h"
#include "text/flow/flow_internal.h"

/* LIST_ROOM: a list and its sorted copy are 2 MB.  AHEAD: places asked for so long before they are
 * needed; 4 to 16 are alike. */
enum { BLOCK_GAMES = 64, FIRST_ROOM = 256, LIST_ROOM = 1 << 16, AHEAD = 8 };

/* --- Tables ----------------------------------------------------------------------------------- */

/* The first bits are the same for all of a table. */
static struct flow_count *first_place(const struct flow_tally *t, flow_key key)
{
    return &t->at[flow_hash(key) & (t->room - 1)];
}

static struct flow_count *find_place(const struct flow_tally *t, flow_key key)
{
    struct flow_count *n = first_place(t, key);
    while (n->key && n->key != key)
        n = n + 1 == t->at + t->room ? t->at : n + 1;
    return n;
}

static bool grow(struct flow_tally *t)
{
    struct flow_tally wider = {.count = t->count, .room = t->room ? 2 * t->room : FIRST_ROOM};
    wider.at = mem_calloc_table(wider.room, sizeof *wider.at);
    if (!wider.at)
        return false;
    for (size_t i = 0; i < t->room; i++)
        if (t->at[i].key)
            *find_place(&wider, t->at[i].key) = t->at[i];
    mem_free(t->at);
    *t = wider;
    return true;
}

struct flow_count *flow_place(struct flow_tally *t, flow_key key)
{
    if (3 * t->count >= 2 * t->room && !grow(t))
        return NULL;
    struct flow_count *n = find_place(t, key);
    if (!n->key) {
        n->key = key;
        memset(n->first, 0xFF, sizeof n->first);
        t->count++;
    }
    return n;
}

/* Makes a move an example if it is among the first; one of a game is enough.  Moves of a game come
 * in their order, games in any. */
static void note_example(uint32_t first[FLOW_EXAMPLES], uint32_t move, uint32_t game)
{
    int place = 0;
    while (place < FLOW_EXAMPLES && first[place] < move)
        if (first[place++] >= game)
            return;
    for (int i = FLOW_EXAMPLES - 1; i > place; i--)
        first[i] = first[i - 1];
    if (place < FLOW_EXAMPLES)
        first[place] = move;
}

/* --- Which games ------------------------------------------------------------------------------ */

/* One of all segments of both sides. */
struct flow_segment {
    const struct db_segment *s;
    uint64_t *matches; /* owned; a bit for each position as query_result.h has them; NULL: all */
};

struct flow_counter {
    struct flow_counts *out;
    const struct flow_source *sides;
    const struct flow_options *o;
    bool apart; /* not every part has all databases: each lists the segments that are its own */
    struct flow_segment *segments; /* owned */
    size_t segment_count, segment_cap;
    struct flow_worker *workers; /* owned */
    unsigned threads;
    pthread_mutex_t locks[FLOW_SHARDS];
};

static uint64_t first_position(const struct lines *l, uint32_t number)
{
    return (uint64_t)lines_u32(l->first, number) + number;
}

static bool matches_at(const uint64_t *bits, uint64_t position)
{
    return !bits || bits[position / 64] >> position % 64 & 1;
}

/* Is there anything to count in the game? */
static bool matches_anywhere(const struct flow_segment *f, uint32_t number)
{
    uint64_t from = first_position(&f->s->lines, number);
    uint64_t to = from + line_plies(&f->s->lines, number) + 1;
    while (from < to && !matches_at(f->matches, from))
        from++;
    return from < to;
}

static enum status ask(struct flow_segment *f, const struct flow_counter *c,
                       const struct flow_source *side, struct err *err)
{
    const struct search_options how = {
        .threads = c->o->threads, .cancelled = c->o->cancelled, .values = side->values};
    uint64_t positions = first_position(&f->s->lines, f->s->lines.games);
    if (!side->q)
        return STATUS_OK;
    f->matches = mem_calloc((size_t)(positions / 64) + 2, sizeof *f->matches);
    return f->matches ? query_matches(side->q, f->s, &how, f->matches, err) : err_nomem(err);
}

static enum status list_segment(struct flow_counter *c, uint32_t side, uint32_t db,
                                const struct db_segment *s, struct err *err)
{
    struct flow_counts *out = c->out;
    struct flow_segment *segments =
        mem_grow(c->segments, c->segment_count, &c->segment_cap, UINT32_MAX, sizeof *segments);
    if (!segments)
        return err_nomem(err);
    c->segments = segments;
    uint32_t segment = (uint32_t)c->segment_count++;
    segments[segment] = (struct flow_segment){.s = s};
    enum status status = ask(&segments[segment], c, &c->sides[side], err);
    for (uint32_t number = 0; number < s->lines.games && status == STATUS_OK; number++) {
        if (db_is_removed(s, number) || !matches_anywhere(&segments[segment], number) ||
            !game_is_in_part(&s->lines, number, c->o->settings.part))
            continue;
        struct flow_line *lines =
            mem_grow(out->lines, out->line_count, &out->line_cap, UINT32_MAX, sizeof *lines);
        if (!lines)
            return err_nomem(err);
        out->lines = lines;
        lines[out->line_count++] = (struct flow_line){.side = side,
                                                      .db = db,
                                                      .id = game_id(&s->lines, number),
                                                      .segment = segment,
                                                      .number = number,
                                                      .first = line_plies(&s->lines, number)};
    }
    return status;
}

static enum status list_side(struct flow_counter *c, uint32_t side, struct err *err)
{
    static const struct msg OTHER = {"%1 holds %2; kifu flow needs shogi",
                                     "%1 は %2 のデータベースです。kifu flow は将棋用です"};
    const struct flow_source *source = &c->sides[side];
    enum status status = STATUS_OK;
    for (uint32_t db = 0; db < source->count; db++) {
        const struct db *d = source->dbs[db];
        if (!flow_has_game(d->game))
            return err_set(err, STATUS_UNSUPPORTED, &OTHER, span_of(d->path),
                           span_of(d->game->name));
        for (uint32_t i = 0; i < d->segment_count && status == STATUS_OK; i++)
            if (!(c->apart && c->o->reduction && d->segments[i].elsewhere))
                status = list_segment(c, side, db, &d->segments[i], err);
    }
    return status;
}

static int by_id(const void *a, const void *b)
{
    const struct flow_line *x = a, *y = b;
    if (x->side != y->side)
        return x->side < y->side ? -1 : 1;
    if (x->db != y->db)
        return x->db < y->db ? -1 : 1;
    return (x->id > y->id) - (x->id < y->id);
}

static enum status number_moves(struct flow_counter *c, struct err *err)
{
    static const struct msg MANY = {"more than 4,000,000,000 moves",
                                    "指し手が 40 億を超えています"};
    uint64_t first = 0;
    for (size_t i = 0; i < c->out->line_count; i++) {
        struct flow_line *l = &c->out->lines[i];
        uint32_t moves = l->first;
        l->first = (uint32_t)first;
        first += moves;
        if (first >= UINT32_MAX)
            return err_plain(err, STATUS_LIMIT, &MANY);
    }
    return STATUS_OK;
}

/* Whose each game was, drawn by lot: as many of either side as there were. */
static enum status shuffle_sides(struct flow_counts *out, uint64_t seed, struct err *err)
{
    struct rng rng;
    uint8_t *sides = mem_calloc(out->line_count + 1, 1);
    if (!sides)
        return err_nomem(err);
    for (size_t i = 0; i < out->line_count; i++)
        sides[i] = (uint8_t)out->lines[i].side;
    rng_seed(&rng, seed);
    rng_shuffle(&rng, sides, out->line_count, 1);
    for (size_t i = 0; i < out->line_count; i++)
        out->lines[i].side = sides[i];
    mem_free(sides);
    return STATUS_OK;
}

static enum status list_lines(struct flow_counter *c, struct err *err)
{
    struct flow_counts *out = c->out;
    enum status status = STATUS_OK;
    for (uint32_t side = 0; side < FLOW_SIDES; side++)
        for (uint32_t db = 0; db < c->sides[side].count; db++)
            c->apart |= c->sides[side].dbs[db]->apart;
    for (uint32_t side = 0; side < FLOW_SIDES && status == STATUS_OK; side++)
        status = list_side(c, side, err);
    if (c->apart) /* which all know alike */
        status = flow_lines_share(out, c->sides, c->o->reduction, status, err);
    if (status != STATUS_OK)
        return status;
    if (out->line_count)
        qsort(out->lines, out->line_count, sizeof *out->lines, by_id);
    if (!c->apart) {
        /* Ranges of about as many games for everybody. */
        uint64_t from, to;
        reduction_range(c->o->reduction, out->line_count, &from, &to);
        for (size_t i = 0; i < out->line_count; i++)
            if (i < from || i >= to)
                out->lines[i].segment = FLOW_ELSEWHERE;
    }
    status = number_moves(c, err);
    if (status == STATUS_OK && c->o->settings.shuffled)
        status = shuffle_sides(out, c->o->seed, err);
    return status;
}

/* A sequence that was seen. */
struct flow_sighting {
    flow_key key;
    uint32_t move, line; /* number of its last move, and which of the lines */
};

struct flow_worker {
    struct flow_sighting *list, *sorted; /* owned */
    size_t count;
    struct shogi_pos start;
    const struct lines *lines; /* whose start number `number` that is; NULL: none yet */
    uint32_t number;
};

/* --- A thread's list -------------------------------------------------------------------------- */

unsigned flow_shard(flow_key key)
{
    return (unsigned)(flow_hash(key) >> (64 - FLOW_SHARD_BITS));
}

/* From list to sorted; ends[i] is where those of shard i end. */
static void sort_list(struct flow_worker *w, size_t ends[FLOW_SHARDS])
{
    size_t sum = 0;
    memset(ends, 0, FLOW_SHARDS * sizeof *ends);
    for (size_t i = 0; i < w->count; i++)
        ends[flow_shard(w->list[i].key)]++;
    for (int i = 0; i < FLOW_SHARDS; i++) {
        size_t count = ends[i];
        ends[i] = sum;
        sum += count;
    }
    for (size_t i = 0; i < w->count; i++)
        w->sorted[ends[flow_shard(w->list[i].key)]++] = w->list[i];
}

static bool count_shard(struct flow_tally *t, const struct flow_line *lines,
                        const struct flow_sighting *s, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (i + AHEAD < count && t->room)
            __builtin_prefetch(first_place(t, s[i + AHEAD].key), 1);
        struct flow_count *n = flow_place(t, s[i].key);
        const struct flow_line *l = &lines[s[i].line];
        if (!n)
            return false;
        n->count[l->side]++;
        note_example(n->first[l->side], s[i].move, l->first);
    }
    return true;
}

/* Counts a thread's list in the tables that are shared, and empties it. */
static bool share(struct flow_counter *c, struct flow_worker *w)
{
    size_t ends[FLOW_SHARDS], from = 0;
    bool good = true;
    sort_list(w, ends);
    for (int i = 0; i < FLOW_SHARDS && good; i++) {
        pthread_mutex_lock(&c->locks[i]);
        good = count_shard(&c->out->shards[i], c->out->lines, w->sorted + from, ends[i] - from);
        pthread_mutex_unlock(&c->locks[i]);
        from = ends[i];
    }
    w->count = 0;
    return good;
}

/* --- One game --------------------------------------------------------------------------------- */

struct flow_block {
    size_t from, to; /* lines */
    uint64_t games;  /* that were counted */
    struct flow_sums sums;
};

/* A move that is about to be made. */
struct flow_moment {
    const struct shogi_pos *pos;
    const struct flow_step *past;
    shogi_move move;
    uint32_t number, line; /* of all moves, of all lines */
};

static enum status bad_game(const struct db_segment *s, uint32_t number, struct err *err)
{
    static const struct msg BAD = {"game %1 contains an illegal move",
                                   "%1 番の棋譜に反則手があります"};
    err_set(err, STATUS_SYNTAX, &BAD, SPAN_U64(game_id(&s->lines, number)), (struct span){0});
    return db_segment_fault(s, err);
}

static enum status find_start(struct flow_worker *w, const struct db_segment *s, uint32_t number,
                              struct err *err)
{
    uint32_t start = line_start(&s->lines, number);
    if (w->lines == &s->lines && w->number == start)
        return STATUS_OK;
    struct span text = lines_start_text(&s->lines, start);
    w->lines = NULL;
    shogi_pos_start(&w->start);
    if (text.n && shogi_game.text.pos_parse(&w->start, text, err) != STATUS_OK)
        return bad_game(s, number, err);
    w->lines = &s->lines;
    w->number = start;
    return STATUS_OK;
}

/* The same piece again: it must still stand where the own move before put it. */
static void count_twice(struct flow_sums *sums, uint32_t side, const struct flow_moment *at)
{
    const struct flow_step *before = &at->past[1];
    if (before->to == FLOW_NO_STEP)
        return;
    sums->pairs[side]++;
    if (at->past[0].to == before->to)
        return;
    int kind = shogi_kind_of(shogi_piece_at(at->pos, before->to));
    sums->could[kind][side]++;
    if (!shogi_move_is_drop(at->move) && shogi_move_from(at->move) == before->to)
        sums->twice[kind][side]++;
}

static enum status count_move(struct flow_counter *c, struct flow_worker *w, struct flow_sums *sums,
                              const struct flow_moment *at, const struct flow_step *step,
                              struct err *err)
{
    uint32_t side = c->out->lines[at->line].side;
    int own_king = shogi_king_square(at->pos, step->color);
    int enemy_king = shogi_king_square(at->pos, !step->color);
    count_twice(sums, side, at);
    if (w->count > LIST_ROOM - FLOW_CLASSES && !share(c, w))
        return err_nomem(err);
    for (unsigned class = 0; class < FLOW_CLASSES; class ++) {
        if (!(c->o->classes >> class & 1))
            continue;
        flow_key key = flow_key_of(class, at->past, step, own_king, enemy_king);
        if (!key)
            continue;
        w->list[w->count++] = (struct flow_sighting){key, at->number, at->line};
        sums->totals[class][side]++;
    }
    return STATUS_OK;
}

static enum status count_game(struct flow_counter *c, struct flow_worker *w, uint32_t line,
                              struct flow_sums *sums, struct err *err)
{
    const struct flow_line *l = &c->out->lines[line];
    const struct flow_segment *f = &c->segments[l->segment];
    uint64_t position = first_position(&f->s->lines, l->number);
    uint32_t plies = line_plies(&f->s->lines, l->number);
    struct flow_step past[2] = {{.to = FLOW_NO_STEP}, {.to = FLOW_NO_STEP}};
    struct shogi_undo undo;
    enum status status = line_status(&f->s->lines, l->number, err);
    if (status == STATUS_OK)
        status = find_start(w, f->s, l->number, err);
    struct shogi_pos pos = w->start;
    for (uint32_t ply = 0; ply < plies && status == STATUS_OK; ply++) {
        game_move m = line_move(&f->s->lines, l->number, ply);
        if (m > UINT16_MAX || !shogi_move_is_legal(&pos, (shogi_move)m))
            return bad_game(f->s, l->number, err);
        const struct flow_moment at = {&pos, past, (shogi_move)m, l->first + ply, line};
        struct flow_step step = flow_step_of(&pos, at.move);
        if (ply + 1 >= c->o->settings.from_ply && matches_at(f->matches, position + ply))
            status = count_move(c, w, sums, &at, &step, err);
        past[1] = past[0];
        past[0] = step;
        shogi_play(&pos, at.move, &undo);
    }
    return status;
}

/* --- All games -------------------------------------------------------------------------------- */

static enum status open_worker(struct flow_worker *w, struct err *err)
{
    if (!w->list)
        w->list = mem_calloc(LIST_ROOM, sizeof *w->list);
    if (!w->sorted)
        w->sorted = mem_calloc(LIST_ROOM, sizeof *w->sorted);
    return w->list && w->sorted ? STATUS_OK : err_nomem(err);
}

static enum status count_block(void *ctx, void *item, unsigned worker, struct err *err)
{
    struct flow_counter *c = ctx;
    struct flow_block *b = item;
    struct flow_worker *w = &c->workers[worker];
    b->sums = (struct flow_sums){0};
    b->games = 0;
    if (c->o->cancelled && atomic_load(c->o->cancelled))
        return err_cancelled(err);
    enum status status = open_worker(w, err);
    for (size_t i = b->from; i < b->to && status == STATUS_OK; i++)
        if (c->out->lines[i].segment != FLOW_ELSEWHERE) {
            status = count_game(c, w, (uint32_t)i, &b->sums, err);
            b->games++;
        }
    return status;
}

static enum status add_sums(void *ctx, void *item, struct err *err)
{
    struct flow_counter *c = ctx;
    const struct flow_block *b = item;
    struct flow_sums *to = &c->out->sums;
    (void)err;
    for (int side = 0; side < FLOW_SIDES; side++) {
        to->pairs[side] += b->sums.pairs[side];
        for (int class = 0; class < FLOW_CLASSES; class ++)
            to->totals[class][side] += b->sums.totals[class][side];
        for (int kind = 0; kind < SHOGI_KINDS; kind++) {
            to->twice[kind][side] += b->sums.twice[kind][side];
            to->could[kind][side] += b->sums.could[kind][side];
        }
    }
    if (c->o->progress)
        progress_add(c->o->progress, b->games);
    return STATUS_OK;
}

/* Where a block from `from` on ends: games of other parts in between cost nothing. */
static size_t block_end(const struct flow_counts *out, size_t from)
{
    size_t own = 0, to = from;
    while (to < out->line_count && own < BLOCK_GAMES)
        own += out->lines[to++].segment != FLOW_ELSEWHERE;
    return to;
}

static enum status submit_all(const struct flow_counter *c, struct pool *pool, struct err *err)
{
    enum status status = STATUS_OK;
    for (size_t from = 0; from < c->out->line_count && status == STATUS_OK;) {
        void *item;
        status = pool_slot(pool, &item, err);
        if (status != STATUS_OK)
            break;
        struct flow_block *b = item;
        b->from = from;
        b->to = from = block_end(c->out, from);
        status = pool_submit(pool, err);
    }
    return status == STATUS_OK ? pool_finish(pool, err) : status;
}

static enum status count_lines(struct flow_counter *c, struct err *err)
{
    const struct pool_ops ops = {.ctx = c,
                                 .item_bytes = sizeof(struct flow_block),
                                 .work = count_block,
                                 .consume = add_sums};
    struct pool *pool = NULL;
    c->threads = c->o->threads ? c->o->threads : pool_cpu_count();
    if (c->threads > POOL_MAX_THREADS)
        c->threads = POOL_MAX_THREADS;
    c->workers = mem_calloc(c->threads, sizeof *c->workers);
    if (!c->workers)
        return err_nomem(err);
    if (c->o->progress)
        progress_set_total(c->o->progress, c->out->line_count / reduction_parts(c->o->reduction));
    enum status status = pool_open(&pool, c->threads, &ops, err);
    if (status == STATUS_OK)
        status = submit_all(c, pool, err);
    pool_close(pool);
    for (unsigned i = 0; i < c->threads && status == STATUS_OK; i++)
        if (c->workers[i].count && !share(c, &c->workers[i]))
            status = err_nomem(err);
    return status;
}

static void release(struct flow_counter *c)
{
    for (unsigned i = 0; c->workers && i < c->threads; i++) {
        mem_free(c->workers[i].list);
        mem_free(c->workers[i].sorted);
    }
    for (size_t i = 0; i < c->segment_count; i++)
        mem_free(c->segments[i].matches);
    for (int i = 0; i < FLOW_SHARDS; i++)
        pthread_mutex_destroy(&c->locks[i]);
    mem_free(c->workers);
    mem_free(c->segments);
}

enum status flow_count_all(struct flow_counts *out, const struct flow_source sides[FLOW_SIDES],
                           const struct flow_options *o, struct err *err)
{
    struct flow_counter c = {.out = out, .sides = sides, .o = o};
    *out = (struct flow_counts){0};
    for (int i = 0; i < FLOW_SHARDS; i++)
        pthread_mutex_init(&c.locks[i], NULL);
    enum status status = list_lines(&c, err);
    if (status == STATUS_OK)
        status = count_lines(&c, err);
    status = flow_counts_exchange(out, o->reduction, status, err);
    release(&c);
    return status;
}

void flow_counts_release(struct flow_counts *c)
{
    for (int i = 0; i < FLOW_SHARDS; i++)
        mem_free(c->shards[i].at);
    mem_free(c->lines);
    *c = (struct flow_counts){0};
}
