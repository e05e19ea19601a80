/* lossy.c: a power cut, as far as it can be imitated on a machine that stays on.
 *
 * Preloaded into a process (LD_PRELOAD), it stands between the program and the system for whatever
 * concerns files below a folder, and lets the power fail at the n-th operation: what was written
 * and not fsynced is lost, and so are names (created, changed, removed) whose folder was not
 * fsynced since.  Then the process dies as by SIGKILL.  A file system may keep more than that;
 * none that keeps its promises loses more.
 *
 *     LOSSY_DIR=…    the folder, as a part of the path; LOSSY_KEEP=… a folder beside it for copies
 *     LOSSY_AT=n     fail at the n-th operation; 0: never, but write the number of operations into
 *                    LOSSY_KEEP/operations at the end
 *     LOSSY_TAIL=…   what is left of unsynced bytes: none, half, zeros (as many zero bytes)
 */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAX_FILES = 4096, MAX_NAMES = 4096, PATH_BYTES = 1024, MAX_FDS = 4096 };

/* A file that may have bytes that are not on disk. */
struct file {
    char path[PATH_BYTES];
    off_t synced;
};

/* A change of names that is not on disk. */
enum change { CREATED, RENAMED, REMOVED };
struct name {
    enum change change;
    char from[PATH_BYTES], to[PATH_BYTES];
    char
        kept[PATH_BYTES]; /* a link to what `to` (RENAMED) or `from` (REMOVED) was; "" if nothing */
};

static struct {
    pthread_mutex_t lock;
    struct file files[MAX_FILES];
    int file_count;
    struct name names[MAX_NAMES];
    int name_count;
    int file_of_fd[MAX_FDS]; /* number + 1; 0: none of ours */
    char folder_of_fd[MAX_FDS];
    long operations;
    int links;
} our = {.lock = PTHREAD_MUTEX_INITIALIZER};

#define REAL(name) ((__typeof__(&(name)))dlsym(RTLD_NEXT, #name))

static const char *setting(const char *name)
{
    const char *value = getenv(name);
    return value ? value : "";
}

static int is_ours(const char *path)
{
    const char *folder = setting("LOSSY_DIR");
    return *folder && strstr(path, folder) != NULL;
}

static void copy_path(char *to, const char *from)
{
    snprintf(to, PATH_BYTES, "%s", from);
}

/* --- The power fails -------------------------------------------------------------------------- */

static void lose_bytes(const struct file *f)
{
    struct stat st;
    if (stat(f->path, &st) != 0 || st.st_size <= f->synced)
        return;
    const char *tail = setting("LOSSY_TAIL");
    if (strcmp(tail, "half") == 0) {
        if (truncate(f->path, f->synced + (st.st_size - f->synced) / 2) != 0)
            _exit(99);
    } else if (truncate(f->path, f->synced) != 0) {
        _exit(99);
    } else if (strcmp(tail, "zeros") == 0 && truncate(f->path, st.st_size) != 0) {
        _exit(99);
    }
}

static void undo(const struct name *n)
{
    switch (n->change) {
    case CREATED:
        REAL(unlink)(n->from);
        break;
    case RENAMED:
        REAL(rename)(n->to, n->from);
        if (*n->kept)
            REAL(rename)(n->kept, n->to);
        break;
    case REMOVED:
        if (*n->kept)
            REAL(rename)(n->kept, n->from);
        break;
    }
}

static void fail_now(void)
{
    for (int i = 0; i < our.file_count; i++)
        lose_bytes(&our.files[i]);
    for (int i = our.name_count; i-- > 0;)
        undo(&our.names[i]);
    kill(getpid(), SIGKILL);
    pause();
}

static void count_operation(void)
{
    if (++our.operations == strtol(setting("LOSSY_AT"), NULL, 10))
        fail_now();
}

__attribute__((destructor)) static void at_end(void)
{
    char path[PATH_BYTES];
    snprintf(path, sizeof path, "%s/operations", setting("LOSSY_KEEP"));
    FILE *f = our.operations ? fopen(path, "w") : NULL;
    if (f) {
        fprintf(f, "%ld\n", our.operations);
        fclose(f);
    }
}

/* --- What is remembered ----------------------------------------------------------------------- */

static struct name *new_name(enum change change, const char *from, const char *to)
{
    if (our.name_count == MAX_NAMES)
        _exit(98);
    struct name *n = &our.names[our.name_count++];
    memset(n, 0, sizeof *n);
    n->change = change;
    copy_path(n->from, from);
    copy_path(n->to, to);
    const char *lost = change == RENAMED ? to : from;
    if (change != CREATED && access(lost, F_OK) == 0) {
        snprintf(n->kept, sizeof n->kept, "%s/%d", setting("LOSSY_KEEP"), our.links++);
        if (link(lost, n->kept) != 0)
            _exit(97);
    }
    return n;
}

