/* regression_v3.c: blocks of examples for x86-64 processors with AVX2 (2013 and later).  Called
 * only after cpu_level() has said so. */
#include "values/regression/regression_internal.h"

#if REGRESSION_HAVE_V3
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#pragma GCC target("avx2")
#endif
#define CORE(name) name##_v3
#include "values/regression/regression_core.h"
#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif
