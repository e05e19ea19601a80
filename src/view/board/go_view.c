/* go_view.c: Go as a row of the table of views. */
#include "base/alloc.h"
#include "formats/go/go_line.h"
#include "view/board/game_view.h"
#include "view/board/go_board.h"
#include "view/board/shogi_move_text.h"
#include "view/draw/text_width.h"

/* --- Go page ----------------------------------------------------------------------------------
 * A whole game of Go as a page to read: what is known about it, the board at its end,
 * the moves in rows, interrupted by comments; then the variations. */

enum { CELL_COLUMNS = 12, CELLS = 6 };

struct go_page {
    const struct record *rec;
    const struct board_options *opt;
    struct buf *out;
    struct buf cell;
    int in_row;
};

static const struct {
    struct span key;
    struct msg name;
} NAMES[] = {
    {SPAN_INIT("PB"), {"Black", "黒"}},
    {SPAN_INIT("PW"), {"White", "白"}},
    {SPAN_INIT("BR"), {"Black's rank", "黒段位"}},
    {SPAN_INIT("WR"), {"White's rank", "白段位"}},
    {SPAN_INIT("EV"), {"Event", "棋戦"}},
    {SPAN_INIT("RO"), {"Round", "回戦"}},
    {SPAN_INIT("DT"), {"Date", "対局日"}},
    {SPAN_INIT("PC"), {"Place", "場所"}},
    {SPAN_INIT("KM"), {"Komi", "コミ"}},
    {SPAN_INIT("HA"), {"Handicap", "置石"}},
    {SPAN_INIT("RU"), {"Rules", "ルール"}},
    {SPAN_INIT("TM"), {"Time limit", "持ち時間"}},
    {SPAN_INIT("OT"), {"Overtime", "秒読み"}},
    {SPAN_INIT("RE"), {"Result", "結果"}},
    {SPAN_INIT("GN"), {"Title", "表題"}},
    {SPAN_INIT("GC"), {"Note", "備考"}},
    {SPAN_INIT("SO"), {"Source", "出典"}},
    {SPAN_INIT("AN"), {"Notes by", "解説"}},
};

static void add_headers(struct go_page *p)
{
    for (uint32_t i = 0; i < p->rec->header_count; i++) {
        const struct record_header *h = &p->rec->headers[i];
        const char *name = NULL;
        for (size_t n = 0; n < sizeof NAMES / sizeof NAMES[0]; n++)
            if (span_eq(h->key, NAMES[n].key))
                name = msg_in(&NAMES[n].name, p->opt->lang);
        text_add_clean(p->out, name ? span_of(name) : h->key);
        buf_add_str(p->out, p->opt->lang == LANG_JA ? "：" : ": ");
        text_add_clean(p->out, span_trim(h->value));
        buf_add_char(p->out, '\n');
    }
    if (p->rec->header_count)
        buf_add_char(p->out, '\n');
}

static enum status add_board(struct go_page *p, struct err *err)
{
    uint32_t plies;
    struct go_picture *picture = mem_alloc(sizeof *picture);
    if (!picture)
        return err_nomem(err);
    go_picture_init(picture);
    record_last_move(p->rec, &plies);
    enum status st = go_picture_fill(picture, p->rec, plies, p->opt, err);
    if (st == STATUS_OK) {
        buf_clear(&picture->title); /* said above */
        picture->name[0] = picture->name[1] = (struct span){0};
        picture->rank[0] = picture->rank[1] = (struct span){0};
        go_board_text(picture, p->opt, p->out);
        buf_add_char(p->out, '\n');
    }
    go_picture_release(picture);
    mem_free(picture);
    return st;
}

static void end_row(struct go_page *p)
{
    if (p->in_row)
        buf_add_char(p->out, '\n');
    p->in_row = 0;
}

static void add_lines(struct go_page *p, const char *sign, struct span text)
{
    end_row(p);
    text_add_lines(p->out, sign, text);
}

