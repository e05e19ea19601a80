/* relay.c: see relay.h.
 *
 * In each process some threads work; the caller's thread does all that concerns other processes,
 * because MPI wants it so, and sleeps in between.  On rank 0 one more thread takes the results, so
 * that blocks are handed out even while a segment of a database is being written.
 *
 * Letters, a byte that says what it is and eight for a number:
 *
 *     to a rank:    TASK block          STOP: do nothing more, and say BYE
 *     to rank 0:    RESULT block bytes  FAILED: it can't go on    BYE: nothing comes after this
 *
 * However it ends, rank 0 sends STOP to everybody and waits for their BYE: there are no letters on
 * their way when the crew next meets. */
#include <string.h>

#include "base/alloc.h"
#include "base/le.h"
#include "base/work/pool.h"
#include "base/work/relay_internal.h"

enum letter { LETTER_TASK = 1, LETTER_STOP, LETTER_RESULT, LETTER_FAILED, LETTER_BYE };
enum { LETTER_HEAD = 9 };

/* For each thread one block to work on and one that waits, so that nobody waits for a letter; and
 * that many times as many may lie between what was handed out and what was taken. */
enum { AHEAD = 2, WINDOW_TIMES = 8 };
/* The caller's thread looks for letters so often when nothing happens; alone, it only looks whether
 * the user wants to stop. */
enum { FIRST_SLEEP_NS = 20 * 1000, LONGEST_SLEEP_NS = 1000 * 1000, ALONE_NS = 50 * 1000 * 1000 };
enum { PATIENCE_MS = 400 };

static const struct msg STOPPED = {"stopped", "中断しました"};
static const struct msg NONSENSE = {"another process of this job sent what makes no sense",
                                    "並列ジョブの別のプロセスから不正なデータが届きました"};

static void fail_plain(struct relay *r, enum status status, const struct msg *what)
{
    struct err err;
    err_plain(&err, status, what);
    relay_fail(r, status, &err);
}

static void fail_nomem(struct relay *r)
{
    struct err err;
    err_nomem(&err);
    relay_fail(r, STATUS_NOMEM, &err);
}

static bool has_others(const struct relay *r)
{
    return crew_size(r->crew) > 1;
}

static bool is_cancelled(const struct relay *r)
{
    return r->ops->cancelled && atomic_load_explicit(r->ops->cancelled, memory_order_relaxed);
}

/* --- Letters ---------------------------------------------------------------------------------- */

static void post(struct relay *r, uint32_t to, enum letter what, uint64_t number, struct span rest)
{
    unsigned char head[LETTER_HEAD];
    head[0] = (unsigned char)what;
    le_put64(head + 1, number);
    buf_clear(&r->letter);
    buf_add(&r->letter, head, sizeof head);
    buf_add_span(&r->letter, rest);
    if (buf_status(&r->letter) != STATUS_OK) { /* the head always fits: it was reserved */
        buf_clear(&r->letter);
        head[0] = LETTER_FAILED;
        buf_add(&r->letter, head, sizeof head);
        fail_nomem(r);
    }
    struct err err;
    if (crew_post(r->crew, to, buf_span(&r->letter), &err) != STATUS_OK)
        crew_give_up(r->crew, 3); /* somebody waits for this letter, and no other can be sent */
}

/* A result for rank 0, which it may have asked for. */
static void accept(struct relay *r, uint64_t block, struct buf *bytes, bool ours)
{
    struct slot *s = relay_slot(r, block);
    struct err err = {0};
    relay_swap(&s->bytes, bytes);
    s->ours = ours;
    if (r->ops->journal) {
        enum status st = journal_add(r->ops->journal, block, buf_span(&s->bytes), &err);
        if (st != STATUS_OK)
            relay_fail(r, st, &err);
    }
    s->state = SLOT_HERE;
    pthread_cond_signal(&r->slot_full);
}

static void accept_letter(struct relay *r, uint32_t from, uint64_t block)
{
    bool asked = block >= r->taken && block < r->handed && r->out[from] &&
                 relay_slot(r, block)->state == SLOT_OPEN;
    if (!asked) {
        fail_plain(r, STATUS_SYNTAX, &NONSENSE);
        return;
    }
    struct buf bytes;
    buf_init(&bytes, JOURNAL_MOST_RESULT);
    buf_add(&bytes, r->letter.p + LETTER_HEAD, r->letter.n - LETTER_HEAD);
    r->out[from]--;
    if (buf_status(&bytes) == STATUS_OK) {
        accept(r, block, &bytes, false);
    } else {
        fail_nomem(r);
    }
    buf_release(&bytes);
}

