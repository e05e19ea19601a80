/* shogi_game.c: shogi as a row of the table of games. */
#include "games/game.h"
#include "games/record.h"
#include "games/shogi/shogi.h"
#include "games/shogi/shogi_facts.h"
#include "games/shogi/shogi_leap.h"
#include "games/shogi/shogi_touch.h"

static void start(void *pos)
{
    shogi_pos_start(pos);
}

static enum status parse(void *pos, struct span text, struct err *err)
{
    return shogi_sfen_parse(pos, text, SHOGI_SFEN_TOLERANT, NULL, err);
}

static void print(const void *pos, struct buf *out)
{
    shogi_sfen_print(pos, 1, out);
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

static void fact_changes(const void *pos, game_move move, struct fact_changes *out)
{
    shogi_fact_changes(pos, (shogi_move)move, out);
}

static void lite_begin(void *lite, const void *pos)
{
    shogi_lite_begin(lite, pos);
}

static bool lite_play(void *lite, game_move move, struct fact_changes *changes)
{
    return move <= UINT16_MAX && shogi_lite_play(lite, (shogi_move)move, changes);
}

static int lite_seat(const void *lite)
{
    const struct shogi_lite *l = lite;
    return l->turn;
}

static bool lite_skip(void *lite, const char *moves, uint32_t n)
{
    return shogi_lite_skip(lite, moves, n);
}

static uint32_t lite_watch(void *lite, const char *moves, uint32_t first, uint32_t n,
                           const struct fact_watch *w)
{
    return shogi_lite_watch(lite, moves, first, n, w);
}

static bool touch(void *lite, const void *start, const char *moves, uint32_t ply,
                  const struct fact_watch *w, struct fact_changes *changes)
{
    return shogi_touch(lite, start, moves, ply, w, changes);
}

static enum leap_end leap(struct fact_leap *leap, const void *start, const char *moves, uint32_t n,
                          const struct fact_places *p)
{
    return shogi_leap(leap, start, moves, n, p);
}

static uint32_t lite_facts(const void *lite, uint32_t *out)
{
    return shogi_lite_facts(lite, out);
}

static bool flips_seats(unsigned symmetry)
{
    return symmetry & SHOGI_FLIP;
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
    .pos_bytes = sizeof(struct shogi_pos),
    .pos_start = start,
    .pos_parse = parse,
    .pos_print = print,
    .seat_to_move = seat_to_move,
    .handicap = handicap,
    .move_parse = parse_move,
    .move_print = print_move,
    .move_is_legal = is_legal,
    .max_plies = RECORD_MAX_PLIES,
    .play = play,
    .move_bytes = 2,
    .fact_count = SHOGI_FACT_COUNT,
    .max_facts = SHOGI_MAX_FACTS,
    .facts = facts,
    .fact_changes = fact_changes,
    .fact_print = shogi_fact_print,
    .fact_parse = shogi_fact_parse,
    .lite_bytes = sizeof(struct shogi_lite),
    .lite_begin = lite_begin,
    .lite_play = lite_play,
    .lite_seat = lite_seat,
    .by_turns = true,
    .lite_skip = lite_skip,
    .lite_facts = lite_facts,
    .watch_fact = shogi_watch_fact,
    .lite_watch = lite_watch,
    .touched = shogi_touched,
    .touch = touch,
    .place_fact = shogi_place_fact,
    .place_any = shogi_place_any,
    .leap = leap,
    .symmetries = SHOGI_SYMMETRIES,
    .flip = SHOGI_FLIP,
    .mirror = SHOGI_MIRROR,
    .orientations = (1U << SHOGI_SYMMETRIES) - 1,
    .flips_seats = flips_seats,
    .board = {9, 9},
    .fact_image = fact_image,
};
