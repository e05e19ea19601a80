/* kif.c: the format of Kakinoki's Kifu for Windows: a numbered move a line, with its time.
 *
 *        1 ７六歩(77)   ( 0:16/00:00:16)
 *     number, square (or 同　), piece before moving, 成 or 打, square it comes from,
 *     time for this move (minutes and seconds)/time so far, + where variations branch off
 *
 * In the wild the blank after 同 is narrow or missing, 不成 is written out, squares are in narrow
 * digits, marks stand before the move, 打 is left out, hours stand in the first time, there are no
 * times at all; the + is unreliable and ignored.  .kif is Shift-JIS with CRLF, .kifu is UTF-8. */
#include "formats/shogi/kakinoki.h"

static const struct msg BAD_TIME = {"not a time: %1", "消費時間が読めません: %1"};

/* --- Reading -------------------------------------------------------------------------------- */

static inline bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Digits at the front; false if there are none, or more than ten million comes out. */
static inline bool eat_digits(struct span *s, uint64_t *out)
{
    uint64_t n = 0;
    size_t i = 0;
    for (; i < s->n && is_digit(s->p[i]); i++) {
        n = n * 10 + (uint64_t)(s->p[i] - '0');
        if (n > 10000000)
            return false;
    }
    s->p += i;
    s->n -= i;
    *out = n;
    return i > 0;
}

static uint64_t eat_milliseconds(struct span *s)
{
    uint64_t ms = 0, unit = 100;
    for (; s->n && is_digit(s->p[0]); s->p++, s->n--, unit /= 10)
        ms += unit * (uint64_t)(s->p[0] - '0');
    return ms;
}

/* 0:16, 1:02:03, 75:10, 0:12.5, each up to the slash or the bracket. */
static bool eat_time(struct span *s, uint64_t *ms)
{
    uint64_t seconds = 0, field;
    for (int fields = 1;; fields++) {
        ki2_eat_blanks(s);
        if (!eat_digits(s, &field))
            return false;
        seconds = seconds * 60 + field;
        if (fields == 3 || !span_eat(s, SPAN(":")))
            break;
    }
    *ms = seconds * 1000;
    if (span_eat(s, SPAN(".")))
        *ms += eat_milliseconds(s);
    ki2_eat_blanks(s);
    return *ms < RECORD_NO_TIME && s->n && (s->p[0] == '/' || s->p[0] == ')');
}

/* What follows the move on its line. */
static void read_rest(struct kakinoki_reader *k, struct span s)
{
    ki2_eat_blanks(&s);
    struct span whole = s;
    uint64_t ms;
    if (k->takes_time && span_eat(&s, SPAN("("))) {
        if (eat_time(&s, &ms))
            shogi_line_time(&k->r->line, ms);
        else
            kakinoki_problem(k, PROBLEM_LOST, STATUS_SYNTAX, &BAD_TIME, whole);
    }
    if (s.n > 1)
        kakinoki_trailing_remark(k, s);
}

/* A move without its square of origin: files that give the others mean a drop, files that never
 * do are written like KI2. */
static shogi_move move_without_origin(struct kakinoki_reader *k, const struct ki2_move *m)
{
    const struct shogi_pos *pos = &k->r->line.pos;
    if (k->has_from && m->kind < SHOGI_HAND_KINDS) {
        shogi_move drop = shogi_drop_make(m->kind, m->to);
        if (shogi_move_is_legal(pos, drop))
            return drop;
    }
    return ki2_resolve_move(pos, m);
}

static inline shogi_move find_move(struct kakinoki_reader *k, const struct ki2_move *m)
{
    if (m->from < 0)
        return move_without_origin(k, m);
    k->has_from = true;
    return ki2_resolve_move(&k->r->line.pos, m);
}

/* Up to the time, a remark or the mark for variations: the word at the place of a move. */
static struct span word_at(struct span s)
{
    size_t n = 0;
    while (n < s.n && s.p[n] != '(' && s.p[n] != '#')
        n++;
    struct span word = span_trim(span_make(s.p, n));
    if (word.n > 1 && word.p[word.n - 1] == '+' && word.p[word.n - 2] == ' ')
        word = span_trim(span_make(word.p, word.n - 1));
    return word;
}

static enum status read_word(struct kakinoki_reader *k, struct span s, bool is_end, struct err *err)
{
    struct span word = word_at(s);
    enum status st =
        is_end ? kakinoki_end_line(k, word, err) : kakinoki_play(k, 0, word, false, err);
    read_rest(k, span_skip(s, (size_t)(word.p - s.p) + word.n));
    return st;
}

