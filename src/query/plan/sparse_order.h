/* sparse_order.h: a permutation of 0 … n - 1 whose prefixes are spread evenly over the range.
 *
 *     step = sparse_step(n);
 *     for (i = 0; i < n; i++)
 *         … sparse_order(i, step, n) …
 *
 * Steps of about the golden section of n: wherever one stops, the gaps between the numbers so far
 * have two or three lengths.  A walk through sorted lines in this order that stops early is a
 * sample of all of them. */
#ifndef KIFU_QUERY_PLAN_SPARSE_ORDER_H
#define KIFU_QUERY_PLAN_SPARSE_ORDER_H

#include <stddef.h>
#include <stdint.h>

static inline size_t sparse_step(size_t n)
{
    size_t step = n - n / 8 * 3 > 0 ? n / 8 * 5 + 1 : 1;
    for (;; step++) {
        size_t a = n, b = step;
        while (b) {
            size_t rest = a % b;
            a = b;
            b = rest;
        }
        if (a <= 1)
            return step;
    }
}

static inline size_t sparse_order(size_t i, size_t step, size_t n)
{
    return (size_t)((uint64_t)i % n * (step % n) % n);
}

#endif
