/* go_board.c: a record of Go at one of its plies; and the board in characters. */
#include "view/go_board.h"

#include "formats/sgf_lexer.h"
#include "view/text_width.h"

void go_picture_init(struct go_picture *p)
{
    memset(p, 0, sizeof *p);
    buf_init(&p->title, BUF_DEFAULT_MAX);
    buf_init(&p->caption, BUF_DEFAULT_MAX);
}

void go_picture_release(struct go_picture *p)
{
    buf_release(&p->title);
    buf_release(&p->caption);
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

/* One value of LB ("dd:A"), TR, SQ, CR, MA. */
static void add_mark(struct go_picture *p, enum go_sign sign, struct span value)
{
    int column, row;
    struct span point = span_make(value.p, value.n < 2 ? value.n : 2);
    if (!sgf_point(point, &column, &row) || column >= p->pos.width || row >= p->pos.height)
        return;
    struct go_mark *mark = &p->marks[go_point(column, p->pos.height - 1 - row)];
    if (sign == GO_SIGN_LABEL && value.n > 3)
        set_label(mark, span_skip(value, 3));
    else if (sign != GO_SIGN_LABEL)
        mark->sign = sign;
}

static enum go_sign sign_of(uint32_t id)
{
    if (id == SGF_ID('L', 'B'))
        return GO_SIGN_LABEL;
    if (id == SGF_ID('C', 'R'))
        return GO_SIGN_RING;
    if (id == SGF_ID('S', 'Q'))
        return GO_SIGN_SQUARE;
    if (id == SGF_ID('M', 'A'))
        return GO_SIGN_CROSS;
    return id == SGF_ID('T', 'R') ? GO_SIGN_TRIANGLE : GO_SIGN_NONE;
}

/* What SGF has in this place besides the move. */
static void add_marks(struct go_picture *p, struct span extra)
{
    struct sgf_lexer lexer = sgf_lexer_over(extra);
    struct sgf_property prop;
    for (enum sgf_kind kind; (kind = sgf_next(&lexer, &prop)) != SGF_END;) {
        enum go_sign sign = kind == SGF_PROPERTY ? sign_of(prop.id) : GO_SIGN_NONE;
        struct span value;
        while (sign != GO_SIGN_NONE && sgf_next_value(&prop.values, &value))
            add_mark(p, sign, value);
    }
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

static void add_title(struct go_picture *p, const struct record *rec)
{
    struct span event = record_header(rec, HEADER_EVENT);
    struct span date = record_header(rec, HEADER_START_TIME);
    if (event.n == 0)
        event = record_header(rec, HEADER_TITLE);
    buf_add_span(&p->title, event);
    buf_add_str(&p->title, event.n && date.n ? "  " : "");
    buf_add_span(&p->title, date);
}

static void number_stone(struct go_picture *p, go_move m, uint32_t number)
{
    struct buf text;
    buf_init(&text, GO_LABEL_BYTES);
    buf_add_u64(&text, number);
    set_label(&p->marks[go_move_point(m)], buf_span(&text));
    buf_release(&text);
}

enum status go_picture_fill(struct go_picture *p, const struct record *rec, uint32_t ply,
                            uint32_t numbers, enum lang lang, struct err *err)
{
    enum status st = go_pos_parse(&p->pos, rec->start, err);
    if (st != STATUS_OK)
        return st;
    uint32_t node = 0;
    for (p->ply = 0; p->ply < ply; p->ply++) {
        node = rec->nodes[node].child;
        p->last = (go_move)rec->nodes[node].move;
        go_play(&p->pos, p->last, NULL); /* damaged ones do nothing */
        if (ply - p->ply <= numbers && go_move_kind(p->last) == GO_PLAY &&
            go_on_board(&p->pos, go_move_point(p->last)))
            number_stone(p, p->last, rec->start_ply + p->ply + 1);
    }
    add_marks(p, record_note_at(rec, node)->extra);
    for (int seat = 0; seat < 2; seat++)
        p->name[seat] = record_header(rec, HEADER_PLAYER + seat);
    add_title(p, rec);
    add_caption(p, rec, lang);
    return buf_status(&p->title) || buf_status(&p->caption) ? err_nomem(err) : STATUS_OK;
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

/* Places seen from White's side are turned round. */
static int nth(const struct board_options *opt, int size, int n)
{
    return opt->flip ? size - 1 - n : n;
}

static void add_columns(struct buf *out, const struct go_picture *p,
                        const struct board_options *opt, int cell)
{
    struct buf name;
    if (opt->no_coordinates)
        return;
    buf_init(&name, 32);
    buf_add_str(out, "  ");
    for (int i = 0; i < p->pos.width; i++) {
        buf_clear(&name);
        go_point_print(go_point(nth(opt, p->pos.width, i), 0), &name);
        name.n--; /* the row */
        for (size_t blanks = (size_t)cell - name.n; blanks > 0; blanks--)
            buf_add_char(out, ' ');
        buf_add_span(out, buf_span(&name));
    }
    buf_add_char(out, '\n');
    buf_release(&name);
}

static char sign_at(const struct go_picture *p, int column, int row)
{
    static const char stones[] = {'.', 'X', 'O'};
    int stone = go_stone_at(&p->pos, go_point(column, row));
    if (stone == GO_EMPTY && go_is_star(p->pos.width, p->pos.height, column, row))
        return '+';
    return stones[stone];
}

static void add_row(struct buf *out, const struct go_picture *p, const struct board_options *opt,
                    int row, int cell)
{
    int last = p->last ? go_move_point(p->last) : -1;
    bool behind = false; /* the last point had brackets */
    if (!opt->no_coordinates)
        buf_printf(out, "%2d", row + 1);
    for (int i = 0; i < p->pos.width; i++) {
        int column = nth(opt, p->pos.width, i);
        bool marked = go_point(column, row) == last;
        for (int blanks = cell - 1; blanks > 1; blanks--)
            buf_add_char(out, ' ');
        buf_add_char(out, marked ? '(' : behind ? ')' : ' ');
        buf_add_char(out, sign_at(p, column, row));
        behind = marked;
    }
    buf_add_str(out, behind ? ")" : opt->no_coordinates ? "" : " ");
    if (!opt->no_coordinates)
        buf_printf(out, "%d", row + 1);
    buf_add_char(out, '\n');
}

static void add_names(struct buf *out, const struct go_picture *p, enum lang lang)
{
    static const struct msg heads[2] = {{"Black (X): ", "黒（X）："}, {"White (O): ", "白（O）："}};
    for (int seat = 0; seat < 2; seat++) {
        if (p->name[seat].n == 0)
            continue;
        buf_add_str(out, msg_in(&heads[seat], lang));
        text_add_clean(out, p->name[seat]);
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
}

void go_board_text(const struct go_picture *p, const struct board_options *opt, struct buf *out)
{
    int cell = p->pos.width > 25 ? 3 : 2;
    if (p->title.n) {
        text_add_clean(out, buf_span(&p->title));
        buf_add_char(out, '\n');
    }
    add_names(out, p, opt->lang);
    add_columns(out, p, opt, cell);
    for (int i = 0; i < p->pos.height; i++)
        add_row(out, p, opt, opt->flip ? i : p->pos.height - 1 - i, cell);
    add_columns(out, p, opt, cell);
    add_footer(out, p, opt->lang);
}
