/* mman.h: nothing is mapped on Windows, and there are no wishes about pages. */
