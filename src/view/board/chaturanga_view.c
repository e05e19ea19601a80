/* chaturanga_view.c: chaturanga as a row of the table of views. */
#include "formats/chaturanga/chaturanga_line.h"
#include "view/board/chaturanga_picture.h"
#include "view/board/game_view.h"

static enum status bad_sign(const struct msg *what, const char *text, struct err *err)
{
    return err_set(err, STATUS_RANGE, what, span_of(text), (struct span){0});
}

static bool parse_arrow(const char *text, struct chaturanga_arrow *out)
{
    struct span s = span_of(text);
    return s.n == 4 && chaturanga_square_parse(span_make(s.p, 2), &out->from) &&
           chaturanga_square_parse(span_make(s.p + 2, 2), &out->to);
}

static enum status check_signs(const struct view_board *what, struct err *err)
{
    static const struct msg BAD_MARK = {"expected a square such as d4, found %1",
                                        "d4 のような升を指定してください: %1"};
    static const struct msg BAD_ARROW = {"expected an arrow such as d2d4, found %1",
                                         "d2d4 のような矢印を指定してください: %1"};
    static const struct msg NO_PART = {"cannot show part of a chaturanga board: %1",
                                       "チャトランガの盤は一部だけの表示ができません: %1"};
    int square;
    struct chaturanga_arrow arrow;
    if (what->part)
        return bad_sign(&NO_PART, what->part, err);
    for (size_t i = 0; i < what->n_marks; i++)
        if (!chaturanga_square_parse(span_of(what->marks[i]), &square))
            return bad_sign(&BAD_MARK, what->marks[i], err);
    for (size_t i = 0; i < what->n_arrows; i++)
        if (!parse_arrow(what->arrows[i], &arrow))
            return bad_sign(&BAD_ARROW, what->arrows[i], err);
    return STATUS_OK;
}

static enum status draw(const struct view_board *what, const struct chaturanga_picture *p,
                        struct buf *out, unsigned *notes, struct err *err)
{
    struct drawing d;
    enum status st = chaturanga_board_draw(&d, p, what->opt, err);
    if (st == STATUS_OK)
        st = view_drawing(&d, what, out, notes, err);
    drawing_release(&d);
    return st;
}

static enum status board(const struct view_board *what, struct buf *out, unsigned *notes,
                         struct err *err)
{
    struct chaturanga_picture p;
    chaturanga_picture_init(&p);
    enum status st = check_signs(what, err);
    if (st == STATUS_OK)
        st = chaturanga_picture_fill(&p, what->rec, what->ply, what->opt->lang, err);
    if (st == STATUS_OK) {
        int square;
        for (size_t i = 0; i < what->n_marks; i++)
            if (chaturanga_square_parse(span_of(what->marks[i]), &square))
                p.rings |= UINT64_C(1) << square;
        for (size_t i = 0; i < what->n_arrows && p.n_arrows < CHATURANGA_MAX_ARROWS; i++)
            p.n_arrows += parse_arrow(what->arrows[i], &p.arrows[p.n_arrows]);
        if (what->form == VIEW_TEXT)
            chaturanga_board_text(&p, what->opt, out);
        else
            st = draw(what, &p, out, notes, err);
    }
    chaturanga_picture_release(&p);
    return st;
}

static enum status position(const struct record *rec, uint32_t ply, struct record *out,
                            struct err *err)
{
    struct chaturanga_picture p;
    struct chaturanga_line line;
    chaturanga_picture_init(&p);
    chaturanga_line_init(&line);
    enum status st = chaturanga_picture_fill(&p, rec, ply, LANG_EN, err);
    if (st == STATUS_OK)
        st = record_clear(out, rec->game);
    if (st == STATUS_OK) {
        chaturanga_line_clear(&line, out);
        p.pos.ply = rec->start_ply + ply;
        st = chaturanga_line_start(&line, &p.pos);
    }
    for (uint32_t i = 0; st == STATUS_OK && i < rec->header_count; i++)
        st = record_add_header(out, rec->headers[i].id, rec->headers[i].key, rec->headers[i].value);
    chaturanga_line_release(&line);
    chaturanga_picture_release(&p);
    return st == STATUS_NOMEM ? err_nomem(err) : st;
}

static enum status json(const struct record *rec, uint32_t ply, enum lang lang, struct json *j,
                        struct err *err)
{
    struct chaturanga_picture p;
    struct buf text;
    chaturanga_picture_init(&p);
    enum status st = chaturanga_picture_fill(&p, rec, ply, lang, err);
    buf_init(&text, BUF_DEFAULT_MAX);
    if (st == STATUS_OK) {
        chaturanga_print(&p.pos, &text);
        json_key_str(j, "position", buf_span(&text));
        buf_clear(&text);
        if (p.last)
            chaturanga_turn_print(&p.before, p.last, &text);
        json_key_str(j, "move", buf_span(&text));
        buf_clear(&text);
        if (p.last)
            chaturanga_turn_text(&p.before, p.last, lang, &text);
        json_key_str(j, "move_text", buf_span(&text));
        st = buf_status(&text) ? err_nomem(err) : STATUS_OK;
    }
    buf_release(&text);
    chaturanga_picture_release(&p);
    return st;
}

const struct game_view chaturanga_view = {
    .game = &chaturanga_game,
    .check_signs = check_signs,
    .board = board,
    .result = chaturanga_result_text,
    .page = chaturanga_page,
    .position = position,
    .json = json,
};
