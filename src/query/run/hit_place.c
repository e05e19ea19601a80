/* hit_place.c: see hit_place.h. */
#include "query/run/hit_place.h"

static bool comes_before(const struct pattern_place *a, const struct pattern_place *b)
{
    if (a->pattern != b->pattern)
        return a->pattern < b->pattern;
    return a->row != b->row ? a->row < b->row : a->column < b->column;
}

void hit_find_place(struct hit *h, const struct evaluation *v)
{
    const struct pattern_place *best = NULL;
    for (size_t i = 0; i < v->place_count; i++) {
        const struct pattern_place *p = &v->places[i];
        if (p->from <= h->first && h->first < p->to && (!best || comes_before(p, best)))
            best = p;
    }
    h->placed = best != NULL;
    if (!best)
        return;
    h->column = best->column;
    h->row = best->row;
    h->symmetry = (uint8_t)v->patterns[best->pattern]->symmetry;
}

uint64_t places_matching(const struct evaluation *v, uint32_t fresh)
{
    uint64_t n = 0;
    for (size_t i = 0; i < v->place_count; i++) {
        const struct pattern_place *p = &v->places[i];
        uint32_t from = p->from > fresh ? p->from : fresh, to = p->to < v->count ? p->to : v->count;
        n += plies_next(v->matches, to, from) < to;
    }
    return n;
}