static void add_note(struct go_page *p, uint32_t node)
{
    const struct record_note *note = record_note_at(p->rec, node);
    if (note->bookmark.n)
        add_lines(p, "      & ", note->bookmark);
    if (note->comment.n)
        add_lines(p, "      * ", note->comment);
}

static void add_move(struct go_page *p, uint32_t node, uint32_t number)
{
    if (p->in_row == CELLS)
        end_row(p);
    for (int blanks = text_columns(buf_span(&p->cell)); p->in_row && blanks < CELL_COLUMNS;
         blanks++)
        buf_add_char(p->out, ' ');
    buf_clear(&p->cell);
    buf_printf(&p->cell, "%4u ", number);
    if (p->rec->nodes[node].move)
        go_move_print((go_move)p->rec->nodes[node].move, &p->cell);
    buf_add_span(p->out, buf_span(&p->cell));
    p->in_row++;
    add_note(p, node);
}

static uint32_t depth_of(const struct record *rec, uint32_t node)
{
    uint32_t depth = 0;
    for (; node; node = rec->nodes[node].parent)
        depth++;
    return depth;
}

static void add_result(struct go_page *p)
{
    size_t before = p->out->n;
    end_row(p);
    go_result_text(p->rec, p->opt->lang, p->out);
    if (p->out->n > before)
        buf_add_char(p->out, '\n');
}

static void add_moves(struct go_page *p)
{
    const struct record *rec = p->rec;
    uint32_t depth = 0;
    bool reported = false;
    add_note(p, 0);
    for (uint32_t node = record_next(rec, 0); node; node = record_next(rec, node)) {
        if (rec->nodes[rec->nodes[node].parent].child != node) {
            if (!reported)
                add_result(p);
            reported = true;
            end_row(p);
            depth = depth_of(rec, node) - 1;
            buf_printf(p->out,
                       p->opt->lang == LANG_JA ? "\n変化：%u手\n" : "\nVariation at move %u\n",
                       rec->start_ply + depth + 1);
        }
        add_move(p, node, rec->start_ply + ++depth);
    }
    if (!reported)
        add_result(p);
    end_row(p);
}

static enum status go_page(const struct record *rec, const struct board_options *opt,
                           struct buf *out, struct err *err)
{
    struct go_page p = {.rec = rec, .opt = opt, .out = out};
    buf_init(&p.cell, BUF_DEFAULT_MAX);
    add_headers(&p);
    enum status st = add_board(&p, err);
    if (st == STATUS_OK)
        add_moves(&p);
    if (st == STATUS_OK && (buf_status(out) || buf_status(&p.cell)))
        st = err_nomem(err);
    buf_release(&p.cell);
    return st;
}

static const struct msg BAD_MARK = {"expected a point such as Q16, found %1",
                                    "Q16 のような点を指定してください: %1"};
static const struct msg NO_ARROWS = {"cannot draw arrows on a Go board: %1",
                                     "碁盤に矢印は描けません: %1"};

static bool parse_point(const char *text, int *point)
{
    struct span s = span_of(text);
    return go_point_parse(&s, point) && s.n == 0;
}

static enum status bad_mark(const char *text, struct err *err)
{
    return err_set(err, STATUS_RANGE, &BAD_MARK, span_of(text), (struct span){0});
}

static enum status set_part(const struct view_board *what, struct go_picture *p, struct err *err)
{
    static const struct msg BAD_PART = {"expected a part of this board such as C3..K10, found %1",
                                        "C3..K10 のような、この盤の一部を指定してください: %1"};
    if (!what->part || go_part_parse(span_of(what->part), &p->pos, &p->part))
        return STATUS_OK;
    return err_set(err, STATUS_RANGE, &BAD_PART, span_of(what->part), (struct span){0});
}

static enum status check_signs(const struct view_board *what, struct err *err)
{
    int point;
    if (what->n_arrows)
        return err_set(err, STATUS_RANGE, &NO_ARROWS, span_of(what->arrows[0]), (struct span){0});
    for (size_t i = 0; i < what->n_marks; i++)
        if (!parse_point(what->marks[i], &point))
            return bad_mark(what->marks[i], err);
    return STATUS_OK;
}

