/* go_pattern.c: diagrams as text, and their images; see go_pattern.h. */
#include "games/go/go_pattern.h"

#include "base/text/utf8.h"

static const struct msg STRANGE = {"invalid character “%1” in a diagram",
                                   "図の中の「%1」は読めません"};
static const struct msg NO_CELLS = {"the diagram has no points", "図に点がありません"};
static const struct msg SAYS_NOTHING = {"all points of the diagram are “?”",
                                        "図の点がすべて「?」で、条件がありません"};
static const struct msg UNEVEN = {"this row has %1 points, the first has %2",
                                  "この行は %1 点、最初の行は %2 点です"};
static const struct msg TOO_WIDE = {"a row has at most 52 points", "1 行は 52 点までです"};
static const struct msg TOO_HIGH = {"a diagram has at most 52 rows", "図は 52 行までです"};
static const struct msg SIDE_INSIDE = {"“|” is allowed only at an end of a row",
                                       "「|」は行の端にだけ書けます"};
static const struct msg EDGE_INSIDE = {"“-” is allowed only in the first or last row",
                                       "「-」は一番上か一番下の行にだけ書けます"};
static const struct msg RAGGED_EDGE = {"the edge is missing from some rows",
                                       "盤端が一部の行にしかありません"};
static const struct msg TWICE = {"move “%1” occurs twice", "「%1」の手が二度あります"};
static const struct msg MISSING = {"move “%1” is missing", "「%1」の手がありません"};
static const struct msg BAD_LABEL = {
    "rows of a board with coordinates begin with their numbers, in order, down to 1",
    "座標付きの盤は各行を番号で始め、1 まで順に並べます"};
static const struct msg BAD_END = {"only the row number may follow its points",
                                   "行の点の後には行の番号しか書けません"};

/* By the bits of what is wanted. */
static const char SIGNS[] = "\0.XxOo*?";
/* Played stones; "o" means something else. */
static const char MOVE_SIGNS[] = "123456789abcdefghijklmnpqrstuvw";
_Static_assert(sizeof MOVE_SIGNS - 1 == GO_PATTERN_MOVES, "a sign for each move");

/* --- Reading: signs and rows ------------------------------------------------------------------ */

struct go_pattern_reader {
    struct go_pattern *p; /* rows in reading order until the end */
    struct span text;
    struct err *err;
    struct span rest; /* of the text */
    uint32_t line;    /* of the row being read, 1 the first */
    uint32_t breaks;  /* line ends before rest */
    int first_color;
    const char *move_at[GO_PATTERN_MOVES]; /* in the text; NULL: not seen */
};

static enum status fail(const struct go_pattern_reader *d, const char *at, const struct msg *what,
                        struct span arg1, struct span arg2)
{
    enum status st = err_set(d->err, STATUS_SYNTAX, what, arg1, arg2);
    err_at(d->err, d->line, (uint64_t)(at - d->text.p));
    return st;
}

static enum status fail_plain(const struct go_pattern_reader *d, const char *at,
                              const struct msg *what)
{
    return fail(d, at, what, (struct span){0}, (struct span){0});
}

static bool next_row(struct go_pattern_reader *d, struct span *row)
{
    size_t n = 0;
    if (d->rest.n == 0)
        return false;
    d->line = 1 + d->breaks;
    while (n < d->rest.n && d->rest.p[n] != '\n' && d->rest.p[n] != '/')
        n++;
    *row = span_make(d->rest.p, n);
    d->breaks += n < d->rest.n && d->rest.p[n] == '\n';
    d->rest = span_skip(d->rest, n < d->rest.n ? n + 1 : n);
    return true;
}

/* Brackets mark the last move on boards that Kifu prints. */
static void skip_blanks(struct span *s)
{
    for (;;) {
        if (span_eat(s, SPAN("\xE3\x80\x80"))) /* the wide blank */
            continue;
        if (s->n == 0 || !memchr(" \t\r()", s->p[0], 5))
            return;
        *s = span_skip(*s, 1);
    }
}

/* Eats the next sign, blanks around it as well; 0 at the end.  *at: the bytes it was. */
static char next_sign(struct span *s, struct span *at)
{
    uint32_t c;
    skip_blanks(s);
    *at = span_make(s->p, s->n ? 1 : 0);
    if (s->n == 0)
        return 0;
    size_t n = utf8_decode(*s, &c);
    at->n = n ? n : 1;
    *s = span_skip(*s, at->n);
    skip_blanks(s);
    if (n == 1)
        return c ? (char)c : '\1';
    return n == 0 ? '\1' : c == 0x25CF ? 'X' : c == 0x25CB ? 'O' : '\1';
}

