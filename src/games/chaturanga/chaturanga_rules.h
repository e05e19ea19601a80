/* chaturanga_rules.h: how the rules are read, where they can be read in several ways.
 *
 * Every reading is a row of chatur_readings: a name, its values by name, what they mean.  From the
 * rows come files of rules, positions, records, `kifu chaturanga --rules`, and the table of what
 * each reading does. */
#ifndef KIFU_GAMES_CHATURANGA_CHATURANGA_RULES_H
#define KIFU_GAMES_CHATURANGA_CHATURANGA_RULES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/span.h"

enum chatur_order {
    CHATUR_ORDER_ASC,
    CHATUR_ORDER_ANY,
    CHATUR_ORDER_ROLLED,
    CHATUR_ORDER_DESC,
    CHATUR_ORDER_BOTH
};
enum chatur_promotion { CHATUR_PROMOTES_ALL, CHATUR_PROMOTES_NO_RAJA, CHATUR_PROMOTES_NONE };

/* Values are the places in a row's list; every default is 0, so that {0} is the usual set. */
struct chatur_rules {
    uint8_t setup;     /* standard, swapped (horse and elephant) */
    uint8_t order;     /* asc, any, rolled, desc, both */
    uint8_t doubles;   /* samepiece, samekind */
    uint8_t ally;      /* none, any, not-raja: may a partner's piece be taken */
    uint8_t bare;      /* any, all, final, team, never: whose bare raja draws, and when */
    uint8_t promotion; /* raja, no-raja, none */
    uint8_t exchange;  /* yes, no */
    uint8_t sinhasana; /* yes, no */
    uint8_t triumph;   /* yes, no */
    uint8_t sum;       /* yes, no */
    uint8_t pass;      /* free, forced */
    uint8_t partners;  /* fight, share: what follows when a team is out */
    uint8_t back;      /* allowed, forbidden: the same piece straight back in one turn */
    uint8_t ending;    /* whole, at-once: a set of moves whose first one ends the game */
};

enum { CHATUR_MAX_VALUES = 6, CHATUR_READINGS = 14 };
struct chatur_reading {
    const char *name;
    const char *values[CHATUR_MAX_VALUES]; /* NULL at the end */
    struct msg what;
};
extern const struct chatur_reading chatur_readings[CHATUR_READINGS];
/* The place of a reading's value in the rules. */
uint8_t *chatur_rule(struct chatur_rules *rules, int reading);
/* How many values it has. */
int chatur_rule_values(int reading);

/* "order any", one a line or separated by blanks as "order=any"; '#' begins a comment; what is not
 * named keeps its default. */
enum status chatur_rules_parse(struct chatur_rules *out, struct span text,
                               struct err *err) CHECK_RESULT;
/* "order=any bare=never": what differs from the default; nothing for the usual set. */
void chatur_rules_print(const struct chatur_rules *rules, struct buf *out);

#endif
