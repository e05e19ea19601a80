/* natural_values.c: see natural_values.h. */
#include "engine/natural/natural_values.h"

#include <math.h>
#include <string.h>

#include "base/le.h"
#include "engine/search/engine_search.h"

/* --- The position ----------------------------------------------------------------------------- */

static int span_of_ply(unsigned ply)
{
    return ply < 60 ? 0 : ply < 85 ? 1 : ply < 110 ? 2 : 3;
}

enum { CLEAR = 600 /* somebody is ahead */ };

enum { DEED_TAKES, DEED_CHECKS, DEED_DROPS, DEED_KING, DEED_PROMOTES, DEED_NONE };

static int deed_of(const struct shogi_pos *pos, shogi_move m)
{
    if (shogi_piece_at(pos, shogi_move_to(m)))
        return DEED_TAKES;
    if (shogi_move_is_drop(m))
        return DEED_DROPS;
    if (shogi_kind_of(shogi_piece_at(pos, shogi_move_from(m))) == SHOGI_KING)
        return DEED_KING;
    return shogi_move_promotes(m) ? DEED_PROMOTES : DEED_NONE;
}

/* The chance to win by a value: 600 for 73 %. */
static double chance_of(int value)
{
    return 1 / (1 + exp(-value / 600.0));
}

static double ln_sum_of(const struct natural_move *moves, int count)
{
    double most = -INFINITY, sum = 0;
    for (int i = 0; i < count; i++)
        most = fmax(most, (double)moves[i].score);
    for (int i = 0; i < count; i++)
        sum += exp((double)moves[i].score - most);
    return most + log(sum);
}

static double ln_p_of(const struct natural_value_context *s, int place)
{
    return (double)s->moves[place].score - s->ln_sum;
}

static void find_likeliest(struct natural_value_context *s)
{
    for (int i = 1; i < s->count; i++)
        if (s->moves[i].score > s->moves[s->likeliest].score)
            s->likeliest = i;
    if (s->count) {
        s->best_ln_p = ln_p_of(s, s->best);
        s->likeliest_p = exp(ln_p_of(s, s->likeliest));
        s->legal = log(s->count) / 4;
    }
}

/* Each move's place in the order of values, and how much better the best is than the second. */
static void order_moves(struct natural_value_context *s)
{
    const int16_t *values = s->q->values;
    int second = NATURAL_NO_VALUE;
    for (int i = 0; i < s->count; i++) {
        int order = 0;
        for (int k = 0; k < s->count && order < NATURAL_ORDERS - 1; k++)
            order += values[k] > values[i] || (values[k] == values[i] && k < i);
        s->order[i] = (uint8_t)order;
        if (i != s->best && values[i] > second)
            second = values[i];
    }
    s->lead = second == NATURAL_NO_VALUE ? INT16_MAX : values[s->best] - second;
}

static void find_deeds(struct natural_value_context *s)
{
    shogi_move checks[SHOGI_MAX_MOVES];
    int n = shogi_check_moves(s->q->pos, checks);
    for (int i = 0; i < s->count; i++) {
        s->deed[i] = (uint8_t)deed_of(s->q->pos, s->moves[i].move);
        for (int k = 0; k < n && s->deed[i] != DEED_TAKES; k++)
            if (checks[k] == s->moves[i].move)
                s->deed[i] = DEED_CHECKS;
    }
}

void natural_values_prepare(struct natural_value_context *s, const struct natural_input *q,
                            const struct natural_move *moves, int count)
{
    *s = (struct natural_value_context){
        .q = q, .moves = moves, .count = count, .span = span_of_ply(q->ply)};
    for (int i = 1; i < count; i++)
        if (q->values[i] > q->values[s->best])
            s->best = i;
    int value = count ? q->values[s->best] : 0;
    s->state = value > CLEAR ? 0 : value < -CLEAR ? 2 : 1;
    s->settled = value >= THINK_MATE_BOUND || value <= -THINK_MATE_BOUND;
    s->ln_sum = ln_sum_of(moves, count);
    find_likeliest(s);
    order_moves(s);
    find_deeds(s);
}

/* --- A move ----------------------------------------------------------------------------------- */

struct terms {
    struct natural_value_term *to;
    int count;
};

static void add(struct terms *t, int term, double x)
{
    t->to[t->count++] = (struct natural_value_term){(uint16_t)term, (float)x};
}

/* Divided between the two knots that x lies between. */
static void add_knots(struct terms *t, int first, const int16_t *knots, int n, int x)
{
    int k = 0;
    x = x < knots[0] ? knots[0] : x > knots[n - 1] ? knots[n - 1] : x;
    while (k < n - 2 && x > knots[k + 1])
        k++;
    double part = (double)(x - knots[k]) / (knots[k + 1] - knots[k]);
    add(t, first + k, 1 - part);
    add(t, first + k + 1, part);
}

static void add_best(struct terms *t, const struct natural_value_context *s, double ln_p, int deed)
{
    static const int16_t LEADS[NATURAL_LEADS] = {0, 60, 120, 200, 350, 500};
    if (s->settled) {
        add(t, s->q->values[s->best] > 0 ? TERM_MATES : TERM_MATED, 1);
        return;
    }
    add(t, TERM_SCALE_BEST, ln_p);
    add(t, TERM_BEST_CLASS + (int)s->q->class, 1);
    add(t, TERM_BEST_STATE + s->state, 1);
    add(t, TERM_BEST_DEED + deed, 1);
    if (s->lead < INT16_MAX)
        add_knots(t, TERM_BEST_LEAD, LEADS, NATURAL_LEADS, s->lead);
    add(t, TERM_BEST_P, exp(ln_p));
    add(t, TERM_BEST_LIKELIEST, s->likeliest_p);
    add(t, TERM_BEST_LEGAL, s->legal);
}

