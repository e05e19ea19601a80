/* shards.c: see shards.h. */
#include "web/shards/shards.h"

#include <pthread.h>
#include <time.h>

#include "base/alloc.h"
#include "base/steady.h"
#include "web/shards/shard_wire.h"

/* --- Shard dispatcher ------------------------------------------------------------------------- */

/* Between two looks for answers, while some are waited for: a search of a position takes a tenth of
 * a millisecond, others longer; those that take long can wait a little more.  With none it is a
 * look at whether to end. */
enum {
    SOON_LOOK_NS = 150 * 1000,
    LATER_LOOK_NS = 1000 * 1000,
    LATER_AFTER_MS = 100,
    IDLE_LOOK_NS = 50 * 1000 * 1000
};

/* What is known of another process. */
struct neighbour {
    uint64_t owes;     /* answers */
    uint64_t heard_ms; /* of it last; or when it was asked, after it owed nothing */
    bool done;
};

struct shard_dispatcher {
    const struct cluster *cluster;
    struct neighbour *processes;
    uint32_t silent_ms;
    pthread_mutex_t lock; /* of all below, and of the rounds in the list */
    pthread_cond_t work;  /* a round was put */
    pthread_cond_t over;  /* one is over */
    struct round *first;
    uint64_t next_id;
    uint32_t left;
    bool closed;
    struct buf in, out; /* messages at hand */
};

enum status dispatcher_open(struct shard_dispatcher **out, const struct cluster *cluster,
                            uint32_t deadline_ms, struct err *err)
{
    pthread_condattr_t steady;
    struct shard_dispatcher *d = mem_calloc(1, sizeof *d);
    struct neighbour *processes = mem_calloc(cluster_size(cluster), sizeof *processes);
    if (!d || !processes) {
        mem_free(d);
        mem_free(processes);
        return err_nomem(err);
    }
    *d = (struct shard_dispatcher){.cluster = cluster,
                                   .processes = processes,
                                   .silent_ms = deadline_ms - deadline_ms / 10,
                                   .next_id = 1};
    pthread_condattr_init(&steady);
    pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
    pthread_mutex_init(&d->lock, NULL);
    pthread_cond_init(&d->work, &steady);
    pthread_cond_init(&d->over, NULL);
    pthread_condattr_destroy(&steady);
    buf_init(&d->in, SIZE_MAX);
    buf_init(&d->out, SIZE_MAX);
    *out = d;
    return STATUS_OK;
}

void dispatcher_close(struct shard_dispatcher *d)
{
    if (!d)
        return;
    pthread_mutex_destroy(&d->lock);
    pthread_cond_destroy(&d->work);
    pthread_cond_destroy(&d->over);
    buf_release(&d->in);
    buf_release(&d->out);
    mem_free(d->processes);
    mem_free(d);
}

/* --- Rounds, with the lock held --------------------------------------------------------------- */

/* The answers that are not there will not come.  It stays in the list until its owner has done
 * with its own part, which has a deadline as well. */
static void end_round(struct shard_dispatcher *d, struct round *r)
{
    for (uint32_t i = 1; i < r->count; i++)
        if (r->parts[i].state != PART_REPLIED)
            r->parts[i].state = PART_MISSED;
    r->sent = r->over = true;
    pthread_cond_broadcast(&d->over);
}

static void unlink_round(struct shard_dispatcher *d, const struct round *r)
{
    struct round **at = &d->first;
    while (*at != r)
        at = &(*at)->next;
    *at = r->next;
}

static bool is_silent(const struct shard_dispatcher *d, uint32_t process, uint64_t now)
{
    const struct neighbour *n = &d->processes[process];
    return n->owes && now > n->heard_ms + d->silent_ms;
}

static bool send(struct shard_dispatcher *d, uint32_t to, enum shard_message kind,
                 const struct round *r)
{
    struct shard_head head = {.kind = kind};
    bool request = kind == SHARD_REQUEST;
    if (r) {
        head.id = r->id;
        head.number = r->ms;
    }
    buf_clear(&d->out);
    shard_message_write(&d->out, &head, request ? r->request : SPAN(""));
    return buf_status(&d->out) == STATUS_OK &&
           cluster_send(d->cluster, to, buf_span(&d->out), NULL) == STATUS_OK;
}

