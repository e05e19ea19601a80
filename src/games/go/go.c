/* go.c: stones, chains and liberties; see go.h.
 *
 * Nothing is counted exactly that need not be: a chain keeps the number of (stone, empty neighbour)
 * pairs, which changes by simple additions and is 0 just when it has no liberty.  Joining chains
 * relabels the smaller one. */
#include "games/go/go.h"

#include <stddef.h>
#include <string.h>

static const int SIDES[4] = {1, -1, GO_STRIDE, -GO_STRIDE};

/* A random number for each stone. */
static uint64_t stone_hash(int cell, int stone)
{
    uint64_t x = (uint64_t)(cell * 4 + stone) * 0x9E3779B97F4A7C15U;
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9U;
    x = (x ^ x >> 27) * 0x94D049BB133111EBU;
    return x ^ x >> 31;
}

/* How many cells a board with its walls takes. */
static size_t cells_used(const struct go_pos *pos)
{
    return (pos->height + 2U) * GO_STRIDE;
}

void go_pos_empty(struct go_pos *pos, int width, int height)
{
    memset(pos, 0, offsetof(struct go_pos, cell));
    pos->width = (uint8_t)width;
    pos->height = (uint8_t)height;
    memset(pos->cell, GO_WALL, cells_used(pos));
    for (int row = 0; row < height; row++)
        memset(&pos->cell[go_cell(go_point(0, row))], GO_EMPTY, (size_t)width);
    memset(pos->head, 0, cells_used(pos) * sizeof *pos->head);
    pos->open[0] = 0; /* counted up and down for those who have no chain */
}

void go_pos_copy(struct go_pos *to, const struct go_pos *from)
{
    size_t n = cells_used(from);
    memcpy(to, from, offsetof(struct go_pos, cell));
    memcpy(to->cell, from->cell, n);
    memcpy(to->head, from->head, n * sizeof *to->head);
    memcpy(to->next, from->next, n * sizeof *to->next);
    memcpy(to->open, from->open, n * sizeof *to->open);
    memcpy(to->size, from->size, n * sizeof *to->size);
}

static bool is_stone(int content)
{
    return content == 1 || content == 2;
}

/* --- Chains ----------------------------------------------------------------------------------- */

static void join(struct go_pos *pos, int a, int b)
{
    if (a == b)
        return;
    int keep = a, lose = b;
    if (pos->size[a] < pos->size[b]) {
        keep = b;
        lose = a;
    }
    int at = lose;
    do {
        pos->head[at] = (uint16_t)keep;
        at = pos->next[at];
    } while (at != lose);
    uint16_t after = pos->next[keep]; /* two rings become one */
    pos->next[keep] = pos->next[lose];
    pos->next[lose] = after;
    pos->open[keep] = (uint16_t)(pos->open[keep] + pos->open[lose]);
    pos->size[keep] = (uint16_t)(pos->size[keep] + pos->size[lose]);
}

/* A stone arrives on an empty cell: a chain of one, joined to its neighbours. */
static void add_stone(struct go_pos *pos, int cell, int stone)
{
    unsigned open = 0;
    pos->cell[cell] = (uint8_t)stone;
    pos->hash ^= stone_hash(cell, stone);
    pos->head[cell] = pos->next[cell] = (uint16_t)cell;
    pos->size[cell] = 1;
#pragma GCC unroll 4 /* or it stays a loop, and a move takes an eighth longer */
    for (int i = 0; i < 4; i++) {
        int side = cell + SIDES[i];
        open += pos->cell[side] == GO_EMPTY;
        pos->open[pos->head[side]]--; /* cell 0 stands in where there is no stone */
    }
    pos->open[cell] = (uint16_t)open;
#pragma GCC unroll 4
    for (int i = 0; i < 4; i++) {
        int side = cell + SIDES[i];
        if (pos->cell[side] == stone)
            join(pos, pos->head[cell], pos->head[side]);
    }
}

/* All stones of a chain come off; their points are appended to change. */
static void take_chain(struct go_pos *pos, int head, struct go_change *change)
{
    int stone = pos->cell[head], at = head;
    do { /* first all cells are emptied, then neighbours are told */
        pos->cell[at] = GO_EMPTY;
        pos->head[at] = 0;
        pos->hash ^= stone_hash(at, stone);
        change->points[change->taken++] = (uint16_t)go_point_of_cell(at);
        at = pos->next[at];
    } while (at != head);
    do {
        for (int i = 0; i < 4; i++) {
            int side = at + SIDES[i];
            pos->open[pos->head[side]]++;
        }
        at = pos->next[at];
    } while (at != head);
}

