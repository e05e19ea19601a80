/* inputs.c: see inputs.h.  The list on its way:
 *
 *     for each: varint 1 for a file, 0 for a remark
 *               of a file: varint bytes, folded seconds and nanoseconds of its last change
 *               varint length, the path with a NUL or the remark */
#include "db/import/inputs.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <xxhash.h>

#include "base/alloc.h"
#include "base/varint.h"

static const struct msg BAD_LIST = {"the list of files from process 0 is damaged",
                                    "プロセス 0 から届いたファイルの一覧が壊れています"};
static const struct msg NOT_HERE = {
    "%1 is missing here (%2); all processes must see the files to import",
    "%1 がここにありません（%2）。取り込むファイルは全プロセスから見える必要があります"};
static const struct msg DIFFERS = {
    "%1 differs from what process 0 sees; it is being written, or the folder is not shared",
    "%1 がプロセス 0 から見えるものと違います。書き込み中か、フォルダが共有されていません"};

/* --- Finding --------------------------------------------------------------------------------- */

struct input_lister {
    struct inputs *in;
    const struct inputs_options *opt;
    struct buf remark;
};

static bool list_file(void *ctx, const char *path, const struct stat *st)
{
    struct buf *out = &((struct input_lister *)ctx)->in->text;
    size_t n = strlen(path) + 1;
    varint_put(out, 1);
    varint_put(out, (uint64_t)st->st_size);
    varint_put(out, varint_fold(st->st_mtim.tv_sec));
    varint_put(out, (uint64_t)st->st_mtim.tv_nsec);
    varint_put(out, n);
    buf_add(out, path, n);
    return false;
}

static enum status list_problem(void *ctx, struct span label, const struct err *err)
{
    struct input_lister *l = ctx;
    (void)label;
    buf_clear(&l->remark);
    l->opt->render(l->opt->ctx, err, &l->remark);
    varint_put(&l->in->text, 0);
    varint_put(&l->in->text, l->remark.n);
    buf_add_span(&l->in->text, buf_span(&l->remark));
    return buf_status(&l->remark);
}

static enum status list_item(void *ctx, const struct source_item *item)
{
    (void)ctx;
    (void)item;
    return STATUS_OK;
}

static enum status find_files(struct inputs *in, const char *const *paths, size_t n,
                              const struct inputs_options *opt, struct err *err)
{
    struct input_lister l = {.in = in, .opt = opt};
    const struct source_handler handler = {.ctx = &l,
                                           .item = list_item,
                                           .problem = list_problem,
                                           .except = opt->except,
                                           .wanted = list_file};
    buf_init(&l.remark, BUF_DEFAULT_MAX);
    enum status st = source_walk(paths, n, NULL, &handler, err);
    if (st == STATUS_OK && buf_status(&in->text) != STATUS_OK)
        st = err_nomem(err);
    buf_release(&l.remark);
    return st;
}

/* --- The list -------------------------------------------------------------------------------- */

static bool parse_times(struct span *s, struct input *in)
{
    uint64_t seconds, ns;
    if (!varint_get(s, &in->bytes) || !varint_get(s, &seconds) || !varint_get(s, &ns) ||
        ns > UINT32_MAX)
        return false;
    in->changed_s = varint_unfold(seconds);
    in->changed_ns = (uint32_t)ns;
    return true;
}

static bool parse_input(struct span *s, struct input *in)
{
    uint64_t kind, n;
    *in = (struct input){0};
    if (!varint_get(s, &kind) || kind > 1 || (kind && !parse_times(s, in)) || !varint_get(s, &n) ||
        n > s->n)
        return false;
    struct span text = span_make(s->p, (size_t)n);
    *s = span_skip(*s, (size_t)n);
    if (!kind) {
        in->remark = text;
        return true;
    }
    in->path = text.p;
    return text.n > 1 && memchr(text.p, 0, text.n) == text.p + text.n - 1;
}

enum status inputs_parse(struct inputs *in, struct err *err)
{
    struct span s = buf_span(&in->text);
    while (s.n) {
        struct input *grown =
            mem_grow(in->at, in->count, &in->cap, SIZE_MAX / sizeof *grown, sizeof *grown);
        if (!grown)
            return err_nomem(err);
        in->at = grown;
        if (!parse_input(&s, &in->at[in->count]))
            return err_plain(err, STATUS_SYNTAX, &BAD_LIST);
        in->count++;
    }
    return STATUS_OK;
}

/* --- Units ----------------------------------------------------------------------------------- */

/* Enough to share the cost of a checkpoint among many small files. */
enum { UNIT_FILES = 65536 };

static bool is_large(const struct input *in, uint64_t window_bytes)
{
    return in->path && in->bytes > window_bytes;
}

