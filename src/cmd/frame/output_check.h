/* output_check.h: the check of an output path before anything is written: a file that exists is
 * overwritten only with --force, and nothing is written into the folder of a database.  "-",
 * devices and pipes are no files to be overwritten. */
#ifndef KIFU_CMD_FRAME_OUTPUT_CHECK_H
#define KIFU_CMD_FRAME_OUTPUT_CHECK_H

#include "cmd/frame/options.h"

extern const struct msg OUTPUT_EXISTS;      /* %1 is the file */
extern const struct msg OUTPUT_NOT_SVG;     /* %1: as above */
extern const struct msg OUTPUT_ON_TERMINAL; /* %1 is the format of bytes that are no text */

/* Whether the file may be written, and can be: checked before the work, so that a missing folder
 * does not cost an hour of it.  Nothing is left behind. */
enum status output_check(const char *path, enum option_writes writes, bool force,
                         struct err *err) CHECK_RESULT;

/* Whether the name of a file has another ending than that: a drawing called x.pdf would be no PDF.
 * A name without ending, "-", devices and pipes have none. */
bool output_ends_otherwise(const char *path, const char *ending);

/* An existing directory, or a name that ends in a slash. */
bool output_is_directory(const char *path);

/* Whether two paths are one file, whether it is there or not: what is written to one would destroy
 * the other.  Directories, devices and pipes are none; "-" is the same as "-". */
bool output_is_same(const char *a, const char *b);

#endif
