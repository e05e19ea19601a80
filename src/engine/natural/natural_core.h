/* natural_core.h: scores of moves in integers; compiled once for any processor, once for those
 * with AVX2 and once for those with AVX-512 (natural_internal.h names them).
 *
 * A hidden unit is a sum of at most NATURAL_UNIT_ROWS rows of at most ±127 and fits sixteen bits.  What moves share (natural_model.h) is added up when the first one needs it. */
#include <string.h>

#include "engine/natural/natural_features_core.h"
#include "engine/natural/natural_internal.h"
#if !defined(CORE_AVX2) && !defined(CORE_AVX512) && defined(__SSE2__)
#include <emmintrin.h>
#endif

#if defined(CORE_AVX512)
#define CORE_BYTES 64
#else
#define CORE_BYTES 32
#endif
typedef int16_t shorts __attribute__((vector_size(CORE_BYTES), may_alias));
typedef int8_t bytes __attribute__((vector_size(CORE_BYTES / 2), may_alias));
typedef int32_t ints __attribute__((vector_size(CORE_BYTES), may_alias));
enum {
    LANES = CORE_BYTES / 2,
    VECTORS = NATURAL_LANES / LANES,
    HEAD_VECTORS = NATURAL_HEAD / LANES
};

/* (GCC 12 leaves loops of four as they are, and sums in memory.) */
#define UNROLL _Pragma("GCC unroll 8")

struct natural_units {
    shorts v[VECTORS];
};

struct natural_pass {
    struct natural_units position;
    shorts head[HEAD_VECTORS];
    struct natural_units sort[NATURAL_SORTS], origin[NATURAL_ORIGINS], to[SHOGI_SQUARES];
    struct natural_units worth[SHOGI_SQUARES]; /* by sort, of what is around */
    struct natural_scene scene;
    const struct natural *n;
    int32_t head_from[NATURAL_ORIGINS];
    bool sort_known[NATURAL_SORTS], origin_known[NATURAL_ORIGINS], to_known[SHOGI_SQUARES];
};

/* (GCC 12 makes six instructions of the built-in, where AVX2 has one.) */
static inline __attribute__((always_inline)) void widen(shorts *out, const bytes *in)
{
#if defined(CORE_AVX512)
    *out = (shorts)_mm512_cvtepi8_epi16((__m256i)*in);
#elif defined(CORE_AVX2)
    *out = (shorts)_mm256_cvtepi8_epi16((__m128i)*in);
#else
    *out = __builtin_convertvector(*in, shorts);
#endif
}

static inline __attribute__((always_inline)) void add_row(struct natural_units *sum,
                                                          const int8_t *row)
{
    UNROLL
    for (int v = 0; v < VECTORS; v++) {
        shorts wide;
        widen(&wide, (const bytes *)row + v);
        sum->v[v] += wide;
    }
}

static inline void add_units(struct natural_units *sum, const struct natural_units *more)
{
    UNROLL
    for (int v = 0; v < VECTORS; v++)
        sum->v[v] += more->v[v];
}

static inline void add_list(const struct natural *n, struct natural_units *sum,
                            const struct natural_rows_list *list)
{
    struct natural_units all = *sum;
    for (int i = 0; i < list->count; i++)
        add_row(&all, n->row[list->row[i]]);
    *sum = all;
}

/* Adds the products of neighbours, two and two.  (Vectors are handed over by address: how else
 * depends on the processor.) */
static inline void add_products(ints *sum, const shorts *a, const shorts *b)
{
#if defined(CORE_AVX512)
    *sum = (ints)_mm512_dpwssd_epi32((__m512i)*sum, (__m512i)*a, (__m512i)*b);
#elif defined(CORE_AVX2)
    *sum += (ints)_mm256_madd_epi16((__m256i)*a, (__m256i)*b);
#elif defined(__SSE2__)
    typedef __m128i halves __attribute__((may_alias));
    typedef int32_t four __attribute__((vector_size(16), may_alias));
    for (int i = 0; i < 2; i++)
        ((four *)sum)[i] += (four)_mm_madd_epi16(((const halves *)a)[i], ((const halves *)b)[i]);
#else
    for (int i = 0; i < 8; i++)
        (*sum)[i] += (*a)[2 * i] * (*b)[2 * i] + (*a)[2 * i + 1] * (*b)[2 * i + 1];
#endif
}

