/* data_file.h: finding files that are installed with the program, too large to be built in. */
#ifndef KIFU_BASE_IO_DATA_FILE_H
#define KIFU_BASE_IO_DATA_FILE_H

#include "base/buf.h"

/* Appends the path of the file of this name ("natural/people.network") with a NUL behind it.  Looked
 * for beside the program that runs, in ../share/kifu (installed) and in ../../data (not installed,
 * built there: its folder is below one named build), then in share/kifu below the prefix that the library was built for.  False if
 * there is none, or no memory. */
bool data_file_find(const char *name, struct buf *path);

#endif
