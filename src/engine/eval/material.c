/* material.c: the plainest way to judge: pieces, and nothing else.  Counted from the sets each
 * time: a dozen instructions. */
#include "engine/eval/eval.h"
#include "engine/eval/see.h"

static void begin(const void *weights, void *state, const struct shogi_pos *pos)
{
    (void)weights;
    (void)state;
    (void)pos;
}

static void play(const void *weights, void *state, const struct shogi_pos *pos, shogi_move m)
{
    (void)weights;
    (void)state;
    (void)pos;
    (void)m;
}

static void unplay(void *state)
{
    (void)state;
}

static int side_value(const struct shogi_pos *pos, int color)
{
    static const uint8_t CLASSES[] = {SHOGI_CLASS_PAWN,   SHOGI_CLASS_LANCE, SHOGI_CLASS_KNIGHT,
                                      SHOGI_CLASS_SILVER, SHOGI_CLASS_GOLD,  SHOGI_CLASS_BISHOP,
                                      SHOGI_CLASS_ROOK};
    int value = see_piece_value[SHOGI_HORSE] * bb_count(pos->bb[color][SHOGI_CLASS_HORSE]) +
                see_piece_value[SHOGI_DRAGON] * bb_count(pos->bb[color][SHOGI_CLASS_DRAGON]);
    for (size_t i = 0; i < sizeof CLASSES; i++)
        value += see_piece_value[CLASSES[i]] * bb_count(pos->bb[color][CLASSES[i]]);
    for (int kind = SHOGI_PAWN; kind < SHOGI_HAND_KINDS; kind++)
        value += see_piece_value[kind] * pos->hand[color][kind];
    return value;
}

static int value(const void *weights, void *state, const struct shogi_pos *pos)
{
    (void)weights;
    (void)state;
    return side_value(pos, pos->turn) - side_value(pos, pos->turn ^ 1);
}

static void explain(const void *weights, const struct shogi_pos *pos, struct eval_account *out)
{
    int count[SHOGI_KINDS] = {0}, hand[SHOGI_HAND_KINDS] = {0};
    (void)weights;
    *out = (struct eval_account){0};
    advance_of(pos, &out->advance);
    for (int square = 0; square < SHOGI_SQUARES; square++)
        if (pos->board[square])
            count[shogi_kind_of(pos->board[square])] +=
                shogi_color_of(pos->board[square]) == SHOGI_BLACK ? 1 : -1;
    for (int kind = SHOGI_PAWN; kind < SHOGI_KINDS; kind++)
        if (count[kind] && kind != SHOGI_KING)
            eval_add_kind(out, "board", kind, count[kind], count[kind] * see_piece_value[kind]);
    for (int kind = SHOGI_PAWN; kind < SHOGI_HAND_KINDS; kind++) {
        hand[kind] = pos->hand[0][kind] - pos->hand[1][kind];
        if (hand[kind])
            eval_add_kind(out, "hand", kind, hand[kind], hand[kind] * see_piece_value[kind]);
    }
    for (int i = 0; i < out->term_count; i++)
        out->value += (int)out->terms[i].value;
}

const struct eval_type eval_material = {.name = "material",
                                        .state_bytes = 0,
                                        .begin = begin,
                                        .play = play,
                                        .unplay = unplay,
                                        .value = value,
                                        .explain = explain};
