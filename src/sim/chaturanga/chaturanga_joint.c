/* chaturanga_joint.c: see chaturanga_joint.h. */
#include "sim/chaturanga/chaturanga_joint.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "base/alloc.h"
#include "base/hash_index.h"
#include "base/work/pool.h"

enum { ROWS_EACH = 2 * LEVELS_OF_PAPER, MOST_ROWS = 1 << 20, MOST_TRIED = 1 << 16 };

/* How far games have gone: four rungs of the search; then, by the other seed, what single
 * departures and finalists play. */
enum stage { RUNG_FIRST, RUNG_LAST = 3, STAGE_DEPARTURES, STAGE_FINALISTS, STAGES };

/* The sums at the end of every stage are kept, so that hypotheses are compared by equal numbers of
 * games, however many a row that they share has. */
struct row_entry {
    struct row_key key;
    bool fresh;                          /* of the other seed */
    uint8_t done, wanted;                /* stages of its seed, counted from 1 */
    struct row_sums sums[RUNG_LAST + 1]; /* by stage of its seed */
};

struct joint_search {
    const struct joint_fit_options *options;
    struct row_entry *rows;
    size_t row_count, row_cap;
    struct hash_index row_index;
    struct judged_hypothesis **tried; /* owned */
    size_t tried_count, tried_cap;
    uint64_t games;
};

/* --- Rows ------------------------------------------------------------------------------------- */

static uint64_t stage_games(const struct joint_search *s, enum stage stage)
{
    static const unsigned SHARE[STAGES] = {100, 33, 11, 4, 2, 1};
    uint64_t games = s->options->games / (stage < STAGES ? SHARE[stage] : 1);
    return games < 4 ? 4 : games;
}

/* The stage among those of its seed. */
static unsigned stage_nth(enum stage stage)
{
    return stage > RUNG_LAST ? (unsigned)stage - STAGE_DEPARTURES : (unsigned)stage;
}

/* The row's number; UINT32_MAX if there is no memory. */
static uint32_t row_find(struct joint_search *s, const struct row_key *key, bool fresh)
{
    uint64_t hash = XXH3_64bits_withSeed(key, sizeof *key, fresh);
    uint32_t row;
    for (size_t at = hash_index_first(&s->row_index, hash);
         hash_index_next(&s->row_index, hash, &at, &row);)
        if (s->rows[row].fresh == fresh && memcmp(&s->rows[row].key, key, sizeof *key) == 0)
            return row;
    struct row_entry *grown =
        mem_grow(s->rows, s->row_count, &s->row_cap, MOST_ROWS, sizeof *grown);
    if (!grown)
        return UINT32_MAX;
    s->rows = grown;
    if (!hash_index_add(&s->row_index, hash, (uint32_t)s->row_count))
        return UINT32_MAX;
    s->rows[s->row_count] = (struct row_entry){.key = *key, .fresh = fresh};
    return (uint32_t)s->row_count++;
}

/* The numbers of all rows of a hypothesis: alike, then black alone, by level. */
static bool rows_of(struct joint_search *s, const struct chaturanga_hypothesis *h, bool fresh,
                    uint32_t rows[ROWS_EACH])
{
    for (unsigned i = 0; i < ROWS_EACH; i++) {
        struct row_key key;
        row_key_make(&key, h, i % LEVELS_OF_PAPER, i >= LEVELS_OF_PAPER);
        rows[i] = row_find(s, &key, fresh);
        if (rows[i] == UINT32_MAX)
            return false;
    }
    return true;
}

struct row_jobs {
    struct joint_search *s;
    const uint32_t *rows;
};

/* Up to the wanted stage; *played: how many games that were. */
static enum status play_row(const struct joint_search *s, struct row_entry *row, uint64_t *played,
                            struct err *err)
{
    enum stage first = row->fresh ? STAGE_DEPARTURES : RUNG_FIRST;
    enum status status = STATUS_OK;
    while (row->done < row->wanted && status == STATUS_OK) {
        struct row_sums *sums = &row->sums[row->done];
        if (row->done)
            *sums = row->sums[row->done - 1];
        uint64_t more = stage_games(s, first + row->done) - sums->games;
        status = row_play(&row->key, s->options->seed + row->fresh, sums->games, more,
                          s->options->stop, sums, err);
        *played += more;
        row->done++;
    }
    return status;
}

