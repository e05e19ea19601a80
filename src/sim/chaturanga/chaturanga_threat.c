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

/* Where the colour's pieces of a kind, if they stood on those squares, could go in one move. */
static uint64_t goes_from(const struct chaturanga_pos *pos, unsigned colour, unsigned kind,
                          uint64_t squares)
{
    struct chaturanga_pos there = *pos;
    there.colours[colour] |= squares;
    there.kinds[kind] = squares;
    uint64_t goes = chaturanga_attacks(&there, colour, kind) & ~pos->colours[colour];
    if (kind == CHATURANGA_PAWN)
        goes = pawn_steps(&there, colour) | (goes & chaturanga_occupied(pos));
    return goes;
}

bool chaturanga_strikes_later(const struct chaturanga_pos *pos, unsigned colour, uint64_t squares)
{
    if (pos->state[colour] != CHATURANGA_PLAYING)
        return false;
    for (unsigned kind = 0; kind < CHATURANGA_KINDS; kind++) {
        uint64_t from = chaturanga_pieces(pos, colour, kind);
        if (from && (goes_from(pos, colour, kind, from) & struck_from(pos, colour, kind, squares)))
            return true;
    }
    return false;
}

unsigned chaturanga_moves_to_strike(const struct chaturanga_pos *pos, unsigned colour,
                                    unsigned kind, uint64_t squares, unsigned most)
{
    uint64_t reached = chaturanga_pieces(pos, colour, kind);
    if (!reached || !squares || pos->state[colour] != CHATURANGA_PLAYING)
        return most + 1;
    if (chaturanga_attacks(pos, colour, kind) & squares)
        return 0;
    uint64_t aims = most ? struck_from(pos, colour, kind, squares) : 0;
    for (unsigned moves = 1; moves <= most; moves++) {
        uint64_t more = reached | goes_from(pos, colour, kind, reached);
        if (more & aims)
            return moves;
        if (more == reached)
            break;
        reached = more;
    }
    return most + 1;
}

/* --- Captures by two moves -------------------------------------------------------------------- */

/* Where each colour's raja begins: d1, a5, e8, h4. */
static const uint8_t THRONES[CHATURANGA_COLOURS] = {3, 32, 60, 31};

/* Rolls of the set whose list of turns has one that takes. */
static uint32_t listed_rolls(const struct chaturanga_pos *pos, uint32_t rolls, uint64_t squares,
                             game_move *list)
{
    uint32_t found = 0;
    for (unsigned roll = 0; roll < CHATURANGA_ROLLS; roll++) {
        unsigned weight = chaturanga_roll_weight(&pos->rules, roll);
        uint32_t n = weight && (rolls >> roll & 1) ? chaturanga_turns(pos, roll, list) : 0, i = 0;
        while (i < n && !chaturanga_rajas_taken(list[i], squares))
            i++;
        if (i < n)
            found |= 1U << roll | (weight > 1 ? 1U << chaturanga_roll_mirrored(roll) : 0);
    }
    return found;
}

/* Can a first move bring in pieces that the colour does not have now: by a promotion, or a raja on
 * its partner's throne? */
static bool may_gain_pieces(const struct chaturanga_pos *pos, unsigned colour)
{
    static const uint64_t LAST_TWO[CHATURANGA_COLOURS] = {0xffff000000000000U, 0xc0c0c0c0c0c0c0c0U,
                                                          0x000000000000ffffU, 0x0303030303030303U};
    uint64_t raja = chaturanga_pieces(pos, colour, CHATURANGA_RAJA) |
                    chaturanga_attacks(pos, colour, CHATURANGA_RAJA);
    if (pos->phase == CHATURANGA_TEAMS && !pos->rules.sinhasana &&
        (raja >> THRONES[colour ^ 2] & 1))
        return true;
    return pos->rules.promotion != CHATURANGA_PROMOTES_NONE &&
           (chaturanga_pieces(pos, colour, CHATURANGA_PAWN) & LAST_TWO[colour]);
}

/* Could an elephant take if own pieces, and boats, were not in its way? */
static bool may_open_line(const struct chaturanga_pos *pos, unsigned colour, uint64_t squares)
{
    struct chaturanga_pos open = *pos;
    uint64_t elephants = chaturanga_pieces(pos, colour, CHATURANGA_ELEPHANT);
    if (!elephants)
        return false;
    open.colours[colour] = elephants;
    for (unsigned c = 0; c < CHATURANGA_COLOURS; c++)
        open.colours[c] &= ~pos->kinds[CHATURANGA_BOAT];
    return (chaturanga_attacks(&open, colour, CHATURANGA_ELEPHANT) & squares) != 0;
}

/* Squares on which the colour may not end a move, besides its own. */
static uint64_t barred(const struct chaturanga_pos *pos, unsigned colour)
{
    uint64_t partner = pos->colours[colour ^ 2];
    if (chaturanga_enemies(pos, colour, colour ^ 2))
        return 0;
    return pos->rules.ally == 0   ? partner
           : pos->rules.ally == 1 ? 0
                                  : partner & pos->kinds[CHATURANGA_RAJA];
}

uint32_t chaturanga_reach_rolls(const struct chaturanga_pos *pos, unsigned colour, uint64_t squares,
                                game_move *list)
{
    static const unsigned DIE[CHATURANGA_KINDS] = {2, 3, 4, 5, 5};
    struct chaturanga_pos mine = *pos;
    if (pos->state[colour] != CHATURANGA_PLAYING || chaturanga_over(pos) || !squares)
        return 0;
    mine.turn = (uint8_t)colour;
    if (may_gain_pieces(pos, colour))
        return listed_rolls(&mine, 0xFFFF, squares, list);
    uint32_t rolls = chaturanga_strike_rolls(pos, colour, squares);
    for (unsigned kind = 0; kind < CHATURANGA_KINDS; kind++) { /* the same piece twice */
        uint64_t from = chaturanga_pieces(pos, colour, kind);
        uint32_t twice = 1U << chaturanga_roll(DIE[kind], DIE[kind]);
        if (from && !(rolls & twice) &&
            (goes_from(pos, colour, kind, from) & ~barred(pos, colour) &
             struck_from(pos, colour, kind, squares)))
            rolls |= twice;
    }
    if (may_open_line(pos, colour, squares))
        rolls |= listed_rolls(&mine, ~rolls & 0xFFFF, squares, list);
    return rolls;
}
