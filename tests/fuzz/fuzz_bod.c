/* fuzz_bod.c: any bytes as a diagram; see fuzz_format.h. */
#define FUZZ_FORMAT "bod"
#include "fuzz_format.h"
