/* query_parts.h: execution of a query by all processes of a cluster, whose parts become one result.
 *
 * The parts are merged by what merges segments on one machine, so the result is the same. */
#ifndef KIFU_CLUSTER_QUERY_PARTS_H
#define KIFU_CLUSTER_QUERY_PARTS_H

#include "cluster/cluster.h"
#include "query/search.h"

/* As search_run(), by all processes, each in the segments that were assigned to it
 * (partition.h).  Process 0 gets the hits, the others none. */
enum status cluster_search(const struct query *q, struct db *const *dbs, uint32_t count,
                           const struct search_options *opt, const struct cluster *cluster,
                           struct hits *out, struct err *err) CHECK_RESULT;
/* Texts about hits, each written by a process that has the game: number i of 0 … hits->count - 1 is
 * about that hit, and hits->count, a further one, about the first. */
struct hit_texts {
    struct span *at; /* owned; NULL: every text is for this process to write; so is an empty one */
    struct byte_parts parts;
};
typedef enum status hit_text_writer(void *ctx, size_t number, struct buf *out, struct err *err);
/* After cluster_search(): process 0 gets the texts about hits in databases that it does not
 * have.  Does nothing if there are none; otherwise a meeting, during which *hits are those of
 * process 0 everywhere, for `write`. */
enum status cluster_hit_texts(struct hit_texts *out, struct hits *hits, struct db *const *dbs,
                              uint32_t count, const struct cluster *cluster, hit_text_writer *write,
                              void *ctx, struct err *err) CHECK_RESULT;
void hit_texts_release(struct hit_texts *t);

/* As moves_run(); all get the table. */
enum status cluster_moves(const struct query *q, struct db *const *dbs, uint32_t count,
                          const struct search_options *opt, const struct cluster *cluster,
                          struct moves_table *out, struct err *err) CHECK_RESULT;

/* The steps, for processes that exchange messages instead of meeting: the result of search_part()
 * or moves_part() as bytes, and the merge of all of these.  The bytes of others are checked: what
 * can't be read, and hits that no game of these databases can have, are reduction_damaged(). */
void hits_to_bytes(const struct hits *h, struct buf *out);
enum status hits_from_bytes(struct hits *h, struct span bytes, struct err *err) CHECK_RESULT;
enum status search_merge(const struct query *q, struct db *const *dbs, uint32_t count,
                         const struct search_options *opt, const struct span *parts,
                         uint32_t part_count, struct hits *out, struct err *err) CHECK_RESULT;
void moves_to_bytes(const struct moves_table *t, struct buf *out);
enum status moves_merge(const struct span *parts, uint32_t part_count, struct moves_table *out,
                        struct err *err) CHECK_RESULT;

#endif
