/* sequence_trends.c: see sequence_trends.h. */
#include "text/profile/sequence_trends.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/proportions.h"

const char *trend_shape_name(enum trend_shape shape)
{
    static const char *const NAMES[TREND_SHAPES] = {"steady", "rose", "fell", "fashion", "revival"};
    return NAMES[shape];
}

/* --- Games by year ------------------------------------------------------------------------------ */

struct trend_maker {
    struct sequence_trends *out;
    const struct sequence_source *from;
    const struct mine_result *m;
    const struct trend_options *opt;
    uint16_t *years;   /* by line; 0: not known */
    uint32_t *counted; /* by line: the last tally that it is in */
    uint32_t tally;
    uint32_t *reached; /* by year: games with the beginning at hand */
};

static enum status read_years(struct trend_maker *t, struct err *err)
{
    struct sequence_trends *out = t->out;
    uint32_t last = 0;
    t->years = mem_calloc((size_t)t->m->line_count + 1, sizeof *t->years);
    t->counted = mem_calloc((size_t)t->m->line_count + 1, sizeof *t->counted);
    if (!t->years || !t->counted)
        return err_nomem(err);
    for (uint32_t i = 0; i < t->m->line_count; i++) {
        const struct mined_line *line = &t->m->lines[i];
        const struct db_segment *s = &t->from->dbs[line->db]->segments[line->segment];
        uint32_t year = date_year(column_date(&s->columns, line->number));
        if (year == 0 || year >= 10 * USAGE_DECADES) {
            out->undated++;
            continue;
        }
        t->years[i] = (uint16_t)year;
        out->games++;
        last = year > last ? year : last;
        if (!out->first_year || year < out->first_year)
            out->first_year = year;
    }
    out->year_count = out->games ? last - out->first_year + 1 : 0;
    t->reached = mem_calloc((size_t)out->year_count + 1, sizeof *t->reached);
    return t->reached ? STATUS_OK : err_nomem(err);
}

/* A game counts once in each tally. */
static bool counts_first_time(struct trend_maker *t, uint32_t line)
{
    if (!t->years[line] || t->counted[line] == t->tally)
        return false;
    t->counted[line] = t->tally;
    return true;
}

static uint32_t line_at(const struct trend_maker *t, uint32_t suffix)
{
    return corpus_sentence(&t->m->corpus, t->m->index.order[suffix])->line;
}

static uint32_t year_of(const struct trend_maker *t, uint32_t line)
{
    return t->years[line] - t->out->first_year;
}

/* The suffixes that begin with the first symbols of the sequence. */
struct beginning_range {
    uint32_t from, to;
};

static struct beginning_range beginning_of(const struct trend_maker *t, const struct sequence *s)
{
    const struct substring_index *x = &t->m->index;
    struct beginning_range r = {s->from, s->to};
    while (r.from > 0 && x->lcp[r.from] >= t->opt->beginning)
        r.from--;
    while (r.to < x->count && x->lcp[r.to] >= t->opt->beginning)
        r.to++;
    return r;
}

static void count_beginning(struct trend_maker *t, struct beginning_range r)
{
    memset(t->reached, 0, (t->out->year_count + (size_t)1) * sizeof *t->reached);
    t->tally++;
    t->out->beginnings++;
    if (!t->opt->beginning) {
        for (uint32_t line = 0; line < t->m->line_count; line++)
            if (t->years[line])
                t->reached[year_of(t, line)]++;
        return;
    }
    for (uint32_t i = r.from; i < r.to; i++) {
        uint32_t line = line_at(t, i);
        if (counts_first_time(t, line))
            t->reached[year_of(t, line)]++;
    }
}

static enum status count_sequence(struct trend_maker *t, struct sequence_trend *one,
                                  struct err *err)
{
    one->counts = mem_calloc((size_t)t->out->year_count + 1, sizeof *one->counts);
    if (!one->counts)
        return err_nomem(err);
    t->tally++;
    for (uint32_t i = one->sequence->from; i < one->sequence->to; i++) {
        uint32_t line = line_at(t, i);
        if (!counts_first_time(t, line))
            continue;
        uint32_t year = t->years[line];
        one->counts[year_of(t, line)].with++;
        one->games++;
        one->last_year = year > one->last_year ? year : one->last_year;
        if (!one->first_year || year < one->first_year)
            one->first_year = year;
    }
    for (uint32_t y = 0; y < t->out->year_count; y++) {
        one->counts[y].of = t->reached[y];
        one->reached += t->reached[y];
    }
    return STATUS_OK;
}

