/* go_region_words.c: counting stones in parts of the board: count(b,row:3)>=2.
 *
 * Where rows end and corners are depends on the board: it is the one that the question gives by
 * size: beside this, or 19 by 19. */
#include "base/text/num.h"
#include "query/language/go_words.h"

struct go_region {
    bool at[GO_POINTS];
    struct board_shape board;
};

static void mark_rectangle(struct go_region *r, int left, int right, int bottom, int top)
{
    for (int row = bottom; row <= top; row++)
        for (int column = left; column <= right; column++)
            r->at[go_point(column, row)] = true;
}

/* Lines from the edge, the first being 1, as Go players count them. */
static void mark_lines(struct go_region *r, int low, int high)
{
    for (int row = 0; row < r->board.height; row++)
        for (int column = 0; column < r->board.width; column++) {
            int across =
                column < r->board.width - 1 - column ? column : r->board.width - 1 - column;
            int along = row < r->board.height - 1 - row ? row : r->board.height - 1 - row;
            int line = 1 + (across < along ? across : along);
            if (line >= low && line <= high)
                r->at[go_point(column, row)] = true;
        }
}

/* --- Names ----------------------------------------------------------------------------------- */

enum { LEFT = 1, RIGHT = 2, BOTTOM = 4, TOP = 8, CORNER = 16 };

static const struct {
    struct span word;
    unsigned where;
} AREAS[] = {
    {SPAN_INIT("board"), 0},
    {SPAN_INIT("left"), LEFT},
    {SPAN_INIT("right"), RIGHT},
    {SPAN_INIT("bottom"), BOTTOM},
    {SPAN_INIT("top"), TOP},
    {SPAN_INIT("top-left"), CORNER | TOP | LEFT},
    {SPAN_INIT("top-right"), CORNER | TOP | RIGHT},
    {SPAN_INIT("bottom-left"), CORNER | BOTTOM | LEFT},
    {SPAN_INIT("bottom-right"), CORNER | BOTTOM | RIGHT},
    {SPAN_INIT("左上"), CORNER | TOP | LEFT},
    {SPAN_INIT("右上"), CORNER | TOP | RIGHT},
    {SPAN_INIT("左下"), CORNER | BOTTOM | LEFT},
    {SPAN_INIT("右下"), CORNER | BOTTOM | RIGHT},
};

/* A half or a quarter of the board, without the line through the middle. */
static void mark_area(struct go_region *r, unsigned where)
{
    int width = r->board.width, height = r->board.height;
    mark_rectangle(r, where & RIGHT ? (width + 1) / 2 : 0, where & LEFT ? width / 2 - 1 : width - 1,
                   where & TOP ? (height + 1) / 2 : 0,
                   where & BOTTOM ? height / 2 - 1 : height - 1);
}

static bool mark_by_name(struct span word, struct go_region *r, bool corner)
{
    enum { FIRST_OF_CENTRE = 5 }; /* what is neither corner nor side */
    for (size_t i = 0; i < sizeof AREAS / sizeof *AREAS; i++)
        if (span_eq(word, AREAS[i].word) && (!corner || AREAS[i].where & CORNER)) {
            mark_area(r, AREAS[i].where);
            return true;
        }
    if (corner)
        return false;
    if (span_eq(word, SPAN("edge")))
        mark_lines(r, 1, 1);
    else if (span_eq(word, SPAN("centre")) || span_eq(word, SPAN("center")))
        mark_lines(r, FIRST_OF_CENTRE, GO_MAX_SIZE);
    else
        return false;
    return true;
}

/* Q16, A1..K10 or A1-K10, two corners of a rectangle. */
static bool mark_points(struct span word, struct go_region *r)
{
    int a, b;
    if (!go_point_parse(&word, &a))
        return false;
    b = a;
    if (word.n && !((span_eat(&word, SPAN("..")) || span_eat(&word, SPAN("-"))) &&
                    go_point_parse(&word, &b) && word.n == 0))
        return false;
    int c1 = go_column(a), c2 = go_column(b), r1 = go_row(a), r2 = go_row(b);
    mark_rectangle(r, c1 < c2 ? c1 : c2, c1 < c2 ? c2 : c1, r1 < r2 ? r1 : r2, r1 < r2 ? r2 : r1);
    return true;
}

/* --- Rows, columns, lines -------------------------------------------------------------------- */

static bool eat_column(struct span *s, int *column)
{
    /* a column is what stands before the number of a point */
    char text[3] = {0};
    int point;
    size_t n = 0;
    while (n < s->n && n < 2 && s->p[n] >= 'A' && s->p[n] != '_')
        n++;
    if (n == 0)
        return false;
    memcpy(text, s->p, n);
    text[n] = '1';
    if (!go_whole_point(span_make(text, n + 1), &point))
        return false;
    *column = go_column(point);
    *s = span_skip(*s, n);
    return true;
}

/* "D", "C..F" or numbers. */
static bool read_columns(struct parser *p, struct span text, uint64_t most, uint64_t *low,
                         uint64_t *high)
{
    int a, b;
    struct span s = text;
    if (!eat_column(&s, &a))
        return parse_range(p, text, 1, most, low, high);
    b = a;
    if ((s.n && !(span_eat(&s, SPAN("..")) && eat_column(&s, &b))) || s.n || b < a ||
        b >= (int)most)
        return parse_range(p, text, 1, most, low, high);
    *low = (uint64_t)a + 1;
    *high = (uint64_t)b + 1;
    return true;
}

