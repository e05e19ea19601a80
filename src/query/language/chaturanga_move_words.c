/* chaturanga_move_words.c: turns of chaturanga in queries.
 *
 *     dice:35                      a turn with this roll, whichever die fell first
 *     move:b1c3  move:r.b1c3       a turn in which a piece goes from b1 to c3, by its first or
 *                                  second move
 *     move:c3                      … in which a piece goes to c3
 *     move:*c3                     … in which a raja comes back on c3
 *     move:pass  move:r.pass
 *     move:"35 b1c3 d2d3"          exactly this turn
 *     seq:"35 b1c3; 44 -"          turns in a row, as they are written in records
 *
 * They hold at the ply that the (last) turn produces.  What is asked of a turn is some of its bits
 * (query_move.mask); part:… writes them for query_print():
 *
 *     35       the dice            1b1c3   the only move         2?c3   where the first of two went
 *     -        a pass              *c3     a raja comes back     3b1c3  the second of two
 *
 * The index does not help here: a piece that arrives need not begin a fact (another of its kind may
 * have left the square by the same turn). */
#include "query/language/chaturanga_query.h"

#define ALWAYS (UINT64_C(1) << 63) /* set in every turn: a part is never 0 */
#define DICE_BITS UINT64_C(15)
#define COUNT_BITS (UINT64_C(3) << 4)
#define BACK_BIT (UINT64_C(1) << 30)

struct chaturanga_turn_part {
    game_move move, mask;
};

static unsigned from_shift(unsigned step)
{
    return 6 + 12 * step;
}

static unsigned to_shift(unsigned step)
{
    return 12 + 12 * step;
}

static struct chaturanga_turn_part dice_part(unsigned first, unsigned second)
{
    return (struct chaturanga_turn_part){ALWAYS | chaturanga_roll(first, second),
                                         ALWAYS | DICE_BITS};
}

static struct chaturanga_turn_part pass_part(void)
{
    return (struct chaturanga_turn_part){ALWAYS, ALWAYS | COUNT_BITS | BACK_BIT};
}

/* The moves of a turn as they are asked for. */
enum chaturanga_which_move { ONLY, FIRST, SECOND };

/* from < 0: from anywhere. */
static struct chaturanga_turn_part step_part(enum chaturanga_which_move which, int from,
                                             unsigned to)
{
    unsigned step = which == SECOND;
    struct chaturanga_turn_part part = {
        ALWAYS | (uint64_t)to << to_shift(step) | (which == ONLY ? 1U : 2U) << 4,
        ALWAYS | UINT64_C(63) << to_shift(step) | COUNT_BITS | BACK_BIT};
    if (from >= 0) {
        part.move |= (uint64_t)from << from_shift(step);
        part.mask |= UINT64_C(63) << from_shift(step);
    }
    return part;
}

static struct chaturanga_turn_part back_part(unsigned to)
{
    return (struct chaturanga_turn_part){ALWAYS | BACK_BIT | (uint64_t)to << to_shift(0),
                                         ALWAYS | BACK_BIT | UINT64_C(63) << to_shift(0)};
}

/* --- Parts in print --------------------------------------------------------------------------- */

static void add_square(struct buf *out, unsigned square)
{
    buf_add_char(out, (char)('a' + square % 8));
    buf_add_char(out, (char)('1' + square / 8));
}

void chaturanga_part_print(game_move move, game_move mask, struct buf *out)
{
    if (mask & DICE_BITS) {
        unsigned roll = chaturanga_turn_roll(move);
        buf_printf(out, "%u%u", 2 + (roll & 3), 2 + (roll >> 2));
        return;
    }
    unsigned step = !(mask >> to_shift(0) & 63);
    unsigned to = (unsigned)(move >> to_shift(step) & 63);
    if (mask & move & BACK_BIT) {
        buf_add_char(out, '*');
        add_square(out, to);
        return;
    }
    if (mask >> to_shift(step) & 63) {
        bool two = (move & COUNT_BITS) == UINT64_C(2) << 4;
        buf_add_char(out, step ? '3' : two ? '2' : '1');
        if (mask >> from_shift(step) & 63)
            add_square(out, (unsigned)(move >> from_shift(step) & 63));
        else
            buf_add_char(out, '?');
        add_square(out, to);
        return;
    }
    buf_add_char(out, '-');
}

static bool is_face(char c)
{
    return c >= '2' && c <= '5';
}

/* "b1c3", "?c3" or "c3". */
static bool parse_step(struct span text, int *from, unsigned *to)
{
    unsigned square;
    *from = -1;
    if (text.n == 3 && text.p[0] == '?')
        text = span_skip(text, 1);
    if (text.n == 2)
        return chaturanga_whole_square(text, to);
    if (text.n != 4 || !chaturanga_whole_square(span_make(text.p, 2), &square))
        return false;
    *from = (int)square;
    return chaturanga_whole_square(span_skip(text, 2), to);
}

bool chaturanga_part_parse(struct span text, game_move *move, game_move *mask)
{
    struct chaturanga_turn_part part = pass_part();
    int from;
    unsigned to;
    if (text.n == 2 && is_face(text.p[0]) && is_face(text.p[1]))
        part = dice_part((unsigned)(text.p[0] - '0'), (unsigned)(text.p[1] - '0'));
    else if (text.n && text.p[0] >= '1' && text.p[0] <= '3' &&
             parse_step(span_skip(text, 1), &from, &to))
        part = step_part((enum chaturanga_which_move)(text.p[0] - '1'), from, to);
    else if (text.n && text.p[0] == '*' && chaturanga_whole_square(span_skip(text, 1), &to))
        part = back_part(to);
    else if (!span_eq(text, SPAN("-")))
        return false;
    *move = part.move;
    *mask = part.mask;
    return true;
}

