/* chaturanga_game.c: chaturanga as a row of the table of games.
 *
 * A light position is the position itself: it is small, and playing a turn is quick. */
#include <stddef.h>

#include "games/chaturanga/chaturanga.h"
#include "games/chaturanga/chaturanga_board.h"
#include "games/game.h"

static void start(void *pos)
{
    static const struct chatur_rules USUAL = {0};
    chatur_start(pos, &USUAL);
}

static enum status parse(void *pos, struct span text, struct err *err)
{
    return chatur_parse(pos, text, err);
}

static void print(const void *pos, struct buf *out)
{
    chatur_print(pos, out);
}

static int seat_to_move(const void *pos)
{
    return ((const struct chatur_pos *)pos)->turn;
}

/* 0: the usual start under the usual readings; 1: anything else. */
static int handicap(const void *pos)
{
    enum { BYTES = offsetof(struct chatur_pos, rules) + sizeof(struct chatur_rules) };
    struct chatur_pos usual;
    start(&usual);
    return memcmp(&usual, pos, BYTES) != 0; /* the bytes after that are anybody's */
}

static bool parse_move(const void *pos, struct span text, game_move *out)
{
    return chatur_turn_parse(pos, text, out);
}

static void print_move(const void *pos, game_move move, struct buf *out)
{
    chatur_turn_print(pos, move, out);
}

static bool is_legal(const void *pos, game_move move)
{
    return chatur_is_legal(pos, move);
}

static void play(void *pos, game_move move)
{
    chatur_play(pos, move);
}

/* The dice in ascending order: which fell first is nobody's choice. */
static game_move move_group(game_move turn)
{
    unsigned roll = chatur_turn_roll(turn), mirrored = chatur_roll_mirrored(roll);
    return roll >= mirrored ? turn : (turn & ~UINT64_C(15)) | mirrored;
}

/* --- Facts ------------------------------------------------------------------------------------ */

static uint32_t facts_of(const struct chatur_pos *pos, uint32_t *out)
{
    uint32_t n = 0;
    for (unsigned c = 0; c < CHATUR_COLOURS; c++)
        for (unsigned kind = 0; kind < CHATUR_KINDS; kind++)
            for (uint64_t set = chatur_pieces(pos, c, kind); set; set &= set - 1)
                out[n++] = chatur_piece_fact(c, kind, chatur_first_square(set));
    for (unsigned c = 0; c < CHATUR_COLOURS; c++)
        if (pos->state[c] != CHATUR_PLAYING)
            out[n++] = chatur_state_fact(c, pos->state[c]);
    return n;
}

static uint32_t facts(const void *pos, uint32_t *out)
{
    return facts_of(pos, out);
}

/* What ended and began between two positions. */
static void compare(const struct chatur_pos *before, const struct chatur_pos *after,
                    struct fact_changes *out)
{
    out->n_ends = out->n_begins = 0;
    for (unsigned c = 0; c < CHATUR_COLOURS; c++)
        for (unsigned kind = 0; kind < CHATUR_KINDS; kind++) {
            uint64_t was = chatur_pieces(before, c, kind), is = chatur_pieces(after, c, kind);
            for (uint64_t set = was & ~is; set; set &= set - 1)
                out->ends[out->n_ends++] = chatur_piece_fact(c, kind, chatur_first_square(set));
            for (uint64_t set = is & ~was; set; set &= set - 1)
                out->begins[out->n_begins++] = chatur_piece_fact(c, kind, chatur_first_square(set));
        }
    for (unsigned c = 0; c < CHATUR_COLOURS; c++) {
        if (before->state[c] == after->state[c])
            continue;
        if (before->state[c] != CHATUR_PLAYING)
            out->ends[out->n_ends++] = chatur_state_fact(c, before->state[c]);
        if (after->state[c] != CHATUR_PLAYING)
            out->begins[out->n_begins++] = chatur_state_fact(c, after->state[c]);
    }
}

static void fact_changes(const void *pos, game_move move, struct fact_changes *out)
{
    struct chatur_pos after = *(const struct chatur_pos *)pos;
    chatur_play(&after, move);
    compare(pos, &after, out);
}

static const char STATE_NAMES[][8] = {"", "frozen", "waiting"};

static void fact_print(uint32_t fact, struct buf *out)
{
    if (fact >= CHATUR_PIECE_FACTS) {
        uint32_t n = fact - CHATUR_PIECE_FACTS;
        buf_printf(out, "%c.%s", chatur_colour_names[n / 2][0], STATE_NAMES[1 + n % 2]);
        return;
    }
    unsigned square = fact % 64, piece = fact / 64;
    buf_printf(out, "%c.%c%c.%s", chatur_colour_names[piece / CHATUR_KINDS][0],
               (char)('a' + square % 8), (char)('1' + square / 8),
               chatur_kind_names[piece % CHATUR_KINDS]);
}

