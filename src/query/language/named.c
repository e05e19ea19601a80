/* named.c: queries that have names; see named.h. */
#include "query/language/named.h"

#include <unistd.h>

#include "base/alloc.h"
#include "base/io/file.h"
#include "base/text/suggest.h"
#include "db/db_names.h"
#include "formats/cursor.h"
#include "named_tables.h"
#include "query/language/lexer.h"

enum { MAX_NAMED = 100000, MAX_LABELS = 64, MAX_BYTES = 64 << 20 };

void named_init(struct named_queries *n)
{
    *n = (struct named_queries){0};
    arena_init(&n->arena, MAX_BYTES);
}

void named_release(struct named_queries *n)
{
    mem_free(n->at);
    arena_release(&n->arena);
    named_init(n);
}

/* --- Reading --------------------------------------------------------------------------------- */

struct names_reader {
    struct named_queries *n;
    struct span file;
    const char *start;
    struct err *err;
};

static enum status fail(const struct names_reader *r, uint32_t line, const char *at,
                        const struct msg *what, struct span arg)
{
    err_set(r->err, STATUS_SYNTAX, what, arg, (struct span){0});
    if (r->err) {
        err_at(r->err, line, (uint64_t)(at - r->start));
        err_in_file(r->err, r->file);
    }
    return STATUS_SYNTAX;
}

/* The next word of a head, removed; empty at the end. */
static struct span next_word(struct span *s)
{
    *s = span_trim(*s);
    size_t n = 0;
    while (n < s->n && !is_blank(s->p[n]) && !span_starts(span_skip(*s, n), SPAN("\xE3\x80\x80")))
        n++;
    struct span word = span_make(s->p, n);
    *s = span_skip(*s, n);
    return word;
}

/* Where " : " is in a line; -1 if it is not. */
static ptrdiff_t find_colon(struct span line)
{
    for (size_t i = 1; i < line.n; i++)
        if (line.p[i] == ':' && is_blank(line.p[i - 1]) &&
            (i + 1 == line.n || is_blank(line.p[i + 1])))
            return (ptrdiff_t)i;
    return -1;
}

/* A copy with a zero byte behind it, for suggestions. */
static bool copy_text(struct arena *arena, struct span s, struct span *out)
{
    char *p = arena_alloc(arena, s.n + 1);
    if (!p)
        return false;
    if (s.n)
        memcpy(p, s.p, s.n);
    p[s.n] = '\0';
    *out = span_make(p, s.n);
    return true;
}

static uint32_t add_to_hash(uint32_t hash, struct span s)
{
    for (size_t i = 0; i < s.n; i++) {
        char c = s.p[i];
        hash = (hash ^ (uint8_t)(c >= 'A' && c <= 'Z' ? c | 0x20 : c)) * UINT32_C(0x01000193);
    }
    return hash;
}

/* Equal for names that differ in the size of letters alone. */
static uint32_t hash_of(struct span group, struct span name)
{
    return add_to_hash(add_to_hash(UINT32_C(0x811C9DC5), group), name);
}

/* Files of 10,000 names are read in a twentieth of a second: nearly all comparisons are of
 * hashes. */
static struct named_query *find_by_name(const struct named_queries *n, struct span group,
                                        struct span name)
{
    uint32_t hash = hash_of(group, name);
    for (size_t i = 0; i < n->count; i++)
        if (n->at[i].hash == hash && span_eq(n->at[i].group, group) &&
            span_eq_nocase(n->at[i].name, name))
            return &n->at[i];
    return NULL;
}

/* Its place: that of one with the same name, or a new one. */
static struct named_query *place_for(struct named_queries *n, struct span group, struct span name)
{
    struct named_query *known = find_by_name(n, group, name);
    if (known)
        return known;
    struct named_query *at = mem_grow(n->at, n->count, &n->cap, MAX_NAMED, sizeof *at);
    if (!at)
        return NULL;
    n->at = at;
    at[n->count] = (struct named_query){0};
    return &at[n->count++];
}

