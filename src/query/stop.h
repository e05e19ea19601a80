/* stop.h: cancellation of a query that runs.
 *
 * The flag is read once for each line and each condition, so that a query of any size stops soon;
 * reading it costs one load. */
#ifndef KIFU_QUERY_STOP_H
#define KIFU_QUERY_STOP_H

#include <stdatomic.h>

#include "base/err.h"

/* STATUS_CANCELLED if it is set; NULL never is. */
static inline CHECK_RESULT enum status query_stopped(const atomic_bool *cancelled, struct err *err)
{
    return cancelled && atomic_load_explicit(cancelled, memory_order_relaxed) ? err_cancelled(err)
                                                                              : STATUS_OK;
}

#endif
