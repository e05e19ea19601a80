/* lexer.c: see lexer.h. */
#include "query/language/lexer.h"

static struct span rest_of(const struct lexer *lex)
{
    return span_skip(lex->all, lex->at);
}

/* Bytes of the blank at the front, 0 if there is none. */
static size_t blank_at(struct span s)
{
    if (s.n && (s.p[0] == ' ' || s.p[0] == '\t' || s.p[0] == '\n' || s.p[0] == '\r'))
        return 1;
    return span_starts(s, SPAN("\xE3\x80\x80")) ? 3 : 0;
}

static void skip_blanks(struct lexer *lex)
{
    size_t n;
    while ((n = blank_at(rest_of(lex))) > 0)
        lex->at += n;
}

static bool ends_word(struct span s)
{
    return blank_at(s) || memchr("(){},:\"<>=", s.p[0], 10) || span_starts(s, SPAN("!="));
}

static bool ends_value(struct span s)
{
    return blank_at(s) || memchr("(){},\"", s.p[0], 6);
}

static size_t run_length(struct span s, bool (*ends)(struct span))
{
    size_t n = 0;
    while (n < s.n && !ends(span_skip(s, n)))
        n++;
    return n;
}

static struct token take(struct lexer *lex, enum token_kind kind, size_t n)
{
    struct span text = span_make(lex->all.p + lex->at, n);
    lex->at += n;
    return (struct token){.kind = kind, .text = text};
}

static struct token take_string(struct lexer *lex)
{
    struct span s = rest_of(lex);
    for (size_t i = 1; i < s.n; i++) {
        if (s.p[i] == '"')
            return take(lex, TOKEN_STRING, i + 1);
        if (s.p[i] == '\\' && i + 1 < s.n && (s.p[i + 1] == '"' || s.p[i + 1] == '\\'))
            i++;
    }
    return take(lex, TOKEN_BAD, s.n);
}

static const struct {
    const char *text;
    enum query_compare compare;
} COMPARES[] = {
    {">=", COMPARE_GE}, {"<=", COMPARE_LE}, {"==", COMPARE_EQ}, {"!=", COMPARE_NE},
    {"=", COMPARE_EQ},  {">", COMPARE_GT},  {"<", COMPARE_LT},
};

const char *compare_text(enum query_compare compare)
{
    static const char *const TEXTS[] = {">=", "<=", "=", ">", "<", "!="};
    return TEXTS[compare];
}

static struct token take_compare(struct lexer *lex)
{
    struct span s = rest_of(lex);
    for (size_t i = 0; i < sizeof COMPARES / sizeof *COMPARES; i++)
        if (span_starts(s, span_of(COMPARES[i].text))) {
            struct token t = take(lex, TOKEN_COMPARE, strlen(COMPARES[i].text));
            t.compare = COMPARES[i].compare;
            return t;
        }
    return take(lex, TOKEN_WORD, run_length(s, ends_word));
}

struct token lexer_next(struct lexer *lex)
{
    skip_blanks(lex);
    struct span s = rest_of(lex);
    if (s.n == 0)
        return take(lex, TOKEN_END, 0);
    switch (s.p[0]) {
    case '(':
        return take(lex, TOKEN_OPEN, 1);
    case ')':
        return take(lex, TOKEN_CLOSE, 1);
    case '{':
        return take(lex, TOKEN_OPEN_SET, 1);
    case '}':
        return take(lex, TOKEN_CLOSE_SET, 1);
    case ',':
        return take(lex, TOKEN_COMMA, 1);
    case ':':
        return take(lex, TOKEN_COLON, 1);
    case '"':
        return take_string(lex);
    default:
        return take_compare(lex);
    }
}

struct token lexer_peek(const struct lexer *lex)
{
    struct lexer copy = *lex;
    return lexer_next(&copy);
}

bool lexer_eat(struct lexer *lex, char c)
{
    struct span s = rest_of(lex);
    bool there = s.n && s.p[0] == c;
    lex->at += there;
    return there;
}

struct token lexer_value(struct lexer *lex)
{
    struct span s = rest_of(lex);
    if (s.n && s.p[0] == '"')
        return take_string(lex);
    return take(lex, TOKEN_WORD, run_length(s, ends_value));
}

void lexer_blank_comments(char *text, size_t n)
{
    bool string = false, comment = false, begins = true;
    for (size_t i = 0; i < n; i++) {
        if (text[i] == '\n')
            comment = false;
        else if (!string && begins && text[i] == '#')
            comment = true;
        if (comment) {
            text[i] = ' ';
        } else if (string && text[i] == '\\' && i + 1 < n &&
                   (text[i + 1] == '"' || text[i + 1] == '\\')) {
            i++;
        } else if (text[i] == '"') {
            string = !string;
        }
        begins = i + 1 < n && (blank_at(span_make(text + i, n - i)) == 1 ||
                               (i >= 2 && blank_at(span_make(text + i - 2, n - i + 2)) == 3));
    }
}

bool lexer_unquote(struct span quoted, struct arena *arena, struct span *out)
{
    char *p = arena_alloc(arena, quoted.n);
    *out = span_make(p, 0);
    if (!p)
        return false;
    for (size_t i = 1; i + 1 < quoted.n; i++) {
        char next = quoted.p[i + 1];
        if (quoted.p[i] == '\\' && i + 2 < quoted.n && (next == '"' || next == '\\'))
            i++;
        p[out->n++] = quoted.p[i];
    }
    return true;
}

void lexer_quote(struct span text, struct buf *out)
{
    buf_add_char(out, '"');
    for (size_t i = 0; i < text.n; i++) {
        if (text.p[i] == '"' || text.p[i] == '\\')
            buf_add_char(out, '\\');
        buf_add_char(out, text.p[i]);
    }
    buf_add_char(out, '"');
}