static void read_at_lead(struct relay *r, uint32_t from, enum letter what, uint64_t number)
{
    if (what == LETTER_RESULT)
        accept_letter(r, from, number);
    else if (what == LETTER_FAILED)
        fail_plain(r, STATUS_CANCELLED, &STOPPED);
    else if (what == LETTER_BYE)
        r->byes++;
    else
        fail_plain(r, STATUS_SYNTAX, &NONSENSE);
}

static void read_elsewhere(struct relay *r, uint32_t from, enum letter what, uint64_t number)
{
    bool fits = r->task_count + r->busy + r->done_count < r->depth;
    if (from == 0 && what == LETTER_TASK && fits && number < r->ops->blocks) {
        if (!r->stopping)
            relay_put_task(r, number);
    } else if (from == 0 && what == LETTER_STOP) {
        r->stopping = true;
        atomic_store(r->ops->over, true);
    } else {
        fail_plain(r, STATUS_SYNTAX, &NONSENSE);
    }
}

/* True if there was a letter. */
static bool read_letters(struct relay *r)
{
    uint32_t from;
    bool any = false;
    while (crew_collect(r->crew, &from, &r->letter)) {
        any = true;
        if (buf_status(&r->letter) != STATUS_OK || r->letter.n < LETTER_HEAD) {
            fail_plain(r, STATUS_SYNTAX, &NONSENSE);
            continue;
        }
        enum letter what = (enum letter)(unsigned char)r->letter.p[0];
        uint64_t number = le_get64(r->letter.p + 1);
        if (relay_leads(r))
            read_at_lead(r, from, what, number);
        else
            read_elsewhere(r, from, what, number);
    }
    return any;
}

/* --- The caller's thread ---------------------------------------------------------------------- */

static void settle_one(struct relay *r, struct done *d)
{
    if (d->status == STATUS_OK && relay_leads(r)) {
        r->out[0]--;
        accept(r, d->block, &d->bytes, true);
    } else if (d->status == STATUS_OK) {
        post(r, 0, LETTER_RESULT, d->block, buf_span(&d->bytes));
    } else if (d->status != STATUS_CANCELLED || !atomic_load(r->ops->over)) {
        relay_fail(r, d->status, &d->err);
    }
}

/* What this process's threads have done; true if there was anything. */
static bool settle_dones(struct relay *r)
{
    bool any = r->done_count != 0;
    while (r->done_count) {
        settle_one(r, &r->dones[r->done_first % r->depth]);
        r->done_first++;
        r->done_count--;
    }
    return any;
}

/* The rank that has least to do for its threads, and room for more. */
static bool find_idle(const struct relay *r, uint32_t *rank)
{
    bool found = false;
    for (uint32_t i = 0; i < crew_size(r->crew); i++) {
        bool less =
            !found || (uint64_t)r->out[i] * r->room[*rank] < (uint64_t)r->out[*rank] * r->room[i];
        if (r->out[i] < r->room[i] && less) {
            *rank = i;
            found = true;
        }
    }
    return found;
}

/* Hands out what can be; true if there was anything. */
static bool hand_out(struct relay *r)
{
    uint64_t before = r->handed;
    uint32_t rank = 0;
    while (r->handed < r->ops->blocks && r->handed - r->taken < r->window) {
        struct slot *s = relay_slot(r, r->handed);
        if (r->ops->known && r->ops->known(r->ops->ctx, r->handed)) {
            s->state = SLOT_KNOWN;
        } else if (r->ops->journal && journal_has(r->ops->journal, r->handed)) {
            s->state = SLOT_IN_JOURNAL;
            s->ours = false;
        } else if (find_idle(r, &rank)) {
            r->out[rank]++;
            if (rank == 0)
                relay_put_task(r, r->handed);
            else
                post(r, rank, LETTER_TASK, r->handed, (struct span){0});
        } else {
            break;
        }
        r->handed++;
        pthread_cond_signal(&r->slot_full);
    }
    return r->handed != before;
}

