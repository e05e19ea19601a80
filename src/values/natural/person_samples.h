/* person_samples.h: positions of people's games with what was done there and how long it took: a
 * move was played, or the game was resigned.  To fit persons to (engine/person/person.h). */
#ifndef KIFU_VALUES_NATURAL_PERSON_SAMPLES_H
#define KIFU_VALUES_NATURAL_PERSON_SAMPLES_H

#include "values/learn/natural_samples.h"

struct person_sample {
    struct natural_sample at; /* played 0: resigned */
    uint32_t ms;              /* RECORD_NO_TIME; 0 if the record has no times but zeros */
    bool to_the_end;          /* the game ended by resignation */
};

struct person_samples {
    struct person_sample *rows; /* owned */
    size_t count, cap;
    struct natural_games games;
};

void person_samples_init(struct person_samples *s);
void person_samples_release(struct person_samples *s);
/* The games that o takes. */
enum status person_samples_add(struct person_samples *s, const struct db *db,
                               const struct natural_game_options *o, struct err *err) CHECK_RESULT;

#endif
