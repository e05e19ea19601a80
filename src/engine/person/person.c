/* person.c: see person.h. */
#include "engine/person/person.h"

#include <math.h>

#include "base/rng.h"

const char *const person_words[PERSON_COUNT + 1] = {
    [PERSON_NONE] = "none",
    [PERSON_PROFESSIONAL] = "professional",
    [PERSON_STRONG_AMATEUR] = "strong-amateur",
    [PERSON_CLUB_PLAYER] = "club-player",
    [PERSON_BEGINNER] = "beginner",
    NULL,
};

const struct person_kind persons[PERSON_COUNT] =
    {
        [PERSON_PROFESSIONAL] = {.name = {"professional", "プロ棋士"},
                                 .many = {"professionals", "プロ棋士"},
                                 .class = NATURAL_PRO,
                                 .nodes = 20000,
                                 .weight = {[PERSON_LN_P] = 0.76,
                                            [PERSON_BEST] = 0.42,
                                            [PERSON_SLIP] = -0.39,
                                            [PERSON_MISTAKE] = -0.46,
                                            [PERSON_BLUNDER] = -0.22,
                                            [PERSON_NOT_SEEN] = -1.47,
                                            [PERSON_MATES] = 1.24,
                                            [PERSON_MATES_NOW] = 0.57,
                                            [PERSON_ALLOWS_MATE] = -0.40},
                                 .resignation = {-5.68, -0.49, -0.68},
                                 .time = 0.59,
                                 .time_by_entropy = 0.25,
                                 .time_deviation = 0.73,
                                 .steadiness = 1.8},
        [PERSON_STRONG_AMATEUR] = {.name = {"strong amateur", "アマ強豪"},
                                   .many = {"strong amateurs", "アマ強豪"},
                                   .class = NATURAL_AMATEUR,
                                   .nodes = 20000,
                                   .weight = {[PERSON_LN_P] = 0.81,
                                              [PERSON_BEST] = 0.24,
                                              [PERSON_SLIP] = -0.51,
                                              [PERSON_MISTAKE] = -0.32,
                                              [PERSON_BLUNDER] = -0.07,
                                              [PERSON_NOT_SEEN] = -1.32,
                                              [PERSON_MATES] = 1.48,
                                              [PERSON_MATES_NOW] = 0.57,
                                              [PERSON_ALLOWS_MATE] = -0.40},
                                   .resignation = {-10.09, -1.15, -7.46},
                                   .time = 1.21,
                                   .time_by_entropy = 0.31,
                                   .time_deviation = 0.81,
                                   .steadiness = 1.2},
        [PERSON_CLUB_PLAYER] = {.name = {"club player", "アマ中級者"},
                                .many = {"club players", "アマ中級者"},
                                .class = NATURAL_ONLINE,
                                .nodes = 400,
                                .weight = {[PERSON_LN_P] = 0.79,
                                           [PERSON_BEST] = 0.02,
                                           [PERSON_SLIP] = -0.56,
                                           [PERSON_MISTAKE] = -0.22,
                                           [PERSON_BLUNDER] = -0.05,
                                           [PERSON_NOT_SEEN] = -0.85,
                                           [PERSON_MATES] = 0.82,
                                           [PERSON_MATES_NOW] = 0.57,
                                           [PERSON_ALLOWS_MATE] = -0.48},
                                .resignation = {-5.52, -0.33, 0.33},
                                .time = 0.87,
                                .time_by_entropy = 0.56,
                                .time_deviation = 1.14,
                                .steadiness = 1},
        [PERSON_BEGINNER] = {.name = {"beginner", "初心者"},
                             .many = {"beginners", "初心者"},
                             .class = NATURAL_ONLINE,
                             .nodes = 400,
                             .weight = {[PERSON_LN_P] = 0.79,
                                        [PERSON_BEST] = 0.02,
                                        [PERSON_SLIP] = -0.56,
                                        [PERSON_MISTAKE] = -0.22,
                                        [PERSON_BLUNDER] = -0.05,
                                        [PERSON_NOT_SEEN] = -0.85,
                                        [PERSON_MATES] = 0.82,
                                        [PERSON_MATES_NOW] = 0.57,
                                        [PERSON_ALLOWS_MATE] = -0.48},
                             .resignation = {-5.52, -0.33, 0.33},
                             .time = 0.87,
                             .time_by_entropy = 0.56,
                             .time_deviation = 1.14,
                             .steadiness = 0.65,
                             .beyond_data = true},
};

/* --- How likely each move is ------------------------------------------------------------------ */

