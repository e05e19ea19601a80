/* person_options.c: see person_options.h. */
#include "engine/person/person_options.h"

#include "engine/person/person.h"

#define AT(field) offsetof(struct person_settings, field)
static const struct usi_row ROWS[] = {
    {"Person", USI_COMBO, AT(person), PERSON_NONE, 0, PERSON_BEGINNER, person_words},
    {"Person_Time", USI_CHECK, AT(takes_time), 0, 0, 1, NULL},
    {"Person_Seed", USI_SPIN, AT(seed), 0, 0, INT32_MAX, NULL},
    {"Like_Database", USI_FILE, AT(like_database), 0, 0, 0, NULL},
    {"Like_Query", USI_TEXT, AT(like_query), 0, 0, 0, NULL},
};
const struct usi_rows person_rows = {ROWS, sizeof ROWS / sizeof *ROWS};
