/* shogi_move_words.c: moves in queries.
 *
 *     move:s7776fu     as CSA writes it: from, to, the piece after the move; 00 is the hand
 *     move:s??76fu     from anywhere;  move:s76fu  the same;  move:76  any piece to 7-6
 *     move:s2822??+    with promotion (= without)
 *     seq:"▲7六歩△3四歩"  seq:"+7776FU-3334FU"  seq:"7g7f 3c3d"
 *
 * A pattern says what begins with the move (the piece where it arrives) and what ends (where it
 * was, or how many were in hand).  Only USI, which names no piece, needs the move itself. */
#include "base/text/num.h"
#include "formats/shogi/ki2_notation.h"
#include "query/language/shogi_words.h"

enum promotion { EITHER_WAY, PROMOTES, STAYS };

/* What is known of a move; a number 0 or a false means anything. */
struct pattern {
    int seat; /* -1 */
    bool from[SHOGI_SQUARES], to[SHOGI_SQUARES];
    bool hand;      /* may be a drop */
    bool board;     /* may be a move on the board */
    uint32_t after; /* kinds, by bits, of the piece that arrives */
    enum promotion promotion;
};

enum { ALL_KINDS = 0x7FFE, PLAIN_KINDS = 0x01FE, PROMOTABLE = 0x007E, PROMOTED = 0x7E00 };

/* Kinds before the move of a piece that is one of `after` after it. */
static uint32_t kinds_before(const struct pattern *m)
{
    uint32_t promoted = m->after >> 8 & PROMOTABLE; /* what they were */
    if (m->promotion == PROMOTES)
        return promoted;
    return m->promotion == STAYS ? m->after : m->after | promoted;
}

static uint32_t ends_of(const struct pattern *m, uint32_t *facts)
{
    uint32_t n = 0, before = kinds_before(m);
    for (int color = 0; color < 2; color++) {
        if (m->seat >= 0 && m->seat != color)
            continue;
        struct piece_set set = {{0, 0}, false};
        set.kinds[color] = before;
        for (int square = 0; m->board && square < SHOGI_SQUARES; square++)
            if (m->from[square])
                n = shogi_add_facts(&set, square, facts, n);
        for (int kind = SHOGI_PAWN; m->hand && kind < SHOGI_HAND_KINDS; kind++)
            if (m->after >> kind & 1)
                n = shogi_add_hand_facts(color, kind, facts, n);
    }
    return n;
}

static uint32_t begins_of(const struct pattern *m, uint32_t *facts)
{
    uint32_t n = 0, after = m->promotion == PROMOTES ? m->after & PROMOTED : m->after;
    struct piece_set set = {{m->seat == 1 ? 0 : after, m->seat == 0 ? 0 : after}, false};
    for (int square = 0; square < SHOGI_SQUARES; square++)
        if (m->to[square])
            n = shogi_add_facts(&set, square, facts, n);
    return n;
}

static bool anywhere(const struct pattern *m)
{
    for (int square = 0; square < SHOGI_SQUARES; square++)
        if (!m->from[square])
            return false;
    return m->hand && m->board;
}

/* Where every way of getting there is meant, what ends need not be said.  A piece that is not
 * promoted afterwards has not promoted. */
static bool is_free(const struct pattern *m)
{
    return anywhere(m) &&
           (m->promotion == EITHER_WAY || (m->promotion == STAYS && !(m->after & PROMOTED)));
}

static bool fill_move(struct parser *p, const struct pattern *m, struct query_move *out)
{
    uint32_t facts[SHOGI_FACT_COUNT];
    *out = (struct query_move){.seat = m->seat};
    out->begins_count = begins_of(m, facts);
    out->begins = parse_copy(p, facts, &out->begins_count);
    out->ends_count = is_free(m) ? 0 : ends_of(m, facts);
    out->ends = parse_copy(p, facts, &out->ends_count);
    return out->begins && out->ends;
}

