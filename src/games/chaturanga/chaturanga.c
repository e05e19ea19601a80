/* chaturanga.c: what happens on the board: the start, a step and what follows from it, the end of a
 * turn.  Which turns there are is in chaturanga_turns.c. */
#include "games/chaturanga/chaturanga.h"

#include "games/chaturanga/chaturanga_board.h"

const char *const chatur_colour_names[CHATUR_COLOURS] = {"red", "green", "yellow", "black"};
const char *const chatur_kind_names[CHATUR_KINDS] = {"boat", "horse", "elephant", "raja", "pawn"};

/* --- Tables: an expression of the square, for all squares ------------------------------------- */

#define BIT(n) (UINT64_C(1) << (n))
#define EAST(b) (((b) & ~CHATUR_FILE_H) << 1)
#define WEST(b) (((b) & ~CHATUR_FILE_A) >> 1)
#define UP_DOWN(b, ranks) ((b) << 8 * (ranks) | (b) >> 8 * (ranks))
#define SIDES(b) (EAST(b) | WEST(b))
#define TWO_ASIDE(b) (EAST(EAST(b)) | WEST(WEST(b)))
#define BOAT(n) UP_DOWN(TWO_ASIDE(BIT(n)), 2)
#define HORSE(n) (UP_DOWN(SIDES(BIT(n)), 2) | UP_DOWN(TWO_ASIDE(BIT(n)), 1))
#define RAJA(n) (SIDES(BIT(n)) | UP_DOWN(BIT(n) | SIDES(BIT(n)), 1))
#define EIGHT(F, n)                                                                                \
    F((n)), F((n) + 1), F((n) + 2), F((n) + 3), F((n) + 4), F((n) + 5), F((n) + 6), F((n) + 7)
#define ALL_SQUARES(F)                                                                             \
    {                                                                                              \
        EIGHT(F, 0), EIGHT(F, 8), EIGHT(F, 16), EIGHT(F, 24), EIGHT(F, 32), EIGHT(F, 40),          \
            EIGHT(F, 48), EIGHT(F, 56)                                                             \
    }

const uint64_t chatur_boat_leaps[64] = ALL_SQUARES(BOAT);
const uint64_t chatur_horse_leaps[64] = ALL_SQUARES(HORSE);
const uint64_t chatur_raja_steps[64] = ALL_SQUARES(RAJA);
const uint8_t chatur_thrones[CHATUR_COLOURS] = {3, 32, 60, 31}; /* d1 a5 e8 h4 */
const uint64_t chatur_last_lines[CHATUR_COLOURS] = {CHATUR_RANK_8, CHATUR_FILE_H, CHATUR_RANK_1,
                                                    CHATUR_FILE_A};

/* --- The start -------------------------------------------------------------------------------- */

static void put(struct chatur_pos *pos, unsigned colour, unsigned kind, unsigned square)
{
    pos->colours[colour] |= chatur_bit(square);
    pos->kinds[kind] |= chatur_bit(square);
}

void chatur_start(struct chatur_pos *pos, const struct chatur_rules *rules)
{
    static const uint8_t LANES[2][4] = {
        {CHATUR_BOAT, CHATUR_HORSE, CHATUR_ELEPHANT, CHATUR_RAJA},
        {CHATUR_BOAT, CHATUR_ELEPHANT, CHATUR_HORSE, CHATUR_RAJA},
    };
    *pos = (struct chatur_pos){.rules = *rules};
    for (unsigned i = 0; i < 4; i++) {
        unsigned piece = i, pawn = 8 + i;
        for (unsigned colour = 0; colour < CHATUR_COLOURS; colour++) {
            put(pos, colour, LANES[rules->setup][i], piece);
            put(pos, colour, CHATUR_PAWN, pawn);
            piece = chatur_quarter_turn(piece);
            pawn = chatur_quarter_turn(pawn);
        }
    }
}

/* --- A step ----------------------------------------------------------------------------------- */

