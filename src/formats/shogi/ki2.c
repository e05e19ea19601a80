/* ki2.c: Kakinoki's KI2, the way moves are printed in books.
 *
 *     ▲７六歩    △３四歩    ▲２六歩    △４四歩
 *     まで4手で中断
 *
 * Any number of moves stand on a line, with blanks between them or none; marks may be ▲△▼▽☗☖ or
 * missing.  Nothing says where a piece comes from, so the position decides (ki2_notation.h).
 * There are no times.  How the game ended is told by the まで line alone. */
#include "formats/shogi/kakinoki.h"

static const struct msg WRONG_SIDE = {"%1 is not to move", "手番が違います: %1"};

/* --- Reading -------------------------------------------------------------------------------- */

/* Text up to the next mark or blank, for messages and for words that end the game. */
static struct span token_at(struct span s)
{
    struct span rest = s;
    while (rest.n) {
        struct span here = rest;
        ki2_eat_blanks(&here);
        if (here.n != rest.n || ki2_eat_mark(&here) >= 0)
            break;
        do
            rest = span_skip(rest, 1);
        while (rest.n && ((unsigned char)rest.p[0] & 0xC0) == 0x80);
    }
    return span_make(s.p, s.n - rest.n);
}

/* A move of the side that is not to move: one is missing before it. */
static enum status wrong_side(struct kakinoki_reader *k, struct span token)
{
    if (!k->broken && !k->ended)
        kakinoki_problem(k, PROBLEM_PARTIAL, STATUS_ILLEGAL, &WRONG_SIDE, token);
    k->broken = k->broke = true;
    return STATUS_OK;
}

/* The first move's mark may tell who begins, where nothing else does. */
static enum status begin_with(struct kakinoki_reader *k, int mark, struct err *err)
{
    if (!k->started && mark >= 0 && k->bod.turn < 0 && k->handicap <= SHOGI_EVEN)
        k->bod.turn = mark;
    k->any = true;
    return kakinoki_begin_moves(k, err);
}

/* △投了: not KI2, but written.  What is no word for an end is a move that can't be made out. */
static enum status read_end_token(struct kakinoki_reader *k, struct span token, struct err *err)
{
    struct kakinoki_outcome ignored;
    if (kakinoki_end_word(token, SHOGI_BLACK, &ignored))
        return kakinoki_end_line(k, token, err);
    return kakinoki_play(k, 0, token, true, err);
}

static enum status read_token(struct kakinoki_reader *k, struct span *s, int mark, struct err *err)
{
    struct ki2_move m;
    struct span token = token_at(*s), rest = *s;
    enum ki2_parsed parsed = ki2_parse_move(&rest, kakinoki_last_to(k), &m);
    if (parsed == KI2_NO_MOVE) {
        *s = span_skip(*s, token.n);
        return read_end_token(k, token, err);
    }
    shogi_move move = 0;
    struct span text = span_make(s->p, (size_t)(rest.p - s->p));
    if (parsed == KI2_BAD) {
        text = token;
        rest = span_skip(*s, token.n);
    }
    *s = rest;
    ki2_eat_blanks(&rest);
    if (mark >= 0 && mark != shogi_turn(&k->r->line.pos) && !k->ended)
        return wrong_side(k, text);
    if (parsed == KI2_MOVE && !k->broken && !k->ended)
        move = ki2_resolve_move(&k->r->line.pos, &m);
    kakinoki_check_name(k, &m, move, text);
    return kakinoki_play(k, move, text, rest.n > 0, err);
}

/* A line of moves begins with a mark or, in files without marks, with a whole move. */
static bool begins_with_move(struct span line)
{
    struct ki2_move m;
    struct span rest = line;
    if (ki2_eat_mark(&rest) >= 0)
        return true;
    return ki2_parse_move(&rest, 0, &m) == KI2_MOVE;
}

static enum status ki2_read_moves(struct kakinoki_reader *k, struct span line, bool *taken,
                                  struct err *err)
{
    if (!begins_with_move(line))
        return STATUS_OK;
    *taken = true;
    enum status st = STATUS_OK;
    while (st == STATUS_OK) {
        ki2_eat_blanks(&line);
        if (!line.n)
            break;
        if (line.p[0] == '#') {
            kakinoki_trailing_remark(k, line);
            break;
        }
        if (span_starts(line, SPAN("まで")))
            return kakinoki_outcome_line(k, line, err);
        int mark = ki2_eat_mark(&line);
        st = begin_with(k, mark, err);
        if (st != STATUS_OK)
            break;
        ki2_eat_blanks(&line);
        if (line.n)
            st = read_token(k, &line, mark, err);
    }
    return st;
}

