/* chaturanga_core.h: counts and picks turns of chaturanga without listing them.
 *
 * It is compiled twice: for plain processors, and for those that count bits in one instruction.
 *
 * A list of turns is mostly sets of two moves, and a set is a first move and one of the moves that
 * the board then allows.  So only first moves are gone through, some five of them, and for each the
 * second ones are counted as bits.  For that a board is two sets of squares: where something
 * stands, and where a piece of the player to move may go; a first move changes a bit or two of
 * them.  The k-th turn is found from the counts, and only that one is worked out.
 *
 * This needs the usual readings of whatever decides which turns there are (chaturanga_core_fits()),
 * and a player who moves his own pieces only.  First moves with consequences beyond the two sets (a
 * raja taken, a boat's triumph, a pawn on the last line) are made on a copy of the position, with
 * chaturanga_step().  Everything else is left to the plain generator of chaturanga_turns.c, whose
 * order of turns is kept here; a test compares them. */
#include "games/chaturanga/chaturanga_internal.h"

#include "base/rng_inline.h"

/* Forces inlining where the compiler would call; saves a tenth of the time. */
#define CORE_INLINE inline __attribute__((always_inline))

static inline uint32_t CORE(bits)(uint64_t set)
{
    return (uint32_t)__builtin_popcountll(set);
}

static inline unsigned CORE(nth)(uint64_t set, uint32_t n)
{
    for (; n; n--)
        set &= set - 1;
    return chaturanga_first_square(set);
}

struct CORE(board) {
    uint64_t occupied, open;
};

/* The board from the side of the player to move. */
struct CORE(view) {
    const struct chaturanga_pos *pos;
    unsigned colour;
    struct CORE(board) board;
    uint64_t kinds[CHATURANGA_KINDS];   /* his pieces */
    uint64_t steps, lefts, rights;      /* of his pawns */
    uint64_t special[CHATURANGA_KINDS]; /* where a first move has further consequences */
};

/* Squares that a boat fills a block on. */
static inline uint64_t CORE(last_of_block)(uint64_t boats)
{
    uint64_t e = chaturanga_east(boats), w = chaturanga_west(boats);
    uint64_t n = chaturanga_north(boats), s = chaturanga_south(boats);
    return (e & ((n & chaturanga_north(e)) | (s & chaturanga_south(e)))) |
           (w & ((n & chaturanga_north(w)) | (s & chaturanga_south(w))));
}

static CORE_INLINE void CORE(look)(struct CORE(view) * v, const struct chaturanga_pos *pos)
{
    unsigned colour = pos->turn;
    uint64_t own = pos->colours[colour], occupied = chaturanga_occupied(pos);
    uint64_t safe = pos->phase == CHATURANGA_TEAMS ? own | pos->colours[colour ^ 2] : own;
    v->pos = pos;
    v->colour = colour;
    v->board.occupied = occupied;
    v->board.open = ~safe;
    for (int kind = 0; kind < CHATURANGA_KINDS; kind++)
        v->kinds[kind] = pos->kinds[kind] & own;
    v->steps = chaturanga_pawn_steps(colour, v->kinds[CHATURANGA_PAWN]);
    v->lefts = chaturanga_pawn_left(colour, v->steps);
    v->rights = chaturanga_pawn_right(colour, v->steps);
    uint64_t rajas = pos->kinds[CHATURANGA_RAJA];
    v->special[CHATURANGA_BOAT] = rajas | CORE(last_of_block)(pos->kinds[CHATURANGA_BOAT]);
    v->special[CHATURANGA_HORSE] = v->special[CHATURANGA_ELEPHANT] = v->special[CHATURANGA_RAJA] =
        rajas;
    v->special[CHATURANGA_PAWN] = rajas | chaturanga_last_lines[colour];
}

