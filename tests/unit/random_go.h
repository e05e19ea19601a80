/* random_go.h: SGF texts from a seed: trees of moves, setup, empty nodes, marks and comments, each
 * as odd as the format allows. */
#ifndef KIFU_TESTS_UNIT_RANDOM_GO_H
#define KIFU_TESTS_UNIT_RANDOM_GO_H

#include "base/buf.h"
#include "base/rng.h"
#include "formats/go/sgf_lexer.h"

struct random_sgf_maker {
    struct buf *out;
    struct rng rng;
    int width, height;
};

static inline unsigned sgf_below(struct random_sgf_maker *m, unsigned n)
{
    return (unsigned)rng_below(&m->rng, n);
}

static inline void sgf_random_point(struct random_sgf_maker *m)
{
    buf_add_char(m->out, sgf_letter((int)sgf_below(m, (unsigned)m->width)));
    buf_add_char(m->out, sgf_letter((int)sgf_below(m, (unsigned)m->height)));
}

static inline void sgf_random_text(struct random_sgf_maker *m)
{
    static const char *const texts[] = {"",      "a\\]b", "x\\\\",     "one\ntwo", "碁",
                                        "a\\:b", "[open", "(;B[aa\\]", " blank ",  "\\\n"};
    buf_add_str(m->out, texts[sgf_below(m, sizeof texts / sizeof texts[0])]);
}

static inline void sgf_random_property(struct random_sgf_maker *m)
{
    static const char *const names[] = {"C", "N", "LB", "TR", "KO", "BL", "XYZ", "GW", "PB", "C"};
    const char *name = names[sgf_below(m, sizeof names / sizeof names[0])];
    buf_add_str(m->out, name);
    for (unsigned n = 1 + (sgf_below(m, 5) == 0); n > 0; n--) {
        buf_add_char(m->out, '[');
        sgf_random_text(m);
        buf_add_char(m->out, ']');
    }
}

static inline void sgf_random_move(struct random_sgf_maker *m)
{
    buf_add_char(m->out, sgf_below(m, 2) ? 'B' : 'W');
    buf_add_char(m->out, '[');
    if (sgf_below(m, 12))
        sgf_random_point(m);
    buf_add_char(m->out, ']');
}

static inline void sgf_random_setup(struct random_sgf_maker *m)
{
    static const char *const names[] = {"AB", "AW", "AE"};
    if (sgf_below(m, 4) == 0) {
        buf_add_str(m->out, sgf_below(m, 2) ? "PL[B]" : "PL[W]");
        return;
    }
    buf_add_str(m->out, names[sgf_below(m, 3)]);
    for (unsigned n = 1 + sgf_below(m, 3); n > 0; n--) {
        buf_add_char(m->out, '[');
        sgf_random_point(m);
        if (sgf_below(m, 5) == 0) {
            buf_add_char(m->out, ':');
            sgf_random_point(m);
        }
        buf_add_char(m->out, ']');
    }
}

static inline void sgf_random_node(struct random_sgf_maker *m)
{
    buf_add_char(m->out, ';');
    unsigned kind = sgf_below(m, 10);
    if (kind < 7)
        sgf_random_move(m);
    if (kind == 6 || kind == 7)
        sgf_random_setup(m);
    if (kind == 8)
        sgf_random_move(m);
    for (unsigned n = sgf_below(m, 8) ? 0 : sgf_below(m, 4); n > 0; n--)
        sgf_random_property(m);
}

/* Appends a game. */
static inline void random_sgf(struct buf *out, uint64_t seed)
{
    struct random_sgf_maker m = {.out = out};
    unsigned open = 1;
    rng_seed(&m.rng, seed);
    m.width = 1 + (int)sgf_below(&m, sgf_below(&m, 3) ? 19 : 52);
    m.height = sgf_below(&m, 4) ? m.width : 1 + (int)sgf_below(&m, 52);
    buf_printf(out, "(;SZ[%d:%d]", m.width, m.height);
    for (unsigned n = sgf_below(&m, 4); n > 0; n--)
        sgf_random_property(&m);
    if (sgf_below(&m, 4) == 0)
        sgf_random_setup(&m);
    if (sgf_below(&m, 10) == 0)
        sgf_random_move(&m);
    for (unsigned n = sgf_below(&m, 80); n > 0; n--) {
        if (sgf_below(&m, 8) == 0) {
            buf_add_char(out, '(');
            open++;
            sgf_random_node(&m);
        } else if (open > 1 && sgf_below(&m, 8) == 0) {
            buf_add_char(out, ')');
            open--;
        } else {
            sgf_random_node(&m);
        }
    }
    while (open--)
        buf_add_char(out, ')');
}

#endif
