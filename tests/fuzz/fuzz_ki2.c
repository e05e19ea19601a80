/* fuzz_ki2.c: any bytes as a record in KI2; see fuzz_format.h. */
#define FUZZ_FORMAT "ki2"
#define FUZZ_REWRITE "ki2u"
#include "fuzz_format.h"
