/* named_words.c: names in queries, replaced by what they stand for. */
#include "query/language/game_names.h"

static bool is_expanding(const struct parser *p, const struct named_query *named)
{
    for (const struct expansion *e = p->within; e; e = e->outer)
        if (e->named == named)
            return true;
    return false;
}

static void label_of(const struct named_query *named, struct buf *out)
{
    buf_add_span(out, named->group);
    buf_add_str(out, named->group.n ? ":" : "@");
    buf_add_span(out, named->name);
}

/* Reads the definition as if it stood here; word is what named it. */
// NOLINTNEXTLINE(misc-no-recursion): bounded by parser.depth
static uint32_t read_definition(struct parser *p, const struct named_query *named, struct span word)
{
    static const struct msg TRAILING = {"unexpected \"%1\"", "余分な文字です: 「%1」"};
    struct expansion here = {named, p->within};
    struct parser inner = *p;
    inner.lex = (struct lexer){named->text, 0};
    inner.source = p->source.n ? p->source : word;
    inner.within = &here;
    uint32_t node = parse_chain(&inner);
    struct token t = lexer_peek(&inner.lex);
    if (node && t.kind != TOKEN_END)
        node = parse_unexpected(&inner, &t, &TRAILING);
    if (inner.status != STATUS_OK && p->err && p->err->file[0] == '\0' && p->err->line) {
        struct buf label;
        buf_init(&label, 1000);
        label_of(named, &label);
        err_in_file(p->err, buf_span(&label));
        buf_release(&label);
    }
    p->status = inner.status;
    return node;
}

/* The query or, if its sides may be exchanged, it or its mirror image.  For one player. */
// NOLINTNEXTLINE(misc-no-recursion): bounded by parser.depth
static uint32_t read_mirrored(struct parser *p, const struct named_query *named, struct span word)
{
    uint32_t node = read_definition(p, named, word);
    return named->mirrored ? parse_images(p, node, 1U << p->q->game->mirror) : node;
}

/* seat -1: either player's. */
// NOLINTNEXTLINE(misc-no-recursion): bounded by parser.depth
static uint32_t read_named(struct parser *p, const struct named_query *named, int seat,
                           struct span word)
{
    static const struct msg CYCLE = {"\"%1\" is defined by itself", "「%1」の定義が循環しています"};
    static const struct msg TOO_DEEP = {"nested too deep", "入れ子が深すぎます"};
    if (is_expanding(p, named))
        return parse_fail(p, word.p, &CYCLE, word, (struct span){0});
    if (++p->depth > QUERY_MAX_DEPTH)
        return parse_fail(p, word.p, &TOO_DEEP, word, (struct span){0});
    uint32_t node = read_mirrored(p, named, word);
    p->depth--;
    if (!node || named->group.n == 0 || seat == 0)
        return node;
    unsigned flip = p->q->game->flip;
    return seat > 0 ? parse_image(p, node, flip) : parse_images(p, node, 1U << flip);
}

bool named_group_exists(const struct named_queries *named, struct span group)
{
    for (size_t i = 0; named && i < named->count; i++)
        if (span_eq(named->at[i].group, group))
            return true;
    return span_eq(group, SPAN("castle")) || span_eq(group, SPAN("opening")) ||
           span_eq(group, SPAN("shape"));
}

static uint32_t unknown_name(struct parser *p, struct span group, struct span name, const char *at)
{
    static const struct msg UNKNOWN = {"no query named \"%1\"",
                                       "「%1」という名前の検索式はありません"};
    static const struct msg NEAREST = {"no query named \"%1\"; did you mean \"%2\"?",
                                       "「%1」という名前の検索式はありません。「%2」のことですか?"};
    struct span nearest = named_nearest(p->named, group, name);
    return parse_fail(p, at, nearest.n ? &NEAREST : &UNKNOWN, name, nearest);
}

static bool within_group(const struct parser *p)
{
    for (const struct expansion *e = p->within; e; e = e->outer)
        if (e->named->group.n)
            return true;
    return false;
}

/* Openings are about the game, but not within the definition of a castle or another opening. */
// NOLINTNEXTLINE(misc-no-recursion): bounded by parser.depth
uint32_t named_word(struct parser *p, const struct named_query *named, int seat, bool about_game,
                    struct span word)
{
    bool wrapped = (about_game || named_about_game(named->group)) && !within_group(p);
    uint32_t node = read_named(p, named, seat, word);
    return node && wrapped ? game_name_wrap(p, node) : node;
}

// NOLINTNEXTLINE(misc-no-recursion): bounded by parser.depth
uint32_t named_group_word(struct parser *p, struct span word, struct span group, int seat)
{
    static const struct msg WANT_NAME = {"expected a name, as in %1:NAME",
                                         "%1:名前 のように名前が必要です"};
    struct span name;
    const char *at;
    struct token t = lexer_peek(&p->lex);
    if (t.kind != TOKEN_COLON)
        return parse_fail(p, t.text.p, &WANT_NAME, group, (struct span){0});
    lexer_next(&p->lex);
    if (!parse_text(p, &name, &at))
        return 0;
    const struct named_query *named = p->named ? named_find(p->named, group, name) : NULL;
    if (!named)
        return unknown_name(p, group, name, at);
    return named_word(p, named, seat, span_starts(word, SPAN("game.")),
                      span_make(word.p, (size_t)(p->lex.all.p + p->lex.at - word.p)));
}

// NOLINTNEXTLINE(misc-no-recursion): bounded by parser.depth
uint32_t named_at_word(struct parser *p, struct span word)
{
    struct span name = span_skip(word, 1);
    const struct named_query *named = p->named ? named_find(p->named, SPAN(""), name) : NULL;
    return named ? read_named(p, named, 0, word) : unknown_name(p, SPAN(""), name, word.p);
}
