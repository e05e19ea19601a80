/* shogi_facts.c: what is true of a shogi position, as numbers.
 *
 * A fact is the status of a piece: where it stands, or that at least n of a kind are in hand.
 *
 *     0 … 2267       (colour * 81 + square) * 14 + kind - 1          named s76fu, g51ou, s31ry
 *     2268 … 2343    2268 + colour * 38 + first of the kind + n - 1  named sgi2, gfu01
 *
 * "At least two silvers" holds together with "at least one"; exactly n is n and not n + 1.  The
 * numbers go into files: they must never change. */
#include "games/shogi/shogi_facts.h"

#include <string.h>

#include "games/shogi/shogi_names.h"

enum { KINDS = 14, BOARD_FACTS = 2 * SHOGI_SQUARES * KINDS, HAND_FACTS = 38 };

const struct shogi_hand_facts shogi_hand_facts[SHOGI_HAND_KINDS] = {
    [SHOGI_PAWN] = {0, 18},   [SHOGI_LANCE] = {18, 4},  [SHOGI_KNIGHT] = {22, 4},
    [SHOGI_SILVER] = {26, 4}, [SHOGI_BISHOP] = {30, 2}, [SHOGI_ROOK] = {32, 2},
    [SHOGI_GOLD] = {34, 4},
};

uint32_t shogi_fact_on_board(int color, int square, int kind)
{
    return (uint32_t)((color * SHOGI_SQUARES + square) * KINDS + kind - 1);
}

struct shogi_fact shogi_fact_parts(uint32_t fact)
{
    if (fact < BOARD_FACTS)
        return (struct shogi_fact){.color = fact / KINDS >= SHOGI_SQUARES,
                                   .square = (int)(fact / KINDS) % SHOGI_SQUARES,
                                   .kind = (int)(fact % KINDS) + 1};
    int rest = (int)(fact - BOARD_FACTS) % HAND_FACTS, kind = SHOGI_PAWN;
    while (rest >= shogi_hand_facts[kind].first + shogi_hand_facts[kind].most ||
           rest < shogi_hand_facts[kind].first)
        kind++;
    return (struct shogi_fact){.color = fact - BOARD_FACTS >= HAND_FACTS,
                               .square = -1,
                               .kind = kind,
                               .count = rest - shogi_hand_facts[kind].first + 1};
}

uint32_t shogi_fact_in_hand(int color, int kind, int n)
{
    return (uint32_t)(BOARD_FACTS + color * HAND_FACTS + shogi_hand_facts[kind].first + n - 1);
}

static uint32_t list_facts(const uint8_t board[SHOGI_SQUARES],
                           const uint8_t hand[2][SHOGI_HAND_KINDS], uint32_t *out)
{
    uint32_t count = 0;
    for (int square = 0; square < SHOGI_SQUARES; square++) {
        int piece = board[square];
        if (piece)
            out[count++] = shogi_fact_on_board(shogi_color_of(piece), square, shogi_kind_of(piece));
    }
    for (int color = 0; color < 2; color++)
        for (int kind = SHOGI_PAWN; kind <= SHOGI_GOLD; kind++)
            for (int n = 1; n <= hand[color][kind]; n++)
                out[count++] = shogi_fact_in_hand(color, kind, n);
    return count;
}

uint32_t shogi_facts(const struct shogi_pos *pos, uint32_t *out)
{
    return list_facts(pos->board, pos->hand, out);
}

uint32_t shogi_lite_facts(const struct shogi_lite *lite, uint32_t *out)
{
    return list_facts(lite->board, lite->hand, out);
}

void shogi_fact_changes(const struct shogi_pos *pos, shogi_move m, struct fact_changes *out)
{
    int us = shogi_turn(pos), to = shogi_move_to(m);
    out->n_ends = out->n_begins = 0;
    if (shogi_move_is_drop(m)) {
        int kind = shogi_move_kind(m);
        out->ends[out->n_ends++] = shogi_fact_in_hand(us, kind, shogi_hand(pos, us, kind));
        out->begins[out->n_begins++] = shogi_fact_on_board(us, to, kind);
        return;
    }
    int from = shogi_move_from(m), kind = shogi_kind_of(shogi_piece_at(pos, from));
    int taken = shogi_piece_at(pos, to);
    out->ends[out->n_ends++] = shogi_fact_on_board(us, from, kind);
    if (taken) {
        int plain = shogi_kind_plain(shogi_kind_of(taken));
        out->ends[out->n_ends++] = shogi_fact_on_board(us ^ 1, to, shogi_kind_of(taken));
        if (plain < SHOGI_HAND_KINDS)
            out->begins[out->n_begins++] =
                shogi_fact_in_hand(us, plain, shogi_hand(pos, us, plain) + 1);
    }
    out->begins[out->n_begins++] =
        shogi_fact_on_board(us, to, shogi_move_promotes(m) ? kind | 8 : kind);
}

/* --- Walking through stored games ------------------------------------------------------------ */

void shogi_lite_begin(struct shogi_lite *lite, const struct shogi_pos *pos)
{
    memcpy(lite->board, pos->board, sizeof lite->board);
    memcpy(lite->hand, pos->hand, sizeof lite->hand);
    lite->turn = pos->turn;
}

