/* chaturanga_v3.c: chaturanga's turns for x86-64 processors with POPCNT and BMI (2013 and later).
 * Called only after cpu_level() has said so. */
#include "games/chaturanga/chaturanga_internal.h"

#include "base/rng_inline.h"

#if CHATURANGA_HAVE_V3
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("popcnt,bmi,bmi2,lzcnt"))), apply_to = function)
#else
#pragma GCC target("popcnt,bmi,bmi2,lzcnt")
#endif
#define CORE(name) name##_v3
#include "games/chaturanga/chaturanga_core.h"
#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif
