/* shogi_advance_v3.c: effects around the kings for x86-64 processors that count bits by themselves.
 * Called only after cpu_level() has said so. */
#include "games/shogi/shogi_advance_internal.h"

#if ADVANCE_HAVE_V3
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("popcnt,bmi,bmi2,lzcnt"))), apply_to = function)
#else
#pragma GCC target("popcnt,bmi,bmi2,lzcnt")
#endif
#define CORE(name) name##_v3
#include "games/shogi/shogi_advance_core.h"
#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif
