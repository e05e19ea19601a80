/* pattern_words.c: pattern "…" and pattern @FILE: drawn parts of the board; see patterns.h. */
#include "base/io/file.h"
#include "query/language/parse.h"
#include "query/language/patterns.h"

/* A diagram of the largest board, with coordinates around it, takes some six thousand. */
enum { MOST_FILE_BYTES = 1 << 16 };

const struct pattern_game *patterns_of_game(const struct game *game)
{
    const struct game_words *words = words_of_game(game);
    return words ? words->patterns : NULL;
}

const void *query_drawn(const struct query *q)
{
    const void *drawn = NULL;
    for (uint32_t i = 1; i < q->count; i++) {
        const struct query_node *n = &q->nodes[i];
        if (n->op == Q_PATTERN && drawn && n->drawn != drawn)
            return NULL;
        if (n->op == Q_PATTERN)
            drawn = n->drawn;
    }
    return drawn;
}

bool pattern_name(struct parser *p, uint32_t node)
{
    struct query_node *n = &p->q->nodes[node];
    struct buf text;
    buf_init(&text, BUF_DEFAULT_MAX);
    p->words->patterns->print(n->pattern, &text);
    bool good =
        buf_status(&text) == STATUS_OK && arena_copy(&p->q->arena, buf_span(&text), &n->position);
    buf_release(&text);
    if (!good)
        parse_full(p);
    return good;
}

/* The node of a diagram; err says what is wrong with it, the byte being in the text. */
static uint32_t make_node(struct parser *p, struct span text, struct err *err)
{
    const struct pattern_game *game = p->words->patterns;
    void *pattern = arena_alloc(&p->q->arena, game->bytes);
    if (!pattern)
        return parse_full(p);
    if (game->parse(pattern, text, err) != STATUS_OK)
        return 0;
    uint32_t node = parse_node(p, Q_PATTERN);
    if (!node)
        return 0;
    p->q->nodes[node].pattern = p->q->nodes[node].drawn = pattern;
    return pattern_name(p, node) ? node : 0;
}

/* A diagram in the query itself. */
static uint32_t read_drawn(struct parser *p, struct token t)
{
    struct err err = {0};
    struct span text;
    if (!lexer_unquote(t.text, &p->q->arena, &text))
        return parse_full(p);
    uint32_t node = make_node(p, text, &err);
    if (node || !err.what)
        return node;
    size_t byte = err.line && err.byte < text.n ? (size_t)err.byte : text.n;
    if (err.code == STATUS_NOMEM)
        return parse_full(p);
    return parse_fail(p, t.text.p + 1 + byte, err.what, span_of(err.arg[0]), span_of(err.arg[1]));
}

/* Takes an error over as it is: it names a file. */
static uint32_t fail_in_file(struct parser *p, const struct err *err, struct span path)
{
    if (p->status != STATUS_OK)
        return 0;
    p->status = err->code;
    if (p->err) {
        *p->err = *err;
        err_in_file(p->err, path);
    }
    return 0;
}

static uint32_t read_file(struct parser *p, struct span path)
{
    struct err err = {0};
    struct buf name, text;
    uint32_t node = 0;
    buf_init(&name, 4096);
    buf_init(&text, MOST_FILE_BYTES);
    buf_add_span(&name, path);
    bool good = buf_status(&name) == STATUS_OK &&
                file_read(buf_cstr(&name), MOST_FILE_BYTES, &text, &err) == STATUS_OK;
    if (good)
        node = make_node(p, buf_span(&text), &err);
    if (!node && err.what)
        fail_in_file(p, &err, path);
    else if (!node)
        parse_full(p);
    buf_release(&name);
    buf_release(&text);
    return node;
}

/* "@" has been seen: the rest of the word, or a text in quotes, is the file's name. */
static uint32_t read_named_file(struct parser *p)
{
    static const struct msg WANT_NAME = {"expected a file name after @",
                                         "@ の後にファイル名が必要です"};
    static const struct msg NOT_HERE = {"cannot read diagrams from files here",
                                        "ここではファイルから図を読めません"};
    struct token t = lexer_next(&p->lex);
    struct span path = span_skip(t.text, 1);
    if (!p->named || !p->named->may_read_files || p->within)
        return parse_fail(p, t.text.p, &NOT_HERE, (struct span){0}, (struct span){0});
    if (path.n == 0) {
        t = lexer_peek(&p->lex);
        if (t.kind != TOKEN_STRING)
            return parse_unexpected(p, &t, &WANT_NAME);
        lexer_next(&p->lex);
        if (!lexer_unquote(t.text, &p->q->arena, &path))
            return parse_full(p);
    }
    return read_file(p, path);
}

uint32_t pattern_word(struct parser *p)
{
    static const struct msg WANT_DIAGRAM = {"expected a diagram in quotes, or @ and a file name",
                                            "引用符で囲んだ図、または @ファイル名 が必要です"};
    struct token t = lexer_peek(&p->lex);
    if (t.kind == TOKEN_WORD && t.text.p[0] == '@')
        return read_named_file(p);
    if (t.kind != TOKEN_STRING)
        return parse_unexpected(p, &t, &WANT_DIAGRAM);
    lexer_next(&p->lex);
    return read_drawn(p, t);
}
