/* halfka.c: judging by a halfka network, move by move; see halfka.h.
 *
 * Frames and sums are as in net.c: a frame holds what its move changed until a value is wanted; then
 * every frame on the way gets its sum.  A king that went to another region asks for a new one: it is
 * made from the last one with the king there, by what differs between the two positions. */
#include "engine/eval/halfka.h"

#include <math.h>
#include <string.h>

#include "base/cpu.h"
#include "engine/eval/halfka_internal.h"

enum { FRAMES = EVAL_MAX_PLY + 16, VIEWS = 2 * HALFKA_KING_SQUARES };

/* The last sum with a king in a region, and of which position it was. */
struct halfka_visit {
    _Alignas(64) int16_t unit[HALFKA_MOST_UNITS];
    uint8_t hand[2][SHOGI_HAND_KINDS];
    uint8_t board[SHOGI_SQUARES];
};

struct halfka_state {
    struct halfka_frame frames[FRAMES];
    struct halfka_visit visits[2][VIEWS];
    bool visited[2][VIEWS];
    const struct halfka_kernels *kernels;
    int top;
};

static const struct halfka_kernels *choose_kernels(void)
{
#if HALFKA_HAVE_X86
    enum cpu_level level = cpu_level();
    if (level >= CPU_V3)
        return level >= CPU_V4 ? &halfka_kernels_v4 : &halfka_kernels_v3;
#endif
    return &halfka_kernels_base;
}

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

static const int8_t *row_of(const struct halfka *h, struct halfka_view view, int side, int item)
{
    return halfka_row(h, view.region, net_feature(side, view.mirrored, item));
}

/* Rows that come and go between two positions. */
struct difference {
    const int8_t *plus[NET_MOST_ACTIVE], *minus[NET_MOST_ACTIVE];
    int plus_count, minus_count;
};

static void compare_squares(const struct halfka *h, struct halfka_view view, int side,
                            const uint8_t *was, const uint8_t *is, int square, int end,
                            struct difference *d)
{
    for (; square < end; square++) {
        if (was[square] == is[square])
            continue;
        if (was[square])
            d->minus[d->minus_count++] = row_of(h, view, side, net_board_item(was[square], square));
        if (is[square])
            d->plus[d->plus_count++] = row_of(h, view, side, net_board_item(is[square], square));
    }
}

static void compare_hands(const struct halfka *h, struct halfka_view view, int side, int color,
                          const uint8_t *was, const uint8_t *is, struct difference *d)
{
    for (int kind = SHOGI_PAWN; kind < SHOGI_HAND_KINDS; kind++) {
        for (int n = is[kind] + 1; n <= was[kind]; n++)
            d->minus[d->minus_count++] = row_of(h, view, side, net_hand_item(color, kind, n));
        for (int n = was[kind] + 1; n <= is[kind]; n++)
            d->plus[d->plus_count++] = row_of(h, view, side, net_hand_item(color, kind, n));
    }
}

static void compare(const struct halfka *h, struct halfka_view view, int side,
                    const struct halfka_visit *was, const struct shogi_pos *is,
                    struct difference *d)
{
    enum { TOGETHER = 9 };
    d->plus_count = d->minus_count = 0;
    for (int square = 0; square < SHOGI_SQUARES; square += TOGETHER)
        if (memcmp(was->board + square, is->board + square, TOGETHER) != 0)
            compare_squares(h, view, side, was->board, is->board, square, square + TOGETHER, d);
    for (int color = 0; color < 2; color++)
        if (memcmp(was->hand[color], is->hand[color], SHOGI_HAND_KINDS) != 0)
            compare_hands(h, view, side, color, was->hand[color], is->hand[color], d);
}

/* Of the topmost frame. */
static void refresh(const struct halfka *h, struct halfka_state *s, int side,
                    const struct shogi_pos *pos)
{
    struct halfka_frame *f = &s->frames[s->top];
    int view = 2 * f->view[side].region + f->view[side].mirrored;
    struct halfka_visit *v = &s->visits[side][view];
    if (!s->visited[side][view]) { /* as an empty board */
        *v = (struct halfka_visit){.hand = {{0}}};
        memcpy(v->unit, halfka_at(h, h->bias), h->units * sizeof *v->unit);
        s->visited[side][view] = true;
    }
    struct difference d;
    compare(h, f->view[side], side, v, pos, &d);
    s->kernels->add(v->unit, f->unit[side], d.plus, d.plus_count, d.minus, d.minus_count, h->units);
    memcpy(v->hand, pos->hand, sizeof v->hand);
    memcpy(v->board, pos->board, sizeof v->board);
    f->known[side] = true;
}

