/* kakinoki_write.c: writing KIF and KI2; see kakinoki.h.
 *
 * The tree is walked in the order of record_next(), which is that of the files: a line to its end,
 * then its variations from the deepest branch back to the first.  A path of the moves that lead to
 * the present node is kept with what takes them back. */
#include "base/alloc.h"
#include "formats/shogi/kakinoki.h"
#include "games/shogi/shogi_names.h"

/* --- Lines and headers ---------------------------------------------------------------------- */

void kakinoki_write_lines(struct buf *out, const char *prefix, struct span text, const char *eol)
{
    if (!text.p)
        return;
    for (;;) {
        size_t n = 0;
        while (n < text.n && text.p[n] != '\n' && text.p[n] != '\r')
            n++;
        buf_add_str(out, prefix);
        buf_add(out, text.p, n);
        buf_add_str(out, eol);
        if (n == text.n)
            return;
        bool crlf = text.p[n] == '\r' && n + 1 < text.n && text.p[n + 1] == '\n';
        text = span_skip(text, n + (crlf ? 2 : 1));
    }
}

void kakinoki_write_remark(struct buf *out, struct span remark, const char *eol, unsigned *losses)
{
    /* a line that would be taken for the head of a file gets a blank */
    bool like_version = span_find(remark, SPAN("KIF version=")) >= 0 ||
                        span_find(remark, SPAN("KI2 version=")) >= 0;
    if (like_version)
        *losses |= LOSS_REMARKS;
    kakinoki_write_lines(out, like_version ? "# " : "#", remark, eol);
}

static bool is_handicap_game(const struct record *rec)
{
    return rec->handicap > SHOGI_EVEN && rec->handicap < SHOGI_HANDICAP_OTHER;
}

static const char *side_name(const struct record *rec, int seat)
{
    if (is_handicap_game(rec))
        return seat == SHOGI_BLACK ? "下手" : "上手";
    return seat == SHOGI_BLACK ? "先手" : "後手";
}

/* The usual key for what other formats call by their own names. */
static const char *usual_key(const struct record *rec, enum record_header_id id)
{
    switch ((int)id) {
    case HEADER_PLAYER:
        return side_name(rec, SHOGI_BLACK);
    case HEADER_PLAYER + 1:
        return side_name(rec, SHOGI_WHITE);
    case HEADER_EVENT:
        return "棋戦";
    case HEADER_SITE:
        return "場所";
    case HEADER_START_TIME:
        return "開始日時";
    case HEADER_END_TIME:
        return "終了日時";
    case HEADER_TIME_LIMIT:
        return "持ち時間";
    case HEADER_OPENING:
        return "戦型";
    case HEADER_TITLE:
        return "表題";
    case HEADER_NOTE:
        return "備考";
    default:
        return NULL;
    }
}

static bool has_control(struct span s)
{
    for (size_t i = 0; i < s.n; i++)
        if ((unsigned char)s.p[i] < ' ')
            return true;
    return false;
}

/* Would a line with this key be read as a header again? */
static bool is_writable_key(struct span key)
{
    struct span a, b, rest = key;
    struct bod diagram;
    bod_clear(&diagram);
    return key.n && key.n <= 90 && span_trim(key).n == key.n && !has_control(key) &&
           !memchr("*#&|+0123456789", key.p[0], 15) && !kakinoki_split_header(key, &a, &b) &&
           ki2_eat_mark(&rest) < 0 && !span_starts(key, SPAN("まで")) &&
           !span_starts(key, SPAN("変化")) && !span_starts(key, SPAN("手数-")) &&
           !span_starts(key, SPAN("同")) && !span_starts(key, SPAN("\x1A")) &&
           bod_read_line(&diagram, key) == BOD_NONE &&
           bod_read_hand(&diagram, key, (struct span){0}) == BOD_NONE &&
           shogi_eat_any_digit(&rest) == 0;
}

/* A handicap by its name would be read as the start position. */
static bool names_handicap(struct span key, struct span value)
{
    return span_eq(key, SPAN("手合割")) &&
           (shogi_handicap_by_kanji(value) >= 0 || (value.n && memchr(value.p, '#', value.n)));
}

static void write_value(struct buf *out, struct span value, unsigned *losses)
{
    if (!has_control(value)) {
        buf_add_span(out, value);
        return;
    }
    *losses |= LOSS_HEADERS;
    for (size_t i = 0; i < value.n; i++)
        buf_add_char(out, (unsigned char)value.p[i] < ' ' ? ' ' : value.p[i]);
}

