/* shogi_touch.c: see shogi_touch.h.
 *
 * A set of squares is sixteen bytes: square s is bit s / 16 of byte s % 16.  With a shuffle of
 * bytes by the low four bits of 32 squares, and one that makes bit s / 16 of their high ones, all
 * of them are looked up at once. */
#include "games/shogi/shogi_touch.h"

#include <string.h>

#include "base/cpu.h"
#include "base/le.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

static shogi_move stored_move(const char *moves, uint32_t ply)
{
    return le_get16(moves + 2 * (size_t)ply);
}

/* --- Which moves touch ------------------------------------------------------------------------ */

static bool in_sieve(const struct fact_watch *w, int square)
{
    return w->sieve[square & 15] >> (square >> 4) & 1;
}

static void touched_base(const char *moves, uint32_t n, const struct fact_watch *w, uint64_t *bits)
{
    for (uint32_t i = 0; i < n; i++) {
        shogi_move m = stored_move(moves, i);
        bool touches = in_sieve(w, shogi_move_to(m)) || in_sieve(w, shogi_move_from(m));
        if (i % 64 == 0)
            bits[i / 64] = 0;
        bits[i / 64] |= (uint64_t)touches << i % 64;
    }
}

#if defined(__x86_64__)
/* Of 16 moves; the square they go to in the low byte of each, the other in the high one. */
__attribute__((target("avx2,bmi2"))) static uint32_t touched_16(const char *moves, __m256i sieve)
{
    const __m256i bit_of = _mm256_setr_epi8(1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0, 1,
                                            2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0);
    const __m256i low = _mm256_set1_epi8(15);
    __m256i m = _mm256_loadu_si256((const __m256i_u *)moves);
    __m256i to = _mm256_and_si256(m, _mm256_set1_epi16(0x007F));
    __m256i from = _mm256_and_si256(_mm256_slli_epi16(m, 1), _mm256_set1_epi16(0x7F00));
    __m256i squares = _mm256_or_si256(to, from);
    __m256i rows = _mm256_shuffle_epi8(sieve, _mm256_and_si256(squares, low));
    __m256i bit = _mm256_shuffle_epi8(
        bit_of, _mm256_and_si256(_mm256_srli_epi16(squares, 4), _mm256_set1_epi8(7)));
    __m256i none = _mm256_cmpeq_epi8(_mm256_and_si256(rows, bit), _mm256_setzero_si256());
    uint32_t some = ~(uint32_t)_mm256_movemask_epi8(none);
    return _pext_u32(some | some >> 1, 0x55555555);
}

__attribute__((target("avx2,bmi2"))) static void
touched_avx2(const char *moves, uint32_t n, const struct fact_watch *w, uint64_t *bits)
{
    __m256i sieve =
        _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i_u *)(const void *)w->sieve));
    uint32_t i = 0;
    for (; i + 16 <= n; i += 16) {
        uint64_t these = touched_16(moves + 2 * (size_t)i, sieve);
        bits[i / 64] = i % 64 == 0 ? these : bits[i / 64] | these << i % 64;
    }
    if (i < n) { /* what is behind the last move is not ours to read */
        char last[32] = {0};
        memcpy(last, moves + 2 * (size_t)i, 2 * (size_t)(n - i));
        uint64_t these = touched_16(last, sieve) & ((1U << (n - i)) - 1);
        bits[i / 64] = i % 64 == 0 ? these : bits[i / 64] | these << i % 64;
    }
}
#endif

void shogi_touched(const char *moves, uint32_t n, const struct fact_watch *w, uint64_t *bits)
{
#if defined(__x86_64__)
    if (cpu_level() >= CPU_V3) {
        touched_avx2(moves, n, w, bits);
        return;
    }
#endif
    touched_base(moves, n, w, bits);
}

/* --- What comes to a square ------------------------------------------------------------------- */

/* The last move before `ply` that goes to a square; UINT32_MAX if there is none. */
static uint32_t last_to_base(const char *moves, uint32_t ply, int square)
{
    while (ply-- > 0)
        if (shogi_move_to(stored_move(moves, ply)) == square)
            return ply;
    return UINT32_MAX;
}

#if defined(__x86_64__)
__attribute__((target("avx2,bmi2"))) static uint32_t last_to_avx2(const char *moves, uint32_t ply,
                                                                  int square)
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

int shogi_piece_from(const struct shogi_lite *start, const char *moves, uint32_t ply, int square)
{
    bool promoted = false;
    int piece;
    for (;;) {
        ply = last_to(moves, ply, square);
        if (ply == UINT32_MAX) {
            piece = start->board[square];
            break;
        }
        shogi_move m = stored_move(moves, ply);
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

/* --- Making a move of them -------------------------------------------------------------------- */

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

static bool touch_drop(struct shogi_lite *lite, int us, shogi_move m, const struct fact_watch *w,
                       struct fact_changes *out)
{
    int to = shogi_move_to(m), kind = shogi_move_kind(m);
    if (kind < SHOGI_PAWN || kind >= SHOGI_HAND_KINDS)
        return false;
    if (!w->places[to])
        return true; /* its kind has the number of a square that is watched */
    if (lite->board[to])
        return false;
    arrive(lite, shogi_piece(us, kind), to, out);
    return true;
}

bool shogi_touch(struct shogi_lite *lite, const struct shogi_lite *start, const char *moves,
                 uint32_t ply, const struct fact_watch *w, struct fact_changes *out)
{
    shogi_move m = stored_move(moves, ply);
    int us = mover(start, ply), to = shogi_move_to(m), from = shogi_move_from(m);
    out->n_ends = out->n_begins = 0;
    if (to >= SHOGI_SQUARES)
        return false;
    if (shogi_move_is_drop(m))
        return touch_drop(lite, us, m, w, out);
    if (from >= SHOGI_SQUARES)
        return false;
    int piece = w->places[from] ? lite->board[from] : shogi_piece_from(start, moves, ply, from);
    bool promotes = shogi_move_promotes(m);
    if (piece == 0 || shogi_color_of(piece) != us ||
        (promotes && !shogi_kind_can_promote(shogi_kind_of(piece))))
        return false;
    if (w->places[from]) {
        end_fact(out, piece, from);
        lite->board[from] = 0;
    }
    if (!w->places[to])
        return true;
    int taken = lite->board[to];
    if (taken && shogi_color_of(taken) == us)
        return false;
    if (taken)
        end_fact(out, taken, to);
    arrive(lite, promotes ? piece | 8 : piece, to, out);
    return true;
}
