/* people_input.c: see people_input.h. */
#include "engine/natural/people_input.h"

#include "games/shogi/shogi_attacks.h"
#include "games/shogi/shogi_move_label.h"

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

int people_output_of(const struct shogi_pos *pos, shogi_move m)
{
    /* by the manner of shogi_move_label.h, which says where a piece goes, and drops gold fifth */
    static const uint8_t PLANE[PEOPLE_PLANES] = {0,  2,  1,  4,  3,  5,  7,  6,  9,
                                                 8,  10, 12, 11, 14, 13, 15, 17, 16,
                                                 19, 18, 20, 21, 22, 23, 26, 24, 25};
    int label = shogi_move_label(m, pos->turn);
    return PLANE[label / SHOGI_SQUARES] * SHOGI_SQUARES + label % SHOGI_SQUARES;
}
