/* shard_wire.c: see shard_wire.h. */
#include "web/shards/shard_wire.h"

#include <string.h>

#include "base/alloc.h"
#include "base/le.h"
#include "cluster/wire.h"

/* Raised whenever the meaning of any message changes. */
enum { WIRE_VERSION = 2 };

enum { FLAG_LINES = 1, FLAG_COUNTS = 2, ALL_FLAGS = 3 };

void shard_message_write(struct buf *out, const struct shard_head *head, struct span body)
{
    unsigned char bytes[SHARD_HEAD_BYTES] = {'k', 'L', WIRE_VERSION, (unsigned char)head->kind};
    le_put64(bytes + 4, head->id);
    le_put32(bytes + 12, head->number);
    buf_add(out, bytes, sizeof bytes);
    buf_add_span(out, body);
}

bool shard_message_read(struct span bytes, struct shard_head *head, struct span *body)
{
    if (bytes.n < SHARD_HEAD_BYTES || memcmp(bytes.p, "kL", 2) != 0 || bytes.p[2] != WIRE_VERSION)
        return false;
    unsigned kind = (unsigned char)bytes.p[3];
    *head = (struct shard_head){.kind = (enum shard_message)kind,
                                .id = le_get64(bytes.p + 4),
                                .number = le_get32(bytes.p + 12)};
    *body = span_skip(bytes, SHARD_HEAD_BYTES);
    return kind > 0 && kind < SHARD_MESSAGE_KINDS;
}

/* --- Questions -------------------------------------------------------------------------------- */

void shard_request_write(struct buf *out, const struct shard_request *q)
{
    varint_put(out, q->kind);
    varint_put(out, q->first);
    varint_put(out, q->count);
    varint_put(out, (q->lines ? FLAG_LINES : 0) | (q->counts ? FLAG_COUNTS : 0));
    varint_put(out, q->limit);
    varint_put(out, q->offset);
    varint_put(out, q->order.by);
    varint_put(out, q->order.descending);
    varint_put(out, q->years);
    varint_put(out, q->at);
    varint_put(out, q->ms);
    wire_put_bytes(out, q->query);
    varint_put(out, q->rows.count);
    for (size_t i = 0; i < q->rows.count; i++) {
        varint_put(out, q->rows.rows[i].next.move);
        varint_put(out, (uint64_t)q->rows.rows[i].seat);
    }
}

static enum status take_rows(struct shard_request *q, struct wire_reader *t, struct err *err)
{
    uint64_t count = wire_take(t, SHARD_MAX_ROWS);
    if (t->bad || count > t->rest.n) /* a row has two bytes at least */
        return reduction_damaged(err);
    if (count == 0)
        return STATUS_OK;
    q->rows.rows = mem_calloc((size_t)count, sizeof *q->rows.rows);
    if (!q->rows.rows)
        return err_nomem(err);
    q->rows.cap = (size_t)count;
    while (q->rows.count < count && !t->bad) {
        struct moves_row *row = &q->rows.rows[q->rows.count++];
        row->next.move = (game_move)wire_take(t, (game_move)-1);
        row->seat = (int)wire_take(t, GAME_MAX_SEATS - 1);
    }
    return STATUS_OK;
}

enum status shard_request_read(struct shard_request *q, struct span bytes, uint32_t databases,
                               struct err *err)
{
    struct wire_reader t = {.rest = bytes};
    *q =
        (struct shard_request){.kind = (enum shard_request_kind)wire_take(&t, SHARD_GET_KINDS - 1)};
    q->first = (uint32_t)wire_take(&t, databases);
    q->count = (uint32_t)wire_take(&t, databases);
    uint64_t flags = wire_take(&t, ALL_FLAGS);
    q->lines = flags & FLAG_LINES;
    q->counts = flags & FLAG_COUNTS;
    q->limit = wire_take(&t, UINT64_MAX);
    q->offset = wire_take(&t, UINT64_MAX);
    q->order.by = (enum hit_order_by)wire_take(&t, ORDER_SCORE);
    q->order.descending = wire_take(&t, 1) != 0;
    q->years = (uint32_t)wire_take(&t, SHARD_MAX_YEARS);
    q->at = (enum moves_at)wire_take(&t, MOVES_AT_LAST);
    q->ms = (uint32_t)wire_take(&t, SHARD_MAX_MS);
    q->query = wire_take_bytes(&t);
    enum status status = t.bad ? reduction_damaged(err) : take_rows(q, &t, err);
    if (status == STATUS_OK &&
        (t.bad || t.rest.n || q->kind == 0 || q->count == 0 || q->count > databases - q->first))
        status = reduction_damaged(err);
    return status;
}

void shard_request_release(struct shard_request *q)
{
    moves_release(&q->rows);
}

/* --- Numbers ---------------------------------------------------------------------------------- */

void numbers_write(struct buf *out, const uint64_t *numbers, size_t count)
{
    varint_put(out, count);
    for (size_t i = 0; i < count; i++)
        varint_put(out, numbers[i]);
}

enum status numbers_read(struct span part, uint64_t *out, size_t max, size_t *count,
                         struct err *err)
{
    struct wire_reader t = {.rest = part};
    *count = (size_t)wire_take(&t, max);
    for (size_t i = 0; i < *count; i++)
        out[i] = wire_take(&t, UINT64_MAX);
    return wire_end(&t, STATUS_OK, err);
}
