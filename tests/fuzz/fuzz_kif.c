/* fuzz_kif.c: any bytes as a record in KIF; see fuzz_format.h. */
#define FUZZ_FORMAT "kif"
#define FUZZ_REWRITE "kifu"
#include "fuzz_format.h"