static inline int32_t add_up(const ints *sum)
{
#if defined(CORE_AVX512)
    return _mm512_reduce_add_epi32((__m512i)*sum);
#else
    const ints x = *sum;
    return ((x[0] + x[4]) + (x[1] + x[5])) + ((x[2] + x[6]) + (x[3] + x[7]));
#endif
}

/* (GCC 12 makes three instructions of it, where AVX2 has one.) */
static inline void keep_above(shorts *x, const shorts *least)
{
#if defined(CORE_AVX512)
    *x = (shorts)_mm512_max_epi16((__m512i)*x, (__m512i)*least);
#elif defined(CORE_AVX2)
    *x = (shorts)_mm256_max_epi16((__m256i)*x, (__m256i)*least);
#else
    const shorts above = *x > *least;
    *x = (*x & above) | (*least & ~above);
#endif
}

/* Twice the product's upper half, rounded. */
static inline void multiply_upper(shorts *x, const shorts *by)
{
#if defined(CORE_AVX512)
    *x = (shorts)_mm512_mulhrs_epi16((__m512i)*x, (__m512i)*by);
#elif defined(CORE_AVX2)
    *x = (shorts)_mm256_mulhrs_epi16((__m256i)*x, (__m256i)*by);
#else
    for (int i = 0; i < LANES; i++)
        (*x)[i] = (int16_t)(((*x)[i] * (*by)[i] + NATURAL_WHOLE_ONE / 2) >> 15);
#endif
}

/* --- What moves share ------------------------------------------------------------------------- */

static const struct natural_units *units_of_sort(struct natural_pass *j, int sort)
{
    if (!j->sort_known[sort]) {
        struct natural_rows_list list;
        j->sort[sort] = j->position;
        natural_extract_sort(&j->scene, sort, &list);
        add_list(j->n, &j->sort[sort], &list);
        j->sort_known[sort] = true;
    }
    return &j->sort[sort];
}

static void find_around_to(struct natural_pass *j, int to)
{
    const struct natural *n = j->n;
    struct natural_around a;
    struct natural_units sum = {0}, worth = {0};
    natural_extract_around(&j->scene, to, &a);
    for (int i = 0; i < a.count; i++) {
        add_row(&sum, n->row[ROW_AROUND_TO + a.item[i]]);
        add_units(&worth, (const struct natural_units *)n->neighbour[a.item[i]]);
    }
    j->to[to] = sum;
    j->worth[to] = worth;
    j->to_known[to] = true;
}

static int32_t head_score(const struct natural_pass *j, const int8_t *row)
{
    ints sum = {0};
    UNROLL
    for (int v = 0; v < HEAD_VECTORS; v++) {
        shorts weights;
        widen(&weights, (const bytes *)row + v);
        add_products(&sum, &j->head[v], &weights);
    }
    return add_up(&sum);
}

static void find_origin(struct natural_pass *j, const struct natural_active *a, int from)
{
    const struct natural *n = j->n;
    struct natural_rows_list list;
    struct natural_around around;
    struct natural_units sum = {0};
    natural_extract_origin(&j->scene, a->sort, from, &list);
    add_list(n, &sum, &list);
    natural_extract_around(&j->scene, a->origin / 2, &around);
    for (int i = 0; i < around.count; i++)
        add_row(&sum, n->row[ROW_AROUND_FROM + around.item[i]]);
    j->origin[a->origin] = sum;
    j->head_from[a->origin] = head_score(j, n->head_from[a->sort * 81 + a->origin / 2]);
    j->origin_known[a->origin] = true;
}

