/* natural_values.c: see natural_values.h. */
#include "engine/natural_values.h"

#include <math.h>
#include <string.h>

#include "base/le.h"
#include "engine/natural_model.h"

int natural_gap(int gap)
{
    static const int16_t MOST[] = {0,   10,  25,  50,  80,  120,  170,
                                   240, 330, 450, 650, 950, 1500, 3000};
    int place = 0;
    while (place < NATURAL_GAPS - 2 && gap > MOST[place])
        place++;
    return place;
}

void natural_place_values(const int16_t *values, int count, struct natural_placed *out)
{
    int best = INT16_MIN;
    for (int i = 0; i < count; i++)
        best = values[i] > best ? values[i] : best;
    for (int i = 0; i < count; i++) {
        int rank = 0;
        for (int k = 0; k < count && rank < NATURAL_RANKS - 1; k++)
            rank += values[k] > values[i] || (values[k] == values[i] && k < i);
        bool known = values[i] != NATURAL_NO_VALUE;
        out[i].gap = (uint8_t)(known ? natural_gap(best - values[i]) : NATURAL_GAPS - 1);
        out[i].rank = (uint8_t)(known ? rank : NATURAL_RANKS - 1);
    }
}

void natural_values_add(const struct natural_values *v, int phase, const int16_t *values,
                        struct natural_move *moves, int count)
{
    struct natural_placed placed[SHOGI_MAX_MOVES];
    int span = phase * NATURAL_SPANS / NATURAL_PHASES;
    natural_place_values(values, count, placed);
    for (int i = 0; i < count; i++)
        moves[i].score = moves[i].score * v->scale[span] + v->gap[span][placed[i].gap] +
                         v->rank[span][placed[i].rank];
}

/* A guess: a pawn less is e times less likely. */
void natural_values_begin(struct natural_values *v)
{
    static const float GAP[NATURAL_GAPS] = {0,     -0.05F, -0.15F, -0.3F, -0.5F, -0.8F,
                                            -1.1F, -1.4F,  -1.8F,  -2.2F, -2.7F, -3.2F,
                                            -3.8F, -4.5F,  -5,     -2};
    for (int span = 0; span < NATURAL_SPANS; span++) {
        v->scale[span] = 0.8F;
        memcpy(v->gap[span], GAP, sizeof GAP);
        memset(v->rank[span], 0, sizeof v->rank[span]);
        v->rank[span][0] = 0.5F;
    }
}

/* --- Bytes ------------------------------------------------------------------------------------ */

enum { NUMBERS = sizeof(struct natural_values) / sizeof(float), MOST = 1000 /* of a number */ };

bool natural_values_read(struct natural_values *v, struct span bytes)
{
    float *to = (float *)v;
    bool sane = bytes.n == 4 + 4 * (size_t)NUMBERS && le_get32(bytes.p) == NUMBERS;
    for (size_t i = 0; i < NUMBERS && sane; i++) {
        to[i] = (float)((double)(int32_t)le_get32(bytes.p + 4 + 4 * i) / 1e3);
        sane = fabsf(to[i]) <= MOST;
    }
    return sane;
}

void natural_values_write(const struct natural_values *v, struct buf *out)
{
    const float *from = (const float *)v;
    uint8_t word[4];
    le_put32(word, NUMBERS);
    buf_add(out, word, sizeof word);
    for (size_t i = 0; i < NUMBERS; i++) {
        le_put32(word, (uint32_t)lrint((double)from[i] * 1e3));
        buf_add(out, word, sizeof word);
    }
}