/* Makes a chain anew after one of its stones was taken away singly. */
static void rebuild_chain(struct go_pos *pos, int head, int without)
{
    uint16_t cells[GO_POINTS];
    uint32_t n = 0;
    int stone = pos->cell[head], at = head;
    do {
        if (at != without)
            cells[n++] = (uint16_t)at;
        at = pos->next[at];
    } while (at != head);
    struct go_change unused; /* 5 kB that need no zeros */
    unused.taken = 0;
    take_chain(pos, head, &unused);
    for (uint32_t i = 0; i < n; i++)
        add_stone(pos, cells[i], stone);
}

static void remove_stone(struct go_pos *pos, int cell)
{
    if (is_stone(pos->cell[cell]))
        rebuild_chain(pos, pos->head[cell], cell);
}

/* --- Moves ------------------------------------------------------------------------------------ */

enum go_illegal go_why_illegal(const struct go_pos *pos, go_move m)
{
    int point = go_move_point(m);
    enum go_kind kind = go_move_kind(m);
    if ((kind == GO_PLAY && go_move_is_pass(m)) || kind == GO_TURN)
        return GO_LEGAL;
    if (!go_on_board(pos, point))
        return GO_OFF_BOARD;
    if (kind != GO_PLAY)
        return GO_LEGAL;
    int cell = go_cell(point), stone = 1 + go_move_color(m);
    if (pos->cell[cell] != GO_EMPTY)
        return GO_OCCUPIED;
    if (cell == pos->ko && pos->turn == go_move_color(m))
        return GO_KO;
    bool room = false;
#pragma GCC unroll 4
    for (int i = 0; i < 4; i++)
        room |= pos->cell[cell + SIDES[i]] == GO_EMPTY;
    if (room)
        return GO_LEGAL; /* nearly always */
    for (int i = 0; i < 4; i++) {
        int side = cell + SIDES[i], content = pos->cell[side];
        if (!is_stone(content))
            continue;
        unsigned shared = 0; /* how often the chain touches this cell */
        for (int j = 0; j < 4; j++)
            if (is_stone(pos->cell[cell + SIDES[j]]) &&
                pos->head[cell + SIDES[j]] == pos->head[side])
                shared++;
        bool dies = pos->open[pos->head[side]] == shared;
        if (dies != (content == stone))
            return GO_LEGAL; /* takes something, or joins what lives */
    }
    return GO_SUICIDE;
}

/* A stone alone that took just one stone may be taken back only after a move elsewhere. */
static void set_ko(struct go_pos *pos, int cell, const struct go_change *change)
{
    pos->ko = 0;
    if (change->taken == 1 && pos->next[cell] == cell && pos->open[cell] == 1)
        pos->ko = (uint16_t)go_cell(change->points[0]);
}

static void play_stone(struct go_pos *pos, int point, int color, struct go_change *change)
{
    int cell = go_cell(point), stone = 1 + color;
    change->placed = point;
    change->replaced = pos->cell[cell];
    remove_stone(pos, cell);
    add_stone(pos, cell, stone);
    change->taken_color = color ^ 1;
#pragma GCC unroll 4
    for (int i = 0; i < 4; i++) {
        int side = cell + SIDES[i];
        if ((pos->cell[side] == 3 - stone) & (pos->open[pos->head[side]] == 0))
            take_chain(pos, pos->head[side], change);
    }
    if (change->taken == 0 && pos->open[pos->head[cell]] == 0) {
        change->taken_color = color;
        take_chain(pos, pos->head[cell], change);
        pos->captured[color ^ 1] += change->taken;
        pos->ko = 0;
        return;
    }
    pos->captured[color] += change->taken;
    set_ko(pos, cell, change);
}

static void edit_board(struct go_pos *pos, go_move m, struct go_change *change)
{
    int cell = go_cell(go_move_point(m));
    change->replaced = pos->cell[cell];
    remove_stone(pos, cell);
    if (go_move_kind(m) == GO_PUT) {
        change->placed = go_move_point(m);
        add_stone(pos, cell, 1 + go_move_color(m));
    } else if (is_stone(change->replaced)) {
        change->taken_color = change->replaced - 1;
        change->points[change->taken++] = (uint16_t)go_move_point(m);
        change->replaced = GO_EMPTY;
    }
    pos->ko = 0;
}

bool go_play(struct go_pos *pos, go_move m, struct go_change *change)
{
    struct go_change unwanted;
    struct go_change *c = change ? change : &unwanted;
    enum go_kind kind = go_move_kind(m);
    bool pointless = kind == GO_TURN || (kind == GO_PLAY && go_move_is_pass(m));
    c->placed = -1;
    c->replaced = GO_EMPTY;
    c->taken_color = 0;
    c->taken = 0;
    if (!pointless && !go_on_board(pos, go_move_point(m)))
        return false;
    if (kind == GO_TURN) {
        pos->turn = (uint8_t)go_move_color(m);
        pos->ko = 0;
    } else if (kind != GO_PLAY) {
        edit_board(pos, m, c);
    } else {
        if (pointless)
            pos->ko = 0;
        else
            play_stone(pos, go_move_point(m), go_move_color(m), c);
        pos->turn = (uint8_t)(go_move_color(m) ^ 1);
    }
    return true;
}

