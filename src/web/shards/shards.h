/* shards.h: a site whose databases are searched by several processes, each its own segments.
 *
 * This is the side of the process that answers requests: it sends a request to all
 * (shard_dispatcher.h), works on its own part meanwhile (shard_part.h), and returns the parts,
 * which are merged by what merges segments.  A process that does not reply in time is left out, and
 * struct shards_seen counts those. */
#ifndef KIFU_WEB_SHARDS_SHARDS_H
#define KIFU_WEB_SHARDS_SHARDS_H

#include "base/text/json.h"
#include "web/shards/shard_dispatcher.h"
#include "web/shards/shard_part.h"

struct shards {
    struct shard_self self;
    struct shard_dispatcher *dispatcher;
    uint32_t deadline_ms; /* for one request */
};

/* How much of the databases a result covers: processes that have segments of them. */
struct shards_seen {
    uint32_t answered, of;
    uint64_t games_missed; /* in the segments of those that did not answer */
};

struct shard_parts {
    struct span *at; /* of those that answered, borrowed from what is below */
    uint32_t count;
    struct shards_seen seen;
    struct round round;
    struct buf mine;
    bool *has; /* for each process: whether it has a segment of the databases searched */
};

/* Sends the request to all, and waits for at most ms.  STATUS_CANCELLED if none replied, or
 * *cancelled was set; another failure if one of them cannot reply at all.  Released with
 * shard_parts_release(), whatever is returned. */
enum status shards_request(struct shards *s, const struct shard_request *request, uint32_t ms,
                           const atomic_bool *cancelled, struct shard_parts *out,
                           struct err *err) CHECK_RESULT;
void shard_parts_release(struct shard_parts *p);
/* Which processes are there: sends all of them an empty request, and waits for a second at most. */
enum status shards_present(struct shards *s, const atomic_bool *cancelled, struct shards_seen *seen,
                           struct err *err) CHECK_RESULT;
/* Adds "shards" to the object that is open, if some are missing. */
void shards_seen_to_json(const struct shards_seen *seen, struct json *j);

#endif
