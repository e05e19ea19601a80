/* go_position_words.c: positions of Go in queries: sfen "…", board "…", like "…".
 *
 *     19x19 b b:Q16,D4 w:C3      as go.h writes them; size and side to move may be missing
 *     19/19/3O11X3/…/19 w        rows, the top one first: numbers of empty points; X and O, or b
 *                                and w, for stones; "." an empty point; "?" any
 *     startpos                   the empty board, Black to move
 *
 * Without ? it is one position and becomes a key; otherwise it becomes the stones that are there,
 * one sum of all that must not be, and the size of the board. */
#include "base/text/num.h"
#include "query/language/go_words.h"

enum { NOBODY = -1 };

/* --- One position: a key --------------------------------------------------------------------- */

static enum status fill_exact(struct query *q, uint32_t node, struct go_pos *pos, int seat,
                              struct err *err)
{
    struct buf text;
    struct query_node *n = &q->nodes[node];
    for (int color = GO_BLACK; color <= GO_WHITE; color++) {
        pos->turn = (uint8_t)color;
        n->keys[color] = position_key(q->game, pos);
    }
    pos->turn = (uint8_t)(seat < 0 ? GO_BLACK : seat);
    n->seat = seat;
    buf_init(&text, 16 * GO_POINTS);
    go_pos_print(pos, &text);
    bool good =
        buf_status(&text) == STATUS_OK && arena_copy(&q->arena, buf_span(&text), &n->position);
    buf_release(&text);
    return good ? STATUS_OK : err_nomem(err);
}

/* A position as a symmetry shows it; transposing exchanges width and height. */
static void go_pos_image(const struct go_pos *pos, unsigned symmetry, struct go_pos *out)
{
    bool turned = symmetry & GO_TRANSPOSE;
    go_pos_empty(out, turned ? pos->height : pos->width, turned ? pos->width : pos->height);
    for (int row = 0; row < pos->height; row++)
        for (int column = 0; column < pos->width; column++) {
            int point = go_point(column, row), stone = go_stone_at(pos, point);
            if (stone == GO_EMPTY)
                continue;
            int color = symmetry & GO_COLORS ? GO_WHITE + 1 - stone : stone - 1;
            int image = go_point_image(point, pos->width, pos->height, symmetry);
            go_play(out, go_move_make(GO_PUT, color, image), NULL);
        }
    out->turn = symmetry & GO_COLORS ? pos->turn ^ 1 : pos->turn;
}

enum status go_exact_image(struct query *q, uint32_t node, unsigned symmetry, struct err *err)
{
    struct go_pos pos, image;
    enum status status = go_pos_parse(&pos, q->nodes[node].position, err);
    if (status != STATUS_OK)
        return status;
    go_pos_image(&pos, symmetry, &image);
    int seat = q->nodes[node].seat;
    return fill_exact(q, node, &image, seat >= 0 && symmetry & GO_COLORS ? 1 - seat : seat, err);
}

/* An EXACT node: this whole position; seat: who is to move where it matches, -1: any.  *pos is left
 * with some side to move. */
static uint32_t go_exact_node(struct parser *p, struct go_pos *pos, int seat)
{
    uint32_t node = parse_node(p, Q_EXACT);
    if (!node)
        return 0;
    return fill_exact(p->q, node, pos, seat, p->err) == STATUS_OK ? node : parse_full(p);
}

/* --- Reading --------------------------------------------------------------------------------- */

struct go_diagram {
    struct go_pos pos;    /* the stones that are there */
    bool open[GO_POINTS]; /* points that may be anything */
    bool complete;        /* no such point */
    int turn;             /* NOBODY: not given */
};

static char peek(const struct diagram_reader *r)
{
    return r->rest.n ? r->rest.p[0] : '\0';
}

static void skip_blanks(struct diagram_reader *r)
{
    while (r->rest.n && is_blank(r->rest.p[0]))
        r->rest = span_skip(r->rest, 1);
}

/* b, w or ? by itself; false, with nothing taken, if it is none of them. */
static bool eat_turn(struct diagram_reader *r, int *turn)
{
    char c = peek(r);
    if ((c != 'b' && c != 'w' && c != '?') || (r->rest.n > 1 && !is_blank(r->rest.p[1])))
        return false;
    *turn = c == 'b' ? GO_BLACK : c == 'w' ? GO_WHITE : NOBODY;
    r->rest = span_skip(r->rest, 1);
    return true;
}

