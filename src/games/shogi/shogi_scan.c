/* shogi_scan.c: following a few squares through a stored game of shogi without playing it; see
 * struct game_scan in games/game.h.
 *
 * What stands on a square changes with moves to it or from it, and those can be seen in the two
 * bytes of a move, sixteen moves at once.  What comes to the square is found by going back: to the
 * last move that went to where it comes from, and so on, to a drop or to the start.
 *
 * Spans: while something is missing on one square nothing else needs to be looked at: the next
 * moment that matters is a move to that square (or from it, if it may be empty).  While nothing is
 * missing it is a move to or from any of them.
 *
 * Changes: only squares that are looked at are kept in the light position, and hands are not
 * known.  On 240,000 generated games of 107 plies a whole search for one common piece (g21ke, s17fu,
 * s76fu) took 270 to 320 ms of processor time when the moves were made, and about 100 ms in this
 * way.  Where hands matter all moves are made, a third of the time of listing what each changes.
 *
 * A set of squares is a sieve of sixteen bytes: square s is bit s / 16 of byte s % 16.  With a
 * shuffle of bytes by the low four bits of 32 squares, and one that makes bit s / 16 of their high
 * ones, all of them are looked up at once. */
#include <stdlib.h>
#include <string.h>

#include "base/cpu.h"
#include "base/le.h"
#include "games/shogi/shogi_sums.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

/* --- Conditions ------------------------------------------------------------------------------- */

enum { SIEVE_BITS = 128 };

static void narrow(struct fact_places *p, int square, uint32_t pieces)
{
    (void)fact_places_narrow(p, (uint32_t)square, pieces); /* there are fewer squares */
    p->sieve[square % 16] |= (uint8_t)(1U << square / 16);
}

static bool want(struct fact_places *p, enum fact_want want, const uint32_t *facts, uint32_t count)
{
    int first = -1;
    uint32_t any = 0;
    for (uint32_t i = 0; i < count; i++) {
        struct shogi_fact f = shogi_fact_parts(facts[i]);
        if (f.square < 0 && want != WANT_CHANGES)
            return false;
        if (f.square < 0) {
            p->others[SHOGI_HAND_KINDS * f.color + f.kind] = p->has_others = true;
            continue;
        }
        uint32_t bit = UINT32_C(1) << shogi_piece(f.color, f.kind);
        if (want == WANT_ANY && i > 0 && f.square != first)
            return false;
        if (want != WANT_ANY)
            narrow(p, f.square,
                   want == WANT_FACTS  ? bit
                   : want == WANT_NONE ? ~bit
                                       : FACT_PLACES_ANY);
        first = f.square;
        any |= bit;
    }
    if (want == WANT_ANY && count)
        narrow(p, first, any);
    for (int none = SHOGI_SQUARES; none < SIEVE_BITS && want == WANT_CHANGES; none++)
        p->sieve[none % 16] |= (uint8_t)(1U << none / 16); /* damage is to be looked at */
    return count > 0;
}

/* --- Looking for moves -------------------------------------------------------------------------
 *
 * To a square; to it or from it (what a move that drops has there is its kind); to or from any that
 * is in the sieve, kinds included: the top of this file says how that is tested. */

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

/* A bit for each of the moves first … first + 63, as far as there are so many. */
static uint64_t touched_base(const char *moves, uint32_t first, uint32_t n,
                             const struct leap_target *l)
{
    uint64_t bits = 0;
    for (uint32_t i = first; i < n && i < first + 64; i++)
        bits |= (uint64_t)is_seen(move_at(moves, i), LOOK_SIEVE, l) << (i - first);
    return bits;
}

#if defined(__x86_64__)
FOR_V3 static uint64_t touched_v3(const char *moves, uint32_t first, uint32_t n,
                                  const struct leap_target *l)
{
    uint64_t bits = 0;
    uint32_t at = first, end = n - first < 64 ? n : first + 64;
    for (; at + 16 <= end; at += 16) {
        uint32_t seen = seen_16(moves + 2 * (size_t)at, LOOK_SIEVE, l);
        bits |= (uint64_t)_pext_u32(seen | seen >> 1, 0x55555555) << (at - first);
    }
    if (at < end) { /* what is behind the last move is not ours to read */
        char last[32] = {0};
        memcpy(last, moves + 2 * (size_t)at, 2 * (size_t)(end - at));
        uint32_t seen = seen_16(last, LOOK_SIEVE, l);
        seen = _pext_u32(seen | seen >> 1, 0x55555555) & ((1U << (end - at)) - 1);
        bits |= (uint64_t)seen << (at - first);
    }
    return bits;
}
#endif

