/* curves.c: counting positions by value; see curves.h.
 *
 * Two passes over the columns.  The first adds up, for each curve and bin, positions, points and
 * what the spread between games needs; it says which bins count.  The second draws games
 * (curve_resamples.c) and keeps the replicates of those bins alone, which bounds memory: there are
 * at most as many of them as positions ÷ min_positions.
 *
 * In both a game is first counted on its own, into a small table of (curve, bin), and then added:
 * a game has a hundred positions, but they fall into a dozen cells.
 *
 * Cost: 10 million positions of 100,000 games, 10 conditions, 400 replicates, 21 bins: 1.5 to 1.9 s
 * of one core of a shared virtual machine, 0.6 s of them without replicates. */
#include "values/curves/curves.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/work/pool.h"
#include "values/curves/curves_internal.h"

/* --- What curves are drawn for: queries, and where they match on the sheets ------------------- */

enum { MOST_CONDITIONS = 10000 };

const struct condition_preset condition_presets[] = {
    {"progress", {"progress.diff>=0.25", "progress.diff<=-0.25"}},
    {"rooks", {"s.hand.hi>=2", "g.hand.hi>=2"}},
    {"bishops", {"s.hand.ka>=2", "g.hand.ka>=2"}},
    {"knights", {"s.hand.ke>=3", "g.hand.ke>=3"}},
    {"paper",
     {"progress.diff>=0.25", "progress.diff<=-0.25", "s.hand.hi>=2", "g.hand.hi>=2", "s.hand.ka>=2",
      "g.hand.ka>=2", "s.hand.ke>=3", "g.hand.ke>=3"}},
    {"common",
     {"progress.diff>=0.25", "s.castle:anaguma", "s.castle:yagura", "s.castle:mino", "s.hand.hi>=2",
      "s.hand.ka>=2", "s.hand.ki>=3", "s.hand.fu>=6"}},
    {NULL, {NULL}},
};

const struct condition_preset *condition_preset(const char *name)
{
    for (const struct condition_preset *p = condition_presets; p->name; p++)
        if (strcmp(p->name, name) == 0)
            return p;
    return NULL;
}

void conditions_init(struct conditions *c)
{
    *c = (struct conditions){0};
}

static void forget_bits(struct condition *one, uint32_t sheets)
{
    for (uint32_t i = 0; one->bits && i < sheets; i++)
        mem_free(one->bits[i]);
    mem_free(one->bits);
    one->bits = NULL;
}

void conditions_release(struct conditions *c)
{
    for (uint32_t i = 0; i < c->count; i++) {
        forget_bits(&c->at[i], c->sheets);
        query_release(&c->at[i].query);
        mem_free((void *)c->at[i].name);
    }
    mem_free(c->at);
    conditions_init(c);
}

enum status conditions_add(struct conditions *c, struct query *q, struct err *err)
{
    struct condition *at = mem_grow(c->at, c->count, &c->cap, MOST_CONDITIONS, sizeof *at);
    char *name = mem_alloc(q->text.n + 1);
    if (at)
        c->at = at;
    if (!at || !name) {
        mem_free(name);
        query_release(q);
        return err_nomem(err);
    }
    memcpy(name, q->text.p, q->text.n);
    name[q->text.n] = '\0';
    at[c->count++] = (struct condition){.name = name, .query = *q};
    *q = (struct query){0};
    return STATUS_OK;
}

static enum status match_one(struct condition *one, const struct sheets *s,
                             const struct sheet_options *o, struct err *err)
{
    enum status status = STATUS_OK;
    one->bits = mem_calloc(s->count + 1, sizeof *one->bits);
    if (!one->bits)
        return err_nomem(err);
    for (uint32_t i = 0; i < s->count && status == STATUS_OK; i++) {
        one->bits[i] = mem_calloc(sheet_words(&s->at[i]) + 1, sizeof **one->bits);
        if (!one->bits[i])
            return err_nomem(err);
        status = sheet_match(&s->at[i], &one->query, o, one->bits[i], err);
    }
    return status;
}

