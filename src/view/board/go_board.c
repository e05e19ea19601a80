/* go_board.c: a record of Go at one of its plies; and the board in characters. */
#include "view/board/go_board.h"

#include "formats/go/sgf_lexer.h"
#include "view/draw/text_width.h"

void go_picture_init(struct go_picture *p)
{
    memset(p, 0, sizeof *p);
    buf_init(&p->title, BUF_DEFAULT_MAX);
    buf_init(&p->caption, BUF_DEFAULT_MAX);
    buf_init(&p->again, BUF_DEFAULT_MAX);
}

void go_picture_release(struct go_picture *p)
{
    buf_release(&p->title);
    buf_release(&p->caption);
    buf_release(&p->again);
}

/* --- Filling ---------------------------------------------------------------------------------- */

static void set_label(struct go_mark *mark, struct span text)
{
    size_t n = text.n < GO_LABEL_BYTES ? text.n : GO_LABEL_BYTES - 1;
    while (n && n < text.n && ((unsigned char)text.p[n] & 0xC0) == 0x80)
        n--; /* at a character */
    memcpy(mark->label, text.p, n);
    mark->label[n] = '\0';
    mark->sign = GO_SIGN_LABEL;
}

/* Eats "dd"; false if that is no point of the board. */
static bool eat_point(const struct go_picture *p, struct span *value, int *column, int *row)
{
    struct span point = span_make(value->p, value->n < 2 ? value->n : 2);
    if (!sgf_point(point, column, row) || *column >= p->pos.width || *row >= p->pos.height)
        return false;
    *row = p->pos.height - 1 - *row;
    *value = span_skip(*value, 2);
    return true;
}

/* One value of LB ("dd:A"), or of a list of points ("dd", "dd:ff"). */
static void add_mark(struct go_picture *p, enum go_sign sign, struct span value)
{
    int from[2], to[2];
    if (!eat_point(p, &value, &from[0], &from[1]))
        return;
    bool more = span_eat(&value, SPAN(":"));
    if (sign == GO_SIGN_LABEL) {
        if (more && value.n)
            set_label(&p->marks[go_point(from[0], from[1])], value);
        return;
    }
    if (!more || !eat_point(p, &value, &to[0], &to[1]))
        memcpy(to, from, sizeof to);
    for (int row = to[1]; row <= from[1]; row++)
        for (int column = from[0]; column <= to[0]; column++)
            p->marks[go_point(column, row)].sign = sign;
}

/* One value of AR or LN: "dd:ff". */
static void add_stroke(struct go_picture *p, bool arrow, struct span value)
{
    int from[2], to[2];
    if (p->n_strokes == GO_MAX_STROKES || !eat_point(p, &value, &from[0], &from[1]) ||
        !span_eat(&value, SPAN(":")) || !eat_point(p, &value, &to[0], &to[1]))
        return;
    p->strokes[p->n_strokes++] =
        (struct go_stroke){go_point(from[0], from[1]), go_point(to[0], to[1]), arrow};
}

/* FF[3]'s L: letters in the order of the points. */
static void add_letter(struct go_picture *p, int n, struct span value)
{
    int column, row;
    char letter = (char)('A' + n % 26);
    if (eat_point(p, &value, &column, &row))
        set_label(&p->marks[go_point(column, row)], span_make(&letter, 1));
}

static enum go_sign sign_of(uint32_t id)
{
    static const struct {
        uint32_t id;
        enum go_sign sign;
    } signs[] = {
        {SGF_ID('L', 'B'), GO_SIGN_LABEL},      {SGF_ID('C', 'R'), GO_SIGN_RING},
        {SGF_ID('S', 'Q'), GO_SIGN_SQUARE},     {SGF_ID('M', 'A'), GO_SIGN_CROSS},
        {SGF_ID1('M'), GO_SIGN_CROSS},          {SGF_ID('T', 'R'), GO_SIGN_TRIANGLE},
        {SGF_ID('T', 'B'), GO_SIGN_BLACK_AREA}, {SGF_ID('T', 'W'), GO_SIGN_WHITE_AREA},
    };
    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++)
        if (signs[i].id == id)
            return signs[i].sign;
    return GO_SIGN_NONE;
}

