/* sgf_lexer.c: see sgf_lexer.h. */
#include "formats/go/sgf_lexer.h"

static bool is_sgf_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r') || c == '\0';
}

static bool is_capital(char c)
{
    return c >= 'A' && c <= 'Z';
}

static bool is_letter(char c)
{
    return is_capital((char)(c & ~0x20));
}

static const char *skip_blanks(const char *p, const char *end)
{
    while (p < end && is_sgf_blank(*p))
        p++;
    return p;
}

/* --- Names ------------------------------------------------------------------------------------ */

/* Private names may have digits behind the first letter. */
static const char *skip_name(const char *p, const char *end)
{
    while (p < end && (is_letter(*p) || (*p >= '0' && *p <= '9')))
        p++;
    return p;
}

static bool has_capital(struct span name)
{
    for (size_t i = 0; i < name.n; i++)
        if (is_capital(name.p[i]))
            return true;
    return false;
}

/* The letters of a name that count, one by one: the next one at or behind *i, 0 at the end.
 * first: none was found yet, and digits do not begin a name. */
static char next_of_name(struct span name, bool capitals, bool first, size_t *i)
{
    while (*i < name.n) {
        char c = name.p[(*i)++];
        if (is_capital(c) || (!is_letter(c) && !first))
            return c;
        if (is_letter(c) && !capitals)
            return (char)(c & ~0x20);
    }
    return 0;
}

static uint32_t name_id(struct span name)
{
    bool capitals = has_capital(name);
    uint32_t id = 0;
    size_t i = 0, n = 0;
    for (char c; (c = next_of_name(name, capitals, n == 0, &i)); n++)
        id = id << 8 | (unsigned char)c;
    return n <= SGF_NAME_BYTES ? id : 0;
}

void sgf_put_property(const struct sgf_property *prop, struct buf *out)
{
    bool capitals = has_capital(prop->name);
    bool first = true;
    size_t i = 0;
    for (char c; (c = next_of_name(prop->name, capitals, first, &i)); first = false)
        buf_add_char(out, c);
    buf_add_span(out, prop->values);
    if (prop->cut)
        buf_add_char(out, ']');
}

/* --- Tokens ----------------------------------------------------------------------------------- */

/* The bracket that closes the value whose text begins at p; NULL if there is none. */
static const char *value_end(const char *p, const char *end)
{
    while (p < end && *p != ']')
        p += *p == '\\' && end - p > 1 ? 2 : 1;
    return p < end ? p : NULL;
}

/* Where the text of a value ends that was never closed: a backslash that hides nothing would hide
 * the bracket that is put there. */
static const char *cut_end(const char *value, const char *end)
{
    size_t slashes = 0;
    while (end - (ptrdiff_t)slashes > value && end[-1 - (ptrdiff_t)slashes] == '\\')
        slashes++;
    return end - slashes % 2;
}

/* p is at the first bracket. */
static void read_values(struct sgf_lexer *lexer, const char *p, struct sgf_property *prop)
{
    const char *from = p, *behind = p;
    prop->count = 0;
    prop->cut = false;
    while (p < lexer->end && *p == '[') {
        const char *value = p + 1, *last = value_end(value, lexer->end);
        if (!last)
            lexer->cut = prop->cut = true;
        const char *text_end = last ? last : cut_end(value, lexer->end);
        behind = last ? last + 1 : text_end;
        if (prop->count++ == 0)
            prop->first = span_make(value, (size_t)(text_end - value));
        p = last ? skip_blanks(behind, lexer->end) : lexer->end;
    }
    prop->values = span_make(from, (size_t)(behind - from));
    lexer->p = p;
}

static bool read_property(struct sgf_lexer *lexer, struct sgf_property *prop)
{
    const char *name = lexer->p, *behind = skip_name(name, lexer->end);
    const char *p = skip_blanks(behind, lexer->end);
    if (p == lexer->end || *p != '[') {
        lexer->p = behind;
        return false;
    }
    prop->name = span_make(name, (size_t)(behind - name));
    prop->id = prop->name.n == 1 && is_capital(*name) ? SGF_ID1(*name) : name_id(prop->name);
    read_values(lexer, p, prop);
    return true;
}

static void note_junk(struct sgf_lexer *lexer, const char *at)
{
    if (!lexer->junk)
        lexer->junk = at;
}