/* Where a piece goes. */
static CORE_INLINE uint64_t CORE(targets)(unsigned colour, struct CORE(board) b, unsigned kind,
                                          unsigned square)
{
    switch (kind) {
    case CHATURANGA_BOAT:
        return chaturanga_boat_leaps[square] & b.open;
    case CHATURANGA_HORSE:
        return chaturanga_horse_leaps[square] & b.open;
    case CHATURANGA_ELEPHANT:
        return chaturanga_elephant_attacks(b.occupied, square) & b.open;
    case CHATURANGA_RAJA:
        return chaturanga_raja_steps[square] & b.open;
    default: {
        uint64_t step = chaturanga_pawn_steps(colour, chaturanga_bit(square));
        uint64_t aside = chaturanga_pawn_left(colour, step) | chaturanga_pawn_right(colour, step);
        return (step & ~b.occupied) | (aside & b.occupied & b.open);
    }
    }
}

static inline struct CORE(board) CORE(after)(struct CORE(board) b, unsigned from, unsigned to)
{
    return (struct CORE(board)){(b.occupied & ~chaturanga_bit(from)) | chaturanga_bit(to),
                                (b.open | chaturanga_bit(from)) & ~chaturanga_bit(to)};
}

/* How many moves a number has on the board. */
static CORE_INLINE uint32_t CORE(moves)(const struct CORE(view) * v, struct CORE(board) b,
                                        unsigned number)
{
    uint32_t n = 0;
    switch (number) {
    case 2:
        for (uint64_t set = v->kinds[CHATURANGA_BOAT]; set; set &= set - 1)
            n += CORE(bits)(chaturanga_boat_leaps[chaturanga_first_square(set)] & b.open);
        return n;
    case 3:
        for (uint64_t set = v->kinds[CHATURANGA_HORSE]; set; set &= set - 1)
            n += CORE(bits)(chaturanga_horse_leaps[chaturanga_first_square(set)] & b.open);
        return n;
    case 4:
        for (uint64_t set = v->kinds[CHATURANGA_ELEPHANT]; set; set &= set - 1)
            n += CORE(bits)(chaturanga_elephant_attacks(b.occupied, chaturanga_first_square(set)) &
                            b.open);
        return n;
    default: {
        uint64_t prey = b.occupied & b.open;
        for (uint64_t set = v->kinds[CHATURANGA_RAJA]; set; set &= set - 1)
            n += CORE(bits)(chaturanga_raja_steps[chaturanga_first_square(set)] & b.open);
        return n + CORE(bits)(v->steps & ~b.occupied) + CORE(bits)(v->lefts & prey) +
               CORE(bits)(v->rights & prey);
    }
    }
}

/* The pieces of a number. */
static inline uint64_t CORE(pieces)(const struct CORE(view) * v, unsigned number)
{
    return number == 5 ? v->kinds[CHATURANGA_RAJA] | v->kinds[CHATURANGA_PAWN]
                       : v->kinds[number - 2];
}

static inline unsigned CORE(kind)(const struct CORE(view) * v, unsigned number, unsigned square)
{
    if (number < 5)
        return number - 2;
    return v->kinds[CHATURANGA_RAJA] & chaturanga_bit(square) ? CHATURANGA_RAJA : CHATURANGA_PAWN;
}

/* --- First moves ------------------------------------------------------------------------------ */

/* Enough for the most that a player can have: five elephants, or four pawns and five rajas. */
enum { CORE(MAX_FIRSTS) = 80 };

struct CORE(firsts) {
    uint32_t n, sets;
    uint8_t from[CORE(MAX_FIRSTS)], to[CORE(MAX_FIRSTS)];
    uint16_t seconds[CORE(MAX_FIRSTS)]; /* second moves after each */
};

