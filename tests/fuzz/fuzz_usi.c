/* fuzz_usi.c: see fuzz_rewrite.h. */
#include "fuzz_rewrite.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    return fuzz_format("usi", data, size);
}