static void ensure_computed(const struct halfka *h, struct halfka_state *s, int side,
                            const struct shogi_pos *pos)
{
    int from = s->top;
    for (; !s->frames[from].known[side]; from--)
        if (s->frames[from].moved[side]) {
            refresh(h, s, side, pos);
            return;
        }
    s->kernels->update(&s->frames[from], side, s->top - from, h->units);
    for (int i = from + 1; i <= s->top; i++)
        s->frames[i].known[side] = true;
}

/* --- The value -------------------------------------------------------------------------------- */

static int value_of_sum(const struct halfka *h, int64_t sum)
{
    int64_t value = sum * h->scale / (HALFKA_OUT_ONE * HALFKA_TAIL_ONE);
    return (int)(value < -HALFKA_VALUE_MOST  ? -HALFKA_VALUE_MOST
                 : value > HALFKA_VALUE_MOST ? HALFKA_VALUE_MOST
                                             : value);
}

/* --- The table's functions -------------------------------------------------------------------- */

static void begin(const void *weights, void *state, const struct shogi_pos *pos)
{
    struct halfka_state *s = state;
    s->top = 0;
    s->kernels = choose_kernels();
    memset(s->visited, 0, sizeof s->visited); /* the weights may be others */
    for (int side = 0; side < 2; side++) {
        s->frames[0].view[side] = view_of(weights, side, shogi_king_square(pos, side));
        s->frames[0].moved[side] = false;
        refresh(weights, s, side, pos);
    }
}

static bool moves_king(const struct shogi_pos *pos, shogi_move m)
{
    return !shogi_move_is_drop(m) && shogi_kind_of(pos->board[shogi_move_from(m)]) == SHOGI_KING;
}

/* They are wanted soon, and are seldom near. */
static const int8_t *fetched_row(const struct halfka *h, struct halfka_view view, int side,
                                 int item)
{
    enum { CACHE_LINE = 64 };
    const int8_t *row = row_of(h, view, side, item);
    for (size_t at = 0; at < h->units; at += CACHE_LINE)
        __builtin_prefetch(row + at);
    return row;
}

static void play(const void *weights, void *state, const struct shogi_pos *pos, shogi_move m)
{
    struct halfka_state *s = state;
    struct halfka_frame *f = &s->frames[++s->top];
    struct net_changes c;
    net_changes_of(pos, m, &c);
    f->captures = c.plus_count == 2;
    for (int side = 0; side < 2; side++) {
        f->known[side] = f->moved[side] = false;
        f->view[side] = f[-1].view[side];
    }
    if (moves_king(pos, m)) {
        struct halfka_view *view = &f->view[pos->turn], was = *view;
        *view = view_of(weights, pos->turn, shogi_move_to(m));
        f->moved[pos->turn] = view->mirrored != was.mirrored || view->region != was.region;
    }
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < c.plus_count && !f->moved[side]; i++) {
            f->rows[side].plus[i] = fetched_row(weights, f->view[side], side, c.plus[i]);
            f->rows[side].minus[i] = fetched_row(weights, f->view[side], side, c.minus[i]);
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
        if (!f->known[side])
            ensure_computed(h, s, side, pos);
    return value_of_sum(h, s->kernels->tail(h, &h->tail[net_phase(pos)], f->unit[pos->turn],
                                            f->unit[pos->turn ^ 1]));
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
            sum += input[i] * dense1[halfka_place(o, i, h->units)];
        first[o] = clipped(sum);
        first[h->first + o] = squared(sum);
    }
    for (uint32_t o = 0; o < h->second; o++) {
        int32_t sum = bias2[o];
        for (uint32_t i = 0; i < 2 * h->first; i++)
            sum += first[i] * dense2[halfka_place(o, i, 2 * h->first)];
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
