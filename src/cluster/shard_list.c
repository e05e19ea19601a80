/* shard_list.c: see shard_list.h. */
#include "cluster/shard_list.h"

#include <ctype.h>
#include <stdlib.h>
#include <strings.h>

#include "base/alloc.h"
#include "base/io/file.h"

static const struct msg NOT_A_LIST = {
    "not a list of shards: the first line must be \"kifu-shards 1\"",
    "シャードの一覧ではありません。先頭行は kifu-shards 1 としてください"};
static const struct msg OTHER_VERSION = {"a list of shards of another version; update Kifu",
                                         "別の版のシャード一覧です。Kifu を更新してください"};
static const struct msg BAD_CHARACTER = {"control character", "制御文字があります"};
static const struct msg BLANKS = {"blank at the start or end of a line",
                                  "行の先頭か末尾に空白があります"};
static const struct msg BAD_HOST = {
    "%1 is not a host name; write a path with a colon as ./%1",
    "%1 はホスト名ではありません。コロンを含むパスは ./%1 と書きます"};
static const struct msg NO_PATH = {"host without a path", "ホスト名の後にパスがありません"};
static const struct msg TWICE = {"%1 is listed twice", "%1 が二度書かれています"};
static const struct msg NO_SHARD = {"the list has no shards", "シャードが一つも書かれていません"};
static const struct msg TOO_MANY = {"too many shards; at most 4096", "シャードは 4096 までです"};
static const struct msg NO_END = {"the last line has no newline; the list may be truncated",
                                  "最終行に改行がありません。途中で切れている可能性があります"};

/* --- Hosts ------------------------------------------------------------------------------------ */

bool shard_host_is(const char *host, const char *own)
{
    size_t a = strcspn(host, "."), b = strcspn(own, ".");
    bool short_names = !host[a] || !own[b];
    if (strcasecmp(host, "localhost") == 0)
        return true;
    return short_names ? a == b && strncasecmp(host, own, a) == 0 : strcasecmp(host, own) == 0;
}

static bool is_host(struct span s)
{
    for (size_t i = 0; i < s.n; i++)
        if (!isalnum((unsigned char)s.p[i]) && s.p[i] != '.' && s.p[i] != '-' && s.p[i] != '_')
            return false;
    return s.n > 0;
}

/* --- Lines ------------------------------------------------------------------------------------ */

struct shard_list_reader {
    struct shard_list *out;
    struct span folder; /* with its slash; empty: this one */
    struct span file;
    struct buf texts; /* places of texts are kept as offsets plus 1 while it may move */
    struct shard_texts {
        size_t host, path, name;
        uint32_t line;
        uint64_t byte;
    } * places;
    size_t cap;
    uint32_t line;
    uint64_t byte; /* of the line */
};

static enum status complain(const struct shard_list_reader *r, enum status status,
                            const struct msg *what, struct span arg, struct err *err)
{
    err_set(err, status, what, arg, (struct span){0});
    err_at(err, r->line, r->byte);
    err_in_file(err, r->file);
    return status;
}

static size_t keep(struct buf *texts, struct span a, struct span b)
{
    size_t at = texts->n + 1;
    buf_add_span(texts, a);
    buf_add_span(texts, b);
    buf_add_char(texts, '\0');
    return at;
}

static enum status add_shard(struct shard_list_reader *r, struct span host, struct span path,
                             struct err *err)
{
    size_t n = r->out->count;
    bool absolute = path.n && path.p[0] == '/';
    struct span folder = absolute ? (struct span){0} : r->folder;
    if (n == SHARDS_MAX)
        return complain(r, STATUS_LIMIT, &TOO_MANY, (struct span){0}, err);
    struct shard_texts *grown = mem_grow(r->places, n, &r->cap, SHARDS_MAX, sizeof *grown);
    if (!grown)
        return err_nomem(err);
    r->places = grown;
    struct shard_texts *p = &r->places[n];
    *p = (struct shard_texts){.line = r->line, .byte = r->byte};
    p->host = host.n ? keep(&r->texts, host, (struct span){0}) : 0;
    p->path = keep(&r->texts, folder, path);
    p->name = p->path;
    if (host.n) {
        p->name = r->texts.n + 1;
        buf_add_span(&r->texts, host);
        buf_add_char(&r->texts, ':');
        keep(&r->texts, folder, path);
    }
    r->out->count++;
    return STATUS_OK;
}

static bool has_control(struct span s)
{
    for (size_t i = 0; i < s.n; i++)
        if ((unsigned char)s.p[i] < ' ' || s.p[i] == 0x7f)
            return true;
    return false;
}

/* [HOST:]PATH: what stands before a colon is a host unless there is a slash in it. */
static enum status read_shard(struct shard_list_reader *r, struct span line, struct err *err)
{
    size_t colon = 0;
    if (line.p[0] == ' ' || line.p[line.n - 1] == ' ')
        return complain(r, STATUS_SYNTAX, &BLANKS, (struct span){0}, err);
    while (colon < line.n && line.p[colon] != ':' && line.p[colon] != '/')
        colon++;
    if (colon == line.n || line.p[colon] == '/')
        return add_shard(r, (struct span){0}, line, err);
    struct span host = span_make(line.p, colon), path = span_skip(line, colon + 1);
    if (!is_host(host))
        return complain(r, STATUS_SYNTAX, &BAD_HOST, line, err);
    if (!path.n)
        return complain(r, STATUS_SYNTAX, &NO_PATH, (struct span){0}, err);
    return add_shard(r, host, path, err);
}

