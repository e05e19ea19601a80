/* go_scan.c: following a few points through a stored game of Go without playing it; see
 * struct game_scan in games/game.h.
 *
 * What stands on a point changes with a move on it and when it is emptied.  Moves can be seen in
 * their stored bytes, sixteen at once where few points matter; what came off the board is known
 * beforehand (facts/captures.h).  So no chain is ever walked through: on 240,000 generated games a
 * question about two stones took 21 ms of processor time, and 150 when they were played. */
#include "base/cpu.h"
#include "base/le.h"
#include "games/go/go_facts.h"
#include "games/go/go_lite.h"
#include "games/go/go_match.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

/* --- Conditions ------------------------------------------------------------------------------- */

static bool want(struct fact_places *p, enum fact_want want, const uint32_t *facts, uint32_t count)
{
    uint32_t any = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t stone = UINT32_C(2) << facts[i] / GO_POINTS, point = facts[i] % GO_POINTS;
        if (want == WANT_ANY && point != facts[0] % GO_POINTS)
            return false;
        any |= stone;
        if (want != WANT_ANY && !fact_places_narrow(p, point,
                                                    want == WANT_FACTS  ? stone
                                                    : want == WANT_NONE ? ~stone
                                                                        : FACT_PLACES_ANY))
            return false;
    }
    return count > 0 && (want != WANT_ANY || fact_places_narrow(p, facts[0] % GO_POINTS, any));
}

/* --- Looking for moves ------------------------------------------------------------------------ */

enum { POINT_BITS = 0x0FFF, FEW = 4 };

static inline go_move move_at(const struct fact_scan *s, uint32_t ply)
{
    return le_get16(s->moves + 2 * (size_t)ply);
}

/* The number of the place of a point, 0 for none. */
static inline uint32_t slot_of(const struct fact_places *p, int point)
{
    return point >= 0 && point < GO_POINTS ? p->slot[point] : 0;
}

static uint32_t next_base(const struct fact_scan *s, uint32_t at)
{
    while (at < s->plies && !slot_of(s->places, go_move_point(move_at(s, at))))
        at++;
    return at;
}

#if defined(__x86_64__)
/* For few points and lines of 16 moves or more; the last sixteen are looked at together. */
__attribute__((target("avx2"))) static uint32_t next_avx2(const struct fact_scan *s, uint32_t at)
{
    const __m256i field = _mm256_set1_epi16(POINT_BITS);
    const struct fact_places *p = s->places;
    __m256i wanted[FEW];
    for (uint32_t i = 0; i < FEW; i++)
        wanted[i] = _mm256_set1_epi16((short)(p->place[i < p->count ? i : 0] + 1));
    while (at < s->plies) {
        uint32_t from = at + 16 <= s->plies ? at : s->plies - 16;
        __m256i m =
            _mm256_loadu_si256((const __m256i_u *)(const void *)(s->moves + 2 * (size_t)from));
        m = _mm256_and_si256(m, field);
        __m256i seen = _mm256_or_si256(
            _mm256_or_si256(_mm256_cmpeq_epi16(m, wanted[0]), _mm256_cmpeq_epi16(m, wanted[1])),
            _mm256_or_si256(_mm256_cmpeq_epi16(m, wanted[2]), _mm256_cmpeq_epi16(m, wanted[3])));
        uint32_t bits = (uint32_t)_mm256_movemask_epi8(seen) & UINT32_MAX << 2 * (at - from);
        if (bits)
            return from + (uint32_t)__builtin_ctz(bits) / 2;
        at = from + 16;
    }
    return s->plies;
}
#endif

/* The first move from `at` on to a point that matters; plies if there is none. */
static uint32_t next_move(const struct fact_scan *s, uint32_t at)
{
#if defined(__x86_64__)
    if (s->places->count <= FEW && s->plies >= 16 && cpu_level() >= CPU_V3)
        return next_avx2(s, at);
#endif
    return next_base(s, at);
}

/* The first of those taken, from `at` on, from a point that matters; their number if there is
 * none. */
static uint32_t next_taken(const struct fact_scan *s, uint32_t at)
{
    while (at < s->taken_count && !slot_of(s->places, s->taken[at].point))
        at++;
    return at;
}

/* --- What happens on the points --------------------------------------------------------------- */

static void begin(struct fact_scan *s)
{
    const struct go_lite *start = s->start;
    for (uint32_t i = 0; i < s->places->count; i++) {
        int point = s->places->place[i];
        s->stands[i] = (uint8_t)go_lite_stone_at(start, point);
    }
    s->at = next_move(s, 0);
    s->taken_at = next_taken(s, 0);
    s->begun = true;
}

/* Is it a stone that comes, and to a point of the board? */
static bool comes(const struct fact_scan *s, go_move m, enum scan_end *end)
{
    const struct go_lite *start = s->start;
    enum go_kind kind = go_move_kind(m);
    int point = go_move_point(m);
    if (kind == GO_TURN || (kind == GO_PLAY && go_move_is_pass(m)))
        return false;
    if (go_column(point) >= start->width || go_row(point) >= start->height)
        *end = SCAN_DAMAGED;
    return kind != GO_REMOVE; /* what goes is among those taken */
}

