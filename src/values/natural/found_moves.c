/* found_moves.c: see found_moves.h. */
#include "values/natural/found_moves.h"

#include <math.h>

#include "base/alloc.h"

struct found_moves {
    const struct people_network *network;
    struct people_scratch *scratch;
    struct people_answer answers[PEOPLE_BATCH];
    /* a batch of positions */
    struct shogi_pos pos[PEOPLE_BATCH];
    struct natural_past past[PEOPLE_BATCH];
    struct found_ply plies[PEOPLE_BATCH];
    size_t count;
};

enum status found_moves_open(struct found_moves **out, const struct people_network *n,
                             struct err *err)
{
    struct found_moves *f = mem_calloc(1, sizeof *f);
    *out = NULL;
    if (!f)
        return err_nomem(err);
    f->network = n;
    enum status status = people_scratch_open(&f->scratch, n, false, err);
    if (status == STATUS_OK)
        *out = f;
    else
        found_moves_close(f);
    return status;
}

void found_moves_close(struct found_moves *f)
{
    if (!f)
        return;
    people_scratch_close(f->scratch);
    mem_free(f);
}

/* A network may find a move so unlikely that its probability is 0. */
#define LEAST_P 1e-12

double found_nats(float p)
{
    return p < 1 ? -log(fmax((double)p, LEAST_P)) : 0; /* not -0 */
}

uint16_t found_stored(float p)
{
    double parts = found_nats(p) * FOUND_NAT;
    return parts < FOUND_MOST ? (uint16_t)lround(parts) : FOUND_MOST;
}

/* --- A batch ---------------------------------------------------------------------------------- */

/* Whether a move comes before another: the likelier, then the lower number. */
static bool comes_before(const struct natural_move *a, const struct natural_move *b)
{
    return a->p > b->p || (a->p >= b->p && a->move < b->move);
}

static void keep_likeliest(struct natural_move *best, int *count, const struct natural_move *m)
{
    int at = *count;
    while (at > 0 && comes_before(m, &best[at - 1]))
        at--;
    if (at >= FOUND_LIKELIEST)
        return;
    *count = *count < FOUND_LIKELIEST ? *count + 1 : FOUND_LIKELIEST;
    for (int i = *count - 1; i > at; i--)
        best[i] = best[i - 1];
    best[at] = *m;
}

static void take_answer(struct found_ply *p, int class, const struct people_answer *a)
{
    p->legal = a->count;
    p->shown = 0;
    for (int i = 0; i < a->count; i++) {
        keep_likeliest(p->likeliest[class], &p->shown, &a->moves[i]);
        if (a->moves[i].move == p->move)
            p->p[class] = a->moves[i].p;
    }
    p->nth[class] = 1;
    for (int i = 0; i < a->count; i++)
        p->nth[class] = (uint16_t)(p->nth[class] + (a->moves[i].p > p->p[class]));
}

static void infer_batch(struct found_moves *f, int class)
{
    struct people_position positions[PEOPLE_BATCH];
    for (size_t i = 0; i < f->count; i++)
        positions[i] = (struct people_position){&f->pos[i], &f->past[i], class};
    people_infer(f->network, f->scratch, positions, f->answers, f->count);
    for (size_t i = 0; i < f->count; i++)
        take_answer(&f->plies[i], class, &f->answers[i]);
}

static enum status run_batch(struct found_moves *f, const struct found_game *game,
                             found_moves_each *each, void *ctx, struct err *err)
{
    enum status status = STATUS_OK;
    for (int class = 0; class < NATURAL_CLASSES; class ++) {
        if (game->cancelled && atomic_load(game->cancelled))
            return err_cancelled(err);
        infer_batch(f, class);
    }
    for (size_t i = 0; i < f->count && status == STATUS_OK; i++)
        status = each(ctx, &f->plies[i], err);
    f->count = 0;
    return status;
}

/* --- A game ----------------------------------------------------------------------------------- */

static void add_position(struct found_moves *f, const struct shogi_pos *pos,
                         const struct natural_past *past, uint32_t ply, shogi_move move)
{
    size_t i = f->count++;
    f->pos[i] = *pos;
    f->past[i] = *past;
    f->plies[i] =
        (struct found_ply){.ply = ply, .pos = &f->pos[i], .past = &f->past[i], .move = move};
}

enum status found_moves_run(struct found_moves *f, const struct found_game *game,
                            found_moves_each *each, void *ctx, struct err *err)
{
    static const struct msg ILLEGAL = {"illegal move at ply %1", "%1 手目は指せない手です"};
    struct shogi_pos pos = game->start;
    struct natural_past past;
    struct shogi_undo undo;
    enum status status = STATUS_OK;
    natural_past_clear(&past);
    f->count = 0;
    for (uint32_t ply = 0; ply < game->count && status == STATUS_OK; ply++) {
        shogi_move move = game->moves[ply];
        if (!shogi_move_is_legal(&pos, move))
            return err_set(err, STATUS_ILLEGAL, &ILLEGAL, SPAN_U64(ply + 1), (struct span){0});
        add_position(f, &pos, &past, ply, move);
        natural_past_add(&past, &pos, move);
        shogi_play(&pos, move, &undo);
        if (f->count == PEOPLE_BATCH)
            status = run_batch(f, game, each, ctx, err);
    }
    return status == STATUS_OK && f->count ? run_batch(f, game, each, ctx, err) : status;
}

void found_moves_one(struct found_moves *f, const struct shogi_pos *pos,
                     const struct natural_past *past, shogi_move move, struct found_ply *out)
{
    f->count = 0;
    add_position(f, pos, past, 0, move);
    for (int class = 0; class < NATURAL_CLASSES; class ++)
        infer_batch(f, class);
    *out = f->plies[0];
    f->count = 0;
}
