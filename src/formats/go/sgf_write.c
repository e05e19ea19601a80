/* sgf_write.c: records of Go as SGF FF[4]; see sgf.h for what stands where.
 *
 * The tree is written in the order of record_next(), without recursion: a bracket opens before
 * every node that has brothers, and closes when the walk leaves it for good. */
#include "formats/format.h"
#include "formats/go/go_line.h"
#include "formats/go/go_result.h"
#include "formats/go/sgf.h"
#include "formats/go/sgf_lexer.h"

/* Nodes share a line up to this. */
enum { LINE_BYTES = 72 };

static const struct {
    enum record_header_id id;
    const char *name;
} NAMES[] = {
    {HEADER_PLAYER, "PB"},  {HEADER_PLAYER + 1, "PW"}, {HEADER_EVENT, "EV"},
    {HEADER_SITE, "PC"},    {HEADER_START_TIME, "DT"}, {HEADER_TIME_LIMIT, "TM"},
    {HEADER_OPENING, "ON"}, {HEADER_TITLE, "GN"},      {HEADER_NOTE, "GC"},
};

/* The name of a header in SGF, NULL if it has none. */
static const char *sgf_header_name(enum record_header_id id)
{
    for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++)
        if (NAMES[i].id == id)
            return NAMES[i].name;
    return NULL;
}

static bool only_black(const struct go_pos *pos)
{
    bool black = false;
    for (int point = 0; point < GO_POINTS; point++) {
        int stone = go_on_board(pos, point) ? go_stone_at(pos, point) : GO_EMPTY;
        if (stone == 1 + GO_WHITE)
            return false;
        black |= stone == 1 + GO_BLACK;
    }
    return black;
}

int sgf_first_turn(const struct record *rec, const struct go_pos *start)
{
    for (uint32_t node = rec->nodes[0].child; node; node = rec->nodes[node].child) {
        go_move m = (go_move)rec->nodes[node].move;
        if (m && go_move_kind(m) == GO_PLAY)
            return go_move_color(m);
    }
    return only_black(start) ? GO_WHITE : GO_BLACK;
}

/* --- Nodes ------------------------------------------------------------------------------------ */

static void put_point(int point, int height, struct buf *out)
{
    buf_add_char(out, sgf_letter(go_column(point)));
    buf_add_char(out, sgf_letter(height - 1 - go_row(point)));
}

static void put_move(go_move m, int height, struct buf *out)
{
    static const char *const names[4][2] = {{"B", "W"}, {"AB", "AW"}, {"AE", "AE"}, {"PL", "PL"}};
    enum go_kind kind = go_move_kind(m);
    buf_add_str(out, names[kind][go_move_color(m)]);
    buf_add_char(out, '[');
    if (kind == GO_TURN)
        buf_add_char(out, go_move_color(m) == GO_BLACK ? 'B' : 'W');
    else if (go_move_point(m) >= 0)
        put_point(go_move_point(m), height, out);
    buf_add_char(out, ']');
}

static void put_text(const char *name, struct span text, struct buf *out)
{
    if (!text.p)
        return;
    buf_add_str(out, name);
    buf_add_char(out, '[');
    sgf_escape(text, out);
    buf_add_char(out, ']');
}

void sgf_put_body(const struct record *rec, uint32_t node, int height, struct buf *out)
{
    const struct record_note *note = record_note_at(rec, node);
    if (rec->nodes[node].move)
        put_move((go_move)rec->nodes[node].move, height, out);
    put_text("N", note->bookmark, out);
    put_text("C", note->comment, out);
    buf_add_span(out, note->extra);
}

struct sgf_writer {
    const struct record *rec;
    struct buf *out;
    size_t line_from; /* where the present line begins */
    int height;
};

/* Does the text say whose turn it is? */
static bool has_turn(struct span text)
{
    struct sgf_lexer lexer = sgf_lexer_over(text);
    struct sgf_property prop;
    for (enum sgf_kind kind; (kind = sgf_next(&lexer, &prop)) != SGF_END;)
        if (kind == SGF_PROPERTY && prop.id == SGF_ID('P', 'L') && sgf_color(prop.first) >= 0)
            return true;
    return false;
}

/* Does the node stand for one of SGF that changes nothing?  Without brackets it would be read as
 * part of the node before it. */
static bool is_idle(const struct record *rec, uint32_t node)
{
    go_move m = (go_move)rec->nodes[node].move;
    struct span extra = record_note_at(rec, node)->extra;
    return go_move_kind(m) == GO_TURN && extra.n && extra.p[0] == ';' && !has_turn(extra);
}

/* Does the node say something about the game that would move to the root if it were read outside
 * brackets? */
static bool holds_info(const struct record *rec, uint32_t node)
{
    struct sgf_lexer lexer = sgf_lexer_over(record_note_at(rec, node)->extra);
    struct sgf_property prop;
    for (enum sgf_kind kind; (kind = sgf_next(&lexer, &prop)) != SGF_END;)
        if (kind == SGF_PROPERTY && sgf_is_info(prop.id) && !sgf_has_header(rec, prop.id))
            return true;
    return false;
}

static bool in_brackets(const struct record *rec, uint32_t node)
{
    const struct record_node *parent = &rec->nodes[rec->nodes[node].parent];
    return node && (parent->child != parent->last || is_idle(rec, node) || holds_info(rec, node));
}

static void end_line(struct sgf_writer *w)
{
    buf_add_char(w->out, '\n');
    w->line_from = w->out->n;
}

