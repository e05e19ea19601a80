/* shogi_game.c: shogi as a row of the table of games. */
#include "games/game.h"
#include "games/record.h"
#include "games/shogi/shogi.h"
#include "games/shogi/shogi_facts.h"

static void start(void *pos)
{
    shogi_pos_start(pos);
}

static enum status parse(void *pos, struct span text, struct err *err)
{
    return shogi_sfen_parse(pos, text, SHOGI_SFEN_TOLERANT, NULL, err);
}

static void print(const void *pos, uint32_t number, struct buf *out)
{
    shogi_sfen_print(pos, number, out);
}

static int seat_to_move(const void *pos)
{
    const struct shogi_pos *p = pos;
    return shogi_turn(p);
}

static bool parse_move(const void *pos, struct span text, game_move *out)
{
    (void)pos; /* USI moves need no context */
    shogi_move m;
    if (!shogi_usi_parse(text, &m))
        return false;
    *out = m;
    return true;
}

static void print_move(const void *pos, game_move move, struct buf *out)
{
    (void)pos;
    shogi_usi_print((shogi_move)move, out);
}

static bool is_legal(const void *pos, game_move move)
{
    return move <= UINT16_MAX && shogi_move_is_legal(pos, (shogi_move)move);
}

static void play(void *pos, game_move move)
{
    struct shogi_undo undo;
    shogi_play(pos, (shogi_move)move, &undo);
}

static uint32_t facts(const void *pos, uint32_t *out)
{
    return shogi_facts(pos, out);
}

static void lite_begin(void *lite, const void *pos)
{
    shogi_lite_begin(lite, pos);
}

static int lite_play(void *lite, game_move move, struct fact_changes *changes)
{
    return move <= UINT16_MAX ? shogi_lite_play(lite, (shogi_move)move, changes) : -1;
}

static int seat_image(int seat, unsigned symmetry)
{
    return symmetry & SHOGI_FLIP ? seat ^ 1 : seat;
}

static uint32_t fact_image(uint32_t fact, unsigned symmetry, struct board_shape board)
{
    (void)board; /* there is one only */
    return shogi_fact_image(fact, symmetry);
}

static int handicap(const void *pos)
{
    return (int)shogi_pos_which_handicap(pos);
}

const struct game shogi_game = {
    .name = "shogi",
    .title = {"shogi", "将棋"},
    .seats = 2,
    .seat_names = {"black", "white"},
    .seat_titles = {{"black", "先手"}, {"white", "後手"}},
    .pos_bytes = sizeof(struct shogi_pos),
    .lite_bytes = sizeof(struct shogi_lite),
    .move_bytes = 2,
    .max_plies = RECORD_MAX_PLIES,
    .board = {9, 9},
    .by_turns = true,
    .fact_count = SHOGI_FACT_COUNT,
    .max_facts = SHOGI_MAX_FACTS,
    .exact_lines = 4,
    .symmetries = SHOGI_SYMMETRIES,
    .flip = SHOGI_FLIP,
    .mirror = SHOGI_MIRROR,
    .orientations = (1U << SHOGI_SYMMETRIES) - 1,
    .rules = {.pos_start = start,
              .seat_to_move = seat_to_move,
              .handicap = handicap,
              .move_is_legal = is_legal,
              .play = play,
              .facts = facts,
              .lite_begin = lite_begin,
              .lite_play = lite_play,
              .seat_image = seat_image,
              .fact_image = fact_image},
    .text = {.pos_parse = parse,
             .pos_print = print,
             .move_parse = parse_move,
             .move_print = print_move,
             .fact_parse = shogi_fact_parse,
             .fact_print = shogi_fact_print},
    .scan = &shogi_scan,
};
