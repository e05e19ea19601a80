/* net_core.h: the arithmetic of the network, compiled once for any processor and once for those
 * with AVX2 (net_internal.h names both). */
#include "engine/eval/net_internal.h"

typedef int16_t words __attribute__((vector_size(32), may_alias));
typedef int8_t bytes __attribute__((vector_size(16), may_alias));
enum { LANES = 16, VECTORS = NET_HIDDEN / LANES };
_Static_assert(NET_HIDDEN % LANES == 0, "hidden units fill whole vectors");

void CORE(net_sum)(int16_t *out, const int16_t *in, const int8_t *const *plus, int plus_count,
                   const int8_t *const *minus, int minus_count)
{
    words sum[VECTORS];
    for (int v = 0; v < VECTORS; v++)
        sum[v] = ((const words *)in)[v];
    for (int i = 0; i < plus_count; i++)
        for (int v = 0; v < VECTORS; v++)
            sum[v] += __builtin_convertvector(((const bytes *)plus[i])[v], words);
    for (int i = 0; i < minus_count; i++)
        for (int v = 0; v < VECTORS; v++)
            sum[v] -= __builtin_convertvector(((const bytes *)minus[i])[v], words);
    for (int v = 0; v < VECTORS; v++)
        ((words *)out)[v] = sum[v];
}

int32_t CORE(net_squares)(const int16_t *hidden, const int16_t *out)
{
    int32_t sum = 0;
    for (int i = 0; i < NET_HIDDEN; i++) {
        int16_t h = hidden[i] > NET_ONE ? NET_ONE : hidden[i];
        h = h < 0 ? 0 : h;
        int16_t part = (int16_t)(h * out[i]); /* at most 255 * 128 */
        sum += (int32_t)part * h;
    }
    return sum;
}
