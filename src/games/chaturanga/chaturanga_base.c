/* chaturanga_base.c: chaturanga's turns, the quick way, for any processor. */
#define CORE(name) name##_base
#include "games/chaturanga/chaturanga_core.h"
