/* shogi_view.c: shogi as a row of the table of views. */
#include "base/alloc.h"
#include "base/buf.h"
#include "formats/shogi/ki2_notation.h"
#include "formats/shogi/shogi_line.h"
#include "games/record.h"
#include "games/shogi/shogi_names.h"
#include "view/board/game_view.h"
#include "view/board/shogi_board.h"
#include "view/board/shogi_board_text.h"
#include "view/board/shogi_move_text.h"
#include "view/board/shogi_ply_view.h"
#include "view/draw/text_width.h"

/* --- A whole game of shogi as text to read ---------------------------------------------------- */

/* A whole game as a page to read.
 *
 * The moves stand in columns and a comment interrupts them.  The tree is walked once in reading
 * order: a line to its end, then the variations, deepest first.  Each node's parent is then on the
 * path just walked, so the position is kept by taking moves back, never by replaying the game. */

struct shogi_page_step {
    uint32_t node;
    shogi_move move; /* 0: an end */
    struct shogi_undo undo;
};

struct shogi_page {
    const struct record *rec;
    const struct board_options *opt;
    struct buf *out;
    struct buf cell;
    struct shogi_pos pos;
    struct shogi_page_step *path; /* from the start to the node last shown */
    uint32_t depth;
    size_t path_cap;
    int columns; /* moves in a row */
    int cell_width;
    int in_row; /* moves in the present row */
    bool result_printed;
    int last_width; /* columns taken by the last of them */
};

/* --- Headers --------------------------------------------------------------------------------- */

static void add_header(struct shogi_page *p, const struct record_header *h)
{
    static const struct msg names[HEADER_ID_COUNT] = {
        [HEADER_PLAYER] = {"Black", "先手"},
        [HEADER_PLAYER + 1] = {"White", "後手"},
        [HEADER_EVENT] = {"Event", "棋戦"},
        [HEADER_SITE] = {"Site", "場所"},
        [HEADER_START_TIME] = {"Date", "開始日時"},
        [HEADER_END_TIME] = {"Ended", "終了日時"},
        [HEADER_TIME_LIMIT] = {"Time limit", "持ち時間"},
        [HEADER_OPENING] = {"Opening", "戦型"},
        [HEADER_TITLE] = {"Title", "表題"},
        [HEADER_NOTE] = {"Note", "備考"},
    };
    enum lang lang = p->opt->lang;
    const char *gap = lang == LANG_JA ? "：" : ": ";
    bool player = h->id == HEADER_PLAYER || h->id == HEADER_PLAYER + 1;
    if (player)
        shogi_side_text((int)h->id - HEADER_PLAYER, record_is_handicap(p->rec), lang, p->out);
    else if (names[h->id].en)
        buf_add_str(p->out, msg_in(&names[h->id], lang));
    else
        text_add_clean(p->out, h->key);
    buf_add_str(p->out, gap);
    text_add_clean(p->out, span_trim(h->value));
    buf_add_char(p->out, '\n');
}

static void add_headers(struct shogi_page *p)
{
    static const struct msg handicap = {"Handicap: ", "手合割："};
    enum lang lang = p->opt->lang;
    for (uint32_t i = 0; i < p->rec->header_count; i++)
        add_header(p, &p->rec->headers[i]);
    if (record_is_handicap(p->rec)) {
        buf_add_str(p->out, msg_in(&handicap, lang));
        buf_add_str(p->out, lang == LANG_JA ? shogi_handicap_kanji(p->rec->handicap)
                                            : shogi_handicap_english(p->rec->handicap));
        buf_add_char(p->out, '\n');
    }
    if (p->rec->header_count > 0 || record_is_handicap(p->rec))
        buf_add_char(p->out, '\n');
}

/* --- Board ----------------------------------------------------------------------------------- */

static enum status add_board(struct shogi_page *p, struct err *err)
{
    struct shogi_ply_view m;
    struct shogi_picture picture;
    uint32_t plies;
    shogi_ply_view_init(&m);
    record_last_move(p->rec, &plies);
    enum status s = shogi_ply_view_find(&m, p->rec, plies, err);
    if (s == STATUS_OK)
        s = shogi_ply_view_picture(&m, p->opt->lang, true, &picture, err);
    if (s == STATUS_OK) {
        picture.title = picture.name[0] = picture.name[1] = (struct span){0}; /* said above */
        shogi_board_text(&picture, p->opt, p->out);
        buf_add_char(p->out, '\n');
    }
    shogi_ply_view_release(&m);
    return s;
}

/* --- Moves ----------------------------------------------------------------------------------- */

static void end_row(struct shogi_page *p)
{
    if (p->in_row > 0)
        buf_add_char(p->out, '\n');
    p->in_row = 0;
}

/* The text of p->cell; blanks come only before the next one, so that no row ends in them. */
static void add_cell(struct shogi_page *p)
{
    if (p->in_row == p->columns)
        end_row(p);
    for (; p->in_row > 0 && p->last_width < p->cell_width; p->last_width++)
        buf_add_char(p->out, ' ');
    buf_add_span(p->out, buf_span(&p->cell));
    p->last_width = text_columns(buf_span(&p->cell));
    p->in_row++;
}