/* What a ply did to the points that matter: numbers of places and what stands there now. */
struct ply_changes {
    uint32_t count;
    uint16_t place[GAME_MAX_PLACES];
    uint8_t stands[GAME_MAX_PLACES];
};

static void change(struct ply_changes *c, const struct fact_scan *s, uint32_t place, int stands)
{
    c->place[c->count] = (uint16_t)place;
    c->stands[c->count] = (uint8_t)stands;
    c->count += s->stands[place] != stands;
}

/* All that the next ply with any changes; SCAN_END: there is none.  A stone that is taken at once
 * never stood, one that comes to a stone like it changes nothing. */
static enum scan_end next_ply(struct fact_scan *s, struct ply_changes *c)
{
    const struct fact_places *p = s->places;
    enum scan_end end = SCAN_FOUND;
    c->count = 0;
    while (c->count == 0) {
        uint32_t came = s->at < s->plies ? s->at + 1 : UINT32_MAX, place = GAME_MAX_PLACES;
        uint32_t went = s->taken_at < s->taken_count ? s->taken[s->taken_at].ply : UINT32_MAX;
        s->ply = came < went ? came : went;
        if (s->ply > s->plies)
            return SCAN_END;
        if (came == s->ply) {
            go_move m = move_at(s, s->at);
            place = comes(s, m, &end) ? slot_of(p, go_move_point(m)) - 1U : GAME_MAX_PLACES;
            s->at = next_move(s, s->at + 1);
        }
        for (; s->taken_at < s->taken_count && s->taken[s->taken_at].ply == s->ply;
             s->taken_at = next_taken(s, s->taken_at + 1)) {
            uint32_t from = slot_of(p, s->taken[s->taken_at].point) - 1U;
            place = from == place ? GAME_MAX_PLACES : place;
            if (c->count < GAME_MAX_PLACES)
                change(c, s, from, GO_EMPTY);
        }
        if (end == SCAN_DAMAGED)
            return end;
        if (place < GAME_MAX_PLACES && c->count < GAME_MAX_PLACES)
            change(c, s, place, 1 + go_move_color(move_at(s, s->ply - 1)));
    }
    return SCAN_FOUND;
}

/* --- Spans ------------------------------------------------------------------------------------ */

static bool suits(const struct fact_scan *s, uint32_t place)
{
    return s->places->pieces[place] >> s->stands[place] & 1;
}

/* Makes the changes of a ply; `missing` counts the places that do not suit. */
static void make(struct fact_scan *s, const struct ply_changes *c)
{
    for (uint32_t i = 0; i < c->count; i++) {
        uint32_t place = c->place[i];
        s->missing -= !suits(s, place);
        s->stands[place] = c->stands[i];
        s->missing += !suits(s, place);
    }
}

static enum scan_end next_span(struct fact_scan *s)
{
    struct ply_changes c; /* no zeros needed */
    enum scan_end end = SCAN_FOUND;
    if (!s->begun) {
        begin(s);
        s->to = 0;
        for (uint32_t i = 0; i < s->places->count; i++)
            s->missing += !suits(s, i);
    } else if (s->to > s->plies) {
        return SCAN_END; /* the last one went on to the end */
    }
    s->from = s->missing ? UINT32_MAX : 0;
    while (s->missing && (end = next_ply(s, &c)) == SCAN_FOUND) {
        make(s, &c);
        s->from = s->ply;
    }
    if (end != SCAN_FOUND)
        return end;
    while (!s->missing && (end = next_ply(s, &c)) == SCAN_FOUND)
        make(s, &c);
    s->to = end == SCAN_FOUND ? s->ply : s->plies + 1;
    return end == SCAN_DAMAGED ? end : SCAN_FOUND;
}

/* --- Changes ---------------------------------------------------------------------------------- */

static enum scan_end next_change(struct fact_scan *s, void *lite, struct fact_changes *changes)
{
    struct ply_changes c;
    (void)lite;
    if (!s->begun)
        begin(s);
    enum scan_end end = next_ply(s, &c);
    if (end != SCAN_FOUND)
        return end;
    changes->n_ends = changes->n_begins = 0;
    for (uint32_t i = 0; i < c.count; i++) {
        uint32_t place = c.place[i];
        int point = s->places->place[place];
        if (s->stands[place])
            changes->ends[changes->n_ends++] = go_fact(s->stands[place] - 1, point);
        s->stands[place] = c.stands[i];
        if (c.stands[i])
            changes->begins[changes->n_begins++] = go_fact(c.stands[i] - 1, point);
    }
    return SCAN_FOUND;
}

const struct game_scan go_scan = {.want = want,
                                  .next_span = next_span,
                                  .next_change = next_change,
                                  .most_places = GAME_MAX_PLACES,
                                  .needs_taken = true};
