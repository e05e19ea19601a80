/* castles.c: see castles.h. */
#include "sim/generate/castles.h"

#include "games/shogi/shogi.h"

#define K(file, rank)                                                                              \
    {                                                                                              \
        SHOGI_KING, file, rank                                                                     \
    }
#define G(file, rank)                                                                              \
    {                                                                                              \
        SHOGI_GOLD, file, rank                                                                     \
    }
#define S(file, rank)                                                                              \
    {                                                                                              \
        SHOGI_SILVER, file, rank                                                                   \
    }
#define N(file, rank)                                                                              \
    {                                                                                              \
        SHOGI_KNIGHT, file, rank                                                                   \
    }
#define R(file, rank)                                                                              \
    {                                                                                              \
        SHOGI_ROOK, file, rank                                                                     \
    }
#define L(file, rank)                                                                              \
    {                                                                                              \
        SHOGI_LANCE, file, rank                                                                    \
    }

const struct castle castles_left[] = {
    {"yagura", 8, {K(8, 8), G(7, 8), G(6, 7), S(7, 7)}},
    {"half yagura", 3, {K(7, 9), G(7, 8), G(5, 8), S(7, 7)}},
    {"boat", 5, {K(7, 8), G(6, 9), G(5, 8), S(7, 9)}},
    {"left mino", 4, {K(8, 8), G(6, 9), G(5, 8), S(7, 8)}},
    {"left bear's hole", 10, {K(9, 9), L(9, 8), S(8, 8), G(7, 9), G(7, 8)}},
    {"left silver crown", 2, {K(8, 8), S(8, 7), G(7, 8), G(6, 7)}},
    {"snow roof", 2, {K(6, 9), G(7, 8), G(5, 8), S(6, 7), S(5, 7)}},
    {"crab", 1, {K(6, 9), G(7, 8), G(5, 8), S(6, 8)}},
    {"elmo", 3, {K(7, 8), S(6, 8), G(7, 9)}},
    {"central", 4, {K(5, 8), G(7, 8), G(3, 8), S(4, 8)}},
    {"right king", 1, {K(4, 8), G(7, 8), G(3, 8), S(4, 7)}},
    {"bishop exchange", 3, {K(6, 8), G(7, 8), G(4, 8), S(7, 7), S(4, 7)}},
    {"silver yagura", 0, {K(8, 8), G(7, 8), S(6, 7), S(7, 7)}},
    {"full yagura", 0, {K(8, 8), G(7, 8), G(6, 7), S(7, 7), S(5, 7)}},
    {"one-sided yagura", 0, {K(7, 8), G(6, 8), G(6, 7), S(7, 7)}},
    {"low yagura", 0, {K(7, 8), G(6, 7), G(5, 8), S(7, 7)}},
    {"yagura bear's hole", 0, {K(9, 9), L(9, 8), G(7, 8), G(6, 7), S(7, 7)}},
    {"crouching yagura", 0, {K(8, 9), N(7, 7), G(7, 8), G(6, 7), S(8, 8)}},
    {"two-silver bear's hole", 0, {K(9, 9), L(9, 8), S(8, 8), S(7, 9), G(7, 8)}},
    {"millennium", 0, {K(8, 9), N(7, 7), S(8, 8), G(7, 9)}},
    {"tower mino", 0, {K(8, 7), S(7, 8), G(6, 9)}},
    {"bonanza", 0, {K(7, 8), G(6, 8), G(5, 8), S(7, 7)}},
    {"new snow roof", 0, {K(6, 9), G(7, 8), G(5, 8), S(6, 7), S(4, 7)}},
    {"nakahara", 0, {K(6, 9), G(7, 8), G(5, 9), S(4, 8)}},
    {"right king, rook below", 0, {K(4, 8), R(2, 9), S(4, 7), G(5, 8)}},
    {"edge king", 0, {K(9, 8), S(8, 8)}},
    {0},
};

const struct castle castles_right[] = {
    {"mino", 9, {K(2, 8), S(3, 8), G(4, 9), G(5, 8)}},
    {"high mino", 4, {K(2, 8), S(3, 8), G(4, 9), G(4, 7)}},
    {"half mino", 3, {K(2, 8), S(3, 8), G(4, 9)}},
    {"silver crown", 3, {K(2, 8), S(2, 7), G(3, 8), G(4, 7)}},
    {"bear's hole", 6, {K(1, 9), L(1, 8), S(2, 8), G(3, 9), G(3, 8)}},
    {"gold fortress", 2, {K(3, 8), S(2, 8), G(4, 8), G(5, 8)}},
    {"early mino", 2, {K(3, 9), S(3, 8), G(4, 9), G(5, 8)}},
    {"diamond mino", 0, {K(2, 8), S(3, 8), G(4, 9), G(5, 8), S(4, 7)}},
    {"kimura mino", 0, {K(2, 8), G(3, 8), S(4, 7)}},
    {"right yagura", 0, {K(2, 8), G(3, 8), G(4, 7), S(3, 7)}},
    {"big four", 0, {K(1, 9), L(1, 8), G(2, 8), G(3, 8), S(3, 7), S(2, 7)}},
    {0},
};
