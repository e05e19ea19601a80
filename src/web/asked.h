/* asked.h: what every route about games is asked: a query, of some databases, within limits. */
#ifndef KIFU_WEB_ASKED_H
#define KIFU_WEB_ASKED_H

#include "query/search.h"
#include "values/static_values.h"
#include "web/api.h"

enum { ASKED_USUAL_HITS = 50, ASKED_MAX_HITS = 10000 };

struct asked {
    struct query query;
    struct api_databases in;
    struct search_options options;
    struct static_values *values;
    double began;
};

/* Reads the arguments query, db, limit, offset and lines.  Released with asked_release() if
 * STATUS_OK. */
enum status asked_read(struct asked *a, struct api_call *call, struct err *err) CHECK_RESULT;
void asked_release(struct asked *a);
/* Since it was read. */
double asked_seconds(const struct asked *a);

/* Where the game of a hit is, and what the API calls its database. */
const struct db_segment *asked_segment(const struct asked *a, const struct hit *hit);
struct span asked_db_name(const struct asked *a, const struct api_call *call,
                          const struct hit *hit);

#endif
