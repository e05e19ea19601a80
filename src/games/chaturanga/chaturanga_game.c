/* chaturanga_game.c: chaturanga as a row of the table of games.
 *
 * A light position is the position itself: it is small, and playing a turn is quick. */
#include <stddef.h>

#include "games/chaturanga/chaturanga.h"
#include "games/chaturanga/chaturanga_board.h"
#include "games/game.h"

static void start(void *pos)
{
    static const struct chaturanga_rules USUAL = {0};
    chaturanga_start(pos, &USUAL);
}

static enum status parse(void *pos, struct span text, struct err *err)
{
    return chaturanga_parse(pos, text, err);
}

static void print(const void *pos, uint32_t number, struct buf *out)
{
    (void)number;
    chaturanga_print(pos, out);
}

static int seat_to_move(const void *pos)
{
    return ((const struct chaturanga_pos *)pos)->turn;
}

/* 0: the usual start under the usual readings; 1: anything else. */
static int handicap(const void *pos)
{
    enum { BYTES = offsetof(struct chaturanga_pos, rules) + sizeof(struct chaturanga_rules) };
    struct chaturanga_pos usual;
    start(&usual);
    return memcmp(&usual, pos, BYTES) != 0; /* the bytes after that are anybody's */
}

static bool parse_move(const void *pos, struct span text, game_move *out)
{
    return chaturanga_turn_parse(pos, text, out);
}

static void print_move(const void *pos, game_move move, struct buf *out)
{
    chaturanga_turn_print(pos, move, out);
}

static bool is_legal(const void *pos, game_move move)
{
    return chaturanga_is_legal(pos, move);
}

static void play(void *pos, game_move move)
{
    chaturanga_play_turn(pos, move);
}

/* The dice in ascending order: which fell first is nobody's choice. */
static game_move move_group(game_move turn)
{
    unsigned roll = chaturanga_turn_roll(turn), mirrored = chaturanga_roll_mirrored(roll);
    return roll >= mirrored ? turn : (turn & ~UINT64_C(15)) | mirrored;
}

/* --- Facts ------------------------------------------------------------------------------------ */

static uint32_t facts(const void *position, uint32_t *out)
{
    const struct chaturanga_pos *pos = position;
    uint32_t n = 0;
    for (unsigned c = 0; c < CHATURANGA_COLOURS; c++)
        for (unsigned kind = 0; kind < CHATURANGA_KINDS; kind++)
            for (uint64_t set = chaturanga_pieces(pos, c, kind); set; set &= set - 1)
                out[n++] = chaturanga_piece_fact(c, kind, chaturanga_first_square(set));
    for (unsigned c = 0; c < CHATURANGA_COLOURS; c++)
        if (pos->state[c] != CHATURANGA_PLAYING)
            out[n++] = chaturanga_state_fact(c, pos->state[c]);
    return n;
}

/* What ended and began between two positions. */
static void compare(const struct chaturanga_pos *before, const struct chaturanga_pos *after,
                    struct fact_changes *out)
{
    out->n_ends = out->n_begins = 0;
    for (unsigned c = 0; c < CHATURANGA_COLOURS; c++)
        for (unsigned kind = 0; kind < CHATURANGA_KINDS; kind++) {
            uint64_t was = chaturanga_pieces(before, c, kind),
                     is = chaturanga_pieces(after, c, kind);
            for (uint64_t set = was & ~is; set; set &= set - 1)
                out->ends[out->n_ends++] =
                    chaturanga_piece_fact(c, kind, chaturanga_first_square(set));
            for (uint64_t set = is & ~was; set; set &= set - 1)
                out->begins[out->n_begins++] =
                    chaturanga_piece_fact(c, kind, chaturanga_first_square(set));
        }
    for (unsigned c = 0; c < CHATURANGA_COLOURS; c++) {
        if (before->state[c] == after->state[c])
            continue;
        if (before->state[c] != CHATURANGA_PLAYING)
            out->ends[out->n_ends++] = chaturanga_state_fact(c, before->state[c]);
        if (after->state[c] != CHATURANGA_PLAYING)
            out->begins[out->n_begins++] = chaturanga_state_fact(c, after->state[c]);
    }
}

static const char STATE_NAMES[][8] = {"", "frozen", "waiting"};

static void fact_print(uint32_t fact, struct buf *out)
{
    if (fact >= CHATURANGA_PIECE_FACTS) {
        uint32_t n = fact - CHATURANGA_PIECE_FACTS;
        buf_printf(out, "%c.%s", chaturanga_colour_names[n / 2][0], STATE_NAMES[1 + n % 2]);
        return;
    }
    unsigned square = fact % 64, piece = fact / 64;
    buf_printf(out, "%c.%c%c.%s", chaturanga_colour_names[piece / CHATURANGA_KINDS][0],
               (char)('a' + square % 8), (char)('1' + square / 8),
               chaturanga_kind_names[piece % CHATURANGA_KINDS]);
}

