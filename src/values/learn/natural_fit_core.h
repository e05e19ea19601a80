/* natural_fit_core.h: the model forwards and backwards, compiled once for any processor and once
 * for those with AVX2 (natural_fit_internal.h names both).
 *
 * Floats are added in vectors of eight in both, so both give the same sums to the last bit. */
#include <math.h>
#include <string.h>

#include "base/rng.h"
#include "engine/natural/natural_features_core.h"
#include "engine/natural/people_input.h"
#include "values/learn/natural_fit_internal.h"

typedef float lanes __attribute__((vector_size(32), may_alias));
typedef int32_t masks __attribute__((vector_size(32), may_alias));
enum { VECTORS = NATURAL_LANES / ADAM_LANES, HEAD_VECTORS = NATURAL_HEAD / ADAM_LANES };

struct fit_units {
    lanes v[VECTORS];
};
struct head {
    lanes v[HEAD_VECTORS];
};

/* A move, and what the model makes of it. */
struct fit_candidate {
    struct fit_units units;
    float score, p, aim; /* aim: what p should be */
    bool named;          /* by the label */
    struct natural_active active;
};

/* Sums that moves share; then, backwards, the sums of what goes down to them. */
struct fit_shared {
    struct fit_units position, sort[NATURAL_SORTS], origin[NATURAL_ORIGINS], to[SHOGI_SQUARES];
    struct fit_units worth[SHOGI_SQUARES]; /* by sort, of what is around */
    struct head head;
    float head_from[NATURAL_ORIGINS];
};

/* A position with its moves; squares as the side to move sees them. */
struct fit_work {
    struct fit_units keep; /* what hidden units are multiplied with; 1 for the worth */
    struct head keep_head;
    struct fit_shared sum, down;
    struct fit_candidate moves[SHOGI_MAX_MOVES];
    shogi_move move[SHOGI_MAX_MOVES];
    struct natural_scene scene;
    struct natural_rows_list sort_rows[NATURAL_SORTS], origin_rows[NATURAL_ORIGINS];
    struct natural_around around_to[SHOGI_SQUARES], around_from[NATURAL_ORIGINS];
    int origin_sort[NATURAL_ORIGINS];
    bool sort_known[NATURAL_SORTS], origin_known[NATURAL_ORIGINS], to_known[SHOGI_SQUARES];
    int count, played;
    float others; /* what p should be of all moves together that no label names */
};

static inline void add_units(struct fit_units *sum, const float *row)
{
    for (int v = 0; v < VECTORS; v++)
        sum->v[v] += ((const lanes *)row)[v];
}

static inline const float *row_of(const struct natural_fit *f, int row)
{
    return f->used + (size_t)row * NATURAL_LANES;
}

/* Vectors are handed over by address: how else depends on the processor. */
static inline float add_up(const lanes *sum)
{
    const lanes x = *sum;
    return ((x[0] + x[4]) + (x[1] + x[5])) + ((x[2] + x[6]) + (x[3] + x[7]));
}

/* --- Forwards --------------------------------------------------------------------------------- */

static void add_list(const struct natural_fit *f, struct fit_units *sum,
                     const struct natural_rows_list *list)
{
    for (int i = 0; i < list->count; i++)
        add_units(sum, row_of(f, list->row[i]));
}

static float head_score(const struct fit_work *w, const float *row)
{
    lanes sum = {0};
    for (int v = 0; v < HEAD_VECTORS; v++)
        sum += w->sum.head.v[v] * ((const lanes *)row)[v];
    return add_up(&sum);
}

static const float *head_to(const struct natural_fit *f, const struct natural_active *a)
{
    return f->used + FIT_HEAD_TO + (size_t)(a->sort * 81 + a->to) * NATURAL_HEAD;
}

