/* kifu_batches.c: see kifu_batches.h. */
#include "kifu_batches.h"

#include "base/alloc.h"
#include "base/le.h"
#include "kifu_game.h"
#include "kifu_position.h"
#include "kifu_query.h"
#include "values/batches/batches.h"

struct kifu_batches {
    struct batches *batches;
};

static const struct msg NO_BATCHES = {"positions of %1 cannot be had as arrays",
                                      "%1 の局面は配列にできません"};
static const struct msg NO_FEATURE = {"\"%1\" is no feature; use %2",
                                      "特徴「%1」はありません。次から選んでください: %2"};
static const struct msg NO_PART = {
    "\"%1\" is no part of the games; use train, held-out or reserved",
    "「%1」という区分はありません。train、held-out、reserved のいずれかです"};

static struct kifu_feature describe(const struct batch_feature *f)
{
    return (struct kifu_feature){f->name, f->type, {f->shape[0], f->shape[1]}};
}

KIFU_API int kifu_feature(const char *game, size_t n, struct kifu_feature *out)
{
    const struct game *named = game_by_name(span_of(game));
    const struct batch_kind *g = named ? batch_kind_of(named) : NULL;
    const struct batch_feature *f = g ? g->features : NULL;
    while (f && f->name && n) {
        f++;
        n--;
    }
    if (!f || !f->name)
        return 0;
    *out = describe(f);
    return 1;
}

static enum status no_feature(const struct batch_kind *g, const char *name, struct err *err)
{
    struct buf names;
    buf_init(&names, BUF_DEFAULT_MAX);
    for (const struct batch_feature *f = g->features; f->name; f++) {
        buf_add_str(&names, f == g->features ? "" : ", ");
        buf_add_str(&names, f->name);
    }
    enum status st = err_set(err, STATUS_NOT_FOUND, &NO_FEATURE, span_of(name), (struct span){0});
    err_list(err, buf_span(&names));
    buf_release(&names);
    return st;
}

static enum status find_features(const struct batch_kind *g, const char *const *names, size_t count,
                                 const struct batch_feature **out, struct err *err)
{
    for (size_t i = 0; i < count && i < BATCHES_MOST_FEATURES; i++) {
        out[i] = batch_feature_by_name(g, span_of(names[i]));
        if (!out[i])
            return no_feature(g, names[i], err);
    }
    return STATUS_OK;
}

static enum status find_part(const char *name, enum game_part *out, struct err *err)
{
    *out = GAME_PART_ALL;
    if (!name)
        return STATUS_OK;
    for (int i = 0; game_part_names[i]; i++)
        if (span_eq(span_of(game_part_names[i]), span_of(name))) {
            *out = (enum game_part)(GAME_PART_TRAIN + i);
            return STATUS_OK;
        }
    return err_set(err, STATUS_NOT_FOUND, &NO_PART, span_of(name), (struct span){0});
}

static enum status internal_options(const struct kifu_batch_options *o, struct batch_options *out,
                                    struct err *err)
{
    static const struct kifu_batch_options usual;
    o = o ? o : &usual;
    *out = (struct batch_options){.shuffled = o->shuffled != 0,
                                  .seed = o->seed,
                                  .window = o->window ? o->window : KIFU_WINDOW_ROWS,
                                  .absolute = o->absolute != 0,
                                  .threads = o->threads,
                                  .cancelled = kifu_stop_flag(o->stop)};
    return find_part(o->part, &out->part, err);
}

static enum status open_batches(struct kifu_batches *b, struct kifu_db *const *dbs, size_t count,
                                const char *query_text, const char *const *names,
                                size_t feature_count, const struct kifu_batch_options *options,
                                struct err *err)
{
    struct kifu_query q;
    struct batch_options opt;
    const struct batch_feature *features[BATCHES_MOST_FEATURES];
    enum status st = kifu_query_open(&q, dbs, count, query_text, err);
    const struct batch_kind *g = st == STATUS_OK ? batch_kind_of(q.dbs[0]->game) : NULL;
    if (st == STATUS_OK && !g)
        st = err_set(err, STATUS_UNSUPPORTED, &NO_BATCHES, span_of(q.dbs[0]->game->name),
                     (struct span){0});
    if (st == STATUS_OK)
        st = internal_options(options, &opt, err);
    if (st == STATUS_OK)
        st = find_features(g, names, feature_count, features, err);
    if (st == STATUS_OK)
        st = batches_open(&b->batches, q.dbs, (uint32_t)count,
                          span_trim(span_of(query_text)).n ? &q.query : NULL,
                          static_values_hook(q.values), features, feature_count, &opt, err);
    kifu_query_release(&q);
    return st;
}

