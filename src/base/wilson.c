/* wilson.c: see wilson.h. */
#include "base/wilson.h"

#include <math.h>

struct wilson wilson_interval(double wins, double trials)
{
    const double z = WILSON_Z;
    const double n = trials;
    if (!(n > 0))
        return (struct wilson){NAN, NAN, NAN};
    double p = wins / n;
    double middle = p + z * z / (2 * n), wide = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n));
    double low = (middle - wide) / (1 + z * z / n), high = (middle + wide) / (1 + z * z / n);
    /* Nothing won, or everything: the ends are 0 and 1 exactly, but for rounding. */
    return (struct wilson){p, low < 0 || p <= 0 ? 0 : low, high > 1 || p >= 1 ? 1 : high};
}