static enum status play_rows(void *ctx, size_t from, size_t to, void *sum, unsigned worker,
                             struct err *err)
{
    struct row_jobs *jobs = ctx;
    enum status status = STATUS_OK;
    (void)worker;
    for (size_t i = from; i < to && status == STATUS_OK; i++) /* rows that are no other job's */
        status = play_row(jobs->s, &jobs->s->rows[jobs->rows[i]], sum, err);
    return status;
}

static void add_played(void *ctx, void *total, const void *sum)
{
    struct row_jobs *jobs = ctx;
    const struct joint_fit_options *o = jobs->s->options;
    *(uint64_t *)total += *(const uint64_t *)sum;
    if (o->progress)
        o->progress(o->ctx, jobs->s->games + *(uint64_t *)total);
}

/* Plays what is wanted of the rows; those are listed once each. */
static enum status play_wanted(struct joint_search *s, const uint32_t *rows, size_t n,
                               struct err *err)
{
    struct row_jobs jobs = {.s = s, .rows = rows};
    uint64_t played = 0;
    const struct pool_reduction r = {.ctx = &jobs,
                                     .n = n,
                                     .grain = 1,
                                     .sum_bytes = sizeof played,
                                     .add = play_rows,
                                     .merge = add_played};
    enum status status = n ? pool_reduce(s->options->threads, &r, &played, err) : STATUS_OK;
    s->games += played;
    return status;
}

/* --- Hypotheses ------------------------------------------------------------------------------- */

static void judge_one(struct joint_search *s, struct judged_hypothesis *h, enum stage stage,
                      const uint32_t rows[ROWS_EACH])
{
    unsigned nth = stage_nth(stage);
    h->games = stage_games(s, stage);
    h->log_likelihood = h->squares = 0;
    for (unsigned level = 0; level < LEVELS_OF_PAPER; level++) {
        struct row_likelihood *l = &h->levels[level];
        row_likelihood(level, &s->rows[rows[level]].sums[nth],
                       &s->rows[rows[LEVELS_OF_PAPER + level]].sums[nth], l);
        h->squares += l->squares;
        for (int i = 0; i < PAPER_TERMS; i++)
            h->log_likelihood += l->terms[i];
    }
}

/* Lets all of them play up to the stage in every row, and judges them. */
static enum status judge(struct joint_search *s, struct judged_hypothesis **list, size_t n,
                         enum stage stage, struct err *err)
{
    uint32_t *wanted = mem_calloc(n * ROWS_EACH + 1, sizeof *wanted), rows[ROWS_EACH];
    bool fresh = stage > RUNG_LAST;
    size_t wanted_count = 0;
    enum status status = wanted ? STATUS_OK : err_nomem(err);
    for (size_t i = 0; i < n && status == STATUS_OK; i++) {
        if (!rows_of(s, &list[i]->is, fresh, rows))
            status = err_nomem(err);
        for (int k = 0; k < ROWS_EACH && status == STATUS_OK; k++) {
            struct row_entry *row = &s->rows[rows[k]];
            if (row->wanted > stage_nth(stage))
                continue;
            row->wanted = (uint8_t)(stage_nth(stage) + 1);
            wanted[wanted_count++] = rows[k];
        }
    }
    if (status == STATUS_OK)
        status = play_wanted(s, wanted, wanted_count, err);
    for (size_t i = 0; i < n && status == STATUS_OK; i++) {
        if (!rows_of(s, &list[i]->is, fresh, rows))
            status = err_nomem(err);
        else
            judge_one(s, list[i], stage, rows);
    }
    mem_free(wanted);
    return status;
}

/* A hypothesis that was not tried before, or NULL; *status tells why. */
static struct judged_hypothesis *try_new(struct joint_search *s,
                                         const struct chaturanga_hypothesis *is,
                                         enum status *status, struct err *err)
{
    *status = STATUS_OK;
    for (size_t i = 0; i < s->tried_count; i++)
        if (memcmp(&s->tried[i]->is, is, sizeof *is) == 0)
            return NULL;
    struct judged_hypothesis **grown = mem_grow(s->tried, s->tried_count, &s->tried_cap, MOST_TRIED,
                                                sizeof(struct judged_hypothesis *));
    struct judged_hypothesis *h = grown ? mem_calloc(1, sizeof *h) : NULL;
    if (grown)
        s->tried = grown;
    if (!h) {
        *status = err_nomem(err);
        return NULL;
    }
    h->is = *is;
    h->log_prior = hypothesis_log_prior(is);
    s->tried[s->tried_count++] = h;
    return h;
}

