/* judge_sample.h: which positions of which games are judged, when not all are.
 *
 * A game's moves are mixed to a number, and that with a ply to another; what lies below a bound is
 * taken.  So it does not matter in which order, by how many threads or from which database games
 * come, and a larger sample holds the smaller one. */
#ifndef KIFU_VALUES_SHEET_JUDGE_SAMPLE_H
#define KIFU_VALUES_SHEET_JUDGE_SAMPLE_H

#include "values/sheet/judge.h"

struct judge_sample {
    uint64_t positions, games; /* taken: mixed numbers up to this one */
};

void judge_sample_init(struct judge_sample *s, const struct judge_options *o);
/* Appends " sample 20 games 500/90000" to a judge's line, or nothing. */
void judge_sample_print(const struct judge_options *o, struct buf *line);

static inline bool judge_sample_is_all(const struct judge_sample *s)
{
    return s->positions == UINT64_MAX && s->games == UINT64_MAX;
}

enum { JUDGE_SAMPLE_NO_GAME = 0 };
/* A game as a number; JUDGE_SAMPLE_NO_GAME if none of its positions is taken. */
uint64_t judge_sample_game(const struct judge_sample *s, const struct judged_game *g);
bool judge_sample_takes(const struct judge_sample *s, uint64_t game, uint32_t ply);

#endif
