/* bod.c: see bod.h.  Reading forgives missing frames, blanks of either width, digits of any kind
 * and several spellings; writing is what Kakinoki's own programs write. */
#include "formats/shogi/bod.h"
#include "formats/record_contents.h"

#include "base/text/num.h"
#include "formats/cursor.h"
#include "formats/shogi/kakinoki.h"
#include "formats/shogi/ki2_notation.h"
#include "games/shogi/shogi_names.h"

void bod_clear(struct bod *b)
{
    *b = (struct bod){.turn = -1, .last_to = -1};
    shogi_pos_clear(&b->pos);
}

int bod_eat_side(struct span *s)
{
    if (span_eat(s, SPAN("先手")) || span_eat(s, SPAN("下手")))
        return SHOGI_BLACK;
    if (span_eat(s, SPAN("後手")) || span_eat(s, SPAN("上手")))
        return SHOGI_WHITE;
    return -1;
}

/* --- The board ------------------------------------------------------------------------------ */

static bool eat_empty(struct span *s)
{
    return span_eat(s, SPAN("・")) || span_eat(s, SPAN(".")) || span_eat(s, SPAN("･")) ||
           span_eat(s, SPAN("*")) || span_eat(s, SPAN("‥"));
}

/* One square: a piece, or 0 for an empty one; -1 if it is neither. */
static int eat_cell(struct span *s)
{
    int color = SHOGI_BLACK;
    ki2_eat_blanks(s);
    if (span_eat(s, SPAN("v")) || span_eat(s, SPAN("V")) || span_eat(s, SPAN("ｖ")))
        color = SHOGI_WHITE;
    else
        span_eat(s, SPAN("^"));
    if (eat_empty(s))
        return 0;
    int kind = shogi_eat_kanji_kind(s);
    return kind ? shogi_piece(color, kind) : -1;
}

static bool eat_bar(struct span *s)
{
    return span_eat(s, SPAN("|")) || span_eat(s, SPAN("｜")) || span_eat(s, SPAN("│"));
}

static enum bod_line read_row(struct bod *b, struct span line)
{
    int cells[9];
    bool framed = eat_bar(&line);
    for (int i = 0; i < 9; i++)
        if ((cells[i] = eat_cell(&line)) < 0)
            return framed ? BOD_BAD : BOD_NONE;
    ki2_eat_blanks(&line);
    eat_bar(&line);
    ki2_eat_blanks(&line);
    if (b->rows >= 9)
        return BOD_AGAIN;
    int rank = line.n ? shogi_eat_any_digit(&line) : 0;
    if (!rank)
        rank = b->rows + 1;
    b->rows++;
    for (int i = 0; i < 9; i++)
        shogi_pos_put(&b->pos, shogi_square(9 - i, rank), cells[i]);
    return BOD_READ;
}

/* "  ９ ８ ７ ６ ５ ４ ３ ２ １" */
static bool is_line_of_files(struct span s)
{
    for (int file = 9; file >= 1; file--) {
        ki2_eat_blanks(&s);
        if (shogi_eat_any_digit(&s) != file)
            return false;
    }
    ki2_eat_blanks(&s);
    return s.n == 0;
}

static bool is_frame(struct span s)
{
    return span_starts(s, SPAN("+--")) || span_starts(s, SPAN("┌")) || span_starts(s, SPAN("└")) ||
           span_starts(s, SPAN("＋－"));
}

/* --- The other lines ------------------------------------------------------------------------ */

/* 手数＝171  ▲６二角成  まで */
static enum bod_line read_ply(struct bod *b, struct span s)
{
    enum { MAX_PLY = 999999999 }; /* as in SFEN, which counts from 1 to a thousand million */
    uint64_t ply;
    ki2_eat_blanks(&s);
    if (!kakinoki_eat_number(&s, MAX_PLY, &ply))
        return BOD_BAD;
    b->ply = (unsigned)ply;
    ki2_eat_blanks(&s);
    struct ki2_move m;
    ki2_eat_mark(&s);
    if (ki2_parse_move(&s, -1, &m) == KI2_MOVE)
        b->last_to = m.to;
    return BOD_READ;
}

static bool read_turn(struct bod *b, struct span s)
{
    int side = bod_eat_side(&s);
    if (side < 0 || !span_eq(span_trim(s), SPAN("番")))
        return false;
    b->turn = side;
    return true;
}

enum bod_line bod_read_line(struct bod *b, struct span line)
{
    bool expects_row = b->expects_row;
    if (is_frame(line))
        return BOD_READ;
    if (is_line_of_files(line)) {
        b->expects_row = true;
        return BOD_READ;
    }
    if (span_eat(&line, SPAN("手数＝")) || span_eat(&line, SPAN("手数=")))
        return read_ply(b, line);
    if (read_turn(b, line))
        return BOD_READ;
    struct span rest = line;
    if (!eat_bar(&rest) && !(expects_row && b->rows < 9))
        return BOD_NONE;
    return read_row(b, line);
}

/* --- Hands ---------------------------------------------------------------------------------- */

static enum bod_line read_pieces(struct bod *b, int color, struct span s)
{
    ki2_eat_blanks(&s);
    if (!s.n || span_starts(s, SPAN("なし")) || span_starts(s, SPAN("無")) ||
        span_starts(s, SPAN("ナシ")))
        return BOD_READ;
    int counts[SHOGI_HAND_KINDS] = {0};
    while (s.n) {
        int kind = shogi_eat_kanji_kind(&s);
        uint64_t count = 1;
        kakinoki_eat_number(&s, 18, &count);
        ki2_eat_blanks(&s);
        if (kind == SHOGI_KING)
            continue; /* mate problems list the king that is not on the board */
        if (!kind || kind >= SHOGI_HAND_KINDS || counts[kind] + (int)count > 18)
            return BOD_BAD;
        counts[kind] += (int)count;
    }
    for (int kind = SHOGI_PAWN; kind < SHOGI_HAND_KINDS; kind++)
        shogi_pos_set_hand(&b->pos, color, kind, counts[kind]);
    return BOD_READ;
}

