/* general_words.c: sets and sums of facts and moves by facts: the forms that everything particular
 * to a game can be written in. */
#include "base/text/num.h"
#include "query/language/parse.h"

/* One name of a fact, removed. */
static bool read_fact_name(struct parser *p, uint32_t *fact)
{
    static const struct msg WANT_FACT = {"expected a piece on a square or in hand",
                                         "マスの駒か持駒が必要です"};
    struct token t = lexer_peek(&p->lex);
    if (t.kind != TOKEN_WORD || !p->q->game->text.fact_parse(t.text, fact)) {
        parse_unexpected(p, &t, &WANT_FACT);
        return false;
    }
    lexer_next(&p->lex);
    return true;
}

/* {s76fu,s77fu}, the brace not yet taken. */
static bool read_set(struct parser *p, uint32_t **facts, uint32_t *count)
{
    static const struct msg WANT_SET = {"expected a set of pieces in braces",
                                        "{ } で囲んだ駒の集合が必要です"};
    static const struct msg WANT_BRACE = {"expected \",\" or \"}\"", "「,」か「}」が必要です"};
    uint32_t at[PARSE_MAX_FACTS], n = 0;
    if (!parse_expect(p, TOKEN_OPEN_SET, &WANT_SET))
        return false;
    do {
        if (n == PARSE_MAX_FACTS || !read_fact_name(p, &at[n])) {
            struct token t = lexer_peek(&p->lex);
            parse_unexpected(p, &t, &WANT_BRACE);
            return false;
        }
        n++;
    } while (parse_eat(p, TOKEN_COMMA));
    *count = n;
    *facts = parse_copy(p, at, count);
    return *facts && parse_expect(p, TOKEN_CLOSE_SET, &WANT_BRACE);
}

uint32_t set_word(struct parser *p)
{
    uint32_t *facts = NULL, count = 0;
    return read_set(p, &facts, &count) ? parse_any(p, facts, count) : 0;
}

/* [-][n*]NAME */
static bool read_term(struct parser *p, struct query_term *term)
{
    static const struct msg WANT_TERM = {"expected a piece, or a number times a piece",
                                         "駒か、数*駒 が必要です"};
    struct token t = lexer_peek(&p->lex);
    struct span name = t.text;
    int64_t weight = 1;
    ptrdiff_t star = span_find(name, SPAN("*"));
    bool good = t.kind == TOKEN_WORD;
    if (good && star >= 0) {
        good = num_parse_i64(span_make(name.p, (size_t)star), -1000000, 1000000, &weight);
        name = span_skip(name, (size_t)star + 1);
    }
    if (!good || !p->q->game->text.fact_parse(name, &term->fact)) {
        parse_unexpected(p, &t, &WANT_TERM);
        return false;
    }
    term->weight = (int32_t)weight;
    lexer_next(&p->lex);
    return true;
}

/* The terms of a sum in parentheses; false after a failure. */
static bool read_terms(struct parser *p, struct query_term *terms, uint32_t *count)
{
    static const struct msg WANT_OPEN = {"expected \"(\"", "「(」が必要です"};
    static const struct msg WANT_CLOSE = {"expected \",\" or \")\"", "「,」か「)」が必要です"};
    uint32_t n = 0;
    if (!parse_expect(p, TOKEN_OPEN, &WANT_OPEN))
        return false;
    *count = 0;
    if (parse_eat(p, TOKEN_CLOSE))
        return true;
    do {
        if (n == PARSE_MAX_FACTS || !read_term(p, &terms[n])) {
            struct token t = lexer_peek(&p->lex);
            parse_unexpected(p, &t, &WANT_CLOSE);
            return false;
        }
        n++;
    } while (parse_eat(p, TOKEN_COMMA));
    *count = n;
    return parse_expect(p, TOKEN_CLOSE, &WANT_CLOSE);
}

/* sum(2*s76fu,s77fu)>=3; best(…) is the same, and the best come first. */
uint32_t sum_word(struct parser *p, bool ranked)
{
    struct query_term terms[PARSE_MAX_FACTS];
    uint32_t count;
    enum query_compare compare;
    int64_t value;
    if (!read_terms(p, terms, &count) || !parse_compare(p, &compare, &value, 1))
        return 0;
    uint32_t node = parse_sum(p, terms, count, compare, value);
    if (node)
        p->q->nodes[node].ranked = ranked;
    return node;
}

/* --- Moves in general ------------------------------------------------------------------------ */

/* as:MOVE or part:…, the colon having been taken. */
static bool read_move_itself(struct parser *p, struct query_move *m, bool part)
{
    static const struct msg BAD_MOVE = {"not a move: \"%1\"", "指し手ではありません: 「%1」"};
    struct span text;
    const char *at;
    if (!parse_text(p, &text, &at))
        return false;
    if (part ? p->words->part_parse(text, &m->move, &m->mask)
             : p->q->game->text.move_parse(NULL, text, &m->move))
        return true;
    parse_fail(p, at, &BAD_MOVE, text, (struct span){0});
    return false;
}

/* to:{…}, from:{…}, as:MOVE or part:…; word has been taken. */
static bool read_move_part(struct parser *p, struct span word, struct query_move *m)
{
    static const struct msg WANT_PART = {"expected a player, as:, to: or from:",
                                         "対局者、as:、to:、from: のいずれかが必要です"};
    int seat = p->words->seat(word);
    if (seat >= 0) {
        m->seat = seat;
        return true;
    }
    bool part = p->words->part_parse && span_eq(word, SPAN("part"));
    bool known = part || span_eq(word, SPAN("to")) || span_eq(word, SPAN("from")) ||
                 span_eq(word, SPAN("as"));
    if (!known || !parse_expect(p, TOKEN_COLON, &WANT_PART)) {
        parse_fail(p, word.p, &WANT_PART, word, (struct span){0});
        return false;
    }
    if (span_eq(word, SPAN("to")))
        return read_set(p, &m->begins, &m->begins_count);
    if (span_eq(word, SPAN("from")))
        return read_set(p, &m->ends, &m->ends_count);
    return read_move_itself(p, m, part);
}

/* moves(s to:{s76fu} from:{s77fu}, g as:3c3d) */
uint32_t moves_word(struct parser *p)
{
    static const struct msg WANT_OPEN = {"expected \"(\"", "「(」が必要です"};
    static const struct msg WANT_CLOSE = {"expected \",\" or \")\"", "「,」か「)」が必要です"};
    struct query_move moves[QUERY_MAX_MOVES];
    uint32_t n = 0;
    if (!parse_expect(p, TOKEN_OPEN, &WANT_OPEN))
        return 0;
    do {
        if (n == QUERY_MAX_MOVES)
            break;
        moves[n] = (struct query_move){.seat = -1};
        struct token t;
        while ((t = lexer_peek(&p->lex)).kind == TOKEN_WORD) {
            lexer_next(&p->lex);
            if (!read_move_part(p, t.text, &moves[n]))
                return 0;
        }
        n++;
    } while (parse_eat(p, TOKEN_COMMA));
    return parse_expect(p, TOKEN_CLOSE, &WANT_CLOSE) ? parse_moves(p, moves, n) : 0;
}
