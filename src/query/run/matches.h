/* matches.h: where a question matches in the games of a segment, as a bit for every position.
 *
 * Positions of main lines are numbered as sheets have them: those of a game one after another,
 * games as lines are sorted; ply p of game number g is bit first[g] + g + p. */
#ifndef KIFU_QUERY_RUN_MATCHES_H
#define KIFU_QUERY_RUN_MATCHES_H

#include "query/search.h"

/* Sets the bit of every ply that matches, of games that were not removed, and leaves the others as
 * they are.  Of opt count: threads, cancelled, scan. */
enum status query_matches(const struct query *q, const struct db_segment *s,
                          const struct search_options *opt, uint64_t *bits,
                          struct err *err) CHECK_RESULT;

#endif
