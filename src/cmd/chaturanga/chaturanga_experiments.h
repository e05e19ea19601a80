/* chaturanga_experiments.h: declarations that the parts of `kifu chaturanga tables` share. */
#ifndef KIFU_CMD_CHATURANGA_CHATURANGA_EXPERIMENTS_H
#define KIFU_CMD_CHATURANGA_CHATURANGA_EXPERIMENTS_H

#include "cmd/chaturanga/chaturanga_figures.h"
#include "cmd/chaturanga/report_table.h"

struct experiments {
    struct trial_bar bar;
    struct cmd_env *env;
    uint64_t games, seed;
    struct chaturanga_rules rules;
    struct chaturanga_limits limits;
    enum report_form form;
    struct buf out;
};

/* Games of four players; others: red, green and yellow; black.  CMD_OK, or an exit status after a
 * message. */
struct lineup {
    const char *others, *black;
    const struct chaturanga_rules *rules; /* NULL: the experiments' */
    unsigned oddities;
    bool counts;
    uint64_t games;
};
int experiment_run(struct experiments *x, const struct lineup *lineup, struct chaturanga_sums *out);
/* Prints and closes the sheet if code is CMD_OK; returns the exit status. */
int experiment_print(struct experiments *x, struct report_table *s, int code);

/* The parts. */
int experiment_games(struct experiments *x);
int experiment_index(struct experiments *x);
int experiment_readings(struct experiments *x);
int experiment_causes(struct experiments *x);
int experiment_mixed(struct experiments *x);
int experiment_strong(struct experiments *x);

#endif
