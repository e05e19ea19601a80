/* parse_tools.c: failures, nodes and tokens, for all who read queries; see parse.h. */
#include <stdio.h>
#include <stdlib.h>

#include "base/text/num.h"
#include "base/text/suggest.h"
#include "query/language/parse.h"

/* --- Failures -------------------------------------------------------------------------------- */

static uint32_t line_of(struct span text, const char *at)
{
    uint32_t line = 1;
    for (const char *c = text.p; c < at; c++)
        line += *c == '\n';
    return line;
}

uint32_t parse_fail(struct parser *p, const char *at, const struct msg *what, struct span arg1,
                    struct span arg2)
{
    if (p->status != STATUS_OK)
        return 0;
    p->status = err_set(p->err, STATUS_SYNTAX, what, arg1, arg2);
    if (p->err)
        err_at(p->err, line_of(p->lex.all, at), (uint64_t)(at - p->lex.all.p));
    return 0;
}

uint32_t parse_unexpected(struct parser *p, const struct token *t, const struct msg *wanted)
{
    static const struct msg NO_END = {"unclosed quote", "引用符が閉じていません"};
    return t->kind == TOKEN_BAD ? parse_fail(p, t->text.p, &NO_END, t->text, (struct span){0})
                                : parse_fail(p, t->text.p, wanted, t->text, (struct span){0});
}

uint32_t parse_full(struct parser *p)
{
    static const struct msg TOO_LARGE = {"the query has more than %1 conditions",
                                         "検索式が大きすぎます（%1 項目まで）"};
    static const struct msg TOO_MUCH = {"the query takes too much memory", "検索式が大きすぎます"};
    if (p->status != STATUS_OK)
        return 0;
    const struct arena *arena = &p->q->arena;
    if (p->q->count >= QUERY_MAX_NODES)
        p->status = err_set(p->err, STATUS_LIMIT, &TOO_LARGE, SPAN("100000"), (struct span){0});
    else if (arena->total > arena->max / 2)
        p->status = err_plain(p->err, STATUS_LIMIT, &TOO_MUCH);
    else
        p->status = err_nomem(p->err);
    return 0;
}

/* A zero-terminated copy in small letters; longest: SUGGEST_MAX_BYTES. */
static void fold(struct span word, char *out)
{
    for (size_t i = 0; i < word.n; i++)
        out[i] = (char)(word.p[i] >= 'A' && word.p[i] <= 'Z' ? word.p[i] | 0x20 : word.p[i]);
    out[word.n] = '\0';
}

/* The names of facts are not kept: the best one so far is copied. */
static void consider_facts(const struct game *game, struct suggestion *s,
                           char best[SUGGEST_MAX_BYTES + 1])
{
    char folded[SUGGEST_MAX_BYTES + 1];
    struct buf name;
    buf_init(&name, SUGGEST_MAX_BYTES);
    for (uint32_t fact = 0; fact < game->fact_count; fact++) {
        buf_clear(&name);
        game->text.fact_print(fact, &name);
        fold(buf_span(&name), folded);
        suggest_consider(s, folded);
        if (s->best == folded) {
            memcpy(best, name.p, name.n);
            best[name.n] = '\0';
            s->best = best;
        }
    }
    buf_release(&name);
}

uint32_t parse_unknown(struct parser *p, struct span word, const struct msg *what,
                       const char *const *candidates, bool facts)
{
    char typed[SUGGEST_MAX_BYTES + 1], fact[SUGGEST_MAX_BYTES + 1];
    struct suggestion s = {.word = typed};
    if (word.n <= SUGGEST_MAX_BYTES) {
        fold(word, typed); /* words are in small letters */
        for (; *candidates; candidates++)
            suggest_consider(&s, *candidates);
        if (facts)
            consider_facts(p->words->game, &s, fact);
    }
    return parse_fail(p, word.p, what, word, span_of(s.best));
}

/* --- Nodes ----------------------------------------------------------------------------------- */

uint32_t parse_node(struct parser *p, enum query_op op)
{
    uint32_t node = query_add(p->q, op);
    return node ? node : parse_full(p);
}

uint32_t parse_adopt(struct parser *p, uint32_t parent, uint32_t child)
{
    static const struct msg TOO_DEEP = {"nested too deep", "入れ子が深すぎます"};
    if (!parent || !child)
        return 0;
    if (query_adopt(p->q, parent, child))
        return parent;
    struct span source = p->q->nodes[child].source;
    return parse_fail(p, p->source.n || !source.p ? p->lex.all.p + p->lex.at : source.p, &TOO_DEEP,
                      (struct span){0}, (struct span){0});
}

uint32_t parse_not(struct parser *p, uint32_t child)
{
    return child ? parse_adopt(p, parse_node(p, Q_NOT), child) : 0;
}

