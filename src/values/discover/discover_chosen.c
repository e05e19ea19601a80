/* discover_chosen.c: what was chosen so far: where it holds, and how much of the residuals it is.
 *
 * With s(k) = 1 where Black has condition k, -1 where White has it, and t how far Black is ahead,
 * residuals are put together from
 *
 *     Σ shift(k) s(k) + tilt(k) |s(k)| t
 *
 * by least squares over the rows of the games that score: two unknowns for each.  (Where both sides
 * have it, shifts cancel and tilts count twice.) */
#include <math.h>

#include "base/alloc.h"
#include "base/work/pool.h"
#include "values/discover/discover_internal.h"

enum { GRAIN = 256 };

/* --- Where it holds --------------------------------------------------------------------------- */

struct chosen_marker {
    struct discover_job job;
    const struct discover_candidate *candidate;
    uint32_t number;
    struct chosen *to;
    struct discover_walk *walks; /* by worker */
};

/* Neighbouring games share words. */
static void or_words(uint64_t *to, uint64_t row, const uint64_t *bits, size_t words)
{
    for (size_t i = 0; i < words; i++, row += 64) {
        unsigned shift = row % 64;
        if (bits[i] << shift)
            __atomic_fetch_or(&to[row / 64], bits[i] << shift, __ATOMIC_RELAXED);
        if (shift && bits[i] >> (64 - shift))
            __atomic_fetch_or(&to[row / 64 + 1], bits[i] >> (64 - shift), __ATOMIC_RELAXED);
    }
}

static enum status mark_game(struct chosen_marker *m, struct discover_walk *w, uint32_t sheet,
                             uint32_t number, struct err *err)
{
    bool is_in;
    enum status status = discover_walk_begin(w, sheet, number, &is_in, err);
    if (status == STATUS_OK && is_in)
        status = discover_walk_singles(w, number, err);
    if (status != STATUS_OK || !is_in)
        return status;
    uint64_t *bits = mem_alloc(w->words * sizeof *bits);
    if (!bits)
        return err_nomem(err);
    for (int side = 0; side < (m->candidate->symmetric ? 1 : 2); side++) {
        discover_walk_bits(w, m->number, side, bits);
        or_words(m->to->bits[2 * (size_t)sheet + (size_t)side], w->row, bits, w->words);
    }
    mem_free(bits);
    return STATUS_OK;
}

static enum status mark_games(void *ctx, size_t from, size_t to, void *sum, unsigned worker,
                              struct err *err)
{
    struct chosen_marker *m = ctx;
    enum status status = STATUS_OK;
    (void)sum;
    if (!m->walks[worker].job)
        status = discover_walk_open(&m->walks[worker], &m->job, err);
    for (size_t i = from; i < to && status == STATUS_OK; i++) {
        uint32_t sheet, number;
        discover_find_game(m->job.sheets, i, &sheet, &number);
        status = mark_game(m, &m->walks[worker], sheet, number, err);
    }
    return status == STATUS_OK ? discover_cancelled(m->job.o, err) : status;
}

static void merge_nothing(void *ctx, void *total, const void *sum)
{
    (void)ctx;
    (void)total;
    (void)sum;
}

static bool make_bits(struct chosen *k, const struct sheets *s)
{
    k->bits = mem_calloc(2 * (size_t)s->count + 1, sizeof *k->bits);
    for (uint32_t i = 0; k->bits && i < 2 * s->count; i++) {
        k->bits[i] = mem_calloc(sheet_words(&s->at[i / 2]) + 1, sizeof **k->bits);
        if (!k->bits[i])
            return false;
    }
    return k->bits != NULL;
}

/* Of bits that were set, those whose rows count. */
static void keep_chosen_rows(struct chosen *k, const struct sheets *s)
{
    for (uint32_t i = 0; i < 2 * s->count; i++)
        for (size_t word = 0; word < sheet_words(&s->at[i / 2]); word++)
            k->bits[i][word] &= s->at[i / 2].chosen[word];
}

/* item_of and wanted: room for all candidates, zero. */
static enum status mark_all(struct chosen_marker *m, unsigned threads, uint32_t *item_of,
                            bool *wanted, struct err *err)
{
    const struct discover_candidate *x = m->candidate;
    bool is_pair = x->kind == CANDIDATE_PAIR;
    uint32_t parts[2] = {is_pair ? x->a : m->number, x->b};
    uint64_t nothing = 0;
    for (uint32_t i = 0; i < m->job.candidates->singles; i++)
        item_of[i] = UINT32_MAX;
    m->job.items = is_pair ? 2 : 1;
    m->job.no_facts = true;
    for (uint32_t i = 0; i < m->job.items; i++) {
        if (m->job.candidates->at[parts[i]].kind == CANDIDATE_FACT)
            m->job.no_facts = false;
        item_of[parts[i]] = i;
        wanted[parts[i]] = true;
    }
    m->job.item_of = item_of;
    m->job.wanted = wanted;
    m->job.part = DISCOVER_ALL;
    m->job.chosen_count = 0;
    m->job.bits_only = true;
    const struct pool_reduction r = {.ctx = m,
                                     .n = discover_all_games(m->job.sheets),
                                     .grain = GRAIN,
                                     .sum_bytes = sizeof nothing,
                                     .add = mark_games,
                                     .merge = merge_nothing};
    enum status status = pool_reduce(threads, &r, &nothing, err);
    keep_chosen_rows(m->to, m->job.sheets);
    return status;
}

enum status chosen_open(struct chosen *k, const struct discover_job *job, uint32_t candidate,
                        struct err *err)
{
    const struct discover_candidates *c = job->candidates;
    unsigned threads = job->o->threads ? job->o->threads : pool_cpu_count();
    uint32_t *item_of = mem_calloc((size_t)c->count + 1, sizeof *item_of);
    bool *wanted = mem_calloc((size_t)c->count + 1, sizeof *wanted);
    struct chosen_marker m = {
        .job = *job, .candidate = &c->at[candidate], .number = candidate, .to = k};
    enum status status;
    m.walks = mem_calloc(threads, sizeof *m.walks);
    *k = (struct chosen){.candidate = candidate};
    if (item_of && wanted && m.walks && make_bits(k, job->sheets))
        status = mark_all(&m, threads, item_of, wanted, err);
    else
        status = err_nomem(err);
    for (unsigned i = 0; m.walks && i < threads; i++)
        discover_walk_close(&m.walks[i]);
    mem_free(m.walks);
    mem_free(item_of);
    mem_free(wanted);
    return status;
}

void chosen_close(struct chosen *k, uint32_t sheets)
{
    for (uint32_t i = 0; k->bits && i < 2 * sheets; i++)
        mem_free(k->bits[i]);
    mem_free(k->bits);
    *k = (struct chosen){0};
}

/* --- How much --------------------------------------------------------------------------------- */

/* Normal equations: `terms` rows of `terms` and the right side, a matrix of terms x (terms + 1). */
struct chosen_equations {
    const struct discover_job *job;
    const struct chosen *k;
    uint32_t count, terms;
};

/* The terms of a row that are not 0; how many. */
static uint32_t row_terms(const struct chosen_equations *f, uint32_t sheet, uint64_t row,
                          double ahead, uint32_t *index, double *x)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < f->count; i++) {
        bool black = sheet_has(f->k[i].bits[2 * (size_t)sheet], row);
        bool white = sheet_has(f->k[i].bits[2 * (size_t)sheet + 1], row);
        if (!black && !white)
            continue;
        index[n] = 2 * i;
        x[n++] = (double)black - (double)white;
        index[n] = 2 * i + 1;
        x[n++] = ((double)black + (double)white) * ahead;
    }
    return n;
}

static void add_row(const struct chosen_equations *f, const uint32_t *index, const double *x,
                    uint32_t n, double residual, double *matrix)
{
    for (uint32_t i = 0; i < n; i++) {
        double *line = matrix + (size_t)index[i] * (f->terms + 1);
        for (uint32_t j = 0; j < n; j++)
            line[index[j]] += x[i] * x[j];
        line[f->terms] += x[i] * residual;
    }
}

static void add_game(const struct chosen_equations *f, uint32_t sheet, uint32_t number,
                     uint32_t *index, double *x, double *matrix)
{
    const struct discover_job *job = f->job;
    const struct sheet *s = &job->sheets->at[sheet];
    uint64_t row = sheet_row(s, number), end = row + line_plies(&s->segment->lines, number) + 1;
    if (!discover_is_in_part(job->o, s, number, job->part))
        return;
    for (; row < end; row++) {
        if (!sheet_has(s->chosen, row))
            continue;
        double rate = scale_rate(job->scale, s->values[row]);
        uint32_t n = row_terms(f, sheet, row, 2 * rate - 1, index, x);
        add_row(f, index, x, n, 0.5 * s->points[number] - rate, matrix);
    }
}

static enum status add_equations(void *ctx, size_t from, size_t to, void *sum, unsigned worker,
                                 struct err *err)
{
    const struct chosen_equations *f = ctx;
    uint32_t *index = mem_alloc((size_t)f->terms * sizeof *index);
    double *x = mem_alloc((size_t)f->terms * sizeof *x);
    bool ok = index && x;
    (void)worker;
    for (size_t at = from; at < to && index && x; at++) {
        uint32_t sheet, number;
        discover_find_game(f->job->sheets, at, &sheet, &number);
        add_game(f, sheet, number, index, x, sum);
    }
    mem_free(index);
    mem_free(x);
    return ok ? discover_cancelled(f->job->o, err) : err_nomem(err);
}

static void merge_equations(void *ctx, void *total, const void *sum)
{
    const struct chosen_equations *f = ctx;
    double *to = total;
    const double *from = sum;
    for (size_t i = 0; i < (size_t)f->terms * (f->terms + 1); i++)
        to[i] += from[i];
}

/* Gauss and Jordan, the matrix being positive; a term that others make up gets 0. */
static void solve(double *matrix, uint32_t n)
{
    size_t width = (size_t)n + 1;
    for (uint32_t i = 0; i < n; i++)
        matrix[i * width + i] = matrix[i * width + i] * (1 + 1e-9) + 1e-9;
    for (uint32_t i = 0; i < n; i++) {
        double *line = matrix + i * width;
        double pivot = line[i];
        for (uint32_t j = 0; j <= n; j++)
            line[j] = fabs(pivot) > 1e-7 ? line[j] / pivot : 0;
        for (uint32_t k = 0; k < n; k++) {
            double *other = matrix + k * width;
            double times = other[i];
            for (uint32_t j = 0; j <= n && k != i; j++)
                other[j] -= times * line[j];
        }
    }
}

enum status chosen_fit(struct chosen *k, uint32_t count, const struct discover_job *job,
                       struct err *err)
{
    struct chosen_equations f = {.job = job, .k = k, .count = count, .terms = 2 * count};
    size_t cells = (size_t)f.terms * (f.terms + 1);
    double *matrix = mem_calloc(cells, sizeof *matrix);
    if (!matrix)
        return err_nomem(err);
    const struct pool_reduction r = {.ctx = &f,
                                     .n = discover_all_games(job->sheets),
                                     .grain = GRAIN,
                                     .sum_bytes = cells * sizeof *matrix,
                                     .add = add_equations,
                                     .merge = merge_equations};
    enum status status = pool_reduce(job->o->threads, &r, matrix, err);
    if (status == STATUS_OK)
        solve(matrix, f.terms);
    for (uint32_t i = 0; i < count && status == STATUS_OK; i++) {
        k[i].shift = matrix[2 * (size_t)i * (f.terms + 1) + f.terms];
        k[i].tilt = matrix[(2 * (size_t)i + 1) * (f.terms + 1) + f.terms];
    }
    mem_free(matrix);
    return status;
}
