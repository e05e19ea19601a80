/* heian.c: see heian.h. */
#include "sim/heian.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { UP = HEIAN_ROW, ZONE = 3 };

/* --- The board -------------------------------------------------------------------------------- */

static int square_at(int file, int rank)
{
    return HEIAN_ROW * (rank + 2) + file + 1;
}

/* How many ranks a piece has gone from its own side. */
static int advance_of(const struct heian_board *b, int square, int sign)
{
    int rank = square / HEIAN_ROW - 2;
    return sign > 0 ? rank : b->ranks - 1 - rank;
}

static int sign_of(const struct heian_board *b)
{
    return b->white ? -1 : 1;
}

/* What stands there, with its sign. */
static int piece_at(const struct heian_board *b, int square)
{
    return b->squares[square]; // NOLINT(cert-str34-c): a small number, not a character
}

void heian_start(struct heian_board *b, int ranks)
{
    static const int8_t OFFICERS[HEIAN_FILES] = {HEIAN_LANCE,  HEIAN_KNIGHT, HEIAN_SILVER,
                                                 HEIAN_GOLD,   HEIAN_KING,   HEIAN_GOLD,
                                                 HEIAN_SILVER, HEIAN_KNIGHT, HEIAN_LANCE};
    memset(b, 0, sizeof *b);
    memset(b->squares, HEIAN_EDGE, sizeof b->squares);
    b->ranks = (uint8_t)ranks;
    for (int rank = 0; rank < ranks; rank++)
        memset(&b->squares[square_at(0, rank)], 0, HEIAN_FILES);
    for (int f = 0; f < HEIAN_FILES; f++) {
        b->squares[square_at(f, 0)] = OFFICERS[f];
        b->squares[square_at(f, 2)] = HEIAN_PAWN;
        b->squares[square_at(f, ranks - 3)] = -HEIAN_PAWN;
        b->squares[square_at(f, ranks - 1)] = (int8_t)-OFFICERS[f];
    }
    b->kings[0] = (uint8_t)square_at(4, 0);
    b->kings[1] = (uint8_t)square_at(4, ranks - 1);
}

/* --- How pieces go ---------------------------------------------------------------------------- */

/* Steps of Black's pieces, ended by 0; White's are the same with the sign changed. */
static const int8_t GOLD_STEPS[] = {UP - 1, UP, UP + 1, -1, 1, -UP, 0};
static const int8_t SILVER_STEPS[] = {UP - 1, UP, UP + 1, -UP - 1, -UP + 1, 0};
static const int8_t KING_STEPS[] = {UP - 1, UP, UP + 1, -1, 1, -UP - 1, -UP, -UP + 1, 0};
static const int8_t KNIGHT_STEPS[] = {2 * UP - 1, 2 * UP + 1, 0};
static const int8_t PAWN_STEPS[] = {UP, 0};

static const int8_t *steps_of(int kind)
{
    static const int8_t *const STEPS[] = {
        [HEIAN_PAWN] = PAWN_STEPS,     [HEIAN_LANCE] = PAWN_STEPS, [HEIAN_KNIGHT] = KNIGHT_STEPS,
        [HEIAN_SILVER] = SILVER_STEPS, [HEIAN_GOLD] = GOLD_STEPS,  [HEIAN_KING] = KING_STEPS};
    return kind > HEIAN_PROMOTED ? GOLD_STEPS : STEPS[kind];
}

static bool has_step(int kind, int step)
{
    for (const int8_t *s = steps_of(kind); *s; s++)
        if (*s == step)
            return true;
    return false;
}

/* Does a piece of the other sign attack the king of that sign? */
static bool king_hangs(const struct heian_board *b, int sign)
{
    int king = b->kings[sign < 0], s = king;
    for (const int8_t *step = KING_STEPS; *step; step++) {
        int piece = piece_at(b, king + *step);
        /* Seen from the attacker the step goes the other way, and he looks the other way, too. */
        if (piece != HEIAN_EDGE && piece * sign < 0 && has_step(abs(piece), *step * sign))
            return true;
    }
    for (const int8_t *step = KNIGHT_STEPS; *step; step++)
        if (piece_at(b, king + sign * *step) == -sign * HEIAN_KNIGHT)
            return true;
    do
        s += sign * UP;
    while (piece_at(b, s) == 0);
    return piece_at(b, s) == -sign * HEIAN_LANCE;
}

void heian_play(struct heian_board *b, struct heian_move m)
{
    int piece = piece_at(b, m.from), sign = sign_of(b);
    if (m.promotes)
        piece += sign * HEIAN_PROMOTED;
    b->squares[m.to] = (int8_t)piece;
    b->squares[m.from] = 0;
    if (abs(piece) == HEIAN_KING)
        b->kings[b->white] = m.to;
    b->white ^= 1;
}

/* --- Moves ------------------------------------------------------------------------------------ */

/* Could a piece that stays what it is never move again? */
static bool must_promote(const struct heian_board *b, int kind, int to, int sign)
{
    int left = b->ranks - 1 - advance_of(b, to, sign);
    return kind == HEIAN_KNIGHT ? left < 2 : kind <= HEIAN_LANCE && left < 1;
}

static int add_move(const struct heian_board *b, int from, int to, struct heian_move *out, int n)
{
    int sign = sign_of(b), kind = abs(piece_at(b, from));
    struct heian_board after = *b;
    struct heian_move m = {(uint8_t)from, (uint8_t)to, false};
    heian_play(&after, m);
    if (king_hangs(&after, sign))
        return n;
    bool may = kind <= HEIAN_SILVER && (b->ranks - advance_of(b, to, sign) <= ZONE ||
                                        b->ranks - advance_of(b, from, sign) <= ZONE);
    if (!must_promote(b, kind, to, sign))
        out[n++] = m;
    m.promotes = true;
    if (may)
        out[n++] = m;
    return n;
}

int heian_moves(const struct heian_board *b, struct heian_move *out)
{
    int sign = sign_of(b), n = 0;
    for (int from = square_at(0, 0); from < square_at(0, b->ranks); from++) {
        int piece = piece_at(b, from);
        if (piece == HEIAN_EDGE || piece * sign <= 0)
            continue;
        for (const int8_t *step = steps_of(abs(piece)); *step; step++) {
            int to = from;
            do {
                to += sign * *step;
                if (piece_at(b, to) == HEIAN_EDGE || piece_at(b, to) * sign > 0)
                    break;
                n = add_move(b, from, to, out, n);
            } while (abs(piece) == HEIAN_LANCE && piece_at(b, to) == 0);
        }
    }
    return n;
}

uint64_t heian_key(const struct heian_board *b)
{
    /* FNV-1a of what makes a position. */
    uint64_t key = UINT64_C(0xcbf29ce484222325);
    for (int rank = 0; rank < b->ranks; rank++)
        for (int f = 0; f < HEIAN_FILES; f++)
            key = (key ^ (uint8_t)b->squares[square_at(f, rank)]) * UINT64_C(0x100000001b3);
    return (key ^ b->white) * UINT64_C(0x100000001b3);
}
