/* evaluate_moves.c: moves in a row, each known exactly, found in the moves as they are stored, without
 * playing them; see evaluate_internal.h. */
#include "base/le.h"
#include "query/run/evaluate_internal.h"

#if defined(__x86_64__)
#include <emmintrin.h>
#endif

enum { AT_ONCE = 16 };

#if defined(__x86_64__)
/* Which of AT_ONCE stored moves of two bytes are that one, as bits. */
static uint32_t equal(const char *stored, game_move move)
{
    const __m128i *at = (const __m128i *)(const void *)stored, all = _mm_set1_epi16((short)move);
    __m128i a = _mm_cmpeq_epi16(_mm_loadu_si128(at), all);
    __m128i b = _mm_cmpeq_epi16(_mm_loadu_si128(at + 1), all);
    return (uint32_t)_mm_movemask_epi8(_mm_packs_epi16(a, b));
}
#endif

/* The first ply from `at` on with that move; n, of n moves, if there is none. */
static uint32_t next_move(const struct lines *l, const char *stored, uint32_t at, uint32_t n,
                          game_move move)
{
#if defined(__x86_64__)
    for (uint32_t from; n >= AT_ONCE && at < n && l->move_bytes == 2; at = from + AT_ONCE) {
        from = at + AT_ONCE <= n ? at : n - AT_ONCE;
        uint32_t bits = equal(stored + 2 * (size_t)from, move) >> (at - from);
        if (bits)
            return at + (uint32_t)__builtin_ctz(bits);
    }
#endif
    while (at < n && stored_move(l, stored, at) != move)
        at++;
    return at;
}

static bool go_on(const struct evaluator *e, const struct query_node *wanted, const struct lines *l,
                  const char *stored, uint32_t ply)
{
    for (uint32_t i = 0; i < wanted->move_count; i++) {
        const struct query_move *m = &wanted->moves[i];
        int seat = e->start_seat ^ (int)((ply + i) & 1);
        if (stored_move(l, stored, ply + i) != m->move || (m->seat >= 0 && m->seat != seat))
            return false;
    }
    return true;
}

void evaluator_scan_moves(struct evaluator *e, const struct lines *l, const char *stored,
                          uint32_t moves)
{
    for (uint32_t i = 0; i < e->move_count; i++) {
        const struct query_node *n = e->moves[i].node;
        uint64_t *set = evaluator_register(e, e->moves[i].reg);
        uint32_t end = moves >= n->move_count ? moves - n->move_count + 1 : 0;
        for (uint32_t ply = 0; (ply = next_move(l, stored, ply, end, n->moves[0].move)) < end;
             ply++)
            if (go_on(e, n, l, stored, ply))
                plies_add(set, ply + n->move_count);
    }
}
