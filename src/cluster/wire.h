/* wire.h: the encoding of numbers and bytes between processes: varints, field by field.
 *
 * What comes from another process is not trusted: each number is read with its largest value, each
 * text with what is left, and one failure makes the whole message damaged. */
#ifndef KIFU_CLUSTER_WIRE_H
#define KIFU_CLUSTER_WIRE_H

#include "base/varint.h"
#include "base/work/reduction.h"

/* A number that is missing or beyond its range is 0 and remembered. */
struct wire_reader {
    struct span rest;
    bool bad;
};

static inline uint64_t wire_take(struct wire_reader *r, uint64_t max)
{
    uint64_t v = 0;
    if (!varint_get(&r->rest, &v) || v > max) {
        r->bad = true;
        return 0;
    }
    return v;
}

static inline uint32_t wire_take32(struct wire_reader *r)
{
    return (uint32_t)wire_take(r, UINT32_MAX);
}

/* Of a folded number. */
static inline int64_t wire_take_signed(struct wire_reader *r, int64_t min, int64_t max)
{
    int64_t v = varint_unfold(wire_take(r, UINT64_MAX));
    if (v < min || v > max) {
        r->bad = true;
        return 0;
    }
    return v;
}

/* Bytes after their number, borrowed. */
static inline struct span wire_take_bytes(struct wire_reader *r)
{
    uint64_t n = wire_take(r, r->rest.n);
    if (n > r->rest.n) {
        r->bad = true;
        return SPAN("");
    }
    struct span bytes = span_make(r->rest.p, (size_t)n);
    r->rest = span_skip(r->rest, (size_t)n);
    return bytes;
}

static inline void wire_put_bytes(struct buf *out, struct span bytes)
{
    varint_put(out, bytes.n);
    buf_add_span(out, bytes);
}

/* Fails unless every field was sound and nothing is left. */
static inline CHECK_RESULT enum status wire_end(const struct wire_reader *r, enum status status,
                                                struct err *err)
{
    return status == STATUS_OK && (r->bad || r->rest.n) ? reduction_damaged(err) : status;
}

#endif