static enum status read_numbered(struct kakinoki_reader *k, struct span s, struct err *err)
{
    ki2_eat_mark(&s);
    struct span rest = s;
    struct ki2_move m;
    enum ki2_parsed parsed = ki2_parse_move(&rest, kakinoki_last_to(k), &m);
    if (parsed != KI2_MOVE)
        return read_word(k, s, parsed == KI2_NO_MOVE, err);
    struct span text = span_make(s.p, (size_t)(rest.p - s.p));
    shogi_move move = k->broken || k->ended ? 0 : find_move(k, &m);
    kakinoki_check_name(k, &m, move, text);
    enum status st = kakinoki_play(k, move, text, false, err);
    if (rest.n)
        read_rest(k, rest);
    return st;
}

static enum status begin_moves(struct kakinoki_reader *k, struct span s, struct err *err)
{
    struct ki2_move m;
    ki2_eat_mark(&s);
    if (ki2_parse_move(&s, kakinoki_last_to(k), &m) == KI2_MOVE)
        kakinoki_first_mover(k, m.from);
    return kakinoki_begin_moves(k, err);
}

static enum status kif_read_moves(struct kakinoki_reader *k, struct span line, bool *taken,
                                  struct err *err)
{
    struct span s = line;
    uint64_t number;
    if (!is_digit(line.p[0]) || !eat_digits(&s, &number) || !s.n)
        return STATUS_OK;
    bool stands_alone = s.p[0] == ' ' || s.p[0] == '\t' || (unsigned char)s.p[0] >= 0x80;
    ki2_eat_blanks(&s);
    if (!s.n || !stands_alone)
        return STATUS_OK;
    *taken = true;
    enum status st = STATUS_OK;
    if (number == 1 && (k->ended || k->has_outcome))
        st = kakinoki_next_game(k, err);
    if (st == STATUS_OK && !k->started)
        st = begin_moves(k, s, err);
    if (st != STATUS_OK)
        return st;
    k->any = true;
    k->number = number;
    if (!k->first)
        k->first = number;
    return read_numbered(k, s, err);
}

enum status kif_read(struct reader *r, struct err *err)
{
    static const struct kakinoki_dialect kif = {kif_read_moves};
    return kakinoki_read(r, &kif, err);
}

/* --- Probing -------------------------------------------------------------------------------- */

static int score_line(struct span line)
{
    struct span key, value;
    if (span_starts(line, SPAN("#KIF")) || span_starts(line, SPAN("手数--")))
        return 80;
    if (line.n && is_digit(line.p[0]))
        return kakinoki_looks_like_moves(line) ? 60 : 0;
    if (kakinoki_split_header(line, &key, &value) &&
        (kakinoki_header_id(span_trim(key)) != HEADER_OTHER || span_eq(key, SPAN("手合割"))))
        return 20;
    return 0;
}

static int kif_probe(struct span head)
{
    struct cursor cursor = cursor_over(head);
    struct span line;
    int score = 0, headers = 0;
    while (score < 100 && cursor_next(&cursor, &line)) {
        ki2_eat_blanks(&line);
        int n = score_line(line);
        if (n <= 20)
            headers += n;
        else
            score += n;
    }
    /* headers alone could be KI2's or a diagram's as well */
    score += headers < 40 ? headers : 40;
    return score < 100 ? score : 100;
}

/* --- Writing -------------------------------------------------------------------------------- */

/* Columns on a terminal: everything that is not ASCII is wide here. */
static unsigned width_of(struct span s)
{
    unsigned n = 0;
    for (size_t i = 0; i < s.n; i++) {
        unsigned char c = (unsigned char)s.p[i];
        n += c < 0x80 ? 1 : c >= 0xC0 ? 2 : 0;
    }
    return n;
}

enum { MOVE_COLUMNS = 13 };

static void pad(struct kakinoki_writer *w, size_t since)
{
    unsigned n = width_of(span_make(w->out->p + since, w->out->n - since));
    do
        buf_add_char(w->out, ' ');
    while (++n < MOVE_COLUMNS);
}

/* The time and the mark for variations, if any, after what was written since `since`. */
static void finish_line(struct kakinoki_writer *w, uint32_t node, size_t since)
{
    const struct record_node *n = &w->rec->nodes[node];
    bool branches = n->sibling && w->rec->nodes[n->parent].child == node;
    if (buf_status(w->out) != STATUS_OK)
        return;
    if (n->time_ms != RECORD_NO_TIME || branches)
        pad(w, since);
    if (n->time_ms != RECORD_NO_TIME) {
        uint64_t total = (w->total_ms[kakinoki_mover(w)] + n->time_ms) / 1000;
        unsigned seconds = n->time_ms / 1000;
        buf_printf(w->out, "(%2u:%02u/%02u:%02u:%02u)", seconds / 60, seconds % 60,
                   (unsigned)(total / 3600), (unsigned)(total / 60 % 60), (unsigned)(total % 60));
        if (n->time_ms % 1000)
            *w->losses |= LOSS_TIME_FRACTIONS;
    }
    if (branches)
        buf_add_char(w->out, '+');
    buf_add_str(w->out, w->eol);
}

