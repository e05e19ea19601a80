/* recover.c: see recover.h. */
#include "db/repair/recover.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/io/file.h"
#include "db/db.h"

enum { COPY_BYTES = 1 << 16, SMALLEST_READ = 512 };

static const struct msg CANNOT_MAKE = {"cannot create the folder: %2", "フォルダを作れません: %2"};
static const struct msg CANNOT_READ = {"cannot read this folder: %2",
                                       "このフォルダを読めません: %2"};
static const struct msg CHANGED = {
    "the database changed while it was copied; run this again when nobody writes",
    "コピー中にデータベースが変わりました。書き込みのないときにもう一度実行してください"};

#define FOUND_LOG DB_COLUMNS_FOLDER "/found.log"

struct recovery {
    const char *from, *to;
    const struct repair_options *opt;
    struct recover_result *result;
};

static enum status make_folder(const char *path, struct err *err)
{
    if (mkdir(path, 0777) == 0)
        return STATUS_OK;
    enum status st = err_errno(err, errno, &CANNOT_MAKE, (struct span){0});
    err_in_file(err, span_of(path));
    return st;
}

/* --- Copying ---------------------------------------------------------------------------------- */

/* Reads n bytes; smaller parts where that fails, and zeros for the smallest that fail. */
static void read_what_can_be(int fd, char *p, size_t n, off_t at, uint64_t *unreadable)
{
    size_t part = n;
    for (size_t done = 0; done < n;) {
        size_t want = part < n - done ? part : n - done;
        ssize_t got = pread(fd, p + done, want, at + (off_t)done);
        if (got > 0) {
            done += (size_t)got;
        } else if (got < 0 && errno == EINTR) {
            continue;
        } else if (got < 0 && want > SMALLEST_READ) {
            part = SMALLEST_READ;
        } else {
            memset(p + done, 0, want);
            *unreadable += want;
            done += want;
        }
    }
}

static enum status copy_bytes(int fd, uint64_t bytes, struct file_writer *w, uint64_t *unreadable,
                              struct err *err)
{
    char part[COPY_BYTES];
    enum status st = STATUS_OK;
    for (uint64_t at = 0; at < bytes && st == STATUS_OK;) {
        size_t n = bytes - at < sizeof part ? (size_t)(bytes - at) : sizeof part;
        read_what_can_be(fd, part, n, (off_t)at, unreadable);
        st = file_writer_add(w, span_make(part, n), err);
        at += n;
    }
    return st;
}

/* A file that cannot be opened, or is none, is missing in the copy. */
static enum status copy_file(struct recovery *r, const char *name, struct err *err)
{
    struct buf from, to;
    struct stat st;
    struct file_writer w;
    const char *source = db_file_path(&from, r->from, name, "");
    const char *target = db_file_path(&to, r->to, name, "");
    enum status status = source && target ? STATUS_OK : err_nomem(err);
    int fd =
        status == STATUS_OK ? open(source, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW) : -1;
    if (fd >= 0 && fstat(fd, &st) == 0 && S_ISREG(st.st_mode)) {
        status = file_writer_open(&w, target, err);
        if (status == STATUS_OK)
            status = copy_bytes(fd, (uint64_t)st.st_size, &w, &r->result->unreadable, err);
        if (status == STATUS_OK)
            status = file_writer_commit(&w, err);
        else
            file_writer_abort(&w);
    }
    if (fd >= 0)
        close(fd);
    buf_release(&from);
    buf_release(&to);
    return status;
}

/* What is of the database, and not of a writer or of a repair; caches are made again. */
static bool is_wanted(const char *name)
{
    return name[0] != '.' && strcmp(name, "lock") != 0 && strcmp(name, "people-index") != 0 &&
           !strstr(name, DB_DAMAGED_ENDING);
}

/* Of what is kept beside the segments, only this takes hours to make again. */
static enum status copy_found_log(struct recovery *r, struct err *err)
{
    struct buf from, folder;
    const char *source = db_file_path(&from, r->from, FOUND_LOG, "");
    const char *columns = db_file_path(&folder, r->to, DB_COLUMNS_FOLDER, "");
    enum status st = source && columns ? STATUS_OK : err_nomem(err);
    if (st == STATUS_OK && access(source, F_OK) == 0)
        st = make_folder(columns, err);
    if (st == STATUS_OK)
        st = copy_file(r, FOUND_LOG, err);
    buf_release(&from);
    buf_release(&folder);
    return st;
}

