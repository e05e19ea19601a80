/* natural_figures.c: see natural_figures.h. */
#include "cmd/natural/natural_figures.h"

#include <math.h>
#include <stdio.h>

void natural_json_figure(struct json *j, const char *name, const struct agreement_figure *f)
{
    char low[32], high[32];
    snprintf(low, sizeof low, "%s_low", name);
    snprintf(high, sizeof high, "%s_high", name);
    json_key_double(j, name, f->positions ? f->value : NAN);
    json_key_double(j, low, f->positions ? f->low : NAN);
    json_key_double(j, high, f->positions ? f->high : NAN);
}

void natural_json_figures(struct json *j, enum natural_tops tops, const struct agreement_figures *f)
{
    json_key_u64(j, "positions", f->positions);
    json_key_u64(j, "games", f->games);
    natural_json_figure(j, "top1", &f->top1);
    natural_json_figure(j, "top3", &f->top3);
    if (tops == NATURAL_TOP5)
        natural_json_figure(j, "top5", &f->top5);
    natural_json_figure(j, "likelihood", &f->likelihood);
    json_key_double(j, "geometric", f->likelihood.positions ? exp(f->likelihood.value) : NAN);
    json_key_u64(j, "lined", f->likelihood.positions);
}

void natural_text_share(struct buf *out, const struct agreement_figure *f)
{
    if (!f->positions)
        buf_printf(out, "  %18s", "-");
    else
        buf_printf(out, "  %5.1f [%4.1f, %4.1f]", 100 * f->value, 100 * f->low, 100 * f->high);
}

void natural_text_likelihood(struct buf *out, const struct agreement_figure *f)
{
    if (f->positions)
        buf_printf(out, "  %6.3f [%6.3f, %6.3f]", f->value, f->low, f->high);
    else
        buf_printf(out, "  %23s", "-");
}
