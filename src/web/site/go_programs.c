/* go_programs.c: see go_programs.h. */
#include "web/site/go_programs.h"

#include <string.h>
#include <time.h>

#include "base/io/child.h"
#include "engine/gtp/gtp_client.h"

enum { MAX_NAME_BYTES = 60 };

static const struct msg BAD_PROGRAM = {"\"%1\" is not NAME=COMMAND",
                                       "「%1」は NAME=COMMAND の形ではありません"};
static const struct msg TAKEN = {"there is a program named %1 already",
                                 "%1 という名前のプログラムはすでにあります"};
static const struct msg TOO_MANY = {"too many programs of Go", "囲碁プログラムが多すぎます"};
static const struct msg NOT_INSTALLED = {"%1 is not installed", "%1 はインストールされていません"};
static const struct msg ALL_BUSY = {"all programs of Go are busy; try again later",
                                    "囲碁プログラムがすべて使用中です。後でもう一度試してください"};
static const struct msg HANGS = {"%1 does not respond", "%1 が応答しません"};
static const struct msg DIED = {"%1 ended unexpectedly", "%1 が突然終了しました"};
static const struct msg REFUSED = {"%1 refuses the game: \"%2\"",
                                   "%1 がこの対局を拒否しました: 「%2」"};
static const struct msg BAD_MOVE = {"%1 played an illegal move: \"%2\"",
                                    "%1 が打てない手を返しました: 「%2」"};

/* --- Which there are -------------------------------------------------------------------------- */

void go_programs_init(struct go_programs *p, const char *path)
{
    pthread_condattr_t steady;
    *p = (struct go_programs){
        .at = {{.name = SPAN("GNU Go"), .command = SPAN("gnugo --mode gtp --chinese-rules")}},
        .count = 1,
        .path = path ? path : "",
        .idle_ms = GO_PROGRAMS_IDLE_MS};
    pthread_mutex_init(&p->lock, NULL);
    pthread_condattr_init(&steady);
    pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
    pthread_cond_init(&p->changed, &steady);
    pthread_condattr_destroy(&steady);
}

uint32_t go_programs_find(const struct go_programs *p, struct span name)
{
    for (uint32_t i = 0; i < p->count; i++)
        if (span_eq(p->at[i].name, name))
            return i;
    return GO_PROGRAMS_MOST;
}

enum status go_programs_add(struct go_programs *p, const char *text, struct err *err)
{
    struct span all = span_of(text);
    ptrdiff_t at = span_find(all, SPAN("="));
    struct span name = span_trim(span_make(all.p, at < 0 ? 0 : (size_t)at));
    struct span command = span_trim(span_skip(all, at < 0 ? all.n : (size_t)at + 1));
    if (!name.n || !command.n || name.n > MAX_NAME_BYTES)
        return err_set(err, STATUS_SYNTAX, &BAD_PROGRAM, all, SPAN(""));
    if (go_programs_find(p, name) != GO_PROGRAMS_MOST)
        return err_set(err, STATUS_RANGE, &TAKEN, name, SPAN(""));
    if (p->count == GO_PROGRAMS_MOST)
        return err_plain(err, STATUS_LIMIT, &TOO_MANY);
    p->at[p->count++] = (struct go_program){.name = name, .command = command};
    return STATUS_OK;
}

bool go_programs_installed(const struct go_programs *p, uint32_t program)
{
    struct buf words, found;
    struct err ignored;
    size_t count = 0;
    buf_init(&words, BUF_DEFAULT_MAX);
    buf_init(&found, BUF_DEFAULT_MAX);
    bool installed = child_split(p->at[program].command, &words, &count, &ignored) == STATUS_OK &&
                     count > 0 && buf_status(&words) == STATUS_OK &&
                     child_find(span_of(buf_cstr(&words)), p->path, &found);
    buf_release(&words);
    buf_release(&found);
    return installed;
}

/* --- Ending those that nobody plays with ------------------------------------------------------- */

/* Takes a process out, to be closed without the lock; NULL: there is none that is so old.  *next_ms:
 * when to look again; 0: when something changes. */
static struct gtp_client *take_idle(struct go_programs *p, uint64_t now, uint64_t *next_ms)
{
    *next_ms = 0;
    for (int i = 0; i < GO_PROGRAMS_MOST_RUNNING; i++) {
        struct go_programs_process *r = &p->running[i];
        if (!r->client || r->busy)
            continue;
        if (now - r->used >= p->idle_ms) {
            struct gtp_client *client = r->client;
            r->client = NULL;
            return client;
        }
        uint64_t end = r->used + p->idle_ms;
        *next_ms = *next_ms && *next_ms < end ? *next_ms : end;
    }
    return NULL;
}

static void wait_until(struct go_programs *p, uint64_t ms)
{
    const struct timespec end = {.tv_sec = (time_t)(ms / 1000),
                                 .tv_nsec = (long)(ms % 1000) * 1000000};
    if (ms)
        pthread_cond_timedwait(&p->changed, &p->lock, &end);
    else
        pthread_cond_wait(&p->changed, &p->lock);
}