/* --- Reading: cells --------------------------------------------------------------------------- */

/* A sign at a column of the row being read. */
static enum status put_cell(struct go_pattern_reader *d, char sign, struct span at, int column)
{
    struct go_pattern *p = d->p;
    uint8_t *cell = &p->cell[p->height * p->width + column];
    const char *want = memchr(SIGNS + 1, sign, sizeof SIGNS - 2);
    const char *move = memchr(MOVE_SIGNS, sign, GO_PATTERN_MOVES);
    *cell = want ? (uint8_t)(want - SIGNS) : GO_WANT_EMPTY;
    if (want || sign == '+') /* a star point */
        return STATUS_OK;
    if (!move)
        return fail(d, at.p, &STRANGE, at, (struct span){0});
    size_t number = (size_t)(move - MOVE_SIGNS);
    if (d->move_at[number])
        return fail(d, at.p, &TWICE, at, (struct span){0});
    d->move_at[number] = at.p;
    p->moves[number].column = (uint8_t)column;
    p->moves[number].row = p->height;
    return STATUS_OK;
}

static enum status uneven(const struct go_pattern_reader *d, const char *at, int points)
{
    struct buf have, want;
    buf_init(&have, 32);
    buf_init(&want, 32);
    buf_add_u64(&have, (uint64_t)points);
    buf_add_u64(&want, d->p->width);
    enum status st = fail(d, at, &UNEVEN, buf_span(&have), buf_span(&want));
    buf_release(&have);
    buf_release(&want);
    return st;
}

static int count_signs(struct span row)
{
    struct span at;
    int n = 0;
    while (next_sign(&row, &at))
        n++;
    return n;
}

/* Takes the edges off a row's ends. */
static uint8_t eat_sides(struct span *row)
{
    struct span ahead = *row, at;
    uint8_t sides = 0;
    if (next_sign(&ahead, &at) == '|') {
        sides |= GO_EDGE_LEFT;
        *row = ahead;
    }
    struct span back = *row, last = span_make(row->p, 0);
    while (next_sign(&back, &at))
        last = at;
    if (last.n == 1 && *last.p == '|') {
        sides |= GO_EDGE_RIGHT;
        row->n = (size_t)(last.p - row->p);
    }
    return sides;
}

static enum status read_cells(struct go_pattern_reader *d, struct span row)
{
    struct go_pattern *p = d->p;
    const char *front = row.p;
    uint8_t sides = eat_sides(&row);
    int points = count_signs(row);
    bool first = p->height == 0;
    struct span at;
    if (first)
        p->width = (uint8_t)(points > GO_MAX_SIZE ? 0 : points);
    if (points > GO_MAX_SIZE)
        return fail_plain(d, front, &TOO_WIDE);
    if (p->height == GO_MAX_SIZE)
        return fail_plain(d, front, &TOO_HIGH);
    if (points == 0)
        return fail_plain(d, front, &NO_CELLS);
    for (int column = 0; column < points && column < p->width; column++) {
        char sign = next_sign(&row, &at);
        enum status st = sign == '|'   ? fail_plain(d, at.p, &SIDE_INSIDE)
                         : sign == '-' ? fail_plain(d, at.p, &EDGE_INSIDE)
                                       : put_cell(d, sign, at, column);
        if (st != STATUS_OK)
            return st;
    }
    if (points != p->width)
        return uneven(d, front, points);
    const uint8_t both = GO_EDGE_LEFT | GO_EDGE_RIGHT;
    if ((p->edges & both) != sides && (!first || (p->edges & both & ~sides)))
        return fail_plain(d, front, &RAGGED_EDGE);
    p->edges |= sides;
    p->height++;
    return STATUS_OK;
}

/* A row of "-" with "+" or "|" at its ends. */
static bool is_edge_row(struct span row)
{
    struct span at;
    size_t dashes = 0;
    for (char sign; (sign = next_sign(&row, &at));) {
        if (sign != '-' && sign != '+' && sign != '|')
            return false;
        dashes += sign == '-';
    }
    return dashes > 0;
}