/* Each line of a text by itself, set in. */
static void add_lines(struct shogi_page *p, const char *sign, struct span text)
{
    end_row(p);
    text_add_lines(p->out, sign, text);
}

static bool push(struct shogi_page *p, uint32_t node)
{
    void *path = mem_grow(p->path, p->depth, &p->path_cap, SIZE_MAX, sizeof *p->path);
    if (!path)
        return false;
    p->path = path;
    p->path[p->depth++] =
        (struct shogi_page_step){.node = node, .move = (shogi_move)p->rec->nodes[node].move};
    return true;
}

/* Takes moves back until parent is the last node of the path. */
static void back_to(struct shogi_page *p, uint32_t parent)
{
    while (p->depth > 0 && p->path[p->depth - 1].node != parent) {
        const struct shogi_page_step *s = &p->path[--p->depth];
        if (s->move)
            shogi_unplay(&p->pos, s->move, &s->undo);
    }
}

static int square_before(const struct shogi_page *p)
{
    if (p->depth == 0 || !p->path[p->depth - 1].move)
        return -1;
    return shogi_move_to(p->path[p->depth - 1].move);
}

static void fill_cell(struct shogi_page *p, uint32_t node)
{
    const struct record_node *n = &p->rec->nodes[node];
    enum lang lang = p->opt->lang;
    buf_clear(&p->cell);
    buf_printf(&p->cell, "%4u ", p->rec->start_ply + p->depth + 1);
    if (!n->move) {
        const struct record_note *note = record_note_at(p->rec, node);
        if (note->end == END_OTHER && note->shogi_end_text.n > 0)
            text_add_clean(&p->cell, note->shogi_end_text);
        else
            buf_add_str(&p->cell, shogi_end_text(note->end, lang));
    } else {
        if (lang == LANG_JA)
            buf_add_str(&p->cell, ki2_mark(shogi_turn(&p->pos)));
        shogi_move_text(&p->pos, (shogi_move)n->move, square_before(p), lang, &p->cell);
    }
    if (n->time_ms != RECORD_NO_TIME) {
        for (int w = text_columns(buf_span(&p->cell)); w < p->cell_width - 9; w++)
            buf_add_char(&p->cell, ' ');
        buf_add_char(&p->cell, ' ');
        time_text(n->time_ms, &p->cell);
    }
}

static void add_note(struct shogi_page *p, uint32_t node)
{
    const struct record_note *note = record_note_at(p->rec, node);
    if (note->bookmark.n > 0)
        add_lines(p, "      & ", note->bookmark);
    if (note->comment.n > 0)
        add_lines(p, "      * ", note->comment);
}

/* After the moves of the game itself. */
static void add_result(struct shogi_page *p)
{
    if (p->result_printed)
        return;
    p->result_printed = true;
    end_row(p);
    size_t before = p->out->n;
    shogi_result_text(p->rec, p->opt->lang, p->out);
    if (p->out->n > before)
        buf_add_char(p->out, '\n');
}

static enum status add_node(struct shogi_page *p, uint32_t node, struct err *err)
{
    const struct record_node *n = &p->rec->nodes[node];
    bool first = p->rec->nodes[n->parent].child == node;
    back_to(p, n->parent);
    if (!first) {
        end_row(p);
        add_result(p);
        buf_printf(p->out, p->opt->lang == LANG_JA ? "\n変化：%u手\n" : "\nVariation at move %u\n",
                   p->rec->start_ply + p->depth + 1);
    }
    fill_cell(p, node);
    add_cell(p);
    add_note(p, node);
    if (!push(p, node) || buf_status(&p->cell))
        return err_nomem(err);
    if (n->move)
        shogi_play(&p->pos, (shogi_move)n->move, &p->path[p->depth - 1].undo);
    return STATUS_OK;
}

static enum status add_moves(struct shogi_page *p, struct err *err)
{
    enum status s = shogi_sfen_parse(&p->pos, p->rec->start, SHOGI_SFEN_TOLERANT, NULL, err);
    /* Three moves in a row if they have times, four otherwise. */
    bool times = false;
    for (uint32_t i = 1; i < p->rec->node_count && !times; i++)
        times = p->rec->nodes[i].time_ms != RECORD_NO_TIME;
    p->columns = times ? 3 : 4;
    p->cell_width = times ? 27 : 20;
    add_note(p, 0);
    for (uint32_t node = record_next(p->rec, 0); s == STATUS_OK && node;
         node = record_next(p->rec, node))
        s = add_node(p, node, err);
    end_row(p);
    return s;
}

/* Appends what is known about the game, the board at its end, every move with times and comments,
 * variations, and the result.  Takes opt's lang, flip, letters and colour. */
static enum status shogi_page(const struct record *rec, const struct board_options *opt,
                              struct buf *out, struct err *err)
{
    struct shogi_page p = {.rec = rec, .opt = opt, .out = out};
    buf_init(&p.cell, BUF_DEFAULT_MAX);
    add_headers(&p);
    enum status s = add_board(&p, err);
    if (s == STATUS_OK)
        s = add_moves(&p, err);
    add_result(&p);
    if (s == STATUS_OK && buf_status(out))
        s = err_nomem(err);
    buf_release(&p.cell);
    mem_free(p.path);
    return s;
}

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