static int lite_drop(struct shogi_lite *lite, shogi_move m, struct fact_changes *out)
{
    int us = lite->turn, to = shogi_move_to(m), kind = shogi_move_kind(m);
    if (kind < SHOGI_PAWN || kind >= SHOGI_HAND_KINDS || lite->hand[us][kind] == 0 ||
        lite->board[to])
        return -1;
    out->n_ends = out->n_begins = 1;
    out->ends[0] = shogi_fact_in_hand(us, kind, lite->hand[us][kind]--);
    out->begins[0] = shogi_fact_on_board(us, to, kind);
    lite->board[to] = (uint8_t)shogi_piece(us, kind);
    return lite->turn ^= 1;
}

int shogi_lite_play(struct shogi_lite *lite, shogi_move m, struct fact_changes *out)
{
    int us = lite->turn, to = shogi_move_to(m), from = shogi_move_from(m);
    if (to >= SHOGI_SQUARES)
        return -1;
    if (shogi_move_is_drop(m))
        return lite_drop(lite, m, out);
    if (from >= SHOGI_SQUARES)
        return -1;
    int piece = lite->board[from], taken = lite->board[to], kind = shogi_kind_of(piece);
    if (piece == 0 || shogi_color_of(piece) != us || (taken && shogi_color_of(taken) == us) ||
        (shogi_move_promotes(m) && !shogi_kind_can_promote(kind)))
        return -1;
    int now = shogi_move_promotes(m) ? kind | 8 : kind;
    out->ends[0] = shogi_fact_on_board(us, from, kind);
    out->begins[0] = shogi_fact_on_board(us, to, now);
    out->n_ends = out->n_begins = 1;
    if (taken) {
        int plain = shogi_kind_plain(shogi_kind_of(taken));
        out->ends[out->n_ends++] = shogi_fact_on_board(us ^ 1, to, shogi_kind_of(taken));
        if (plain < SHOGI_HAND_KINDS) {
            if (lite->hand[us][plain] >= shogi_hand_facts[plain].most)
                return -1; /* more than a set holds: only damaged bytes lead here */
            out->begins[out->n_begins++] = shogi_fact_in_hand(us, plain, ++lite->hand[us][plain]);
        }
    }
    lite->board[from] = 0;
    lite->board[to] = (uint8_t)shogi_piece(us, now);
    return lite->turn ^= 1;
}

/* --- Symmetries ------------------------------------------------------------------------------ */

int shogi_square_image(int square, unsigned symmetry)
{
    if (symmetry & SHOGI_FLIP)
        square = SHOGI_SQUARES - 1 - square;
    if (symmetry & SHOGI_MIRROR)
        square = shogi_square(10 - shogi_file_of(square), shogi_rank_of(square));
    return square;
}

uint32_t shogi_fact_image(uint32_t fact, unsigned symmetry)
{
    struct shogi_fact f = shogi_fact_parts(fact);
    int color = symmetry & SHOGI_FLIP ? f.color ^ 1 : f.color;
    return f.square < 0
               ? shogi_fact_in_hand(color, f.kind, f.count)
               : shogi_fact_on_board(color, shogi_square_image(f.square, symmetry), f.kind);
}

/* --- Names ----------------------------------------------------------------------------------- */

void shogi_fact_print(uint32_t fact, struct buf *out)
{
    struct shogi_fact f = shogi_fact_parts(fact);
    buf_add_char(out, f.color == SHOGI_BLACK ? 's' : 'g');
    if (f.square >= 0)
        buf_printf(out, "%d%d", shogi_file_of(f.square), shogi_rank_of(f.square));
    const char *csa = shogi_kind_csa(f.kind);
    buf_add_char(out, (char)(csa[0] | 0x20));
    buf_add_char(out, (char)(csa[1] | 0x20));
    if (f.square < 0)
        buf_printf(out, f.kind == SHOGI_PAWN ? "%02d" : "%d", f.count);
}

static bool eat_color(struct span *s, int *color)
{
    if (span_eat(s, SPAN("s")))
        *color = SHOGI_BLACK;
    else if (span_eat(s, SPAN("g")))
        *color = SHOGI_WHITE;
    else
        return false;
    return true;
}

static int eat_kind(struct span *s)
{
    if (s->n < 2)
        return SHOGI_NONE;
    int kind = shogi_kind_by_csa((char)(s->p[0] & ~0x20), (char)(s->p[1] & ~0x20));
    *s = span_skip(*s, 2);
    return kind;
}

static bool parse_count(struct span s, int kind, int *n)
{
    *n = 0;
    if (s.n < 1 || s.n > 2)
        return false;
    for (size_t i = 0; i < s.n; i++) {
        if (s.p[i] < '0' || s.p[i] > '9')
            return false;
        *n = *n * 10 + (s.p[i] - '0');
    }
    return *n >= 1 && *n <= shogi_hand_facts[kind].most;
}

bool shogi_fact_parse(struct span s, uint32_t *out)
{
    int color, kind, n;
    if (!eat_color(&s, &color) || s.n < 3)
        return false;
    if (s.p[0] >= '1' && s.p[0] <= '9' && s.p[1] >= '1' && s.p[1] <= '9') {
        int square = shogi_square(s.p[0] - '0', s.p[1] - '0');
        s = span_skip(s, 2);
        kind = eat_kind(&s);
        *out = kind ? shogi_fact_on_board(color, square, kind) : 0;
        return kind && s.n == 0;
    }
    kind = eat_kind(&s);
    if (!kind || kind >= SHOGI_HAND_KINDS || !parse_count(s, kind, &n))
        return false;
    *out = shogi_fact_in_hand(color, kind, n);
    return true;
}
