/* halfka.c: judging by a halfka network, move by move; see halfka.h.
 *
 * Frames and sums are as in net.c: a frame holds what its move changed until a value is wanted; then
 * every frame on the way gets its sum, and a king that went to another region asks for a new one. */
#include "engine/eval/halfka.h"

#include <math.h>
#include <string.h>

#include "base/cpu.h"
#include "engine/eval/halfka_internal.h"

#define CORE(name) name##_base
static inline void dot4(int32_t *out, const uint8_t *in, const int8_t *weights, size_t n)
{
    for (size_t o = 0; o < 4; o++) {
        out[o] = 0;
        for (size_t i = 0; i < n; i++)
            /* NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): there are n inputs */
            out[o] += in[i] * weights[o * n + i];
    }
}
#include "engine/eval/halfka_core.h"

#if HALFKA_HAVE_X86
#define CHOOSE(call, ...)                                                                          \
    do {                                                                                           \
        enum cpu_level level = cpu_level();                                                        \
        if (level >= CPU_V4)                                                                       \
            call##_v4(__VA_ARGS__);                                                                \
        else if (level >= CPU_V3)                                                                  \
            call##_v3(__VA_ARGS__);                                                                \
        else                                                                                       \
            call##_base(__VA_ARGS__);                                                              \
    } while (0)
#else
#define CHOOSE(call, ...) call##_base(__VA_ARGS__)
#endif

enum { FRAMES = EVAL_MAX_PLY + 16 };

/* Where a side's king stands in its own eyes. */
struct halfka_view {
    bool mirrored;
    uint8_t region;
};

struct halfka_accumulator {
    _Alignas(64) int16_t unit[HALFKA_MOST_UNITS];
    struct halfka_view view;
    bool known; /* the units are right */
    bool moved; /* its king came to another region with this move */
};

struct halfka_frame {
    struct halfka_accumulator accumulator[2];
    struct net_changes changes;
};

struct halfka_state {
    struct halfka_frame frames[FRAMES];
    int top;
};

/* --- Sums ------------------------------------------------------------------------------------- */

static struct halfka_view view_of(const struct halfka *h, int side, int square)
{
    int seen = square < 0            ? shogi_square(5, 9)
               : side == SHOGI_BLACK ? square
                                     : SHOGI_SQUARES - 1 - square;
    int file = shogi_file_of(seen), rank = shogi_rank_of(seen);
    bool mirrored = file > 5;
    return (struct halfka_view){mirrored,
                                h->region[(rank - 1) * 5 + (mirrored ? 10 - file : file) - 1]};
}

static void look_up(const struct halfka *h, struct halfka_view view, int side,
                    const uint16_t *items, int count, const int8_t **rows)
{
    for (int i = 0; i < count; i++)
        rows[i] = halfka_row(h, view.region, net_feature(side, view.mirrored, items[i]));
}

static void refresh(const struct halfka *h, struct halfka_accumulator *a, int side,
                    const struct shogi_pos *pos)
{
    uint16_t items[NET_MOST_ACTIVE];
    const int8_t *rows[NET_MOST_ACTIVE];
    int count = net_items(pos, items);
    look_up(h, a->view, side, items, count, rows);
    CHOOSE(halfka_sum, a->unit, halfka_at(h, h->bias), rows, count, NULL, 0, h->units);
    a->known = true;
}

static void update_from(const struct halfka *h, const struct halfka_accumulator *last,
                        struct halfka_frame *f, int side)
{
    const int8_t *plus[NET_MOST_CHANGES], *minus[NET_MOST_CHANGES];
    const struct net_changes *c = &f->changes;
    struct halfka_accumulator *a = &f->accumulator[side];
    look_up(h, a->view, side, c->plus, c->plus_count, plus);
    look_up(h, a->view, side, c->minus, c->minus_count, minus);
    CHOOSE(halfka_sum, a->unit, last->unit, plus, c->plus_count, minus, c->minus_count, h->units);
    a->known = true;
}