static void mark_all(bool squares[SHOGI_SQUARES])
{
    memset(squares, true, SHOGI_SQUARES * sizeof *squares);
}

/* --- move: ----------------------------------------------------------------------------------- */

/* Two of 1-9 or ?; false if they are not. */
static bool mark_squares(const char *s, bool squares[SHOGI_SQUARES])
{
    for (int i = 0; i < 2; i++)
        if (s[i] != '?' && (s[i] < '1' || s[i] > '9'))
            return false;
    for (int square = 0; square < SHOGI_SQUARES; square++)
        if ((s[0] == '?' || s[0] - '0' == shogi_file_of(square)) &&
            (s[1] == '?' || s[1] - '0' == shogi_rank_of(square)))
            squares[square] = true;
    return true;
}

static bool mark_origin(const char *s, struct pattern *m)
{
    if (s[0] == '0' && s[1] == '0') {
        m->hand = true;
        return true;
    }
    m->board = true;
    m->hand = s[0] == '?' && s[1] == '?';
    return mark_squares(s, m->from);
}

/* The digits and question marks at the front. */
static size_t digits_at(struct span s)
{
    size_t n = 0;
    while (n < s.n && n < 6 && (s.p[n] == '?' || (s.p[n] >= '0' && s.p[n] <= '9')))
        n++;
    return n;
}

static bool parse_squares_of_move(struct span *s, struct pattern *m)
{
    size_t digits = digits_at(*s);
    bool any_kind = digits == 6 && s->p[4] == '?' && s->p[5] == '?';
    if (digits == 6 && !any_kind)
        return false;
    if (digits == 2) {
        mark_all(m->from);
        m->hand = m->board = true;
    } else if (digits < 4 || digits == 5 || !mark_origin(s->p, m)) {
        return false;
    }
    if (!mark_squares(s->p + (digits == 2 ? 0 : 2), m->to))
        return false;
    *s = span_skip(*s, digits);
    return true;
}

static bool parse_pattern(struct span s, struct pattern *m)
{
    *m = (struct pattern){.after = ALL_KINDS};
    m->seat = shogi_eat_seat(&s);
    if (!parse_squares_of_move(&s, m))
        return false;
    if (s.n && s.p[0] != '+' && s.p[0] != '=') {
        int kind = shogi_eat_kind(&s);
        if (!kind)
            return false;
        m->after = 1U << kind;
    }
    if (span_eat(&s, SPAN("+")))
        m->promotion = PROMOTES;
    else if (span_eat(&s, SPAN("=")))
        m->promotion = STAYS;
    return s.n == 0;
}

uint32_t shogi_read_move(struct parser *p)
{
    static const struct msg WANT_COLON = {"expected \":\" after move",
                                          "move の後に「:」が必要です"};
    static const struct msg BAD_MOVE = {"expected a move such as s7776fu, s0055fu, s??76fu or s76",
                                        "s7776fu、s0055fu、s??76fu、s76 のような指し手が必要です"};
    static const struct msg NEVER = {"no piece moves like that: \"%1\"",
                                     "そのように動く駒はありません: 「%1」"};
    struct pattern m;
    struct query_move move;
    if (!parse_expect(p, TOKEN_COLON, &WANT_COLON))
        return 0;
    struct span word = lexer_value(&p->lex).text;
    if (!parse_pattern(word, &m))
        return parse_fail(p, word.p, &BAD_MOVE, word, (struct span){0});
    if (!fill_move(p, &m, &move))
        return 0;
    if (move.begins_count == 0 || (!is_free(&m) && move.ends_count == 0))
        return parse_fail(p, word.p, &NEVER, word, (struct span){0});
    return parse_moves(p, &move, 1);
}

