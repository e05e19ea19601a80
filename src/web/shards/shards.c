/* shards.c: see shards.h. */
#include "web/shards/shards.h"

#include "base/alloc.h"

static const struct msg THEY_FAILED = {"process %1: %2", "プロセス %1: %2"};

/* Games of these databases in the segments of a process. */
static uint64_t games_of(const struct shards *s, const struct shard_request *q, uint32_t process)
{
    uint64_t games = 0;
    for (uint32_t d = q->first; d < q->first + q->count; d++)
        for (uint32_t i = 0; i < s->self.dbs[d]->segment_count; i++) {
            const struct db_segment *segment = &s->self.dbs[d]->segments[i];
            if (segment->process == process)
                games += segment->listed.count - segment->removed_count;
        }
    return games;
}

static enum status they_failed(uint32_t process, const struct round_part *part, struct err *err)
{
    return err_set(err, part->status, &THEY_FAILED, SPAN_U64(process), part->body);
}

static void find_owners(const struct shards *s, const struct shard_request *q, bool *has)
{
    for (uint32_t d = q->first; d < q->first + q->count; d++)
        for (uint32_t i = 0; i < s->self.dbs[d]->segment_count; i++)
            has[s->self.dbs[d]->segments[i].process] = true;
}

static void note(struct shard_parts *p, uint32_t process, struct span part)
{
    p->at[p->count++] = part;
    p->seen.answered += p->has[process];
}

/* What each has said; who had not enough time counts as one who said nothing.  One's own part is
 * there even if it is empty. */
static enum status gather(const struct shards *s, const struct shard_request *q, enum status mine,
                          struct shard_parts *p, struct err *err)
{
    for (uint32_t r = 0; r < p->round.count; r++)
        p->seen.of += p->has[r];
    if (mine == STATUS_OK)
        note(p, 0, buf_span(&p->mine));
    else
        p->seen.games_missed += games_of(s, q, 0);
    for (uint32_t r = 1; r < p->round.count; r++) {
        const struct round_part *part = &p->round.parts[r];
        if (part->state != PART_REPLIED || part->status == STATUS_CANCELLED)
            p->seen.games_missed += games_of(s, q, r);
        else if (part->status != STATUS_OK)
            return they_failed(r, part, err);
        else
            note(p, r, part->body);
    }
    return p->count ? STATUS_OK : err_plain(err, STATUS_CANCELLED, NULL);
}

static enum status request_parts(struct shards *s, const struct shard_request *q,
                                 struct shard_parts *p, struct err *err)
{
    enum status st = round_put(s->dispatcher, &p->round, err);
    if (st != STATUS_OK)
        return st;
    st = shard_reply(&s->self, p->round.request, &p->round.stop, &p->mine, err);
    round_wait(s->dispatcher, &p->round);
    if (atomic_load(p->round.cancelled))
        return err_plain(err, STATUS_CANCELLED, NULL);
    return st == STATUS_OK || st == STATUS_CANCELLED ? gather(s, q, st, p, err) : st;
}

enum status shards_request(struct shards *s, const struct shard_request *request, uint32_t ms,
                           const atomic_bool *cancelled, struct shard_parts *out, struct err *err)
{
    struct buf bytes;
    *out = (struct shard_parts){.round = {.ms = ms, .cancelled = cancelled}};
    buf_init(&out->mine, BUF_DEFAULT_MAX);
    buf_init(&bytes, BUF_DEFAULT_MAX);
    shard_request_write(&bytes, request);
    out->at = mem_calloc(s->self.cluster.size, sizeof *out->at);
    out->has = mem_calloc(s->self.cluster.size, sizeof *out->has);
    out->round.request = buf_span(&bytes);
    out->round.wanted = out->has;
    enum status st = STATUS_OK;
    if (!out->at || !out->has || buf_status(&bytes) != STATUS_OK)
        st = err_nomem(err);
    if (st == STATUS_OK) {
        find_owners(s, request, out->has);
        st = request_parts(s, request, out, err);
    }
    buf_release(&bytes);
    return st;
}

enum status shards_present(struct shards *s, const atomic_bool *cancelled, struct shards_seen *seen,
                           struct err *err)
{
    enum { ENOUGH_MS = 1000 }; /* nothing is looked up, and a page waits for it to open */
    const struct shard_request q = {.kind = SHARD_GET_HERE, .count = s->self.site->count};
    const uint32_t ms = s->deadline_ms < ENOUGH_MS ? s->deadline_ms : ENOUGH_MS;
    struct shard_parts parts;
    enum status st = shards_request(s, &q, ms, cancelled, &parts, err);
    *seen = parts.seen;
    shard_parts_release(&parts);
    return st;
}

void shards_seen_to_json(const struct shards_seen *seen, struct json *j)
{
    if (seen->answered == seen->of)
        return;
    json_key(j, "shards");
    json_open_object(j);
    json_key_u64(j, "answered", seen->answered);
    json_key_u64(j, "of", seen->of);
    json_key_u64(j, "games_missed", seen->games_missed);
    json_end(j);
}

void shard_parts_release(struct shard_parts *p)
{
    round_release(&p->round);
    buf_release(&p->mine);
    mem_free(p->at);
    mem_free(p->has);
    *p = (struct shard_parts){0};
}