uint32_t parse_pair(struct parser *p, enum query_op op, uint32_t a, uint32_t b)
{
    if (!a || !b)
        return 0;
    uint32_t node = parse_node(p, op);
    return parse_adopt(p, parse_adopt(p, node, a), b);
}

static int by_fact(const void *a, const void *b)
{
    const struct query_term *x = a, *y = b;
    return x->fact < y->fact ? -1 : x->fact > y->fact;
}

uint32_t terms_tidy(struct query_term *terms, uint32_t count)
{
    if (count > 1)
        qsort(terms, count, sizeof *terms, by_fact);
    uint32_t n = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (n && terms[n - 1].fact == terms[i].fact)
            terms[n - 1].weight += terms[i].weight;
        else
            terms[n++] = terms[i];
    }
    return n;
}

static int by_number(const void *a, const void *b)
{
    const uint32_t *x = a, *y = b;
    return *x < *y ? -1 : *x > *y;
}

uint32_t facts_tidy(uint32_t *facts, uint32_t count)
{
    if (count > 1)
        qsort(facts, count, sizeof *facts, by_number);
    uint32_t n = 0;
    for (uint32_t i = 0; i < count; i++)
        if (n == 0 || facts[n - 1] != facts[i])
            facts[n++] = facts[i];
    return n;
}

uint32_t parse_sum(struct parser *p, const struct query_term *terms, uint32_t count,
                   enum query_compare compare, int64_t value)
{
    struct query_term *copy = arena_alloc_array(&p->q->arena, count, sizeof *copy);
    if (!copy)
        return parse_full(p);
    uint32_t node = parse_node(p, Q_SUM);
    if (!node)
        return 0;
    if (count)
        memcpy(copy, terms, count * sizeof *copy);
    struct query_node *n = &p->q->nodes[node];
    n->terms = copy;
    n->term_count = terms_tidy(copy, count);
    n->compare = compare;
    n->value = value;
    return node;
}

uint32_t parse_any(struct parser *p, const uint32_t *facts, uint32_t count)
{
    struct query_term *terms = arena_alloc_array(&p->q->arena, count, sizeof *terms);
    if (!terms)
        return parse_full(p);
    for (uint32_t i = 0; i < count; i++)
        terms[i] = (struct query_term){facts[i], 1};
    uint32_t n = terms_tidy(terms, count);
    for (uint32_t i = 0; i < n; i++)
        terms[i].weight = 1; /* named twice is no more true */
    return parse_sum(p, terms, n, COMPARE_GE, 1);
}

uint32_t parse_fact(struct parser *p, uint32_t fact)
{
    return parse_any(p, &fact, 1);
}

uint32_t parse_moves(struct parser *p, const struct query_move *moves, uint32_t count)
{
    struct query_move *copy = arena_alloc_array(&p->q->arena, count, sizeof *copy);
    if (!copy)
        return parse_full(p);
    uint32_t node = parse_node(p, Q_MOVE);
    if (!node)
        return 0;
    memcpy(copy, moves, count * sizeof *copy);
    p->q->nodes[node].moves = copy;
    p->q->nodes[node].move_count = count;
    return node;
}

uint32_t *parse_copy(struct parser *p, const uint32_t *facts, uint32_t *count)
{
    uint32_t *copy = arena_alloc_array(&p->q->arena, *count, sizeof *copy);
    if (!copy)
        parse_full(p);
    else if (*count)
        memcpy(copy, facts, *count * sizeof *copy);
    *count = copy ? facts_tidy(copy, *count) : 0;
    return copy;
}

/* --- Tokens ---------------------------------------------------------------------------------- */

bool parse_eat(struct parser *p, enum token_kind kind)
{
    if (lexer_peek(&p->lex).kind != kind)
        return false;
    lexer_next(&p->lex);
    return true;
}

bool parse_expect(struct parser *p, enum token_kind kind, const struct msg *wanted)
{
    struct token t = lexer_peek(&p->lex);
    if (t.kind != kind) {
        parse_unexpected(p, &t, wanted);
        return false;
    }
    lexer_next(&p->lex);
    return true;
}

bool parse_comparison(struct parser *p, enum query_compare *compare)
{
    static const struct msg WANT_COMPARE = {"expected >=, <=, =, < or >",
                                            ">= <= = < > のいずれかが必要です"};
    struct token t = lexer_peek(&p->lex);
    if (t.kind != TOKEN_COMPARE) {
        parse_unexpected(p, &t, &WANT_COMPARE);
        return false;
    }
    *compare = lexer_next(&p->lex).compare;
    return true;
}