static CORE_INLINE void CORE(find_firsts)(const struct CORE(view) * v, unsigned low, unsigned high,
                                          struct CORE(firsts) * f)
{
    uint32_t n = 0, sets = 0;
    for (uint64_t pieces = CORE(pieces)(v, low); pieces; pieces &= pieces - 1) {
        unsigned from = chaturanga_first_square(pieces), kind = CORE(kind)(v, low, from);
        uint64_t targets = CORE(targets)(v->colour, v->board, kind, from);
        for (; targets && n < CORE(MAX_FIRSTS); targets &= targets - 1) {
            unsigned to = chaturanga_first_square(targets);
            struct CORE(board) after = CORE(after)(v->board, from, to);
            uint32_t seconds;
            if (v->special[kind] & chaturanga_bit(to))
                seconds = chaturanga_second_moves(v->pos, from, to, high, low == high);
            else if (low == high)
                seconds = CORE(bits)(CORE(targets)(v->colour, after, kind, to));
            else
                seconds = CORE(moves)(v, after, high);
            f->from[n] = (uint8_t)from;
            f->to[n] = (uint8_t)to;
            f->seconds[n++] = (uint16_t)seconds;
            sets += seconds;
        }
    }
    f->n = n;
    f->sets = sets;
}

/* --- One turn --------------------------------------------------------------------------------- */

struct CORE(roll) {
    unsigned low, high, sum;
    uint32_t lows, highs, sums; /* single moves by each */
};

static inline uint32_t CORE(count)(const struct CORE(view) * v, unsigned roll,
                                   struct CORE(roll) * r, struct CORE(firsts) * f)
{
    unsigned first = (roll & 3) + 2, second = (roll >> 2) + 2;
    r->low = first < second ? first : second;
    r->high = first < second ? second : first;
    r->sum = chaturanga_sum(v->pos, first, second);
    CORE(find_firsts)(v, r->low, r->high, f);
    r->lows = f->n;
    r->highs = r->low != r->high ? CORE(moves)(v, v->board, r->high) : 0;
    r->sums = r->sum ? CORE(moves)(v, v->board, r->sum) : 0;
    return 1 + r->lows + r->highs + r->sums + f->sets;
}

/* Adds the k-th single move by the number on the board. */
static inline game_move CORE(add_nth)(const struct CORE(view) * v, struct CORE(board) b,
                                      unsigned number, uint32_t k, game_move turn)
{
    for (uint64_t pieces = CORE(pieces)(v, number);; pieces &= pieces - 1) {
        unsigned from = chaturanga_first_square(pieces);
        uint64_t targets = CORE(targets)(v->colour, b, CORE(kind)(v, number, from), from);
        uint32_t n = CORE(bits)(targets);
        if (k < n)
            return chaturanga_add_step(turn, from, CORE(nth)(targets, k));
        k -= n;
    }
}

static inline game_move CORE(pick_set)(const struct CORE(view) * v, const struct CORE(roll) * r,
                                       const struct CORE(firsts) * f, uint32_t k, game_move turn)
{
    uint32_t i = 0;
    while (k >= f->seconds[i])
        k -= f->seconds[i++];
    unsigned from = f->from[i], to = f->to[i], kind = CORE(kind)(v, r->low, from);
    turn = chaturanga_add_step(turn, from, to);
    if (v->special[kind] & chaturanga_bit(to))
        return chaturanga_add_second_move(v->pos, turn, r->high, r->low == r->high, k);
    struct CORE(board) after = CORE(after)(v->board, from, to);
    if (r->low != r->high)
        return CORE(add_nth)(v, after, r->high, k, turn);
    return chaturanga_add_step(turn, to, CORE(nth)(CORE(targets)(v->colour, after, kind, to), k));
}

static inline game_move CORE(pick)(const struct CORE(view) * v, unsigned roll,
                                   const struct CORE(roll) * r, const struct CORE(firsts) * f,
                                   uint32_t k)
{
    game_move turn = chaturanga_make_turn(roll);
    if (k == 0)
        return turn;
    k--;
    if (k < r->lows)
        return chaturanga_add_step(turn, f->from[k], f->to[k]);
    k -= r->lows;
    if (k < r->highs)
        return CORE(add_nth)(v, v->board, r->high, k, turn);
    k -= r->highs;
    if (k < r->sums)
        return CORE(add_nth)(v, v->board, r->sum, k, turn);
    return CORE(pick_set)(v, r, f, k - r->sums, turn);
}

