/* ngf.c: NGF, the format of the Wbaduk (Cyberoro) server; read only.
 *
 *      1  Rated game                    what kind of game, the event
 *      2  19                            size
 *      3  ace550      7D*               White, then Black, with rank
 *      4  p81587      5D*
 *      5  www.cyberoro.com              where
 *      6  2                             handicap
 *      7  0                             ?
 *      8  7                             komi, half a point less than it is
 *      9  20170316 [09:51]              date
 *     10  5                             ?
 *     11  White wins by  resign!        result
 *     12  189                           moves
 *     13  PMABWQRRQ                     "PM", two letters that count, colour, column and row
 *                                       ("Q" is the 16th: letters begin with B), again turned round
 *
 * Clients write another box, too, with "GI" before each line: event, names, nothing, nothing, date,
 * size, handicap, and so on. */
#include "base/text/num.h"
#include "formats/cursor.h"
#include "formats/format.h"
#include "formats/go/go_server.h"

enum { BOX_LINES = 12, GI_LINES = 11 };

struct ngf_reader {
    struct reader *r;
    struct cursor cursor;
    struct span box[BOX_LINES];
    bool gi;
};

static bool is_move_line(struct span line)
{
    return line.n >= 7 && span_starts(line, SPAN("PM")) && (line.p[4] == 'B' || line.p[4] == 'W');
}

/* "ace550      7D*" */
static enum status add_player(struct record *rec, int seat, struct span text)
{
    text = span_trim(text);
    size_t at = text.n;
    while (at && text.p[at - 1] != ' ')
        at--;
    struct span rank = at ? span_skip(text, at) : (struct span){0};
    struct span name = at ? span_trim(span_make(text.p, at)) : text;
    enum status st = go_server_header(rec, (enum record_header_id)(HEADER_PLAYER + seat),
                                      seat ? "PW" : "PB", name);
    return st == STATUS_OK ? go_server_header(rec, HEADER_OTHER, seat ? "WR" : "BR", rank) : st;
}

static int number(struct span text, uint64_t max, int usual)
{
    uint64_t n;
    return num_parse_u64(span_trim(text), max, &n) ? (int)n : usual;
}

static enum status add_date(struct record *rec, struct span text)
{
    struct buf date;
    uint64_t n;
    struct span s = span_trim(text);
    if (s.n < 8 || !num_parse_u64(span_make(s.p, 8), 99999999, &n))
        return go_server_header(rec, HEADER_START_TIME, "DT", s);
    buf_init(&date, 64);
    buf_printf(&date, "%.4s-%.2s-%.2s", s.p, s.p + 4, s.p + 6);
    enum status st = go_server_header(rec, HEADER_START_TIME, "DT", buf_span(&date));
    buf_release(&date);
    return st;
}

static enum status add_komi(struct record *rec, struct span text, int handicap)
{
    struct buf komi;
    uint64_t n;
    if (!num_parse_u64(span_trim(text), 100, &n))
        return STATUS_OK;
    buf_init(&komi, 64);
    buf_printf(&komi, "%u%s", (unsigned)n, handicap ? "" : ".5");
    enum status st = go_server_header(rec, HEADER_OTHER, "KM", buf_span(&komi));
    buf_release(&komi);
    return st;
}

static int size_of(int size)
{
    return size >= 2 && size <= GO_MAX_SIZE ? size : 19;
}

static enum status read_server_box(struct ngf_reader *g)
{
    struct record *rec = g->r->rec;
    int handicap = number(g->box[5], 9, 0);
    enum status st = go_server_start(g->r, size_of(number(g->box[1], GO_MAX_SIZE, 19)), handicap,
                                     THIRD_LOWER_RIGHT);
    if (st == STATUS_OK)
        st = go_server_header(rec, HEADER_EVENT, "EV", g->box[0]);
    if (st == STATUS_OK)
        st = add_player(rec, 1, g->box[2]);
    if (st == STATUS_OK)
        st = add_player(rec, 0, g->box[3]);
    if (st == STATUS_OK)
        st = go_server_header(rec, HEADER_SITE, "PC", g->box[4]);
    if (st == STATUS_OK)
        st = add_komi(rec, g->box[7], handicap);
    if (st == STATUS_OK)
        st = add_date(rec, g->box[8]);
    return st == STATUS_OK && span_trim(g->box[10]).n ? go_server_result(rec, g->box[10]) : st;
}

static enum status read_gi_box(struct ngf_reader *g)
{
    struct record *rec = g->r->rec;
    enum status st = go_server_start(g->r, size_of(number(g->box[6], GO_MAX_SIZE, 19)),
                                     number(g->box[7], 9, 0), THIRD_LOWER_RIGHT);
    if (st == STATUS_OK)
        st = go_server_header(rec, HEADER_EVENT, "EV", g->box[0]);
    if (st == STATUS_OK)
        st = add_player(rec, 1, g->box[1]);
    if (st == STATUS_OK)
        st = add_player(rec, 0, g->box[2]);
    return st == STATUS_OK ? add_date(rec, g->box[5]) : st;
}

/* Up to the first move; cursor then stands before it. */
static enum status read_box(struct ngf_reader *g)
{
    struct cursor before = g->cursor;
    struct span line;
    for (int i = 0; cursor_next(&g->cursor, &line) && !is_move_line(line); i++) {
        if (i < BOX_LINES) {
            g->gi |= i == 0 && span_starts(line, SPAN("GI"));
            g->box[i] = g->gi && span_starts(line, SPAN("GI")) ? span_skip(line, 2) : line;
        }
        before = g->cursor;
    }
    g->cursor = before;
    return g->gi ? read_gi_box(g) : read_server_box(g);
}

/* "PM" 2 letters, colour, column, row; "A" or beyond the board is a pass. */
static enum status read_move(struct ngf_reader *g, struct span line)
{
    int color = line.p[4] == 'B' ? GO_BLACK : GO_WHITE;
    int column = line.p[5] - 'B', row = line.p[6] - 'B';
    const struct go_pos *pos = &g->r->go_line.pos;
    if (column < 0 || row < 0 || column >= pos->width || row >= pos->height) {
        g->r->go_line.pos.turn = (uint8_t)color;
        return go_server_pass(g->r, line.p, g->cursor.line);
    }
    return go_server_move(g->r, color, column, row, line.p, g->cursor.line);
}

static enum status ngf_read(struct reader *r, struct err *err)
{
    struct ngf_reader g = {.r = r, .cursor = cursor_over(r->text)};
    struct span line;
    enum status st = reader_begin(r, r->text.p, err);
    if (st == STATUS_OK)
        st = read_box(&g);
    while (st == STATUS_OK && cursor_next(&g.cursor, &line))
        if (is_move_line(line))
            st = read_move(&g, line);
    return go_server_finish(r, st, err);
}

static int probe(struct span head)
{
    struct cursor cursor = cursor_over(head);
    struct span line;
    for (int i = 0; i < 20 && cursor_next(&cursor, &line); i++)
        if (is_move_line(line) && line.n <= 10)
            return i >= 5 ? 90 : 0;
    return 0;
}

const struct format ngf_format = {
    .name = "ngf",
    .title = {"NGF (Wbaduk)", "NGF（Wbaduk）"},
    .extensions = {"ngf"},
    .game = &go_game,
    .charset = CHARSET_UTF8,
    .family = CHARSET_FAMILY_SGF,
    .probe = probe,
    .read = ngf_read,
};
