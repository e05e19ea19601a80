/* segment_hash.c: see segment_hash.h. */
#include "store/segment_hash.h"

#include <xxhash.h>

#include "base/cpu.h"

uint64_t segment_hash(struct span bytes)
{
#if SEGMENT_HASH_HAVE_V3
    if (cpu_level() >= CPU_V3)
        return segment_hash_v3(bytes);
#endif
    return XXH3_64bits(bytes.p, bytes.n);
}
