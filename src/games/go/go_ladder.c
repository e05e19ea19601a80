/* go_ladder.c: see go_ladder.h.
 *
 * Chains are found by flood filling: they are short, few moves are read of most, and there is
 * nothing to keep up to date or to restore. */
#include "games/go/go_ladder.h"

#include <string.h>

static const int SIDES[4] = {1, -1, GO_STRIDE, -GO_STRIDE};

enum {
    ENOUGH = 3,        /* liberties: it has escaped */
    WORTH_KEEPING = 6, /* positions read */
    MOST_TRIED = 16,   /* ways out of one atari; no game has so many */
};

static size_t cells_used(const struct go_ladder_board *b)
{
    return (b->height + 2U) * GO_STRIDE;
}

void go_ladder_init(struct go_ladder_board *b)
{
    b->width = b->height = 0;
    b->stamp = 0;
    memset(b->mark, 0, sizeof b->mark);
    memset(b->answers.key, 0, sizeof b->answers.key);
    b->answers.next = 0;
}

/* --- Answers that are kept -------------------------------------------------------------------- */

static bool was_read(const uint64_t *read, int cell)
{
    return read[cell / 64] >> cell % 64 & 1;
}

/* A cell has changed: forgets what was read there or beside it. */
static void forget_around(struct go_ladder_answers *a, int cell)
{
    for (int i = 0; i < GO_LADDER_ANSWERS; i++) {
        bool read = a->key[i] && was_read(a->read[i], cell);
        for (int k = 0; k < 4 && a->key[i] && !read; k++)
            read = was_read(a->read[i], cell + SIDES[k]);
        if (read)
            a->key[i] = 0;
    }
}

void go_ladder_begin(struct go_ladder_board *b, const struct go_pos *pos)
{
    if (b->width != pos->width || b->height != pos->height || b->stamp > UINT32_MAX / 2) {
        go_ladder_init(b);
        b->width = pos->width;
        b->height = pos->height;
        memcpy(b->cell, pos->cell, cells_used(b));
    }
    b->turn = pos->turn;
    b->first_ko = pos->ko;
    for (int row = 1; row <= b->height; row++) {
        int from = row * GO_STRIDE + 1;
        if (memcmp(&b->cell[from], &pos->cell[from], b->width) == 0)
            continue;
        for (int cell = from; cell < from + b->width; cell++)
            if (b->cell[cell] != pos->cell[cell]) {
                b->cell[cell] = pos->cell[cell];
                forget_around(&b->answers, cell);
            }
    }
}

/* -1: none. */
static int find_answer(const struct go_ladder_answers *a, int key)
{
    for (int i = 0; i < GO_LADDER_ANSWERS; i++)
        if (a->key[i] == key)
            return i;
    return -1;
}

/* What was looked at since has a mark above `before`. */
static void keep_answer(struct go_ladder_board *b, int key, bool captured, uint32_t before)
{
    struct go_ladder_answers *a = &b->answers;
    unsigned slot = a->next++ % GO_LADDER_ANSWERS;
    size_t used = cells_used(b);
    a->key[slot] = (uint16_t)key;
    a->captured[slot] = captured;
    memset(a->read[slot], 0, sizeof a->read[slot]);
    for (size_t i = 0; i < used; i++)
        a->read[slot][i / 64] |= (uint64_t)(b->mark[i] > before) << i % 64;
}

/* --- Chains ----------------------------------------------------------------------------------- */

struct ladder_chain {
    uint32_t
        stones; /* so many of b->chain; not all of them if there are as many liberties as asked */
    int liberties;
    int liberty[ENOUGH];
};