/* Hundredths of a pawn at which a pawn more is worth a quarter of what it is in an even game. */
enum { FAR_AHEAD = 1500 };
#define SLIP_PAWNS 1.0
#define MISTAKE_PAWNS 3.0
/* Of what the network thinks impossible. */
#define LEAST_LIKELY 1e-6

double person_worth(int value)
{
    return value / 100.0 / (1 + fabs((double)value) / FAR_AHEAD);
}

void person_terms(const struct person_view *v, int place, double x[PERSON_TERMS])
{
    const struct person_move *m = &v->moves[place];
    double loss = (double)m->loss;
    x[PERSON_LN_P] = log(fmax((double)m->likely, LEAST_LIKELY));
    x[PERSON_BEST] = m->best;
    x[PERSON_SLIP] = fmin(loss, SLIP_PAWNS);
    x[PERSON_MISTAKE] = fmin(fmax(loss - SLIP_PAWNS, 0), MISTAKE_PAWNS);
    x[PERSON_BLUNDER] = fmax(loss - SLIP_PAWNS - MISTAKE_PAWNS, 0);
    x[PERSON_NOT_SEEN] = !m->seen;
    x[PERSON_MATES] = m->mates;
    x[PERSON_MATES_NOW] = m->mates_now;
    x[PERSON_ALLOWS_MATE] = m->allows_mate;
}

void person_weigh(const struct person_kind *who, struct person_view *v)
{
    double most = -INFINITY, sum = 0;
    for (int i = 0; i < v->count; i++) {
        double x[PERSON_TERMS], score = 0;
        person_terms(v, i, x);
        for (int k = 0; k < PERSON_TERMS; k++)
            score += who->weight[k] * x[k];
        v->moves[i].p = who->steadiness * score;
        most = fmax(most, v->moves[i].p);
    }
    for (int i = 0; i < v->count; i++)
        sum += v->moves[i].p = exp(v->moves[i].p - most);
    v->entropy = 0;
    for (int i = 0; i < v->count; i++) {
        double p = v->moves[i].p /= sum;
        if (p > 0)
            v->entropy -= p * log(p);
    }
}

/* --- Resigning -------------------------------------------------------------------------------- */

void person_resignation_terms(const struct person_view *v, double x[PERSON_RESIGNATION_TERMS])
{
    x[PERSON_RESIGNS_ALWAYS] = 1;
    x[PERSON_RESIGNS_VALUE] = person_worth(v->value);
    x[PERSON_RESIGNS_MATED] = v->value <= -THINK_MATE_BOUND;
}

double person_resignation(const struct person_kind *who, const struct person_view *v)
{
    double x[PERSON_RESIGNATION_TERMS], odds = 0;
    if (v->value > -PERSON_RESIGNS_BEHIND)
        return 0;
    person_resignation_terms(v, x);
    for (int i = 0; i < PERSON_RESIGNATION_TERMS; i++)
        odds += who->resignation[i] * x[i];
    double p = 1 / (1 + exp(-odds));
    return p < PERSON_LEAST_RESIGNATION ? 0 : p;
}

/* --- Deciding --------------------------------------------------------------------------------- */

enum { LEAST_MS = 300, MOST_MS = 10 * 60 * 1000 };

static int draw_move(const struct person_view *v, struct rng *rng)
{
    double left = rng_double(rng);
    int last = 0;
    for (int i = 0; i < v->count; i++) {
        if (v->moves[i].p <= 0)
            continue;
        last = i;
        left -= v->moves[i].p;
        if (left < 0)
            break;
    }
    return last; /* if sums were not quite one, the last that can be played */
}

/* Box and Muller's. */
static double draw_normal(struct rng *rng)
{
    static const double TAU = 6.283185307179586;
    double radius = sqrt(-2 * log(1 - rng_double(rng)));
    return radius * cos(TAU * rng_double(rng));
}

static uint32_t draw_ms(const struct person_kind *who, const struct person_view *v, struct rng *rng)
{
    double ln =
        who->time + who->time_by_entropy * v->entropy + who->time_deviation * draw_normal(rng);
    return (uint32_t)fmin(fmax(1000 * exp(ln), LEAST_MS), MOST_MS);
}

void person_decide(const struct person_kind *who, const struct person_question *q,
                   const struct person_view *v, struct person_choice *out)
{
    struct rng rng;
    rng_seed_stream(&rng, q->seed, shogi_hash(q->search->pos) + q->ply);
    out->place = draw_move(v, &rng);
    out->resigns = rng_double(&rng) < person_resignation(who, v);
    out->ms = draw_ms(who, v, &rng);
}
