/* go_game.c: Go as a row of the table of games. */
#include "games/game.h"
#include "games/go/go.h"
#include "games/go/go_facts.h"
#include "games/go/go_lite.h"
#include "games/go/go_pattern.h"

static void start(void *pos)
{
    go_pos_empty(pos, 19, 19);
}

static enum status parse(void *pos, struct span text, struct err *err)
{
    return go_pos_parse(pos, text, err);
}

static void print(const void *pos, uint32_t number, struct buf *out)
{
    (void)number;
    go_pos_print(pos, out);
}

static int seat_to_move(const void *pos)
{
    const struct go_pos *p = pos;
    return p->turn;
}

static struct board_shape pos_board(const void *pos)
{
    const struct go_pos *p = pos;
    return (struct board_shape){p->width, p->height};
}

static int handicap(const void *pos)
{
    return go_handicap(pos);
}

static bool parse_move(const void *pos, struct span text, game_move *out)
{
    go_move m;
    if (!go_move_parse(pos, text, &m))
        return false;
    *out = m;
    return true;
}

static void print_move(const void *pos, game_move move, struct buf *out)
{
    (void)pos; /* a move says who plays it */
    go_move_print((go_move)move, out);
}

static bool is_legal(const void *pos, game_move move)
{
    return move && move <= UINT16_MAX && go_why_illegal(pos, (go_move)move) != GO_OFF_BOARD;
}

static void play(void *pos, game_move move)
{
    go_play(pos, (go_move)move, NULL);
}

static uint32_t facts(const void *pos, uint32_t *out)
{
    return go_facts(pos, out);
}

static void lite_begin(void *lite, const void *pos)
{
    go_lite_begin(lite, pos);
}

static void lite_copy(void *to, const void *from)
{
    go_lite_copy(to, from);
}

static int lite_play(void *lite, game_move move, struct fact_changes *changes)
{
    return move && move <= UINT16_MAX ? go_lite_play(lite, (go_move)move, changes) : -1;
}

static int seat_after(game_move move)
{
    go_move m = (go_move)move;
    enum go_kind kind = go_move_kind(m);
    if (kind == GO_PUT || kind == GO_REMOVE)
        return -1;
    return kind == GO_TURN ? go_move_color(m) : go_move_color(m) ^ 1;
}

static int seat_image(int seat, unsigned symmetry)
{
    return symmetry & GO_COLORS ? seat ^ 1 : seat;
}

const struct game go_game = {
    .name = "go",
    .title = {"Go", "囲碁"},
    .seats = 2,
    .seat_names = {"black", "white"},
    .seat_titles = {{"black", "黒"}, {"white", "白"}},
    .pos_bytes = sizeof(struct go_pos),
    .lite_bytes = sizeof(struct go_lite),
    .move_bytes = 2,
    .max_plies = GAME_MAX_PLIES,
    .board = {19, 19},
    .passes = true,
    .legal_by_start = true,
    .fact_count = GO_FACT_COUNT,
    .max_facts = GO_POINTS,
    .exact_lines = 100,
    .symmetries = GO_SYMMETRIES,
    .flip = GO_COLORS,
    .mirror = GO_MIRROR,
    .orientations = (1U << GO_COLORS) - 1, /* the eight of a square, colours as they are */
    .need_square = 0xF0F0,                 /* those with GO_TRANSPOSE */
    .rules = {.pos_start = start,
              .seat_to_move = seat_to_move,
              .pos_board = pos_board,
              .handicap = handicap,
              .move_is_legal = is_legal,
              .play = play,
              .seat_after = seat_after,
              .facts = facts,
              .lite_begin = lite_begin,
              .lite_copy = lite_copy,
              .lite_play = lite_play,
              .seat_image = seat_image,
              .fact_image = go_fact_image},
    .text = {.pos_parse = parse,
             .pos_print = print,
             .move_parse = parse_move,
             .move_print = print_move,
             .fact_parse = go_fact_parse,
             .fact_print = go_fact_print},
    .scan = &go_scan,
};