static void know_sort(const struct natural_fit *f, struct fit_work *w, int sort)
{
    w->sum.sort[sort] = w->sum.position;
    natural_extract_sort(&w->scene, sort, &w->sort_rows[sort]);
    add_list(f, &w->sum.sort[sort], &w->sort_rows[sort]);
    w->sort_known[sort] = true;
}

static void know_to(const struct natural_fit *f, struct fit_work *w, int to)
{
    struct natural_around *a = &w->around_to[to];
    natural_extract_around(&w->scene, to, a);
    memset(&w->sum.to[to], 0, sizeof w->sum.to[to]);
    memset(&w->sum.worth[to], 0, sizeof w->sum.worth[to]);
    for (int i = 0; i < a->count; i++) {
        add_units(&w->sum.to[to], row_of(f, ROW_AROUND_TO + a->item[i]));
        add_units(&w->sum.worth[to], f->used + FIT_NEIGHBOURS + (size_t)a->item[i] * NATURAL_LANES);
    }
    w->to_known[to] = true;
}

static size_t head_from_at(int sort, int origin)
{
    return FIT_HEAD_FROM + (size_t)(sort * 81 + origin / 2) * NATURAL_HEAD;
}

static void know_origin(const struct natural_fit *f, struct fit_work *w,
                        const struct natural_active *a, int from)
{
    int o = a->origin;
    struct fit_units *sum = &w->sum.origin[o];
    memset(sum, 0, sizeof *sum);
    natural_extract_origin(&w->scene, a->sort, from, &w->origin_rows[o]);
    add_list(f, sum, &w->origin_rows[o]);
    natural_extract_around(&w->scene, o / 2, &w->around_from[o]);
    for (int i = 0; i < w->around_from[o].count; i++)
        add_units(sum, row_of(f, ROW_AROUND_FROM + w->around_from[o].item[i]));
    w->sum.head_from[o] = head_score(w, f->used + head_from_at(a->sort, o));
    w->origin_sort[o] = a->sort;
    w->origin_known[o] = true;
}

/* What units count: those below 0 nothing; the worth as it is. */
static inline void find_on(const struct fit_units *units, masks *on, struct fit_units *counted)
{
    const lanes zero = {0};
    float worth = units->v[VECTORS - 1][NATURAL_HIDDEN % ADAM_LANES];
    for (int v = 0; v < VECTORS; v++) {
        on[v] = units->v[v] > zero;
        counted->v[v] = (lanes)((masks)units->v[v] & on[v]);
    }
    on[VECTORS - 1][NATURAL_HIDDEN % ADAM_LANES] = -1;
    counted->v[VECTORS - 1][NATURAL_HIDDEN % ADAM_LANES] = worth;
}

static float hidden_score(const struct natural_fit *f, const struct fit_work *w,
                          const struct fit_units *units)
{
    lanes sum = {0};
    masks on[VECTORS];
    struct fit_units counted;
    find_on(units, on, &counted);
    for (int v = 0; v < VECTORS; v++)
        sum += counted.v[v] * w->keep.v[v] * ((const lanes *)(f->used + FIT_OUT))[v];
    return add_up(&sum);
}

static void forward(const struct natural_fit *f, struct fit_work *w, struct fit_candidate *c,
                    shogi_move m)
{
    const struct natural_active *a = &c->active;
    if (!w->sort_known[a->sort])
        know_sort(f, w, a->sort);
    if (!w->to_known[a->to])
        know_to(f, w, a->to);
    struct fit_units sum = w->sum.sort[a->sort];
    add_list(f, &sum, &a->list);
    add_units(&sum, (const float *)w->sum.to[a->to].v);
    float score = ((const float *)w->sum.worth[a->to].v)[a->sort] + head_score(w, head_to(f, a));
    if (a->origin < NATURAL_ORIGINS) {
        if (!w->origin_known[a->origin])
            know_origin(f, w, a, shogi_move_from(m));
        add_units(&sum, (const float *)w->sum.origin[a->origin].v);
        score += w->sum.head_from[a->origin];
    }
    c->units = sum;
    c->score = score + hidden_score(f, w, &sum);
}

