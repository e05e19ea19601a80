/* go_es.c: the simple encoding of Go, ES of Nakamura (2002).
 *
 * A move is the unordered pair of its distances from the opponent's move before it, along columns
 * and rows.  On 19 by 19 these are 189 symbols, and 55 for first moves.  Turned, mirrored and moved
 * sequences are equal strings, but so are many that look different: the pair does not tell to which
 * side a move goes. */
#include <stdlib.h>

#include "text/mine/go_steps.h"

/*   symbols:  0 the break | 1 … GO_PAIRS pairs of distances | GO_FIRSTS first moves */
enum { FIRST = 1 + GO_PAIRS, ALPHABET = FIRST + GO_FIRSTS };

uint32_t go_es_symbol(int across, int up)
{
    int a = abs(across), b = abs(up);
    int small = a < b ? a : b, large = a < b ? b : a;
    return (uint32_t)(1 + small * GO_MAX_SIZE + large);
}

static uint32_t step(void *ctx, const struct go_pos *board, const struct go_symbol_step *s)
{
    (void)ctx;
    (void)board;
    return go_es_symbol(s->across, s->up);
}

uint32_t go_es_first(int near, int far)
{
    return (uint32_t)(FIRST + near * GO_MIDDLE + far);
}

static enum status encode(struct encoder *e, const struct encoding_input *in, struct corpus *out,
                          struct err *err)
{
    (void)e;
    const struct go_step_ops ops = {.first = go_es_first, .step = step};
    return go_steps_encode(in, &ops, out, err);
}

static bool leads(uint32_t symbol)
{
    return symbol < FIRST;
}

static void print(uint32_t symbol, struct buf *out)
{
    bool is_first = symbol >= FIRST;
    uint32_t value = symbol - (is_first ? FIRST : 1);
    uint32_t base = is_first ? GO_MIDDLE : GO_MAX_SIZE;
    if (is_first)
        buf_add_char(out, '@');
    buf_add_u64(out, value / base);
    buf_add_char(out, ',');
    buf_add_u64(out, value % base);
}

const struct encoding go_es_encoding = {
    .name = "es",
    .title = {"unordered distances from the previous move", "直前の着手との距離の組（単純符号化）"},
    .game = &go_game,
    .ordered = true,
    .placed = true,
    .alphabet = ALPHABET,
    .method = "sfp",
    .on_board = go_steps_on_board,
    .encode = encode,
    .leads = leads,
    .print = print,
};
