/* game_output.c: see game_output.h. */
#include "cmd/frame/game_output.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "cmd/frame/output_check.h"

/* --- Names of the files that a command makes of its inputs ------------------------------------ */

/* File systems allow 255 bytes; leave room for a number and an extension. */
enum { MAX_COMPONENT = 200 };

static bool is_separator(char c)
{
    /* archives' members are set off by a colon */
    return c == '/' || c == '\\' || c == ':';
}

static bool is_safe(char c)
{
    unsigned char u = (unsigned char)c;
    return u > 0x20 && u != 0x7F && !strchr("\"*<>?|'`$&;", c);
}

/* One component, made harmless; nothing for "", "." and "..". */
static void add_component(struct span s, struct buf *out)
{
    size_t dots = 0;
    while (dots < s.n && s.p[dots] == '.')
        dots++;
    if (dots == s.n)
        return;
    s = span_skip(s, dots);
    if (s.n > MAX_COMPONENT) {
        s.n = MAX_COMPONENT;
        while (s.n && ((unsigned char)s.p[s.n] & 0xC0) == 0x80)
            s.n--;
    }
    for (size_t i = 0; i < s.n; i++)
        buf_add_char(out, is_safe(s.p[i]) ? s.p[i] : '_');
}

static struct span without_extension(struct span name)
{
    for (size_t i = name.n; i-- > 1;)
        if (name.p[i] == '.')
            return span_make(name.p, i);
    return name;
}

void output_name_make(struct span label, const char *extension, uint32_t number, struct buf *out)
{
    size_t begin = out->n, from = 0;
    for (size_t i = 0; i < label.n; i++) {
        if (!is_separator(label.p[i]))
            continue;
        size_t before = out->n;
        add_component(span_make(label.p + from, i - from), out);
        if (out->n > before)
            buf_add_char(out, '/');
        from = i + 1;
    }
    size_t before = out->n;
    add_component(without_extension(span_skip(label, from)), out);
    if (out->n == before)
        buf_add_str(out, out->n == begin ? "stdin" : "game");
    if (number)
        buf_printf(out, "-%04u", number);
    buf_add_char(out, '.');
    buf_add_str(out, extension);
}

/* Slashes before the last part of a path.  Counted, not measured: a label is decoded, and may be
 * longer or shorter than its path. */
size_t output_parts_before_name(const char *operand)
{
    size_t n = strlen(operand), slashes = 0;
    while (n && operand[n - 1] == '/')
        n--;
    while (n)
        slashes += operand[--n] == '/';
    return slashes;
}

struct span output_name_in_operand(struct span label, size_t parts)
{
    for (; parts; parts--) {
        const char *slash = label.n ? memchr(label.p, '/', label.n) : NULL;
        if (!slash)
            break;
        label = span_skip(label, (size_t)(slash - label.p) + 1);
    }
    return label;
}

/* --- Names given out ------------------------------------------------------------------------- */

void output_names_init(struct output_names *names)
{
    *names = (struct output_names){0};
}

void output_names_release(struct output_names *names)
{
    hash_set_release(&names->hashes);
    output_names_init(names);
}

/* FNV-1a. */
static uint64_t hash_name(struct span s)
{
    uint64_t h = 0xcbf29ce484222325u;
    for (size_t i = 0; i < s.n; i++)
        h = (h ^ (unsigned char)s.p[i]) * 0x100000001b3u;
    return h;
}

enum status output_names_make(struct output_names *names, struct span label, const char *extension,
                              uint32_t number, struct buf *out)
{
    size_t begin = out->n;
    bool is_new = false;
    for (uint32_t tries = 0; !is_new; tries++) {
        /* 2, 3, 4 for people; far ahead when a hostile archive holds one name a million times */
        if (tries)
            number = tries < 16 ? (number ? number + 1 : 2) : (uint32_t)names->hashes.count + tries;
        out->n = begin;
        output_name_make(label, extension, number, out);
        if (buf_status(out) != STATUS_OK)
            return buf_status(out);
        if (!hash_set_add(&names->hashes, hash_name(span_skip(buf_span(out), begin)), &is_new))
            return STATUS_NOMEM;
    }
    return STATUS_OK;
}

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
