/* query_sets.c: see query_sets.h.
 *
 * How often positions occur is counted for those that matter only: all of the first plies (the most
 * frequent ones are there) and a sample of later ones.  Their keys go into a table, and one replay
 * of all games counts them. */
#include "bench/query_sets.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/rng.h"

const char *const query_set_names[QUERY_SETS] = {"start", "frequent", "joseki",   "rare",
                                                 "miss",  "tesuji",   "no tesuji"};

enum {
    FREQUENT = 100,
    JOSEKI = 50,
    RARE = 100,
    MISS = 50,
    TESUJI = 100,
    EARLY_PLIES = 24, /* where the most frequent positions are looked for */
    JOSEKI_FROM = 16,
    JOSEKI_TO = 40,
    JOSEKI_TIMES = 20,
    TESUJI_FROM = 30,
    TESUJI_TO = 100,
    SAMPLES = 20000, /* positions tried for joseki, and for rare ones */
    TRIES = 100000,
    MAX_SLOTS = 1 << 28,
};
static const double TESUJI_KEYS = 17.7;

/* --- Counting positions --------------------------------------------------------------------- */

struct set_place {
    uint32_t game, ply;
};

struct set_count {
    struct position_key key;
    uint32_t times; /* 0: the slot is free, until occurrences are counted */
    bool used;
    struct set_place first;
};

/* Open addressing; doubled when half full. */
struct count_table {
    struct set_count *slots;
    size_t size, used;
};

static struct set_count *find_slot(const struct count_table *t, struct position_key key)
{
    size_t i = key.a & (t->size - 1);
    while (t->slots[i].used && !position_key_equal(t->slots[i].key, key))
        i = (i + 1) & (t->size - 1);
    return &t->slots[i];
}

static bool table_double(struct count_table *t)
{
    struct count_table bigger = {.size = t->size ? t->size * 2 : 1 << 16, .used = t->used};
    if (bigger.size > MAX_SLOTS)
        return false;
    bigger.slots = mem_calloc(bigger.size, sizeof *bigger.slots);
    if (!bigger.slots)
        return false;
    for (size_t i = 0; i < t->size; i++)
        if (t->slots[i].used)
            *find_slot(&bigger, t->slots[i].key) = t->slots[i];
    mem_free(t->slots);
    *t = bigger;
    return true;
}

static bool table_add(struct count_table *t, struct position_key key, struct set_place place)
{
    if (t->used >= t->size / 2 && !table_double(t))
        return false;
    struct set_count *slot = find_slot(t, key);
    if (!slot->used) {
        *slot = (struct set_count){.key = key, .used = true, .first = place};
        t->used++;
    }
    return true;
}

struct query_set_maker {
    struct query_sets *sets;
    const struct paper_source *games;
    const struct paper_index *index;
    struct replay *replay;
    struct rng rng;
    struct count_table early, samples; /* of the first plies; joseki and rare */
    struct paper_result found;
};

typedef bool visit_position(struct query_set_maker *m, struct set_place place);

/* Calls for every position of a game up to a ply; false if the visitor said so. */
static enum status walk_game(struct query_set_maker *m, uint32_t game, uint32_t last,
                             visit_position *visit, struct err *err)
{
    const struct paper_source *g = m->games;
    uint32_t plies = g->plies(g->ctx, game);
    enum status status = replay_start_text(m->replay, g->start(g->ctx, game), err);
    if (status != STATUS_OK)
        return status;
    for (uint32_t ply = 0;; ply++) {
        if (!visit(m, (struct set_place){game, ply}))
            return err_nomem(err);
        if (ply == plies || ply == last || !replay_step(m->replay, g->move(g->ctx, game, ply)))
            return STATUS_OK;
    }
}

static bool note_early(struct query_set_maker *m, struct set_place place)
{
    return table_add(&m->early, m->replay->key, place);
}

static bool nothing(struct query_set_maker *m, struct set_place place)
{
    (void)m;
    (void)place;
    return true;
}

static bool count_position(struct query_set_maker *m, struct set_place place)
{
    (void)place;
    if (m->early.size)
        find_slot(&m->early, m->replay->key)->times++;
    if (m->samples.size)
        find_slot(&m->samples, m->replay->key)->times++;
    return true;
}

static enum status goto_place(struct query_set_maker *m, struct set_place p, struct err *err)
{
    return walk_game(m, p.game, p.ply, nothing, err);
}

