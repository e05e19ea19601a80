/* resource.h: nobody limits the address space. */
#ifndef KIFU_WINDOWS_INCLUDE_SYS_RESOURCE_H
#define KIFU_WINDOWS_INCLUDE_SYS_RESOURCE_H

#include <stdint.h>

enum { RLIMIT_AS = 9 };
#define RLIM_INFINITY UINT64_MAX
struct rlimit {
    uint64_t rlim_cur;
};
static inline int getrlimit(int which, struct rlimit *limit)
{
    (void)which;
    limit->rlim_cur = RLIM_INFINITY;
    return 0;
}

#endif
