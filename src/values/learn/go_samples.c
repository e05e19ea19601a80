/* go_samples.c: see go_samples.h. */
#include "values/learn/go_samples.h"

#include "engine/natural/natural.h"
#include "games/game.h"

/* A game as far as it was played. */
struct go_sampling_walk {
    const struct natural_game *game;
    go_sample_taker *take;
    void *ctx;
    struct go_pos pos;
    struct go_last_moves last;
    struct go_ladder_board board;
};

static int class_of(const struct natural_game *game, int seat)
{
    enum { DAN_6 = 2600 }; /* go_rank.h */
    if (game->class == NATURAL_CLASSES)
        return GO_PEOPLE_PROGRAM;
    if (game->class == NATURAL_PRO)
        return GO_PEOPLE_PRO;
    unsigned rating = column_rating(&game->segment->columns, game->number, seat);
    return rating && rating < DAN_6 ? GO_PEOPLE_AMATEUR : GO_PEOPLE_STRONG;
}

static enum status take_position(struct go_sampling_walk *w, uint32_t ply, go_move m,
                                 struct err *err)
{
    const struct natural_game *game = w->game;
    int seat = w->pos.turn;
    struct go_sample now = {.played = (uint16_t)go_people_move(m),
                            .ply = (uint16_t)(ply < UINT16_MAX ? ply : UINT16_MAX),
                            .class = (uint8_t)class_of(game, seat),
                            .points =
                                (int8_t)column_points(&game->segment->columns, game->number, seat),
                            .split = (uint16_t)game->split,
                            .game = game->nth};
    go_people_input_make(&now.in, &w->pos, &w->last, &w->board);
    return w->take(w->ctx, &now, err);
}

/* Whether it is a move of a game by turns and by the rules. */
static bool is_played(const struct go_pos *pos, go_move m)
{
    return go_move_kind(m) == GO_PLAY && go_move_color(m) == pos->turn &&
           go_why_illegal(pos, m) == GO_LEGAL;
}

static bool has_white_stones(const struct go_pos *pos)
{
    for (int column = 0; column < pos->width; column++)
        for (int row = 0; row < pos->height; row++)
            if (go_stone_at(pos, go_point(column, row)) == 1 + GO_WHITE)
                return true;
    return false;
}

static enum status set_up(struct go_sampling_walk *w, bool *left_out, struct err *err)
{
    const struct lines *l = &w->game->segment->lines;
    struct span start = lines_start_text(l, line_start(l, w->game->number));
    go_pos_empty(&w->pos, GO_PEOPLE_SIDE, GO_PEOPLE_SIDE);
    go_last_moves_clear(&w->last);
    go_ladder_init(&w->board);
    if (start.n && go_pos_parse(&w->pos, start, err) != STATUS_OK)
        return natural_game_bad_move(w->game, err);
    *left_out = !go_people_takes(&w->pos) || has_white_stones(&w->pos);
    return STATUS_OK;
}

static enum status walk(struct go_sampling_walk *w, struct err *err)
{
    const struct lines *l = &w->game->segment->lines;
    uint32_t plies = line_plies(l, w->game->number);
    enum status status = STATUS_OK;
    go_move m = 0;
    for (uint32_t ply = 0; ply < plies && status == STATUS_OK; ply++) {
        game_move stored = line_move(l, w->game->number, ply);
        if (!go_game.rules.move_is_legal(&w->pos, stored))
            return natural_game_bad_move(w->game, err);
        m = (go_move)stored;
        if (!is_played(&w->pos, m))
            return STATUS_OK;
        status = take_position(w, ply, m, err);
        go_last_moves_add(&w->last, m);
        go_play(&w->pos, m, NULL);
    }
    bool counted = column_end(&w->game->segment->columns, w->game->number) == END_SCORE;
    if (status == STATUS_OK && plies && counted && !go_move_is_pass(m))
        status = take_position(w, plies, go_pass_make(w->pos.turn), err);
    return status;
}

enum status go_samples_of_game(const struct natural_game *game, bool *left_out,
                               go_sample_taker *take, void *ctx, struct err *err)
{
    struct go_sampling_walk w; /* 90 kB that need no zeros */
    w.game = game;
    w.take = take;
    w.ctx = ctx;
    enum status status = set_up(&w, left_out, err);
    return status == STATUS_OK && !*left_out ? walk(&w, err) : status;
}
