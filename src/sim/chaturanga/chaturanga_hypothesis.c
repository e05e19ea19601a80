/* chaturanga_hypothesis.c: see chaturanga_hypothesis.h. */
#include "sim/chaturanga/chaturanga_hypothesis.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "sim/chaturanga/chaturanga_oddity.h"

const struct msg hypothesis_standings[4] = {{"open", "どちらとも"},
                                            {"possible", "可能"},
                                            {"stretch", "無理がある"},
                                            {"against", "本文に反する"}};

enum { OPEN = STANDING_OPEN, POSSIBLE, STRETCH, AGAINST };

/* By dimension: the plain value, how each value stands to the text; for those that are no readings
 * of the rules also names, and the value that Kifu's players have by default. */
static const struct {
    const char *name;
    const char *values[CHATURANGA_MAX_VALUES];
    uint8_t plain, usual;
    uint8_t standing[CHATURANGA_MAX_VALUES];
} ROWS[DIMENSIONS] = {
    /* setup: Figure 1 is missing in our text; every other source has the standard array */
    {NULL, {NULL}, 0, 0, {OPEN, STRETCH}},
    /* order: "both may be used to move two pieces"; Table 5 counts two different pieces once */
    {NULL, {NULL}, 1, 0, {POSSIBLE, OPEN, POSSIBLE, POSSIBLE, AGAINST}},
    /* doubles: "the same piece" */
    {NULL, {NULL}, 0, 0, {OPEN, POSSIBLE}},
    /* ally: "pieces other than one's own can be taken" */
    {NULL, {NULL}, 1, 0, {POSSIBLE, OPEN, STRETCH}},
    /* bare: "when one player has only the raja it is a draw" */
    {NULL, {NULL}, 0, 0, {OPEN, AGAINST, AGAINST, AGAINST, AGAINST}},
    /* promotion, exchange, sinhasana, triumph: described at length */
    {NULL, {NULL}, 0, 0, {OPEN, STRETCH, AGAINST}},
    {NULL, {NULL}, 0, 0, {OPEN, AGAINST}},
    {NULL, {NULL}, 0, 0, {OPEN, AGAINST}},
    {NULL, {NULL}, 0, 0, {OPEN, AGAINST}},
    /* sum: Table 4 */
    {NULL, {NULL}, 0, 0, {OPEN, AGAINST}},
    /* pass: "the pass is among the legal moves" */
    {NULL, {NULL}, 0, 0, {OPEN, AGAINST}},
    /* partners: "then those who were a team fight" */
    {NULL, {NULL}, 0, 0, {OPEN, AGAINST}},
    {NULL, {NULL}, 0, 0, {OPEN, STRETCH}}, /* back */
    /* ending: "two moves are counted as one set" */
    {NULL, {NULL}, 0, 0, {OPEN, POSSIBLE}},
    /* "only the move of the piece that is moved first is looked at": also for taking now? */
    [DIMENSION_TAKE] = {"take", {"either-move", "first-move"}, 0, 0, {OPEN, OPEN}},
    [DIMENSION_LOOK] = {"look", {"first-move", "whole-turn"}, 0, 0, {OPEN, STRETCH}},
    /* Table 5 gives the probability of two moves, but only their number is said to need it */
    [DIMENSION_BY_TWO] = {"by-two", {"no", "hunt", "all"}, 0, 0, {OPEN, POSSIBLE, POSSIBLE}},
    /* Table 3: P1 looks one turn ahead */
    [DIMENSION_HUNTERS] = {"hunters", {"P3-P4", "P1-P4"}, 0, 0, {OPEN, AGAINST}},
    /* "how that piece bears on a raja's being taken" */
    [DIMENSION_DANGER] =
        {"danger", {"all", "growing", "raja-moves"}, 0, 0, {OPEN, POSSIBLE, POSSIBLE}},
    [DIMENSION_CAUTION] = {"R2", {"after-hunt", "before-hunt"}, 0, 0, {OPEN, STRETCH}},
    [DIMENSION_ROUNDS] = {"rounds", {"at-once", "in-turn"}, 0, 1, {OPEN, OPEN}},
    [DIMENSION_BUSY] =
        {"moves", {"any", "one-if-possible", "two-if-possible"}, 0, 0, {OPEN, AGAINST, AGAINST}},
    [DIMENSION_PREY] = {"prey", {"enemies", "partner-too"}, 0, 0, {OPEN, AGAINST}},
    [DIMENSION_FROZEN] = {"frozen", {"stay", "vanish"}, 0, 0, {OPEN, AGAINST}},
    [DIMENSION_COUNTED] = {"forced-pass", {"counted", "uncounted"}, 0, 0, {OPEN, STRETCH}},
    [DIMENSION_PLAY] = {"play", {"clockwise", "anticlockwise"}, 0, 0, {OPEN, AGAINST}},
};

void hypothesis_plain(struct chaturanga_hypothesis *out)
{
    for (unsigned d = 0; d < DIMENSIONS; d++)
        out->values[d] = ROWS[d].plain;
}