/* The cells of one row of a drawing, as bits of go_pattern.h. */
static bool read_row(struct diagram_reader *r, uint8_t *cells, int *width)
{
    static const struct msg BAD_ROW = {"expected X, O, ?, a number of empty points or \"/\"",
                                       "X、O、?、空点の数、「/」のいずれかが必要です"};
    static const struct msg TOO_WIDE = {"a board has at most 52 columns", "盤は52路までです"};
    *width = 0;
    for (; r->rest.n && peek(r) != '/' && !is_blank(peek(r));) {
        static const char LETTERS[] = ".XbBOwW?";
        static const uint8_t MEANT[] = {GO_WANT_EMPTY, GO_WANT_BLACK, GO_WANT_BLACK, GO_WANT_BLACK,
                                        GO_WANT_WHITE, GO_WANT_WHITE, GO_WANT_WHITE, GO_WANT_ANY};
        uint64_t n = 1;
        uint8_t what = GO_WANT_EMPTY;
        struct diagram_reader before = *r;
        if (peek(r) >= '0' && peek(r) <= '9') {
            if (!num_eat_u64(&r->rest, GO_MAX_SIZE, &n) || n == 0)
                return diagram_fail(&before, &BAD_ROW);
        } else {
            const char *found = peek(r) ? strchr(LETTERS, peek(r)) : NULL;
            if (!found)
                return diagram_fail(r, &BAD_ROW);
            what = MEANT[found - LETTERS];
            r->rest = span_skip(r->rest, 1);
        }
        if (*width + (int)n > GO_MAX_SIZE)
            return diagram_fail(&before, &TOO_WIDE);
        memset(cells + *width, what, n);
        *width += (int)n;
    }
    return true;
}

static void put_row(struct go_diagram *d, const uint8_t *cells, int row)
{
    for (int column = 0; column < d->pos.width; column++) {
        int point = go_point(column, row);
        d->open[point] = cells[column] == GO_WANT_ANY;
        d->complete = d->complete && !d->open[point];
        if (cells[column] == GO_WANT_BLACK || cells[column] == GO_WANT_WHITE)
            go_play(
                &d->pos,
                go_move_make(GO_PUT, cells[column] == GO_WANT_BLACK ? GO_BLACK : GO_WHITE, point),
                NULL);
    }
}

static int count_rows(struct span text)
{
    int rows = 1;
    for (size_t i = 0; i < text.n && !is_blank(text.p[i]); i++)
        rows += text.p[i] == '/';
    return rows;
}

static bool read_rows(struct diagram_reader *r, struct go_diagram *d)
{
    static const struct msg BAD_ROWS = {"a board has 1 to 52 rows", "盤は1～52段です"};
    static const struct msg UNEQUAL = {"rows must have the same number of points",
                                       "各段の点の数が揃っていません"};
    uint8_t cells[GO_MAX_SIZE];
    int rows = count_rows(r->rest), columns = 0, width;
    if (rows > GO_MAX_SIZE)
        return diagram_fail(r, &BAD_ROWS);
    for (int row = rows; row-- > 0;) {
        struct diagram_reader before = *r;
        if (!read_row(r, cells, &width))
            return false;
        if (row == rows - 1 && width > 0) {
            go_pos_empty(&d->pos, width, rows);
            columns = width;
        }
        if (width == 0 || width != columns)
            return diagram_fail(&before, &UNEQUAL);
        put_row(d, cells, row);
        if (row > 0)
            r->rest = span_skip(r->rest, 1); /* the slash */
    }
    skip_blanks(r);
    eat_turn(r, &d->turn);
    return true;
}

/* go_pos_parse() reads the whole; here a size or a side to move that is missing is put in. */
static bool read_stones(struct diagram_reader *r, struct go_diagram *d)
{
    struct buf text;
    struct err err = {0};
    buf_init(&text, QUERY_MAX_BYTES);
    if (peek(r) >= '0' && peek(r) <= '9') {
        while (r->rest.n && !is_blank(peek(r))) {
            buf_add_char(&text, peek(r));
            r->rest = span_skip(r->rest, 1);
        }
    } else {
        buf_printf(&text, "%ux%u", r->p->board.width, r->p->board.height);
    }
    skip_blanks(r);
    eat_turn(r, &d->turn);
    buf_add_str(&text, d->turn == GO_WHITE ? " w " : " b ");
    size_t before = text.n;
    buf_add_span(&text, r->rest);
    if (buf_status(&text) != STATUS_OK) {
        buf_release(&text);
        return parse_full(r->p) != 0;
    }
    enum status status = go_pos_parse(&d->pos, buf_span(&text), &err);
    buf_release(&text);
    if (status == STATUS_OK)
        r->rest = span_skip(r->rest, r->rest.n);
    else if (err.byte > before)
        r->rest = span_skip(r->rest, err.byte - before);
    return status == STATUS_OK || diagram_fail(r, err.what);
}

