/* db_names.c: see db_names.h. */
#include "db/db_names.h"

#include <unistd.h>

#include "base/io/file.h"
#include "store/manifest.h"

enum { MAX_BYTES = 64 << 20 };

static const struct msg NO_NAME = {"no saved search @%1", "保存した検索 @%1 はありません"};

enum status db_names_path(const char *directory, struct buf *path, struct err *err)
{
    buf_init(path, 4096);
    buf_add_str(path, directory);
    buf_add_str(path, "/" DB_NAMES_FILE);
    return buf_status(path) == STATUS_OK ? STATUS_OK : err_nomem(err);
}

bool db_names_allowed(struct span name)
{
    bool allowed = name.n > 0 && name.n <= DB_NAME_MAX_BYTES;
    for (size_t i = 0; i < name.n && allowed; i++)
        allowed = (unsigned char)name.p[i] > ' ' && name.p[i] != 0x7F &&
                  !memchr("(){},:\"<>=@#!", name.p[i], 13) &&
                  !span_starts(span_skip(name, i), SPAN("\xE3\x80\x80"));
    return allowed;
}

void db_names_add_query(struct span query, struct buf *out)
{
    query = span_trim(query);
    if (query.n == 0)
        query = SPAN("all");
    for (size_t i = 0; i < query.n; i++)
        buf_add_char(out, query.p[i] == '\n' || query.p[i] == '\r' ? ' ' : query.p[i]);
}

/* The next line with its end, removed. */
static struct span next_line(struct span *text)
{
    const char *end = memchr(text->p, '\n', text->n);
    struct span line = span_make(text->p, end ? (size_t)(end - text->p) + 1 : text->n);
    *text = span_skip(*text, line.n);
    return line;
}

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* What stands before " : " in the first line of the definition of @name; empty in another line. */
static struct span head_of(struct span line, struct span name)
{
    struct span rest = line;
    if (!span_eat(&rest, SPAN("@")) || rest.n <= name.n || !is_space(rest.p[name.n]) ||
        !span_eq_nocase(span_make(rest.p, name.n), name))
        return (struct span){0};
    ptrdiff_t colon = span_find(line, SPAN(" : "));
    return span_trim(span_make(line.p, colon < 0 ? name.n + 1 : (size_t)colon));
}

static void add_definition(struct span head, struct span name, struct span query, struct buf *out)
{
    if (head.n == 0)
        buf_add_char(out, '@');
    buf_add_span(out, head.n ? head : name);
    buf_add_str(out, " : ");
    db_names_add_query(query, out);
    buf_add_char(out, '\n');
}

/* The file as it was, with the definition in its place; with a query of length 0 without one.  Says
 * whether there was one. */
static bool edit(struct span old, struct span name, struct span query, struct buf *out)
{
    bool known = false, written = false, within = false; /* the lines of the old definition */
    while (old.n) {
        struct span line = next_line(&old), head = head_of(line, name);
        if (line.p[0] == '#' || span_trim(line).n == 0) {
            buf_add_span(out, line);
            continue;
        }
        known |= head.n > 0;
        within = head.n > 0 || (within && is_space(line.p[0]));
        if (head.n && !written && query.n) {
            add_definition(head, name, query, out);
            written = true;
        } else if (!within) {
            buf_add_span(out, line);
        }
    }
    if (written || query.n == 0)
        return known;
    if (out->n && out->p[out->n - 1] != '\n')
        buf_add_char(out, '\n');
    add_definition((struct span){0}, name, query, out);
    return known;
}

static enum status replace(const char *path, struct span name, struct span query, struct err *err)
{
    struct buf old, edited;
    enum status status = STATUS_OK;
    buf_init(&old, MAX_BYTES);
    buf_init(&edited, MAX_BYTES);
    if (access(path, F_OK) == 0)
        status = file_read(path, MAX_BYTES, &old, err);
    if (status == STATUS_OK) {
        bool known = edit(buf_span(&old), name, query, &edited);
        if (buf_status(&edited) != STATUS_OK)
            status = err_nomem(err);
        else if (!known && query.n == 0)
            status = err_set(err, STATUS_NOT_FOUND, &NO_NAME, name, (struct span){0});
        else
            status = file_replace(path, buf_span(&edited), err);
    }
    buf_release(&old);
    buf_release(&edited);
    return status;
}

static enum status replace_locked(const char *directory, struct span name, struct span query,
                                  struct err *err)
{
    static const struct msg BAD = {"%1 cannot be the name of a query",
                                   "%1 は検索式の名前にできません"};
    struct buf path;
    int lock = -1;
    if (!db_names_allowed(name))
        return err_set(err, STATUS_RANGE, &BAD, name, (struct span){0});
    enum status status = db_names_path(directory, &path, err);
    if (status == STATUS_OK)
        status = manifest_lock(directory, &lock, err);
    if (status == STATUS_OK) {
        status = replace(buf_cstr(&path), name, query, err);
        manifest_unlock(&lock);
    }
    buf_release(&path);
    return status;
}

enum status db_names_save(const char *directory, struct span name, struct span query,
                          struct err *err)
{
    return replace_locked(directory, name, span_trim(query).n ? query : SPAN("all"), err);
}

enum status db_names_remove(const char *directory, struct span name, struct err *err)
{
    return replace_locked(directory, name, SPAN(""), err);
}
