/* page_state.c: see page_state.h. */
#include "cmd/parts/page_state.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/io/file.h"
#include "base/steady.h"
#include "base/text/num.h"

enum { MAX_STATE = 4 << 20, STOP_MS = 30000, STEP_MS = 20 };

#define STATE_HEAD "kifu-page 1"

static const struct msg NO_HOME = {"cannot find your home folder: HOME is not set",
                                   "ホームフォルダが分かりません（HOME がありません）"};
static const struct msg CANNOT_MAKE = {"cannot create the folder %1: %2",
                                       "フォルダ %1 を作れません: %2"};
static const struct msg CANNOT_USE = {"cannot use %1: %2", "%1 を使えません: %2"};
static const struct msg NOT_OURS = {"%1 belongs to another user; remove it or set XDG_RUNTIME_DIR",
                                    "%1 は別の利用者のものです。取り除くか XDG_RUNTIME_DIR "
                                    "を設定してください"};
static const struct msg RUNS_ALREADY = {"the page of %1 is running already",
                                        "%1 のページは既に動いています"};
static const struct msg DOES_NOT_END = {"the page (process %1) does not stop",
                                        "ページ（プロセス %1）が終了しません"};
const struct msg PAGE_TOO_MANY = {"a page serves at most %1 databases",
                                  "一つのページで公開できるデータベースは %1 個までです"};

/* --- Folders ---------------------------------------------------------------------------------- */

/* Appends the folder that the variable names, or one in the home folder.  Relative paths do not
 * count, as the specification of these variables says. */
static bool add_base(const char *variable, const char *in_home, struct buf *path)
{
    const char *value = getenv(variable), *home = getenv("HOME");
    if (value && value[0] == '/') {
        buf_add_str(path, value);
        return true;
    }
    if (!home || home[0] != '/')
        return false;
    buf_add_str(path, home);
    buf_add_str(path, in_home);
    return true;
}

/* Makes the folder and those above it, for this user alone. */
static enum status make_folders(struct buf *path, struct err *err)
{
    buf_cstr(path); /* ends with a NUL */
    if (buf_status(path) != STATUS_OK)
        return err_nomem(err);
    for (char *at = path->p + 1, *end = path->p + path->n; at <= end; at++) {
        const char was = *at;
        if (was != '/' && was != '\0')
            continue;
        *at = '\0';
        int why = mkdir(path->p, 0700) == 0 || errno == EEXIST ? 0 : errno;
        *at = was;
        if (why)
            return err_errno(err, why, &CANNOT_MAKE, buf_span(path));
    }
    return STATUS_OK;
}

enum status page_library(const struct game *game, struct buf *path, struct err *err)
{
    if (!add_base("XDG_DATA_HOME", "/.local/share", path))
        return err_plain(err, STATUS_NOT_FOUND, &NO_HOME);
    buf_add_str(path, "/kifu");
    enum status st = make_folders(path, err);
    buf_printf(path, "/%s.kifu", game->name);
    return st == STATUS_OK && buf_status(path) != STATUS_OK ? err_nomem(err) : st;
}

/* The folder belongs to us and nobody else can look into it, whoever made it. */
static enum status check_folder(struct buf *path, struct err *err)
{
    struct stat st;
    int fd = open(buf_cstr(path), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0 || fstat(fd, &st) != 0) {
        int why = errno;
        if (fd >= 0)
            close(fd);
        return err_errno(err, why, &CANNOT_USE, buf_span(path));
    }
    bool ours = st.st_uid == geteuid();
    int failed = ours && (st.st_mode & 077) && fchmod(fd, 0700) != 0 ? errno : 0;
    close(fd);
    if (!ours)
        return err_set(err, STATUS_IO, &NOT_OURS, buf_span(path), SPAN(""));
    return failed ? err_errno(err, failed, &CANNOT_USE, buf_span(path)) : STATUS_OK;
}

/* What su and sudo leave of another user's session is not ours, and one that has ended has none. */
static bool has_runtime_folder(void)
{
    const char *path = getenv("XDG_RUNTIME_DIR");
    struct stat st;
    return path && path[0] == '/' && stat(path, &st) == 0 && S_ISDIR(st.st_mode) &&
           st.st_uid == geteuid();
}

enum status page_folder(struct buf *path, struct err *err)
{
    if (has_runtime_folder())
        buf_add_str(path, getenv("XDG_RUNTIME_DIR"));
    else if (!add_base("XDG_CACHE_HOME", "/.cache", path))
        return err_plain(err, STATUS_NOT_FOUND, &NO_HOME);
    buf_add_str(path, "/kifu");
    enum status st = make_folders(path, err);
    return st == STATUS_OK ? check_folder(path, err) : st;
}

/* --- Files and locks -------------------------------------------------------------------------- */

static enum status open_file(const char *folder, const char *name, const char *ending, int flags,
                             int *fd, struct err *err)
{
    struct buf path;
    enum status st = STATUS_OK;
    buf_init(&path, BUF_DEFAULT_MAX);
    buf_printf(&path, "%s/%s%s", folder, name, ending);
    *fd = open(buf_cstr(&path), O_RDWR | O_NOFOLLOW | O_CLOEXEC | flags, 0600);
    int why = *fd < 0 ? errno : 0;
    if (why)
        st = err_errno(err, why, &CANNOT_USE, buf_span(&path));
    if (why == ENOENT)
        st = STATUS_NOT_FOUND;
    buf_release(&path);
    return st;
}

static void pause_ms(long ms)
{
    const struct timespec pause = {.tv_nsec = ms * 1000000};
    nanosleep(&pause, NULL);
}

