/* discover_scale.c: how often positions of a value are won: a smooth curve.
 *
 * Values, in order, are put together until a bin has enough positions; between the means of
 * neighbouring bins the curve is a line.  It need not rise: what matters is that residuals at any
 * value are 0 on average. */
#include "base/alloc.h"
#include "values/discover/discover_internal.h"

/* With 128 bins or so a bin of a bell-shaped distribution is about a fiftieth of its width, and
 * what the curve bends within one is below a thousandth. */
enum { VALUES = 65536, BINS = 128, LEAST_POSITIONS = 1000 };

struct bin {
    double value, rate; /* means */
};

struct histogram {
    uint64_t count[VALUES], points[VALUES];
};

/* Adds the rows of games that are scored. */
static void count_sheet(const struct sheet *s, const struct discover_options *o,
                        struct histogram *h)
{
    for (uint32_t g = 0; g < s->games; g++) {
        uint64_t row = sheet_row(s, g), end = row + line_plies(&s->segment->lines, g) + 1;
        if (!discover_is_in_part(o, s, g, DISCOVER_SCORED))
            continue;
        for (; row < end; row++) {
            if (!sheet_has(s->chosen, row))
                continue;
            h->count[s->values[row] - INT16_MIN]++;
            h->points[s->values[row] - INT16_MIN] += s->points[g];
        }
    }
}

static uint32_t make_bins(const struct histogram *h, struct bin *bins)
{
    uint64_t all = 0, n = 0, points = 0;
    uint32_t count = 0;
    double sum = 0;
    for (int v = 0; v < VALUES; v++)
        all += h->count[v];
    uint64_t enough = all / BINS > LEAST_POSITIONS ? all / BINS : LEAST_POSITIONS;
    uint64_t left = all;
    for (int v = 0; v < VALUES; v++) {
        n += h->count[v];
        points += h->points[v];
        sum += (double)h->count[v] * (v + INT16_MIN);
        left -= h->count[v];
        /* what is left has to be a whole bin, or belongs to this one */
        if (!n || (left && (n < enough || left < enough)))
            continue;
        bins[count++] = (struct bin){sum / (double)n, (double)points / (2 * (double)n)};
        n = points = 0;
        sum = 0;
    }
    return count;
}

static void draw_lines(const struct bin *bins, uint32_t count, float *rate)
{
    uint32_t b = 0;
    for (int i = 0; i < VALUES; i++) {
        double v = i + INT16_MIN;
        while (b + 1 < count && bins[b + 1].value <= v)
            b++;
        if (!count)
            rate[i] = 0.5F;
        else if (v <= bins[0].value || b + 1 == count)
            rate[i] = (float)bins[b].rate;
        else
            rate[i] =
                (float)(bins[b].rate + (bins[b + 1].rate - bins[b].rate) * (v - bins[b].value) /
                                           (bins[b + 1].value - bins[b].value));
    }
}

enum status scale_open(struct scale *s, const struct sheets *sheets,
                       const struct discover_options *o, struct err *err)
{
    struct histogram *h = mem_calloc(1, sizeof *h);
    struct bin *bins = mem_calloc(BINS + 2, sizeof *bins);
    enum status status = STATUS_OK;
    s->rate = mem_calloc(VALUES, sizeof *s->rate);
    if (!h || !bins || !s->rate)
        status = err_nomem(err);
    for (uint32_t i = 0; i < sheets->count && status == STATUS_OK; i++) {
        count_sheet(&sheets->at[i], o, h);
        status = discover_cancelled(o, err);
    }
    if (status == STATUS_OK)
        draw_lines(bins, make_bins(h, bins), s->rate);
    mem_free(h);
    mem_free(bins);
    return status;
}

void scale_close(struct scale *s)
{
    mem_free(s->rate);
    s->rate = NULL;
}
