/* kifu_stop.c: the flag that ends a call early; see kifu.h. */
#include "base/alloc.h"
#include "kifu_game.h"

KIFU_API struct kifu_stop *kifu_stop_make(void)
{
    return mem_calloc(1, sizeof(struct kifu_stop));
}

KIFU_API void kifu_stop_request(struct kifu_stop *stop)
{
    atomic_store(&stop->requested, true);
}

KIFU_API void kifu_stop_clear(struct kifu_stop *stop)
{
    atomic_store(&stop->requested, false);
}

KIFU_API int kifu_stop_requested(const struct kifu_stop *stop)
{
    return atomic_load(&stop->requested);
}

KIFU_API void kifu_stop_free(struct kifu_stop *stop)
{
    mem_free(stop);
}