enum sgf_kind sgf_next(struct sgf_lexer *lexer, struct sgf_property *prop)
{
    while (lexer->p < lexer->end) {
        const char *at = lexer->p;
        char c = *at;
        if (is_sgf_blank(c)) {
            lexer->p++;
        } else if (c == ';' || c == '(' || c == ')') {
            lexer->p++;
            return c == ';' ? SGF_NODE : c == '(' ? SGF_OPEN : SGF_CLOSE;
        } else if (is_letter(c)) {
            if (read_property(lexer, prop))
                return SGF_PROPERTY;
            note_junk(lexer, at);
        } else if (c == '[') { /* a value of nothing: its text is no SGF */
            struct sgf_property nameless;
            note_junk(lexer, at);
            read_values(lexer, at, &nameless);
        } else {
            note_junk(lexer, at);
            lexer->p++;
        }
    }
    return SGF_END;
}

static bool opens_tree(const char *p, const char *end)
{
    p = skip_blanks(p + 1, end);
    if (p == end)
        return false;
    if (*p == ';')
        return true;
    if (!is_letter(*p))
        return false;
    p = skip_blanks(skip_name(p, end), end);
    return p < end && *p == '[';
}

const char *sgf_find_tree(const char *p, const char *end)
{
    while (p < end && (p = memchr(p, '(', (size_t)(end - p)))) {
        if (opens_tree(p, end))
            return p;
        p++;
    }
    return NULL;
}

/* --- Values ----------------------------------------------------------------------------------- */

bool sgf_next_value(struct span *values, struct span *out)
{
    const char *end = values->p + values->n;
    const char *p = values->n ? skip_blanks(values->p, end) : end;
    if (p == end || *p != '[')
        return false;
    const char *last = value_end(p + 1, end);
    const char *behind = last ? last + 1 : end;
    *out = span_make(p + 1, (size_t)((last ? last : end) - p - 1));
    *values = span_make(behind, (size_t)(end - behind));
    return true;
}

/* How many bytes the line end at p has, 0 if there is none: LF, CR, CRLF, LFCR. */
static size_t line_end(const char *p, const char *end)
{
    if (p == end || (*p != '\n' && *p != '\r'))
        return 0;
    return p + 1 < end && (p[1] == '\n' || p[1] == '\r') && p[1] != *p ? 2 : 1;
}

void sgf_unescape(struct span raw, bool one_line, struct buf *out)
{
    const char *p = raw.p, *end = raw.n ? raw.p + raw.n : raw.p;
    while (p < end) {
        const char *from = p;
        while (p < end && *p != '\\' && !(is_sgf_blank(*p) && *p != ' '))
            p++;
        buf_add(out, from, (size_t)(p - from));
        if (p == end)
            break;
        size_t n = line_end(p, end);
        if (n) {
            buf_add_char(out, one_line ? ' ' : '\n');
        } else if (*p != '\\') {
            buf_add_char(out, ' ');
            n = 1;
        } else if ((n = line_end(p + 1, end))) {
            n++; /* a soft line break is nothing */
        } else {
            n = 1;
            if (p + 1 < end) {
                buf_add_char(out, is_sgf_blank(p[1]) ? ' ' : p[1]);
                n = 2;
            }
        }
        p += n;
    }
}

void sgf_escape(struct span text, struct buf *out)
{
    if (text.n == 0)
        return;
    for (size_t i = 0, from = 0; i <= text.n; i++)
        if (i == text.n || text.p[i] == ']' || text.p[i] == '\\') {
            buf_add(out, text.p + from, i - from);
            if (i < text.n)
                buf_add_char(out, '\\');
            from = i;
        }
}

static int letter_number(char c)
{
    if (c >= 'a' && c <= 'z')
        return c - 'a';
    return c >= 'A' && c <= 'Z' ? 26 + c - 'A' : -1;
}

char sgf_letter(int n)
{
    return (char)(n < 26 ? 'a' + n : 'A' + n - 26);
}

bool sgf_point(struct span text, int *column, int *row_from_top)
{
    if (text.n != 2)
        text = span_trim(text);
    if (text.n != 2)
        return false;
    *column = letter_number(text.p[0]);
    *row_from_top = letter_number(text.p[1]);
    return *column >= 0 && *row_from_top >= 0;
}

int sgf_color(struct span value)
{
    value = span_trim(value);
    char c = value.n ? (char)(value.p[0] | 0x20) : 0;
    if (c == 'b' || c == '1')
        return 0;
    return c == 'w' || c == '2' ? 1 : -1;
}
