/* kifu_query.h: databases and queries as the files of the library's public functions share them. */
#ifndef KIFU_KIFU_QUERY_H
#define KIFU_KIFU_QUERY_H

#include "db/db.h"
#include "kifu.h"
#include "query/language/named.h"
#include "query/search.h"
#include "values/sheet/static_values.h"

/* Named queries are those of when it was opened, as everything else is: reading them anew took four
 * fifths of the time of a search for a position. */
struct kifu_db {
    struct db *db;
    struct named_queries named;
    bool has_named; /* if not, they could not be read: queries say why */
};

/* The databases as the searching code takes them, and the query as a tree. */
struct kifu_query {
    struct db **dbs;
    const struct named_queries *named; /* of the one database, or of all: several */
    struct named_queries several;
    struct query query;
    struct static_values *values; /* what `value` means */
    bool parsed;
};

/* Fails if there is no database or they are of different games.  Released with
 * kifu_query_release(), whatever is returned. */
enum status kifu_query_open(struct kifu_query *a, struct kifu_db *const *dbs, size_t count,
                            const char *query_text, struct err *err) CHECK_RESULT;
void kifu_query_release(struct kifu_query *a);

/* options may be NULL. */
struct search_options kifu_options_of(const struct kifu_search_options *options);

#endif
