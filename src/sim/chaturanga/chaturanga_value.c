/* chaturanga_value.c: see chaturanga_value.h. */
#include "sim/chaturanga/chaturanga_value.h"

#include <math.h>

#include "sim/chaturanga/chaturanga_threat.h"

const char *const chaturanga_term_names[TERM_COUNT] = {"alive", "boats",   "horses",    "elephants",
                                                       "pawns", "advance", "mobility",  "danger",
                                                       "later", "last",    "last-later"};
const char *const chaturanga_model_names[MODEL_COUNT] = {"team", "share", "duel"};

/* `kifu chaturanga fit` over 18,000 games: team 139,904 positions, -ln p 0.551 (0.693 for a guess);
 * share 95,888, 0.683; duel 75,488, 0.659.  That was with P2 to P4 as they played then.  Fitted to
 * their games of today the losses are the same to 0.002, some weights are not: horses of share 0.11
 * instead of 0.30, elephants of duel 0.81 instead of 0.63, boats of either 0.1 to 0.2 more, the
 * others within about 0.1 (danger, last: 0.2).  These are kept because all that was measured of
 * players who judge by them (docs/papers/chaturanga.md) was measured with these. */
const float chaturanga_weights[MODEL_COUNT][TERM_COUNT] = {
    {0.883F, 0.116F, 0.256F, 0.673F, -0.008F, -0.022F, -0.004F, -1.627F, -0.729F, -2.130F, -1.065F},
    {0.0F, -0.044F, 0.295F, 0.602F, -0.070F, 0.005F, -0.009F, -1.317F, -0.715F, 0.0F, 0.0F},
    {0.0F, -0.075F, 0.425F, 0.630F, -0.022F, 0.044F, -0.001F, -3.493F, -1.491F, 0.0F, 0.0F},
};

/* --- Terms ------------------------------------------------------------------------------------ */

/* Steps that the pawns have made from where they began. */
static unsigned steps_made(unsigned colour, uint64_t pawns)
{
    unsigned sum = 0;
    for (; pawns; pawns &= pawns - 1) {
        unsigned square = (unsigned)__builtin_ctzll(pawns), file = square & 7, rank = square >> 3;
        unsigned along = colour & 1 ? file : rank;
        unsigned line = colour == CHATURANGA_RED || colour == CHATURANGA_GREEN ? along : 7 - along;
        sum += line ? line - 1 : 0; /* behind where it began: only in positions made by hand */
    }
    return sum;
}

struct reach {
    uint64_t kinds[CHATURANGA_COLOURS][CHATURANGA_KINDS];
};

static void find_reach(const struct chaturanga_pos *pos, struct reach *r)
{
    for (unsigned c = 0; c < CHATURANGA_COLOURS; c++)
        for (unsigned kind = 0; kind < CHATURANGA_KINDS; kind++)
            r->kinds[c][kind] =
                pos->state[c] == CHATURANGA_PLAYING && chaturanga_pieces(pos, c, kind)
                    ? chaturanga_attacks(pos, c, kind)
                    : 0;
}

static float strike_chance(const struct chaturanga_pos *pos, const struct reach *r, unsigned by,
                           uint64_t rajas)
{
    uint32_t rolls = 0;
    for (unsigned kind = 0; kind < CHATURANGA_KINDS; kind++)
        if (r->kinds[by][kind] & rajas)
            rolls |= chaturanga_kind_rolls(&pos->rules, kind);
    return (float)chaturanga_rolls_count(rolls) / CHATURANGA_ROLLS;
}

static void add_dangers(const struct chaturanga_pos *pos, const struct reach *r, unsigned me,
                        float *terms)
{
    uint64_t rajas = chaturanga_pieces(pos, me, CHATURANGA_RAJA);
    unsigned mine = (me - pos->turn) % CHATURANGA_COLOURS;
    float before = 1, after = 1; /* chances to get through */
    for (unsigned c = 0; c < CHATURANGA_COLOURS; c++) {
        if (c == me || pos->state[c] != CHATURANGA_PLAYING || !chaturanga_enemies(pos, c, me))
            continue;
        bool first = (c - pos->turn) % CHATURANGA_COLOURS < mine;
        *(first ? &before : &after) *= 1 - strike_chance(pos, r, c, rajas);
    }
    bool last = pos->state[me ^ 2] == CHATURANGA_FROZEN;
    terms[TERM_DANGER] = 1 - before;
    terms[TERM_LATER] = 1 - after;
    terms[TERM_LAST] = last ? 1 - before : 0;
    terms[TERM_LAST_LATER] = last ? 1 - after : 0;
}

