/* chaturanga_threat.c: see chaturanga_threat.h. */
#include "sim/chaturanga_threat.h"

game_move chatur_turn_first(game_move turn)
{
    const game_move kept = (game_move)1 << 63 | 0xF | (game_move)0xFFF << 6;
    if (chatur_turn_moves(turn) < 2)
        return turn;
    return (turn & kept) | 1 << 4;
}

enum { ROLLS_2 = 0x111F, ROLLS_3 = 0x22F2, ROLLS_4 = 0x4F44, ROLLS_5 = 0xF888 };

uint32_t chatur_kind_rolls(const struct chatur_rules *rules, unsigned kind)
{
    static const uint16_t rolls[CHATUR_KINDS] = {ROLLS_2, ROLLS_3, ROLLS_4, ROLLS_5, ROLLS_5};
    uint32_t set = rolls[kind];
    if (rules->sum != 0)
        return set;
    if (kind == CHATUR_ELEPHANT)
        set |= 1U << chatur_roll(2, 2);
    if (kind == CHATUR_RAJA || kind == CHATUR_PAWN)
        set |= 1U << chatur_roll(2, 3) | 1U << chatur_roll(3, 2);
    return set;
}

uint64_t chatur_prey(const struct chatur_pos *pos, unsigned colour, bool partner)
{
    uint64_t prey = 0;
    for (unsigned c = 0; c < CHATUR_COLOURS; c++)
        if (c != colour && (partner || chatur_enemies(pos, colour, c)))
            prey |= pos->pieces[c][CHATUR_RAJA];
    return prey;
}

uint32_t chatur_strike_rolls(const struct chatur_pos *pos, unsigned colour, uint64_t squares)
{
    uint32_t rolls = 0;
    if (pos->state[colour] != CHATUR_PLAYING || !squares)
        return 0;
    for (unsigned kind = 0; kind < CHATUR_KINDS; kind++)
        if (pos->pieces[colour][kind] && (chatur_attacks(pos, colour, kind) & squares))
            rolls |= chatur_kind_rolls(&pos->rules, kind);
    return rolls;
}

/* The roll with its dice exchanged. */
static unsigned mirrored(unsigned roll)
{
    return roll >> 2 | (roll & 3) << 2;
}

uint32_t chatur_reach_rolls(const struct chatur_pos *pos, unsigned colour, uint64_t squares,
                            game_move *list)
{
    struct chatur_pos mine = *pos;
    uint32_t rolls = 0;
    if (pos->state[colour] != CHATUR_PLAYING || chatur_over(pos) || !squares)
        return 0;
    mine.turn = (uint8_t)colour;
    for (unsigned roll = 0; roll < CHATUR_ROLLS; roll++) {
        /* whichever order the dice came in, the same can be reached */
        if (mirrored(roll) < roll) {
            rolls |= (rolls >> mirrored(roll) & 1) << roll;
            continue;
        }
        uint32_t n = chatur_turns(&mine, roll, list);
        for (uint32_t i = 0; i < n; i++)
            if (chatur_rajas_taken(list[i], squares)) {
                rolls |= 1U << roll;
                break;
            }
    }
    return rolls;
}

/* Where the colour's pawns can step. */
static uint64_t pawn_steps(const struct chatur_pos *pos, unsigned colour)
{
    const uint64_t file_a = 0x0101010101010101U, file_h = file_a << 7;
    uint64_t pawns = pos->pieces[colour][CHATUR_PAWN], all = 0;
    for (unsigned c = 0; c < CHATUR_COLOURS; c++)
        all |= chatur_of(pos, c);
    switch (colour) {
    case CHATUR_RED:
        return pawns << 8 & ~all;
    case CHATUR_GREEN:
        return (pawns & ~file_h) << 1 & ~all;
    case CHATUR_YELLOW:
        return pawns >> 8 & ~all;
    default:
        return (pawns & ~file_a) >> 1 & ~all;
    }
}

bool chatur_strikes_later(const struct chatur_pos *pos, unsigned colour, uint64_t squares)
{
    struct chatur_pos there = *pos;
    uint64_t own = chatur_of(pos, colour);
    if (pos->state[colour] != CHATUR_PLAYING)
        return false;
    for (unsigned kind = 0; kind < CHATUR_KINDS; kind++) {
        if (!pos->pieces[colour][kind])
            continue;
        /* A piece strikes a square from where one of its kind on that square would strike; a pawn
         * from where its partner's, which goes the other way, would. */
        bool pawn = kind == CHATUR_PAWN;
        unsigned back = pawn ? colour ^ 2 : colour;
        uint64_t goes = chatur_attacks(pos, colour, kind) & ~own;
        there.pieces[back][kind] = squares;
        uint64_t from = chatur_attacks(&there, back, kind);
        there.pieces[back][kind] = pos->pieces[back][kind];
        if (pawn)
            goes = pawn_steps(pos, colour) | (goes & ~own);
        if (goes & from)
            return true;
    }
    return false;
}
