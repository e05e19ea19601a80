/* game_output.c: see game_output.h. */
#include "cmd/frame/game_output.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmd/frame/output_check.h"

static const struct msg CANT_WRITE = {"cannot write %1: %2", "%1 に書けません: %2"};
void game_output_init(struct game_output *o, struct cmd_env *env, const char *path)
{
    *o = (struct game_output){.env = env, .path = path, .file.fd = -1};
    o->to_directory = output_is_directory(path);
    o->to_file = !o->to_directory && strcmp(path, "-") != 0;
    output_names_init(&o->names);
    buf_init(&o->name, BUF_DEFAULT_MAX);
}

void game_output_release(struct game_output *o)
{
    output_names_release(&o->names);
    buf_release(&o->name);
}

enum status game_output_open(struct game_output *o, struct err *err)
{
    return o->to_file ? file_writer_open(&o->file, o->path, err) : STATUS_OK;
}

/* STATUS_RANGE if it is this name's fault, and another file may still be written. */
static enum status cant_write(struct err *err, int why, const char *path)
{
    bool by_name = why == EEXIST || why == ENOTDIR || why == EISDIR || why == ENAMETOOLONG;
    if (why == EEXIST)
        err_set(err, STATUS_IO, &OUTPUT_EXISTS, span_of(path), (struct span){0});
    else
        err_errno(err, why, &CANT_WRITE, span_of(path));
    return by_name ? STATUS_RANGE : STATUS_IO;
}

static enum status make_directories(char *path, struct err *err)
{
    for (char *slash = path + 1; (slash = strchr(slash, '/')); slash++) {
        *slash = '\0';
        int failed = mkdir(path, 0777) != 0 && errno != EEXIST;
        int why = errno;
        *slash = '/';
        if (failed)
            return cant_write(err, why, path);
    }
    return STATUS_OK;
}

/* Directories are made when one turns out to be missing, which is rare.  What could not be written
 * whole is removed. */
static enum status write_file(const struct game_output *o, char *path, struct span text,
                              struct err *err)
{
    const char *mode = o->env->force ? "wb" : "wbx";
    FILE *f = fopen(path, mode);
    if (!f && errno == ENOENT) {
        enum status st = make_directories(path, err);
        if (st != STATUS_OK)
            return st;
        f = fopen(path, mode);
    }
    if (!f)
        return cant_write(err, errno, path);
    bool failed = text.n && fwrite(text.p, 1, text.n, f) != text.n;
    int why = errno;
    if (fclose(f) != 0 && !failed) {
        failed = true;
        why = errno;
    }
    if (!failed)
        return STATUS_OK;
    unlink(path);
    return cant_write(err, why, path);
}

static enum status write_to_directory(struct game_output *o, struct span label, uint32_t number,
                                      struct span text, struct err *err)
{
    struct buf relative;
    buf_init(&relative, BUF_DEFAULT_MAX);
    enum status st = output_names_make(&o->names, label, o->extension, number, &relative);
    buf_clear(&o->name);
    buf_add_str(&o->name, o->path);
    buf_add_str(&o->name, span_ends(span_of(o->path), SPAN("/")) ? "" : "/");
    buf_add_span(&o->name, buf_span(&relative));
    buf_release(&relative);
    if (st != STATUS_OK || *buf_cstr(&o->name) == '\0')
        return err_nomem(err);
    return write_file(o, o->name.p, text, err);
}

static enum status write_to_stream(struct game_output *o, struct span text, struct err *err)
{
    struct span between = span_of(o->written > 0 ? o->separator : NULL);
    if (o->to_file) {
        enum status st = file_writer_add(&o->file, between, err);
        return st == STATUS_OK ? file_writer_add(&o->file, text, err) : st;
    }
    if (o->silent)
        return STATUS_OK;
    if (between.n)
        fwrite(between.p, 1, between.n, o->env->out);
    if (text.n)
        fwrite(text.p, 1, text.n, o->env->out);
    return STATUS_OK; /* the frame looks after stdout */
}

enum status game_output_write(struct game_output *o, struct span label, uint32_t number,
                              struct span text, struct err *err)
{
    enum status st = o->to_directory ? write_to_directory(o, label, number, text, err)
                                     : write_to_stream(o, text, err);
    o->written += st == STATUS_OK;
    return st;
}

int game_output_close(struct game_output *o, bool keep, int code)
{
    struct err err;
    if (!o->to_file)
        return code;
    if (!keep)
        file_writer_abort(&o->file);
    else if (file_writer_commit(&o->file, &err) != STATUS_OK)
        return cmd_fail(o->env, &err);
    return code;
}
