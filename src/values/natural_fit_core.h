/* natural_fit_core.h: the model forwards and backwards, compiled once for any processor and once
 * for those with AVX2 (natural_fit_internal.h names both).
 *
 * Floats are added in vectors of eight in both, so both give the same sums to the last bit. */
#include <math.h>
#include <string.h>

#include "base/rng.h"
#include "values/natural_fit_internal.h"

typedef float lanes __attribute__((vector_size(32), may_alias));
typedef int32_t masks __attribute__((vector_size(32), may_alias));
enum { VECTORS = NATURAL_HIDDEN / DESCENT_LANES };

struct units {
    lanes v[VECTORS];
};

/* A move, and what the model makes of it. */
struct candidate {
    struct natural_active active;
    struct units units;
    float score, p;
};

/* A position with its moves; squares as the side to move sees them. */
struct work {
    struct natural_scene scene;
    struct units position, to[SHOGI_SQUARES], from[SHOGI_SQUARES + 1];
    bool to_known[SHOGI_SQUARES], from_known[SHOGI_SQUARES + 1];
    struct units keep;    /* what hidden units are multiplied with */
    float keep_group[16]; /* and hashed weights, by group */
    int count, played;
    struct candidate moves[SHOGI_MAX_MOVES];
};

static inline void add_units(struct units *sum, const float *row)
{
    for (int v = 0; v < VECTORS; v++)
        sum->v[v] += ((const lanes *)row)[v];
}

static inline const float *row_of(const struct natural_fit *f, int row)
{
    return f->weight + (size_t)row * NATURAL_FIT_STRIDE;
}

/* --- Forwards --------------------------------------------------------------------------------- */

static const struct units *units_around(const struct natural_fit *f, struct work *w, int square,
                                        int first, struct units *known, bool *is_known)
{
    if (!is_known[square]) {
        const struct natural_around *a = natural_look_around(&w->scene, square);
        memset(&known[square], 0, sizeof known[square]);
        for (int i = 0; i < a->count; i++)
            add_units(&known[square], row_of(f, first + a->item[i]));
        is_known[square] = true;
    }
    return &known[square];
}

static float hidden_score(const struct natural_fit *f, const struct work *w,
                          const struct units *units)
{
    lanes sum = {0}, zero = {0};
    for (int v = 0; v < VECTORS; v++) {
        lanes x = (lanes)((masks)units->v[v] & (units->v[v] > zero));
        sum += x * w->keep.v[v] * ((const lanes *)(f->weight + FIT_OUT))[v];
    }
    return ((sum[0] + sum[4]) + (sum[1] + sum[5])) + ((sum[2] + sum[6]) + (sum[3] + sum[7]));
}

static void forward(const struct natural_fit *f, struct work *w, struct candidate *c)
{
    const struct natural_active *a = &c->active;
    const struct natural_around *around = natural_look_around(&w->scene, a->to);
    const float *neighbour = f->weight + FIT_NEIGHBOURS + natural_neighbour(a->sort, 0);
    struct units sum = w->position;
    float score = 0;
    for (int i = 0; i < a->rows; i++) {
        const float *row = row_of(f, a->row[i]);
        add_units(&sum, row);
        score += row[NATURAL_FIT_WORTH];
    }
    for (int i = 0; i < a->hashes; i++)
        score += f->weight[FIT_HASHES + a->hash[i]] * w->keep_group[a->hash_group[i]];
    for (int i = 0; i < around->count; i++)
        score += neighbour[around->item[i]];
    add_units(&sum, (const float *)units_around(f, w, a->to, ROW_AROUND_TO, w->to, w->to_known)->v);
    if (a->from != SHOGI_NO_SQUARE)
        add_units(
            &sum,
            (const float *)units_around(f, w, a->from, ROW_AROUND_FROM, w->from, w->from_known)->v);
    c->units = sum;
    c->score = score + hidden_score(f, w, &sum);
}

/* While learning some hidden units and groups of hashes are left out, others for every position,
 * so that they do not come to rely on each other. */
static void choose_kept(const struct natural_fit *f, struct work *w, uint32_t which, bool learning)
{
    float drop = learning ? f->o.drop : 0, kept = 1 / (1 - drop);
    float *keep = (float *)w->keep.v;
    struct rng rng;
    if (learning)
        rng_seed_stream(&rng, f->o.seed + f->steps, which);
    for (int h = 0; h < NATURAL_HIDDEN; h++)
        keep[h] = learning && rng_double(&rng) < (double)drop ? 0 : kept;
    for (int g = 0; g < 16; g++)
        w->keep_group[g] = learning && rng_double(&rng) < (double)drop ? 0 : kept;
}

static void look(const struct natural_fit *f, const struct natural_sample *s, struct work *w)
{
    const struct natural_question q = {
        .pos = &s->pos, .past = &s->past, .class = s->class, .ply = s->ply};
    shogi_move moves[SHOGI_MAX_MOVES];
    w->count = shogi_legal_moves(&s->pos, moves);
    natural_look(&w->scene, &q);
    memset(w->to_known, 0, sizeof w->to_known);
    memset(w->from_known, 0, sizeof w->from_known);
    memset(&w->position, 0, sizeof w->position);
    for (int i = 0; i < w->scene.rows; i++)
        add_units(&w->position, row_of(f, w->scene.row[i]));
    w->played = 0;
    for (int i = 0; i < w->count; i++) {
        if (moves[i] == s->played)
            w->played = i;
        natural_look_at(&w->scene, moves[i], &w->moves[i].active);
        forward(f, w, &w->moves[i]);
    }
}

