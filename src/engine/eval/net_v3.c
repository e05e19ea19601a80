/* net_v3.c: the network's arithmetic for x86-64 processors with AVX2 (2013 and later).  Called only
 * after cpu_level() has said so. */
#include "engine/eval/net_internal.h"

#if NET_HAVE_V3
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#pragma GCC target("avx2")
#endif
#define CORE(name) name##_v3
#include "engine/eval/net_core.h"
#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif
