/* db_lookup.h: the lookup of names of players, events and tags in databases, for words of a query
 * that are no words of the language (query/language/bare_words.c). */
#ifndef KIFU_QUERY_PLAN_DB_LOOKUP_H
#define KIFU_QUERY_PLAN_DB_LOOKUP_H

#include "db/db.h"
#include "query/language/named.h"

/* As query_parse(), for a query to these databases, which are of this game; there may be none.  If one of them is not on the host of every
 * process of a cluster, nothing is looked up, because a query must mean the same to all. */
enum status db_lookup_parse(struct query *q, const struct game *game,
                            const struct named_queries *named, struct span text,
                            struct db *const *dbs, uint32_t count, struct err *err) CHECK_RESULT;

#endif
