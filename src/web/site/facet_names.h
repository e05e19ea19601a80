/* facet_names.h: for each named query (castles, openings), the number of games in which it and
 * another query hold at the same time: the games that are left when its word is added to that
 * query. */
#ifndef KIFU_WEB_SITE_FACET_NAMES_H
#define KIFU_WEB_SITE_FACET_NAMES_H

#include "query/language/named.h"
#include "query/search.h"

struct facet_names {
    const struct game *game;
    const struct named_queries *named;
    struct span query;
    struct db *const *dbs;
    uint32_t count;
    struct search_options options;
    uint64_t ms; /* how long it may take */
};

/* games has a number for each name: its games, 0 for those without a group, which are not counted.
 * *done is how many were counted in that time, the first ones. */
enum status facet_names_count(const struct facet_names *f, uint64_t *games, size_t *done,
                              struct err *err) CHECK_RESULT;
/* Appends the word to add to a query: "castle:mino". */
void facet_name_word(const struct named_query *n, struct buf *out);

#endif