game_move shogi_move_image(game_move move, unsigned symmetry, struct board_shape board)
{
    (void)board; /* there is one only */
    shogi_move m = (shogi_move)move;
    int to = shogi_square_image(shogi_move_to(m), symmetry);
    if (shogi_move_is_drop(m))
        return shogi_drop_make(shogi_move_kind(m), to);
    return shogi_move_make(shogi_square_image(shogi_move_from(m), symmetry), to,
                           shogi_move_promotes(m));
}

/* --- seq: ------------------------------------------------------------------------------------ */

struct shogi_sequence_parser {
    struct parser *p;
    struct span rest;
    int seat;    /* of the last move, -1: not known */
    int last_to; /* square of the last move, -1: none */
};

/* +7776FU; the sign may be missing. */
static bool eat_csa(struct shogi_sequence_parser *s, struct query_move *out, int *seat)
{
    struct span rest = s->rest;
    struct pattern m = {.after = 0};
    *seat = span_eat(&rest, SPAN("+")) ? 0 : span_eat(&rest, SPAN("-")) ? 1 : -1;
    if (rest.n < 6 || digits_at(span_make(rest.p, 4)) != 4 || rest.p[4] < 'A' || rest.p[4] > 'Z')
        return false;
    int kind = shogi_kind_by_csa(rest.p[4], rest.p[5]);
    m.seat = *seat;
    if (!kind || !mark_origin(rest.p, &m) || !mark_squares(rest.p + 2, m.to))
        return false;
    m.after = 1U << kind;
    s->rest = span_skip(rest, 6);
    s->last_to = memchr(rest.p, '?', 4) ? -1 : shogi_square(rest.p[2] - '0', rest.p[3] - '0');
    return fill_move(s->p, &m, out);
}

static bool eat_usi(struct shogi_sequence_parser *s, struct query_move *out)
{
    shogi_move m;
    size_t n = 4;
    if (s->rest.n > 4 && s->rest.p[4] == '+')
        n = 5;
    if (s->rest.n < n || !shogi_usi_parse(span_make(s->rest.p, n), &m))
        return false;
    *out = (struct query_move){.seat = -1, .move = m};
    s->rest = span_skip(s->rest, n);
    s->last_to = shogi_move_to(m);
    return true;
}

/* Does a piece that went from one square to the other fit the words?  In the mover's view, dx is
 * how far to the right and dy how far behind it stood. */
static bool words_fit(unsigned words, int color, int from, int to)
{
    int sign = color == SHOGI_BLACK ? 1 : -1;
    int dx = sign * (shogi_file_of(to) - shogi_file_of(from));
    int dy = sign * (shogi_rank_of(from) - shogi_rank_of(to));
    return !((words & KI2_UP && dy <= 0) || (words & KI2_BACK && dy >= 0) ||
             (words & KI2_SIDE && dy != 0) || (words & KI2_STRAIGHT && (dx != 0 || dy != 1)) ||
             (words & KI2_RIGHT && dx < 0) || (words & KI2_LEFT && dx > 0));
}

static void mark_by_words(const struct ki2_move *k, int seat, struct pattern *m)
{
    /* 左 and 右 of the pieces that run tell one from the other, not from where they go */
    bool runs = k->kind == SHOGI_ROOK || k->kind == SHOGI_BISHOP || k->kind == SHOGI_HORSE ||
                k->kind == SHOGI_DRAGON;
    unsigned words = runs ? k->words & ~(unsigned)(KI2_LEFT | KI2_RIGHT) : k->words;
    for (int from = 0; from < SHOGI_SQUARES; from++)
        for (int color = 0; color < 2; color++)
            if ((seat < 0 || seat == color) && words_fit(words, color, from, k->to))
                m->from[from] = true;
}

