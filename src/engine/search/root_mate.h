/* root_mate.h: a mate by checks, looked for beside the search of a move.
 *
 *     if (!root_mate_begin(m, &question, threads))     the question's control is set
 *         … think(…, &answer) …
 *     if (root_mate_end(m, &answer))
 *         … the answer is the mate …
 *
 * The solver (mate.h) finds mates that the search, which looks at quiet moves as well, does not come
 * to in the time of a move.  With one thread it gets a twentieth of that time, before the search;
 * with more a thread of its own beside them, for as long as takes no more of all processors, and a
 * mate ends the search.  Most positions have few checks and are settled sooner.
 *
 * Only where time is the limit, or nothing is yet (pondering): with a limit of nodes or depth, moves to choose from
 * or several lines, the search is as it was, and so are its results. */
#ifndef KIFU_ENGINE_SEARCH_ROOT_MATE_H
#define KIFU_ENGINE_SEARCH_ROOT_MATE_H

#include "engine/search/engine_search.h"

struct root_mate; /* belongs to one thread */

enum status root_mate_open(struct root_mate **out, struct err *err) CHECK_RESULT;
void root_mate_close(struct root_mate *m); /* NULL is fine */

/* True if there is a mate already.  q stays as it is, and q->control->cancelled is ours (it must be
 * NULL), until root_mate_end(), which must follow. */
bool root_mate_begin(struct root_mate *m, const struct think_request *q, unsigned threads);
/* True, with the mate as the answer and reported, if there is one that is shorter than what was
 * found without it.  out: what think() said, or all zero. */
bool root_mate_end(struct root_mate *m, struct think_result *out);

#endif