static void lift(struct chatur_pos *pos, uint64_t squares)
{
    for (int i = 0; i < CHATUR_COLOURS; i++)
        pos->colours[i] &= ~squares;
    for (int i = 0; i < CHATUR_KINDS; i++)
        pos->kinds[i] &= ~squares;
}

/* If the boat on the square fills a block of four with three others, those are taken, but for the
 * mover's own. */
static void triumph(struct chatur_pos *pos, unsigned square)
{
    uint64_t boats = pos->kinds[CHATUR_BOAT], here = chatur_bit(square);
    uint64_t corners = boats & chatur_west(boats); /* south-west corners of filled blocks */
    corners &= chatur_south(corners);
    for (; corners; corners &= corners - 1) {
        uint64_t pair = UINT64_C(3) << chatur_first_square(corners), block = pair | pair << 8;
        if (block & here)
            lift(pos, block & ~here & ~pos->colours[pos->turn]);
    }
}

/* Who has no raja left goes out. */
static void lose_rajas(struct chatur_pos *pos)
{
    for (unsigned c = 0; c < CHATUR_COLOURS; c++)
        if (pos->state[c] == CHATUR_PLAYING && !chatur_pieces(pos, c, CHATUR_RAJA)) {
            pos->state[c] = CHATUR_FROZEN;
            pos->taken[c]++;
            pos->taker[c] = pos->turn;
        }
}

static unsigned survivors(const struct chatur_pos *pos)
{
    unsigned n = 0;
    for (int c = 0; c < CHATUR_COLOURS; c++)
        n += pos->state[c] != CHATUR_FROZEN;
    return n;
}

/* After a raja was taken: is a team out, or are all but one? */
static void settle(struct chatur_pos *pos)
{
    unsigned other = pos->turn ^ 1;
    bool out = pos->state[other] == CHATUR_FROZEN && pos->state[other ^ 2] == CHATUR_FROZEN;
    if (pos->phase == CHATUR_TEAMS && !out)
        return;
    if (survivors(pos) > 1 && !pos->rules.partners) {
        pos->phase = CHATUR_PARTNERS;
        return;
    }
    pos->phase = CHATUR_WON;
    pos->winner = pos->turn;
}

/* What a pawn of the colour on its last line becomes now; CHATUR_PAWN if it waits. */
static unsigned promoted(const struct chatur_pos *pos, unsigned colour, unsigned square)
{
    static const uint8_t LANES[2][8] = {
        {CHATUR_BOAT, CHATUR_HORSE, CHATUR_ELEPHANT, CHATUR_RAJA, CHATUR_RAJA, CHATUR_ELEPHANT,
         CHATUR_HORSE, CHATUR_BOAT},
        {CHATUR_BOAT, CHATUR_ELEPHANT, CHATUR_HORSE, CHATUR_RAJA, CHATUR_RAJA, CHATUR_HORSE,
         CHATUR_ELEPHANT, CHATUR_BOAT},
    };
    unsigned kind = LANES[pos->rules.setup][colour & 1 ? square >> 3 : square & 7];
    int pawns = __builtin_popcountll(chatur_pieces(pos, colour, CHATUR_PAWN));
    if (pos->rules.promotion == CHATUR_PROMOTES_NONE || pawns > 2)
        return CHATUR_PAWN;
    if (kind == CHATUR_HORSE || kind == CHATUR_ELEPHANT)
        return kind;
    if (pawns != 1 || chatur_pieces(pos, colour, CHATUR_HORSE) ||
        chatur_pieces(pos, colour, CHATUR_ELEPHANT) ||
        __builtin_popcountll(chatur_pieces(pos, colour, CHATUR_BOAT)) > 1)
        return CHATUR_PAWN;
    if (kind == CHATUR_RAJA && (pos->rules.promotion || pos->state[colour] != CHATUR_PLAYING))
        return CHATUR_PAWN;
    return kind;
}