static float count(uint64_t squares)
{
    return (float)__builtin_popcountll(squares);
}

void chaturanga_terms(const struct chaturanga_pos *pos, struct chaturanga_terms *out)
{
    struct reach r;
    find_reach(pos, &r);
    for (unsigned c = 0; c < CHATURANGA_COLOURS; c++) {
        float *t = out->of[c];
        for (int i = 0; i < TERM_COUNT; i++)
            t[i] = 0;
        if (pos->state[c] == CHATURANGA_FROZEN)
            continue;
        uint64_t pawns = chaturanga_pieces(pos, c, CHATURANGA_PAWN);
        t[TERM_ALIVE] = 1;
        t[TERM_BOATS] = count(chaturanga_pieces(pos, c, CHATURANGA_BOAT));
        t[TERM_HORSES] = count(chaturanga_pieces(pos, c, CHATURANGA_HORSE));
        t[TERM_ELEPHANTS] = count(chaturanga_pieces(pos, c, CHATURANGA_ELEPHANT));
        t[TERM_PAWNS] = count(pawns);
        t[TERM_ADVANCE] = (float)steps_made(c, pawns);
        for (unsigned kind = 0; kind <= CHATURANGA_RAJA; kind++)
            t[TERM_MOBILITY] += count(r.kinds[c][kind] & ~pos->colours[c]);
        if (pos->state[c] == CHATURANGA_PLAYING)
            add_dangers(pos, &r, c, t);
    }
}

/* --- Chances ---------------------------------------------------------------------------------- */

static float weigh(enum chaturanga_model model, const float *terms)
{
    float sum = 0;
    for (int i = 0; i < TERM_COUNT; i++)
        sum += chaturanga_weights[model][i] * terms[i];
    return sum;
}

static float chance(float points)
{
    return 1 / (1 + expf(-points));
}

static bool team_is_out(const struct chaturanga_pos *pos, unsigned team)
{
    return pos->state[team] == CHATURANGA_FROZEN && pos->state[team + 2] == CHATURANGA_FROZEN;
}

static void evaluate_end(const struct chaturanga_pos *pos, struct chaturanga_value *out)
{
    unsigned alive = 0;
    for (unsigned c = 0; c < CHATURANGA_COLOURS; c++)
        alive += pos->state[c] != CHATURANGA_FROZEN;
    for (unsigned c = 0; c < CHATURANGA_COLOURS; c++) {
        bool stands = pos->state[c] != CHATURANGA_FROZEN;
        if (pos->phase == CHATURANGA_WON)
            out->seat[c] = chaturanga_wins(pos, c) ? 1 : 0;
        else
            out->seat[c] = stands && alive ? 1 / (float)alive : 0;
    }
}

/* Splits what a pair has between the two. */
static void share_out(enum chaturanga_model model, const struct chaturanga_terms *t,
                      unsigned colour, float pair, struct chaturanga_value *out)
{
    unsigned other = colour ^ 2;
    bool here = t->of[colour][TERM_ALIVE] > 0, there = t->of[other][TERM_ALIVE] > 0;
    float mine = here ? 1 : 0;
    if (here && there)
        mine = chance(weigh(model, t->of[colour]) - weigh(model, t->of[other]));
    out->seat[colour] = pair * mine;
    out->seat[other] = pair * (1 - mine);
}

void chaturanga_judge(const struct chaturanga_pos *pos, struct chaturanga_value *out)
{
    struct chaturanga_terms t;
    bool red_out = team_is_out(pos, 0), green_out = team_is_out(pos, 1);
    out->team[0] = red_out ? 0 : green_out ? 1 : 0.5F;
    out->team[1] = 1 - out->team[0];
    if (chaturanga_over(pos)) {
        evaluate_end(pos, out);
        return;
    }
    chaturanga_terms(pos, &t);
    if (pos->phase == CHATURANGA_TEAMS) {
        float points = 0;
        for (unsigned c = 0; c < CHATURANGA_COLOURS; c++)
            points += (c & 1 ? -1.0F : 1.0F) * weigh(MODEL_TEAM, t.of[c]);
        out->team[0] = chance(points);
        out->team[1] = 1 - out->team[0];
    }
    enum chaturanga_model model = pos->phase == CHATURANGA_TEAMS ? MODEL_SHARE : MODEL_DUEL;
    share_out(model, &t, 0, out->team[0], out);
    share_out(model, &t, 1, out->team[1], out);
}
