/* memory.h: the memory that is available to this process. */
#ifndef KIFU_BASE_IO_MEMORY_H
#define KIFU_BASE_IO_MEMORY_H

#include <stdint.h>

/* Bytes that can be written to without the system having to end somebody for them: what the kernel
 * says is available, and not more than the process's control group and address space allow.  An
 * allocation may succeed beyond that (overcommit); using it does not.  UINT64_MAX: nobody knows. */
uint64_t memory_available(void);

#endif
