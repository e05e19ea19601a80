/* go_facts.h: the facts of Go positions, as numbers; go_facts.c describes the numbering. */
#ifndef KIFU_GAMES_GO_GO_FACTS_H
#define KIFU_GAMES_GO_GO_FACTS_H

#include "games/game.h"
#include "games/go/go.h"

enum { GO_FACT_COUNT = 2 * GO_POINTS };

static inline uint32_t go_fact(int color, int point)
{
    return (uint32_t)(color * GO_POINTS + point);
}
uint32_t go_facts(const struct go_pos *pos, uint32_t *out);
/* Plays the move; false, with nothing changed, if its point is not on the board. */
bool go_facts_play(struct go_pos *pos, go_move m, struct fact_changes *out);
/* As a symmetry (go_pattern.h) shows it; NO_FACT if the point is not on the board. */
uint32_t go_fact_image(uint32_t fact, unsigned symmetry, struct board_shape board);
/* See struct capture_game in facts/captures.h. */
uint32_t go_emptied(game_move move, const struct fact_changes *changes, const uint64_t *held,
                    uint16_t *out);
/* "bQ16", "wD4". */
void go_fact_print(uint32_t fact, struct buf *out);
bool go_fact_parse(struct span name, uint32_t *out);

extern const struct game_scan go_scan; /* go_scan.c */

#endif