struct span kakinoki_header_key(const struct record *rec, const struct record_header *h)
{
    const char *usual = usual_key(rec, h->id);
    return usual && kakinoki_header_id(h->key) != h->id ? span_of(usual) : h->key;
}

static void write_header(const struct record *rec, const struct record_header *h, struct buf *out,
                         const char *eol, unsigned *losses)
{
    const char *usual = usual_key(rec, h->id);
    struct span key = kakinoki_header_key(rec, h);
    if (!usual && (!is_writable_key(key) || kakinoki_header_id(key) != HEADER_OTHER ||
                   names_handicap(key, h->value))) {
        /* a key that no KIF reader would understand: for people */
        buf_add_str(out, "# ");
        *losses |= LOSS_HEADERS;
    }
    write_value(out, key, losses);
    if (h->value.n || !span_eq(key, SPAN("盤面回転"))) /* the one line that has no colon */
        buf_add_str(out, "：");
    write_value(out, h->value, losses);
    buf_add_str(out, eol);
}

void kakinoki_write_headers(const struct record *rec, struct buf *out, const char *eol,
                            unsigned *losses)
{
    for (uint32_t i = 0; i < rec->header_count; i++)
        write_header(rec, &rec->headers[i], out, eol, losses);
}

/* --- How it ended ---------------------------------------------------------------------------- */

/* What follows まで12手で; empty if there are no words for it. */
static void add_phrase(const struct record *rec, const struct record_note *note, int mover,
                       struct buf *out)
{
    const char *self = side_name(rec, mover), *other = side_name(rec, 1 - mover);
    switch (note->end) {
    case END_RESIGN:
        buf_printf(out, "%sの勝ち", other);
        break;
    case END_TIME_UP:
        buf_printf(out, "時間切れにより%sの勝ち", other);
        break;
    case END_ILLEGAL_MOVE:
        buf_printf(out, "%sの反則負け", self);
        break;
    case END_ILLEGAL_ACTION:
        buf_printf(out, "%sの反則勝ち", note->end_seat == mover ? other : self);
        break;
    case END_DECLARATION:
        buf_printf(out, "%sの入玉勝ち", self);
        break;
    case END_FORFEIT_WIN:
        buf_printf(out, "%sの不戦勝", self);
        break;
    case END_FORFEIT_LOSS:
        buf_printf(out, "%sの不戦敗", self);
        break;
    case END_OTHER:
        if (!has_control(note->shogi_end_text))
            buf_add_span(out, note->shogi_end_text);
        break;
    default: {
        const char *word = kakinoki_word_of_end(note->end, note->end_seat, mover);
        buf_add_str(out, word ? word : "");
    }
    }
}

static void add_result(const struct record *rec, struct buf *out)
{
    if (rec->points[0] == POINTS_DRAW)
        buf_add_str(out, "引き分け");
    else if (rec->points[0] != POINTS_UNKNOWN)
        buf_printf(out, "%sの勝ち", side_name(rec, rec->points[0] == POINTS_WIN ? 0 : 1));
}

static bool is_main_line(const struct record *rec, uint32_t end_node)
{
    for (uint32_t node = end_node; node; node = rec->nodes[node].parent)
        if (rec->nodes[rec->nodes[node].parent].child != node)
            return false;
    return true;
}

/* Does the end imply the result that the record states? */
static bool agrees(const struct record *rec, const struct record_note *note, int mover)
{
    int8_t points[2];
    record_points_of_end(note->end, note->end_seat, mover, points);
    return points[0] == rec->points[0] && points[1] == rec->points[1];
}

/* Reading the phrase again must give the same end; true if it does. */
static bool is_same_outcome(struct span phrase, const struct record_note *note, int mover)
{
    struct kakinoki_outcome o;
    if (!phrase.n || span_trim(phrase).n != phrase.n || memchr(phrase.p, '#', phrase.n))
        return false;
    kakinoki_read_outcome(phrase, mover, &o);
    if (o.end == END_OTHER && !span_eq(phrase, note->shogi_end_text))
        return false;
    return o.end == note->end && (o.end != END_ILLEGAL_ACTION || o.seat == note->end_seat);
}

static void write_phrase(struct kakinoki_writer *w, struct span phrase, bool counted,
                         uint32_t count)
{
    if (!phrase.n)
        return;
    if (counted)
        buf_printf(w->out, "まで%u手で", count);
    else
        buf_add_str(w->out, "まで");
    buf_add_span(w->out, phrase);
    buf_add_str(w->out, w->eol);
}

bool kakinoki_outcome_states_end(const struct kakinoki_writer *w, uint32_t end_node)
{
    return !is_main_line(w->rec, end_node) || w->rec->points[0] == POINTS_UNKNOWN ||
           agrees(w->rec, record_note_at(w->rec, end_node), kakinoki_mover(w));
}