/* All pawns on their last lines that may, promote.  Their order is of no account: with two pawns
 * only horses and elephants come to be, and these keep the other from becoming anything else. */
static void promote(struct chatur_pos *pos)
{
    uint64_t arrived = 0;
    for (unsigned c = 0; c < CHATUR_COLOURS; c++)
        arrived |= pos->colours[c] & chatur_last_lines[c];
    if (!(arrived & pos->kinds[CHATUR_PAWN]))
        return;
    for (unsigned c = 0; c < CHATUR_COLOURS; c++) {
        uint64_t pawns = chatur_pieces(pos, c, CHATUR_PAWN) & chatur_last_lines[c];
        for (; pawns; pawns &= pawns - 1) {
            unsigned square = chatur_first_square(pawns), kind = promoted(pos, c, square);
            pos->kinds[CHATUR_PAWN] &= ~chatur_bit(square);
            pos->kinds[kind] |= chatur_bit(square);
        }
    }
}

void chatur_step(struct chatur_pos *pos, unsigned from, unsigned to)
{
    unsigned colour = pos->colours[pos->turn] & chatur_bit(from) ? pos->turn : pos->turn ^ 2U;
    unsigned kind = chatur_kind_at(pos, from);
    uint64_t rajas = pos->kinds[CHATUR_RAJA] & chatur_bit(to);
    lift(pos, chatur_bit(from) | chatur_bit(to));
    put(pos, colour, kind, to);
    if (kind == CHATUR_BOAT && !pos->rules.triumph)
        triumph(pos, to);
    if (rajas) {
        lose_rajas(pos);
        settle(pos);
    }
    promote(pos);
}

/* --- The end of a turn ------------------------------------------------------------------------ */

bool chatur_wins(const struct chatur_pos *pos, unsigned colour)
{
    return pos->phase == CHATUR_WON &&
           (colour == pos->winner || (pos->rules.partners && colour == (pos->winner ^ 2U)));
}

bool chatur_enemies(const struct chatur_pos *pos, unsigned a, unsigned b)
{
    return a != b && (pos->phase != CHATUR_TEAMS || (a ^ b) != 2);
}

uint64_t chatur_attacks(const struct chatur_pos *pos, unsigned colour, unsigned kind)
{
    uint64_t pieces = chatur_pieces(pos, colour, kind), occupied = chatur_occupied(pos), all = 0;
    if (kind == CHATUR_PAWN)
        return chatur_pawn_attacks(colour, pieces);
    for (; pieces; pieces &= pieces - 1)
        all |= chatur_piece_attacks(occupied, kind, chatur_first_square(pieces));
    return all;
}

/* Has the player nothing but rajas, and nothing else to move? */
static bool is_bare(const struct chatur_pos *pos, unsigned colour)
{
    if (pos->state[colour] != CHATUR_PLAYING ||
        (pos->colours[colour] & ~pos->kinds[CHATUR_RAJA]) != 0)
        return false;
    return !(chatur_enthroned(pos, colour) && pos->colours[colour ^ 2]);
}

static bool is_drawn(const struct chatur_pos *pos)
{
    enum { ANY, ALL, FINAL, TEAM, NEVER };
    unsigned bare = 0, playing = 0, rule = pos->rules.bare;
    uint64_t others = ~pos->kinds[CHATUR_RAJA];
    if (pos->colours[0] & others && pos->colours[1] & others && pos->colours[2] & others &&
        pos->colours[3] & others)
        return false; /* as nearly always */
    for (unsigned c = 0; c < CHATUR_COLOURS; c++) {
        bare += is_bare(pos, c);
        playing += pos->state[c] == CHATUR_PLAYING;
    }
    if (!bare || rule == NEVER || (rule == ALL && bare < playing))
        return false;
    return !(rule == FINAL && pos->phase == CHATUR_TEAMS) &&
           !(rule == TEAM && pos->phase == CHATUR_PARTNERS);
}

