/* hit_place.h: where on the board hits of drawn diagrams are. */
#ifndef KIFU_QUERY_RUN_HIT_PLACE_H
#define KIFU_QUERY_RUN_HIT_PLACE_H

#include "query/run/evaluate.h"
#include "query/search.h"

/* Fills in the place of a hit: of the diagrams that are there at its first ply that matches the
 * first one, and of its places the lowest.  None if the ply matches for other reasons. */
void hit_find_place(struct hit *h, const struct evaluation *v);
/* How many places have a ply from `fresh` on that matches. */
uint64_t places_matching(const struct evaluation *v, uint32_t fresh);

#endif
