/* page_server.c: see page_server.h. */
#include "cmd/parts/page_server.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/io/file.h"
#include "base/le.h"
#include "kifu.h"
#include "web/site/verifier.h"

enum { PORT_BYTES = 2 };

static const struct msg CANNOT_START = {"cannot start the page: %2", "ページを開始できません: %2"};

/* --- Serving ---------------------------------------------------------------------------------- */

static void report_fault(void *ctx, const struct err *fault)
{
    cmd_warn(ctx, fault);
    fflush(((struct cmd_env *)ctx)->err);
}

static enum status open_site(struct page_server *p, struct site *site, struct err *err)
{
    enum status st =
        site_open(site, kifu_version(), p->databases, (uint32_t)p->database_count, err);
    site->threads = p->env->threads;
    site->served.report = report_fault;
    site->served.report_ctx = p->env;
    site->intake.allowed = true;
    return st;
}

/* On the port that the page had before, unless somebody else has it now. */
static enum status listen_on(struct page_server *p, struct site *site, struct http_server **server,
                             struct err *err)
{
    struct http_options opt = {.bind = "127.0.0.1",
                               .own_user = true,
                               .port = p->port,
                               .is_long = site_is_long,
                               .is_upload = site_is_upload,
                               .upload_bytes = INTAKE_TOTAL_BYTES,
                               .upload_folder = getenv("TMPDIR")};
    enum status st = http_start(server, &opt, site_handle_request, site, err);
    if (st == STATUS_OK || !opt.port)
        return st;
    opt.port = 0;
    return http_start(server, &opt, site_handle_request, site, err);
}

/* A page whose file was removed, as the system does at the end of a session, would never be found
 * again. */
static bool can_be_found(int page_file)
{
    struct stat st;
    return fstat(page_file, &st) == 0 && st.st_nlink > 0;
}

static void wait_for_the_end(const struct cmd_env *env, int page_file)
{
    const struct timespec pause = {.tv_nsec = 100000000};
    while (!cmd_should_stop(env) && can_be_found(page_file))
        nanosleep(&pause, NULL);
}

static int serve(struct page_server *p, int page_file)
{
    struct site site;
    struct http_server *server = NULL;
    struct verifier verifier = {0};
    struct err err;
    enum status st = open_site(p, &site, &err);
    if (st == STATUS_OK)
        st = verifier_start(&verifier, &site, 1, &err);
    if (st == STATUS_OK)
        st = listen_on(p, &site, &server, &err);
    if (st == STATUS_OK)
        st = page_publish(page_file, kifu_version(), http_port(server), p->databases,
                          p->database_count, &err);
    if (st == STATUS_OK) {
        p->ready(p->ctx, http_port(server));
        wait_for_the_end(p->env, page_file);
    }
    http_stop(server);
    verifier_stop(&verifier);
    site_release(&site);
    return st == STATUS_OK ? CMD_OK : cmd_fail(p->env, &err);
}

int page_server_run(struct page_server *p)
{
    int page_file;
    struct err err;
    if (page_claim(p->folder, p->game, &page_file, &err) != STATUS_OK)
        return cmd_fail(p->env, &err);
    int code = serve(p, page_file);
    close(page_file);
    return code;
}

/* --- In the background ------------------------------------------------------------------------ */

struct background {
    struct page_server *page;
    int to_parent;
};

/* Messages go to the user who waits until the page answers, and to its log from then on. */
static void detach(void *ctx, uint16_t port)
{
    struct background *b = ctx;
    struct buf log;
    char bytes[PORT_BYTES];
    buf_init(&log, BUF_DEFAULT_MAX);
    buf_printf(&log, "%s/%s.log", b->page->folder, b->page->game->name);
    int fd = open(buf_cstr(&log), O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_NOFOLLOW | O_CLOEXEC,
                  0600);
    if (fd < 0)
        fd = open("/dev/null", O_WRONLY | O_CLOEXEC);
    fflush(b->page->env->err);
    if (fd >= 0) {
        dup2(fd, STDERR_FILENO);
        close(fd);
    }
    buf_release(&log);
    le_put16(bytes, port);
    (void)!file_write_fd(b->to_parent, span_make(bytes, sizeof bytes));
    close(b->to_parent);
    b->to_parent = -1;
}

/* The process that stays.  Nobody who waits for the end of our output waits for its end. */
static int run_detached(struct page_server *p, int to_parent)
{
    struct background b = {p, to_parent};
    int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    close(*p->lock); /* a copy of the descriptor would keep the lock */
    *p->lock = -1;
    setsid();
    if (nothing >= 0) {
        dup2(nothing, STDIN_FILENO);
        dup2(nothing, STDOUT_FILENO);
        close(nothing);
    }
    (void)!chdir("/"); /* no folder is kept from being unmounted; paths are absolute */
    p->ready = detach;
    p->ctx = &b;
    int code = page_server_run(p);
    if (b.to_parent >= 0)
        close(b.to_parent);
    return code;
}

/* Waits until the page answers. */
static bool await_port(int from_child, uint16_t *port)
{
    struct buf bytes;
    buf_init(&bytes, PORT_BYTES);
    bool told =
        file_read_fd(from_child, PORT_BYTES, &bytes, NULL) == STATUS_OK && bytes.n == PORT_BYTES;
    if (told)
        *port = le_get16(bytes.p);
    buf_release(&bytes);
    return told;
}

enum page_start page_server_start(struct page_server *p, uint16_t *port, int *code)
{
    int ends[2];
    struct err err;
    fflush(p->env->out);
    fflush(p->env->err);
    if (pipe2(ends, O_CLOEXEC) != 0) {
        err_errno(&err, errno, &CANNOT_START, SPAN(""));
        *code = cmd_fail(p->env, &err);
        return PAGE_FAILED;
    }
    pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        *code = run_detached(p, ends[1]);
        return PAGE_ENDED;
    }
    int why = errno;
    close(ends[1]);
    bool started = child > 0 && await_port(ends[0], port);
    close(ends[0]);
    *code = started ? CMD_OK : CMD_ERROR;
    if (child < 0) {
        err_errno(&err, why, &CANNOT_START, SPAN(""));
        cmd_fail(p->env, &err);
    }
    return started ? PAGE_STARTED : PAGE_FAILED;
}
