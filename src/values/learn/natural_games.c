/* natural_games.c: see natural_games.h. */
#include "values/learn/natural_games.h"

#include "engine/natural/natural.h"

static const struct msg BAD_MOVE = {"game %1 contains an illegal move",
                                    "%1 番の棋譜に反則手があります"};

void natural_games_release(struct natural_games *g)
{
    hash_set_release(&g->seen);
    *g = (struct natural_games){0};
}

/* -1: none. */
static int part_of(unsigned split, uint64_t hash, const struct natural_game_options *o)
{
    bool skipped = o->share > 1 && (hash >> 32) % o->share != 0;
    if (o->before)
        return skipped ? -1 : NATURAL_BEFORE;
    enum game_part part = game_part_of(split, o->held_out, o->reserve);
    if (o->only != GAME_PART_ALL)
        return part == o->only ? NATURAL_HELD_OUT : -1;
    if (part == GAME_PART_RESERVED)
        return -1;
    if (part == GAME_PART_HELD_OUT)
        return NATURAL_HELD_OUT;
    return skipped ? -1 : NATURAL_TRAINING;
}

enum status natural_game_bad_move(const struct natural_game *game, struct err *err)
{
    err_set(err, STATUS_SYNTAX, &BAD_MOVE, SPAN_U64(game_id(&game->segment->lines, game->number)),
            (struct span){0});
    return db_segment_fault(game->segment, err);
}

static enum status add_game(struct natural_games *g, struct natural_game *game,
                            const struct natural_game_options *o, natural_game_taker *take,
                            void *ctx, struct err *err)
{
    const struct lines *l = &game->segment->lines;
    game->class = o->before ? NATURAL_CLASSES : o->class_of(o->ctx, game->segment, game->number);
    if (game->class < 0 || db_is_removed(game->segment, game->number))
        return STATUS_OK;
    uint64_t hash = line_hash(l, game->number);
    bool is_new, left_out = false;
    if (!hash_set_add(&g->seen, hash, &is_new))
        return err_nomem(err);
    if (!is_new) {
        g->repeated++;
        return STATUS_OK;
    }
    game->nth = g->games;
    game->split = game_split(l, game->number);
    game->part = part_of(game->split, hash, o);
    if (game->part < 0)
        return STATUS_OK;
    enum status status = take(ctx, game, &left_out, err);
    g->games += !left_out;
    return status;
}

enum status natural_games_each(struct natural_games *g, const struct db *db,
                               const struct natural_game_options *o, natural_game_taker *take,
                               void *ctx, struct err *err)
{
    enum status status = STATUS_OK;
    for (uint32_t i = 0; i < db->segment_count; i++) {
        struct natural_game game = {.segment = &db->segments[i]};
        const struct lines *l = &game.segment->lines;
        for (uint32_t nth = 0; nth < l->games && status == STATUS_OK; nth++) {
            if (o->cancelled && atomic_load(o->cancelled))
                return err_cancelled(err);
            game.number = lines_u32(l->by_id, nth);
            status = add_game(g, &game, o, take, ctx, err);
        }
    }
    return status;
}

enum status natural_games_open(const char *path, const struct natural_game_options *o,
                               natural_db_taker *take, void *ctx, struct err *err)
{
    struct db *db = NULL;
    enum status status = db_open_parts(&db, path, DB_WRITING, err);
    if (status == STATUS_OK)
        status = take(ctx, db, o, err);
    if (status == STATUS_OK)
        status = db_status(db, err);
    db_close(db);
    return status;
}