static enum status add_named(struct names_reader *r, const struct named_query *found,
                             const char *at, uint32_t line)
{
    static const struct msg TWICE = {"\"%1\" is defined twice", "「%1」が二度定義されています"};
    size_t known = r->n->count;
    struct named_query *q = place_for(r->n, found->group, found->name);
    if (!q)
        return err_nomem(r->err);
    if (r->n->count == known && q->line && q->file.p == r->file.p)
        return fail(r, line, at, &TWICE, found->name);
    struct arena *arena = &r->n->arena;
    struct named_query copy = *found;
    copy.labels = arena_alloc_array(arena, found->label_count, sizeof *copy.labels);
    bool good = copy.labels && copy_text(arena, found->group, &copy.group) &&
                copy_text(arena, found->name, &copy.name) &&
                copy_text(arena, found->text, &copy.text);
    for (uint32_t i = 0; good && i < found->label_count; i++)
        good = copy_text(arena, found->labels[i], &copy.labels[i]);
    if (!good) {
        if (r->n->count > known)
            r->n->count = known;
        return err_nomem(r->err);
    }
    copy.file = r->file;
    copy.line = line;
    copy.hash = hash_of(copy.group, copy.name);
    *q = copy;
    return STATUS_OK;
}

/* "castle~", "@name": group, name and whether its mirror image counts. */
static bool read_head_words(struct span *head, struct named_query *q)
{
    struct span word = next_word(head);
    if (span_starts(word, SPAN("@"))) {
        q->name = span_skip(word, 1);
        q->group = SPAN("");
    } else {
        q->mirrored = span_ends(word, SPAN("~"));
        q->group = span_make(word.p, word.n - q->mirrored);
        q->name = next_word(head);
    }
    return q->name.n > 0 && (q->group.n > 0 || word.p[0] == '@');
}

/* One definition, its lines joined. */
static enum status read_definition(struct names_reader *r, struct span text, const char *at,
                                   uint32_t line)
{
    static const struct msg WANT_COLON = {"expected \"group name labels : query\"",
                                          "「種類 名前 別名 : 条件」が必要です"};
    static const struct msg TOO_MANY = {"too many labels", "別名が多すぎます"};
    struct span labels[MAX_LABELS], label;
    struct named_query q = {.labels = labels};
    ptrdiff_t colon = find_colon(text);
    if (colon < 0)
        return fail(r, line, at, &WANT_COLON, (struct span){0});
    struct span head = span_make(text.p, (size_t)colon);
    q.text = span_trim(span_skip(text, (size_t)colon + 1));
    if (!read_head_words(&head, &q) || q.text.n == 0)
        return fail(r, line, at, &WANT_COLON, (struct span){0});
    while ((label = next_word(&head)).n > 0) {
        if (q.label_count == MAX_LABELS)
            return fail(r, line, at, &TOO_MANY, (struct span){0});
        labels[q.label_count++] = label;
    }
    return add_named(r, &q, at, line);
}

static bool is_comment(struct span line)
{
    return line.n == 0 || line.p[0] == '#';
}

/* Reads the definition that was collected, if there is one. */
static enum status finish(struct names_reader *r, struct buf *joined, const char **at,
                          uint32_t line)
{
    enum status status = buf_status(joined);
    if (status != STATUS_OK)
        return err_nomem(r->err);
    if (*at)
        status = read_definition(r, buf_span(joined), *at, line);
    *at = NULL;
    buf_clear(joined);
    return status;
}

static enum status read_lines(struct names_reader *r, struct span text, struct buf *joined)
{
    struct cursor c = cursor_over(text);
    struct span line;
    uint32_t number = 0;
    const char *at = NULL; /* where the present definition begins */
    enum status status = STATUS_OK;
    while (status == STATUS_OK && cursor_next(&c, &line)) {
        if (is_comment(span_trim(line)))
            continue;
        size_t before = joined->n;
        if (!at || !is_blank(line.p[0])) {
            status = finish(r, joined, &at, number);
            at = line.p;
            number = c.line;
        } else {
            buf_add_char(joined, ' ');
        }
        buf_add_span(joined, line);
        if (joined->n > before && buf_status(joined) == STATUS_OK)
            lexer_blank_comments(joined->p + before, joined->n - before);
    }
    return status == STATUS_OK ? finish(r, joined, &at, number) : status;
}

enum status named_add_text(struct named_queries *n, struct span text, struct span file,
                           struct err *err)
{
    struct names_reader r = {n, {0}, text.p, err};
    struct buf joined;
    if (!copy_text(&n->arena, file, &r.file))
        return err_nomem(err);
    buf_init(&joined, QUERY_MAX_BYTES);
    enum status status = read_lines(&r, text, &joined);
    buf_release(&joined);
    return status;
}

