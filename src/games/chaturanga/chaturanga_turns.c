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

#if CHATUR_HAVE_V3
#define CHOOSE(call, ...)                                                                          \
    (cpu_level() >= CPU_V3 ? call##_v3(__VA_ARGS__) : call##_base(__VA_ARGS__))
#else
#define CHOOSE(call, ...) call##_base(__VA_ARGS__)
#endif

uint64_t chatur_targets(const struct chatur_pos *pos, unsigned square)
{
    enum { ALLY_NONE, ALLY_ANY, ALLY_NOT_RAJA };
    unsigned mover = pos->turn, partner = mover ^ 2U;
    uint64_t occupied = chatur_occupied(pos), safe = pos->colours[mover];
    bool own = safe & chatur_bit(square);
    if (!own || (pos->phase == CHATUR_TEAMS && pos->rules.ally == ALLY_NONE))
        safe |= pos->colours[partner];
    else if (pos->phase == CHATUR_TEAMS && pos->rules.ally == ALLY_NOT_RAJA)
        safe |= chatur_pieces(pos, partner, CHATUR_RAJA);
    unsigned kind = chatur_kind_at(pos, square), colour = own ? mover : partner;
    if (kind != CHATUR_PAWN)
        return chatur_piece_attacks(occupied, kind, square) & ~safe;
    uint64_t pawn = chatur_bit(square);
    return (chatur_pawn_steps(colour, pawn) & ~occupied) |
           (chatur_pawn_attacks(colour, pawn) & occupied & ~safe);
}

static uint64_t movable(const struct chatur_pos *pos, unsigned number)
{
    return chatur_own(pos) & chatur_answering(pos, number);
}

/* --- Lists ------------------------------------------------------------------------------------ */

struct list {
    const struct chatur_pos *pos;
    unsigned roll;
    game_move *out; /* NULL: only counted */
    uint32_t n;
    uint32_t wanted; /* if out is NULL: the one of this number is kept in found */
    game_move found;
};

game_move chatur_with_exchange(const struct chatur_pos *pos, game_move turn)
{
    uint64_t to = 0;
    for (unsigned i = 0; i < chatur_steps(turn); i++)
        to |= chatur_bit(chatur_step_to(turn, i));
    if (!(pos->kinds[CHATUR_RAJA] & to) || pos->rules.exchange)
        return turn; /* no raja falls */
    struct chatur_pos after = *pos;
    chatur_play_steps(&after, turn);
    return chatur_exchange(pos, &after) ? turn | CHATUR_REFUSED : turn;
}

static void add(struct list *list, game_move turn)
{
    if (list->out)
        list->out[list->n] = chatur_with_exchange(list->pos, turn);
    else if (list->n == list->wanted)
        list->found = turn;
    list->n++;
}

static void add_singles(struct list *list, unsigned number)
{
    for (uint64_t from = movable(list->pos, number); from; from &= from - 1) {
        unsigned square = chatur_first_square(from);
        for (uint64_t to = chatur_targets(list->pos, square); to; to &= to - 1)
            add(list,
                chatur_add_step(chatur_make_turn(list->roll), square, chatur_first_square(to)));
    }
}

/* The pieces that may make the second move, after the first went to the square.  Usually sets are
 * listed even if the first move ends the game; the paper's figures show that its lists are like
 * this (random games last 122 turns and 20 % are drawn; if such sets are left out, 136 and 26 %).
 */
static uint64_t second_movers(const struct chatur_pos *pos, unsigned number, bool same_piece,
                              unsigned to)
{
    if (chatur_over(pos) && pos->rules.ending)
        return 0;
    return movable(pos, number) & (same_piece ? chatur_bit(to) : UINT64_MAX);
}

/* Targets of the second move. */
static uint64_t second_targets(const struct chatur_pos *pos, unsigned square, unsigned from,
                               unsigned to)
{
    uint64_t targets = chatur_targets(pos, square);
    return pos->rules.back && square == to ? targets & ~chatur_bit(from) : targets;
}

struct step {
    unsigned number, from, to;
};

static bool legal_step(const struct chatur_pos *pos, struct step s)
{
    return movable(pos, s.number) & chatur_bit(s.from) &&
           chatur_targets(pos, s.from) & chatur_bit(s.to);
}

/* May the first be followed by the second? */
static bool legal_set(const struct chatur_pos *pos, struct step first, struct step second)
{
    if (!legal_step(pos, first))
        return false;
    struct chatur_pos between = *pos;
    chatur_step(&between, first.from, first.to);
    bool same_piece = first.number == second.number && !pos->rules.doubles;
    return second_movers(&between, second.number, same_piece, first.to) & chatur_bit(second.from) &&
           second_targets(&between, second.from, first.from, first.to) & chatur_bit(second.to);
}

uint32_t chatur_second_moves(const struct chatur_pos *pos, unsigned from, unsigned to,
                             unsigned number, bool same)
{
    struct chatur_pos between = *pos;
    uint32_t n = 0;
    chatur_step(&between, from, to);
    for (uint64_t set = second_movers(&between, number, same, to); set; set &= set - 1)
        n += (uint32_t)__builtin_popcountll(
            second_targets(&between, chatur_first_square(set), from, to));
    return n;
}

static unsigned nth_square(uint64_t set, uint64_t n)
{
    for (; n; n--)
        set &= set - 1;
    return chatur_first_square(set);
}

game_move chatur_add_second_move(const struct chatur_pos *pos, game_move turn, unsigned number,
                                 bool same, uint32_t k)
{
    struct chatur_pos between = *pos;
    unsigned from = chatur_step_from(turn, 0), to = chatur_step_to(turn, 0);
    chatur_step(&between, from, to);
    for (uint64_t set = second_movers(&between, number, same, to);; set &= set - 1) {
        unsigned square = chatur_first_square(set);
        uint64_t targets = second_targets(&between, square, from, to);
        uint32_t n = (uint32_t)__builtin_popcountll(targets);
        if (k < n)
            return chatur_add_step(turn, square, nth_square(targets, k));
        k -= n;
    }
}

/* Which sets are left out because their other order stands in the list. */
enum twins { KEEP_ALL, KEEP_IF_NO_TWIN, KEEP_LOWER_TWIN };

static bool is_left_out(const struct chatur_pos *pos, struct step first, struct step second,
                        enum twins twins)
{
    /* One piece that moves twice has no twin; nor have two of which one follows the other: in the
     * other order the follower would take the first, a partner's piece, and go on. */
    if (twins == KEEP_ALL || second.from == first.to || second.to == first.from ||
        (twins == KEEP_LOWER_TWIN && first.from < second.from))
        return false;
    return legal_set(pos, second, first);
}

static void add_sets(struct list *list, unsigned first, unsigned second, enum twins twins)
{
    const struct chatur_pos *pos = list->pos;
    bool same_piece = first == second && !pos->rules.doubles;
    for (uint64_t a = movable(pos, first); a; a &= a - 1) {
        struct step one = {first, chatur_first_square(a), 0};
        for (uint64_t to = chatur_targets(pos, one.from); to; to &= to - 1) {
            one.to = chatur_first_square(to);
            game_move turn = chatur_add_step(chatur_make_turn(list->roll), one.from, one.to);
            struct chatur_pos between = *pos;
            chatur_step(&between, one.from, one.to);
            uint64_t b = second_movers(&between, second, same_piece, one.to);
            for (; b; b &= b - 1) {
                struct step two = {second, chatur_first_square(b), 0};
                uint64_t to2 = second_targets(&between, two.from, one.from, one.to);
                for (; to2; to2 &= to2 - 1) {
                    two.to = chatur_first_square(to2);
                    if (!is_left_out(pos, one, two, twins))
                        add(list, chatur_add_step(turn, two.from, two.to));
                }
            }
        }
    }
}

/* Sets by two numbers, low ≤ high; falling: the higher was rolled first. */
static void add_all_sets(struct list *list, unsigned low, unsigned high, bool falling)
{
    unsigned order = list->pos->rules.order;
    if (low == high) {
        add_sets(list, low, low, order == CHATUR_ORDER_BOTH ? KEEP_ALL : KEEP_LOWER_TWIN);
        return;
    }
    if (order == CHATUR_ORDER_ROLLED)
        order = falling ? CHATUR_ORDER_DESC : CHATUR_ORDER_ASC;
    if (order != CHATUR_ORDER_DESC)
        add_sets(list, low, high, KEEP_ALL);
    if (order != CHATUR_ORDER_ASC)
        add_sets(list, high, low, order == CHATUR_ORDER_ANY ? KEEP_IF_NO_TWIN : KEEP_ALL);
}

static void split_roll(unsigned roll, unsigned *first, unsigned *second)
{
    *first = (roll & 3) + 2;
    *second = (roll >> 2) + 2;
}

static bool brings_back(const struct chatur_pos *pos, unsigned first, unsigned second)
{
    return (first == 5 || second == 5 || chatur_sum(pos, first, second) == 5) &&
           ~chatur_occupied(pos);
}

/* Who waits for his raja: one turn, whatever the roll. */
static game_move waiting_turn(const struct chatur_pos *pos, unsigned roll)
{
    unsigned first, second;
    split_roll(roll, &first, &second);
    game_move turn = chatur_make_turn(roll);
    if (!brings_back(pos, first, second))
        return turn;
    return chatur_add_step(turn, 0, chatur_first_square(chatur_return_squares(pos))) |
           CHATUR_RETURN;
}

/* All turns; the player has a raja. */
static void add_turns(struct list *list)
{
    const struct chatur_pos *pos = list->pos;
    unsigned first, second;
    split_roll(list->roll, &first, &second);
    unsigned low = first < second ? first : second, high = first < second ? second : first;
    if (!pos->rules.pass)
        add(list, chatur_make_turn(list->roll));
    add_singles(list, low);
    if (high != low)
        add_singles(list, high);
    unsigned sum = chatur_sum(pos, first, second);
    if (sum)
        add_singles(list, sum);
    add_all_sets(list, low, high, first > second);
    if (list->n == 0)
        add(list, chatur_make_turn(list->roll));
}

uint32_t chatur_turns(const struct chatur_pos *pos, unsigned roll, game_move *out)
{
    struct list list = {.pos = pos, .roll = roll, .out = out};
    if (chatur_over(pos))
        return 0;
    if (pos->state[pos->turn] == CHATUR_WAITING) {
        if (out)
            out[0] = waiting_turn(pos, roll);
        return 1;
    }
    if (chatur_core_fits(pos))
        return out ? CHOOSE(chatur_core_list, pos, roll, out)
                   : CHOOSE(chatur_core_count_turns, pos, roll);
    add_turns(&list);
    return list.n;
}

game_move chatur_turn_at(const struct chatur_pos *pos, unsigned roll, uint32_t k)
{
    struct list list = {.pos = pos, .roll = roll, .wanted = k};
    if (chatur_core_fits(pos))
        return CHOOSE(chatur_core_turn_at, pos, roll, k);
    if (pos->state[pos->turn] == CHATUR_WAITING)
        return waiting_turn(pos, roll);
    add_turns(&list);
    return chatur_with_exchange(pos, list.found);
}

game_move chatur_random_turn(const struct chatur_pos *pos, unsigned roll, struct rng *rng,
                             uint32_t *count)
{
    if (chatur_core_fits(pos))
        return CHOOSE(chatur_core_random_turn, pos, roll, rng, count);
    *count = chatur_turns(pos, roll, NULL);
    return chatur_chance(pos, chatur_turn_at(pos, roll, (uint32_t)rng_below(rng, *count)), rng);
}

void chatur_random_game(struct chatur_pos *pos, struct rng *rng, bool counts,
                        struct chatur_course *course)
{
    CHOOSE(chatur_core_game, pos, rng, counts, course);
}

/* --- Chance ----------------------------------------------------------------------------------- */

game_move chatur_chance(const struct chatur_pos *pos, game_move turn, struct rng *rng)
{
    if (turn & CHATUR_RETURN) {
        uint64_t squares = chatur_return_squares(pos);
        uint64_t n = rng_below(rng, (uint64_t)__builtin_popcountll(squares));
        return chatur_add_step(chatur_make_turn(chatur_turn_roll(turn)), 0,
                               nth_square(squares, n)) |
               CHATUR_RETURN;
    }
    if (!(turn & CHATUR_EXCHANGE))
        return turn;
    struct chatur_pos after = *pos;
    chatur_play_steps(&after, turn);
    bool agreed = rng_below(rng, UINT64_C(1) << chatur_exchange(pos, &after)) == 0;
    return (turn & ~CHATUR_EXCHANGE) | (agreed ? CHATUR_AGREED : CHATUR_REFUSED);
}

/* Captives are held by each other's partners.  Where one was taken for the second time its holder
 * alone decides, otherwise both do: docs/chaturanga.md. */
unsigned chatur_deciders(const struct chatur_pos *pos, game_move turn)
{
    unsigned asked = 0, once = 0;
    struct chatur_pos after = *pos;
    if (!(turn & CHATUR_EXCHANGE))
        return 0;
    chatur_play_steps(&after, turn);
    unsigned n = chatur_exchange(pos, &after);
    for (unsigned c = 0; c < CHATUR_COLOURS && n; c++)
        if (after.state[c] == CHATUR_FROZEN) {
            unsigned holder = 1U << after.taker[c];
            asked |= holder;
            once |= after.taken[c] < 2 ? holder : 0;
        }
    return n == 1 ? asked & ~once : asked;
}

/* --- Is it legal? ----------------------------------------------------------------------------- */

static bool legal_return(const struct chatur_pos *pos, game_move turn)
{
    unsigned to = chatur_step_to(turn, 0);
    return pos->state[pos->turn] == CHATUR_WAITING && chatur_return_squares(pos) & chatur_bit(to) &&
           turn ==
               (chatur_add_step(chatur_make_turn(chatur_turn_roll(turn)), 0, to) | CHATUR_RETURN);
}

static struct step step_of(const struct chatur_pos *pos, game_move turn, unsigned n)
{
    unsigned from = chatur_step_from(turn, n);
    return (struct step){chatur_number(chatur_kind_at(pos, from)), from, chatur_step_to(turn, n)};
}

static bool legal_single(const struct chatur_pos *pos, game_move turn, unsigned d1, unsigned d2)
{
    struct step step = step_of(pos, turn, 0);
    return (step.number == d1 || step.number == d2 || step.number == chatur_sum(pos, d1, d2)) &&
           legal_step(pos, step);
}

static bool legal_pair(const struct chatur_pos *pos, game_move turn, unsigned d1, unsigned d2)
{
    struct step first = step_of(pos, turn, 0), second = step_of(pos, turn, 1);
    unsigned order = pos->rules.order;
    if (first.number == d1)
        second.number = d2;
    else if (first.number == d2)
        second.number = d1;
    else
        return false;
    bool falling = first.number > second.number;
    if ((order == CHATUR_ORDER_ASC && falling) ||
        (order == CHATUR_ORDER_DESC && first.number < second.number) ||
        (order == CHATUR_ORDER_ROLLED && first.number != d1))
        return false;
    return legal_set(pos, first, second);
}

bool chatur_is_legal(const struct chatur_pos *pos, game_move turn)
{
    unsigned d1, d2, steps = chatur_steps(turn);
    game_move plain = turn & ~CHATUR_EXCHANGE;
    game_move known = chatur_make_turn(chatur_turn_roll(turn));
    split_roll(chatur_turn_roll(turn), &d1, &d2);
    if (chatur_over(pos) || steps > 2)
        return false;
    bool waits = pos->state[pos->turn] == CHATUR_WAITING;
    if (waits && brings_back(pos, d1, d2))
        return legal_return(pos, turn);
    for (unsigned i = 0; i < steps; i++)
        known = chatur_add_step(known, chatur_step_from(turn, i), chatur_step_to(turn, i));
    if (plain != known || (waits && steps))
        return false;
    if (steps == 0)
        return turn == plain && (!pos->rules.pass || waits ||
                                 chatur_turn_at(pos, chatur_turn_roll(turn), 0) == turn);
    if (steps == 1 ? !legal_single(pos, turn, d1, d2) : !legal_pair(pos, turn, d1, d2))
        return false;
    bool asked = chatur_with_exchange(pos, plain) & CHATUR_EXCHANGE;
    return asked ? (turn & CHATUR_EXCHANGE) == CHATUR_REFUSED ||
                       (turn & CHATUR_EXCHANGE) == CHATUR_AGREED
                 : turn == plain;
}

/* --- Counts ----------------------------------------------------------------------------------- */

static uint32_t sets(const struct chatur_pos *pos, unsigned low, unsigned high, bool falling)
{
    struct list list = {.pos = pos};
    add_all_sets(&list, low, high, falling);
    return list.n;
}

void chatur_count(const struct chatur_pos *pos, struct chatur_counts *out)
{
    *out = (struct chatur_counts){0};
    if (chatur_over(pos))
        return;
    if (chatur_core_fits(pos)) {
        CHOOSE(chatur_core_count, pos, out);
        return;
    }
    *out = (struct chatur_counts){1, 16};
    if (pos->state[pos->turn] == CHATUR_WAITING)
        return;
    for (unsigned low = 2; low <= 5; low++) {
        struct list list = {.pos = pos};
        add_singles(&list, low);
        uint32_t doubles = sets(pos, low, low, false);
        out->before += list.n + doubles;
        out->sixteenths += chatur_rolls_of(pos, low) * list.n + doubles;
        for (unsigned high = low + 1; high <= 5; high++) {
            uint32_t rising = sets(pos, low, high, false), falling = sets(pos, low, high, true);
            out->before += (rising + falling) / 2; /* they differ only if order is "rolled" */
            out->sixteenths += rising + falling;
        }
    }
}
