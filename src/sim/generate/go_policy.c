/* go_policy.c: see go_policy.h. */
#include "sim/generate/go_policy.h"

#include <stdlib.h>

enum {
    NEAR_LAST = 10, /* candidates */
    NEAR_BEFORE = 6,
    ANYWHERE = 8,
    REACH = 3, /* what is near */
    TENUKI_ONE_IN = 7,
    EARLY_PLIES = 60,
    LATE_PLIES = 140,
    NO_GOOD = -1000,
};

static const int SIDES[4] = {1, -1, GO_STRIDE, -GO_STRIDE};
static const int CORNERS[4] = {GO_STRIDE + 1, GO_STRIDE - 1, -GO_STRIDE + 1, -GO_STRIDE - 1};

/* What surrounds an empty cell, for a colour to play there. */
struct go_policy_view {
    int empty, walls, friends, enemies; /* of the four sides */
    int taken;                          /* stones that the move takes */
    int threatened;                     /* enemy stones left with hardly a liberty */
    int saved;                          /* own stones that had hardly one */
    int breath;                         /* the most that an own neighbour has left */
};

static int times_touched(const struct go_pos *pos, int cell, int head)
{
    int n = 0;
    for (int i = 0; i < 4; i++)
        n += pos->head[cell + SIDES[i]] == head;
    return n;
}

static struct go_policy_view look_around(const struct go_pos *pos, int cell, int stone)
{
    struct go_policy_view s = {0};
    for (int i = 0; i < 4; i++) {
        int side = cell + SIDES[i], content = pos->cell[side], head = pos->head[side];
        s.empty += content == GO_EMPTY;
        s.walls += content == GO_WALL;
        if (content != 1 && content != 2)
            continue;
        int left = pos->open[head] - times_touched(pos, cell, head);
        if (content == stone) {
            s.friends++;
            s.saved += pos->open[head] <= 2 ? pos->size[head] : 0;
            s.breath = left > s.breath ? left : s.breath;
        } else {
            s.enemies++;
            s.taken += left == 0 ? pos->size[head] : 0;
            s.threatened += left == 1 || left == 2 ? pos->size[head] : 0;
        }
    }
    return s;
}

static int at_most(int x, int most)
{
    return x < most ? x : most;
}

/* Diagonal stones and jumps of one point. */
static int shape(const struct go_pos *pos, int cell, int stone)
{
    int score = 0;
    for (int i = 0; i < 4; i++) {
        int side = cell + SIDES[i];
        if (pos->cell[side] == GO_EMPTY && pos->cell[side + SIDES[i]] == stone)
            score += 3;
        score += pos->cell[cell + CORNERS[i]] == stone ? 2 : 0;
    }
    return at_most(score, 9);
}

static int height_of(const struct go_pos *pos, int point)
{
    int column = go_column(point), row = go_row(point);
    int x = at_most(column, pos->width - 1 - column), y = at_most(row, pos->height - 1 - row);
    return 1 + at_most(x, y);
}

static int height_score(int height, unsigned ply)
{
    static const int early[5] = {-40, -40, -12, 8, 6}, later[5] = {-14, -14, -3, 2, 1};
    const int *score = ply < EARLY_PLIES ? early : later;
    if (ply >= LATE_PLIES)
        return height <= 1 ? -3 : 0;
    return height <= 4 ? score[height] : 0;
}

static bool is_near(int a, int b, int reach)
{
    return b >= 0 && abs(go_column(a) - go_column(b)) <= reach &&
           abs(go_row(a) - go_row(b)) <= reach;
}

static int score_of(const struct go_pos *pos, int point, unsigned ply, int last)
{
    int cell = go_cell(point), stone = 1 + pos->turn;
    struct go_policy_view s = look_around(pos, cell, stone);
    if (s.friends + s.walls == 4) /* an eye, more or less */
        return NO_GOOD;
    if (s.taken == 0 && s.empty + s.breath <= 1) /* given away */
        return NO_GOOD;
    int score = s.taken ? 30 + 4 * at_most(s.taken, 10) : 0;
    score += s.saved && s.empty + s.breath > 2 ? 16 + 2 * at_most(s.saved, 10) : 0;
    score += s.threatened ? 8 + at_most(s.threatened, 10) : 0;
    score += 3 * at_most(s.enemies, 2) + 2 * s.empty + (s.friends ? 1 : 0);
    score += shape(pos, cell, stone) + height_score(height_of(pos, point), ply);
    return score + (is_near(point, last, 2) ? 10 : is_near(point, last, 4) ? 5 : 0);
}

static int point_near(const struct go_pos *pos, int point, struct rng *rng)
{
    int column = go_column(point) - REACH + (int)rng_below(rng, 2 * REACH + 1);
    int row = go_row(point) - REACH + (int)rng_below(rng, 2 * REACH + 1);
    if (column < 0 || row < 0 || column >= pos->width || row >= pos->height)
        return -1;
    return go_point(column, row);
}

static int point_anywhere(const struct go_pos *pos, struct rng *rng)
{
    int column = (int)rng_below(rng, pos->width);
    return go_point(column, (int)rng_below(rng, pos->height));
}

struct go_policy_choice {
    int point, score;
};

static void consider(const struct go_pos *pos, int point, unsigned ply, int last, struct rng *rng,
                     struct go_policy_choice *best)
{
    if (point < 0 || go_stone_at(pos, point) != GO_EMPTY)
        return;
    int score = score_of(pos, point, ply, last);
    if (score == NO_GOOD ||
        go_why_illegal(pos, go_move_make(GO_PLAY, pos->turn, point)) != GO_LEGAL)
        return;
    score += (int)rng_below(rng, 12);
    if (best->point < 0 || score > best->score)
        *best = (struct go_policy_choice){point, score};
}

int go_policy_point(const struct go_pos *pos, unsigned ply, int last, int before, struct rng *rng)
{
    enum { DESPERATE = 200 };
    struct go_policy_choice best = {.point = -1};
    bool here = rng_below(rng, TENUKI_ONE_IN) != 0;
    for (int i = 0; i < NEAR_LAST && here && last >= 0; i++)
        consider(pos, point_near(pos, last, rng), ply, last, rng, &best);
    for (int i = 0; i < NEAR_BEFORE && here && before >= 0; i++)
        consider(pos, point_near(pos, before, rng), ply, last, rng, &best);
    for (int i = 0; i < ANYWHERE; i++)
        consider(pos, point_anywhere(pos, rng), ply, last, rng, &best);
    for (int i = 0; i < DESPERATE && best.point < 0; i++)
        consider(pos, point_anywhere(pos, rng), ply, last, rng, &best);
    return best.point;
}
