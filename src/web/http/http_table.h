/* http_table.h: the table of connections: their phases, their time limits, and which one is dropped
 * when there are too many.
 *
 * A connection that waits costs almost nothing, but their number is limited.  Those that cannot all
 * stay are dropped in this order, the oldest first of each: one that has sent nothing (or nothing
 * since its last answer), one that has not sent its head whole, one that has not sent its body.
 * Who waits for us, or fetches an answer, stays.  So whoever opens connections and holds them makes
 * room for the next, however many they are, and polite clients, who send at once, are served.
 *
 * Addresses have a limit besides: beyond it the new one takes the place of another of the same
 * address.  This machine itself has none, as all users of a proxy have its address.
 *
 * Each stay is timed as a whole, too: one on which a byte comes every few seconds would stay for
 * ever.  While a request is with us the client is not to blame, and has no limit.
 *
 * No sockets and no clocks here: times are arguments, in ms of a monotonic clock. */
#ifndef KIFU_WEB_HTTP_HTTP_TABLE_H
#define KIFU_WEB_HTTP_HTTP_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

enum {
    HTTP_TABLE_MS = 30000,                  /* for a body to arrive, or an answer to be fetched */
    HTTP_TABLE_HEAD_MS = HTTP_TABLE_MS / 3, /* for the first byte; then for the rest of the head */
    HTTP_TABLE_IDLE_MS = HTTP_TABLE_MS / 3 * 2, /* without a byte in either direction */
    HTTP_TABLE_FETCH_RATE = 16,                 /* bytes a ms: large answers have more time */
    HTTP_TABLE_UPLOAD_RATE = 128,               /* and so have large bodies, */
    HTTP_TABLE_UPLOAD_MS = 3600000,             /* but no more than this */
};

/* What a connection is at; those that may be dropped come first, in that order. */
enum http_phase { HTTP_SILENT, HTTP_HEAD, HTTP_BODY, HTTP_WORK, HTTP_FETCH, HTTP_PHASES };

struct http_address {
    uint8_t bytes[16]; /* of IPv4 the mapped one; of IPv6 the network (64 bits), the rest 0 */
    bool is_local;     /* loopback */
};

/* One connection; its address must not change between add and remove. */
struct http_slot {
    struct http_slot *older, *newer; /* of those in the same phase */
    struct http_address from;
    enum http_phase phase;
    uint64_t until_ms, active_ms;
    uint64_t most_ms; /* until_ms never gets later than this */
    uint32_t idle_ms;
};

struct http_table {
    struct http_slot *oldest[HTTP_PHASES], *newest[HTTP_PHASES];
    size_t count, most, most_per_address;
    uint32_t limit_ms; /* in place of HTTP_TABLE_MS; the others are as large in proportion */
};

void http_table_init(struct http_table *t, size_t most, size_t most_per_address, uint32_t limit_ms);
void http_address_of(struct http_address *out, const struct sockaddr *from);

/* Whether a connection from there may be added.  If *victim is not NULL, that one must be removed
 * before. */
bool http_table_has_room(const struct http_table *t, const struct http_address *from,
                         struct http_slot **victim);
/* The one to drop next, of any address; NULL if all must stay. */
struct http_slot *http_table_victim(const struct http_table *t);
void http_table_add(struct http_table *t, struct http_slot *s, const struct http_address *from,
                    uint64_t now);
void http_table_remove(struct http_table *t, struct http_slot *s);

/* It is in another phase from now on.  bytes: to be fetched, of HTTP_FETCH. */
void http_table_enter(struct http_table *t, struct http_slot *s, enum http_phase phase,
                      uint64_t bytes, uint64_t now);
/* Bytes were received or sent. */
void http_slot_moved(struct http_slot *s, uint64_t bytes, uint64_t now);
/* Its time is up. */
bool http_slot_is_late(const struct http_slot *s, uint64_t now);

#endif
