/* people_decisions.c: see people_decisions.h. */
#include "store/people/people_decisions.h"

#include <xxhash.h>

#include "base/io/file.h"
#include "store/manifest.h"

enum { MAX_DECISIONS_BYTES = 64 << 20, CHECKSUM_BYTES = sizeof "checksum 0123456789abcdef\n" - 1 };

static const struct msg DAMAGED = {"the decisions on people are damaged",
                                   "人物の決定ファイルが壊れています"};
static const struct msg NEWER = {"the decisions on people are those of a newer Kifu; update Kifu",
                                 "新しい Kifu の人物の決定ファイルです。Kifu を更新してください"};
static const struct msg BAD_NAME = {"cannot keep a decision on a name with a tab or a line break",
                                    "タブや改行を含む名前の決定は保存できません"};
static const struct msg NOTHING = {"no decision to take back", "取り消す決定がありません"};

#define HEAD "kifu-people-decisions 1\n"

static enum status fail_at(struct err *err, struct span file, uint32_t line, size_t byte,
                           const struct msg *what)
{
    err_fill(err, STATUS_SYNTAX, what, (struct span){0}, (struct span){0});
    if (err) {
        err_at(err, line, byte);
        err_in_file(err, file);
    }
    return STATUS_SYNTAX;
}

/* --- Reading --------------------------------------------------------------------------------- */

static void add_checksum(struct span lines, struct buf *out)
{
    buf_printf(out, "checksum %016llx\n", (unsigned long long)XXH3_64bits(lines.p, lines.n));
}

/* The lines between the head and the checksum. */
static enum status check_frame(struct span text, struct span file, struct span *lines,
                               struct err *err)
{
    struct span head = SPAN(HEAD), rest = text;
    if (text.n < head.n + CHECKSUM_BYTES)
        return fail_at(err, file, 1, 0, &DAMAGED);
    if (!span_eat(&rest, head))
        return fail_at(err, file, 1, 0,
                       span_starts(text, SPAN("kifu-people-decisions ")) ? &NEWER : &DAMAGED);
    struct span kept = span_make(text.p, text.n - CHECKSUM_BYTES);
    struct buf sum;
    buf_init(&sum, 64);
    add_checksum(kept, &sum);
    bool same = span_eq(buf_span(&sum), span_skip(text, kept.n));
    buf_release(&sum);
    *lines = span_make(rest.p, rest.n - CHECKSUM_BYTES);
    return same ? STATUS_OK : fail_at(err, file, 1, kept.n, &DAMAGED);
}

static struct span next_word(struct span *line)
{
    const char *tab = line->n ? memchr(line->p, '\t', line->n) : NULL;
    struct span word = span_make(line->p, tab ? (size_t)(tab - line->p) : line->n);
    *line = span_skip(*line, word.n + (tab ? 1 : 0));
    return word;
}

bool people_decision_parse(struct span line, struct people_decision *d)
{
    struct span verb = next_word(&line);
    d->merge = span_eq(verb, SPAN("merge"));
    d->a = next_word(&line);
    d->b = next_word(&line);
    return (d->merge || span_eq(verb, SPAN("split"))) && d->a.n && (d->b.n > 0) == d->merge &&
           line.n == 0;
}

static enum status walk_lines(struct span text, struct span lines, struct span file,
                              people_each_decision *each, void *ctx, struct err *err)
{
    enum status status = STATUS_OK;
    for (uint32_t number = 2; lines.n && status == STATUS_OK; number++) {
        const char *end = memchr(lines.p, '\n', lines.n);
        struct people_decision d;
        struct span line = span_make(lines.p, end ? (size_t)(end - lines.p) : lines.n);
        if (!end || !people_decision_parse(line, &d))
            return fail_at(err, file, number, (size_t)(lines.p - text.p), &DAMAGED);
        if (each)
            status = each(ctx, &d, err);
        lines = span_skip(lines, line.n + 1);
    }
    return status;
}

enum status people_decisions_parse(struct span text, struct span file, people_each_decision *each,
                                   void *ctx, struct err *err)
{
    struct span lines;
    if (text.n == 0)
        return STATUS_OK;
    enum status status = check_frame(text, file, &lines, err);
    if (status == STATUS_OK)
        status = walk_lines(text, lines, file, NULL, NULL, err);
    return status == STATUS_OK ? walk_lines(text, lines, file, each, ctx, err) : status;
}

