/* people_input.c: see people_input.h. */
#include "engine/natural/people_input.h"

#include "games/shogi/shogi_attacks.h"

/* A square as the side to move sees it: turning the board round reverses the numbering. */
static int seen_by(int turn, int square)
{
    return turn == SHOGI_BLACK ? square : SHOGI_SQUARES - 1 - square;
}

static void add_attacks(struct people_input *in, const struct shogi_pos *pos, int square, int piece)
{
    enum { MOST = 15 };
    int color = shogi_color_of(piece), own = color == pos->turn;
    struct shogi_bb reached =
        piece_attacks(color, class_of_kind(shogi_kind_of(piece)), square, shogi_occupied(pos));
    BB_EACH(to, reached)
    {
        uint8_t *count = &in->attacks[seen_by(pos->turn, to)];
        if ((own ? *count & 15 : *count >> 4) < MOST)
            *count = (uint8_t)(*count + (own ? 1 : 16));
    }
}

static void see_last_moves(struct people_input *in, int turn, const struct natural_past *past)
{
    for (int i = 0; i < NATURAL_PAST; i++) {
        shogi_move m = past->moves[i];
        in->last[2 * i] = m && !shogi_move_is_drop(m) ? (uint8_t)seen_by(turn, shogi_move_from(m))
                                                      : PEOPLE_NOWHERE;
        in->last[2 * i + 1] = m ? (uint8_t)seen_by(turn, shogi_move_to(m)) : PEOPLE_NOWHERE;
    }
}

void people_input_make(struct people_input *in, const struct shogi_pos *pos,
                       const struct natural_past *past)
{
    int turn = pos->turn;
    *in = (struct people_input){0};
    for (int square = 0; square < SHOGI_SQUARES; square++) {
        int piece = pos->board[square];
        if (!piece)
            continue;
        int code = shogi_kind_of(piece) + (shogi_color_of(piece) == turn ? 0 : PEOPLE_PIECES / 2);
        in->board[seen_by(turn, square)] = (uint8_t)code;
        add_attacks(in, pos, square, piece);
    }
    for (int kind = SHOGI_PAWN; kind <= SHOGI_GOLD; kind++) {
        in->hand[kind - 1] = pos->hand[turn][kind];
        in->hand[7 + kind - 1] = pos->hand[turn ^ 1][kind];
    }
    see_last_moves(in, turn, past);
}

static int sign_of(int x)
{
    return (x > 0) - (x < 0);
}

/* Of a board move, in the mover's view. */
static int origin_plane(int from, int to)
{
    /* by the side (left, same file, right), then by the rank (above, same, below) */
    static const uint8_t PLANE[3][3] = {{6, 3, 1}, {5, 0, 0}, {7, 4, 2}};
    int side = shogi_file_of(to) - shogi_file_of(from); /* > 0: from the right of it */
    int below = shogi_rank_of(from) - shogi_rank_of(to);
    if (below == 2 && (side == 1 || side == -1))
        return side < 0 ? 8 : 9;
    return PLANE[sign_of(side) + 1][sign_of(below) + 1];
}

int people_output_of(const struct shogi_pos *pos, shogi_move m)
{
    int to = seen_by(pos->turn, shogi_move_to(m)), plane;
    if (shogi_move_is_drop(m))
        plane = 20 + shogi_move_kind(m) - SHOGI_PAWN;
    else
        plane = origin_plane(seen_by(pos->turn, shogi_move_from(m)), to) +
                (shogi_move_promotes(m) ? 10 : 0);
    return plane * SHOGI_SQUARES + to;
}