static void put_node(struct sgf_writer *w, uint32_t node)
{
    struct span extra = record_note_at(w->rec, node)->extra;
    if (in_brackets(w->rec, node)) {
        end_line(w);
        buf_add_char(w->out, '(');
    }
    if (span_eq(extra, SPAN(SGF_CONTINUED)))
        return;
    if (w->out->n - w->line_from > LINE_BYTES)
        end_line(w);
    if (extra.n && extra.p[0] == ';') {
        buf_add_span(w->out, extra);
        return;
    }
    buf_add_char(w->out, ';');
    sgf_put_body(w->rec, node, w->height, w->out);
}

/* Up from a node with nothing below it, to the next one; 0 at the end. */
static uint32_t leave(struct sgf_writer *w, uint32_t node)
{
    const struct record *rec = w->rec;
    for (; node; node = rec->nodes[node].parent) {
        if (in_brackets(rec, node))
            buf_add_char(w->out, ')');
        if (rec->nodes[node].sibling)
            return rec->nodes[node].sibling;
    }
    return 0;
}

/* --- The root --------------------------------------------------------------------------------- */

static bool is_name(struct span key)
{
    for (size_t i = 0; i < key.n; i++)
        if ((key.p[i] < 'A' || key.p[i] > 'Z') && (i == 0 || key.p[i] < '0' || key.p[i] > '9'))
            return false;
    return key.n > 0;
}

/* What the writer says by itself. */
static bool is_own(struct span key)
{
    static const struct span own[] = {
        SPAN_INIT("GM"), SPAN_INIT("FF"), SPAN_INIT("CA"), SPAN_INIT("SZ"), SPAN_INIT("AB"),
        SPAN_INIT("AW"), SPAN_INIT("C"),  SPAN_INIT("N"),  SPAN_INIT("B"),  SPAN_INIT("W")};
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++)
        if (span_eq(key, own[i]))
            return true;
    return false;
}

static void put_headers(struct sgf_writer *w, unsigned *losses)
{
    bool result = false;
    for (uint32_t i = 0; i < w->rec->header_count; i++) {
        const struct record_header *h = &w->rec->headers[i];
        const char *usual = sgf_header_name(h->id);
        struct span name = is_name(h->key) || !usual ? h->key : span_of(usual);
        if (!is_name(name) || is_own(name)) {
            *losses |= LOSS_HEADERS;
            continue;
        }
        result |= span_eq(name, SPAN("RE"));
        if (w->out->n - w->line_from > LINE_BYTES)
            end_line(w);
        buf_add_span(w->out, name);
        put_text("", h->value.p ? h->value : SPAN(""), w->out);
    }
    if (result || (w->rec->end == END_NONE && w->rec->points[0] == POINTS_UNKNOWN))
        return;
    buf_add_str(w->out, "RE[");
    go_result_put(w->rec, w->out);
    buf_add_char(w->out, ']');
}

static void put_stones(struct sgf_writer *w, const struct go_pos *start, int color)
{
    bool first = true;
    for (int row = start->height; row-- > 0;)
        for (int column = 0; column < start->width; column++) {
            int point = go_point(column, row);
            if (go_stone_at(start, point) != 1 + color)
                continue;
            if (first)
                buf_add_str(w->out, color == GO_BLACK ? "AB" : "AW");
            first = false;
            buf_add_char(w->out, '[');
            put_point(point, w->height, w->out);
            buf_add_char(w->out, ']');
        }
}

static void put_root(struct sgf_writer *w, const struct go_pos *start, unsigned *losses)
{
    struct span extra = record_note_at(w->rec, 0)->extra;
    buf_add_str(w->out, "(;GM[1]FF[4]CA[UTF-8]SZ[");
    buf_add_u64(w->out, start->width);
    if (start->width != start->height) {
        buf_add_char(w->out, ':');
        buf_add_u64(w->out, start->height);
    }
    buf_add_char(w->out, ']');
    put_headers(w, losses);
    put_stones(w, start, GO_BLACK);
    put_stones(w, start, GO_WHITE);
    if (start->turn != sgf_first_turn(w->rec, start) && !has_turn(extra))
        buf_add_str(w->out, start->turn == GO_BLACK ? "PL[B]" : "PL[W]");
    if (extra.n && extra.p[0] == ';')
        buf_add_span(w->out, span_skip(extra, 1));
    else
        sgf_put_body(w->rec, 0, w->height, w->out);
    end_line(w);
}

enum status sgf_write(const struct record *rec, struct buf *out, unsigned *losses, struct err *err);
enum status sgf_write(const struct record *rec, struct buf *out, unsigned *losses, struct err *err)
{
    struct go_pos start;
    enum status st = go_pos_parse(&start, rec->start, err);
    if (st != STATUS_OK)
        return st;
    struct sgf_writer w = {rec, out, out->n, start.height};
    put_root(&w, &start, losses);
    for (uint32_t node = rec->nodes[0].child; node;) {
        put_node(&w, node);
        if (record_note_at(rec, node)->remark.p)
            *losses |= LOSS_REMARKS;
        if (rec->nodes[node].time_ms != RECORD_NO_TIME)
            *losses |= LOSS_TIMES;
        node = rec->nodes[node].child ? rec->nodes[node].child : leave(&w, node);
    }
    buf_add_str(out, ")\n");
    return buf_status(out) == STATUS_OK ? STATUS_OK : err_nomem(err);
}
