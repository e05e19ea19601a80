/* fuzz_csa.c: see fuzz_rewrite.h. */
#include "fuzz_rewrite.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    return fuzz_format("csa", data, size);
}
