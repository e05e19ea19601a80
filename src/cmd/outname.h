/* outname.h: names for the files a command makes of its inputs.
 *
 * Labels come from file systems and from inside archives, and are not to be trusted: whatever they
 * say, the result is a relative path that stays below the directory it is used in, without
 * control characters and without names that mean something to a shell or another system. */
#ifndef KIFU_CMD_OUTNAME_H
#define KIFU_CMD_OUTNAME_H

#include <stdint.h>

#include "base/buf.h"
#include "base/span.h"

/* Appends a path made of label: directories kept, extension replaced.  Of a file with several
 * games, number counts from 1 ("games-0002.kif"); 0: the only one. */
void outname_make(struct span label, const char *extension, uint32_t number, struct buf *out);

#endif