static enum status decisions_path(const char *directory, struct buf *path, struct err *err)
{
    buf_init(path, 1 << 16);
    buf_printf(path, "%s/" PEOPLE_DECISIONS_FILE, directory);
    (void)buf_cstr(path);
    return buf_status(path) == STATUS_OK ? STATUS_OK : err_nomem(err);
}

enum status people_decisions_read(const char *directory, struct buf *out, struct err *err)
{
    struct buf path;
    struct err missing;
    enum status status = decisions_path(directory, &path, err);
    if (status == STATUS_OK) {
        size_t before = out->n;
        status = file_read(path.p, MAX_DECISIONS_BYTES, out, &missing);
        if (status == STATUS_OK && out->n == before) /* a file has a line at least */
            status = fail_at(err, buf_span(&path), 1, 0, &DAMAGED);
        else if (status == STATUS_NOT_FOUND)
            status = STATUS_OK;
        else if (status != STATUS_OK && err)
            *err = missing;
    }
    buf_release(&path);
    return status;
}

/* --- Writing --------------------------------------------------------------------------------- */

/* lines: the head and all decisions. */
static enum status write_all(const char *directory, struct buf *lines, struct err *err)
{
    struct buf path, sum;
    buf_init(&sum, 64);
    add_checksum(buf_span(lines), &sum);
    buf_add_span(lines, buf_span(&sum));
    buf_release(&sum);
    enum status status = decisions_path(directory, &path, err);
    if (status == STATUS_OK && buf_status(lines) != STATUS_OK)
        status = err_nomem(err);
    if (status == STATUS_OK)
        status = file_replace(path.p, buf_span(lines), err);
    buf_release(&path);
    return status;
}

/* The head and the decisions that there are. */
static enum status read_lines(const char *directory, struct buf *lines, struct err *err)
{
    enum status status = people_decisions_read(directory, lines, err);
    if (status == STATUS_OK)
        status =
            people_decisions_parse(buf_span(lines), SPAN(PEOPLE_DECISIONS_FILE), NULL, NULL, err);
    if (status != STATUS_OK)
        return status;
    if (lines->n)
        lines->n -= CHECKSUM_BYTES;
    else
        buf_add_str(lines, HEAD);
    return buf_status(lines) == STATUS_OK ? STATUS_OK : err_nomem(err);
}

static bool is_writable(struct span name)
{
    return name.n == 0 || (!memchr(name.p, '\t', name.n) && !memchr(name.p, '\n', name.n));
}

static void add_line(struct buf *lines, const struct people_decision *d)
{
    buf_add_str(lines, d->merge ? "merge\t" : "split\t");
    buf_add_span(lines, d->a);
    if (d->merge) {
        buf_add_char(lines, '\t');
        buf_add_span(lines, d->b);
    }
    buf_add_char(lines, '\n');
}

enum status people_decisions_add(const char *directory, const struct people_decision *decision,
                                 struct err *err)
{
    struct buf lines;
    int lock;
    if (!is_writable(decision->a) || !is_writable(decision->b))
        return err_plain(err, STATUS_RANGE, &BAD_NAME);
    enum status status = manifest_lock(directory, &lock, err);
    if (status != STATUS_OK)
        return status;
    buf_init(&lines, MAX_DECISIONS_BYTES);
    status = read_lines(directory, &lines, err);
    if (status == STATUS_OK) {
        add_line(&lines, decision);
        status = write_all(directory, &lines, err);
    }
    buf_release(&lines);
    manifest_unlock(&lock);
    return status;
}

/* Cuts the last line off and appends it to undone. */
static enum status cut_last(struct buf *lines, struct buf *undone, struct err *err)
{
    size_t from = lines->n - 1;
    while (from && lines->p[from - 1] != '\n')
        from--;
    if (from == 0)
        return err_plain(err, STATUS_NOT_FOUND, &NOTHING);
    buf_add(undone, lines->p + from, lines->n - 1 - from);
    lines->n = from;
    return buf_status(undone) == STATUS_OK ? STATUS_OK : err_nomem(err);
}

enum status people_decisions_undo(const char *directory, struct buf *undone, struct err *err)
{
    struct buf lines;
    int lock;
    enum status status = manifest_lock(directory, &lock, err);
    if (status != STATUS_OK)
        return status;
    buf_init(&lines, MAX_DECISIONS_BYTES);
    status = read_lines(directory, &lines, err);
    if (status == STATUS_OK)
        status = cut_last(&lines, undone, err);
    if (status == STATUS_OK)
        status = write_all(directory, &lines, err);
    buf_release(&lines);
    manifest_unlock(&lock);
    return status;
}
