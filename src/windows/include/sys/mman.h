/* mman.h: nothing is mapped on Windows, and there are no wishes about pages. */
#ifndef KIFU_WINDOWS_INCLUDE_SYS_MMAN_H
#define KIFU_WINDOWS_INCLUDE_SYS_MMAN_H
#endif
