/* child.c: see child.h. */
#include "base/io/child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/alloc.h"

enum {
    SLICE_MS = 50, /* how often a wait looks whether it was cancelled */
    READ_BYTES = 1 << 14,
    REAP_STEP_MS = 2,
};

/* Debian's folders for games are on the PATH of people, not of services. */
#define GAMES_FOLDERS "/usr/games:/usr/local/games"

static const struct msg OPEN_QUOTE = {"unclosed quote: %1", "引用符が閉じていません: %1"};
static const struct msg EMPTY = {"the command is empty", "コマンドが空です"};
static const struct msg NO_PROGRAM = {"program not found: %1", "プログラムが見つかりません: %1"};
static const struct msg CANT_START = {"cannot start %1: %2", "%1 を起動できません: %2"};

/* --- Commands --------------------------------------------------------------------------------- */

/* One word at the front of *s; false if a quote stays open. */
static bool split_word(struct span *s, struct buf *out)
{
    char quote = 0;
    while (s->n && (quote || !is_blank(s->p[0]))) {
        char c = s->p[0];
        *s = span_skip(*s, 1);
        if (quote ? c == quote : c == '"' || c == '\'') {
            quote = quote ? 0 : c;
            continue;
        }
        if (c == '\\' && quote != '\'' && s->n) {
            c = s->p[0];
            *s = span_skip(*s, 1);
        }
        buf_add_char(out, c);
    }
    buf_add_char(out, '\0');
    return quote == 0;
}

enum status child_split(struct span command, struct buf *words, size_t *count, struct err *err)
{
    struct span rest = span_trim(command);
    for (*count = 0; rest.n; ++*count) {
        if (!split_word(&rest, words))
            return err_set(err, STATUS_SYNTAX, &OPEN_QUOTE, command, (struct span){0});
        rest = span_trim(rest);
    }
    if (buf_status(words) != STATUS_OK)
        return err_nomem(err);
    return *count ? STATUS_OK : err_plain(err, STATUS_SYNTAX, &EMPTY);
}

static bool can_run(struct buf *path)
{
    struct stat st;
    const char *name = buf_cstr(path);
    return buf_status(path) == STATUS_OK && stat(name, &st) == 0 && S_ISREG(st.st_mode) &&
           access(name, X_OK) == 0;
}

static bool find_in(struct span word, struct span folders, struct buf *out)
{
    while (folders.n) {
        ptrdiff_t end = span_find(folders, SPAN(":"));
        size_t n = end < 0 ? folders.n : (size_t)end;
        buf_clear(out);
        if (n) {
            buf_add(out, folders.p, n);
            buf_add_char(out, '/');
            buf_add_span(out, word);
            if (can_run(out))
                return true;
        }
        folders = span_skip(folders, n + (end >= 0));
    }
    return false;
}

bool child_find(struct span word, const char *path, struct buf *out)
{
    buf_clear(out);
    if (span_find(word, SPAN("/")) >= 0) {
        buf_add_span(out, word);
        return can_run(out);
    }
    return word.n && (find_in(word, span_of(path), out) || find_in(word, SPAN(GAMES_FOLDERS), out));
}

/* --- Starting --------------------------------------------------------------------------------- */

struct launch {
    struct buf words, program;
    char **argv; /* owned; points into words */
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attr;
    int to[2], from[2];
};