static bool read_diagram(struct diagram_reader *r, struct go_diagram *d)
{
    static const struct msg TRAILING = {"unexpected text after the position: \"%1\"",
                                        "局面の後に余分な文字があります: 「%1」"};
    memset(d->open, 0, sizeof d->open);
    d->complete = true;
    d->turn = NOBODY;
    skip_blanks(r);
    if (span_eq(span_trim(r->rest), SPAN("startpos"))) {
        go_pos_empty(&d->pos, r->p->board.width, r->p->board.height);
        d->turn = GO_BLACK;
        return true;
    }
    bool rows = memchr(r->rest.p, '/', r->rest.n) != NULL;
    if (!(rows ? read_rows(r, d) : read_stones(r, d)))
        return false;
    skip_blanks(r);
    return r->rest.n == 0 || diagram_fail(r, &TRAILING);
}

/* --- Part of a position: facts --------------------------------------------------------------- */

static uint32_t size_node(struct parser *p, const struct go_pos *pos)
{
    uint32_t node = parse_node(p, Q_META);
    if (!node)
        return 0;
    struct query_node *n = &p->q->nodes[node];
    n->ask = META_SIZE;
    n->compare = COMPARE_EQ;
    n->number = pos->width;
    n->low = pos->width == pos->height ? 0 : pos->height;
    return node;
}

/* A sum of all stones that must not be there. */
static uint32_t nothing_else(struct parser *p, const struct go_diagram *d)
{
    struct query_term against[GO_FACT_COUNT];
    uint32_t n = 0;
    for (int row = 0; row < d->pos.height; row++)
        for (int column = 0; column < d->pos.width; column++) {
            int point = go_point(column, row);
            if (d->open[point] || go_stone_at(&d->pos, point) != GO_EMPTY)
                continue;
            against[n++] = (struct query_term){go_fact(GO_BLACK, point), 1};
            against[n++] = (struct query_term){go_fact(GO_WHITE, point), 1};
        }
    return n ? parse_sum(p, against, n, COMPARE_EQ, 0) : parse_node(p, Q_TRUE);
}

static uint32_t partial_node(struct parser *p, const struct go_diagram *d, int seat)
{
    uint32_t facts[GO_POINTS], n = go_facts(&d->pos, facts);
    uint32_t all = parse_pair(p, Q_AND, size_node(p, &d->pos), nothing_else(p, d));
    for (uint32_t i = 0; i < n; i++)
        all = parse_adopt(p, all, parse_fact(p, facts[i]));
    if (seat != NOBODY) {
        uint32_t turn = parse_node(p, Q_TURN);
        if (turn)
            p->q->nodes[turn].seat = seat;
        all = parse_adopt(p, all, turn);
    }
    return all;
}

/* --- Stones in common ------------------------------------------------------------------------ */

static uint32_t like_node(struct diagram_reader *r, const struct go_diagram *d)
{
    static const struct msg NO_STONES = {"like needs a position with stones",
                                         "like には石のある局面が必要です"};
    struct parser *p = r->p;
    uint32_t facts[GO_POINTS], n = go_facts(&d->pos, facts);
    if (n == 0)
        return parse_fail(p, r->at, &NO_STONES, (struct span){0}, (struct span){0});
    return parse_like(p, facts, n);
}

/* --- The words ------------------------------------------------------------------------------- */

static uint32_t read_named_position(struct diagram_reader *r, struct span word)
{
    struct go_diagram d;
    if (!read_diagram(r, &d))
        return 0;
    if (span_eq(word, SPAN("like")))
        return like_node(r, &d);
    int seat = span_eq(word, SPAN("board")) ? NOBODY : d.turn;
    return d.complete ? go_exact_node(r->p, &d.pos, seat) : partial_node(r->p, &d, seat);
}

uint32_t go_read_position(struct parser *p, struct span word)
{
    struct diagram_reader r;
    return parse_diagram(p, word, &r) ? read_named_position(&r, word) : 0;
}