enum status named_add_builtin(struct named_queries *n, const struct game *game, struct err *err)
{
    static const struct {
        const struct game *game;
        const char *file, *text;
        size_t bytes;
    } BUILT_IN[] = {{&shogi_game, "shogi.txt", SHOGI_NAMES, sizeof SHOGI_NAMES},
                    {&go_game, "go.txt", GO_NAMES, sizeof GO_NAMES}};
    for (size_t i = 0; i < sizeof BUILT_IN / sizeof *BUILT_IN; i++)
        if (BUILT_IN[i].game == game)
            return named_add_text(n, span_make(BUILT_IN[i].text, BUILT_IN[i].bytes),
                                  span_of(BUILT_IN[i].file), err);
    return STATUS_OK;
}

enum status named_add_file(struct named_queries *n, const char *path, struct err *err)
{
    struct buf text;
    buf_init(&text, MAX_BYTES);
    enum status status = file_read(path, MAX_BYTES, &text, err);
    if (status == STATUS_OK)
        status = named_add_text(n, buf_span(&text), span_of(path), err);
    buf_release(&text);
    return status;
}

enum status named_add_database(struct named_queries *n, const char *directory, struct err *err)
{
    struct buf path;
    enum status status = db_names_path(directory, &path, err);
    if (status == STATUS_OK && access(buf_cstr(&path), F_OK) == 0)
        status = named_add_file(n, buf_cstr(&path), err);
    buf_release(&path);
    return status;
}

/* --- Finding --------------------------------------------------------------------------------- */

bool named_about_game(struct span group)
{
    return span_eq(group, SPAN("opening"));
}

const struct named_query *named_find(const struct named_queries *n, struct span group,
                                     struct span name)
{
    const struct named_query *found = find_by_name(n, group, name);
    if (found)
        return found;
    for (size_t i = 0; i < n->count; i++)
        for (uint32_t k = 0; k < n->at[i].label_count; k++)
            if (span_eq(n->at[i].group, group) && span_eq_nocase(n->at[i].labels[k], name))
                return &n->at[i];
    return NULL;
}

struct span named_nearest(const struct named_queries *n, struct span group, struct span name)
{
    char typed[SUGGEST_MAX_BYTES + 1];
    struct suggestion s = {.word = typed};
    if (!n || name.n > SUGGEST_MAX_BYTES)
        return (struct span){0};
    memcpy(typed, name.p, name.n);
    typed[name.n] = '\0';
    for (size_t i = 0; i < n->count; i++) {
        if (!span_eq(n->at[i].group, group))
            continue;
        suggest_consider(&s, n->at[i].name.p);
        for (uint32_t k = 0; k < n->at[i].label_count; k++)
            suggest_consider(&s, n->at[i].labels[k].p);
    }
    return span_of(s.best);
}

/* --- Names for readers ----------------------------------------------------------------------- */

void named_add_word(const struct named_query *q, struct buf *out)
{
    buf_add_span(out, q->group);
    buf_add_str(out, q->group.n ? ":" : "@");
    buf_add_span(out, q->name);
}

void named_add_title(const struct named_query *q, struct buf *out)
{
    for (size_t i = 0; i < q->name.n; i++)
        buf_add_char(out, q->name.p[i] == '-' ? ' ' : q->name.p[i]);
}

struct span named_japanese_title(const struct named_query *q)
{
    for (uint32_t i = 0; i < q->label_count; i++)
        for (size_t k = 0; k < q->labels[i].n; k++)
            if ((unsigned char)q->labels[i].p[k] >= 0x80)
                return q->labels[i];
    return q->name;
}

/* --- Checking -------------------------------------------------------------------------------- */

enum status named_check(const struct named_queries *n, const struct game *game, struct err *err)
{
    enum status status = STATUS_OK;
    for (size_t i = 0; i < n->count && status == STATUS_OK; i++) {
        struct query q;
        struct buf text;
        buf_init(&text, QUERY_MAX_BYTES);
        buf_add_span(&text, n->at[i].group);
        buf_add_str(&text, n->at[i].group.n ? ":\"" : "@");
        buf_add_span(&text, n->at[i].name);
        if (n->at[i].group.n)
            buf_add_char(&text, '"');
        status = query_parse(&q, game, n, buf_span(&text), err);
        if (status != STATUS_OK && err) {
            err->line = n->at[i].line;
            err_in_file(err, n->at[i].file);
        }
        query_release(&q);
        buf_release(&text);
    }
    return status;
}