static void add_property(struct go_picture *p, const struct sgf_property *prop)
{
    enum go_sign sign = sign_of(prop->id);
    bool arrow = prop->id == SGF_ID('A', 'R'), stroke = arrow || prop->id == SGF_ID('L', 'N');
    bool letters = prop->id == SGF_ID1('L');
    struct span values = prop->values, value;
    for (int n = 0; (sign || stroke || letters) && sgf_next_value(&values, &value); n++) {
        if (sign)
            add_mark(p, sign, value);
        else if (stroke)
            add_stroke(p, arrow, value);
        else
            add_letter(p, n, value);
    }
}

/* What SGF has in this place besides the move. */
static void add_marks(struct go_picture *p, struct span extra)
{
    struct sgf_lexer lexer = sgf_lexer_over(extra);
    struct sgf_property prop;
    for (enum sgf_kind kind; (kind = sgf_next(&lexer, &prop)) != SGF_END;)
        if (kind == SGF_PROPERTY)
            add_property(p, &prop);
}

void go_move_text(go_move m, enum lang lang, struct buf *out)
{
    static const struct msg sides[2] = {{"Black", "黒"}, {"White", "白"}};
    static const struct msg what[4] = {{"%1 %2", "%1 %2"},
                                       {"%1 put on %2", "%2 に%1を置く"},
                                       {"%2 emptied", "%2 を取り除く"},
                                       {"%1 to play", "%1番"}};
    static const struct msg pass = {"%1 passes", "%1 パス"};
    struct buf point;
    buf_init(&point, 32);
    if (go_move_point(m) >= 0)
        go_point_print(go_move_point(m), &point);
    bool passes = go_move_kind(m) == GO_PLAY && go_move_is_pass(m);
    msg_format(passes ? &pass : &what[go_move_kind(m)], lang,
               span_of(msg_in(&sides[go_move_color(m)], lang)), buf_span(&point), out);
    buf_release(&point);
}

static void add_caption(struct go_picture *p, const struct record *rec, enum lang lang)
{
    if (!p->last)
        return;
    buf_printf(&p->caption, lang == LANG_JA ? "第%u手　" : "Move %u: ", rec->start_ply + p->ply);
    go_move_text(p->last, lang, &p->caption);
}

static void number_stone(struct go_picture *p, go_move m, uint32_t number, enum lang lang)
{
    struct go_mark *mark = &p->marks[go_move_point(m)];
    p->numbered = true;
    if (mark->sign == GO_SIGN_LABEL) { /* as books have it: "65 at 52" */
        buf_printf(&p->again, lang == LANG_JA ? "%s%u(%s)" : "%s%u at %s",
                   p->again.n ? (lang == LANG_JA ? "　" : ", ") : "", number, mark->label);
        return;
    }
    set_label(mark, SPAN_U64(number));
}

/* Is the nth move one of those that get numbers? */
static bool has_number(const struct board_options *opt, uint32_t n, uint32_t ply)
{
    if (opt->number_to)
        return n >= opt->number_from && n <= opt->number_to;
    return ply - n < opt->numbers;
}

static void add_players(struct go_picture *p, const struct record *rec)
{
    static const struct span keys[2] = {SPAN_INIT("BR"), SPAN_INIT("WR")};
    for (int seat = 0; seat < 2; seat++) {
        p->name[seat] = record_header(rec, HEADER_PLAYER + seat);
        for (uint32_t i = 0; i < rec->header_count; i++)
            if (span_eq(rec->headers[i].key, keys[seat]))
                p->rank[seat] = span_trim(rec->headers[i].value);
    }
}

