/* chaturanga_race.c: see chaturanga_race.h. */
#include "sim/chaturanga/chaturanga_race.h"

#include "base/alloc.h"
#include "sim/chaturanga/chaturanga_threat.h"

/* Combinations of needs. */
static uint32_t codes_of(const struct chaturanga_race *r)
{
    uint32_t codes = 1;
    for (unsigned kind = 0; kind < CHATURANGA_KINDS; kind++)
        codes *= r->turns + 1;
    return codes;
}

enum status chaturanga_race_open(struct chaturanga_race *r, unsigned turns, struct err *err)
{
    *r = (struct chaturanga_race){.turns = turns};
    r->counts = mem_calloc((size_t)codes_of(r) * turns, sizeof *r->counts);
    return r->counts ? STATUS_OK : err_nomem(err);
}

void chaturanga_race_close(struct chaturanga_race *r)
{
    mem_free(r->counts);
    r->counts = NULL;
}

/* The best chance in the `left` turns after this one, whose roll does not take. */
static uint32_t best_after(const struct chaturanga_race *r, uint32_t code,
                           const unsigned needs[CHATURANGA_KINDS], unsigned roll, unsigned left)
{
    const uint32_t *counts = r->counts + (size_t)codes_of(r) * (left - 1);
    uint32_t best = counts[code], weight = 1;
    for (unsigned kind = 0; kind < CHATURANGA_KINDS; kind++, weight *= r->turns + 1) {
        if (!needs[kind] || needs[kind] >= r->turns || !(r->rolls[kind] >> roll & 1))
            continue;
        uint32_t moved = counts[code - weight];
        best = moved > best ? moved : best;
    }
    return best;
}

/* Over all rolls, with `left` turns after this one. */
static uint32_t count_rolls(const struct chaturanga_race *r, uint32_t code,
                            const unsigned needs[CHATURANGA_KINDS], uint32_t now, unsigned left)
{
    uint32_t all = chaturanga_rolls_count(now) << (4 * left);
    for (unsigned roll = 0; left && roll < CHATURANGA_ROLLS; roll++)
        if (!(now >> roll & 1))
            all += best_after(r, code, needs, roll, left);
    return all;
}

/* The table for these rules. */
static void fill(struct chaturanga_race *r, const struct chaturanga_rules *rules)
{
    uint32_t codes = codes_of(r);
    for (unsigned kind = 0; kind < CHATURANGA_KINDS; kind++)
        r->rolls[kind] = (uint16_t)chaturanga_kind_rolls(rules, kind);
    r->sum = rules->sum == 0;
    for (unsigned left = 0; left + 1 <= r->turns; left++)
        for (uint32_t code = 0; code < codes; code++) {
            unsigned needs[CHATURANGA_KINDS];
            uint32_t now = 0, rest = code;
            for (unsigned kind = 0; kind < CHATURANGA_KINDS; kind++, rest /= r->turns + 1) {
                needs[kind] = rest % (r->turns + 1);
                now |= needs[kind] ? 0 : r->rolls[kind];
            }
            r->counts[(size_t)codes * left + code] = count_rolls(r, code, needs, now, left);
        }
}

uint32_t chaturanga_race_count(struct chaturanga_race *r, const struct chaturanga_rules *rules,
                               const unsigned needs[CHATURANGA_KINDS], uint32_t now)
{
    unsigned capped[CHATURANGA_KINDS];
    uint32_t code = 0, weight = 1;
    if (r->rolls[0] == 0 || r->sum != (rules->sum == 0))
        fill(r, rules);
    for (unsigned kind = 0; kind < CHATURANGA_KINDS; kind++, weight *= r->turns + 1) {
        capped[kind] = needs[kind] < r->turns ? needs[kind] : r->turns;
        code += capped[kind] * weight;
    }
    return count_rolls(r, code, capped, now, r->turns - 1);
}
