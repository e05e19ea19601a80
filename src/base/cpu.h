/* cpu.h: the instruction set that this processor offers.
 *
 * Code that gains from newer instructions is compiled more than once and chooses here.  The
 * environment variable KIFU_CPU=base keeps everything to the plainest code, KIFU_CPU=v3 to the
 * second level (v4 is the most that is used); a level the processor lacks is never given. */
#ifndef KIFU_BASE_CPU_H
#define KIFU_BASE_CPU_H

enum cpu_level {
    CPU_BASE = 1, /* whatever the compiler was told: x86-64 with SSE2, or any other machine */
    CPU_V3 = 2,   /* x86-64 with POPCNT, BMI1, BMI2, LZCNT, AVX2 */
    CPU_V4 = 3,   /* the same with AVX-512 (F, BW, VL) and VNNI */
};

/* Cheap; may be called from any thread. */
enum cpu_level cpu_level(void);

/* For tests: from now on at most this level, whatever the environment says. */
void cpu_level_limit(enum cpu_level at_most);

#endif
