/* go_lite.c: the rules of Go for those who only want to know which stones come and go; see
 * go_lite.h.
 *
 * A chain lives while one of its stones has a free side.  Finding such a stone means walking
 * through the chain, and every stone seen on the way then notes it as its witness.  Stones of one
 * chain stay in one chain until they are taken together (changes of the board by hand aside, after
 * which all witnesses are dropped), so as long as the witness has a free side, looking at it is all
 * that is ever needed. */
#include "games/go/go_lite.h"

#include <string.h>

#include "games/go/go_facts.h"

enum { CONTENT = 3, ONE_FREE = 4, MARK = 0x80 };

static const int SIDES[4] = {1, -1, GO_LITE_STRIDE, -GO_LITE_STRIDE};

static inline int cell_of(int point)
{
    return point + go_row(point) + GO_LITE_STRIDE;
}

static inline int point_of(int cell)
{
    return cell - GO_LITE_STRIDE - (cell / GO_LITE_STRIDE - 1);
}

/* --- Stones ---------------------------------------------------------------------------------- */

static inline void put_stone(struct go_lite *lite, int cell, int stone)
{
    lite->cell[cell] = (uint8_t)(lite->cell[cell] + stone);
    lite->witness[cell] = (uint16_t)cell;
    for (int i = 0; i < 4; i++)
        lite->cell[cell + SIDES[i]] = (uint8_t)(lite->cell[cell + SIDES[i]] - ONE_FREE);
}

static inline void take_stone(struct go_lite *lite, int cell)
{
    lite->cell[cell] &= (uint8_t) ~(CONTENT | MARK);
    for (int i = 0; i < 4; i++)
        lite->cell[cell + SIDES[i]] = (uint8_t)(lite->cell[cell + SIDES[i]] + ONE_FREE);
}

/* Chains may have come apart. */
static void drop_witnesses(struct go_lite *lite)
{
    size_t n = lite->used;
    for (size_t cell = 0; cell < n; cell++)
        lite->witness[cell] = (uint16_t)cell;
}

void go_lite_begin(struct go_lite *lite, const struct go_pos *pos)
{
    lite->width = pos->width;
    lite->height = pos->height;
    lite->turn = pos->turn;
    lite->used = (uint16_t)((pos->height + 2) * GO_LITE_STRIDE + 1);
    memset(lite->cell, GO_WALL, lite->used);
    for (int row = 0; row < pos->height; row++)
        memset(&lite->cell[cell_of(go_point(0, row))], GO_EMPTY, pos->width);
    drop_witnesses(lite);
    for (int row = 0; row < pos->height; row++)
        for (int column = 0; column < pos->width; column++)
            for (int i = 0, cell = cell_of(go_point(column, row)); i < 4; i++)
                if ((lite->cell[cell + SIDES[i]] & CONTENT) == GO_EMPTY)
                    lite->cell[cell] = (uint8_t)(lite->cell[cell] + ONE_FREE);
    for (int row = 0; row < pos->height; row++)
        for (int column = 0; column < pos->width; column++) {
            int point = go_point(column, row), stone = go_stone_at(pos, point);
            if (stone != GO_EMPTY)
                put_stone(lite, cell_of(point), stone);
        }
}

void go_lite_copy(struct go_lite *to, const struct go_lite *from)
{
    size_t n = from->used;
    to->width = from->width;
    to->height = from->height;
    to->turn = from->turn;
    to->used = from->used;
    memcpy(to->cell, from->cell, n);
    memcpy(to->witness, from->witness, n * sizeof *to->witness);
}

uint32_t go_lite_facts(const struct go_lite *lite, uint32_t *out)
{
    uint32_t count = 0;
    for (int row = 0; row < lite->height; row++)
        for (int column = 0; column < lite->width; column++) {
            int point = go_point(column, row), stone = lite->cell[cell_of(point)] & CONTENT;
            if (stone != GO_EMPTY)
                out[count++] = go_fact(stone - 1, point);
        }
    return count;
}

/* --- Chains ---------------------------------------------------------------------------------- */

/* The chain of a stone, as far as it had to be walked through. */
struct go_lite_chain {
    uint32_t n;
    uint16_t cells[GO_POINTS];
};

/* Walks through the chain, marking it, up to a stone with a free side; 0: there is none, and the
 * whole chain is in *chain. */
static int find_free(struct go_lite *lite, int cell, struct go_lite_chain *chain)
{
    int stone = lite->cell[cell] & CONTENT;
    chain->n = 1;
    chain->cells[0] = (uint16_t)cell;
    lite->cell[cell] |= MARK;
    for (uint32_t seen = 0; seen < chain->n; seen++)
        for (int i = 0; i < 4; i++) {
            int side = chain->cells[seen] + SIDES[i], content = lite->cell[side];
            if ((content & (MARK | CONTENT)) != stone)
                continue;
            chain->cells[chain->n++] = (uint16_t)side;
            lite->cell[side] |= MARK;
            if (content >= ONE_FREE)
                return side;
        }
    return 0;
}

/* Is the chain of the stone, which has no free side itself, without any?  *chain: its cells,
 * marked; otherwise nothing is marked. */
