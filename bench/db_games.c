/* db_games.c: see db_games.h. */
#include "bench/db_games.h"

#include <stdlib.h>

#include "base/alloc.h"

static enum status add_segment(struct db_games *g, const struct db_segment *s, struct err *err)
{
    for (uint32_t number = 0; number < s->lines.games; number++) {
        if (db_is_removed(s, number))
            continue;
        struct db_game *at = mem_grow(g->at, g->count, &g->cap, UINT32_MAX, sizeof *at);
        if (!at)
            return err_nomem(err);
        g->at = at;
        g->at[g->count++] = (struct db_game){&s->lines, number, game_id(&s->lines, number)};
    }
    return STATUS_OK;
}

static int by_id(const void *a, const void *b)
{
    const struct db_game *x = a, *y = b;
    return (x->id > y->id) - (x->id < y->id);
}

enum status db_games_list(struct db_games *g, const struct db *db, struct err *err)
{
    enum status status = STATUS_OK;
    *g = (struct db_games){0};
    for (uint32_t i = 0; i < db->segment_count && status == STATUS_OK; i++)
        status = add_segment(g, &db->segments[i], err);
    if (status != STATUS_OK)
        db_games_release(g);
    else if (g->count)
        qsort(g->at, g->count, sizeof *g->at, by_id);
    return status;
}

void db_games_release(struct db_games *g)
{
    mem_free(g->at);
    *g = (struct db_games){0};
}

static struct span start(const void *ctx, uint32_t line)
{
    const struct db_game *g = &((const struct db_games *)ctx)->at[line];
    return lines_start_text(g->lines, line_start(g->lines, g->number));
}

static uint32_t plies(const void *ctx, uint32_t line)
{
    const struct db_game *g = &((const struct db_games *)ctx)->at[line];
    return line_plies(g->lines, g->number);
}

static game_move move(const void *ctx, uint32_t line, uint32_t ply)
{
    const struct db_game *g = &((const struct db_games *)ctx)->at[line];
    return line_move(g->lines, g->number, ply);
}

struct paper_source db_games_source(const struct db_games *g)
{
    return (struct paper_source){
        .ctx = g, .lines = (uint32_t)g->count, .start = start, .plies = plies, .move = move};
}
