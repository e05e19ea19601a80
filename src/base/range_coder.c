/* range_coder.c: see range_coder.h. */
#include "base/range_coder.h"

void range_coder_write(struct range_coder *c, struct buf *out)
{
    *c = (struct range_coder){.out = out, .range = UINT32_MAX};
}

static uint8_t next_byte(struct range_coder *c)
{
    if (!c->in.n) {
        c->failed = true;
        return 0;
    }
    uint8_t byte = (uint8_t)c->in.p[0];
    c->in = span_skip(c->in, 1);
    return byte;
}

void range_coder_read(struct range_coder *c, struct span bytes)
{
    *c = (struct range_coder){.in = bytes, .range = UINT32_MAX};
    if (next_byte(c) != 0)
        c->failed = true;
    for (int i = 0; i < 4; i++)
        c->code = c->code << 8 | next_byte(c);
}

/* The top byte of low leaves as soon as no carry can reach it. */
static void put_top(struct range_coder *c)
{
    uint8_t carry = (uint8_t)(c->low >> 32);
    if (carry || (uint32_t)c->low < 0xff000000U) {
        buf_add_char(c->out, (char)(c->held + carry));
        for (; c->waiting; c->waiting--)
            buf_add_char(c->out, (char)(0xff + carry));
        c->held = (uint8_t)(c->low >> 24);
    } else {
        c->waiting++;
    }
    c->low = (c->low & 0xffffff) << 8;
}

void range_coder_flush(struct range_coder *c)
{
    for (int i = 0; i < 5; i++)
        put_top(c);
}

void range_coder_shift(struct range_coder *c)
{
    c->range <<= 8;
    if (c->out)
        put_top(c);
    else
        c->code = c->code << 8 | next_byte(c);
}

uint32_t range_code_tree(struct range_coder *c, struct bit_model *tree, int bits, uint32_t number)
{
    uint32_t node = 1;
    for (int i = bits - 1; i >= 0; i--)
        node = node << 1 | range_code(c, &tree[node], number >> i & 1);
    return node - ((uint32_t)1 << bits);
}

uint32_t range_code_plain(struct range_coder *c, int bits, uint32_t number)
{
    uint32_t out = 0;
    for (int i = bits - 1; i >= 0; i--)
        out = out << 1 | range_code_known(c, 1U << 15, number >> i & 1);
    return out;
}