static bool is_dead(struct go_lite *lite, int cell, struct go_lite_chain *chain)
{
    if (lite->cell[lite->witness[cell]] >= ONE_FREE)
        return false;
    int witness = find_free(lite, cell, chain);
    if (!witness)
        return true;
    for (uint32_t i = 0; i < chain->n; i++) {
        lite->cell[chain->cells[i]] &= (uint8_t)~MARK;
        lite->witness[chain->cells[i]] = (uint16_t)witness;
    }
    return false;
}

/* Takes the chain of a stone without a free side off if it is dead; was it?  The stone just placed
 * is no end of a fact. */
static bool take_if_dead(struct go_lite *lite, int cell, int placed, struct fact_changes *out)
{
    struct go_lite_chain chain; /* 5 kB that need no zeros */
    int color = (lite->cell[cell] & CONTENT) - 1;
    if (!is_dead(lite, cell, &chain))
        return false;
    for (uint32_t i = 0; i < chain.n; i++) {
        take_stone(lite, chain.cells[i]);
        if (chain.cells[i] != placed)
            out->ends[out->n_ends++] = go_fact(color, point_of(chain.cells[i]));
    }
    return true;
}

/* Takes off what has no liberty, the opponent's stones first, then one's own; does the stone in the
 * cell stay? */
__attribute__((noinline)) static bool take_dead(struct go_lite *lite, int cell, int stone,
                                                struct fact_changes *out)
{
    bool any = false;
    for (int i = 0; i < 4; i++) {
        int side = cell + SIDES[i];
        if (lite->cell[side] == 3 - stone)
            any |= take_if_dead(lite, side, cell, out);
    }
    return any || lite->cell[cell] != stone || !take_if_dead(lite, cell, cell, out);
}

/* --- Moves ----------------------------------------------------------------------------------- */

/* An empty side less; is it now a stone of that colour without any? */
static inline bool press(uint8_t *side, int stone)
{
    *side = (uint8_t)(*side - ONE_FREE);
    return *side == stone;
}

/* A stone on an empty point, which is nearly every move; does it stay? */
static inline bool play_stone(struct go_lite *lite, int cell, int stone, struct fact_changes *out)
{
    uint8_t *at = &lite->cell[cell];
    lite->witness[cell] = (uint16_t)cell;
    *at = (uint8_t)(*at + stone);
    bool cramped = *at == stone;
    cramped |= press(at + 1, 3 - stone); /* no loop: compilers leave it one, at twice the time */
    cramped |= press(at - 1, 3 - stone);
    cramped |= press(at + GO_LITE_STRIDE, 3 - stone);
    cramped |= press(at - GO_LITE_STRIDE, 3 - stone);
    return !cramped || take_dead(lite, cell, stone, out);
}

/* What stands on a point by hand, or is played on a stone: that goes first, and a stone that
 * replaces one like it changes nothing. */
static void change_point(struct go_lite *lite, go_move m, int cell, struct fact_changes *out)
{
    int point = go_move_point(m), stone = 1 + go_move_color(m);
    int before = lite->cell[cell] & CONTENT;
    if (before != GO_EMPTY) {
        take_stone(lite, cell);
        drop_witnesses(lite);
    }
    if (go_move_kind(m) == GO_PLAY)
        (void)play_stone(lite, cell, stone, out);
    else if (go_move_kind(m) == GO_PUT)
        put_stone(lite, cell, stone);
    int after = lite->cell[cell] & CONTENT;
    if (before != GO_EMPTY && after != before)
        out->ends[out->n_ends++] = go_fact(before - 1, point);
    if (after != GO_EMPTY && after != before)
        out->begins[out->n_begins++] = go_fact(after - 1, point);
}

/* Moves without a point, and rare ones with one. */
__attribute__((noinline)) static int play_other(struct go_lite *lite, go_move m,
                                                struct fact_changes *out)
{
    int point = go_move_point(m), color = go_move_color(m);
    enum go_kind kind = go_move_kind(m);
    bool pointless = kind == GO_TURN || (kind == GO_PLAY && go_move_is_pass(m));
    if (!pointless &&
        (point < 0 || go_column(point) >= lite->width || go_row(point) >= lite->height))
        return -1;
    out->n_ends = out->n_begins = 0;
    if (!pointless)
        change_point(lite, m, cell_of(point), out);
    if (kind == GO_PLAY || kind == GO_TURN)
        lite->turn = (uint8_t)(kind == GO_TURN ? color : color ^ 1);
    return lite->turn;
}

int go_lite_play(struct go_lite *lite, go_move m, struct fact_changes *out)
{
    int point = go_move_point(m), color = go_move_color(m), cell = cell_of(point);
    bool stone = go_move_kind(m) == GO_PLAY && !go_move_is_pass(m);
    if (!stone || point < 0 || cell >= lite->used || (lite->cell[cell] & CONTENT) != GO_EMPTY)
        return play_other(lite, m, out);
    lite->turn = (uint8_t)(color ^ 1);
    out->n_ends = 0;
    out->begins[0] = go_fact(color, point);
    out->n_begins = play_stone(lite, cell, 1 + color, out);
    return lite->turn;
}
