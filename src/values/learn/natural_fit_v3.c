/* natural_fit_v3.c: the model of moves forwards and backwards for x86-64 processors with AVX2 (2013
 * and later).  Called only after cpu_level() has said so. */
#include "values/learn/natural_fit_internal.h"

#if NATURAL_FIT_HAVE_V3
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,popcnt,bmi,bmi2,lzcnt"))),                \
                             apply_to = function)
#else
#pragma GCC target("avx2,popcnt,bmi,bmi2,lzcnt")
#endif
#define CORE(name) name##_v3
#include "values/learn/natural_fit_core.h"
#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif
