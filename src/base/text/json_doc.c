/* json_doc.c: see json_doc.h.
 *
 * While a container is open its next field holds the token number of the container around it, so
 * that the chain of open ones needs no stack of its own. */
#include "base/text/json_doc.h"

#include "base/alloc.h"
#include "base/text/num.h"
#include "base/text/utf8.h"

#define NO_TOKEN UINT32_MAX

/* What may come next. */
enum json_expect {
    EXPECT_VALUE,         /* after a colon, or the document itself */
    EXPECT_FIRST_ELEMENT, /* after [ */
    EXPECT_ELEMENT,       /* after a comma in an array */
    EXPECT_FIRST_KEY,     /* after { */
    EXPECT_KEY,           /* after a comma in an object */
    EXPECT_COLON,
    EXPECT_COMMA, /* or the end of the container */
    EXPECT_NOTHING,
};

struct json_parser {
    struct json_doc *doc;
    const char *p;
    const char *end;
    uint32_t open; /* innermost open container */
    enum json_expect expect;
};

void json_doc_init(struct json_doc *doc)
{
    *doc = (struct json_doc){0};
}

void json_doc_release(struct json_doc *doc)
{
    mem_free(doc->tokens);
    json_doc_init(doc);
}

static enum status add_token(struct json_doc *doc, enum json_kind kind, const char *p, size_t n)
{
    if (doc->count >= JSON_DOC_MAX_TOKENS)
        return STATUS_LIMIT;
    void *tokens =
        mem_grow(doc->tokens, doc->count, &doc->cap, JSON_DOC_MAX_TOKENS, sizeof *doc->tokens);
    if (!tokens)
        return STATUS_NOMEM;
    doc->tokens = tokens;
    doc->tokens[doc->count] = (struct json_token){kind, doc->count + 1, span_make(p, n)};
    doc->count++;
    return STATUS_OK;
}

static void value_read(struct json_parser *r)
{
    r->expect = r->open == NO_TOKEN ? EXPECT_NOTHING : EXPECT_COMMA;
}

static enum status open_container(struct json_parser *r, enum json_kind kind)
{
    enum status status = add_token(r->doc, kind, r->p, 1);
    if (status != STATUS_OK)
        return status;
    uint32_t token = r->doc->count - 1;
    r->doc->tokens[token].next = r->open;
    r->open = token;
    r->expect = kind == JSON_DOC_OBJECT ? EXPECT_FIRST_KEY : EXPECT_FIRST_ELEMENT;
    r->p++;
    return STATUS_OK;
}

static void close_container(struct json_parser *r)
{
    struct json_token *t = &r->doc->tokens[r->open];
    r->open = t->next;
    t->next = r->doc->count;
    t->at.n = (size_t)(r->p - t->at.p);
    value_read(r);
}

static enum status close_by(struct json_parser *r, enum json_kind kind)
{
    if (r->open == NO_TOKEN || r->doc->tokens[r->open].kind != kind)
        return STATUS_SYNTAX;
    r->p++;
    close_container(r);
    return STATUS_OK;
}

/* A string's end is looked for here; its escapes are resolved when it is wanted. */
static enum status read_string(struct json_parser *r)
{
    const char *start = ++r->p;
    while (r->p < r->end && *r->p != '"') {
        if (*r->p == '\\' && r->p + 1 < r->end)
            r->p++;
        r->p++;
    }
    if (r->p >= r->end)
        return STATUS_SYNTAX;
    size_t n = (size_t)(r->p++ - start);
    return add_token(r->doc, JSON_DOC_STRING, start, n);
}

static bool is_number_part(char c)
{
    return (c >= '0' && c <= '9') || c == '-' || c == '+' || c == '.' || c == 'e' || c == 'E';
}

static enum status read_scalar(struct json_parser *r)
{
    static const struct {
        struct span word;
        enum json_kind kind;
    } words[] = {{SPAN_INIT("true"), JSON_DOC_TRUE},
                 {SPAN_INIT("false"), JSON_DOC_FALSE},
                 {SPAN_INIT("null"), JSON_DOC_NULL}};
    struct span rest = span_make(r->p, (size_t)(r->end - r->p));
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (span_starts(rest, words[i].word)) {
            r->p += words[i].word.n;
            return add_token(r->doc, words[i].kind, rest.p, words[i].word.n);
        }
    int64_t whole;
    double number;
    while (r->p < r->end && is_number_part(*r->p))
        r->p++;
    struct span digits = span_make(rest.p, (size_t)(r->p - rest.p));
    if (!num_parse_i64(digits, INT64_MIN, INT64_MAX, &whole) &&
        !num_parse_double(digits, &number)) {
        r->p = rest.p;
        return STATUS_SYNTAX;
    }
    return add_token(r->doc, JSON_DOC_NUMBER, digits.p, digits.n);
}

static enum status read_value(struct json_parser *r)
{
    if (*r->p == '{')
        return open_container(r, JSON_DOC_OBJECT);
    if (*r->p == '[')
        return open_container(r, JSON_DOC_ARRAY);
    enum status status = *r->p == '"' ? read_string(r) : read_scalar(r);
    if (status == STATUS_OK)
        value_read(r);
    return status;
}

static enum status read_key(struct json_parser *r)
{
    if (*r->p != '"')
        return STATUS_SYNTAX;
    enum status status = read_string(r);
    if (status == STATUS_OK)
        r->expect = EXPECT_COLON;
    return status;
}

static enum status read_comma(struct json_parser *r)
{
    if (*r->p == '}')
        return close_by(r, JSON_DOC_OBJECT);
    if (*r->p == ']')
        return close_by(r, JSON_DOC_ARRAY);
    if (*r->p != ',')
        return STATUS_SYNTAX;
    r->p++;
    r->expect = r->doc->tokens[r->open].kind == JSON_DOC_OBJECT ? EXPECT_KEY : EXPECT_ELEMENT;
    return STATUS_OK;
}

static enum status step(struct json_parser *r)
{
    switch (r->expect) {
    case EXPECT_FIRST_ELEMENT:
        return *r->p == ']' ? close_by(r, JSON_DOC_ARRAY) : read_value(r);
    case EXPECT_VALUE:
    case EXPECT_ELEMENT:
        return read_value(r);
    case EXPECT_FIRST_KEY:
        return *r->p == '}' ? close_by(r, JSON_DOC_OBJECT) : read_key(r);
    case EXPECT_KEY:
        return read_key(r);
    case EXPECT_COLON:
        if (*r->p != ':')
            return STATUS_SYNTAX;
        r->p++;
        r->expect = EXPECT_VALUE;
        return STATUS_OK;
    default:
        return read_comma(r);
    }
}

static void skip_blanks(struct json_parser *r)
{
    while (r->p < r->end && (*r->p == ' ' || *r->p == '\t' || *r->p == '\n' || *r->p == '\r'))
        r->p++;
}

enum status json_doc_read(struct json_doc *doc, struct span text)
{
    struct json_parser r = {doc, text.p, text.p + text.n, NO_TOKEN, EXPECT_VALUE};
    enum status status = STATUS_OK;
    doc->count = 0;
    while (status == STATUS_OK && r.expect != EXPECT_NOTHING) {
        skip_blanks(&r);
        status = r.p < r.end ? step(&r) : STATUS_SYNTAX;
    }
    doc->end = r.p;
    /* a key that lost its value is no member */
    if (status != STATUS_OK && (r.expect == EXPECT_COLON || r.expect == EXPECT_VALUE) && doc->count)
        doc->count--;
    while (r.open != NO_TOKEN)
        close_container(&r);
    return status;
}

uint32_t json_doc_member(const struct json_doc *doc, uint32_t token, struct span key)
{
    if (!json_doc_is(doc, token, JSON_DOC_OBJECT))
        return 0;
    for (uint32_t k = json_doc_begin(token); k < json_doc_end(doc, token);
         k = json_doc_next(doc, k + 1))
        if (span_eq(doc->tokens[k].at, key))
            return k + 1;
    return 0;
}

bool json_doc_integer(const struct json_doc *doc, uint32_t token, int64_t min, int64_t max,
                      int64_t *out)
{
    const struct json_token *t = &doc->tokens[token];
    double number;
    if (t->kind != JSON_DOC_NUMBER)
        return false;
    if (num_parse_i64(t->at, min, max, out))
        return true;
    /* 7.0 and 7e0 are whole numbers too; 2^63 is none that fits, though (double)INT64_MAX is */
    if (!num_parse_double(t->at, &number) || !(number >= -0x1p63 && number < 0x1p63))
        return false;
    int64_t whole = (int64_t)number;
    if ((double)whole != number || whole < min || whole > max)
        return false;
    *out = whole;
    return true;
}

static bool eat_hex4(struct span *s, uint32_t *out)
{
    uint32_t v = 0;
    if (s->n < 4)
        return false;
    for (int i = 0; i < 4; i++) {
        char c = s->p[i];
        uint32_t digit = c >= '0' && c <= '9'   ? (uint32_t)(c - '0')
                         : c >= 'a' && c <= 'f' ? (uint32_t)(c - 'a' + 10)
                         : c >= 'A' && c <= 'F' ? (uint32_t)(c - 'A' + 10)
                                                : 16;
        if (digit == 16)
            return false;
        v = v * 16 + digit;
    }
    *s = span_skip(*s, 4);
    *out = v;
    return true;
}

/* After \u: one code point, from a surrogate pair if need be. */
static uint32_t read_unicode(struct span *s)
{
    uint32_t high, low;
    if (!eat_hex4(s, &high) || (high >= 0xDC00 && high <= 0xDFFF))
        return UTF8_REPLACEMENT;
    if (high < 0xD800 || high > 0xDBFF)
        return high;
    struct span rest = *s;
    if (!span_eat(&rest, SPAN("\\u")) || !eat_hex4(&rest, &low) || low < 0xDC00 || low > 0xDFFF)
        return UTF8_REPLACEMENT;
    *s = rest;
    return 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00);
}

/* After a backslash.  One before a character that needs none stands for nothing. */
static void add_escape(struct span *s, struct buf *out)
{
    static const char from[] = "\"\\/bfnrtu";
    static const char to[] = "\"\\/\b\f\n\r\t";
    const char *found = s->n && s->p[0] ? strchr(from, s->p[0]) : NULL;
    char utf8[UTF8_MAX_BYTES];
    if (!found) {
        buf_add(out, utf8, utf8_encode(UTF8_REPLACEMENT, utf8));
        return;
    }
    *s = span_skip(*s, 1);
    if (*found == 'u')
        buf_add(out, utf8, utf8_encode(read_unicode(s), utf8));
    else
        buf_add_char(out, to[found - from]);
}

void json_doc_string(const struct json_doc *doc, uint32_t token, struct buf *out)
{
    struct span s = doc->tokens[token].at;
    while (s.n) {
        const char *slash = memchr(s.p, '\\', s.n);
        size_t plain = slash ? (size_t)(slash - s.p) : s.n;
        buf_add(out, s.p, plain);
        s = span_skip(s, plain + (slash != NULL));
        if (slash)
            add_escape(&s, out);
    }
}
