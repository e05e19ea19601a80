/* win_rate.c: see win_rate.h. */
#include "engine/search/win_rate.h"

#include <math.h>
#include <string.h>

/* Fitted by logistic regression of results of people's and programs' games on the values of searches
 * of 20,000 nodes (scripts/fit-win-rate); docs/engine.md ("As an analyst") has the games and the
 * intervals. */
static const struct {
    const char *evaluation;
    int scale;
} SCALES[] = {
    {"net", 500},
    {"halfka", 450},
    {"paper", 1900},
    {"material", 2100},
};

int win_rate_scale(const char *evaluation)
{
    for (size_t i = 0; evaluation && i < sizeof SCALES / sizeof *SCALES; i++)
        if (strcmp(SCALES[i].evaluation, evaluation) == 0)
            return SCALES[i].scale;
    return WIN_RATE_SCALE;
}

double win_rate(int value, int scale)
{
    if (value >= THINK_MATE_BOUND)
        return 1;
    if (value <= -THINK_MATE_BOUND)
        return 0;
    return 1 / (1 + exp(-(double)value / scale));
}

struct win_rate_wdl win_rate_wdl(int value, int scale)
{
    int wins = (int)lround(1000 * win_rate(value, scale));
    return (struct win_rate_wdl){wins, 0, 1000 - wins};
}