/* "r.d1.raja", "g.frozen" */
static bool fact_parse(struct span name, uint32_t *out)
{
    unsigned colour = 0;
    if (name.n < 3 || name.p[1] != '.')
        return false;
    while (colour < CHATURANGA_COLOURS && chaturanga_colour_names[colour][0] != name.p[0])
        colour++;
    if (colour == CHATURANGA_COLOURS)
        return false;
    struct span rest = span_skip(name, 2);
    for (unsigned state = CHATURANGA_FROZEN; state <= CHATURANGA_WAITING; state++)
        if (span_eq(rest, span_of(STATE_NAMES[state]))) {
            *out = chaturanga_state_fact(colour, state);
            return true;
        }
    if (rest.n < 4 || rest.p[0] < 'a' || rest.p[0] > 'h' || rest.p[1] < '1' || rest.p[1] > '8' ||
        rest.p[2] != '.')
        return false;
    unsigned square = (unsigned)(rest.p[0] - 'a') + 8 * (unsigned)(rest.p[1] - '1');
    for (unsigned kind = 0; kind < CHATURANGA_KINDS; kind++)
        if (span_eq(span_skip(rest, 3), span_of(chaturanga_kind_names[kind]))) {
            *out = chaturanga_piece_fact(colour, kind, square);
            return true;
        }
    return false;
}

/* --- Light positions -------------------------------------------------------------------------- */

static void lite_begin(void *lite, const void *pos)
{
    *(struct chaturanga_pos *)lite = *(const struct chaturanga_pos *)pos;
}

/* Stored bytes may be damaged: the turn must be one that leaves a position behind. */
static int lite_play(void *lite, game_move move, struct fact_changes *changes)
{
    struct chaturanga_pos *pos = lite, before = *pos;
    if (!chaturanga_can_play(pos, move))
        return -1;
    chaturanga_play_turn(pos, move);
    compare(&before, pos, changes);
    return pos->turn;
}

/* --- Symmetries: quarter turns give everything to the next player ----------------------------- */

static int seat_image(int seat, unsigned symmetry)
{
    return (seat + (int)symmetry) % CHATURANGA_COLOURS;
}

static uint32_t fact_image(uint32_t fact, unsigned symmetry, struct board_shape board)
{
    (void)board;
    if (fact >= CHATURANGA_PIECE_FACTS) {
        uint32_t n = fact - CHATURANGA_PIECE_FACTS;
        return CHATURANGA_PIECE_FACTS + ((n / 2 + symmetry) % CHATURANGA_COLOURS) * 2 + n % 2;
    }
    unsigned square = fact % 64, kind = fact / 64 % CHATURANGA_KINDS;
    unsigned colour = (fact / 64 / CHATURANGA_KINDS + symmetry) % CHATURANGA_COLOURS;
    for (unsigned i = 0; i < symmetry; i++)
        square = chaturanga_quarter_turn(square);
    return chaturanga_piece_fact(colour, kind, square);
}

const struct game chaturanga_game = {
    .name = "chaturanga",
    .title = {"Chaturanga (four-handed)", "四人制チャトランガ"},
    .seats = CHATURANGA_COLOURS,
    .seat_names = {"red", "green", "yellow", "black"},
    .seat_titles = {{"red", "赤"}, {"green", "緑"}, {"yellow", "黄"}, {"black", "黒"}},
    .pos_bytes = sizeof(struct chaturanga_pos),
    .lite_bytes = sizeof(struct chaturanga_pos),
    .move_bytes = 8,
    .max_plies = CHATURANGA_MAX_PLIES,
    .board = {8, 8},
    .passes = true,
    .fact_count = CHATURANGA_FACTS,
    .max_facts = 64 + CHATURANGA_COLOURS,
    .exact_lines = 4,
    .symmetries = CHATURANGA_COLOURS,
    .flip = 1,
    .mirror = 0,        /* mirrored, it would be played anticlockwise */
    .orientations = 15, /* all quarter turns */
    .rules = {.pos_start = start,
              .seat_to_move = seat_to_move,
              .handicap = handicap,
              .move_is_legal = is_legal,
              .play = play,
              .move_group = move_group,
              .facts = facts,
              .lite_begin = lite_begin,
              .lite_play = lite_play,
              .seat_image = seat_image,
              .fact_image = fact_image},
    .text = {.pos_parse = parse,
             .pos_print = print,
             .move_parse = parse_move,
             .move_print = print_move,
             .fact_parse = fact_parse,
             .fact_print = fact_print},
};
