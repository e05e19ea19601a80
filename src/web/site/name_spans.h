/* name_spans.h: the spans of every named castle and opening in all games, from which the facets of
 * a query are counted without a search for each name.
 *
 * Made once for a snapshot of the databases, in a thread of its own, from the first request for it;
 * until then, and if it would take too much memory, there is none.  Finding them takes some seconds
 * for 240,000 games of shogi, a minute for Go; then they are kept beside the segments
 * (query/run/kept_spans.h), and after the next start reading them takes a fraction of a second, for
 * which requests wait.  Entries are sorted by line, so that a query goes through those of its own games only. */
#ifndef KIFU_WEB_SITE_NAME_SPANS_H
#define KIFU_WEB_SITE_NAME_SPANS_H

#include "query/run/query_result.h"
#include "web/site/served.h"

struct name_spans;

enum status name_spans_open(struct name_spans **out, struct served *served,
                            struct err *err) CHECK_RESULT;
/* Ends what is under way.  NULL is fine. */
void name_spans_close(struct name_spans *n);

/* Begins to find them for this snapshot, unless they are known or being found. */
void name_spans_want(struct name_spans *n, const struct snapshot *snapshot);
/* Waits for what is under way: for tests and measurements. */
void name_spans_wait(struct name_spans *n);
/* games gets a number for each name: games in which it holds at a ply that matches, or with
 * any_ply at some ply of a game that f has, f being of the databases `first` … of the snapshot.
 * False if spans of this snapshot are not known (yet). */
bool name_spans_count(struct name_spans *n, const struct snapshot *snapshot, uint32_t first,
                      const struct query_result *f, bool any_ply, uint64_t *games);
/* games gets the number of games of each name, saved searches included, in the databases `first` …
 * first + count - 1 of the snapshot; UINT64_MAX for a query that needs an evaluation.  False if
 * they are not known (yet). */
bool name_spans_games(struct name_spans *n, const struct snapshot *snapshot, uint32_t first,
                      uint32_t count, uint64_t *games);

#endif
