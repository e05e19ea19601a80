/* go_history.h: the earlier positions of a line of play, for the superko rules.
 *
 * Simple ko is checked by go_why_illegal().  Superko forbids any earlier position of the whole
 * board: positional whoever is to move, situational only with the same side to move.  Positions are
 * known by their hashes; the list is a stack, so that a branch costs the moves taken back, and a
 * look-up takes a step or two however long the line is. */
#ifndef KIFU_GAMES_GO_GO_HISTORY_H
#define KIFU_GAMES_GO_GO_HISTORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "games/go/go.h"

enum go_ko_rule { GO_KO_SIMPLE, GO_KO_POSITIONAL, GO_KO_SITUATIONAL };
/* "simple", "positional", "situational", NULL: in that order, for tables of options. */
extern const char *const go_ko_names[];

struct go_history {
    struct go_past {
        uint64_t key;
        uint32_t before; /* 1 + index of the next older one in the same chain; 0: none */
    } * past;
    uint32_t count;
    size_t cap;
    uint32_t *chains; /* 1 + index of the newest in each; NULL until there is one */
};

void go_history_init(struct go_history *h);
void go_history_release(struct go_history *h);
void go_history_clear(struct go_history *h);

/* The key of a position under a rule. */
uint64_t go_history_key(uint64_t hash, int turn, enum go_ko_rule rule);
bool go_history_has(const struct go_history *h, uint64_t key);
/* False if there is no memory. */
bool go_history_push(struct go_history *h, uint64_t key);
/* Removes the newest until n remain. */
void go_history_back_to(struct go_history *h, uint32_t n);

#endif