/* row:3, column:C..F, line:1..2; false after a failure. */
static bool mark_stripe(struct parser *p, struct span word, struct span value, struct go_region *r)
{
    uint64_t low, high;
    int width = r->board.width, height = r->board.height;
    if (span_eq(word, SPAN("column")) || span_eq(word, SPAN("file"))) {
        if (!read_columns(p, value, (uint64_t)width, &low, &high))
            return false;
        mark_rectangle(r, (int)low - 1, (int)high - 1, 0, height - 1);
        return true;
    }
    if (!parse_range(p, value, 1, (uint64_t)height, &low, &high))
        return false;
    if (span_eq(word, SPAN("line")))
        mark_lines(r, (int)low, (int)high);
    else
        mark_rectangle(r, 0, width - 1, (int)low - 1, (int)high - 1);
    return true;
}

static bool takes_value(struct span word)
{
    static const char *const WORDS[] = {"row", "rank", "column", "file", "line", "zone", "corner"};
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
        if (span_eq(word, span_of(WORDS[i])))
            return true;
    return false;
}

/* The word has been taken, the colon is next. */
static bool read_region_value(struct parser *p, struct span word, struct go_region *r)
{
    static const struct msg BAD_ZONE = {"unknown region: \"%1\"", "領域「%1」はありません"};
    lexer_next(&p->lex);
    struct span value = lexer_value(&p->lex).text;
    bool corner = span_eq(word, SPAN("corner"));
    if (!corner && !span_eq(word, SPAN("zone")))
        return mark_stripe(p, word, value, r);
    if (mark_by_name(value, r, corner) || (!corner && mark_points(value, r)))
        return true;
    parse_fail(p, value.p, &BAD_ZONE, value, (struct span){0});
    return false;
}

/* One part of a region, removed. */
static bool read_region_part(struct parser *p, struct go_region *r)
{
    static const struct msg BAD_REGION = {
        "expected row:, column:, line:, corner:, zone: or points such as Q16",
        "row:、column:、line:、corner:、zone: か Q16 のような点が必要です"};
    struct token t = lexer_peek(&p->lex);
    if (t.kind == TOKEN_WORD) {
        lexer_next(&p->lex);
        if (takes_value(t.text) && lexer_peek(&p->lex).kind == TOKEN_COLON)
            return read_region_value(p, t.text, r);
        if (mark_points(t.text, r) || mark_by_name(t.text, r, false))
            return true;
    }
    parse_unexpected(p, &t, &BAD_REGION);
    return false;
}

/* A part, or several in braces. */
static bool read_region(struct parser *p, struct go_region *r)
{
    static const struct msg WANT_BRACE = {"expected \",\" or \"}\"", "「,」か「}」が必要です"};
    if (!parse_eat(p, TOKEN_OPEN_SET))
        return read_region_part(p, r);
    do {
        if (!read_region_part(p, r))
            return false;
    } while (parse_eat(p, TOKEN_COMMA));
    return parse_expect(p, TOKEN_CLOSE_SET, &WANT_BRACE);
}

static uint32_t count_node(struct parser *p, const struct go_region *r, unsigned wanted,
                           enum query_compare compare, int64_t value)
{
    struct query_term terms[GO_FACT_COUNT];
    uint32_t n = 0;
    for (int point = 0; point < GO_POINTS; point++) {
        if (r->at[point] && wanted & GO_WANT_BLACK)
            terms[n++] = (struct query_term){go_fact(GO_BLACK, point), 1};
        if (r->at[point] && wanted & GO_WANT_WHITE)
            terms[n++] = (struct query_term){go_fact(GO_WHITE, point), 1};
    }
    return parse_sum(p, terms, n, compare, value);
}

uint32_t go_read_count(struct parser *p)
{
    static const struct msg WANT_OPEN = {"expected \"(\"", "「(」が必要です"};
    static const struct msg WANT_CLOSE = {"expected \",\" or \")\"", "「,」か「)」が必要です"};
    static const struct msg NO_EMPTY = {"cannot count empty points", "空点は数えられません"};
    struct go_region region = {.board = p->board};
    enum query_compare compare;
    int64_t value;
    if (!parse_expect(p, TOKEN_OPEN, &WANT_OPEN))
        return 0;
    const char *at = lexer_peek(&p->lex).text.p;
    unsigned wanted = go_read_wanted(p);
    if (wanted & GO_WANT_EMPTY)
        return parse_fail(p, at, &NO_EMPTY, (struct span){0}, (struct span){0});
    if (!wanted)
        return 0;
    bool anywhere = true;
    for (; parse_eat(p, TOKEN_COMMA); anywhere = false)
        if (!read_region(p, &region))
            return 0;
    if (anywhere)
        mark_area(&region, 0);
    if (!parse_expect(p, TOKEN_CLOSE, &WANT_CLOSE) || !parse_compare(p, &compare, &value, 1))
        return 0;
    return count_node(p, &region, wanted, compare, value);
}
