/* chaturanga_turns.c: which turns a roll allows.
 *
 * A list holds the pass, then the single moves by each number (the lower die, the higher die, their
 * sum), then sets of two moves.  Pieces and targets go by squares, a1 first.  The second move of a
 * set is looked for on the board that the first one left.
 *
 * This is the plain way, for all readings; chaturanga_core.h has a quicker one for the usual ones.
 */
#include "base/cpu.h"
#include "games/chaturanga/chaturanga_internal.h"

#if CHATURANGA_HAVE_V3
#define CHOOSE(call, ...)                                                                          \
    (cpu_level() >= CPU_V3 ? call##_v3(__VA_ARGS__) : call##_base(__VA_ARGS__))
#else
#define CHOOSE(call, ...) call##_base(__VA_ARGS__)
#endif

uint64_t chaturanga_targets(const struct chaturanga_pos *pos, unsigned square)
{
    enum { ALLY_NONE, ALLY_ANY, ALLY_NOT_RAJA };
    unsigned mover = pos->turn, partner = mover ^ 2U;
    uint64_t occupied = chaturanga_occupied(pos), safe = pos->colours[mover];
    bool own = safe & chaturanga_bit(square);
    if (!own || (pos->phase == CHATURANGA_TEAMS && pos->rules.ally == ALLY_NONE))
        safe |= pos->colours[partner];
    else if (pos->phase == CHATURANGA_TEAMS && pos->rules.ally == ALLY_NOT_RAJA)
        safe |= chaturanga_pieces(pos, partner, CHATURANGA_RAJA);
    unsigned kind = chaturanga_kind_at(pos, square), colour = own ? mover : partner;
    if (kind != CHATURANGA_PAWN)
        return chaturanga_piece_attacks(occupied, kind, square) & ~safe;
    uint64_t pawn = chaturanga_bit(square);
    return (chaturanga_pawn_steps(colour, pawn) & ~occupied) |
           (chaturanga_pawn_attacks(colour, pawn) & occupied & ~safe);
}

static uint64_t movable(const struct chaturanga_pos *pos, unsigned number)
{
    return chaturanga_own(pos) & chaturanga_answering(pos, number);
}

/* --- Lists ------------------------------------------------------------------------------------ */

struct turn_collector {
    const struct chaturanga_pos *pos;
    unsigned roll;
    game_move *out; /* NULL: only counted */
    uint32_t n;
    uint32_t wanted; /* if out is NULL: the one of this number is kept in found */
    game_move nth_turn;
};

game_move chaturanga_with_exchange(const struct chaturanga_pos *pos, game_move turn)
{
    uint64_t to = 0;
    for (unsigned i = 0; i < chaturanga_steps(turn); i++)
        to |= chaturanga_bit(chaturanga_step_to(turn, i));
    if (!(pos->kinds[CHATURANGA_RAJA] & to) || pos->rules.exchange)
        return turn; /* no raja falls */
    struct chaturanga_pos after = *pos;
    chaturanga_play_steps(&after, turn);
    return chaturanga_exchange(pos, &after) ? turn | CHATURANGA_REFUSED : turn;
}

static void add(struct turn_collector *list, game_move turn)
{
    if (list->out)
        list->out[list->n] = chaturanga_with_exchange(list->pos, turn);
    else if (list->n == list->wanted)
        list->nth_turn = turn;
    list->n++;
}

static void add_singles(struct turn_collector *list, unsigned number)
{
    for (uint64_t from = movable(list->pos, number); from; from &= from - 1) {
        unsigned square = chaturanga_first_square(from);
        for (uint64_t to = chaturanga_targets(list->pos, square); to; to &= to - 1)
            add(list, chaturanga_add_step(chaturanga_make_turn(list->roll), square,
                                          chaturanga_first_square(to)));
    }
}

/* The pieces that may make the second move, after the first went to the square.  Usually sets are
 * listed even if the first move ends the game; the paper's figures show that its lists are like
 * this (random games last 122 turns and 20 % are drawn; if such sets are left out, 136 and 26 %).
 */
static uint64_t second_movers(const struct chaturanga_pos *pos, unsigned number, bool same_piece,
                              unsigned to)
{
    if (chaturanga_over(pos) && pos->rules.ending)
        return 0;
    return movable(pos, number) & (same_piece ? chaturanga_bit(to) : UINT64_MAX);
}

/* Targets of the second move. */
static uint64_t second_targets(const struct chaturanga_pos *pos, unsigned square, unsigned from,
                               unsigned to)
{
    uint64_t targets = chaturanga_targets(pos, square);
    return pos->rules.back && square == to ? targets & ~chaturanga_bit(from) : targets;
}

struct turn_step {
    unsigned number, from, to;
};

static bool legal_step(const struct chaturanga_pos *pos, struct turn_step s)
{
    return movable(pos, s.number) & chaturanga_bit(s.from) &&
           chaturanga_targets(pos, s.from) & chaturanga_bit(s.to);
}

/* May the first be followed by the second? */
static bool legal_set(const struct chaturanga_pos *pos, struct turn_step first,
                      struct turn_step second)
{
    if (!legal_step(pos, first))
        return false;
    struct chaturanga_pos between = *pos;
    chaturanga_step(&between, first.from, first.to);
    bool same_piece = first.number == second.number && !pos->rules.doubles;
    return second_movers(&between, second.number, same_piece, first.to) &
               chaturanga_bit(second.from) &&
           second_targets(&between, second.from, first.from, first.to) & chaturanga_bit(second.to);
}

uint32_t chaturanga_second_moves(const struct chaturanga_pos *pos, unsigned from, unsigned to,
                                 unsigned number, bool same)
{
    struct chaturanga_pos between = *pos;
    uint32_t n = 0;
    chaturanga_step(&between, from, to);
    for (uint64_t set = second_movers(&between, number, same, to); set; set &= set - 1)
        n += (uint32_t)__builtin_popcountll(
            second_targets(&between, chaturanga_first_square(set), from, to));
    return n;
}

static unsigned nth_square(uint64_t set, uint64_t n)
{
    for (; n; n--)
        set &= set - 1;
    return chaturanga_first_square(set);
}

game_move chaturanga_add_second_move(const struct chaturanga_pos *pos, game_move turn,
                                     unsigned number, bool same, uint32_t k)
{
    struct chaturanga_pos between = *pos;
    unsigned from = chaturanga_step_from(turn, 0), to = chaturanga_step_to(turn, 0);
    chaturanga_step(&between, from, to);
    for (uint64_t set = second_movers(&between, number, same, to);; set &= set - 1) {
        unsigned square = chaturanga_first_square(set);
        uint64_t targets = second_targets(&between, square, from, to);
        uint32_t n = (uint32_t)__builtin_popcountll(targets);
        if (k < n)
            return chaturanga_add_step(turn, square, nth_square(targets, k));
        k -= n;
    }
}

/* Which sets are left out because their other order stands in the list. */
enum turn_twins { KEEP_ALL, KEEP_IF_NO_TWIN, KEEP_LOWER_TWIN };

static bool is_left_out(const struct chaturanga_pos *pos, struct turn_step first,
                        struct turn_step second, enum turn_twins twins)
{
    /* One piece that moves twice has no twin; nor have two of which one follows the other: in the
     * other order the follower would take the first, a partner's piece, and go on. */
    if (twins == KEEP_ALL || second.from == first.to || second.to == first.from ||
        (twins == KEEP_LOWER_TWIN && first.from < second.from))
        return false;
    return legal_set(pos, second, first);
}

static void add_sets(struct turn_collector *list, unsigned first, unsigned second,
                     enum turn_twins twins)
{
    const struct chaturanga_pos *pos = list->pos;
    bool same_piece = first == second && !pos->rules.doubles;
    for (uint64_t a = movable(pos, first); a; a &= a - 1) {
        struct turn_step one = {first, chaturanga_first_square(a), 0};
        for (uint64_t to = chaturanga_targets(pos, one.from); to; to &= to - 1) {
            one.to = chaturanga_first_square(to);
            game_move turn =
                chaturanga_add_step(chaturanga_make_turn(list->roll), one.from, one.to);
            struct chaturanga_pos between = *pos;
            chaturanga_step(&between, one.from, one.to);
            uint64_t b = second_movers(&between, second, same_piece, one.to);
            for (; b; b &= b - 1) {
                struct turn_step two = {second, chaturanga_first_square(b), 0};
                uint64_t to2 = second_targets(&between, two.from, one.from, one.to);
                for (; to2; to2 &= to2 - 1) {
                    two.to = chaturanga_first_square(to2);
                    if (!is_left_out(pos, one, two, twins))
                        add(list, chaturanga_add_step(turn, two.from, two.to));
                }
            }
        }
    }
}

/* Sets by two numbers, low ≤ high; falling: the higher was rolled first. */
static void add_all_sets(struct turn_collector *list, unsigned low, unsigned high, bool falling)
{
    unsigned order = list->pos->rules.order;
    if (low == high) {
        add_sets(list, low, low, order == CHATURANGA_ORDER_BOTH ? KEEP_ALL : KEEP_LOWER_TWIN);
        return;
    }
    if (order == CHATURANGA_ORDER_ROLLED)
        order = falling ? CHATURANGA_ORDER_DESC : CHATURANGA_ORDER_ASC;
    if (order != CHATURANGA_ORDER_DESC)
        add_sets(list, low, high, KEEP_ALL);
    if (order != CHATURANGA_ORDER_ASC)
        add_sets(list, high, low, order == CHATURANGA_ORDER_ANY ? KEEP_IF_NO_TWIN : KEEP_ALL);
}

static void split_roll(unsigned roll, unsigned *first, unsigned *second)
{
    *first = (roll & 3) + 2;
    *second = (roll >> 2) + 2;
}

static bool brings_back(const struct chaturanga_pos *pos, unsigned first, unsigned second)
{
    return (first == 5 || second == 5 || chaturanga_sum(pos, first, second) == 5) &&
           ~chaturanga_occupied(pos);
}

/* Who waits for his raja: one turn, whatever the roll. */
static game_move waiting_turn(const struct chaturanga_pos *pos, unsigned roll)
{
    unsigned first, second;
    split_roll(roll, &first, &second);
    game_move turn = chaturanga_make_turn(roll);
    if (!brings_back(pos, first, second))
        return turn;
    return chaturanga_add_step(turn, 0, chaturanga_first_square(chaturanga_return_squares(pos))) |
           CHATURANGA_RETURN;
}

/* All turns; the player has a raja. */
static void add_turns(struct turn_collector *list)
{
    const struct chaturanga_pos *pos = list->pos;
    unsigned first, second;
    split_roll(list->roll, &first, &second);
    unsigned low = first < second ? first : second, high = first < second ? second : first;
    if (!pos->rules.pass)
        add(list, chaturanga_make_turn(list->roll));
    add_singles(list, low);
    if (high != low)
        add_singles(list, high);
    unsigned sum = chaturanga_sum(pos, first, second);
    if (sum)
        add_singles(list, sum);
    add_all_sets(list, low, high, first > second);
    if (list->n == 0)
        add(list, chaturanga_make_turn(list->roll));
}

uint32_t chaturanga_turns(const struct chaturanga_pos *pos, unsigned roll, game_move *out)
{
    struct turn_collector list = {.pos = pos, .roll = roll, .out = out};
    if (chaturanga_over(pos))
        return 0;
    if (pos->state[pos->turn] == CHATURANGA_WAITING) {
        if (out)
            out[0] = waiting_turn(pos, roll);
        return 1;
    }
    if (chaturanga_core_fits(pos))
        return out ? CHOOSE(chaturanga_core_list, pos, roll, out)
                   : CHOOSE(chaturanga_core_count_turns, pos, roll);
    add_turns(&list);
    return list.n;
}

game_move chaturanga_turn_at(const struct chaturanga_pos *pos, unsigned roll, uint32_t k)
{
    struct turn_collector list = {.pos = pos, .roll = roll, .wanted = k};
    if (chaturanga_core_fits(pos))
        return CHOOSE(chaturanga_core_turn_at, pos, roll, k);
    if (pos->state[pos->turn] == CHATURANGA_WAITING)
        return waiting_turn(pos, roll);
    add_turns(&list);
    return chaturanga_with_exchange(pos, list.nth_turn);
}

game_move chaturanga_random_turn(const struct chaturanga_pos *pos, unsigned roll, struct rng *rng,
                                 uint32_t *count)
{
    if (chaturanga_core_fits(pos))
        return CHOOSE(chaturanga_core_random_turn, pos, roll, rng, count);
    *count = chaturanga_turns(pos, roll, NULL);
    return chaturanga_chance(pos, chaturanga_turn_at(pos, roll, (uint32_t)rng_below(rng, *count)),
                             rng);
}

void chaturanga_random_game(struct chaturanga_pos *pos, struct rng *rng, bool counts,
                            struct chaturanga_course *course)
{
    CHOOSE(chaturanga_core_game, pos, rng, counts, course);
}

/* --- Chance ----------------------------------------------------------------------------------- */

game_move chaturanga_chance(const struct chaturanga_pos *pos, game_move turn, struct rng *rng)
{
    if (turn & CHATURANGA_RETURN) {
        uint64_t squares = chaturanga_return_squares(pos);
        uint64_t n = rng_below(rng, (uint64_t)__builtin_popcountll(squares));
        return chaturanga_add_step(chaturanga_make_turn(chaturanga_turn_roll(turn)), 0,
                                   nth_square(squares, n)) |
               CHATURANGA_RETURN;
    }
    if (!(turn & CHATURANGA_EXCHANGE))
        return turn;
    struct chaturanga_pos after = *pos;
    chaturanga_play_steps(&after, turn);
    bool agreed = rng_below(rng, UINT64_C(1) << chaturanga_exchange(pos, &after)) == 0;
    return (turn & ~CHATURANGA_EXCHANGE) | (agreed ? CHATURANGA_AGREED : CHATURANGA_REFUSED);
}

/* Captives are held by each other's partners.  Where one was taken for the second time its holder
 * alone decides, otherwise both do: docs/chaturanga.md. */
unsigned chaturanga_deciders(const struct chaturanga_pos *pos, game_move turn)
{
    unsigned consulted = 0, once = 0;
    struct chaturanga_pos after = *pos;
    if (!(turn & CHATURANGA_EXCHANGE))
        return 0;
    chaturanga_play_steps(&after, turn);
    unsigned n = chaturanga_exchange(pos, &after);
    for (unsigned c = 0; c < CHATURANGA_COLOURS && n; c++)
        if (after.state[c] == CHATURANGA_FROZEN) {
            unsigned holder = 1U << after.taker[c];
            consulted |= holder;
            once |= after.taken[c] < 2 ? holder : 0;
        }
    return n == 1 ? consulted & ~once : consulted;
}

/* --- Is it legal? ----------------------------------------------------------------------------- */

static bool legal_return(const struct chaturanga_pos *pos, game_move turn)
{
    unsigned to = chaturanga_step_to(turn, 0);
    return pos->state[pos->turn] == CHATURANGA_WAITING &&
           chaturanga_return_squares(pos) & chaturanga_bit(to) &&
           turn == (chaturanga_add_step(chaturanga_make_turn(chaturanga_turn_roll(turn)), 0, to) |
                    CHATURANGA_RETURN);
}

static struct turn_step step_of(const struct chaturanga_pos *pos, game_move turn, unsigned n)
{
    unsigned from = chaturanga_step_from(turn, n);
    return (struct turn_step){chaturanga_number(chaturanga_kind_at(pos, from)), from,
                              chaturanga_step_to(turn, n)};
}

static bool legal_single(const struct chaturanga_pos *pos, game_move turn, unsigned d1, unsigned d2)
{
    struct turn_step step = step_of(pos, turn, 0);
    return (step.number == d1 || step.number == d2 || step.number == chaturanga_sum(pos, d1, d2)) &&
           legal_step(pos, step);
}

static bool legal_pair(const struct chaturanga_pos *pos, game_move turn, unsigned d1, unsigned d2)
{
    struct turn_step first = step_of(pos, turn, 0), second = step_of(pos, turn, 1);
    unsigned order = pos->rules.order;
    if (first.number == d1)
        second.number = d2;
    else if (first.number == d2)
        second.number = d1;
    else
        return false;
    bool falling = first.number > second.number;
    if ((order == CHATURANGA_ORDER_ASC && falling) ||
        (order == CHATURANGA_ORDER_DESC && first.number < second.number) ||
        (order == CHATURANGA_ORDER_ROLLED && first.number != d1))
        return false;
    return legal_set(pos, first, second);
}

bool chaturanga_is_legal(const struct chaturanga_pos *pos, game_move turn)
{
    unsigned d1, d2, steps = chaturanga_steps(turn);
    game_move plain = turn & ~CHATURANGA_EXCHANGE;
    game_move known = chaturanga_make_turn(chaturanga_turn_roll(turn));
    split_roll(chaturanga_turn_roll(turn), &d1, &d2);
    if (chaturanga_over(pos) || steps > 2)
        return false;
    bool waits = pos->state[pos->turn] == CHATURANGA_WAITING;
    if (waits && brings_back(pos, d1, d2))
        return legal_return(pos, turn);
    for (unsigned i = 0; i < steps; i++)
        known =
            chaturanga_add_step(known, chaturanga_step_from(turn, i), chaturanga_step_to(turn, i));
    if (plain != known || (waits && steps))
        return false;
    if (steps == 0)
        return turn == plain && (!pos->rules.pass || waits ||
                                 chaturanga_turn_at(pos, chaturanga_turn_roll(turn), 0) == turn);
    if (steps == 1 ? !legal_single(pos, turn, d1, d2) : !legal_pair(pos, turn, d1, d2))
        return false;
    bool consulted = chaturanga_with_exchange(pos, plain) & CHATURANGA_EXCHANGE;
    return consulted ? (turn & CHATURANGA_EXCHANGE) == CHATURANGA_REFUSED ||
                           (turn & CHATURANGA_EXCHANGE) == CHATURANGA_AGREED
                     : turn == plain;
}

/* --- Counts ----------------------------------------------------------------------------------- */

static uint32_t sets(const struct chaturanga_pos *pos, unsigned low, unsigned high, bool falling)
{
    struct turn_collector list = {.pos = pos};
    add_all_sets(&list, low, high, falling);
    return list.n;
}

void chaturanga_count(const struct chaturanga_pos *pos, struct chaturanga_counts *out)
{
    *out = (struct chaturanga_counts){0};
    if (chaturanga_over(pos))
        return;
    if (chaturanga_core_fits(pos)) {
        CHOOSE(chaturanga_core_count, pos, out);
        return;
    }
    *out = (struct chaturanga_counts){1, 16};
    if (pos->state[pos->turn] == CHATURANGA_WAITING)
        return;
    for (unsigned low = 2; low <= 5; low++) {
        struct turn_collector list = {.pos = pos};
        add_singles(&list, low);
        uint32_t doubles = sets(pos, low, low, false);
        out->before += list.n + doubles;
        out->sixteenths += chaturanga_rolls_of(pos, low) * list.n + doubles;
        for (unsigned high = low + 1; high <= 5; high++) {
            uint32_t rising = sets(pos, low, high, false), falling = rising;
            if (pos->rules.order == CHATURANGA_ORDER_ROLLED)
                falling = sets(pos, low, high, true); /* else they are equal */
            out->before += (rising + falling) / 2;
            out->sixteenths += rising + falling;
        }
    }
}
