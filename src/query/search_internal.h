/* search_internal.h: what searching for hits and counting next moves have in common. */
#ifndef KIFU_QUERY_SEARCH_INTERNAL_H
#define KIFU_QUERY_SEARCH_INTERNAL_H

#include "query/run/walk.h"
#include "query/search.h"

/* A question while it is being asked. */
struct query_search {
    const struct query *q;
    const struct search_options *opt;
    struct walkers walkers;
    struct replay *replay; /* opened when it is needed */
    bool hits;             /* they are what is wanted */
};

enum status search_begin(struct query_search *s, const struct query *q,
                         const struct search_options *opt, struct err *err) CHECK_RESULT;
void search_end(struct query_search *s);
enum status search_plan(struct query_search *s, const struct db_segment *segment, struct plan *out,
                        struct err *err) CHECK_RESULT;
/* STATUS_UNSUPPORTED if a database is not of the query's game. */
enum status search_check_game(const struct query *q, struct db *const *dbs, uint32_t count,
                              struct err *err) CHECK_RESULT;

#endif
