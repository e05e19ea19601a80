/* memory_games.h: games as plain arrays of moves, for what is measured and for tests. */
#ifndef KIFU_BENCH_MEMORY_GAMES_H
#define KIFU_BENCH_MEMORY_GAMES_H

#include "base/arena.h"
#include "bench/paper_methods.h"
#include "games/record.h"

struct memory_games {
    const struct game *game;
    game_move *moves; /* of all games, one after another */
    size_t move_count, move_cap;
    size_t *ends; /* by game: where its moves end */
    size_t count, end_cap;
    struct span *starts; /* by game: notation of the start position, "": the usual one */
    size_t start_cap;
    struct arena texts;
};

void memory_games_init(struct memory_games *g, const struct game *game);
void memory_games_release(struct memory_games *g);

enum status memory_games_add(struct memory_games *g, struct span start, const game_move *moves,
                             size_t n, struct err *err) CHECK_RESULT;
/* The main line of a record. */
enum status memory_games_add_record(struct memory_games *g, const struct record *rec,
                                    struct err *err) CHECK_RESULT;

static inline size_t memory_game_first(const struct memory_games *g, size_t n)
{
    return n ? g->ends[n - 1] : 0;
}
static inline uint32_t memory_game_plies(const struct memory_games *g, size_t n)
{
    return (uint32_t)(g->ends[n] - memory_game_first(g, n));
}

/* Borrows g. */
struct paper_source memory_games_source(const struct memory_games *g);

#endif