static double score(const struct judged_hypothesis *h)
{
    return h->log_prior + h->log_likelihood;
}

/* Best first; those that are equal by their values, so that the order is the same everywhere. */
static int better(const void *a, const void *b)
{
    const struct judged_hypothesis *x = *(struct judged_hypothesis *const *)a,
                                   *y = *(struct judged_hypothesis *const *)b;
    double d = score(y) - score(x);
    return d > 0 ? 1 : d < 0 ? -1 : memcmp(&x->is, &y->is, sizeof x->is);
}

/* --- Rounds ----------------------------------------------------------------------------------- */

/* Does the change make no difference to any row? */
static bool is_idle(struct joint_search *s, const struct chaturanga_hypothesis *a,
                    const struct chaturanga_hypothesis *b)
{
    uint32_t of_a[ROWS_EACH], of_b[ROWS_EACH];
    return rows_of(s, a, false, of_a) && rows_of(s, b, false, of_b) &&
           memcmp(of_a, of_b, sizeof of_a) == 0;
}

/* All changes of one dimension of the parent that are new, after *n others. */
static enum status expand(struct joint_search *s, struct judged_hypothesis *parent,
                          struct judged_hypothesis **out, size_t *n, struct err *err)
{
    enum status status = STATUS_OK;
    parent->expanded = true;
    for (unsigned d = 0; d < DIMENSIONS && status == STATUS_OK; d++)
        for (unsigned v = 0; v < hypothesis_values(d) && status == STATUS_OK; v++) {
            struct chaturanga_hypothesis changed = parent->is;
            changed.values[d] = (uint8_t)v;
            if (v == parent->is.values[d] || is_idle(s, &parent->is, &changed))
                continue;
            struct judged_hypothesis *h = try_new(s, &changed, &status, err);
            if (h)
                out[(*n)++] = h;
        }
    return status;
}

enum { MOST_CHANGES = DIMENSIONS * CHATURANGA_MAX_VALUES };

/* One round; *more: whether there was anything to expand. */
static enum status run_round(struct joint_search *s, bool *more, struct err *err)
{
    unsigned survivors = s->options->survivors, parents = 0;
    uint64_t full = stage_games(s, RUNG_LAST);
    struct judged_hypothesis **list =
        mem_calloc((size_t)survivors * MOST_CHANGES, sizeof(struct judged_hypothesis *));
    size_t n = 0, best = 0;
    enum status status = list ? STATUS_OK : err_nomem(err);
    qsort(s->tried, s->tried_count, sizeof(struct judged_hypothesis *), better);
    /* try_new() appends, so the sorted part stays where it is */
    for (size_t i = 0, sorted = s->tried_count;
         i < sorted && status == STATUS_OK && best < (size_t)2 * survivors && parents < survivors;
         i++) {
        struct judged_hypothesis *h = s->tried[i];
        if (h->games < full)
            continue; /* it was dropped on the way */
        best++;
        if (h->expanded)
            continue;
        parents++;
        status = expand(s, h, list, &n, err);
    }
    *more = n > 0;
    for (int rung = RUNG_FIRST; rung <= RUNG_LAST && status == STATUS_OK && n; rung++) {
        status = judge(s, list, n, (enum stage)rung, err);
        qsort(list, n, sizeof(struct judged_hypothesis *), better);
        size_t keep = (n + 2) / 3;
        keep = keep < survivors ? survivors : keep;
        n = rung < RUNG_LAST && n > keep ? keep : n;
    }
    mem_free(list);
    return status;
}

/* --- The end ---------------------------------------------------------------------------------- */

