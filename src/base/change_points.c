/* change_points.c: see change_points.h. */
#include "base/change_points.h"

#include <math.h>

#include "base/alloc.h"
#include "base/proportions.h"

/* --- Bins -------------------------------------------------------------------------------------- */

/* Years at the end that are too few for a bin belong to the last one. */
static void fill_bins(struct share_changes *c, const struct share_count *counts, uint32_t n,
                      uint32_t least)
{
    struct share_span open = {0};
    for (uint32_t i = 0; i < n; i++) {
        open.last = i;
        open.with += counts[i].with;
        open.of += counts[i].of;
        if (open.of < least)
            continue;
        c->bins[c->bin_count++] = open;
        open = (struct share_span){.first = i + 1};
    }
    if (!open.of)
        return;
    if (!c->bin_count) {
        c->bins[c->bin_count++] = open;
        return;
    }
    struct share_span *last = &c->bins[c->bin_count - 1];
    last->last = open.last;
    last->with += open.with;
    last->of += open.of;
}

static double dispersion_of(const struct share_changes *c)
{
    const double MOST = 16;
    double sum = 0, pairs = 0;
    for (size_t i = 1; i < c->bin_count; i++) {
        const struct share_span *a = &c->bins[i - 1], *b = &c->bins[i];
        double of_a = (double)a->of, of_b = (double)b->of;
        double pooled = ((double)a->with + (double)b->with) / (of_a + of_b);
        double variance = pooled * (1 - pooled) * (1 / of_a + 1 / of_b);
        double difference = share_of(b) - share_of(a);
        if (variance <= 0)
            continue;
        sum += fmin(MOST, difference * difference / variance);
        pairs++;
    }
    return pairs > 0 ? fmax(1, sum / pairs) : 1;
}

/* --- Likelihoods ------------------------------------------------------------------------------- */

/* Sums of all bins before each. */
struct share_sums {
    double *with, *of;
};

static double log_likelihood(double with, double of)
{
    double sum = 0;
    if (with > 0)
        sum += with * log(with / of);
    if (with < of)
        sum += (of - with) * log((of - with) / of);
    return sum;
}

static double stretch_likelihood(const struct share_sums *s, size_t from, size_t to)
{
    return log_likelihood(s->with[to] - s->with[from], s->of[to] - s->of[from]);
}

static enum status make_sums(struct share_sums *s, const struct share_changes *c, struct err *err)
{
    s->with = mem_calloc(c->bin_count + 1, sizeof *s->with);
    s->of = mem_calloc(c->bin_count + 1, sizeof *s->of);
    if (!s->with || !s->of)
        return err_nomem(err);
    for (size_t i = 0; i < c->bin_count; i++) {
        s->with[i + 1] = s->with[i] + (double)c->bins[i].with;
        s->of[i + 1] = s->of[i] + (double)c->bins[i].of;
    }
    return STATUS_OK;
}

/* --- Is there a change? ------------------------------------------------------------------------ */

/* With cuts before bins i < j, the bins from i to before j are one stretch, all others the other. */
static double scan(const struct share_changes *c, const struct share_sums *s)
{
    const size_t bins = c->bin_count;
    const double with = s->with[bins], of = s->of[bins], whole = log_likelihood(with, of);
    double best = 0;
    size_t from = 0, to = 0;
    for (size_t i = 0; i < bins; i++)
        for (size_t j = i + 1; j < bins; j++) {
            double in = s->with[j] - s->with[i], of_in = s->of[j] - s->of[i];
            double gain = log_likelihood(in, of_in) + log_likelihood(with - in, of - of_in) - whole;
            if (gain > best) {
                best = gain;
                from = i;
                to = j;
            }
        }
    if (best <= 0)
        return 1;
    double in = s->with[to] - s->with[from], of_in = s->of[to] - s->of[from];
    double exact = fisher_exact_p((uint64_t)in, (uint64_t)of_in, (uint64_t)(with - in),
                                  (uint64_t)(of - of_in));
    double stretches = (double)bins * ((double)bins - 1) / 2;
    return fmin(1, stretches * fmax(exact, erfc(sqrt(best / c->dispersion))));
}

/* --- Where? ------------------------------------------------------------------------------------ */

