/* batch_features.c: see batch_features.h. */
#include "values/batches/batch_features.h"

#include <math.h>
#include <string.h>

#include "base/le.h"
#include "games/go/go.h"
#include "games/record.h"
#include "games/shogi/shogi.h"
#include "games/shogi/shogi_attack_counts.h"
#include "games/shogi/shogi_move_label.h"

enum { LAST_MOVES = 8 };

static void put_u16(char *out, uint32_t v)
{
    uint16_t small = (uint16_t)(v > UINT16_MAX ? UINT16_MAX : v);
    memcpy(out, &small, sizeof small);
}

static void put_u32(char *out, uint32_t v)
{
    memcpy(out, &v, sizeof v);
}

static void put_float(char *out, float v)
{
    memcpy(out, &v, sizeof v);
}

/* --- Of any game ------------------------------------------------------------------------------ */

static void fill_turn(const struct batch_view *v, char *out)
{
    *out = (char)v->turn;
}

static void fill_ply(const struct batch_view *v, char *out)
{
    put_u16(out, v->ply);
}

static void fill_game(const struct batch_view *v, char *out)
{
    put_u32(out, v->game->id);
}

static void fill_database(const struct batch_view *v, char *out)
{
    put_u16(out, v->game->db);
}

static void fill_result(const struct batch_view *v, char *out)
{
    int points = v->game->points[v->turn];
    put_float(out, points == POINTS_UNKNOWN ? NAN : (float)points / POINTS_WIN);
}

static void fill_rating(const struct batch_view *v, char *out)
{
    put_u16(out, v->game->rating[v->turn]);
    put_u16(out + sizeof(uint16_t), v->game->rating[v->turn ^ 1]);
}

static void fill_class(const struct batch_view *v, char *out)
{
    memcpy(out, &v->game->class, 1);
}

/* --- Shogi ------------------------------------------------------------------------------------ */

static void fill_board(const struct batch_view *v, char *out)
{
    const struct shogi_pos *pos = v->pos;
    if (!v->turned) {
        memcpy(out, pos->board, SHOGI_SQUARES);
        return;
    }
    for (int i = 0; i < SHOGI_SQUARES; i++) {
        uint8_t piece = pos->board[SHOGI_SQUARES - 1 - i];
        out[i] = (char)(piece ? piece ^ 16 : 0);
    }
}

static void fill_hand(const struct batch_view *v, char *out)
{
    const struct shogi_pos *pos = v->pos;
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < 7; i++)
            *out++ = (char)pos->hand[side ^ v->turned][SHOGI_LABEL_HAND[i]];
}

static void fill_last(const struct batch_view *v, char *out)
{
    for (uint32_t i = 0; i < LAST_MOVES; i++) {
        int square = SHOGI_SQUARES;
        if (i < v->ply) {
            square = shogi_move_to(le_get16(v->moves + 2 * (size_t)(v->ply - 1 - i)));
            square = v->turned ? SHOGI_SQUARES - 1 - square : square;
        }
        out[i] = (char)square;
    }
}

static void fill_attacks(const struct batch_view *v, char *out)
{
    uint8_t counts[2][SHOGI_SQUARES];
    shogi_attack_counts(v->pos, counts);
    if (!v->turned) {
        memcpy(out, counts, sizeof counts);
        return;
    }
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < SHOGI_SQUARES; i++)
            *out++ = (char)counts[side ^ 1][SHOGI_SQUARES - 1 - i];
}

static void fill_check(const struct batch_view *v, char *out)
{
    *out = (char)shogi_in_check(v->pos);
}

static void fill_label(const struct batch_view *v, char *out)
{
    int side = v->turned ? SHOGI_WHITE : SHOGI_BLACK;
    put_u16(out, (uint32_t)shogi_move_label((shogi_move)v->next, side));
}

static void fill_code(const struct batch_view *v, char *out)
{
    put_u16(out, (uint32_t)v->next);
}

static void fill_value(const struct batch_view *v, char *out)
{
    if (!v->value || !value_source_has_value(*v->value))
        put_float(out, NAN);
    else
        put_float(out, (float)(v->turn == SHOGI_BLACK ? *v->value : -*v->value));
}

/* --- Go, 19 by 19 ----------------------------------------------------------------------------- */

enum { GO_USUAL = 19, GO_USUAL_POINTS = GO_USUAL * GO_USUAL };

static void fill_stones(const struct batch_view *v, char *out)
{
    const struct go_pos *pos = v->pos;
    for (int row = 0; row < GO_USUAL; row++)
        for (int column = 0; column < GO_USUAL; column++) {
            int stone = go_stone_at(pos, go_point(column, row));
            *out++ = (char)(v->turned && stone ? 3 - stone : stone);
        }
}