/* Copies the best that got through, and the plain text and the default, to out. */
static enum status choose_finalists(struct joint_search *s, struct joint_fit *out, struct err *err)
{
    size_t most = (size_t)2 * s->options->survivors;
    uint64_t full = stage_games(s, RUNG_LAST);
    struct chaturanga_hypothesis always[2];
    out->finalists = mem_calloc(most + 2, sizeof *out->finalists);
    if (!out->finalists)
        return err_nomem(err);
    qsort(s->tried, s->tried_count, sizeof(struct judged_hypothesis *), better);
    for (size_t i = 0; i < s->tried_count && out->finalist_count < most; i++)
        if (s->tried[i]->games >= full)
            out->finalists[out->finalist_count++] = *s->tried[i];
    hypothesis_plain(&always[0]);
    hypothesis_default(&always[1]);
    for (int k = 0; k < 2; k++) {
        bool there = false;
        for (size_t i = 0; i < out->finalist_count; i++)
            there = there || memcmp(&out->finalists[i].is, &always[k], sizeof always[k]) == 0;
        if (!there)
            out->finalists[out->finalist_count++] = (struct judged_hypothesis){
                .is = always[k], .log_prior = hypothesis_log_prior(&always[k])};
    }
    return STATUS_OK;
}

static void note_nearest(struct joint_fit *out, const struct judged_hypothesis *h)
{
    for (int level = 0; level < LEVELS_OF_PAPER; level++)
        for (int f = 0; f < PAPER_FIGURES; f++) {
            double sigmas = h->levels[level].figures[f].sigmas;
            if (fabs(sigmas) < fabs(out->nearest[level][f]))
                out->nearest[level][f] = sigmas;
        }
}

/* Shares of the finalists, who are in order: best first. */
static void share_out(struct joint_fit *out)
{
    double all = 0, all_tempered = 0, best = score(&out->finalists[0]), best_tempered = -HUGE_VAL;
    for (size_t i = 0; i < out->finalist_count; i++) {
        struct judged_hypothesis *h = &out->finalists[i];
        h->tempered = h->log_prior + h->log_likelihood / out->dispersion;
        best_tempered = h->tempered > best_tempered ? h->tempered : best_tempered;
    }
    for (size_t i = 0; i < out->finalist_count; i++) {
        struct judged_hypothesis *h = &out->finalists[i];
        all += h->posterior = exp(score(h) - best);
        all_tempered += h->tempered = exp(h->tempered - best_tempered);
    }
    for (size_t i = 0; i < out->finalist_count; i++) {
        out->finalists[i].posterior /= all;
        out->finalists[i].tempered /= all_tempered;
    }
}

static enum status judge_finalists(struct joint_search *s, struct joint_fit *out, struct err *err)
{
    size_t n = out->finalist_count;
    struct judged_hypothesis **list = mem_calloc(n, sizeof(struct judged_hypothesis *));
    struct judged_hypothesis *sorted = mem_calloc(n, sizeof *sorted);
    enum status status = list && sorted ? STATUS_OK : err_nomem(err);
    for (size_t i = 0; i < n && status == STATUS_OK; i++)
        list[i] = &out->finalists[i];
    if (status == STATUS_OK)
        status = judge(s, list, n, STAGE_FINALISTS, err);
    if (status == STATUS_OK) {
        qsort(list, n, sizeof(struct judged_hypothesis *), better);
        for (size_t i = 0; i < n; i++) {
            sorted[i] = *list[i];
            note_nearest(out, &sorted[i]);
        }
        memcpy(out->finalists, sorted, n * sizeof *sorted);
        out->dispersion = sorted[0].squares / (LEVELS_OF_PAPER * PAPER_TERMS);
        out->dispersion = out->dispersion < 1 ? 1 : out->dispersion;
        share_out(out);
    }
    mem_free(list);
    mem_free(sorted);
    return status;
}

/* One departure from the plain text and from the best: four hypotheses, of which the first is the
 * plain text and the second is the best one with the plain value in that dimension. */
enum { PLAIN_WITHOUT, PLAIN_WITH, BEST_WITHOUT, BEST_WITH, COMPARED };

static void compare_departure(struct joint_fit *out, struct judged_departure *d,
                              const struct judged_hypothesis at[COMPARED])
{
    d->alone = at[PLAIN_WITH].log_likelihood - at[PLAIN_WITHOUT].log_likelihood;
    d->company = at[BEST_WITH].log_likelihood - at[BEST_WITHOUT].log_likelihood;
    for (int level = 0; level < LEVELS_OF_PAPER; level++)
        for (int t = 0; t < PAPER_TERMS; t++)
            d->by_term[level][t] =
                at[BEST_WITH].levels[level].terms[t] - at[BEST_WITHOUT].levels[level].terms[t];
    for (size_t i = 0; i < out->finalist_count; i++) {
        const struct judged_hypothesis *h = &out->finalists[i];
        if (h->is.values[d->dimension] != d->value)
            continue;
        d->posterior += h->posterior;
        d->tempered += h->tempered;
    }
    for (int i = 0; i < COMPARED; i++)
        note_nearest(out, &at[i]);
}

