/* shard_desk.c: see shard_desk.h. */
#include "web/shards/shard_desk.h"

#include <pthread.h>
#include <time.h>

#include "base/alloc.h"
#include "base/steady.h"
#include "web/shards/shard_wire.h"

/* Between two looks for answers, while some are waited for: a search of a position takes a tenth of
 * a millisecond, others longer; those that take long can wait a little more.  With none it is a
 * look at whether to end. */
enum {
    SOON_LOOK_NS = 150 * 1000,
    LATER_LOOK_NS = 1000 * 1000,
    LATER_AFTER_MS = 100,
    IDLE_LOOK_NS = 50 * 1000 * 1000
};

/* What is known of another rank. */
struct neighbour {
    uint64_t owes;     /* answers */
    uint64_t heard_ms; /* of it last; or when it was asked, after it owed nothing */
    bool done;
};

struct desk {
    const struct crew *crew;
    struct neighbour *ranks;
    uint32_t silent_ms;
    pthread_mutex_t lock; /* of all below, and of the rounds in the list */
    pthread_cond_t work;  /* a round was put */
    pthread_cond_t over;  /* one is over */
    struct round *first;
    uint64_t next_id;
    uint32_t left;
    bool closed;
    struct buf in, out; /* letters at hand */
};

enum status desk_open(struct desk **out, const struct crew *crew, uint32_t deadline_ms,
                      struct err *err)
{
    pthread_condattr_t steady;
    struct desk *d = mem_calloc(1, sizeof *d);
    struct neighbour *ranks = mem_calloc(crew_size(crew), sizeof *ranks);
    if (!d || !ranks) {
        mem_free(d);
        mem_free(ranks);
        return err_nomem(err);
    }
    *d = (struct desk){
        .crew = crew, .ranks = ranks, .silent_ms = deadline_ms - deadline_ms / 10, .next_id = 1};
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

void desk_close(struct desk *d)
{
    if (!d)
        return;
    pthread_mutex_destroy(&d->lock);
    pthread_cond_destroy(&d->work);
    pthread_cond_destroy(&d->over);
    buf_release(&d->in);
    buf_release(&d->out);
    mem_free(d->ranks);
    mem_free(d);
}

/* --- Rounds, with the lock held --------------------------------------------------------------- */

/* The answers that are not there will not come.  It stays in the list until its owner has done
 * with its own part, which has a deadline as well. */
static void end_round(struct desk *d, struct round *r)
{
    for (uint32_t i = 1; i < r->count; i++)
        if (r->parts[i].state != PART_ANSWERED)
            r->parts[i].state = PART_MISSED;
    r->posted = r->over = true;
    pthread_cond_broadcast(&d->over);
}

static void unlink_round(struct desk *d, const struct round *r)
{
    struct round **at = &d->first;
    while (*at != r)
        at = &(*at)->next;
    *at = r->next;
}

static bool is_silent(const struct desk *d, uint32_t rank, uint64_t now)
{
    const struct neighbour *n = &d->ranks[rank];
    return n->owes && now > n->heard_ms + d->silent_ms;
}

static bool send(struct desk *d, uint32_t to, enum letter_kind kind, const struct round *r)
{
    struct letter_head head = {.kind = kind};
    bool question = kind == LETTER_QUESTION;
    if (r) {
        head.id = r->id;
        head.number = r->ms;
    }
    buf_clear(&d->out);
    letter_write(&d->out, &head, question ? r->question : SPAN(""));
    return buf_status(&d->out) == STATUS_OK &&
           crew_post(d->crew, to, buf_span(&d->out), NULL) == STATUS_OK;
}

static void post_round(struct desk *d, struct round *r, uint64_t now)
{
    r->posted = true;
    for (uint32_t i = 1; i < r->count; i++) {
        struct neighbour *n = &d->ranks[i];
        if (r->wanted && !r->wanted[i])
            continue;
        if (is_silent(d, i, now) || !send(d, i, LETTER_QUESTION, r))
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
static void call_off(struct desk *d, struct round *r)
{
    for (uint32_t i = 1; i < r->count; i++)
        if (r->parts[i].state == PART_WAITED_FOR && !is_silent(d, i, steady_ms()))
            (void)send(d, i, LETTER_CANCEL, r); /* it has a deadline, too */
    atomic_store(&r->stop, true);
    end_round(d, r);
}

static void look_after_rounds(struct desk *d)
{
    uint64_t now = steady_ms();
    for (struct round *r = d->first; r; r = r->next)
        if (!r->posted)
            post_round(d, r, now);
        else if (!atomic_load(&r->stop) && (now > r->until_ms || atomic_load(r->cancelled)))
            call_off(d, r);
}

/* --- Letters ---------------------------------------------------------------------------------- */

static void take_answer(struct desk *d, uint32_t from, const struct letter_head *head)
{
    struct round *r = d->first;
    if (d->ranks[from].owes)
        d->ranks[from].owes--;
    while (r && r->id != head->id)
        r = r->next;
    if (!r || r->parts[from].state != PART_WAITED_FOR)
        return; /* too late */
    struct round_part *p = &r->parts[from];
    struct buf empty = p->letter;
    p->letter = d->in;
    d->in = empty;
    p->body = span_skip(buf_span(&p->letter), LETTER_HEAD_BYTES);
    p->status = head->number <= STATUS_CANCELLED ? (enum status)head->number : STATUS_SYNTAX;
    p->state = PART_ANSWERED;
    if (--r->waiting == 0)
        end_round(d, r);
}

/* Letters that are none are dropped. */
static void take_letter(struct desk *d, uint32_t from)
{
    struct letter_head head;
    struct span body;
    if (from == 0 || from >= crew_size(d->crew) || buf_status(&d->in) != STATUS_OK ||
        !letter_read(buf_span(&d->in), &head, &body))
        return;
    d->ranks[from].heard_ms = steady_ms();
    if (head.kind == LETTER_ANSWER)
        take_answer(d, from, &head);
    else if (head.kind == LETTER_LEAVE)
        d->left = from;
    else if (head.kind == LETTER_DONE)
        d->ranks[from].done = true;
}

/* Looking may take its time (MPI yields its processor if there is nothing), so others can put
 * rounds meanwhile; letters at hand are this thread's alone. */
static bool collect_one(struct desk *d, uint32_t *from)
{
    pthread_mutex_unlock(&d->lock);
    bool found = crew_collect(d->crew, from, &d->in);
    pthread_mutex_lock(&d->lock);
    return found;
}

/* With the lock held.  True if anything came. */
static bool carry_letters(struct desk *d)
{
    uint32_t from;
    bool any = false;
    while (collect_one(d, &from)) {
        take_letter(d, from);
        any = true;
    }
    return any;
}

/* --- From any thread -------------------------------------------------------------------------- */

enum status round_put(struct desk *d, struct round *r, struct err *err)
{
    r->count = crew_size(d->crew);
    r->parts = mem_calloc(r->count, sizeof *r->parts);
    if (!r->parts)
        return err_nomem(err);
    for (uint32_t i = 0; i < r->count; i++)
        buf_init(&r->parts[i].letter, SIZE_MAX);
    atomic_init(&r->stop, false);
    r->posted = r->over = false;
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

void round_wait(struct desk *d, struct round *r)
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
        buf_release(&r->parts[i].letter);
    mem_free(r->parts);
    r->parts = NULL;
}

void desk_end_rounds(struct desk *d)
{
    pthread_mutex_lock(&d->lock);
    d->closed = true;
    for (struct round *r = d->first; r; r = r->next) {
        atomic_store(&r->stop, true);
        end_round(d, r);
    }
    pthread_mutex_unlock(&d->lock);
}

/* --- In the thread of the crew ---------------------------------------------------------------- */

static bool has_new_round(const struct desk *d)
{
    for (const struct round *r = d->first; r; r = r->next)
        if (!r->posted)
            return true;
    return false;
}

/* With the lock held: until a round is put, or that long. */
static void rest(struct desk *d, long ns)
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

void desk_serve(struct desk *d, bool (*should_stop)(void *ctx), void *ctx, uint32_t *left)
{
    uint64_t active = steady_ms();
    pthread_mutex_lock(&d->lock);
    while (!d->left && !should_stop(ctx)) {
        bool fresh = has_new_round(d);
        look_after_rounds(d);
        if (carry_letters(d) || fresh)
            active = steady_ms();
        long pause = steady_ms() - active < LATER_AFTER_MS ? SOON_LOOK_NS : LATER_LOOK_NS;
        rest(d, d->first ? pause : IDLE_LOOK_NS);
    }
    *left = d->left;
    pthread_mutex_unlock(&d->lock);
}

static uint32_t not_done(const struct desk *d)
{
    for (uint32_t i = 1; i < crew_size(d->crew); i++)
        if (!d->ranks[i].done)
            return i;
    return 0;
}

uint32_t desk_dismiss(struct desk *d, uint32_t patience_ms)
{
    const struct timespec pause = {.tv_nsec = LATER_LOOK_NS};
    uint64_t until = steady_ms() + patience_ms;
    for (uint32_t i = 1; i < crew_size(d->crew); i++)
        if (!send(d, i, LETTER_END, NULL))
            return i;
    pthread_mutex_lock(&d->lock);
    while (not_done(d) && steady_ms() < until) {
        carry_letters(d);
        nanosleep(&pause, NULL);
    }
    pthread_mutex_unlock(&d->lock);
    return not_done(d);
}
