/* memory_games.c: see memory_games.h. */
#include "bench/memory_games.h"

#include "base/alloc.h"

enum { MAX_TEXT_BYTES = 1 << 30 };
static const size_t MANY = SIZE_MAX / 64;

void memory_games_init(struct memory_games *g, const struct game *game)
{
    *g = (struct memory_games){.game = game};
    arena_init(&g->texts, MAX_TEXT_BYTES);
}

void memory_games_release(struct memory_games *g)
{
    mem_free(g->moves);
    mem_free(g->ends);
    mem_free(g->starts);
    arena_release(&g->texts);
    memory_games_init(g, g->game);
}

static bool add_move(struct memory_games *g, game_move move)
{
    game_move *moves = mem_grow(g->moves, g->move_count, &g->move_cap, MANY, sizeof *moves);
    if (!moves)
        return false;
    g->moves = moves;
    g->moves[g->move_count++] = move;
    return true;
}

/* Ends the game whose moves were added. */
static bool end_game(struct memory_games *g, struct span start)
{
    size_t *ends = mem_grow(g->ends, g->count, &g->end_cap, MANY, sizeof *ends);
    g->ends = ends ? ends : g->ends;
    struct span *starts = mem_grow(g->starts, g->count, &g->start_cap, MANY, sizeof *starts);
    g->starts = starts ? starts : g->starts;
    if (!ends || !starts)
        return false;
    g->starts[g->count] = span_make("", 0);
    if (start.n && g->count && span_eq(g->starts[g->count - 1], start))
        g->starts[g->count] = g->starts[g->count - 1];
    else if (start.n && !arena_copy(&g->texts, start, &g->starts[g->count]))
        return false;
    g->ends[g->count++] = g->move_count;
    return true;
}

enum status memory_games_add(struct memory_games *g, struct span start, const game_move *moves,
                             size_t n, struct err *err)
{
    size_t before = g->move_count;
    for (size_t i = 0; i < n; i++)
        if (!add_move(g, moves[i])) {
            g->move_count = before;
            return err_nomem(err);
        }
    return end_game(g, start) ? STATUS_OK : err_nomem(err);
}

enum status memory_games_add_record(struct memory_games *g, const struct record *rec,
                                    struct err *err)
{
    size_t before = g->move_count;
    for (uint32_t node = rec->nodes[0].child; node && rec->nodes[node].move;
         node = rec->nodes[node].child)
        if (!add_move(g, rec->nodes[node].move)) {
            g->move_count = before;
            return err_nomem(err);
        }
    return end_game(g, rec->start) ? STATUS_OK : err_nomem(err);
}

static struct span start_of_game(const void *ctx, uint32_t line)
{
    const struct memory_games *g = ctx;
    return g->starts[line];
}

static uint32_t plies_of_game(const void *ctx, uint32_t line)
{
    return memory_game_plies(ctx, line);
}

static game_move move_of_game(const void *ctx, uint32_t line, uint32_t ply)
{
    const struct memory_games *g = ctx;
    return g->moves[memory_game_first(g, line) + ply];
}

struct paper_source memory_games_source(const struct memory_games *g)
{
    return (struct paper_source){.ctx = g,
                                 .lines = (uint32_t)g->count,
                                 .start = start_of_game,
                                 .plies = plies_of_game,
                                 .move = move_of_game};
}
