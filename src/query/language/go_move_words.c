/* go_move_words.c: moves of Go in queries.
 *
 *     move:bQ16  move:Q16  move:pass  move:bpass
 *     seq:"B[Q16] W[D4]"  seq:"Q16 D4 R4"  seq:"pd dp"  seq:";B[pd];W[dp]"
 *
 * Points are Q16 or, two letters, SGF's, which counts rows from the top: there the size of the
 * board matters (size: beside it, or 19).  A sequence that names no colour may be begun by either
 * player. A move is asked for as it is stored, and by the stone that it puts down, which the index
 * knows. */
#include "query/language/go_words.h"

struct go_sequence_move {
    int color; /* -1: not said */
    int point; /* -1: a pass */
};

struct go_sequence_parser {
    struct parser *p;
    struct span rest;
};

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static int sgf_number(char c)
{
    return c >= 'a' ? c - 'a' : c - 'A' + 26;
}

/* Two letters; "tt" was a pass on boards up to 19 by 19. */
static bool parse_sgf(struct span s, struct board_shape board, int *point)
{
    if (s.n != 2 || !is_letter(s.p[0]) || !is_letter(s.p[1]))
        return false;
    int column = sgf_number(s.p[0]), row = board.height - 1 - sgf_number(s.p[1]);
    bool pass = span_eq(s, SPAN("tt")) && board.width <= 19 && board.height <= 19;
    if (!pass && (column >= board.width || row < 0))
        return false;
    *point = pass ? -1 : go_point(column, row);
    return true;
}

/* What stands between brackets, or alone: a point or a pass. */
static bool parse_place(struct span s, struct board_shape board, int *point)
{
    *point = -1;
    return span_eq_nocase(s, SPAN("pass")) || go_whole_point(s, point) ||
           parse_sgf(s, board, point);
}

/* B[Q16], bQ16, Q16, pd, bpass. */
static bool parse_step(struct span s, struct board_shape board, struct go_sequence_move *out)
{
    if (s.n >= 3 && s.p[1] == '[' && s.p[s.n - 1] == ']' && memchr("BWbw", s.p[0], 4)) {
        out->color = (s.p[0] | 0x20) == 'b' ? GO_BLACK : GO_WHITE;
        s = span_make(s.p + 2, s.n - 3);
        out->point = -1;
        return s.n == 0 || parse_place(s, board, &out->point);
    }
    struct span rest = s;
    out->color = go_eat_seat(&rest);
    if (out->color >= 0 &&
        (go_whole_point(rest, &out->point) || span_eq_nocase(rest, SPAN("pass")))) {
        if (!go_whole_point(rest, &out->point))
            out->point = -1;
        return true;
    }
    out->color = -1;
    return parse_place(s, board, &out->point);
}

static bool fill_move(struct parser *p, int color, int point, struct query_move *out)
{
    *out = (struct query_move){.seat = -1};
    out->move = point < 0 ? go_pass_make(color) : go_move_make(GO_PLAY, color, point);
    uint32_t fact = point < 0 ? 0 : go_fact(color, point);
    out->begins_count = point >= 0;
    out->begins = parse_copy(p, &fact, &out->begins_count);
    return out->begins != NULL;
}

/* The steps with this colour beginning, unless they say more. */
static uint32_t steps_node(struct parser *p, const struct go_sequence_move *steps, uint32_t n,
                           int first)
{
    struct query_move moves[QUERY_MAX_MOVES];
    int color = first;
    for (uint32_t i = 0; i < n; i++) {
        if (steps[i].color >= 0)
            color = steps[i].color;
        if (!fill_move(p, color, steps[i].point, &moves[i]))
            return 0;
        color = 1 - color;
    }
    return parse_moves(p, moves, n);
}

static uint32_t either_first(struct parser *p, const struct go_sequence_move *steps, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (steps[i].color >= 0)
            return steps_node(p, steps, n, steps[i].color ^ (int)(i & 1));
    return parse_pair(p, Q_OR, steps_node(p, steps, n, GO_BLACK),
                      steps_node(p, steps, n, GO_WHITE));
}

uint32_t go_read_move(struct parser *p)
{
    static const struct msg WANT_COLON = {"expected \":\" after move",
                                          "move の後に「:」が必要です"};
    static const struct msg BAD_MOVE = {"expected a move such as bQ16, Q16 or pass",
                                        "bQ16、Q16、pass のような着手が必要です"};
    struct go_sequence_move step;
    if (!parse_expect(p, TOKEN_COLON, &WANT_COLON))
        return 0;
    struct span word = lexer_value(&p->lex).text;
    if (!parse_step(word, p->board, &step))
        return parse_fail(p, word.p, &BAD_MOVE, word, (struct span){0});
    return either_first(p, &step, 1);
}

static bool is_between(char c)
{
    return memchr(" \t\r\n,;", c, 6) != NULL;
}

/* The next move of a sequence, removed: up to a blank, or to the bracket that ends it. */
static struct span next_step(struct go_sequence_parser *s)
{
    size_t n = 0;
    while (n < s->rest.n && !is_between(s->rest.p[n]) && s->rest.p[n] != ']')
        n++;
    n += n < s->rest.n && s->rest.p[n] == ']';
    struct span word = span_make(s->rest.p, n);
    s->rest = span_skip(s->rest, n);
    return word;
}

static void skip_between(struct go_sequence_parser *s)
{
    while (s->rest.n && is_between(s->rest.p[0]))
        s->rest = span_skip(s->rest, 1);
}

uint32_t go_read_sequence(struct parser *p, struct span text, const char *at)
{
    static const struct msg TOO_MANY = {"more than %1 moves in a row",
                                        "手数が多すぎます（%1 手まで）"};
    static const struct msg NO_MOVES = {"no moves", "着手がありません"};
    static const struct msg BAD_STEP = {"expected a move such as B[Q16], Q16, pd or pass",
                                        "B[Q16]、Q16、pd、pass のような着手が必要です"};
    struct go_sequence_move steps[QUERY_MAX_MOVES];
    struct go_sequence_parser s = {p, text};
    uint32_t n = 0;
    at += *at == '"';
    for (skip_between(&s); s.rest.n; skip_between(&s)) {
        const char *here = at + (s.rest.p - text.p);
        if (n == QUERY_MAX_MOVES)
            return parse_fail(p, here, &TOO_MANY, SPAN("512"), (struct span){0});
        struct span word = next_step(&s);
        if (!parse_step(word, p->board, &steps[n++]))
            return parse_fail(p, here, &BAD_STEP, word, (struct span){0});
    }
    return n ? either_first(p, steps, n) : parse_fail(p, at, &NO_MOVES, text, (struct span){0});
}

game_move go_move_image(game_move move, unsigned symmetry, struct board_shape board)
{
    go_move m = (go_move)move;
    int point = go_move_point(m);
    if (point >= 0 && symmetry & (GO_COLORS - 1)) {
        if (go_column(point) >= board.width || go_row(point) >= board.height)
            return 0;
        point = go_point_image(point, board.width, board.height, symmetry);
        m = (go_move)((m & 0xF000) | (point + 1));
    }
    return symmetry & GO_COLORS && go_move_kind(m) != GO_REMOVE ? m ^ 1U << 12 : m;
}