/* A turn that takes a raja may make an exchange possible. */
static inline game_move CORE(ask)(const struct CORE(view) * v, game_move turn)
{
    unsigned n = chaturanga_steps(turn);
    uint64_t to = (n > 0 ? chaturanga_bit(chaturanga_step_to(turn, 0)) : 0) |
                  (n > 1 ? chaturanga_bit(chaturanga_step_to(turn, 1)) : 0);
    return v->pos->kinds[CHATURANGA_RAJA] & to ? chaturanga_with_exchange(v->pos, turn) : turn;
}

uint32_t CORE(chaturanga_core_count_turns)(const struct chaturanga_pos *pos, unsigned roll)
{
    struct CORE(view) v;
    struct CORE(roll) r;
    struct CORE(firsts) f;
    CORE(look)(&v, pos);
    return CORE(count)(&v, roll, &r, &f);
}

game_move CORE(chaturanga_core_turn_at)(const struct chaturanga_pos *pos, unsigned roll, uint32_t k)
{
    struct CORE(view) v;
    struct CORE(roll) r;
    struct CORE(firsts) f;
    CORE(look)(&v, pos);
    CORE(count)(&v, roll, &r, &f);
    return CORE(ask)(&v, CORE(pick)(&v, roll, &r, &f, k));
}

static inline game_move CORE(random_turn)(const struct chaturanga_pos *pos, unsigned roll,
                                          struct rng *rng, uint32_t *count)
{
    struct CORE(view) v;
    struct CORE(roll) r;
    struct CORE(firsts) f;
    CORE(look)(&v, pos);
    *count = CORE(count)(&v, roll, &r, &f);
    uint32_t k = (uint32_t)rng_below_inline(rng, *count);
    game_move turn = CORE(ask)(&v, CORE(pick)(&v, roll, &r, &f, k));
    return turn & CHATURANGA_EXCHANGE ? chaturanga_chance(pos, turn, rng) : turn;
}

game_move CORE(chaturanga_core_random_turn)(const struct chaturanga_pos *pos, unsigned roll,
                                            struct rng *rng, uint32_t *count)
{
    return CORE(random_turn)(pos, roll, rng, count);
}

/* --- Lists ------------------------------------------------------------------------------------ */

static inline uint32_t CORE(list_moves)(const struct CORE(view) * v, struct CORE(board) b,
                                        unsigned number, game_move turn, game_move *out)
{
    uint32_t n = 0;
    for (uint64_t pieces = CORE(pieces)(v, number); pieces; pieces &= pieces - 1) {
        unsigned from = chaturanga_first_square(pieces);
        uint64_t targets = CORE(targets)(v->colour, b, CORE(kind)(v, number, from), from);
        for (; targets; targets &= targets - 1)
            out[n++] =
                CORE(ask)(v, chaturanga_add_step(turn, from, chaturanga_first_square(targets)));
    }
    return n;
}

static inline uint32_t CORE(list_seconds)(const struct CORE(view) * v, const struct CORE(roll) * r,
                                          unsigned from, unsigned to, uint32_t seconds,
                                          game_move turn, game_move *out)
{
    unsigned kind = CORE(kind)(v, r->low, from);
    turn = chaturanga_add_step(turn, from, to);
    if (v->special[kind] & chaturanga_bit(to)) {
        for (uint32_t k = 0; k < seconds; k++)
            out[k] = CORE(ask)(
                v, chaturanga_add_second_move(v->pos, turn, r->high, r->low == r->high, k));
        return seconds;
    }
    struct CORE(board) after = CORE(after)(v->board, from, to);
    if (r->low != r->high)
        return CORE(list_moves)(v, after, r->high, turn, out);
    uint32_t n = 0;
    uint64_t targets = CORE(targets)(v->colour, after, kind, to);
    for (; targets; targets &= targets - 1)
        out[n++] = CORE(ask)(v, chaturanga_add_step(turn, to, chaturanga_first_square(targets)));
    return n;
}

