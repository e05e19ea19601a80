/* hasami_game.h: hasami shogi on a board of five by five, as a game that only tests know.
 *
 * Each side has five men on its first rank, which move like rooks; men between two of the other
 * side's in a row or column come off.  It shows all that a new game has to write: rules, text, and
 * a row of words for queries.
 *
 *     facts      colour * 25 + square        named bA1, wE5
 *     moves      1 + from * 25 + to          named a1a4
 *     positions  "wwwww/5/5/5/bbbbb b"       ranks from the top, whose turn it is */
#ifndef KIFU_TESTS_UNIT_HASAMI_GAME_H
#define KIFU_TESTS_UNIT_HASAMI_GAME_H

#include "games/game.h"
#include "query/language/words.h"

enum { HASAMI_SIDE = 5, HASAMI_SQUARES = 25, HASAMI_FLIP = 1, HASAMI_MIRROR = 2 };

struct hasami_pos {
    uint8_t at[HASAMI_SQUARES]; /* 0: empty, 1 + colour */
    uint8_t turn;
};

static void hasami_start(void *pos)
{
    struct hasami_pos *p = pos;
    *p = (struct hasami_pos){0};
    for (int i = 0; i < HASAMI_SIDE; i++) {
        p->at[i] = 1;
        p->at[HASAMI_SQUARES - 1 - i] = 2;
    }
}

static int hasami_seat(const void *pos)
{
    return ((const struct hasami_pos *)pos)->turn;
}

/* From, to and the distance between squares on the way; false: not along a row or column. */
static bool hasami_way(game_move move, int *from, int *to, int *step)
{
    if (move == 0 || move > HASAMI_SQUARES * HASAMI_SQUARES)
        return false;
    *from = (int)(move - 1) / HASAMI_SQUARES;
    *to = (int)(move - 1) % HASAMI_SQUARES;
    bool row = *from / HASAMI_SIDE == *to / HASAMI_SIDE;
    *step = (*to > *from ? 1 : -1) * (row ? 1 : HASAMI_SIDE);
    return *from != *to && (row || *from % HASAMI_SIDE == *to % HASAMI_SIDE);
}

static bool hasami_is_legal(const void *pos, game_move move)
{
    const struct hasami_pos *p = pos;
    int from, to, step;
    if (!hasami_way(move, &from, &to, &step) || p->at[from] != 1 + p->turn)
        return false;
    for (int at = from + step; at != to + step; at += step)
        if (p->at[at])
            return false;
    return true;
}

static uint32_t hasami_fact(int color, int square)
{
    return (uint32_t)(color * HASAMI_SQUARES + square);
}

/* Takes what stands between the man that moved and another in this direction. */
static void hasami_take(struct hasami_pos *p, int at, int right, int up, struct fact_changes *c)
{
    int x = at % HASAMI_SIDE, y = at / HASAMI_SIDE, us = p->turn, n = 0;
    int taken[HASAMI_SIDE];
    for (;;) {
        x += right;
        y += up;
        if (x < 0 || y < 0 || x >= HASAMI_SIDE || y >= HASAMI_SIDE)
            return;
        int square = y * HASAMI_SIDE + x;
        if (p->at[square] != 2 - us) {
            for (int i = 0; i < n && p->at[square] == 1 + us; i++) {
                p->at[taken[i]] = 0;
                c->ends[c->n_ends++] = hasami_fact(us ^ 1, taken[i]);
            }
            return;
        }
        taken[n++] = square;
    }
}

static int hasami_lite_play(void *lite, game_move move, struct fact_changes *c)
{
    struct hasami_pos *p = lite;
    int from, to, step;
    if (!hasami_is_legal(p, move) || !hasami_way(move, &from, &to, &step))
        return -1;
    p->at[from] = 0;
    p->at[to] = (uint8_t)(1 + p->turn);
    c->n_ends = c->n_begins = 1;
    c->ends[0] = hasami_fact(p->turn, from);
    c->begins[0] = hasami_fact(p->turn, to);
    hasami_take(p, to, 1, 0, c);
    hasami_take(p, to, -1, 0, c);
    hasami_take(p, to, 0, 1, c);
    hasami_take(p, to, 0, -1, c);
    return p->turn ^= 1;
}