KIFU_API struct kifu_batches *kifu_batches_open(struct kifu_db *const *dbs, size_t count,
                                                const char *query, const char *const *features,
                                                size_t feature_count,
                                                const struct kifu_batch_options *options,
                                                struct kifu_error *error)
{
    struct err err;
    struct kifu_batches *b = mem_calloc(1, sizeof *b);
    enum status st = b ? open_batches(b, dbs, count, query, features, feature_count, options, &err)
                       : err_nomem(&err);
    if (st == STATUS_OK)
        return b;
    kifu_batches_close(b);
    kifu_error_from(error, &err);
    return NULL;
}

KIFU_API void kifu_batches_close(struct kifu_batches *b)
{
    if (!b)
        return;
    batches_close(b->batches);
    mem_free(b);
}

KIFU_API int kifu_batches_feature(const struct kifu_batches *b, size_t n, struct kifu_feature *out)
{
    const struct batch_feature *f = batches_feature(b->batches, n);
    if (f)
        *out = describe(f);
    return f != NULL;
}

KIFU_API unsigned long long kifu_batches_positions(const struct kifu_batches *b)
{
    return batches_positions(b->batches);
}

KIFU_API unsigned long long kifu_batches_games(const struct kifu_batches *b)
{
    return batches_games(b->batches);
}

KIFU_API long long kifu_batches_next(struct kifu_batches *b, void *const *arrays, size_t rows,
                                     const struct kifu_stop *stop, struct kifu_error *error)
{
    struct err err;
    size_t filled;
    if (batches_next(b->batches, arrays, rows, kifu_stop_flag(stop), &filled, &err) == STATUS_OK)
        return (long long)filled;
    kifu_error_from(error, &err);
    return -1;
}

/* --- One position ------------------------------------------------------------------------------ */

/* The moves of the board as databases store them; NULL: no memory. */
static char *stored_moves(const struct kifu_board *board)
{
    char *moves = mem_alloc(2 * (size_t)board->plies + 1);
    for (uint32_t i = 0; moves && i < board->plies; i++)
        le_put16(moves + 2 * (size_t)i, board->steps[i].move);
    return moves;
}

static enum status fill_features(const struct kifu_board *board, const char *const *names,
                                 size_t count, bool absolute, void *const *arrays, struct err *err)
{
    static const struct msg OF_GAMES = {"\"%1\" is not to be had of a position alone",
                                        "「%1」は局面だけからは求められません"};
    int turn = shogi_turn(&board->pos);
    char *moves = stored_moves(board);
    const struct batch_view v = {.pos = &board->pos,
                                 .turn = turn,
                                 .turned = !absolute && turn == SHOGI_WHITE,
                                 .moves = moves,
                                 .ply = board->plies};
    const struct batch_kind *kind = batch_kind_of(&shogi_game);
    enum status st = moves ? STATUS_OK : err_nomem(err);
    for (size_t i = 0; i < count && st == STATUS_OK; i++) {
        const struct batch_feature *f = batch_feature_by_name(kind, span_of(names[i]));
        if (!f)
            st = no_feature(kind, names[i], err);
        else if (f->needs & BATCH_NEEDS_GAME)
            st = err_set(err, STATUS_UNSUPPORTED, &OF_GAMES, span_of(names[i]), (struct span){0});
        else
            f->fill(&v, arrays[i]);
    }
    mem_free(moves);
    return st;
}

KIFU_API int kifu_board_features(const struct kifu_board *board, const char *const *features,
                                 size_t feature_count, int absolute, void *const *arrays,
                                 struct kifu_error *error)
{
    struct err err;
    if (fill_features(board, features, feature_count, absolute != 0, arrays, &err) == STATUS_OK)
        return 0;
    kifu_error_from(error, &err);
    return -1;
}
