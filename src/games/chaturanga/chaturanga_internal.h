/* chaturanga_internal.h: declarations shared by the plain and the fast generator of turns
 * (chaturanga_turns.c, chaturanga_core.h). */
#ifndef KIFU_GAMES_CHATURANGA_CHATURANGA_INTERNAL_H
#define KIFU_GAMES_CHATURANGA_CHATURANGA_INTERNAL_H

#include "games/chaturanga/chaturanga_board.h"

#if defined(__x86_64__)
#define CHATURANGA_HAVE_V3 1
#else
#define CHATURANGA_HAVE_V3 0
#endif

/* Whether the fast generator can be used. */
static inline bool chaturanga_core_fits(const struct chaturanga_pos *pos)
{
    const struct chaturanga_rules *r = &pos->rules;
    return !(r->order | r->doubles | r->ally | r->pass | r->back | r->ending) &&
           pos->state[pos->turn] == CHATURANGA_PLAYING && !chaturanga_over(pos) &&
           !chaturanga_enthroned(pos, pos->turn);
}

/* How many of the sixteen rolls move a number's pieces. */
static inline uint32_t chaturanga_rolls_of(const struct chaturanga_pos *pos, unsigned number)
{
    if (pos->rules.sum || number < 4)
        return 7;
    return number == 4 ? 8 : 9; /* 2+2, or 2+3 and 3+2, as well */
}

/* How many moves by the number may follow a first move, whatever comes of that; same: by the piece
 * that made it.  And: the turn, which has its first move, with the k-th of them. */
uint32_t chaturanga_second_moves(const struct chaturanga_pos *pos, unsigned from, unsigned to,
                                 unsigned number, bool same);
game_move chaturanga_add_second_move(const struct chaturanga_pos *pos, game_move turn,
                                     unsigned number, bool same, uint32_t k);
/* The turn as "refused" if an exchange is possible after it. */
game_move chaturanga_with_exchange(const struct chaturanga_pos *pos, game_move turn);

#define CHATURANGA_CORE(suffix)                                                                    \
    uint32_t chaturanga_core_count_turns##suffix(const struct chaturanga_pos *pos, unsigned roll); \
    game_move chaturanga_core_turn_at##suffix(const struct chaturanga_pos *pos, unsigned roll,     \
                                              uint32_t k);                                         \
    game_move chaturanga_core_random_turn##suffix(const struct chaturanga_pos *pos, unsigned roll, \
                                                  struct rng *rng, uint32_t *count);               \
    uint32_t chaturanga_core_list##suffix(const struct chaturanga_pos *pos, unsigned roll,         \
                                          game_move *out);                                         \
    void chaturanga_core_count##suffix(const struct chaturanga_pos *pos,                           \
                                       struct chaturanga_counts *out);                             \
    void chaturanga_core_game##suffix(struct chaturanga_pos *pos, struct rng *rng, bool counts,    \
                                      struct chaturanga_course *course);
CHATURANGA_CORE(_base)
CHATURANGA_CORE(_v3)
#undef CHATURANGA_CORE

#endif
