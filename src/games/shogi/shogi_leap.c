/* shogi_leap.c: see shogi_leap.h. */
#include "games/shogi/shogi_leap.h"

#include <stdlib.h>

#include "base/cpu.h"
#include "base/le.h"
#include "games/shogi/shogi_touch.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

/* --- Conditions ------------------------------------------------------------------------------- */

enum { KINDS = 14, BOARD_FACTS = 2 * SHOGI_SQUARES * KINDS };
#define ANY_PIECE (~UINT32_C(0))

static void narrow(struct fact_places *p, uint32_t square, uint32_t pieces)
{
    uint8_t *slot = &p->slot[square];
    if (*slot == 0) {
        p->place[p->count] = (uint8_t)square;
        p->pieces[p->count] = ANY_PIECE;
        *slot = (uint8_t)++p->count;
        p->sieve[square % 16] |= (uint8_t)(1U << square / 16);
    }
    p->pieces[*slot - 1] &= pieces;
}

/* The piece as a bit, and its square. */
static bool piece_of_fact(uint32_t fact, uint32_t *square, uint32_t *bit)
{
    if (fact >= BOARD_FACTS)
        return false;
    *square = fact / KINDS % SHOGI_SQUARES;
    *bit = UINT32_C(1) << shogi_piece((int)(fact / KINDS / SHOGI_SQUARES), (int)(fact % KINDS) + 1);
    return true;
}

bool shogi_place_fact(struct fact_places *p, uint32_t fact, bool wanted)
{
    uint32_t square, bit;
    if (!piece_of_fact(fact, &square, &bit))
        return false;
    narrow(p, square, wanted ? bit : ~bit);
    return true;
}

bool shogi_place_any(struct fact_places *p, const uint32_t *facts, uint32_t count)
{
    uint32_t first = 0, square, bit, pieces = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (!piece_of_fact(facts[i], &square, &bit) || (i > 0 && square != first))
            return false;
        first = square;
        pieces |= bit;
    }
    if (count)
        narrow(p, first, pieces);
    return count > 0;
}

/* --- Looking for moves -------------------------------------------------------------------------
 *
 * To a square; to it or from it (what a move that drops has there is its kind); to or from any that
 * is in the sieve, kinds included: shogi_touch.c says how that is asked. */

enum leap_test { LOOK_TO, LOOK_EITHER, LOOK_SIEVE };
enum { TO_BITS = 0x007F, FROM_BITS = 0xBF80 }; /* the latter with the bit of a drop */

struct leap_target {
    int square;
    const uint8_t *sieve;
};

static inline shogi_move move_at(const char *moves, uint32_t ply)
{
    return le_get16(moves + 2 * (size_t)ply);
}

static bool in_sieve(const uint8_t *sieve, int square)
{
    return sieve[square & 15] >> (square >> 4) & 1;
}

static bool is_seen(shogi_move m, enum leap_test look, const struct leap_target *l)
{
    if (look == LOOK_SIEVE)
        return in_sieve(l->sieve, shogi_move_to(m)) || in_sieve(l->sieve, shogi_move_from(m));
    return (m & TO_BITS) == l->square || (look == LOOK_EITHER && (m & FROM_BITS) == l->square << 7);
}

static uint32_t next_base(const char *moves, uint32_t at, uint32_t n, enum leap_test look,
                          const struct leap_target *l)
{
    while (at < n && !is_seen(move_at(moves, at), look, l))
        at++;
    return at;
}

static uint32_t last_base(const char *moves, uint32_t ply, const struct leap_target *l)
{
    while (ply-- > 0)
        if (is_seen(move_at(moves, ply), LOOK_EITHER, l))
            return ply;
    return UINT32_MAX;
}

#if defined(__x86_64__)
#define FOR_V3 __attribute__((target("avx2,bmi2")))
#define FOR_V3_INLINE __attribute__((target("avx2,bmi2"), always_inline)) static inline