static void send_round(struct shard_dispatcher *d, struct round *r, uint64_t now)
{
    r->sent = true;
    for (uint32_t i = 1; i < r->count; i++) {
        struct neighbour *n = &d->processes[i];
        if (r->wanted && !r->wanted[i])
            continue;
        if (is_silent(d, i, now) || !send(d, i, SHARD_REQUEST, r))
            continue;
        r->parts[i].state = PART_WAITED_FOR;
        r->waiting++;
        if (n->owes++ == 0)
            n->heard_ms = now;
    }
    if (r->waiting == 0)
        end_round(d, r);
}

/* Those who work on it need not go on. */
static void call_off(struct shard_dispatcher *d, struct round *r)
{
    for (uint32_t i = 1; i < r->count; i++)
        if (r->parts[i].state == PART_WAITED_FOR && !is_silent(d, i, steady_ms()))
            (void)send(d, i, SHARD_CANCEL, r); /* it has a deadline, too */
    atomic_store(&r->stop, true);
    end_round(d, r);
}

static void look_after_rounds(struct shard_dispatcher *d)
{
    uint64_t now = steady_ms();
    for (struct round *r = d->first; r; r = r->next)
        if (!r->sent)
            send_round(d, r, now);
        else if (!atomic_load(&r->stop) && (now > r->until_ms || atomic_load(r->cancelled)))
            call_off(d, r);
}

/* --- Letters ---------------------------------------------------------------------------------- */

static void take_reply(struct shard_dispatcher *d, uint32_t from, const struct shard_head *head)
{
    struct round *r = d->first;
    if (d->processes[from].owes)
        d->processes[from].owes--;
    while (r && r->id != head->id)
        r = r->next;
    if (!r || r->parts[from].state != PART_WAITED_FOR)
        return; /* too late */
    struct round_part *p = &r->parts[from];
    struct buf empty = p->message;
    p->message = d->in;
    d->in = empty;
    p->body = span_skip(buf_span(&p->message), SHARD_HEAD_BYTES);
    p->status = head->number <= STATUS_CANCELLED ? (enum status)head->number : STATUS_SYNTAX;
    p->state = PART_REPLIED;
    if (--r->waiting == 0)
        end_round(d, r);
}

/* Letters that are none are dropped. */
static void take_message(struct shard_dispatcher *d, uint32_t from)
{
    struct shard_head head;
    struct span body;
    if (from == 0 || from >= cluster_size(d->cluster) || buf_status(&d->in) != STATUS_OK ||
        !shard_message_read(buf_span(&d->in), &head, &body))
        return;
    d->processes[from].heard_ms = steady_ms();
    if (head.kind == SHARD_REPLY)
        take_reply(d, from, &head);
    else if (head.kind == SHARD_LEAVE)
        d->left = from;
    else if (head.kind == SHARD_DONE)
        d->processes[from].done = true;
}

/* Looking may take its time (MPI yields its processor if there is nothing), so others can put
 * rounds meanwhile; messages at hand are this thread's alone. */
static bool collect_one(struct shard_dispatcher *d, uint32_t *from)
{
    pthread_mutex_unlock(&d->lock);
    bool found = cluster_receive(d->cluster, from, &d->in);
    pthread_mutex_lock(&d->lock);
    return found;
}

/* With the lock held.  True if anything came. */
static bool exchange_messages(struct shard_dispatcher *d)
{
    uint32_t from;
    bool any = false;
    while (collect_one(d, &from)) {
        take_message(d, from);
        any = true;
    }
    return any;
}

/* --- From any thread -------------------------------------------------------------------------- */