void hypothesis_default(struct chaturanga_hypothesis *out)
{
    for (unsigned d = 0; d < DIMENSIONS; d++)
        out->values[d] = ROWS[d].usual;
}

unsigned hypothesis_values(unsigned dimension)
{
    unsigned n = 0;
    if (dimension < CHATURANGA_READINGS)
        return (unsigned)chaturanga_rule_values((int)dimension);
    while (n < CHATURANGA_MAX_VALUES && ROWS[dimension].values[n])
        n++;
    return n;
}

unsigned hypothesis_plain_value(unsigned dimension)
{
    return ROWS[dimension].plain;
}

enum hypothesis_standing hypothesis_standing(unsigned dimension, unsigned value)
{
    return (enum hypothesis_standing)ROWS[dimension].standing[value];
}

double hypothesis_log_prior(const struct chaturanga_hypothesis *h)
{
    static const double ODDS[] = {1, 3, 10, 100};
    double sum = 0;
    for (unsigned d = 0; d < DIMENSIONS; d++)
        sum -= log(ODDS[hypothesis_standing(d, h->values[d])]);
    return sum;
}

unsigned hypothesis_departures(const struct chaturanga_hypothesis *h)
{
    unsigned n = 0;
    for (unsigned d = 0; d < DIMENSIONS; d++)
        n += h->values[d] != ROWS[d].plain;
    return n;
}

/* --- Text ------------------------------------------------------------------------------------- */

void hypothesis_print_value(unsigned dimension, unsigned value, struct buf *out)
{
    bool rule = dimension < CHATURANGA_READINGS;
    buf_printf(out, "%s=%s", rule ? chaturanga_readings[dimension].name : ROWS[dimension].name,
               rule ? chaturanga_readings[dimension].values[value] : ROWS[dimension].values[value]);
}

void hypothesis_print(const struct chaturanga_hypothesis *h, struct buf *out)
{
    bool any = false;
    for (unsigned d = 0; d < DIMENSIONS; d++) {
        if (h->values[d] == ROWS[d].plain)
            continue;
        if (any)
            buf_add_char(out, ' ');
        hypothesis_print_value(d, h->values[d], out);
        any = true;
    }
    if (!any)
        buf_add_str(out, "plain");
}

/* --- As trials -------------------------------------------------------------------------------- */

struct chaturanga_rules hypothesis_rules(const struct chaturanga_hypothesis *h)
{
    struct chaturanga_rules rules = {0};
    for (int i = 0; i < CHATURANGA_READINGS; i++)
        *chaturanga_rule(&rules, i) = h->values[i];
    return rules;
}

unsigned hypothesis_oddities(const struct chaturanga_hypothesis *h)
{
    return (h->values[DIMENSION_FROZEN] ? CHATURANGA_FROZEN_VANISH : 0U) |
           (h->values[DIMENSION_COUNTED] ? CHATURANGA_SKIP_FORCED : 0U) |
           (h->values[DIMENSION_PLAY] ? CHATURANGA_TURN_BACK : 0U);
}

void hypothesis_player(const struct chaturanga_hypothesis *h, unsigned level,
                       char name[HYPOTHESIS_NAME_BYTES])
{
    const uint8_t *v = h->values;
    bool cautious = level >= 2, hunts = level >= 3 || (level && v[DIMENSION_HUNTERS]);
    bool by_two = v[DIMENSION_BY_TWO] && (hunts || (cautious && v[DIMENSION_BY_TWO] == 2));
    bool all = cautious && v[DIMENSION_BY_TWO] == 2;
    const struct {
        const char *habit;
        bool on;
    } HABITS[] = {
        {"first", v[DIMENSION_TAKE] == 1},
        {"set", v[DIMENSION_LOOK] && (hunts || cautious)},
        {"double", by_two && all},
        {"reach", by_two && !all},
        {"hunt", hunts && level < 3},
        {"raise", cautious && v[DIMENSION_DANGER] == 1},
        {"king", cautious && v[DIMENSION_DANGER] == 2},
        {"safe", hunts && cautious && v[DIMENSION_CAUTION]},
        {"literal", level >= 4 && v[DIMENSION_ROUNDS] == 0 && v[DIMENSION_DANGER] != 1},
        {"move", v[DIMENSION_BUSY] == 1},
        {"two", v[DIMENSION_BUSY] == 2},
        {"partner", v[DIMENSION_PREY] && hypothesis_rules(h).ally == 1},
    };
    size_t n = (size_t)snprintf(name, HYPOTHESIS_NAME_BYTES, "P%u", level);
    char sign = ':';
    for (size_t i = 0; level && i < sizeof HABITS / sizeof *HABITS; i++) {
        if (!HABITS[i].on)
            continue;
        n += (size_t)snprintf(name + n, HYPOTHESIS_NAME_BYTES - n, "%c%s", sign, HABITS[i].habit);
        sign = '+';
    }
}