static uint64_t touched(const char *moves, uint32_t first, uint32_t n, const struct leap_target *l)
{
#if defined(__x86_64__)
    if (cpu_level() >= CPU_V3)
        return touched_v3(moves, first, n, l);
#endif
    return touched_base(moves, first, n, l);
}

/* --- What comes to a square ------------------------------------------------------------------- */

/* The last move before `ply` that goes to a square; UINT32_MAX if there is none. */
static uint32_t last_to_base(const char *moves, uint32_t ply, int square)
{
    while (ply-- > 0)
        if (shogi_move_to(move_at(moves, ply)) == square)
            return ply;
    return UINT32_MAX;
}

#if defined(__x86_64__)
FOR_V3 static uint32_t last_to_avx2(const char *moves, uint32_t ply, int square)
{
    const __m256i wanted = _mm256_set1_epi16((short)square), field = _mm256_set1_epi16(0x007F);
    for (; ply >= 16; ply -= 16) {
        __m256i m = _mm256_loadu_si256((const __m256i_u *)(moves + 2 * (size_t)(ply - 16)));
        uint32_t same =
            (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi16(_mm256_and_si256(m, field), wanted));
        if (same)
            return ply - 1 - (uint32_t)__builtin_clz(same) / 2;
    }
    return last_to_base(moves, ply, square);
}
#endif

static uint32_t last_to(const char *moves, uint32_t ply, int square)
{
#if defined(__x86_64__)
    if (cpu_level() >= CPU_V3)
        return last_to_avx2(moves, ply, square);
#endif
    return last_to_base(moves, ply, square);
}

/* Who makes the move. */
static int mover(const struct shogi_lite *start, uint32_t ply)
{
    return start->turn ^ (int)(ply & 1);
}

/* What the move at `ply`, which does not drop, moves from its square; 0 if that can't be. */
static int piece_from(const struct shogi_lite *start, const char *moves, uint32_t ply, int square)
{
    bool promoted = false;
    int piece;
    for (;;) {
        ply = last_to(moves, ply, square);
        if (ply == UINT32_MAX) {
            piece = start->board[square];
            break;
        }
        shogi_move m = move_at(moves, ply);
        int from = shogi_move_from(m);
        if (shogi_move_is_drop(m)) {
            if (from < SHOGI_PAWN || from >= SHOGI_HAND_KINDS)
                return 0;
            piece = shogi_piece(mover(start, ply), from);
            break;
        }
        if (from >= SHOGI_SQUARES || (promoted && shogi_move_promotes(m)))
            return 0;
        promoted |= shogi_move_promotes(m);
        square = from;
    }
    if (promoted && !shogi_kind_can_promote(shogi_kind_of(piece)))
        return 0;
    return promoted ? piece | 8 : piece;
}

/* --- Spans ------------------------------------------------------------------------------------ */

enum { DAMAGED = -1 };

static const struct shogi_lite *start_of(const struct fact_scan *s)
{
    return s->start;
}

/* The piece that a move brings to its square; DAMAGED. */
static int brought(const struct fact_scan *s, uint32_t ply)
{
    shogi_move m = move_at(s->moves, ply);
    int us = start_of(s)->turn ^ (int)(ply & 1), from = shogi_move_from(m);
    if (shogi_move_is_drop(m))
        return from < SHOGI_PAWN || from >= SHOGI_HAND_KINDS ? DAMAGED : shogi_piece(us, from);
    if (from >= SHOGI_SQUARES)
        return DAMAGED;
    int piece = piece_from(s->start, s->moves, ply, from);
    if (piece == 0 || shogi_color_of(piece) != us)
        return DAMAGED;
    if (!shogi_move_promotes(m))
        return piece;
    return shogi_kind_can_promote(shogi_kind_of(piece)) ? piece | 8 : DAMAGED;
}

