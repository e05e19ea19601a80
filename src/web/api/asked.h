/* asked.h: what every route about games is asked: a query, of some databases, within limits. */
#ifndef KIFU_WEB_API_ASKED_H
#define KIFU_WEB_API_ASKED_H

#include "query/search.h"
#include "values/sheet/static_values.h"
#include "web/api.h"
#include "web/shards/shards.h"
#include "web/site/facet_count.h"

enum { ASKED_USUAL_HITS = 50, ASKED_MAX_HITS = 10000, ASKED_MAX_MS = 10000 };

struct asked {
    struct api_call *call;
    struct span text; /* of the query */
    struct query query;
    struct api_databases in;
    struct search_options options;
    struct static_values *values;
    double began;
    uint64_t ms;        /* how long it may take to find what there is; 0: until it is all found */
    double looked_at;   /* then: the share of the games that the answer is from; 1: all */
    bool must_be_whole; /* an answer without all shards is none */
    struct shards_seen seen; /* how many of them the answer is from; 0 of 0: all */
};

/* Reads the arguments query, db, limit, offset, lines and ms.  Released with asked_release() if
 * STATUS_OK. */
enum status asked_read(struct asked *a, struct api_call *call, struct err *err) CHECK_RESULT;
void asked_release(struct asked *a);
/* Since it was read. */
double asked_seconds(const struct asked *a);

/* Where the game of a hit is, and what the API calls its database. */
const struct db_segment *asked_segment(const struct asked *a, const struct hit *hit);
struct span asked_db_name(const struct asked *a, const struct api_call *call,
                          const struct hit *hit);

/* The answers, found by this process or by all shards (asked_run.c).  limit and offset are those of
 * the question; facets are of all hits. */
enum status asked_search(struct asked *a, struct hits *out, struct err *err) CHECK_RESULT;
enum status asked_moves(struct asked *a, struct moves_table *out, struct err *err) CHECK_RESULT;
enum status asked_facets(struct asked *a, struct facets *f, struct err *err) CHECK_RESULT;
/* See facet_names_count(). */
enum status asked_names(struct asked *a, uint64_t ms, uint64_t *games, size_t *done,
                        struct err *err) CHECK_RESULT;
/* All games were looked at, by all shards. */
bool asked_is_whole(const struct asked *a);
/* Adds "whole", and the share of the games that were looked at if time was too short for all. */
void asked_add_share(const struct asked *a, struct json *j);
/* Adds "shards" to the object that is open, if some are missing. */
void asked_add_shards(const struct asked *a, struct json *j);

#endif
