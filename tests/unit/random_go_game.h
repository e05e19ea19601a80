/* random_go_game.h: games of Go as moves, from a seed: captures, ko, suicide, stones on stones,
 * changes made by hand, passes, on boards of all shapes. */
#ifndef KIFU_TESTS_UNIT_RANDOM_GO_GAME_H
#define KIFU_TESTS_UNIT_RANDOM_GO_GAME_H

#include <stdlib.h>

#include "base/le.h"
#include "base/rng.h"
#include "games/go/go_match.h"

enum { RANDOM_GO_MOVES = 700, RANDOM_GO_TAKEN = 20000 };

struct random_go_game {
    struct go_pos start;
    char moves[2 * RANDOM_GO_MOVES];
    uint32_t count;
    struct go_taken taken[RANDOM_GO_TAKEN];
    uint32_t taken_count;
};

static inline unsigned go_below(struct rng *rng, unsigned n)
{
    return (unsigned)rng_below(rng, n);
}

static inline int random_go_point(const struct go_pos *pos, struct rng *rng)
{
    return go_point((int)go_below(rng, pos->width), (int)go_below(rng, pos->height));
}

static inline go_move random_go_move(const struct go_pos *pos, struct rng *rng, unsigned oddity)
{
    int color = go_below(rng, 20) ? pos->turn : (int)go_below(rng, 2);
    int point = random_go_point(pos, rng);
    if (go_below(rng, 100) < oddity)
        switch (go_below(rng, 4)) {
        case 0:
            return go_pass_make(color);
        case 1:
            return go_turn_make(color);
        case 2:
            return go_move_make(GO_PUT, color, point);
        default:
            return go_move_make(GO_REMOVE, color, point);
        }
    /* mostly free points, so that boards fill up */
    for (int tries = 0; tries < 4 && go_stone_at(pos, point) != GO_EMPTY; tries++)
        point = random_go_point(pos, rng);
    if (go_stone_at(pos, point) != GO_EMPTY && go_below(rng, 100) >= oddity)
        return go_pass_make(color);
    return go_move_make(GO_PLAY, color, point);
}

static inline void random_go_start(struct go_pos *start, struct rng *rng)
{
    bool large = go_below(rng, 8) == 0;
    int width = 2 + (int)go_below(rng, large ? 51 : 24);
    int height = go_below(rng, 3) ? width : 2 + (int)go_below(rng, large ? 51 : 24);
    go_pos_empty(start, width, height);
    if (go_below(rng, 3) == 0)
        for (unsigned n = go_below(rng, 9); n > 0; n--)
            go_play(start, go_move_make(GO_PUT, (int)go_below(rng, 2), random_go_point(start, rng)),
                    NULL);
}

static inline void random_go_game(struct random_go_game *g, struct rng *rng)
{
    static struct go_change change;
    random_go_start(&g->start, rng);
    unsigned oddity = go_below(rng, 3) ? go_below(rng, 4) : 30;
    struct go_pos pos = g->start;
    g->count = go_below(rng, RANDOM_GO_MOVES);
    g->taken_count = 0;
    for (uint32_t i = 0; i < g->count; i++) {
        go_move m = random_go_move(&pos, rng, oddity);
        le_put16(g->moves + 2 * (size_t)i, m);
        if (!go_play(&pos, m, &change) || g->taken_count + change.taken > RANDOM_GO_TAKEN)
            abort();
        for (uint32_t k = 0; k < change.taken; k++)
            g->taken[g->taken_count++] = (struct go_taken){i + 1, change.points[k]};
    }
}

#endif