static enum status read_edge_row(struct go_pattern_reader *d, struct span row)
{
    struct go_pattern *p = d->p;
    const char *front = row.p;
    struct span at;
    bool above = p->height == 0;
    if (above && p->edges & GO_EDGE_TOP)
        return fail_plain(d, front, &EDGE_INSIDE);
    uint8_t sides = 0;
    int n = 0, signs = count_signs(row);
    for (char sign; (sign = next_sign(&row, &at)); n++) {
        if (sign == '-')
            continue;
        if (n > 0 && n < signs - 1)
            return fail_plain(d, at.p, &EDGE_INSIDE);
        sides |= n == 0 ? GO_EDGE_LEFT : GO_EDGE_RIGHT;
    }
    if (!above && sides & ~p->edges)
        return fail_plain(d, front, &RAGGED_EDGE);
    p->edges |= (uint8_t)(sides | (above ? GO_EDGE_TOP : GO_EDGE_BOTTOM));
    return STATUS_OK;
}

/* "X:" or "O:" before everything says who plays the first numbered stone. */
static void read_first_color(struct go_pattern_reader *d)
{
    struct span s = d->text, at;
    char sign = next_sign(&s, &at);
    struct span colon = s;
    if ((sign != 'X' && sign != 'O') || next_sign(&colon, &at) != ':')
        return;
    d->first_color = sign == 'X' ? GO_BLACK : GO_WHITE;
    d->rest = colon;
}

static enum status read_plain(struct go_pattern_reader *d)
{
    enum status st = STATUS_OK;
    struct span row;
    while (st == STATUS_OK && next_row(d, &row)) {
        skip_blanks(&row);
        if (row.n == 0)
            continue;
        if (d->p->edges & GO_EDGE_BOTTOM)
            return fail_plain(d, row.p, &EDGE_INSIDE);
        st = is_edge_row(row) ? read_edge_row(d, row) : read_cells(d, row);
    }
    return st;
}

/* --- Reading: boards with coordinates --------------------------------------------------------- */

static bool is_column_name(struct span token, int column)
{
    struct buf name;
    buf_init(&name, 32);
    go_point_print(go_point(column, 0), &name);
    bool same = buf_status(&name) == STATUS_OK && span_eq(token, span_make(name.p, name.n - 1));
    buf_release(&name);
    return same;
}

static struct span next_token(struct span *s)
{
    size_t n = 0;
    skip_blanks(s);
    while (n < s->n && !memchr(" \t\r", s->p[n], 3))
        n++;
    struct span token = span_make(s->p, n);
    *s = span_skip(*s, n);
    return token;
}

/* Is the row the names of columns, A first (or last: the board turned round)?  How many. */
static int count_columns(struct span row, bool *turned)
{
    struct span ahead = row, token;
    int n = 0;
    while (next_token(&ahead).n)
        n++;
    if (n == 0 || n > GO_MAX_SIZE)
        return 0;
    token = next_token(&row);
    *turned = !is_column_name(token, 0);
    for (int i = 0; i < n; i++, token = next_token(&row))
        if (!is_column_name(token, *turned ? n - 1 - i : i))
            return 0;
    return n;
}

/* Eats a row's number; 0 if there is none. */
static int eat_label(struct span *row)
{
    int n = 0;
    skip_blanks(row);
    while (row->n && row->p[0] >= '0' && row->p[0] <= '9' && n <= GO_MAX_SIZE) {
        n = n * 10 + (row->p[0] - '0');
        *row = span_skip(*row, 1);
    }
    return n;
}

static enum status read_board_row(struct go_pattern_reader *d, struct span row, int *label,
                                  bool turned)
{
    struct go_pattern *p = d->p;
    const char *front = row.p;
    struct span at;
    int number = eat_label(&row), want = *label + (turned ? 1 : -1);
    if (number < 1 || number > GO_MAX_SIZE || (*label ? number != want : turned && number != 1))
        return fail_plain(d, front, &BAD_LABEL);
    *label = number;
    for (int column = 0; column < p->width; column++) {
        char sign = next_sign(&row, &at);
        enum status st = sign ? put_cell(d, sign, at, column) : uneven(d, front, column);
        if (st != STATUS_OK)
            return st;
    }
    p->height++;
    const char *behind = row.p;
    if (row.n && (eat_label(&row) != number || (skip_blanks(&row), row.n)))
        return fail_plain(d, behind, &BAD_END);
    return STATUS_OK;
}

