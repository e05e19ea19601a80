/* shogi_view.c: shogi as a row of the table of views. */
#include "formats/shogi/shogi_line.h"
#include "view/board/game_view.h"
#include "view/board/shogi_board.h"
#include "view/board/shogi_board_text.h"
#include "view/board/shogi_move_text.h"
#include "view/board/shogi_page.h"
#include "view/board/shogi_ply_view.h"

enum { MAX_SIGNS = 64 };

static const struct msg BAD_MARK = {"expected a square such as 5e, found %1",
                                    "5e のような升を指定してください: %1"};
static const struct msg BAD_ARROW = {"expected a move such as 7g7f or P*5e, found %1",
                                     "7g7f や P*5e のような手を指定してください: %1"};

static enum status read_marks(const struct view_board *what, struct shogi_mark *marks,
                              struct err *err)
{
    for (size_t i = 0; i < what->n_marks; i++) {
        struct span s = span_of(what->marks[i]);
        bool good = s.n == 2 && s.p[0] >= '1' && s.p[0] <= '9' && s.p[1] >= 'a' && s.p[1] <= 'i';
        if (!good)
            return err_set(err, STATUS_RANGE, &BAD_MARK, s, (struct span){0});
        marks[i] =
            (struct shogi_mark){shogi_square(s.p[0] - '0', s.p[1] - 'a' + 1), SHOGI_MARK_RING, 1};
    }
    return STATUS_OK;
}

/* A dropped piece comes from the hand of the side to move. */
static enum status read_arrows(const struct view_board *what, int turn, struct shogi_arrow *arrows,
                               struct err *err)
{
    for (size_t i = 0; i < what->n_arrows; i++) {
        shogi_move m;
        if (!shogi_usi_parse(span_of(what->arrows[i]), &m))
            return err_set(err, STATUS_RANGE, &BAD_ARROW, span_of(what->arrows[i]),
                           (struct span){0});
        bool drop = shogi_move_is_drop(m);
        arrows[i] =
            (struct shogi_arrow){.from = drop ? SHOGI_ARROW_HAND_BLACK + turn : shogi_move_from(m),
                                 .to = shogi_move_to(m),
                                 .kind = drop ? shogi_move_kind(m) : 0};
    }
    return STATUS_OK;
}

static enum status read_signs(const struct view_board *what, int turn, struct shogi_mark *marks,
                              struct shogi_arrow *arrows, struct err *err)
{
    static const struct msg no_part = {"only a Go board can be shown in part: %1",
                                       "盤の一部を表示できるのは碁盤だけです: %1"};
    static const struct msg too_many = {"too many marks or arrows; at most 64 of each",
                                        "印と矢印はそれぞれ 64 までです"};
    if (what->part)
        return err_set(err, STATUS_RANGE, &no_part, span_of(what->part), (struct span){0});
    if (what->n_marks > MAX_SIGNS || what->n_arrows > MAX_SIGNS)
        return err_plain(err, STATUS_RANGE, &too_many);
    enum status st = read_marks(what, marks, err);
    return st == STATUS_OK ? read_arrows(what, turn, arrows, err) : st;
}

static enum status check_signs(const struct view_board *what, struct err *err)
{
    struct shogi_mark marks[MAX_SIGNS];
    struct shogi_arrow arrows[MAX_SIGNS];
    return read_signs(what, SHOGI_BLACK, marks, arrows, err);
}

static enum status draw(const struct view_board *what, struct shogi_ply_view *m, struct buf *out,
                        unsigned *notes, struct err *err)
{
    struct shogi_mark marks[MAX_SIGNS];
    struct shogi_arrow arrows[MAX_SIGNS];
    struct shogi_picture picture;
    enum status st =
        shogi_ply_view_picture(m, what->opt->lang, what->form == VIEW_TEXT, &picture, err);
    if (st == STATUS_OK)
        st = read_signs(what, shogi_turn(&m->pos), marks, arrows, err);
    if (st != STATUS_OK)
        return st;
    picture.marks = marks;
    picture.n_marks = what->n_marks;
    picture.arrows = arrows;
    picture.n_arrows = what->n_arrows;
    if (what->form == VIEW_TEXT)
        shogi_board_text(&picture, what->opt, out);
    else if (what->form == VIEW_SVG)
        return shogi_board_svg(&picture, what->opt, out, err);
    else
        return shogi_board_png(&picture, what->opt, out, notes, err);
    return STATUS_OK;
}

static enum status board(const struct view_board *what, struct buf *out, unsigned *notes,
                         struct err *err)
{
    struct shogi_ply_view m;
    shogi_ply_view_init(&m);
    enum status st = shogi_ply_view_find(&m, what->rec, what->ply, err);
    if (st == STATUS_OK)
        st = draw(what, &m, out, notes, err);
    shogi_ply_view_release(&m);
    return st;
}

static enum status bare(const void *pos, const struct board_options *opt, struct buf *out,
                        struct err *err)
{
    struct shogi_picture picture = {.pos = pos, .caption_side = -1};
    return shogi_board_svg(&picture, opt, out, err);
}

static enum status fill_position(const struct shogi_ply_view *m, struct shogi_line *line,
                                 struct record *out)
{
    enum status st = record_clear(out, m->rec->game);
    if (st == STATUS_OK) {
        shogi_line_clear(line, out);
        st = shogi_line_start(line, &m->pos);
    }
    for (uint32_t i = 0; st == STATUS_OK && i < m->rec->header_count; i++)
        st = record_add_header(out, m->rec->headers[i].id, m->rec->headers[i].key,
                               m->rec->headers[i].value);
    out->start_ply = m->rec->start_ply + m->ply;
    return st == STATUS_OK ? shogi_line_finish(line) : st;
}

static enum status position(const struct record *rec, uint32_t ply, struct record *out,
                            struct err *err)
{
    struct shogi_ply_view m;
    struct shogi_line line;
    shogi_ply_view_init(&m);
    shogi_line_init(&line);
    enum status st = shogi_ply_view_find(&m, rec, ply, err);
    if (st == STATUS_OK && fill_position(&m, &line, out) != STATUS_OK)
        st = err_nomem(err);
    shogi_line_release(&line);
    shogi_ply_view_release(&m);
    return st;
}

static void add_text(struct json *j, const char *key, struct buf *text)
{
    json_key_str(j, key, buf_span(text));
    buf_clear(text);
}

static enum status json(const struct record *rec, uint32_t ply, enum lang lang, struct json *j,
                        struct err *err)
{
    struct shogi_ply_view m;
    struct buf text;
    shogi_ply_view_init(&m);
    buf_init(&text, BUF_DEFAULT_MAX);
    enum status st = shogi_ply_view_find(&m, rec, ply, err);
    if (st == STATUS_OK) {
        shogi_sfen_print(&m.pos, rec->start_ply + m.ply + 1, &text);
        add_text(j, "sfen", &text);
        if (m.move)
            shogi_usi_print(m.move, &text);
        add_text(j, "move", &text);
        shogi_ply_view_move_text(&m, lang, &text);
        add_text(j, "move_text", &text);
        if (buf_status(&text))
            st = err_nomem(err);
    }
    buf_release(&text);
    shogi_ply_view_release(&m);
    return st;
}

const struct game_view shogi_view = {
    .game = &shogi_game,
    .check_signs = check_signs,
    .board = board,
    .bare = bare,
    .result = shogi_result_text,
    .page = shogi_page,
    .position = position,
    .json = json,
};
