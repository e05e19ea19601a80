/* shard_wire.h: the encoding of the messages between the processes of a served cluster.
 *
 * Messages (cluster/cluster.h) begin with a head of 16 bytes, little-endian:
 *
 *     0  "kL"     2  version    3  kind    4  id of the request, u64    12  number, u32    16 body
 *
 *     request    number: ms it may take     body: the request, below
 *     reply      number: enum status        body: a part of the result, or a message in English
 *     cancel     the reply is not wanted any more
 *     end        the service ends; answered by `done`, the last message of a process
 *     leave      this process is to end, and requests the end of all
 *     alive      this process is still at work
 *
 * The body of a request is numbers as varints, then the query, then rows:
 *
 *     kind, first database, databases, flags, limit, offset, order, descending, years, at, ms,
 *     bytes of the query, rows, and for each row: move, seat
 *
 * Parts are those of hits and moves in query/search.h, facets_to_bytes(), and varints: for each row
 * the games after it; how many names were counted, then the games of each; of SHARD_GET_HERE none.
 *
 * All processes are the same program (it is compared when they begin), but nothing that arrives is
 * believed: every number has a range, every length is within the message. */
#ifndef KIFU_WEB_SHARDS_SHARD_WIRE_H
#define KIFU_WEB_SHARDS_SHARD_WIRE_H

#include "query/search.h"

enum shard_message {
    SHARD_REQUEST = 1,
    SHARD_REPLY,
    SHARD_CANCEL,
    SHARD_END,
    SHARD_LEAVE,
    SHARD_DONE,
    SHARD_ALIVE,
    SHARD_MESSAGE_KINDS /* none */
};

struct shard_head {
    enum shard_message kind;
    uint64_t id;
    uint32_t number;
};

enum { SHARD_HEAD_BYTES = 16 };

void shard_message_write(struct buf *out, const struct shard_head *head, struct span body);
/* False if it is no such message; *body is borrowed. */
bool shard_message_read(struct span bytes, struct shard_head *head, struct span *body);

enum shard_request_kind {
    SHARD_GET_HITS = 1,
    SHARD_GET_MOVES,
    SHARD_GET_AFTER, /* games that have the position after each row: moves_after() */
    SHARD_GET_FACETS,
    SHARD_GET_NAMES, /* in how many games each name holds together with the query */
    SHARD_GET_HERE,  /* nothing: a process that replies is there */
    SHARD_GET_KINDS  /* none */
};

/* limit and offset may be anything; the others have ranges. */
struct shard_request {
    enum shard_request_kind kind;
    uint32_t first, count; /* databases of the site */
    bool lines, counts;    /* search_options: lines, count */
    uint64_t limit, offset;
    struct hit_order order;
    uint32_t years, ms;
    enum moves_at at;
    struct span query;
    struct moves_table rows; /* of SHARD_GET_AFTER: moves and seats */
};

enum { SHARD_MAX_YEARS = 100, SHARD_MAX_MS = 3600 * 1000, SHARD_MAX_ROWS = 1 << 20 };

void shard_request_write(struct buf *out, const struct shard_request *q);
/* STATUS_SYNTAX if the bytes are no request to a site with that many databases.  The query is
 * borrowed from them; released with shard_request_release(), whatever is returned. */
enum status shard_request_read(struct shard_request *q, struct span bytes, uint32_t databases,
                               struct err *err) CHECK_RESULT;
void shard_request_release(struct shard_request *q);

/* Numbers, at most `max` of them; *count says how many there were. */
void numbers_write(struct buf *out, const uint64_t *numbers, size_t count);
enum status numbers_read(struct span part, uint64_t *out, size_t max, size_t *count,
                         struct err *err) CHECK_RESULT;

#endif
