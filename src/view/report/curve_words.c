/* curve_words.c: see curve_words.h. */
#include "view/report/curve_words.h"

#include <math.h>

void curve_series_of(const struct curves *c, const char *const *names, struct curve_series *out)
{
    out[0] = (struct curve_series){.curve = &c->all};
    for (uint32_t i = 0; i < c->count; i++)
        out[i + 1] = (struct curve_series){span_of(names[i]), &c->conditions[i]};
}

struct span curve_name(struct span name, enum lang lang)
{
    static const struct msg ALL = {"all positions", "全局面"};
    return name.n ? name : span_of(msg_in(&ALL, lang));
}

void curve_add_count(struct buf *out, uint64_t n)
{
    uint64_t unit = 1;
    while (n / unit >= 1000)
        unit *= 1000;
    buf_add_u64(out, n / unit);
    for (n %= unit; unit > 1; n %= unit) {
        unit /= 1000;
        buf_printf(out, ",%03u", (unsigned)(n / unit));
    }
}

void curve_add_number(struct buf *out, double v, int decimals)
{
    if (!isfinite(v)) {
        buf_add_char(out, '-');
        return;
    }
    double unit = pow(10, decimals), rounded = round(v * unit) / unit;
    buf_printf(out, "%s%.*f", rounded < 0 ? "-" : "", decimals, fabs(rounded));
}

void curve_add_percent(struct buf *out, double share, int decimals)
{
    curve_add_number(out, 100 * share, decimals);
}

void curve_add_interval(struct buf *out, double share, double low, double high)
{
    curve_add_percent(out, share, 1);
    if (!isfinite(share))
        return;
    buf_add_str(out, " [");
    curve_add_percent(out, low, 1);
    buf_add_str(out, ", ");
    curve_add_percent(out, high, 1);
    buf_add_char(out, ']');
}