static void pattern_of_ki2(const struct ki2_move *k, int seat, struct pattern *m)
{
    const unsigned WAYS = KI2_LEFT | KI2_STRAIGHT | KI2_RIGHT | KI2_UP | KI2_SIDE | KI2_BACK;
    bool drop = k->words & KI2_DROP, promotes = k->words & KI2_PROMOTE;
    bool from_known = k->from >= 0 && k->from < SHOGI_SQUARES;
    *m = (struct pattern){.seat = seat};
    m->to[k->to] = true;
    m->after = 1U << (promotes ? k->kind | 8 : k->kind);
    m->promotion = promotes ? PROMOTES : STAYS;
    m->board = !drop;
    m->hand =
        !promotes && !from_known && k->kind < SHOGI_HAND_KINDS && !(k->words & (WAYS | KI2_STAY));
    if (from_known)
        m->from[k->from] = true;
    else
        mark_by_words(k, seat, m);
}

/* ▲７六歩, 同銀右, ５五角打, ７六歩(77). */
static bool eat_ki2(struct shogi_sequence_parser *s, struct query_move *out, int *seat)
{
    struct span rest = s->rest;
    struct ki2_move k;
    struct pattern m;
    *seat = ki2_eat_mark(&rest);
    ki2_eat_blanks(&rest);
    if (ki2_parse_move(&rest, s->last_to, &k) != KI2_MOVE || k.to < 0)
        return false;
    int mover = *seat >= 0 ? *seat : s->seat >= 0 ? 1 - s->seat : -1;
    pattern_of_ki2(&k, mover, &m);
    if ((k.words & KI2_PROMOTE && !shogi_kind_can_promote(k.kind)) || !fill_move(s->p, &m, out))
        return false;
    s->rest = rest;
    s->last_to = k.to;
    return out->begins_count && (is_free(&m) || out->ends_count);
}

static void eat_between(struct shogi_sequence_parser *s)
{
    do {
        ki2_eat_blanks(&s->rest);
    } while (span_eat(&s->rest, SPAN(",")) || span_eat(&s->rest, SPAN("\n")) ||
             span_eat(&s->rest, SPAN("\r")) || span_eat(&s->rest, SPAN("、")));
}

/* at: where the rest stands in the query. */
static bool eat_move(struct shogi_sequence_parser *s, struct query_move *out, const char *at)
{
    static const struct msg BAD_MOVE = {"expected a move", "指し手が必要です"};
    static const struct msg TWICE = {"the same player moves twice in a row at \"%1\"",
                                     "同じ側が続けて指しています: 「%1」"};
    struct span before = s->rest;
    struct span shown = span_make(before.p, before.n < 16 ? before.n : 16);
    int seat = -1;
    if (!eat_csa(s, out, &seat) && !eat_usi(s, out) && !eat_ki2(s, out, &seat)) {
        parse_fail(s->p, at, &BAD_MOVE, shown, (struct span){0});
        return false;
    }
    if (seat >= 0 && seat == s->seat) {
        parse_fail(s->p, at, &TWICE, shown, (struct span){0});
        return false;
    }
    s->seat = seat >= 0 ? seat : s->seat >= 0 ? 1 - s->seat : -1;
    return true;
}

uint32_t shogi_read_sequence(struct parser *p, struct span text, const char *at)
{
    static const struct msg TOO_MANY = {"more than %1 moves in a row",
                                        "手数が多すぎます（%1 手まで）"};
    static const struct msg NO_MOVES = {"no moves", "指し手がありません"};
    struct query_move moves[QUERY_MAX_MOVES];
    struct shogi_sequence_parser s = {p, text, -1, -1};
    uint32_t n = 0;
    at += *at == '"';
    for (eat_between(&s); s.rest.n; eat_between(&s)) {
        if (n == QUERY_MAX_MOVES)
            return parse_fail(p, at, &TOO_MANY, SPAN("512"), (struct span){0});
        if (!eat_move(&s, &moves[n++], at + (s.rest.p - text.p)))
            return 0;
    }
    return n ? parse_moves(p, moves, n) : parse_fail(p, at, &NO_MOVES, text, (struct span){0});
}