enum status conditions_match(struct conditions *c, const struct sheets *s,
                             const struct sheet_options *o, struct err *err)
{
    enum status status = STATUS_OK;
    for (uint32_t i = 0; i < c->count; i++)
        forget_bits(&c->at[i], c->sheets);
    c->sheets = s->count;
    for (uint32_t i = 0; i < c->count && status == STATUS_OK; i++)
        status = match_one(&c->at[i], s, o, err);
    return status;
}

static enum status add_opposite(struct conditions *out, const struct condition *one,
                                const struct sheets *s, struct err *err)
{
    struct query none = {0};
    struct buf name;
    buf_init(&name, BUF_DEFAULT_MAX);
    buf_printf(&name, "not (%s)", one->name);
    none.text = buf_span(&name);
    enum status status =
        buf_status(&name) == STATUS_OK ? conditions_add(out, &none, err) : err_nomem(err);
    buf_release(&name);
    if (status != STATUS_OK)
        return status;
    struct condition *to = &out->at[out->count - 1];
    to->query.text = (struct span){0}; /* it was borrowed */
    to->bits = mem_calloc(s->count + 1, sizeof *to->bits);
    if (!to->bits)
        return err_nomem(err);
    for (uint32_t i = 0; i < s->count; i++) {
        size_t words = sheet_words(&s->at[i]);
        to->bits[i] = mem_calloc(words + 1, sizeof **to->bits);
        if (!to->bits[i])
            return err_nomem(err);
        for (size_t w = 0; w < words; w++)
            to->bits[i][w] = s->at[i].chosen[w] & ~one->bits[i][w];
    }
    return STATUS_OK;
}

enum status conditions_oppose(struct conditions *out, const struct conditions *c,
                              const struct sheets *s, struct err *err)
{
    enum status status = STATUS_OK;
    out->sheets = s->count;
    for (uint32_t i = 0; i < c->count && status == STATUS_OK; i++)
        status = add_opposite(out, &c->at[i], s, err);
    return status;
}

void conditions_for_curves(const struct conditions *c, struct curve_condition *out)
{
    for (uint32_t i = 0; i < c->count; i++)
        out[i].bits = (const uint64_t *const *)c->at[i].bits;
}

enum {
    GRAIN = 2048, /* games of a piece of work: float sums of them stay exact */
    /* Replicates × bins × curves of a batch, as if all bins counted, unless one condition alone has
     * more: 128 MB for the sums of one thread. */
    BATCH_SUMS = 1 << 22,
};

static int32_t bin_of(int32_t value, int32_t bin)
{
    int32_t half = bin / 2;
    return value < 0 ? -((-value + half) / bin) : (value + half) / bin;
}

/* --- A game ----------------------------------------------------------------------------------- */

static enum status game_init(struct curve_game *g, const struct curve_batch *b, struct err *err)
{
    size_t cells = (size_t)b->rows * b->bins;
    *g = (struct curve_game){.counts = mem_calloc(cells, sizeof *g->counts),
                             .touched = mem_calloc(cells, sizeof *g->touched),
                             .row_positions = mem_calloc(b->rows, sizeof *g->row_positions),
                             .row_mates = mem_calloc(b->rows, sizeof *g->row_mates),
                             .row_values = mem_calloc(b->rows, sizeof *g->row_values)};
    bool all = g->counts && g->touched && g->row_positions && g->row_mates && g->row_values;
    return all ? STATUS_OK : err_nomem(err);
}

static void game_clear(struct curve_game *g, const struct curve_batch *b)
{
    for (uint32_t i = 0; i < g->touched_count; i++)
        g->counts[g->touched[i]] = 0;
    g->touched_count = 0;
    for (uint32_t r = 0; r < b->rows; r++) {
        g->row_positions[r] = g->row_mates[r] = 0;
        g->row_values[r] = 0;
    }
}

