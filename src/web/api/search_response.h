/* search_response.h: answers of this process, read off what was found once (result_cache.h).
 *
 * What a whole position or the metadata alone can tell is quicker asked directly.  a->ms, if it is
 * not 0, is how long it may take: then a->looked_at says of which share of the games the answer is.
 */
#ifndef KIFU_WEB_API_SEARCH_RESPONSE_H
#define KIFU_WEB_API_SEARCH_RESPONSE_H

#include "web/api/search_request.h"

enum status search_response_hits(struct search_request *a, struct hits *out,
                                 struct err *err) CHECK_RESULT;
enum status search_response_moves(struct search_request *a, struct moves_table *out,
                                  struct err *err) CHECK_RESULT;
enum status search_response_facets(struct search_request *a, struct facets *f,
                                   struct err *err) CHECK_RESULT;
/* As facet_names_count(). */
enum status search_response_names(struct search_request *a, uint64_t ms, uint64_t *games,
                                  size_t *done, struct err *err) CHECK_RESULT;

#endif
