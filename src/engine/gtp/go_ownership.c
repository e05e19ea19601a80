/* go_ownership.c: see go_ownership.h. */
#include "engine/gtp/go_ownership.h"

#include "base/rng.h"

enum {
    GAMES = 256, /* a share of 0.9 is then known within 0.04 */
    MOST_PLIES = 3 * GTP_POINTS,
    SEED = 19,
    SELF_ATARI_STONES = 2, /* a chain of more is not put in atari: it would end a seki */
};
/* Of 400 games of amateurs that ended by counting, the winner was found in 394 and the score to the
 * point in 333; the numbers were chosen on 150 others.  Of 100 of those, 75 count as settled at
 * their end, 14 ten moves before it and none thirty moves before it. */
static const float DEAD_BELOW = 0.5F, CLEAR = 0.7F;

const char *const go_counting_names[] = {"area", "territory", NULL};

static const int SIDES[4] = {1, -1, GO_STRIDE, -GO_STRIDE};
static const int CORNERS[4] = {GO_STRIDE + 1, GO_STRIDE - 1, -GO_STRIDE + 1, -GO_STRIDE - 1};

bool go_is_eye(const struct go_pos *pos, int point, int color)
{
    int cell = go_cell(point), walls = 0, others = 0;
    for (int i = 0; i < 4; i++) {
        int content = pos->cell[cell + SIDES[i]];
        if (content != 1 + color && content != GO_WALL)
            return false;
    }
    for (int i = 0; i < 4; i++) {
        int content = pos->cell[cell + CORNERS[i]];
        walls += content == GO_WALL;
        others += content == 2 - color;
    }
    return others == 0 || (others == 1 && walls == 0);
}

/* --- Random games ----------------------------------------------------------------------------- */

struct random_game {
    struct go_pos pos;
    struct rng rng;
    struct go_change change;
    uint16_t empty[GTP_POINTS]; /* points, count of them */
    uint16_t at[GTP_POINTS];    /* by gtp_index() of an empty point: where it stands in `empty` */
    int count;
};

static void add_empty(struct random_game *g, int point)
{
    g->at[gtp_index(point)] = (uint16_t)g->count;
    g->empty[g->count++] = (uint16_t)point;
}

static void remove_empty(struct random_game *g, int point)
{
    int at = g->at[gtp_index(point)], last = g->empty[--g->count];
    g->empty[at] = (uint16_t)last;
    g->at[gtp_index(last)] = (uint16_t)at;
}

/* The only liberty of the chain on a cell; -1 if it has more.  (It has at least one.) */
static int only_liberty(const struct go_pos *pos, int cell)
{
    int at = cell, liberty = -1;
    if (pos->open[pos->head[cell]] > 4) /* a point has four sides */
        return -1;
    do {
        for (int i = 0; i < 4; i++) {
            int side = at + SIDES[i];
            if (pos->cell[side] != GO_EMPTY)
                continue;
            if (liberty >= 0 && liberty != side)
                return -1;
            liberty = side;
        }
        at = pos->next[at];
    } while (at != cell);
    return liberty < 0 ? -1 : go_point_of_cell(liberty);
}

/* Adds the liberties of the chain on a cell, other than `without`, until there are two; how many
 * there are. */
static int add_liberties(const struct go_pos *pos, int cell, int without, int found[2], int count)
{
    int at = cell;
    do {
        for (int i = 0; i < 4 && count < 2; i++) {
            int side = at + SIDES[i];
            if (pos->cell[side] == GO_EMPTY && side != without && !(count && found[0] == side))
                found[count++] = side;
        }
        at = pos->next[at];
    } while (at != cell && count < 2);
    return count;
}

/* Whether a stone there would put itself and others in atari, and take nothing. */
static bool is_self_atari(const struct go_pos *pos, int point, int color)
{
    int cell = go_cell(point), found[2], count = 0, size = 1;
    for (int i = 0; i < 4 && count < 2; i++) {
        int side = cell + SIDES[i], content = pos->cell[side];
        if (content == GO_EMPTY) {
            if (!(count && found[0] == side))
                found[count++] = side;
        } else if (content == 1 + color) {
            count = add_liberties(pos, side, cell, found, count);
            size += pos->size[pos->head[side]];
        } else if (content == 2 - color && only_liberty(pos, side) == point) {
            return false;
        }
    }
    return count < 2 && size > SELF_ATARI_STONES;
}