enum status go_picture_fill(struct go_picture *p, const struct record *rec, uint32_t ply,
                            const struct board_options *opt, struct err *err)
{
    enum status st = go_pos_parse(&p->pos, rec->start, err);
    if (st != STATUS_OK)
        return st;
    uint32_t node = 0;
    for (p->ply = 0; p->ply < ply; p->ply++) {
        node = rec->nodes[node].child;
        p->last = (go_move)rec->nodes[node].move;
        go_play(&p->pos, p->last, NULL); /* damaged ones do nothing */
        if (has_number(opt, p->ply + 1, ply) && go_move_kind(p->last) == GO_PLAY &&
            go_on_board(&p->pos, go_move_point(p->last)))
            number_stone(p, p->last, rec->start_ply + p->ply + 1, opt->lang);
    }
    add_marks(p, record_note_at(rec, node)->extra);
    add_players(p, rec);
    struct span event = record_header(rec, HEADER_EVENT);
    struct span date = record_header(rec, HEADER_START_TIME);
    if (event.n == 0)
        event = record_header(rec, HEADER_TITLE);
    buf_add_span(&p->title, event);
    buf_add_str(&p->title, event.n && date.n ? "  " : "");
    buf_add_span(&p->title, date);
    add_caption(p, rec, opt->lang);
    return buf_status(&p->title) || buf_status(&p->caption) || buf_status(&p->again)
               ? err_nomem(err)
               : STATUS_OK;
}

bool go_part_parse(struct span text, const struct go_pos *pos, struct go_part *part)
{
    int a, b;
    if (!go_point_parse(&text, &a) || !span_eat(&text, SPAN("..")) || !go_point_parse(&text, &b) ||
        text.n || !go_on_board(pos, a) || !go_on_board(pos, b))
        return false;
    int columns[2] = {go_column(a), go_column(b)}, rows[2] = {go_row(a), go_row(b)};
    int c = columns[0] > columns[1], r = rows[0] > rows[1];
    *part = (struct go_part){columns[c], columns[!c], rows[r], rows[!r]};
    return true;
}

struct go_part go_picture_part(const struct go_picture *p)
{
    if (p->part.left || p->part.right || p->part.bottom || p->part.top)
        return p->part;
    return (struct go_part){0, p->pos.width - 1, 0, p->pos.height - 1};
}

/* --- Stars ------------------------------------------------------------------------------------ */

/* Lines with stars: the third or fourth from the edges, and the middle one if there is one. */
static bool is_star_line(int size, int n)
{
    int edge = size >= 13 ? 3 : 2;
    if (size < 7)
        return false;
    return n == edge || n == size - 1 - edge || (size % 2 == 1 && n == size / 2);
}

bool go_is_star(int width, int height, int column, int row)
{
    bool middle = (column == width / 2 && width % 2) || (row == height / 2 && height % 2);
    bool centre = column == width / 2 && row == height / 2;
    bool small = width < 15 || height < 15; /* sides have none there */
    return is_star_line(width, column) && is_star_line(height, row) &&
           (!middle || centre || !small);
}

/* --- In characters ---------------------------------------------------------------------------- */

/* The nth place from `low` to `high`; seen from White's side they are turned round. */
static int nth(const struct board_options *opt, int low, int high, int n)
{
    return opt->flip ? high - n : low + n;
}

static void add_columns(struct buf *out, const struct go_picture *p,
                        const struct board_options *opt, int cell)
{
    struct go_part part = go_picture_part(p);
    struct buf name;
    if (opt->no_coordinates)
        return;
    buf_init(&name, 32);
    buf_add_str(out, "  ");
    for (int i = 0; i <= part.right - part.left; i++) {
        buf_clear(&name);
        go_point_print(go_point(nth(opt, part.left, part.right, i), 0), &name);
        name.n--; /* the row */
        for (size_t blanks = (size_t)cell - name.n; blanks > 0; blanks--)
            buf_add_char(out, ' ');
        buf_add_span(out, buf_span(&name));
    }
    buf_add_char(out, '\n');
    buf_release(&name);
}

static char small_letter(const char *label)
{
    char c = (char)(label[0] | 0x20);
    return label[0] && !label[1] && c >= 'a' && c <= 'z' ? c : 0;
}

