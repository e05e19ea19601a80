/* cpu.c: asks the processor once and remembers.
 *
 * The one variable is set at first use.  Two threads may both find it unset; they would store the
 * same value, so a relaxed atomic is enough and no lock is needed. */
#include "base/cpu.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static atomic_int known_level; /* 0: not asked yet */

static enum cpu_level detect(void)
{
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (!__builtin_cpu_supports("popcnt") || !__builtin_cpu_supports("bmi") ||
        !__builtin_cpu_supports("bmi2") || !__builtin_cpu_supports("avx2"))
        return CPU_BASE;
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                   __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vnni")
               ? CPU_V4
               : CPU_V3;
#else
    return CPU_BASE;
#endif
}

static enum cpu_level allowed(void)
{
    const char *wish = getenv("KIFU_CPU");
    if (!wish)
        return CPU_V4;
    return strcmp(wish, "base") == 0 ? CPU_BASE : strcmp(wish, "v3") == 0 ? CPU_V3 : CPU_V4;
}

static enum cpu_level least(enum cpu_level a, enum cpu_level b)
{
    return a < b ? a : b;
}

enum cpu_level cpu_level(void)
{
    int level = atomic_load_explicit(&known_level, memory_order_relaxed);
    if (level == 0) {
        level = (int)least(detect(), allowed());
        atomic_store_explicit(&known_level, level, memory_order_relaxed);
    }
    return (enum cpu_level)level;
}

void cpu_level_limit(enum cpu_level at_most)
{
    atomic_store_explicit(&known_level, (int)least(detect(), at_most), memory_order_relaxed);
}
