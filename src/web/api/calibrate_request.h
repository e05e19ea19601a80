/* calibrate_request.h: arguments of /api/calibrate: the options of `kifu calibrate` that name
 * neither a file nor a command, within limits. */
#ifndef KIFU_WEB_API_CALIBRATE_REQUEST_H
#define KIFU_WEB_API_CALIBRATE_REQUEST_H

#include "engine/eval/weights.h"
#include "values/discover/discover.h"
#include "values/fit/term_refit.h"
#include "web/api.h"

enum {
    CALIBRATE_MOST_CONDITIONS = 12,
    /* Narrower bins would want memory for thousands of them, 400 times each. */
    CALIBRATE_MIN_BIN = 50,
    CALIBRATE_MAX_BIN = 10000,
    CALIBRATE_MOST_RESAMPLES = 1000,
    CALIBRATE_MOST_FINDINGS = 30,
};

struct calibrate_request {
    struct api_databases in;
    struct query query; /* positions to look at */
    struct conditions conditions;
    struct weights *weights;
    struct value_source *value_source;
    struct sheet_options sheet;
    struct curve_options curves;
    bool fits, discovers;
    struct term_fit_options fit;
    struct discover_options discover;
};

/* Reads the arguments.  To be released with calibrate_request_release(), whatever is returned. */
enum status calibrate_request_read(struct calibrate_request *a, struct api_call *call,
                                   struct err *err) CHECK_RESULT;
void calibrate_request_release(struct calibrate_request *a);

#endif