static void *reap(void *ctx)
{
    struct go_programs *p = ctx;
    pthread_mutex_lock(&p->lock);
    while (!p->ending) {
        uint64_t next;
        struct gtp_client *idle = take_idle(p, steady_ms(), &next);
        if (!idle) {
            wait_until(p, next);
            continue;
        }
        pthread_mutex_unlock(&p->lock);
        gtp_client_close(idle);
        pthread_mutex_lock(&p->lock);
    }
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

void go_programs_release(struct go_programs *p)
{
    if (!p->count)
        return;
    pthread_mutex_lock(&p->lock);
    p->ending = true;
    pthread_cond_broadcast(&p->changed);
    pthread_mutex_unlock(&p->lock);
    if (p->reaping)
        pthread_join(p->reaper, NULL);
    for (int i = 0; i < GO_PROGRAMS_MOST_RUNNING; i++)
        gtp_client_close(p->running[i].client);
    pthread_cond_destroy(&p->changed);
    pthread_mutex_destroy(&p->lock);
    *p = (struct go_programs){.count = 0};
}

uint32_t go_programs_running(struct go_programs *p)
{
    uint32_t n = 0;
    pthread_mutex_lock(&p->lock);
    for (int i = 0; i < GO_PROGRAMS_MOST_RUNNING; i++)
        n += p->running[i].client || p->running[i].busy;
    pthread_mutex_unlock(&p->lock);
    return n;
}

/* --- A process for a move ---------------------------------------------------------------------- */

/* How well a process suits: one that has most of the game, one of the same program, none yet, one of
 * another program.  Negative: it is busy. */
static long fitness(const struct go_programs_process *r, uint32_t program, unsigned level,
                    const struct gtp_game *g)
{
    if (r->busy)
        return -1;
    if (!r->client)
        return 2;
    if (r->program != program || r->level != level)
        return 1;
    long has = gtp_client_has(r->client, g);
    return has < 0 || g->count - (size_t)has > 2 ? 1 : 3 + has;
}

/* Of several that would have to give up a game, the one that was used longest ago.  *old: the client
 * that is in the way, to be closed. */
static struct go_programs_process *reserve(struct go_programs *p, uint32_t program, unsigned level,
                                           const struct gtp_game *g, struct gtp_client **old)
{
    struct go_programs_process *best = NULL;
    long fits = -1;
    pthread_mutex_lock(&p->lock);
    for (int i = 0; i < GO_PROGRAMS_MOST_RUNNING && !p->ending; i++) {
        struct go_programs_process *r = &p->running[i];
        long f = fitness(r, program, level, g);
        if (f > fits || (f == 1 && fits == 1 && best && r->used < best->used)) {
            best = r;
            fits = f;
        }
    }
    *old = NULL;
    if (best) {
        best->busy = true;
        if (best->client && (best->program != program || best->level != level)) {
            *old = best->client;
            best->client = NULL;
        }
        best->program = program;
        best->level = level;
    }
    pthread_mutex_unlock(&p->lock);
    return best;
}

static void give_back(struct go_programs *p, struct go_programs_process *r,
                      struct gtp_client *client)
{
    pthread_mutex_lock(&p->lock);
    r->client = client;
    r->busy = false;
    r->used = steady_ms();
    if (!p->reaping && client)
        p->reaping = pthread_create(&p->reaper, NULL, reap, p) == 0;
    pthread_cond_broadcast(&p->changed);
    pthread_mutex_unlock(&p->lock);
}

static enum status start(struct go_programs *p, uint32_t program, unsigned level,
                         const atomic_bool *cancel, struct gtp_client **out, struct err *err)
{
    struct buf command;
    const struct gtp_client_options opt = {.path = p->path, .cancel = cancel};
    if (!go_programs_installed(p, program))
        return err_set(err, STATUS_NOT_FOUND, &NOT_INSTALLED, p->at[program].name, SPAN(""));
    buf_init(&command, BUF_DEFAULT_MAX);
    buf_add_span(&command, p->at[program].command);
    if (program == 0)
        buf_printf(&command, " --level %u", level);
    enum status st = buf_status(&command) == STATUS_OK
                         ? gtp_client_open(out, buf_span(&command), &opt, err)
                         : err_nomem(err);
    buf_release(&command);
    return st;
}

static enum status status_of(struct span name, const struct gtp_answer *a, struct err *err)
{
    switch (a->reply) {
    case GTP_MOVE:
    case GTP_RESIGN:
        return STATUS_OK;
    case GTP_CANCELLED:
        return err_plain(err, STATUS_CANCELLED, NULL);
    case GTP_HANGS:
        return err_set(err, STATUS_IO, &HANGS, name, SPAN(""));
    case GTP_REFUSED:
        return err_set(err, STATUS_IO, &REFUSED, name, span_of(a->word));
    case GTP_BAD_MOVE:
        return err_set(err, STATUS_IO, &BAD_MOVE, name, span_of(a->word));
    case GTP_DIED:
    default:
        return err_set(err, STATUS_IO, &DIED, name, SPAN(""));
    }
}

enum status go_programs_move(struct go_programs *p, uint32_t program, unsigned level,
                             const struct gtp_game *g, const atomic_bool *cancel,
                             struct gtp_answer *out, struct err *err)
{
    struct gtp_client *old;
    struct go_programs_process *r = reserve(p, program, level, g, &old);
    gtp_client_close(old);
    if (!r)
        return err_plain(err, STATUS_LIMIT, &ALL_BUSY);
    struct gtp_client *client = r->client; /* it is ours while it is busy */
    enum status st = client ? STATUS_OK : start(p, program, level, cancel, &client, err);
    if (st == STATUS_OK) {
        gtp_client_move(client, g, GO_PROGRAMS_PATIENCE_MS, cancel, out);
        st = status_of(p->at[program].name, out, err);
    }
    if (st != STATUS_OK) {
        gtp_client_close(client);
        client = NULL;
    }
    give_back(p, r, client);
    return st;
}