static void ensure_computed(const struct halfka *h, struct halfka_state *s, int side,
                            const struct shogi_pos *pos)
{
    int from = s->top;
    while (!s->frames[from].accumulator[side].known) {
        if (s->frames[from].accumulator[side].moved) {
            refresh(h, &s->frames[s->top].accumulator[side], side, pos);
            return;
        }
        from--;
    }
    for (; from < s->top; from++)
        update_from(h, &s->frames[from].accumulator[side], &s->frames[from + 1], side);
}

/* --- The dense tail --------------------------------------------------------------------------- */

static int value_of_sum(const struct halfka *h, int64_t sum)
{
    int64_t value = sum * h->scale / (HALFKA_OUT_ONE * HALFKA_TAIL_ONE);
    return (int)(value < -HALFKA_VALUE_MOST  ? -HALFKA_VALUE_MOST
                 : value > HALFKA_VALUE_MOST ? HALFKA_VALUE_MOST
                                             : value);
}

static int finish(const struct halfka *h, const struct halfka_tail *t, const int16_t *own,
                  const int16_t *enemy)
{
    _Alignas(64) uint8_t input[HALFKA_MOST_UNITS], first[2 * HALFKA_MOST_DENSE];
    _Alignas(64) uint8_t second[HALFKA_MOST_DENSE];
    _Alignas(64) int32_t sums[HALFKA_MOST_DENSE];
    CHOOSE(halfka_product, input, own, h->units);
    CHOOSE(halfka_product, input + h->units / 2, enemy, h->units);
    CHOOSE(halfka_dense, sums, input, halfka_at(h, t->dense1), halfka_at(h, t->bias1), h->units,
           h->first);
    CHOOSE(halfka_clip, first, sums, h->first);
    CHOOSE(halfka_square, first + h->first, sums, h->first);
    CHOOSE(halfka_dense, sums, first, halfka_at(h, t->dense2), halfka_at(h, t->bias2),
           2 * (size_t)h->first, h->second);
    CHOOSE(halfka_clip, second, sums, h->second);
    const int16_t *out = halfka_at(h, t->dense3);
    int32_t sum = t->bias3; /* at most 64 * 127 * 32768 + 2^24 */
    for (uint32_t i = 0; i < h->second; i++)
        sum += second[i] * out[i];
    return value_of_sum(h, sum);
}

/* --- The table's functions -------------------------------------------------------------------- */

static void begin(const void *weights, void *state, const struct shogi_pos *pos)
{
    struct halfka_state *s = state;
    s->top = 0;
    for (int side = 0; side < 2; side++) {
        struct halfka_accumulator *a = &s->frames[0].accumulator[side];
        a->view = view_of(weights, side, shogi_king_square(pos, side));
        a->moved = false;
        refresh(weights, a, side, pos);
    }
}

static bool moves_king(const struct shogi_pos *pos, shogi_move m)
{
    return !shogi_move_is_drop(m) && shogi_kind_of(pos->board[shogi_move_from(m)]) == SHOGI_KING;
}

static void play(const void *weights, void *state, const struct shogi_pos *pos, shogi_move m)
{
    struct halfka_state *s = state;
    struct halfka_frame *f = &s->frames[++s->top];
    net_changes_of(pos, m, &f->changes);
    for (int side = 0; side < 2; side++) {
        struct halfka_accumulator *a = &f->accumulator[side];
        a->known = a->moved = false;
        a->view = f[-1].accumulator[side].view;
    }
    if (moves_king(pos, m)) {
        struct halfka_accumulator *a = &f->accumulator[pos->turn];
        struct halfka_view was = a->view;
        a->view = view_of(weights, pos->turn, shogi_move_to(m));
        a->moved = a->view.mirrored != was.mirrored || a->view.region != was.region;
    }
}

static void unplay(void *state)
{
    ((struct halfka_state *)state)->top--;
}

static int value(const void *weights, void *state, const struct shogi_pos *pos)
{
    const struct halfka *h = weights;
    struct halfka_state *s = state;
    const struct halfka_frame *f = &s->frames[s->top];
    for (int side = 0; side < 2; side++)
        if (!f->accumulator[side].known)
            ensure_computed(h, s, side, pos);
    return finish(h, &h->tail[net_phase(pos)], f->accumulator[pos->turn].unit,
                  f->accumulator[pos->turn ^ 1].unit);
}

