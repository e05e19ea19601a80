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

static void print(const void *pos, struct buf *out)
{
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

static void fact_changes(const void *pos, game_move move, struct fact_changes *out)
{
    struct go_pos copy;
    go_pos_copy(&copy, pos);
    if (!go_facts_play(&copy, (go_move)move, out))
        out->n_ends = out->n_begins = 0;
}

static void lite_begin(void *lite, const void *pos)
{
    go_lite_begin(lite, pos);
}

static void lite_copy(void *to, const void *from)
{
    go_lite_copy(to, from);
}

static bool lite_play(void *lite, game_move move, struct fact_changes *changes)
{
    return move && move <= UINT16_MAX && go_lite_play(lite, (go_move)move, changes);
}

static int lite_seat(const void *lite)
{
    return ((const struct go_lite *)lite)->turn;
}

static uint32_t lite_facts(const void *lite, uint32_t *out)
{
    return go_lite_facts(lite, out);
}

static int seat_after(game_move move)
{
    go_move m = (go_move)move;
    enum go_kind kind = go_move_kind(m);
    if (kind == GO_PUT || kind == GO_REMOVE)
        return -1;
    return kind == GO_TURN ? go_move_color(m) : go_move_color(m) ^ 1;
}

static bool flips_seats(unsigned symmetry)
{
    return symmetry & GO_COLORS;
}

static bool symmetry_fits(unsigned symmetry, struct board_shape board)
{
    return !(symmetry & GO_TRANSPOSE) || board.width == board.height;
}

const struct game go_game = {
    .name = "go",
    .title = {"Go", "囲碁"},
    .seats = 2,
    .seat_names = {"black", "white"},
    .pos_bytes = sizeof(struct go_pos),
    .pos_start = start,
    .pos_parse = parse,
    .pos_print = print,
    .pos_board = pos_board,
    .handicap = handicap,
    .seat_to_move = seat_to_move,
    .move_parse = parse_move,
    .move_print = print_move,
    .move_is_legal = is_legal,
    .legal_by_start = true,
    .max_plies = GAME_MAX_PLIES,
    .passes = true,
    .play = play,
    .move_bytes = 2,
    .fact_count = GO_FACT_COUNT,
    .max_facts = GO_POINTS,
    .facts = facts,
    .fact_changes = fact_changes,
    .fact_print = go_fact_print,
    .fact_parse = go_fact_parse,
    .lite_bytes = sizeof(struct go_lite),
    .lite_begin = lite_begin,
    .lite_copy = lite_copy,
    .lite_play = lite_play,
    .lite_seat = lite_seat,
    .seat_after = seat_after,
    .lite_facts = lite_facts,
    .emptied = go_emptied,
    .symmetries = GO_SYMMETRIES,
    .flip = GO_COLORS,
    .mirror = GO_MIRROR,
    .orientations = (1U << GO_COLORS) - 1, /* the eight of a square, colours as they are */
    .flips_seats = flips_seats,
    .board = {19, 19},
    .symmetry_fits = symmetry_fits,
    .fact_image = go_fact_image,
};