void kakinoki_write_outcome(struct kakinoki_writer *w, uint32_t end_node)
{
    const struct record_note *note = record_note_at(w->rec, end_node);
    int mover = kakinoki_mover(w);
    bool states_end = kakinoki_outcome_states_end(w, end_node);
    bool foul = states_end && note->end == END_ILLEGAL_MOVE &&
                kakinoki_is_foul_text(w, note->shogi_end_text);
    struct buf phrase;
    buf_init(&phrase, BUF_DEFAULT_MAX);
    if (states_end)
        add_phrase(w->rec, note, mover, &phrase);
    else
        add_result(w->rec, &phrase);
    if (!is_same_outcome(buf_span(&phrase), note, mover))
        *w->losses |= LOSS_END;
    write_phrase(w, buf_span(&phrase), true, w->plies + foul);
    buf_release(&phrase);
}

/* The result after the main line where the end itself does not tell it (KIF), or where there is no
 * end to go with it: then without the count of moves, so that reading it again makes none. */
static void write_main_result(struct kakinoki_writer *w, uint32_t main_end, bool end_is_written)
{
    const struct record *rec = w->rec;
    const struct record_note *note = record_note_at(rec, main_end);
    struct record_note stated = {.end = rec->end, .end_seat = -1};
    struct buf phrase;
    int mover = kakinoki_mover(w);
    buf_init(&phrase, BUF_DEFAULT_MAX);
    if (!main_end)
        note = &stated;
    if (note->end != END_NONE && (agrees(rec, note, mover) || rec->points[0] == POINTS_UNKNOWN))
        add_phrase(rec, note, mover, &phrase);
    else
        add_result(rec, &phrase);
    if (!main_end && rec->end != END_NONE && !is_same_outcome(buf_span(&phrase), &stated, mover))
        *w->losses |= LOSS_END;
    struct kakinoki_outcome parsed;
    kakinoki_read_outcome(buf_span(&phrase), mover, &parsed);
    if (parsed.points[0] != POINTS_UNKNOWN && parsed.points[0] != rec->points[0])
        buf_clear(&phrase); /* words of an unknown end that sound like a result */
    bool foul =
        main_end && note->end == END_ILLEGAL_MOVE && kakinoki_is_foul_text(w, note->shogi_end_text);
    write_phrase(w, buf_span(&phrase), end_is_written, w->plies + foul);
    buf_release(&phrase);
}

/* --- The tree ------------------------------------------------------------------------------- */

int kakinoki_writer_last_to(const struct kakinoki_writer *w)
{
    if (!w->plies)
        return -1;
    return shogi_move_to((shogi_move)w->rec->nodes[w->path[w->plies - 1].node].move);
}

bool kakinoki_is_foul_text(const struct kakinoki_writer *w, struct span text)
{
    struct ki2_move m;
    struct span rest = text;
    if (!text.n || ki2_parse_move(&rest, kakinoki_writer_last_to(w), &m) != KI2_MOVE || rest.n)
        return false;
    /* a first move with the other side's piece would be read as that side's */
    if (!w->plies && m.from >= 0 && m.from < SHOGI_SQUARES && shogi_piece_at(&w->pos, m.from) &&
        shogi_color_of(shogi_piece_at(&w->pos, m.from)) != kakinoki_mover(w))
        return false;
    shogi_move move = ki2_resolve_move(&w->pos, &m);
    return !shogi_move_is_legal(&w->pos, move);
}

static enum status push_move(struct kakinoki_writer *w, uint32_t node)
{
    void *p = mem_grow(w->path, w->plies, &w->path_cap, SIZE_MAX, sizeof *w->path);
    if (!p)
        return STATUS_NOMEM;
    w->path = p;
    const struct record_node *n = &w->rec->nodes[node];
    int mover = kakinoki_mover(w);
    struct kakinoki_step *step = &w->path[w->plies++];
    step->node = node;
    step->total_ms = w->total_ms[mover];
    if (n->time_ms != RECORD_NO_TIME)
        w->total_ms[mover] += n->time_ms;
    shogi_play(&w->pos, (shogi_move)n->move, &step->undo);
    return STATUS_OK;
}

static void pop_to(struct kakinoki_writer *w, uint32_t parent)
{
    while (w->plies && w->path[w->plies - 1].node != parent) {
        const struct kakinoki_step *step = &w->path[--w->plies];
        shogi_unplay(&w->pos, (shogi_move)w->rec->nodes[step->node].move, &step->undo);
        w->total_ms[kakinoki_mover(w)] = step->total_ms;
    }
}