static void nap(struct relay *r, long *ns)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += has_others(r) ? *ns : ALONE_NS;
    if (until.tv_nsec >= 1000000000) {
        until.tv_nsec -= 1000000000;
        until.tv_sec++;
    }
    pthread_cond_timedwait(&r->news, &r->lock, &until);
    *ns = *ns * 2 < LONGEST_SLEEP_NS ? *ns * 2 : LONGEST_SLEEP_NS;
}

/* The end: nothing new is begun, and everybody is told. */
static void stop(struct relay *r)
{
    r->stopping = true;
    atomic_store(r->ops->over, true);
    clock_gettime(CLOCK_MONOTONIC, &r->stopped);
    pthread_cond_broadcast(&r->slot_full);
    for (uint32_t i = 1; relay_leads(r) && i < crew_size(r->crew); i++)
        post(r, i, LETTER_STOP, 0, (struct span){0});
}

/* The launcher of a job that lost a process ends the others, after a second: then the dead one's
 * BYE is not waited for, so that there is time to keep what was done. */
static bool has_waited_enough(const struct relay *r)
{
    struct timespec now;
    if (!is_cancelled(r))
        return false;
    clock_gettime(CLOCK_MONOTONIC, &now);
    int64_t ms = (int64_t)(now.tv_sec - r->stopped.tv_sec) * 1000 +
                 (now.tv_nsec - r->stopped.tv_nsec) / 1000000;
    return ms >= PATIENCE_MS;
}

/* Does this process still wait for something? */
static bool goes_on(const struct relay *r)
{
    if (!r->stopping || r->task_count + r->busy + r->done_count > 0)
        return true;
    return relay_leads(r) && r->byes + 1 < crew_size(r->crew) && !has_waited_enough(r);
}

/* A rank that failed tells rank 0, and goes on listening until it is told to stop. */
static void conduct(struct relay *r)
{
    long ns = FIRST_SLEEP_NS;
    bool told = false;
    pthread_mutex_lock(&r->lock);
    while (goes_on(r)) {
        bool any = read_letters(r);
        any |= settle_dones(r);
        if (is_cancelled(r) && r->status == STATUS_OK && !r->stopping)
            fail_plain(r, STATUS_CANCELLED, &STOPPED);
        bool end = atomic_load(r->ops->over) || (relay_leads(r) && r->taken >= r->ops->blocks);
        if (relay_leads(r) && end && !r->stopping) {
            stop(r);
        } else if (relay_leads(r) && !r->stopping) {
            any |= hand_out(r);
        } else if (!relay_leads(r) && r->status != STATUS_OK && !told && !r->stopping) {
            told = true;
            post(r, 0, LETTER_FAILED, 0, (struct span){0});
        }
        if (any)
            ns = FIRST_SLEEP_NS;
        else if (goes_on(r))
            nap(r, &ns);
    }
    if (!relay_leads(r))
        post(r, 0, LETTER_BYE, 0, (struct span){0});
    else if (r->byes + 1 < crew_size(r->crew))
        r->crew->state->broken = true; /* somebody is gone */
    pthread_mutex_unlock(&r->lock);
}

/* --- Beginning and end ------------------------------------------------------------------------ */

/* Everybody's threads are known to rank 0 from here on, and all are to do the same. */
static enum status compare_plans(struct relay *r, enum status mine, struct err *err)
{
    unsigned char plan[24];
    struct crew_parts all = {0};
    le_put64(plan, r->ops->print);
    le_put64(plan + 8, r->ops->blocks);
    le_put64(plan + 16, r->threads);
    enum status st = crew_share(r->crew, mine, span_make((char *)plan, sizeof plan), &all, err);
    for (uint32_t i = 0; i < all.count && st == STATUS_OK; i++) {
        if (all.at[i].n != sizeof plan || memcmp(all.at[i].p, plan, 16) != 0) {
            st = crew_differs(err);
            break;
        }
        uint64_t threads = le_get64(all.at[i].p + 16);
        uint32_t room = threads && threads <= POOL_MAX_THREADS ? (uint32_t)threads * AHEAD : AHEAD;
        r->window += (size_t)room * WINDOW_TIMES;
        if (relay_leads(r))
            r->room[i] = room;
    }
    crew_parts_release(&all);
    return st;
}

