/* natural_samples.c: see natural_samples.h. */
#include "values/learn/natural_samples.h"

#include <string.h>

#include "base/alloc.h"
#include "engine/eval/eval.h"

enum { MOST_SAMPLES = UINT32_MAX / 2 };

static const struct msg NOT_SHOGI = {"not a shogi database", "将棋のデータベースではありません"};

void natural_samples_init(struct natural_samples *s)
{
    *s = (struct natural_samples){0};
}

void natural_samples_release(struct natural_samples *s)
{
    for (int i = 0; i < NATURAL_PARTS; i++) {
        mem_free(s->part[i].rows);
        mem_free(s->part[i].labels);
    }
    natural_games_release(&s->chosen);
    natural_samples_init(s);
}

enum status natural_samples_of_game(const struct natural_game *game, natural_sample_taker *take,
                                    void *ctx, struct err *err)
{
    const struct lines *l = &game->segment->lines;
    struct span start = lines_start_text(l, line_start(l, game->number));
    struct natural_sample now = {
        .class = (uint8_t)game->class, .game = game->nth, .split = (uint16_t)game->split};
    enum status status = STATUS_OK;
    struct shogi_undo undo;
    shogi_pos_start(&now.pos);
    if (start.n && shogi_game.text.pos_parse(&now.pos, start, err) != STATUS_OK)
        return natural_game_bad_move(game, err);
    natural_past_clear(&now.past);
    for (uint32_t ply = 0; ply < line_plies(l, game->number) && status == STATUS_OK; ply++) {
        game_move m = line_move(l, game->number, ply);
        if (m > UINT16_MAX || !shogi_move_is_legal(&now.pos, (shogi_move)m))
            return natural_game_bad_move(game, err);
        now.played = (shogi_move)m;
        now.ply = (uint16_t)(ply < UINT16_MAX ? ply : UINT16_MAX);
        now.points = (int8_t)column_points(&game->segment->columns, game->number, now.pos.turn);
        status = take(ctx, &now, game->part, err);
        natural_past_add(&now.past, &now.pos, (shogi_move)m);
        shogi_play(&now.pos, (shogi_move)m, &undo);
    }
    return status;
}

static enum status keep_sample(void *ctx, const struct natural_sample *sample, int part,
                               struct err *err)
{
    struct natural_sample_set *set = &((struct natural_samples *)ctx)->part[part];
    struct natural_sample *rows =
        mem_grow(set->rows, set->count, &set->cap, MOST_SAMPLES, sizeof *rows);
    if (!rows)
        return err_nomem(err);
    set->rows = rows;
    rows[set->count++] = *sample;
    return STATUS_OK;
}

static enum status keep_game(void *ctx, const struct natural_game *game, bool *left_out,
                             struct err *err)
{
    (void)left_out;
    return natural_samples_of_game(game, keep_sample, ctx, err);
}

enum status natural_samples_add(void *ctx, const struct db *db,
                                const struct natural_game_options *o, struct err *err)
{
    struct natural_samples *s = ctx;
    if (!engine_has_game(db->game)) {
        err_plain(err, STATUS_UNSUPPORTED, &NOT_SHOGI);
        err_in_file(err, span_of(db->path));
        return STATUS_UNSUPPORTED;
    }
    return natural_games_each(&s->chosen, db, o, keep_game, s, err);
}
