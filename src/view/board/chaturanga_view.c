/* chaturanga_view.c: chaturanga as a row of the table of views. */
#include "base/alloc.h"
#include "formats/chaturanga/chaturanga_line.h"
#include "view/board/chaturanga_picture.h"
#include "view/board/game_view.h"
#include "view/draw/text_width.h"

/* --- Chaturanga page --------------------------------------------------------------------------
 * A whole game of chaturanga as a page to read: what is known about it, the board at
 * its end, a line for each turn, interrupted by comments; then the variations. */

struct chaturanga_page {
    const struct record *rec;
    const struct board_options *opt;
    struct buf *out;
    struct chaturanga_pos *path; /* owned: positions by the number of turns made */
    size_t path_cap;
    uint32_t depth;
    bool reported; /* how the game ended */
};

static const struct msg NAMES[HEADER_ID_COUNT] = {
    [HEADER_PLAYER] = {"Red", "赤"},
    [HEADER_PLAYER + 1] = {"Green", "緑"},
    [HEADER_PLAYER + 2] = {"Yellow", "黄"},
    [HEADER_PLAYER + 3] = {"Black", "黒"},
    [HEADER_EVENT] = {"Event", "棋戦"},
    [HEADER_SITE] = {"Site", "場所"},
    [HEADER_START_TIME] = {"Date", "開始日時"},
    [HEADER_END_TIME] = {"Ended", "終了日時"},
    [HEADER_TIME_LIMIT] = {"Time limit", "持ち時間"},
    [HEADER_OPENING] = {"Opening", "戦型"},
    [HEADER_TITLE] = {"Title", "表題"},
    [HEADER_NOTE] = {"Note", "備考"},
};

static void add_header(struct chaturanga_page *p, struct span key, struct span value)
{
    text_add_clean(p->out, key);
    buf_add_str(p->out, p->opt->lang == LANG_JA ? "：" : ": ");
    text_add_clean(p->out, span_trim(value));
    buf_add_char(p->out, '\n');
}

static void add_headers(struct chaturanga_page *p)
{
    static const struct msg RULES = {"Rules", "規則"};
    struct buf rules;
    for (uint32_t i = 0; i < p->rec->header_count; i++) {
        const struct record_header *h = &p->rec->headers[i];
        bool known = NAMES[h->id].en != NULL;
        add_header(p, known ? span_of(msg_in(&NAMES[h->id], p->opt->lang)) : h->key, h->value);
    }
    buf_init(&rules, BUF_DEFAULT_MAX);
    chaturanga_rules_print(&p->path[0].rules, &rules);
    if (rules.n)
        add_header(p, span_of(msg_in(&RULES, p->opt->lang)), buf_span(&rules));
    buf_release(&rules);
    if (p->rec->header_count)
        buf_add_char(p->out, '\n');
}

static enum status add_board(struct chaturanga_page *p, struct err *err)
{
    uint32_t plies;
    struct chaturanga_picture picture;
    chaturanga_picture_init(&picture);
    record_last_move(p->rec, &plies);
    enum status st = chaturanga_picture_fill(&picture, p->rec, plies, p->opt->lang, err);
    if (st == STATUS_OK) {
        buf_clear(&picture.title); /* said above, or below */
        buf_clear(&picture.caption);
        memset(picture.name, 0, sizeof picture.name);
        chaturanga_board_text(&picture, p->opt, p->out);
        buf_add_char(p->out, '\n');
    }
    chaturanga_picture_release(&picture);
    return st;
}

static void add_note(struct chaturanga_page *p, uint32_t node)
{
    const struct record_note *note = record_note_at(p->rec, node);
    text_add_lines(p->out, "      & ", note->bookmark);
    text_add_lines(p->out, "      * ", note->comment);
}

static bool reserve(struct chaturanga_page *p, uint32_t depth)
{
    void *path = mem_grow(p->path, depth, &p->path_cap, RECORD_MAX_NODES, sizeof *p->path);
    if (path)
        p->path = path;
    return path != NULL;
}

static enum status add_turn(struct chaturanga_page *p, uint32_t node, struct err *err)
{
    game_move turn = p->rec->nodes[node].move;
    if (!reserve(p, p->depth + 1))
        return err_nomem(err);
    const struct chaturanga_pos *pos = &p->path[p->depth];
    buf_printf(p->out, "%4u ", p->rec->start_ply + p->depth + 1);
    text_pad(p->out, span_of(chaturanga_colour_word(pos->turn, p->opt->lang)), 7);
    chaturanga_turn_text(pos, turn, p->opt->lang, p->out);
    buf_add_char(p->out, '\n');
    p->path[p->depth + 1] = *pos;
    chaturanga_play_turn(&p->path[++p->depth], turn);
    add_note(p, node);
    return STATUS_OK;
}

static void add_result(struct chaturanga_page *p)
{
    size_t before = p->out->n;
    if (p->reported)
        return;
    p->reported = true;
    chaturanga_result_text(p->rec, p->opt->lang, p->out);
    if (p->out->n > before)
        buf_add_char(p->out, '\n');
}

static uint32_t depth_before(const struct record *rec, uint32_t node)
{
    uint32_t depth = 0;
    for (node = rec->nodes[node].parent; node; node = rec->nodes[node].parent)
        depth++;
    return depth;
}

static enum status add_turns(struct chaturanga_page *p, struct err *err)
{
    const struct record *rec = p->rec;
    enum status st = STATUS_OK;
    add_note(p, 0);
    for (uint32_t node = record_next(rec, 0); node && st == STATUS_OK;
         node = record_next(rec, node)) {
        if (rec->nodes[rec->nodes[node].parent].child != node) {
            add_result(p);
            p->depth = depth_before(rec, node);
            buf_printf(p->out,
                       p->opt->lang == LANG_JA ? "\n変化：%u手番\n" : "\nVariation at turn %u\n",
                       rec->start_ply + p->depth + 1);
        }
        if (rec->nodes[node].move)
            st = add_turn(p, node, err);
        else
            add_note(p, node);
    }
    add_result(p);
    return st;
}

static enum status chaturanga_page(const struct record *rec, const struct board_options *opt,
                                   struct buf *out, struct err *err)
{
    struct chaturanga_page p = {.rec = rec, .opt = opt, .out = out};
    enum status st =
        reserve(&p, 0) ? chaturanga_parse(&p.path[0], rec->start, err) : err_nomem(err);
    if (st == STATUS_OK) {
        add_headers(&p);
        st = add_board(&p, err);
    }
    if (st == STATUS_OK)
        st = add_turns(&p, err);
    if (st == STATUS_OK && buf_status(out))
        st = err_nomem(err);
    mem_free(p.path);
    return st;
}

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
