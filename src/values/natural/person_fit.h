/* person_fit.h: fitting persons (engine/person/person.h) to games of their class, and measuring
 * them.
 *
 * The weights are those that make the moves that were played likeliest (conditional logit); the
 * network must not have learnt from these games.  Resignation is a logit of its own, over the turns
 * at which the search is PERSON_RESIGNS_BEHIND or more.  Times are a linear fit of
 * ln seconds to the entropy of the person's choice. */
#ifndef KIFU_VALUES_NATURAL_PERSON_FIT_H
#define KIFU_VALUES_NATURAL_PERSON_FIT_H

#include "engine/person/person.h"
#include "values/learn/natural_value_fit.h"
#include "values/natural/agreement.h"
#include "values/natural/person_samples.h"

struct person_fitting {
    const struct person_samples *samples;
    struct person_mind *mind;
    struct thinker *thinker;
    unsigned from_ply;
    size_t positions; /* so many of a class at most, and a part of that for resignation and times */
    const atomic_bool *cancelled;
    void (*done)(void *ctx, size_t positions);
    void *ctx;
};

struct person_fit {
    struct person_kind fitted; /* as the person, with what was found */
    struct choice_figures fit,
        crossed; /* of moves: where they were fitted; by fifths of the games */
    uint64_t turns, resigned;
    uint64_t times; /* moves with a time */
};
/* STATUS_CANCELLED if it was stopped. */
enum status person_fit_run(const struct person_fitting *f, const struct person_kind *who,
                           struct person_fit *out, struct err *err) CHECK_RESULT;

/* How large mistakes are: a person's, expected, and people's, as they were; shares of positions
 * where the played move was searched. */
struct person_mistakes {
    uint64_t positions, seen;
    double loss, lost_one, lost_three,
        mates; /* mean loss in pawns; a pawn or more, three; allowed mates */
};
struct person_measure {
    struct agreement agreement; /* methods are persons */
    struct person_mistakes expected[PERSON_COUNT][NATURAL_CLASSES];
    struct person_mistakes played[PERSON_COUNT][NATURAL_CLASSES];
};
void person_measure_init(struct person_measure *m, uint64_t seed);
void person_measure_release(struct person_measure *m);
/* Each person in positions of every class. */
enum status person_measure_run(const struct person_fitting *f, struct person_measure *out,
                               struct err *err) CHECK_RESULT;

#endif
