/* chaturanga_tree.c: how many sequences of turns there are: the figures by which two programs can
 * compare their rules. */
#include "games/chaturanga/chaturanga.h"
#include "games/chaturanga/chaturanga_board.h"

static bool stopped(const atomic_bool *stop)
{
    return stop && atomic_load_explicit(stop, memory_order_relaxed);
}

/* As deep as CHATUR_PERFT_MAX_DEPTH. */
// NOLINTNEXTLINE(misc-no-recursion)
uint64_t chatur_perft(const struct chatur_pos *pos, unsigned depth, const atomic_bool *stop)
{
    uint64_t total = 0;
    if (depth == 0)
        return 1;
    for (unsigned roll = 0; roll < CHATUR_ROLLS; roll++) {
        if (!chatur_roll_weight(&pos->rules, roll))
            continue;
        uint32_t n = chatur_turns(pos, roll, NULL);
        if (depth == 1) {
            total += n;
            continue;
        }
        for (uint32_t k = 0; k < n && !stopped(stop); k++) {
            struct chatur_pos next = *pos;
            chatur_play(&next, chatur_turn_at(pos, roll, k));
            total += chatur_perft(&next, depth - 1, stop);
        }
    }
    return total;
}

/* The turn itself is one of the list; what chance makes of it is averaged. */
// NOLINTNEXTLINE(misc-no-recursion)
static double below(const struct chatur_pos *pos, game_move turn, unsigned depth,
                    const atomic_bool *stop)
{
    struct chatur_pos next = *pos;
    if (turn & CHATUR_RETURN) {
        uint64_t squares = chatur_return_squares(pos);
        double total = 0, n = __builtin_popcountll(squares);
        for (; squares; squares &= squares - 1) {
            next = *pos;
            chatur_play(&next, chatur_add_step(chatur_make_turn(chatur_turn_roll(turn)), 0,
                                               chatur_first_square(squares)) |
                                   CHATUR_RETURN);
            total += chatur_perft_weighted(&next, depth, stop);
        }
        return total / n;
    }
    chatur_play(&next, turn);
    double refused = chatur_perft_weighted(&next, depth, stop);
    if (!(turn & CHATUR_EXCHANGE))
        return refused;
    next = *pos;
    chatur_play_steps(&next, turn);
    double yes = chatur_exchange(pos, &next) == 2 ? 0.25 : 0.5;
    next = *pos;
    chatur_play(&next, (turn & ~CHATUR_EXCHANGE) | CHATUR_AGREED);
    return (1 - yes) * refused + yes * chatur_perft_weighted(&next, depth, stop);
}

// NOLINTNEXTLINE(misc-no-recursion)
double chatur_perft_weighted(const struct chatur_pos *pos, unsigned depth, const atomic_bool *stop)
{
    double total = 0;
    if (depth == 0)
        return 1;
    for (unsigned roll = 0; roll < CHATUR_ROLLS; roll++) {
        unsigned weight = chatur_roll_weight(&pos->rules, roll);
        uint32_t n = weight ? chatur_turns(pos, roll, NULL) : 0;
        if (depth == 1) {
            total += weight * n / 16.0;
            continue;
        }
        for (uint32_t k = 0; k < n && !stopped(stop); k++)
            total += weight / 16.0 * below(pos, chatur_turn_at(pos, roll, k), depth - 1, stop);
    }
    return total;
}