/* What is on a square after the move at `ply`, which goes to it or comes from it; 0: nothing. */
static int left_by(const struct fact_scan *s, uint32_t ply, int square)
{
    return shogi_move_to(move_at(s->moves, ply)) == square ? brought(s, ply) : 0;
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
static bool may_bring(const struct fact_scan *s, uint32_t ply, uint32_t pieces)
{
    if (pieces == 0 || (pieces & (pieces - 1)) != 0)
        return true;
    shogi_move m = move_at(s->moves, ply);
    int piece = __builtin_ctz(pieces), color = shogi_color_of(piece), kind = shogi_kind_of(piece);
    int from = shogi_move_from(m);
    if ((start_of(s)->turn ^ (int)(ply & 1)) != color)
        return false;
    if (shogi_move_is_drop(m))
        return from == kind;
    if (shogi_move_promotes(m) && !(kind & 8))
        return false;
    return may_go(color, kind, from, shogi_move_to(m));
}

/* Is condition number `which` met with this piece? */
static bool suits(const struct fact_scan *s, uint32_t which, int piece)
{
    return s->places->pieces[which] >> piece & 1;
}

/* A condition that is not met after `at` moves, or how many there are; false: damage. */
static bool find_missing(const struct fact_scan *s, uint32_t at, uint32_t *missing)
{
    for (*missing = 0; *missing < s->places->count; ++*missing) {
        int square = s->places->place[*missing];
        uint32_t last = at ? last_change(s->moves, at, s->plies, square) : UINT32_MAX;
        int piece = last == UINT32_MAX ? start_of(s)->board[square] : left_by(s, last, square);
        if (piece == DAMAGED)
            return false;
        if (!suits(s, *missing, piece))
            return true;
    }
    return true;
}

/* Goes on to where nothing is missing any more; false: damage.  With something missing still, it
 * is at the end. */
static bool await(struct fact_scan *s)
{
    while (s->missing < s->places->count) {
        uint32_t which = s->missing;
        const struct leap_target lens = {.square = s->places->place[which]};
        enum leap_test look = suits(s, which, 0) ? LOOK_EITHER : LOOK_TO;
        s->at = next_seen(s->moves, s->at, s->plies, look, &lens);
        if (s->at == s->plies)
            return true;
        if (look == LOOK_TO && !may_bring(s, s->at, s->places->pieces[which])) {
            s->at++;
            continue;
        }
        int piece = left_by(s, s->at++, lens.square);
        if (piece == DAMAGED || (suits(s, which, piece) && !find_missing(s, s->at, &s->missing)))
            return false;
    }
    return true;
}

/* Does the move at `ply` end what was met, and where?  False: damage. */
static bool ends(const struct fact_scan *s, uint32_t ply, uint32_t *missing)
{
    const struct fact_places *p = s->places;
    shogi_move m = move_at(s->moves, ply);
    uint32_t from = p->slot[shogi_move_from(m)], to = p->slot[shogi_move_to(m)];
    if (from && !shogi_move_is_drop(m) && !suits(s, from - 1, 0)) {
        *missing = from - 1;
        return true;
    }
    if (!to)
        return true;
    /* where one thing alone may be, it is there: what comes is another */
    bool one = (p->pieces[to - 1] & (p->pieces[to - 1] - 1)) == 0;
    int piece = one ? 0 : brought(s, ply);
    if (piece == DAMAGED)
        return false;
    if (one || !suits(s, to - 1, piece))
        *missing = to - 1;
    return true;
}

/* Goes on to where something is missing; false: damage. */
static bool hold(struct fact_scan *s)
{
    const struct leap_target lens = {.sieve = s->places->sieve};
    while (s->missing == s->places->count) {
        s->at = next_seen(s->moves, s->at, s->plies, LOOK_SIEVE, &lens);
        if (s->at == s->plies)
            return true;
        if (!ends(s, s->at++, &s->missing))
            return false;
    }
    return true;
}

static enum scan_end next_span(struct fact_scan *s)
{
    if (s->begun && s->missing == s->places->count)
        return SCAN_END; /* the last one went on to the end */
    if (!s->begun && !find_missing(s, 0, &s->missing))
        return SCAN_DAMAGED;
    s->begun = true;
    if (!await(s))
        return SCAN_DAMAGED;
    if (s->missing < s->places->count)
        return SCAN_END;
    s->from = s->at;
    if (!hold(s))
        return SCAN_DAMAGED;
    s->to = s->missing < s->places->count ? s->at : s->plies + 1;
    return SCAN_FOUND;
}

/* --- Changes ----------------------------------------------------------------------------------- */

static void end_fact(struct fact_changes *out, int piece, int square)
{
    out->ends[out->n_ends++] =
        shogi_fact_on_board(shogi_color_of(piece), square, shogi_kind_of(piece));
}

static void arrive(struct shogi_lite *lite, int piece, int square, struct fact_changes *out)
{
    lite->board[square] = (uint8_t)piece;
    out->begins[out->n_begins++] =
        shogi_fact_on_board(shogi_color_of(piece), square, shogi_kind_of(piece));
}

static bool touch_drop(struct shogi_lite *lite, int us, shogi_move m, const struct fact_places *p,
                       struct fact_changes *out)
{
    int to = shogi_move_to(m), kind = shogi_move_kind(m);
    if (kind < SHOGI_PAWN || kind >= SHOGI_HAND_KINDS)
        return false;
    if (!p->slot[to])
        return true; /* its kind has the number of a square that is watched */
    if (lite->board[to])
        return false;
    arrive(lite, shogi_piece(us, kind), to, out);
    return true;
}

/* Makes the move as far as squares that are looked at are concerned; false if it can't be made. */
static bool touch(struct shogi_lite *lite, const struct shogi_lite *start, const char *moves,
                  uint32_t ply, const struct fact_places *p, struct fact_changes *out)
{
    shogi_move m = move_at(moves, ply);
    int us = mover(start, ply), to = shogi_move_to(m), from = shogi_move_from(m);
    out->n_ends = out->n_begins = 0;
    if (to >= SHOGI_SQUARES)
        return false;
    if (shogi_move_is_drop(m))
        return touch_drop(lite, us, m, p, out);
    if (from >= SHOGI_SQUARES)
        return false;
    int piece = p->slot[from] ? lite->board[from] : piece_from(start, moves, ply, from);
    bool promotes = shogi_move_promotes(m);
    if (piece == 0 || shogi_color_of(piece) != us ||
        (promotes && !shogi_kind_can_promote(shogi_kind_of(piece))))
        return false;
    if (p->slot[from]) {
        end_fact(out, piece, from);
        lite->board[from] = 0;
    }
    if (!p->slot[to])
        return true;
    int taken = lite->board[to];
    if (taken && shogi_color_of(taken) == us)
        return false;
    if (taken)
        end_fact(out, taken, to);
    arrive(lite, promotes ? piece | 8 : piece, to, out);
    return true;
}
/* Makes moves without listing changes, up to one that may change what is looked at (p, NULL:
 * nothing) or can't be made, which is not made: its number, or n.  It checks no more than what
 * keeps a damaged line within bounds. */
__attribute__((always_inline)) static inline uint32_t make_moves(struct shogi_lite *lite,
                                                                 const char *moves, uint32_t first,
                                                                 uint32_t n,
                                                                 const struct fact_places *p)
{
    for (uint32_t i = first; i < n; i++) {
        shogi_move m = move_at(moves, i);
        int us = lite->turn, to = shogi_move_to(m), from = shogi_move_from(m);
        const bool *hands = p ? p->others + SHOGI_HAND_KINDS * us : NULL;
        if (to >= SHOGI_SQUARES || (p && p->slot[to]))
            return i;
        if (shogi_move_is_drop(m)) {
            if (from < SHOGI_PAWN || from >= SHOGI_HAND_KINDS || lite->hand[us][from] == 0 ||
                (p && hands[from]))
                return i;
            lite->hand[us][from]--;
            lite->board[to] = (uint8_t)shogi_piece(us, from);
            lite->turn ^= 1;
            continue;
        }
        if (from >= SHOGI_SQUARES || (p && p->slot[from]))
            return i;
        int taken = lite->board[to], plain = shogi_kind_plain(shogi_kind_of(taken));
        if (taken && plain < SHOGI_HAND_KINDS) {
            if ((p && hands[plain]) || lite->hand[us][plain] >= shogi_hand_facts[plain].most)
                return i;
            lite->hand[us][plain]++;
        }
        lite->board[to] = (uint8_t)(lite->board[from] | (shogi_move_promotes(m) ? 8 : 0));
        lite->board[from] = 0;
        lite->turn ^= 1;
    }
    return n;
}

static enum scan_end next_change(struct fact_scan *s, void *lite, struct fact_changes *changes)
{
    if (s->places->has_others) {
        s->ply = make_moves(lite, s->moves, s->ply, s->plies, s->places);
        if (s->ply == s->plies)
            return SCAN_END;
        return shogi_lite_play(lite, move_at(s->moves, s->ply++), changes) < 0 ? SCAN_DAMAGED
                                                                               : SCAN_FOUND;
    }
    const struct leap_target l = {.sieve = s->places->sieve};
    while (!s->touches) {
        if (s->places->count == 0 || s->at >= s->plies)
            return SCAN_END;
        s->touches = touched(s->moves, s->at, s->plies, &l);
        s->at += 64;
    }
    uint32_t ply = s->at - 64 + (uint32_t)__builtin_ctzll(s->touches);
    s->touches &= s->touches - 1;
    s->ply = ply + 1;
    return touch(lite, s->start, s->moves, ply, s->places, changes) ? SCAN_FOUND : SCAN_DAMAGED;
}

static bool skip(void *lite, const char *moves, uint32_t n, struct fact_changes *changes)
{
    if (make_moves(lite, moves, 0, n, NULL) < n)
        return false;
    changes->n_ends = 0;
    changes->n_begins = shogi_lite_facts(lite, changes->begins);
    return true;
}

/* Of a board of 81 squares; on more of them it pays less and less. */
enum { MOST_PLACES = 40 };

const struct game_scan shogi_scan = {.want = want,
                                     .next_span = next_span,
                                     .next_change = next_change,
                                     .skip_moves = skip,
                                     .sums_bytes = SHOGI_SUMS_BYTES,
                                     .weigh = shogi_weigh,
                                     .sums = shogi_sums,
                                     .most_places = MOST_PLACES};
