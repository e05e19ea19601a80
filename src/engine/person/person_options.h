/* person_options.h: what may be set of persons (person_player.h), by the names that USI has for it;
 * matches take the same. */
#ifndef KIFU_ENGINE_PERSON_PERSON_OPTIONS_H
#define KIFU_ENGINE_PERSON_PERSON_OPTIONS_H

#include "engine/style_options.h"

struct person_settings {
    int64_t person;      /* enum person_id */
    int64_t takes_time;  /* 0 or 1: thinks as long as people do */
    int64_t seed;        /* 0: another one for each game */
    char *like_database; /* owned; NULL: none */
    char *like_query;    /* owned; NULL: all games of it */
};
extern const struct usi_rows person_rows;

/* Do they ask for anything but the engine? */
static inline bool person_wanted(const struct person_settings *s)
{
    return s->person != 0 || s->like_database;
}

#endif