static void game_add(struct curve_game *g, uint32_t row, uint32_t cell, int value)
{
    if (g->counts[cell]++ == 0)
        g->touched[g->touched_count++] = cell;
    g->row_positions[row]++;
    g->row_values[row] += value;
}

/* A position: to the curve of all, and to those of the conditions it is of. */
static void game_add_row(struct curve_game *g, const struct curve_batch *b, uint32_t sheet,
                         uint64_t row, int value)
{
    const bool mate = abs(value) > VALUE_SOURCE_MOST;
    uint32_t cell = mate ? 0 : (uint32_t)((int32_t)b->middle + bin_of(value, b->o->bin));
    for (uint32_t r = 0; r < b->rows; r++, cell += b->bins) {
        if (r > 0 && !sheet_has(b->conditions[r - 1].bits[sheet], row))
            continue;
        if (mate)
            g->row_mates[r]++;
        else
            game_add(g, r, cell, value);
    }
}

static void game_count(struct curve_game *g, const struct curve_batch *b, uint32_t sheet,
                       uint32_t number)
{
    const struct sheet *s = &b->q->sheets->at[sheet];
    const int16_t *values = b->q->values ? b->q->values[sheet] : s->values;
    uint64_t row = sheet_row(s, number), end = row + line_plies(&s->segment->lines, number) + 1;
    g->points = s->points[number] / 2.0;
    g->stream = (uint64_t)s->db << 32 | lines_u32(s->segment->lines.id, number);
    for (; row < end; row++)
        if (sheet_has(s->chosen, row) && values[row] != VALUE_SOURCE_NO_VALUE)
            game_add_row(g, b, sheet, row, values[row]);
}

static bool game_is_wanted(const struct curve_request *q, const struct sheet *s, uint32_t number)
{
    if (s->points[number] > 2)
        return false;
    if (q->part == CURVES_ALL || q->held_out == 0)
        return true;
    return sheet_is_held_out(s, number, q->held_out) == (q->part == CURVES_HELD_OUT);
}

static bool is_cancelled(const struct curve_options *o)
{
    return o->cancelled && atomic_load_explicit(o->cancelled, memory_order_relaxed);
}

enum status curve_walk(const struct curve_batch *b, size_t from, size_t to, curve_each_game *each,
                       void *ctx, struct err *err)
{
    if (is_cancelled(b->o))
        return err_cancelled(err);
    struct curve_game g;
    enum status status = game_init(&g, b, err);
    size_t first = 0; /* game of the sheet */
    for (uint32_t i = 0; status == STATUS_OK && i < b->q->sheets->count; i++) {
        const struct sheet *s = &b->q->sheets->at[i];
        size_t begin = from > first ? from - first : 0, end = to > first ? to - first : 0;
        for (size_t k = begin; k < end && k < s->games; k++) {
            if (!game_is_wanted(b->q, s, (uint32_t)k))
                continue;
            game_count(&g, b, i, (uint32_t)k);
            each(ctx, &g);
            game_clear(&g, b);
        }
        first += s->games;
    }
    mem_free(g.counts);
    mem_free(g.touched);
    mem_free(g.row_positions);
    mem_free(g.row_mates);
    mem_free(g.row_values);
    return status;
}

/* --- Adding up -------------------------------------------------------------------------------- */

/* A sum: the tallies of all rows, then the cells. */
struct curve_totals {
    const struct curve_batch *batch;
    struct curve_tally *tallies;
    struct curve_cell *cells;
};

static struct curve_totals totals_in(const struct curve_batch *b, void *sum)
{
    struct curve_tally *tallies = sum;
    return (struct curve_totals){b, tallies, (struct curve_cell *)(void *)(tallies + b->rows)};
}

