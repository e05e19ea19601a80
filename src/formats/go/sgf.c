/* sgf.c: reading SGF, FF[1] to FF[4], as people have it; see sgf.h for what becomes of it.
 *
 * One pass over the text with a stack of branches of its own, so that nesting costs memory and
 * nothing else.  A node's properties are gathered, then looked at together:
 *
 *     one move, at most one comment and one name     a move of the record       (nearly all nodes)
 *     setup, several moves, anything odd             its moves one by one, the text kept whole
 *     nothing that changes the board                 joined to the node before it
 *
 * What was played is played, by the rules or not; only points that the board does not have are
 * passed over, their text being kept.  Text before, between and behind the games is no SGF. */
#include "formats/go/sgf.h"
#include "base/alloc.h"
#include "formats/cursor.h"
#include "formats/format.h"
#include "formats/go/go_result.h"
#include "formats/go/sgf_reader.h"

static const struct msg NO_NODE = {"property before the first node: %1",
                                   "「;」の前に属性があります: %1"};
static const struct msg JUNK = {"skipped text that is not SGF: %1",
                                "SGF でない部分を読み飛ばしました: %1"};
static const struct msg BEHIND = {"skipped text after the game: %1",
                                  "棋譜の後ろの部分を読み飛ばしました: %1"};
static const struct msg TOO_EARLY = {"a bracket closes the game too early; skipped",
                                     "棋譜の途中で括弧が閉じています（読み飛ばしました）"};
static const struct msg UNCLOSED = {"the file ends before the game is closed",
                                    "棋譜の括弧が閉じる前にファイルが終わっています"};
static const struct msg CUT = {"the file ends inside a value",
                               "値の途中でファイルが終わっています"};

static const struct msg TOO_DEEP = {"brackets nested deeper than 1,048,576; the rest is ignored",
                                    "括弧の入れ子が 1048576 段を超えたため、以降を省きました"};
static const struct msg TOO_MANY_PROPERTIES = {
    "a node has more than 1,048,576 properties; the rest is ignored",
    "一つの節の属性が 1048576 個を超えたため、以降を省きました"};

enum { MAX_NESTING = 1 << 20, MAX_PROPERTIES = 1 << 20 };

/* --- Places ----------------------------------------------------------------------------------- */

static uint32_t line_of(struct sgf_reader *s, const char *at)
{
    if (at < s->line_at) {
        s->line_at = s->r->text.p;
        s->line_number = 1;
    }
    for (; s->line_at < at; s->line_at++)
        s->line_number += cursor_is_line_end(s->line_at, s->lexer.end);
    return s->line_number;
}

void sgf_problem(struct sgf_reader *s, enum problem_severity severity, enum status code,
                 const struct msg *what, struct span arg, const char *at)
{
    reader_problem(s->r, severity, code, what, arg, at, line_of(s, at));
}

/* --- Trees ------------------------------------------------------------------------------------ */

static enum status open_bracket(struct sgf_reader *s)
{
    if (s->depth == MAX_NESTING) {
        if (!s->too_deep++)
            sgf_problem(s, PROBLEM_PARTIAL, STATUS_LIMIT, &TOO_DEEP, (struct span){0},
                        s->lexer.p - 1);
        s->skipping = true;
        return STATUS_OK;
    }
    uint32_t *p = mem_grow(s->branches, s->depth, &s->branch_cap, MAX_NESTING, sizeof *p);
    if (!p)
        return STATUS_NOMEM;
    s->branches = p;
    p[s->depth++] = s->line->plies;
    s->can_join = false;
    return STATUS_OK;
}

/* Does the game go on behind a bracket that should end it?  People forget to quote brackets in
 * texts: GC[by 3 points (=6 [points])] closes the game, and its moves follow. */
static bool goes_on(const struct sgf_reader *s)
{
    enum { FAR_ENOUGH = 64 };
    const char *p = s->lexer.p;
    const char *end = s->lexer.end - p > FAR_ENOUGH ? p + FAR_ENOUGH : s->lexer.end;
    while (p < end && (*p == ')' || *p == ']' || *p == ' ' || (*p >= '\t' && *p <= '\r')))
        p++;
    if (p < end && *p == ';')
        return true;
    const char *name = p;
    while (p < end && *p >= 'A' && *p <= 'Z')
        p++;
    return p > name && p < end && *p == '[';
}

