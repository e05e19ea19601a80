/* surroundings.c: see surroundings.h. */
#include "text/profile/surroundings.h"

#include "base/le.h"
#include "games/go/go_pattern.h"

void surroundings_init(struct surroundings *s)
{
    *s = (struct surroundings){0};
    tally_init(&s->shapes);
    buf_init(&s->best, BUF_DEFAULT_MAX);
    buf_init(&s->next, BUF_DEFAULT_MAX);
}

void surroundings_release(struct surroundings *s)
{
    tally_release(&s->shapes);
    buf_release(&s->best);
    buf_release(&s->next);
}

void surroundings_begin(struct surroundings *s, const go_move *moves, uint32_t n, int width,
                        int height)
{
    s->rect = placement_grow(placement_around(moves, n), SURROUNDINGS_MARGIN, width, height);
    s->width = width;
    s->height = height;
    tally_clear(&s->shapes);
    memset(s->stood, 0, sizeof s->stood);
    memset(s->own, 0, sizeof s->own);
    for (uint32_t i = 0; i < n; i++)
        s->own[go_move_point(moves[i])] = true;
}

/* The stones in the rectangle under one symmetry, row by row, two bytes each. */
static void list_stones(const struct surroundings *s, const struct go_pos *before,
                        const struct go_pos *after, unsigned symmetry, bool colors, struct buf *out)
{
    const unsigned back = go_symmetry_inverse(symmetry);
    buf_clear(out);
    for (int row = s->rect.top; row >= s->rect.bottom; row--)
        for (int column = s->rect.left; column <= s->rect.right; column++) {
            int point = go_point(column, row);
            int there = go_point_image(point, s->width, s->height, back);
            int stone = go_stone_at(before, there);
            if (stone == GO_EMPTY && after && !s->own[point])
                stone = go_stone_at(after, there);
            char bytes[2];
            if (stone == GO_EMPTY)
                continue;
            le_put16(bytes, go_move_make(GO_PLAY, (stone - 1) ^ (int)colors, point));
            buf_add(out, bytes, sizeof bytes);
        }
}

static bool smaller(const struct buf *a, const struct buf *b)
{
    size_t n = a->n < b->n ? a->n : b->n;
    int order = n ? memcmp(a->p, b->p, n) : 0;
    return order ? order < 0 : a->n < b->n;
}

enum status surroundings_add(struct surroundings *s, const struct go_pos *before,
                             const struct go_pos *after, struct turned_sequence how,
                             struct err *err)
{
    bool first = true;
    for (unsigned symmetry = 0; symmetry < 8; symmetry++) {
        if (!(how.symmetries >> symmetry & 1))
            continue;
        list_stones(s, before, after, symmetry, how.colors, &s->next);
        if (first || smaller(&s->next, &s->best)) {
            struct buf swap = s->best;
            s->best = s->next;
            s->next = swap;
        }
        first = false;
    }
    if (buf_status(&s->best) != STATUS_OK || buf_status(&s->next) != STATUS_OK)
        return err_nomem(err);
    for (size_t i = 0; i < s->best.n; i += 2) {
        go_move stone = le_get16(s->best.p + i);
        s->stood[go_move_color(stone)][go_move_point(stone)]++;
    }
    return tally_add(&s->shapes, s->best.p, s->best.n, err);
}

void surroundings_finish(struct surroundings *s)
{
    tally_finish(&s->shapes);
}

go_move surroundings_stone(const struct tally_entry *shape, uint32_t i)
{
    return le_get16(shape->p + 2 * (size_t)i);
}

bool surroundings_usual(const struct surroundings *s, int color, int point)
{
    return 2 * (uint64_t)s->stood[color][point] > s->shapes.total;
}
