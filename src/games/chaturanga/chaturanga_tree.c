/* chaturanga_tree.c: how many sequences of turns there are: the figures by which two programs can
 * compare their rules. */
#include "games/chaturanga/chaturanga.h"
#include "games/chaturanga/chaturanga_board.h"

static bool stopped(const atomic_bool *stop)
{
    return stop && atomic_load_explicit(stop, memory_order_relaxed);
}

/* As deep as CHATURANGA_PERFT_MAX_DEPTH. */
// NOLINTNEXTLINE(misc-no-recursion)
uint64_t chaturanga_count_tree(const struct chaturanga_pos *pos, unsigned depth,
                               const atomic_bool *stop)
{
    uint64_t total = 0;
    if (depth == 0)
        return 1;
    for (unsigned roll = 0; roll < CHATURANGA_ROLLS; roll++) {
        if (!chaturanga_roll_weight(&pos->rules, roll))
            continue;
        uint32_t n = chaturanga_turns(pos, roll, NULL);
        if (depth == 1) {
            total += n;
            continue;
        }
        for (uint32_t k = 0; k < n && !stopped(stop); k++) {
            struct chaturanga_pos next = *pos;
            chaturanga_play_turn(&next, chaturanga_turn_at(pos, roll, k));
            total += chaturanga_count_tree(&next, depth - 1, stop);
        }
    }
    return total;
}

/* The turn itself is one of the list; what chance makes of it is averaged. */
// NOLINTNEXTLINE(misc-no-recursion)
static double below(const struct chaturanga_pos *pos, game_move turn, unsigned depth,
                    const atomic_bool *stop)
{
    struct chaturanga_pos next = *pos;
    if (turn & CHATURANGA_RETURN) {
        uint64_t squares = chaturanga_return_squares(pos);
        double total = 0, n = __builtin_popcountll(squares);
        for (; squares; squares &= squares - 1) {
            next = *pos;
            chaturanga_play_turn(
                &next, chaturanga_add_step(chaturanga_make_turn(chaturanga_turn_roll(turn)), 0,
                                           chaturanga_first_square(squares)) |
                           CHATURANGA_RETURN);
            total += chaturanga_weigh_tree(&next, depth, stop);
        }
        return total / n;
    }
    chaturanga_play_turn(&next, turn);
    double refused = chaturanga_weigh_tree(&next, depth, stop);
    if (!(turn & CHATURANGA_EXCHANGE))
        return refused;
    next = *pos;
    chaturanga_play_steps(&next, turn);
    double yes = chaturanga_exchange(pos, &next) == 2 ? 0.25 : 0.5;
    next = *pos;
    chaturanga_play_turn(&next, (turn & ~CHATURANGA_EXCHANGE) | CHATURANGA_AGREED);
    return (1 - yes) * refused + yes * chaturanga_weigh_tree(&next, depth, stop);
}

// NOLINTNEXTLINE(misc-no-recursion)
double chaturanga_weigh_tree(const struct chaturanga_pos *pos, unsigned depth,
                             const atomic_bool *stop)
{
    double total = 0;
    if (depth == 0)
        return 1;
    for (unsigned roll = 0; roll < CHATURANGA_ROLLS; roll++) {
        unsigned weight = chaturanga_roll_weight(&pos->rules, roll);
        uint32_t n = weight ? chaturanga_turns(pos, roll, NULL) : 0;
        if (depth == 1) {
            total += weight * n / 16.0;
            continue;
        }
        for (uint32_t k = 0; k < n && !stopped(stop); k++)
            total += weight / 16.0 * below(pos, chaturanga_turn_at(pos, roll, k), depth - 1, stop);
    }
    return total;
}