struct trend_place {
    struct sequence_trend *trend;
};

static int by_suffix(const void *a, const void *b)
{
    const struct sequence_trend *x = ((const struct trend_place *)a)->trend;
    const struct sequence_trend *y = ((const struct trend_place *)b)->trend;
    if (x->sequence->from != y->sequence->from)
        return x->sequence->from < y->sequence->from ? -1 : 1;
    return (x->nth > y->nth) - (x->nth < y->nth);
}

static enum status fit_sequence(struct trend_maker *t, struct sequence_trend *one, struct err *err)
{
    if (t->opt->cancelled && atomic_load(t->opt->cancelled))
        return err_cancelled(err);
    enum status status = count_sequence(t, one, err);
    return status == STATUS_OK
               ? share_changes_find(&one->changes, one->counts, t->out->year_count,
                                    t->opt->bin_games ? t->opt->bin_games : TREND_BIN_GAMES, err)
               : status;
}

/* In the order of suffixes those with the same beginning stand together: each is counted once. */
static enum status count_all(struct trend_maker *t, struct err *err)
{
    struct sequence_trends *out = t->out;
    struct trend_place *order = mem_calloc(out->count + 1, sizeof *order);
    struct beginning_range open = {0, 0};
    enum status status = order ? STATUS_OK : err_nomem(err);
    for (size_t i = 0; i < out->count && order; i++)
        order[i].trend = &out->at[i];
    if (order && out->count)
        qsort(order, out->count, sizeof *order, by_suffix);
    for (size_t i = 0; i < out->count && status == STATUS_OK; i++) {
        const struct sequence *s = order[i].trend->sequence;
        if (i == 0 || (t->opt->beginning && s->from >= open.to)) {
            open = beginning_of(t, s);
            count_beginning(t, open);
        }
        status = fit_sequence(t, order[i].trend, err);
    }
    mem_free(order);
    return status;
}

/* --- Tests ------------------------------------------------------------------------------------- */

enum trend_test { TEST_CHANGE, TEST_BORN, TEST_DIED, TREND_TESTS };

struct trend_p {
    double p;
    size_t number;
};

static int by_p(const void *a, const void *b)
{
    const struct trend_p *x = a, *y = b;
    if (x->p != y->p)
        return x->p < y->p ? -1 : 1;
    return (x->number > y->number) - (x->number < y->number);
}

static double p_of(const struct sequence_trend *t, enum trend_test test)
{
    return test == TEST_CHANGE ? t->changes.p
           : test == TEST_BORN ? t->changes.silent_from
                               : t->changes.silent_to;
}

static void set_q(struct sequence_trend *t, enum trend_test test, double q)
{
    *(test == TEST_CHANGE ? &t->q : test == TEST_BORN ? &t->born_q : &t->died_q) = q;
}

static void adjust(struct sequence_trends *out, enum trend_test test, struct trend_p *list,
                   double *p)
{
    size_t n = 0;
    for (size_t i = 0; i < out->count; i++)
        if (out->at[i].tested)
            list[n++] = (struct trend_p){p_of(&out->at[i], test), i};
    if (n)
        qsort(list, n, sizeof *list, by_p);
    for (size_t i = 0; i < n; i++)
        p[i] = list[i].p;
    adjust_false_discovery(p, n);
    for (size_t i = 0; i < n; i++)
        set_q(&out->at[list[i].number], test, p[i]);
}

static enum status adjust_all(struct trend_maker *t, struct err *err)
{
    struct sequence_trends *out = t->out;
    const uint32_t least = t->opt->least_games ? t->opt->least_games : TREND_LEAST_GAMES;
    struct trend_p *list = mem_calloc(out->count + 1, sizeof *list);
    double *p = mem_calloc(out->count + 1, sizeof *p);
    enum status status = list && p ? STATUS_OK : err_nomem(err);
    for (size_t i = 0; i < out->count; i++) {
        struct sequence_trend *one = &out->at[i];
        one->q = one->born_q = one->died_q = 1;
        one->tested = one->games >= least;
        out->tested += one->tested;
    }
    for (int test = 0; test < TREND_TESTS && status == STATUS_OK; test++)
        adjust(out, test, list, p);
    mem_free(list);
    mem_free(p);
    return status;
}