static enum status cut(struct inputs *in, uint64_t window_bytes, struct err *err)
{
    for (size_t i = 0; i < in->count;) {
        struct input_unit u = {.from = i, .large = is_large(&in->at[i], window_bytes)};
        do
            u.bytes += in->at[i++].bytes;
        while (!u.large && i < in->count && u.bytes < window_bytes && i - u.from < UNIT_FILES &&
               !is_large(&in->at[i], window_bytes));
        u.to = i;
        struct input_unit *grown = mem_grow(in->units, in->unit_count, &in->unit_cap,
                                            SIZE_MAX / sizeof *grown, sizeof *grown);
        if (!grown)
            return err_nomem(err);
        in->units = grown;
        in->units[in->unit_count++] = u;
    }
    return STATUS_OK;
}

/* --- The same files given twice --------------------------------------------------------------- */

struct unit_fingerprint {
    uint64_t hash;
    size_t unit;
};

static int by_hash(const void *a, const void *b)
{
    const struct unit_fingerprint *x = a, *y = b;
    if (x->hash != y->hash)
        return x->hash < y->hash ? -1 : 1;
    return x->unit < y->unit ? -1 : x->unit > y->unit;
}

static uint64_t fingerprint_of(const struct inputs *in, const struct input_unit *u)
{
    uint64_t hash = u->to - u->from;
    for (size_t i = u->from; i < u->to; i++) {
        struct span text = in->at[i].path ? span_of(in->at[i].path) : in->at[i].remark;
        hash = XXH3_64bits_withSeed(text.n ? text.p : "", text.n, hash);
    }
    return hash;
}

static enum status count_repeats(struct inputs *in, struct err *err)
{
    struct unit_fingerprint *fingerprints = mem_calloc(in->unit_count + 1, sizeof *fingerprints);
    if (!fingerprints)
        return err_nomem(err);
    for (size_t i = 0; i < in->unit_count; i++)
        fingerprints[i] = (struct unit_fingerprint){fingerprint_of(in, &in->units[i]), i};
    if (in->unit_count)
        qsort(fingerprints, in->unit_count, sizeof *fingerprints, by_hash);
    for (size_t i = 1; i < in->unit_count; i++)
        if (fingerprints[i].hash == fingerprints[i - 1].hash)
            in->units[fingerprints[i].unit].repeat = in->units[fingerprints[i - 1].unit].repeat + 1;
    mem_free(fingerprints);
    return STATUS_OK;
}

/* --- Dealing ---------------------------------------------------------------------------------- */

/* Units in a row go to whoever has least, so processes keep in step and each has units all over. */
static enum status partition_units(struct inputs *in, uint32_t processes, struct err *err)
{
    uint64_t all = 0;
    uint64_t *loads = mem_calloc(processes, sizeof *loads);
    if (!loads)
        return err_nomem(err);
    for (size_t i = 0; i < in->unit_count; i++)
        all += in->units[i].bytes;
    for (size_t i = 0; i < in->unit_count; i++) {
        struct input_unit *u = &in->units[i];
        if (processes > 1 && u->large && u->bytes > all / processes) {
            u->process = UNIT_OF_ALL;
            continue;
        }
        for (uint32_t r = 1; r < processes; r++)
            if (loads[r] < loads[u->process])
                u->process = r;
        loads[u->process] += u->bytes + 1;
    }
    mem_free(loads);
    return STATUS_OK;
}

enum status inputs_list(struct inputs *in, const char *const *paths, size_t n,
                        const struct inputs_options *opt, const struct reduction *reduction,
                        enum status status, struct err *err)
{
    *in = (struct inputs){0};
    buf_init(&in->text, SIZE_MAX / 2);
    if (status == STATUS_OK && reduction_leads(reduction))
        status = find_files(in, paths, n, opt, err);
    status = reduction_broadcast(reduction, status, &in->text, err);
    if (status == STATUS_OK)
        status = inputs_parse(in, err);
    if (status == STATUS_OK)
        status = cut(in, opt->window_bytes, err);
    if (status == STATUS_OK)
        status = count_repeats(in, err);
    if (status == STATUS_OK)
        status = partition_units(in, reduction_parts(reduction), err);
    return status;
}

void inputs_release(struct inputs *in)
{
    buf_release(&in->text);
    mem_free(in->at);
    mem_free(in->units);
    *in = (struct inputs){0};
}

enum status input_is_here(const struct input *in, struct err *err)
{
    struct stat st;
    if (stat(in->path, &st) != 0)
        return err_errno(err, errno, &NOT_HERE, span_of(in->path));
    if ((uint64_t)st.st_size != in->bytes || st.st_mtim.tv_sec != in->changed_s ||
        (uint32_t)st.st_mtim.tv_nsec != in->changed_ns)
        return err_set(err, STATUS_IO, &DIFFERS, span_of(in->path), (struct span){0});
    return STATUS_OK;
}