static enum status add_rings(const struct view_board *what, struct go_picture *p, struct err *err)
{
    enum status st = check_signs(what, err);
    for (size_t i = 0; i < what->n_marks && st == STATUS_OK; i++) {
        int point;
        if (!parse_point(what->marks[i], &point) || !go_on_board(&p->pos, point))
            return bad_mark(what->marks[i], err);
        p->marks[point].sign = GO_SIGN_RING;
    }
    return st;
}

static enum status draw(const struct view_board *what, const struct go_picture *p, struct buf *out,
                        unsigned *notes, struct err *err)
{
    struct drawing d;
    enum status st = go_board_draw(&d, p, what->opt, err);
    if (st == STATUS_OK)
        st = view_drawing(&d, what, out, notes, err);
    drawing_release(&d);
    return st;
}

static enum status board(const struct view_board *what, struct buf *out, unsigned *notes,
                         struct err *err)
{
    struct go_picture *p = mem_alloc(sizeof *p); /* 70 kB */
    if (!p)
        return err_nomem(err);
    go_picture_init(p);
    enum status st = go_picture_fill(p, what->rec, what->ply, what->opt, err);
    if (st == STATUS_OK)
        st = set_part(what, p, err);
    if (st == STATUS_OK)
        st = add_rings(what, p, err);
    if (st == STATUS_OK && what->form == VIEW_TEXT)
        go_board_text(p, what->opt, out);
    else if (st == STATUS_OK)
        st = draw(what, p, out, notes, err);
    go_picture_release(p);
    mem_free(p);
    return st;
}

static enum status walk(const struct record *rec, uint32_t ply, struct go_pos *pos, struct err *err)
{
    enum status st = go_pos_parse(pos, rec->start, err);
    uint32_t node = 0;
    for (uint32_t i = 0; i < ply && st == STATUS_OK; i++) {
        node = rec->nodes[node].child;
        go_play(pos, (go_move)rec->nodes[node].move, NULL);
    }
    return st;
}

static enum status position(const struct record *rec, uint32_t ply, struct record *out,
                            struct err *err)
{
    struct go_line *line = mem_alloc(sizeof *line);
    struct go_pos pos;
    enum status st = line ? walk(rec, ply, &pos, err) : err_nomem(err);
    if (st != STATUS_OK) {
        mem_free(line);
        return st;
    }
    go_line_init(line);
    st = record_clear(out, rec->game);
    if (st == STATUS_OK) {
        go_line_clear(line, out);
        st = go_line_start(line, &pos);
    }
    for (uint32_t i = 0; st == STATUS_OK && i < rec->header_count; i++)
        st = record_add_header(out, rec->headers[i].id, rec->headers[i].key, rec->headers[i].value);
    go_line_release(line);
    mem_free(line);
    return st == STATUS_OK ? st : err_nomem(err);
}

static enum status json(const struct record *rec, uint32_t ply, enum lang lang, struct json *j,
                        struct err *err)
{
    struct go_pos pos;
    struct buf text;
    go_move m = (go_move)rec->nodes[record_node_at_ply(rec, ply)].move;
    enum status st = walk(rec, ply, &pos, err);
    if (st != STATUS_OK)
        return st;
    buf_init(&text, BUF_DEFAULT_MAX);
    go_pos_print(&pos, &text);
    json_key_str(j, "position", buf_span(&text));
    buf_clear(&text);
    if (m)
        go_move_print(m, &text);
    json_key_str(j, "move", buf_span(&text));
    buf_clear(&text);
    if (m)
        go_move_text(m, lang, &text);
    json_key_str(j, "move_text", buf_span(&text));
    st = buf_status(&text) ? err_nomem(err) : STATUS_OK;
    buf_release(&text);
    return st;
}

const struct game_view go_view = {
    .game = &go_game,
    .check_signs = check_signs,
    .board = board,
    .result = go_result_text,
    .page = go_page,
    .position = position,
    .json = json,
};
