/* fuzz_hcpe.c: see fuzz_format.h. */
#include "fuzz_format.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    return fuzz_format("hcpe", data, size);
}
