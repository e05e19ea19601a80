/* openings.c: see openings.h. */
#include "sim/match/openings.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/rng.h"
#include "engine/eval/eval.h"
#include "sim/generate/opening_book.h"

enum { MOST_OPENINGS = 10000000 };

static const struct msg NONE = {"no opening to start from", "対局を始める序盤がありません"};

void openings_init(struct openings *o, unsigned most_plies)
{
    *o = (struct openings){.most_plies =
                               most_plies < OPENING_MOST_PLIES ? most_plies : OPENING_MOST_PLIES};
}

void openings_release(struct openings *o)
{
    mem_free(o->list);
    mem_free(o->moves);
    mem_free(o->order);
    openings_init(o, o->most_plies);
}

/* --- Adding ----------------------------------------------------------------------------------- */

/* Plays moves from pos on until one is illegal or there are enough; says where they led. */
struct opening_walk {
    struct shogi_pos pos;
    shogi_move moves[OPENING_MOST_PLIES];
    unsigned plies;
};

static bool walk_move(struct opening_walk *w, shogi_move m, unsigned most)
{
    struct shogi_undo undo;
    if (w->plies >= most || !shogi_move_is_legal(&w->pos, m))
        return false;
    shogi_play(&w->pos, m, &undo);
    w->moves[w->plies++] = m;
    return true;
}

static enum status keep(struct openings *o, const struct shogi_pos *start,
                        const struct opening_walk *w, struct err *err)
{
    if (shogi_has_no_move(&w->pos))
        return STATUS_OK;
    struct opening *list = mem_grow(o->list, o->count, &o->cap, MOST_OPENINGS, sizeof *list);
    if (!list)
        return err_nomem(err);
    o->list = list;
    size_t first = o->move_count;
    for (unsigned i = 0; i < w->plies; i++) {
        shogi_move *moves = mem_grow(o->moves, o->move_count, &o->move_cap,
                                     (size_t)MOST_OPENINGS * OPENING_MOST_PLIES, sizeof *moves);
        if (!moves)
            return err_nomem(err);
        o->moves = moves;
        moves[o->move_count++] = w->moves[i];
    }
    o->list[o->count++] = (struct opening){
        .start = *start, .first = first, .plies = w->plies, .reached = shogi_hash(&w->pos)};
    return STATUS_OK;
}

enum status openings_add_record(struct openings *o, const struct record *rec, struct err *err)
{
    struct opening_walk w = {.plies = 0};
    if (!engine_has_game(rec->game))
        return STATUS_OK;
    enum status status = shogi_sfen_parse(&w.pos, rec->start, SHOGI_SFEN_TOLERANT, NULL, err);
    if (status != STATUS_OK)
        return status;
    struct shogi_pos start = w.pos;
    uint32_t node = 0;
    while ((node = rec->nodes[node].child) && rec->nodes[node].move)
        if (!walk_move(&w, (shogi_move)rec->nodes[node].move, o->most_plies))
            break;
    return keep(o, &start, &w, err);
}

enum status openings_add_book(struct openings *o, struct err *err)
{
    enum status status = STATUS_OK;
    for (int i = 0; opening_book[i] && status == STATUS_OK; i++) {
        struct opening_walk w = {.plies = 0};
        struct span rest = span_of(opening_book[i]);
        shogi_move m;
        shogi_pos_start(&w.pos);
        struct shogi_pos start = w.pos;
        while (shogi_usi_parse(span_eat_word(&rest), &m) && walk_move(&w, m, o->most_plies))
            continue;
        status = keep(o, &start, &w, err);
    }
    return status;
}

/* --- Order ------------------------------------------------------------------------------------ */

struct opening_order {
    uint64_t reached;
    size_t number;
};

static int by_position(const void *a, const void *b)
{
    const struct opening_order *x = a, *y = b;
    if (x->reached != y->reached)
        return x->reached < y->reached ? -1 : 1;
    return x->number < y->number ? -1 : x->number > y->number;
}

static int by_number(const void *a, const void *b)
{
    const size_t *x = a, *y = b;
    return *x < *y ? -1 : *x > *y;
}

enum status openings_settle(struct openings *o, uint64_t seed, struct err *err)
{
    size_t kept = 0;
    struct rng rng;
    if (o->count == 0)
        return err_plain(err, STATUS_NOT_FOUND, &NONE);
    struct opening_order *ordered = mem_calloc(o->count, sizeof *ordered);
    o->order = mem_calloc(o->count, sizeof *o->order);
    if (!ordered || !o->order) {
        mem_free(ordered);
        return err_nomem(err);
    }
    for (size_t i = 0; i < o->count; i++)
        ordered[i] = (struct opening_order){o->list[i].reached, i};
    qsort(ordered, o->count, sizeof *ordered, by_position);
    for (size_t i = 0; i < o->count; i++)
        if (i == 0 || ordered[i].reached != ordered[i - 1].reached)
            o->order[kept++] = ordered[i].number;
    mem_free(ordered);
    o->count = kept;
    /* the order of input first: what a hash is must not decide what is played */
    qsort(o->order, kept, sizeof *o->order, by_number);
    rng_seed(&rng, seed);
    rng_shuffle(&rng, o->order, kept, sizeof *o->order);
    return STATUS_OK;
}

const struct opening *openings_get(const struct openings *o, uint64_t k)
{
    return &o->list[o->order[k % o->count]];
}

uint64_t openings_fingerprint(const struct openings *o)
{
    uint64_t fingerprint = o->count;
    for (size_t i = 0; i < o->count; i++)
        fingerprint = fingerprint * 0x9E3779B97F4A7C15u + openings_get(o, i)->reached;
    return fingerprint;
}