/* --- Nodes ------------------------------------------------------------------------------------ */

static uint32_t part_node(struct parser *p, int seat, struct chaturanga_turn_part part)
{
    struct query_move m = {.seat = seat, .move = part.move, .mask = part.mask};
    return parse_moves(p, &m, 1);
}

uint32_t chaturanga_read_dice(struct parser *p)
{
    static const struct msg BAD_DICE = {"expected dice such as 35: two of 2, 3, 4, 5",
                                        "35 のようなサイコロの目（2〜5 を二つ）が必要です"};
    if (!parse_expect(p, TOKEN_COLON, &BAD_DICE))
        return 0;
    struct span word = lexer_value(&p->lex).text;
    if (word.n != 2 || !is_face(word.p[0]) || !is_face(word.p[1]))
        return parse_fail(p, word.p, &BAD_DICE, word, (struct span){0});
    unsigned first = (unsigned)(word.p[0] - '0'), second = (unsigned)(word.p[1] - '0');
    uint32_t node = part_node(p, -1, dice_part(first, second));
    return first == second ? node
                           : parse_pair(p, Q_OR, node, part_node(p, -1, dice_part(second, first)));
}

static uint32_t whole_turn(struct parser *p, struct span text, int seat, const char *at)
{
    static const struct msg BAD_TURN = {"expected a turn such as \"35 b1c3 d2d3\"",
                                        "\"35 b1c3 d2d3\" のような手番が必要です"};
    struct query_move m = {.seat = seat};
    return chaturanga_turn_parse(NULL, text, &m.move)
               ? parse_moves(p, &m, 1)
               : parse_fail(p, at, &BAD_TURN, text, (struct span){0});
}

uint32_t chaturanga_read_move(struct parser *p)
{
    static const struct msg WANT_COLON = {"expected \":\" after move",
                                          "move の後に「:」が必要です"};
    struct span text;
    const char *at;
    int seat = -1, from;
    unsigned to;
    if (!parse_expect(p, TOKEN_COLON, &WANT_COLON) || !parse_text(p, &text, &at))
        return 0;
    ptrdiff_t dot = span_find(text, SPAN("."));
    if (dot > 0 && (seat = chaturanga_seat_by_word(span_make(text.p, (size_t)dot))) >= 0)
        text = span_skip(text, (size_t)dot + 1);
    if (span_eq(text, SPAN("pass")) || span_eq(text, SPAN("-")))
        return part_node(p, seat, pass_part());
    if (text.n && text.p[0] == '*' && chaturanga_whole_square(span_skip(text, 1), &to))
        return part_node(p, seat, back_part(to));
    if (!parse_step(text, &from, &to))
        return whole_turn(p, text, seat, at);
    uint32_t either = parse_pair(p, Q_OR, part_node(p, seat, step_part(ONLY, from, to)),
                                 part_node(p, seat, step_part(FIRST, from, to)));
    return parse_adopt(p, either, part_node(p, seat, step_part(SECOND, from, to)));
}

uint32_t chaturanga_read_sequence(struct parser *p, struct span text, const char *at)
{
    static const struct msg TOO_MANY = {"more than %1 turns in a row",
                                        "手番が多すぎます（%1 手番まで）"};
    static const struct msg BAD_TURN = {"expected turns such as \"35 b1c3 d2d3; 44 -\"",
                                        "\"35 b1c3 d2d3; 44 -\" のような手番が必要です"};
    struct query_move moves[QUERY_MAX_MOVES];
    uint32_t n = 0;
    struct span rest = text;
    at += *at == '"';
    while (rest.n) {
        const char *end = memchr(rest.p, ';', rest.n);
        struct span one = span_trim(span_make(rest.p, end ? (size_t)(end - rest.p) : rest.n));
        const char *here = at + (rest.p - text.p);
        if (n == QUERY_MAX_MOVES)
            return parse_fail(p, here, &TOO_MANY, SPAN("512"), (struct span){0});
        moves[n] = (struct query_move){.seat = -1};
        if (!chaturanga_turn_parse(NULL, one, &moves[n++].move))
            return parse_fail(p, here, &BAD_TURN, one, (struct span){0});
        rest = end ? span_skip(rest, (size_t)(end - rest.p) + 1) : span_skip(rest, rest.n);
    }
    return n ? parse_moves(p, moves, n) : parse_fail(p, at, &BAD_TURN, text, (struct span){0});
}

/* --- Images ----------------------------------------------------------------------------------- */

static game_move turn_squares(game_move move, game_move mask, unsigned quarters)
{
    for (unsigned shift = 6; shift <= 24; shift += 6) {
        if (!(mask >> shift & 63))
            continue;
        unsigned square = chaturanga_square_turned((unsigned)(move >> shift & 63), quarters);
        move = (move & ~(UINT64_C(63) << shift)) | (uint64_t)square << shift;
    }
    return move;
}

game_move chaturanga_part_image(game_move move, game_move mask, unsigned symmetry)
{
    return turn_squares(move, mask, symmetry);
}

game_move chaturanga_move_image(game_move move, unsigned symmetry, struct board_shape board)
{
    (void)board;
    unsigned steps = (unsigned)(move >> 4 & 3);
    game_move squares = 0;
    if (move & BACK_BIT)
        squares = UINT64_C(63) << to_shift(0);
    else if (steps)
        squares = ((UINT64_C(1) << (12 * steps)) - 1) << 6;
    return turn_squares(move, squares, symmetry);
}
