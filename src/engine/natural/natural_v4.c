/* natural_v4.c: scores of moves for x86-64 processors with AVX-512 and its instructions for
 * networks (VNNI: 2019 and later).  Called only after cpu_level() has said so. */
#include "engine/natural/natural_internal.h"

#if NATURAL_HAVE_X86
#include <immintrin.h>
#if defined(__clang__)
#pragma clang attribute push(                                                                      \
    __attribute__((target("avx512f,avx512bw,avx512vl,avx512vnni,avx2,popcnt,bmi,bmi2,lzcnt"))),    \
    apply_to = function)
#else
#pragma GCC target("avx512f,avx512bw,avx512vl,avx512vnni,avx2,popcnt,bmi,bmi2,lzcnt")
#endif
#define CORE(name) name##_v4
#define CORE_AVX512 1
#include "engine/natural/natural_core.h"
#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif
