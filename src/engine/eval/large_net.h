/* large_net.h: the file of a larger network (halfka.h) that Kifu was built with. */
#ifndef KIFU_ENGINE_EVAL_LARGE_NET_H
#define KIFU_ENGINE_EVAL_LARGE_NET_H

#include "base/span.h"

/* Static, HALFKA_BUILT_IN_AT bytes behind a multiple of 64; empty: there is none. */
struct span large_net(void);

#endif