static void close_if_open(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

static enum status prepare_words(struct launch *l, struct span command, const char *path,
                                 struct err *err)
{
    size_t count;
    enum status status = child_split(command, &l->words, &count, err);
    if (status != STATUS_OK)
        return status;
    l->argv = mem_calloc(count + 1, sizeof *l->argv);
    if (!l->argv)
        return err_nomem(err);
    char *at = l->words.p;
    for (size_t i = 0; i < count; i++, at += strlen(at) + 1)
        l->argv[i] = at;
    if (!child_find(span_of(l->argv[0]), path, &l->program))
        return err_set(err, STATUS_NOT_FOUND, &NO_PROGRAM, span_of(l->argv[0]), (struct span){0});
    return STATUS_OK;
}

/* Standard input and output are the pipes, standard error the log; signals as a shell would leave
 * them; a process group of its own. */
static int prepare_process(struct launch *l, const char *log)
{
    sigset_t defaults, none;
    sigemptyset(&defaults);
    sigemptyset(&none);
    sigaddset(&defaults, SIGPIPE);
    sigaddset(&defaults, SIGINT);
    sigaddset(&defaults, SIGTERM);
    int bad = posix_spawn_file_actions_adddup2(&l->actions, l->to[0], STDIN_FILENO);
    bad = bad ? bad : posix_spawn_file_actions_adddup2(&l->actions, l->from[1], STDOUT_FILENO);
    bad =
        bad ? bad
            : posix_spawn_file_actions_addopen(&l->actions, STDERR_FILENO, log ? log : "/dev/null",
                                               O_WRONLY | O_CREAT | O_APPEND, 0666);
    bad = bad ? bad : posix_spawnattr_setpgroup(&l->attr, 0);
    bad = bad ? bad : posix_spawnattr_setsigdefault(&l->attr, &defaults);
    bad = bad ? bad : posix_spawnattr_setsigmask(&l->attr, &none);
    short flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK;
    return bad ? bad : posix_spawnattr_setflags(&l->attr, flags);
}

static int make_pipes(struct launch *l)
{
    /* closed on exec: a program must not hold another one's pipe open */
    if (pipe2(l->to, O_CLOEXEC) != 0 || pipe2(l->from, O_CLOEXEC) != 0)
        return errno;
    if (fcntl(l->to[1], F_SETFL, O_NONBLOCK) != 0 || fcntl(l->from[0], F_SETFL, O_NONBLOCK) != 0)
        return errno;
    return 0;
}

static enum status launch(struct launch *l, struct child *c, const struct child_options *opt,
                          struct err *err)
{
    extern char **environ;
    int bad = make_pipes(l);
    bad = bad ? bad : prepare_process(l, opt->log);
    if (!bad)
        bad = posix_spawn(&c->pid, buf_cstr(&l->program), &l->actions, &l->attr, l->argv, environ);
    if (bad) {
        c->pid = 0;
        return err_errno(err, bad, &CANT_START, buf_span(&l->program));
    }
    c->in = l->to[1];
    c->out = l->from[0];
    l->to[1] = l->from[0] = -1;
    return STATUS_OK;
}

enum status child_start(struct child *c, struct span command, const char *path,
                        const struct child_options *opt, struct err *err)
{
    struct launch l = {.to = {-1, -1}, .from = {-1, -1}};
    *c = (struct child){.in = -1, .out = -1, .cancel = opt->cancel};
    buf_init(&c->pending, (size_t)2 * CHILD_MAX_LINE);
    buf_init(&l.words, CHILD_MAX_LINE);
    buf_init(&l.program, CHILD_MAX_LINE);
    posix_spawn_file_actions_init(&l.actions);
    posix_spawnattr_init(&l.attr);
    enum status status = prepare_words(&l, command, path, err);
    if (status == STATUS_OK)
        status = launch(&l, c, opt, err);
    posix_spawn_file_actions_destroy(&l.actions);
    posix_spawnattr_destroy(&l.attr);
    for (int i = 0; i < 2; i++) {
        close_if_open(&l.to[i]);
        close_if_open(&l.from[i]);
    }
    mem_free(l.argv);
    buf_release(&l.words);
    buf_release(&l.program);
    if (status != STATUS_OK)
        buf_release(&c->pending);
    return status;
}

/* --- Talking ---------------------------------------------------------------------------------- */

static bool is_cancelled(const struct child *c)
{
    return c->cancel && atomic_load(c->cancel);
}

/* Waits until fd is ready for events, the deadline or a cancellation; true if it is ready. */
static bool wait_for(const struct child *c, int fd, short events, uint64_t deadline_ms)
{
    for (;;) {
        uint64_t now = steady_ms();
        uint64_t left = now < deadline_ms ? deadline_ms - now : 0;
        struct pollfd p = {.fd = fd, .events = events};
        if (poll(&p, 1, left < SLICE_MS ? (int)left : SLICE_MS) > 0)
            return true;
        if (left == 0 || is_cancelled(c))
            return false;
    }
}

/* As write(), but a reader that is gone is EPIPE and nothing else: the signal is blocked in this
 * thread, and taken away if it was raised here.  A library must not leave that to its callers. */
static ssize_t write_quietly(int fd, struct span text)
{
    const struct timespec at_once = {0};
    sigset_t pipe_signal, before, pending;
    sigemptyset(&pipe_signal);
    sigaddset(&pipe_signal, SIGPIPE);
    sigemptyset(&pending);
    sigpending(&pending);
    if (pthread_sigmask(SIG_BLOCK, &pipe_signal, &before) != 0)
        return -1;
    ssize_t n = write(fd, text.p, text.n);
    int why = errno;
    if (n < 0 && why == EPIPE && !sigismember(&pending, SIGPIPE))
        sigtimedwait(&pipe_signal, NULL, &at_once);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = why;
    return n;
}

bool child_send(struct child *c, struct span text, uint64_t deadline_ms)
{
    while (text.n) {
        ssize_t n = c->in < 0 ? -1 : write_quietly(c->in, text);
        if (n > 0)
            text = span_skip(text, (size_t)n);
        else if (c->in < 0 || (n < 0 && errno != EAGAIN && errno != EINTR))
            return false;
        else if (!wait_for(c, c->in, POLLOUT, deadline_ms))
            return false;
    }
    return true;
}

/* A whole line of what has arrived. */
static bool take_line(struct child *c, struct span *line)
{
    struct span rest = span_skip(buf_span(&c->pending), c->taken);
    const char *end = rest.n ? memchr(rest.p, '\n', rest.n) : NULL;
    if (!end)
        return false;
    *line = span_make(rest.p, (size_t)(end - rest.p));
    c->taken += line->n + 1;
    if (line->n && line->p[line->n - 1] == '\r')
        line->n--;
    return true;
}

static void forget_taken(struct child *c)
{
    if (!c->taken)
        return;
    memmove(c->pending.p, c->pending.p + c->taken, c->pending.n - c->taken);
    c->pending.n -= c->taken;
    c->taken = 0;
}

/* What there is to read; 0 at the end, -1 if nothing yet. */
static ssize_t read_some(struct child *c)
{
    if (!buf_reserve(&c->pending, READ_BYTES))
        return 0;
    ssize_t n = read(c->out, c->pending.p + c->pending.n, READ_BYTES);
    if (n > 0)
        c->pending.n += (size_t)n;
    return n < 0 && errno != EAGAIN && errno != EINTR ? 0 : n;
}

enum child_event child_line(struct child *c, uint64_t deadline_ms, struct span *line)
{
    *line = (struct span){0};
    for (;;) {
        if (take_line(c, line))
            return CHILD_LINE;
        forget_taken(c);
        if (c->pending.n > CHILD_MAX_LINE || buf_status(&c->pending) != STATUS_OK)
            return CHILD_GARBAGE;
        if (c->out < 0)
            return CHILD_CLOSED;
        if (is_cancelled(c))
            return CHILD_CANCELLED;
        /* the deadline is looked at before reading, so that a flood does not outlast it */
        if (!wait_for(c, c->out, POLLIN, deadline_ms) || steady_ms() > deadline_ms)
            return is_cancelled(c) ? CHILD_CANCELLED : CHILD_LATE;
        if (read_some(c) == 0)
            return buf_status(&c->pending) == STATUS_OK ? CHILD_CLOSED : CHILD_GARBAGE;
    }
}

/* --- Ending ----------------------------------------------------------------------------------- */

/* Has it ended?  It is not buried yet, so that its number stays its own. */
static bool has_ended(pid_t pid)
{
    siginfo_t info = {0};
    return waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid != 0;
}

static void wait_for_end(pid_t pid, unsigned ms)
{
    const struct timespec step = {.tv_nsec = REAP_STEP_MS * 1000000L};
    uint64_t deadline = steady_ms() + ms;
    while (!has_ended(pid)) {
        if (steady_ms() >= deadline)
            return;
        nanosleep(&step, NULL);
    }
}

void child_stop(struct child *c, unsigned grace_ms)
{
    if (!c->pid)
        return;
    close_if_open(&c->in);
    wait_for_end(c->pid, grace_ms);
    /* what it started may still run in its group */
    kill(-c->pid, SIGKILL);
    waitpid(c->pid, NULL, 0);
    close_if_open(&c->out);
    buf_release(&c->pending);
    *c = (struct child){.in = -1, .out = -1};
}