static void write_origin(shogi_move m, struct buf *out)
{
    if (shogi_move_is_drop(m)) {
        buf_add_str(out, "打");
        return;
    }
    int from = shogi_move_from(m);
    buf_printf(out, "%s(%d%d)", shogi_move_promotes(m) ? "成" : "", shogi_file_of(from),
               shogi_rank_of(from));
}

static void kif_write_move(struct kakinoki_writer *w, uint32_t node)
{
    shogi_move m = (shogi_move)w->rec->nodes[node].move;
    buf_printf(w->out, "%4u ", w->plies + 1);
    size_t since = w->out->n;
    ki2_print_square_and_piece(&w->pos, m, kakinoki_writer_last_to(w), w->out);
    write_origin(m, w->out);
    finish_line(w, node, since);
}

/* Would this text, read at the place of a move, be taken as the words of an unknown end? */
static bool is_writable_word(struct span text)
{
    struct kakinoki_outcome o;
    struct ki2_move m;
    struct span rest = text, side = text;
    if (!text.n || span_trim(text).n != text.n || word_at(text).n != text.n ||
        kakinoki_end_word(text, SHOGI_BLACK, &o) || span_find(text, SPAN("\xEF\xBF\xBD")) >= 0 ||
        span_eq(text, SPAN("パス")) || bod_eat_side(&side) >= 0)
        return false;
    for (size_t i = 0; i < text.n; i++)
        if ((unsigned char)text.p[i] < ' ')
            return false;
    return ki2_eat_mark(&rest) < 0 && ki2_parse_move(&rest, 0, &m) == KI2_NO_MOVE;
}

static void write_end_word(struct kakinoki_writer *w, uint32_t node, uint32_t number,
                           struct span word)
{
    buf_printf(w->out, "%4u ", number);
    size_t since = w->out->n;
    buf_add_span(w->out, word);
    finish_line(w, node, since);
}

static void kif_write_end(struct kakinoki_writer *w, uint32_t node)
{
    const struct record_note *note = record_note_at(w->rec, node);
    int mover = kakinoki_mover(w);
    const char *word = kakinoki_word_of_end(note->end, note->end_seat, mover);
    if (note->end == END_ILLEGAL_MOVE && kakinoki_is_foul_text(w, note->shogi_end_text)) {
        write_end_word(w, node, w->plies + 1, note->shogi_end_text);
        buf_printf(w->out, "%4u 反則勝ち%s", w->plies + 2, w->eol);
        return;
    }
    if (note->end == END_OTHER && is_writable_word(note->shogi_end_text))
        write_end_word(w, node, w->plies + 1, note->shogi_end_text);
    else if (word)
        write_end_word(w, node, w->plies + 1, span_of(word));
    else
        *w->losses |= LOSS_END;
    bool is_reported = note->end != END_ILLEGAL_ACTION || note->end_seat == 1 - mover;
    if (!is_reported || (note->shogi_end_text.n && note->end != END_OTHER))
        *w->losses |= LOSS_END;
}

static const struct kakinoki_layout LAYOUT = {
    .version_line = "#KIF version=2.0",
    .table_head = "手数----指手---------消費時間--",
    .write_move = kif_write_move,
    .write_end = kif_write_end,
};

static enum status kif_write(const struct record *rec, struct buf *out, unsigned *losses,
                             struct err *err)
{
    return kakinoki_write(rec, &LAYOUT, KAKINOKI_SJIS, out, losses, err);
}

static enum status kifu_write(const struct record *rec, struct buf *out, unsigned *losses,
                              struct err *err)
{
    return kakinoki_write(rec, &LAYOUT, KAKINOKI_UTF8, out, losses, err);
}

const struct format kif_format = {
    .name = "kif",
    .title = {"KIF (Kakinoki), Shift-JIS", "KIF形式（柿木将棋、Shift-JIS）"},
    .extensions = {"kif"},
    .game = &shogi_game,
    .charset = CHARSET_CP932,
    .separator = "\r\n",
    .probe = kif_probe,
    .read = kif_read,
    .resume = kakinoki_resume,
    .write = kif_write,
};

const struct format kifu_format = {
    .name = "kifu",
    .title = {"KIF (Kakinoki), UTF-8", "KIF形式（柿木将棋、UTF-8）"},
    .extensions = {"kifu", "kifx"},
    .game = &shogi_game,
    .charset = CHARSET_UTF8,
    .separator = "\n",
    .probe = kif_probe,
    .read = kif_read,
    .resume = kakinoki_resume,
    .write = kifu_write,
};