/* The last one ends the tree, and nothing need be taken back. */
static void close_bracket(struct sgf_reader *s)
{
    if (s->too_deep) {
        s->too_deep--;
        return;
    }
    if (s->depth == 1 && goes_on(s)) {
        sgf_problem(s, PROBLEM_LOST, STATUS_SYNTAX, &TOO_EARLY, (struct span){0}, s->lexer.p - 1);
        return;
    }
    s->can_join = false;
    if (--s->depth)
        go_line_back_to(s->line, s->branches[s->depth]);
}

static enum status take_property(struct sgf_reader *s, const struct sgf_property *prop)
{
    if (s->prop_count == MAX_PROPERTIES) {
        if (!s->too_many)
            sgf_problem(s, PROBLEM_LOST, STATUS_LIMIT, &TOO_MANY_PROPERTIES, (struct span){0},
                        prop->name.p);
        s->too_many = true;
        return STATUS_OK;
    }
    void *p = mem_grow(s->props, s->prop_count, &s->prop_cap, MAX_PROPERTIES, sizeof *s->props);
    if (!p)
        return STATUS_NOMEM;
    s->props = p;
    s->props[s->prop_count++] = *prop;
    if (!s->in_node)
        sgf_problem(s, PROBLEM_NOTE, STATUS_SYNTAX, &NO_NODE, prop->name, prop->name.p);
    s->in_node = true;
    return STATUS_OK;
}

/* Up to the bracket that closes the tree, or the end of the file. */
static enum status read_nodes(struct sgf_reader *s, bool *closed)
{
    struct sgf_property prop;
    enum status st = STATUS_OK;
    do {
        enum sgf_kind kind = sgf_next(&s->lexer, &prop);
        if (kind == SGF_PROPERTY) {
            st = take_property(s, &prop);
            continue;
        }
        st = sgf_finish_node(s);
        if (kind == SGF_END)
            return st;
        if (kind == SGF_NODE)
            s->in_node = true;
        else if (kind == SGF_CLOSE)
            close_bracket(s);
        else if (st == STATUS_OK)
            st = open_bracket(s);
    } while (st == STATUS_OK && s->depth);
    *closed = true;
    return st;
}

/* The first word of something, to be shown. */
static struct span glimpse(struct sgf_reader *s, const char *at)
{
    size_t n = (size_t)(s->lexer.end - at);
    return span_make(at, n < 20 ? n : 20);
}

/* What follows up to the next game is passed over; if it looks like part of one, that is told. */
static void look_behind(struct sgf_reader *s)
{
    const char *next = sgf_find_tree(s->lexer.p, s->lexer.end);
    const char *to = next ? next : s->lexer.end;
    for (const char *p = s->lexer.p; p < to; p++)
        if (*p == ';' || *p == '[') {
            sgf_problem(s, PROBLEM_PARTIAL, STATUS_SYNTAX, &BEHIND, glimpse(s, p), p);
            break;
        }
    s->lexer.p = to;
}

static void report_oddities(struct sgf_reader *s, bool closed)
{
    if (s->lexer.junk)
        sgf_problem(s, PROBLEM_LOST, STATUS_SYNTAX, &JUNK, glimpse(s, s->lexer.junk),
                    s->lexer.junk);
    if (s->lexer.cut)
        sgf_problem(s, PROBLEM_PARTIAL, STATUS_SYNTAX, &CUT, (struct span){0}, s->lexer.end);
    else if (!closed)
        sgf_problem(s, PROBLEM_NOTE, STATUS_SYNTAX, &UNCLOSED, (struct span){0}, s->lexer.end);
}

/* What only the whole game tells. */
static enum status conclude(struct sgf_reader *s)
{
    struct record *rec = s->r->rec;
    sgf_check_handicap(s);
    if (s->result.p)
        (void)go_result_read(sgf_text_of(s, s->result, true), rec);
    if (s->turn >= 0)
        return STATUS_OK;
    return go_line_start_turn(s->line, s->start, sgf_first_turn(rec, s->start));
}

