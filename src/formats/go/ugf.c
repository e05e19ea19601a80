/* ugf.c: UGF and UGI, the formats of PandaNet; read only.
 *
 *     [Header]
 *     Lang=SJIS
 *     Title=2019,PANDA-NET,
 *     Date=2019/03/08,22:09:00,…
 *     Size=19
 *     Hdcp=0,-5.50                        stones, komi (negative: White gets them)
 *     Winner=B,7.50                       who, by how much; C: resigned, T: time
 *     PlayerB=kaziwami,7d,,…
 *     CoordinateType=IGS
 *     [Data]
 *     QP,B1,1,0                           column and row; colour and node; move number; seconds
 *     YA,B1,3,0                           beyond the board: a pass
 *     [Figure]
 *     .Text,12                            a comment on move 12 …
 *     words
 *     .EndText                            or the end of the file
 *
 * By IGS's reckoning columns go from left to right and rows from below; other files count both from
 * the middle of nothing in particular, rows from above. */
#include "base/text/num.h"
#include "formats/cursor.h"
#include "formats/format.h"
#include "formats/go/go_result.h"
#include "formats/go/go_server.h"

enum ugf_section { BEFORE, HEADER, DATA, FIGURE, ELSEWHERE };

struct ugf_reader {
    struct reader *r;
    struct cursor cursor;
    enum ugf_section section;
    int size, handicap;
    bool igs, started;
    uint32_t text_node; /* that the comment being read is on */
    bool in_text;
    struct buf text;
};

static const struct {
    struct span key;
    enum record_header_id id;
    const char *name;
} KEYS[] = {
    {SPAN_INIT("Title"), HEADER_TITLE, "GN"},  {SPAN_INIT("Place"), HEADER_SITE, "PC"},
    {SPAN_INIT("Rule"), HEADER_OTHER, "RU"},   {SPAN_INIT("Copyright"), HEADER_OTHER, "CP"},
    {SPAN_INIT("Writer"), HEADER_OTHER, "US"}, {SPAN_INIT("Comment"), HEADER_NOTE, "GC"},
    {SPAN_INIT("Event"), HEADER_EVENT, "EV"},  {SPAN_INIT("Round"), HEADER_OTHER, "RO"},
};

/* The part of a list before the next comma, which is removed too. */
static struct span next_part(struct span *list)
{
    size_t n = 0;
    while (n < list->n && list->p[n] != ',')
        n++;
    struct span part = span_trim(span_make(list->p, n));
    *list = span_skip(*list, n < list->n ? n + 1 : n);
    return part;
}

static enum status read_player(struct ugf_reader *g, int seat, struct span list)
{
    enum status st = go_server_header(g->r->rec, (enum record_header_id)(HEADER_PLAYER + seat),
                                      seat ? "PW" : "PB", next_part(&list));
    if (st != STATUS_OK)
        return st;
    return go_server_header(g->r->rec, HEADER_OTHER, seat ? "WR" : "BR", next_part(&list));
}

static enum status read_winner(struct ugf_reader *g, struct span list)
{
    struct span who = next_part(&list), how = next_part(&list);
    struct buf text;
    if (!who.n || (who.p[0] != 'B' && who.p[0] != 'W' && who.p[0] != 'D'))
        return STATUS_OK;
    buf_init(&text, BUF_DEFAULT_MAX);
    if (who.p[0] == 'D') {
        buf_add_str(&text, "Draw");
    } else {
        buf_add_char(&text, who.p[0]);
        buf_add_char(&text, '+');
        if (span_eq(how, SPAN("C")))
            buf_add_char(&text, 'R');
        else
            buf_add_span(&text, how);
    }
    enum status st = go_server_result(g->r->rec, buf_span(&text));
    buf_release(&text);
    return st;
}

static enum status read_handicap(struct ugf_reader *g, struct span list)
{
    uint64_t stones;
    struct span number = next_part(&list), komi = next_part(&list);
    if (num_parse_u64(number, 9, &stones))
        g->handicap = (int)stones;
    (void)span_eat(&komi, SPAN("-"));
    return go_server_header(g->r->rec, HEADER_OTHER, "KM", komi);
}

static enum status read_header(struct ugf_reader *g, struct span line)
{
    const char *equals = line.n ? memchr(line.p, '=', line.n) : NULL;
    uint64_t size;
    if (!equals)
        return STATUS_OK;
    struct span key = span_trim(span_make(line.p, (size_t)(equals - line.p)));
    struct span value = span_trim(span_skip(line, (size_t)(equals - line.p) + 1));
    if (span_eq(key, SPAN("PlayerB")) || span_eq(key, SPAN("PlayerW")))
        return read_player(g, key.p[6] == 'W', value);
    if (span_eq(key, SPAN("Winner")))
        return read_winner(g, value);
    if (span_eq(key, SPAN("Hdcp")))
        return read_handicap(g, value);
    if (span_eq(key, SPAN("Date")))
        return go_server_header(g->r->rec, HEADER_START_TIME, "DT", next_part(&value));
    if (span_eq(key, SPAN("Size")) && num_parse_u64(value, GO_MAX_SIZE, &size) && size > 1)
        g->size = (int)size;
    if (span_eq(key, SPAN("CoordinateType")))
        g->igs = span_eq(value, SPAN("IGS"));
    for (size_t i = 0; i < sizeof KEYS / sizeof KEYS[0]; i++)
        if (span_eq(key, KEYS[i].key))
            return go_server_header(g->r->rec, KEYS[i].id, KEYS[i].name, value);
    return STATUS_OK;
}