/* While learning some hidden units are left out, others for every position, so that they do not
 * come to rely on each other. */
static void choose_kept(const struct natural_fit *f, struct fit_work *w, uint32_t which,
                        bool learning)
{
    float drop = learning ? f->o.drop : 0, kept = 1 / (1 - drop);
    float *keep = (float *)w->keep.v, *head = (float *)w->keep_head.v;
    struct rng rng;
    if (learning)
        rng_seed_stream(&rng, f->o.seed + f->steps, which);
    for (int h = 0; h < NATURAL_LANES; h++)
        keep[h] = h >= NATURAL_HIDDEN ? 1 : learning && rng_double(&rng) < (double)drop ? 0 : kept;
    for (int h = 0; h < NATURAL_HEAD; h++)
        head[h] = learning && rng_double(&rng) < (double)drop ? 0 : kept;
}

static void find_head(const struct natural_fit *f, struct fit_work *w)
{
    const lanes zero = {0};
    struct head *h = &w->sum.head;
    memset(h, 0, sizeof *h);
    for (int i = 0; i < w->scene.head_rows; i++) {
        const float *row =
            f->used + FIT_HEAD + (size_t)(w->scene.row[i] - ROW_POSITION) * NATURAL_HEAD;
        for (int v = 0; v < HEAD_VECTORS; v++)
            h->v[v] += ((const lanes *)row)[v];
    }
    for (int v = 0; v < HEAD_VECTORS; v++)
        h->v[v] = (lanes)((masks)h->v[v] & (h->v[v] > zero)) * w->keep_head.v[v];
}

static void look(const struct natural_fit *f, const struct natural_sample *s, struct fit_work *w)
{
    const struct natural_input q = {
        .pos = &s->pos, .past = &s->past, .class = s->class, .ply = s->ply};
    const shogi_move *moves = w->move;
    w->count = shogi_legal_moves(&s->pos, w->move);
    natural_extract(&w->scene, &q);
    memset(w->sort_known, 0, sizeof w->sort_known);
    memset(w->origin_known, 0, sizeof w->origin_known);
    memset(w->to_known, 0, sizeof w->to_known);
    memset(&w->sum.position, 0, sizeof w->sum.position);
    for (int i = 0; i < w->scene.rows; i++)
        add_units(&w->sum.position, row_of(f, w->scene.row[i]));
    find_head(f, w);
    w->played = 0;
    for (int i = 0; i < w->count; i++) {
        if (moves[i] == s->played)
            w->played = i;
        natural_extract_move(&w->scene, moves[i], &w->moves[i].active);
        forward(f, w, &w->moves[i], moves[i]);
    }
}

/* What each p should be: what the label says, and that the move played is played. */
static void find_aims(struct fit_work *w, const struct natural_sample *s,
                      const struct natural_label *label, float weight)
{
    float said = 0;
    uint16_t index[PEOPLE_MOVES];
    if (label && label->share[0] == 0)
        label = NULL;
    weight = label ? weight : 0;
    w->others = 0;
    for (int i = 0; i < w->count; i++) {
        w->moves[i].aim = i == w->played ? 1 - weight : 0;
        w->moves[i].named = !label;
    }
    if (!label)
        return;
    memset(index, 0xff, sizeof index);
    for (int i = 0; i < w->count; i++)
        index[people_output_of(&s->pos, w->move[i])] = (uint16_t)i;
    for (int k = 0; k < NATURAL_LABEL_MOVES; k++) {
        int i = index[label->output[k] % PEOPLE_MOVES];
        if (label->share[k] == 0 || i == UINT16_MAX || w->moves[i].named)
            continue;
        float share = (float)label->share[k] / NATURAL_SHARE_ONE;
        w->moves[i].named = true;
        w->moves[i].aim += weight * share;
        said += share;
    }
    w->others = said < 1 ? weight * (1 - said) : 0;
}

