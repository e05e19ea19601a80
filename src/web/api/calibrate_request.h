/* calibrate_request.h: arguments of /api/calibrate: the options of `kifu calibrate` that name
 * neither a file nor a command, within limits. */
#ifndef KIFU_WEB_API_CALIBRATE_REQUEST_H
#define KIFU_WEB_API_CALIBRATE_REQUEST_H

#include "engine/eval/weights.h"
#include "values/discover/discover.h"
#include "values/fit/effects.h"
#include "values/fit/term_refit.h"
#include "web/api.h"

enum {
    CALIBRATE_MOST_CONDITIONS = 12,
    CALIBRATE_MOST_CLASSES = 4,
    /* Narrower bins would want memory for thousands of them, 400 times each. */
    CALIBRATE_MIN_BIN = 50,
    CALIBRATE_MAX_BIN = 10000,
    CALIBRATE_MOST_RESAMPLES = 1000,
    CALIBRATE_MOST_FINDINGS = 30,
};

/* Some databases, and what is asked of them: names in queries are theirs. */
struct class_request {
    const char *name; /* "people"; NULL: there is but one, without a name */
    struct db **dbs;
    const char **names; /* of the databases */
    uint32_t count;
    struct query query; /* positions to look at */
    struct conditions conditions;
};

struct calibrate_request {
    struct class_request classes[CALIBRATE_MOST_CLASSES]; /* texts and lists in the call's arena */
    uint32_t class_count;
    struct weights *weights;
    struct value_source *value_source;
    struct sheet_options sheet; /* its query is of no class: NULL */
    struct curve_options curves;
    bool has_effects;
    struct effect_options effects;
    bool fits, discovers;
    struct term_fit_options fit;
    struct discover_options discover;
};

/* Whether a database is of both. */
bool class_requests_share(const struct class_request *a, const struct class_request *b);

/* Reads the arguments.  To be released with calibrate_request_release(), whatever is returned. */
enum status calibrate_request_read(struct calibrate_request *a, struct api_call *call,
                                   struct err *err) CHECK_RESULT;
void calibrate_request_release(struct calibrate_request *a);

#endif
