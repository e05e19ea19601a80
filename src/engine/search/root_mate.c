/* root_mate.c: see root_mate.h.
 *
 * A mate is looked for within the moves that the rules leave, and played only if no position of its
 * line after a move of ours was there before: a fourth time would end the game, and after perpetual
 * check lose it. */
#include "engine/search/root_mate.h"

#include <pthread.h>

#include "base/alloc.h"
#include "engine/search/mate.h"

enum {
    TABLE_MB = 64,             /* written to as it fills */
    SHARE = 20,                /* the solver's part of the time, one in so many, for each thread */
    LEAST_MS = 10,             /* of a move; with less there is nothing to give away */
    NO_LIMIT_MS = 50,          /* where the search has no limit of time: before it … */
    NO_LIMIT_BESIDE_MS = 1000, /* … and beside it, for each thread */
    SHORTEN_MS = 20,           /* for a shorter mate, once there is one */
    LOOK_EVERY_MS = 2,         /* at the limits, which may change: an expected move was played */
};

struct root_mate {
    struct mate_solver *solver;
    struct mate_answer answer, shorter;
    const struct think_request *q;
    uint32_t budget_ms;
    bool began, limited; /* there was a limit of time when it began */
    bool beside;         /* not before the search, but with a thread of its own */
    bool has_thread;
    pthread_t thread;
    atomic_bool over;  /* the search has ended */
    atomic_bool found; /* the search is to end */
};

enum status root_mate_open(struct root_mate **out, struct err *err)
{
    struct root_mate *m = mem_calloc(1, sizeof *m);
    *out = NULL;
    if (!m)
        return err_nomem(err);
    enum status status = mate_open(&m->solver, (size_t)TABLE_MB << 20, err);
    if (status == STATUS_OK)
        *out = m;
    else
        root_mate_close(m);
    return status;
}

void root_mate_close(struct root_mate *m)
{
    if (!m)
        return;
    mate_close(m->solver);
    mem_free(m);
}

/* --- Solving ---------------------------------------------------------------------------------- */

static bool may_come_about(const struct think_request *q, const struct mate_answer *a)
{
    struct shogi_pos pos = *q->pos;
    struct shogi_undo undo;
    if (a->length >= THINK_MAX_PLY)
        return false;
    for (uint32_t i = 0; i < a->length; i++) {
        shogi_play(&pos, a->line[i], &undo);
        for (unsigned k = 0; i % 2 == 0 && k < q->history_count; k++)
            if (q->history[k].hash == shogi_hash(&pos))
                return false;
    }
    return true;
}

/* Once an expected move was played, the time that is left is the search's. */
static bool must_end(const struct root_mate *m)
{
    const struct think_control *c = m->q->control;
    uint32_t hard = atomic_load_explicit(&c->hard_ms, memory_order_relaxed);
    return atomic_load_explicit(&m->over, memory_order_relaxed) ||
           atomic_load_explicit(&c->stop, memory_order_relaxed) ||
           (hard && ((!m->beside && !m->limited) || think_control_ms(c) >= hard));
}

/* The first mate that is found may be longer than it need be. */
static void shorten(struct root_mate *m)
{
    const struct mate_options options = {.shortest = true,
                                         .length = m->q->rules.plies_left,
                                         .milliseconds =
                                             m->budget_ms < SHORTEN_MS ? m->budget_ms : SHORTEN_MS,
                                         .stop = &m->over};
    struct mate_answer *a = &m->shorter;
    struct err err;
    if (mate_solve(m->solver, m->q->pos, &options, a, &err) == STATUS_OK &&
        a->result == MATE_PROVEN && a->length < m->answer.length)
        m->answer = *a;
}

/* A piece at a time: what the solver knows stays, so that it goes on where it was.  The clock of a test
 * may stand still, or be faster than ours. */