bool go_play_undoable(struct go_pos *pos, go_move m, struct go_change *change, struct go_undo *undo)
{
    undo->turn = pos->turn;
    undo->ko = pos->ko;
    undo->captured[0] = pos->captured[0];
    undo->captured[1] = pos->captured[1];
    if (!go_play(pos, m, change))
        return false;
    undo->placed = (int16_t)change->placed;
    undo->replaced = (uint8_t)change->replaced;
    undo->taken_color = (uint8_t)change->taken_color;
    undo->taken = change->taken;
    return true;
}

/* A stone that took its own chain with it is among the points, and was not there before. */
void go_unplay(struct go_pos *pos, const struct go_undo *undo, const uint16_t *points)
{
    if (undo->placed >= 0)
        remove_stone(pos, go_cell(undo->placed));
    for (uint32_t i = 0; i < undo->taken; i++)
        if (points[i] != undo->placed)
            add_stone(pos, go_cell(points[i]), 1 + undo->taken_color);
    if (undo->placed >= 0 && undo->replaced != GO_EMPTY)
        add_stone(pos, go_cell(undo->placed), undo->replaced);
    pos->turn = undo->turn;
    pos->ko = undo->ko;
    pos->captured[0] = undo->captured[0];
    pos->captured[1] = undo->captured[1];
}

int go_handicap(const struct go_pos *pos)
{
    int stones[2] = {0, 0};
    for (int row = 0; row < pos->height; row++) {
        const uint8_t *cell = &pos->cell[go_cell(go_point(0, row))];
        for (int column = 0; column < pos->width; column++) {
            stones[GO_BLACK] += cell[column] == 1 + GO_BLACK;
            stones[GO_WHITE] += cell[column] == 1 + GO_WHITE;
        }
    }
    if (stones[GO_BLACK] >= 2 && stones[GO_WHITE] == 0 && pos->turn == GO_WHITE)
        return stones[GO_BLACK];
    bool usual = stones[0] + stones[1] == 0 && pos->width == 19 && pos->height == 19 &&
                 pos->turn == GO_BLACK;
    return usual ? GO_START_USUAL : GO_START_OTHER;
}

/* --- Comparing -------------------------------------------------------------------------------- */

int go_chain_liberties(const struct go_pos *pos, int point)
{
    static const int BESIDE[] = {1, -1, GO_STRIDE, -GO_STRIDE};
    uint64_t seen[GO_CELLS / 64 + 1] = {0};
    int first = go_cell(point), cell = first, n = 0;
    if (pos->cell[first] == GO_EMPTY)
        return 0;
    do {
        for (int i = 0; i < 4; i++) {
            unsigned next = (unsigned)(cell + BESIDE[i]);
            if (pos->cell[next] != GO_EMPTY || seen[next / 64] >> next % 64 & 1)
                continue;
            seen[next / 64] |= UINT64_C(1) << next % 64;
            n++;
        }
        cell = pos->next[cell];
    } while (cell != first);
    return n;
}

bool go_pos_equal(const struct go_pos *a, const struct go_pos *b)
{
    return a->width == b->width && a->height == b->height && a->turn == b->turn &&
           memcmp(a->cell, b->cell, cells_used(a)) == 0;
}

static bool chain_consistent(const struct go_pos *pos, int cell)
{
    int stone = pos->cell[cell], head = pos->head[cell], at = head;
    unsigned open = 0, n = 0;
    bool member = false;
    do {
        if (pos->cell[at] != stone || pos->head[at] != head || ++n > GO_POINTS)
            return false;
        member = member || at == cell;
        for (int i = 0; i < 4; i++) {
            int side = at + SIDES[i];
            open += pos->cell[side] == GO_EMPTY;
            if (pos->cell[side] == stone && pos->head[side] != head)
                return false;
        }
        at = pos->next[at];
    } while (at != head);
    return member && open == pos->open[head] && n == pos->size[head];
}

bool go_pos_consistent(const struct go_pos *pos)
{
    uint64_t hash = 0;
    for (int cell = 0; cell < (int)cells_used(pos); cell++) {
        if (!is_stone(pos->cell[cell]))
            continue;
        hash ^= stone_hash(cell, pos->cell[cell]);
        if (!chain_consistent(pos, cell))
            return false;
    }
    return hash == pos->hash;
}