static void fill_liberties(const struct batch_view *v, char *out)
{
    const struct go_pos *pos = v->pos;
    for (int row = 0; row < GO_USUAL; row++)
        for (int column = 0; column < GO_USUAL; column++) {
            int n = go_chain_liberties(pos, go_point(column, row));
            *out++ = (char)(uint8_t)(n > UINT8_MAX ? UINT8_MAX : n);
        }
}

static uint32_t usual_point(int point)
{
    return point < 0 ? GO_USUAL_POINTS : (uint32_t)(go_row(point) * GO_USUAL + go_column(point));
}

static void fill_go_move(const struct batch_view *v, char *out)
{
    put_u16(out, usual_point(go_move_point((go_move)v->next)));
}

static void fill_go_last(const struct batch_view *v, char *out)
{
    for (uint32_t i = 0; i < LAST_MOVES; i++, out += sizeof(uint16_t)) {
        int point = -1;
        if (i < v->ply)
            point = go_move_point(le_get16(v->moves + 2 * (size_t)(v->ply - 1 - i)));
        put_u16(out, usual_point(point));
    }
}

static void fill_ko(const struct batch_view *v, char *out)
{
    const struct go_pos *pos = v->pos;
    put_u16(out, usual_point(pos->ko ? go_point_of_cell(pos->ko) : -1));
}

/* --- Tables ----------------------------------------------------------------------------------- */

#define OF_ANY_GAME                                                                                \
    {"result", 'f', {0, 0}, BATCH_NEEDS_GAME, fill_result},                                        \
        {"rating", 'H', {2, 0}, BATCH_NEEDS_GAME, fill_rating},                                    \
        {"player_class", 'B', {0, 0}, BATCH_NEEDS_GAME | BATCH_NEEDS_CLASSES, fill_class},         \
        {"turn", 'B', {0, 0}, 0, fill_turn}, {"ply", 'H', {0, 0}, 0, fill_ply},                    \
        {"game", 'I', {0, 0}, BATCH_NEEDS_GAME, fill_game},                                        \
        {"database", 'H', {0, 0}, BATCH_NEEDS_GAME, fill_database},                                \
    {                                                                                              \
        NULL, 0, {0, 0}, 0, NULL                                                                   \
    }

static const struct batch_feature OF_SHOGI[] = {
    {"board", 'B', {SHOGI_SQUARES, 0}, 0, fill_board},
    {"hand", 'B', {14, 0}, 0, fill_hand},
    {"last", 'B', {LAST_MOVES, 0}, 0, fill_last},
    {"attacks", 'B', {2, SHOGI_SQUARES}, 0, fill_attacks},
    {"check", 'B', {0, 0}, 0, fill_check},
    {"move", 'H', {0, 0}, BATCH_NEEDS_GAME, fill_label},
    {"move16", 'H', {0, 0}, BATCH_NEEDS_GAME, fill_code},
    {"value", 'f', {0, 0}, BATCH_NEEDS_GAME | BATCH_NEEDS_VALUES, fill_value},
    OF_ANY_GAME};

static const struct batch_feature OF_GO[] = {
    {"board", 'B', {GO_USUAL_POINTS, 0}, 0, fill_stones},
    {"liberties", 'B', {GO_USUAL_POINTS, 0}, 0, fill_liberties},
    {"last", 'H', {LAST_MOVES, 0}, 0, fill_go_last},
    {"ko", 'H', {0, 0}, 0, fill_ko},
    {"move", 'H', {0, 0}, BATCH_NEEDS_GAME, fill_go_move},
    OF_ANY_GAME};

static int shogi_mover(const void *pos, game_move m)
{
    (void)m;
    return shogi_turn(pos);
}

static bool shogi_takes(game_move m)
{
    (void)m;
    return true;
}

/* Records name the player, who may play twice. */
static int go_mover(const void *pos, game_move m)
{
    (void)pos;
    return go_move_color((go_move)m);
}

/* Not what was put on the board by hand. */
static bool go_takes(game_move m)
{
    return go_move_kind((go_move)m) == GO_PLAY;
}

static const struct batch_kind GAMES[] = {
    {&shogi_game, OF_SHOGI, shogi_mover, shogi_takes},
    {&go_game, OF_GO, go_mover, go_takes},
};

const struct batch_kind *batch_kind_of(const struct game *game)
{
    for (size_t i = 0; i < sizeof GAMES / sizeof *GAMES; i++)
        if (GAMES[i].game == game)
            return &GAMES[i];
    return NULL;
}

const struct batch_feature *batch_feature_by_name(const struct batch_kind *game, struct span name)
{
    for (const struct batch_feature *f = game->features; f->name; f++)
        if (span_eq(span_of(f->name), name))
            return f;
    return NULL;
}

size_t batch_feature_bytes(const struct batch_feature *f)
{
    size_t element = f->type == 'B' ? 1 : f->type == 'H' ? 2 : 4;
    return element * (f->shape[0] ? f->shape[0] : 1) * (f->shape[1] ? f->shape[1] : 1);
}