/* How far p is from what it should be: cross-entropy; all moves that nobody names are one. */
static double find_loss(const struct fit_work *w, float *rest)
{
    double loss = 0, others = 0;
    for (int i = 0; i < w->count; i++) {
        const struct fit_candidate *c = &w->moves[i];
        if (c->aim > 0)
            loss -= (double)c->aim * log(fmax((double)c->p, 1e-30));
        others += c->named ? 0 : (double)c->p;
    }
    *rest = w->others / (float)fmax(others, 1e-9);
    return w->others > 0 && others > 0 ? loss - (double)w->others * log(fmax(others, 1e-9)) : loss;
}

/* Returns ln p of the move played. */
static double find_probabilities(struct fit_work *w)
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

static int place_of_played(const struct fit_work *w)
{
    float score = w->moves[w->played].score;
    int place = 0;
    for (int i = 0; i < w->count; i++)
        place += w->moves[i].score > score || (w->moves[i].score == score && i < w->played);
    return place;
}

/* --- Backwards -------------------------------------------------------------------------------- */

static void add_to_row(const struct natural_fit_shard *shard, size_t at,
                       const struct fit_units *down)
{
    for (int v = 0; v < VECTORS; v++) {
        shard->touched[at / ADAM_LANES + (size_t)v] = 1;
        ((lanes *)(shard->gradient + at))[v] += down->v[v];
    }
}

static void add_to_list(const struct natural_fit_shard *shard, const struct natural_rows_list *list,
                        const struct fit_units *down)
{
    for (int i = 0; i < list->count; i++)
        add_to_row(shard, (size_t)list->row[i] * NATURAL_LANES, down);
}

/* What a move says of its sort and place, and they of the position as a whole. */
static void backward_head(const struct natural_fit *f, struct fit_work *w,
                          const struct natural_fit_shard *shard, size_t at, float slope)
{
    for (int v = 0; v < HEAD_VECTORS; v++) {
        shard->touched[at / ADAM_LANES + (size_t)v] = 1;
        ((lanes *)(shard->gradient + at))[v] += slope * w->sum.head.v[v];
        w->down.head.v[v] += slope * ((const lanes *)(f->used + at))[v];
    }
}

static void backward(const struct natural_fit *f, struct fit_work *w, const struct fit_candidate *c,
                     const struct natural_fit_shard *shard, float slope)
{
    const struct natural_active *a = &c->active;
    const lanes *out = (const lanes *)(f->used + FIT_OUT);
    struct fit_units down, counted;
    masks on[VECTORS];
    find_on(&c->units, on, &counted);
    for (int v = 0; v < VECTORS; v++) {
        lanes *out_gradient = (lanes *)(shard->gradient + FIT_OUT) + v;
        *out_gradient += slope * w->keep.v[v] * counted.v[v];
        down.v[v] = (lanes)((masks)(slope * w->keep.v[v] * out[v]) & on[v]);
    }
    add_to_list(shard, &a->list, &down);
    add_units(&w->down.sort[a->sort], (const float *)down.v);
    add_units(&w->down.to[a->to], (const float *)down.v);
    ((float *)w->down.worth[a->to].v)[a->sort] += slope;
    backward_head(f, w, shard, (size_t)(head_to(f, a) - f->used), slope);
    if (a->origin < NATURAL_ORIGINS) {
        add_units(&w->down.origin[a->origin], (const float *)down.v);
        w->down.head_from[a->origin] += slope;
    }
}

static void backward_to(struct fit_work *w, const struct natural_fit_shard *shard, int to)
{
    const struct natural_around *a = &w->around_to[to];
    for (int i = 0; i < a->count; i++) {
        add_to_row(shard, (size_t)(ROW_AROUND_TO + a->item[i]) * NATURAL_LANES, &w->down.to[to]);
        add_to_row(shard, FIT_NEIGHBOURS + (size_t)a->item[i] * NATURAL_LANES, &w->down.worth[to]);
    }
}

