/* query_print.c: a tree as text that reads back to an equal tree.
 *
 * Parentheses stand where the grammar needs them to keep the shape of the tree, also where the
 * meaning would be the same without. */
#include <stdlib.h>

#include "query/language/lexer.h"
#include "query/language/measures.h"
#include "query/language/words.h"

struct printer {
    const struct query *q;
    const struct game_words *words;
    struct buf *out;
};

static void print_facts(struct printer *p, const uint32_t *facts, uint32_t n)
{
    buf_add_char(p->out, '{');
    for (uint32_t i = 0; i < n; i++) {
        if (i)
            buf_add_char(p->out, ',');
        p->q->game->text.fact_print(facts[i], p->out);
    }
    buf_add_char(p->out, '}');
}

static void print_terms(struct printer *p, const struct query_node *n)
{
    for (uint32_t i = 0; i < n->term_count; i++) {
        if (i)
            buf_add_char(p->out, ',');
        if (n->terms[i].weight != 1)
            buf_printf(p->out, "%d*", n->terms[i].weight);
        p->q->game->text.fact_print(n->terms[i].fact, p->out);
    }
}

static bool plain_weights(const struct query_node *n)
{
    for (uint32_t i = 0; i < n->term_count; i++)
        if (n->terms[i].weight != 1)
            return false;
    return n->term_count > 0;
}

static void print_sum(struct printer *p, const struct query_node *n)
{
    bool any = n->compare == COMPARE_GE && n->value == 1 && !n->ranked && plain_weights(n);
    if (any && n->term_count == 1) {
        p->q->game->text.fact_print(n->terms[0].fact, p->out);
        return;
    }
    if (any) {
        buf_add_char(p->out, '{');
        print_terms(p, n);
        buf_add_char(p->out, '}');
        return;
    }
    if (n->ranked || !p->words->print_sum(n, p->out)) {
        buf_add_str(p->out, n->ranked ? "best(" : "sum(");
        print_terms(p, n);
        buf_add_char(p->out, ')');
    }
    buf_add_str(p->out, compare_text(n->compare));
    buf_add_i64(p->out, n->value);
}

static void print_exact(struct printer *p, const struct query_node *n)
{
    buf_add_str(p->out, n->seat < 0 ? "board " : "sfen ");
    lexer_quote(n->position, p->out);
}

static void print_range(struct printer *p, uint32_t low, uint32_t high)
{
    if (low != 0 || low == high || high == UINT32_MAX)
        buf_add_u64(p->out, low);
    if (low == high && high != UINT32_MAX)
        return;
    buf_add_str(p->out, "..");
    if (high != UINT32_MAX)
        buf_add_u64(p->out, high);
}

/* In quotes if there are blanks in it. */
static void print_whole_move(struct printer *p, game_move move)
{
    struct buf text;
    buf_init(&text, BUF_DEFAULT_MAX);
    p->q->game->text.move_print(NULL, move, &text);
    if (text.n && memchr(text.p, ' ', text.n))
        lexer_quote(buf_span(&text), p->out);
    else
        buf_add_span(p->out, buf_span(&text));
    buf_release(&text);
}

static void print_move(struct printer *p, const struct query_move *m)
{
    const char *gap = "";
    if (m->seat >= 0) {
        buf_add_str(p->out, p->words->seats[m->seat]);
        gap = " ";
    }
    if (m->move) {
        buf_printf(p->out, m->mask ? "%spart:" : "%sas:", gap);
        if (m->mask)
            p->words->part_print(m->move, m->mask, p->out);
        else
            print_whole_move(p, m->move);
        gap = " ";
    }
    if (m->begins_count) {
        buf_printf(p->out, "%sto:", gap);
        print_facts(p, m->begins, m->begins_count);
        gap = " ";
    }
    if (m->ends_count) {
        buf_printf(p->out, "%sfrom:", gap);
        print_facts(p, m->ends, m->ends_count);
    }
}

static void print_moves(struct printer *p, const struct query_node *n)
{
    buf_add_str(p->out, "moves(");
    for (uint32_t i = 0; i < n->move_count; i++) {
        if (i)
            buf_add_str(p->out, ", ");
        print_move(p, &n->moves[i]);
    }
    buf_add_char(p->out, ')');
}

/* --- About the game -------------------------------------------------------------------------- */

static void print_date(struct printer *p, uint32_t date)
{
    buf_printf(p->out, "%04u-%02u-%02u", date_year(date), date_month(date), date_day(date));
}

static void print_text(struct printer *p, const struct query_node *n)
{
    static const char *const NAMES[META_FIELDS] = {
        [META_PLAYER] = "player", [META_SEAT] = "player",     [META_EVENT] = "event",
        [META_PLACE] = "place",   [META_TAG] = "tag",         [META_SOURCE] = "source",
        [META_TIME] = "time",     [META_COMMENT] = "comment",
    };
    if (n->field == META_SEAT)
        buf_printf(p->out, "%s.", p->words->seats[n->seat]);
    buf_printf(p->out, "%s:%s", NAMES[n->field],
               n->person                  ? "=="
               : n->compare == COMPARE_EQ ? "="
                                          : "");
    lexer_quote(n->text, p->out);
}

static void print_figure(struct printer *p, const char *name, const struct query_node *n)
{
    if (n->seat >= 0)
        buf_printf(p->out, "%s.", p->words->seats[n->seat]);
    buf_printf(p->out, "%s%s%u", name, compare_text(n->compare), n->number);
}