static struct set_place random_place(struct query_set_maker *m, uint32_t from, uint32_t to)
{
    for (int i = 0;; i++) {
        uint32_t game = (uint32_t)rng_below(&m->rng, m->games->lines);
        uint32_t ply = from + (uint32_t)rng_below(&m->rng, to - from + 1);
        if (ply <= m->games->plies(m->games->ctx, game) || i == TRIES)
            return (struct set_place){game, ply};
    }
}

static enum status count_positions(struct query_set_maker *m, struct err *err)
{
    enum status status = STATUS_OK;
    for (uint32_t game = 0; game < m->games->lines && status == STATUS_OK; game++)
        status = walk_game(m, game, EARLY_PLIES, note_early, err);
    for (int i = 0; i < SAMPLES && status == STATUS_OK; i++) {
        struct set_place p = i % 2 ? random_place(m, JOSEKI_FROM, JOSEKI_TO)
                                   : random_place(m, TESUJI_FROM, TESUJI_TO);
        status = goto_place(m, p, err);
        if (status == STATUS_OK && !table_add(&m->samples, m->replay->key, p))
            status = err_nomem(err);
    }
    for (uint32_t game = 0; game < m->games->lines && status == STATUS_OK; game++)
        status = walk_game(m, game, UINT32_MAX, count_position, err);
    return status;
}

/* --- Queries -------------------------------------------------------------------------------- */

static enum status position_at(struct query_set_maker *m, struct set_place p, struct shogi_pos *pos,
                               struct err *err)
{
    const struct game *game = &shogi_game;
    struct span start = m->games->start(m->games->ctx, p.game);
    if (start.n == 0)
        game->rules.pos_start(pos);
    else if (game->text.pos_parse(pos, start, err) != STATUS_OK)
        return err->code;
    for (uint32_t i = 0; i < p.ply; i++)
        game->rules.play(pos, m->games->move(m->games->ctx, p.game, i));
    return STATUS_OK;
}

static enum status keep_text(struct query_set_maker *m, struct bench_query *q, struct buf *text,
                             struct err *err)
{
    bool kept =
        buf_status(text) == STATUS_OK && arena_copy(&m->sets->texts, buf_span(text), &q->text);
    buf_release(text);
    return kept ? STATUS_OK : err_nomem(err);
}

static enum status add_exact(struct query_set_maker *m, enum query_set_id set,
                             const struct shogi_pos *pos, struct err *err)
{
    struct query_set *s = &m->sets->sets[set];
    struct bench_query *q = &s->at[s->count++];
    struct buf text;
    q->exact = true;
    q->key = position_key(&shogi_game, pos);
    q->key_count = paper_shogi_keys(q->keys, shogi_facts(pos, q->keys));
    buf_init(&text, BUF_DEFAULT_MAX);
    buf_add_str(&text, "sfen \"");
    shogi_sfen_print(pos, 1, &text);
    buf_add_str(&text, "\"");
    return keep_text(m, q, &text, err);
}

static enum status add_partial(struct query_set_maker *m, enum query_set_id set,
                               const uint32_t *keys, uint32_t n, struct err *err)
{
    struct query_set *s = &m->sets->sets[set];
    struct bench_query *q = &s->at[s->count++];
    struct buf text;
    q->exact = false;
    q->key_count = n;
    memcpy(q->keys, keys, n * sizeof *keys);
    buf_init(&text, BUF_DEFAULT_MAX);
    for (uint32_t i = 0; i < n; i++) {
        buf_add_str(&text, i ? " " : "");
        shogi_fact_print(keys[i], &text);
    }
    return keep_text(m, q, &text, err);
}

/* --- Sets of whole positions ---------------------------------------------------------------- */

/* Most often first; then the one seen first, so that the order is always the same. */
static int by_times(const void *a, const void *b)
{
    const struct set_count *x = a, *y = b;
    if (x->times != y->times)
        return x->times > y->times ? -1 : 1;
    if (x->first.game != y->first.game)
        return x->first.game < y->first.game ? -1 : 1;
    return (x->first.ply > y->first.ply) - (x->first.ply < y->first.ply);
}

/* The table's entries side by side and in order; the table is none after that. */
static void table_sort(struct count_table *t)
{
    size_t n = 0;
    for (size_t i = 0; i < t->size; i++)
        if (t->slots[i].used)
            t->slots[n++] = t->slots[i];
    t->size = 0;
    t->used = n;
    qsort(t->slots, n, sizeof *t->slots, by_times);
}

static enum status add_place(struct query_set_maker *m, enum query_set_id set, struct set_place p,
                             struct err *err)
{
    struct shogi_pos pos;
    enum status status = position_at(m, p, &pos, err);
    return status == STATUS_OK ? add_exact(m, set, &pos, err) : status;
}

