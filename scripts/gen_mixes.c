/* gen_mixes.c: prints the first random numbers of position keys as an array (src/games/mix.h). */
#include <stdio.h>

#include "games/mix.h"

int main(void)
{
    printf("/* Made by scripts/gen_mixes.c. */\n");
    printf("static const struct position_key MIX_TABLE[MIX_TABLE_NUMBERS] = {\n");
    for (uint32_t n = 0; n < MIX_TABLE_NUMBERS; n++)
        printf("    {0x%016llxU, 0x%016llxU},\n", (unsigned long long)mix_a(n),
               (unsigned long long)mix_b(n));
    printf("};\n");
    return 0;
}
