/* kifu_version.c: the version, which the Makefile names; alone, for programs that leave out the rest. */
#include "kifu.h"

KIFU_API const char *kifu_version(void)
{
    return KIFU_VERSION;
}