/* The position as a whole. */
static void find_head(struct natural_pass *j)
{
    const struct natural *n = j->n;
    shorts sum[HEAD_VECTORS] = {0};
    const shorts none = {0};
    for (int i = 0; i < j->scene.head_rows; i++) {
        const bytes *row = (const bytes *)n->head[j->scene.row[i] - ROW_POSITION];
        UNROLL
        for (int v = 0; v < HEAD_VECTORS; v++) {
            shorts wide;
            widen(&wide, row + v);
            sum[v] += wide;
        }
    }
    UNROLL
    for (int v = 0; v < HEAD_VECTORS; v++) {
        keep_above(&sum[v], &none);
        sum[v] *= (int16_t)NATURAL_WHOLE_FINER;
        multiply_upper(&sum[v], &((const shorts *)n->whole)[v]);
        j->head[v] = sum[v];
    }
}

/* --- Moves ------------------------------------------------------------------------------------ */

/* Hidden units below 0 count nothing; worths, the last two, are as they are. */
static inline int32_t hidden_score(const struct natural *n, const struct natural_units *units)
{
    const shorts zero = {0};
    ints sum = {0};
    UNROLL
    for (int v = 0; v < VECTORS; v++) {
        shorts x = units->v[v], least = zero;
        if (v == VECTORS - 1)
            least[LANES - 2] = least[LANES - 1] = INT16_MIN;
        keep_above(&x, &least);
        add_products(&sum, &x, &((const shorts *)n->out)[v]);
    }
    return add_up(&sum);
}

static void fetch(const struct natural *n, const struct natural_active *a)
{
    for (int i = 0; i < a->list.count; i++)
        __builtin_prefetch(n->row[a->list.row[i]]);
    for (int h = 0; h < NATURAL_HEAD; h += 64)
        __builtin_prefetch(n->head_to[a->sort * 81 + a->to] + h);
}

static float score_move(struct natural_pass *j, const struct natural_active *a, shogi_move m)
{
    const struct natural *n = j->n;
    struct natural_units units = *units_of_sort(j, a->sort);
    add_list(n, &units, &a->list);
    if (!j->to_known[a->to])
        find_around_to(j, a->to);
    add_units(&units, &j->to[a->to]);
    int32_t worth = ((const int16_t *)&j->worth[a->to])[a->sort];
    int32_t head = head_score(j, n->head_to[a->sort * 81 + a->to]);
    if (a->origin < NATURAL_ORIGINS) {
        if (!j->origin_known[a->origin])
            find_origin(j, a, shogi_move_from(m));
        add_units(&units, &j->origin[a->origin]);
        head += j->head_from[a->origin];
    }
    int64_t score = (int64_t)n->counts.units * hidden_score(n, &units) +
                    (int64_t)n->counts.whole * head + (int64_t)n->counts.neighbours * worth;
    return (float)score / NATURAL_SCORE_ONE;
}

/* While the rows of a move are on their way from memory, the next ones are looked at. */
static void score_moves(struct natural_pass *j, struct natural_move *moves, int count)
{
    enum { AHEAD = 6, RING = 8 };
    struct natural_active active[RING];
    for (int i = 0; i < count + AHEAD; i++) {
        if (i < count) {
            natural_extract_move(&j->scene, moves[i].move, &active[i % RING]);
            fetch(j->n, &active[i % RING]);
        }
        if (i >= AHEAD)
            moves[i - AHEAD].score =
                score_move(j, &active[(i - AHEAD) % RING], moves[i - AHEAD].move);
    }
}

int CORE(natural_score)(const struct natural *n, const struct natural_input *q,
                        struct natural_move *moves, int count)
{
    struct natural_pass j;
    j.n = n;
    natural_extract(&j.scene, q);
    memset(j.sort_known, 0, sizeof j.sort_known);
    memset(j.origin_known, 0, sizeof j.origin_known);
    memset(j.to_known, 0, sizeof j.to_known);
    memset(&j.position, 0, sizeof j.position);
    for (int i = 0; i < j.scene.rows; i++)
        add_row(&j.position, n->row[j.scene.row[i]]);
    find_head(&j);
    score_moves(&j, moves, count);
    return j.scene.phase;
}