/* What was called path is no more: it has nothing left to lose. */
static void forget_file(const char *path)
{
    for (int i = 0; i < our.file_count; i++)
        if (strcmp(our.files[i].path, path) == 0)
            our.files[i].path[0] = '\0';
}

static void names_are_safe(void)
{
    for (int i = 0; i < our.name_count; i++)
        if (*our.names[i].kept)
            REAL(unlink)(our.names[i].kept);
    our.name_count = 0;
}

static void opened(int fd, const char *path, int flags, int existed)
{
    struct stat st;
    if (fd < 0 || fd >= MAX_FDS || !is_ours(path) || fstat(fd, &st) != 0)
        return;
    our.folder_of_fd[fd] = S_ISDIR(st.st_mode) != 0;
    if (S_ISDIR(st.st_mode) || (flags & O_ACCMODE) == O_RDONLY)
        return;
    if (our.file_count == MAX_FILES)
        _exit(96);
    if (!existed)
        new_name(CREATED, path, "");
    struct file *f = &our.files[our.file_count++];
    copy_path(f->path, path);
    f->synced = existed ? st.st_size : 0;
    our.file_of_fd[fd] = our.file_count;
}

/* --- What the program calls ------------------------------------------------------------------- */

static int open_any(const char *path, int flags, mode_t mode)
{
    pthread_mutex_lock(&our.lock);
    int existed = access(path, F_OK) == 0;
    if (is_ours(path) && (flags & O_CREAT))
        count_operation();
    int fd = REAL(open)(path, flags, mode);
    int saved = errno;
    opened(fd, path, flags, existed);
    pthread_mutex_unlock(&our.lock);
    errno = saved;
    return fd;
}

static mode_t mode_of(int flags, va_list args)
{
    return flags & O_CREAT ? (mode_t)va_arg(args, int) : 0;
}

int open(const char *path, int flags, ...)
{
    va_list args;
    va_start(args, flags);
    mode_t mode = mode_of(flags, args);
    va_end(args);
    return open_any(path, flags, mode);
}

int open64(const char *path, int flags, ...)
{
    va_list args;
    va_start(args, flags);
    mode_t mode = mode_of(flags, args);
    va_end(args);
    return open_any(path, flags, mode);
}

int close(int fd)
{
    pthread_mutex_lock(&our.lock);
    if (fd >= 0 && fd < MAX_FDS)
        our.file_of_fd[fd] = our.folder_of_fd[fd] = 0;
    int result = REAL(close)(fd);
    pthread_mutex_unlock(&our.lock);
    return result;
}

ssize_t write(int fd, const void *bytes, size_t n)
{
    if (fd < 0 || fd >= MAX_FDS || !our.file_of_fd[fd])
        return REAL(write)(fd, bytes, n);
    pthread_mutex_lock(&our.lock);
    count_operation();
    ssize_t put = REAL(write)(fd, bytes, n);
    pthread_mutex_unlock(&our.lock);
    return put;
}

static int sync_any(int fd, int (*real)(int))
{
    if (fd < 0 || fd >= MAX_FDS || (!our.file_of_fd[fd] && !our.folder_of_fd[fd]))
        return real(fd);
    pthread_mutex_lock(&our.lock);
    count_operation();
    if (our.folder_of_fd[fd]) {
        names_are_safe();
    } else {
        struct stat st;
        if (fstat(fd, &st) == 0)
            our.files[our.file_of_fd[fd] - 1].synced = st.st_size;
    }
    pthread_mutex_unlock(&our.lock);
    return 0; /* on the machine that stays on nothing needs to reach the disk */
}

int fsync(int fd)
{
    return sync_any(fd, REAL(fsync));
}

int fdatasync(int fd)
{
    return sync_any(fd, REAL(fdatasync));
}

int rename(const char *from, const char *to)
{
    if (!is_ours(from) && !is_ours(to))
        return REAL(rename)(from, to);
    pthread_mutex_lock(&our.lock);
    count_operation();
    new_name(RENAMED, from, to);
    int result = REAL(rename)(from, to);
    forget_file(to);
    for (int i = 0; i < our.file_count; i++)
        if (strcmp(our.files[i].path, from) == 0)
            copy_path(our.files[i].path, to);
    pthread_mutex_unlock(&our.lock);
    return result;
}

int unlink(const char *path)
{
    if (!is_ours(path))
        return REAL(unlink)(path);
    pthread_mutex_lock(&our.lock);
    count_operation();
    new_name(REMOVED, path, "");
    int result = REAL(unlink)(path);
    forget_file(path);
    pthread_mutex_unlock(&our.lock);
    return result;
}