enum bod_line bod_read_hand(struct bod *b, struct span key, struct span value)
{
    key = span_trim(key);
    int color = bod_eat_side(&key);
    if (color < 0)
        return BOD_NONE;
    span_eat(&key, SPAN("の"));
    if (!span_eq(key, SPAN("持駒")) && !span_eq(key, SPAN("持ち駒")))
        return BOD_NONE;
    if (b->has_hand[color])
        return BOD_AGAIN;
    b->has_hand[color] = true;
    return read_pieces(b, color, value);
}

/* --- Printing ------------------------------------------------------------------------------- */

static void print_hand(const struct shogi_pos *pos, int color, const char *eol, struct buf *out)
{
    static const int order[] = {SHOGI_ROOK,   SHOGI_BISHOP, SHOGI_GOLD, SHOGI_SILVER,
                                SHOGI_KNIGHT, SHOGI_LANCE,  SHOGI_PAWN};
    bool any = false;
    buf_add_str(out, color == SHOGI_BLACK ? "先手の持駒：" : "後手の持駒：");
    for (int i = 0; i < 7; i++) {
        int n = shogi_hand(pos, color, order[i]);
        if (!n)
            continue;
        buf_add_str(out, shogi_kind_kanji1(order[i]));
        if (n >= 10)
            buf_add_str(out, "十");
        if (n > 1 && n != 10)
            buf_add_str(out, shogi_kanji_digit(n % 10));
        buf_add_str(out, "　");
        any = true;
    }
    buf_add_str(out, any ? "" : "なし");
    buf_add_str(out, eol);
}

void bod_print(const struct shogi_pos *pos, const struct bod_caption *caption, struct buf *out)
{
    const char *eol = caption->eol;
    print_hand(pos, SHOGI_WHITE, eol, out);
    buf_printf(out, "  ９ ８ ７ ６ ５ ４ ３ ２ １%s+---------------------------+%s", eol, eol);
    for (int rank = 1; rank <= 9; rank++) {
        buf_add_char(out, '|');
        for (int file = 9; file >= 1; file--) {
            int piece = shogi_piece_at(pos, shogi_square(file, rank));
            buf_add_char(out, shogi_color_of(piece) ? 'v' : ' ');
            buf_add_str(out, piece ? shogi_kind_kanji1(shogi_kind_of(piece)) : "・");
        }
        buf_printf(out, "|%s%s", shogi_kanji_digit(rank), eol);
    }
    buf_printf(out, "+---------------------------+%s", eol);
    print_hand(pos, SHOGI_BLACK, eol, out);
    if (caption->ply) {
        buf_printf(out, "手数＝%u", caption->ply);
        if (caption->last.n) {
            buf_add_str(out, "  ");
            buf_add_span(out, caption->last);
            buf_add_str(out, "  まで");
        }
        buf_add_str(out, eol);
    }
    if (shogi_turn(pos) == SHOGI_WHITE)
        buf_printf(out, "後手番%s", eol);
    else if (caption->with_side)
        buf_printf(out, "先手番%s", eol);
}

/* --- As a format of its own ------------------------------------------------------------------ */

static int bod_probe(struct span head)
{
    struct cursor cursor = cursor_over(head);
    struct span line;
    struct bod b;
    int score = 0;
    bod_clear(&b);
    while (cursor_next(&cursor, &line)) {
        ki2_eat_blanks(&line);
        if (span_starts(line, SPAN("手数--")) || kakinoki_looks_like_moves(line))
            return 0;
        if (line.n && bod_read_line(&b, line) == BOD_READ)
            score += 10;
    }
    return b.rows == 0 ? 0 : score < 80 ? score : 80;
}

static enum status bod_write(const struct record *rec, struct buf *out, unsigned *losses,
                             struct err *err)
{
    struct shogi_pos pos;
    enum status st = shogi_sfen_parse(&pos, rec->start, SHOGI_SFEN_TOLERANT, NULL, err);
    if (st != STATUS_OK)
        return st;
    const struct record_note *note = record_note_at(rec, 0);
    kakinoki_write_headers(rec, out, "\n", losses);
    struct bod_caption caption = {.ply = rec->start_ply, .eol = "\n", .with_side = true};
    bod_print(&pos, &caption, out);
    /* not on the first line, where "encoding=" would be believed */
    kakinoki_write_remark(out, note->remark, "\n", losses);
    kakinoki_write_lines(out, "*", note->comment, "\n");
    kakinoki_write_lines(out, "&", note->bookmark, "\n");
    if (rec->nodes[0].child)
        *losses |= LOSS_MOVES;
    *losses |= record_contents(rec) & (LOSS_END | LOSS_RESULT);
    return buf_status(out) == STATUS_OK ? STATUS_OK : err_nomem(err);
}

const struct format bod_format = {
    .name = "bod",
    .title = {"BOD diagram", "BOD形式（局面図）"},
    .extensions = {"bod"},
    .game = &shogi_game,
    .charset = CHARSET_UTF8,
    .separator = NULL,
    .probe = bod_probe,
    .read = kif_read,
    .resume = kakinoki_resume,
    .write = bod_write,
};