static enum status allocate_threads(struct relay *r, struct err *err)
{
    r->depth = (size_t)r->threads * AHEAD;
    r->workers = mem_calloc(r->threads, sizeof *r->workers);
    r->tasks = mem_calloc(r->depth, sizeof *r->tasks);
    r->dones = mem_calloc(r->depth, sizeof *r->dones);
    r->room = mem_calloc(crew_size(r->crew), sizeof *r->room);
    r->out = mem_calloc(crew_size(r->crew), sizeof *r->out);
    if (!r->workers || !r->tasks || !r->dones || !r->room || !r->out ||
        !buf_reserve(&r->letter, LETTER_HEAD))
        return err_nomem(err);
    for (size_t i = 0; i < r->depth; i++)
        buf_init(&r->dones[i].bytes, JOURNAL_MOST_RESULT);
    return STATUS_OK;
}

static enum status allocate_slots(struct relay *r, struct err *err)
{
    if (!relay_leads(r))
        return STATUS_OK;
    r->slots = mem_calloc(r->window, sizeof *r->slots);
    if (!r->slots)
        return err_nomem(err);
    for (size_t i = 0; i < r->window; i++)
        buf_init(&r->slots[i].bytes, JOURNAL_MOST_RESULT);
    return STATUS_OK;
}

static void relay_init(struct relay *r, const struct crew *crew, const struct relay_ops *ops)
{
    pthread_condattr_t steady;
    *r = (struct relay){.ops = ops, .crew = crew};
    r->threads = ops->threads ? ops->threads : pool_cpu_count();
    if (r->threads > POOL_MAX_THREADS)
        r->threads = POOL_MAX_THREADS;
    buf_init(&r->letter, (size_t)JOURNAL_MOST_RESULT + LETTER_HEAD);
    pthread_mutex_init(&r->lock, NULL);
    pthread_cond_init(&r->task_there, NULL);
    pthread_cond_init(&r->slot_full, NULL);
    pthread_condattr_init(&steady);
    pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
    pthread_cond_init(&r->news, &steady);
    pthread_condattr_destroy(&steady);
    if (ops->journal)
        r->handed = r->taken = journal_floor(ops->journal);
}

static void relay_release(struct relay *r)
{
    for (size_t i = 0; r->dones && i < r->depth; i++)
        buf_release(&r->dones[i].bytes);
    for (size_t i = 0; r->slots && i < r->window; i++)
        buf_release(&r->slots[i].bytes);
    mem_free(r->workers);
    mem_free(r->tasks);
    mem_free(r->dones);
    mem_free(r->slots);
    mem_free(r->room);
    mem_free(r->out);
    buf_release(&r->letter);
    pthread_cond_destroy(&r->task_there);
    pthread_cond_destroy(&r->slot_full);
    pthread_cond_destroy(&r->news);
    pthread_mutex_destroy(&r->lock);
}

/* Results that came before their turn, of work that was broken off. */
static void keep_early(struct relay *r)
{
    for (uint64_t b = r->taken; r->ops->keep && r->slots && b < r->handed; b++) {
        struct slot *s = relay_slot(r, b);
        struct err err = {0};
        if (s->state != SLOT_HERE)
            continue;
        enum status st = r->ops->keep(r->ops->ctx, b, buf_span(&s->bytes), &err);
        if (st != STATUS_OK) {
            relay_fail(r, st, &err);
            return;
        }
    }
}

enum status relay_run(const struct crew *crew, enum status mine, const struct relay_ops *ops,
                      struct err *err)
{
    static const struct msg NO_THREAD = {"cannot start a thread", "スレッドを開始できません"};
    struct relay r;
    relay_init(&r, crew, ops);
    if (mine == STATUS_OK)
        mine = allocate_threads(&r, err);
    mine = compare_plans(&r, mine, err);
    if (mine == STATUS_OK)
        mine = allocate_slots(&r, err);
    if (mine == STATUS_OK)
        relay_start_threads(&r);
    if (mine == STATUS_OK && (r.started == 0 || (relay_leads(&r) && !r.taking)))
        mine = err_plain(err, STATUS_NOMEM, &NO_THREAD);
    mine = crew_agree(crew, mine, err);
    if (mine == STATUS_OK)
        conduct(&r);
    else
        atomic_store(ops->over, true);
    relay_join_threads(&r);
    if (r.status != STATUS_OK)
        keep_early(&r);
    if (r.status != STATUS_OK) {
        mine = r.status;
        if (err)
            *err = r.err;
    }
    relay_release(&r);
    return crew_agree(crew, mine, err);
}