/* Left and right are exchanged, rows stand upside down already. */
static void turn_columns(struct go_pattern *p)
{
    for (int row = 0; row < p->height; row++)
        for (int a = 0, b = p->width - 1; a < b; a++, b--) {
            uint8_t *cells = &p->cell[row * p->width], cell = cells[a];
            cells[a] = cells[b];
            cells[b] = cell;
        }
    for (int i = 0; i < GO_PATTERN_MOVES; i++)
        p->moves[i].column = (uint8_t)(p->width - 1 - p->moves[i].column);
}

static void turn_rows(struct go_pattern *p)
{
    for (int a = 0, b = p->height - 1; a < b; a++, b--)
        for (int column = 0; column < p->width; column++) {
            uint8_t *x = &p->cell[a * p->width + column], *y = &p->cell[b * p->width + column];
            uint8_t cell = *x;
            *x = *y;
            *y = cell;
        }
    for (int i = 0; i < GO_PATTERN_MOVES; i++)
        p->moves[i].row = (uint8_t)(p->height - 1 - p->moves[i].row);
}

/* From the row after the names of the columns to the end, or to their second row. */
static enum status read_board(struct go_pattern_reader *d, int columns, bool turned)
{
    struct go_pattern *p = d->p;
    enum status st = STATUS_OK;
    struct span row = {0};
    int label = 0;
    bool unused;
    p->width = (uint8_t)columns;
    p->edges = GO_EDGE_LEFT | GO_EDGE_RIGHT | GO_EDGE_BOTTOM | GO_EDGE_TOP;
    while (st == STATUS_OK && next_row(d, &row) && count_columns(row, &unused) != columns) {
        skip_blanks(&row);
        if (row.n)
            st = read_board_row(d, row, &label, turned);
    }
    if (st == STATUS_OK && p->height && !turned && label != 1)
        return fail_plain(d, row.p, &BAD_LABEL);
    if (turned) { /* now both are turned once, and the end of reading turns rows again */
        turn_columns(p);
        turn_rows(p);
    }
    return st;
}

/* --- Reading ---------------------------------------------------------------------------------- */

static enum status number_moves(struct go_pattern_reader *d)
{
    struct go_pattern *p = d->p;
    int last = GO_PATTERN_MOVES;
    while (last > 0 && !d->move_at[last - 1])
        last--;
    for (int i = 0; i < last; i++) {
        if (!d->move_at[i])
            return fail(d, d->move_at[last - 1], &MISSING, span_make(&MOVE_SIGNS[i], 1),
                        (struct span){0});
        p->moves[i].color = (uint8_t)(d->first_color ^ (i & 1));
    }
    p->move_count = (uint8_t)last;
    memset(&p->moves[last], 0, (size_t)(GO_PATTERN_MOVES - last) * sizeof p->moves[0]);
    return STATUS_OK;
}

static enum status finish(struct go_pattern_reader *d)
{
    struct go_pattern *p = d->p;
    bool says = false;
    if (p->height == 0)
        return fail_plain(d, d->text.p, &NO_CELLS);
    for (int i = 0; i < p->width * p->height; i++)
        says |= p->cell[i] != GO_WANT_ANY;
    if (!says)
        return fail_plain(d, d->text.p, &SAYS_NOTHING);
    turn_rows(p);
    return number_moves(d);
}

enum status go_pattern_parse(struct go_pattern *p, struct span text, struct err *err)
{
    struct go_pattern_reader d = {.p = p, .text = text, .err = err, .line = 1, .rest = text};
    struct span row;
    int columns = 0;
    bool turned = false;
    memset(p, 0, sizeof *p);
    while (columns == 0 && next_row(&d, &row))
        columns = count_columns(row, &turned);
    if (columns == 0) {
        d.rest = text;
        d.breaks = 0;
        read_first_color(&d);
    }
    enum status st = columns ? read_board(&d, columns, turned) : read_plain(&d);
    return st == STATUS_OK ? finish(&d) : st;
}

/* --- Printing --------------------------------------------------------------------------------- */

static void print_edge_row(const struct go_pattern *p, struct buf *out)
{
    if (p->edges & GO_EDGE_LEFT)
        buf_add_char(out, '+');
    for (int i = 0; i < p->width; i++)
        buf_add_char(out, '-');
    if (p->edges & GO_EDGE_RIGHT)
        buf_add_char(out, '+');
}

static char sign_of(const struct go_pattern *p, int column, int row)
{
    for (int i = 0; i < p->move_count; i++)
        if (p->moves[i].column == column && p->moves[i].row == row)
            return MOVE_SIGNS[i];
    return SIGNS[p->cell[row * p->width + column]];
}