static void add_game(void *ctx, const struct curve_game *g)
{
    struct curve_totals *t = ctx;
    for (uint32_t r = 0; r < t->batch->rows; r++) {
        struct curve_tally *tally = &t->tallies[r];
        tally->positions += g->row_positions[r];
        tally->games += g->row_positions[r] != 0;
        tally->mates += g->row_mates[r];
        tally->values += g->row_values[r];
        tally->points += (double)g->row_positions[r] * g->points;
    }
    for (uint32_t i = 0; i < g->touched_count; i++) {
        struct curve_cell *cell = &t->cells[g->touched[i]];
        uint32_t count = g->counts[g->touched[i]];
        double n = count, y = g->points;
        cell->positions += count;
        cell->games++;
        cell->points += n * y;
        cell->squares += n * n;
        cell->won_squares += n * n * y;
        cell->most_squares += n * n * y * y;
    }
}

static enum status add_games(void *ctx, size_t from, size_t to, void *sum, unsigned worker,
                             struct err *err)
{
    const struct curve_batch *b = ctx;
    struct curve_totals t = totals_in(b, sum);
    (void)worker;
    return curve_walk(b, from, to, add_game, &t, err);
}

static void merge_totals(void *ctx, void *total, const void *sum)
{
    struct curve_batch *b = ctx;
    const struct curve_tally *tallies = sum;
    const struct curve_cell *cells = (const void *)(tallies + b->rows);
    struct curve_tally *to = total;
    struct curve_cell *to_cells = (void *)(to + b->rows);
    for (uint32_t r = 0; r < b->rows; r++) {
        to[r].positions += tallies[r].positions;
        to[r].games += tallies[r].games;
        to[r].mates += tallies[r].mates;
        to[r].values += tallies[r].values;
        to[r].points += tallies[r].points;
    }
    for (size_t i = 0; i < (size_t)b->rows * b->bins; i++) {
        to_cells[i].positions += cells[i].positions;
        to_cells[i].games += cells[i].games;
        to_cells[i].points += cells[i].points;
        to_cells[i].squares += cells[i].squares;
        to_cells[i].won_squares += cells[i].won_squares;
        to_cells[i].most_squares += cells[i].most_squares;
    }
}

static enum status batch_count(struct curve_batch *b, struct err *err)
{
    struct pool_reduction r = {.ctx = b,
                               .n = b->games,
                               .grain = b->grain,
                               .sum_bytes = b->rows * sizeof *b->tallies +
                                            (size_t)b->rows * b->bins * sizeof *b->cells,
                               .add = add_games,
                               .merge = merge_totals};
    b->tallies = mem_calloc(1, r.sum_bytes); /* and the cells behind them */
    if (!b->tallies)
        return err_nomem(err);
    b->cells = (void *)(b->tallies + b->rows);
    enum status status = pool_reduce(b->o->threads, &r, b->tallies, err);
    return reduction_merge(b->o->reduction, status, b->tallies, r.sum_bytes, merge_totals, b, err);
}

/* Gives a slot to each cell of a condition that counts, and to the one of all positions beside it.
 */
static enum status batch_give_slots(struct curve_batch *b, struct err *err)
{
    b->slots = mem_alloc((size_t)b->rows * b->bins * sizeof *b->slots);
    if (!b->slots)
        return err_nomem(err);
    for (size_t i = 0; i < (size_t)b->rows * b->bins; i++)
        b->slots[i] = UINT32_MAX;
    for (size_t i = b->bins; i < (size_t)b->rows * b->bins; i++) {
        uint32_t *whole = &b->slots[i % b->bins];
        if (b->cells[i].positions == 0 || b->cells[i].positions < b->o->min_positions)
            continue;
        b->slots[i] = b->slot_count++;
        if (*whole == UINT32_MAX)
            *whole = b->slot_count++;
    }
    return STATUS_OK;
}

/* --- Running ---------------------------------------------------------------------------------- */

static enum status batch_distort(struct curve_batch *b, struct curve *conditions, struct err *err)
{
    struct curve_resamples r = {0};
    enum status status = batch_give_slots(b, err);
    if (status == STATUS_OK)
        status = curve_resample(&r, b, err);
    for (uint32_t i = 1; status == STATUS_OK && i < b->rows; i++)
        status = curve_distort(&conditions[i - 1], b, i, &r, err);
    curve_resamples_release(&r);
    return status;
}

