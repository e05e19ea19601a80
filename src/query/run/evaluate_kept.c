/* evaluate_kept.c: what is measured, read off the columns that are kept of a segment; see measures.h.
 *
 * A comparison is a range of numbers, so a value is two comparisons of 16 bits, and sixteen plies
 * become sixteen bits at once: some 20 ns for a game, where working its values out takes 20 µs. */
#include <string.h>

#include "query/run/evaluate_internal.h"

#if defined(__x86_64__)
#include <emmintrin.h>
#endif

enum { AT_ONCE = 16 };

void evaluator_set_columns(struct evaluator *e, struct measure_columns kept)
{
    struct measure_state *m = &e->measuring;
    m->kept = kept;
    m->all_kept = query_has_kept(e->q, kept);
}

bool evaluator_has_kept(const struct evaluator *e, const struct lines *l, uint32_t line)
{
    return e->measuring.all_kept && line < l->games;
}

/* --- Values ----------------------------------------------------------------------------------- */

struct value_range {
    int16_t low, high;
};

static const struct value_range ANY_VALUE = {-KEPT_VALUE_MOST, INT16_MAX};

static struct value_range range_of(const struct measure_range *r)
{
    if (r->low > INT16_MAX || r->high < -KEPT_VALUE_MOST)
        return (struct value_range){1, 0};
    return (struct value_range){(int16_t)(r->low < -KEPT_VALUE_MOST ? -KEPT_VALUE_MOST : r->low),
                                (int16_t)(r->high > INT16_MAX ? INT16_MAX : r->high)};
}

/* Which of AT_ONCE values are within a range, as bits. */
static uint32_t within(const int16_t *values, struct value_range range)
{
#if defined(__x86_64__)
    const __m128i low = _mm_set1_epi16(range.low), high = _mm_set1_epi16(range.high);
    __m128i a = _mm_loadu_si128((const __m128i_u *)(const void *)values);
    __m128i b = _mm_loadu_si128((const __m128i_u *)(const void *)(values + AT_ONCE / 2));
    a = _mm_or_si128(_mm_cmpgt_epi16(low, a), _mm_cmpgt_epi16(a, high));
    b = _mm_or_si128(_mm_cmpgt_epi16(low, b), _mm_cmpgt_epi16(b, high));
    return ~(uint32_t)_mm_movemask_epi8(_mm_packs_epi16(a, b)) & 0xFFFF;
#else
    uint32_t bits = 0;
    for (int i = 0; i < AT_ONCE; i++)
        bits |= (uint32_t)(values[i] >= range.low && values[i] <= range.high) << i;
    return bits;
#endif
}

static void add_bits(uint64_t *set, uint32_t ply, uint64_t bits)
{
    unsigned shift = ply % 64;
    set[ply / 64] |= bits << shift;
    if (shift > 64 - AT_ONCE && bits >> (64 - shift))
        set[ply / 64 + 1] |= bits >> (64 - shift);
}

/* values: that of ply `from` first. */
static void read_values(uint64_t *set, const struct measure_range *r, const int16_t *values,
                        uint32_t from, uint32_t to)
{
    const struct value_range range = range_of(r);
    int16_t few[AT_ONCE];
    for (uint32_t ply = from; ply < to; ply += AT_ONCE) {
        const int16_t *at = values + (ply - from);
        unsigned over = to - ply < AT_ONCE ? AT_ONCE - (to - ply) : 0;
        if (over && to - from >= AT_ONCE) { /* some are looked at again */
            at -= over;
        } else if (over) {
            memset(few, 0, sizeof few);
            memcpy(few + over, at, (to - ply) * sizeof *at);
            at = few;
        }
        uint32_t bits = within(at, range);
        add_bits(set, ply, (r->outside ? within(at, ANY_VALUE) & ~bits : bits) >> over);
    }
}

/* --- Marks ------------------------------------------------------------------------------------ */

/* Which of n marks are within a range, as bits: n at most 64. */
static inline uint64_t marks_within(const uint8_t *at, const uint8_t *less, uint32_t n, int32_t low,
                                    uint32_t size)
{
    uint64_t bits = 0;
    for (uint32_t i = 0; i < n; i++) {
        int32_t parts = at[(size_t)i * KEPT_MARK_BYTES];
        if (less)
            parts -= less[(size_t)i * KEPT_MARK_BYTES];
        bits |= (uint64_t)((uint32_t)(parts - low) <= size) << i;
    }
    return bits;
}

/* marks: that of ply `from` first. */
static void read_marks(uint64_t *set, const struct measure_range *r, const struct measure *row,
                       const uint8_t *marks, uint32_t from, uint32_t to)
{
    int32_t low = r->low < -UINT8_MAX ? -UINT8_MAX : r->low;
    int32_t high = r->high > UINT8_MAX ? UINT8_MAX : r->high;
    for (uint32_t ply = from, n; ply < to; ply += n) {
        n = 64 - ply % 64 < to - ply ? 64 - ply % 64 : to - ply;
        const uint8_t *at = marks + (size_t)(ply - from) * KEPT_MARK_BYTES + row->mark - 1;
        const uint8_t *less = row->less ? at + row->less - row->mark : NULL;
        uint64_t bits = low > high ? 0
                        : less     ? marks_within(at, less, n, low, (uint32_t)(high - low))
                                   : marks_within(at, NULL, n, low, (uint32_t)(high - low));
        if (r->outside)
            bits = ~bits & (~(uint64_t)0 >> (64 - n));
        set[ply / 64] |= bits << ply % 64;
    }
}

void evaluator_read_kept(struct evaluator *e, const struct lines *l, uint32_t line, uint32_t from,
                         uint32_t to)
{
    const struct measure_state *m = &e->measuring;
    uint64_t row = (uint64_t)lines_u32(l->first, line) + line + from;
    for (uint32_t i = 0; i < m->count; i++) {
        const struct measure_leaf *leaf = &m->leaves[i];
        const struct measure *measure = &m->game->rows[leaf->node->number];
        uint64_t *set = evaluator_register(e, leaf->reg);
        if (measure->by == MEASURE_BY_VALUES)
            read_values(set, &leaf->range, m->kept.values + row, from, to);
        else
            read_marks(set, &leaf->range, measure, m->kept.marks + row * KEPT_MARK_BYTES, from, to);
    }
}