static void backward_origin(const struct natural_fit *f, struct fit_work *w,
                            const struct natural_fit_shard *shard, int o)
{
    const struct natural_around *a = &w->around_from[o];
    const struct fit_units *down = &w->down.origin[o];
    add_to_list(shard, &w->origin_rows[o], down);
    for (int i = 0; i < a->count; i++)
        add_to_row(shard, (size_t)(ROW_AROUND_FROM + a->item[i]) * NATURAL_LANES, down);
    backward_head(f, w, shard, head_from_at(w->origin_sort[o], o), w->down.head_from[o]);
}

static void backward_position(struct fit_work *w, const struct natural_fit_shard *shard)
{
    const lanes zero = {0};
    for (int v = 0; v < HEAD_VECTORS; v++) { /* what is 0 was cut, or left out */
        masks on = w->sum.head.v[v] > zero;
        w->down.head.v[v] = (lanes)((masks)(w->down.head.v[v] * w->keep_head.v[v]) & on);
    }
    for (int i = 0; i < w->scene.rows; i++)
        add_to_row(shard, (size_t)w->scene.row[i] * NATURAL_LANES, &w->down.position);
    for (int i = 0; i < w->scene.head_rows; i++) {
        size_t at = FIT_HEAD + (size_t)(w->scene.row[i] - ROW_POSITION) * NATURAL_HEAD;
        for (int v = 0; v < HEAD_VECTORS; v++) {
            shard->touched[at / ADAM_LANES + (size_t)v] = 1;
            ((lanes *)(shard->gradient + at))[v] += w->down.head.v[v];
        }
    }
}

static void backward_all(const struct natural_fit *f, struct fit_work *w,
                         const struct natural_fit_shard *shard, float rest)
{
    memset(&w->down, 0, sizeof w->down);
    for (int v = 0; v < VECTORS; v++)
        shard->touched[FIT_OUT / ADAM_LANES + v] = 1;
    for (int i = 0; i < w->count; i++) {
        const struct fit_candidate *c = &w->moves[i];
        float slope = c->p - c->aim - (c->named ? 0 : rest * c->p);
        if (fabsf(slope) > 1e-4F) /* most moves: nobody would play them, and the model knows */
            backward(f, w, &w->moves[i], shard, slope);
    }
    for (int sort = 0; sort < NATURAL_SORTS; sort++)
        if (w->sort_known[sort]) {
            add_to_list(shard, &w->sort_rows[sort], &w->down.sort[sort]);
            add_units(&w->down.position, (const float *)w->down.sort[sort].v);
        }
    for (int to = 0; to < SHOGI_SQUARES; to++)
        if (w->to_known[to])
            backward_to(w, shard, to);
    for (int o = 0; o < NATURAL_ORIGINS; o++)
        if (w->origin_known[o])
            backward_origin(f, w, shard, o);
    backward_position(w, shard);
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

void CORE(natural_fit_add)(const struct natural_fit *f, const struct natural_sample_set *samples,
                           const uint32_t *which, size_t n, const struct natural_fit_shard *shard,
                           struct adam_sums *sums)
{
    struct fit_work w;
    for (size_t i = 0; i < n; i++) {
        const struct natural_sample *s = &samples->rows[which[i]];
        const struct natural_label *label =
            shard && which[i] < samples->labelled ? &samples->labels[which[i]] : NULL;
        float rest;
        if (is_left_out(f, s, which[i], shard != NULL))
            continue;
        choose_kept(f, &w, which[i], shard != NULL);
        look(f, s, &w);
        double p = find_probabilities(&w);
        find_aims(&w, s, label, f->labels);
        sums->examples += 1;
        sums->loss += find_loss(&w, &rest);
        natural_fit_count(sums, s, place_of_played(&w), p);
        if (shard && w.count > 1)
            backward_all(f, &w, shard, rest);
    }
}
