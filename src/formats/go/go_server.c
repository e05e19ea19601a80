/* go_server.c: see go_server.h. */
#include "formats/go/go_server.h"

#include "formats/go/go_result.h"
#include "formats/go/sgf.h"

static const struct msg BAD_MOVE = {"not a move: %1", "着手が読めません: %1"};
static const struct msg TOO_MANY = {"too many moves; the rest is ignored",
                                    "手数が多すぎるため、以降を省きました"};

enum status go_server_header(struct record *rec, enum record_header_id id, const char *name,
                             struct span value)
{
    value = span_trim(value);
    return value.n ? record_add_header(rec, id, span_of(name), value) : STATUS_OK;
}

static bool has_result(const struct record *rec)
{
    for (uint32_t i = 0; i < rec->header_count; i++)
        if (rec->headers[i].id == HEADER_OTHER && span_eq(rec->headers[i].key, SPAN("RE")))
            return true;
    return false;
}

enum status go_server_result(struct record *rec, struct span text)
{
    if (!has_result(rec))
        (void)go_result_read(text, rec);
    return go_server_header(rec, HEADER_OTHER, "RE", text);
}

/* The nth handicap stone of so many: which of three columns and rows it stands on. */
static void handicap_place(int n, int stones, enum go_third_stone third, int *column, int *row)
{
    /* corners, then the middles of the sides, then the middle of the board */
    static const int places[9][2] = {{2, 0}, {0, 2}, {2, 2}, {0, 0}, {0, 1},
                                     {2, 1}, {1, 0}, {1, 2}, {1, 1}};
    bool middle = n == stones - 1 && stones % 2 == 1 && stones > 3;
    if (third == THIRD_UPPER_LEFT && (n == 2 || n == 3))
        n = 5 - n;
    *column = places[middle ? 8 : n][0];
    *row = places[middle ? 8 : n][1];
}

static void put_handicap(struct go_pos *pos, int size, int stones, enum go_third_stone third)
{
    int edge = size >= 13 ? 3 : 2;
    int lines[3] = {edge, size / 2, size - 1 - edge};
    for (int i = 0; i < stones; i++) {
        int column, row;
        handicap_place(i, stones, third, &column, &row);
        go_play(pos, go_move_make(GO_PUT, GO_BLACK, go_point(lines[column], size - 1 - lines[row])),
                NULL);
    }
    pos->turn = GO_WHITE;
}

enum status go_server_start(struct reader *r, int size, int handicap, enum go_third_stone third)
{
    struct go_pos pos;
    char digit[1];
    go_pos_empty(&pos, size, size);
    enum status st = STATUS_OK;
    if (handicap >= 2 && handicap <= 9 && size >= 9 && size % 2 == 1) {
        put_handicap(&pos, size, handicap, third);
        digit[0] = (char)('0' + handicap);
        st = record_add_header(r->rec, HEADER_OTHER, SPAN("HA"), span_make(digit, 1));
    }
    return st == STATUS_OK ? go_line_start(&r->go_line, &pos) : st;
}

enum status go_server_bad_move(struct reader *r, struct span text, const char *at, uint32_t line)
{
    reader_problem(r, PROBLEM_LOST, STATUS_SYNTAX, &BAD_MOVE, text, at, line);
    return STATUS_OK;
}

static enum status make_move(struct reader *r, go_move m, const char *at, uint32_t line)
{
    enum go_illegal why;
    enum status st = go_line_move(&r->go_line, m, &why);
    if (st == STATUS_OK && why == GO_LEGAL)
        return STATUS_OK;
    struct buf text;
    buf_init(&text, 64);
    go_move_print(m, &text);
    if (st == STATUS_LIMIT)
        reader_problem(r, PROBLEM_PARTIAL, st, &TOO_MANY, buf_span(&text), at, line);
    else if (st == STATUS_RANGE)
        (void)go_server_bad_move(r, buf_span(&text), at, line);
    else if (st == STATUS_OK)
        reader_problem(r, PROBLEM_NOTE, STATUS_ILLEGAL, go_illegal_text(why), buf_span(&text), at,
                       line);
    buf_release(&text);
    return st == STATUS_NOMEM ? st : STATUS_OK;
}

enum status go_server_move(struct reader *r, int color, int column, int row, const char *at,
                           uint32_t line)
{
    const struct go_pos *pos = &r->go_line.pos;
    if (column < 0 || row < 0 || column >= pos->width || row >= pos->height)
        return go_server_bad_move(r, SPAN("?"), at, line);
    int point = go_point(column, pos->height - 1 - row);
    return make_move(r, go_move_make(GO_PLAY, color, point), at, line);
}

enum status go_server_pass(struct reader *r, const char *at, uint32_t line)
{
    return make_move(r, go_pass_make(r->go_line.pos.turn), at, line);
}

/* Who starts is who makes the first move. */
enum status go_server_finish(struct reader *r, enum status st, struct err *err)
{
    struct go_pos start;
    if (st == STATUS_OK)
        st = go_pos_parse(&start, r->rec->start, err);
    if (st == STATUS_OK)
        st = go_line_start_turn(&r->go_line, &start, sgf_first_turn(r->rec, &start));
    return st == STATUS_OK ? reader_emit(r, err) : err_nomem(err);
}