/* --- What they say ----------------------------------------------------------------------------- */

static double step_of(const struct sequence_trend *t, size_t change)
{
    return share_of(&t->changes.segments[change]) - share_of(&t->changes.segments[change - 1]);
}

static enum trend_shape shape_of(const struct sequence_trend *t)
{
    const size_t last = t->changes.segment_count - 1;
    bool up = step_of(t, 1) > 0, ends_up = step_of(t, last) > 0;
    if (up != ends_up)
        return up ? TREND_FASHION : TREND_REVIVAL;
    for (size_t i = 1; i <= last; i++)
        if ((step_of(t, i) > 0) != up) /* it came back, or went again */
            return up ? TREND_REVIVAL : TREND_FASHION;
    return up ? TREND_ROSE : TREND_FELL;
}

static void describe(struct sequence_trend *t, double level)
{
    t->changed = t->q <= level && t->changes.segment_count > 1;
    t->born = t->born_q <= level;
    t->died = t->died_q <= level;
    if (!t->changed)
        return;
    t->shape = shape_of(t);
    for (size_t i = 1; i < t->changes.segment_count; i++) {
        double step = step_of(t, i);
        if (step > 0 && (!t->rise || step > step_of(t, t->rise)))
            t->rise = i;
        if (step < 0 && (!t->fall || step < step_of(t, t->fall)))
            t->fall = i;
        if (share_of(&t->changes.segments[i]) > share_of(&t->changes.segments[t->peak]))
            t->peak = i;
    }
}

static enum status make_all(struct trend_maker *t, struct err *err)
{
    struct sequence_trends *out = t->out;
    enum status status = read_years(t, err);
    out->at = mem_calloc(t->m->found.count + 1, sizeof *out->at);
    if (status == STATUS_OK && !out->at)
        status = err_nomem(err);
    if (status != STATUS_OK)
        return status;
    for (size_t i = 0; i < t->m->found.count; i++)
        out->at[i] =
            (struct sequence_trend){.sequence = &t->m->found.at[i], .nth = (uint64_t)i + 1};
    out->count = t->m->found.count;
    status = count_all(t, err);
    if (status == STATUS_OK)
        status = adjust_all(t, err);
    for (size_t i = 0; i < out->count && status == STATUS_OK; i++) {
        struct sequence_trend *one = &out->at[i];
        describe(one, t->opt->level);
        out->changed += one->changed;
        out->born += one->born;
        out->died += one->died;
        out->shapes[one->shape] += one->tested;
    }
    return status;
}

enum status sequence_trends_make(struct sequence_trends *out, const struct sequence_source *from,
                                 const struct trend_options *opt, struct err *err)
{
    struct trend_maker t = {.out = out, .from = from, .m = from->mining, .opt = opt};
    *out = (struct sequence_trends){0};
    enum status status = make_all(&t, err);
    mem_free(t.years);
    mem_free(t.counted);
    mem_free(t.reached);
    if (status != STATUS_OK)
        sequence_trends_release(out);
    return status;
}

void sequence_trends_release(struct sequence_trends *t)
{
    for (size_t i = 0; i < t->count; i++) {
        mem_free(t->at[i].counts);
        share_changes_release(&t->at[i].changes);
    }
    mem_free(t->at);
    *t = (struct sequence_trends){0};
}

struct proportion_difference sequence_trend_step(const struct sequence_trend *t, size_t change)
{
    const struct share_span *before = &t->changes.segments[change - 1], *after = before + 1;
    return newcombe_interval(after->with, after->of, before->with, before->of);
}

bool sequence_trend_related(const struct mine_result *m, const struct sequence_trend *a,
                            const struct sequence_trend *b)
{
    const uint32_t *x = m->corpus.text + m->index.order[a->sequence->from];
    const uint32_t *y = m->corpus.text + m->index.order[b->sequence->from];
    uint32_t n =
        a->sequence->length < b->sequence->length ? a->sequence->length : b->sequence->length;
    return memcmp(x, y, n * sizeof *x) == 0;
}