static bool is_good(const struct random_game *g, int point)
{
    int color = g->pos.turn;
    return go_why_illegal(&g->pos, go_move_make(GO_PLAY, color, point)) == GO_LEGAL &&
           !go_is_eye(&g->pos, point, color) && !is_self_atari(&g->pos, point, color);
}

/* Takes the last stone's chain if it is in atari, or saves a chain that it put in atari; -1: no
 * such move. */
static int urgent_point(const struct random_game *g, int last)
{
    const struct go_pos *pos = &g->pos;
    int cell = last < 0 ? 0 : go_cell(last);
    if (!cell || pos->cell[cell] == GO_EMPTY)
        return -1;
    int point = only_liberty(pos, cell);
    for (int i = 0; i < 4 && point < 0; i++)
        if (pos->cell[cell + SIDES[i]] == 1 + pos->turn)
            point = only_liberty(pos, cell + SIDES[i]);
    return point >= 0 && is_good(g, point) ? point : -1;
}

/* The first good one from a random place on; -1: none, a pass. */
static int any_point(struct random_game *g)
{
    int first = g->count ? (int)rng_below(&g->rng, (uint64_t)g->count) : 0;
    for (int i = 0; i < g->count; i++) {
        int point = g->empty[(first + i) % g->count];
        if (is_good(g, point))
            return point;
    }
    return -1;
}

static void play_out(struct random_game *g)
{
    int last = -1, passes = 0;
    for (int ply = 0; ply < MOST_PLIES && passes < 2; ply++) {
        int point = urgent_point(g, last);
        if (point < 0)
            point = any_point(g);
        passes = point < 0 ? passes + 1 : 0;
        last = point;
        if (point < 0) {
            (void)go_play(&g->pos, go_pass_make(g->pos.turn), NULL);
            continue;
        }
        (void)go_play(&g->pos, go_move_make(GO_PLAY, g->pos.turn, point), &g->change);
        remove_empty(g, point);
        for (uint32_t i = 0; i < g->change.taken; i++)
            add_empty(g, g->change.points[i]);
    }
}

static void begin(struct random_game *g, const struct go_pos *pos)
{
    go_pos_copy(&g->pos, pos);
    g->count = 0;
    for (int i = 0; i < GTP_POINTS; i++)
        if (go_stone_at(pos, gtp_point(i)) == GO_EMPTY)
            add_empty(g, gtp_point(i));
}

/* At the end of a random game: a stone is its colour's, an empty point its neighbours'. */
static float final_share(const struct go_pos *pos, int point)
{
    int cell = go_cell(point), content = pos->cell[cell];
    bool seen[4] = {false};
    for (int i = 0; i < 4 && content == GO_EMPTY; i++)
        seen[pos->cell[cell + SIDES[i]]] = true;
    bool black = content == 1 + GO_BLACK || seen[1 + GO_BLACK];
    bool white = content == 1 + GO_WHITE || seen[1 + GO_WHITE];
    return black == white ? 0.5F : black ? 1 : 0;
}

void go_ownership_estimate(struct go_ownership *o, const struct go_pos *pos)
{
    struct random_game g;
    rng_seed(&g.rng, SEED);
    *o = (struct go_ownership){.black = {0}};
    for (int game = 0; game < GAMES; game++) {
        begin(&g, pos);
        g.pos.turn = (uint8_t)(game % 2); /* whose turn it is at the end of a game is chance */
        play_out(&g);
        for (int i = 0; i < GTP_POINTS; i++)
            o->black[i] += final_share(&g.pos, gtp_point(i));
    }
    for (int i = 0; i < GTP_POINTS; i++)
        o->black[i] /= GAMES;
}

/* --- What follows from it --------------------------------------------------------------------- */

static float share_of(const struct go_ownership *o, int point, int color)
{
    float black = o->black[gtp_index(point)];
    return color == GO_BLACK ? black : 1 - black;
}

bool go_is_dead(const struct go_ownership *o, const struct go_pos *pos, int point)
{
    int first = go_cell(point), cell = first, stone = pos->cell[first], count = 0;
    float sum = 0;
    if (stone == GO_EMPTY)
        return false;
    do {
        sum += share_of(o, go_point_of_cell(cell), stone - 1);
        count++;
        cell = pos->next[cell];
    } while (cell != first);
    return sum < DEAD_BELOW * (float)count;
}

