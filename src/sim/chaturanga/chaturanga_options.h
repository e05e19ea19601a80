/* chaturanga_options.h: what stands after the colon of a player's name: "nodes=500+own=0.1". */
#ifndef KIFU_SIM_CHATURANGA_CHATURANGA_OPTIONS_H
#define KIFU_SIM_CHATURANGA_CHATURANGA_OPTIONS_H

#include "sim/chaturanga/chaturanga_players.h"

/* A number that an option sets; one of the three is not NULL. */
struct chaturanga_player_option {
    const char *name; /* NULL ends a table */
    uint64_t *whole;
    unsigned *small;
    float *real;
    double max; /* least is 0 */
};

/* Limits come with every table: "nodes", "ms", "depth". */
enum status chaturanga_options_read(const struct chaturanga_player_option *table,
                                    struct chaturanga_limits *limits, struct span text,
                                    struct err *err) CHECK_RESULT;

/* Milliseconds of a steady clock. */
uint64_t chaturanga_now_ms(void);

#endif