static void add_segments(struct share_changes *c, const size_t *before)
{
    size_t count = 0, nth;
    for (size_t end = c->bin_count; end > 0; end = before[end])
        count++;
    nth = c->segment_count = count;
    for (size_t end = c->bin_count; end > 0; end = before[end]) {
        struct share_span *segment = &c->segments[--nth];
        *segment = c->bins[before[end]];
        for (size_t i = before[end] + 1; i < end; i++) {
            segment->last = c->bins[i].last;
            segment->with += c->bins[i].with;
            segment->of += c->bins[i].of;
        }
    }
}

/* cost[j]: of the best way to cut the first j bins, before[j] the beginning of its last segment. */
static enum status find_segments(struct share_changes *c, const struct share_sums *s,
                                 struct err *err)
{
    const double penalty = 3 * log((double)c->bin_count);
    double *cost = mem_calloc(c->bin_count + 1, sizeof *cost);
    size_t *before = mem_calloc(c->bin_count + 1, sizeof *before);
    enum status status = cost && before ? STATUS_OK : err_nomem(err);
    for (size_t j = 1; j <= c->bin_count && status == STATUS_OK; j++) {
        cost[j] = INFINITY;
        for (size_t i = 0; i < j; i++) {
            double here =
                cost[i] + (i ? penalty : 0) - 2 * stretch_likelihood(s, i, j) / c->dispersion;
            if (here < cost[j]) {
                cost[j] = here;
                before[j] = i;
            }
        }
    }
    if (status == STATUS_OK)
        add_segments(c, before);
    mem_free(cost);
    mem_free(before);
    return status;
}

/* --- Silence ----------------------------------------------------------------------------------- */

/* Of `of` trials the thing happened in `with`: the probability that it did in none of `silent`. */
static double silence(double with, double of, double silent)
{
    double left = of - silent;
    return fmin(1, exp(lgamma(left + 1) - lgamma(fmax(0, left - with) + 1) - lgamma(of + 1) +
                       lgamma(of - with + 1)));
}

/* The segment with a time. */
static const struct share_span *segment_with(const struct share_changes *c, uint32_t time)
{
    size_t i = 0;
    while (i + 1 < c->segment_count && c->segments[i].last < time)
        i++;
    return &c->segments[i];
}

/* The silence at one end of the times from `from` to `to`, counted from the other one. */
static double silence_at_end(const struct share_changes *c, const struct share_count *counts,
                             uint32_t from, uint32_t to, int step)
{
    double with = 0, of = 0, silent = 0;
    for (uint32_t i = from;; i = step > 0 ? i + 1 : i - 1) {
        silent = counts[i].with ? 0 : silent + counts[i].of;
        with += counts[i].with;
        of += counts[i].of;
        if (i == to)
            break;
    }
    return silence(with / c->dispersion, of / c->dispersion, silent / c->dispersion);
}

static void find_silence(struct share_changes *c, const struct share_count *counts, uint32_t n)
{
    uint32_t first = 0, last = n - 1;
    while (first < n && !counts[first].with)
        first++;
    if (first == n)
        return;
    while (!counts[last].with)
        last--;
    c->silent_from = silence_at_end(c, counts, segment_with(c, first)->last, 0, -1);
    c->silent_to = silence_at_end(c, counts, segment_with(c, last)->first, n - 1, 1);
}

enum status share_changes_find(struct share_changes *out, const struct share_count *counts,
                               uint32_t n, uint32_t least, struct err *err)
{
    struct share_sums sums = {0};
    *out = (struct share_changes){.dispersion = 1, .p = 1, .silent_from = 1, .silent_to = 1};
    out->bins = mem_calloc((size_t)n + 1, sizeof *out->bins);
    out->segments = mem_calloc((size_t)n + 1, sizeof *out->segments);
    enum status status = out->bins && out->segments ? STATUS_OK : err_nomem(err);
    if (status == STATUS_OK) {
        fill_bins(out, counts, n, least);
        out->dispersion = dispersion_of(out);
        status = make_sums(&sums, out, err);
    }
    if (status == STATUS_OK && out->bin_count) {
        out->p = scan(out, &sums);
        status = find_segments(out, &sums, err);
        if (status == STATUS_OK)
            find_silence(out, counts, n);
    }
    mem_free(sums.with);
    mem_free(sums.of);
    if (status != STATUS_OK)
        share_changes_release(out);
    return status;
}

void share_changes_release(struct share_changes *c)
{
    mem_free(c->bins);
    mem_free(c->segments);
    *c = (struct share_changes){0};
}
