/* browser.c: see browser.h. */
#include "cmd/parts/browser.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/io/child.h"

static const struct msg NO_BROWSER = {"no browser found; open %1 yourself, or set BROWSER",
                                      "ブラウザが見つかりません。%1 を開くか、BROWSER "
                                      "を設定してください"};
static const struct msg NO_DESKTOP = {"no desktop here; open %1 in a browser",
                                      "デスクトップがありません。ブラウザで %1 を開いてください"};
static const struct msg CANNOT_START = {"cannot start the browser %1: %2",
                                        "ブラウザ %1 を起動できません: %2"};

struct browser {
    struct buf words, program; /* words: each ended by a NUL */
    char **argv;               /* owned; points into words */
};

static bool has_desktop(void)
{
    const char *x11 = getenv("DISPLAY"), *wayland = getenv("WAYLAND_DISPLAY");
    return (x11 && *x11) || (wayland && *wayland);
}

/* BROWSER may be several commands with colons between, the best one first. */
static struct span browser_command(void)
{
    struct span list = span_of(getenv("BROWSER"));
    ptrdiff_t end = span_find(list, SPAN(":"));
    return span_trim(end < 0 ? list : span_make(list.p, (size_t)end));
}

/* Puts the address in the place of each %s, or behind the words. */
static size_t place_url(struct span words, size_t count, const char *url, struct buf *out)
{
    bool placed = false;
    for (ptrdiff_t at; (at = span_find(words, SPAN("%s"))) >= 0; placed = true) {
        buf_add(out, words.p, (size_t)at);
        buf_add_str(out, url);
        words = span_skip(words, (size_t)at + 2);
    }
    buf_add_span(out, words);
    if (!placed)
        buf_add(out, url, strlen(url) + 1);
    return placed ? count : count + 1;
}

static enum status prepare(struct browser *b, struct span command, const char *url, struct err *err)
{
    struct buf words;
    size_t count;
    buf_init(&words, BUF_DEFAULT_MAX);
    enum status st = child_split(command, &words, &count, err);
    if (st == STATUS_OK)
        count = place_url(buf_span(&words), count, url, &b->words);
    buf_release(&words);
    if (st != STATUS_OK)
        return st;
    b->argv = mem_calloc(count + 1, sizeof *b->argv);
    if (!b->argv || buf_status(&b->words) != STATUS_OK)
        return err_nomem(err);
    char *at = b->words.p;
    for (size_t i = 0; i < count; i++, at += strlen(at) + 1)
        b->argv[i] = at;
    const char *path = getenv("PATH");
    if (!child_find(span_of(b->argv[0]), path ? path : "/usr/bin:/bin", &b->program))
        return err_set(err, STATUS_NOT_FOUND, &NO_BROWSER, span_of(url), SPAN(""));
    return STATUS_OK;
}

/* In the child of a child, so that nobody has to wait for the browser, which may stay. */
static void become_browser(const char *program, char *const *argv)
{
    struct sigaction usual = {.sa_handler = SIG_DFL};
    int nothing = open("/dev/null", O_RDWR);
    sigemptyset(&usual.sa_mask);
    sigaction(SIGPIPE, &usual, NULL);
    setsid();
    for (int fd = STDIN_FILENO; nothing >= 0 && fd <= STDERR_FILENO; fd++)
        dup2(nothing, fd);
    if (fork() == 0)
        execv(program, argv);
    _exit(0);
}

static enum status start(struct browser *b, struct err *err)
{
    const char *program = buf_cstr(&b->program);
    pid_t pid = fork();
    if (pid < 0)
        return err_errno(err, errno, &CANNOT_START, buf_span(&b->program));
    if (pid == 0)
        become_browser(program, b->argv);
    while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
        continue;
    return STATUS_OK;
}

enum status browser_open(const char *url, struct err *err)
{
    struct browser b = {0};
    struct span command = browser_command();
    if (command.n == 0 && !has_desktop())
        return err_set(err, STATUS_NOT_FOUND, &NO_DESKTOP, span_of(url), SPAN(""));
    buf_init(&b.words, BUF_DEFAULT_MAX);
    buf_init(&b.program, BUF_DEFAULT_MAX);
    enum status st = prepare(&b, command.n ? command : SPAN("xdg-open"), url, err);
    if (st == STATUS_OK)
        st = start(&b, err);
    mem_free(b.argv);
    buf_release(&b.words);
    buf_release(&b.program);
    return st;
}
