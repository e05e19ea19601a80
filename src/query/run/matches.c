/* matches.c: see matches.h.  Threads set bits of one array; games that share a word meet there, so
 * words are changed atomically. */
#include "query/run/matches.h"

#include "query/run/plies.h"
#include "query/search_internal.h"

static uint64_t row_of(const struct lines *l, uint32_t line)
{
    return (uint64_t)lines_u32(l->first, line) + line;
}

/* Sets the bits of a line, 64 plies at a time. */
static void set_plies(uint64_t *bits, uint64_t row, const uint64_t *plies, uint32_t count)
{
    unsigned shift = row % 64;
    for (uint32_t ply = 0; ply < count; ply += 64, row += 64) {
        uint64_t word = plies[ply / 64];
        if (count - ply < 64)
            word &= ((uint64_t)1 << (count - ply)) - 1;
        uint64_t rest = shift ? word >> (64 - shift) : 0;
        __atomic_fetch_or(&bits[row / 64], word << shift, __ATOMIC_RELAXED);
        if (rest)
            __atomic_fetch_or(&bits[row / 64 + 1], rest, __ATOMIC_RELAXED);
    }
}

struct match_bits {
    uint64_t *bits;
};

static enum status match_line(void *ctx, void *sum, const struct plan *p,
                              const struct planned_line *at, const struct evaluation *v,
                              struct err *err)
{
    const struct match_bits *m = ctx;
    (void)sum;
    (void)err;
    set_plies(m->bits, row_of(&p->segment->lines, at->line), v->matches, v->count);
    return STATUS_OK;
}

static enum status merge_nothing(void *ctx, void *sum, bool *enough, struct err *err)
{
    (void)ctx;
    (void)sum;
    (void)enough;
    (void)err;
    return STATUS_OK;
}

static void release_nothing(void *ctx, void *sum)
{
    (void)ctx;
    (void)sum;
}

static void match_occurrences(const struct plan *p, uint64_t *bits)
{
    const struct lines *l = &p->segment->lines;
    for (size_t i = 0; i < p->found.count && p->found.at[i].line < l->games; i++) {
        uint32_t line = p->found.at[i].line, ply = p->found.at[i].ply;
        uint64_t row = row_of(l, line) + ply;
        if (!(ply & OCCURRENCE_NO_MATCH) && plan_has_game(p, line))
            bits[row / 64] |= (uint64_t)1 << row % 64;
    }
}

static void match_games(const struct plan *p, uint64_t *bits)
{
    const struct lines *l = &p->segment->lines;
    for (size_t i = 0; i < p->count; i++) {
        uint64_t row = row_of(l, p->lines[i].line);
        for (uint64_t n = (uint64_t)line_plies(l, p->lines[i].line) + 1; n > 0; n--, row++)
            bits[row / 64] |= (uint64_t)1 << row % 64;
    }
}

static enum status match_planned(struct query_search *s, struct plan *p, uint64_t *bits,
                                 struct err *err)
{
    struct match_bits m = {.bits = bits};
    const struct walk_ops ops = {.ctx = &m,
                                 .sum_bytes = 1,
                                 .line = match_line,
                                 .merge = merge_nothing,
                                 .release = release_nothing};
    enum status status = p->all ? plan_list_stored(p, false, err) : STATUS_OK;
    if (status != STATUS_OK)
        return status;
    if (p->kind == PLAN_OCCURRENCES)
        match_occurrences(p, bits);
    else if (p->kind == PLAN_GAMES)
        match_games(p, bits);
    else if (p->count)
        status = walk_lines(&s->walkers, p, s->opt, &ops, err);
    return status;
}

enum status query_matches(const struct query *q, const struct db_segment *s,
                          const struct search_options *opt, uint64_t *bits, struct err *err)
{
    struct query_search state;
    struct plan p;
    enum status status = search_begin(&state, q, opt, err);
    if (status == STATUS_OK) {
        status = search_plan(&state, s, &p, err);
        if (status == STATUS_OK) {
            status = match_planned(&state, &p, bits, err);
            plan_release(&p);
        }
    }
    search_end(&state);
    return status;
}