unsigned chatur_exchange(const struct chatur_pos *pos, const struct chatur_pos *after)
{
    if (after->phase != CHATUR_TEAMS || after->rules.exchange || is_drawn(after))
        return 0;
    unsigned fell = 0, out[2], n = 0;
    for (unsigned c = 0; c < CHATUR_COLOURS; c++) {
        fell |= after->taken[c] != pos->taken[c];
        if (after->state[c] == CHATUR_FROZEN) {
            if (n == 2)
                return 0;
            out[n++] = c;
        }
    }
    if (!fell || n != 2 || (out[0] ^ out[1]) == 2)
        return 0;
    unsigned a = out[0], b = out[1]; /* captives; each taken by the other's partner? */
    if (after->taker[a] != (b ^ 2) || after->taker[b] != (a ^ 2))
        return 0;
    bool first_a = after->taken[a] < 2, first_b = after->taken[b] < 2;
    return (unsigned)first_a + first_b;
}

uint64_t chatur_return_squares(const struct chatur_pos *pos)
{
    uint64_t attacked = 0, empty = ~chatur_occupied(pos);
    for (unsigned c = 0; c < CHATUR_COLOURS; c++)
        if (chatur_enemies(pos, pos->turn, c))
            for (unsigned kind = 0; kind < CHATUR_KINDS; kind++)
                attacked |= chatur_attacks(pos, c, kind);
    return empty & ~attacked ? empty & ~attacked : empty;
}

static void release_captives(struct chatur_pos *pos)
{
    for (int c = 0; c < CHATUR_COLOURS; c++)
        if (pos->state[c] == CHATUR_FROZEN)
            pos->state[c] = CHATUR_WAITING;
}

static void end_turn(struct chatur_pos *pos)
{
    pos->ply++;
    if (chatur_over(pos))
        return;
    if (is_drawn(pos) || pos->ply >= CHATUR_MAX_PLIES) {
        pos->phase = CHATUR_DRAWN;
        return;
    }
    do
        pos->turn = (pos->turn + 1) & 3;
    while (pos->state[pos->turn] == CHATUR_FROZEN);
}

void chatur_play_steps(struct chatur_pos *pos, game_move turn)
{
    if (turn & CHATUR_RETURN) {
        put(pos, pos->turn, CHATUR_RAJA, chatur_step_to(turn, 0));
        pos->state[pos->turn] = CHATUR_PLAYING;
        promote(pos);
        return;
    }
    for (unsigned i = 0; i < chatur_steps(turn); i++)
        chatur_step(pos, chatur_step_from(turn, i), chatur_step_to(turn, i));
}

bool chatur_can_play(const struct chatur_pos *pos, game_move turn)
{
    unsigned steps = chatur_steps(turn), mover = pos->turn;
    if (!(turn >> 63) || chatur_over(pos) || steps > 2)
        return false;
    if (pos->state[mover] != CHATUR_PLAYING)
        return turn & CHATUR_RETURN
                   ? steps == 1 && !(chatur_occupied(pos) & chatur_bit(chatur_step_to(turn, 0)))
                   : steps == 0;
    if (turn & CHATUR_RETURN)
        return false;
    uint64_t own = pos->colours[mover], partners = pos->colours[mover ^ 2];
    for (unsigned i = 0; i < steps; i++) {
        uint64_t from = chatur_bit(chatur_step_from(turn, i));
        uint64_t to = chatur_bit(chatur_step_to(turn, i));
        if (!((own | partners) & from) || from == to || own & to)
            return false;
        bool is_own = own & from;
        own = (own & ~from) | (is_own ? to : 0);
        partners = (partners & ~from & ~to) | (is_own ? 0 : to);
    }
    return true;
}

void chatur_play(struct chatur_pos *pos, game_move turn)
{
    chatur_play_steps(pos, turn);
    if ((turn & CHATUR_EXCHANGE) == CHATUR_AGREED)
        release_captives(pos);
    end_turn(pos);
}