static void set_departure(const struct joint_fit *out, const struct judged_departure *d,
                          struct judged_hypothesis at[COMPARED])
{
    memset(at, 0, COMPARED * sizeof *at);
    hypothesis_plain(&at[PLAIN_WITHOUT].is);
    hypothesis_plain(&at[PLAIN_WITH].is);
    at[BEST_WITHOUT].is = at[BEST_WITH].is = out->finalists[0].is;
    at[PLAIN_WITH].is.values[d->dimension] = (uint8_t)d->value;
    at[BEST_WITH].is.values[d->dimension] = (uint8_t)d->value;
    at[BEST_WITHOUT].is.values[d->dimension] = (uint8_t)hypothesis_plain_value(d->dimension);
}

static enum status judge_departures(struct joint_search *s, struct joint_fit *out, struct err *err)
{
    struct judged_hypothesis(*all)[COMPARED] = NULL;
    struct judged_hypothesis **list = NULL;
    enum status status = STATUS_OK;
    out->departures = mem_calloc(MOST_CHANGES, sizeof *out->departures);
    for (unsigned d = 0; out->departures && d < DIMENSIONS; d++)
        for (unsigned v = 0; v < hypothesis_values(d); v++)
            if (v != hypothesis_plain_value(d))
                out->departures[out->departure_count++] = (struct judged_departure){
                    .dimension = d, .value = v, .in_best = out->finalists[0].is.values[d] == v};
    size_t n = out->departure_count;
    all = mem_calloc(n + 1, sizeof *all);
    list = mem_calloc(n * COMPARED + 1, sizeof(struct judged_hypothesis *));
    if (!out->departures || !all || !list)
        status = err_nomem(err);
    for (size_t i = 0; i < n && status == STATUS_OK; i++) {
        set_departure(out, &out->departures[i], all[i]);
        for (int k = 0; k < COMPARED; k++)
            list[i * COMPARED + (size_t)k] = &all[i][k];
    }
    if (status == STATUS_OK)
        status = judge(s, list, n * COMPARED, STAGE_DEPARTURES, err);
    for (size_t i = 0; i < n && status == STATUS_OK; i++)
        compare_departure(out, &out->departures[i], all[i]);
    mem_free(list);
    mem_free(all);
    return status;
}

static enum status run_all(struct joint_search *s, struct joint_fit *out, struct err *err)
{
    struct chaturanga_hypothesis roots[2];
    enum status status = STATUS_OK;
    bool more = true;
    hypothesis_plain(&roots[0]);
    hypothesis_default(&roots[1]);
    for (int i = 0; i < 2 && status == STATUS_OK; i++) {
        struct judged_hypothesis *root = try_new(s, &roots[i], &status, err);
        if (root)
            status = judge(s, &root, 1, RUNG_LAST, err);
    }
    while (status == STATUS_OK && more && out->rounds < s->options->rounds) {
        status = run_round(s, &more, err);
        out->rounds += more;
    }
    if (status == STATUS_OK)
        status = choose_finalists(s, out, err);
    if (status == STATUS_OK)
        status = judge_finalists(s, out, err);
    if (status == STATUS_OK)
        status = judge_departures(s, out, err);
    out->hypotheses = s->tried_count;
    out->games = s->games;
    return status;
}

enum status joint_fit_run(const struct joint_fit_options *options, struct joint_fit *out,
                          struct err *err)
{
    struct joint_search s = {.options = options};
    *out = (struct joint_fit){0};
    for (int level = 0; level < LEVELS_OF_PAPER; level++)
        for (int f = 0; f < PAPER_FIGURES; f++)
            out->nearest[level][f] = HUGE_VAL;
    enum status status = run_all(&s, out, err);
    for (size_t i = 0; i < s.tried_count; i++)
        mem_free(s.tried[i]);
    mem_free(s.tried);
    mem_free(s.rows);
    hash_index_release(&s.row_index);
    if (status != STATUS_OK)
        joint_fit_release(out);
    return status;
}

void joint_fit_release(struct joint_fit *fit)
{
    mem_free(fit->finalists);
    mem_free(fit->departures);
    *fit = (struct joint_fit){0};
}