uint32_t CORE(chaturanga_core_list)(const struct chaturanga_pos *pos, unsigned roll, game_move *out)
{
    struct CORE(view) v;
    struct CORE(roll) r;
    struct CORE(firsts) f;
    game_move turn = chaturanga_make_turn(roll);
    CORE(look)(&v, pos);
    CORE(count)(&v, roll, &r, &f);
    uint32_t n = 0;
    out[n++] = turn;
    n += CORE(list_moves)(&v, v.board, r.low, turn, out + n);
    if (r.low != r.high)
        n += CORE(list_moves)(&v, v.board, r.high, turn, out + n);
    if (r.sum)
        n += CORE(list_moves)(&v, v.board, r.sum, turn, out + n);
    for (uint32_t i = 0; i < f.n; i++)
        n += CORE(list_seconds)(&v, &r, f.from[i], f.to[i], f.seconds[i], turn, out + n);
    return n;
}

/* --- All rolls at once ------------------------------------------------------------------------ */

struct CORE(tally) {
    uint32_t singles, doubles, mixed; /* mixed: sets by this number and a higher one */
};

/* First moves by the number, and second ones by it and by all higher numbers. */
static inline struct CORE(tally) CORE(tally)(const struct CORE(view) * v, unsigned low)
{
    struct CORE(tally) t = {0};
    for (uint64_t pieces = CORE(pieces)(v, low); pieces; pieces &= pieces - 1) {
        unsigned from = chaturanga_first_square(pieces), kind = CORE(kind)(v, low, from);
        uint64_t targets = CORE(targets)(v->colour, v->board, kind, from);
        t.singles += CORE(bits)(targets);
        for (; targets; targets &= targets - 1) {
            unsigned to = chaturanga_first_square(targets);
            if (v->special[kind] & chaturanga_bit(to)) {
                t.doubles += chaturanga_second_moves(v->pos, from, to, low, true);
                for (unsigned high = low + 1; high <= 5; high++)
                    t.mixed += chaturanga_second_moves(v->pos, from, to, high, false);
                continue;
            }
            struct CORE(board) after = CORE(after)(v->board, from, to);
            t.doubles += CORE(bits)(CORE(targets)(v->colour, after, kind, to));
            for (unsigned high = low + 1; high <= 5; high++)
                t.mixed += CORE(moves)(v, after, high);
        }
    }
    return t;
}

static inline void CORE(count_all)(const struct chaturanga_pos *pos, struct chaturanga_counts *out)
{
    struct CORE(view) v;
    CORE(look)(&v, pos);
    uint32_t before = 1, sixteenths = 16;
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC unroll 4
#endif
    for (unsigned low = 2; low <= 5; low++) {
        struct CORE(tally) t = CORE(tally)(&v, low);
        before += t.singles + t.doubles + t.mixed;
        sixteenths += chaturanga_rolls_of(pos, low) * t.singles + t.doubles + 2 * t.mixed;
    }
    *out = (struct chaturanga_counts){before, sixteenths};
}

void CORE(chaturanga_core_count)(const struct chaturanga_pos *pos, struct chaturanga_counts *out)
{
    CORE(count_all)(pos, out);
}

/* --- Whole games ------------------------------------------------------------------------------ */

void CORE(chaturanga_core_game)(struct chaturanga_pos *pos, struct rng *rng, bool counts,
                                struct chaturanga_course *course)
{
    while (!chaturanga_over(pos)) {
        unsigned roll = (unsigned)(rng_next_inline(rng) >> 60);
        bool fits = chaturanga_core_fits(pos);
        uint32_t n;
        game_move turn = fits ? CORE(random_turn)(pos, roll, rng, &n)
                              : chaturanga_random_turn(pos, roll, rng, &n);
        course->turns++;
        course->after += n;
        if (counts) {
            struct chaturanga_counts c;
            if (fits)
                CORE(count_all)(pos, &c);
            else
                chaturanga_count(pos, &c);
            course->before += c.before;
            course->sixteenths += c.sixteenths;
        }
        chaturanga_play_turn(pos, turn);
    }
}
