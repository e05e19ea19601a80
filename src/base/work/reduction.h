/* reduction.h: an answer that is worked out in parts.
 *
 * The data is cut into parts, and the same function runs once for each of them, with a reduction in
 * its options: which part it works on, and how it gets at sums over all parts in the middle of the
 * work.  All runs call the functions below in the same order; each of these is a meeting of
 * all.  NULL is the usual case of one part, the whole, for which every function here does what is
 * left to do alone; so library code needs no second path.
 *
 * Everyone brings to a meeting how it has fared so far.  If a part has failed, nothing is
 * exchanged: that part gets its own failure back, and the others get STATUS_CANCELLED.  After that
 * all meetings fail at once, and all runs leave by the same way:
 *
 *     enum status status = count_my_part(counts, err);
 *     status = reduction_sum(o->reduction, status, counts, n, err);
 *     if (status == STATUS_OK)
 *         ... counts are those of the whole, in every run ...
 *
 * Nothing depends on who arrives first.  Sums of floating point are added in the order of parts:
 * the same for the same number of parts, in all of them.
 *
 * Who runs the parts, and where, is not known here (src/cluster does: cluster_reduction()). */
#ifndef KIFU_BASE_WORK_REDUCTION_H
#define KIFU_BASE_WORK_REDUCTION_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/span.h"

/* Bytes that came from the parts, in their order.  Zero it before first use. */
struct byte_parts {
    struct span *at; /* borrowed from *bytes */
    uint32_t count;
    char *bytes; /* owned */
};
/* Room for parts of these lengths. */
enum status byte_parts_make(struct byte_parts *p, const uint64_t *lengths, uint32_t count,
                            struct err *err) CHECK_RESULT;
void byte_parts_release(struct byte_parts *p);

struct reduction {
    uint32_t part, parts;
    void *ctx;
    enum status (*meet)(void *ctx, enum status mine, struct err *err);
    enum status (*exchange)(void *ctx, enum status mine, const struct span *to,
                            struct byte_parts *out, struct err *err);
    enum status (*sum)(void *ctx, enum status mine, uint64_t *numbers, size_t n, struct err *err);
    enum status (*sum_reals)(void *ctx, enum status mine, double *numbers, size_t n,
                             struct err *err);
};

static inline uint32_t reduction_part(const struct reduction *r)
{
    return r ? r->part : 0;
}

static inline uint32_t reduction_parts(const struct reduction *r)
{
    return r ? r->parts : 1;
}

/* Part 0 gets what only one needs. */
static inline bool reduction_leads(const struct reduction *r)
{
    return reduction_part(r) == 0;
}

/* Which of 0 … n-1 are one part's: about as many as every other's. */
static inline void reduction_range_of(uint32_t part, uint32_t parts, uint64_t n, uint64_t *from,
                                      uint64_t *to)
{
    *from = n / parts * part + n % parts * part / parts;
    *to = n / parts * (part + 1) + n % parts * (part + 1) / parts;
}

static inline void reduction_range(const struct reduction *r, uint64_t n, uint64_t *from,
                                   uint64_t *to)
{
    reduction_range_of(reduction_part(r), reduction_parts(r), n, from, to);
}

/* Only finds out whether all have fared well. */
static inline CHECK_RESULT enum status reduction_agree(const struct reduction *r, enum status mine,
                                                       struct err *err)
{
    enum status all = r ? r->meet(r->ctx, mine, err) : mine;
    return mine == STATUS_OK ? all : mine;
}

/* Every number becomes its sum over all parts.  STATUS_UNSUPPORTED if n is not the same in all. */
static inline CHECK_RESULT enum status reduction_sum(const struct reduction *r, enum status mine,
                                                     uint64_t *numbers, size_t n, struct err *err)
{
    return r ? r->sum(r->ctx, mine, numbers, n, err) : mine;
}

static inline CHECK_RESULT enum status reduction_sum_reals(const struct reduction *r,
                                                           enum status mine, double *numbers,
                                                           size_t n, struct err *err)
{
    return r ? r->sum_reals(r->ctx, mine, numbers, n, err) : mine;
}

/* to[p] goes to part p; *out is what the parts sent here. */
enum status reduction_exchange(const struct reduction *r, enum status mine, const struct span *to,
                               struct byte_parts *out, struct err *err) CHECK_RESULT;
/* All get everybody's bytes. */
enum status reduction_share(const struct reduction *r, enum status mine, struct span bytes,
                            struct byte_parts *out, struct err *err) CHECK_RESULT;
/* Part 0 gets everybody's bytes; for the others *out is empty. */
enum status reduction_gather(const struct reduction *r, enum status mine, struct span bytes,
                             struct byte_parts *out, struct err *err) CHECK_RESULT;
/* As reduction_share() and reduction_gather(), with the bytes of a buffer, which is released; one
 * that had no memory fails here. */
enum status reduction_share_buf(const struct reduction *r, enum status mine, struct buf *bytes,
                                struct byte_parts *out, struct err *err) CHECK_RESULT;
enum status reduction_gather_buf(const struct reduction *r, enum status mine, struct buf *bytes,
                                 struct byte_parts *out, struct err *err) CHECK_RESULT;
/* Rows of `size` bytes: takes those of this part, which mem_free() releases, and returns those of
 * all parts, one part after another, to be released so too.  NULL and *count 0 after a failure,
 * which *status tells. */
void *reduction_join(const struct reduction *r, enum status *status, void *rows, size_t *count,
                     size_t size, struct err *err);
/* As reduction_join(), for part 0 alone; the others get NULL and 0. */
void *reduction_collect(const struct reduction *r, enum status *status, void *rows, size_t *count,
                        size_t size, struct err *err);
/* Sums of any shape, all of n bytes, a multiple of 8: *total becomes what merge() makes of those of
 * all parts, in their order.  Every part gets all of them, so it is for small ones. */
enum status reduction_merge(const struct reduction *r, enum status mine, void *total, size_t n,
                            void (*merge)(void *ctx, void *total, const void *sum), void *ctx,
                            struct err *err) CHECK_RESULT;
/* Part 0's bytes replace what the others have in the buffer, within its maximum. */
enum status reduction_broadcast(const struct reduction *r, enum status mine, struct buf *bytes,
                                struct err *err) CHECK_RESULT;

/* STATUS_SYNTAX: bytes that came from another part can't be read. */
enum status reduction_damaged(struct err *err);

#endif
