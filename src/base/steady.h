/* steady.h: a clock that only goes forward, from a beginning that means nothing: for deadlines and
 * for how long something took. */
#ifndef KIFU_BASE_STEADY_H
#define KIFU_BASE_STEADY_H

#include <stdint.h>
#include <time.h>

static inline uint64_t steady_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

static inline double steady_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

#endif