/* Two bits for each of 16 moves, at least one of them set where it is seen. */
FOR_V3_INLINE uint32_t seen_16(const char *moves, enum leap_test look, const struct leap_target *l)
{
    __m256i m = _mm256_loadu_si256((const __m256i_u *)(const void *)moves);
    if (look != LOOK_SIEVE) {
        __m256i seen = _mm256_cmpeq_epi16(_mm256_and_si256(m, _mm256_set1_epi16(TO_BITS)),
                                          _mm256_set1_epi16((short)l->square));
        if (look == LOOK_EITHER)
            seen = _mm256_or_si256(
                seen, _mm256_cmpeq_epi16(_mm256_and_si256(m, _mm256_set1_epi16((short)FROM_BITS)),
                                         _mm256_set1_epi16((short)(l->square << 7))));
        return (uint32_t)_mm256_movemask_epi8(seen);
    }
    const __m256i bit_of = _mm256_setr_epi8(1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0, 1,
                                            2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0);
    __m256i sieve =
        _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i_u *)(const void *)l->sieve));
    __m256i to = _mm256_and_si256(m, _mm256_set1_epi16(TO_BITS));
    __m256i from = _mm256_and_si256(_mm256_slli_epi16(m, 1), _mm256_set1_epi16(0x7F00));
    __m256i squares = _mm256_or_si256(to, from);
    __m256i rows = _mm256_shuffle_epi8(sieve, _mm256_and_si256(squares, _mm256_set1_epi8(15)));
    __m256i bit = _mm256_shuffle_epi8(
        bit_of, _mm256_and_si256(_mm256_srli_epi16(squares, 4), _mm256_set1_epi8(7)));
    __m256i none = _mm256_cmpeq_epi8(_mm256_and_si256(rows, bit), _mm256_setzero_si256());
    return ~(uint32_t)_mm256_movemask_epi8(none);
}

/* Of a line of 16 moves or more: the last sixteen are looked at together, whatever was before. */
FOR_V3_INLINE uint32_t next_look(const char *moves, uint32_t at, uint32_t n, enum leap_test look,
                                 const struct leap_target *l)
{
    for (; at + 16 <= n; at += 16) {
        uint32_t seen = seen_16(moves + 2 * (size_t)at, look, l);
        if (seen)
            return at + (uint32_t)__builtin_ctz(seen) / 2;
    }
    if (at >= n)
        return n;
    uint32_t seen = seen_16(moves + 2 * (size_t)(n - 16), look, l) & UINT32_MAX
                                                                         << 2 * (at + 16 - n);
    return seen ? n - 16 + (uint32_t)__builtin_ctz(seen) / 2 : n;
}

FOR_V3 static uint32_t next_v3(const char *moves, uint32_t at, uint32_t n, enum leap_test look,
                               const struct leap_target *l)
{
    return look == LOOK_TO       ? next_look(moves, at, n, LOOK_TO, l)
           : look == LOOK_EITHER ? next_look(moves, at, n, LOOK_EITHER, l)
                                 : next_look(moves, at, n, LOOK_SIEVE, l);
}

/* Of a line of 16 moves or more. */
FOR_V3 static uint32_t last_v3(const char *moves, uint32_t ply, const struct leap_target *l)
{
    for (; ply >= 16; ply -= 16) {
        uint32_t seen = seen_16(moves + 2 * (size_t)(ply - 16), LOOK_EITHER, l);
        if (seen)
            return ply - 1 - (uint32_t)__builtin_clz(seen) / 2;
    }
    uint32_t seen = seen_16(moves, LOOK_EITHER, l) & ((UINT32_C(1) << 2 * ply) - 1);
    return seen ? 15 - (uint32_t)__builtin_clz(seen) / 2 : UINT32_MAX;
}
#endif

