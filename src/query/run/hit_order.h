/* hit_order.h: the orders that hits can be sorted by, other than by id.
 *
 * A hit gets its key when it is found: a number, or a text where names are sorted.  What is not
 * known comes last, ascending and descending alike; hits of equal keys are in the usual order: by
 * database, id, line and ply, always ascending.  Keys travel with hits between processes. */
#ifndef KIFU_QUERY_RUN_HIT_ORDER_H
#define KIFU_QUERY_RUN_HIT_ORDER_H

#include "query/search.h"

/* "date", "-rating"; an empty text is the usual order.  STATUS_RANGE, with the list of keys, for
 * another word. */
enum status hit_order_parse(struct span text, struct hit_order *out, struct err *err) CHECK_RESULT;
/* STATUS_UNSUPPORTED if hits of the query have no such key: only `like` gives a score. */
enum status hit_order_check(const struct hit_order *order, const struct query *q,
                            struct err *err) CHECK_RESULT;
/* The words, separated by blanks. */
const char *hit_order_words(void);

/* Fills in key and text of a hit in this segment; the text is in *scratch, which is overwritten. */
enum status hit_order_key(const struct hit_order *order, const struct db_segment *s, struct hit *h,
                          struct buf *scratch, struct err *err) CHECK_RESULT;
/* Below 0: a comes first.  0: their keys are equal. */
int hit_order_compare(const struct hit_order *order, const struct hit *a, const struct hit *b);

#endif
