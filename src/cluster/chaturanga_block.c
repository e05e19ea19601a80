/* chaturanga_block.c: see chaturanga_block.h. */
#include "cluster/chaturanga_block.h"

#include <math.h>
#include <string.h>

#include "base/le.h"
#include "base/varint.h"

static void put_number(struct buf *out, uint64_t number)
{
    unsigned char bytes[8];
    le_put64(bytes, number);
    buf_add(out, bytes, sizeof bytes);
}

static void put_real(struct buf *out, double real)
{
    uint64_t bits;
    memcpy(&bits, &real, sizeof bits);
    put_number(out, bits);
}

static void put_figure(struct buf *out, const struct chaturanga_figure *f)
{
    put_real(out, f->sum);
    put_real(out, f->squares);
    put_real(out, f->times_length);
}

void chaturanga_sums_put(struct buf *out, const struct chaturanga_sums *s)
{
    put_number(out, s->games);
    put_number(out, s->turns);
    put_number(out, s->draws);
    put_number(out, s->most_turns);
    for (int i = 0; i < CHATURANGA_COLOURS; i++)
        put_number(out, s->wins[i]);
    for (int i = 0; i < 2; i++)
        put_number(out, s->teams[i]);
    put_real(out, s->length_squares);
    put_figure(out, &s->after);
    put_figure(out, &s->before);
    put_figure(out, &s->expected);
}

static uint64_t get_number(struct span *bytes)
{
    uint64_t number = le_get64(bytes->p);
    *bytes = span_skip(*bytes, 8);
    return number;
}

static double get_real(struct span *bytes)
{
    uint64_t bits = get_number(bytes);
    double real;
    memcpy(&real, &bits, sizeof real);
    return real;
}

static bool get_figure(struct span *bytes, struct chaturanga_figure *f)
{
    f->sum = get_real(bytes);
    f->squares = get_real(bytes);
    f->times_length = get_real(bytes);
    return isfinite(f->sum) && isfinite(f->squares) && isfinite(f->times_length);
}

bool chaturanga_sums_get(struct span *bytes, uint64_t games, struct chaturanga_sums *s)
{
    if (bytes->n < CHATURANGA_SUMS_BYTES)
        return false;
    *s = (struct chaturanga_sums){0};
    s->games = get_number(bytes);
    s->turns = get_number(bytes);
    s->draws = get_number(bytes);
    s->most_turns = get_number(bytes);
    bool good = (games == 0 || s->games == games) && s->draws <= s->games &&
                s->most_turns <= CHATURANGA_MAX_PLIES &&
                s->turns / CHATURANGA_MAX_PLIES <= s->games;
    for (int i = 0; i < CHATURANGA_COLOURS; i++) {
        s->wins[i] = get_number(bytes);
        good = good && s->wins[i] <= s->games;
    }
    for (int i = 0; i < 2; i++) {
        s->teams[i] = get_number(bytes);
        good = good && s->teams[i] <= s->games;
    }
    s->length_squares = get_real(bytes);
    good = good && isfinite(s->length_squares);
    good = get_figure(bytes, &s->after) && good;
    good = get_figure(bytes, &s->before) && good;
    good = get_figure(bytes, &s->expected) && good;
    return good;
}

void chaturanga_turns_put(struct buf *out, const game_move *turns, uint32_t count)
{
    varint_put(out, count);
    for (uint32_t i = 0; i < count; i++)
        varint_put(out, turns[i]);
}

bool chaturanga_turns_get(struct span *bytes, game_move *turns, uint32_t *count)
{
    uint64_t n;
    if (!varint_get(bytes, &n) || n > CHATURANGA_MAX_PLIES)
        return false;
    for (uint64_t i = 0; i < n; i++)
        if (!varint_get(bytes, &turns[i]))
            return false;
    *count = (uint32_t)n;
    return true;
}
