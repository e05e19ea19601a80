/* large_net.c: see large_net.h.  LARGE_NET in the Makefile names the file.
 *
 * The assembler takes it in as it is: an array in C would take a minute to compile.  It is part of the
 * program's constants, so that the system reads the pages that are used, once for all processes. */
#include "engine/eval/large_net.h"

#ifdef KIFU_LARGE_NET

#ifdef __ELF__
#define CONSTANTS ".section .rodata,\"a\"\n"
#define HIDDEN ".hidden kifu_large_net, kifu_large_net_end\n"
#else
#define CONSTANTS ".section .rdata,\"dr\"\n"
#define HIDDEN ""
#endif
/* 40: HALFKA_BUILT_IN_AT */
__asm__(CONSTANTS ".balign 64\n"
                  ".skip 40\n"
                  ".globl kifu_large_net, kifu_large_net_end\n" HIDDEN "kifu_large_net:\n"
                  ".incbin \"" KIFU_LARGE_NET "\"\n"
                  "kifu_large_net_end:\n"
                  ".byte 0\n"
                  ".text\n");

extern const char kifu_large_net[] __attribute__((visibility("hidden")));
extern const char kifu_large_net_end[] __attribute__((visibility("hidden")));

struct span large_net(void)
{
    return span_make(kifu_large_net, (size_t)(kifu_large_net_end - kifu_large_net));
}

#else

struct span large_net(void)
{
    return (struct span){0};
}

#endif
