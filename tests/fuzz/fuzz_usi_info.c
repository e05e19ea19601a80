/* fuzz_usi_info.c: any bytes as what follows "info".  Whatever it is, values are such that can be,
 * and moves are borrowed from the line. */
#include <stdlib.h>

#include "engine/usi/usi_info.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool good)
{
    if (!good)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    struct usi_info info;
    usi_info_parse(span_make(text, size), &info);
    require(info.number >= 1 && info.depth >= -1);
    require(info.value == THINK_NO_VALUE ||
            (info.value >= -THINK_MATE && info.value <= THINK_MATE));
    require(info.has_moves || info.moves.n == 0);
    require(info.moves.n == 0 ||
            (info.moves.p >= text && info.moves.p + info.moves.n <= text + size));
    return 0;
}