static enum status ki2_read(struct reader *r, struct err *err)
{
    static const struct kakinoki_dialect ki2 = {ki2_read_moves};
    return kakinoki_read(r, &ki2, err);
}

/* --- Probing -------------------------------------------------------------------------------- */

static int score_line(struct span line)
{
    struct span key, value, rest = line;
    struct ki2_move m;
    if (span_starts(line, SPAN("#KI2")))
        return 100;
    if (!line.n || line.p[0] == '#' || line.p[0] == '*')
        return 0;
    bool marked = ki2_eat_mark(&rest) >= 0;
    if (ki2_parse_move(&rest, 0, &m) == KI2_MOVE)
        return marked ? 60 : 30;
    if (kakinoki_split_header(line, &key, &value) &&
        kakinoki_header_id(span_trim(key)) != HEADER_OTHER)
        return 10;
    return 0;
}

static int ki2_probe(struct span head)
{
    struct cursor cursor = cursor_over(head);
    struct span line;
    int score = 0, headers = 0;
    while (score < 100 && cursor_next(&cursor, &line)) {
        ki2_eat_blanks(&line);
        int n = score_line(line);
        if (n == 10)
            headers += n;
        else
            score += n;
    }
    score += headers < 30 ? headers : 30;
    return score < 100 ? score : 100;
}

/* --- Writing -------------------------------------------------------------------------------- */

enum { MOVES_PER_LINE = 10 };

static void close_line(struct kakinoki_writer *w)
{
    if (w->column)
        buf_add_str(w->out, w->eol);
    w->column = 0;
}

static void begin_token(struct kakinoki_writer *w)
{
    if (w->column == MOVES_PER_LINE)
        close_line(w);
    if (w->column++)
        buf_add_char(w->out, ' ');
    buf_add_str(w->out, ki2_mark(kakinoki_mover(w)));
}

static void ki2_write_move(struct kakinoki_writer *w, uint32_t node)
{
    const struct record_node *n = &w->rec->nodes[node];
    begin_token(w);
    ki2_print_move(&w->pos, (shogi_move)n->move, kakinoki_writer_last_to(w), w->out);
    if (n->time_ms != RECORD_NO_TIME)
        *w->losses |= LOSS_TIMES;
}

static void ki2_write_end(struct kakinoki_writer *w, uint32_t node)
{
    const struct record_note *note = record_note_at(w->rec, node);
    /* without 反則 after it an illegal move would be an error, and cost the variations too */
    if (note->end == END_ILLEGAL_MOVE && kakinoki_is_foul_text(w, note->shogi_end_text) &&
        kakinoki_outcome_states_end(w, node)) {
        begin_token(w);
        buf_add_span(w->out, note->shogi_end_text);
    } else if (note->shogi_end_text.n && note->end != END_OTHER) {
        *w->losses |= LOSS_END;
    }
    close_line(w);
    kakinoki_write_outcome(w, node);
    if (w->rec->nodes[node].time_ms != RECORD_NO_TIME)
        *w->losses |= LOSS_TIMES;
}

static const struct kakinoki_layout LAYOUT = {
    .version_line = "#KI2 version=2.0",
    .outcome_is_end = true,
    .write_move = ki2_write_move,
    .write_end = ki2_write_end,
    .close_line = close_line,
};

static enum status ki2_write(const struct record *rec, struct buf *out, unsigned *losses,
                             struct err *err)
{
    return kakinoki_write(rec, &LAYOUT, KAKINOKI_SJIS, out, losses, err);
}

static enum status ki2u_write(const struct record *rec, struct buf *out, unsigned *losses,
                              struct err *err)
{
    return kakinoki_write(rec, &LAYOUT, KAKINOKI_UTF8, out, losses, err);
}

const struct format ki2_format = {
    .name = "ki2",
    .title = {"KI2 (Kakinoki), Shift-JIS", "KI2形式（Shift-JIS）"},
    .extensions = {"ki2"},
    .game = &shogi_game,
    .charset = CHARSET_CP932,
    .separator = "\r\n",
    .probe = ki2_probe,
    .read = ki2_read,
    .resume = kakinoki_resume,
    .write = ki2_write,
};

const struct format ki2u_format = {
    .name = "ki2u",
    .title = {"KI2 (Kakinoki), UTF-8", "KI2形式（UTF-8）"},
    .extensions = {"ki2u"},
    .game = &shogi_game,
    .charset = CHARSET_UTF8,
    .separator = "\n",
    .probe = ki2_probe,
    .read = ki2_read,
    .resume = kakinoki_resume,
    .write = ki2u_write,
};
