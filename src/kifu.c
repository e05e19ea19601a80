/* kifu.c: see kifu.h. */
#include "kifu.h"

KIFU_API const char *kifu_version(void)
{
    return KIFU_VERSION;
}
