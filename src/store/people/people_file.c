/* people_file.c: see people_file.h. */
#include "store/people/people_file.h"

#include "base/text/utf8.h"
#include "people_tables.h"
#include "store/people/spelling.h"

static const struct msg NOT_UTF8 = {"the list of people is not UTF-8",
                                    "人名一覧が UTF-8 ではありません"};
static const struct msg EMPTY_SPELLING = {"a spelling before or after \"=\" is missing",
                                          "「=」の前後に名前がありません"};
static const struct msg TOO_MANY = {"more than %1 spellings of one person",
                                    "一人の名前が %1 個を超えています"};
static const struct msg NOBODY = {"\"%1\" is not the name of one person",
                                  "「%1」は一人の人名ではありません"};
static const struct msg TOO_LARGE = {"the list of people is larger than %1 bytes",
                                     "人名一覧が %1 バイトを超えています"};

struct people_reader {
    struct span file;
    const char *start;
    struct people_line person;
    bool checked; /* before: that every spelling is a person's takes half of the time */
    struct err *err;
};

static enum status fail_at(const struct people_reader *r, const char *at, const struct msg *what,
                           struct span arg)
{
    err_fill(r->err, STATUS_SYNTAX, what, arg, (struct span){0});
    err_at(r->err, r->person.line, (uint64_t)(at - r->start));
    err_in_file(r->err, r->file);
    return STATUS_SYNTAX;
}

static bool is_person(struct span spelling)
{
    struct buf key;
    buf_init(&key, BUF_DEFAULT_MAX);
    bool person =
        (spelling_key(spelling, &key) != SPELLING_NOBODY && key.n > 0) ||
        buf_status(&key) != STATUS_OK; /* whoever takes it finds that there is no memory */
    buf_release(&key);
    return person;
}

static enum status add_spelling(struct people_reader *r, struct span text)
{
    struct span spelling = span_trim(text);
    if (spelling.n == 0)
        return fail_at(r, text.p, &EMPTY_SPELLING, (struct span){0});
    if (r->person.count == PEOPLE_MAX_SPELLINGS)
        return fail_at(r, spelling.p, &TOO_MANY, SPAN_U64(PEOPLE_MAX_SPELLINGS));
    if (!r->checked && !is_person(spelling))
        return fail_at(r, spelling.p, &NOBODY, spelling);
    r->person.spellings[r->person.count++] = spelling;
    return STATUS_OK;
}

/* A line that is not empty. */
static enum status read_person(struct people_reader *r, struct span line)
{
    enum status status = STATUS_OK;
    const char *sign;
    r->person.count = 0;
    do {
        sign = line.n ? memchr(line.p, '=', line.n) : NULL;
        size_t n = sign ? (size_t)(sign - line.p) : line.n;
        status = add_spelling(r, span_make(line.p, n));
        line = span_skip(line, n + (sign ? 1 : 0));
    } while (sign && status == STATUS_OK);
    return status;
}

static struct span next_line(struct span *text)
{
    const char *end = memchr(text->p, '\n', text->n);
    struct span line = span_make(text->p, end ? (size_t)(end - text->p) : text->n);
    *text = span_skip(*text, line.n + (end ? 1 : 0));
    const char *comment = line.n ? memchr(line.p, '#', line.n) : NULL;
    if (comment)
        line.n = (size_t)(comment - line.p);
    return line;
}

static enum status check_bytes(const struct people_reader *r, struct span text)
{
    size_t valid = utf8_valid_prefix(text);
    if (text.n > PEOPLE_MAX_BYTES) {
        err_fill(r->err, STATUS_LIMIT, &TOO_LARGE, SPAN_U64(PEOPLE_MAX_BYTES), (struct span){0});
        err_in_file(r->err, r->file);
        return STATUS_LIMIT;
    }
    return valid == text.n ? STATUS_OK : fail_at(r, text.p + valid, &NOT_UTF8, (struct span){0});
}

static enum status read_all(struct people_reader *r, struct span text, people_each *each, void *ctx,
                            struct err *err)
{
    r->start = text.p;
    r->person.line = 1;
    enum status status = check_bytes(r, text);
    (void)span_eat(&text, SPAN("\xEF\xBB\xBF"));
    for (; text.n && status == STATUS_OK; r->person.line++) {
        struct span line = next_line(&text);
        if (span_trim(line).n == 0)
            continue;
        status = read_person(r, line);
        if (status == STATUS_OK)
            status = each(ctx, &r->person, err);
    }
    return status;
}

enum status people_file_parse(struct span text, struct span file, people_each *each, void *ctx,
                              struct err *err)
{
    struct err unused;
    struct people_reader r = {.file = file, .err = err ? err : &unused};
    return read_all(&r, text, each, ctx, err);
}

enum status people_builtin_parse(const struct game *game, people_each *each, void *ctx,
                                 struct err *err)
{
    struct err unused;
    struct people_reader r = {
        .file = SPAN("people.txt"), .checked = true, .err = err ? err : &unused};
    return read_all(&r, people_builtin(game), each, ctx, err);
}

struct span people_builtin(const struct game *game)
{
    static const struct {
        const struct game *game;
        struct span text;
    } BUILT_IN[] = {{&shogi_game, {SHOGI_PEOPLE, sizeof SHOGI_PEOPLE}},
                    {&go_game, {GO_PEOPLE, sizeof GO_PEOPLE}}};
    for (size_t i = 0; i < sizeof BUILT_IN / sizeof *BUILT_IN; i++)
        if (BUILT_IN[i].game == game)
            return BUILT_IN[i].text;
    return (struct span){0};
}
