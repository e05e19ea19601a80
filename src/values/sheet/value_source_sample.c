/* value_source_sample.c: see value_source_sample.h. */
#include "values/sheet/value_source_sample.h"

#include <inttypes.h>
#include <xxhash.h>

/* Two numbers of a game that know nothing of each other, nor of who else mixes its moves.  Never
 * to change: samples would. */
enum { SEED_GAMES = 0x67616d65, SEED_POSITIONS = 0x706f7369 };

static bool is_of_games(const struct value_source_options *o)
{
    return o->games && o->games < o->games_there;
}

void value_source_sample_init(struct value_source_sample *s, const struct value_source_options *o)
{
    s->positions = o->sample > 1 ? UINT64_MAX / o->sample : UINT64_MAX;
    s->games = is_of_games(o) ? UINT64_MAX / o->games_there * o->games : UINT64_MAX;
}

void value_source_sample_print(const struct value_source_options *o, struct buf *line)
{
    if (o->sample > 1)
        buf_printf(line, " sample %" PRIu32, o->sample);
    if (is_of_games(o))
        buf_printf(line, " games %" PRIu64 "/%" PRIu64, o->games, o->games_there);
}

static uint64_t mix_moves(const struct value_source_game *g, uint64_t seed)
{
    return XXH3_64bits_withSeed(g->plies ? (const void *)g->moves : "", g->plies * sizeof *g->moves,
                                seed ^ shogi_hash(g->start));
}

uint64_t value_source_sample_game(const struct value_source_sample *s,
                                  const struct value_source_game *g)
{
    if (s->games != UINT64_MAX && mix_moves(g, SEED_GAMES) > s->games)
        return VALUE_SOURCE_SAMPLE_NO_GAME;
    return mix_moves(g, SEED_POSITIONS) | 1;
}

bool value_source_sample_takes(const struct value_source_sample *s, uint64_t game, uint32_t ply)
{
    if (game == VALUE_SOURCE_SAMPLE_NO_GAME)
        return false;
    return s->positions == UINT64_MAX ||
           XXH3_64bits_withSeed(&game, sizeof game, ply) <= s->positions;
}
