/* net_internal.h: the two compilations of net_core.h. */
#ifndef KIFU_ENGINE_EVAL_NET_INTERNAL_H
#define KIFU_ENGINE_EVAL_NET_INTERNAL_H

#include "engine/eval/net.h"

#pragma GCC visibility push(hidden)

/* out = in + all rows of plus - all rows of minus; in and out are aligned to 32 bytes, rows to 16.
 */
void net_sum_base(int16_t *out, const int16_t *in, const int8_t *const *plus, int plus_count,
                  const int8_t *const *minus, int minus_count);
/* The clamped squares of hidden units, weighed by out. */
int32_t net_squares_base(const int16_t *hidden, const int16_t *out);

#if defined(__x86_64__)
#define NET_HAVE_V3 1
void net_sum_v3(int16_t *out, const int16_t *in, const int8_t *const *plus, int plus_count,
                const int8_t *const *minus, int minus_count);
int32_t net_squares_v3(const int16_t *hidden, const int16_t *out);
#else
#define NET_HAVE_V3 0
#endif

#pragma GCC visibility pop

#endif