/* Where the search stopped telling how much worse a move is, all are as bad. */
static void add_gap(struct terms *t, const struct natural_value_context *s, int place, double ln_p,
                    int deed)
{
    enum { MOST = 500, NEAR = 40, FAR = 200 };
    static const int16_t KNOTS[NATURAL_KNOTS] = {0, 10, 25, 50, 80, 120, 180, 260, 370, 500};
    int value = s->q->values[place], gap = s->q->values[s->best] - value;
    if (value <= -THINK_MATE_BOUND)
        add(t, TERM_LOST, 1);
    gap = gap > MOST ? MOST : gap;
    double pawns = gap / 100.0;
    add_knots(t, TERM_GAP, KNOTS, NATURAL_KNOTS, gap);
    add(t, TERM_SLOPE_SPAN + s->span, pawns);
    add(t, TERM_SLOPE_CLASS + (int)s->q->class, pawns);
    add(t, TERM_SLOPE_STATE + s->state, pawns);
    add(t, TERM_SLOPE_DEED + deed, pawns);
    add(t, TERM_ORDER + s->order[place], 1);
    if (gap < NEAR || gap >= FAR)
        add(t, gap < NEAR ? TERM_SCALE_NEAR : TERM_SCALE_FAR, ln_p);
    double chance = chance_of(s->q->values[s->best]) - chance_of(value);
    add(t, TERM_CHANCE, 5 * chance);
    add(t, TERM_CHANCE_ROOT, sqrt(chance));
    add(t, TERM_SLOPE_LIKELIEST, pawns * s->likeliest_p);
    add(t, TERM_SLOPE_LEGAL, pawns * s->legal);
}

int natural_values_terms(const struct natural_value_context *s, int place,
                         struct natural_value_term *out)
{
    struct terms t = {.to = out};
    double ln_p = ln_p_of(s, place);
    int deed = s->deed[place];
    add(&t, TERM_SCALE + s->span, ln_p);
    add(&t, TERM_SCALE_CLASS + (int)s->q->class, ln_p);
    if (place == s->best)
        add_best(&t, s, ln_p, deed);
    if (s->settled) /* nothing else was asked */
        return t.count;
    add(&t, TERM_SCALE_LEGAL, ln_p * s->legal);
    if (place == s->likeliest)
        add(&t, TERM_LIKELIEST_BEST, exp(s->best_ln_p));
    if (s->q->values[place] == NATURAL_NO_VALUE) {
        add(&t, TERM_SCALE_UNKNOWN, ln_p);
        add(&t, TERM_UNKNOWN + s->span, 1);
    } else {
        add_gap(&t, s, place, ln_p, deed);
    }
    return t.count;
}

void natural_values_add(const struct natural_values *v, const struct natural_input *q,
                        struct natural_move *moves, int count)
{
    struct natural_value_term terms[NATURAL_MOST_TERMS];
    struct natural_value_context context;
    float scores[SHOGI_MAX_MOVES];
    natural_values_prepare(&context, q, moves, count);
    for (int i = 0; i < count; i++) {
        int n = natural_values_terms(&context, i, terms);
        scores[i] = 0;
        for (int k = 0; k < n; k++)
            scores[i] += v->weight[terms[k].term] * terms[k].x;
    }
    for (int i = 0; i < count; i++)
        moves[i].score = scores[i];
}

/* A guess: a pawn less is e times less likely. */
void natural_values_begin(struct natural_values *v)
{
    *v = (struct natural_values){0};
    for (int span = 0; span < NATURAL_SPANS; span++) {
        v->weight[TERM_SCALE + span] = 0.8F;
        v->weight[TERM_SLOPE_SPAN + span] = -1;
        v->weight[TERM_UNKNOWN + span] = -2;
    }
    v->weight[TERM_ORDER] = 0.5F;
    v->weight[TERM_MATES] = v->weight[TERM_MATED] = 3;
    v->weight[TERM_LOST] = -2;
}

/* --- Bytes ------------------------------------------------------------------------------------ */

enum { MOST_NUMBERS = 4096, MOST = 1000 /* of a number */ };

bool natural_values_are_known(struct span bytes)
{
    uint32_t count = bytes.n >= 4 ? le_get32(bytes.p) : 0;
    return count >= NATURAL_FIRST_TERMS && count <= NATURAL_VALUE_TERMS;
}

bool natural_values_read(struct natural_values *v, struct span bytes)
{
    bool sane = bytes.n >= 4 && le_get32(bytes.p) <= MOST_NUMBERS &&
                bytes.n == 4 + 4 * (size_t)le_get32(bytes.p);
    uint32_t count = sane ? le_get32(bytes.p) : 0;
    natural_values_begin(v);
    if (sane && !natural_values_are_known(bytes))
        return true;
    *v = (struct natural_values){0};
    for (size_t i = 0; i < count && sane; i++) {
        v->weight[i] = (float)((double)(int32_t)le_get32(bytes.p + 4 + 4 * i) / 1e3);
        sane = fabsf(v->weight[i]) <= MOST;
    }
    return sane;
}

void natural_values_write(const struct natural_values *v, struct buf *out)
{
    uint8_t word[4];
    le_put32(word, NATURAL_VALUE_TERMS);
    buf_add(out, word, sizeof word);
    for (size_t i = 0; i < NATURAL_VALUE_TERMS; i++) {
        le_put32(word, (uint32_t)(int32_t)lrint((double)v->weight[i] * 1e3));
        buf_add(out, word, sizeof word);
    }
}