static enum status read_tree(struct sgf_reader *s, struct err *err)
{
    bool closed = false;
    enum status st = reader_begin(s->r, s->lexer.p, err);
    if (st != STATUS_OK)
        return st;
    s->depth = s->prop_count = 0;
    s->in_node = s->root_done = s->skipping = s->can_join = s->whole = false;
    s->head = s->too_deep = 0;
    s->too_many = false;
    s->result = s->handicap = (struct span){0};
    s->lexer.junk = NULL;
    st = read_nodes(s, &closed);
    if (st == STATUS_OK && !s->root_done) {
        s->in_node = true;
        st = sgf_finish_node(s);
    }
    if (st == STATUS_OK)
        st = sgf_settle(s);
    if (st == STATUS_OK)
        st = conclude(s);
    if (st != STATUS_OK)
        return err_nomem(err);
    report_oddities(s, closed);
    look_behind(s);
    return reader_emit(s->r, err);
}

static enum status sgf_read(struct reader *r, struct err *err)
{
    struct go_pos start; /* 26 kB that need no zeros */
    struct sgf_reader s = {.r = r,
                           .line = &r->go_line,
                           .start = &start,
                           .lexer = sgf_lexer_over(r->text),
                           .line_at = r->text.p,
                           .line_number = 1};
    enum status st = STATUS_OK;
    buf_init(&s.text, BUF_DEFAULT_MAX);
    buf_init(&s.comment, BUF_DEFAULT_MAX);
    buf_init(&s.scratch, BUF_DEFAULT_MAX);
    for (const char *p; st == STATUS_OK && (p = sgf_find_tree(s.lexer.p, s.lexer.end));) {
        s.lexer.p = p;
        st = read_tree(&s, err);
    }
    mem_free(s.props);
    mem_free(s.branches);
    buf_release(&s.text);
    buf_release(&s.comment);
    buf_release(&s.scratch);
    return st;
}

/* In the middle of a tree variations begin as games do; but games say what they are. */
static const char *resume(struct span text)
{
    static const struct span NAMES[] = {{"GM[", 3}, {"FF[", 3}, {"SZ[", 3}, {"CA[", 3}, {"AP[", 3}};
    const char *end = text.p + text.n, *p = text.p;
    for (; (p = sgf_find_tree(p, end)); p++) {
        struct span head = span_make(p + 1, (size_t)(end - p - 1));
        head = span_trim(span_make(head.p, head.n < 16 ? head.n : 16));
        span_eat(&head, SPAN(";"));
        head = span_trim(head);
        for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
            if (span_starts(head, NAMES[i]))
                return p;
    }
    return NULL;
}

/* --- The format ------------------------------------------------------------------------------- */

static int probe(struct span head)
{
    const char *end = head.p + head.n, *p = sgf_find_tree(head.p, end);
    if (!p)
        return 0;
    bool first = span_trim(span_make(head.p, (size_t)(p - head.p))).n == 0;
    struct sgf_lexer lexer = sgf_lexer_over(span_make(p + 1, (size_t)(end - p - 1)));
    struct sgf_property prop;
    enum sgf_kind kind = sgf_next(&lexer, &prop);
    if (kind == SGF_NODE)
        kind = sgf_next(&lexer, &prop);
    if (lexer.junk)
        return 0;
    if (kind == SGF_PROPERTY)
        return first ? 100 : 80;
    return first ? 60 : 30;
}

enum status sgf_write(const struct record *rec, struct buf *out, unsigned *losses, struct err *err);

const struct format sgf_format = {
    .name = "sgf",
    .title = {"SGF", "SGF"},
    .extensions = {"sgf"},
    .game = &go_game,
    .charset = CHARSET_UTF8,
    .family = CHARSET_FAMILY_SGF,
    .separator = "\n",
    .probe = probe,
    .read = sgf_read,
    .resume = resume,
    .write = sgf_write,
};
