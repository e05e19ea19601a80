/* axis_merge.c: see axis_merge.h.
 *
 * A part sends its groups one after another: the number of games as a varint, then name, label,
 * query and the queries of both players, each as its length, a varint, and its bytes. */
#include "query/groups/axis_merge.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/varint.h"

enum { TEXTS = 5 };

/* A group as one part has it. */
struct part_group {
    struct axis_group group;
    enum axis_kind kind;
    uint32_t part, nth;
};

struct group_merge {
    struct game_axis *a;
    struct part_group *at; /* owned; of all parts */
    size_t count, cap;
};

static void texts_of(struct axis_group *g, struct span *texts[TEXTS])
{
    texts[0] = &g->name;
    texts[1] = &g->label;
    texts[2] = &g->query;
    texts[3] = &g->by_player[0];
    texts[4] = &g->by_player[1];
}

static void put_groups(const struct game_axis *a, struct buf *out)
{
    for (uint32_t i = 0; i < a->group_count; i++) {
        struct span *texts[TEXTS];
        texts_of(&a->groups[i], texts);
        varint_put(out, a->groups[i].games);
        for (int t = 0; t < TEXTS; t++) {
            varint_put(out, texts[t]->n);
            buf_add_span(out, *texts[t]);
        }
    }
}

static bool take_group(struct span *bytes, struct axis_group *g)
{
    struct span *texts[TEXTS];
    texts_of(g, texts);
    bool good = varint_get(bytes, &g->games);
    for (int t = 0; t < TEXTS && good; t++) {
        uint64_t n;
        good = varint_get(bytes, &n) && n <= bytes->n;
        if (!good)
            break;
        *texts[t] = span_make(bytes->p, (size_t)n);
        *bytes = span_skip(*bytes, (size_t)n);
    }
    return good;
}

static enum status take_part(struct group_merge *m, struct span bytes, uint32_t part,
                             struct err *err)
{
    for (uint32_t nth = 0; bytes.n; nth++) {
        struct part_group *grown = mem_grow(m->at, m->count, &m->cap, UINT32_MAX, sizeof *grown);
        if (!grown)
            return err_nomem(err);
        m->at = grown;
        m->at[m->count] = (struct part_group){.kind = m->a->kind, .part = part, .nth = nth};
        if (!take_group(&bytes, &m->at[m->count].group))
            return reduction_damaged(err);
        m->count++;
    }
    return STATUS_OK;
}

static int by_number(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

/* Which of two is first of all; 0: they are one. */
static int order_of(const struct part_group *x, const struct part_group *y)
{
    struct span p = x->group.name, q = y->group.name;
    bool in_time = x->kind == AXIS_YEAR || x->kind == AXIS_DECADE;
    if (x->kind == AXIS_NAMES)
        return by_number(x->nth, y->nth);
    return in_time && p.n != q.n ? by_number(p.n, q.n) : span_compare(p, q);
}

/* Of those that are one, the longest query first: player:== finds all spellings of a person. */
static int by_order(const void *a, const void *b)
{
    const struct part_group *x = a, *y = b;
    int order = order_of(x, y);
    if (order == 0)
        order = by_number(y->group.query.n, x->group.query.n);
    return order ? order : by_number(x->part, y->part);
}

static enum status keep_group(struct game_axis *a, struct axis_group g, struct err *err)
{
    struct span *texts[TEXTS];
    texts_of(&g, texts);
    for (int t = 0; t < TEXTS; t++)
        if (!arena_copy(&a->arena, *texts[t], texts[t]))
            return err_nomem(err);
    g.games = 0;
    a->groups[a->group_count++] = g;
    return STATUS_OK;
}

/* Puts those of all parts in place of the own ones. */
static enum status join_groups(struct group_merge *m, uint32_t me, uint32_t *to, uint32_t own,
                               struct err *err)
{
    struct game_axis *a = m->a;
    struct axis_group *room = mem_alloc((m->count + 1) * sizeof *room);
    enum status status = STATUS_OK;
    if (!room)
        return err_nomem(err);
    mem_free(a->groups);
    a->groups = room;
    a->group_count = 0;
    if (m->count)
        qsort(m->at, m->count, sizeof *m->at, by_order);
    for (size_t i = 0; i < m->count && status == STATUS_OK; i++) {
        const struct part_group *g = &m->at[i];
        if (i == 0 || order_of(g, g - 1) != 0)
            status = keep_group(a, g->group, err);
        else if (!span_eq(g->group.name, (g - 1)->group.name))
            status = reduction_damaged(err); /* others have other definitions */
        if (status != STATUS_OK)
            break;
        a->groups[a->group_count - 1].games += g->group.games;
        if (g->part == me && g->nth < own)
            to[g->nth] = a->group_count - 1;
    }
    return status;
}

enum status axis_merge(struct game_axis *a, const struct reduction *reduction, enum status mine,
                       uint32_t **to, struct err *err)
{
    const uint32_t own = a->group_count;
    struct group_merge m = {.a = a};
    struct byte_parts parts = {0};
    struct buf bytes;
    buf_init(&bytes, SIZE_MAX / 2);
    *to = mem_calloc((size_t)own + 1, sizeof **to);
    if (mine == STATUS_OK && !*to)
        mine = err_nomem(err);
    if (mine == STATUS_OK)
        put_groups(a, &bytes);
    enum status status = reduction_share_buf(reduction, mine, &bytes, &parts, err);
    for (uint32_t p = 0; p < parts.count && status == STATUS_OK; p++)
        status = take_part(&m, parts.at[p], p, err);
    if (status == STATUS_OK)
        status = join_groups(&m, reduction_part(reduction), *to, own, err);
    mem_free(m.at);
    byte_parts_release(&parts);
    return status;
}
