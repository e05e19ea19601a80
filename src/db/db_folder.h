/* db_folder.h: the check whether a path lies in the folder of a database, where nothing else is to
 * be written. */
#ifndef KIFU_DB_DB_FOLDER_H
#define KIFU_DB_DB_FOLDER_H

#include <stdbool.h>

#include "base/buf.h"

/* Whether path is the folder of a database, or lies or would lie in one at any depth; appends the
 * folder's absolute name then.  Links are followed.  What cannot be looked at counts as no. */
bool db_folder_around(const char *path, struct buf *folder);

#endif
