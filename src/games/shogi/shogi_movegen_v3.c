/* shogi_movegen_v3.c: move generation for x86-64 processors with POPCNT and BMI (2013 and later).
 * Called only after cpu_level() has said so. */
#include "games/shogi/shogi_movegen.h"

#if SHOGI_HAVE_V3
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("popcnt,bmi,bmi2,lzcnt"))), apply_to = function)
#else
#pragma GCC target("popcnt,bmi,bmi2,lzcnt")
#endif
#define CORE(name) name##_v3
#include "games/shogi/shogi_movegen_core.h"
/* behind it */
#include "games/shogi/shogi_checks_core.h"
#include "games/shogi/shogi_mate_core.h"
#include "games/shogi/shogi_parts_core.h"
#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif
