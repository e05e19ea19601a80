/* go_facts.c: what is true of a Go position, as numbers.
 *
 *     colour * 2704 + row * 52 + column        named bQ16, wD4
 *
 * The numbers go into files: they must never change. */
#include "games/go/go_facts.h"

#include "games/go/go_pattern.h"

uint32_t go_facts(const struct go_pos *pos, uint32_t *out)
{
    uint32_t count = 0;
    for (int row = 0; row < pos->height; row++)
        for (int column = 0; column < pos->width; column++) {
            int point = go_point(column, row), stone = go_stone_at(pos, point);
            if (stone != GO_EMPTY)
                out[count++] = go_fact(stone - 1, point);
        }
    return count;
}

static bool stone_stays(const struct go_pos *pos, const struct go_change *c)
{
    return c->placed >= 0 && go_stone_at(pos, c->placed) != GO_EMPTY;
}

/* A stone that replaces one like it changes nothing, and one that is taken at once never was. */
bool go_facts_play(struct go_pos *pos, go_move m, struct fact_changes *out)
{
    struct go_change c;
    if (!go_play(pos, m, &c))
        return false;
    out->n_ends = out->n_begins = 0;
    bool stays = stone_stays(pos, &c);
    bool same = stays && c.replaced == 1 + go_move_color(m);
    if (c.placed >= 0 && c.replaced != GO_EMPTY && !same)
        out->ends[out->n_ends++] = go_fact(c.replaced - 1, c.placed);
    if (stays && !same)
        out->begins[out->n_begins++] = go_fact(go_move_color(m), c.placed);
    for (uint32_t i = 0; i < c.taken; i++)
        if (c.points[i] != c.placed)
            out->ends[out->n_ends++] = go_fact(c.taken_color, c.points[i]);
    return true;
}

uint32_t go_fact_image(uint32_t fact, unsigned symmetry, struct board_shape board)
{
    int color = fact < GO_POINTS ? GO_BLACK : GO_WHITE, point = (int)(fact % GO_POINTS);
    if (symmetry & GO_COLORS)
        color = 1 - color;
    if (!(symmetry & (GO_COLORS - 1))) /* stays where it is, on whatever board */
        return go_fact(color, point);
    if (go_column(point) >= board.width || go_row(point) >= board.height)
        return NO_FACT;
    return go_fact(color, go_point_image(point, board.width, board.height, symmetry));
}

static bool holds(const uint64_t *held, uint32_t fact)
{
    return held[fact / 64] >> fact % 64 & 1;
}

uint32_t go_emptied(game_move move, const struct fact_changes *changes, const uint64_t *held,
                    uint16_t *out)
{
    go_move m = (go_move)move;
    int placed = go_move_kind(m) == GO_PLAY && !go_move_is_pass(m) ? go_move_point(m) : -1;
    bool gone = placed >= 0 && !holds(held, go_fact(go_move_color(m), placed));
    uint32_t count = 0;
    for (uint32_t i = 0; i < changes->n_ends; i++) {
        uint32_t point = changes->ends[i] % GO_POINTS;
        bool other = holds(held, go_fact(GO_BLACK, (int)point)) ||
                     holds(held, go_fact(GO_WHITE, (int)point));
        gone = gone && (int)point != placed;
        if (!other) /* else it was replaced */
            out[count++] = (uint16_t)point;
    }
    if (gone)
        out[count++] = (uint16_t)placed;
    return count;
}

void go_fact_print(uint32_t fact, struct buf *out)
{
    buf_add_char(out, fact < GO_POINTS ? 'b' : 'w');
    go_point_print((int)(fact % GO_POINTS), out);
}

bool go_fact_parse(struct span name, uint32_t *out)
{
    int point;
    if (name.n < 3 || (name.p[0] != 'b' && name.p[0] != 'w'))
        return false;
    int color = name.p[0] == 'b' ? GO_BLACK : GO_WHITE;
    name = span_skip(name, 1);
    if (!go_point_parse(&name, &point) || name.n)
        return false;
    *out = go_fact(color, point);
    return true;
}
