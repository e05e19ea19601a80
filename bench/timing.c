/* timing.c: see timing.h. */
#include "bench/timing.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

double timing_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

double timing_cpu(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

struct timing_summary timing_summarise(double *times, size_t n)
{
    struct timing_summary s = {0};
    if (n == 0)
        return s;
    qsort(times, n, sizeof *times, by_value);
    for (size_t i = 0; i < n; i++)
        s.mean += times[i] / (double)n;
    s.median = times[n / 2];
    s.p99 = times[(n * 99 + 99) / 100 - 1];
    s.worst = times[n - 1];
    return s;
}

const char *timing_text(double seconds, char out[TIMING_TEXT])
{
    static const struct {
        double factor;
        const char *unit;
    } UNITS[] = {{1e9, "ns"}, {1e6, "µs"}, {1e3, "ms"}, {1, "s"}};
    size_t i = 0;
    while (i < 3 && seconds * UNITS[i].factor >= 999.5)
        i++;
    double v = seconds * UNITS[i].factor;
    int digits = v < 9.995 ? 2 : v < 99.95 ? 1 : 0;
    snprintf(out, TIMING_TEXT, "%.*f %s", digits, v, UNITS[i].unit);
    return out;
}

uint64_t timing_peak_memory(void)
{
    struct rusage u;
    return getrusage(RUSAGE_SELF, &u) == 0 ? (uint64_t)u.ru_maxrss * 1024 : 0;
}