static void solve(struct root_mate *m)
{
    struct mate_answer *a = &m->answer;
    a->result = MATE_UNKNOWN;
    uint32_t end_ms = think_control_ms(m->q->control) + m->budget_ms;
    for (uint32_t spent = 0; spent < m->budget_ms && !must_end(m); spent += LOOK_EVERY_MS) {
        if (think_control_ms(m->q->control) >= end_ms)
            break;
        uint32_t left = m->budget_ms - spent;
        const struct mate_options options = {.length = m->q->rules.plies_left,
                                             .milliseconds =
                                                 left < LOOK_EVERY_MS ? left : LOOK_EVERY_MS,
                                             .stop = &m->over};
        struct err err;
        if (mate_solve(m->solver, m->q->pos, &options, a, &err) != STATUS_OK)
            a->result = MATE_UNKNOWN; /* it is only as if there were no mate */
        if (a->result != MATE_UNKNOWN)
            break;
    }
    if (a->result == MATE_PROVEN)
        shorten(m);
    if (a->result == MATE_PROVEN && may_come_about(m->q, a))
        atomic_store(&m->found, true);
}

static void *solver_main(void *mate)
{
    solve(mate);
    return NULL;
}

/* --- Beside a search -------------------------------------------------------------------------- */

/* Milliseconds; 0: none. */
static uint32_t budget_of(const struct think_request *q, unsigned threads)
{
    const struct think_control *c = q->control;
    uint32_t soft = atomic_load(&c->soft_ms), hard = atomic_load(&c->hard_ms);
    uint64_t time = soft && (!hard || soft < hard) ? soft : hard;
    if (q->limits.nodes || q->limits.depth || q->only_count || q->limits.lines > 1)
        return 0;
    if (!time)
        return threads > 1 ? NO_LIMIT_BESIDE_MS * threads : NO_LIMIT_MS;
    if (time < LEAST_MS)
        return 0;
    uint64_t budget = time * threads / SHARE;
    return (uint32_t)(budget < 1 ? 1 : budget < time ? budget : time);
}

bool root_mate_begin(struct root_mate *m, const struct think_request *q, unsigned threads)
{
    m->q = q;
    m->beside = threads > 1;
    m->limited = atomic_load(&q->control->hard_ms) != 0;
    m->has_thread = false;
    atomic_store(&m->over, false);
    atomic_store(&m->found, false);
    m->budget_ms = budget_of(q, threads ? threads : 1);
    m->began = m->budget_ms > 0;
    if (!m->began)
        return false;
    q->control->cancelled = &m->found;
    if (m->beside)
        m->has_thread = pthread_create(&m->thread, NULL, solver_main, m) == 0;
    else
        solve(m);
    return atomic_load(&m->found);
}

/* As a line of a search. */
static void report_mate(const struct root_mate *m, const struct think_result *r)
{
    struct think_line line = {.value = r->value,
                              .depth = (int)m->answer.length,
                              .selective_depth = (int)m->answer.length,
                              .bound = THINK_EXACT,
                              .length = m->answer.length};
    const struct think_report report = {
        .line = &line, .number = 1, .last = true, .nodes = r->nodes, .ms = r->ms};
    memcpy(line.moves, m->answer.line, m->answer.length * sizeof *line.moves);
    if (m->q->report)
        m->q->report(m->q->ctx, &report);
}

bool root_mate_end(struct root_mate *m, struct think_result *out)
{
    const struct mate_answer *a = &m->answer;
    if (!m->began)
        return false;
    m->began = false;
    atomic_store(&m->over, true);
    if (m->has_thread)
        pthread_join(m->thread, NULL);
    m->q->control->cancelled = NULL;
    int value = THINK_MATE - (int)a->length;
    if (!atomic_load(&m->found) || (out->best && out->value >= value))
        return false;
    *out = (struct think_result){.best = a->line[0],
                                 .ponder = a->length > 1 ? a->line[1] : 0,
                                 .value = value,
                                 .depth = (int)a->length,
                                 .nodes = out->nodes + a->nodes,
                                 .ms = think_control_ms(m->q->control)};
    report_mate(m, out);
    return true;
}