enum status page_lock(const char *folder, const char *name, const atomic_bool *cancelled,
                      void (*waits)(void *ctx), void *ctx, int *fd, struct err *err)
{
    bool waited = false;
    enum status st = open_file(folder, name, ".lock", O_CREAT, fd, err);
    while (st == STATUS_OK && flock(*fd, LOCK_EX | LOCK_NB) != 0) {
        if (errno != EWOULDBLOCK && errno != EINTR)
            st = err_errno(err, errno, &CANNOT_USE, span_of(name));
        else if (atomic_load(cancelled))
            st = err_cancelled(err);
        else if (waits && !waited)
            waits(ctx);
        waited = true;
        pause_ms(STEP_MS);
    }
    if (st != STATUS_OK && *fd >= 0) {
        close(*fd);
        *fd = -1;
    }
    return st;
}

/* --- The file of a page ----------------------------------------------------------------------- */

void page_state_init(struct page_state *s)
{
    *s = (struct page_state){0};
    buf_init(&s->text, MAX_STATE);
}

void page_state_release(struct page_state *s)
{
    buf_release(&s->text);
}

static bool take_field(struct span *text, struct span *field)
{
    const char *end = text->n ? memchr(text->p, '\0', text->n) : NULL;
    if (!end)
        return false;
    *field = span_make(text->p, (size_t)(end - text->p));
    *text = span_skip(*text, field->n + 1);
    return true;
}

bool page_state_parse(struct page_state *s)
{
    struct span rest = buf_span(&s->text), head, pid, port, path;
    uint64_t number;
    s->known = false;
    s->database_count = 0;
    if (!take_field(&rest, &head) || !span_eq(head, SPAN(STATE_HEAD)) ||
        !take_field(&rest, &s->version) || !take_field(&rest, &pid) || !take_field(&rest, &port) ||
        !num_parse_u64(pid, INT32_MAX, &number) || number < 2)
        return false;
    s->pid = (pid_t)number;
    if (!num_parse_u64(port, UINT16_MAX, &number))
        return false;
    s->port = (uint16_t)number;
    while (rest.n) {
        if (s->database_count == PAGE_MAX_DATABASES || !take_field(&rest, &path) || path.n == 0 ||
            path.p[0] != '/')
            return false;
        s->databases[s->database_count++] = path.p;
    }
    s->known = true;
    return true;
}

enum status page_state_read(struct page_state *s, const char *folder, const struct game *game,
                            bool *runs, struct err *err)
{
    int fd;
    *runs = false;
    buf_clear(&s->text);
    s->known = false;
    enum status st = open_file(folder, game->name, ".page", 0, &fd, err);
    if (st == STATUS_NOT_FOUND)
        return STATUS_OK;
    if (st != STATUS_OK)
        return st;
    *runs = flock(fd, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    st = file_read_fd(fd, MAX_STATE, &s->text, err);
    close(fd);
    if (st == STATUS_OK)
        page_state_parse(s);
    return st;
}

enum status page_claim(const char *folder, const struct game *game, int *fd, struct err *err)
{
    enum status st = open_file(folder, game->name, ".page", O_CREAT, fd, err);
    if (st == STATUS_OK && flock(*fd, LOCK_EX | LOCK_NB) != 0) {
        st = err_set(err, STATUS_IO, &RUNS_ALREADY, span_of(game->name), SPAN(""));
    } else if (st == STATUS_OK && ftruncate(*fd, 0) != 0) {
        /* The process of the page before may be anybody's by now. */
        st = err_errno(err, errno, &CANNOT_USE, span_of(game->name));
    }
    if (st != STATUS_OK && *fd >= 0) {
        close(*fd);
        *fd = -1;
    }
    return st;
}

enum status page_publish(int fd, const char *version, uint16_t port, const char *const *databases,
                         size_t count, struct err *err)
{
    struct buf text;
    if (count > PAGE_MAX_DATABASES)
        return err_set(err, STATUS_LIMIT, &PAGE_TOO_MANY, SPAN_U64(PAGE_MAX_DATABASES), SPAN(""));
    buf_init(&text, MAX_STATE);
    buf_printf(&text, STATE_HEAD "%c%s%c%ld%c%u%c", 0, version, 0, (long)getpid(), 0, port, 0);
    for (size_t i = 0; i < count; i++)
        buf_add(&text, databases[i], strlen(databases[i]) + 1);
    enum status st = buf_status(&text) == STATUS_OK ? STATUS_OK : err_nomem(err);
    if (st == STATUS_OK && (ftruncate(fd, 0) != 0 || lseek(fd, 0, SEEK_SET) != 0 ||
                            !file_write_fd(fd, buf_span(&text))))
        st = err_errno(err, errno, &CANNOT_USE, SPAN("*.page"));
    buf_release(&text);
    return st;
}

/* The process that has the lock is the one that the file names: nobody else writes to it. */
enum status page_stop(const struct page_state *s, const char *folder, const struct game *game,
                      struct err *err)
{
    struct page_state now;
    bool runs = true;
    uint64_t deadline = steady_ms() + STOP_MS;
    enum status st = STATUS_OK;
    if (kill(s->pid, SIGTERM) != 0 && errno != ESRCH)
        return err_errno(err, errno, &DOES_NOT_END, SPAN_U64((uint64_t)s->pid));
    page_state_init(&now);
    while (st == STATUS_OK && runs && steady_ms() < deadline) {
        st = page_state_read(&now, folder, game, &runs, err);
        if (runs)
            pause_ms(STEP_MS);
    }
    page_state_release(&now);
    if (st == STATUS_OK && runs)
        st = err_set(err, STATUS_IO, &DOES_NOT_END, SPAN_U64((uint64_t)s->pid), SPAN(""));
    return st;
}