enum status round_put(struct shard_dispatcher *d, struct round *r, struct err *err)
{
    r->count = cluster_size(d->cluster);
    r->parts = mem_calloc(r->count, sizeof *r->parts);
    if (!r->parts)
        return err_nomem(err);
    for (uint32_t i = 0; i < r->count; i++)
        buf_init(&r->parts[i].message, SIZE_MAX);
    atomic_init(&r->stop, false);
    r->sent = r->over = false;
    r->waiting = 0;
    r->until_ms = steady_ms() + r->ms;
    pthread_mutex_lock(&d->lock);
    r->id = d->next_id++;
    r->next = d->first;
    d->first = r;
    if (d->closed) {
        atomic_store(&r->stop, true);
        end_round(d, r);
    }
    pthread_cond_signal(&d->work);
    pthread_mutex_unlock(&d->lock);
    return STATUS_OK;
}

void round_wait(struct shard_dispatcher *d, struct round *r)
{
    pthread_mutex_lock(&d->lock);
    while (!r->over)
        pthread_cond_wait(&d->over, &d->lock);
    unlink_round(d, r);
    pthread_mutex_unlock(&d->lock);
}

void round_release(struct round *r)
{
    for (uint32_t i = 0; r->parts && i < r->count; i++)
        buf_release(&r->parts[i].message);
    mem_free(r->parts);
    r->parts = NULL;
}

void dispatcher_end_rounds(struct shard_dispatcher *d)
{
    pthread_mutex_lock(&d->lock);
    d->closed = true;
    for (struct round *r = d->first; r; r = r->next) {
        atomic_store(&r->stop, true);
        end_round(d, r);
    }
    pthread_mutex_unlock(&d->lock);
}

/* --- In the thread of the cluster ---------------------------------------------------------------- */

static bool has_new_round(const struct shard_dispatcher *d)
{
    for (const struct round *r = d->first; r; r = r->next)
        if (!r->sent)
            return true;
    return false;
}

/* With the lock held: until a round is put, or that long. */
static void rest(struct shard_dispatcher *d, long ns)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += ns;
    if (until.tv_nsec >= 1000000000) {
        until.tv_nsec -= 1000000000;
        until.tv_sec++;
    }
    if (!has_new_round(d))
        pthread_cond_timedwait(&d->work, &d->lock, &until);
}

void dispatcher_serve(struct shard_dispatcher *d, bool (*should_stop)(void *ctx), void *ctx,
                      uint32_t *left)
{
    uint64_t active = steady_ms();
    pthread_mutex_lock(&d->lock);
    while (!d->left && !should_stop(ctx)) {
        bool fresh = has_new_round(d);
        look_after_rounds(d);
        if (exchange_messages(d) || fresh)
            active = steady_ms();
        long pause = steady_ms() - active < LATER_AFTER_MS ? SOON_LOOK_NS : LATER_LOOK_NS;
        rest(d, d->first ? pause : IDLE_LOOK_NS);
    }
    *left = d->left;
    pthread_mutex_unlock(&d->lock);
}

static uint32_t not_done(const struct shard_dispatcher *d)
{
    for (uint32_t i = 1; i < cluster_size(d->cluster); i++)
        if (!d->processes[i].done)
            return i;
    return 0;
}

uint32_t dispatcher_dismiss(struct shard_dispatcher *d, uint32_t patience_ms)
{
    const struct timespec pause = {.tv_nsec = LATER_LOOK_NS};
    uint64_t until = steady_ms() + patience_ms;
    for (uint32_t i = 1; i < cluster_size(d->cluster); i++)
        if (!send(d, i, SHARD_END, NULL))
            return i;
    pthread_mutex_lock(&d->lock);
    while (not_done(d) && steady_ms() < until) {
        exchange_messages(d);
        nanosleep(&pause, NULL);
    }
    pthread_mutex_unlock(&d->lock);
    return not_done(d);
}

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
            return err_set(err, part->status, &THEY_FAILED, SPAN_U64(r), part->body);
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
        for (uint32_t d = request->first; d < request->first + request->count; d++)
            for (uint32_t i = 0; i < s->self.dbs[d]->segment_count; i++)
                out->has[s->self.dbs[d]->segments[i].process] = true;
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