/* --- Without shortcuts ------------------------------------------------------------------------ */

static uint8_t clipped(int32_t sum)
{
    int32_t x = (sum + HALFKA_WEIGHT_ONE / 2) >> 6;
    return (uint8_t)(x < 0 ? 0 : x > HALFKA_TAIL_ONE ? HALFKA_TAIL_ONE : x);
}

/* Beyond ENOUGH the square is more than 1.0 in any case. */
static uint8_t squared(int32_t sum)
{
    enum { ENOUGH = 8192 };
    int32_t x = sum < -ENOUGH ? -ENOUGH : sum > ENOUGH ? ENOUGH : sum;
    int32_t square = (x * x + (1 << 18)) >> 19;
    return (uint8_t)(square > HALFKA_TAIL_ONE ? HALFKA_TAIL_ONE : square);
}

/* The inputs of the dense tail from one side's eyes. */
static void plain_inputs(const struct halfka *h, const struct shogi_pos *pos, int side, int *out)
{
    uint16_t items[NET_MOST_ACTIVE];
    int unit[HALFKA_MOST_UNITS], count = net_items(pos, items), half = (int)h->units / 2;
    struct halfka_view view = view_of(h, side, shogi_king_square(pos, side));
    const int16_t *bias = halfka_at(h, h->bias);
    for (int u = 0; u < (int)h->units; u++) {
        unit[u] = bias[u];
        for (int i = 0; i < count; i++)
            unit[u] += halfka_row(h, view.region, net_feature(side, view.mirrored, items[i]))[u];
        unit[u] = unit[u] < 0 ? 0 : unit[u] > HALFKA_ONE ? HALFKA_ONE : unit[u];
    }
    for (int u = 0; u < half; u++)
        out[u] = (unit[u] * unit[half + u] + 256) / 512;
}

int halfka_value_plain(const struct halfka *h, const struct shogi_pos *pos)
{
    const struct halfka_tail *t = &h->tail[net_phase(pos)];
    const int32_t *bias1 = halfka_at(h, t->bias1), *bias2 = halfka_at(h, t->bias2);
    const int8_t *dense1 = halfka_at(h, t->dense1), *dense2 = halfka_at(h, t->dense2);
    const int16_t *dense3 = halfka_at(h, t->dense3);
    int input[HALFKA_MOST_UNITS] = {0}, first[2 * HALFKA_MOST_DENSE] = {0};
    int64_t out = t->bias3;
    for (int who = 0; who < 2; who++)
        plain_inputs(h, pos, pos->turn ^ who, input + (size_t)who * h->units / 2);
    for (uint32_t o = 0; o < h->first; o++) {
        int32_t sum = bias1[o];
        for (uint32_t i = 0; i < h->units; i++)
            sum += input[i] * dense1[(size_t)o * h->units + i];
        first[o] = clipped(sum);
        first[h->first + o] = squared(sum);
    }
    for (uint32_t o = 0; o < h->second; o++) {
        int32_t sum = bias2[o];
        for (uint32_t i = 0; i < 2 * h->first; i++)
            sum += first[i] * dense2[(size_t)o * 2 * h->first + i];
        out += clipped(sum) * dense3[o];
    }
    return value_of_sum(h, out);
}

/* There are no terms that add up: one has it all. */
static void explain(const void *weights, const struct shogi_pos *pos, struct eval_account *out)
{
    int sign = pos->turn == SHOGI_BLACK ? 1 : -1;
    *out = (struct eval_account){.value = sign * halfka_value_plain(weights, pos)};
    advance_of(pos, &out->advance);
    eval_add_term(out, "network", NAN, out->value);
}

const struct eval_type eval_halfka = {.name = "halfka",
                                      .state_bytes = sizeof(struct halfka_state),
                                      .begin = begin,
                                      .play = play,
                                      .unplay = unplay,
                                      .value = value,
                                      .explain = explain};
