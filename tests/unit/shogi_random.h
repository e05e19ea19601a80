/* shogi_random.h: positions for tests, from a seed: by random play from the start, and by throwing
 * a random part of a set on the board and into the hands. */
#ifndef KIFU_TESTS_UNIT_SHOGI_RANDOM_H
#define KIFU_TESTS_UNIT_SHOGI_RANDOM_H

#include "games/shogi/shogi.h"

static inline unsigned random_below(uint64_t *state, unsigned n)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)((*state >> 33) % n);
}

/* Plays random moves from where pos stands; stops early at mate. */
static inline void random_play(struct shogi_pos *pos, uint64_t *state, int plies)
{
    shogi_move moves[SHOGI_MAX_MOVES];
    struct shogi_undo undo;
    for (int ply = 0; ply < plies; ply++) {
        int n = shogi_legal_moves(pos, moves);
        if (n == 0)
            return;
        shogi_play(pos, moves[random_below(state, (unsigned)n)], &undo);
    }
}

static inline void random_game(struct shogi_pos *pos, uint64_t *state)
{
    shogi_pos_start(pos);
    random_play(pos, state, (int)random_below(state, 200));
}

static inline void throw_piece(struct shogi_pos *pos, uint64_t *state, int kind)
{
    int color = (int)random_below(state, 2);
    int square = (int)random_below(state, SHOGI_SQUARES);
    bool to_hand = random_below(state, 3) == 0;
    if (random_below(state, 4) == 0)
        return;
    if (to_hand || shogi_piece_at(pos, square)) {
        shogi_pos_set_hand(pos, color, kind, shogi_hand(pos, color, kind) + 1);
        return;
    }
    if (shogi_kind_can_promote(kind) && random_below(state, 2))
        kind |= 8;
    shogi_pos_put(pos, square, shogi_piece(color, kind));
}

enum { WITH_BLACK_KING = 1, WITH_WHITE_KING = 2, WITH_BOTH_KINGS = 3 };

/* Goes on throwing until the position is a possible one. */
static inline void random_throw(struct shogi_pos *pos, uint64_t *state, unsigned kings)
{
    static const int SET[SHOGI_HAND_KINDS] = {0, 18, 4, 4, 4, 2, 2, 4};
    do {
        shogi_pos_clear(pos);
        shogi_pos_set_turn(pos, (int)random_below(state, 2));
        for (int color = 0; color < 2; color++)
            if (kings >> color & 1)
                shogi_pos_put(pos, (int)random_below(state, 81), shogi_piece(color, SHOGI_KING));
        for (int kind = SHOGI_PAWN; kind < SHOGI_HAND_KINDS; kind++) {
            int n = (int)random_below(state, (unsigned)SET[kind] / 2 + 2);
            for (int i = 0; i < n; i++)
                throw_piece(pos, state, kind);
        }
    } while (shogi_pos_finish(pos, NULL) != STATUS_OK);
}

#endif
