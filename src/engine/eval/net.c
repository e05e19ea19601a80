/* net.c: judging by the network, move by move; see net.h.
 *
 * A state is a stack of frames, one for each move that was played since begin().  A frame first
 * holds only what the move changed.  When a value is asked for, each side's sum is made from the
 * nearest frame below that has one, and every frame on the way gets its own, for the benefit of the
 * moves that are tried next; if the side's king went to another region meanwhile, the sum is made
 * anew from the position. */
#include <math.h>
#include <string.h>

#include "base/cpu.h"

#define CORE(name) name##_base
#include "engine/eval/net_core.h"

#if NET_HAVE_V3
#define CHOOSE(call, ...)                                                                          \
    (cpu_level() >= CPU_V3 ? call##_v3(__VA_ARGS__) : call##_base(__VA_ARGS__))
#else
#define CHOOSE(call, ...) call##_base(__VA_ARGS__)
#endif

enum { FRAMES = EVAL_MAX_PLY + 16 };

/* What one side sees. */
struct net_accumulator {
    _Alignas(32) int16_t hidden[NET_HIDDEN];
    int32_t worth;
    bool known; /* the above are right */
    bool moved; /* its king came to another region with this move */
    bool mirrored;
    uint8_t bucket;
};

struct net_frame {
    struct net_accumulator accumulator[2];
    struct net_changes changes;
};

struct net_state {
    struct net_frame frames[FRAMES];
    int top;
};

/* --- Sums ------------------------------------------------------------------------------------- */

/* Rows of the items, and the sum of their worths. */
static int32_t look_up(const struct net *net, const struct net_accumulator *e, int side,
                       const uint16_t *items, int count, const int8_t **rows)
{
    int32_t worth = 0;
    for (int i = 0; i < count; i++) {
        int feature = net_feature(side, e->mirrored, items[i]);
        rows[i] = net->row[e->bucket][feature];
        worth += net->worth[e->bucket][feature];
    }
    return worth;
}

static void refresh(const struct net *net, struct net_accumulator *e, int side,
                    const struct shogi_pos *pos)
{
    uint16_t items[NET_MOST_ACTIVE];
    const int8_t *rows[NET_MOST_ACTIVE];
    int count = net_items(pos, items);
    e->worth = look_up(net, e, side, items, count, rows);
    CHOOSE(net_sum, e->hidden, net->bias, rows, count, NULL, 0);
    e->known = true;
}

static void update_from(const struct net *net, const struct net_accumulator *last,
                        struct net_frame *f, int side)
{
    const int8_t *plus[NET_MOST_CHANGES], *minus[NET_MOST_CHANGES];
    const struct net_changes *c = &f->changes;
    struct net_accumulator *e = &f->accumulator[side];
    e->worth = last->worth + look_up(net, e, side, c->plus, c->plus_count, plus) -
               look_up(net, e, side, c->minus, c->minus_count, minus);
    CHOOSE(net_sum, e->hidden, last->hidden, plus, c->plus_count, minus, c->minus_count);
    e->known = true;
}

static void ensure_computed(const struct net *net, struct net_state *s, int side,
                            const struct shogi_pos *pos)
{
    int from = s->top;
    while (!s->frames[from].accumulator[side].known) {
        if (s->frames[from].accumulator[side].moved) {
            refresh(net, &s->frames[s->top].accumulator[side], side, pos);
            return;
        }
        from--;
    }
    for (; from < s->top; from++)
        update_from(net, &s->frames[from].accumulator[side], &s->frames[from + 1], side);
}

static int finish(const struct net *net, const struct net_accumulator *own,
                  const struct net_accumulator *enemy, int phase)
{
    const int16_t *out = net->out[phase];
    int64_t sum = CHOOSE(net_squares, own->hidden, out) +
                  CHOOSE(net_squares, enemy->hidden, out + NET_HIDDEN);
    return (own->worth - enemy->worth) / NET_WORTH_ONE + net->out_bias[phase] +
           (int)(sum * net->out_gain / (1 << 20));
}

/* --- The table's functions -------------------------------------------------------------------- */

static void begin(const void *weights, void *state, const struct shogi_pos *pos)
{
    struct net_state *s = state;
    s->top = 0;
    for (int side = 0; side < 2; side++) {
        struct net_accumulator *e = &s->frames[0].accumulator[side];
        net_place_king(side, shogi_king_square(pos, side), &e->mirrored, &e->bucket);
        e->moved = false;
        refresh(weights, e, side, pos);
    }
}

static bool moves_king(const struct shogi_pos *pos, shogi_move m)
{
    return !shogi_move_is_drop(m) && shogi_kind_of(pos->board[shogi_move_from(m)]) == SHOGI_KING;
}

static void play(const void *weights, void *state, const struct shogi_pos *pos, shogi_move m)
{
    struct net_state *s = state;
    struct net_frame *f = &s->frames[++s->top];
    (void)weights;
    net_changes_of(pos, m, &f->changes);
    for (int side = 0; side < 2; side++) {
        const struct net_accumulator *last = &f[-1].accumulator[side];
        struct net_accumulator *e = &f->accumulator[side];
        e->known = e->moved = false;
        e->mirrored = last->mirrored;
        e->bucket = last->bucket;
    }
    if (moves_king(pos, m)) {
        struct net_accumulator *e = &f->accumulator[pos->turn];
        struct net_accumulator was = {.mirrored = e->mirrored, .bucket = e->bucket};
        net_place_king(pos->turn, shogi_move_to(m), &e->mirrored, &e->bucket);
        e->moved = e->mirrored != was.mirrored || e->bucket != was.bucket;
    }
}

static void unplay(void *state)
{
    ((struct net_state *)state)->top--;
}

static int value(const void *weights, void *state, const struct shogi_pos *pos)
{
    struct net_state *s = state;
    const struct net_frame *f = &s->frames[s->top];
    for (int side = 0; side < 2; side++)
        if (!f->accumulator[side].known)
            ensure_computed(weights, s, side, pos);
    return finish(weights, &f->accumulator[pos->turn], &f->accumulator[pos->turn ^ 1],
                  net_phase(pos));
}

/* --- Without shortcuts ------------------------------------------------------------------------ */

int net_value_plain(const struct net *net, const struct shogi_pos *pos)
{
    uint16_t items[NET_MOST_ACTIVE];
    int count = net_items(pos, items), phase = net_phase(pos);
    int64_t sum = 0, worth = 0;
    for (int i = 0; i < 2; i++) {
        int side = pos->turn ^ i;
        bool mirrored;
        uint8_t bucket;
        net_place_king(side, shogi_king_square(pos, side), &mirrored, &bucket);
        for (int h = 0; h < NET_HIDDEN; h++) {
            int64_t hidden = net->bias[h];
            for (int k = 0; k < count; k++)
                hidden += net->row[bucket][net_feature(side, mirrored, items[k])][h];
            hidden = hidden < 0 ? 0 : hidden > NET_ONE ? NET_ONE : hidden;
            sum += hidden * hidden * net->out[phase][i * NET_HIDDEN + h];
        }
        for (int k = 0; k < count; k++)
            worth += (i ? -1 : 1) * net->worth[bucket][net_feature(side, mirrored, items[k])];
    }
    return (int)(worth / NET_WORTH_ONE) + net->out_bias[phase] +
           (int)(sum * net->out_gain / (1 << 20));
}

/* Features that a side sees, and the region of its king. */
static int fill_accumulator(const struct shogi_pos *pos, int side, uint16_t *seen, uint8_t *bucket)
{
    bool mirrored;
    int count = net_items(pos, seen);
    net_place_king(side, shogi_king_square(pos, side), &mirrored, bucket);
    for (int k = 0; k < count; k++)
        seen[k] = (uint16_t)net_feature(side, mirrored, seen[k]);
    return count;
}

/* What the hidden units of a side's eyes add for the side to move; `first` of the weights out. */
static double hidden_part(const struct net *net, const struct shogi_pos *pos, int side, int first)
{
    uint16_t seen[NET_MOST_ACTIVE];
    uint8_t bucket;
    int count = fill_accumulator(pos, side, seen, &bucket);
    int64_t sum = 0;
    for (int h = 0; h < NET_HIDDEN; h++) {
        int64_t hidden = net->bias[h];
        for (int k = 0; k < count; k++)
            hidden += net->row[bucket][seen[k]][h];
        hidden = hidden < 0 ? 0 : hidden > NET_ONE ? NET_ONE : hidden;
        sum += hidden * hidden * net->out[net_phase(pos)][first + h];
    }
    return (double)(sum * net->out_gain) / (1 << 20);
}

static double worth_part(const struct net *net, const struct shogi_pos *pos, int side)
{
    uint16_t seen[NET_MOST_ACTIVE];
    uint8_t bucket;
    int count = fill_accumulator(pos, side, seen, &bucket), sum = 0;
    for (int k = 0; k < count; k++)
        sum += net->worth[bucket][seen[k]];
    return (double)sum / NET_WORTH_ONE;
}

static void explain(const void *weights, const struct shogi_pos *pos, struct eval_account *out)
{
    static const char *const WORTH[] = {"worth.black", "worth.white"};
    static const char *const HIDDEN[] = {"hidden.black", "hidden.white"};
    const struct net *net = weights;
    int sign = pos->turn == SHOGI_BLACK ? 1 : -1;
    double sum = 0;
    *out = (struct eval_account){.value = sign * net_value_plain(net, pos)};
    advance_of(pos, &out->advance);
    for (int side = 0; side < 2; side++)
        eval_add_term(out, WORTH[side], NAN, (side ? -1 : 1) * worth_part(net, pos, side));
    for (int side = 0; side < 2; side++)
        eval_add_term(out, HIDDEN[side], NAN,
                      sign * hidden_part(net, pos, side, side == pos->turn ? 0 : NET_HIDDEN));
    eval_add_term(out, "phase", net_phase(pos), sign * net->out_bias[net_phase(pos)]);
    for (int i = 0; i < out->term_count; i++)
        sum += out->terms[i].value; /* fractions of powers of two: no digit is lost */
    if (out->value != sum)
        eval_add_term(out, "rounding", NAN, out->value - sum);
}

const struct eval_type eval_net = {.name = "net",
                                   .state_bytes = sizeof(struct net_state),
                                   .begin = begin,
                                   .play = play,
                                   .unplay = unplay,
                                   .value = value,
                                   .explain = explain};