static void hasami_play(void *pos, game_move move)
{
    struct fact_changes c;
    (void)hasami_lite_play(pos, move, &c);
}

static uint32_t hasami_facts(const void *pos, uint32_t *out)
{
    const struct hasami_pos *p = pos;
    uint32_t n = 0;
    for (int i = 0; i < HASAMI_SQUARES; i++)
        if (p->at[i])
            out[n++] = hasami_fact(p->at[i] - 1, i);
    return n;
}

static void hasami_lite_begin(void *lite, const void *pos)
{
    *(struct hasami_pos *)lite = *(const struct hasami_pos *)pos;
}

static int hasami_seat_image(int seat, unsigned symmetry)
{
    return symmetry & HASAMI_FLIP ? seat ^ 1 : seat;
}

static uint32_t hasami_fact_image(uint32_t fact, unsigned symmetry, struct board_shape board)
{
    (void)board;
    int color = (int)fact / HASAMI_SQUARES, square = (int)fact % HASAMI_SQUARES;
    if (symmetry & HASAMI_FLIP)
        square = HASAMI_SQUARES - 1 - square;
    if (symmetry & HASAMI_MIRROR)
        square += HASAMI_SIDE - 1 - 2 * (square % HASAMI_SIDE);
    return hasami_fact(hasami_seat_image(color, symmetry), square);
}

static enum status hasami_parse(void *pos, struct span text, struct err *err)
{
    static const struct msg BAD = {"no position of hasami shogi: %1",
                                   "はさみ将棋の局面ではない: %1"};
    struct hasami_pos p = {0};
    int n = 0;
    size_t i = 0;
    for (; i < text.n && text.p[i] != ' ' && n <= HASAMI_SQUARES; i++) {
        char c = text.p[i];
        if (c >= '1' && c <= '5')
            n += c - '0';
        else if ((c == 'b' || c == 'w') && n < HASAMI_SQUARES)
            p.at[(HASAMI_SIDE - 1 - n / HASAMI_SIDE) * HASAMI_SIDE + n % HASAMI_SIDE] =
                c == 'b' ? 1 : 2,
                                                                         n++;
        else if (c != '/' || n % HASAMI_SIDE)
            n = HASAMI_SQUARES + 1;
    }
    bool good = n == HASAMI_SQUARES && i + 2 == text.n;
    if (!good || (text.p[i + 1] != 'b' && text.p[i + 1] != 'w'))
        return err_set(err, STATUS_SYNTAX, &BAD, text, (struct span){0});
    p.turn = text.p[i + 1] == 'w';
    *(struct hasami_pos *)pos = p;
    return STATUS_OK;
}

static void hasami_print(const void *pos, uint32_t number, struct buf *out)
{
    (void)number;
    const struct hasami_pos *p = pos;
    for (int row = HASAMI_SIDE - 1; row >= 0; row--) {
        int empty = 0;
        for (int column = 0; column < HASAMI_SIDE; column++) {
            int man = p->at[row * HASAMI_SIDE + column];
            empty += !man;
            if (empty && (man || column == HASAMI_SIDE - 1))
                buf_add_u64(out, (uint64_t)empty);
            if (man) {
                buf_add_char(out, man == 1 ? 'b' : 'w');
                empty = 0;
            }
        }
        buf_add_str(out, row ? "/" : p->turn ? " w" : " b");
    }
}

/* "a1", or of facts "A1"; -1: none. */
static int hasami_square(const char *p, char first)
{
    int column = p[0] - first, row = p[1] - '1';
    bool good = column >= 0 && column < HASAMI_SIDE && row >= 0 && row < HASAMI_SIDE;
    return good ? row * HASAMI_SIDE + column : -1;
}