static enum status read_line(struct shard_list_reader *r, struct span line, struct err *err)
{
    if (has_control(line))
        return complain(r, STATUS_SYNTAX, &BAD_CHARACTER, (struct span){0}, err);
    if (r->line == 1 && span_eq(line, SPAN("kifu-shards 1")))
        return STATUS_OK;
    if (r->line == 1)
        return complain(
            r, span_starts(line, SPAN("kifu-shards ")) ? STATUS_UNSUPPORTED : STATUS_SYNTAX,
            span_starts(line, SPAN("kifu-shards ")) ? &OTHER_VERSION : &NOT_A_LIST,
            (struct span){0}, err);
    return line.n == 0 || line.p[0] == '#' ? STATUS_OK : read_shard(r, line, err);
}

static enum status read_lines(struct shard_list_reader *r, struct span text, struct err *err)
{
    enum status st = STATUS_OK;
    r->line = 1;
    if (!text.n)
        return complain(r, STATUS_SYNTAX, &NOT_A_LIST, (struct span){0}, err);
    while (text.n && st == STATUS_OK) {
        const char *end = memchr(text.p, '\n', text.n);
        struct span line = span_make(text.p, end ? (size_t)(end - text.p) : text.n);
        st = read_line(r, line, err);
        if (st == STATUS_OK && !end)
            st = complain(r, STATUS_SYNTAX, &NO_END, (struct span){0}, err);
        text = span_skip(text, line.n + 1);
        r->line++;
        r->byte += line.n + 1;
    }
    if (st == STATUS_OK && !r->out->count)
        st = complain(r, STATUS_SYNTAX, &NO_SHARD, (struct span){0}, err);
    return st;
}

/* --- The whole -------------------------------------------------------------------------------- */

static int by_name(const void *a, const void *b)
{
    const struct shard *x = *(const struct shard *const *)a, *y = *(const struct shard *const *)b;
    int order = strcmp(x->name, y->name);
    return order ? order : (x > y) - (x < y);
}

static enum status find_twins(struct shard_list_reader *r, struct err *err)
{
    struct shard_list *s = r->out;
    enum status st = STATUS_OK;
    const struct shard **sorted = mem_calloc(s->count + 1, sizeof(struct shard *));
    if (!sorted)
        return err_nomem(err);
    for (size_t i = 0; i < s->count; i++)
        sorted[i] = &s->at[i];
    qsort(sorted, s->count, sizeof(struct shard *), by_name);
    for (size_t i = 1; i < s->count && st == STATUS_OK; i++) {
        if (strcmp(sorted[i - 1]->name, sorted[i]->name) != 0)
            continue;
        r->line = r->places[sorted[i] - s->at].line;
        r->byte = r->places[sorted[i] - s->at].byte;
        st = complain(r, STATUS_SYNTAX, &TWICE, span_of(sorted[i]->name), err);
    }
    mem_free(sorted);
    return st;
}

static enum status finish(struct shard_list_reader *r, struct err *err)
{
    struct shard_list *s = r->out;
    if (buf_status(&r->texts) != STATUS_OK || !(s->at = mem_calloc(s->count, sizeof *s->at)))
        return err_nomem(err);
    s->texts = r->texts.p;
    r->texts = (struct buf){0};
    for (size_t i = 0; i < s->count; i++) {
        const struct shard_texts *p = &r->places[i];
        s->at[i] = (struct shard){.host = p->host ? s->texts + p->host - 1 : NULL,
                                  .path = s->texts + p->path - 1,
                                  .name = s->texts + p->name - 1};
    }
    return find_twins(r, err);
}

enum status shard_list_parse(struct shard_list *s, struct span text, const char *path,
                             struct err *err)
{
    const char *slash = strrchr(path, '/');
    struct shard_list_reader r = {.out = s, .file = span_of(path)};
    *s = (struct shard_list){0};
    r.folder = slash ? span_make(path, (size_t)(slash - path) + 1) : (struct span){0};
    buf_init(&r.texts, BUF_DEFAULT_MAX);
    enum status st = read_lines(&r, text, err);
    if (st == STATUS_OK)
        st = finish(&r, err);
    mem_free(r.places);
    buf_release(&r.texts);
    if (st != STATUS_OK)
        shard_list_release(s);
    return st;
}

enum status shard_list_read(struct shard_list *s, const char *path, struct err *err)
{
    struct buf text;
    *s = (struct shard_list){0};
    buf_init(&text, SHARDS_MAX_BYTES);
    enum status st = file_read(path, SHARDS_MAX_BYTES, &text, err);
    if (st == STATUS_OK)
        st = shard_list_parse(s, buf_span(&text), path, err);
    buf_release(&text);
    return st;
}

void shard_list_release(struct shard_list *s)
{
    mem_free(s->at);
    mem_free(s->texts);
    *s = (struct shard_list){0};
}
