/* chaturanga_threat.c: see chaturanga_threat.h. */
#include "sim/chaturanga/chaturanga_threat.h"

game_move chaturanga_turn_first(game_move turn)
{
    const game_move kept = (game_move)1 << 63 | 0xF | (game_move)0xFFF << 6;
    if (chaturanga_steps(turn) < 2)
        return turn;
    return (turn & kept) | 1 << 4;
}

enum { ROLLS_2 = 0x111F, ROLLS_3 = 0x22F2, ROLLS_4 = 0x4F44, ROLLS_5 = 0xF888 };

uint32_t chaturanga_kind_rolls(const struct chaturanga_rules *rules, unsigned kind)
{
    static const uint16_t rolls[CHATURANGA_KINDS] = {ROLLS_2, ROLLS_3, ROLLS_4, ROLLS_5, ROLLS_5};
    uint32_t set = rolls[kind];
    if (rules->sum != 0)
        return set;
    if (kind == CHATURANGA_ELEPHANT)
        set |= 1U << chaturanga_roll(2, 2);
    if (kind == CHATURANGA_RAJA || kind == CHATURANGA_PAWN)
        set |= 1U << chaturanga_roll(2, 3) | 1U << chaturanga_roll(3, 2);
    return set;
}

uint64_t chaturanga_prey(const struct chaturanga_pos *pos, unsigned colour, bool partner)
{
    uint64_t prey = 0;
    for (unsigned c = 0; c < CHATURANGA_COLOURS; c++)
        if (c != colour && (partner || chaturanga_enemies(pos, colour, c)))
            prey |= chaturanga_pieces(pos, c, CHATURANGA_RAJA);
    return prey;
}

uint32_t chaturanga_strike_rolls(const struct chaturanga_pos *pos, unsigned colour,
                                 uint64_t squares)
{
    uint32_t rolls = 0;
    if (pos->state[colour] != CHATURANGA_PLAYING || !squares)
        return 0;
    for (unsigned kind = 0; kind < CHATURANGA_KINDS; kind++)
        if (chaturanga_pieces(pos, colour, kind) &&
            (chaturanga_attacks(pos, colour, kind) & squares))
            rolls |= chaturanga_kind_rolls(&pos->rules, kind);
    return rolls;
}

uint32_t chaturanga_reach_rolls(const struct chaturanga_pos *pos, unsigned colour, uint64_t squares,
                                game_move *list)
{
    struct chaturanga_pos mine = *pos;
    uint32_t rolls = 0;
    if (pos->state[colour] != CHATURANGA_PLAYING || chaturanga_over(pos) || !squares)
        return 0;
    mine.turn = (uint8_t)colour;
    for (unsigned roll = 0; roll < CHATURANGA_ROLLS; roll++) {
        unsigned weight = chaturanga_roll_weight(&pos->rules, roll);
        uint32_t n = weight ? chaturanga_turns(&mine, roll, list) : 0, i = 0;
        while (i < n && !chaturanga_rajas_taken(list[i], squares))
            i++;
        if (i < n)
            rolls |= 1U << roll | (weight > 1 ? 1U << chaturanga_roll_mirrored(roll) : 0);
    }
    return rolls;
}

/* Where the colour's pawns can step. */
static uint64_t pawn_steps(const struct chaturanga_pos *pos, unsigned colour)
{
    const uint64_t file_a = 0x0101010101010101U, file_h = file_a << 7;
    uint64_t pawns = chaturanga_pieces(pos, colour, CHATURANGA_PAWN),
             empty = ~chaturanga_occupied(pos);
    switch (colour) {
    case CHATURANGA_RED:
        return pawns << 8 & empty;
    case CHATURANGA_GREEN:
        return (pawns & ~file_h) << 1 & empty;
    case CHATURANGA_YELLOW:
        return pawns >> 8 & empty;
    default:
        return (pawns & ~file_a) >> 1 & empty;
    }
}

/* Squares from which a piece of the kind would strike one of the squares: those that one on them
 * would strike, or a pawn of the partner, which goes the other way. */
static uint64_t struck_from(const struct chaturanga_pos *pos, unsigned colour, unsigned kind,
                            uint64_t squares)
{
    struct chaturanga_pos there = *pos;
    unsigned back = kind == CHATURANGA_PAWN ? colour ^ 2 : colour;
    for (unsigned c = 0; c < CHATURANGA_COLOURS; c++)
        there.colours[c] = 0;
    there.colours[back] = squares;
    there.colours[(back + 1) % CHATURANGA_COLOURS] = chaturanga_occupied(pos) & ~squares;
    there.kinds[kind] = squares;
    return chaturanga_attacks(&there, back, kind);
}

bool chaturanga_strikes_later(const struct chaturanga_pos *pos, unsigned colour, uint64_t squares)
{
    if (pos->state[colour] != CHATURANGA_PLAYING)
        return false;
    for (unsigned kind = 0; kind < CHATURANGA_KINDS; kind++) {
        if (!chaturanga_pieces(pos, colour, kind))
            continue;
        uint64_t goes = chaturanga_attacks(pos, colour, kind) & ~pos->colours[colour];
        if (kind == CHATURANGA_PAWN)
            goes = pawn_steps(pos, colour) | (goes & chaturanga_occupied(pos));
        if (goes & struck_from(pos, colour, kind, squares))
            return true;
    }
    return false;
}