static bool hasami_move_parse(const void *pos, struct span text, game_move *out)
{
    (void)pos;
    int from = text.n == 4 ? hasami_square(text.p, 'a') : -1;
    int to = text.n == 4 ? hasami_square(text.p + 2, 'a') : -1;
    *out = from >= 0 && to >= 0 ? (game_move)(1 + from * HASAMI_SQUARES + to) : 0;
    return *out != 0;
}

static void hasami_move_print(const void *pos, game_move move, struct buf *out)
{
    (void)pos;
    int from = (int)(move - 1) / HASAMI_SQUARES, to = (int)(move - 1) % HASAMI_SQUARES;
    buf_printf(out, "%c%d%c%d", 'a' + from % HASAMI_SIDE, 1 + from / HASAMI_SIDE,
               'a' + to % HASAMI_SIDE, 1 + to / HASAMI_SIDE);
}

static bool hasami_fact_parse(struct span name, uint32_t *out)
{
    int square = name.n == 3 ? hasami_square(name.p + 1, 'A') : -1;
    if (square < 0 || (name.p[0] != 'b' && name.p[0] != 'w'))
        return false;
    *out = hasami_fact(name.p[0] == 'w', square);
    return true;
}

static void hasami_fact_print(uint32_t fact, struct buf *out)
{
    int square = (int)fact % HASAMI_SQUARES;
    buf_printf(out, "%c%c%d", fact < HASAMI_SQUARES ? 'b' : 'w', 'A' + square % HASAMI_SIDE,
               1 + square / HASAMI_SIDE);
}

static const struct game hasami_game = {
    .name = "hasami",
    .title = {"hasami shogi", "はさみ将棋"},
    .seats = 2,
    .seat_names = {"black", "white"},
    .seat_titles = {{"black", "先手"}, {"white", "後手"}},
    .pos_bytes = sizeof(struct hasami_pos),
    .lite_bytes = sizeof(struct hasami_pos),
    .move_bytes = 2,
    .max_plies = 1000,
    .board = {HASAMI_SIDE, HASAMI_SIDE},
    .by_turns = true,
    .fact_count = 2 * HASAMI_SQUARES,
    .max_facts = HASAMI_SQUARES,
    .symmetries = 4,
    .flip = HASAMI_FLIP,
    .mirror = HASAMI_MIRROR,
    .orientations = 15,
    .rules = {.pos_start = hasami_start,
              .seat_to_move = hasami_seat,
              .move_is_legal = hasami_is_legal,
              .play = hasami_play,
              .facts = hasami_facts,
              .lite_begin = hasami_lite_begin,
              .lite_play = hasami_lite_play,
              .seat_image = hasami_seat_image,
              .fact_image = hasami_fact_image},
    .text = {.pos_parse = hasami_parse,
             .pos_print = hasami_print,
             .move_parse = hasami_move_parse,
             .move_print = hasami_move_print,
             .fact_parse = hasami_fact_parse,
             .fact_print = hasami_fact_print},
};

/* --- Words for queries: those of every game, and facts ----------------------------------------- */

static int hasami_seat_word(struct span word)
{
    return span_eq(word, SPAN("b")) ? 0 : span_eq(word, SPAN("w")) ? 1 : -1;
}

static uint32_t hasami_read_word(struct parser *p, struct span word, bool *mine)
{
    (void)p;
    (void)word;
    *mine = false;
    return 0;
}

static int hasami_no_handicap(struct span name)
{
    (void)name;
    return -1;
}

static const char *const HASAMI_VOCABULARY[] = {NULL};

static const struct game_words hasami_words = {
    .game = &hasami_game,
    .seats = {"b", "w"},
    .seat = hasami_seat_word,
    .read = hasami_read_word,
    .vocabulary = HASAMI_VOCABULARY,
    .handicap = hasami_no_handicap,
};

/* What makes the library know it. */
const struct game *const extra_games[] = {&hasami_game, NULL};
const struct game_words *const extra_words[] = {&hasami_words, NULL};

#endif