void go_pattern_print(const struct go_pattern *p, struct buf *out)
{
    if (p->move_count && p->moves[0].color == GO_WHITE)
        buf_add_str(out, "O:");
    if (p->edges & GO_EDGE_TOP) {
        print_edge_row(p, out);
        buf_add_char(out, '/');
    }
    for (int row = p->height - 1; row >= 0; row--) {
        if (p->edges & GO_EDGE_LEFT)
            buf_add_char(out, '|');
        for (int column = 0; column < p->width; column++)
            buf_add_char(out, sign_of(p, column, row));
        buf_add_str(out, p->edges & GO_EDGE_RIGHT ? "|" : "");
        buf_add_str(out, row ? "/" : "");
    }
    if (p->edges & GO_EDGE_BOTTOM) {
        buf_add_char(out, '/');
        print_edge_row(p, out);
    }
}

/* --- Comparing, and images -------------------------------------------------------------------- */

bool go_pattern_equal(const struct go_pattern *a, const struct go_pattern *b)
{
    if (a->width != b->width || a->height != b->height || a->edges != b->edges ||
        a->move_count != b->move_count ||
        memcmp(a->cell, b->cell, (size_t)a->width * a->height) != 0)
        return false;
    for (int i = 0; i < a->move_count; i++)
        if (a->moves[i].column != b->moves[i].column || a->moves[i].row != b->moves[i].row ||
            a->moves[i].color != b->moves[i].color)
            return false;
    return true;
}

int go_point_image(int point, int width, int height, unsigned symmetry)
{
    int column = go_column(point), row = go_row(point);
    if (symmetry & GO_MIRROR)
        column = width - 1 - column;
    if (symmetry & GO_UPSIDE_DOWN)
        row = height - 1 - row;
    return symmetry & GO_TRANSPOSE ? go_point(row, column) : go_point(column, row);
}

unsigned go_symmetry_inverse(unsigned symmetry)
{
    if (!(symmetry & GO_TRANSPOSE))
        return symmetry;
    unsigned rest = symmetry & ~(unsigned)(GO_MIRROR | GO_UPSIDE_DOWN);
    return rest | (symmetry & GO_MIRROR ? GO_UPSIDE_DOWN : 0) |
           (symmetry & GO_UPSIDE_DOWN ? GO_MIRROR : 0);
}

static unsigned swap_bits(unsigned set, unsigned a, unsigned b)
{
    return (set & ~(a | b)) | (set & a ? b : 0) | (set & b ? a : 0);
}

static uint8_t edges_image(unsigned edges, unsigned symmetry)
{
    if (symmetry & GO_MIRROR)
        edges = swap_bits(edges, GO_EDGE_LEFT, GO_EDGE_RIGHT);
    if (symmetry & GO_UPSIDE_DOWN)
        edges = swap_bits(edges, GO_EDGE_BOTTOM, GO_EDGE_TOP);
    if (symmetry & GO_TRANSPOSE) {
        edges = swap_bits(edges, GO_EDGE_LEFT, GO_EDGE_BOTTOM);
        edges = swap_bits(edges, GO_EDGE_RIGHT, GO_EDGE_TOP);
    }
    return (uint8_t)edges;
}

void go_pattern_image(const struct go_pattern *p, unsigned symmetry, struct go_pattern *out)
{
    bool transposed = symmetry & GO_TRANSPOSE, exchanged = symmetry & GO_COLORS;
    memset(out, 0, sizeof *out);
    out->width = transposed ? p->height : p->width;
    out->height = transposed ? p->width : p->height;
    out->edges = edges_image(p->edges, symmetry);
    out->move_count = p->move_count;
    for (int row = 0; row < p->height; row++)
        for (int column = 0; column < p->width; column++) {
            int to = go_point_image(go_point(column, row), p->width, p->height, symmetry);
            unsigned want = p->cell[row * p->width + column];
            if (exchanged)
                want = swap_bits(want, GO_WANT_BLACK, GO_WANT_WHITE);
            out->cell[go_row(to) * out->width + go_column(to)] = (uint8_t)want;
        }
    for (int i = 0; i < p->move_count; i++) {
        int from = go_point(p->moves[i].column, p->moves[i].row);
        int to = go_point_image(from, p->width, p->height, symmetry);
        out->moves[i].column = (uint8_t)go_column(to);
        out->moves[i].row = (uint8_t)go_row(to);
        out->moves[i].color = (uint8_t)(p->moves[i].color ^ exchanged);
    }
}