/* "QP,B1,12,0": stones of move 0 are handicap stones, put down by name. */
static enum status read_move(struct ugf_reader *g, struct span line)
{
    struct span list = line, place = next_part(&list), who = next_part(&list);
    uint64_t number = 1;
    if (place.n != 2 || !who.n || (who.p[0] != 'B' && who.p[0] != 'W'))
        return line.n ? go_server_bad_move(g->r, line, line.p, g->cursor.line) : STATUS_OK;
    (void)num_parse_u64(next_part(&list), 100000, &number);
    int color = who.p[0] == 'B' ? GO_BLACK : GO_WHITE;
    int column = place.p[0] - 'A', row = place.p[1] - 'A';
    if (column < 0 || row < 0 || column >= g->size || row >= g->size) {
        g->r->go_line.pos.turn = (uint8_t)color;
        return go_server_pass(g->r, line.p, g->cursor.line);
    }
    row = g->igs ? g->size - 1 - row : row;
    if (number == 0 && g->r->go_line.plies == 0) {
        struct go_pos pos = g->r->go_line.pos;
        go_play(&pos, go_move_make(GO_PUT, color, go_point(column, g->size - 1 - row)), NULL);
        pos.turn = GO_WHITE;
        return go_line_start(&g->r->go_line, &pos);
    }
    return go_server_move(g->r, color, column, row, line.p, g->cursor.line);
}

/* The comment is complete: it joins what was said of the move before. */
static enum status shogi_end_text(struct ugf_reader *g)
{
    g->in_text = false;
    struct record_note *note = record_note(g->r->rec, g->text_node);
    if (!note || buf_status(&g->text))
        return STATUS_NOMEM;
    if (!g->text.n)
        return STATUS_OK;
    struct buf joined;
    buf_init(&joined, BUF_DEFAULT_MAX);
    buf_add_span(&joined, note->comment);
    if (note->comment.n)
        buf_add_char(&joined, '\n');
    buf_add_span(&joined, buf_span(&g->text));
    bool kept = buf_status(&joined) == STATUS_OK &&
                arena_copy(&g->r->rec->arena, buf_span(&joined), &note->comment);
    buf_release(&joined);
    return kept ? STATUS_OK : STATUS_NOMEM;
}

/* ".Text,12" opens a comment on move 12; beyond the game it is one on the last move. */
static enum status read_figure(struct ugf_reader *g, struct span line)
{
    uint64_t ply;
    if (!g->in_text && span_starts(line, SPAN(".Text,")) &&
        num_parse_u64(span_skip(line, 6), 100000, &ply)) {
        g->in_text = true;
        g->text_node = record_node_at_ply(g->r->rec, (uint32_t)ply);
        buf_clear(&g->text);
        return STATUS_OK;
    }
    if (!g->in_text)
        return STATUS_OK;
    if (span_starts(line, SPAN(".EndText")))
        return shogi_end_text(g);
    if (g->text.n)
        buf_add_char(&g->text, '\n');
    buf_add_span(&g->text, line);
    return STATUS_OK;
}

static enum status open_section(struct ugf_reader *g, struct span line)
{
    g->section = span_eq_nocase(line, SPAN("[Header]"))   ? HEADER
                 : span_eq_nocase(line, SPAN("[Data]"))   ? DATA
                 : span_eq_nocase(line, SPAN("[Figure]")) ? FIGURE
                                                          : ELSEWHERE;
    if (g->section != DATA || g->started)
        return STATUS_OK;
    g->started = true;
    if (g->handicap && !g->igs)
        return go_server_start(g->r, g->size, 0,
                               THIRD_LOWER_RIGHT); /* its stones stand in the data */
    return go_server_start(g->r, g->size, g->handicap, THIRD_LOWER_RIGHT);
}

static enum status read_line(struct ugf_reader *g, struct span line)
{
    if (!g->in_text && line.n > 2 && line.p[0] == '[' && line.p[line.n - 1] == ']')
        return open_section(g, line);
    switch (g->section) {
    case HEADER:
        return read_header(g, line);
    case DATA:
        return read_move(g, line);
    case FIGURE:
        return read_figure(g, line);
    default:
        return STATUS_OK;
    }
}

static enum status ugf_read(struct reader *r, struct err *err)
{
    struct ugf_reader g = {.r = r, .cursor = cursor_over(r->text), .size = 19};
    struct span line;
    enum status st = reader_begin(r, r->text.p, err);
    buf_init(&g.text, BUF_DEFAULT_MAX);
    if (st == STATUS_OK)
        st = go_server_start(r, 19, 0, THIRD_LOWER_RIGHT);
    while (st == STATUS_OK && cursor_next(&g.cursor, &line))
        st = read_line(&g, span_trim(line));
    if (st == STATUS_OK && g.in_text)
        st = shogi_end_text(&g);
    buf_release(&g.text);
    return go_server_finish(r, st, err);
}

static int probe(struct span head)
{
    head = span_trim(head);
    bool box = span_eq_nocase(span_make(head.p, head.n < 8 ? head.n : 8), SPAN("[Header]"));
    if (!box)
        return 0;
    return span_find(head, SPAN("[Data]")) >= 0 || span_find(head, SPAN("UGF")) >= 0 ? 100 : 60;
}

const struct format ugf_format = {
    .name = "ugf",
    .title = {"UGF (PandaNet)", "UGF（パンダネット）"},
    .extensions = {"ugf", "ugi"},
    .game = &go_game,
    .charset = CHARSET_UTF8,
    .family = CHARSET_FAMILY_SGF,
    .probe = probe,
    .read = ugf_read,
};
