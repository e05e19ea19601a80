/* natural_v3.c: scores of moves for x86-64 processors with AVX2 (2013 and later).  Called only
 * after cpu_level() has said so. */
#include "engine/natural/natural_internal.h"

#if NATURAL_HAVE_X86
#include <immintrin.h>
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,popcnt,bmi,bmi2,lzcnt"))),                \
                             apply_to = function)
#else
#pragma GCC target("avx2,popcnt,bmi,bmi2,lzcnt")
#endif
#define CORE(name) name##_v3
#define CORE_AVX2 1
#include "engine/natural/natural_core.h"
#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif
