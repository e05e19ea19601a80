/* go_samples.c: see go_samples.h. */
#include "values/learn/go_samples.h"

#include "base/alloc.h"
#include "engine/natural/natural.h"
#include "games/game.h"

/* A game as far as it was played. */
struct go_sampling_walk {
    const struct natural_game *game;
    const struct go_sample_taker *taker;
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
    int seat = w->pos.turn, class = class_of(game, seat);
    const struct go_sample_taker *taker = w->taker;
    if (taker->wants && !taker->wants(taker->ctx, class, ply))
        return STATUS_OK;
    uint32_t plies = line_plies(&game->segment->lines, game->number);
    struct go_sample now = {.played = (uint16_t)go_people_move(m),
                            .ply = (uint16_t)(ply < UINT16_MAX ? ply : UINT16_MAX),
                            .class = (uint8_t) class,
                            .third = (uint8_t)(ply < plies ? (uint64_t)ply * 3 / plies : 2),
                            .points =
                                (int8_t)column_points(&game->segment->columns, game->number, seat),
                            .split = (uint16_t)game->split,
                            .game = game->nth};
    go_people_input_make(&now.in, &w->pos, &w->last, &w->board);
    return taker->take(taker->ctx, &now, err);
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
                               const struct go_sample_taker *taker, struct err *err)
{
    struct go_sampling_walk w; /* 90 kB that need no zeros */
    w.game = game;
    w.taker = taker;
    enum status status = set_up(&w, left_out, err);
    return status == STATUS_OK && !*left_out ? walk(&w, err) : status;
}

/* --- Positions to judge by -------------------------------------------------------------------- */

void go_sample_set_init(struct go_sample_set *set, size_t positions, uint32_t from_ply)
{
    *set = (struct go_sample_set){.most = positions, .from_ply = from_ply};
    for (int c = 0; c < GO_PEOPLE_CLASSES; c++)
        set->class[c].step = 1;
}

void go_sample_set_release(struct go_sample_set *set)
{
    mem_free(set->rows);
    natural_games_release(&set->chosen);
    *set = (struct go_sample_set){0};
}

static bool wants(void *ctx, int class, uint32_t ply)
{
    struct go_sample_set *set = ctx;
    return ply >= set->from_ply && set->class[class].seen++ % set->class[class].step == 0;
}

/* Keeps each second of a class. */
static void thin(struct go_sample_set *set, int class)
{
    size_t count = 0;
    set->class[class].step *= 2;
    set->class[class].kept = 0;
    for (size_t i = 0; i < set->count; i++) {
        bool of_class = set->rows[i].sample.class == class;
        if (of_class && set->rows[i].nth % set->class[class].step != 0)
            continue;
        set->class[class].kept += of_class;
        set->rows[count++] = set->rows[i];
    }
    set->count = count;
}

static enum status keep(void *ctx, const struct go_sample *sample, struct err *err)
{
    struct go_sample_set *set = ctx;
    struct go_kept_sample *rows =
        mem_grow(set->rows, set->count, &set->cap, UINT32_MAX, sizeof *rows);
    if (!rows)
        return err_nomem(err);
    set->rows = rows;
    rows[set->count++] = (struct go_kept_sample){*sample, set->class[sample->class].seen - 1};
    if (++set->class[sample->class].kept > 2 * set->most && set->most)
        thin(set, sample->class);
    return STATUS_OK;
}

static enum status keep_game(void *ctx, const struct natural_game *game, bool *left_out,
                             struct err *err)
{
    const struct go_sample_taker taker = {wants, keep, ctx};
    *left_out = game->part != NATURAL_HELD_OUT;
    return *left_out ? STATUS_OK : go_samples_of_game(game, left_out, &taker, err);
}

enum status go_sample_set_add(void *ctx, const struct db *db, const struct natural_game_options *o,
                              struct err *err)
{
    static const struct msg NOT_GO = {"not a database of Go", "囲碁のデータベースではありません"};
    struct go_sample_set *set = ctx;
    if (db->game != &go_game) {
        err_plain(err, STATUS_UNSUPPORTED, &NOT_GO);
        err_in_file(err, span_of(db->path));
        return STATUS_UNSUPPORTED;
    }
    return natural_games_each(&set->chosen, db, o, keep_game, set, err);
}

void go_sample_set_finish(struct go_sample_set *set, size_t positions)
{
    size_t classes = 0, count = 0, at[GO_PEOPLE_CLASSES] = {0};
    for (int c = 0; c < GO_PEOPLE_CLASSES; c++)
        classes += set->class[c].kept > 0;
    if (!positions || !classes)
        return;
    for (size_t i = 0; i < set->count; i++) {
        int c = set->rows[i].sample.class;
        size_t all = set->class[c].kept, wanted = (positions + classes - 1) / classes;
        size_t nth = at[c]++;
        if (wanted >= all || (nth + 1) * wanted / all > nth * wanted / all)
            set->rows[count++] = set->rows[i];
    }
    set->count = count;
}
