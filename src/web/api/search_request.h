/* search_request.h: arguments of the routes about games: a query, its databases and its limits. */
#ifndef KIFU_WEB_API_SEARCH_REQUEST_H
#define KIFU_WEB_API_SEARCH_REQUEST_H

#include "query/search.h"
#include "values/sheet/static_values.h"
#include "web/api.h"
#include "web/shards/shards.h"
#include "web/site/facet_count.h"

enum { SEARCH_USUAL_HITS = 50, SEARCH_MAX_HITS = 10000, SEARCH_MAX_MS = 10000 };

struct search_request {
    struct api_call *call;
    struct span text; /* of the query */
    struct query query;
    struct api_databases in;
    struct search_options options;
    struct static_values *values;
    double began;
    uint64_t ms;        /* how long it may take to find what there is; 0: until it is all found */
    double looked_at;   /* then: the share of the games that the result is from; 1: all */
    bool must_be_whole; /* an answer without all shards is none */
    struct shards_seen seen; /* how many of them the answer is from; 0 of 0: all */
};

/* Reads the arguments query, db, limit, offset, lines, sort and ms.  Released with
 * search_request_release() if STATUS_OK. */
enum status search_request_read(struct search_request *a, struct api_call *call,
                                struct err *err) CHECK_RESULT;
void search_request_release(struct search_request *a);
/* Since it was read. */
double search_request_seconds(const struct search_request *a);

/* Where the game of a hit is, and what the API calls its database. */
const struct db_segment *search_hit_segment(const struct search_request *a, const struct hit *hit);
struct span search_hit_db_name(const struct search_request *a, const struct api_call *call,
                               const struct hit *hit);

/* Results, of this process or of all shards (search_execute.c).  limit and offset are those of the
 * query; facets are of all hits. */
enum status search_execute_hits(struct search_request *a, struct hits *out,
                                struct err *err) CHECK_RESULT;
enum status search_execute_moves(struct search_request *a, struct moves_table *out,
                                 struct err *err) CHECK_RESULT;
enum status search_execute_facets(struct search_request *a, struct facets *f,
                                  struct err *err) CHECK_RESULT;
/* See facet_names_count(). */
enum status search_execute_names(struct search_request *a, uint64_t ms, uint64_t *games,
                                 size_t *done, struct err *err) CHECK_RESULT;
/* All games were looked at, by all shards. */
bool search_is_whole(const struct search_request *a);
/* Adds "whole", and the share of the games that were looked at if time was too short for all. */
void search_add_share(const struct search_request *a, struct json *j);
/* Adds "shards" to the object that is open, if some are missing. */
void search_add_shards(const struct search_request *a, struct json *j);

#endif
