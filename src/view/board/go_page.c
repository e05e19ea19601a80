/* go_page.c: a whole game of Go as a page to read: what is known about it, the board at its end,
 * the moves in rows, interrupted by comments; then the variations. */
#include "base/alloc.h"
#include "view/board/go_board.h"
#include "view/board/shogi_move_text.h"
#include "view/draw/text_width.h"

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

enum status go_page(const struct record *rec, const struct board_options *opt, struct buf *out,
                    struct err *err)
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