/* What stands on a point: a stone, the number of its move, a small letter, a star. */
static void add_point(struct buf *out, const struct go_picture *p, int point, size_t room)
{
    static const char stones[] = {'.', 'X', 'O'};
    int stone = go_stone_at(&p->pos, point);
    const struct go_mark *mark = &p->marks[point];
    bool label = mark->sign == GO_SIGN_LABEL,
         number = mark->label[0] >= '0' && mark->label[0] <= '9';
    if (p->numbered && label && number && strlen(mark->label) <= room) {
        buf_add_str(out, mark->label);
        return;
    }
    if (stone == GO_EMPTY && label && small_letter(mark->label))
        buf_add_char(out, small_letter(mark->label));
    else if (stone == GO_EMPTY &&
             go_is_star(p->pos.width, p->pos.height, go_column(point), go_row(point)))
        buf_add_char(out, '+');
    else
        buf_add_char(out, stones[stone]);
}

static void add_row(struct buf *out, const struct go_picture *p, const struct board_options *opt,
                    int row, int cell)
{
    struct go_part part = go_picture_part(p);
    struct buf sign;
    int last = p->last ? go_move_point(p->last) : -1;
    bool behind = false; /* the last point had brackets */
    buf_init(&sign, 32);
    if (!opt->no_coordinates)
        buf_printf(out, "%2d", row + 1);
    for (int i = 0; i <= part.right - part.left; i++) {
        int point = go_point(nth(opt, part.left, part.right, i), row);
        buf_clear(&sign);
        add_point(&sign, p, point, (size_t)cell - 1);
        size_t room = (size_t)cell - sign.n;
        for (size_t blanks = room; blanks > 0; blanks--)
            buf_add_char(out, blanks == 1 && point == last ? '('
                              : blanks == room && behind   ? ')'
                                                           : ' ');
        behind = point == last;
        buf_add_span(out, buf_span(&sign));
    }
    buf_add_str(out, behind ? ")" : opt->no_coordinates ? "" : " ");
    if (!opt->no_coordinates)
        buf_printf(out, "%d", row + 1);
    buf_add_char(out, '\n');
    buf_release(&sign);
}

static void add_names(struct buf *out, const struct go_picture *p, enum lang lang)
{
    static const struct msg heads[2] = {{"Black (X): ", "黒（X）："}, {"White (O): ", "白（O）："}};
    for (int seat = 0; seat < 2; seat++) {
        if (p->name[seat].n == 0)
            continue;
        buf_add_str(out, msg_in(&heads[seat], lang));
        text_add_clean(out, p->name[seat]);
        buf_add_str(out, p->rank[seat].n ? " " : "");
        text_add_clean(out, p->rank[seat]);
        buf_add_char(out, '\n');
    }
}

static void add_footer(struct buf *out, const struct go_picture *p, enum lang lang)
{
    static const struct msg turn[2] = {{"Black to play", "黒番"}, {"White to play", "白番"}};
    bool ja = lang == LANG_JA;
    if (p->caption.n) {
        text_add_clean(out, buf_span(&p->caption));
        buf_add_str(out, ja ? "　" : "; ");
    }
    buf_add_str(out, msg_in(&turn[p->pos.turn], lang));
    if (p->pos.captured[0] + p->pos.captured[1])
        buf_printf(out, ja ? "　アゲハマ 黒 %u、白 %u" : "; stones taken: by Black %u, by White %u",
                   p->pos.captured[GO_BLACK], p->pos.captured[GO_WHITE]);
    buf_add_char(out, '\n');
    if (p->again.n) {
        buf_add_span(out, buf_span(&p->again));
        buf_add_char(out, '\n');
    }
}

void go_board_text(const struct go_picture *p, const struct board_options *opt, struct buf *out)
{
    struct go_part part = go_picture_part(p);
    int cell = p->numbered ? 4 : part.right >= 25 ? 3 : 2;
    if (p->title.n) {
        text_add_clean(out, buf_span(&p->title));
        buf_add_char(out, '\n');
    }
    add_names(out, p, opt->lang);
    add_columns(out, p, opt, cell);
    for (int i = part.top - part.bottom; i >= 0; i--)
        add_row(out, p, opt, nth(opt, part.bottom, part.top, i), cell);
    add_columns(out, p, opt, cell);
    add_footer(out, p, opt->lang);
}
