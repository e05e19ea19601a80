/* go_predict.h: what a network of people's Go moves thinks of the moves that were played. */
#ifndef KIFU_VALUES_NATURAL_GO_PREDICT_H
#define KIFU_VALUES_NATURAL_GO_PREDICT_H

#include "engine/natural/go_people_network.h"
#include "values/learn/go_samples.h"
#include "values/natural/agreement.h"

enum { GO_PREDICT_METHOD = 0 }; /* of the rows: there is the network alone */

struct go_predict_work {
    const struct go_people_network *network;
    int images; /* go_people_network.h */
    const struct go_sample_set *set;
    unsigned threads; /* 0: one for each processor */
    const atomic_bool *cancelled;
    void (*done)(void *ctx, size_t positions); /* so many more; may be NULL */
    void *ctx;
};
/* Adds a row for each sample, the same for any number of threads.  The number of a move is 1 + that
 * of go_people_input.h. */
enum status go_predict_all(const struct go_predict_work *w, struct agreement *out,
                           struct err *err) CHECK_RESULT;

#endif