static enum status batch_run(struct curve_batch *b, struct curve *all, struct curve *conditions,
                             struct err *err)
{
    enum status status = batch_count(b, err);
    if (status == STATUS_OK && !all->bins)
        status = curve_fill(all, b, 0, err);
    for (uint32_t i = 1; status == STATUS_OK && i < b->rows; i++)
        status = curve_fill(&conditions[i - 1], b, i, err);
    if (status == STATUS_OK && b->o->resamples > 0 && b->rows > 1)
        status = batch_distort(b, conditions, err);
    mem_free(b->tallies);
    mem_free(b->slots);
    return status;
}

static size_t games_of(const struct sheets *s)
{
    size_t games = 0;
    for (uint32_t i = 0; i < s->count; i++)
        games += s->at[i].games;
    return games;
}

/* So many conditions at a time, at least one. */
static uint32_t batch_size(uint32_t bins, const struct curve_options *o)
{
    size_t each = (size_t)bins * (o->resamples + 1);
    size_t rows = BATCH_SUMS / each;
    return rows > 2 ? (uint32_t)rows - 1 : 1;
}

static enum status check_options(const struct curve_options *o, struct err *err)
{
    static const struct msg BIN = {"the width of a bin must be from 1 to %1",
                                   "区間の幅は 1 から %1 です"},
                            RESAMPLES = {"at most %1 resamples", "再抽出は最大 %1 回です"};
    if (o->bin < 1 || o->bin > VALUE_SOURCE_MOST)
        return err_set(err, STATUS_RANGE, &BIN, span_of("30000"), (struct span){0});
    if (o->resamples > CURVE_MOST_RESAMPLES)
        return err_set(err, STATUS_RANGE, &RESAMPLES, span_of("100000"), (struct span){0});
    return STATUS_OK;
}

uint64_t curve_min_positions(const struct curve_options *o, const struct sheets *sheets)
{
    static const uint64_t ROUND[] = {1000, 500, 200, 100, 50};
    if (o->min_positions)
        return o->min_positions;
    for (size_t i = 0; i < sizeof ROUND / sizeof *ROUND; i++)
        if (sheets->chosen / 500 >= ROUND[i])
            return ROUND[i];
    return 20;
}

enum status curves_run(struct curves *out, const struct curve_request *q,
                       const struct curve_options *options, struct err *err)
{
    *out = (struct curves){.count = q->count};
    struct curve_options o = *options;
    enum status status = check_options(&o, err);
    if (status != STATUS_OK)
        return status;
    o.min_positions = curve_min_positions(&o, q->sheets);
    uint32_t middle = (uint32_t)bin_of(VALUE_SOURCE_MOST, o.bin), bins = 2 * middle + 1;
    uint32_t most = batch_size(bins, &o);
    out->conditions = mem_calloc(q->count ? q->count : 1, sizeof *out->conditions);
    if (!out->conditions)
        return err_nomem(err);
    uint32_t from = 0;
    do {
        uint32_t count = q->count - from < most ? q->count - from : most;
        struct curve_batch b = {.q = q,
                                .o = &o,
                                .conditions = q->conditions ? q->conditions + from : NULL,
                                .rows = count + 1,
                                .bins = bins,
                                .middle = middle,
                                .games = games_of(q->sheets),
                                .grain = GRAIN};
        status = batch_run(&b, &out->all, out->conditions + from, err);
        from += count;
    } while (status == STATUS_OK && from < q->count);
    if (status != STATUS_OK)
        curves_release(out);
    return status;
}

void curves_release(struct curves *c)
{
    mem_free(c->all.bins);
    for (uint32_t i = 0; c->conditions && i < c->count; i++)
        mem_free(c->conditions[i].bins);
    mem_free(c->conditions);
    *c = (struct curves){0};
}