static enum status make_exact_sets(struct query_set_maker *m, struct err *err)
{
    enum status status = add_place(m, SET_START, (struct set_place){0, 0}, err);
    table_sort(&m->early);
    table_sort(&m->samples);
    for (size_t i = 0; i < m->early.used && i < FREQUENT && status == STATUS_OK; i++)
        status = add_place(m, SET_FREQUENT, m->early.slots[i].first, err);
    rng_shuffle(&m->rng, m->samples.slots, m->samples.used, sizeof *m->samples.slots);
    for (size_t i = 0; i < m->samples.used && status == STATUS_OK; i++) {
        const struct set_count *c = &m->samples.slots[i];
        if (c->times >= JOSEKI_TIMES && c->first.ply >= JOSEKI_FROM && c->first.ply <= JOSEKI_TO &&
            m->sets->sets[SET_JOSEKI].count < JOSEKI)
            status = add_place(m, SET_JOSEKI, c->first, err);
        else if (c->times == 1 && m->sets->sets[SET_RARE].count < RARE)
            status = add_place(m, SET_RARE, c->first, err);
    }
    return status;
}

/* --- Moving a piece -------------------------------------------------------------------------- */

static bool is_on_board(uint32_t fact)
{
    return fact < 2 * SHOGI_SQUARES * 14;
}

static uint32_t fact_square(uint32_t fact)
{
    return fact / 14 % SHOGI_SQUARES;
}

/* One piece goes to a square on which no other named piece stands. */
static void move_a_piece(struct query_set_maker *m, uint32_t *keys, uint32_t n)
{
    bool taken[SHOGI_SQUARES] = {false};
    uint32_t which, square;
    for (uint32_t i = 0; i < n; i++)
        if (is_on_board(keys[i]))
            taken[fact_square(keys[i])] = true;
    do
        which = (uint32_t)rng_below(&m->rng, n);
    while (!is_on_board(keys[which]));
    do
        square = (uint32_t)rng_below(&m->rng, SHOGI_SQUARES);
    while (taken[square]);
    uint32_t fact = keys[which];
    uint32_t owner = fact / 14 / SHOGI_SQUARES, kind = fact % 14;
    keys[which] = (owner * SHOGI_SQUARES + square) * 14 + kind;
}

static bool occurs(struct query_set_maker *m, const uint32_t *keys, uint32_t n, struct err *err)
{
    enum status status =
        paper_search(m->index, PAPER_SEQUENTIAL_GALLOPING, keys, n, &m->found, err);
    return status != STATUS_OK || m->found.count;
}

/* Tries to read back a position of which a piece was moved; false if the rules forbid it. */
static bool set_up_keys(const struct bench_query *from, const uint32_t *keys, struct shogi_pos *pos)
{
    struct err err;
    struct span sfen = span_skip(from->text, 6);
    if (shogi_sfen_parse(pos, span_make(sfen.p, sfen.n - 1), SHOGI_SFEN_TOLERANT, NULL, &err) !=
        STATUS_OK)
        return false;
    for (uint32_t i = 0; i < from->key_count; i++)
        if (keys[i] != from->keys[i]) {
            shogi_pos_put(pos, (int)fact_square(from->keys[i]), 0);
            shogi_pos_put(
                pos, (int)fact_square(keys[i]),
                shogi_piece((int)(keys[i] / 14 / SHOGI_SQUARES), (int)(keys[i] % 14) + 1));
        }
    return shogi_pos_finish(pos, &err) == STATUS_OK;
}

static enum status make_miss(struct query_set_maker *m, struct err *err)
{
    struct query_set *miss = &m->sets->sets[SET_MISS];
    enum status status = STATUS_OK;
    for (uint32_t i = 0; i < TRIES && miss->count < MISS && status == STATUS_OK; i++) {
        const struct query_set *from = &m->sets->sets[miss->count % 2 ? SET_RARE : SET_JOSEKI];
        if (!from->count)
            from = &m->sets->sets[SET_RARE];
        if (!from->count)
            break;
        const struct bench_query *q = &from->at[rng_below(&m->rng, from->count)];
        uint32_t keys[SHOGI_MAX_FACTS];
        struct shogi_pos pos;
        memcpy(keys, q->keys, sizeof keys);
        move_a_piece(m, keys, q->key_count);
        if (set_up_keys(q, keys, &pos) && !occurs(m, keys, q->key_count, err))
            status = add_exact(m, SET_MISS, &pos, err);
    }
    return status;
}