bool parse_compare(struct parser *p, enum query_compare *compare, int64_t *value, int64_t otherwise)
{
    static const struct msg WANT_NUMBER = {"expected a number", "数が必要です"};
    enum { MOST = 1000000000 };
    struct token t = lexer_peek(&p->lex);
    if (t.kind != TOKEN_COMPARE && otherwise != NO_DEFAULT) {
        *compare = COMPARE_GE;
        *value = otherwise;
        return true;
    }
    if (!parse_comparison(p, compare))
        return false;
    t = lexer_peek(&p->lex);
    if (t.kind != TOKEN_WORD || !num_parse_i64(t.text, -MOST, MOST, value)) {
        parse_unexpected(p, &t, &WANT_NUMBER);
        return false;
    }
    lexer_next(&p->lex);
    return true;
}

bool parse_text(struct parser *p, struct span *text, const char **at)
{
    static const struct msg WANT_TEXT = {"expected a text, in quotes if it contains blanks",
                                         "文字列が必要です（空白を含むなら引用符で囲む）"};
    struct token t = lexer_value(&p->lex);
    *at = t.text.p;
    if (t.kind == TOKEN_BAD || t.text.n == 0) {
        parse_unexpected(p, &t, &WANT_TEXT);
        return false;
    }
    if (t.kind == TOKEN_WORD ? arena_copy(&p->q->arena, t.text, text)
                             : lexer_unquote(t.text, &p->q->arena, text))
        return true;
    parse_full(p);
    return false;
}

bool parse_range(struct parser *p, struct span text, uint64_t min, uint64_t max, uint64_t *low,
                 uint64_t *high)
{
    static const struct msg WANT_RANGE = {"expected a number or a range such as 20..40",
                                          "数か 20..40 のような範囲が必要です"};
    ptrdiff_t dots = span_find(text, SPAN(".."));
    struct span first = dots < 0 ? text : span_make(text.p, (size_t)dots);
    struct span last = dots < 0 ? text : span_skip(text, (size_t)dots + 2);
    *low = min;
    *high = max;
    bool good = text.n > (dots < 0 ? 0U : 2U) && (first.n == 0 || num_parse_u64(first, max, low)) &&
                (last.n == 0 || num_parse_u64(last, max, high)) && *low >= min && *low <= *high;
    if (!good)
        parse_fail(p, text.p, &WANT_RANGE, text, (struct span){0});
    return good;
}

bool parse_board_shape(struct span text, struct board_shape *out)
{
    uint64_t width, height;
    if (!num_eat_u64(&text, UINT8_MAX, &width) || width == 0)
        return false;
    height = width;
    if (text.n && !(span_eat(&text, SPAN("x")) && num_eat_u64(&text, UINT8_MAX, &height)))
        return false;
    if (text.n || height == 0)
        return false;
    *out = (struct board_shape){(uint8_t)width, (uint8_t)height};
    return true;
}

uint32_t parse_like(struct parser *p, const uint32_t *facts, uint32_t count)
{
    static const struct msg BAD_NUMBER = {"like takes >= and a number from 1 to %1",
                                          "like の後には >= と 1 から %1 までの数が必要です"};
    enum query_compare compare;
    int64_t value;
    char number[16];
    struct token t = lexer_peek(&p->lex);
    if (!parse_compare(p, &compare, &value, (3 * (int64_t)count + 3) / 4))
        return 0;
    value += compare == COMPARE_GT;
    if ((compare != COMPARE_GE && compare != COMPARE_GT) || value < 1 || value > count) {
        int length = snprintf(number, sizeof number, "%u", count);
        return parse_fail(p, t.text.p, &BAD_NUMBER, span_make(number, (size_t)length),
                          (struct span){0});
    }
    uint32_t node = parse_any(p, facts, count);
    if (node) {
        p->q->nodes[node].value = value;
        p->q->nodes[node].ranked = true;
    }
    return node;
}

/* --- Positions -------------------------------------------------------------------------------- */

bool parse_diagram(struct parser *p, struct span word, struct diagram_reader *out)
{
    static const struct msg WANT_POSITION = {"expected a position in quotes",
                                             "引用符で囲んだ局面が必要です"};
    bool alone = span_eq(word, SPAN("startpos"));
    struct token t = alone ? (struct token){.kind = TOKEN_WORD, .text = word} : lexer_peek(&p->lex);
    struct span text = t.text;
    bool quoted = t.kind == TOKEN_STRING;
    if (!quoted && !(t.kind == TOKEN_WORD && span_eq(t.text, SPAN("startpos"))))
        return parse_unexpected(p, &t, &WANT_POSITION);
    if (!alone)
        lexer_next(&p->lex);
    if (quoted && !lexer_unquote(t.text, &p->q->arena, &text))
        return parse_full(p);
    *out = (struct diagram_reader){p, text, text.p, t.text.p + quoted};
    return true;
}

bool diagram_fail(struct diagram_reader *r, const struct msg *what)
{
    parse_fail(r->p, r->at + (r->rest.p - r->start), what,
               span_make(r->rest.p, r->rest.n < 16 ? r->rest.n : 16), (struct span){0});
    return false;
}
