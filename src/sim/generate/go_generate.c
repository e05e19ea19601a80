/* go_generate.c: see go_generate.h. */
#include "sim/generate/go_generate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "games/go/go.h"

/* --- A quick and plausible move --------------------------------------------------------------- */

/* A few points are looked at, most of them near the last moves, and get a score from what can be
 * seen at a glance: what is taken or saved, contact, shape, the height above the edge.  The best
 * one, with some luck, is played, in about a microsecond a move. */
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
static const int DIAGONALS[4] = {GO_STRIDE + 1, GO_STRIDE - 1, -GO_STRIDE + 1, -GO_STRIDE - 1};

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
        score += pos->cell[cell + DIAGONALS[i]] == stone ? 2 : 0;
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

/* A point for the side to move, legal and neither an eye of its own nor a stone thrown away; -1 if
 * none was found.  last, before: points of the last move and the one before it, -1 if there is
 * none. */
static int go_policy_point(const struct go_pos *pos, unsigned ply, int last, int before,
                           struct rng *rng)
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

/* --- Corners ----------------------------------------------------------------------------------- */

const char *const go_corner_lines[GO_CORNER_LINES] = {
    "44 63 36 32 33 93",
    "34 53 55 43 44 33",
    "44 63 66",
    "34 55 53 65 83",
    "44 63 36 93",
    "34 53",
    "44 33 43 34 35 25 26 24 37",
    "34 54 53 64 63 74",
    "34 65 53 85",
    "44 63 46 32 33 73",
    "34 54 55 44 35 64",
    "44 36 66 33 34 43 54 24",
    "34 63 46 83",
    "44 63 83 33 34 43 53 52 54 35",
    "43 35 55 34 44 33 42",
    "44 63 64 53 54 33 43 32",
    "33 44 34 54 36",
    "34 53 73 36 25 56",
    "44 63 36 83 33",
    "34 55 45 46 44 57",
    "45 43 33 34 44 53 24 35",
    "44 63 53 62 54 83 36",
    "34 54 53 44 43 35 24 63 64 73",
    "44 63 36 33 34 43 54 24 25 23",
    "53 34 36 54 64 43",
    "34 53 64 36 44 46",
    "44 73 36 33 34 43 53 25",
    "34 54 64 65 63 45 35 46",
    "35 53 33 63 56",
    "44 36 46 37 47 33",
};

/* --- Games ------------------------------------------------------------------------------------ */

enum { SIZE = 19, CORNERS = 4, HANDICAP_ONE_IN = 16, OPENING_PLIES = 80 };

/* What goes on in a corner: a line of the list, seen from there. */
struct corner {
    int points[GO_CORNER_MAX];
    unsigned count, next;
    int first; /* who plays its first stone; -1: nobody has */
};

struct go_generated_game {
    struct go_pos pos;
    struct rng rng;
    go_move moves[GO_GENERATED_MAX_PLIES];
    unsigned plies;
    struct corner corners[CORNERS];
    int active; /* the corner of the last move, if that followed a line; -1 */
    int last, before;
};

static bool chance(struct go_generated_game *p, unsigned part, unsigned of)
{
    return rng_below(&p->rng, of) < part;
}

static void play_point(struct go_generated_game *p, int point)
{
    go_move m = go_move_make(GO_PLAY, p->pos.turn, point);
    (void)go_play(&p->pos, m, NULL); /* the point is on the board */
    p->moves[p->plies++] = m;
    p->before = p->last;
    p->last = point;
}

/* --- Corners --------------------------------------------------------------------------------- */

static int digit(char c)
{
    return c <= '9' ? c - '0' : c - 'a' + 10;
}

/* Corner 0 is the upper right one; bit 0: left, bit 1: below. */
static int corner_point(unsigned corner, int x, int y)
{
    return go_point(corner & 1 ? x - 1 : SIZE - x, corner & 2 ? y - 1 : SIZE - y);
}

static void lay_out(struct go_generated_game *p, unsigned which)
{
    struct corner *c = &p->corners[which];
    /* twice drawn below: the first of the list are played several times as often as the last */
    const char *line = go_corner_lines[rng_below(&p->rng, 1 + rng_below(&p->rng, GO_CORNER_LINES))];
    bool turned = chance(p, 1, 2);
    c->count = c->next = 0;
    c->first = -1;
    for (const char *at = line; *at && c->count < GO_CORNER_MAX; at += at[2] ? 3 : 2) {
        int x = digit(at[turned]), y = digit(at[!turned]);
        c->points[c->count++] = corner_point(which, x, y);
    }
}

/* The next point of the corner's line, if it is the mover's turn there and it can be played; -1. */
static int corner_next(const struct go_generated_game *p, const struct corner *c)
{
    if (c->next == c->count)
        return -1;
    int color = c->first < 0 ? p->pos.turn : c->first ^ (int)(c->next & 1);
    go_move m = go_move_make(GO_PLAY, p->pos.turn, c->points[c->next]);
    return color == p->pos.turn && go_why_illegal(&p->pos, m) == GO_LEGAL ? c->points[c->next] : -1;
}

static bool play_corner(struct go_generated_game *p, int which)
{
    struct corner *c = &p->corners[which];
    int point = corner_next(p, c);
    if (point < 0)
        return false;
    if (c->first < 0)
        c->first = p->pos.turn;
    c->next++;
    p->active = which;
    play_point(p, point);
    return true;
}

/* Goes on in the corner of the last move, or takes up another: empty ones first. */
static bool play_opening(struct go_generated_game *p)
{
    if (p->plies >= OPENING_PLIES)
        return false;
    if (p->active >= 0 && p->corners[p->active].next > 1 && chance(p, 14, 16) &&
        play_corner(p, p->active))
        return true;
    for (int i = 0; i < CORNERS; i++)
        if (p->corners[i].first < 0 && chance(p, 7, 8) && play_corner(p, i))
            return true;
    int other = (int)rng_below(&p->rng, CORNERS);
    return chance(p, 1, 2) && play_corner(p, other);
}

/* --- The start ------------------------------------------------------------------------------- */

/* Where handicap stones stand, in the order in which they are added. */
static void put_handicap(struct go_generated_game *p, unsigned stones)
{
    static const uint8_t places[9][2] = {{16, 4},  {4, 16}, {16, 16}, {4, 4},  {4, 10},
                                         {16, 10}, {10, 4}, {10, 16}, {10, 10}};
    for (unsigned i = 0; i < stones; i++) {
        /* five and seven have the centre instead of one beside it */
        const uint8_t *at = places[(stones == 5 || stones == 7) && i == stones - 1 ? 8 : i];
        int point = go_point(at[0] - 1, at[1] - 1);
        (void)go_play(&p->pos, go_move_make(GO_PUT, GO_BLACK, point), NULL);
    }
    p->pos.turn = GO_WHITE;
}

/* --- The end --------------------------------------------------------------------------------- */

/* The empty region of a cell, marked; whose stones are about it: bit 0 Black's, bit 1 White's. */
static unsigned region(const struct go_pos *pos, int cell, uint8_t *seen, int *size)
{
    static const int sides[4] = {1, -1, GO_STRIDE, -GO_STRIDE};
    uint16_t cells[SIZE * SIZE];
    unsigned about = 0;
    int n = 1;
    cells[0] = (uint16_t)cell;
    seen[cell] = 1;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 4; k++) {
            int side = cells[i] + sides[k], content = pos->cell[side];
            if (content == GO_EMPTY && !seen[side]) {
                seen[side] = 1;
                cells[n++] = (uint16_t)side;
            } else if (content == 1 || content == 2) {
                about |= (unsigned)content;
            }
        }
    *size = n;
    return about;
}

/* Black's area less White's; nobody looks for dead stones. */
static int count_area(const struct go_pos *pos)
{
    uint8_t seen[GO_CELLS] = {0};
    int balance = 0;
    for (int row = 0; row < SIZE; row++)
        for (int column = 0; column < SIZE; column++) {
            int cell = go_cell(go_point(column, row)), size = 1;
            unsigned owner = pos->cell[cell];
            if (owner == GO_EMPTY && seen[cell])
                continue;
            if (owner == GO_EMPTY)
                owner = region(pos, cell, seen, &size);
            balance += owner == 1 ? size : owner == 2 ? -size : 0;
        }
    return balance;
}

static enum status add_header(struct record *rec, const char *key, const char *value)
{
    return record_add_header(rec, HEADER_OTHER, span_of(key), span_of(value));
}

/* Half points with a komi of six and a half; large differences are resigned.  Before the end the
 * area says little about who is ahead: then Black wins as often as people do. */
static enum status write_result(struct go_generated_game *p, bool resigned, struct record *rec)
{
    enum { MOST = 60 };
    int half = 2 * count_area(&p->pos) - (rec->handicap ? 1 : 13);
    int winner = half > 0 ? GO_BLACK : GO_WHITE;
    char text[32];
    if (resigned)
        winner = chance(p, 17, 32) ? GO_BLACK : GO_WHITE;
    half = abs(half);
    resigned |= half > MOST;
    rec->end = resigned ? END_RESIGN : END_SCORE;
    rec->points[winner] = POINTS_WIN;
    rec->points[winner ^ 1] = POINTS_LOSS;
    if (resigned)
        snprintf(text, sizeof text, "%c+R", "BW"[winner]);
    else
        snprintf(text, sizeof text, "%c+%d.5", "BW"[winner], half / 2);
    enum status status = add_header(rec, "KM", rec->handicap ? "0.5" : "6.5");
    return status == STATUS_OK ? add_header(rec, "RE", text) : status;
}

/* --- A game ---------------------------------------------------------------------------------- */

/* Up to so many plies, or until there is nothing left to do. */
static void play_until(struct go_generated_game *p, unsigned plies)
{
    while (p->plies < plies) {
        if (play_opening(p))
            continue;
        int point = go_policy_point(&p->pos, p->plies, p->last, p->before, &p->rng);
        if (point < 0)
            return;
        p->active = -1;
        play_point(p, point);
    }
}

static enum status write_start(const struct go_pos *start, struct record *rec)
{
    struct buf text;
    rec->handicap = go_handicap(start);
    buf_init(&text, BUF_DEFAULT_MAX);
    go_pos_print(start, &text);
    bool good =
        buf_status(&text) == STATUS_OK && arena_copy(&rec->arena, buf_span(&text), &rec->start);
    buf_release(&text);
    return good ? STATUS_OK : STATUS_NOMEM;
}

enum status go_generate_game(uint64_t seed, uint64_t number, struct record *rec)
{
    struct go_generated_game p;
    uint32_t node = 0;
    enum status status = record_clear(rec, &go_game);
    if (status != STATUS_OK)
        return status;
    rng_seed_stream(&p.rng, seed ^ 0x676FU, number); /* not the games of shogi over again */
    go_pos_empty(&p.pos, SIZE, SIZE);
    p.plies = 0;
    p.active = p.last = p.before = -1;
    for (unsigned i = 0; i < CORNERS; i++)
        lay_out(&p, i);
    if (chance(&p, 1, HANDICAP_ONE_IN))
        put_handicap(&p, 2 + (unsigned)rng_below(&p.rng, 8));
    status = write_start(&p.pos, rec);
    bool resigned = chance(&p, 5, 8);
    unsigned plies = resigned ? 100 : 200;
    plies += (unsigned)(rng_below(&p.rng, 80) + rng_below(&p.rng, 70));
    play_until(&p, plies);
    if (!resigned && chance(&p, 1, 4)) /* most records leave them out */
        for (int i = 0; i < 2 && p.plies < GO_GENERATED_MAX_PLIES; i++) {
            go_move m = go_pass_make(p.pos.turn);
            (void)go_play(&p.pos, m, NULL);
            p.moves[p.plies++] = m;
        }
    for (unsigned i = 0; i < p.plies && status == STATUS_OK; i++) {
        node = record_add_node(rec, node, p.moves[i]);
        status = node ? STATUS_OK : STATUS_NOMEM;
    }
    return status == STATUS_OK ? write_result(&p, resigned, rec) : status;
}