static void write_notes(struct kakinoki_writer *w, const struct kakinoki_layout *layout,
                        uint32_t node)
{
    const struct record_note *note = record_note_at(w->rec, node);
    if (!note->comment.p && !note->bookmark.p && !note->remark.p)
        return;
    if (layout->close_line)
        layout->close_line(w);
    kakinoki_write_lines(w->out, "*", note->comment, w->eol);
    kakinoki_write_lines(w->out, "&", note->bookmark, w->eol);
    if (node && note->remark.p) /* the root's stand at the head of the file */
        kakinoki_write_remark(w->out, note->remark, w->eol, w->losses);
}

static void write_head(struct kakinoki_writer *w, const struct kakinoki_layout *layout)
{
    const struct record *rec = w->rec;
    buf_printf(w->out, "%s encoding=%s%s", layout->version_line, w->encoding, w->eol);
    kakinoki_write_remark(w->out, record_note_at(rec, 0)->remark, w->eol, w->losses);
    kakinoki_write_headers(rec, w->out, w->eol, w->losses);
    bool needs_diagram = rec->handicap == SHOGI_HANDICAP_OTHER || rec->start_ply;
    buf_printf(w->out, "手合割：%s%s",
               shogi_handicap_kanji(needs_diagram ? SHOGI_HANDICAP_OTHER : rec->handicap), w->eol);
    if (needs_diagram) {
        struct bod_caption caption = {.ply = rec->start_ply, .eol = w->eol};
        bod_print(&w->pos, &caption, w->out);
    }
    if (layout->table_head)
        buf_printf(w->out, "%s%s", layout->table_head, w->eol);
}

static void finish_main_line(struct kakinoki_writer *w, const struct kakinoki_layout *layout,
                             uint32_t main_end)
{
    if (layout->close_line)
        layout->close_line(w);
    if (layout->outcome_is_end && main_end)
        return; /* it was written with the end itself */
    const struct record_note *note = record_note_at(w->rec, main_end);
    bool written = main_end && (note->end == END_OTHER ? !(*w->losses & LOSS_END) : true);
    write_main_result(w, main_end, written);
}

static enum status write_tree(struct kakinoki_writer *w, const struct kakinoki_layout *layout)
{
    const struct record *rec = w->rec;
    uint32_t last = record_last_move(rec, NULL), main_end = rec->nodes[last].child;
    bool in_main = true;
    write_notes(w, layout, 0);
    for (uint32_t node = record_next(rec, 0); node; node = record_next(rec, node)) {
        uint32_t parent = rec->nodes[node].parent;
        bool branches = rec->nodes[parent].child != node;
        if (branches && in_main) {
            finish_main_line(w, layout, main_end);
            in_main = false;
        }
        pop_to(w, parent);
        if (branches) {
            if (layout->close_line)
                layout->close_line(w);
            buf_printf(w->out, "%s変化：%u手%s", w->eol, w->plies + 1, w->eol);
        }
        if (record_is_end(rec, node)) {
            layout->write_end(w, node);
            write_notes(w, layout, node);
            continue;
        }
        layout->write_move(w, node);
        if (push_move(w, node) != STATUS_OK)
            return STATUS_NOMEM;
        write_notes(w, layout, node);
    }
    if (in_main)
        finish_main_line(w, layout, main_end);
    else if (layout->close_line)
        layout->close_line(w);
    return STATUS_OK;
}

enum status kakinoki_write(const struct record *rec, const struct kakinoki_layout *layout,
                           enum kakinoki_text text, struct buf *out, unsigned *losses,
                           struct err *err)
{
    bool utf8 = text == KAKINOKI_UTF8;
    struct kakinoki_writer w = {.rec = rec,
                                .out = out,
                                .losses = losses,
                                .encoding = utf8 ? "UTF-8" : "Shift_JIS",
                                .eol = utf8 ? "\n" : "\r\n"};
    enum status st = shogi_sfen_parse(&w.pos, rec->start, SHOGI_SFEN_TOLERANT, NULL, err);
    if (st != STATUS_OK)
        return st;
    write_head(&w, layout);
    st = write_tree(&w, layout);
    mem_free(w.path);
    /* without an end of the main line, まで tells who won, and is read as if the other resigned */
    bool known = rec->points[0] != POINTS_UNKNOWN;
    if (!rec->nodes[record_last_move(rec, NULL)].child &&
        (rec->end == END_RESIGN ? !known : known || rec->end != END_NONE))
        *losses |= LOSS_END;
    if (st == STATUS_OK)
        st = buf_status(out);
    return st == STATUS_OK ? STATUS_OK : err_nomem(err);
}