/* --- Sets of partial positions -------------------------------------------------------------- */

/* The pieces of the position within a window, and perhaps one thing in hand. */
static uint32_t cut_window(struct query_set_maker *m, const uint32_t *facts, uint32_t n,
                           uint32_t *keys)
{
    struct rng *r = &m->rng;
    int wide = 6 + (int)rng_below(r, 3), high = 5 + (int)rng_below(r, 3);
    int file = 1 + (int)rng_below(r, (uint64_t)(10 - wide));
    int rank = 1 + (int)rng_below(r, (uint64_t)(10 - high));
    bool with_hand = rng_below(r, 4) == 0;
    uint32_t count = 0, in_hand = 0, hand[SHOGI_MAX_FACTS];
    for (uint32_t i = 0; i < n; i++) {
        if (!is_on_board(facts[i])) {
            hand[in_hand++] = facts[i];
            continue;
        }
        int square = (int)fact_square(facts[i]);
        int f = shogi_file_of(square), k = shogi_rank_of(square);
        if (f >= file && f < file + wide && k >= rank && k < rank + high)
            keys[count++] = facts[i];
    }
    if (with_hand && in_hand)
        keys[count++] = hand[rng_below(r, in_hand)];
    return count;
}

static double off(double sum, double n)
{
    double mean = sum / n;
    return mean > TESUJI_KEYS ? mean - TESUJI_KEYS : TESUJI_KEYS - mean;
}

static enum status make_tesuji(struct query_set_maker *m, struct err *err)
{
    struct query_set *set = &m->sets->sets[SET_TESUJI];
    double sum = 0;
    enum status status = STATUS_OK;
    for (int i = 0; i < TRIES && set->count < TESUJI && status == STATUS_OK; i++) {
        uint32_t facts[SHOGI_MAX_FACTS], keys[SHOGI_MAX_FACTS];
        struct shogi_pos pos;
        struct set_place p = random_place(m, TESUJI_FROM, TESUJI_TO);
        if (p.ply > m->games->plies(m->games->ctx, p.game))
            continue;
        status = position_at(m, p, &pos, err);
        if (status != STATUS_OK)
            break;
        uint32_t n = cut_window(m, facts, shogi_facts(&pos, facts), keys);
        double now = off(sum + n, set->count + 1);
        if (n < 6 || (now > 0.3 && set->count && now > off(sum, set->count)))
            continue; /* it would move the mean away from the paper's */
        sum += n;
        status = add_partial(m, SET_TESUJI, keys, n, err);
    }
    return status;
}

static enum status make_no_tesuji(struct query_set_maker *m, struct err *err)
{
    const struct query_set *from = &m->sets->sets[SET_TESUJI];
    struct query_set *set = &m->sets->sets[SET_NO_TESUJI];
    enum status status = STATUS_OK;
    for (int i = 0; i < TRIES && set->count < from->count && status == STATUS_OK; i++) {
        const struct bench_query *q = &from->at[set->count];
        uint32_t keys[SHOGI_MAX_FACTS];
        memcpy(keys, q->keys, sizeof keys);
        move_a_piece(m, keys, q->key_count);
        if (!occurs(m, keys, q->key_count, err))
            status = add_partial(m, SET_NO_TESUJI, keys, q->key_count, err);
    }
    return status;
}

/* -------------------------------------------------------------------------------------------- */

enum status query_sets_make(struct query_sets *s, const struct paper_source *games,
                            const struct paper_index *index, uint64_t seed, struct err *err)
{
    struct query_set_maker m = {.sets = s, .games = games, .index = index};
    enum { MAX_TEXTS = 1 << 24 };
    memset(s, 0, sizeof *s);
    arena_init(&s->texts, MAX_TEXTS);
    rng_seed(&m.rng, seed);
    enum status status = replay_open(&m.replay, &shogi_game, err);
    if (status == STATUS_OK)
        status = count_positions(&m, err);
    if (status == STATUS_OK)
        status = make_exact_sets(&m, err);
    if (status == STATUS_OK)
        status = make_miss(&m, err);
    if (status == STATUS_OK)
        status = make_tesuji(&m, err);
    if (status == STATUS_OK)
        status = make_no_tesuji(&m, err);
    replay_close(m.replay);
    mem_free(m.early.slots);
    mem_free(m.samples.slots);
    paper_result_release(&m.found);
    if (status != STATUS_OK)
        query_sets_release(s);
    return status;
}

void query_sets_release(struct query_sets *s)
{
    arena_release(&s->texts);
    memset(s, 0, sizeof *s);
}