/* The first move from `at` on that is seen; n if there is none. */
static uint32_t next_seen(const char *moves, uint32_t at, uint32_t n, enum leap_test look,
                          const struct leap_target *l)
{
#if defined(__x86_64__)
    if (n >= 16 && cpu_level() >= CPU_V3)
        return next_v3(moves, at, n, look, l);
#endif
    return next_base(moves, at, n, look, l);
}

/* The last move before `ply`, of n, to or from the square; UINT32_MAX if there is none. */
static uint32_t last_change(const char *moves, uint32_t ply, uint32_t n, int square)
{
    struct leap_target l = {.square = square};
#if defined(__x86_64__)
    if (n >= 16 && cpu_level() >= CPU_V3)
        return last_v3(moves, ply, &l);
#else
    (void)n;
#endif
    return last_base(moves, ply, &l);
}

/* --- What stands where ------------------------------------------------------------------------ */

/* A line of play, and what is wanted. */
struct leap_line {
    const struct shogi_lite *start;
    const char *moves;
    uint32_t n;
    const struct fact_places *want;
};

enum { DAMAGED = -1 };

/* The piece that a move brings to its square; DAMAGED. */
static int brought(const struct leap_line *l, uint32_t ply)
{
    shogi_move m = move_at(l->moves, ply);
    int us = l->start->turn ^ (int)(ply & 1), from = shogi_move_from(m);
    if (shogi_move_is_drop(m))
        return from < SHOGI_PAWN || from >= SHOGI_HAND_KINDS ? DAMAGED : shogi_piece(us, from);
    if (from >= SHOGI_SQUARES)
        return DAMAGED;
    int piece = shogi_piece_from(l->start, l->moves, ply, from);
    if (piece == 0 || shogi_color_of(piece) != us)
        return DAMAGED;
    if (!shogi_move_promotes(m))
        return piece;
    return shogi_kind_can_promote(shogi_kind_of(piece)) ? piece | 8 : DAMAGED;
}

/* What is on a square after the move at `ply`, which goes to it or comes from it; 0: nothing. */
static int left_by(const struct leap_line *l, uint32_t ply, int square)
{
    return shogi_move_to(move_at(l->moves, ply)) == square ? brought(l, ply) : 0;
}

/* Squares are numbered file by file; as seen by the first player, pieces go to lower ranks. */
enum { RANKS = 9 };

/* Might a piece of this kind have gone from one square to the other, whatever stood between, before
 * or after it promoted? */
static bool may_go(int color, int kind, int from, int to)
{
    int files = abs(from / RANKS - to / RANKS), ranks = from % RANKS - to % RANKS;
    int ahead = color ? -ranks : ranks, plain = kind == SHOGI_KING ? kind : kind & 7;
    bool step = files <= 1 && abs(ranks) <= 1;
    switch (plain) {
    case SHOGI_PAWN:
        return (files == 0 && ahead == 1) || (kind != plain && step);
    case SHOGI_LANCE:
        return (files == 0 && ahead > 0) || (kind != plain && step);
    case SHOGI_KNIGHT:
        return (files == 1 && ahead == 2) || (kind != plain && step);
    case SHOGI_BISHOP:
        return files == abs(ranks) || (kind != plain && step);
    case SHOGI_ROOK:
        return files == 0 || ranks == 0 || (kind != plain && step);
    default:
        return step;
    }
}

/* Could the move at `ply` bring what is wanted?  So that not everything that comes has to be traced
 * back: where one piece is wanted, most of it can't be. */
static bool may_bring(const struct leap_line *l, uint32_t ply, uint32_t pieces)
{
    if (pieces == 0 || (pieces & (pieces - 1)) != 0)
        return true;
    shogi_move m = move_at(l->moves, ply);
    int piece = __builtin_ctz(pieces), color = shogi_color_of(piece), kind = shogi_kind_of(piece);
    int from = shogi_move_from(m);
    if ((l->start->turn ^ (int)(ply & 1)) != color)
        return false;
    if (shogi_move_is_drop(m))
        return from == kind;
    if (shogi_move_promotes(m) && !(kind & 8))
        return false;
    return may_go(color, kind, from, shogi_move_to(m));
}