static enum status copy_all(struct recovery *r, struct err *err)
{
    DIR *dir = opendir(r->from);
    const struct dirent *e;
    enum status st = dir ? STATUS_OK : err_errno(err, errno, &CANNOT_READ, (struct span){0});
    while (st == STATUS_OK && (e = readdir(dir)))
        if (is_wanted(e->d_name))
            st = copy_file(r, e->d_name, err);
    if (dir)
        closedir(dir);
    return st == STATUS_OK ? copy_found_log(r, err) : st;
}

/* Of our own folder: all of its files, or those that the repair put aside. */
static void remove_files(const char *folder, bool all)
{
    DIR *dir = opendir(folder);
    for (const struct dirent *e; dir && (e = readdir(dir));) {
        struct buf path;
        const char *text = db_file_path(&path, folder, e->d_name, "");
        if (text && strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0 &&
            (all || strstr(e->d_name, DB_DAMAGED_ENDING)))
            (void)unlink(text);
        buf_release(&path);
    }
    if (dir)
        closedir(dir);
}

static void remove_folder(const char *folder)
{
    struct buf log, columns;
    const char *file = db_file_path(&log, folder, FOUND_LOG, "");
    const char *inner = db_file_path(&columns, folder, DB_COLUMNS_FOLDER, "");
    if (file)
        (void)unlink(file);
    if (inner)
        (void)rmdir(inner);
    (void)rmdir(folder);
    buf_release(&log);
    buf_release(&columns);
}

/* --- Recovering ------------------------------------------------------------------------------- */

static void on_loss(void *ctx, const struct repair_loss *loss)
{
    const struct recovery *r = ctx;
    r->opt->loss(r->opt->check.ctx, loss);
}

static void on_segment(void *ctx, const struct repair_segment *s)
{
    const struct recovery *r = ctx;
    struct repair_segment copy = *s;
    copy.aside[0] = '\0';
    r->opt->segment(r->opt->check.ctx, &copy);
}

/* It is the damaged database that has it, in the same place. */
static void on_fault(void *ctx, const struct err *err, const struct msg *remedy)
{
    const struct recovery *r = ctx;
    struct err told = *err;
    struct buf file;
    buf_init(&file, BUF_DEFAULT_MAX);
    if (span_starts(span_of(err->file), span_of(r->to))) {
        buf_printf(&file, "%s%s", r->from, err->file + strlen(r->to));
        err_in_file(&told, buf_span(&file));
    }
    r->opt->check.fault(r->opt->check.ctx, &told, remedy);
    buf_release(&file);
}

static void on_progress(void *ctx, uint64_t done, uint64_t total)
{
    const struct recovery *r = ctx;
    if (r->opt->check.progress)
        r->opt->check.progress(r->opt->check.ctx, done, total);
}

/* The bytes of the manifest; none if there is none. */
static void read_manifest_text(const char *path, struct buf *out)
{
    struct buf name;
    struct err missing;
    const char *text = db_file_path(&name, path, "MANIFEST", "");
    buf_init(out, BUF_DEFAULT_MAX);
    if (text)
        (void)file_read(text, BUF_DEFAULT_MAX, out, &missing);
    buf_release(&name);
}

static enum status copy_unchanged(struct recovery *r, struct err *err)
{
    struct buf before, after;
    read_manifest_text(r->from, &before);
    enum status st = copy_all(r, err);
    read_manifest_text(r->from, &after);
    if (st == STATUS_OK && !span_eq(buf_span(&before), buf_span(&after)))
        st = err_plain(err, STATUS_IO, &CHANGED);
    buf_release(&before);
    buf_release(&after);
    return st;
}

static enum status repair_copy(struct recovery *r, struct err *err)
{
    struct repair_options opt = *r->opt;
    opt.check.ctx = r;
    opt.check.fault = on_fault;
    opt.check.progress = on_progress;
    opt.loss = on_loss;
    opt.segment = on_segment;
    return db_repair(r->to, &opt, &r->result->repair, err);
}

enum status db_recover(const char *path, const char *to, const struct repair_options *opt,
                       struct recover_result *result, struct err *err)
{
    struct recovery r = {path, to, opt, result};
    bool there;
    *result = (struct recover_result){0};
    enum status st = db_exists(path, &there, err);
    if (st == STATUS_OK && !there && !db_has_segments(path))
        st = db_explain_missing(path, STATUS_NOT_FOUND, err);
    if (st == STATUS_OK)
        st = make_folder(to, err);
    if (st != STATUS_OK)
        return st;
    st = copy_unchanged(&r, err);
    if (st == STATUS_OK)
        st = repair_copy(&r, err);
    remove_files(to, st != STATUS_OK);
    if (st != STATUS_OK)
        remove_folder(to);
    return st;
}
