/* evaluate_sums.c: counters whose sums the game follows along a stored line (struct game_scan), and
 * the comparison of sixteen plies at once. */
#include <assert.h>
#include <string.h>

#include "base/alloc.h"
#include "query/run/evaluate_internal.h"

#if defined(__x86_64__)
#include <emmintrin.h>
#endif

enum { AT_ONCE = 16 };

/* The sums of which a comparison holds: from low to high, or the others. */
struct sum_range {
    int32_t low, high;
    bool outside;
};

static int32_t cut(int64_t v)
{
    return v < INT32_MIN ? INT32_MIN : v > INT32_MAX ? INT32_MAX : (int32_t)v;
}

/* Sums are far from the ends of their type (evaluator_weigh()), so that bounds may be cut. */
static struct sum_range range_of(const struct counter *c)
{
    int64_t bound = c->bound < INT32_MIN ? INT32_MIN : c->bound > INT32_MAX ? INT32_MAX : c->bound;
    switch (c->compare) {
    case COMPARE_GE:
        return (struct sum_range){cut(bound), INT32_MAX, false};
    case COMPARE_GT:
        return (struct sum_range){cut(bound + 1), INT32_MAX, false};
    case COMPARE_LE:
        return (struct sum_range){INT32_MIN, cut(bound), false};
    case COMPARE_LT:
        return (struct sum_range){INT32_MIN, cut(bound - 1), false};
    case COMPARE_EQ:
    case COMPARE_NE:
        break;
    }
    return (struct sum_range){cut(bound), cut(bound), c->compare == COMPARE_NE};
}

/* Which of AT_ONCE sums are within a range, as bits. */
static inline uint32_t within(const int32_t *sums, const struct sum_range *r)
{
#if defined(__x86_64__)
    const __m128i low = _mm_set1_epi32(r->low), high = _mm_set1_epi32(r->high);
    __m128i out[4];
    for (int i = 0; i < 4; i++) {
        __m128i v = _mm_loadu_si128((const __m128i_u *)(const void *)(sums + 4 * i));
        out[i] = _mm_or_si128(_mm_cmpgt_epi32(low, v), _mm_cmpgt_epi32(v, high));
    }
    __m128i all = _mm_packs_epi16(_mm_packs_epi32(out[0], out[1]), _mm_packs_epi32(out[2], out[3]));
    return ~(uint32_t)_mm_movemask_epi8(all) & 0xFFFF;
#else
    uint32_t bits = 0;
    for (int i = 0; i < AT_ONCE; i++)
        bits |= (uint32_t)(sums[i] >= r->low && sums[i] <= r->high) << i;
    return bits;
#endif
}

/* There is room for AT_ONCE more sums than `count`. */
static void compare_sums(const struct counter *c, const int32_t *sums, uint32_t count,
                         uint64_t *set)
{
    const struct sum_range range = range_of(c);
    for (uint32_t ply = 0; ply < count; ply += AT_ONCE) {
        uint64_t bits = within(sums + ply, &range);
        bits = range.outside ? ~bits & 0xFFFF : bits;
        if (count - ply < AT_ONCE)
            bits &= ((uint64_t)1 << (count - ply)) - 1;
        set[ply / 64] |= bits << ply % 64;
    }
}

bool evaluator_weigh(struct evaluator *e, uint32_t counter, const struct fact_weight *weights,
                     uint32_t count)
{
    const struct game_scan *scan = e->game->scan;
    struct sum_state *s = &e->summing;
    int64_t most = 0;
    for (uint32_t i = 0; i < count; i++)
        most += weights[i].weight < 0 ? -(int64_t)weights[i].weight : weights[i].weight;
    if (!scan->weigh || most > INT32_MAX / 2)
        return false;
    if (!s->tables)
        s->tables = mem_calloc(e->counter_count, sizeof *s->tables);
    if (!s->tables || !(s->tables[counter] = mem_alloc(scan->sums_bytes)))
        return false;
    return scan->weigh(s->tables[counter], weights, count);
}

void evaluator_close_sums(struct evaluator *e)
{
    struct sum_state *s = &e->summing;
    for (uint32_t i = 0; s->tables && i < e->counter_count; i++)
        mem_free(s->tables[i]);
    mem_free(s->tables);
    mem_free(s->sums);
    *s = (struct sum_state){0};
}

static bool make_room(struct sum_state *s, uint32_t wanted)
{
    if (wanted <= s->cap)
        return true;
    int32_t *grown = mem_realloc_array(s->sums, wanted, sizeof *grown);
    if (!grown)
        return false;
    memset(grown, 0, wanted * sizeof *grown);
    s->sums = grown;
    s->cap = wanted;
    return true;
}

bool evaluator_follow_sum(struct evaluator *e, uint32_t counter, const char *stored, uint32_t moves)
{
    struct sum_state *s = &e->summing;
    const struct fact_scan scan = evaluator_scan(e, stored, moves, NULL);
    if (!make_room(s, moves + 1 + AT_ONCE))
        return false;
    s->sums[0] = (int32_t)e->fresh[counter].sum;
    if (!e->game->scan->sums(s->tables[counter], &scan, s->sums))
        return false;
    compare_sums(&e->counters[counter], s->sums, moves + 1,
                 evaluator_register(e, e->counters[counter].reg));
    return true;
}
