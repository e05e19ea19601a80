/* search_by.h: `kifu search --by KIND`: the games of a query in groups, with their results. */
#ifndef KIFU_CMD_PARTS_SEARCH_BY_H
#define KIFU_CMD_PARTS_SEARCH_BY_H

#include "cmd/frame/query_operands.h"
#include "query/search.h"

/* Prints a row for each group, at most so many (0: all); the exit status. */
int search_by(struct cmd_env *env, struct query_operands *input, const char *kind, uint32_t limit,
              const struct search_options *opt);

#endif