/* The stone on a point, dead ones not counted. */
static int living_stone(const struct go_ownership *o, const struct go_pos *pos, int index)
{
    int point = gtp_point(index);
    return go_is_dead(o, pos, point) ? GO_EMPTY : go_stone_at(pos, point);
}

/* Steps to the neighbours of a point, by index; how many there are. */
static int beside(int index, int out[4])
{
    int column = index / GTP_SIDE, row = index % GTP_SIDE, n = 0;
    if (row > 0)
        out[n++] = index - 1;
    if (row < GTP_SIDE - 1)
        out[n++] = index + 1;
    if (column > 0)
        out[n++] = index - GTP_SIDE;
    if (column < GTP_SIDE - 1)
        out[n++] = index + GTP_SIDE;
    return n;
}

/* Collects the region without living stones around `first`, and which colours it touches, as bits
 * 1 + colour. */
static int find_region(const uint8_t living[GTP_POINTS], bool seen[GTP_POINTS], int first,
                       uint16_t region[GTP_POINTS], unsigned *touched)
{
    int count = 0;
    *touched = 0;
    seen[first] = true;
    region[count++] = (uint16_t)first;
    for (int i = 0; i < count; i++) {
        int next[4], n = beside(region[i], next);
        for (int k = 0; k < n; k++) {
            *touched |= living[next[k]];
            if (living[next[k]] == GO_EMPTY && !seen[next[k]]) {
                seen[next[k]] = true;
                region[count++] = (uint16_t)next[k];
            }
        }
    }
    return count;
}

void go_area(const struct go_ownership *o, const struct go_pos *pos, uint8_t owner[GTP_POINTS])
{
    uint8_t living[GTP_POINTS];
    uint16_t region[GTP_POINTS];
    bool seen[GTP_POINTS] = {false};
    for (int i = 0; i < GTP_POINTS; i++)
        owner[i] = living[i] = (uint8_t)living_stone(o, pos, i);
    for (int i = 0; i < GTP_POINTS; i++) {
        unsigned touched;
        if (living[i] != GO_EMPTY || seen[i])
            continue;
        int count = find_region(living, seen, i, region, &touched);
        bool one = touched == 1 + GO_BLACK || touched == 1 + GO_WHITE;
        for (int k = 0; k < count; k++)
            owner[region[k]] = one ? (uint8_t)touched : GO_EMPTY;
    }
}

/* Dame are empty, between living stones of both colours, and in no larger region: one that two
 * moves of a side could make something of. */
bool go_is_settled(const struct go_ownership *o, const struct go_pos *pos)
{
    enum { MOST_DAME = 3 };
    uint8_t living[GTP_POINTS];
    uint16_t region[GTP_POINTS];
    bool seen[GTP_POINTS] = {false};
    for (int i = 0; i < GTP_POINTS; i++) {
        living[i] = (uint8_t)living_stone(o, pos, i);
        if (living[i] != GO_EMPTY && share_of(o, gtp_point(i), living[i] - 1) < CLEAR)
            return false;
    }
    for (int i = 0; i < GTP_POINTS; i++) {
        unsigned touched;
        if (living[i] != GO_EMPTY || seen[i])
            continue;
        int count = find_region(living, seen, i, region, &touched);
        if (touched == 3 && count <= MOST_DAME)
            continue;
        for (int k = 0; k < count; k++) {
            float black = o->black[region[k]];
            if (touched == 3 || touched == 0 || (black < CLEAR && black > 1 - CLEAR))
                return false;
        }
    }
    return true;
}

/* Points of a colour: with territory a dead stone counts as a prisoner, too. */
static int points_of(const struct go_pos *pos, const uint8_t owner[GTP_POINTS], int color,
                     enum go_counting counting)
{
    int points = counting == GO_BY_TERRITORY ? (int)pos->captured[color] : 0;
    for (int i = 0; i < GTP_POINTS; i++) {
        int stone = go_stone_at(pos, gtp_point(i));
        if (owner[i] != 1 + color)
            continue;
        if (counting == GO_BY_AREA)
            points++;
        else
            points += stone == GO_EMPTY ? 1 : stone == 2 - color ? 2 : 0;
    }
    return points;
}

double go_score(const struct go_ownership *o, const struct gtp_game *g, enum go_counting counting)
{
    uint8_t owner[GTP_POINTS];
    go_area(o, &g->pos, owner);
    return points_of(&g->pos, owner, GO_BLACK, counting) -
           points_of(&g->pos, owner, GO_WHITE, counting) - g->komi;
}