/* Returns ln p of the move played. */
static double find_probabilities(struct work *w)
{
    float most = -INFINITY;
    double sum = 0;
    for (int i = 0; i < w->count; i++)
        most = w->moves[i].score > most ? w->moves[i].score : most;
    for (int i = 0; i < w->count; i++) {
        w->moves[i].p = expf(w->moves[i].score - most);
        sum += (double)w->moves[i].p;
    }
    for (int i = 0; i < w->count; i++)
        w->moves[i].p /= (float)sum;
    return (double)(w->moves[w->played].score - most) - log(sum);
}

static int place_of_played(const struct work *w)
{
    float score = w->moves[w->played].score;
    int place = 0;
    for (int i = 0; i < w->count; i++)
        place += w->moves[i].score > score || (w->moves[i].score == score && i < w->played);
    return place;
}

/* --- Backwards -------------------------------------------------------------------------------- */

static void touch(const struct natural_fit_shard *shard, size_t at, float by)
{
    shard->touched[at / DESCENT_LANES] = 1;
    shard->gradient[at] += by;
}

static void add_to_row(const struct natural_fit_shard *shard, int row, const struct units *down)
{
    size_t at = (size_t)row * NATURAL_FIT_STRIDE;
    for (int v = 0; v < VECTORS; v++) {
        shard->touched[at / DESCENT_LANES + (size_t)v] = 1;
        ((lanes *)(shard->gradient + at))[v] += down->v[v];
    }
}

static void backward(const struct natural_fit *f, struct work *w, const struct candidate *c,
                     const struct natural_fit_shard *shard, float slope)
{
    const struct natural_active *a = &c->active;
    const struct natural_around *around = natural_look_around(&w->scene, a->to);
    const lanes *out = (const lanes *)(f->weight + FIT_OUT), zero = {0};
    struct units down;
    for (int v = 0; v < VECTORS; v++) {
        masks on = c->units.v[v] > zero;
        lanes *out_gradient = (lanes *)(shard->gradient + FIT_OUT) + v;
        *out_gradient += slope * w->keep.v[v] * (lanes)((masks)c->units.v[v] & on);
        down.v[v] = (lanes)((masks)(slope * w->keep.v[v] * out[v]) & on);
    }
    for (int i = 0; i < a->rows; i++) {
        add_to_row(shard, a->row[i], &down);
        touch(shard, (size_t)a->row[i] * NATURAL_FIT_STRIDE + NATURAL_FIT_WORTH, slope);
    }
    for (int i = 0; i < a->hashes; i++)
        touch(shard, FIT_HASHES + (size_t)a->hash[i], slope * w->keep_group[a->hash_group[i]]);
    for (int i = 0; i < around->count; i++)
        touch(shard, (size_t)FIT_NEIGHBOURS + (size_t)natural_neighbour(a->sort, around->item[i]),
              slope);
    add_units(&w->position, (const float *)down.v);
    add_units(&w->to[a->to], (const float *)down.v);
    w->to_known[a->to] = true;
    if (a->from != SHOGI_NO_SQUARE) {
        add_units(&w->from[a->from], (const float *)down.v);
        w->from_known[a->from] = true;
    }
}

static void add_around(struct work *w, const struct natural_fit_shard *shard, int first,
                       const struct units *down, const bool *any)
{
    for (int square = 0; square < SHOGI_SQUARES; square++) {
        if (!any[square])
            continue;
        const struct natural_around *a = natural_look_around(&w->scene, square);
        for (int i = 0; i < a->count; i++)
            add_to_row(shard, first + a->item[i], &down[square]);
    }
}

/* From here on the sums by square and for the position are of gradients. */
static void backward_all(const struct natural_fit *f, struct work *w,
                         const struct natural_fit_shard *shard)
{
    memset(&w->position, 0, sizeof w->position);
    memset(w->to, 0, sizeof w->to);
    memset(w->from, 0, sizeof w->from);
    memset(w->to_known, 0, sizeof w->to_known);
    memset(w->from_known, 0, sizeof w->from_known);
    for (int v = 0; v < VECTORS; v++)
        shard->touched[FIT_OUT / DESCENT_LANES + v] = 1;
    for (int i = 0; i < w->count; i++) {
        float slope = w->moves[i].p - (i == w->played ? 1.0F : 0.0F);
        if (fabsf(slope) > 1e-4F) /* most moves: nobody would play them, and the model knows */
            backward(f, w, &w->moves[i], shard, slope);
    }
    add_around(w, shard, ROW_AROUND_TO, w->to, w->to_known);
    add_around(w, shard, ROW_AROUND_FROM, w->from, w->from_known);
    for (int i = 0; i < w->scene.rows; i++)
        add_to_row(shard, w->scene.row[i], &w->position);
}

/* Early positions: while learning others each time, for they repeat each other; never judged. */
static bool is_left_out(const struct natural_fit *f, const struct natural_sample *s, uint32_t which,
                        bool learning)
{
    struct rng rng;
    if (s->ply >= NATURAL_FROM_PLY || !learning)
        return s->ply < NATURAL_FROM_PLY;
    rng_seed_stream(&rng, ~(f->o.seed + f->steps), which);
    return rng_double(&rng) >= (double)f->o.early;
}

void CORE(natural_fit_add)(const struct natural_fit *f, const struct natural_sample *samples,
                           const uint32_t *which, size_t n, const struct natural_fit_shard *shard,
                           struct descent_sums *sums)
{
    struct work w;
    for (size_t i = 0; i < n; i++) {
        const struct natural_sample *s = &samples[which[i]];
        if (is_left_out(f, s, which[i], shard != NULL))
            continue;
        choose_kept(f, &w, which[i], shard != NULL);
        look(f, s, &w);
        double p = find_probabilities(&w);
        sums->examples += 1;
        sums->loss -= p;
        natural_fit_count(sums, s, place_of_played(&w), p);
        if (shard && w.count > 1)
            backward_all(f, &w, shard);
    }
}