static void print_meta(struct printer *p, const struct query_node *n)
{
    switch (n->ask) {
    case META_TEXT:
        print_text(p, n);
        return;
    case META_RATING:
        print_figure(p, "rating", n);
        return;
    case META_PLIES:
        print_figure(p, "moves", n);
        return;
    case META_SIZE:
        if (n->low)
            buf_printf(p->out, "size:%ux%u", n->number, n->low);
        else
            print_figure(p, "size", n);
        return;
    case META_DATE:
        buf_add_str(p->out, "date:");
        print_date(p, n->low);
        buf_add_str(p->out, "..");
        print_date(p, n->high);
        return;
    case META_RESULT:
        buf_printf(p->out, "result:%s",
                   n->seat >= 0    ? p->words->seats[n->seat]
                   : n->seat == -1 ? "d"
                                   : "?");
        return;
    case META_END:
        buf_printf(p->out, "end:%s", record_end_name((enum record_end)n->number));
        return;
    case META_HANDICAP:
        buf_printf(p->out, "handicap:%s", p->words->handicap_name((int)n->number));
        return;
    case META_KOMI:
        buf_printf(p->out, "komi%s%s%lld.%02lld", compare_text(n->compare), n->value < 0 ? "-" : "",
                   llabs(n->value) / 100, llabs(n->value) % 100);
        return;
    case META_ID:
        buf_add_str(p->out, "id:");
        print_range(p, n->low, n->high);
        return;
    }
}

/* --- The shape ------------------------------------------------------------------------------- */

static void print_leaf(struct printer *p, const struct query_node *n)
{
    switch (n->op) {
    case Q_SUM:
        print_sum(p, n);
        return;
    case Q_EXACT:
        print_exact(p, n);
        return;
    case Q_TURN:
        buf_printf(p->out, "turn:%s", p->words->seats[n->seat]);
        return;
    case Q_PLY:
        buf_add_str(p->out, "ply:");
        print_range(p, n->low, n->high);
        return;
    case Q_MOVE:
        print_moves(p, n);
        return;
    case Q_META:
        print_meta(p, n);
        return;
    case Q_PATTERN:
        buf_add_str(p->out, "pattern ");
        lexer_quote(n->position, p->out);
        return;
    case Q_MEASURE:
        measure_print(p->words->measures, n, p->out);
        return;
    default:
        buf_add_str(p->out, "all");
        return;
    }
}

/* How tightly an operation binds; what binds less than its place asks for goes in parentheses. */
enum print_level { CHAIN, EITHER, GROUP, UNIT };

static enum print_level level_of(enum query_op op)
{
    switch (op) {
    case Q_THEN:
    case Q_NEVER:
    case Q_EVER:
        return CHAIN;
    case Q_OR:
        return EITHER;
    case Q_AND:
    case Q_FOR:
        return GROUP;
    default:
        return UNIT;
    }
}

static void print_joint(struct printer *p, const struct query_node *n)
{
    switch (n->op) {
    case Q_OR:
        buf_add_str(p->out, " or ");
        return;
    case Q_THEN:
        buf_add_str(p->out, " then");
        if (n->number != UINT32_MAX)
            buf_printf(p->out, "<=%u", n->number);
        buf_add_char(p->out, ' ');
        return;
    case Q_NEVER:
        buf_add_str(p->out, " never ");
        return;
    case Q_EVER:
        buf_add_str(p->out, " ever ");
        return;
    default:
        buf_add_char(p->out, ' ');
        return;
    }
}

/* The level that the children of an operation must have.  Chains lean to the left: their first
 * child may be a chain.  The first child of FOR may be whatever stands side by side; so may that of
 * AND, if it is a FOR. */
static enum print_level child_level(const struct query *q, const struct query_node *n,
                                    uint32_t child)
{
    bool first = child == n->child;
    switch (n->op) {
    case Q_THEN:
    case Q_NEVER:
    case Q_EVER:
        return first ? CHAIN : EITHER;
    case Q_SINCE: /* in parentheses of its own */
        return CHAIN;
    case Q_OR:
        return GROUP;
    case Q_FOR:
        return GROUP;
    case Q_AND:
        return first && q->nodes[child].op == Q_FOR ? GROUP : UNIT;
    default:
        return UNIT;
    }
}

/* As deep as the tree: QUERY_MAX_DEPTH. */
// NOLINTNEXTLINE(misc-no-recursion)
static void print_node(struct printer *p, uint32_t node, enum print_level level)
{
    const struct query_node *n = &p->q->nodes[node];
    bool brackets = level_of(n->op) < level;
    if (brackets)
        buf_add_char(p->out, '(');
    if (n->op == Q_NOT)
        buf_add_str(p->out, "not ");
    if (n->op == Q_SINCE)
        buf_add_str(p->out, "since(");
    for (uint32_t c = n->child; c; c = p->q->nodes[c].next) {
        if (c != n->child)
            print_joint(p, n);
        print_node(p, c, child_level(p->q, n, c));
    }
    if (n->op == Q_FOR)
        buf_printf(p->out, " for%s%u", compare_text(n->compare), n->number);
    else if (!n->child)
        print_leaf(p, n);
    if (brackets || n->op == Q_SINCE)
        buf_add_char(p->out, ')');
}

void query_print_node(const struct query *q, uint32_t node, struct buf *out)
{
    struct printer p = {q, words_of_game(q->game), out};
    if (node && p.words)
        print_node(&p, node, CHAIN);
}

void query_print(const struct query *q, struct buf *out)
{
    query_print_node(q, q->root, out);
}
