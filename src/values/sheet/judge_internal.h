/* judge_internal.h: what a way to judge positions fills in; see judge.h.  One file and one row in
 * judge.c for each. */
#ifndef KIFU_VALUES_SHEET_JUDGE_INTERNAL_H
#define KIFU_VALUES_SHEET_JUDGE_INTERNAL_H

#include "values/sheet/judge.h"
#include "values/sheet/judge_sample.h"

struct judge {
    const struct judge_type *type;
    void *own;       /* the type's; shared by threads, not changed once it is open */
    struct buf line; /* judge_line(): filled by open(), beginning with the name */
    /* set before open(); what it does not take is made JUDGE_NO_VALUE afterwards, so that only who
     * is slow need look at it */
    struct judge_sample sample;
};

struct judge_worker {
    struct judge *judge;
    void *own; /* the type's, for one thread */
};

/* Whatever open functions leave in `own` is handed to the close function, also if they fail; NULL
 * is fine there. */
struct judge_type {
    const char *name;     /* "static"; or ending in a colon ("usi:"): something must follow */
    const char *argument; /* what that is, for messages: "COMMAND"; NULL without a colon */
    bool slow;            /* judge_is_slow() */
    bool by_id;           /* games are handed out by id: quicker for who reads their records */
    /* argument: what follows the colon, "" without one; borrowed for the call. */
    enum status (*open)(struct judge *j, const char *argument, const struct judge_options *o,
                        struct err *err);
    void (*close)(void *own);
    /* Both may be NULL if a worker keeps nothing. */
    enum status (*worker_open)(struct judge_worker *w, struct err *err);
    void (*worker_close)(void *own);
    enum status (*game)(struct judge_worker *w, const struct judged_game *g, int16_t *values,
                        struct err *err);
    void (*tell)(const struct judge *j, struct judge_tally *out); /* may be NULL */
};

extern const struct judge_type judge_static, judge_quiescence, judge_record, judge_usi;

/* A value of hundredths for the side to move, made one for Black and cut to ±JUDGE_MOST. */
int16_t judge_value(int for_mover, int turn);
/* A mate in so many plies, won by a colour; a length that is not known is -1.  Lengths have room up
 * to JUDGE_MATE - JUDGE_MOST - 1, which also stands for those above and those not known. */
int16_t judge_mate(int winner, int plies);

#endif