/* Is condition number `which` met with this piece? */
static bool suits(const struct leap_line *l, uint32_t which, int piece)
{
    return l->want->pieces[which] >> piece & 1;
}

/* A condition that is not met after `at` moves, or how many there are; false: damage. */
static bool find_missing(const struct leap_line *l, uint32_t at, uint32_t *missing)
{
    for (*missing = 0; *missing < l->want->count; ++*missing) {
        int square = l->want->place[*missing];
        uint32_t last = at ? last_change(l->moves, at, l->n, square) : UINT32_MAX;
        int piece = last == UINT32_MAX ? l->start->board[square] : left_by(l, last, square);
        if (piece == DAMAGED)
            return false;
        if (!suits(l, *missing, piece))
            return true;
    }
    return true;
}

/* Goes on to where nothing is missing any more; false: damage.  With something missing still, it
 * is at the end. */
static bool await(const struct leap_line *l, struct fact_leap *leap)
{
    while (leap->missing < l->want->count) {
        uint32_t which = leap->missing;
        const struct leap_target lens = {.square = l->want->place[which]};
        enum leap_test look = suits(l, which, 0) ? LOOK_EITHER : LOOK_TO;
        leap->at = next_seen(l->moves, leap->at, l->n, look, &lens);
        if (leap->at == l->n)
            return true;
        if (look == LOOK_TO && !may_bring(l, leap->at, l->want->pieces[which])) {
            leap->at++;
            continue;
        }
        int piece = left_by(l, leap->at++, lens.square);
        if (piece == DAMAGED ||
            (suits(l, which, piece) && !find_missing(l, leap->at, &leap->missing)))
            return false;
    }
    return true;
}

/* Does the move at `ply` end what was met, and where?  False: damage. */
static bool ends(const struct leap_line *l, uint32_t ply, uint32_t *missing)
{
    const struct fact_places *p = l->want;
    shogi_move m = move_at(l->moves, ply);
    uint32_t from = p->slot[shogi_move_from(m)], to = p->slot[shogi_move_to(m)];
    if (from && !shogi_move_is_drop(m) && !suits(l, from - 1, 0)) {
        *missing = from - 1;
        return true;
    }
    if (!to)
        return true;
    /* where one thing alone may be, it is there: what comes is another */
    bool one = (p->pieces[to - 1] & (p->pieces[to - 1] - 1)) == 0;
    int piece = one ? 0 : brought(l, ply);
    if (piece == DAMAGED)
        return false;
    if (one || !suits(l, to - 1, piece))
        *missing = to - 1;
    return true;
}

/* Goes on to where something is missing; false: damage. */
static bool hold(const struct leap_line *l, struct fact_leap *leap)
{
    const struct leap_target lens = {.sieve = l->want->sieve};
    while (leap->missing == l->want->count) {
        leap->at = next_seen(l->moves, leap->at, l->n, LOOK_SIEVE, &lens);
        if (leap->at == l->n)
            return true;
        if (!ends(l, leap->at++, &leap->missing))
            return false;
    }
    return true;
}

enum leap_end shogi_leap(struct fact_leap *leap, const struct shogi_lite *start, const char *moves,
                         uint32_t n, const struct fact_places *p)
{
    const struct leap_line l = {start, moves, n, p};
    if (leap->begun && leap->missing == p->count)
        return LEAP_NO_MORE; /* the last one went on to the end */
    if (!leap->begun && !find_missing(&l, 0, &leap->missing))
        return LEAP_DAMAGED;
    leap->begun = true;
    if (!await(&l, leap))
        return LEAP_DAMAGED;
    if (leap->missing < p->count)
        return LEAP_NO_MORE;
    leap->from = leap->at;
    if (!hold(&l, leap))
        return LEAP_DAMAGED;
    leap->to = leap->missing < p->count ? leap->at : n + 1;
    return LEAP_SPAN;
}
