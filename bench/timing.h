/* timing.h: times of many questions, and how they are summed up. */
#ifndef KIFU_BENCH_TIMING_H
#define KIFU_BENCH_TIMING_H

#include <stddef.h>
#include <stdint.h>

/* Steady seconds. */
double timing_now(void);
/* Seconds of processor time of the calling thread: what other programs do does not count. */
double timing_cpu(void);

/* Mean, median, 99th percentile and worst of n times, in the unit of the times; sorts them. */
struct timing_summary {
    double mean, median, p99, worst;
};
struct timing_summary timing_summarise(double *times, size_t n);

/* 12.3 µs, 4.56 ms: three figures and a unit, in seconds; into out, which it returns. */
enum { TIMING_TEXT = 24 };
const char *timing_text(double seconds, char out[TIMING_TEXT]);

/* Most memory that the process has had, in bytes. */
uint64_t timing_peak_memory(void);

#endif