/* The chain of a stone, up to `most` liberties. */
static void look(struct go_ladder_board *b, int first, int most, struct ladder_chain *out)
{
    uint32_t stamp = ++b->stamp, count = 1;
    uint8_t stone = b->cell[first];
    out->liberties = 0;
    b->mark[first] = stamp;
    b->chain[0] = (uint16_t)first;
    for (uint32_t at = 0; at < count; at++)
        for (int i = 0; i < 4; i++) {
            int side = b->chain[at] + SIDES[i];
            if ((b->cell[side] != stone && b->cell[side] != GO_EMPTY) || b->mark[side] == stamp)
                continue;
            b->mark[side] = stamp;
            if (b->cell[side] == stone) {
                b->chain[count++] = (uint16_t)side;
                continue;
            }
            out->liberty[out->liberties++] = side;
            if (out->liberties == most) {
                out->stones = count;
                return;
            }
        }
    out->stones = count;
}

/* --- Moves ------------------------------------------------------------------------------------ */

/* What undoing a move needs. */
struct ladder_undo {
    int cell;
    uint16_t ko;
    uint32_t taken_count;
};

static bool has_empty_side(const struct go_ladder_board *b, int cell)
{
    return b->cell[cell + 1] == GO_EMPTY || b->cell[cell - 1] == GO_EMPTY ||
           b->cell[cell + GO_STRIDE] == GO_EMPTY || b->cell[cell - GO_STRIDE] == GO_EMPTY;
}

static void take_if_dead(struct go_ladder_board *b, int cell)
{
    struct ladder_chain c;
    if (has_empty_side(b, cell)) {
        b->mark[cell] = b->stamp; /* it was looked at */
        return;
    }
    look(b, cell, 1, &c);
    if (c.liberties)
        return;
    for (uint32_t i = 0; i < c.stones; i++) {
        b->cell[b->chain[i]] = GO_EMPTY;
        b->taken[b->taken_count++] = b->chain[i];
    }
}

static void unplay(struct go_ladder_board *b, const struct ladder_undo *undo)
{
    uint8_t other = (uint8_t)(3 - b->cell[undo->cell]);
    while (b->taken_count > undo->taken_count)
        b->cell[b->taken[--b->taken_count]] = other;
    b->cell[undo->cell] = GO_EMPTY;
    b->ko = undo->ko;
}

/* False, with nothing changed, if ko or suicide forbids it. */
static bool play(struct go_ladder_board *b, int cell, int stone, struct ladder_undo *undo)
{
    struct ladder_chain own;
    if (cell == b->ko)
        return false;
    *undo = (struct ladder_undo){cell, b->ko, b->taken_count};
    b->cell[cell] = (uint8_t)stone;
    for (int i = 0; i < 4; i++)
        if (b->cell[cell + SIDES[i]] == 3 - stone)
            take_if_dead(b, cell + SIDES[i]);
    uint32_t taken = b->taken_count - undo->taken_count;
    b->ko = 0;
    if (taken != 1 && has_empty_side(b, cell))
        return true; /* nearly always */
    look(b, cell, 2, &own);
    if (!own.liberties) {
        unplay(b, undo);
        return false;
    }
    if (taken == 1 && own.stones == 1 && own.liberties == 1)
        b->ko = b->taken[undo->taken_count];
    return true;
}

/* --- Reading ---------------------------------------------------------------------------------- */

static bool owner_escapes(struct go_ladder_board *b, int cell);

/* Liberties that a chain gains at least if its owner plays on the one of its two liberties that the
 * attacker leaves. */
static int gained(const struct go_ladder_board *b, int left, int other)
{
    int count = 0;
    for (int i = 0; i < 4; i++) {
        int side = left + SIDES[i];
        count += b->cell[side] == GO_EMPTY && side != other;
    }
    return count;
}

/* The attacker moves. */
static bool attacker_captures(struct go_ladder_board *b, int cell) /* NOLINT(misc-no-recursion) */
{
    struct ladder_chain c;
    struct ladder_undo undo;
    int stone = 3 - b->cell[cell];
    look(b, cell, ENOUGH, &c);
    if (c.liberties != 2)
        return c.liberties == 1 && c.liberty[0] != b->ko;
    /* if the attacker takes either; first the one that leaves less */
    const int gain[2] = {gained(b, c.liberty[1], c.liberty[0]),
                         gained(b, c.liberty[0], c.liberty[1])};
    int first = gain[1] < gain[0];
    for (int i = 0; i < 2; i++) {
        int at = first ^ i;
        if (gain[at] >= ENOUGH || !b->left || !play(b, c.liberty[at], stone, &undo))
            continue;
        b->left--;
        bool captured = !owner_escapes(b, cell);
        unplay(b, &undo);
        if (captured)
            return true;
    }
    return false;
}

