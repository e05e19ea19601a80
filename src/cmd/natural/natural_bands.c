/* natural_bands.c: see natural_bands.h. */
#include "cmd/natural/natural_bands.h"
#include "cmd/natural/natural_figures.h"

#include <math.h>
#include <stdio.h>

#include "base/text/json.h"

const char *const natural_band_names[] = {"phase", "value", "both", NULL};

/* Where bands begin, in moves made and in hundredths of a pawn.  Values are the mover's: the bands of
 * one who is ahead are those of one who is behind, mirrored. */
static const int PLIES[] = {INT_MIN, 20, 40, 60, 80, 100, 120, INT_MAX};
static const int VALUES[] = {INT_MIN, -1500, -500, -150, 150, 500, 1500, INT_MAX};
static const int COARSE_PLIES[] = {INT_MIN, 40, 80, INT_MAX};
static const int COARSE_VALUES[] = {INT_MIN, -500, -150, 150, 500, INT_MAX};
static const int ALL[] = {INT_MIN, INT_MAX};

#define COUNT(edges) (sizeof(edges) / sizeof *(edges)-1)

struct band_edges {
    const int *plies, *values;
    size_t ply_count, value_count;
};

static struct band_edges edges_of(enum natural_bands by)
{
    switch (by) {
    case NATURAL_BY_PHASE:
        return (struct band_edges){PLIES, ALL, COUNT(PLIES), COUNT(ALL)};
    case NATURAL_BY_VALUE:
        return (struct band_edges){ALL, VALUES, COUNT(ALL), COUNT(VALUES)};
    case NATURAL_BY_BOTH:
    case NATURAL_BY_NOTHING:
        break;
    }
    return (struct band_edges){COARSE_PLIES, COARSE_VALUES, COUNT(COARSE_PLIES),
                               COUNT(COARSE_VALUES)};
}

static const char *class_name(int class)
{
    return class == AGREEMENT_MEAN ? "mean" : natural_class_names[class];
}

/* --- As JSON ----------------------------------------------------------------------------------- */

/* null where the band is open */
static void json_edge(struct json *j, const char *name, int edge)
{
    json_key_double(j, name, edge == INT_MIN || edge == INT_MAX ? NAN : (double)edge);
}

static void json_band(const struct natural_band_report *r, struct buf *out, int method, int class,
                      const struct agreement_band *b, const struct agreement_band_figures *f)
{
    struct json j;
    json_init(&j, out);
    json_open_object(&j);
    json_key_cstr(&j, "method", natural_method_names[method]);
    json_key_cstr(&j, "class", class_name(class));
    json_key_cstr(&j, "by", natural_band_names[r->by]);
    json_edge(&j, "ply_from", b->ply_from);
    json_edge(&j, "ply_to", b->ply_to);
    json_edge(&j, "value_from", b->value_from);
    json_edge(&j, "value_to", b->value_to);
    json_key_u64(&j, "positions", f->by.positions);
    json_key_u64(&j, "games", f->by.games);
    natural_json_figure(&j, "top1", &f->by.top1);
    natural_json_figure(&j, "top3", &f->by.top3);
    natural_json_figure(&j, "likelihood", &f->by.likelihood);
    json_key_u64(&j, "lined", f->by.likelihood.positions);
    natural_json_figure(&j, "legal", &f->legal);
    json_key_u64(&j, "nodes", method == NATURAL_MODEL || method == NATURAL_NETWORK ? 0 : r->nodes);
    json_end(&j);
    json_line(&j);
}

/* --- For people -------------------------------------------------------------------------------- */

/* "40-59", "-500..-151", "120-", "..-1501", "-" for all */
static void add_range(struct buf *out, int from, int to, const char *dash)
{
    char low[16] = "", high[16] = "", text[40];
    if (from != INT_MIN)
        snprintf(low, sizeof low, "%d", from);
    if (to != INT_MAX)
        snprintf(high, sizeof high, "%d", to - 1);
    snprintf(text, sizeof text, "%s%s%s", low, dash, high);
    buf_printf(out, "  %12s", text);
}

static void text_band(struct buf *out, int method, int class, const struct agreement_band *b,
                      const struct agreement_band_figures *f)
{
    buf_printf(out, "%-14s %-8s", natural_method_names[method], class_name(class));
    add_range(out, b->ply_from, b->ply_to, "-");
    add_range(out, b->value_from, b->value_to, "..");
    buf_printf(out, " %9llu %7llu  %5.1f [%4.1f, %5.1f]  %5.1f\n",
               (unsigned long long)f->by.positions, (unsigned long long)f->by.games,
               100 * f->by.top1.value, 100 * f->by.top1.low, 100 * f->by.top1.high, f->legal.value);
}

/* ----------------------------------------------------------------------------------------------- */

static enum status print_bands(const struct agreement *a, const struct natural_band_report *r,
                               int method, int class, struct buf *out, struct err *err)
{
    const struct band_edges e = edges_of(r->by);
    enum status st = STATUS_OK;
    for (size_t p = 0; p < e.ply_count; p++)
        for (size_t v = 0; v < e.value_count && st == STATUS_OK; v++) {
            const struct agreement_band band = {e.plies[p], e.plies[p + 1], e.values[v],
                                                e.values[v + 1]};
            struct agreement_band_figures f;
            st = agreement_in_band(a, method, class, &band, &f, err);
            if (st != STATUS_OK || !f.by.positions)
                continue;
            if (r->json)
                json_band(r, out, method, class, &band, &f);
            else
                text_band(out, method, class, &band, &f);
        }
    return st;
}

enum status natural_bands_print(const struct agreement *a, const struct natural_band_report *r,
                                struct buf *out, struct err *err)
{
    static const struct msg HEAD = {
        "method         class      moves made         value positions   "
        "games  top 1 %               "
        "legal moves\n",
        "方法           階級           手数          評価値    局面数   "
        " 局数  1位 %                 "
        "合法手の数\n"};
    enum status st = STATUS_OK;
    if (!r->json)
        buf_add_str(out, msg_in(&HEAD, r->lang));
    for (int m = 0; m < NATURAL_METHODS; m++)
        for (int class = 0; class <= AGREEMENT_MEAN && st == STATUS_OK; class ++)
            if (r->methods & 1U << m)
                st = print_bands(a, r, m, class, out, err);
    return st;
}
