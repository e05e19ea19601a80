/* chaturanga_rules.h: the options of the rules of chaturanga, where they can be read in several
 * ways.
 *
 * Every reading is a row of chaturanga_readings: a name, its values by name, what they mean.  From
 * the rows come files of rules, positions, records, `kifu chaturanga --rules`, and the table of
 * what each reading does. */
#ifndef KIFU_GAMES_CHATURANGA_CHATURANGA_RULES_H
#define KIFU_GAMES_CHATURANGA_CHATURANGA_RULES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/span.h"

enum chaturanga_order {
    CHATURANGA_ORDER_ASC,
    CHATURANGA_ORDER_ANY,
    CHATURANGA_ORDER_ROLLED,
    CHATURANGA_ORDER_DESC,
    CHATURANGA_ORDER_BOTH
};
enum chaturanga_promotion {
    CHATURANGA_PROMOTES_ALL,
    CHATURANGA_PROMOTES_NO_RAJA,
    CHATURANGA_PROMOTES_NONE
};

/* Values are indices into a row's list; every default is 0, so that {0} is the usual set. */
struct chaturanga_rules {
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

enum { CHATURANGA_MAX_VALUES = 6, CHATURANGA_READINGS = 14 };
struct chaturanga_reading {
    const char *name;
    const char *values[CHATURANGA_MAX_VALUES]; /* NULL at the end */
    struct msg what;
};
extern const struct chaturanga_reading chaturanga_readings[CHATURANGA_READINGS];
/* The field of the rules that holds a reading's value. */
uint8_t *chaturanga_rule(struct chaturanga_rules *rules, int reading);
/* How many values it has. */
int chaturanga_rule_values(int reading);

/* "order any", one a line or separated by blanks as "order=any"; '#' begins a comment; what is not
 * named keeps its default. */
enum status chaturanga_rules_parse(struct chaturanga_rules *out, struct span text,
                                   struct err *err) CHECK_RESULT;
/* "order=any bare=never": what differs from the default; nothing for the usual set. */
void chaturanga_rules_print(const struct chaturanga_rules *rules, struct buf *out);

#endif
