/* value_source_internal.h: what a way to judge positions fills in; see value_source.h.  One file and one row in
 * value_source.c for each. */
#ifndef KIFU_VALUES_SHEET_VALUE_SOURCE_INTERNAL_H
#define KIFU_VALUES_SHEET_VALUE_SOURCE_INTERNAL_H

#include "values/sheet/value_source.h"

/* Which positions of which games are valued, when not all are.
 *
 * A game's moves are mixed to a number, and that with a ply to another; what lies below a bound is
 * taken.  So it does not matter in which order, by how many threads or from which database games
 * come, and a larger sample holds the smaller one. */
struct value_source_sample {
    uint64_t positions, games; /* taken: mixed numbers up to this one */
};

void value_source_sample_init(struct value_source_sample *s, const struct value_source_options *o);
static inline bool value_source_sample_is_all(const struct value_source_sample *s)
{
    return s->positions == UINT64_MAX && s->games == UINT64_MAX;
}

enum { VALUE_SOURCE_SAMPLE_NO_GAME = 0 };
/* A game as a number; VALUE_SOURCE_SAMPLE_NO_GAME if none of its positions is taken. */
uint64_t value_source_sample_game(const struct value_source_sample *s,
                                  const struct value_source_game *g);
bool value_source_sample_takes(const struct value_source_sample *s, uint64_t game, uint32_t ply);

struct value_source {
    const struct value_source_type *type;
    void *own;       /* the type's; shared by threads, not changed once it is open */
    struct buf line; /* value_source_line(): filled by open(), beginning with the name */
    /* set before open(); what it does not take is made VALUE_SOURCE_NO_VALUE afterwards, so that only who
     * is slow need look at it */
    struct value_source_sample sample;
};

struct value_source_worker {
    struct value_source *value_source;
    void *own; /* the type's, for one thread */
};

/* Whatever open functions leave in `own` is handed to the close function, also if they fail; NULL
 * is fine there. */
struct value_source_type {
    const char *name;     /* "static"; or ending in a colon ("usi:"): something must follow */
    const char *argument; /* what that is, for messages: "COMMAND"; NULL without a colon */
    bool slow;            /* value_source_is_slow() */
    bool by_id;           /* games are handed out by id: faster where records are read */
    /* argument: what follows the colon, "" without one; borrowed for the call. */
    enum status (*open)(struct value_source *j, const char *argument,
                        const struct value_source_options *o, struct err *err);
    void (*close)(void *own);
    /* Both may be NULL if a worker keeps nothing. */
    enum status (*worker_open)(struct value_source_worker *w, struct err *err);
    void (*worker_close)(void *own);
    enum status (*game)(struct value_source_worker *w, const struct value_source_game *g,
                        int16_t *values, struct err *err);
    void (*read_tally)(const struct value_source *j,
                       struct value_source_tally *out); /* may be NULL */
};

extern const struct value_source_type value_source_static, value_source_qsearch,
    value_source_record, value_source_usi;

/* A value of hundredths for the side to move, made one for Black and cut to ±VALUE_SOURCE_MOST. */
int16_t value_source_value(int for_mover, int turn);
/* A mate in so many plies, won by a colour; a length that is not known is -1.  Lengths have room up
 * to VALUE_SOURCE_MATE - VALUE_SOURCE_MOST - 1, which also stands for those above and those not known. */
int16_t value_source_mate(int winner, int plies);

#endif
