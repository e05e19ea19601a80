/* asked_found.h: answers of this process, read off what was found once (found_cache.h).
 *
 * What a whole position or the metadata alone can tell is quicker asked directly.  a->ms, if it is
 * not 0, is how long it may take: then a->looked_at says of which share of the games the answer is.
 */
#ifndef KIFU_WEB_API_ASKED_FOUND_H
#define KIFU_WEB_API_ASKED_FOUND_H

#include "web/api/asked.h"

enum status found_search(struct asked *a, struct hits *out, struct err *err) CHECK_RESULT;
enum status found_moves(struct asked *a, struct moves_table *out, struct err *err) CHECK_RESULT;
enum status found_facets(struct asked *a, struct facets *f, struct err *err) CHECK_RESULT;
/* As facet_names_count(). */
enum status found_names(struct asked *a, uint64_t ms, uint64_t *games, size_t *done,
                        struct err *err) CHECK_RESULT;

#endif
