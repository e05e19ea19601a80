/* value_source_sample.h: which positions of which games are judged, when not all are.
 *
 * A game's moves are mixed to a number, and that with a ply to another; what lies below a bound is
 * taken.  So it does not matter in which order, by how many threads or from which database games
 * come, and a larger sample holds the smaller one. */
#ifndef KIFU_VALUES_SHEET_VALUE_SOURCE_SAMPLE_H
#define KIFU_VALUES_SHEET_VALUE_SOURCE_SAMPLE_H

#include "values/sheet/value_source.h"

struct value_source_sample {
    uint64_t positions, games; /* taken: mixed numbers up to this one */
};

void value_source_sample_init(struct value_source_sample *s, const struct value_source_options *o);
/* Appends " sample 20 games 500/90000" to a judge's line, or nothing. */
void value_source_sample_print(const struct value_source_options *o, struct buf *line);

static inline bool value_source_sample_is_all(const struct value_source_sample *s)
{
    return s->positions == UINT64_MAX && s->games == UINT64_MAX;
}

enum { VALUE_SOURCE_SAMPLE_NO_GAME = 0 };
/* A game as a number; VALUE_SOURCE_SAMPLE_NO_GAME if none of its positions is taken. */
uint64_t value_source_sample_game(const struct value_source_sample *s,
                                  const struct value_source_game *g);
bool value_source_sample_takes(const struct value_source_sample *s, uint64_t game, uint32_t ply);

#endif
