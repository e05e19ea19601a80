/* go_view.c: Go as a row of the table of views. */
#include "base/alloc.h"
#include "formats/go/go_line.h"
#include "view/board/game_view.h"
#include "view/board/go_board.h"
#include "view/board/shogi_move_text.h"

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