/* Lists the cells of stones of a colour beside the chain that was looked at last. */
static uint32_t list_beside(struct go_ladder_board *b, uint32_t stones, int color)
{
    uint32_t count = 0;
    for (uint32_t at = 0; at < stones; at++)
        for (int i = 0; i < 4; i++) {
            int side = b->chain[at] + SIDES[i];
            if (b->cell[side] != color || b->mark[side] == b->stamp)
                continue;
            b->mark[side] = b->stamp;
            b->beside[count++] = (uint16_t)side;
        }
    return count;
}

static bool holds(const int *moves, int count, int move)
{
    for (int i = 0; i < count; i++)
        if (moves[i] == move)
            return true;
    return false;
}

/* The moves that take what has one liberty beside a chain in atari, but for its own liberty. */
static int list_captures(struct go_ladder_board *b, int cell, int *moves)
{
    struct ladder_chain own, other;
    look(b, cell, 2, &own);
    uint32_t beside = list_beside(b, own.stones, 3 - b->cell[cell]), before = b->stamp;
    int count = 0;
    for (uint32_t i = 0; i < beside && count < MOST_TRIED; i++) {
        if (b->mark[b->beside[i]] > before)
            continue; /* of a chain that was looked at */
        look(b, b->beside[i], 2, &other);
        if (other.liberties == 1 && other.liberty[0] != own.liberty[0] &&
            !holds(moves, count, other.liberty[0]))
            moves[count++] = other.liberty[0];
    }
    return count;
}

/* NOLINTNEXTLINE(misc-no-recursion): as deep as GO_LADDER_POSITIONS */
static bool escapes_by(struct go_ladder_board *b, int cell, int move)
{
    struct ladder_undo undo;
    if (!b->left)
        return true;
    if (!play(b, move, b->cell[cell], &undo))
        return false;
    b->left--;
    bool escaped = !attacker_captures(b, cell);
    unplay(b, &undo);
    return escaped;
}

/* The owner of a chain in atari moves. */
static bool owner_escapes(struct go_ladder_board *b, int cell) /* NOLINT(misc-no-recursion) */
{
    struct ladder_chain own;
    int moves[MOST_TRIED];
    look(b, cell, 2, &own);
    if (escapes_by(b, cell, own.liberty[0]))
        return true;
    int count = list_captures(b, cell, moves);
    for (int i = 0; i < count; i++)
        if (escapes_by(b, cell, moves[i]))
            return true;
    return false;
}

static bool read_ladder(struct go_ladder_board *b, int cell, int first, uint16_t ko)
{
    int stone = b->cell[cell];
    struct ladder_chain c;
    b->ko = ko;
    b->left = GO_LADDER_POSITIONS;
    b->taken_count = 0;
    if (1 + first != stone)
        return attacker_captures(b, cell);
    look(b, cell, 2, &c);
    return c.liberties == 1 && !owner_escapes(b, cell);
}

bool go_ladder_captures(struct go_ladder_board *b, int point, int first)
{
    int cell = go_cell(point);
    if (b->cell[cell] == GO_EMPTY)
        return false;
    if (first == b->turn && b->first_ko)
        return read_ladder(b, cell, first, b->first_ko);
    int key = 2 * cell + first, known = find_answer(&b->answers, key);
    if (known >= 0)
        return b->answers.captured[known];
    uint32_t before = b->stamp;
    bool captured = read_ladder(b, cell, first, 0);
    if (GO_LADDER_POSITIONS - b->left >= WORTH_KEEPING)
        keep_answer(b, key, captured, before);
    return captured;
}