/* "r.d1.raja", "g.frozen" */
static bool fact_parse(struct span name, uint32_t *out)
{
    unsigned colour = 0;
    if (name.n < 3 || name.p[1] != '.')
        return false;
    while (colour < CHATUR_COLOURS && chatur_colour_names[colour][0] != name.p[0])
        colour++;
    if (colour == CHATUR_COLOURS)
        return false;
    struct span rest = span_skip(name, 2);
    for (unsigned state = CHATUR_FROZEN; state <= CHATUR_WAITING; state++)
        if (span_eq(rest, span_of(STATE_NAMES[state]))) {
            *out = chatur_state_fact(colour, state);
            return true;
        }
    if (rest.n < 4 || rest.p[0] < 'a' || rest.p[0] > 'h' || rest.p[1] < '1' || rest.p[1] > '8' ||
        rest.p[2] != '.')
        return false;
    unsigned square = (unsigned)(rest.p[0] - 'a') + 8 * (unsigned)(rest.p[1] - '1');
    for (unsigned kind = 0; kind < CHATUR_KINDS; kind++)
        if (span_eq(span_skip(rest, 3), span_of(chatur_kind_names[kind]))) {
            *out = chatur_piece_fact(colour, kind, square);
            return true;
        }
    return false;
}

/* --- Light positions -------------------------------------------------------------------------- */

static void lite_begin(void *lite, const void *pos)
{
    *(struct chatur_pos *)lite = *(const struct chatur_pos *)pos;
}

/* Stored bytes may be damaged: the turn must be one that leaves a position behind. */
static bool lite_play(void *lite, game_move move, struct fact_changes *changes)
{
    struct chatur_pos *pos = lite, before = *pos;
    if (!chatur_can_play(pos, move))
        return false;
    chatur_play(pos, move);
    compare(&before, pos, changes);
    return true;
}

static int lite_seat(const void *lite)
{
    return ((const struct chatur_pos *)lite)->turn;
}

/* --- Symmetries: quarter turns give everything to the next player ----------------------------- */

static bool flips_seats(unsigned symmetry)
{
    return symmetry != 0;
}

static int seat_image(int seat, unsigned symmetry)
{
    return (seat + (int)symmetry) % CHATUR_COLOURS;
}

static uint32_t fact_image(uint32_t fact, unsigned symmetry, struct board_shape board)
{
    (void)board;
    if (fact >= CHATUR_PIECE_FACTS) {
        uint32_t n = fact - CHATUR_PIECE_FACTS;
        return CHATUR_PIECE_FACTS + ((n / 2 + symmetry) % CHATUR_COLOURS) * 2 + n % 2;
    }
    unsigned square = fact % 64, kind = fact / 64 % CHATUR_KINDS;
    unsigned colour = (fact / 64 / CHATUR_KINDS + symmetry) % CHATUR_COLOURS;
    for (unsigned i = 0; i < symmetry; i++)
        square = chatur_quarter_turn(square);
    return chatur_piece_fact(colour, kind, square);
}

const struct game chaturanga_game = {
    .name = "chaturanga",
    .title = {"Chaturanga (four-handed)", "四人制チャトランガ"},
    .seats = CHATUR_COLOURS,
    .seat_names = {"red", "green", "yellow", "black"},
    .pos_bytes = sizeof(struct chatur_pos),
    .pos_start = start,
    .pos_parse = parse,
    .pos_print = print,
    .seat_to_move = seat_to_move,
    .handicap = handicap,
    .move_parse = parse_move,
    .move_print = print_move,
    .move_is_legal = is_legal,
    .max_plies = CHATUR_MAX_PLIES,
    .passes = true,
    .play = play,
    .move_group = move_group,
    .move_bytes = 8,
    .fact_count = CHATUR_FACTS,
    .max_facts = 64 + CHATUR_COLOURS,
    .facts = facts,
    .fact_changes = fact_changes,
    .fact_print = fact_print,
    .fact_parse = fact_parse,
    .lite_bytes = sizeof(struct chatur_pos),
    .lite_begin = lite_begin,
    .lite_play = lite_play,
    .lite_seat = lite_seat,
    .lite_facts = facts,
    .symmetries = CHATUR_COLOURS,
    .flip = 1,
    .mirror = 0,        /* mirrored, it would be played anticlockwise */
    .orientations = 15, /* all quarter turns */
    .flips_seats = flips_seats,
    .seat_image = seat_image,
    .board = {8, 8},
    .fact_image = fact_image,
};
